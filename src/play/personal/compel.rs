//! Compels before the dice, and the answers to them (personal.md 2.7, R-P20, R-P21, R-P50). Floor 5.

use crate::fate::Holder;
use crate::pack::effect::TagVerb;
use crate::play::choice::{Answer, Choice, Options, Verb};
use crate::play::effects::Hook;
use crate::play::event::{Counter, Event, Events, Phase, Step};
use crate::play::ids::{ActorId, AspectId, Id};
use crate::play::personal::Personal;

impl Personal {
    /// Aspects by which the acting character can be compelled: its own, its gear's, the zone's, the scene's; each once a
    /// declaration.
    pub(super) fn compellable(&self) -> impl Iterator<Item = AspectId> {
        let actor = self.state.actor;
        let zone = actor.map(|who| self.state.actors[who].zone.0);
        self.state.aspects.iter().filter_map(move |(id, aspect)| {
            let on = match aspect.holder {
                Holder::Actor(who) | Holder::Gear(who, _) => actor.is_some_and(|actor| actor.0 == who),
                Holder::Zone(there) => zone == Some(there),
                Holder::Scene => true,
                Holder::System | Holder::Campaign => self.roster.lines.any(Hook::Tag) && self.is_compelled_by_line(id),
            };
            (aspect.present && on && !self.state.declared.compelled.contains(&id)).then_some(id)
        })
    }

    /// Who is asked next whether to compel: enemies in turn order from the actor, who have a point in hand. Nobody if
    /// there is nothing left to compel, and nobody compels mooks, who have no aspects of their own.
    pub(super) fn next_compeller(&self, after: Option<ActorId>) -> Option<ActorId> {
        let actor = self.state.actor?;
        if self.roster.actors[actor].mooks {
            return None;
        }
        self.compellable().next()?;
        let order = &self.state.order;
        let from = order.iter().position(|&who| who == after.unwrap_or(actor))?;
        let start = order.iter().position(|&who| who == actor)?;
        let count = order.len();
        let passed = (from + count - start) % count.max(1);
        let rest = order.iter().cycle().skip(from + 1).take(count.saturating_sub(passed + 1));
        rest.copied().find(|&who| self.can_compel(who, actor))
    }

    /// Whether a line lets anybody compel by an aspect that is out of reach otherwise.
    fn is_compelled_by_line(&self, id: AspectId) -> bool {
        self.roster.actors.keys().any(|who| self.tag_lines(TagVerb::Compel, id, who, false).next().is_some())
    }

    /// Aspects by which somebody in particular may compel.
    fn compellable_by(&self, who: ActorId) -> impl Iterator<Item = AspectId> {
        let any = self.roster.lines.any(Hook::Tag);
        self.compellable().filter(move |&id| {
            let far = matches!(self.state.aspects[id].holder, Holder::System | Holder::Campaign);
            let let_by = !far || self.tag_lines(TagVerb::Compel, id, who, false).next().is_some();
            !any || (let_by && !self.never(TagVerb::Compel, id, who))
        })
    }

    fn can_compel(&self, who: ActorId, actor: ActorId) -> bool {
        let there = &self.state.actors[who];
        there.is_active() && self.roster.are_enemies(who, actor) && there.fate.can_pay(1) && self.compellable_by(who).next().is_some()
    }

    pub(super) fn legal_compel(&self, out: &mut Options) {
        out.push(Choice::of(Verb::Pass));
        let flagged = self.roster.settings.forced_move_flagged;
        let mut classes = Vec::new();
        let by = self.state.step.who.actor();
        for id in self.compellable().filter(|&id| by.is_none_or(|by| self.compellable_by(by).any(|there| there == id))) {
            let class = self.class_of(id);
            if classes.contains(&class) {
                continue;
            }
            classes.push(class);
            out.push(Choice::of(Verb::Compel).how(Choice::INACTION).with(id.0));
            if !flagged || self.state.aspects[id].forces_move {
                out.push(Choice::of(Verb::Compel).how(Choice::FORCED_MOVE).with(id.0));
            }
        }
        out.sort_with_default(Some(Choice::of(Verb::Pass)));
    }

    pub(super) fn decide_compel(&self, answer: &Answer, out: &mut Events) {
        let (Some(by), Some(on)) = (self.state.step.who.actor(), self.state.actor) else { return };
        let choice = answer.choice;
        if choice.verb == Verb::Pass {
            let next = self.next_compeller(Some(by));
            let step = next.map_or_else(|| self.after_compels(self.state.declared.act), |next| Step::of(Phase::Compel, Id::Actor(next)));
            return Personal::go(out, step);
        }
        let forced_move = choice.how == Choice::FORCED_MOVE;
        out.push(Event::Offer { by, on, aspect: choice.aspect(), forced_move, points: 1, say: answer.say.clone() });
        Personal::go(out, Step::of(Phase::Answer, Id::Actor(on)));
    }

    /// Refusing costs a point, and who has none cannot refuse (R-P21).
    pub(super) fn legal_answer(&self, out: &mut Options) {
        let can_pay = self.state.actor.is_some_and(|who| self.state.actors[who].fate.can_pay(1));
        if can_pay {
            out.push(Choice::of(Verb::Refuse));
        }
        out.push(Choice::of(Verb::Accept));
    }

    pub(super) fn decide_answer(&self, choice: Choice, out: &mut Events) {
        let (Some(who), Some(offer)) = (self.state.actor, self.state.declared.offer) else { return };
        let accepted = choice.verb == Verb::Accept;
        out.push(Event::Reply { who, accepted, points: 1 });
        let (payer, payee) = if accepted { (offer.by, who) } else { (who, offer.by) };
        let purse = |who: ActorId| i32::from(self.state.actors[who].fate.points());
        let left = |points: i32| u16::try_from(points.max(0)).unwrap_or(u16::MAX);
        out.push(Event::Fate { who: payer, change: -1, left: left(purse(payer) - 1), from: Some(payee) });
        out.push(Event::Fate { who: payee, change: 1, left: left(purse(payee) + 1), from: Some(payer) });
        let me = Id::Actor(who);
        Personal::go(
            out,
            match (accepted, offer.forced_move) {
                // The same compeller may try another aspect, if a point is left for it (R-C12).
                (false, _) if self.has_more_to_offer(offer.aspect) => Step::of(Phase::Compel, Id::Actor(offer.by)),
                (false, _) => match self.next_compeller(Some(offer.by)) {
                    Some(next) if self.has_more_to_offer(offer.aspect) => Step::of(Phase::Compel, Id::Actor(next)),
                    _ => self.after_compels(self.state.declared.act),
                },
                (true, true) if self.can_leave(who) => {
                    let points = self.forced_points(who);
                    out.push(Event::Phase(Step::of(Phase::Forced, me)));
                    if points != self.roster.settings.zones_per_turn {
                        out.push(Event::Counter { who, what: Counter::Movement, change: points, now: points });
                    }
                    return;
                }
                // The turn is over, or with `compel_loss action` only the action (R-P20).
                (true, _) if self.roster.settings.compel_loses_action_only => Step::of(Phase::FreeMove, me),
                (true, _) => Step::of(Phase::End, me),
            },
        );
    }

    /// Whether there is anything but this aspect left to compel.
    fn has_more_to_offer(&self, but: AspectId) -> bool {
        self.compellable().any(|id| id != but)
    }
}
