//! Pressing Enter at an action takes the whole marked line, with its target (R-XTT14). The number of an attack, or its word alone, takes
//! the target too if no other target has better odds (R-XTT15).

use super::game::{AskResult, TableGame};
use crate::cli::Stop;
use slip_play::choice::{Choice, Options};
use slip_play::ids::Id;
use slip_play::question::{Ask, Point};
use slip_table::option_words;

/// Target that is taken without a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MarkedTarget {
    /// Actor whose action has been declared.
    me: Id,
    /// True if the target is printed, because the typed line did not name it.
    is_told: bool,
}

impl TableGame<'_> {
    /// Remembers that Enter also takes the target that is named in the line of the action.
    pub(super) fn take_target_of(&mut self, ask: &Ask, action: Choice) {
        self.marked_target = self.session.names_target(ask, action).then_some(MarkedTarget { me: ask.me, is_told: false });
    }

    /// Remembers that the attack takes its marked target, if the player typed only the attack and no other target has better odds.
    pub(super) fn take_best_target(&mut self, ask: &Ask, action: Choice) {
        self.marked_target = self.session.best_target(ask, action).map(|_| MarkedTarget { me: ask.me, is_told: true });
    }

    /// Answers the question for the target with the marked target, if the player has just chosen the action by Enter. `None` if the player
    /// must answer.
    pub(super) fn follow_marked_target(&mut self, ask: &Ask, options: &Options) -> Result<Option<AskResult>, Stop> {
        let Some(marked) = self.marked_target.take().filter(|marked| ask.me == marked.me && ask.point != Point::Act) else {
            return Ok(None);
        };
        let step = self.session.attack_step(ask);
        let Some(target) = options.default_choice().filter(|_| ask.point == Point::Whom).or(step) else {
            self.marked_target = Some(marked);
            return Ok(None);
        };
        let is_told = marked.is_told && ask.point == Point::Whom;
        self.marked_target = Some(marked).filter(|_| ask.point == Point::Whom);
        if is_told {
            let title = option_words::sentence(self.session.fight(), ask, target);
            let title = title.unwrap_or_else(|| option_words::of(self.session.fight(), ask, target));
            let said = format!("(on {title}: no other target has better odds; `undo` takes this back)");
            writeln!(self.out, "{}", self.ink.faint.write(&said))?;
        }
        let first = self.session.last_line();
        let taken = self.take(ask, &target.into())?;
        self.session.pass_over(first);
        Ok(Some(taken))
    }
}
