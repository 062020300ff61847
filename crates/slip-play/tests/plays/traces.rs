//! Worked traces of personal combat, with every number of the rules page.

use crate::plays::table::{Person, Scene, Table};
use slip_dice::fate::{Grade, Holder, Slots};
use slip_play::choice::{Choice, Verb};
use slip_play::event::{Event, TrackId};
use slip_play::ids::{ActorId, Id};
use slip_play::personal::state::{ActorStatus, COMPOSURE, HEALTH};
use slip_play::question::Point;

/// Points at which the traces use the default.
const IDLE: &[Point] = &[Point::Compel, Point::FreeMove, Point::Adjust, Point::Beaten];

fn boxes(table: &Table, who: ActorId, track: TrackId) -> Vec<u8> {
    table.fight.state.actors[who].track(track).boxes().collect()
}

/// Declares an attack of the acting actor, up to the dice, without additions.
fn attack(table: &mut Table, target: &str, weapon: u16, track: Option<TrackId>) {
    let target = table.actor(target);
    table.pass(&[Point::Compel]);
    table.answer(Point::Act, Choice::of(Verb::Attack));
    if table.wait() == Some(Point::Whom) {
        table.answer(Point::Whom, Choice::of(Verb::Target).on(Id::Actor(target)));
    }
    if table.wait() == Some(Point::With) {
        let options = table.options();
        let using = options.iter().find(|option| option.with == weapon && option.how == 0).unwrap();
        table.answer(Point::With, *using);
    }
    if table.wait() == Some(Point::Track) {
        table.answer(Point::Track, Choice::of(Verb::Aim).n(i16::from(track.unwrap_or(HEALTH).0)));
    }
}

/// Uses defaults until an actor has a choice of skills for a defence, and chooses this one.
fn defend(table: &mut Table, skill: &str) {
    table.pass(IDLE);
    let n = i16::from(table.skill(skill).0);
    let option = table.options().into_iter().find(|option| option.verb == Verb::Defend && option.n == n).unwrap();
    table.answer(Point::Defend, option);
}

/// Returns the total of an actor's last roll.
fn total(table: &Table, who: ActorId) -> i32 {
    let totals = table.events.iter().rev().find_map(|event| match event {
        Event::Roll { me, total, .. } if *me == who => Some(*total),
        _ => None,
    });
    totals.unwrap()
}

fn shifts(table: &Table) -> Vec<i32> {
    let all = table.events.iter().filter_map(|event| match event {
        Event::Result { shifts, .. } => Some(*shifts),
        _ => None,
    });
    all.collect()
}

fn take(grades: &[Grade]) -> Choice {
    let set = grades.iter().fold(Slots::NONE, |set, &grade| set.with(grade));
    Choice::of(Verb::Take).how(set.number())
}

const GEAR: &str = r#"
weapon pistol "Pistol" : slug_thrower { tech T2; harm 1; penetration 1; range 0..2; stunts civilian }
weapon knife "Knife" : close_combat { tech T0; harm 1; range 0..1 }
weapon rifle "Rifle" : slug_thrower { tech T2; harm 1; penetration 1; range 1..4; stunts full_auto }
armour jacket "Jacket" : body_armour { tech T2; defense 3; stunts civilian }
npc soldier "Soldier" { cap 1; skills { 1 slug_throwers }; stunts military_grade(slug_throwers); aspects "Drilled" }
map rooms "Rooms" { zone z1; zone z2; zone z3; border z1 -- z2 4/0/4 "Hatch"; border z2 -- z3 0; border z1 -- z3 0 }
"#;

/// Armour whose weight on Agility is compensated, so that its Agility Mod is 0.
fn unweighted(scene: Scene, name: &str, defense: i32) -> Scene {
    let mut scene = scene.set("armour", name, &[("defense", defense)]);
    let key = slip_pack::key("t", name);
    let item = scene.pack.items.get_mut("armour").unwrap().get_mut(&key).unwrap();
    item.effects.retain(|effect| !effect.text.contains("agility"));
    scene
}

fn t1() -> Scene {
    let scene = Scene::new(GEAR).set("weapon", "pistol", &[("harm", 2)]);
    let ada = Person::new("ada").skill("slug_throwers", 3).skill("alertness", 5).gear("weapon", "pistol");
    let ben = Person::new("ben").skill("agility", 2).tracks(4, 3).slots().gear("armour", "jacket");
    unweighted(scene, "jacket", 3).person("red", "z1", ada).person("blue", "z3", ben)
}

/// T1 First Blood with a consequence option. R-P11: the standing defence contains roll and skill, not the armour. R-C23.
#[test]
fn t1_first_blood_marks_composure_too_and_one_mitigation_serves_both() {
    for (grades, marked) in
        [(&[][..], vec![1, 2, 3]), (&[Grade::Mild][..], vec![1, 2]), (&[Grade::Moderate][..], vec![1]), (&[Grade::Severe][..], vec![])]
    {
        let mut table = t1().sit();
        let ben = table.actor("ben");
        let ada = table.actor("ada");
        table.dice("++0- 0-00");
        attack(&mut table, "ben", 0, None);
        table.pass(&[Point::Compel, Point::FreeMove, Point::Adjust]);
        assert_eq!(table.wait(), Some(Point::Mitigate));
        assert_eq!(total(&table, ada), 6, "1 + 3 + 2");
        // Standing defence: Agility -1 + 2 = 1, effective armour max(0, 3 - 1) = 2, defence 3.
        assert_eq!(total(&table, ben), 3);
        assert_eq!(shifts(&table), [3]);
        let record = &table.fight.state.actors[ben].records[0];
        assert_eq!(record.faces.total() + record.parts.total(), 1, "armour is not in the record");
        table.say(Point::Mitigate, take(grades), "Grazed ribs");
        table.wait();
        let state = &table.fight.state.actors[ben];
        assert_eq!(boxes(&table, ben, HEALTH), marked, "{grades:?}");
        assert_eq!(boxes(&table, ben, COMPOSURE), marked, "{grades:?}");
        assert_eq!(state.status, ActorStatus::Active);
        // "If this is the first time the character has been hit in this session": also by a hit that is absorbed whole.
        assert!(state.shock_spent);
        assert_eq!(state.slots.count(), 3 - u32::try_from(grades.len()).unwrap());
        if grades == [Grade::Mild] {
            let ribs = table.fight.state.aspects.values().find(|aspect| aspect.text == "Grazed ribs").unwrap();
            assert_eq!(ribs.holder, Holder::Actor(ben.0));
            assert_eq!(ribs.free.unwrap().sides, 0b01, "free for Ada's side");
        }
    }
}

fn t2() -> Table {
    let scene = Scene::new(GEAR).set("weapon", "pistol", &[("harm", 2)]).set("weapon", "rifle", &[("harm", 3), ("penetration", 2)]).set(
        "weapon",
        "knife",
        &[("penetration", 0), ("min_range", 0)],
    );
    let pack = scene.pack.clone();
    let shooter = |name: &str, alertness: i32| {
        let person = Person::new(name).like(&pack, "npc", "soldier").skill("slug_throwers", 2);
        person.skill("alertness", alertness).gear("weapon", "rifle")
    };
    let ada = Person::new("ada").skill("slug_throwers", 3).skill("alertness", 6).gear("weapon", "pistol");
    let dov = Person::new("dov").skill("alertness", 4).gear("weapon", "knife");
    let ben = Person::new("ben").skill("agility", 2).tracks(4, 3).slots().gear("armour", "jacket");
    let scene = unweighted(scene, "jacket", 3)
        .person("red", "z1", ada)
        .person("red", "z1", shooter("cai", 5))
        .person("red", "z3", dov)
        .person("red", "z1", shooter("eli", 3))
        .person("red", "z1", shooter("fox", 2))
        .person("blue", "z3", ben);
    let mut table = scene.sit();
    table.dice("++0- 0-00");
    attack(&mut table, "ben", 0, None);
    table.pass(IDLE);
    table.answer(Point::Mitigate, take(&[Grade::Mild]));
    table.pass(IDLE);
    table
}

/// T2 a to c: the standing defence is used again (R-P9), a further success with it earns spin (R-P3), a hit on a marked box moves
/// up to the next open one, and all boxes below are marked (R-P12, R-C13).
/// Rules: R-P11.
#[test]
fn t2_a_record_serves_every_attack_until_its_owners_turn() {
    let mut table = t2();
    let ben = table.actor("ben");
    // a) Cai: 0 + 2 + 3 = 5 against the standing defence 1 + (3 - 2).
    table.dice("0000");
    attack(&mut table, "ben", 0, None);
    table.pass(IDLE);
    assert_eq!((total(&table, table.actor("cai")), total(&table, ben)), (5, 2));
    assert_eq!(shifts(&table), [3, 3]);
    table.answer(Point::Mitigate, take(&[]));
    table.pass(IDLE);
    assert_eq!(boxes(&table, ben, HEALTH), [1, 2, 3]);
    assert_eq!(boxes(&table, ben, COMPOSURE), [1, 2], "First Blood is spent");
    // b) Dov: 1 - 1 + 1 = 1 against 1 + 3.
    table.dice("+000");
    attack(&mut table, "ben", 0, None);
    table.pass(IDLE);
    assert_eq!((total(&table, table.actor("dov")), total(&table, ben)), (1, 4));
    assert_eq!(shifts(&table), [3, 3, -3]);
    assert_eq!(table.fight.state.spin.iter().map(|token| (token.owner, token.left)).collect::<Vec<_>>(), [(ben.0, 1)]);
    // c) A hit for 2 finds box 2 marked, and 4 is the next open one.
    table.dice("-000");
    attack(&mut table, "ben", 0, None);
    table.pass(&[Point::Compel, Point::FreeMove, Point::Adjust]);
    assert_eq!(table.fight.pending_hit(), 2);
    table.answer(Point::Mitigate, take(&[]));
    table.pass(IDLE);
    assert_eq!(boxes(&table, ben, HEALTH), [1, 2, 3, 4]);
}

/// T2 d: consequences are applied before the roll-up (R-P13); only reducing the hit to 0 saves a full track.
/// Rules: R-P11, R-P12.
#[test]
fn t2_past_the_end_only_buying_the_whole_hit_down_saves() {
    for (faces, grades, stays) in [
        ("--00", &[][..], false),
        ("--00", &[Grade::Moderate][..], true),
        ("--00", &[Grade::Severe][..], true),
        // A hit of 3 minus 2 is 1, which still rolls past the end.
        ("0000", &[Grade::Moderate][..], false),
        ("0000", &[Grade::Severe][..], true),
    ] {
        let mut table = t2();
        let ben = table.actor("ben");
        for faces in ["0000", "+000", "-000"] {
            table.dice(faces);
            attack(&mut table, "ben", 0, None);
            table.pass(IDLE);
            if table.wait() == Some(Point::Mitigate) {
                table.answer(Point::Mitigate, take(&[]));
                table.pass(IDLE);
            }
        }
        assert_eq!(boxes(&table, ben, HEALTH), [1, 2, 3, 4]);
        table.dice(faces);
        attack(&mut table, "ben", 0, None);
        table.pass(&[Point::Compel, Point::FreeMove, Point::Adjust]);
        assert_eq!(table.fight.pending_hit(), if faces == "--00" { 1 } else { 3 });
        assert!(!table.options().contains(&take(&[Grade::Mild])), "mild is gone");
        let cheapest = if faces == "--00" { Grade::Moderate } else { Grade::Severe };
        assert_eq!(table.options()[0], take(&[cheapest]), "the default is the cheapest set that saves");
        table.answer(Point::Mitigate, take(grades));
        table.wait();
        assert_eq!(table.fight.state.actors[ben].is_active(), stays, "{faces} {grades:?}");
    }
}

fn t3(order: [(&str, i32); 3]) -> Table {
    let scene = Scene::new(GEAR).set("weapon", "pistol", &[("harm", 2)]).set("weapon", "knife", &[("harm", 0), ("min_range", 0)]);
    let alert = |name: &str| order.iter().find(|(there, _)| *there == name).unwrap().1;
    let person = |name: &str| Person::new(name).skill("alertness", alert(name));
    let ada = person("ada").skill("slug_throwers", 3).skill("agility", 4).gear("weapon", "pistol");
    let eve = person("eve").skill("close_combat", 2).skill("agility", 1).gear("weapon", "knife");
    let ben = person("ben").skill("slug_throwers", 1).gear("weapon", "pistol");
    scene.person("red", "z1", ada).person("red", "z1", ben).person("blue", "z1", eve).sit()
}

fn waits(table: &mut Table, name: &str) {
    table.pass(&[Point::Compel]);
    assert_eq!(table.fight.state.actor, Some(table.actor(name)), "whose turn it is");
    table.answer(Point::Act, Choice::of(Verb::Pass)).pass(IDLE);
}

/// T3 Spin size and expiry: two tokens for -6 (R-P3, R-C6), gone at the end of their owner's next turn (R-P4), both on one roll (R-C7).
#[test]
fn t3_spin_lasts_until_the_end_of_its_owners_next_turn() {
    for spends in [true, false] {
        let mut table = t3([("ada", 3), ("ben", 2), ("eve", 1)]);
        let ada = table.actor("ada");
        for name in ["ada", "ben", "eve", "ada", "ben"] {
            waits(&mut table, name);
        }
        assert_eq!(table.fight.state.round, 2);
        table.dice("0000 ++++");
        attack(&mut table, "ada", 0, None);
        defend(&mut table, "agility");
        table.pass(IDLE);
        assert_eq!((total(&table, table.actor("eve")), total(&table, ada)), (2, 8));
        assert_eq!(shifts(&table), [-6]);
        assert_eq!(table.fight.state.spin[0].left, 2);
        assert_eq!((table.fight.state.round, table.fight.state.actor), (3, Some(ada)));
        if spends {
            table.dice("--00 0000");
            attack(&mut table, "eve", 0, None);
            table.pass(&[Point::FreeMove, Point::Defend]);
            assert_eq!(table.wait(), Some(Point::Adjust));
            assert_eq!(total(&table, ada), 3, "-2 + 3 + 2");
            table.answer(Point::Adjust, Choice::of(Verb::Spin).n(2));
            let roll = &table.fight.state.contest.as_ref().unwrap().roll;
            assert_eq!(roll.total(), 5);
            assert!(table.fight.state.spin.is_empty());
        } else {
            waits(&mut table, "ada");
            assert!(table.fight.state.spin.is_empty(), "Ben cannot use them in his turn of round 3");
        }
    }
    // If Eve acts before Ada, the spin is gone after Ada's turn in the same round.
    let mut table = t3([("eve", 3), ("ada", 2), ("ben", 1)]);
    table.dice("0000 ++++");
    attack(&mut table, "ada", 0, None);
    defend(&mut table, "agility");
    table.pass(IDLE);
    assert_eq!(table.fight.state.spin[0].left, 2);
    waits(&mut table, "ada");
    assert!(table.fight.state.spin.is_empty());
    assert_eq!(table.fight.state.round, 1);
}

const T4: &str = r#"
weapon rifle "Rifle" : slug_thrower { tech T2; harm 1; penetration 1; range 1..4; stunts full_auto }
armour vest "Vest" : body_armour { tech T2; defense 2; stunts civilian }
armour plate "Plate" : body_armour { tech T2; defense 3; stunts civilian }
npc soldier "Soldier" { cap 1; skills { 1 slug_throwers }; stunts military_grade(slug_throwers); aspects "Drilled" }
map hall "Hall" { zone z1; zone z2; zone z3; border z1 -- z2 0; border z2 -- z3 0 }
"#;

/// T4 Full auto into a zone with four people. R-P30: additions count against all, a free tag on one of them against that one only.
/// R-P8: the sides that may use a free tag; those of consequences wait for the next declaration.
#[test]
fn t4_full_auto_is_one_roll_against_everybody_in_the_zone() {
    let scene = Scene::new(T4).set("weapon", "rifle", &[("harm", 3), ("penetration", 2)]);
    let pack = scene.pack.clone();
    let eve = Person::new("eve").like(&pack, "npc", "soldier").skill("slug_throwers", 3).skill("alertness", 5);
    let eve = eve.fate(1).aspect("Never misses the first one").gear("weapon", "rifle");
    let ian = Person::new("ian").skill("agility", 3).skill("alertness", -2).gear("armour", "plate");
    let fay = Person::new("fay").skill("agility", 2).skill("alertness", 4).slots().gear("armour", "vest");
    let gus = Person::new("gus").skill("agility", 2).skill("alertness", 3);
    let scene = unweighted(unweighted(scene, "vest", 2), "plate", 4)
        .person("red", "z1", eve)
        .person("red", "z3", ian)
        .person("blue", "z3", fay)
        .person("blue", "z3", gus)
        .person("blue", "z3", Person::mooks("pack", 4));
    let mut table = scene.sit();
    let [eve, ian, fay, gus, pack] = ["eve", "ian", "fay", "gus", "pack"].map(|name| table.actor(name));
    // Before the trace begins: Fay is off balance, Gus has a standing defence of 6 and has been shocked, one mook is down.
    table.wait();
    let agility = table.skill("agility");
    let state = &mut table.fight.state;
    let mut off_balance = slip_dice::fate::Aspect::printed("Off balance", Holder::Actor(fay.0));
    off_balance.free = Some(slip_dice::fate::FreeTag { sides: 0b01, from: 0 });
    let off_balance = state.aspects.push(off_balance);
    let mut parts = slip_play::event::RollAddends::new();
    parts.add(slip_play::event::RollAddend::Skill(agility), 6);
    let record = slip_play::personal::state::RecordedDefence::fallen(Some(agility), slip_dice::Faces::default(), parts, false);
    state.actors[gus].records.push(record);
    state.actors[gus].shock_spent = true;
    state.actors[pack].tracks[0].mark(1);

    table.dice("00+0 +000 -000 0000");
    table.answer(Point::Act, Choice::of(Verb::Attack));
    let zone = table.zone("z3");
    let own_zone = table.zone("z1");
    assert!(!table.options().contains(&Choice::of(Verb::Target).on(Id::Zone(own_zone))), "never into the own zone");
    table.answer(Point::Whom, Choice::of(Verb::Target).on(Id::Zone(zone)));
    table.pass(&[Point::With, Point::Track, Point::Compel, Point::FreeMove]);
    assert_eq!(total(&table, eve), 7, "1 + 3 + 3");
    let own = table.options().into_iter().find(|option| option.verb == Verb::Invoke && option.how == 0).unwrap();
    table.answer(Point::Adjust, own);
    let tag = Choice::of(Verb::Free).with(off_balance.0).on(Id::Actor(fay));
    table.answer(Point::Adjust, tag);
    table.pass(&[Point::Adjust]);
    assert_eq!([fay, gus, pack, ian].map(|who| total(&table, who)), [3, 6, 2, 5]);
    assert_eq!(table.fight.pending_hit(), 8, "11 against 3");
    table.answer(Point::Mitigate, take(&Grade::ALL));
    table.pass(&[Point::Mitigate, Point::Beaten]);
    assert_eq!(shifts(&table), [8, 3, 7, 4]);
    assert_eq!((boxes(&table, fay, HEALTH), boxes(&table, fay, COMPOSURE)), (vec![1], vec![1]));
    assert_eq!((boxes(&table, gus, HEALTH), boxes(&table, gus, COMPOSURE)), (vec![1, 2, 3], vec![]));
    assert!(matches!(table.fight.state.actors[pack].status, ActorStatus::TakenOut { .. }), "7 is more than 4");
    assert_eq!(boxes(&table, ian, HEALTH), [1, 2, 3, 4], "friendly fire counts");
    let state = &table.fight.state;
    assert_eq!(state.actors[eve].fate.points(), 0);
    assert!(state.aspects[off_balance].free.is_none() && state.aspects[off_balance].present);
    let ammo = state.aspects.values().find(|aspect| aspect.text == "Out of ammo").unwrap();
    assert_eq!(ammo.free.unwrap().sides, 0b10, "one free tag for the enemy");
    assert!(ammo.free.unwrap().from > 1, "from the next character on");
    assert!(state.actors[eve].used.has(table.skill("slug_throwers")));
    let hurt = state.aspects.values().filter(|aspect| aspect.holder == Holder::Actor(fay.0) && aspect.free.is_some());
    assert_eq!(hurt.count(), 3, "Fay's consequences carry free tags, none of them used in this attack");
}

const T5: &str = r#"
armour rig "Rig" : body_armour { tech T2; defense 0; stunts civilian, flexible }
map lock "Lock" { zone z1; zone z2; zone z3; border z1 -- z2 BORDER; border z2 -- z3 0 }
"#;

fn t5(border: &str) -> Table {
    let scene = Scene::new(&T5.replace("BORDER", border));
    let jo = Person::new("jo").skill("agility", 1).gear("armour", "rig");
    let kim = Person::new("kim").skill("agility", 1).skill("alertness", 1);
    scene.person("red", "z1", jo).person("blue", "z2", kim).sit()
}

/// Plays a turn that only spends the free point.
fn free_point(table: &mut Table, name: &str, choice: Choice) {
    table.pass(&[Point::Compel]);
    assert_eq!(table.fight.state.actor, Some(table.actor(name)));
    table.answer(Point::Act, Choice::of(Verb::Pass)).answer(Point::FreeMove, choice);
    table.wait();
}

/// T5 R-P18, R-P19: the hatch 4/0/4 is opened by the points of all actors over several turns.
#[test]
fn t5_a_hatch_keeps_what_anybody_pays_and_opens() {
    let mut table = t5("4/0/4");
    let jo = table.actor("jo");
    let pay = Choice::of(Verb::Pay).with(0);
    let progress = |table: &Table| table.fight.state.board.borders.values().next().map(|there| (there.open, there.progress));
    free_point(&mut table, "kim", Choice::of(Verb::Stay));
    free_point(&mut table, "jo", pay);
    assert_eq!(progress(&table), Some((false, 1)));
    free_point(&mut table, "kim", Choice::of(Verb::Stay));
    table.dice("0000").answer(Point::Act, Choice::of(Verb::Move)).pass(&[Point::Adjust]);
    assert_eq!(total(&table, jo), 0, "0 + 1 - 1");
    assert_eq!(table.fight.state.declared.movement, 1);
    table.answer(Point::Steps, pay);
    table.wait();
    assert_eq!(progress(&table), Some((false, 2)));
    free_point(&mut table, "kim", pay);
    assert_eq!(progress(&table), Some((false, 3)));
    table.dice("++00").answer(Point::Act, Choice::of(Verb::Move)).pass(&[Point::Adjust]);
    assert_eq!((total(&table, jo), table.fight.state.declared.movement), (2, 3));
    table.answer(Point::Steps, pay);
    assert_eq!(progress(&table), Some((true, 0)), "open, and the count begins anew");
    let (z2, z3) = (table.zone("z2"), table.zone("z3"));
    table.answer(Point::Steps, Choice::of(Verb::Enter).on(Id::Zone(z2)).with(0));
    table.answer(Point::Steps, Choice::of(Verb::Enter).on(Id::Zone(z3)).with(1));
    assert_eq!(table.fight.state.actors[jo].zone, z3);
    table.wait();
    // Closing it again takes 4 points from either side.
    let close = Choice::of(Verb::Close).with(0);
    free_point(&mut table, "kim", close);
    assert_eq!(progress(&table), Some((true, 1)));
}

/// T5 R-P18, R-P19: each actor pays separately to climb a wall of 2.
#[test]
fn t5_a_wall_is_climbed_by_each_for_themselves() {
    let mut table = t5("2");
    let (jo, kim) = (table.actor("jo"), table.actor("kim"));
    let border = slip_play::ids::BorderId(0);
    let pay = Choice::of(Verb::Pay).with(0);
    for paid in [1, 2] {
        free_point(&mut table, "kim", Choice::of(Verb::Stay));
        free_point(&mut table, "jo", pay);
        assert_eq!(table.fight.state.board.crossing(jo, border), paid);
    }
    assert_eq!(table.fight.crossing_cost(jo, border), Some(1));
    assert_eq!(table.fight.crossing_cost(kim, border), Some(3), "nobody else profits");
    free_point(&mut table, "kim", Choice::of(Verb::Stay));
    let z2 = table.zone("z2");
    free_point(&mut table, "jo", Choice::of(Verb::Enter).on(Id::Zone(z2)).with(0));
    assert_eq!(table.fight.state.actors[jo].zone, z2);
    assert_eq!(table.fight.crossing_cost(jo, border), Some(3), "and back again it is a wall of 2");
}

/// T5 The bulkhead 20/4/x is open permanently after 20 points; each crossing then takes 4 + 1.
/// Rules: R-P19.
#[test]
fn t5_a_bulkhead_once_open_stays_open() {
    let mut table = t5("20/4/x");
    let jo = table.actor("jo");
    let border = slip_play::ids::BorderId(0);
    table.wait();
    assert_eq!(table.fight.crossing_cost(jo, border), None);
    table.fight.state.board.borders[border].open = true;
    assert_eq!(table.fight.crossing_cost(jo, border), Some(5));
    table.answer(Point::Act, Choice::of(Verb::Pass));
    assert!(table.options().iter().all(|option| option.verb != Verb::Close), "it can never be closed");
}

/// T8 R-P41: mooks roll their unmarked boxes; past the end all of them are out.
/// Rules: R-N10, R-P42.
#[test]
fn t8_mooks_are_worth_their_unmarked_boxes() {
    let scene = Scene::new(GEAR).set("weapon", "pistol", &[("harm", 3)]);
    let mona = Person::new("mona").skill("slug_throwers", 3).skill("agility", 2).skill("alertness", 1);
    let scene = scene.person("red", "z1", mona.tracks(6, 6).gear("weapon", "pistol"));
    let mut table = scene.person("blue", "z1", Person::mooks("crowd", 4)).sit();
    let (mona, crowd) = (table.actor("mona"), table.actor("crowd"));
    waits(&mut table, "mona");
    table.dice("0000 0000");
    attack(&mut table, "mona", Choice::NOTHING, None);
    defend(&mut table, "agility");
    table.pass(&[Point::Adjust]);
    assert_eq!((total(&table, crowd), total(&table, mona)), (4, 2));
    assert_eq!(table.fight.pending_hit(), 2);
    table.pass(&[Point::Mitigate]);
    // Mona's attacks are 6 plus the dice. The crowd defends with the number of its open boxes.
    for (faces, hit, marked, value) in [("0000 0000", 2, 2, 2), ("--00 0000", 2, 3, 1), ("-000 0000", 4, 4, 0), ("---- +000", 1, 4, 0)] {
        table.dice(faces);
        attack(&mut table, "crowd", 0, None);
        table.pass(&[Point::Compel, Point::FreeMove, Point::Adjust, Point::Mitigate, Point::Beaten]);
        assert_eq!(*shifts(&table).last().unwrap(), hit);
        let state = &table.fight.state.actors[crowd];
        assert_eq!((state.tracks[0].marked(), state.tracks[0].open()), (marked, value));
        if faces == "---- +000" {
            assert!(!state.is_active(), "none open: past the end");
            assert_eq!(table.fight.state.outcome.and_then(|end| end.winner), Some(slip_play::ids::Seat(0)));
        } else {
            assert!(state.is_active(), "a full track is still there");
            waits(&mut table, "crowd");
        }
    }
}
