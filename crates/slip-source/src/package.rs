//! A package as its manifest describes it.

use super::{FileId, PackageId, Span};

/// Content of a package's `slipyard.toml`, as plain data without paths of the machine.
#[derive(Clone, Debug, Default)]
pub struct Package {
    /// Name by which other packages refer to the package.
    pub name: String,
    /// Semantic version of the package.
    pub version: String,
    /// Edition of the language.
    pub edition: u32,
    /// Licence: an SPDX expression or free words.
    pub licence: String,
    /// Authors of the package.
    pub authors: Vec<String>,
    /// Description in one line.
    pub description: String,
    /// Rulesets that hold for the whole package.
    pub variants: Vec<String>,
    /// Highest technology that the campaign allows.
    pub max_tech: Option<i32>,
    /// Names of stunts and items that the campaign bans.
    pub ban: Vec<String>,
    /// Dependencies: the name that is used in this package, and the package that it refers to.
    pub dependencies: Vec<(String, PackageId)>,
    /// Names of dependencies in the manifest that could not be used. The reason was reported, so names from these packages are not reported
    /// again.
    pub missing: Vec<String>,
    /// Lint levels: the slug of a code and its level (`allow`, `note`, `warn` or `deny`).
    pub lints: Vec<(String, String)>,
    /// File number of the manifest.
    pub manifest: Option<FileId>,
    /// Spans of values in the manifest.
    pub places: Places,
    /// Folder with which the displayed paths of the package begin, with forward slashes; empty for the current folder.
    pub root: String,
    /// True if the files are in an archive and therefore cannot be edited.
    pub sealed: bool,
    /// Standard library that the package is checked with.
    pub library: PackageId,
    /// Content hash of a standard library that is not the embedded one; `None` for every other package.
    pub foreign: Option<String>,
    /// Content hash of the standard library that the manifest names in `[rules] std`, if that library can be used.
    pub pinned_library: Option<String>,
    /// Limits that the policy of the repository adds to those of the manifest.
    pub policy: PolicyLimits,
    /// True if the package is not checked, for a reason that was already reported. Either its `[rules] std` names a library that cannot be
    /// used, or it is itself a standard library that no package names.
    pub lost_library: bool,
}

impl Package {
    /// Returns the highest technology that the manifest and the policy allow.
    pub fn highest_tech(&self) -> Option<i32> {
        self.max_tech.into_iter().chain(self.policy.max_tech).min()
    }
}

/// Limits that the policy of a repository sets for each of its packages. A package cannot make them less strict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyLimits {
    /// Name of the policy in messages: its file, with the commit that it was read from. Empty without a policy.
    pub source: String,
    /// Highest technology.
    pub max_tech: Option<i32>,
    /// Banned stunts, designs and things, as in the list `ban` of a manifest.
    pub ban: Vec<String>,
    /// Codes that the policy allows packages to waive, even for the limits that the policy itself sets.
    pub waivable: Vec<String>,
}

/// Spans of values in a manifest, so that a message can point at a value. The lists have the same order as the lists of the [`Package`]. A
/// value that is not written has no span.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Span of the name.
    pub name: Option<Span>,
    /// Span of the version.
    pub version: Option<Span>,
    /// Span of the whole entry `max_tech = …`.
    pub max_tech: Option<Span>,
    /// Span of each banned thing.
    pub ban: Vec<Span>,
    /// Span of each ruleset of `variants`.
    pub variants: Vec<Span>,
    /// Span of the key of each dependency that can be used.
    pub dependencies: Vec<Span>,
    /// Span of the whole entry `std = …` of `[rules]`.
    pub library: Option<Span>,
    /// Span of the licence.
    pub licence: Option<Span>,
    /// Span of the level of each lint.
    pub lints: Vec<Span>,
}
