//! Visits every span in diagnostics, to change the file numbers.

use super::{Diagnostic, Diagnostics};
use crate::{FileId, Sources, Span};

impl Diagnostics {
    /// Replaces the file number in every span, including those of suppressed diagnostics. Returns `false` if a file has no new number; its
    /// spans then stay as they were.
    #[must_use]
    pub fn renumber(&mut self, mut number: impl FnMut(FileId) -> Option<FileId>) -> bool {
        let mut known = true;
        let mut renumber = |span: &mut Span| match number(span.file) {
            Some(file) => span.file = file,
            None => known = false,
        };
        self.list.iter_mut().for_each(|finding| finding.each_span(&mut renumber));
        self.suppressed.iter_mut().for_each(|aside| aside.finding.each_span(&mut renumber));
        known
    }

    /// True if every span is inside a text of `sources`.
    pub fn lies_in(&self, sources: &Sources) -> bool {
        let is_inside = |span: Span| {
            let text = sources.file(span.file).map(|file| file.text());
            let range = usize::try_from(span.start).ok().zip(usize::try_from(span.end).ok());
            text.zip(range).is_some_and(|(text, (start, end))| text.get(start..end).is_some())
        };
        let all = self.list.iter().chain(self.suppressed.iter().map(|aside| &aside.finding));
        all.flat_map(Diagnostic::spans).all(is_inside)
    }
}

impl Diagnostic {
    fn spans(&self) -> impl Iterator<Item = Span> {
        let labels = self.secondary.iter().map(|label| label.span);
        let edits = self.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        std::iter::once(self.primary.span).chain(labels).chain(edits)
    }

    fn each_span(&mut self, look: &mut impl FnMut(&mut Span)) {
        look(&mut self.primary.span);
        self.secondary.iter_mut().for_each(|label| look(&mut label.span));
        self.fixes.iter_mut().flat_map(|fix| &mut fix.edits).for_each(|edit| look(&mut edit.span));
    }
}
