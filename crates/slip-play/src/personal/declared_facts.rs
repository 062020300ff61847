//! Declared facts. For a fate point, a player states something about the world that the actor's best skill covers. The referee may alter it
//! and return the point (R-P44).
//!
//! A fact may be stated at any question. The question is asked again after the reply to the fact.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::event::{Event, Events};
use crate::ids::{ActorId, AspectId, Id, Seat, SkillId, TableKey};
use crate::personal::Personal;
use crate::question::Point;
use crate::question_loop::Question;
use ecow::eco_format;
use slip_dice::fate::{Aspect, AspectOrigin, Holder};

impl Personal {
    /// Returns the seat and actor that answer for the referee. The seat is the first other side that is still in the fight. The actor is
    /// its first active member; mooks come last.
    pub(super) fn referee(&self, who: ActorId) -> Option<(Seat, ActorId)> {
        let seat = self.judges(who).next()?;
        let active = self.roster.sides.row(seat)?.members.iter().copied().filter(|&member| self.state.actors[member].is_active());
        active.min_by_key(|&member| self.roster.actors[member].mooks).map(|member| (seat, member))
    }

    /// Returns the skill an actor has the highest rank in; the first among equals.
    pub fn apex_skill(&self, who: ActorId) -> Option<SkillId> {
        let ranks = self.roster.actors[who].ranks.iter();
        let trained = ranks.filter_map(|(skill, rank)| Some((skill, (*rank)?))).filter(|&(skill, rank)| rank > 0 && !self.is_number(skill));
        trained.max_by_key(|&(skill, rank)| (rank, std::cmp::Reverse(skill))).map(|(skill, _)| skill)
    }

    fn is_number(&self, skill: SkillId) -> bool {
        self.roster.skills.row(skill).is_some_and(|skill| skill.fixed)
    }

    /// Adds the option to state a fact to the answers of a question. The seat must be one that is asked about facts. The actor must have a
    /// fate point, and must not have stated a fact this turn.
    pub(super) fn offer_fact(&self, question: &Question, out: &mut Options) {
        let settled = matches!(question.point, Point::Engine | Point::Fact | Point::AcceptConcession);
        if !self.roster.settings.declarations || settled || out.len() < 2 {
            return;
        }
        let Some(who) = question.me.actor() else { return };
        let asks = self.state.asks.row(question.seat).is_some_and(|points| points.asks(Point::Fact));
        let stated = self.state.declared.facts >> who.0.min(127) & 1 == 1;
        let able = asks && !stated && self.state.actors[who].fate.can_pay(1) && self.apex_skill(who).is_some();
        if able && self.referee(who).is_some() {
            for how in [Choice::FACT, Choice::FACT_SCENE, Choice::FACT_ZONE] {
                out.push(Choice::of(Verb::Fact).how(how));
            }
        }
    }

    /// Applies a stated fact: the fate point is paid, and the referee is asked.
    pub(super) fn state_fact(&self, question: &Question, answer: &Answer, out: &mut Events) {
        let Some(by) = question.me.actor() else { return };
        let (Some(skill), Some((to, judge))) = (self.apex_skill(by), self.referee(by)) else { return };
        let on = match answer.choice.how {
            Choice::FACT_SCENE => Id::Scene,
            Choice::FACT_ZONE => Id::Zone(self.state.actors[by].zone),
            _ => Id::None,
        };
        let say = answer.say.clone().or_else(|| {
            let skill = self.roster.skills.row(skill)?;
            Some(eco_format!("{}: as {} knows", skill.title, self.roster.actors[by].title))
        });
        out.push(Event::Fact { by, skill, on, to, accepted: None, say });
        self.point_for_fact(by, judge, out);
    }

    /// Applies the referee's reply to a fact: the fact is accepted, or altered and the point returned. A fact is never denied.
    pub(super) fn decide_fact(&self, question: &Question, answer: &Answer, out: &mut Events) {
        let Some(fact) = &self.state.fact else { return };
        let accepted = answer.choice.verb == Verb::Accept;
        let say = if accepted { Some(fact.say.clone()) } else { answer.say.clone() };
        out.push(Event::Fact { by: fact.by, skill: fact.skill, on: fact.on, to: fact.to, accepted: Some(accepted), say });
        if !accepted {
            return self.point_back(question.me.actor(), fact.by, out);
        }
        let holder = match fact.on {
            Id::Scene => Holder::Scene,
            Id::Zone(zone) => Holder::Zone(zone.0),
            Id::Actor(_) | Id::None => return,
        };
        let aspect = Aspect { origin: AspectOrigin::Declared, placer: Some(fact.by.0), ..Aspect::printed(fact.say.clone(), holder) };
        out.push(Event::AspectAdd { id: AspectId::of(self.state.aspects.len()), aspect });
    }

    /// Pays the fate point for a fact to the bank. With `fate zero_sum` it goes to the actor that judges the fact.
    fn point_for_fact(&self, by: ActorId, judge: ActorId, out: &mut Events) {
        if self.roster.settings.zero_sum {
            return self.point_between(by, judge, out);
        }
        self.pay(by, 1, out);
    }

    /// Gives back the fate point for a fact that was altered.
    fn point_back(&self, judge: Option<ActorId>, by: ActorId, out: &mut Events) {
        if let Some(judge) = judge.filter(|_| self.roster.settings.zero_sum) {
            return self.point_between(judge, by, out);
        }
        let left = self.state.actors[by].fate.points().saturating_add(1);
        out.push(Event::Fate { who: by, change: 1, left, from: None });
    }

    fn point_between(&self, from: ActorId, to: ActorId, out: &mut Events) {
        let points = |who: ActorId| self.state.actors[who].fate.points();
        out.push(Event::Fate { who: from, change: -1, left: points(from).saturating_sub(1), from: Some(to) });
        out.push(Event::Fate { who: to, change: 1, left: points(to).saturating_add(1), from: Some(from) });
    }
}
