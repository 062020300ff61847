//! Wording of messages about heads of items.

use super::errors::{in_a_line, snake_case};
use super::tree::Text;
use slip_source::Span;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

/// Reports an invalid name.
pub(super) fn bad_name(name: &str, span: Span) -> Diagnostic {
    let why = match name.chars().next() {
        Some(first) if first.is_uppercase() => ("begins with a capital letter".to_owned(), "names begin with a small letter"),
        Some('_') => ("begins with `_`".to_owned(), "names begin with a letter"),
        _ => (contained(name), "names contain only the small letters a to z, digits and `_`"),
    };
    let (fault, rule) = why;
    let found = Diagnostic::new(Code::BadName, span, format!("`{name}` {fault}")).because(rule);
    match snake_case(name).or_else(|| snake_case(&plain(name))) {
        Some(right) => {
            let title = format!("write `{right}`");
            let found = found.with_fix(title.clone(), Confidence::Unsafe, span, right);
            if name.is_ascii() { found } else { found.with_help(format!("{title}; put the name that players see in quotes after it")) }
        }
        None => found.with_help("spell it with the letters a to z; put the name that players see in quotes after it"),
    }
}

/// Returns the fault of a name: the first character that names cannot contain.
fn contained(name: &str) -> String {
    let is_allowed = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    match name.chars().find(|letter| !is_allowed(*letter)) {
        Some(letter) if letter.is_ascii_uppercase() => "contains a capital letter".to_owned(),
        Some(letter) => format!("contains `{letter}`"),
        None => "cannot be a name".to_owned(),
    }
}

/// Reports a name of several words in capitals: `Long Rifle`.
pub(super) fn name_of_words(written: &str, right: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::BadName, span, format!("the name `{written}` is not one word in small letters"))
        .because("the words of a name are joined with `_`")
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
        if is_count { ("is a count", "`x` and a number are a count") } else { ("is a word of the language", "a name belongs here") };
    Diagnostic::new(Code::BadName, span, format!("`{name}` {what} and cannot be a name"))
        .because(because)
        .with_help("choose another name; the title, in quotes after the name, can be anything")
}

/// Reports a colon between a kind and a name: `cluster: line "The line"`. `gap` is the colon with the blanks around it.
pub(super) fn colon_behind_kind(kind: &str, sign: Span, gap: Span) -> Diagnostic {
    Diagnostic::new(Code::EqualsSign, sign, format!("there must be no `:` between `{kind}` and the name"))
        .because("the name follows the kind directly")
        .with_fix("remove the `:`", Confidence::Unsafe, gap, " ")
}

/// Reports a design before the name: `weapon : slug_thrower harpoon "Harpoon"`. `whole` is the span of the head up to its title.
pub(super) fn design_before_name(right: &str, sign: Span, whole: Span) -> Diagnostic {
    Diagnostic::new(Code::EqualsSign, sign, "the design is written before the name").because("the design follows here").with_fix(
        format!("write `{right}`"),
        Confidence::Unsafe,
        whole,
        right,
    )
}

/// Reports a name and a colon before the kind: `rifle: weapon "Rifle"`. `whole` is the span of name and kind.
pub(super) fn name_before_colon(name: &str, kind: &str, sign: Span, whole: Span) -> Diagnostic {
    let right = format!("{kind} {name}");
    Diagnostic::new(Code::EqualsSign, sign, format!("the name `{name}` is written before the kind `{kind}`"))
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
    Diagnostic::new(Code::Syntax, place, "this parameter of a stunt has no type after its name")
        .because("a name, `:` and a type belong here")
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
    let diagnostic = Diagnostic::new(Code::Syntax, place, format!("`{found}` cannot follow `{name}`"))
        .because("only a title in quotes, `:`, `from` or `{` can follow");
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
        .because("only `:`, `from` or `{` can follow")
        .with_help(format!("write `: {found}` if it is the design"))
        .with_fix(format!("write `: {found}`"), Confidence::Unsafe, place.at_start(), ": ")
}

/// Reports a name of a design or base that is written as two words: `weapon a: slug thrower`. `whole` is the span of the two words.
pub(super) fn split_name(what: &str, (last, found): (&str, &str), right: &str, place: Span, whole: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, place, format!("`{found}` cannot follow `{last}`"))
        .because(format!("the name of {what} is one word"))
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, whole, right)
}

/// Reports a colon before the block of an item: `npc mate: {`. `gap` is the colon with the blanks before it.
pub(super) fn colon_at_end(gap: Span, colon: Span) -> Diagnostic {
    Diagnostic::new(Code::EqualsSign, colon, "there must be no `:` before the block of an item")
        .with_help("remove the `:`, or write a design after it, as in `weapon dock_carbine : slug_thrower {`")
        .with_fix("remove the `:`", Confidence::Unsafe, gap, "")
}

/// Reports a word of another language instead of `from`: `weapon q : slug_thrower extends p`.
pub(super) fn derives(word: &str, place: Span) -> Diagnostic {
    Diagnostic::new(Code::Syntax, place, format!("`{word}` has no meaning in Slip")).with_fix(
        "write `from`",
        Confidence::Unsafe,
        place,
        "from",
    )
}

/// Reports a `use` whose list of names is not closed: `use std.{a, b`.
pub(super) fn open_names(opening: Span, end: Span) -> Diagnostic {
    Diagnostic::new(Code::UnclosedBlock, opening, "the list of names after `use` is not closed")
        .because("opened here")
        .with_label(end, "`}` is missing after this")
        .with_fix("put `}` after the last name", Confidence::Unsafe, end, "}")
}

/// Reports a symbol between `test` and its title: `test: "a fair fight" {`. `gap` is the symbol with the blanks around it.
pub(super) fn mark_behind_test(mark: Span, gap: Span) -> Diagnostic {
    Diagnostic::new(Code::EqualsSign, mark, "there must be nothing between `test` and its title")
        .with_help("remove it: the title follows `test` directly, as in `test \"a fair fight\" { … }`")
        .with_fix("remove it", Confidence::Safe, gap, " ")
}

/// Reports a `test` or `patch` without a block: `test "a fair fight"`, `patch std.slug_thrower`.
pub(super) fn no_block(kind: &str, head: Span, behind: Span) -> Diagnostic {
    Diagnostic::new(Code::UnclosedBlock, head, format!("this `{kind}` has no block"))
        .because("entries between `{` and `}` must follow")
        .with_label(behind, "`{` is missing here")
        .with_help("write `{` after it, then its entries, and `}` at the end")
}

/// Reports an unknown kind before a text: `teat "a fair fight"`.
pub(super) fn no_kind(kind: &str, right: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::UnknownKind, span, format!("there is no kind of thing called `{kind}`"))
        .because("an item starts with its kind")
        .with_help(format!("did you mean `{right}`?"))
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}
