//! What a run of tests says, as plain data for programs.

use super::errors::{self, Again};
use super::judge::Judged;
use crate::simulate::record::{Shape, records};
use serde_json::Value;
use slip_compile::check::expectation::{Expectation, Test};
use slip_source::Sources;

records! {
    /// A part of an expectation and what it comes to.
    pub struct PartOf {
        /// The part, as it is written.
        pub text: String,
        /// What it comes to.
        pub value: String,
    }

    /// Games that were played for a verdict.
    pub struct PlayedOf {
        /// The encounter, with its package.
        pub encounter: String,
        /// How many games: the first ones of the seed.
        pub games: u64,
    }

    /// An expectation.
    pub struct ExpectationOf {
        /// Its line in the file.
        pub line: u64,
        /// The claim, as it is written.
        pub text: String,
        /// `held`, `failed`, `undecided` or `unanswered`.
        pub verdict: String,
        /// What there is to say of it, in one sentence; none if it holds.
        pub message: Option<String>,
        /// What its parts come to, in the order of the text.
        pub parts: Vec<PartOf>,
        /// Where the numbers come from.
        pub reasons: Vec<String>,
        /// Games at most; none if nothing is sampled.
        pub runs: Option<u64>,
        /// A wrong verdict is accepted once in so many; none if nothing is sampled.
        pub error: Option<u64>,
        /// What was played.
        pub played: Vec<PlayedOf>,
    }

    /// A test.
    pub struct TestOf {
        /// The package.
        pub package: String,
        /// What the test says.
        pub title: String,
        /// The file it stands in.
        pub file: String,
        /// Its line in the file.
        pub line: u64,
        /// `held`, `failed`, `undecided`, `unanswered`; or `not run`, because its package has errors.
        pub verdict: String,
        /// Its expectations, in the order of the text.
        pub expectations: Vec<ExpectationOf>,
    }

    /// How many tests turned out how.
    pub struct Totals {
        /// Tests.
        pub tests: u64,
        /// Tests of which all expectations hold.
        pub held: u64,
        /// Tests of which one does not.
        pub failed: u64,
        /// Tests of which one is undecided, and none fails.
        pub undecided: u64,
        /// Tests of which one cannot be answered.
        pub unanswered: u64,
        /// Tests of packages with errors.
        pub not_run: u64,
    }

    /// A run of tests.
    pub struct Report {
        /// The release of Slipyard that ran them.
        pub slipyard: String,
        /// The seed of all games.
        pub seed: u64,
        /// The tests, in the order of packages, files and lines.
        pub tests: Vec<TestOf>,
        /// How many.
        pub totals: Totals,
    }
}

impl Report {
    /// Counts the tests by their verdicts.
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

    /// As JSON, with a line end.
    pub fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Its schema, as JSON (draft 2020-12).
    pub fn json_schema() -> String {
        let mut schema = <Report as Shape>::schema();
        if let Value::Object(fields) = &mut schema {
            fields.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
            fields.insert("title".to_owned(), "The report of Slipyard's tests".into());
        }
        let mut pretty = serde_json::to_string_pretty(&schema).unwrap_or_default();
        pretty.push('\n');
        pretty
    }
}

impl Judged {
    /// What was found out about an expectation, as plain data.
    pub fn told(&self, test: &Test, expectation: &Expectation, seed: u64, sources: &Sources) -> ExpectationOf {
        let text = |span| sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
        ExpectationOf {
            line: sources.file(expectation.span.file).map_or(0, |file| file.line(expectation.span.start).into()),
            text: text(expectation.claim.span),
            verdict: self.verdict.word().to_owned(),
            message: errors::diagnostic(test, expectation, self, Again { seed, elsewhere: None }, sources).map(|told| told.message),
            parts: self.parts.iter().map(|part| PartOf { text: text(part.whole), value: part.long.clone() }).collect(),
            reasons: self.reasons.clone(),
            runs: expectation.sampling.map(|sampling| sampling.runs),
            error: expectation.sampling.map(|sampling| sampling.error),
            played: self.played.iter().map(|played| PlayedOf { encounter: played.encounter.to_string(), games: played.games }).collect(),
        }
    }
}
