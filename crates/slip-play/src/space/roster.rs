//! The constant part of a space fight: the ships, their people, the rules.

use crate::effects::{Lines, StandIn};
use crate::event::Stage;
use crate::ids::{ActorId, Seat, SkillId, Table};
use crate::space::settings::Settings;
use crate::space::state::Band;
use crate::space::traits::Traits;
use ecow::EcoString;
use slip_dice::fate::{FreeTag, Schedule, Slots};
use slip_keyword::keyword_enum;
use slip_pack::Name;
use slip_pack::encounter::{ManeuverOn, Victory};
use std::collections::{BTreeMap, BTreeSet};

keyword_enum! {
    /// A post aboard.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Post {
        /// Finds the enemy, and the way.
        Navigation = "navigation",
        /// Flies her.
        Pilot = "pilot",
        /// Signals and jamming.
        Comm = "comm",
        /// Guns.
        Beams = "beams",
        /// Launchers.
        Torpedoes = "torpedoes",
        /// Hull and drives.
        Engineering = "engineering",
        /// Damage control of data.
        Computer = "computer",
    }

    /// Its word in encounters and logs.
    pub const fn word(self) -> &'static str;
}

impl Post {
    /// The post with this number.
    pub fn of(number: u8) -> Option<Post> {
        Post::ALL.get(usize::from(number)).copied()
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Its bit in a set of posts.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Crew at a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// No one may work it.
    Nobody,
    /// The default crew, with this rank.
    Default {
        /// The rank.
        rank: i8,
        /// True if trained to military grade in it.
        military: bool,
    },
    /// A named person with this rank (untrained is -1).
    Person {
        /// The person.
        who: ActorId,
        /// The rank.
        rank: i8,
        /// True if trained to military grade in it.
        military: bool,
    },
}

keyword_enum! {
    /// A rating of a ship.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Rating {
        /// Thrust.
        VShift = "V-shift",
        /// Beams.
        Beam = "Beam",
        /// Torpedoes.
        Torpedo = "Torpedo",
        /// Electronic warfare.
        Ew = "Electronic warfare",
    }

    /// The name shown to players.
    pub const fn title(self) -> &'static str;
}

keyword_enum! {
    /// A weapon system, in the order of the phases.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Weapon {
        /// Electronic warfare.
        Ew = "ew",
        /// Beams.
        Beam = "beam",
        /// Torpedoes.
        Torpedo = "torpedo",
    }

    /// Returns the word on the command line.
    pub const fn word(self) -> &'static str;

    /// Returns the weapon for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

impl Weapon {
    /// Rating of the weapon.
    pub const fn rating(self) -> Rating {
        match self {
            Weapon::Ew => Rating::Ew,
            Weapon::Beam => Rating::Beam,
            Weapon::Torpedo => Rating::Torpedo,
        }
    }
}

/// A ship at the start of the fight.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Its name in the log.
    pub name: EcoString,
    /// The name shown to players.
    pub title: EcoString,
    /// Side at the start.
    pub side: Seat,
    /// Its kind.
    pub kind: Name,
    /// Its design.
    pub design: Name,
    /// Its technology.
    pub tech: i32,
    /// V-shift, Beam, Torpedo and Electronic warfare, by [`Rating`].
    pub ratings: [i32; 4],
    /// Crew at the posts, by [`Post`].
    pub posts: [Hand; 7],
    /// Parent of a fighter.
    pub parent: Option<ActorId>,
    /// Ids of the people aboard.
    pub people: Vec<ActorId>,
    /// Band it begins on, if the encounter says so.
    pub starts: Option<Band>,
    /// True if it arrives through a slipknot.
    pub slipped: bool,
    /// True if it has overburnt on the way.
    pub overburnt: bool,
    /// Statistics, for conditions of effects.
    pub stats: BTreeMap<Name, i32>,
    /// True if one person works all its posts: the pilot of a fighter (R-S31).
    pub alone: bool,
    /// Consequence slots.
    pub slots: Slots,
    /// Fate points of its own.
    pub fate: i32,
    /// Reduction by consequences of hits on Frame, Data and Heat.
    pub schedules: [Schedule; 3],
    /// Permanent effects of its stunts.
    pub traits: Traits,
}

impl Sheet {
    /// A rating.
    pub const fn rating(&self, rating: Rating) -> i32 {
        let [v_shift, beam, torpedo, ew] = self.ratings;
        match rating {
            Rating::VShift => v_shift,
            Rating::Beam => beam,
            Rating::Torpedo => torpedo,
            Rating::Ew => ew,
        }
    }

    /// Crew at a post.
    pub fn hand(&self, post: Post) -> Hand {
        self.posts.get(usize::from(post.number())).copied().unwrap_or(Hand::Nobody)
    }
}

/// A named person aboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    /// The name in the log.
    pub name: EcoString,
    /// The name shown to players.
    pub title: EcoString,
    /// The ship.
    pub ship: ActorId,
    /// Its kind.
    pub kind: Name,
    /// Its design.
    pub design: Name,
    /// Ranks by the roster's skills; `None` for untrained.
    pub ranks: Table<SkillId, Option<i8>>,
    /// Skills trained to military grade.
    pub military: BTreeSet<Name>,
}

impl Person {
    /// Rank in a skill; `None` for untrained.
    pub fn rank(&self, skill: SkillId) -> Option<i32> {
        self.ranks.row(skill).copied().flatten().map(i32::from)
    }
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its name.
    pub name: EcoString,
    /// Its ships, in the order of the encounter. Fighters are listed with their parents instead.
    pub members: Vec<ActorId>,
    /// Sides one of which must commit a hostile act before this side may attack (R-S46); empty: it may attack at once.
    pub holds_fire: Vec<Seat>,
}

/// A maneuver of the author's, beyond the actions of the phases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maneuver {
    /// Its name.
    pub name: Name,
    /// The name shown to players.
    pub title: EcoString,
    /// Post it is made from; `None` if the station has no post.
    pub post: Option<Post>,
    /// Difficulty; `None` if the target resists.
    pub difficulty: Option<i32>,
    /// Post that resists.
    pub resisted: Option<Post>,
    /// Kind of target that the aspect is placed on.
    pub on: ManeuverOn,
    /// Text of the aspect.
    pub aspect: EcoString,
    /// Sides that may make it; empty for all.
    pub sides: Vec<Seat>,
    /// Phases at whose start it may be made; empty for all.
    pub stages: Vec<Stage>,
}

/// A skill of posts, or a rating, as rolls name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Its name.
    pub name: EcoString,
    /// The name shown to players.
    pub title: EcoString,
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
    /// Ships and fighters; a fighter comes after its parent.
    pub ships: Table<ActorId, Sheet>,
    /// Named people aboard; their ids follow those of the ships.
    pub people: Vec<Person>,
    /// The ratings by [`Rating`], then the skills of the posts, then other skills that people have or effects name. Each name occurs once,
    /// because a log identifies a skill by its name.
    pub skills: Table<SkillId, Skill>,
    /// The skill of each post, by [`Post`]; several posts may share one.
    pub post_skills: [SkillId; 7],
    /// Station of each post, by [`Post`]; two posts of one station are one place to work (R-S2).
    pub stations: [Option<u8>; 7],
    /// Settings in force.
    pub settings: Settings,
    /// Effects that are looked up during the fight.
    pub lines: Lines,
    /// Replacements of a skill or a rating, each with the number of its effect.
    pub uses: Vec<(u16, StandIn)>,
    /// Outcome tags, the default first.
    pub outcomes: Vec<EcoString>,
    /// Maneuvers of the author's, beyond the actions of the phases.
    pub maneuvers: Vec<Maneuver>,
    /// The `victory` conditions.
    pub victories: Vec<Victory>,
    /// Order of precedence if several sides would win at once.
    pub priority: Vec<Option<Seat>>,
    /// Number of turns after which the fight is a draw.
    pub limit: u32,
    /// Key of the encounter in which people fight out boardings, if there is one.
    pub boarding: Option<Name>,
}

impl Roster {
    /// A free tag for all sides but one.
    pub(super) fn free_for_enemies(&self, own: Seat) -> FreeTag {
        let others = self.sides.keys().filter(|&side| side != own);
        FreeTag { sides: others.fold(0, |bits, side| bits | 1_u32.checked_shl(u32::from(side.0)).unwrap_or(0)), from: 0 }
    }

    /// The skill of a post.
    pub fn post_skill(&self, post: Post) -> SkillId {
        self.post_skills.get(usize::from(post.number())).copied().unwrap_or(SkillId(u8::MAX))
    }

    /// The first post with this skill.
    pub fn post_of(&self, skill: SkillId) -> Option<Post> {
        Post::ALL.into_iter().find(|&post| self.post_skill(post) == skill)
    }

    /// The number of a rating among skills.
    pub const fn rating_skill(rating: Rating) -> SkillId {
        SkillId(rating as u8)
    }

    /// The rating with this skill number, if it is one.
    pub fn rating_of(skill: SkillId) -> Option<Rating> {
        Rating::ALL.into_iter().find(|&rating| Roster::rating_skill(rating) == skill)
    }

    /// Name of a post's skill.
    pub fn skill_named(&self, post: Post) -> &str {
        self.skills.row(self.post_skill(post)).map_or("", |skill| &skill.name)
    }

    /// Number of the skill or rating with this name.
    pub fn skill_of(&self, name: &str) -> Option<SkillId> {
        self.skills.iter().find(|(_, skill)| skill.name == name).map(|(id, _)| id)
    }

    /// Number of the track with this name.
    pub fn track_of(&self, name: &str) -> Option<u8> {
        (0_u8..).zip(&self.settings.tracks).find(|(_, track)| track.as_str() == name).map(|(number, _)| number)
    }

    /// True if both posts are worked from one station.
    pub fn is_one_station(&self, a: Post, b: Post) -> bool {
        let station = |post: Post| self.stations.get(usize::from(post.number())).copied().flatten();
        a == b || (station(a).is_some() && station(a) == station(b))
    }

    /// The id of the first person.
    pub fn first_person(&self) -> usize {
        self.ships.len()
    }

    /// The person with this id.
    pub fn person(&self, id: ActorId) -> Option<&Person> {
        self.people.get(usize::from(id.0).checked_sub(self.first_person())?)
    }

    /// Name of a ship or a person in logs.
    pub fn name_of(&self, id: ActorId) -> &str {
        match (self.ships.row(id), self.person(id)) {
            (Some(ship), _) => &ship.name,
            (None, Some(person)) => &person.name,
            (None, None) => "",
        }
    }

    /// Name of a ship or a person shown to players.
    pub fn title_of(&self, id: ActorId) -> &str {
        match (self.ships.row(id), self.person(id)) {
            (Some(ship), _) => &ship.title,
            (None, Some(person)) => &person.title,
            (None, None) => "",
        }
    }
}
