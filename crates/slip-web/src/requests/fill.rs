//! `fill`: the edits that a change in a form makes.

use crate::editor_view::look;
use crate::form::{self, FormChange};
use crate::positions::TextEdit;
use crate::session::Session;
use serde::Deserialize;

/// Change in the form of an item.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Fill {
    file: String,
    /// Kind and name of the item.
    kind: String,
    name: String,
    change: FormChange,
}

/// Returns the edits.
pub(crate) fn answer(session: &Session, asked: &Fill) -> Result<Vec<TextEdit>, String> {
    let (kind, name, change) = (asked.kind.clone(), asked.name.clone(), asked.change.clone());
    look(session, (&asked.file, 0), move |view| form::edits(view, (&kind, &name), &change))?
}
