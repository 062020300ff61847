//! Fields for flags, for choices of a word, and for references to other items.

use super::subject::FormSubject;
use serde::Serialize;
use slip_compile::check::design::{ChoiceRule, ReferRule};
use slip_compile::resolve::Program;
use slip_source::PackageId;

/// Field for a word.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct WordField {
    /// Key of the entry.
    key: String,
    /// Doc comment; may be empty.
    doc: String,
    /// `flag`, `choice` or `reference`.
    form: String,
    /// Word as written, `yes` or `no` for a flag; empty if none is written.
    value: String,
    /// Words to choose from, each with its title.
    words: Vec<NamedWord>,
    /// True if a text in quotes is allowed instead.
    worded: bool,
}

/// Word with the title that is shown for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct NamedWord {
    pub(super) word: String,
    pub(super) title: String,
}

/// Returns the fields.
pub(super) fn of(subject: &FormSubject<'_, '_, '_, '_, '_>) -> Vec<WordField> {
    let flags = subject.design.flags.iter().enumerate().map(|(at, name)| flag(subject, at, name));
    let choices = subject.design.choices.iter().map(|rule| choice(subject, rule));
    flags.chain(choices).chain(subject.design.refers.iter().map(|rule| reference(subject, rule))).collect()
}

fn flag(subject: &FormSubject<'_, '_, '_, '_, '_>, at: usize, name: &str) -> WordField {
    let is_on = subject.purchase.flags.get(at).copied().unwrap_or(false);
    let value = if is_on { "yes" } else { "no" };
    field(subject, name, "flag", value.to_owned())
}

fn choice(subject: &FormSubject<'_, '_, '_, '_, '_>, rule: &ChoiceRule) -> WordField {
    let words = rule.words.iter().map(|word| NamedWord { word: word.to_string(), title: word.replace("_", " ").to_string() });
    let words = words.collect();
    WordField { words, ..field(subject, &rule.name, "choice", written(subject, &rule.name)) }
}

fn reference(subject: &FormSubject<'_, '_, '_, '_, '_>, rule: &ReferRule) -> WordField {
    let kinds = rule.kinds.iter().map(|word| word.as_str());
    let words = things(subject.context.program, subject.declared.package, kinds);
    let field = field(subject, &rule.name, "reference", written(subject, &rule.name));
    WordField { words, worded: rule.worded, ..field }
}

fn field(subject: &FormSubject<'_, '_, '_, '_, '_>, key: &str, form: &str, value: String) -> WordField {
    WordField { key: key.to_owned(), doc: subject.doc_of(key), form: form.to_owned(), value, words: Vec::new(), worded: false }
}

/// Returns the first value of an entry as written.
fn written(subject: &FormSubject<'_, '_, '_, '_, '_>, key: &str) -> String {
    let entry = subject.declared.entry(key).and_then(|entry| entry.values.first());
    entry.map(|value| subject.slice(value.expr.span).to_owned()).unwrap_or_default()
}

/// Returns the things of the given kinds, or built by the given designs, that a package can name.
pub(super) fn things<'k>(program: &Program<'_>, package: PackageId, wanted: impl Iterator<Item = &'k str>) -> Vec<NamedWord> {
    let mut found: Vec<NamedWord> = Vec::new();
    for word in wanted {
        let kinds = program.kinds();
        let is_kind = kinds.iter().any(|kind| kind == word);
        for kind in kinds.iter().filter(|kind| !is_kind || *kind == word) {
            let fits = |thing: &&slip_compile::resolve::DeclaredItem<'_>| {
                is_kind || thing.tree.design.as_ref().is_some_and(|design| design.name.text == word)
            };
            let named = program.in_sight(package, kind).filter(fits);
            found.extend(named.map(|thing| NamedWord { word: thing.name().to_string(), title: thing.title().to_string() }));
        }
    }
    found.sort_by(|one, other| (&one.title, &one.word).cmp(&(&other.title, &other.word)));
    found.dedup();
    found
}
