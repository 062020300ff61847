//! Names of the things of a space fight.

use crate::choice::{Choice, Verb};
use crate::conflict::EndReason;
use crate::event::TrackId;
use crate::ids::{ActorId, AspectId, BorderId, Seat, SkillId, ZoneId};
use crate::names::{self, NamedThingKind, Names};
use crate::space::Space;
use crate::space::roster::Post;
use crate::space::state::Band;
use slip_dice::DiceKind;

/// Names of the bands by zone number. The first and the last are off the map.
const BANDS: [&str; 11] = ["off-", "-4", "-3", "-2", "-1", "0", "1", "2", "3", "4", "off+"];

impl Band {
    /// Returns the number that stands for the band in logs, where bands are zones. All bands past the edge of the map have the same number.
    pub fn zone(self) -> ZoneId {
        ZoneId(u8::try_from(self.0.clamp(-Band::EDGE - 1, Band::EDGE + 1) + Band::EDGE + 1).unwrap_or(0))
    }

    /// Returns the band that a zone id in the log means.
    pub fn of_zone(zone: ZoneId) -> Band {
        let number = i8::try_from(zone.0).unwrap_or(i8::MAX);
        Band(number.saturating_sub(Band::EDGE + 1).clamp(-Band::EDGE - 1, Band::EDGE + 1))
    }
}

impl Names for Space {
    fn actor(&self, id: ActorId) -> &str {
        self.roster.name_of(id)
    }

    fn side(&self, id: Seat) -> &str {
        self.roster.sides.row(id).map_or("", |side| &side.name)
    }

    fn skill(&self, id: SkillId) -> &str {
        self.roster.skills.row(id).map_or("", |skill| &skill.name)
    }

    fn zone(&self, id: ZoneId) -> &str {
        BANDS.get(usize::from(id.0)).copied().unwrap_or("")
    }

    fn border(&self, _: BorderId) -> &str {
        ""
    }

    fn aspect(&self, id: AspectId) -> &str {
        self.state.aspects.row(id).map_or("", |aspect| &aspect.text)
    }

    fn track(&self, id: TrackId) -> &str {
        self.roster.tracks.name(id)
    }

    fn outcome_tag(&self, number: u8) -> &str {
        self.roster.outcomes.get(usize::from(number)).map_or("", |word| word.as_str())
    }

    fn thing_of(&self, _: ActorId, act: Verb, number: u16) -> Option<&str> {
        self.maneuver(number).filter(|_| act == Verb::Maneuver).map(|maneuver| maneuver.name.as_str())
    }

    fn weapon(&self, _: ActorId, _: Choice) -> Option<(&str, &str)> {
        None
    }

    fn line(&self, number: u16) -> &str {
        self.roster.lines.get(number).map_or("", |line| &line.title)
    }

    fn sentence(&self, number: u16) -> &str {
        self.roster.lines.get(number).map_or("", |line| &line.text)
    }

    fn outcome_note(&self) -> &'static str {
        "drives_dead"
    }

    fn reason(&self, why: EndReason) -> String {
        names::reason(why, &self.roster.victories, (self.roster.limit, "turns"))
    }

    fn all(&self, sort: NamedThingKind) -> Vec<&str> {
        let roster = &self.roster;
        match sort {
            NamedThingKind::Actor => {
                let ships = roster.ships.values().map(|sheet| sheet.name.as_str());
                ships.chain(roster.people.iter().map(|person| person.name.as_str())).collect()
            }
            NamedThingKind::Side => roster.sides.values().map(|side| side.name.as_str()).collect(),
            NamedThingKind::Skill => roster.skills.values().map(|skill| skill.name.as_str()).collect(),
            NamedThingKind::Zone => BANDS.to_vec(),
            NamedThingKind::Track => roster.tracks.iter().map(|name| name.as_str()).collect(),
            NamedThingKind::Outcome => roster.outcomes.iter().map(|word| word.as_str()).collect(),
            NamedThingKind::Border => Vec::new(),
            NamedThingKind::Post => Post::ALL.into_iter().map(Post::word).collect(),
            NamedThingKind::Line => roster.lines.iter().map(|(_, line)| line.title.as_str()).collect(),
        }
    }

    fn weapons(&self, _: ActorId) -> Vec<String> {
        Vec::new()
    }

    fn manners(&self, _: ActorId, _: Option<u8>) -> Vec<String> {
        Vec::new()
    }

    fn dice(&self) -> DiceKind {
        self.roster.settings.dice
    }
}
