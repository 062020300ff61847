//! Compels: before the dice, and after every zone entered (platoon.md 4.6, 5.1.2, D-L6, D-L7, R-C9 to R-C12).
//!
//! Platoons of the other sides are asked one after another, and each until it has done: a compel that is refused may be followed
//! by one of another aspect (R-C12). Which aspect stands behind it makes no difference but for its free tag, so that one of each
//! sort stands for all.

use crate::ask::Point;
use crate::choice::{Answer, Choice, Options, Verb};
use crate::event::{Event, Events, Phase, Reply, Step};
use crate::ids::{ActorId, AspectId, Id};
use crate::platoon::Platoons;
use crate::platoon::state::UnitState;
use crate::terms::{Handles, MOST_OFFERED, Offer};
use slip_dice::fate::Holder;
use slip_pack::effect::TagVerb;

impl Platoons {
    /// The unit that may be compelled as things stand: whoever moves, while a halt may be compelled; else whoever has declared
    /// something. Of those who march it is their leader (R-YC6).
    pub(super) fn compelled(&self) -> Option<ActorId> {
        let state = &self.state;
        match (state.step.phase, &state.moving) {
            (Phase::Halt, Some(moving)) => moving.who.first().copied(),
            _ => state.declared.me.or(state.active),
        }
    }

    /// True if a platoon has a unit in the fight that is under its command: then its points can be spent.
    pub(super) fn has_orders(&self, platoon: ActorId) -> bool {
        let own = self.state.platoon_of_id(platoon);
        let mut units = self.state.units.iter().filter(|(_, unit)| Some(unit.platoon) == own && unit.is_active());
        units.any(|(unit, _)| !self.is_orphan(unit))
    }

    /// True if an aspect can be used to compel a unit: its own, its platoon's, that of where it is, of the scene.
    fn is_on(&self, unit: ActorId, holder: Holder) -> bool {
        match holder {
            Holder::Actor(who) | Holder::Gear(who, _) => {
                let platoon = self.state.unit(unit).map(|unit| self.state.id_of_platoon(unit.platoon));
                who == unit.0 || platoon.is_some_and(|platoon| platoon.0 == who)
            }
            Holder::Zone(zone) => self.place_of(unit).is_some_and(|there| there.0 == zone),
            Holder::Scene => true,
            Holder::System | Holder::Campaign => false,
        }
    }

    /// Aspects by which a unit has been compelled in this action, or to halt in this movement.
    fn worn(&self, unit: ActorId) -> &[AspectId] {
        match (self.state.step.phase, &self.state.moving) {
            (Phase::Halt, Some(moving)) => &moving.compelled,
            _ => self.state.unit(unit).map_or(&[], |unit| &unit.compelled),
        }
    }

    /// By which aspects a platoon may compel a unit.
    fn handles(&self, by: ActorId, on: ActorId) -> Handles {
        let mut found = Handles::default();
        let open = self.are_enemies(by, on) && self.has_orders(by) && self.state.unit(on).is_some_and(UnitState::is_active);
        if !open {
            return found;
        }
        let (side, points) = (self.side(by).0, self.points(by) > 0);
        let worn = self.worn(on);
        for (id, aspect) in self.state.aspects.iter() {
            if !aspect.present || !self.is_on(on, aspect.holder) || worn.contains(&id) || self.never(TagVerb::Compel, id, by) {
                continue;
            }
            found.take(id, aspect.is_free_for(side, u32::MAX), (points, self.roster.settings.zero_sum));
        }
        found
    }

    /// True if a platoon could compel whoever acts, and its player wants to be asked.
    fn is_compeller(&self, by: ActorId) -> bool {
        let asked = self.state.asks.row(self.side(by)).is_some_and(|points| points.asks(Point::Compel));
        asked && self.compelled().is_some_and(|on| self.handles(by, on).any())
    }

    /// The first platoon after another, of all of them in order, that may compel.
    fn next_compeller(&self, after: Option<ActorId>) -> Option<ActorId> {
        let all = self.state.platoons.keys().map(|platoon| self.state.id_of_platoon(platoon));
        all.filter(|&platoon| after.is_none_or(|after| platoon > after)).find(|&platoon| self.is_compeller(platoon))
    }

    /// Asks the next who may compel; goes on where nobody may.
    fn ask_to_compel(&self, after: Option<ActorId>, out: &mut Events) {
        let phase = self.state.step.phase;
        match (self.next_compeller(after), phase) {
            (Some(by), _) => Platoons::go(out, Step::of(phase, Id::Actor(by))),
            (None, Phase::Halt) => self.resume_movement(out),
            (None, _) => Platoons::go(out, Step::of(Phase::Throw, Id::None)),
        }
    }

    /// The next who may compel; the dice when there is none.
    pub(super) fn resume_compels(&self, out: &mut Events) {
        self.ask_to_compel(None, out);
    }

    /// The next who may compel a halt; the movement when there is none. Where nobody could go on there is nothing to halt.
    pub(super) fn resume_halt(&self, out: &mut Events) {
        let goes_on = self.state.moving.as_ref().is_some_and(|moving| !moving.stopped && moving.steps > 0);
        if goes_on { self.ask_to_compel(None, out) } else { self.resume_movement(out) }
    }

    /// None, or an aspect of the unit, its platoon, its zone or the scene.
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

    /// The listed compel that one by another aspect stands for: aspects are as good as each other, if they lie on the unit and
    /// have not been tried.
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

    /// It is offered, or not.
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

    /// What refusing costs, and whose purse it comes from: as much as was put up, at least one. None if nobody has it for the
    /// unit; whoever is cut off has no points but those of its people (R-L41).
    fn refusal(&self, offer: &Offer) -> Option<(ActorId, u16)> {
        let price = offer.points.max(1);
        let (_, payer) = self.purses(offer.on).find(|&(_, purse)| self.points(purse) >= price)?;
        Some((payer, price))
    }

    /// Refuse if it can pay, or accept.
    pub(super) fn legal_answer(&self, out: &mut Options) {
        if self.state.offer.is_some_and(|offer| self.refusal(&offer).is_some()) {
            out.push(Choice::of(Verb::Refuse));
        }
        out.push(Choice::of(Verb::Accept));
    }

    /// Whoever gives in takes the points for its platoon, cut off or not (R-YC7), and loses the action (R-L51) or goes no
    /// farther; whoever refuses pays as many, and the same platoon may try another aspect.
    pub(super) fn decide_answer(&self, choice: Choice, out: &mut Events) {
        let Some(offer) = self.state.offer else { return };
        let Offer { by, on, points, .. } = offer;
        if choice.verb != Verb::Accept {
            if let Some((payer, price)) = self.refusal(&offer) {
                out.push(Event::Reply { who: on, answer: Reply::Refuse, points: price });
                self.hand_over(payer, Some(by), price, out);
            }
            return;
        }
        out.push(Event::Reply { who: on, answer: Reply::Accept, points });
        let platoon = self.state.unit(on).map(|unit| self.state.id_of_platoon(unit.platoon));
        self.hand_over(by, platoon, points, out);
        if self.state.step.phase == Phase::Halt {
            Platoons::go(out, Step::of(Phase::Halt, Id::None));
        } else {
            self.finish_action(out);
        }
    }
}
