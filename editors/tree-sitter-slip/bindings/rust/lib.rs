//! Slip for tree-sitter: `tree_sitter::Language::from(tree_sitter_slip::LANGUAGE)`, and the queries editors use.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_slip() -> *const ();
}

/// The language.
// SAFETY: the function is the generated one of `src/parser.c`.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_slip) };

/// Types of all nodes, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");
/// Query for syntax highlighting.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");
/// Query for the parts that fold.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");
/// Query for indentation.
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");
/// Query for names and the scopes in which they are valid.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");
/// Query for declarations, for navigation.
pub const TAGS_QUERY: &str = include_str!("../../queries/tags.scm");
