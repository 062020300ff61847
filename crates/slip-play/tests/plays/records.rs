//! Tests of standing defences, which last until their owner's next turn, and of aspects used on them (R-P9, R-XP6).

use crate::plays::rulings::{pass_turn, scene, shoot, shooter, target};
use crate::plays::table::Table;
use slip_play::choice::{Choice, Verb};
use slip_play::event::Event;
use slip_play::ids::{ActorId, Id};
use slip_play::question::Point;

/// R-C10, R-P6, R-XP6: a standing defence is one roll however often it is used. No aspect counts twice on it, and the roller's own scope is
/// paid for once (more often with `self_invokes any`, R-C24). Uses raise it; the next turn brings a new roll.
#[test]
fn rxp6_an_aspect_counts_once_on_a_defence_that_stands() {
    for any in [false, true] {
        let blue = target("blue").skill("alertness", 6).fate(5).aspect("Quick").aspect("Wary").tracks(9, 9);
        let scene = scene().rule("first_blood", "never").person("blue", "b", blue).person("red", "a", shooter("red"));
        let scene = if any { scene.rule("self_invokes", "any") } else { scene };
        let mut table = scene.person("red", "a", shooter("second").skill("alertness", 4)).sit();
        let blue = table.actor("blue");
        let own = |table: &Table| -> Vec<Choice> {
            let own = |option: &Choice| option.verb == Verb::Invoke && option.how == Choice::PLUS_TWO;
            table.options().into_iter().filter(own).collect()
        };
        let stands = |table: &Table| -> Vec<i32> {
            let records = table.fight.state.actors[blue].records.iter();
            records.map(|record| record.faces.total() + record.parts.total()).collect()
        };
        pass_turn(&mut table);
        table.dice("0000 0000");
        shoot(&mut table, "blue");
        assert_eq!(table.wait(), Some(Point::Adjust));
        assert_eq!(table.fight.state.step.who, Id::Actor(blue), "4 against 1");
        let first = own(&table)[0];
        table.answer(Point::Adjust, first).pass(&[Point::Adjust, Point::Mitigate]);
        assert_eq!(stands(&table), [3]);
        table.dice("0000");
        shoot(&mut table, "blue");
        assert_eq!(table.wait(), Some(Point::Adjust));
        assert_eq!((table.fight.state.step.who, last_total(&table, blue)), (Id::Actor(blue), 3), "4 against 3");
        let left = own(&table);
        assert_eq!(left.len(), usize::from(any), "the own scope is paid for");
        assert!(left.iter().all(|option| option.with != first.with), "never the same aspect");
        table.pass(&[Point::Adjust, Point::Mitigate]);
        pass_turn(&mut table);
        table.dice("0000 0000");
        shoot(&mut table, "blue");
        assert!(table.wait() == Some(Point::Adjust) && own(&table).contains(&first), "a new turn, a new roll");
    }
}

fn last_total(table: &Table, who: ActorId) -> i32 {
    let rolled = table.events.iter().rev().find_map(|event| match event {
        Event::Roll { me, total, .. } if *me == who => Some(*total),
        _ => None,
    });
    rolled.unwrap()
}
