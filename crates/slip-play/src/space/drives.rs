//! Drives: in the position phase each ship drives, coasts, or launches, docks or couples instead. Then the burns are bid openly (R-S14 to
//! R-S16, R-S29, R-S30, R-S33).

use crate::choice::{Choice, Options, Verb};
use crate::effects::Act;
use crate::event::{Counter, Event, Events, Grouping, Phase, Step};
use crate::ids::{ActorId, Id};
use crate::space::Space;
use crate::space::effects::SpaceRoll;
use crate::space::roster::{Post, Rating};
use crate::space::state::{Drives, Fails, HEAT, ShipLocation};
use crate::tracks::TrackSet;

/// Numbers for the uses of the position phase, as values of [`Counter::Drives`].
const DRIVE: i32 = 1;
const COAST: i32 = 2;
const COUPLES: i32 = 3;
const DOCKS: i32 = 4;

impl Space {
    /// Returns the ships that have their own total in the position phase: all ships on the map that no other ship tows.
    pub(super) fn rolling(&self) -> Vec<ActorId> {
        self.state.ships.keys().filter(|&id| self.is_on_line(id) && !self.is_towed(id)).collect()
    }

    /// True if the pilot may fly the ship (R-S4) and has not yet acted in this phase (R-VA12).
    pub(super) fn may_be_flown(&self, ship: ActorId) -> bool {
        self.is_unoccupied(ship, Post::Pilot)
            && self.qualified(ship, Post::Pilot)
            && self.has_training(ship, Post::Pilot, SpaceRoll::Position, None)
    }

    /// Returns the order that a ship has given its drives for this phase.
    pub(super) fn drives_of(&self, ship: ActorId) -> Drives {
        self.state.ship(ship).map_or(Drives::Unsaid, |ship| ship.drives)
    }

    /// True if a ship must still choose how it uses its drives. A compelled ship does not choose.
    fn says(&self, ship: ActorId) -> bool {
        !self.is_compelled(ship) && self.drives_of(ship) == Drives::Unsaid
    }

    /// Opens the choice of drives, in the order of ids.
    pub(super) fn open_drives(&self, out: &mut Events) {
        self.ask_drives(None, out);
    }

    /// Asks the first ship after `after` how it uses its drives. When all have answered, the bidding for burns begins.
    fn ask_drives(&self, after: Option<ActorId>, out: &mut Events) {
        let next = self.rolling().into_iter().find(|&ship| Some(ship) > after && self.says(ship));
        match next {
            Some(ship) => Space::go(out, Step::of(Phase::Drive, Id::Actor(ship))),
            None => Space::go(out, Step::of(Phase::Bid, Id::None)),
        }
    }

    /// Continues with the next ship if the ship of this step has left the fight.
    pub(super) fn resume_drives(&self, out: &mut Events) {
        self.ask_drives(self.state.step.who.actor(), out);
    }

    pub(super) fn legal_drive(&self, out: &mut Options) {
        let Some(ship) = self.state.step.who.actor() else { return };
        if self.drives_of(ship) == Drives::Busy {
            // The ship has launched a fighter in this phase. It may launch any number of further fighters (R-S45).
            out.push(Choice::of(Verb::Hold));
            self.legal_hangar(ship, out);
        } else if self.state.ship(ship).is_some_and(|ship| ship.fails == Some(Fails::Unqualified)) {
            // A ship without a qualified pilot can only coast (R-S4).
            out.push(Choice::of(Verb::Coast));
        } else {
            if self.may_do(ship, Act::Position, None) {
                out.push(Choice::of(Verb::Drive));
            }
            // If effects forbid both driving and coasting, the ship coasts nevertheless.
            if out.is_empty() || self.may_do(ship, Act::Coast, None) {
                out.push(Choice::of(Verb::Coast));
            }
            for other in self.couples(ship) {
                out.push(Choice::of(Verb::Couple).on(Id::Actor(other)));
            }
            if let Some(other) = self.coupled_to(ship) {
                out.push(Choice::of(Verb::Decouple).on(Id::Actor(other)));
            }
            self.legal_hangar(ship, out);
        }
        self.legal_giving_up(ship, Id::None, out);
    }

    pub(super) fn decide_drive(&self, choice: Choice, out: &mut Events) {
        let Some(ship) = self.state.step.who.actor() else { return };
        match (choice.verb, choice.it.actor()) {
            (Verb::Coast, _) => {
                Space::count_drives(ship, COAST, out);
                self.bleed(ship, out);
            }
            (Verb::Couple, Some(other)) => {
                Space::count_drives(ship, COUPLES, out);
                self.couple(ship, other, out);
            }
            (Verb::Decouple, Some(other)) => {
                Space::count_drives(ship, COUPLES, out);
                self.decouple(ship, other, out);
            }
            (Verb::Dock, Some(parent)) => {
                Space::count_drives(ship, DOCKS, out);
                out.push(Event::Group { what: Grouping::Dock, who: vec![ship], lead: Some(parent) });
            }
            (Verb::Launch, Some(fighter)) => {
                // A carrier may launch any number of fighters, so the ship is asked again.
                self.launch(ship, fighter, out);
                return;
            }
            // The ship launches no more fighters.
            (Verb::Hold, _) => {}
            _ => Space::count_drives(ship, DRIVE, out),
        }
        self.ask_drives(Some(ship), out);
    }

    fn count_drives(who: ActorId, now: i32, out: &mut Events) {
        out.push(Event::Counter { who, what: Counter::Drives, change: now, now });
    }

    /// Lets a coasting ship bleed heat: its highest marked box is cleared. A tether coasts as one ship (R-S29).
    fn bleed(&self, ship: ActorId, out: &mut Events) {
        let members = match self.lead_of(ship) {
            Some(lead) => self.tether_of(lead),
            None => vec![ship],
        };
        for who in members {
            let Some(state) = self.state.ship(who).filter(|state| state.is_active()) else { continue };
            let track = state.track(HEAT);
            if let Some(highest) = track.boxes().last() {
                out.push(Event::Boxes { who, track: HEAT, boxes: track.bits() & !(1 << (highest - 1)) });
            }
        }
    }

    /// Returns the ships that may bid for a burn, in the order of sides: those that use their drives and are in no tether.
    fn bidders(&self) -> Vec<ActorId> {
        let burns = |id: &ActorId| {
            self.state.ship(*id).is_some_and(|ship| ship.drives == Drives::Drive && ship.fails.is_none())
                && self.lead_of(*id).is_none()
                && self.may_do(*id, Act::Burn, None)
        };
        let mut bidders: Vec<ActorId> = self.rolling().into_iter().filter(burns).collect();
        bidders.sort_by_key(|&id| (self.side(id), id));
        bidders
    }

    /// Returns the maximum burn (R-S16): as much heat as the ship can mark and absorb; for a ship without a heat track, its V-shift.
    pub fn most_burn(&self, ship: ActorId) -> i32 {
        let Some(state) = self.state.ship(ship) else { return 0 };
        let heat = state.track(HEAT).length();
        if heat == 0 {
            return self.v_shift(ship).max(0);
        }
        i32::from(heat) + self.absorbs(ship, HEAT, self.free_slots(ship))
    }

    /// Returns the V-shift that is used in rolls and limits moves. It is lower while another ship is coupled to the ship's nose.
    pub fn v_shift(&self, ship: ActorId) -> i32 {
        let coupling = if self.coupled_to(ship).is_some() { self.roster.settings.coupling } else { 0 };
        self.rating(ship, Rating::VShift) - coupling
    }

    /// Returns the ship that is coupled to the nose of a ship.
    pub fn coupled_to(&self, ship: ActorId) -> Option<ActorId> {
        self.state.ships.iter().find(|(_, other)| other.berth == ShipLocation::Coupled(ship)).map(|(id, _)| id)
    }

    /// Asks the next ship that can bid. When all ships have held one after the other, applies the burns. In a step that names no ship, `n`
    /// is the id of the ship that answered last, plus one; `m` is the number of holds in a row.
    pub(super) fn resume_bids(&self, out: &mut Events) {
        let step = self.state.step;
        let after = step.who.actor().or(step.n.checked_sub(1).map(ActorId));
        self.ask_bids(after, step.m, out);
    }

    fn ask_bids(&self, after: Option<ActorId>, mut holds: u8, out: &mut Events) {
        let bidders = self.bidders();
        let place = after.and_then(|after| bidders.iter().position(|&id| id == after)).map_or(0, |place| place + 1);
        for &bidder in bidders.iter().cycle().skip(place).take(bidders.len()) {
            if usize::from(holds) >= bidders.len() {
                break;
            }
            if self.has_bid(bidder) {
                Space::go(out, Step::of(Phase::Bid, Id::Actor(bidder)).m(holds));
                return;
            }
            holds = holds.saturating_add(1);
        }
        self.close_bids(&bidders, out);
    }

    fn has_bid(&self, ship: ActorId) -> bool {
        let mut options = Options::new();
        self.list_bids(ship, &mut options);
        options.len() > 1
    }

    pub(super) fn legal_bid(&self, out: &mut Options) {
        if let Some(ship) = self.state.step.who.actor() {
            self.list_bids(ship, out);
        }
    }

    /// Lists the legal answers: to hold, or to raise the own burn. If a setting allows it, the ship may also lower its burn once (R-S14).
    fn list_bids(&self, ship: ActorId, out: &mut Options) {
        out.push(Choice::of(Verb::Hold));
        let Some(state) = self.state.ship(ship) else { return };
        let now = i16::from(state.burn);
        if self.roster.settings.burn_negotiation && !state.lowered {
            (0..now).for_each(|burn| {
                out.push(Choice::of(Verb::Burn).n(burn));
            });
        }
        let most = i16::from(u8::try_from(self.most_burn(ship)).unwrap_or(u8::MAX));
        ((now + 1)..=most).for_each(|burn| {
            out.push(Choice::of(Verb::Burn).n(burn));
        });
    }

    /// Applies a bid. After a raise, all other ships are asked again. A hold or a lowered burn counts as a hold.
    pub(super) fn decide_bid(&self, choice: Choice, out: &mut Events) {
        let step = self.state.step;
        let Some(ship) = step.who.actor() else { return };
        let known = self.state.ship(ship).map_or(0, |ship| i32::from(ship.burn));
        let now = if choice.verb == Verb::Burn { i32::from(choice.n) } else { known };
        if now != known {
            out.push(Event::Counter { who: ship, what: Counter::Burn, change: now - known, now });
        }
        let holds = if now > known { 1 } else { step.m.saturating_add(1) };
        Space::go(out, Step::of(Phase::Bid, Id::None).n(ship.0.saturating_add(1)).m(holds));
    }

    /// Ends the bidding: each ship takes its burn as heat (R-S15). Then the dice are rolled.
    fn close_bids(&self, bidders: &[ActorId], out: &mut Events) {
        for &ship in bidders {
            let burn = self.state.ship(ship).map_or(0, |ship| ship.burn);
            if burn > 0 {
                self.strike(ship, HEAT, TrackSet::NONE, i32::from(burn), out);
            }
        }
        self.throw_next(self.rolling().first().copied(), out);
    }
}
