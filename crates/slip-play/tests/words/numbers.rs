//! Tests of `+N to Q`, `Q is V`, `at most`, `at least`, `per NAME`: every quantity of personal combat.

use crate::words::stage::{Lines, before_dice, by_lines, hardened, hit, marked, part, settle, shifts, shoot, wait_turn};
use slip_play::choice::{Choice, Verb};
use slip_play::event::{Event, RollAddend};
use slip_play::ids::Id;
use slip_play::question::Point;

fn red(lines: &str) -> Lines<'_> {
    Lines { red: lines, ..Lines::default() }
}

fn blue(lines: &str) -> Lines<'_> {
    Lines { blue: lines, ..Lines::default() }
}

/// Returns red's attack (3 + 1 before the dice) and blue's defence (1) under some effects.
fn contest(lines: Lines<'_>) -> (i32, i32) {
    let mut table = lines.sit();
    shoot(&mut table, "0000 0000");
    (before_dice(&table, "red"), before_dice(&table, "blue"))
}

#[test]
fn changes_to_rolls_add_up_and_say_for_whom_and_when() {
    for (lines, expected) in [
        (red(""), (4, 1)),
        (red("effect +2 to attack when range == 1"), (6, 1)),
        (red("effect +2 to attack when range == 0"), (4, 1)),
        (red("effect enemies -1 to defence"), (4, 0)),
        (red("effect everyone +1 to rolls"), (5, 2)),
        (red("effect target -2 to defence"), (4, -1)),
        (blue("effect others -2 to attack against this"), (4, 1)),
        (blue("effect +1 to defence against slug_throwers"), (4, 2)),
        (blue("effect +1 to defence against brawling"), (4, 1)),
        (Lines { zone: "effect everyone +1 to defence", ..Lines::default() }, (4, 2)),
        (Lines { zone: "effect everyone +1 to attack", ..Lines::default() }, (4, 1)),
        (Lines { scene: "effect everyone -1 to rolls", ..Lines::default() }, (3, 0)),
        (Lines { rules: "effect everyone +1 to slug_throwers rolls", ..Lines::default() }, (5, 1)),
        (Lines { gun: "effect +1 to attack when not moved", ..Lines::default() }, (5, 1)),
        (Lines { ally: "effect allies +1 to attack when attacker has \"Bold\"", ..Lines::default() }, (4, 1)),
        (Lines { ally: "effect allied drilled +1 to attack", ..Lines::default() }, (4, 1)),
        (Lines { ally: "effect allied npc +1 to attack", ..Lines::default() }, (5, 1)),
    ] {
        let about = format!("{}{}{}{}", lines.red, lines.blue, lines.zone, lines.ally);
        assert_eq!(contest(lines), expected, "{about}");
    }
}

#[test]
fn a_change_against_one_counts_in_the_comparison_with_that_one() {
    let mut table = blue("effect others -2 to attack against this").sit();
    shoot(&mut table, "0000 0000");
    settle(&mut table);
    assert_eq!(shifts(&table), 1, "4 - 2 against 1");
}

#[test]
fn bounds_come_last_and_at_most_beats_at_least() {
    for (lines, attack) in [
        ("effect attack at most 3", 3),
        ("effect attack at least 6", 6),
        ("effect +5 to attack when range == 1; effect attack at most 6", 6),
        ("effect attack at least 6; effect attack at most 5", 5),
        ("effect attack is 2", 2),
        ("effect attack is 2; effect enemies +1 to defence; effect +1 to attack when range == 1", 3),
        ("effect attack is (base + 1)", 5),
    ] {
        assert_eq!(contest(red(lines)).0, attack, "{lines}");
    }
}

/// Order of precedence: item in use, other gear, person, zone, scene, ruleset; then the smaller value.
#[test]
fn of_several_that_set_one_thing_the_nearest_wins_then_the_smaller() {
    let both = Lines { red: "effect attack is 2", scene: "effect everyone attack is 7", ..Lines::default() };
    assert_eq!(contest(both).0, 2);
    let gun = Lines { red: "effect attack is 2", gun: "effect attack is 5", ..Lines::default() };
    assert_eq!(contest(gun).0, 5);
    let rules = Lines { scene: "effect everyone attack is 7", rules: "effect everyone attack is 6", ..Lines::default() };
    assert_eq!(contest(rules).0, 7);
    let equal = Lines { ally: "effect allies attack is 3", red: "effect attack is 6", ..Lines::default() };
    assert_eq!(contest(equal).0, 3);
}

#[test]
fn per_counts_zones_consequences_and_shifts() {
    assert_eq!(contest(red("effect -1 to attack per zone")).0, 3);
    let mut table = red("effect +1 to attack per consequence").scene_with(|red| red.slots(), |blue| blue).sit();
    table.wait();
    let who = table.actor("red");
    table.fight.state.actors[who].slots = slip_dice::fate::Slots::from_number(4);
    shoot(&mut table, "0000 0000");
    assert_eq!(by_lines(&table, "red"), 2);
    let mut table = red("effect +1 to stress of attack per shift").sit();
    hardened(&mut table);
    shoot(&mut table, "--00 0000");
    settle(&mut table);
    assert_eq!(hit(&table), Some((0, 2)), "one shift, and one for it");
}

#[test]
fn stress_of_a_roll_counts_only_if_it_hits_and_stress_is_what_is_suffered() {
    for (lines, dice, expected) in [
        (red("effect +1 to stress of attack"), "-000 0000", Some((0, 3))),
        (red("effect +1 to stress of attack"), "---0 0000", None),
        (red("effect +1 to stress of brawling attack"), "-000 0000", Some((0, 2))),
        (blue("effect -1 to stress"), "-000 0000", Some((0, 1))),
        (blue("effect -9 to stress"), "-000 0000", Some((0, 0))),
        (blue("effect stress at most 1"), "0000 0000", Some((0, 1))),
        (Lines { gun: "effect stress of attack at least 4", ..Lines::default() }, "-000 0000", Some((0, 4))),
    ] {
        let mut table = lines.sit();
        hardened(&mut table);
        shoot(&mut table, dice);
        settle(&mut table);
        assert_eq!(hit(&table), expected, "{}{}", lines.red, lines.blue);
    }
}

#[test]
fn spin_of_an_attack_may_be_kept_from_defenders() {
    for (lines, spin) in [("", 1), ("effect spin of attack is 0", 0), ("effect +1 to spin of attack", 2)] {
        let mut table = red(lines).sit();
        // 4 - 4 against 1 + 2: 3 below.
        shoot(&mut table, "---- ++00");
        settle(&mut table);
        let given: i32 = table.fight.state.spin.iter().map(|token| i32::from(token.left)).sum();
        assert_eq!(given, spin, "{lines}");
    }
}

#[test]
fn a_hit_on_a_marked_box_rolls_up_or_down() {
    for (lines, boxes) in [("", vec![2, 3, 4]), ("effect roll_up of health is down", vec![1, 2, 3])] {
        let mut table = blue(lines).sit();
        hardened(&mut table);
        let who = table.actor("blue");
        table.fight.state.actors[who].tracks[0] = slip_dice::fate::Track::with_marked(6, &[2, 3]);
        shoot(&mut table, "0000 0000");
        settle(&mut table);
        let now: Vec<u8> = table.fight.state.actors[who].tracks[0].boxes().collect();
        let all: Vec<u8> = if lines.is_empty() { [1].into_iter().chain(boxes).collect() } else { boxes };
        assert_eq!(now, all, "{lines}");
    }
}

#[test]
fn invoking_some_words_adds_what_a_line_says() {
    for (lines, added) in
        [("", 2), ("effect invoke of \"Bold\" is 3", 3), ("effect +2 to invoke of \"Bold\"", 4), ("effect invoke of \"Shy\" is 5", 2)]
    {
        let mut table = red(lines).scene_with(|red| red.fate(1).aspect("Bold"), |blue| blue).sit();
        table.wait();
        shoot(&mut table, "---- 0000");
        assert_eq!(table.wait(), Some(Point::Adjust));
        let invoke = table.options().into_iter().find(|option| option.verb == Verb::Invoke && option.how == 0).unwrap();
        table.answer(Point::Adjust, invoke);
        let contest = table.fight.state.contest.as_ref().unwrap();
        assert_eq!(contest.roll.total(), added, "{lines}");
    }
}

#[test]
fn attacks_of_a_turn_are_as_many_as_lines_say() {
    let attacks = |lines: &str| {
        let mut table = red(lines).sit();
        let who = table.actor("red");
        let mut count = 0;
        while table.fight.state.actor == Some(who) && table.options().iter().any(|option| option.verb == Verb::Attack) {
            shoot(&mut table, if count == 0 { "---- 0000" } else { "----" });
            settle(&mut table);
            count += 1;
        }
        count
    };
    assert_eq!(attacks(""), 1);
    assert_eq!(attacks("effect attacks of attack is 2"), 2);
    assert_eq!(attacks("effect +1 to attacks of slug_throwers attack"), 2);
    assert_eq!(attacks("effect attacks of attack is 0"), 0);
}

#[test]
fn ammo_runs_out_in_the_encounter() {
    let mut table = Lines { gun: "effect ammo is 1", ..Lines::default() }.sit();
    let who = table.actor("red");
    shoot(&mut table, "---- 0000");
    settle(&mut table);
    while table.fight.state.actor != Some(who) || table.wait() != Some(Point::Act) {
        wait_turn(&mut table);
    }
    let ways = table.fight.ways_to_attack(who);
    assert!(ways.iter().all(|way| way.with == Choice::NOTHING), "{ways:?}");
}

#[test]
fn the_free_move_is_as_long_as_lines_say() {
    for (lines, zones) in [("", vec!["a", "b"]), ("effect free_move is 2", vec!["a", "b", "c"]), ("effect free_move is 0", vec!["a"])] {
        let table = red(lines).sit();
        let red = table.actor("red");
        let reached = table.fight.footholds(red);
        let names: Vec<&str> = reached.iter().map(|&zone| table.fight.roster.map.zones[zone].name.as_str()).collect();
        assert_eq!(names, zones, "{lines}");
    }
}

#[test]
fn two_free_steps_are_taken_one_after_the_other() {
    let mut table = red("effect free_move is 2").sit();
    let red = table.actor("red");
    table.answer(Point::Act, Choice::of(Verb::Pass)).pass(&[Point::Compel]);
    for zone in ["b", "c"] {
        let zone = table.zone(zone);
        assert_eq!(table.wait(), Some(Point::FreeMove));
        let step = table.options().into_iter().find(|option| option.it == Id::Zone(zone)).unwrap();
        table.answer(Point::FreeMove, step);
    }
    table.wait();
    assert_eq!(table.fight.state.actors[red].zone, table.zone("c"));
}

#[test]
fn order_is_changed_set_and_bounded() {
    let first = |lines: Lines<'_>| {
        let table = lines.sit();
        table.fight.roster.actors[table.fight.state.order[0]].name.to_string()
    };
    assert_eq!(first(blue("")), "red");
    assert_eq!(first(blue("effect +5 to order")), "blue");
    assert_eq!(first(blue("effect order at least 9")), "blue");
    assert_eq!(first(red("effect order is -1")), "ally");
    assert_eq!(first(blue("effect enemies -9 to order")), "blue");
}

#[test]
fn harm_penetration_and_defense_follow_lines() {
    let harm = |lines: Lines<'_>| {
        let mut table = lines.sit();
        shoot(&mut table, "0000 0000");
        part(&table, "red", RollAddend::Harm) + part(&table, "red", RollAddend::Fists)
    };
    assert_eq!(harm(red("effect +2 to harm of slug_throwers attack")), 3);
    assert_eq!(harm(Lines { gun: "effect harm of attack is 4; effect +1 to harm of attack when range == 1", ..Lines::default() }), 5);
    assert_eq!(harm(Lines { gun: "effect harm of attack at most 0", ..Lines::default() }), 0);
    assert_eq!(harm(Lines { ally: "effect allies +1 to harm of attack", ..Lines::default() }), 2);
    let armour = |lines: Lines<'_>| {
        let mut table = lines.scene_with(|red| red, |blue| blue.gear("armour", "vest")).sit();
        shoot(&mut table, "0000 0000");
        part(&table, "blue", RollAddend::Armour)
    };
    assert_eq!(armour(red("")), 2);
    assert_eq!(armour(red("effect +1 to penetration of slug_throwers attack")), 1);
    assert_eq!(armour(red("effect penetration of attack at least 9")), 0);
    assert_eq!(armour(Lines { gun: "effect penetration of attack is 1 when range == 1", ..Lines::default() }), 1);
    assert_eq!(armour(blue("effect +2 to defense when not prone")), 4);
    assert_eq!(armour(Lines { vest: "effect +1 to defense", ..Lines::default() }), 3);
    assert_eq!(armour(Lines { vest: "effect defense is 5; effect +1 to defense", ..Lines::default() }), 6);
    let natural = |lines: Lines<'_>| {
        let mut table = lines.sit();
        shoot(&mut table, "0000 0000");
        part(&table, "blue", RollAddend::Armour)
    };
    assert_eq!(natural(blue("effect +2 to defense")), 2, "hide is as good as a vest");
}

#[test]
fn range_and_the_penalty_outside_it_follow_lines() {
    let attack = |gun: &str, person: &str, at: &str| {
        let mut scene = Lines { gun, red: person, ..Lines::default() }.scene();
        let zone = scene.pack.maps.values().find(|map| map.package == "t").unwrap().zone(at);
        scene.encounter.sides[1].actors[0].zone = zone;
        let mut table = scene.sit();
        table.wait();
        shoot(&mut table, "0000 0000");
        part(&table, "red", RollAddend::Range)
    };
    assert_eq!(attack("", "", "c"), 0);
    assert_eq!(attack("effect range is 0..0", "", "b"), -2);
    assert_eq!(attack("effect range is 0..0; effect out_of_range is 3", "", "b"), -3);
    assert_eq!(attack("effect range is 0..0; effect out_of_range is 2 per zone", "", "c"), -4);
    assert_eq!(attack("effect range is 0..0; effect +1 to range when not prone", "", "b"), 0);
    assert_eq!(attack("effect range is 0..0", "effect out_of_range is 0", "b"), 0);
}

/// R-E22: `+N to range` moves the far end and keeps the near one; `per zone` counts zones between actor and target, or for
/// `out_of_range` those outside the range.
#[test]
fn range_is_moved_at_its_far_end_and_zones_are_counted_where_they_are_meant() {
    let attack = |gun: &str, person: &str, at: &str| {
        let mut scene = Lines { gun, red: person, ..Lines::default() }.scene();
        let zone = scene.pack.maps.values().find(|map| map.package == "t").unwrap().zone(at);
        scene.encounter.sides[1].actors[0].zone = zone;
        let mut table = scene.sit();
        table.wait();
        shoot(&mut table, "0000 0000");
        (part(&table, "red", RollAddend::Range), before_dice(&table, "red") - part(&table, "red", RollAddend::Range))
    };
    for (gun, person, at, range) in [
        ("effect range is 0..0; effect +1 to range", "", "b", 0),
        ("effect range is 0..0; effect +1 to range", "", "c", -2),
        ("effect range is 0..0", "effect +2 to range", "c", 0),
        ("effect range is 0..2; effect -1 to range", "", "c", -2),
        ("effect range is 1..1; effect +1 to range", "", "a", -2),
        ("effect range is 0..0; effect out_of_range is 0; effect +1 to out_of_range per zone", "", "c", -2),
        ("effect range is 0..1; effect out_of_range is 0; effect +1 to out_of_range per zone", "", "c", -1),
        ("effect range is 0..0; effect out_of_range is 2 per zone", "effect +1 to out_of_range", "c", -6),
        ("effect range is 0..0; effect out_of_range is 2 per zone", "effect +1 to out_of_range per zone", "c", -6),
        ("effect range is 0..0", "effect out_of_range is 1 per zone", "c", -2),
        ("effect range is 0..1", "effect out_of_range is 1 per zone", "c", -1),
    ] {
        assert_eq!(attack(gun, person, at), (range, 4), "{gun} {person} at {at}");
    }
    for (person, at, rest) in [
        ("effect -1 to attack per zone", "c", 2),
        ("effect -1 to attack per zone", "a", 4),
        ("effect harm of slug_throwers attack is 2 per zone", "c", 7),
        ("effect attack at most 1 per zone", "c", 2),
    ] {
        assert_eq!(attack("", person, at), (0, rest), "{person} at {at}");
    }
    let mut table = blue("effect +1 to defence per zone").sit();
    shoot(&mut table, "0000 0000");
    assert_eq!(before_dice(&table, "blue"), 2);
}

#[test]
fn zones_per_turn_are_changed_set_and_without_bound() {
    for (lines, zones) in [
        ("", Some(3)),
        ("effect +1 to zones_per_turn", Some(4)),
        ("effect zones_per_turn is unlimited", None),
        ("effect zones_per_turn at most 1", Some(1)),
        ("effect zones_per_turn is 1; effect +1 to zones_per_turn when not prone", Some(2)),
    ] {
        let table = red(lines).sit();
        assert_eq!(table.fight.zones_per_turn(table.actor("red")), zones, "{lines}");
    }
}

/// Rolls and `order` may be negative, every other quantity stops at 0.
#[test]
fn rolls_may_be_negative_and_other_numbers_stop_at_nothing() {
    assert_eq!(contest(red("effect enemies -5 to defence")).1, -4);
    let mut table = red("effect -9 to harm of slug_throwers attack when range == 1").sit();
    shoot(&mut table, "0000 0000");
    assert_eq!(part(&table, "red", RollAddend::Harm), 0);
}

#[test]
fn consequences_of_a_track_take_off_what_its_schedule_says() {
    let lines = Lines { blue: "effect consequences of health is 3/5/7", ..Lines::default() };
    let mut table = lines.scene_with(|red| red, |blue| blue.slots()).sit();
    table.wait();
    hardened(&mut table);
    shoot(&mut table, "++00 0000");
    table.pass(&[Point::Adjust]);
    table.answer(Point::Mitigate, Choice::of(Verb::Take).how(1));
    let left = table.events.iter().rev().find_map(|event| match event {
        Event::Hit { left, .. } => Some(*left),
        _ => None,
    });
    assert_eq!(left, Some(2), "a hit of 5, less 3");
}

/// R-E13, R-E22: the conditions of a consequence schedule are decided when a package is built, and `none` has no effect. Play uses the
/// schedule that the compiler computed with the effects of gear and rulesets.
#[test]
fn play_reads_the_schedule_that_building_came_to() {
    let left = |lines: &str, built: Option<[i32; 3]>| {
        let mut scene = blue(lines).scene_with(|red| red, |blue| blue.slots());
        let item = scene.pack.items.values_mut().flat_map(|kind| kind.values_mut()).find(|item| item.name == "blue").unwrap();
        item.schedules.extend(built.map(|grades| ("health".into(), grades)));
        let mut table = scene.sit();
        table.wait();
        hardened(&mut table);
        shoot(&mut table, "++00 0000");
        table.pass(&[Point::Adjust]);
        table.answer(Point::Mitigate, Choice::of(Verb::Take).how(1));
        table.events.iter().rev().find_map(|event| match event {
            Event::Hit { left, .. } => Some(*left),
            _ => None,
        })
    };
    assert_eq!(left("", None), Some(4), "a hit of 5, less the 1 of the rules");
    assert_eq!(left("effect consequences of health is 3/5/7 when nerve == 0", None), Some(2));
    assert_eq!(left("effect consequences of health is 3/5/7 when nerve == 1", None), Some(4));
    assert_eq!(left("effect consequences of health is none", None), Some(5));
    assert_eq!(left("", Some([2, 2, 2])), Some(3), "as gear or rules have made it");
}

#[test]
fn a_second_slot_of_a_grade_takes_a_second_consequence() {
    let lines = blue("effect +2 to slots of mild");
    let mut table = lines.sit();
    let who = table.actor("blue");
    hardened(&mut table);
    assert_eq!(table.fight.state.actors[who].slots, slip_dice::fate::Slots::of(2, 0, 0));
    shoot(&mut table, "++00 0000");
    table.pass(&[Point::Adjust]);
    assert_eq!(table.wait(), Some(Point::Mitigate));
    let offered: Vec<u8> = table.options().iter().filter(|option| option.verb == Verb::Take).map(|option| option.how).collect();
    assert_eq!(offered, [0, 1, 9], "none, one or both");
    table.answer(Point::Mitigate, Choice::of(Verb::Take).how(9));
    table.wait();
    let hit = table.events.iter().find(|event| matches!(event, Event::Hit { .. })).unwrap();
    let line = slip_play::log::line(&table.fight, 1, 1, "effect", hit);
    assert!(line.contains("\"less\":[\"mild\",\"mild\"]"), "{line}");
    assert_eq!(table.fight.state.actors[who].slots, slip_dice::fate::Slots::NONE);
    assert_eq!(table.fight.slots_left(who), 0);
    let taken = table.events.iter().filter(|event| matches!(event, Event::Consequence { .. })).count();
    assert_eq!((taken, marked(&table, "blue")[0]), (2, 3), "a hit of 5, less 1 twice");
}

#[test]
fn a_second_slot_is_left_for_the_next_hit() {
    let mut table = blue("effect +2 to slots of mild").sit();
    let who = table.actor("blue");
    hardened(&mut table);
    shoot(&mut table, "--00 0000");
    table.pass(&[Point::Adjust]);
    table.answer(Point::Mitigate, Choice::of(Verb::Take).how(1));
    table.wait();
    assert_eq!(table.fight.state.actors[who].slots, slip_dice::fate::Slots::of(1, 0, 0));
}

#[test]
fn a_track_that_is_taken_away_is_not_hit() {
    let lines = Lines { blue: "effect boxes of composure is none", gun: "effect attack hits composure only", ..Lines::default() };
    let mut table = lines.sit();
    let who = table.actor("blue");
    shoot(&mut table, "++++ 0000");
    settle(&mut table);
    assert_eq!(marked(&table, "blue"), [0, 0]);
    assert!(table.fight.state.actors[who].is_active());
}

/// Fights between people have no roll to notice: the word `notice` is for ships and for the story. Effects on such rolls are refused.
#[test]
fn lines_about_rolls_that_nothing_calls_for_are_refused() {
    for line in ["+1 to notice in personal", "after notice suffers 1 on health in personal"] {
        assert_eq!(red(&format!("effect {line}")).refusals().len(), 1, "{line}");
    }
    for line in ["+1 to attack", "+1 to medical first_aid", "+1 to computer task", "may seal at once", "cannot pick_up"] {
        assert_eq!(red(&format!("effect {line}")).refusals(), Vec::<String>::new(), "{line}");
    }
}

/// R-E24: in the effects of an aura, `range` is the distance between the bearer and each affected actor, not the distance of the attack.
#[test]
fn an_aura_of_a_person_is_measured_from_the_person() {
    // Red and the ally are in one zone, blue is in the next.
    let ally = |lines| Lines { ally: lines, ..Lines::default() };
    for (lines, expected) in [
        (ally("effect allies +1 to attack when range == 0"), (5, 1)),
        (ally("effect allies +1 to attack when range == 1"), (4, 1)),
        (ally("effect enemies -1 to defence when range == 1"), (4, 0)),
        (ally("effect enemies -1 to defence when range == 0"), (4, 1)),
        (blue("effect enemies -2 to attack when range == 1"), (2, 1)),
    ] {
        assert_eq!(contest(lines), expected, "{}{}", lines.ally, lines.blue);
    }
}

/// Harm is never below 0. A suit with a penalty removes at most the harm of the gun, and harm that is reduced to 0 is not listed among the
/// parts of the roll.
#[test]
fn the_parts_of_an_attack_add_up_where_its_harm_stops_at_0() {
    let parts = |vest: &str, rules: &str| {
        let lines = Lines { vest, rules, ..Lines::default() };
        let mut table = lines.scene_with(|red| red.gear("armour", "vest"), |blue| blue).sit();
        table.wait();
        shoot(&mut table, "0000 0000");
        (part(&table, "red", RollAddend::Harm), part(&table, "red", RollAddend::Fists), before_dice(&table, "red"))
    };
    let (plus, minus) = ("effect +2 to harm of slug_throwers attack", "effect -3 to harm of slug_throwers attack");
    for (vest, rules, expected) in [
        ("", "", (1, 0, 4)),
        (plus, "", (1, 2, 6)),
        (minus, "", (0, 0, 3)),
        (minus, "effect everyone +2 to harm of attack", (3, -1, 5)),
        (minus, "effect everyone -3 to harm of attack", (0, 0, 3)),
        (plus, "effect everyone -9 to harm of attack", (0, 0, 3)),
    ] {
        assert_eq!(parts(vest, rules), expected, "{vest}, {rules}");
    }
}
