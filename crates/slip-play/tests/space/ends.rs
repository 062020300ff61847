//! Tests of how fights between ships end, and of ships that arrive hot.

use crate::space::table::{Craft, Fleet, Table, pack};
use slip_dice::fate::{Aspect, Holder};
use slip_pack::encounter::{HoldsFire, Victory, VictorySubject, VictoryTerm};
use slip_pack::formula::Formula;
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::{Conflict, EndReason};
use slip_play::event::{Counter, Event, Phase, SpacePhase, Step};
use slip_play::ids::{AspectId, Id, Seat, TableKey};
use slip_play::question::Point;
use slip_play::space::referee_overrides::judged;
use slip_play::space::state::{Band, HEAT, ShipStatus};
use slip_table::transcript::Transcript;

fn two() -> Fleet {
    Fleet::new().ship("hare", Craft::new("hare").at(0)).ship("hounds", Craft::new("one").at(1)).ship("hounds", Craft::new("two").at(2))
}

fn wants(mut fleet: Fleet, side: usize, atom: VictoryTerm, text: &str) -> Fleet {
    fleet.encounter.victories.push(Victory { side: Some(side), condition: Formula::Value(atom), text: text.to_owned() });
    fleet
}

fn leaves(table: &mut Table, name: &str, now: i32) {
    let who = table.id(name);
    table.fight.apply(&Event::Counter { who, what: Counter::Left, change: now, now });
}

fn ends(table: &mut Table) -> (Option<Seat>, EndReason) {
    table.fight.apply(&Event::Stage(SpacePhase::Ew));
    table.fight.apply(&Event::Phase(Step::of(Phase::StageEnd, Id::None)));
    table.wait();
    let outcome = table.fight.outcome().expect("it is over");
    (outcome.winner, outcome.why)
}

/// R-S32: a goal of escape is met by leaving the map by any cause.
/// Rules: D-S19, R-S46.
#[test]
fn r_s32_whoever_is_off_the_map_has_escaped() {
    for by_others in [1, 2] {
        let mut table = wants(two(), 0, VictoryTerm::Escaped(VictorySubject::Side(0)), "escaped(hare)").sit();
        leaves(&mut table, "hare", by_others);
        assert_eq!(ends(&mut table), (Some(Seat(0)), EndReason::Victory(0)));
    }
}

/// R-S32: a ship has also escaped if every pursuer is off the map or taken out. Rules: D-S19, R-S46.
#[test]
fn r_s32_whoever_is_alone_has_escaped() {
    let mut table = wants(two(), 0, VictoryTerm::Escaped(VictorySubject::Side(0)), "escaped(hare)").sit();
    leaves(&mut table, "one", 1);
    let (hare, two) = (table.id("hare"), table.id("two"));
    table.set("two", |ship| ship.status = ShipStatus::TakenOut { by: Some(hare), track: slip_play::space::state::FRAME, fate: Some(0) });
    let _ = two;
    assert_eq!(ends(&mut table), (Some(Seat(0)), EndReason::Victory(0)));
}

/// R-S32, its variant: a ship that is driven off has not escaped.
/// Rules: D-S19, R-S46.
#[test]
fn r_s32_variant_driven_off_does_not_count() {
    let fleet = two().rule("driven_off_counts", "no");
    let mut table = wants(fleet, 0, VictoryTerm::Escaped(VictorySubject::Side(0)), "escaped(hare)").sit();
    leaves(&mut table, "hare", 2);
    assert_eq!(ends(&mut table), (Some(Seat(1)), EndReason::LastStanding));
}

/// A side without a ship in the fight has lost it.
/// Rules: D-S19, R-S32, R-S46.
#[test]
fn the_last_side_with_a_ship_wins() {
    let mut table = two().sit();
    leaves(&mut table, "one", 2);
    leaves(&mut table, "two", 1);
    assert_eq!(ends(&mut table), (Some(Seat(0)), EndReason::LastStanding));
}

/// D-S19: the fight ends if all sides agree, and goes on if one does not.
/// Rules: R-S32, R-S46.
#[test]
fn all_sides_may_agree_to_stop() {
    let mut table = two().sit();
    let stop = |table: &mut Table| {
        table.fight.apply(&Event::Stage(SpacePhase::DamageControl));
        table.fight.apply(&Event::Phase(Step::of(Phase::StageEnd, Id::None)));
    };
    stop(&mut table);
    table.answer(Point::Stop, "hare", Choice::of(Verb::Yes)).answer(Point::Stop, "one", Choice::of(Verb::No));
    assert_eq!(table.fight.outcome(), None);
    table.fight.apply(&Event::Round { round: 2, order: slip_play::event::TurnOrder::new() });
    stop(&mut table);
    table.answer(Point::Stop, "hare", Choice::of(Verb::Yes)).answer(Point::Stop, "one", Choice::of(Verb::Yes));
    assert_eq!(table.fight.outcome().map(|outcome| (outcome.winner, outcome.why)), Some((None, EndReason::Agreed)));
}

/// At the limit of turns, the fight is a draw. Rules: D-S19, R-S32, R-S46.
#[test]
fn at_the_limit_it_is_a_draw() {
    let mut fleet = two();
    fleet.encounter.limit = Some(1);
    let mut table = fleet.sit();
    table.fight.apply(&Event::Round { round: 1, order: slip_play::event::TurnOrder::new() });
    table.fight.apply(&Event::Stage(SpacePhase::DamageControl));
    table.fight.apply(&Event::Phase(Step::of(Phase::StageEnd, Id::None)));
    table.wait();
    assert_eq!(table.fight.outcome().map(|outcome| (outcome.winner, outcome.why)), Some((None, EndReason::Limit)));
}

/// R-S35: spin lasts until the end of the next full turn.
#[test]
fn r_s35_spin_lasts_through_the_next_turn() {
    let mut table = two().sit();
    let hare = table.id("hare");
    let end_of_turn = |table: &mut Table, round: u32| {
        table.fight.apply(&Event::Round { round, order: slip_play::event::TurnOrder::new() });
        if round == 1 {
            table.fight.apply(&Event::Spin { who: hare, change: 2, lapsed: false });
        }
        table.fight.apply(&Event::Stage(SpacePhase::DamageControl));
        table.fight.apply(&Event::Phase(Step::of(Phase::StageEnd, Id::None)));
        table.answer(Point::Stop, "hare", Choice::of(Verb::No));
        let step = table.fight.state.step;
        assert_eq!(step.phase, Phase::RoundEnd);
        let ask = table.fight.waiting_for().unwrap();
        table.take(ask.forced.unwrap().into());
        table.fight.state.spin.len()
    };
    assert_eq!(end_of_turn(&mut table, 1), 1);
    assert_eq!(end_of_turn(&mut table, 2), 0);
}

/// R-S46: a ship that holds fire cannot even jam until another has attacked; a setting lets it jam.
/// Rules: D-S19, R-S32.
#[test]
fn r_s46_the_victim_waits_for_a_hostile_act() {
    let hold = |rule: &str| {
        let mut fleet = two().rule("victim_ew", rule);
        fleet.encounter.sides[0].holds_fire = Some(HoldsFire::UntilAttacked);
        fleet.sit()
    };
    let mut table = hold("hostile");
    let (hare, one) = (table.id("hare"), table.id("one"));
    assert!(table.fight.holds_fire(hare, false) && table.fight.holds_fire(hare, true));
    assert!(!table.fight.holds_fire(one, false));
    table.fight.apply(&Event::Counter { who: one, what: Counter::Hostile, change: 1, now: 1 });
    assert!(!table.fight.holds_fire(hare, false));
    let table = hold("allowed");
    assert!(table.fight.holds_fire(hare, false) && !table.fight.holds_fire(hare, true));
}

/// R-VA5: ships that hold fire may attack after the first attack of any other side, and the account reports it at that attack. Rules:
/// R-VW2.
#[test]
fn r_va5_an_account_says_once_that_those_who_held_fire_are_free() {
    let fleet = Fleet::new().ship("gold", Craft::new("one").at(0)).ship("black", Craft::new("two").at(1));
    let mut fleet = fleet.ship("grey", Craft::new("three").at(2));
    fleet.encounter.sides[2].holds_fire = Some(HoldsFire::UntilAttacked);
    let mut table = fleet.sit();
    let mut account = Transcript::new(&table.fight, &[]);
    for name in ["one", "two"] {
        let attacks = Event::Counter { who: table.id(name), what: Counter::Hostile, change: 1, now: 1 };
        account.tell(&table.fight, &attacks);
        table.fight.apply(&attacks);
    }
    let told = account.finish();
    assert_eq!(told.matches("That is an attack: grey may fire from now on.").count(), 1, "{told}");
}

/// T-S8: heat from the drive of a ship that arrives; an overburn fills the track and gives an aspect about its tanks.
/// Rules: R-D15.
#[test]
fn arrivals_are_hot() {
    let text = "design hot \"Hot\" : ship { price 6; upkeep 4; track heat { base 3 }; stunt all { effect after slip mark heat all }; stunt top { effect after slip mark heat highest } }\nship old \"Old\" : hot { stunts all }\nship new \"New\" : hot { stunts top }\n";
    let pack = pack(text);
    let mut table = Fleet::new()
        .ship("a", Craft::new("old").like(&pack, "old").arrives(true, false).at(0))
        .ship("a", Craft::new("new").like(&pack, "new").arrives(true, false).at(0))
        .ship("a", Craft::new("calm").like(&pack, "old").at(0))
        .ship("b", Craft::new("dry").arrives(false, true).at(3))
        .sit();
    table.dice(&[0, 0, 0, 0]).until(&[Point::Drive]);
    let boxes = |name: &str| table.boxes(name, HEAT);
    assert_eq!((boxes("old"), boxes("new"), boxes("calm"), boxes("dry")), (vec![1, 2, 3], vec![3], vec![], vec![1, 2, 3]));
    let low = table.fight.state.aspects.values().find(|aspect| aspect.text == "Low on r-mass").unwrap();
    assert_eq!(low.holder, Holder::Actor(table.id("dry").0));
    assert!(low.is_free_for(0, u32::MAX) && !low.is_free_for(1, u32::MAX));
}

/// A referee's ruling stays within the limits of the fight: no box, point or ship that does not exist.
#[test]
fn a_referee_rules_within_the_laws() {
    let table = two().sit();
    let (hare, fight) = (table.id("hare"), &table.fight);
    let why = |event: Event| judged(fight, vec![event]).unwrap_err();
    assert_eq!(why(Event::Mark { who: hare, track: HEAT, up_to: 4 }), "hare has only boxes 1 to 3 of heat, not box 4");
    assert_eq!(why(Event::Fate { who: hare, change: -6, left: 0, from: None }), "hare has 5 fate points and cannot lose 6");
    let aspect = Aspect::printed("Dark", Holder::Zone(1));
    let id = AspectId::of(fight.state.aspects.len());
    assert_eq!(why(Event::AspectAdd { id, aspect }), "an aspect must be on a ship, a person aboard or the scene");
    let zone = Band(4).zone();
    let moved = Event::Move { who: hare, from: Band(0).zone(), to: zone, border: None, paid: 0, forced_by: None };
    assert!(judged(fight, vec![moved]).is_ok());
    assert!(judged(fight, Vec::new()).is_err());
}

/// Returns the result after this phase of this turn without any actions.
fn after(mut table: Table, turn: u32, stage: SpacePhase) -> Option<(Option<Seat>, EndReason)> {
    table.fight.apply(&Event::Round { round: turn, order: slip_play::event::TurnOrder::new() });
    table.fight.apply(&Event::Stage(stage));
    table.fight.apply(&Event::Phase(Step::of(Phase::StageEnd, Id::None)));
    for _ in 0..4 {
        let forced = table.fight.waiting_for().and_then(|ask| ask.forced);
        match forced.filter(|_| table.fight.state.stage == stage) {
            Some(choice) => table.take(choice.into()),
            None => break,
        }
    }
    table.fight.outcome().map(|outcome| (outcome.winner, outcome.why))
}

const WON: Option<(Option<Seat>, EndReason)> = Some((Some(Seat(0)), EndReason::Victory(0)));

fn hunt(atom: VictoryTerm) -> Table {
    wants(two(), 0, atom, "the goal").sit()
}

/// `captured` means surrendered, taken along, or taken by boarders; a wreck does not count.
#[test]
fn whatever_is_in_others_hands_is_captured() {
    let told = |tag: &str| {
        let mut table = hunt(VictoryTerm::Captured(VictorySubject::Actors(vec![(1, 0)])));
        let hare = table.id("hare");
        let fate = table.fight.roster.outcomes.iter().position(|word| word == tag).and_then(|tag| u8::try_from(tag).ok());
        assert!(fate.is_some(), "{tag} may become of a ship");
        table.set("one", |ship| ship.status = ShipStatus::TakenOut { by: Some(hare), track: slip_play::space::state::FRAME, fate });
        after(table, 1, SpacePhase::Beams)
    };
    assert_eq!((told("surrendered"), told("tethered"), told("derelict")), (WON, WON, None));
    for atom in [VictoryTerm::Captured, VictoryTerm::Boarded] {
        let mut table = hunt(atom(VictorySubject::Actors(vec![(1, 0)])));
        assert_eq!(after(table.clone(), 1, SpacePhase::Beams), None);
        table.set("one", |ship| ship.side = Seat(0));
        assert_eq!(after(table, 1, SpacePhase::Beams), WON, "boarders have her");
    }
}

/// The condition `tethered` holds for a ship that follows a ship of another side or, if the condition names a side, a ship of that side.
#[test]
fn who_follows_an_enemy_is_tethered() {
    let tied = |atom: VictoryTerm, lead: &str| {
        let mut table = hunt(atom);
        let lead = table.id(lead);
        for name in ["hare", "one"] {
            table.set(name, |ship| ship.tether = Some(lead));
        }
        after(table, 1, SpacePhase::Beams)
    };
    let by = |side: Option<usize>| VictoryTerm::Tethered { who: VictorySubject::Actors(vec![(1, 0)]), by: side };
    assert_eq!((tied(by(None), "hare"), tied(by(Some(0)), "hare"), tied(by(Some(1)), "hare")), (WON, WON, None));
    assert_eq!(tied(by(None), "one"), None, "whoever leads is not led");
}

/// R-S32: `driven_off` needs another ship as the cause; `left_map` does not.
#[test]
fn driven_off_is_by_others_alone() {
    let gone = |atom: fn(VictorySubject) -> VictoryTerm, how: i32| {
        let mut table = hunt(atom(VictorySubject::Actors(vec![(1, 0)])));
        leaves(&mut table, "one", how);
        after(table, 1, SpacePhase::Beams)
    };
    assert_eq!((gone(VictoryTerm::DrivenOff, 1), gone(VictoryTerm::DrivenOff, 2)), (None, WON));
    assert_eq!((gone(VictoryTerm::LeftMap, 1), gone(VictoryTerm::LeftMap, 2)), (WON, WON));
    assert_eq!((gone(VictoryTerm::Out, 1), gone(VictoryTerm::TakenOut, 1)), (WON, None));
}

/// `survive` is checked when the last of its turns is over, and not during it.
#[test]
fn who_is_there_when_the_turns_are_over_has_survived() {
    let stays = |turn: u32, stage: SpacePhase| after(hunt(VictoryTerm::Survive { who: VictorySubject::Side(0), rounds: 3 }), turn, stage);
    assert_eq!(stays(2, SpacePhase::DamageControl), None);
    assert_eq!(stays(3, SpacePhase::Beams), None);
    assert_eq!(stays(3, SpacePhase::DamageControl), WON);
    let mut table = hunt(VictoryTerm::Survive { who: VictorySubject::Side(1), rounds: 3 });
    leaves(&mut table, "one", 2);
    assert_eq!(after(table, 3, SpacePhase::DamageControl), None, "not all of them are there");
}

/// Aspects and counts are checked at the end of the turn.
#[test]
fn aspects_and_counts_are_goals_at_the_end_of_a_turn() {
    use slip_pack::encounter::AspectHolder;
    use slip_pack::formula::FormulaOperator;
    let dark = |atom: VictoryTerm, holder: fn(&Table) -> Holder| {
        let mut table = hunt(atom);
        let (id, aspect) = (AspectId::of(table.fight.state.aspects.len()), Aspect::printed("Dark", holder(&table)));
        table.fight.apply(&Event::AspectAdd { id, aspect });
        (after(table.clone(), 1, SpacePhase::Beams), after(table, 1, SpacePhase::DamageControl))
    };
    let of_one: fn(&Table) -> Holder = |table| Holder::Actor(table.id("one").0);
    let of_all: fn(&Table) -> Holder = |_| Holder::Scene;
    let on = |on: AspectHolder| VictoryTerm::AspectOn("Dark".to_owned(), on);
    assert_eq!(dark(VictoryTerm::AspectPresent("Dark".to_owned()), of_one), (None, WON));
    assert_eq!(dark(on(AspectHolder::Who(VictorySubject::Side(1))), of_one), (None, WON));
    assert_eq!(dark(on(AspectHolder::Who(VictorySubject::Side(0))), of_one), (None, None));
    assert_eq!(dark(on(AspectHolder::Scene), of_one), (None, None));
    assert_eq!(dark(on(AspectHolder::Scene), of_all), (None, WON));

    let at_most_one = |atom: VictoryTerm| {
        let mut fleet = two();
        let condition = Formula::Binary(FormulaOperator::AtMost, Box::new((Formula::Value(atom), Formula::Int(1))));
        fleet.encounter.victories.push(Victory { side: Some(0), condition, text: "at most one".to_owned() });
        fleet.sit()
    };
    for atom in [VictoryTerm::Active(1), VictoryTerm::ActiveOf(VictorySubject::Side(1))] {
        let mut table = at_most_one(atom);
        assert_eq!(after(table.clone(), 1, SpacePhase::DamageControl), None, "both are there");
        leaves(&mut table, "one", 1);
        assert_eq!((after(table.clone(), 1, SpacePhase::Beams), after(table, 1, SpacePhase::DamageControl)), (None, WON));
    }
    let mut table = hunt(VictoryTerm::Out(VictorySubject::AtLeast(1, Box::new(VictorySubject::Side(1)))));
    assert_eq!(after(table.clone(), 1, SpacePhase::Beams), None);
    leaves(&mut table, "two", 1);
    assert_eq!(after(table, 1, SpacePhase::Beams), WON, "one of two is enough");
}
