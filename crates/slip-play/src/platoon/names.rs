//! Names of the things of a platoon fight.

use crate::choice::{Choice, Verb};
use crate::conflict::EndReason;
use crate::event::TrackId;
use crate::ids::{ActorId, AspectId, BorderId, Seat, SkillId, ZoneId};
use crate::names::{self, NamedThingKind, Names};
use crate::platoon::PlatoonFight;
use slip_dice::DiceKind;

/// Name of the track that every unit has.
pub(super) const MORALE: &str = "morale";

impl Names for PlatoonFight {
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
        self.roster.ground.zones.row(id).map_or("", |zone| &zone.name)
    }

    fn border(&self, id: BorderId) -> &str {
        self.roster.ground.borders.row(id).map_or("", |border| &border.title)
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

    fn thing_of(&self, _: ActorId, _: Verb, _: u16) -> Option<&str> {
        None
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

    fn reason(&self, why: EndReason) -> String {
        names::reason(why, &self.roster.victories, (self.roster.limit, "turns"))
    }

    fn all(&self, sort: NamedThingKind) -> Vec<&str> {
        let roster = &self.roster;
        match sort {
            NamedThingKind::Actor => {
                let units = roster.units.values().map(|sheet| sheet.name.as_str());
                units.chain(roster.platoons.values().map(|platoon| platoon.name.as_str())).collect()
            }
            NamedThingKind::Side => roster.sides.values().map(|side| side.name.as_str()).collect(),
            NamedThingKind::Skill => roster.skills.values().map(|skill| skill.name.as_str()).collect(),
            NamedThingKind::Zone => roster.ground.zones.values().map(|zone| zone.name.as_str()).collect(),
            NamedThingKind::Track => roster.tracks.iter().map(|name| name.as_str()).collect(),
            NamedThingKind::Outcome => roster.outcomes.iter().map(|word| word.as_str()).collect(),
            NamedThingKind::Border => roster.ground.borders.values().map(|border| border.title.as_str()).collect(),
            NamedThingKind::Post => Vec::new(),
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
