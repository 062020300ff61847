//! Arguments of `slipyard serve`.

use clap::Args;
use std::path::PathBuf;

/// `slipyard serve`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard serve                        the packages here, and a board for their encounters
  slipyard serve content --port 0       on a port that is free
  slipyard serve --games evening        games are kept in the folder `evening`

Prints the address to open in a browser of this machine; only this machine can reach it, and only
with the token in the address. What is saved is checked and shown again at once. A game at the board
is kept in the file that `slipyard play` would keep it in, and either goes on with the other's, one
at a time. It goes on until it is interrupted; exit code 2 if it cannot begin.")]
pub struct Serve {
    /// Package or folder of packages
    #[arg(default_value = ".", value_name = "PATH")]
    pub path: PathBuf,
    /// Port to listen on; 0 takes a free one
    #[arg(long, default_value_t = 4747, value_name = "N")]
    pub port: u16,
    /// Folder for saved games; created if missing
    #[arg(long, default_value = ".", value_name = "FOLDER")]
    pub games: PathBuf,
}
