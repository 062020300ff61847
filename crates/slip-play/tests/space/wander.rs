//! Laws of movement between ships, over many fights with random legal answers.

use crate::space::table::{Craft, Fleet};
use slip_dice::Dice;
use slip_pack::encounter::Play;
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::{Event, SpacePhase};
use slip_play::ids::{ActorId, Id};
use slip_play::question::{Ask, Point};
use slip_play::space::Space;
use slip_play::space::roster::{Post, WeaponSystem};
use slip_play::space::state::{Band, Drives, HEAT, ShipLocation};
use slip_policy::{Policy, Random};
use slip_test_support::shipped_packages;
use std::collections::{BTreeMap, BTreeSet};

/// Fleets for eventful fights: close together, several sides, ships that can be towed.
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

/// Checks the changes made by one answer.
fn check(before: &Space, after: &Space, ask: &Ask, events: &[Event]) {
    for (id, ship) in after.state.ships.iter() {
        if let ShipLocation::Line(band) = ship.berth {
            assert!(band.is_on_map(), "{id:?} at {band:?}");
        }
        assert!(ship.drives != Drives::Coast || ship.burn == 0, "a ship at rest never burns");
        let was = before.state.ship(id).unwrap();
        if was.track(HEAT) != ship.track(HEAT) {
            assert!(may_heat(before, events), "heat of {id:?} changes in {:?} by {events:?}", before.state.stage);
        }
        for track in ship.tracks.iter() {
            assert!(track.boxes().all(|number| (1..=track.length()).contains(&number)), "boxes of {id:?}");
        }
        assert!(was.slots.covers(ship.slots), "{id:?} has more consequences to take than before");
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
    let (shifts, bands) = before.way(Band(from), Band(to));
    assert!(shifts <= margin, "{shifts} shifts of {margin}");
    // "any vessel more map bands than his own vessel's V-shift rating": if the winner moves other ships, the limit comes from the winner's
    // ship whose total counts.
    let most = if entity == winner { before.band_cap(&winner.members) } else { before.push_cap(winner.lowest) };
    assert!(bands <= most, "{bands} bands");
    for &ship in winner.members.iter().filter(|&&ship| entity == winner && before.is_on_line(ship)) {
        assert!(bands <= before.v_shift(ship), "no farther than any ship's V-shift");
    }
    assert!(entity == winner || entity.total < winner.total);
}

/// True if heat may change now: burns and coasting, beams fired twice, weapons that hit it, the drive on arrival, and effects.
fn may_heat(before: &Space, events: &[Event]) -> bool {
    let weapons = [WeaponSystem::Ew, WeaponSystem::Beam, WeaponSystem::Torpedo];
    let hits = |who: ActorId| {
        let hit = |weapon: WeaponSystem| before.tracks_hit(who, weapon, None);
        weapons.into_iter().map(hit).any(|(track, besides)| track == HEAT || besides.has(HEAT))
    };
    match before.state.stage {
        SpacePhase::Position | SpacePhase::Torpedoes => true,
        // A ship that arrives is hot before anything else happens.
        SpacePhase::Detection => before.state.turn == 0,
        SpacePhase::Ew | SpacePhase::Beams => before.roster.ships.keys().any(hits),
        _ => events.iter().any(|event| matches!(event, Event::Effect { .. })),
    }
}

/// Counts of actions in a fight, for the laws about them.
#[derive(Default)]
struct Tally {
    /// Attackers of this phase: a person, or a post of a nameless crew.
    attacked: BTreeSet<(ActorId, Option<u8>)>,
    /// Number of bands by which each ship has been moved this turn, by mover.
    bands: BTreeMap<(ActorId, ActorId), i32>,
    /// Consequences that each ship has taken.
    taken: BTreeSet<(ActorId, String)>,
}

impl Tally {
    /// Counts one answer and its changes.
    fn count(&mut self, before: &Space, ask: &Ask, choice: Choice, events: &[Event]) {
        if ask.point == Point::Declare {
            self.attack(before, choice);
        }
        for event in events {
            match event {
                Event::Stage(_) => self.attacked.clear(),
                Event::Round { .. } => self.bands.clear(),
                Event::Spin { change, .. } if *change > 0 => {
                    let stage = before.state.stage;
                    assert!(matches!(stage, SpacePhase::Beams | SpacePhase::Torpedoes), "spin is earned in {stage:?}");
                }
                Event::Consequence { who, grade, .. } => {
                    assert!(self.taken.insert((*who, grade.word().to_owned())), "{who:?} takes a second {grade:?} consequence");
                }
                Event::Move { who, from, to, .. } if from != to => {
                    let entities = before.entities();
                    let winner = before.winner(&entities).expect("nobody moves on a tie");
                    let (_, bands) = before.way(Band::of_zone(*from), Band::of_zone(*to));
                    // If the winner moves another entity, only the ship of the winner whose total counts sets the limit (R-S18). If it
                    // moves itself, each of its ships does.
                    let itself = winner.members.contains(who);
                    let limits = |mover: ActorId| if itself { before.is_on_line(mover) } else { mover == winner.lowest };
                    for &mover in winner.members.iter().filter(|&&mover| limits(mover)) {
                        let far = self.bands.entry((mover, *who)).or_default();
                        *far += bands;
                        assert!(*far <= before.v_shift(mover), "{mover:?} moves {who:?} {far} bands in one turn");
                    }
                }
                _ => {}
            }
        }
    }

    /// Checks that a person makes at most one offensive act per phase.
    fn attack(&mut self, before: &Space, choice: Choice) {
        let post = match choice.verb {
            Verb::Ew => Post::Comm,
            Verb::Beam => Post::Beams,
            Verb::Torpedo => Post::Torpedoes,
            _ => return,
        };
        let Id::Actor(ship) = choice.it else { return };
        let by = before.eff(ship, post).and_then(|(_, by, _)| by);
        let who = by.map_or((ship, Some(post.number())), |by| (by, None));
        assert!(self.attacked.insert(who), "{who:?} attacks twice in {:?}", before.state.stage);
    }
}

/// Plays to the end, or for this many answers; returns the points with a real choice.
fn wander(mut fight: Space, seed: u64) -> Vec<Point> {
    let mut tally = Tally::default();
    let first = fight.clone();
    let mut dice = Dice::seeded(seed, 0);
    let mut players: Vec<Random> = (1..=4).map(|stream| Random::new(seed, stream)).collect();
    let mut options = Options::new();
    let mut seen = Vec::new();
    let mut all = Vec::new();
    let mut said = Vec::new();
    while let Some(ask) = fight.next_question(&mut options) {
        assert!(!options.is_empty() && options.len() <= Options::NEAR, "{ask:?}");
        let mut answer: Answer = match ask.forced {
            Some(choice) => choice.into(),
            None => players[usize::from(ask.seat.0)].choose(&fight, &ask, &options),
        };
        // Offers to stop and concessions are never chosen, so that fights are longer.
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
        tally.count(&before, &ask, answer.choice, &events);
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
            seen.extend(wander(fleet.sit().fight, seed));
        }
    }
    for point in [Point::Place, Point::Begin, Point::Formation, Point::Tether, Point::Drive, Point::Bid, Point::Shift] {
        assert!(seen.contains(&point), "{point:?} is never asked");
    }
}

/// Checks the laws in every fight between ships of the published content, with their crews, fighters and effects.
#[test]
fn section_14_holds_of_every_fight_between_ships_of_the_content() {
    let mut fights = 0;
    for name in ["thin_lanes", "customs_dock", "harrow_reach"] {
        let pack = shipped_packages::pack(name);
        let own = pack.encounters.values().filter(|encounter| encounter.valid && encounter.play == Play::Space);
        for encounter in own.filter(|encounter| encounter.package == pack.package.name) {
            for seed in 0..8 {
                let fight = Space::begin(&pack, encounter).unwrap_or_else(|error| panic!("{}: {error}", encounter.name));
                wander(fight, seed);
                fights += 1;
            }
        }
    }
    assert!(fights >= 40, "{fights} fights");
}
