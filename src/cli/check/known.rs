//! Findings that were there before: in a baseline, or in a commit. They are set aside, not hidden: SARIF carries them. Floor 9.

use crate::cache::Cache;
use crate::cli::args::Check;
use crate::cli::commit::Tree;
use crate::cli::compiled::{self, World};
use crate::cli::{Console, Status, Stop, shown};
use crate::diagnostic::Diagnostics;
use crate::diagnostic::suppressed::Suppressor;
use crate::export::cards::counted;
use crate::limits::BASELINE_BYTES;
use crate::project::{self, Boundary, Denied, Writer, input};
use crate::report::baseline::Baseline;
use std::path::Path;

/// Writes a baseline. What the file knew of packages that were not checked stays in it.
pub(super) fn write(path: &Path, found: &World, console: &mut Console<'_>) -> Result<Status, Stop> {
    if found.project.is_partial() {
        return Err(Stop::because("a baseline is of whole packages: name folders with a slipyard.toml, not files in them"));
    }
    let mut baseline = Baseline::of(&found.diagnostics, &found.project.sources);
    let now = baseline.len();
    if let Some(before) = written(path) {
        baseline.extend(before.parted(&found.project.roots, &found.project.sources).1);
    }
    // A stranger's package may contain a link of this name: a baseline in a package stays in it.
    match Boundary::around(path) {
        Some(boundary) => Writer::within(boundary).write(path, baseline.text().as_bytes())?,
        None => project::write_atomically(path, baseline.text().as_bytes())?,
    }
    let kept = match baseline.len().saturating_sub(now) {
        0 => String::new(),
        kept => format!("; {kept} of packages that were not checked stay"),
    };
    writeln!(console.err, "wrote {}: {} known from now on{kept}", shown(path), counted(now, "finding"))?;
    Ok(Status::Clean)
}

/// The baseline that is there, if there is one.
fn written(path: &Path) -> Option<Baseline> {
    if project::is_stream(path) {
        return None;
    }
    Baseline::read(&input::text_of_any_package(path, BASELINE_BYTES).ok()?).ok()
}

/// Sets aside what is known.
pub(super) fn set_aside(check: &Check, found: &mut World, console: &mut Console<'_>) -> Result<(), Stop> {
    if let Some(path) = &check.baseline {
        let of_path = |reason: String| Stop::because(format!("cannot read the baseline `{}`: {reason}", shown(path)));
        let text = input::text_of_any_package(path, BASELINE_BYTES).map_err(|denied| match denied {
            Denied::Outside(outside) => Stop::because(format!("cannot read the baseline `{}`: it {}", shown(path), outside.reason())),
            Denied::Failed(error) => of_path(reason(&error)),
        })?;
        let baseline = Baseline::read(&text).map_err(of_path)?;
        let name = shown(path);
        let known = format!("known in the baseline {name}");
        let (checked, others) = baseline.parted(&found.project.roots, &found.project.sources);
        // An error of a package that this one stands on is found here, too.
        others.set_aside(&mut found.diagnostics, &found.project.sources, &known);
        let gone = checked.set_aside(&mut found.diagnostics, &found.project.sources, &known);
        if gone > 0 && !found.project.is_partial() {
            let are = if gone == 1 { "is" } else { "are" };
            writeln!(console.err, "{} of {name} {are} gone: write it again with --write-baseline", counted(gone, "finding"))?;
        }
    }
    if let Some(commit) = &check.changed_since {
        let before = before(commit, &check.paths, console)?;
        before.set_aside(&mut found.diagnostics, &found.project.sources, &format!("was there in {commit}"));
    }
    Ok(())
}

/// What was found in a commit.
fn before(commit: &str, paths: &[std::path::PathBuf], console: &mut Console<'_>) -> Result<Baseline, Stop> {
    let mut trees = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            return Err(Stop::because("the standard input is in no commit: --changed-since wants files and folders"));
        }
        trees.push(Tree::or_nothing(commit, path)?);
    }
    let there: Vec<std::path::PathBuf> = trees.iter().filter(|tree| tree.path().exists()).map(|tree| tree.path().to_owned()).collect();
    if there.is_empty() {
        return Ok(Baseline::default());
    }
    let world = compiled::verdict(project::load(&there, console.input)?, &Cache::nowhere());
    Ok(Baseline::of(&world.diagnostics, &world.project.sources))
}

/// How many findings were known before.
pub(super) fn count(found: &Diagnostics) -> usize {
    found.suppressed().iter().filter(|aside| aside.by == Suppressor::Baseline).count()
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    }
}
