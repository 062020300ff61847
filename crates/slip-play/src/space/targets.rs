//! Targets and tracks that attacks between ships strike (R-S27, R-VA10).

use crate::effects::{Act, AreaLimits, EffectHost, EffectOperation, EvalContext, Hook};
use crate::event::TrackId;
use crate::ids::ActorId;
use crate::space::Space;
use crate::space::effects::ShipEffectQuery;
use crate::space::eval_context::{DEEPEST, SpaceEvalContext};
use crate::space::roll_kinds::SpaceRoll;
use crate::space::roster::WeaponSystem;
use crate::space::state::{DATA, FRAME};
use crate::tracks::TrackSet;
use slip_pack::effect::{ActionObject, HitKind, Place};

impl WeaponSystem {
    /// Returns the act of attacking with the weapon.
    pub(super) const fn act(self) -> Act {
        match self {
            WeaponSystem::Ew => Act::Ew,
            WeaponSystem::Beam => Act::Beam,
            WeaponSystem::Torpedo => Act::Torpedo,
        }
    }
}

impl Space {
    /// Returns the main track that an attack with a weapon hits, and further tracks (R-S27). The main track is the usual one of the weapon,
    /// unless an effect replaces it. A replacement that the player has chosen overrides one that is compulsory.
    pub fn tracks_hit(&self, ship: ActorId, weapon: WeaponSystem, foe: Option<ActorId>) -> (TrackId, TrackSet) {
        let usual = if weapon == WeaponSystem::Ew { DATA } else { FRAME };
        if !self.roster.lines.any(Hook::Tracks) {
            return (usual, TrackSet::NONE);
        }
        let at = self.at(ship, SpaceRoll::attack(weapon), foe);
        let mut main: Option<(bool, u8, u16, TrackId)> = None;
        let mut added = TrackSet::NONE;
        for (number, line) in self.lines_at(Hook::Tracks, &at) {
            let EffectOperation::Tracks { tracks, how, .. } = &line.does else { continue };
            if *how == HitKind::Too {
                added |= *tracks;
                continue;
            }
            let Some(track) = tracks.first() else { continue };
            let new = (*how == HitKind::Only, line.carrier.distance(), number, track);
            main = Some(main.map_or(new, |old| old.min(new)));
        }
        // If the target has no track of the name that the effect gives, the attack hits the usual track (R-E27).
        let lacks = |track: &TrackId| {
            let target = foe.and_then(|foe| self.state.ship(foe));
            self.roster.tracks.is_own(*track) && target.is_some_and(|ship| ship.track(*track).length() == 0)
        };
        let main = main.map(|(.., track)| track).filter(|track| !lacks(track)).unwrap_or(usual);
        (main, added.without(main))
    }

    /// Returns the area that an attack strikes (band, tether or map), the ships that it spares, and the number of the effect that gives the
    /// area. An optional effect counts only if it was chosen at the start of the phase.
    pub fn area(&self, ship: ActorId, weapon: WeaponSystem) -> Option<(Place, AreaLimits, u16)> {
        self.area_seen(ship, weapon, 0)
    }

    /// Like [`Space::area`], but limits nesting, because marks can depend on other marks. `depth` is the number of nested marks. Beyond the
    /// maximum the condition is false.
    fn area_seen(&self, ship: ActorId, weapon: WeaponSystem, depth: u8) -> Option<(Place, AreaLimits, u16)> {
        if !self.roster.lines.any(Hook::Area) {
            return None;
        }
        let at = self.at(ship, SpaceRoll::attack(weapon), None);
        self.listed(Hook::Area, &at).find_map(|(number, line)| {
            let EffectOperation::Area { roll, place, area } = &line.does else { return None };
            let set_off = line.cue.is_some();
            let meant = self.wanted(number, line, &at) > 0
                && self.is_carried_now(line.carrier)
                && (set_off || self.is_true_of(line, &at))
                && self.fits_roll(roll, line.carrier, &at);
            let so = |condition| depth < DEEPEST && SpaceEvalContext { depth: depth + 1, ..self.eye(line.carrier, &at) }.holds(condition);
            (meant && (set_off || line.condition.as_ref().is_none_or(so))).then_some((*place, *area, number))
        })
    }

    /// True if an attack on this target strikes a whole area. If the effect excepts the attacker's own band, the target must be on another
    /// band.
    pub(super) fn is_of_area(&self, ship: ActorId, weapon: WeaponSystem, aimed: Option<ActorId>, depth: u8) -> bool {
        let area = self.area_seen(ship, weapon, depth);
        area.is_some_and(|(_, area, _)| !area.not_here || aimed.is_none_or(|aimed| !self.share_a_band(ship, aimed)))
    }

    /// True if a ship cannot be attacked because it is on the attacker's band. The attack there must strike an area, but the effect excepts
    /// this band.
    pub(super) fn is_excepted(&self, ship: ActorId, weapon: WeaponSystem, aimed: ActorId) -> bool {
        let area = self.area(ship, weapon);
        area.is_some_and(|(_, area, _)| area.always && area.not_here && self.share_a_band(ship, aimed))
    }

    fn share_a_band(&self, one: ActorId, other: ActorId) -> bool {
        let band = |who: ActorId| self.state.ship(who).and_then(|there| there.band());
        band(one).is_some() && band(one) == band(other)
    }

    /// Returns all targets of an attack: first the target that is aimed at, then the others by id.
    pub fn struck(&self, ship: ActorId, weapon: WeaponSystem, aimed: ActorId) -> Vec<ActorId> {
        let area = self.area(ship, weapon).filter(|_| self.is_of_area(ship, weapon, Some(aimed), 0));
        let Some((place, area, _)) = area else { return vec![aimed] };
        let mut struck = vec![aimed];
        struck.extend(self.swept(ship, weapon, (place, area), aimed));
        struck
    }

    /// Returns the ships that an attack hits in addition to its target, because they are in the same area.
    fn swept(
        &self,
        ship: ActorId,
        weapon: WeaponSystem,
        (place, area): (Place, AreaLimits),
        aimed: ActorId,
    ) -> impl Iterator<Item = ActorId> {
        let there = move |who: ActorId| {
            let (Some(target), Some(other)) = (self.state.ship(aimed), self.state.ship(who)) else { return false };
            match place {
                Place::Band => target.band().is_some() && other.band() == target.band(),
                Place::Tether => target.tether.is_some() && other.tether == target.tether,
                Place::Map => other.band().is_some(),
                Place::Zone => false,
            }
        };
        let spared = move |who: ActorId| {
            (area.spares_self && who == ship)
                || (area.spares_allies && !self.are_enemies(ship, who))
                || (area.not_here && self.share_a_band(ship, who))
                || self.is_kept_from(ship, weapon.act(), who)
        };
        self.state.ships.keys().filter(move |&who| who != aimed && self.takes_part(who) && there(who) && !spared(who))
    }

    /// True if an attack on an area is safe and useful. No target may lead to a hit on the attacker's own side, and at least one target
    /// must have other enemies near it.
    pub(super) fn sweeps_enemies_alone(&self, ship: ActorId, weapon: WeaponSystem, place: Place, area: AreaLimits) -> bool {
        let mut more = false;
        for aimed in self.targets(ship).filter(|&aimed| !(area.not_here && self.share_a_band(ship, aimed))) {
            for who in self.swept(ship, weapon, (place, area), aimed) {
                if !self.are_enemies(ship, who) {
                    return false;
                }
                more = true;
            }
        }
        more
    }

    /// True if an effect of a ship protects it from being chosen as a target. An attack on an area then spares the ship.
    fn is_kept_from(&self, ship: ActorId, act: Act, it: ActorId) -> bool {
        self.roster.lines.at(Hook::Permit).any(|(number, line)| {
            let aimed =
                matches!(&line.does, EffectOperation::Permit { object: Some(ActionObject::This), .. }) && line.carrier.person() == Some(it);
            let at = ShipEffectQuery { foe: Some(it), ..Space::about(ship) };
            aimed && self.forbids(line, act) && self.in_force(number, line, &at) > 0
        })
    }
}
