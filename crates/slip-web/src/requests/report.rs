//! `report`: the findings about a package in one of the formats of the command.

use crate::session::Session;
use serde::{Deserialize, Serialize};
use slip_report::{DrawOptions, Style, report};

/// Package to report on.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Report {
    /// Folder of the package.
    package: String,
    /// Format, as `check --format` names it: `human`, `short`, `json` …
    format: String,
}

/// Text of a report.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct ReportText {
    text: String,
}

/// Writes the report.
pub(crate) fn answer(session: &Session, asked: &Report) -> Result<ReportText, String> {
    let world = session.world(&asked.package)?;
    let style = Style::ALL.into_iter().find(|style| style.word() == asked.format).ok_or_else(|| format!("there is no report format `{}`", asked.format))?;
    Ok(ReportText { text: report(&world.diagnostics, &world.sources, style, DrawOptions::default(), &world.summary()) })
}
