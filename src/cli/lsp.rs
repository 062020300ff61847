//! `slipyard lsp`: runs the language server.

use super::Status;
use crate::lsp;
use std::io::Write;

/// Serves an editor until it shuts the server down.
pub(super) fn run() -> Status {
    let why = match lsp::over_stdio() {
        Ok(true) => return Status::Clean,
        Ok(false) => "the editor went away without saying goodbye".to_owned(),
        Err(why) => format!("the editor cannot be heard or answered: {why}"),
    };
    // Errors of a closed stream are ignored.
    let _ = writeln!(std::io::stderr(), "error: {why}");
    Status::CouldNotRun
}
