//! `actions`: the code actions in a range of a text.

use crate::editor_view::look;
use crate::positions::TextEdit;
use crate::session::Session;
use serde::{Deserialize, Serialize};
use slip_ide::ActionKind;

/// Range of a file.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Actions {
    file: String,
    from: usize,
    to: usize,
}

/// Code action.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct EditorAction {
    /// Title in the imperative.
    title: String,
    /// `fix`, `unsure_fix`, `waiver` or `variant`.
    kind: String,
    edits: Vec<TextEdit>,
}

/// Returns the code actions, and one that makes all safe fixes of the file if there are any.
pub(crate) fn answer(session: &Session, asked: &Actions) -> Result<Vec<EditorAction>, String> {
    let to = asked.to;
    look(session, (&asked.file, asked.from), move |view| {
        let within = (view.cursor, view.bytes(to));
        let action = |found: slip_ide::Action<'_>| EditorAction {
            kind: kind(found.kind).to_owned(),
            edits: found.changes.iter().map(|change| view.edit(change)).collect(),
            title: found.title,
        };
        let mut actions: Vec<EditorAction> =
            slip_ide::actions(&view.file, view.found(), within).into_iter().map(action).collect();
        let all = slip_ide::fix_all(&view.file, view.found());
        if !all.is_empty() {
            let edits = all.iter().map(|change| view.edit(change)).collect();
            actions.push(EditorAction { title: "make all safe fixes in this file".to_owned(), kind: "fix".to_owned(), edits });
        }
        actions
    })
}

const fn kind(kind: ActionKind) -> &'static str {
    match kind {
        ActionKind::Mend => "fix",
        ActionKind::MendUnsure => "unsure_fix",
        ActionKind::Waive => "waiver",
        ActionKind::Extract => "variant",
    }
}
