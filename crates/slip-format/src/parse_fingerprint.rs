//! Fingerprint of a parsed text: a record of its items, entries and findings that does not depend on the layout.
//!
//! Positions are counted in bytes, and blanks and `;` are skipped, because formatting changes only these. Two layouts of a text with equal
//! records have the same tree and the same findings.

use super::index;
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostics};
use slip_syntax::tree::{Block, File, Item};
use slip_syntax::visit;

/// Items, entries and findings of a text, in the order of the text.
#[derive(PartialEq, Eq)]
pub(super) struct TextFingerprint {
    nodes: Vec<Node>,
    findings: Vec<(Code, String, Range)>,
}

/// First and last position of a node or finding.
type Range = (u32, u32);

/// Item or entry: its position, its depth, and true if it did not parse completely.
type Node = (Range, usize, bool);

impl TextFingerprint {
    pub(super) fn new(text: &str, tree: &File, diagnostics: &Diagnostics) -> TextFingerprint {
        let places = Places::new(text);
        let mut nodes = Vec::new();
        for item in &tree.items {
            let broken = match item {
                Item::Declaration(item) => item.broken,
                Item::Error(_) => true,
                _ => false,
            };
            nodes.push((places.range(item.span()), 0, broken));
            visit::block(item).into_iter().for_each(|block| places.add(block, 1, &mut nodes));
        }
        let findings = diagnostics.iter().map(|found| (found.code, found.message.clone(), places.range(found.primary.span)));
        TextFingerprint { nodes, findings: findings.collect() }
    }
}

/// For each position in a text, the number of bytes before it without blanks and `;`.
struct Places(Vec<u32>);

impl Places {
    fn new(text: &str) -> Places {
        let mut count = 0;
        let mut places = Vec::with_capacity(text.len() + 1);
        places.push(0);
        for byte in text.bytes() {
            count += u32::from(!byte.is_ascii_whitespace() && byte != b';');
            places.push(count);
        }
        Places(places)
    }

    fn range(&self, span: Span) -> Range {
        let at = |offset: u32| self.0.get(index(offset)).copied().unwrap_or_default();
        (at(span.start), at(span.end))
    }

    fn add(&self, block: &Block, depth: usize, nodes: &mut Vec<Node>) {
        for entry in &block.entries {
            nodes.push((self.range(entry.span), depth, entry.broken || block.unclosed));
            entry.block().into_iter().for_each(|inner| self.add(inner, depth + 1, nodes));
        }
    }
}
