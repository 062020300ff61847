//! Messages about designs and items.

mod aspects;
mod designs;
mod formulas;
mod letters_and_codes;
pub(in crate::check) mod lists;
mod malformed_entries;
mod ranks_and_budget;
mod stunts;

pub use aspects::*;
pub use designs::*;
pub use formulas::*;
pub use letters_and_codes::*;
pub use lists::*;
pub use malformed_entries::*;
pub use ranks_and_budget::*;
pub use stunts::*;

use super::campaign_limits::LimitSource;
use crate::resolve::errors::article;
use slip_source::diagnostic::Diagnostic;

use slip_source::Span;

/// Adds the article to the words for a thing: `a slug thrower`.
pub fn a_thing(title: &str) -> String {
    let words = title.to_lowercase();
    if UNCOUNTED.contains(&words.rsplit(' ').next().unwrap_or_default()) { words } else { article(&words) }
}

/// Nouns that are written without an article.
const UNCOUNTED: [&str; 3] = ["armour", "equipment", "goods"];

/// Formats a technology: `T2`, `T-1`.
pub(in crate::check) fn tech_word(tech: i64) -> String {
    format!("T{tech}")
}

pub(super) fn points(count: i64) -> String {
    format!("{count} build point{}", if count == 1 { "" } else { "s" })
}

pub(super) fn with_nearest<'w>(
    diagnostic: Diagnostic,
    word: &str,
    span: Span,
    known: impl Iterator<Item = &'w str> + Clone,
    what: &str,
) -> Diagnostic {
    let diagnostic = if diagnostic.could_be.is_empty() { diagnostic.completed_by(known.clone()) } else { diagnostic };
    match slip_suggest::nearest(word, known.clone()) {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic.with_help(format!("{what} {}", list(known))),
    }
}

/// Formats a list of at most twelve words, followed by the number of further words.
pub(super) fn list<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let all: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    let shown = all.iter().take(12).map(String::as_str);
    let more = all.len().saturating_sub(12);
    if more == 0 { slip_suggest::enumerate(shown) } else { format!("{} and {more} more", shown.collect::<Vec<_>>().join(", ")) }
}

/// Adds a label at the limit in the manifest of the campaign, or a note if a policy sets the limit.
pub(in crate::check) fn labelled(diagnostic: Diagnostic, source: &LimitSource) -> Diagnostic {
    match source {
        LimitSource::Manifest(Some(span)) => diagnostic.with_label(*span, "set by the campaign"),
        LimitSource::Manifest(None) => diagnostic,
        LimitSource::Policy(policy) => diagnostic.with_note(format!("the policy `{policy}` sets this limit for every package")),
    }
}
