//! Names of actors, zones, skills and other things of a conflict. Logs print these names in place of numeric ids.

use crate::choice::{Choice, Verb};
use crate::conflict::EndReason;
use crate::event::TrackId;
use crate::ids::{ActorId, AspectId, BorderId, Id, Seat, SkillId, ZoneId};
use slip_dice::DiceKind;
use slip_keyword::keyword_enum;
use slip_pack::encounter::Victory;

keyword_enum! {
    /// Kinds of things that logs name or number.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NamedThingKind {
        /// Kind of thing: an actor.
        Actor = "an actor",
        /// Kind of thing: a side.
        Side = "a side",
        /// Kind of thing: a skill.
        Skill = "a skill",
        /// Kind of thing: a zone.
        Zone = "a zone",
        /// Kind of thing: a stress track.
        Track = "a track",
        /// Kind of thing: an outcome tag.
        Outcome = "an outcome",
        /// Kind of thing: a border. Several may have the same title.
        Border = "a border",
        /// Kind of thing: an effect. Several may have the same title.
        Line = "an effect",
        /// Kind of thing: a post aboard a ship.
        Post = "a post",
    }

    /// Returns the kind with its article, for messages.
    pub const fn word(self) -> &'static str;
}

impl NamedThingKind {
    /// True if logs write a number after the name, because several things of this kind may have the same name.
    pub const fn is_numbered(self) -> bool {
        matches!(self, NamedThingKind::Border | NamedThingKind::Line)
    }
}

/// Names that a conflict gives its things. These are the names in files (`port_marshal#2`), not the titles shown to players.
pub trait Names {
    /// Returns the name of an actor.
    fn actor(&self, id: ActorId) -> &str;
    /// Returns the name of a side.
    fn side(&self, id: Seat) -> &str;
    /// Returns the name of a skill.
    fn skill(&self, id: SkillId) -> &str;
    /// Returns the name of a zone.
    fn zone(&self, id: ZoneId) -> &str;
    /// Returns the title of a border.
    fn border(&self, id: BorderId) -> &str;
    /// Returns the text of an aspect.
    fn aspect(&self, id: AspectId) -> &str;
    /// Returns the name of a track.
    fn track(&self, id: TrackId) -> &str;
    /// Returns the name of an outcome tag.
    fn outcome_tag(&self, number: u8) -> &str;
    /// Returns the name of the object of an action: the task being worked at, otherwise the weapon with this number.
    fn thing_of(&self, who: ActorId, act: Verb, number: u16) -> Option<&str>;
    /// Returns the name of the weapon that a choice names, if any. The mode or manner is added unless it is the usual one.
    fn weapon(&self, who: ActorId, using: Choice) -> Option<(&str, &str)>;
    /// Returns the title of an effect that an actor may choose to use.
    fn line(&self, number: u16) -> &str;
    /// Returns the sentence that describes an effect.
    fn sentence(&self, number: u16) -> &str;
    /// Returns the word for field `n` of an outcome with the value 1: the defeated actor does not come back, or the ship's drives are dead.
    fn outcome_note(&self) -> &'static str {
        "for_good"
    }
    /// Returns the reason for which the conflict ended.
    fn reason(&self, why: EndReason) -> String;
    /// Returns the names of all things of a kind, by number.
    fn all(&self, sort: NamedThingKind) -> Vec<&str>;
    /// Returns the number of things of a kind.
    fn count(&self, sort: NamedThingKind) -> usize {
        self.all(sort).len()
    }
    /// Returns the number of the thing with this name, among the things of its kind.
    fn find(&self, sort: NamedThingKind, name: &str) -> Option<usize> {
        self.all(sort).into_iter().position(|known| known == name)
    }
    /// Returns the names of an actor's weapons, by number; each name is unique: `pistol`, `pistol#2`.
    fn weapons(&self, who: ActorId) -> Vec<String>;
    /// Returns the names of the ways to use a weapon now, by number; each name is unique. `None` as the weapon means the bare hand. The
    /// usual way may have an empty name.
    fn manners(&self, who: ActorId, weapon: Option<u8>) -> Vec<String>;
    /// Returns the kind of dice that the rolls of the conflict use.
    fn dice(&self) -> DiceKind;
    /// Returns the name of anything that has an id.
    fn thing(&self, id: Id) -> Option<&str> {
        match id {
            Id::Actor(actor) => Some(self.actor(actor)),
            Id::Zone(zone) => Some(self.zone(zone)),
            Id::Scene => Some("scene"),
            Id::None => None,
        }
    }
}

/// Returns the names that occur more than once within one kind, for kinds that logs identify by name alone. If there are any, a log of the
/// encounter cannot be replayed.
pub fn doubled(names: &dyn Names) -> Vec<(NamedThingKind, &str)> {
    let of_sort = |sort: NamedThingKind| {
        let all = names.all(sort);
        let twice = |at: usize, name: &str| all.get(..at).is_some_and(|before| before.contains(&name));
        let doubled: Vec<(NamedThingKind, &str)> =
            all.iter().enumerate().filter(|(at, name)| twice(*at, name)).map(|(_, name)| (sort, *name)).collect();
        doubled
    };
    NamedThingKind::ALL.into_iter().filter(|sort| !sort.is_numbered()).flat_map(of_sort).collect()
}

/// Returns the reason why the conflict ended, as text. The last argument is the limit and the word for its unit: 12 and `rounds`.
pub(crate) fn reason(why: EndReason, victories: &[Victory], (limit, rounds): (u32, &str)) -> String {
    match why {
        EndReason::Victory(number) => victories.get(usize::from(number)).map_or("victory", |victory| &victory.text).to_owned(),
        EndReason::AtOnce => "several sides win at the same time".to_owned(),
        EndReason::LastStanding => "last side standing".to_owned(),
        EndReason::NobodyLeft => "nobody is left".to_owned(),
        EndReason::Limit => format!("limit of {limit} {rounds}"),
        EndReason::Agreed => "all sides agree to stop".to_owned(),
        EndReason::TimeOut => "the time is up".to_owned(),
        EndReason::BrokeDown => "it has turned violent".to_owned(),
    }
}

/// Names for a log whose first line has not been read yet: every name is empty.
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

    fn reason(&self, _: EndReason) -> String {
        String::new()
    }

    fn all(&self, _: NamedThingKind) -> Vec<&str> {
        Vec::new()
    }

    fn weapons(&self, _: ActorId) -> Vec<String> {
        Vec::new()
    }

    fn manners(&self, _: ActorId, _: Option<u8>) -> Vec<String> {
        Vec::new()
    }

    fn dice(&self) -> DiceKind {
        DiceKind::Fudge
    }
}
