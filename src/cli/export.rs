//! `slipyard export`: writes the items of a package for other programs, spreadsheets and virtual tabletops.

mod foundry;

use super::args::{ExportArgs as Asked, ExportFormat};
use super::compile_projects::{self, CompiledProject};
use super::pack_items::{self, ListedItem, Thing};
use super::sheet::{has_record, must_be_there, otherwise, write};
use super::{CommandStatus, Console, Stop, format_by_extension, shown};
use crate::project::Writer;
use slip_export::csv::{self, CellTable};
use slip_export::exported_tables;
use slip_export::exported_things::{self, ExportedData, ExportedPackage, ExportedThing};
use slip_export::foundry::{FoundryThing as Document, Mapping};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Writes the requested items.
pub(super) fn run(asked: &Asked, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    if asked.print_map {
        foundry::print_map(asked.map.as_deref(), asked.out.as_deref(), console)?;
        return Ok(CommandStatus::Clean);
    }
    let format = match asked.format {
        Some(ExportFormat::Foundry) => ExportFormat::Foundry,
        format => format_by_extension::meant(format, asked.out.as_deref())?,
    };
    if asked.map.is_some() && format != ExportFormat::Foundry {
        return Err(Stop::because("`--map` works only with `--format foundry`"));
    }
    // Mistakes in a mapping are reported before anything is compiled.
    let mapping = match format {
        ExportFormat::Foundry => foundry::mapping(asked.map.as_deref())?,
        _ => Mapping::default(),
    };
    let (worlds, words) = if asked.items.is_empty() {
        (compile_projects::worlds(&asked.folder)?, Vec::new())
    } else {
        let named = compile_projects::worlds_of_items(&asked.folder, &asked.items, "item to export", has_record);
        named.map_err(|stop| otherwise(&asked.folder, &asked.items, stop, has_record, not_exported))?
    };
    let mut things = if asked.items.is_empty() { everything(&worlds) } else { named(&worlds, &words) };
    once(&mut things);
    if let Some(kind) = &asked.kind {
        must_be_there(kind, things.iter().map(|(_, thing)| thing.kind.as_str()), "item to export")?;
        things.retain(|(_, thing)| thing.kind == *kind);
    }
    if things.is_empty() {
        return Err(Stop::because("there is nothing to export here; `slipyard list` shows all items"));
    }
    let is_used = |world: &&CompiledProject| asked.items.is_empty() || things.iter().any(|(other, _)| std::ptr::eq(*world, *other));
    let used: Vec<&CompiledProject> = worlds.iter().filter(is_used).collect();
    match format {
        ExportFormat::Json => json(&used, things, asked, console)?,
        ExportFormat::Csv => {
            let records: Vec<ExportedThing> = things.into_iter().map(|(_, record)| record).collect();
            tables(&exported_tables::by_kind(&records), asked.out.as_deref(), console)?;
        }
        ExportFormat::Foundry => {
            let things: Vec<Document<'_>> = things.into_iter().map(|(world, record)| Document { record, pack: &world.pack }).collect();
            foundry::give(&things, &mapping, asked, console)?;
        }
    }
    compile_projects::warn_of_errors(used.into_iter(), console)?;
    Ok(CommandStatus::Clean)
}

fn json(
    used: &[&CompiledProject],
    things: Vec<(&CompiledProject, ExportedThing)>,
    asked: &Asked,
    console: &mut Console<'_>,
) -> Result<(), Stop> {
    if let Some(folder) = asked.out.as_deref().filter(|out| is_folder(out)) {
        return Err(Stop::because(format!("JSON is written to one file, but `{}` is a folder", shown(folder))));
    }
    let packages = used.iter().map(|world| ExportedPackage::of(&world.pack)).collect();
    let export = ExportedData::of(packages, things.into_iter().map(|(_, record)| record).collect());
    let mut text = serde_json::to_string_pretty(&export).map_err(Stop::because)?;
    text.push('\n');
    write(text.as_bytes(), asked.out.as_deref(), console)
}

fn everything(worlds: &[CompiledProject]) -> Vec<(&CompiledProject, ExportedThing)> {
    let mut things = Vec::new();
    for world in worlds {
        let records = exported_things::all(&world.pack, |package| world.is_root(package));
        things.extend(records.into_iter().map(|record| (world, record)));
    }
    things
}

/// Returns the named items, each with the world that declares it.
fn named<'w>(worlds: &'w [CompiledProject], words: &[String]) -> Vec<(&'w CompiledProject, ExportedThing)> {
    let found = words.iter().flat_map(|word| pack_items::find(worlds, word, has_record));
    found.filter_map(|(world, entry)| of(&entry, world).map(|record| (world, record))).collect()
}

/// Removes duplicates of items that the user named more than once.
fn once(things: &mut Vec<(&CompiledProject, ExportedThing)>) {
    let mut seen = BTreeSet::new();
    things.retain(|(_, thing)| seen.insert((thing.package.clone(), thing.kind.clone(), thing.name.clone())));
}

/// Returns the reason why a declared thing that is not an item cannot be exported.
fn not_exported(entry: &ListedItem<'_>) -> String {
    let ListedItem { kind, name, .. } = entry;
    match entry.thing {
        Thing::Map(_) | Thing::Encounter(_) => {
            format!("`{name}` is of kind `{kind}` and cannot be exported; `slipyard map {name}` draws it")
        }
        _ => format!("`{name}` is of kind `{kind}` and cannot be exported; `slipyard show {name}` prints it"),
    }
}

fn of(entry: &ListedItem<'_>, world: &CompiledProject) -> Option<ExportedThing> {
    match entry.thing {
        Thing::Built(item) => Some(exported_things::item(item, &world.pack)),
        Thing::Party(party) => Some(exported_things::party(party, &world.pack)),
        Thing::Background(background) => Some(exported_things::background(background, &world.pack)),
        Thing::Platoon(platoon) => Some(exported_things::platoon(platoon, &world.pack)),
        Thing::Cluster(cluster) => Some(exported_things::cluster(cluster, &world.pack)),
        _ => None,
    }
}

/// Writes the tables. A single table goes to a file or the standard output; several tables go to a folder.
fn tables(tables: &BTreeMap<String, CellTable>, out: Option<&Path>, console: &mut Console<'_>) -> Result<(), Stop> {
    let file = out.filter(|out| !is_folder(out));
    if let (Some((_, grid)), 1, true) = (tables.first_key_value(), tables.len(), out.is_none() || file.is_some()) {
        return write(csv::file(grid).as_bytes(), out, console);
    }
    let kinds: Vec<&str> = tables.keys().map(String::as_str).collect();
    let Some(folder) = out else {
        return Err(Stop::because(format!(
            "each kind becomes a table ({}): choose a folder for them with `--out FOLDER`, or one kind with `--kind {}`",
            kinds.join(", "),
            kinds.first().copied().unwrap_or_default()
        )));
    };
    if folder.is_file() || (file.is_some() && folder.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"))) {
        return Err(Stop::because(format!("the tables, one for each kind, need a folder, but `{}` is a file", shown(folder))));
    }
    let writer = Writer::in_folder(folder)?;
    for (kind, grid) in tables {
        let path = folder.join(format!("{kind}.csv"));
        writer.write(&path, csv::file(grid).as_bytes())?;
        writeln!(console.err, "wrote {}", shown(&path))?;
    }
    Ok(())
}

/// True if a path names a folder: a folder exists there, or the path ends in a slash.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(['/', '\\'])
}
