//! Formations: the ships that fly together, where they are, and the ships that move as one (R-S6, R-S28, R-S43).

use crate::choice::{Choice, Options, Verb};
use crate::effects::Act;
use crate::event::{Event, Events, Grouping, Phase, SpacePhase, Step};
use crate::ids::{ActorId, Id, Seat, TableKey};
use crate::space::Space;
use crate::space::state::{Band, ShipLocation, ShipStatus};

/// Time in a phase at which ships are asked about formations. Its number is `n` of a step of [`Phase::Formation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormationWindow {
    /// In detection, after ships have been placed: ships in one band may form up.
    Detection,
    /// In the position phase, before the drives (window A): ships may leave formations.
    Before,
    /// In the position phase, after the dice (window B): ships may leave formations.
    After,
    /// After a ship has moved to the middle band: it may form up with ships there.
    Entering,
}

impl FormationWindow {
    pub(super) const fn number(self) -> u8 {
        self as u8
    }

    const fn of(number: u8) -> FormationWindow {
        match number {
            0 => FormationWindow::Detection,
            1 => FormationWindow::Before,
            2 => FormationWindow::After,
            _ => FormationWindow::Entering,
        }
    }

    /// True if ships may form up at this time. At the other times, ships may leave formations.
    const fn forms(self) -> bool {
        matches!(self, FormationWindow::Detection | FormationWindow::Entering)
    }
}

/// Value of `m` of a step that asks a side to agree to a formation or a tether.
pub(super) const CONSENT: u8 = 1;

impl Space {
    /// Returns the band of a ship; `None` if it is not on the map.
    pub fn band_of(&self, ship: ActorId) -> Option<Band> {
        self.state.ship(ship)?.band()
    }

    /// Returns the number of bands between two ships (R-S6).
    pub fn range(&self, a: ActorId, b: ActorId) -> Option<u8> {
        Some(self.band_of(a)?.range(self.band_of(b)?))
    }

    /// True if a ship is in the fight and on a band of the map, not in a hangar or coupled.
    pub fn is_on_line(&self, ship: ActorId) -> bool {
        self.state.ship(ship).is_some_and(|ship| ship.is_active() && ship.band().is_some())
    }

    /// True if a ship moves with its formation or tether: it is in the fight, or taken out and towed.
    fn is_moved(&self, ship: ActorId) -> bool {
        self.state.ship(ship).is_some_and(|state| {
            let here = state.is_active() || (matches!(state.status, ShipStatus::TakenOut { .. }) && self.lead_of(ship).is_some());
            here && state.band().is_some()
        })
    }

    /// Returns the lead of the ship's tether; `None` if it has no tether or the lead is no longer on the map.
    pub fn lead_of(&self, ship: ActorId) -> Option<ActorId> {
        self.state.ship(ship)?.tether.filter(|&lead| self.is_on_line(lead))
    }

    /// True if a ship follows another ship in a tether. Such a ship neither rolls nor decides its moves.
    pub fn is_towed(&self, ship: ActorId) -> bool {
        self.lead_of(ship).is_some_and(|lead| lead != ship)
    }

    /// True if two ships are in the same tether.
    pub fn are_tethered(&self, a: ActorId, b: ActorId) -> bool {
        self.lead_of(a).is_some_and(|lead| self.lead_of(b) == Some(lead))
    }

    /// Returns the ships of a lead's tether, including the lead, in the order of ids.
    pub(super) fn tether_of(&self, lead: ActorId) -> Vec<ActorId> {
        let hangs = |id: ActorId| self.state.ship(id).is_some_and(|ship| ship.tether == Some(lead) && ship.berth != ShipLocation::Away);
        self.state.ships.keys().filter(|&id| hangs(id)).collect()
    }

    /// Returns the ships of a ship's formation, including the ship itself, in the order of ids.
    pub(super) fn formation_of(&self, ship: ActorId) -> Vec<ActorId> {
        let number = self.state.ship(ship).and_then(|ship| ship.formation);
        let same = |id: ActorId| id == ship || (number.is_some() && self.state.ship(id).is_some_and(|other| other.formation == number));
        self.state.ships.keys().filter(|&id| same(id) && self.is_on_line(id)).collect()
    }

    /// Returns the ships that move together with a ship, including the ship itself, in the order of ids: the ships of its formation and
    /// tether, and of the formations and tethers of those ships.
    pub fn entity(&self, ship: ActorId) -> Vec<ActorId> {
        let mut members = vec![ship];
        let mut next = 0;
        while let Some(&member) = members.get(next) {
            let tether = self.lead_of(member).map_or_else(Vec::new, |lead| self.tether_of(lead));
            for other in self.formation_of(member).into_iter().chain(tether) {
                if self.is_moved(other) && !members.contains(&other) {
                    members.push(other);
                }
            }
            next += 1;
        }
        members.sort_unstable();
        members
    }

    /// Returns the ships whose sides must agree: for each side in `ships` other than the side of `by`, the side's first ship that is on the
    /// map.
    pub(super) fn who_must_agree(&self, by: ActorId, ships: &[ActorId]) -> Vec<ActorId> {
        let mut sides: Vec<Seat> = vec![self.side(by)];
        let mut asked = Vec::new();
        for &ship in ships {
            let side = self.side(ship);
            if self.is_on_line(ship) && !sides.contains(&side) {
                sides.push(side);
                asked.push(ship);
            }
        }
        asked
    }

    /// Returns the ships with which a ship can form up. They are on the same band and do not move with the ship yet. In the middle band,
    /// only ships that were there before the ship are allowed.
    fn mates(&self, ship: ActorId, window: FormationWindow) -> Vec<ActorId> {
        let own = self.entity(ship);
        let entered = |id: ActorId| self.state.ship(id).is_some_and(|ship| ship.entered);
        if !self.is_on_line(ship)
            || self.is_towed(ship)
            || !self.may_do(ship, Act::Form, None)
            || (window == FormationWindow::Entering && !entered(ship))
        {
            return Vec::new();
        }
        let fits = |id: &ActorId| {
            self.is_on_line(*id)
                && !own.contains(id)
                && self.band_of(*id) == self.band_of(ship)
                && (window == FormationWindow::Detection || !entered(*id))
                // Ships that already move together are listed by their first ship only.
                && self.entity(*id).into_iter().find(|&member| self.is_on_line(member)) == Some(*id)
        };
        self.state.ships.keys().filter(fits).collect()
    }

    /// True if a ship may leave its formation. Only the lead may release a tether.
    fn may_leave(&self, ship: ActorId) -> bool {
        self.lead_of(ship).is_none() && self.formation_of(ship).len() > 1
    }

    fn has_part_in(&self, ship: ActorId, window: FormationWindow) -> bool {
        if window.forms() { !self.mates(ship, window).is_empty() } else { self.may_leave(ship) }
    }

    /// Asks the first ship that has a choice at this time, from the id `from` on. After the last one, continues with the phase.
    pub(super) fn open_formation(&self, window: FormationWindow, from: usize, out: &mut Events) {
        let next = self.state.ships.keys().filter(|id| id.place() >= from).find(|&id| self.has_part_in(id, window));
        match next {
            Some(ship) => Space::go(out, Step::of(Phase::Formation, Id::Actor(ship)).n(window.number())),
            None => self.close_formation(window, out),
        }
    }

    /// Continues after all ships have been asked to form up. Ships in formation may then make a tether; after that the phase goes on.
    fn close_formation(&self, window: FormationWindow, out: &mut Events) {
        match window {
            FormationWindow::Detection | FormationWindow::Entering => self.tether_at_once(out),
            FormationWindow::Before => self.open_drives(out),
            FormationWindow::After => Space::go(out, Step::of(Phase::Shift, Id::None)),
        }
    }

    /// Continues the questions after a decision. If the step names no ship, the search for the next ship begins at the id `m`.
    pub(super) fn resume_formation(&self, out: &mut Events) {
        let step = self.state.step;
        let from = match step.who.actor() {
            Some(who) => who.place() + 1,
            None => usize::from(step.m),
        };
        self.open_formation(FormationWindow::of(step.n), from, out);
    }

    pub(super) fn legal_formation(&self, out: &mut Options) {
        let step = self.state.step;
        let Some(ship) = step.who.actor() else { return };
        if step.m == CONSENT {
            out.push(Choice::of(Verb::Refuse));
            out.push(Choice::of(Verb::Accept));
            return;
        }
        out.push(Choice::of(Verb::Pass));
        let window = FormationWindow::of(step.n);
        if window.forms() {
            for mate in self.mates(ship, window) {
                out.push(Choice::of(Verb::Form).on(Id::Actor(mate)));
            }
        } else {
            out.push(Choice::of(Verb::Leave));
        }
    }

    pub(super) fn decide_formation(&self, choice: Choice, out: &mut Events) {
        let step = self.state.step;
        let Some(ship) = step.who.actor() else { return };
        match choice.verb {
            Verb::Form => self.propose(ship, choice.it, out),
            Verb::Leave => {
                out.push(Event::Group { what: Grouping::Leave, who: vec![ship], lead: None });
                Space::again(out, step, ship.place() + 1);
            }
            Verb::Accept => self.form_up(Some(ship), out),
            Verb::Refuse => {
                let by = self.state.declared.me.unwrap_or(ship);
                Space::take_back(by, out);
                self.open_formation(FormationWindow::of(step.n), by.place() + 1, out);
            }
            _ => self.open_formation(FormationWindow::of(step.n), ship.place() + 1, out),
        }
    }

    /// Adds a step of this phase and time without a ship. In this step the engine looks for the next ship to ask, once the events of the
    /// decision have been applied.
    pub(super) fn again(out: &mut Events, step: Step, from: usize) {
        let from = u8::try_from(from).unwrap_or(u8::MAX);
        Space::go(out, Step::of(step.phase, Id::None).n(step.n).m(from));
    }

    /// Clears the declaration of a ship.
    pub(super) fn take_back(me: ActorId, out: &mut Events) {
        out.push(Space::declaring(me, None, Id::None));
    }

    /// Returns the event that records a choice made in two parts: first the act, then its target.
    pub(super) const fn declaring(me: ActorId, act: Option<Verb>, it: Id) -> Event {
        Event::Declare { me, act, it, using: None, track: None, aspect: None, thing: None, term: None, access: None, say: None }
    }

    fn propose(&self, ship: ActorId, it: Id, out: &mut Events) {
        out.push(Space::declaring(ship, Some(Verb::Form), it));
        let Some(mate) = it.actor() else { return };
        let joined = self.joined(ship, mate);
        match self.who_must_agree(ship, &joined).first() {
            Some(&first) => Space::go(out, Step::of(Phase::Formation, Id::Actor(first)).n(self.state.step.n).m(CONSENT)),
            None => self.join(ship, joined, out),
        }
    }

    /// Returns the ships that would fly together if `ship` and `mate` formed up.
    fn joined(&self, ship: ActorId, mate: ActorId) -> Vec<ActorId> {
        let mut joined: Vec<ActorId> = self.entity(ship).into_iter().chain(self.entity(mate)).collect();
        joined.retain(|&id| self.is_on_line(id));
        joined.sort_unstable();
        joined
    }

    /// Records an agreement: asks the next side that must agree, or forms up.
    fn form_up(&self, agreed: Option<ActorId>, out: &mut Events) {
        let declared = self.state.declared;
        let (Some(by), Some(mate)) = (declared.me, declared.it.actor()) else { return };
        let joined = self.joined(by, mate);
        match self.who_must_agree(by, &joined).into_iter().find(|&id| Some(id) > agreed) {
            Some(next) => Space::go(out, Step::of(Phase::Formation, Id::Actor(next)).n(self.state.step.n).m(CONSENT)),
            None => self.join(by, joined, out),
        }
    }

    fn join(&self, by: ActorId, joined: Vec<ActorId>, out: &mut Events) {
        Space::take_back(by, out);
        out.push(Event::Group { what: Grouping::Form, who: joined, lead: None });
        Space::again(out, self.state.step, by.place());
    }

    /// Asks ships in one band if they form up. This is done after placement, and after a ship has entered the middle band.
    pub(super) fn open_forming(&self, out: &mut Events) {
        let window = if self.state.stage == SpacePhase::Detection { FormationWindow::Detection } else { FormationWindow::Entering };
        Space::again(out, Step::of(Phase::Formation, Id::None).n(window.number()), 0);
    }
}
