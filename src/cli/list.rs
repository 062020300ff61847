//! `slipyard list`: lists the declarations of a package, one per line.

use super::args::{List, TextOrJson};
use super::compile_projects::CompiledProject;
use super::pack_items::{self, ListedItem};
use super::{CommandStatus, Console, Stop, compile_projects};
use slip_export::listing::ListRow;
use slip_export::shown;
use slip_printable::{columns_of, padded};

use std::collections::BTreeSet;
use std::io::Write;

/// Prints the list of declarations.
pub(super) fn run(list: &List, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let worlds = compile_projects::worlds(&list.folder)?;
    let mut shown: Vec<(&CompiledProject, ListedItem<'_>)> = Vec::new();
    let mut seen = BTreeSet::new();
    for world in &worlds {
        for entry in pack_items::all(&world.pack).filter(|entry| list.all || world.is_root(entry.package)) {
            // A dependency of several packages is compiled several times, but its things are listed once.
            let is_new = seen.insert((entry.kind, entry.package, entry.name));
            if is_new || world.is_root(entry.package) {
                shown.push((world, entry));
            }
        }
    }
    let mut rows: Vec<ListRow<'_>> = shown.iter().map(|(world, entry)| ListRow::of(&world.pack, entry.thing)).collect();
    rows.extend(worlds.iter().flat_map(|world| patches(world, list.all)));
    rows.extend(worlds.iter().flat_map(|world| old_names(world, list.all)).filter(|row| seen.insert((row.kind, row.package, row.name))));
    rows.retain(|row| list.kind.as_deref().is_none_or(|kind| row.kind == kind));
    if let (Some(kind), true) = (&list.kind, rows.is_empty()) {
        let known: Vec<&str> =
            worlds.iter().flat_map(|world| pack_items::all(&world.pack)).map(|entry| entry.kind).chain(["patch", "alias"]).collect();
        if !known.contains(&kind.as_str()) {
            let help = slip_suggest::nearest(kind, known.into_iter()).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            let help = if kind == "test" { "; `slipyard test --list` shows the tests".to_owned() } else { help };
            return Err(Stop::because(format!("there is nothing of kind `{kind}`{help}")));
        }
    }
    match list.format {
        TextOrJson::Json => {
            let text = serde_json::to_string_pretty(&rows).map_err(Stop::because)?;
            writeln!(console.out, "{text}")?;
        }
        TextOrJson::Text => table(&rows, console.out)?,
    }
    console.out.flush()?;
    compile_projects::warn_of_errors(worlds.iter(), console)?;
    Ok(CommandStatus::Clean)
}

/// Returns the house rules that the requested packages declare, or all that are in force.
fn patches(world: &CompiledProject, all: bool) -> impl Iterator<Item = ListRow<'_>> {
    let patches = world.pack.patches.iter().map(|patch| &patch.patched);
    patches.filter(move |patch| all || world.is_root(&patch.by)).map(|patch| ListRow::plain("patch", &patch.by, &patch.target, ""))
}

/// Returns the old names that the requested packages declare, or all old names; the title of each row is the new name.
fn old_names(world: &CompiledProject, all: bool) -> impl Iterator<Item = ListRow<'_>> {
    let names = world.pack.aliases.values().flatten().filter_map(|(key, target)| Some((key.split_once('.')?, target)));
    names
        .filter(move |((package, _), _)| all || world.is_root(package))
        .map(|((package, name), target)| ListRow::plain("alias", package, name, target.strip_prefix('.').unwrap_or(target)))
}

fn table(rows: &[ListRow<'_>], out: &mut dyn Write) -> Result<(), Stop> {
    let width = |of: fn(&ListRow<'_>) -> usize| rows.iter().map(of).max().unwrap_or(0);
    let kind_width = width(|row| columns_of(row.kind));
    let name_width = width(|row| columns_of(row.name));
    let title_width = width(|row| columns_of(row.title));
    let design_width = width(|row| columns_of(row.design.unwrap_or_default()));
    for row in rows {
        // A title may have several lines; a row has one.
        let title = shown(row.title);
        let mut line = format!("{}  {}  {}", padded(row.kind, kind_width), padded(row.name, name_width), padded(&title, title_width));
        if let Some(design) = row.design {
            line.push_str(&format!("  {}", padded(design, design_width)));
            line.push_str(&row.tech.map_or("     ".to_owned(), |tech| format!("  {:3}", format!("T{tech}"))));
            if let (Some(budget), Some(spent)) = (row.budget, row.spent) {
                line.push_str(&format!("  {spent:2} of {budget:2} points"));
            }
            if let Some(price) = row.price {
                line.push_str(&format!("  Cost {price}"));
            }
        }
        if !row.valid {
            line.push_str("  (has errors)");
        }
        if !row.patches.is_empty() {
            line.push_str(&format!(
                "  (patched by {})",
                row.patches.iter().map(|by| if by.is_empty() { "this package" } else { by }).collect::<Vec<_>>().join(", ")
            ));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
