//! Content of a packed package: `build` writes it, and `verify` makes it again from the texts and compares it with the file.

use super::Stop;
use super::compile_projects::CompiledProject;
use super::encounters;
use super::show_designs::TextStyles;
use slip_export::map_drawing::{self, Chart};
use slip_export::svg;
use slip_pack::Pack;
use slip_pack::archive::{self, ArchiveManifest, CheckResults, FindingCount, Packed, Waived};
use slip_pack::item::Waiver;
use slip_pack::thing_view::Thing;
use slip_source::diagnostic::{Code, Severity};

use crate::project::{LOCK, Project};
use serde_json::Value;
use slip_compile::stdlib;
use slip_source::{Package, PackageId, SourceFile};
use std::collections::BTreeMap;

/// File extension of the pictures in a pack.
const PICTURE: &str = "svg";

/// Files of a pack by name, and the fields of its manifest.
pub(super) struct Contents {
    pub(super) about: ArchiveManifest,
    pub(super) members: BTreeMap<String, Vec<u8>>,
}

/// Returns everything that is packed for the package of a world without errors.
pub(super) fn contents(world: &CompiledProject) -> Result<Contents, Stop> {
    let project = &world.project;
    let pack_json = canonical(&world.pack, project).map_err(Stop::because)?;
    // Files in this pack are named by their package and their path in it, so that the bytes are the same on every machine.
    let pack: Pack = serde_json::from_slice(&pack_json).map_err(Stop::because)?;
    let mut members = BTreeMap::new();
    maps(&pack, &mut members)?;
    let mut packages = Vec::new();
    for (id, package) in closure(project) {
        packages.push(Packed {
            name: package.name.clone(),
            version: package.version.clone(),
            hash: project.hash_of(id),
            needs: package.dependencies.iter().map(|(name, _)| name.clone()).collect(),
        });
        let folder = format!("{}/{}", archive::LICENCES, package.name);
        if id == PackageId::STD {
            let texts = stdlib::LICENCES.iter();
            members.extend(texts.map(|(name, text)| (format!("{folder}/{name}"), text.replace("\r\n", "\n").into_bytes())));
        }
        // Every slipyard contains the embedded library. Any other library is packed too, like all dependencies.
        if id != PackageId::STD || package.foreign.is_some() {
            members.extend(project.licences(id)?.into_iter().map(|(name, text)| (format!("{folder}/{name}"), text.into_bytes())));
            sources(project, id, package, &mut members)?;
        }
    }
    members.insert(archive::VERDICT.to_owned(), verdict(world, &pack).bytes());
    members.insert(archive::PACK.to_owned(), pack_json);
    let about = ArchiveManifest {
        tool: format!("slipyard {}", env!("CARGO_PKG_VERSION")),
        package: pack.package.clone(),
        pack_format: slip_pack::FORMAT,
        plays: world.pack.hash().to_owned(),
        packages,
        ..ArchiveManifest::default()
    };
    Ok(Contents { about, members })
}

/// Returns the standard library, the dependencies, and at the end the package itself.
fn closure(project: &Project) -> impl Iterator<Item = (PackageId, &Package)> {
    let root = project.roots.first().copied().unwrap_or(PackageId::STD);
    // Every package follows those it depends on.
    project.sources.closure(root).into_iter().filter_map(|id| Some((id, project.sources.package(id)?)))
}

/// Adds the texts of a package, by their paths inside the package, with line feeds as line ends.
///
/// # Errors
/// If two files have the same name: bytes that are not text are shown as the same character, and one file would be lost.
fn sources(project: &Project, id: PackageId, package: &Package, members: &mut BTreeMap<String, Vec<u8>>) -> Result<(), Stop> {
    for (_, file) in project.sources.files_of(id) {
        let inside = inside(package, file.path());
        if inside != LOCK {
            let name = format!("{}/{}/{inside}", archive::SOURCES, package.name);
            if members.insert(name, file.text().replace("\r\n", "\n").into_bytes()).is_some() {
                let why = format!(
                    "`{}` cannot be packed: two of its files would have the name `{inside}` in the pack; rename one of them",
                    package.name
                );
                return Err(Stop::because(why));
            }
        }
    }
    Ok(())
}

fn inside<'f>(package: &Package, path: &'f str) -> &'f str {
    path.strip_prefix(package.root.as_str()).unwrap_or(path).trim_start_matches('/')
}

/// Adds the package's own maps, drawn as by `slipyard show` and `slipyard map`.
fn maps(pack: &Pack, members: &mut BTreeMap<String, Vec<u8>>) -> Result<(), Stop> {
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
        let mut text = Vec::new();
        encounters::map(map, TextStyles::new(false), &mut text)?;
        members.insert(format!("{}/{}.txt", archive::MAPS, file_of(&map.name)), text);
    }
    Ok(())
}

/// Returns the name of a map's files without extension. A name that Windows cannot write, such as `con`, gets a prefix with a hyphen, which
/// no other name contains.
fn file_of(map: &str) -> String {
    if archive::is_device(map) { format!("map-{map}") } else { map.to_owned() }
}

/// True if a member is a picture of a map. Packs of early versions have none.
pub(super) fn is_picture(name: &str) -> bool {
    let inside = name.strip_prefix(archive::MAPS).and_then(|inside| inside.strip_suffix(PICTURE));
    inside.is_some_and(|inside| inside.ends_with('.'))
}

/// Returns the findings of the package. Findings about its lock are left out: they are not a property of the package.
fn verdict(world: &CompiledProject, pack: &Pack) -> CheckResults {
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
    // Things other than items, platoons and parties may have waivers too, but only of findings that are not errors.
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
pub(super) fn canonical(pack: &Pack, project: &Project) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(&anywhere(pack, project)?)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Returns a pack as JSON in which files are named by their package and their path in it, wherever the package is on this machine.
fn anywhere(pack: &Pack, project: &Project) -> serde_json::Result<Value> {
    // A JSON value sorts its keys, whatever the order in the structs.
    let mut value = serde_json::to_value(pack)?;
    let names = project.sources.files().map(|(_, file)| (file.shown().to_owned(), called(project, file)));
    places(&mut value, &names.collect());
    Ok(value)
}

/// Returns the portable name of a file: its package, and its path inside the package.
pub(super) fn called(project: &Project, file: &SourceFile) -> String {
    let package = project.sources.package(file.package());
    let name = package.map_or("", |package| package.name.as_str());
    let inside = slip_printable::line(package.map_or(file.path(), |package| inside(package, file.path())));
    if name.is_empty() { inside.into_owned() } else { format!("{name}/{inside}") }
}

/// Replaces file names by portable ones, so that the bytes do not depend on the current folder.
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
