//! Enter at an action takes the marked line whole, with the target that the line names (R-XTT14). The number of the line asks for the target.

use super::game::{AskResult, TableGame};
use crate::cli::Stop;
use slip_play::choice::{Choice, Options};
use slip_play::question::{Ask, Point};

impl TableGame<'_> {
    /// Remembers whose target Enter takes, if the line of the action names one.
    pub(super) fn take_target_of(&mut self, ask: &Ask, action: Choice) {
        self.marked_target = self.session.names_target(ask, action).then_some(ask.me);
    }

    /// Answers the question for the target by its marked line, if Enter has taken the line of the action just before; `None` if the player
    /// must answer.
    pub(super) fn follow_marked_target(&mut self, ask: &Ask, options: &Options) -> Result<Option<AskResult>, Stop> {
        let Some(me) = self.marked_target.take() else { return Ok(None) };
        let Some(target) = options.default_choice().filter(|_| ask.point == Point::Whom && ask.me == me) else { return Ok(None) };
        let first = self.session.last_line();
        let taken = self.take(ask, &target.into())?;
        self.session.pass_over(first);
        Ok(Some(taken))
    }
}
