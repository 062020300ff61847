//! Recommended answers for people: the answer of the doctrine that would play the side, so that the marked default serves its own side.
//!
//! Advice only orders the options that a person sees. Questions that are not asked get the default of the rules.

use super::{Session, Sitting};
use crate::run::Player;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::ask::{Ask, Point};
use slip_play::choice::{Choice, Options, Verb};
use slip_play::fight::Fight;
use slip_policy::doctrine::DoctrineSeat;
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

    /// Returns the recommended answer to a question. Enter never spends a point or gives up, so compels and additions have no advice.
    pub(super) fn recommended(&self, sitting: &Sitting, ask: &Ask, options: &Options) -> Option<Choice> {
        let advisor =
            sitting.advisor.as_ref().filter(|_| !matches!(ask.point, Point::Compel | Point::SetUp | Point::Adjust | Point::PayAccess))?;
        let choice = advisor.recommends(&self.fight, self.journal.len(), ask, options);
        (choice.verb != Verb::Concede && options.contains(choice)).then_some(choice)
    }
}

/// Puts an answer first.
pub(super) fn put_first(options: &Options, first: Choice) -> Options {
    let mut ordered = Options::new();
    ordered.push(first);
    options.as_slice().iter().filter(|&&choice| choice != first).for_each(|&choice| ordered.push(choice));
    ordered
}
