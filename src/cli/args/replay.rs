//! Arguments of `slipyard replay`.

use super::TextOrJson;
use clap::Args;
use std::path::PathBuf;

/// `slipyard replay`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard replay raid.jsonl                  the account of a log, if it follows from its dice
  slipyard replay raid.jsonl --until 120      the account up to line 120, and how things stand then
  slipyard replay raid.jsonl --verify         nothing but the exit code, for CI
  slipyard replay - --format json < raid.jsonl

Every line is read and written again, every answer is decided again with the seed (or with the faces
that were typed in), and the same bytes must come out. Lines count from 0, as `n` does.

Exit code 0 if the log is the same, 1 if a line differs (the first is shown with what was expected),
2 if it cannot be compared: it is no log, or the pack is another one.")]
pub struct Replay {
    /// Log file, or `-` for the standard input
    #[arg(value_name = "LOG")]
    pub log: PathBuf,
    /// Stop after this line
    #[arg(long, value_name = "N")]
    pub until: Option<usize>,
    /// An account in words, or the log
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// Print only errors
    #[arg(long, conflicts_with_all = ["format", "until"])]
    pub verify: bool,
    /// If the package differs from the log's: apply its events as written, without checking them against the rules
    #[arg(long, conflicts_with = "verify")]
    pub force: bool,
    /// Package or folder to look in; a file means the package that contains it
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}
