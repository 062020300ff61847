//! `form`: the form of an item, as its design declares it.

use crate::editor_view::look;
use crate::form::{self, ItemForm};
use crate::session::Session;
use serde::Deserialize;

/// Item whose form is asked for.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Form {
    file: String,
    /// Kind and name of the item.
    kind: String,
    name: String,
}

/// Returns the form.
pub(crate) fn answer(session: &Session, asked: &Form) -> Result<ItemForm, String> {
    let (kind, name) = (asked.kind.clone(), asked.name.clone());
    look(session, (&asked.file, 0), move |view| form::form(view, &kind, &name))?
}
