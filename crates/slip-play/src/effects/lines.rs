//! Effects that are evaluated during a fight: their carrier, subjects, trigger and operation.
//!
//! An effect that is true of one item or actor all along is computed into sheets when the fight begins ([`Row`]). Any other becomes a
//! [`Line`] here: effects that depend on the state, apply to others, are optional, or wait for a trigger. Its [`Hook`](super::Hook) is the
//! step at which it counts.
//!
//! [`Row`]: crate::effects::Row

use super::{Act, Area, Condition, ConditionVariable};
use crate::ids::{ActorId, Seat, SkillId, ZoneId};
use ecow::EcoString;
use slip_pack::Name;
use slip_pack::effect::{Bound, BoxSelection, Event, HitKind, Object, Pace, Period, Place, Role, TagVerb, When};
use slip_pack::formula::Formula;

/// Carrier of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// A weapon of an actor, by its number; for a weapon with modes, in this mode only.
    Weapon(ActorId, u8, Option<u8>),
    /// Armour that an actor wears.
    Worn(ActorId),
    /// Other gear of an actor.
    Gear(ActorId),
    /// An actor.
    Person(ActorId),
    /// A zone.
    Zone(ZoneId),
    /// The encounter.
    Scene,
    /// The rules in force.
    Rules,
}

impl Carrier {
    /// Returns the actor that carries it.
    pub const fn person(self) -> Option<ActorId> {
        match self {
            Carrier::Weapon(who, ..) | Carrier::Worn(who) | Carrier::Gear(who) | Carrier::Person(who) => Some(who),
            Carrier::Zone(_) | Carrier::Scene | Carrier::Rules => None,
        }
    }

    /// Returns the number of the weapon, if it is one.
    pub const fn weapon(self) -> Option<u8> {
        match self {
            Carrier::Weapon(_, weapon, _) => Some(weapon),
            _ => None,
        }
    }

    /// Returns its distance; of several effects that set one value the nearest wins: item in use, other gear, actor, zone, scene, rules.
    pub const fn distance(self) -> u8 {
        match self {
            Carrier::Weapon(..) => 0,
            Carrier::Worn(_) | Carrier::Gear(_) => 1,
            Carrier::Person(_) => 2,
            Carrier::Zone(_) => 3,
            Carrier::Scene => 4,
            Carrier::Rules => 5,
        }
    }
}

/// Subjects of an effect, relative to its carrier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// The carrier.
    Own,
    /// The carrier's side, without the carrier.
    Allies,
    /// The other sides.
    Enemies,
    /// Everyone but the carrier.
    Others,
    /// Everyone.
    Everyone,
    /// Target of the action.
    Target,
    /// The acting actor.
    Actor,
    /// Actors of a design or kind on the carrier's side.
    Allied(Name),
    /// Actors of a design or kind on other sides.
    Enemy(Name),
    /// Space: the crew at the posts.
    Crew,
    /// Space: the ships of the same tether.
    Tethered,
    /// Space: the ship that carries it.
    Carrier,
    /// Space: ships in it, or coupled to it.
    Attached,
    /// Platoons: units of the same platoon, with the carrier.
    Platoon,
}

impl Whom {
    /// True if it includes an actor of this kind and design when there is no carrier: everyone, or all of a kind.
    pub(crate) fn is_anybody_of(&self, kinds: [&Name; 2]) -> bool {
        match self {
            Whom::Everyone => true,
            Whom::Allied(kind) | Whom::Enemy(kind) => kinds.contains(&kind),
            _ => false,
        }
    }

    /// Returns the sides it includes, a bit for each, relative to the carrier's side.
    pub(crate) fn sides(&self, own: Option<Seat>, all: impl Iterator<Item = Seat>) -> u32 {
        let meant = |side: &Seat| match self {
            Whom::Own | Whom::Allies | Whom::Allied(_) | Whom::Platoon => own == Some(*side),
            Whom::Enemies | Whom::Enemy(_) => own != Some(*side),
            _ => true,
        };
        all.filter(meant).fold(0, |bits, side| bits | 1_u32.checked_shl(u32::from(side.0)).unwrap_or(0))
    }
}

/// Filter of rolls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RollFilter {
    /// With any of these skills; if skills and things are empty, with any.
    pub skills: Vec<SkillId>,
    /// With any of these items.
    pub things: Vec<Name>,
    /// Act of the roll; none for any.
    pub act: Option<Act>,
    /// Opposition of the roll.
    pub against: Option<OpponentFilter>,
}

impl RollFilter {
    /// True if it names neither a skill nor an item.
    pub fn with_whatever(&self) -> bool {
        self.skills.is_empty() && self.things.is_empty()
    }
}

/// Opposition of a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpponentFilter {
    /// The carrier of the effect.
    Carrier,
    /// A roll with this skill.
    Skill(SkillId),
    /// A roll for this act.
    Act(Act),
    /// A roll with this item.
    Thing(Name),
}

/// A quantity of the fight that effects change, set and bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Total of a roll, before the dice.
    Roll(RollFilter),
    /// Stress that a roll deals if it hits, in shifts.
    StressOf(RollFilter),
    /// Stress that is suffered, in shifts.
    Stress,
    /// Spin from defending against a roll.
    Spin(RollFilter),
    /// Direction in which a hit on a marked box of a track is moved.
    RollUp(u8),
    /// Bonus of using an aspect.
    Invoke(EcoString),
    /// Attacks in a turn.
    Attacks(RollFilter),
    /// Attacks of a weapon in an encounter.
    Ammo,
    /// Zones of the free move.
    FreeMove,
    /// Rank in the order of turns.
    Order,
    /// Bonus on an attack.
    Harm(RollFilter),
    /// Amount taken off armour.
    Penetration(RollFilter),
    /// Armour value.
    Defense,
    /// Range, both ends.
    Range,
    /// The penalty out of range.
    OutOfRange,
    /// Zones that may be entered in a turn.
    Zones,
    /// Platoons: zones that one action moves a unit.
    MaxMove,
    /// Platoons: zones that orders reach.
    CommandRange,
    /// Platoons: zones without a penalty.
    FreeRange,
    /// Platoons: spotted level after contact with the enemy.
    ContactSpotted,
    /// Platoons: spotted level after an attack.
    AttackSpotted,
    /// Platoons: number of activations that an interdiction lasts.
    Interdiction,
    /// Stakes: dice of stats in the first roll.
    Pool,
    /// Stakes: boxes that a blow marks.
    Fallout,
    /// Stakes: rows of each track.
    Rows,
}

/// Value to which a quantity is set.
#[derive(Clone, Debug, PartialEq)]
pub enum To {
    /// A number.
    Number(Formula<ConditionVariable>),
    /// This much for each zone outside the range.
    PerZone(Formula<ConditionVariable>),
    /// A range, both ends included.
    Range(u8, u8),
    /// No limit.
    Unlimited,
    /// None: the quantity does not exist.
    Nothing,
    /// Hits are moved to lower boxes.
    Down,
}

/// Operation of an effect.
#[derive(Clone, Debug, PartialEq)]
pub enum EffectOperation {
    /// Adds to a number.
    Change(What, Formula<ConditionVariable>),
    /// Sets or bounds a number.
    Set(What, Bound, To),
    /// Substitutes a skill: the table counts its uses, sheets have the rest.
    Uses,
    /// Changes rolls all along: sheets have the amount, and rolls refer to the effect by its number.
    OnSheet,
    /// A better skill adds 1, or a worse one counts instead.
    Blend {
        /// Rolls it applies to.
        roll: RollFilter,
        /// True if the lower of the two counts.
        limited: bool,
        /// Rank of the other skill.
        by: Formula<ConditionVariable>,
    },
    /// Changes the tracks that a roll hits.
    Tracks {
        /// Rolls it applies to.
        roll: RollFilter,
        /// The tracks, a bit for each.
        tracks: u8,
        /// Only these, these as well, or by choice.
        how: HitKind,
    },
    /// Diverts hits on one track to another.
    Divert {
        /// Track of the hit.
        from: u8,
        /// Track it is diverted to.
        to: u8,
        /// True if the actor hit decides.
        may: bool,
    },
    /// One roll against everyone in a place.
    Area {
        /// Rolls it applies to.
        roll: RollFilter,
        /// Size of the area.
        place: Place,
        /// Actors it spares.
        area: Area,
    },
    /// Permits or forbids.
    Permit {
        /// True if it forbids.
        cannot: bool,
        /// The acts; none for every roll.
        acts: Vec<Act>,
        /// Target or place.
        object: Option<Object>,
        /// Time, if it does not take the action.
        pace: Option<Pace>,
    },
    /// A choice that other effects ask for.
    Choose(Name),
    /// Allows a re-roll of the dice.
    Reroll(RollFilter),
    /// A requirement: without it rolls are untrained, or an item cannot be used, unless a point is paid.
    Needs {
        /// Rolls it applies to; none for all.
        roll: Option<RollFilter>,
        /// Marks of which any meets the requirement.
        marks: Vec<Name>,
        /// Skills of which any meets it, too: trained or (`true`) with military training.
        skills: Vec<(Name, bool)>,
    },
    /// Permits or forbids a use of an aspect.
    Tag {
        /// True if it forbids.
        never: bool,
        /// The use.
        verb: TagVerb,
        /// The aspect.
        aspect: EcoString,
        /// Actors it applies to.
        by: Option<Whom>,
    },
    /// Removes an aspect.
    Loses(EcoString),
    /// Places an aspect on zones of the owner's choice.
    Place {
        /// The aspect.
        aspect: EcoString,
        /// Number of zones.
        zones: u8,
        /// Actors that get a free tag on each.
        by: Option<Whom>,
    },
    /// Uses up one free tag.
    Strip {
        /// Actors whose free tags count.
        of: Whom,
        /// True if it replaces the result of the event.
        instead: bool,
    },
    /// Deals a hit.
    Suffers(Formula<ConditionVariable>, u8),
    /// Marks or erases boxes without a hit.
    Boxes {
        /// True if it erases.
        erase: bool,
        /// The track.
        track: u8,
        /// The boxes.
        which: BoxSelection,
    },
    /// A hazard: 4dF and a number against 4dF and a skill; its shifts hit a track.
    Faces {
        /// The hazard's number.
        strength: Formula<ConditionVariable>,
        /// The skill to resist it.
        skill: SkillId,
        /// The track.
        track: u8,
    },
    /// Pays fate points to the bank.
    Pays(u16),
    /// Drops the weapon in use.
    Drops(Role),
    /// Sets a mark, which other effects test.
    Mark(Name),
    /// Platoons: can carry so many of a design or kind.
    Carries(Formula<ConditionVariable>, Name),
}

/// Trigger of an effect.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectTrigger {
    /// Time: before, after, at or each.
    pub when: When,
    /// Subject of the event.
    pub who: Option<Whom>,
    /// The event.
    pub what: TriggerEvent,
}

/// Event of a trigger.
#[derive(Clone, Debug, PartialEq)]
pub enum TriggerEvent {
    /// A roll.
    Roll(RollFilter),
    /// An event.
    Event(Event),
}

/// An effect of the effect table.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Carrier: its conditions are evaluated from there, and its uses counted.
    pub carrier: Carrier,
    /// Title of the effect.
    pub title: EcoString,
    /// Text of the effect.
    pub text: EcoString,
    /// Subjects of the effect.
    pub whom: Whom,
    /// Trigger of the effect; without one it always applies.
    pub cue: Option<EffectTrigger>,
    /// Condition of the effect.
    pub condition: Option<Condition>,
    /// True if its subject chooses to use it; otherwise it always applies.
    pub choice: bool,
    /// Fate points that a use costs.
    pub price: u16,
    /// True if a use takes the action of a turn of its carrier.
    pub as_action: bool,
    /// Number of uses in a period; without one they are not limited.
    pub limit: Option<(i64, Period)>,
    /// Index of its count of uses: effects of a stunt that is limited as a whole share one.
    pub count: u16,
    /// Operation of the effect.
    pub does: EffectOperation,
}

impl Line {
    /// True if a recorded defence keeps the amount that this effect added: such effects are not evaluated again when the record is used.
    pub const fn stays_in_records(&self) -> bool {
        self.choice || self.as_action || matches!(self.does, EffectOperation::OnSheet)
    }

    /// Returns the rolls it is about, if it is about rolls.
    pub fn roll(&self) -> Option<&RollFilter> {
        match &self.does {
            EffectOperation::Change(what, _) | EffectOperation::Set(what, ..) => what.roll(),
            EffectOperation::Blend { roll, .. }
            | EffectOperation::Tracks { roll, .. }
            | EffectOperation::Area { roll, .. }
            | EffectOperation::Reroll(roll) => Some(roll),
            EffectOperation::Needs { roll, .. } => roll.as_ref(),
            _ => None,
        }
    }
}

impl What {
    /// Returns the rolls it is a quantity of.
    pub const fn roll(&self) -> Option<&RollFilter> {
        match self {
            What::Roll(roll)
            | What::StressOf(roll)
            | What::Spin(roll)
            | What::Attacks(roll)
            | What::Harm(roll)
            | What::Penetration(roll) => Some(roll),
            _ => None,
        }
    }
}
