//! What does not change in a fight between ships: the ships, their people, the rules (space.md 2.2, 2.3).

use crate::effects::{Lines, StandIn};
use crate::event::Stage;
use crate::ids::{ActorId, Seat, SkillId, Table};
use crate::space::settings::Settings;
use crate::space::state::Band;
use crate::space::traits::Traits;
use ecow::EcoString;
use slip_dice::fate::{FreeTag, Schedule, Slots};
use slip_pack::Name;
use slip_pack::encounter::{ManeuverOn, Victory};
use std::collections::{BTreeMap, BTreeSet};

/// A post aboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Post {
    /// Finds the enemy, and the way.
    Navigation,
    /// Flies her.
    Pilot,
    /// Signals and jamming.
    Comm,
    /// Guns.
    Beams,
    /// Launchers.
    Torpedoes,
    /// Hull and drives.
    Engineering,
    /// Damage control of data.
    Computer,
}

impl Post {
    /// All, in order.
    pub const ALL: [Post; Post::Computer as usize + 1] =
        [Post::Navigation, Post::Pilot, Post::Comm, Post::Beams, Post::Torpedoes, Post::Engineering, Post::Computer];

    /// Its word in encounters and logs.
    pub const fn word(self) -> &'static str {
        match self {
            Post::Navigation => "navigation",
            Post::Pilot => "pilot",
            Post::Comm => "comm",
            Post::Beams => "beams",
            Post::Torpedoes => "torpedoes",
            Post::Engineering => "engineering",
            Post::Computer => "computer",
        }
    }

    /// The post of this number.
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

/// Who is at a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// Nobody may work it.
    Nobody,
    /// Whoever is there by default, with this rank.
    Default {
        /// The rank.
        rank: i8,
        /// True if they are trained to military grade in it.
        military: bool,
    },
    /// A named person with this rank (untrained is -1).
    Person {
        /// Who.
        who: ActorId,
        /// The rank.
        rank: i8,
        /// True if they are trained to military grade in it.
        military: bool,
    },
}

/// A rating of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rating {
    /// Thrust.
    VShift,
    /// Beams.
    Beam,
    /// Torpedoes.
    Torpedo,
    /// Electronic warfare.
    Ew,
}

impl Rating {
    /// All, in order.
    pub const ALL: [Rating; Rating::Ew as usize + 1] = [Rating::VShift, Rating::Beam, Rating::Torpedo, Rating::Ew];

    /// The name shown to people.
    pub const fn title(self) -> &'static str {
        match self {
            Rating::VShift => "V-shift",
            Rating::Beam => "Beam",
            Rating::Torpedo => "Torpedo",
            Rating::Ew => "Electronic warfare",
        }
    }
}

/// A weapon system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Weapon {
    /// Electronic warfare.
    Ew,
    /// Beams.
    Beam,
    /// Torpedoes.
    Torpedo,
}

impl Weapon {
    /// The rating behind it.
    pub const fn rating(self) -> Rating {
        match self {
            Weapon::Ew => Rating::Ew,
            Weapon::Beam => Rating::Beam,
            Weapon::Torpedo => Rating::Torpedo,
        }
    }
}

/// A ship, as it came into the fight.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Its name in the log.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// Whose it was.
    pub side: Seat,
    /// Its kind.
    pub kind: Name,
    /// Its design.
    pub design: Name,
    /// Its technology.
    pub tech: i32,
    /// V-shift, Beam, Torpedo, Electronic warfare, by [`Rating`].
    pub ratings: [i32; 4],
    /// The posts, by [`Post`].
    pub posts: [Hand; 7],
    /// Of a fighter, its parent.
    pub parent: Option<ActorId>,
    /// The people aboard it, their ids.
    pub people: Vec<ActorId>,
    /// Where it begins, if the encounter says so.
    pub starts: Option<Band>,
    /// True if it comes into the fight out of a slipknot (4.8).
    pub slipped: bool,
    /// True if it has overburnt on its way.
    pub overburnt: bool,
    /// Its statistics, for conditions of lines.
    pub stats: BTreeMap<Name, i32>,
    /// True if one person works all its posts: the pilot of a fighter (R-S31).
    pub alone: bool,
    /// Consequence slots.
    pub slots: Slots,
    /// Fate points of its own.
    pub fate: i32,
    /// What its consequences take off hits on Frame, Data and Heat.
    pub schedules: [Schedule; 3],
    /// What its stunts make of it.
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

    /// Who is at a post.
    pub fn hand(&self, post: Post) -> Hand {
        self.posts.get(usize::from(post.number())).copied().unwrap_or(Hand::Nobody)
    }
}

/// A named person aboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    /// The name in the log.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// The ship.
    pub ship: ActorId,
    /// Its kind.
    pub kind: Name,
    /// Its design.
    pub design: Name,
    /// Ranks by the roster's skills; none for untrained.
    pub ranks: Table<SkillId, Option<i8>>,
    /// Skills trained to military grade.
    pub military: BTreeSet<Name>,
}

impl Person {
    /// A rank; none for untrained.
    pub fn rank(&self, skill: SkillId) -> Option<i32> {
        self.ranks.row(skill).copied().flatten().map(i32::from)
    }
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its name.
    pub name: EcoString,
    /// Its ships, in the order of the text; fighters are found by their parents.
    pub members: Vec<ActorId>,
    /// May not attack before one of these sides has committed a hostile act (R-S46); empty: it may.
    pub holds_fire: Vec<Seat>,
}

/// Something that those aboard may do beyond the phases' own acts (space.md 10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maneuver {
    /// Its name.
    pub name: Name,
    /// The name shown to people.
    pub title: EcoString,
    /// Where it is worked; none if nothing is done from that station.
    pub post: Option<Post>,
    /// What it must reach; none where somebody resists.
    pub difficulty: Option<i32>,
    /// Where it is resisted.
    pub resisted: Option<Post>,
    /// What the aspect is placed on.
    pub on: ManeuverOn,
    /// Its words.
    pub aspect: EcoString,
    /// Who may; empty for all sides.
    pub sides: Vec<Seat>,
    /// At the head of which phases; empty for all.
    pub stages: Vec<Stage>,
}

/// A skill of posts, or a rating, as rolls name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Its name.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
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
    /// Ships and fighters; a fighter comes after its parent.
    pub ships: Table<ActorId, Sheet>,
    /// Named people aboard; their ids follow those of the ships.
    pub people: Vec<Person>,
    /// The ratings by [`Rating`], then the skills of the posts, then whatever else people have and lines name; each name once,
    /// since a log knows a skill by its name.
    pub skills: Table<SkillId, Skill>,
    /// The skill of each post, by [`Post`]; several posts may have the same.
    pub post_skills: [SkillId; 7],
    /// The station each post belongs to, by [`Post`]; two posts of one station are one place to work (R-S2).
    pub stations: [Option<u8>; 7],
    /// The numbers and readings in force.
    pub settings: Settings,
    /// Lines of effects that are looked up while the fight goes on.
    pub lines: Lines,
    /// What stands in for a skill or a rating, each with the line that says so.
    pub uses: Vec<(u16, StandIn)>,
    /// Outcome tags, the default first.
    pub outcomes: Vec<EcoString>,
    /// What those aboard may do beyond the phases' own acts.
    pub maneuvers: Vec<Maneuver>,
    /// What ends it.
    pub victories: Vec<Victory>,
    /// Of several who would win at once, the first of these does.
    pub priority: Vec<Option<Seat>>,
    /// Turns after which it is a draw.
    pub limit: u32,
    /// Key of the encounter in which people fight out boardings, if one is named (8.3).
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

    /// The first post of a skill.
    pub fn post_of(&self, skill: SkillId) -> Option<Post> {
        Post::ALL.into_iter().find(|&post| self.post_skill(post) == skill)
    }

    /// The number of a rating among skills.
    pub const fn rating_skill(rating: Rating) -> SkillId {
        SkillId(rating as u8)
    }

    /// The rating that a skill is, if it is one.
    pub fn rating_of(skill: SkillId) -> Option<Rating> {
        Rating::ALL.into_iter().find(|&rating| Roster::rating_skill(rating) == skill)
    }

    /// The skill of a post, by name.
    pub fn skill_named(&self, post: Post) -> &str {
        self.skills.row(self.post_skill(post)).map_or("", |skill| &skill.name)
    }

    /// The number of a skill, or the rating, of this name.
    pub fn skill_of(&self, name: &str) -> Option<SkillId> {
        self.skills.iter().find(|(_, skill)| skill.name == name).map(|(id, _)| id)
    }

    /// The track of this name.
    pub fn track_of(&self, name: &str) -> Option<u8> {
        (0_u8..).zip(&self.settings.tracks).find(|(_, track)| track.as_str() == name).map(|(number, _)| number)
    }

    /// True if two posts are worked from one station.
    pub fn is_one_station(&self, a: Post, b: Post) -> bool {
        let station = |post: Post| self.stations.get(usize::from(post.number())).copied().flatten();
        a == b || (station(a).is_some() && station(a) == station(b))
    }

    /// The id of the first person.
    pub fn first_person(&self) -> usize {
        self.ships.len()
    }

    /// A person of this id.
    pub fn person(&self, id: ActorId) -> Option<&Person> {
        self.people.get(usize::from(id.0).checked_sub(self.first_person())?)
    }

    /// The name in the log of a ship or a person.
    pub fn name_of(&self, id: ActorId) -> &str {
        match (self.ships.row(id), self.person(id)) {
            (Some(ship), _) => &ship.name,
            (None, Some(person)) => &person.name,
            (None, None) => "",
        }
    }

    /// The name shown to people of a ship or a person.
    pub fn title_of(&self, id: ActorId) -> &str {
        match (self.ships.row(id), self.person(id)) {
            (Some(ship), _) => &ship.title,
            (None, Some(person)) => &person.title,
            (None, None) => "",
        }
    }
}
