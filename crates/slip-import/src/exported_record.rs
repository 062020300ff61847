//! Records of `slipyard export`, as JSON or as rows of its tables, and the drafts of their items.

mod from_table;
mod to_draft;

pub(crate) use from_table::records;
pub(crate) use to_draft::draft;

use crate::ImportRefusal;
use slip_export::exported_things::{ExportedData, FORMAT};

/// Reads the JSON of an export. Returns `None` if the text is not a JSON object.
///
/// # Errors
/// If the text is JSON, but not that of an export, or of another version.
pub(crate) fn json(text: &str) -> Option<Result<ExportedData, ImportRefusal>> {
    let begins = text.trim_start();
    let is_json = begins.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with('"'));
    if !is_json {
        return None;
    }
    let refusal = |why: String| Err(ImportRefusal(why));
    Some(match serde_json::from_str::<ExportedData>(text) {
        Ok(data) if data.format != FORMAT => {
            refusal(format!("this is an export of format {}, but only format {FORMAT} can be read", data.format))
        }
        Ok(data) => Ok(data),
        Err(error) if error.is_data() => refusal(format!("this JSON is not an export of Slipyard: {error}")),
        Err(error) => refusal(format!("this JSON is not complete or has a mistake: {error}")),
    })
}
