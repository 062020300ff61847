//! `slipyard lsp`: runs the language server.

use super::CommandStatus;
use crate::lsp;
use std::io::Write;

/// Serves an editor until it shuts the server down.
pub(super) fn run() -> CommandStatus {
    let why = match lsp::over_stdio() {
        Ok(true) => return CommandStatus::Clean,
        Ok(false) => "the editor closed the connection without ending the session".to_owned(),
        Err(why) => format!("the connection to the editor failed: {why}"),
    };
    // Errors of a closed stream are ignored.
    let _ = writeln!(std::io::stderr(), "error: {why}");
    CommandStatus::CouldNotRun
}
