//! Tests of fate points in the zero-sum economy: trace T10, our own traces of haggling and of the special compel, and the rulings
//! about payees, answers and actions without a roll.
//! Rules: R-P33.

use crate::plays::rulings::{last_shifts, scene, shooter, target};
use crate::plays::table::{Person, Scene, Table};
use slip_dice::fate::{Aspect, AspectOrigin, FreeTag, Holder};
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{CompelDemand, CompelReply, Event, Phase, RollAddend, Step};
use slip_play::ids::{ActorId, AspectId, Id, TableKey};
use slip_play::question::Point;

const BEFORE: &[Point] = &[Point::Whom, Point::With, Point::Track, Point::PayAccess, Point::Term];

fn zero_sum() -> Scene {
    scene().rule("fate", "zero_sum").rule("forced_move", "flagged")
}

/// Ada and Eve of the trace, with these numbers of points; Eve acts first.
fn duel(ada: i32, eve: i32) -> Table {
    let eve = shooter("eve").fate(eve).aspect("Showing off").aspect("Dead shot");
    zero_sum().person("red", "a", eve).person("blue", "b", target("ada").fate(ada).slots().aspect("Stubborn")).sit()
}

fn purse(table: &Table, name: &str) -> u16 {
    table.fight.state.actors[table.actor(name)].fate.points()
}

fn sum(table: &Table) -> u32 {
    table.fight.state.actors.values().map(|actor| u32::from(actor.fate.points())).sum()
}

fn aspect(table: &Table, text: &str) -> AspectId {
    table.fight.state.aspects.iter().find(|(_, aspect)| aspect.present && aspect.text == text).unwrap().0
}

/// Puts an aspect on an actor. If `free` is given, this side may tag the aspect for free.
fn place(table: &mut Table, on: ActorId, text: &str, free: Option<u32>, forces_move: bool) -> AspectId {
    let id = AspectId::of(table.fight.state.aspects.len());
    let free = free.map(|sides| FreeTag { sides, from: 0 });
    let aspect = Aspect { origin: AspectOrigin::Consequence, free, forces_move, ..Aspect::printed(text, Holder::Actor(on.0)) };
    table.fight.apply(&Event::AspectAdd { id, aspect });
    id
}

fn compel(id: AspectId, points: i16) -> Choice {
    Choice::of(Verb::Compel).how(Choice::INACTION).with(id.0).n(points)
}

/// Declares an attack and stops at the first compel.
fn attack(table: &mut Table) {
    table.wait();
    table.answer(Point::Act, Choice::of(Verb::Attack)).pass(BEFORE);
}

fn no_compel(table: &mut Table) {
    table.pass(&[Point::Compel, Point::FreeMove, Point::Defend]);
}

fn has(table: &Table, test: impl Fn(&Choice) -> bool) -> bool {
    table.options().iter().any(test)
}

#[test]
fn t10_points_go_round_and_their_sum_stays() {
    let mut table = duel(2, 3);
    table.wait();
    let [ada, eve] = ["ada", "eve"].map(|name| table.actor(name));
    let kneecap = place(&mut table, eve, "Shattered kneecap", Some(0b10), false);
    attack(&mut table);
    table.answer(Point::Compel, compel(kneecap, 0).how(Choice::BY_TAG));
    assert!(table.fight.state.aspects[kneecap].free.is_none(), "the free tag is spent");
    table.answer(Point::AnswerCompel, Choice::of(Verb::Refuse));
    assert_eq!((purse(&table, "ada"), purse(&table, "eve"), sum(&table)), (3, 2, 5));
    table.dice("0000 0000");
    no_compel(&mut table);
    // 3 and 1 for the pistol against 1: Ada is losing and goes first.
    assert_eq!(table.fight.waiting_for().map(|ask| (ask.point, ask.me)), Some((Point::Adjust, Id::Actor(ada))));
    let showing_off = aspect(&table, "Showing off");
    table.answer(Point::Adjust, compel(showing_off, 1).how(Choice::LATE).on(Id::Actor(eve)));
    assert_eq!(
        table.fight.waiting_for().map(|ask| (ask.point, ask.me, ask.it)),
        Some((Point::AnswerCompel, Id::Actor(eve), Id::Actor(ada)))
    );
    table.answer(Point::AnswerCompel, Choice::of(Verb::Accept));
    let roll = &table.fight.state.contest.as_ref().unwrap().roll;
    assert_eq!((roll.total(), roll.parts.of(RollAddend::Late)), (2, -2));
    assert_eq!((purse(&table, "ada"), purse(&table, "eve"), sum(&table)), (2, 3, 5));
    let dead_shot = aspect(&table, "Dead shot");
    table.answer(Point::Adjust, Choice::of(Verb::Invoke).with(dead_shot.0));
    assert_eq!(table.fight.state.contest.as_ref().unwrap().roll.total(), 4);
    assert_eq!((purse(&table, "ada"), purse(&table, "eve"), sum(&table)), (3, 2, 5));
    let paid: Vec<(ActorId, i32, u16)> = table
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Fate { who, change, left, from: Some(_) } => Some((*who, *change, *left)),
            _ => None,
        })
        .collect();
    assert_eq!(paid, [(eve, -1, 2), (ada, 1, 3), (ada, -1, 2), (eve, 1, 3), (eve, -1, 2), (ada, 1, 3)]);
}

/// R-P35, a trace of our own: Ada offers 1, Eve asks for 3, Ada raises to 2, and then Eve answers yes or no.
#[test]
fn rp35_haggling_is_an_offer_a_counter_offer_and_one_price_more() {
    let mut table = duel(3, 1);
    attack(&mut table);
    let off = aspect(&table, "Showing off");
    let offers = |n: i16| move |choice: &Choice| choice.verb == Verb::Compel && choice.n == n;
    assert!(has(&table, offers(3)) && !has(&table, offers(4)), "any number of points up to three");
    table.answer(Point::Compel, compel(off, 1));
    let prices = |table: &Table| -> Vec<i16> {
        let counters = table.options().into_iter().filter(|choice| choice.verb == Verb::Counter);
        counters.map(|choice| choice.n).collect()
    };
    table.wait();
    assert_eq!(prices(&table), [2, 3]);
    table.answer(Point::AnswerCompel, Choice::of(Verb::Counter).n(3));
    assert_eq!(table.wait(), Some(Point::Haggle));
    assert_eq!(prices(&table), [2], "between what is offered and what is asked");
    table.answer(Point::Haggle, Choice::of(Verb::Counter).n(2));
    assert_eq!(table.wait(), Some(Point::AnswerCompel));
    assert!(prices(&table).is_empty(), "once");
    table.answer(Point::AnswerCompel, Choice::of(Verb::Accept));
    assert_eq!((purse(&table, "ada"), purse(&table, "eve")), (1, 3));
    table.wait();
    assert_eq!(table.fight.state.actor, Some(table.actor("ada")), "the turn is lost");
    let said: Vec<(CompelReply, u16)> = table
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Reply { answer, points, .. } => Some((*answer, *points)),
            _ => None,
        })
        .collect();
    assert_eq!(said, [(CompelReply::Counter, 3), (CompelReply::Counter, 2), (CompelReply::Accept, 2)]);

    // If the offer is not raised, the answer is yes or no to it; a refusal costs one point, however much was offered.
    let mut table = duel(3, 1);
    attack(&mut table);
    table.answer(Point::Compel, compel(off, 2)).answer(Point::AnswerCompel, Choice::of(Verb::Counter).n(3));
    table.answer(Point::Haggle, Choice::of(Verb::Refuse)).answer(Point::AnswerCompel, Choice::of(Verb::Refuse));
    assert_eq!((purse(&table, "ada"), purse(&table, "eve")), (4, 0));

    // The asked price is paid.
    let mut table = duel(3, 1);
    attack(&mut table);
    table.answer(Point::Compel, compel(off, 1)).answer(Point::AnswerCompel, Choice::of(Verb::Counter).n(3));
    table.answer(Point::Haggle, Choice::of(Verb::Accept));
    assert_eq!((purse(&table, "ada"), purse(&table, "eve")), (0, 4));
}

/// R-P35: a price is at most the other side's points, and at most `most_offered`.
#[test]
fn rp35_prices_stay_within_the_purse_and_the_setting() {
    let mut table = duel(2, 1);
    attack(&mut table);
    let most = |table: &Table| table.options().iter().map(|choice| choice.n).max().unwrap();
    assert_eq!(most(&table), 2);
    let off = aspect(&table, "Showing off");
    table.answer(Point::Compel, compel(off, 2));
    table.wait();
    assert!(!has(&table, |choice| choice.verb == Verb::Counter), "Ada has no third point");
    let eve = shooter("eve").fate(1).aspect("Showing off");
    let scene = zero_sum().rule("most_offered", "1").person("red", "a", eve).person("blue", "b", target("ada").fate(3));
    let mut table = scene.sit();
    attack(&mut table);
    assert_eq!(most(&table), 1);
}

/// R-P20, a trace of our own: a shaken actor is compelled to flee, and chooses the way and how far.
/// Rules: R-P21.
#[test]
fn rp20_a_consequence_of_composure_makes_its_bearer_leave() {
    let eve = shooter("eve").fate(1).tracks(9, 9);
    let scene = zero_sum().person("red", "a", eve).person("blue", "b", shooter("ada").skill("alertness", 1).fate(1).slots());
    let mut table = scene.sit();
    let [ada, eve] = ["ada", "eve"].map(|name| table.actor(name));
    for (track, text, dice) in [(1, "Rattled", "0000 0000"), (0, "Grazed", "0000 0000")] {
        table.wait();
        table.answer(Point::Act, Choice::of(Verb::Attack)).pass(&[Point::Whom, Point::With]);
        table.answer(Point::Track, Choice::of(Verb::Aim).n(track));
        table.dice(dice);
        no_compel(&mut table);
        table.pass(&[Point::Adjust]);
        let mild = table.options().into_iter().find(|choice| choice.verb == Verb::Take && choice.how.count_ones() == 1).unwrap();
        table.say(Point::Mitigate, mild, text).pass(&[Point::Compel, Point::FreeMove]);
        assert_eq!((table.wait(), table.fight.state.actor), (Some(Point::Act), Some(ada)));
        if track == 0 {
            break;
        }
        table.answer(Point::Act, Choice::of(Verb::Pass)).pass(&[Point::Compel, Point::FreeMove]);
        assert_eq!(table.fight.state.actor, Some(eve));
    }
    table.answer(Point::Act, Choice::of(Verb::Pass));
    table.wait();
    let (rattled, grazed) = (aspect(&table, "Rattled"), aspect(&table, "Grazed"));
    let forced: Vec<AspectId> = table
        .options()
        .into_iter()
        .filter(|choice| choice.demand() == CompelDemand::Leave && choice.verb == Verb::Compel)
        .map(|c| c.aspect().unwrap())
        .collect();
    assert_eq!(forced, [rattled, rattled], "for a point or by its free tag");
    let leave = Choice::of(Verb::Compel).how(Choice::FORCED_MOVE).n(1);
    let mut refused = Vec::new();
    let decided = table.fight.decide(&leave.with(grazed.0).into(), &mut slip_dice::Dice::scripted([]), &mut refused);
    assert!(decided.is_err(), "a wound of the body makes nobody run");
    table.answer(Point::Compel, leave.with(rattled.0)).answer(Point::AnswerCompel, Choice::of(Verb::Accept));
    assert_eq!(table.wait(), Some(Point::Steps));
    assert!(!has(&table, |choice| choice.verb == Verb::Stay), "not without a step");
    let a = table.zone("a");
    let there = table.options().into_iter().find(|choice| choice.verb == Verb::Enter && choice.it == Id::Zone(a)).unwrap();
    table.answer(Point::Steps, there);
    assert!(has(&table, |choice| choice.verb == Verb::Stay) && has(&table, |choice| choice.verb != Verb::Stay), "as far as they like");
    assert_eq!(sum(&table), 2);
}

/// The payer chooses the payee if several are harmed; the point of a crowd goes to a person of its side.
#[test]
fn the_payer_chooses_among_those_who_are_hurt() {
    let red = Person::new("red").skill("slug_throwers", 3).skill("alertness", 5).gear("weapon", "grenade").fate(2).aspect("Careful aim");
    let scene = zero_sum().person("red", "a", red).person("blue", "b", target("ada").tracks(9, 9));
    let scene = scene.person("blue", "b", target("bea").tracks(9, 9)).person("crowd", "b", Person::mooks("crowd", 4)).person(
        "crowd",
        "d",
        target("cal"),
    );
    let mut table = scene.sit();
    table.wait();
    let b = table.zone("b");
    table.answer(Point::Act, Choice::of(Verb::Attack)).answer(Point::Whom, Choice::of(Verb::Target).on(Id::Zone(b)));
    table.pass(&[Point::With, Point::Track]);
    if table.wait() == Some(Point::PayAccess) {
        table.answer(Point::PayAccess, Choice::of(Verb::Yes));
    }
    table.dice("---- 0000 0000 0000");
    no_compel(&mut table);
    let [ada, bea, cal] = ["ada", "bea", "cal"].map(|name| Id::Actor(table.actor(name)));
    assert_eq!(table.wait(), Some(Point::Payee), "military gear without training");
    assert_eq!(table.options().iter().map(|choice| choice.it).collect::<Vec<_>>(), [ada, bea, cal]);
    table.answer(Point::Payee, Choice::of(Verb::Payee).on(cal));
    no_compel(&mut table);
    assert_eq!((purse(&table, "red"), purse(&table, "cal"), purse(&table, "crowd")), (1, 1, 0));
    let careful = aspect(&table, "Careful aim");
    table.answer(Point::Adjust, Choice::of(Verb::Invoke).with(careful.0)).answer(Point::Payee, Choice::of(Verb::Payee).on(bea));
    assert_eq!((purse(&table, "red"), purse(&table, "bea"), sum(&table)), (0, 1, 2));
}

/// R-P24 in zero-sum: the attacker pays the target, the wearer of armour pays the attacker.
#[test]
fn rp24_a_point_for_military_gear_goes_to_whom_it_hurts() {
    let red = Person::new("red").skill("slug_throwers", 3).skill("alertness", 5).gear("weapon", "army_rifle").fate(1);
    let blue = target("blue").gear("armour", "mail").fate(1);
    let mut table = zero_sum().person("red", "a", red).person("blue", "b", blue).sit();
    table.wait();
    table.answer(Point::Act, Choice::of(Verb::Attack)).pass(&[Point::Whom, Point::With, Point::Track]);
    table.answer(Point::PayAccess, Choice::of(Verb::Yes)).dice("0000 0000");
    no_compel(&mut table);
    assert_eq!((purse(&table, "red"), purse(&table, "blue")), (0, 2));
    table.answer(Point::PayAccess, Choice::of(Verb::Yes));
    assert_eq!((purse(&table, "red"), purse(&table, "blue")), (1, 1));
}

/// R-P34: an action that harms no actor needs no roll; an action against an actor does.
#[test]
fn rp34_what_is_to_nobody_s_harm_succeeds_without_a_roll() {
    let maneuver = |fate: &str, on: &str| {
        let scene = scene().rule("fate", fate).person("red", "a", shooter("red").fate(1)).person("red", "a", target("mate"));
        let mut table = scene.person("blue", "b", target("blue").fate(1)).sit();
        table.wait();
        let it = if on == "scene" { Id::Scene } else { Id::Actor(table.actor(on)) };
        table.answer(Point::Act, Choice::of(Verb::Maneuver)).answer(Point::Whom, Choice::of(Verb::Target).on(it));
        table.pass(&[Point::With]).dice("----");
        table.say(Point::Term, Choice::of(Verb::Term), "On the spot").pass(&[Point::FreeMove, Point::Compel, Point::Adjust]);
        let rolled = table.events.iter().any(|event| matches!(event, Event::Roll { .. }));
        (rolled, table.fight.state.aspects.values().any(|aspect| aspect.text == "On the spot" && aspect.free.is_some()))
    };
    assert_eq!(maneuver("zero_sum", "mate"), (false, true));
    assert_eq!(maneuver("zero_sum", "red"), (false, true));
    assert_eq!(maneuver("zero_sum", "blue"), (true, false));
    assert_eq!(maneuver("zero_sum", "scene"), (true, false), "everybody against one is hurt by what lies about");
    assert_eq!(maneuver("bank", "mate"), (true, false));
}

/// An actor compels its own aspect. An opponent that gains by the lost turn pays for it; if no opponent is willing to pay, the actor itself
/// pays one point.
#[test]
fn one_s_own_aspect_is_compelled_for_a_price_that_the_one_affected_pays() {
    let offer = |answer: Choice| {
        let mut table = duel(2, 2);
        attack(&mut table);
        let [ada, eve] = ["ada", "eve"].map(|name| table.actor(name));
        assert_eq!(table.fight.waiting_for().unwrap().me, Id::Actor(ada), "others come first");
        table.answer(Point::Compel, Choice::of(Verb::Pass));
        assert_eq!(table.fight.waiting_for().unwrap().me, Id::Actor(eve));
        let off = aspect(&table, "Showing off");
        table.answer(Point::Compel, compel(off, 2).how(Choice::OWN).on(Id::Actor(ada)));
        assert_eq!(table.fight.waiting_for().map(|ask| (ask.point, ask.me)), Some((Point::AnswerCompel, Id::Actor(ada))));
        table.answer(Point::AnswerCompel, answer);
        table
    };
    let mut table = offer(Choice::of(Verb::Accept));
    assert_eq!((purse(&table, "ada"), purse(&table, "eve")), (0, 4));
    table.wait();
    assert_eq!(table.fight.state.actor, Some(table.actor("ada")));
    let mut table = offer(Choice::of(Verb::Refuse));
    assert_eq!((purse(&table, "ada"), purse(&table, "eve")), (3, 1));
    table.dice("0000 0000");
    no_compel(&mut table);
    assert_eq!(table.wait(), Some(Point::Adjust), "the attack goes on");
    let mut table = offer(Choice::of(Verb::Counter).n(1));
    table.answer(Point::Haggle, Choice::of(Verb::Accept));
    assert_eq!((purse(&table, "ada"), purse(&table, "eve")), (1, 3), "they may offer less");
}

/// R-P50: after the dice, an actor whom a fixed roll would harm may compel the roller; no other actor is compelled.
#[test]
fn rp50_a_roll_against_a_number_is_compelled_by_whom_it_would_hurt() {
    let mut table = duel(1, 1);
    table.wait();
    let [ada, eve] = ["ada", "eve"].map(|name| table.actor(name));
    table.answer(Point::Act, Choice::of(Verb::Maneuver)).answer(Point::Whom, Choice::of(Verb::Target).on(Id::Actor(ada)));
    table.pass(BEFORE).dice("-0-0");
    no_compel(&mut table);
    if table.fight.waiting_for().unwrap().me == Id::Actor(eve) {
        table.answer(Point::Adjust, Choice::of(Verb::Pass));
    }
    assert_eq!(table.fight.waiting_for().map(|ask| (ask.point, ask.me)), Some((Point::Adjust, Id::Actor(ada))));
    assert!(table.options().iter().all(|choice| matches!(choice.verb, Verb::Pass | Verb::Compel)));
    let off = aspect(&table, "Showing off");
    table.answer(Point::Adjust, compel(off, 1).how(Choice::LATE).on(Id::Actor(eve)));
    table.answer(Point::AnswerCompel, Choice::of(Verb::Accept)).pass(&[Point::Adjust]);
    // The best skill is 5. The total is 5 - 2 for the dice - 2 for the compel.
    let roll = table.events.iter().find_map(|event| match event {
        Event::Roll { total, .. } => Some(*total),
        _ => None,
    });
    assert_eq!(last_shifts(&table), roll.unwrap() - 2);
}

/// A compel after the dice counts for that roll, and not in the standing defence.
#[test]
fn a_late_compel_is_not_kept_in_a_record() {
    let mut table = duel(1, 2);
    let [ada, eve] = ["ada", "eve"].map(|name| table.actor(name));
    attack(&mut table);
    table.dice("---- 0000");
    no_compel(&mut table);
    assert_eq!(table.fight.waiting_for().unwrap().me, Id::Actor(eve), "who loses goes first");
    let stubborn = aspect(&table, "Stubborn");
    table
        .answer(Point::Adjust, compel(stubborn, 1).how(Choice::LATE).on(Id::Actor(ada)))
        .answer(Point::AnswerCompel, Choice::of(Verb::Accept));
    let state = &table.fight.state;
    let defence = state.contest.as_ref().unwrap().defences[0].roll.as_ref().unwrap();
    let record = &state.actors[ada].records[0];
    assert_eq!((defence.parts.of(RollAddend::Late), record.parts.of(RollAddend::Late), record.parts.total()), (-2, 0, 1));
    table.pass(&[Point::Adjust]);
    assert_eq!(last_shifts(&table), 1, "4 - 4 against 1 - 2");
}

/// R-P8: the free tag of an aspect may be used for a compel from the next declaration on, by its sides. Where points only change hands,
/// "anyone can choose to compel it instead for free".
#[test]
fn rp8_a_free_tag_may_be_compelled_by_its_sides_from_the_next_declaration() {
    for economy in ["bank", "zero_sum"] {
        // "immediately available to the next opponent character to announce action": blue has announced none yet.
        for (sides, from, open) in [(0b10, 0, true), (0b10, 1, false), (0b01, 0, false)] {
            let scene = scene().rule("fate", economy).person("red", "a", shooter("eve").fate(1)).person("blue", "b", target("ada"));
            let mut table = scene.sit();
            table.wait();
            let eve = table.actor("eve");
            let id = place(&mut table, eve, "Limping", None, false);
            table.fight.apply(&Event::AspectFree { id, free: Some(FreeTag { sides, from }), by: None });
            table.answer(Point::Act, Choice::of(Verb::Pass));
            let asked = table.wait() == Some(Point::Compel);
            let anyone = economy == "zero_sum";
            let by_tag = asked && has(&table, |choice| choice.how & Choice::BY_TAG != 0);
            assert_eq!(by_tag, open || anyone, "{economy}, {sides:b}, from {from}");
        }
    }
}

/// With a bank a compel costs one point, there is no haggling, no compel after the dice, and no self-compel.
#[test]
fn with_a_bank_there_is_one_price() {
    let eve = shooter("eve").fate(3).aspect("Showing off");
    let mut table = scene().person("red", "a", eve).person("blue", "b", target("ada").fate(3)).sit();
    attack(&mut table);
    assert_eq!(table.options().iter().map(|choice| choice.n).max(), Some(1));
    table.answer(Point::Compel, table.options()[1]);
    table.wait();
    assert!(!has(&table, |choice| choice.verb == Verb::Counter));
    table.answer(Point::AnswerCompel, Choice::of(Verb::Refuse)).dice("0000 0000");
    no_compel(&mut table);
    assert!(table.wait() != Some(Point::Adjust) || !has(&table, |choice| choice.verb == Verb::Compel));
    let eve = table.actor("eve");
    while table.wait() == Some(Point::Adjust) {
        let pay = table.options().into_iter().find(|choice| choice.verb == Verb::Invoke);
        table.answer(Point::Adjust, pay.unwrap_or(Choice::of(Verb::Pass)));
    }
    assert!(table.events.iter().any(|event| matches!(event, Event::Fate { who, change: -1, from: None, .. } if *who == eve)));
}

/// A referee's compel is entered as an override: the actor gets a point from the bank, and its turn is over. The fight stays legal.
#[test]
fn a_referee_compels_with_points_of_the_bank() {
    let mut table = scene().person("red", "a", shooter("eve")).person("blue", "b", target("ada")).sit();
    let eve = table.actor("eve");
    table.wait();
    table.answer(Point::Act, Choice::of(Verb::Pass));
    for event in [Event::Fate { who: eve, change: 1, left: 1, from: None }, Event::Phase(Step::of(Phase::End, Id::Actor(eve)))] {
        table.fight.apply(&event);
    }
    table.wait();
    assert_eq!((purse(&table, "eve"), table.fight.state.actor), (1, Some(table.actor("ada"))));
}

/// The number of compels after the dice is a setting.
/// Rules: R-P50.
#[test]
fn late_compels_take_what_the_setting_says() {
    let eve = shooter("eve").fate(1).aspect("Showing off");
    let scene = zero_sum().rule("late_compel", "3").person("red", "a", eve).person("blue", "b", target("ada").fate(1));
    let mut table = scene.sit();
    attack(&mut table);
    table.dice("0000 0000");
    no_compel(&mut table);
    let off = aspect(&table, "Showing off");
    let eve = table.actor("eve");
    table.answer(Point::Adjust, compel(off, 1).how(Choice::LATE).on(Id::Actor(eve))).answer(Point::AnswerCompel, Choice::of(Verb::Accept));
    assert_eq!(table.fight.state.contest.as_ref().unwrap().roll.total(), 1);
}

/// The settings of compels and invokes mean the same in both economies.
/// Rules: R-P21.
#[test]
fn rp20_rc24_compels_and_invokes_keep_their_settings_in_both_economies() {
    for economy in ["bank", "zero_sum"] {
        let sit = |setting: &str, value: &str| {
            let eve = shooter("eve").fate(2).aspect("Showing off").aspect("Dead shot");
            let scene = scene().rule("fate", economy).rule(setting, value).person("red", "a", eve);
            scene.person("blue", "b", target("ada").fate(1)).sit()
        };
        for (loss, free_move) in [("turn", false), ("action", true)] {
            let mut table = sit("compel_loss", loss);
            attack(&mut table);
            let off = aspect(&table, "Showing off");
            table.answer(Point::Compel, compel(off, 1)).answer(Point::AnswerCompel, Choice::of(Verb::Accept));
            table.wait();
            let moves = table.events.iter().any(|event| matches!(event, Event::Phase(step) if step.phase == Phase::FreeMove));
            assert_eq!(moves, free_move, "{economy}, {loss}");
        }
        for (forced, moves) in [("any", true), ("flagged", false)] {
            let mut table = sit("forced_move", forced);
            attack(&mut table);
            assert_eq!(
                has(&table, |choice| choice.verb == Verb::Compel && choice.demand() == CompelDemand::Leave),
                moves,
                "{economy}, {forced}"
            );
        }
        for (invokes, second) in [("one", false), ("any", true)] {
            let mut table = sit("self_invokes", invokes);
            attack(&mut table);
            table.dice("---- 0000");
            no_compel(&mut table);
            let [off, shot] = ["Showing off", "Dead shot"].map(|text| aspect(&table, text));
            table.answer(Point::Adjust, Choice::of(Verb::Invoke).with(off.0));
            let eve = Id::Actor(table.actor("eve"));
            while table.wait() == Some(Point::Adjust) && table.fight.waiting_for().unwrap().me != eve {
                table.answer(Point::Adjust, Choice::of(Verb::Pass));
            }
            let asked = table.wait() == Some(Point::Adjust);
            assert_eq!(asked && has(&table, |choice| choice.verb == Verb::Invoke && choice.with == shot.0), second, "{economy}, {invokes}");
        }
    }
}

/// The account prints each offer, each answer and the payee of each point; the log has the same.
#[test]
fn the_account_and_the_log_tell_every_bargain() {
    use slip_play::log;
    let mut table = duel(3, 2);
    let before = table.fight.clone();
    attack(&mut table);
    let [ada, eve] = ["ada", "eve"].map(|name| Id::Actor(table.actor(name)));
    let [off, shot] = ["Showing off", "Dead shot"].map(|text| aspect(&table, text));
    table.answer(Point::Compel, compel(off, 1)).answer(Point::AnswerCompel, Choice::of(Verb::Counter).n(3));
    table.answer(Point::Haggle, Choice::of(Verb::Counter).n(2)).answer(Point::AnswerCompel, Choice::of(Verb::Refuse));
    table.answer(Point::Compel, Choice::of(Verb::Pass));
    table.answer(Point::Compel, compel(shot, 1).how(Choice::OWN).on(ada)).answer(Point::AnswerCompel, Choice::of(Verb::Refuse));
    table.dice("0000 0000");
    no_compel(&mut table);
    let bearer = table.actor("eve");
    let wet = place(&mut table, bearer, "Soaked", Some(0b10), false);
    table
        .answer(Point::Adjust, compel(wet, 0).how(Choice::LATE | Choice::BY_TAG).on(eve))
        .answer(Point::AnswerCompel, Choice::of(Verb::Accept));
    table.pass(&[Point::Adjust]);
    let mut fight = before.clone();
    let limp = slip_dice::fate::Aspect { free: None, ..table.fight.state.aspects[wet].clone() };
    fight.apply(&Event::AspectAdd { id: wet, aspect: limp });
    let account = crate::plays::accounts::account(fight.clone(), &table);
    for line in [
        "ada compels eve by \"Showing off\" to do nothing, for a fate point. eve asks for 3 fate points. ada offers 2 fate points. eve refuses and pays 1 fate point.",
        "eve offers ada to do nothing by \"Dead shot\", for a fate point. ada refuses, and eve pays 1 fate point.",
        "ada compels eve by \"Soaked\" to take 2 off the roll, by its free tag. eve accepts.",
        "  \"Soaked\" changes the roll: -2, now 2.",
    ] {
        assert!(account.contains(line), "{line}\n---\n{account}");
    }
    let mut lines = String::new();
    for event in &table.events {
        lines.push_str(&log::line(&fight, 1, 1, "x", event));
        fight.apply(event);
    }
    for part in [
        r#""e":"offer","t":1,"ph":"x","by":"ada","on":"eve","aspect":"Showing off","id":"#,
        r#""e":"reply","t":1,"ph":"x","who":"eve","answer":"counter","points":3"#,
        r#""e":"reply","t":1,"ph":"x","who":"ada","answer":"counter","points":2"#,
        r#""e":"fate","t":1,"ph":"x","who":"eve","change":-1,"left":1,"from":"ada""#,
        r#""aspect":"Dead shot","id":1,"effect":"stop","points":1,"with":"ada""#,
        r#""aspect":"Soaked","id":5,"effect":"late","points":0,"free":true"#,
        r#""by":"ada","use":"late","aspect":"Soaked","id":5,"amount":-2,"total":2"#,
    ] {
        assert!(lines.contains(part), "{part}\n---\n{lines}");
    }
}

/// The options of a compel show their cost and gain.
#[test]
fn every_option_of_a_compel_says_what_it_costs() {
    use slip_table::option_words::about;
    let mut table = duel(3, 2);
    attack(&mut table);
    let said = |table: &Table, choice: Choice| about(&table.fight, &table.fight.waiting_for().unwrap(), choice).unwrap();
    let off = aspect(&table, "Showing off");
    assert_eq!(said(&table, compel(off, 2)), "costs 2 fate points if accepted; pays you 1 if refused");
    table.answer(Point::Compel, compel(off, 2));
    table.wait();
    assert_eq!(said(&table, Choice::of(Verb::Refuse)), "costs 1 fate point");
    assert_eq!(said(&table, Choice::of(Verb::Accept)), "gives you 2 fate points; you lose the turn");
    assert_eq!(said(&table, Choice::of(Verb::Counter).n(3)), "3 fate points instead of 2");
    table.answer(Point::AnswerCompel, Choice::of(Verb::Counter).n(3));
    table.wait();
    assert_eq!(said(&table, Choice::of(Verb::Accept)), "costs 3 fate points");
    assert_eq!(said(&table, Choice::of(Verb::Refuse)), "your offer stays at 2 fate points");
}
