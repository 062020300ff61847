//! Resolves the words of an effect: skills, tracks, marks, aspects, parameters.
//!
//! Reports a wrong word at its span, with the nearest legal word.

use super::EffectScope;
use super::tokens::{Expected, shown};
use crate::check::effect_errors as errors;
use crate::check::skills;
use crate::resolve::{DeclId, Kinds};
use ecow::{EcoString, eco_format};
use slip_pack::Name;
use slip_pack::effect::{Action, EffectText, Event, Measure, Opening, ParameterType, Play, Role, State, When};
use slip_source::Span;
use slip_source::diagnostic::Code;
use slip_syntax::tree::{self, Expr, ExprKind, NamePath, Param};
use std::collections::BTreeSet;

/// Returns the type of a parameter as messages name it: `skill`, or `choice of names`.
///
/// The text is empty if the type is unknown. This is reported where the parameter is declared, so the parameter is accepted everywhere.
pub(super) fn type_of(param: &Param) -> &str {
    match param.types.as_slice() {
        [only] => {
            // An unknown type, which was reported, is replaced by the known type with the most similar name.
            let nearest = || ParameterType::from_word(&slip_suggest::nearest(&only.text, ParameterType::WORDS.iter().copied())?);
            ParameterType::from_word(&only.text).or_else(nearest).map_or("", ParameterType::word)
        }
        _ => "choice of names",
    }
}

impl<'a> EffectScope<'a, '_> {
    /// Returns the parameter of the stunt with this name.
    pub(super) fn param(&self, word: &str) -> Option<&'a Param> {
        self.params.iter().find(|param| param.name.text == word)
    }

    /// True if a word is a parameter of the stunt with one of these types. A parameter of the type `choice of names` may stand for a skill,
    /// a statistic or an item.
    pub(super) fn is_param(&self, word: &str, types: &[&str]) -> bool {
        self.param(word).map(type_of).is_some_and(|found| found.is_empty() || types.contains(&found))
    }

    /// True if a skill of this name is visible here.
    pub(super) fn is_skill(&self, word: &str) -> bool {
        self.program.lookup(self.package, "skill", word).is_some()
    }

    /// Returns the kinds of items that may have a skill (`for unit`). Empty if any kind may have the skill, or if the word is not a skill.
    pub(super) fn kinds_of_skill(&self, word: &str) -> Vec<EcoString> {
        let declared = self.program.peek(self.package, "skill", word).and_then(|id| self.program.get(id));
        let entries = declared.into_iter().flat_map(|declared| declared.entries_of("for"));
        entries.flat_map(|entry| entry.values.iter().filter_map(|value| value.expr.name().cloned())).collect()
    }

    /// Returns the current name of a thing; `word` may be its current name or an old name.
    pub(super) fn as_now(&self, kind: &str, word: &str) -> EcoString {
        let meant = self.program.peek(self.package, kind, word).and_then(|id| self.program.get(id));
        meant.map_or_else(|| word.into(), |declared| declared.name().clone())
    }

    /// True if some design has this statistic.
    pub(super) fn is_stat(&self, word: &str) -> bool {
        self.names.stats.contains(word) || self.known.all().stats.contains(word)
    }

    /// True if the word can be the NAME in a roll such as `NAME attack`: a skill, a statistic or an item.
    pub(super) fn is_roll_name(&self, word: &str) -> bool {
        self.is_param(word, &["skill", "stat", "item", "choice of names"])
            || self.is_skill(word)
            || self.is_stat(word)
            || self.is_item(word)
    }

    /// True if an item that is visible here has this name, and a design builds its kind.
    pub(super) fn is_item(&self, word: &str) -> bool {
        let kinds = self.program.kinds();
        kinds.iter().filter(|kind| self.program.is_built_kind(kind)).any(|kind| self.program.lookup(self.package, kind, word).is_some())
    }

    /// Returns the names that the author may have meant by a misspelt word before a roll: the most similar skill, and all statistics and
    /// parameters.
    pub(super) fn roll_names(&self, word: &str) -> BTreeSet<EcoString> {
        let mut names = self.nearest_of(Kinds::One("skill"), word);
        names.extend(self.names.stats.iter().cloned());
        names.extend(self.params.iter().map(|param| param.name.text.clone()));
        names
    }

    /// Returns the name of the given kinds that is most similar to a word. The result is empty if no name is similar enough.
    fn nearest_of(&self, kinds: Kinds<'_>, word: &str) -> BTreeSet<EcoString> {
        self.program.nearest(self.package, kinds, word).map(EcoString::from).into_iter().collect()
    }

    /// Returns the tracks that a word can mean here, with a description of their owner. These are the tracks of the design if it has any.
    /// Otherwise they are the tracks of all designs, because a weapon hits tracks of other items.
    pub(super) fn tracks(&self) -> (&BTreeSet<EcoString>, Option<String>) {
        if self.names.tracks.is_empty() { (&self.known.all().tracks, None) } else { (&self.names.tracks, Some(self.carrier.described())) }
    }

    /// Returns the words that `expected` allows, as candidates for a misspelt word.
    fn candidates(&self, expected: Expected, misspelt: &str) -> BTreeSet<EcoString> {
        let table = |words: &mut dyn Iterator<Item = &'static str>| words.map(EcoString::from).collect::<BTreeSet<_>>();
        match expected {
            Expected::Word(word) => table(&mut std::iter::once(word)),
            Expected::Table(_, words) => table(&mut words.iter().copied()),
            Expected::Skill => self.roll_names(misspelt),
            Expected::Action => table(&mut Action::ALL.iter().map(|action| action.word())),
            Expected::Roll => {
                let mut names = self.roll_names(misspelt);
                names.extend(self.candidates(Expected::Action, misspelt));
                names
            }
            Expected::Happening => {
                let mut names = self.candidates(Expected::Roll, misspelt);
                names.extend(table(&mut Event::ALL.iter().map(|event| event.word())));
                names
            }
            Expected::Quantity => {
                let mut names = self.candidates(Expected::Roll, misspelt);
                names.extend(table(&mut Measure::ALL.iter().map(|measure| measure.word())));
                names
            }
            Expected::Operation => {
                let mut names = self.candidates(Expected::Quantity, misspelt);
                names.extend(table(&mut Opening::WORDS.iter().copied()));
                names
            }
            Expected::Track => self.tracks().0.clone(),
            Expected::Mark => self.nearest_of(Kinds::One("mark"), misspelt),
            Expected::Design => self.known.designs_and_kinds(),
            Expected::Item => self.nearest_of(Kinds::Built, misspelt),
            Expected::Play => table(&mut Play::ALL.iter().map(|play| play.word())),
            Expected::Value(words) => table(&mut words.iter().map(|special| special.word())),
            Expected::Aspect => self.known.aspects(self.program, self.package).map(|text| eco_format!("\"{text}\"")).collect(),
            Expected::Text | Expected::Int | Expected::Number | Expected::NewName => BTreeSet::new(),
        }
    }

    /// Returns all words that are legal at a position.
    pub(super) fn legal(&self, expected: &[Expected]) -> BTreeSet<EcoString> {
        let mut words = BTreeSet::new();
        for one in expected {
            words.extend(self.candidates(*one, ""));
            match one {
                Expected::Skill | Expected::Roll | Expected::Happening | Expected::Quantity | Expected::Operation => {
                    words.extend(self.skills())
                }
                Expected::Mark => words.extend(self.program.visible(self.package, Kinds::One("mark"))),
                Expected::Item => words.extend(self.program.visible(self.package, Kinds::Built)),
                _ => {}
            }
            if !matches!(one, Expected::Word(_)) {
                words.retain(|word| self.has_word(word));
            }
        }
        words
    }

    /// True if the carrier takes part in a kind of play.
    pub(super) fn has_play(&self, play: Play) -> bool {
        self.plays.contains(&play)
    }

    /// True if the carrier can use a word of the effect vocabulary, because it takes part in a kind of play that has the word. True for all
    /// other words.
    fn has_word(&self, word: &str) -> bool {
        let is_name = self.param(word).is_some() || self.names.stats.contains(word) || self.is_skill(word);
        let plays = [
            Action::from_word(word).map(Action::plays),
            Measure::from_word(word).map(Measure::plays),
            Event::from_word(word).map(Event::plays),
            Opening::from_word(word).map(Opening::plays),
            Role::from_word(word).map(Role::plays),
            State::from_word(word).map(State::plays),
        ];
        let mut meanings = plays.into_iter().flatten().peekable();
        let acts = |plays: &[Play]| plays.iter().any(|play| self.plays.contains(play));
        let is_own_play = Play::from_word(word).is_none_or(|play| self.plays.contains(&play));
        is_name || is_own_play && (meanings.peek().is_none() || meanings.any(acts))
    }

    /// Returns the skills that carriers of the effect may have, because they are on the skill lists of their designs.
    pub(super) fn skills(&self) -> Vec<EcoString> {
        let lists = skills::lists_in_force(self.program, self.package, &self.carrier.kinds());
        let is_in = |name: &EcoString| {
            let skill = self.program.peek(self.package, "skill", name).and_then(|id| self.program.get(id));
            skill.is_none_or(|skill| lists.is_empty() || lists.iter().any(|list| skills::is_in(skill, list)))
        };
        let mut names = self.program.visible(self.package, Kinds::One("skill"));
        names.retain(is_in);
        names
    }

    /// Returns the words that a condition can begin with.
    pub(super) fn condition_words(&self) -> BTreeSet<EcoString> {
        let mut words: BTreeSet<EcoString> = self.skills().into_iter().collect();
        for table in [&self.names.stats, &self.names.tracks, &self.names.stunts, &self.names.counts, &self.names.choices] {
            words.extend(table.iter().cloned());
        }
        words.extend(self.params.iter().map(|param| param.name.text.clone()));
        words.extend(self.program.visible(self.package, Kinds::One("mark")));
        words.extend(State::ALL.iter().map(|state| EcoString::from(state.word())));
        words.extend(Role::ALL.iter().map(|role| EcoString::from(role.word())));
        words.extend(["not", "rules", "table", "trained"].map(EcoString::from));
        words.retain(|word| self.has_word(word));
        words
    }

    /// Returns the word that is most similar to a misspelt word, among all words that are legal at a position.
    pub(super) fn nearest(&self, word: &str, expected: &[Expected]) -> Option<String> {
        // Of two equally similar words, the first is suggested. Words that `expected` lists one by one therefore come first.
        let mut fixed: Vec<EcoString> = Vec::new();
        let mut open: Vec<EcoString> = Vec::new();
        for one in expected {
            match one {
                Expected::Word(_) | Expected::Table(..) => fixed.extend(self.candidates(*one, word)),
                _ => open.extend(self.candidates(*one, word)),
            }
        }
        slip_suggest::nearest(word, fixed.iter().chain(&open).map(EcoString::as_str))
    }
}

/// Describes the words that are legal at a position, for authors. `end` is true if the effect may also end there.
pub(super) fn describe(expected: &[Expected], end: bool) -> String {
    let parts: Vec<String> = expected
        .iter()
        .map(|one| match one {
            Expected::Word(word) => format!("`{word}`"),
            Expected::Table(described, _) => (*described).to_owned(),
            Expected::Skill => "a skill or statistic".to_owned(),
            Expected::Action => "a kind of roll, such as `rolls`, `attack`, `defence`".to_owned(),
            Expected::Roll => "a roll, such as `attack` or `agility rolls`".to_owned(),
            Expected::Happening => "a roll or an event, such as `attack`, `turn`, `enter`".to_owned(),
            Expected::Quantity => "a roll, a statistic or another quantity".to_owned(),
            Expected::Operation => "an operation, such as `+1 to …` or `may …`".to_owned(),
            Expected::Track => "a track".to_owned(),
            Expected::Mark => "a mark".to_owned(),
            Expected::Design => "a design".to_owned(),
            Expected::Item => "an item".to_owned(),
            Expected::Play => format!("a kind of play: {}", slip_suggest::alternatives(Play::ALL.iter().map(|play| play.word()))),
            Expected::Text | Expected::Aspect => "words in quotes".to_owned(),
            Expected::Int => "a number".to_owned(),
            Expected::Number => "a number, or a formula in brackets".to_owned(),
            Expected::Value(_) => {
                "a number, a range, a formula in brackets, or `none`, `base`, `unlimited`, `permanent`, `down`".to_owned()
            }
            Expected::NewName => "a name of your own".to_owned(),
        })
        .collect();
    match (parts.as_slice(), end) {
        ([], _) => "the end of the line, or `when`".to_owned(),
        (parts, true) => format!("the end of the line, `when`, or one of {}", parts.join(" ")),
        (parts, false) => errors::alternatives(parts),
    }
}

impl super::effect_parser::EffectParser<'_, '_, '_, '_> {
    /// Reads one word, with its span; reports an error if the next value is not a word.
    pub(super) fn any_word(&mut self, expected: Expected) -> Option<(EcoString, Span)> {
        match self.tokens.peek() {
            Some(Expr { kind: ExprKind::Name(word), span }) => {
                self.tokens.advance();
                Some((word.clone(), *span))
            }
            _ => {
                self.tokens.wanted(expected);
                self.fail()
            }
        }
    }

    fn refuse_param(&mut self, word: &str, span: Span, wanted: &str) -> Option<Name> {
        if let Some(param) = self.scope.param(word) {
            self.out.push(errors::parameter_kind(span, word, type_of(param), wanted, Some(param.span)));
        }
        None
    }

    /// Reads a skill or statistic, or a parameter that stands for one.
    pub(super) fn skill(&mut self) -> Option<Name> {
        let (word, span) = self.any_word(Expected::Skill)?;
        if self.scope.is_param(&word, &["skill", "stat", "choice of names"]) {
            return Some(word);
        }
        if self.scope.param(&word).is_some() {
            return self.refuse_param(&word, span, "skill");
        }
        if self.scope.is_skill(&word) || self.scope.is_stat(&word) {
            return Some(self.rolled_as_now(&word, span));
        }
        if let Some(next) = self.tokens.peek()
            && let Some(joined) = next.name().map(|next| format!("{word}_{next}")).filter(|joined| self.scope.is_roll_name(joined))
        {
            self.out.push(errors::name_in_two_words(span.to(next.span), &joined));
            return None;
        }
        let names = self.scope.roll_names(&word);
        // In `afer attack …`, the unknown first word is more likely a misspelt `after` than a skill.
        let moments = if self.tokens.has_only_begun() { When::WORDS } else { &[] };
        let nearest = slip_suggest::nearest(&word, moments.iter().copied().chain(names.iter().map(EcoString::as_str)));
        self.report(errors::unknown_name(span, &word, "skill or statistic", nearest, None), &[Expected::Skill]);
        None
    }

    /// Returns the current name of the skill or item with which a roll is made; `word` may be its old name.
    pub(super) fn rolled_as_now(&self, word: &Name, span: Span) -> Name {
        let program = self.scope.program;
        if self.scope.param(word).is_some() {
            return word.clone();
        }
        program.note_seen(span, &["skill"], word);
        if self.scope.is_stat(word) {
            return word.clone();
        }
        let found = program.find_old_word((word, span), |declared| declared.kind() == "skill" || program.is_built_kind(declared.kind()));
        found.first().and_then(|id| program.get(*id)).map_or_else(|| word.clone(), |declared| declared.name().clone())
    }

    /// Reads a track, or a parameter that stands for one.
    pub(super) fn track(&mut self) -> Option<Name> {
        let (word, span) = self.any_word(Expected::Track)?;
        if self.scope.is_param(&word, &["track", "choice of names"]) {
            return Some(word);
        }
        if self.scope.param(&word).is_some() {
            return self.refuse_param(&word, span, "track");
        }
        let (tracks, whose) = self.scope.tracks();
        if tracks.contains(&word) {
            // An attack hits the track of another item only in kinds of play in which such items take part. The hull of a ship is never hit
            // by a gun of people.
            if self.scope.names.tracks.is_empty() {
                let plays = self.scope.known.plays_of_track(&word);
                if !plays.is_empty() {
                    self.only_in(word.as_str(), span, &plays);
                }
            }
            return Some(word);
        }
        let names: Vec<&str> = tracks.iter().map(EcoString::as_str).collect();
        let nearest = slip_suggest::nearest(&word, names.iter().copied());
        self.report(errors::unknown_track(span, &word, whose.as_deref(), &names, nearest), &[Expected::Track]);
        None
    }

    /// Reads a declared mark, or the name of a parameter whose value is a mark.
    pub(super) fn mark(&mut self) -> Option<Name> {
        self.mark_or(&[Expected::Mark])
    }

    /// Reads a mark where other words are legal too; `expected` are all of them.
    pub(super) fn mark_or(&mut self, expected: &[Expected]) -> Option<Name> {
        let (word, span) = self.any_word(Expected::Mark)?;
        self.known_mark(word, span, expected)
    }

    /// Returns the declared mark with this name; reports an error if there is none.
    pub(super) fn known_mark(&mut self, word: EcoString, span: Span, expected: &[Expected]) -> Option<Name> {
        if self.scope.param(&word).is_some() {
            return Some(word);
        }
        if self.scope.program.lookup(self.scope.package, "mark", &word).is_some() {
            self.scope.program.note_seen(span, &["mark"], &word);
            return Some(self.scope.program.name_now(&["mark"], (&word, span)));
        }
        let nearest = self.scope.nearest(&word, &[Expected::Mark]);
        self.report(errors::unknown_mark(span, &word, nearest), expected);
        None
    }

    /// Records for editors that a word refers to a design, unless it is a kind.
    pub(super) fn note_design(&self, span: Span, word: &str) {
        if !self.scope.program.is_built_kind(word) {
            self.scope.program.note_seen(span, &["design"], word);
        }
    }

    /// Reads a design or a kind.
    pub(super) fn design(&mut self) -> Option<Name> {
        let (word, span) = self.any_word(Expected::Design)?;
        if self.scope.known.is_design_or_kind(&word) {
            self.note_design(span, &word);
            return Some(word);
        }
        let nearest = self.scope.nearest(&word, &[Expected::Design]);
        self.report(errors::unknown_name(span, &word, "design", nearest, None), &[Expected::Design]);
        None
    }

    /// Reads an item, or a parameter that stands for one.
    pub(super) fn item(&mut self) -> Option<Name> {
        self.meant_item().map(|(name, _)| name)
    }

    /// Reads the name of an item, or of a parameter that represents an item. If several items have the name, the kind is written before it.
    /// Also returns the declaration of the item.
    pub(super) fn meant_item(&mut self) -> Option<(Name, Option<DeclId>)> {
        let kind = self.kind_ahead();
        if kind.is_some() {
            self.tokens.advance();
        }
        let Some((expr, path)) = self.tokens.peek().and_then(|expr| Some((expr, expr.path()?))) else {
            self.tokens.wanted(Expected::Item);
            return self.fail();
        };
        self.tokens.advance();
        let (word, span) = (path.name.text.clone(), path.name.span);
        let is_bare = path.package.is_none() && kind.is_none();
        if is_bare && self.scope.is_param(&word, &["item", "choice of names"]) {
            return Some((word, None));
        }
        let program = self.scope.program;
        match program.find_fitting(self.scope.package, &NamePath { kind, ..path }, |found| super::has_self(found.kind())) {
            Ok(id) if is_bare => Some((program.get(id).map_or(word, |found| found.name().clone()), Some(id))),
            Ok(id) => Some((shown(expr).into(), Some(id))),
            Err(found) if !is_bare || found.code != Code::UnknownName => {
                self.out.push(*found);
                None
            }
            Err(_) if self.scope.param(&word).is_some() => {
                self.refuse_param(&word, span, "item");
                None
            }
            Err(_) => {
                let nearest = self.scope.nearest(&word, &[Expected::Item]);
                self.report(errors::unknown_name(span, &word, "item", nearest, None), &[Expected::Item]);
                None
            }
        }
    }

    /// Returns the next word if it is a kind that is written before the name of an item.
    fn kind_ahead(&self) -> Option<Box<tree::SpannedName>> {
        let (kind, item) = (self.tokens.peek()?, self.tokens.ahead(1)?.path()?);
        let word = kind.name()?;
        let program = self.scope.program;
        let is_kind = program.is_built_kind(word) && program.has_meaning(self.scope.package, word, &item);
        is_kind.then(|| Box::new(tree::SpannedName { text: word.clone(), span: kind.span }))
    }

    /// Reads a text in quotes, or a parameter of type `text`.
    pub(super) fn text(&mut self) -> Option<EffectText> {
        self.text_of_kind(Expected::Text)
    }

    fn text_of_kind(&mut self, expected: Expected) -> Option<EffectText> {
        match self.tokens.peek().map(|expr| (&expr.kind, expr.span)) {
            Some((ExprKind::Text(text), _)) => {
                self.tokens.advance();
                Some(EffectText::Words(text.value.to_string()))
            }
            Some((ExprKind::Name(word), span)) if self.scope.param(word).is_some() => {
                self.tokens.advance();
                if self.scope.is_param(word, &["text"]) {
                    return Some(EffectText::Parameter { parameter: word.clone() });
                }
                self.refuse_param(word, span, "text");
                None
            }
            _ => {
                self.tokens.wanted(expected);
                self.fail()
            }
        }
    }

    /// Reads an aspect, and requires that some declaration has, gives or places this aspect.
    pub(super) fn known_aspect(&mut self) -> Option<EffectText> {
        let span = self.tokens.span();
        let text = self.text_of_kind(Expected::Aspect)?;
        self.check_aspect(&text, span);
        Some(text)
    }

    /// Reads the text of an aspect that the effect creates. An empty text is reported.
    pub(super) fn new_aspect(&mut self) -> Option<EffectText> {
        let span = self.tokens.span();
        let text = self.text()?;
        if matches!(&text, EffectText::Words(words) if words.trim().is_empty()) {
            self.out.push(errors::blank_aspect(span));
            return None;
        }
        Some(text)
    }

    /// Reports the text of an aspect that no declaration has, gives or places.
    pub(super) fn check_aspect(&mut self, text: &EffectText, span: Span) {
        let EffectText::Words(words) = text else { return };
        let (known, program, package) = (self.scope.known, self.scope.program, self.scope.package);
        if !known.has_aspect(program, package, words) {
            let nearest = slip_suggest::nearest(words, known.aspects(program, package));
            self.out.push(errors::unknown_aspect(span, words, nearest));
        }
    }
}
