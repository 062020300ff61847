//! Compiled world (packages that were compiled together), and the current state of one of its files.

use super::changed_part::{ChangedFile, ChangedPart, index};
use super::changed_range::ChangedRange;
use slip_compile::KeptCompilation;
use slip_compile::resolve::{DeclId, DeclaredItem, ReferenceLog};
use slip_source::diagnostic::Diagnostic;
use slip_source::{FileId, PackageId, Span};
use slip_syntax::tree::{Comment, Declaration, File, Item};

/// Compiled world: a package, its dependencies and its standard library, compiled together.
pub struct CompiledWorld<'w, 's, 'p, 't> {
    /// Compiled program with its designs.
    pub standing: &'w KeptCompilation<'s, 'p, 't>,
    /// Names in the texts, each with the declaration that the name refers to.
    pub trail: &'w ReferenceLog,
    /// Syntax trees of the files, ordered by file id.
    pub trees: &'w [&'t File],
    /// Package that was compiled.
    pub root: PackageId,
}

impl<'t> CompiledWorld<'_, '_, '_, 't> {
    /// Returns the syntax tree of a file.
    pub fn tree(&self, file: FileId) -> Option<&'t File> {
        let at = self.trees.binary_search_by_key(&file, |tree| tree.id).ok()?;
        self.trees.get(at).copied()
    }
}

/// Range in the current text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CurrentRange {
    /// File that the range is in.
    pub file: FileId,
    /// Offset of the first byte of the range.
    pub start: u32,
    /// Offset just past the last byte of the range.
    pub end: u32,
}

/// Mapping from offsets of a syntax tree to offsets of the current text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetMap {
    /// File to which the spans of the syntax tree refer. It is the compiled file, or the changed part, which is parsed as a separate file.
    pub spans: FileId,
    /// Number that is added to an offset of the tree to get the offset of the text.
    shift: i64,
}

impl OffsetMap {
    /// Converts an offset in the syntax tree to an offset in the current text.
    pub fn out(self, offset: u32) -> u32 {
        u32::try_from(i64::from(offset).saturating_add(self.shift)).unwrap_or(0)
    }

    /// Converts an offset of the text to one of the tree.
    pub fn within(self, offset: u32) -> u32 {
        u32::try_from(i64::from(offset).saturating_sub(self.shift)).unwrap_or(0)
    }
}

/// Current state of one file.
pub struct FileView<'v, 's, 'p, 't> {
    /// World that contains the file.
    pub world: &'v CompiledWorld<'v, 's, 'p, 't>,
    /// File whose current state this is.
    pub file: FileId,
    fresh: &'v ChangedFile,
}

impl<'v, 's, 'p, 't> FileView<'v, 's, 'p, 't> {
    /// Creates the view of a file.
    pub fn new(world: &'v CompiledWorld<'v, 's, 'p, 't>, file: FileId, fresh: &'v ChangedFile) -> Self {
        FileView { world, file, fresh }
    }

    /// Returns the compiled state.
    pub fn standing(&self) -> &'v KeptCompilation<'s, 'p, 't> {
        self.world.standing
    }

    /// Returns the current text.
    pub fn text(&self) -> &'v str {
        &self.fresh.text
    }

    /// Returns the package of the file.
    pub fn package(&self) -> PackageId {
        self.standing().context.program.sources.file(self.file).map(|file| file.package()).unwrap_or_default()
    }

    fn window(&self) -> Option<(ChangedRange, &'v ChangedPart)> {
        self.fresh.window.zip(self.fresh.draft.as_ref())
    }

    fn before(&self) -> OffsetMap {
        OffsetMap { spans: self.file, shift: 0 }
    }

    fn inside(window: ChangedRange, draft: &ChangedPart) -> OffsetMap {
        OffsetMap { spans: draft.tree.id, shift: i64::from(window.start) }
    }

    fn behind(&self, window: ChangedRange) -> OffsetMap {
        OffsetMap { spans: self.file, shift: i64::from(window.end).saturating_sub(i64::from(window.base_end)) }
    }

    /// Returns three groups of items in text order: those before the changed part, those in it, and those after it. Each group comes with
    /// the map that converts its offsets.
    fn item_runs(&self) -> [(&'v [Item], OffsetMap); 3]
    where
        't: 'v,
    {
        let base = self.world.tree(self.file).map_or(&[][..], |tree| &tree.items);
        let Some((window, draft)) = self.window() else { return [(base, self.before()), (&[], self.before()), (&[], self.before())] };
        let before = base.partition_point(|item| item.span().end <= window.start);
        let behind = base.partition_point(|item| item.span().start < window.base_end);
        [
            (base.get(..before).unwrap_or_default(), self.before()),
            (&draft.tree.items, Self::inside(window, draft)),
            (base.get(behind..).unwrap_or_default(), self.behind(window)),
        ]
    }

    /// Returns the items of the file in text order.
    pub fn items(&self) -> Vec<(&'v Item, OffsetMap)>
    where
        't: 'v,
    {
        self.item_runs().into_iter().flat_map(|(items, frame)| items.iter().map(move |item| (item, frame))).collect()
    }

    /// Returns the comments of the file in text order.
    pub fn comments(&self) -> Vec<(Comment, OffsetMap)> {
        let base = self.world.tree(self.file).map_or(&[][..], |tree| &tree.comments);
        let Some((window, draft)) = self.window() else { return base.iter().map(|comment| (*comment, self.before())).collect() };
        let first = base.iter().filter(|comment| comment.span.end <= window.start).map(|comment| (*comment, self.before()));
        let new = draft.tree.comments.iter().map(|comment| (*comment, Self::inside(window, draft)));
        let last = base.iter().filter(|comment| comment.span.start >= window.base_end).map(|comment| (*comment, self.behind(window)));
        first.chain(new).chain(last).collect()
    }

    /// Returns the item around an offset; the start and the end of the item belong to it.
    pub fn item_at(&self, offset: u32) -> Option<(&'v Item, OffsetMap)>
    where
        't: 'v,
    {
        self.item_runs().into_iter().find_map(|(items, frame)| {
            let at = items.partition_point(|item| frame.out(item.span().end) < offset);
            items.get(at).filter(|item| frame.out(item.span().start) <= offset).map(|item| (item, frame))
        })
    }

    /// Returns a declaration of the file as it is in the program or, if its item has changed, as it would be after compiling the change.
    pub fn declared(&self, tree: &'v Declaration, frame: OffsetMap) -> Option<DeclaredItem<'v>>
    where
        't: 'v,
    {
        let program = self.standing().context.program;
        if frame.spans == self.file {
            let package = self.package();
            let id = program.peek(package, &tree.kind.text, &tree.name.text);
            let standing = id.and_then(|id| program.get(id)).filter(|found| std::ptr::eq(found.tree, tree));
            if let Some(standing) = standing {
                return Some(standing.clone());
            }
        }
        let file = if frame.spans == self.file { self.world.tree(self.file)? } else { &self.window()?.1.tree };
        self.standing().declared(file, tree)
    }

    /// Returns the current range of a span; `None` if its text was overwritten.
    pub fn spot(&self, span: Span) -> Option<CurrentRange> {
        let Some((window, draft)) = self.window() else { return Some(CurrentRange { file: span.file, start: span.start, end: span.end }) };
        let framed = |frame: OffsetMap| CurrentRange { file: self.file, start: frame.out(span.start), end: frame.out(span.end) };
        if span.file == draft.tree.id {
            return Some(framed(Self::inside(window, draft)));
        }
        if span.file != self.file {
            return Some(CurrentRange { file: span.file, start: span.start, end: span.end });
        }
        if span.end <= window.start {
            Some(framed(self.before()))
        } else if span.start >= window.base_end {
            Some(framed(self.behind(window)))
        } else {
            None
        }
    }

    /// Returns the declaration that the name at an offset refers to, and the range of the name.
    pub fn meant(&self, offset: u32) -> Option<(CurrentRange, DeclId)> {
        let (span, id) = match self.window() {
            Some((window, draft)) if window.start <= offset && offset <= window.end => {
                draft.trail.at(draft.tree.id, offset.saturating_sub(window.start))?
            }
            Some((window, _)) if offset > window.end => self.world.trail.at(self.file, self.behind(window).within(offset))?,
            _ => self.world.trail.at(self.file, offset)?,
        };
        Some((self.spot(span)?, id))
    }

    /// Returns every reference to a declaration. In this file the current text is searched, in other files the text as it was compiled.
    pub fn named(&self, id: DeclId) -> Vec<CurrentRange> {
        let standing = self.world.trail.found.iter().chain(self.window().into_iter().flat_map(|(_, draft)| &draft.trail.found));
        let mut spots: Vec<CurrentRange> = standing.filter(|(_, meant)| *meant == id).filter_map(|(span, _)| self.spot(*span)).collect();
        spots.sort_unstable();
        spots.dedup();
        spots
    }

    /// Returns the declaration whose member is named at an offset, and the range of this name.
    pub fn part(&self, offset: u32) -> Option<(CurrentRange, DeclId)> {
        let (span, id) = match self.window() {
            Some((window, draft)) if window.start <= offset && offset <= window.end => {
                draft.trail.part_at(draft.tree.id, offset.saturating_sub(window.start))?
            }
            Some((window, _)) if offset > window.end => self.world.trail.part_at(self.file, self.behind(window).within(offset))?,
            _ => self.world.trail.part_at(self.file, offset)?,
        };
        Some((self.spot(span)?, id))
    }

    /// Returns every reference to a member of one of the declarations `of`.
    pub fn parts(&self, of: &[DeclId]) -> Vec<CurrentRange> {
        let noted = self.world.trail.parts.iter().chain(self.window().into_iter().flat_map(|(_, draft)| &draft.trail.parts));
        noted.filter(|(_, id)| of.contains(id)).filter_map(|(span, _)| self.spot(*span)).collect()
    }

    /// Returns the declarations that have the member named in a range. There can be several, because a doctrine uses one word for zones of
    /// several maps.
    pub fn owners_at(&self, spot: CurrentRange) -> Vec<DeclId> {
        let noted = self.world.trail.parts.iter().chain(self.window().into_iter().flat_map(|(_, draft)| &draft.trail.parts));
        noted.filter(|(span, _)| self.spot(*span) == Some(spot)).map(|(_, id)| *id).collect()
    }

    /// True if the name at a span is known to refer to a declaration.
    pub fn means_a_declaration(&self, span: Span) -> bool {
        let knows = |trail: &ReferenceLog| trail.found.binary_search_by_key(&span, |(known, _)| *known).is_ok();
        knows(self.world.trail) || self.window().is_some_and(|(_, draft)| knows(&draft.trail))
    }

    /// Returns the diagnostics of this file with their current ranges: new diagnostics of the changed part, earlier ones of the rest.
    pub fn findings<'d>(&'d self, standing: impl Iterator<Item = &'d Diagnostic>) -> Vec<(&'d Diagnostic, CurrentRange)> {
        let new = self.window().into_iter().flat_map(|(_, draft)| draft.checked.diagnostics.iter());
        let placed = |found: &'d Diagnostic| Some((found, self.spot(found.primary.span)?));
        let mut all: Vec<(&Diagnostic, CurrentRange)> =
            standing.chain(new).filter_map(placed).filter(|(_, spot)| spot.file == self.file).collect();
        all.sort_by_key(|(found, spot)| (*spot, found.code));
        all
    }

    /// Returns the text in a range.
    pub fn words(&self, spot: CurrentRange) -> &'v str {
        if spot.file != self.file {
            let file = self.standing().context.program.sources.file(spot.file);
            return file.and_then(|file| file.text().get(index(spot.start)..index(spot.end))).unwrap_or_default();
        }
        self.text().get(index(spot.start)..index(spot.end)).unwrap_or_default()
    }

    /// Returns the line number of an offset in this file, from 1, and the offset at which the line starts.
    pub fn line(&self, offset: u32) -> (u32, u32) {
        let start = self.text().get(..index(offset)).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let sources = self.standing().context.program.sources;
        let Some(base) = sources.file(self.file) else { return (1, 0) };
        let line = match self.window() {
            None => base.line(offset),
            Some((window, _)) if offset <= window.start => base.line(offset),
            Some((window, draft)) => {
                let new = sources.file(draft.tree.id);
                let inside = |offset: u32| base.line(window.start) + new.map_or(1, |new| new.line(offset)) - 1;
                if offset <= window.end {
                    inside(offset.saturating_sub(window.start))
                } else {
                    let last = inside(window.end.saturating_sub(window.start));
                    last + base.line(self.behind(window).within(offset)) - base.line(window.base_end)
                }
            }
        };
        (line, u32::try_from(start).unwrap_or(u32::MAX))
    }
}

/// Returns the line break of a text, which is that of its first line.
pub(super) fn line_break(text: &str) -> &'static str {
    if text.split_once('\n').is_some_and(|(first, _)| first.ends_with('\r')) { "\r\n" } else { "\n" }
}
