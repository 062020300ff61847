//! Sheets of actors as the other side knows them, in games where sheets are closed.

use crate::ids::{Seat, SkillId};
use crate::personal::Personal;
use crate::personal::roster::PersonalRoster;
use std::sync::Arc;

impl Personal {
    /// Returns the sheets as a side knows them: its own sheets, and of its enemies only the ranks that rolls have shown. Unknown ranks are
    /// taken to be the highest of any actor in any skill (R-XTS5). Weapons, armour, tracks and aspects are open to all.
    pub fn known_sheets(&self, side: Seat) -> Arc<PersonalRoster> {
        let mut roster = (*self.roster).clone();
        let ranks = roster.actors.values().flat_map(|sheet| sheet.ranks.values());
        let cap = ranks.copied().flatten().max();
        let hidden = |skill: SkillId| roster.skills.row(skill).is_some_and(|skill| !skill.fixed);
        let hidden: Vec<SkillId> = roster.skills.keys().filter(|&skill| hidden(skill)).collect();
        for seat in self.roster.sides.keys().filter(|&seat| seat != side) {
            for &who in self.roster.sides.row(seat).map_or(&[][..], |side| &side.members) {
                let shown = self.state.shown.row(who).copied().unwrap_or_default();
                let Some(sheet) = roster.actors.row_mut(who).filter(|sheet| !sheet.mooks) else { continue };
                for &skill in hidden.iter().filter(|&&skill| !shown.has(skill)) {
                    if let Some(rank) = sheet.ranks.row_mut(skill) {
                        *rank = cap;
                    }
                }
            }
        }
        roster.settle_serving();
        Arc::new(roster)
    }
}

/// Cache of the sheets that a side knows, valid until another rank is shown.
#[derive(Clone, Debug, Default)]
pub struct KnownSheets {
    kept: Option<ShownRanks>,
}

/// Sheets of a side, and the ranks that were shown to the side when the sheets were computed.
#[derive(Clone, Debug)]
struct ShownRanks {
    side: Seat,
    shown: Vec<u128>,
    /// The real sheets.
    of: Arc<PersonalRoster>,
    /// Sheets as the side knows them.
    known: Arc<PersonalRoster>,
}

impl KnownSheets {
    /// Returns the fight as a side sees it; `None` if the game has open sheets.
    pub fn seen_by(&mut self, fight: &Personal, side: Seat) -> Option<Personal> {
        if !fight.roster.settings.closed_sheets {
            return None;
        }
        let shown: Vec<u128> = fight.state.shown.values().map(|shown| shown.bits()).collect();
        let same = |kept: &&ShownRanks| kept.side == side && kept.shown == shown && Arc::ptr_eq(&kept.of, &fight.roster);
        let roster = match self.kept.as_ref().filter(same) {
            Some(kept) => Arc::clone(&kept.known),
            None => {
                let known = fight.known_sheets(side);
                self.kept = Some(ShownRanks { side, shown, of: Arc::clone(&fight.roster), known: Arc::clone(&known) });
                known
            }
        };
        Some(Personal { roster, state: fight.state.clone() })
    }
}
