//! Collects the names of zones and modes that doctrines may use.
//!
//! The map and the weapons of the later games are not known. A doctrine may therefore name the zones of every map, and the modes of every
//! item, that can have an effect on its package.

use crate::resolve::Program;
use slip_pack::Name;
use slip_pack::map::Map;
use slip_source::{PackageId, Span};
use slip_syntax::tree::Expr;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// Names of zones and modes, each with the packages that have a zone or mode of this name.
pub(super) struct ZoneAndModeNames<'p> {
    /// For each name of a zone, the maps that have such a zone, by the package and the name of the map. Packages are identified by name, as
    /// in the maps of the pack.
    zones: BTreeMap<&'p str, BTreeSet<(&'p str, &'p str)>>,
    /// Names of modes, collected on first use.
    modes: OnceLock<BTreeMap<Name, BTreeSet<PackageId>>>,
}

impl<'p> ZoneAndModeNames<'p> {
    pub(super) fn of(program: &Program<'_>, maps: &'p BTreeMap<Name, Map>) -> ZoneAndModeNames<'p> {
        let mut zones: BTreeMap<&str, BTreeSet<(&str, &str)>> = BTreeMap::new();
        if program.of_kind("doctrine").next().is_some() {
            for map in maps.values() {
                for zone in &map.zones {
                    zones.entry(&zone.name).or_default().insert((&map.package, &map.name));
                }
            }
        }
        ZoneAndModeNames { zones, modes: OnceLock::new() }
    }

    /// True if a zone of this name is in a map that can have an effect on the package. Records for editors that the word refers to that
    /// zone in each of these maps.
    pub(super) fn is_zone(&self, program: &Program<'_>, package: PackageId, (word, span): (&str, Span)) -> bool {
        let maps = self.zones.get(word).into_iter().flatten().filter(|(of, _)| program.named_bears_on(of, package));
        maps.map(|(of, map)| program.note_part_of(span, of, "map", map)).count() > 0
    }

    /// True if an item that can have an effect on a package has a mode of this name.
    pub(super) fn is_mode(&self, program: &Program<'_>, package: PackageId, word: &str) -> bool {
        let modes = self.modes.get_or_init(|| {
            let mut modes: BTreeMap<Name, BTreeSet<PackageId>> = BTreeMap::new();
            for declared in program.all() {
                let entries = declared.entries.iter().filter(|entry| entry.word() == "mode");
                let names = entries.filter_map(|mode| mode.values.first().map(|value| &value.expr).and_then(Expr::name));
                for name in names {
                    modes.entry(name.clone()).or_default().insert(declared.package);
                }
            }
            modes
        });
        modes.get(word).into_iter().flatten().any(|of| program.bears_on(*of, package))
    }
}
