//! Messages about lists: missing and extra commas, titles instead of names, numbers before their words.

use slip_source::diagnostic::{Code, Confidence, Diagnostic, Edit};
use slip_source::{Sources, Span};
use slip_syntax::tree::{Entry, Expr, ExprKind, Sign, Value};

/// Reports members of a list that have no commas between them: `"Green" "Hungry"`. `gaps` are the positions of the missing commas, and
/// `shown` are the two members at the first gap.
pub fn missing_comma(gaps: &[Span], next: Span, shown: (&str, &str)) -> Diagnostic {
    let first = gaps.first().copied().unwrap_or(next);
    let edits = gaps.iter().map(|gap| Edit { span: gap.at_end(), replacement: ",".to_owned() }).collect();
    let title = if gaps.len() > 1 { "put commas between them" } else { "put a comma between the two" };
    Diagnostic::new(Code::WrongValue, next, format!("a comma is missing between `{}` and `{}`", shown.0, shown.1))
        .because("the list continues here")
        .with_label(first, "part of the same list")
        .with_edits(title, Confidence::Safe, edits)
}

/// Reports arguments without commas between them: `attacks_different_track(beam heat)`.
pub fn missing_argument_comma(sources: &Sources, arguments: &[Vec<Expr>]) -> Diagnostic {
    let spans: Vec<Span> = arguments.iter().filter_map(|words| Some(words.first()?.span.to(words.last()?.span))).collect();
    let (first, next) = (spans.first().copied().unwrap_or_default(), spans.get(1).copied().unwrap_or_default());
    let gaps = spans.get(..spans.len().saturating_sub(1)).unwrap_or_default();
    missing_comma(gaps, next, (sources.slice(first), sources.slice(next)))
}

/// Reports a comma at the end of an entry, as in `harm 1,` with another entry on the next line.
pub fn comma_too_many(comma: Span, word: &str, next: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, comma, format!("the list ends with a comma, but `{word}` does not belong to the list"))
        .because("one comma too many")
        .with_label(next, "another entry")
        .with_fix("remove the comma", Confidence::Safe, comma, "")
}

/// Reports two entries without a `;` between them: `cap 3 skills { … }`.
pub fn run_on(key: &str, word: &str, value: Span, next: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, next, format!("a `;` is missing before `{word}`"))
        .because("another entry begins here")
        .with_label(value, format!("`{key}` has only one value, and ends here"))
        .with_fix(format!("write `;` or a new line before `{word}`"), Confidence::Safe, value.at_end(), ";")
}

/// Reports an entry that runs into the next entry on the same line because a `;` is missing: `actors kelper at engines doctrine slow`.
pub fn runs_into(key: &str, word: &str, value: Span, next: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, next, format!("a `;` is missing before `{word}`"))
        .because("another entry begins here")
        .with_label(value, format!("`{key}` ends here"))
        .with_fix(format!("write `;` or a new line before `{word}`"), Confidence::Safe, value.at_end(), ";")
}

/// Reports a title instead of the name: `gear "Brine gun"`, `stunts point defense`.
pub fn not_its_name(span: Span, written: &str, name: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("`{written}` is the title of `{name}`, but its name is needed here"))
        .because("a title, not a name")
        .with_fix(format!("write `{name}`"), Confidence::Unsafe, span, name)
}

/// Reports a list in brackets: `stunts [civilian, cheap]`.
pub fn bracketed(member: &[Value]) -> Option<Diagnostic> {
    let [Value { expr: Expr { kind: ExprKind::List(_), span }, .. }] = member else { return None };
    let edit = |span: Span| Edit { span, replacement: String::new() };
    let (open, close) = (Span { end: span.start.saturating_add(1), ..*span }, Span { start: span.end.saturating_sub(1), ..*span });
    Some(
        Diagnostic::new(Code::WrongValue, *span, "there must be no brackets around this list")
            .because("only values with commas between them belong here")
            .with_edits("remove the brackets", Confidence::Safe, vec![edit(open), edit(close)]),
    )
}

/// Reports a `+` or `-` without a space after it: `stunts -civilian`. `only` is true if this is the only member of the list.
pub fn clinging_sign(entry: &Entry, member: &Expr, only: bool) -> Option<Diagnostic> {
    let ExprKind::Sign(sign, name) = &member.kind else { return None };
    let (mark, does) = match sign {
        Sign::Plus => ("+", "added to"),
        Sign::Minus => ("-", "removed from"),
    };
    let word = entry.word();
    let found = Diagnostic::new(Code::WrongValue, member.span, format!("a space is missing after `{mark}`"))
        .because(format!("meant to be {does} the list"));
    let gap = Span { end: name.span.start, ..member.span };
    Some(if only && entry.sign().is_none() {
        found.with_fix(format!("put a space after `{mark}`"), Confidence::Safe, gap, format!("{mark} "))
    } else {
        found.with_help(format!("write a separate line for each sign: `{word} {mark} …`"))
    })
}

/// Reports arguments without brackets: `stunts military_grade slug_throwers`.
pub fn unbracketed(span: Span, name: &str, right: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, format!("the brackets after `{name}` are missing"))
        .because("this belongs into brackets")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, span, right)
}

/// Reports a number before its word: `1 harm`.
pub fn number_in_front(entry: &Entry, number: i64, word: &str) -> Diagnostic {
    let right = format!("{word} {number}");
    Diagnostic::new(Code::UnknownKey, entry.span, format!("the number is written before `{word}`"))
        .because("a line begins with a word here")
        .with_fix(format!("write `{right}`"), Confidence::Unsafe, entry.span, right)
}

/// Reports an entry that begins with a number and whose word is unknown, in a block without ranks.
pub fn number_first(span: Span, title: &str) -> Diagnostic {
    Diagnostic::new(Code::UnknownKey, span, format!("a line of {title} cannot begin with a number"))
        .because("a word belongs here")
        .with_help("write the word first, and then the number, as in `tech T1` or `cost -1`")
}

/// Reports `skills` with ranks but without braces. `ends` are the positions of the missing braces; `None` if there are no ranks.
pub fn skills_without_brackets(entry: &Entry, ends: Option<(Span, Span)>) -> Diagnostic {
    let found = super::needs_block(entry, "skills { 3 gunnery; 2 pilot }");
    let Some((open, close)) = ends else { return found };
    let edit = |span: Span, bracket: &str| Edit { span, replacement: bracket.to_owned() };
    // A comma before a number separates two ranks, and must become `;`.
    let parts = entry.values.iter().zip(entry.values.iter().skip(1)).filter(|(_, next)| next.comma && next.expr.int().is_some());
    let gaps = parts.map(|(before, next)| edit(Span { start: before.expr.span.end, end: next.expr.span.start, ..next.expr.span }, "; "));
    let edits = [edit(open, " {")].into_iter().chain(gaps).chain([edit(close, " }")]).collect();
    found.with_edits("put the ranks in `{` and `}`", Confidence::Unsafe, edits)
}
