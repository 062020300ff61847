//! Recommended answers for people. The recommendation comes from the doctrine that would play the side, so it serves that side.
//!
//! Advice orders the options that a person sees. If the doctrine recommends a compel or a free step, the person is asked, see
//! [`question_stops`](super::question_stops). Questions that are not asked get the default of the rules.

use super::question_stops::changes;
use super::{LogRecord, Session};
use crate::run::Player;
use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::choice::{Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::Event;
use slip_play::fight::Fight;
use slip_play::ids::{Seat, TableKey};
use slip_play::question::{Ask, Point};
use slip_play::victory::others_that_win;
use slip_policy::doctrine::DoctrineSeat;
use slip_policy::victory_gap;
use std::cell::RefCell;

/// Doctrine that recommends answers to the person of a seat.
pub(super) struct Advisor {
    player: RefCell<Player>,
    /// Last recommendation, with the number of log lines before it. A question keeps its recommendation however often it is shown.
    last: RefCell<Option<(usize, Choice)>>,
}

impl Advisor {
    fn recommends(&self, fight: &Fight, lines: usize, ask: &Ask, options: &Options) -> Choice {
        let mut last = self.last.borrow_mut();
        match *last {
            Some((asked, choice)) if asked == lines => choice,
            _ => {
                let choice = self.player.borrow_mut().choose(fight, ask, options).choice;
                *last = Some((lines, choice));
                choice
            }
        }
    }
}

impl Session {
    /// Lets the doctrine of each side, or the standard one, recommend answers to the people at the table.
    pub fn advise(&mut self, pack: &Pack, encounter: &Encounter) {
        let sides = encounter.sides.iter();
        for ((stream, side), sitting) in (1..).zip(sides).zip(&mut self.seats) {
            let seat = DoctrineSeat::of_side(pack, encounter.play, side, 0, stream);
            sitting.advisor = seat.map(|seat| Advisor { player: RefCell::new(Box::new(seat)), last: RefCell::new(None) });
        }
        self.find_unasked();
    }

    /// True if a doctrine recommends answers to a seat.
    pub(super) fn is_advised(&self, seat: Seat) -> bool {
        self.seats.get(seat.place()).is_some_and(|sitting| sitting.advisor.is_some())
    }

    /// Returns the recommended answer to a question, if it differs from the default of the rules. `lines` is the number of log lines before
    /// the question.
    ///
    /// The recommended answer may cost a fate point: the prompt shows the price. Only one addition to a roll is recommended, so that two
    /// people who press Enter do not outbid each other. Giving up is never recommended. Steps that lead the side away from its victory, or
    /// another side closer to victory, are not recommended either.
    pub(super) fn recommended(&self, fight: &Fight, lines: usize, ask: &Ask, options: &Options) -> Option<Choice> {
        let sitting = self.seats.get(ask.seat.place())?;
        let advisor = sitting.advisor.as_ref().filter(|_| !matches!(ask.point, Point::SetUp | Point::PayAccess))?;
        let choice = advisor.recommends(fight, lines, ask, options);
        self.fitting(fight, lines, ask, options, choice)
    }

    /// Returns the recommended answer to a question of the position `fight`, which the game may reach later. The recommendation is not
    /// stored.
    pub(super) fn recommended_anew(&self, fight: &Fight, ask: &Ask, options: &Options) -> Option<Choice> {
        let advisor = self.seats.get(ask.seat.place())?.advisor.as_ref()?;
        let choice = advisor.player.borrow_mut().choose(fight, ask, options).choice;
        self.fitting(fight, self.journal.len(), ask, options, choice)
    }

    /// Returns the doctrine's answer, or a better one. Returns `None` if the result is the default of the rules.
    fn fitting(&self, fight: &Fight, lines: usize, ask: &Ask, options: &Options, choice: Choice) -> Option<Choice> {
        let outbids = ask.point == Point::Adjust && !is_free(choice) && self.has_added(ask.seat, lines);
        let usual = options.default_choice()?;
        // An addition that changes nothing is not worth a fate point.
        let is_idle = ask.point == Point::Adjust && !is_free(choice) && !changes(fight, choice, usual);
        let fits = choice.verb != Verb::Concede && !outbids && !is_idle && options.contains(choice);
        let best = if fits && !loses_ground(fight, ask, choice, usual) { choice } else { usual };
        let passing = options.as_slice().iter().copied().find(|choice| matches!(choice.verb, Verb::Stay | Verb::Pass | Verb::No));
        let best = passing.filter(|&passing| loses_ground(fight, ask, best, passing)).unwrap_or(best);
        let is_bad = |choice: Choice| lets_others_win(fight, ask, choice);
        let best = if is_bad(best) { options.as_slice().iter().copied().find(|&choice| !is_bad(choice)).unwrap_or(best) } else { best };
        (best != usual).then_some(best)
    }

    /// True if a seat has paid for an addition to the current roll. `lines` is the number of log lines so far.
    fn has_added(&self, seat: Seat, lines: usize) -> bool {
        self.additions(lines).any(|(by, pick)| by == seat && !is_free(pick))
    }

    /// True if a seat has added something to the current roll, paid or free, after this number of log lines.
    pub(super) fn has_answered_roll(&self, seat: Seat, lines: usize) -> bool {
        self.additions(lines).any(|(by, pick)| by == seat && pick.verb != Verb::Pass)
    }

    /// Returns the additions that seats made to a roll, with their seats, the latest first. The roll is the one that is under way after
    /// `lines` log lines.
    fn additions(&self, lines: usize) -> impl Iterator<Item = (Seat, Choice)> + '_ {
        let kept = self.journal.iter().take(lines).rev().filter(|entry| entry.kept);
        let answers = kept.filter_map(|entry| match &entry.record {
            LogRecord::Event(Event::Answer { seat, point, pick, .. }) => Some((*seat, *point, *pick)),
            _ => None,
        });
        let of_roll = answers
            .take_while(|(_, point, _)| matches!(point, Point::Adjust | Point::Payee | Point::Deny | Point::AnswerCompel | Point::Haggle));
        of_roll.filter(|(_, point, _)| *point == Point::Adjust).map(|(by, _, pick)| (by, pick))
    }
}

/// True if an addition to a roll costs no fate point.
const fn is_free(addition: Choice) -> bool {
    matches!(addition.verb, Verb::Pass | Verb::Free | Verb::Spin)
}

/// True if a step leaves a side further from its victory than another answer does. The step may be one of another actor, if the side
/// chooses for it.
pub(super) fn loses_ground(fight: &Fight, ask: &Ask, choice: Choice, other: Choice) -> bool {
    let is_step = matches!(ask.point, Point::FreeMove | Point::Steps | Point::Shift);
    if !is_step || choice == other {
        return false;
    }
    let gap = |choice: Choice| {
        let (mut events, mut next) = (Vec::new(), fight.clone());
        next.decide(&choice.into(), &mut Dice::scripted([]), &mut events).ok()?;
        events.iter().for_each(|event| next.apply(event));
        Some(victory_gap(&next, ask.seat))
    };
    gap(choice).zip(gap(other)).is_some_and(|(then, stays)| then > stays)
}

/// True if a step of an actor that the side chooses makes a victory condition of another side true that is false now.
fn lets_others_win(fight: &Fight, ask: &Ask, choice: Choice) -> bool {
    if !matches!(ask.point, Point::FreeMove | Point::Steps | Point::Shift) {
        return false;
    }
    let (mut events, mut next) = (Vec::new(), fight.clone());
    if next.decide(&choice.into(), &mut Dice::scripted([]), &mut events).is_err() {
        return false;
    }
    events.iter().for_each(|event| next.apply(event));
    others_that_win(&next, ask.seat) > others_that_win(fight, ask.seat)
}

/// Puts an answer first.
pub(super) fn put_first(options: &Options, first: Choice) -> Options {
    let mut ordered = Options::new();
    ordered.push(first);
    options.as_slice().iter().filter(|&&choice| choice != first).for_each(|&choice| ordered.push(choice));
    ordered
}
