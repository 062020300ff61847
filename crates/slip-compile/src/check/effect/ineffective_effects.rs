//! Reports effects that parse but can never do anything.
//!
//! Examples are a range where a number is required, a price on an effect that always applies, an action without a moment. Another example
//! is an effect that acts before a roll but uses the result of the roll.

use super::EffectScope;
use super::effect_parser::{EffectParser, ParsedEffect};
use crate::check::effect_errors as errors;
use slip_pack::effect::{
    Basis, Bound, Effect, EffectNumber, EffectSubject, Measure, MeasureValues, PackOperation, Permit, Play, Quantity, QuantityChange,
    QuantitySetting, Role, RollBase, RollPattern, SetValue, Special, State, TagVerb, When,
};
use slip_pack::formula::Formula;
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;

/// True if an operation always applies. A player then cannot choose when to use it.
pub(super) fn stands(op: &PackOperation) -> bool {
    match op {
        PackOperation::Set(_)
        | PackOperation::Needs(_)
        | PackOperation::AllowsUntrained(_)
        | PackOperation::Is(_)
        | PackOperation::Table(_)
        | PackOperation::Carries(_)
        | PackOperation::Grants(_) => true,
        PackOperation::Permit(Permit { cannot, .. }) => *cannot,
        PackOperation::Tag(tag) => tag.never,
        _ => false,
    }
}

/// Returns the kinds of play in which an effect with a price or limit acts. These are all except building, where nothing is chosen. Reports
/// a price or limit on an effect that has no other kind of play, or that always applies.
pub(super) fn chosen(sentence: &ParsedEffect, mut plays: Vec<Play>, out: &mut Diagnostics) -> Option<Vec<Play>> {
    let parts = [sentence.price.map(|(_, span)| (span, "a price")), sentence.limit.map(|(_, span)| (span, "a limit"))];
    let mut parts = parts.into_iter().flatten().peekable();
    if parts.peek().is_none() {
        return Some(plays);
    }
    if !matches!(sentence.op, PackOperation::Is(_) | PackOperation::Table(_) | PackOperation::Grants(_) | PackOperation::Carries(_)) {
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

/// True if the parts of an effect can be used together; otherwise a diagnostic is reported.
pub(super) fn sentence(line: &mut EffectParser<'_, '_, '_, '_>, sentence: &ParsedEffect) -> bool {
    let before = line.out.len();
    if sentence.moment.is_none() {
        if is_deed(&sentence.op) && sentence.price.is_none() && sentence.limit.is_none() {
            line.out.push(errors::deed_without_moment(sentence.op_at, &sentence.op.to_string()));
        } else if let Some((word, span)) = line.waiting.first() {
            line.out.push(errors::word_without_moment(*span, word));
        }
    }
    if let (
        Some(EffectSubject::Bearer),
        PackOperation::Change(QuantityChange { to: quantity, .. }) | PackOperation::Set(QuantitySetting { what: quantity, .. }),
    ) = (&sentence.who, &sentence.op)
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

/// Keeps only those kinds of play of an effect that measure its distance. Does nothing unless the effect uses `range` or a number of zones.
/// Reports an effect with no kinds of play left, and a kind of play after `in` that does not measure the distance.
pub(super) fn has_range(line: &mut EffectParser<'_, '_, '_, '_>, (within, op_at): (&[(Play, Span)], Span), effect: &mut Effect) -> bool {
    let read = line.seen.iter().find(|(state, _)| *state == State::Range).map(|(_, span)| (*span, "range"));
    let Some((span, word)) = read.or_else(|| effect.counts_zones().then_some((op_at, "number of zones"))) else { return true };
    let has_bearer = line.scope.carrier.has_self();
    let measured = |play: &Play| effect.has_range_in(*play, has_bearer);
    if let Some((play, at)) = within.iter().find(|(play, _)| !measured(play)) {
        line.out.push(errors::no_range(*at, word, Some(*play)));
        return false;
    }
    let plays: Vec<Play> = effect.plays.iter().copied().filter(measured).collect();
    if plays.is_empty() {
        line.out.push(errors::no_range(span, word, None));
        return false;
    }
    effect.plays = plays;
    true
}

/// True for operations such as `suffers 1 on health`, which need a moment (`after hit`), because otherwise they would happen all the time.
fn is_deed(op: &PackOperation) -> bool {
    matches!(
        op,
        PackOperation::Suffers(_)
            | PackOperation::Boxes(_)
            | PackOperation::Faces(_)
            | PackOperation::Pays(_)
            | PackOperation::Drops(_)
            | PackOperation::Place(_)
            | PackOperation::Loses(_)
    )
}

/// True if the result of the roll is known at the time when the condition of the effect is evaluated.
fn after_the_dice(sentence: &ParsedEffect) -> bool {
    if let Some(moment) = &sentence.moment {
        return moment.when != When::Before;
    }
    let late = |quantity: &Quantity| match quantity {
        Quantity::Measure(measured) => matches!(measured.what, Measure::Stress | Measure::Spin | Measure::RollUp | Measure::Invoke),
        _ => false,
    };
    match &sentence.op {
        PackOperation::Reroll(_) | PackOperation::Hits(_) | PackOperation::Divert(_) => true,
        PackOperation::Tag(tag) => tag.verb != TagVerb::HasAspect,
        PackOperation::Change(change) => late(&change.to),
        PackOperation::Set(set) => late(&set.what),
        _ => false,
    }
}

/// True if an effect changes a number that has a value before the effect, so that the effect can refer to it as `base`.
fn has_base(op: &PackOperation) -> bool {
    matches!(op, PackOperation::Change(_) | PackOperation::Set(_) | PackOperation::Use(_))
}

/// Reports a choice (`may choose NAME`) that no effect uses.
pub(super) fn choices(span: Span, effects: &[Effect], scope: &EffectScope<'_, '_>, out: &mut Diagnostics) {
    for effect in effects {
        if let PackOperation::Choose(choice) = &effect.op
            && !scope.names.asked.contains(choice)
        {
            out.push(errors::idle_choice(span, choice));
        }
    }
}

impl EffectParser<'_, '_, '_, '_> {
    /// Checks that the value of a quantity is a number to which other numbers can be added. Also checks that the added number is not 0.
    pub(super) fn adds(&mut self, by: &EffectNumber, by_at: Span, to: &Quantity, at: Span) -> Option<()> {
        if *by == Formula::Int(0) {
            self.out.push(errors::says_nothing(by_at, "adds 0"));
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

    /// Checks that the quantity of an effect with `past cap` is one that has a cap.
    pub(super) fn lifts(&mut self, to: &Quantity, at: Span) -> Option<()> {
        if matches!(to, Quantity::Stat(_)) {
            return Some(());
        }
        self.out.push(errors::no_cap(at, &to.to_string()));
        None
    }

    /// Checks that a quantity can be set to a value, or that the value can be its bound.
    pub(super) fn takes(&mut self, what: &Quantity, how: Bound, value: &SetValue, at: Span) -> Option<()> {
        let takes = match what {
            Quantity::Measure(measured) => measured.what.takes(),
            Quantity::Roll(_) | Quantity::Stat(_) => MeasureValues::Number(&[]),
        };
        let fits = match (value, how) {
            (SetValue::Special(Special::Base), Bound::Is) => true,
            (SetValue::Special(word), Bound::Is) => takes.words().contains(word),
            (SetValue::Number(_), _) => takes.counts(),
            (SetValue::Range(low, high), Bound::Is) => matches!(takes, MeasureValues::Range(_)) && low <= high,
            (SetValue::Schedule(..) | SetValue::Parameter(_), Bound::Is) => matches!(takes, MeasureValues::Schedule(_)),
            _ => false,
        };
        if fits {
            return Some(());
        }
        let wanted = if how == Bound::Is || !takes.counts() { taken(takes) } else { "a number".to_owned() };
        // The message shows the text that the author wrote, not its computed value.
        let written = self.scope.program.sources.slice(at);
        self.out.push(errors::value_of_quantity(at, &what.to_string(), &how.to_string(), written, &wanted));
        None
    }

    /// Reports `my` or `of ROLE` on a plain number.
    pub(super) fn whose(&mut self, my: bool, base: &RollBase, of: Option<Role>, at: Span) -> Option<()> {
        if matches!(base, RollBase::Number(_)) && (my || of.is_some()) {
            self.out.push(errors::number_is_nobodys(at));
            return None;
        }
        if my && of.is_some() {
            self.out.push(errors::mine_and_anothers(at));
            return None;
        }
        Some(())
    }

    /// Reports a cap on a plain number (`may use 2 for defence up to 3`). Also reports an effect that lets a skill replace itself.
    pub(super) fn stands_in(&mut self, basis: &Basis, roll: &RollPattern, up_to: Option<i64>, at: Span) -> Option<()> {
        if up_to.is_some() && matches!(basis.base, RollBase::Number(_)) {
            self.out.push(errors::number_is_not_capped(at));
            return None;
        }
        let own = !basis.my && basis.of.is_none() && basis.plus.is_none();
        if own && matches!(&basis.base, RollBase::Stat(name) if roll.with.as_slice() == std::slice::from_ref(name)) {
            self.out.push(errors::says_nothing(at, "the roll uses this skill anyway"));
            return None;
        }
        Some(())
    }

    /// Parses a number of at least 1.
    pub(super) fn some(&mut self) -> Option<EffectNumber> {
        let span = self.tokens.span();
        let number = self.number()?;
        if matches!(number, Formula::Int(value) if value < 1) {
            self.out.push(errors::at_least_one(span));
            return None;
        }
        Some(number)
    }
}

/// Describes the values that a quantity can have, in words for authors.
fn taken(takes: MeasureValues) -> String {
    let mut parts: Vec<String> = match takes {
        MeasureValues::Number(_) => vec!["a number".into()],
        MeasureValues::Range(_) => vec!["a number".into(), "a range such as `1..2`".into()],
        MeasureValues::Schedule(_) => vec!["three numbers such as `2/4/6`".into()],
        MeasureValues::Word(_) => Vec::new(),
    };
    parts.extend(takes.words().iter().map(|word| format!("`{word}`")));
    parts.push("`base`".into());
    slip_suggest::alternatives(parts.iter().map(String::as_str))
}
