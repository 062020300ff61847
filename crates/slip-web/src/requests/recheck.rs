//! `recheck`: the findings in one file after an edit, without compiling the package again.

use super::check::{Finding, finding};
use crate::editor_view::{CurrentFile, EditorView};
use crate::session::Session;
use serde::{Deserialize, Serialize};

/// File that was edited.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Recheck {
    file: String,
}

/// Findings in one file. The findings in other files are those of the last `check`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct FileFindings {
    findings: Vec<Finding>,
}

/// Checks only the changed part of the file. Returns `None` if a full `check` is necessary, because the package was not checked yet, other
/// files were changed too, or the part affects other items.
pub(crate) fn answer(session: &Session, asked: &Recheck) -> Result<Option<FileFindings>, String> {
    session.text(&asked.file)?;
    Ok(CurrentFile::known(session, &asked.file).and_then(|file| file.look(0, findings)).flatten())
}

fn findings(view: &EditorView<'_, '_, '_, '_>) -> Option<FileFindings> {
    if !view.is_fully_checked() {
        return None;
    }
    let found = view.found();
    Some(FileFindings { findings: view.file.findings(found).into_iter().filter_map(|(found, _)| finding(view, found)).collect() })
}
