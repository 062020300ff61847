//! Makes rolls and adds up their addends.
//!
//! The order of the addends is fixed: the skill with its penalties, limited or amplified; flat numbers; dice; purchases.

use crate::conflict::Refusal;
use crate::event::{Event, Events, RollAddend, RollAddends, SpacePhase};
use crate::ids::{ActorId, SkillId};
use crate::roll::Roll;
use crate::space::Space;
use crate::space::roster::Post;
use crate::space::state::SpaceRollSubject;
use slip_dice::{Dice, Faces};

impl Space {
    /// Makes the next roll of the phase (`Phase::Throw`).
    pub(super) fn throw(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        match self.state.stage {
            SpacePhase::Detection => self.throw_detection(dice, out),
            SpacePhase::Position => self.throw_position(dice, out),
            SpacePhase::Ew | SpacePhase::Beams | SpacePhase::Torpedoes => self.throw_attack(dice, out),
            // Boarding and repair rolls are made by the modules `boarding` and `damage_control`.
            SpacePhase::Boarding | SpacePhase::DamageControl => {
                self.pass_on(out);
                Ok(())
            }
        }
    }

    /// Settles the rolls on the table (`Phase::Result`).
    pub(super) fn settle(&self, out: &mut Events) {
        match self.state.contest.as_ref().map(|contest| contest.matter) {
            Some(SpaceRollSubject::Detection) => self.settle_detection(out),
            Some(SpaceRollSubject::Position) => self.settle_position(out),
            Some(SpaceRollSubject::Attack) => self.settle_attack(out),
            Some(SpaceRollSubject::Repair(track)) => self.settle_repair(track, out),
            Some(SpaceRollSubject::Boarding) => self.settle_boarding(out),
            Some(SpaceRollSubject::Maneuver) => self.settle_maneuver(out),
            Some(SpaceRollSubject::Deny(_)) | None => self.pass_on(out),
        }
    }

    /// Rolls the dice of the roll `number`, and returns the total of the roll.
    #[expect(clippy::too_many_arguments, reason = "each argument is a part of the roll")]
    pub(super) fn cast(
        &self,
        number: u32,
        me: ActorId,
        skill: Option<SkillId>,
        parts: RollAddends,
        against: Option<i32>,
        dice: &mut Dice,
        out: &mut Events,
    ) -> Result<i32, Refusal> {
        let faces = dice.roll(self.roster.settings.dice)?;
        let total = faces.total() + parts.total();
        out.push(Event::Roll { roll: number, me, skill, faces, parts, total, against, standing: false });
        Ok(total)
    }

    /// Records a result without dice.
    pub(super) fn count_as(&self, number: u32, me: ActorId, skill: Option<SkillId>, part: RollAddend, amount: i32, out: &mut Events) {
        let mut parts = RollAddends::new();
        parts.add(part, amount);
        out.push(Event::Roll { roll: number, me, skill, faces: Faces::default(), parts, total: amount, against: None, standing: true });
    }

    /// Records again a roll that was made earlier in the phase, so that it can be used again.
    pub(super) fn read_again(&self, roll: &Roll, out: &mut Events) {
        out.push(Space::repeated(roll));
    }

    /// Returns the event that records a roll once more.
    pub(super) fn repeated(roll: &Roll) -> Event {
        let Roll { id, who, skill, faces, parts, .. } = *roll;
        Event::Roll { roll: id, me: who, skill, faces, parts, total: roll.total(), against: None, standing: true }
    }

    /// Returns the skill and the addends of a roll with the skill of a post, including penalties. The post is marked as used; the person
    /// can still act in the phase. Returns `None` if no person can work the post.
    pub(super) fn post_parts(&self, ship: ActorId, post: Post, out: &mut Events) -> Option<(SkillId, RollAddends)> {
        self.worked_parts(ship, post, false, out)
    }

    /// Like [`Space::post_parts`], for a roll that is the act of the phase.
    pub(super) fn worked_parts(&self, ship: ActorId, post: Post, acts: bool, out: &mut Events) -> Option<(SkillId, RollAddends)> {
        let (rank, by, penalty) = self.eff(ship, post)?;
        let skill = self.roster.post_skill(post);
        let mut parts = RollAddends::new();
        // The account shows the rating in place of the skill that it replaces.
        parts.add(RollAddend::Skill(self.rating_serving(ship, post).unwrap_or(skill)), rank - penalty);
        if penalty != 0 {
            parts.add(RollAddend::Posts, penalty);
        }
        out.push(Event::Post { ship, post: post.number(), by, acts });
        Some((skill, parts))
    }
}
