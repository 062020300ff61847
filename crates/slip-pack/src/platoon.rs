//! Platoons: a leader, the units he commands, aircraft attached to them, and who rides in what.

use super::Name;
use super::effect::{Change, Effect, Measure, Measured, Number, Op, Quantity, TagVerb, Term, Text, Who};
use super::item::{Gear, Item, LedgerLine, Place, Waiver};
use serde::{Deserialize, Serialize};

/// A platoon as it is set up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Platoon {
    /// Its name in its package.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// The package it belongs to.
    pub package: Name,
    /// The doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Who leads it; none only in a platoon with errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Leader>,
    /// Its other units, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Rank>,
    /// Aircraft attached to it: they act in its turn and spend its fate points, and need no leader.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aircraft: Vec<Rank>,
    /// People who go with its units; each raises one skill of one unit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub characters: Vec<Attached>,
    /// Directs aircraft from somewhere that is not on the map (`platoon_draft`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub off_map: bool,
    /// Fate points at the start: those of all its units and aircraft together.
    pub fate: i32,
    /// From how far away the leader commands, in zones. A unit's own `wireless` adds to it ([`change`]).
    pub command_range: i32,
    /// Exceptions the author allowed, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// True if it and all its units are free of errors.
    pub valid: bool,
    /// The reasons of the fate points and of the command range.
    pub ledger: Vec<LedgerLine>,
    /// Where it is declared.
    pub place: Place,
}

/// The leader: a unit as its platoon changes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Leader {
    /// The unit he was made from.
    pub unit: Gear,
    /// The unit with the leader's stunt, aspect and track.
    pub item: Item,
    /// Who rides in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carrying: Vec<Load>,
}

/// Some units of one pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rank {
    /// The pattern.
    pub unit: Gear,
    /// How many of them.
    pub count: u32,
    /// Who rides in each of them when it begins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carrying: Vec<Load>,
}

/// Who rides in a carrier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Load {
    /// Units of the platoon that are not listed elsewhere; none: the leader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Gear>,
    /// How many of them in each carrier.
    pub count: u32,
}

/// Somebody attached to a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attached {
    /// Who.
    pub who: Gear,
    /// The unit, of several of one pattern one of them; none: the leader's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Gear>,
    /// The skill of the unit.
    pub skill: Name,
    /// The best skill of the person's that serves.
    pub by: Name,
    /// How much the unit's skill is raised: 1 if the person's is higher.
    pub raises: i32,
}

impl Platoon {
    /// How many units it has, its leader and those aboard carriers included, attached aircraft not.
    pub fn strength(&self) -> u32 {
        let units = |load: &&Load| load.unit.is_some();
        let aboard = |load: &[Load]| load.iter().filter(units).map(|load| load.count).fold(0, u32::saturating_add);
        let led = self.leader.as_ref().map_or(0, |leader| aboard(&leader.carrying).saturating_add(1));
        let ranks = self.units.iter().map(|rank| rank.count.saturating_mul(aboard(&rank.carrying).saturating_add(1)));
        let flown = self.aircraft.iter().map(|rank| rank.count.saturating_mul(aboard(&rank.carrying)));
        ranks.chain(flown).fold(led, u32::saturating_add)
    }

    /// How many aircraft are attached to it.
    pub fn attached(&self) -> u32 {
        self.aircraft.iter().map(|rank| rank.count).fold(0, u32::saturating_add)
    }

    /// What the leader does to every unit of the platoon.
    pub fn orders(&self) -> impl Iterator<Item = &Effect> {
        let effects = self.leader.iter().flat_map(|leader| &leader.item.effects);
        effects.map(|effect| &**effect).filter(|effect| effect.who == Some(Who::Platoon))
    }

    /// True if an aspect never comes to units of this platoon.
    pub fn is_spared(&self, aspect: &str) -> bool {
        self.orders().any(|effect| {
            let Op::Tag(tag) = &effect.op else { return false };
            tag.never && tag.verb == TagVerb::HasAspect && matches!(&tag.aspect, Text::Words(words) if words == aspect)
        })
    }
}

/// What the lines of a unit about itself add to a quantity of play, conditions left aside: `command_range`, `max_move`.
pub fn change(item: &Item, what: Measure) -> i32 {
    additions(item, what).map(|(_, points)| points).fold(0, i32::saturating_add)
}

/// The lines that add to a quantity of play, and how much each does.
pub fn additions(item: &Item, what: Measure) -> impl Iterator<Item = (&Effect, i32)> {
    item.effects.iter().filter_map(move |effect| {
        let plain = effect.who.is_none() && effect.moment.is_none() && effect.condition.is_none();
        let Op::Change(Change { by, to: Quantity::Measure(Measured { what: measured, of: None }), .. }) = &effect.op else { return None };
        let points = value(by, item).saturating_mul(effect.count());
        (plain && *measured == what).then(|| (&**effect, i32::try_from(points).unwrap_or(if points < 0 { i32::MIN } else { i32::MAX })))
    })
}

/// How many things of a design or kind a unit carries, by one of its lines.
pub fn room(effect: &Effect, item: &Item) -> Option<(Name, i64)> {
    match &effect.op {
        Op::Carries(carries) => Some((carries.what.clone(), value(&carries.count, item).saturating_mul(effect.count()))),
        _ => None,
    }
}

/// A number of a line, which may look at the unit's own ranks and stunts.
fn value(number: &Number, item: &Item) -> i64 {
    let look = |term: &Term| match term {
        Term::Stat(name, _) => i64::from(item.rank(name).unwrap_or_else(|| item.stat(name))),
        Term::Stunt(name) => item.stunts.iter().filter(|stunt| stunt.name == *name).map(|stunt| i64::from(stunt.count)).sum(),
        _ => 0,
    };
    number.eval(&mut |term| Ok(look(term))).unwrap_or(0)
}
