//! Tethers and coupling (R-S24, R-S29, R-S30, R-S43).
//!
//! A step of [`Phase::Tether`] with `n` 0 comes at the start of a phase; with `n` 1 it comes after ships have formed up.

use crate::choice::{Choice, Options, Verb};
use crate::effects::Act;
use crate::event::{Event, Events, Grouping, Phase, SpacePhase, Step};
use crate::ids::{ActorId, AspectId, Id, TableKey};
use crate::space::Space;
use crate::space::damage::DESTROYED;
use crate::space::formation::CONSENT;
use crate::space::state::{ShipLocation, ShipState, ShipStatus};
use ecow::EcoString;
use slip_dice::fate::{Aspect, AspectOrigin, Holder};

/// Value of `n` of a [`Phase::Tether`] step that comes after ships have formed up.
const FORMED: u8 = 1;

impl Space {
    /// Asks for tethers at the start of a phase. After them, [`Space::open_stage`] continues the phase.
    pub(super) fn open_tethers(&self, out: &mut Events) {
        let head = Step::of(Phase::Tether, Id::None);
        let stale: Vec<ActorId> = self.state.ships.keys().filter(|&id| self.hangs_in_vain(id)).collect();
        if stale.is_empty() {
            return self.ask_tethers(head, 0, out);
        }
        stale.into_iter().for_each(|ship| self.untie(ship, out));
        Space::again(out, head, 0);
    }

    /// Asks ships that have just formed up if they want to make a tether. Afterwards the phase ends.
    pub(super) fn tether_at_once(&self, out: &mut Events) {
        self.ask_tethers(Step::of(Phase::Tether, Id::None).n(FORMED), 0, out);
    }

    /// Continues the tether questions after a decision has been applied.
    pub(super) fn resume_tethers(&self, out: &mut Events) {
        let step = self.state.step;
        let from = step.who.actor().map_or(usize::from(step.m), |who| who.place() + 1);
        self.ask_tethers(step, from, out);
    }

    /// Asks the first ship, from the id `from` on, that has a choice about tethers. After the last ship, the phase continues.
    fn ask_tethers(&self, step: Step, from: usize, out: &mut Events) {
        let next = self.state.ships.keys().filter(|id| id.place() >= from).find(|&id| {
            let mut options = Options::new();
            self.list_tether(id, step.n, &mut options);
            options.len() > 1
        });
        match next {
            Some(ship) => Space::go(out, Step::of(Phase::Tether, Id::Actor(ship)).n(step.n)),
            None if step.n == FORMED => self.close_stage(out),
            None => self.open_stage(out),
        }
    }

    /// True if the ship's part in a tether is useless now. Either the lead is not on the map, or the lead has no followers, or the ship is
    /// a wreck that cannot be towed.
    fn hangs_in_vain(&self, id: ActorId) -> bool {
        let Some(ship) = self.state.ship(id) else { return false };
        let Some(lead) = ship.tether else { return false };
        let alone = lead == id && self.tether_of(id).len() < 2;
        alone || !self.is_on_line(lead) || (!ship.is_active() && !self.is_towable(ship)) || ship.berth == ShipLocation::Away
    }

    /// True if a ship taken out can be towed: it is not destroyed, or its outcome has not been chosen yet.
    fn is_towable(&self, ship: &ShipState) -> bool {
        match ship.status {
            ShipStatus::TakenOut { fate, .. } => {
                let word = fate.and_then(|fate| self.roster.outcomes.get(usize::from(fate)));
                word.is_none_or(|word| word != DESTROYED) && ship.berth != ShipLocation::Away
            }
            _ => false,
        }
    }

    /// Returns the ships of the formation that are not tethered yet.
    fn untied(&self, ship: ActorId) -> Vec<ActorId> {
        self.formation_of(ship).into_iter().filter(|&other| other != ship && self.lead_of(other).is_none()).collect()
    }

    /// Returns the ships on the same band that are taken out and not tethered yet.
    fn wrecks(&self, ship: ActorId) -> Vec<ActorId> {
        let fits = |id: &ActorId| {
            self.state.ship(*id).is_some_and(|other| self.is_towable(other))
                && self.range(ship, *id) == Some(0)
                && self.lead_of(*id).is_none()
        };
        self.state.ships.keys().filter(fits).collect()
    }

    /// Lists the legal answers: to pass or to make a tether. The lead of a tether may also release it or board another ship.
    fn list_tether(&self, ship: ActorId, n: u8, out: &mut Options) {
        let pass = Choice::of(Verb::Pass);
        out.push(pass);
        if !self.is_on_line(ship) || self.is_towed(ship) {
            return;
        }
        let may_tether = self.may_do(ship, Act::Tether, None);
        if may_tether && !self.untied(ship).is_empty() {
            out.push(Choice::of(Verb::Tether));
        }
        if n == FORMED {
            return;
        }
        for wreck in self.wrecks(ship).into_iter().filter(|_| may_tether) {
            out.push(Choice::of(Verb::Tether).on(Id::Actor(wreck)));
        }
        if self.lead_of(ship) == Some(ship) {
            // A ship that is coupled to the lead must be uncoupled first, in the position phase. Only then may the lead release the tether.
            if !self.tether_of(ship).into_iter().any(|other| self.coupled_to(ship) == Some(other)) {
                out.push(Choice::of(Verb::Release));
            }
            if self.state.stage == SpacePhase::Boarding {
                self.list_boardings(ship, out);
            }
        }
        out.sort_with_default(Some(pass));
    }

    pub(super) fn legal_tether(&self, out: &mut Options) {
        let step = self.state.step;
        let Some(ship) = step.who.actor() else { return };
        if step.phase == Phase::Board {
            out.push(Choice::of(Verb::No));
            out.push(Choice::of(Verb::Yes));
        } else if step.m == CONSENT {
            out.push(Choice::of(Verb::Refuse));
            out.push(Choice::of(Verb::Accept));
        } else {
            self.list_tether(ship, step.n, out);
        }
    }

    pub(super) fn decide_tether(&self, choice: Choice, out: &mut Events) {
        let step = self.state.step;
        let Some(ship) = step.who.actor() else { return };
        match choice.verb {
            Verb::Tether => {
                out.push(Space::declaring(ship, Some(Verb::Tether), choice.it));
                self.agree_to_tether(ship, choice.it, None, out);
            }
            Verb::Accept => {
                let declared = self.state.declared;
                self.agree_to_tether(declared.me.unwrap_or(ship), declared.it, Some(ship), out);
            }
            Verb::Refuse => {
                let by = self.state.declared.me.unwrap_or(ship);
                Space::take_back(by, out);
                self.ask_tethers(step, by.place() + 1, out);
            }
            Verb::Release => {
                self.release(ship, out);
                Space::again(out, step, ship.place() + 1);
            }
            Verb::Board => self.begin_boarding(ship, choice, out),
            Verb::Yes | Verb::No => self.boarding_told(choice.verb == Verb::Yes, out),
            _ => self.ask_tethers(step, ship.place() + 1, out),
        }
    }

    /// Asks the next side that must agree to a tether. Once all sides have agreed, ties the ships.
    fn agree_to_tether(&self, lead: ActorId, it: Id, agreed: Option<ActorId>, out: &mut Events) {
        let followers = match it.actor() {
            Some(wreck) => vec![wreck],
            None => self.untied(lead),
        };
        let step = self.state.step;
        match self.who_must_agree(lead, &followers).into_iter().find(|&id| Some(id) > agreed) {
            Some(next) => Space::go(out, Step::of(Phase::Tether, Id::Actor(next)).n(step.n).m(CONSENT)),
            None => {
                Space::take_back(lead, out);
                self.tie(lead, followers, out);
                Space::again(out, step, lead.place());
            }
        }
    }

    /// Ties ships to a lead ship, and places the aspect of a tether on each of the ships.
    pub(super) fn tie(&self, lead: ActorId, followers: Vec<ActorId>, out: &mut Events) {
        let text = &self.roster.settings.tethered;
        let new = std::iter::once(lead).chain(followers.iter().copied()).filter(|&ship| self.rule_aspects(ship, text).next().is_none());
        for (place, ship) in new.enumerate() {
            out.push(self.rule_aspect(place, ship, text));
        }
        out.push(Event::Group { what: Grouping::Tether, who: followers, lead: Some(lead) });
    }

    /// Ends a tether.
    pub(super) fn release(&self, lead: ActorId, out: &mut Events) {
        let mut who = self.state.ships.iter().filter(|(_, ship)| ship.tether == Some(lead)).map(|(id, _)| id).collect::<Vec<_>>();
        who.iter().for_each(|&ship| self.drop_rule_aspects(ship, &self.roster.settings.tethered, out));
        who.retain(|&ship| ship != lead);
        out.push(Event::Group { what: Grouping::Release, who, lead: Some(lead) });
    }

    /// Takes one ship off its tether; with the last follower the tether ends.
    pub(super) fn untie(&self, ship: ActorId, out: &mut Events) {
        let Some(lead) = self.state.ship(ship).and_then(|ship| ship.tether) else { return };
        let others = self.state.ships.iter().filter(|(id, other)| other.tether == Some(lead) && *id != ship && *id != lead).count();
        if lead == ship || others == 0 {
            return self.release(lead, out);
        }
        self.drop_rule_aspects(ship, &self.roster.settings.tethered, out);
        out.push(Event::Group { what: Grouping::Release, who: vec![ship], lead: None });
    }

    /// Returns the event that places an aspect on a ship by a rule of the game (for example, being tethered). `place` is the number of
    /// aspects that the same decision has already added.
    fn rule_aspect(&self, place: usize, ship: ActorId, text: &EcoString) -> Event {
        let aspect = Aspect { origin: AspectOrigin::Automatic, ..Aspect::printed(text.clone(), Holder::Actor(ship.0)) };
        Event::AspectAdd { id: AspectId::of(self.state.aspects.len() + place), aspect }
    }

    /// Returns the aspects with this text that a rule has placed on a ship.
    fn rule_aspects<'a>(&'a self, ship: ActorId, text: &'a str) -> impl Iterator<Item = AspectId> + 'a {
        let fits = move |aspect: &Aspect| {
            aspect.present && aspect.origin == AspectOrigin::Automatic && aspect.holder == Holder::Actor(ship.0) && aspect.text == text
        };
        self.state.aspects.iter().filter(move |(_, aspect)| fits(aspect)).map(|(id, _)| id)
    }

    fn drop_rule_aspects(&self, ship: ActorId, text: &str, out: &mut Events) {
        out.extend(self.rule_aspects(ship, text).map(|id| Event::AspectDrop { id }));
    }

    /// Returns the ships that can be coupled to a ship: ships on its band that are tethered to it or taken out.
    pub(super) fn couples(&self, ship: ActorId) -> Vec<ActorId> {
        if self.coupled_to(ship).is_some() || !self.may_do(ship, Act::Couple, None) {
            return Vec::new();
        }
        let fits = |id: &ActorId| {
            let wreck = self.state.ship(*id).is_some_and(|other| self.is_towable(other)) && self.lead_of(*id).is_none();
            *id != ship && self.range(ship, *id) == Some(0) && (wreck || self.are_tethered(ship, *id))
        };
        self.state.ships.keys().filter(fits).collect()
    }

    /// Couples a ship to the nose of another (R-S30).
    pub(super) fn couple(&self, ship: ActorId, other: ActorId, out: &mut Events) {
        out.push(self.rule_aspect(0, ship, &self.roster.settings.slow));
        out.push(Event::Group { what: Grouping::Couple, who: vec![other], lead: Some(ship) });
    }

    /// Uncouples the ship `other` from the nose of `ship`. The ship `other` is then on the map by itself again.
    pub(super) fn decouple(&self, ship: ActorId, other: ActorId, out: &mut Events) {
        self.drop_rule_aspects(ship, &self.roster.settings.slow, out);
        out.push(Event::Group { what: Grouping::Decouple, who: vec![other], lead: Some(ship) });
    }

    /// Ends the ties of a ship that leaves the fight. It leaves its formation, the tether that it leads ends, and the ship coupled to it is
    /// released. If another ship tows it, it stays in tow.
    pub fn cast_off(&self, who: ActorId, out: &mut Events) {
        let Some(ship) = self.state.ship(who) else { return };
        if ship.formation.is_some() {
            out.push(Event::Group { what: Grouping::Leave, who: vec![who], lead: None });
        }
        if ship.tether == Some(who) {
            self.release(who, out);
        }
        if let Some(other) = self.coupled_to(who) {
            self.decouple(who, other, out);
        }
    }
}
