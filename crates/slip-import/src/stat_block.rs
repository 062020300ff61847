//! Stat blocks as rulebooks print them and as people type them: blocks of lines, the facts in a line, and the design that fits them best.

mod apply;
mod blocks;
mod decoration;
mod facts;
mod lines;
mod stunt_text;
mod values;

pub(crate) use apply::drafts;
pub(crate) use blocks::blocks;
pub(crate) use decoration::without_emphasis as plain_cell;
pub(crate) use facts::{Fact, FactKind};
pub(crate) use lines::{BlockSection, members, segment};
pub(crate) use stunt_text::stunts;

/// Block of an input: a title, and the facts in the lines below it.
#[derive(Clone, Debug, Default)]
pub(crate) struct StatBlock {
    /// Line of the input in which the block begins, from 1.
    pub line: usize,
    /// Title of the item.
    pub title: String,
    /// Facts in the order of the input.
    pub facts: Vec<Fact>,
    /// Paragraphs of prose.
    pub doc: Vec<(usize, String)>,
    /// Lines that were not understood.
    pub unknown: Vec<(usize, String)>,
}
