//! The type of all diagnostics, for messages of every phase.
//!
//! Messages are worded in the `errors.rs` of each phase, one function per message, and printed by `report`. A message is
//! complete on one line: lower case, no full stop, the author's words in backquotes. Labels explain the role of each line;
//! help says what to write.

pub mod code;
mod places;
pub mod suppressed;
pub mod writing;

pub use code::Code;

use self::suppressed::{Suppressed, Suppressor};
use slip_keyword::keyword_enum;

use crate::{Sources, Span};
use ecow::EcoString;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

keyword_enum! {
    /// Severity. Only an error makes a run fail.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
    pub enum Severity {
        /// For information.
        Note = "note",
        /// Legal, but probably not intended.
        Warning = "warning",
        /// Against the rules.
        Error = "error",
    }

    /// Returns `note`, `warning` or `error`.
    pub const fn word(self) -> &'static str;
}

/// Location in the text, and its role in the diagnostic.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Label {
    /// The location.
    pub span: Span,
    /// The role, in a few words; may be empty for the primary label.
    pub text: String,
}

keyword_enum! {
    /// Confidence that an edit keeps the author's intent.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
    pub enum Confidence {
        /// Only a suggestion for people.
        Display = "display",
        /// Makes the text legal but may change its meaning.
        Unsafe = "unsafe",
        /// Keeps the meaning.
        Safe = "safe",
    }

    /// Returns the word in reports.
    pub const fn word(self) -> &'static str;
}

/// One replacement of text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Edit {
    /// Text that is replaced; empty for an insertion.
    pub span: Span,
    /// The new text.
    pub replacement: String,
}

/// Edits that remove the cause of a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fix {
    /// Title in the imperative: `` lower `beam` to 4 ``.
    pub title: String,
    /// The edits, not overlapping.
    pub edits: Vec<Edit>,
    /// Confidence in the fix.
    pub confidence: Confidence,
}

/// Diagnostic: one message to the author.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Stable code of the diagnostic.
    pub code: Code,
    /// Severity here; [`Code::severity`] unless a lint level or waiver changed it.
    pub severity: Severity,
    /// Message, complete on one line.
    pub message: String,
    /// Location of the fault.
    pub primary: Label,
    /// Other locations that are involved.
    pub secondary: Vec<Label>,
    /// Facts without a location.
    pub notes: Vec<String>,
    /// Text to write instead.
    pub help: Option<String>,
    /// Fixes that would do it.
    pub fixes: Vec<Fix>,
    /// Words of the language that are allowed at the primary location, for completion in an editor.
    pub could_be: Vec<EcoString>,
}

impl Diagnostic {
    /// Returns a diagnostic with the code's default severity at a location, with an empty primary label.
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

    /// Sets the text of the primary label.
    #[must_use]
    pub fn because(mut self, text: impl Into<String>) -> Self {
        self.primary.text = one_line(text);
        self
    }

    /// Adds a label for another location.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: one_line(text) });
        self
    }

    /// Adds a fact without a location.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(lines(note));
        self
    }

    /// Sets the help.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(lines(help));
        self
    }

    /// Adds a fix with one replacement.
    #[must_use]
    pub fn with_fix(mut self, title: impl Into<String>, confidence: Confidence, span: Span, replacement: impl Into<String>) -> Self {
        self.fixes.push(Fix { title: lines(title), confidence, edits: vec![Edit { span, replacement: replacement.into() }] });
        self
    }

    /// Adds a fix with several edits.
    #[must_use]
    pub fn with_edits(mut self, title: impl Into<String>, confidence: Confidence, edits: Vec<Edit>) -> Self {
        self.fixes.push(Fix { title: lines(title), confidence, edits });
        self
    }

    /// Marks its fixes as unsafe, if the finding may have another cause.
    pub fn doubt(&mut self) {
        for fix in &mut self.fixes {
            fix.confidence = fix.confidence.min(Confidence::Unsafe);
        }
    }

    /// Suggests removing a whole entry or item, in the help and as a fix.
    #[must_use]
    pub fn taken_out(mut self, words: impl Into<String>, confidence: Confidence, sources: &Sources, span: Span) -> Self {
        let title = lines(words);
        self.fixes.push(Fix { title: title.clone(), confidence, edits: vec![writing::take_out(sources, span)] });
        self.with_help(title)
    }

    /// Suggests the word that was probably meant, in the help and as a fix that replaces the span.
    #[must_use]
    pub fn did_you_mean(self, span: Span, word: impl std::fmt::Display) -> Self {
        self.with_help(format!("did you mean `{word}`?")).with_fix(format!("write `{word}`"), Confidence::Unsafe, span, word.to_string())
    }

    /// Sets the words that are allowed at the primary location.
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

/// Returns text in one line, with hidden characters and line ends in the author's words escaped.
fn one_line(words: impl Into<String>) -> String {
    let words = words.into();
    if let Cow::Owned(escaped) = slip_printable::line(&words) { escaped } else { words }
}

/// Returns text in one or more lines, with hidden characters in the author's words escaped.
fn lines(words: impl Into<String>) -> String {
    let words = words.into();
    if let Cow::Owned(escaped) = slip_printable::text(&words) { escaped } else { words }
}

/// Ordered list of diagnostics that phases add to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    suppressed: Vec<Suppressed>,
}

impl Diagnostics {
    /// Returns an empty list.
    pub fn new() -> Self {
        Diagnostics::default()
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds all of another list.
    pub fn append(&mut self, mut other: Diagnostics) {
        self.list.append(&mut other.list);
        self.suppressed.append(&mut other.suppressed);
    }

    /// Moves the selected diagnostics to the suppressed ones, with a reason.
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

    /// Returns the suppressed diagnostics.
    pub fn suppressed(&self) -> &[Suppressed] {
        &self.suppressed
    }

    /// True if any is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns the number of diagnostics with a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }

    /// Sorts by location, then by code: the order in which people see them.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|diagnostic| (diagnostic.primary.span, diagnostic.code));
        self.suppressed.sort_by_key(|aside| (aside.finding.primary.span, aside.finding.code));
    }

    /// Merges equal consecutive diagnostics into one, because the same fault may be found several times. If two differ in
    /// their fixes, the one with more of them is kept.
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

    /// Returns all diagnostics.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Returns all diagnostics for changing, for instance by lint levels.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Diagnostic> {
        self.list.iter_mut()
    }

    /// Keeps the diagnostics that pass, among the suppressed ones as well.
    pub fn retain(&mut self, mut keep: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(&mut keep);
        self.suppressed.retain(|aside| keep(&aside.finding));
    }

    /// Returns the number of diagnostics.
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
