//! What a fight calls its things. Floor 5.

use crate::play::choice::{Choice, Verb};
use crate::play::conflict::Why;
use crate::play::event::TrackId;
use crate::play::ids::{ActorId, AspectId, BorderId, Seat, SkillId, ZoneId};
use crate::play::names::Names;
use crate::play::personal::Personal;
use crate::play::personal::state::HEALTH;

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
        let names = &self.roster.settings.names;
        if id == HEALTH { &names.health } else { &names.composure }
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

    fn reason(&self, why: Why) -> String {
        match why {
            Why::Victory(number) => match self.roster.victories.get(usize::from(number)) {
                Some(victory) => victory.text.clone(),
                None => "victory".to_owned(),
            },
            Why::AtOnce => "several at once".to_owned(),
            Why::LastStanding => "last side standing".to_owned(),
            Why::NobodyLeft => "nobody is left".to_owned(),
            Why::Limit => format!("limit of {} rounds", self.roster.limit),
        }
    }
}
