//! What people say at a table, where they call one another as the board does.

use super::marks::Marks;
use crate::words::{Spoken, Unfit};
use slip_play::ask::Ask;
use slip_play::choice::{Answer, Options};
use slip_play::fight::Playable;

/// The answer that words mean, and what of them is for later questions. Words that are none as they stand are tried with the names of those whom
/// they call by mark or title: `attack on PM2`, `attack on Port marshal #2`; at a question about an act also without the act, which may be said
/// again: `attack on ben` where `attack` is declared and whom is asked.
///
/// # Errors
/// [`Unfit`], of the reading that comes further.
pub fn answer<F: Playable>(fight: &F, marks: &Marks, ask: &Ask, options: &Options, words: &str) -> Result<(Spoken, Answer), Box<Unfit>> {
    let said = Spoken::read(words)?;
    let heard = |mut spoken: Spoken| spoken.begin(fight, ask, options).map(|answer| (spoken, answer));
    let mut best = match heard(said.clone()) {
        Ok(answer) => return Ok(answer),
        Err(unfit) => unfit,
    };
    let named = |line: &Spoken| line.called(|call| marks.name(fight, call));
    let past_act = said.past_act(fight, ask);
    let past_act_named = past_act.as_ref().and_then(named);
    for reading in [named(&said), past_act, past_act_named].into_iter().flatten() {
        match heard(reading) {
            Ok(answer) => return Ok(answer),
            Err(unfit) => {
                let helps = unfit.at.start == best.at.start && best.near.is_none() && unfit.near.is_some();
                if unfit.at.start > best.at.start || helps {
                    best = unfit;
                }
            }
        }
    }
    Err(best)
}
