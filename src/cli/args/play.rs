//! Arguments of `slipyard play`.

use clap::{Args, ValueEnum};
use slip_session::session::question_stops::{Preset, Stops};
use std::io::IsTerminal;
use std::path::PathBuf;

slip_keyword::keyword_enum! {
    /// Setting for the questions that people at the table are asked.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
    pub enum Asking {
        /// Only questions whose answer can change the outcome
        Brief = "brief",
        /// Every question
        Full = "full",
    }

    /// Returns the value of `--ask` as it is written on the command line.
    pub const fn word(self) -> &'static str;
}

impl Asking {
    /// Returns the setting for the questions that people at the keyboard are asked. The default is `brief` at a terminal. Scripts and
    /// pipes are asked every question, so that each of their lines still answers the same question.
    pub fn stops(chosen: Option<Asking>) -> Stops {
        let by_input = || if std::io::stdin().is_terminal() { Asking::Brief } else { Asking::Full };
        Stops::of(match chosen.unwrap_or_else(by_input) {
            Asking::Brief => Preset::Brief,
            Asking::Full => Preset::Full,
        })
    }
}

/// Arguments of `slipyard play`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  slipyard play customs_raid                        the first side is yours
  slipyard play customs_raid --as marshals          the other side
  slipyard play arrears --seat crew=human --seat bailiffs=random --seed 7
  slipyard play arrears --seat bailiffs=human       two people at one keyboard
  slipyard play arrears --table-dice                you roll real dice and type them: + 0 - +
  slipyard play arrears --full-screen               on the whole terminal, with keys; ? lists them
  slipyard play arrears --ask full                  asks every question, as in earlier versions
  slipyard play --resume arrears-7.jsonl            continues at the open question
  slipyard play bad_week --seed 7                   a scenario; the same command continues it
  slipyard play bad_week --state reach.json         with the people of a campaign, saved at the end
  slipyard play arrears --lock-out tonight.sliplock also writes a lock of the game
  slipyard play --lock tonight.sliplock             begins the same game, at another table
  slipyard play --lock raid.sliplock --as marshals  a game of `slipyard run`, with you in it

At a question, type a number, the words of an option, or Enter for the option marked *. These commands
can be typed at any time: map, sheet, log, why, undo, stops, override, seat, save, help, quit.

At a terminal a question is asked only if an answer can change the outcome; all others get their default.
`stops` shows and changes that; `--ask full` asks everything. A compel can be typed at any time before the
dice, as in: compel PM1 \"Seen it before\"; a free step too, as in: enter corridor.

Every step is saved before the next question is asked, so nothing is lost if the program is killed.
The encounter is looked up in the package around the current folder, else in those below it.")]
pub struct Play {
    /// Encounter or scenario, as NAME or PACKAGE.NAME
    #[arg(value_name = "ENCOUNTER", required_unless_present_any = ["resume", "lock"])]
    pub encounter: Option<String>,
    /// Options for the players of the sides.
    #[command(flatten)]
    pub seats: super::SeatArgs,
    /// Side that you play; by default the first
    #[arg(long = "as", value_name = "SIDE")]
    pub side: Option<String>,
    /// Seed of the dice; by default a random one, which is shown
    #[arg(long, value_name = "N", conflicts_with = "table_dice")]
    pub seed: Option<u64>,
    /// Roll real dice and type the results
    #[arg(long)]
    pub table_dice: bool,
    /// File that the game is saved in; by default ENCOUNTER-SEED.jsonl in the current folder
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Continue a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["encounter", "seats", "side", "seed", "table_dice", "log"])]
    pub resume: Option<PathBuf>,
    /// Campaign file: it sets how everyone begins, and is updated when the game is over
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Also write a lock, a file with the start of the game for others to play: packages, seed, rules, seats
    #[arg(long, value_name = "FILE", conflicts_with_all = ["table_dice", "resume", "state"])]
    pub lock_out: Option<PathBuf>,
    /// Begin the game that a lock describes; fails if the packages differ
    #[arg(long, value_name = "FILE", conflicts_with_all = ["encounter", "seats", "script", "seed", "table_dice", "resume", "state", "lock_out"])]
    pub lock: Option<PathBuf>,
    /// Full-screen table with keyboard control: board, account, sheets, history
    #[arg(long)]
    pub full_screen: bool,
    /// Questions to ask: those that can change the outcome, or all; by default `brief` at a terminal, `full` for a pipe
    #[arg(long, value_enum, value_name = "WHAT")]
    pub ask: Option<Asking>,
    /// Package or folder to look in; a file means the package that contains it
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}
