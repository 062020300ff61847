//! What people say at a table, where they call one another as the board does. Floor 6.

use super::marks::Marks;
use crate::play::ask::Ask;
use crate::play::choice::{Answer, Options};
use crate::play::fight::Playable;
use crate::play::words::{Spoken, Unfit};

/// The answer that words mean, and what of them is for later questions. Words that are none as they stand are tried with the names of those whom
/// they call by mark or title: `attack on PM2`, `attack on Port marshal #2`.
///
/// # Errors
/// [`Unfit`], of the reading that comes further.
pub fn answer<F: Playable>(fight: &F, marks: &Marks, ask: &Ask, options: &Options, words: &str) -> Result<(Spoken, Answer), Box<Unfit>> {
    let said = Spoken::read(words)?;
    let heard = |mut spoken: Spoken| spoken.begin(fight, ask, options).map(|answer| (spoken, answer));
    let as_it_stands = match heard(said.clone()) {
        Ok(answer) => return Ok(answer),
        Err(unfit) => unfit,
    };
    let Some(named) = said.called(|call| marks.name(fight, call)) else { return Err(as_it_stands) };
    heard(named).map_err(|unfit| if unfit.at.start > as_it_stands.at.start { unfit } else { as_it_stands })
}
