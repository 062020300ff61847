//! The words of one option: how they are printed and what counts as saying them.

use super::read::{Token, quoted};
use slip_dice::fate::{Aspect, Holder};
use slip_play::choice::Choice;
use slip_play::ids::{AspectId, Table};
use std::borrow::Cow;
use std::fmt;

/// A part of a phrase after the verb.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part<'f> {
    /// Words that come before it, the first of which is printed; none for a part that stands by itself.
    pub(super) keys: &'static [&'static str],
    /// Its own words.
    pub(super) word: Cow<'f, str>,
    /// Which one it is of several of the same words, from 1; printed from 2 on.
    pub(super) number: usize,
    /// Other words for it.
    pub(super) also: Vec<Cow<'f, str>>,
    /// True if it is printed in quotation marks.
    pub(super) quoted: bool,
    /// True if it is printed.
    pub(super) shown: bool,
    /// True if nothing can be meant without it.
    pub(super) needed: bool,
}

/// The words of an option.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Phrase<'f> {
    /// The verb that is printed.
    pub(super) head: &'static str,
    /// Other verbs for it.
    pub(super) also: &'static [&'static str],
    /// What follows.
    pub(super) parts: Vec<Part<'f>>,
}

/// How well words say an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// By names and verbs that may mean something else as well, or with words left out.
    Loosely,
    /// By its own words.
    Exactly,
}

/// Where words leave a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Miss {
    /// This piece fits nothing; what would fit there.
    At(usize, Vec<String>),
    /// All pieces fit, and this is missing; what one of them says besides.
    Without(String, Said),
}

/// What a quotation of the pieces is, if it is none of the phrase's own words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// The piece that is what is said.
    pub(super) say: Option<usize>,
}

impl<'f> Part<'f> {
    /// A name.
    pub(super) fn name(word: impl Into<Cow<'f, str>>) -> Part<'f> {
        Part { word: word.into(), number: 1, shown: true, ..Part::default() }
    }

    /// Words in quotation marks.
    pub(super) fn quote(word: impl Into<Cow<'f, str>>, number: usize) -> Part<'f> {
        Part { quoted: true, number, ..Part::name(word) }
    }

    /// A word without which the option is another one.
    pub(super) fn flag(word: impl Into<Cow<'f, str>>) -> Part<'f> {
        Part { needed: true, ..Part::name(word) }
    }

    /// A word that may be said and goes without saying.
    pub(super) fn aside(word: impl Into<Cow<'f, str>>) -> Part<'f> {
        Part { shown: false, ..Part::name(word) }
    }

    /// After one of these words.
    pub(super) fn after(self, keys: &'static [&'static str]) -> Part<'f> {
        Part { keys, ..self }
    }

    /// Which one of several it is.
    pub(super) fn number(self, number: usize) -> Part<'f> {
        Part { number, ..self }
    }

    /// Also called so.
    pub(super) fn or(mut self, word: impl Into<Cow<'f, str>>) -> Part<'f> {
        self.also.push(word.into());
        self
    }

    /// Printed only if something else could be meant without it.
    pub(super) fn shown_if(self, shown: bool) -> Part<'f> {
        Part { shown, ..self }
    }

    /// Its words as one writes them, without what comes before.
    fn spelt(&self) -> String {
        let number = if self.number > 1 { format!("#{}", self.number) } else { String::new() };
        if self.quoted { format!("{}{number}", quoted(&self.word)) } else { format!("{}{number}", self.word) }
    }

    fn is(&self, token: &Token) -> Option<Fit> {
        let text = token.text.as_str();
        let own = if self.number > 1 {
            text.strip_suffix(&format!("#{}", self.number)).is_some_and(|rest| rest == self.word)
        } else {
            text == self.word
        };
        let loosely = |word: &Cow<'_, str>| text.eq_ignore_ascii_case(word);
        if own { Some(Fit::Exactly) } else { (loosely(&self.word) || self.also.iter().any(loosely)).then_some(Fit::Loosely) }
    }
}

impl Phrase<'_> {
    /// The verb alone.
    pub(super) const fn of(head: &'static str, also: &'static [&'static str]) -> Phrase<'static> {
        Phrase { head, also, parts: Vec::new() }
    }

    /// Whether and how well pieces say this option; `headed` if the first of them is a verb.
    pub(super) fn hears(&self, tokens: &[Token], headed: bool) -> Result<(Fit, Said), Miss> {
        let mut fit = Fit::Exactly;
        let mut said = vec![false; self.parts.len()];
        let mut out = Said::default();
        let mut at = 0;
        match tokens.first() {
            Some(first) if headed => {
                let word = first.text.as_str();
                if word != self.head {
                    if !self.also.contains(&word) {
                        return Err(Miss::At(0, vec![self.head.to_owned()]));
                    }
                    fit = Fit::Loosely;
                    // A verb that is also a word of the option says both.
                    if let Some(place) = self.parts.iter().position(|part| part.keys.is_empty() && part.needed && part.word == word)
                        && let Some(said) = said.get_mut(place)
                    {
                        *said = true;
                    }
                }
                at = 1;
            }
            _ => fit = Fit::Loosely,
        }
        while let Some(token) = tokens.get(at) {
            let key = |part: &Part<'_>| !token.quoted && part.keys.contains(&token.text.as_str());
            let open = |place: usize| said.get(place) == Some(&false);
            let keyed = (0..).zip(&self.parts).find(|(place, part)| open(*place) && key(part));
            let found = match keyed {
                Some((place, part)) => {
                    at += 1;
                    let Some(token) = tokens.get(at) else {
                        return Err(Miss::Without(part.spelt(), out));
                    };
                    part.is(token).map(|how| (place, how))
                }
                None => (0..)
                    .zip(&self.parts)
                    .filter(|(place, part)| open(*place) && part.keys.is_empty())
                    .find_map(|(place, part)| part.is(token).map(|how| (place, how))),
            };
            let last = at + 1 == tokens.len();
            let quotes_left = (0..).zip(&self.parts).any(|(place, part)| open(place) && part.quoted && part.shown && part.keys.is_empty());
            match found {
                // What is said last in quotation marks is only words, unless the option has a quotation of its own to say.
                Some((place, _)) if token_is_story(tokens.get(at), last) && !self.parts.get(place).is_some_and(|part| part.quoted) => {
                    out.say = Some(at);
                }
                Some((place, how)) => {
                    fit = fit.min(how);
                    if let Some(said) = said.get_mut(place) {
                        *said = true;
                    }
                }
                None if keyed.is_none() && token_is_story(Some(token), last) && !quotes_left => out.say = Some(at),
                None => {
                    let wanted = keyed.map(|(place, _)| place);
                    let fits = (0..).zip(&self.parts).filter(|(place, part)| match wanted {
                        Some(wanted) => *place == wanted,
                        None => open(*place) && part.keys.is_empty(),
                    });
                    return Err(Miss::At(at, fits.map(|(_, part)| part.spelt()).collect()));
                }
            }
            at += 1;
        }
        for (part, said) in self.parts.iter().zip(said) {
            if !said && part.needed {
                return Err(Miss::Without(part.spelt(), out));
            }
            if !said && part.shown {
                fit = Fit::Loosely;
            }
        }
        Ok((fit, out))
    }
}

fn token_is_story(token: Option<&Token>, last: bool) -> bool {
    last && token.is_some_and(|token| token.quoted)
}

impl fmt::Display for Phrase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.head)?;
        for part in self.parts.iter().filter(|part| part.shown) {
            if let Some(key) = part.keys.first() {
                write!(f, " {key}")?;
            }
            write!(f, " {}", part.spelt())?;
        }
        Ok(())
    }
}

/// The words of an aspect and, where they are not the only ones of their kind, what it is on, as `bearer` calls that.
pub(super) fn aspect<'f>(aspects: &'f Table<AspectId, Aspect>, choice: Choice, bearer: impl Fn(Holder) -> &'f str) -> Vec<Part<'f>> {
    let Some(id) = choice.aspect() else { return Vec::new() };
    let Some(this) = aspects.row(id) else { return Vec::new() };
    let on = bearer(this.holder);
    let mut number = 0;
    let mut elsewhere = false;
    for (other, there) in aspects.iter().filter(|(_, there)| there.present && there.text == this.text) {
        if bearer(there.holder) == on {
            number += usize::from(other <= id);
        } else {
            elsewhere = true;
        }
    }
    let on = Part { needed: false, ..Part::name(on).after(&["on"]).shown_if(elsewhere) };
    vec![Part::quote(this.text.as_str(), number.max(1)), on]
}
