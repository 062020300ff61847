//! Arguments of `slipyard run`.

use super::{LinesOf, SeatArgs};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `slipyard run`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  slipyard run customs_raid --seed 7
  slipyard run yards.night_shift --seed 7 --format json
  slipyard run customs_raid --seat crew=cover_and_talk --seat marshals=random
  slipyard run customs_raid --format script > raid.script
  slipyard run customs_raid --script raid.script
  slipyard run customs_raid --seat 'crew=program:python3 crew.py'
  slipyard run customs_raid --lines          which effects acted
  slipyard run customs_raid --seed 7 --lock-out raid.sliplock
  slipyard run --lock raid.sliplock --in customs_dock-0.1.0.slippack

The encounter is looked up in the package around the current folder, else in those below it. The
same seed gives the same fight, byte for byte. With --format json the log is printed, one event per
line; with --format script the answers, which --script plays again (for a boarding that was fought out
person by person, only its result: it is not fought again).

A script has one answer per line, such as `iveta: attack on port_marshal#2 with dock_carbine`, in the
words that `slipyard play` lists; questions without a line take their default.

A .sliplock records the game: the hash of every package, the seed, the edition, the rules, the player
of each side, and the hash of the log. With the same packages, as folders or as .slippack files, --lock
plays the same game again; otherwise the differences are listed.")]
pub struct RunArgs {
    /// Encounter or scenario, as NAME or PACKAGE.NAME
    #[arg(value_name = "ENCOUNTER", required_unless_present = "lock")]
    pub encounter: Option<String>,
    /// Seed of the dice; by default that of the script, else 1
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Options for the players of the sides.
    #[command(flatten)]
    pub seats: SeatArgs,
    /// Output format: an account in words, the log, or a script
    #[arg(long, value_enum, default_value_t = RunFormat::Text)]
    pub format: RunFormat,
    /// Report which effects of the package acted, how often and on whom, and which were never checked; `all`: also the effects of `std`
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "package", conflicts_with_all = ["lock_out", "lock"])]
    pub lines: Option<LinesOf>,
    /// Campaign file for a scenario: it sets how everyone begins, and is updated at the end
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Also write a lock of the game, so that others can play the same one
    #[arg(long, value_name = "FILE", conflicts_with = "state")]
    pub lock_out: Option<PathBuf>,
    /// Play the game that a lock describes; fails if the packages differ
    #[arg(long, value_name = "FILE", conflicts_with_all = ["encounter", "seed", "seats", "script", "state", "lock_out"])]
    pub lock: Option<PathBuf>,
    /// Package, packed package or folder to look in; a Slip file means the package that contains it
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// Output format of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum RunFormat {
    /// An account of the game in words
    Text,
    /// The log, for programs
    Json,
    /// The answers, to be played again as a script
    Script,
}
