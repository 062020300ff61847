//! Cuts the pack of one package out of a pack of several packages that were compiled together.

use super::{Name, Pack, PackageInfo};
use crate::ruleset::Rules;
use std::collections::{BTreeMap, BTreeSet};

impl Pack {
    /// Returns the things of a package and of its dependencies. `dependencies` has `std` first, and `rules` are those that apply to
    /// the package outside encounters.
    #[must_use]
    pub fn part(&self, package: PackageInfo, dependencies: Vec<PackageInfo>, rules: Rules) -> Pack {
        let names: BTreeSet<&str> = dependencies.iter().chain([&package]).map(|info| info.name.as_str()).collect();
        let contains = |package: &str| names.contains(package);
        macro_rules! of_packages {
            ($field:ident) => {
                chosen(&self.$field, |_, thing| contains(&thing.package))
            };
        }
        Pack {
            format: self.format,
            other_rules: self.other_rules.clone(),
            items: of_kinds(&self.items, |_, item| contains(&item.package)),
            skills: of_packages!(skills),
            stations: of_packages!(stations),
            maps: of_packages!(maps),
            clusters: of_packages!(clusters),
            platoons: of_packages!(platoons),
            parties: of_packages!(parties),
            backgrounds: of_packages!(backgrounds),
            encounters: of_packages!(encounters),
            scenarios: of_packages!(scenarios),
            doctrines: of_packages!(doctrines),
            rulesets: of_packages!(rulesets),
            tables: of_packages!(tables),
            rules,
            declarations: of_kinds(&self.declarations, |_, declared| contains(&declared.package)),
            aliases: of_kinds(&self.aliases, |key, _| contains(key.split_once('.').map_or("", |(package, _)| package))),
            patches: self.patches.clone(),
            hash: crate::hash::Cached::default(),
            package,
            dependencies,
        }
    }
}

fn chosen<T: Clone>(things: &BTreeMap<Name, T>, is_chosen: impl Fn(&str, &T) -> bool) -> BTreeMap<Name, T> {
    things.iter().filter(|(key, thing)| is_chosen(key, thing)).map(|(key, thing)| (key.clone(), thing.clone())).collect()
}

/// Returns the things that `is_chosen` selects, by kind, without kinds that have none.
fn of_kinds<T: Clone>(
    kinds: &BTreeMap<Name, BTreeMap<Name, T>>,
    is_chosen: impl Fn(&str, &T) -> bool,
) -> BTreeMap<Name, BTreeMap<Name, T>> {
    let kinds = kinds.iter().map(|(kind, things)| (kind.clone(), chosen(things, &is_chosen)));
    kinds.filter(|(_, things)| !things.is_empty()).collect()
}
