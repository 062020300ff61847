//! The referee's word: a small vocabulary, read into the events that bring it about (doctrines.md 6, `override`).
//!
//! What is said is checked against the laws of the state: boxes exist, points are not negative, slots are free, nobody is in
//! two places. What the rules would have said does not matter. The words that every fight knows are read here; what a fight of
//! one kind calls its things, and the words that only it has, each says of itself (`Refereed`).

mod people;
mod words;

use super::find::unquoted;
use crate::words::Quotations;
use slip_dice::fate::{Holder, Track};
use slip_play::event::{Counter, Event, TrackId};
use slip_play::ids::{ActorId, Seat};
use slip_play::laws;
use words::Word;

pub(super) use words::Rest;

/// What may be said after `override`, a line each, with what it does: for help and for mistakes.
pub(super) type Forms = &'static [(&'static str, &'static str)];

/// What a referee's word brings about.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruled {
    /// The events.
    pub events: Vec<Event>,
    /// The reason, if one was given after `because`.
    pub why: Option<String>,
}

/// Somebody is in the fight again, where they were.
pub(super) const fn back(who: ActorId) -> Event {
    Event::Counter { who, what: Counter::Back, change: 1, now: 1 }
}

/// A fight as a referee speaks of it: what its things are called, and the words that only fights of its kind have.
pub(super) trait Refereed {
    /// The fight.
    type Fight: laws::Ruled;

    /// What may be said.
    const FORMS: Forms;

    /// The fight.
    fn fight(&self) -> &Self::Fight;

    /// Somebody who holds fate points.
    fn purse(&self, word: &str) -> Result<ActorId, String>;

    /// Somebody who has boxes, and can be put elsewhere and out.
    fn body(&self, word: &str) -> Result<ActorId, String>;

    /// Somebody who holds spin; what a referee calls whoever does, and how much that is.
    fn spinner(&self, word: &str) -> Result<(ActorId, String, i32), String>;

    /// Somebody who takes consequences.
    fn bearer(&self, word: &str) -> Result<ActorId, String>;

    /// Whom or what an aspect may be on.
    fn holder(&self, word: &str) -> Result<Holder, String>;

    /// The same, as people say it.
    fn holder_title(&self, holder: Holder) -> String;

    /// Somebody, as people call them.
    fn title(&self, who: ActorId) -> &str;

    /// The tracks of somebody.
    fn tracks(&self, who: ActorId) -> Vec<(TrackId, Track)>;

    /// Whose side somebody is on, and all others, a bit for each.
    fn other_sides(&self, who: ActorId) -> u32;

    /// From which declaration on a free tag can be used that is given now, and one on a new consequence.
    fn free_from(&self) -> [u32; 2];

    /// At the end of whose turn an aspect goes that is not to stay.
    fn placer(&self) -> Option<ActorId> {
        None
    }

    /// True if somebody is in the fight.
    fn is_in(&self, who: ActorId) -> bool;

    /// What puts somebody into the fight again, where the words behind `to` say; without them where they were.
    fn brought_back(&self, who: ActorId, to: Option<&str>, rest: &Rest<'_>) -> Result<Vec<Event>, String> {
        to.map_or(Ok(vec![back(who)]), |_| Err(rest.form()))
    }

    /// What putting somebody out brings about, this event and whatever goes with it.
    fn put_out(&self, who: ActorId, out: Event) -> Result<Vec<Event>, String>;

    /// What only fights of this kind know.
    fn own(&self, verb: &str, rest: &Rest<'_>) -> Option<Result<Vec<Event>, String>>;

    /// A side.
    fn side(&self, word: &str) -> Result<Seat, String> {
        super::find::side(self.fight(), word)
    }
}

/// Reads the words after `override`.
///
/// # Errors
/// A sentence that says what is wrong, and what may be said.
pub(super) fn read<R: Refereed>(said_of: &R, text: &str) -> Result<Ruled, String> {
    let (text, why) = reason(text);
    let (verb, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let rest = Rest { words: rest.trim(), verb, forms: R::FORMS };
    let word = Word { said_of, rest };
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
        "" => Err("say what is so:".to_owned() + &all(R::FORMS)),
        other => {
            let unknown = || Err(format!("a referee cannot `{other}`. What may be said:{}", all(R::FORMS)));
            said_of.own(other, &word.rest).unwrap_or_else(unknown)
        }
    }?;
    Ok(Ruled { events, why })
}

/// What is ruled, and the reason after `because`, if there is one. A `because` within a quotation is part of it.
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

/// Every form in a line of its own.
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
