//! Names of the things of a raise-and-see conflict.

use crate::choice::{Choice, Verb};
use crate::conflict::EndReason;
use crate::event::TrackId;
use crate::ids::{ActorId, AspectId, BorderId, Seat, SkillId, ZoneId};
use crate::names::{NamedThingKind, Names};
use crate::stakes::StakesConflict;
use crate::stakes::fallout::{TRACKS, track_word};
use slip_dice::DiceKind;

impl Names for StakesConflict {
    fn actor(&self, id: ActorId) -> &str {
        self.roster.parties.row(id).map_or("", |sheet| &sheet.name)
    }

    fn side(&self, id: Seat) -> &str {
        self.roster.sides.row(id).map_or("", |side| &side.name)
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

    fn track(&self, id: TrackId) -> &str {
        track_word(id.0)
    }

    fn outcome_tag(&self, _: u8) -> &str {
        ""
    }

    fn thing_of(&self, who: ActorId, act: Verb, number: u16) -> Option<&str> {
        if act != Verb::BringIn {
            return None;
        }
        let thing = self.roster.parties.row(who)?.thing(u8::try_from(number).ok()?)?;
        Some(&thing.name)
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

    fn reason(&self, why: EndReason) -> String {
        match why {
            EndReason::LastStanding => "no one else is left in it".to_owned(),
            EndReason::NobodyLeft => "nobody is left".to_owned(),
            EndReason::Victory(_)
            | EndReason::AtOnce
            | EndReason::Limit
            | EndReason::Agreed
            | EndReason::TimeOut
            | EndReason::BrokeDown => "victory".to_owned(),
        }
    }

    fn all(&self, sort: NamedThingKind) -> Vec<&str> {
        let roster = &self.roster;
        match sort {
            NamedThingKind::Actor => roster.parties.values().map(|sheet| sheet.name.as_str()).collect(),
            NamedThingKind::Side => roster.sides.values().map(|side| side.name.as_str()).collect(),
            NamedThingKind::Track => (0..u8::try_from(TRACKS).unwrap_or(0)).map(track_word).collect(),
            NamedThingKind::Skill
            | NamedThingKind::Zone
            | NamedThingKind::Outcome
            | NamedThingKind::Border
            | NamedThingKind::Post
            | NamedThingKind::Line => Vec::new(),
        }
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
