//! Syntax trees to a linked program: who is declared, what every name means, which entries an item has. Floor 3.
//!
//! Knows kinds and names, not what an entry means. One unknown name never stops the rest: the declaration stays, and the
//! phase that needs the name asks [`Program::find`] for it and gets the diagnostic to report.

pub mod errors;
mod index;
mod overlay;
pub mod program;
mod scope;
pub mod suggest;

pub use overlay::laid_over;
pub use program::{DeclId, Declared, Kinds, Program};

use crate::diagnostic::Diagnostics;
use crate::source::Sources;
use crate::syntax::tree::File;

/// Links the files of all packages.
///
/// Reports duplicate names, unknown kinds, packages, bases and designs, circles of `from`, and bad `use`, `alias` and
/// `patch` items.
pub fn resolve<'t>(sources: &'t Sources, files: &'t [File]) -> (Program<'t>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    // Declarations first, so that order in the text does not matter.
    let mut program = index::declare(sources, files, &mut diagnostics);
    // Then what each package sees of the others, since bases and designs may live elsewhere.
    scope::open(&mut program, files, &mut diagnostics);
    // Then bases and patches, which give every declaration its full entries.
    overlay::apply(&mut program, files, &mut diagnostics);
    (program, diagnostics)
}
