//! Messages about the declarations in a design.

use super::{list, with_nearest};
use ecow::EcoString;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};
use slip_syntax::tree::Entry;

/// Reports a name that a design declares twice.
pub fn declared_again(key: &str, name: &EcoString, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("the name of the {key} `{name}` is already used in this design"))
        .because("declared again here")
        .with_label(first, "first declared here")
        .with_help("rename one of them, or remove it")
}

/// Reports a statistic with the name of an entry that all items have, such as `stunts`.
pub fn word_of_items(key: &str, name: &EcoString, span: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("the {key} `{name}` has the name of an entry that every item can have"))
        .because("an item could not contain both entries")
        .with_help(format!("choose another name, for instance `{name}_rank`"))
}

/// Reports a parameter, or a word of a choice, that is declared twice.
pub fn said_again(name: &EcoString, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("`{name}` is written twice"))
        .because("written again here")
        .with_label(first, "first written here")
        .with_help("rename one of them, or remove it")
}

/// Reports a word after `per` that is not a parameter of the stunt.
pub fn unknown_parameter(stunt: &str, word: &str, span: Span, known: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("the stunt `{stunt}` has no parameter `{word}`"))
        .because("only a parameter of this stunt can follow `per`");
    if known.is_empty() {
        return diagnostic.with_help(format!("add a parameter to the stunt: `stunt {stunt}({word}: skill)`"));
    }
    with_nearest(diagnostic, word, span, known.iter().copied(), "its parameters are")
}

/// Reports a stunt that both requires and excludes another stunt.
pub fn never_beside(span: Span, stunt: &str, other: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{stunt}` needs `{other}` and excludes it, so it can never be bought"))
        .because("both needed and excluded")
        .with_help(format!("remove `{other}` after `requires` or after `excludes`"))
}

/// Reports a stunt that requires or excludes itself.
pub fn about_itself(span: Span, word: &str, stunt: &str) -> Diagnostic {
    let message = match word {
        "requires" => format!("`{stunt}` requires itself, which changes nothing"),
        _ => format!("`{stunt}` excludes itself, which changes nothing: a stunt is bought once, except with `many`"),
    };
    Diagnostic::new(Code::WrongValue, span, message).because("the stunt itself").with_help("remove it, or name another stunt")
}

/// Reports a technology beyond the scale.
pub fn no_such_technology(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "technologies go from `T-4` to `T4`")
        .because("no such technology")
        .with_help("write a technology from `T-4` to `T4`")
}

/// Reports an entry of a stunt that has no meaning for people: `tech T2`, `whole`.
pub fn nothing_for_people(span: Span, word: &str) -> Diagnostic {
    let why = if word == "tech" { "people have no technology" } else { "people have no modes" };
    Diagnostic::new(Code::WrongValue, span, format!("`{word}` has no meaning in a stunt for people"))
        .because(why)
        .with_help("remove the entry")
}

/// Reports a stunt whose `takes` is negative.
pub fn takes_less(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "a stunt cannot count as fewer than 0 stunts".to_owned())
        .because("a negative number would make room for more stunts")
        .with_help("write `takes 0` for a stunt that does not count")
}

/// Reports a value after a word that cannot have a value.
pub fn no_value(entry: &Entry) -> Diagnostic {
    let word = entry.word();
    Diagnostic::new(Code::WrongValue, entry.values_span(), format!("`{word}` cannot have a value"))
        .because("not allowed here")
        .with_help(format!("write `{word}` without a value, or remove the entry"))
}

/// Reports a word that is none of the words in `known`.
pub fn not_among(code: Code, (key, word): (&str, &str), span: Span, (known, what): (&[&str], &str)) -> Diagnostic {
    let diagnostic = Diagnostic::new(code, span, format!("`{key}` cannot be `{word}`")).because("not a word that is allowed here");
    with_nearest(diagnostic, word, span, known.iter().copied(), &format!("{what} are"))
}

/// Reports a list of costs with fewer members than there are ranks.
pub fn too_few_costs(span: Span, costs: usize, ranks: i64) -> Diagnostic {
    let prices = if costs == 1 { "one price".to_owned() } else { format!("{costs} prices") };
    Diagnostic::new(Code::WrongValue, span, format!("there are {ranks} ranks, but only {prices}"))
        .because("the last ranks have no price")
        .with_help("write one price for each rank, starting with the lowest")
        .sized(ranks.abs_diff(i64::try_from(costs).unwrap_or(i64::MAX)))
}

/// Reports the name of an unknown stunt after `requires` or `excludes`.
pub fn unknown_other<'w>(name: &str, span: Span, known: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("no item that can have this stunt can have a stunt `{name}`"));
    with_nearest(diagnostic.because("not available for these things"), name, span, known, "the stunts are")
}

/// Reports a range that contains no value.
pub fn empty_range(span: Span, low: &str, high: &str) -> Diagnostic {
    let turned = format!("{high}..{low}");
    Diagnostic::new(Code::EmptyRange, span, format!("the range from {low} to {high} is empty"))
        .because("the lower end must come first")
        .with_help(format!("write `{turned}`"))
        .with_fix(format!("write `{turned}`"), Confidence::Unsafe, span, turned)
}

/// Reports a statistic whose base rank is above its highest rank.
pub fn base_above_ranks(span: Span, stat: &str, (base, high): (i64, i64), ranks: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{stat}` starts at {base}, but its ranks end at {high}"))
        .because("above the highest rank")
        .with_label(ranks, "its ranks")
        .with_help(format!("write `base {high}` or less, or raise the highest rank"))
        .sized(base.abs_diff(high))
}

/// Reports statistics and tracks whose base formulas form a circle.
pub fn base_circle((name, span): &(EcoString, Span), others: &[(EcoString, Span)]) -> Diagnostic {
    let message = match others {
        [] => format!("the base of `{name}` depends on `{name}` itself"),
        _ => {
            let through = list(others.iter().map(|(other, _)| other.as_str()));
            format!("the base of `{name}` depends on itself through {through}")
        }
    };
    let diagnostic = Diagnostic::new(Code::FromCircle, *span, message).because("this base is part of a circle");
    let labelled = others.iter().take(3).fold(diagnostic, |found, (_, span)| found.with_label(*span, "part of the circle"));
    labelled.with_help("give one of them a base that does not depend on the others, such as a number")
}

/// Reports a statistic that is written in two entries of an item.
pub fn stat_said_twice(span: Span, stat: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{stat}` is written twice"))
        .because("written again here")
        .with_label(first, "first written here")
        .with_help("remove one of the two")
}
