//! Returns the act that an actor has declared, and the reasons why an act is impossible.

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

/// Returns the name of the declared target.
pub(super) fn target<F: Playable>(fight: &F) -> Option<&str> {
    let it = match fight.seen() {
        FightRef::Personal(fight) => fight.state.declared.it,
        FightRef::Space(fight) => fight.state.declared.it,
        FightRef::Platoon(fight) => fight.state.declared.it,
        FightRef::Stakes(_) => Id::None,
    };
    match it {
        Id::Actor(who) => Some(fight.actor(who)),
        Id::Zone(zone) => Some(fight.zone(zone)),
        Id::Scene | Id::None => None,
    }
}

/// Returns the reason why an act is impossible now, if the verb of the act can answer this question at other times.
pub(super) fn why_not<F: Playable>(fight: &F, point: Point, verb: &str) -> Option<String> {
    match fight.seen() {
        _ if point != Point::Act || verb != Verb::Attack.word() => None,
        FightRef::Personal(fight) => fight.why_no_attack(),
        FightRef::Platoon(fight) => fight.why_no_attack(),
        FightRef::Space(_) | FightRef::Stakes(_) => None,
    }
}
