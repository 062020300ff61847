//! The worked traces of personal.md 13, every number on the page.

use crate::table::Table;
use slipyard::fate::{Grade, Holder, Slots};
use slipyard::play::ask::Point;
use slipyard::play::choice::{Choice, Verb};
use slipyard::play::event::{Event, TrackId};
use slipyard::play::ids::{ActorId, Id};
use slipyard::play::personal::state::{COMPOSURE, HEALTH, Status};

/// Points at which nobody in the traces does anything.
const IDLE: &[Point] = &[Point::Compel, Point::FreeMove, Point::Adjust, Point::Beaten];

fn boxes(table: &Table, who: ActorId, track: TrackId) -> Vec<u8> {
    table.fight.state.actors[who].track(track).boxes().collect()
}

/// The attack of whoever's turn it is, up to the dice; nothing is added to them.
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

/// The last roll of somebody: its total.
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

const T1: &str = r#"
weapon pistol "Pistol" : slug_thrower { tech T2; harm 2; penetration 1; range 0..2; stunts civilian }
armour jacket "Jacket" : body_armour { tech T2; defense 3; stunts civilian, lightweight, flexible }
character ada "Ada" {
  skills { 5 alertness; 4 stealth, tactics; 3 slug_throwers, navigation, computer; 2 engineering, medical, repair, survival; 1 eva, charm, agility, microg, oratory }
  stunts swap_skill(tactics, oratory), swap_skill(medical, repair), swap_skill(navigation, computer)
  aspects "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10"
  gear pistol
}
npc ben "Ben" {
  cap 3; consequences
  skills { 3 survival; 2 agility, stealth; 1 stamina, medical, repair }
  aspects "b1", "b2", "b3"
  gear jacket
}
map rooms "Rooms" { zone z1; zone z2; border z1 -- z2 0 }
encounter duel "Duel" : personal { map rooms; side red { actors ada at z1 }; side blue { actors ben at z2 }; limit 20 turns }
"#;

/// T1 First Blood with a consequence option.
#[test]
fn t1_first_blood_marks_composure_too_and_one_mitigation_serves_both() {
    for (grades, marked) in [
        (&[][..], vec![1, 2, 3]),
        (&[Grade::Mild][..], vec![1, 2]),
        (&[Grade::Moderate][..], vec![1]),
        (&[Grade::Severe][..], vec![]),
    ] {
        let mut table = Table::new(T1);
        let ben = table.actor("ben");
        let ada = table.actor("ada");
        table.dice("++0- 0-00");
        attack(&mut table, "ben", 0, None);
        table.pass(&[Point::Compel, Point::FreeMove, Point::Adjust]);
        assert_eq!(table.wait(), Some(Point::Mitigate));
        assert_eq!(total(&table, ada), 6, "1 + 3 + 2");
        // Record Agility -1 + 2 = 1, effective armour max(0, 3 - 1) = 2, defence 3.
        assert_eq!(total(&table, ben), 3);
        assert_eq!(shifts(&table), [3]);
        let record = table.fight.state.actors[ben].records[0];
        assert_eq!(record.faces.total() + record.parts.total(), 1, "armour is not in the record");
        table.say(Point::Mitigate, take(grades), "Grazed ribs");
        table.wait();
        let state = &table.fight.state.actors[ben];
        assert_eq!(boxes(&table, ben, HEALTH), marked, "{grades:?}");
        assert_eq!(boxes(&table, ben, COMPOSURE), marked, "{grades:?}");
        assert_eq!(state.status, Status::Active);
        assert_eq!(state.shock_spent, !marked.is_empty());
        assert_eq!(state.slots.count(), 3 - u32::try_from(grades.len()).unwrap());
        if grades == [Grade::Mild] {
            let ribs = table.fight.state.aspects.values().find(|aspect| aspect.text == "Grazed ribs").unwrap();
            assert_eq!(ribs.holder, Holder::Actor(ben.0));
            assert_eq!(ribs.free.unwrap().sides, 0b01, "free for Ada's side");
        }
    }
}
