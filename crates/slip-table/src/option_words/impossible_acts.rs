//! Returns the act that an actor has declared, and the reasons why an act is impossible.

use super::option_phrase::NameCandidate;
use slip_play::choice::Verb;
use slip_play::fight::{FightRef, Playable};
use slip_play::ids::Id;
use slip_play::question::Point;

/// Returns the act that is being declared.
pub(super) fn declared<F: Playable>(fight: &F) -> Option<Verb> {
    match fight.seen() {
        FightRef::Personal(fight) => fight.state.declared.act,
        FightRef::Space(fight) => fight.state.declared.act,
        FightRef::Platoon(fight) => fight.state.declared.act,
        FightRef::Stakes(_) => None,
    }
}

/// Returns the declared target as a candidate with its name and title.
pub(super) fn target<F: Playable>(fight: &F) -> Option<NameCandidate> {
    let it = match fight.seen() {
        FightRef::Personal(fight) => fight.state.declared.it,
        FightRef::Space(fight) => fight.state.declared.it,
        FightRef::Platoon(fight) => fight.state.declared.it,
        FightRef::Stakes(_) => Id::None,
    };
    let (name, title) = match it {
        Id::Actor(who) => (fight.actor(who), fight.title_of(who)),
        Id::Zone(zone) => (fight.zone(zone), fight.zone(zone)),
        Id::Scene | Id::None => return None,
    };
    Some(NameCandidate { words: name.to_owned(), names: vec![name.to_owned(), title.to_owned()] })
}

/// Returns the reason why an attack is impossible now. Returns `None` for all other acts, and at all questions except that for an action.
pub(super) fn why_not<F: Playable>(fight: &F, point: Point, verb: &str) -> Option<String> {
    match fight.seen() {
        _ if point != Point::Act || verb != Verb::Attack.word() => None,
        FightRef::Personal(fight) => fight.why_no_attack(),
        FightRef::Platoon(fight) => fight.why_no_attack(),
        FightRef::Space(_) | FightRef::Stakes(_) => None,
    }
}
