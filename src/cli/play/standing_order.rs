//! Orders for several actors at once. `rest attack on G2` lets this actor attack, and all actors of its side that act after it in the
//! round. `rest` alone lets them act by the marked answers. In a platoon combat the order is for the units of the platoon that acts.
//!
//! The order answers only routine questions. Additions to rolls, consequences and compels are asked as usual. An action that is not
//! possible is asked, too.

use super::game::{AskResult, TableGame};
use crate::cli::Stop;
use slip_play::choice::{Answer, Options, Verb};
use slip_play::fight::{Fight, Playable};
use slip_play::ids::Seat;
use slip_play::platoon::state::PlatoonId;
use slip_play::question::{Ask, Point};

/// Questions that an order answers.
const ROUTINE: &[Point] = &[
    Point::Unit,
    Point::FreeMove,
    Point::Steps,
    Point::Act,
    Point::Whom,
    Point::With,
    Point::Track,
    Point::Skill,
    Point::Border,
    Point::Share,
    Point::Term,
    Point::Muster,
    Point::RallyToo,
    Point::Engineer,
    Point::Drive,
    Point::Bid,
    Point::Shift,
    Point::Declare,
    Point::Repair,
];

/// Order for the actors of a side until the end of a round, or of a platoon's turn.
pub(super) struct StandingOrder {
    seat: Seat,
    round: u32,
    platoon: Option<PlatoonId>,
    /// Words of the action. `None` means that the order gives the marked answers.
    words: Option<String>,
    /// True once the order has answered the question at which it was typed. An undo after that goes back to this question.
    begun: bool,
}

/// Returns the platoon whose turn it is.
fn acting(fight: &Fight) -> Option<PlatoonId> {
    match fight {
        Fight::Platoon(fight) => fight.state.acting,
        Fight::Personal(_) | Fight::Space(_) | Fight::Stakes(_) => None,
    }
}

impl TableGame<'_> {
    /// Begins an order that answers the current question and later ones. Returns false after a message, if the order does not answer the
    /// current question.
    pub(super) fn begin_order(&mut self, ask: &Ask, options: &Options, words: Option<&str>) -> Result<bool, Stop> {
        if !ROUTINE.contains(&ask.point) || options.default_choice().is_none() {
            self.complain("`rest` answers only questions about actions: answer this one first")?;
            return Ok(false);
        }
        if let (Some(words), Point::Act) = (words, ask.point) {
            let read = self.read_answer(ask, options, words);
            (self.spoken, self.step_beside, self.unconfirmed) = (None, None, None);
            if let Some(problem) = read.err().or_else(|| self.half_right.take()) {
                self.complain(&problem)?;
                return Ok(false);
            }
        }
        let fight = self.session.fight();
        let order =
            StandingOrder { seat: ask.seat, round: fight.round(), platoon: acting(fight), words: words.map(str::to_owned), begun: false };
        self.order = Some(order);
        Ok(true)
    }

    /// Answers a question by the player's standing order. `None` if the player must answer.
    pub(super) fn follow_order(&mut self, ask: &Ask, options: &Options) -> Result<Option<AskResult>, Stop> {
        let fight = self.session.fight();
        let Some(order) = &self.order else { return Ok(None) };
        if order.round != fight.round() || order.platoon != acting(fight) {
            self.order = None;
            return Ok(None);
        }
        if order.seat != ask.seat || !ROUTINE.contains(&ask.point) {
            return Ok(None);
        }
        let stays = || options.as_slice().iter().copied().find(|choice| choice.verb == Verb::Stay);
        let answer = match (order.words.clone(), ask.point) {
            (Some(words), Point::Act) => {
                let answer = self.read_answer(ask, options, &words).ok().filter(|_| self.half_right.take().is_none());
                (self.step_beside, self.unconfirmed) = (None, None);
                answer
            }
            // The order is about the action only. The actors stay where they are, without a free step.
            (Some(_), Point::FreeMove) => stays().or_else(|| options.default_choice()).map(Answer::from),
            _ => options.default_choice().map(Answer::from),
        };
        let Some(answer) = answer else {
            self.spoken = None;
            self.print_account()?;
            if let Some(me) = ask.me.actor() {
                let said = format!("({} cannot do that; the order stands for the others)", self.session.fight().title_of(me));
                writeln!(self.out, "{}", self.ink.faint.write(&said))?;
            }
            return Ok(None);
        };
        let first = self.session.last_line();
        let taken = self.take(ask, &answer)?;
        if self.order.as_mut().is_some_and(|order| std::mem::replace(&mut order.begun, true)) {
            self.session.pass_over(first);
        }
        Ok(Some(taken))
    }
}
