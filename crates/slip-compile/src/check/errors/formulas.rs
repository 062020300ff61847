//! Messages about formulas, and about finding the design of an item.

use super::{a_thing, list, with_nearest};
use crate::check::design::Design;
use crate::check::formula::Type;
use crate::resolve::errors::article;
use slip_pack::formula::FormulaError;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};
use slip_syntax::tree::{NamePath, SpannedName};

/// Reports a number where a truth value is required, or a truth value where a number is required.
pub fn formula_type(span: Span, wanted: Type) -> Diagnostic {
    let (wanted, found, help) = match wanted {
        Type::Truth => ("a condition", "a number", "compare the number, as in `trade >= 3`"),
        Type::Number | Type::Count | Type::Thing => ("a number", "a condition", "turn the condition into a number: `if … then 1 else 0`"),
    };
    Diagnostic::new(Code::FormulaType, span, format!("the formula has {found} where {wanted} is needed"))
        .because(format!("not {wanted}"))
        .with_help(help)
}

/// Reports an unknown name in a formula.
pub fn unknown_formula_name(name: &str, span: Span, nearest: Option<String>) -> Diagnostic {
    if name == "tech" {
        return Diagnostic::new(Code::UnknownName, span, "the things of this design have no technology")
            .because("`tech` has no value in this design")
            .with_help("write `tech T-4..T4` or another range in the design; its items can then have `tech`");
    }
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("this design has no statistic, track or stunt called `{name}`"))
        .because("unknown in this formula");
    match nearest {
        Some(nearest) => diagnostic.did_you_mean(span, nearest),
        None => diagnostic.with_help("a formula can use the statistics, skills, tracks and stunts of its design, and `tech`"),
    }
}

/// Reports an unknown property before `of`, as in `PROPERTY of ITEM`.
pub fn unknown_part(word: &str, span: Span, known: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("a formula cannot use the `{word}` of a thing"))
        .because("not a value that every thing has");
    with_nearest(diagnostic, word, span, known.iter().copied(), "a formula can use")
}

/// Reports an operand of `is` or `of` that is not a thing.
pub fn not_a_thing(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot be used with `is` or `of`".to_owned())
        .because("neither the name of an item or skill in the stunt's brackets, nor a choice")
        .with_help("use a parameter of the type `item` or `skill`, as in `stunt have_a_thing(i: item) { require i is weapon else \"…\" }`")
}

/// Reports an argument of `stat(…)` that is not a reference of the design.
pub fn not_a_reference(word: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, span, format!("`{word}` is not a reference of this design")).because("not a reference").with_help(
        format!("declare the reference in the design: `refers {word} to weapon`; then `stat({word}, harm)` is the harm of that weapon"),
    )
}

/// Reports an argument of `written(…)` that is not a statistic of the design.
pub fn not_a_stat(word: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, span, format!("the design has no statistic `{word}`"))
        .because("`written` needs the name of a statistic")
        .with_help(format!("write the name of a statistic of the design, or declare one: `stat {word} {{ ranks 0..3; cost rank }}`"))
}

/// Reports an unknown word after `is`.
pub fn is_no_such_thing<'w>(word: &str, span: Span, known: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::UnknownName, span, format!("`{word}` is not allowed after `is` here")).because("this word is not known here");
    with_nearest(diagnostic, word, span, known, "it can be")
}

/// Reports an unknown class of skills.
pub fn no_such_class<'w>(word: &str, span: Span, known: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("there is no skill or class of skills called `{word}`"))
        .because("neither a class nor a skill");
    with_nearest(diagnostic, word, span, known, "the classes are")
}

/// Reports an unknown function.
pub fn unknown_function(name: &SpannedName) -> Diagnostic {
    let known = ["abs", "clamp", "max", "min", "mod"];
    let diagnostic =
        Diagnostic::new(Code::UnknownName, name.span, format!("there is no function `{}`", name.text)).because("not a function");
    with_nearest(diagnostic, &name.text, name.span, known.into_iter(), "the functions are")
}

/// Reports a function with the wrong number of arguments.
pub fn function_arguments(name: &SpannedName, found: usize) -> Diagnostic {
    let (wanted, form) = match name.text.as_str() {
        "abs" => ("one value", "abs(VALUE)".to_owned()),
        "clamp" => ("three values", "clamp(VALUE, LOWEST, HIGHEST)".to_owned()),
        "mod" => ("two values", "mod(VALUE, DIVISOR)".to_owned()),
        other => ("at least one value", format!("{other}(VALUE, VALUE)")),
    };
    Diagnostic::new(Code::ArgumentCount, name.span, format!("`{}` needs {wanted} in its brackets, but has {found}", name.text))
        .because("the wrong number of values in brackets")
        .with_help(format!("write `{form}`"))
}

/// Reports an expression that formulas do not support.
pub fn not_a_formula(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot be part of a formula".to_owned())
        .because("not a number, a name or a calculation")
        .with_help("a formula can contain whole numbers, names of the design, `+ - * /`, comparisons, `and or not`, `if … then … else …`, lists and `min max abs clamp mod`")
}

/// Reports a formula that is written in quotes: `cost "rank * 2"`.
pub fn formula_in_quotes(span: Span, text: &str) -> Diagnostic {
    let found = Diagnostic::new(Code::WrongValue, span, "a text cannot be part of a formula").because("a text, because it is in quotes");
    let is_plain =
        !text.is_empty() && text.chars().all(|letter| letter.is_ascii_lowercase() || "0123456789_ +-*/()<>=.,[]".contains(letter));
    match is_plain {
        true => found.with_help(format!("write it without quotes: `{text}`")),
        false => {
            found.with_help("a formula has numbers and names without quotes; only a stat of letters is compared with a letter in quotes")
        }
    }
}

/// Reports a percentage in a formula: `rank * 50%`.
pub fn percent_in_formula(span: Span, percent: i64) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "a formula cannot contain a percentage")
        .because("not a whole number")
        .with_help(format!("write `* {percent} / 100`; a division rounds down"))
}

/// Reports a number or name directly before brackets: `rank(rank + 1)`.
pub fn missing_times(name: &SpannedName) -> Diagnostic {
    Diagnostic::new(Code::UnknownName, name.span, format!("there is no function `{}`", name.text))
        .because("a name, and not a function")
        .with_help(format!("to multiply, write `{} * (…)`", name.text))
}

/// Reports `is` between a name and a number: `when punch is 2`.
pub fn is_for_equals(span: Span, name: &str, number: i64) -> Diagnostic {
    let right = format!("{name} == {number}");
    Diagnostic::new(Code::WrongValue, span, "`is` does not compare numbers")
        .because("`is` tests the kind of a thing, or a choice")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Reports an index on something that is not a list.
pub fn not_a_list(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "`[ ]` can follow only a list".to_owned())
        .because("not a list")
        .with_help("write the list itself: `[4, 2, 0][rank]`")
}

/// Reports a formula that cannot be computed for an item. `fault` is the reason.
pub fn formula_fault(name: &SpannedName, what: &str, span: Span, fault: FormulaError) -> Diagnostic {
    let item = &name.text;
    let here = || format!("the formula is calculated for `{item}`");
    let (why, because, help) = match (fault, divisor(what)) {
        (FormulaError::Overflow, _) => {
            ("reaches numbers that are too large".to_owned(), here(), "use smaller numbers in the formula or in the item".to_owned())
        }
        (FormulaError::DivisionByZero, Some((before, divisor))) => (
            "divides by 0".to_owned(),
            format!("`{divisor}` is 0 for `{item}`"),
            format!(
                "change the formula so that it never divides by 0, as in `{before}/ max({divisor}, 1)`, or change `{divisor}` of `{item}`"
            ),
        ),
        (FormulaError::DivisionByZero, None) => (
            "divides by 0".to_owned(),
            format!("what the formula divides by is 0 for `{item}`"),
            "change the formula so that it never divides by 0, as in `12 / max(tech, 1)`".to_owned(),
        ),
        (FormulaError::Index { index, length }, _) => (
            format!("uses place {index} of a list of {length} values"),
            format!("the first place is 0, so the last place is {}", length.saturating_sub(1)),
            "write more values into the list, or keep the place in bounds with `clamp(PLACE, 0, LAST)`".to_owned(),
        ),
        (FormulaError::Arguments, _) => (
            "uses a function with the wrong number of values".to_owned(),
            here(),
            "correct the values in the brackets of the function".to_owned(),
        ),
        (FormulaError::Unknown, _) => ("depends on an unknown value".to_owned(), here(), "write the missing value in the item".to_owned()),
    };
    Diagnostic::new(Code::FormulaFault, name.span, format!("the formula `{what}` of `{item}` {why}"))
        .because(because)
        .with_label(span, "the formula")
        .with_help(help)
}

/// Returns the text before the only division of a formula, and the name by which it divides; `None` if it divides twice or not by a name.
fn divisor(formula: &str) -> Option<(&str, &str)> {
    let (before, after) = formula.split_once('/')?;
    let after = after.trim_start();
    let is_name = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    let length = after.find(|letter| !is_name(letter)).unwrap_or(after.len());
    let (name, rest) = after.split_at_checked(length)?;
    let is_whole = name.starts_with(|first: char| first.is_ascii_lowercase()) && !rest.trim_start().starts_with('(');
    (is_whole && !rest.contains('/') && !formula.contains("mod(")).then_some((before, name))
}

/// Reports an item of a kind with several designs that names none of them.
pub fn ambiguous_design(kind: &SpannedName, name: &SpannedName, designs: &[&str]) -> Diagnostic {
    let first = designs.first().copied().unwrap_or("DESIGN");
    let head = format!("`{} {} : {first}`", kind.text, name.text);
    let help = match designs {
        [_] => format!("write the design after a colon: {head}"),
        _ => format!("write one of {} after a colon: {head}", list(designs.iter().copied())),
    };
    Diagnostic::new(Code::AmbiguousDesign, name.span, format!("the {} `{}` does not say by which design it is built", kind.text, name.text))
        .because("a design is missing after the name")
        .with_help(help)
}

/// Reports a kind whose designs are all in packages that this package does not use. `designs` are the package and name of each.
pub fn design_elsewhere(kind: &SpannedName, name: &SpannedName, designs: &[(&str, &str)]) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownDesign, kind.span, format!("no design for {} is visible here", article(&kind.text)))
        .because("its designs are in other packages");
    match designs.first() {
        Some((package, design)) => {
            let head = format!("`{} {} : {package}.{design}`", kind.text, name.text);
            diagnostic.with_help(format!("write {head}, or bring the design in with `use {package}.{{{design}}}`"))
        }
        None => diagnostic,
    }
}

/// Reports a design that is unknown or builds another kind.
pub fn unknown_design<'w>(path: &NamePath, kind: &str, builds: Option<&str>, designs: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let name = &path.name;
    let message = format!("there is no {kind} design called `{}`", name.text);
    let diagnostic = Diagnostic::new(Code::UnknownDesign, path.span(), message).because(match builds {
        Some(other) => format!("this design builds {}", article(other)),
        None => "not the name of a design".to_owned(),
    });
    with_nearest(diagnostic, &name.text, name.span, designs, &format!("the {kind} designs are"))
}

/// Reports a design that requires a setting which is off.
pub fn setting_off(name: &SpannedName, design: &Design, setting: &str) -> Diagnostic {
    Diagnostic::new(Code::SettingOff, name.span, format!("{} needs an optional rule, which is not in force", a_thing(&design.title)))
        .because(format!("needs `{setting}`"))
        .with_label(design.span, "required by the design")
        .with_help(ruleset_for(setting))
}

/// Returns the advice to write a ruleset with a setting such as `rules fighters yes`, and to put it into force. The ruleset is only
/// written out if `setting` is one word and one value.
pub(in crate::check) fn ruleset_for(setting: &str) -> String {
    let simple = setting.strip_prefix("rules ").filter(|words| words.split(' ').count() == 2);
    match simple {
        Some(words) => format!(
            "write `ruleset house_rules {{ {words} }}` outside of all items, and `variants = [\"house_rules\"]` below `[rules]` in \
             slipyard.toml"
        ),
        None => "write the name of a ruleset with this setting after `variants` below `[rules]` in slipyard.toml".to_owned(),
    }
}
