//! Facts that a player declares in words: `fact "The valves are rusted"` at any question (R-P44).
//!
//! The players talk about the fact, and it changes nothing in the fight. It is therefore recorded as a ruling that takes the fate point. If
//! the referee modifies the fact, another ruling returns the point. With `declarations yes`, facts are answers to questions instead,
//! because they may become aspects.

use super::{Session, SessionError};
use slip_play::event::Event;
use slip_play::fight::{Fight, Playable};
use slip_play::ids::{ActorId, TableKey};
use slip_play::names::Names;
use slip_play::question::Ask;
use slip_table::table::{self, Marks};

/// Form of a declared fact.
const FORM: &str =
    "write the fact in quotation marks: `fact \"The valves are rusted\"`, or `fact \"…\" by NAME` for another actor of your side";

impl Session {
    /// Records a declared fact, and takes the fate point that it costs. Returns a sentence that confirms the fact.
    ///
    /// # Errors
    ///
    /// A sentence for the player if the rules allow no facts, the words are incomplete, or the actor cannot pay.
    pub(super) fn declare_fact(&mut self, ask: &Ask, line: &str) -> Result<String, String> {
        if !self.fight.allows_facts() {
            return Err("no facts are declared in this game: its rules say `declarations no`".to_owned());
        }
        let marks = Marks::of(&self.start);
        let rest = line.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim());
        let DeclaredWords { fact, by, to } = parse(rest).ok_or(FORM)?;
        let by = match by {
            Some(name) => table::called(&self.fight, &marks, name)?,
            None => ask.me.actor().ok_or_else(|| format!("name the actor that pays: `fact \"{fact}\" by NAME`"))?,
        };
        if self.fight.side_of(by) != ask.seat {
            return Err(format!("{} is on another side", self.fight.title_of(by)));
        }
        let price = match (self.fight.points_only_change_hands(), to) {
            (true, None) => {
                return Err("fate points only change hands in this game: add `to NAME` for the actor that gets the point".to_owned());
            }
            (true, Some(name)) => format!(
                "fate \"{}\" -1 from \"{}\"",
                Names::actor(&self.fight, by),
                Names::actor(&self.fight, table::called(&self.fight, &marks, name)?)
            ),
            (false, None) => format!("fate \"{}\" -1", Names::actor(&self.fight, by)),
            (false, Some(_)) => return Err("the fate point goes to the bank: leave `to NAME` out".to_owned()),
        };
        let events = table::ruled(&self.fight, &marks, &price)?.events;
        let left = events.iter().find_map(|event| match event {
            Event::Fate { who, left, .. } if *who == by => Some(*left),
            _ => None,
        });
        let left = slip_suggest::counted(left.unwrap_or(0), "fate point");
        let why = format!("{} declares a fact: {fact}", self.covered(by));
        let side = self.header.seats.get(ask.seat.place()).map_or_else(String::new, |seat| seat.side.to_string());
        self.override_with(events, &side, Some(&why)).map_err(|error: SessionError| error.to_string())?;
        Ok(format!("(fact: \"{fact}\"; {} has {left} left; `undo` takes it back)", self.fight.title_of(by)))
    }

    /// Returns the title of an actor. For a person, the skill with the highest rank is added, because it covers the facts that the person
    /// states.
    fn covered(&self, by: ActorId) -> String {
        let title = self.fight.title_of(by);
        let apex = match &self.fight {
            Fight::Personal(fight) => fight.apex_skill(by).and_then(|skill| fight.roster.skills.row(skill)),
            Fight::Space(_) | Fight::Platoon(_) | Fight::Stakes(_) => None,
        };
        apex.map_or_else(|| title.to_owned(), |skill| format!("{title} ({})", skill.title))
    }
}

/// Parts of `"FACT" by NAME to NAME`.
struct DeclaredWords<'l> {
    fact: &'l str,
    by: Option<&'l str>,
    to: Option<&'l str>,
}

/// Splits the words after `fact` into the fact and the names. `None` if the words do not have this form.
fn parse(rest: &str) -> Option<DeclaredWords<'_>> {
    let (fact, names) = rest.strip_prefix('"')?.split_once('"')?;
    let (names, to) = match names.rsplit_once(" to ") {
        Some((names, to)) => (names, Some(to.trim())),
        None => (names, None),
    };
    let by = names.trim();
    let by = if by.is_empty() { None } else { Some(by.strip_prefix("by ")?.trim()) };
    (!fact.trim().is_empty()).then_some(DeclaredWords { fact: fact.trim(), by, to })
}
