//! Parts of a platoon encounter other than sides and map: deployed platoons, cards, and the form of the battle.

use super::{Actor, Encounter, Name, Side};
use crate::scenario::Carried;
use crate::{Item, Pack};
use serde::{Deserialize, Serialize};
use slip_keyword::keyword_enum;

/// Form of the battle, with attacker and defender.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    /// Forms of battle that are combined. Their victory conditions are already among those of the encounter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<Form>,
    /// Numbers of the marked zones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<usize>,
    /// Number of the side that acts first; none means a coin decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defender: Option<usize>,
}

keyword_enum! {
    /// A form of battle.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Form {
        /// Two forces of equal strength meet.
        Meeting = "meeting",
        /// One side flees, the other follows.
        Pursuit = "pursuit",
        /// One side must get through.
        Breakthrough = "breakthrough",
        /// One side waits in ambush.
        Ambush = "ambush",
        /// The sides fight for marked zones.
        Objectives = "objectives",
    }

    /// Returns the word that authors write.
    pub const fn word(self) -> &'static str;

    /// Returns the form for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

/// A platoon on a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deployed {
    /// Name in the log: that of the platoon, with `#n` if there are several.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// Key of the platoon in [`super::super::Pack::platoons`].
    pub platoon: Name,
    /// Card beside the map, if some of its units are on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// Zones of the map that its guns are locked in on, as written; each entry is one zone followed by its alternatives.
    /// Empty if the player chooses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locked_in: Vec<Vec<usize>>,
    /// Turn in which it arrives; none if it is there from the beginning. Until then its units are not on the map; their
    /// start zones are where they arrive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrives: Option<u32>,
    /// State of the platoon carried in from before the encounter: fate points and consequences (scenarios). The state of a
    /// unit is in [`Actor::carried`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Box<Carried>>,
}

/// Card beside the map, for guns and units with them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The name shown to people.
    pub title: String,
    /// Its zones, at least one.
    pub zones: Vec<CardZone>,
    /// Pairs of adjacent zones, by number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub borders: Vec<(usize, usize)>,
}

/// A zone of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardZone {
    /// Name, unique among the zones of the encounter.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// Its aspects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
}

/// Place of a unit in its side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitPlacement {
    /// Number of its platoon in [`super::Side::platoons`].
    pub platoon: usize,
    /// Role in the platoon.
    pub role: Role,
    /// Position before the first turn. A zone of the map is in [`super::Actor::zone`].
    pub start: Start,
    /// Numbers of the [`super::super::platoon::Platoon::characters`] attached to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub characters: Vec<usize>,
}

/// Role of a unit in its platoon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Its leader, built as in [`super::super::platoon::Platoon::leader`].
    Leader,
    /// One of its units.
    Unit,
    /// An aircraft attached to it.
    Aircraft,
    /// Director of aircraft, not on the map (`off_map_director`).
    Director,
}

/// Position of a unit before the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// In a zone of the map.
    Map,
    /// In a zone of its platoon's card, by number.
    Card(usize),
    /// On the re-arm track.
    Track,
    /// Carried by the unit with this index in [`super::Side::actors`].
    Aboard(usize),
    /// Not on the map.
    Elsewhere,
}

impl Deployed {
    /// True if it is the platoon with this name, or one of several copies of it.
    pub fn is_of(&self, name: &str) -> bool {
        self.platoon.rsplit('.').next() == Some(name) || self.name == name
    }
}

impl Side {
    /// Returns the zones in which an actor of the side may start. A passenger starts where its carrier does. Empty for
    /// actors that do not start on the map.
    pub fn starts(&self, place: usize) -> Vec<usize> {
        let Some(actor) = self.actors.get(place) else { return Vec::new() };
        let aboard = actor.unit.as_ref().and_then(|unit| if let Start::Aboard(carrier) = unit.start { Some(carrier) } else { None });
        let on_the_map = aboard.and_then(|carrier| self.actors.get(carrier)).unwrap_or(actor);
        on_the_map.zone.into_iter().chain(on_the_map.or_zones.iter().copied()).collect()
    }
}

impl UnitPlacement {
    /// Returns its value in quarters of a unit: a leader counts as two units, and each level of technology above the lowest
    /// in the encounter adds a quarter. A director of aircraft has no value.
    pub fn worth(&self, levels_above: i32) -> i64 {
        let quarters = 4 + i64::from(levels_above.max(0));
        match self.role {
            Role::Leader => 2 * quarters,
            Role::Unit | Role::Aircraft => quarters,
            Role::Director => 0,
        }
    }

    /// True if it is a unit that can be lost.
    pub const fn is_unit(&self) -> bool {
        !matches!(self.role, Role::Director)
    }
}

impl Pack {
    /// Returns an actor of a side as built. For a leader, this is the unit with the changes made by leading.
    pub fn fielded<'p>(&'p self, side: &Side, actor: &Actor) -> Option<&'p Item> {
        match &actor.unit {
            Some(unit) if matches!(unit.role, Role::Leader | Role::Director) => {
                let deployed = side.platoons.get(unit.platoon)?;
                Some(&self.platoons.get(&deployed.platoon)?.leader.as_ref()?.item)
            }
            _ => self.item(&actor.item),
        }
    }

    /// Returns the lowest technology among the units of an encounter, the base of their value.
    pub fn lowest_tech(&self, encounter: &Encounter) -> i32 {
        let all = encounter.sides.iter().flat_map(|side| side.actors.iter().map(move |actor| (side, actor)));
        let units = all.filter(|(_, actor)| actor.unit.as_ref().is_some_and(|unit| unit.is_unit()));
        units.filter_map(|(side, actor)| self.fielded(side, actor)?.tech).min().unwrap_or(0)
    }

    /// Returns the value of all units of a side, in quarters of a unit.
    pub fn worth(&self, encounter: &Encounter, side: usize) -> i64 {
        self.worth_of(encounter, side, |_| true)
    }

    /// Returns the value of some units of a side, in quarters of a unit.
    pub fn worth_of(&self, encounter: &Encounter, side: usize, which: impl Fn(&Actor) -> bool) -> i64 {
        let lowest = self.lowest_tech(encounter);
        let Some(side) = encounter.sides.get(side) else { return 0 };
        let worth = |actor: &Actor| {
            let tech = self.fielded(side, actor).and_then(|item| item.tech).unwrap_or(lowest);
            actor.unit.as_ref().map_or(0, |unit| unit.worth(tech.saturating_sub(lowest)))
        };
        side.actors.iter().filter(|actor| which(actor)).map(worth).fold(0, i64::saturating_add)
    }
}

/// Formats quarters of a unit in units: 33 as `8 1/4`.
pub fn in_units(quarters: i64) -> String {
    match (quarters / 4, quarters % 4) {
        (whole, 0) => whole.to_string(),
        (0, 2) => "1/2".to_owned(),
        (whole, 2) => format!("{whole} 1/2"),
        (0, part) => format!("{part}/4"),
        (whole, part) => format!("{whole} {part}/4"),
    }
}
