//! Tests of scenarios: encounters that follow on one another, and the state carried from each to the next.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    dead_code,
    reason = "tests fail by panicking, and share a module of which each uses a part"
)]

use slip_test_support::compiled_text;

use compiled_text::{Written, written};
use slip_dice::Dice;
use slip_pack::Name;
use slip_pack::Pack;
use slip_pack::encounter::{Encounter, SceneAspect, SceneScope};
use slip_pack::ruleset::Setting;
use slip_pack::scenario::{CarriedConsequence, Carry, Scenario, SessionCounts, UsedEffect, parties};
use slip_play::conflict::Conflict;
use slip_play::event::{Counter, Event};
use slip_play::{Fight, Playable};
use slip_session::Seats;
use slip_session::run::{Run, run_with};
use slip_session::scenario::boarding::Boarded;
use slip_session::scenario::{NextEncounter, PartyAfterEncounter, PartyKey, PartyLoss, ScenarioProgress, winner_of};
use slip_session::session::replay::ReplayOptions;
use slip_session::session::{LogError, Session};
use slip_source::diagnostic::{Code, Severity};
use std::collections::BTreeMap;

const CAST: &str = r#"
ship mule "Mule" : spacecraft {
  tech T1
  v_shift 1; beam 1; trade 1
  tracks { frame 5; data 5 }
  stunts civilian, firewall
  aspects "Slow and honest", "Patched twice", "Knows the customs", "Leaks a little", "Late again"
}
npc mate "Mate" { cap 2; consequences yes; skills { 2 slug_throwers; 1 pilot, brawling }; aspects "Bored", "Big hands" }
npc guard "Guard" { cap 2; skills { 2 brawling; 1 alertness, stamina }; aspects "Awake", "Paid by the hour" }
map yard { zone gate; zone shed; border gate -- shed 1 }
encounter brawl "Brawl" : personal {
  map yard
  side crew { actors mate at gate }
  side watch { actors guard x2 at shed }
  limit 20 turns
}
encounter ambush "Ambush" : personal {
  map yard
  side crew { actors mate at gate }
  side watch { actors guard at shed }
  limit 20 turns
}
encounter chase "Chase" : space {
  side crew { ship mule { pilot mate } }
  side watch { ship mule }
  limit 6 turns
}
"#;

fn scenario(steps: &str) -> Written {
    written(&format!("{CAST}scenario night \"Night\" {{ {steps} }}\n"))
}

fn codes(found: &Written) -> Vec<Code> {
    found.said.iter().filter(|(.., said)| said.severity > Severity::Note).map(|(.., said)| said.code).collect()
}

fn night(pack: &Pack) -> &Scenario {
    &pack.scenarios["own.night"]
}

fn encounter_name(next: &NextEncounter) -> &str {
    &next.encounter.name
}

/// Returns the party of an item of the test package, the first of it.
fn of(kind: &str, name: &str) -> PartyKey {
    (kind.into(), "own".into(), name.into(), 1)
}

/// Plays the next encounter by its doctrines and records the result.
fn play(progress: &mut ScenarioProgress<'_>, next: &NextEncounter, pack: &Pack, seed: u64) -> Fight {
    let run = run_with(pack, &next.encounter, Dice::seeded(seed, 0), Some(seed), Seats::standard()).unwrap();
    let fight = run.end();
    progress.record(next, &fight, run.events.iter());
    fight
}

#[test]
fn steps_follow_in_the_order_of_the_text_and_carry_what_they_say() {
    let pack = scenario("play brawl; then ambush { carry consequences, stress, fate }; then chase when won(brawl, crew)").clean();
    let night = night(&pack);
    assert!(night.valid);
    let steps: Vec<&str> = night.steps.iter().map(|step| step.encounter.as_str()).collect();
    assert_eq!(steps, ["own.brawl", "own.ambush", "own.chase"]);
    assert_eq!(night.steps[1].carry, [Carry::Consequences, Carry::Stress, Carry::Fate]);
    assert_eq!(night.steps[2].text, "won(brawl, crew)");
}

#[test]
fn what_a_scenario_cannot_mean_is_refused() {
    for (steps, code) in [
        ("play brwl", Code::UnknownName),
        ("then brawl", Code::WrongValue),
        ("play brawl; play ambush", Code::WrongValue),
        ("play brawl; then brawl", Code::DuplicateName),
        ("play brawl; then ambush when won(chase, crew)", Code::UnknownName),
        ("play brawl; then ambush when won(brawl, crow)", Code::UnknownSide),
        ("play brawl; then ambush when out(brawl, mole)", Code::NobodyCalled),
        ("play brawl; then ambush when lost(brawl, crew)", Code::UnknownPredicate),
        ("play brawl; then ambush when won(brawl)", Code::ArgumentCount),
        ("play brawl; then ambush when 3", Code::WrongValue),
        ("play brawl; then ambush { carry spin }", Code::WrongValue),
        ("play brawl; then ambush { carry fate, fate }", Code::DuplicateEntry),
        ("play brawl; then ambush { aspect \"Rain\" on moon }", Code::NobodyCalled),
        ("play brawl; then ambush { aspect rain }", Code::WrongValue),
        ("play brawl; after ambush", Code::UnknownKey),
        ("", Code::MissingEntry),
    ] {
        assert_eq!(codes(&scenario(steps)), [code], "{steps}");
    }
}

#[test]
fn steps_that_no_course_comes_to_are_warned_of() {
    for lost in [
        "play brawl; otherwise ambush",
        "play brawl; then ambush when won(brawl, crew) and won(brawl, watch)",
        "play brawl; then ambush when not played(brawl)",
        "play brawl; then ambush when won(brawl, crew) or not won(brawl, crew); otherwise chase",
    ] {
        assert_eq!(codes(&scenario(lost)), [Code::UnreachableStep], "{lost}");
    }
    for fine in [
        "play brawl; then ambush when won(brawl, crew); otherwise chase",
        "play brawl; then ambush when drawn(brawl); then chase when played(ambush)",
        "play brawl; then ambush when out(brawl, mate) and not captured(brawl, mate)",
    ] {
        assert_eq!(codes(&scenario(fine)), [], "{fine}");
    }
}

#[test]
fn carrying_where_nobody_was_before_is_warned_of() {
    let strangers = "npc clerk \"Clerk\" { cap 2; skills { 2 brawling; 1 alertness, stamina }; aspects \"Ink\", \"Keys\" }\n\
        encounter office : personal { map yard; side a { actors clerk at gate }; side b { actors clerk at shed } }\n";
    let found = written(&format!("{CAST}{strangers}scenario night {{ play brawl; then office {{ carry stress }} }}"));
    assert_eq!(codes(&found), [Code::NothingToCarry]);
}

#[test]
fn a_condition_chooses_and_otherwise_is_what_is_played_instead() {
    let pack = scenario("play brawl; then ambush when won(brawl, crew); otherwise chase").clean();
    let mut seen = BTreeMap::new();
    for seed in 0..12 {
        let mut progress = ScenarioProgress::new(night(&pack));
        let first = progress.next(&pack).unwrap();
        play(&mut progress, &first, &pack, seed);
        let winner: Option<Name> = winner_of(&first.encounter, progress.ended()[0].as_ref().unwrap()).cloned();
        let second = progress.next(&pack).unwrap();
        let wanted = if winner.as_deref() == Some("crew") { "ambush" } else { "chase" };
        assert_eq!(encounter_name(&second), wanted, "seed {seed}: {winner:?} won");
        *seen.entry(wanted).or_insert(0) += 1;
    }
    assert!(!seen.is_empty());
}

#[test]
fn boxes_consequences_and_points_are_carried_only_where_a_step_says_so() {
    let bruised = PartyAfterEncounter {
        marked: BTreeMap::from([("health".into(), vec![1, 2]), ("wealth".into(), vec![3])]),
        consequences: vec![
            CarriedConsequence { grade: "mild".into(), text: "Out of breath".to_owned(), track: "health".into() },
            CarriedConsequence { grade: "moderate".into(), text: "Cracked rib".to_owned(), track: "health".into() },
        ],
        fate: Some(1),
        ..PartyAfterEncounter::default()
    };
    let pack = scenario("play brawl; then ambush { carry consequences, stress, fate }").clean();
    let before = BTreeMap::from([(of("npc", "mate"), bruised)]);
    let mut progress = ScenarioProgress::resuming(night(&pack), before);
    let next = progress.next(&pack).unwrap();
    let carried = next.encounter.sides[0].actors[0].carried.as_ref().unwrap();
    assert_eq!(carried.marked["health"], [1, 2]);
    assert_eq!(carried.consequences.len(), 1, "a mild consequence goes with its scene");
    assert_eq!(carried.fate, Some(1));
    let fight = Fight::begin(&pack, &next.encounter).unwrap();
    let mate = &fight.personal().unwrap().state.actors.values().next().unwrap().clone();
    assert_eq!(mate.tracks[0].boxes().collect::<Vec<_>>(), [1, 2]);
    assert_eq!(mate.fate.points(), 1);
    let there: Vec<&str> = fight.personal().unwrap().state.aspects.values().map(|aspect| aspect.text.as_str()).collect();
    assert!(there.contains(&"Cracked rib") && !there.contains(&"Out of breath"), "{there:?}");
    let bare = scenario("play brawl; then ambush").clean();
    let mut progress = ScenarioProgress::new(bare.scenarios.values().next().unwrap());
    let first = progress.next(&bare).unwrap();
    play(&mut progress, &first, &bare, 3);
    if let Some(second) = progress.next(&bare) {
        assert!(second.encounter.sides.iter().flat_map(|side| &side.actors).all(|actor| {
            actor
                .carried
                .as_ref()
                .is_none_or(|carried| carried.marked.is_empty() && carried.fate.is_none() && carried.consequences.is_empty())
        }));
    }
}

/// R-VC8: dead, captured and destroyed actors do not take part in later encounters; others return unless `carry out` excludes them.
#[test]
fn r_vc8_who_is_lost_stays_away_and_who_was_only_down_comes_back() {
    let lost = |how: &str, returns: bool| PartyAfterEncounter {
        lost: Some(PartyLoss { how: how.into(), taken_by: None, returns }),
        ..PartyAfterEncounter::default()
    };
    let stays = |steps: &str, how: &str, returns: bool| {
        let pack = scenario(steps).clean();
        let mut progress = ScenarioProgress::new(night(&pack));
        let first = progress.next(&pack).unwrap();
        play(&mut progress, &first, &pack, 5);
        progress.suppose(of("npc", "mate"), lost(how, returns));
        let second = progress.next(&pack).unwrap();
        progress.is_walkover(&second)
    };
    assert!(stays("play brawl; then ambush", "dead", false), "nobody of the crew is left");
    assert!(!stays("play brawl; then ambush", "unconscious", true));
    assert!(stays("play brawl; then ambush { carry out }", "unconscious", true));
}

/// R-VC8: a captured ship fights for the side that has it.
#[test]
fn r_vc8_a_captured_ship_is_in_the_fight_only_on_the_side_that_took_it() {
    let pack = scenario("play chase").clean();
    let taken = |by: &str| {
        let lost = PartyLoss { how: "surrendered".into(), taken_by: Some(by.into()), returns: false };
        BTreeMap::from([(of("ship", "mule"), PartyAfterEncounter { lost: Some(lost), ..PartyAfterEncounter::default() })])
    };
    let mut progress = ScenarioProgress::resuming(night(&pack), taken("watch"));
    let next = progress.next(&pack).unwrap();
    assert_eq!(next.encounter.sides[0].actors[0].carried.as_ref().unwrap().out.as_deref(), Some("surrendered"));
    let mut progress = ScenarioProgress::resuming(night(&pack), taken("crew"));
    let next = progress.next(&pack).unwrap();
    assert!(next.encounter.sides[0].actors[0].carried.is_none());
}

/// R-VC10: an encounter is not played if one side has no actor left.
#[test]
fn r_vc10_a_side_with_nobody_left_has_lost_without_a_fight() {
    let pack = scenario("play ambush; then chase when won(ambush, watch)").clean();
    let dead = PartyAfterEncounter {
        lost: Some(PartyLoss { how: "dead".into(), taken_by: None, returns: false }),
        ..PartyAfterEncounter::default()
    };
    let mut progress = ScenarioProgress::resuming(night(&pack), BTreeMap::from([(of("npc", "mate"), dead)]));
    let next = progress.next(&pack).unwrap();
    assert!(progress.is_walkover(&next));
    assert_eq!(progress.ended()[0].as_ref().unwrap().winner, Some(1));
    assert_eq!(encounter_name(&progress.next(&pack).unwrap()), "chase");
}

#[test]
fn aspects_cross_over_and_nothing_else_does() {
    let pack =
        scenario("play brawl; then chase { aspect \"Weakened hull\" on watch; aspect \"Night\"; aspect \"Never\" when not played(brawl) }")
            .clean();
    let mut progress = ScenarioProgress::new(night(&pack));
    let first = progress.next(&pack).unwrap();
    play(&mut progress, &first, &pack, 2);
    let second = progress.next(&pack).unwrap();
    assert_eq!(second.encounter.sides[1].actors[0].carried.as_ref().unwrap().aspects, ["Weakened hull"]);
    let scene: Vec<&str> = second.encounter.aspects.iter().map(|aspect| aspect.text.as_str()).collect();
    assert_eq!(scene, ["Night"]);
    let fight = Fight::begin(&pack, &second.encounter).unwrap();
    let space = fight.space().unwrap();
    assert!(space.state.aspects.values().any(|aspect| aspect.text == "Weakened hull"));
    assert!(!fight.title().is_empty());
}

/// Aboard a ship a person has only the aspects of their consequences, and no marked boxes.
#[test]
fn a_hurt_pilot_brings_aspects_aboard_and_no_boxes() {
    let pack = scenario("play brawl; then chase { carry consequences, stress, fate }").clean();
    let mut progress = ScenarioProgress::new(night(&pack));
    let first = progress.next(&pack).unwrap();
    play(&mut progress, &first, &pack, 5);
    let rib = CarriedConsequence { grade: "moderate".into(), text: "Cracked rib".to_owned(), track: "health".into() };
    let marked = BTreeMap::from([("health".into(), vec![1])]);
    progress.suppose(
        of("npc", "mate"),
        PartyAfterEncounter { marked, consequences: vec![rib.clone()], fate: Some(2), ..PartyAfterEncounter::default() },
    );
    let second = progress.next(&pack).unwrap();
    let fight = Fight::begin(&pack, &second.encounter).unwrap();
    let space = fight.space().unwrap();
    assert!(space.state.aspects.values().any(|aspect| aspect.text == "Cracked rib"));
    assert!(space.state.ships.values().all(|ship| ship.tracks.iter().all(|track| track.marked() == 0)));
    assert_eq!(space.state.people[0].fate.points(), 2);
    play(&mut progress, &second, &pack, 6);
    let after = &progress.conditions()[&of("npc", "mate")];
    assert_eq!((after.marked["health"].as_slice(), &after.consequences), (&[1_u8][..], &vec![rib]), "ships know nothing of it");
}

/// R-VC12: the same seed gives the same course, and another encounter before it does not change the dice of a later one.
#[test]
fn r_vc12_one_seed_is_one_course() {
    let pack = scenario("play brawl; then ambush { carry stress }; then chase").clean();
    let course = |seed: u64| {
        let mut progress = ScenarioProgress::new(night(&pack));
        while let Some(next) = progress.next(&pack) {
            if !progress.is_walkover(&next) {
                play(&mut progress, &next, &pack, seed);
            }
        }
        (progress.ended().to_vec(), progress.conditions().clone())
    };
    assert_eq!(course(9), course(9));
}

/// R-VC12: a log contains the state that its actors brought, so it can be replayed alone. A replay with a different state is reported.
#[test]
fn r_vc12_a_log_says_what_was_brought_into_its_encounter() {
    let pack = scenario("play brawl; then chase { carry stress, consequences, out; aspect \"Red alert\" }").clean();
    let rib = CarriedConsequence { grade: "moderate".into(), text: "Cracked rib".to_owned(), track: "health".into() };
    let hurt = PartyAfterEncounter {
        marked: BTreeMap::from([("health".into(), vec![1, 2])]),
        consequences: vec![rib],
        fate: Some(1),
        ..PartyAfterEncounter::default()
    };
    let mut progress = ScenarioProgress::resuming(night(&pack), BTreeMap::from([(of("npc", "mate"), hurt)]));
    let mut logs = Vec::new();
    while let Some(next) = progress.next(&pack) {
        let run = run_with(&pack, &next.encounter, Dice::seeded(3, 0), Some(3), Seats::standard()).unwrap();
        progress.record(&next, &run.end(), run.events.iter());
        logs.push((next, run.json_lines()));
    }
    assert_eq!(logs.len(), 2);
    for (next, log) in &logs {
        let plain = &pack.encounters[&format!("own.{}", next.encounter.name)[..]];
        let first = log.lines().next().unwrap();
        assert!(first.contains("\"brought\":{\"people\":[{\"side\":\"crew\",\"who\":\"mate\",\"marked\":{"), "{first}");
        assert_eq!(first.contains("\"scene\":[\"Red alert\"]"), next.encounter.name == "chase", "{first}");
        let read = |encounter: &Encounter, text: &str| {
            Session::retrace(&pack, encounter, text, ReplayOptions::default()).map(|read| read.session.fight().clone())
        };
        let there = read(plain, log).unwrap();
        assert!(there == read(&next.encounter, log).unwrap(), "laid over the encounter already, it is the same");
        assert!(there.outcome().is_some());
        // A different actor, or the same with a different state, is reported.
        let other = log.replacen("\"who\":\"mate\"", "\"who\":\"stranger\"", 1);
        assert!(matches!(read(plain, &other), Err(LogError::Nobody { who }) if who == "stranger"));
        let mut changed = next.encounter.clone();
        changed.aspects.push(SceneAspect { text: "Fog".to_owned(), scope: SceneScope::Scene });
        assert!(matches!(read(&changed, log), Err(LogError::OtherBrought)));
    }
}

/// R-P15: uses per session, and First Blood, are counted through all its encounters, whatever else is carried over.
/// Rules: R-VC14.
#[test]
fn a_session_counts_uses_and_first_blood_through_its_encounters() {
    let drilled = "stunt drilled \"Drilled\" { for npc; effect +2 to attack once per session; effect +1 to agility rolls once per encounter }\n\
         npc sergeant \"Sergeant\" { cap 2; skills { 2 slug_throwers; 1 pilot, brawling }; stunts drilled; aspects \"Loud\", \"Big hands\" }\n\
         encounter early : personal { map yard; side crew { actors sergeant at gate }; side watch { actors guard at shed }; limit 9 turns }\n\
         encounter late : personal { map yard; side crew { actors sergeant at gate }; side watch { actors guard at shed }; limit 9 turns }\n\
         scenario two \"Two\" { play early; then late }\n";
    let pack = written(&format!("{CAST}{drilled}")).clean();
    let scenario = &pack.scenarios["own.two"];
    let (mut used, mut shaken) = (0, 0);
    for seed in 0..40 {
        let mut progress = ScenarioProgress::new(scenario);
        let first = progress.next(&pack).unwrap();
        let run = run_with(&pack, &first.encounter, Dice::seeded(seed, 0), Some(seed), Seats::random()).unwrap();
        let before = run.end();
        progress.record(&first, &before, run.events.iter());
        let Some(second) = progress.next(&pack) else { continue };
        let after = Fight::begin(&pack, &second.encounter).unwrap();
        let (before, after) = (before.personal().unwrap(), after.personal().unwrap());
        let count = |by: &str| {
            let line = before.roster.lines.iter().find(|(_, line)| line.text.contains(by)).unwrap().1;
            let count = usize::from(line.count);
            (before.state.uses[count], after.state.uses[count])
        };
        let (then, now) = count("per session");
        assert_eq!(then, now, "seed {seed}");
        assert_eq!(count("per encounter").1, 0, "seed {seed}");
        used += now;
        for (who, actor) in before.state.actors.iter().filter(|(who, _)| after.state.actors[*who].is_active()) {
            assert_eq!(actor.shock_spent, after.state.actors[who].shock_spent, "seed {seed}");
            shaken += u32::from(actor.shock_spent);
        }
        // The log of the second encounter contains the counts, and is replayed with them.
        let plain = &pack.encounters["own.late"];
        let log = run_with(&pack, &second.encounter, Dice::seeded(seed, 0), Some(seed), Seats::standard()).unwrap().json_lines();
        let read = Session::retrace(&pack, plain, &log, ReplayOptions::default());
        assert!(read.is_ok(), "seed {seed}");
    }
    assert!(used > 0 && shaken > 0, "{used} and {shaken}: the test tests nothing");
}

/// R-VC14: a count never decreases, whatever a later part of the session recorded.
#[test]
fn what_a_session_has_counted_stays_counted() {
    let used = |title: &str, times| UsedEffect { title: title.to_owned(), line: "once".to_owned(), times };
    let mut counted = SessionCounts { uses: vec![used("Drilled", 2), used("Steady", 1)], first_blood: true };
    counted.replace(SessionCounts { uses: vec![used("Drilled", 1), used("Lucky", 3)], first_blood: false });
    assert!(counted.first_blood);
    let mut uses: Vec<(&str, u32)> = counted.uses.iter().map(|used| (&*used.title, used.times)).collect();
    uses.sort_unstable();
    assert_eq!(uses, [("Drilled", 2), ("Lucky", 3), ("Steady", 1)]);
}

/// Returns the package of the thin lanes, which has a boarding.
fn thin_lanes() -> Pack {
    slip_test_support::shipped_packages::pack("thin_lanes")
}

const PARTY: &str = "thin_lanes.boarding_party";

/// Plays a fight between ships with a boarding.
fn raid(pack: &Pack, encounter: &Encounter) -> Run {
    let mut runs = (2..200).map(|seed| run_with(pack, encounter, Dice::seeded(seed, 0), Some(seed), Seats::standard()).unwrap());
    runs.find(|run| run.boarded.len() == 1 && run.boarded[0].run.is_some()).expect("somebody is boarded, once")
}

/// R-VK1: a boarding is played as a fight between people when the ships' fight asks for it, and the answer is whether its first side won.
/// Rules: R-VK2, R-VK3.
#[test]
fn r_vk1_a_boarding_hands_its_result_back() {
    let pack = thin_lanes();
    let run = raid(&pack, &pack.encounters[PARTY]);
    for boarded in &run.boarded {
        let answered = |event: &Event| matches!(event, Event::Answer { why: Some(why), .. } if *why == boarded.why());
        let answer = run.events.iter().position(answered).expect("the answer names the fight and its winner");
        let came = run.events[answer..].iter().find_map(|event| match event {
            Event::Counter { who, what: what @ (Counter::Boarded | Counter::Resisted), .. } if *who == boarded.whom => Some(*what),
            _ => None,
        });
        assert_eq!(came, Some(if boarded.won { Counter::Boarded } else { Counter::Resisted }));
    }
}

/// R-VK2: the boarding is reproduced from the log of the ships, byte for byte.
/// Rules: R-VK1, R-VK3.
#[test]
fn r_vk2_the_log_of_the_ships_has_the_boarding_in_it() {
    let pack = thin_lanes();
    let encounter = &pack.encounters[PARTY];
    let run = raid(&pack, encounter);
    let again = |log: &str| Session::retrace(&pack, encounter, log, ReplayOptions::default()).unwrap().session.boarded();
    let logs = |boarded: &[Boarded]| -> Vec<Option<String>> { boarded.iter().map(Boarded::json_lines).collect() };
    assert_eq!(logs(&again(&run.json_lines()).unwrap()), logs(&run.boarded));
    let why = run.boarded[0].why();
    let other = if why.ends_with("crew") { "at_the_lock:boarders" } else { "at_the_lock:crew" };
    let changed = run.json_lines().replacen(why.as_str(), other, 1);
    assert!(again(&changed).unwrap_err().to_string().contains("the boarding ended with"), "a winner that did not win is found out");
}

/// R-VK3: people bring their state aboard into a boarding, and its wounds carry over to later encounters.
/// Rules: R-VC14, R-VK1, R-VK2.
#[test]
fn r_vk3_people_bring_their_wounds_and_take_them_along() {
    let pack = thin_lanes();
    let mut week = pack.scenarios["thin_lanes.bad_week"].clone();
    week.steps[0].encounter = PARTY.into();
    let rib = CarriedConsequence { grade: "moderate".into(), text: "Cracked rib".to_owned(), track: "health".into() };
    let marta: PartyKey = ("character".into(), "thin_lanes".into(), "marta_oyelaran".into(), 1);
    let hurt = PartyAfterEncounter {
        marked: BTreeMap::from([("health".into(), vec![1])]),
        consequences: vec![rib.clone()],
        fate: Some(2),
        session: SessionCounts { first_blood: true, ..SessionCounts::default() },
        ..PartyAfterEncounter::default()
    };
    let mut progress = ScenarioProgress::resuming(&week, BTreeMap::from([(marta.clone(), hurt)]));
    let first = progress.next(&pack).unwrap();
    let run = raid(&pack, &first.encounter);
    let boarded = run.boarded.last().unwrap();
    let carried = boarded.encounter.sides[1].actors[0].carried.as_ref().expect("Marta brings something along");
    assert_eq!((carried.consequences.as_slice(), carried.marked["health"].contains(&1)), (&[rib.clone()][..], true));
    assert!(carried.session.first_blood, "a boarding is in the session, too (R-VC14)");
    progress.record(&first, &run.end(), run.events.iter());
    let (before, aboard) = (carried.fate.unwrap(), progress.conditions()[&marta].fate.unwrap());
    progress.record_boardings(&run.boarded);
    let after = &progress.conditions()[&marta];
    assert!(after.consequences.contains(&rib));
    let Fight::Personal(fought) = boarded.run.as_ref().unwrap().end() else { panic!("people fight at the lock") };
    let (_, end) = fought.state.actors.iter().find(|(id, _)| fought.roster.actors[*id].name == "marta_oyelaran").unwrap();
    assert_eq!(after.marked["health"], end.tracks[0].boxes().collect::<Vec<_>>());
    assert_eq!(after.fate, Some((aboard - (before - i32::from(end.fate.points()))).max(0)));
}

/// R-VC9: participants of the same item are the same person, numbered in the order of the text.
#[test]
fn r_vc9_the_same_item_is_the_same_person() {
    let pack = thin_lanes();
    let names = |name: &str| -> Vec<(String, usize)> {
        parties(&pack.encounters[name]).into_iter().map(|(item, count)| (item.name.to_string(), count)).collect()
    };
    let has = |name: &str, who: &str, count: usize| names(name).contains(&(who.to_owned(), count));
    for marta in ["thin_lanes.chase", "thin_lanes.boarders"] {
        assert!(has(marta, "marta_oyelaran", 1) && !has(marta, "marta_oyelaran", 2), "{marta}");
    }
    assert!(has("thin_lanes.boarders", "boarder", 3) && !has("thin_lanes.boarders", "boarder", 4));
}

/// R-VC11: mild consequences end with their encounter, and the others lose their free tags.
#[test]
fn r_vc11_mild_consequences_and_free_tags_are_not_carried() {
    let pack = scenario("play brawl; then ambush { carry consequences }").clean();
    let mut progress = ScenarioProgress::new(night(&pack));
    let first = progress.next(&pack).unwrap();
    play(&mut progress, &first, &pack, 1);
    let wound = |grade: &str, text: &str| CarriedConsequence { grade: grade.into(), text: text.to_owned(), track: "health".into() };
    let hurt = PartyAfterEncounter {
        consequences: vec![wound("mild", "Out of breath"), wound("severe", "Broken arm")],
        ..PartyAfterEncounter::default()
    };
    progress.suppose(of("npc", "mate"), hurt);
    let second = progress.next(&pack).unwrap();
    let Fight::Personal(fight) = Fight::begin(&pack, &second.encounter).unwrap() else { panic!("an ambush is of people") };
    let texts: Vec<(&str, bool)> = fight.state.aspects.iter().map(|(_, aspect)| (aspect.text.as_str(), aspect.free.is_none())).collect();
    assert!(texts.contains(&("Broken arm", true)), "{texts:?}");
    assert!(!texts.iter().any(|(text, _)| *text == "Out of breath"));
}

/// R-C25: under `mild_waits yes` a mild consequence carries over as long as its track is not clear.
/// Rules: R-VC11.
#[test]
fn r_c25_a_mild_consequence_that_waits_comes_along_with_its_marks() {
    let brings = |waits: &str, boxes: &[u8], carry: &str| {
        let mut pack = scenario(&format!("play brawl; then ambush {{ carry {carry} }}")).clean();
        for encounter in pack.encounters.values_mut() {
            encounter.rules.settings.insert("mild_waits".into(), Setting::Word(waits.into()));
        }
        let mut progress = ScenarioProgress::new(night(&pack));
        let first = progress.next(&pack).unwrap();
        play(&mut progress, &first, &pack, 1);
        progress.suppose(of("npc", "guard"), PartyAfterEncounter::default());
        let winded = CarriedConsequence { grade: "mild".into(), text: "Out of breath".to_owned(), track: "health".into() };
        let marked = BTreeMap::from([("health".into(), boxes.to_vec())]);
        progress.suppose(
            of("npc", "mate"),
            PartyAfterEncounter { marked, consequences: vec![winded.clone()], ..PartyAfterEncounter::default() },
        );
        let second = progress.next(&pack).unwrap();
        let brought = second.encounter.sides[0].actors[0].carried.as_ref().is_some_and(|carried| carried.consequences.contains(&winded));
        // The consequence exists after the encounter if it existed during the encounter.
        play(&mut progress, &second, &pack, 2);
        assert_eq!(progress.conditions()[&of("npc", "mate")].consequences.contains(&winded), waits == "yes" && !boxes.is_empty());
        brought
    };
    assert!(brings("yes", &[2], "consequences, stress"));
    assert!(!brings("yes", &[], "consequences, stress"), "its track is clear");
    assert!(!brings("yes", &[2], "consequences"), "its track begins clear");
    assert!(!brings("no", &[2], "consequences, stress"));
}
