//! What may be typed after `slipyard play`.

use clap::Args;
use std::path::PathBuf;

/// `slipyard play`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  slipyard play customs_raid                        the first side is yours
  slipyard play customs_raid --as marshals          the other side
  slipyard play arrears --seat crew=human --seat bailiffs=random --seed 7
  slipyard play arrears --seat bailiffs=human       two people at one keyboard: --seat twice
  slipyard play arrears --table-dice                you roll, and type what you see: + 0 - +
  slipyard play arrears --full-screen               by keys, on the whole terminal; ? says which
  slipyard play --resume arrears-7.jsonl            goes on at the very question
  slipyard play bad_week --seed 7                   a scenario; typed again it goes on
  slipyard play bad_week --state reach.json         as the campaign has everybody; written at its end
  slipyard play arrears --lock-out tonight.sliplock also writes down with what it began
  slipyard play --lock tonight.sliplock             begins the very same evening, at another table
  slipyard play --lock raid.sliplock --as marshals  an evening of `slipyard run`, with you in it

At a question type a number, the words of an option, or Enter for the one marked *. `help` lists
what may be typed at any time: map, sheet, log, why, undo, override, seat, save, quit.

Every step is on the disk before the next question is asked, so that nothing is lost if the
program is killed. The encounter is looked up in the package around the current folder, else in
those below it.")]
pub struct Play {
    /// An encounter or a scenario, with or without its package
    #[arg(value_name = "ENCOUNTER", required_unless_present_any = ["resume", "lock"])]
    pub encounter: Option<String>,
    /// Who plays what.
    #[command(flatten)]
    pub seats: super::SeatArgs,
    /// The side you play, and no script; the first one if nothing is said
    #[arg(long = "as", value_name = "SIDE")]
    pub side: Option<String>,
    /// What the dice are drawn from; one is drawn and shown if left out
    #[arg(long, value_name = "N", conflicts_with = "table_dice")]
    pub seed: Option<u64>,
    /// Real dice, typed in as they fall
    #[arg(long)]
    pub table_dice: bool,
    /// The file that keeps the game; ENCOUNTER-SEED.jsonl in the current folder if left out
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Goes on with a game that was kept
    #[arg(long, value_name = "FILE", conflicts_with_all = ["encounter", "seats", "side", "seed", "table_dice", "log"])]
    pub resume: Option<PathBuf>,
    /// The campaign it is played in: everybody begins as the file says, and it is written when all is over
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Also writes down with what it begins: packages, seed, rules, seats
    #[arg(long, value_name = "FILE", conflicts_with_all = ["table_dice", "resume", "state"])]
    pub lock_out: Option<PathBuf>,
    /// Begins what such a file says, with the same packages, or not at all
    #[arg(long, value_name = "FILE", conflicts_with_all = ["encounter", "seats", "script", "seed", "table_dice", "resume", "state", "lock_out"])]
    pub lock: Option<PathBuf>,
    /// The whole terminal as a table, by keys: board, account, sheets, what has been
    #[arg(long)]
    pub full_screen: bool,
    /// The package or folder to look in; a file means the one it is in
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}
