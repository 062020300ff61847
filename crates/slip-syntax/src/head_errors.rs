//! Wording of messages about heads of items.

use super::errors::{in_a_line, snake_case};
use super::tree::Text;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// Reports an invalid name.
pub(super) fn bad_name(name: &str, span: Span) -> Diagnostic {
    let why = match name.chars().next() {
        Some(first) if first.is_uppercase() => "names begin with a lower-case letter",
        Some('_') => "names begin with a letter",
        _ if !name.is_ascii() => "names contain only the letters a to z, digits and `_`",
        _ => "names contain only lower-case letters, digits and `_`",
    };
    let found = Diagnostic::new(Code::BadName, span, format!("`{name}` is not a valid name: {why}"));
    match snake_case(name).or_else(|| snake_case(&plain(name))) {
        Some(right) => {
            let title = format!("write `{right}`");
            let found = found.with_fix(title.clone(), Confidence::Unsafe, span, right);
            if name.is_ascii() { found } else { found.with_help(format!("{title}; put the name that players see in quotes after it")) }
        }
        None => found.with_help("spell it with the letters a to z; put the name that players see in quotes after it"),
    }
}

/// Reports a name of several words in capitals: `Long Rifle`.
pub(super) fn name_of_words(written: &str, right: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::BadName, span, format!("`{written}` is not a valid name: a name is one word in small letters"))
        .because("join the words of a name with `_`")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Converts a name to ASCII letters in the usual transcription: `größe` to `groesse`.
fn plain(name: &str) -> String {
    let mut right = String::with_capacity(name.len());
    for letter in name.chars() {
        let small = letter.to_lowercase().next().unwrap_or(letter);
        let letters = match small {
            'ä' | 'æ' => "ae",
            'ö' | 'ø' | 'œ' => "oe",
            'ü' => "ue",
            'ß' => "ss",
            'þ' => "th",
            'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ă' | 'ą' => "a",
            'ç' | 'ć' | 'č' => "c",
            'ď' | 'đ' | 'ð' => "d",
            'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => "e",
            'ğ' => "g",
            'ì' | 'í' | 'î' | 'ï' | 'ī' | 'į' | 'ı' => "i",
            'ł' => "l",
            'ñ' | 'ń' | 'ň' => "n",
            'ò' | 'ó' | 'ô' | 'õ' | 'ō' | 'ő' => "o",
            'ř' => "r",
            'ś' | 'ş' | 'š' | 'ș' => "s",
            'ţ' | 'ť' | 'ț' => "t",
            'ù' | 'ú' | 'û' | 'ū' | 'ů' | 'ű' => "u",
            'ý' | 'ÿ' => "y",
            'ź' | 'ż' | 'ž' => "z",
            _ => {
                right.push(letter);
                continue;
            }
        };
        right.push_str(letters);
    }
    right
}

/// Reports a name that could never be referred to, because it is a reserved word or a count: `weapon not`, `weapon x3`.
pub(super) fn reserved_name(name: &str, span: Span) -> Diagnostic {
    let is_count = name.starts_with('x');
    let (what, because) =
        if is_count { ("is a count", "`x` and a number are a count") } else { ("is a word of the language", "a word of the language") };
    Diagnostic::new(Code::BadName, span, format!("`{name}` {what} and cannot be a name"))
        .because(because)
        .with_help("choose another name; the title, in quotes after the name, can be anything")
}

/// Reports a colon between a kind and a name: `cluster: line "The line"`. `gap` is the colon with the blanks around it.
pub(super) fn colon_behind_kind(kind: &str, sign: Span, gap: Span) -> Diagnostic {
    Diagnostic::new(Code::EqualsSign, sign, format!("`{kind}` and the name are written without `:` between them"))
        .because("the name follows the kind")
        .with_fix("remove it", Confidence::Unsafe, gap, " ")
}

/// Reports a design before the name: `weapon : slug_thrower harpoon "Harpoon"`. `whole` is the span of the head up to its title.
pub(super) fn design_before_name(right: &str, sign: Span, whole: Span) -> Diagnostic {
    Diagnostic::new(Code::EqualsSign, sign, "the name and the title of an item come before `:` and its design")
        .because("the design follows here")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, whole, right)
}

/// Reports a name and a colon before the kind: `rifle: weapon "Rifle"`. `whole` is the span of name and kind.
pub(super) fn name_before_colon(name: &str, kind: &str, sign: Span, whole: Span) -> Diagnostic {
    let right = format!("{kind} {name}");
    Diagnostic::new(Code::EqualsSign, sign, format!("an item begins with its kind, and the name `{name}` follows it without `:`"))
        .because("the kind comes first")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, whole, right)
}

/// Reports a parameter of a stunt without its type: `stunt keen(s)`, or with the type first: `stunt keen(skill s)`. `inside` is the text in
/// the brackets.
pub(super) fn untyped_parameter(inside: &str, place: Span) -> Diagnostic {
    let words: Vec<&str> = inside.split_whitespace().collect();
    let right = match words.as_slice() {
        [kind, name] if TYPES.contains(kind) => format!("{name}: {kind}"),
        [kind] if TYPES.contains(kind) => format!("{}: {kind}", kind.get(..1).unwrap_or_default()),
        [name] => format!("{name}: skill"),
        _ => "s: skill".to_owned(),
    };
    Diagnostic::new(Code::Syntax, place, "a parameter of a stunt is a name and its type, with `:` between them")
        .because("not a parameter")
        .with_help(format!("write for instance `({right})`; the types are {}", TYPES.join(", ")))
}

/// Types of parameters of stunts.
const TYPES: &[&str] = &["item", "number", "roll", "schedule", "skill", "stat", "text", "track"];

/// Reports a second word after the name of an item: `weapon dock carbine`, `weapon a slug_thrower`.
///
/// `whole` is the name as one word and the span of its words, if they can only be a name.
pub(super) fn second_word(head: &str, found: &str, place: Span, whole: Option<(String, Span)>) -> Diagnostic {
    let mut words = head.split_whitespace();
    let (kind, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let help = match (kind, found) {
        ("stunt", "for") => format!("inside the block of the stunt, write who can buy it: `stunt {name} {{ for ship }}`"),
        _ if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') => {
            format!("write a name as one word, `{kind} {name}_{found}`, or a design after a colon, `{kind} {name} : {found}`")
        }
        _ => format!("write a name as one word, or a design after a colon: `: {found}`"),
    };
    let diagnostic =
        Diagnostic::new(Code::Syntax, place, format!("`{found}` cannot follow `{name}`")).because("expected a title, `:`, `from` or `{`");
    match whole {
        Some((right, span)) => diagnostic.with_fix(format!("write `{right}`: a name is one word"), Confidence::Unsafe, span, right),
        None => diagnostic.with_help(help),
    }
}

/// Reports an empty title: `weapon a ""`.
pub(super) fn blank_title(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, "this title is empty")
        .because("no words in quotes")
        .with_help("write a title, or remove the quotes: an item without a title is shown by its name")
        .with_fix("leave the title out", Confidence::Unsafe, span, "")
}

/// Reports a title with several lines: `weapon a "A\nB"`.
pub(super) fn broken_title(title: &Text) -> Diagnostic {
    let right = in_a_line(&title.value).replace('\\', "\\\\").replace('"', "\\\"");
    Diagnostic::new(Code::WrongValue, title.span, "this title has several lines")
        .because("a title is one line, because lists and messages show it")
        .with_fix("write the title on one line", Confidence::Unsafe, title.span, format!("\"{right}\""))
}

/// Reports a design without a colon before it: `weapon a "A" slug_thrower`.
pub(super) fn missing_colon(found: &str, place: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, place, format!("`{found}` cannot follow the title"))
        .because("expected `:`, `from` or `{`")
        .with_help("write a design after a colon")
        .with_fix(format!("write `: {found}`"), Confidence::Unsafe, place.at_start(), ": ")
}

/// Reports a name of a design or base that is written as two words: `weapon a: slug thrower`. `whole` is the span of the two words.
pub(super) fn split_name(what: &str, (last, found): (&str, &str), right: &str, place: Span, whole: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, place, format!("`{found}` cannot follow `{last}`"))
        .because(format!("the name of {what} is one word"))
        .with_help(format!("write `{right}`"))
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, whole, right)
}

/// Reports a colon before the block of an item: `npc mate: {`. `gap` is the colon with the blanks before it.
pub(super) fn colon_at_end(gap: Span, colon: Span) -> Diagnostic {
    Diagnostic::new(Code::EqualsSign, colon, "the block of an item is written without `:` before it")
        .with_help("a colon is written before the design, as in `weapon dock_carbine : slug_thrower`")
        .with_fix("remove the `:`", Confidence::Unsafe, gap, "")
}

/// Reports a word of another language instead of `from`: `weapon q : slug_thrower extends p`.
pub(super) fn derives(word: &str, place: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, place, format!("the base of an item is written after `from`, not after `{word}`")).with_fix(
        "write `from`",
        Confidence::Unsafe,
        place,
        "from",
    )
}

/// Reports a `use` whose list of names is not closed: `use std.{a, b`.
pub(super) fn open_names(opening: Span, end: Span) -> Diagnostic {
    Diagnostic::new(Code::UnclosedBlock, opening, "the list of names of this `use` is not closed")
        .because("opened here")
        .with_label(end, "`}` is missing after this")
        .with_fix("put `}` after the last name", Confidence::Unsafe, end, "}")
}

/// Reports a symbol between `test` and its title: `test: "a fair fight" {`. `gap` is the symbol with the blanks around it.
pub(super) fn mark_behind_test(mark: Span, gap: Span) -> Diagnostic {
    Diagnostic::new(Code::EqualsSign, mark, "the title of a test comes directly after `test`")
        .with_help("write, for instance, `test \"a fair fight\" { … }`")
        .with_fix("remove it", Confidence::Safe, gap, " ")
}

/// Reports a `test` or `patch` without a block: `test "a fair fight"`, `patch std.slug_thrower`.
pub(super) fn no_block(kind: &str, head: Span, behind: Span) -> Diagnostic {
    Diagnostic::new(Code::UnclosedBlock, head, format!("this `{kind}` has no block: `{{` is missing after its name"))
        .because("a block is missing")
        .with_label(behind, "`{` is missing here")
}

/// Reports an unknown kind before a text: `teat "a fair fight"`.
pub(super) fn no_kind(kind: &str, right: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownKind, span, format!("there is no kind of thing called `{kind}`"))
        .because("an item starts with its kind")
        .with_help(format!("did you mean `{right}`?"))
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}
