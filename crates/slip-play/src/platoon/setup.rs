//! Before the first turn: where units begin, and which zones guns know by heart (D-L1).
//!
//! Everything else of a set-up is written in the text: who directs aircraft, who rides in what, whom people amplify (R-XU7).

use crate::choice::{Choice, Options, Verb};
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, AspectId, Id, Key, ZoneId};
use crate::platoon::Platoons;
use crate::platoon::ground::Place;
use crate::platoon::state::Status;
use slip_dice::fate::{Aspect, FreeTag, Holder, Origin};

/// A zone that a gun knows by heart, still to be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    /// Whose.
    who: ActorId,
    /// Which of its own, from 1.
    number: u8,
    /// Which of its platoon's, as the text lists them.
    of_platoon: usize,
}

impl Platoons {
    /// Where one may begin, or what may be known by heart: the file's value first.
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

    /// A unit begins here, or knows this zone by heart.
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
                if self.state.unit(who).map(|unit| unit.place) != Some(Place::Zone(zone)) {
                    out.push(Event::Counter { who, what: Counter::Starts(zone), change: 0, now: 1 });
                }
                who.place()
            }
        };
        out.push(Event::Counter { who, what: Counter::Asked, change: 1, now: i32::try_from(asked + 1).unwrap_or(i32::MAX) });
        Platoons::go(out, Step::of(Phase::SetUp, Id::None));
    }

    /// The next place that somebody chooses, then the next zone that guns know; the first turn when all is said.
    pub(super) fn resume_set_up(&self, out: &mut Events) {
        let (asked, units) = (usize::from(self.state.set_up), self.state.units.len());
        let open = self.roster.units.iter().skip(asked).filter(|(_, sheet)| sheet.starts.len() > 1);
        let next = open.map(|(who, _)| who).find(|&who| self.takes_part(who)).map(|who| Step::of(Phase::SetUp, Id::Actor(who)));
        let known = || {
            let mut rest = self.known().into_iter().skip(asked.saturating_sub(units));
            rest.find(|&known| !self.knowable(known).is_empty())
        };
        let step = next.or_else(|| known().map(|known| Step::of(Phase::SetUp, Id::Actor(known.who)).n(known.number)));
        Platoons::go(out, step.unwrap_or(Step::of(Phase::Round, Id::None)));
    }

    /// Whether a unit is in this fight, now or later.
    fn takes_part(&self, who: ActorId) -> bool {
        self.state.unit(who).is_some_and(|unit| matches!(unit.status, Status::Active | Status::Elsewhere))
    }

    /// All zones that guns know by heart, gun by gun.
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

    /// Zones one of which a gun may know: those that the text names for it, else all of the map; none that it knows already.
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

    /// The zone has the aspect, with the free tag that the gun's line gives (platoon.md 6, Prepared positions).
    fn lock_in(&self, who: ActorId, zone: ZoneId, out: &mut Events) {
        let Some(known) = self.knows_by_heart(who) else { return };
        let aspect = Aspect {
            origin: Origin::Automatic,
            placer: Some(who.0),
            free: Some(FreeTag { sides: known.sides, from: 0 }),
            ..Aspect::printed(known.aspect, Holder::Zone(zone.0))
        };
        out.push(Event::AspectAdd { id: AspectId::of(self.state.aspects.len()), aspect });
    }
}
