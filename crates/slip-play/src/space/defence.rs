//! Chosen defences: against electronic warfare, against torpedoes, and for another ship of the tether (R-S19, R-S38, R-S42).
//!
//! In a step of [`Phase::Defence`] or [`Phase::Overwatch`], `n` is an index into the list of targets. If the step names no ship, the engine
//! looks for the next ship that has a choice.

use crate::choice::{Choice, Options, Verb};
use crate::event::{Counter, Event, Events, Phase, SpacePhase, Step};
use crate::ids::{ActorId, Id, TableKey};
use crate::question::Point;
use crate::space::Space;
use crate::space::effects::SpaceRoll;
use crate::space::fixed_numbers::FixedDefence;
use crate::space::roster::{Post, PostCrew, Rating, WeaponSystem};
use crate::space::state::{HEAT, TorpedoSystem};
use crate::tracks::TrackSet;
use slip_dice::fate::check::UNTRAINED;

/// Values of [`Counter::FixedUse`]: the ship uses a fixed defence against electronic warfare, or against torpedoes.
const AGAINST_EW: i32 = 1;
const AGAINST_TORPEDOES: i32 = 2;

impl Space {
    /// Returns the targets of the declared attack; the target that it is aimed at comes first. The list is final once the targets begin to
    /// defend.
    pub fn stricken(&self) -> Vec<ActorId> {
        if self.state.struck.is_empty() { self.aimed_at() } else { self.state.struck.clone() }
    }

    /// Returns the targets that the declared attack would have now.
    pub(super) fn aimed_at(&self) -> Vec<ActorId> {
        let declared = self.state.declared;
        match (declared.me, declared.it.actor(), WeaponSystem::of_stage(self.state.stage)) {
            (Some(me), Some(it), Some(weapon)) => self.struck(me, weapon, it),
            _ => Vec::new(),
        }
    }

    /// Returns the fixed defence that a ship would use against the declared attack.
    pub(super) fn fixed_defence(&self, ship: ActorId, weapon: WeaponSystem) -> Option<FixedDefence> {
        self.fixed_defences(ship, weapon, self.state.declared.me).into_iter().next()
    }

    /// Asks the next target that can choose between defences. A defence that effects make mandatory is used without a question. After all
    /// targets, the ships of their tethers may shoot to protect them.
    pub(super) fn resume_defence(&self, out: &mut Events) {
        let Some(weapon) = WeaponSystem::of_stage(self.state.stage) else { return self.pass_on(out) };
        // Against torpedoes the search begins at the first target each time and skips targets that have already chosen a defence.
        let from = if weapon == WeaponSystem::Torpedo { 0 } else { usize::from(self.state.step.n) };
        for (place, ship) in self.stricken().into_iter().enumerate().skip(from) {
            let number = u8::try_from(place).unwrap_or(u8::MAX);
            if self.must_be_fixed(ship, weapon) {
                self.use_fixed(ship, out);
                return Space::go(out, Step::of(Phase::Defence, Id::None).n(number.saturating_add(1)));
            }
            if self.has_choice(ship, weapon) {
                return Space::go(out, Step::of(Phase::Defence, Id::Actor(ship)).n(number));
            }
        }
        Space::go(out, Step::of(Phase::Overwatch, Id::None));
    }

    /// True if the ship still has to choose its defence in this phase.
    fn is_undefended(&self, ship: ActorId, weapon: WeaponSystem) -> bool {
        self.state.ship(ship).is_some_and(|there| {
            there.is_active()
                && match weapon {
                    WeaponSystem::Ew => there.standing.is_none() && !there.fixed.ew,
                    WeaponSystem::Beam => false,
                    WeaponSystem::Torpedo => there.defence.is_none() && there.torpedo_system().is_none(),
                }
        })
    }

    fn must_be_fixed(&self, ship: ActorId, weapon: WeaponSystem) -> bool {
        self.is_undefended(ship, weapon) && self.fixed_defence(ship, weapon).is_some_and(|fixed| !fixed.by_choice)
    }

    /// True if a ship can still choose its defence against the declared attack.
    pub(super) fn has_choice(&self, ship: ActorId, weapon: WeaponSystem) -> bool {
        let beams = weapon == WeaponSystem::Torpedo && self.can_defend_by_beams(ship);
        self.is_undefended(ship, weapon) && (beams || self.fixed_defence(ship, weapon).is_some())
    }

    fn use_fixed(&self, who: ActorId, out: &mut Events) {
        let now = if self.state.stage == SpacePhase::Ew { AGAINST_EW } else { AGAINST_TORPEDOES };
        out.push(Event::Counter { who, what: Counter::FixedUse, change: 1, now });
    }

    /// True if a ship may fire beams at torpedoes. The crew at the beams must not have acted, and the ship must not have launched fighters
    /// in place of using its beams. If effects let the ship defend its whole tether, the same crew may fire again (R-S38).
    pub(super) fn can_defend_by_beams(&self, ship: ActorId) -> bool {
        let Some(there) = self.state.ship(ship) else { return false };
        let Some(sheet) = self.roster.ships.row(ship) else { return false };
        let again = sheet.traits.overwatch && there.beam_defended > 0 && self.eff(ship, Post::Beams).is_some();
        // A crew that has fired beams this turn may fire them again. Otherwise a trained gunner is needed.
        let stays = there.stood(TorpedoSystem::Beams).is_some();
        let able = again || stays || (self.is_unoccupied(ship, Post::Beams) && (there.beam_used > 0 || self.has_trained_gunner(ship)));
        let trained = || self.has_training(ship, Post::Beams, SpaceRoll::TorpedoDefence, self.state.declared.me);
        !there.beams_given_up && self.rating(ship, Rating::Beam) > 0 && able && (stays || trained())
    }

    /// True if the crew at the beams is trained in their skill.
    fn has_trained_gunner(&self, ship: ActorId) -> bool {
        match self.hand(ship, Post::Beams) {
            PostCrew::Nobody => false,
            PostCrew::Default { rank, .. } | PostCrew::Person { rank, .. } => i32::from(rank) > UNTRAINED,
        }
    }

    /// Returns the decision point of the defence that is being chosen.
    pub(super) fn defence_point(&self) -> Point {
        if self.state.stage == SpacePhase::Ew { Point::EwDefence } else { Point::TorpedoDefence }
    }

    pub(super) fn legal_defence(&self, point: Point, out: &mut Options) {
        let Some(ship) = self.state.step.who.actor() else { return };
        if point == Point::EwDefence {
            out.push(Choice::of(Verb::Rating));
            out.push(Choice::of(Verb::Firewall));
            return;
        }
        let nothing = Choice::of(Verb::Nothing);
        out.push(nothing);
        if self.can_defend_by_beams(ship) {
            self.list_beams(ship, out);
        }
        if self.fixed_defence(ship, WeaponSystem::Torpedo).is_some() {
            out.push(Choice::of(Verb::PointDefence));
        }
        out.sort_with_default(Some(nothing));
    }

    fn list_beams(&self, ship: ActorId, out: &mut Options) {
        // The roll of the beams is kept, and so is the value that was declared for it.
        if self.has_beam_roll(ship) && self.state.step.phase == Phase::Defence {
            out.push(Choice::of(Verb::Beams).n(1));
            return;
        }
        let most = i16::try_from(self.rating(ship, Rating::Beam)).unwrap_or(0);
        (1..=most).for_each(|value| {
            out.push(Choice::of(Verb::Beams).n(value));
        });
    }

    /// True if the ship's beams have already rolled against torpedoes in this phase, and the roll is kept (R-S49).
    fn has_beam_roll(&self, ship: ActorId) -> bool {
        self.state.ship(ship).is_some_and(|there| there.stood(TorpedoSystem::Beams).is_some())
    }

    pub(super) fn decide_defence(&self, choice: Choice, out: &mut Events) {
        let Some(who) = self.state.step.who.actor() else { return };
        match choice.verb {
            Verb::Firewall | Verb::PointDefence => self.use_fixed(who, out),
            Verb::Beams | Verb::Nothing => {
                let value = i32::from(choice.n);
                out.push(Event::Counter { who, what: Counter::BeamUse, change: value, now: value + 1 });
                if !self.has_beam_roll(who) {
                    self.fire_beams(who, value, out);
                }
            }
            _ => {}
        }
        Space::go(out, Step::of(Phase::Defence, Id::None).n(self.state.step.n.saturating_add(1)));
    }

    /// Fires beams in defence. If the beams used this turn exceed the rating, only the excess of this shot causes heat, at once.
    fn fire_beams(&self, who: ActorId, value: i32, out: &mut Events) {
        let Some(ship) = self.state.ship(who).filter(|_| value > 0) else { return };
        let now = i32::from(ship.beam_defended) + value;
        out.push(Event::Counter { who, what: Counter::BeamDefence, change: value, now });
        self.strike(who, HEAT, TrackSet::NONE, self.heat_of_beams(who, value), out);
    }

    /// True if a ship may shoot at torpedoes that are aimed at another ship of its tether.
    fn is_guard(&self, ship: ActorId, struck: ActorId) -> bool {
        let watches = self.roster.ships.row(ship).is_some_and(|sheet| sheet.traits.overwatch);
        let attacker = self.state.declared.me == Some(ship);
        watches && ship != struck && !attacker && self.are_tethered(ship, struck) && self.is_on_line(ship) && self.can_defend_by_beams(ship)
    }

    /// Asks the next ship that may shoot on behalf of another ship. If there is none, the dice are rolled.
    pub(super) fn resume_overwatch(&self, out: &mut Events) {
        let step = self.state.step;
        if self.state.stage == SpacePhase::Torpedoes {
            for (place, struck) in self.stricken().into_iter().enumerate().skip(usize::from(step.n)) {
                // Targets that have left the fight need no protecting shots.
                if place > 0 && !self.takes_part(struck) {
                    continue;
                }
                let from = if place == usize::from(step.n) { usize::from(step.m) } else { 0 };
                let mut guards = self.state.ships.keys().filter(|id| id.place() >= from);
                if let Some(guard) = guards.find(|&guard| self.is_guard(guard, struck)) {
                    let place = u8::try_from(place).unwrap_or(u8::MAX);
                    return Space::go(out, Step::of(Phase::Overwatch, Id::Actor(guard)).n(place));
                }
            }
        }
        Space::go(out, Step::of(Phase::Throw, Id::None));
    }

    pub(super) fn legal_overwatch(&self, out: &mut Options) {
        out.push(Choice::of(Verb::No));
        if let Some(guard) = self.state.step.who.actor() {
            self.list_beams(guard, out);
        }
    }

    /// Records the beam value of one shot that a ship fires in defence of another ship (R-S38), or records that the ship does not fire.
    pub(super) fn decide_overwatch(&self, choice: Choice, out: &mut Events) {
        let step = self.state.step;
        let Some(guard) = step.who.actor() else { return };
        if choice.verb == Verb::Beams {
            let value = i32::from(choice.n);
            out.push(Event::Counter { who: guard, what: Counter::Overwatch(step.n), change: value, now: value });
            self.fire_beams(guard, value, out);
        }
        Space::go(out, Step::of(Phase::Overwatch, Id::None).n(step.n).m(guard.0.saturating_add(1)));
    }
}
