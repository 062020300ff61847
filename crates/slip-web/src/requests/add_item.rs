//! `add_item`: the edit that writes a new item of a design.

use crate::editor_view::look;
use crate::form::{self, NewItem};
use crate::session::Session;
use serde::Deserialize;

/// Design and title of the new item.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AddItem {
    file: String,
    design: String,
    /// Title; may be empty.
    title: String,
}

/// Returns the edit.
pub(crate) fn answer(session: &Session, asked: &AddItem) -> Result<NewItem, String> {
    let (design, title) = (asked.design.clone(), asked.title.clone());
    look(session, (&asked.file, 0), move |view| form::new_item(view, &design, &title))?
}
