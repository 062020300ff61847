//! The phrase of every option of space combat, and what it costs and promises. Floor 6.

use super::phrase::{Part, Phrase};
use crate::play::ask::Ask;
use crate::play::choice::Choice;
use crate::play::names::Names;
use crate::play::space::Space;

/// The words of an option.
pub(super) fn phrase<'f>(fight: &'f Space, _ask: &Ask, choice: Choice) -> Phrase<'f> {
    let mut parts = Vec::new();
    if let Some(name) = fight.thing(choice.it) {
        parts.push(Part::name(name));
    }
    Phrase { parts, ..Phrase::of(choice.verb.word(), &[]) }
}

/// What an option costs and promises.
pub(super) fn about(_fight: &Space, _ask: &Ask, _choice: Choice) -> Option<String> {
    None
}
