//! Resolves aliases to declared names, because sheets and play use only the declared names.
//!
//! Refuses nothing: the use of an old name is reported by the name lookup.

use crate::resolve::{DeclId, Program};
use ecow::EcoString;
use slip_syntax::tree::NamePath;

/// Returns the declared name of the thing that a path refers to.
pub(super) fn true_name(program: &Program<'_>, path: &NamePath, id: DeclId) -> EcoString {
    program.get(id).map_or_else(|| path.name.text.clone(), |declared| declared.name().clone())
}
