//! The constant part of a space fight: the ships, their people, the rules.

use crate::effects::{EffectTable, StandIn};
use crate::event::{SpacePhase, TrackId};
use crate::ids::{ActorId, IdVec, Seat, SkillId};
use crate::space::fixed_numbers::ShipTraits;
use crate::space::settings::SpaceSettings;
use crate::space::state::Band;
use crate::tracks::TrackNames;
use ecow::EcoString;
use slip_dice::fate::{FreeTag, Schedule, Slots};
use slip_keyword::keyword_enum;
use slip_pack::Name;
use slip_pack::encounter::{ManeuverOn, Victory};
use std::collections::{BTreeMap, BTreeSet};

keyword_enum! {
    /// A post aboard a ship: a place of work with a skill of its own.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Post {
        /// Post for detection and for finding the way.
        Navigation = "navigation",
        /// Post that flies the ship.
        Pilot = "pilot",
        /// Post for signals and jamming.
        Comm = "comm",
        /// Post for the guns.
        Beams = "beams",
        /// Post for the torpedo launchers.
        Torpedoes = "torpedoes",
        /// Post for hull and drives.
        Engineering = "engineering",
        /// Post for damage control of data.
        Computer = "computer",
    }

    /// Returns the word for the post in encounters and logs.
    pub const fn word(self) -> &'static str;
}

impl Post {
    /// Returns the post with this number.
    pub fn of(number: u8) -> Option<Post> {
        Post::ALL.get(usize::from(number)).copied()
    }

    /// Returns the number of the post.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the bit of the post in a set of posts.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Crew at a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostCrew {
    /// No person may work the post.
    Nobody,
    /// The default crew works the post.
    Default {
        /// Rank of the default crew.
        rank: i8,
        /// True if the default crew is trained to military grade in the skill of the post.
        military: bool,
    },
    /// A named person works the post.
    Person {
        /// The person at the post.
        who: ActorId,
        /// Rank of the person; -1 means untrained.
        rank: i8,
        /// True if the person is trained to military grade in the skill of the post.
        military: bool,
    },
}

keyword_enum! {
    /// A rating of a ship.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Rating {
        /// Rating of thrust.
        VShift = "V-shift",
        /// Rating of beams.
        Beam = "Beam",
        /// Rating of torpedoes.
        Torpedo = "Torpedo",
        /// Rating of electronic warfare.
        Ew = "Electronic warfare",
    }

    /// Returns the name of the rating shown to players.
    pub const fn title(self) -> &'static str;
}

impl Rating {
    /// Returns the post whose crew limits or amplifies the rating.
    pub const fn post(self) -> Post {
        match self {
            Rating::VShift => Post::Pilot,
            Rating::Beam => Post::Beams,
            Rating::Torpedo => Post::Torpedoes,
            Rating::Ew => Post::Comm,
        }
    }
}

keyword_enum! {
    /// A weapon system, in the order of the phases.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum WeaponSystem {
        /// Weapon: electronic warfare.
        Ew = "ew",
        /// Weapon: beams.
        Beam = "beam",
        /// Weapon: torpedoes.
        Torpedo = "torpedo",
    }

    /// Returns the word on the command line.
    pub const fn word(self) -> &'static str;

    /// Returns the weapon for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

impl WeaponSystem {
    /// Returns the rating that the weapon uses.
    pub const fn rating(self) -> Rating {
        match self {
            WeaponSystem::Ew => Rating::Ew,
            WeaponSystem::Beam => Rating::Beam,
            WeaponSystem::Torpedo => Rating::Torpedo,
        }
    }
}

/// A ship at the start of the fight.
#[derive(Clone, Debug, PartialEq)]
pub struct ShipSheet {
    /// Name of the ship in the log.
    pub name: EcoString,
    /// Name of the ship shown to players.
    pub title: EcoString,
    /// Side of the ship at the start.
    pub side: Seat,
    /// Number of the ship's player on that side. A fighter has the number of its carrier.
    pub player: usize,
    /// Kind of the ship.
    pub kind: Name,
    /// Design of the ship.
    pub design: Name,
    /// Level of technology of the ship.
    pub tech: i32,
    /// Values of V-shift, Beam, Torpedo and Electronic warfare, in the order of [`Rating`].
    pub ratings: [i32; 4],
    /// Crew at each post, in the order of [`Post`].
    pub posts: [PostCrew; 7],
    /// Parent of a fighter.
    pub parent: Option<ActorId>,
    /// Ids of the people aboard.
    pub people: Vec<ActorId>,
    /// Band on which the ship begins, if the encounter sets it.
    pub starts: Option<Band>,
    /// True if the ship arrives through a slipknot.
    pub slipped: bool,
    /// True if a person of the encounter has the ship by a stunt, so that it is not lost for good unless that person agrees (R-S47).
    pub held: bool,
    /// True if the ship has made an overburn on its way to the fight.
    pub overburnt: bool,
    /// Statistics, for conditions of effects.
    pub stats: BTreeMap<Name, i32>,
    /// True if one person works all posts of the ship: the pilot of a fighter (R-S31).
    pub alone: bool,
    /// Consequence slots at the start.
    pub slots: Slots,
    /// Fate points of the ship itself.
    pub fate: i32,
    /// Shifts that consequences take off a hit, for each track.
    pub schedules: Vec<Schedule>,
    /// Post from which each track is repaired.
    pub menders: Vec<Post>,
    /// Permanent traits that the effects of the ship give it.
    pub traits: ShipTraits,
}

impl ShipSheet {
    /// Returns a rating of the ship.
    pub const fn rating(&self, rating: Rating) -> i32 {
        let [v_shift, beam, torpedo, ew] = self.ratings;
        match rating {
            Rating::VShift => v_shift,
            Rating::Beam => beam,
            Rating::Torpedo => torpedo,
            Rating::Ew => ew,
        }
    }

    /// Returns the crew at a post.
    pub fn hand(&self, post: Post) -> PostCrew {
        self.posts.get(usize::from(post.number())).copied().unwrap_or(PostCrew::Nobody)
    }
}

/// A named person aboard.
#[derive(Clone, Debug, PartialEq)]
pub struct CrewMember {
    /// Name of the person in the log.
    pub name: EcoString,
    /// Name of the person shown to players.
    pub title: EcoString,
    /// Ship that the person is aboard.
    pub ship: ActorId,
    /// Kind of the person.
    pub kind: Name,
    /// Design of the person.
    pub design: Name,
    /// Ranks of the person, by the skills of the roster; `None` means untrained.
    pub ranks: IdVec<SkillId, Option<i8>>,
    /// Skills trained to military grade.
    pub military: BTreeSet<Name>,
}

impl CrewMember {
    /// Returns the rank in a skill; `None` for untrained.
    pub fn rank(&self, skill: SkillId) -> Option<i32> {
        self.ranks.row(skill).copied().flatten().map(i32::from)
    }
}

/// A side of the fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceSide {
    /// Name of the side.
    pub name: EcoString,
    /// Ships of the side, in the order of the encounter. Fighters are listed with their parents instead.
    pub members: Vec<ActorId>,
    /// Sides whose attacks this side waits for. It may attack only after one of them has committed a hostile act (R-S46). If empty, the
    /// side may attack from the start.
    pub holds_fire: Vec<Seat>,
}

/// A maneuver that the author defines, in addition to the actions of the phases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthoredManeuver {
    /// Name of the maneuver.
    pub name: Name,
    /// Name of the maneuver shown to players.
    pub title: EcoString,
    /// Post from which the maneuver is made; `None` if the station has no post.
    pub post: Option<Post>,
    /// Difficulty; `None` if the target resists.
    pub difficulty: Option<i32>,
    /// Post with which the target resists; `None` if the difficulty is fixed.
    pub resisted: Option<Post>,
    /// Kind of target that the aspect is placed on.
    pub on: ManeuverOn,
    /// Text of the aspect.
    pub aspect: EcoString,
    /// Sides that may make the maneuver; empty for all.
    pub sides: Vec<Seat>,
    /// Phases at the start of which the maneuver may be made; empty for all.
    pub stages: Vec<SpacePhase>,
}

/// A skill or a rating that is rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceSkill {
    /// Name of the skill in logs.
    pub name: EcoString,
    /// Name of the skill shown to players.
    pub title: EcoString,
    /// Number that is rolled in place of a skill, if an effect replaces a skill with a plain number; `None` for real skills.
    pub number: Option<i32>,
}

/// Constant part of a fight: everything that does not change during it.
#[derive(Clone, Debug, PartialEq)]
pub struct SpaceRoster {
    /// Name of the encounter.
    pub name: Name,
    /// Name of the encounter shown to players.
    pub title: EcoString,
    /// The sides.
    pub sides: IdVec<Seat, SpaceSide>,
    /// Ships and fighters; a fighter comes after its parent.
    pub ships: IdVec<ActorId, ShipSheet>,
    /// Named people aboard. Their ids follow those of the ships.
    pub people: Vec<CrewMember>,
    /// The ratings by [`Rating`], then the skills of the posts, then other skills of people and in effects. Each name occurs once, because
    /// a log identifies a skill by its name.
    pub skills: IdVec<SkillId, SpaceSkill>,
    /// Skill of each post, by [`Post`]. Several posts may share one skill.
    pub post_skills: [SkillId; 7],
    /// Station of each post, by [`Post`]. Two posts of one station are one place to work (R-S2).
    pub stations: [Option<u8>; 7],
    /// Settings in force.
    pub settings: SpaceSettings,
    /// Effects that are looked up during the fight.
    pub lines: EffectTable,
    /// Tracks of the ships.
    pub tracks: TrackNames,
    /// Effects by which a roll may or must use another skill or rating, each with the number of the effect.
    pub uses: Vec<(u16, StandIn)>,
    /// Outcome tags of ships taken out, the default first.
    pub outcomes: Vec<EcoString>,
    /// Maneuvers that the author defines, in addition to the actions of the phases.
    pub maneuvers: Vec<AuthoredManeuver>,
    /// The `victory` conditions.
    pub victories: Vec<Victory>,
    /// Order of precedence for sides that would win at the same time, the first preferred. `None` is the draw.
    pub priority: Vec<Option<Seat>>,
    /// Number of turns after which the fight is a draw.
    pub limit: u32,
    /// Key of the encounter in which people fight out boardings, if there is one.
    pub boarding: Option<Name>,
}

impl SpaceRoster {
    /// Returns a free tag for all sides but one.
    pub(super) fn free_for_enemies(&self, own: Seat) -> FreeTag {
        let others = self.sides.keys().filter(|&side| side != own);
        FreeTag { sides: others.fold(0, |bits, side| bits | 1_u32.checked_shl(u32::from(side.0)).unwrap_or(0)), from: 0 }
    }

    /// Returns the skill of a post.
    pub fn post_skill(&self, post: Post) -> SkillId {
        self.post_skills.get(usize::from(post.number())).copied().unwrap_or(SkillId(u8::MAX))
    }

    /// Returns the first post with this skill.
    pub fn post_of(&self, skill: SkillId) -> Option<Post> {
        Post::ALL.into_iter().find(|&post| self.post_skill(post) == skill)
    }

    /// Returns the skill id of a rating.
    pub const fn rating_skill(rating: Rating) -> SkillId {
        SkillId(rating as u8)
    }

    /// Returns the rating with this skill id; `None` if the id belongs to a skill.
    pub fn rating_of(skill: SkillId) -> Option<Rating> {
        Rating::ALL.into_iter().find(|&rating| SpaceRoster::rating_skill(rating) == skill)
    }

    /// Returns the name of a post's skill.
    pub fn skill_named(&self, post: Post) -> &str {
        self.skills.row(self.post_skill(post)).map_or("", |skill| &skill.name)
    }

    /// Returns the number of the skill or rating with this name.
    pub fn skill_of(&self, name: &str) -> Option<SkillId> {
        self.skills.iter().find(|(_, skill)| skill.name == name).map(|(id, _)| id)
    }

    /// Returns the number of the track with this name.
    pub fn track_of(&self, name: &str) -> Option<u8> {
        self.tracks.find(name).map(|track| track.0)
    }

    /// Returns the post from which a track of a ship is repaired. It is Engineering, unless the rules, a station or the design of the ship
    /// name another post (R-S25).
    pub fn mending_post(&self, ship: ActorId, track: TrackId) -> Post {
        let posts = self.ships.row(ship).map_or(&[][..], |sheet| &sheet.menders);
        posts.get(usize::from(track.0)).copied().unwrap_or(Post::Engineering)
    }

    /// True if both posts are worked from one station.
    pub fn is_one_station(&self, a: Post, b: Post) -> bool {
        let station = |post: Post| self.stations.get(usize::from(post.number())).copied().flatten();
        a == b || (station(a).is_some() && station(a) == station(b))
    }

    /// Returns the id of the first person.
    pub fn first_person(&self) -> usize {
        self.ships.len()
    }

    /// Returns the person with this id.
    pub fn person(&self, id: ActorId) -> Option<&CrewMember> {
        self.people.get(usize::from(id.0).checked_sub(self.first_person())?)
    }

    /// Returns the name of a ship or a person in logs.
    pub fn name_of(&self, id: ActorId) -> &str {
        match (self.ships.row(id), self.person(id)) {
            (Some(ship), _) => &ship.name,
            (None, Some(person)) => &person.name,
            (None, None) => "",
        }
    }

    /// Returns the name of a ship or a person shown to players.
    pub fn title_of(&self, id: ActorId) -> &str {
        match (self.ships.row(id), self.person(id)) {
            (Some(ship), _) => &ship.title,
            (None, Some(person)) => &person.title,
            (None, None) => "",
        }
    }
}
