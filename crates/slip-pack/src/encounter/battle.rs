//! What a platoon encounter has besides sides and a map: platoons in their places, cards, and what sort of battle it is
//! (platoon.md 1, 2.5, 9).

use super::{Actor, Encounter, Name, Side};
use crate::scenario::Carried;
use crate::{Item, Pack};
use serde::{Deserialize, Serialize};

/// What sort of battle it is, and who attacks and who defends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    /// Forms that are mixed in it (platoon.md 9); what they ask for stands among the encounter's victories already.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<Form>,
    /// Numbers of the marked zones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<usize>,
    /// Number of the side that acts first; none leaves it to a coin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defender: Option<usize>,
}

/// A form of battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// Two forces of the same strength meet.
    Meeting,
    /// One flees, one follows.
    Pursuit,
    /// One must get through.
    Breakthrough,
    /// One lies in wait.
    Ambush,
    /// Marked zones are fought for.
    Objectives,
}

impl Form {
    /// All, in order.
    pub const ALL: [Form; Form::Objectives as usize + 1] =
        [Form::Meeting, Form::Pursuit, Form::Breakthrough, Form::Ambush, Form::Objectives];

    /// The word authors write.
    pub const fn word(self) -> &'static str {
        match self {
            Form::Meeting => "meeting",
            Form::Pursuit => "pursuit",
            Form::Breakthrough => "breakthrough",
            Form::Ambush => "ambush",
            Form::Objectives => "objectives",
        }
    }

    /// The form of this word.
    pub fn from_word(word: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| form.word() == word)
    }
}

/// A platoon on a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deployed {
    /// Its name in the log: the platoon's, with `#n` where there are several.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// Key of the platoon in [`super::super::Pack::platoons`].
    pub platoon: Name,
    /// Its card beside the map, if any of its units stand on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// Numbers of the map's zones that its guns know by heart, as the file has it; each entry is one zone, with its
    /// alternatives behind it. None leaves it to whoever plays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locked_in: Vec<Vec<usize>>,
    /// The turn with which it arrives; none for those who are there from the beginning. Until then none of its units is
    /// anywhere, and where each starts says where it arrives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrives: Option<u32>,
    /// What it brings along from before the encounter: its fate points and its consequences (scenarios). What a unit brings
    /// stands in [`Actor::carried`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried: Option<Box<Carried>>,
}

/// A card beside the map, for guns and whoever goes with them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The name shown to people.
    pub title: String,
    /// Its zones, at least one.
    pub zones: Vec<CardZone>,
    /// Which of them are next to each other, by number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub borders: Vec<(usize, usize)>,
}

/// A zone of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardZone {
    /// Its name: no other zone of the encounter has it.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// Its aspects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
}

/// How a unit of a side is fielded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fielded {
    /// Number of its platoon in [`super::Side::platoons`].
    pub platoon: usize,
    /// What it is there.
    pub role: Role,
    /// Where it is before the first turn. Zones of the map stand in [`super::Actor::zone`].
    pub start: Start,
    /// Numbers of those of [`super::super::platoon::Platoon::characters`] who go with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub characters: Vec<usize>,
}

/// What a unit is in its platoon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Its leader: what it is built as stands in [`super::super::platoon::Platoon::leader`].
    Leader,
    /// One of its units.
    Unit,
    /// An aircraft attached to it.
    Aircraft,
    /// Nobody on the map: who directs aircraft from elsewhere (`off_map_director`).
    Director,
}

/// Where a unit starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// In a zone of the map.
    Map,
    /// In a zone of its platoon's card, by number.
    Card(usize),
    /// On the re-arm track.
    Track,
    /// Carried by the unit of this place in [`super::Side::actors`].
    Aboard(usize),
    /// Not on the map.
    Elsewhere,
}

impl Deployed {
    /// Whether it is the platoon of this name, or one of several of it.
    pub fn is_of(&self, name: &str) -> bool {
        self.platoon.rsplit('.').next() == Some(name) || self.name == name
    }
}

impl Side {
    /// Zones in which somebody of the side may begin: whoever rides along begins where the carrier does. None for those who
    /// do not begin on the map.
    pub fn starts(&self, place: usize) -> Vec<usize> {
        let Some(actor) = self.actors.get(place) else { return Vec::new() };
        let aboard = actor.unit.as_ref().and_then(|unit| if let Start::Aboard(carrier) = unit.start { Some(carrier) } else { None });
        let on_the_map = aboard.and_then(|carrier| self.actors.get(carrier)).unwrap_or(actor);
        on_the_map.zone.into_iter().chain(on_the_map.or_zones.iter().copied()).collect()
    }
}

impl Fielded {
    /// What it is worth by the rule of thumb, in quarters of a unit: a leader as much as two units, and a quarter more for
    /// each level of technology above the lowest in the encounter (platoon.md 9). Who directs from elsewhere is no unit.
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
    /// What somebody of a side is as built: of a leader the unit with what leading adds to it.
    pub fn fielded<'p>(&'p self, side: &Side, actor: &Actor) -> Option<&'p Item> {
        match &actor.unit {
            Some(unit) if matches!(unit.role, Role::Leader | Role::Director) => {
                let deployed = side.platoons.get(unit.platoon)?;
                Some(&self.platoons.get(&deployed.platoon)?.leader.as_ref()?.item)
            }
            _ => self.item(&actor.item),
        }
    }

    /// The lowest technology among the units of an encounter, from which their worth is counted.
    pub fn lowest_tech(&self, encounter: &Encounter) -> i32 {
        let all = encounter.sides.iter().flat_map(|side| side.actors.iter().map(move |actor| (side, actor)));
        let units = all.filter(|(_, actor)| actor.unit.as_ref().is_some_and(|unit| unit.is_unit()));
        units.filter_map(|(side, actor)| self.fielded(side, actor)?.tech).min().unwrap_or(0)
    }

    /// What all units of a side are worth, in quarters of a unit.
    pub fn worth(&self, encounter: &Encounter, side: usize) -> i64 {
        self.worth_of(encounter, side, |_| true)
    }

    /// What some units of a side are worth, in quarters of a unit.
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

/// Quarters of a unit in units: 33 as `8 1/4`.
pub fn in_units(quarters: i64) -> String {
    match (quarters / 4, quarters % 4) {
        (whole, 0) => whole.to_string(),
        (0, 2) => "1/2".to_owned(),
        (whole, 2) => format!("{whole} 1/2"),
        (0, part) => format!("{part}/4"),
        (whole, part) => format!("{whole} {part}/4"),
    }
}
