//! Arguments of `slipyard import`.

use clap::Args;
use std::path::PathBuf;

/// Arguments of `slipyard import`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard import rifle.txt                          a stat block as a book prints it or as people type it
  slipyard import rifle.txt --out rifle.slip         into a new file of the package
  slipyard import - --in my_package < forum_post.md  with the designs and items of a package
  slipyard sheet --out cards.txt && slipyard import cards.txt
  slipyard import ships.csv                          a table with a header; also the JSON of `slipyard export`
  slipyard import sector.tab                         worlds, one a line, with their profiles

What is not understood becomes a comment beside its item. Numbers that do not add up, such as build
points, are listed with the ledger. For more see docs/book/import.md.

Exit codes:
  0  the text was written and has no errors
  1  the text was written and has errors, or nothing was understood and nothing was written
  2  could not run: bad arguments, a file that cannot be read, an output that already exists")]
pub struct ImportArgs {
    /// File to read; `-` means the standard input
    #[arg(value_name = "FILE|-")]
    pub file: PathBuf,
    /// File to write, which must not exist; by default the standard output
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Package or folder whose designs, skills and items are used
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}
