//! What holds of every movement, over many fights in which everybody does anything legal (space.md 14).

use crate::table::{Craft, Fleet};
use slipyard::dice::Dice;
use slipyard::play::ask::{Ask, Point};
use slipyard::play::choice::{Answer, Options, Verb};
use slipyard::play::conflict::Conflict;
use slipyard::play::event::{Event, Stage};
use slipyard::play::ids::ActorId;
use slipyard::play::policy::{Policy, Random};
use slipyard::play::space::Space;
use slipyard::play::space::state::{Berth, Drives, HEAT};

/// Fleets in which something can happen: close together, several sides, ships to be taken along.
fn fleets() -> Vec<Fleet> {
    let craft = |name: &str, v_shift: i32| Craft::new(name).v_shift(v_shift).crew("pilot", v_shift).aspect("Old").aspect("Proud");
    let armed = |name: &str, v_shift: i32| craft(name, v_shift).rated("beam", 3).rated("torpedo", 3).rated("ew", 2);
    vec![
        Fleet::new().ship("red", armed("a", 2)).ship("blue", armed("b", 3)),
        Fleet::new().ship("red", craft("a", 3).at(0)).ship("blue", armed("b", 1).at(0)).ship("green", craft("c", 2).at(0)),
        Fleet::new()
            .ship("red", armed("a", 2).at(-4))
            .ship("red", armed("b", 4).at(-4))
            .ship("blue", armed("c", 2).at(-3))
            .ship("blue", craft("d", 0).tracks(1, 1, 2).at(-4)),
        Fleet::new().ship("red", craft("a", 2)).ship("red", craft("b", 2)).ship("blue", craft("c", 2)).ship("blue", craft("d", 2)),
    ]
}

/// What one answer changed, and what must hold of it.
fn check(before: &Space, after: &Space, ask: &Ask, events: &[Event]) {
    for (id, ship) in after.state.ships.iter() {
        if let Berth::Line(band) = ship.berth {
            assert!(band.is_on_map(), "{id:?} at {band:?}");
        }
        assert!(ship.drives != Drives::Coast || ship.burn == 0, "a ship at rest never burns");
        let heat = before.state.ship(id).unwrap().track(HEAT);
        if heat != ship.track(HEAT) {
            let stage = before.state.stage;
            assert!(matches!(stage, Stage::Position | Stage::Torpedoes), "heat changes in {stage:?}");
        }
        if ship.is_active() && ship.band().is_some() {
            for mate in after.entity(id) {
                assert_eq!(after.band_of(mate), ship.band(), "{id:?} and {mate:?} hang together");
            }
        }
    }
    let moved: Vec<(ActorId, i8, i8)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Move { who, from, to, .. } if from != to => {
                Some((*who, i8::try_from(from.0).unwrap() - 5, i8::try_from(to.0).unwrap() - 5))
            }
            _ => None,
        })
        .collect();
    let Some(&(first, from, to)) = moved.first() else { return };
    assert_eq!(ask.point, Point::Shift, "ships move where the winner says so");
    let entities = before.entities();
    let winner = before.winner(&entities).expect("nobody moves on a tie");
    let entity = entities.iter().find(|entity| entity.members.contains(&first)).expect("what moves has a total");
    let mut who: Vec<ActorId> = moved.iter().map(|(who, ..)| *who).collect();
    who.sort_unstable();
    assert_eq!(who, entity.members, "what hangs together moves together");
    let lowest = entities.iter().map(|entity| entity.total).min().unwrap();
    let margin = winner.total - if entity == winner { lowest } else { entity.total };
    use slipyard::play::space::state::Band;
    let (shifts, bands) = before.way(Band(from), Band(to));
    assert!(shifts <= margin, "{shifts} shifts of {margin}");
    assert!(bands <= before.band_cap(&winner.members), "{bands} bands");
    for &ship in winner.members.iter().filter(|&&ship| before.is_on_line(ship)) {
        assert!(bands <= before.v_shift(ship), "no farther than any ship's V-shift");
    }
    assert!(entity == winner || entity.total < winner.total);
}

/// Plays to the end, or for so many answers; the points at which somebody really chose.
fn wander(fleet: &Fleet, seed: u64) -> Vec<Point> {
    let mut fight = fleet.sit().fight;
    let first = fight.clone();
    let mut dice = Dice::seeded(seed, 0);
    let mut players: Vec<Random> = (1..=4).map(|stream| Random::new(seed, stream)).collect();
    let mut options = Options::new();
    let mut seen = Vec::new();
    let mut all = Vec::new();
    let mut said = Vec::new();
    while let Some(ask) = fight.next_question(&mut options) {
        assert!(!options.is_empty() && options.len() <= Options::MAX, "{ask:?}");
        let mut answer: Answer = match ask.forced {
            Some(choice) => choice.into(),
            None => players[usize::from(ask.seat.0)].choose(&fight, &ask, &options),
        };
        // Nobody stops the fight or gives in, so that there is more of it.
        if matches!(answer.choice.verb, Verb::Concede) || ask.point == Point::Stop {
            answer = options.default_choice().unwrap().into();
        }
        if ask.forced.is_none() {
            seen.push(ask.point);
        }
        let mut events = Vec::new();
        fight.decide(&answer, &mut dice, &mut events).unwrap_or_else(|refusal| panic!("{refusal}: {ask:?}, {answer:?}"));
        let before = fight.clone();
        events.iter().for_each(|event| fight.apply(event));
        check(&before, &fight, &ask, &events);
        assert_eq!(fight.broken_law(), None, "after {ask:?}: {answer:?}");
        all.extend(events);
        said.push((fight.state.turn, fight.state.stage, ask.point, ask.me, answer.choice.verb, answer.choice.it, answer.choice.n));
        assert!(all.len() < 60_000, "it ends: {:#?}", &said[said.len() - 30..]);
    }
    let thrown = all.iter().flat_map(Event::thrown).count();
    assert_eq!(dice.place().rolls, u64::try_from(thrown).unwrap(), "four dice for every roll and re-roll, and no others");
    let mut again = first;
    all.iter().for_each(|event| again.apply(event));
    assert!(again == fight, "events alone replay the fight");
    seen
}

#[test]
fn what_holds_of_every_movement() {
    let mut seen = Vec::new();
    for fleet in fleets() {
        for seed in 0..40 {
            seen.extend(wander(&fleet, seed));
        }
    }
    for point in [Point::Place, Point::Begin, Point::Formation, Point::Tether, Point::Drive, Point::Bid, Point::Shift] {
        assert!(seen.contains(&point), "{point:?} is never asked");
    }
}
