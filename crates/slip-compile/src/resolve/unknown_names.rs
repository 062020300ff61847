//! Builds the message for a name that could not be resolved. The message suggests similar names, and other packages with this name.

use super::errors;
use super::name_table::DeclarationNames;
use super::program::{Kinds, Program};
use ecow::EcoString;
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics};
use slip_source::{PackageId, Span};
use slip_suggest::LetterCounts;
use slip_syntax::tree::{NamePath, SpannedName};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

impl Program<'_> {
    /// Returns the message for an unknown name of these kinds. `own` is the name of the declaration that contains the name; it is not
    /// suggested.
    pub(super) fn unknown_name(&self, from: PackageId, path: &NamePath, kinds: Kinds<'_>, own: Option<&str>) -> Diagnostic {
        let name = &path.name.text;
        if let Some(package) = path.package.as_ref().and_then(|package| self.package_called(from, &package.text)) {
            let own = own.filter(|_| package == from);
            let nearest = self.nearest_of(self.own_names(package, kinds), name, own);
            let other = self.kinds().into_iter().find(|kind| self.own(package, kind, name).is_some());
            return errors::unknown_name(path, &self.describe(kinds), nearest, other.as_deref());
        }
        let nearest = self.nearest_of(self.seen_names(from, kinds), name, own);
        let other = self.kinds().into_iter().find(|kind| self.peek(from, kind, name).is_some());
        let unknown = errors::unknown_name(path, &self.describe(kinds), nearest.clone(), other.as_deref());
        if nearest.is_some() || path.package.is_some() {
            return unknown;
        }
        // A dependency may have the name without its being imported here.
        let dependencies = self.scope(from).into_iter().flat_map(|scope| &scope.packages);
        let mut holders = dependencies.filter(|(_, reached)| self.first(kinds, |kind| self.own(reached.package, kind, name)).is_some());
        if let Some((package, _)) = holders.next() {
            return errors::elsewhere(unknown, name, package);
        }
        match self.list(kinds).as_slice() {
            [kind] if unknown.notes.is_empty() => {
                let names = self.seen_names(from, kinds).map(|(name, _)| name).filter(|name| Some(*name) != own);
                errors::with_names(unknown, kind, &names.take(errors::LISTED_NAMES.saturating_mul(2)).collect())
            }
            _ => unknown,
        }
    }

    /// Returns the message for a package that is not visible. `missing` packages were reported with the manifest.
    pub(super) fn unknown_package(&self, from: PackageId, package: &SpannedName) -> Box<Diagnostic> {
        let scope = self.scope(from);
        let mut known: Vec<EcoString> = scope.map(|scope| scope.packages.keys().cloned().collect()).unwrap_or_default();
        known.push("std".into());
        // The package may be a dependency of a dependency, which exists but is not visible.
        let called: Vec<PackageId> = self.sources.packages().filter(|(_, known)| known.name == package.text).map(|(id, _)| id).collect();
        let below = scope
            .into_iter()
            .flat_map(|scope| &scope.packages)
            .find(|(_, reached)| called.iter().any(|id| *id != reached.package && self.sources.reaches(reached.package, *id)));
        Box::new(errors::unknown_package(package, &known, below.map(|(name, _)| name.as_str())))
    }

    /// Returns all names of these kinds that a package can use without a package prefix, sorted.
    pub fn visible(&self, from: PackageId, kinds: Kinds<'_>) -> Vec<EcoString> {
        let names: BTreeSet<&str> = self.seen_names(from, kinds).map(|(name, _)| name).collect();
        names.into_iter().map(EcoString::from).collect()
    }

    /// Returns the visible name of these kinds that is nearest to a misspelt one.
    pub fn nearest(&self, from: PackageId, kinds: Kinds<'_>, word: &str) -> Option<String> {
        self.nearest_of(self.seen_names(from, kinds), word, None)
    }

    fn nearest_of<'p>(&self, names: impl Iterator<Item = (&'p str, LetterCounts)>, word: &str, own: Option<&str>) -> Option<String> {
        slip_suggest::nearest_at_a_glance(word, names.filter(|(name, _)| Some(*name) != own))
    }

    fn seen_names<'p>(&'p self, from: PackageId, kinds: Kinds<'_>) -> impl Iterator<Item = (&'p str, LetterCounts)> {
        self.list(kinds).into_iter().flat_map(move |kind| {
            let declared = self.tables(from, &kind).flat_map(DeclarationNames::sorted).map(|(name, glance)| (name.as_str(), *glance));
            declared.chain(self.brought(from, &kind).map(|(name, _)| (name.as_str(), LetterCounts::of(name))))
        })
    }

    fn own_names<'p>(&'p self, package: PackageId, kinds: Kinds<'_>) -> impl Iterator<Item = (&'p str, LetterCounts)> {
        let tables = self.list(kinds).into_iter().filter_map(move |kind| self.index.get(&(package, kind)));
        tables.flat_map(DeclarationNames::sorted).map(|(name, glance)| (name.as_str(), *glance))
    }

    /// Marks all imports of an ambiguous name as used, so that no import is reported as unused in addition.
    pub(super) fn mark_all(&self, from: PackageId, kinds: Kinds<'_>, name: &str) {
        let Some(scope) = self.scope(from) else { return };
        let brought = scope.names.get(name).into_iter().flatten().map(|brought| &brought.from);
        let has = |package: PackageId| self.first(kinds, |kind| self.own(package, kind, name)).is_some();
        for reached in brought.chain(&scope.wholesale).filter(|reached| has(reached.package)) {
            reached.used.store(true, Ordering::Relaxed);
        }
    }

    /// Removes diagnostics about an ambiguous name if the `use` that makes the name ambiguous was reported.
    pub fn silence_twice(&self, diagnostics: &mut Diagnostics) {
        if self.twice.is_empty() {
            return;
        }
        let was_said = |span: Span| {
            let from = self.sources.file(span.file).map(|file| file.package())?;
            let said = self.twice.get(&(from, self.sources.slice(span).into()))?;
            Some(!said.contains(&span))
        };
        diagnostics.retain(|found| found.code != Code::AmbiguousName || was_said(found.primary.span) != Some(true));
    }
}
