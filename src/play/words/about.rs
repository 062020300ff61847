//! What an option costs and promises, in a line as a referee would say it. Floor 6.

use crate::play::ask::Ask;
use crate::play::choice::{Choice, Verb};
use crate::play::personal::Personal;

/// What an option costs and promises, if there is anything to say.
pub fn about(fight: &Personal, ask: &Ask, choice: Choice) -> Option<String> {
    match choice.verb {
        Verb::Invoke | Verb::Tag => Some("costs 1 fate point".to_owned()),
        _ => super::bargains::about(fight, ask, choice),
    }
}
