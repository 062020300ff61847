//! The constant part of a platoon fight: units, platoons, the ground, the rules.

use crate::effects::{EffectTable, StandIn};
use crate::ids::{ActorId, IdVec, Seat, SkillId, ZoneId};
use crate::platoon::fixed_numbers::UnitNumbers;
use crate::platoon::settings::PlatoonSettings;
use crate::platoon::spared_aspects::SparedAspect;
use crate::platoon::state::PlatoonId;
use crate::platoon::zones::Ground;
use crate::tracks::TrackNames;
use ecow::EcoString;
use slip_dice::fate::Schedule;
use slip_keyword::keyword_enum;
use slip_pack::Name;
use slip_pack::encounter::{Role, Victory};
use std::collections::BTreeMap;

/// Arm of a unit: ground troops, artillery or aircraft. Marks of the unit's design decide it, never its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arm {
    /// The unit is on the ground.
    Ground,
    /// The unit is artillery (`is battery`): it is on its platoon's card and fires from there.
    Battery,
    /// The unit is an aircraft (`is airborne`): it uses the re-arm track.
    Airborne,
}

keyword_enum! {
    /// Skills that the rules of platoon combat use, in the order of their numbers in [`PlatoonRoster::skills`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum CoreSkill {
        /// Skill for attacks on aircraft.
        AntiAir = "anti_air",
        /// Skill for defence against fire.
        Armour = "armour",
        /// Skill for staying hidden.
        Camouflage = "camouflage",
        /// Skill for rallying.
        Command = "command",
        /// Skill for jamming.
        Signals = "signals",
        /// Skill for attacks in line of sight.
        DirectFire = "direct_fire",
        /// Skill for attacks at close quarters.
        HandToHand = "hand_to_hand",
        /// Skill for attacks without line of sight.
        IndirectFire = "indirect_fire",
        /// Skill for moving.
        Movement = "movement",
        /// Skill for spotting enemies.
        Observation = "observation",
    }

    /// Returns the name of the skill.
    pub const fn word(self) -> &'static str;
}

impl CoreSkill {
    /// Skills that attack, in the order in which they are listed.
    pub const ATTACKS: [CoreSkill; 4] = [CoreSkill::HandToHand, CoreSkill::DirectFire, CoreSkill::IndirectFire, CoreSkill::AntiAir];

    /// Returns the number of the skill in [`PlatoonRoster::skills`].
    pub const fn skill(self) -> SkillId {
        SkillId(self as u8)
    }

    /// Returns the core skill with this number, if there is one.
    pub fn of(skill: SkillId) -> Option<CoreSkill> {
        CoreSkill::ALL.get(usize::from(skill.0)).copied()
    }
}

/// A unit at the start of the fight.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitSheet {
    /// Name of the unit in the log.
    pub name: EcoString,
    /// Name of the unit shown to players.
    pub title: EcoString,
    /// Side of the unit.
    pub side: Seat,
    /// Platoon of the unit at the start.
    pub platoon: PlatoonId,
    /// Role of the unit in its platoon.
    pub role: Role,
    /// Arm of the unit.
    pub arm: Arm,
    /// Kind of the unit.
    pub kind: Name,
    /// Design of the unit.
    pub design: Name,
    /// Level of technology of the unit.
    pub tech: i32,
    /// Ranks of the unit, by the skills of the roster. Raises by attached people are included; `None` means untrained.
    pub ranks: IdVec<SkillId, Option<i8>>,
    /// Number of morale boxes.
    pub morale: i32,
    /// Worth of the unit, for comparing the sides: 4 for a unit, 8 for a leader. It is a quarter more for each level of technology above
    /// the lowest in the encounter.
    pub worth: i32,
    /// Turn in which the unit comes onto the map; `None` for units that are there from the start.
    pub arrives: Option<u32>,
    /// Zones in which the unit may begin; the first is the default.
    pub starts: Vec<ZoneId>,
    /// People attached to the unit.
    pub attached: Vec<Attached>,
    /// Statistics, for conditions of effects.
    pub stats: BTreeMap<Name, i32>,
    /// Numbers of the unit that effects fix for the whole fight.
    pub traits: UnitNumbers,
}

impl UnitSheet {
    /// Returns the rank in a skill; `None` for untrained.
    pub fn rank(&self, skill: SkillId) -> Option<i32> {
        self.ranks.row(skill).copied().flatten().map(i32::from)
    }
}

/// A person attached to a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attached {
    /// Name of the person in the log.
    pub name: EcoString,
    /// Name of the person shown to players.
    pub title: EcoString,
    /// Skill of the unit that the person raises.
    pub skill: SkillId,
    /// Amount of the raise.
    pub raises: i32,
    /// Fate points of the person that can be spent for the unit (`character_fate own`).
    pub fate: u16,
    /// The person's best skill and its rank, for acts of their own (`character_turn yes`).
    pub does: Option<(SkillId, i32)>,
}

/// A platoon at the start of the fight.
#[derive(Clone, Debug, PartialEq)]
pub struct PlatoonSheet {
    /// Name of the platoon in the log.
    pub name: EcoString,
    /// Name of the platoon shown to players.
    pub title: EcoString,
    /// Side of the platoon.
    pub side: Seat,
    /// Name of the platoon's player; `None` if the player of the side plays it.
    pub player: Option<EcoString>,
    /// Leader of the platoon. `None` if the leader is not a unit and only directs aircraft (`off_map_director`).
    pub leader: Option<ActorId>,
    /// All units of the platoon at the start, also aircraft; the leader is first.
    pub units: Vec<ActorId>,
    /// Fate points at the start.
    pub fate: i32,
    /// Command range of the leader.
    pub command_range: i32,
    /// Texts of the aspects that the leader keeps off the units under command.
    pub spares: Vec<EcoString>,
    /// Zones in which the platoon's artillery begins with an aspect, as given in the encounter. Each entry is one choice among several
    /// zones.
    pub locked_in: Vec<Vec<ZoneId>>,
}

/// A side of the fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatoonSide {
    /// Name of the side.
    pub name: EcoString,
    /// Units of the side, in the order of the encounter.
    pub members: Vec<ActorId>,
    /// Platoons of the side.
    pub platoons: Vec<PlatoonId>,
}

/// A skill of the fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlatoonSkill {
    /// Name of the skill in logs.
    pub name: EcoString,
    /// Name of the skill shown to players.
    pub title: EcoString,
    /// True if the skill may be rolled. Skills that a design declares as sink or passive may not.
    pub rolled: bool,
    /// Number that is rolled by this pseudo-skill, with which an effect replaces a skill; `None` for real skills.
    pub number: Option<i32>,
}

/// Constant part of a fight: everything that does not change during it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlatoonRoster {
    /// Name of the encounter.
    pub name: Name,
    /// Name of the encounter shown to players.
    pub title: EcoString,
    /// Sides of the fight.
    pub sides: IdVec<Seat, PlatoonSide>,
    /// Sheets of the units.
    pub units: IdVec<ActorId, UnitSheet>,
    /// Platoons. As actors they have the ids after those of the units.
    pub platoons: IdVec<PlatoonId, PlatoonSheet>,
    /// Aspects of units that come and go with their leaders.
    pub spared: Vec<SparedAspect>,
    /// The map, the cards and the re-arm track.
    pub ground: Ground,
    /// Skills: those of [`CoreSkill`] first, then others that units have or effects name.
    pub skills: IdVec<SkillId, PlatoonSkill>,
    /// Settings in force.
    pub settings: PlatoonSettings,
    /// Shifts that consequences absorb.
    pub schedule: Schedule,
    /// Effects that are looked up during the fight.
    pub lines: EffectTable,
    /// Tracks of the units: Morale, and those that designs add.
    pub tracks: TrackNames,
    /// Effects that allow or require another skill for a roll, each with the number of the effect.
    pub uses: Vec<(u16, StandIn)>,
    /// Outcome tags of units taken out, the default first.
    pub outcomes: Vec<EcoString>,
    /// Zones that are objectives of the encounter.
    pub objectives: Vec<ZoneId>,
    /// Side that acts first, if the encounter names a defender.
    pub defender: Option<Seat>,
    /// The `victory` conditions.
    pub victories: Vec<Victory>,
    /// Order of precedence for sides that would win at the same time, the first preferred. `None` is the draw.
    pub priority: Vec<Option<Seat>>,
    /// Number of turns after which the fight is a draw.
    pub limit: u32,
}

impl PlatoonRoster {
    /// Returns the number of the skill with this name.
    pub fn skill_of(&self, name: &str) -> Option<SkillId> {
        self.skills.iter().find(|(_, skill)| skill.name == name).map(|(id, _)| id)
    }

    /// Returns the platoon that has this id as an actor, if the id is that of a platoon.
    pub fn platoon_of_id(&self, id: ActorId) -> Option<PlatoonId> {
        let place = usize::from(id.0).checked_sub(self.units.len())?;
        u8::try_from(place).ok().filter(|_| place < self.platoons.len()).map(PlatoonId)
    }

    /// Returns the side of a unit or a platoon.
    pub fn side(&self, id: ActorId) -> Seat {
        match self.platoon_of_id(id) {
            Some(platoon) => self.platoons.row(platoon).map_or(Seat(0), |platoon| platoon.side),
            None => self.units.row(id).map_or(Seat(0), |unit| unit.side),
        }
    }

    /// Returns the name of a unit or a platoon in logs.
    pub fn name_of(&self, id: ActorId) -> &str {
        match (self.units.row(id), self.platoon_of_id(id).and_then(|platoon| self.platoons.row(platoon))) {
            (Some(unit), _) => &unit.name,
            (None, Some(platoon)) => &platoon.name,
            (None, None) => "",
        }
    }

    /// Returns the name of a unit or a platoon shown to players.
    pub fn title_of(&self, id: ActorId) -> &str {
        match (self.units.row(id), self.platoon_of_id(id).and_then(|platoon| self.platoons.row(platoon))) {
            (Some(unit), _) => &unit.title,
            (None, Some(platoon)) => &platoon.title,
            (None, None) => "",
        }
    }
}
