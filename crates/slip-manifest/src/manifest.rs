//! Reads `slipyard.toml` into a [`Package`]: unknown keys and wrong values are diagnostics with their spans.
//!
//! Reading continues after every mistake, so one run reports them all. Names of rulesets, stunts and items are not looked up here; `check`
//! does that.

use slip_pack::archive;
use slip_source::diagnostic::{Code, Diagnostics, Severity};

use crate::remote_dependencies::{self, Remote};
use crate::{errors, fetch_errors, pack_errors, refused_path, toml_hints};
use slip_compile::resolve::is_name;
use slip_source::merge_conflict::{Leftover, leftovers, without};
use slip_source::{FileId, Package, Span};
use std::collections::BTreeSet;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Dependency, as the manifest writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DependencySpec {
    /// Name of the package.
    pub name: String,
    /// Span of the name.
    pub name_span: Span,
    /// Folder or packed file, relative to the manifest's folder.
    pub path: String,
    /// Span of the folder or file.
    pub path_span: Span,
    /// True if the dependency is a packed file.
    pub packed: bool,
    /// Address of the dependency, if it has one in place of a path.
    pub remote: Option<Remote>,
    /// Hash of the packed file, with its span.
    pub hash: Option<(String, Span)>,
    /// Requested version, with its span.
    pub version: Option<(String, Span)>,
}

/// Standard library that the package is checked with, as `[rules] std` writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WantedLibrary {
    /// Folder, relative to the manifest's folder.
    pub path: String,
    /// Span of the folder, with its quotes.
    pub path_span: Span,
    /// Content hash of the library, with its span.
    pub hash: Option<(String, Span)>,
}

/// Manifest that was read.
#[derive(Debug, Default)]
pub struct Manifest {
    /// Fields of the package; its dependencies and its root are filled in later.
    pub package: Package,
    /// Dependencies that are to be loaded.
    pub wanted: Vec<DependencySpec>,
    /// Names of dependencies that cannot be loaded, because the manifest writes them incorrectly.
    pub unusable: Vec<String>,
    /// Standard library to check the package with, if it is not the embedded one.
    pub library: Option<WantedLibrary>,
    /// Span of the package name or, without a name, of the start of the file.
    pub name_span: Span,
    /// True if the text is not valid TOML, so that the fields may be wrong.
    pub is_misread: bool,
}

const SECTIONS: &[&str] = &["package", "rules", "dependencies", "lints"];
const PACKAGE_KEYS: &[&str] = &["name", "version", "edition", "licence", "authors", "description"];
const RULES_KEYS: &[&str] = &["variants", "max_tech", "ban", "std"];
/// Sections of a manifest that have fixed keys.
const HOMES: [(&str, &[&str]); 2] = [("[package]", PACKAGE_KEYS), ("[rules]", RULES_KEYS)];
const LIBRARY_KEYS: &[&str] = &["path", "hash"];
const DEPENDENCY_KEYS: &[&str] = &["path", "pack", "git", "rev", "folder", "hash", "version"];
/// Edition of the language that this version reads.
const EDITION: u32 = 1;
const LEVELS: &[&str] = &["allow", "note", "warn", "deny"];

type Entry<'a, 'i> = (&'a str, Range<usize>, &'a Spanned<DeValue<'i>>);

/// Reads a manifest.
pub fn read(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Manifest {
    let mut found = Diagnostics::new();
    let mut manifest = read_into(file, text, &mut found);
    // Text after a TOML error may be misread, so nothing else is reported about it.
    let is_misread = found.iter().any(errors::is_not_toml);
    let conflicts = if is_misread { leftovers(text) } else { Vec::new() };
    if !conflicts.is_empty() {
        // The lines of one side of the merge conflict are read. Dependencies and levels are then known, and no follow-up errors about them
        // are reported.
        found = Diagnostics::new();
        manifest = read_into(file, &without(text, &conflicts), &mut found);
    }
    let not_toml = found.iter().any(errors::is_not_toml);
    found.retain(|diagnostic| !is_misread || errors::is_not_toml(diagnostic));
    manifest.is_misread = is_misread;
    let misread = |place: &DependencySpec| {
        found.iter().any(|one| one.primary.span.start < place.path_span.end && place.path_span.start < one.primary.span.end)
    };
    let (unusable, wanted) = std::mem::take(&mut manifest.wanted).into_iter().partition(|place| not_toml && misread(place));
    manifest.wanted = wanted;
    manifest.unusable.extend(Vec::into_iter(unusable).map(|place| place.name));
    match conflicts.first().map(Leftover::mark) {
        Some(mark) => {
            let span = Reader { file, diagnostics }.span(&mark);
            diagnostics.push(errors::manifest_conflict(span));
        }
        None => diagnostics.append(found),
    }
    manifest
}

fn read_into(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Manifest {
    let mut reader = Reader { file, diagnostics };
    let start = Span::new(file, 0, 0);
    let mut manifest = Manifest { name_span: start, ..Manifest::default() };
    manifest.package.manifest = Some(file);
    manifest.package.edition = 1;
    let (document, mistakes) = DeTable::parse_recoverable(text);
    let mut told = BTreeSet::new();
    for mistake in mistakes {
        let at = mistake.span().unwrap_or_default();
        let found = toml_hints::found(text, &at, |range| reader.span(range));
        let found = found.unwrap_or_else(|| errors::not_toml(mistake.span().map_or(start, |range| reader.span(&range)), mistake.message()));
        // Several findings may have the same span; only the first is reported.
        if told.insert((found.primary.span.start, found.primary.span.end)) {
            reader.diagnostics.push(found);
        }
    }
    let mut has_name = false;
    for (section, key, value) in entries(document.get_ref()) {
        match (section, value.get_ref()) {
            ("package", DeValue::Table(table)) => has_name = reader.package(table, &mut manifest),
            ("rules", DeValue::Table(table)) => reader.rules(table, &mut manifest),
            ("dependencies", DeValue::Table(table)) => reader.dependencies(table, &mut manifest),
            ("lints", DeValue::Table(table)) => reader.lints(table, &mut manifest.package),
            (known, _) if SECTIONS.contains(&known) => reader.wrong(known, value, "a section, such as `[package]`"),
            (unknown, _) => reader.unknown("the manifest", unknown, &key, SECTIONS),
        }
    }
    if !has_name && reader.diagnostics.is_empty() {
        reader.diagnostics.push(errors::no_name(start));
    }
    manifest
}

fn entries<'a, 'i>(table: &'a DeTable<'i>) -> impl Iterator<Item = Entry<'a, 'i>> {
    table.iter().map(|(key, value)| (key.get_ref().as_ref(), key.span(), value))
}

struct Reader<'d> {
    file: FileId,
    diagnostics: &'d mut Diagnostics,
}

impl Reader<'_> {
    fn span(&self, range: &Range<usize>) -> Span {
        let offset = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
        Span::new(self.file, offset(range.start), offset(range.end))
    }

    fn unknown(&mut self, place: &str, word: &str, key: &Range<usize>, known: &[&str]) {
        let span = self.span(key);
        let home = HOMES.iter().find(|(_, words)| words.contains(&word)).map(|(home, _)| *home);
        self.diagnostics.push(errors::unknown_key(span, place, word, known, home));
    }

    fn wrong(&mut self, key: &str, value: &Spanned<DeValue<'_>>, wanted: &str) {
        let span = self.span(&value.span());
        self.wrong_at(span, key, wanted);
    }

    fn wrong_at(&mut self, span: Span, key: &str, wanted: &str) {
        self.diagnostics.push(errors::wrong_value(span, key, wanted));
    }

    fn text(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> String {
        match value.get_ref().as_str() {
            Some(text) => text.to_owned(),
            None => {
                self.wrong(key, value, "text in quotes");
                String::new()
            }
        }
    }

    /// True if a path is refused because of its text alone, without looking it up. The refusal is reported.
    fn is_refused_path(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> bool {
        let refused = value.get_ref().as_str().and_then(refused_path::reason);
        if let Some(reason) = refused {
            let span = self.span(&value.span());
            self.diagnostics.push(errors::refused_path(span, key, reason));
        }
        refused.is_some()
    }

    /// True if an address can be refused without contacting the server. The refusal is reported.
    fn is_refused_address(&mut self, address: &str, span: Span) -> bool {
        let refused = remote_dependencies::refused(address);
        if let Some(reason) = refused {
            self.diagnostics.push(fetch_errors::refused_address(span, address, reason));
        }
        refused.is_some()
    }

    fn texts(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> (Vec<String>, Vec<Span>) {
        let Some(list) = value.get_ref().as_array() else {
            self.wrong(key, value, "a list of texts, such as `[\"a\", \"b\"]`");
            return Default::default();
        };
        let mut texts = Vec::new();
        let mut spans = Vec::new();
        for member in list.iter() {
            let text = self.text(key, member);
            if text.trim().is_empty() {
                if member.get_ref().is_str() {
                    self.wrong(key, member, "a list of names");
                }
                continue;
            }
            texts.push(text);
            spans.push(self.span(&member.span()));
        }
        (texts, spans)
    }

    /// Reads the section `[package]`. Returns true if the section gives the package a usable name.
    fn package(&mut self, table: &DeTable<'_>, manifest: &mut Manifest) -> bool {
        let mut has_name = false;
        for (word, key, value) in entries(table) {
            match word {
                "name" => {
                    let name = self.text(word, value);
                    manifest.name_span = self.span(&value.span());
                    manifest.package.places.name = Some(manifest.name_span);
                    has_name = true;
                    if is_name(&name) {
                        manifest.package.name = name;
                    } else if value.get_ref().is_str() {
                        self.wrong(word, value, "a name of lower-case letters, digits and `_` that starts with a letter");
                    }
                }
                "version" => {
                    let version = self.text(word, value);
                    if value.get_ref().is_str() && !is_version(&version) {
                        let zeros = if has_zeros_in_front(&version) { " without leading zeros" } else { "" };
                        self.wrong(word, value, &format!("three numbers{zeros}, such as `\"0.1.0\"`"));
                    }
                    manifest.package.places.version = Some(self.span(&value.span()));
                    manifest.package.version = printed(&version);
                }
                "edition" => {
                    let digits = value.get_ref().as_str().or(value.get_ref().as_integer().map(|integer| integer.as_str()));
                    match digits.and_then(|digits| digits.parse().ok()) {
                        Some(EDITION) => manifest.package.edition = EDITION,
                        Some(other) => {
                            let span = self.span(&value.span());
                            self.diagnostics.push(errors::unknown_edition(span, other, EDITION));
                        }
                        None => self.wrong(word, value, "a number, such as `1`"),
                    }
                }
                "licence" => {
                    manifest.package.licence = printed(&self.text(word, value));
                    manifest.package.places.licence = Some(self.span(&value.span()));
                }
                "authors" => manifest.package.authors = self.texts(word, value).0.iter().map(|author| printed(author)).collect(),
                "description" => manifest.package.description = printed(&self.text(word, value)),
                unknown => self.unknown("[package]", unknown, &key, PACKAGE_KEYS),
            }
        }
        has_name
    }

    fn rules(&mut self, table: &DeTable<'_>, manifest: &mut Manifest) {
        for (word, key, value) in entries(table) {
            let package = &mut manifest.package;
            match word {
                "std" => {
                    package.places.library = Some(self.span(&(key.start..value.span().end)));
                    manifest.library = self.library(value);
                    manifest.package.lost_library = manifest.library.is_none();
                }
                "variants" => (package.variants, package.places.variants) = self.texts(word, value),
                "ban" => (package.ban, package.places.ban) = self.texts(word, value),
                "max_tech" => match value.get_ref().as_str().and_then(technology) {
                    Some(tech) => {
                        package.max_tech = Some(tech);
                        package.places.max_tech = Some(self.span(&(key.start..value.span().end)));
                    }
                    None => self.wrong(word, value, "a technology level from `\"T-4\"` to `\"T4\"`"),
                },
                unknown => self.unknown("[rules]", unknown, &key, RULES_KEYS),
            }
        }
    }

    /// Reads `[rules] std`; `None` if the entry does not name a library, which is reported.
    fn library(&mut self, value: &Spanned<DeValue<'_>>) -> Option<WantedLibrary> {
        let Some(table) = value.get_ref().as_table() else {
            self.wrong("std", value, "a folder with its hash, such as `{ path = \"../rules\", hash = \"sha256:…\" }`");
            return None;
        };
        let mut wanted = WantedLibrary::default();
        let mut mistaken = false;
        for (word, key, value) in entries(table) {
            let span = self.span(&value.span());
            match word {
                "path" => {
                    mistaken |= self.is_refused_path(word, value);
                    (wanted.path, wanted.path_span) = (self.text(word, value), span);
                }
                "hash" => match value.get_ref().as_str() {
                    Some(text) if archive::is_hash(text) => wanted.hash = Some((text.to_owned(), span)),
                    _ => {
                        mistaken = true;
                        self.wrong(word, value, "`\"sha256:\"` followed by 64 hexadecimal digits");
                    }
                },
                unknown => {
                    mistaken = true;
                    self.unknown("`std`", unknown, &key, LIBRARY_KEYS);
                }
            }
        }
        if wanted.path.is_empty() && !mistaken {
            self.wrong("std", value, "a folder with its hash, such as `{ path = \"../rules\", hash = \"sha256:…\" }`");
        }
        (!mistaken && !wanted.path.is_empty()).then_some(wanted)
    }

    fn dependencies(&mut self, table: &DeTable<'_>, manifest: &mut Manifest) {
        for (name, key, value) in entries(table) {
            if !is_name(name) || name == "std" {
                let span = self.span(&key);
                self.diagnostics.push(errors::bad_dependency_name(span, name));
                manifest.unusable.push(name.to_owned());
                continue;
            }
            if !value.get_ref().is_table() {
                self.wrong(name, value, "a table, such as `{ path = \"../yards\" }`");
                manifest.unusable.push(name.to_owned());
                continue;
            }
            let name_span = self.span(&key);
            match self.dependency(name, value) {
                Some(place) => manifest.wanted.push(DependencySpec { name: name.to_owned(), name_span, ..place }),
                None => manifest.unusable.push(name.to_owned()),
            }
        }
    }

    /// Reads the table of a dependency; `None` if it has no path, which is reported.
    fn dependency(&mut self, name: &str, table: &Spanned<DeValue<'_>>) -> Option<DependencySpec> {
        let mut wanted = DependencySpec::default();
        let (mut folder, mut pack, mut mistaken) = (None, None, false);
        let (mut git, mut revision, mut inner) = (None, None, None);
        for (word, key, value) in entries(table.get_ref().as_table()?) {
            let span = self.span(&value.span());
            match word {
                "path" => {
                    mistaken |= self.is_refused_path(word, value);
                    folder = Some((self.text(word, value), span));
                }
                "pack" => {
                    mistaken |= self.is_refused_path(word, value);
                    pack = Some((self.text(word, value), span));
                }
                "git" => git = Some((self.text(word, value), span)),
                "rev" => match value.get_ref().as_str() {
                    Some(text) if remote_dependencies::is_revision(text) => revision = Some((text.to_owned(), span)),
                    _ => {
                        mistaken = true;
                        self.wrong(word, value, "the full id of a commit: 40 hexadecimal digits");
                    }
                },
                "folder" => match value.get_ref().as_str() {
                    Some(text) if remote_dependencies::is_folder(text) => inner = Some((text.to_owned(), span)),
                    _ => {
                        mistaken = true;
                        self.wrong(word, value, "a folder of the repository, such as `\"packages/yards\"`");
                    }
                },
                "hash" => match value.get_ref().as_str() {
                    Some(text) if archive::is_hash(text) => wanted.hash = Some((text.to_owned(), span)),
                    _ => {
                        mistaken = true;
                        self.wrong(word, value, "`\"sha256:\"` followed by 64 hexadecimal digits");
                    }
                },
                "sha256" => {
                    mistaken = true;
                    let digits = value.get_ref().as_str().unwrap_or_default();
                    let whole = self.span(&(key.start..value.span().end));
                    self.diagnostics.push(pack_errors::bare_hash(whole, digits));
                }
                "version" => {
                    let text = self.text(word, value);
                    if version_parts(&text).is_some() {
                        wanted.version = Some((text, span));
                    } else if value.get_ref().is_str() {
                        self.wrong(word, value, "one to three numbers, such as `\"1.2\"`");
                    }
                }
                unknown => self.unknown("a dependency", unknown, &key, DEPENDENCY_KEYS),
            }
        }
        wanted.packed = pack.is_some();
        let whole = self.span(&table.span());
        if let Some((_, span)) = folder.as_ref().filter(|(text, _)| remote_dependencies::is_address(text)) {
            self.diagnostics.push(fetch_errors::address_of_folder(*span));
            return None;
        }
        match (git, revision) {
            (Some((address, span)), revision) => {
                if let Some((_, other)) = folder.or(pack) {
                    self.diagnostics.push(pack_errors::folder_and_pack(other, span));
                    return None;
                }
                mistaken |= self.is_refused_address(&address, span);
                let Some((revision, _)) = revision else {
                    if !mistaken {
                        self.diagnostics.push(fetch_errors::no_revision(whole));
                    }
                    return None;
                };
                let folder = inner.map(|(folder, _)| folder).unwrap_or_default();
                (wanted.path, wanted.path_span) = (address.clone(), span);
                wanted.remote = Some(Remote::Git { address, revision, folder });
                return (!mistaken).then_some(wanted);
            }
            (None, revision) => {
                if let Some((key, span)) = revision.map(|(_, span)| ("rev", span)).or(inner.map(|(_, span)| ("folder", span))) {
                    self.diagnostics.push(fetch_errors::only_with_git(span, key));
                    return None;
                }
            }
        }
        if let Some((address, span)) = pack.as_ref().filter(|(text, _)| remote_dependencies::is_address(text)) {
            mistaken |= self.is_refused_address(address, *span);
            wanted.remote = Some(Remote::Pack { address: address.clone() });
        }
        match (folder, pack) {
            (Some((_, folder)), Some((_, pack))) => {
                self.diagnostics.push(pack_errors::folder_and_pack(pack, folder));
                return None;
            }
            (None, None) => {
                self.wrong_at(whole, name, "a folder, a pack or a git address, such as `{ path = \"../yards\" }`");
                return None;
            }
            (Some(place), None) | (None, Some(place)) => (wanted.path, wanted.path_span) = place,
        }
        if let (false, Some((_, span))) = (wanted.packed, &wanted.hash) {
            self.diagnostics.push(pack_errors::hash_of_folder(*span));
        }
        (!mistaken).then_some(wanted)
    }

    fn lints(&mut self, table: &DeTable<'_>, package: &mut Package) {
        for (word, key, value) in entries(table) {
            let Some(code) = Code::from_slug(word) else {
                let slugs: Vec<&str> = Code::ALL.iter().map(|code| code.slug()).collect();
                self.unknown("[lints]", word, &key, &slugs);
                continue;
            };
            match value.get_ref().as_str() {
                Some(level) if level != "deny" && LEVELS.contains(&level) && code.severity() == Severity::Error => {
                    let span = self.span(&value.span());
                    self.diagnostics.push(errors::error_stays_error(span, code));
                }
                Some(_) if code == Code::OtherRules => {
                    let span = self.span(&value.span());
                    self.diagnostics.push(errors::always_shown(span, code));
                }
                Some(level) if LEVELS.contains(&level) => {
                    package.lints.push((word.to_owned(), level.to_owned()));
                    package.places.lints.push(self.span(&value.span()));
                }
                _ => self.wrong(word, value, "one of `\"allow\"`, `\"note\"`, `\"warn\"`, `\"deny\"`"),
            }
        }
    }
}

/// Returns a text about the package in printable form: on one line, with hidden characters as escapes.
fn printed(text: &str) -> String {
    slip_printable::in_line(text).into_owned()
}

/// Parses a technology: `T-4` to `T4`.
pub fn technology(text: &str) -> Option<i32> {
    let tech: i32 = text.strip_prefix('T').filter(|rank| !rank.starts_with('+'))?.parse().ok()?;
    (-4..=4).contains(&tech).then_some(tech)
}

/// Parses one to three numbers separated by points, as in semantic versions: `01` is invalid.
fn version_parts(text: &str) -> Option<Vec<u64>> {
    let number = |part: &str| part.parse().ok().filter(|_| !part.starts_with('+') && !has_zeros_in_front(part));
    let parts: Option<Vec<u64>> = text.split('.').map(number).collect();
    parts.filter(|parts| parts.len() <= 3)
}

fn has_zeros_in_front(version: &str) -> bool {
    version.split('.').any(|part| part.len() > 1 && part.starts_with('0'))
}

/// True if a text is a full version of a package: three numbers separated by points.
pub fn is_version(text: &str) -> bool {
    version_parts(text).is_some_and(|parts| parts.len() == 3)
}

/// True if a version is at least the requested one and compatible with it, by its leftmost number that is not 0.
pub fn satisfies(version: &str, wanted: &str) -> bool {
    let (Some(has), Some(wants)) = (version_parts(version), version_parts(wanted)) else { return false };
    let part = |parts: &[u64], index: usize| parts.get(index).copied().unwrap_or(0);
    let fixed = match wants.iter().position(|part| *part != 0) {
        Some(first) => first.saturating_add(1),
        None => wants.len(),
    };
    let same = (0..fixed).all(|index| part(&has, index) == part(&wants, index));
    let full = |parts: &[u64]| [part(parts, 0), part(parts, 1), part(parts, 2)];
    same && full(&has) >= full(&wants)
}

#[cfg(test)]
mod tests {
    use super::{read, satisfies};
    use proptest::prelude::*;
    use slip_source::FileId;
    use slip_source::diagnostic::Diagnostics;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_manifest_is_too_strange_to_read(pieces in proptest::collection::vec(prop_oneof![
            Just("[package]\n".to_owned()), Just("[rules]\n".to_owned()), Just("[dependencies]\n".to_owned()), Just("[lints]\n".to_owned()),
            Just("name = \"dock\"\n".to_owned()), Just("version = \"1.0.0\"\n".to_owned()), Just("max_tech = \"T2\"\n".to_owned()),
            Just("x = { path = \"../é\", version = \"1\" }\n".to_owned()), Just("ban = [\"a\", 3]\n".to_owned()),
            "[a-zé=\\[\\]{}\"'.,#0-9 \n-]{0,12}", "\\PC{0,6}",
        ], 0..12)) {
            let text = pieces.concat();
            let mut diagnostics = Diagnostics::new();
            read(FileId::default(), &text, &mut diagnostics);
            for diagnostic in diagnostics.iter() {
                let span = diagnostic.primary.span;
                let place = usize::try_from(span.start).unwrap_or(usize::MAX)..usize::try_from(span.end).unwrap_or(usize::MAX);
                prop_assert!(text.get(place).is_some(), "{}: {span:?} is no place in {text:?}", diagnostic.message);
            }
        }
    }

    #[test]
    fn a_version_satisfies_older_ones_of_the_same_leading_number() {
        assert!(satisfies("1.4.2", "1.2"));
        assert!(satisfies("1.2.0", "1.2.0"));
        assert!(!satisfies("2.0.0", "1.2"));
        assert!(!satisfies("1.1.9", "1.2"));
        assert!(satisfies("0.3.5", "0.3.1"));
        assert!(!satisfies("0.4.0", "0.3"));
        assert!(!satisfies("", "1"));
        assert!(!satisfies("1.+2.0", "1"));
    }
}
