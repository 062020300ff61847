//! Free moves, movement, and who meets whom (platoon.md 5.1, D-L4, D-L5).
//!
//! Whatever moves is a movement under way ([`Moving`]), begun by the counter of movement: of one unit or of those who march, with
//! shifts or as the free move. After every zone entered enemies may compel a halt; then those who move are asked again, until
//! the movement is over.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, BorderId, Id, ZoneId};
use crate::platoon::Platoons;
use crate::platoon::ground::{Region, Way};
use crate::platoon::reach::{self, each};
use crate::platoon::roster::{Arm, Trade};
use crate::platoon::state::{MOST, Moving, bit};

/// The number of [`Phase::FreeMove`] while a free move is under way.
pub(super) const UNDER_WAY: u8 = 1;

impl Platoons {
    /// Those who come into a zone, and enemies there, are seen: each once in a movement, `met` are those who have been (5.1.3).
    /// True if somebody is met at all.
    pub(super) fn meet(&self, who: &[ActorId], zone: ZoneId, met: u128, out: &mut Events) -> bool {
        let Some(&first) = who.first() else { return false };
        let enemies = self.enemies_in(zone, self.side(first));
        if enemies == 0 {
            return false;
        }
        let movers = who.iter().fold(0, |set, &unit| set | bit(unit));
        for unit in each((movers | enemies) & !met) {
            let spotted = self.state.unit(unit).map_or(MOST, |there| there.spotted);
            let gained = if self.is_airborne(unit) { 0 } else { self.contact_spotted(unit) };
            let now = spotted.saturating_add(gained).min(MOST);
            if now > spotted {
                let (change, now) = (i32::from(now - spotted), i32::from(now));
                out.push(Event::Counter { who: unit, what: Counter::Spotted, change, now });
            }
        }
        true
    }

    /// Whether one may move about at all where a unit is: on the ground or over it, and not about a card whose guns stay put
    /// (draft, row 9).
    fn is_on_open_ground(&self, unit: ActorId) -> bool {
        match self.zone_of(unit).map(|zone| self.roster.ground.region(zone)) {
            Some(Region::Map) => true,
            Some(Region::Card(_)) => !self.roster.settings.no_relocation,
            Some(Region::Track(_)) | None => false,
        }
    }

    /// True if a unit may make a free move at all (4.4): aircraft only such as drift (R-L13).
    pub fn may_free_move(&self, unit: ActorId) -> bool {
        self.is_on_open_ground(unit) && self.free_move_zones(unit) > 0
    }

    /// True if a unit could move as its action: on the map, with the skill for it, and not in the air.
    pub fn may_move(&self, unit: ActorId) -> bool {
        let on_map = self.zone_of(unit).map(|zone| self.roster.ground.region(zone)) == Some(Region::Map);
        on_map && !self.is_airborne(unit) && self.is_trained_to_move(unit) && self.most_steps(unit) > 0
    }

    /// True if a unit could walk about its card as its action: a card with several zones (5.1.5).
    pub fn may_relocate(&self, unit: ActorId) -> bool {
        let zone = self.zone_of(unit).filter(|&zone| matches!(self.roster.ground.region(zone), Region::Card(_)));
        let walks = zone.is_some_and(|zone| !self.roster.ground.ways(zone).is_empty());
        walks && self.is_on_open_ground(unit) && self.is_trained_to_move(unit) && !self.is_airborne(unit)
    }

    pub(super) fn is_trained_to_move(&self, unit: ActorId) -> bool {
        self.roster.units.row(unit).is_some_and(|sheet| sheet.rank(Trade::Movement.skill()).is_some())
    }

    /// Zones a unit may enter in one action (5.1): guns on their card as many as their shifts pay for (R-L42).
    pub fn most_steps(&self, unit: ActorId) -> i32 {
        if self.roster.arm(unit) == Arm::Battery { i32::MAX } else { self.max_move(unit) }
    }

    /// What a unit has besides its shifts: guns those zones that their lines give them (R-L42).
    fn spare_steps(&self, unit: ActorId) -> i32 {
        if self.roster.arm(unit) == Arm::Battery { self.max_move(unit) } else { 0 }
    }

    /// Moves begin, with the shifts of the roll: of one unit, or of those who march, no farther than the slowest may (5.1).
    pub(super) fn set_out(&self, who: ActorId, act: Verb, shifts: i32, out: &mut Events) {
        let movers = self.marching(who, act);
        let steps = movers.iter().map(|&unit| self.most_steps(unit)).min().unwrap_or(0);
        let spare = movers.iter().map(|&unit| self.spare_steps(unit)).min().unwrap_or(0);
        let shifts = if shifts > 0 { shifts.saturating_add(spare) } else { 0 };
        self.march_off(&movers, out);
        if shifts <= 0 || steps <= 0 {
            return self.finish_action(out);
        }
        out.push(Event::Counter { who, what: Counter::Movement, change: steps, now: shifts });
        Platoons::go(out, Step::of(Phase::Steps, Id::Actor(who)));
    }

    /// True if the movement at which the sequence stands is over, so that nobody is asked about it any more.
    pub(super) fn has_moved(&self) -> bool {
        let over = |moving: &Moving| moving.stopped || moving.steps <= 0 || moving.goal.is_some();
        match self.state.step.phase {
            Phase::FreeMove => self.state.step.n == UNDER_WAY && self.state.moving.as_ref().is_none_or(over),
            Phase::Steps => self.state.moving.as_ref().is_none_or(over),
            _ => false,
        }
    }

    /// Ways of a free move: over borders without pass value (R-L4), for orphans only where no enemy is (R-L10).
    fn free_ways(&self, unit: ActorId) -> impl Iterator<Item = &Way> {
        let zone = self.zone_of(unit).filter(|_| self.may_free_move(unit));
        let ways = zone.map_or(&[][..], |zone| self.roster.ground.ways(zone));
        let (orphan, side) = (self.is_orphan(unit), self.side(unit));
        ways.iter().filter(move |way| self.toll(way) == Some(0) && !(orphan && self.enemies_in(way.to, side) > 0))
    }

    /// True if a unit stands where one may leave the map, with a shift as for a step (R-L19); a free move has none (2.2), so that
    /// it leads over no edge (R-YA5).
    pub(super) fn is_at_exit(&self, unit: ActorId) -> bool {
        let zone = self.zone_of(unit).and_then(|zone| self.roster.ground.zones.row(zone));
        zone.is_some_and(|zone| zone.exit && zone.region == Region::Map) && !self.is_airborne(unit)
    }

    /// Stay, a neighbouring zone over a border without pass value, or somebody to be taken aboard or put down.
    pub(super) fn legal_free_move(&self, out: &mut Options) {
        let Some(who) = self.state.step.who.actor() else { return };
        let stay = Choice::of(Verb::Stay);
        out.push(stay);
        for way in self.free_ways(who) {
            out.push(Choice::of(Verb::Enter).on(Id::Zone(way.to)).with(way.border.0));
        }
        if self.state.step.n != UNDER_WAY {
            self.legal_loads(who, out);
        }
        out.sort_with_default(Some(stay));
    }

    /// Goes there, or stays.
    pub(super) fn decide_free_move(&self, answer: &Answer, out: &mut Events) {
        let Some(who) = self.state.step.who.actor() else { return };
        let choice = answer.choice;
        if choice.verb == Verb::Enter && self.state.moving.is_none() {
            out.push(Event::Counter { who, what: Counter::Movement, change: self.free_move_zones(who), now: 0 });
        }
        match (choice.verb, choice.it.zone(), choice.border()) {
            (Verb::Enter, Some(to), Some(border)) => self.enter(&[who], to, border, 0, out),
            (Verb::Load | Verb::Unload, ..) => self.load(choice, out),
            _ => self.end_movement(out),
        }
    }

    /// Where one may go with what is left: stop, on to a zone by the cheapest way, into a neighbouring one, over the edge, or
    /// somebody to be taken aboard or put down.
    pub(super) fn legal_steps(&self, out: &mut Options) {
        let Some(moving) = &self.state.moving else { return };
        let Some(&who) = moving.who.first() else { return };
        let stay = Choice::of(Verb::Stay);
        out.push(stay);
        let Some(here) = self.zone_of(who) else { return };
        let reach = self.paths(moving, here);
        for zone in each_zone(reach.farther()) {
            out.push(Choice::of(Verb::Go).on(Id::Zone(zone)));
        }
        for way in self.roster.ground.ways(here) {
            if self.step_cost(way).is_some_and(|cost| cost <= moving.shifts) {
                out.push(Choice::of(Verb::Enter).on(Id::Zone(way.to)).with(way.border.0));
            }
        }
        if self.is_at_exit(who) && moving.shifts > 0 {
            out.push(Choice::of(Verb::Exit));
        }
        for &mover in &moving.who {
            self.legal_loads(mover, out);
        }
        out.sort_with_default(Some(stay));
    }

    /// Goes on, stops, or leaves the map.
    pub(super) fn decide_steps(&self, answer: &Answer, out: &mut Events) {
        let choice = answer.choice;
        let Some(moving) = &self.state.moving else { return self.finish_action(out) };
        match (choice.verb, choice.it.zone(), choice.border()) {
            (Verb::Enter, Some(to), Some(border)) => self.step_into(moving, to, border, out),
            (Verb::Go, Some(to), _) => self.head_for(moving, to, out),
            (Verb::Exit, ..) => self.leave(&moving.who, out),
            (Verb::Load | Verb::Unload, ..) => self.load(choice, out),
            _ => self.end_movement(out),
        }
    }

    /// What a step over a border costs: one shift and its pass value (2.2).
    pub(super) fn step_cost(&self, way: &Way) -> Option<i32> {
        Some(self.toll(way)?.saturating_add(1))
    }

    /// The first step of the cheapest way to a zone; the rest follows of itself, as far as nothing keeps it from it.
    fn head_for(&self, moving: &Moving, to: ZoneId, out: &mut Events) {
        let here = moving.who.first().and_then(|&who| self.zone_of(who));
        let way = here.and_then(|here| self.paths(moving, here).first_step(self, here, to));
        let (Some(way), Some(&who)) = (way, moving.who.first()) else { return self.end_movement(out) };
        if moving.goal != Some(to) {
            out.push(Event::Counter { who, what: Counter::Heads(to), change: 0, now: 1 });
        }
        self.step_into(moving, way.to, way.border, out);
    }

    fn step_into(&self, moving: &Moving, to: ZoneId, border: BorderId, out: &mut Events) {
        let paid = self.pass_value(border, to).unwrap_or(0).saturating_add(1);
        self.enter(&moving.who, to, border, u8::try_from(paid).unwrap_or(u8::MAX), out);
    }

    /// Those who move are in the next zone: they meet whoever is there and stop, unless they go on past enemies, all of them
    /// (5.1.3, R-YA6); then others may compel a halt.
    fn enter(&self, who: &[ActorId], to: ZoneId, border: BorderId, paid: u8, out: &mut Events) {
        let Some(&first) = who.first() else { return };
        for &mover in who {
            if let Some(from) = self.zone_of(mover) {
                out.push(Event::Move { who: mover, from, to, border: Some(border), paid, forced_by: None });
            }
        }
        let met = self.state.moving.as_ref().map_or(0, |moving| moving.met);
        if self.meet(who, to, met, out) && !who.iter().all(|&mover| self.may_pass(mover)) {
            out.push(Event::Counter { who: first, what: Counter::Movement, change: 0, now: 0 });
        }
        Platoons::go(out, Step::of(Phase::Halt, Id::None));
    }

    /// Over the edge of the map, which takes a step (R-L19).
    fn leave(&self, who: &[ActorId], out: &mut Events) {
        for &mover in who {
            if let Some(zone) = self.zone_of(mover) {
                out.push(Event::Counter { who: mover, what: Counter::Exits(zone), change: 1, now: 1 });
            }
        }
        self.end_movement(out);
    }

    /// After a halt window: on, or the end of the movement (5.1.4).
    pub(super) fn resume_movement(&self, out: &mut Events) {
        let Some(moving) = &self.state.moving else { return self.finish_action(out) };
        let over = moving.stopped || moving.steps <= 0 || moving.who.is_empty();
        let here = moving.who.first().and_then(|&who| self.zone_of(who));
        match (over, moving.goal) {
            (true, _) => self.end_movement(out),
            (false, Some(goal)) if here != Some(goal) => self.head_for(moving, goal, out),
            (false, _) => self.ask_on(moving, out),
        }
    }

    /// Back to those who move; whoever has come where it wanted to may go on from there.
    fn ask_on(&self, moving: &Moving, out: &mut Events) {
        let Some(&who) = moving.who.first() else { return };
        if let Some(zone) = moving.goal {
            out.push(Event::Counter { who, what: Counter::Heads(zone), change: 0, now: 0 });
        }
        let step =
            if moving.free { Step::of(Phase::FreeMove, Id::Actor(who)).n(UNDER_WAY) } else { Step::of(Phase::Steps, Id::Actor(who)) };
        Platoons::go(out, step);
    }

    /// The movement is over: whoever was in an enemy's sight before it and is in none after it is harder to find (5.1.4). After
    /// a free move the action comes, but for orphans, whose act it was (R-L10).
    pub(super) fn end_movement(&self, out: &mut Events) {
        let Some(moving) = &self.state.moving else {
            let next = self.state.step.who;
            return Platoons::go(out, Step::of(Phase::Declare, next));
        };
        let gone = |who: ActorId| {
            out.iter().any(|event| matches!(event, Event::Counter { who: there, what: Counter::Exits(_), .. } if *there == who))
        };
        let hidden: Vec<ActorId> = moving.who.iter().copied().filter(|&who| moving.seen & bit(who) != 0 && !gone(who)).collect();
        for who in hidden {
            let spotted = self.state.unit(who).map_or(0, |unit| i32::from(unit.spotted));
            if spotted > 0 && !reach::is_watched(&self.state, &self.roster, who) {
                out.push(Event::Counter { who, what: Counter::Spotted, change: -1, now: spotted - 1 });
            }
        }
        self.go_on(moving, out);
    }

    /// What comes after a movement.
    fn go_on(&self, moving: &Moving, out: &mut Events) {
        let acts = moving.who.first().copied().filter(|&who| moving.free && !self.is_orphan(who));
        match acts {
            Some(who) => Platoons::go(out, Step::of(Phase::Declare, Id::Actor(who))),
            None => {
                // Shifts left over beyond the zones one may still enter may give spin (draft, row 38, R-L46).
                if let Some(&who) = moving.who.first().filter(|_| !moving.free) {
                    self.flat_spin(who, moving.shifts.saturating_sub(moving.steps.max(0)), out);
                }
                self.finish_action(out);
            }
        }
    }
}

/// The zones of a set, in order.
fn each_zone(set: u128) -> impl Iterator<Item = ZoneId> {
    each(set).map(|ActorId(number)| ZoneId(number))
}
