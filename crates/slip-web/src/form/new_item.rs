//! New items: the designs of a package, and the first text of an item of each.

use crate::editor_view::EditorView;
use crate::positions::{TextEdit, TextRange};
use crate::world::World;
use serde::Serialize;
use slip_compile::check::context::CheckContext;
use slip_compile::check::design::{Design, StatRule};
use slip_compile::check::ledger::FormulaValues;
use slip_ide::CompiledWorld;
use slip_pack::quoted;
use slip_source::PackageId;
use slip_syntax::tree::Item;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Design by which a package can build an item.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct DesignOffer {
    title: String,
    kind: String,
    name: String,
    doc: String,
}

/// New item, and the edit that writes it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub(crate) struct NewItem {
    kind: String,
    name: String,
    edit: TextEdit,
}

/// Returns the designs that a package can use, sorted by title.
///
/// # Errors
/// A sentence if the compilation is answering another question.
pub(crate) fn designs(world: &Rc<World>) -> Result<Vec<DesignOffer>, String> {
    let root = world.root;
    let busy = || "internal error: the compiler was busy; please report it with your files".to_owned();
    world.kept.ask(move |compiled| offers(compiled, root)).ok_or_else(busy)
}

fn offers(compiled: &CompiledWorld<'_, '_, '_, '_>, root: PackageId) -> Vec<DesignOffer> {
    let context = compiled.standing.context;
    let usable = context.designs.values().filter(|design| is_usable(context, design, root));
    let offer = |design: &Design| {
        let doc = context.program.get(design.id).and_then(|declared| declared.tree.doc.as_ref());
        DesignOffer {
            title: design.title.to_string(),
            kind: design.kind.to_string(),
            name: design.name.to_string(),
            doc: doc.map(ToString::to_string).unwrap_or_default(),
        }
    };
    let mut offers: Vec<DesignOffer> = usable.map(offer).collect();
    offers.sort();
    offers
}

/// True if items of a package may use the design.
pub(super) fn is_usable(context: &CheckContext<'_, '_>, design: &Design, package: PackageId) -> bool {
    let is_seen = context.program.peek(package, "design", &design.name) == Some(design.id);
    is_seen && !design.faulty && design.may_be_used(context.rules_of(package))
}

/// Returns the edit that writes a new item of a design at the end of the file.
///
/// # Errors
/// A sentence if the package cannot use the design.
pub(crate) fn new_item<'v, 't: 'v>(view: &EditorView<'v, '_, '_, 't>, design: &str, title: &str) -> Result<NewItem, String> {
    let context = view.file.standing().context;
    let package = view.file.package();
    let usable = context.designs.values().find(|known| known.name == design && is_usable(context, known, package));
    let design = usable.ok_or_else(|| format!("this package has no design `{design}`"))?;
    let title = title.trim();
    let name = free_name(view, context, design, if title.is_empty() { &design.name } else { title });
    let shown = if title.is_empty() { String::new() } else { format!(" {}", quoted(title)) };
    let text = view.file.text();
    let gap = match text {
        "" => "",
        text if text.ends_with("\n\n") => "",
        text if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    let entries: String = entries(context, design, package).iter().map(|entry| format!("  {entry}\n")).collect();
    let item = format!("{gap}{} {name}{shown} : {} {{\n{entries}}}\n", design.kind, design.name);
    let at = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let range: TextRange = view.range(slip_ide::CurrentRange { file: view.file.file, start: at, end: at });
    Ok(NewItem { kind: design.kind.to_string(), name, edit: TextEdit { range, text: item } })
}

/// Returns a name that the package does not use yet, made from a title.
fn free_name(view: &EditorView<'_, '_, '_, '_>, context: &CheckContext<'_, '_>, design: &Design, title: &str) -> String {
    let mut wanted: String =
        title.chars().flat_map(char::to_lowercase).map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '_' }).collect();
    while wanted.contains("__") {
        wanted = wanted.replace("__", "_");
    }
    let wanted = wanted.trim_matches('_');
    let wanted = if slip_compile::resolve::is_name(wanted) { wanted.to_owned() } else { format!("my_{}", design.name) };
    let package = view.file.package();
    let in_file = view.file.items();
    let is_taken = |name: &str| {
        let here = |item: &Item| matches!(item, Item::Declaration(tree) if tree.name.text == name);
        in_file.iter().any(|(item, _)| here(item)) || context.program.named(name).any(|known| known.package == package)
    };
    let numbered = (2..1000).map(|number| format!("{wanted}_{number}"));
    std::iter::once(wanted.clone()).chain(numbered).find(|name| !is_taken(name)).unwrap_or(wanted)
}

/// Returns the entries that every item of a design needs: its technology, and the statistics that it must write.
fn entries(context: &CheckContext<'_, '_>, design: &Design, package: PackageId) -> Vec<String> {
    let tech =
        design.tech.map(|(low, high, _)| format!("tech T{}", low.saturating_add(high).saturating_add(1).div_euclid(2).clamp(low, high)));
    let none = BTreeMap::new();
    let values = FormulaValues::of_rules(context.rules_of(package), &none);
    let lowest = |rule: &StatRule| {
        let low = values.eval(&rule.low, 0).unwrap_or(0);
        match usize::try_from(low).ok().and_then(|low| rule.letters.get(low)) {
            Some(letter) => format!("{} \"{letter}\"", rule.name),
            None => format!("{} {low}", rule.name),
        }
    };
    let is_alone = |rule: &&StatRule| matches!(design.keys.get(&rule.name), Some(slip_compile::check::design::ItemKey::Stat(_)));
    let needed = design.stats.iter().filter(|rule| rule.needed && !rule.fixed).filter(is_alone);
    tech.into_iter().chain(needed.map(lowest)).collect()
}
