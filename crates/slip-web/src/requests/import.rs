//! `import`: Slip text from a stat block, a table, a card or an export.

use crate::packages;
use crate::session::Session;
use serde::{Deserialize, Serialize};
use slip_limits::IMPORT_BYTES;
use slip_source::diagnostic::Severity;

/// Text to import.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Import {
    /// Folder of the package that the items are for.
    package: String,
    /// Path of the file that is to contain them.
    file: String,
    text: String,
}

/// Imported text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct Imported {
    /// Slip text; empty if nothing was understood.
    text: String,
    items: Vec<ImportedThing>,
    /// Lines that were not understood.
    unknown: Vec<UnknownLine>,
    /// Choices that the import made, as sentences.
    remarks: Vec<String>,
    differences: Vec<ImportDifference>,
    /// Messages of the errors that the text has.
    errors: Vec<String>,
}

/// Item of an imported text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct ImportedThing {
    kind: String,
    name: String,
    title: String,
    design: String,
    /// Number of entries that were understood.
    understood: usize,
}

/// Line of the input that was not understood.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct UnknownLine {
    line: usize,
    text: String,
}

/// Difference between a number of the input and the one that the rules compute.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct ImportDifference {
    title: String,
    what: String,
    claimed: String,
    computed: Option<String>,
    /// Ledger of the computed value: points and reasons.
    ledger: Vec<(i32, String)>,
}

/// Imports the text.
pub(crate) fn answer(session: &Session, asked: &Import) -> Result<Imported, String> {
    if u64::try_from(asked.text.len()).unwrap_or(u64::MAX) > IMPORT_BYTES {
        return Err(format!("the text is larger than {} MiB", IMPORT_BYTES >> 20));
    }
    let loaded = packages::load(session, &asked.package)?;
    let import = slip_import::import(loaded.sources, &asked.text, &asked.file).map_err(|refusal| refusal.0)?;
    let own = import.compiled.diagnostics.iter().filter(|found| found.primary.span.file == import.file);
    let errors = own.filter(|found| found.severity == Severity::Error).map(|found| found.message.clone()).collect();
    let items = import.items.iter().map(|item| ImportedThing {
        kind: item.kind.clone(),
        name: item.name.clone(),
        title: item.title.clone(),
        design: item.design.clone(),
        understood: item.understood,
    });
    let remarks = import.remarks.iter().map(|remark| match remark.title.as_str() {
        "" => remark.text.clone(),
        title => format!("{title}: {}", remark.text),
    });
    let differences = import.differences.iter().map(|difference| ImportDifference {
        title: difference.title.clone(),
        what: difference.what.clone(),
        claimed: difference.claimed.clone(),
        computed: difference.computed.clone(),
        ledger: difference.ledger.clone(),
    });
    Ok(Imported {
        items: items.collect(),
        unknown: import.unknown.iter().map(|part| UnknownLine { line: part.line, text: part.text.clone() }).collect(),
        remarks: remarks.collect(),
        differences: differences.collect(),
        errors,
        text: if import.items.is_empty() { String::new() } else { import.text },
    })
}
