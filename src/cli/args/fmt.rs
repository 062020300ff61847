//! Arguments of `slipyard fmt`.

use clap::Args;
use std::path::PathBuf;

/// Arguments of `slipyard fmt`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard fmt                          every Slip file in the current folder and below
  slipyard fmt ships.slip content       a file and a folder
  slipyard fmt --check                  write nothing, list the files that are not formatted: for CI
  slipyard fmt --diff                   write nothing, show the changes
  slipyard fmt - < ships.slip           format the standard input to the standard output

There is one layout, without options. An item that does not parse is reported and left as it was
written, while the rest of its file is formatted.

Exit code 0 if everything is formatted, 1 if --check or --diff found something to change or an item
does not parse, 2 if a file could not be read or written.")]
pub struct Fmt {
    /// Folders, files, or `-` for the standard input
    #[arg(default_value = ".", value_name = "PATHS")]
    pub paths: Vec<PathBuf>,
    /// Write nothing; print the names of the files that would change
    #[arg(long)]
    pub check: bool,
    /// Write nothing; print the changes
    #[arg(long)]
    pub diff: bool,
}
