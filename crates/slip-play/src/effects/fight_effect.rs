//! Effects that are evaluated during a fight: their carrier, subjects, trigger and operation.
//!
//! An effect that always applies to one item or actor is computed into the sheets when the fight begins ([`Row`]). Any other effect becomes
//! a [`TableEffect`]: it depends on the state, applies to others, is optional, or waits for a trigger. Its [`Hook`](super::Hook) is the
//! step at which it is evaluated.
//!
//! [`Row`]: crate::effects::StaticModifier

use super::{Act, AreaLimits, Condition, ConditionVariable};
use crate::ids::{ActorId, Seat, SkillId, ZoneId};
use crate::tracks::TrackSet;
use ecow::EcoString;
use slip_pack::Name;
use slip_pack::effect::{
    ActionObject, Bound, BoxSelection, EffectPlace, Event, ExtraActionTime, HitKind, Period, Place, Role, TagVerb, When,
};
use slip_pack::formula::Formula;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Carrier of an effect: the thing or actor that has the effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// A weapon of an actor, by its number. If a mode is given, only the weapon in this mode.
    Weapon(ActorId, u8, Option<u8>),
    /// Armour that an actor wears.
    Worn(ActorId),
    /// Gear of an actor that is neither weapon nor armour.
    Gear(ActorId),
    /// An actor, for its own effects.
    Person(ActorId),
    /// A zone, for effects that come from the zone.
    Zone(ZoneId),
    /// The encounter, for effects of the scene.
    Scene,
    /// The rules in force, for effects that come from the rules.
    Rules,
}

impl Carrier {
    /// Returns the actor that carries the effect, if an actor does.
    pub const fn person(self) -> Option<ActorId> {
        match self {
            Carrier::Weapon(who, ..) | Carrier::Worn(who) | Carrier::Gear(who) | Carrier::Person(who) => Some(who),
            Carrier::Zone(_) | Carrier::Scene | Carrier::Rules => None,
        }
    }

    /// Returns the number of the weapon, if the carrier is a weapon.
    pub const fn weapon(self) -> Option<u8> {
        match self {
            Carrier::Weapon(_, weapon, _) => Some(weapon),
            _ => None,
        }
    }

    /// Returns how far the carrier is from the actor. If several effects set one value, the nearest wins: item in use, other gear, actor,
    /// zone, scene, rules.
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
pub enum CarrierSubject {
    /// The subject is the carrier itself.
    Own,
    /// The subjects are the carrier's side, without the carrier.
    Allies,
    /// The subjects are all sides except the carrier's.
    Enemies,
    /// The subjects are all actors except the carrier.
    Others,
    /// The subjects are all actors.
    Everyone,
    /// The subject is the target of the action.
    Target,
    /// The subject is the actor that acts.
    Actor,
    /// Actors of a design or kind on the carrier's side.
    Allied(Name),
    /// Actors of a design or kind on other sides.
    Enemy(Name),
    /// Space: the crew at the posts of the ship.
    Crew,
    /// Space: the ships of the same tether.
    Tethered,
    /// Space: the ship that carries the carrier of the effect.
    Carrier,
    /// Space: ships in the carrier's hangar, or coupled to the carrier.
    Attached,
    /// Platoons: all units of the carrier's platoon, including the carrier.
    Platoon,
}

impl CarrierSubject {
    /// True if an effect without a carrier applies to actors of this kind and design: its subject is everyone, or all actors of a kind.
    pub(crate) fn is_anybody_of(&self, kinds: [&Name; 2]) -> bool {
        match self {
            CarrierSubject::Everyone => true,
            CarrierSubject::Allied(kind) | CarrierSubject::Enemy(kind) => kinds.contains(&kind),
            _ => false,
        }
    }

    /// Returns the possible sides of the subjects, one bit for each. `own` is the carrier's side.
    pub(crate) fn sides(&self, own: Option<Seat>, all: impl Iterator<Item = Seat>) -> u32 {
        let meant = |side: &Seat| match self {
            CarrierSubject::Own | CarrierSubject::Allies | CarrierSubject::Allied(_) | CarrierSubject::Platoon => own == Some(*side),
            CarrierSubject::Enemies | CarrierSubject::Enemy(_) => own != Some(*side),
            _ => true,
        };
        all.filter(meant).fold(0, |bits, side| bits | 1_u32.checked_shl(u32::from(side.0)).unwrap_or(0))
    }
}

/// Filter of rolls: a roll matches if it has all properties of the filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RollFilter {
    /// Skills of the rolls. If both skills and things are empty, any skill is allowed.
    pub skills: Vec<SkillId>,
    /// Items that the rolls are made with.
    pub things: Vec<Name>,
    /// Act of the rolls; `None` for any act.
    pub act: Option<Act>,
    /// Opposition of the rolls; `None` for any opposition.
    pub against: Option<OpponentFilter>,
}

impl RollFilter {
    /// True if the filter accepts every skill and item, because it names none.
    pub fn with_whatever(&self) -> bool {
        self.skills.is_empty() && self.things.is_empty()
    }
}

/// Filter for the opposition of a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpponentFilter {
    /// The opponent must be the carrier of the effect.
    Carrier,
    /// The opponent rolls this skill.
    Skill(SkillId),
    /// The opponent rolls for this act.
    Act(Act),
    /// The opponent rolls with this item.
    Thing(Name),
}

/// A quantity of the fight that effects change, set and bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModifiedQuantity {
    /// Total of a roll, before the dice.
    Roll(RollFilter),
    /// Stress that a roll deals if it hits, in shifts.
    StressOf(RollFilter),
    /// Stress that is suffered, in shifts.
    Stress,
    /// Spin from defending against a roll.
    Spin(RollFilter),
    /// Direction in which a hit moves if its box is already marked. The number is that of the track.
    RollUp(u8),
    /// Bonus of using an aspect.
    Invoke(EcoString),
    /// Number of attacks in a turn.
    Attacks(RollFilter),
    /// Number of attacks of a weapon in an encounter.
    Ammo,
    /// Zones of the free move.
    FreeMove,
    /// Rank in the order of turns.
    Order,
    /// Harm: the amount that a weapon adds to attacks.
    Harm(RollFilter),
    /// Amount that is taken off armour.
    Penetration(RollFilter),
    /// Armour value of the armour worn.
    Defense,
    /// Range of a weapon: near and far end.
    Range,
    /// Penalty for a target out of range.
    OutOfRange,
    /// Number of zones that an actor may enter in a turn.
    Zones,
    /// Platoons: number of zones that a unit may move with one action.
    MaxMove,
    /// Platoons: range of orders, in zones.
    CommandRange,
    /// Platoons: range without a penalty, in zones.
    FreeRange,
    /// Platoons: spotted level that a unit gets by contact with the enemy.
    ContactSpotted,
    /// Platoons: spotted level that a unit gets by attacking.
    AttackSpotted,
    /// Platoons: number of activations that an interdiction lasts.
    Interdiction,
    /// Stakes: number of dice that the statistics give for the first roll.
    Pool,
    /// Stakes: boxes that a blow marks.
    Fallout,
    /// Stakes: number of rows of each track.
    Rows,
}

/// Value to which a quantity is set.
#[derive(Clone, Debug, PartialEq)]
pub enum To {
    /// The quantity is set to a number.
    Number(Formula<ConditionVariable>),
    /// A number that counts for each zone outside the range.
    PerZone(Formula<ConditionVariable>),
    /// A range, with both ends included.
    Range(u8, u8),
    /// The quantity has no limit.
    Unlimited,
    /// The quantity does not exist.
    Nothing,
    /// A hit whose box is already marked marks a lower box instead.
    Down,
}

/// Operation of an effect.
#[derive(Clone, Debug, PartialEq)]
pub enum EffectOperation {
    /// Adds a number to a quantity.
    Change(ModifiedQuantity, Formula<ConditionVariable>),
    /// Sets a quantity to a number, or bounds it.
    Set(ModifiedQuantity, Bound, To),
    /// Substitutes a skill. The substitution itself is on the sheets; this entry only counts how often it is used.
    Uses,
    /// Changes rolls without a trigger or choice. The amount is in the sheets, and rolls refer to the effect by its number.
    OnSheet,
    /// Lets another skill affect a roll: a better skill adds 1 (amplify), or a worse skill's rank replaces the rank (limit).
    Blend {
        /// Rolls that the effect applies to.
        roll: RollFilter,
        /// True if the other skill limits, so that the lower rank counts.
        limited: bool,
        /// Rank of the other skill.
        by: Formula<ConditionVariable>,
    },
    /// Changes the tracks that a roll hits.
    Tracks {
        /// Rolls that the effect applies to.
        roll: RollFilter,
        /// Tracks that the effect adds or puts in place of others.
        tracks: TrackSet,
        /// How the tracks are hit: instead of others, in addition to others, or by choice.
        how: HitKind,
    },
    /// Diverts hits from one track to another.
    Divert {
        /// Track that the hit was aimed at.
        from: u8,
        /// Track that the hit is diverted to.
        to: u8,
        /// True if the actor that is hit may choose the track.
        may: bool,
    },
    /// Makes one roll an attack on everyone in a place.
    Area {
        /// Rolls that the effect applies to.
        roll: RollFilter,
        /// Place that the attack covers.
        place: Place,
        /// Actors that the attack spares.
        area: AreaLimits,
    },
    /// Permits or forbids acts.
    Permit {
        /// True if the effect forbids.
        cannot: bool,
        /// Acts that are permitted or forbidden; empty for every roll.
        acts: Vec<Act>,
        /// Target or place of the acts.
        object: Option<ActionObject>,
        /// Time at which the act may be done, if it does not take the action of a turn.
        pace: Option<ExtraActionTime>,
    },
    /// Offers a choice, which conditions of other effects can test.
    Choose(Name),
    /// Allows a re-roll of the dice.
    Reroll(RollFilter),
    /// Sets a requirement. If it is not met, rolls are untrained or an item cannot be used, unless a fate point is paid.
    Needs {
        /// Rolls that the requirement applies to; `None` for all.
        roll: Option<RollFilter>,
        /// Marks; one of these marks is enough to meet the requirement.
        marks: Vec<Name>,
        /// Skills that meet the requirement: training in any one of them is enough. `true` means that military training is necessary.
        skills: Vec<(Name, bool)>,
    },
    /// Permits or forbids a use of an aspect.
    Tag {
        /// True if the effect forbids.
        never: bool,
        /// Use of the aspect that is permitted or forbidden.
        verb: TagVerb,
        /// Text of the aspect.
        aspect: EcoString,
        /// Actors whose uses are permitted or forbidden.
        by: Option<CarrierSubject>,
    },
    /// Removes an aspect from the subject.
    Loses(EcoString),
    /// Places an aspect on zones that the subject chooses.
    Place {
        /// Aspect that is placed.
        aspect: EcoString,
        /// Number of zones that get the aspect.
        zones: u8,
        /// Actors that may tag each of these aspects once for free.
        by: Option<CarrierSubject>,
    },
    /// Uses up one free tag.
    Strip {
        /// Actors whose free tags may be used up.
        of: CarrierSubject,
        /// True if using up the tag replaces the result of the event.
        instead: bool,
    },
    /// Deals a hit of this many shifts on a track.
    Suffers(Formula<ConditionVariable>, u8),
    /// Marks or erases boxes directly, without a hit.
    Boxes {
        /// True if the boxes are erased.
        erase: bool,
        /// Track of the boxes.
        track: u8,
        /// Selection of the boxes.
        which: BoxSelection,
    },
    /// Exposes the subject to a hazard: 4dF and a number against 4dF and a skill. The shifts of the hazard hit a track.
    Faces {
        /// Number that is added to the hazard's dice.
        strength: Formula<ConditionVariable>,
        /// Skill that resists the hazard.
        skill: SkillId,
        /// Track that the hazard hits.
        track: u8,
    },
    /// Makes the subject pay fate points.
    Pays(u16),
    /// Drops the weapon in use.
    Drops(Role),
    /// Sets a mark, which other effects test.
    Mark(Name),
    /// Platoons: the carrier can carry this many units of a design or kind.
    Carries(Formula<ConditionVariable>, Name),
}

/// Trigger of an effect.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectTrigger {
    /// Time: before, after, at or each.
    pub when: When,
    /// Subject of the event that triggers the effect.
    pub who: Option<CarrierSubject>,
    /// Event that triggers the effect.
    pub what: TriggerEvent,
}

/// Event that can trigger an effect.
#[derive(Clone, Debug, PartialEq)]
pub enum TriggerEvent {
    /// A roll that a filter includes.
    Roll(RollFilter),
    /// An event that effects can name.
    Event(Event),
}

/// An effect of the effect table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableEffect {
    /// Carrier of the effect. Conditions are evaluated for the carrier, and uses are counted for it.
    pub carrier: Carrier,
    /// Title of the effect.
    pub title: EcoString,
    /// Text of the effect.
    pub text: EcoString,
    /// Subjects of the effect.
    pub whom: CarrierSubject,
    /// Trigger of the effect; `None` if the effect always applies.
    pub cue: Option<EffectTrigger>,
    /// Condition of the effect.
    pub condition: Option<Condition>,
    /// True if the subject chooses whether to use the effect; otherwise the effect always applies.
    pub choice: bool,
    /// Fate points that each use costs.
    pub price: u16,
    /// True if the carrier must use the action of its turn to use the effect.
    pub as_action: bool,
    /// Number of uses in a period; `None` if they are not limited.
    pub limit: Option<(i64, Period)>,
    /// Index of the count of uses. If a stunt is limited as a whole, all its effects have the same count.
    pub count: u16,
    /// Operation of the effect.
    pub does: EffectOperation,
    /// Source position of the effect.
    pub place: EffectPlace,
    /// Number of times that the rules looked at the effect, if this is counted.
    pub looks: LookCount,
}

/// Number of times that the rules looked at an effect to find out if it applies. It is counted only in a fight that is compared with others
/// (`EffectTable::count_looks`), and is not part of the state: effects that differ only in this count are equal.
#[derive(Clone, Debug, Default)]
pub struct LookCount(Option<Arc<AtomicU64>>);

impl PartialEq for LookCount {
    fn eq(&self, _: &LookCount) -> bool {
        true
    }
}

impl LookCount {
    /// Creates a count that begins at 0.
    pub(super) fn counting() -> LookCount {
        LookCount(Some(Arc::default()))
    }

    /// Returns the count and resets it to 0.
    pub fn take(&self) -> u64 {
        self.0.as_ref().map_or(0, |count| count.swap(0, Ordering::Relaxed))
    }
}

impl TableEffect {
    /// Counts one check of the effect by the rules, if checks are counted.
    pub(crate) fn look(&self) {
        if let LookCount(Some(count)) = &self.looks {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Returns an effect that does nothing and can replace this effect. It has the same text, and the same limit and count of uses.
    pub(super) fn muted(self) -> TableEffect {
        TableEffect { cue: None, condition: None, choice: false, price: 0, as_action: false, does: EffectOperation::OnSheet, ..self }
    }

    /// True if a recorded defence keeps the amount that this effect added to the roll. The effect is then not evaluated again when the
    /// record is used.
    pub const fn stays_in_records(&self) -> bool {
        self.choice || self.as_action || matches!(self.does, EffectOperation::OnSheet)
    }

    /// Returns the rolls that the effect is about, if it is about rolls.
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

impl TableEffect {
    /// Changes `range` in the effect's condition and numbers so that it means the distance between the carrier and the affected actor.
    pub(super) fn measure_from_carrier(&mut self) {
        let change = |formula: &mut Formula<ConditionVariable>| {
            *formula = formula.map(&mut |live| {
                Formula::Value(match live {
                    ConditionVariable::Range => ConditionVariable::Distance,
                    live => live.clone(),
                })
            });
        };
        if let Some(condition) = &mut self.condition {
            change(condition);
        }
        match &mut self.does {
            EffectOperation::Change(_, number)
            | EffectOperation::Set(_, _, To::Number(number) | To::PerZone(number))
            | EffectOperation::Blend { by: number, .. }
            | EffectOperation::Suffers(number, _)
            | EffectOperation::Faces { strength: number, .. }
            | EffectOperation::Carries(number, _) => change(number),
            _ => {}
        }
    }
}

impl ModifiedQuantity {
    /// Returns the rolls that the quantity belongs to, if it belongs to rolls.
    pub const fn roll(&self) -> Option<&RollFilter> {
        match self {
            ModifiedQuantity::Roll(roll)
            | ModifiedQuantity::StressOf(roll)
            | ModifiedQuantity::Spin(roll)
            | ModifiedQuantity::Attacks(roll)
            | ModifiedQuantity::Harm(roll)
            | ModifiedQuantity::Penetration(roll) => Some(roll),
            _ => None,
        }
    }
}
