//! Describes hits on morale, boxes, and the end of a unit.

use super::phrases::{boxes, name};
use crate::transcript::Transcript;
use crate::transcript::phrases::title;
use slip_dice::fate::{Slots, Track};
use slip_play::event::{Event, TrackId};
use slip_play::ids::ActorId;
use slip_play::names::Names;
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::MORALE;

impl Transcript {
    /// Describes a hit on a unit and the consequences that its platoon takes.
    pub(super) fn unit_hit(&mut self, fight: &PlatoonFight, event: &Event) {
        let Event::Hit { who, track, shifts, less, left, .. } = event else { return };
        self.struck = *left;
        let worth = |grade| fight.roster.schedule.worth(Slots::NONE.with(grade));
        let taken: Vec<String> = less.grades().map(|grade| format!(" - {} {}", grade.word(), worth(grade))).collect();
        let rest = less.grades().fold(*shifts, |rest, grade| rest - worth(grade));
        let sum = if taken.is_empty() { String::new() } else { format!(" = {}", rest.max(0)) };
        let none = if *left > 0 { "." } else { ": no box is marked." };
        let on = if *track == MORALE { String::new() } else { format!(" on {}", title(fight.track(*track))) };
        self.detail(format!("{} takes {shifts}{}{sum}{on}{none}", name(fight, *who), taken.concat()));
    }

    /// Describes the boxes that a hit marks, and why they are more or fewer than the shifts of the hit.
    pub(super) fn unit_mark(&mut self, fight: &PlatoonFight, who: ActorId, track: TrackId, up_to: u8) {
        let Some(unit) = fight.state.unit(who) else { return };
        let mut after = unit.track(track);
        after.mark(up_to);
        let rolled = if i32::from(up_to) > self.struck && self.struck > 0 {
            format!(" (box {} is full, so box {up_to} is marked)", self.struck)
        } else {
            String::new()
        };
        self.add(&format!("{} {}{rolled}.", title(fight.track(track)), boxes(after)));
    }

    /// Describes boxes that are marked or cleared without a hit, by rallies or by hits that roll down.
    pub(super) fn unit_boxes(&mut self, fight: &PlatoonFight, who: ActorId, track: TrackId, bits: u32) {
        let Some(unit) = fight.state.unit(who) else { return };
        let before = unit.track(track);
        let marked: Vec<u8> = (1..=before.length()).filter(|number| bits >> (number - 1) & 1 == 1).collect();
        let after = Track::with_marked(i32::from(before.length()), &marked);
        let list = |numbers: Vec<u8>| numbers.iter().map(u8::to_string).collect::<Vec<_>>();
        let cleared = list(before.boxes().filter(|&number| !after.is_marked(number)).collect());
        let marked = list(after.boxes().filter(|&number| !before.is_marked(number)).collect());
        let one = |numbers: &[String]| format!("{} {}", if numbers.len() == 1 { "box" } else { "boxes" }, numbers.join(", "));
        let done = match (cleared.as_slice(), marked.as_slice()) {
            ([], []) => "nothing changes".to_owned(),
            (cleared, []) => format!("{} cleared", one(cleared)),
            ([], marked) => format!("{} marked", one(marked)),
            (cleared, marked) => format!("{} cleared, {} marked", one(cleared), one(marked)),
        };
        self.add(&format!("{} of {}: {done}, {}.", title(fight.track(track)), name(fight, who), boxes(after)));
    }

    /// Describes a unit that is out of the fight, and its outcome.
    pub(super) fn unit_out(&mut self, fight: &PlatoonFight, event: &Event) {
        let Event::Out { who, track, fate, say, .. } = event else { return };
        let unit = name(fight, *who);
        let Some(fate) = *fate else {
            let words = format!("Past the end of its {}: {unit} is out.", fight.track(*track).replace('_', " "));
            let told = self.open.trim_start().starts_with(&format!("{unit} takes"));
            return if told { self.add(&words) } else { self.detail(words) };
        };
        let story = say.as_ref().map(|say| format!(" \"{say}\"")).unwrap_or_default();
        self.detail(format!("{unit}: {}.{story}", fight.outcome_tag(fate).replace('_', " ")));
    }
}
