//! Words for ids, as logs print them. Floor 4.

use crate::play::choice::{Choice, Verb};
use crate::play::conflict::Why;
use crate::play::event::TrackId;
use crate::play::ids::{ActorId, AspectId, BorderId, Id, Seat, SkillId, ZoneId};

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
    /// Why it ended.
    fn reason(&self, why: Why) -> String;
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
