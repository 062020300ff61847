//! How long what a moment brings goes on counting, and which lines are brought by moments at all.
//!
//! Deeds happen and are over. A number, a track, a ban or a mark behind a moment (`after hit target -1 to defence`) begins to
//! count when the moment comes (R-XTE2); so does a number without a roll that somebody pays for (R-XTE3).

use super::{Area, Beat, Does, Hook, Line, Live, What};
use slip_pack::effect::{Event, HitKind, When};
use slip_pack::formula::Formula;

/// How long a line counts once it was set off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasting {
    /// Until what is being done is over.
    Act,
    /// Until the next turn of whoever carries it begins; of what nobody carries, until the round ends.
    Turn,
    /// As long as the fight.
    Fight,
}

impl Does {
    /// True if it hurts whom it is about.
    pub const fn harms(&self) -> bool {
        matches!(self, Does::Suffers(..) | Does::Faces { .. } | Does::Boxes { erase: false, .. } | Does::Pays(_) | Does::Drops(_))
    }

    /// True if it says what is so, and so counts for a while when a moment sets it off.
    pub const fn stands(&self) -> bool {
        matches!(
            self,
            Does::Change(..)
                | Does::Set(..)
                | Does::Blend { .. }
                | Does::Tracks { .. }
                | Does::Divert { .. }
                | Does::Permit { cannot: true, .. }
                | Does::Mark(_)
        )
    }
}

impl What {
    /// Whether no roll asks for it: it counts in turns, rounds or the whole fight.
    pub const fn is_without_roll(&self) -> bool {
        matches!(self, What::Attacks(_) | What::Ammo | What::FreeMove | What::Order | What::Zones)
    }
}

impl Line {
    /// True if it is a number without a roll that somebody chooses to have in their turn.
    pub const fn is_had_in_turn(&self) -> bool {
        let numbers = matches!(&self.does, Does::Change(what, _) if what.is_without_roll());
        numbers && self.cue.is_none() && (self.choice || self.as_action)
    }

    /// Whether somebody chooses it for a roll, or not at all.
    pub const fn is_offered(&self) -> bool {
        self.cue.is_none() && (self.choice || self.as_action || matches!(self.does, Does::Choose(_)))
    }

    /// True if it is somebody's choice by what it does, whatever it costs: a place that need not be struck as a whole, one more
    /// track to choose from, a word that other lines ask for (effects.md 2).
    pub(crate) const fn leaves_open(&self) -> bool {
        matches!(&self.does, Does::Area { area: Area { always: false, .. }, .. } | Does::Tracks { how: HitKind::May, .. } | Does::Choose(_))
    }

    /// True if its condition asks for this word of a choice.
    pub(crate) fn asks_for(&self, word: &str) -> bool {
        let mut asks = false;
        if let Some(condition) = &self.condition {
            condition.names(&mut |live| asks |= matches!(live, Live::Chosen(chosen) if chosen == word));
        }
        asks
    }

    /// True if it counts only once it was set off.
    pub const fn waits(&self) -> bool {
        self.cue.is_some() || (self.is_had_in_turn() && !self.as_action)
    }

    /// How long it counts once it was set off.
    pub const fn lasts(&self) -> Lasting {
        let Some(cue) = &self.cue else {
            // What is loaded stays loaded.
            return if matches!(&self.does, Does::Change(What::Ammo, _)) { Lasting::Fight } else { Lasting::Turn };
        };
        match (&cue.what, cue.when) {
            (Beat::Roll(_), When::Before | When::At | When::Each) | (Beat::Event(Event::Hit), When::Before) => Lasting::Act,
            (Beat::Event(Event::Setup | Event::Start), _) => Lasting::Fight,
            _ => Lasting::Turn,
        }
    }

    /// Where it counts once a moment has set it off, besides waiting for that.
    pub(super) fn hook_later(&self) -> Option<Hook> {
        (self.cue.is_some() && self.does.stands()).then(|| self.does.hook(false))
    }
}

/// Whether a number can be reckoned only where it is used: it asks for the value without effects, or for zones out of range.
pub fn is_reckoned_late(number: &Formula<Live>) -> bool {
    let mut late = false;
    number.names(&mut |live| late |= matches!(live, Live::Base | Live::Outside));
    late
}
