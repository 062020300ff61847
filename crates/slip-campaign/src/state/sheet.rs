//! View of a person or a ship for the rules: the package item together with the state in the campaign.

use super::{Campaign, SheetState};
use slip_dice::fate::Track;
use slip_dice::fate::check::UNTRAINED;
use slip_dice::fate::consequence::{Grade, Schedule, Slots};
use slip_pack::ruleset::Rules;
use slip_pack::{BuiltItem, Pack};

/// Person or ship with its current state.
#[derive(Clone, Copy, Debug)]
pub struct CampaignSheet<'s, 'p> {
    /// Name in the campaign.
    pub name: &'s str,
    /// Item in the package.
    pub item: &'p BuiltItem,
    /// State in the campaign.
    pub standing: &'s SheetState,
}

impl Campaign {
    /// Returns a person or a ship, if the campaign has one with this name and the package has its item.
    pub fn sheet<'s, 'p>(&'s self, pack: &'p Pack, name: &'s str) -> Option<CampaignSheet<'s, 'p>> {
        Some(CampaignSheet { name, item: self.item(pack, name)?, standing: self.standing(name)? })
    }
}

impl<'p> CampaignSheet<'_, 'p> {
    /// Returns the rank in a skill; -1 if untrained.
    pub fn rank(&self, skill: &str) -> i32 {
        self.item.rank(skill).unwrap_or(UNTRAINED)
    }

    /// Returns a track with its marked boxes; `None` if there is no such track.
    pub fn track(&self, name: &str) -> Option<Track> {
        let length = self.item.tracks.get(name)?;
        Some(self.standing.track(name, *length))
    }

    /// Returns the free consequence slots of the person or ship.
    pub fn free(&self) -> Slots {
        self.standing.free(self.item)
    }

    /// Returns how much each grade of consequence reduces a hit on a track.
    pub fn schedule(&self, rules: &Rules, track: &str) -> Schedule {
        match self.item.schedules.get(track) {
            Some(own) => Schedule::of(own.map(i64::from)),
            None => Schedule::of([rules.int("mild", 1), rules.int("moderate", 2), rules.int("severe", 4)]),
        }
    }

    /// True if there is a consequence of this grade.
    pub fn has(&self, grade: Grade) -> bool {
        self.standing.consequences.iter().any(|consequence| consequence.grade() == grade)
    }

    /// Returns the display name of the person or ship.
    pub fn title(&self) -> &'p str {
        &self.item.title
    }
}
