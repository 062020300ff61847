//! Wording of messages about mistakes whose intention was recognised (see `recognise_mistake`).

use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Edit};

/// Wording of messages about mistakes for which the parser recognised the author's intention (see `recognise_mistake`).
pub(super) fn behind_the_condition(found: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, format!("`{found}` cannot follow a condition"))
        .because("`when` and its condition come last in an effect")
        .with_help("write the price and the limit of an effect before `when`: `+1 to attack once per encounter when prone`")
}

/// Reports a kind of play after the condition of an effect: `effect +1 to attack when range <= 0 in space`.
pub(super) fn play_behind_condition(sign: Span, play: &str) -> Diagnostic {
    Diagnostic::new(Code::Syntax, sign, format!("`in {play}` cannot follow a condition"))
        .because("`when` and its condition come last in an effect")
        .with_help(format!("write `in {play}` before `when`: `+1 to attack in {play} when …`"))
}

/// Reports an entry that follows a condition on the same line: `victory reds when out(blues) limit 8 turns`. `gap` is the span between the
/// condition and the entry.
pub(super) fn entry_behind_condition(word: &str, span: Span, gap: Option<Span>) -> Diagnostic {
    let found = Diagnostic::new(Code::Syntax, span, format!("`{word}` cannot follow a condition"))
        .because("the condition ends before this word")
        .with_help("join two conditions with `and` or `or`; start another entry on a new line or after `;`");
    match gap {
        Some(gap) => found.with_fix(format!("put `;` before `{word}`"), Confidence::Unsafe, gap, ";"),
        None => found,
    }
}

/// Reports a call without its brackets: `when reach mira lock`.
pub(super) fn call_without_brackets(name: &str, arguments: &str, span: Span) -> Diagnostic {
    let right = format!("{name}({arguments})");
    Diagnostic::new(Code::Syntax, span, format!("the brackets after `{name}` are missing")).with_fix(
        format!("write `{right}`"),
        Confidence::Unsafe,
        span,
        right,
    )
}

/// Reports a condition in the order of English: `victory reds when blues out`.
pub(super) fn subject_before_predicate(predicate: &str, subject: &str, span: Span) -> Diagnostic {
    let right = format!("{predicate}({subject})");
    Diagnostic::new(Code::Syntax, span, format!("`{subject} {predicate}` is in the wrong order")).with_fix(
        format!("write `{right}`"),
        Confidence::Unsafe,
        span,
        right,
    )
}

/// Reports a title before the kind of an item: `"Brine gun" weapon brine_gun`.
pub(super) fn text_first(right: &str, title: Span, whole: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, title, "this title comes before the kind and the name of its item").with_fix(
        format!("write `{right}`"),
        Confidence::Unsafe,
        whole,
        right,
    )
}

/// Reports a missing comma in a list: `cost [-1, 0 2, 4]`.
pub(super) fn missing_comma(shown: (&str, &str), first: Span, next: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, next, format!("a comma is missing between `{}` and `{}`", shown.0, shown.1))
        .because("the list continues here")
        .with_label(first, "part of the same list")
        .with_fix("put a comma between the two values", Confidence::Unsafe, first.at_end(), ",")
}

/// Reports a line that begins with a technology: `tech` on one line and `T2` on the next.
pub(super) fn bare_technology(written: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, span, format!("an entry cannot begin with `{written}`"))
        .because("a technology needs the word `tech` before it")
        .with_help(format!("write `tech {written}` on one line"))
}

/// Reports a malformed technology: `T 1`, `T+1`, `TL1`.
pub(super) fn technology(written: &str, right: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::BadName, span, format!("`{written}` is not a valid technology"))
        .because("a technology is `T` followed directly by a number")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Reports a technology or number with a decimal point: `T1.5`, `.5`. `whole` is the text before the point.
pub(super) fn decimal(number: &str, whole: &str, span: Span) -> Diagnostic {
    let found = Diagnostic::new(Code::DecimalNumber, span, format!("`{number}` has a decimal point, but numbers must be whole"));
    match whole {
        "" => found.with_help("write `0` or `1`"),
        whole if whole.starts_with('T') => found.with_help(format!("write `{whole}`, or the technology above it")),
        whole => found.with_help(format!("write `{whole}`, or the whole number above it")),
    }
}

/// Reports an arrow that does not join zones: `border weir => mill`. `right` is the correct symbol, `gap` the arrow with the blanks around
/// it.
pub(super) fn arrow(mark: &str, right: &str, sign: Span, gap: Span) -> Diagnostic {
    let (what, title) = match right {
        "" => ("write the two zones next to each other", "remove it"),
        "--" => ("`--` goes both ways", "write `--`"),
        _ => ("`->` goes one way, `--` goes both ways", "write `->`"),
    };
    let right = if right.is_empty() { " ".to_owned() } else { format!(" {right} ") };
    Diagnostic::new(Code::StrayCharacter, sign, format!("`{mark}` cannot join two zones")).because(what).with_fix(
        title,
        Confidence::Unsafe,
        gap,
        right,
    )
}

/// Reports a text without quotes: `ship pike Pike`, `aspects "Green", Hungry`.
pub(super) fn unquoted(found: &Diagnostic, title: &str, span: Span) -> Diagnostic {
    let right = format!("\"{title}\"");
    Diagnostic::new(Code::BadName, found.primary.span, format!("`{title}` is written without quotes"))
        .with_help(format!("write `{right}`; titles, aspects and other texts for readers are in quotes"))
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Reports entries in square brackets: `skills [ 2 pilot; 1 stamina ]`. `closing` is the closing bracket, if there is one.
pub(super) fn square(key: &str, opening: Span, closing: Option<Span>) -> Diagnostic {
    let found = Diagnostic::new(Code::Syntax, opening, format!("the entries of `{key}` are in the wrong brackets"))
        .because("these brackets are for lists of numbers");
    let title = format!("write `{key} {{ … }}`");
    let Some(closing) = closing else { return found.with_help(title) };
    let edit = |span: Span, bracket: &str| Edit { span, replacement: bracket.to_owned() };
    found.with_edits(title, Confidence::Unsafe, vec![edit(opening, "{"), edit(closing, "}")])
}

/// Reports a call where an entry must begin: `wins(row, reds) in 5%..95%`.
pub(super) fn bare_call(name: &str, place: Span, in_test: bool) -> Diagnostic {
    let found = Diagnostic::new(Code::Syntax, place, format!("an entry cannot begin with `{name}(`"));
    if in_test {
        return found.because("an expectation begins with `expect`").with_fix(
            format!("write `expect {name}(…)`"),
            Confidence::Unsafe,
            place.at_start(),
            "expect ",
        );
    }
    found
        .because("the first word of an entry has no brackets after it")
        .with_help("begin the entry with a word, as in `tech T1`, or with a rank, as in `3 gunnery`")
}

/// Reports a base before the design: `ship mk2 from pike : spacecraft`. `right` is the correct order of the two parts.
pub(super) fn base_before_design(right: &str, colon: Span, parts: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, colon, "the design comes too late").because("a design is written before `from`").with_fix(
        format!("write `{right}`"),
        Confidence::Unsafe,
        parts,
        right,
    )
}

/// Reports a title after other parts of a head: `ship mk2 from pike "Mk 2"`. `name` is the position where the title belongs, `gone` the
/// title with the blanks before it.
pub(super) fn late_title(title: &str, span: Span, name: Span, gone: Span) -> Diagnostic {
    let edits = vec![Edit { span: name, replacement: format!(" {title}") }, Edit { span: gone, replacement: String::new() }];
    Diagnostic::new(Code::Syntax, span, "this title comes too late").because("a title is written directly after the name").with_edits(
        format!("move `{title}` after the name"),
        Confidence::Unsafe,
        edits,
    )
}

/// Reports a title before the name: `weapon "Brine gun" brine_gun`.
pub(super) fn title_first(right: &str, title: Span, both: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, title, "the title comes before the name").because("the name belongs here").with_fix(
        format!("write `{right}`"),
        Confidence::Unsafe,
        both,
        right,
    )
}

/// Reports `in` instead of `over` before the number of runs: `expect wins(row, reds) in 5%..95% in 200 runs`.
pub(super) fn in_runs(sign: Span, claim: Span) -> Diagnostic {
    Diagnostic::new(Code::ChainedComparison, sign, "`in` cannot begin the number of runs")
        .because("this is read as a second comparison")
        .with_label(claim, "the first comparison")
        .with_fix("write `over`", Confidence::Unsafe, sign, "over")
}

/// Reports a hyphenated word before arguments in brackets: `military-grade(slug_throwers)`.
pub(super) fn hyphened_call(name: &str, span: Span) -> Diagnostic {
    let right = name.replace('-', "_");
    Diagnostic::new(Code::BadName, span, format!("the name `{name}` contains `-`"))
        .because("names contain only small letters, digits and `_`")
        .with_fix(format!("write `{right}(…)`"), Confidence::Unsafe, span, right)
}

/// Reports quotes inside a text that are not escaped: `"Says "hi" a lot"`. `right` is the whole text in the correct form.
pub(super) fn inner_quotes(right: &str, quote: Span, whole: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, quote, "a `\"` inside this text ends it too early").because("the text ends here").with_fix(
        format!("write `{right}`"),
        Confidence::Unsafe,
        whole,
        right,
    )
}

/// Reports a text without its opening quote: `unit levy Drum levy" : infantry`.
pub(super) fn unopened_text(text: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnclosedText, span, "the first `\"` of this text is missing").with_fix(
        format!("write `\"{text}\"`"),
        Confidence::Unsafe,
        span.at_start(),
        "\"",
    )
}

/// Reports a call in which the opening bracket is missing: `victory thieves when reachguard, shed)`.
pub(super) fn unopened_bracket(comma: Span, closing: Span) -> Diagnostic {
    Diagnostic::new(Code::UnexpectedBracket, closing, "this `)` closes nothing")
        .because("no `(` is open here")
        .with_label(comma, "this comma is not inside brackets")
        .with_help("if the condition takes arguments, write `(` after its name")
}

/// Reports a comma between two conditions: `victory thieves when out(watch), turn > 6`.
pub(super) fn comma_in_condition(comma: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, comma, "a condition cannot contain a comma").with_help("join two conditions with `and` or `or`")
}
