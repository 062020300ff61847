//! What an option of space combat costs and promises, in a line as a referee would say it. Floor 6.

use crate::play::ask::Ask;
use crate::play::choice::Choice;
use crate::play::space::Space;

/// What an option costs and promises.
pub(in crate::play::words) fn about(_fight: &Space, _ask: &Ask, _choice: Choice) -> Option<String> {
    None
}
