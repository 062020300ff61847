//! Arguments of `slipyard diff`.

use clap::{Args, ValueEnum};
use std::num::NonZero;
use std::path::PathBuf;

/// Arguments of `slipyard diff`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard diff main                    the changes here since that commit
  slipyard diff main content/harbour    the same for a folder
  slipyard diff v1.2.0 v1.3.0 --in content/harbour
  slipyard diff old/harbour harbour     two folders
  slipyard diff harbour.slippack .      a built package and the package here
  slipyard diff main --games 2000       also who wins each encounter, with the same seeds
  slipyard diff main --format markdown  for a pull request or a changelog
  slipyard diff main --fail-on policy,waivers,patches   for the review of a contribution
  slipyard diff main --fail-on version  exit code 1 if the manifest's version is too small for it

Differences are sorted into names (identity), legal and illegal (legality), limits that a manifest or the
policy of the repository sets (policy), waivers, patches of other packages, numbers, stunts,
effects and maps (statistics), chances of winning (odds), and titles, aspects and comments (text). A removed name, or a thing that is no longer
legal, requires a new major version; new things and changed numbers require a minor version, changed
words a patch. Below 1.0.0 the second number is the major version.

Exit code 0; 1 if there is a difference of a kind given to --fail-on, or if --fail-on is given and
one of the versions has errors; 2 if the comparison could not run.")]
pub struct Diff {
    /// Old version: a package or folder of packages, a Slip file, a built pack, or a commit
    #[arg(value_name = "OLD")]
    pub old: String,
    /// New version: a path or a commit, like the old version
    #[arg(value_name = "NEW", default_value = ".")]
    pub new: String,
    /// Folder in which commits are looked up; by default the folder of the other version, if that is a folder or a Slip file, else the
    /// current folder
    #[arg(long = "in", value_name = "PATH")]
    pub folder: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = DiffFormat::Text)]
    pub format: DiffFormat,
    /// Exit with 1 for these kinds of change; separate several with commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub fail_on: Vec<FailOn>,
    /// Play this many games of each encounter that both versions have, in each version
    #[arg(long, value_name = "N")]
    pub games: Option<NonZero<u32>>,
    /// Seed of the games that --games plays
    #[arg(long, default_value_t = 1, requires = "games")]
    pub seed: u64,
    /// Number of threads; by default, one per core
    #[arg(long, value_name = "N", requires = "games")]
    pub threads: Option<NonZero<usize>>,
}

/// Output format of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DiffFormat {
    /// Text to read
    Text,
    /// Markdown, for a pull request or a changelog
    Markdown,
    /// Data for programs
    Json,
}

/// Kinds of change that make a comparison fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FailOn {
    /// Items that are added, removed or renamed
    Identity,
    /// Legality of items, and waivers
    Legality,
    /// Limits that a manifest or the policy of the repository sets: caps, bans, lint levels, the standard library
    Policy,
    /// Waivers
    Waivers,
    /// Patches to other packages and to the standard library
    Patches,
    /// Numbers, stunts, effects, maps, patches
    Statistics,
    /// Shares of wins, in the games that --games plays
    Odds,
    /// Titles, aspects and comments
    Text,
    /// Changes that require a new major version
    Breaking,
    /// A version number in the manifest that is too low for the changes
    Version,
}
