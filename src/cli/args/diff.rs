//! What may be typed after `slipyard diff`.

use clap::{Args, ValueEnum};
use std::num::NonZero;
use std::path::PathBuf;

/// `slipyard diff`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard diff main                    what is different here from that commit
  slipyard diff main content/harbour    the same of a folder
  slipyard diff v1.2.0 v1.3.0 --in content/harbour
  slipyard diff old/harbour harbour     two folders
  slipyard diff harbour.slippack .      a built package and what is here
  slipyard diff main --games 2000       and who wins now: every encounter, with the same seeds
  slipyard diff main --format markdown  for a pull request or a changelog
  slipyard diff main --fail-on version  exit code 1 if the manifest's version is too small for it

Differences are of names (identity), of what is legal (legality), of numbers, stunts, effects and
ground (statistics), of who wins (odds) and of words (text). A name that is gone or a thing that is
no longer legal asks for a major version, anything new and numbers for a minor one, words for a
patch; below 1.0.0 the second number is the major one.

Exit code 0; 1 if there is a difference of what --fail-on names; 2 if it could not run.")]
pub struct Diff {
    /// What there was: a package or folder of packages, a Slip file, a built pack, or a commit
    #[arg(value_name = "OLD")]
    pub old: String,
    /// What there is now
    #[arg(value_name = "NEW", default_value = ".")]
    pub new: String,
    /// Where commits are looked into; where the other version is, if that is a folder or a Slip file, or else here
    #[arg(long = "in", value_name = "PATH")]
    pub folder: Option<PathBuf>,
    /// How differences are shown
    #[arg(long, value_enum, default_value_t = DiffFormat::Text)]
    pub format: DiffFormat,
    /// Exit with 1 for these; several are parted by commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub fail_on: Vec<FailOn>,
    /// Play every encounter that both have so often in both versions
    #[arg(long, value_name = "N")]
    pub games: Option<NonZero<u32>>,
    /// Seed of those games
    #[arg(long, default_value_t = 1, requires = "games")]
    pub seed: u64,
    /// Threads that play; as many as there are cores if left out
    #[arg(long, value_name = "N", requires = "games")]
    pub threads: Option<NonZero<usize>>,
}

/// How differences are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DiffFormat {
    /// For people
    Text,
    /// For a pull request or a changelog
    Markdown,
    /// For programs
    Json,
}

/// What makes a comparison fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FailOn {
    /// Things that come, go, or are called otherwise
    Identity,
    /// What is legal
    Legality,
    /// Numbers, stunts, effects, ground
    Statistics,
    /// Who wins
    Odds,
    /// Words
    Text,
    /// Anything that asks for a major version
    Breaking,
    /// A version in the manifest that is too small for what changed
    Version,
}
