//! Phrase of an option: prints its words and matches typed words against them.

use super::tokenizer::{InputToken, quoted};
use slip_dice::fate::{Aspect, Holder};
use slip_play::choice::Choice;
use slip_play::ids::{AspectId, IdVec};
use std::borrow::Cow;
use std::fmt;

/// Part of an option's phrase after the verb, such as `with dock_carbine` in `attack on ben with dock_carbine`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PhrasePart<'f> {
    /// Link words before the part, the first of which is printed; empty if the part has none.
    pub(super) keys: &'static [&'static str],
    /// Words of the part, such as a name.
    pub(super) word: Cow<'f, str>,
    /// Ordinal of the part among the parts with equal words, counted from 1. It is printed only if it is 2 or more.
    pub(super) number: usize,
    /// Other words that may be typed for the part.
    pub(super) also: Vec<Cow<'f, str>>,
    /// True if the part is printed in quotation marks.
    pub(super) quoted: bool,
    /// True if the part is printed.
    pub(super) shown: bool,
    /// True if the part must be typed.
    pub(super) needed: bool,
}

/// Words of an option, as players read and type them: a verb, and the parts after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Phrase<'f> {
    /// Verb as it is printed.
    pub(super) head: &'static str,
    /// Other verbs that may be typed.
    pub(super) also: &'static [&'static str],
    /// Parts after the verb.
    pub(super) parts: Vec<PhrasePart<'f>>,
}

/// Quality of the match between typed words and an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MatchQuality {
    /// The typed words match the option, but they are incomplete or would fit other options too.
    Loosely,
    /// The typed words are exactly the words of the option.
    Exactly,
}

/// Part of an option's phrase that a player may have meant by a wrong word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NameCandidate {
    /// Words of the part as they are printed.
    pub(super) words: String,
    /// Names that may be typed for the part, such as a title.
    pub(super) names: Vec<String>,
}

impl NameCandidate {
    /// Returns the name that players read: the title, if there is one.
    pub(super) fn shown(&self) -> String {
        self.names.get(1).unwrap_or(&self.words).clone()
    }
}

/// Reason why typed words do not match a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Miss {
    /// The token at this index does not match. The list contains the parts that would match in place of the token.
    At(usize, Vec<NameCandidate>),
    /// All typed tokens match, but a word is missing. Contains the missing word, and the quotation in the line that the actor speaks.
    Without(String, QuotedSpeech),
}

/// Quotation in a typed line that is text spoken by the actor, and not part of the phrase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct QuotedSpeech {
    /// Index of the token that has the spoken text.
    pub(super) say: Option<usize>,
}

impl<'f> PhrasePart<'f> {
    /// Creates a part for a name.
    pub(super) fn name(word: impl Into<Cow<'f, str>>) -> PhrasePart<'f> {
        PhrasePart { word: word.into(), number: 1, shown: true, ..PhrasePart::default() }
    }

    /// Creates a part that is written in quotation marks.
    pub(super) fn quote(word: impl Into<Cow<'f, str>>, number: usize) -> PhrasePart<'f> {
        PhrasePart { quoted: true, number, ..PhrasePart::name(word) }
    }

    /// Creates a part that the player must type, because the option has another meaning without it.
    pub(super) fn flag(word: impl Into<Cow<'f, str>>) -> PhrasePart<'f> {
        PhrasePart { needed: true, ..PhrasePart::name(word) }
    }

    /// Creates a part that may be typed but is not printed.
    pub(super) fn aside(word: impl Into<Cow<'f, str>>) -> PhrasePart<'f> {
        PhrasePart { shown: false, ..PhrasePart::name(word) }
    }

    /// Sets the link words that are typed before the part.
    pub(super) fn after(self, keys: &'static [&'static str]) -> PhrasePart<'f> {
        PhrasePart { keys, ..self }
    }

    /// Sets the ordinal of the part among parts with the same words.
    pub(super) fn number(self, number: usize) -> PhrasePart<'f> {
        PhrasePart { number, ..self }
    }

    /// Adds another word that may be typed for the part.
    pub(super) fn or(mut self, word: impl Into<Cow<'f, str>>) -> PhrasePart<'f> {
        self.also.push(word.into());
        self
    }

    /// Sets `shown`: the part is printed only if the phrase would be ambiguous without it.
    pub(super) fn shown_if(self, shown: bool) -> PhrasePart<'f> {
        PhrasePart { shown, ..self }
    }

    /// Returns the part as a candidate with all its names. It is used if the player's line names the part only loosely.
    fn candidate(&self) -> NameCandidate {
        NameCandidate { words: self.spelt(), names: std::iter::once(&self.word).chain(&self.also).map(|name| name.to_string()).collect() }
    }

    /// Returns the words of the part as a player types them, without link words.
    fn spelt(&self) -> String {
        let number = if self.number > 1 { format!("#{}", self.number) } else { String::new() };
        if self.quoted { format!("{}{number}", quoted(&self.word)) } else { format!("{}{number}", self.word) }
    }

    fn is(&self, token: &InputToken) -> Option<MatchQuality> {
        let text = token.text.as_str();
        let own = if self.number > 1 {
            text.strip_suffix(&format!("#{}", self.number)).is_some_and(|rest| rest == self.word)
        } else {
            text == self.word
        };
        let loosely = |word: &Cow<'_, str>| text.eq_ignore_ascii_case(word);
        if own {
            Some(MatchQuality::Exactly)
        } else {
            (loosely(&self.word) || self.also.iter().any(loosely)).then_some(MatchQuality::Loosely)
        }
    }
}

impl Phrase<'_> {
    /// Creates a phrase that has only a verb.
    pub(super) const fn of(head: &'static str, also: &'static [&'static str]) -> Phrase<'static> {
        Phrase { head, also, parts: Vec::new() }
    }

    /// Matches the tokens of a typed line with the phrase; `headed` is true if the first token is a verb.
    pub(super) fn hears(&self, tokens: &[InputToken], headed: bool) -> Result<(MatchQuality, QuotedSpeech), Miss> {
        let mut fit = MatchQuality::Exactly;
        let mut said = vec![false; self.parts.len()];
        let mut out = QuotedSpeech::default();
        let mut at = 0;
        match tokens.first() {
            Some(first) if headed => {
                let word = first.text.as_str();
                if word != self.head {
                    if !self.also.contains(&word) {
                        return Err(Miss::At(0, vec![NameCandidate { words: self.head.to_owned(), names: Vec::new() }]));
                    }
                    fit = MatchQuality::Loosely;
                    // The first token may be both the verb and a word that the option requires. Then both count as typed.
                    if let Some(place) = self.parts.iter().position(|part| part.keys.is_empty() && part.needed && part.word == word)
                        && let Some(said) = said.get_mut(place)
                    {
                        *said = true;
                    }
                }
                at = 1;
            }
            _ => fit = MatchQuality::Loosely,
        }
        while let Some(token) = tokens.get(at) {
            let key = |part: &PhrasePart<'_>| !token.quoted && part.keys.contains(&token.text.as_str());
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
                // A quotation at the end of the line is text spoken by the actor. This is not so if a part in quotation marks is still
                // missing.
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
                    return Err(Miss::At(at, fits.map(|(_, part)| part.candidate()).collect()));
                }
            }
            at += 1;
        }
        for (part, said) in self.parts.iter().zip(said) {
            if !said && part.needed {
                return Err(Miss::Without(part.spelt(), out));
            }
            if !said && part.shown {
                fit = MatchQuality::Loosely;
            }
        }
        Ok((fit, out))
    }
}

fn token_is_story(token: Option<&InputToken>, last: bool) -> bool {
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

/// Returns the words of an aspect and, if its text is not unique, its holder, as named by `bearer`.
pub(super) fn aspect<'f>(aspects: &'f IdVec<AspectId, Aspect>, choice: Choice, bearer: impl Fn(Holder) -> &'f str) -> Vec<PhrasePart<'f>> {
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
    let on = PhrasePart { needed: false, ..PhrasePart::name(on).after(&["on"]).shown_if(elsewhere) };
    vec![PhrasePart::quote(this.text.as_str(), number.max(1)), on]
}
