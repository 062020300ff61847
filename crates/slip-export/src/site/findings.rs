//! Page of a package with its diagnostics, waivers and house rules.

use super::package_entries::SiteEntry;
use super::page_frame::{self, SitePage, linked, way};
use super::paths::{Book, SitePackage};
use crate::cards::counted;
use crate::html::clean;
use maud::{Markup, html};

/// Returns a summary of the findings of a package in one line.
pub(super) fn verdict(part: &SitePackage<'_>) -> String {
    let of = |severity: &str| part.chapter.findings.iter().filter(|finding| finding.severity == severity).count();
    let waivers = part.entries.iter().map(|entry| entry.waivers.len()).sum::<usize>();
    let patched = part.entries.iter().filter(|entry| !entry.patches.is_empty()).count();
    let mut told = Vec::new();
    for (count, word) in [(of("error"), "error"), (of("warning"), "warning"), (of("note"), "note"), (waivers, "waiver")] {
        if count > 0 {
            told.push(counted(count, word));
        }
    }
    if patched > 0 {
        told.push(format!("{patched} changed by house rules"));
    }
    if told.is_empty() { "no findings".to_owned() } else { told.join(", ") }
}

/// Renders the page of findings of a package.
pub(super) fn page(book: &Book<'_>, part: &SitePackage<'_>) -> Vec<u8> {
    let path = format!("{}/findings.html", part.folder);
    let title = "Findings, waivers and house rules";
    let body = html! {
        h1 { (title) }
        (found(part, &path))
        (waived(part, &path))
        (patched(book, part, &path))
    };
    page_frame::page(book, Some(part), SitePage { path: &path, title, way: way(book, part), body })
}

fn found(part: &SitePackage<'_>, path: &str) -> Markup {
    let findings = &part.chapter.findings;
    html! {
        h2 { "Findings" }
        @if findings.is_empty() { p { "No findings: everything is legal." } } @else {
            div.scroll {
                table.list data-sorts="" {
                    caption { "Findings of the compiler; " code { "slipyard explain CODE" } " explains a code" }
                    thead { tr { th scope="col" { "Severity" } th scope="col" { "Code" } th scope="col" { "Finding" } th scope="col" { "In" } th scope="col" { "Line" } } }
                    tbody {
                        @for finding in findings {
                            tr {
                                td { span.mark.bad[finding.severity == "error"] { (finding.severity) } }
                                td { code { (clean(&finding.code)) } }
                                td { (clean(&finding.message)) @if let Some(help) = &finding.help { br; span.soft { "help: " (clean(help)) } } }
                                td { @if let Some(entry) = part.thing_of(finding) { (linked(path, Some(part.path(entry)), entry.title)) } }
                                td { @if finding.line > 0 { (clean(&finding.file)) ":" (finding.line) } @else { (clean(&finding.file)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn waived(part: &SitePackage<'_>, path: &str) -> Markup {
    let waivers: Vec<_> = part.entries.iter().flat_map(|entry| entry.waivers.iter().map(move |waiver| (entry, waiver))).collect();
    html! {
        h2 { "Waivers" }
        @if waivers.is_empty() { p { "There are no waivers." } } @else {
            div.scroll {
                table.list data-sorts="" {
                    caption { "Exceptions that the authors allow, each with its reason" }
                    thead { tr { th scope="col" { "Thing" } th scope="col" { "Allowed" } th scope="col" { "Why" } } }
                    tbody {
                        @for (entry, waiver) in waivers {
                            tr {
                                th scope="row" { (linked(path, Some(part.path(entry)), entry.title)) }
                                td { code { (clean(&waiver.code)) } }
                                td { (clean(&waiver.reason)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn patched(book: &Book<'_>, part: &SitePackage<'_>, path: &str) -> Markup {
    let patches = &part.chapter.pack.patches;
    html! {
        h2 { "House rules" }
        @if patches.is_empty() { p { "There are no house rules: no package changes what another one declares." } } @else {
            div.scroll {
                table.list data-sorts="" {
                    caption { "Patches in force, in the order in which they are applied" }
                    thead { tr { th scope="col" { "Changed" } th scope="col" { "Kind" } th scope="col" { "By" } th scope="col" { "Line" } } }
                    tbody {
                        @for patch in patches {
                            @let target = patch.patched.target.rsplit_once('.').unwrap_or(("", &patch.patched.target));
                            tr {
                                th scope="row" { (linked(path, book.page_of(part, &patch.kind, target.0, target.1), &patch.patched.target)) }
                                td { (clean(&patch.kind)) }
                                td { (clean(&patch.patched.by)) }
                                td { (clean(&patch.patched.place.file)) ":" (patch.patched.place.line) }
                            }
                        }
                    }
                }
            }
            @let touched: Vec<&SiteEntry<'_>> = part.entries.iter().filter(|entry| !entry.patches.is_empty()).collect();
            @if !touched.is_empty() {
                p { "They change " (counted(touched.len(), "thing")) " of this package:" }
                ul.names { @for entry in touched { li { (linked(path, Some(part.path(entry)), entry.title)) } } }
            }
        }
    }
}
