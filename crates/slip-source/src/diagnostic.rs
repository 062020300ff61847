//! The type of all diagnostics, for messages of every phase.
//!
//! Messages are worded in the `errors.rs` of each phase, one function per message, and printed by `slip_report`. A message is
//! complete on one line: lower case, no full stop, the author's words in backquotes. Labels explain the role of each line;
//! help says what to write.

pub mod code;
pub mod entry_edits;
pub mod suppressed;
mod visit_spans;

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
        /// The message is information only.
        Note = "note",
        /// The text is legal, but probably not what the author intended.
        Warning = "warning",
        /// The text breaks a rule.
        Error = "error",
    }

    /// Returns `note`, `warning` or `error`.
    pub const fn word(self) -> &'static str;
}

/// Location in the text, and its role in the diagnostic.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Label {
    /// Span of the label.
    pub span: Span,
    /// Role of the span, in a few words; may be empty for the primary label.
    pub text: String,
}

keyword_enum! {
    /// Confidence that an edit keeps the author's intent.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
    pub enum Confidence {
        /// Only a suggestion: the author must decide.
        Display = "display",
        /// The edit makes the text legal but may change its meaning.
        Unsafe = "unsafe",
        /// The edit keeps the meaning of the text.
        Safe = "safe",
    }

    /// Returns the confidence as reports write it.
    pub const fn word(self) -> &'static str;
}

/// One replacement of text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Edit {
    /// Text that is replaced; empty for an insertion.
    pub span: Span,
    /// New text.
    pub replacement: String,
}

/// Edits that remove the cause of a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fix {
    /// Title in the imperative: `` lower `beam` to 4 ``.
    pub title: String,
    /// Edits of the fix, which do not overlap.
    pub edits: Vec<Edit>,
    /// Confidence in the fix.
    pub confidence: Confidence,
}

/// Diagnostic: one message to the author.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Stable code of the diagnostic.
    pub code: Code,
    /// Severity of this diagnostic; [`Code::severity`] unless a lint level or waiver changed it.
    pub severity: Severity,
    /// Message, complete on one line.
    pub message: String,
    /// Label at the fault.
    pub primary: Label,
    /// Labels at other places that are involved.
    pub secondary: Vec<Label>,
    /// Notes: facts without a location.
    pub notes: Vec<String>,
    /// Help: the text that the author should write instead.
    pub help: Option<String>,
    /// Fixes, each of which removes the fault by itself.
    pub fixes: Vec<Fix>,
    /// Words of the language that are allowed at the primary label, for completion in an editor. A text of several words, such as `NAME
    /// with NAME for`, is a pattern: words in capitals stand for values that the author writes, the other words are suggested.
    pub could_be: Vec<EcoString>,
    /// Size of the fault, if it has one: points above a budget, ranks above a cap, a number of things too many or missing. If two findings
    /// differ only in size, the larger one is worse.
    pub size: Option<u64>,
}

/// Word that completion inserts at the cursor, to learn from the checker what is allowed there. No declaration has this name.
pub const COMPLETION_WORD: &str = "zzqzzqzzqzz";

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
            size: None,
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

    /// Sets the size of the fault: the distance between a number and the nearest allowed number.
    #[must_use]
    pub fn sized(mut self, size: u64) -> Self {
        self.size = Some(size);
        self
    }

    /// Adds a note: a fact without a location.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(lines(note));
        self
    }

    /// Sets the help text.
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

    /// Marks all fixes as unsafe, for a finding whose cause is not certain.
    pub fn doubt(&mut self) {
        for fix in &mut self.fixes {
            fix.confidence = fix.confidence.min(Confidence::Unsafe);
        }
    }

    /// Suggests the removal of a whole entry or item, in the help and as a fix.
    #[must_use]
    pub fn taken_out(mut self, words: impl Into<String>, confidence: Confidence, sources: &Sources, span: Span) -> Self {
        let title = lines(words);
        self.fixes.push(Fix { title: title.clone(), confidence, edits: vec![entry_edits::take_out(sources, span)] });
        self.with_help(title)
    }

    /// Suggests a word that replaces the span, in the help and as a fix.
    #[must_use]
    pub fn did_you_mean(self, span: Span, word: impl std::fmt::Display) -> Self {
        self.with_help(format!("did you mean `{word}`?")).with_fix(format!("write `{word}`"), Confidence::Unsafe, span, word.to_string())
    }

    /// Adds the words that are allowed at the primary label. Does so only in a message about [`COMPLETION_WORD`], because other messages do
    /// not need them.
    #[must_use]
    pub fn completed_by<'w>(self, words: impl IntoIterator<Item = &'w str>) -> Self {
        if self.is_completion() { self.could_be(words) } else { self }
    }

    /// True if the message is about the word that completion inserts at the cursor.
    pub fn is_completion(&self) -> bool {
        self.message.contains(COMPLETION_WORD)
    }

    /// Sets the words that are allowed at the primary label.
    #[must_use]
    pub fn could_be<'w>(mut self, words: impl IntoIterator<Item = &'w str>) -> Self {
        self.could_be.extend(words.into_iter().map(EcoString::from));
        self
    }

    /// Adds the words that are allowed at the primary label. They are the words in backquotes in a description: `yes` and `no` if the
    /// description is "nothing, `yes` or `no`". Words after `such as`, `as in` or `then` are left out.
    #[must_use]
    pub fn could_be_as_described(self, description: &str) -> Self {
        let end = ["such as", "as in", "then"].iter().filter_map(|word| description.find(word)).min();
        let listed = description.get(..end.unwrap_or(description.len())).unwrap_or_default();
        let is_word = |text: &str| text.chars().all(|letter| letter.is_ascii_lowercase() || matches!(letter, '_' | ' ' | ','));
        let words: Vec<&str> = listed.split('`').skip(1).step_by(2).filter(|text| is_word(text)).collect();
        self.could_be(words)
    }

    /// Overrides the severity.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }
}

/// Returns a text as one line in which line ends and hidden characters of the author's text are written as escapes.
fn one_line(words: impl Into<String>) -> String {
    let words = words.into();
    if let Cow::Owned(escaped) = slip_printable::line(&words) { escaped } else { words }
}

/// Returns a text of one or more lines in which hidden characters of the author's text are written as escapes.
fn lines(words: impl Into<String>) -> String {
    let words = words.into();
    if let Cow::Owned(escaped) = slip_printable::text(&words) { escaped } else { words }
}

/// List of diagnostics to which all phases add.
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

    /// Adds all diagnostics of another list.
    pub fn append(&mut self, mut other: Diagnostics) {
        self.list.append(&mut other.list);
        self.suppressed.append(&mut other.suppressed);
    }

    /// Moves the selected diagnostics to the suppressed ones, and records the reason.
    pub fn suppress(&mut self, by: Suppressor, reason: &str, mut which: impl FnMut(&Diagnostic) -> bool) {
        let aside = self.list.extract_if(.., |diagnostic| which(diagnostic));
        self.suppressed.extend(aside.map(|finding| Suppressed { finding, by, reason: reason.to_owned() }));
    }

    /// Divides the list, also the suppressed diagnostics, into one list for each key. The order in each list is kept.
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

    /// True if any diagnostic is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns the number of diagnostics with a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }

    /// Sorts the diagnostics by location, then by code: the order in which they are printed.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|diagnostic| (diagnostic.primary.span, diagnostic.code));
        self.suppressed.sort_by_key(|aside| (aside.finding.primary.span, aside.finding.code));
    }

    /// Merges equal consecutive diagnostics into one, because the same fault may be found several times. If only their fixes differ, the
    /// diagnostic with more fixes is kept.
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

    /// Returns mutable references to all diagnostics, for example to apply lint levels.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Diagnostic> {
        self.list.iter_mut()
    }

    /// Keeps the diagnostics for which `keep` is true, among the suppressed ones too.
    pub fn retain(&mut self, mut keep: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(&mut keep);
        self.suppressed.retain(|aside| keep(&aside.finding));
    }

    /// Returns the number of diagnostics.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if there are no diagnostics.
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
