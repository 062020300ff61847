//! Arguments of `slipyard test`.

use super::Deny;
use crate::cli::format_by_extension::Ending;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `slipyard test`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard test                              the package around, or those below, the current folder
  slipyard test content                      every package in a folder
  slipyard test content --filter raid        tests whose package or title has the word
  slipyard test --seed 7                     other games; the same seed gives the same verdicts
  slipyard test --out tests.xml              as JUnit, for whatever shows tests of a change
  slipyard test --list                       the tests, not run
  slipyard test --questions                  everything an expectation can ask

A test is a block of the package itself:

  test \"the raid is a fair fight\" {
    expect wins(customs_raid, crew) in 40%..60% over 20_000 runs
    expect spent(long_margin) <= 17
  }

What is exact is reckoned; what only games can tell is played until it is sure, but for one time in
1_000 (`error 1 in 1_000`). What games do not tell in the number asked for is undecided: a warning,
which --deny warnings or `[lints] test-undecided = \"deny\"` makes an error.

Exit code 0 if all that could be told holds, 1 if anything does not hold, cannot be answered, or
stands in a package with errors, 2 if the tests could not be run.")]
pub struct Test {
    /// Packages, folders, files, or `-` for the standard input
    #[arg(default_value = ".", value_name = "PATHS")]
    pub paths: Vec<PathBuf>,
    /// Run only tests whose package or title contains this; a full title selects that test alone
    #[arg(long, value_name = "WORD")]
    pub filter: Option<String>,
    /// Seed from which the seeds of all games are drawn
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
    /// Number of threads; by default, one per core. It never changes a result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Output format: for people, for programs, or JUnit; by default from the extension of --out, else text
    #[arg(long, value_enum)]
    pub format: Option<TestFormat>,
    /// Write the report, or the list, to a file instead of the standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Treat these findings as errors; an undecided test is a warning
    #[arg(long, value_enum, value_name = "WHAT")]
    pub deny: Option<Deny>,
    /// List the tests without running them
    #[arg(long, conflicts_with = "questions")]
    pub list: bool,
    /// List everything an expectation can ask
    #[arg(long, conflicts_with_all = ["paths", "filter", "seed", "threads", "format", "out", "deny"])]
    pub questions: bool,
}

/// Output format of test results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum TestFormat {
    /// Every test, and the value of each part of a failed expectation
    #[default]
    Text,
    /// Everything, for programs; its schema is docs/schema/tests.schema.json
    Json,
    /// JUnit XML, with the time of each test
    Junit,
}

impl Ending for TestFormat {
    const ENDINGS: &'static [(TestFormat, &'static [&'static str])] =
        &[(TestFormat::Text, &["txt", "text"]), (TestFormat::Json, &["json"]), (TestFormat::Junit, &["xml"])];
    const ANY: Option<TestFormat> = Some(TestFormat::Text);
}
