//! Arguments of `slipyard run`.

use super::SeatArgs;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `slipyard run`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  slipyard run customs_raid --seed 7
  slipyard run yards.night_shift --seed 7 --format json
  slipyard run customs_raid --seat crew=cover_and_talk --seat marshals=random
  slipyard run customs_raid --format script > raid.script
  slipyard run customs_raid --script raid.script
  slipyard run customs_raid --seat 'crew=program:python3 crew.py'
  slipyard run customs_raid --seed 7 --lock-out raid.sliplock
  slipyard run --lock raid.sliplock --in customs_dock-0.1.0.slippack

The encounter is looked up in the package around the current folder, else in those below it. The
same seed gives the same fight, byte for byte. With --format json the log is printed, one event
a line; with --format script the answers, which --script plays again (of a boarding that people
fought out, what came of it: they do not fight again).

A script has one answer a line, `iveta: attack on port_marshal#2 with dock_carbine`, in the words
that `slipyard play` lists; questions without a line take their default.

A .sliplock says what was played: the hash of every package, the seed, the edition, the rules, who
sat where, and the hash of the log. Whoever has the packages, as folders or as .slippack files,
plays the very same evening with --lock, or is told what differs.")]
pub struct Run {
    /// Encounter or scenario, with or without its package
    #[arg(value_name = "ENCOUNTER", required_unless_present = "lock")]
    pub encounter: Option<String>,
    /// Seed of the dice; by default that of the script, else 1
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Players of the sides.
    #[command(flatten)]
    pub seats: SeatArgs,
    /// An account in words, the log, or a script
    #[arg(long, value_enum, default_value_t = RunFormat::Text)]
    pub format: RunFormat,
    /// Campaign file for a scenario: it sets how everyone begins, and is updated at the end
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Also write a lock of the game, so that others can play the same one
    #[arg(long, value_name = "FILE", conflicts_with = "state")]
    pub lock_out: Option<PathBuf>,
    /// Play the game of such a lock; fails if the packages differ
    #[arg(long, value_name = "FILE", conflicts_with_all = ["encounter", "seed", "seats", "script", "state", "lock_out"])]
    pub lock: Option<PathBuf>,
    /// Package, packed package or folder to look in; a Slip file means the package that contains it
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// Output format of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum RunFormat {
    /// An account for people
    Text,
    /// The log, for programs
    Json,
    /// The answers, to be played again as a script
    Script,
}
