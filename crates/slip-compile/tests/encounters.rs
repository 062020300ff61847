//! Tests of encounters: participants, place, rules and goals; and refusals of encounters that cannot be played.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

use slip_test_support::compiled_text;
use slip_test_support::shipped_packages::repository;

use compiled_text::{Written, written, written_in};
use slip_pack::encounter::{Encounter, Play, SceneScope, VictorySubject, VictoryTerm};
use slip_pack::formula::Formula;
use slip_pack::ruleset::Setting;
use slip_source::Package;
use slip_source::diagnostic::{Code, Severity};

const CAST: &str = r#"
mook dock_gang { threat 3 }
mook guards { threat 2 }
weapon crowbar : brawling { tech T0; harm 1 }
map pier {
  zone quay
  zone crane { exit }
  zone pit
  border quay -- crane 4/0/4
  border quay -> pit
}
"#;

fn scene(body: &str) -> Written {
    written(&format!("{CAST}encounter brawl \"Brawl on the pier\" : personal {{\n{body}\n}}\n"))
}

const SIDES: &str = "map pier\nside gang { actors dock_gang at quay }\nside law { actors guards x2 at crane }\n";

fn with(more: &str) -> Written {
    scene(&format!("{SIDES}{more}"))
}

fn encounter(written: Written) -> Encounter {
    written.clean().encounters.into_values().last().unwrap()
}

#[test]
fn the_raid_of_the_language_page_compiles_as_written() {
    let page = std::fs::read_to_string(repository().join("tests/lang/language.md")).unwrap();
    let parts: Vec<&str> = page.split("```slip\n").skip(1).map(|block| block.split("```").next().unwrap()).collect();
    let wanted = ["weapon dock_carbine ", "npc port_marshal", "map customs_dock", "system harrow", "encounter customs_raid"];
    let mut text: String = wanted
        .iter()
        .map(|part| *parts.iter().find(|block| block.contains(part)).unwrap_or_else(|| panic!("{part}")))
        .fold(String::new(), |mut all, block| {
            if !all.contains(block) {
                all.push_str(block);
            }
            all
        });
    // Names that the page uses and does not define; other kinds of play are left out here.
    text = text.split("\nencounter blockade").next().unwrap().to_owned();
    text.push_str(
        "\nnpc deckhand { cap 1; skills { 1 stamina }; aspects \"Paid by the trip\" }\n\
         weapon spear_claws : close_combat { tech T0; harm 1; penetration 1; range 0..1 }\n\
         doctrine cover_and_talk : personal { }\ndoctrine by_the_book : personal { }\n",
    );
    let text = text.lines().filter(|line| !line.starts_with("cluster ") && !line.starts_with("world ")).collect::<Vec<_>>().join("\n");
    let compiled = written(&text);
    let errors: Vec<&str> =
        compiled.said.iter().filter(|(.., said)| said.severity == Severity::Error).map(|(.., said)| said.message.as_str()).collect();
    assert_eq!(errors, Vec::<&str>::new());
    let raid = &compiled.pack.encounters["own.customs_raid"];
    assert!(raid.valid);
    assert_eq!((raid.play, raid.map.as_deref()), (Play::Personal, Some("own.customs_dock")));
    let names = |side: usize| raid.sides[side].actors.iter().map(|actor| actor.name.as_str()).collect::<Vec<_>>();
    assert_eq!(names(0), ["iveta", "deckhand#1", "deckhand#2"]);
    assert_eq!(names(1), ["port_marshal#1", "port_marshal#2"]);
    assert_eq!(raid.sides[1].doctrine.as_deref(), Some("own.by_the_book"));
    assert_eq!(raid.sides[0].actors[0].zone, Some(0));
    let aspects: Vec<(&str, SceneScope)> = raid.aspects.iter().map(|aspect| (aspect.text.as_str(), aspect.scope)).collect();
    assert!(aspects.contains(&("Alarm is wailing", SceneScope::Scene)));
    assert!(aspects.contains(&("The way out", SceneScope::System)));
    assert_eq!(raid.victories[0].text, "reach(iveta, airlock)");
    assert_eq!(
        raid.victories[0].condition,
        Formula::Value(VictoryTerm::Reach { who: VictorySubject::Actors(vec![(0, 0)]), zones: vec![3], at_least: None })
    );
    assert_eq!((raid.victories[0].side, raid.victories[1].side), (Some(0), Some(1)));
}

#[test]
fn actors_of_one_name_are_numbered_through_all_sides() {
    let found = encounter(scene(
        "map pier\nside a { actors guards x2 at quay }\nside b { actors guards at crane, dock_gang at pit; leader guards }",
    ));
    let names: Vec<&str> = found.sides.iter().flat_map(|side| &side.actors).map(|actor| actor.name.as_str()).collect();
    assert_eq!(names, ["guards#1", "guards#2", "guards#3", "dock_gang"]);
    assert_eq!(found.sides[1].leader.as_deref(), Some("guards#3"));
}

#[test]
fn an_actor_may_be_given_more_to_carry() {
    let found = encounter(scene("map pier\nside a { actors guards at quay with crowbar }\nside b { actors dock_gang at crane }"));
    assert_eq!(found.sides[0].actors[0].gear[0].name, "crowbar");
}

#[test]
fn every_predicate_of_a_victory_compiles() {
    let condition = |text: &str| encounter(with(&format!("limit 12 turns\nvictory gang when {text}\n"))).victories.remove(0).condition;
    assert_eq!(condition("out(law)"), Formula::Value(VictoryTerm::Out(VictorySubject::Side(1))));
    assert_eq!(condition("taken_out(guards)"), Formula::Value(VictoryTerm::TakenOut(VictorySubject::Actors(vec![(1, 0), (1, 1)]))));
    assert_eq!(condition("captured(guards)"), Formula::Value(VictoryTerm::Captured(VictorySubject::Actors(vec![(1, 0), (1, 1)]))));
    assert_eq!(condition("left_map(gang)"), Formula::Value(VictoryTerm::LeftMap(VictorySubject::Side(0))));
    assert_eq!(condition("hold(gang, pit, 2)"), Formula::Value(VictoryTerm::Hold { side: 0, zone: 2, rounds: 2 }));
    assert_eq!(condition("hold(gang, pit, 2 rounds)"), Formula::Value(VictoryTerm::Hold { side: 0, zone: 2, rounds: 2 }));
    assert_eq!(condition("control(gang, crane)"), Formula::Value(VictoryTerm::Control { side: 0, zone: 1 }));
    assert_eq!(condition("last_standing(gang)"), Formula::Value(VictoryTerm::LastStanding(0)));
    assert_eq!(condition("conceded(law)"), Formula::Value(VictoryTerm::Conceded(1)));
    assert_eq!(condition("aspect(\"Sitting duck\")"), Formula::Value(VictoryTerm::AspectPresent("Sitting duck".into())));
    assert_eq!(condition("open(quay, crane)"), Formula::Value(VictoryTerm::Open(0, 1)));
    assert_eq!(
        condition("reach(any law, quay, pit)"),
        Formula::Value(VictoryTerm::Reach { who: VictorySubject::Side(1), zones: vec![0, 2], at_least: Some(1) })
    );
    assert_eq!(
        condition("reach(2 law, quay)"),
        Formula::Value(VictoryTerm::Reach { who: VictorySubject::Side(1), zones: vec![0], at_least: Some(2) })
    );
    let counted = condition("active(law) < 2 and not out(gang) or turn in 3..5");
    let mut names = 0;
    counted.names(&mut |_| names += 1);
    assert_eq!(names, 4);
}

#[test]
fn nobody_may_win_either() {
    assert_eq!(encounter(with("victory draw when turn > 6")).victories[0].side, None);
}

/// A victory that a side can win only by being out of play itself is a mistake of the author. A zone cannot be held for longer than the
/// encounter lasts.
#[test]
fn a_side_does_not_win_by_its_own_defeat_or_after_the_limit() {
    for own in ["out(law)", "turn > 2 and taken_out(law)", "conceded(law)"] {
        let found = with(&format!("victory law when {own}"));
        let said = found.only(Code::ImpossibleVictory);
        assert_eq!((said.severity, &*said.message), (Severity::Warning, "`law` wins when `law` itself is out of play"), "{own}");
    }
    for other in ["out(gang)", "out(law) or turn > 5", "not out(law) and turn > 3"] {
        let found = with(&format!("victory law when {other}"));
        assert!(!found.said.iter().any(|(.., found)| found.code == Code::ImpossibleVictory), "{other}");
    }
    let held = |rounds: u32| with(&format!("limit 6 rounds\nvictory law when hold(law, crane, {rounds})"));
    assert_eq!(held(20).only(Code::ImpossibleVictory).message, "`law` can never win by this condition");
    assert!(!held(6).said.iter().any(|(.., found)| found.code == Code::ImpossibleVictory));
}

#[test]
fn what_cannot_be_played_is_refused_with_its_reason() {
    let cases: &[(&str, &str)] = &[
        ("map peer\nside a { actors guards at quay }\nside b { actors dock_gang at crane }", "there is no map called `peer`"),
        ("side a { actors guards }\nside b { actors dock_gang }", "the encounter `brawl` has no `map`"),
        ("map pier\nside a { actors guards }\nside b { actors dock_gang at crane }", "`guards` has no zone to start in"),
        ("map pier\nside a { actors guards at key }\nside b { actors dock_gang at crane }", "the map `pier` has no zone called `key`"),
        ("map pier\nside a { }\nside b { actors dock_gang at crane }", "the side `a` has no actors"),
        ("map pier\nside a { actor guards at quay }\nside b { actors dock_gang at crane }", "a side has no entry `actor`"),
        ("map pier\nside a { actors guards at quay }", "the encounter `brawl` has only one side"),
        ("map pier\nside a { actors gards at quay }\nside b { actors dock_gang at crane }", "there is no item called `gards`"),
        (
            "map pier\nside a { actors crowbar at quay }\nside b { actors dock_gang at crane }",
            "`crowbar` is a weapon and cannot take part in personal combat",
        ),
        ("map pier\nside a { actors guards x0 at quay }\nside b { actors dock_gang at crane }", "this number of actors is not possible"),
        (
            "map pier\nside a { actors guards x90 at quay }\nside b { actors dock_gang x90 at crane }",
            "the encounter has more than 128 actors",
        ),
        (
            "map pier\nside a { actors guards at quay; leader nobody }\nside b { actors dock_gang at crane }",
            "the side `a` has no actor called `nobody`",
        ),
        ("map pier\nside a { actors guards at quay; mood grim }\nside b { actors dock_gang at crane }", "a side has no entry `mood`"),
        ("map pier\nside a { actors guards at quay }\nside a { actors dock_gang at crane }", "the side `a` is declared twice"),
        (
            "map pier\nside a { actors guards at quay; doctrine charge }\nside b { actors dock_gang at crane }",
            "there is no doctrine called `charge`",
        ),
    ];
    for (body, message) in cases {
        let found = scene(body);
        assert_eq!(found.messages(), [*message], "{body}");
        assert!(found.pack.encounters.values().all(|encounter| !encounter.valid), "{body}");
    }
}

#[test]
fn a_victory_that_makes_no_sense_is_refused_with_its_reason() {
    let cases: &[(&str, &str)] = &[
        ("victory gangs when out(law)", "the encounter has no side called `gangs`"),
        ("victory gang when out(lav)", "the encounter has no side or actor called `lav`"),
        ("victory gang when escaped(law)", "`escaped` cannot be tested in a victory condition"),
        ("victory gang when reach(dock_gang)", "the brackets of `reach` do not contain the right words"),
        ("victory gang when reach(dock_gang, attic)", "the map `pier` has no zone called `attic`"),
        ("victory gang when control(dock_gang, pit)", "the encounter has no side called `dock_gang`"),
        ("victory gang when out", "the brackets of `out` do not contain the right words"),
        ("victory gang when turn", "this is a number, but a condition is needed"),
        ("victory gang when out(law) > 3", "this is a condition, but a number is needed"),
        ("limit 6 turns\nvictory gang when turn > 8", "`gang` can never win by this condition"),
        ("victory gang when turn > 3 and turn < 2", "`gang` can never win by this condition"),
        ("victory gang when turn == 3 and turn == 4", "`gang` can never win by this condition"),
        ("victory gang when 2 > turn and out(law) and 4 <= turn", "`gang` can never win by this condition"),
        ("victory gang when turn in 5..3", "`gang` can never win by this condition"),
        ("victory gang when active(law) > 1 and not active(law) >= 1", "`gang` can never win by this condition"),
        ("victory gang when out(law) and not out(law)", "`gang` can never win by this condition"),
        ("victory gang when turn < 3 or turn > 1", "`gang` wins at once: this condition is true before anyone acts"),
        ("victory gang when no", "`gang` can never win by this condition"),
        ("victory gang when active(law) > 2", "`gang` can never win by this condition"),
        ("victory gang when reach(3 law, quay)", "no path on the map leads to this goal"),
        ("victory gang when open(quay, pit)", "no border between `quay` and `pit` opens"),
        ("victory gang when turn >= 1", "`gang` wins at once: this condition is true before anyone acts"),
        ("victory gang out(law)", "`when` is missing before the condition of this victory"),
        ("victory gang", "this `victory` line is not written correctly"),
        ("limit soon", "this limit is not a number of turns"),
        ("limt 6 turns", "an encounter has no entry `limt`"),
        ("victory gang when out(law) { x 1 }", "`victory` cannot have a block"),
    ];
    for (more, message) in cases {
        assert_eq!(with(more).messages(), [*message], "{more}");
    }
}

/// A victory that can hold at some moment is accepted, however short that moment is.
#[test]
fn a_victory_that_comes_true_in_one_turn_alone_is_one() {
    for condition in
        ["turn > 3 and turn < 5", "turn == 3 or turn == 4", "turn + 1 == 4 and turn > 2", "turn == 3 and out(law)", "turn in 3..3"]
    {
        assert!(with(&format!("victory gang when {condition}")).messages().is_empty(), "{condition}");
    }
}

#[test]
fn nobody_climbs_out_of_a_pit_with_one_way_in() {
    let found =
        scene("map pier\nside a { actors guards at pit }\nside b { actors dock_gang at quay }\nvictory a when reach(guards, crane)");
    assert_eq!(found.messages(), ["no path on the map leads to this goal"]);
}

#[test]
fn an_exit_must_be_on_the_map_for_anybody_to_leave() {
    let text = CAST.replace(" { exit }", "") + "encounter brawl : personal {\n" + SIDES + "victory gang when left_map(gang)\n}\n";
    assert_eq!(written(&text).messages(), ["`gang` can never win by this condition"]);
}

#[test]
fn an_invalid_combatant_makes_the_encounter_unplayable_without_another_word() {
    let found = written(&format!(
        "{CAST}mook shades {{ threat 0 }}\nencounter brawl : personal {{\nmap pier\nside a {{ actors shades at quay }}\nside b {{ actors guards at crane }}\n}}\n"
    ));
    assert!(found.messages().iter().all(|message| !message.contains("brawl")), "{:?}", found.messages());
    assert!(!found.messages().is_empty());
    assert!(!found.pack.encounters["own.brawl"].valid);
}

/// Returns a package with a brawl. A character with the entries `person` and the things `handed` is played by this doctrine under these
/// rules; `text` has homebrew declarations.
fn brawl_of(person: &str, handed: &str, doctrine: &str, rules: &str, text: &str) -> Written {
    written(&format!(
        "{CAST}{text}\nnpc ann {{ cap 2; skills {{ 2 slug_throwers; 1 agility, resolve }}; aspects \"Bored\", \"Big hands\"; {person} }}\n\
         encounter brawl : personal {{\nmap pier\n{rules}\nside a {{ actors ann at quay {handed}; {doctrine} }}\nside b {{ actors guards at crane }}\n}}\n"
    ))
}

const GUN: &str = "weapon gun : slug_thrower { tech T1; harm 1; penetration 1; range 1..2; stunts civilian }";
const BIG_GUN: &str = "weapon gun : slug_thrower { tech T1; harm 4; penetration 3; range 1..3; stunts civilian }";

/// An effect whose words no kind of play supports is an error; a scene has one kind of play.
#[test]
fn a_line_of_a_scene_acts_in_its_own_kind_of_play() {
    for line in ["+1 to max_move", "-1 to attack in space", "may refuel", "+1 to beam attack"] {
        let found = with(&format!("effect everyone {line}"));
        let errors = found.said.iter().filter(|(.., found)| found.severity == Severity::Error);
        let codes: Vec<Code> = errors.map(|(.., found)| found.code).collect();
        assert_eq!(codes, [Code::EffectWrongPlay], "{line}: {:?}", found.messages());
    }
    assert!(with("effect everyone -1 to attack").pack.encounters["own.brawl"].valid);
}

/// R-XE9: items with errors are left out of play, so an encounter that uses them would be another one and is refused.
#[test]
fn an_encounter_is_not_played_with_things_doctrines_or_rules_that_have_errors() {
    let (calm, wild) = ("doctrine calm : personal { target weakest }", "doctrine calm : personal { target weakst }");
    let (over, under) = ("doctrine calm : personal from base { }\ndoctrine base : personal { }", "target weakst }");
    let over_wild = over.replace("base : personal { }", &format!("base : personal {{ {under}"));
    let (mild, odd) = ("ruleset mild { first_blood session }", "ruleset mild { first_blood sometimes }");
    let through = |below: &str| format!("ruleset top {{ use mild }}\n{below}");
    let drilled = |line: &str| format!("stunt drilled \"Drilled\" {{ for npc; effect {line} }}");
    let clubs = |own: &str, stunt: &str| {
        format!(
            "design club : weapon {{ tech T1..T4; budget 0; skill brawling; stat harm {{ ranks 0..3; cost 0 }}; {own}; \
             stunt knobbed {{ cost 0; {stunt} }} }}\nweapon gun : club {{ tech T1; harm 1; stunts knobbed }}"
        )
    };
    let around = |line: &str| {
        format!(
            "system sol \"Sol\" {{ tech T1; environment 0; resources 0; aspects \"One\", \"Two\", \"Three\"; allow unpriced-effect \"so thin\"; {line} }}"
        )
    };
    for (person, handed, doctrine, rules, sound, faulty) in [
        ("gear gun", "", "", "", GUN, BIG_GUN),
        ("", "with gun", "", "", GUN, BIG_GUN),
        ("gear gun", "", "", "", GUN, &GUN.replace("; stunts", " stunts")),
        ("stunts have_a_thing(gun)", "", "", "", GUN, BIG_GUN),
        ("", "", "doctrine calm", "", calm, wild),
        ("", "", "doctrine search(calm, 9 samples, 1 turn)", "", calm, wild),
        ("", "", "doctrine calm", "", over, &over_wild),
        ("", "", "", "rules mild", mild, odd),
        ("", "", "", "rules top", &through(mild), &through(odd)),
        ("stunts drilled", "", "", "", &drilled("+1 to attack"), &drilled("+1 to atack")),
        ("gear gun", "", "", "", &clubs("source \"Ours\"", "effect +1 to attack"), &clubs("source \"Ours\"", "effect +1 to atack")),
        ("gear gun", "", "", "", &clubs("effect +1 to attack", "sink"), &clubs("effect +1 to atack", "sink")),
        ("", "", "", "system sol", &around("effect everyone +1 to attack"), &around("effect everyone +1 to atack")),
    ] {
        let errors = |found: &Written| found.said.iter().filter(|(.., found)| found.severity == Severity::Error).count();
        let found = brawl_of(person, handed, doctrine, rules, sound);
        assert_eq!(errors(&found), 0, "{:?}", found.messages());
        assert!(found.pack.encounters["own.brawl"].valid, "{sound}");
        let found = brawl_of(person, handed, doctrine, rules, faulty);
        assert_eq!(errors(&found), 1, "it is said once, where it is wrong: {:?}", found.messages());
        assert!(!found.pack.encounters["own.brawl"].valid, "{faulty}");
        // Faulty items that the encounter does not use do not matter.
        let found = brawl_of("", "", "", "", faulty);
        assert!(found.pack.encounters["own.brawl"].valid, "{faulty}");
    }
}

/// R-XE9: an encounter with a syntax error is refused even if its entries could be read.
#[test]
fn an_encounter_with_two_entries_on_a_line_is_not_played() {
    assert!(scene(SIDES).pack.encounters["own.brawl"].valid);
    let crowded = scene(&SIDES.replace("}\nside", "} side"));
    let errors: Vec<Code> =
        crowded.said.iter().map(|(.., found)| found).filter(|found| found.severity == Severity::Error).map(|found| found.code).collect();
    assert_eq!(errors, [Code::Syntax]);
    assert!(!crowded.pack.encounters["own.brawl"].valid);
}

/// Rules: R-XE9.
#[test]
fn an_encounter_is_not_played_by_variants_that_are_not_there() {
    let text = format!("{CAST}{RULES}encounter brawl : personal {{\n{SIDES}\n}}\n");
    for (variants, valid) in [(&["gritty"][..], true), (&["grity"], false), (&["gritty", "soft"], false)] {
        assert_eq!(under(variants, &text).pack.encounters["own.brawl"].valid, valid, "{variants:?}");
    }
}

#[test]
fn things_behind_with_stand_without_commas() {
    let found = brawl_of("", "with gun, crowbar, crowbar", "", "", GUN);
    let said = found.said.iter().filter(|(.., found)| found.severity == Severity::Error);
    let said: Vec<_> = said.map(|(.., found)| (found.message.as_str(), found.help.as_deref().unwrap_or(""))).collect();
    let crowbar = ("`crowbar` is a weapon and cannot take part in combat", "write `with gun crowbar`, without a comma");
    assert_eq!(said, [crowbar, crowbar]);
}

#[test]
fn rxd13_a_victory_of_a_derived_encounter_takes_the_place_of_that_sides_and_a_task_of_that_task() {
    let base = format!(
        "{CAST}encounter brawl : personal {{\n{SIDES}task pump {{ skills brawling }}\nvictory gang when done(pump)\nvictory gang when out(law)\n\
         victory law when out(gang)\n}}\n"
    );
    let heir = |lines: &str| {
        let found =
            written(&format!("{base}encounter late : personal from brawl {{ {lines} }}\n")).clean().encounters.remove("own.late").unwrap();
        let tasks: Vec<String> = found.tasks.iter().map(|task| task.name.to_string()).collect();
        (found.victories.into_iter().map(|victory| (victory.side, victory.text)).collect::<Vec<_>>(), tasks)
    };
    let text = |text: &str| text.to_owned();
    let (gang, law) = (Some(0), Some(1));
    let (victories, tasks) = heir("task valve { skills brawling }; victory law when turn > 3; victory law when done(valve)");
    let kept = [(gang, text("done(pump)")), (gang, text("out(law)"))];
    assert_eq!(victories, [&kept[..], &[(law, text("turn > 3")), (law, text("done(valve)"))]].concat());
    assert_eq!(tasks, ["pump", "valve"]);
    let (victories, _) = heir("victory gang when turn > 9");
    assert_eq!(victories, [(gang, text("turn > 9")), (law, text("out(gang)"))]);
    // A duplicate entry of the encounter itself is reported all the same.
    let twice = written(&format!(
        "{base}encounter late : personal from brawl {{ side law {{ actors guards at quay }}; side law {{ actors guards at crane }} }}\n"
    ));
    assert!(twice.messages().iter().any(|message| message.contains("`law`") && message.contains("twice")), "{:?}", twice.messages());
}

/// Rules: R-XD13.
#[test]
fn what_is_derived_plays_what_its_base_plays() {
    let base = format!("{CAST}encounter brawl : personal {{\n{SIDES}}}\n");
    let pack = written(&format!("{base}encounter late from brawl {{ limit 9 turns }}\n")).clean();
    assert_eq!(pack.encounters["own.late"].play, Play::Personal);
    let pack = written("doctrine calm : personal { keep_range 1..2 }\ndoctrine calmer from calm { defend best }\n").clean();
    assert_eq!(pack.doctrines["own.calmer"].kind.word(), "personal");
    // An entry missing in the base is reported for the base only.
    let found = written("encounter one { }\nencounter other from one { }\nencounter third from nobody { }\n");
    assert_eq!(found.messages(), ["the encounter `one` has no kind of play", "there is no encounter called `nobody`"]);
    let found = written("encounter one : persnal { }\nencounter other from one { }\n");
    assert_eq!(found.only(Code::UnknownPlay).help.as_deref(), Some("did you mean `personal`?"));
}

#[test]
fn an_encounter_says_of_which_kind_of_play_it_is() {
    assert_eq!(written("encounter x : spice { }\n").only(Code::UnknownPlay).help.as_deref(), Some("did you mean `space`?"));
    let found = written("encounter x { }\n");
    assert_eq!(found.only(Code::MissingEntry).message, "the encounter `x` has no kind of play");
}

/// Returns a brawl of which one side plays by this doctrine.
fn brawl_by(doctrine: &str) -> Written {
    written(&format!(
        "{CAST}doctrine calm : personal {{ }}\nencounter brawl : personal {{\nmap pier\nside a {{ actors guards at quay; doctrine {doctrine} }}\nside b {{ actors dock_gang at crane }}\n}}\n"
    ))
}

#[test]
fn a_doctrine_that_looks_ahead_rests_on_the_one_it_names() {
    use slip_pack::encounter::Lookahead;
    for (text, samples, turns) in [("200 samples, 2 turns", Some(200), 2), ("1 sample, 1 turn", Some(1), 1), ("exact, 1 turn", None, 1)] {
        let found = brawl_by(&format!("search(calm, {text})"));
        assert_eq!(found.messages(), Vec::<&str>::new());
        let side = &found.pack.encounters["own.brawl"].sides[0];
        assert_eq!(side.doctrine.as_deref(), Some("own.calm"));
        assert_eq!(side.search, Some(Lookahead { samples, turns }));
        assert_eq!(side.search.unwrap().to_string(), text);
        assert!(found.pack.encounters["own.brawl"].valid);
    }
}

#[test]
fn a_search_of_another_form_is_refused() {
    for text in [
        "calm",
        "calm, 200 samples",
        "calm, 200, 2 turns",
        "calm, 0 samples, 2 turns",
        "calm, 200 samples, 0 turns",
        "calm, 100_001 samples, 2 turns",
        "calm, 200 samples, 21 turns",
        "calm, 2 turns, 200 samples",
        "calm, nearly, 2 turns",
    ] {
        let found = brawl_by(&format!("search({text})"));
        assert_eq!(found.messages(), ["this `search` is not written correctly"], "{text}");
        assert!(!found.pack.encounters["own.brawl"].valid, "{text}");
    }
    assert_eq!(brawl_by("search(clam, 200 samples, 2 turns)").only(Code::UnknownName).help.as_deref(), Some("did you mean `calm`?"));
    assert_eq!(brawl_by("search(search(calm, 9 samples, 2 turns), 200 samples, 2 turns)").messages().len(), 1, "a search never nests");
}

#[test]
fn a_doctrine_of_another_play_does_not_serve() {
    let text = format!(
        "{CAST}doctrine hunter : space {{ }}\nencounter brawl : personal {{\nmap pier\nside a {{ actors guards at quay; doctrine hunter }}\nside b {{ actors dock_gang at crane }}\n}}\n"
    );
    assert_eq!(written(&text).messages(), ["the doctrine `hunter` is for space play, but this is a personal encounter"]);
}

/// Compiles encounters in a package with variants.
fn under(variants: &[&str], text: &str) -> Written {
    let variants = variants.iter().map(|name| (*name).to_owned()).collect();
    written_in(Package { name: "own".to_owned(), variants, ..Package::default() }, text)
}

const RULES: &str =
    "ruleset gritty { spin_at 2; first_blood session }\nruleset soft { spin_at 4 }\nruleset both { use gritty; use soft; spin_at 5 }\n";

#[test]
fn the_encounters_rules_beat_the_packages_and_those_beat_the_standard_ones() {
    let text = |rules: &str| format!("{CAST}{RULES}encounter brawl : personal {{\n{SIDES}{rules}\n}}\n");
    let spin = |written: Written| {
        let rules = encounter(written).rules;
        (rules.settings["spin_at"].clone(), rules.word("first_blood", "").to_owned(), rules.settings["round_cap"].clone())
    };
    let int = Setting::Int;
    assert_eq!(spin(under(&[], &text(""))), (int(3), "once".to_owned(), int(100)));
    assert_eq!(spin(under(&["gritty"], &text(""))), (int(2), "session".to_owned(), int(100)));
    assert_eq!(spin(under(&["gritty"], &text("rules soft"))), (int(4), "session".to_owned(), int(100)));
    assert_eq!(spin(under(&[], &text("rules both"))), (int(5), "session".to_owned(), int(100)));
}

#[test]
fn two_rulesets_that_disagree_are_both_named() {
    let text = format!("{CAST}{RULES}encounter brawl : personal {{\n{SIDES}rules gritty, soft\n}}\n");
    let found = written(&text);
    assert_eq!(found.messages(), ["`gritty` and `soft` disagree about `spin_at`"]);
    assert_eq!(found.only(Code::RulesetsDisagree).secondary[0].text, "`gritty` has `spin_at 2`");
    assert_eq!(under(&["gritty", "soft"], RULES).messages(), ["`gritty` and `soft` disagree about `spin_at`"]);
    assert_eq!(under(&["grity"], RULES).messages(), ["there is no ruleset called `grity`"]);
}

#[test]
fn settings_have_the_values_they_declare() {
    let cases: &[(&str, &[&str])] = &[
        ("ruleset r { spin_at 2; dice d6_d6; compel_loss action; order seats; move_skill stealth }", &[]),
        ("ruleset r { dice 4dF }", &[]),
        ("ruleset r { fighters }", &[]),
        ("ruleset r { setting luck no, yes; luck yes }", &[]),
        ("ruleset r { spin_at 40 }", &["the setting `spin_at` cannot be `40`"]),
        ("ruleset r { spin_at }", &["the setting `spin_at` cannot be `yes`"]),
        ("ruleset r { dice d8 }", &["the setting `dice` cannot be `d8`"]),
        ("ruleset r { spinat 2 }", &["there is no setting called `spinat`"]),
        ("ruleset r { spin_at 2; spin_at 3 }", &["`spin_at` is written twice"]),
        ("ruleset r { move_skill bravado }", &["the setting `move_skill` cannot be `bravado`"]),
        ("ruleset r { setting spin_at 1..3 { default 2 } }", &["the setting `spin_at` is declared twice"]),
        ("ruleset r { setting luck 1..3 }", &["the setting `luck` has no default"]),
        ("ruleset r { setting luck 1..3 { default 5 } }", &["the setting `luck` cannot be `5`"]),
        ("ruleset r { use std.nothing }", &["there is no ruleset called `nothing`"]),
        ("ruleset r { use s }\nruleset s { use r }", &["the ruleset `r` uses itself"]),
        ("design gun : weapon { only when rules figters yes }", &["there is no setting called `figters`"]),
        ("design gun : weapon { only when rules fighters maybe }", &["the setting `fighters` cannot be `maybe`"]),
    ];
    for (text, messages) in cases {
        assert_eq!(written(&format!("{text}\n")).messages(), *messages, "{text}");
    }
}

#[test]
fn a_setting_this_version_does_not_run_is_noted_where_it_is_chosen() {
    let found = written("ruleset ours { setting tides calm, wild { later }; tides wild }\n");
    assert_eq!(found.only(Code::NotRead).message, "`ours` sets `tides wild`, but no rule uses this value");
    assert_eq!(found.only(Code::NotRead).severity, Severity::Note);
    with("rules zero_sum_fate\n").clean();
}

#[test]
fn scenes_zones_and_rulesets_carry_effects() {
    let text = format!(
        "{}ruleset slick {{ effect everyone -1 to defence when prone }}\nencounter brawl : personal {{\n{SIDES}rules slick\neffect everyone -2 to move\n}}\n",
        CAST.replace("zone pit", "zone pit { effect everyone -1 to attack }")
    );
    let pack = written(&text).clean();
    let found = &pack.encounters["own.brawl"];
    assert_eq!(found.effects[0].text, "everyone -2 to move");
    // The effect is the last one, after the effects of the rulesets of `std`.
    assert_eq!(found.rules.effects.last().map(|effect| effect.text.as_str()), Some("everyone -1 to defence when prone"));
    assert_eq!(pack.maps["own.pier"].zones[2].effects[0].text, "everyone -1 to attack");
}

/// If an effect removed the track that the fight is about, the message names that effect.
#[test]
fn who_has_lost_the_track_to_a_line_is_told_which() {
    let stunt = "stunt hollow \"Hollow\" { for npc; effect boxes of health is none }";
    let found = brawl_of("stunts hollow", "", "", "", stunt);
    let said = found.only(Code::NotACombatant);
    assert_eq!(said.message, "`ann` has no `health` left and cannot take part in personal combat");
    assert_eq!(said.primary.text.as_str(), "`boxes of health is none` removes the track");
}

/// An actor without one of the two tracks of personal combat would be taken out by the first hit on it.
#[test]
fn an_actor_with_skills_needs_both_tracks_of_personal_combat() {
    let fought = |tracks: &str| {
        written(&format!(
            "design gnat \"Gnat\" : drone {{\n  plays personal\n  budget 5\n  skills column 2\n  stat speed \"Speed\" {{ ranks 0..3; cost rank }}\n  \
             {tracks}\n}}\ndrone buzz \"Buzz\" : gnat {{ speed 3; skills {{ 2 brawling; 1 agility }} }}\nmook guards {{ threat 2 }}\n\
             map pit {{ zone a; zone b; border a -- b }}\n\
             encounter brawl : personal {{ map pit; side ours {{ actors buzz at a }}; side theirs {{ actors guards at b }} }}\n"
        ))
    };
    for (written, missing) in [("health", "composure"), ("composure", "health")] {
        let found = fought(&format!("track {written} {{ base 4 }}"));
        let said = found.only(Code::NotACombatant);
        assert_eq!(said.message, format!("`buzz` has no `{missing}` track and cannot take part in personal combat"));
        assert_eq!(said.help.as_deref(), Some(&*format!("add `track {missing} {{ base 3 }}` to the design `gnat`")));
    }
    let whole = fought("track health { base 4 }; track composure { base 3 }");
    assert!(!whole.said.iter().any(|(.., found)| found.code == Code::NotACombatant), "{:?}", whole.messages());
}

/// `plays` lists the encounters in which items of a design may take part.
#[test]
fn whoever_plays_in_other_encounters_takes_no_part_in_this_one() {
    let fought = |plays: &str, kind: &str| {
        written(&format!(
            "design golem \"Golem\" : golem {{\n  {plays}\n  skill brawling\n  stat harm {{ ranks 0..3 }}\n  track health {{ base 3 }}\n  \
             track composure {{ base 3 }}\n}}\n\
             golem clay {{ harm 2 }}\nmook guards {{ threat 2 }}\nmap pit {{ zone a; zone b; border a -- b }}\n\
             encounter brawl : {kind} {{ map pit; side ours {{ actors clay at a }}; side theirs {{ actors guards at b }} }}\n"
        ))
    };
    let refused = fought("plays space, social", "personal");
    assert_eq!(refused.messages(), ["`clay` cannot take part in personal encounters"]);
    let said = &refused.said[0].2;
    assert_eq!((said.code, said.secondary[0].text.as_str()), (Code::NotACombatant, "takes part only in space, social"));
    for plays in ["", "plays personal", "plays space, personal"] {
        assert_eq!(fought(plays, "personal").messages(), [""; 0], "{plays}");
    }
    assert!(fought("plays personal", "social").messages().contains(&"`clay` cannot take part in social encounters"));
}

/// Names are unique per kind: after `actors` the name is a person, after `with` a thing.
#[test]
fn people_are_found_where_a_thing_has_their_name() {
    let cast = "npc guard \"Guard\" { cap 2; skills { 2 brawling; 1 alertness, stamina }; aspects \"Bored\", \"Big hands\" }
armour guard \"Guard's vest\" : body_armour { tech T0; defense 4 }
npc wrench \"Wrench\" { cap 2; skills { 2 brawling; 1 alertness, stamina }; aspects \"Oily\", \"Late\" }
weapon wrench \"Wrench\" : brawling { tech T0; harm 1 }
";
    let body = "map pier\nside gang { actors guard at quay with wrench }\nside law { actors wrench at crane with guard }\n";
    let written = written(&format!("{CAST}{cast}encounter brawl \"Brawl\" : personal {{\n{body}\n}}\n"));
    let errors: Vec<&str> =
        written.said.iter().filter(|(.., found)| found.severity == Severity::Error).map(|(.., found)| found.message.as_str()).collect();
    assert_eq!(errors, Vec::<&str>::new());
    let brawl = &written.pack.encounters["own.brawl"];
    let meant: Vec<(&str, &str)> =
        brawl.sides.iter().flat_map(|side| &side.actors).map(|actor| (&*actor.item.kind, &*actor.gear[0].kind)).collect();
    assert_eq!(meant, [("npc", "weapon"), ("npc", "armour")]);
}

/// A new name in a dependency does not change which person of the package itself a name refers to.
#[test]
fn people_of_ones_own_are_found_before_things_of_a_catalogue() {
    use slip_source::Sources;
    let mut sources = Sources::new();
    let std = slip_compile::stdlib::add(&mut sources);
    let package = |name: &str, dependencies| Package {
        name: name.to_owned(),
        version: "0.1.0".to_owned(),
        edition: 1,
        dependencies,
        ..Package::default()
    };
    let shop = sources.add_package(package("shop", vec![("std".to_owned(), std)]));
    let shelf = "armour guards \"Guard's vest\" : body_armour { tech T0; defense 4 }\nnpc dock_gang \"Gang\" { cap 2; skills { 2 brawling; 1 alertness, stamina }; aspects \"Loud\", \"Many\" }\n";
    sources.add_file(shop, "shop.slip", shelf);
    let own = sources.add_package(package("own", vec![("std".to_owned(), std), ("shop".to_owned(), shop)]));
    sources.add_file(own, "own.slip", format!("use shop\n{CAST}encounter brawl \"Brawl\" : personal {{\n{SIDES}\n}}\n"));
    let compiled = slip_compile::compile(&sources);
    let wrong: Vec<&str> =
        compiled.diagnostics.iter().filter(|found| found.severity == Severity::Error).map(|found| found.message.as_str()).collect();
    assert_eq!(wrong, Vec::<&str>::new());
    let actors = compiled.pack.encounters["own.brawl"].sides.iter().flat_map(|side| &side.actors);
    let meant: Vec<String> = actors.map(|actor| format!("{} {}.{}", actor.item.kind, actor.item.package, actor.item.name)).collect();
    assert_eq!(meant, ["mook own.dock_gang", "mook own.guards", "mook own.guards"]);
}

/// `in-two-places`: "A character is one person: on one side of a fight or a talk, or on one ship at any number of its stations."
#[test]
fn a_character_takes_part_once_and_others_may_be_several() {
    let ana = "character ana \"Ana\" {\n  skills { 5 pilot; 4 gunnery, resolve; 3 navigation, slug_throwers, agility; 2 engineering, computer, stamina, tactics; 1 eva, charm, brokerage, alertness, microg }\n  stunts military_grade(pilot), military_grade(slug_throwers), swap_skill(navigation, computer)\n  aspects \"A\", \"B\", \"C\", \"D\", \"E\", \"F\", \"G\", \"H\", \"I\", \"J\"\n}\n";
    let twice = |sides: &str| {
        let found = written(&format!("{CAST}{ana}encounter brawl : personal {{ map pier; {sides} }}\n"));
        found.said.iter().filter(|(.., found)| found.code == Code::InTwoPlaces).count()
    };
    assert_eq!(twice("side a { actors ana at quay }; side b { actors ana at crane }"), 1);
    assert_eq!(twice("side a { actors ana at quay, ana at crane }; side b { actors guards at crane }"), 1);
    assert_eq!(twice("side a { actors ana x2 at quay }; side b { actors guards at crane }"), 1);
    assert_eq!(twice("side a { actors ana at quay }; side b { actors guards x2 at crane, guards at pit }"), 0);
}
