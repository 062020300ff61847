//! Messages about keys and simple values.

use super::errors::{USE_IS_OUTSIDE, not_wanted};
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

use slip_source::Span;
use slip_syntax::tree::{Entry, SpannedName};

/// Reports a key that the block does not have.
pub(super) fn unknown_key<'k>(key: &SpannedName, what: &str, known: impl Iterator<Item = &'k str> + Clone) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::UnknownKey, key.span, format!("{what} has no entry `{}`", key.text)).because("unknown entry");
    if key.text == "use" {
        return diagnostic.with_help(USE_IS_OUTSIDE);
    }
    let diagnostic = diagnostic.could_be(known.clone());
    match slip_suggest::nearest(&key.text, known.clone()) {
        Some(nearest) => diagnostic.did_you_mean(key.span, nearest),
        None => diagnostic.with_help(format!("{what} can have {}", slip_suggest::enumerate(known))),
    }
}

/// Reports an item inside the block of another.
pub(super) fn item_inside(key: &SpannedName, what: &str) -> Diagnostic {
    let kind = &key.text;
    Diagnostic::new(Code::UnknownKey, key.span, format!("{} cannot be inside {what}", crate::resolve::errors::article(kind)))
        .because("another item begins here")
        .with_help(format!("write `}}` before `{kind}`, so that the item around it ends there"))
}

/// Adds to the diagnostic about an unknown key that a `;` before the key ended a list too early.
pub(super) fn list_ended(unknown: Diagnostic, word: &SpannedName, list: &Entry) -> Diagnostic {
    let gap = Span { start: list.span.end, end: word.span.start, ..word.span };
    unknown.with_label(list.key.span(), "`;` ends this list").with_fix(
        format!("if `{}` belongs to the list `{}`, write a comma before it", word.text, list.word()),
        Confidence::Unsafe,
        gap,
        ", ",
    )
}

/// Reports an entry outside the inner blocks, if it is allowed only inside one of them.
pub(super) fn too_far_out(key: &SpannedName, what: &str, inner: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownKey, key.span, format!("{what} has no entry `{}`", key.text))
        .because(format!("belongs into the block of a `{inner}`"))
        .with_help(format!("write it inside, as in `{inner} red {{ {} … }}`", key.text))
}

/// Reports an entry that begins with a number, in a block without ranks.
pub(super) fn rank_here(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownKey, span, format!("a line of {what} cannot begin with a number"))
        .because("a word belongs here")
        .with_help("write the word of the entry first, and then the number")
}

/// Reports a second entry with a key that may be written only once.
pub(super) fn written_twice(key: &SpannedName, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, key.span, format!("`{}` is written twice", key.text))
        .because("written again here")
        .with_label(first, "first written here")
        .with_help("remove one of the two lines; if it is a list, write all its values in one line, with commas between them")
}

/// Reports a condition, `else`, block or sign in an entry that cannot have it.
pub(super) fn no_part(span: Span, key: &str, part: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{key}` cannot have {part}")).because("not allowed here").with_help("remove this")
}

/// Reports a value that does not have the required form.
pub(super) fn wrong_value(span: Span, key: &str, wanted: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, not_wanted(&format!("`{key}`"), wanted))
        .because(format!("needed here: {wanted}"))
        .with_help(format!("write {wanted} after `{key}`"))
        .could_be_as_described(wanted)
}

/// Reports a text without any word. `optional` is true if the line is complete without the text.
pub(super) fn text_without_words(span: Span, optional: bool) -> Diagnostic {
    let help = if optional { "write words in the quotes, or remove the text" } else { "write words in the quotes" };
    Diagnostic::new(Code::WrongValue, span, "this text is empty").because("nothing is in the quotes").with_help(help)
}

/// Reports a name that is written twice in a list.
pub(super) fn name_twice(span: Span, name: &str, key: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("`{name}` is listed twice in `{key}`"))
        .because("listed again here")
        .with_label(first, "first listed here")
        .with_help("remove one of the two")
}

/// Adds the fix for a hyphenated name such as `sick-bay`.
pub(super) fn hyphened(found: Diagnostic, span: Span, code: &str) -> Diagnostic {
    let right = code.replace('-', "_");
    found.with_help(format!("write `{right}`, because names cannot contain `-`")).with_fix(
        format!("write `{right}`"),
        Confidence::Unsafe,
        span,
        right,
    )
}

/// Reports a decimal comma (`1,5`) where one number is required; `None` if the value is something else.
pub(super) fn decimal_comma(entry: &Entry) -> Option<Diagnostic> {
    let [first, second] = entry.values.as_slice() else { return None };
    let (whole, part) = (first.expr.int()?, second.expr.int()?);
    let close = second.comma && second.expr.span.start == first.expr.span.end.saturating_add(1);
    let span = first.expr.span.to(second.expr.span);
    (close && part >= 0).then(|| {
        Diagnostic::new(Code::DecimalNumber, span, format!("`{whole},{part}` has a decimal comma, but numbers must be whole"))
            .because("one whole number belongs here")
            .with_help(format!("write `{whole}` or `{}`", whole.saturating_add(1)))
    })
}

/// Reports a text that a list has twice.
pub(super) fn text_twice(span: Span, text: &str, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateEntry, span, format!("\"{text}\" is written twice"))
        .because("written again here")
        .with_label(first, "first written here")
        .with_help("remove one of the two")
}

/// Reports a required entry that is missing.
pub(super) fn missing(span: Span, what: &str, key: &str, example: &str) -> Diagnostic {
    Diagnostic::new(Code::MissingEntry, span, format!("{what} has no `{key}`"))
        .because(format!("`{key}` is missing"))
        .with_help(format!("write for instance `{example}`"))
}

/// Reports an encounter or scene of a kind of play that has no engine.
pub(super) fn not_played(span: Span, what: &str, play: &str, kinds: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownPlay, span, format!("{what} cannot be of the kind `{play}`"))
        .because("not a kind of play")
        .with_help(format!("write {kinds}"))
}

/// Reports an entry for a place, such as `system`, if no design builds places of this kind.
pub(super) fn no_design_of(span: Span, kind: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownKind, span, format!("no design builds a `{kind}` here"))
        .because("no thing of this kind can exist here")
        .with_help("leave the entry out, or use the standard rules")
}
