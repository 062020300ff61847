//! Recommended answers for people: the answer of the doctrine that would play the side, so that the marked default serves its own side.
//!
//! Advice only orders the options that a person sees. Questions that are not asked get the default of the rules.

use super::{Session, Sitting};
use crate::run::Player;
use slip_dice::Dice;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::ask::{Ask, Point};
use slip_play::choice::{Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::fight::Fight;
use slip_policy::doctrine::DoctrineSeat;
use slip_policy::victory_gap;
use std::cell::RefCell;

/// Doctrine that recommends answers to the person of a seat.
pub(super) struct Advisor {
    player: RefCell<Player>,
    /// Last recommendation, with the number of log lines before it: a question keeps its recommendation however often it is shown.
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
    }

    /// Returns the recommended answer to a question. Enter never spends a point or gives up, so compels have no advice, and additions only
    /// if they are free. A step that leads away from the own victory, or the other side towards its own, is not recommended.
    pub(super) fn recommended(&self, sitting: &Sitting, ask: &Ask, options: &Options) -> Option<Choice> {
        let advisor = sitting.advisor.as_ref().filter(|_| !matches!(ask.point, Point::Compel | Point::SetUp | Point::PayAccess))?;
        let choice = advisor.recommends(&self.fight, self.journal.len(), ask, options);
        let is_free = ask.point != Point::Adjust || matches!(choice.verb, Verb::Pass | Verb::Free | Verb::Spin);
        let fits = is_free && choice.verb != Verb::Concede && options.contains(choice);
        let usual = options.default_choice()?;
        let best = if fits && !loses_ground(&self.fight, ask, choice, usual) { choice } else { usual };
        let passing = options.as_slice().iter().copied().find(|choice| matches!(choice.verb, Verb::Stay | Verb::Pass | Verb::No));
        let best = passing.filter(|&passing| loses_ground(&self.fight, ask, best, passing)).unwrap_or(best);
        (best != usual).then_some(best)
    }
}

/// True if a step of the own side, or one that it makes another actor take, is worse for its victory than another answer.
fn loses_ground(fight: &Fight, ask: &Ask, choice: Choice, other: Choice) -> bool {
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

/// Puts an answer first.
pub(super) fn put_first(options: &Options, first: Choice) -> Options {
    let mut ordered = Options::new();
    ordered.push(first);
    options.as_slice().iter().filter(|&&choice| choice != first).for_each(|&choice| ordered.push(choice));
    ordered
}
