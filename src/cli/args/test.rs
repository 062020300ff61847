//! Arguments of `slipyard test`.

use super::LinesOf;
use crate::cli::format_by_extension::FormatExtensions;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `slipyard test`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard test                              the package around the current folder, or those below it
  slipyard test content                      every package in a folder
  slipyard test content --filter raid        tests whose package or title contains the word
  slipyard test --seed 7                     other games; the same seed gives the same verdicts
  slipyard test --out tests.xml              as JUnit, for CI
  slipyard test --lines                      also which effects acted in the games of the tests
  slipyard test --list                       list the tests without running them
  slipyard test --questions                  list everything that an expectation can ask

A test is a block of the package itself:

  test \"the raid is a fair fight\" {
    expect wins(customs_raid, crew) in 40%..60% over 20_000 runs
    expect spent(long_margin) <= 17
  }

Exact questions are computed. For the others, games are played until the answer is certain, with at
most one wrong verdict in 1_000 (`error 1 in 1_000`). If the given number of games is not enough, the
expectation is undecided: a warning, which --deny warnings or `[lints] test-undecided = \"deny\"` turns
into an error.

Exit code 0 if no test fails, 1 if an expectation fails or cannot be answered, or if its package has
errors, 2 if the tests could not be run.")]
pub struct TestArgs {
    /// Packages, folders, files, or `-` for the standard input
    #[arg(default_value = ".", value_name = "PATHS")]
    pub paths: Vec<PathBuf>,
    /// Run only tests whose package or title contains this text; a full title selects only the test with this title
    #[arg(long, value_name = "WORD")]
    pub filter: Option<String>,
    /// Seed from which the seeds of all games are drawn
    #[arg(long, default_value_t = 1, value_name = "S")]
    pub seed: u64,
    /// Number of threads; by default, one per core. It never changes a result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Output format: text, data for programs, or JUnit; by default from the extension of --out, else text
    #[arg(long, value_enum)]
    pub format: Option<TestFormat>,
    /// Write the report, or the list, to a file instead of the standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Treat these findings as errors; an undecided test is a warning
    #[arg(long, value_enum, value_name = "WHAT")]
    pub deny: Option<DenyInTests>,
    /// Report which effects of the package acted, how often and on whom, and which were never checked; `all`: also the effects of `std`
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "package", conflicts_with_all = ["list", "questions"])]
    pub lines: Option<LinesOf>,
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

impl FormatExtensions for TestFormat {
    const ENDINGS: &'static [(TestFormat, &'static [&'static str])] =
        &[(TestFormat::Text, &["txt", "text"]), (TestFormat::Json, &["json"]), (TestFormat::Junit, &["xml"])];
    const ANY: Option<TestFormat> = Some(TestFormat::Text);
}

/// Findings of tests that `--deny` can turn into errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DenyInTests {
    /// Every warning counts as an error.
    Warnings,
}
