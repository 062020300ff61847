//! Turns: their beginning, and the end of each of their parts.

use crate::conflict::{Conflict, Refusal};
use crate::event::{Counter, Event, Events, Phase, Step, TurnOrder};
use crate::ids::{ActorId, Id, Seat};
use crate::platoon::PlatoonFight;
use crate::platoon::state::{UnitState, UnitStatus, bit};
use slip_dice::Dice;
use slip_dice::fate::AspectDuration;
use slip_pack::encounter::Role;

/// Value of `m` of a [`Phase::End`] step for an aircraft that has just come down in a zone. The aircraft remains there until its next part
/// of a turn.
pub(super) const PLACED: u8 = 1;
/// Value of `n` of a [`Phase::End`] step: the unit was already asked for an additional act after its action, and is not asked again.
pub(super) const NO_RALLY: u8 = 1;
/// Number `n` of a step in [`Phase::End`]: the step asks if an aircraft stays on the map.
pub(super) const ASKED_TO_STAY: u8 = 2;
/// Maximum number of throws for the first side if the dice show 0 again and again. After these throws, the side that has won so far acts
/// first.
const MOST_THROWS: u8 = 100;

/// Value of `n` of a [`Phase::RoundEnd`] step in which victory is checked.
const JUDGED: u8 = 1;

impl PlatoonFight {
    /// Begins a turn; reinforcements arrive. Before the first turn, a coin may decide which side is first (R-L38).
    pub(super) fn begin_turn(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let round = self.state.turn.saturating_add(1);
        let first = match self.state.first {
            None => Some(self.first_player(dice, out)?),
            Some(_) => None,
        };
        let present = self.state.platoons.keys().filter(|&platoon| self.units_of(platoon).next().is_some());
        let order = TurnOrder::from_iter(present.map(|platoon| self.state.id_of_platoon(platoon)));
        out.push(Event::Round { round, order });
        let named = first.and_then(|side| self.roster.sides.row(side)).and_then(|side| side.members.first().copied());
        if let Some(who) = named {
            out.push(Event::Counter { who, what: Counter::First, change: 1, now: 1 });
        }
        if self.state.turn == 0 {
            self.check_deployment(out);
        }
        self.arrive(round, out);
        PlatoonFight::go(out, Step::of(Phase::Order, Id::None));
        Ok(())
    }

    /// Returns the side that acts first: the defender, or the winner of a throw of 4dF. A positive throw selects the first of two sides, a
    /// negative one the second (R-L38). With more than two sides, the winner so far throws against the next (R-YA3).
    fn first_player(&self, dice: &mut Dice, out: &mut Events) -> Result<Seat, Refusal> {
        if let Some(defender) = self.roster.defender.filter(|_| !self.roster.settings.first_coin) {
            return Ok(defender);
        }
        let mut first = Seat(0);
        for next in self.roster.sides.keys().skip(1) {
            for _ in 0..MOST_THROWS {
                let faces = dice.roll(self.roster.settings.dice)?;
                out.push(Event::Coin { seat: first, with: next, faces });
                let total = faces.total();
                if total < 0 {
                    first = next;
                }
                if total != 0 {
                    break;
                }
            }
        }
        Ok(first)
    }

    /// Places units that arrive in this turn. They meet the enemies in their zone, each enemy once, however many units arrive (R-YW2).
    fn arrive(&self, round: u32, out: &mut Events) {
        let is_due = |who: ActorId| {
            let sheet = self.roster.units.row(who).filter(|sheet| sheet.role != Role::Director);
            sheet.and_then(|sheet| sheet.arrives).is_some_and(|turn| turn <= round)
        };
        let waiting = self.state.units.iter().filter(|(_, unit)| unit.status == UnitStatus::Elsewhere);
        let due: Vec<ActorId> = waiting.map(|(who, _)| who).filter(|&who| is_due(who)).collect();
        if due.is_empty() {
            return;
        }
        // Units that arrive in this turn may meet each other too, so each is placed before the next one is considered.
        let (mut now, mut met) = (self.clone(), 0);
        for who in due {
            let come = out.len();
            out.push(Event::Counter { who, what: Counter::Back, change: 1, now: 1 });
            out.last().into_iter().for_each(|event| now.apply(event));
            if let Some(zone) = now.zone_of(who)
                && now.meet(&[who], zone, met, out)
            {
                met |= bit(who) | now.enemies_in(zone, now.side(who));
            }
            out.get(come + 1..).unwrap_or_default().iter().for_each(|event| now.apply(event));
        }
    }

    /// Ends an act. An additional act or an interception interrupted another step, and the game returns to that step. After any other act,
    /// the unit's part of the turn ends.
    pub(super) fn finish_action(&self, out: &mut Events) {
        let back = self.state.back;
        match back.map(|step| (step.phase, step)) {
            // A leader or another attached person may still act in addition to the action.
            Some((Phase::RallyToo, step)) if self.acts_besides(step) => PlatoonFight::go(out, step),
            Some((Phase::RallyToo, step)) => PlatoonFight::after_rally(step, out),
            Some((Phase::Intercept, step)) => self.land_interceptor(step, out),
            _ => PlatoonFight::go(out, Step::of(Phase::End, self.state.active.map_or(Id::None, Id::Actor))),
        }
    }

    /// Continues after the question for an additional act. If the question came before the action, the free move follows; otherwise the
    /// unit's part of the turn ends.
    pub(super) fn after_rally(step: Step, out: &mut Events) {
        match step.n {
            0 => PlatoonFight::go(out, Step::of(Phase::FreeMove, step.who)),
            _ => PlatoonFight::go(out, Step::of(Phase::End, step.who).n(NO_RALLY).m(step.m)),
        }
    }

    /// Ends a unit's part of the turn. Before that, a leader may rally and attached people may act. Then transient aspects end and aircraft
    /// return to the re-arm track.
    pub(super) fn end_unit(&self, out: &mut Events) {
        let step = self.state.step;
        let who = step.who.actor();
        let unit = who.and_then(|who| self.state.unit(who)).filter(|unit| unit.is_active());
        let leads = who.is_some_and(|who| self.is_leader(who)) && unit.is_some_and(|unit| !unit.rallied);
        let rallies = leads || who.filter(|_| unit.is_some()).is_some_and(|who| self.has_people_to_act(who));
        if rallies && step.n < NO_RALLY {
            PlatoonFight::go(out, Step::of(Phase::RallyToo, step.who).n(NO_RALLY).m(step.m));
            return;
        }
        self.drop_spent_aspects(out);
        if let Some(who) = who.filter(|&who| unit.is_some() && step.m != PLACED && self.is_aloft(who)) {
            if self.may_stay(who) {
                return PlatoonFight::go(out, Step::of(Phase::End, step.who).n(ASKED_TO_STAY));
            }
            self.go_to_track(who, out);
        }
        self.next_unit(out);
    }

    /// Goes to the choice of the next unit of the acting platoon.
    pub(super) fn next_unit(&self, out: &mut Events) {
        let platoon = self.state.acting.map_or(Id::None, |platoon| Id::Actor(self.state.id_of_platoon(platoon)));
        PlatoonFight::go(out, Step::of(Phase::Unit, platoon));
    }

    /// Removes transient aspects in their last turn: they end with the part of the turn of the unit that placed them.
    pub(super) fn drop_spent_aspects(&self, out: &mut Events) {
        let spent =
            self.state.aspects.iter().filter(|(_, aspect)| aspect.present && aspect.term == AspectDuration::Transient && aspect.last_turn);
        out.extend(spent.map(|(id, _)| Event::AspectDrop { id }));
    }

    /// Ends the platoon's turn; its spin lapses.
    pub(super) fn end_platoon(&self, out: &mut Events) {
        let Some(platoon) = self.state.acting else { return };
        let who = self.state.id_of_platoon(platoon);
        self.lapse_spin(who, out);
        out.push(Event::Counter { who, what: Counter::PlatoonActs, change: 1, now: 2 });
        PlatoonFight::go(out, Step::of(Phase::Order, Id::None));
    }

    /// Ends a turn: first the events at its end, then the check for victory, then the next turn.
    pub(super) fn end_turn(&self, out: &mut Events) {
        if self.state.step.n < JUDGED {
            self.drop_orphaned_aspects(out);
            self.lift_interdictions(|by| self.platoon(by).is_none_or(|platoon| self.units_of(platoon).next().is_none()), out);
            self.count_holds(out);
            return PlatoonFight::go(out, Step::of(Phase::RoundEnd, Id::None).n(JUDGED));
        }
        match self.verdict() {
            Some(end) => out.push(end),
            None => PlatoonFight::go(out, Step::of(Phase::Stop, Id::None)),
        }
    }

    /// Removes transient aspects whose units are out of the fight. Such a unit has no further part of a turn, so nothing else would end its
    /// aspects (R-YA4).
    fn drop_orphaned_aspects(&self, out: &mut Events) {
        let gone = |placer: u8| self.state.unit(ActorId(placer)).is_none_or(|unit| !UnitState::is_active(unit));
        let transient = self.state.aspects.iter().filter(|(_, aspect)| aspect.present && aspect.term == AspectDuration::Transient);
        let orphaned = transient.filter(|(_, aspect)| aspect.placer.is_some_and(gone));
        out.extend(orphaned.map(|(id, _)| Event::AspectDrop { id }));
    }
}
