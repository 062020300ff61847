//! Parses one effect: moment, subject, operation, price, limit, and kinds of play.
//!
//! The parser works by recursive descent. At the first word that is not allowed, it reports the words that are, and stops; later words are
//! not checked.

use super::kinds_of_play::PLAYED;
use super::tokens::{Expected, TokenStreamKind, Tokens, shown};
use super::unparsed_effect_hints::ParseStop;
use super::word_lookup::describe;
use super::{CarrierDeclaration, EffectScope};
use crate::check::effect_errors as errors;
use ecow::EcoString;
use slip_pack::effect::{
    Action, Against, EffectMoment, EffectNumber, EffectSubject, Event, Occurrence, PackOperation, Period, Play, Price, RollPattern, State,
    UseLimit, When, Whom,
};
use slip_pack::formula::Formula;
use slip_source::Span;
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_syntax::tree::{Entry, Expr, ExprKind, Sign};
use std::collections::BTreeSet;

/// Word that only some kinds of play have.
pub(super) struct PlayWord {
    /// Text as written.
    pub word: String,
    /// Span of the word.
    pub span: Span,
    /// Kinds of play that have the word.
    pub plays: Vec<Play>,
}

/// Parser of one effect.
pub(super) struct EffectParser<'s, 'a, 't, 'e> {
    pub(super) scope: &'s EffectScope<'a, 't>,
    pub(super) tokens: Tokens<'e>,
    pub(super) out: &'s mut Diagnostics,
    pub(super) played: Vec<PlayWord>,
    /// Words that refer to the event of the effect. They are allowed only if the effect has an event.
    pub(super) waiting: Vec<(&'static str, Span)>,
    /// States of play that occur in the condition or the numbers of the effect.
    pub(super) seen: Vec<(State, Span)>,
    /// True while the condition of the effect is parsed; false while its numbers are parsed.
    pub(super) judges: bool,
}

/// Parsed effect without its condition.
pub(super) struct ParsedEffect {
    pub moment: Option<EffectMoment>,
    pub who: Option<EffectSubject>,
    pub op: PackOperation,
    pub price: Option<(Price, Span)>,
    pub limit: Option<(UseLimit, Span)>,
    pub within: Vec<(Play, Span)>,
    /// Start of the subject and operation.
    pub subject_at: Span,
    /// Span of the operation.
    pub op_at: Span,
}

impl<'s, 'a, 't, 'e> EffectParser<'s, 'a, 't, 'e> {
    pub(super) fn new(scope: &'s EffectScope<'a, 't>, tokens: Tokens<'e>, out: &'s mut Diagnostics) -> Self {
        EffectParser { scope, tokens, out, played: Vec::new(), waiting: Vec::new(), seen: Vec::new(), judges: false }
    }

    pub(super) fn of(scope: &'s EffectScope<'a, 't>, entry: &'e Entry, out: &'s mut Diagnostics) -> Self {
        EffectParser::new(scope, Tokens::of(entry), out)
    }

    /// Reports that parsing cannot continue at the current position.
    pub(super) fn fail<T>(&mut self) -> Option<T> {
        self.stop(false)
    }

    fn stop<T>(&mut self, end: bool) -> Option<T> {
        let expected = describe(self.tokens.expected(), end);
        let before = self.tokens.before();
        let span = self.tokens.span();
        let example = self.tokens.expected().iter().find_map(|expected| match expected {
            Expected::Operation => Some("`effect +1 to agility rolls`, `effect may reroll attack` or `effect attack hits health too`"),
            Expected::Text | Expected::Aspect => Some("`effect has aspect \"Out of ammo\"`"),
            Expected::Quantity => Some("`+1 to agility rolls` or `+1 to harm of attack`"),
            _ => None,
        });
        let (words, at) = self.tokens.row();
        // If the next word is a misspelt `to`, no advice is given, because the words after it would be misunderstood.
        let is_slip = self.tokens.expected().iter().any(|one| matches!(one, Expected::Word("to")))
            && words.get(at).is_some_and(|word| slip_suggest::nearest(word, std::iter::once("to")).is_some());
        if let Some(found) = self.name_in_two_words() {
            self.out.push(found);
            return None;
        }
        let advice = self.of_what(&words, at).or_else(|| if is_slip { None } else { ParseStop { words: &words, at }.advice() });
        let example = || example.map(|example| format!("write for instance {example}"));
        let diagnostic = match self.tokens.here() {
            None => errors::ends_early(span, self.tokens.whole(), before.as_deref(), &expected, advice.or_else(example)),
            Some((expr, true)) => {
                let after_moment = words.first().is_some_and(|word| When::from_word(word).is_some());
                let help = after_moment.then(|| "write no comma after the moment: `after hit target suffers 1 on health`".to_owned());
                errors::comma(span, &shown(expr), &expected, help)
            }
            Some((expr, false)) => {
                // Only words that are legal here are suggested, because a legal word is a better suggestion than a similar word that is
                // not.
                let near = |word: &ecow::EcoString| self.scope.nearest(word, self.tokens.expected());
                let nearest = if advice.is_some() { None } else { expr.name().and_then(near) };
                errors::unexpected(span, self.tokens.whole(), &shown(expr), before.as_deref(), &expected, nearest, advice.or_else(example))
            }
        };
        let expected = self.tokens.expected().to_vec();
        self.report(diagnostic, &expected);
        let subjects = self.subjects_here(&words, at);
        if let Some(last) = self.out.iter_mut().last().filter(|last| last.is_completion()) {
            last.could_be.extend(end.then(|| "when".into()));
            last.could_be.extend(subjects);
        }
        None
    }

    /// Reports a name of several words that is written with blanks, as in `+1 to slug throwers attack`.
    fn name_in_two_words(&self) -> Option<Diagnostic> {
        let (first, second) = (self.tokens.ahead(0)?, self.tokens.ahead(1)?);
        let (one, other) = (first.name()?, second.name()?);
        let joined = format!("{one}_{other}");
        let takes_name = |expected: &Expected| {
            matches!(
                expected,
                Expected::Skill | Expected::Roll | Expected::Happening | Expected::Quantity | Expected::Operation | Expected::Item
            )
        };
        let is_known = self.tokens.expected().iter().any(takes_name) && self.scope.is_roll_name(&joined);
        is_known.then(|| errors::name_in_two_words(first.span.to(second.span), &joined))
    }

    /// Returns the moments and subjects with which the rest of the effect could begin, for completion.
    fn subjects_here(&self, words: &[String], at: usize) -> Vec<EcoString> {
        let begins = self.tokens.expected().iter().any(|one| matches!(one, Expected::Operation | Expected::Happening));
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let is_told = before.is_some_and(|word| Whom::from_word(word).is_some());
        if !begins || is_told || self.tokens.whole() != TokenStreamKind::Effect {
            return Vec::new();
        }
        let moments = if at == 0 { When::WORDS } else { &[] };
        let here = |whom: &&Whom| whom.plays().iter().any(|play| self.scope.has_play(*play));
        let subjects = Whom::ALL.iter().filter(here).map(|whom| whom.word());
        moments.iter().copied().chain(subjects).map(EcoString::from).collect()
    }

    /// Reports a word that is not allowed at its position. The words that are allowed are kept for completion.
    pub(super) fn report(&mut self, found: Diagnostic, expected: &[Expected]) {
        let words = if found.is_completion() { self.scope.legal(expected) } else { BTreeSet::new() };
        self.out.push(found.completed_by(words.iter().map(EcoString::as_str)));
    }

    /// Returns advice for a track or skill after a number, as in `+1 health` or `+1 to health`: the effect that was probably meant, such as
    /// `+1 to boxes of health`.
    fn of_what(&self, words: &[String], at: usize) -> Option<String> {
        let here = words.get(at)?;
        let back = |steps: usize| at.checked_sub(steps).and_then(|at| words.get(at)).map_or("", String::as_str);
        let number = if back(1) == "to" { back(2) } else { back(1) };
        if !number.starts_with(['+', '-']) {
            return None;
        }
        let acts = words.get(at.saturating_add(1)).is_some_and(|next| Action::from_word(next).is_some());
        if self.scope.tracks().0.contains(here.as_str()) {
            return Some(format!("write `{number} to boxes of {here}`"));
        }
        (self.scope.is_skill(here) && !acts).then(|| format!("write `{number} to {here} rolls`"))
    }

    /// Consumes the word `word`, or reports that it is missing.
    pub(super) fn want(&mut self, word: &'static str) -> Option<()> {
        if self.tokens.eat(word) { Some(()) } else { self.fail() }
    }

    /// Records that a word exists only in these kinds of play.
    pub(super) fn only_in(&mut self, word: impl Into<String>, span: Span, plays: &[Play]) {
        let word = word.into();
        // A fighter has a carrier; the person who flies the fighter has none.
        let is_aboard = word == Whom::Carrier.word() && (self.scope.carrier.is_person() || self.scope.carrier.is_carried());
        let plays = plays.iter().copied().filter(|play| !is_aboard || *play != Play::Space).collect();
        self.played.push(PlayWord { word, span, plays });
    }

    /// Records a word that refers to the event of the effect. The effect must then have an event.
    pub(super) fn asks_for_moment(&mut self, word: &'static str, span: Span) {
        self.waiting.push((word, span));
    }

    /// Parses the whole effect.
    pub(super) fn sentence(&mut self) -> Option<ParsedEffect> {
        let moment = self.moment()?;
        let subject_at = self.tokens.span();
        let who = self.who()?;
        let op_at = self.tokens.span();
        let op = self.operation()?;
        let op_at = self.tokens.span_since(op_at);
        let price = self.price()?;
        let limit = self.limit()?;
        let within = self.within()?;
        if !self.tokens.is_done() {
            return self.stop(true);
        }
        Some(ParsedEffect { moment, who, op, price, limit, within, subject_at, op_at })
    }

    fn moment(&mut self) -> Option<Option<EffectMoment>> {
        let Some(when) = self.tokens.word_ahead(0).and_then(|word| When::from_word(word)) else { return Some(None) };
        self.tokens.advance();
        let who = self.who()?;
        let what = self.happening()?;
        Some(Some(EffectMoment { when, who, what }))
    }

    fn happening(&mut self) -> Option<Occurrence> {
        let span = self.tokens.span();
        let event = self.tokens.word_ahead(0).and_then(|word| Event::from_word(word));
        if let Some(event) = event {
            self.tokens.advance();
            self.only_in(event.word(), span, event.plays());
            return Some(Occurrence::Event(event));
        }
        self.tokens.wanted(Expected::Happening);
        self.roll().map(Occurrence::Roll)
    }

    /// Parses the subject, if the effect has one.
    pub(super) fn who(&mut self) -> Option<Option<EffectSubject>> {
        let Some(whom) = self.tokens.word_ahead(0).and_then(|word| Whom::from_word(word)) else { return Some(None) };
        let span = self.tokens.span();
        self.tokens.advance();
        // On built items, the subject `everyone` is allowed only in effects of a ruleset. All other effects with it act only in play.
        let rules = whom != Whom::Everyone || self.scope.carrier == CarrierDeclaration::Ruleset;
        self.only_in(whom.word(), span, if rules { whom.plays() } else { PLAYED });
        Some(Some(match whom {
            Whom::Bearer => EffectSubject::Bearer,
            Whom::Crew => EffectSubject::Crew,
            Whom::Attached => EffectSubject::Attached,
            Whom::Carrier => EffectSubject::Carrier,
            Whom::Tethered => EffectSubject::Tethered,
            Whom::Platoon => EffectSubject::Platoon,
            Whom::Allies => EffectSubject::Allies,
            Whom::Enemies => EffectSubject::Enemies,
            Whom::Others => EffectSubject::Others,
            Whom::Everyone => EffectSubject::Everyone,
            Whom::Target => EffectSubject::Target,
            Whom::Actor => {
                self.asks_for_moment("actor", span);
                EffectSubject::Actor
            }
            Whom::Allied => EffectSubject::Allied(self.design()?),
            Whom::Enemy => EffectSubject::Enemy(self.design()?),
        }))
    }

    /// Parses the subject, which is required here.
    pub(super) fn want_who(&mut self) -> Option<EffectSubject> {
        match self.who()? {
            Some(who) => Some(who),
            None => {
                self.tokens.wanted(Expected::Table("a subject, such as `allies` or `enemies`", Whom::WORDS));
                self.fail()
            }
        }
    }

    /// Parses a roll: `[NAME {, NAME}] (ACTION | rolls) [against (NAME | this)]`, or a parameter of type `roll`.
    pub(super) fn roll(&mut self) -> Option<RollPattern> {
        let start = self.tokens.span();
        if let Some(word) = self.tokens.word_ahead(0).filter(|word| self.scope.is_param(word, &["roll"])) {
            self.tokens.advance();
            let against = self.against()?;
            return Some(RollPattern { parameter: Some(word.clone()), against, ..RollPattern::default() });
        }
        let mut with = Vec::new();
        let mut spans = Vec::new();
        if self.names_a_roll() {
            loop {
                let at = self.tokens.span();
                let name = self.roll_name()?;
                self.only_where_built(&name, at);
                self.listed_once(&mut spans, name.clone(), at);
                with.push(name);
                if !self.tokens.comma() {
                    break;
                }
            }
        }
        let action = self.action(if with.is_empty() { Expected::Roll } else { Expected::Action })?;
        let shown = with.iter().map(|name| name.as_str()).chain([action.word()]).collect::<Vec<_>>().join(" ");
        self.only_in(shown, self.tokens.span_since(start), action.plays());
        let against = self.against()?;
        Some(RollPattern { with, action, against, parameter: None })
    }

    /// True if the next words are one or more names and an ACTION, as in `brawling, agility attack`, or could be meant so.
    fn names_a_roll(&self) -> bool {
        let Some(first) = self.tokens.word_ahead(0) else { return false };
        let after = self.tokens.word_past_commas(self.tokens.after_list());
        let acts = after.is_some_and(|word| Action::from_word(word).is_some());
        if acts || self.tokens.after_list() > 1 {
            return Action::from_word(first).is_none() || self.scope.is_roll_name(first);
        }
        // A name without an ACTION, such as `agility` alone, is read as a roll, because the message about the missing ACTION is the most
        // helpful one.
        Action::from_word(first).is_none() && self.scope.is_roll_name(first)
    }

    /// Restricts an effect to the kinds of play in which the named number exists. For a statistic that is not also a skill, these are the
    /// kinds of play of the items that have it: `beam attack` is only for ships. For a skill that only some kinds of items have, they are
    /// the kinds of play of those: `direct_fire attack` is only for units.
    fn only_where_built(&mut self, name: &str, at: Span) {
        if self.scope.param(name).is_none() && !self.scope.is_stat(name) && !self.scope.is_item(name) {
            let kinds = self.scope.kinds_of_skill(name);
            if !kinds.is_empty() {
                let plays = self.scope.known.plays_of_kinds(&kinds);
                self.only_in(name, at, &plays);
            }
        }
        if self.scope.param(name).is_none() && !self.scope.is_skill(name) && !self.scope.is_item(name) {
            let plays = self.scope.known.plays_of_stat(name);
            if !plays.is_empty() {
                self.only_in(name, at, &plays);
            }
        }
    }

    fn roll_name(&mut self) -> Option<slip_pack::Name> {
        match self.tokens.word_ahead(0) {
            Some(word) if self.scope.is_roll_name(word) => {
                let start = self.tokens.span();
                self.tokens.advance();
                Some(self.rolled_as_now(word, self.tokens.span_since(start)))
            }
            _ => self.skill(),
        }
    }

    /// Parses an ACTION or the word `rolls`.
    pub(super) fn action(&mut self, expected: Expected) -> Option<Action> {
        match self.tokens.word_ahead(0).and_then(|word| Action::from_word(word)) {
            Some(action) => {
                self.tokens.advance();
                Some(action)
            }
            None => {
                self.tokens.wanted(expected);
                self.fail()
            }
        }
    }

    fn against(&mut self) -> Option<Option<Against>> {
        if !self.tokens.eat("against") {
            return Some(None);
        }
        if self.tokens.eat("this") {
            return Some(Some(Against::This));
        }
        // After `against`, the author may write an ACTION such as `torpedo` in place of a name.
        if let Some(word) = self.tokens.word_ahead(0).filter(|word| Action::from_word(word).is_some()) {
            self.tokens.advance();
            return Some(Some(Against::Name(word.clone())));
        }
        self.skill().map(|name| Some(Against::Name(name)))
    }

    fn price(&mut self) -> Option<Option<(Price, Span)>> {
        let start = self.tokens.span();
        if self.tokens.eat("for") {
            let points = self.count()?;
            self.want("fate")?;
            return Some(Some((Price::Fate(points), self.tokens.span_since(start))));
        }
        if self.tokens.eat("as") {
            self.want("action")?;
            return Some(Some((Price::Action, self.tokens.span_since(start))));
        }
        Some(None)
    }

    fn limit(&mut self) -> Option<Option<(UseLimit, Span)>> {
        let start = self.tokens.span();
        let times = if self.tokens.eat("once") {
            1
        } else if self.tokens.eat("any") {
            self.want("times")?;
            return Some(Some((UseLimit::AnyTimes, self.tokens.span_since(start))));
        } else if matches!(self.tokens.peek().map(|expr| &expr.kind), Some(ExprKind::Int(_))) {
            let times = self.count()?;
            self.want("times")?;
            times
        } else {
            return Some(None);
        };
        let period = self.period()?;
        Some(Some((UseLimit::Times(times, period), self.tokens.span_since(start))))
    }

    /// Parses the period of a limit: `per PERIOD`.
    pub(super) fn period(&mut self) -> Option<Period> {
        self.want("per")?;
        match self.tokens.word_ahead(0).and_then(|word| Period::from_word(word)) {
            Some(period) => {
                self.tokens.advance();
                Some(period)
            }
            None => {
                self.tokens.wanted(Expected::Table("`roll`, `phase`, `turn`, `round`, `scene`, `encounter` or `session`", Period::WORDS));
                self.fail()
            }
        }
    }

    fn within(&mut self) -> Option<Vec<(Play, Span)>> {
        let mut plays = Vec::new();
        let mut spans = Vec::new();
        if !self.tokens.eat("in") {
            return Some(plays);
        }
        loop {
            let span = self.tokens.span();
            match self.tokens.word_ahead(0).and_then(|word| Play::from_word(word)) {
                Some(play) => {
                    self.tokens.advance();
                    self.listed_once(&mut spans, play.word(), span);
                    plays.push((play, span));
                }
                None => {
                    self.tokens.wanted(Expected::Play);
                    return self.fail();
                }
            }
            if !self.tokens.comma() {
                return Some(plays);
            }
        }
    }

    /// Reports a word that occurs in the list already; otherwise adds it to the words of the list.
    pub(super) fn listed_once<W: PartialEq + AsRef<str>>(&mut self, before: &mut Vec<(W, Span)>, word: W, span: Span) {
        match before.iter().find(|(other, _)| *other == word) {
            Some((_, first)) => self.out.push(errors::listed_twice(span, word.as_ref(), *first)),
            None => before.push((word, span)),
        }
    }

    /// Parses a whole number of at least 1.
    pub(super) fn count(&mut self) -> Option<i64> {
        let span = self.tokens.span();
        let value = self.int()?;
        if value < 1 {
            self.out.push(errors::at_least_one(span));
            return None;
        }
        Some(value)
    }

    /// Parses a whole number without a sign.
    pub(super) fn int(&mut self) -> Option<i64> {
        match self.tokens.peek().map(|expr| &expr.kind) {
            Some(ExprKind::Int(value)) => {
                self.tokens.advance();
                Some(*value)
            }
            _ => {
                self.tokens.wanted(Expected::Int);
                self.fail()
            }
        }
    }

    /// Parses a number, a formula in brackets, or a word whose value is a number.
    pub(super) fn number(&mut self) -> Option<EffectNumber> {
        match self.tokens.peek() {
            Some(expr) if !matches!(expr.kind, ExprKind::Text(_) | ExprKind::Range(_) | ExprKind::Border(_)) => {
                self.tokens.advance();
                self.formula(expr)
            }
            _ => {
                self.tokens.wanted(Expected::Number);
                self.fail()
            }
        }
    }

    /// Parses a signed number: `+1`, `-2`, `+n` or `-(expr)`.
    pub(super) fn signed(&mut self) -> Option<EffectNumber> {
        let Some(Expr { kind: ExprKind::Sign(sign, inner), .. }) = self.tokens.peek() else {
            self.tokens.wanted(Expected::Table("a number with its sign, such as `+1`", &[]));
            return self.fail();
        };
        self.tokens.advance();
        let number = self.formula(inner)?;
        Some(match (sign, number) {
            (Sign::Plus, number) => number,
            (Sign::Minus, Formula::Int(value)) => Formula::Int(value.checked_neg()?),
            (Sign::Minus, number) => Formula::Negate(Box::new(number)),
        })
    }

    /// True if a signed number is next.
    pub(super) fn at_sign(&self) -> bool {
        matches!(self.tokens.peek(), Some(Expr { kind: ExprKind::Sign(..), .. }))
    }
}
