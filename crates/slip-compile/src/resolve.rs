//! Links syntax trees to a program: declarations, the meaning of names, and the entries of items after `from` and `patch`.
//!
//! Knows kinds and names, not the meaning of entries. An unknown name never stops the rest: the declaration is kept, and the phase
//! that needs the name calls [`Program::find`] and reports its diagnostic.

mod alias_chains;
mod declaration_index;
pub mod errors;
mod find_by_title;
mod fitting_items;
mod imports;
mod join_kind_and_name;
mod merge_entries;
mod name_table;
mod patch;
mod patch_errors;
pub mod program;
mod reference_log;
mod scope;
mod tree_equality;
mod unknown_names;
mod unparsed_names;

pub use join_kind_and_name::test_with;
pub use merge_entries::{alone, laid_over};
pub use program::{AppliedPatch, DeclId, DeclaredItem, Kinds, PLAIN_KINDS, Program};
pub use reference_log::ReferenceLog;
pub use slip_syntax::RESERVED;

use slip_source::diagnostic::Diagnostics;
use slip_source::{PackageId, Sources};
use slip_syntax::tree::File;
use std::collections::BTreeSet;

/// True if the text is a valid name: a lower-case letter, then lower-case letters, digits and `_`. Reserved words and counts such as `x3`
/// are not names.
pub fn is_name(text: &str) -> bool {
    let is_count = text.strip_prefix('x').is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()));
    if RESERVED.contains(&text) || is_count {
        return false;
    }
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|character| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '_')
}

/// Links the files of packages.
///
/// Reports duplicate names, unknown kinds, packages, bases and designs, circles of `from` and of `alias`, and invalid `use`,
/// `alias` and `patch` items.
pub fn resolve<'t>(sources: &'t Sources, files: &[&'t File]) -> (Program<'t>, Diagnostics) {
    resolve_world(sources, files, &sources.packages().map(|(id, _)| id).collect(), false)
}

/// Links the files of the given packages. The packages must include all their dependencies. Names of other packages are not visible. If
/// `trail` is true, the program records in a [`ReferenceLog`] the declaration to which each name refers.
pub fn resolve_world<'t>(
    sources: &'t Sources,
    files: &[&'t File],
    packages: &BTreeSet<PackageId>,
    trail: bool,
) -> (Program<'t>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    // Declarations come first, so that their order in the text does not matter.
    let mut program = declaration_index::declare(sources, files, &mut diagnostics);
    program.trail = trail.then(Default::default);
    // Next, the names are collected that each package can see in other packages: bases and designs may be declared there.
    scope::open(&mut program, files, packages, &mut diagnostics);
    // Then bases and patches, which complete the entries of every declaration.
    merge_entries::apply(&mut program, files, &mut diagnostics);
    // Last comes joining a kind and a name that are written together (`weapon nova`), because all kinds and names are known now.
    join_kind_and_name::join(&mut program);
    (program, diagnostics)
}

/// Reports unused imports, and uses of old names. All other phases must have looked up their names before. Only packages that parsed
/// completely are checked.
pub fn leftovers(program: &Program<'_>, files: &[&File], packages: &BTreeSet<PackageId>) -> Diagnostics {
    scope::leftovers(program, files, packages)
}
