//! Compels before the dice: the compels that an actor may offer (R-P20, R-P50).
//!
//! For replies to an offer see [`super::compel_reply`], for compels after the dice [`super::post_roll_compel`].

use crate::aspects::{AspectSet, members, only};
use crate::choice::{Answer, Choice, Options, Verb};
use crate::effects::Hook;
use crate::event::{CompelDemand, Event, Events, Phase, Step};
use crate::ids::{ActorId, AspectId, Id};
use crate::personal::Personal;
use slip_dice::fate::{Aspect, AspectOrigin, FreeTag, Holder};
use slip_pack::effect::TagVerb;

/// Largest number of actors with whom an actor can make a deal about a compel of its own aspect. Each actor can be offered three prices;
/// with the option to make no deal there are sixteen options.
const MOST_DEALERS: usize = 5;

/// Largest number of actors, besides the acting one, whom an actor can compel before the dice; others are left out.
const MOST_BESIDES: usize = 8;

/// Aspects with which an actor may offer a compel: one aspect for each combination of payment (points or a free tag) and demand. It
/// represents all other aspects for which only the aspect differs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PersonalCompelAspects {
    /// Aspect to compel for fate points, if there is one, so that the actor loses its action or has a lower roll.
    pub(super) paid: Option<AspectId>,
    /// Aspect to force a move for fate points.
    pub(super) paid_move: Option<AspectId>,
    /// Aspect to compel with a free tag, so that the actor loses its action.
    pub(super) tagged: Option<AspectId>,
    /// Aspect to compel with a free tag, so that the actor must move.
    pub(super) tagged_move: Option<AspectId>,
}

impl Personal {
    /// Returns the aspects by which an actor can be compelled: its own, and those of its gear and its zone. In a social conflict, or with a
    /// setting that allows it, those of the scene are included (R-P56).
    pub(super) fn compellable_on(&self, who: ActorId) -> impl Iterator<Item = AspectId> {
        let aspects = &self.state.aspects;
        let here = self.state.actors[who].zone;
        let far = self.roster.lines.any(Hook::Tag);
        let by_scene = self.roster.settings.compel_scene;
        let near = aspects.on(who) | aspects.on_gear(who) | aspects.in_zone(here) | if by_scene || far { aspects.in_scene() } else { 0 };
        let is_near = move |aspect: &Aspect| match aspect.holder {
            Holder::Actor(there) | Holder::Gear(there, _) => who.0 == there,
            Holder::Zone(there) => here.0 == there,
            Holder::Scene => by_scene || far,
            Holder::System | Holder::Campaign => far,
        };
        let open = move |(id, aspect): &(AspectId, &Aspect)| !self.is_beyond_compels(aspect) || self.is_compelled_by_line(*id);
        aspects.among(if far { near | aspects.beyond() } else { near }, is_near).filter(open).map(|(id, _)| id)
    }

    /// Returns the aspects by which the current actor can be compelled and has not been compelled yet in this declaration.
    pub(super) fn compellable(&self) -> impl Iterator<Item = AspectId> {
        let actor = self.state.actor.into_iter();
        actor.flat_map(|actor| self.compellable_on(actor)).filter(|id| !self.state.declared.compelled.contains(id))
    }

    /// True if an aspect can be compelled only if an effect allows it. This is so for aspects of the system or the campaign, and for
    /// aspects of the scene unless the setting `compel_scene` opens them.
    fn is_beyond_compels(&self, aspect: &Aspect) -> bool {
        match aspect.holder {
            Holder::Scene => !self.roster.settings.compel_scene,
            Holder::System | Holder::Campaign => true,
            Holder::Actor(_) | Holder::Gear(..) | Holder::Zone(_) => false,
        }
    }

    /// True if an effect lets some actor compel with an aspect that otherwise could not be used.
    fn is_compelled_by_line(&self, id: AspectId) -> bool {
        self.roster.actors.keys().any(|who| self.tag_lines(TagVerb::Compel, id, who, false).next().is_some())
    }

    /// True if an actor may use this aspect to compel. `id` must be an aspect that can be compelled at all.
    pub(super) fn may_compel_by(&self, who: ActorId, id: AspectId) -> bool {
        if !self.roster.lines.any(Hook::Tag) {
            return true;
        }
        let far = self.is_beyond_compels(&self.state.aspects[id]);
        let let_by = !far || self.tag_lines(TagVerb::Compel, id, who, false).next().is_some();
        let_by && !self.never(TagVerb::Compel, id, who)
    }

    /// True if an aspect has a free tag that an actor may use now (R-P8).
    pub fn has_tag_for(&self, who: ActorId, id: AspectId) -> bool {
        self.state.aspects.row(id).is_some_and(|aspect| aspect.is_free_for(self.roster.side(who).0, self.declaration_for(aspect)))
    }

    /// True if an actor may compel with the free tag of an aspect. With `fate zero_sum`, fate points only pass between players, and every
    /// actor except the bearer may use an unused free tag.
    pub(super) fn has_free_compel(&self, by: ActorId, id: AspectId) -> bool {
        let bears = |aspect: &Aspect| matches!(aspect.holder, Holder::Actor(who) | Holder::Gear(who, _) if who == by.0);
        let unused = |aspect: &Aspect| aspect.present && aspect.free.is_some() && !bears(aspect);
        self.has_tag_for(by, id) || (self.roster.settings.zero_sum && self.state.aspects.row(id).is_some_and(unused))
    }

    /// Returns the number of the declaration that decides if the free tag of an aspect can be used yet. For a consequence, this is the
    /// latest declaration by an opponent of its bearer. For other aspects, it is the current declaration.
    pub fn declaration_for(&self, aspect: &Aspect) -> u32 {
        let bearer = match aspect.holder {
            Holder::Actor(who) if aspect.origin == AspectOrigin::Consequence && self.roster.social.is_none() => ActorId(who),
            _ => return self.state.declared.number,
        };
        let own = self.roster.side(bearer);
        self.state.declared_by.iter().filter(|(side, _)| *side != own).map(|(_, number)| *number).max().unwrap_or(0)
    }

    /// True if a compel of an aspect may force a move (R-P20).
    pub(super) fn may_force_move(&self, id: AspectId) -> bool {
        let settings = &self.roster.settings;
        // In social conflicts an accepted compel can cost only the turn, except with `fate zero_sum` (R-SC19).
        let open = self.roster.social.is_none() || settings.zero_sum;
        open && (!settings.forced_move_flagged || self.state.aspects[id].forces_move)
    }

    /// Returns the aspects of [`Personal::compellable`] as a set. `None` if a set cannot contain all of them, or if effects decide
    /// separately for single aspects.
    fn compellable_set(&self) -> Option<AspectSet> {
        let aspects = &self.state.aspects;
        let actor = self.state.actor.filter(|_| self.tells_by_sets())?;
        let of_scene = if self.roster.settings.compel_scene { aspects.in_scene() } else { 0 };
        let near = aspects.on(actor) | aspects.on_gear(actor) | aspects.in_zone(self.state.actors[actor].zone) | of_scene;
        Some(self.state.declared.compelled.iter().fold(near & aspects.in_play(), |all, &id| all & !only(id)))
    }

    /// Returns the aspects of a set that have a free tag which the actor may use now.
    fn tagged_for(&self, by: ActorId, set: AspectSet) -> AspectSet {
        members(set & self.state.aspects.tagged()).filter(|&id| self.has_free_compel(by, id)).fold(0, |all, id| all | only(id))
    }

    /// Returns the aspects with which an actor can compel the current actor: one for each class of equivalent aspects.
    fn handles_now(&self, by: ActorId) -> PersonalCompelAspects {
        let Some(set) = self.compellable_set().filter(|_| !self.roster.settings.forced_move_flagged) else {
            return self.handles(by, self.compellable());
        };
        let tagged = self.tagged_for(by, set);
        let first = |set: AspectSet| members(set).next();
        let (paid, tag) = (first(set & !tagged).or(first(set)), first(tagged));
        let moves = |id: Option<AspectId>| id.filter(|&id| self.may_force_move(id));
        PersonalCompelAspects { paid, paid_move: moves(paid), tagged: tag, tagged_move: moves(tag) }
    }

    /// Returns a few aspects of `pool` with which an actor may compel; they represent all others. Aspects with a free tag, or that can
    /// force a move, are chosen only if there is no other, because some compels need them.
    pub(super) fn handles(&self, by: ActorId, pool: impl Iterator<Item = AspectId>) -> PersonalCompelAspects {
        let mut found = PersonalCompelAspects::default();
        let mut best = [(true, true); 2];
        // Aspects of the same kind are equivalent here, so only the first is listed, unless effects distinguish single aspects.
        let alike = !self.roster.lines.any(Hook::Tag);
        let mut last: Option<(Holder, Option<FreeTag>, bool)> = None;
        for id in pool.filter(|&id| self.may_compel_by(by, id)) {
            let Some(aspect) = self.state.aspects.row(id) else { continue };
            let kind = (aspect.holder, aspect.free, aspect.forces_move);
            if alike && last.replace(kind) == Some(kind) {
                continue;
            }
            let free = self.has_free_compel(by, id);
            let special = self.roster.settings.forced_move_flagged && self.state.aspects[id].forces_move;
            let [plain, tag] = &mut best;
            if found.paid.is_none() || (free, special) < *plain {
                (found.paid, *plain) = (Some(id), (free, special));
            }
            if free && (found.tagged.is_none() || (free, special) < *tag) {
                (found.tagged, *tag) = (Some(id), (free, special));
            }
            if self.may_force_move(id) {
                let tagged = found.paid_move.is_some_and(|there| self.has_free_compel(by, there));
                if found.paid_move.is_none() || (tagged && !free) {
                    found.paid_move = Some(id);
                }
                found.tagged_move = found.tagged_move.or(free.then_some(id));
            }
        }
        found
    }

    /// Returns the largest number of points that an actor may offer for a compel: usually one. Where prices are negotiated (`fate
    /// zero_sum`), it is all points of the actor, up to the setting `most_offered`.
    pub(super) fn most_offered(&self, by: ActorId) -> u16 {
        let settings = &self.roster.settings;
        self.state.actors[by].fate.points().min(if settings.zero_sum { settings.most_offered } else { 1 })
    }

    /// True if the acting actor has an aspect by which it can be compelled. Mooks have no aspects of their own and are never compelled.
    fn is_compellable(&self, set: Option<AspectSet>) -> bool {
        let person = self.state.actor.is_some_and(|actor| !self.roster.actors[actor].mooks);
        person && set.map_or_else(|| self.compellable().next().is_some(), |set| set != 0)
    }

    /// Returns the actors, other than the acting one, that an actor may compel now. With `compel_any_time yes`, these are actors of other
    /// players that have not given up their next turn yet (R-P50).
    fn compelled_besides(&self, by: ActorId) -> impl Iterator<Item = ActorId> {
        let settings = &self.roster.settings;
        let order = if settings.zero_sum && settings.compel_any_time { self.state.order.as_slice() } else { &[] };
        let open = move |&who: &ActorId| {
            let there = &self.state.actors[who];
            let other = Some(who) != self.state.actor && !self.roster.is_one_player(who, by);
            other && there.is_active() && !there.forfeits && !self.roster.actors[who].mooks
        };
        order.iter().copied().filter(open).take(MOST_BESIDES)
    }

    /// Returns the aspects by which an actor can still be compelled in this declaration.
    fn still_on(&self, who: ActorId) -> impl Iterator<Item = AspectId> {
        self.compellable_on(who).filter(|id| !self.state.declared.compelled.contains(id))
    }

    /// True if an actor can compel an actor other than the acting one.
    fn compels_besides(&self, by: ActorId) -> bool {
        self.state.actors[by].is_active() && self.compelled_besides(by).any(|who| self.has_handle(by, self.still_on(who)))
    }

    /// Returns the next actor that is asked if it offers a compel, in turn order after the current actor. Only actors of other players,
    /// friend or foe, are asked. The actor must be able to compel the current actor, or with `compel_any_time yes` any other actor. With
    /// `fate zero_sum` the current actor itself comes last.
    pub(super) fn next_compeller(&self, after: Option<ActorId>) -> Option<ActorId> {
        let actor = self.state.actor?;
        let set = self.compellable_set();
        let open = self.is_compellable(set);
        if !open && !self.roster.settings.compel_any_time {
            return None;
        }
        let order = &self.state.order;
        let from = order.iter().position(|&who| who == after.unwrap_or(actor))?;
        let start = order.iter().position(|&who| who == actor)?;
        let count = order.len();
        let passed = (from + count - start) % count.max(1);
        let mut rest = order.iter().cycle().skip(from + 1).take(count.saturating_sub(passed + 1)).copied();
        let compels = |&who: &ActorId| (open && self.can_compel(who, actor, set)) || self.compels_besides(who);
        let last = || (open && self.dealers().next().is_some()) || self.compels_besides(actor);
        rest.find(compels).or_else(|| last().then_some(actor))
    }

    fn can_compel(&self, who: ActorId, actor: ActorId, set: Option<AspectSet>) -> bool {
        let there = &self.state.actors[who];
        let has_handle = || match set {
            Some(set) => there.fate.can_pay(1) || self.tagged_for(who, set) != 0,
            None => self.has_handle(who, self.compellable()),
        };
        there.is_active() && !self.roster.is_one_player(who, actor) && has_handle()
    }

    /// True if an actor may use any of these aspects for a compel: for fate points, if it has some, or with a free tag.
    pub(super) fn has_handle(&self, by: ActorId, mut pool: impl Iterator<Item = AspectId>) -> bool {
        let points = self.state.actors[by].fate.can_pay(1);
        pool.any(|id| (points || self.has_free_compel(by, id)) && self.may_compel_by(by, id))
    }

    /// Returns one of the actor's own aspects with which it may compel itself.
    fn own_handle(&self, who: ActorId) -> Option<AspectId> {
        let own = |id: &AspectId| matches!(self.state.aspects[*id].holder, Holder::Actor(there) | Holder::Gear(there, _) if there == who.0);
        self.compellable().filter(own).find(|&id| self.may_compel_by(who, id))
    }

    /// Returns the actors with whom the current actor may make a deal about losing its turn. The declared action would hurt them, and they
    /// have a fate point.
    fn dealers(&self) -> impl Iterator<Item = ActorId> {
        let open = |who: &ActorId| {
            let settings = &self.roster.settings;
            let acts = !matches!(self.state.declared.act, None | Some(Verb::Pass));
            settings.zero_sum && acts && self.state.actors[*who].fate.can_pay(1) && self.own_handle(*who).is_some()
        };
        let hurt = self.state.actor.filter(open).map(|who| self.hurt(who)).unwrap_or_default();
        hurt.into_iter().filter(|&who| self.state.actors[who].fate.can_pay(1)).take(MOST_DEALERS)
    }

    /// Returns the default answer, which is not to compel, if it is certain that a compel for points is possible as well. This is cheaper
    /// than listing the options.
    pub(super) fn known_not_compelling(&self) -> Option<Choice> {
        let by = self.state.step.who.actor().filter(|_| self.state.step.who != self.state.actor.map_or(Id::None, Id::Actor))?;
        (self.most_offered(by) > 0 && self.handles_now(by).paid.is_some()).then_some(Choice::of(Verb::Pass))
    }

    pub(super) fn legal_compel(&self, out: &mut Options) {
        let pass = Choice::of(Verb::Pass);
        out.push(pass);
        let (Some(by), Some(actor)) = (self.state.step.who.actor(), self.state.actor) else { return };
        let compel = |how: u8, id: AspectId, n: u16| Choice::of(Verb::Compel).how(how).with(id.0).n(i16::try_from(n).unwrap_or(1));
        if by == actor
            && let Some(id) = self.own_handle(actor)
        {
            for with in self.dealers() {
                for points in 1..=self.most_offered(with) {
                    out.push(compel(Choice::INACTION | Choice::OWN, id, points).on(Id::Actor(with)));
                }
            }
        }
        let open = !self.roster.is_one_player(by, actor) && self.is_compellable(self.compellable_set());
        let handles = if open { self.handles_now(by) } else { PersonalCompelAspects::default() };
        for (demand, paid, tagged) in
            [(Choice::INACTION, handles.paid, handles.tagged), (Choice::FORCED_MOVE, handles.paid_move, handles.tagged_move)]
        {
            for points in 1..=self.most_offered(by) {
                out_with(out, paid.map(|id| compel(demand, id, points)));
            }
            out_with(out, tagged.map(|id| compel(demand | Choice::BY_TAG, id, 0)));
        }
        for who in self.compelled_besides(by) {
            let PersonalCompelAspects { paid, tagged, .. } = self.handles(by, self.still_on(who));
            let on = |choice: Choice| choice.on(Id::Actor(who));
            for points in 1..=self.most_offered(by) {
                out_with(out, paid.map(|id| on(compel(Choice::INACTION, id, points))));
            }
            out_with(out, tagged.map(|id| on(compel(Choice::INACTION | Choice::BY_TAG, id, 0))));
        }
        out.sort_with_default(Some(pass));
    }

    /// True if another compel like a listed one could be offered with this aspect: the same actor may offer it with the same demand and
    /// payment.
    pub(super) fn fits_compel(&self, choice: Choice, id: AspectId) -> bool {
        let Some(by) = self.state.step.who.actor() else { return false };
        let late = choice.demand() == CompelDemand::Less;
        let own = choice.how & Choice::OWN != 0;
        let open = match (late, own) {
            (false, false) if choice.it != Id::None => {
                let on = choice.it.actor().filter(|on| self.state.actors.row(*on).is_some());
                on.is_some_and(|on| self.still_on(on).any(|there| there == id))
            }
            (false, _) => self.compellable().any(|there| there == id),
            (true, true) => self.late_on(by).any(|there| there == id),
            (true, false) => {
                // An answer from outside may contain an id that does not exist.
                let on = choice.it.actor().filter(|on| self.state.actors.row(*on).is_some());
                on.is_some_and(|on| self.late_on(on).any(|there| there == id))
            }
        };
        let whose = matches!(self.state.aspects[id].holder, Holder::Actor(there) | Holder::Gear(there, _) if there == by.0);
        open && (!own || whose)
            && self.may_compel_by(by, id)
            && (choice.how & Choice::BY_TAG == 0 || self.has_free_compel(by, id))
            && (choice.demand() != CompelDemand::Leave || self.may_force_move(id))
    }

    pub(super) fn decide_compel(&self, answer: &Answer, out: &mut Events) {
        let (Some(by), Some(actor)) = (self.state.step.who.actor(), self.state.actor) else { return };
        let choice = answer.choice;
        if choice.verb == Verb::Pass {
            let next = if by == actor { None } else { self.next_compeller(Some(by)) };
            let step = next.map_or_else(|| self.after_compels(self.state.declared.act), |next| Step::of(Phase::Compel, Id::Actor(next)));
            return Personal::go(out, step);
        }
        let own = choice.how & Choice::OWN != 0;
        let (with, besides) = if own { (choice.it.actor(), None) } else { (None, choice.it.actor()) };
        let on = besides.unwrap_or(actor);
        self.put_offer(by, on, with, answer, out);
        Personal::go(out, Step::of(Phase::Answer, Id::Actor(with.unwrap_or(on))));
    }

    /// Adds the events of an offered compel. If a free tag pays for the compel, the tag is spent, whatever the reply.
    pub(super) fn put_offer(&self, by: ActorId, on: ActorId, with: Option<ActorId>, answer: &Answer, out: &mut Events) {
        let choice = answer.choice;
        let free = choice.how & Choice::BY_TAG != 0;
        let points = u16::try_from(choice.n).unwrap_or(0);
        let aspect = choice.aspect();
        out.push(Event::Offer { by, on, aspect, demand: choice.demand(), points, free, with, say: answer.say.clone() });
        if let Some(id) = aspect.filter(|_| free) {
            out.push(Event::AspectFree { id, free: None, by: Some(by) });
        }
    }
}

fn out_with(out: &mut Options, choice: Option<Choice>) {
    if let Some(choice) = choice {
        out.push(choice);
    }
}
