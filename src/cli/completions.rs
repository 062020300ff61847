//! `slipyard completions`: prints the script with which a shell completes commands and options.

use super::args::{Arguments, Completions};
use super::{CommandStatus, Console, Stop};
use clap::CommandFactory;

/// Prints the completion script for a shell.
pub(super) fn run(asked: &Completions, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let mut script = Vec::new();
    clap_complete::generate(asked.shell, &mut Arguments::command(), "slipyard", &mut script);
    console.out.write_all(&script)?;
    Ok(CommandStatus::Clean)
}
