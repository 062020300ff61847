//! Numbers for policies in a space fight: expected damage of attacks, heat, open boxes and free slots of each ship. They are whole numbers,
//! in hundredths.
//!
//! The numbers are exact for the dice and for the ships as they are now, with all free tags that the attacker's side has on the target.
//! Further purchases after the dice are not estimated.

use crate::event::{RollAddend, SpacePhase, TrackId};
use crate::ids::{ActorId, Seat, TableKey};
use crate::space::Space;
use crate::space::post_roll::ANY_TIME;
use crate::space::roster::{Rating, WeaponSystem};
use crate::space::state::{Band, DATA, FRAME, HEAT, ShipHit};
use slip_dice::fate::track::TrackHit;
use slip_dice::fate::{Holder, Prospect, RollDistribution, Slots};
use slip_pack::encounter::{VictorySubject, VictoryTerm};

/// Number of open heat boxes that is reported for a ship that takes no damage from heat.
pub const COOL: i64 = 99;

impl WeaponSystem {
    /// Returns the phase in which the weapon is used.
    pub const fn stage(self) -> SpacePhase {
        match self {
            WeaponSystem::Ew => SpacePhase::Ew,
            WeaponSystem::Beam => SpacePhase::Beams,
            WeaponSystem::Torpedo => SpacePhase::Torpedoes,
        }
    }
}

impl Space {
    /// Returns the ships in the fight that have a position of their own on a band of the map, in the order of ids. Ships in hangars or
    /// coupled to another ship are left out.
    pub fn ships_about(&self) -> impl Iterator<Item = ActorId> + '_ {
        let about = |ship: &crate::space::state::ShipState| ship.is_active() && ship.band().is_some();
        self.state.ships.iter().filter(move |(_, ship)| about(ship)).map(|(who, _)| who)
    }

    /// Returns the number of open boxes of a track.
    pub fn open_boxes(&self, who: ActorId, track: TrackId) -> i64 {
        self.state.ship(who).map_or(0, |ship| i64::from(ship.track(track).open()))
    }

    /// Returns the tracks that opponents strike: Frame, Data and those that designs add, if the ship has them. Heat is left out because
    /// only the ship itself causes it.
    pub fn struck_tracks(&self, who: ActorId) -> impl Iterator<Item = TrackId> + '_ {
        let has = move |track: &TrackId| self.state.ship(who).is_some_and(|ship| ship.track(*track).length() > 0);
        [FRAME, DATA].into_iter().chain(self.roster.tracks.own().filter(has))
    }

    /// Returns the smallest number of open boxes on any track that opponents strike.
    pub fn boxes_left(&self, who: ActorId) -> i64 {
        self.struck_tracks(who).map(|track| self.open_boxes(who, track)).min().unwrap_or(0)
    }

    /// Returns the number of open boxes of all tracks that opponents strike, plus the free consequence slots.
    pub fn all_left(&self, who: ActorId) -> i64 {
        let slots = self.state.ship(who).map_or(0, |ship| i64::from(ship.slots.count()));
        self.struck_tracks(who).map(|track| self.open_boxes(who, track)).sum::<i64>() + slots
    }

    /// Returns the fate points that an actor can spend: its own, or those of the ship that pays for it.
    pub fn fate_of(&self, who: ActorId) -> u16 {
        match self.state.person(who) {
            Some(person) => person.fate.points(),
            None => self.funds(who).map_or(0, |payer| self.points(payer)),
        }
    }

    /// Returns the open boxes and free slots of a side's ships in the fight, minus those of all other ships, in hundredths of a box.
    pub fn score(&self, side: Seat) -> i64 {
        let left = |(who, ship): (ActorId, &crate::space::state::ShipState)| {
            let worth = if ship.is_active() { self.all_left(who) } else { 0 };
            if ship.side == side { worth } else { -worth }
        };
        100 * self.state.ships.iter().map(left).sum::<i64>()
    }

    /// Returns the number of open heat boxes of a ship after it takes this many more shifts of heat. Returns [`COOL`] for a ship that heat
    /// does not damage, and -1 if the heat would take the ship out.
    pub fn heat_left_after(&self, who: ActorId, shifts: i32) -> i64 {
        let Some(ship) = self.state.ship(who) else { return 0 };
        let mut heat = ship.track(HEAT);
        if heat.length() == 0 {
            return COOL;
        }
        match self.landing_on(who, HEAT, shifts) {
            TrackHit::Past => return -1,
            TrackHit::Box(number) => heat.mark(number),
            TrackHit::Nothing => {}
        }
        i64::from(heat.open())
    }

    /// Returns the heat that a ship takes if it uses `value` more points of beams this turn.
    pub fn heat_of_beams(&self, who: ActorId, value: i32) -> i32 {
        let Some(ship) = self.state.ship(who) else { return 0 };
        let beam = self.rating(who, Rating::Beam);
        let used = i32::from(ship.beam_used) + i32::from(ship.beam_defended);
        (used + value - beam).max(0) - (used - beam).max(0)
    }

    /// Returns the number that is added to the dice of an attack with `value` points of a rating at a range; `None` if no person can work
    /// the post.
    pub fn attack_number(&self, who: ActorId, weapon: WeaponSystem, value: i32, target: ActorId, range: u8) -> Option<i32> {
        self.eff(who, weapon.post())?;
        let settings = &self.roster.settings;
        let range = i32::from(range);
        let off = match weapon {
            WeaponSystem::Beam if range >= settings.beam_far => settings.beam_penalty,
            WeaponSystem::Torpedo if range <= settings.torpedo_near => settings.torpedo_penalty,
            _ => 0,
        };
        let parts = self.attack_base(who, weapon, target, value).parts;
        Some(parts.total() - parts.of(RollAddend::Range) - off)
    }

    /// True if a ship has a weapon and a crew that is allowed to aim it.
    pub fn is_armed_with(&self, who: ActorId, weapon: WeaponSystem) -> bool {
        self.rating(who, weapon.rating()) > 0 && self.eff(who, weapon.post()).is_some() && self.qualified(who, weapon.post())
    }

    /// True if a ship can still attack with a weapon this turn.
    pub fn may_still_fire(&self, who: ActorId, weapon: WeaponSystem) -> bool {
        match self.state.stage.cmp(&weapon.stage()) {
            std::cmp::Ordering::Less => {
                let about = self.state.ship(who).is_some_and(|ship| ship.is_active());
                about && self.is_armed_with(who, weapon) && !self.holds_fire(who, weapon == WeaponSystem::Ew)
            }
            std::cmp::Ordering::Equal => self.can_fire(who),
            std::cmp::Ordering::Greater => false,
        }
    }

    /// Returns the number with which a ship defends, and true if dice are still added to it. Against torpedoes, this is the best defence
    /// that causes no heat; beams are left out if `beams` is false.
    pub fn guard(&self, who: ActorId, weapon: WeaponSystem, against: ActorId, beams: bool) -> (i32, bool) {
        let Some(ship) = self.state.ship(who) else { return (0, true) };
        let standing = match weapon {
            WeaponSystem::Ew => ship.standing.as_ref(),
            WeaponSystem::Beam | WeaponSystem::Torpedo => ship.defence_roll(),
        };
        if let Some(roll) = standing.filter(|_| self.state.stage == weapon.stage()) {
            return (roll.total(), false);
        }
        if weapon == WeaponSystem::Torpedo && !beams && ship.beams_against.is_none() {
            let fixed = self.fixed_defences(who, weapon, Some(against)).first().map_or(0, |fixed| fixed.value);
            return (self.defence_base(who, weapon, against).parts.total().max(fixed), true);
        }
        let (total, flat) = self.likely_defence(who, weapon, against);
        (total, !flat)
    }

    /// Returns the number of open boxes that a hit marks, over all its tracks. A hit past the end of a track counts as all its open boxes
    /// plus one.
    pub fn marks(&self, blow: &ShipHit) -> i64 {
        let boxes = self.landings(blow, Slots::NONE).map(|(track, landing)| {
            let track = self.state.ship(blow.who).map_or_else(Default::default, |ship| ship.track(track));
            match landing {
                TrackHit::Nothing => 0,
                TrackHit::Box(up_to) => i64::from(track.open_up_to(up_to)),
                TrackHit::Past => i64::from(track.open()) + 1,
            }
        });
        boxes.sum()
    }

    /// Returns the hit of this many shifts that a ship's weapon deals to another ship.
    pub fn blow(&self, by: ActorId, weapon: WeaponSystem, who: ActorId, shifts: i32) -> ShipHit {
        let (track, besides) = self.tracks_hit(by, weapon, Some(who));
        ShipHit { who, track, besides, shifts, by: Some(by) }
    }

    /// Returns the expected result of an attack from a range.
    pub fn prospect_from(&self, who: ActorId, weapon: WeaponSystem, value: i32, target: ActorId, range: u8) -> Prospect {
        let Some(number) = self.attack_number(who, weapon, value, target, range) else { return Prospect::default() };
        let (number, rolled) = match self.state.ship(who).and_then(|ship| ship.standing.as_ref()) {
            // In electronic warfare a ship rolls once for the whole phase.
            Some(roll) if weapon == WeaponSystem::Ew && self.state.stage == SpacePhase::Ew => (roll.total(), false),
            _ => (number, true),
        };
        let plus = self.free_tags_on(who, target) * self.roster.settings.invoke_bonus;
        let (guard, guarded) = self.guard(target, weapon, who, true);
        self.outlook(self.blow(who, weapon, target, 0), number + plus - guard, rolled, guarded)
    }

    /// Returns the expected result of an attack at the current range.
    pub fn prospect(&self, who: ActorId, weapon: WeaponSystem, value: i32, target: ActorId) -> Prospect {
        self.range(who, target).map_or_else(Prospect::default, |range| self.prospect_from(who, weapon, value, target, range))
    }

    /// Returns the expected damage that electronic warfare does to the attacker itself: a failed attack strikes back by the margin it fails
    /// by (R-S19).
    pub fn reflected(&self, who: ActorId, target: ActorId) -> Prospect {
        let Some(number) = self.attack_number(who, WeaponSystem::Ew, self.rating(who, Rating::Ew), target, 0) else {
            return Prospect::default();
        };
        let (guard, guarded) = self.guard(target, WeaponSystem::Ew, who, true);
        let fixed = self.state.ship(target).is_some_and(|ship| ship.fixed.ew);
        let takes_fixed =
            || self.fixed_defences(target, WeaponSystem::Ew, Some(who)).first().is_some_and(|fixed| fixed.harmless && !fixed.by_choice);
        if fixed || takes_fixed() {
            return Prospect::default();
        }
        self.outlook(self.blow(target, WeaponSystem::Ew, who, 0), guard - number, true, guarded)
    }

    /// Returns the expected result of an attack. `margin` is the lead of the attacker before dice; `rolled` and `guarded` are true if
    /// attacker and defender still roll.
    fn outlook(&self, blow: ShipHit, margin: i32, rolled: bool, guarded: bool) -> Prospect {
        let dice = self.roster.settings.dice;
        let spread = if rolled && guarded { RollDistribution::opposed(dice) } else { RollDistribution::of(dice) };
        let slots = self.free_slots(blow.who);
        let at = |shifts: i32| ShipHit { shifts, ..blow };
        if !rolled && !guarded {
            let certain = |yes: bool| if yes { 100 } else { 0 };
            let kill = margin > 0 && !self.survives(&at(margin), slots);
            let (hit, kill) = (certain(margin > 0), certain(kill));
            return Prospect { hit, kill, hit_told: hit, kill_told: kill, expected: 100 * self.marks(&at(margin)) };
        }
        Prospect::of(spread, margin, |shifts| self.marks(&at(shifts)), |shifts| !self.survives(&at(shifts), slots))
    }

    /// Returns the number of free tags that the actor's side has on a ship now.
    pub fn free_tags_on(&self, who: ActorId, target: ActorId) -> i32 {
        let side = self.side(who).0;
        let free =
            self.state.aspects.values().filter(|aspect| aspect.holder == Holder::Actor(target.0) && aspect.is_free_for(side, ANY_TIME));
        i32::try_from(free.count()).unwrap_or(0)
    }

    /// Returns the expected number of boxes, in hundredths, that torpedoes mark on a ship this turn if it does not defend with beams. Each
    /// enemy's fire is divided evenly among the ships of this side.
    pub fn threat(&self, who: ActorId) -> i64 {
        let enemies = self.ships_about().filter(|&enemy| self.are_enemies(who, enemy) && self.may_still_fire(enemy, WeaponSystem::Torpedo));
        let one = |enemy: ActorId| {
            let value = self.rating(enemy, Rating::Torpedo);
            let number = self.range(enemy, who).and_then(|range| self.attack_number(enemy, WeaponSystem::Torpedo, value, who, range));
            let (guard, rolled) = self.guard(who, WeaponSystem::Torpedo, enemy, false);
            number.map_or(0, |number| self.outlook(self.blow(enemy, WeaponSystem::Torpedo, who, 0), number - guard, true, rolled).expected)
        };
        let friends = self.ships_about().filter(|&other| !self.are_enemies(who, other)).count();
        enemies.map(one).sum::<i64>() / i64::try_from(friends).unwrap_or(1).max(1)
    }

    /// Returns the expected number of boxes that a ship's beams and torpedoes together deal to another ship, from a range.
    pub fn fire_from(&self, who: ActorId, target: ActorId, range: u8) -> i64 {
        let guns = [WeaponSystem::Beam, WeaponSystem::Torpedo].into_iter().filter(|&weapon| self.is_armed_with(who, weapon));
        guns.map(|weapon| self.prospect_from(who, weapon, self.rating(who, weapon.rating()), target, range).expected).sum()
    }

    /// Returns the number of bands to the nearest edge for a ship whose side wins by leaving the map; otherwise 0.
    pub fn goal_distance(&self, who: ActorId, from: Band) -> i64 {
        let own = self.side(who);
        let mut leaves = false;
        for victory in self.roster.victories.iter().filter(|victory| victory.side.map(Seat::of) == Some(own)) {
            victory.condition.names(&mut |atom| {
                if let VictoryTerm::LeftMap(wanted) = atom {
                    leaves |= self.is_meant_by(who, wanted);
                }
            });
        }
        if leaves && from.is_on_map() { i64::from(self.way_out(from).1) } else { 0 }
    }

    /// Returns the cheapest way off the map from a band: its cost in shifts, and its number of bands.
    pub fn way_out(&self, from: Band) -> (i32, i32) {
        let off = Band::EDGE + 1;
        self.way(from, Band(off)).min(self.way(from, Band(-off)))
    }

    fn is_meant_by(&self, who: ActorId, wanted: &VictorySubject) -> bool {
        match wanted {
            VictorySubject::Side(side) => Seat::of(*side) == self.side(who),
            VictorySubject::Actors(list) => list
                .iter()
                .any(|&(side, place)| self.roster.sides.row(Seat::of(side)).is_some_and(|side| side.members.get(place) == Some(&who))),
            VictorySubject::Pawns(_) => false,
            VictorySubject::AtLeast(_, wanted) => self.is_meant_by(who, wanted),
        }
    }
}
