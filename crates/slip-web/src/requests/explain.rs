//! `explain`: the page of a diagnostic.

use crate::session::Session;
use serde::{Deserialize, Serialize};
use slip_source::diagnostic::Code;

/// Code to explain.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Explain {
    /// Slug of the code, such as `over-budget`.
    code: String,
}

/// Page of a code.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct CodePage {
    code: String,
    severity: String,
    /// Text of the page in Markdown, with an example of the fault and one of its cure.
    page: String,
}

/// Returns the page.
pub(crate) fn answer(_: &Session, asked: &Explain) -> Result<CodePage, String> {
    let code = Code::from_slug(&asked.code).ok_or_else(|| {
        let near = slip_suggest::nearest(&asked.code, Code::ALL.iter().map(|code| code.slug()));
        let help = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        format!("there is no code `{}`{help}", asked.code)
    })?;
    Ok(CodePage { code: code.slug().to_owned(), severity: code.severity().word().to_owned(), page: code.page().to_owned() })
}
