//! Reports entries of designs and stunts that are written twice but allowed once, and unknown stunts in `requires` and `excludes`. The
//! check uses the text as written, because applying bases and patches would merge duplicates.

use super::design_reader::{declared_name, inner};
use super::word_checks::EVERY_ITEM;
use crate::check::errors;
use crate::resolve::{DeclaredItem, Program};
use ecow::EcoString;
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Value};
use std::cell::LazyCell;

/// Words of entries that a design may have only once. Without a report, the last entry would be used and the others ignored.
const DESIGN: &[&str] = &[
    "budget",
    "consequences",
    "default",
    "fate",
    "gear",
    "map_skills",
    "only",
    "platoon",
    "price",
    "skill",
    "skill_list",
    "skills",
    "slots",
    "source",
    "stunt_count",
    "tech",
    "uniform",
    "upkeep",
    "without",
];

/// Words of entries by which a design declares a name.
const NAMED: &[&str] = &["choice", "code", "entry", "flag", "holds", "phase", "refers", "stat", "stunt", "track"];

/// Words of entries that a statistic, track or stunt may have only once.
const INNER: &[&str] = &[
    "also", "base", "cost", "fixed", "group", "idle", "in", "inherent", "letters", "limit", "many", "modes", "only", "plus", "ranks",
    "repair", "takes", "tech", "words",
];

/// Words of entries that may be written several times. If two are equal, the second has no effect and is reported.
const SAME: &[&str] = &["aspect"];

/// Checks every design, and every stunt outside designs.
pub fn check(program: &Program<'_>, out: &mut Diagnostics) {
    let written = |declared: &&DeclaredItem<'_>| !declared.tree.broken;
    for design in program.of_kind("design").filter(written) {
        let known = LazyCell::new(|| sold(program, design));
        for entries in writings(program, design) {
            once(program, &entries, DESIGN, out);
            same(program, &entries, out);
            names(&entries, out);
            for entry in &entries {
                if NAMED.contains(&entry.word()) {
                    once(program, &present(inner(entry)), INNER, out);
                }
                if entry.word() == "stunt" {
                    others(inner(entry), &known, out);
                }
            }
        }
    }
    let known = LazyCell::new(|| everywhere(program));
    for stunt in program.of_kind("stunt").filter(written) {
        for entries in writings(program, stunt) {
            once(program, &entries, INNER, out);
            others(entries.iter().copied(), &known, out);
        }
    }
}

/// Returns separate lists of entries: those that the author of a declaration wrote, then those of each patch.
fn writings<'d>(program: &Program<'_>, declared: &'d DeclaredItem<'_>) -> Vec<Vec<&'d Entry>> {
    let own = declared.tree.block.as_ref().map_or(&[][..], |block| &block.entries);
    let mut writings = vec![present(own)];
    for patch in program.patches_of(declared.id) {
        let laid = present(&declared.entries);
        writings.push(laid.into_iter().filter(|entry| within(entry.span, patch.span)).collect());
    }
    writings
}

fn within(span: Span, whole: Span) -> bool {
    span.file == whole.file && whole.start <= span.start && span.end <= whole.end
}

fn present(entries: &[Entry]) -> Vec<&Entry> {
    entries.iter().filter(|entry| !entry.broken).collect()
}

/// Reports the second entry that begins with one of `keys`, which may be written only once.
fn once(program: &Program<'_>, entries: &[&Entry], keys: &[&str], out: &mut Diagnostics) {
    for (place, entry) in entries.iter().enumerate().filter(|(_, entry)| keys.contains(&entry.word())) {
        if let Some(first) = entries.iter().take(place).find(|first| first.word() == entry.word()) {
            out.push(errors::duplicate_entry(entry, first.span, program.sources));
        }
    }
}

/// Reports entries that repeat another entry word for word.
fn same(program: &Program<'_>, entries: &[&Entry], out: &mut Diagnostics) {
    let text = |entry: &Entry| program.sources.slice(entry.span);
    for (place, entry) in entries.iter().enumerate().filter(|(_, entry)| SAME.contains(&entry.word())) {
        if let Some(first) = entries.iter().take(place).find(|first| text(first) == text(entry)) {
            out.push(errors::duplicate_entry(entry, first.span, program.sources));
        }
    }
}

/// Reports names that a design declares twice, and names that every item already has. Words that begin entries of items must all differ, as
/// must the names of one sort. Tracks and statistics count as one sort here, because formulas and effects use the names of both.
fn names(entries: &[&Entry], out: &mut Diagnostics) {
    let sort = |entry: &Entry| match entry.word() {
        "choice" | "code" | "entry" | "flag" | "holds" | "refers" | "stat" => Some("stat"),
        word => NAMED.iter().copied().find(|known| *known == word),
    };
    let mut seen: Vec<(Option<&str>, EcoString, Span)> = Vec::new();
    for entry in entries {
        let (sort @ Some(_), Some(name)) = (sort(entry), declared_name(entry)) else { continue };
        let at = entry.key.span().to(entry.values.first().map_or(entry.key.span(), |value| value.expr.span));
        if sort == Some("stat") && EVERY_ITEM.contains(&name.as_str()) {
            out.push(errors::word_of_items(entry.word(), &name, at));
        }
        let alike = |other: Option<&str>| other == sort || [other, sort].iter().all(|one| matches!(one, Some("stat" | "track")));
        match seen.iter().find(|(other, known, _)| alike(*other) && *known == name) {
            Some((.., first)) => out.push(errors::declared_again(entry.word(), &name, at, *first)),
            None => seen.push((sort, name, at)),
        }
    }
}

/// Reports unknown stunts in `requires` and `excludes`.
fn others<'e, F: FnOnce() -> Vec<EcoString>>(
    entries: impl IntoIterator<Item = &'e Entry>,
    known: &LazyCell<Vec<EcoString>, F>,
    out: &mut Diagnostics,
) {
    for entry in entries.into_iter().filter(|entry| !entry.broken && matches!(entry.word(), "requires" | "excludes")) {
        for member in entry.members() {
            let Some((name, span)) = named(member) else { continue };
            if known.binary_search(name).is_err() {
                out.push(errors::unknown_other(name, span, known.iter().map(EcoString::as_str)));
            }
        }
    }
}

/// Returns the stunt named by one member of a `requires` or `excludes` list; `None` for `aspects MARK` and all that is not a name.
fn named(member: &[Value]) -> Option<(&EcoString, Span)> {
    let (first, rest) = member.split_first()?;
    let name = first.expr.name()?;
    (rest.is_empty() || name != "aspects").then_some((name, first.expr.span))
}

/// Returns the names of the stunts of a design and of the designs derived from it, and of all stunts outside designs.
fn sold(program: &Program<'_>, design: &DeclaredItem<'_>) -> Vec<EcoString> {
    let heirs = std::iter::once(design).chain(program.heirs(design.id));
    sorted(heirs.flat_map(own).chain(loose(program)))
}

/// Returns the names of all stunts, in designs and outside. A stunt outside designs may be sold to items of any design.
fn everywhere(program: &Program<'_>) -> Vec<EcoString> {
    sorted(program.of_kind("design").flat_map(own).chain(loose(program)))
}

fn own<'d>(design: &'d DeclaredItem<'_>) -> impl Iterator<Item = EcoString> + 'd {
    design.entries_of("stunt").filter_map(declared_name)
}

fn loose<'p>(program: &'p Program<'_>) -> impl Iterator<Item = EcoString> + 'p {
    program.of_kind("stunt").map(|stunt| stunt.name().clone())
}

fn sorted(names: impl Iterator<Item = EcoString>) -> Vec<EcoString> {
    let mut names: Vec<EcoString> = names.collect();
    names.sort();
    names.dedup();
    names
}
