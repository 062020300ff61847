//! What does not change in a fight between ships: the ships, their people, the rules (space.md 2.2, 2.3). Floor 5.

use crate::pack::Name;
use crate::pack::encounter::Victory;
use crate::play::effects::Lines;
use crate::play::ids::{ActorId, Seat, SkillId, Table};
use crate::play::space::settings::Settings;
use crate::play::space::state::Band;
use crate::play::space::traits::Traits;
use ecow::EcoString;

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
        /// Whether they are trained to military grade in it.
        military: bool,
    },
    /// A named person with this rank (untrained is -1).
    Person {
        /// Who.
        who: ActorId,
        /// The rank.
        rank: i8,
        /// Whether they are trained to military grade in it.
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
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its name.
    pub name: EcoString,
    /// Its ships, in the order of the text.
    pub members: Vec<ActorId>,
    /// May not attack before one of these sides has committed a hostile act (R-S46); empty: it may.
    pub holds_fire: Vec<Seat>,
}

/// A skill of posts, or a rating, as rolls name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Its name.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
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
    /// Skills of the posts by [`Post`], then the ratings by [`Rating`].
    pub skills: Table<SkillId, Skill>,
    /// The numbers and readings in force.
    pub settings: Settings,
    /// Lines of effects that are looked up while the fight goes on.
    pub lines: Lines,
    /// Outcome tags, the default first.
    pub outcomes: Vec<EcoString>,
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
    /// The skill of a post.
    pub const fn post_skill(post: Post) -> SkillId {
        SkillId(post.number())
    }

    /// The number of a rating among skills.
    pub const fn rating_skill(rating: Rating) -> SkillId {
        SkillId(7 + rating as u8)
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
