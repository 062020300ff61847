//! Editor features: answers as plain structs and byte offsets, based on the same compilation as `check`.
//!
//! A [`CompiledWorld`] is a compiled state; a [`FileView`] adds the changes made since then, item by item. This crate knows no protocol and checks no
//! rule that `check` does not check.

mod actions;
mod changed_part;
mod changed_range;
mod complete;
mod cursor;
mod hover;
mod inlay_hints;
mod members;
mod name_meanings;
mod name_scope;
mod names;
mod outline;
mod rename;
mod semantic_tokens;
mod sheet;
mod signature;
mod view;
mod zone_completion;

pub use actions::{Action, ActionKind, actions, fix_all};
pub use changed_part::Fresh;
pub use complete::{Suggestion, SuggestionKind, complete};
pub use hover::{Hover, hover};
pub use inlay_hints::{Hint, hints};
pub use name_meanings::{NamedDeclaration, meanings};
pub use names::{NameReference, definition, references};
pub use outline::{Fold, FoldKind, Lens, LensKind, Symbol, SymbolKind, everywhere, folds, lenses, symbols};
pub use rename::{Renaming, Subject, renamable, rename};
pub use semantic_tokens::{SemanticToken, TOKENS, tokens};
pub use signature::{Signature, signature};
pub use view::{CompiledWorld, CurrentRange, FileView, OffsetMap};

/// Replacement of a range of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextChange {
    /// Range of text to replace.
    pub spot: CurrentRange,
    /// New text for the range.
    pub text: String,
}
