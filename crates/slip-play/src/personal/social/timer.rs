//! Time of a social conflict: boxes of time, actors removed by friend zones, the time taken and the grade of the result (R-SC14, R-SC18,
//! R-SC21).

use crate::conflict::EndReason;
use crate::event::{Event, Events, Phase, SocialEvent, SocialOp, Step};
use crate::ids::{ActorId, Id, Seat};
use crate::personal::Personal;
use crate::personal::social::ZoneTrigger;
use crate::victory;
use slip_dice::fate::time_track::{TaskTime, taken};

impl Personal {
    /// Returns the boxes of time left.
    pub fn time_left(&self) -> u32 {
        self.state.boxes
    }

    /// Ends a round: uses up one box of time and removes the actors in friend zones. The check of victory follows.
    pub(in crate::personal) fn check_box(&self, out: &mut Events) {
        let left = self.state.boxes.saturating_sub(1);
        out.push(Event::Social(Box::new(SocialEvent { left, ..SocialEvent::of(SocialOp::Box) })));
        self.send_home(out);
        Personal::go(out, Step::of(Phase::RoundEnd, Id::None).m(1));
    }

    /// True if friend zones remove actors after every action and not only at the end of the round (`triggers at_once`).
    pub(in crate::personal) fn checks_triggers_at_once(&self) -> bool {
        self.roster.social.as_ref().is_some_and(|social| social.triggers_at_once)
    }

    /// Removes every actor that is in a friend zone together with the objective (JUST FRIENDS, R-SC14). Returns true if any actor was
    /// removed.
    pub(in crate::personal) fn send_home(&self, out: &mut Events) -> bool {
        let Some(social) = &self.roster.social else { return false };
        let mut gone: Vec<ActorId> = Vec::new();
        for trigger in &social.friend_zones {
            gone.extend(self.friends(trigger));
        }
        gone.sort_unstable();
        gone.dedup();
        for &who in &gone {
            let left = self.state.boxes;
            out.push(Event::Social(Box::new(SocialEvent { left, ..SocialEvent::to(SocialOp::Removed, who) })));
        }
        !gone.is_empty()
    }

    /// Returns the actors that are in a friend zone together with its objective.
    fn friends(&self, trigger: &ZoneTrigger) -> Vec<ActorId> {
        let there = |&who: &ActorId| self.state.actors[who].zone == trigger.zone;
        let objectives = self.objectives(&trigger.objective);
        if !objectives.iter().any(there) {
            return Vec::new();
        }
        self.suitors(&objectives).filter(there).collect()
    }

    /// Adds the events that end the conflict: the time taken and the grade, then the end itself. A conflict that turned violent has failed;
    /// neither time nor grade is added then (R-SC18).
    pub(in crate::personal) fn finish(&self, end: Event, out: &mut Events) {
        let failed = matches!(end, Event::End { why: EndReason::BrokeDown, .. });
        if let Some(social) = self.roster.social.as_ref().filter(|_| !failed) {
            let left = self.state.boxes;
            if let Some(line) = social.max_time.and_then(|most| elapsed(most, left)) {
                let say = line.checked_sub(1).and_then(|place| social.time_track.get(place)).cloned();
                let line = u32::try_from(line).unwrap_or(u32::MAX);
                out.push(Event::Social(Box::new(SocialEvent { left, line, say, ..SocialEvent::of(SocialOp::Elapsed) })));
            }
            if let Some(grade) = social.grades.iter().find(|grade| victory::is_so(self, &grade.condition)) {
                let say = Some(grade.words.as_str().into());
                out.push(Event::Social(Box::new(SocialEvent { left, say, ..SocialEvent::of(SocialOp::Grade) })));
            }
        }
        out.push(end);
    }

    /// Returns the event that ends a conflict that turned violent. Either no side gets the stakes, or the side that the file names gets
    /// them (R-SC18).
    pub(in crate::personal) fn broken_down(&self, by: Option<ActorId>) -> Event {
        Event::End { winner: self.stakes_if_violent(by), why: EndReason::BrokeDown, turns: self.state.round }
    }

    /// Returns the side that gets the stakes after violence: the side that the file names, unless a member of that side turned violent
    /// (R-ZB11).
    pub fn stakes_if_violent(&self, by: Option<ActorId>) -> Option<Seat> {
        let named = self.roster.social.as_ref().and_then(|social| social.broke_down.flatten());
        named.filter(|&side| by.is_none_or(|who| self.roster.side(who) != side))
    }
}

/// Returns the row of the time track that the conflict took. Each box left shortens the time by one row.
fn elapsed(most: usize, left: u32) -> Option<usize> {
    let less = i32::try_from(left).unwrap_or(i32::MAX);
    match taken(most, less, most, false) {
        TaskTime::Line(line) => Some(line),
        TaskTime::Failed => None,
    }
}
