//! Tests of the questions of platoon combat: who is asked, and the effect of the answers (T-L9, R-L41, R-L45, R-L47, R-L51).

use crate::platoon::table::{Field, Table};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::{Conflict, EndReason};
use slip_play::event::{Counter, Event};
use slip_play::ids::{Id, Seat};
use slip_play::platoon::state::UnitStatus;
use slip_play::question::Point;

fn act(verb: Verb) -> Choice {
    Choice::of(verb)
}

fn points(table: &Table, platoon: &str) -> u16 {
    table.fight.points(table.id(platoon))
}

/// Returns the first option with this verb.
fn option(table: &Table, verb: Verb) -> Choice {
    let open = waiting(table).options();
    open.iter().copied().find(|choice| choice.verb == verb).unwrap_or_else(|| panic!("no {verb:?} among {open:?}"))
}

/// Returns the same table at its next question.
fn waiting(table: &Table) -> Table {
    let mut table = table.clone();
    table.wait();
    table
}

fn asked(table: &Table) -> Option<(Point, Id)> {
    table.clone().wait().map(|ask| (ask.point, ask.me))
}

/// Returns a fight in which a unit of red's squad, in zone `b`, chooses its action after its free move. Blue's single unit of rifles is far
/// away.
fn acting() -> Table {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at e").sit();
    table.set("rifles#2", |unit| unit.spotted = 2);
    let free = table.enter("a", "b");
    table.part_of("rifles#2").answer(Point::FreeMove, "rifles#2", free).until_asked(Point::Act, "rifles#2");
    table
}

/// D-L6, D-L7: a compel comes after the declaration and before the dice; the action is lost, and the free move is kept.
#[test]
fn dl6_dl7_rl51_who_accepts_a_compel_takes_the_points_and_loses_the_action_and_nothing_else() {
    let mut table = acting();
    table.take(act(Verb::Cover).into());
    assert_eq!(asked(&table), Some((Point::Compel, table.on("lone"))));
    let compel = option(&table, Verb::Compel);
    assert_eq!(compel.it, table.on("rifles#2"));
    table.answer(Point::Compel, "lone", compel);
    assert_eq!(asked(&table), Some((Point::AnswerCompel, table.on("rifles#2"))));
    assert_eq!(waiting(&table).options(), [act(Verb::Refuse), act(Verb::Accept)]);
    table.answer(Point::AnswerCompel, "rifles#2", act(Verb::Accept)).until(&[Point::Unit]);
    assert_eq!((points(&table, "squad"), points(&table, "lone")), (5, 1), "the point that was put up");
    assert_eq!((table.at("rifles#2"), table.unit("rifles#2").spotted), (Some("b"), 2));
    assert!(!table.fight.can_act(table.id("rifles#2")) && !table.events.iter().any(|event| matches!(event, Event::Roll { .. })));
}

/// A platoon that refuses pays and acts; the same opponent may try another aspect, but no aspect twice (R-C12).
#[test]
fn dl7_who_refuses_pays_and_may_be_compelled_by_another_aspect() {
    let mut table = acting();
    table.take(act(Verb::Cover).into());
    let mut aspects = Vec::new();
    for left in [3, 2] {
        let compel = option(&table, Verb::Compel);
        aspects.push(compel.aspect());
        table.answer(Point::Compel, "lone", compel).answer(Point::AnswerCompel, "rifles#2", act(Verb::Refuse));
        assert_eq!(points(&table, "squad"), left);
    }
    assert_ne!(aspects[0], aspects[1]);
    // The unit has no third aspect that could be compelled.
    table.dice(&[0]).until(&[Point::Unit]);
    assert_eq!(table.unit("rifles#2").spotted, 0, "Camouflage 3, and the action is made after all");
}

#[test]
fn rl41_orphans_may_be_compelled_and_have_nothing_to_refuse_with() {
    let mut table = Field::sides("", "platoon squad at a { place rifles at b }", "platoon lone at e").sit();
    table.set("rifles#2", |unit| unit.spotted = 2).part_of("rifles#2").until_asked(Point::Act, "rifles#2");
    assert!(table.fight.is_orphan(table.id("rifles#2")));
    table.take(act(Verb::Cover).into());
    let compel = option(&table, Verb::Compel);
    table.answer(Point::Compel, "lone", compel).until(&[Point::Unit, Point::Act]);
    assert_eq!(table.unit("rifles#2").spotted, 2, "it must accept");
    // "They have no fate points": the compel of an orphan does not change the points of its platoon.
    assert_eq!(points(&table, "squad"), 4, "and the point goes to the bank (R-L41)");
}

/// Red's squad at a fires at blue's lone rifles in b, who are spotted; the dice have been rolled.
fn firing(dice: &[i32]) -> Table {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at b").sit();
    table.leaves(0, Point::Compel).leaves(1, Point::Compel).set("rifles#4", |unit| unit.spotted = 1);
    table.part_of("rifles#2").until_asked(Point::Act, "rifles#2");
    table.dice(dice).take(act(Verb::Attack).into());
    table
}

fn totals(table: &Table) -> Vec<i32> {
    table.fight.state.contest.as_ref().unwrap().rolls.iter().map(|roll| roll.total()).collect()
}

/// D-L8: the attacker first, then the defender, in turns, until both have passed; the platoon pays.
#[test]
fn dl8_both_sides_add_after_the_dice_and_their_platoons_pay() {
    let mut table = firing(&[0, 0]);
    table.until_asked(Point::Adjust, "rifles#2");
    assert_eq!(totals(&table), [2, 1]);
    let invoke = option(&table, Verb::Invoke);
    table.answer(Point::Adjust, "rifles#2", invoke);
    assert_eq!((totals(&table), points(&table, "squad")), (vec![4, 1], 3));
    assert_eq!(asked(&table), Some((Point::Adjust, table.on("rifles#4"))));
    let again = waiting(&table).options().into_iter().find(|choice| choice.verb == Verb::Tag && choice.how == Choice::PLUS_TWO).unwrap();
    table.answer(Point::Adjust, "rifles#4", again);
    assert_eq!((totals(&table), points(&table, "lone")), (vec![4, 3], 1));
    table.answer(Point::Adjust, "rifles#2", act(Verb::Pass)).answer(Point::Adjust, "rifles#4", act(Verb::Pass));
    assert_eq!(asked(&table).map(|(point, _)| point), Some(Point::Mitigate), "one shift");
}

#[test]
fn dl8_a_point_may_buy_the_dice_once_more_instead() {
    let mut table = firing(&[-4, 0, 4]);
    table.until_asked(Point::Adjust, "rifles#2");
    let reroll = table.options().into_iter().find(|choice| choice.verb == Verb::Invoke && choice.how == Choice::REROLL).unwrap();
    table.answer(Point::Adjust, "rifles#2", reroll);
    assert_eq!((totals(&table), points(&table, "squad")), (vec![6, 1], 3));
}

/// A squad, a lone platoon of its side with two counters of spin, and an enemy to fire at.
fn with_spin(rule: &str) -> Table {
    let mut table = Field::sides("", "platoon squad at a; platoon lone at a", "platoon lone at b").rule("platoon_spin", rule).sit();
    table.leaves(0, Point::Compel).leaves(1, Point::Compel).set("rifles#5", |unit| unit.spotted = 1);
    let who = table.id("lone#1");
    table.happens(Event::Spin { who, change: 2, lapsed: false });
    table.part_of("rifles#2").until_asked(Point::Act, "rifles#2");
    table.dice(&[0, 0]).take(act(Verb::Attack).into());
    table.until_asked(Point::Adjust, "rifles#2");
    table
}

/// Rules: D-L8.
#[test]
fn rl45_spin_is_spent_by_its_own_platoon_and_by_variant_by_allies() {
    let own = with_spin("own");
    assert!(!own.options().iter().any(|choice| choice.verb == Verb::Spin));
    let mut allied = with_spin("allies");
    let spin = option(&allied, Verb::Spin);
    allied.answer(Point::Adjust, "rifles#2", spin);
    assert_eq!(totals(&allied)[0], 2 + i32::from(spin.n));
    let who = allied.id("lone#1");
    assert_eq!(allied.fight.counters_of(who), 2 - i32::from(spin.n));
    assert_eq!(allied.fight.spin_of(allied.id("rifles#5")), 0, "never by enemies");
}

/// Places an aspect on a zone with a maneuver of a unit. If `transient` is true, the aspect is transient.
fn place(table: &mut Table, who: &str, zone: &str, transient: bool) {
    table.part_of(who).until_asked(Point::Act, who);
    table.take(act(Verb::Maneuver).into());
    let there = Choice::of(Verb::Target).on(Id::Zone(table.zone(zone)));
    let skill = i16::from(table.skill("command").0);
    table.answer(Point::Whom, who, there).answer(Point::With, who, Choice::of(Verb::Use).n(skill));
    table.dice(&[3]).answer(Point::Term, who, Choice::of(Verb::Term).how(u8::from(transient))).until(&[Point::Unit, Point::Order]);
}

/// Lets a unit attack with these dice, and stops at the question about additions.
fn fires(table: &mut Table, who: &str, dice: &[i32]) {
    table.part_of(who).until_asked(Point::Act, who);
    table.dice(dice).take(act(Verb::Attack).into());
    table.until_asked(Point::Adjust, who);
}

/// Trace T-L9, played from beginning to end.
#[test]
fn tl9_a_mate_uses_the_free_tag_its_maker_pays_and_then_the_aspect_is_gone() {
    let mut table = Field::sides("", "platoon squad at a", "platoon lone at b").sit();
    table.leaves(0, Point::Compel).leaves(1, Point::Compel);
    place(&mut table, "rifles#2", "b", true);
    let aspect = table.fight.state.aspects.iter().last().unwrap().0;
    table.set("rifles#4", |unit| unit.spotted = 1).next_turn();
    let mut other = table.clone();
    fires(&mut table, "rifles#3", &[-3, 0]);
    let free = table.options().into_iter().find(|choice| choice.verb == Verb::Free && choice.aspect() == Some(aspect)).unwrap();
    table.take(free.into());
    assert_eq!((totals(&table)[0], points(&table, "squad")), (1, 4));
    // The defence of this turn still counts; the unit that placed the aspect pays.
    table.part_of("rifles#2").until_asked(Point::Act, "rifles#2");
    table.dice(&[-3]).take(act(Verb::Attack).into());
    table.until_asked(Point::Adjust, "rifles#2");
    let tags: Vec<Choice> = table.options().into_iter().filter(|choice| choice.aspect() == Some(aspect)).collect();
    assert!(tags.iter().all(|choice| choice.verb == Verb::Tag), "{tags:?}");
    table.take(tags[0].into());
    assert_eq!(points(&table, "squad"), 3);
    table.until(&[Point::Unit, Point::Order]);
    assert!(!table.fight.state.aspects[aspect].present, "after its maker's action it is gone");
    // If the unit that made the aspect acts first, the aspect is gone, and the other unit has no tag.
    other.part_of("rifles#2").until_asked(Point::Unit, "squad");
    fires(&mut other, "rifles#3", &[-3, 0]);
    assert!(!other.options().iter().any(|choice| choice.aspect() == Some(aspect)));
}

/// R-L47: a unit that is cut off has free tags, but no points and no spin.
#[test]
fn rl47_orphans_have_free_tags_and_nothing_else() {
    let mut table = Field::sides("", "platoon squad at a { place rifles at b, a }", "platoon lone at c").sit();
    table.leaves(0, Point::Compel).leaves(1, Point::Compel);
    place(&mut table, "rifles#3", "b", false);
    let (by, who) = (table.id("rifles#4"), table.id("rifles#2"));
    table.next_turn().set("rifles#4", |unit| unit.spotted = 1).happens(Event::Counter {
        who,
        what: Counter::FiredOnBy(by),
        change: 1,
        now: 1,
    });
    let squad = table.id("squad");
    table.happens(Event::Spin { who: squad, change: 2, lapsed: false });
    fires(&mut table, "rifles#2", &[0, 0]);
    assert!(table.fight.is_orphan(who));
    let verbs: Vec<Verb> = table.options().iter().map(|choice| choice.verb).collect();
    assert!(verbs.contains(&Verb::Free), "{verbs:?}");
    assert!(verbs.iter().all(|verb| matches!(verb, Verb::Pass | Verb::Free)), "{verbs:?}");
}

/// D-L10: before a hit is marked its bearer may offer terms; all opposing sides must agree.
#[test]
fn dl10_terms_may_be_offered_before_a_hit_is_marked() {
    for accepted in [true, false] {
        let mut table = firing(&[4, 0]);
        table.until_asked(Point::Mitigate, "rifles#4");
        let verbs: Vec<Verb> = table.options().iter().map(|choice| choice.verb).collect();
        assert!(verbs.contains(&Verb::Take) && verbs.contains(&Verb::Concede));
        let terms = option(&table, Verb::Concede);
        table.answer(Point::Mitigate, "rifles#4", terms);
        let verb = if accepted { Verb::Accept } else { Verb::Refuse };
        assert_eq!(asked(&table).map(|(point, _)| point), Some(Point::AcceptConcession));
        table.wait();
        table.take(act(verb).into());
        if accepted {
            table.wait();
            assert_eq!(table.unit("rifles#4").status, UnitStatus::Conceded);
        } else {
            assert_eq!(asked(&table), Some((Point::Mitigate, table.on("rifles#4"))), "the hit is still to be dealt with");
            assert!(!waiting(&table).options().iter().any(|choice| choice.verb == Verb::Concede), "once a turn");
        }
    }
}

/// D-L15: at the end of a turn the fight is over if all sides agree, and goes on if any side does not.
#[test]
fn dl15_all_sides_together_may_stop_at_the_end_of_a_turn() {
    let end = |answers: [Verb; 2]| {
        let mut table = Field::sides("", "platoon lone at a", "platoon lone at e").sit();
        table.until_asked(Point::Stop, "rifles#1");
        assert_eq!(table.options(), [act(Verb::No), act(Verb::Yes)]);
        table.take(act(answers[0]).into());
        if answers[0] == Verb::Yes {
            table.answer(Point::Stop, "rifles#2", act(answers[1]));
        }
        table.wait();
        (table.fight.state.turn, table.fight.outcome().map(|outcome| (outcome.winner, outcome.why)))
    };
    assert_eq!(end([Verb::Yes, Verb::Yes]), (1, Some((None, EndReason::Agreed))));
    assert_eq!(end([Verb::Yes, Verb::No]), (2, None));
    assert_eq!(end([Verb::No, Verb::No]), (2, None));
}

/// D-L2: each player in turn picks one of the platoons that have not acted.
#[test]
fn dl2_whoevers_turn_it_is_picks_a_platoon_that_has_not_acted() {
    let mut table = Field::sides("", "platoon lone at a; platoon squad at b", "platoon lone at e").sit();
    assert_eq!(table.wait().map(|ask| (ask.point, ask.seat)), Some((Point::Order, Seat(0))));
    let command = |table: &Table, name: &str| Choice::of(Verb::Command).on(table.on(name));
    let (lone, squad) = (command(&table, "lone#1"), command(&table, "squad"));
    assert_eq!(table.options(), [lone, squad]);
    table.take(squad.into());
    table.until_asked(Point::FreeMove, "rifles#5");
    table.until_asked(Point::FreeMove, "rifles#1");
    assert_eq!(table.counted("squad", Counter::PlatoonActs), [1, 2]);
}

/// D-L4: stay, or move to any adjacent zone over a border without a pass value.
#[test]
fn dl4_a_free_move_is_offered_before_the_action() {
    let mut table = Field::sides("", "platoon squad at b", "platoon lone at e").sit();
    table.leaves(1, Point::Compel).part_of("rifles#2").until_asked(Point::FreeMove, "rifles#2");
    let ways = [act(Verb::Stay), table.enter("b", "a"), table.enter("b", "c")];
    assert_eq!(table.options(), ways);
    table.take(ways[2].into());
    table.until_asked(Point::Act, "rifles#2");
    assert_eq!(table.at("rifles#2"), Some("c"));
}
