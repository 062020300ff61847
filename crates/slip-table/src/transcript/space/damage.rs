//! Describes hits, boxes that are marked or cleared (on the heat track and others), and the end of a ship.

use super::phrases::{boxes, name, rating_title, track_title, with_boxes};
use crate::transcript::Transcript;
use slip_dice::fate::Slots;
use slip_play::event::{Event, SpacePhase, TrackId};
use slip_play::ids::ActorId;
use slip_play::names::Names;
use slip_play::space::Space;
use slip_play::space::roster::Rating;
use slip_play::space::state::HEAT;

impl Transcript {
    /// Describes the cause of damage that does not come from a roll.
    pub(super) fn blow(&mut self, fight: &Space, event: &Event) {
        let Event::Blow { who, track, shifts, .. } = event else { return };
        if *track != HEAT {
            return;
        }
        let ship = name(fight, *who);
        match fight.state.stage {
            SpacePhase::Position => self.deed(format!("{ship} burns {shifts}.")),
            SpacePhase::Beams if fight.state.contest.is_none() && fight.state.declared.me == Some(*who) => {
                self.deed(format!("{ship} fires beams: {}: {shifts} heat.", beams(fight, *who)));
            }
            SpacePhase::Torpedoes => {
                let by = fight.state.declared.me.map_or(String::new(), |by| format!(" the torpedoes of {}", name(fight, by)));
                self.deed(format!("{ship} fires at{by}: {}: {shifts} heat.", beams(fight, *who)));
            }
            _ => {}
        }
    }

    /// Describes a hit on a ship and the consequences that it takes.
    pub(super) fn ship_hit(&mut self, fight: &Space, event: &Event) {
        let Event::Hit { who, track, besides, shifts, less, left } = event else { return };
        self.struck = *left;
        let worth = |grade| fight.absorbs(*who, *track, Slots::NONE.with(grade));
        let taken: Vec<String> = less.grades().map(|grade| format!(" - {} {}", grade.word(), worth(grade))).collect();
        let rest = less.grades().fold(*shifts, |rest, grade| rest - worth(grade));
        let sum = if taken.is_empty() { String::new() } else { format!(" = {}", rest.max(0)) };
        let none = if *left > 0 { "." } else { ": no box is marked." };
        let besides: Vec<String> = besides.iter().map(|also| format!(" and on {}", track_title(fight, also))).collect();
        let also = if besides.is_empty() { String::new() } else { format!("{} as well", besides.concat()) };
        let ship = name(fight, *who);
        self.detail(format!("{ship} takes {shifts}{}{sum} on {}{also}{none}", taken.concat(), track_title(fight, *track)));
    }

    /// Describes the boxes that a hit marks, and why they are more or fewer than the shifts of the hit.
    pub(super) fn ship_mark(&mut self, fight: &Space, who: ActorId, track: TrackId, up_to: u8) {
        let Some(ship) = fight.state.ship(who) else { return };
        let mut after = ship.track(track);
        after.mark(up_to);
        let rolled = if i32::from(up_to) > self.struck && self.struck > 0 {
            format!(" (box {} is full, so box {up_to} is marked)", self.struck)
        } else {
            String::new()
        };
        self.add(&format!("{} {}{rolled}.", track_title(fight, track), boxes(after)));
    }

    /// Describes boxes that are marked or cleared without a hit.
    pub(super) fn ship_boxes(&mut self, fight: &Space, who: ActorId, track: TrackId, bits: u32) {
        let Some(ship) = fight.state.ship(who) else { return };
        let before = ship.track(track);
        let after = with_boxes(before, bits);
        let cleared: Vec<String> = before.boxes().filter(|&number| !after.is_marked(number)).map(|number| number.to_string()).collect();
        let marked: Vec<String> = after.boxes().filter(|&number| !before.is_marked(number)).map(|number| number.to_string()).collect();
        let list = |numbers: &[String]| format!("{} {}", if numbers.len() == 1 { "box" } else { "boxes" }, numbers.join(", "));
        let done = match (cleared.as_slice(), marked.as_slice()) {
            ([], []) => "nothing changes".to_owned(),
            (cleared, []) => format!("{} cleared", list(cleared)),
            ([], marked) => format!("{} marked", list(marked)),
            (cleared, marked) => format!("{} cleared, {} marked", list(cleared), list(marked)),
        };
        self.add(&format!("{} of {}: {done}, {}.", track_title(fight, track), name(fight, who), boxes(after)));
    }

    /// Describes a ship that is taken out, and the outcome for the ship.
    pub(super) fn ship_out(&mut self, fight: &Space, event: &Event) {
        let Event::Out { who, track, fate, say, .. } = event else { return };
        let ship = name(fight, *who);
        let Some(fate) = *fate else {
            let end = track_title(fight, *track);
            // A hit with more shifts than the track has boxes goes past the end of the track and takes the ship out. A smaller hit takes
            // the ship out only if its box and all boxes above it were marked before.
            let length = fight.state.ship(*who).map_or(0, |ship| ship.track(*track).length());
            let rolled = if self.struck <= i32::from(length) {
                format!("Box {} of {end} and all boxes above it were already marked: ", self.struck)
            } else {
                format!("Past the end of {end}: ")
            };
            let words = format!("{rolled}{ship} is taken out.");
            // The sentence is added to the line of the hit. If lines about ships that this ship releases were written since, it gets a line
            // of its own.
            return if self.open.trim_start().starts_with(&format!("{ship} takes")) { self.add(&words) } else { self.detail(words) };
        };
        let story = say.as_ref().map(|say| format!(" \"{say}\"")).unwrap_or_default();
        self.detail(format!("{ship}: {}.{story}", fight.outcome_tag(fate).replace('_', " ")));
    }
}

/// Describes the beam values that a ship has used in this turn, and its rating.
fn beams(fight: &Space, who: ActorId) -> String {
    let state = fight.state.ship(who);
    let fired = state.map_or(0, |ship| ship.beam_used);
    let defended = state.map_or(0, |ship| ship.beam_defended);
    let rating = rating_title(fight, Rating::Beam);
    format!("{fired} fired and {defended} used in defence this turn, of {rating} {}", fight.rating(who, Rating::Beam))
}
