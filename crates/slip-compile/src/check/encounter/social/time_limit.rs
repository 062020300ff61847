//! Reads the time limit of a social encounter: a row of the time track of the rules.

use crate::check::encounter::Scene;
use crate::check::social_errors as errors;
use slip_pack::ruleset::Rules;
use slip_source::diagnostic::Diagnostics;

use slip_syntax::tree::{Entry, Expr};

/// Reads a row of the time track from `max_time few_hours` or `max_time "15 minutes"`. Returns the number of the row, counted from 1.
pub(super) fn line(scene: &Scene<'_, '_>, rules: &Rules, entry: &Entry, out: &mut Diagnostics) -> Option<usize> {
    let (program, here) = (scene.context.program, scene.declared.package);
    let lines = scene.context.pack.time_track_of(rules, |package| program.named_bears_on(package, here));
    let written = entry.only().and_then(|value| value.name().map(ToString::to_string).or_else(|| Some(value.text()?.value.to_string())));
    let word = written.as_deref().map(plain).unwrap_or_default();
    let found = lines.iter().position(|line| plain(line) == word);
    if found.is_none() && !entry.broken {
        let known: Vec<String> = lines.iter().map(|line| spelled(line)).collect();
        let span = entry.only().map_or_else(|| entry.values_span(), |value: &Expr| value.span);
        let known = known.iter().map(String::as_str);
        out.push(errors::no_time(span, &word, slip_suggest::nearest(&word, known.clone()), known));
    }
    found.map(|place| place + 1)
}

/// Formats a row of the time track as authors write it: `few_hours` for `a few hours`. A row that begins with a digit cannot be a name and
/// is written as a text.
fn spelled(line: &str) -> String {
    if line.starts_with(|first: char| first.is_ascii_digit()) { format!("\"{line}\"") } else { plain(line) }
}

/// Converts a row of the time track to a name: removes the article and replaces spaces by underscores.
fn plain(line: &str) -> String {
    let line = line.trim().to_lowercase();
    let bare = line.strip_prefix("a ").or_else(|| line.strip_prefix("an ")).unwrap_or(&line);
    bare.replace(' ', "_")
}
