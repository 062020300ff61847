//! What may be typed after `slipyard simulate`.

use super::SeatOf;
use crate::cli::endings::Ending;
use clap::{Args, Subcommand, ValueEnum};
use slip_odds::simulate::Precision;
use slip_odds::simulate::part::Shard;
use std::path::PathBuf;

/// `slipyard simulate`.
#[derive(Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  slipyard simulate customs_raid
  slipyard simulate customs_raid -n 100000 --within 0.5% --seed 7
  slipyard simulate customs_raid --seat crew=random
  slipyard simulate arrears --mirror
  slipyard simulate customs_raid --compare main
  slipyard simulate customs_raid --in a.slip --compare b.slip
  slipyard simulate customs_raid --out raid.html
  slipyard simulate customs_raid -n 1000000 --shard 3/16 --out part-3.json
  slipyard simulate merge part-*.json
  slipyard simulate customs_raid --seed 7 --lock-out raid.sliplock
  slipyard simulate --lock raid.sliplock --in customs_dock-0.1.0.slippack

The same seed gives the same result, byte for byte, however many threads play and in however many
shards. Each game has a seed of its own, and `slipyard run ENCOUNTER --seed THAT` plays it.")]
pub struct Simulate {
    /// Puts parts together.
    #[command(subcommand)]
    pub command: Option<SimulateCommand>,
    /// An encounter, with or without its package
    #[arg(value_name = "ENCOUNTER", required_unless_present = "lock")]
    pub encounter: Option<String>,
    /// How many games; with --within, at most
    #[arg(short = 'n', long, default_value_t = 10_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: u64,
    /// What the seeds of the games are drawn from
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
    /// Stop when half of every 95% interval of a share is at most this
    #[arg(long, value_name = "SHARE", conflicts_with = "shard")]
    pub within: Option<Precision>,
    /// Who plays a side, for each side you like: doctrine, NAME of one, random,
    /// search(DOCTRINE, 400 samples, 2 turns), program:COMMAND
    #[arg(long = "seat", value_name = "SIDE=WHO")]
    pub seats: Vec<SeatOf>,
    /// Play each game also with the sides in each other's places, and say what the places are worth
    #[arg(long)]
    pub mirror: bool,
    /// Play the same games of another version, and say what the difference does: a package, a Slip file, or a commit
    #[arg(long, value_name = "OTHER")]
    pub compare: Option<String>,
    /// How many threads play; as many as there are cores if it is not said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Play only this part of the games, and write what was counted for `simulate merge`
    #[arg(long, value_name = "I/M")]
    pub shard: Option<Shard>,
    /// Also writes down what was simulated, so that others count the same
    #[arg(long, value_name = "FILE", conflicts_with_all = ["compare", "shard"])]
    pub lock_out: Option<PathBuf>,
    /// Simulates what such a file says, with the same packages, or not at all
    #[arg(long, value_name = "FILE", conflicts_with_all = ["encounter", "games", "seed", "within", "seats", "mirror", "compare", "shard", "lock_out"])]
    pub lock: Option<PathBuf>,
    /// How it is shown.
    #[command(flatten)]
    pub shown: Shown,
    /// The package, folder or Slip file to look in
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// The most games: their seeds stay apart, and their counts stay exact.
pub(in crate::cli) const MOST_GAMES: u64 = slip_limits::GAMES;

/// What a result is shown as, and where.
#[derive(Args, Clone, Debug)]
pub struct Shown {
    /// For people, for programs, for spreadsheets, or a page for browsers; left out, as the name of --out ends, and as text where
    /// nothing says otherwise
    #[arg(long, value_enum)]
    pub format: Option<SimulateFormat>,
    /// Write it into a file instead
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Subcommands of `slipyard simulate`.
#[derive(Subcommand, Clone, Debug)]
pub enum SimulateCommand {
    /// Put the parts of a simulation together: exactly the result that one run would have given
    Merge(Merge),
}

/// `slipyard simulate merge`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Example:
  slipyard simulate merge part-*.json --out raid.html

All parts must be of the same simulation, and together have each of its games once.")]
pub struct Merge {
    /// Files that --shard wrote, in any order
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// How it is shown.
    #[command(flatten)]
    pub shown: Shown,
}

/// How a simulation is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum SimulateFormat {
    /// Tables and histograms for people
    #[default]
    Text,
    /// Everything, for programs; its schema is docs/schema/simulation.schema.json
    Json,
    /// One table, for spreadsheets
    Csv,
    /// A page with charts that needs nothing else
    Html,
}

impl Ending for SimulateFormat {
    const ENDINGS: &'static [(SimulateFormat, &'static [&'static str])] = &[
        (SimulateFormat::Text, &["txt", "text"]),
        (SimulateFormat::Json, &["json"]),
        (SimulateFormat::Csv, &["csv"]),
        (SimulateFormat::Html, &["html", "htm"]),
    ];
    const ANY: Option<SimulateFormat> = Some(SimulateFormat::Text);
}
