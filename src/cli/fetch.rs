//! `slipyard fetch`: downloads the dependencies that manifests name by address.
//!
//! This is the only command that connects to another machine. Whatever it downloads is compared with the hash in the manifest before it is
//! placed, and it writes only to the folder `.slipyard` beside a manifest. Size and time of a download are bounded.

mod git_tree;
mod https;
mod mirrors;
mod write_downloads;

use super::args::Fetch;
use super::{CommandStatus, Console, Stop};
use crate::project::{self, NeededDependency, Remote, hash_of_tree};
use mirrors::Mirrors;
use slip_export::cards::counted;
use slip_limits::DEPENDENCIES_DEEP;
use slip_pack::archive::{self, Archive};
use slip_source::diagnostic::{Code, Diagnostic, Severity};
use std::collections::BTreeSet;

/// Downloads everything that the packages of the path need.
pub(super) fn run(fetch: &Fetch, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let mirrors = Mirrors::parse(&fetch.mirror)?;
    let folders = project::packages(&fetch.path)?;
    let mut tried: BTreeSet<NeededDependency> = BTreeSet::new();
    let (mut placed, mut wrong) = (0_usize, 0_usize);
    let mut is_misread = false;
    // A fetched package may itself have dependencies by address.
    for _ in 0..DEPENDENCIES_DEEP {
        let projects = project::load_packages(&folders)?;
        is_misread = projects.iter().flat_map(|project| project.diagnostics.iter()).any(is_manifest_error);
        let needed: BTreeSet<NeededDependency> = projects.iter().flat_map(|project| project.needed.iter().cloned()).collect();
        let new: Vec<NeededDependency> = needed.into_iter().filter(|one| !tried.contains(one)).collect();
        if new.is_empty() {
            break;
        }
        for one in new {
            if get(&one, &mirrors, console)? {
                placed = placed.saturating_add(1);
            } else {
                wrong = wrong.saturating_add(1);
            }
            tried.insert(one);
        }
    }
    if tried.is_empty() {
        writeln!(console.err, "nothing to fetch")?;
    } else {
        let rest = if wrong == 0 { String::new() } else { format!("; {} cannot be used", counted(wrong, "download")) };
        writeln!(console.err, "fetched {}{rest}", counted(placed, "package"))?;
    }
    if is_misread && wrong == 0 {
        writeln!(console.err, "a manifest has errors, so a dependency may be missing; see `slipyard check`")?;
        return Ok(CommandStatus::Problems);
    }
    Ok(if wrong == 0 { CommandStatus::Clean } else { CommandStatus::Problems })
}

/// True for an error in a manifest, which may hide a dependency.
fn is_manifest_error(found: &Diagnostic) -> bool {
    found.severity == Severity::Error && matches!(found.code, Code::Manifest | Code::ManifestSyntax)
}

/// Files downloaded for a dependency.
enum Download {
    Pack(Vec<u8>),
    Tree(git_tree::TreeFiles),
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
            (Download::Pack(bytes), hash)
        }
        Remote::Git { revision, .. } => {
            let files = git_tree::download(&source, revision).map_err(failed)?;
            let hash = hash_of_tree(&files);
            (Download::Tree(files), hash)
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
    if let Download::Pack(bytes) = &download
        && let Err(refusal) = Archive::read(bytes)
    {
        writeln!(console.out, "`{name}` was not saved, because the downloaded file is not a usable pack: {refusal}")?;
        return Ok(false);
    }
    match download {
        Download::Pack(bytes) => write_downloads::pack(needed, &hash, &bytes)?,
        Download::Tree(files) => write_downloads::tree(needed, &hash, &files)?,
    }
    Ok(true)
}
