//! Tests of permissions: `may`, `cannot`, areas, tracks, needs.

use crate::words::stage::{Lines, before_dice, hardened, hit, marked, settle, shoot, wait_turn};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::ids::Id;
use slip_play::question::Point;

fn verbs(table: &crate::words::table::Table) -> Vec<Verb> {
    table.options().iter().map(|option| option.verb).collect()
}

#[test]
fn what_a_line_forbids_is_not_offered() {
    for (lines, gone) in [
        (Lines { red: "effect cannot attack", ..Lines::default() }, Verb::Attack),
        (Lines { red: "effect cannot move", ..Lines::default() }, Verb::Move),
        (Lines { blue: "effect enemies cannot attack", ..Lines::default() }, Verb::Attack),
        (Lines { scene: "effect everyone cannot move", ..Lines::default() }, Verb::Move),
        (Lines { blue: "effect others cannot attack this", ..Lines::default() }, Verb::Attack),
        (
            Lines { gun: "effect cannot attack when not prone", red: "effect cannot attack when range >= 0", ..Lines::default() },
            Verb::Attack,
        ),
    ] {
        let with = |lines: Lines<'_>| verbs(&lines.sit()).contains(&gone);
        assert!(with(Lines::default()) && !with(lines), "{gone:?}");
    }
}

#[test]
fn a_zone_may_be_closed_to_somebody() {
    let lines = Lines { zone: "effect everyone cannot move zone", ..Lines::default() };
    let mut table = lines.scene().sit();
    table.wait();
    let red = table.actor("red");
    assert_eq!(table.fight.footholds(red).len(), 2, "who is not in the zone is not everyone in it");
    let closed = Lines { blue: "effect enemies cannot move own_zone", ..Lines::default() }.sit();
    assert_eq!(closed.fight.footholds(closed.actor("red")).len(), 1);
    let _ = &mut table;
}

#[test]
fn cannot_beats_may() {
    let lines = Lines { red: "effect may attack at once; effect cannot attack when range >= 0", ..Lines::default() };
    assert!(!verbs(&lines.sit()).contains(&Verb::Attack));
}

/// R-XF12: a free action is available once per turn.
#[test]
fn an_act_at_once_costs_no_action_and_comes_once_a_turn() {
    let mut table = Lines { red: "effect may attack at once", ..Lines::default() }.sit();
    let red = table.actor("red");
    let leave = table.options().into_iter().find(|option| option.verb == Verb::Yes).expect("an act at once");
    table.answer(Point::Act, leave);
    assert_eq!(verbs(&table), [Verb::Pass, Verb::Attack], "only what it permits");
    shoot(&mut table, "---- 0000");
    settle(&mut table);
    assert_eq!((table.wait(), table.fight.state.actor), (Some(Point::Act), Some(red)));
    assert!(!verbs(&table).contains(&Verb::Yes), "once a turn");
    assert!(verbs(&table).contains(&Verb::Move), "the action is still there");
}

/// R-XF12: an act `at once` that has a limit of its own can be done as often in a turn as the limit allows. The limit may count per turn or
/// per longer period.
#[test]
fn an_act_at_once_comes_as_often_in_a_turn_as_its_limit_lets_it() {
    for (lines, times) in [
        ("effect may attack at once", 1),
        ("effect may attack at once 2 times per turn", 2),
        ("effect may attack at once 3 times per encounter", 3),
        ("effect may attack at once once per round", 1),
        ("effect may attack at once 2 times per roll", 1),
    ] {
        let mut table = Lines { red: lines, ..Lines::default() }.sit();
        let red = table.actor("red");
        let mut made = 0;
        while let Some(leave) = table.options().into_iter().find(|option| option.verb == Verb::Yes) {
            // Each act uses a fresh skill, so that only the permission matters.
            table.fight.state.actors[red].used = slip_play::personal::state::SkillSet::default();
            table.answer(Point::Act, leave);
            // The target defends once a round: its standing defence is used for all attacks.
            shoot(&mut table, if made == 0 { "---- 0000" } else { "----" });
            settle(&mut table);
            assert_eq!((table.wait(), table.fight.state.actor), (Some(Point::Act), Some(red)), "{lines}");
            made += 1;
        }
        assert_eq!(made, times, "{lines}");
        assert!(verbs(&table).contains(&Verb::Move), "the action is still there");
    }
}

#[test]
fn an_act_out_of_turn_interrupts_and_is_the_turn() {
    let lines = Lines { blue: "effect after enemies enter may attack it out of turn", ..Lines::default() };
    let mut table = lines.scene_with(|red| red, |blue| blue.skill("slug_throwers", 2).gear("weapon", "pistol")).sit();
    table.wait();
    let [red, blue] = ["red", "blue"].map(|name| table.actor(name));
    let b = table.zone("b");
    table.answer(Point::Act, Choice::of(Verb::Pass)).pass(&[Point::Compel]);
    let step = table.options().into_iter().find(|option| option.it == Id::Zone(b)).unwrap();
    table.answer(Point::FreeMove, step);
    assert_eq!(table.wait(), Some(Point::PayAccess));
    let yes = table.options().into_iter().find(|option| option.verb == Verb::Yes).unwrap();
    table.answer(Point::PayAccess, yes);
    assert_eq!((table.wait(), table.fight.state.actor), (Some(Point::Act), Some(blue)));
    table.dice("++00 0000").answer(Point::Act, Choice::of(Verb::Attack));
    if table.wait() == Some(Point::Whom) {
        assert_eq!(table.options().iter().map(|option| option.it).collect::<Vec<_>>(), [Id::Actor(red)]);
    }
    table.pass(&[Point::Whom]);
    crate::words::stage::with_gun(&mut table);
    table.pass(&[Point::Track, Point::Defend, Point::Adjust, Point::Mitigate, Point::Compel, Point::FreeMove]);
    assert!(hit(&table).is_some());
    assert_eq!(table.fight.state.actor, Some(table.actor("ally")), "red's turn went on and ended");
    wait_turn(&mut table);
    assert_eq!((table.fight.state.actor, table.fight.state.round), (Some(red), 2), "blue has had its turn");
}

#[test]
fn an_area_is_a_choice_unless_it_is_always() {
    for (lines, single, area) in [
        (Lines { red: "effect slug_throwers attack area zone", ..Lines::default() }, true, true),
        (Lines { gun: "effect attack area zone except self when not prone", ..Lines::default() }, true, true),
        (Lines { gun: "effect attack area zone always when not prone", ..Lines::default() }, false, true),
        (Lines { gun: "effect attack area map except allies", ..Lines::default() }, true, true),
        (Lines { red: "effect brawling attack area zone", ..Lines::default() }, true, false),
    ] {
        let table = lines.sit();
        let ways = table.fight.ways_to_attack(table.actor("red"));
        let gun = |area: u8| ways.iter().any(|way| way.with == 0 && way.how & Choice::AREA == area);
        assert_eq!((gun(Choice::SINGLE), gun(Choice::AREA)), (single, area), "{}{}", lines.red, lines.gun);
    }
}

#[test]
fn an_area_of_the_map_strikes_all_but_those_it_spares() {
    let mut table = Lines { gun: "effect attack area map except allies; effect -2 to attack when area", ..Lines::default() }.sit();
    let b = table.zone("b");
    table.dice("0000 0000").answer(Point::Act, Choice::of(Verb::Attack));
    table.answer(Point::Whom, Choice::of(Verb::Target).on(Id::Zone(b)));
    table.pass(crate::words::stage::USUAL);
    assert_eq!(before_dice(&table, "red"), 2, "an area costs 2");
    let struck: Vec<_> = table.fight.state.contest.as_ref().unwrap().defences.iter().map(|defence| defence.who).collect();
    assert_eq!(struck, [table.actor("blue")]);
}

#[test]
fn tracks_are_hit_only_too_or_by_choice_and_hits_are_diverted() {
    for (lines, expected) in [
        (Lines { gun: "effect attack hits composure only", ..Lines::default() }, [0, 3]),
        (Lines { red: "effect attack hits composure only when range == 1", ..Lines::default() }, [0, 3]),
        (Lines { red: "effect attack hits composure too when range == 1", ..Lines::default() }, [3, 3]),
        (Lines { blue: "effect hits on health go to composure", ..Lines::default() }, [0, 3]),
    ] {
        let mut table = lines.sit();
        hardened(&mut table);
        shoot(&mut table, "0000 0000");
        settle(&mut table);
        assert_eq!(marked(&table, "blue"), expected, "{}{}{}", lines.red, lines.blue, lines.gun);
    }
}

#[test]
fn where_a_hit_may_go_is_for_whoever_suffers_it() {
    for (n, expected) in [(0, [3, 0]), (Choice::ELSEWHERE, [0, 3])] {
        let mut table = Lines { blue: "effect hits on health may go to composure", ..Lines::default() }.sit();
        hardened(&mut table);
        shoot(&mut table, "0000 0000");
        table.pass(&[Point::Adjust]);
        table.answer(Point::Mitigate, Choice::of(Verb::Take).n(n));
        assert_eq!(marked(&table, "blue"), expected);
    }
}

#[test]
fn dice_are_rolled_again_where_a_line_lets_one() {
    let mut table = Lines { red: "effect may reroll attack once per encounter", ..Lines::default() }.sit();
    shoot(&mut table, "---- 0000 ++++");
    assert_eq!(table.wait(), Some(Point::Adjust));
    let again = table.options().into_iter().find(|option| option.verb == Verb::Yes).expect("a re-roll");
    table.answer(Point::Adjust, again);
    assert_eq!(table.fight.state.contest.as_ref().unwrap().roll.total(), 8);
    table.wait();
    let offered = table.fight.state.step.phase == slip_play::event::Phase::Adjust && verbs(&table).contains(&Verb::Yes);
    assert!(!offered, "once");
    settle(&mut table);
}

/// An answer that only resembles a listed one is refused: the number of an effect is not that of an aspect.
#[test]
fn only_the_line_that_is_offered_rolls_dice_again() {
    let lines = Lines { red: "effect may reroll attack once per encounter; effect +1 to brawling attack for 1 fate", ..Lines::default() };
    let mut table = lines.scene_with(|red| red.fate(2).aspect("One").aspect("Two").aspect("Three"), |blue| blue).sit();
    shoot(&mut table, "---- 0000 ++++");
    assert_eq!(table.wait(), Some(Point::Adjust));
    let again = table.options().into_iter().find(|option| option.verb == Verb::Yes).expect("a re-roll");
    for number in (0..3).filter(|&number| number != again.with) {
        let done = table.fight.decide(&again.with(number).into(), &mut table.dice, &mut Vec::new());
        assert!(done.is_err(), "line {number}");
    }
}

/// R-XF9: without a thing that the zone requires, a roll counts as untrained, unless a point is paid before the dice.
#[test]
fn what_a_place_needs_and_one_lacks_makes_rolls_those_of_the_untrained() {
    let lines = Lines { rules: "effect everyone needs sealed for attack", ..Lines::default() };
    for (points, pays, attack) in [(0, false, 0), (1, false, 0), (1, true, 4)] {
        let mut table = lines.scene_with(|red| red.fate(points), |blue| blue).sit();
        table.wait();
        table.dice("0000 0000").answer(Point::Act, Choice::of(Verb::Attack)).pass(&[Point::Whom]);
        crate::words::stage::with_gun(&mut table);
        table.pass(&[Point::Track, Point::FreeMove, Point::Compel]);
        if table.wait() == Some(Point::PayAccess) {
            let answer = table.options().into_iter().find(|option| (option.verb == Verb::Yes) == pays).unwrap();
            table.answer(Point::PayAccess, answer);
        }
        table.pass(&[Point::Defend]);
        assert_eq!(before_dice(&table, "red"), attack, "{points} points, pays {pays}");
    }
    let sealed = Lines { red: "effect is sealed", ..lines };
    let mut table = sealed.sit();
    shoot(&mut table, "0000 0000");
    assert_eq!(before_dice(&table, "red"), 4);
}

#[test]
fn a_choice_of_a_person_is_offered_before_the_roll_and_other_lines_ask_for_it() {
    let lines = Lines {
        red: "effect may choose careful; effect +2 to attack when careful; effect -1 to stress of attack when careful",
        ..Lines::default()
    };
    for (verb, expected) in [(Verb::Yes, (6, 4)), (Verb::No, (4, 3))] {
        let mut table = lines.sit();
        hardened(&mut table);
        table.dice("0000 0000").answer(Point::Act, Choice::of(Verb::Attack)).pass(&[Point::Whom]);
        crate::words::stage::with_gun(&mut table);
        table.pass(&[Point::Track, Point::FreeMove, Point::Compel]);
        let answer = table.options().into_iter().find(|option| option.verb == verb).unwrap();
        table.answer(Point::PayAccess, answer);
        table.pass(&[Point::Defend]);
        let attack = before_dice(&table, "red");
        settle(&mut table);
        assert_eq!((attack, hit(&table).unwrap().1), expected, "{verb:?}");
    }
    let _ = |event: &Event| matches!(event, Event::Settled);
}
