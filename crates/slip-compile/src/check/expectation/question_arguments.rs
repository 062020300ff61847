//! Reads the arguments of a question in a test.

use super::compile_test_blocks::TestReader;
use super::{AnswerKind, ExpectationQuestion};
use crate::check::expectation_errors as errors;
use crate::resolve::{DeclId, DeclaredItem, Kinds};
use slip_pack::Name;
use slip_pack::encounter::Encounter;
use slip_pack::item::{BuiltItem, Gear};
use slip_source::Span;
use slip_syntax::tree::{Call, Expr, ExprKind};

/// Arguments of one question, read one after another.
#[derive(Clone)]
pub(super) struct QuestionArguments<'e> {
    pub(super) question: &'static ExpectationQuestion,
    pub(super) span: Span,
    rest: std::slice::Iter<'e, Vec<Expr>>,
}

/// Returns the span of a whole argument.
pub(super) fn span_of(words: &[Expr], otherwise: Span) -> Span {
    match (words.first(), words.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => otherwise,
    }
}

impl<'e> QuestionArguments<'e> {
    pub(super) fn of(question: &'static ExpectationQuestion, call: &'e Call, span: Span) -> QuestionArguments<'e> {
        QuestionArguments { question, span, rest: call.args.iter() }
    }

    /// Returns the next argument; `None` if there is none.
    pub(super) fn next(&mut self) -> Option<&'e [Expr]> {
        self.rest.next().map(Vec::as_slice)
    }
}

impl<'a> TestReader<'a, '_, '_> {
    /// Returns the next argument. Reports an error if there is none.
    pub(super) fn needed<'e>(&mut self, arguments: &mut QuestionArguments<'e>) -> Option<&'e [Expr]> {
        let next = arguments.next();
        if next.is_none() {
            self.out.push(errors::too_few(arguments.span, arguments.question));
        }
        next
    }

    /// Reports arguments after the last one that the question can have.
    pub(super) fn ended(&mut self, arguments: &mut QuestionArguments<'_>) -> Option<()> {
        match arguments.next() {
            None => Some(()),
            Some(words) => {
                self.out.push(errors::too_many(span_of(words, arguments.span), arguments.question));
                None
            }
        }
    }

    /// Reads an argument that is a single name.
    pub(super) fn name(&mut self, words: &[Expr], what: &str, arguments: &QuestionArguments<'_>) -> Option<(Name, Span)> {
        if let [expr] = words
            && let Some(name) = expr.name()
        {
            return Some((name.clone(), expr.span));
        }
        self.form(words, what, arguments)
    }

    /// Reads an argument that is a text in quotes.
    pub(super) fn quoted(&mut self, words: &[Expr], arguments: &QuestionArguments<'_>) -> Option<Name> {
        if let [expr] = words
            && let Some(text) = expr.text()
        {
            return Some(text.value.clone());
        }
        self.form(words, "words in quotes", arguments)
    }

    /// Reads an argument that is a number from -20 to 10 000.
    pub(super) fn number(&mut self, words: &[Expr], arguments: &QuestionArguments<'_>) -> Option<i32> {
        let number = if let [expr] = words { expr.int() } else { None };
        match number.filter(|number| (-20..=10_000).contains(number)).and_then(|number| i32::try_from(number).ok()) {
            Some(number) => Some(number),
            None => self.form(words, "a number", arguments),
        }
    }

    /// Reports an argument of the wrong form. `what` describes the form that is expected.
    pub(super) fn form<T>(&mut self, words: &[Expr], what: &str, arguments: &QuestionArguments<'_>) -> Option<T> {
        let broken = words.iter().any(|expr| matches!(expr.kind, ExprKind::Error));
        if !broken {
            self.out.push(errors::argument_form(span_of(words, arguments.span), what, arguments.question));
        }
        None
    }

    /// Returns the built item that has the name and fits the question. Returns `None` for an item with errors, because these were reported
    /// at its declaration.
    pub(super) fn item(
        &mut self,
        words: &[Expr],
        arguments: &QuestionArguments<'_>,
        fits: impl Fn(&BuiltItem) -> bool,
    ) -> Option<(&'a BuiltItem, Gear, Span)> {
        let path = if let [expr] = words { expr.path() } else { None };
        let Some(path) = path else { return self.form(words, "the name of a thing", arguments) };
        let program = self.context.program;
        let pack = self.pack;
        let is_meant = |found: &DeclaredItem<'_>| {
            let of_kind = pack.items.get(found.kind());
            of_kind.and_then(|items| items.get(&program.key(found))).is_some_and(&fits)
        };
        match program.find_fitting(self.package, &path, is_meant) {
            Ok(id) => {
                let declared = program.get(id)?;
                let package = program.package_name(declared.package).into();
                let gear = Gear { kind: declared.kind().into(), package, name: declared.name().clone() };
                Some((self.pack.item(&gear)?, gear, path.span()))
            }
            Err(unknown) => {
                self.out.push(*unknown);
                None
            }
        }
    }

    /// Returns the encounter with a name, its declaration, and its key in the pack.
    pub(super) fn encounter(&mut self, words: &[Expr], arguments: &QuestionArguments<'_>) -> Option<(&'a Encounter, DeclId, Name)> {
        let path = if let [expr] = words { expr.path() } else { None };
        let Some(path) = path else { return self.form(words, "the name of an encounter", arguments) };
        let program = self.context.program;
        match program.find(self.package, &path, Kinds::One("encounter")) {
            Ok(id) => {
                let key = program.key(program.get(id)?);
                Some((self.pack.encounters.get(&key)?, id, key))
            }
            Err(unknown) => {
                self.out.push(*unknown);
                None
            }
        }
    }

    /// Reads `mode` and the name of a mode.
    pub(super) fn mode_of(&mut self, item: &BuiltItem, words: &[Expr], arguments: &QuestionArguments<'_>) -> Option<Name> {
        let (mode, span) = match words {
            [key, mode] if key.name().is_some_and(|word| word == "mode") => self.name(std::slice::from_ref(mode), "a mode", arguments)?,
            _ => return self.form(words, "`mode` and its name", arguments),
        };
        self.known_mode(item, &mode, span)
    }

    /// Returns a mode of an item; reports an error if the item does not have this mode.
    pub(super) fn known_mode(&mut self, item: &BuiltItem, mode: &Name, span: Span) -> Option<Name> {
        if item.modes.iter().any(|known| known.name == *mode) {
            return Some(mode.clone());
        }
        let known: Vec<&str> = item.modes.iter().map(|known| known.name.as_str()).collect();
        self.out.push(errors::not_of(span, mode, &item.name, "mode", &known));
        None
    }
}

/// Returns the words for a kind of answer, in messages.
pub(super) const fn sort_words(sort: AnswerKind) -> &'static str {
    match sort {
        AnswerKind::Truth => "yes or no",
        AnswerKind::Share => "a chance",
        AnswerKind::Number => "a number",
        AnswerKind::Text => "a word",
    }
}
