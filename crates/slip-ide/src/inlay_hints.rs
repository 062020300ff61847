//! Inlay hints: results of an item that the editor shows beside its lines, such as `14/17 bp`, and derived aspects.

use super::file_view::FileView;
use super::hover::built;
use super::sheet;
use slip_syntax::tree::{Declaration, Item};

/// Inlay hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Offset in the text at which the hint is shown.
    pub offset: u32,
    /// Text of the hint.
    pub label: String,
    /// Explanation of the hint, in Markdown.
    pub why: String,
}

/// Returns the hints between two offsets.
pub fn hints<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, (from, to): (u32, u32)) -> Vec<Hint> {
    let mut found = Vec::new();
    for (item, frame) in view.items() {
        let Item::Declaration(tree) = item else { continue };
        let seen = frame.out(tree.span.start) <= to && from <= frame.out(tree.span.end);
        let declared = if seen && !tree.broken { view.declared(tree, frame) } else { None };
        let Some(item) = declared.and_then(|declared| built(view, &declared)) else { continue };
        let Some(block) = tree.block.as_ref() else { continue };
        if let Some(budget) = item.budget {
            let why = sheet::ledger(&item, |line| matches!(line.account.word(), "budget" | "spent"));
            let label = format!("{}/{budget} bp", item.spent);
            found.push(Hint { offset: frame.out(block.span.start.saturating_add(1)), label, why: format!("```text\n{why}```\n") });
        }
        let derived: Vec<String> = sheet::derived(&item).map(|aspect| format!("\"{}\"", aspect.text)).collect();
        if !derived.is_empty() {
            let why: String = sheet::derived(&item).map(|aspect| sheet::reasons_of_aspect(&item, &aspect.text)).collect();
            let label = format!("+ {}", derived.join(", "));
            found.push(Hint { offset: frame.out(behind_aspects(tree)), label, why: format!("```text\n{why}```\n") });
        }
    }
    found.sort_by_key(|hint| hint.offset);
    found
}

/// Returns the offset after the last `aspects` entry, or after the `{` if there is none.
fn behind_aspects(tree: &Declaration) -> u32 {
    let block = tree.block.as_ref();
    let aspects = block.and_then(|block| block.entries.iter().rev().find(|entry| entry.word() == "aspects"));
    aspects.map_or_else(|| block.map_or(tree.span.end, |block| block.span.start.saturating_add(1)), |entry| entry.span.end)
}
