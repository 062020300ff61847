//! Platoons: a leader, the units under command, attached aircraft, and passengers.

use super::Name;
use super::built_values::value;
use super::effect::{Effect, EffectSubject, EffectText, Measure, MeasureWithObject, PackOperation, Quantity, QuantityChange, TagVerb};
use super::item::{BuiltItem, Gear, LedgerLine, SourcePosition, Waiver};
use serde::{Deserialize, Serialize};

/// Platoon as it is set up before an encounter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Platoon {
    /// Name of the platoon in its package.
    pub name: Name,
    /// Title of the platoon, the name shown to people.
    pub title: String,
    /// Package that declares the platoon.
    pub package: Name,
    /// Doc comment of the platoon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Leader of the platoon. It is `None` only if the platoon has errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Leader>,
    /// Units of the platoon other than the leader, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Rank>,
    /// Aircraft attached to the platoon: they act in its turn and spend its fate points, and need no leader.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aircraft: Vec<Rank>,
    /// People attached to the platoon's units; each raises one skill of one unit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub characters: Vec<AttachedPerson>,
    /// True if the platoon's aircraft are directed by a person who is not on the map (setting `off_map_director`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub off_map: bool,
    /// Fate points of the platoon at the start: the sum of those of all its units and aircraft.
    pub fate: i32,
    /// Command range of the leader, in zones. A unit's own `wireless` adds to it ([`change`]).
    pub command_range: i32,
    /// Waivers of the platoon: findings that the author allows, with the reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// True if the platoon and all its units are free of errors.
    pub valid: bool,
    /// Reasons for the fate points and the command range.
    pub ledger: Vec<LedgerLine>,
    /// Source position of the declaration of the platoon.
    pub place: SourcePosition,
}

/// Leader of a platoon: a unit as the platoon changes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Leader {
    /// Unit that the leader is made from.
    pub unit: Gear,
    /// Built item of the unit, with the leader's stunt, aspect and track.
    pub item: BuiltItem,
    /// Passengers of the leader.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carrying: Vec<Load>,
}

/// Number of units of one pattern in a platoon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rank {
    /// Pattern that the units are built by.
    pub unit: Gear,
    /// Number of units.
    pub count: u32,
    /// Passengers of each unit at the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carrying: Vec<Load>,
}

/// Passengers of a carrier in a platoon, all of one pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Load {
    /// Pattern of the passengers: units of the platoon that are not listed elsewhere. `None` means the leader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Gear>,
    /// Number of passengers in each carrier.
    pub count: u32,
}

/// Person attached to a unit of a platoon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttachedPerson {
    /// Item of the person.
    pub who: Gear,
    /// Pattern of the unit that the person is attached to (one of them, if the platoon has several); `None` means the leader's unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Gear>,
    /// Skill of the unit that is raised.
    pub skill: Name,
    /// Suitable skill in which the person has the highest rank.
    pub by: Name,
    /// Increase of the unit's skill: 1 if the person's skill is higher.
    pub raises: i32,
}

impl Platoon {
    /// Returns the number of units of the platoon, including the leader and passengers, without attached aircraft.
    pub fn strength(&self) -> u32 {
        let units = |load: &&Load| load.unit.is_some();
        let aboard = |load: &[Load]| load.iter().filter(units).map(|load| load.count).fold(0, u32::saturating_add);
        let led = self.leader.as_ref().map_or(0, |leader| aboard(&leader.carrying).saturating_add(1));
        let ranks = self.units.iter().map(|rank| rank.count.saturating_mul(aboard(&rank.carrying).saturating_add(1)));
        let flown = self.aircraft.iter().map(|rank| rank.count.saturating_mul(aboard(&rank.carrying)));
        ranks.chain(flown).fold(led, u32::saturating_add)
    }

    /// Returns the number of aircraft attached to the platoon.
    pub fn attached(&self) -> u32 {
        self.aircraft.iter().map(|rank| rank.count).fold(0, u32::saturating_add)
    }

    /// Returns the leader's effects on every unit of the platoon.
    pub fn orders(&self) -> impl Iterator<Item = &Effect> {
        let effects = self.leader.iter().flat_map(|leader| &leader.item.effects);
        effects.map(|effect| &**effect).filter(|effect| effect.who == Some(EffectSubject::Platoon) && !effect.muted)
    }

    /// True if units of this platoon can never have the given aspect.
    pub fn is_spared(&self, aspect: &str) -> bool {
        self.orders().any(|effect| {
            let PackOperation::Tag(tag) = &effect.op else { return false };
            tag.never && tag.verb == TagVerb::HasAspect && matches!(&tag.aspect, EffectText::Words(words) if words == aspect)
        })
    }
}

/// Returns the sum that a unit's own effects add to a measure such as `command_range` or `max_move`, without effects that have conditions.
pub fn change(item: &BuiltItem, what: Measure) -> i32 {
    additions(item, what).map(|(_, points)| points).fold(0, i32::saturating_add)
}

/// Returns the effects of a unit that add to a measure, with the amount of each.
pub fn additions(item: &BuiltItem, what: Measure) -> impl Iterator<Item = (&Effect, i32)> {
    item.effects.iter().filter_map(move |effect| {
        let plain = effect.who.is_none() && effect.moment.is_none() && effect.condition.is_none();
        let PackOperation::Change(QuantityChange { by, to: Quantity::Measure(MeasureWithObject { what: measured, of: None }), .. }) =
            &effect.op
        else {
            return None;
        };
        let points = value(by, item).saturating_mul(effect.count());
        (plain && *measured == what).then(|| (&**effect, i32::try_from(points).unwrap_or(if points < 0 { i32::MIN } else { i32::MAX })))
    })
}

/// Returns the design or kind of things that a unit can carry, and their number, from one of its effects.
pub fn room(effect: &Effect, item: &BuiltItem) -> Option<(Name, i64)> {
    match &effect.op {
        PackOperation::Carries(carries) => Some((carries.what.clone(), value(&carries.count, item).saturating_mul(effect.count()))),
        _ => None,
    }
}
