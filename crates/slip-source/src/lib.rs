//! Source files, byte spans, lines and columns.
//!
//! The input of the compiler is a [`Sources`]: packages and the texts of their files, in memory. No crate of the compiler reads a disk;
//! `project` fills a `Sources` and passes it on. Positions are byte offsets until they are shown to a person.

pub mod diagnostic;

pub mod content_hash;
mod drafts;
pub mod merge_conflict;
mod package;
mod transitive_dependencies;

use drafts::Drafts;
pub use package::{Package, Places, PolicyLimits};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use transitive_dependencies::Closures;

/// Number of a source file in a [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct FileId(pub u32);

/// Number of a package in a [`Sources`]. Package 0 is always `std`, the standard library that most packages are checked with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PackageId(pub u32);

impl PackageId {
    /// Number of the standard library.
    pub const STD: PackageId = PackageId(0);
}

/// Byte range in a file. `start <= end`; both are on character boundaries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Span {
    /// File of the range.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Returns a span of `file` from `start` to `end`.
    pub const fn new(file: FileId, start: u32, end: u32) -> Self {
        Span { file, start, end }
    }

    /// Returns the smallest span that covers this span and another span of the same file.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// True if this span contains another span.
    pub fn holds(self, inner: Span) -> bool {
        self.file == inner.file && self.start <= inner.start && inner.end <= self.end
    }

    /// Returns the empty span at the start of this span.
    #[must_use]
    pub fn at_start(self) -> Span {
        Span { end: self.start, ..self }
    }

    /// Returns the empty span at the end of this span.
    #[must_use]
    pub fn at_end(self) -> Span {
        Span { start: self.end, ..self }
    }

    /// Returns the length in bytes.
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// True if the span covers no byte.
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

/// Line and column, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LineColumn {
    /// Line, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
}

/// Source file: its path, its package and its text.
#[derive(Debug)]
pub struct SourceFile {
    path: String,
    /// Path that is shown to people, if it differs from the path in the package.
    escaped: Option<Box<str>>,
    package: PackageId,
    text: Arc<str>,
    line_starts: OnceLock<Vec<u32>>,
    /// Number of characters before each multiple of [`STEP`] bytes, so that a column in a very long line is found without counting from the
    /// start of the line.
    characters: OnceLock<Vec<u32>>,
}

/// Number of bytes between two entries of the character index.
const STEP: usize = 256;

/// Returns the number of characters that begin in the given bytes.
fn characters_in(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()).unwrap_or(u32::MAX)
}

/// Byte-order mark, which some editors write at the beginning of a file.
pub const MARK: char = '\u{feff}';

/// Returns a text without leading byte-order marks.
pub fn unmarked(text: &str) -> &str {
    text.trim_start_matches(MARK)
}

impl SourceFile {
    /// Returns a file for a text that does not belong to a package.
    pub fn alone(text: &str) -> SourceFile {
        SourceFile::new(String::new(), PackageId::default(), Arc::from(unmarked(text)))
    }

    fn new(path: String, package: PackageId, text: Arc<str>) -> SourceFile {
        let escaped = match slip_printable::line(&path) {
            Cow::Owned(escaped) => Some(escaped.into_boxed_str()),
            Cow::Borrowed(_) => None,
        };
        SourceFile { path, escaped, package, text, line_starts: OnceLock::new(), characters: OnceLock::new() }
    }

    /// Returns the path for programs, with forward slashes.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the path for messages, with line ends and hidden characters as escapes.
    pub fn shown(&self) -> &str {
        self.escaped.as_deref().unwrap_or(&self.path)
    }

    /// Returns the package that the file belongs to.
    pub fn package(&self) -> PackageId {
        self.package
    }

    /// Returns the whole text, without a byte-order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text as a shared pointer.
    pub fn shared_text(&self) -> Arc<str> {
        Arc::clone(&self.text)
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let mut starts = vec![0];
            starts.extend(self.text.bytes().zip(1u32..).filter(|(byte, _)| *byte == b'\n').map(|(_, next)| next));
            starts
        })
    }

    /// Returns the number of lines; a file without a line break has one.
    pub fn line_count(&self) -> usize {
        self.line_starts().len()
    }

    /// Returns the line of a byte offset, from 1.
    pub fn line(&self, offset: u32) -> u32 {
        u32::try_from(self.line_starts().partition_point(|start| *start <= offset)).unwrap_or(u32::MAX)
    }

    /// Returns the byte offset at which a line (from 1) starts; the end of the text for a line past the last.
    pub fn line_start(&self, line: u32) -> u32 {
        let index = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
        self.line_starts().get(index).copied().unwrap_or_else(|| self.end())
    }

    /// Returns the text of a line (from 1), without its line break.
    pub fn line_text(&self, line: u32) -> &str {
        let start = usize::try_from(self.line_start(line)).unwrap_or(usize::MAX);
        let end = usize::try_from(self.line_start(line.saturating_add(1))).unwrap_or(usize::MAX);
        self.text.get(start..end).unwrap_or_default().trim_end_matches(['\n', '\r'])
    }

    /// Returns line and column of a byte offset.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let line = self.line(offset);
        let start = self.line_start(line);
        LineColumn { line, column: self.characters_between(start, offset.max(start)).saturating_add(1) }
    }

    /// Returns the number of characters between two byte offsets, in constant time.
    fn characters_between(&self, start: u32, end: u32) -> u32 {
        let place = |offset: u32| usize::try_from(offset).unwrap_or(usize::MAX).min(self.text.len());
        let (start, end) = (place(start), place(end));
        let bytes = self.text.as_bytes();
        if end.saturating_sub(start) <= STEP {
            return characters_in(bytes.get(start..end).unwrap_or_default());
        }
        let before = |offset: usize| {
            let step = offset / STEP;
            let counted = self.character_index().get(step).copied().unwrap_or(0);
            counted.saturating_add(characters_in(bytes.get(step * STEP..offset).unwrap_or_default()))
        };
        before(end).saturating_sub(before(start))
    }

    fn character_index(&self) -> &[u32] {
        self.characters.get_or_init(|| {
            let chunks = self.text.as_bytes().chunks(STEP);
            let sums = chunks.scan(0_u32, |sum, chunk| {
                *sum = sum.saturating_add(characters_in(chunk));
                Some(*sum)
            });
            std::iter::once(0).chain(sums).collect()
        })
    }

    /// Returns the text in a span; empty if the span is outside the file.
    pub fn slice(&self, span: Span) -> &str {
        let start = usize::try_from(span.start).unwrap_or(usize::MAX);
        let end = usize::try_from(span.end).unwrap_or(usize::MAX);
        self.text.get(start..end).unwrap_or_default()
    }

    /// Returns the length of the text in bytes.
    pub fn end(&self) -> u32 {
        u32::try_from(self.text.len()).unwrap_or(u32::MAX)
    }
}

/// Packages and files in memory: the whole input of a compilation.
#[derive(Debug, Default)]
pub struct Sources {
    packages: Vec<Package>,
    files: Vec<SourceFile>,
    /// Numbers of the files that belong to each package.
    owned: BTreeMap<PackageId, Vec<FileId>>,
    drafts: Drafts,
    closures: OnceLock<Closures>,
}

/// Copies the packages and files, but not the drafts. The copy shares the texts with the original.
impl Clone for Sources {
    fn clone(&self) -> Sources {
        self.with_texts(&BTreeMap::new())
    }
}

impl Sources {
    /// Returns sources without any package or file.
    pub fn new() -> Self {
        Sources::default()
    }

    /// Adds a package and returns its number.
    pub fn add_package(&mut self, package: Package) -> PackageId {
        let id = PackageId(u32::try_from(self.packages.len()).unwrap_or(u32::MAX));
        self.packages.push(package);
        self.closures.take();
        id
    }

    /// Adds a file and returns its number. Leading byte-order marks are dropped; backslashes in the path become slashes.
    pub fn add_file(&mut self, package: PackageId, path: &str, text: impl Into<Arc<str>>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        let text: Arc<str> = text.into();
        let text = if text.starts_with(MARK) { Arc::from(unmarked(&text)) } else { text };
        self.owned.entry(package).or_default().push(id);
        self.files.push(SourceFile::new(path.replace('\\', "/"), package, text));
        id
    }

    /// Replaces the text of a file. All spans in the old text become invalid.
    pub fn replace_text(&mut self, id: FileId, text: impl Into<Arc<str>>) {
        if let Some(file) = usize::try_from(id.0).ok().and_then(|at| self.files.get_mut(at)) {
            *file = SourceFile::new(std::mem::take(&mut file.path), file.package, text.into());
        }
    }

    /// Returns the package with a number.
    pub fn package(&self, id: PackageId) -> Option<&Package> {
        self.packages.get(usize::try_from(id.0).ok()?)
    }

    /// Returns the package with a number, to be changed.
    pub fn package_mut(&mut self, id: PackageId) -> Option<&mut Package> {
        self.closures.take();
        self.packages.get_mut(usize::try_from(id.0).ok()?)
    }

    /// Returns all packages with their numbers, `std` first.
    pub fn packages(&self) -> impl Iterator<Item = (PackageId, &Package)> {
        (0u32..).map(PackageId).zip(self.packages.iter())
    }

    /// Returns the standard library that a package is checked with.
    pub fn library_of(&self, id: PackageId) -> PackageId {
        self.package(id).map_or(PackageId::STD, |package| package.library)
    }

    /// Returns the same packages and files, with another package as the standard library ([`PackageId::STD`]) of all packages. Only these
    /// two packages change their numbers. Files keep their numbers, so a finding has the same span in both.
    #[must_use]
    pub fn with_library(&self, library: PackageId) -> Sources {
        let number = |id: PackageId| match id {
            PackageId::STD => library,
            id if id == library => PackageId::STD,
            id => id,
        };
        let of = |id: PackageId| self.package(number(id)).cloned().unwrap_or_default();
        let mut packages: Vec<Package> = self.packages().map(|(id, _)| of(id)).collect();
        for package in &mut packages {
            package.library = PackageId::STD;
            package.dependencies.iter_mut().for_each(|(_, id)| *id = number(*id));
        }
        let mut sources = Sources { packages, ..Sources::default() };
        for (_, file) in self.files() {
            sources.add_file(number(file.package), &file.path, Arc::clone(&file.text));
        }
        sources
    }

    /// Returns a package with all its direct and indirect dependencies, including its standard library.
    pub fn closure(&self, root: PackageId) -> BTreeSet<PackageId> {
        self.closure_of([root])
    }

    /// Returns packages with all that they depend on, directly or indirectly, and with their standard libraries.
    pub fn closure_of(&self, roots: impl IntoIterator<Item = PackageId>) -> BTreeSet<PackageId> {
        let mut open: Vec<PackageId> = roots.into_iter().collect();
        let mut found: BTreeSet<PackageId> = open.iter().map(|root| self.library_of(*root)).collect();
        // The standard libraries are in `found` from the start. A requested package may be a standard library, and its dependencies must
        // still be visited.
        let mut visited = BTreeSet::new();
        while let Some(id) = open.pop() {
            if visited.insert(id) {
                found.insert(id);
                let dependencies = self.package(id).map_or(&[][..], |package| &package.dependencies);
                open.extend(dependencies.iter().map(|(_, dependency)| *dependency).filter(|id| !found.contains(id)));
            }
        }
        found
    }

    /// Returns a package with all its direct and indirect dependencies. The order is that in which the loader would read them for this
    /// package alone: the standard library first, the package last.
    pub fn loading_order(&self, root: PackageId) -> Vec<PackageId> {
        let library = self.library_of(root);
        let mut order = vec![library];
        let mut visited = BTreeSet::from([library]);
        let mut path: Vec<(PackageId, usize)> = vec![(root, 0)];
        visited.insert(root);
        while let Some((id, next)) = path.last_mut() {
            let dependencies =
                self.packages.get(usize::try_from(id.0).unwrap_or(usize::MAX)).map_or(&[][..], |package| &package.dependencies);
            match dependencies.get(*next) {
                Some((_, dependency)) => {
                    *next += 1;
                    if visited.insert(*dependency) {
                        path.push((*dependency, 0));
                    }
                }
                None => {
                    order.extend((*id != library).then_some(*id));
                    path.pop();
                }
            }
        }
        order
    }

    /// True if the first package depends on the second, directly or through others, or if both are the same. Every package depends on its
    /// standard library.
    pub fn reaches(&self, from: PackageId, to: PackageId) -> bool {
        from == to || to == self.library_of(from) || self.closures.get_or_init(|| Closures::new(&self.packages)).contains(from, to)
    }

    /// Returns the same packages and files with new texts for some files. Texts that do not change are shared.
    #[must_use]
    pub fn with_texts(&self, texts: &BTreeMap<FileId, Arc<str>>) -> Sources {
        let mut sources = Sources { packages: self.packages.clone(), ..Sources::default() };
        for (id, file) in self.files() {
            let text = texts.get(&id).unwrap_or(&file.text);
            sources.add_file(file.package, &file.path, Arc::clone(text));
        }
        sources
    }

    /// Returns the same packages and files as if each package was in a folder with the name of the package. Texts are shared.
    #[must_use]
    pub fn in_folders_of_names(&self) -> Sources {
        let mut sources = Sources { packages: self.packages.clone(), ..Sources::default() };
        for package in &mut sources.packages {
            package.root.clone_from(&package.name);
        }
        for (_, file) in self.files() {
            let (name, root) = self.package(file.package).map_or(("", ""), |package| (package.name.as_str(), package.root.as_str()));
            let inside = file.path.strip_prefix(root).unwrap_or(&file.path).trim_start_matches('/');
            let path = if name.is_empty() { inside.to_owned() } else { format!("{name}/{inside}") };
            sources.add_file(file.package, &path, Arc::clone(&file.text));
        }
        sources
    }

    /// Adds a draft: a piece of text of a file, to be parsed in addition to the files. Returns `None` if there are too many drafts.
    pub fn add_draft(&self, of: FileId, text: &str) -> Option<FileId> {
        let whole = self.file(of)?;
        let file = SourceFile::new(whole.path.clone(), whole.package, Arc::from(text));
        let at = self.drafts.push(file)?;
        u32::try_from(self.files.len().checked_add(at)?).ok().map(FileId)
    }

    /// Returns the file or draft with a number.
    pub fn file(&self, id: FileId) -> Option<&SourceFile> {
        let at = usize::try_from(id.0).ok()?;
        match self.files.get(at) {
            Some(file) => Some(file),
            None => self.drafts.get(at.checked_sub(self.files.len())?),
        }
    }

    /// Returns all files with their numbers, in the order in which they were added.
    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        (0u32..).map(FileId).zip(self.files.iter())
    }

    /// Returns the files of a package with their numbers, in the order in which they were added.
    pub fn files_of(&self, package: PackageId) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.owned.get(&package).into_iter().flatten().filter_map(|id| Some((*id, self.file(*id)?)))
    }

    /// True if a path belongs to a Slip source, not to a manifest; `<stdin>` is a Slip source.
    pub fn is_slip(path: &str) -> bool {
        if path == "<stdin>" {
            return true;
        }
        Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("slip"))
    }

    /// Returns the text in a span; empty if the file is unknown.
    pub fn slice(&self, span: Span) -> &str {
        self.file(span.file).map_or("", |file| file.slice(span))
    }

    /// Returns line and column of the start of a span.
    pub fn line_column(&self, span: Span) -> Option<LineColumn> {
        self.file(span.file).map(|file| file.line_column(span.start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_a_long_line_are_counted_in_characters() {
        let file = SourceFile::alone(&format!("first\n{}x", "é".repeat(1_000)));
        let start = file.line_start(2);
        for characters in [0, 1, 100, 127, 128, 129, 500, 1_000] {
            assert_eq!(file.line_column(start + 2 * characters), LineColumn { line: 2, column: characters + 1 });
        }
        assert_eq!(file.line_column(3), LineColumn { line: 1, column: 4 });
    }
}
