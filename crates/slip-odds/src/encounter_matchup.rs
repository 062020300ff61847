//! Puts two actors of a declared encounter opposite each other, with their zones, aspects, settings and everyone else in it.
//!
//! The fight is in the attacker's first turn; all actors whose turn is earlier have passed. Choices that a side makes before the first
//! round take their first option. An encounter of ships is reduced to the two ships, at the requested distance if the file gives no
//! positions.

use crate::dice_tree::OddsError;
use crate::matchup::BANDS;
use slip_pack::Pack;
use slip_pack::encounter::{Encounter, Play};
use slip_play::ids::{ActorId, TableKey, ZoneId};
use slip_play::names::{NamedThingKind, Names};
use slip_play::personal::Personal;
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::zones::UnitLocation;
use slip_play::space::Space;

/// Ids of the two actors: first the attacker, then the defender.
pub type Two = [ActorId; 2];

/// Scene of an attack: the encounter in the attacker's first turn, with the two actors.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "an answer has only one")]
pub enum AttackScene {
    /// Encounter of people, with weapons or with words.
    People(Personal, Two),
    /// Encounter of ships.
    Ships(Space, Two),
    /// Encounter of platoon units.
    Units(PlatoonFight, Two),
}

/// Begins the encounter with the two actors of these names, such as `deckhand` or `deckhand#2`; `range` is the distance between ships.
///
/// # Errors
/// [`OddsError`] if the encounter cannot begin, has no attacks, or has no actor with that name.
pub fn begin(pack: &Pack, encounter: &Encounter, who: [&str; 2], range: Option<u8>) -> Result<AttackScene, OddsError> {
    match encounter.play {
        Play::Personal | Play::Social => {
            let fight = Personal::begin(pack, encounter)?;
            let two = find(&fight, fight.roster.actors.len(), who)?;
            Ok(AttackScene::People(fight, two))
        }
        Play::Platoon => {
            let fight = PlatoonFight::begin(pack, encounter)?;
            let two = find(&fight, fight.roster.units.len(), who)?;
            Ok(AttackScene::Units(fight, two))
        }
        Play::Space => {
            if range > Some(BANDS) {
                return Err(OddsError::Impossible(format!("ships can be at most {BANDS} bands apart")));
            }
            let whole = Space::begin(pack, encounter)?;
            let two = find(&whole, whole.roster.ships.len(), who)?;
            let names = two.map(|id| whole.actor(id).to_owned());
            let fight = Space::begin(pack, &only_two(encounter, &names, range))?;
            let two = find(&fight, fight.roster.ships.len(), [names[0].as_str(), names[1].as_str()])?;
            Ok(AttackScene::Ships(fight, two))
        }
        play => Err(OddsError::Impossible(format!("a {} encounter has no attacks", play.word()))),
    }
}

/// Finds two actors by name among the fighters, which come first in the list of names. If several fighters have the same name, the first
/// one is used.
fn find(fight: &impl Names, fighting: usize, who: [&str; 2]) -> Result<Two, OddsError> {
    let mut all = fight.all(NamedThingKind::Actor);
    all.truncate(fighting);
    let one = |word: &str| {
        let exactly = all.iter().position(|name| *name == word);
        let place = exactly.or_else(|| all.iter().position(|name| name.split('#').next() == Some(word)));
        place
            .map(ActorId::of)
            .ok_or_else(|| OddsError::Impossible(format!("there is no `{word}` in this encounter; it has {}", all.join(", "))))
    };
    let [by, on] = who;
    let two = [one(by)?, one(on)?];
    if two[0] == two[1] {
        return Err(OddsError::Impossible(format!("`{by}` cannot be attacker and target: name two different actors")));
    }
    Ok(two)
}

/// Returns an encounter of ships with only two of its ships and without anything that refers to other ships.
fn only_two(encounter: &Encounter, names: &[String; 2], range: Option<u8>) -> Encounter {
    let mut two = Encounter { victories: Vec::new(), priority: Vec::new(), ..encounter.clone() };
    let placed = |name: &String| {
        let mut actors = encounter.sides.iter().flat_map(|side| &side.actors);
        actors.any(|actor| actor.name == name.as_str() && actor.ship.as_ref().is_some_and(|ship| ship.band.is_some()))
    };
    let range = match range {
        None if names.iter().all(placed) => None,
        range => Some(i32::from(range.unwrap_or(1))),
    };
    for side in &mut two.sides {
        side.actors.retain(|actor| names.iter().any(|name| actor.name == name.as_str()));
        for actor in &mut side.actors {
            if let (Some(ship), Some(range)) = (actor.ship.as_mut(), range) {
                let first = actor.name == names[0].as_str();
                ship.band = Some(if first { -(range / 2) } else { range - range / 2 });
            }
        }
    }
    two
}

impl AttackScene {
    /// Moves one of the two actors to the zone with this name.
    ///
    /// # Errors
    /// [`OddsError::Impossible`] if there is no such zone.
    pub fn put(&mut self, which: usize, zone: &str) -> Result<(), OddsError> {
        let number = |fight: &dyn Names| {
            let zones = fight.all(NamedThingKind::Zone);
            let found = zones.iter().position(|name| *name == zone).map(ZoneId::of);
            found.ok_or_else(|| OddsError::Impossible(format!("there is no zone `{zone}`; the zones are {}", zones.join(", "))))
        };
        match self {
            AttackScene::People(fight, two) => {
                let zone = number(fight)?;
                if let Some(actor) = two.get(which).and_then(|&who| fight.state.actors.row_mut(who)) {
                    actor.zone = zone;
                }
            }
            AttackScene::Units(fight, two) => {
                let zone = number(fight)?;
                if let Some(unit) = two.get(which).and_then(|&who| fight.state.units.row_mut(who)) {
                    unit.place = UnitLocation::Zone(zone);
                }
            }
            AttackScene::Ships(..) => return Err(OddsError::Impossible("ships have no zones: set their distance with --at".to_owned())),
        }
        Ok(())
    }
}
