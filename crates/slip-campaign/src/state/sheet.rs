//! Somebody of a campaign as the rules look at them: what the package says with what has become of it.

use super::{Campaign, Standing};
use slip_dice::fate::Track;
use slip_dice::fate::check::UNTRAINED;
use slip_dice::fate::consequence::{Grade, Schedule, Slots};
use slip_pack::ruleset::Rules;
use slip_pack::{Item, Pack};

/// A person or a ship at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'s, 'p> {
    /// The name it goes by in the campaign.
    pub name: &'s str,
    /// What the package says.
    pub item: &'p Item,
    /// What has become of it.
    pub standing: &'s Standing,
}

impl Campaign {
    /// A person or a ship, if the campaign has one of this name and the package its item.
    pub fn sheet<'s, 'p>(&'s self, pack: &'p Pack, name: &'s str) -> Option<Sheet<'s, 'p>> {
        Some(Sheet { name, item: self.item(pack, name)?, standing: self.standing(name)? })
    }
}

impl<'p> Sheet<'_, 'p> {
    /// The rank in a skill; -1 if untrained.
    pub fn rank(&self, skill: &str) -> i32 {
        self.item.rank(skill).unwrap_or(UNTRAINED)
    }

    /// A track with its marks; `None` if there is no such track.
    pub fn track(&self, name: &str) -> Option<Track> {
        let length = self.item.tracks.get(name)?;
        Some(self.standing.track(name, *length))
    }

    /// Slots for consequences that are free.
    pub fn free(&self) -> Slots {
        self.standing.free(self.item)
    }

    /// What consequences take off a hit on a track.
    pub fn schedule(&self, rules: &Rules, track: &str) -> Schedule {
        match self.item.schedules.get(track) {
            Some(own) => Schedule::of(own.map(i64::from)),
            None => Schedule::of([rules.int("mild", 1), rules.int("moderate", 2), rules.int("severe", 4)]),
        }
    }

    /// True if a consequence of a grade is there.
    pub fn has(&self, grade: Grade) -> bool {
        self.standing.consequences.iter().any(|consequence| consequence.grade() == grade)
    }

    /// The name shown to people.
    pub fn title(&self) -> &'p str {
        &self.item.title
    }
}
