//! Rounds and turns: order, beginnings and ends.

use crate::choice::{Choice, Verb};
use crate::event::{BorderChange, Counter, Event, Events, Phase, Step};
use crate::ids::{ActorId, BorderId, Id};
use crate::personal::Personal;
use crate::personal::state::{FreeMove, Obstruction};
use crate::personal::victory::PersonalVictoryTime;
use slip_dice::fate::AspectDuration;

impl Personal {
    /// Sets the order of turns for a round (R-P16).
    pub(super) fn begin_round(&self, choice: Choice, out: &mut Events) {
        let order = self.order_of(choice);
        out.push(Event::Round { round: self.state.round + 1, order });
        self.keep_standing(out);
        if self.state.round == 0 {
            self.give_free_tags(out);
        }
        Personal::go(out, Step::of(Phase::Turn, Id::None));
    }

    /// Begins the next turn of the round. An actor that is out is skipped; its spin and temporary aspects end when its turn would have
    /// ended.
    pub(super) fn begin_turn(&self, out: &mut Events) {
        let place = self.state.step.n;
        let Some(&who) = self.state.order.get(usize::from(place)) else {
            return Personal::go(out, Step::of(Phase::RoundEnd, Id::None));
        };
        if self.state.actors[who].is_active() && self.state.actors[who].has_acted {
            return self.skip_turn(who, place, out);
        }
        if self.state.actors[who].is_active() && self.state.actors[who].forfeits {
            out.push(Event::Counter { who, what: Counter::Forfeits, change: -1, now: 0 });
            return self.skip_turn(who, place, out);
        }
        if self.state.actors[who].is_active() {
            return Personal::go(out, Step::of(Phase::Turn, Id::Actor(who)).n(place));
        }
        self.lapse(who, true, out);
        Personal::go(out, Step::of(Phase::Turn, Id::None).n(place + 1));
    }

    /// Ends a turn: first temporary aspects and spin end, then victory is checked.
    pub(super) fn end_turn(&self, out: &mut Events) {
        let step = self.state.step;
        if !self.state.asides.is_empty() {
            return self.end_aside(out);
        }
        if self.asks_nerve(out) {
            return;
        }
        if step.m == 0 && self.goes_on_attacking(out) {
            return;
        }
        if step.m == 0 && self.state.declared.free_move == FreeMove::Kept {
            let moves = self.state.actor.filter(|&who| self.state.actors[who].is_active());
            if let Some(who) = moves {
                return Personal::go(out, Step::of(Phase::FreeMove, Id::Actor(who)).m(1));
            }
        }
        let next = Step::of(Phase::Turn, Id::None).n(self.state.turn + 1);
        if step.m == 0 {
            self.keep_standing(out);
            if let Some(who) = self.state.actor {
                self.lapse(who, false, out);
                // Leaving the map is checked before air, so that an actor who leaves does not suffer from the zone.
                if self.roster.social.is_some() {
                    // In social conflicts the air is breathable, and no side wins by leaving the map.
                } else if self.leaves_map(who) {
                    out.push(Event::Counter { who, what: Counter::Escaped, change: 1, now: 1 });
                } else if self.air_strikes(who, out) {
                    return;
                }
            }
            return Personal::go(out, step.m(1));
        }
        if step.m == 1 && self.checks_triggers_at_once() && self.send_home(out) {
            return Personal::go(out, step.m(2));
        }
        match self.verdict(PersonalVictoryTime::Turn) {
            Some(end) => self.finish(end, out),
            None => Personal::go(out, next),
        }
    }

    /// Ends a round: updates the counts of consecutive rounds, then checks every condition that can end the fight (R-P42).
    pub(super) fn end_round(&self, out: &mut Events) {
        let step = self.state.step;
        if step.m == 0 {
            crate::victory::count_holds(self, out);
            if self.roster.social.is_some() {
                return Personal::go(out, Step::of(Phase::Timer, Id::None));
            }
            return Personal::go(out, step.m(1));
        }
        match self.verdict(PersonalVictoryTime::Round) {
            Some(end) => self.finish(end, out),
            None => Personal::go(out, Step::of(Phase::Round, Id::None)),
        }
    }

    /// True if an actor keeps up an obstruction: it did nothing else this turn, and is in a zone next to the border. In a social conflict,
    /// an obstruction always ends with the next turn unless it is permanent.
    fn is_held_up(&self, who: ActorId, border: BorderId) -> bool {
        let idle = matches!(self.state.declared.act, None | Some(Verb::Pass));
        let zone = self.state.actors[who].zone;
        let near = self.roster.map.borders.row(border).is_some_and(|border| border.a == zone || border.b == zone);
        self.roster.social.is_none() && self.state.actor == Some(who) && idle && near
    }

    /// Ends spin, obstructions and aspects that last until the end of an actor's turn and began before that turn (R-P4). With `all`, also
    /// ends those that began in that turn, for an actor that takes no more turns.
    pub(super) fn lapse(&self, who: ActorId, all: bool, out: &mut Events) {
        let earned = self.state.spin.iter().filter(|token| token.owner == who.0 && (all || token.last_turn));
        let spin: i32 = earned.map(|token| i32::from(token.left)).sum();
        if spin > 0 {
            out.push(Event::Spin { who, change: -spin, lapsed: true });
        }
        let falls = |made: &&Obstruction| made.placer == who && (all || (made.last_turn && !self.is_held_up(who, made.border)));
        for made in self.state.obstructions.iter().filter(falls) {
            let change = BorderChange::Easier(made.by);
            out.push(Event::Border { border: made.border, paid: 0, by: Some(who), change });
        }
        let aspects = &self.state.aspects;
        for (id, aspect) in aspects.among(aspects.for_a_while(), |aspect| aspect.term == AspectDuration::Transient) {
            if aspect.placer == Some(who.0) && (all || aspect.last_turn) {
                out.push(Event::AspectDrop { id });
            }
        }
    }
}
