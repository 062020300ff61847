//! Tests of the output for social combat: the map as text, options in words, a session at the table, accounts, rulings.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_compile::compile;
use slip_dice::Dice;
use slip_pack::Pack;
use slip_play::choice::Options;
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::personal::Personal;
use slip_play::personal::state::{ActorStatus, COMPOSURE};
use slip_play::question::{Ask, Points};
use slip_source::{Package, Sources};
use slip_table::option_words;
use slip_table::table::{self, ColourScheme, Marks};
use snapbox::cmd::cargo_bin;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const ENCOUNTERS: [&str; 3] = ["contract", "vote", "questions"];

fn pack() -> Pack {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "own".to_owned(), ..Package::default() });
    sources.add_file(own, "own.slip", include_str!("cli/social.in/salon.slip"));
    compile(&sources).pack
}

fn begin(pack: &Pack, name: &str) -> Personal {
    Personal::begin(pack, pack.encounters_named(name).next().unwrap()).unwrap()
}

/// Plays an encounter with random answers to every question of every side, and calls `look` at each question.
fn walk(pack: &Pack, name: &str, seed: u64, look: &mut dyn FnMut(&Personal, &Ask, &Options)) -> Personal {
    let mut fight = begin(pack, name);
    let (mut dice, mut chance) = (Dice::seeded(seed, 0), Dice::seeded(seed, 1));
    fight.state.asks.values_mut().for_each(|asks| *asks = Points::ALL);
    // In every second game Composure is already marked, so that an actor is beaten.
    for who in fight.roster.people().filter(|_| seed % 2 == 1).collect::<Vec<_>>() {
        fight.apply(&Event::Mark { who, track: COMPOSURE, up_to: 4 });
    }
    let mut options = Options::new();
    while let Some(ask) = fight.waiting_for() {
        fight.legal(&mut options);
        if ask.forced.is_none() {
            look(&fight, &ask, &options);
        }
        let choice = ask.forced.unwrap_or_else(|| options.get(chance.pick(options.len()).unwrap()).unwrap());
        let mut events = Vec::new();
        fight.decide(&choice.into(), &mut dice, &mut events).unwrap();
        events.iter().for_each(|event| fight.apply(event));
    }
    fight
}

/// The map shows pawns as well as people.
#[test]
fn pawns_stand_on_the_map_as_people_do() {
    let pack = pack();
    let fight = begin(&pack, "contract");
    let tokens = table::tokens(&fight, &Marks::of(&fight));
    let aunt = fight.roster.pawns().next().unwrap();
    let token = tokens.iter().find(|token| token.who == aunt).unwrap();
    assert_eq!((token.spot, token.active), (Some(table::TokenPlace::Zone(usize::from(fight.state.actors[aunt].zone.0))), true));
    assert!(tokens.iter().all(|token| token.spot.is_some()), "everybody stands somewhere when it begins");
}

#[test]
fn every_option_has_words_of_its_own_that_are_read_back() {
    let pack = pack();
    let mut points = BTreeSet::new();
    for name in ENCOUNTERS {
        for seed in 0..25 {
            walk(&pack, name, seed, &mut |fight, ask, options| {
                points.insert(ask.point.word());
                for &option in options.as_slice() {
                    let said = option_words::of(fight, ask, option);
                    let read =
                        option_words::fit(fight, ask, options, &said).unwrap_or_else(|unfit| panic!("`{said}` at {ask:?}: {unfit:?}"));
                    assert_eq!(read.choice, option, "`{said}` at {ask:?}");
                }
                assert!(!table::question(fight, ask, &ColourScheme::PLAIN).is_empty(), "{ask:?} is put in no words");
            });
        }
    }
    for point in
        ["set_up", "act", "whom", "term", "compel", "free_move", "skill", "defend", "adjust", "steps", "share", "mitigate", "beaten"]
    {
        assert!(points.contains(point), "nobody was asked for `{point}`: {points:?}");
    }
}

#[test]
fn the_map_is_drawn_as_text_with_who_is_where_and_what_borders_are_worth() {
    let pack = pack();
    let board = |name: &str| {
        let fight = begin(&pack, name);
        table::board(&fight, None, &Marks::of(&fight), &ColourScheme::PLAIN, true)
    };
    insta::assert_snapshot!(format!("{}\n{}", board("contract"), board("vote")));
}

#[test]
fn the_referees_word_moves_pawns_sets_borders_and_time_and_ends_it() {
    let pack = pack();
    let mut fight = begin(&pack, "contract");
    let mut dice = Dice::scripted([]);
    // Answers every question before the first action.
    while let Some(ask) = fight.waiting_for().filter(|ask| ask.point != slip_play::question::Point::Act) {
        let mut options = Options::new();
        fight.legal(&mut options);
        let mut events = Vec::new();
        fight.decide(&ask.forced.unwrap_or_else(|| options.get(0).unwrap()).into(), &mut dice, &mut events).unwrap();
        events.iter().for_each(|event| fight.apply(event));
    }
    let marks = Marks::of(&fight);
    let rule = |fight: &mut Personal, text: &str| -> Result<(), String> {
        let ruled = table::ruled(fight, &marks, text)?;
        for event in slip_play::personal::referee_overrides::judged(fight, ruled.events)? {
            fight.apply(&event);
        }
        Ok(())
    };
    rule(&mut fight, "move aunt to door").unwrap();
    rule(&mut fight, "border signing -- alcove 3").unwrap();
    rule(&mut fight, "time +2 because \"the speeches were long\"").unwrap();
    rule(&mut fight, "time -1").unwrap();
    let aunt = fight.roster.pawns().next().unwrap();
    assert_eq!(fight.roster.map.zones[fight.state.actors[aunt].zone].name, "door");
    let first = fight.roster.map.borders.keys().next().unwrap();
    assert_eq!((fight.border_value(first), fight.time_left()), (3, 5));
    rule(&mut fight, "border signing -- alcove -1").unwrap();
    assert_eq!(fight.border_value(first), 2);
    let no = |fight: &mut Personal, text: &str| rule(fight, text).unwrap_err();
    assert_eq!(no(&mut fight, "time +9"), "only 5 boxes of time left to mark");
    assert_eq!(no(&mut fight, "fate aunt +1"), "Aunt Sidonie is a pawn, not a person who acts");
    assert_eq!(no(&mut fight, "border signing -- alcove 2"), "the value of this border is already 2");
    rule(&mut fight, "remove aunt").unwrap();
    assert_eq!(fight.state.actors[aunt].status, ActorStatus::Removed);
    assert_eq!(no(&mut fight, "remove aunt"), "Aunt Sidonie is already out");
    rule(&mut fight, "violent otto").unwrap();
    let outcome = fight.outcome().unwrap();
    assert_eq!(outcome.winner, None, "the file gives the house the stakes, and nobody wins by their own violence");
    let forms = table::forms(&begin(&pack, "vote"));
    assert!(forms.iter().any(|(form, _)| form.starts_with("time ")) && forms.iter().all(|(form, _)| !form.contains("open")));
}

/// Creates an empty folder with the package in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("social_views").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for file in ["salon.slip", "slipyard.toml"] {
        std::fs::copy(Path::new("tests/cli/social.in").join(file), folder.join(file)).unwrap();
    }
    folder
}

fn slipyard(folder: &Path, args: &[&str], lines: &[&str]) -> (String, Option<i32>) {
    let mut command = Command::new(cargo_bin!("slipyard"));
    command.args(args).current_dir(folder).env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    let output = child.wait_with_output().unwrap();
    let screen = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (screen, output.status.code())
}

#[test]
fn a_session_reads_as_it_was_played() {
    let folder = folder("session");
    let lines = [
        "border buffet--door",
        "push on mr_v with charm \"Have you heard the one about the lock?\"",
        "enter buffet",
        "spend_fate \"The smile of a cardsharp\" +2",
        "",
        "",
        "",
        "obstruct on crowd with oratory",
        "",
        "",
        "",
        "",
        "map",
        "help override",
        "override time +1 because \"the speeches were long\"",
        "quit",
    ];
    let (screen, code) = slipyard(&folder, &["play", "contract", "--as", "crew", "--seed", "4"], &lines);
    assert_eq!(code, Some(0), "{screen}");
    insta::assert_snapshot!(screen);
}

#[test]
fn a_game_that_enter_alone_plays_to_its_end_is_replayed_and_verified() {
    let folder = folder("replay");
    let (played, code) = slipyard(&folder, &["play", "vote", "--as", "movers", "--seed", "2"], &[""; 60]);
    assert_eq!(code, Some(0), "{played}");
    let (again, code) = slipyard(&folder, &["replay", "vote-2.jsonl"], &[]);
    assert_eq!(code, Some(0), "{again}");
    assert!(again.contains("Time passes: 3 boxes of time left.") && again.contains("It took "), "{again}");
    let (verified, code) = slipyard(&folder, &["replay", "vote-2.jsonl", "--verify"], &[]);
    assert_eq!(code, Some(0), "{verified}");
}

#[test]
fn an_account_says_what_was_at_stake_how_it_ended_and_how_long_it_took() {
    let pack = pack();
    let run = |name: &str, seed: u64| slip_session::run(&pack, name, seed, slip_session::Seats::standard()).unwrap();
    let accounts: Vec<String> = (0..12).flat_map(|seed| ENCOUNTERS.map(|name| run(name, seed).transcript())).collect();
    let all = accounts.join("\n");
    for words in [
        "If won: The lock is opened.",
        "If lost: The lock stays shut.",
        "Pawns: Councillor #1 (Leaning to aye)",
        "Round 1 (4 boxes of time left)",
        "Time passes: 3 boxes of time left.",
        "less range 1",
        "is moved from",
        "It took ",
        "points of movement",
    ] {
        assert!(all.contains(words), "`{words}` is never said");
    }
    assert!(!all.contains(" against 0"), "everything is against nothing");
    let none: Vec<&str> = all.lines().filter(|line| line.contains("  ") && line.ends_with("()")).collect();
    assert_eq!(none, Vec::<&str>::new());
    assert!(run("vote", 1).json_lines().contains("\"e\":\"social\""));
}
