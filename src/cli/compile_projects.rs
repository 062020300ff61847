//! Compiles projects, and collects the findings of loading and compiling in one list.

use super::pack_items::ListedItem;
use super::{Console, Stop, pack_items};
use crate::cache::Cache;
use crate::policy;
use crate::project::{self, Project};
use rayon::prelude::*;
use slip_compile::check::expectation::TestBlock;
use slip_compile::{Compiled, Exceptions, TreeCache, WrittenWaiver};
use slip_export::cards::counted;
use slip_export::packed_package::{self, CompiledPackage, Contents};
use slip_pack::{OtherRules, Pack};
use slip_report::Summary;
use slip_source::diagnostic::{Code, Diagnostics, Severity};
use slip_source::{PackageId, Sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Largest number of packages that an error lists by name, for the user to choose one.
const MOST_NAMED: usize = 6;

/// Compiled project.
pub(super) struct CompiledProject {
    pub(super) project: Project,
    pub(super) pack: Pack,
    /// Findings about the requested packages and files, sorted by position.
    pub(super) diagnostics: Diagnostics,
    /// Number of items that the requested packages declare.
    pub(super) items: usize,
    /// Waivers and patches in the texts of the packages that were compiled, by package.
    pub(super) exceptions: BTreeMap<PackageId, Exceptions>,
    /// Tests of the requested packages; empty if the project was compiled for its findings only.
    pub(super) tests: Vec<TestBlock>,
}

/// Compiles a project.
pub(super) fn compile(project: Project) -> CompiledProject {
    let compiled = slip_compile::compile(&project.sources);
    gather(project, compiled)
}

/// Checks a project for its findings only, or reads the findings from the cache.
pub(super) fn verdict(project: Project, kept: &Cache) -> CompiledProject {
    let mut trees = TreeCache::default();
    let found = verdict_again(project, kept, &mut trees);
    // The process ends soon. To free the trees of a large catalogue one by one takes longer than to let the system free all memory.
    std::mem::forget(trees);
    found
}

/// Checks only the packages `roots` of a project for their findings, or reads the findings from the cache.
pub(super) fn verdict_on(project: Project, roots: &[PackageId], kept: &Cache) -> CompiledProject {
    let compiled = kept.verdicts(&mut TreeCache::default(), &project.sources, roots);
    gather(project, compiled)
}

/// Checks a project for its findings only, or reads the findings from the cache. Keeps the syntax trees in `trees` for the next call,
/// because some commands check again and again.
pub(super) fn verdict_again(project: Project, kept: &Cache, trees: &mut TreeCache) -> CompiledProject {
    // Packages to which a policy applies are checked, too, even if the user did not ask for them.
    let judged: Vec<PackageId> = policy::judged_packages(&project).into_iter().collect();
    let compiled = kept.verdicts(trees, &project.sources, &judged);
    gather(project, compiled)
}

fn gather(project: Project, compiled: Compiled) -> CompiledProject {
    let mut diagnostics = project.diagnostics.clone();
    diagnostics.append(compiled.diagnostics);
    diagnostics.retain(|diagnostic| project.concerns(diagnostic));
    diagnostics.sort();
    // Several designs may report the same finding about one line of a shared declaration; it is listed once.
    diagnostics.dedup();
    let items = project.roots.iter().filter_map(|root| compiled.items.get(root)).sum();
    let tests = compiled.tests.into_iter().filter(|test| project.is_asked(test.span.file)).collect();
    CompiledProject { project, pack: compiled.pack, diagnostics, items, exceptions: compiled.exceptions, tests }
}

impl CompiledProject {
    /// True if the user asked for a package of this name.
    pub(super) fn is_root(&self, package: &str) -> bool {
        let mut roots = self.project.roots.iter().filter_map(|id| self.project.sources.package(*id));
        roots.any(|root| root.name == package)
    }

    /// Returns the numbers of packages, files and items that were checked.
    pub(super) fn summary(&self) -> Summary {
        Summary { packages: self.project.roots.len(), files: self.project.files_asked(), items: self.items, ..Summary::default() }
    }

    /// Returns the waivers in the requested packages and files.
    pub(super) fn written_waivers(&self) -> impl Iterator<Item = &WrittenWaiver> {
        let roots = self.project.roots.iter().filter_map(|root| self.exceptions.get(root));
        roots.flat_map(|exceptions| &exceptions.waivers).filter(|waiver| self.project.is_asked(waiver.span.file))
    }

    /// Returns the waivers in the requested packages and files, and in the packages of the same repositories that they depend on.
    pub(super) fn waivers_in_reach(&self) -> impl Iterator<Item = &WrittenWaiver> {
        let others = policy::judged_packages(&self.project)
            .into_iter()
            .filter(|id| !self.project.roots.contains(id))
            .filter_map(|id| self.exceptions.get(&id));
        self.written_waivers().chain(others.flat_map(|exceptions| &exceptions.waivers))
    }

    /// Returns the content of the packed file for the package.
    pub(super) fn to_be_packed(&self) -> Result<Contents, Stop> {
        let project = &self.project;
        let package = CompiledPackage {
            sources: &project.sources,
            root: project.roots.first().copied().unwrap_or(PackageId::STD),
            pack: &self.pack,
            diagnostics: &self.diagnostics,
            hash_of: &|id| project.hash_of(id),
            licences: &|id| project.licences(id).map_err(|failure| failure.message),
            tool: format!("slipyard {}", env!("CARGO_PKG_VERSION")),
        };
        packed_package::contents(&package).map_err(Stop::because)
    }

    /// Returns the number of waivers in the requested packages and files.
    pub(super) fn waivers(&self) -> usize {
        self.written_waivers().count()
    }
}

/// Loads the only package of a list, or the files of the folder itself if the list is empty.
///
/// # Errors
/// If there are several packages: the user has to choose one.
pub(super) fn only(packages: &[PathBuf], folder: &Path) -> Result<Project, Stop> {
    match packages {
        [] => Ok(project::load_package(folder)?),
        [one] => Ok(project::load_package(one)?),
        several => {
            let names: Vec<String> = several.iter().map(|folder| format!("`--in {}`", crate::cli::shown(folder))).collect();
            let more = match names.len().saturating_sub(MOST_NAMED) {
                0 => String::new(),
                more => format!(", or one of {more} more"),
            };
            let named: Vec<String> = names.into_iter().take(MOST_NAMED).collect();
            Err(Stop::because(format!("there are several packages here: add {}{more}", named.join(" or "))))
        }
    }
}

/// Compiles every package in a folder separately, each as a world of its own, so that errors in one package do not affect another.
pub(super) fn worlds(folder: &Path) -> Result<Vec<CompiledProject>, Stop> {
    worlds_in(&project::packages(folder)?)
}

/// Compiles every package in a folder separately. Files are named by their package and their path inside it, so that the names are the same
/// on every machine.
pub(super) fn worlds_anywhere(folder: &Path) -> Result<Vec<CompiledProject>, Stop> {
    let mut projects = project::load_packages(&project::packages(folder)?)?;
    project::place_in_folders_of_names(&mut projects);
    Ok(compile_projects(projects))
}

/// Compiles projects. Those that share their sources are compiled together.
fn compile_projects(projects: Vec<Project>) -> Vec<CompiledProject> {
    let mut sharing: Vec<(Arc<Sources>, Vec<usize>)> = Vec::new();
    for (at, project) in projects.iter().enumerate() {
        match sharing.iter_mut().find(|(sources, _)| Arc::ptr_eq(sources, &project.sources)) {
            Some((_, members)) => members.push(at),
            None => sharing.push((Arc::clone(&project.sources), vec![at])),
        }
    }
    let compile = |(sources, members): &(Arc<Sources>, Vec<usize>)| -> Vec<(usize, Compiled)> {
        let roots: Vec<PackageId> = members.iter().filter_map(|at| projects.get(*at)?.roots.first().copied()).collect();
        let is_shared = members.iter().filter_map(|at| projects.get(*at)).any(Project::is_shared);
        let compiled = if is_shared { slip_compile::compile_each(sources, &roots) } else { vec![slip_compile::compile(sources)] };
        members.iter().copied().zip(compiled).collect()
    };
    let mut compiled: BTreeMap<usize, Compiled> = sharing.par_iter().flat_map_iter(compile).collect();
    let worlds = projects.into_iter().enumerate().filter_map(|(at, project)| Some(gather(project, compiled.remove(&at)?)));
    worlds.collect()
}

/// Compiles packages of a folder separately: those whose texts contain one of the names, or all packages if there are no names.
fn worlds_with(folder: &Path, names: &[&str]) -> Result<Vec<CompiledProject>, Stop> {
    let names_one = |text: &str| names.is_empty() || names.iter().any(|name| text.contains(name));
    let wanted =
        |project: &Project| project.roots.iter().flat_map(|root| project.sources.files_of(*root)).any(|(_, file)| names_one(file.text()));
    let mut projects = project::load_packages(&project::packages(folder)?)?;
    projects.retain(wanted);
    Ok(compile_projects(projects))
}

/// Compiles the packages of the given folders separately.
pub(super) fn worlds_in(folders: &[PathBuf]) -> Result<Vec<CompiledProject>, Stop> {
    Ok(compile_projects(project::load_packages(folders)?))
}

/// Compiles the packages in a folder in which words of the command line are looked up. `meant` accepts the things that a word may name.
/// Only packages whose texts contain one of the words are compiled. If a word names nothing in them, all packages are compiled.
///
/// # Errors
///
/// If a word names no thing that `meant` accepts. The error suggests a similar name.
pub(super) fn worlds_of(
    folder: &Path,
    words: &[String],
    what: &str,
    meant: fn(&ListedItem<'_>) -> bool,
) -> Result<Vec<CompiledProject>, Stop> {
    let names: Vec<&str> = words.iter().map(|word| pack_items::parts(word).2).collect();
    let means = |worlds: &[CompiledProject], word: &String| !pack_items::find(worlds, word, meant).is_empty();
    let near = worlds_with(folder, &names)?;
    if words.iter().all(|word| means(&near, word)) {
        return Ok(near);
    }
    let every = worlds(folder)?;
    match words.iter().find(|word| !means(&every, word)) {
        Some(word) => Err(Stop::because(pack_items::unknown(&every, what, word, meant))),
        None => Ok(every),
    }
}

/// Compiles the packages in which words of the command line are looked up, as [`worlds_of`] does. In these words, a kind may be written
/// before a name, as in `weapon nova`. Such pairs are joined in the returned words.
pub(super) fn worlds_of_items(
    folder: &Path,
    words: &[String],
    what: &str,
    meant: fn(&ListedItem<'_>) -> bool,
) -> Result<(Vec<CompiledProject>, Vec<String>), Stop> {
    let unknown = match worlds_of(folder, words, what, meant) {
        Ok(found) => return Ok((found, words.to_vec())),
        Err(unknown) => unknown,
    };
    let joined = if words.len() > 1 { pack_items::joined(&worlds(folder)?, words, meant) } else { words.to_vec() };
    if joined == words { Err(unknown) } else { Ok((worlds_of(folder, &joined, what, meant)?, joined)) }
}

/// Prints one warning if the content shown has errors, and one if it uses rules other than the embedded ones.
pub(super) fn warn_of_errors<'w>(worlds: impl Iterator<Item = &'w CompiledProject>, console: &mut Console<'_>) -> Result<(), Stop> {
    let worlds: Vec<&CompiledProject> = worlds.collect();
    name_rules(worlds.iter().copied(), console)?;
    warn_of(errors_told(worlds.into_iter()), console)
}

/// Prints one sentence for each standard library other than the embedded one.
pub(super) fn name_rules<'w>(worlds: impl Iterator<Item = &'w CompiledProject>, console: &mut Console<'_>) -> Result<(), Stop> {
    let rules: BTreeSet<String> = worlds.filter_map(|world| world.pack.other_rules.as_ref().map(OtherRules::named)).collect();
    for named in rules {
        writeln!(console.err, "note: using the rules of `{named}`, not the standard rules of slipyard")?;
    }
    Ok(())
}

/// Returns the number of errors in all worlds. An error in a shared dependency is found in several worlds and counted once, as by `check`.
pub(super) fn errors_told<'w>(worlds: impl Iterator<Item = &'w CompiledProject>) -> usize {
    worlds.flat_map(errors).collect::<BTreeSet<Told<'_>>>().len()
}

/// Prints the warning that the shown content has a number of errors.
pub(super) fn warn_of(errors: usize, console: &mut Console<'_>) -> Result<(), Stop> {
    if errors > 0 {
        writeln!(console.err, "warning: the content has {}; see `slipyard check`", counted(errors, "error"))?;
    }
    Ok(())
}

/// Key of an error: path of the file, span, code and message. An error in a dependency that several worlds share is recognised by its key.
type Told<'w> = (&'w str, u32, u32, Code, &'w str);

fn errors(world: &CompiledProject) -> impl Iterator<Item = Told<'_>> {
    let errors = world.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    errors.map(|found| {
        let at = found.primary.span;
        let path = world.project.sources.file(at.file).map_or("", |file| file.path());
        (path, at.start, at.end, found.code, found.message.as_str())
    })
}

/// Formats the counts of findings: `1 error, 2 warnings, 0 notes`.
pub(super) fn counts(diagnostics: &Diagnostics) -> String {
    let count = |severity: Severity| counted(diagnostics.count(severity), severity.word());
    format!("{}, {}, {}", count(Severity::Error), count(Severity::Warning), count(Severity::Note))
}
