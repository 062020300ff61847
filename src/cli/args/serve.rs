//! Arguments of `slipyard serve`.

use clap::Args;
use std::path::PathBuf;

/// Arguments of `slipyard serve`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard serve                        the packages here, and a board for their encounters
  slipyard serve content --port 0       on a port that is free
  slipyard serve --games evening        games are kept in the folder `evening`

Prints the address to open in a browser. Only this machine can reach it, and only with the token in the
address. Files that you save are checked and shown again at once. A game at the board is saved in the
same file as with `slipyard play`, and each can continue a game of the other, one at a time. The server
runs until it is interrupted; exit code 2 if it cannot start.")]
pub struct Serve {
    /// Package or folder of packages
    #[arg(default_value = ".", value_name = "PATH")]
    pub path: PathBuf,
    /// Port to listen on; 0 for any free port
    #[arg(long, default_value_t = 4747, value_name = "N")]
    pub port: u16,
    /// Questions to ask at the board: those that can change the outcome, or all; each player can change the setting at the board
    #[arg(long, value_enum, default_value = "brief", value_name = "WHAT")]
    pub ask: super::Asking,
    /// Folder for saved games; created if missing
    #[arg(long, default_value = ".", value_name = "FOLDER")]
    pub games: PathBuf,
}
