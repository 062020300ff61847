//! Finds the items in which a text differs from the compiled text.

use slip_syntax::tree::Item;
use slip_syntax::visit;

/// Range that differs between the compiled text and the new text. Outside of it the two texts are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChangedRange {
    /// Start of the range in both texts.
    pub(super) start: u32,
    /// End of the range in the compiled text.
    pub(super) base_end: u32,
    /// End of the range in the new text.
    pub(super) end: u32,
}

/// Returns the ranges in which `base` and `text` differ, extended to whole items. `items` are the items of `base`. `None` if the texts are
/// equal.
pub(super) fn window(base: &str, items: &[Item], text: &str) -> Option<ChangedRange> {
    if base == text {
        return None;
    }
    let (old, new) = (base.as_bytes(), text.as_bytes());
    let prefix = same(old, new);
    let rest = (old.get(prefix..).unwrap_or_default(), new.get(prefix..).unwrap_or_default());
    let changed = old.len() - same_end(rest.0, rest.1);
    let (prefix, changed) = (number(prefix), number(changed));
    // Items that end before the change are outside of the range, if they are closed.
    let before = items.partition_point(|item| item.span().end < prefix);
    // The `}` that closes an item may have been meant for a block inside the item. Indented text then follows it, and the item is part of
    // the range too.
    let ends = |item: &&Item| is_closed(item) && [base, text].into_iter().all(|text| at_margin(text, item.span().end));
    // Items after an unclosed item are part of the range too, because one of their `}` may match the `{` of the unclosed item.
    let before = items.get(..before).unwrap_or_default();
    let closed = before
        .iter()
        .position(|item| visit::block(item).is_some_and(|block| block.unclosed))
        .and_then(|open| before.get(..open))
        .unwrap_or(before);
    let before = closed.iter().rev().find(ends);
    let start = before.map_or(0, |item| item.span().end);
    let after = items.partition_point(|item| item.span().end < changed);
    let after = items.get(after..).unwrap_or_default().iter().find(|item| is_closed(item));
    let base_end = after.map_or(number(old.len()), |item| item.span().end);
    let behind = number(old.len()).saturating_sub(base_end);
    Some(ChangedRange { start, base_end, end: number(new.len()).saturating_sub(behind) })
}

/// True if no text follows `end`, or the next line that has text begins without indentation.
fn at_margin(text: &str, end: u32) -> bool {
    let rest = usize::try_from(end).ok().and_then(|end| text.get(end..)).unwrap_or_default();
    // Only a comment may follow the item on its last line. The first later line that is neither blank nor a comment decides.
    let is_trivia = |line: &&str| line.trim_start().is_empty() || line.trim_start().starts_with("//");
    let mut lines = rest.split('\n');
    let first = lines.next();
    first.is_none_or(|first| is_trivia(&first))
        && lines.find(|line| !is_trivia(line)).is_none_or(|line| !line.starts_with([' ', '\t', '\r']))
}

fn is_closed(item: &Item) -> bool {
    match item {
        Item::Declaration(item) => !item.broken && item.block.as_ref().is_none_or(|block| !block.unclosed),
        Item::Patch(item) => !item.block.unclosed,
        Item::Test(item) => !item.block.unclosed,
        Item::Use(_) | Item::Alias(_) => true,
        Item::Error(_) => false,
    }
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// Number of bytes that are compared in one step.
const STEP: usize = 4096;

/// Returns the number of bytes at the start that are equal in both texts.
fn same(one: &[u8], other: &[u8]) -> usize {
    let steps = one.chunks(STEP).zip(other.chunks(STEP)).take_while(|(one, other)| one == other).count();
    let at = (steps * STEP).min(one.len()).min(other.len());
    let rest = one.get(at..).unwrap_or_default().iter().zip(other.get(at..).unwrap_or_default());
    at + rest.take_while(|(one, other)| one == other).count()
}

/// Returns the number of bytes at the end that are equal in both texts.
fn same_end(one: &[u8], other: &[u8]) -> usize {
    let steps = one.rchunks(STEP).zip(other.rchunks(STEP)).take_while(|(one, other)| one == other).count();
    let at = (steps * STEP).min(one.len()).min(other.len());
    let left = |bytes: &'_ [u8]| bytes.len() - at;
    let rest = one.get(..left(one)).unwrap_or_default().iter().rev().zip(other.get(..left(other)).unwrap_or_default().iter().rev());
    at + rest.take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use slip_source::{PackageId, Sources};

    fn between(base: &str, text: &str) -> Option<(String, String)> {
        let mut sources = Sources::new();
        let id = sources.add_file(PackageId::STD, "a.slip", base);
        let (tree, _) = slip_syntax::parse(id, sources.file(id).unwrap());
        let window = window(base, &tree.items, text)?;
        let cut = |text: &str, from: u32, to: u32| text[from as usize..to as usize].to_owned();
        Some((cut(base, window.start, window.base_end), cut(text, window.start, window.end)))
    }

    const THREE: &str = "mook a { threat 1 }\nmook b { threat 2 }\nmook c { threat 3 }\n";

    #[test]
    fn a_word_changed_is_its_item_changed() {
        let text = THREE.replace("threat 2", "threat 25");
        assert_eq!(between(THREE, &text), Some(("\nmook b { threat 2 }".to_owned(), "\nmook b { threat 25 }".to_owned())));
    }

    #[test]
    fn an_item_written_between_others_stands_with_the_next() {
        let text = THREE.replace("\nmook c", "\nmook d { }\nmook c");
        assert_eq!(between(THREE, &text), Some(("\nmook c { threat 3 }".to_owned(), "\nmook d { }\nmook c { threat 3 }".to_owned())));
    }

    #[test]
    fn an_item_taken_out_and_the_end_of_a_file() {
        assert_eq!(between(THREE, &THREE.replace("mook b { threat 2 }\n", "")).unwrap().1, "\nmook c { threat 3 }");
        assert_eq!(between(THREE, &format!("{THREE}mook d {{")).unwrap(), ("\n".to_owned(), "\nmook d {".to_owned()));
        assert_eq!(between(THREE, THREE), None);
        assert_eq!(between("", "mook a { }").unwrap(), (String::new(), "mook a { }".to_owned()));
    }
}
