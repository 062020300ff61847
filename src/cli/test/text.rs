//! Writes test results as text: each test with its result, then the findings.

use super::{TestOutcome, TestRun};
use crate::cli::args;
use crate::cli::shown;
use anstyle::{AnsiColor, Style as Ink};
use slip_export::cards::counted;
use slip_odds::expect::TestVerdict;
use slip_odds::simulate::typed;
use slip_report::{DrawOptions, Style, Summary, report};
use std::time::Duration;

/// Largest number of failed tests for which a command is printed.
const AGAIN: usize = 10;

/// Returns the report as text.
pub(super) fn text(ran: &[TestRun<'_>], wanted: &args::TestArgs, colour: bool) -> String {
    let mut out = String::new();
    let mut package = None;
    for one in ran {
        if package != Some(one.package()) {
            package = Some(one.package());
            out.push_str(&format!("{}\n", one.package()));
        }
        let ink = if colour { ink(one) } else { Ink::new() };
        let games: u64 = one.judged.iter().flat_map(|judged| &judged.played).map(|played| played.games).sum();
        let games = if games == 0 { String::new() } else { format!(" ({games} games)") };
        out.push_str(&format!("  {ink}{:<10}{ink:#}  {}{games}\n", one.word(), one.test.title));
    }
    for one in ran.iter().filter(|one| !one.found.is_empty()) {
        out.push('\n');
        let picture = DrawOptions { colour, ..DrawOptions::default() };
        out.push_str(report(&one.found, &one.world.project.sources, Style::Human, picture, &Summary::default()).trim_end());
        out.push('\n');
    }
    again(ran, wanted, &mut out);
    out
}

fn ink(ran: &TestRun<'_>) -> Ink {
    let colour = match ran.result() {
        TestOutcome::Of(TestVerdict::Held) => AnsiColor::Green,
        TestOutcome::Of(TestVerdict::Undecided) => AnsiColor::Yellow,
        _ => AnsiColor::Red,
    };
    colour.on_default().bold()
}

/// Writes commands that run each failed test alone.
fn again(ran: &[TestRun<'_>], wanted: &args::TestArgs, out: &mut String) {
    let paths: Vec<String> = wanted.paths.iter().map(|path| typed(&shown(path))).collect();
    let open = ran.iter().filter(|one| !one.found.is_empty());
    let lines = open.map(|one| {
        let title = &one.test.title;
        // Several packages may have tests with the same title. Tests that the filter hides could be among these, so the package is added to
        // the title.
        let alone =
            wanted.filter.is_none() && ran.iter().filter(|other| other.test.title.to_lowercase() == title.to_lowercase()).count() == 1;
        let title = if alone { typed(title) } else { typed(&format!("{}: {title}", one.package())) };
        format!("  slipyard test {} --filter {title} --seed {}\n", paths.join(" "), wanted.seed)
    });
    let lines: Vec<String> = lines.take(AGAIN).collect();
    if !lines.is_empty() {
        out.push_str(&format!("\nto repeat them one by one:\n{}", lines.concat()));
    }
}

/// Returns a summary of the run in one or two sentences.
pub(super) fn summary(ran: &[TestRun<'_>], seed: u64, took: Duration) -> String {
    if ran.is_empty() {
        return "there are no tests here; `slipyard test --help` shows one".to_owned();
    }
    let count = |turned: TestOutcome| ran.iter().filter(|one| one.result() == turned).count();
    let expectations: usize = ran.iter().map(|one| one.test.written).sum();
    let kinds = [TestVerdict::Failed, TestVerdict::Undecided, TestVerdict::Unanswered]
        .map(|verdict| (count(TestOutcome::Of(verdict)), verdict.word()));
    let rest = kinds.into_iter().chain([(count(TestOutcome::NotRun), "not run")]).filter(|(number, _)| *number > 0);
    let rest: String = rest.map(|(number, word)| format!(", {number} {word}")).collect();
    let held = count(TestOutcome::Of(TestVerdict::Held));
    let (tests, expectations) = (counted(ran.len(), "test"), counted(expectations, "expectation"));
    let slowest = ran.iter().max_by_key(|one| one.took).filter(|one| one.took >= Duration::from_secs(1));
    let slowest = slowest.map(|one| format!("; the slowest took {}: {}", seconds(one.took), one.test.title)).unwrap_or_default();
    format!("{tests}, {expectations} in {}, seed {seed}: {held} held{rest}{slowest}", seconds(took))
}

/// Formats seconds: `0.123 s`.
pub(super) fn seconds(time: Duration) -> String {
    format!("{}.{:03} s", time.as_secs(), time.subsec_millis())
}
