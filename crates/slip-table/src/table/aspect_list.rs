//! Aspects in play as a list, for clients that show them where they are.

use super::Viewer;
use super::map_tokens::TokenPlace;
use super::option_place::OptionPlace;
use crate::transcript::phrases::{self, sides};
use crate::transcript::{platoon, space};
use slip_dice::fate::{Aspect, AspectOrigin, Holder};
use slip_play::fight::{FightRef, Playable};
use slip_play::ids::{ActorId, TableKey, ZoneId};

/// Aspect in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedAspect {
    /// Text of the aspect.
    pub text: String,
    /// Title of its holder: a zone, an actor, or the scene.
    pub holder: String,
    /// Place of the aspect's holder on the map.
    pub place: Option<OptionPlace>,
    /// Sides that have a free tag on the aspect, in words.
    pub free_for: Option<String>,
    /// True if the aspect is a consequence.
    pub is_consequence: bool,
    /// True if the aspect is written on a sheet, a map or an encounter, false if it came into play in the game.
    pub is_printed: bool,
}

/// Returns the aspects in play that a viewer may see: all of zones and of the scene, and those of actors that came into play in the game
/// or have a free tag.
pub fn aspect_list<F: Playable>(fight: &F, viewer: Viewer) -> Vec<ListedAspect> {
    let of = |aspect: &Aspect, holder: String| ListedAspect {
        text: aspect.text.to_string(),
        holder,
        place: place(aspect.holder),
        free_for: aspect.free.map(|free| sides(fight, free.sides)),
        is_consequence: aspect.origin == AspectOrigin::Consequence,
        is_printed: aspect.origin == AspectOrigin::Printed,
    };
    let shown = |aspect: &&Aspect| aspect.present && is_shown(fight, viewer, aspect);
    match fight.seen() {
        FightRef::Personal(fight) => {
            let all = fight.state.aspects.values().filter(shown);
            all.map(|aspect| of(aspect, phrases::holder(fight, aspect.holder))).collect()
        }
        FightRef::Space(fight) => {
            let all = fight.state.aspects.values().filter(shown);
            all.map(|aspect| of(aspect, space::phrases::holder(fight, aspect.holder))).collect()
        }
        FightRef::Platoon(fight) => {
            let all = fight.state.aspects.values().filter(shown);
            all.map(|aspect| of(aspect, platoon::phrases::holder(fight, aspect.holder))).collect()
        }
        FightRef::Stakes(_) => Vec::new(),
    }
}

fn is_shown<F: Playable>(fight: &F, viewer: Viewer, aspect: &Aspect) -> bool {
    match aspect.holder {
        Holder::Actor(who) | Holder::Gear(who, _) => {
            viewer.sees(fight, ActorId(who)) && (aspect.origin != AspectOrigin::Printed || aspect.free.is_some())
        }
        Holder::Zone(_) | Holder::Scene | Holder::System | Holder::Campaign => true,
    }
}

fn place(holder: Holder) -> Option<OptionPlace> {
    match holder {
        Holder::Actor(who) | Holder::Gear(who, _) => Some(OptionPlace::Actor(ActorId(who))),
        Holder::Zone(zone) => Some(OptionPlace::Ground(TokenPlace::Zone(ZoneId(zone).place()))),
        Holder::Scene | Holder::System | Holder::Campaign => None,
    }
}
