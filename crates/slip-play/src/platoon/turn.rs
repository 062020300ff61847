//! Turns, and the end of each part of them (platoon.md 4).

use crate::conflict::{Conflict, Refusal};
use crate::event::{Counter, Event, Events, Order, Phase, Step};
use crate::ids::{ActorId, Id, Seat};
use crate::platoon::Platoons;
use crate::platoon::state::{Status, UnitState, bit};
use slip_dice::Dice;
use slip_dice::fate::Term;
use slip_pack::encounter::Role;

/// The second number of [`Phase::End`] for whoever has only just come down on a zone: it stays there until its next part.
pub(super) const PLACED: u8 = 1;
/// The first one, once a leader has had his rally after the action, or has no wish for one.
pub(super) const NO_RALLY: u8 = 1;
/// Throws of a coin that show nothing, before it is laid down on the first side.
const MOST_THROWS: u8 = 100;

/// What is looked at when a turn has ended: whether the fight has, too.
const JUDGED: u8 = 1;

impl Platoons {
    /// A turn begins; before the first, a coin may say who is first (R-L38); reinforcements arrive.
    pub(super) fn begin_turn(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let round = self.state.turn.saturating_add(1);
        let first = match self.state.first {
            None => Some(self.first_player(dice, out)?),
            Some(_) => None,
        };
        let present = self.state.platoons.keys().filter(|&platoon| self.units_of(platoon).next().is_some());
        let order = Order::of(ActorId(0), present.map(|platoon| self.state.id_of_platoon(platoon)));
        out.push(Event::Round { round, order });
        let named = first.and_then(|side| self.roster.sides.row(side)).and_then(|side| side.members.first().copied());
        if let Some(who) = named {
            out.push(Event::Counter { who, what: Counter::First, change: 1, now: 1 });
        }
        self.arrive(round, out);
        Platoons::go(out, Step::of(Phase::Order, Id::None));
        Ok(())
    }

    /// The defender, or whom a coin of 4dF falls for: of two sides the first above 0, the other below (R-L38). Of more, whoever
    /// has won so far throws against the next (R-YA3).
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

    /// Units whose turn of arrival has come stand where they were to (platoon.md 9); whoever finds enemies there meets them, each
    /// of them once, however many come (R-YW2).
    fn arrive(&self, round: u32, out: &mut Events) {
        let is_due = |who: ActorId| {
            let sheet = self.roster.units.row(who).filter(|sheet| sheet.role != Role::Director);
            sheet.and_then(|sheet| sheet.arrives).is_some_and(|turn| turn <= round)
        };
        let waiting = self.state.units.iter().filter(|(_, unit)| unit.status == Status::Elsewhere);
        let due: Vec<ActorId> = waiting.map(|(who, _)| who).filter(|&who| is_due(who)).collect();
        if due.is_empty() {
            return;
        }
        // Who comes later meets those who have come before.
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

    /// An action is through: back to what it was besides of, or to the end of the unit's part.
    pub(super) fn finish_action(&self, out: &mut Events) {
        let back = self.state.back;
        match back.map(|step| (step.phase, step)) {
            // Somebody else may still have something to do besides.
            Some((Phase::RallyToo, step)) if self.acts_besides(step) => Platoons::go(out, step),
            Some((Phase::RallyToo, step)) => Platoons::after_rally(step, out),
            Some((Phase::Intercept, step)) => self.land_interceptor(step, out),
            _ => Platoons::go(out, Step::of(Phase::End, self.state.active.map_or(Id::None, Id::Actor))),
        }
    }

    /// A leader has had the rally besides his action that a step was about, or did not want it: before it the free move is next,
    /// after it the end of his part.
    pub(super) fn after_rally(step: Step, out: &mut Events) {
        match step.n {
            0 => Platoons::go(out, Step::of(Phase::FreeMove, step.who)),
            _ => Platoons::go(out, Step::of(Phase::End, step.who).n(NO_RALLY).m(step.m)),
        }
    }

    /// The unit's part ends: a leader's rally, transient aspects, aircraft go back (4.8, 4.9).
    pub(super) fn end_unit(&self, out: &mut Events) {
        let step = self.state.step;
        let who = step.who.actor();
        let unit = who.and_then(|who| self.state.unit(who)).filter(|unit| unit.is_active());
        let leads = who.is_some_and(|who| self.is_leader(who)) && unit.is_some_and(|unit| !unit.rallied);
        let rallies = leads || who.filter(|_| unit.is_some()).is_some_and(|who| self.has_people_to_act(who));
        if rallies && step.n < NO_RALLY {
            Platoons::go(out, Step::of(Phase::RallyToo, step.who).n(NO_RALLY).m(step.m));
            return;
        }
        self.drop_spent_aspects(out);
        if let Some(who) = who.filter(|_| unit.is_some() && step.m != PLACED) {
            self.fly_home(who, out);
        }
        let platoon = self.state.acting.map_or(Id::None, |platoon| Id::Actor(self.state.id_of_platoon(platoon)));
        Platoons::go(out, Step::of(Phase::Unit, platoon));
    }

    /// Transient aspects in their last turn end with the part of whoever placed them (4.8).
    pub(super) fn drop_spent_aspects(&self, out: &mut Events) {
        let spent = self.state.aspects.iter().filter(|(_, aspect)| aspect.present && aspect.term == Term::Transient && aspect.last_turn);
        out.extend(spent.map(|(id, _)| Event::AspectDrop { id }));
    }

    /// The platoon has acted: its spin lapses.
    pub(super) fn end_platoon(&self, out: &mut Events) {
        let Some(platoon) = self.state.acting else { return };
        let who = self.state.id_of_platoon(platoon);
        self.lapse_spin(who, out);
        out.push(Event::Counter { who, what: Counter::PlatoonActs, change: 1, now: 2 });
        Platoons::go(out, Step::of(Phase::Order, Id::None));
    }

    /// All platoons have: what ends with the turn, then whether the fight has (others have been told), then the next turn.
    pub(super) fn end_turn(&self, out: &mut Events) {
        if self.state.step.n < JUDGED {
            self.drop_orphaned_aspects(out);
            self.count_holds(out);
            return Platoons::go(out, Step::of(Phase::RoundEnd, Id::None).n(JUDGED));
        }
        match self.verdict() {
            Some(end) => out.push(end),
            None => Platoons::go(out, Step::of(Phase::Stop, Id::None)),
        }
    }

    /// Transient aspects of those who have no next part to end them with end with the turn (R-YA4).
    fn drop_orphaned_aspects(&self, out: &mut Events) {
        let gone = |placer: u8| self.state.unit(ActorId(placer)).is_none_or(|unit| !UnitState::is_active(unit));
        let transient = self.state.aspects.iter().filter(|(_, aspect)| aspect.present && aspect.term == Term::Transient);
        let orphaned = transient.filter(|(_, aspect)| aspect.placer.is_some_and(gone));
        out.extend(orphaned.map(|(id, _)| Event::AspectDrop { id }));
    }
}
