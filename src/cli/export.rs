//! `slipyard export`: what a package holds, for other programs and for spreadsheets. Floor 9.

use super::args::{Export as Asked, ExportFormat};
use super::compiled::{self, World};
use super::items::{self, Entry, Thing};
use super::sheet::{has_card, must_be_there, otherwise, told, write};
use super::{Console, Status, Stop};
use crate::export::csv::{self, Grid};
use crate::export::grids;
use crate::export::record::{self, Export, Record, Source};
use std::collections::BTreeMap;
use std::path::Path;

/// Writes what is asked for.
pub(super) fn run(asked: &Asked, console: &mut Console<'_>) -> Result<Status, Stop> {
    let worlds = if asked.items.is_empty() {
        compiled::worlds(&asked.folder)?
    } else {
        let named = compiled::worlds_of(&asked.folder, &asked.items, "item to export", has_card);
        named.map_err(|stop| otherwise(&asked.folder, &asked.items, stop, has_card, told))?
    };
    let (used, mut things) = if asked.items.is_empty() { everything(&worlds) } else { named(&worlds, &asked.items) };
    if let Some(kind) = &asked.kind {
        must_be_there(kind, things.iter().map(|thing| thing.kind.as_str()), "item to export")?;
        things.retain(|thing| thing.kind == *kind);
    }
    if things.is_empty() {
        return Err(Stop::because("there is nothing here to export; `slipyard list` shows what there is"));
    }
    let export = Export::of(used.iter().map(|world| Source::of(&world.pack)).collect(), things);
    match asked.format {
        ExportFormat::Json => {
            if let Some(folder) = asked.out.as_deref().filter(|out| is_folder(out)) {
                return Err(Stop::because(format!("the JSON is one file, and `{}` is a folder", shown(folder))));
            }
            let mut text = serde_json::to_string_pretty(&export).map_err(Stop::because)?;
            text.push('\n');
            write(text.as_bytes(), asked.out.as_deref(), console)?;
        }
        ExportFormat::Csv => tables(&grids::by_kind(&export.things), asked.out.as_deref(), console)?,
    }
    compiled::warn_of_errors(used.into_iter(), console)?;
    Ok(Status::Clean)
}

fn everything(worlds: &[World]) -> (Vec<&World>, Vec<Record>) {
    let things = worlds.iter().flat_map(|world| record::all(&world.pack, |package| world.is_root(package)));
    (worlds.iter().collect(), things.collect())
}

/// The things that are named, and the worlds that they are of.
fn named<'w>(worlds: &'w [World], words: &[String]) -> (Vec<&'w World>, Vec<Record>) {
    let found: Vec<(&World, Entry<'_>)> = words.iter().flat_map(|word| items::find(worlds, word, has_card)).collect();
    let is_used = |world: &&World| found.iter().any(|(other, _)| std::ptr::eq(*world, *other));
    let things = found.iter().filter_map(|(world, entry)| of(entry, world)).collect();
    (worlds.iter().filter(is_used).collect(), things)
}

fn of(entry: &Entry<'_>, world: &World) -> Option<Record> {
    match entry.thing {
        Thing::Built(item) => Some(record::item(item)),
        Thing::Party(party) => Some(record::party(party, &world.pack)),
        Thing::Background(background) => Some(record::background(background, &world.pack)),
        Thing::Platoon(platoon) => Some(record::platoon(platoon, &world.pack)),
        Thing::Cluster(cluster) => Some(record::cluster(cluster, &world.pack)),
        _ => None,
    }
}

/// One table to a file or the standard output, several to a folder.
fn tables(tables: &BTreeMap<String, Grid>, out: Option<&Path>, console: &mut Console<'_>) -> Result<(), Stop> {
    let file = out.filter(|out| !is_folder(out));
    if let (Some((_, grid)), 1, true) = (tables.first_key_value(), tables.len(), out.is_none() || file.is_some()) {
        return write(csv::file(grid).as_bytes(), out, console);
    }
    let kinds: Vec<&str> = tables.keys().map(String::as_str).collect();
    let Some(folder) = out else {
        return Err(Stop::because(format!(
            "several kinds are several tables ({}): say which folder they go to, `--out FOLDER`, or choose one, `--kind {}`",
            kinds.join(", "),
            kinds.first().copied().unwrap_or_default()
        )));
    };
    if folder.is_file() || (file.is_some() && folder.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"))) {
        return Err(Stop::because(format!("several kinds are several tables and go to a folder, and `{}` is a file", shown(folder))));
    }
    for (kind, grid) in tables {
        write(csv::file(grid).as_bytes(), Some(&folder.join(format!("{kind}.csv"))), console)?;
    }
    Ok(())
}

/// Whether a path means a folder: it is one, or is written like one.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(['/', '\\'])
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
