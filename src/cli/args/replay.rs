//! Arguments of `slipyard replay`.

use super::TextOrJson;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `slipyard replay`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard replay raid.jsonl                  the account of the game, if the log is correct
  slipyard replay raid.jsonl --until 120      the account up to line 120, and the situation then
  slipyard replay raid.jsonl --verify         only the exit code, for CI
  slipyard replay - --format json < raid.jsonl

The game is played again with the answers in the log and its seed (or the typed dice), and the result
must be the same log, byte for byte. Lines are counted from 0, as in the field `n`.

Exit code 0 if the log is the same, 1 if a line differs (the first one is shown with the expected
line), 2 if it cannot be compared: it is not a log, or it belongs to another pack.")]
pub struct Replay {
    /// Log file, or `-` for the standard input
    #[arg(value_name = "LOG")]
    pub log: PathBuf,
    /// Stop after the line of the log with this number
    #[arg(long, value_name = "N")]
    pub until: Option<usize>,
    /// Output format: an account in words, or the log itself
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// Print no account; report only errors
    #[arg(long, conflicts_with_all = ["format", "until"])]
    pub verify: bool,
    /// If the log was made with another package: apply its events as written, without checking them against the rules
    #[arg(long, conflicts_with = "verify")]
    pub force: bool,
    /// Package or folder to look in; a file means the package that contains it
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}
