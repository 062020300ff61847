//! Tests of spotting, signals, rallies, maneuvers and interdictions, with their worked traces.

use crate::platoon::attack::UNITS;
use crate::platoon::range::{Range, guns};
use slip_dice::fate::{AspectDuration, Holder};
use slip_play::choice::{Choice, Verb};
use slip_play::effects::Act;
use slip_play::event::{Counter, Event, Phase};
use slip_play::ids::Id;
use slip_play::platoon::roll_kinds::UnitRoll;
use slip_play::platoon::roster::CoreSkill;
use slip_play::question::Point;

fn zone(range: &Range, name: &str) -> Id {
    Id::Zone(range.zone(name))
}

fn on(range: &Range, name: &str) -> Id {
    Id::Actor(range.unit(name))
}

/// Returns the pass value added to the border between two adjacent zones, for units entering the second.
fn put_there(range: &Range, from: &str, to: &str) -> i32 {
    let (from, to) = (range.zone(from), range.zone(to));
    let way = range.fight.roster.ground.ways(from).iter().find(|way| way.to == to).unwrap();
    range.fight.pass_value(way.border, to).unwrap()
}

/// T-L2: fire on a zone hits an enemy that is not spotted, and a friend too.
#[test]
fn tl2_zone_effects_on_unspotted_units() {
    let mut range = Range::new(UNITS, "units tank, scouts", "units brawlers\naircraft bomber", "");
    range.put("tank", "alpha").put("brawlers", "charlie").put("scouts", "charlie").put("bomber", "charlie");
    let there = zone(&range, "charlie");
    // The scouts are blue's and come first; then the brawlers.
    range.dice("++00 -000 0000").turn_of("tank").act(Verb::Attack, there, "direct_fire");
    range.take_hit(1).settle();
    assert_eq!(range.totals(), [2, -1, 1]);
    assert_eq!(range.shifts(), [3, 1]);
    assert_eq!((range.marked("scouts"), range.marked("brawlers")), (vec![1, 2], vec![1]));
    assert_eq!(range.state("tank").spotted, 1);
    assert!(range.marked("bomber").is_empty(), "what flies is untouched");
    let platoon = range.platoon("scouts");
    assert!(range.fight.state.aspects.values().any(|aspect| aspect.holder == Holder::Actor(platoon.0)), "the mild one is its platoon's");
}

/// T-L3: guns answer guns without a spotter, once those have revealed themselves by firing.
/// Rules: D-L9, R-L22, R-L48.
#[test]
fn tl3_counter_battery() {
    let mut range = guns(UNITS, "units rifles", "units brawlers, tank", "");
    range.put("rifles", "echo").put("tank", "foxtrot").spot("tank", 1);
    range.dice("0000 ++++").attack("mortar", "tank", "indirect_fire").settle();
    assert_eq!(range.totals()[0], 3, "no range for guns");
    assert!(range.state("mortar").has_fired);
    assert_eq!(range.state("mortar").spotted, 1);
    // Red's guns answer: none of red's units sees the card.
    range.dice("0000 +000").attack("howitzer", "mortar", "indirect_fire");
    let movement = Choice::of(Verb::Defend).n(i16::from(CoreSkill::Movement.skill().0));
    assert_eq!(range.wait(), Some(Point::Defend));
    assert_eq!(range.options()[0], movement, "Movement 1 promises more than no Armour at all");
    range.answer(Point::Defend, movement).settle();
    assert_eq!(range.totals()[2..], [3, 2]);
    assert_eq!(range.marked("mortar"), [1]);
    assert_eq!(range.state("howitzer").spotted, 1);
    let acts = range.acts("mortar");
    assert!(!acts.contains(&Verb::Displace) && acts.contains(&Verb::Cover), "it has run already, but it can hide: {acts:?}");
    // From the map the card is ten zones away.
    range.put("brawlers", "foxtrot");
    let shot = |range: &Range, me: &str, it: &str| range.fight.shots(range.unit(me), on(range, it)).first().map(|shot| shot.penalty);
    assert_eq!(shot(&range, "brawlers", "mortar"), None, "and Direct fire does not get there");
    let mut range = guns(UNITS, "units rifles", "units scouts", "");
    range.spot("mortar", 1);
    assert_eq!(shot(&range, "scouts", "mortar"), Some(8));
}

#[test]
fn rl21_guns_need_somebody_who_watches_unless_the_target_stands_spotted_on_a_card() {
    let mut range = guns(UNITS, "units rifles", "units brawlers", "");
    range.put("rifles", "echo").put("brawlers", "foxtrot").spot("brawlers", 1).spot("howitzer", 1);
    let can = |range: &Range, it: &str| !range.fight.shots(range.unit("mortar"), on(range, it)).is_empty();
    assert!(can(&range, "brawlers") && can(&range, "howitzer"));
    range.count("rifles", Counter::Ooc, 1).count("blue_lead", Counter::Ooc, 1);
    assert!(!can(&range, "brawlers"), "whoever is out of command tells nobody");
    assert!(can(&range, "howitzer"));
    range.count("rifles", Counter::Ooc, 0).orphan("rifles");
    assert!(!can(&range, "brawlers"), "nor do those without a leader");
}

/// T-L4, the part about jamming: a leader who is out of command receives no orders, and cannot unjam himself in the same turn.
#[test]
fn tl4_a_leader_is_jammed() {
    let lead = "unit talker \"Talker\" : infantry { tech T0; skills { 3 camouflage; 2 armour, observation; 1 signals, command, movement }; aspects \"Talks\" }";
    let mut range = Range::new(&format!("{UNITS}\n{lead}\n"), "units talker", "units signals", "");
    let it = on(&range, "talker");
    range.dice("+000 -000").turn_of("signals").act(Verb::Jam, it, "signals").done();
    assert_eq!((range.totals(), range.state("talker").ooc), (vec![4, 0], 4));
    assert_eq!(range.state("signals").spotted, 0, "jamming gives nobody away");
    assert!(!range.acts("talker").contains(&Verb::Unjam), "Signals was used in defence this turn");
    range.next_turn().count("talker", Counter::Ooc, 2);
    assert!(range.acts("talker").contains(&Verb::Unjam));
    range.dice("+000").turn_of("talker").act(Verb::Unjam, Id::None, "").settle();
    assert_eq!(range.state("talker").ooc, 0);
}

/// T-L4, the rest: the actions left to a unit that is cut off, and the effect of a hit on it.
#[test]
fn tl4_and_rl10_orphans_answer_fire_unjam_hide_and_take_no_consequences() {
    let mut range = Range::new(UNITS, "units signals", "units rifles, tank", "");
    range.put("signals", "alpha").put("rifles", "bravo").put("tank", "bravo").spot("rifles", 1).spot("signals", 2).spot("tank", 1);
    range.count("signals", Counter::Ooc, 1).orphan("signals");
    let acts = range.acts("signals");
    assert_eq!(acts, [Verb::Pass, Verb::Concede, Verb::Unjam, Verb::Cover], "nobody has fired on it");
    range.dice("++00 0000").attack("rifles", "signals", "direct_fire");
    // 5 against Armour 1: four shifts on two boxes, and no consequence is available.
    range.settle();
    assert!(!range.state("signals").is_active());
    assert_eq!(range.fight.state.platoons[range.state("signals").platoon].slots.count(), 3);
}

/// T-L6, the shots: only anti-air can fire at an aircraft, at one zone more than its distance.
#[test]
fn tl6_anti_air_against_a_bomber() {
    let mut range = Range::new(UNITS, "units tank, scouts, rifles", "aircraft bomber", "");
    range.put("tank", "alpha").put("rifles", "alpha").put("scouts", "echo").put("bomber", "bravo");
    let skills = |range: &Range, me: &str| -> Vec<CoreSkill> {
        range.fight.shots(range.unit(me), on(range, "bomber")).iter().map(|shot| shot.trade).collect()
    };
    assert_eq!(skills(&range, "tank"), [CoreSkill::AntiAir]);
    assert!(skills(&range, "rifles").is_empty());
    range.dice("+++0 0000").attack("tank", "bomber", "anti_air");
    assert_eq!(range.wait(), Some(Point::Mitigate));
    assert_eq!(range.totals(), [2, 0], "range 2, and nothing near enough to cost nothing");
    let mut other = range.again();
    range.take_hit(0).settle();
    assert!(!range.state("bomber").is_active());
    other.take_hit(1).settle();
    assert_eq!(other.marked("bomber"), [1], "a mild one leaves the last box");
    // The bomber's own shot: it flies one zone up, which is range 1.
    other.put("rifles", "bravo").spot("rifles", 1).turn_of("bomber");
    let shot = other.fight.shots(other.unit("bomber"), on(&other, "rifles"))[0];
    assert_eq!((shot.trade, shot.penalty), (CoreSkill::DirectFire, 0));
}

#[test]
fn rl20_anti_air_has_no_nearest_range() {
    let mut range = Range::new(UNITS, "aircraft fighter", "aircraft bomber", "");
    range.put("fighter", "bravo").put("bomber", "bravo");
    let shots = range.fight.shots(range.unit("fighter"), on(&range, "bomber"));
    assert_eq!(shots.iter().map(|shot| (shot.trade, shot.penalty)).collect::<Vec<_>>(), [(CoreSkill::AntiAir, 0)]);
}

/// T-L7: fire puts pass values on borders, in one direction each.
/// Rules: D-L11.
#[test]
fn tl7_and_rl26_interdictions_are_shared_out_over_borders_each_in_one_direction() {
    let mut range = guns(UNITS, "units rifles", "units brawlers", "");
    range.put("rifles", "charlie");
    let there = zone(&range, "charlie");
    range.dice("+000").turn_of("mortar").act(Verb::Interdict, there, "indirect_fire");
    assert_eq!(range.wait(), Some(Point::Share));
    assert_eq!(range.totals(), [4], "no range for guns");
    let mut even = range.again();
    even.answer(Point::Share, Choice::of(Verb::Even)).done();
    assert_eq!((put_there(&even, "bravo", "charlie"), put_there(&even, "delta", "charlie")), (2, 2));
    assert_eq!((put_there(&even, "charlie", "bravo"), put_there(&even, "charlie", "delta")), (0, 0));
    assert_eq!(even.state("mortar").spotted, 1, "as an attack would");
    assert!(even.state("mortar").has_fired);
    // The shares are given by hand, border by border, first for movement into the zone.
    range.answer(Point::Share, Choice::of(Verb::ByHand));
    for amount in [1, 0, 3] {
        assert_eq!(range.wait(), Some(Point::Share));
        let put = range.options().into_iter().find(|choice| choice.n == amount).unwrap();
        range.answer(Point::Share, put);
    }
    range.done();
    assert_eq!((put_there(&range, "bravo", "charlie"), put_there(&range, "delta", "charlie")), (1, 0));
    assert_eq!((put_there(&range, "charlie", "bravo"), put_there(&range, "charlie", "delta")), (3, 0));
    assert!(range.fight.state.pass_values.iter().all(|put| !put.lasting));
}

#[test]
fn tl7_mines_stay() {
    let miner = "unit miner \"Miners\" : artillery { tech T0; skills { 3 indirect_fire; 2 camouflage; 1 movement }; stunts scatterable_mines; aspects \"Careful\" }";
    let units =
        UNITS.replace("unit mortar \"Mortars\" : artillery { tech T0;", "unit spare_mortar \"Spare mortars\" : artillery { tech T0;");
    let miner = miner.replace("unit miner", "unit mortar");
    let mut range = guns(&format!("{units}\n{miner}\n"), "units rifles", "units brawlers", "");
    let there = zone(&range, "alpha");
    range.dice("+000").turn_of("mortar").act(Verb::Interdict, there, "indirect_fire").settle();
    assert!(range.fight.state.pass_values.iter().all(|put| put.lasting && put.value == 4));
    assert_eq!(range.fight.state.pass_values.len(), 1);
}

#[test]
fn rl25_range_costs_an_interdiction_in_full() {
    let mut range = Range::new(UNITS, "units rifles", "units brawlers", "");
    range.put("rifles", "alpha");
    let penalties = |zone: &str| -> Vec<(CoreSkill, i32)> {
        let shots = range.fight.interdictions(range.unit("rifles"), range.zone(zone));
        shots.iter().map(|shot| (shot.trade, shot.penalty)).collect()
    };
    assert_eq!(penalties("bravo"), [(CoreSkill::DirectFire, 1)]);
    assert_eq!(penalties("charlie"), [(CoreSkill::DirectFire, 2), (CoreSkill::IndirectFire, 2)]);
}

/// T-L9: a transient aspect of a maneuver is available to its side, with one free tag.
#[test]
fn tl9_a_maneuver_places_an_aspect_on_a_zone_free_to_tag_once() {
    let mut range = Range::new(UNITS, "units rifles, scouts", "units brawlers", "");
    range.put("rifles", "alpha");
    let there = zone(&range, "bravo");
    range.dice("-000").turn_of("rifles").act(Verb::Maneuver, there, "direct_fire");
    range.answer(Point::Term, Choice::of(Verb::Term).how(1)).done();
    let placed = range.fight.state.aspects.values().last().unwrap().clone();
    assert_eq!((placed.holder, placed.term), (Holder::Zone(range.zone("bravo").0), AspectDuration::Transient));
    assert_eq!(placed.placer, Some(range.unit("rifles").0));
    let number = range.fight.state.declared.number;
    assert!(!placed.is_free_for(0, number), "not in the action that placed it");
    assert!(placed.is_free_for(0, number + 1) && !placed.is_free_for(1, number + 1), "for its own side alone");
    assert_eq!(range.state("rifles").spotted, 1, "made with fire, it gives away");
}

#[test]
fn rl16_a_maneuver_works_at_no_shifts_and_nothing_else_does() {
    let mut range = Range::new(UNITS, "units rifles", "units brawlers", "");
    range.put("rifles", "alpha").spot("rifles", 2).put("brawlers", "bravo");
    let known = range.fight.state.aspects.len();
    let there = zone(&range, "alpha");
    // Command 1 and dice of -1 give 0.
    range.dice("-000").turn_of("rifles").act(Verb::Maneuver, there, "command").answer(Point::Term, Choice::of(Verb::Term)).done();
    assert_eq!(range.fight.state.aspects.len(), known + 1);
    range.next_turn().dice("--00").turn_of("rifles").act(Verb::Cover, Id::None, "").done();
    assert_eq!(range.state("rifles").spotted, 2, "Camouflage 2 and -2");
    let it = on(&range, "brawlers");
    range.next_turn().dice("-000 0000").turn_of("rifles").act(Verb::Spot, it, "").done();
    assert_eq!((range.shifts().last(), range.state("brawlers").spotted), (Some(&0), 0));
}

#[test]
fn rl28_any_trained_skill_serves_for_a_maneuver_and_sinks_do_not() {
    let mut range = Range::new(UNITS, "units rifles", "units brawlers", "");
    let there = zone(&range, "alpha");
    range.turn_of("blue_lead").answer(Point::Act, Choice::of(Verb::Maneuver));
    range.answer(Point::Whom, Choice::of(Verb::Target).on(there));
    let skills: Vec<String> =
        range.options().iter().map(|choice| range.fight.roster.skills[choice.skill().unwrap()].name.to_string()).collect();
    for skill in ["camouflage", "movement", "hand_to_hand", "command"] {
        assert!(skills.iter().any(|there| there == skill), "{skills:?}");
    }
    assert_eq!(skills.len(), 4, "nobody is a specialist or a veteran at anything: {skills:?}");
    assert_eq!(skills[0], "camouflage", "the best comes first");
}

#[test]
fn rl48_guns_maneuver_from_their_card_without_range_and_others_there_are_ten_zones_away() {
    let range = guns(UNITS, "units rifles", "units brawlers", "");
    let penalty = |me: &str| range.fight.maneuver_penalty(range.unit(me), range.zone("foxtrot"));
    assert_eq!(penalty("mortar"), Some(0));
    assert_eq!(penalty("rifles"), Some(5));
    let on_card = range.state("mortar").zone().unwrap();
    assert_eq!(range.fight.maneuver_penalty(range.unit("rifles"), on_card), Some(10));
}

#[test]
fn spotting_adds_shifts_up_to_four_and_gives_spin_to_who_hides_well() {
    let mut range = Range::new(UNITS, "units scouts", "units brawlers", "");
    range.put("scouts", "alpha").put("brawlers", "bravo").spot("brawlers", 1);
    let it = on(&range, "brawlers");
    range.dice("0000 0000").turn_of("scouts").act(Verb::Spot, it, "").done();
    assert_eq!(range.state("brawlers").spotted, 3, "3 against Camouflage 1, on top of the 1 there was");
    range.next_turn().dice("++++ 0000").turn_of("scouts").act(Verb::Spot, it, "").done();
    assert_eq!(range.state("brawlers").spotted, 4);
    range.spot("brawlers", 0).next_turn().dice("---- 0+++").turn_of("scouts").act(Verb::Spot, it, "").done();
    assert_eq!((range.shifts().last(), range.spin("brawlers")), (Some(&-5), 1));
}

#[test]
fn guns_that_have_fired_are_heard_wherever_they_are() {
    let mut range = guns(UNITS, "units scouts", "units brawlers", "");
    let spots = |range: &Range| !range.fight.spottings(range.unit("scouts"), range.unit("howitzer")).is_empty();
    assert!(!spots(&range));
    range.count("howitzer", Counter::HasFired, 1);
    assert!(spots(&range));
}

/// Rules: D-L9.
#[test]
fn rl22_guns_may_run_from_a_spotter_instead_of_hiding() {
    let mut range = guns(UNITS, "units scouts", "units brawlers", "");
    range.count("howitzer", Counter::HasFired, 1);
    let it = on(&range, "howitzer");
    range.dice("0000 0000").turn_of("scouts").act(Verb::Spot, it, "");
    assert_eq!(range.wait(), Some(Point::Defend));
    let skills: Vec<Option<CoreSkill>> = range.options().iter().map(|choice| choice.skill().and_then(CoreSkill::of)).collect();
    assert_eq!(skills, [Some(CoreSkill::Camouflage), Some(CoreSkill::Movement)]);
    range.answer(Point::Defend, Choice::of(Verb::Defend).n(i16::from(CoreSkill::Movement.skill().0))).done();
    assert_eq!(range.totals(), [3, 1], "also the worse one");
    assert!(
        !range.fight.is_unlocked(range.unit("howitzer"), UnitRoll::of(Act::Move, CoreSkill::Movement.skill())),
        "and it is used then (R-L15)"
    );
}

#[test]
fn a_rally_has_to_beat_the_highest_box_and_erases_up_to_its_shifts() {
    let mut range = Range::new(UNITS, "units signals, rifles", "units brawlers", "");
    range.mark("rifles", &[1, 2]);
    let it = on(&range, "rifles");
    range.dice("+000").turn_of("signals").act(Verb::Rally, it, "").done();
    // Command 2 and 1 against box 2: one shift.
    assert_eq!((range.shifts().last(), range.marked("rifles")), (Some(&1), vec![2]));
    range.dice("++00").turn_of("signals").act(Verb::Rally, it, "").done();
    assert!(range.marked("rifles").is_empty());
    assert!(!range.acts("signals").contains(&Verb::Rally), "nobody is hurt");
}

/// Rules: D-L13.
#[test]
fn rl14_a_leader_rallies_once_besides_his_action_before_it_or_after_it() {
    let mut range = Range::new(UNITS, "units rifles", "units brawlers", "");
    range.mark("rifles", &[1]);
    range.stand("blue_lead", Phase::RallyToo);
    let rally = Choice::of(Verb::Rally).on(on(&range, "rifles"));
    assert_eq!(range.options(), [Choice::of(Verb::No), rally]);
    range.dice("+000").answer(Point::RallyToo, rally);
    assert_eq!(range.wait(), Some(Point::FreeMove), "then he goes on with his part");
    assert!(range.marked("rifles").is_empty());
    range.mark("rifles", &[1]).stand("blue_lead", Phase::RallyToo);
    assert_eq!(range.options(), [Choice::of(Verb::No)], "once");
    range.next_turn().stand("rifles", Phase::RallyToo);
    assert_eq!(range.options(), [Choice::of(Verb::No)], "and nobody but leaders");
}

#[test]
fn rl14_leader_extra_any_lets_him_do_anything_as_his_second_act() {
    let rules = "rules busy";
    let units = format!("{UNITS}\nruleset busy \"Busy leaders\" {{ leader_extra any }}\n");
    let mut range = Range::new(&units, "units rifles", "units brawlers", rules);
    range.spot("blue_lead", 2).stand("blue_lead", Phase::RallyToo);
    range.dice("0000").answer(Point::RallyToo, Choice::of(Verb::Again)).act(Verb::Cover, Id::None, "");
    assert_eq!(range.wait(), Some(Point::FreeMove), "his action is still to come");
    assert_eq!(range.state("blue_lead").spotted, 0);
}

#[test]
fn rl27_a_leader_shares_out_what_he_unjams_over_his_platoon_even_the_disconnected() {
    let lead = "unit talker \"Talker\" : infantry { tech T0; skills { 3 signals; 2 armour, observation; 1 camouflage, command, movement }; aspects \"Talks\" }";
    let text = format!("{UNITS}\n{lead}\n");
    let mut range = Range::led(&text, "talker", "units rifles, scouts", "units brawlers", "");
    range.count("rifles", Counter::Ooc, 2).count("scouts", Counter::Ooc, 2).orphan("rifles");
    range.dice("0000").turn_of("talker").act(Verb::Unjam, Id::None, "");
    assert_eq!(range.wait(), Some(Point::Share));
    range.answer(Point::Share, Choice::of(Verb::Even)).done();
    assert_eq!((range.state("rifles").ooc, range.state("scouts").ooc), (0, 1));
    range.next_turn();
    assert!(!range.acts("rifles").contains(&Verb::Unjam), "Rifles know nothing of signals");
}

/// Rules: R-L18.
#[test]
fn displacing_has_to_beat_what_is_seen_and_hides_as_much_as_it_beats_it_by() {
    let mut range = guns(UNITS, "units rifles", "units brawlers", "");
    range.spot("mortar", 2);
    range.dice("++++").turn_of("mortar").act(Verb::Displace, Id::None, "").done();
    assert_eq!((range.shifts().last(), range.state("mortar").spotted), (Some(&3), 0));
}

#[test]
fn rl24_fire_on_a_zone_finds_aircraft_by_anti_air_alone_and_ones_own_besides() {
    let flak = "unit flak \"Flak tank\" : armour { tech T0; skills { 4 anti_air; 3 direct_fire; 2 movement; 1 armour }; stunts zone_effects; aspects \"Points up\" }";
    let mut range = Range::new(&format!("{UNITS}\n{flak}\n"), "units flak, scouts", "units brawlers\naircraft bomber", "");
    range.put("flak", "alpha").put("scouts", "charlie").put("brawlers", "charlie").put("bomber", "charlie");
    let names = |skill: CoreSkill| -> Vec<String> {
        let struck = range.fight.area_prospects(range.unit("flak"), skill.skill(), range.zone("charlie"));
        struck.into_iter().map(|(who, _)| range.fight.roster.name_of(who).to_owned()).collect()
    };
    assert_eq!(names(CoreSkill::AntiAir), ["bomber"]);
    assert_eq!(names(CoreSkill::DirectFire), ["scouts", "brawlers"]);
}

#[test]
fn rl47_and_5_2_7_guns_are_known_by_their_shot_and_so_by_an_interdiction() {
    let mut range = guns(UNITS, "units rifles", "units brawlers", "");
    let there = zone(&range, "bravo");
    range.dice("----").turn_of("mortar").act(Verb::Interdict, there, "indirect_fire").settle();
    assert!(range.state("mortar").has_fired, "even one that comes to nothing");
    assert!(range.fight.state.pass_values.is_empty());
}

/// "artillery that has fired": an attack, an interdiction, a maneuver, and graphite, which "can deliver payloads", by Indirect Fire each reveal it.
/// Rules: R-L58.
#[test]
fn every_act_of_its_guns_reveals_artillery() {
    let graphite = "unit mortar \"Mortars\" : artillery { tech T0; skills { 3 indirect_fire; 2 camouflage; 1 movement }; stunts graphite_payload; aspects \"Glitters\" }";
    let text = format!("{}\n{graphite}\n", UNITS.replace("unit mortar \"Mortars\"", "unit old_mortar \"Old mortars\""));
    for (verb, dice) in
        [(Verb::Attack, "---- ++++"), (Verb::Interdict, "----"), (Verb::Maneuver, "----"), (Verb::Jam, "---- ++++"), (Verb::Pass, "")]
    {
        let mut range = guns(&text, "units rifles", "units brawlers", "");
        range.put("rifles", "charlie").put("brawlers", "charlie").spot("brawlers", 1);
        let it = match verb {
            Verb::Attack | Verb::Jam => on(&range, "brawlers"),
            Verb::Pass => Id::None,
            _ => zone(&range, "charlie"),
        };
        assert!(!range.state("mortar").has_fired);
        range.dice(dice).turn_of("mortar").act(verb, it, "indirect_fire").settle();
        assert_eq!(range.state("mortar").has_fired, verb != Verb::Pass, "{verb:?}");
    }
}

/// "may use a successful maneuver roll to use up the free-tag on an enemy-applied Aspect or make two maneuver rolls on the zone it is in".
/// Rules: D-L14.
#[test]
fn an_engineer_uses_up_an_enemys_free_tag_instead_or_maneuvers_twice_at_home() {
    let sapper = "unit sappers \"Sappers\" : infantry { tech T1; skills { 3 command; 2 armour, observation; 1 camouflage, signals, movement }; stunts engineer; aspects \"Mud\" }";
    let mut range = Range::new(&format!("{UNITS}\n{sapper}\n"), "units sappers", "units rifles", "");
    range.put("sappers", "alpha").put("rifles", "bravo");
    let (home, away) = (zone(&range, "alpha"), zone(&range, "bravo"));
    range.dice("0000").turn_of("rifles").act(Verb::Maneuver, away, "command").answer(Point::Term, Choice::of(Verb::Term)).done();
    let id = u16::try_from(range.fight.state.aspects.len() - 1).unwrap();
    range.dice("0000").turn_of("sappers").act(Verb::Maneuver, away, "command").answer(Point::Term, Choice::of(Verb::Term));
    assert_eq!(range.wait(), Some(Point::Engineer));
    range.answer(Point::Engineer, Choice::of(Verb::Strip).with(id)).done();
    assert_eq!(range.fight.state.aspects.values().last().unwrap().free, None);
    let known = range.fight.state.aspects.len();
    range.next_turn().dice("0000 0000").turn_of("sappers").act(Verb::Maneuver, home, "command").answer(Point::Term, Choice::of(Verb::Term));
    assert_eq!(range.wait(), Some(Point::Engineer));
    range.answer(Point::Engineer, Choice::of(Verb::Again)).done();
    assert_eq!(range.fight.state.aspects.len(), known + 2, "twice, and no third time");
}

/// All options of a unit, the default first and the rest in canonical order.
/// Rules: D-L5.
#[test]
fn options_begin_with_the_default_and_go_on_in_canonical_order() {
    let mut range = Range::new(UNITS, "units rifles, signals", "units brawlers", "");
    range.put("rifles", "alpha").put("brawlers", "bravo").spot("brawlers", 1).spot("rifles", 1).mark("signals", &[1]);
    let acts = range.acts("rifles");
    assert_eq!(acts[0], Verb::Pass);
    assert!(acts[1..].is_sorted(), "{acts:?}");
    for act in [Verb::Attack, Verb::Maneuver, Verb::Interdict, Verb::Rally, Verb::Spot, Verb::Cover] {
        assert!(acts.contains(&act), "{act:?} of {acts:?}");
    }
    assert!(!acts.contains(&Verb::Move), "Rifles are not trained to move");
    assert!(!acts.contains(&Verb::Jam) && !acts.contains(&Verb::Displace));
}

/// Rules: D-L5.
#[test]
fn what_can_only_be_said_one_way_is_not_asked() {
    let mut range = Range::new(UNITS, "units brawlers", "units rifles", "");
    range.put("brawlers", "alpha").put("rifles", "bravo").spot("rifles", 1);
    range.dice("0000 0000").turn_of("brawlers").answer(Point::Act, Choice::of(Verb::Attack)).settle();
    let said = range.events.iter().filter(|event| matches!(event, Event::Declare { .. })).count();
    assert_eq!(said, 1, "one target, one skill");
}
