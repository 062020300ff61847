//! Finds the policy of a check, adds its findings, and says which policy was applied.

use crate::cli::compile_projects::CompiledProject;
use crate::cli::{Console, Stop, packages_in_commit};
use crate::policy::{self, Policies};
use crate::project::Project;
use slip_export::cards::counted;
use slip_source::diagnostic::Diagnostic;
use std::collections::BTreeSet;
use std::path::Path;

/// Returns the policies of the requested packages: the policy file that the user names, otherwise those at the roots of their repositories.
///
/// # Errors
/// If a policy cannot be read, or has mistakes. A policy that the user names is never ignored.
pub(in crate::cli) fn find(asked: Option<&str>, project: &Project) -> Result<Policies, Stop> {
    let Some(asked) = asked else { return Ok(Policies::of_repositories(project)?) };
    let policy = match in_commit(asked) {
        Some((commit, file)) => {
            policy::from_bytes(&slip_printable::text(asked), packages_in_commit::file_in(commit, file, Path::new("."))?)?
        }
        None => policy::from_file(Path::new(asked))?,
    };
    Ok(Policies::of_all(policy, project))
}

/// Splits `COMMIT:FILE`. A word with a colon is a path only if it begins with `./`, `../`, `/` or a Windows drive. Otherwise a contributor
/// could replace the file of a commit by adding a file with the name `COMMIT:FILE`.
fn in_commit(asked: &str) -> Option<(&str, &str)> {
    let is_drive = cfg!(windows) && asked.get(1..3).is_some_and(|sign| sign == ":\\" || sign == ":/");
    let is_path = is_drive || asked.starts_with("./") || asked.starts_with("../") || asked.starts_with('/');
    asked.split_once(':').filter(|_| !is_path)
}

/// Reports violations of the policies and, if the run allows no waivers, every waiver. This covers the requested packages and files, and
/// the packages in the same repositories that they depend on.
pub(in crate::cli) fn judge(policies: &Policies, loosened: Vec<Diagnostic>, denies_waivers: bool, found: &mut CompiledProject) {
    let mut denied = loosened;
    denied.extend(policies.judge(&found.project, &found.exceptions));
    if denies_waivers {
        let waivers: Vec<Diagnostic> = found.waivers_in_reach().map(|waiver| policy::denied_waiver(waiver.span, &waiver.code)).collect();
        let spans: BTreeSet<_> = waivers.iter().map(|waiver| waiver.primary.span).collect();
        denied.retain(|one| !spans.contains(&one.primary.span));
        denied.extend(waivers);
    }
    if denied.is_empty() {
        return;
    }
    denied.retain(|one| found.project.concerns(one));
    denied.into_iter().for_each(|one| found.diagnostics.push(one));
    found.diagnostics.sort();
    found.diagnostics.dedup();
}

/// Prints one sentence for each policy that was applied, and one for each ban in it that matches nothing.
pub(super) fn tell(policies: &Policies, found: &CompiledProject, console: &mut Console<'_>) -> Result<(), Stop> {
    for (source, packages) in policies.applied() {
        let waivers: usize = packages.iter().filter_map(|id| found.exceptions.get(id)).map(|one| one.waivers.len()).sum();
        let (packages, waivers) = (counted(packages.len(), "package"), counted(waivers, "waiver"));
        writeln!(console.err, "applied the policy `{}` to {packages}, with {waivers}", slip_printable::line(source))?;
    }
    for (source, ban) in policies.idle_bans(&found.exceptions) {
        let (source, ban) = (slip_printable::line(source), slip_printable::line(ban));
        writeln!(console.err, "note: `{ban}` in `ban` of the policy `{source}` matches nothing in the checked packages")?;
    }
    Ok(())
}
