//! `format`: formats a file.

use crate::session::Session;
use serde::{Deserialize, Serialize};
use slip_source::{FileId, SourceFile};

/// File to format.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Format {
    file: String,
}

/// Formatted text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct FormattedText {
    text: String,
    /// Number of items that were kept as written, because they do not parse.
    left: usize,
}

/// Formats the file.
pub(crate) fn answer(session: &Session, asked: &Format) -> Result<FormattedText, String> {
    let file = SourceFile::alone(session.text(&asked.file)?);
    let formatted = slip_format::format(FileId::default(), &file);
    Ok(FormattedText { text: formatted.text, left: formatted.left.len() })
}
