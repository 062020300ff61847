//! Lines that are looked up while a fight goes on: who carries them, whom they are true of, what they wait for, what they do.
//!
//!
//! What is true of one thing or person from beginning to end is reckoned into sheets when the fight begins ([`Row`]).
//! Everything else becomes a [`Line`] here: what depends on the table, what is about others, what somebody chooses, what
//! waits for a moment. At which step it counts says its [`Hook`](super::Hook).
//!
//! [`Row`]: crate::effects::Row

use super::{Act, Area, Condition, Live};
use crate::ids::{ActorId, Seat, SkillId, ZoneId};
use ecow::EcoString;
use slip_pack::Name;
use slip_pack::effect::{Bound, Event, HitKind, Object, Pace, Period, Place, Role, TagVerb, When, Which};
use slip_pack::formula::Formula;

/// What carries a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// A weapon of somebody, by its number; of a modal one, in this mode only.
    Weapon(ActorId, u8, Option<u8>),
    /// Armour somebody wears.
    Worn(ActorId),
    /// Something else somebody has about them.
    Gear(ActorId),
    /// Somebody.
    Person(ActorId),
    /// A zone.
    Zone(ZoneId),
    /// The encounter.
    Scene,
    /// The rules in force.
    Rules,
}

impl Carrier {
    /// Whoever has it.
    pub const fn person(self) -> Option<ActorId> {
        match self {
            Carrier::Weapon(who, ..) | Carrier::Worn(who) | Carrier::Gear(who) | Carrier::Person(who) => Some(who),
            Carrier::Zone(_) | Carrier::Scene | Carrier::Rules => None,
        }
    }

    /// The weapon that it is, by its number.
    pub const fn weapon(self) -> Option<u8> {
        match self {
            Carrier::Weapon(_, weapon, _) => Some(weapon),
            _ => None,
        }
    }

    /// Of several that set one thing the nearest wins (effects.md 4, rule 3): item in use, other gear, person, zone, scene,
    /// rules.
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

/// Whom a line is true of, seen from its carrier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// Whoever carries it.
    Own,
    /// Their side without them.
    Allies,
    /// The other sides.
    Enemies,
    /// Everybody but them.
    Others,
    /// Everybody.
    Everyone,
    /// Whom the action is aimed at.
    Target,
    /// Whoever acts.
    Actor,
    /// Those of a design or kind on their side.
    Allied(Name),
    /// Those of a design or kind on other sides.
    Enemy(Name),
    /// Space: people at the posts.
    Crew,
    /// Space: the ships of the same tether.
    Tethered,
    /// Space: what it rides in.
    Carrier,
    /// Space: what rides in it, or is coupled to it.
    Attached,
    /// Platoons: those of the same platoon, the carrier among them.
    Platoon,
}

impl Whom {
    /// Whether it means somebody of this kind and design where nobody is self: everybody, or all of a kind.
    pub(crate) fn is_anybody_of(&self, kinds: [&Name; 2]) -> bool {
        match self {
            Whom::Everyone => true,
            Whom::Allied(kind) | Whom::Enemy(kind) => kinds.contains(&kind),
            _ => false,
        }
    }

    /// The sides it means, a bit for each, seen from the side of whoever carries the line.
    pub(crate) fn sides(&self, own: Option<Seat>, all: impl Iterator<Item = Seat>) -> u32 {
        let meant = |side: &Seat| match self {
            Whom::Own | Whom::Allies | Whom::Allied(_) | Whom::Platoon => own == Some(*side),
            Whom::Enemies | Whom::Enemy(_) => own != Some(*side),
            _ => true,
        };
        all.filter(meant).fold(0, |bits, side| bits | 1_u32.checked_shl(u32::from(side.0)).unwrap_or(0))
    }
}

/// Which rolls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RollOf {
    /// With any of these skills; with none of skills and things written, with whatever.
    pub skills: Vec<SkillId>,
    /// With any of these things.
    pub things: Vec<Name>,
    /// For which act; none for any.
    pub act: Option<Act>,
    /// Against what.
    pub against: Option<Foe>,
}

impl RollOf {
    /// True if it names no skill and no thing.
    pub fn with_whatever(&self) -> bool {
        self.skills.is_empty() && self.things.is_empty()
    }
}

/// What a roll is made against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Foe {
    /// The carrier of the line.
    Carrier,
    /// A roll with this skill.
    Skill(SkillId),
    /// A roll for this act.
    Act(Act),
    /// A roll with this thing.
    Thing(Name),
}

/// A number of the fight that lines change, set and bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// What is rolled, before the dice.
    Roll(RollOf),
    /// Shifts of stress that a roll deals if it hits.
    StressOf(RollOf),
    /// Shifts of stress that are suffered.
    Stress,
    /// Spin that defending against a roll gives.
    Spin(RollOf),
    /// Which way a hit on a marked box of a track goes.
    RollUp(u8),
    /// What using an aspect adds.
    Invoke(EcoString),
    /// Attacks a turn.
    Attacks(RollOf),
    /// Attacks an encounter.
    Ammo,
    /// Zones of the free move.
    FreeMove,
    /// Who acts first.
    Order,
    /// Added to an attack.
    Harm(RollOf),
    /// Taken off armour.
    Penetration(RollOf),
    /// Armour.
    Defense,
    /// From which range to which.
    Range,
    /// The penalty outside of it.
    OutOfRange,
    /// Zones that may be entered in a turn.
    Zones,
    /// Platoons: zones that one action moves a unit.
    MaxMove,
    /// Platoons: zones that orders reach.
    CommandRange,
    /// Platoons: zones without a penalty.
    FreeRange,
    /// Platoons: whether meeting the enemy makes a unit seen.
    ContactSpotted,
    /// Platoons: whether attacking does.
    AttackSpotted,
    /// Platoons: how many activations an interdiction lasts.
    Interdiction,
    /// Stakes: dice of statistics in the first roll.
    Pool,
    /// Stakes: what a blow marks.
    Fallout,
    /// Stakes: rows of each track.
    Rows,
}

/// To what something is set.
#[derive(Clone, Debug, PartialEq)]
pub enum To {
    /// A number.
    Number(Formula<Live>),
    /// So much for each zone outside the range.
    PerZone(Formula<Live>),
    /// A range, both ends included.
    Range(u8, u8),
    /// No bound.
    Unlimited,
    /// It is not there.
    Nothing,
    /// Towards the lower boxes.
    Down,
}

/// What a line does.
#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    /// Adds to a number.
    Change(What, Formula<Live>),
    /// Sets or bounds a number.
    Set(What, Bound, To),
    /// A skill stands in for another: the number counts its uses, sheets hold the rest.
    Uses,
    /// Changes rolls all along: sheets hold by how much, and rolls name it by the number.
    OnSheet,
    /// A better skill adds 1, or a worse one counts instead.
    Blend {
        /// Of which rolls.
        roll: RollOf,
        /// The lower of the two.
        limited: bool,
        /// The other's rank.
        by: Formula<Live>,
    },
    /// Which tracks a roll hits.
    Tracks {
        /// Of which rolls.
        roll: RollOf,
        /// A bit for each.
        tracks: u8,
        /// Only, too, or by choice.
        how: HitKind,
    },
    /// Hits on one track go to another.
    Divert {
        /// From this.
        from: u8,
        /// To this.
        to: u8,
        /// Only if whoever suffers it wants so.
        may: bool,
    },
    /// One roll against everybody in a place.
    Area {
        /// Of which rolls.
        roll: RollOf,
        /// Where.
        place: Place,
        /// Whom it spares.
        area: Area,
    },
    /// Permits or forbids.
    Permit {
        /// Forbids.
        cannot: bool,
        /// What; none of it stands for every roll.
        acts: Vec<Act>,
        /// At whom or where.
        object: Option<Object>,
        /// When, if not as an action.
        pace: Option<Pace>,
    },
    /// A choice that other lines ask for.
    Choose(Name),
    /// The dice may be rolled again.
    Reroll(RollOf),
    /// Something without which rolls are those of the untrained, or a thing is not to be used, unless a point is paid.
    Needs {
        /// For which rolls; none for all.
        roll: Option<RollOf>,
        /// Any of these marks.
        marks: Vec<Name>,
        /// Or any of these skills, trained or (`true`) military-grade.
        skills: Vec<(Name, bool)>,
    },
    /// What may be done with an aspect, or may not.
    Tag {
        /// May not.
        never: bool,
        /// What.
        verb: TagVerb,
        /// The aspect.
        aspect: EcoString,
        /// By whom.
        by: Option<Whom>,
    },
    /// An aspect goes.
    Loses(EcoString),
    /// An aspect comes to zones of the owner's choice.
    Place {
        /// The aspect.
        aspect: EcoString,
        /// How many zones.
        zones: u8,
        /// Who has a free tag on each.
        by: Option<Whom>,
    },
    /// One free tag of somebody is used up.
    Strip {
        /// Whose.
        of: Whom,
        /// Instead of what the event brings otherwise.
        instead: bool,
    },
    /// A hit.
    Suffers(Formula<Live>, u8),
    /// Boxes without a hit.
    Boxes {
        /// Erased instead of marked.
        erase: bool,
        /// Of which track.
        track: u8,
        /// Which.
        which: Which,
    },
    /// 4dF and a number against 4dF and a skill; shifts hit a track.
    Faces {
        /// The danger's number.
        strength: Formula<Live>,
        /// The skill that withstands it.
        skill: SkillId,
        /// The track.
        track: u8,
    },
    /// Fate points to the bank.
    Pays(u16),
    /// What is in use lies on the ground there.
    Drops(Role),
    /// A word that others test.
    Mark(Name),
    /// Platoons: up to so many of a design or kind ride along.
    Carries(Formula<Live>, Name),
}

/// What a line waits for.
#[derive(Clone, Debug, PartialEq)]
pub struct Cue {
    /// Before, after, at or each.
    pub when: When,
    /// Whose.
    pub who: Option<Whom>,
    /// What.
    pub what: Beat,
}

/// What happens.
#[derive(Clone, Debug, PartialEq)]
pub enum Beat {
    /// A roll.
    Roll(RollOf),
    /// An event.
    Event(Event),
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Whose line it is: its conditions are seen from there, and its uses counted.
    pub carrier: Carrier,
    /// What it is called.
    pub title: EcoString,
    /// The sentence.
    pub text: EcoString,
    /// Whom it is true of.
    pub whom: Whom,
    /// What it waits for; none: it stands all the time.
    pub cue: Option<Cue>,
    /// On condition.
    pub condition: Option<Condition>,
    /// True if its subject chooses to use it; otherwise it always applies.
    pub choice: bool,
    /// Fate points that a use takes.
    pub price: u16,
    /// True if a use takes the action of a turn of its carrier.
    pub as_action: bool,
    /// How often it may be used in a period; none: as often as one likes.
    pub limit: Option<(i64, Period)>,
    /// The number of its count of uses: lines of a stunt that is limited as a whole share one.
    pub count: u16,
    /// What it does.
    pub does: Does,
}

impl Line {
    /// True if a record keeps what the line added to its roll: such lines are not looked up again when it is read.
    pub const fn stays_in_records(&self) -> bool {
        self.choice || self.as_action || matches!(self.does, Does::OnSheet)
    }

    /// The rolls it is about, if it is about rolls.
    pub fn roll(&self) -> Option<&RollOf> {
        match &self.does {
            Does::Change(what, _) | Does::Set(what, ..) => what.roll(),
            Does::Blend { roll, .. } | Does::Tracks { roll, .. } | Does::Area { roll, .. } | Does::Reroll(roll) => Some(roll),
            Does::Needs { roll, .. } => roll.as_ref(),
            _ => None,
        }
    }
}

impl What {
    /// The rolls it is a number of.
    pub const fn roll(&self) -> Option<&RollOf> {
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
