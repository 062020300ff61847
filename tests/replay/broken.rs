//! Tests of damaged logs and of the messages about them.

use crate::replay::world::{one, shipped};
use slip_session::session::replay::{ReplayOptions, Replayed};
use slip_session::session::{LogError, Session};
use slip_session::{Seats, run};

fn log() -> String {
    run(one("arrears").0, "arrears", 7, Seats::standard()).unwrap().json_lines()
}

fn retrace(text: &str) -> Result<Replayed, LogError> {
    let (pack, encounter) = one("arrears");
    Session::retrace(pack, encounter, text, ReplayOptions::default())
}

/// Returns the message about a faulty log, and a flag. The flag is true if the log differs from the replayed game, and false if the two
/// cannot be compared.
fn said(text: &str) -> (String, bool) {
    match retrace(text) {
        Ok(_) => panic!("the log is taken as it is"),
        Err(trouble) => (trouble.to_string(), trouble.is_difference()),
    }
}

/// Returns the log with one record changed, and that record's line number.
fn with_line(find: &str, change: impl Fn(&str) -> String) -> (String, usize) {
    let text = log();
    let number = text.lines().position(|line| line.contains(find)).unwrap();
    let changed = |(at, line): (usize, &str)| if at == number { change(line) } else { format!("{line}\n") };
    (text.lines().enumerate().map(changed).collect(), number)
}

#[test]
fn an_edited_number_is_shown_with_what_was_expected() {
    let (text, line) = with_line("\"e\":\"roll\"", |line| {
        let (head, tail) = line.split_once("\"total\":").unwrap();
        let rest = tail.trim_start_matches(|c: char| c == '-' || c.is_ascii_digit());
        format!("{head}\"total\":17{rest}\n")
    });
    let (said, differs) = said(&text);
    assert!(
        differs && said.starts_with(&format!("line {line} does not follow from the lines before it\n  expected {{\"n\":{line},")),
        "{said}"
    );
    assert!(said.lines().nth(2).unwrap().contains("\"total\":17"), "{said}");
}

#[test]
fn a_line_that_is_missing_or_there_twice_is_named() {
    let (text, line) = with_line("\"e\":\"roll\"", |_| String::new());
    let (missing, differs) = said(&text);
    let next = line + 1;
    assert!(differs, "{missing}");
    assert!(missing.starts_with(&format!("line {line} has the number {next}: a line is missing, doubled or moved\n")), "{missing}");
    assert!(missing.contains("\n  expected ") && missing.contains("\"e\":\"roll\""), "{missing}");
    let (text, line) = with_line("\"e\":\"roll\"", |line| format!("{line}\n{line}\n"));
    let (twice, differs) = said(&text);
    assert!(differs && twice.starts_with(&format!("line {} has the number {line}:", line + 1)), "{twice}");
}

#[test]
fn another_hash_is_refused_and_its_events_can_be_replayed_all_the_same() {
    let hash = one("arrears").0.hash();
    let text = log().replace(hash, &"0".repeat(64));
    let (why, differs) = said(&text);
    assert!(!differs && why.starts_with("the log was written with another pack\n  the log  harrow_reach "), "{why}");
    assert!(why.contains("\n  here     harrow_reach ") && why.contains(hash), "{why}");
    let (pack, encounter) = one("arrears");
    let forced =
        Session::retrace(pack, encounter, &text, ReplayOptions { events_only: true, until: None }).unwrap_or_else(|t| panic!("{t}"));
    let played = run(pack, "arrears", 7, Seats::standard()).unwrap();
    assert!(*forced.session.fight() == played.end());
    assert_eq!(forced.session.transcript(), played.transcript());
}

#[test]
fn a_log_that_is_cut_off_stands_as_far_as_it_goes() {
    let text = log();
    let short = &text[..text.len() * 2 / 3];
    let retraced = retrace(short).unwrap_or_else(|trouble| panic!("{trouble}"));
    let cut = retraced.cut.unwrap();
    assert_eq!(retraced.stands, short.rfind('\n').unwrap() + 1);
    assert_eq!(cut.line, short.lines().count() - 1);
    assert_eq!(cut.to_string(), format!("the log is cut off at line {}; everything before it is complete", cut.line));
    assert_eq!(said("").0, "the file contains no complete line of a log");
}

#[test]
fn line_ends_and_marks_of_other_systems_are_named() {
    let (why, differs) = said(&log().replace('\n', "\r\n"));
    assert!(!differs);
    assert_eq!(why, "line 0 ends with a carriage return: save the log with line feeds only, as it was written");
    let (why, differs) = said(&format!("\u{feff}{}", log()));
    assert!(!differs && why.starts_with("the file begins with a byte order mark"), "{why}");
}

#[test]
fn a_log_of_another_encounter_or_a_later_release_is_not_read() {
    let (pack, encounter) =
        shipped().into_iter().find(|(pack, other)| pack.package.name == "harrow_reach" && other.name != "arrears").unwrap();
    let Err(trouble) = Session::retrace(pack, encounter, &log(), ReplayOptions::default()) else { panic!() };
    assert_eq!(
        trouble.to_string(),
        format!("line 0: `encounter`: the log belongs to the encounter `arrears`, not to `{}`", encounter.name)
    );
    assert!(!trouble.is_difference());
    let format = slip_play::log::FORMAT;
    let (why, differs) = said(&log().replacen(&format!("\"format\":{format}"), "\"format\":99", 1));
    assert!(!differs);
    assert_eq!(why, format!("line 0: `format`: expected version {format} of the log format (a later release wrote this file), found 99"));
}

#[test]
fn what_is_no_json_and_fields_that_cannot_be_read_are_named_with_their_line() {
    let (text, line) = with_line("\"e\":\"move\"", |_| "Iveta walks.\n".to_owned());
    let (why, differs) = said(&text);
    assert!(!differs);
    assert_eq!(why, format!("line {line} is not a JSON object: Iveta walks."));
    let (text, line) = with_line("\"e\":\"move\"", |line| format!("{}\n", line.replacen("\"paid\":", "\"price\":", 1)));
    let (why, differs) = said(&text);
    assert!(differs && why.starts_with(&format!("line {line}: `paid` is missing: expected a number\n  expected {{")), "{why}");
    let (text, line) = with_line("\"e\":\"move\"", |line| {
        let (head, tail) = line.split_once("\"to\":\"").unwrap();
        format!("{head}\"to\":\"nowhere{tail}\n")
    });
    let (why, _) = said(&text);
    assert!(why.starts_with(&format!("line {line}: `to`: expected a zone of this fight (`")) && why.contains(", found \"nowhere"), "{why}");
    let (text, line) = with_line("\"e\":\"move\"", |line| format!("{},\"speed\":3}}\n", line.trim_end_matches('}')));
    let (why, _) = said(&text);
    assert!(why.starts_with(&format!("line {line}: `speed`: expected no field of this name, found 3")), "{why}");
}

#[test]
fn an_answer_that_is_not_legal_is_said_in_the_game_s_words() {
    let (text, line) = with_line("\"e\":\"answer\"", |line| {
        let (head, tail) = line.split_once("\"pick\":").unwrap();
        let (_, tail) = tail.split_once('}').unwrap();
        format!("{head}\"pick\":{{\"verb\":\"stay\"}}{tail}\n")
    });
    let (why, differs) = said(&text);
    assert!(differs && why.starts_with(&format!("line {line}: the answer is refused: `stay` is not a possible answer")), "{why}");
}
