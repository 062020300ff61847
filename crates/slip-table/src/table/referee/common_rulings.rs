//! Rulings that are the same in every kind of fight: boxes, fate points, spin, aspects, consequences, and actors that go out or return.

use super::{Forms, RulingVocabulary};
use crate::table::name_lookup::{aspect, unquoted};
use crate::transcript::phrases::{counted, listed};
use slip_dice::fate::{Aspect, AspectDuration, AspectOrigin, FreeTag, Grade, Holder, Slots, Track};
use slip_play::event::{Event, TrackId};
use slip_play::ids::{ActorId, AspectId, TableKey};
use slip_play::names::{NamedThingKind, Names};
use slip_play::post_roll::AfterDice;
use slip_play::referee_overrides::OverrideRules;

/// First track of an actor, on which a hit beyond the last box takes the actor out.
const FIRST: TrackId = TrackId(0);

/// Words of a ruling of the referee: the verb, and the words after it.
pub(in crate::table) struct RulingWords<'a> {
    /// Words after the verb.
    pub(in crate::table) words: &'a str,
    /// Verb of the ruling.
    pub(super) verb: &'a str,
    /// Accepted forms of rulings.
    pub(super) forms: Forms,
}

impl RulingWords<'_> {
    /// Returns the error message, which shows the accepted form of this verb.
    pub(in crate::table) fn form(&self) -> String {
        let form = self.forms.iter().find(|(form, _)| form.split(' ').next() == Some(self.verb)).map_or("", |(form, _)| form);
        format!("write: override {form}")
    }

    /// Splits the words before and after a given word; its last occurrence is used.
    pub(in crate::table) fn parts(&self, at: &str) -> Result<(&str, &str), String> {
        let (front, back) = self.words.rsplit_once(&format!(" {at} ")).ok_or_else(|| self.form())?;
        Ok((unquoted(front), unquoted(back)))
    }

    /// Splits a text into the words in quotation marks and the rest.
    fn quoted<'t>(&self, text: &'t str) -> Result<(&'t str, &'t str), String> {
        let inside = text.trim().strip_prefix('"').and_then(|text| text.split_once('"'));
        let (words, rest) = inside.ok_or_else(|| format!("the words must be in quotes; {}", self.form()))?;
        if words.trim().is_empty() {
            return Err(format!("there are no words between the quotes; {}", self.form()));
        }
        Ok((words.trim(), rest.trim()))
    }

    /// Parses box numbers: `3`, `1-3`, `1 2 4`. An empty text means all boxes of the track, unless boxes are to be marked (`mark`).
    fn numbers(&self, track: Track, text: &str, mark: bool) -> Result<Vec<u8>, String> {
        if text.is_empty() && !mark {
            return Ok((1..=track.length()).collect());
        }
        let mut numbers = Vec::new();
        for part in text.split([' ', ',']).filter(|part| !part.is_empty()) {
            let (low, high) = part.split_once('-').unwrap_or((part, part));
            let (low, high) = low.parse::<u8>().ok().zip(high.parse::<u8>().ok()).ok_or_else(|| self.form())?;
            if low < 1 || high > track.length() || low > high {
                let boxes = counted(i64::from(track.length()), "box", "boxes");
                return Err(format!("there is no box {part}: the track has {boxes}"));
            }
            numbers.extend(low..=high);
        }
        if numbers.is_empty() { Err(self.form()) } else { Ok(numbers) }
    }

    /// Parses a change of a number: a name, a sign and a number, such as `iveta +2`.
    fn change<'t>(&self, text: &'t str) -> Result<(&'t str, i32), String> {
        let (name, number) = text.trim().rsplit_once(char::is_whitespace).ok_or_else(|| self.form())?;
        let number: i32 = number.parse().map_err(|_| self.form())?;
        if number == 0 || !(-100..=100).contains(&number) {
            return Err(format!("the change must be from +1 to +100 or from -1 to -100; {}", self.form()));
        }
        Ok((unquoted(name), number))
    }
}

/// Ruling that is being parsed.
pub(super) struct RulingParser<'a, R> {
    pub(super) said_of: &'a R,
    pub(super) rest: RulingWords<'a>,
}

impl<R: RulingVocabulary> RulingParser<'_, R> {
    fn track(&self, who: ActorId, word: &str) -> Result<(TrackId, Track), String> {
        let fight = self.said_of.fight();
        let tracks = self.said_of.tracks(who);
        let found = tracks.iter().find(|(number, _)| fight.track(*number).eq_ignore_ascii_case(word));
        let names: Vec<&str> = tracks.iter().map(|&(number, _)| fight.track(number)).collect();
        found.copied().ok_or_else(|| format!("{} has no track `{word}`; the tracks are {}", self.said_of.title(who), listed(&names)))
    }

    pub(super) fn boxes(&self, mark: bool) -> Result<Vec<Event>, String> {
        let (front, name) = self.rest.parts("of")?;
        let who = self.said_of.body(name)?;
        let (word, numbers) = front.split_once(char::is_whitespace).unwrap_or((front, ""));
        let (track, there) = self.track(who, word)?;
        let mut boxes: u32 = there.boxes().map(bit).sum();
        for number in self.rest.numbers(there, numbers, mark)? {
            boxes = if mark { boxes | bit(number) } else { boxes & !bit(number) };
        }
        Ok(vec![Event::Boxes { who, track, boxes }])
    }

    pub(super) fn fate(&self) -> Result<Vec<Event>, String> {
        let (front, from) = match self.rest.words.rsplit_once(" from ") {
            Some((front, from)) => (front, Some(self.said_of.purse(unquoted(from))?)),
            None => (self.rest.words, None),
        };
        let (name, change) = self.rest.change(front)?;
        let who = self.said_of.purse(name)?;
        let mut events = vec![self.points(who, change, from)?];
        if let Some(from) = from {
            if from == who {
                return Err("the giver and the receiver are the same".to_owned());
            }
            events.push(self.points(from, -change, Some(who))?);
        }
        Ok(events)
    }

    fn points(&self, who: ActorId, change: i32, from: Option<ActorId>) -> Result<Event, String> {
        let now = self.said_of.fight().points_of(who);
        let left = u16::try_from(i32::from(now) + change).map_err(|_| {
            let has = counted(i64::from(now), "fate point", "fate points");
            format!("{} has only {has}", self.said_of.title(who))
        })?;
        Ok(Event::Fate { who, change, left, from })
    }

    pub(super) fn spin(&self) -> Result<Vec<Event>, String> {
        let (name, change) = self.rest.change(self.rest.words)?;
        let (who, holder, held) = self.said_of.spinner(name)?;
        if held + change < 0 {
            return Err(format!("{holder} only {held} spin"));
        }
        Ok(vec![Event::Spin { who, change, lapsed: false }])
    }

    pub(super) fn aspect(&self) -> Result<Vec<Event>, String> {
        let (text, rest) = self.rest.quoted(self.rest.words)?;
        let rest = rest.strip_prefix("on ").ok_or_else(|| self.rest.form())?;
        let (rest, free) = match rest.split_once("free for ") {
            Some((rest, side)) => (rest.trim(), Some(self.said_of.side(unquoted(side))?)),
            None => (rest.trim(), None),
        };
        let (what, transient) = match rest.strip_suffix(" transient") {
            Some(what) => (what.trim(), true),
            None => (rest, false),
        };
        let holder = self.said_of.holder(unquoted(what))?;
        let placer = self.said_of.placer().filter(|_| transient);
        if transient && placer.is_none() {
            return Err("a transient aspect can be added only during an actor's turn: leave out `transient`".to_owned());
        }
        let [from, _] = self.said_of.free_from();
        let free = free.map(|side| FreeTag { sides: 1_u32.checked_shl(u32::from(side.0)).unwrap_or(0), from });
        let term = if transient { AspectDuration::Transient } else { AspectDuration::Permanent };
        let aspect =
            Aspect { origin: AspectOrigin::Automatic, term, placer: placer.map(|who| who.0), free, ..Aspect::printed(text, holder) };
        Ok(vec![Event::AspectAdd { id: self.next_aspect(), aspect }])
    }

    fn next_aspect(&self) -> AspectId {
        AspectId::of(self.said_of.fight().aspects().len())
    }

    pub(super) fn drops(&self) -> Result<Vec<Event>, String> {
        let rest = self.rest.words.strip_prefix("aspect").ok_or_else(|| self.rest.form())?;
        let (text, rest) = self.rest.quoted(rest)?;
        let on = match rest.strip_prefix("on ") {
            Some(what) => Some(self.said_of.holder(unquoted(what))?),
            None if rest.is_empty() => None,
            None => return Err(self.rest.form()),
        };
        let title = |holder: Holder| self.said_of.holder_title(holder);
        let aspects = self.said_of.fight().aspects();
        let id = aspect(aspects, text, on, title)?;
        // If a consequence is removed, its slot becomes free again.
        let slot = aspects.row(id).and_then(|aspect| match aspect.holder {
            Holder::Actor(who) => Some(Event::Recovered { who: ActorId(who), grade: aspect.grade?, aspect: id }),
            _ => None,
        });
        Ok(std::iter::once(Event::AspectDrop { id }).chain(slot).collect())
    }

    pub(super) fn consequence(&self) -> Result<Vec<Event>, String> {
        let (word, rest) = self.rest.words.split_once(char::is_whitespace).ok_or_else(|| self.rest.form())?;
        let grade = Grade::from_word(&word.to_lowercase())
            .ok_or_else(|| format!("`{word}` is not a grade; the grades are mild, moderate and severe"))?;
        let (text, rest) = self.rest.quoted(rest)?;
        let who = self.said_of.bearer(unquoted(rest.strip_prefix("of ").ok_or_else(|| self.rest.form())?))?;
        let left = self.said_of.fight().slots_left(who).map_or(Slots::NONE, |(_, left)| left);
        if left.count_of(grade) == 0 {
            return Err(format!("{} has no {} consequence left to take", self.said_of.title(who), grade.word()));
        }
        let [_, from] = self.said_of.free_from();
        let (id, free) = (self.next_aspect(), FreeTag { sides: self.said_of.other_sides(who), from });
        let aspect = Aspect { origin: AspectOrigin::Consequence, free: Some(free), ..Aspect::printed(text, Holder::Actor(who.0)) };
        Ok(vec![Event::AspectAdd { id, aspect }, Event::Consequence { who, grade, aspect: id }])
    }

    pub(super) fn out(&self) -> Result<Vec<Event>, String> {
        let (front, say) = match self.rest.words.split_once('"') {
            Some((front, words)) => (front.trim(), Some(unquoted(words))),
            None => (self.rest.words, None),
        };
        let tags = self.said_of.fight().all(NamedThingKind::Outcome);
        let last = front.rsplit(' ').next().unwrap_or("");
        let (name, fate) = match tags.iter().position(|tag| tag.eq_ignore_ascii_case(last)) {
            Some(number) => (front.strip_suffix(last).unwrap_or(front).trim(), number),
            None => (front, 0),
        };
        let who = self.said_of.body(unquoted(name))?;
        if !self.said_of.is_in(who) {
            return Err(format!("{} is already out of the fight", self.said_of.title(who)));
        }
        let for_good = tags.get(fate).is_some_and(|&tag| tag == "dead");
        let (fate, say) = (Some(u8::try_from(fate).unwrap_or(0)), say.map(ecow::EcoString::from));
        self.said_of.put_out(who, Event::Out { who, by: None, track: FIRST, fate, beyond_saving: false, for_good, say })
    }

    pub(super) fn back(&self) -> Result<Vec<Event>, String> {
        // A name may contain the word `to`.
        let (who, to) = match (self.said_of.body(unquoted(self.rest.words)), self.rest.parts("to")) {
            (Ok(who), _) => (who, None),
            (Err(_), Ok((name, to))) => (self.said_of.body(name)?, Some(to)),
            (Err(unknown), Err(_)) => return Err(unknown),
        };
        if self.said_of.is_in(who) {
            return Err(format!("{} is already in the fight", self.said_of.title(who)));
        }
        self.said_of.brought_back(who, to, &self.rest)
    }
}

const fn bit(number: u8) -> u32 {
    1 << (number - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_a_number_with_a_sign_and_no_more_than_a_hundred() {
        let rest = RulingWords { words: "", verb: "fate", forms: &[("fate NAME +N", "")] };
        assert_eq!(rest.change("iveta +2"), Ok(("iveta", 2)));
        for wrong in ["iveta", "iveta 0", "iveta two", "iveta 101", "iveta -2147483648", "iveta 99999999999"] {
            assert!(rest.change(wrong).is_err(), "{wrong}");
        }
    }
}
