//! Messages of the lint `hidden-characters`.

use slip_source::diagnostic::{Code, Confidence, Diagnostic, Edit, Severity};

use slip_source::{SourceFile, Span};

/// Maximum number of hidden characters of one line that are labelled one by one.
const LABELS: usize = 5;

/// Reports a hidden character in the path of a file.
pub(super) fn file_name(span: Span, shown: &str, letter: char) -> Diagnostic {
    Diagnostic::new(Code::HiddenCharacters, span, format!("the file name `{shown}` has a hidden character, {}", called(letter)))
        .with_severity(Severity::Error)
        .with_help("rename the file without the hidden character")
}

/// Reports the hidden characters of one line; `None` if the line has none.
pub(super) fn in_text(file: &SourceFile, line: &[(Span, char)]) -> Option<Diagnostic> {
    let ((first, letter), more) = line.split_first()?;
    let message = match more.len() {
        0 => format!("this line has a hidden character, {}", called(*letter)),
        count => format!("this line has {} hidden characters, the first is {}", count.saturating_add(1), called(*letter)),
    };
    let mut found = Diagnostic::new(Code::HiddenCharacters, *first, message).because(format!("this character {}", effect(*letter)));
    for (span, letter) in more.iter().take(LABELS) {
        found = found.with_label(*span, format!("{} {}", called(*letter), effect(*letter)));
    }
    let confidence = if line.iter().any(|(_, letter)| letter.is_control()) { Confidence::Unsafe } else { Confidence::Safe };
    let edits = line.iter().map(|(span, letter)| Edit { span: *span, replacement: replacement(file, *span, *letter).to_owned() });
    let all = if more.is_empty() { "remove it" } else { "remove them" };
    let help = match more.is_empty() {
        true => "remove it, or write a character that readers can see",
        false => "remove them, or write characters that readers can see",
    };
    Some(found.with_help(help).with_edits(all, confidence, edits.collect()))
}

/// Returns the text that replaces a hidden character: a space for a line end between two words, otherwise the empty text.
fn replacement(file: &SourceFile, span: Span, letter: char) -> &'static str {
    let word = |side: Option<char>| side.is_some_and(|side| !side.is_whitespace() && side != '"');
    let text = file.text();
    let at = |offset: u32| usize::try_from(offset).unwrap_or(usize::MAX);
    let before = text.get(..at(span.start)).and_then(|before| before.chars().next_back());
    let after = text.get(at(span.end)..).and_then(|after| after.chars().next());
    if is_line_end(letter) && word(before) && word(after) { " " } else { "" }
}

/// True if some programs treat the character as a line end.
const fn is_line_end(letter: char) -> bool {
    matches!(letter, '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Formats a character: `U+202E RIGHT-TO-LEFT OVERRIDE`.
fn called(letter: char) -> String {
    format!("U+{:04X} {}", u32::from(letter), slip_printable::name(letter))
}

/// Returns the reason why a hidden character is reported.
fn effect(letter: char) -> &'static str {
    if slip_printable::turns(letter) {
        "changes the order in which the text around it is displayed"
    } else if is_line_end(letter) {
        "ends the line in some programs"
    } else if letter.is_control() {
        "controls terminals and printers"
    } else {
        "is not visible"
    }
}

/// Reports a name or title that looks like another one of the package.
pub(super) fn look_alike(span: Span, words: &str, other: Span, earlier: &str) -> Diagnostic {
    let (words, earlier) = (readable(words, earlier), readable(earlier, words));
    Diagnostic::new(Code::HiddenCharacters, span, format!("{words} looks like {earlier}, but is a different name"))
        .because("this name looks like the other name")
        .with_label(other, "the other name is here")
        .with_help("change one of the two names, so that readers can tell them apart")
}

/// Formats a text in backquotes. If the first character in which it differs from the other text is not ASCII, adds the code point of this
/// character.
fn readable(words: &str, other: &str) -> String {
    let different = words.chars().zip(other.chars()).find(|(one, other)| one != other).map(|(one, _)| one);
    match different.filter(|letter| !letter.is_ascii()) {
        Some(letter) => format!("`{words}` (with `{letter}`, U+{:04X})", u32::from(letter)),
        None => format!("`{words}`"),
    }
}
