//! Compels between platoons: before the dice, and after every zone entered (R-C9 to R-C12).
//!
//! Platoons of the other sides are asked in turn, each until it passes; a refused compel may be followed by one with another aspect
//! (R-C12). It makes no difference by which aspect a platoon compels, unless it has a free tag on the aspect: so at most one aspect with a
//! free tag and one without are listed.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::event::{CompelReply, Event, Events, Phase, Step};
use crate::ids::{ActorId, AspectId, Id};
use crate::pending_offers::{CompelAspects, MOST_OFFERED, PendingCompel};
use crate::platoon::PlatoonFight;
use crate::platoon::state::UnitState;
use crate::question::Point;
use slip_dice::fate::Holder;
use slip_pack::effect::TagVerb;

impl PlatoonFight {
    /// Returns the unit that may be compelled now. In a movement that may be halted, it is the moving unit, in a march the leader (R-YC6).
    /// Otherwise it is the unit that has declared an act.
    pub(super) fn compelled(&self) -> Option<ActorId> {
        let state = &self.state;
        match (state.step.phase, &state.moving) {
            (Phase::Halt, Some(moving)) => moving.who.first().copied(),
            _ => state.declared.me.or(state.active),
        }
    }

    /// True if a platoon has a unit in the fight that is under its command. A platoon without such a unit cannot spend its fate points.
    pub(super) fn has_orders(&self, platoon: ActorId) -> bool {
        let own = self.state.platoon_of_id(platoon);
        let mut units = self.state.units.iter().filter(|(_, unit)| Some(unit.platoon) == own && unit.is_active());
        units.any(|(unit, _)| !self.is_orphan(unit))
    }

    /// True if an aspect of this holder can be used to compel a unit. The holder is the unit, its platoon, its zone or the scene. The
    /// aspects of a platoon are not aspects of its orphans (R-YC1).
    fn is_on(&self, unit: ActorId, holder: Holder) -> bool {
        match holder {
            Holder::Actor(who) | Holder::Gear(who, _) => who == unit.0 || self.funds(unit).is_some_and(|platoon| platoon.0 == who),
            Holder::Zone(zone) => self.place_of(unit).is_some_and(|there| there.0 == zone),
            Holder::Scene => true,
            Holder::System | Holder::Campaign => false,
        }
    }

    /// Returns the aspects by which a unit has already been compelled, and which cannot be used again. If the unit may be compelled to halt
    /// now, they are those of its movement; otherwise they are those of its action.
    fn worn(&self, unit: ActorId) -> &[AspectId] {
        match (self.state.step.phase, &self.state.moving) {
            (Phase::Halt, Some(moving)) => &moving.compelled,
            _ => self.state.unit(unit).map_or(&[], |unit| &unit.compelled),
        }
    }

    /// Returns the aspects by which one platoon may compel a unit of another platoon: at most one aspect for fate points, and one for a
    /// free tag.
    fn handles(&self, by: ActorId, on: ActorId) -> CompelAspects {
        let mut found = CompelAspects::default();
        let halts = self.state.step.phase == Phase::Halt;
        let another = self.are_enemies(by, on) || (!halts && !self.is_one_player(by, on));
        let open = another && self.has_orders(by) && self.state.unit(on).is_some_and(UnitState::is_active);
        if !open {
            return found;
        }
        let (side, points) = (self.side(by).0, self.points(by) > 0);
        let worn = self.worn(on);
        for (id, aspect) in self.state.aspects.iter() {
            let beyond = matches!(aspect.holder, Holder::System | Holder::Campaign);
            let reached = self.is_on(on, aspect.holder) || (beyond && self.lets(TagVerb::Compel, id, by));
            if !aspect.present || !reached || worn.contains(&id) || self.never(TagVerb::Compel, id, by) {
                continue;
            }
            found.take(id, aspect.is_free_for(side, u32::MAX), (points, self.roster.settings.zero_sum));
        }
        found
    }

    /// True if a platoon can compel the unit that acts or moves now. False if the player of the platoon has switched off questions about
    /// compels.
    fn is_compeller(&self, by: ActorId) -> bool {
        let asked = self.state.asks.row(self.side(by)).is_some_and(|points| points.asks(Point::Compel));
        asked && self.compelled().is_some_and(|on| self.handles(by, on).any())
    }

    /// Returns the first platoon that may compel, in the order of ids. If `after` is given, only the platoons after it are searched.
    fn next_compeller(&self, after: Option<ActorId>) -> Option<ActorId> {
        let all = self.state.platoons.keys().map(|platoon| self.state.id_of_platoon(platoon));
        all.filter(|&platoon| after.is_none_or(|after| platoon > after)).find(|&platoon| self.is_compeller(platoon))
    }

    /// Asks the next platoon that may compel; continues the turn if there is none.
    fn ask_to_compel(&self, after: Option<ActorId>, out: &mut Events) {
        let phase = self.state.step.phase;
        match (self.next_compeller(after), phase) {
            (Some(by), _) => PlatoonFight::go(out, Step::of(phase, Id::Actor(by))),
            (None, Phase::Halt) => self.resume_movement(out),
            (None, _) => PlatoonFight::go(out, Step::of(Phase::Throw, Id::None)),
        }
    }

    /// Asks the next platoon that may compel. When there is none, the dice follow.
    pub(super) fn resume_compels(&self, out: &mut Events) {
        self.ask_to_compel(None, out);
    }

    /// Asks the next platoon that may compel a halt. If there is none, the movement continues. A movement that has already ended cannot be
    /// halted.
    pub(super) fn resume_halt(&self, out: &mut Events) {
        let goes_on = self.state.moving.as_ref().is_some_and(|moving| !moving.stopped && !self.is_spent(moving));
        if goes_on { self.ask_to_compel(None, out) } else { self.resume_movement(out) }
    }

    /// Lists the legal answers: no compel, or a compel by an aspect of the unit, its platoon, its zone or the scene.
    pub(super) fn legal_compel(&self, out: &mut Options) {
        let pass = Choice::of(Verb::Pass);
        out.push(pass);
        let (Some(by), Some(on)) = (self.state.step.who.actor(), self.compelled()) else { return };
        let most = if self.roster.settings.zero_sum { self.points(by).min(MOST_OFFERED) } else { 1 };
        let handles = self.handles(by, on);
        let compel = |id: AspectId| Choice::of(Verb::Compel).with(id.0).on(Id::Actor(on));
        if let Some(id) = handles.paid {
            (1..=most).for_each(|points| {
                out.push(compel(id).n(i16::try_from(points).unwrap_or(1)));
            });
        }
        if let Some(id) = handles.tagged {
            out.push(compel(id).how(Choice::BY_TAG));
        }
        out.sort_with_default(Some(pass));
    }

    /// Returns the listed option that has the same result as a compel by an aspect that is not listed. Only one of the unused aspects on
    /// the unit is listed, because all of them are equivalent.
    pub(super) fn stands_for(&self, choice: Choice, listed: &Options) -> Choice {
        let (Some(by), Some(on), Some(id)) = (self.state.step.who.actor(), self.compelled(), choice.aspect()) else { return choice };
        let aspect = self.state.aspects.row(id).filter(|aspect| aspect.present && self.is_on(on, aspect.holder));
        let tagged = choice.how & Choice::BY_TAG != 0;
        let open = aspect.is_some_and(|aspect| !tagged || aspect.is_free_for(self.side(by).0, u32::MAX));
        if choice.verb != Verb::Compel || !open || self.worn(on).contains(&id) {
            return choice;
        }
        let same = |there: &&Choice| Choice { with: choice.with, ..**there } == choice;
        listed.as_slice().iter().find(same).copied().unwrap_or(choice)
    }

    /// Offers a compel, or passes.
    pub(super) fn decide_compel(&self, answer: &Answer, out: &mut Events) {
        let choice = answer.choice;
        let Some(by) = self.state.step.who.actor() else { return };
        let (Verb::Compel, Some(on)) = (choice.verb, choice.it.actor()) else { return self.ask_to_compel(Some(by), out) };
        let free = choice.how & Choice::BY_TAG != 0;
        let points = u16::try_from(choice.n).unwrap_or(0);
        let (aspect, demand) = (choice.aspect(), choice.demand());
        out.push(Event::Offer { by, on, aspect, demand, points, free, with: None, say: answer.say.clone() });
        if let Some(id) = aspect.filter(|_| free) {
            out.push(Event::AspectFree { id, free: None, by: Some(by) });
        }
    }

    /// Returns the payer of a refusal and its price: as many points as were offered, at least one. `None` if no payer has enough. A unit
    /// that is cut off has only the points of its people (R-L41).
    fn refusal(&self, offer: &PendingCompel) -> Option<(ActorId, u16)> {
        let price = offer.points.max(1);
        let (_, payer) = self.purses(offer.on).find(|&(_, purse)| self.points(purse) >= price)?;
        Some((payer, price))
    }

    /// Lists the legal answers: refuse, if the unit can pay, and accept.
    pub(super) fn legal_answer(&self, out: &mut Options) {
        if self.state.offer.is_some_and(|offer| self.refusal(&offer).is_some()) {
            out.push(Choice::of(Verb::Refuse));
        }
        out.push(Choice::of(Verb::Accept));
    }

    /// Applies the reply to a compel. A unit that accepts gets the points for its platoon and loses the action (R-L51) or halts. The points
    /// for an orphan go to the bank; with `fate zero_sum` they stay with the other platoon (R-L41). A unit that refuses pays the offered
    /// number of points, and the same platoon may try another aspect.
    pub(super) fn decide_answer(&self, choice: Choice, out: &mut Events) {
        let Some(offer) = self.state.offer else { return };
        let PendingCompel { by, on, points, .. } = offer;
        if choice.verb != Verb::Accept {
            if let Some((payer, price)) = self.refusal(&offer) {
                out.push(Event::Reply { who: on, answer: CompelReply::Refuse, points: price });
                self.hand_over(payer, Some(by), price, out);
            }
            return;
        }
        out.push(Event::Reply { who: on, answer: CompelReply::Accept, points });
        let platoon = self.funds(on);
        if platoon.is_some() || !self.roster.settings.zero_sum {
            self.hand_over(by, platoon, points, out);
        }
        if self.state.step.phase == Phase::Halt {
            PlatoonFight::go(out, Step::of(Phase::Halt, Id::None));
        } else {
            self.finish_action(out);
        }
    }
}
