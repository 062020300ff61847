//! Rulings of a referee: parses a small vocabulary into events.
//!
//! A ruling is checked against the state: boxes exist, fate points are not negative, slots are free, no actor is in two places. It is not
//! checked against the rules of play. Rulings that every kind of fight has are parsed here; names, and rulings of one kind of fight, are
//! provided by its implementation of `RulingVocabulary`.

mod common_rulings;
mod personal_rulings;

use super::name_lookup::unquoted;
use crate::option_words::Quotations;
use common_rulings::RulingParser;
use slip_dice::fate::{Holder, Track};
use slip_play::event::{Counter, Event, TrackId};
use slip_play::ids::{ActorId, Seat};
use slip_play::referee_overrides;

pub(super) use common_rulings::RulingWords;

/// Accepted forms after `override`, each with its effect, for help and error messages.
pub(super) type Forms = &'static [(&'static str, &'static str)];

/// Parsed ruling.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedRuling {
    /// Events that the ruling causes.
    pub events: Vec<Event>,
    /// Reason after `because`, if given.
    pub why: Option<String>,
}

/// Returns the event that brings an actor back into the fight in the place where the actor was last.
pub(super) const fn back(who: ActorId) -> Event {
    Event::Counter { who, what: Counter::Back, change: 1, now: 1 }
}

/// Vocabulary of rulings for one kind of fight: the names of its actors and things, and the rulings that other kinds of fight do not have.
pub(super) trait RulingVocabulary {
    /// Kind of fight.
    type Fight: referee_overrides::OverrideRules;

    /// Accepted forms of rulings, with their effects.
    const FORMS: Forms;

    /// Returns the fight.
    fn fight(&self) -> &Self::Fight;

    /// Finds an actor that has fate points.
    fn purse(&self, word: &str) -> Result<ActorId, String>;

    /// Finds an actor with boxes that a ruling may change.
    fn body(&self, word: &str) -> Result<ActorId, String>;

    /// Finds a holder of spin; returns the id, the title and the amount of spin.
    fn spinner(&self, word: &str) -> Result<(ActorId, String, i32), String>;

    /// Finds an actor that can take consequences.
    fn bearer(&self, word: &str) -> Result<ActorId, String>;

    /// Finds a holder of aspects.
    fn holder(&self, word: &str) -> Result<Holder, String>;

    /// Returns the title of a holder of aspects.
    fn holder_title(&self, holder: Holder) -> String;

    /// Returns the title of an actor.
    fn title(&self, who: ActorId) -> &str;

    /// Returns the tracks of an actor.
    fn tracks(&self, who: ActorId) -> Vec<(TrackId, Track)>;

    /// Returns the sides that an actor does not belong to, as a bit set.
    fn other_sides(&self, who: ActorId) -> u32;

    /// Returns the numbers of the first declarations in which two kinds of free tag can be used. The first kind is a tag that a ruling
    /// gives now; the second is the tag of a consequence that a ruling adds now.
    fn free_from(&self) -> [u32; 2];

    /// Returns the actor whose turn limits a transient aspect that is created now: the aspect disappears at the end of this turn.
    fn placer(&self) -> Option<ActorId> {
        None
    }

    /// True if an actor is still in the fight.
    fn is_in(&self, who: ActorId) -> bool;

    /// Returns the events that bring an actor back into the fight. The ruling may name a place after `to`; otherwise the actor returns to
    /// its last place.
    fn brought_back(&self, who: ActorId, to: Option<&str>, rest: &RulingWords<'_>) -> Result<Vec<Event>, String> {
        to.map_or(Ok(vec![back(who)]), |_| Err(rest.form()))
    }

    /// Returns the events that put an actor out of the fight: the event `out`, then all events that it causes.
    fn put_out(&self, who: ActorId, out: Event) -> Result<Vec<Event>, String>;

    /// Parses a ruling that exists only in this kind of fight. `None` if the verb begins no such ruling.
    fn own(&self, verb: &str, rest: &RulingWords<'_>) -> Option<Result<Vec<Event>, String>>;

    /// Finds a side by its name.
    fn side(&self, word: &str) -> Result<Seat, String> {
        super::name_lookup::side(self.fight(), word)
    }
}

/// Parses the words of a ruling after `override`.
///
/// # Errors
/// Returns a sentence that describes the error, and the accepted forms.
pub(super) fn read<R: RulingVocabulary>(said_of: &R, text: &str) -> Result<ParsedRuling, String> {
    let (text, why) = reason(text);
    let (verb, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let rest = RulingWords { words: rest.trim(), verb, forms: R::FORMS };
    let word = RulingParser { said_of, rest };
    let events = match verb.to_lowercase().as_str() {
        "mark" => word.boxes(true),
        "clear" => word.boxes(false),
        "fate" => word.fate(),
        "spin" => word.spin(),
        "aspect" => word.aspect(),
        "drop" => word.drops(),
        "consequence" => word.consequence(),
        "out" => word.out(),
        "back" => word.back(),
        "" => Err("write a ruling after `override`:".to_owned() + &all(R::FORMS)),
        other => {
            let unknown = || Err(format!("there is no ruling `{other}`; the rulings are:{}", all(R::FORMS)));
            said_of.own(other, &word.rest).unwrap_or_else(unknown)
        }
    }?;
    Ok(ParsedRuling { events, why })
}

/// Splits a text into the ruling and the reason after `because`, if there is one. The word `because` inside a quotation belongs to the
/// quotation.
pub(super) fn reason(text: &str) -> (&str, Option<String>) {
    const BECAUSE: &str = " because ";
    let mut quotations = Quotations::default();
    let place =
        text.char_indices().find(|&(at, letter)| !quotations.hold(letter) && text.get(at..).is_some_and(|rest| rest.starts_with(BECAUSE)));
    match place.and_then(|(at, _)| Some((text.get(..at)?, text.get(at + BECAUSE.len()..)?))) {
        Some((ruled, why)) => (ruled, Some(unquoted(why).to_owned()).filter(|why| !why.is_empty())),
        None => (text, None),
    }
}

/// Formats every accepted form of a ruling on a line of its own.
pub(super) fn all(forms: Forms) -> String {
    forms.iter().map(|(form, _)| format!("\n  override {form}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_given_outside_of_quotations() {
        let said = |text: &'static str| {
            let (ruled, why) = reason(text);
            (ruled, why.unwrap_or_default())
        };
        assert_eq!(said("back iveta"), ("back iveta", String::new()));
        assert_eq!(said("back iveta because \"she only fell\""), ("back iveta", "she only fell".to_owned()));
        let aspect = "aspect \"Angry because of the rain\" on scene";
        assert_eq!(said("aspect \"Angry because of the rain\" on scene"), (aspect, String::new()));
        assert_eq!(said("aspect \"Angry because of the rain\" on scene because it rains"), (aspect, "it rains".to_owned()));
    }
}
