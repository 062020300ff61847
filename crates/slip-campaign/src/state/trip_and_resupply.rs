//! Effects of a trip and of a resupply on a ship.

use super::{Campaign, CampaignShip, boxes_in_words};
use slip_pack::trip_effects::{Arrival, ReactionMass};
use slip_pack::{BuiltItem, Pack};
use std::collections::BTreeSet;

impl CampaignShip {
    /// Returns the texts of all aspects of the ship: from its sheet, from the last trip, and gained in play.
    pub fn own_aspects<'s>(&'s self, item: &'s BuiltItem) -> impl Iterator<Item = &'s str> {
        let sheet = item.aspects.iter().map(|aspect| aspect.text.as_str());
        sheet.chain(self.brought.iter().map(|aspect| aspect.text.as_str())).chain(self.aspects.iter().map(String::as_str))
    }
}

impl Campaign {
    /// Writes the results of a trip into the campaign. Returns one line per change; the list is empty if there is no such ship.
    pub fn arrive(&mut self, pack: &Pack, name: &str, arrival: &Arrival) -> Vec<String> {
        let mut told = Vec::new();
        let Some(ship) = self.ships.get_mut(name) else { return told };
        let Some(item) = pack.item(&ship.item) else { return told };
        for (track, length) in &item.tracks {
            let before = ship.standing.marked.get(track).cloned().unwrap_or_default();
            let after: BTreeSet<u8> = arrival.marked(track, u8::try_from(*length).unwrap_or(0), &before);
            if after == before {
                continue;
            }
            told.push(format!("{name}: {track} {} -> {}", boxes_in_words(&before), boxes_in_words(&after)));
            if after.is_empty() {
                ship.standing.marked.remove(track);
            } else {
                ship.standing.marked.insert(track.clone(), after);
            }
        }
        for aspect in &arrival.aspects {
            if !ship.brought.iter().any(|there| there.text == aspect.text) {
                told.push(format!("{name} is now \"{}\"", aspect.text));
                ship.brought.push(aspect.clone());
            }
        }
        if arrival.r_mass > ship.r_mass {
            told.push(format!("{name}: reaction mass is {}", if arrival.r_mass == ReactionMass::Low { "low" } else { "used up" }));
            ship.r_mass = arrival.r_mass;
        }
        if let Some(v_shift) = arrival.effective_v_shift {
            told.push(format!("{name} travels at V-shift {v_shift} until she is supplied"));
            ship.v_shift = Some(v_shift);
        }
        ship.at = None;
        told
    }

    /// Resupplies a ship: removes the aspects of low or empty tanks (R-T17) and restores its thrust. Returns one line per change.
    pub fn resupply(&mut self, name: &str) -> Vec<String> {
        let Some(ship) = self.ships.get_mut(name) else { return Vec::new() };
        let mut told: Vec<String> = ship.brought.drain(..).map(|aspect| format!("{name} is no longer \"{}\"", aspect.text)).collect();
        if ship.r_mass != ReactionMass::Ok || ship.v_shift.is_some() {
            told.push(format!("{name} has reaction mass and her full thrust again"));
        }
        ship.r_mass = ReactionMass::Ok;
        ship.v_shift = None;
        told
    }
}
