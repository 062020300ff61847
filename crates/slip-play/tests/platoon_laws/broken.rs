//! Tests that the violation of each law is detected and named: impossible states, and forbidden events.

use crate::platoon_laws::table::{Field, Table};
use crate::platoon_laws::watch::Watch;
use slip_dice::Faces;
use slip_dice::fate::{Aspect, Grade, Holder, Slots};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Counter, Event, Grouping, Phase, RollAddends, Step};
use slip_play::ids::{ActorId, AspectId, Id, TableKey};
use slip_play::platoon::roster::CoreSkill;
use slip_play::platoon::state::MORALE;
use slip_play::platoon::zones::UnitLocation;
use std::sync::Arc;

const PLATOONS: &str = r#"
platoon wing "Wing" { leader rifles with not_a_genius "Grounded"; units tank, gun; aircraft bomber }
"#;

/// Returns a fight in its first turn. A platoon with several sorts of units is in zone `a`, and three squads of rifles are in zone `c`.
fn table() -> Table {
    let mut table = Field::sides(PLATOONS, "platoon wing at a; platoon lone at a", "platoon squad at c").sit();
    table.part_of("rifles#1");
    table
}

/// Returns the law that a state breaks.
fn state(how: impl FnOnce(&mut Table)) -> String {
    let mut table = table();
    assert_eq!(table.fight.broken_law(), None, "it is sound before");
    how(&mut table);
    table.fight.broken_law().expect("a law is broken")
}

/// Returns the law that the last of these events breaks; those before it are legal.
fn told(table: &mut Table, events: Vec<Event>) -> String {
    let mut watch = Watch::of(&table.fight);
    let last = events.len() - 1;
    for (place, event) in events.into_iter().enumerate() {
        let before = watch.judge(&table.fight, &event);
        table.fight.apply(&event);
        let broken = before.or_else(|| watch.look(&table.fight, &event));
        if place == last {
            return broken.unwrap_or_else(|| panic!("{event:?} breaks nothing"));
        }
        assert_eq!(broken, None, "{event:?}");
    }
    unreachable!("there is a last event")
}

fn count(who: ActorId, what: Counter, change: i32, now: i32) -> Event {
    Event::Counter { who, what, change, now }
}

fn declares(me: ActorId, act: Verb, it: Id, trade: CoreSkill) -> Event {
    let using = Some(Choice::of(Verb::Use).n(i16::from(trade.skill().0)));
    Event::Declare { me, act: Some(act), it, using, track: None, aspect: None, thing: None, term: None, access: None, say: None }
}

/// Returns a roll whose dice all show 0.
fn rolls(roll: u32, me: ActorId, trade: CoreSkill, standing: bool) -> Event {
    let (faces, parts) = (Faces::fudge([0; 4]).unwrap(), RollAddends::new());
    Event::Roll { roll, me, skill: Some(trade.skill()), faces, parts, total: 0, against: None, standing }
}

fn goes(table: &Table, who: &str, from: &str, to: &str, paid: u8) -> Event {
    let border = Some(table.border(from, to));
    Event::Move { who: table.id(who), from: table.zone(from), to: table.zone(to), border, paid, forced_by: None }
}

fn out(who: ActorId) -> Event {
    Event::Out { who, by: None, track: MORALE, fate: Some(0), beyond_saving: false, for_good: false, say: None }
}

#[test]
fn spotted_and_out_of_command_are_four_at_most() {
    assert_eq!(
        state(|table| {
            table.set("tank", |unit| unit.spotted = 5);
        }),
        "tank has more than 4 SPOTTED"
    );
    assert_eq!(
        state(|table| {
            table.set("tank", |unit| unit.ooc = 5);
        }),
        "tank has more than 4 OOC"
    );
    let mut table = table();
    let tank = table.id("tank");
    assert_eq!(told(&mut table.clone(), vec![count(tank, Counter::Spotted, 5, 5)]), "tank cannot be spotted 5 after 0");
    assert_eq!(told(&mut table.clone(), vec![count(tank, Counter::Ooc, -1, -1)]), "tank cannot be out of command -1 after 0");
    assert_eq!(told(&mut table, vec![count(tank, Counter::Spotted, 1, 3)]), "tank cannot be spotted 3 after 0");
}

#[test]
fn no_unit_acts_twice_in_a_turn() {
    let mut table = table();
    let (rifles, gun) = (table.id("rifles#1"), table.id("gun"));
    let law = "rifles#1 acts twice in a turn";
    assert_eq!(told(&mut table.clone(), vec![count(rifles, Counter::Activated, 1, 1)]), law);
    let twice = vec![
        Event::Phase(Step::of(Phase::FreeMove, Id::Actor(rifles))),
        declares(rifles, Verb::Maneuver, Id::Zone(table.zone("a")), CoreSkill::DirectFire),
        rolls(900, rifles, CoreSkill::DirectFire, false),
        Event::Phase(Step::of(Phase::FreeMove, Id::Actor(rifles))),
        declares(rifles, Verb::Cover, Id::None, CoreSkill::Camouflage),
        rolls(901, rifles, CoreSkill::Camouflage, false),
    ];
    assert_eq!(told(&mut table.clone(), twice), law);
    let untrained = vec![declares(gun, Verb::Rally, Id::Actor(gun), CoreSkill::Command), rolls(900, gun, CoreSkill::Command, false)];
    assert_eq!(told(&mut table.clone(), untrained), "gun is not trained in what it rolls");
    table.set("rifles#1", |unit| unit.defended = 1 << CoreSkill::Camouflage.skill().0);
    let spent = vec![declares(rifles, Verb::Cover, Id::None, CoreSkill::Camouflage), rolls(900, rifles, CoreSkill::Camouflage, false)];
    assert_eq!(told(&mut table, spent), "rifles#1 acts with what it has defended with");
}

#[test]
fn points_of_a_platoon_change_by_being_paid_and_by_nothing_else() {
    let mut table = table();
    let (wing, tank, lone) = (table.id("wing"), table.id("tank"), table.id("lone"));
    let left = table.fight.points(wing);
    for (event, by) in [
        (out(tank), "Out"),
        (Event::Group { what: Grouping::Adopt, who: vec![tank], lead: Some(lone) }, "Group"),
        (Event::Group { what: Grouping::Command, who: vec![], lead: Some(wing) }, "Group"),
    ] {
        let mut table = table.clone();
        let mut watch = Watch::of(&table.fight);
        assert_eq!(watch.judge(&table.fight, &event), None);
        table.fight.apply(&event);
        let platoon = table.platoon("wing");
        assert_eq!(watch.look(&table.fight, &event), None, "by itself it changes no points");
        table.fight.state.platoons[platoon].fate.change(-1);
        let law = watch.look(&table.fight, &event).unwrap();
        assert!(law.starts_with(&format!("wing has other points after {by}")), "{law}");
    }
    let stolen = Event::Fate { who: wing, change: -1, left, from: None };
    assert_eq!(told(&mut table, vec![stolen]), "the points of wing do not add up");
}

#[test]
fn whoever_is_cut_off_costs_its_platoon_no_consequence() {
    let mut table = table();
    let (wing, tank, rifles) = (table.id("wing"), table.id("tank"), table.id("rifles#1"));
    let mild = Slots::NONE.with(Grade::Mild);
    let hit =
        |who: ActorId, less: Slots| Event::Hit { who, track: MORALE, besides: slip_play::tracks::TrackSet::NONE, shifts: 2, less, left: 1 };
    let id = AspectId::of(table.fight.state.aspects.len());
    let added = Event::AspectAdd { id, aspect: Aspect::printed("Shaken", Holder::Actor(wing.0)) };
    let taken = Event::Consequence { who: wing, grade: Grade::Mild, aspect: id };
    let own = vec![hit(rifles, mild), added.clone(), taken.clone(), count(rifles, Counter::Spotted, 9, 9)];
    assert!(told(&mut table.clone(), own).contains("spotted"), "the platoon's own are borne by it");
    table.set("tank", |unit| unit.member = false);
    assert_eq!(told(&mut table.clone(), vec![hit(tank, mild)]), "tank is cut off and takes consequences");
    let foreign = vec![hit(tank, Slots::NONE), added, taken];
    assert_eq!(told(&mut table, foreign), "wing takes a consequence for whom it does not command");
}

#[test]
fn aircraft_are_hit_by_anti_air_only() {
    let mut table = Field::sides(PLATOONS, "platoon squad at c", "platoon wing at a").sit();
    table.part_of("rifles#1").put("bomber", "a");
    let (rifles, bomber, tank) = (table.id("rifles#1"), table.id("bomber"), table.id("tank"));
    let shot = |it: ActorId, trade: CoreSkill| {
        let result = Event::Result { roll: 900, against: Some(it), attack: 1, defence: 0, shifts: 1, ok: true };
        vec![declares(rifles, Verb::Attack, Id::Actor(it), trade), rolls(900, rifles, trade, false), result]
    };
    assert_eq!(told(&mut table.clone(), shot(bomber, CoreSkill::DirectFire)), "bomber is hit by what cannot hit it");
    table.rank("rifles#1", "anti_air", Some(1)).set("tank", |unit| unit.spotted = 1);
    assert_eq!(told(&mut table, shot(tank, CoreSkill::AntiAir)), "tank is hit by what cannot hit it");
}

#[test]
fn nobody_fires_at_what_is_out_of_sight_or_hidden() {
    let wall = "map lane {
      zone a { centre 0 0 }
      zone b { centre 4 0; altitude 3 }
      zone c { centre 8 0 }
      border a -- b; border b -- c
    }";
    let body = "defender red\nside red { platoon squad at a }\nside blue { platoon lone at c }";
    let mut table = Field::on(wall, "", body).sit();
    table.part_of("rifles#1");
    let (me, it) = (table.id("rifles#1"), table.id("rifles#4"));
    let shot = |trade: CoreSkill| vec![declares(me, Verb::Attack, Id::Actor(it), trade), rolls(900, me, trade, false)];
    assert_eq!(told(&mut table.clone(), shot(CoreSkill::DirectFire)), "rifles#1 fires at what it does not see");
    table.rank("rifles#1", "indirect_fire", Some(1));
    assert_eq!(told(&mut table.clone(), shot(CoreSkill::IndirectFire)), "rifles#1 fires at what nobody has spotted");
    table.set("rifles#4", |unit| unit.spotted = 1).set("rifles#1", |unit| unit.member = false);
    assert_eq!(told(&mut table, shot(CoreSkill::IndirectFire)), "rifles#1 is cut off and attacks who has not fired on it");
}

#[test]
fn free_moves_cross_no_pass_value_and_steps_cost_what_they_cost() {
    let mut table = table();
    let rifles = table.id("rifles#1");
    table.until_asked(slip_play::question::Point::FreeMove, "rifles#1");
    table.bars("tank", "a", "b", 1, false);
    let begins = count(rifles, Counter::Movement, 1, 0);
    let walk = goes(&table, "rifles#1", "a", "b", 0);
    assert_eq!(told(&mut table.clone(), vec![begins, walk.clone()]), "rifles#1 crosses a pass value in a free move");
    let steps = |paid: u8, shifts: i32| {
        let mut table = table.clone();
        table.sets_out("rifles#1", &[], 2, shifts);
        let walk = goes(&table, "rifles#1", "a", "b", paid);
        told(&mut table, vec![walk])
    };
    assert_eq!(steps(1, 4), "rifles#1 pays 1 for a step over 1");
    assert_eq!(steps(2, 1), "rifles#1 goes farther than its shifts");
    assert_eq!(told(&mut table.clone(), vec![walk]), "rifles#1 goes without moving");
    let elsewhere = goes(&table, "rifles#1", "b", "c", 0);
    assert_eq!(told(&mut table, vec![elsewhere]), "rifles#1 goes from where it is not");
}

#[test]
fn the_track_has_six_boxes_and_only_aircraft_are_on_it() {
    let tank = state(|table| {
        table.put("tank", "box_1");
    });
    assert_eq!(tank, "tank is not an aircraft and cannot be on the re-arm track");
    let seventh = state(|table| {
        let zone = table.zone("box_6");
        Arc::make_mut(&mut table.fight.roster).ground.zones[zone].region = slip_play::platoon::zones::Region::Track(7);
    });
    assert_eq!(seventh, "bomber is on box 7, but the re-arm track has only 6");
    let mut table = table();
    let (from, to) = (table.zone("a"), table.zone("box_1"));
    let home = Event::Move { who: table.id("tank"), from, to, border: None, paid: 0, forced_by: None };
    assert_eq!(told(&mut table, vec![home]), "tank is on box 1 of the track");
}

#[test]
fn a_defence_stands_until_the_turn_is_over() {
    let mut table = table();
    let (rifles, it) = (table.id("rifles#1"), table.id("rifles#3"));
    let fired = vec![
        count(it, Counter::Spotted, 1, 1),
        declares(rifles, Verb::Attack, Id::Actor(it), CoreSkill::DirectFire),
        rolls(900, rifles, CoreSkill::DirectFire, false),
        rolls(901, it, CoreSkill::Armour, false),
    ];
    let and = |event: Event| [fired.clone(), vec![event]].concat();
    assert_eq!(told(&mut table.clone(), and(rolls(902, it, CoreSkill::Armour, false))), "rifles#3 defends anew with the same skill");
    assert_eq!(told(&mut table.clone(), and(rolls(903, it, CoreSkill::Camouflage, true))), "no defence of rifles#3 stands");
    let mut watch = Watch::of(&table.fight);
    for event in &fired {
        assert_eq!(watch.judge(&table.fight, event), None);
        table.fight.apply(event);
    }
    let last = fired.last().unwrap();
    assert_eq!(watch.look(&table.fight, last), None);
    assert_eq!(table.fight.broken_law(), None);
    let kept = table.clone();
    table.fight.state.units[it].defences.clear();
    assert_eq!(watch.look(&table.fight, last).as_deref(), Some("the defence of rifles#3 does not stand"));
    let twice = |table: &mut Table| {
        let unit = &mut table.fight.state.units[it];
        let roll = unit.defences[0].clone();
        unit.defences.push(roll);
    };
    let broken = |how: &dyn Fn(&mut Table)| {
        let mut table = kept.clone();
        how(&mut table);
        table.fight.broken_law()
    };
    assert_eq!(broken(&twice).as_deref(), Some("rifles#3 has two defence rolls with the same skill"));
    let unused = |table: &mut Table| table.fight.state.units[it].defended = 0;
    assert_eq!(broken(&unused).as_deref(), Some("rifles#3 has a defence roll, but its skill is not marked as used this turn"));
}

/// Rules: R-YW1.
#[test]
fn guns_stay_on_their_card_and_others_off_it() {
    assert_eq!(
        state(|table| {
            table.put("gun", "a");
        }),
        "gun fires from its card and cannot be on the map"
    );
    assert_eq!(
        state(|table| {
            table.put("rifles#3", "card");
        }),
        "rifles#3 is on the card of a platoon that it does not belong to"
    );
    let mut table = table();
    let (from, to) = (table.zone("a"), table.zone("card"));
    let goes = Event::Move { who: table.id("tank"), from, to, border: None, paid: 0, forced_by: None };
    let seen = count(table.id("tank"), Counter::Spotted, 1, 1);
    assert_eq!(told(&mut table, vec![seen, goes]), "tank goes from its card to the map, or from the map onto a card");
}

#[test]
fn what_cannot_be_is_named_whatever_it_is() {
    let laws = [
        (
            state(|table| {
                table.set("tank", |unit| unit.place = UnitLocation::Nowhere);
            }),
            "tank is in no zone",
        ),
        (
            state(|table| {
                let gun = table.id("gun");
                table.set("tank", |unit| unit.carrier = Some(gun));
            }),
            "tank has no carrier",
        ),
        (
            state(|table| {
                table.set("tank", |unit| unit.morale = slip_dice::fate::Track::new(9));
            }),
            "the morale track of tank has changed its length",
        ),
        (
            state(|table| {
                let zone = table.zone("a");
                let by = table.id("tank");
                let border = table.border("c", "d");
                table.happens(Event::PassValue { border, to: zone, by, value: 1, lasting: false });
            }),
            "border 2 has a pass value of 1 for a zone that it does not lead to",
        ),
        (state(|table| table.fight.state.turn = 1000), "turn 1000 is past the limit"),
        (
            state(|table| {
                table.loses("rifles#1").set("tank", |unit| unit.member = true);
            }),
            "tank is under command, but its platoon has no leader",
        ),
    ];
    for (law, wanted) in laws {
        assert_eq!(law, wanted);
    }
}

/// R-YW1: aircraft cannot carry a unit onto a card or away from one.
#[test]
fn ryw1_nobody_is_flown_onto_a_card_or_away_from_it() {
    use slip_play::question::Point;
    let cast = r#"
platoon guns "Guns and guards" { leader gun with not_a_genius "Loud"; units gun, rifles; aircraft lifter carrying rifles }
"#;
    let mut table = Field::sides(cast, "platoon guns { place rifles at card }", "platoon lone at e").sit();
    let on_cards = |table: &Table| {
        let lifter = table.id("lifter");
        let ground = &table.fight.roster.ground;
        table.fight.deploy_zones(lifter).filter(|&zone| ground.region(zone) != slip_play::platoon::zones::Region::Map).count()
    };
    assert_eq!(on_cards(&table), 0, "somebody is aboard");
    let aboard = table.fight.state.units.iter().find(|(_, unit)| unit.carrier.is_some()).unwrap().0;
    table.happens(Event::Group { what: Grouping::Unload, who: vec![aboard], lead: Some(table.id("lifter")) }).happens(out(aboard));
    assert_eq!(on_cards(&table), 1, "empty it may");
    table.put("lifter", "card").part_of("lifter").until(&[Point::Act, Point::FreeMove]);
    assert!(table.options().iter().all(|choice| choice.verb != Verb::Load));
}

/// R-YW2: a unit spots the units that arrive in its zone once, however many of them arrive together.
#[test]
fn ryw2_those_who_arrive_together_meet_whoever_is_there_once() {
    let mut table = Field::sides("", "platoon lone at a; platoon squad at c { arrives 2 }", "platoon lone at e").sit();
    table.part_of("rifles#1").put("rifles#5", "c").next_turn();
    assert_eq!(table.counted("rifles#5", Counter::Spotted), [3]);
    for who in ["rifles#2", "rifles#3", "rifles#4"] {
        assert_eq!(table.counted(who, Counter::Spotted), [3], "{who} is seen as well");
    }
}
