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
}

/// Compiles a project.
pub(super) fn compile(project: &Project) -> Compiled {
    let compiled = compile::compile(&project.sources);
    let mut diagnostics = project.diagnostics.clone();
    diagnostics.append(compiled.diagnostics);
    diagnostics.retain(|diagnostic| project.concerns(diagnostic));
    diagnostics.sort();
    Compiled { pack: compiled.pack, diagnostics }
}

/// The names of the packages that were asked for.
pub(super) fn root_names(project: &Project) -> Vec<&str> {
    project.roots.iter().filter_map(|id| project.sources.package(*id)).map(|package| package.name.as_str()).collect()
}

/// What was looked at.
pub(super) fn summary(project: &Project, compiled: &Compiled) -> Summary {
    let roots = root_names(project);
    let items = super::items::all(&compiled.pack).filter(|item| roots.contains(&item.package)).count();
    Summary { packages: project.roots.len(), files: project.file_count(), items }
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
