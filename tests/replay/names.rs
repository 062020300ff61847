//! Tests of names in logs: each name is unique within its kind, so that logs can be read.

use crate::replay::world::{every, table};
use slip_pack::Pack;
use slip_play::Fight;
use slip_play::choice::{Choice, Verb};
use slip_play::names::{NamedThingKind, Names, doubled};
use slip_session::session::replay::ReplayOptions;
use slip_session::session::{LogError, Session};
use slip_session::{Seats, run};
use slip_source::{Package, Sources};
use std::sync::OnceLock;

/// Ships, people, units and zones that share names and skills.
fn own() -> &'static Pack {
    static PACK: OnceLock<Pack> = OnceLock::new();
    PACK.get_or_init(|| {
        let mut sources = Sources::new();
        slip_compile::stdlib::add(&mut sources);
        let package = Package { name: "own".to_owned(), version: "0.1.0".to_owned(), edition: 1, ..Package::default() };
        let id = sources.add_package(package);
        sources.add_file(id, "names.slip", include_str!("names.slip"));
        let compiled = slip_compile::compile(&sources);
        assert!(!compiled.diagnostics.has_errors(), "{:#?}", compiled.diagnostics);
        compiled.pack
    })
}

fn fight(encounter: &str) -> Fight {
    Fight::begin(own(), &own().encounters[&slip_pack::key("own", encounter)]).unwrap()
}

/// A name that two things of a fight share is not used in a log.
#[test]
fn names_of_one_sort_are_distinct_in_every_encounter() {
    let own = own().encounters.values().filter(|encounter| encounter.package == "own").map(|encounter| (own(), encounter));
    for (pack, encounter) in every().into_iter().chain(own) {
        let fight = Fight::begin(pack, encounter).unwrap();
        assert_eq!(doubled(&fight), [], "{}", encounter.name);
    }
}

#[test]
fn a_game_of_things_that_share_names_and_skills_can_be_read_again() {
    for encounter in ["lances", "larks", "parade", "sentry"] {
        for seed in 0..6 {
            let seats = if seed % 3 == 0 { Seats::standard() } else { Seats::random() };
            let played = run(own(), encounter, seed, seats).unwrap();
            let here = &own().encounters[&slip_pack::key("own", encounter)];
            let again = Session::retrace(own(), here, &played.json_lines(), ReplayOptions::default());
            let again = again.unwrap_or_else(|trouble| panic!("{encounter}, {seed}: {trouble}"));
            assert!(*again.session.fight() == played.end());
        }
    }
}

/// Rating 6, so every value from 1 to 6: a beam fires at a value, which is not a skill.
#[test]
fn the_value_of_a_beam_is_written_as_a_number() {
    for value in 1..=6 {
        let log = beam_of(value);
        let declared = format!("\"act\":\"beam\",\"it\":\"lance#2\",\"value\":{value}}}");
        assert!(log.contains(&declared), "{value}: {log}");
        let here = &own().encounters["own.lances"];
        Session::retrace(own(), here, &log, ReplayOptions::default()).unwrap_or_else(|trouble| panic!("{value}: {trouble}"));
    }
}

/// Returns the log of a fight in which the first beam is fired at this value.
fn beam_of(value: i16) -> String {
    let here = &own().encounters["own.lances"];
    let (mut session, paper) = table(own(), here, 1);
    let mut fired = false;
    while !fired && session.advance().unwrap().is_some() {
        let options = session.options();
        let wanted =
            |choice: &Choice| matches!(choice.verb, Verb::Beam | Verb::Target) || (choice.verb == Verb::Value && choice.n == value);
        let choice = options
            .as_slice()
            .iter()
            .copied()
            .find(wanted)
            .or_else(|| options.as_slice().iter().copied().find(|choice| matches!(choice.verb, Verb::Hold | Verb::Pass)));
        let choice = choice.or_else(|| options.default_choice()).unwrap();
        fired = choice.verb == Verb::Value;
        session.answer(&choice.into()).unwrap();
    }
    session.advance().unwrap();
    paper.text()
}

#[test]
fn posts_of_one_skill_have_one_number_for_it() {
    let fight = fight("larks");
    let skills = fight.all(NamedThingKind::Skill);
    for skill in ["gunnery", "engineering"] {
        assert_eq!(skills.iter().filter(|name| **name == skill).count(), 1, "{skill}");
    }
}

/// R-YL6: ships keep their numbers, and actors of the same name are numbered after them.
#[test]
fn ryl6_a_ship_and_who_flies_her_are_told_apart() {
    assert_eq!(fight("larks").all(NamedThingKind::Actor), ["lark#1", "lark#2", "lark#3"]);
    assert_eq!(fight("lances").all(NamedThingKind::Actor), ["lance#1", "lance#2"]);
}

/// R-YL6: units with the same name are numbered too, and platoons of the same name are numbered after them.
#[test]
fn ryl6_a_platoon_and_its_units_are_told_apart() {
    let names = fight("sentry").all(NamedThingKind::Actor).join(" ");
    assert_eq!(names, "guards#1 guards#2 guards#3 gulls guards#4 guards#5 guards#6 lone_guard#1 lone_guard#2");
    let titles: Vec<&str> = own().encounters["own.parade"].sides.iter().map(|side| side.platoons[0].title.as_str()).collect();
    assert_eq!(titles, ["The guards 1", "The guards 2"], "people count platoons by themselves");
}

/// R-YL6: a zone of the map keeps its name if a box of the re-arm track has the same name.
#[test]
fn ryl6_a_box_of_the_track_gives_way_to_a_zone_of_its_name() {
    let zones = fight("parade").all(NamedThingKind::Zone).join(" ");
    assert_eq!(zones, "box_6 meadow box_1 box_1#2 box_2 box_3 box_4 box_5 box_6#2");
}

/// Totals are printed with the name of the post. If two posts use one skill with different ranks, the account therefore lists each post.
#[test]
fn an_account_says_which_post_of_a_skill_is_worked_how_well() {
    let told = run(own(), "larks", 1, Seats::standard()).unwrap().transcript();
    let crews: Vec<&str> = told.lines().filter_map(|line| line.trim().strip_prefix("Crew: ")).collect();
    assert!(crews[0].contains("; Gunnery 2 at the beams; Gunnery 3 at the torpedoes (Captain Lark); "), "{told}");
    assert!(crews[1].contains("; Gunnery 2; Engineering 2"), "two posts worked alike are told once: {told}");
}

/// An ambiguous record is reported as an error in the program. A referee would find no difference between the texts.
#[test]
fn a_line_that_means_two_things_is_told_as_a_fault_of_the_program() {
    let found = r#"{"n":3,"e":"roll","skill":"gunnery"}"#.to_owned();
    let said = |name: Option<&str>| LogError::Ambiguous { line: 3, found: found.clone(), name: name.map(str::to_owned) }.to_string();
    assert_eq!(
        said(Some("gunnery")),
        format!(
            "line 3 is ambiguous: `gunnery` is the name of two things. This is an error in slipyard, not in the log; please report it with this file\n  found    {found}"
        )
    );
    assert!(said(None).starts_with("line 3 is ambiguous. This is an error in slipyard"));
}
