//! The constant part of a platoon fight: units, platoons, the ground, the rules.

use crate::effects::{Lines, StandIn};
use crate::ids::{ActorId, Seat, SkillId, Table, ZoneId};
use crate::platoon::ground::Ground;
use crate::platoon::settings::Settings;
use crate::platoon::state::PlatoonId;
use crate::platoon::traits::Traits;
use ecow::EcoString;
use slip_dice::fate::Schedule;
use slip_keyword::keyword_enum;
use slip_pack::Name;
use slip_pack::encounter::{Role, Victory};
use std::collections::BTreeMap;

/// Arm of a unit, as the procedure distinguishes them: by marks of its design, never by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arm {
    /// Is on the ground.
    Ground,
    /// `is battery`: is on its platoon's card and fires from there.
    Battery,
    /// `is airborne`: uses the re-arm track.
    Airborne,
}

keyword_enum! {
    /// Skills that the procedure itself uses, by number in [`Roster::skills`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum CoreSkill {
        /// Attacks on aircraft.
        AntiAir = "anti_air",
        /// Defence against fire.
        Armour = "armour",
        /// Staying hidden.
        Camouflage = "camouflage",
        /// Rallying.
        Command = "command",
        /// Jamming.
        Signals = "signals",
        /// Attacks in line of sight.
        DirectFire = "direct_fire",
        /// Attacks at close quarters.
        HandToHand = "hand_to_hand",
        /// Attacks without line of sight.
        IndirectFire = "indirect_fire",
        /// Moving.
        Movement = "movement",
        /// Spotting enemies.
        Observation = "observation",
    }

    /// Name of the skill.
    pub const fn word(self) -> &'static str;
}

impl CoreSkill {
    /// Skills that attack, in the order in which they are listed.
    pub const ATTACKS: [CoreSkill; 4] = [CoreSkill::HandToHand, CoreSkill::DirectFire, CoreSkill::IndirectFire, CoreSkill::AntiAir];

    /// Its number among the roster's skills.
    pub const fn skill(self) -> SkillId {
        SkillId(self as u8)
    }

    /// The trade with this skill number, if it is one.
    pub fn of(skill: SkillId) -> Option<CoreSkill> {
        CoreSkill::ALL.get(usize::from(skill.0)).copied()
    }
}

/// A unit at the start of the fight.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Its name in the log.
    pub name: EcoString,
    /// The name shown to players.
    pub title: EcoString,
    /// Its side.
    pub side: Seat,
    /// Its platoon at the start.
    pub platoon: PlatoonId,
    /// Its role in the platoon.
    pub role: Role,
    /// Its arm.
    pub arm: Arm,
    /// Its kind.
    pub kind: Name,
    /// Its design.
    pub design: Name,
    /// Its technology.
    pub tech: i32,
    /// Ranks by the roster's skills, including raises by attached people; `None` for untrained.
    pub ranks: Table<SkillId, Option<i8>>,
    /// Morale boxes.
    pub morale: i32,
    /// Its worth: 4 for a unit, 8 for a leader, a quarter more for each level of technology above the lowest in the encounter.
    pub worth: i32,
    /// Turn in which it comes onto the map; `None` for units there from the start.
    pub arrives: Option<u32>,
    /// Zones it may begin in, the first being the default.
    pub starts: Vec<ZoneId>,
    /// People attached to it.
    pub attached: Vec<Attached>,
    /// Statistics, for conditions of effects.
    pub stats: BTreeMap<Name, i32>,
    /// Permanent effects on its numbers.
    pub traits: Traits,
}

impl Sheet {
    /// Rank in a skill; `None` for untrained.
    pub fn rank(&self, skill: SkillId) -> Option<i32> {
        self.ranks.row(skill).copied().flatten().map(i32::from)
    }
}

/// A person attached to a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attached {
    /// The name in the log.
    pub name: EcoString,
    /// The name shown to players.
    pub title: EcoString,
    /// Skill of the unit that the person raises.
    pub skill: SkillId,
    /// Amount of the raise.
    pub raises: i32,
    /// Fate points of the person for the unit (`character_fate own`).
    pub fate: u16,
    /// The person's best skill and its rank, for acts of their own (`character_turn yes`).
    pub does: Option<(SkillId, i32)>,
}

/// A platoon at the start of the fight.
#[derive(Clone, Debug, PartialEq)]
pub struct PlatoonSheet {
    /// Its name in the log.
    pub name: EcoString,
    /// The name shown to players.
    pub title: EcoString,
    /// Its side.
    pub side: Seat,
    /// Its leader; `None` if the leader only directs aircraft (`off_map_director`).
    pub leader: Option<ActorId>,
    /// All its units at the start, the leader first, aircraft included.
    pub units: Vec<ActorId>,
    /// Fate points at the start.
    pub fate: i32,
    /// Command range of the leader.
    pub command_range: i32,
    /// Zones that its artillery knows from the start, each with its alternatives.
    pub locked_in: Vec<Vec<ZoneId>>,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its name.
    pub name: EcoString,
    /// Its units, in the order of the encounter.
    pub members: Vec<ActorId>,
    /// Its platoons.
    pub platoons: Vec<PlatoonId>,
}

/// A skill as rolls name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Its name.
    pub name: EcoString,
    /// The name shown to players.
    pub title: EcoString,
    /// True if it may be rolled: sinks and passive skills may not.
    pub rolled: bool,
    /// The fixed number of a pseudo-skill, by which an effect replaces a real one; `None` for real skills.
    pub number: Option<i32>,
}

/// Everything that does not change during the fight.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    /// The encounter's name.
    pub name: Name,
    /// The name shown to players.
    pub title: EcoString,
    /// The sides.
    pub sides: Table<Seat, Side>,
    /// Units.
    pub units: Table<ActorId, Sheet>,
    /// Platoons; their ids as actors follow those of the units.
    pub platoons: Table<PlatoonId, PlatoonSheet>,
    /// The map, the cards and the re-arm track.
    pub ground: Ground,
    /// Skills: those of [`CoreSkill`] first, then others that units have or effects name.
    pub skills: Table<SkillId, Skill>,
    /// Settings in force.
    pub settings: Settings,
    /// Shifts that consequences absorb.
    pub schedule: Schedule,
    /// Effects that are looked up during the fight.
    pub lines: Lines,
    /// Replacements of a skill, each with the number of its effect.
    pub uses: Vec<(u16, StandIn)>,
    /// Outcome tags, the default first.
    pub outcomes: Vec<EcoString>,
    /// Objective zones.
    pub objectives: Vec<ZoneId>,
    /// The side that acts first, if the encounter names a defender.
    pub defender: Option<Seat>,
    /// The `victory` conditions.
    pub victories: Vec<Victory>,
    /// Order of precedence if several sides would win at once.
    pub priority: Vec<Option<Seat>>,
    /// Number of turns after which the fight is a draw.
    pub limit: u32,
}

impl Roster {
    /// Number of the skill with this name.
    pub fn skill_of(&self, name: &str) -> Option<SkillId> {
        self.skills.iter().find(|(_, skill)| skill.name == name).map(|(id, _)| id)
    }

    /// The platoon with this actor id, if it is a platoon's.
    pub fn platoon_of_id(&self, id: ActorId) -> Option<PlatoonId> {
        let place = usize::from(id.0).checked_sub(self.units.len())?;
        u8::try_from(place).ok().filter(|_| place < self.platoons.len()).map(PlatoonId)
    }

    /// The side of a unit or a platoon.
    pub fn side(&self, id: ActorId) -> Seat {
        match self.platoon_of_id(id) {
            Some(platoon) => self.platoons.row(platoon).map_or(Seat(0), |platoon| platoon.side),
            None => self.units.row(id).map_or(Seat(0), |unit| unit.side),
        }
    }

    /// Name of a unit or a platoon in logs.
    pub fn name_of(&self, id: ActorId) -> &str {
        match (self.units.row(id), self.platoon_of_id(id).and_then(|platoon| self.platoons.row(platoon))) {
            (Some(unit), _) => &unit.name,
            (None, Some(platoon)) => &platoon.name,
            (None, None) => "",
        }
    }

    /// Name of a unit or a platoon shown to players.
    pub fn title_of(&self, id: ActorId) -> &str {
        match (self.units.row(id), self.platoon_of_id(id).and_then(|platoon| self.platoons.row(platoon))) {
            (Some(unit), _) => &unit.title,
            (None, Some(platoon)) => &platoon.title,
            (None, None) => "",
        }
    }
}
