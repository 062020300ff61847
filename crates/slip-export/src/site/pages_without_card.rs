//! Content of the pages of things that have no card: maps in words, scenarios, skills, stations, tables, rules.

use super::page_frame::doc;
use super::thing_page::PageContext;
use crate::cards::spaced;
use crate::encounter_text::{beyond, remarks};
use crate::html::clean;
use maud::{Markup, html};
use slip_pack::Skill;
use slip_pack::declaration::{DeclarationEntry, PackDeclaration};
use slip_pack::encounter::Station;
use slip_pack::map::{Border, BorderValue, Map};
use slip_pack::scenario::Scenario;
use slip_pack::table::{CopyCount, RowItem, RowResult, Table, TableRow};

/// Renders a map as a table of zones and their exits, for readers who cannot see the drawing.
pub(super) fn zones(map: &Map) -> Markup {
    html! {
        @if !map.aspects.is_empty() { h2 { "Aspects" } ul.names { @for text in &map.aspects { li { (clean(text)) } } } }
        h2 { "Zones" }
        div.scroll {
            table.list data-sorts="" {
                caption { "Zones and their exits" }
                thead { tr { th scope="col" { "Zone" } th scope="col" { "Properties" } th scope="col" { "Aspects and effects" } th scope="col" { "Exits" } } }
                tbody {
                    @for (number, zone) in map.zones.iter().enumerate() {
                        tr {
                            th scope="row" { @if let Some(letter) = zone.letter { (letter) " · " } (clean(&zone.title)) }
                            td { (clean(&remarks(zone).join(", "))) }
                            td {
                                @let lines: Vec<&String> = zone.aspects.iter().chain(zone.effects.iter().map(|effect| &effect.text)).collect();
                                @for (at, line) in lines.iter().enumerate() { @if at > 0 { br; } (clean(line)) }
                            }
                            td {
                                @for (at, line) in map.borders.iter().filter_map(|border| leads(map, border, number)).enumerate() {
                                    @if at > 0 { br; } (clean(&line))
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the zone behind a border and the cost of the border, seen from a zone.
fn leads(map: &Map, border: &Border, from: usize) -> Option<String> {
    let zone = map.zones.get(beyond(border, from)?)?;
    let cost = match border.value {
        BorderValue::Stateless(0) => String::new(),
        BorderValue::Stateless(cost) => format!(", pass {cost}"),
        BorderValue::Stateful { open, pass, close } => {
            let close = close.map_or_else(|| "cannot be closed".to_owned(), |close| format!("close {close}"));
            format!(", open {open}, pass {pass}, {close}{}", if border.open { ", open at the start" } else { "" })
        }
        BorderValue::Wall => ", a wall".to_owned(),
    };
    let title = border.title.as_ref().map_or_else(String::new, |title| format!(" “{title}”"));
    let hedge = if border.cover == 0 { String::new() } else { format!(", cover {}", border.cover) };
    Some(format!("{}{title}{cost}{hedge}", zone.title))
}

/// Renders the steps of a scenario.
pub(super) fn scenario(story: &Scenario, at: &PageContext<'_, '_>) -> Markup {
    let pack = at.part.chapter.pack;
    html! {
        h2 { "Encounters" }
        ol.steps {
            @for step in &story.steps {
                @let scene = pack.encounters.get(&step.encounter);
                li {
                    (at.key("encounter", &step.encounter, scene.map_or(&step.encounter, |scene| scene.title.as_str())))
                    @if step.otherwise { ", otherwise" }
                    @if !step.text.is_empty() { ", when " code { (clean(&step.text)) } }
                    @if !step.carry.is_empty() {
                        span.soft { " · carries " (step.carry.iter().map(|carry| carry.word()).collect::<Vec<_>>().join(", ")) }
                    }
                    @for given in &step.aspects { br; span.soft { "gains “" (clean(&given.text)) "”" @if given.when.is_some() { ", depending on the last encounter" } } }
                }
            }
        }
    }
}

/// Renders the uses of a skill.
pub(super) fn skill(skill: &Skill) -> Markup {
    let uses = |uses: &[slip_pack::skill::SkillUse]| uses.iter().map(slip_pack::skill::SkillUse::in_words).collect::<Vec<_>>();
    html! {
        (facts(&[
            ("Classes", skill.classes.join(", ")),
            ("Lists", skill.lists.join(", ")),
            ("Counts as", skill.stands_for.as_ref().map_or_else(String::new, ToString::to_string)),
            ("Comes with", skill.gear.join(", ")),
            ("Military-grade", skill.military.clone().unwrap_or_default()),
            ("Only with", skill.only.clone().unwrap_or_default()),
        ]))
        @if !skill.uses.is_empty() { h2 { "Used for" } ul.names { @for line in uses(&skill.uses) { li { (clean(&line)) } } } }
        @if !skill.never.is_empty() { h2 { "Not used for" } ul.names { @for line in uses(&skill.never) { li { (clean(&line)) } } } }
    }
}

/// Renders a station: its skill and duties.
pub(super) fn station(station: &Station) -> Markup {
    let duties: Vec<String> = station.duties.iter().map(ToString::to_string).collect();
    facts(&[("Skill", spaced(&station.skill)), ("Duties", duties.join(", "))])
}

/// Renders pairs of a label and a text as a definition list, without empty entries.
pub(super) fn facts(facts: &[(&str, String)]) -> Markup {
    html! {
        @if facts.iter().any(|(_, text)| !text.is_empty()) {
            dl.facts { @for (word, text) in facts.iter().filter(|(_, text)| !text.is_empty()) { dt { (word) } dd { (clean(text)) } } }
        }
    }
}

/// Renders a rolling table or look-up table with its rows.
pub(super) fn table(table: &Table, at: &PageContext<'_, '_>) -> Markup {
    let looked_up = table.is_looked_up();
    let ways = if looked_up { std::collections::BTreeMap::new() } else { table.roll.ways() };
    let throws = table.roll.throws().unwrap_or(0);
    let chance = |row: &TableRow| ways.range(row.from..=row.to).map(|(_, count)| count).sum::<u64>();
    html! {
        div.scroll {
            table.list {
                caption { @if looked_up { "Looked up" @if let Some(by) = &table.by { " by " (clean(by)) } } @else { "Rolled with " (table.roll.to_string()) } }
                thead {
                    tr {
                        th scope="col" { @if looked_up { (clean(table.by.as_deref().unwrap_or("Row"))) } @else { "Roll" } }
                        @if looked_up { @for column in &table.columns { th scope="col" { (clean(&column.title)) } } }
                        @else { th scope="col" { "Result" } th.number scope="col" { "Rolls out of " (throws) } }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            th scope="row" { (row.from) @if row.to != row.from { "–" (row.to) } }
                            @if looked_up { @for cell in &row.found { td { (found(cell, at)) } } }
                            @else {
                                td {
                                    @for (place, cell) in row.found.iter().enumerate() { @if place > 0 { ", " } (found(cell, at)) }
                                    @if let Some(otherwise) = &row.otherwise { ", else " (clean(otherwise)) }
                                }
                                td.number { (chance(row)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn found(found: &RowResult, at: &PageContext<'_, '_>) -> Markup {
    html! {
        @match found {
            RowResult::Thing(thing) => {
                (many(thing)) (at.gear(&thing.item))
                @if let Some(note) = &thing.note { " “" (clean(note)) "”" }
            }
            RowResult::Text(text) => (clean(text)),
            RowResult::Number(number) => (number),
            RowResult::Again(plus) => { "roll again" @if *plus != 0 { " at " (format!("{plus:+}")) } }
            RowResult::Table(key) => { "roll on " (at.key("table", key, key)) }
            RowResult::Nothing => "nothing",
        }
    }
}

fn many(thing: &RowItem) -> String {
    match &thing.count {
        CopyCount::Fixed(1) => String::new(),
        CopyCount::Fixed(count) => format!("{count} × "),
        CopyCount::Rolled(roll) => format!("{roll} × "),
    }
}

/// Renders the source of a design, stunt, mark, ruleset or doctrine.
pub(super) fn rule(rule: &PackDeclaration) -> Markup {
    html! {
        (facts(&[
            ("Builds", rule.builds.as_ref().filter(|_| rule.kind != "doctrine").map_or_else(String::new, |kind| spaced(kind))),
            ("For", rule.builds.as_ref().filter(|_| rule.kind == "doctrine").map_or_else(String::new, |play| format!("{play} encounters"))),
            ("Takes", rule.params.clone()),
        ]))
        (lines(&rule.lines))
        @if !rule.sells.is_empty() { p { "Also sells: " (clean(&rule.sells.join(", "))) } }
    }
}

fn lines(lines: &[DeclarationEntry]) -> Markup {
    html! {
        @if !lines.is_empty() {
            ul.written {
                @for line in lines {
                    li {
                        code { b { (clean(&line.word)) } @if !line.text.is_empty() { " " (clean(&line.text)) } }
                        (doc(line.doc.as_deref()))
                        (self::lines(&line.lines))
                    }
                }
            }
        }
    }
}
