//! Finds the names of zones in the entries of a map, of a template, or of a patch for one of these. Other words there, such as those of
//! effects, never name a zone, even if a zone has the same name.

use slip_source::Span;
use slip_syntax::tree::{Block, Entry, Expr};

/// Word after which a line of sight lists the zones that it passes.
const THROUGH: &str = "through";
/// Keys in a row or star of a template whose value is a zone of the template.
const OF_ROWS: [&str; 3] = ["from", "to", "at"];

/// Returns the names of zones in a block, each with its span.
pub(super) fn zone_words(block: &Block) -> Vec<(Span, &str)> {
    block.entries.iter().flat_map(in_entry).filter_map(|expr| Some((expr.span, expr.name()?.as_str()))).collect()
}

fn in_entry(entry: &Entry) -> Vec<&Expr> {
    let mut values = entry.values.iter().map(|value| &value.expr);
    match entry.word() {
        // The name comes after the letter that marks the zone in the picture.
        "zone" => values.rfind(|expr| expr.name().is_some()).into_iter().collect(),
        // A sign joins the two zones. The value of the border comes after them.
        "border" => values.step_by(2).take(2).collect(),
        "sight" => values
            .enumerate()
            .filter(|(at, expr)| *at != 2 || expr.name().is_none_or(|word| word != THROUGH))
            .map(|(_, expr)| expr)
            .collect(),
        "row" | "star" => {
            let inner = entry.block().map_or(&[][..], |block| &block.entries);
            inner.iter().filter(|inner| OF_ROWS.contains(&inner.word())).filter_map(Entry::only).collect()
        }
        _ => Vec::new(),
    }
}
