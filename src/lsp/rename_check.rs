//! Checks a rename: applies its edits in memory and compiles the world with them.
//!
//! Refuses edits that cause a new error. Also refuses edits after which a name means another declaration of the same name.

use super::snapshot::Snapshot;
use super::worker::{WorkerState, stand};
use crate::project::MANIFEST;
use lsp_types::TextEdit;
use slip_ide::{CompiledWorld, NamedDeclaration, Subject, meanings};
use slip_source::diagnostic::{Code, Diagnostic, Severity};
use slip_source::{FileId, Sources, Span};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rename to be checked: the new name, and all edits that it needs.
#[derive(Clone)]
pub(super) struct RenameEdits {
    pub(super) subject: Subject,
    pub(super) new: String,
    pub(super) edits: BTreeMap<PathBuf, Vec<TextEdit>>,
}

/// Edits of one file: byte ranges and their replacements, in order.
#[derive(Default)]
struct FileEdits {
    edits: Vec<(usize, usize, String)>,
}

/// Checks a rename by compiling the world with its edits.
///
/// # Errors
/// Returns a sentence with the problem and its position.
pub(super) fn prove(keeper: &WorkerState<'_, '_, '_, '_>, trial: &RenameEdits) -> Result<(), String> {
    let made: BTreeMap<&Path, FileEdits> = trial.edits.iter().filter_map(|(path, edits)| made(keeper, path, edits)).collect();
    let ground = ground(keeper, &made)?;
    stand(&ground, |world, found| {
        if let Some(wrong) = new_error(keeper, (&ground, world), &found) {
            return Err(wrong);
        }
        other_meaning(keeper, (&ground, world), &made, trial).map_or(Ok(()), Err)
    })
}

/// Returns the edits of a file of this package, with byte offsets.
fn made<'e>(keeper: &WorkerState<'_, '_, '_, '_>, path: &'e Path, edits: &[TextEdit]) -> Option<(&'e Path, FileEdits)> {
    let text = keeper.ground.sources.file(*keeper.ground.paths.get(path)?)?.text();
    let at = |position| keeper.encoding.offset(text, position);
    let mut edits: Vec<_> = edits.iter().map(|edit| (at(edit.range.start), at(edit.range.end), edit.new_text.clone())).collect();
    edits.sort();
    Some((path, FileEdits { edits }))
}

impl FileEdits {
    fn text(&self, before: &str) -> String {
        let mut text = String::with_capacity(before.len());
        let mut rest = 0;
        for (start, end, new) in &self.edits {
            text.push_str(before.get(rest..*start).unwrap_or_default());
            text.push_str(new);
            rest = *end;
        }
        text.push_str(before.get(rest..).unwrap_or_default());
        text
    }

    /// Returns the range after the edits of the file; `None` if an edit changes a part of the range.
    fn moved(&self, start: u32, end: u32) -> Option<(u32, u32)> {
        let (from, to) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
        let mut shift = 0_i64;
        for (first, last, new) in &self.edits {
            let longer = i64::try_from(new.len()).ok()? - i64::try_from(last - first).ok()?;
            if *last <= from && (*first, *last) != (from, to) {
                shift += longer;
            } else if (*first, *last) == (from, to) {
                return Some((moved(start, shift)?, moved(end, shift + longer)?));
            } else if *first < to {
                return None;
            }
        }
        Some((moved(start, shift)?, moved(end, shift)?))
    }
}

fn moved(offset: u32, by: i64) -> Option<u32> {
    u32::try_from(i64::from(offset) + by).ok()
}

/// Returns the snapshot of the package after the edits.
fn ground(keeper: &WorkerState<'_, '_, '_, '_>, made: &BTreeMap<&Path, FileEdits>) -> Result<Snapshot, String> {
    let texts = keeper.ground.paths.iter().filter_map(|(path, id)| {
        let text = keeper.ground.sources.file(*id)?.shared_text();
        let text = made.get(path.as_path()).map_or_else(|| Arc::clone(&text), |made| Arc::from(made.text(&text)));
        Some((path.clone(), *id, text))
    });
    // A changed manifest requires reading everything again.
    if made.keys().any(|path| path.file_name().is_some_and(|name| name == MANIFEST)) {
        let ground = Snapshot::load(keeper.place, &texts.clone().map(|(path, _, text)| (path, text)).collect())?;
        let newer = ground.newer(&texts.map(|(path, _, text)| (path, text)).collect());
        return Ok(ground.with_texts(&newer));
    }
    let changed = texts.filter(|(path, ..)| made.contains_key(path.as_path())).map(|(_, id, text)| (id, text)).collect();
    Ok(keeper.ground.with_texts(&changed))
}

/// Returns an error that the rename causes, if any: a file has more errors of one code than before.
fn new_error(
    keeper: &WorkerState<'_, '_, '_, '_>,
    (ground, world): (&Snapshot, &CompiledWorld<'_, '_, '_, '_>),
    found: &[Diagnostic],
) -> Option<String> {
    let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
    let mut before: BTreeMap<(&str, Code), Vec<&str>> = BTreeMap::new();
    for (path, id) in &keeper.ground.paths {
        for known in keeper.found(*id).iter().filter(is_error) {
            before.entry((path.to_str().unwrap_or_default(), known.code)).or_default().push(&known.message);
        }
    }
    let paths: BTreeMap<FileId, &Path> = ground.paths.iter().map(|(path, id)| (*id, path.as_path())).collect();
    let mut after: BTreeMap<(&str, Code), Vec<&Diagnostic>> = BTreeMap::new();
    for new in found.iter().filter(is_error) {
        let path = paths.get(&new.primary.span.file).and_then(|path| path.to_str()).unwrap_or_default();
        let list = after.entry((path, new.code)).or_default();
        if !list.contains(&new) {
            list.push(new);
        }
    }
    let (key, list) = after.iter().find(|(key, list)| list.len() > before.get(*key).map_or(0, Vec::len))?;
    let known = before.get(key).map_or(&[][..], Vec::as_slice);
    let new = list.iter().find(|new| !known.contains(&new.message.as_str())).or(list.first())?;
    let place = place(world.standing.context.program.sources, new.primary.span);
    Some(format!("nothing was renamed, because {place} would then have an error: {}", new.message))
}

/// Formats a position: `line 20 of evenings.slip`.
fn place(sources: &Sources, span: Span) -> String {
    let (Some(file), Some(at)) = (sources.file(span.file), sources.line_column(span)) else { return "something".to_owned() };
    format!("line {} of {}", at.line, file.shown())
}

/// Returns a place where the rename would change the meaning of a name: after it, the name refers to another declaration. `None` if there
/// is no such place.
fn other_meaning(
    keeper: &WorkerState<'_, '_, '_, '_>,
    (ground, world): (&Snapshot, &CompiledWorld<'_, '_, '_, '_>),
    made: &BTreeMap<&Path, FileEdits>,
    trial: &RenameEdits,
) -> Option<String> {
    let mut meant: BTreeMap<Span, Vec<NamedDeclaration<'_>>> = BTreeMap::new();
    for (span, thing) in meanings(world) {
        meant.entry(span).or_default().push(thing);
    }
    let Subject { package, kind, name, .. } = &trial.subject;
    let subject = trial.subject.member.is_none().then_some(NamedDeclaration { package, kind, name });
    for (span, was) in meanings(keeper.world) {
        let Some(path) = keeper.path(span.file) else { continue };
        let is = if Some(was) == subject { NamedDeclaration { name: trial.new.as_str(), ..was } } else { was };
        let there = made.get(path).map_or(Some((span.start, span.end)), |made| made.moved(span.start, span.end));
        let (Some((start, end)), Some(file)) = (there, ground.paths.get(path)) else { continue };
        // A name that refers to nothing after the rename is an error. The check for new errors has already found it.
        let Some(now) = meant.get(&Span { file: *file, start, end }) else { continue };
        if let Some(other) = now.first().filter(|_| !now.contains(&is)) {
            let place = place(keeper.world.standing.context.program.sources, span);
            return Some(format!(
                "nothing was renamed, because {place} would then mean the {} `{}.{}`",
                other.kind, other.package, other.name
            ));
        }
    }
    None
}
