//! Tests of actions other than fighting in personal combat: suits, first aid, things on the ground, tasks; the beginning of a
//! fight, hunts, and several simultaneous winners.

use crate::plays::table::{Person, Scene, Table, pack};
use slip_dice::Dice;
use slip_dice::fate::{Grade, Slots, Track};
use slip_pack::Pack;
use slip_play::choice::{Choice, Verb};
use slip_play::conflict::{Conflict, EndReason};
use slip_play::event::{Event, Phase};
use slip_play::ids::{ActorId, Id, Seat};
use slip_play::personal::Personal;
use slip_play::personal::state::{ActorStatus, COMPOSURE, HEALTH};
use slip_play::question::Point;

const GEAR: &str = r#"
weapon pistol "Pistol" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts civilian }
weapon hatchet "Hatchet" : close_combat { tech T2; harm 1; range 0..1; stunts versatile }
armour suit "Suit" : body_armour { tech T1; defense 1; stunts civilian, pressure_suit }
npc surgeon "Surgeon" { cap 3; skills { 3 medical; 2 agility, alertness; 1 resolve, stamina, eva }; stunts military_grade(medical); aspects "Calm", "Quick", "Kind" }
map hull "Hull" {
  zone out { effect is hostile }
  zone lock { effect is hostile; effect is sealed }
  zone deck
  border out -- lock 0
  border lock -- deck 0
}
"#;

const IDLE: &[Point] = &[Point::Compel, Point::FreeMove, Point::Adjust, Point::Beaten, Point::With];

fn boxes(table: &Table, who: ActorId) -> [Vec<u8>; 2] {
    [HEALTH, COMPOSURE].map(|track| table.fight.state.actors[who].track(track).boxes().collect())
}

fn take(grades: &[Grade]) -> Choice {
    let set = grades.iter().fold(Slots::NONE, |set, &grade| set.with(grade));
    Choice::of(Verb::Take).how(set.number())
}

fn verbs(table: &mut Table) -> Vec<Verb> {
    table.wait();
    table.options().iter().map(|option| option.verb).collect()
}

fn passes(table: &mut Table) {
    table.pass(&[Point::Compel]);
    table.answer(Point::Act, Choice::of(Verb::Pass)).pass(&[Point::FreeMove, Point::Compel]);
}

/// Lee of trace T6, in a leaking suit, in a vacuum.
fn lee(zone: &str, suited: bool) -> Table {
    let lee = Person::new("lee").skill("eva", 1).skill("alertness", 3).tracks(4, 3).slots();
    let lee = if suited { lee.gear("armour", "suit") } else { lee };
    let foe = Person::new("foe").gear("armour", "suit");
    let mut table = Scene::new(GEAR).person("red", zone, lee).person("blue", "deck", foe).sit();
    let who = table.actor("lee");
    table.fight.state.actors[who].tracks[0] = Track::with_marked(4, &[1]);
    table.fight.state.actors[who].slots = Slots::NONE.with(Grade::Moderate);
    table.fight.state.actors[who].suit_breached = suited;
    table
}

/// T6 and R-P39: a failed seal by 4, and not sealing at all, are a hit of 4 on both tracks, with one mitigation for both.
#[test]
fn t6_rp39_a_breached_suit_strikes_body_and_nerves_with_one_mitigation() {
    for (seals, grades, marked, out) in [
        (true, &[][..], [vec![1], vec![]], true),
        (true, &[Grade::Moderate][..], [vec![1, 2], vec![1, 2]], false),
        (false, &[][..], [vec![1], vec![]], true),
        (false, &[Grade::Moderate][..], [vec![1, 2], vec![1, 2]], false),
    ] {
        let mut table = lee("out", true);
        let who = table.actor("lee");
        if seals {
            table.dice("-000");
            table.answer(Point::Act, Choice::of(Verb::Seal)).pass(IDLE);
            assert!(table.events.iter().any(|event| matches!(event, Event::Result { attack: 0, defence: 4, shifts: -4, ok: false, .. })));
        } else {
            passes(&mut table);
        }
        assert_eq!(table.wait(), Some(Point::Mitigate));
        // On Health only box 1 is marked, so box 4 is open. The hit exceeds the 3 boxes of Composure, so only the moderate consequence
        // saves the actor.
        assert_eq!(table.options()[0], take(&[Grade::Moderate]));
        table.answer(Point::Mitigate, take(grades)).pass(&[Point::Beaten]);
        let state = &table.fight.state.actors[who];
        assert_eq!(matches!(state.status, ActorStatus::TakenOut { by: None, .. }), out, "seals {seals}, {grades:?}: nobody scores");
        if !out {
            assert_eq!(boxes(&table, who), marked);
            assert!(state.suit_breached, "it still leaks");
            assert_eq!(table.events.iter().filter(|event| matches!(event, Event::Hit { .. })).count(), 1, "once a turn");
        }
    }
}

/// A successful seal ends the leak. In air, or inside walls, there is no hit. A turn lost to a compel counts as not sealing (R-P39).
#[test]
fn rp39_a_sealed_suit_holds_and_air_spares_and_a_compelled_turn_does_not() {
    let mut table = lee("out", true);
    let who = table.actor("lee");
    table.dice("++++").answer(Point::Act, Choice::of(Verb::Seal)).pass(IDLE);
    assert!(!table.fight.state.actors[who].suit_breached);
    assert!(!table.events.iter().any(|event| matches!(event, Event::Hit { .. })));

    for zone in ["lock", "deck"] {
        let mut table = lee(zone, true);
        table.wait();
        assert!(verbs(&mut table).contains(&Verb::Seal), "a leak can be sealed anywhere");
        passes(&mut table);
        assert_ne!(table.fight.state.actor, Some(who));
        assert!(!table.events.iter().any(|event| matches!(event, Event::Hit { .. })), "{zone}");
    }

    let lee = Person::new("lee").skill("eva", 1).skill("alertness", 3).aspect("Slow").gear("armour", "suit");
    let mut table = Scene::new(GEAR).person("red", "out", lee).person("blue", "deck", Person::new("foe").fate(1)).sit();
    table.fight.state.actors[who].suit_breached = true;
    table.answer(Point::Act, Choice::of(Verb::Seal)).pass(&[Point::With]);
    let compel = table.options().into_iter().find(|option| option.verb == Verb::Compel && option.how == Choice::INACTION).unwrap();
    table.answer(Point::Compel, compel);
    assert_eq!(table.wait(), Some(Point::Mitigate), "no repair was made");
}

/// A consequence on Health breaches a suit in a vacuum, and nowhere else.
#[test]
fn a_consequence_on_health_opens_a_suit_where_there_is_no_air() {
    for (zone, suit, leaks) in [("out", true, true), ("lock", true, false), ("deck", true, false), ("out", false, false)] {
        let mut ben = Person::new("ben").skill("agility", 1).tracks(5, 5).slots();
        if suit {
            ben = ben.gear("armour", "suit");
        }
        let ada = Person::new("ada").skill("slug_throwers", 5).skill("alertness", 4).gear("weapon", "pistol").gear("armour", "suit");
        let mut table = Scene::new(GEAR).person("red", zone, ada).person("blue", zone, ben).sit();
        let ben = table.actor("ben");
        table.dice("0000 0000").answer(Point::Act, Choice::of(Verb::Attack)).pass(&[Point::Whom]);
        let gun = table.options().into_iter().find(|option| option.with == 0).unwrap();
        table.answer(Point::With, gun).answer(Point::Track, Choice::of(Verb::Aim)).pass(&[
            Point::FreeMove,
            Point::Compel,
            Point::Defend,
            Point::Adjust,
        ]);
        table.answer(Point::Mitigate, take(&[Grade::Mild])).wait();
        assert_eq!(table.fight.state.actors[ben].suit_breached, leaks, "{zone}, suit {suit}");
    }
}

/// R-XTD1: an actor without a suit in a vacuum is hit like one whose suit leaks, or is spared by a setting.
#[test]
fn rxtd1_without_any_suit_the_void_strikes_each_turn() {
    for (setting, struck) in [("struck", true), ("spared", false)] {
        let lee = Person::new("lee").skill("alertness", 3).tracks(9, 9);
        let scene = Scene::new(GEAR).rule("unsuited", setting).rule("seal_difficulty", "3").person("red", "out", lee);
        let mut table = scene.person("blue", "deck", Person::new("foe")).sit();
        let lee = table.actor("lee");
        assert!(!verbs(&mut table).contains(&Verb::Seal), "there is nothing to seal");
        passes(&mut table);
        table.pass(&[Point::Mitigate]);
        let three = if struck { vec![1, 2, 3] } else { Vec::new() };
        assert_eq!(boxes(&table, lee), [three.clone(), three], "{setting}");
    }
}

/// Returns a table with a medic, a patient with these boxes of Health marked, and an enemy, all in one zone.
fn ward(trained: bool, rank: i32, marked: &[u8]) -> Table {
    let scene = Scene::new(GEAR);
    let medic = Person::new("medic");
    let medic = if trained { medic.like(&scene.pack, "npc", "surgeon") } else { medic };
    let medic = medic.skill("medical", rank).skill("alertness", 4).aspect("Steady").fate(1);
    let patient = Person::new("patient").tracks(5, 4);
    let scene = scene.person("red", "deck", medic).person("red", "deck", patient);
    let mut table = scene.person("blue", "deck", Person::new("foe").skill("slug_throwers", 1).gear("weapon", "pistol")).sit();
    let who = table.actor("patient");
    table.fight.state.actors[who].tracks[0] = Track::with_marked(5, marked);
    table
}

fn treats(table: &mut Table, dice: &str) {
    let patient = table.actor("patient");
    table.wait();
    table.dice(dice).answer(Point::Act, Choice::of(Verb::FirstAid));
    if table.wait() == Some(Point::Whom) {
        table.answer(Point::Whom, Choice::of(Verb::Target).on(Id::Actor(patient)));
    }
    table.pass(&[Point::With, Point::Compel, Point::FreeMove]);
}

/// T7: "if that track box is not marked the next lower marked box is erased", here with all below it.
/// Rules: R-P59.
#[test]
fn t7_first_aid_erases_the_box_of_its_shifts_and_all_below() {
    // (marked boxes, rank in medical, dice, true if an aspect is invoked, boxes left)
    for (marked, rank, dice, invokes, left) in [
        (vec![1, 2, 3, 4], 3, "+000", false, vec![1, 2, 3, 4]),
        (vec![1, 2, 3, 4], 3, "+000", true, vec![3, 4]),
        (vec![3, 4], 3, "+++0", false, vec![3, 4]),
        (vec![1, 3], 3, "++00", false, vec![3]),
        (vec![1, 2], 3, "----", false, vec![1, 2]),
    ] {
        let mut table = ward(false, rank, &marked);
        let patient = table.actor("patient");
        treats(&mut table, dice);
        if invokes {
            let invoke = table.options().into_iter().find(|option| option.verb == Verb::Invoke && option.how == 0).unwrap();
            table.answer(Point::Adjust, invoke);
        }
        table.pass(&[Point::Adjust]);
        assert_eq!(boxes(&table, patient)[0], left, "{marked:?}, {dice}, invokes {invokes}");
    }
}

/// R-P31: first aid needs rank 1 in the skill and an ally in the same zone. R-XTD2: an actor cannot treat themself. The medic gets
/// the aspect of a sitting duck, free to tag for the enemy, unless the medic has military-grade training.
#[test]
fn rp31_first_aid_takes_training_and_touch_and_leaves_one_exposed() {
    for (rank, may) in [(0, false), (1, true)] {
        let mut table = ward(false, rank, &[1]);
        assert_eq!(verbs(&mut table).contains(&Verb::FirstAid), may, "rank {rank}");
    }
    let mut table = ward(false, 3, &[1]);
    let [medic, patient] = ["medic", "patient"].map(|name| table.actor(name));
    table.wait();
    table.fight.state.actors[patient].zone = table.zone("out");
    assert!(!verbs(&mut table).contains(&Verb::FirstAid), "two zones away");
    table.fight.state.actors[patient].zone = table.zone("lock");
    assert!(verbs(&mut table).contains(&Verb::FirstAid), "the free move leads there");
    table.fight.state.actors[patient].tracks[0] = Track::new(5);
    table.fight.state.actors[medic].tracks[0] = Track::with_marked(4, &[1]);
    assert!(!verbs(&mut table).contains(&Verb::FirstAid), "only the medic is hurt");

    for (trained, exposed) in [(false, true), (true, false)] {
        let mut table = ward(trained, 3, &[1]);
        treats(&mut table, "0000");
        table.pass(&[Point::Adjust]);
        let duck = table.fight.state.aspects.values().find(|aspect| aspect.present && aspect.text == "Sitting duck");
        assert_eq!(duck.is_some(), exposed, "trained {trained}");
        if let Some(duck) = duck {
            assert_eq!(duck.free.map(|free| free.sides), Some(0b10), "for the enemy, once");
            passes(&mut table);
            passes(&mut table);
            passes(&mut table);
            assert!(!table.fight.state.aspects.values().any(|a| a.present && a.text == "Sitting duck"), "until the next turn has ended");
        }
    }
}

/// A thrown weapon is in the zone where it fell, and an action there picks it up; R-XTD3: only its owner's.
#[test]
fn rxtd3_a_thrown_hatchet_is_picked_up_where_it_fell() {
    let red = Person::new("red").skill("agility", 4).skill("alertness", 4).skill("close_combat", 2).gear("weapon", "hatchet");
    let mut table = Scene::new(GEAR).person("red", "deck", red).person("blue", "lock", Person::new("blue").tracks(9, 9)).sit();
    let [red, blue] = ["red", "blue"].map(|name| table.actor(name));
    table.wait();
    table.dice("---- 0000").answer(Point::Act, Choice::of(Verb::Attack)).pass(&[Point::Whom]);
    let throw = table.options().into_iter().find(|option| option.with == 0 && option.how >> 1 == 1).unwrap();
    table.answer(Point::With, throw).pass(&[Point::Track, Point::FreeMove, Point::Compel, Point::Defend, Point::Adjust, Point::Mitigate]);
    assert_eq!(table.fight.state.actors[red].lies, [(0, table.zone("lock"))]);
    assert_eq!(table.fight.state.actor, Some(blue));
    assert!(!verbs(&mut table).contains(&Verb::PickUp), "it is not theirs");
    passes(&mut table);
    assert!(!table.fight.ways_to_attack(red).iter().any(|using| using.with == 0));
    // The free point of movement takes the actor to the zone of the weapon.
    table.answer(Point::Act, Choice::of(Verb::PickUp).with(0)).pass(&[Point::FreeMove, Point::Compel]);
    assert_eq!(table.fight.state.actors[red].zone, table.zone("lock"));
    assert!(table.fight.state.actors[red].lies.is_empty());
    assert!(table.fight.ways_to_attack(red).iter().any(|using| using.with == 0));
}

const PLANT: &str = r#"
weapon pistol "Pistol" : slug_thrower { tech T2; harm 1; range 0..2; stunts civilian }
weapon two_ways "Two ways" : slug_thrower { tech T2; stunts modal, civilian; mode near { harm 1; range 0..1 }; mode far { harm 1; penetration 1; range 1..2 } }
npc tech "Tech" { cap 2; skills { 2 engineering; 1 alertness, agility }; aspects "Neat", "Quick"; gear two_ways }
npc guard "Guard" { cap 1; skills { 1 slug_throwers }; aspects "Bored"; gear pistol }
animal hound "Hound" { skills { 3 natural_weapons; 2 agility; 1 stealth }; tracks { health 4; composure 3 }; aspects "Lean", "Loud", "Loyal" }
map plant "Plant" { zone core; zone hall; zone yard { exit }; border core -- hall 0; border hall -- yard 20/4/x "Bulkhead" }
"#;

fn encounter(entries: &str) -> (Pack, Table) {
    let pack = pack(&format!("{PLANT}\nencounter night \"Night\" : personal {{\n map plant\n {entries}\n}}\n"));
    let fight = Personal::begin(&pack, &pack.encounters["t.night"]).unwrap();
    (pack, Table { fight, dice: Dice::scripted([]), events: Vec::new() })
}

fn night(entries: &str) -> Table {
    encounter(&format!("side crew {{ actors tech at hall }}\n side law {{ actors guard at hall }}\n {entries}")).1
}

fn end(table: &mut Table) -> Option<(Option<Seat>, EndReason)> {
    table.wait();
    table.fight.outcome().map(|outcome| (outcome.winner, outcome.why))
}

/// A task (`task_done`) is worked at in its zone, by the allowed side, with an unused skill; it is done after this number of successes.
#[test]
fn rxtd4_a_task_is_done_by_its_successes() {
    let task = "task cut \"Cut the coolant\" { skills engineering; difficulty 2; successes 2; zones core; sides crew }";
    let mut table = night(&format!("{task}\n victory crew when done(cut)"));
    table.pass(&[Point::SetUp]);
    let tech = table.actor("tech");
    for (dice, so_far, rounds) in [("0000", 1, 1), ("-000", 1, 2), ("+000", 2, 3)] {
        assert_eq!(table.fight.state.actor, Some(tech));
        table.dice(dice).answer(Point::Act, Choice::of(Verb::Task).with(0)).pass(IDLE);
        assert_eq!(table.fight.state.actors[tech].zone, table.zone("core"), "the free move leads there");
        assert_eq!((table.fight.successes(0), table.fight.state.round), (so_far, rounds));
        if so_far < 2 {
            assert!(!verbs(&mut table).contains(&Verb::Task), "the law does not cut coolant");
            passes(&mut table);
        }
    }
    assert_eq!(end(&mut table), Some((Some(Seat(0)), EndReason::Victory(0))), "at once, at the end of the turn");

    let mut table = night(&format!("{task}\n victory crew when done(cut)"));
    table.pass(&[Point::SetUp]);
    let engineering = table.skill("engineering");
    table.fight.state.actors[tech].used.add(engineering);
    assert!(!verbs(&mut table).contains(&Verb::Task), "the skill is used up");
}

/// `+1 to task`, `cannot task`: effects apply to tasks as to other rolls.
#[test]
fn lines_add_to_a_task_and_forbid_it() {
    let task = "task cut \"Cut the coolant\" { skills engineering; difficulty 2; successes 2; zones core; sides crew }";
    let worked = |line: &str| {
        let mut table = night(&format!("{task}\n victory crew when done(cut)\n {line}"));
        table.pass(&[Point::SetUp]);
        table
    };
    for (line, successes) in
        [("", 0), ("effect everyone +1 to task", 1), ("effect everyone +1 to engineering task", 1), ("effect everyone +1 to maneuver", 0)]
    {
        let mut table = worked(line);
        table.dice("-000").answer(Point::Act, Choice::of(Verb::Task).with(0)).pass(IDLE);
        assert_eq!(table.fight.successes(0), successes, "{line}");
    }
    assert!(!verbs(&mut worked("effect everyone cannot task")).contains(&Verb::Task));
}

/// `+1 to seal`, `cannot first_aid`, `cannot pick_up`: effects apply to these actions as to others.
#[test]
fn lines_add_to_sealing_and_first_aid_and_forbid_what_is_done() {
    let drill = |line: &str| {
        let medic = "skills { 3 medical; 2 agility, alertness; 1 resolve, stamina, eva }; aspects \"Calm\", \"Quick\", \"Kind\"; gear suit, hatchet";
        let diver = "skills { 1 slug_throwers }; aspects \"Wet\"; gear suit";
        let people = format!("npc medic \"Medic\" {{ cap 3; {medic} }}\nnpc diver \"Diver\" {{ cap 1; {diver} }}");
        let sides = "side red { actors medic at deck, diver at deck }\n side blue { actors diver at deck }";
        let pack = pack(&format!("{GEAR}\n{people}\nencounter drill \"Drill\" : personal {{\n map hull\n {sides}\n {line}\n}}\n"));
        let fight = Personal::begin(&pack, &pack.encounters["t.drill"]).unwrap();
        let mut table = Table { fight, dice: Dice::scripted([]), events: Vec::new() };
        table.pass(&[Point::SetUp]);
        table
    };
    let shifts = |table: &Table| {
        table.events.iter().rev().find_map(|event| if let Event::Result { shifts, .. } = event { Some(*shifts) } else { None })
    };
    let sealed = |line: &str| {
        let mut table = drill(line);
        let medic = table.fight.state.actor.unwrap();
        table.fight.state.actors[medic].zone = table.zone("out");
        table.fight.state.actors[medic].suit_breached = true;
        table.dice("-000").answer(Point::Act, Choice::of(Verb::Seal)).pass(IDLE);
        shifts(&table)
    };
    let treated = |line: &str| {
        let mut table = drill(line);
        let patient = ActorId(1);
        table.fight.state.actors[patient].tracks[0] = Track::with_marked(3, &[1]);
        table.dice("0000").answer(Point::Act, Choice::of(Verb::FirstAid)).pass(&[Point::Whom, Point::With, Point::Compel, Point::FreeMove]);
        table.pass(&[Point::Adjust]);
        shifts(&table)
    };
    for (line, seal, aid) in [
        ("", Some(-4), Some(2)),
        ("effect everyone +1 to seal", Some(-3), Some(2)),
        ("effect everyone +1 to eva seal", Some(-3), Some(2)),
        ("effect everyone +2 to first_aid", Some(-4), Some(4)),
        ("effect everyone +2 to medical first_aid", Some(-4), Some(4)),
        ("effect everyone +2 to maneuver", Some(-4), Some(2)),
    ] {
        assert_eq!((sealed(line), treated(line)), (seal, aid), "{line}");
    }
    let offered = |line: &str| {
        let mut table = drill(line);
        let medic = table.fight.state.actor.unwrap();
        let lock = table.zone("lock");
        let state = &mut table.fight.state.actors;
        state[medic].suit_breached = true;
        state[medic].lies.push((0, lock));
        state[ActorId(1)].tracks[0] = Track::with_marked(3, &[1]);
        let found = verbs(&mut table);
        [Verb::Seal, Verb::FirstAid, Verb::PickUp].map(|verb| found.contains(&verb))
    };
    assert_eq!(offered(""), [true, true, true]);
    assert_eq!(offered("effect everyone cannot seal"), [false, true, true]);
    assert_eq!(offered("effect everyone cannot first_aid"), [true, false, true]);
    assert_eq!(offered("effect everyone cannot pick_up"), [true, true, false]);
}

/// Set-up asks for one of the starting zones in the file, and for the mode of a weapon whose modes cannot be changed freely; then
/// the first round begins.
#[test]
fn rxtd5_set_up_asks_one_slot_a_question_and_the_file_is_the_default() {
    let entries = "side crew { actors tech at hall or core }\n side law { actors guard at hall }";
    let (_, mut table) = encounter(entries);
    let tech = table.actor("tech");
    let [hall, core] = ["hall", "core"].map(|zone| Id::Zone(table.zone(zone)));
    assert_eq!(table.wait(), Some(Point::SetUp));
    assert_eq!(table.options(), [hall, core].map(|zone| Choice::of(Verb::Begin).on(zone)));
    table.answer(Point::SetUp, Choice::of(Verb::Begin).on(core));
    assert_eq!(table.wait(), Some(Point::SetUp));
    assert_eq!(table.options().len(), 2, "near or far");
    table.answer(Point::SetUp, Choice::of(Verb::Begin).with(0).n(1));
    assert_eq!(table.wait(), Some(Point::Act));
    let state = &table.fight.state.actors[tech];
    assert_eq!((Id::Zone(state.zone), state.modes[0], table.fight.state.round), (core, 1, 1));
    assert!(!table.events.iter().any(|event| matches!(event, Event::Move { .. })), "nobody walks before the fight");
}

/// R-P16: if the rules say so, the first side decides the order of turns of each round.
#[test]
fn rp16_the_first_side_may_say_how_each_round_goes() {
    let people = |scene: Scene| {
        let [slow, quick] = [("slow", 1), ("quick", 3)].map(|(name, rank)| Person::new(name).skill("alertness", rank));
        scene.rule("order", "asked").person("red", "deck", slow).person("blue", "deck", quick).sit()
    };
    let order = |choice: Choice| {
        let mut table = people(Scene::new(GEAR));
        assert_eq!(table.wait(), Some(Point::Order));
        assert_eq!(table.options().len(), 3);
        table.answer(Point::Order, choice).wait();
        table.fight.state.order.iter().map(|&who| table.fight.roster.actors[who].name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(order(Choice::of(Verb::Order)), ["quick", "slow"]);
    assert_eq!(order(Choice::of(Verb::Order).how(1)), ["slow", "quick"]);
    assert_eq!(order(Choice::of(Verb::Order).how(1).n(1)), ["quick", "slow"]);
}

/// On the first hit the hunters decide once whether a beast may take consequences; if not, the referee decides its end, and by
/// default it flees.
#[test]
fn rxtd6_the_hunters_decide_once_whether_a_beast_may_take_consequences() {
    for (verb, slots, teller) in [(Verb::Yes, 3, Seat(0)), (Verb::No, 0, Seat(1))] {
        let entries = "side crew { actors guard at hall }\n side wild { actors hound at hall }";
        let (_, mut table) = encounter(entries);
        let hound = table.actor("hound");
        table.wait();
        table.fight.state.order.sort_unstable();
        let shoot = |table: &mut Table, dice: &str| {
            while table.fight.state.actor == Some(hound) {
                passes(table);
            }
            table.dice(dice).answer(Point::Act, Choice::of(Verb::Attack)).pass(&[Point::Whom]);
            let gun = table.options().into_iter().find(|option| option.with == 0).unwrap();
            table.answer(Point::With, gun).answer(Point::Track, Choice::of(Verb::Aim));
            table.pass(&[Point::FreeMove, Point::Compel, Point::Defend, Point::Adjust]);
        };
        shoot(&mut table, "++++ 0---");
        assert_eq!(table.wait(), Some(Point::Animal));
        assert_eq!(table.fight.waiting_for().map(|ask| ask.seat), Some(Seat(0)), "the hunters");
        table.answer(Point::Animal, Choice::of(verb));
        if slots > 0 {
            assert_eq!(table.wait(), Some(Point::Mitigate));
        }
        assert_eq!(table.fight.state.actors[hound].slots.count(), slots);
        table.pass(&[Point::Mitigate]);
        assert!(table.events.iter().any(|event| matches!(event, Event::Counter { .. })));
        if table.fight.state.step.phase != Phase::Beaten {
            shoot(&mut table, "++++ ----");
            assert_ne!(table.wait(), Some(Point::Animal), "asked once");
            if table.wait() == Some(Point::Mitigate) {
                table.answer(Point::Mitigate, Choice::of(Verb::Take));
            }
        }
        assert_eq!(table.wait(), Some(Point::Beaten));
        let ask = table.fight.waiting_for().unwrap();
        assert_eq!(ask.seat, teller);
        let first = slip_play::names::Names::outcome_tag(&table.fight, table.options()[0].how);
        assert_eq!(first, if slots > 0 { "unconscious" } else { "fled" });
    }
}

/// If several sides would win at once, none does, unless the file gives an order.
#[test]
fn rxtd7_of_several_at_once_nobody_wins_unless_the_file_says_who() {
    for (priority, winner, why) in [
        ("", None, EndReason::AtOnce),
        ("priority law, crew", Some(Seat(1)), EndReason::Victory(1)),
        ("priority crew", Some(Seat(0)), EndReason::Victory(0)),
    ] {
        let mut table = night(&format!("victory crew when turn >= 1\n victory law when survive(guard, 1 round)\n {priority}"));
        table.pass(&[Point::SetUp]);
        passes(&mut table);
        passes(&mut table);
        assert_eq!(end(&mut table), Some((winner, why)), "{priority}");
    }
}

/// Condition terms: counts of people, survival, borders shut and gone, an aspect on a named person.
#[test]
fn rp42_the_atoms_of_section_4() {
    let won = |condition: &str, prepare: &dyn Fn(&mut Table)| {
        let mut table = encounter(&format!(
            "side crew {{ actors tech at hall, guard at hall }}\n side law {{ actors guard x2 at hall }}\n victory crew when {condition}"
        ))
        .1;
        table.pass(&[Point::SetUp]);
        prepare(&mut table);
        for _ in 0..4 {
            if table.fight.outcome().is_none() && table.wait() == Some(Point::Act) {
                passes(&mut table);
            }
        }
        table.fight.outcome().is_some_and(|outcome| outcome.why == EndReason::Victory(0))
    };
    let nothing = |_: &mut Table| {};
    let one_out = |table: &mut Table| {
        let last = ActorId(3);
        table.fight.state.actors[last].status =
            ActorStatus::TakenOut { by: None, track: HEALTH, fate: Some(2), beyond_saving: false, for_good: false };
    };
    assert!(!won("out(any law)", &nothing) && won("out(any law)", &one_out) && won("out(1 law)", &one_out));
    assert!(!won("out(2 law)", &one_out) && !won("out(law)", &one_out));
    assert!(won("captured(any law)", &one_out) && !won("captured(law)", &one_out));
    assert!(won("active(tech) == 1 and turn >= 1", &nothing) && won("survive(2 crew, 1 round)", &nothing));
    assert!(!won("survive(law, 1 round)", &one_out) && won("survive(any law, 1 round)", &one_out));
    assert!(won("closed(hall, yard)", &nothing) && !won("open(hall, yard)", &nothing) && !won("dismantled(hall, yard)", &nothing));
    let blown = |table: &mut Table| {
        let bulkhead = slip_play::ids::BorderId(1);
        table.fight.state.board.borders[bulkhead].open = true;
    };
    assert!(won("dismantled(hall, yard)", &blown) && won("open(hall, yard)", &blown) && !won("closed(hall, yard)", &blown));
    let seen = |table: &mut Table| {
        use slip_dice::fate::{Aspect, Holder};
        table.fight.state.aspects.push(Aspect::printed("Spotted", Holder::Actor(0)));
    };
    assert!(won("aspect(\"Spotted\", tech)", &seen) && won("aspect(\"Spotted\", crew)", &seen) && won("aspect(\"Spotted\")", &seen));
    assert!(
        !won("aspect(\"Spotted\", law)", &seen) && !won("aspect(\"Spotted\", hall)", &seen) && !won("aspect(\"Spotted\", scene)", &seen)
    );
    assert!(won("not aspect(\"Spotted\", law)", &seen), "absent");
}

/// `captured_alive`: an actor who concedes as a captive counts as captured.
#[test]
fn a_concession_as_a_captive_counts_as_capture() {
    for (how, wins) in [(0, false), (3, true)] {
        let mut table = encounter(
            "side crew { actors tech at hall, guard at hall }\n side law { actors guard at hall }\n victory law when captured(tech)",
        )
        .1;
        table.pass(&[Point::SetUp]);
        let ways: Vec<u8> = table.options().iter().filter(|option| option.verb == Verb::Concede).map(|option| option.how).collect();
        assert_eq!(ways, [0, 3], "on terms, or as a captive");
        table.answer(Point::Act, Choice::of(Verb::Concede).how(how)).answer(Point::AcceptConcession, Choice::of(Verb::Accept));
        assert_eq!(end(&mut table).is_some(), wins);
    }
    let mut table = night("victory law when out(tech)");
    table.pass(&[Point::SetUp]);
    assert_eq!(table.options().iter().filter(|option| option.verb == Verb::Concede).count(), 1, "nobody asks for captives");
}

/// The rules of the standard doctrine for these actions apply: it seals leaks, dresses wounds, works at its tasks.
#[test]
fn the_standard_doctrine_seals_treats_and_works() {
    use slip_pack::encounter::{Play, Side};
    use slip_play::choice::Options;
    use slip_policy::Policy;
    use slip_policy::doctrine::DoctrineSeat;
    let decide = |pack: &Pack, table: &mut Table| {
        table.pass(&[Point::SetUp]);
        let side = Side { name: "red".into(), ..Side::default() };
        let mut seat = DoctrineSeat::of_side(pack, Play::Personal, &side, 1, 1).unwrap();
        let ask = table.fight.waiting_for().unwrap();
        let mut options = Options::new();
        table.fight.legal(&mut options);
        seat.choose(&table.fight, &ask, &options).choice.verb
    };
    let std = pack(PLANT);
    assert_eq!(decide(&std, &mut lee("out", true)), Verb::Seal);
    let mut ward = ward(false, 3, &[1, 2, 3, 4]);
    let foe = ward.actor("foe");
    ward.fight.state.actors[foe].zone = ward.zone("out");
    assert_eq!(decide(&std, &mut ward), Verb::FirstAid);
    let task = "task cut { skills engineering; successes 9 }";
    for (wanted, verb) in [("crew", true), ("law", false)] {
        let (pack, mut table) = encounter(&format!(
            "side crew {{ actors tech at core }}\n side law {{ actors guard at yard }}\n {task}\n victory {wanted} when done(cut)"
        ));
        assert_eq!(decide(&pack, &mut table) == Verb::Task, verb, "{wanted}");
    }
}

/// R-P38: a hazard of the surroundings uses up no skill.
#[test]
fn rp38_what_is_around_uses_no_skill_up() {
    let mut table = lee("out", true);
    let who = table.actor("lee");
    passes(&mut table);
    table.answer(Point::Mitigate, take(&[Grade::Moderate])).wait();
    let eva = table.skill("eva");
    assert!(!table.fight.state.actors[who].used.has(eva), "struck, and the skill is fresh");
    let mut table = lee("out", true);
    table.dice("++++").answer(Point::Act, Choice::of(Verb::Seal)).pass(IDLE);
    assert!(table.fight.state.actors[who].used.has(eva), "sealing is an action");
}
