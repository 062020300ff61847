//! Tests of fights on a world: the effects of its gravity and its atmosphere on people.

use crate::plays::table::{Table, pack};
use slip_dice::Dice;
use slip_play::choice::{Choice, Verb};
use slip_play::event::{Event, RollAddend};
use slip_play::personal::Personal;
use slip_play::question::Point;

/// A fight between two floaters on a world of this profile, at its first question.
fn on(profile: &str, skills: &str) -> Table {
    let text = format!(
        "world here {{ profile \"{profile}\" }}
map yard {{ zone gate; zone shed; zone roof; border gate -- shed; border shed -- roof }}
npc floater : far_future_npc {{ skills {{ {skills} }}; aspects \"Calm\", \"Cold\" }}
encounter night : personal {{
  map yard
  world here
  side a {{ actors floater at gate }}
  side b {{ actors floater at roof }}
  victory a when out(b)
  victory b when out(a)
}}\n"
    );
    let pack = pack(&text);
    let fight = Personal::begin(&pack, &pack.encounters["t.night"]).unwrap();
    Table { fight, dice: Dice::scripted([]), events: Vec::new() }
}

/// Moves, and returns every skill that counted with its rank.
fn moved(table: &mut Table) -> Vec<(String, i32)> {
    table.wait();
    table.dice("0000").answer(Point::Act, Choice::of(Verb::Move));
    table.pass(&[Point::Compel, Point::FreeMove, Point::Whom, Point::With, Point::Defend, Point::PayAccess, Point::Adjust]);
    let roll = table.events.iter().find_map(|event| match event {
        Event::Roll { parts, .. } => Some(*parts),
        _ => None,
    });
    let named = |(part, by): (RollAddend, i32)| match part {
        RollAddend::Skill(skill) => Some((table.fight.roster.skills[skill].title.to_string(), by)),
        _ => None,
    };
    roll.expect("a roll").iter().filter_map(named).collect()
}

/// Dexterity 1, Strength 2, Zero-G 3.
const SKILLS: &str = "3 zero_g, alertness; 2 strength, resolve; 1 dexterity, endurance";

#[test]
fn without_gravity_one_moves_by_zero_g() {
    assert_eq!(moved(&mut on("C095333-8", SKILLS)), [("Zero-G".to_owned(), 3)]);
    assert_eq!(moved(&mut on("C195333-8", SKILLS)), [("Zero-G".to_owned(), 3)]);
    let clumsy = "3 dexterity, alertness; 1 zero_g";
    assert_eq!(moved(&mut on("C095333-8", clumsy)), [("Zero-G".to_owned(), 1)], "there is no choice");
}

#[test]
fn in_low_gravity_one_moves_by_zero_g_or_by_dexterity() {
    assert_eq!(moved(&mut on("C395333-8", SKILLS)), [("Zero-G".to_owned(), 3)]);
    assert_eq!(moved(&mut on("C395333-8", "3 dexterity, alertness; 1 zero_g")), [("Dexterity".to_owned(), 3)]);
}

#[test]
fn at_the_usual_weight_one_moves_by_dexterity() {
    assert_eq!(moved(&mut on("C695333-8", SKILLS)), [("Dexterity".to_owned(), 1)]);
}

#[test]
fn in_high_gravity_one_moves_by_strength() {
    assert_eq!(moved(&mut on("C995333-8", SKILLS)), [("Strength".to_owned(), 2)]);
    assert_eq!(moved(&mut on("C895333-8", SKILLS)), [("Dexterity".to_owned(), 1)]);
}
