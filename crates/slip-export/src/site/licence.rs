//! Pages of licences: of a package and of the packages that it depends on.

use super::page_frame::{self, SitePage, way};
use super::paths::{self, Book, SitePackage, link};
use crate::html::clean;
use maud::{Markup, html};
use slip_compile::stdlib;
use slip_pack::PackageInfo;

/// Renders the licence page of a package.
pub(super) fn page(book: &Book<'_>, part: &SitePackage<'_>) -> Vec<u8> {
    let path = format!("{}/licence.html", part.folder);
    let pack = part.chapter.pack;
    let others: Vec<&PackageInfo> = pack.dependencies.iter().filter(|other| other.name != stdlib::ROOT).collect();
    let body = html! {
        h1 { "Licence" }
        (package(&pack.package))
        h2 { "Dependencies" }
        @for other in others { (self::package(other)) }
        @if let Some(rules) = &pack.other_rules {
            p.rules { "The rules are those of " code { (clean(&rules.named())) } ", not the standard library of Slipyard." }
        }
        h3 { "The standard library of Slipyard" }
        p {
            "The rules by which everything here is built and played are Open Game Content under the Open Game License, version 1.0a. "
            a href=(link(&path, paths::OPEN_LICENCE)) { "The licence with its copyright notices" } " is part of every copy of this site."
        }
        h2 { "Built from" }
        p { code.hash { (clean(&part.sheet.foot())) } }
    };
    page_frame::page(book, Some(part), SitePage { path: &path, title: "Licence", way: way(book, part), body })
}

fn package(package: &PackageInfo) -> Markup {
    let name = if package.name.is_empty() { "Loose files" } else { package.name.as_str() };
    html! {
        h3 { (clean(name)) " " small { (clean(&package.version)) } }
        @if !package.description.is_empty() { p { (clean(&package.description)) } }
        dl.facts {
            dt { "Licence" }
            dd { @if package.licence.is_empty() { "not named: ask the authors" } @else { (clean(&package.licence)) } }
            dt { "Authors" }
            dd { @if package.authors.is_empty() { "not named" } @else { (clean(&package.authors.join(", "))) } }
        }
    }
}

/// Renders the page with the complete licence of the rules, which every copy must include.
pub(super) fn open(book: &Book<'_>) -> Vec<u8> {
    let path = paths::OPEN_LICENCE;
    let blocks = |text: &'static str| text.split("\n\n").map(str::trim).filter(|block| !block.is_empty());
    let body = html! {
        h1 { "Open Game License" }
        h2 { "Notice" }
        @for block in blocks(stdlib::NOTICE) { p.legal { (clean(&block.replace('\n', " "))) } }
        h2 { "The licence" }
        @for block in blocks(stdlib::LICENCE) { p.legal { (clean(&block.replace('\n', " "))) } }
    };
    let title = if book.parts.len() == 1 { "Start".to_owned() } else { book.title() };
    let way = vec![(paths::FRONT.to_owned(), title)];
    page_frame::page(book, None, SitePage { path, title: "Open Game License", way, body })
}
