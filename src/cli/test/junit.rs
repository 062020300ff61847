//! Writes test results as JUnit XML, for viewers of pull requests.

use super::{TestOutcome, TestRun};
use crate::cli::effect_report::EffectReport;
use slip_odds::expect::TestVerdict;
use slip_report::xml::escaped;
use slip_report::{DrawOptions, Style, Summary, report};
use slip_source::diagnostic::{Diagnostic, Diagnostics, Severity};
use std::time::Duration;

/// Returns the results as a JUnit document. Undecided tests count as skipped, unless they are denied. The effects
/// that acted are the output of their suite.
pub(super) fn junit(ran: &[TestRun<'_>], lines: &[(String, EffectReport)], seed: u64) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let all: Vec<&TestRun<'_>> = ran.iter().collect();
    out.push_str(&format!("<testsuites name=\"slipyard\"{}>\n", counts(&all)));
    for suite in all.chunk_by(|one, next| one.package() == next.package()) {
        let package = suite.first().map_or("", |one| one.package());
        out.push_str(&format!("  <testsuite name=\"{}\"{}>\n", escaped(package), counts(suite)));
        out.push_str(&format!("    <properties>\n      <property name=\"seed\" value=\"{seed}\"/>\n    </properties>\n"));
        suite.iter().for_each(|one| case(one, &mut out));
        for (_, lines) in lines.iter().filter(|(of, _)| of == package) {
            out.push_str(&format!("    <system-out>{}</system-out>\n", escaped(&lines.text())));
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

/// Outcome of a test in the terms of JUnit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Passed,
    Failure,
    Error,
    Skipped,
}

fn kind(one: &TestRun<'_>) -> Case {
    match one.result() {
        TestOutcome::NotRun | TestOutcome::Of(TestVerdict::Unanswered) => Case::Error,
        TestOutcome::Of(_) if one.found.has_errors() => Case::Failure,
        TestOutcome::Of(TestVerdict::Undecided) => Case::Skipped,
        TestOutcome::Of(_) => Case::Passed,
    }
}

fn counts(cases: &[&TestRun<'_>]) -> String {
    let of = |wanted: Case| cases.iter().filter(|one| kind(one) == wanted).count();
    let time: Duration = cases.iter().map(|one| one.took).sum();
    let (failures, errors, skipped) = (of(Case::Failure), of(Case::Error), of(Case::Skipped));
    let (tests, time) = (cases.len(), seconds(time));
    format!(" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" time=\"{time}\"")
}

fn case(one: &TestRun<'_>, out: &mut String) {
    let (file, line) = one.place();
    out.push_str(&format!(
        "    <testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{line}\" time=\"{}\"",
        escaped(one.package()),
        escaped(&one.test.title),
        escaped(file),
        seconds(one.took)
    ));
    let element = match kind(one) {
        Case::Passed => {
            out.push_str("/>\n");
            return;
        }
        Case::Skipped => "skipped",
        Case::Failure => "failure",
        Case::Error => "error",
    };
    let worst: Option<&Diagnostic> = one.found.iter().find(|found| found.severity == Severity::Error).or(one.found.iter().next());
    let (message, code) = match worst {
        Some(found) => (found.message.clone(), found.code.slug()),
        None if one.result() == TestOutcome::NotRun => ("the package has errors".to_owned(), "not-run"),
        None => (one.word().to_owned(), "test-undecided"),
    };
    out.push_str(&format!(">\n      <{element} message=\"{}\" type=\"{code}\">", escaped(&message)));
    out.push_str(&escaped(&told(&one.found, one)));
    out.push_str(&format!("</{element}>\n    </testcase>\n"));
}

fn told(found: &Diagnostics, one: &TestRun<'_>) -> String {
    report(found, &one.world.project.sources, Style::Plain, DrawOptions::default(), &Summary::default())
}

/// Formats seconds: `0.123`.
fn seconds(time: Duration) -> String {
    format!("{}.{:03}", time.as_secs(), time.subsec_millis())
}
