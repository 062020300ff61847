//! Options as words and back: what people type, what scripts say, what a prompt lists (doctrines.md 6).
//!
//! Every option has words of its own ([`of`]); [`fit`] reads words and finds the one option they mean. [`about()`] says what
//! an option costs and promises.
//!
//! An option's words are a `Phrase`: a verb and parts, of which some must be said, some are shown and some may
//! be said as well. The same phrase is printed and read, so that what is printed can always be typed. A line may answer a
//! whole chain (`attack on iveta with dock_carbine track composure`); [`Spoken`] keeps what is said for later questions.

mod about;
mod acts;
mod bargains;
mod heads;
mod phrase;
mod phrases;
mod places;
mod platoon;
mod pool;
mod read;
mod social;
mod space;
mod spoken;
mod unfit;

pub use heads::{all_heads, answers, heads, is_chain, is_head_somewhere};
pub use places::places;
pub use read::Quotations;
pub use read::quoted;
pub use spoken::Spoken;
pub use unfit::{Misfit, Unfit};

use slip_play::ask::Ask;
use slip_play::choice::{Answer, Choice, Options};
use slip_play::fight::{Playable, Seen};

/// The words of an option: those of scripts, with names as in logs.
pub fn of<F: Playable>(fight: &F, ask: &Ask, choice: Choice) -> String {
    phrase_of(fight, ask, choice).to_string()
}

/// The phrase of an option.
fn phrase_of<'f, F: Playable>(fight: &'f F, ask: &Ask, choice: Choice) -> phrase::Phrase<'f> {
    match fight.seen() {
        Seen::Personal(fight) => phrases::phrase(fight, ask, choice),
        Seen::Space(fight) => space::phrase(fight, ask, choice),
        Seen::Platoon(fight) => platoon::phrase(fight, ask, choice),
        Seen::Pool(fight) => pool::phrase(fight, ask, choice),
    }
}

/// What an option costs and promises, if there is anything to say.
pub fn about<F: Playable>(fight: &F, ask: &Ask, choice: Choice) -> Option<String> {
    match fight.seen() {
        Seen::Personal(fight) => about::about(fight, ask, choice),
        Seen::Space(fight) => space::about(fight, ask, choice),
        Seen::Platoon(fight) => platoon::about(fight, ask, choice),
        Seen::Pool(fight) => pool::about(fight, ask, choice),
    }
}

/// The answer that words mean at a question. Of a chain only what this question asks for is answered; [`Spoken`] keeps
/// the rest.
///
/// # Errors
/// [`Unfit`] if they fit no option or several, or cannot be read; it lists what is legal.
pub fn fit<F: Playable>(fight: &F, ask: &Ask, options: &Options, text: &str) -> Result<Answer, Box<Unfit>> {
    Spoken::read(text)?.begin(fight, ask, options)
}

/// The verbs that answer a question as things stand, each once.
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

/// The words of all options, in order.
pub fn all<F: Playable>(fight: &F, ask: &Ask, options: &Options) -> Vec<String> {
    options.as_slice().iter().map(|&option| of(fight, ask, option)).collect()
}
