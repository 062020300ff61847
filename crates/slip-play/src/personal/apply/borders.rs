//! Applies the events of borders: opened, closed, made harder, crossed.

use crate::event::BorderChange;
use crate::ids::{ActorId, BorderId};
use crate::personal::roster::PersonalRoster;
use crate::personal::state::{Obstruction, PersonalState};
use slip_dice::fate::AspectDuration;

pub(super) fn change(state: &mut PersonalState, roster: &PersonalRoster, border: BorderId, by: Option<ActorId>, change: BorderChange) {
    let Some(there) = state.board.borders.row_mut(border) else { return };
    match change {
        BorderChange::Progress(progress) => there.progress = progress,
        BorderChange::Opened | BorderChange::Closed => {
            (there.open, there.progress) = (change == BorderChange::Opened, 0);
            state.board.look(&roster.map);
        }
        BorderChange::Harder(amount) => {
            *there = there.harder_by(i32::from(amount));
            if let (Some(placer), Some(AspectDuration::Transient)) = (by, state.declared.term) {
                state.obstructions.push(Obstruction { placer, border, by: amount, last_turn: false });
            }
        }
        BorderChange::Easier(amount) => {
            let was = there.open;
            *there = there.harder_by(-i32::from(amount));
            if there.open != was {
                state.board.look(&roster.map);
            }
            let gone = |made: &Obstruction| made.border == border && Some(made.placer) == by && made.by == amount;
            if let Some(place) = state.obstructions.iter().position(gone) {
                state.obstructions.remove(place);
            }
        }
        BorderChange::Crossing(paid) => {
            if let Some(who) = by {
                state.board.set_crossing(who, border, paid);
            }
        }
    }
}
