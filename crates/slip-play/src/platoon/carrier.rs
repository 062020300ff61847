//! Who rides in what: taken aboard, put down, and what becomes of them when their carrier is gone (platoon.md 8.2).
//!
//! Taking aboard and putting down are part of the carrier's movement, before it or between two zones, and no action of anybody's.
//! Whoever has been carried does not act in that turn.

use crate::choice::{Choice, Options, Verb};
use crate::event::{Event, Events, Grouping};
use crate::ids::{ActorId, Id};
use crate::platoon::Platoons;
use crate::platoon::ground::Region;
use crate::platoon::state::MORALE;

impl Platoons {
    /// Who rides in a unit.
    pub(super) fn aboard_of(&self, carrier: ActorId) -> Vec<ActorId> {
        let aboard = self.state.units.iter().filter(|(_, unit)| unit.is_active() && unit.carrier == Some(carrier));
        aboard.map(|(id, _)| id).collect()
    }

    /// True if a carrier may take a unit aboard: of its side and in its zone, that has not acted and of which there is room for
    /// one more (8.2).
    fn may_load(&self, carrier: ActorId, load: ActorId) -> bool {
        let here = self.zone_of(carrier);
        let near = here.is_some() && self.zone_of(load) == here && !self.are_enemies(carrier, load) && carrier != load;
        near && self.can_act(load) && self.has_room_for(carrier, load)
    }

    /// Whom a carrier may take aboard (8.2) or put down; on the re-arm track nobody gets in or out, and what flies takes nobody
    /// from a card (R-YW1).
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

    /// Takes somebody aboard, or puts them down: among enemies that is as good as coming there (5.7, R-YA8).
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

    /// Whoever rides in a unit that leaves the fight is put down where it was; on the re-arm track there is nowhere to be put,
    /// and they are lost with it (R-L32). Who leaves the fight with it, as by its terms (R-YC11), is not put down.
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
