//! Parses the quantity that an effect changes, sets or bounds: a roll, a statistic, `harm of attack`, `boxes of health`.

use super::effect_parser::EffectParser;
use super::tokens::Expected;
use super::unparsed_effect_hints::{ParseStop, said_otherwise};
use crate::check::effect_errors as errors;
use slip_pack::Name;
use slip_pack::effect::{Action, Grade, Measure, MeasureObject, MeasureWithObject, OfWhat, Play, Quantity, Whom};
use slip_source::Span;
use slip_syntax::tree::Expr;

/// Words that may follow a quantity.
const AFTER_QUANTITY: &[&str] =
    &["per", "past", "is", "at", "for", "as", "once", "any", "in", "amplified", "limited", "hits", "may", "area"];

impl EffectParser<'_, '_, '_, '_> {
    /// Parses a roll, a statistic or another quantity. `head` is true if any other operation would be legal here too.
    pub(super) fn quantity(&mut self, head: bool) -> Option<Quantity> {
        let expected = if head { Expected::Operation } else { Expected::Quantity };
        let Some(word) = self.tokens.word_ahead(0) else {
            self.tokens.wanted(expected);
            return self.fail();
        };
        let span = self.tokens.span();
        let next = self.tokens.word_ahead(1);
        let rolled = next.is_some_and(|next| Action::from_word(next).is_some()) || self.tokens.after_list() > 1;
        let own = self.scope.names.stats.contains(word) || self.scope.is_param(word, &["stat", "skill", "choice of names"]);
        match Measure::from_word(word) {
            Some(measure) if !rolled || next.is_some_and(|next| next == "of") => return self.measure(measure).map(Quantity::Measure),
            _ => {}
        }
        if self.scope.is_param(word, &["roll"]) || rolled && self.scope.is_roll_name(word) {
            return self.roll().map(Quantity::Roll);
        }
        if own {
            self.tokens.advance();
            self.tokens.wanted(Expected::Action);
            self.only_in(word.as_str(), span, &[Play::Build]);
            return Some(Quantity::Stat(word.clone()));
        }
        if Action::from_word(word).is_some() {
            return self.roll().map(Quantity::Roll);
        }
        if self.scope.is_skill(word) || self.scope.is_stat(word) {
            // A word that cannot follow a quantity is probably a misspelt action, as in `brawling atack`. The two words are then read as a
            // roll.
            if next.is_some_and(|next| !AFTER_QUANTITY.contains(&next.as_str())) {
                return self.roll().map(Quantity::Roll);
            }
            return self.bare_skill(self.rolled_as_now(word, span), span);
        }
        let (words, at) = self.tokens.row();
        if rolled
            && said_otherwise(word).is_none()
            && Whom::from_word(word).is_none()
            && (ParseStop { words: &words, at }).advice().is_none()
        {
            // The word before `attack` was probably meant as a skill. Reporting this is more helpful than reporting an unknown operation.
            return self.roll().map(Quantity::Roll);
        }
        self.tokens.wanted(expected);
        self.fail()
    }

    /// Reads a skill without an ACTION after it. This is the rank of the skill when the item is built, if the design has skills.
    fn bare_skill(&mut self, word: Name, span: Span) -> Option<Quantity> {
        self.tokens.advance();
        if !self.scope.names.skills {
            self.out.push(errors::skill_is_no_stat(span, &word));
            return None;
        }
        self.only_in(word.as_str(), span, &[Play::Build]);
        Some(Quantity::Stat(word))
    }

    fn measure(&mut self, what: Measure) -> Option<MeasureWithObject> {
        let start = self.tokens.span();
        self.tokens.advance();
        let of = match what.of() {
            OfWhat::Nothing => None,
            OfWhat::RollOrNothing if !self.tokens.eat("of") => None,
            OfWhat::RollOrNothing => Some(MeasureObject::Roll(self.roll()?)),
            wanted => {
                self.want_of(wanted)?;
                Some(match wanted {
                    OfWhat::Roll => MeasureObject::Roll(self.roll()?),
                    OfWhat::Track => MeasureObject::Name(self.track()?),
                    OfWhat::Stat => MeasureObject::Name(self.skill()?),
                    OfWhat::Item => MeasureObject::Name(self.item()?),
                    OfWhat::Aspect => MeasureObject::Aspect(self.known_aspect()?),
                    _ => MeasureObject::Name(self.grade()?),
                })
            }
        };
        let shown = match &of {
            Some(_) => format!("{what} of …"),
            None => what.word().to_owned(),
        };
        self.only_in(shown, self.tokens.span_since(start), what.plays());
        Some(MeasureWithObject { what, of })
    }

    fn want_of(&mut self, wanted: OfWhat) -> Option<()> {
        if self.tokens.peek().and_then(Expr::name).is_some_and(|word| word == "of") {
            self.tokens.advance();
            return Some(());
        }
        const OF: &[&str] = &["of"];
        self.tokens.wanted(match wanted {
            OfWhat::Track => Expected::Table("`of` and a track, such as `of health`", OF),
            OfWhat::Stat => Expected::Table("`of` and a statistic or skill", OF),
            OfWhat::Item => Expected::Table("`of` and an item", OF),
            OfWhat::Aspect => Expected::Table("`of` and the words of an aspect in quotes", OF),
            OfWhat::Grade => Expected::Table("`of mild`, `of moderate` or `of severe`", OF),
            _ => Expected::Table("`of` and a roll, such as `of attack` or `of brawling attack`", OF),
        });
        self.fail()
    }

    fn grade(&mut self) -> Option<Name> {
        match self.tokens.word_ahead(0) {
            Some(word) if Grade::from_word(word).is_some() => {
                self.tokens.advance();
                Some(word.clone())
            }
            _ => {
                self.tokens.wanted(Expected::Table("`mild`, `moderate` or `severe`", Grade::WORDS));
                self.fail()
            }
        }
    }
}
