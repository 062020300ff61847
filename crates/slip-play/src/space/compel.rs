//! Compels at the start of each phase of space combat (R-S8, R-S12, R-S37).
//!
//! A ship with a fate point may compel any ship of another player, friend or foe, and several ships one after the other. A ship that has
//! accepted a compel is not compelled again in this phase. The aspect that is used makes no difference, so each ship is listed with only
//! one of its aspects.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::event::{CompelReply, Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, AspectId, Id, TableKey};
use crate::pending_offers::{CompelAspects, MOST_OFFERED, PendingCompel};
use crate::question::Point;
use crate::space::Space;
use crate::space::post_roll::ANY_TIME;
use crate::space::state::ShipLocation;
use slip_dice::fate::Holder;

impl Space {
    /// Opens the compels of a phase; [`Space::after_compels`] continues when no ship can compel any more.
    pub(super) fn open_compels(&self, out: &mut Events) {
        self.ask_compels(0, out);
    }

    /// Asks the next ship that can compel another ship, beginning at the id `from`. Ships whose side has switched off questions about
    /// compels are skipped.
    fn ask_compels(&self, from: usize, out: &mut Events) {
        let next = self.state.ships.keys().filter(|id| id.place() >= from).find(|&id| self.is_compeller(id));
        match next {
            Some(by) => Space::go(out, Step::of(Phase::Compel, Id::Actor(by))),
            None => self.after_compels(out),
        }
    }

    /// True if a ship can compel another ship. If the ship uses the fate points of another ship, it does not compel; the owner of the
    /// points does.
    fn is_compeller(&self, by: ActorId) -> bool {
        let asked = self.state.asks.row(self.side(by)).is_some_and(|points| points.asks(Point::Compel));
        asked && self.is_present(by) && self.funds(by) == Some(by) && self.state.ships.keys().any(|on| self.handles(by, on).any())
    }

    /// True if the ship is in the fight and neither in a hangar nor coupled to another.
    fn is_present(&self, ship: ActorId) -> bool {
        self.state.ship(ship).is_some_and(|ship| ship.is_active() && matches!(ship.berth, ShipLocation::Line(_) | ShipLocation::Unplaced))
    }

    /// Returns the aspects by which a ship may compel another: the first aspect for fate points and, if tags may replace points, the first
    /// aspect with a free tag. A player may compel only ships of other players (R-VF7), and no ship that uses the same fate points.
    fn handles(&self, by: ActorId, on: ActorId) -> CompelAspects {
        self.handles_among(by, on, |_| true)
    }

    /// Like [`Space::handles`], but uses only the aspects for which `meant` returns true.
    fn handles_among(&self, by: ActorId, on: ActorId, meant: impl Fn(AspectId) -> bool) -> CompelAspects {
        let mut found = CompelAspects::default();
        let Some(ship) = self.state.ship(on) else { return found };
        if self.is_one_player(by, on) || ship.fails.is_some() || !self.is_present(on) || self.funds(on) == Some(by) {
            return found;
        }
        let points = self.points(by) > 0;
        let side = self.side(by).0;
        for (id, aspect) in self.state.aspects.iter() {
            let near = matches!(aspect.holder, Holder::Actor(who) if who == on.0) || aspect.holder == Holder::Scene;
            if !aspect.present || !near || !meant(id) || ship.compelled.contains(&id) {
                continue;
            }
            found.take(id, aspect.is_free_for(side, ANY_TIME), (points, self.roster.settings.zero_sum));
        }
        found
    }

    /// Returns the listed option with the same result as a compel by an unlisted aspect. The choice of the aspect makes no difference, as
    /// long as the aspect can be used.
    pub(super) fn compel_listed_for(&self, choice: Choice) -> Choice {
        let (Some(by), Some(on), Some(id)) = (self.state.step.who.actor(), choice.it.actor(), choice.aspect()) else { return choice };
        let own = self.handles_among(by, on, |there| there == id);
        let all = self.handles(by, on);
        let (own, first) = if choice.how & Choice::BY_TAG == 0 { (own.paid, all.paid) } else { (own.tagged, all.tagged) };
        own.and(first).map_or(choice, |first| choice.with(first.0))
    }

    pub(super) fn legal_compel(&self, out: &mut Options) {
        let pass = Choice::of(Verb::Pass);
        out.push(pass);
        let Some(by) = self.state.step.who.actor() else { return };
        let most = if self.roster.settings.zero_sum { self.points(by).min(MOST_OFFERED) } else { 1 };
        for on in self.state.ships.keys() {
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
        }
        out.sort_with_default(Some(pass));
    }

    pub(super) fn decide_compel(&self, answer: &Answer, out: &mut Events) {
        let choice = answer.choice;
        let Some(by) = self.state.step.who.actor() else { return self.after_compels(out) };
        let Some(on) = choice.it.actor().filter(|_| choice.verb == Verb::Compel) else {
            return self.ask_compels(by.place() + 1, out);
        };
        let free = choice.how & Choice::BY_TAG != 0;
        let points = u16::try_from(choice.n).unwrap_or(0);
        let (aspect, demand) = (choice.aspect(), choice.demand());
        out.push(Event::Offer { by, on, aspect, demand, points, free, with: None, say: answer.say.clone() });
        if let Some(id) = aspect.filter(|_| free) {
            out.push(Event::AspectFree { id, free: None, by: Some(by) });
        }
    }

    /// Returns the owner of the points that pay for a refusal, and the price. The price is the number of points that were offered, at least
    /// one. `None` if the owner has too few points.
    fn refusal(&self, offer: &PendingCompel) -> Option<(ActorId, u16)> {
        let price = offer.points.max(1);
        let payer = self.funds(offer.on)?;
        (self.points(payer) >= price).then_some((payer, price))
    }

    /// Lists the legal answers: to refuse, if the ship can pay for this (R-S37), and to accept.
    pub(super) fn legal_answer(&self, out: &mut Options) {
        if self.state.offer.is_some_and(|offer| self.refusal(&offer).is_some()) {
            out.push(Choice::of(Verb::Refuse));
        }
        out.push(Choice::of(Verb::Accept));
    }

    /// Applies the reply to a compel. A ship that accepts takes the points and fails to act; a ship that refuses pays the price.
    pub(super) fn decide_answer(&self, choice: Choice, out: &mut Events) {
        let Some(offer) = self.state.offer else { return };
        let PendingCompel { by, on, points, .. } = offer;
        if choice.verb == Verb::Accept {
            out.push(Event::Reply { who: on, answer: CompelReply::Accept, points });
            self.hand_over(Some(by), self.receiver(by, on), points, out);
            out.push(Event::Counter { who: on, what: Counter::Fails, change: 1, now: 1 });
        } else if let Some((payer, price)) = self.refusal(&offer) {
            out.push(Event::Reply { who: on, answer: CompelReply::Refuse, points: price });
            self.hand_over(Some(payer), Some(by), price, out);
        }
    }

    /// Returns the ship that gets the points for an accepted compel: the ship that pays for the compelled one. A captive in a tether gets
    /// the points itself, although it cannot spend them. A fighter without a carrier gets none (R-VF1); with `fate zero_sum` the compelling
    /// ship then keeps them.
    fn receiver(&self, by: ActorId, on: ActorId) -> Option<ActorId> {
        let sheet = self.roster.ships.row(on)?;
        let owner = if sheet.traits.fate_to_parent { sheet.parent } else { Some(on) };
        let own = owner.filter(|&owner| owner == on || self.state.ship(owner).is_some_and(|there| there.is_active()));
        self.funds(on).or(own).or(self.roster.settings.zero_sum.then_some(by))
    }

    /// Moves fate points between owners. If `from` is `None`, no owner loses points; if `to` is `None`, no owner gains any.
    fn hand_over(&self, from: Option<ActorId>, to: Option<ActorId>, points: u16, out: &mut Events) {
        if points == 0 || from == to {
            return;
        }
        if let Some(who) = from {
            let left = self.points(who).saturating_sub(points);
            out.push(Event::Fate { who, change: -i32::from(points), left, from: to });
        }
        if let Some(who) = to {
            let left = self.points(who).saturating_add(points);
            out.push(Event::Fate { who, change: i32::from(points), left, from });
        }
    }
}
