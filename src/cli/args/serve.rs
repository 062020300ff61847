//! Arguments of `slipyard serve`.

use clap::Args;
use std::net::IpAddr;
use std::path::PathBuf;

/// Arguments of `slipyard serve`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard serve                        the packages here, and a board for their encounters
  slipyard serve content --port 0       on a port that is free
  slipyard serve --games evening        games are kept in the folder `evening`
  slipyard serve --web edition          the browser edition in `edition` edits the packages here
  slipyard serve --share arrears        a game for everybody on their own phone
  slipyard serve --share arrears-7.jsonl    the same game, continued
  slipyard serve --share arrears --seat bailiffs=doctrine    the program plays the bailiffs

Prints the address to open in a browser. Only this machine can reach it, and only with the token in
the address. Files that you save are checked and shown again at once. A game at the board is saved
in the same file as with `slipyard play`, and each can continue a game of the other, one at a time.
The server runs until it is interrupted; exit code 2 if it cannot start.

With --share it also listens on the local network, for one game and nothing else: it prints a link
and a QR code for each side, one for spectators and one for the referee. Each link shows what its
side may know, and answers only that side's questions. `kick SEAT`, typed here, withdraws a link.")]
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
    /// Serve the browser edition, which edits the packages here: its folder, or without FOLDER the one unpacked beside the program
    #[arg(long, value_name = "FOLDER", num_args = 0..=1)]
    pub web: Option<Option<PathBuf>>,
    /// Share a game in the local network: an encounter to begin, as NAME or PACKAGE.NAME, or the file name of a saved game
    #[arg(long, value_name = "GAME")]
    pub share: Option<String>,
    /// Address of this machine in the local network; found by itself if left out
    #[arg(long, value_name = "IP", requires = "share")]
    pub address: Option<IpAddr>,
    /// Player of a side of the shared game; by default a person plays every side
    #[arg(long = "seat", value_name = "SIDE=WHO", requires = "share")]
    pub seats: Vec<super::SeatOf>,
    /// Seed of the dice of the shared game; by default a random one
    #[arg(long, value_name = "N", requires = "share", conflicts_with = "table_dice")]
    pub seed: Option<u64>,
    /// Roll real dice in the shared game and type the results
    #[arg(long, requires = "share")]
    pub table_dice: bool,
}
