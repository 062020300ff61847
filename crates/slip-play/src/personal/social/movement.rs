//! Movement in social conflicts, of the actor itself or of an actor that it pushes. Points paid at a border lower the border for everyone
//! (R-SC4, R-SC5, R-SC7, R-SC20).

use crate::choice::{Choice, Options, Verb};
use crate::event::{BorderChange, Event, Events, Phase, Step};
use crate::ids::{ActorId, BorderId, Id, ZoneId};
use crate::personal::Personal;
use crate::zone_map::{FAR, ZoneExit};

impl Personal {
    /// Returns the actor that the current actor moves, if it pushes one.
    pub fn pushed(&self) -> Option<ActorId> {
        let declared = &self.state.declared;
        declared.it.actor().filter(|_| declared.act == Some(Verb::Push))
    }

    /// Returns the actor that moves: the current actor, or the one that it pushes.
    fn walker(&self) -> Option<ActorId> {
        self.pushed().or(self.state.actor)
    }

    /// True if an actor next to a border can pay a point to lower it.
    fn wears_down(&self, way: &ZoneExit) -> bool {
        way.out && self.border_value(way.border) > 0
    }

    pub(super) fn legal_walk(&self, out: &mut Options) {
        let Some(who) = self.walker() else { return };
        let here = self.state.actors[who].zone;
        let points = self.state.declared.movement;
        out.push(Choice::of(Verb::Stay));
        for (zone, entered) in self.zones_in_reach(who) {
            // A step to a neighbouring zone is left out here; it is listed below with the border that it crosses.
            if entered > 1 {
                out.push(Choice::of(Verb::Go).on(Id::Zone(zone)));
            }
        }
        for way in &self.roster.map.zones[here].ways {
            let open = way.out && self.may_enter(who, way.to);
            if open && self.crossing_cost(who, way.border).is_some_and(|cost| cost <= points) {
                out.push(Choice::of(Verb::Enter).on(Id::Zone(way.to)).with(way.border.0));
            }
            if points > 0 && self.wears_down(way) {
                out.push(Choice::of(Verb::Pay).with(way.border.0));
            }
        }
        out.sort_with_default(Some(self.walk_to_goal(who)));
    }

    /// Returns the default step: to go to the zone within reach that is nearest to a goal of the acting side. If no zone is nearer, to pay
    /// a point at a border on the way there, or else to stop.
    fn walk_to_goal(&self, who: ActorId) -> Choice {
        let stop = Choice::of(Verb::Stay);
        let Some(side) = self.state.actor.map(|actor| self.roster.side(actor)) else { return stop };
        let goals = self.goals_of(side, who);
        let far = |zone: ZoneId| goals.iter().map(|&goal| self.roster.map.range(zone, goal)).min().unwrap_or(FAR);
        let here = self.state.actors[who].zone;
        let ways = &self.roster.map.zones[here].ways;
        let nearest = self.zones_in_reach(who).into_iter().min_by_key(|&(zone, _)| (far(zone), zone));
        match nearest.filter(|&(zone, _)| far(zone) < far(here)) {
            Some((zone, 1)) => {
                let next =
                    ways.iter().filter(|way| way.out && way.to == zone).min_by_key(|way| (self.border_value(way.border), way.border));
                next.map_or(stop, |way| Choice::of(Verb::Enter).on(Id::Zone(zone)).with(way.border.0))
            }
            Some((zone, _)) => Choice::of(Verb::Go).on(Id::Zone(zone)),
            None => {
                let blocked = ways.iter().filter(|way| self.wears_down(way) && far(way.to) < far(here));
                blocked
                    .min_by_key(|way| (self.border_value(way.border), way.border))
                    .map_or(stop, |way| Choice::of(Verb::Pay).with(way.border.0))
            }
        }
    }

    pub(super) fn decide_walk(&self, choice: Choice, out: &mut Events) {
        let (Some(actor), Some(who)) = (self.state.actor, self.walker()) else { return };
        let paid = self.walk(who, choice, out);
        if choice.verb == Verb::Stay || paid >= self.state.declared.movement {
            Personal::go(out, Step::of(Phase::End, Id::Actor(actor)));
        }
    }

    /// Lists the free moves: to stay, to enter the next zone over a border of value 0, or to pay a point that lowers a border (R-SC5).
    pub(super) fn legal_free_walk(&self, out: &mut Options) {
        let Some(who) = self.state.actor else { return };
        let stay = Choice::of(Verb::Stay);
        out.push(stay);
        let zone_only = self.roster.social.as_ref().is_some_and(|social| social.free_move_zone_only);
        let here = self.state.actors[who].zone;
        if self.free_left(who) > 0 {
            for way in &self.roster.map.zones[here].ways {
                if way.out && self.border_value(way.border) <= 0 && self.may_enter(who, way.to) {
                    out.push(Choice::of(Verb::Enter).on(Id::Zone(way.to)).with(way.border.0));
                }
                if !zone_only && self.wears_down(way) {
                    out.push(Choice::of(Verb::Pay).with(way.border.0));
                }
            }
        }
        out.sort_with_default(Some(stay));
    }

    pub(super) fn decide_free_walk(&self, choice: Choice, out: &mut Events) {
        let Some(who) = self.state.actor else { return };
        self.walk(who, choice, out);
        // An actor with more than one free step is asked again.
        if choice.verb != Verb::Stay && self.free_left(who) > 1 {
            let taken = self.state.step.n + 1;
            return Personal::go(out, self.state.step.n(taken));
        }
        Personal::go(out, self.after_free_move(who));
    }

    /// Adds the events of one step; returns the points that it cost.
    fn walk(&self, who: ActorId, choice: Choice, out: &mut Events) -> i32 {
        let here = self.state.actors[who].zone;
        match (choice.verb, choice.border(), choice.it) {
            (Verb::Pay, Some(border), _) => self.wear_down(border, 1, out),
            (Verb::Enter, Some(border), Id::Zone(to)) => self.step_over(who, here, ZoneExit { border, to, out: true }, out),
            (Verb::Go, _, Id::Zone(to)) => {
                let (mut from, mut paid) = (here, 0);
                for way in self.path(who, to) {
                    paid += self.step_over(who, from, way, out);
                    from = way.to;
                }
                paid
            }
            _ => 0,
        }
    }

    /// Pays points at a border. The border stays lower for everyone (R-SC4).
    fn wear_down(&self, border: BorderId, points: i32, out: &mut Events) -> i32 {
        for _ in 0..points {
            out.push(Event::Border { border, paid: 1, by: self.state.actor, change: BorderChange::Easier(1) });
        }
        points
    }

    fn step_over(&self, who: ActorId, from: ZoneId, way: ZoneExit, out: &mut Events) -> i32 {
        let worn = self.wear_down(way.border, self.border_value(way.border).max(0), out);
        let forced_by = self.state.actor.filter(|&actor| actor != who);
        out.push(Event::Move { who, from, to: way.to, border: Some(way.border), paid: 1, forced_by });
        worn + 1
    }
}
