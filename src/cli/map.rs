//! `slipyard map`: draws maps, clusters and the places of encounters.

use super::args::{MapArgs as Asked, MapFormat};
use super::compile_projects::{self, CompiledProject};
use super::format_by_extension::FormatExtensions;
use super::pack_items::{self, ListedItem, Thing};
#[cfg(feature = "pdf")]
use super::pdf_fonts::{AddedFonts, warn_of_missing_letters};
use super::show_designs::TextStyles;
use super::{CommandStatus, Console, Stop, clusters, format_by_extension, sheet, show_encounters, shown};
use crate::project::Writer;
use slip_export::map_drawing::{self, Chart};
use slip_export::svg;
use std::path::{Path, PathBuf};

/// Draws the maps that the user asked for.
pub(super) fn run(asked: &Asked, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    // Several pictures are written to a folder, whose name does not give the format.
    let format = match (asked.format, asked.maps.as_slice()) {
        (None | Some(MapFormat::Svg), [_, _, ..]) if asked.out.as_deref().is_some_and(|out| !is_file_name(out)) => MapFormat::Svg,
        (format, _) => format_by_extension::meant(format, asked.out.as_deref())?,
    };
    #[cfg(feature = "pdf")]
    if !asked.fonts.is_empty() && format != MapFormat::Pdf {
        return Err(Stop::because("--font has no effect here, since only a PDF contains fonts: leave it out"));
    }
    let worlds = compile_projects::worlds_of_items(&asked.folder, &asked.maps, "map", has_map);
    let (worlds, words) = worlds.map_err(|stop| sheet::otherwise(&asked.folder, &asked.maps, stop, has_map, told))?;
    let mut found: Vec<(&CompiledProject, ListedItem<'_>)> = Vec::new();
    for word in &words {
        found.extend(meant(word, asked.kind.as_deref(), pack_items::find(&worlds, word, has_map))?);
    }
    match format {
        MapFormat::Text => {
            let mut told = Vec::new();
            for (world, entry) in &found {
                text(world, entry, console.colour && asked.out.is_none(), &mut told)?;
            }
            sheet::write(&told, asked.out.as_deref(), console)?;
        }
        MapFormat::Svg => pictures(&found, asked, console)?,
        #[cfg(feature = "pdf")]
        MapFormat::Pdf => {
            sheet::must_have_file(asked.out.as_deref())?;
            let charts: Result<Vec<Chart>, Stop> = found.iter().map(|(world, entry)| drawn(world, entry)).collect();
            let pages: Vec<_> = charts?.into_iter().map(|chart| chart.drawing).collect();
            let title = pages.first().map_or("", |page| page.title.as_str());
            let added = AddedFonts::read(&asked.fonts)?;
            let fonts = added.fonts()?;
            let bytes = slip_export::pdf::file(title, &pages, &fonts).map_err(Stop::because)?;
            sheet::write(&bytes, asked.out.as_deref(), console)?;
            warn_of_missing_letters(&pages, &fonts, "draw `--format svg`, which shows all letters", console)?;
        }
    }
    compile_projects::warn_of_errors(worlds.iter().filter(|world| found.iter().any(|(other, _)| std::ptr::eq(*world, *other))), console)?;
    Ok(CommandStatus::Clean)
}

/// Returns those things with a name that can be drawn. If a map and its encounter have the same name, the name means the map unless a kind
/// is given.
fn meant<'w>(
    word: &str,
    kind: Option<&str>,
    mut found: Vec<(&'w CompiledProject, ListedItem<'w>)>,
) -> Result<Vec<(&'w CompiledProject, ListedItem<'w>)>, Stop> {
    if let Some(kind) = kind {
        sheet::must_be_there(kind, found.iter().map(|(_, entry)| entry.kind), &format!("`{word}`"))?;
        found.retain(|(_, entry)| entry.kind == kind);
        return Ok(found);
    }
    let before = |entry: &ListedItem<'_>, other: &ListedItem<'_>| entry.package == other.package && precedence(entry) < precedence(other);
    let first: Vec<bool> = found.iter().map(|(_, entry)| !found.iter().any(|(_, other)| before(other, entry))).collect();
    Ok(found.into_iter().zip(first).filter(|(_, first)| *first).map(|(one, _)| one).collect())
}

/// Returns the precedence of a thing among others of the same name, the lowest first.
const fn precedence(entry: &ListedItem<'_>) -> u8 {
    match entry.thing {
        Thing::Map(_) => 0,
        Thing::Cluster(_) => 1,
        _ => 2,
    }
}

/// True if a path has the extension of a map format.
fn is_file_name(path: &Path) -> bool {
    let mut endings = MapFormat::ENDINGS.iter().flat_map(|(_, endings)| *endings);
    path.extension().is_some_and(|own| endings.any(|ending| own.eq_ignore_ascii_case(ending)))
}

/// Returns the reason why a declared thing cannot be drawn.
fn told(entry: &ListedItem<'_>) -> String {
    let ListedItem { kind, name, .. } = entry;
    match entry.thing {
        Thing::Encounter(_) => format!("`{name}` is an encounter without a map"),
        Thing::Built(_) | Thing::Party(_) | Thing::Platoon(_) => {
            format!("`{name}` is of kind `{kind}` and has no map; `slipyard sheet {name}` prints its card")
        }
        _ => format!("`{name}` is of kind `{kind}` and has no map; `slipyard show {name}` prints it"),
    }
}

/// True if a thing can be drawn.
fn has_map(entry: &ListedItem<'_>) -> bool {
    map_drawing::has_picture(entry.thing)
}

/// Writes pictures: a single one to a file or the standard output, several to a folder.
fn pictures(found: &[(&CompiledProject, ListedItem<'_>)], asked: &Asked, console: &mut Console<'_>) -> Result<(), Stop> {
    if let [(world, entry)] = found {
        return sheet::write(svg::file(&drawn(world, entry)?.drawing).as_bytes(), asked.out.as_deref(), console);
    }
    let Some(folder) = asked.out.as_deref() else {
        return Err(Stop::because("several maps need a folder: add `--out FOLDER`"));
    };
    if is_file_name(folder) && !folder.is_dir() {
        return Err(Stop::because(format!("several maps need a folder, but `{}` is the name of a file", crate::cli::shown(folder))));
    }
    if folder.is_file() {
        return Err(Stop::because(format!("several maps need a folder, but `{}` is a file", crate::cli::shown(folder))));
    }
    let writer = Writer::in_folder(folder)?;
    for (world, entry) in found {
        let picture = svg::file(&drawn(world, entry)?.drawing);
        let path = file(folder, entry, found);
        writer.write(&path, picture.as_bytes())?;
        writeln!(console.err, "wrote {}", shown(&path))?;
    }
    Ok(())
}

/// Returns the file of a picture: `red_pass.svg`, or `package.kind.red_pass.svg` if several pictures have this name.
fn file(folder: &Path, entry: &ListedItem<'_>, found: &[(&CompiledProject, ListedItem<'_>)]) -> PathBuf {
    let alike = found.iter().filter(|(_, other)| other.name == entry.name).count();
    let name = if alike > 1 { format!("{}.{}.{}.svg", entry.package, entry.kind, entry.name) } else { format!("{}.svg", entry.name) };
    folder.join(name)
}

fn drawn(world: &CompiledProject, entry: &ListedItem<'_>) -> Result<Chart, Stop> {
    map_drawing::of(entry.thing, &world.pack).ok_or_else(|| Stop::because(format!("`{}` has no map", entry.name)))
}

fn text(world: &CompiledProject, entry: &ListedItem<'_>, colour: bool, out: &mut Vec<u8>) -> Result<(), Stop> {
    if !out.is_empty() {
        out.push(b'\n');
    }
    let ink = TextStyles::new(colour);
    match entry.thing {
        Thing::Map(map) => show_encounters::map(map, ink, out)?,
        Thing::Cluster(cluster) => clusters::cluster(cluster, &world.pack, ink, out)?,
        Thing::Encounter(scene) => {
            if let Some(map) = scene.map.as_ref().and_then(|key| world.pack.maps.get(key)) {
                show_encounters::map(map, ink, out)?;
                out.push(b'\n');
            }
            show_encounters::encounter(scene, &world.pack, ink, out)?;
        }
        _ => {}
    }
    Ok(())
}
