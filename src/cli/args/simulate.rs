//! Arguments of `slipyard simulate`.

use super::{LinesOf, SeatOf};
use crate::cli::format_by_extension::FormatExtensions;
use clap::{Args, Subcommand, ValueEnum};
use slip_odds::simulate::Precision;
use slip_odds::simulate::shard::Shard;
use std::path::PathBuf;

/// Arguments of `slipyard simulate`.
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
  slipyard simulate customs_raid -n 100 --lines
  slipyard simulate customs_raid -n 1000000 --shard 3/16 --out part-3.json
  slipyard simulate merge part-*.json
  slipyard simulate customs_raid --seed 7 --lock-out raid.sliplock
  slipyard simulate --lock raid.sliplock --in customs_dock-0.1.0.slippack

The same seed gives the same result, byte for byte, with any number of threads and shards. Each game
has its own seed, and `slipyard run ENCOUNTER --seed SEED` plays that game.")]
pub struct Simulate {
    /// Subcommand that merges parts of a simulation.
    #[command(subcommand)]
    pub command: Option<SimulateCommand>,
    /// Encounter, as NAME or PACKAGE.NAME
    #[arg(value_name = "ENCOUNTER", required_unless_present = "lock")]
    pub encounter: Option<String>,
    /// Number of games; with --within, the largest number
    #[arg(short = 'n', long, default_value_t = 10_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: u64,
    /// Seed from which the seeds of the games are drawn
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
    /// Stop when every share is exact enough: half of its 95% interval is at most SHARE
    #[arg(long, value_name = "SHARE", conflicts_with = "shard")]
    pub within: Option<Precision>,
    /// Player of a side, once for each side: doctrine, NAME of a doctrine, random, search(DOCTRINE, 400 samples, 2 turns), program:COMMAND
    #[arg(long = "seat", value_name = "SIDE=WHO")]
    pub seats: Vec<SeatOf>,
    /// Also play each game with the sides' positions swapped, and show how much the positions matter
    #[arg(long)]
    pub mirror: bool,
    /// Play the same games with another version (a package, a Slip file or a commit), and show the difference
    #[arg(long, value_name = "OTHER")]
    pub compare: Option<String>,
    /// Report which effects of the package acted, how often and on whom, and which were never checked; `all`: also the effects of `std`
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "package", conflicts_with_all = ["shard", "lock_out", "lock"])]
    pub lines: Option<LinesOf>,
    /// Number of threads; by default, one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Play only this part of the games, and write the counts for `simulate merge`
    #[arg(long, value_name = "I/M")]
    pub shard: Option<Shard>,
    /// Also write a lock of the simulation, so that others can repeat it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["compare", "shard"])]
    pub lock_out: Option<PathBuf>,
    /// Repeat the simulation that a lock describes; fails if the packages differ
    #[arg(long, value_name = "FILE", conflicts_with_all = ["encounter", "games", "seed", "within", "seats", "mirror", "compare", "shard", "lock_out"])]
    pub lock: Option<PathBuf>,
    /// Options for the output format and the file.
    #[command(flatten)]
    pub shown: SimulateOutputArgs,
    /// Package, folder or Slip file to look in
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// Largest number of games: up to this number their seeds are distinct and their counts exact.
pub(in crate::cli) const MOST_GAMES: u64 = slip_limits::GAMES;

/// Options for the output format and the file.
#[derive(Args, Clone, Debug)]
pub struct SimulateOutputArgs {
    /// Output format: text, data for programs, a table for spreadsheets, or a web page; by default from the extension of --out, else text
    #[arg(long, value_enum)]
    pub format: Option<SimulateFormat>,
    /// Write to a file instead of the standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Subcommands of `slipyard simulate`.
#[derive(Subcommand, Clone, Debug)]
pub enum SimulateCommand {
    /// Merge the parts of a simulation into exactly the result of a single run
    Merge(Merge),
}

/// Arguments of `slipyard simulate merge`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Example:
  slipyard simulate merge part-*.json --out raid.html

All parts must belong to the same simulation, and together contain each of its games once.")]
pub struct Merge {
    /// Files that --shard wrote, in any order
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// Options for the output format and the file.
    #[command(flatten)]
    pub shown: SimulateOutputArgs,
}

/// Output format of a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum SimulateFormat {
    /// Tables and histograms to read
    #[default]
    Text,
    /// Everything, for programs; its schema is docs/schema/simulation.schema.json
    Json,
    /// One table, for spreadsheets
    Csv,
    /// A self-contained page with charts
    Html,
}

impl FormatExtensions for SimulateFormat {
    const ENDINGS: &'static [(SimulateFormat, &'static [&'static str])] = &[
        (SimulateFormat::Text, &["txt", "text"]),
        (SimulateFormat::Json, &["json"]),
        (SimulateFormat::Csv, &["csv"]),
        (SimulateFormat::Html, &["html", "htm"]),
    ];
    const ANY: Option<SimulateFormat> = Some(SimulateFormat::Text);
}
