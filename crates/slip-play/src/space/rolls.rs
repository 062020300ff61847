//! Rolls: which fall when, and what they add up (space.md 7).
//!
//! The order of what they add up is always the same: the skill with its penalties, limited or amplified; then what is flat;
//! then dice; then what is bought.

use crate::conflict::Refusal;
use crate::event::{Event, Events, Part, Parts, Stage};
use crate::ids::{ActorId, SkillId};
use crate::roll::Roll;
use crate::space::Space;
use crate::space::roster::Post;
use crate::space::state::Matter;
use slip_dice::{Dice, Faces};

impl Space {
    /// The next roll of the phase falls (`Phase::Throw`), by what the phase is about.
    pub(super) fn throw(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        match self.state.stage {
            Stage::Detection => self.throw_detection(dice, out),
            Stage::Position => self.throw_position(dice, out),
            Stage::Ew | Stage::Beams | Stage::Torpedoes => self.throw_attack(dice, out),
            // Boarders and repairs throw where they are decided.
            Stage::Boarding | Stage::DamageControl => {
                self.pass_on(out);
                Ok(())
            }
        }
    }

    /// The rolls on the table are settled (`Phase::Result`), by what they are about.
    pub(super) fn settle(&self, out: &mut Events) {
        match self.state.contest.as_ref().map(|contest| contest.matter) {
            Some(Matter::Detection) => self.settle_detection(out),
            Some(Matter::Position) => self.settle_position(out),
            Some(Matter::Attack) => self.settle_attack(out),
            Some(Matter::Repair(track)) => self.settle_repair(track, out),
            Some(Matter::Boarding) => self.settle_boarding(out),
            Some(Matter::Maneuver) => self.settle_maneuver(out),
            Some(Matter::Deny(_)) | None => self.pass_on(out),
        }
    }

    /// Dice fall for a roll of this number; what it comes to.
    #[expect(clippy::too_many_arguments, reason = "a roll is that many things")]
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

    /// A result without dice.
    pub(super) fn count_as(&self, number: u32, me: ActorId, skill: Option<SkillId>, part: Part, amount: i32, out: &mut Events) {
        let mut parts = Parts::new();
        parts.add(part, amount);
        out.push(Event::Roll { roll: number, me, skill, faces: Faces::default(), parts, total: amount, against: None, standing: true });
    }

    /// A roll that stands is read again.
    pub(super) fn read_again(&self, roll: &Roll, out: &mut Events) {
        let Roll { id, who, skill, faces, parts, .. } = *roll;
        out.push(Event::Roll { roll: id, me: who, skill, faces, parts, total: roll.total(), against: None, standing: true });
    }

    /// A skill at a post as it is rolled by itself, with what other posts take from it; the post is worked, which is an act
    /// only if the roll is one. None if nobody may work it.
    pub(super) fn post_parts(&self, ship: ActorId, post: Post, out: &mut Events) -> Option<(SkillId, Parts)> {
        self.worked_parts(ship, post, false, out)
    }

    /// As [`Space::post_parts`], for a roll that is the act of the phase.
    pub(super) fn worked_parts(&self, ship: ActorId, post: Post, acts: bool, out: &mut Events) -> Option<(SkillId, Parts)> {
        let (rank, by, penalty) = self.eff(ship, post)?;
        let skill = self.roster.post_skill(post);
        let mut parts = Parts::new();
        parts.add(Part::Skill(skill), rank - penalty);
        if penalty != 0 {
            parts.add(Part::Posts, penalty);
        }
        out.push(Event::Post { ship, post: post.number(), by, acts });
        Some((skill, parts))
    }
}
