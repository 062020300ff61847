//! Frame that all pages of the site have: head, skip link, search, breadcrumbs, foot.

use super::paths::{self, Book, SitePackage, link};
use crate::html::clean;
use maud::{DOCTYPE, Markup, html};

/// Content of a page, without the frame that all pages have.
pub(super) struct SitePage<'b> {
    /// Path of the page in the site.
    pub(super) path: &'b str,
    pub(super) title: &'b str,
    /// Breadcrumbs of the page, from the front page on: path and label.
    pub(super) way: Vec<(String, String)>,
    pub(super) body: Markup,
}

/// Renders a whole page: the frame with the content.
pub(super) fn page(book: &Book<'_>, part: Option<&SitePackage<'_>>, page: SitePage<'_>) -> Vec<u8> {
    let SitePage { path, title, way, body } = page;
    let to = |other: &str| link(path, other);
    let root = link(path, "");
    let site = book.title();
    let whole = if way.is_empty() || title == site { clean(title) } else { format!("{} · {}", clean(title), clean(&site)) };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content="slipyard";
                title { (whole) }
                // Without this link, browsers request an icon that does not exist.
                link rel="icon" href="data:,";
                link rel="stylesheet" href=(to(paths::STYLE));
                script defer src=(to(paths::SCRIPT)) {}
            }
            body data-root=(root) {
                a.skip href="#content" { "Skip to the content" }
                header.top {
                    nav.way aria-label="Where this is" {
                        ol {
                            @for (at, word) in &way { li { a href=(to(at)) { (clean(word)) } } }
                            li aria-current="page" { (clean(title)) }
                        }
                    }
                    search hidden {
                        label for="search" { "Search" }
                        input #search type="search" autocomplete="off" spellcheck="false" aria-controls="found";
                        p #said role="status" {}
                        ol #found {}
                    }
                }
                main #content tabindex="-1" { (body) }
                footer.bottom { (foot(part, path)) }
            }
        }
    };
    format!("{}\n", page.into_string()).into_bytes()
}

fn foot(part: Option<&SitePackage<'_>>, path: &str) -> Markup {
    html! {
        @if let Some(part) = part {
            p { (clean(&part.sheet.foot())) }
            p {
                a href=(link(path, &format!("{}/licence.html", part.folder))) { "Licence" } " · "
                a href=(link(path, paths::OPEN_LICENCE)) { "Open Game License" }
            }
        } @else {
            p { a href=(link(path, paths::OPEN_LICENCE)) { "Open Game License" } " for the rules used here" }
        }
    }
}

/// Returns the breadcrumbs for the pages of a package.
pub(super) fn way(book: &Book<'_>, part: &SitePackage<'_>) -> Vec<(String, String)> {
    let package = (format!("{}/index.html", part.folder), part.title.clone());
    if book.parts.len() == 1 { vec![package] } else { vec![(paths::FRONT.to_owned(), book.title()), package] }
}

/// Renders a doc comment as paragraphs.
pub(super) fn doc(text: Option<&str>) -> Markup {
    html! { @for paragraph in crate::cards::paragraphs(text) { p.doc { (clean(&paragraph)) } } }
}

/// Renders a word, as a link if there is a page for it.
pub(super) fn linked(path: &str, to: Option<String>, word: &str) -> Markup {
    html! { @match to { Some(to) => a href=(link(path, &to)) { (clean(word)) }, None => (clean(word)) } }
}

/// Renders the marks of a thing as labels.
pub(super) fn marks(marks: &[&str]) -> Markup {
    html! { @for (at, mark) in marks.iter().enumerate() { @if at > 0 { ", " } span.mark.bad[*mark == "not legal"] { (mark) } } }
}
