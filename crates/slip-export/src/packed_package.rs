//! Content of a packed package. `build` writes it; `verify` computes it again from the texts and compares the result with the file.

use crate::map_drawing::{self, Chart};
use crate::{map_text, svg};
use serde_json::Value;
use slip_compile::stdlib;
use slip_pack::Pack;
use slip_pack::archive::{self, ArchiveManifest, CheckResults, FindingCount, Packed, Waived};
use slip_pack::item::Waiver;
use slip_pack::thing_view::Thing;
use slip_source::diagnostic::{Code, Diagnostics, Severity};
use slip_source::{Package, PackageId, SourceFile, Sources};
use std::collections::BTreeMap;

/// Name of the lock of a package, which is never packed.
const LOCK: &str = "slipyard.lock";
/// Names and texts of licences, or a sentence if they cannot be read.
pub type Licences = Result<Vec<(String, String)>, String>;

/// Compiled package that is to be packed.
pub struct CompiledPackage<'p> {
    /// Source texts of the package, of its dependencies and of its standard library.
    pub sources: &'p Sources,
    /// The package itself.
    pub root: PackageId,
    /// Pack of the package.
    pub pack: &'p Pack,
    /// Findings about the package.
    pub diagnostics: &'p Diagnostics,
    /// Function that returns the content hash of a package.
    pub hash_of: &'p dyn Fn(PackageId) -> String,
    /// Function that returns the licence files next to the manifest of a package.
    pub licences: &'p dyn Fn(PackageId) -> Licences,
    /// Name and version of the program that packs.
    pub tool: String,
}

/// File extension of the pictures in a pack.
const PICTURE: &str = "svg";

/// Files of a pack by name, and the fields of its manifest.
pub struct Contents {
    /// Fields of the manifest.
    pub about: ArchiveManifest,
    /// Files by name.
    pub members: BTreeMap<String, Vec<u8>>,
}

/// Returns everything that is packed for the package of a world without errors.
///
/// # Errors
/// A sentence if a licence cannot be read, or if two files would have the same name.
pub fn contents(world: &CompiledPackage<'_>) -> Result<Contents, String> {
    let sentence = |error: serde_json::Error| error.to_string();
    let pack_json = canonical(world.pack, world.sources).map_err(sentence)?;
    // Files in this pack are named by their package and their path inside it. The bytes are therefore the same on every machine.
    let pack: Pack = serde_json::from_slice(&pack_json).map_err(sentence)?;
    let mut members = BTreeMap::new();
    maps(&pack, &mut members);
    let mut packages = Vec::new();
    for (id, package) in closure(world) {
        packages.push(Packed {
            name: package.name.clone(),
            version: package.version.clone(),
            hash: (world.hash_of)(id),
            needs: package.dependencies.iter().map(|(name, _)| name.clone()).collect(),
        });
        let folder = format!("{}/{}", archive::LICENCES, package.name);
        if id == PackageId::STD {
            let texts = stdlib::LICENCES.iter();
            members.extend(texts.map(|(name, text)| (format!("{folder}/{name}"), text.replace("\r\n", "\n").into_bytes())));
        }
        // Every slipyard contains the embedded library. Any other library is packed too, like all dependencies.
        if id != PackageId::STD || package.foreign.is_some() {
            members.extend((world.licences)(id)?.into_iter().map(|(name, text)| (format!("{folder}/{name}"), text.into_bytes())));
            sources(world.sources, id, package, &mut members)?;
        }
    }
    members.insert(archive::VERDICT.to_owned(), verdict(world, &pack).bytes());
    members.insert(archive::PACK.to_owned(), pack_json);
    let about = ArchiveManifest {
        tool: world.tool.clone(),
        package: pack.package.clone(),
        pack_format: slip_pack::FORMAT,
        plays: world.pack.hash().to_owned(),
        packages,
        ..ArchiveManifest::default()
    };
    Ok(Contents { about, members })
}

/// Returns the standard library, the dependencies, and at the end the package itself.
fn closure<'p>(world: &CompiledPackage<'p>) -> impl Iterator<Item = (PackageId, &'p Package)> + use<'p> {
    let all = world.sources;
    // Packages come after the packages on which they depend.
    all.closure(world.root).into_iter().filter_map(move |id| Some((id, all.package(id)?)))
}

/// Adds the texts of a package, by their paths inside the package, with line feeds as line ends.
///
/// # Errors
/// If two files get the same name, because bytes that are not text are all replaced by the same character. One of the files would be lost.
fn sources(all: &Sources, id: PackageId, package: &Package, members: &mut BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    for (_, file) in all.files_of(id) {
        let inside = inside(package, file.path());
        if inside != LOCK {
            let name = format!("{}/{}/{inside}", archive::SOURCES, package.name);
            if members.insert(name, file.text().replace("\r\n", "\n").into_bytes()).is_some() {
                let why = format!(
                    "`{}` cannot be packed: two of its files would have the name `{inside}` in the pack; rename one of them",
                    package.name
                );
                return Err(why);
            }
        }
    }
    Ok(())
}

fn inside<'f>(package: &Package, path: &'f str) -> &'f str {
    path.strip_prefix(package.root.as_str()).unwrap_or(path).trim_start_matches('/')
}

/// Adds the package's own maps as pictures, as `slipyard show` and `slipyard map` draw them.
fn maps(pack: &Pack, members: &mut BTreeMap<String, Vec<u8>>) {
    let own = &pack.package.name;
    let mut picture = |name: String, chart: Chart| {
        members.insert(format!("{}/{name}.{PICTURE}", archive::MAPS), svg::file(&chart.drawing).into_bytes());
    };
    for map in pack.maps.values().filter(|map| map.package == *own) {
        picture(file_of(&map.name), map_drawing::map(map, &[]));
    }
    // A cluster may have the same name as a map. No name contains a hyphen, so the prefix makes the file name unique.
    for cluster in pack.clusters.values().filter(|cluster| cluster.package == *own) {
        picture(format!("cluster-{}", cluster.name), map_drawing::cluster(cluster));
    }
    for map in pack.maps.values().filter(|map| map.package == *own) {
        members.insert(format!("{}/{}.txt", archive::MAPS, file_of(&map.name)), map_text::page(map).into_bytes());
    }
}

/// Returns the name of a map's files without extension. Windows cannot write some names, such as `con`. Such a name gets a prefix with a
/// hyphen, which no other name contains.
fn file_of(map: &str) -> String {
    if archive::is_device(map) { format!("map-{map}") } else { map.to_owned() }
}

/// True if a member is a picture of a map. Packs of early versions have none.
pub fn is_picture(name: &str) -> bool {
    let inside = name.strip_prefix(archive::MAPS).and_then(|inside| inside.strip_suffix(PICTURE));
    inside.is_some_and(|inside| inside.ends_with('.'))
}

/// Returns the findings of the package, except those about its lock, which is not part of the content.
fn verdict(world: &CompiledPackage<'_>, pack: &Pack) -> CheckResults {
    let of_content = world.diagnostics.iter().filter(|found| !matches!(found.code, Code::LockMismatch | Code::LockOutdated));
    let mut counted: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let (mut errors, mut warnings, mut notes) = (0, 0, 0);
    for found in of_content {
        *counted.entry((found.code.slug(), found.severity.word())).or_default() += 1;
        match found.severity {
            Severity::Error => errors += 1,
            Severity::Warning => warnings += 1,
            Severity::Note => notes += 1,
        }
    }
    let findings =
        counted.into_iter().map(|((code, severity), count)| FindingCount { code: code.into(), severity: severity.into(), count });
    CheckResults { errors, warnings, notes, findings: findings.collect(), waivers: waivers(pack) }
}

/// Returns the waivers of the package's authors.
fn waivers(pack: &Pack) -> Vec<Waived> {
    let own = &pack.package.name;
    let items = pack.items.values().flat_map(BTreeMap::values).filter(|item| item.package == *own);
    let items = items.map(|item| (item.kind.as_str(), &item.name, &item.waivers));
    let platoons = pack.platoons.values().filter(|platoon| platoon.package == *own);
    let platoons = platoons.map(|platoon| ("platoon", &platoon.name, &platoon.waivers));
    let parties = pack.parties.values().filter(|party| party.package == *own);
    let parties = parties.map(|party| (party.kind.as_str(), &party.name, &party.waivers));
    // Waivers of declarations other than items, platoons and parties are allowed, but only for findings that are not errors.
    let is_rest = |thing: &Thing<'_>| !matches!(thing, Thing::Built(_) | Thing::Platoon(_) | Thing::Party(_));
    let rest = Thing::all(pack).filter(|thing| is_rest(thing) && thing.package() == own);
    let rest = rest.flat_map(|thing| thing.waivers().iter().map(move |waiver| (thing, waiver)));
    let waived = |kind: &str, name: &str, waiver: &Waiver| Waived {
        kind: kind.to_owned(),
        item: name.to_owned(),
        code: waiver.code.clone(),
        reason: waiver.reason.clone(),
    };
    let all = items.chain(platoons).chain(parties);
    let all = all.flat_map(|(kind, name, waivers)| waivers.iter().map(move |waiver| waived(kind, name, waiver)));
    all.chain(rest.map(|(thing, waiver)| waived(thing.kind(), thing.name(), waiver))).collect()
}

/// Returns a pack as JSON with the same bytes on every machine: sorted keys, two spaces of indentation, one line break at the end.
///
/// # Errors
/// Never, since a pack consists of strings and numbers.
pub fn canonical(pack: &Pack, sources: &Sources) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(&anywhere(pack, sources)?)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Returns a pack as JSON that is the same on every machine: a file is named by its package and its path inside the package.
fn anywhere(pack: &Pack, sources: &Sources) -> serde_json::Result<Value> {
    // A JSON value sorts its keys, whatever the order in the structs.
    let mut value = serde_json::to_value(pack)?;
    let names = sources.files().map(|(_, file)| (file.shown().to_owned(), called(sources, file)));
    places(&mut value, &names.collect());
    Ok(value)
}

/// Returns the portable name of a file: its package, and its path inside the package.
pub fn called(sources: &Sources, file: &SourceFile) -> String {
    let package = sources.package(file.package());
    let name = package.map_or("", |package| package.name.as_str());
    let inside = slip_printable::line(package.map_or(file.path(), |package| inside(package, file.path())));
    if name.is_empty() { inside.into_owned() } else { format!("{name}/{inside}") }
}

/// Replaces file names by portable names, which do not depend on the current folder.
fn places(value: &mut Value, names: &BTreeMap<String, String>) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("line")
                && let Some(Value::String(file)) = fields.get_mut("file")
                && let Some(name) = names.get(file)
            {
                file.clone_from(name);
            }
            fields.values_mut().for_each(|field| places(field, names));
        }
        Value::Array(members) => members.iter_mut().for_each(|member| places(member, names)),
        _ => {}
    }
}
