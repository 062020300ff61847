//! The names behind aliases, since sheets and play know things by those alone.
//!
//! Refuses nothing: that an old name was used is noted where names are looked up.

use crate::resolve::{DeclId, Program};
use ecow::EcoString;
use slip_syntax::tree::Path;

/// The name of what a path means.
pub(super) fn true_name(program: &Program<'_>, path: &Path, id: DeclId) -> EcoString {
    program.get(id).map_or_else(|| path.name.text.clone(), |declared| declared.name().clone())
}
