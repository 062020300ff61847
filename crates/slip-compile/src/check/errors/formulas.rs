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
    let (wanted, help) = match wanted {
        Type::Truth => ("a condition", "compare the number, as in `trade >= 3`"),
        Type::Number | Type::Count | Type::Thing => ("a number", "turn the condition into a number with `if … then 1 else 0`"),
    };
    Diagnostic::new(Code::FormulaType, span, format!("the formula needs {wanted} here")).because(format!("not {wanted}")).with_help(help)
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
        None => diagnostic,
    }
}

/// Reports an unknown property before `of`, as in `PROPERTY of ITEM`.
pub fn unknown_part(word: &str, span: Span, known: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("a formula cannot use the `{word}` of a thing"))
        .because("unknown value of a thing");
    with_nearest(diagnostic, word, span, known.iter().copied(), "a formula can use")
}

/// Reports an operand of `is` or `of` that is not a thing.
pub fn not_a_thing(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "only a thing or a choice can be used with `is` and `of`".to_owned())
        .because("this is neither a parameter that stands for an item or skill, nor a choice")
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
}

/// Reports an unknown word after `is`.
pub fn is_no_such_thing<'w>(word: &str, span: Span, known: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("`{word}` is not allowed after `is` here"))
        .because("not a word that is allowed here");
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
    let wanted = match name.text.as_str() {
        "abs" => "one argument",
        "clamp" => "three arguments: the value, its minimum and its maximum",
        "mod" => "two arguments",
        _ => "at least one argument",
    };
    Diagnostic::new(Code::ArgumentCount, name.span, format!("`{}` needs {wanted}, but has {found} here", name.text))
        .because(format!("number of arguments here: {found}"))
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
    Diagnostic::new(Code::WrongValue, span, "a formula has no percentages")
        .because("not a whole number")
        .with_help(format!("multiply and divide: `* {percent} / 100`; a division rounds down"))
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
    Diagnostic::new(Code::WrongValue, span, "numbers are compared with `==`, not with `is`")
        .because("`is` tests the kind of a thing, or a choice")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Reports an index on something that is not a list.
pub fn not_a_list(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "only a list can have `[ ]` after it".to_owned())
        .because("not a list")
        .with_help("write the list itself: `[4, 2, 0][rank]`")
}

/// Reports a formula that cannot be computed for an item. `fault` is the reason.
pub fn formula_fault(name: &SpannedName, what: &str, span: Span, fault: FormulaError) -> Diagnostic {
    let why = match fault {
        FormulaError::Overflow => "the numbers grow too large".to_owned(),
        FormulaError::DivisionByZero => "the formula divides by zero".to_owned(),
        FormulaError::Index { index, length } => format!("the formula uses place {index} of a list of {length}, counted from 0"),
        FormulaError::Arguments => "a function has the wrong number of arguments".to_owned(),
        FormulaError::Unknown => "the formula depends on an unknown value".to_owned(),
    };
    Diagnostic::new(Code::FormulaFault, name.span, format!("`{what}` of `{}` has no value: {why}", name.text))
        .because("the formula is calculated for this item")
        .with_label(span, "the formula")
}

/// Reports an item of a kind with several designs that names none of them.
pub fn ambiguous_design(kind: &SpannedName, name: &SpannedName, designs: &[&str]) -> Diagnostic {
    let first = designs.first().copied().unwrap_or("DESIGN");
    let head = format!("`{} {} : {first}`", kind.text, name.text);
    let help = match designs {
        [_] => format!("write the design after a colon: {head}"),
        _ => format!("write one of {} after a colon: {head}", list(designs.iter().copied())),
    };
    Diagnostic::new(Code::AmbiguousDesign, name.span, format!("`{}` has no design, and the kind `{}` has several", name.text, kind.text))
        .because("the design is missing")
        .with_help(help)
}

/// Reports a kind whose designs are all in packages that this package does not use. `designs` are the package and name of each.
pub fn design_elsewhere(kind: &SpannedName, name: &SpannedName, designs: &[(&str, &str)]) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(Code::UnknownDesign, kind.span, format!("no design that builds {} is imported here", article(&kind.text)))
            .because("its designs are in other packages");
    match designs.first() {
        Some((package, design)) => {
            let head = format!("`{} {} : {package}.{design}`", kind.text, name.text);
            diagnostic.with_help(format!("write {head}, or import the design with `use {package}.{{{design}}}`"))
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
    with_nearest(diagnostic, &name.text, name.span, designs, &format!("{kind} designs are"))
}

/// Reports a design that requires a setting which is off.
pub fn setting_off(name: &SpannedName, design: &Design, setting: &str) -> Diagnostic {
    Diagnostic::new(Code::SettingOff, name.span, format!("{} belongs to an optional rule that is not in force", a_thing(&design.title)))
        .because(format!("needs `{setting}`"))
        .with_label(design.span, "required by the design")
        .with_help(format!("add a ruleset with this setting to `variants` under `[rules]` in slipyard.toml{}", such_a_ruleset(setting)))
}

/// Returns the advice to write a ruleset with a setting such as `rules fighters yes`. Returns an empty text if `setting` is not one word
/// and one value.
pub(super) fn such_a_ruleset(setting: &str) -> String {
    let simple = setting.strip_prefix("rules ").filter(|words| words.split(' ').count() == 2);
    simple.map_or(String::new(), |words| format!(", or write one: `ruleset house_rules {{ {words} }}`"))
}
