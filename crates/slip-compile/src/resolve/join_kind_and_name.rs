//! Joins a kind and a name, as in `weapon nova`, to one expression, after declarations are linked.
//!
//! The grammar does not know the kinds, so the parser reads two separate names. Here they become one name wherever a name is expected:
//! gear, sides of an encounter, arguments of stunts, rows of tables, functions in tests. Two words that are not a kind and a name stay as
//! they are. Effects are read word by word, and are not changed here.

use super::program::Program;
use slip_source::{PackageId, Span};
use slip_syntax::tree::{Block, Entry, Expr, ExprKind, NamePath, SpannedName, Test, Value};
use std::borrow::Cow;

/// Kinds of declarations whose entries are not changed. In their entries, the word of a kind may be used by itself, so the word after it is
/// not the name of an item.
const RULES: &[&str] = &["design", "stunt", "skill", "mark", "ruleset", "station", "template", "map"];
/// Keys of entries that are read word by word and are not changed.
const SENTENCES: &[&str] = &["effect", "class", "for"];
/// Words that may follow a kind and are never the name of an item: `at`, `with` …
const BETWEEN: &[&str] = &["at", "with", "as", "for", "of", "to", "in", "by", "is", "has", "out", "until"];

/// Joins kinds and names in all declarations and tests.
pub(super) fn join(program: &mut Program<'_>) {
    let mut joined: Vec<(usize, Vec<Entry>)> = Vec::new();
    for (at, declared) in program.declarations.iter().enumerate() {
        if !RULES.contains(&declared.kind()) {
            joined.extend(with_joined(program, declared.package, &declared.entries).map(|entries| (at, entries)));
        }
    }
    let tests: Vec<Option<Test>> = program.tests.iter().map(|(package, test)| test_with(program, *package, test)).collect();
    for (at, entries) in joined {
        if let Some(declared) = program.declarations.get_mut(at) {
            declared.entries = Cow::Owned(entries);
        }
    }
    for ((_, test), joined) in program.tests.iter_mut().zip(tests) {
        if let Some(joined) = joined {
            *test = Cow::Owned(joined);
        }
    }
}

/// Returns the test with each kind and the name after it joined to one name; `None` if the test contains no kind before a name.
pub fn test_with(program: &Program<'_>, package: PackageId, test: &Test) -> Option<Test> {
    let entries = with_joined(program, package, &test.block.entries)?;
    Some(Test { block: Block { entries, ..test.block.clone() }, ..test.clone() })
}

/// Returns the entries of a declaration of the kind `kind`. A kind and the name after it are joined to one name, unless declarations of
/// this kind are rules.
pub(super) fn joined_entries<'e>(program: &Program<'_>, package: PackageId, kind: &str, entries: Cow<'e, [Entry]>) -> Cow<'e, [Entry]> {
    let joined = if RULES.contains(&kind) { None } else { with_joined(program, package, &entries) };
    joined.map_or(entries, Cow::Owned)
}

/// Returns the entries with each kind joined to the name after it: `weapon nova` becomes one value. `None` if no name has a kind before it.
fn with_joined(program: &Program<'_>, package: PackageId, entries: &[Entry]) -> Option<Vec<Entry>> {
    let joiner = Joiner { program, package };
    if !entries.iter().any(|entry| joiner.is_in_entry(entry)) {
        return None;
    }
    let mut entries = entries.to_vec();
    entries.iter_mut().for_each(|entry| joiner.join_entry(entry));
    Some(entries)
}

struct Joiner<'j, 't> {
    program: &'j Program<'t>,
    package: PackageId,
}

impl Joiner<'_, '_> {
    /// True if the entry or an entry inside it has a kind before a name.
    fn is_in_entry(&self, entry: &Entry) -> bool {
        if SENTENCES.contains(&entry.word()) {
            return false;
        }
        let pairs = entry.values.iter().zip(entry.values.iter().skip(1)).skip(topics(entry));
        pairs.filter(|(_, second)| !second.comma).any(|(first, second)| self.is_pair(&first.expr, &second.expr))
            || entry.values.iter().any(|value| self.is_inside(&value.expr))
            || entry.condition().is_some_and(|condition| self.is_inside(condition))
            || entry.block().is_some_and(|block| block.entries.iter().any(|entry| self.is_in_entry(entry)))
    }

    /// True if a call inside the expression has an argument that consists of a kind and a name.
    fn is_inside(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Call(call) => call.args.iter().any(|words| {
                words.iter().zip(words.iter().skip(1)).any(|(first, second)| self.is_pair(first, second))
                    || words.iter().any(|word| self.is_inside(word))
            }),
            ExprKind::Group(inner) | ExprKind::Sign(_, inner) | ExprKind::Not(inner) => self.is_inside(inner),
            ExprKind::Binary(_, sides) | ExprKind::Range(sides) | ExprKind::Index(sides) => {
                self.is_inside(&sides.0) || self.is_inside(&sides.1)
            }
            ExprKind::If(parts) => [&parts.0, &parts.1, &parts.2].into_iter().any(|part| self.is_inside(part)),
            ExprKind::List(members) => members.iter().any(|member| self.is_inside(member)),
            _ => false,
        }
    }

    /// True if the first word is a kind and the second is a name of this kind. This is so if a thing of the kind has this name. It is also
    /// so if the first word is not a name itself, because the second word can then only be a misspelt name.
    fn is_pair(&self, first: &Expr, second: &Expr) -> bool {
        let (ExprKind::Name(kind), ExprKind::Name(_) | ExprKind::Path(_)) = (&first.kind, &second.kind) else { return false };
        if !self.program.is_kind(kind) {
            return false;
        }
        let Some(path) = second.path() else { return false };
        let from = self.program.written_in(path.span()).unwrap_or(self.package);
        if self.program.has_meaning(from, kind, &path) {
            return true;
        }
        let is_name = self.program.kinds().iter().any(|known| self.program.peek(from, known, kind).is_some());
        self.program.is_built_kind(kind) && !is_name && path.kind.is_none() && !BETWEEN.contains(&path.name.text.as_str())
    }

    fn join_entry(&self, entry: &mut Entry) {
        if SENTENCES.contains(&entry.word()) {
            return;
        }
        let topics = topics(entry);
        let values = std::mem::take(&mut entry.values);
        for mut value in values {
            let is_name = entry.values.len() > topics && !value.comma;
            match entry.values.last_mut().filter(|before| is_name && self.is_pair(&before.expr, &value.expr)) {
                Some(Value { expr, .. }) => *expr = joined(expr, &value.expr),
                None => {
                    self.join_inside(&mut value.expr);
                    entry.values.push(value);
                }
            }
        }
        if let Some(rest) = entry.rest.as_mut() {
            if let Some(condition) = rest.condition.as_mut() {
                self.join_inside(condition);
            }
            for entry in rest.block.iter_mut().flat_map(|block| &mut block.entries) {
                self.join_entry(entry);
            }
        }
    }

    fn join_inside(&self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Call(call) => call.args.iter_mut().for_each(|words| self.join_words(words)),
            ExprKind::Group(inner) | ExprKind::Sign(_, inner) | ExprKind::Not(inner) => self.join_inside(inner),
            ExprKind::Binary(_, sides) | ExprKind::Range(sides) | ExprKind::Index(sides) => {
                self.join_inside(&mut sides.0);
                self.join_inside(&mut sides.1);
            }
            ExprKind::If(parts) => {
                for part in [&mut parts.0, &mut parts.1, &mut parts.2] {
                    self.join_inside(part);
                }
            }
            ExprKind::List(members) => members.iter_mut().for_each(|member| self.join_inside(member)),
            _ => {}
        }
    }

    fn join_words(&self, words: &mut Vec<Expr>) {
        for mut word in std::mem::take(words) {
            match words.last_mut().filter(|before| self.is_pair(before, &word)) {
                Some(before) => *before = joined(before, &word),
                None => {
                    self.join_inside(&mut word);
                    words.push(word);
                }
            }
        }
    }
}

/// Returns the number of words at the beginning of an entry that are topics of a doctrine and not kinds. An example is the word after
/// `avoid` in `avoid weapon carbine`.
fn topics(entry: &Entry) -> usize {
    usize::from(entry.word() == "avoid")
}

/// Returns a kind and a name as one expression.
fn joined(kind: &Expr, name: &Expr) -> Expr {
    let span: Span = kind.span.to(name.span);
    let word = kind.name().map(|word| Box::new(SpannedName { text: word.clone(), span: kind.span }));
    match name.path() {
        Some(path) => Expr { kind: ExprKind::Path(Box::new(NamePath { kind: word, ..path })), span },
        None => Expr { kind: ExprKind::Error, span },
    }
}
