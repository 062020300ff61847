//! Choice of the skill, after the free move. It cannot be the skill of the last action that was rolled (R-SC6).

use crate::choice::{Answer, Choice, Options, Verb};
use crate::effects::{Act, Hook, StandIn};
use crate::event::{Event, Events, Phase, Step, TrackId};
use crate::ids::{ActorId, Id, SkillId};
use crate::personal::Personal;
use crate::personal::roster::PersonalSkill;
use crate::personal::state::HEALTH;
use crate::question::Point;
use crate::question_loop::Question;
use std::cmp::Reverse;

impl Personal {
    /// True if the declared action needs a roll, so that a skill must be chosen.
    pub(super) fn needs_skill(&self, who: ActorId) -> bool {
        let declared = &self.state.declared;
        match declared.act {
            Some(Verb::Attack | Verb::Move | Verb::Obstruct | Verb::Push) => true,
            Some(Verb::Maneuver) => !self.is_unopposed(who),
            Some(Verb::Remove) => !self.is_unopposed(who) && !self.is_free_to_shed(declared.aspect),
            _ => false,
        }
    }

    /// True if a skill may be rolled for an act in a social conflict. A skill for attacks with words may be rolled for every act. A skill
    /// for maneuvers or obstructions may be rolled for every act except attacks and defences, the skill of nerve only for defences. With
    /// `narrated any`, and where Wealth is at stake (R-SC17), every skill may be rolled.
    fn argues(&self, skill: SkillId, act: Act, track: Option<TrackId>) -> bool {
        let roster = &self.roster;
        let talks = || match act {
            Act::Attack => roster.serves(skill, Act::Attack),
            Act::Defence => roster.serves(skill, Act::Attack) || skill == roster.parts.nerve,
            _ => [Act::Attack, Act::Maneuver, Act::Obstruct].into_iter().any(|act| roster.serves(skill, act)),
        };
        roster.settings.any_skill_serves || track == Some(HEALTH) || talks()
    }

    /// Returns the skills that may be rolled for an act, trained or not, and their substitutes. `track` is the track that an attack is
    /// aimed at.
    fn known_skills(&self, who: ActorId, act: Act, track: Option<TrackId>) -> Vec<SkillId> {
        let roster = &self.roster;
        let serves = |&(id, skill): &(SkillId, &PersonalSkill)| !skill.fixed && self.argues(id, act, track);
        let mut skills: Vec<SkillId> = roster.skills.iter().filter(serves).map(|(id, _)| id).collect();
        let uses = roster.actors[who].uses.iter();
        let fits = |there: &&StandIn| {
            let act_fits = there.act.is_none_or(|wanted| wanted == act);
            !there.must && act_fits && there.skill.is_none_or(|skill| self.argues(skill, act, track)) && self.stands(who, there)
        };
        let stands = uses.filter(fits);
        skills.extend(stands.map(|there| there.basis));
        skills.sort_unstable();
        skills.dedup();
        skills
    }

    /// Returns the skills that an actor may act with now. All skills for the act are allowed, except the skill of the actor's last action
    /// (R-SC6).
    pub fn open_skills(&self, who: ActorId, act: Act) -> Vec<SkillId> {
        let last = self.state.actors[who].last;
        let track = self.state.declared.track.filter(|_| act == Act::Attack);
        let mut skills = self.known_skills(who, act, track);
        skills.retain(|&skill| last.is_none() || self.skill_used(who, skill, act) != last);
        if act == Act::Attack && self.roster.lines.any(Hook::Attacks) {
            skills.retain(|&skill| self.has_attacks_left(who, Choice::of(Verb::Use).n(i16::from(skill.0)), skill));
        }
        skills
    }

    /// True if the actor may attack once more this turn, with any of its skills.
    pub(in crate::personal) fn has_words_left(&self, who: ActorId) -> bool {
        let left = |skill: SkillId| self.has_attacks_left(who, Choice::of(Verb::Use).n(i16::from(skill.0)), skill);
        !self.roster.lines.any(Hook::Attacks) || self.known_skills(who, Act::Attack, None).into_iter().any(left)
    }

    /// Returns the skills with which an actor may defend against an attack on a track, or against a push. These are the skills that may be
    /// rolled for a defence (R-SC24). The file may list other skills for the defence of Wealth (R-SC17).
    pub(in crate::personal) fn social_defences(&self, who: ActorId, track: TrackId) -> Vec<Option<SkillId>> {
        let Some(social) = &self.roster.social else { return Vec::new() };
        let mut skills = self.known_skills(who, Act::Defence, Some(track));
        let bound = track == HEALTH && !social.wealth_skills.is_empty();
        skills.retain(|skill| (!bound || social.wealth_skills.contains(skill)) && self.is_fresh_for(who, *skill, Act::Defence));
        if skills.is_empty() { vec![None] } else { skills.into_iter().map(Some).collect() }
    }

    /// Returns the question about the skill of an action: first to the actor, then to the side that may call the skill unfit.
    pub(in crate::personal) fn skill_question(&self, who: ActorId) -> Question {
        let judge = self.referee(who).filter(|_| self.state.declared.using.is_some());
        match judge {
            Some((seat, judge)) => Question { point: Point::Term, seat, me: Id::Actor(judge), it: Id::Actor(who) },
            None => Question::of(Point::Skill, self.roster.side(who), who, self.state.declared.it),
        }
    }

    pub(super) fn legal_skill(&self, point: Point, out: &mut Options) {
        let Some((who, act)) = self.state.actor.zip(self.declared_act()) else { return };
        if point == Point::Term {
            out.push(Choice::of(Verb::Term));
            out.push(Choice::of(Verb::Veto));
            return;
        }
        let use_of = |skill: SkillId| Choice::of(Verb::Use).n(i16::from(skill.0));
        let mut skills = self.open_skills(who, act);
        if let Some(unfit) = self.state.declared.unfit.filter(|_| skills.len() > 1) {
            skills.retain(|&skill| skill != unfit);
        }
        let best = skills.iter().copied().max_by_key(|&skill| (self.plain_roll(who, Some(skill), act).parts.total(), Reverse(skill)));
        for &skill in &skills {
            out.push(use_of(skill));
        }
        if skills.is_empty() {
            out.push(Choice::of(Verb::Use).n(-1));
        }
        out.sort_with_default(best.map(use_of));
    }

    pub(super) fn decide_skill(&self, answer: &Answer, out: &mut Events) {
        let Some(who) = self.state.actor else { return };
        let action = Step::of(Phase::Action, Id::Actor(who));
        match answer.choice.verb {
            Verb::Veto => {
                let by = self.referee(who).map_or(self.roster.side(who), |(seat, _)| seat);
                out.push(Event::Veto { me: who, by, say: answer.say.clone() });
            }
            Verb::Term => Personal::go(out, action),
            _ => {
                let declared = &self.state.declared;
                // Attacks with this skill may strike other tracks than the aimed one.
                let tracks = self.tracks_by_skill(who, answer.choice.skill(), declared.it.actor());
                let aimed = declared.track.filter(|track| tracks.has(*track)).or(tracks.first());
                out.push(Event::Declare {
                    me: who,
                    act: declared.act,
                    it: declared.it,
                    using: Some(answer.choice),
                    track: declared.track.and(aimed.or(declared.track)),
                    aspect: declared.aspect,
                    thing: declared.thing,
                    term: declared.term,
                    access: declared.access,
                    say: answer.say.clone(),
                });
                // If the rules say so, another side decides if the skill fits.
                if !self.may_veto() || self.referee(who).is_none() {
                    Personal::go(out, action);
                }
            }
        }
    }
}
