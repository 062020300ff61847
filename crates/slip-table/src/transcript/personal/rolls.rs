//! Describes rolls in personal combat: arithmetic, additions after the dice, and effects on tracks.

use crate::transcript::Transcript;
use crate::transcript::phrases::{bearer, counted, deed, name, rung, skill_title, sum, title};
use slip_play::choice::Verb;
use slip_play::event::{Buy, Event, Phase, TrackId};
use slip_play::ids::ActorId;
use slip_play::names::Names;
use slip_play::personal::Personal;
use slip_play::personal::state::COMPOSURE;

impl Transcript {
    pub(super) fn roll(&mut self, fight: &Personal, event: &Event) {
        let Event::Roll { me, skill, faces, parts, total, against, standing, .. } = event else { return };
        let who = name(fight, *me);
        self.tells_roll = !self.brief || fight.state.step.phase == Phase::Morale;
        if fight.state.step.phase == Phase::Action {
            let deed = deed(fight, *me);
            // In social combat a roll without an opponent needs at least one shift.
            let against =
                against.filter(|_| fight.roster.social.is_none()).map(|against| format!(" against {against}")).unwrap_or_default();
            if !self.tells_roll {
                return self.close();
            }
            return self.begin(format!("{who} {deed}: {}: {}{against}.", sum(fight, *me, faces, parts), rung(*total)));
        }
        if fight.state.step.phase == Phase::Morale {
            let check = fight.state.nerve.queue.iter().find(|check| check.who == *me);
            let fallen = check.map_or(String::new(), |check| format!(" as {} falls", name(fight, check.fallen)));
            let against = against.map(|against| format!(" against {against}")).unwrap_or_default();
            let sum = sum(fight, *me, faces, parts);
            return self.begin(format!("  {who} checks morale{fallen}: {sum}: {}{against}.", rung(*total)));
        }
        let how = match skill {
            Some(skill) if *skill == fight.roster.parts.dodge => "dodges".to_owned(),
            Some(skill) => format!("defends with {}", skill_title(fight, *skill)),
            None => "defends".to_owned(),
        };
        let live = if *standing { " as before" } else { "" };
        if !self.tells_roll {
            return self.close();
        }
        self.begin(format!("  {who} {how}{live}: {}: {}.", sum(fight, *me, faces, parts), rung(*total)));
    }

    pub(super) fn adjust(&mut self, fight: &Personal, event: &Event) {
        let Event::Adjust { by, buy, aspect, only, amount, faces, total, say, .. } = event else { return };
        let who = name(fight, *by);
        let words = aspect.map_or("", |id| fight.aspect(id));
        let gain = match faces {
            Some(faces) => format!("rolls again, {faces} = {:+}", faces.total()),
            None => format!("{amount:+}"),
        };
        let only = only.map(|only| format!(" against {}", name(fight, only))).unwrap_or_default();
        let story = say.as_ref().map(|say| format!(" (\"{say}\")")).unwrap_or_default();
        let whose = aspect.map(|id| format!(" on {}", bearer(fight, id))).unwrap_or_default();
        let deed = match buy {
            Buy::Pass => return,
            Buy::Spin => format!("{who} spends {amount} spin: {gain}"),
            Buy::Invoke => format!("{who} invokes \"{words}\"{story}: {gain}"),
            Buy::Tag => format!("{who} tags \"{words}\"{whose}{story}: {gain}"),
            Buy::Line => format!("{who} {gain}"),
            Buy::Late => return self.begin(format!("  \"{words}\" changes the roll: {amount:+}, now {total}.")),
            Buy::Free => format!("{who} uses the free tag of \"{words}\"{whose}{story}: {gain}"),
        };
        self.begin(format!("  {deed}{only}, now {}.", rung(*total)));
    }

    pub(super) fn result(&mut self, fight: &Personal, event: &Event) {
        let Event::Result { against, attack, defence, shifts, ok, .. } = event else { return };
        if self.result_of_words(fight, event) {
            return;
        }
        let Some(defender) = against else {
            let nerve = fight.nerve_check().is_some();
            let words = match (fight.state.declared.act, ok) {
                (_, true) if nerve => "Steady.".to_owned(),
                (_, false) if nerve => format!("Shaken, by {}.", -shifts),
                (Some(Verb::Move), _) => {
                    let points = counted(i64::from(1 + (*shifts).max(0)), "point", "points");
                    format!("Gains {points} of movement.")
                }
                (_, true) => "It works.".to_owned(),
                (_, false) => "It fails.".to_owned(),
            };
            return self.add(&words);
        };
        let several = fight.state.contest.as_ref().is_some_and(|contest| contest.defences.len() > 1);
        let words = match shifts {
            shifts if *ok => format!("Hit by {shifts}."),
            0 => "A draw: one shift more would hit.".to_owned(),
            shifts => format!("Missed by {}.", -shifts),
        };
        if several || self.open.is_empty() {
            self.begin(format!("  {}: {attack} against {defence}. {words}", name(fight, *defender)));
        } else {
            self.add(&words);
        }
    }

    pub(super) fn hit(&mut self, fight: &Personal, event: &Event) {
        let Event::Hit { who, track, besides, shifts, less, left } = event else { return };
        self.struck = *left;
        let aimed = *track;
        let track = title(fight.track(*track));
        // Two other reasons for a hit on both tracks, vacuum and the weapon, were described before.
        let shocks = fight.is_first_blood(*who, aimed, *left);
        let beside = |also: TrackId| {
            let why = if shocks && also == COMPOSURE { " (first blood)" } else { "" };
            format!(", and on {} as well{why}", title(fight.track(also)))
        };
        let also: String = besides.iter().map(beside).collect();
        let worth = |grade| fight.absorbs(*who, aimed, slip_dice::fate::Slots::NONE.with(grade));
        let taken: Vec<String> = less.grades().map(|grade| format!(" - {} {}", grade.word(), worth(grade))).collect();
        let rest = less.grades().fold(*shifts, |rest, grade| rest - worth(grade));
        let sum = if taken.is_empty() { String::new() } else { format!(" = {}", rest.max(0)) };
        let none = if *left > 0 { "." } else { ": no box is marked." };
        let who = name(fight, *who);
        self.begin(format!("  {who} takes {shifts}{}{sum} on {track}{also}{none}", taken.concat()));
    }

    /// Describes the boxes that a hit marks, and why they are more or fewer than the shifts of the hit (R-P12).
    pub(super) fn mark(&mut self, fight: &Personal, who: ActorId, track: TrackId, up_to: u8) {
        let length = fight.state.actors[who].track(track).length();
        let boxes = if up_to == 1 { "box 1".to_owned() } else { format!("boxes 1 to {up_to}") };
        let are = if up_to == 1 { "is" } else { "are" };
        let name_of = if self.open.is_empty() { format!(" of {}", name(fight, who)) } else { String::new() };
        let rolled = if i32::from(up_to) > self.struck && self.struck > 0 {
            format!(" (box {} is full, so box {up_to} is marked)", self.struck)
        } else {
            String::new()
        };
        self.add(&format!("{}{name_of}: {boxes} of {length} {are} marked{rolled}.", title(fight.track(track))));
    }

    /// Describes boxes that are marked or cleared without a hit.
    pub(super) fn boxes(&mut self, fight: &Personal, who: ActorId, track: TrackId, boxes: u32) {
        let before = fight.state.actors[who].track(track);
        let was: u32 = before.boxes().map(|number| 1 << (number - 1)).sum();
        let (more, fewer) = ((boxes & !was).count_ones(), (was & !boxes).count_ones());
        let done = match (more, fewer) {
            (0, 0) => "nothing changes".to_owned(),
            (0, fewer) => format!("{} erased", counted(i64::from(fewer), "box is", "boxes are")),
            (more, 0) => format!("{} marked", counted(i64::from(more), "box is", "boxes are")),
            (more, fewer) => {
                let counted = |count: u32| counted(i64::from(count), "box is", "boxes are");
                format!("{} erased and {} marked", counted(fewer), counted(more))
            }
        };
        self.add(&format!("{} of {}: {done}.", title(fight.track(track)), name(fight, who)));
    }
}
