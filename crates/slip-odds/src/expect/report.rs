//! Report of a test run as plain data for programs.

use super::errors::{self, RerunFacts};
use super::judge_expectation::JudgedExpectation;
use crate::simulate::schema_struct_macro::{HasSchema, records};
use serde_json::Value;
use slip_compile::check::expectation::{Expectation, TestBlock};
use slip_source::Sources;

records! {
    /// Part of an expectation, with its value.
    pub struct PartOf {
        /// Source text of the part.
        pub text: String,
        /// Value of the part.
        pub value: String,
    }

    /// Games that were played for a verdict.
    pub struct PlayedOf {
        /// The encounter, with its package.
        pub encounter: String,
        /// Number of games played: the first games of the seed.
        pub games: u64,
    }

    /// One expectation of a test.
    pub struct ExpectationOf {
        /// Line number in the file.
        pub line: u64,
        /// Source text of the claim.
        pub text: String,
        /// Verdict on the expectation: `held`, `failed`, `undecided` or `unanswered`.
        pub verdict: String,
        /// Message in one sentence; null if the expectation holds.
        pub message: Option<String>,
        /// Values of the expectation's parts, in the order of the text.
        pub parts: Vec<PartOf>,
        /// Sources of the numbers in the expectation.
        pub reasons: Vec<String>,
        /// Greatest number of games that may be played; null if the expectation needs no games.
        pub runs: Option<u64>,
        /// Allowed error: one wrong verdict in this many; null if no games are played.
        pub error: Option<u64>,
        /// Games that were played for the verdict.
        pub played: Vec<PlayedOf>,
    }

    /// One test of a package.
    pub struct TestOf {
        /// Package that declares the test.
        pub package: String,
        /// Title of the test.
        pub title: String,
        /// File that contains the test.
        pub file: String,
        /// Number of the test's first line in the file.
        pub line: u64,
        /// Verdict on the test: `held`, `failed`, `undecided` or `unanswered`; `not run` if its package has errors.
        pub verdict: String,
        /// Expectations of the test, in the order of the text.
        pub expectations: Vec<ExpectationOf>,
    }

    /// Number of tests by verdict.
    pub struct Totals {
        /// Number of all tests.
        pub tests: u64,
        /// Number of tests in which all expectations hold.
        pub held: u64,
        /// Number of tests in which at least one expectation fails.
        pub failed: u64,
        /// Number of tests in which an expectation is undecided and none fails.
        pub undecided: u64,
        /// Number of tests in which an expectation cannot be answered.
        pub unanswered: u64,
        /// Number of tests that were not run because their package has errors.
        pub not_run: u64,
    }

    /// A run of tests.
    pub struct TestReport {
        /// Version of Slipyard that ran the tests.
        pub slipyard: String,
        /// Seed of all games in the run.
        pub seed: u64,
        /// The tests, in the order of packages, files and lines.
        pub tests: Vec<TestOf>,
        /// Number of tests by verdict.
        pub totals: Totals,
    }
}

impl TestReport {
    /// Counts the tests by their verdicts into the totals.
    pub fn total(&mut self) {
        let count = |verdict: &str| self.tests.iter().filter(|test| test.verdict == verdict).map(|_| 1).sum();
        self.totals = Totals {
            tests: self.tests.iter().map(|_| 1).sum(),
            held: count("held"),
            failed: count("failed"),
            undecided: count("undecided"),
            unanswered: count("unanswered"),
            not_run: count("not run"),
        };
    }

    /// Returns the report of the test run as JSON, ending with a newline.
    pub fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Returns the JSON schema of the report of a test run (draft 2020-12).
    pub fn json_schema() -> String {
        let mut schema = <TestReport as HasSchema>::schema();
        if let Value::Object(fields) = &mut schema {
            fields.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
            fields.insert("title".to_owned(), "The report of Slipyard's tests".into());
        }
        let mut pretty = serde_json::to_string_pretty(&schema).unwrap_or_default();
        pretty.push('\n');
        pretty
    }
}

impl JudgedExpectation {
    /// Returns the result of an expectation as plain data.
    pub fn told(&self, test: &TestBlock, expectation: &Expectation, seed: u64, sources: &Sources) -> ExpectationOf {
        let text = |span| sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
        ExpectationOf {
            line: sources.file(expectation.span.file).map_or(0, |file| file.line(expectation.span.start).into()),
            text: text(expectation.claim.span),
            verdict: self.verdict.word().to_owned(),
            message: errors::diagnostic(test, expectation, self, RerunFacts { seed, elsewhere: None }, sources).map(|told| told.message),
            parts: self.parts.iter().map(|part| PartOf { text: text(part.whole), value: part.long.clone() }).collect(),
            reasons: self.reasons.clone(),
            runs: expectation.sampling.map(|sampling| sampling.runs),
            error: expectation.sampling.map(|sampling| sampling.error),
            played: self.played.iter().map(|played| PlayedOf { encounter: played.encounter.to_string(), games: played.games }).collect(),
        }
    }
}
