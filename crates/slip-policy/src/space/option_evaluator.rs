//! Evaluates the options of one question of a space combat, and finds the subject of each option.

use crate::pending_roll_view::{RollRules, RollWindow};
use crate::shared_doctrine_parts::ConditionEvaluator;
use slip_dice::fate::Prospect;
use slip_pack::doctrine::RuleTerm;
use slip_play::choice::{Choice, Verb};
use slip_play::ids::{ActorId, Id};
use slip_play::question::{Ask, Point};
use slip_play::space::Space;
use slip_play::space::position_odds::{DriveUse, Race};
use slip_play::space::roster::{Rating, WeaponSystem};
use slip_play::space::state::{Band, ShipHit};
use std::cell::{Cell, RefCell};

/// Data by which an option is evaluated. An option that is the first of several choices, such as a weapon before its target, has one
/// evaluation for each continuation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpaceEvaluation {
    /// Ship that the option is about.
    pub(super) it: Option<ActorId>,
    /// Weapon that the option fires, and the rating used for it.
    pub(super) fire: Option<(WeaponSystem, i32)>,
    /// Use of the ship's drives in the option.
    pub(super) plan: DriveUse,
    /// Ship that the option would move or place, and its band.
    pub(super) to: Option<(ActorId, Band)>,
    /// Heat that the option causes.
    pub(super) heat: i32,
    /// The option itself, if it is about a compel.
    pub(super) compel: Option<Choice>,
}

/// Key under which an attack is cached: attacker, weapon, rating, target, range.
type Shot = (ActorId, WeaponSystem, i32, ActorId, u8);

/// Values that are computed once for a question. Their buffers are kept for the next question.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpaceBuffers {
    shots: RefCell<Vec<(Shot, Prospect)>>,
    races: RefCell<Vec<((ActorId, DriveUse), Race)>>,
    reached: RefCell<Vec<(u8, (i32, i32))>>,
}

/// Ship that was asked about last, with the hit that it would get. If the inner value is `None`, it would get no hit.
type KnownBlow = Cell<Option<(ActorId, Option<ShipHit>)>>;

/// Evaluator for the options of one question of a space combat.
pub(crate) struct SpaceEvaluator<'a> {
    /// Fight in which the question is asked.
    pub(super) fight: &'a Space,
    /// Question that is asked.
    pub(super) ask: Ask,
    /// Ship that would act.
    pub(super) me: ActorId,
    /// Value of a fate point to the doctrine, in hundredths of boxes.
    pub(super) fate_value: i64,
    /// Legal answers to the question.
    pub(super) options: &'a [Choice],
    pub(super) window: Option<RollWindow>,
    pub(super) roll_rules: RollRules,
    /// Hits on the deciding ship and on the other ship that was asked about last; see [`SpaceEvaluator::blow_on`].
    pub(super) blows: [KnownBlow; 2],
    room: &'a SpaceBuffers,
}

impl<'a> SpaceEvaluator<'a> {
    /// Creates the evaluator of a question; `None` if no ship decides.
    pub(crate) fn new(
        fight: &'a Space,
        ask: &Ask,
        options: &'a [Choice],
        fate_value: i64,
        room: &'a mut SpaceBuffers,
    ) -> Option<SpaceEvaluator<'a>> {
        let me = ask.me.actor()?;
        // A person aboard a ship decides for that ship.
        let me = fight.roster.person(me).map_or(me, |person| person.ship);
        room.shots.get_mut().clear();
        room.races.get_mut().clear();
        room.reached.get_mut().clear();
        let blows = [Cell::new(None), Cell::new(None)];
        Some(SpaceEvaluator { fight, ask: *ask, me, fate_value, options, window: None, roll_rules: RollRules::default(), blows, room })
    }

    /// Returns the bonus that a party can still add to its roll: without fate points, and with them. It is computed once per question.
    pub(super) fn reach_of(&self, party: u8) -> (i32, i32) {
        let known = self.room.reached.borrow().iter().find(|(there, _)| *there == party).map(|&(_, reach)| reach);
        known.unwrap_or_else(|| {
            let reach = self.fight.still_to_add(party);
            self.room.reached.borrow_mut().push((party, reach));
            reach
        })
    }

    /// Returns the ship that acts if an option is chosen.
    pub(super) fn acting(&self, option: Choice) -> ActorId {
        let asked = self.ask.me.actor().map_or(self.me, |me| self.fight.roster.person(me).map_or(me, |person| person.ship));
        match (self.ask.point, option.verb) {
            (Point::Declare, Verb::Ew | Verb::Beam | Verb::Torpedo) => option.it.actor().unwrap_or(asked),
            (Point::Declare, Verb::Launch) => {
                let fighter = option.it.actor().and_then(|fighter| self.fight.roster.ships.row(fighter));
                fighter.and_then(|fighter| fighter.parent).unwrap_or(asked)
            }
            (Point::Whom | Point::With, _) => self.fight.state.declared.me.unwrap_or(asked),
            _ => asked,
        }
    }

    /// Returns the odds of an attack; they are computed once for a question.
    pub(super) fn shot(&self, who: ActorId, weapon: WeaponSystem, value: i32, target: ActorId, range: u8) -> Prospect {
        let shot = (who, weapon, value, target, range);
        if let Some((_, known)) = self.room.shots.borrow().iter().find(|(there, _)| *there == shot) {
            return *known;
        }
        let prospect = self.fight.prospect_from(who, weapon, value, target, range);
        self.room.shots.borrow_mut().push((shot, prospect));
        prospect
    }

    /// Returns the odds of an attack at the current range between the two ships.
    pub(super) fn shot_at(&self, who: ActorId, weapon: WeaponSystem, value: i32, target: ActorId) -> Prospect {
        self.fight.range(who, target).map_or_else(Prospect::default, |range| self.shot(who, weapon, value, target, range))
    }

    /// Returns the odds of an attack with a weapon at its full rating.
    pub(super) fn full_shot(&self, who: ActorId, weapon: WeaponSystem, target: ActorId) -> Prospect {
        self.shot_at(who, weapon, self.fight.rating(who, weapon.rating()), target)
    }

    /// Passes to `read` the forecast of the position phase if a ship uses its drives according to a plan; it is computed once for a
    /// question.
    pub(super) fn race<T>(&self, who: ActorId, plan: DriveUse, read: impl FnOnce(&Race) -> T) -> T {
        let known = self.room.races.borrow().iter().position(|(there, _)| *there == (who, plan));
        let place = known.unwrap_or_else(|| {
            let race = self.fight.race(who, plan);
            let mut races = self.room.races.borrow_mut();
            races.push(((who, plan), race));
            races.len() - 1
        });
        let races = self.room.races.borrow();
        match races.get(place) {
            Some((_, race)) => read(race),
            None => read(&self.fight.race(who, plan)),
        }
    }

    /// Returns the active enemies of the deciding ship.
    pub(super) fn enemies(&self) -> impl Iterator<Item = ActorId> + '_ {
        self.fight.ships_about().filter(|&who| self.fight.are_enemies(self.me, who))
    }

    /// Returns the weapon whose attack is being declared. Without a declaration, returns the weapon of the current phase.
    pub(super) fn weapon(&self) -> Option<WeaponSystem> {
        match self.fight.state.declared.act {
            Some(verb) => weapon_of(verb),
            None => WeaponSystem::of_stage(self.fight.state.stage),
        }
    }

    /// Returns the ship that was chosen to be moved or placed, as long as its band is not chosen yet.
    pub(super) fn moved(&self) -> Option<ActorId> {
        let declared = self.fight.state.declared;
        declared.it.actor().filter(|_| declared.act.is_some())
    }

    /// Returns the total burn of the ship if an option is chosen.
    fn burn(&self, option: Choice) -> i32 {
        let bid = self.fight.state.ship(self.me).map_or(0, |ship| i32::from(ship.burn));
        if option.verb == Verb::Burn { i32::from(option.n) } else { bid }
    }
}

/// Returns the weapon that a verb uses.
pub(super) const fn weapon_of(verb: Verb) -> Option<WeaponSystem> {
    match verb {
        Verb::Ew => Some(WeaponSystem::Ew),
        Verb::Beam => Some(WeaponSystem::Beam),
        Verb::Torpedo => Some(WeaponSystem::Torpedo),
        _ => None,
    }
}

/// Returns the band that an option names.
pub(super) fn band_of(option: Choice) -> Option<Band> {
    (option.verb == Verb::Band).then(|| i8::try_from(option.n).ok().map(Band)).flatten()
}

impl ConditionEvaluator for SpaceEvaluator<'_> {
    type Weighed = SpaceEvaluation;

    fn weigh(&mut self, option: Choice) -> SpaceEvaluation {
        self.me = self.acting(option);
        let about = option.it.actor().or(self.ask.it.actor());
        let compel = matches!(option.verb, Verb::Compel | Verb::Accept | Verb::Counter).then_some(option);
        let plain = SpaceEvaluation { it: about, fire: None, plan: DriveUse::AsSaid, to: None, heat: 0, compel };
        match (self.ask.point, option.verb) {
            (Point::Whom, _) => {
                let weapon = self.weapon();
                SpaceEvaluation { fire: weapon.map(|weapon| (weapon, self.fight.rating(self.me, weapon.rating()))), ..plain }
            }
            (Point::With, Verb::Value) => SpaceEvaluation {
                it: self.fight.state.declared.it.actor(),
                fire: self.weapon().map(|weapon| (weapon, i32::from(option.n))),
                heat: self.fight.heat_of_beams(self.me, i32::from(option.n)),
                ..plain
            },
            // For coasting and all other options, the forecast is that of driving without a burn.
            (Point::Drive, _) => SpaceEvaluation { plan: DriveUse::Burn(0), ..plain },
            (Point::Bid, _) => {
                let burn = self.burn(option);
                SpaceEvaluation { plan: DriveUse::Burn(burn), heat: burn, ..plain }
            }
            (Point::Place | Point::Shift, Verb::Band) => {
                let moved = self.moved();
                SpaceEvaluation { it: moved, to: moved.zip(band_of(option)), ..plain }
            }
            (Point::TorpedoDefence | Point::Overwatch, Verb::Beams) => {
                SpaceEvaluation { heat: self.fight.heat_of_beams(self.me, i32::from(option.n)), ..plain }
            }
            (Point::Declare, Verb::Hold) => SpaceEvaluation { it: None, ..plain },
            _ => plain,
        }
    }

    fn term(&mut self, term: &RuleTerm, option: &SpaceEvaluation) -> i64 {
        self.value(term, option)
    }
}

impl SpaceEvaluator<'_> {
    /// Returns the full rating of the deciding ship for a weapon.
    pub(super) fn most_of(&self, weapon: WeaponSystem) -> i32 {
        self.fight.rating(self.me, weapon.rating())
    }

    /// Returns the V-shift of a ship.
    pub(super) fn v_shift(&self, who: ActorId) -> i64 {
        i64::from(self.fight.rating(who, Rating::VShift))
    }

    /// For a compel option, returns the actor to compel. For any other option, returns the subject `it` of the question.
    pub(super) fn about(&self, option: Choice) -> Id {
        match (self.ask.point, option.it) {
            (Point::Compel, Id::Actor(_)) => option.it,
            _ => self.ask.it,
        }
    }
}
