//! Parses answers in which players use the marks and titles of the board instead of names.

use super::actor_marks::Marks;
use crate::option_words::{AnswerInput, InputError};
use slip_play::choice::{Answer, Options};
use slip_play::fight::Playable;
use slip_play::question::Ask;

/// Parses an answer and returns it with the words that are left for later questions. If the words do not fit as they are, marks and titles
/// in them are replaced by names: `attack on PM2`, `attack on Port marshal #2`. At a later question of a declaration the act may be
/// repeated: `attack on ben` when `attack` is declared and the target is asked for.
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

/// Answers a question with the beginning of a line whose later part is wrong: `attack on ben with carbine`, where there is no carbine,
/// declares the attack on Ben, and the weapon is asked for. `None` if the wrong part belongs to this question.
pub fn answer_in_part<F: Playable>(
    fight: &F,
    marks: &Marks,
    ask: &Ask,
    options: &Options,
    words: &str,
    unfit: &InputError,
) -> Option<(AnswerInput, Answer, String)> {
    unfit.asked.filter(|asked| *asked != ask.point.word())?;
    let before = words.get(..unfit.at.start)?;
    let ends = before.char_indices().filter(|(_, letter)| letter.is_whitespace()).map(|(end, _)| end);
    let ends: Vec<usize> = ends.collect();
    ends.into_iter().rev().chain([before.len()]).find_map(|end| {
        let kept = before.get(..end)?.trim();
        // If the kept words end with a link word such as `with`, they lack the name after it, so they are not an answer.
        let last = kept.rsplit(' ').next().unwrap_or_default();
        if ["with", "on", "to", "track", "term"].contains(&last) {
            return None;
        }
        let (spoken, answer) = self::answer(fight, marks, ask, options, kept).ok()?;
        Some((spoken, answer, kept.to_owned()))
    })
}
