//! `slipyard lock`: pins the dependencies of packages.

use super::args::Lock;
use super::{CommandStatus, Console, Stop, compile_projects, shown};
use crate::project::{self, LockComparison, Locked, Project};
use slip_pack::archive;
use slip_report::{DrawOptions, Style, Summary};
use slip_source::diagnostic::{Code, Severity};

/// Writes or updates the lock of every package in the path.
pub(super) fn run(lock: &Lock, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let mut status = CommandStatus::Clean;
    let mut projects = Vec::new();
    for folder in project::packages(lock.path())? {
        let project = project::load_package(&folder)?;
        projects.extend(project.locks.first().cloned().map(|locked| (project, locked)));
    }
    // Unknown names are reported before anything is written.
    must_be_known(lock, &projects)?;
    for (mut project, locked) in projects {
        // Only errors and findings about locks are kept. The dependencies must be complete; other warnings do not matter here.
        project.diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error || is_about_locks(diagnostic.code));
        let anew = match &lock.update {
            Some(names) if names.is_empty() => true,
            Some(names) => changed(&locked.standing).iter().all(|name| names.contains(name)),
            None => false,
        };
        project.diagnostics.retain(|diagnostic| !is_settled(diagnostic.code, &locked.standing, anew));
        if !project.diagnostics.is_empty() {
            status = CommandStatus::Problems;
            show(&project, console)?;
            writeln!(console.err, "`{}` was not written", locked.shown())?;
            continue;
        }
        let done = if locked.write(&locked.text(&project.sources, anew))? { "wrote" } else { "no changes in" };
        writeln!(console.out, "{done} {}", locked.shown())?;
    }
    Ok(status)
}

/// Refuses a path that contains nothing to lock. Also refuses a package name on which no package in the path depends.
fn must_be_known(lock: &Lock, projects: &[(Project, Locked)]) -> Result<(), Stop> {
    let names = |(project, locked): &(Project, Locked)| {
        let closure = project.sources.closure(locked.package).into_iter();
        closure.filter_map(|id| Some(project.sources.package(id)?.name.clone())).collect::<Vec<_>>()
    };
    let known: Vec<_> = projects.iter().flat_map(names).collect();
    if known.is_empty() && lock.path().is_file() && lock.path().extension().is_some_and(|end| end == archive::EXTENSION) {
        let shown = shown(lock.path());
        return Err(Stop::because(format!("`{shown}` is a packed package: it contains its dependencies and needs no lock")));
    }
    if known.is_empty() {
        return Err(Stop::because(format!("there is no `{}` at or above `{}`", project::MANIFEST, crate::cli::shown(lock.path()))));
    }
    if let Some(name) = lock.update.iter().flatten().find(|name| !known.contains(name)) {
        let near =
            slip_suggest::nearest(name, known.iter().map(String::as_str)).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        return Err(Stop::because(format!("no package here depends on `{name}`{near}")));
    }
    Ok(())
}

fn is_about_locks(code: Code) -> bool {
    matches!(code, Code::LockFile | Code::LockMismatch | Code::LockOutdated)
}

fn changed(standing: &LockComparison) -> &[String] {
    match standing {
        LockComparison::Changed(names) => names,
        _ => &[],
    }
}

/// True if writing the lock would resolve a finding.
fn is_settled(code: Code, standing: &LockComparison, anew: bool) -> bool {
    match code {
        Code::LockOutdated => true,
        Code::LockMismatch => anew,
        Code::LockFile => anew && *standing != LockComparison::Newer,
        _ => false,
    }
}

fn show(project: &Project, console: &mut Console<'_>) -> Result<(), Stop> {
    let picture = DrawOptions { colour: console.colour, ..DrawOptions::default() };
    let summary = Summary { packages: project.roots.len(), files: project.files_asked(), ..Summary::default() };
    slip_report::write(console.err, &project.diagnostics, &project.sources, Style::Human, picture, &summary)?;
    writeln!(console.err, "{}", compile_projects::counts(&project.diagnostics))?;
    Ok(())
}

/// Writes the lock of a package that is built, if there is none yet or the manifest has changed since. Existing pins stay. If the folder
/// cannot be written to, the package is built without a lock.
pub(super) fn keep(locked: &Locked, text: &str, console: &mut Console<'_>) -> Result<(), Stop> {
    let wanted = match locked.standing {
        LockComparison::Missing => locked.has_dependencies,
        LockComparison::Outdated => true,
        LockComparison::Current | LockComparison::Changed(_) | LockComparison::Unreadable | LockComparison::Newer => false,
    };
    if !wanted {
        return Ok(());
    }
    match locked.write(text) {
        Ok(true) => writeln!(console.out, "wrote {}", locked.shown())?,
        Ok(false) => {}
        Err(failure) => writeln!(console.err, "warning: {failure}")?,
    }
    Ok(())
}
