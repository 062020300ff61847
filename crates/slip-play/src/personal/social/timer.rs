//! Time passes box by box; mere friends go home; how long it took and how well it ended (social.md 3.4, 4, 7, 8, R-SC14, R-SC18,
//! R-SC21).

use crate::conflict::Why;
use crate::event::{Event, Events, Phase, SocialEvent, SocialOp, Step};
use crate::ids::{ActorId, Id, Seat};
use crate::personal::Personal;
use crate::personal::social::Trigger;
use crate::victory;
use slip_dice::fate::time::{Taken, taken};

impl Personal {
    /// Boxes of time that are left.
    pub fn time_left(&self) -> u32 {
        self.state.boxes
    }

    /// A round is over: one box of time is checked, then mere friends go home; victory is looked at after that.
    pub(in crate::personal) fn check_box(&self, out: &mut Events) {
        let left = self.state.boxes.saturating_sub(1);
        out.push(Event::Social(Box::new(SocialEvent { left, ..SocialEvent::of(SocialOp::Box) })));
        self.send_home(out);
        Personal::go(out, Step::of(Phase::RoundEnd, Id::None).m(1));
    }

    /// True if the zones of friends are looked at after every action too.
    pub(in crate::personal) fn checks_triggers_at_once(&self) -> bool {
        self.roster.social.as_ref().is_some_and(|social| social.triggers_at_once)
    }

    /// Everybody who is only a friend of somebody is out of it; whether there was anybody.
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

    /// Who is in a zone of friends with the objective.
    fn friends(&self, trigger: &Trigger) -> Vec<ActorId> {
        let there = |&who: &ActorId| self.state.actors[who].zone == trigger.zone;
        let objectives = self.objectives(&trigger.objective);
        if !objectives.iter().any(there) {
            return Vec::new();
        }
        self.suitors(&objectives).filter(there).collect()
    }

    /// The end, with how long it has taken and how well it has ended told before it. What has broken down has failed: time and grade
    /// are those of a victory (7, R-SC18).
    pub(in crate::personal) fn finish(&self, end: Event, out: &mut Events) {
        let failed = matches!(end, Event::End { why: Why::BrokeDown, .. });
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

    /// The end of a conflict that has turned violent: every side's stakes fail, or the file says whose they are (R-SC18).
    pub(in crate::personal) fn broken_down(&self, by: Option<ActorId>) -> Event {
        Event::End { winner: self.stakes_if_violent(by), why: Why::BrokeDown, turns: self.state.round }
    }

    /// Who has the stakes once somebody has turned violent: whom the file names, unless it was one of theirs (R-ZB11).
    pub fn stakes_if_violent(&self, by: Option<ActorId>) -> Option<Seat> {
        let named = self.roster.social.as_ref().and_then(|social| social.broke_down.flatten());
        named.filter(|&side| by.is_none_or(|who| self.roster.side(who) != side))
    }
}

/// The line of the time track that it took: one nearer the shortest for each box that is left (7).
fn elapsed(most: usize, left: u32) -> Option<usize> {
    let less = i32::try_from(left).unwrap_or(i32::MAX);
    match taken(most, less, most, false) {
        Taken::Line(line) => Some(line),
        Taken::Failed => None,
    }
}
