//! What may be typed after `slipyard run`. Floor 8.

use super::TextOrJson;
use clap::Args;
use std::path::PathBuf;

/// `slipyard run`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard run customs_raid --seed 7
  slipyard run yards.night_shift --seed 7 --format json

The encounter is looked up in the package around the current folder, else in those below it. The
same seed gives the same fight, byte for byte. With --format json the log is printed, one event
a line.")]
pub struct Run {
    /// An encounter, with or without its package
    #[arg(value_name = "ENCOUNTER")]
    pub encounter: String,
    /// What the dice are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// An account in words, or the log
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// The package or folder to look in
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}
