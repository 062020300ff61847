//! Free moves, movement, and who meets whom (platoon.md 5.1, D-L4, D-L5). Floor 5.
//!
//! Whatever moves is a movement under way ([`crate::play::platoon::state::Moving`]), begun by the counter of movement: of one
//! unit or of those who march, with shifts or as the free move. After every zone entered enemies may compel a halt; then those
//! who move are asked again, until the movement is over.

use crate::play::choice::{Answer, Choice, Options, Verb};
use crate::play::event::{Counter, Event, Events, Phase, Step};
use crate::play::ids::{ActorId, Id, ZoneId};
use crate::play::platoon::Platoons;
use crate::play::platoon::ground::{Region, Way};
use crate::play::platoon::reach::each;
use crate::play::platoon::state::{MOST, Moving, bit};

/// The number of [`Phase::FreeMove`] while a free move is under way.
pub(super) const UNDER_WAY: u8 = 1;

impl Platoons {
    /// SPOTTED that a unit gains by contact.
    fn contact(&self, unit: ActorId) -> u8 {
        if self.is_airborne(unit) { 0 } else { self.contact_spotted(unit) }
    }

    /// Those who come into a zone, and enemies there, are seen: each once in a movement, `met` are those who have been (5.1.3).
    pub(super) fn meet(&self, who: &[ActorId], zone: ZoneId, met: u128, out: &mut Events) {
        let Some(&first) = who.first() else { return };
        let enemies = self.enemies_in(zone, self.side(first));
        if enemies == 0 {
            return;
        }
        let movers = who.iter().fold(0, |set, &unit| set | bit(unit));
        for unit in each((movers | enemies) & !met) {
            let spotted = self.state.unit(unit).map_or(MOST, |there| there.spotted);
            let now = spotted.saturating_add(self.contact(unit)).min(MOST);
            if now > spotted {
                let (change, now) = (i32::from(now - spotted), i32::from(now));
                out.push(Event::Counter { who: unit, what: Counter::Spotted, change, now });
            }
        }
    }

    /// Whether a unit may make a free move at all: on the ground or over it, and not about a card whose guns stay put (draft,
    /// row 9).
    pub fn may_free_move(&self, unit: ActorId) -> bool {
        let region = self.zone_of(unit).map(|zone| self.roster.ground.region(zone));
        let place = match region {
            Some(Region::Map) => true,
            Some(Region::Card(_)) => !self.roster.settings.no_relocation,
            Some(Region::Track(_)) | None => false,
        };
        place && self.free_move_zones(unit) > 0
    }

    /// Ways of a free move: over borders without pass value (R-L4), for orphans only where no enemy is (R-L10).
    fn free_ways(&self, unit: ActorId) -> impl Iterator<Item = &Way> {
        let zone = self.zone_of(unit).filter(|_| self.may_free_move(unit));
        let ways = zone.map_or(&[][..], |zone| self.roster.ground.ways(zone));
        let (orphan, side) = (self.is_orphan(unit), self.side(unit));
        ways.iter().filter(move |way| self.toll(way) == Some(0) && !(orphan && self.enemies_in(way.to, side) > 0))
    }

    /// Whether the movement at which the sequence stands is over, so that nobody is asked about it any more.
    pub(super) fn has_moved(&self) -> bool {
        let over = |moving: &Moving| moving.stopped || moving.steps <= 0;
        match self.state.step.phase {
            Phase::FreeMove => self.state.step.n == UNDER_WAY && self.state.moving.as_ref().is_none_or(over),
            Phase::Steps => self.state.moving.as_ref().is_none_or(over),
            _ => false,
        }
    }

    /// Stay, or a neighbouring zone over a border without pass value.
    pub(super) fn legal_free_move(&self, out: &mut Options) {
        let Some(who) = self.state.step.who.actor() else { return };
        out.push(Choice::of(Verb::Stay));
        for way in self.free_ways(who) {
            out.push(Choice::of(Verb::Enter).on(Id::Zone(way.to)).with(way.border.0));
        }
    }

    /// Goes there, or stays.
    pub(super) fn decide_free_move(&self, answer: &Answer, out: &mut Events) {
        let Some(who) = self.state.step.who.actor() else { return };
        if answer.choice.verb == Verb::Stay {
            Platoons::go(out, Step::of(Phase::Declare, Id::Actor(who)));
        }
    }

    /// Where one may go with what is left.
    pub(super) fn legal_steps(&self, _out: &mut Options) {}

    /// Goes on, stops, or leaves the map.
    pub(super) fn decide_steps(&self, _answer: &Answer, _out: &mut Events) {}

    /// After a halt window: on, or the end of the movement (5.1.4).
    pub(super) fn resume_movement(&self, out: &mut Events) {
        self.finish_action(out);
    }
}
