//! Records names of things that could not be read, so that their uses are not reported as unknown names. These are names in heads that did
//! not parse, names from packages that could not be loaded, and names that a `use` imports although its package does not have them.

use super::program::Program;
use ecow::EcoString;
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics, Edit};
use slip_source::{PackageId, Sources, Span};
use slip_syntax::tree::NamePath;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of words that are considered in a head, the first line of an item.
const WORDS: usize = 6;

/// Maximum number of characters of a head that are considered.
const LENGTH: usize = 120;

/// Records every name that an unparsed first line of an item may declare: each of its words, and several words joined.
pub(super) fn note(sources: &Sources, (package, head): (PackageId, Span), names: &mut BTreeMap<EcoString, BTreeSet<PackageId>>) {
    let text = sources.slice(head);
    let text = text.get(..text.find(['{', '\n']).unwrap_or(text.len())).unwrap_or_default();
    let near: String = text.chars().take(LENGTH).flat_map(char::to_lowercase).collect();
    let words: Vec<&str> = near.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty()).collect();
    let words = words.get(..words.len().min(WORDS)).unwrap_or_default();
    for from in 0..words.len() {
        for to in from..words.len() {
            if let Some(run) = words.get(from..=to) {
                names.entry(EcoString::from(run.join("_"))).or_default().insert(package);
            }
        }
    }
}

impl Program<'_> {
    /// True if a name would come from a package that could not be loaded, which was reported.
    pub fn is_awaited(&self, from: PackageId, name: &str) -> bool {
        self.awaited.contains(&(from, None)) || self.awaited.contains(&(from, Some(name.into())))
    }

    /// True if the reason why a path cannot be resolved was reported already. It was reported at the path's package, or at a head that did
    /// not parse and may declare the name.
    pub fn is_excused(&self, from: PackageId, path: &NamePath) -> bool {
        let from = self.written_in(path.span()).unwrap_or(from);
        let name = &path.name.text;
        let of_package = match &path.package {
            Some(package) => self.sources.package(from).is_some_and(|of| of.missing.iter().any(|missing| *missing == *package.text)),
            None => self.is_awaited(from, name),
        };
        of_package || self.is_lost(from, name)
    }

    /// Removes diagnostics about unknown names that a reported `use` should have imported. When the author corrects the `use`, the names
    /// are known again.
    pub fn silence_unfound(&self, diagnostics: &mut Diagnostics) {
        if self.unfound.is_empty() {
            return;
        }
        let mut places: BTreeMap<Span, BTreeSet<Span>> = BTreeMap::new();
        diagnostics.retain(|found| match self.brought_by(found) {
            Some((first, place)) => {
                places.entry(first).or_default().insert(place);
                false
            }
            None => true,
        });
        for found in diagnostics.iter_mut().filter(|found| found.code == Code::UnknownName) {
            let at = found.primary.span;
            let Some(others) = places.get(&at) else { continue };
            for fix in &mut found.fixes {
                let [only] = fix.edits.as_slice() else { continue };
                let replacement = only.replacement.clone();
                fix.edits.extend(others.iter().map(|span| Edit { span: *span, replacement: replacement.clone() }));
            }
        }
    }

    /// Returns the spans of a reported `use` and of an unknown name that this `use` should have imported.
    fn brought_by(&self, found: &Diagnostic) -> Option<(Span, Span)> {
        let span = found.primary.span;
        if !matches!(found.code, Code::UnknownName | Code::UnknownDesign | Code::StuntNotSold | Code::ParameterKind) {
            return None;
        }
        let from = self.sources.file(span.file).map(|file| file.package())?;
        let said = self.unfound.get(&(from, self.sources.slice(span).into()))?;
        let first = said.iter().find(|said| said.file == span.file).or(said.first())?;
        (!said.contains(&span)).then_some((*first, span))
    }

    /// True if a head that could not be parsed may declare a name; the head was reported. Only heads in the package itself and in its
    /// dependencies count.
    pub fn is_lost(&self, from: PackageId, path: &str) -> bool {
        let lost = self.lost.get(path.rsplit('.').next().unwrap_or(path));
        lost.into_iter().flatten().any(|package| self.bears_on(*package, from))
    }
}
