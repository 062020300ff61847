//! Page of a thing: its card or map, its uses, its findings, and its ledger.

use super::Around;
use super::package_entries::SiteEntry;
use super::page_frame::{self, SitePage, doc, linked, marks, way};
use super::pages_without_card;
use super::paths::{Book, SitePackage, link};
use super::reference_index::Uses;
use crate::card_content::Card;
use crate::cards::{self, CardOptions, spaced};
use crate::map_drawing;
use crate::svg;
use crate::{html as printed, html::clean};
use maud::{Markup, PreEscaped, html};
use slip_pack::item::{Gear, LedgerLine};
use slip_pack::thing_view::Thing;

/// Renders the page of a thing.
pub(super) fn page(book: &Book<'_>, part: &SitePackage<'_>, entry: &SiteEntry<'_>, uses: &Uses<'_>, around: Around<'_, '_>) -> Vec<u8> {
    let path = part.path(entry);
    let at = PageContext { book, part, path: &path };
    let body = html! {
        @match card(part, entry) {
            Some(card) => {
                h1.unseen { (clean(entry.title)) }
                div.cards.one { (printed::card(&card, &part.sheet)) }
            }
            None => (at.head(entry)),
        }
        (inside(entry, &at))
        @match entry.thing {
            Thing::Cluster(cluster) => (picture(&map_drawing::cluster(cluster))),
            Thing::Map(map) => {
                (picture(&map_drawing::map(map, &[])))
                (pages_without_card::zones(map))
            }
            Thing::Scenario(story) => (pages_without_card::scenario(story, &at)),
            Thing::Skill(skill) => (pages_without_card::skill(skill)),
            Thing::Station(station) => (pages_without_card::station(station)),
            Thing::Table(table) => (pages_without_card::table(table, &at)),
            Thing::Declaration(rule) => (pages_without_card::rule(rule)),
            _ => {},
        }
        (met(uses, entry, &at))
        (ledger(entry))
        (at.tail(entry, around))
    };
    page_frame::page(book, Some(part), at.page(entry, body))
}

/// Context in which a page is rendered: site, package and path of the page.
pub(super) struct PageContext<'b, 'p> {
    pub(super) book: &'b Book<'p>,
    pub(super) part: &'b SitePackage<'p>,
    pub(super) path: &'b str,
}

impl PageContext<'_, '_> {
    /// Renders a word as a link to a thing, if the site has its page.
    pub(super) fn to(&self, kind: &str, package: &str, name: &str, word: &str) -> Markup {
        linked(self.path, self.book.page_of(self.part, kind, package, name), word)
    }

    /// Renders the title of a thing as a link.
    pub(super) fn gear(&self, gear: &Gear) -> Markup {
        let item = self.part.chapter.pack.item(gear);
        let title = item.map_or_else(|| spaced(&gear.name), |item| item.title.clone());
        self.to(&gear.kind, &gear.package, &gear.name, &title)
    }

    /// Renders a word as a link to the thing with this key, `package.name`.
    pub(super) fn key(&self, kind: &str, key: &str, word: &str) -> Markup {
        let (package, name) = key.rsplit_once('.').unwrap_or(("", key));
        self.to(kind, package, name, word)
    }

    /// Renders the heading of the page of a thing without a card.
    pub(super) fn head(&self, entry: &SiteEntry<'_>) -> Markup {
        html! {
            h1 { (clean(entry.title)) }
            p.soft {
                (spaced(entry.kind)) " " code { (clean(&self.part.chapter.pack.package.name)) "." (clean(entry.name)) }
                @let marked = entry.marks();
                @if !marked.is_empty() { " · " (marks(&marked)) }
            }
            (doc(entry.doc))
            @for waiver in entry.waivers { p { span.mark { "waiver" } " " code { (clean(&waiver.code)) } ": " (clean(&waiver.reason)) } }
            @for patch in &entry.patches {
                p { span.mark { "house rule" } " changed by " (clean(&patch.by)) " (" (clean(&patch.place.file)) ":" (patch.place.line) ")" }
            }
        }
    }

    /// Renders the end of the page of a thing: findings, source location, and links to the neighbours.
    pub(super) fn tail(&self, entry: &SiteEntry<'_>, around: Around<'_, '_>) -> Markup {
        let about = self.part.about(entry);
        html! {
            @if !about.is_empty() {
                h2 { "Findings" }
                ul.findings {
                    @for finding in about {
                        li {
                            span.mark.bad[finding.severity == "error"] { (finding.severity) } " " code { (clean(&finding.code)) } ": "
                            (clean(&finding.message)) @if let Some(help) = &finding.help { " " span.soft { "(help: " (clean(help)) ")" } }
                        }
                    }
                }
            }
            @if let Some(place) = entry.place.filter(|place| place.line > 0) {
                p.soft {
                    "Written in " code { (clean(&place.file)) ":" (place.line) }
                    @if let Some(editor) = self.part.editor_link(self.path, entry) { " · " a href=(editor) { "Open in the editor" } }
                }
            }
            @if around.0.is_some() || around.1.is_some() {
                nav.around aria-label="Neighbours" {
                    @if let Some(before) = around.0 { a rel="prev" href=(link(self.path, &self.part.path(before))) { "← " (clean(before.title)) } }
                    @if let Some(next) = around.1 { a rel="next" href=(link(self.path, &self.part.path(next))) { (clean(next.title)) " →" } }
                }
            }
        }
    }

    pub(super) fn page<'a>(&'a self, entry: &SiteEntry<'a>, body: Markup) -> SitePage<'a> {
        let mut way = way(self.book, self.part);
        way.push((self.part.catalogue(entry.kind), spaced(entry.kind)));
        SitePage { path: self.path, title: entry.title, way, body }
    }
}

fn card(part: &SitePackage<'_>, entry: &SiteEntry<'_>) -> Option<Card> {
    let (pack, wanted) = (part.chapter.pack, CardOptions::default());
    match entry.thing {
        Thing::Built(item) => Some(cards::item(item, pack, wanted)),
        Thing::Party(party) => Some(cards::party(party, pack, wanted)),
        Thing::Background(background) => Some(cards::background(background, pack)),
        Thing::Platoon(platoon) => Some(cards::platoon(platoon, pack, wanted)),
        Thing::Cluster(cluster) => Some(cards::cluster(cluster, pack)),
        _ => None,
    }
}

/// Renders a drawing that may be wider than the window; it can be scrolled with the keyboard.
pub(super) fn picture(chart: &map_drawing::Chart) -> Markup {
    let title = &chart.drawing.title;
    html! {
        figure.map {
            div.scroll tabindex="0" role="region" aria-label=(format!("Drawing of {}", clean(title))) { (PreEscaped(svg::element(&chart.drawing))) }
        }
    }
}

/// Renders links to the parts of a thing that have their own pages.
fn inside(entry: &SiteEntry<'_>, at: &PageContext<'_, '_>) -> Markup {
    let mut parts: Vec<(&str, &Gear)> = Vec::new();
    match entry.thing {
        Thing::Built(item) => {
            parts.extend(item.gear.iter().map(|gear| ("carries", gear)));
            parts.extend(item.refers.iter().map(|(word, gear)| (word.as_str(), gear)));
        }
        Thing::Platoon(platoon) => {
            parts.extend(platoon.leader.iter().map(|leader| ("leader", &leader.unit)));
            parts.extend(platoon.units.iter().chain(&platoon.aircraft).map(|rank| ("unit", &rank.unit)));
            parts.extend(platoon.characters.iter().map(|attached| ("attached", &attached.who)));
        }
        Thing::Cluster(cluster) => parts.extend(cluster.systems.iter().map(|member| ("system", &member.system))),
        Thing::Party(party) => parts.extend(party.background.iter().map(|from| ("background", from))),
        _ => {}
    }
    parts.retain(|(_, gear)| at.book.page_of(at.part, &gear.kind, &gear.package, &gear.name).is_some());
    html! {
        @if !parts.is_empty() {
            h2 { "Parts" }
            ul.names { @for (word, gear) in parts { li { span.soft { (clean(word)) ": " } (at.gear(gear)) } } }
        }
    }
}

/// Renders the list of things that refer to a thing.
pub(super) fn met(uses: &Uses<'_>, entry: &SiteEntry<'_>, at: &PageContext<'_, '_>) -> Markup {
    let places = uses.of_entry(at.part, entry);
    html! {
        @if !places.is_empty() {
            h2 { "Used by" }
            ul.names {
                @for other in places.iter().filter_map(|place| at.part.entries.get(*place)) {
                    li { span.soft { (spaced(other.kind)) ": " } a href=(link(at.path, &at.part.path(other))) { (clean(other.title)) } }
                }
            }
        }
    }
}

/// Renders the ledger of a thing, collapsed.
fn ledger(entry: &SiteEntry<'_>) -> Markup {
    let lines: &[LedgerLine] = match entry.thing {
        Thing::Built(item) => &item.ledger.lines,
        Thing::Party(party) => &party.ledger,
        Thing::Platoon(platoon) => &platoon.ledger,
        _ => &[],
    };
    html! {
        @if !lines.is_empty() {
            details.ledger {
                summary { "Reasons for every number" }
                div.scroll {
                    table.list {
                        caption.unseen { "Ledger" }
                        thead { tr { th scope="col" { "Account" } th.number scope="col" { "Points" } th scope="col" { "For" } } }
                        tbody {
                            @for line in lines {
                                tr {
                                    td { (line.account.word()) }
                                    td.number { (format!("{:+}", line.points)) }
                                    td {
                                        (clean(&line.what))
                                        @if let Some(mode) = &line.mode { " (mode " (clean(mode)) ")" }
                                        @if let Some(patch) = &line.patch { " " span.mark { "house rule of " (clean(&patch.by)) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
