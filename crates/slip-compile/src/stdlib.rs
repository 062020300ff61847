//! The standard library: every file of `stdlib/`, embedded under the path that messages show.
//!
//! A folder with the same content is treated as the standard library, too, so that the library can be checked like any other package.
//! Another library is used only if `[rules] std` of a manifest names it (see `project::standard_library`).

use slip_source::{Package, PackageId, Sources, content_hash};
use std::sync::OnceLock;

/// Folder that begins the displayed paths of the files.
pub const ROOT: &str = "std";

/// Name and text of the manifest of the standard library, which is part of its content.
const MANIFEST: (&str, &str) = ("slipyard.toml", include_str!("../../../stdlib/slipyard.toml"));

/// Notice about the content and its authors, which every copy must contain.
pub const NOTICE: &str = include_str!("../../../stdlib/NOTICE");

/// Licence of the rules, with the copyright notices of the works on which they are based.
pub const LICENCE: &str = include_str!("../../../stdlib/OGL.txt");

macro_rules! files {
    ($($path:literal)*) => {
        /// Files of the standard library: the path of each in the package, and its text.
        pub const FILES: &[(&str, &str)] = &[$(($path, include_str!(concat!("../../../stdlib/", $path)))),*];
    };
}

files! {
    "doctrines/fate.slip"
    "doctrines/personal.slip"
    "doctrines/platoon.slip"
    "doctrines/social.slip"
    "doctrines/space.slip"
    "doctrines/stakes.slip"
    "far_future/animals.slip"
    "far_future/beasts.slip"
    "far_future/gear.slip"
    "far_future/goods.slip"
    "far_future/people.slip"
    "far_future/skills.slip"
    "far_future/templates.slip"
    "far_future/variant.slip"
    "far_future/world.slip"
    "generators/animals.slip"
    "generators/classic_animals.slip"
    "generators/people.slip"
    "generators/systems.slip"
    "prelude/marks.slip"
    "prelude/skills.slip"
    "prelude/unit_skills.slip"
    "srd/armour.slip"
    "srd/catalogue/borders.slip"
    "srd/catalogue/oppositions.slip"
    "srd/catalogue/scenarios.slip"
    "srd/catalogue/units.slip"
    "srd/cluster.slip"
    "srd/combat/personal.slip"
    "srd/combat/platoon.slip"
    "srd/combat/platoon_draft.slip"
    "srd/combat/social.slip"
    "srd/combat/space.slip"
    "srd/combat/stakes.slip"
    "srd/core.slip"
    "srd/design_settings.slip"
    "srd/economy.slip"
    "srd/fighter.slip"
    "srd/goods.slip"
    "srd/ideas.slip"
    "srd/interface_vehicle.slip"
    "srd/people.slip"
    "srd/psionics.slip"
    "srd/social_maps.slip"
    "srd/spacecraft.slip"
    "srd/system.slip"
    "srd/time.slip"
    "srd/travel.slip"
    "srd/units.slip"
    "srd/variants.slip"
    "srd/wargame.slip"
    "srd/wargame_crew.slip"
    "srd/weapons/brawling.slip"
    "srd/weapons/close_combat.slip"
    "srd/weapons/energy_weapon.slip"
    "srd/weapons/slug_thrower.slip"
}

/// Files that must be distributed with the rules: name and text.
pub const LICENCES: &[(&str, &str)] = &[("NOTICE", NOTICE), ("OGL.txt", LICENCE)];

/// Returns the content hash of the standard library, as in lock files.
pub fn hash() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    HASH.get_or_init(|| content_hash::hash(FILES.iter().copied().chain([MANIFEST])))
}

/// True if the package [`PackageId::STD`] has exactly the embedded files.
pub fn is_embedded(sources: &Sources) -> bool {
    let embedded = FILES.iter().map(|(_, text)| *text);
    let slip = sources.files_of(PackageId::STD).filter(|(_, file)| Sources::is_slip(file.path()));
    slip.map(|(_, file)| file.text()).eq(embedded)
}

/// Adds the standard library to sources that have no packages yet, so that its number is [`PackageId::STD`].
pub fn add(sources: &mut Sources) -> PackageId {
    let id = sources.add_package(Package {
        name: "std".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        edition: 1,
        root: ROOT.to_owned(),
        // These must be the variants of the library's manifest. The attack powers of psionics are in the library and need this variant.
        variants: vec!["psionic_powers".to_owned()],
        ..Package::default()
    });
    for (path, text) in FILES {
        sources.add_file(id, &format!("{ROOT}/{path}"), *text);
    }
    id
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use std::path::Path;

    fn below(folder: &Path, prefix: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                below(&path, &format!("{prefix}{name}/"), found);
            } else if name.ends_with(".slip") {
                found.push(format!("{prefix}{name}"));
            }
        }
    }

    #[test]
    fn every_file_of_the_standard_library_is_embedded_in_order() {
        let mut found = Vec::new();
        below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../stdlib"), "", &mut found);
        found.sort();
        let listed: Vec<&str> = super::FILES.iter().map(|(path, _)| *path).collect();
        assert_eq!(listed, found);
    }
}
