//! Open declarations: the seats are asked in turn for attacks. The questions end when no seat declares another attack and all seats have
//! been asked once more, in a final call (R-S13, R-S14).
//!
//! In a step of [`Phase::Poll`], `n` is the seat that is asked, and `m` holds two flags of the current round of questions. One flag is set
//! if a seat has declared an attack in this round; the other is set if this round is the final call. A step that names no ship is taken by
//! the engine, which looks for the next seat.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::effects::{Act, EffectHost, Hook};
use crate::event::{Counter, Event, Events, Phase, SpacePhase, Step};
use crate::ids::{ActorId, Id, Seat};
use crate::question::Point;
use crate::space::Space;
use crate::space::effects::SpaceRoll;
use crate::space::roster::{Post, Rating, WeaponSystem};
use crate::space::state::HEAT;
use crate::tracks::TrackSet;

/// Flag of a round of questions: a seat has declared an attack in this round.
const DECLARED: u8 = 1;
/// Flag of the last round of questions before a phase ends, in which every seat is asked.
const FINAL: u8 = 2;

impl WeaponSystem {
    /// Returns the weapon that is fired in a phase.
    pub const fn of_stage(stage: SpacePhase) -> Option<WeaponSystem> {
        match stage {
            SpacePhase::Ew => Some(WeaponSystem::Ew),
            SpacePhase::Beams => Some(WeaponSystem::Beam),
            SpacePhase::Torpedoes => Some(WeaponSystem::Torpedo),
            SpacePhase::Detection | SpacePhase::Position | SpacePhase::Boarding | SpacePhase::DamageControl => None,
        }
    }

    /// Returns the verb for firing the weapon.
    pub const fn verb(self) -> Verb {
        match self {
            WeaponSystem::Ew => Verb::Ew,
            WeaponSystem::Beam => Verb::Beam,
            WeaponSystem::Torpedo => Verb::Torpedo,
        }
    }

    /// Returns the post from which the weapon is fired.
    pub const fn post(self) -> Post {
        match self {
            WeaponSystem::Ew => Post::Comm,
            WeaponSystem::Beam => Post::Beams,
            WeaponSystem::Torpedo => Post::Torpedoes,
        }
    }
}

impl Space {
    /// Begins to ask the seats for declarations in this phase.
    pub(super) fn open_poll(&self, out: &mut Events) {
        Space::go(out, Step::of(Phase::Poll, Id::None));
    }

    /// Asks the next seat that has something to declare. If all seats declare nothing, one final round is asked. If nothing is declared in
    /// the final round either, the phase ends.
    pub(super) fn resume_poll(&self, out: &mut Events) {
        let Step { n: mut seat, m: mut round, .. } = self.state.step;
        let count = u8::try_from(self.roster.sides.len()).unwrap_or(u8::MAX);
        loop {
            if seat >= count {
                if round & DECLARED == 0 && round & FINAL != 0 {
                    return self.close_stage(out);
                }
                round = if round & DECLARED == 0 { FINAL } else { 0 };
                seat = 0;
            }
            if let Some(speaker) = self.declarer(Seat(seat)) {
                return Space::go(out, Step::of(Phase::Poll, Id::Actor(speaker)).n(seat).m(round));
            }
            seat = seat.saturating_add(1);
        }
    }

    /// Returns the first ship of a seat that can declare something, if the seat is asked at this decision point.
    fn declarer(&self, seat: Seat) -> Option<ActorId> {
        let asked = self.state.asks.row(seat).is_some_and(|points| points.asks(Point::Declare));
        let mut own = self.state.ships.keys().filter(|&ship| self.side(ship) == seat);
        own.find(|&ship| asked && (self.can_fire(ship) || !self.launches(ship).is_empty()))
    }

    /// True if a ship can attack in this phase: it has the weapon, a crew to fire it, and a target.
    pub fn can_fire(&self, ship: ActorId) -> bool {
        let Some(weapon) = WeaponSystem::of_stage(self.state.stage) else { return false };
        self.may_declare(ship)
            && self.is_on_line(ship)
            && self.rating(ship, weapon.rating()) > 0
            && self.has_shots_left(ship)
            && !self.holds_fire(ship, weapon == WeaponSystem::Ew)
            && self.has_gunner(ship, weapon)
            && self.targets(ship).next().is_some()
    }

    /// True if a crew may fire the weapon. The crew must not have acted in this phase, except with this weapon. For electronic warfare, the
    /// crew must also be trained to name a target (R-S3), and the ship must not have chosen a fixed defence. A roll that was already made
    /// in defence is used for the attack (R-S39).
    fn has_gunner(&self, ship: ActorId, weapon: WeaponSystem) -> bool {
        if !self.has_training(ship, weapon.post(), SpaceRoll::attack(weapon), None) {
            return false;
        }
        let Some(there) = self.state.ship(ship) else { return false };
        if weapon != WeaponSystem::Ew {
            let fires_on = || there.attacked > 0 && self.eff(ship, weapon.post()).is_some();
            return self.can_act(ship, weapon.post()) || fires_on();
        }
        let rolled = there.standing.is_some();
        !there.fixed.ew
            && self.qualified(ship, Post::Comm)
            && self.eff(ship, Post::Comm).is_some()
            && (rolled || self.can_act(ship, Post::Comm))
    }

    /// True if a ship may attack a target once more with a weapon in this phase. Without effects a ship has one attack.
    fn has_attacks_left(&self, ship: ActorId, weapon: WeaponSystem, it: ActorId) -> bool {
        let made = self.state.ship(ship).map_or(0, |there| i32::from(there.attacked));
        let most = match self.roster.lines.any(Hook::Attacks) {
            true => self.number(Hook::Attacks, &self.at(ship, SpaceRoll::attack(weapon), Some(it)), 1),
            false => 1,
        };
        // Effects may remove the limit of attacks. This large limit ensures that the phase ends in any case.
        made < most.min(i32::from(u8::MAX))
    }

    /// Returns the enemies on the map that are not in the ship's tether and that the ship may still attack in this phase.
    pub fn targets(&self, ship: ActorId) -> impl Iterator<Item = ActorId> {
        let weapon = WeaponSystem::of_stage(self.state.stage);
        let act = weapon.map_or(Act::Attack, WeaponSystem::act);
        let fits = move |&it: &ActorId| self.are_enemies(ship, it) && self.is_on_line(it) && !self.are_tethered(ship, it);
        let fired_at = move |weapon, it| self.has_attacks_left(ship, weapon, it) && !self.is_excepted(ship, weapon, it);
        let open = move |&it: &ActorId| self.may_do(ship, act, Some(it)) && weapon.is_none_or(|weapon| fired_at(weapon, it));
        self.state.ships.keys().filter(fits).filter(open)
    }

    /// Returns the next decision point of a declaration: the target, then the rating.
    pub(super) fn declare_point(&self) -> Point {
        if self.state.declared.it == Id::None { Point::Whom } else { Point::With }
    }

    pub(super) fn legal_declare(&self, point: Point, out: &mut Options) {
        match (point, self.state.declared.me) {
            (Point::Whom, Some(me)) => self.targets(me).for_each(|it| {
                out.push(Choice::of(Verb::Target).on(Id::Actor(it)));
            }),
            (Point::With, Some(me)) => {
                let most = i16::try_from(self.rating(me, Rating::Beam)).unwrap_or(0);
                (1..=most).rev().for_each(|value| {
                    out.push(Choice::of(Verb::Value).n(value));
                });
                // Only beams above the rating cause heat, counted over the whole turn. By default the highest value without heat is used.
                let cool = (1..=most).rev().find(|&value| self.heat_of_beams(me, i32::from(value)) == 0);
                out.sort_with_default(Some(Choice::of(Verb::Value).n(cool.unwrap_or(1))));
            }
            _ => self.list_declarations(out),
        }
    }

    /// Lists the legal answers: declare no attack; attack or launch fighters with one of the seat's ships; offer terms.
    fn list_declarations(&self, out: &mut Options) {
        let hold = Choice::of(Verb::Hold);
        out.push(hold);
        let seat = Seat(self.state.step.n);
        for ship in self.state.ships.keys().filter(|&ship| self.side(ship) == seat) {
            if let Some(weapon) = WeaponSystem::of_stage(self.state.stage).filter(|_| self.can_fire(ship)) {
                out.push(Choice::of(weapon.verb()).on(Id::Actor(ship)));
            }
            for fighter in self.launches(ship) {
                out.push(Choice::of(Verb::Launch).on(Id::Actor(fighter)));
            }
            if self.is_on_line(ship) {
                self.legal_giving_up(ship, Id::Actor(ship), out);
            }
        }
        out.sort_with_default(Some(hold));
    }

    pub(super) fn decide_declare(&self, point: Point, answer: &Answer, out: &mut Events) {
        let choice = answer.choice;
        let step = self.state.step;
        match (point, choice.verb, choice.it.actor()) {
            (Point::Declare, Verb::Launch, Some(fighter)) => {
                if let Some(parent) = self.roster.ships.row(fighter).and_then(|sheet| sheet.parent) {
                    self.launch(parent, fighter, out);
                }
                // Any number of craft may launch (R-S45), so the same seat is asked again.
                Space::go(out, Step::of(Phase::Poll, Id::None).n(step.n).m(DECLARED));
            }
            (Point::Declare, Verb::Ew | Verb::Beam | Verb::Torpedo, Some(me)) => {
                out.push(declaring(me, choice.verb, Id::None, None, answer));
                Space::go(out, Step::of(Phase::Declare, Id::Actor(me)));
            }
            (Point::Whom, ..) => {
                let Some((me, act)) = self.state.declared.me.zip(self.state.declared.act) else { return };
                out.push(declaring(me, act, choice.it, None, answer));
                if act != Verb::Beam {
                    self.declared(me, 0, out);
                }
            }
            (Point::With, ..) => {
                let Some((me, act)) = self.state.declared.me.zip(self.state.declared.act) else { return };
                let it = self.state.declared.it;
                out.push(declaring(me, act, it, Some(Choice::of(Verb::Value).n(choice.n)), answer));
                self.declared(me, i32::from(choice.n), out);
            }
            _ => Space::go(out, Step::of(Phase::Poll, Id::None).n(step.n.saturating_add(1)).m(step.m)),
        }
    }

    /// Makes a declared attack. If it is the first hostile act of the attacker's side, sides that waited for such an act no longer hold
    /// their fire. If the beams used this turn exceed the rating, the new excess is dealt as heat at once. Then the targets choose their
    /// defences.
    fn declared(&self, me: ActorId, value: i32, out: &mut Events) {
        let (attacks, beams) = self.state.ship(me).map_or((0, 0), |ship| (i32::from(ship.attacked), i32::from(ship.beam_used)));
        out.push(Event::Counter { who: me, what: Counter::Fired, change: 1, now: attacks + 1 });
        if value > 0 {
            let now = (beams + value).min(i32::from(u8::MAX));
            out.push(Event::Counter { who: me, what: Counter::BeamFired, change: value, now });
            self.strike(me, HEAT, TrackSet::NONE, self.heat_of_beams(me, value), out);
        }
        if self.state.hostile >> self.side(me).0.min(31) & 1 == 0 {
            out.push(Event::Counter { who: me, what: Counter::Hostile, change: 1, now: 1 });
        }
        Space::go(out, Step::of(Phase::Defence, Id::None));
    }

    /// Asks the next seat after an attack, and records that a seat has declared an action in this round.
    pub(super) fn poll_on(&self, out: &mut Events) {
        let seat = self.state.declared.me.map_or(0, |me| self.side(me).0.saturating_add(1));
        Space::go(out, Step::of(Phase::Poll, Id::None).n(seat).m(DECLARED));
    }
}

/// Returns the event that records the attack as far as it is declared.
fn declaring(me: ActorId, act: Verb, it: Id, using: Option<Choice>, answer: &Answer) -> Event {
    let say = answer.say.clone();
    Event::Declare { me, act: Some(act), it, using, track: None, aspect: None, thing: None, term: None, access: None, say }
}
