//! What does not change in a fight between platoons: units, platoons, the ground, the rules (platoon.md 1).

use crate::effects::{Lines, StandIn};
use crate::ids::{ActorId, Seat, SkillId, Table, ZoneId};
use crate::platoon::ground::Ground;
use crate::platoon::settings::Settings;
use crate::platoon::state::PlatoonId;
use crate::platoon::traits::Traits;
use ecow::EcoString;
use slip_dice::fate::Schedule;
use slip_pack::Name;
use slip_pack::encounter::{Role, Victory};
use std::collections::BTreeMap;

/// What a unit is, as far as the procedure of the fight tells kinds apart: by marks of its design, never by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arm {
    /// Stands on the ground.
    Ground,
    /// `is battery`: stands on its platoon's card, and fires from there.
    Battery,
    /// `is airborne`: comes and goes by the re-arm track.
    Airborne,
}

/// Skills that the procedure itself asks for, by number in [`Roster::skills`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Trade {
    /// Harm to aircraft.
    AntiAir,
    /// Defence against fire.
    Armour,
    /// Not being seen.
    Camouflage,
    /// Rallying.
    Command,
    /// Jamming.
    Signals,
    /// Harm in line of sight.
    DirectFire,
    /// Harm at arm's length.
    HandToHand,
    /// Harm over the hill.
    IndirectFire,
    /// Getting there.
    Movement,
    /// Seeing them.
    Observation,
}

impl Trade {
    /// All, in order: these are the first skills of the roster.
    pub const ALL: [Trade; Trade::Observation as usize + 1] = [
        Trade::AntiAir,
        Trade::Armour,
        Trade::Camouflage,
        Trade::Command,
        Trade::Signals,
        Trade::DirectFire,
        Trade::HandToHand,
        Trade::IndirectFire,
        Trade::Movement,
        Trade::Observation,
    ];

    /// Skills that harm, in the order in which they are listed.
    pub const ATTACKS: [Trade; 4] = [Trade::HandToHand, Trade::DirectFire, Trade::IndirectFire, Trade::AntiAir];

    /// The name of the skill.
    pub const fn word(self) -> &'static str {
        match self {
            Trade::AntiAir => "anti_air",
            Trade::Armour => "armour",
            Trade::Camouflage => "camouflage",
            Trade::Command => "command",
            Trade::Signals => "signals",
            Trade::DirectFire => "direct_fire",
            Trade::HandToHand => "hand_to_hand",
            Trade::IndirectFire => "indirect_fire",
            Trade::Movement => "movement",
            Trade::Observation => "observation",
        }
    }

    /// Its number among the roster's skills.
    pub const fn skill(self) -> SkillId {
        SkillId(self as u8)
    }

    /// The trade of a skill, if it is one of these.
    pub fn of(skill: SkillId) -> Option<Trade> {
        Trade::ALL.get(usize::from(skill.0)).copied()
    }
}

/// A unit, as it came into the fight.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Its name in the log.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// Whose it is.
    pub side: Seat,
    /// The platoon it came with.
    pub platoon: PlatoonId,
    /// What it is there.
    pub role: Role,
    /// What it is for the procedure.
    pub arm: Arm,
    /// Its kind.
    pub kind: Name,
    /// Its design.
    pub design: Name,
    /// Its technology.
    pub tech: i32,
    /// Ranks by the roster's skills, attached people counted in; none for untrained.
    pub ranks: Table<SkillId, Option<i8>>,
    /// Morale boxes.
    pub morale: i32,
    /// What it is worth: 4 for a unit, 8 for a leader, a quarter more for each level of technology above the lowest in the
    /// encounter (platoon.md 9).
    pub worth: i32,
    /// The turn in which it comes onto the map; none for from the start.
    pub arrives: Option<u32>,
    /// Zones it may begin in, the file's first; of one on the map.
    pub starts: Vec<ZoneId>,
    /// Who goes with it, by their titles and what they raise.
    pub attached: Vec<Attached>,
    /// Its statistics, for conditions of lines.
    pub stats: BTreeMap<Name, i32>,
    /// What its stunts make of it all along.
    pub traits: Traits,
}

impl Sheet {
    /// A rank; none for untrained.
    pub fn rank(&self, skill: SkillId) -> Option<i32> {
        self.ranks.row(skill).copied().flatten().map(i32::from)
    }
}

/// Somebody who goes with a unit (platoon.md 7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attached {
    /// Their name.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// The skill of the unit they raise.
    pub skill: SkillId,
    /// By how much.
    pub raises: i32,
    /// Fate points of their own, for their unit (`character_fate own`).
    pub fate: u16,
    /// What they are best at, for what they do themselves (`character_turn yes`): the skill and its rank.
    pub does: Option<(SkillId, i32)>,
}

/// A platoon, as it came into the fight.
#[derive(Clone, Debug, PartialEq)]
pub struct PlatoonSheet {
    /// Its name in the log.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// Whose it is.
    pub side: Seat,
    /// Its leader; none for one that only directs aircraft (`off_map_director`).
    pub leader: Option<ActorId>,
    /// All its units at the start, its leader first, aircraft included.
    pub units: Vec<ActorId>,
    /// Fate points at the start.
    pub fate: i32,
    /// From how far away the leader commands.
    pub command_range: i32,
    /// Zones its guns know by heart, as the file has it: each with its alternatives.
    pub locked_in: Vec<Vec<ZoneId>>,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its name.
    pub name: EcoString,
    /// Its units, in the order of the text.
    pub members: Vec<ActorId>,
    /// Its platoons.
    pub platoons: Vec<PlatoonId>,
}

/// A skill as rolls name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Its name.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// True if it may be rolled at all: sinks and passive ones may not.
    pub rolled: bool,
    /// The number that it is, where a line puts one in the place of a skill.
    pub number: Option<i32>,
}

/// Everything that does not change.
#[derive(Clone, Debug, PartialEq)]
pub struct Roster {
    /// The encounter's name.
    pub name: Name,
    /// The name shown to people.
    pub title: EcoString,
    /// The sides.
    pub sides: Table<Seat, Side>,
    /// Units.
    pub units: Table<ActorId, Sheet>,
    /// Platoons; their ids as actors follow those of the units.
    pub platoons: Table<PlatoonId, PlatoonSheet>,
    /// The map, the cards and the re-arm track.
    pub ground: Ground,
    /// Skills: those of [`Trade`] first, then whatever else units have and lines name.
    pub skills: Table<SkillId, Skill>,
    /// The numbers and readings in force.
    pub settings: Settings,
    /// What consequences take off hits.
    pub schedule: Schedule,
    /// Lines of effects that are looked up while the fight goes on.
    pub lines: Lines,
    /// What stands in for a skill, each with the line that says so.
    pub uses: Vec<(u16, StandIn)>,
    /// Outcome tags, the default first.
    pub outcomes: Vec<EcoString>,
    /// Marked zones.
    pub objectives: Vec<ZoneId>,
    /// The side that acts first, if the encounter names a defender.
    pub defender: Option<Seat>,
    /// What ends it.
    pub victories: Vec<Victory>,
    /// Of several who would win at once, the first of these does.
    pub priority: Vec<Option<Seat>>,
    /// Turns after which it is a draw.
    pub limit: u32,
}

impl Roster {
    /// The first number of a skill of this name.
    pub fn skill_of(&self, name: &str) -> Option<SkillId> {
        self.skills.iter().find(|(_, skill)| skill.name == name).map(|(id, _)| id)
    }

    /// The platoon that an actor's id stands for, if it is one's.
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

    /// The name in the log of a unit or a platoon.
    pub fn name_of(&self, id: ActorId) -> &str {
        match (self.units.row(id), self.platoon_of_id(id).and_then(|platoon| self.platoons.row(platoon))) {
            (Some(unit), _) => &unit.name,
            (None, Some(platoon)) => &platoon.name,
            (None, None) => "",
        }
    }

    /// The name shown to people of a unit or a platoon.
    pub fn title_of(&self, id: ActorId) -> &str {
        match (self.units.row(id), self.platoon_of_id(id).and_then(|platoon| self.platoons.row(platoon))) {
            (Some(unit), _) => &unit.title,
            (None, Some(platoon)) => &platoon.title,
            (None, None) => "",
        }
    }
}
