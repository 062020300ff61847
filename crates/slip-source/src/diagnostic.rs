//! The one diagnostic type. Every message of every phase is one of these.
//!
//! Wording lives in the `errors.rs` of each phase, one function a message; drawing lives in `report`. A message stands
//! alone on one line: lower case, no full stop, the author's words in backquotes; labels say why each line takes part;
//! help says what to write.

pub mod code;
mod places;
pub mod suppressed;
pub mod writing;

pub use code::Code;

use self::suppressed::{Suppressed, Suppressor};

use crate::{Sources, Span};
use ecow::EcoString;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// How bad it is. Only an error makes a run fail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Legal, but probably not meant.
    Warning,
    /// Against the rules.
    Error,
}

impl Severity {
    /// `note`, `warning` or `error`.
    pub const fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A place in the text and why it takes part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The reason, in a few words; may be empty on the primary label.
    pub text: String,
}

/// How sure we are that an edit keeps what the author meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Confidence {
    /// For people to look at only.
    Display,
    /// Makes the text legal but may change what it means.
    Unsafe,
    /// Keeps the meaning.
    Safe,
}

impl Confidence {
    /// Its word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Confidence::Display => "display",
            Confidence::Unsafe => "unsafe",
            Confidence::Safe => "safe",
        }
    }
}

/// One replacement of text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// The new text.
    pub replacement: String,
}

/// A machine edit that removes the cause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fix {
    /// What it does, as an order: `` lower `beam` to 4 ``.
    pub title: String,
    /// The edits, not overlapping.
    pub edits: Vec<Edit>,
    /// How sure we are.
    pub confidence: Confidence,
}

/// What one phase says to the author.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Stable name of what is wrong.
    pub code: Code,
    /// How bad it is here; [`Code::severity`] unless a lint level or waiver changed it.
    pub severity: Severity,
    /// Stands alone on one line.
    pub message: String,
    /// The line it is about.
    pub primary: Label,
    /// Every other line that takes part.
    pub secondary: Vec<Label>,
    /// Facts that have no line.
    pub notes: Vec<String>,
    /// What to write.
    pub help: Option<String>,
    /// Edits that would do it.
    pub fixes: Vec<Fix>,
    /// Words of the language that could stand at the primary place: what an editor offers there.
    pub could_be: Vec<EcoString>,
}

impl Diagnostic {
    /// A diagnostic of the code's own severity at a place, with an empty primary label text.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: code.severity(),
            message: one_line(message),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: None,
            fixes: Vec::new(),
            could_be: Vec::new(),
        }
    }

    /// Says why the primary line takes part.
    #[must_use]
    pub fn because(mut self, text: impl Into<String>) -> Self {
        self.primary.text = one_line(text);
        self
    }

    /// Adds another line that takes part.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: one_line(text) });
        self
    }

    /// Adds a fact without a line.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(lines(note));
        self
    }

    /// Says what to write.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(lines(help));
        self
    }

    /// Adds a machine edit of one replacement.
    #[must_use]
    pub fn with_fix(mut self, title: impl Into<String>, confidence: Confidence, span: Span, replacement: impl Into<String>) -> Self {
        self.fixes.push(Fix { title: lines(title), confidence, edits: vec![Edit { span, replacement: replacement.into() }] });
        self
    }

    /// Offers several edits that belong together.
    #[must_use]
    pub fn with_edits(mut self, title: impl Into<String>, confidence: Confidence, edits: Vec<Edit>) -> Self {
        self.fixes.push(Fix { title: lines(title), confidence, edits });
        self
    }

    /// Makes its edits unsafe, where something else may be behind the finding.
    pub fn doubt(&mut self) {
        for fix in &mut self.fixes {
            fix.confidence = fix.confidence.min(Confidence::Unsafe);
        }
    }

    /// Advises to take a whole entry or item out, as an edit too.
    #[must_use]
    pub fn taken_out(mut self, words: impl Into<String>, confidence: Confidence, sources: &Sources, span: Span) -> Self {
        let title = lines(words);
        self.fixes.push(Fix { title: title.clone(), confidence, edits: vec![writing::take_out(sources, span)] });
        self.with_help(title)
    }

    /// Says which word was probably meant, and offers to write it in place of the span.
    #[must_use]
    pub fn did_you_mean(self, span: Span, word: impl std::fmt::Display) -> Self {
        self.with_help(format!("did you mean `{word}`?")).with_fix(format!("write `{word}`"), Confidence::Unsafe, span, word.to_string())
    }

    /// Says which words could stand at the primary place.
    #[must_use]
    pub fn could_be<'w>(mut self, words: impl IntoIterator<Item = &'w str>) -> Self {
        self.could_be.extend(words.into_iter().map(EcoString::from));
        self
    }

    /// Overrides the severity.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }
}

/// Words of one line, in which what an author wrote can neither end the line nor hide.
fn one_line(words: impl Into<String>) -> String {
    let words = words.into();
    if let Cow::Owned(escaped) = slip_printable::line(&words) { escaped } else { words }
}

/// Words of one or more lines, in which what an author wrote cannot hide.
fn lines(words: impl Into<String>) -> String {
    let words = words.into();
    if let Cow::Owned(escaped) = slip_printable::text(&words) { escaped } else { words }
}

/// An ordered list of diagnostics that phases write into.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    suppressed: Vec<Suppressed>,
}

impl Diagnostics {
    /// Empty.
    pub fn new() -> Self {
        Diagnostics::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds all of another list.
    pub fn append(&mut self, mut other: Diagnostics) {
        self.list.append(&mut other.list);
        self.suppressed.append(&mut other.suppressed);
    }

    /// Sets aside what is not to count, for a reason.
    pub fn suppress(&mut self, by: Suppressor, reason: &str, mut which: impl FnMut(&Diagnostic) -> bool) {
        let aside = self.list.extract_if(.., |diagnostic| which(diagnostic));
        self.suppressed.extend(aside.map(|finding| Suppressed { finding, by, reason: reason.to_owned() }));
    }

    /// Parts the list by a key, what was set aside as well; each part stays in order.
    pub fn split<K: Ord>(self, key: impl Fn(&Diagnostic) -> K) -> BTreeMap<K, Diagnostics> {
        let mut parts: BTreeMap<K, Diagnostics> = BTreeMap::new();
        for diagnostic in self.list {
            parts.entry(key(&diagnostic)).or_default().list.push(diagnostic);
        }
        for aside in self.suppressed {
            parts.entry(key(&aside.finding)).or_default().suppressed.push(aside);
        }
        parts
    }

    /// What was set aside.
    pub fn suppressed(&self) -> &[Suppressed] {
        &self.suppressed
    }

    /// True if any is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// How many there are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }

    /// In order of place: file, start, then code. The order in which people see them.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|diagnostic| (diagnostic.primary.span, diagnostic.code));
        self.suppressed.sort_by_key(|aside| (aside.finding.primary.span, aside.finding.code));
    }

    /// Says what is said twice in a row once: as often as it was found, it is the same finding. Of two that differ in their edits
    /// the one with more of them stays.
    pub fn dedup(&mut self) {
        self.list.dedup_by(|next, kept| {
            let told = |one: &Diagnostic| (one.code, one.severity, one.primary.clone());
            let same = told(next) == told(kept) && next.message == kept.message && next.secondary == kept.secondary;
            let same = same && (next.notes == kept.notes || next.fixes.is_empty() != kept.fixes.is_empty());
            if same && next.fixes.len() > kept.fixes.len() {
                std::mem::swap(next, kept);
            }
            same
        });
        self.suppressed.dedup();
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// For changing, for instance by lint levels.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Diagnostic> {
        self.list.iter_mut()
    }

    /// Keeps those that pass, of what was set aside as well.
    pub fn retain(&mut self, mut keep: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(&mut keep);
        self.suppressed.retain(|aside| keep(&aside.finding));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(iter: I) -> Self {
        Diagnostics { list: iter.into_iter().collect(), suppressed: Vec::new() }
    }
}
