//! Resolves aliases to the declared names, because sheets and play use only the declared names.
//!
//! Refuses nothing: the name lookup reports the use of an old name.

use crate::resolve::{DeclId, Program};
use ecow::EcoString;
use slip_syntax::tree::NamePath;

/// Returns the declared name of the thing that a path refers to.
pub(super) fn true_name(program: &Program<'_>, path: &NamePath, id: DeclId) -> EcoString {
    program.get(id).map_or_else(|| path.name.text.clone(), |declared| declared.name().clone())
}
