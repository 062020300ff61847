//! Messages about the words and letters of ranks, and about codes such as `"B867564-9"`.

use super::{below_code, list, with_nearest};
use crate::check::design::{CodePart, CodeRule, Design, StatRule};
use crate::check::read_purchase::{WrittenNumber, digit_of, value_of};
use slip_source::diagnostic::{Code, Confidence, Diagnostic, Severity};

use slip_source::Span;
use slip_syntax::tree::{Entry, SpannedName};

/// Reports a comparison of a statistic with a text that is not one of the statistic's letters.
pub fn not_a_letter(span: Span, text: &str, letters: &[char]) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{text}` is not a letter of this statistic"))
        .because("compared with a statistic that is written as a letter")
        .with_help(format!("its letters are {}", letters_in_words(letters)))
}

/// Reports a value that is not one of the statistic's letters.
pub fn letter_wanted(entry: &Entry, letters: &[char]) -> Diagnostic {
    let first = letters.first().copied().unwrap_or_default();
    Diagnostic::new(Code::WrongValue, entry.values_span(), format!("the value of `{}` must be one of its letters, in quotes", entry.word()))
        .because(format!("not {}", alternatives(letters)))
        .with_help(format!("write for instance `{} \"{first}\"`", entry.word()))
}

/// Reports a letter that is used twice.
pub fn letter_again(span: Span, letter: char) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("the letter `{letter}` is used for two ranks"))
        .because("written again here")
        .with_help("write another letter")
}

/// Reports a list of words for ranks that is longer or shorter than the ranks.
pub fn word_count(span: Span, words: usize, ranks: i64) -> Diagnostic {
    let (words_end, ranks_end) = (if words == 1 { "" } else { "s" }, if ranks == 1 { "" } else { "s" });
    Diagnostic::new(Code::WrongValue, span, format!("there are {ranks} rank{ranks_end}, but {words} word{words_end}"))
        .because("the number of words is wrong")
        .with_help("write one word for each rank, starting with the lowest")
        .sized(ranks.abs_diff(i64::try_from(words).unwrap_or(i64::MAX)))
}

/// Reports a list of letters that is longer or shorter than the ranks.
pub fn letter_count(span: Span, letters: usize, high: i64) -> Diagnostic {
    let (end, are) = if letters == 1 { ("", "is") } else { ("s", "are") };
    Diagnostic::new(Code::WrongValue, span, format!("the ranks go up to {high}, but there {are} {letters} letter{end}"))
        .because("the number of letters is wrong")
        .with_help("write one letter for each number from 0 to the highest rank")
        .sized(high.abs_diff(i64::try_from(letters).unwrap_or(i64::MAX)))
}

/// Reports an unknown statistic in the declaration of a code.
pub fn unknown_statistic<'w>(span: Span, word: &str, known: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("the design has no statistic `{word}`")).because("not a statistic");
    with_nearest(diagnostic, word, span, known, "its statistics are")
}

/// Reports a statistic that is twice in the declaration of a code.
pub fn statistic_twice(span: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, "this code contains a statistic twice")
        .because("written again here")
        .with_help("remove it here")
}

/// Reports an unknown placeholder in the text of an aspect.
pub fn unknown_placeholder<'w>(span: Span, word: &str, known: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownName, span, format!("the design has nothing called `{word}`"))
        .because("no value can be inserted here");
    match slip_suggest::nearest(word, known) {
        Some(nearest) => diagnostic.with_help(format!("did you mean `{{{nearest}}}`?")),
        None => diagnostic.with_help("write the name of a statistic between `{` and `}`, as in `\"Tech level {tech_level}\"`"),
    }
}

/// Reports a character in a code that is not a value of its statistic.
pub fn wrong_digit(span: Span, sign: char, stat: &StatRule) -> Diagnostic {
    let title = stat.title.to_lowercase();
    let diagnostic = Diagnostic::new(Code::WrongDigit, span, format!("`{sign}` is not a value of {title}"));
    let upper = sign.to_ascii_uppercase();
    let fits = |sign: char| if stat.letters.is_empty() { value_of(sign).is_some() } else { stat.letters.contains(&sign) };
    if upper != sign && fits(upper) {
        return diagnostic.because("a small letter").with_fix(format!("write `{upper}`"), Confidence::Safe, span, upper.to_string());
    }
    let diagnostic = diagnostic.because(if matches!(sign, 'I' | 'O') && stat.letters.is_empty() {
        format!("{sign} is not used, since it looks like a digit")
    } else {
        format!("the {title} belongs here")
    });
    if stat.letters.is_empty() {
        let digits = "write a digit, or a capital letter for 10 and more, where A is 10 and B is 11; I and O are not used";
        diagnostic.with_help(digits)
    } else {
        diagnostic.with_help(format!("write {}", alternatives(&stat.letters)))
    }
}

/// Reports a character in a code whose value is out of range.
pub fn digit_outside(stat: &StatRule, sign: WrittenNumber, low: i64, high: i64) -> Diagnostic {
    let title = stat.title.to_lowercase();
    let (code, nearest, than) = if sign.value > high { (Code::StatAboveCap, high, "above") } else { (below_code(low), low, "below") };
    let which = if sign.value > high { "the maximum" } else { "the minimum" };
    let diagnostic = Diagnostic::new(code, sign.at, format!("the {title} is {}, {than} {which} of {nearest}", sign.value))
        .because(format!("this sign means {}", sign.value))
        .with_label(stat.span, "set by the design")
        .sized(sign.value.abs_diff(nearest));
    match digit_of(nearest).filter(|_| stat.letters.is_empty()) {
        Some(digit) => diagnostic.with_fix(format!("write `{digit}`"), Confidence::Unsafe, sign.at, digit.to_string()),
        None => diagnostic.with_help(format!("write {which}, {nearest}")),
    }
}

/// Reports a note about the statistics that a code leaves unknown (`?`); `titles` are their titles.
pub fn unknown_signs(span: Span, name: &SpannedName, titles: &[String]) -> Diagnostic {
    let listed = slip_suggest::enumerate(titles.iter().map(String::as_str));
    let (are, them) = if titles.len() == 1 { ("is", "it") } else { ("are", "them") };
    Diagnostic::new(Code::Advice, span, format!("{listed} of `{}` {are} not known", name.text))
        .with_severity(Severity::Note)
        .because("the first `?`")
        .with_help(format!("aspects and stunts that depend on {them} are left out until each `?` is replaced by a value"))
}

/// Reports a code that is too short; `missing` are the missing parts.
pub fn short_code(span: Span, code: &CodeRule, missing: &[CodePart], design: &Design) -> Diagnostic {
    let example = example(code, design);
    let (the, are) = if missing.len() == 1 { ("the ", "is") } else { ("", "are") };
    let lacks: Vec<String> = missing.iter().map(|part| part_name(part, design)).collect();
    let lacks = slip_suggest::enumerate(lacks.iter().map(String::as_str));
    Diagnostic::new(Code::WrongDigit, span, format!("{the}{lacks} {are} missing in the {}", code.name))
        .because("missing at the end")
        .with_help(format!("write for instance `\"{example}\"`, where the signs are {}", reads(code, design)))
}

/// Reports a code that is too long: characters are left over before a mark such as `-`, or at the end.
pub fn long_code(span: Span, rest: &str, code: &CodeRule, before: Option<&str>, design: &Design) -> Diagnostic {
    let are = if rest.chars().count() == 1 { "is" } else { "are" };
    let place = before.map_or_else(|| "at its end".to_owned(), |mark| format!("before its `{mark}`"));
    Diagnostic::new(Code::WrongDigit, span, format!("the {} is too long, because `{rest}` {are} left over {place}", code.name))
        .because("too much")
        .with_help(format!("remove `{rest}`: the signs are {}", reads(code, design)))
}

/// Reports a statistic that is written both in a code and in an entry.
pub fn said_twice(span: Span, stat: &str, code: &str, at: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("`{stat}` is written twice"))
        .because("written again here")
        .with_label(at, format!("already written in the {code}"))
        .with_help(format!("remove this line, and change the sign in the {code} if it is wrong"))
}

/// Reports a missing mark, such as `-`, in a code.
pub fn missing_mark(span: Span, mark: &str, code: &CodeRule, before: Option<&str>) -> Diagnostic {
    let place = before.map_or_else(String::new, |before| format!(" before the {before}"));
    Diagnostic::new(Code::WrongDigit, span, format!("`{mark}` is missing in the {}{place}", code.name))
        .because(format!("`{mark}` belongs here"))
        .with_fix(format!("write `{mark}`"), Confidence::Safe, Span { end: span.start, ..span }, mark)
}

/// Reports a character in a code where a mark is required.
pub fn wrong_mark(span: Span, mark: &str, code: &CodeRule) -> Diagnostic {
    Diagnostic::new(Code::WrongDigit, span, format!("`{mark}` is missing in the {}", code.name))
        .because(format!("`{mark}` belongs here"))
        .with_fix(format!("write `{mark}`"), Confidence::Unsafe, span, mark)
}

/// Reports a code that is not written as a text.
pub fn code_form(span: Span, code: &CodeRule, design: &Design) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the value of `{}` is not in quotes", code.name))
        .because("a text in quotes belongs here")
        .with_help(format!("write for instance `{} \"{}\"`, where the signs are {}", code.name, example(code, design), reads(code, design)))
}

/// Reports statistics of a code that the item does not write, although it must. `all` is true if it writes none of them.
pub fn unwritten(name: &SpannedName, code: &CodeRule, missing: &[&str], all: bool, design: &Design) -> Diagnostic {
    if all {
        Diagnostic::new(Code::MissingEntry, name.span, format!("`{}` has no `{}`", name.text, code.name))
            .because(format!("`{}` is missing", code.name))
            .with_help(format!(
                "write for instance `{} \"{}\"`, where the signs are {}",
                code.name,
                example(code, design),
                reads(code, design)
            ))
    } else {
        let named = slip_suggest::alternatives(missing.iter().copied());
        Diagnostic::new(Code::MissingEntry, name.span, format!("`{}` has no {named}", name.text))
            .because(format!("{} missing", if missing.len() == 1 { "is" } else { "are" }))
            .with_help(format!(
                "write a line for each of them, or all of them in one text, as in `{} \"{}\"`",
                code.name,
                example(code, design)
            ))
            .sized(u64::try_from(missing.len()).unwrap_or(u64::MAX))
    }
}

/// Reports a stunt or aspect after `without` that the item does not get from its design.
pub fn nothing_to_drop<'w>(span: Span, what: &str, name: &SpannedName, given: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::NothingToDrop, span, format!("`{}` has no `{what}`, so `without` cannot remove it", name.text))
        .because("removes nothing")
        .completed_by(given.clone());
    match slip_suggest::nearest(what, given.clone()) {
        Some(nearest) => diagnostic.with_help(format!("did you mean `{nearest}`?")),
        None if given.clone().next().is_some() => diagnostic.with_help(format!("write one of {}, or remove it here", list(given))),
        None => diagnostic.with_help("remove it here: the rules add no aspect and no stunt that could be removed"),
    }
}

/// Reports a malformed member of `without`.
pub fn without_form(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this cannot be written after `without`".to_owned())
        .because("neither an aspect nor a stunt")
        .with_help("write aspects in quotes and names of stunts, as in `without \"Agricultural\", police_state`")
}

/// Reports a statistic in `aspects` for whose ranks the design has no phrases.
pub fn no_phrase<'w>(span: Span, word: &str, known: impl Iterator<Item = &'w str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongValue, span, format!("`{word}` cannot be an aspect: its ranks have no phrases"))
        .because("not an aspect")
        .completed_by(known.clone());
    if known.clone().next().is_none() {
        return diagnostic.with_help("write the words of the aspect in quotes");
    }
    match slip_suggest::nearest(word, known.clone()) {
        Some(nearest) => diagnostic.with_help(format!("did you mean `{nearest}`? The phrase of its rank then becomes an aspect")),
        None => diagnostic.with_help(format!("write the words of the aspect in quotes, or one of {}", list(known))),
    }
}

/// Reports a statistic that is named in `aspects` twice.
pub fn phrase_twice(span: Span, word: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("the phrase of `{word}` is already an aspect"))
        .because("named again here")
        .with_label(first, "first named here")
        .with_help("remove it here")
}

/// Describes the parts of a code: `starport, size, a `-` and tech level`.
fn reads(code: &CodeRule, design: &Design) -> String {
    let parts: Vec<String> = code.parts.iter().map(|part| part_name(part, design)).collect();
    slip_suggest::enumerate(parts.iter().map(String::as_str))
}

fn part_name(part: &CodePart, design: &Design) -> String {
    match part {
        CodePart::Stat(at) => design.stats.get(*at).map_or_else(String::new, |stat| stat.title.to_lowercase().to_string()),
        CodePart::Mark(mark) => format!("`{mark}`"),
    }
}

/// Returns an example of a code: the first letter of each statistic, or the digit 5.
fn example(code: &CodeRule, design: &Design) -> String {
    let sign = |part: &CodePart| match part {
        CodePart::Mark(mark) => mark.to_string(),
        CodePart::Stat(at) => {
            let letters = design.stats.get(*at).map_or(&[][..], |stat| &stat.letters);
            letters.first().map_or_else(|| "5".to_owned(), char::to_string)
        }
    };
    code.parts.iter().map(sign).collect()
}

fn letters_in_words(letters: &[char]) -> String {
    let words: Vec<String> = letters.iter().map(char::to_string).collect();
    slip_suggest::enumerate(words.iter().map(String::as_str))
}

fn alternatives(letters: &[char]) -> String {
    let words: Vec<String> = letters.iter().map(char::to_string).collect();
    slip_suggest::alternatives(words.iter().map(String::as_str))
}
