//! Free moves, movement, and contact with enemies.
//!
//! A movement ([`Moving`]) is made by one unit or by the units of a march. It is a free move, or a roll pays for it with its shifts.
//! Whenever the units enter a zone, enemies may compel them to halt. Otherwise the player is asked for the next zone, until the movement is
//! over.

use crate::choice::{Answer, Choice, Options, Verb};
use crate::event::{Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, BorderId, Id, ZoneId};
use crate::platoon::PlatoonFight;
use crate::platoon::locations::{self, each};
use crate::platoon::roster::{Arm, CoreSkill};
use crate::platoon::state::{MOST, Moving, bit};
use crate::platoon::zones::{GroundExit, Region};

/// Value of `n` of a [`Phase::FreeMove`] step after the free move has begun.
pub(super) const UNDER_WAY: u8 = 1;

impl PlatoonFight {
    /// Marks the units `who` that enter a zone as spotted, and the enemies in the zone too. Skips the units in `met`, which were already
    /// marked during this movement. Returns true if there are enemies in the zone.
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

    /// True if the rules allow movement where a unit is: always on the map, on a card unless a setting forbids it, never on the re-arm
    /// track.
    fn is_on_open_ground(&self, unit: ActorId) -> bool {
        match self.zone_of(unit).map(|zone| self.roster.ground.region(zone)) {
            Some(Region::Map) => true,
            Some(Region::Card(_)) => !self.roster.settings.no_relocation,
            Some(Region::Track(_)) | None => false,
        }
    }

    /// True if a unit may make a free move. Of aircraft, only those that drift may make one (R-L13).
    pub fn may_free_move(&self, unit: ActorId) -> bool {
        self.is_on_open_ground(unit) && self.free_move_zones(unit) > 0
    }

    /// True if a unit could move as its action: it is on the map, has the skill, and is not an aircraft.
    pub fn may_move(&self, unit: ActorId) -> bool {
        let on_map = self.zone_of(unit).map(|zone| self.roster.ground.region(zone)) == Some(Region::Map);
        on_map && !self.is_airborne(unit) && self.is_trained_to_move(unit) && self.most_steps(unit) > 0
    }

    /// True if a unit could move on its card as its action: the card has several zones.
    pub fn may_relocate(&self, unit: ActorId) -> bool {
        let zone = self.zone_of(unit).filter(|&zone| matches!(self.roster.ground.region(zone), Region::Card(_)));
        let walks = zone.is_some_and(|zone| !self.roster.ground.ways(zone).is_empty());
        walks && self.is_on_open_ground(unit) && self.is_trained_to_move(unit) && !self.is_airborne(unit)
    }

    pub(super) fn is_trained_to_move(&self, unit: ActorId) -> bool {
        self.roster.units.row(unit).is_some_and(|sheet| sheet.rank(CoreSkill::Movement.skill()).is_some())
    }

    /// Returns the maximum number of zones that a unit may enter in one action. Artillery on its card has no such maximum; only its shifts
    /// limit the number (R-L42).
    pub fn most_steps(&self, unit: ActorId) -> i32 {
        if self.roster.arm(unit) == Arm::Battery { i32::MAX } else { self.max_move(unit) }
    }

    /// Returns the extra shifts of a movement: for artillery, the zones that its effects give (R-L42).
    fn spare_steps(&self, unit: ActorId) -> i32 {
        if self.roster.arm(unit) == Arm::Battery { self.max_move(unit) } else { 0 }
    }

    /// Begins a movement with the shifts of the roll. In a march, the slowest unit limits the movement.
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
        PlatoonFight::go(out, Step::of(Phase::Steps, Id::Actor(who)));
    }

    /// True if the movement needs no more questions. It was stopped, no zone can be entered any more, or the units are moving to a chosen
    /// zone.
    pub(super) fn has_moved(&self) -> bool {
        let over = |moving: &Moving| moving.stopped || self.is_spent(moving) || moving.goal.is_some();
        match self.state.step.phase {
            Phase::FreeMove => self.state.step.n == UNDER_WAY && self.state.moving.as_ref().is_none_or(over),
            Phase::Steps => self.state.moving.as_ref().is_none_or(over),
            _ => false,
        }
    }

    /// Returns the borders that a unit may cross in a free move: those without pass value (R-L4). Orphans (units without a leader) may
    /// enter only zones without enemies (R-L10).
    fn free_ways(&self, unit: ActorId) -> impl Iterator<Item = &GroundExit> {
        let zone = self.zone_of(unit).filter(|_| self.may_free_move(unit));
        let ways = zone.map_or(&[][..], |zone| self.roster.ground.ways(zone));
        let (orphan, side) = (self.is_orphan(unit), self.side(unit));
        ways.iter().filter(move |way| self.toll(way) == Some(0) && !(orphan && self.enemies_in(way.to, side) > 0))
    }

    /// True if a unit is in a zone where it may leave the map at the cost of a step (R-L19). A free move has no shifts and cannot leave the
    /// map (R-YA5).
    pub(super) fn is_at_exit(&self, unit: ActorId) -> bool {
        let zone = self.zone_of(unit).and_then(|zone| self.roster.ground.zones.row(zone));
        zone.is_some_and(|zone| zone.exit && zone.region == Region::Map) && !self.is_airborne(unit)
    }

    /// Adds the answers of a free move: to stay, to enter a neighbouring zone over a border without pass value, or to load or unload a
    /// unit.
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

    /// Applies an answer during a free move.
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

    /// Adds the answers of a movement with the shifts that are left: stop, go to a zone by the cheapest path, enter a neighbouring zone,
    /// leave the map, or load or unload a unit.
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
            if self.may_step(moving, way) {
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

    /// Applies an answer during a movement.
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

    /// True if a movement has no zones left that its units may enter.
    pub(super) fn is_spent(&self, moving: &Moving) -> bool {
        let here = || moving.who.first().and_then(|&who| self.zone_of(who));
        let may_cross = |zone: ZoneId| self.roster.ground.ways(zone).iter().any(|way| self.may_step(moving, way));
        moving.steps <= 0 && !(self.roster.settings.pass_steps_uncounted && here().is_some_and(may_cross))
    }

    /// True if a step over a border counts against the maximum of zones (R-L53).
    pub(super) fn is_counted(&self, way: &GroundExit) -> bool {
        !self.roster.settings.pass_steps_uncounted || self.toll(way).is_none_or(|toll| toll == 0)
    }

    /// True if a movement has enough shifts and zones left for a step.
    fn may_step(&self, moving: &Moving, way: &GroundExit) -> bool {
        self.step_cost(way).is_some_and(|cost| cost <= moving.shifts) && (moving.steps > 0 || !self.is_counted(way))
    }

    /// Returns the cost of a step over a border: one shift plus the pass value.
    pub(super) fn step_cost(&self, way: &GroundExit) -> Option<i32> {
        Some(self.toll(way)?.saturating_add(1))
    }

    /// Takes the first step of the cheapest path to a zone. The other steps follow without a question, unless something stops the movement
    /// on the way.
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

    /// Moves the units to the next zone. If they meet enemies there, they stop, unless all of them may pass enemies (R-YA6). Enemies may
    /// then compel a halt.
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
        PlatoonFight::go(out, Step::of(Phase::Halt, Id::None));
    }

    /// Takes the movers off the map, which costs a step (R-L19).
    fn leave(&self, who: &[ActorId], out: &mut Events) {
        for &mover in who {
            if let Some(zone) = self.zone_of(mover) {
                out.push(Event::Counter { who: mover, what: Counter::Exits(zone), change: 1, now: 1 });
            }
        }
        self.end_movement(out);
    }

    /// Continues the movement after compels to halt: with the next step, or the end of the movement.
    pub(super) fn resume_movement(&self, out: &mut Events) {
        let Some(moving) = &self.state.moving else { return self.finish_action(out) };
        let over = moving.stopped || self.is_spent(moving) || moving.who.is_empty();
        let here = moving.who.first().and_then(|&who| self.zone_of(who));
        match (over, moving.goal) {
            (true, _) => self.end_movement(out),
            (false, Some(goal)) if here != Some(goal) => self.head_for(moving, goal, out),
            (false, _) => self.ask_on(moving, out),
        }
    }

    /// Asks the player of the moving units for the next zone. The units may also go on after they have reached the zone of the last order.
    fn ask_on(&self, moving: &Moving, out: &mut Events) {
        let Some(&who) = moving.who.first() else { return };
        if let Some(zone) = moving.goal {
            out.push(Event::Counter { who, what: Counter::Heads(zone), change: 0, now: 0 });
        }
        let step =
            if moving.free { Step::of(Phase::FreeMove, Id::Actor(who)).n(UNDER_WAY) } else { Step::of(Phase::Steps, Id::Actor(who)) };
        PlatoonFight::go(out, step);
    }

    /// Ends the movement. If a unit was in an enemy's sight before the movement and no longer is, its SPOTTED level falls by 1. After a
    /// free move the action follows. Orphans (units without a leader) have only the free move (R-L10).
    pub(super) fn end_movement(&self, out: &mut Events) {
        let Some(moving) = &self.state.moving else {
            let next = self.state.step.who;
            return PlatoonFight::go(out, Step::of(Phase::Declare, next));
        };
        let gone = |who: ActorId| {
            out.iter().any(|event| matches!(event, Event::Counter { who: there, what: Counter::Exits(_), .. } if *there == who))
        };
        let hidden: Vec<ActorId> = moving.who.iter().copied().filter(|&who| moving.seen & bit(who) != 0 && !gone(who)).collect();
        for who in hidden {
            let spotted = self.state.unit(who).map_or(0, |unit| i32::from(unit.spotted));
            if spotted > 0 && !locations::is_watched(&self.state, &self.roster, who) {
                out.push(Event::Counter { who, what: Counter::Spotted, change: -1, now: spotted - 1 });
            }
        }
        self.go_on(moving, out);
    }

    /// Continues with the step that follows a movement.
    fn go_on(&self, moving: &Moving, out: &mut Events) {
        let acts = moving.who.first().copied().filter(|&who| moving.free && !self.is_orphan(who));
        match acts {
            Some(who) => PlatoonFight::go(out, Step::of(Phase::Declare, Id::Actor(who))),
            None => {
                // With the draft rules, more shifts than zones left to enter may give spin (R-L46).
                if let Some(&who) = moving.who.first().filter(|_| !moving.free) {
                    self.flat_spin(who, moving.shifts.saturating_sub(moving.steps.max(0)), out);
                }
                self.finish_action(out);
            }
        }
    }
}

/// Returns the zones of a set, in order.
fn each_zone(set: u128) -> impl Iterator<Item = ZoneId> {
    each(set).map(|ActorId(number)| ZoneId(number))
}
