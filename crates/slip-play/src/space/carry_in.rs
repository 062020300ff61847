//! Applies the damage, fate points and aspects that ships and people carry into a fight from earlier encounters.

use crate::ids::{ActorId, TableKey};
use crate::space::roster::SpaceRoster;
use crate::space::state::{FRAME, ShipLocation, ShipStatus, SpaceState};
use slip_dice::fate::aspect::AspectOrigin;
use slip_dice::fate::fate_points::Purse;
use slip_dice::fate::{Aspect, Grade, Holder, Slots, Track};
use slip_pack::encounter::Encounter;
use slip_pack::scenario::CarriedState;

/// Applies the carried-in state to the first state of the fight: marked boxes, consequences without a free tag, fate points and aspects.
/// Marks the ships that take no part.
pub(super) fn bring(encounter: &Encounter, roster: &SpaceRoster, state: &mut SpaceState) {
    let (mut ship_number, mut person_number) = (0_usize, 0_usize);
    let ships = state.ships.len();
    for actor in encounter.sides.iter().flat_map(|side| &side.actors) {
        let aboard = actor.ship.as_deref();
        let fighters = aboard.map_or(&[][..], |ship| &ship.fighters);
        for carried in std::iter::once(&actor.carried).chain(fighters.iter().map(|craft| &craft.carried)) {
            if let Some(carried) = carried {
                of_ship(carried, ActorId::of(ship_number), roster, state);
            }
            ship_number += 1;
        }
        for person in aboard.map_or(&[][..], |ship| &ship.people) {
            if let Some(carried) = &person.carried {
                let who = ActorId::of(ships + person_number);
                roster.lines.bring_uses(&mut state.uses, who, &carried.session.uses);
                if let (Some(fate), Some(there)) = (carried.fate, state.people.get_mut(person_number)) {
                    there.fate = Purse::new(fate);
                }
                // A person's consequences come from other kinds of conflict. Only their words carry over, as aspects.
                let words = carried.consequences.iter().map(|wound| &wound.text).chain(&carried.aspects);
                for text in words {
                    state.aspects.push(Aspect::printed(text.as_str(), Holder::Actor(who.0)));
                }
            }
            person_number += 1;
        }
    }
}

fn of_ship(carried: &CarriedState, who: ActorId, roster: &SpaceRoster, state: &mut SpaceState) {
    roster.lines.bring_uses(&mut state.uses, who, &carried.session.uses);
    let Some(ship) = state.ships.row_mut(who) else { return };
    let side = ship.side;
    for (track, name) in ship.tracks.iter_mut().zip(roster.tracks.iter()) {
        if let Some(boxes) = carried.marked.get(name) {
            *track = Track::with_marked(i32::from(track.length()), boxes);
        }
    }
    if let Some(fate) = carried.fate {
        ship.fate = Purse::new(fate);
    }
    if let Some(out) = &carried.out {
        let tag = roster.outcomes.iter().position(|word| word == out).unwrap_or(0);
        ship.status = ShipStatus::TakenOut { by: None, track: FRAME, fate: u8::try_from(tag).ok() };
        ship.berth = ShipLocation::Away;
    }
    for wound in &carried.consequences {
        let Some(grade) = Grade::from_word(&wound.grade) else { continue };
        let taken = Some(grade).filter(|_| ship.slots.count_of(grade) > 0);
        ship.slots = ship.slots.without(Slots::NONE.with(grade));
        let aspect = Aspect::printed(wound.text.as_str(), Holder::Actor(who.0));
        state.aspects.push(Aspect { origin: AspectOrigin::Consequence, grade: taken, ..aspect });
    }
    for text in &carried.aspects {
        state.aspects.push(Aspect::printed(text.as_str(), Holder::Actor(who.0)));
    }
    let free = Some(roster.free_for_enemies(side));
    for text in &carried.tagged {
        state.aspects.push(Aspect { free, ..Aspect::printed(text.as_str(), Holder::Actor(who.0)) });
    }
}
