//! Words for ids, as logs print them.

use crate::choice::{Choice, Verb};
use crate::conflict::Why;
use crate::event::TrackId;
use crate::ids::{ActorId, AspectId, BorderId, Id, Seat, SkillId, ZoneId};
use slip_dice::Kind;
use slip_pack::encounter::Victory;

/// Kinds of things that logs name or number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Somebody.
    Actor,
    /// A side.
    Side,
    /// A skill.
    Skill,
    /// A zone.
    Zone,
    /// A stress track.
    Track,
    /// An outcome tag.
    Outcome,
    /// A border; several may have the same title.
    Border,
    /// A line of effects; several may have the same title.
    Line,
    /// A post aboard a ship.
    Post,
}

impl Sort {
    /// All, in order.
    pub const ALL: [Sort; Sort::Post as usize + 1] =
        [Sort::Actor, Sort::Side, Sort::Skill, Sort::Zone, Sort::Track, Sort::Outcome, Sort::Border, Sort::Line, Sort::Post];

    /// True if logs write a number behind the name, so that several may have the same.
    pub const fn is_numbered(self) -> bool {
        matches!(self, Sort::Border | Sort::Line)
    }

    /// One of them, for messages.
    pub const fn word(self) -> &'static str {
        match self {
            Sort::Actor => "somebody",
            Sort::Side => "a side",
            Sort::Skill => "a skill",
            Sort::Zone => "a zone",
            Sort::Track => "a track",
            Sort::Outcome => "an outcome",
            Sort::Border => "a border",
            Sort::Line => "a line",
            Sort::Post => "a post",
        }
    }
}

/// What a conflict calls its things. Names are those of files (`port_marshal#2`), not those shown to people.
pub trait Names {
    /// An actor's name.
    fn actor(&self, id: ActorId) -> &str;
    /// A side's name.
    fn side(&self, id: Seat) -> &str;
    /// A skill's name.
    fn skill(&self, id: SkillId) -> &str;
    /// A zone's name.
    fn zone(&self, id: ZoneId) -> &str;
    /// A border's title.
    fn border(&self, id: BorderId) -> &str;
    /// An aspect's words.
    fn aspect(&self, id: AspectId) -> &str;
    /// A track's name.
    fn track(&self, id: TrackId) -> &str;
    /// An outcome tag.
    fn outcome_tag(&self, number: u8) -> &str;
    /// The thing of an act: the task that is worked at, else the weapon of this number.
    fn thing_of(&self, who: ActorId, act: Verb, number: u16) -> Option<&str>;
    /// The weapon of a choice, if it names one, and its mode or manner where that is not the plain one.
    fn weapon(&self, who: ActorId, using: Choice) -> Option<(&str, &str)>;
    /// What a line that somebody may use is called.
    fn line(&self, number: u16) -> &str;
    /// The sentence of a line.
    fn sentence(&self, number: u16) -> &str;
    /// What `n` of an outcome says when it is 1: that the beaten does not come back, or that her drives are dead.
    fn outcome_note(&self) -> &'static str {
        "for_good"
    }
    /// Why it ended.
    fn reason(&self, why: Why) -> String;
    /// The names of all things of a sort, by number.
    fn all(&self, sort: Sort) -> Vec<&str>;
    /// How many there are.
    fn count(&self, sort: Sort) -> usize {
        self.all(sort).len()
    }
    /// The number of a name.
    fn find(&self, sort: Sort, name: &str) -> Option<usize> {
        self.all(sort).into_iter().position(|known| known == name)
    }
    /// What somebody's weapons are called, by number and each otherwise: `pistol`, `pistol#2`.
    fn weapons(&self, who: ActorId) -> Vec<String>;
    /// What the ways of using a weapon (none: the bare hand) are called as things stand, by number and each otherwise; the
    /// plain one may have no name.
    fn manners(&self, who: ActorId, weapon: Option<u8>) -> Vec<String>;
    /// The dice of a check.
    fn dice(&self) -> Kind;
    /// Anything.
    fn thing(&self, id: Id) -> Option<&str> {
        match id {
            Id::Actor(actor) => Some(self.actor(actor)),
            Id::Zone(zone) => Some(self.zone(zone)),
            Id::Scene => Some("scene"),
            Id::None => None,
        }
    }
}

/// Names that two things of one sort have, of the sorts that logs know by their names alone. There are none in a fight that can
/// be read again.
pub fn doubled(names: &dyn Names) -> Vec<(Sort, &str)> {
    let of_sort = |sort: Sort| {
        let all = names.all(sort);
        let twice = |at: usize, name: &str| all.get(..at).is_some_and(|before| before.contains(&name));
        let doubled: Vec<(Sort, &str)> =
            all.iter().enumerate().filter(|(at, name)| twice(*at, name)).map(|(_, name)| (sort, *name)).collect();
        doubled
    };
    Sort::ALL.into_iter().filter(|sort| !sort.is_numbered()).flat_map(of_sort).collect()
}

/// Why a fight ended; the limit with what is counted by it.
pub(crate) fn reason(why: Why, victories: &[Victory], (limit, rounds): (u32, &str)) -> String {
    match why {
        Why::Victory(number) => victories.get(usize::from(number)).map_or("victory", |victory| &victory.text).to_owned(),
        Why::AtOnce => "several at once".to_owned(),
        Why::LastStanding => "last side standing".to_owned(),
        Why::NobodyLeft => "nobody is left".to_owned(),
        Why::Limit => format!("limit of {limit} {rounds}"),
        Why::Agreed => "all sides agree to stop".to_owned(),
        Why::TimeOut => "the time is up".to_owned(),
        Why::BrokeDown => "it has turned violent".to_owned(),
    }
}

/// Where nothing has a name yet: the first line of a log.
pub struct Nameless;

impl Names for Nameless {
    fn actor(&self, _: ActorId) -> &str {
        ""
    }

    fn side(&self, _: Seat) -> &str {
        ""
    }

    fn skill(&self, _: SkillId) -> &str {
        ""
    }

    fn zone(&self, _: ZoneId) -> &str {
        ""
    }

    fn border(&self, _: BorderId) -> &str {
        ""
    }

    fn aspect(&self, _: AspectId) -> &str {
        ""
    }

    fn track(&self, _: TrackId) -> &str {
        ""
    }

    fn outcome_tag(&self, _: u8) -> &str {
        ""
    }

    fn thing_of(&self, _: ActorId, _: Verb, _: u16) -> Option<&str> {
        None
    }

    fn weapon(&self, _: ActorId, _: Choice) -> Option<(&str, &str)> {
        None
    }

    fn line(&self, _: u16) -> &str {
        ""
    }

    fn sentence(&self, _: u16) -> &str {
        ""
    }

    fn reason(&self, _: Why) -> String {
        String::new()
    }

    fn all(&self, _: Sort) -> Vec<&str> {
        Vec::new()
    }

    fn weapons(&self, _: ActorId) -> Vec<String> {
        Vec::new()
    }

    fn manners(&self, _: ActorId, _: Option<u8>) -> Vec<String> {
        Vec::new()
    }

    fn dice(&self) -> Kind {
        Kind::Fudge
    }
}
