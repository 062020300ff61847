//! A package as its manifest describes it.

use super::{FileId, PackageId, Span};

/// Content of a package's `slipyard.toml`, as plain data without paths of the machine.
#[derive(Clone, Debug, Default)]
pub struct Package {
    /// The name by which other packages reach into it.
    pub name: String,
    /// Semantic version.
    pub version: String,
    /// Language edition.
    pub edition: u32,
    /// SPDX expression or free words.
    pub licence: String,
    /// Authors of the package.
    pub authors: Vec<String>,
    /// One line.
    pub description: String,
    /// Rulesets that hold for the whole package.
    pub variants: Vec<String>,
    /// The highest technology the campaign allows.
    pub max_tech: Option<i32>,
    /// Names of stunts and items the campaign does not allow.
    pub ban: Vec<String>,
    /// Name used in this package, and the package it means.
    pub dependencies: Vec<(String, PackageId)>,
    /// Names of dependencies that the manifest declares and that could not be used, which was reported: nothing more is
    /// said about them.
    pub missing: Vec<String>,
    /// Diagnostic slug and its level: `allow`, `note`, `warn` or `deny`.
    pub lints: Vec<(String, String)>,
    /// The manifest itself.
    pub manifest: Option<FileId>,
    /// Where the manifest says what it says.
    pub places: Places,
    /// Folder inside which its paths are shown, with forward slashes; empty for the current one.
    pub root: String,
    /// True if its files are in an archive and therefore cannot be edited.
    pub sealed: bool,
    /// Standard library that the package is checked with.
    pub library: PackageId,
    /// Content hash of a standard library that is not the embedded one; none for every other package.
    pub foreign: Option<String>,
    /// Content hash of the standard library that its own manifest names, if that can be used.
    pub pinned_library: Option<String>,
    /// True if `[rules] std` names a library that cannot be used, or if this is a standard library that no package names. That was
    /// reported, and the package is not checked.
    pub lost_library: bool,
}

/// Where a manifest says what it says, so that a message about it can point at its line. Lists run beside those of the
/// [`Package`]; what nobody wrote has no place.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The name.
    pub name: Option<Span>,
    /// The version.
    pub version: Option<Span>,
    /// The whole entry `max_tech = …`.
    pub max_tech: Option<Span>,
    /// Each banned thing.
    pub ban: Vec<Span>,
    /// Each ruleset of `variants`.
    pub variants: Vec<Span>,
    /// The key of each dependency that can be used.
    pub dependencies: Vec<Span>,
    /// The whole entry `std = …` of `[rules]`.
    pub library: Option<Span>,
}
