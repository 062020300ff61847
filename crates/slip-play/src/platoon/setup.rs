//! Set-up before the first turn: starting zones of units, and zones that artillery knows by heart.
//!
//! All other parts of a set-up are written in the encounter: directors of aircraft, passengers, the units that attached people amplify
//! (R-XU7).

use crate::choice::{Choice, Options, Verb};
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, AspectId, Id, TableKey, ZoneId};
use crate::platoon::PlatoonFight;
use crate::platoon::state::UnitStatus;
use crate::platoon::zones::UnitLocation;
use slip_dice::fate::{Aspect, AspectOrigin, FreeTag, Holder};

/// One choice of set-up: a zone that an artillery unit will know by heart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    /// Unit that will know the zone.
    who: ActorId,
    /// Number of this choice among the choices of the unit, from 1.
    number: u8,
    /// Index of this choice among the choices of its platoon, in the order of the encounter's list.
    of_platoon: usize,
}

impl PlatoonFight {
    /// Lists the legal answers: the starting zones of a unit, or the zones that artillery may know by heart, with the encounter's zone
    /// first.
    pub(super) fn legal_set_up(&self, out: &mut Options) {
        let Step { who, n, .. } = self.state.step;
        let Some(who) = who.actor() else { return };
        let sheet = self.roster.units.row(who);
        let zones = match self.known().into_iter().find(|known| known.who == who && known.number == n) {
            Some(known) => self.knowable(known),
            None => sheet.map_or_else(Vec::new, |sheet| sheet.starts.clone()),
        };
        for zone in zones {
            out.push(Choice::of(Verb::Begin).on(Id::Zone(zone)).n(i16::from(n)));
        }
    }

    /// Places a unit in its starting zone, or records a zone that artillery knows.
    pub(super) fn decide_set_up(&self, choice: Choice, out: &mut Events) {
        let Step { who, n, .. } = self.state.step;
        let (Some(who), Id::Zone(zone)) = (who.actor(), choice.it) else { return };
        let known = self.known();
        let asked = match known.iter().position(|known| known.who == who && known.number == n) {
            Some(place) => {
                self.lock_in(who, zone, out);
                self.state.units.len() + place
            }
            None => {
                if self.state.unit(who).map(|unit| unit.place) != Some(UnitLocation::Zone(zone)) {
                    out.push(Event::Counter { who, what: Counter::Starts(zone), change: 0, now: 1 });
                }
                who.place()
            }
        };
        out.push(Event::Counter { who, what: Counter::Asked, change: 1, now: i32::try_from(asked + 1).unwrap_or(i32::MAX) });
        PlatoonFight::go(out, Step::of(Phase::SetUp, Id::None));
    }

    /// Asks for the next starting zone, and after all of them for the next zone that a unit knows by heart. When all are chosen, the first
    /// turn begins.
    pub(super) fn resume_set_up(&self, out: &mut Events) {
        let (asked, units) = (usize::from(self.state.set_up), self.state.units.len());
        let open = self.roster.units.iter().skip(asked).filter(|(_, sheet)| sheet.starts.len() > 1);
        let next = open.map(|(who, _)| who).find(|&who| self.takes_part(who)).map(|who| Step::of(Phase::SetUp, Id::Actor(who)));
        let known = || {
            let mut rest = self.known().into_iter().skip(asked.saturating_sub(units));
            rest.find(|&known| !self.knowable(known).is_empty())
        };
        let step = next.or_else(|| known().map(|known| Step::of(Phase::SetUp, Id::Actor(known.who)).n(known.number)));
        PlatoonFight::go(out, step.unwrap_or(Step::of(Phase::Round, Id::None)));
    }

    /// True if a unit is in this fight, now or later.
    fn takes_part(&self, who: ActorId) -> bool {
        self.state.unit(who).is_some_and(|unit| matches!(unit.status, UnitStatus::Active | UnitStatus::Elsewhere))
    }

    /// Returns the choices of zones that artillery will know by heart, unit by unit.
    fn known(&self) -> Vec<Known> {
        let mut all: Vec<Known> = Vec::new();
        for who in self.state.units.keys().filter(|&who| self.takes_part(who)) {
            let Some(zones) = self.knows_by_heart(who).map(|known| known.zones) else { continue };
            for number in 1..=zones {
                let of_platoon = all.iter().filter(|known| self.platoon(known.who) == self.platoon(who)).count();
                all.push(Known { who, number, of_platoon });
            }
        }
        all
    }

    /// Returns the zones from which a unit chooses. If the encounter lists zones for this choice, they are those, otherwise all zones of
    /// the map. Zones that the unit already knows are left out.
    fn knowable(&self, known: Known) -> Vec<ZoneId> {
        let words = self.knows_by_heart(known.who).map(|known| known.aspect);
        let fresh = |zone: &ZoneId| {
            let mut there = self.state.aspects.values().filter(|aspect| aspect.holder == Holder::Zone(zone.0));
            !there.any(|aspect| aspect.placer == Some(known.who.0) && Some(aspect.text.as_str()) == words)
        };
        let platoon = self.platoon(known.who).and_then(|platoon| self.roster.platoons.row(platoon));
        let named = platoon.and_then(|platoon| platoon.locked_in.get(known.of_platoon)).into_iter().flatten().copied();
        let named: Vec<ZoneId> = named.filter(fresh).collect();
        if named.is_empty() { self.roster.ground.map_zones().filter(fresh).collect() } else { named }
    }

    /// Places the unit's aspect on a zone that it knows by heart, with the free tag that its effect gives.
    fn lock_in(&self, who: ActorId, zone: ZoneId, out: &mut Events) {
        let Some(known) = self.knows_by_heart(who) else { return };
        let aspect = Aspect {
            origin: AspectOrigin::Automatic,
            placer: Some(who.0),
            free: Some(FreeTag { sides: known.sides, from: 0 }),
            ..Aspect::printed(known.aspect, Holder::Zone(zone.0))
        };
        out.push(Event::AspectAdd { id: AspectId::of(self.state.aspects.len()), aspect });
    }
}
