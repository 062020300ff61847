//! Refuses items with more entries or values than the limits allow. Searches among the entries of one item are therefore fast.

use super::tree::{Block, Entry, Item};
use super::unparsed_text_errors as errors;
use slip_limits::{ENTRIES, NAME_BYTES, VALUES};
use slip_source::diagnostic::Diagnostic;

/// Returns a message if the length of an item's name, the number of its entries, or the number of values of an entry exceeds the limit.
pub(super) fn excess(item: &Item) -> Option<Diagnostic> {
    let (name, block) = match item {
        Item::Declaration(item) => (Some(&item.name), item.block.as_ref()),
        Item::Patch(item) => (None, Some(&item.block)),
        Item::Test(item) => (None, Some(&item.block)),
        Item::Use(item) => {
            let names = item.names.as_deref().unwrap_or_default();
            return names.get(VALUES).map(|name| errors::too_many_values(item.package.span, name.span));
        }
        Item::Alias(item) => (Some(&item.name), None),
        Item::Error(_) => return None,
    };
    if let Some(name) = name.filter(|name| name.text.len() > NAME_BYTES) {
        return Some(errors::name_too_long(name.span));
    }
    let mut count = 0;
    block.and_then(|block| counted(block, &mut count))
}

/// Counts the entries of a block and of its inner blocks. The nesting of brackets is limited, so the recursion is safe.
fn counted(block: &Block, count: &mut usize) -> Option<Diagnostic> {
    block.entries.iter().find_map(|entry| {
        *count += 1;
        if *count > ENTRIES {
            return Some(errors::too_many_entries(entry.span.at_start()));
        }
        entry.values.get(VALUES).map(|value| errors::too_many_values(entry.key.span(), value.expr.span)).or_else(|| inside(entry, count))
    })
}

fn inside(entry: &Entry, count: &mut usize) -> Option<Diagnostic> {
    entry.block().and_then(|block| counted(block, count))
}
