//! Aspects of an item as its author wrote them. They are indexed by text, so that reading time grows only in proportion to the length of
//! the list.

use super::WrittenAspect;
use crate::check::aspects::folded;
use ecow::EcoString;
use slip_source::Span;
use std::collections::{HashMap, HashSet};

/// List of written aspects. Apart from blank ones, no two aspects have the same text or are shown as the same text.
#[derive(Clone, Debug, Default)]
pub struct WrittenAspects {
    list: Vec<WrittenAspect>,
    /// Two maps: by the text of an aspect, and by its shown text. Each value is the number of the aspect in the order of reading, and its
    /// span.
    spans: [HashMap<EcoString, (usize, Span)>; 2],
    /// Number of aspects that were read, including those that were removed later.
    read: usize,
}

impl WrittenAspects {
    /// Returns the span of an earlier aspect with the same text as this aspect. The text as written or the text as shown must be equal.
    pub fn same(&self, aspect: &WrittenAspect) -> Option<Span> {
        let same = self.spans.iter().zip(&aspect.folded).filter_map(|(spans, text)| spans.get(text));
        same.min_by_key(|(number, _)| *number).map(|(_, span)| *span)
    }

    /// Adds an aspect. The list must not contain one that [`same`](Self::same) would find.
    pub fn push(&mut self, aspect: WrittenAspect) {
        for (spans, text) in self.spans.iter_mut().zip(&aspect.folded) {
            spans.insert(text.clone(), (self.read, aspect.span));
        }
        self.push_blank(aspect);
    }

    /// Adds a blank aspect, of which there may be several.
    pub fn push_blank(&mut self, aspect: WrittenAspect) {
        self.read = self.read.saturating_add(1);
        self.list.push(aspect);
    }

    /// Removes all aspects.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Removes the aspects with these texts. For an aspect with `as`, only the text before `as` is compared.
    pub fn remove<'t>(&mut self, texts: impl Iterator<Item = &'t str>) {
        let gone: HashSet<EcoString> = texts.map(folded).collect();
        self.retain(|aspect| !aspect.folded.first().is_some_and(|text| gone.contains(text)));
    }

    /// Removes the aspects for which `keep` is false.
    pub fn retain(&mut self, mut keep: impl FnMut(&WrittenAspect) -> bool) {
        let spans = &mut self.spans;
        self.list.retain(|aspect| {
            let stays = keep(aspect);
            if !stays {
                for (spans, text) in spans.iter_mut().zip(&aspect.folded) {
                    spans.remove(text);
                }
            }
            stays
        });
    }

    /// True if an aspect has this text. A new text after `as` is not compared.
    pub fn has(&self, text: &str) -> bool {
        let [by_text, _] = &self.spans;
        by_text.contains_key(&folded(text))
    }
}

impl std::ops::Deref for WrittenAspects {
    type Target = [WrittenAspect];

    fn deref(&self) -> &[WrittenAspect] {
        &self.list
    }
}

impl<'a> IntoIterator for &'a WrittenAspects {
    type Item = &'a WrittenAspect;
    type IntoIter = std::slice::Iter<'a, WrittenAspect>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
