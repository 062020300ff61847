//! Tokens of one effect, and the words that would have been legal where parsing stopped.
//!
//! Every word that the parser tries at a position is recorded. One message can thus list all legal words and suggest the most similar.

use ecow::EcoString;
use slip_keyword::keyword_enum;
use slip_pack::effect::Special;
use slip_source::Span;
use slip_syntax::tree::{Entry, Expr, ExprKind};

/// Something that is legal at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// This exact word.
    Word(&'static str),
    /// One word of a list. Messages refer to the list by the text before it.
    Table(&'static str, &'static [&'static str]),
    /// A skill or statistic.
    Skill,
    /// An ACTION (such as `attack`) or `rolls`.
    Action,
    /// A roll, such as `agility rolls`.
    Roll,
    /// Roll or event. The effect acts before, at or after it.
    Happening,
    /// A roll, statistic or other quantity.
    Quantity,
    /// An operation.
    Operation,
    /// A track.
    Track,
    /// A mark.
    Mark,
    /// A design or kind.
    Design,
    /// An item.
    Item,
    /// A kind of play.
    Play,
    /// A text in quotes.
    Text,
    /// The text of an aspect that something has.
    Aspect,
    /// A whole number.
    Int,
    /// A number, or a formula in brackets.
    Number,
    /// A number, range, schedule, or one of these words.
    Value(&'static [Special]),
    /// A new word that the author invents.
    NewName,
}

keyword_enum! {
    /// Kind of a token stream, as messages name it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in crate::check) enum TokenStreamKind {
        /// An `effect` entry.
        Effect = "effect",
        /// A roll as an argument of a stunt.
        Roll = "roll",
    }

    /// Returns the word for this kind of stream in messages.
    pub(in crate::check) const fn word(self) -> &'static str;
}

/// Stream of the words of an effect.
pub(super) struct Tokens<'e> {
    values: Vec<(&'e Expr, bool)>,
    at: usize,
    /// Position of the word before which the parser has already read a comma.
    comma_read: usize,
    /// Kind of the token stream.
    whole: TokenStreamKind,
    end: Span,
    expected: Vec<Expected>,
}

impl<'e> Tokens<'e> {
    pub(super) fn of(entry: &'e Entry) -> Tokens<'e> {
        let values = entry.values.iter().map(|value| (&value.expr, value.comma)).collect();
        Tokens {
            values,
            at: 0,
            comma_read: usize::MAX,
            whole: TokenStreamKind::Effect,
            end: entry.values_span().at_end(),
            expected: Vec::new(),
        }
    }

    /// Creates the stream for one argument of a stunt.
    pub(super) fn of_argument(values: &'e [Expr], end: Span) -> Tokens<'e> {
        let values = values.iter().map(|expr| (expr, false)).collect();
        Tokens { values, at: 0, comma_read: usize::MAX, whole: TokenStreamKind::Roll, end, expected: Vec::new() }
    }

    /// Returns the next word; `None` at the end and before a comma.
    pub(super) fn peek(&self) -> Option<&'e Expr> {
        self.ahead(0)
    }

    /// Returns the value that is `places` positions ahead, if no comma is in between.
    pub(super) fn ahead(&self, places: usize) -> Option<&'e Expr> {
        let mut found = None;
        for place in self.at..=self.at.checked_add(places)? {
            let (expr, comma) = self.values.get(place)?;
            if *comma && self.comma_read != place {
                return None;
            }
            found = Some(*expr);
        }
        found
    }

    /// Returns the value that is `places` positions ahead, if it is a single word.
    pub(super) fn word_ahead(&self, places: usize) -> Option<&'e EcoString> {
        self.ahead(places).and_then(Expr::name)
    }

    /// Returns the length of the list `a, b, c` that begins at the current position, counted to the first word after the list.
    pub(super) fn after_list(&self) -> usize {
        let mut place = self.at;
        while self.values.get(place.saturating_add(1)).is_some_and(|(_, comma)| *comma) {
            place = place.saturating_add(1);
        }
        place.saturating_sub(self.at).saturating_add(1)
    }

    /// Like [`word_ahead`](Self::word_ahead), but ignores commas.
    pub(super) fn word_past_commas(&self, places: usize) -> Option<&'e EcoString> {
        self.values.get(self.at.checked_add(places)?).and_then(|(expr, _)| expr.name())
    }

    /// Consumes the next word.
    pub(super) fn advance(&mut self) {
        self.at = self.at.saturating_add(1);
        self.expected.clear();
    }

    /// Consumes the next token if it is `word`. Otherwise records that `word` would be legal here.
    pub(super) fn eat(&mut self, word: &'static str) -> bool {
        if self.peek().and_then(Expr::name).is_some_and(|found| found == word) {
            self.advance();
            return true;
        }
        self.wanted(Expected::Word(word));
        false
    }

    /// Consumes the comma between two members of a list.
    pub(super) fn comma(&mut self) -> bool {
        let found = self.comma_read != self.at && self.values.get(self.at).is_some_and(|(_, comma)| *comma);
        if found {
            self.comma_read = self.at;
            self.expected.clear();
        }
        found
    }

    /// Records something that is legal at the current position.
    pub(super) fn wanted(&mut self, expected: Expected) {
        if !self.expected.contains(&expected) {
            self.expected.push(expected);
        }
    }

    /// Returns the kind of the stream.
    pub(super) fn whole(&self) -> TokenStreamKind {
        self.whole
    }

    /// True if an effect is parsed and exactly one word has been consumed.
    pub(super) fn has_only_begun(&self) -> bool {
        self.at == 1 && self.whole == TokenStreamKind::Effect
    }

    /// Returns the kinds of word that were expected at the current position.
    pub(super) fn expected(&self) -> &[Expected] {
        &self.expected
    }

    /// True if all words are consumed.
    pub(super) fn is_done(&self) -> bool {
        self.at >= self.values.len()
    }

    /// Returns the next value, ignoring commas. The flag is true if there is an unread comma before it.
    pub(super) fn here(&self) -> Option<(&'e Expr, bool)> {
        self.values.get(self.at).map(|(expr, comma)| (*expr, *comma && self.comma_read != self.at))
    }

    /// Returns the span of the next word. If there is none, returns the end of the effect.
    pub(super) fn span(&self) -> Span {
        self.here().map_or(self.end, |(expr, _)| expr.span)
    }

    /// Returns the span from `start` to the last consumed word.
    pub(super) fn span_since(&self, start: Span) -> Span {
        self.at.checked_sub(1).and_then(|at| self.values.get(at)).map_or(start, |(expr, _)| start.to(expr.span))
    }

    /// Returns the last consumed word, as shown in messages.
    pub(super) fn before(&self) -> Option<String> {
        self.at.checked_sub(1).and_then(|at| self.values.get(at)).map(|(expr, _)| shown(expr))
    }

    /// Returns all words as shown in messages, and the index of the next one.
    pub(super) fn row(&self) -> (Vec<String>, usize) {
        (self.values.iter().map(|(expr, _)| shown(expr)).collect(), self.at)
    }

    /// True if a part of the effect did not parse.
    pub(super) fn is_broken(&self) -> bool {
        self.values.iter().any(|(expr, _)| has_error(expr))
    }
}

fn has_error(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Error => true,
        ExprKind::Group(inner) | ExprKind::Sign(_, inner) | ExprKind::Not(inner) => has_error(inner),
        ExprKind::Binary(_, sides) | ExprKind::Range(sides) | ExprKind::Index(sides) => has_error(&sides.0) || has_error(&sides.1),
        ExprKind::If(parts) => has_error(&parts.0) || has_error(&parts.1) || has_error(&parts.2),
        ExprKind::List(members) | ExprKind::Phrase(_, members) => members.iter().any(has_error),
        ExprKind::Call(call) => call.args.iter().flatten().any(has_error),
        _ => false,
    }
}

/// Formats a value for messages.
pub(super) fn shown(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Name(name) => name.to_string(),
        ExprKind::Path(path) => {
            path.package.as_ref().map_or_else(|| path.name.text.to_string(), |package| format!("{}.{}", package.text, path.name.text))
        }
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Tech(value) => format!("T{value}"),
        ExprKind::Count(value) => format!("x{value}"),
        ExprKind::Percent(value) => format!("{value}%"),
        ExprKind::Dice(count, 0) => format!("{count}dF"),
        ExprKind::Dice(count, sides) => format!("{count}d{sides}"),
        ExprKind::Border(border) => {
            let close = border.close.map_or_else(|| "x".to_owned(), |close| close.to_string());
            format!("{}/{}/{close}", border.open, border.pass)
        }
        ExprKind::Text(text) => format!("\"{}\"", text.value),
        ExprKind::Sign(sign, inner) => format!("{}{}", if *sign == slip_syntax::tree::Sign::Minus { "-" } else { "+" }, shown(inner)),
        ExprKind::Range(ends) => format!("{}..{}", shown(&ends.0), shown(&ends.1)),
        ExprKind::Call(call) => format!("{}(…)", call.name.name.text),
        ExprKind::Code(code) => code.to_string(),
        ExprKind::Binary(operator, sides) => format!("{} {} {}", shown(&sides.0), operator.symbol(), shown(&sides.1)),
        ExprKind::Group(_) => "(…)".to_owned(),
        ExprKind::List(_) => "[…]".to_owned(),
        _ => "…".to_owned(),
    }
}
