//! Arguments of `slipyard watch`.

use clap::{Args, ValueEnum};
use slip_report::Style;
use std::path::PathBuf;

/// Arguments of `slipyard watch`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard watch                        check the package here whenever one of its files is saved
  slipyard watch content --format short one line per finding, for the problem list of an editor
  slipyard watch --clear                clear the screen before each report
  slipyard watch --poll                 look every half second, for example in network folders

Dependencies are watched too. A save without a change prints nothing. The command runs until it is
interrupted; exit code 2 if it cannot start.")]
pub struct WatchArgs {
    /// Packages, folders or files
    #[arg(default_value = ".", value_name = "PATHS")]
    pub paths: Vec<PathBuf>,
    /// Report format
    #[arg(long, value_enum, default_value_t = WatchFormat::Human)]
    pub format: WatchFormat,
    /// Clear the screen before each report
    #[arg(long)]
    pub clear: bool,
    /// Look at the files every half second instead of waiting for notifications
    #[arg(long)]
    pub poll: bool,
    /// Check everything again, and write nothing to the cache
    #[arg(long)]
    pub no_cache: bool,
}

/// Format of the reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum WatchFormat {
    /// Source excerpts with the error code and help
    Human,
    /// Source excerpts; all lines involved are in one compact picture
    Ledger,
    /// Source excerpts with the error code and the message on one line, for logs
    Plain,
    /// One line per finding
    Short,
    /// Sentences, for screen readers
    Narrated,
}

impl From<WatchFormat> for Style {
    fn from(format: WatchFormat) -> Style {
        match format {
            WatchFormat::Human => Style::Human,
            WatchFormat::Ledger => Style::Ledger,
            WatchFormat::Plain => Style::Plain,
            WatchFormat::Short => Style::Short,
            WatchFormat::Narrated => Style::Narrated,
        }
    }
}
