//! What an editor asks about a text: answers as plain structs and byte offsets, from the compilation that `check` makes.
//!
//!
//! A [`World`] stands as it was compiled; a [`View`] lays what an author has written since over it, item by item. Nothing here
//! knows a protocol, and no rule is checked here that `check` does not check.

mod actions;
mod complete;
mod cursor;
mod fresh;
mod hints;
mod hover;
mod means;
mod members;
mod names;
mod outline;
mod parts;
mod reach;
mod rename;
mod sheet;
mod signature;
mod tokens;
mod view;
mod window;

pub use actions::{Action, ActionKind, actions, fix_all};
pub use complete::{Suggestion, SuggestionKind, complete};
pub use fresh::Fresh;
pub use hints::{Hint, hints};
pub use hover::{Hover, hover};
pub use means::{Thing, meanings};
pub use names::{Use, definition, references};
pub use outline::{Fold, FoldKind, Lens, LensKind, Symbol, SymbolKind, everywhere, folds, lenses, symbols};
pub use rename::{Renaming, Subject, renamable, rename};
pub use signature::{Signature, signature};
pub use tokens::{TOKENS, Token, tokens};
pub use view::{Frame, Spot, View, World};

/// Text that takes the place of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What is replaced.
    pub spot: Spot,
    /// The new text.
    pub text: String,
}
