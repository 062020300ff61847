//! `complete`: suggestions at a cursor.

use crate::editor_view::look;
use crate::positions::TextRange;
use crate::session::Session;
use serde::{Deserialize, Serialize};
use slip_ide::SuggestionKind;

/// Request for completions at the cursor in a file.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Complete {
    file: String,
    /// Offset of the cursor.
    at: usize,
}

/// Suggestion, as the editor shows it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct Suggested {
    label: String,
    /// `keyword`, `field`, `stunt`, `word`, `name` or `snippet`.
    kind: String,
    detail: String,
    /// Documentation in Markdown.
    doc: String,
    /// Text to insert. In a snippet, `$1` is the next position of the cursor.
    insert: String,
    snippet: bool,
    range: TextRange,
}

/// Returns the suggestions.
pub(crate) fn answer(session: &Session, asked: &Complete) -> Result<Vec<Suggested>, String> {
    look(session, (&asked.file, asked.at), |view| {
        let suggested = |found: slip_ide::Suggestion| Suggested {
            kind: kind(found.kind).to_owned(),
            range: view.range(found.spot),
            label: found.label,
            detail: found.detail,
            doc: found.doc,
            insert: found.insert,
            snippet: found.snippet,
        };
        slip_ide::complete(&view.file, view.cursor).into_iter().map(suggested).collect()
    })
}

const fn kind(kind: SuggestionKind) -> &'static str {
    match kind {
        SuggestionKind::Keyword => "keyword",
        SuggestionKind::Field => "field",
        SuggestionKind::Stunt => "stunt",
        SuggestionKind::Word => "word",
        SuggestionKind::Name => "name",
        SuggestionKind::Snippet => "snippet",
    }
}
