//! Front page of the site, and the first page of each package.

use super::findings;
use super::page_frame::{self, SitePage, way};
use super::paths::{self, Book, SitePackage, link};
use crate::cards::counted;
use crate::cards::kinds_title;
use crate::html::clean;
use maud::{Markup, html};

/// Renders the front page. With a single package it is the same as the package's first page.
pub(super) fn front(book: &Book<'_>) -> Vec<u8> {
    let path = paths::FRONT;
    if let [part] = book.parts.as_slice() {
        return page_frame::page(book, Some(part), SitePage { path, title: &part.title, way: Vec::new(), body: body(part, path) });
    }
    let title = book.title();
    let body = html! {
        h1 { (title) }
        ul.packages {
            @for part in &book.parts {
                @let package = &part.chapter.pack.package;
                li {
                    h2 { a href=(link(path, &format!("{}/index.html", part.folder))) { (clean(&part.title)) } " " small { (clean(&package.version)) } }
                    @if !package.description.is_empty() { p { (clean(&package.description)) } }
                    p.soft { (counted(part.entries.len(), "entry")) " · " (findings::verdict(part)) }
                }
            }
        }
    };
    page_frame::page(book, None, SitePage { path, title: &title, way: Vec::new(), body })
}

/// Renders the first page of a package.
pub(super) fn package(book: &Book<'_>, part: &SitePackage<'_>) -> Vec<u8> {
    let path = format!("{}/index.html", part.folder);
    let mut way = way(book, part);
    way.pop();
    if book.parts.len() == 1 {
        way.push((paths::FRONT.to_owned(), "Start".to_owned()));
    }
    page_frame::page(book, Some(part), SitePage { path: &path, title: &part.title, way, body: body(part, &path) })
}

fn body(part: &SitePackage<'_>, path: &str) -> Markup {
    let package = &part.chapter.pack.package;
    let to = |page: &str| link(path, &format!("{}/{page}", part.folder));
    html! {
        h1 { (clean(&part.title)) " " @if !package.version.is_empty() { small { (clean(&package.version)) } } }
        @if !package.description.is_empty() { p.lead { (clean(&package.description)) } }
        @if !package.authors.is_empty() { p.soft { "By " (clean(&package.authors.join(", "))) } }
        h2 { "Contents" }
        @if part.entries.is_empty() { p { "This package declares nothing." } }
        ul.kinds {
            @for entries in part.kinds() {
                @if let Some(first) = entries.first() {
                    li { a href=(link(path, &part.catalogue(first.kind))) { (clean(&kinds_title(first.kind, part.chapter.pack))) } " " span.soft { (entries.len()) } }
                }
            }
        }
        h2 { "About this package" }
        ul.about {
            li { a href=(to("findings.html")) { "Findings, waivers and house rules" } ": " (findings::verdict(part)) }
            li { a href=(to("rules.html")) { "Rules" } " of play, and their differences from the standard rules" }
            li {
                a href=(to("licence.html")) { "Licence" }
                @if package.licence.is_empty() { ": not named" } @else { ": " (clean(&package.licence)) }
            }
        }
    }
}
