//! Parses text to a syntax tree and diagnostics. Parsing never fails.

mod diagnose;
mod entries_at_left_margin;
mod errors;
mod expected_tokens;
mod expression;
mod extra_head_words;
mod foreign_imports;
mod foreign_notation;
mod formula_errors;
mod grammar;
mod head_errors;
mod html_entities;
mod json_and_yaml_entries;
mod literal;
mod merge_conflicts;
mod names_in_entries;
mod number_errors;
mod parallel;
mod parse;
mod prescan;
mod recognise_mistake;
mod recognised_mistake_errors;
mod recover;
mod size_limits;
mod stat_block;
pub mod tokens;
pub mod tree;
mod unparsed_text_errors;
mod use_mistakes;
pub mod visit;

pub use slip_limits::NAME_BYTES as LONGEST_NAME;
pub use tokens::on_one_line;

use slip_limits::FILE_BYTES;
use slip_source::diagnostic::Diagnostics;
use slip_source::{FileId, SourceFile, Span};

/// Words of the language that are never names.
pub const RESERVED: &[&str] = &["and", "or", "not", "if", "then", "else", "when"];

/// True if a word is a kind of the language or of the standard library. Packages may have other kinds, so this is only for messages.
pub fn is_kind(word: &str) -> bool {
    recognise_mistake::KINDS.contains(&word)
}

/// Parses one file. A part that did not parse becomes an error node in the tree, and is reported.
pub fn parse(id: FileId, file: &SourceFile) -> (tree::File, Diagnostics) {
    let text = file.text();
    if text.len() > FILE_BYTES {
        let diagnostics = [unparsed_text_errors::file_too_large(id)].into_iter().collect();
        return (tree::File { id, items: Vec::new(), comments: Vec::new(), unmerged: Vec::new() }, diagnostics);
    }
    if has_old_line_ends(text) {
        let span = Span::new(id, 0, file.end());
        let diagnostics = [unparsed_text_errors::old_line_ends(span)].into_iter().collect();
        return (tree::File { id, items: vec![tree::Item::Error(span)], comments: Vec::new(), unmerged: Vec::new() }, diagnostics);
    }
    merge_conflicts::parse(text, id)
}

/// True if all lines end in a carriage return alone. The grammar treats a carriage return as a blank, so the whole file would be one line.
fn has_old_line_ends(text: &str) -> bool {
    !text.contains('\n') && text.trim_end().contains('\r')
}
