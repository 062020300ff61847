//! Tests of `test` items in content: the expectations they may have, how they are judged, and how results are reported.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_compile::check::expectation::{AnswerKind, QUESTIONS};
use slip_compile::{Compiled, compile};
use slip_odds::expect::errors::{RerunFacts, diagnostic};
use slip_odds::expect::report::TestReport;
use slip_odds::expect::{AnswerCache, JudgedExpectation, TestVerdict};
use slip_report::{DrawOptions, Style, Summary, report};
use slip_source::diagnostic::{Code, Diagnostic, Severity};
use slipyard::project::{self, Project};
use snapbox::cmd::{Command, cargo_bin};
use std::path::{Path, PathBuf};

/// Compiles the package `customs_dock` with these tests added.
fn dock(tests: &str) -> (Project, Compiled) {
    let mut project = project::load(&[PathBuf::from("content/customs_dock")], &mut std::io::empty()).unwrap();
    let root = *project.roots.first().unwrap();
    project.add_file(root, "more.slip", tests);
    let compiled = compile(&project.sources);
    (project, compiled)
}

/// Returns the result of each expectation of the last test.
fn judged(tests: &str, seed: u64, threads: usize) -> Vec<(JudgedExpectation, Option<Diagnostic>)> {
    let (project, compiled) = dock(tests);
    let shown = report(&compiled.diagnostics, &project.sources, Style::Plain, DrawOptions::default(), &Summary::default());
    assert!(!compiled.diagnostics.has_errors(), "{shown}");
    let mut watch = |_: &slip_odds::simulate::SimulationProgress| ();
    let mut desk = AnswerCache::new(&compiled.pack, seed, threads, &mut watch);
    let test = compiled.tests.last().unwrap();
    let found = test.expectations.iter().map(|one| {
        let judged = desk.judge(one);
        let said = diagnostic(test, one, &judged, RerunFacts { seed, elsewhere: None }, &project.sources);
        (judged, said)
    });
    found.collect()
}

fn verdicts(claims: &[&str]) -> Vec<TestVerdict> {
    let lines: String = claims.iter().map(|claim| format!("  expect {claim}\n")).collect();
    judged(&format!("test \"these\" {{\n{lines}}}\n"), 1, 2).into_iter().map(|(judged, _)| judged.verdict).collect()
}

fn all_hold(claims: &[&str]) {
    let wrong: Vec<&&str> =
        claims.iter().zip(verdicts(claims)).filter(|(_, verdict)| *verdict != TestVerdict::Held).map(|(claim, _)| claim).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn none_holds(claims: &[&str]) {
    let wrong: Vec<&&str> =
        claims.iter().zip(verdicts(claims)).filter(|(_, verdict)| *verdict != TestVerdict::Failed).map(|(claim, _)| claim).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Returns the findings about a malformed claim of a test.
fn findings(claim: &str) -> Vec<Diagnostic> {
    let (_, compiled) = dock(&format!("test \"this\" {{\n  expect {claim}\n}}\n"));
    compiled.diagnostics.into_iter().filter(|found| found.severity == Severity::Error).collect()
}

#[test]
fn runs_that_are_not_called_so_are_named_and_no_edit_writes_what_stands_there() {
    let found = findings("wins(customs_raid, crew) in 5%..95% over 200");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].fixes[0].title, "write `over 200 runs`");
    assert_eq!(found[0].fixes[0].edits[0].replacement, " runs");
    // Messages about simulated runs come last.
    let found = findings("casualties(customs_raid, crew) <= 2/5 over 2_000 runs or reaches(1, 1) > 90%");
    assert_eq!(found[0].message, "the claim continues after `over 2_000 runs`");
    let found = findings("wins(customs_raid, crew) in 5%..95% over");
    assert!(found.iter().all(|found| found.fixes.is_empty()), "{found:?}");
}

#[test]
fn every_question_is_answered_as_its_example_is_written() {
    let claim = |question: &slip_compile::check::expectation::ExpectationQuestion| match question.sort {
        AnswerKind::Truth => format!("{0} or not {0}", question.form),
        AnswerKind::Share | AnswerKind::Number => format!("{} >= 0", question.form),
        AnswerKind::Text => format!("{} != \"nothing of the kind\"", question.form),
    };
    let claims: Vec<String> = QUESTIONS.iter().map(claim).collect();
    let claims: Vec<&str> = claims.iter().map(String::as_str).collect();
    all_hold(&claims);
}

#[test]
fn the_book_tells_of_every_question() {
    let page = std::fs::read_to_string("docs/book/tests.md").unwrap();
    let missing: Vec<&str> = QUESTIONS.iter().map(|question| question.word).filter(|word| !page.contains(&format!("`{word}("))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn facts_are_those_of_the_sheet() {
    all_hold(&[
        "spent(long_margin) == budget(long_margin) - points_left(long_margin)",
        "stat(ember, beam) == 3 and stat(ember, torpedo) == 1 and stat(ember, ew) == 0",
        "track(ember, heat) == 4",
        "rank(iveta, pilot) == 5 and rank(deckhand, pilot) == 0",
        "has_aspect(long_margin, \"Huge\") and not has_aspect(ember, \"Huge\")",
        "has_stunt(ember, firewall) and not has_stunt(ember, civilian)",
        "carries(port_marshal, hauler_rig) and not carries(deckhand, hauler_rig)",
        "tech(dock_carbine) == T1 and tech(dock_carbine) < tech(dock_carbine_mk2)",
        "price(dock_carbine, at T0) > price(dock_carbine, at T2) or price(dock_carbine, at T0) == price(dock_carbine)",
    ]);
    none_holds(&["stat(ember, beam) > 3", "has_aspect(ember, \"huge\")", "rank(iveta, pilot) in 1..4"]);
}

/// The first claim is the example of the language reference, with its exact chance.
#[test]
fn chances_are_exact() {
    all_hold(&[
        "hit(dock_carbine, hauler_rig, at 2, skill 3 vs 2) == 1711 / 6561",
        "hit(dock_carbine, hauler_rig, at 2, skill 3 vs 2) in 20%..30%",
        "reaches(2, 3) == 31 / 81",
        "overcomes(3, 2) == 142 / 243",
        "hit(dock_carbine, hauler_rig, at 2, skill 3 vs 2, for 1) == hit(dock_carbine, hauler_rig, at 2, skill 3 vs 2)",
        "hit(dock_carbine, hauler_rig, at 2, skill 4 vs 2) > hit(dock_carbine, hauler_rig, at 2, skill 3 vs 2)",
        "beats(port_marshal, deckhand) > 50%",
        "hit(ember, long_margin, beam, at 2, crew 5 vs 2) > hit(ember, long_margin, beam, at 2, crew 2 vs 2)",
    ]);
    none_holds(&["hit(dock_carbine, hauler_rig, at 2, skill 3 vs 2) == 26%", "beats(deckhand, port_marshal) >= 50%"]);
}

#[test]
fn what_an_attack_cannot_do_is_no_answer_and_says_why() {
    let guard = "npc guard { cap 2; skills { 2 brawling; 1 alertness, stamina }; aspects \"Bored\", \"Big hands\" }\n";
    let found = judged(&format!("{guard}test \"far\" {{ expect hit(guard, guard, at 9) <= 50% }}\n"), 1, 1);
    assert_eq!(found[0].0.verdict, TestVerdict::Unanswered);
    assert!(found[0].1.as_ref().unwrap().message.ends_with("cannot make this attack on guard"), "{:?}", found[0].1);
}

#[test]
fn clear_cases_end_early_and_borderline_ones_say_so() {
    let found = judged(
        "test \"raid\" {\n  expect wins(customs_raid, crew) >= 50% over 20_000 runs\n  expect wins(customs_raid, crew) in 0%..100%\n  \
         expect wins(customs_raid, crew) < 50% over 20_000 runs\n}\n",
        1,
        2,
    );
    let ended: Vec<(TestVerdict, u64)> = found.iter().map(|(judged, _)| (judged.verdict, judged.played[0].games)).collect();
    assert_eq!((ended[0].0, ended[1].0, ended[2].0), (TestVerdict::Held, TestVerdict::Held, TestVerdict::Failed));
    assert!(ended.iter().all(|(_, games)| *games < 2_000), "{ended:?}");
    // The bound equals the value: the result is undecided, and the report says so.
    let share = found[0].0.parts.iter().find(|part| part.long.contains("games")).unwrap().short.clone();
    let whole: u32 = share.split('.').next().unwrap().parse().unwrap();
    let near = judged(&format!("test \"raid\" {{ expect wins(customs_raid, crew) in {whole}%..{}% over 600 runs }}\n", whole + 1), 1, 2);
    assert_eq!(near[0].0.verdict, TestVerdict::Undecided);
    let said = near[0].1.as_ref().unwrap();
    assert_eq!((said.code, said.severity), (Code::TestUndecided, Severity::Warning));
    assert!(said.message.ends_with("is undecided after 600 runs"), "{}", said.message);
}

#[test]
fn the_same_seed_gives_the_same_verdict_however_many_threads_play() {
    let tests = "test \"raid\" {\n  expect wins(customs_raid, crew) in 30%..70% over 600 runs\n  \
                 expect rounds(customs_raid) - casualties(customs_raid, crew) in 0..2 over 600 runs error 1 in 50\n}\n";
    assert_eq!(judged(tests, 5, 1), judged(tests, 5, 3));
    assert_ne!(judged(tests, 5, 1), judged(tests, 6, 1));
}

/// The verdict on a test is based on the same games that `slipyard simulate` plays first with this seed.
#[test]
fn the_games_are_those_of_simulate() {
    let found = judged("test \"raid\" { expect wins(customs_raid, crew) >= 50% over 20_000 runs }\n", 9, 2);
    let games = found[0].0.played[0].games.to_string();
    let args = ["simulate", "customs_dock.customs_raid", "-n", &games, "--seed", "9", "--format", "json", "--in", "content/customs_dock"];
    let output = Command::new(cargo_bin!("slipyard")).args(args).output().unwrap();
    let seen: slip_odds::simulate::SimulationReport = serde_json::from_slice(&output.stdout).unwrap();
    let wins = seen.winners.iter().find(|share| share.side.as_deref() == Some("crew")).unwrap().games;
    assert!(found[0].0.parts.iter().any(|part| part.long.contains(&format!("{wins} of {games} games"))), "{:?}", found[0].0.parts);
}

#[test]
fn mistakes_are_found_when_the_content_is_checked() {
    for (claim, code) in [
        ("spend(ember) <= 17", Code::UnknownQuestion),
        ("spent(embre) <= 17", Code::UnknownName),
        ("spent(customs_raid) <= 17", Code::UnknownName),
        ("stat(ember, bean) <= 3", Code::UnknownPart),
        ("track(ember, health) <= 3", Code::UnknownPart),
        ("has_stunt(ember, cheap_shot)", Code::UnknownPart),
        ("rank(iveta, pilto) >= 3", Code::UnknownName),
        ("spent(ember)", Code::WrongValue),
        ("spent(ember) in 17..5", Code::EmptyRange),
        ("spent(ember) <= 17%", Code::WrongValue),
        ("wins(customs_raid, crew) >= 40", Code::WrongValue),
        ("wins(customs_raid, crew) in 40%..160%", Code::WrongValue),
        ("wins(customs_raid, crew) == 50%", Code::WrongValue),
        ("wins(customs_raid, crow) >= 40%", Code::UnknownSide),
        ("wins(customs_raid) >= 40%", Code::ArgumentCount),
        ("spent(ember, ember) <= 17", Code::WrongValue),
        ("budget(ember, 3) <= 17", Code::ArgumentCount),
        ("spent(ember) <= 17 over 200 runs", Code::WrongValue),
        ("draws(customs_raid) <= 5% over 0 runs", Code::WrongValue),
        ("draws(customs_raid) <= 5% error 2 in 100", Code::WrongValue),
        ("draws(customs_raid) <= 5% ovre 100 runs", Code::WrongValue),
        ("hit(dock_carbine, hauler_rig, at 2) <= 5%", Code::MissingEntry),
        ("hit(hauler_rig, dock_carbine, at 2, skill 3 vs 2) <= 5%", Code::WrongValue),
        ("hit(port_marshal, iveta, skill 3) <= 5%", Code::WrongValue),
        ("hit(port_marshal, ember) <= 5%", Code::NotACombatant),
        ("hit(port_marshal, iveta, ta 3) <= 5%", Code::UnknownPart),
        ("beats(dock_carbine, iveta) <= 5%", Code::NotACombatant),
        ("iveta", Code::WrongValue),
        ("has_aspect(ember, Huge)", Code::BadName),
    ] {
        let codes: Vec<Code> = findings(claim).iter().map(|found| found.code).collect();
        assert_eq!(codes, [code], "{claim}");
    }
}

#[test]
fn whoever_mistypes_is_told_what_was_probably_meant() {
    for (claim, meant) in [
        ("spend(ember) <= 17", "`spent`"),
        ("spent(embre) <= 17", "`ember`"),
        ("stat(ember, bean) <= 3", "`beam`"),
        ("wins(customs_raid, crow) >= 40%", "`crew`"),
        ("wins(customs_raid, crew) >= 40", "`40%`"),
        ("spent(ember) in 17..5", "`5..17`"),
        ("draws(customs_raid) <= 5% ovre 100 runs", "`over`"),
        ("hit(port_marshal, iveta, ta 3) <= 5%", "`at`"),
    ] {
        let found = findings(claim);
        assert!(found[0].help.as_ref().is_some_and(|help| help.contains(meant)), "{claim}: {found:?}");
    }
}

#[test]
fn a_failing_expectation_tells_what_every_part_comes_to_and_why() {
    let found = judged("test \"these\" { expect spent(long_margin) + 2 * stat(ember, beam) <= 3 or has_aspect(ember, \"Huge\") }\n", 1, 1);
    let said = found[0].1.as_ref().unwrap();
    let labels: Vec<&str> = said.secondary.iter().map(|label| label.text.as_str()).collect();
    let spent = found[0].0.parts[0].short.parse::<i64>().unwrap();
    assert_eq!(labels, [&spent.to_string(), &(spent + 6).to_string(), "6", "3", "no", "no", "no", "in this test"]);
    assert!(said.notes.iter().any(|note| note.starts_with("`long_margin` spends: ")), "{:?}", said.notes);
    assert_eq!(said.message, "`spent(long_margin) + 2 * stat(ember, beam) <= 3 or has_aspect(ember, \"Huge\")` does not hold");
}

fn slipyard(args: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(cargo_bin!("slipyard")).env_remove("CLICOLOR_FORCE").args(args).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap(), output.status.code())
}

/// Every package of this repository has tests, and they hold.
#[test]
fn the_tests_of_our_own_content_hold() {
    let (out, err, code) = slipyard(&["test", "content", "--format", "json"]);
    assert_eq!(code, Some(0), "{out}\n{err}");
    let report: TestReport = serde_json::from_str(&out).unwrap();
    for folder in std::fs::read_dir("content").unwrap() {
        let name = folder.unwrap().file_name().into_string().unwrap();
        assert!(report.tests.iter().any(|test| test.package == name), "`{name}` has no tests");
    }
    assert_eq!(report.totals.tests, report.totals.held, "{err}");
}

/// The documented schema equals the one that the types give, and a report can be written and read again unchanged.
#[test]
fn the_schema_in_the_documentation_is_that_of_what_is_written() {
    let file = Path::new("docs/schema/tests.schema.json");
    let made = TestReport::json_schema();
    if std::env::var("INSTA_UPDATE").as_deref() == Ok("always") {
        std::fs::write(file, &made).unwrap();
    }
    assert_eq!(std::fs::read_to_string(file).unwrap(), made, "run this test with INSTA_UPDATE=always");
    let (out, ..) = slipyard(&["test", "tests/cli/test.in", "--format", "json"]);
    let read: TestReport = serde_json::from_str(&out).unwrap();
    assert_eq!(read.json(), out);
    let schema: serde_json::Value = serde_json::from_str(&made).unwrap();
    let value: serde_json::Value = serde_json::from_str(&out).unwrap();
    let named: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    assert_eq!(named, value.as_object().unwrap().keys().collect::<Vec<_>>());
}

/// Returns the tags of an XML document. Every tag must be closed by its own closing tag.
fn tags(document: &str) -> Vec<String> {
    let body = document.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").unwrap();
    let (mut open, mut all) = (Vec::new(), Vec::new());
    let mut rest = body;
    while let Some((text, after)) = rest.split_once('<') {
        assert!(!text.contains('>'), "{text}");
        let (tag, after) = after.split_once('>').unwrap();
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name: String = tag.chars().take_while(char::is_ascii_alphanumeric).collect();
        all.push(name.clone());
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?}");
    all
}

#[test]
fn junit_is_well_formed_whatever_titles_look_like() {
    let (out, _, code) = slipyard(&["test", "tests/cli/test.in", "--format", "junit"]);
    assert_eq!(code, Some(1));
    let all = tags(&out);
    let count = |name: &str| all.iter().filter(|tag| *tag == name).count();
    assert!(count("failure") > 0 && count("skipped") > 0 && count("error") > 0, "{all:?}");
    assert!(out.contains("&lt;markup&gt; &amp; &quot;quotes&quot;"), "{out}");
}

#[test]
fn what_is_denied_fails_the_run() {
    let near = ["test", "tests/cli/test.in/quay", "--filter", "coin"];
    assert_eq!(slipyard(&near).2, Some(0));
    assert_eq!(slipyard(&[&near[..], &["--deny", "warnings"]].concat()).2, Some(1));
}

/// A test can ask for a track that only the author's own design declares. If a part is of another sort, such as a track asked for as a
/// statistic, the help names the right question.
#[test]
fn tracks_of_a_design_of_ones_own_can_be_expected() {
    let own = "design shielded \"Shielded ship\" : ship from spacecraft { track shield \"Shield\" { base 2 } }\n\
               ship wall \"Wall\" : shielded { tech T1; v_shift 1; beam 1; trade 1; tracks { frame 3 }; stunts firewall; \
               aspects \"A\", \"B\", \"C\", \"D\" }\n";
    let told = |claim: &str| {
        let (_, compiled) = dock(&format!("{own}test \"this\" {{\n  expect {claim}\n}}\n"));
        let findings = compiled.diagnostics.into_iter().filter(|found| found.code == Code::UnknownPart);
        findings.map(|found| found.help.unwrap_or_default()).collect::<Vec<String>>()
    };
    assert_eq!(told("track(wall, shield) == 2"), Vec::<String>::new());
    assert_eq!(told("track(wall, sheild) == 2"), ["did you mean `shield`?"]);
    assert_eq!(told("stat(wall, shield) == 2"), ["write `track(wall, shield)`"]);
    assert_eq!(told("track(wall, beam) == 1"), ["write `stat(wall, beam)`"]);
}
