//! Known findings: findings that a baseline file or a commit already has. They are suppressed and not removed, since SARIF output lists
//! them.

use crate::cache::Cache;
use crate::cli::args::CheckArgs;
use crate::cli::compile_projects::{self, CompiledProject};
use crate::cli::packages_in_commit::ExtractedCommit;
use crate::cli::{CommandStatus, Console, Stop, shown};
use crate::project::{self, Denied, Project, read_files};
use slip_compile::TreeCache;
use slip_export::cards::counted;
use slip_limits::BASELINE_BYTES;
use slip_report::baseline::Baseline;
use slip_source::PackageId;
use slip_source::diagnostic::suppressed::Suppressor;
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Writes the current findings to a baseline. Findings of packages that were not checked stay in the file.
pub(super) fn write(path: &Path, found: &CompiledProject, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    if found.project.is_partial() {
        return Err(Stop::because("a baseline covers whole packages: give folders with a slipyard.toml, not files in them"));
    }
    let mut baseline = Baseline::of(&found.diagnostics, &found.project.sources);
    let now = baseline.len();
    if let Some(before) = written(path) {
        baseline.extend(before.parted(&found.project.roots, &found.project.sources).1);
    }
    project::write_atomically(path, baseline.text().as_bytes())?;
    let kept = match baseline.len().saturating_sub(now) {
        0 => String::new(),
        kept => format!("; {} of packages that were not checked stay in it", counted(kept, "known finding")),
    };
    writeln!(console.err, "wrote {} with {}, which later checks do not report{kept}", shown(path), counted(now, "finding"))?;
    Ok(CommandStatus::Clean)
}

/// Returns the content of the baseline file, if the file exists.
fn written(path: &Path) -> Option<Baseline> {
    if project::is_stream(path) {
        return None;
    }
    Baseline::read(&read_files::text_of_any_package(path, BASELINE_BYTES).ok()?).ok()
}

/// Suppresses known findings: findings in the baseline, and findings that the commit of `--changed-since` already had.
pub(super) fn set_aside(check: &CheckArgs, kept: &Cache, found: &mut CompiledProject, console: &mut Console<'_>) -> Result<(), Stop> {
    if let Some(path) = &check.baseline {
        let of_path = |reason: String| Stop::because(format!("cannot read the baseline `{}`: {reason}", shown(path)));
        let text = read_files::text_of_any_package(path, BASELINE_BYTES).map_err(|denied| match denied {
            Denied::Outside(outside) => Stop::because(format!("cannot read the baseline `{}`: it {}", shown(path), outside.reason())),
            Denied::Failed(error) => of_path(reason(&error)),
        })?;
        let baseline = Baseline::read(&text).map_err(of_path)?;
        let name = shown(path);
        let known = format!("known in the baseline {name}");
        let (checked, others) = baseline.parted(&found.project.roots, &found.project.sources);
        // Errors in dependencies are reported, too. Errors that the baseline lists are suppressed there as well.
        others.set_aside(&mut found.diagnostics, &found.project.sources, &known);
        let gone = checked.set_aside(&mut found.diagnostics, &found.project.sources, &known);
        if gone > 0 && !found.project.is_partial() {
            let exist = if gone == 1 { "exists" } else { "exist" };
            writeln!(console.err, "{} in {name} no longer {exist}: update the baseline with --write-baseline", counted(gone, "finding"))?;
        }
    }
    if let Some(commit) = &check.changed_since {
        let before = before(commit, &check.paths, (&found.project, kept), console)?;
        before.set_aside(&mut found.diagnostics, &found.project.sources, &format!("was already in {commit}"));
    }
    Ok(())
}

/// Returns the findings about the packages as they were in a commit. The current findings are reused for a package if neither it nor its
/// dependencies have changed since.
fn before(
    commit: &str,
    paths: &[std::path::PathBuf],
    (now, kept): (&Project, &Cache),
    console: &mut Console<'_>,
) -> Result<Baseline, Stop> {
    let mut trees = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            return Err(Stop::because("the standard input is not in a commit: --changed-since needs files or folders"));
        }
        trees.push(ExtractedCommit::or_nothing(commit, path)?);
    }
    let there: Vec<std::path::PathBuf> = trees.iter().filter(|tree| tree.path().exists()).map(|tree| tree.path().to_owned()).collect();
    if there.is_empty() {
        return Ok(Baseline::default());
    }
    let project = project::load(&there, console.input)?;
    let same = same(&project, now);
    let changed: BTreeSet<PackageId> = project.roots.iter().copied().filter(|root| !same.contains_key(root)).collect();
    let world = compile_projects::verdict_on(project, &changed.iter().copied().collect::<Vec<_>>(), &Cache::nowhere());
    let package = |found: &Diagnostic| world.project.sources.file(found.primary.span.file).map(|file| file.package());
    let is_elsewhere = world.diagnostics.iter().any(|found| package(found).is_none_or(|package| !changed.contains(&package)));
    if is_elsewhere {
        // Equal findings differ only in their number within the package, so all findings of a package must be in one list.
        let world = compile_projects::verdict(world.project, &Cache::nowhere());
        return Ok(Baseline::of(&world.diagnostics, &world.project.sources));
    }
    let mut baseline = Baseline::of(&world.diagnostics, &world.project.sources);
    let same: Vec<PackageId> = same.into_values().collect();
    let still = kept.verdicts(&mut TreeCache::default(), &now.sources, &same);
    baseline.extend(Baseline::of(&still.diagnostics, &now.sources));
    Ok(baseline)
}

/// Returns the packages that are the same in two projects, with all their dependencies. Each is given as a pair: its id in the first
/// project, and its id in the second.
fn same(one: &Project, other: &Project) -> BTreeMap<PackageId, PackageId> {
    let (Some(one), Some(other)) = (one.roots_by_name(), other.roots_by_name()) else { return BTreeMap::new() };
    let both = one.into_iter().filter_map(|(name, (root, hash))| {
        let (number, _) = other.get(&name).filter(|(_, now)| *now == hash)?;
        Some((root, *number))
    });
    both.collect()
}

/// Returns the number of known findings.
pub(super) fn count(found: &Diagnostics) -> usize {
    found.suppressed().iter().filter(|aside| aside.by == Suppressor::Baseline).count()
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    }
}
