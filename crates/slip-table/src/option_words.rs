//! Converts options to words and back: the language of typed answers, scripts and prompts.
//!
//! Every option has unique words ([`of`]). [`fit`] parses words and finds the option they mean. [`sentence()`] is the option in plain
//! English for a list, and [`about()`] describes its cost and its odds.
//!
//! The words of an option are a `Phrase`: a verb and parts, some of which are required, some printed, and some optional. The same phrase
//! is printed and parsed, so that everything printed can be typed. A line may answer all questions of a declaration
//! (`attack on iveta with dock_carbine track composure`); [`AnswerInput`] keeps the words for later questions.

mod act_phrase;
mod compel_hints;
pub(crate) mod hints;
mod impossible_acts;
mod input;
mod input_error;
mod option_phrase;
mod option_sentences;
mod personal;
mod platoon;
mod social;
mod space;
mod stakes;
mod step_price;
mod tokenizer;
mod verbs;
mod zone_titles;

pub use act_phrase::act_phrase;
pub use input::{AnswerInput, UnfitReading, free_step};
pub use input_error::{InputError, InputErrorKind};
pub use step_price::step_price;
pub use tokenizer::Quotations;
pub use tokenizer::quoted;
pub use verbs::{all_heads, answers, heads, is_chain, is_head_somewhere};
pub use zone_titles::places;

use slip_play::choice::{Answer, Choice, Options};
use slip_play::fight::{FightRef, Playable};
use slip_play::question::Ask;

/// Returns the words of an option as scripts write them, with names as in logs.
pub fn of<F: Playable>(fight: &F, ask: &Ask, choice: Choice) -> String {
    phrase_of(fight, ask, choice).to_string()
}

/// Returns the words of an option as a phrase: a verb and parts.
fn phrase_of<'f, F: Playable>(fight: &'f F, ask: &Ask, choice: Choice) -> option_phrase::Phrase<'f> {
    match fight.seen() {
        FightRef::Personal(fight) => personal::phrase(fight, ask, choice),
        FightRef::Space(fight) => space::phrase(fight, ask, choice),
        FightRef::Platoon(fight) => platoon::phrase(fight, ask, choice),
        FightRef::Stakes(fight) => stakes::phrase(fight, ask, choice),
    }
}

/// Returns an option as a sentence for players; `None` if the words of the option are already easy to read.
pub fn sentence<F: Playable>(fight: &F, ask: &Ask, choice: Choice) -> Option<String> {
    option_sentences::sentence(fight, ask, choice)
}

/// Describes the cost and the odds of an option; `None` if it has neither.
pub fn about<F: Playable>(fight: &F, ask: &Ask, choice: Choice) -> Option<String> {
    match fight.seen() {
        FightRef::Personal(fight) => hints::about(fight, ask, choice),
        FightRef::Space(fight) => space::about(fight, ask, choice),
        FightRef::Platoon(fight) => platoon::about(fight, ask, choice),
        FightRef::Stakes(fight) => stakes::about(fight, ask, choice),
    }
}

/// Parses the answer to a question. If the words answer several questions of a declaration, only the part for this question is used;
/// [`AnswerInput`] keeps the rest.
///
/// # Errors
///
/// Returns an [`InputError`] if the words fit no option or several options, or if they cannot be parsed. It lists the legal answers.
pub fn fit<F: Playable>(fight: &F, ask: &Ask, options: &Options, text: &str) -> Result<Answer, Box<InputError>> {
    AnswerInput::read(text)?.begin(fight, ask, options)
}

/// Returns the verbs of the legal answers, each once.
pub fn open_heads<F: Playable>(fight: &F, ask: &Ask, options: &Options) -> Vec<String> {
    let mut open: Vec<String> = Vec::new();
    for words in all(fight, ask, options) {
        let head = words.split(' ').next().unwrap_or_default().to_owned();
        if !open.contains(&head) {
            open.push(head);
        }
    }
    open
}

/// Returns the words of every option, in the order of the options.
pub fn all<F: Playable>(fight: &F, ask: &Ask, options: &Options) -> Vec<String> {
    options.as_slice().iter().map(|&option| of(fight, ask, option)).collect()
}
