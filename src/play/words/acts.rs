//! The act that is declared. Floor 6.

use crate::play::choice::Verb;
use crate::play::fight::{Playable, Seen};

/// The act of the declaration that is being made.
pub(super) fn declared<F: Playable>(fight: &F) -> Option<Verb> {
    match fight.seen() {
        Seen::Personal(fight) => fight.state.declared.act,
        Seen::Space(fight) => fight.state.declared.act,
        Seen::Platoon(fight) => fight.state.declared.act,
        Seen::Pool(_) => None,
    }
}
