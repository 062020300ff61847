//! Catalogue page for a kind of thing: a table with one row per thing.

use super::odds;
use super::package_entries::SiteEntry;
use super::page_frame::{self, SitePage, marks, way};
use super::paths::{Book, SitePackage, link};
use crate::cards::counted;
use crate::cards::{CardTitles, kinds_title, paragraphs, spaced};
use crate::html::clean;
use maud::{Markup, html};
use slip_pack::thing_view::Thing;
use slip_pack::{BuiltItem, Name, Pack};

/// Column of the catalogue: its head, and true if its cells are numbers.
struct Column {
    head: String,
    number: bool,
    /// True if readers can select a value of this column to filter the catalogue.
    choice: bool,
}

/// Catalogue table before it is rendered.
#[derive(Default)]
struct Rows {
    columns: Vec<Column>,
    /// Cells after the title, row by row.
    cells: Vec<Vec<String>>,
}

/// Renders the catalogue page of a kind.
pub(super) fn page(book: &Book<'_>, part: &SitePackage<'_>, entries: &[SiteEntry<'_>]) -> Vec<u8> {
    let kind = entries.first().map_or("", |entry| entry.kind);
    let path = part.catalogue(kind);
    let title = kinds_title(kind, part.chapter.pack);
    let rows = rows(part, entries);
    let body = html! {
        h1 { (title) }
        (table(part, entries, &rows, &path))
    };
    page_frame::page(book, Some(part), SitePage { path: &path, title: &title, way: way(book, part), body })
}

fn table(part: &SitePackage<'_>, entries: &[SiteEntry<'_>], rows: &Rows, path: &str) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Catalogue" {
            table.catalogue data-sorts="" data-filters="" {
                caption { (counted(entries.len(), "entry")) " of " (clean(&part.title)) }
                thead {
                    tr {
                        th scope="col" { "Title" }
                        @for column in &rows.columns {
                            th.number[column.number] scope="col" data-choice[column.choice] { (clean(&column.head)) }
                        }
                        th scope="col" data-choice { "Marks" }
                    }
                }
                tbody {
                    @for (entry, cells) in entries.iter().zip(&rows.cells) {
                        tr {
                            th scope="row" { a href=(link(path, &part.path(entry))) { (clean(entry.title)) } }
                            @for (cell, column) in cells.iter().zip(&rows.columns) { td.number[column.number] { (clean(cell)) } }
                            td { (marks(&entry.marks())) }
                        }
                    }
                }
            }
        }
    }
}

fn rows(part: &SitePackage<'_>, entries: &[SiteEntry<'_>]) -> Rows {
    let pack = part.chapter.pack;
    let items: Vec<&BuiltItem> =
        entries.iter().filter_map(|entry| if let Thing::Built(item) = entry.thing { Some(item) } else { None }).collect();
    if items.len() == entries.len() {
        return built(&items, pack);
    }
    let mut rows = Rows::default();
    if entries.iter().any(|entry| matches!(entry.thing, Thing::Encounter(_))) {
        rows.columns = vec![chosen("Play"), words("Sides"), words("Map"), words("Odds")];
        rows.cells = entries.iter().map(|entry| scene(part, entry)).collect();
        return rows;
    }
    rows.columns = vec![words("Summary")];
    rows.cells = entries.iter().map(|entry| vec![short(entry)]).collect();
    rows
}

fn words(head: &str) -> Column {
    Column { head: head.to_owned(), number: false, choice: false }
}

fn chosen(head: &str) -> Column {
    Column { choice: true, ..words(head) }
}

fn number(head: String) -> Column {
    Column { head, number: true, choice: false }
}

/// Returns the catalogue table of items: design, points, price, ranks, skills and stunts.
fn built(items: &[&BuiltItem], pack: &Pack) -> Rows {
    let words_of = |item: &BuiltItem| CardTitles { pack, design: pack.design_of(item), effects: false };
    // Each design is looked up once and not for every item.
    let mut designs: Vec<(&Name, CardTitles<'_>)> = Vec::new();
    for item in items {
        if !designs.iter().any(|(name, _)| **name == item.design) {
            designs.push((&item.design, words_of(item)));
        }
    }
    let mut stats: Vec<(&Name, String)> = Vec::new();
    for item in items {
        let Some((_, own)) = designs.iter().find(|(name, _)| **name == item.design) else { continue };
        let missing = item.stats.keys().any(|stat| !stats.iter().any(|(other, _)| *other == stat));
        if !missing {
            continue;
        }
        for (stat, _) in own.in_order(&["stat"], &item.stats) {
            if own.line("flag", stat).is_none() && !item.words.contains_key(stat) && !stats.iter().any(|(other, _)| *other == stat) {
                stats.push((stat, own.title("stat", stat)));
            }
        }
    }
    let any = |of: fn(&BuiltItem) -> bool| items.iter().any(|item| of(item));
    let (tech, points, price) = (any(|item| item.tech.is_some()), any(|item| item.budget.is_some()), any(|item| item.price.is_some()));
    let (skills, stunts) = (any(|item| !item.skills.is_empty()), any(|item| !item.stunts.is_empty()));
    let mut columns = vec![chosen("Design")];
    columns.extend(tech.then(|| Column { choice: true, ..number("T".to_owned()) }));
    columns.extend(points.then(|| number("Points".to_owned())));
    columns.extend(price.then(|| number("Cost".to_owned())));
    columns.extend(stats.iter().map(|(_, title)| number(title.clone())));
    columns.extend(skills.then(|| words("Best skills")));
    columns.extend(stunts.then(|| words("Stunts")));
    let row = |item: &&BuiltItem| {
        let own = designs.iter().find(|(name, _)| **name == item.design).map(|(_, own)| *own);
        let design = own.and_then(|own| own.design).map_or_else(|| spaced(&item.design), |design| design.title.clone());
        let figure = |value: Option<i32>| value.map_or_else(String::new, |value| value.to_string());
        let mut cells = vec![design];
        cells.extend(tech.then(|| item.tech.map_or_else(String::new, |tech| format!("T{tech}"))));
        cells.extend(points.then(|| figure(item.budget.map(|_| item.spent))));
        cells.extend(price.then(|| figure(item.price)));
        cells.extend(stats.iter().map(|(stat, _)| match item.letters.get(*stat) {
            Some(letter) => letter.to_string(),
            None => figure(item.stats.get(*stat).copied()),
        }));
        cells.extend(skills.then(|| best(item, own)));
        cells.extend(stunts.then(|| item.stunts.iter().map(|stunt| stunt.title.as_str()).collect::<Vec<_>>().join(", ")));
        cells
    };
    Rows { cells: items.iter().map(row).collect(), columns }
}

/// Returns the skills of an item that have the highest rank: `5 Slug throwers, Agility`.
fn best(item: &BuiltItem, words: Option<CardTitles<'_>>) -> String {
    let Some(highest) = item.skills.values().max() else { return String::new() };
    let of = item.skills.iter().filter(|(_, rank)| *rank == highest);
    let titles: Vec<String> =
        of.map(|(skill, _)| words.map_or_else(|| spaced(skill), |words| words.skill(skill))).take(MOST_SKILLS).collect();
    format!("{highest} {}", titles.join(", "))
}

/// Greatest number of skills in a row of the catalogue.
const MOST_SKILLS: usize = 3;

fn scene(part: &SitePackage<'_>, entry: &SiteEntry<'_>) -> Vec<String> {
    let Thing::Encounter(scene) = entry.thing else { return Vec::new() };
    let sides: Vec<String> = scene.sides.iter().map(|side| spaced(&side.name)).collect();
    let map = scene.map.as_ref().and_then(|key| part.chapter.pack.maps.get(key));
    let key = slip_pack::key(&scene.package, &scene.name);
    let told = part.chapter.odds.get(&key).map_or_else(String::new, odds::short);
    vec![spaced(scene.play.word()), sides.join(" against "), map.map_or_else(String::new, |map| map.title.clone()), told]
}

/// Returns the first paragraph of a thing's doc comment, or the size of the thing if it has none.
fn short(entry: &SiteEntry<'_>) -> String {
    match entry.thing {
        Thing::Map(map) => counted(map.zones.len(), "zone"),
        Thing::Cluster(cluster) => counted(cluster.systems.len(), "system"),
        Thing::Platoon(platoon) => counted(platoon.strength(), "unit"),
        Thing::Scenario(story) => counted(story.steps.len(), "encounter"),
        _ => paragraphs(entry.doc).into_iter().next().unwrap_or_default(),
    }
}
