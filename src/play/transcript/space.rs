//! The referee's account of a fight between ships: each phase, each roll, each box of heat. Floor 6.

use super::Transcript;
use crate::play::event::Event;
use crate::play::run::SeatLine;
use crate::play::space::Space;

/// Begins with the title and the sides.
pub(super) fn begin(fight: &Space, _seats: &[SeatLine]) -> Transcript {
    let mut account = Transcript::default();
    account.line(&fight.roster.title);
    account
}

/// Tells one event; `fight` is as it stood before.
pub(super) fn tell(_account: &mut Transcript, _fight: &Space, _event: &Event) {}
