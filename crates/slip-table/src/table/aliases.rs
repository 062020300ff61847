//! Parses answers in which players write the marks and titles of the board in place of names.

use super::actor_marks::Marks;
use crate::option_words::{AnswerInput, InputError};
use slip_play::choice::{Answer, Options};
use slip_play::fight::Playable;
use slip_play::question::Ask;

/// Parses an answer and returns it with the words that are left for later questions. If the words do not fit as typed, marks and titles are
/// replaced by names, as in `attack on PM2` and `attack on Port marshal #2`. Later questions of a declaration accept the act again:
/// `attack on ben` also answers the question for the target.
///
/// # Errors
/// Returns the [`InputError`] of the reading that matches the most words.
pub fn answer<F: Playable>(
    fight: &F,
    marks: &Marks,
    ask: &Ask,
    options: &Options,
    words: &str,
) -> Result<(AnswerInput, Answer), Box<InputError>> {
    let said = AnswerInput::read(words)?;
    let heard = |mut spoken: AnswerInput| spoken.begin(fight, ask, options).map(|answer| (spoken, answer));
    let mut best = match heard(said.clone()) {
        Ok(answer) => return Ok(answer),
        Err(unfit) => unfit,
    };
    let named = |line: &AnswerInput| line.called(|call| marks.name(fight, call));
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
