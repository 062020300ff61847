//! Describes why ships could not act in a phase, and phases in which nothing happened.

use super::phrases::{post_of, post_place, post_skill};
use slip_play::event::SpacePhase;
use slip_play::ids::ActorId;
use slip_play::space::Space;
use slip_play::space::roster::{PostCrew, Rating};

/// Returns the ships that could not attack in this phase, with the reason. The flag is true if the reason is permanent. Compelled ships are
/// left out, because the compel has been described.
pub(super) fn reasons(fight: &Space) -> Vec<(ActorId, String, bool)> {
    let Some(rating) = rating_of(fight.state.stage) else { return Vec::new() };
    let here = fight.state.ships.iter().filter(|(_, ship)| ship.is_active() && ship.band().is_some());
    let idle = here.filter(|(_, ship)| ship.attacked == 0 && ship.fails.is_none());
    idle.filter_map(|(who, _)| reason(fight, who, rating).map(|(reason, stays)| (who, reason, stays))).collect()
}

/// Returns the rating that attacks of a phase use.
pub(crate) const fn rating_of(stage: SpacePhase) -> Option<Rating> {
    match stage {
        SpacePhase::Ew => Some(Rating::Ew),
        SpacePhase::Beams => Some(Rating::Beam),
        SpacePhase::Torpedoes => Some(Rating::Torpedo),
        _ => None,
    }
}

/// Returns the reason why a ship cannot attack in this phase. The second value is true if the reason is permanent. Returns `None` if the
/// ship can attack.
pub(crate) fn reason(fight: &Space, who: ActorId, rating: Rating) -> Option<(String, bool)> {
    let stage = fight.state.stage;
    let post = post_of(stage);
    let ship = fight.state.ship(who)?;
    if fight.rating(who, rating) <= 0 {
        let without = match rating {
            Rating::Ew => "no electronic warfare",
            Rating::Beam => "no beams",
            _ => "no torpedoes",
        };
        return Some((without.to_owned(), true));
    }
    if fight.holds_fire(who, stage == SpacePhase::Ew) {
        return Some(("holds fire until the other side attacks".to_owned(), false));
    }
    if stage == SpacePhase::Ew && ship.fixed.ew {
        return Some(("uses its fixed defence instead of a roll in this phase".to_owned(), false));
    }
    if matches!(fight.hand(who, post), PostCrew::Nobody) {
        return Some((format!("no crew {}", post_place(post)), true));
    }
    if !fight.qualified(who, post) {
        return Some((format!("no crew member {} has {} at military grade", post_place(post), post_skill(fight, post)), true));
    }
    if fight.eff(who, post).is_none() {
        return Some((format!("the crew member {} is not trained in {}", post_place(post), post_skill(fight, post)), true));
    }
    // A defence roll in electronic warfare also counts as an attack (R-S39).
    let rolled = stage == SpacePhase::Ew && ship.standing.is_some();
    if !rolled && !fight.can_act(who, post) {
        return Some((format!("the crew member {} has already acted in this phase", post_place(post)), false));
    }
    None
}

/// Returns the sentence for a phase in which nothing happened; `None` for phases that are not mentioned.
pub(super) const fn quiet(stage: SpacePhase) -> Option<&'static str> {
    match stage {
        SpacePhase::Detection | SpacePhase::Boarding => None,
        SpacePhase::Position => Some("no ship moves."),
        SpacePhase::Ew => Some("no ship jams another."),
        SpacePhase::Beams => Some("no ship fires."),
        SpacePhase::Torpedoes => Some("no ship launches torpedoes."),
        SpacePhase::DamageControl => Some("nothing is repaired."),
    }
}
