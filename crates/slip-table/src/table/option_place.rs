//! Place on the map that an option is about, so that a player can give the answer by pointing at the map.

use super::map_tokens::{TokenPlace, place_of};
use slip_play::choice::{Choice, Verb};
use slip_play::fight::{FightRef, Playable};
use slip_play::ids::{ActorId, BorderId, Id, TableKey};
use slip_play::personal::Personal;
use slip_play::question::Ask;

/// Place on the map that an option is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptionPlace {
    /// A zone or a band of the map.
    Ground(TokenPlace),
    /// The border between two zones, by their numbers, the lower one first.
    Border(usize, usize),
    /// The token of an actor.
    Actor(ActorId),
}

/// Returns the place that an option is about; `None` for options that concern no place, or something at a place, such as an aspect.
pub fn option_place<F: Playable>(fight: &F, ask: &Ask, choice: Choice) -> Option<OptionPlace> {
    match choice.verb {
        Verb::Compel | Verb::Invoke | Verb::Tag | Verb::Free | Verb::Spin | Verb::Concede | Verb::Payee | Verb::Outcome => None,
        Verb::Pay | Verb::Close | Verb::Border | Verb::All | Verb::Put if choice.border().is_some() => border(fight, choice.border()?),
        Verb::Band => Some(OptionPlace::Ground(TokenPlace::Band(i8::try_from(choice.n).ok()?))),
        Verb::Stay => place_of(fight, mover(fight, ask)?).map(OptionPlace::Ground),
        _ => match choice.it {
            Id::Zone(zone) => Some(OptionPlace::Ground(TokenPlace::Zone(zone.place()))),
            Id::Actor(who) => Some(OptionPlace::Actor(who)),
            Id::Scene | Id::None => None,
        },
    }
}

/// Returns the actor that moves: the deciding one, or in a talk the one that it pushes.
fn mover<F: Playable>(fight: &F, ask: &Ask) -> Option<ActorId> {
    let pushed = match fight.seen() {
        FightRef::Personal(fight) => fight.pushed().filter(|_| is_stepping(fight)),
        FightRef::Space(_) | FightRef::Platoon(_) | FightRef::Stakes(_) => None,
    };
    pushed.or(ask.me.actor())
}

fn is_stepping(fight: &Personal) -> bool {
    fight.state.step.phase == slip_play::event::Phase::Steps
}

fn border<F: Playable>(fight: &F, id: BorderId) -> Option<OptionPlace> {
    let (a, b) = match fight.seen() {
        FightRef::Personal(fight) => fight.roster.map.borders.row(id).map(|border| (border.a, border.b)),
        FightRef::Platoon(fight) => fight.roster.ground.borders.row(id).map(|border| (border.a, border.b)),
        FightRef::Space(_) | FightRef::Stakes(_) => None,
    }?;
    let (a, b) = (a.place(), b.place());
    Some(OptionPlace::Border(a.min(b), a.max(b)))
}
