//! `slipyard check`: checks packages and reports the findings.

mod baseline;
pub(super) mod policies;

use super::args::{CheckArgs, Deny};
use super::unified_diff::{self, PatchFolder};
use super::{CommandStatus, Console, Stop, compile_projects, verdict_cache};
use crate::fix::{self, FixResult, Level};
use crate::project::{self, Project};
use slip_export::cards::counted;
use slip_report::{DrawOptions, Style, Summary};
use slip_source::PackageId;
use slip_source::diagnostic::Severity;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Checks the paths and reports the findings.
pub(super) fn run(check: &CheckArgs, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let start = Instant::now();
    let base = project::report_base(check.root.as_deref(), &check.paths)?;
    if check.require_packages {
        require_packages(&check.paths)?;
    }
    let mut project = project::load(&check.paths, console.input)?;
    if check.require_packages {
        require_manifests(&project)?;
    }
    if check.locked {
        project.require_locks();
    }
    let policies = policies::find(check.policy.as_deref(), &project)?;
    let loosened = policies.apply(&mut project);
    if let Some(level) = level(check) {
        let mended = fix::mend(&mut project, level);
        for id in project.files_asked().iter().filter(|id| project.is_garbled(**id)) {
            let path = project.sources.file(*id).map_or("", |file| file.shown());
            writeln!(console.err, "`{path}` is not UTF-8 text and was not changed")?;
        }
        if check.diff {
            return show(&project, &mended, console);
        }
        if mended.before.keys().any(|id| project.sources.file(*id).is_some_and(|file| file.path() == project::STDIN)) {
            return Err(Stop::because("the standard input cannot be changed in place: add --diff for a patch, or give the file"));
        }
        fix::write(&project, &mended)?;
        tell(&mended, "fixed", console)?;
    }
    let kept = verdict_cache::cache(check.no_cache);
    let mut found = compile_projects::verdict(project, &kept);
    let denies = |what: Deny| check.deny.contains(&what);
    policies::judge(&policies, loosened, denies(Deny::Waivers), &mut found);
    if let Some(path) = &check.write_baseline {
        return baseline::write(path, &found, console);
    }
    baseline::set_aside(check, &kept, &mut found, console)?;
    if denies(Deny::Warnings) {
        for diagnostic in found.diagnostics.iter_mut() {
            if diagnostic.severity == Severity::Warning {
                diagnostic.severity = Severity::Error;
            }
        }
    }
    let summary = Summary { base, waivers: found.waivers(), policies: policies.sources().map(str::to_owned).collect(), ..found.summary() };
    let style = Style::from(check.format);
    let picture = DrawOptions { colour: console.colour, ..DrawOptions::default() };
    slip_report::write(console.out, &found.diagnostics, &found.project.sources, style, picture, &summary)?;
    console.out.flush()?;
    for report in &check.report {
        let mut text = Vec::new();
        let style = Style::from(report.format);
        slip_report::write(&mut text, &found.diagnostics, &found.project.sources, style, DrawOptions::default(), &summary)?;
        project::write_atomically(&report.file, &text)?;
    }
    let looked_at = [(summary.packages, "package"), (summary.files.len(), "file"), (summary.items, "item")];
    // The number of items is not shown if it is 0: maps and encounters do not count as items, and the path may contain nothing else.
    let looked_at = looked_at.iter().filter(|(number, word)| *number > 0 || *word != "item");
    let looked_at = looked_at.map(|(number, word)| counted(*number, word)).collect::<Vec<_>>().join(", ");
    let aside = match baseline::count(&found.diagnostics) {
        0 => String::new(),
        known => format!("; {known} known before"),
    };
    let waived = match summary.waivers {
        0 => String::new(),
        waivers => format!("; {}", counted(waivers, "waiver")),
    };
    writeln!(
        console.err,
        "checked {looked_at} in {}: {}{waived}{aside}",
        shown(start.elapsed()),
        compile_projects::counts(&found.diagnostics)
    )?;
    policies::tell(&policies, &found, console)?;
    Ok(if found.diagnostics.has_errors() { CommandStatus::Problems } else { CommandStatus::Clean })
}

/// Refuses a path without a package, for continuous integration. If a manifest was lost, the version, the lints and the lock of its package
/// would be switched off, and the check would pass.
fn require_packages(paths: &[PathBuf]) -> Result<(), Stop> {
    for path in paths {
        if path.as_os_str() == "-" {
            return Err(Stop::because("the standard input is not a package: --require-packages needs folders or packed files"));
        }
        if path.exists() && !project::is_in_or_around_package(path)? {
            let shown = super::shown(path);
            let manifest = project::MANIFEST;
            return Err(Stop::because(format!(
                "there is no package in `{shown}`: no `{manifest}` is in this folder, below it or above it"
            )));
        }
    }
    Ok(())
}

/// Refuses Slip files that are in no package, since no manifest sets their version, lints and lock.
fn require_manifests(project: &Project) -> Result<(), Stop> {
    let is_nameless = |id: &PackageId| project.sources.package(*id).is_some_and(|package| package.manifest.is_none());
    for root in project.roots.iter().filter(|root| is_nameless(root)) {
        let mut files = project.sources.files_of(*root).map(|(_, file)| file);
        if let Some(first) = files.next() {
            let more = match files.count() {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            let (file, manifest) = (first.shown(), project::MANIFEST);
            return Err(Stop::because(format!("`{file}` is not in a package{more}: there is no `{manifest}` in its folder or above it")));
        }
    }
    Ok(())
}

/// Returns the level of the edits to apply, or `None` if no edits are asked for.
fn level(check: &CheckArgs) -> Option<Level> {
    match (check.unsafe_fixes, check.fix || check.diff) {
        (true, _) => Some(Level::Unsafe),
        (false, true) => Some(Level::Safe),
        (false, false) => None,
    }
}

/// Prints the edits as a diff.
fn show(project: &Project, mended: &FixResult, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let files: Vec<_> = mended.before.iter().filter_map(|(id, before)| Some((project.sources.file(*id)?, before))).collect();
    let ground = PatchFolder::of(files.iter().map(|(file, _)| Path::new(file.path())));
    for (file, before) in files {
        console.out.write_all(unified_diff::unified(&ground, Path::new(file.path()), before, file.text(), console.colour).as_bytes())?;
    }
    console.out.flush()?;
    ground.tell(console)?;
    tell(mended, "would fix", console)?;
    Ok(if mended.before.is_empty() && !mended.left.has_errors() { CommandStatus::Clean } else { CommandStatus::Problems })
}

/// Prints a sentence about the edits that were made, and another about the edits that are still possible.
fn tell(mended: &FixResult, verb: &str, console: &mut Console<'_>) -> Result<(), Stop> {
    let left = mended.left.len();
    if mended.made == 0 {
        let of = if left == 0 { "nothing to fix".to_owned() } else { format!("{verb} none of {}", counted(left, "finding")) };
        writeln!(console.err, "{of}")?;
    } else {
        let all = counted(mended.made.saturating_add(left), "finding");
        writeln!(console.err, "{verb} {} of {all} in {}", mended.made, counted(mended.before.len(), "file"))?;
    }
    if mended.at_next_level > 0 {
        let more = counted(mended.at_next_level, "more finding");
        let have = if mended.at_next_level == 1 { "has a fix that changes" } else { "have fixes that change" };
        writeln!(console.err, "{more} {have} the meaning of the text: --unsafe-fixes applies the first fix of each")?;
    }
    if mended.set_aside > 0 {
        let was = if mended.set_aside == 1 { "was" } else { "were" };
        writeln!(console.err, "{} {was} not applied: there would not be fewer findings", counted(mended.set_aside, "fix"))?;
    }
    if mended.cut_short {
        writeln!(console.err, "stopped after {} passes; run the command again to continue", fix::MOST_PASSES)?;
    }
    Ok(())
}

/// Formats a duration: milliseconds below a second, tenths of a second above.
pub(super) fn shown(time: Duration) -> String {
    let milliseconds = time.as_millis();
    if milliseconds < 1000 { format!("{milliseconds} ms") } else { format!("{}.{} s", milliseconds / 1000, milliseconds % 1000 / 100) }
}
