//! Editor features: answers as plain structs and byte offsets, based on the same compilation as `check`.
//!
//! A [`CompiledWorld`] is a compiled state; a [`FileView`] adds later changes of a file, item by item. This crate knows no protocol. It has
//! no rules of its own: all findings are those of `check`.

mod changed_part;
mod changed_range;
mod code_actions;
mod complete;
mod cursor_context;
mod declaration_members;
mod definition_and_references;
mod file_view;
mod hover;
mod inlay_hints;
mod item_values;
mod name_scope;
mod named_declarations;
mod outline;
mod rename;
mod semantic_tokens;
mod sheet;
mod signature;
mod usable_skills;
mod word_completion;
mod zone_completion;
mod zone_words;

pub use changed_part::ChangedFile;
pub use code_actions::{Action, ActionKind, actions, fix_all};
pub use complete::{Suggestion, SuggestionKind, complete};
pub use definition_and_references::{NameReference, definition, references};
pub use file_view::{CompiledWorld, CurrentRange, FileView, OffsetMap};
pub use hover::{Hover, hover};
pub use inlay_hints::{Hint, hints};
pub use named_declarations::{NamedDeclaration, meanings};
pub use outline::{CodeLens, FoldKind, FoldingRange, LensKind, Symbol, SymbolKind, everywhere, folds, lenses, symbols};
pub use rename::{Renaming, Subject, renamable, rename};
pub use semantic_tokens::{SemanticToken, TOKENS, tokens};
pub use signature::{Signature, signature};

/// Replacement of a range of text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TextChange {
    /// Range of text to replace.
    pub spot: CurrentRange,
    /// New text for the range.
    pub text: String,
}
