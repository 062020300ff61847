//! Tests of units under the earlier draft, each row by itself.

use crate::platoon::attack::UNITS;
use crate::platoon::range::{Range, guns};
use crate::platoon::table::told;
use slip_dice::fate::AspectDuration;
use slip_play::choice::{Choice, Verb};
use slip_play::event::{Counter, Event};
use slip_play::ids::Id;
use slip_play::platoon::roster::CoreSkill;
use slip_play::question::Point;

/// Returns the units, and a ruleset that differs from the final text in one row.
fn with(row: &str) -> String {
    format!("{UNITS}\nruleset one_row \"One row\" {{ {row} }}\n")
}

fn facing(row: &str, blue: &str, red: &str) -> Range {
    Range::new(&with(row), blue, red, "rules one_row")
}

/// T-L8: the same shot under the draft rules and under the final rules.
#[test]
fn tl8_draft_against_final() {
    let shot = |rules: &str| {
        let mut range = Range::new(UNITS, "units rifles", "units brawlers", rules);
        range.put("rifles", "alpha").put("brawlers", "bravo").spot("brawlers", 1);
        range.dice("++00 0000").attack("rifles", "brawlers", "direct_fire");
        assert_eq!(range.wait(), Some(Point::Mitigate), "four shifts on two boxes");
        range
    };
    let shown = |range: &Range| {
        let spotted = range.events.iter().rposition(|event| matches!(event, Event::Counter { what: Counter::Spotted, .. }));
        let rolled = range.events.iter().position(|event| matches!(event, Event::Roll { .. }));
        (spotted.cmp(&rolled), range.state("rifles").spotted)
    };
    let mut last = shot("");
    last.take_hit(3).settle();
    assert_eq!(shown(&last), (std::cmp::Ordering::Less, 1));
    assert_eq!(last.marked("brawlers"), [1], "mild and moderate leave one");
    let mut draft = shot("rules platoon_draft");
    draft.take_hit(1).settle();
    assert_eq!(shown(&draft), (std::cmp::Ordering::Greater, 2));
    assert_eq!(draft.marked("brawlers"), [1, 2], "one consequence leaves two");
    // Two shifts do not exceed the track: in the draft no consequence may be taken, in the final text one may.
    for (rules, sets) in [("", 8), ("rules platoon_draft", 1)] {
        let mut range = Range::new(UNITS, "units rifles", "units brawlers", rules);
        range.put("rifles", "alpha").put("brawlers", "bravo").spot("brawlers", 1);
        range.dice("0000 0000").attack("rifles", "brawlers", "direct_fire");
        let brawlers = range.unit("brawlers");
        range.wait();
        assert_eq!(range.fight.free_slots(brawlers, slip_play::platoon::state::MORALE, 2).subsets().count(), sets, "{rules}");
        range.settle();
    }
}

#[test]
fn row_2_and_rl34_fire_shows_by_the_skill_it_is_made_with() {
    for (skill, me, shown) in [("indirect_fire", "scouts", 1), ("direct_fire", "brawlers", 2), ("hand_to_hand", "brawlers", 3)] {
        let mut range = facing("fire_spotted by_skill", &format!("units {me}"), "units rifles");
        let there = match skill {
            "indirect_fire" => "charlie",
            "direct_fire" => "bravo",
            _ => "alpha",
        };
        range.put(me, "alpha").put("rifles", there).spot("rifles", 1);
        range.dice("---- ++++").attack(me, "rifles", skill).settle();
        assert_eq!(range.state(me).spotted, shown, "{skill}");
    }
    let mut range = facing("fire_spotted by_skill", "units scouts", "aircraft bomber");
    range.put("scouts", "alpha").put("bomber", "bravo");
    range.dice("---- ++++").attack("scouts", "bomber", "anti_air").settle();
    assert_eq!(range.state("scouts").spotted, 2, "anti-air is as direct fire");
}

#[test]
fn row_3_fire_shows_after_the_attack() {
    let mut range = facing("fire_spotted_from after", "units rifles", "units brawlers");
    range.put("rifles", "alpha").put("brawlers", "bravo").spot("brawlers", 1);
    range.dice("---- ++++").attack("rifles", "brawlers", "direct_fire").settle();
    let order: Vec<bool> = range
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Roll { .. } => Some(false),
            Event::Counter { what: Counter::Spotted, now: 1, who, .. } if *who == range.unit("rifles") => Some(true),
            _ => None,
        })
        .collect();
    assert_eq!(order, [false, false, true]);
}

/// The sentence that a position is known is about the guns, and not about the unit that rolls next.
#[test]
fn row_3_an_account_tells_with_the_attack_what_it_has_shown() {
    let mut range = guns(&with("fire_spotted_from after"), "units rifles", "units brawlers", "rules one_row");
    range.put("rifles", "echo").spot("brawlers", 1);
    let (begun, before) = (range.fight.clone(), range.events.len());
    range.dice("---- ++++").attack("mortar", "brawlers", "indirect_fire").settle();
    let told = told(begun, &range.events[before..]);
    assert!(told.contains("Mortars: SPOTTED 0 to 1, and its position is known.\n"), "{told}");
}

#[test]
fn row_8_guns_that_are_cut_off_are_silent() {
    for (rules, fires) in [("", true), ("rules one_row", false)] {
        let mut range = guns(&with("battery_out_of_command silent"), "units rifles", "units brawlers", rules);
        range.put("rifles", "echo").spot("brawlers", 1).count("mortar", Counter::Ooc, 1);
        let (mortar, brawlers, zone) = (range.unit("mortar"), range.unit("brawlers"), range.zone("foxtrot"));
        assert_eq!(!range.fight.shots(mortar, Id::Actor(brawlers)).is_empty(), fires, "{rules}");
        assert_eq!(!range.fight.interdictions(mortar, zone).is_empty(), fires, "{rules}");
    }
}

#[test]
fn row_9_nobody_walks_about_a_card_and_everybody_there_may_displace() {
    let text = with("battery_relocation no");
    let guard = "unit guard \"Guards\" : infantry { tech T0; skills { 3 movement; 2 camouflage, observation; 1 armour, signals, command }; aspects \"Bored\" }";
    let text = format!("{text}\n{guard}\n");
    for (rules, displaces) in [("", false), ("rules one_row", true)] {
        let mut range = crate::platoon::range::guns_with(&text, "guard", "units rifles", "units brawlers", rules);
        range.spot("guard", 2);
        assert_eq!(range.acts("guard").contains(&Verb::Displace), displaces, "{rules}");
    }
}

#[test]
fn row_11_orphans_may_not_take_cover() {
    for (rules, hides) in [("", true), ("rules one_row", false)] {
        let mut range = Range::new(&with("orphans_cover no"), "units rifles", "units brawlers", rules);
        range.spot("rifles", 2).orphan("rifles");
        assert_eq!(range.acts("rifles").contains(&Verb::Cover), hides, "{rules}");
    }
}

#[test]
fn row_21_fire_on_a_zone_finds_only_the_spotted() {
    let mut range = facing("zone_fire spotted", "units tank", "units scouts, brawlers");
    range.put("tank", "alpha").put("scouts", "charlie").put("brawlers", "charlie");
    let (tank, zone) = (range.unit("tank"), range.zone("charlie"));
    assert!(range.fight.shots(tank, Id::Zone(zone)).is_empty());
    range.spot("brawlers", 1);
    let struck = range.fight.area_prospects(tank, CoreSkill::DirectFire.skill(), zone);
    assert_eq!(struck.iter().map(|(who, _)| *who).collect::<Vec<_>>(), [range.unit("brawlers")]);
}

#[test]
fn row_24_and_rl44_maneuvers_need_a_spotted_enemy_one_of_ones_own_or_nobody() {
    let mut range = facing("spotted_for attacks_and_maneuvers", "units rifles", "units brawlers");
    range.put("rifles", "alpha").put("brawlers", "bravo");
    let zones = |range: &mut Range| -> Vec<Id> {
        range.turn_of("rifles").answer(Point::Act, Choice::of(Verb::Maneuver));
        assert_eq!(range.wait(), Some(Point::Whom));
        range.options().iter().map(|choice| choice.it).collect()
    };
    let (alpha, bravo, charlie) = (range.zone("alpha"), range.zone("bravo"), range.zone("charlie"));
    let open = zones(&mut range);
    assert!(open.contains(&Id::Zone(alpha)) && open.contains(&Id::Zone(charlie)) && !open.contains(&Id::Zone(bravo)));
    range.spot("brawlers", 1);
    assert!(zones(&mut range).contains(&Id::Zone(bravo)));
}

#[test]
fn row_25_aspects_of_maneuvers_stay_and_nobody_is_asked() {
    let mut range = facing("maneuver_lasts always", "units rifles", "units brawlers");
    let there = Id::Zone(range.zone("alpha"));
    range.dice("0000").turn_of("rifles").act(Verb::Maneuver, there, "command").done();
    assert_eq!(range.fight.state.aspects.values().last().unwrap().term, AspectDuration::Permanent);
}

#[test]
fn row_26_and_rl44_a_spot_at_no_shifts_leaves_a_marker() {
    for (known, seen) in [(0, 1), (2, 2)] {
        let mut range = facing("spotting success", "units rifles", "units brawlers");
        range.put("rifles", "alpha").put("brawlers", "bravo").spot("brawlers", known);
        let it = Id::Actor(range.unit("brawlers"));
        range.dice("-000 0000").turn_of("rifles").act(Verb::Spot, it, "").done();
        assert_eq!(i32::from(range.state("brawlers").spotted), seen);
    }
}

#[test]
fn row_38_and_rl46_a_maneuver_that_goes_very_well_gives_spin() {
    for (rules, spin) in [("", 0), ("rules one_row", 1)] {
        let mut range = Range::new(&with("flat_spin yes"), "units rifles", "units brawlers", rules);
        let there = Id::Zone(range.zone("alpha"));
        range.dice("++++").turn_of("rifles").act(Verb::Maneuver, there, "command").settle();
        assert_eq!(range.spin("rifles"), spin, "five shifts, {rules}");
    }
}

/// R-L49: jamming by fire has unlimited range, unless the rules limit it to the range of that fire.
#[test]
fn rl49_graphite_jams_anywhere_or_as_far_as_its_fire() {
    let thread = "unit thread \"Thread guns\" : artillery { tech T0; skills { 3 indirect_fire; 2 camouflage; 1 movement }; stunts graphite_payload; aspects \"Glitters\" }";
    let text = UNITS.replace("unit mortar \"Mortars\"", "unit old_mortar \"Old mortars\"");
    let text = format!("{text}\n{}\nruleset one_row \"One row\" {{ graphite_reach fire }}\n", thread.replace("unit thread", "unit mortar"));
    for (rules, watched, jams) in [("", false, true), ("rules one_row", false, false), ("rules one_row", true, true)] {
        let mut range = guns(&text, "units rifles", "units brawlers", rules);
        // None of blue's units sends signals unless it is spotted.
        for name in ["rifles", "blue_lead"] {
            range.count(name, Counter::Ooc, i32::from(!watched));
        }
        let jam = range.fight.jams(range.unit("mortar"), Id::Actor(range.unit("brawlers")));
        assert_eq!(
            jam.iter().any(|shot| shot.trade == CoreSkill::IndirectFire || shot.way.skill == CoreSkill::IndirectFire.skill()),
            jams,
            "{rules}"
        );
    }
}

#[test]
fn rl36_nobody_is_more_than_four_out_of_command_in_either_text() {
    for rules in ["", "rules platoon_draft"] {
        let mut range = Range::new(UNITS, "units signals", "units rifles", rules);
        let it = Id::Actor(range.unit("rifles"));
        range.dice("++++ ----").turn_of("signals").act(Verb::Jam, it, "").done();
        assert_eq!((range.shifts(), range.state("rifles").ooc), (vec![11], 4), "{rules}");
    }
}
