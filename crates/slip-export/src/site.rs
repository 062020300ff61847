//! Static website of packages: catalogues, cards, maps, encounters with odds, rules and licences.
//!
//! [`site`] creates all files in memory by path. They can be written to a folder or served directly. Reading the website needs no server,
//! network or script: `site.js` only searches, sorts and filters.
//!
//! *Invariants: links are relative. The path of a thing depends only on its package, kind and name. All text of authors is escaped. The
//! same packs give the same bytes.*

mod catalogue;
mod encounter;
mod findings;
mod licence;
mod odds;
mod overview;
mod package_entries;
mod page_frame;
mod pages_without_card;
mod paths;
mod reference_index;
mod rules;
mod search;
mod sides_and_endings;
mod thing_page;

use package_entries::SiteEntry;
use paths::{Book, SitePackage};
use rayon::prelude::*;
use slip_odds::simulate::SimulationReport;
use slip_pack::thing_view::Thing;
use slip_pack::{Name, Pack};
use std::collections::BTreeMap;

/// Files of a site by path, with forward slashes.
pub type SiteFiles = BTreeMap<String, Vec<u8>>;

/// Result of simulating an encounter: the report, or the reason why there is none.
pub type SiteOdds = Result<SimulationReport, String>;

/// Package that the site shows.
pub struct Chapter<'p> {
    /// Compiled pack of the package.
    pub pack: &'p Pack,
    /// Diagnostics of the compiler for the package, in order.
    pub findings: Vec<SiteFinding>,
    /// Simulation results of the package's encounters, by key.
    pub odds: BTreeMap<Name, SiteOdds>,
    /// Editor that the pages link to, if there is one.
    pub editor: Option<SiteEditor>,
}

/// Editor of the browser edition, which pages of things link to with the texts of the thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteEditor {
    /// Address of the editor: one with a scheme or a `/` at its beginning, or a path as seen from the front page of the site.
    pub address: String,
    /// Fragments of links by the name of the file that declares the thing. Files whose texts do not fit into a link are missing.
    pub fragments: BTreeMap<String, String>,
}

/// Diagnostic of the compiler.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteFinding {
    /// Severity of the diagnostic: `error`, `warning` or `note`.
    pub severity: &'static str,
    /// Code of the diagnostic, which `slipyard explain` explains.
    pub code: String,
    /// Message of the diagnostic.
    pub message: String,
    /// Suggestion to the author.
    pub help: Option<String>,
    /// Name of the file.
    pub file: String,
    /// Line number, from 1.
    pub line: u32,
}

const STYLE: &str = include_str!("site/site.css");
const SCRIPT: &str = include_str!("site/site.js");

/// Creates all files of a site.
#[must_use]
pub fn site(chapters: &[Chapter<'_>]) -> SiteFiles {
    let book = Book::of(chapters);
    let mut files = SiteFiles::new();
    files.insert(paths::STYLE.to_owned(), format!("{}{STYLE}", crate::html::STYLE).into_bytes());
    files.insert(paths::SCRIPT.to_owned(), SCRIPT.as_bytes().to_vec());
    files.insert(paths::SEARCH.to_owned(), search::index(&book).into_bytes());
    files.insert(paths::FRONT.to_owned(), overview::front(&book));
    files.insert(paths::OPEN_LICENCE.to_owned(), licence::open(&book));
    files.par_extend(book.parts.par_iter().flat_map_iter(|part| pages(&book, part)));
    files
}

/// Renders all pages of one package.
fn pages(book: &Book<'_>, part: &SitePackage<'_>) -> SiteFiles {
    let uses = reference_index::Uses::of(part);
    let folder = &part.folder;
    let mut files = SiteFiles::new();
    files.insert(format!("{folder}/index.html"), overview::package(book, part));
    files.insert(format!("{folder}/findings.html"), findings::page(book, part));
    files.insert(format!("{folder}/rules.html"), rules::page(book, part));
    files.insert(format!("{folder}/licence.html"), licence::page(book, part));
    for entries in part.kinds() {
        let Some(first) = entries.first() else { continue };
        files.insert(part.catalogue(first.kind), catalogue::page(book, part, entries));
        for (at, entry) in entries.iter().enumerate() {
            let around = (at.checked_sub(1).and_then(|at| entries.get(at)), entries.get(at + 1));
            let page = match entry.thing {
                Thing::Encounter(scene) => encounter::page(book, part, entry, scene, &uses, around),
                _ => thing_page::page(book, part, entry, &uses, around),
            };
            files.insert(part.path(entry), page);
        }
    }
    files
}

/// Previous and next page of the same kind.
type Around<'e, 'p> = (Option<&'e SiteEntry<'p>>, Option<&'e SiteEntry<'p>>);
