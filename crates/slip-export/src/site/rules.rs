//! Rules page of a package: deviations from the default rules, with their sources.

use super::package_entries::SiteEntry;
use super::page_frame::{self, SitePage, way};
use super::paths::{Book, SitePackage};
use super::thing_page::PageContext;
use crate::cards::counted;
use crate::cards::paragraphs;
use crate::html::clean;
use maud::{Markup, html};
use slip_compile::stdlib;
use slip_pack::declaration::{DeclarationEntry, PackDeclaration};
use slip_pack::encounter::Encounter;
use slip_pack::item::SourcePosition;
use slip_pack::ruleset::{Rules, Ruleset, Setting};
use slip_pack::thing_view::Thing;
use slip_pack::{Name, Pack};
use std::collections::BTreeMap;

/// Renders the rules page of a package.
pub(super) fn page(book: &Book<'_>, part: &SitePackage<'_>) -> Vec<u8> {
    let path = format!("{}/rules.html", part.folder);
    let at = PageContext { book, part, path: &path };
    let pack = part.chapter.pack;
    let scenes: Vec<(&SiteEntry<'_>, &Encounter)> = part
        .entries
        .iter()
        .filter_map(|entry| if let Thing::Encounter(scene) = entry.thing { Some((entry, scene)) } else { None })
        .collect();
    let usual = usual(pack);
    let body = html! {
        h1 { "Rules" }
        h2 { "Differences from the standard rules" }
        @let own = differing(&pack.rules, &usual, pack);
        @if is_usual(&own) { p { "None: the package uses the standard rules." } } @else { (told(&own, &at, "In the whole package")) }
        @for (entry, scene) in scenes {
            @let own = differing(&scene.rules, &pack_rules(pack, &usual), pack);
            @if !is_usual(&own) {
                h3 { "In " (at.to(entry.kind, &pack.package.name, entry.name, entry.title)) }
                (told(&own, &at, &format!("In {}", entry.title)))
            }
        }
        (designs(&at))
        (settings(pack, &usual))
    };
    page_frame::page(book, Some(part), SitePage { path: &path, title: "Rules", way: way(book, part), body })
}

/// Renders the rules of an encounter that differ from the defaults.
pub(super) fn of_encounter(scene: &Encounter, at: &PageContext<'_, '_>) -> Markup {
    let pack = at.part.chapter.pack;
    let own = differing(&scene.rules, &usual(pack), pack);
    html! { @if !is_usual(&own) { h2 { "Differences from the standard rules" } (told(&own, at, "Rules of this encounter")) } }
}

/// Default settings, and the rulesets that define them.
struct DefaultSettings<'p> {
    settings: BTreeMap<&'p Name, &'p Setting>,
    rulesets: Vec<&'p Ruleset>,
    /// Other rulesets that are in force by default; they are not listed again.
    laid: Vec<&'p Name>,
}

/// Rulesets, settings and effects that differ from the default.
struct RuleDifferences<'p> {
    rulesets: Vec<&'p Name>,
    settings: Vec<Changed<'p>>,
    lines: Vec<&'p str>,
}

/// Setting that differs from its default.
struct Changed<'p> {
    name: &'p Name,
    value: &'p Setting,
    usual: Option<&'p Setting>,
    /// Ruleset that changes the setting, and the position of the changing line. `None` if the package or encounter itself changes it.
    by: Option<(&'p PackDeclaration, &'p SourcePosition)>,
}

fn usual(pack: &Pack) -> DefaultSettings<'_> {
    let declared = |ruleset: &&Ruleset| {
        let own = pack.declarations.get("ruleset").and_then(|all| all.get(&slip_pack::key(&ruleset.package, &ruleset.name)));
        ruleset.package == stdlib::ROOT && own.is_some_and(|own| own.lines_of("default").next().is_some())
    };
    let rulesets: Vec<&Ruleset> = pack.rulesets.values().filter(declared).collect();
    let settings = rulesets.iter().flat_map(|ruleset| &ruleset.rules.settings).collect();
    DefaultSettings { settings, rulesets, laid: Vec::new() }
}

/// Returns the defaults for the encounters of a package: the rules of the package.
fn pack_rules<'p>(pack: &'p Pack, usual: &DefaultSettings<'p>) -> DefaultSettings<'p> {
    let mut settings = usual.settings.clone();
    settings.extend(&pack.rules.settings);
    DefaultSettings { settings, rulesets: usual.rulesets.clone(), laid: pack.rules.rulesets.iter().collect() }
}

fn is_usual(own: &RuleDifferences<'_>) -> bool {
    own.rulesets.is_empty() && own.settings.is_empty() && own.lines.is_empty()
}

fn differing<'p>(rules: &'p Rules, usual: &DefaultSettings<'p>, pack: &'p Pack) -> RuleDifferences<'p> {
    let is_laid = |key: &&Name| {
        usual.laid.contains(key) || usual.rulesets.iter().any(|ruleset| **key == slip_pack::key(&ruleset.package, &ruleset.name))
    };
    let declared = pack.declarations.get("ruleset");
    let says = |name: &Name| {
        let mut laid = rules.rulesets.iter().rev().filter_map(|key| declared?.get(key));
        laid.find_map(|ruleset| ruleset.lines.iter().find(|line| line.word == *name).map(|line| (ruleset, &line.place)))
    };
    let changed = |(name, value): (&'p Name, &'p Setting)| {
        let before = usual.settings.get(name).copied();
        (before != Some(value)).then(|| Changed { name, value, usual: before, by: says(name) })
    };
    let known = |text: &str| {
        let of_package = !usual.laid.is_empty() && pack.rules.effects.iter().any(|effect| effect.text == text);
        of_package || usual.rulesets.iter().any(|ruleset| ruleset.rules.effects.iter().any(|effect| effect.text == text))
    };
    RuleDifferences {
        rulesets: rules.rulesets.iter().filter(|key| !is_laid(key)).collect(),
        settings: rules.settings.iter().filter_map(changed).collect(),
        lines: rules.effects.iter().map(|effect| effect.text.as_str()).filter(|text| !known(text)).collect(),
    }
}

fn told(own: &RuleDifferences<'_>, at: &PageContext<'_, '_>, caption: &str) -> Markup {
    let pack = at.part.chapter.pack;
    let title = |key: &Name| pack.rulesets.get(key).map_or_else(|| key.to_string(), |ruleset| ruleset.title.clone());
    html! {
        @if !own.rulesets.is_empty() {
            ul.names { @for key in &own.rulesets { li { (at.key("ruleset", key, &title(key))) " " code.soft { (clean(key)) } } } }
        }
        @if !own.settings.is_empty() {
            div.scroll {
                table.list {
                    caption { (clean(caption)) }
                    thead { tr { th scope="col" { "Setting" } th scope="col" { "Here" } th scope="col" { "Standard" } th scope="col" { "Set by" } th scope="col" { "Meaning" } } }
                    tbody {
                        @for changed in &own.settings {
                            tr {
                                th scope="row" { code { (clean(changed.name)) } }
                                td { strong { (clean(&changed.value.to_string())) } }
                                td { (changed.usual.map_or_else(|| "not set".to_owned(), |value| clean(&value.to_string()))) }
                                td {
                                    @match changed.by {
                                        Some((ruleset, place)) => {
                                            (at.to("ruleset", &ruleset.package, &ruleset.name, &ruleset.title))
                                            " " span.soft { "(" (clean(&place.file)) ":" (place.line) ")" }
                                        }
                                        None => "the encounter or package itself",
                                    }
                                }
                                td { (clean(&meaning(pack, changed.name))) }
                            }
                        }
                    }
                }
            }
        }
        @if !own.lines.is_empty() {
            p { "Effects in force for everyone:" }
            ul.names { @for line in &own.lines { li { code { (clean(line)) } } } }
        }
    }
}

/// Renders the designs used in the package.
fn designs(at: &PageContext<'_, '_>) -> Markup {
    let pack = at.part.chapter.pack;
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for entry in &at.part.entries {
        if let Thing::Built(item) = entry.thing {
            *counts.entry((item.kind.as_str(), item.design.as_str())).or_default() += 1;
        }
    }
    let declared = |kind: &str, name: &str| {
        let mut all = pack.declarations.get("design")?.values();
        all.find(|design| design.name == name && design.builds.as_deref() == Some(kind))
    };
    html! {
        @if !counts.is_empty() {
            h2 { "Designs in use" }
            div.scroll {
                table.list data-sorts="" {
                    caption { "Number of things in the package built by each design" }
                    thead { tr { th scope="col" { "Design" } th scope="col" { "Builds" } th.number scope="col" { "Things" } th scope="col" { "Declared in" } } }
                    tbody {
                        @for ((kind, name), count) in counts {
                            @let design = declared(kind, name);
                            tr {
                                th scope="row" {
                                    @match design { Some(design) => (at.to("design", &design.package, &design.name, &design.title)), None => (clean(name)) }
                                }
                                td { (clean(kind)) } td.number { (count) }
                                td { @if let Some(design) = design { (clean(&design.package)) " " span.soft { (clean(&design.place.file)) ":" (design.place.line) } } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the table of all settings in force, collapsed.
fn settings(pack: &Pack, usual: &DefaultSettings<'_>) -> Markup {
    let mut all = usual.settings.clone();
    all.extend(&pack.rules.settings);
    html! {
        details {
            summary { "Every setting in force (" (counted(all.len(), "setting")) ")" }
            div.scroll {
                table.list data-sorts="" data-filters="" {
                    caption { "Settings of the package, its own and the standard ones" }
                    thead { tr { th scope="col" { "Setting" } th scope="col" { "Value" } th scope="col" { "Meaning" } } }
                    tbody {
                        @for (name, value) in all {
                            tr { th scope="row" { code { (clean(name)) } } td { (clean(&value.to_string())) } td { (clean(&meaning(pack, name))) } }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the doc comment of a setting, which explains the setting.
fn meaning(pack: &Pack, name: &Name) -> String {
    let rulesets = pack.declarations.get("ruleset").into_iter().flat_map(BTreeMap::values);
    let mut lines = rulesets.flat_map(|ruleset| ruleset.lines_of("setting"));
    let is_it = |line: &&DeclarationEntry| line.name.as_ref() == Some(name) || line.text.split_whitespace().next() == Some(name.as_str());
    lines.find(is_it).map_or_else(String::new, |line| paragraphs(line.doc.as_deref()).join(" "))
}
