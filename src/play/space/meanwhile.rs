//! What others are writing: whoever writes one of these deletes it here. Floor 5.
#![allow(missing_docs, unused, reason = "gone as soon as those land")]
use crate::dice::{Dice, Faces};
use crate::fate::Slots;
use crate::play::choice::Options;
use crate::play::conflict::Refusal;
use crate::play::event::{Event, Events, Part, Parts, TrackId};
use crate::play::ids::{ActorId, SkillId};
use crate::play::space::Space;
use crate::play::space::roster::{Hand, Post, Rating, Roster};
impl Space {
    pub fn eff(&self, ship: ActorId, post: Post) -> Option<(i32, Option<ActorId>, i32)> {
        match self.roster.ships.row(ship)?.hand(post) {
            Hand::Nobody => None,
            Hand::Default { rank, .. } => Some((i32::from(rank), None, 0)),
            Hand::Person { who, rank, .. } => Some((i32::from(rank), Some(who), 0)),
        }
    }
    pub fn raw(&self, ship: ActorId, post: Post) -> Option<i32> {
        self.eff(ship, post).map(|x| x.0 - x.2)
    }
    pub fn qualified(&self, _: ActorId, _: Post) -> bool {
        true
    }
    pub fn rating(&self, ship: ActorId, rating: Rating) -> i32 {
        self.roster.ships.row(ship).map_or(0, |s| s.rating(rating))
    }
    pub fn may_concede(&self, _: ActorId) -> bool {
        false
    }
    pub fn free_slots(&self, who: ActorId) -> Slots {
        self.state.ship(who).map_or(Slots::NONE, |s| s.slots)
    }
    pub fn absorbs(&self, _who: ActorId, _track: TrackId, set: Slots) -> i32 {
        self.roster.settings.schedule.worth(set)
    }
    pub(super) fn strike(&self, who: ActorId, track: TrackId, also: Option<TrackId>, shifts: i32, out: &mut Events) {
        out.push(Event::Blow { who, track, too: also, shifts });
    }
    pub(super) fn cast(
        &self,
        number: u32,
        me: ActorId,
        skill: Option<SkillId>,
        parts: Parts,
        against: Option<i32>,
        dice: &mut Dice,
        out: &mut Events,
    ) -> Result<i32, Refusal> {
        let faces = dice.roll(self.roster.settings.dice)?;
        let total = faces.total() + parts.total();
        out.push(Event::Roll { roll: number, me, skill, faces, parts, total, against, standing: false });
        Ok(total)
    }
    pub(super) fn count_as(&self, number: u32, me: ActorId, skill: Option<SkillId>, part: Part, amount: i32, out: &mut Events) {
        let mut parts = Parts::new();
        parts.add(part, amount);
        out.push(Event::Roll { roll: number, me, skill, faces: Faces::default(), parts, total: amount, against: None, standing: true });
    }
    pub(super) fn worked_parts(&self, ship: ActorId, post: Post, acts: bool, out: &mut Events) -> Option<(SkillId, Parts)> {
        let (rank, by, penalty) = self.eff(ship, post)?;
        let skill = Roster::post_skill(post);
        let mut parts = Parts::new();
        parts.add(Part::Skill(skill), rank - penalty);
        out.push(Event::Post { ship, post: post.number(), by, acts });
        Some((skill, parts))
    }
    pub(super) fn roll_lines(&self, _: ActorId, _: crate::play::space::lines::SpaceRoll, _: Option<ActorId>, _: &mut Parts) {}
    pub(super) fn legal_hangar(&self, _: ActorId, _: &mut Options) {}
    pub(super) fn launch(&self, _: ActorId, _: ActorId, _: &mut Events) {}
}
