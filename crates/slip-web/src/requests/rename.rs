//! `rename`: gives a declaration another name, everywhere in its package.

use crate::editor_view::look;
use crate::positions::TextEdit;
use crate::session::Session;
use serde::{Deserialize, Serialize};

/// Name at a cursor, and its new name.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Rename {
    file: String,
    /// Offset of the cursor.
    at: usize,
    /// New name.
    name: String,
}

/// Edits of a rename.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct Renamed {
    edits: Vec<TextEdit>,
}

/// Returns the edits.
pub(crate) fn answer(session: &Session, asked: &Rename) -> Result<Renamed, String> {
    let name = asked.name.clone();
    look(session, (&asked.file, asked.at), move |view| {
        let found = slip_ide::renamable(&view.file, view.cursor);
        let (subject, _) = found.ok_or_else(|| "there is no name of your package at the cursor".to_owned())?;
        let renaming = slip_ide::rename(&view.file, &subject, &name)?;
        Ok(Renamed { edits: renaming.changes.iter().map(|change| view.edit(change)).collect() })
    })?
}
