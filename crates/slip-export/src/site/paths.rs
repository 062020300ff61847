//! Paths of the files of a site, and links between them.

use super::package_entries::{self, SiteEntry};
use super::{Chapter, SiteFinding};
use crate::card_content::CardSheet;
use crate::{cards, share_link};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const FRONT: &str = "index.html";
pub(super) const STYLE: &str = "site.css";
pub(super) const SCRIPT: &str = "site.js";
pub(super) const SEARCH: &str = "search-index.js";
pub(super) const OPEN_LICENCE: &str = "open-game-license.html";

/// File names that some operating systems reserve, with any extension.
const KEPT: [&str; 4] = ["con", "prn", "aux", "nul"];

/// All packages of a site.
pub(super) struct Book<'p> {
    pub(super) parts: Vec<SitePackage<'p>>,
    /// Index of the first package of each name.
    by_name: BTreeMap<&'p str, usize>,
}

/// Package with its folder in the site.
pub(super) struct SitePackage<'p> {
    pub(super) chapter: &'p Chapter<'p>,
    pub(super) folder: String,
    pub(super) title: String,
    pub(super) entries: Vec<SiteEntry<'p>>,
    /// Sheet without cards. Its data is printed at the foot of every card.
    pub(super) sheet: CardSheet,
    known: BTreeSet<(&'p str, &'p str)>,
    /// Index of the package's entries, by file and line.
    places: BTreeMap<&'p str, BTreeMap<u32, usize>>,
    /// Findings about the package's entries, by kind and name of the entry.
    findings: BTreeMap<(&'p str, &'p str), Vec<&'p SiteFinding>>,
}

impl<'p> Book<'p> {
    pub(super) fn of(chapters: &'p [Chapter<'p>]) -> Book<'p> {
        let mut parts: Vec<SitePackage<'p>> = Vec::new();
        let mut by_name: BTreeMap<&'p str, usize> = BTreeMap::new();
        let mut named: BTreeMap<&str, usize> = BTreeMap::new();
        for chapter in chapters {
            let name = chapter.pack.package.name.as_str();
            let wanted = safe(if name.is_empty() { "loose-files" } else { name });
            // Two packages that have the same name get separate folders.
            let taken: usize = *named.entry(name).and_modify(|taken| *taken += 1).or_insert(0);
            by_name.entry(name).or_insert(parts.len());
            let folder = if taken == 0 { wanted } else { format!("{wanted}-{}", taken + 1) };
            let entries = package_entries::all(chapter);
            let known = entries.iter().map(|entry| (entry.kind, entry.name)).collect();
            let sheet = cards::sheet(chapter.pack);
            let mut part = SitePackage {
                chapter,
                folder,
                title: sheet.title.clone(),
                entries,
                sheet,
                known,
                places: BTreeMap::new(),
                findings: BTreeMap::new(),
            };
            part.place();
            parts.push(part);
        }
        Book { parts, by_name }
    }

    /// Returns the title of the site.
    pub(super) fn title(&self) -> String {
        match self.parts.as_slice() {
            [one] => one.title.clone(),
            several => format!("{} packages", several.len()),
        }
    }

    /// Returns the path from a package's page to the page of a thing, if the site has one.
    pub(super) fn page_of(&self, from: &SitePackage<'_>, kind: &str, package: &str, name: &str) -> Option<String> {
        let own = (from.chapter.pack.package.name == package).then_some(from);
        let part = match own {
            Some(part) => return part.path_of(kind, name),
            None => self.parts.get(*self.by_name.get(package)?)?,
        };
        part.path_of(kind, name)
    }
}

impl<'p> SitePackage<'p> {
    /// Returns the entries of the package, grouped by kind.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &[SiteEntry<'p>]> {
        self.entries.chunk_by(|one, other| one.kind == other.kind)
    }

    /// Builds the index of entries by their locations, and assigns each finding to its entry.
    fn place(&mut self) {
        for (at, entry) in self.entries.iter().enumerate() {
            if let Some(place) = entry.place {
                self.places.entry(place.file.as_str()).or_default().insert(place.line, at);
            }
        }
        let chapter = self.chapter;
        for finding in &chapter.findings {
            if let Some((kind, name)) = self.thing_of(finding).map(|entry| (entry.kind, entry.name)) {
                self.findings.entry((kind, name)).or_default().push(finding);
            }
        }
    }

    /// Returns the finding's thing: the last thing that is declared on or above the line of the finding.
    pub(super) fn thing_of(&self, finding: &SiteFinding) -> Option<&SiteEntry<'p>> {
        let file = self.places.get(finding.file.as_str())?;
        file.range(..=finding.line).next_back().and_then(|(_, at)| self.entries.get(*at))
    }

    /// Returns the findings about a thing.
    pub(super) fn about<'s>(&'s self, entry: &'s SiteEntry<'_>) -> &'s [&'p SiteFinding] {
        self.findings.get(&(entry.kind, entry.name)).map_or(&[], Vec::as_slice)
    }

    /// Returns the link from a page to the editor with the texts of a thing, if they fit into a link.
    pub(super) fn editor_link(&self, page: &str, entry: &SiteEntry<'_>) -> Option<String> {
        let editor = self.chapter.editor.as_ref()?;
        let fragment = editor.fragments.get(entry.place?.file.as_str())?;
        let address = &editor.address;
        let is_whole = address.starts_with('/') || address.contains("://");
        let address = if is_whole { address.clone() } else { format!("{}{address}", link(page, "")) };
        let whole = format!("{address}{}", share_link::showing(fragment, entry.kind, entry.name));
        (whole.len() <= share_link::LONGEST).then_some(whole)
    }

    /// Returns the path of the catalogue page of a kind.
    pub(super) fn catalogue(&self, kind: &str) -> String {
        format!("{}/{}/index.html", self.folder, safe(kind))
    }

    /// Returns the path of a thing's page.
    pub(super) fn path(&self, entry: &SiteEntry<'_>) -> String {
        self.page(entry.kind, entry.name)
    }

    fn path_of(&self, kind: &str, name: &str) -> Option<String> {
        self.known.contains(&(kind, name)).then(|| self.page(kind, name))
    }

    fn page(&self, kind: &str, name: &str) -> String {
        format!("{}/{}/{}.html", self.folder, safe(kind), safe(name))
    }
}

/// Returns a name that is valid as a file name on every system. Names in Slip have no `-`, so the result cannot collide with another
/// name.
fn safe(name: &str) -> String {
    let port = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
    let is_port = port.is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|sign| sign.is_ascii_digit()));
    if name == "index" || KEPT.contains(&name) || is_port { format!("{name}-") } else { name.to_owned() }
}

/// Returns the relative link from a page to a path of the site.
pub(super) fn link(from: &str, to: &str) -> String {
    let mut one: Vec<&str> = from.split('/').collect();
    one.pop();
    let mut other: Vec<&str> = to.split('/').collect();
    let file = other.pop().unwrap_or_default();
    let shared = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let up = "../".repeat(one.len() - shared);
    let down: String = other.iter().skip(shared).map(|folder| format!("{folder}/")).collect();
    format!("{up}{down}{file}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_relative_and_names_are_safe_on_every_system() {
        assert_eq!(link("a/ship/x.html", "a/ship/y.html"), "y.html");
        assert_eq!(link("a/ship/x.html", "a/index.html"), "../index.html");
        assert_eq!(link("a/ship/x.html", "b/npc/y.html"), "../../b/npc/y.html");
        assert_eq!(link("index.html", "a/index.html"), "a/index.html");
        assert_eq!(safe("con"), "con-");
        assert_eq!(safe("index"), "index-");
        assert_eq!(safe("com1"), "com1-");
        assert_eq!(safe("comet"), "comet");
    }
}
