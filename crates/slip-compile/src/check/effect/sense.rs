//! Words that are known and mean nothing where they stand.
//!
//! A range where a number belongs, a price on what simply is so, a deed without a moment, a total before anybody rolled: each
//! would be read and never do anything, so each is said.

use super::Scope;
use super::parse::{Line, Sentence};
use crate::check::effect_errors as errors;
use slip_pack::effect::{
    Base, Basis, Bound, Change, Effect, Measure, Number, Op, Permit, Play, Quantity, Role, Roll, Set, Special, State, TagVerb, Takes,
    Value, When, Who,
};
use slip_pack::formula::Formula;
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;

/// True if an operation stands all the time, so that nobody can choose it.
pub(super) fn stands(op: &Op) -> bool {
    match op {
        Op::Set(_) | Op::Needs(_) | Op::AllowsUntrained(_) | Op::Is(_) | Op::Table(_) | Op::Carries(_) | Op::Grants(_) => true,
        Op::Permit(Permit { cannot, .. }) => *cannot,
        Op::Tag(tag) => tag.never,
        _ => false,
    }
}

/// The kinds of play in which a line with a price or a limit acts: building is nobody's choice. Says so where nothing is left,
/// and where a line stands all the time.
pub(super) fn chosen(sentence: &Sentence, mut plays: Vec<Play>, out: &mut Diagnostics) -> Option<Vec<Play>> {
    let parts = [sentence.price.map(|(_, span)| (span, "a price")), sentence.limit.map(|(_, span)| (span, "a limit"))];
    let mut parts = parts.into_iter().flatten().peekable();
    if parts.peek().is_none() {
        return Some(plays);
    }
    if !matches!(sentence.op, Op::Is(_) | Op::Table(_) | Op::Grants(_) | Op::Carries(_)) {
        plays.retain(|play| *play != Play::Build);
    }
    if !stands(&sentence.op) && !plays.is_empty() {
        return Some(plays);
    }
    let line = sentence.op.to_string();
    for (span, part) in parts {
        out.push(errors::limit_on_standing(span, part, &line));
    }
    None
}

/// True if the parts of a sentence go together; says what does not.
pub(super) fn sentence(line: &mut Line<'_, '_, '_, '_>, sentence: &Sentence) -> bool {
    let before = line.out.len();
    if sentence.moment.is_none() {
        if is_deed(&sentence.op) && sentence.price.is_none() && sentence.limit.is_none() {
            line.out.push(errors::deed_without_moment(sentence.op_at, &sentence.op.to_string()));
        } else if let Some((word, span)) = line.waiting.first() {
            line.out.push(errors::word_without_moment(*span, word));
        }
    }
    if let (Some(Who::Bearer), Op::Change(Change { to: quantity, .. }) | Op::Set(Set { what: quantity, .. })) =
        (&sentence.who, &sentence.op)
        && matches!(quantity, Quantity::Measure(measured) if measured.what == Measure::Cap)
    {
        line.out.push(errors::cap_of_bearer(sentence.op_at));
    }
    let rolled = line.seen.iter().find(|(state, _)| matches!(state, State::Shifts | State::Total));
    if let Some((state, span)) = rolled.filter(|_| !after_the_dice(sentence)) {
        line.out.push(errors::before_the_dice(*span, state.word()));
    }
    if let Some((_, span)) = line.seen.iter().find(|(state, _)| *state == State::Base).filter(|_| !has_base(&sentence.op)) {
        line.out.push(errors::no_base(*span));
    }
    line.out.len() == before
}

/// What happens at some moment, and would happen all the time without one.
fn is_deed(op: &Op) -> bool {
    matches!(op, Op::Suffers(_) | Op::Boxes(_) | Op::Faces(_) | Op::Pays(_) | Op::Drops(_) | Op::Place(_) | Op::Loses(_))
}

/// True if the dice lie on the table when the line's condition is looked at.
fn after_the_dice(sentence: &Sentence) -> bool {
    if let Some(moment) = &sentence.moment {
        return moment.when != When::Before;
    }
    let late = |quantity: &Quantity| match quantity {
        Quantity::Measure(measured) => matches!(measured.what, Measure::Stress | Measure::Spin | Measure::RollUp | Measure::Invoke),
        _ => false,
    };
    match &sentence.op {
        Op::Reroll(_) | Op::Hits(_) | Op::Divert(_) => true,
        Op::Tag(tag) => tag.verb != TagVerb::HasAspect,
        Op::Change(change) => late(&change.to),
        Op::Set(set) => late(&set.what),
        _ => false,
    }
}

/// True if a line is about a number that has a value without effects.
fn has_base(op: &Op) -> bool {
    matches!(op, Op::Change(_) | Op::Set(_) | Op::Use(_))
}

/// A choice that no line asks about changes nothing.
pub(super) fn choices(span: Span, effects: &[Effect], scope: &Scope<'_, '_>, out: &mut Diagnostics) {
    for effect in effects {
        if let Op::Choose(choice) = &effect.op
            && !scope.names.asked.contains(choice)
        {
            out.push(errors::idle_choice(span, choice));
        }
    }
}

impl Line<'_, '_, '_, '_> {
    /// True if something can be added to a quantity, and whether it is anything.
    pub(super) fn adds(&mut self, by: &Number, by_at: Span, to: &Quantity, at: Span) -> Option<()> {
        if *by == Formula::Int(0) {
            self.out.push(errors::says_nothing(by_at, "nothing is added"));
            return None;
        }
        if let Quantity::Measure(measured) = to
            && !measured.what.takes().counts()
        {
            self.out.push(errors::no_number(at, measured.what.word(), &taken(measured.what.takes())));
            return None;
        }
        Some(())
    }

    /// `past cap` is for what has a cap.
    pub(super) fn lifts(&mut self, to: &Quantity, at: Span) -> Option<()> {
        if matches!(to, Quantity::Stat(_)) {
            return Some(());
        }
        self.out.push(errors::no_cap(at, &to.to_string()));
        None
    }

    /// Whether a quantity can be set to a value, or bounded by it.
    pub(super) fn takes(&mut self, what: &Quantity, how: Bound, value: &Value, at: Span) -> Option<()> {
        let takes = match what {
            Quantity::Measure(measured) => measured.what.takes(),
            Quantity::Roll(_) | Quantity::Stat(_) => Takes::Number(&[]),
        };
        let fits = match (value, how) {
            (Value::Special(Special::Base), Bound::Is) => true,
            (Value::Special(word), Bound::Is) => takes.words().contains(word),
            (Value::Number(_), _) => takes.counts(),
            (Value::Range(low, high), Bound::Is) => matches!(takes, Takes::Range(_)) && low <= high,
            (Value::Schedule(..) | Value::Parameter(_), Bound::Is) => matches!(takes, Takes::Schedule(_)),
            _ => false,
        };
        if fits {
            return Some(());
        }
        let wanted = if how == Bound::Is { taken(takes) } else { "a number".to_owned() };
        // As it is written: of a sum it is not told what it comes to.
        let written = self.scope.program.sources.slice(at);
        self.out.push(errors::value_of_quantity(at, &what.to_string(), &how.to_string(), written, &wanted));
        None
    }

    /// A number is nobody's: neither mine nor the leader's.
    pub(super) fn whose(&mut self, my: bool, base: &Base, of: Option<Role>, at: Span) -> Option<()> {
        if matches!(base, Base::Number(_)) && (my || of.is_some()) {
            self.out.push(errors::number_is_nobodys(at));
            return None;
        }
        if my && of.is_some() {
            self.out.push(errors::mine_and_anothers(at));
            return None;
        }
        Some(())
    }

    /// A number is not capped, and a skill in place of itself changes nothing.
    pub(super) fn stands_in(&mut self, basis: &Basis, roll: &Roll, up_to: Option<i64>, at: Span) -> Option<()> {
        if up_to.is_some() && matches!(basis.base, Base::Number(_)) {
            self.out.push(errors::number_is_not_capped(at));
            return None;
        }
        let own = !basis.my && basis.of.is_none() && basis.plus.is_none();
        if own && matches!(&basis.base, Base::Stat(name) if roll.with.as_slice() == std::slice::from_ref(name)) {
            self.out.push(errors::says_nothing(at, "that is what the roll is made with anyway"));
            return None;
        }
        Some(())
    }

    /// A number of which 0 would be nothing.
    pub(super) fn some(&mut self) -> Option<Number> {
        let span = self.tokens.span();
        let number = self.number()?;
        if matches!(number, Formula::Int(value) if value < 1) {
            self.out.push(errors::at_least_one(span));
            return None;
        }
        Some(number)
    }
}

/// What a quantity takes, in an author's words.
fn taken(takes: Takes) -> String {
    let mut parts: Vec<String> = match takes {
        Takes::Number(_) => vec!["a number".into()],
        Takes::Range(_) => vec!["a number".into(), "a range such as `1..2`".into()],
        Takes::Schedule(_) => vec!["three numbers such as `2/4/6`".into()],
        Takes::Word(_) => Vec::new(),
    };
    parts.extend(takes.words().iter().map(|word| format!("`{word}`")));
    parts.push("`base`".into());
    slip_suggest::alternatives(parts.iter().map(String::as_str))
}
