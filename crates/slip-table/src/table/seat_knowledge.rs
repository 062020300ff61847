//! Decides which parts of a game a viewer may see: a seat sees all of its own side, and of other sides what the game has shown.
//!
//! Two things can be hidden. Under `closed_sheets yes` a skill of an enemy is hidden until the enemy rolls it (R-XTS5). In a battle of
//! platoons an enemy unit is hidden while it is neither spotted nor in sight. Everything else is open (R-VD2, R-YD6).

use slip_play::event::Event;
use slip_play::fight::{Fight, FightRef, Playable};
use slip_play::ids::{ActorId, Seat, TableKey};
use slip_play::names::NamedThingKind;
use slip_play::personal::Personal;
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::zones::UnitLocation;
use std::sync::Arc;

/// Person who looks at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Viewer {
    /// The referee, or all players around one screen: sees the whole game.
    Referee,
    /// The player of a side.
    Seat(Seat),
    /// An onlooker. This person may sit beside any player, and therefore sees only things that all sides may see.
    Spectator,
}

impl Viewer {
    /// True if the viewer may see an actor: its token, its place and its sheet.
    pub fn sees<F: Playable>(self, fight: &F, who: ActorId) -> bool {
        let FightRef::Platoon(battle) = fight.seen() else { return true };
        match self {
            Viewer::Referee => true,
            Viewer::Seat(seat) => is_known_to(battle, who, seat),
            Viewer::Spectator => battle.roster.sides.keys().all(|seat| is_known_to(battle, who, seat)),
        }
    }

    /// Returns the actors that the viewer may not see.
    pub fn unseen<F: Playable>(self, fight: &F) -> Vec<ActorId> {
        (0..fight.count(NamedThingKind::Actor)).map(ActorId::of).filter(|&who| !self.sees(fight, who)).collect()
    }

    /// Returns the fight for boards and sheets: actors that the viewer may not see have no place, and closed skills have no rank.
    pub fn shown_fight(self, fight: &Fight) -> Fight {
        match fight {
            Fight::Personal(people) if self.has_closed_sheets(people) => Fight::Personal(self.without_closed_skills(people)),
            Fight::Platoon(battle) => Fight::Platoon(self.without_unseen_units(battle)),
            _ => fight.clone(),
        }
    }

    /// Returns the fight from which the odds for a viewer are computed. Skill ranks that the viewer may not see count as the highest rank
    /// in the fight, as they do for doctrines.
    pub fn reckoned_fight(self, fight: &Fight) -> Fight {
        match (fight, self) {
            (Fight::Personal(people), Viewer::Seat(seat)) if self.has_closed_sheets(people) => {
                Fight::Personal(Personal { roster: people.known_sheets(seat), state: people.state.clone() })
            }
            _ => fight.clone(),
        }
    }

    /// True if an actor has skills that the viewer may not see.
    pub fn is_closed_to<F: Playable>(self, fight: &F, who: ActorId) -> bool {
        let FightRef::Personal(people) = fight.seen() else { return false };
        self.has_closed_sheets(people) && !closed_skills(people, who, self).is_empty()
    }

    /// True if the transcript for the viewer leaves out an event, because only an unseen actor takes part in it. `after` is the fight
    /// after the event.
    pub fn misses<F: Playable>(self, before: &F, after: &F, event: &Event) -> bool {
        let is_hidden = |who: &ActorId| !self.sees(before, *who) && !self.sees(after, *who);
        match event {
            Event::Group { who, lead, .. } => who.iter().chain(lead).any(is_hidden),
            _ => event.concerns().as_ref().is_some_and(is_hidden),
        }
    }

    fn has_closed_sheets(self, people: &Personal) -> bool {
        people.roster.settings.closed_sheets && self != Viewer::Referee
    }

    fn without_closed_skills(self, people: &Personal) -> Personal {
        let mut roster = (*people.roster).clone();
        let everybody: Vec<ActorId> = people.roster.actors.keys().collect();
        for who in everybody {
            let closed = closed_skills(people, who, self);
            let Some(sheet) = roster.actors.row_mut(who) else { continue };
            for skill in closed {
                if let Some(rank) = sheet.ranks.row_mut(skill) {
                    *rank = None;
                }
            }
        }
        Personal { roster: Arc::new(roster), state: people.state.clone() }
    }

    fn without_unseen_units(self, battle: &PlatoonFight) -> PlatoonFight {
        let mut shown = battle.clone();
        for who in self.unseen(battle) {
            if let Some(unit) = shown.state.units.row_mut(who) {
                unit.place = UnitLocation::Nowhere;
            }
        }
        shown
    }
}

/// Returns the skills of an actor that a viewer may not see, if sheets are closed. The ranks of mooks are open, because they equal the
/// number of unmarked boxes.
fn closed_skills(people: &Personal, who: ActorId, viewer: Viewer) -> Vec<slip_play::ids::SkillId> {
    let Some(sheet) = people.roster.actors.row(who).filter(|sheet| !sheet.mooks) else { return Vec::new() };
    if viewer == Viewer::Seat(sheet.side) {
        return Vec::new();
    }
    let shown = people.state.shown.row(who).copied().unwrap_or_default();
    let can_be_closed = |skill| people.roster.skills.row(skill).is_some_and(|row| !row.fixed);
    let has_rank = |skill| sheet.ranks.row(skill).is_some_and(Option::is_some);
    people.roster.skills.keys().filter(|&skill| has_rank(skill) && can_be_closed(skill) && !shown.has(skill)).collect()
}

/// True if a side knows of a unit. A side knows its own units, units that are spotted, out of the fight or in its sight, and aircraft in
/// the air. Every side knows all platoons.
fn is_known_to(battle: &PlatoonFight, who: ActorId, seat: Seat) -> bool {
    let Some(unit) = battle.state.unit(who) else { return true };
    let is_own = |id: ActorId| battle.side(id) == seat;
    is_own(who)
        || !unit.is_active()
        || unit.spotted > 0
        || battle.is_aloft(who)
        || battle.state.units.keys().any(|eye| is_own(eye) && battle.sees(eye, who))
}

/// Returns a text without the lines that name an actor whom the viewer may not see. A title that a visible actor also has is not removed.
pub fn without_unseen<F: Playable>(fight: &F, viewer: Viewer, text: &str) -> String {
    let unseen = viewer.unseen(fight);
    if unseen.is_empty() {
        return text.to_owned();
    }
    let everybody = (0..fight.count(NamedThingKind::Actor)).map(ActorId::of);
    let visible: Vec<&str> = everybody.filter(|who| !unseen.contains(who)).map(|who| fight.title_of(who)).collect();
    let titles: Vec<&str> = unseen.iter().map(|&who| fight.title_of(who)).filter(|title| !visible.contains(title)).collect();
    let is_open = |line: &&str| !titles.iter().any(|title| mentions(line, title));
    text.lines().filter(is_open).fold(String::new(), |out, line| out + line + "\n")
}

/// True if a line contains a title as whole words. `Rifles #2` does not contain `Rifles`, because it is another unit.
fn mentions(line: &str, title: &str) -> bool {
    let is_whole = |(place, _): (usize, &str)| {
        let before = line.get(..place).and_then(|text| text.chars().next_back());
        let after = line.get(place + title.len()..).unwrap_or_default();
        let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        !is_letter(before) && !is_letter(after.chars().next()) && !after.starts_with(" #")
    };
    !title.is_empty() && line.match_indices(title).any(is_whole)
}

#[cfg(test)]
mod tests {
    use super::mentions;

    #[test]
    fn a_line_mentions_a_unit_by_its_whole_title() {
        assert!(mentions("Rifles moves to the ford.", "Rifles"));
        assert!(mentions("  R2 Rifles #2  at the ford", "Rifles #2"));
        assert!(!mentions("Rifles #2 moves to the ford.", "Rifles"));
        assert!(!mentions("Riflesmen move to the ford.", "Rifles"));
        assert!(!mentions("The ford is empty.", "Rifles"));
        assert!(!mentions("The ford is empty.", ""));
    }
}
