//! Reports names that a package declares and nothing in it uses: statistics, flags and choices of designs, marks, doctrines, and templates.
//!
//! A name is used if it is written anywhere besides its declaration. The standard library is not checked: other packages and the engines
//! use its names.

use super::effect::is_played;
use crate::resolve::{DeclId, DeclaredItem, Program};
use ecow::EcoString;
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use slip_source::{PackageId, Span};
use slip_syntax::tree::{Entry, Expr, ExprKind};
use slip_syntax::visit::operands;
use std::collections::{BTreeMap, BTreeSet};

/// Words of the entries by which a design declares a name for formulas, each with the term for it in messages.
const PARTS: [(&str, &str); 3] = [("stat", "statistic"), ("flag", "flag"), ("choice", "choice")];

/// Checks all packages except the standard library and packages with errors. In a package with errors, a name that seems unused may be used
/// by an entry with an error.
pub fn check(program: &Program<'_>, out: &mut Diagnostics) {
    let package = |found: &Diagnostic| program.sources.file(found.primary.span.file).map(|file| file.package());
    let wrong: BTreeSet<PackageId> = out.iter().filter(|found| found.severity == Severity::Error).filter_map(package).collect();
    // An alias is an old name of a declaration. Other packages may still use the declaration under it.
    let renamed: BTreeSet<DeclId> = program.old_names().map(|(.., target)| target).collect();
    let mut uses: BTreeMap<PackageId, NameUses<'_>> = BTreeMap::new();
    let declaring = ["design", "mark", "doctrine", "template"].into_iter().flat_map(|kind| program.of_kind(kind));
    for declared in declaring
        .filter(|declared| declared.package != PackageId::STD && !wrong.contains(&declared.package) && !renamed.contains(&declared.id))
    {
        let used = uses.entry(declared.package).or_insert_with(|| NameUses::of_package(program, declared.package));
        match declared.kind() {
            "design" => design(program, declared, used, out),
            "mark" if !used.asked.contains(declared.name()) => out.push(unread_mark(declared.tree.name.span, declared.name())),
            "doctrine" if used.plays && !used.named.contains(declared.name()) => {
                out.push(unused_doctrine(declared.tree.name.span, declared.name()));
            }
            "template" if used.plays && !used.named.contains(declared.name()) => {
                out.push(unused_template(declared.tree.name.span, declared.name()));
            }
            _ => {}
        }
    }
}

/// Words of entries that only designs have whose things take part in a game.
const OF_PLAYED: [&str; 3] = ["plays", "skills", "track"];

/// True if things of the design take part in a game.
fn takes_part(declared: &DeclaredItem<'_>) -> bool {
    let is_played_kind = declared.tree.design.as_ref().is_some_and(|kind| is_played(&kind.name.text));
    is_played_kind || OF_PLAYED.iter().any(|key| declared.entries_of(key).next().is_some())
}

/// Reports the statistics, flags and choices of a design that nothing reads. A design for things that are never played is skipped: it needs
/// these names for its cards.
fn design<'t>(program: &Program<'t>, declared: &DeclaredItem<'t>, used: &NameUses<'_>, out: &mut Diagnostics) {
    if !takes_part(declared) {
        return;
    }
    let own = declared.tree.block.as_ref().map_or(&[][..], |block| &block.entries);
    for entry in own.iter().filter(|entry| !entry.broken) {
        let Some((_, word)) = PARTS.into_iter().find(|(key, _)| *key == entry.word()) else { continue };
        let Some((name, span)) = entry.values.first().and_then(|value| Some((value.expr.name()?, value.expr.span))) else { continue };
        let is_used = used.named.contains(name) || used.is_filled_in(name) || is_shown(entry) || is_of_std(program, name);
        if !is_used {
            out.push(unread_part(span, word, name));
        }
    }
}

/// True if the values of a statistic are words or letters. Such a statistic is never reported as unused, because its words are printed and
/// may be aspects.
fn is_shown(entry: &Entry) -> bool {
    entry.block().is_some_and(|block| block.entries.iter().any(|inner| matches!(inner.word(), "words" | "letters")))
}

/// True if a design of the standard library has a part with this name. The engines read these parts by name.
pub fn is_of_std(program: &Program<'_>, name: &EcoString) -> bool {
    let designs = program.of_kind("design").filter(|declared| declared.package == PackageId::STD);
    let is_part = |entry: &Entry| PARTS.iter().any(|(key, _)| *key == entry.word());
    let is_called = |entry: &Entry| entry.values.first().and_then(|value| value.expr.name()) == Some(name);
    designs.flat_map(|declared| declared.entries.iter()).any(|entry| is_part(entry) && is_called(entry))
}

/// Names that the declarations and tests of a package use.
#[derive(Default)]
struct NameUses<'p> {
    /// All names that are used: every written name, except in the place that declares it.
    named: BTreeSet<&'p EcoString>,
    /// Names in conditions and effects, without the names after `is` in effects: there an effect gives a mark and does not test it.
    asked: BTreeSet<&'p EcoString>,
    /// Quoted texts with names in braces that are replaced by values: `"Law level {law}"`.
    filled: Vec<&'p EcoString>,
    /// True if the package has encounters.
    plays: bool,
}

impl<'p> NameUses<'p> {
    fn of_package(program: &'p Program<'_>, package: PackageId) -> NameUses<'p> {
        let mut uses = NameUses::default();
        for declared in program.all().iter().filter(|declared| declared.package == package) {
            uses.plays |= declared.kind() == "encounter";
            let heads = [&declared.tree.base, &declared.tree.design].into_iter().flatten();
            uses.named.extend(heads.map(|head| &head.name.text));
            uses.read(&declared.entries);
        }
        program.tests.iter().filter(|(of, _)| *of == package).for_each(|(_, test)| uses.read(&test.block.entries));
        uses
    }

    /// True if any text contains the name in braces, so that its value is printed.
    fn is_filled_in(&self, name: &str) -> bool {
        self.filled.iter().any(|text| text.contains(&format!("{{{name}}}")))
    }

    fn read(&mut self, entries: &'p [Entry]) {
        for entry in entries {
            let declares = PARTS.iter().any(|(key, _)| *key == entry.word());
            let mut given = false;
            for value in entry.values.iter().skip(usize::from(declares)) {
                self.name(&value.expr, !given);
                given = entry.word() == "effect" && value.expr.name().is_some_and(|word| word == "is");
            }
            entry.condition().into_iter().for_each(|condition| self.name(condition, true));
            if let Some(block) = entry.block() {
                self.read(&block.entries);
            }
        }
    }

    fn name(&mut self, expr: &'p Expr, asks: bool) {
        if let ExprKind::Text(text) = &expr.kind
            && text.value.contains('{')
        {
            self.filled.push(&text.value);
        }
        let name = match &expr.kind {
            ExprKind::Name(name) => Some(name),
            ExprKind::Path(path) => Some(&path.name.text),
            ExprKind::Call(call) => Some(&call.name.name.text),
            _ => None,
        };
        self.named.extend(name);
        self.asked.extend(name.filter(|_| asks));
        operands(expr).into_iter().for_each(|operand| self.name(operand, asks));
    }
}

fn unread_part(span: Span, word: &str, name: &str) -> Diagnostic {
    let reading = match word {
        "statistic" => format!("`effect +({name}) to attack` or `require {name} <= tech else \"…\"`"),
        "flag" => format!("`price 1 + (if {name} then 1 else 0)`"),
        _ => format!("`price 1 + (if {name} is … then 1 else 0)`"),
    };
    Diagnostic::new(Code::NotRead, span, format!("the {word} `{name}` is never used"))
        .because("no formula, condition or effect of this package uses it")
        .with_help(format!("use it, as in {reading}, or remove it"))
}

fn unread_mark(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::NotRead, span, format!("the mark `{name}` is never used"))
        .because("no condition and no `needs` of this package asks for it")
        .with_help(format!("use it, as in `effect +1 to attack when target is {name}` or `effect needs {name} for move`, or remove it"))
}

fn unused_doctrine(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::UnusedDeclaration, span, format!("the doctrine `{name}` is never used"))
        .because("no side and no other doctrine of this package names it")
        .with_help(format!(
            "write `doctrine {name}` in a side, or remove it; for a single game, use `slipyard run` with `--seat SIDE={name}`"
        ))
}

fn unused_template(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(Code::UnusedDeclaration, span, format!("the template `{name}` is never used"))
        .because("no map of this package is made from it")
        .with_help(format!("write a map with it, as in `map hall : {name} {{ … }}`, or remove it"))
}
