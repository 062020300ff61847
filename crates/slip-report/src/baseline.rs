//! Baselines: the fingerprints of known findings of a package, so that only new findings count.

use super::fingerprint::{DeclarationLines, in_order};
use serde::{Deserialize, Serialize};
use slip_pack::json_reader;
use slip_source::diagnostic::suppressed::Suppressor;
use slip_source::diagnostic::{Code, Diagnostic, Diagnostics};
use slip_source::{Package, PackageId, Sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Version of the file format of baselines.
const VERSION: u32 = 1;

/// Known findings by fingerprint. The fields `code` and `in` are only for people who read the file.
///
/// ```
/// use slip_source::diagnostic::{Code, Diagnostic, Diagnostics};
/// use slip_report::baseline::Baseline;
/// use slip_source::{Package, Sources, Span};
///
/// let mut sources = Sources::new();
/// let package = sources.add_package(Package::default());
/// let file = sources.add_file(package, "ships.slip", "ship ember {\n  beem 3\n}\n");
/// let unknown = Diagnostic::new(Code::UnknownKey, Span::new(file, 15, 19), "`beem` is not a word of a ship");
/// let mut found = Diagnostics::from_iter([unknown]);
///
/// let baseline = Baseline::of(&found, &sources);
/// let again = Baseline::read(&baseline.text()).unwrap();
/// assert_eq!(again.set_aside(&mut found, &sources, "known"), 0);
/// assert!(found.is_empty());
/// assert_eq!(found.suppressed().len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    baseline: u32,
    findings: BTreeMap<String, Known>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    code: String,
    file: String,
    /// Name of the package that the finding is in. Empty if the finding is in no package, and in old baselines without this field.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    package: String,
    #[serde(rename = "in", default, skip_serializing_if = "String::is_empty")]
    declaration: String,
    message: String,
    /// Size of the finding: see [`Diagnostic::size`]. Missing for findings without a size, and in old baselines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
}

/// Part of a baseline file that is parsed first: the version.
#[derive(Deserialize)]
struct Head {
    baseline: u32,
}

impl Known {
    /// True if a current finding is not worse than this known finding with the same fingerprint. A finding is worse if its size is greater,
    /// or if it is about a different failed requirement.
    fn covers(&self, finding: &Diagnostic) -> bool {
        let is_requirement = matches!(finding.code, Code::RequirementFailed | Code::Advice);
        let is_same = !is_requirement || without_digits(&self.message).eq(without_digits(&finding.message));
        is_same && self.size.zip(finding.size).is_none_or(|(known, now)| now <= known)
    }

    /// True if the finding belongs to a package. The package is identified by its name or, if the name is empty, by the folder of the
    /// finding's file.
    fn is_of(&self, package: &Package) -> bool {
        if !self.package.is_empty() {
            return self.package == package.name;
        }
        let file = Path::new(&self.file);
        match package.root.as_str() {
            "" => file.is_relative() && !file.starts_with(".."),
            root => file.starts_with(root),
        }
    }
}

impl Default for Baseline {
    /// Returns a baseline without findings.
    fn default() -> Self {
        Baseline { baseline: VERSION, findings: BTreeMap::new() }
    }
}

fn without_digits(message: &str) -> impl Iterator<Item = char> {
    message.chars().filter(|letter| !letter.is_ascii_digit())
}

/// True if a finding is about a limit that the policy of the repository sets. A baseline cannot hide such a finding: a contributor can edit
/// the baseline together with the package.
fn is_about_policy(finding: &Diagnostic, sources: &Sources) -> bool {
    let policy = || Some(&sources.package(sources.file(finding.primary.span.file)?.package())?.policy);
    match finding.code {
        Code::LooserThanPolicy | Code::ForbiddenWaiver | Code::ForbiddenPatch | Code::ForbiddenLicence => true,
        Code::TechAboveCampaign => policy().is_some_and(|policy| policy.max_tech.is_some()),
        Code::BannedItem => policy().is_some_and(|policy| !policy.ban.is_empty()),
        _ => false,
    }
}

/// True if a finding is about the standard library of a package, or says that the package is not checked. A baseline cannot hide such a
/// finding: otherwise, a contributor could hide it by editing the baseline together with the package.
fn is_about_rules(finding: &Diagnostic, sources: &Sources) -> bool {
    let is_named = || {
        let file = sources.file(finding.primary.span.file)?;
        let named = sources.package(file.package())?.places.library?;
        Some(named.holds(finding.primary.span))
    };
    matches!(finding.code, Code::ForeignStd | Code::OtherRules | Code::RulesMismatch) || is_named().unwrap_or(false)
}

impl Baseline {
    /// Returns a baseline of the current findings.
    pub fn of(found: &Diagnostics, sources: &Sources) -> Baseline {
        let stays = |finding: &Diagnostic| is_about_rules(finding, sources) || is_about_policy(finding, sources);
        let new = in_order(found, sources).into_iter().filter(|(finding, aside, _)| aside.is_none() && !stays(finding));
        let mut declarations = DeclarationLines::new(sources);
        let known = new.map(|(finding, _, print)| {
            let file = sources.file(finding.primary.span.file);
            let known = Known {
                code: finding.code.slug().to_owned(),
                file: file.map_or("", |file| file.path()).to_owned(),
                package: file.and_then(|file| Some(sources.package(file.package())?.name.clone())).unwrap_or_default(),
                declaration: declarations.around(finding.primary.span).unwrap_or_default(),
                message: finding.message.clone(),
                size: finding.size,
            };
            (print, known)
        });
        Baseline { baseline: VERSION, findings: known.collect() }
    }

    /// Returns the number of known findings in the baseline.
    pub fn len(&self) -> usize {
        self.findings.len()
    }

    /// True if the baseline contains no known findings.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// Returns the baseline as JSON, in an order that does not depend on the order of the findings.
    pub fn text(&self) -> String {
        // Strings and numbers can always be serialized.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Parses a baseline.
    ///
    /// # Errors
    /// A sentence in lower case without a full stop, if the text is not a baseline, or is one of a later version.
    pub fn read(text: &str) -> Result<Baseline, String> {
        let no_baseline = |unread: json_reader::JsonError| format!("it is not a baseline: {unread}");
        let head: Head = json_reader::read(text).map_err(no_baseline)?;
        if head.baseline != VERSION {
            return Err(format!("it has version {}, but this slipyard reads version {VERSION}", head.baseline));
        }
        json_reader::read(text).map_err(no_baseline)
    }

    /// Splits the known findings in two: those of the given packages, and those of other packages. A check of some packages leaves the
    /// findings of other packages unchanged.
    #[must_use]
    pub fn parted(self, packages: &[PackageId], sources: &Sources) -> (Baseline, Baseline) {
        let packages: Vec<&Package> = packages.iter().filter_map(|id| sources.package(*id)).collect();
        let (of_them, others) = self.findings.into_iter().partition(|(_, known)| packages.iter().any(|package| known.is_of(package)));
        (Baseline { findings: of_them, ..Baseline::default() }, Baseline { findings: others, ..Baseline::default() })
    }

    /// Adds the known findings of another baseline.
    pub fn extend(&mut self, other: Baseline) {
        for (print, known) in other.findings {
            self.findings.entry(print).or_insert(known);
        }
    }

    /// Suppresses known findings; returns the number of known findings that no longer occur.
    pub fn set_aside(&self, found: &mut Diagnostics, sources: &Sources, reason: &str) -> usize {
        let mut there = BTreeSet::new();
        let mut known: BTreeMap<_, Vec<Diagnostic>> = BTreeMap::new();
        for (finding, aside, print) in in_order(found, sources) {
            let Some(before) = self.findings.get(&print).filter(|_| !is_about_rules(finding, sources)) else { continue };
            // A finding that is worse than in the baseline is reported again. It still counts as present, so it is not listed among the
            // known findings that no longer occur.
            let is_covered = before.covers(finding) && !is_about_policy(finding, sources);
            there.insert(print);
            if is_covered && aside.is_none() {
                known.entry((finding.primary.span, finding.code)).or_default().push(finding.clone());
            }
        }
        found.suppress(Suppressor::Baseline, reason, |finding| {
            known.get(&(finding.primary.span, finding.code)).is_some_and(|same| same.contains(finding))
        });
        self.findings.len().saturating_sub(there.len())
    }
}
