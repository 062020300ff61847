//! `definition`: the declaration that a name refers to.

use crate::editor_view::look;
use crate::positions::TextRange;
use crate::session::Session;
use serde::{Deserialize, Serialize};

/// Request for the definition of the name at the cursor.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Definition {
    file: String,
    /// Offset of the cursor.
    at: usize,
}

/// Place of a declaration, and the text of its file, which may be part of the standard library.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct Defined {
    range: TextRange,
    text: String,
}

/// Returns the place, or `null` if the word is no name.
pub(crate) fn answer(session: &Session, asked: &Definition) -> Result<Option<Defined>, String> {
    look(session, (&asked.file, asked.at), |view| {
        let (_, target) = slip_ide::definition(&view.file, view.cursor)?;
        let text = view.sources().file(target.file)?.text().to_owned();
        Some(Defined { range: view.range(target), text })
    })
}
