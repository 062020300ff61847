//! What the people at a table are shown of a fight between ships. Floor 6.

use super::ink::Ink;
use super::marks::Marks;
use super::referee::Ruled;
use crate::play::ask::Ask;
use crate::play::choice::{Answer, Choice};
use crate::play::ids::{ActorId, Key};
use crate::play::names::{Names, Sort};
use crate::play::space::Space;

/// The line of bands and who is on it.
pub(super) fn board(fight: &Space, marks: &Marks, _ink: &Ink, _aspects: bool) -> String {
    let lines = fight.state.ships.iter().map(|(who, ship)| {
        let band = ship.band().map_or("off the line".to_owned(), |band| format!("band {}", band.0));
        format!("{} {}: {band}\n", marks.mark(who), fight.roster.title_of(who))
    });
    lines.collect()
}

/// All about a ship.
pub(super) fn sheet(fight: &Space, who: ActorId, marks: &Marks, ink: &Ink) -> String {
    stat_line(fight, who, marks, ink)
}

/// A ship in one line.
pub(super) fn stat_line(fight: &Space, who: ActorId, _marks: &Marks, _ink: &Ink) -> String {
    fight.roster.title_of(who).to_owned()
}

/// What led to a question, and what is asked.
pub(super) fn question(_fight: &Space, ask: &Ask, ink: &Ink) -> String {
    ink.ask.write(ask.point.word())
}

/// What is asked for in free words along with an answer.
pub(super) fn wants_words(_fight: &Space, _ask: &Ask, _choice: Choice) -> Option<String> {
    None
}

/// The arithmetic of the dice on the table.
pub(super) fn reckoning(_fight: &Space) -> Option<String> {
    None
}

/// The dice that an answer needs next.
pub(super) fn coming(_fight: &Space, _answer: &Answer, _rolled: usize) -> Option<String> {
    None
}

/// The words of a referee.
pub(super) fn ruled(_fight: &Space, _marks: &Marks, text: &str) -> Result<Ruled, String> {
    Err(format!("a referee cannot `{text}`"))
}

/// Who is meant by a word.
pub(super) fn called(fight: &Space, marks: &Marks, word: &str) -> Result<ActorId, String> {
    let found = fight.find(Sort::Actor, word).map(ActorId::of).or_else(|| marks.whose(word));
    found.ok_or_else(|| format!("there is nobody called `{word}` here: {}", fight.all(Sort::Actor).join(", ")))
}

/// How every ship stands, a line each.
pub(super) fn standings(fight: &Space) -> String {
    fight.state.ships.keys().map(|who| format!("  {}.\n", stat_line(fight, who, &Marks::of(fight), &Ink::PLAIN))).collect()
}
