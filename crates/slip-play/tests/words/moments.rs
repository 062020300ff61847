//! Tests of triggers: `before`, `after`, `at`, `each` with rolls and events; and of the operations of triggered effects.

use crate::words::stage::{Lines, acted, fate, hardened, hit, mark, marked, settle, shoot, there, wait_turn};
use slip_play::choice::{Choice, Verb};
use slip_play::event::Event;
use slip_play::personal::state::HEALTH;
use slip_play::question::Point;

/// Answers everything by default until an actor is to act.
fn to_act(table: &mut crate::words::table::Table) {
    table.pass(&[
        Point::Adjust,
        Point::Mitigate,
        Point::Beaten,
        Point::PayAccess,
        Point::Compel,
        Point::FreeMove,
        Point::Steps,
        Point::Whom,
    ]);
}

#[test]
fn every_moment_of_personal_combat_sets_a_deed_off() {
    for (lines, boxes) in [
        (Lines { red: "effect at setup suffers 1 on health", ..Lines::default() }, 1),
        (Lines { red: "effect at start mark health 2", ..Lines::default() }, 2),
        (Lines { red: "effect at turn mark health 1", ..Lines::default() }, 1),
        (Lines { red: "effect before attack mark health 1", ..Lines::default() }, 1),
        (Lines { red: "effect at attack mark health 1", ..Lines::default() }, 1),
        (Lines { red: "effect after attack mark health 1", ..Lines::default() }, 1),
        (Lines { red: "effect after slug_throwers rolls mark health 1", ..Lines::default() }, 1),
        (Lines { red: "effect after brawling attack mark health 1", ..Lines::default() }, 0),
        (Lines { red: "effect after hit mark health 1", ..Lines::default() }, 1),
        (Lines { red: "effect after turn mark health 1", ..Lines::default() }, 1),
        (Lines { red: "effect after enemies defence mark health 1", ..Lines::default() }, 1),
        (Lines { blue: "effect after enemies attack actor suffers 1 on health", ..Lines::default() }, 1),
        (Lines { blue: "effect after hit mark health 1", ..Lines::default() }, 0),
        (Lines { gun: "effect after attack bearer suffers 1 on health", ..Lines::default() }, 1),
        (Lines { scene: "effect after attack actor suffers 1 on health", ..Lines::default() }, 1),
        (Lines { rules: "effect after slug_throwers attack actor mark health 1", ..Lines::default() }, 1),
        (Lines { zone: "effect at turn actor mark health 1", ..Lines::default() }, 0),
        (Lines { red: "effect after attack mark health 1 when shifts >= 9", ..Lines::default() }, 0),
        (Lines { red: "effect after attack mark health 1 when target has \"Bold\"", ..Lines::default() }, 0),
    ] {
        let mut table = lines.sit();
        hardened(&mut table);
        to_act(&mut table);
        shoot(&mut table, "0000 0000");
        settle(&mut table);
        let about = [lines.red, lines.blue, lines.gun, lines.scene, lines.rules, lines.zone].concat();
        assert_eq!(marked(&table, "red")[0], boxes, "{about}");
    }
}

/// Any number of effects may have one trigger: each acts once for each actor, and the fight goes on.
#[test]
fn more_lines_than_a_byte_can_count_act_at_one_moment() {
    let words = ["Bold", "Shy", "Marked", "Coughing", "Locked in", "Dusty"];
    let rules = words.map(|words| format!("effect at start everyone has aspect \"{words}\"")).join("; ");
    let mut scene = Lines { rules: &rules, ..Lines::default() }.scene();
    for number in 0..47 {
        scene = scene.person("blue", "c", crate::words::table::Person::new(&format!("extra_{number}")));
    }
    let mut table = scene.sit();
    assert_eq!(table.wait(), Some(Point::Act));
    let borne = |words: &str| table.fight.state.aspects.values().filter(|aspect| aspect.present && aspect.text == words).count();
    assert_eq!(words.map(borne), [50; 6]);
    assert!(table.fight.state.fires.is_empty());
}

#[test]
fn a_line_that_acts_is_named_in_the_log_with_its_sentence() {
    let mut table = Lines { red: "effect after attack mark health 1", ..Lines::default() }.sit();
    shoot(&mut table, "---- 0000");
    settle(&mut table);
    assert_eq!(acted(&table), ["red_line"]);
    let event = table.events.iter().find(|event| matches!(event, Event::Effect { .. })).unwrap();
    let line = slip_play::log::line(&table.fight, 1, 1, "effect", event);
    assert!(line.contains("\"why\":\"after attack mark health 1\""), "{line}");
}

#[test]
fn whoever_enters_a_zone_faces_what_waits_there() {
    let lines = Lines { zone: "effect after enter actor faces 3 with stamina on health", ..Lines::default() };
    for (dice, boxes) in [("0000 0000", 4), ("---- ++++", 0)] {
        let mut table = lines.sit();
        hardened(&mut table);
        table.dice(dice).answer(Point::Act, Choice::of(Verb::Pass)).pass(&[Point::Compel]);
        let there = table.zone("b");
        let step = table.options().into_iter().find(|option| option.it == slip_play::ids::Id::Zone(there)).unwrap();
        table.answer(Point::FreeMove, step);
        to_act(&mut table);
        // A roll of 3 against an untrained -1 gives 4 shifts. They mark box 4 and all boxes below.
        assert_eq!(marked(&table, "red")[0], boxes);
    }
}

/// R-N29 (b): with `hazard fixed` the hazard is a difficulty, and only the actor rolls.
#[test]
fn rn29_what_waits_there_may_be_a_difficulty() {
    let lines = Lines { zone: "effect after enter actor faces 3 with stamina on health", ..Lines::default() };
    for (dice, boxes) in [("0000", 4), ("++++", 0)] {
        let mut table = lines.scene().rule("hazard", "fixed").sit();
        hardened(&mut table);
        table.dice(dice).answer(Point::Act, Choice::of(Verb::Pass)).pass(&[Point::Compel]);
        let there = table.zone("b");
        let step = table.options().into_iter().find(|option| option.it == slip_play::ids::Id::Zone(there)).unwrap();
        table.answer(Point::FreeMove, step);
        to_act(&mut table);
        assert_eq!(marked(&table, "red")[0], boxes);
        let event = table.events.iter().find(|event| matches!(event, Event::Faces { .. })).unwrap();
        let line = slip_play::log::line(&table.fight, 1, 1, "effect", event);
        assert!(!line.contains("\"danger\":["), "{line}");
    }
}

#[test]
fn taking_somebody_out_is_a_moment_of_its_own() {
    let lines = Lines { red: "effect after enemies taken_out erase health all", ..Lines::default() };
    let mut table = lines.sit();
    hardened(&mut table);
    mark(&mut table, "red", 0, 3);
    mark(&mut table, "blue", 0, 6);
    shoot(&mut table, "0000 0000");
    settle(&mut table);
    assert_eq!(marked(&table, "red")[0], 0);
}

#[test]
fn a_hit_that_a_line_deals_may_be_bought_down_by_consequences() {
    let lines = Lines { blue: "effect after enemies attack actor suffers 3 on composure", ..Lines::default() };
    let mut table = lines.scene_with(|red| red.slots(), |blue| blue).sit();
    table.wait();
    hardened(&mut table);
    shoot(&mut table, "---- 0000");
    table.pass(&[Point::Adjust]);
    table.answer(Point::Mitigate, Choice::of(Verb::Take).how(2));
    to_act(&mut table);
    assert_eq!(hit(&table), Some((1, 3)));
    assert_eq!(marked(&table, "red"), [0, 1]);
}

/// R-XF10: boxes marked without a hit are the lowest open ones, erased ones the highest marked.
#[test]
fn boxes_are_marked_from_below_and_erased_from_above() {
    for (lines, boxes) in [
        ("effect after attack mark health 2", vec![1, 2, 3, 4]),
        ("effect after attack mark health highest", vec![1, 2, 6]),
        ("effect after attack mark health all", vec![1, 2, 3, 4, 5, 6]),
        ("effect after attack erase health 1", vec![1]),
        ("effect after attack erase health highest", vec![1]),
        ("effect after attack erase health all", vec![]),
    ] {
        let mut table = Lines { red: lines, ..Lines::default() }.sit();
        mark(&mut table, "red", 0, 2);
        shoot(&mut table, "---- 0000");
        settle(&mut table);
        let who = table.actor("red");
        let now: Vec<u8> = table.fight.state.actors[who].tracks[0].boxes().collect();
        assert_eq!(now, boxes, "{lines}");
    }
}

/// R-XF10: the highest box is that of the track, not the highest open one.
#[test]
fn the_highest_box_is_marked_once() {
    let mut table = Lines { red: "effect after attack mark health highest", ..Lines::default() }.sit();
    let who = table.actor("red");
    slip_play::conflict::Conflict::apply(&mut table.fight, &Event::Boxes { who, track: HEALTH, boxes: 0b10_0001 });
    shoot(&mut table, "---- 0000");
    settle(&mut table);
    assert_eq!(table.fight.state.actors[who].track(HEALTH).boxes().collect::<Vec<u8>>(), [1, 6]);
    assert!(acted(&table).is_empty());
}

#[test]
fn points_are_paid_to_the_bank_and_never_more_than_there_are() {
    for (points, left) in [(0, 0), (1, 0), (3, 1)] {
        let lines = Lines { rules: "effect after slug_throwers rolls everyone pays 2 fate when total >= 4", ..Lines::default() };
        let mut table = lines.scene_with(|red| red.fate(points), |blue| blue).sit();
        table.wait();
        shoot(&mut table, "0000 0000");
        settle(&mut table);
        assert_eq!(fate(&table, "red"), left);
    }
}

#[test]
fn a_line_with_a_limit_is_offered_and_counted() {
    let lines = Lines { red: "effect after hit erase health all once per encounter", ..Lines::default() };
    let mut table = lines.sit();
    hardened(&mut table);
    let red = table.actor("red");
    for (answer, left) in [(Verb::No, 2), (Verb::Yes, 0), (Verb::Yes, 2)] {
        mark(&mut table, "red", 0, 2);
        while table.fight.state.actor != Some(red) || table.wait() != Some(Point::Act) {
            wait_turn(&mut table);
        }
        let fresh = table.fight.state.actors[table.actor("blue")].records.is_empty();
        shoot(&mut table, if fresh { "--00 0000" } else { "--00" });
        table.pass(&[Point::Adjust, Point::Mitigate]);
        if table.wait() == Some(Point::PayAccess) {
            let option = table.options().into_iter().find(|option| option.verb == answer);
            table.answer(Point::PayAccess, option.unwrap_or(Choice::of(Verb::No)));
        }
        table.wait();
        assert_eq!(marked(&table, "red")[0], left, "{answer:?}");
    }
}

#[test]
fn a_deed_may_take_the_action_of_a_turn() {
    let mut table = Lines { red: "effect erase health all as action", ..Lines::default() }.sit();
    mark(&mut table, "red", 0, 3);
    let red = table.actor("red");
    let heal = table.options().into_iter().find(|option| option.verb == Verb::Yes).expect("the line is an action");
    table.answer(Point::Act, heal);
    table.wait();
    assert_eq!(marked(&table, "red")[0], 0);
    assert_ne!(table.fight.state.actor, Some(red), "the turn is over");
}

/// R-XF7: `as action` uses the turn of the effect's bearer, and may be used for an ally's roll.
#[test]
fn an_action_may_be_spent_on_an_ally_s_roll() {
    let lines = Lines { red: "effect allies +2 to attack as action", ..Lines::default() };
    let mut table = lines.sit();
    let help = table.options().into_iter().find(|option| option.verb == Verb::Yes).expect("the line is an action");
    table.answer(Point::Act, help);
    table.wait();
    assert_eq!(table.fight.state.actor, Some(table.actor("ally")));
    shoot(&mut table, "0000 0000");
    settle(&mut table);
    assert_eq!(crate::words::stage::by_lines(&table, "ally"), 2);
}

#[test]
fn a_weapon_drops_where_a_line_says_so() {
    let mut table = Lines { red: "effect after attack drops in own_zone when shifts < 0", ..Lines::default() }.sit();
    shoot(&mut table, "---- 0000");
    settle(&mut table);
    assert_eq!(table.fight.state.actors[table.actor("red")].dropped, 1);
}

#[test]
fn aspects_come_and_go_by_lines_that_fire() {
    let lines = Lines {
        red: "effect after attack target has aspect \"Marked\"; effect after hit target loses aspect \"Dusty\"",
        ..Lines::default()
    };
    let mut table = lines.scene_with(|red| red, |blue| blue.aspect("Dusty")).sit();
    table.wait();
    shoot(&mut table, "0000 0000");
    settle(&mut table);
    assert!(there(&table, "Marked") && !there(&table, "Dusty"));
}

/// R-XF5: no effect triggers twice for one event, and an effect in progress does not trigger itself.
#[test]
fn a_line_does_not_set_itself_off() {
    let lines = Lines { scene: "effect after hit everyone suffers 1 on composure", ..Lines::default() };
    let mut table = lines.sit();
    hardened(&mut table);
    shoot(&mut table, "0000 0000");
    settle(&mut table);
    assert_eq!(["red", "ally", "blue"].map(|who| marked(&table, who)[1]), [1, 1, 1]);
}
