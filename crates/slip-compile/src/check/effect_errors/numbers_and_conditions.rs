//! Messages about the numbers and conditions of effects.

use slip_pack::effect::Play;
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic};

/// Reports a divisor that is always 0.
pub(in crate::check) fn divides_by_zero(span: Span) -> Diagnostic {
    Diagnostic::new(Code::FormulaFault, span, "this divides by 0")
        .because("this is 0")
        .with_help("divide by another number, or remove the division")
}

/// Reports a number that no effect can need.
pub(in crate::check) fn number_too_large(span: Span, most: i64) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this number is too large for an effect")
        .because("too large")
        .with_help(format!("write a number from -{most} to {most}"))
}

/// Reports a truth value where a number is required, or a number where a truth value is required.
pub(in crate::check) fn truth_or_number(span: Span, wanted_truth: bool) -> Diagnostic {
    let (wanted, found, help) = if wanted_truth {
        ("a condition", "a number", "compare it with a number, as in `… >= 1`")
    } else {
        ("a number", "a condition", "write a number, or something that counts")
    };
    Diagnostic::new(Code::FormulaType, span, format!("this is {found}, but {wanted} is needed"))
        .because(format!("not {wanted}"))
        .with_help(help)
}

/// Reports dice or a percentage in a formula of an effect.
pub(in crate::check) fn not_a_whole_number(span: Span, shown: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownEffect, span, format!("`{shown}` is not a whole number"))
        .because("an effect contains only whole numbers")
        .with_help("write a whole number, as in `+1`")
}

/// Reports a condition that compares two plain numbers, so that it has the same result in every game.
pub(in crate::check) fn compares_numbers(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this comparison has the same result in every game")
        .because("compares a number with a number")
        .with_help("compare something that changes in play with a number, as in `when health <= 2`")
}

/// Reports an expression that conditions of effects do not support.
pub(in crate::check) fn not_a_condition(span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownEffect, span, "this cannot be part of an effect")
        .because("not a number, a name or a comparison")
        .with_help("write for instance `when health <= 2`, or let the players judge, as in `when table \"they have met her\"`")
}

/// Reports a word for a number after `is`, where a mark is required, as in `target is range`.
pub(in crate::check) fn not_a_mark(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(Code::FormulaType, span, format!("`{word}` is a number, not a mark"))
        .because("`is` tests a mark, or a state that is true or false")
        .with_help(format!("compare the number, as in `when {word} >= 1`"))
}

/// Reports `range` in an effect whose kinds of play measure no range.
pub(in crate::check) fn no_range(span: Span, word: &str, play: Option<Play>) -> Diagnostic {
    let place = play.map_or_else(String::new, |play| format!(" in `{}`", play.word()));
    Diagnostic::new(Code::EffectNeverApplies, span, format!("this effect has no target, so there is no {word}{place}"))
        .because("no distance is measured here")
        .with_help("write the effect for a roll with a target, as in `+1 to attack`, or for other actors, as in `enemies -1 to attack`")
}

/// Reports `base`, the value of a quantity before effects, in an effect that changes no quantity.
pub(in crate::check) fn no_base(span: Span) -> Diagnostic {
    Diagnostic::new(Code::EffectNeverApplies, span, "`base` has no value here, because this effect changes no quantity")
        .because("the value of a quantity without its effects")
        .with_help("write `base` only where a quantity is set, as in `endurance is (4 * base)`")
}

/// Reports the number 0 in an effect that does nothing with 0.
pub(in crate::check) fn at_least_one(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this number is below 1")
        .because("nothing would happen")
        .with_help("write 1 or more, or remove the effect")
}

/// Reports an effect that adds to a quantity whose value is not a number.
pub(in crate::check) fn no_number(span: Span, quantity: &str, taken: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("nothing can be added to `{quantity}`"))
        .because(format!("the value of this quantity is {taken}"))
        .with_help(format!("write its new value, as in `{quantity} … is …`"))
}

/// Reports `past cap` on a quantity without a cap.
pub(in crate::check) fn no_cap(span: Span, quantity: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{quantity}` has no cap that an effect could exceed"))
        .because("only statistics and skills have caps")
        .with_help("remove `past cap`")
}

/// Reports an effect that sets a quantity to a value that the quantity cannot have.
pub(in crate::check) fn value_of_quantity(span: Span, quantity: &str, how: &str, value: &str, wanted: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{quantity} {how} {value}` has no meaning"))
        .because(format!("needed here: {wanted}"))
        .with_help(format!("write {wanted} after `{how}`"))
}
