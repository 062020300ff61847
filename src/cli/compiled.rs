//! A project, compiled, with the findings of loading and compiling in one list. Floor 8.

use crate::compile;
use crate::diagnostic::{Diagnostics, Severity};
use crate::pack::Pack;
use crate::project::Project;
use crate::report::Summary;

/// What a command works with.
pub(super) struct Compiled {
    pub(super) pack: Pack,
    /// In order of place; only what was asked for.
    pub(super) diagnostics: Diagnostics,
    /// How many built things the packages asked for declare.
    pub(super) items: usize,
}

/// Compiles a project.
pub(super) fn compile(project: &Project) -> Compiled {
    gather(project, compile::compile(&project.sources))
}

/// Compiles a project for its findings alone.
pub(super) fn verdict(project: &Project) -> Compiled {
    gather(project, compile::verdict(&project.sources))
}

fn gather(project: &Project, compiled: compile::Compiled) -> Compiled {
    let mut diagnostics = project.diagnostics.clone();
    diagnostics.append(compiled.diagnostics);
    diagnostics.retain(|diagnostic| project.concerns(diagnostic));
    diagnostics.sort();
    // What several designs find in one line of a shared declaration is said once.
    let mut before = None;
    let diagnostics = diagnostics.into_iter().filter(|diagnostic| before.replace(diagnostic.clone()).as_ref() != Some(diagnostic)).collect();
    let items = project.roots.iter().filter_map(|root| compiled.items.get(root)).sum();
    Compiled { pack: compiled.pack, diagnostics, items }
}

/// The names of the packages that were asked for.
pub(super) fn root_names(project: &Project) -> Vec<&str> {
    project.roots.iter().filter_map(|id| project.sources.package(*id)).map(|package| package.name.as_str()).collect()
}

/// What was looked at.
pub(super) fn summary(project: &Project, compiled: &Compiled) -> Summary {
    Summary { packages: project.roots.len(), files: project.file_count(), items: compiled.items }
}

/// `1 error, 2 warnings, 0 notes`.
pub(super) fn counts(diagnostics: &Diagnostics) -> String {
    let count = |severity: Severity| counted(diagnostics.count(severity), severity.word());
    format!("{}, {}, {}", count(Severity::Error), count(Severity::Warning), count(Severity::Note))
}

/// `1 file`, `2 files`.
pub(super) fn counted(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}
