//! Names of the things in a fight, for display and input.

use crate::choice::{Choice, Verb};
use crate::conflict::EndReason;
use crate::event::TrackId;
use crate::ids::{ActorId, AspectId, BorderId, Seat, SkillId, ZoneId};
use crate::names::{self, NamedThingKind, Names};
use crate::personal::Personal;
use ecow::EcoString;
use slip_dice::DiceKind;

impl Names for Personal {
    fn actor(&self, id: ActorId) -> &str {
        &self.roster.actors[id].name
    }

    fn side(&self, id: Seat) -> &str {
        self.roster.sides.row(id).map_or("", |side| &side.name)
    }

    fn skill(&self, id: SkillId) -> &str {
        self.roster.skills.row(id).map_or("", |skill| &skill.name)
    }

    fn zone(&self, id: ZoneId) -> &str {
        self.roster.map.zones.row(id).map_or("", |zone| &zone.name)
    }

    fn border(&self, id: BorderId) -> &str {
        self.roster.map.borders.row(id).map_or("", |border| &border.title)
    }

    fn aspect(&self, id: AspectId) -> &str {
        self.state.aspects.row(id).map_or("", |aspect| &aspect.text)
    }

    fn line(&self, number: u16) -> &str {
        self.roster.lines.get(number).map_or("", |line| &line.title)
    }

    fn sentence(&self, number: u16) -> &str {
        self.roster.lines.get(number).map_or("", |line| &line.text)
    }

    fn track(&self, id: TrackId) -> &str {
        self.roster.tracks.name(id)
    }

    fn thing_of(&self, who: ActorId, act: Verb, number: u16) -> Option<&str> {
        match act {
            Verb::Task => self.roster.tasks.get(usize::from(number)).map(|task| task.name.as_str()),
            _ => self.roster.actors[who].weapons.get(usize::from(number)).map(|weapon| weapon.name.as_str()),
        }
    }

    fn outcome_tag(&self, number: u8) -> &str {
        self.roster.outcomes.get(usize::from(number)).map_or("", |word| word.as_str())
    }

    fn weapon(&self, who: ActorId, using: Choice) -> Option<(&str, &str)> {
        let number = using.weapon()?;
        let weapon = self.roster.actors[who].weapons.get(usize::from(number))?;
        let mode = self.state.actors[who].modes.get(usize::from(number)).copied().unwrap_or(0);
        let mode = weapon.modes.get(usize::from(mode))?;
        let manner = mode.manners.get(usize::from(using.how >> 1))?;
        let word = if manner.word.is_empty() { &mode.name } else { &manner.word };
        Some((&weapon.name, word))
    }

    fn all(&self, sort: NamedThingKind) -> Vec<&str> {
        let roster = &self.roster;
        match sort {
            NamedThingKind::Actor => roster.actors.values().map(|sheet| sheet.name.as_str()).collect(),
            NamedThingKind::Side => roster.sides.values().map(|side| side.name.as_str()).collect(),
            NamedThingKind::Skill => roster.skills.values().map(|skill| skill.name.as_str()).collect(),
            NamedThingKind::Zone => roster.map.zones.values().map(|zone| zone.name.as_str()).collect(),
            NamedThingKind::Track => roster.tracks.iter().map(|name| name.as_str()).collect(),
            NamedThingKind::Outcome => roster.outcomes.iter().map(|word| word.as_str()).collect(),
            NamedThingKind::Border => roster.map.borders.values().map(|border| border.title.as_str()).collect(),
            NamedThingKind::Line => roster.lines.iter().map(|(_, line)| line.title.as_str()).collect(),
            NamedThingKind::Post => Vec::new(),
        }
    }

    fn weapons(&self, who: ActorId) -> Vec<String> {
        let sheet = self.roster.actors.row(who);
        told_apart(sheet.iter().flat_map(|sheet| &sheet.weapons).map(|weapon| weapon.name.as_str()))
    }

    fn manners(&self, who: ActorId, weapon: Option<u8>) -> Vec<String> {
        let Some(sheet) = self.roster.actors.row(who) else { return Vec::new() };
        let Some(number) = weapon.map(usize::from) else {
            return told_apart([&sheet.bare].into_iter().chain(&sheet.bare_more).map(|manner| manner.word.as_str()));
        };
        let mode = self.state.actors.row(who).and_then(|actor| actor.modes.get(number)).copied().unwrap_or(0);
        let mode = sheet.weapons.get(number).and_then(|weapon| weapon.modes.get(usize::from(mode)));
        let word = |mode: &'_ super::roster::WeaponMode, word: &str| if word.is_empty() { mode.name.clone() } else { word.into() };
        let words: Vec<EcoString> = mode.iter().flat_map(|mode| mode.manners.iter().map(|manner| word(mode, &manner.word))).collect();
        told_apart(words.iter().map(EcoString::as_str))
    }

    fn dice(&self) -> DiceKind {
        self.roster.settings.dice
    }

    fn reason(&self, why: EndReason) -> String {
        names::reason(why, &self.roster.victories, (self.roster.limit, "rounds"))
    }
}

/// Returns the words made different from each other: repeated words get a number.
fn told_apart<'a>(words: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for word in words {
        let mut one = word.to_owned();
        let mut number = 2;
        while told.contains(&one) {
            one = format!("{word}#{number}");
            number += 1;
        }
        told.push(one);
    }
    told
}
