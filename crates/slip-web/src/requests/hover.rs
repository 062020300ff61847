//! `hover`: the documentation of the word at a cursor.

use crate::editor_view::look;
use crate::positions::TextRange;
use crate::session::Session;
use serde::{Deserialize, Serialize};

/// Cursor in a file.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Hover {
    file: String,
    /// Offset of the cursor.
    at: usize,
}

/// Text about a word.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct Hovered {
    range: TextRange,
    /// Text in Markdown.
    text: String,
}

/// Returns the hover text for a position, or `null` if there is none.
pub(crate) fn answer(session: &Session, asked: &Hover) -> Result<Option<Hovered>, String> {
    look(session, (&asked.file, asked.at), |view| {
        let found = slip_ide::hover(&view.file, view.cursor)?;
        Some(Hovered { range: view.range(found.spot), text: found.text })
    })
}
