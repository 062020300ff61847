//! Entry point of the `slipyard` command: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    slipyard::cli::run(std::env::args_os()).into()
}
