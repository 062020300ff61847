//! Table of all designs of a program. A design of the standard library may be read only when it is first used.

use super::Design;
use crate::resolve::DeclId;
use ecow::EcoString;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

/// Reads a design that is declared without errors.
type ReadDesign<'p> = Box<dyn Fn(DeclId) -> Option<Design> + Send + Sync + 'p>;

/// Usable designs, by their declaration.
#[derive(Default)]
pub struct Designs<'p> {
    entries: BTreeMap<DeclId, DesignEntry>,
    read: Option<ReadDesign<'p>>,
}

/// Design with its kind, which is known before the design is read.
struct DesignEntry {
    kind: EcoString,
    design: OnceLock<Option<Design>>,
}

impl<'p> Designs<'p> {
    /// Creates a table of designs that were read and checked.
    pub fn checked(designs: BTreeMap<DeclId, Design>) -> Self {
        let entry = |(id, design): (DeclId, Design)| (id, DesignEntry { kind: design.kind.clone(), design: OnceLock::from(Some(design)) });
        Designs { entries: designs.into_iter().map(entry).collect(), read: None }
    }

    /// Creates a table of designs without errors, each given with its kind. `read` reads a design on its first use.
    pub fn on_demand(
        designs: impl IntoIterator<Item = (DeclId, EcoString)>,
        read: impl Fn(DeclId) -> Option<Design> + Send + Sync + 'p,
    ) -> Self {
        let entry = |(id, kind)| (id, DesignEntry { kind, design: OnceLock::new() });
        Designs { entries: designs.into_iter().map(entry).collect(), read: Some(Box::new(read)) }
    }

    /// Returns a design.
    pub fn get(&self, id: &DeclId) -> Option<&Design> {
        let read = || self.read.as_ref().and_then(|read| read(*id));
        self.entries.get(id)?.design.get_or_init(read).as_ref()
    }

    /// Returns the declarations of all designs, in the order of files and text.
    pub fn ids(&self) -> impl Iterator<Item = DeclId> {
        self.entries.keys().copied()
    }

    /// Returns all designs with their declarations, in the order of files and text.
    pub fn iter(&self) -> impl Iterator<Item = (&DeclId, &Design)> {
        self.entries.keys().filter_map(|id| Some((id, self.get(id)?)))
    }

    /// Returns all designs, in the order of files and text.
    pub fn values(&self) -> impl Iterator<Item = &Design> {
        self.iter().map(|(_, design)| design)
    }

    /// Returns the designs that build items of a kind, with their declarations.
    pub fn of_kind<'a, 'k>(&'a self, kind: &'k str) -> impl Iterator<Item = (&'a DeclId, &'a Design)> + Clone + use<'a, 'k, 'p> {
        let of_kind = self.entries.iter().filter(move |(_, entry)| entry.kind == kind);
        of_kind.filter_map(|(id, _)| Some((id, self.get(id)?)))
    }
}

impl fmt::Debug for Designs<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.entries.keys()).finish()
    }
}
