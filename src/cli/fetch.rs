//! `slipyard fetch`: downloads the dependencies that manifests name by address.
//!
//! No other command connects to another machine. Each download is compared with the hash in the manifest before it is stored. Files are
//! written only to the folder `.slipyard` beside a manifest. The size and the time of a download are limited.

mod git_tree;
mod https;
mod mirrors;
mod write_downloads;

use super::args::Fetch;
use super::{CommandStatus, Console, Stop};
use crate::cli::packages_in_commit::ExtractedCommit;
use crate::project::{self, FetchedFiles, NeededDependency, Remote, hash_of_tree};
use mirrors::Mirrors;
use slip_export::cards::counted;
use slip_limits::DEPENDENCIES_DEEP;
use slip_pack::archive::{self, Archive};
use slip_source::diagnostic::{Code, Diagnostic, Severity};
use std::collections::BTreeSet;

/// Downloads of one run.
struct Downloads {
    mirrors: Mirrors,
    tried: BTreeSet<NeededDependency>,
    /// Number of dependencies that were stored.
    placed: usize,
    /// Downloads that cannot be used: name, address and required hash. None of them is tried again for another package.
    wrong: BTreeSet<(String, Remote, Option<String>)>,
}

impl Downloads {
    /// Downloads the dependencies that were not tried before. Returns false if there are none.
    fn get(&mut self, needed: BTreeSet<NeededDependency>, console: &mut Console<'_>) -> Result<bool, Stop> {
        let new: Vec<NeededDependency> = needed.into_iter().filter(|one| !self.tried.contains(one)).collect();
        for one in &new {
            let download = (one.name.clone(), one.remote.clone(), one.hash.clone());
            if self.wrong.contains(&download) {
                continue;
            }
            if get(one, &self.mirrors, console)? {
                self.placed = self.placed.saturating_add(1);
            } else {
                self.wrong.insert(download);
            }
        }
        let is_some = !new.is_empty();
        self.tried.extend(new);
        Ok(is_some)
    }
}

/// Downloads all dependencies of the packages under the path. If a commit is given, also downloads the dependencies that the packages had
/// in that commit.
pub(super) fn run(fetch: &Fetch, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let mut downloads = Downloads { mirrors: Mirrors::parse(&fetch.mirror)?, tried: BTreeSet::new(), placed: 0, wrong: BTreeSet::new() };
    let folders = project::packages(&fetch.path)?;
    let mut is_misread = false;
    // A fetched package may itself have dependencies by address, so the search is repeated.
    for _ in 0..DEPENDENCIES_DEEP {
        let projects = project::load_packages(&folders)?;
        is_misread = projects.iter().flat_map(|project| project.diagnostics.iter()).any(is_manifest_error);
        let needed: BTreeSet<NeededDependency> = projects.iter().flat_map(|project| project.needed.iter().cloned()).collect();
        if !downloads.get(needed, console)? {
            break;
        }
    }
    if let Some(commit) = &fetch.commit {
        let tree = ExtractedCommit::or_nothing(commit, &fetch.path)?;
        for _ in 0..DEPENDENCIES_DEEP {
            let mut needed = tree.lend_dependencies()?;
            needed.retain(|one| one.hash.is_some());
            if !downloads.get(needed, console)? {
                break;
            }
        }
    }
    let Downloads { tried, placed, wrong, .. } = downloads;
    if tried.is_empty() {
        writeln!(console.err, "nothing to fetch")?;
    } else {
        let rest = if wrong.is_empty() { String::new() } else { format!("; {} cannot be used", counted(wrong.len(), "download")) };
        writeln!(console.err, "fetched {}{rest}", counted(placed, "package"))?;
    }
    if is_misread && wrong.is_empty() {
        writeln!(console.err, "a manifest has errors, so a dependency may be missing; see `slipyard check`")?;
        return Ok(CommandStatus::Problems);
    }
    Ok(if wrong.is_empty() { CommandStatus::Clean } else { CommandStatus::Problems })
}

/// True if a finding is an error in a manifest. Such a manifest may have dependencies that cannot be read.
fn is_manifest_error(found: &Diagnostic) -> bool {
    found.severity == Severity::Error && matches!(found.code, Code::Manifest | Code::ManifestSyntax)
}

/// Downloads one dependency, and stores it if it has the hash in the manifest. Returns true if it was stored.
fn get(needed: &NeededDependency, mirrors: &Mirrors, console: &mut Console<'_>) -> Result<bool, Stop> {
    let (name, address) = (slip_printable::line(&needed.name), slip_printable::line(needed.remote.address()).into_owned());
    writeln!(console.err, "fetching `{name}` from {address}")?;
    let source = mirrors.of(needed.remote.address());
    let failed = |reason: String| Stop::because(format!("cannot fetch `{name}` from {address}: {}", slip_printable::line(&reason)));
    let (download, hash) = match &needed.remote {
        Remote::Pack { .. } => {
            let bytes = https::download(&source).map_err(failed)?;
            let hash = archive::hash(&bytes);
            (FetchedFiles::Pack(bytes), hash)
        }
        Remote::Git { revision, .. } => {
            let files = git_tree::download(&source, revision).map_err(failed)?;
            let hash = hash_of_tree(&files);
            (FetchedFiles::Tree(files), hash)
        }
    };
    let Some(wanted) = &needed.hash else {
        writeln!(console.out, "the manifest has no hash for `{name}`; the download has hash = \"{hash}\"")?;
        return Ok(false);
    };
    if *wanted != hash {
        writeln!(console.out, "`{name}` was not saved: the download has hash = \"{hash}\", but the manifest requires \"{wanted}\"")?;
        return Ok(false);
    }
    if let FetchedFiles::Pack(bytes) = &download
        && let Err(refusal) = Archive::read(bytes)
    {
        writeln!(console.out, "`{name}` was not saved, because the downloaded file is not a usable pack: {refusal}")?;
        return Ok(false);
    }
    store(needed, &hash, &download)?;
    Ok(true)
}

/// Writes the files of a dependency into the folder `.slipyard` beside the manifest that needs it.
pub(super) fn store(needed: &NeededDependency, hash: &str, files: &FetchedFiles) -> Result<(), Stop> {
    match files {
        FetchedFiles::Pack(bytes) => write_downloads::pack(needed, hash, bytes),
        FetchedFiles::Tree(files) => write_downloads::tree(needed, hash, files),
    }
}
