//! Tests of effects that no stunt of the standard library has.

use crate::platoon_lines::field::{Field, own, unit};
use slip_play::choice::Verb;
use slip_play::effects::Act;
use slip_play::event::{Counter, Event};
use slip_play::ids::Id;
use slip_play::platoon::roll_kinds::UnitRoll;

/// A platoon of plain units with one unit `odd`, infantry with a stunt of these effects.
fn odd(lines: &str) -> Field {
    let stunt = format!("stunt odd \"Odd\" {{ for infantry; {lines} }}\n");
    own(&(stunt + &unit("odd", "infantry", &["odd"])), "units odd")
}

#[test]
fn a_line_forbids_an_act_to_a_unit_and_to_nobody_else() {
    let field = odd("effect cannot march");
    assert!(!field.fight.may_do(field.id("odd"), Act::March));
    assert!(field.fight.may_do(field.nth(0, 0), Act::March));
    assert!(field.fight.may_do(field.id("odd"), Act::Move));
}

#[test]
fn a_line_forbids_an_act_while_something_is_so() {
    let mut field = odd("effect cannot interdict when moved");
    let odd = field.id("odd");
    assert!(field.fight.may_do(odd, Act::Interdict));
    field.set(odd, |unit| unit.moved = true);
    assert!(!field.fight.may_do(odd, Act::Interdict));
}

#[test]
fn a_number_may_ask_for_something() {
    let mut field = odd("effect +2 to max_move when not spotted; effect max_move at most 3 when morale < 2");
    let odd = field.id("odd");
    assert_eq!(field.fight.max_move(odd), 4);
    field.set(odd, |unit| unit.spotted = 1);
    assert_eq!(field.fight.max_move(odd), 2);
    field.set(odd, |unit| {
        unit.spotted = 0;
        unit.morale.mark(1);
    });
    assert_eq!(field.fight.max_move(odd), 3, "bounds come last");
}

#[test]
fn allies_and_enemies_are_who_they_are_seen_from_the_carrier() {
    let field = odd("effect allies +1 to free_range; effect enemies -1 to max_move");
    assert_eq!(field.fight.free_range(field.nth(0, 0)), 1);
    assert_eq!(field.fight.free_range(field.id("odd")), 0, "allies are the others of its side");
    assert_eq!(field.fight.max_move(field.nth(1, 0)), 1);
    assert_eq!(field.fight.max_move(field.nth(0, 0)), 2);
}

#[test]
fn a_zone_is_about_whoever_is_in_it() {
    let mut field = odd("sink");
    let (one, other) = (field.nth(0, 0), field.nth(0, 1));
    assert_eq!(field.fight.max_move(one), 2);
    field.put(one, "b");
    assert_eq!([one, other].map(|unit| field.fight.max_move(unit)), [1, 2], "heavy going, for whoever stands in it");
}

#[test]
fn a_stand_in_may_be_asked_against_one_act_only() {
    let field = odd("effect may use camouflage for defence against attack; effect must use command for defence against jam");
    let (odd, enemy) = (field.id("odd"), field.nth(1, 0));
    let names = |against: Act, with: &str| -> Vec<String> {
        let ways = field.fight.defence_ways(odd, against, field.skill(with), enemy);
        ways.map(|way| field.fight.roster.skills[way.skill].name.to_string()).collect()
    };
    assert_eq!(names(Act::Attack, "direct_fire"), ["armour", "camouflage"]);
    assert_eq!(names(Act::Jam, "signals"), ["command"], "without choice");
    assert_eq!(names(Act::Spot, "observation"), ["camouflage"]);
}

#[test]
fn whoever_lacks_what_is_needed_does_not_act() {
    let field = odd("effect needs trained movement for march; effect needs trained signals for jam");
    let odd = field.id("odd");
    assert!(!field.fight.has_needs(odd, UnitRoll::of(Act::March, field.skill("movement"))));
    assert!(field.fight.has_needs(odd, UnitRoll::of(Act::Jam, field.skill("signals"))));
    assert!(field.fight.has_needs(field.nth(0, 0), UnitRoll::of(Act::March, field.skill("movement"))));
}

#[test]
fn attacking_may_give_a_unit_away_or_not() {
    let field = odd("effect attack_spotted is 0");
    assert!(!field.fight.attack_spotted(field.id("odd")));
    assert!(field.fight.attack_spotted(field.nth(0, 0)));
}

#[test]
fn a_priced_stand_in_is_open_as_long_as_the_platoon_can_pay_and_orphans_pay_nothing() {
    let mut field = odd("effect may use camouflage for defence against attack for 1 fate");
    let (odd, enemy, fire) = (field.id("odd"), field.nth(1, 0), field.skill("direct_fire"));
    let prices = |field: &Field| field.fight.defence_ways(odd, Act::Attack, fire, enemy).map(|way| way.price).collect::<Vec<_>>();
    assert_eq!(prices(&field), [0, 1]);
    field.set(odd, |unit| unit.member = false);
    assert_eq!(prices(&field), [0]);
}

#[test]
fn an_aspect_used_may_add_more_or_less() {
    let field = odd("effect +1 to invoke of \"Here first\"");
    let (odd, other) = (field.id("odd"), field.nth(0, 0));
    let aspect = field.fight.state.aspects.iter().find(|(_, aspect)| aspect.text == "Here first").unwrap().0;
    assert_eq!(field.fight.invoke_bonus(aspect, odd), 3);
    assert_eq!(field.fight.invoke_bonus(aspect, other), 2);
}

#[test]
fn a_number_that_a_moment_sets_off_counts_once_it_was_set_off() {
    let mut field = odd("effect after taken_out enemies -1 to max_move");
    let enemy = field.nth(1, 0);
    let (line, _) = field.fight.roster.lines.iter().find(|(_, line)| line.cue.is_some()).unwrap();
    assert_eq!(field.fight.max_move(enemy), 2);
    field.apply(&[Event::Counter { who: enemy, what: Counter::Roused(line), change: 1, now: 9 }]);
    assert_eq!(field.fight.max_move(enemy), 1);
    assert_eq!(field.fight.max_move(field.nth(1, 1)), 2, "for whom it was set off");
}

#[test]
fn what_counts_against_one_of_several_alone_is_among_the_shifts_that_lines_see() {
    let mut field = odd("effect -1 to stress when shifts >= 3");
    let (odd, enemy, fire) = (field.id("odd"), field.nth(1, 0), field.skill("direct_fire"));
    field.lies(enemy, Verb::Attack, Id::Actor(odd), "direct_fire", &[(enemy, 2), (odd, 0)]);
    let dealt = |field: &Field| field.fight.stress(enemy, UnitRoll::attack(fire), odd, 4, &mut Vec::new());
    assert_eq!(dealt(&field), 4);
    field.fight.state.contest.as_mut().unwrap().only.push((odd, 2));
    assert_eq!(dealt(&field), 3);
}

/// R-YE6: a unit has the aspects that a zone's effects give as long as it is in the zone.
#[test]
fn an_aspect_that_a_zone_gives_is_had_by_whoever_stands_in_it() {
    let mut field = odd("effect +3 to free_range when self has \"Deep mud\"");
    let odd = field.id("odd");
    assert_eq!(field.fight.free_range(odd), 0);
    field.put(odd, "b");
    assert_eq!(field.fight.free_range(odd), 3);
}

/// `except own_zone` excludes the zone of the unit that rolls, for fire and for jamming.
#[test]
fn ones_own_zone_may_be_excepted_from_what_strikes_all_of_a_zone() {
    let struck = |lines: &str| {
        let mut field = odd(&format!("{lines}; effect may attack_unspotted when area"));
        let (odd, enemy) = (field.id("odd"), field.nth(1, 0));
        field.put(odd, "a");
        field.put(enemy, "a");
        let (here, there) = (field.zone("a"), field.zone("c"));
        let (fight, signals) = (field.skill("camouflage"), field.skill("signals"));
        let jammed = |zone| !field.fight.stricken_in(odd, Act::Jam, signals, zone).is_empty();
        (!field.fight.stricken_in(odd, Act::Attack, fight, here).is_empty(), jammed(here), jammed(there))
    };
    let hands = "effect may use camouflage for hand_to_hand attack";
    assert_eq!(struck(&format!("{hands}; effect attack area zone; effect jam area zone")), (true, true, true));
    let excepted = format!("{hands}; effect attack area zone except own_zone; effect jam area zone except own_zone");
    assert_eq!(struck(&excepted), (false, false, true));
}

/// A number is never limited or amplified; a substituted skill is.
#[test]
fn a_number_that_stands_in_for_the_skill_of_a_unit_is_neither_limited_nor_backed() {
    let edge = |basis: &str| {
        let lines = format!("effect must use {basis} for cover; effect cover limited by armour; effect cover amplified by camouflage");
        let field = odd(&lines);
        let skill = field.skill(basis);
        field.fight.odds(field.id("odd"), Verb::Cover, skill, (Id::None, false), None).unwrap().edge
    };
    assert_eq!((edge("5"), edge("observation")), (5, 2), "5; and 2, limited by 1, with 1 for 3");
}

#[test]
fn the_lowest_of_several_limits_counts() {
    let field = odd("effect camouflage rolls limited by observation; effect camouflage rolls limited by armour");
    let odd = field.id("odd");
    let cover = field.fight.odds(odd, Verb::Cover, field.skill("camouflage"), (Id::None, false), None).unwrap();
    assert_eq!(cover.edge, 1, "3, limited by 2 and by 1");
}

/// R-E24: in the effects of an aura, `range` is the distance between the bearer and each affected unit.
#[test]
fn an_aura_of_a_unit_is_measured_from_the_unit() {
    let mut field = odd("effect enemies -1 to max_move when range == 0; effect allies +1 to max_move when range >= 1");
    let (odd, foe, friend) = (field.id("odd"), field.nth(1, 0), field.nth(0, 0));
    field.put(odd, "a");
    field.put(foe, "a");
    field.put(friend, "a");
    assert_eq!([odd, foe, friend].map(|unit| field.fight.max_move(unit)), [2, 1, 2]);
    field.put(foe, "c");
    field.put(friend, "d");
    assert_eq!([odd, foe, friend].map(|unit| field.fight.max_move(unit)), [2, 2, 3]);
}
