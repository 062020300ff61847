//! Tests of effects with a trigger, and of numbers without a roll. Such numbers apply in the bearer's turn (R-XTE2, R-XTE3).

use crate::words::stage::{Lines, before_dice, fate, hardened, hit, settle, shifts, shoot, shoot_at, there, wait_turn};
use slip_play::choice::{Choice, Verb};
use slip_play::event::Event;
use slip_play::ids::Id;
use slip_play::question::Point;

fn red(lines: &str) -> Lines<'_> {
    Lines { red: lines, ..Lines::default() }
}

/// Returns a table where red has these effects, and where red and its ally have fate points to pay.
fn rich(lines: &str) -> crate::words::table::Table {
    let mut table = red(lines).sit();
    for who in ["red", "ally"].map(|name| table.actor(name)) {
        table.fight.state.actors[who].fate.change(3);
    }
    table
}

fn verbs(table: &crate::words::table::Table) -> Vec<Verb> {
    table.options().iter().map(|option| option.verb).collect()
}

/// Returns the number of effects on the table that were begun by a trigger.
fn begun(table: &crate::words::table::Table) -> usize {
    table.fight.state.roused.len()
}

/// Red hits blue; then the ally attacks blue. Returns both attack rolls, before the dice.
fn two_attacks(lines: Lines<'_>) -> (i32, i32) {
    let mut table = lines.sit();
    hardened(&mut table);
    shoot(&mut table, "0000 0000");
    let first = before_dice(&table, "red");
    settle(&mut table);
    shoot_at(&mut table, "0000", "blue");
    (first, before_dice(&table, "ally"))
}

#[test]
fn rxte2_a_number_behind_a_moment_counts_from_then_for_those_it_is_about() {
    for (lines, rolls) in [
        (red(""), (4, 4)),
        (red("effect after hit allies +2 to attack"), (4, 6)),
        (red("effect after hit +2 to attack"), (4, 4)),
        (red("effect after hit allies attack at most 1"), (4, 1)),
        (red("effect before attack +2 to attack"), (6, 4)),
        (red("effect before attack +2 to harm of attack"), (6, 4)),
        (red("effect before brawling attack +2 to attack"), (4, 4)),
        (red("effect at turn +1 to attack when not prone"), (5, 4)),
        (red("effect at turn +1 to attack when prone"), (4, 4)),
        (red("effect at start allies +1 to attack"), (4, 5)),
        (red("effect after attack allies +(shifts) to attack"), (4, 7)),
        (Lines { blue: "effect after enemies hit actor -1 to attack", ..Lines::default() }, (4, 4)),
        (Lines { scene: "effect after hit everyone -1 to attack", ..Lines::default() }, (4, 3)),
        (Lines { zone: "effect after hit everyone -1 to attack", ..Lines::default() }, (4, 4)),
        (red("effect after hit allies attack amplified by tactics"), (4, 5)),
    ] {
        let about = [lines.red, lines.blue, lines.scene, lines.zone].concat();
        assert_eq!(two_attacks(lines), rolls, "{about}");
    }
}

#[test]
fn rxte2_what_a_hit_began_is_over_when_the_next_turn_of_its_carrier_begins() {
    let mut table = red("effect after hit enemies -1 to defence").sit();
    hardened(&mut table);
    shoot(&mut table, "0000 0000");
    settle(&mut table);
    assert_eq!(begun(&table), 1, "it counts through the turns of others");
    for _ in 0..2 {
        assert_eq!(begun(&table), 1);
        wait_turn(&mut table);
    }
    table.wait();
    assert_eq!(table.fight.state.round, 2);
    assert_eq!(begun(&table), 0, "red's own turn has begun");
    // An effect without a bearer ends with the round.
    let mut table = Lines { scene: "effect after hit everyone -1 to defence", ..Lines::default() }.sit();
    shoot(&mut table, "0000 0000");
    settle(&mut table);
    assert_eq!(begun(&table), 3);
    while table.fight.state.round < 2 {
        wait_turn(&mut table);
        table.wait();
    }
    assert_eq!(begun(&table), 0);
}

#[test]
fn rxte2_what_is_forbidden_and_what_is_marked_behind_a_moment_begin_with_it() {
    let mut table = red("effect after hit target cannot move").sit();
    hardened(&mut table);
    shoot(&mut table, "0000 0000");
    settle(&mut table);
    wait_turn(&mut table);
    assert_eq!(table.fight.state.actor, Some(table.actor("blue")));
    assert!(!verbs(&table).contains(&Verb::Move), "{:?}", verbs(&table));
    let marked = Lines { red: "effect after hit target is sealed", ally: "effect +2 to attack when target is sealed", ..Lines::default() };
    assert_eq!(two_attacks(marked), (4, 6));
}

#[test]
fn a_condition_about_a_kind_is_true_of_a_kind_and_of_a_design() {
    for (condition, rolls) in [
        ("target is npc", (6, 4)),
        ("not target is npc", (4, 4)),
        ("target is animal", (4, 4)),
        ("weapon is weapon", (6, 4)),
        ("weapon is test_gun", (6, 4)),
        ("weapon is energy_weapon", (4, 4)),
        ("defender is npc and target is npc", (6, 4)),
    ] {
        let red = format!("effect +2 to attack when {condition}");
        assert_eq!(two_attacks(Lines { red: &red, ..Lines::default() }), rolls, "{condition}");
    }
}

#[test]
fn rxte2_a_track_behind_a_moment_is_hit_from_then() {
    for (lines, track) in [("", 0), ("effect after hit allies attack hits composure only", 1)] {
        let mut table = red(lines).sit();
        hardened(&mut table);
        shoot(&mut table, "0000 0000");
        settle(&mut table);
        shoot(&mut table, "+000");
        settle(&mut table);
        assert_eq!(hit(&table).map(|(track, _)| track), Some(track), "{lines}");
    }
    let mut table = Lines { blue: "effect after enemies hit hits on health go to composure", ..Lines::default() }.sit();
    hardened(&mut table);
    shoot(&mut table, "0000 0000");
    settle(&mut table);
    let first = hit(&table).map(|(track, _)| track);
    shoot(&mut table, "+000");
    settle(&mut table);
    assert_eq!((first, hit(&table).map(|(track, _)| track)), (Some(0), Some(1)));
}

#[test]
fn rxte2_a_choice_behind_a_moment_is_asked_and_paid() {
    let mut table = rich("effect after hit allies +2 to attack for 1 fate");
    hardened(&mut table);
    let before = fate(&table, "ally");
    shoot(&mut table, "0000 0000");
    table.pass(&[Point::Adjust, Point::Mitigate, Point::Beaten]);
    assert_eq!(table.wait(), Some(Point::PayAccess));
    let yes = table.options().into_iter().find(|option| option.verb == Verb::Yes).unwrap();
    table.answer(Point::PayAccess, yes);
    settle(&mut table);
    assert_eq!(fate(&table, "ally"), before - 1);
    shoot_at(&mut table, "0000", "blue");
    assert_eq!(before_dice(&table, "ally"), 6);
}

#[test]
fn rxte3_a_number_without_a_roll_is_had_in_ones_turn_and_paid_for() {
    let zones = |table: &crate::words::table::Table| table.fight.zones_per_turn(table.actor("red")).unwrap();
    let mut table = rich("effect +2 to zones_per_turn for 1 fate");
    let (plain, before) = (zones(&table), fate(&table, "red"));
    let leave = table.options().into_iter().find(|option| option.verb == Verb::Yes).expect("more zones");
    table.answer(Point::Act, leave);
    assert_eq!((table.wait(), zones(&table), fate(&table, "red")), (Some(Point::Act), plain + 2, before - 1));
    assert!(!verbs(&table).contains(&Verb::Yes), "once at a time");
    assert!(verbs(&table).contains(&Verb::Move), "it takes no action");
    // The effect ends after its period, and cannot be used again in this encounter.
    let mut table = red("effect +1 to free_move once per encounter").sit();
    let leave = table.options().into_iter().find(|option| option.verb == Verb::Yes).expect("a longer step");
    table.answer(Point::Act, leave).wait();
    assert_eq!(begun(&table), 1);
    for _ in 0..3 {
        wait_turn(&mut table);
        table.wait();
    }
    assert_eq!((table.fight.state.round, begun(&table)), (2, 0));
    assert!(!verbs(&table).contains(&Verb::Yes), "once an encounter");
}

#[test]
fn rxte3_another_attack_for_a_point_is_made() {
    let mut table = rich("effect +1 to attacks of slug_throwers attack for 1 fate");
    let leave = table.options().into_iter().find(|option| option.verb == Verb::Yes).expect("another attack");
    table.answer(Point::Act, leave);
    shoot(&mut table, "---- 0000");
    settle(&mut table);
    assert_eq!((table.wait(), table.fight.state.actor), (Some(Point::Act), Some(table.actor("red"))));
    assert!(verbs(&table).contains(&Verb::Attack));
}

#[test]
fn rxte3_an_action_buys_a_place_in_the_next_order() {
    let order = |line: &str| {
        let mut table = Lines { blue: line, ..Lines::default() }.sit();
        wait_turn(&mut table);
        wait_turn(&mut table);
        table.wait();
        assert_eq!(table.fight.state.actor, Some(table.actor("blue")));
        let leave = table.options().into_iter().find(|option| option.verb == Verb::Yes);
        table.answer(Point::Act, leave.unwrap_or(Choice::of(Verb::Pass)));
        table.pass(&[Point::Compel, Point::FreeMove, Point::PayAccess, Point::Adjust, Point::Mitigate]);
        assert_eq!(table.fight.state.round, 2);
        table.fight.state.order.first() == Some(&table.actor("blue"))
    };
    assert_eq!((order(""), order("effect +9 to order as action")), (false, true));
}

#[test]
fn harm_against_one_counts_in_the_comparison_with_that_one() {
    for (lines, expected) in [
        (Lines::default(), 3),
        (Lines { blue: "effect others -2 to harm of attack against this", ..Lines::default() }, 1),
        (Lines { ally: "effect others -2 to harm of attack against this", ..Lines::default() }, 3),
        (red("effect +1 to harm of attack against agility"), 4),
        (red("effect +1 to harm of attack against brawling"), 3),
    ] {
        let mut table = lines.sit();
        shoot(&mut table, "0000 0000");
        settle(&mut table);
        assert_eq!(shifts(&table), expected, "{}{}{}", lines.red, lines.blue, lines.ally);
    }
}

/// A gun that wounds, and a character who can frighten with it for a point.
fn frightening() -> crate::words::table::Table {
    let red = "effect slug_throwers attack may hit composure for 1 fate";
    let mut table = Lines { red, gun: "effect attack hits health only", ..Lines::default() }.sit();
    let who = table.actor("red");
    table.fight.state.actors[who].fate.change(3);
    table
}

#[test]
fn another_track_for_a_point_is_paid_when_it_is_aimed_at() {
    let mut table = frightening();
    hardened(&mut table);
    let before = fate(&table, "red");
    table.dice("0000 0000").answer(Point::Act, Choice::of(Verb::Attack));
    table.pass(&[Point::Whom]);
    crate::words::stage::with_gun(&mut table);
    assert_eq!(table.wait(), Some(Point::Track));
    let composure = *table.options().last().unwrap();
    table.answer(Point::Track, composure);
    table.pass(crate::words::stage::USUAL);
    settle(&mut table);
    assert_eq!((hit(&table).map(|(track, _)| track), fate(&table, "red")), (Some(1), before - 1));
    // Health, the track that the gun always hits, costs no point.
    let mut table = frightening();
    hardened(&mut table);
    shoot(&mut table, "0000 0000");
    settle(&mut table);
    assert_eq!((hit(&table).map(|(track, _)| track), fate(&table, "red")), (Some(0), before));
}

#[test]
fn placing_and_stripping_are_done_in_ones_turn_where_no_moment_says_when() {
    let mut table = red("effect place \"Dusty\" on 1 zone once per encounter").sit();
    let leave = table.options().into_iter().find(|option| option.verb == Verb::Yes).expect("a place");
    table.answer(Point::Act, leave);
    assert_eq!(table.wait(), Some(Point::Whom));
    let b = Id::Zone(table.zone("b"));
    table.answer(Point::Whom, Choice::of(Verb::Target).on(b));
    assert!(there(&table, "Dusty"));
    assert_eq!(table.wait(), Some(Point::Act));
    assert!(!verbs(&table).contains(&Verb::Yes), "once");
    // A free tag of an enemy is used up.
    let lines = Lines {
        red: "effect may strip free_tag of enemies",
        blue: "effect at start place \"Locked in\" on 1 zone free_tag by allies",
        ..Lines::default()
    };
    let mut table = lines.sit();
    table.pass(&[Point::Whom]);
    let free = |table: &crate::words::table::Table| table.fight.state.aspects.values().filter(|aspect| aspect.free.is_some()).count();
    let had = free(&table);
    let leave = table.options().into_iter().find(|option| option.verb == Verb::Yes).expect("a tag to strip");
    table.answer(Point::Act, leave);
    assert_eq!(table.wait(), Some(Point::PayAccess));
    let strip = table.options().into_iter().find(|option| option.verb == Verb::Yes).unwrap();
    table.answer(Point::PayAccess, strip);
    assert_eq!((had, free(&table)), (1, 0));
}

/// An effect with words of personal combat but without a meaning there is refused with the reason.
#[test]
fn what_would_never_do_anything_is_refused_with_its_reason() {
    for (line, why) in [
        ("before attack attack hits composure only", "already chosen at this moment"),
        ("at attack +1 to attack", "dice are already rolled"),
        ("before attack cannot move", "already chosen at this moment"),
        ("after hit may use agility for attack", "applies all the time"),
        ("after hit may choose throw", "applies all the time"),
        ("after hit tag \"Bold\"", "lasts all the time"),
        ("after hit may attack it as action", "no action to spend"),
        ("slug_throwers attack against agility hits composure only", "before the defence"),
        ("may use alertness for attack against agility", "before the defence"),
        ("may use (range + 1) for attack", "when the fight begins"),
        ("may attack", "this is allowed anyway"),
        ("may defence at once", "not an action of its own"),
        ("maneuver hits health only", "only attacks"),
        ("+1 to switch_mode", "takes no roll"),
        ("target suffers 1 on health for 1 fate", "has no target"),
        ("charges consequences to carrier in personal", "does not have all words of this effect"),
        ("crew +1 to attack in personal", "does not have all words of this effect"),
        ("carrier +1 to attack in personal", "does not have all words of this effect"),
        ("may use agility of carrier for attack in personal", "does not have all words of this effect"),
        ("+1 to attack per carried in personal", "does not have all words of this effect"),
        ("+1 to attack in personal when carried >= 1", "does not have all words of this effect"),
        ("at arrival suffers 1 on health in personal", "does not have all words of this effect"),
        ("each session pays 1 fate in personal", "does not have all words of this effect"),
    ] {
        let found = red(&format!("effect {line}")).refusals();
        assert!(found.iter().any(|found| found.contains(why)), "{line}: {found:?}");
    }
    assert_eq!(red("effect after hit +1 to attack").refusals(), [""; 0]);
}

/// When an effect begins to apply, this is printed, and the log records it as an event.
#[test]
fn what_begins_is_an_event() {
    let mut table = red("effect after hit +1 to attack").sit();
    hardened(&mut table);
    shoot(&mut table, "0000 0000");
    settle(&mut table);
    let told = table.events.iter().any(|event| matches!(event, Event::Counter { what: slip_play::event::Counter::Roused(_), now: 1, .. }));
    assert!(told);
}
