//! `report`: the findings about a package as the JSON document of the command.
//!
//! The styles for terminals and code hosts are not in the page: their renderers would make the download larger.

use crate::session::Session;
use serde::{Deserialize, Serialize};
use slip_report::json;

/// Package to report on.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Report {
    /// Folder of the package.
    package: String,
}

/// JSON document of a report.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct ReportText {
    text: String,
}

/// Writes the report.
pub(crate) fn answer(session: &Session, asked: &Report) -> Result<ReportText, String> {
    let world = session.world(&asked.package)?;
    let document = json::document(&world.diagnostics, &world.sources, &world.summary()).map_err(|error| error.to_string())?;
    String::from_utf8(document).map(|text| ReportText { text }).map_err(|error| error.to_string())
}
