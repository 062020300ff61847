//! Fingerprints, which identify a finding from one run to the next.
//!
//! A fingerprint is made of the code, the package, the declaration around the location and the words at the location. It contains no line,
//! column or number from a message. A finding thus keeps its fingerprint when lines are added above it, when its file is renamed, and when
//! `17/14` becomes `16/14`.
//!
//! If several findings are equal in all these parts, the later ones in the file are numbered: `2`, `3` and so on.

use slip_pack::hash;
use slip_source::diagnostic::suppressed::Suppressed;
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_source::{FileId, Sources, Span};
use std::collections::{BTreeMap, HashMap};

/// Name and version of the fingerprints in reports. It must change when the parts of a fingerprint change.
pub const NAME: &str = "slipyard/v1";

/// Returns the fingerprints of findings, 32 hexadecimal digits each, in the order of the findings.
///
/// ```
/// use slip_source::diagnostic::{Code, Diagnostic};
/// use slip_report::fingerprint::fingerprints;
/// use slip_source::{Package, Sources, Span};
///
/// let finding = |text: &str| {
///     let mut sources = Sources::new();
///     let package = sources.add_package(Package::default());
///     let file = sources.add_file(package, "ships.slip", text);
///     let at = u32::try_from(text.find("beem").unwrap()).unwrap();
///     let found = Diagnostic::new(Code::UnknownKey, Span::new(file, at, at + 4), "`beem` is not a word of a ship");
///     fingerprints([&found].into_iter(), &sources)
/// };
/// assert_eq!(finding("ship ember {\n  beem 3\n}\n"), finding("// older\n\nship ember {\n  frame 2; beem 3\n}\n"));
/// assert_ne!(finding("ship ember {\n  beem 3\n}\n"), finding("ship cinder {\n  beem 3\n}\n"));
/// ```
pub fn fingerprints<'d>(findings: impl Iterator<Item = &'d Diagnostic>, sources: &Sources) -> Vec<String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut declarations = DeclarationLines::new(sources);
    let print = |finding: &Diagnostic| {
        let key = key(finding, sources, &mut declarations);
        let number = seen.entry(key.clone()).and_modify(|number| *number = number.saturating_add(1)).or_insert(1);
        let mut digits = hash::of_bytes(format!("{key}\0{number}").as_bytes());
        digits.truncate(32);
        digits
    };
    findings.map(print).collect()
}

fn key(finding: &Diagnostic, sources: &Sources, declarations: &mut DeclarationLines<'_>) -> String {
    let at = finding.primary.span;
    let file = sources.file(at.file);
    let package = file.and_then(|file| sources.package(file.package())).map_or("", |package| package.name.as_str());
    let around = file.map_or_else(String::new, |file| declarations.around(at).unwrap_or_else(|| name(file.path()).to_owned()));
    let words = sources.slice(at).lines().next().unwrap_or_default();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    [finding.code.slug(), package, &around, &words].join("\0")
}

/// Lines of files in which declarations begin, found once for each file.
pub(super) struct DeclarationLines<'s> {
    sources: &'s Sources,
    by_file: HashMap<FileId, Vec<u32>>,
}

impl<'s> DeclarationLines<'s> {
    pub(super) fn new(sources: &'s Sources) -> Self {
        DeclarationLines { sources, by_file: HashMap::new() }
    }

    /// Returns the kind and the name of the declaration around a location: the first words of the nearest line above that is not indented.
    pub(super) fn around(&mut self, at: Span) -> Option<String> {
        let file = self.sources.file(at.file)?;
        let starts = |line: &u32| file.line_text(*line).starts_with(|letter: char| letter.is_ascii_alphabetic());
        let last = u32::try_from(file.line_count()).unwrap_or(u32::MAX);
        let lines = self.by_file.entry(at.file).or_insert_with(|| (1..=last).filter(starts).collect());
        let before = lines.partition_point(|line| *line <= file.line(at.start));
        let line = lines.get(before.checked_sub(1)?)?;
        let mut words = file.line_text(*line).split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
        match (words.next(), words.next()) {
            (Some(kind), Some(name)) if !name.is_empty() => Some(format!("{kind} {name}")),
            (Some(kind), _) => Some(kind.to_owned()),
            _ => None,
        }
    }
}

fn name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Finding, its suppression if it is suppressed, and its fingerprint.
pub type FingerprintedFinding<'d> = (&'d Diagnostic, Option<&'d Suppressed>, String);

/// Returns all findings with their fingerprints, in order of location. Suppressed findings are included: a waiver then does not change the
/// fingerprints of other findings.
pub fn in_order<'d>(found: &'d Diagnostics, sources: &Sources) -> Vec<FingerprintedFinding<'d>> {
    let aside = found.suppressed().iter().map(|aside| (&aside.finding, Some(aside)));
    let mut all: Vec<(&Diagnostic, Option<&Suppressed>)> = found.iter().map(|finding| (finding, None)).chain(aside).collect();
    all.sort_by_key(|(finding, _)| (finding.primary.span, finding.code));
    let prints = fingerprints(all.iter().map(|(finding, _)| *finding), sources);
    all.into_iter().zip(prints).map(|((finding, aside), print)| (finding, aside, print)).collect()
}
