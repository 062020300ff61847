//! Parts of a platoon encounter other than sides and map: deployed platoons, cards, and the form of the battle.

use super::{Actor, Encounter, Name, Side};
use crate::scenario::CarriedState;
use crate::{BuiltItem, Pack};
use serde::{Deserialize, Serialize};
use slip_keyword::keyword_enum;

/// Form of a platoon battle, with attacker and defender.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    /// Forms of battle that are combined. Their victory conditions are already among those of the encounter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<Form>,
    /// Numbers of the marked zones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<usize>,
    /// Number of the defending side, which acts first; `None` if a coin decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defender: Option<usize>,
}

keyword_enum! {
    /// Form of a platoon battle, which gives its victory conditions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Form {
        /// Form in which two forces of equal strength meet.
        Meeting = "meeting",
        /// Form in which one side flees and the other follows.
        Pursuit = "pursuit",
        /// Form in which one side must get through the other.
        Breakthrough = "breakthrough",
        /// Form in which one side waits in ambush.
        Ambush = "ambush",
        /// Form in which the sides fight for marked zones.
        Objectives = "objectives",
    }

    /// Returns the word that authors write for this form of battle.
    pub const fn word(self) -> &'static str;

    /// Returns the form of battle that a word names; `None` if no form has this word.
    pub fn from_word(word: &str) -> Option<Self>;
}

/// Platoon that takes part on a side of an encounter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deployed {
    /// Name of the platoon in the log: its declared name, with `#n` if there are several.
    pub name: Name,
    /// Title of the platoon, the name shown to people.
    pub title: String,
    /// Key of the platoon in [`super::super::Pack::platoons`].
    pub platoon: Name,
    /// Card beside the map, if some units of the platoon are on such a card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<MapCard>,
    /// Zones of the map that the platoon's guns are locked in on, as written; each entry is one zone followed by its alternatives. Empty if
    /// the player chooses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locked_in: Vec<Vec<usize>>,
    /// Turn in which the platoon arrives; `None` if it is there from the beginning. Until then its units are not on the map; their start
    /// zones are where they arrive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrives: Option<u32>,
    /// Player of the platoon, if it is not the side's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Name>,
    /// State of the platoon carried in from before the encounter: fate points and consequences (scenarios). The state of a
    /// unit is in [`Actor::carried`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Box<CarriedState>>,
}

/// Card beside the map, with zones of its own, for guns and the units with them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapCard {
    /// Title of the card, the name shown to people.
    pub title: String,
    /// Zones of the card, at least one.
    pub zones: Vec<CardZone>,
    /// Pairs of adjacent zones of the card, by number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub borders: Vec<(usize, usize)>,
}

/// Zone of a card beside the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardZone {
    /// Name of the zone, unique among all zones of the encounter.
    pub name: Name,
    /// Title of the zone, the name shown to people.
    pub title: String,
    /// Aspects of the zone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
}

/// Position and role of a unit on its side in a platoon encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitPlacement {
    /// Number of the unit's platoon in [`super::Side::platoons`].
    pub platoon: usize,
    /// Role of the unit in its platoon.
    pub role: Role,
    /// Position of the unit before the first turn. If that is a zone of the map, the zone is in [`super::Actor::zone`].
    pub start: UnitStart,
    /// Numbers of the [`super::super::platoon::Platoon::characters`] attached to the unit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub characters: Vec<usize>,
}

/// Role of a unit in its platoon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Leader of the platoon, built as in [`super::super::platoon::Platoon::leader`].
    Leader,
    /// One of the platoon's units.
    Unit,
    /// Aircraft attached to the platoon.
    Aircraft,
    /// Director of the platoon's aircraft, who is not on the map (`off_map_director`).
    Director,
}

/// Position of a unit before the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitStart {
    /// The unit is in a zone of the map.
    Map,
    /// The unit is in a zone of its platoon's card, given by number.
    Card(usize),
    /// The unit is on the re-arm track.
    Track,
    /// The unit is carried by the unit with this index in [`super::Side::actors`].
    Aboard(usize),
    /// The unit is not on the map.
    Elsewhere,
}

impl Deployed {
    /// True if this is the platoon with a name, or one of several copies of it.
    pub fn is_of(&self, name: &str) -> bool {
        self.platoon.rsplit('.').next() == Some(name) || self.name == name
    }
}

impl Side {
    /// Returns the zones in which the actor with the index `place` may start. A passenger may start in the zones of its carrier. Empty for
    /// actors that do not start on the map.
    pub fn starts(&self, place: usize) -> Vec<usize> {
        let Some(actor) = self.actors.get(place) else { return Vec::new() };
        let aboard = actor.unit.as_ref().and_then(|unit| if let UnitStart::Aboard(carrier) = unit.start { Some(carrier) } else { None });
        let on_the_map = aboard.and_then(|carrier| self.actors.get(carrier)).unwrap_or(actor);
        on_the_map.zone.into_iter().chain(on_the_map.or_zones.iter().copied()).collect()
    }
}

impl UnitPlacement {
    /// Returns the value of the unit in quarters of a unit: a leader counts as two units, and each level of technology above the lowest in
    /// the encounter adds a quarter. A director of aircraft has no value.
    pub fn worth(&self, levels_above: i32) -> i64 {
        let quarters = 4 + i64::from(levels_above.max(0));
        match self.role {
            Role::Leader => 2 * quarters,
            Role::Unit | Role::Aircraft => quarters,
            Role::Director => 0,
        }
    }

    /// True if the role belongs to a unit that can be lost in the battle.
    pub const fn is_unit(&self) -> bool {
        !matches!(self.role, Role::Director)
    }
}

impl Pack {
    /// Returns the built item of a unit on a side. For a leader, this is the unit with the changes made by leading.
    pub fn fielded<'p>(&'p self, side: &Side, actor: &Actor) -> Option<&'p BuiltItem> {
        match &actor.unit {
            Some(unit) if matches!(unit.role, Role::Leader | Role::Director) => {
                let deployed = side.platoons.get(unit.platoon)?;
                Some(&self.platoons.get(&deployed.platoon)?.leader.as_ref()?.item)
            }
            _ => self.item(&actor.item),
        }
    }

    /// Returns the lowest technology among the units of an encounter, from which their value is counted.
    pub fn lowest_tech(&self, encounter: &Encounter) -> i32 {
        let all = encounter.sides.iter().flat_map(|side| side.actors.iter().map(move |actor| (side, actor)));
        let units = all.filter(|(_, actor)| actor.unit.as_ref().is_some_and(|unit| unit.is_unit()));
        units.filter_map(|(side, actor)| self.fielded(side, actor)?.tech).min().unwrap_or(0)
    }

    /// Returns the value of all units of a side, in quarters of a unit.
    pub fn worth(&self, encounter: &Encounter, side: usize) -> i64 {
        self.worth_of(encounter, side, |_| true)
    }

    /// Returns the value of the given units of a side, in quarters of a unit.
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

/// Formats a value in quarters of a unit as units: 33 as `8 1/4`.
pub fn in_units(quarters: i64) -> String {
    match (quarters / 4, quarters % 4) {
        (whole, 0) => whole.to_string(),
        (0, 2) => "1/2".to_owned(),
        (whole, 2) => format!("{whole} 1/2"),
        (0, part) => format!("{part}/4"),
        (whole, part) => format!("{whole} {part}/4"),
    }
}
