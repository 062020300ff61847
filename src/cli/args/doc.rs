//! Arguments of `slipyard doc`.

use super::MOST_GAMES;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `slipyard doc`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard doc                          a site for the package here, in target/site
  slipyard doc content --out site       one site for every package in a folder
  slipyard doc --simulate 1000          with the odds of every encounter, from 1000 games each
  slipyard doc --simulate 1000 --seed 7 other games

Open index.html in a browser: it needs no server and no network. The pages can be read without
JavaScript; with it they can be searched, sorted and filtered. The same content and seed give the
same bytes.

An earlier site in the folder is replaced, and other files beside it are left alone. A folder that
contains files but no earlier site is refused.")]
pub struct Doc {
    /// Package, or folder of packages
    #[arg(default_value = ".", value_name = "PATH")]
    pub path: PathBuf,
    /// Folder to write to; by default, target/site
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Play every encounter this many times, and show its odds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub simulate: Option<u64>,
    /// Seed of the games that are played for the odds
    #[arg(long, default_value_t = 1, value_name = "N", requires = "simulate")]
    pub seed: u64,
    /// Number of threads; by default, one per core
    #[arg(long, value_name = "N", requires = "simulate", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
}
