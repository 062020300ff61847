//! Carriers: loading and unloading passengers, and passengers whose carrier is gone.
//!
//! Loading and unloading are not an action. They are part of the carrier's movement, before it or between two zones. A unit that has been
//! carried does not act in that turn.

use crate::choice::{Choice, Options, Verb};
use crate::event::{Event, Events, Grouping};
use crate::ids::{ActorId, Id};
use crate::platoon::PlatoonFight;
use crate::platoon::state::MORALE;
use crate::platoon::zones::Region;

impl PlatoonFight {
    /// Returns the passengers of a unit.
    pub(super) fn aboard_of(&self, carrier: ActorId) -> Vec<ActorId> {
        let aboard = self.state.units.iter().filter(|(_, unit)| unit.is_active() && unit.carrier == Some(carrier));
        aboard.map(|(id, _)| id).collect()
    }

    /// True if a carrier may load a unit: the unit is of the carrier's side and in its zone and has not acted yet, and there is room for
    /// one more.
    fn may_load(&self, carrier: ActorId, load: ActorId) -> bool {
        let here = self.zone_of(carrier);
        let near = here.is_some() && self.zone_of(load) == here && !self.are_enemies(carrier, load) && carrier != load;
        near && self.can_act(load) && self.has_room_for(carrier, load)
    }

    /// Adds the answers that load or unload a unit. On the re-arm track no unit gets in or out. Aircraft cannot load a unit from a card
    /// (R-YW1).
    pub(super) fn legal_loads(&self, carrier: ActorId, out: &mut Options) {
        let open = match self.region_of(carrier) {
            Some(Region::Map) => true,
            Some(Region::Card(_)) => !self.is_airborne(carrier),
            Some(Region::Track(_)) | None => false,
        };
        if !open {
            return;
        }
        for load in self.aboard_of(carrier) {
            out.push(Choice::of(Verb::Unload).on(Id::Actor(load)));
        }
        for load in self.state.units.keys().filter(|&load| self.may_load(carrier, load)) {
            out.push(Choice::of(Verb::Load).on(Id::Actor(load)).with(u16::from(carrier.0)));
        }
    }

    /// Loads or unloads a unit. Unloading among enemies counts as entering the zone (R-YA8).
    pub(super) fn load(&self, choice: Choice, out: &mut Events) {
        let Some(load) = choice.it.actor() else { return };
        if choice.verb == Verb::Load {
            let lead = u8::try_from(choice.with).ok().map(ActorId);
            out.push(Event::Group { what: Grouping::Load, who: vec![load], lead });
            return;
        }
        let carrier = self.state.unit(load).and_then(|unit| unit.carrier);
        out.push(Event::Group { what: Grouping::Unload, who: vec![load], lead: carrier });
        if let Some(zone) = self.place_of(load) {
            let met = self.state.moving.as_ref().map_or(0, |moving| moving.met);
            self.meet(&[load], zone, met, out);
        }
    }

    /// Puts down the passengers of a carrier that leaves the fight. If the carrier is on the re-arm track, they are lost with it (R-L32).
    /// Passengers that leave the fight together with the carrier, for example by accepted terms (R-YC11), are not put down.
    pub(super) fn empty_wrecks(&self, from: usize, out: &mut Events) {
        let gone = out.get(from..).unwrap_or_default().iter().filter_map(|event| match event {
            Event::Out { who, by, .. } => Some((*who, *by)),
            Event::Concession { by, to: None, answer: Some(true), .. } => Some((*by, None)),
            _ => None,
        });
        let gone: Vec<(ActorId, Option<ActorId>)> = gone.collect();
        for &(carrier, by) in &gone {
            let mut aboard = self.aboard_of(carrier);
            aboard.retain(|rider| gone.iter().all(|(who, _)| who != rider));
            if aboard.is_empty() {
                continue;
            }
            if matches!(self.region_of(carrier), Some(Region::Map | Region::Card(_))) {
                out.push(Event::Group { what: Grouping::Unload, who: aboard, lead: Some(carrier) });
                continue;
            }
            for who in aboard {
                let (track, fate, beyond_saving, for_good) = (MORALE, Some(0), false, false);
                out.push(Event::Out { who, by, track, fate, beyond_saving, for_good, say: None });
            }
        }
    }
}
