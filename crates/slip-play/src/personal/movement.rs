//! Movement: the free move, the points of a Move, forced moves, doors and walls.

use crate::choice::{Choice, Options, Verb};
use crate::effects::{Act, Hook};
use crate::event::{BorderChange, Event, Events, Phase, Step};
use crate::ids::{ActorId, BorderId, Id, ZoneId};
use crate::personal::Personal;
use crate::personal::effect_query::PersonalEffectQuery;
use crate::personal::paths::ReachableZone;
use crate::personal::targets::Footholds;
use crate::zone_map::{FAR, ZoneExit};
use slip_pack::map::BorderValue;

impl Personal {
    /// Returns the exits from the actor's zone that cost one point, so that one step of the free move can take them.
    pub(super) fn free_steps(&self, who: ActorId) -> impl Iterator<Item = &ZoneExit> {
        let here = self.state.actors[who].zone;
        let ways = self.roster.map.zones[here].ways.iter();
        ways.filter(move |way| way.out && self.crossing_cost(who, way.border) == Some(1) && self.may_enter(who, way.to))
    }

    /// True if an actor may enter a zone (`enemies cannot move zone` forbids it).
    pub(super) fn may_enter(&self, who: ActorId, zone: ZoneId) -> bool {
        !self.roster.lines.any(Hook::Permit)
            || !self.is_forbidden(&PersonalEffectQuery::rolling(who, Act::Move, None), Some(Id::Zone(zone)))
    }

    /// Returns the zones that an actor can reach by a free move: at most `points` steps, only over borders without extra cost.
    pub(super) fn free_zones(&self, who: ActorId, from: ZoneId, points: i32) -> Footholds {
        let mut zones = Footholds::from_iter([from]);
        let mut first = 0;
        for _ in 0..points.max(0) {
            let edge = first..zones.len();
            first = zones.len();
            for place in edge {
                let Some(&zone) = zones.get(place) else { break };
                for way in &self.roster.map.zones[zone].ways {
                    if way.out && self.crossing_cost(who, way.border) == Some(1) && !zones.contains(&way.to) && self.may_enter(who, way.to)
                    {
                        zones.push(way.to);
                    }
                }
            }
            if zones.len() == first {
                break;
            }
        }
        zones
    }

    /// True if a point can be paid at a border from this zone. The border is a closed door, or crossing it costs more than a step.
    fn takes_payment(&self, who: ActorId, way: &ZoneExit) -> bool {
        let Some(state) = self.state.board.borders.row(way.border) else { return false };
        match state.to_open() {
            Some(1..) => true,
            _ => way.out && self.crossing_cost(who, way.border).is_some_and(|cost| cost > 1),
        }
    }

    fn takes_closing(&self, way: &ZoneExit) -> bool {
        self.state.board.borders.row(way.border).and_then(|state| state.to_close()).is_some()
    }

    pub(super) fn legal_free_move(&self, out: &mut Options) {
        let Some(who) = self.state.actor else { return };
        let here = self.state.actors[who].zone;
        let stay = Choice::of(Verb::Stay);
        let may_act = |zone: ZoneId| self.is_after_action() || self.is_action_in_reach(who, zone);
        if may_act(here) {
            out.push(stay);
        }
        let points = self.free_left(who);
        for way in self.free_steps(who).filter(|_| points > 0) {
            let onward = self.free_zones(who, way.to, points - 1);
            if onward.into_iter().any(may_act) {
                out.push(Choice::of(Verb::Enter).on(Id::Zone(way.to)).with(way.border.0));
            }
        }
        for way in &self.roster.map.zones[here].ways {
            if !may_act(here) || points < 1 {
                break;
            }
            if self.takes_payment(who, way) {
                out.push(Choice::of(Verb::Pay).with(way.border.0));
            }
            if self.takes_closing(way) {
                out.push(Choice::of(Verb::Close).with(way.border.0));
            }
        }
        if out.is_empty() {
            // The declared action is no longer possible from any zone, because a door has shut meanwhile.
            out.push(stay);
        }
        let listed = out.as_slice();
        let first = listed.iter().find(|&&choice| !self.loses_action(who, choice)).or(listed.first()).copied();
        out.sort_with_default(first);
    }

    /// True if the declared action can be done from a zone: the target is within reach, and no effect forbids the action there.
    pub fn action_works_from(&self, who: ActorId, zone: ZoneId) -> bool {
        if self.roster.social.is_some() {
            return self.is_aimed_well();
        }
        self.is_action_in_reach(who, zone) && !self.is_action_barred_from(who, zone)
    }

    /// True if the target of the declared action is in reach from a zone. The action itself may be forbidden there.
    fn is_action_in_reach(&self, who: ActorId, zone: ZoneId) -> bool {
        if self.roster.social.is_some() {
            return self.is_aimed_well();
        }
        let declared = &self.state.declared;
        match (declared.act, declared.using) {
            (Some(Verb::Attack), Some(using)) => self.is_aimed_from(who, using, declared.it, zone, &|_| true),
            (Some(Verb::Maneuver | Verb::Obstruct), _) => {
                let itself = declared.it == Id::Actor(who);
                itself || self.in_view(declared.it, &[zone])
            }
            (Some(verb @ (Verb::FirstAid | Verb::PickUp | Verb::Task)), _) => self.is_at_hand(who, verb, zone),
            _ => true,
        }
    }

    /// True if a condition or an effect would forbid the declared action in a zone. An example is `cannot attack when moved`.
    fn is_action_barred_from(&self, who: ActorId, zone: ZoneId) -> bool {
        let declared = &self.state.declared;
        match (declared.act, declared.using) {
            (Some(Verb::Attack), Some(using)) => !self.can_aim_from(who, using, declared.it, zone),
            (Some(Verb::PickUp), _) => self.is_act_barred(who, Act::PickUp, zone),
            _ => self.declared_act().is_some_and(|act| self.is_act_barred(who, act, zone)),
        }
    }

    /// True if a condition or an effect forbids the declared action in the zone that the actor is in.
    pub fn is_action_forbidden(&self, who: ActorId) -> bool {
        let here = self.state.actors[who].zone;
        self.is_action_in_reach(who, here) && self.is_action_barred_from(who, here)
    }

    /// True if an answer to the question of the free move makes the declared action impossible. The action is then impossible from the new
    /// zone, and from every zone that the rest of the free move reaches.
    pub fn loses_action(&self, who: ActorId, choice: Choice) -> bool {
        let zone = choice.it.zone().filter(|_| choice.verb == Verb::Enter).unwrap_or(self.state.actors[who].zone);
        let points = self.free_left(who) - 1;
        let onward = if choice.verb == Verb::Enter { self.free_zones(who, zone, points) } else { Footholds::from_iter([zone]) };
        self.roster.social.is_none() && !self.is_after_action() && !onward.into_iter().any(|zone| self.action_works_from(who, zone))
    }

    pub(super) fn decide_free_move(&self, choice: Choice, out: &mut Events) {
        let Some(who) = self.state.actor else { return };
        self.take_step(who, choice, out);
        // An actor with more than one free step is asked again.
        if choice.verb != Verb::Stay && self.free_left(who) > 1 {
            let taken = self.state.step.n + 1;
            return Personal::go(out, self.state.step.n(taken));
        }
        Personal::go(out, Step::of(if self.is_after_action() { Phase::End } else { Phase::Action }, Id::Actor(who)));
    }

    /// True if the free move is made after the action (`free_move_time either`).
    pub const fn is_after_action(&self) -> bool {
        matches!(self.state.step.phase, Phase::FreeMove) && self.state.step.m == 1
    }

    /// Returns the number of steps that an actor can still make in its free move.
    pub(super) fn free_left(&self, who: ActorId) -> i32 {
        self.free_points(who) - i32::from(self.state.step.n)
    }

    /// Adds the events of one step: entering a zone, or a point paid on a border.
    fn take_step(&self, who: ActorId, choice: Choice, out: &mut Events) {
        let here = self.state.actors[who].zone;
        match (choice.verb, choice.border(), choice.it) {
            (Verb::Enter, Some(border), Id::Zone(to)) => self.enter(who, here, to, border, out),
            (Verb::Go, _, Id::Zone(to)) => {
                let mut from = here;
                for way in self.path(who, to) {
                    self.enter(who, from, way.to, way.border, out);
                    from = way.to;
                }
            }
            (Verb::Pay, Some(border), _) => {
                let state = &self.state.board.borders[border];
                let change = match state.to_open() {
                    Some(1) => BorderChange::Opened,
                    Some(2..) => BorderChange::Progress(state.progress.saturating_add(1)),
                    _ => {
                        let paid = self.state.board.crossing(who, border) + 1;
                        BorderChange::Crossing(i16::try_from(paid).unwrap_or(i16::MAX))
                    }
                };
                out.push(Event::Border { border, paid: 1, by: Some(who), change });
            }
            (Verb::Close, Some(border), _) => {
                let state = &self.state.board.borders[border];
                let change = match state.to_close() {
                    Some(2..) => BorderChange::Progress(state.progress.saturating_add(1)),
                    _ => BorderChange::Closed,
                };
                out.push(Event::Border { border, paid: 1, by: Some(who), change });
            }
            _ => {}
        }
    }

    fn enter(&self, who: ActorId, from: ZoneId, to: ZoneId, border: BorderId, out: &mut Events) {
        let paid = self.crossing_cost(who, border).and_then(|cost| u8::try_from(cost).ok()).unwrap_or(u8::MAX);
        let forced = self.state.step.phase == Phase::Forced;
        let forced_by = self.state.declared.offer.filter(|_| forced).map(|offer| offer.by);
        out.push(Event::Move { who, from, to, border: Some(border), paid, forced_by });
    }

    /// Returns the cheapest path to a zone that the remaining movement points and zones allow. Of equally cheap paths, it is the one with
    /// the lowest ids. Empty if there is no path.
    pub fn path(&self, who: ActorId, to: ZoneId) -> Vec<ZoneExit> {
        self.going(who).path(to)
    }

    /// Returns the ways out of a zone that an actor may take, each with its cost.
    pub(super) fn steps_out(&self, who: ActorId, from: ZoneId) -> impl Iterator<Item = (&ZoneExit, i32)> {
        let ways = self.roster.map.zones[from].ways.iter().filter(move |way| way.out && self.may_enter(who, way.to));
        ways.filter_map(move |way| Some((way, self.crossing_cost(who, way.border)?)))
    }

    /// Returns the number of zones that may still be entered this turn; `None` if there is no limit.
    pub(super) fn zones_left(&self, who: ActorId) -> Option<u8> {
        // In social conflicts only forced moves have a limit of zones (R-SC7).
        if self.roster.social.is_some() && self.state.step.phase != Phase::Forced {
            return None;
        }
        let most = self.zones_per_turn(who)?;
        let left = most.saturating_sub(i32::from(self.state.declared.entered)).max(0);
        Some(u8::try_from(left).unwrap_or(u8::MAX))
    }

    /// Returns the zones within reach this turn, and the number of zones that each path enters.
    pub(super) fn zones_in_reach(&self, who: ActorId) -> Vec<(ZoneId, u8)> {
        self.stops(&self.going(who)).map(|stop| (stop.zone, stop.entered)).collect()
    }

    /// True if an actor has enough movement in one turn to leave its zone.
    pub(super) fn can_leave(&self, who: ActorId) -> bool {
        let points = self.forced_points(who);
        self.steps_out(who, self.state.actors[who].zone).any(|(_, cost)| cost <= points)
    }

    /// Returns the points of a forced move. There are as many as zones that an actor may enter in a turn.
    pub(super) fn forced_points(&self, who: ActorId) -> i32 {
        self.zones_per_turn(who).unwrap_or(self.roster.settings.zones_per_turn)
    }

    pub(super) fn legal_steps(&self, out: &mut Options) {
        let Some(who) = self.state.actor else { return };
        let here = self.state.actors[who].zone;
        let forced = self.state.step.phase == Phase::Forced;
        // A forced move must not stop where it began.
        let may_stop = !forced || self.state.declared.from != Some(here);
        if may_stop {
            out.push(Choice::of(Verb::Stay));
        }
        let going = self.going(who);
        for stop in self.stops(&going) {
            // A step to a neighbouring zone is listed below with the border that it crosses.
            if stop.entered > 1 && self.may_go_on_to(who, stop.zone) {
                out.push(Choice::of(Verb::Go).on(Id::Zone(stop.zone)));
            }
        }
        let points = self.state.declared.movement;
        let may_enter = self.zones_left(who).is_none_or(|left| left > 0);
        for way in &self.roster.map.zones[here].ways {
            let affordable = self.crossing_cost(who, way.border).is_some_and(|cost| cost <= points);
            if may_enter && way.out && affordable && self.may_enter(who, way.to) && self.leaves_a_way_out(who, &[*way]) {
                out.push(Choice::of(Verb::Enter).on(Id::Zone(way.to)).with(way.border.0));
            }
            if points < 1 || forced {
                continue;
            }
            if self.takes_payment(who, way) {
                out.push(Choice::of(Verb::Pay).with(way.border.0));
            }
            if self.takes_closing(way) {
                out.push(Choice::of(Verb::Close).with(way.border.0));
            }
        }
        if out.is_empty() {
            out.push(Choice::of(Verb::Stay));
        }
        out.sort_with_default(self.step_to_goal(who, may_stop));
    }

    /// True if a zone is the one that the actor is forced to leave.
    fn is_to_be_left(&self, zone: ZoneId) -> bool {
        self.state.step.phase == Phase::Forced && self.state.declared.from == Some(zone)
    }

    /// True if a move may go on to a zone within reach. A zone that the actor is forced to leave is allowed only if a way out of it
    /// remains.
    fn may_go_on_to(&self, who: ActorId, zone: ZoneId) -> bool {
        !self.is_to_be_left(zone) || self.leaves_a_way_out(who, &self.path(who, zone))
    }

    /// True if a move may take a path. A forced move must not end in the zone where it began. An actor that returns there must therefore
    /// have enough movement left to get away again (R-P20).
    fn leaves_a_way_out(&self, who: ActorId, path: &[ZoneExit]) -> bool {
        let Some(zone) = path.last().map(|last| last.to).filter(|&zone| self.is_to_be_left(zone)) else { return true };
        let paid: i32 = path.iter().filter_map(|way| self.crossing_cost(who, way.border)).sum();
        let points = self.state.declared.movement.saturating_sub(paid);
        let may_enter = self.zones_left(who).is_none_or(|left| usize::from(left) > path.len());
        may_enter && self.steps_out(who, zone).any(|(_, cost)| cost <= points)
    }

    /// Returns the default answer for a move: to go to the zone within reach that is nearest to a goal of the actor's side, or to stop.
    fn step_to_goal(&self, who: ActorId, may_stop: bool) -> Option<Choice> {
        let stop = may_stop.then(|| Choice::of(Verb::Stay));
        let goals = self.goals(who);
        let distance = |zone: ZoneId| goals.iter().map(|&goal| self.roster.map.range(zone, goal)).min().unwrap_or(FAR);
        let here = self.state.actors[who].zone;
        let going = self.going(who);
        let stops = self.stops(&going).filter(|stop| stop.zone == here || self.may_go_on_to(who, stop.zone));
        let &ReachableZone { zone, entered, last, .. } = stops.min_by_key(|stop| (distance(stop.zone), stop.cost, stop.zone))?;
        if goals.is_empty() || distance(zone) >= distance(here) {
            return stop;
        }
        match last {
            Some((_, way)) if entered == 1 => Some(Choice::of(Verb::Enter).on(Id::Zone(zone)).with(way.border.0)),
            Some(_) => Some(Choice::of(Verb::Go).on(Id::Zone(zone))),
            None => stop,
        }
    }

    pub(super) fn decide_steps(&self, choice: Choice, out: &mut Events) {
        let Some(who) = self.state.actor else { return };
        let before = out.len();
        self.take_step(who, choice, out);
        // The actor may cross further borders while it has movement points left. `Stay` ends the movement.
        let spent = if choice.verb == Verb::Stay { i32::MAX } else { points_paid(out.iter().skip(before)) };
        let end = self.state.declared.movement.saturating_sub(spent) <= 0;
        if end {
            Personal::go(out, Step::of(Phase::End, Id::Actor(who)));
        }
    }

    pub(super) fn legal_border(&self, out: &mut Options) {
        let Some(zone) = self.state.declared.it.zone() else { return };
        for way in &self.roster.map.zones[zone].ways {
            out.push(Choice::of(Verb::Border).with(way.border.0));
        }
    }

    /// Makes a border harder to cross. If the border has no cost, it gets the cost 2. Otherwise each of its costs grows by 1.
    pub(super) fn decide_border(&self, choice: Choice, out: &mut Events) {
        let Some(who) = self.state.actor else { return };
        if let Some(border) = choice.border() {
            let free = matches!(self.state.board.borders[border].value, BorderValue::Stateless(cost) if cost <= 0);
            let change = BorderChange::Harder(if free { 2 } else { 1 });
            out.push(Event::Border { border, paid: 0, by: Some(who), change });
        }
        Personal::go(out, Step::of(Phase::End, Id::Actor(who)));
    }
}

/// Returns the points of movement that the events of one step cost.
fn points_paid<'a>(events: impl Iterator<Item = &'a Event>) -> i32 {
    let paid = |event: &Event| match event {
        Event::Move { paid, .. } | Event::Border { paid, .. } => i32::from(*paid),
        _ => 0,
    };
    events.map(paid).sum()
}
