//! `slipyard lsp`.

use super::Status;
use crate::lsp;
use std::io::Write;

/// Serves an editor until it says goodbye.
pub(super) fn run() -> Status {
    let why = match lsp::over_stdio() {
        Ok(true) => return Status::Clean,
        Ok(false) => "the editor went away without saying goodbye".to_owned(),
        Err(why) => format!("the editor cannot be heard or answered: {why}"),
    };
    // If there is nobody to tell, nobody is told.
    let _ = writeln!(std::io::stderr(), "error: {why}");
    Status::CouldNotRun
}
