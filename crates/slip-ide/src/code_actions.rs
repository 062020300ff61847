//! Code actions: fixes of diagnostics, waivers, and variants of items.

use super::TextChange;
use super::changed_part::index;
use super::file_view::{CurrentRange, FileView, OffsetMap, line_break};
use slip_source::Span;
use slip_source::diagnostic::{Confidence, Diagnostic, Fix, Severity};
use slip_syntax::tree::{Block, Declaration, Item};
use std::collections::{BTreeMap, HashSet};

/// Kind of a code action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ActionKind {
    /// Fix of a diagnostic that does not change the meaning of the text.
    Mend,
    /// Fix that makes the text legal but may change the meaning.
    MendUnsure,
    /// Action that adds a waiver of a diagnostic.
    Waive,
    /// Action that derives a new item from an existing one.
    Extract,
}

/// Code action that an editor offers.
#[derive(Clone, Debug)]
pub struct Action<'v> {
    /// Title of the action, in the imperative.
    pub title: String,
    /// Kind of the action.
    pub kind: ActionKind,
    /// Text changes that the action makes.
    pub changes: Vec<TextChange>,
    /// Diagnostic that the action fixes.
    pub about: Option<&'v Diagnostic>,
}

/// Returns the code actions between two offsets. `standing` contains the diagnostics of the compiled world.
pub fn actions<'v, 't: 'v>(
    view: &'v FileView<'v, '_, '_, 't>,
    standing: impl Iterator<Item = &'v Diagnostic>,
    (from, to): (u32, u32),
) -> Vec<Action<'v>> {
    let mut found = Vec::new();
    for (diagnostic, spot) in view.findings(standing) {
        if spot.start > to || spot.end < from {
            continue;
        }
        found.extend(diagnostic.fixes.iter().filter_map(|fix| mend(view, diagnostic, fix)));
        found.extend(waive(view, diagnostic, spot));
    }
    found.extend(variant(view, (from, to)));
    // Two diagnostics with the same code in an item need only one waiver, so equal actions are listed once.
    let mut seen = HashSet::new();
    found.retain(|action: &Action<'_>| seen.insert((action.title.clone(), action.changes.clone())));
    found
}

fn mend<'v>(view: &FileView<'_, '_, '_, '_>, about: &'v Diagnostic, fix: &Fix) -> Option<Action<'v>> {
    let kind = match fix.confidence {
        Confidence::Safe => ActionKind::Mend,
        Confidence::Unsafe => ActionKind::MendUnsure,
        Confidence::Display => return None,
    };
    Some(Action { title: fix.title.clone(), kind, changes: changes(view, fix)?, about: Some(about) })
}

fn changes(view: &FileView<'_, '_, '_, '_>, fix: &Fix) -> Option<Vec<TextChange>> {
    fix.edits.iter().map(|edit| Some(TextChange { spot: view.spot(edit.span)?, text: edit.replacement.clone() })).collect()
}

/// Returns all fixes in the file that keep the meaning. Of fixes that overlap, only one is returned.
pub fn fix_all<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, standing: impl Iterator<Item = &'v Diagnostic>) -> Vec<TextChange> {
    let mut taken: Vec<TextChange> = Vec::new();
    // For each range in `taken`, its end by its start. The ranges do not overlap, so only the last one before a change can touch it.
    let mut ends: BTreeMap<u32, u32> = BTreeMap::new();
    for (diagnostic, _) in view.findings(standing) {
        let Some(fix) = diagnostic.fixes.iter().find(|fix| fix.confidence == Confidence::Safe) else { continue };
        let Some(new) = changes(view, fix) else { continue };
        let overlaps = |change: &TextChange| ends.range(..=change.spot.end).next_back().is_some_and(|(_, end)| change.spot.start <= *end);
        if new.iter().any(|change| change.spot.file != view.file || overlaps(change)) {
            continue;
        }
        for change in &new {
            let end = ends.entry(change.spot.start).or_default();
            *end = change.spot.end.max(*end);
        }
        taken.extend(new);
    }
    taken
}

/// Adds `allow CODE "why"` as the first line of the item's block.
fn waive<'v>(view: &'v FileView<'v, '_, '_, '_>, about: &'v Diagnostic, spot: CurrentRange) -> Option<Action<'v>> {
    let (Item::Declaration(tree), frame) = view.item_at(spot.start)? else { return None };
    let built = view.standing().context.program.is_built_kind(&tree.kind.text);
    let settles = matches!(tree.kind.text.as_str(), "map" | "encounter" | "scenario" | "cluster");
    let may = (built && about.code.waivable()) || (settles && about.severity != Severity::Error);
    let block = tree.block.as_ref().filter(|_| may)?;
    let line = format!("allow {} \"say why\"", about.code.slug());
    Some(Action {
        title: format!("allow `{}` here", about.code.slug()),
        kind: ActionKind::Waive,
        changes: vec![first_line(view, frame, block, &line)],
        about: Some(about),
    })
}

/// Inserts a line before the entries of a block, in the layout of the block.
fn first_line(view: &FileView<'_, '_, '_, '_>, frame: OffsetMap, block: &Block, line: &str) -> TextChange {
    let at = frame.out(block.span.start.saturating_add(1));
    let whole = view.text().get(index(at)..index(frame.out(block.span.end))).unwrap_or_default();
    let feed = line_break(view.text());
    let text = match (whole.contains('\n'), block.entries.is_empty()) {
        (true, _) => format!("{feed}  {line}"),
        (false, true) => format!(" {line}"),
        (false, false) => format!(" {line};"),
    };
    TextChange { spot: CurrentRange { file: view.file, start: at, end: at }, text }
}

/// Returns the action that derives a new item from the item at the cursor, with the selected lines.
fn variant<'v, 't: 'v>(view: &'v FileView<'v, '_, '_, 't>, (from, to): (u32, u32)) -> Option<Action<'v>> {
    let (Item::Declaration(tree), frame) = view.item_at(from)? else { return None };
    let program = view.standing().context.program;
    let block = tree.block.as_ref().filter(|_| program.is_built_kind(&tree.kind.text) && !tree.broken)?;
    let (number, roman) = [("2", "II"), ("3", "III"), ("4", "IV"), ("5", "V")]
        .into_iter()
        .find(|(number, _)| program.peek(view.package(), &tree.kind.text, &format!("{}_mk{number}", tree.name.text)).is_none())?;
    let name = format!("{}_mk{number}", tree.name.text);
    let feed = line_break(view.text());
    let selected = block.entries.iter().filter(|entry| from < to && frame.out(entry.span.start) < to && from < frame.out(entry.span.end));
    // Entries with `+` or `-` are left out, because the derived item inherits their result from the base.
    let lines: String =
        selected.filter(|entry| entry.sign().is_none()).map(|entry| format!("  {}{feed}", words(view, frame, entry.span))).collect();
    let title = tree.title.as_ref().map_or(String::new(), |title| format!(" \"{}, Mk {roman}\"", title.value));
    let design = tree.design.as_ref().map_or(String::new(), |design| format!(" : {}", words(view, frame, design.span())));
    let text = format!("{feed}{feed}{} {name}{title}{design} from {} {{{feed}{lines}}}", tree.kind.text, tree.name.text);
    Some(Action {
        title: format!("derive `{name}` from `{}`", tree.name.text),
        kind: ActionKind::Extract,
        changes: vec![TextChange { spot: behind(view, frame, tree), text }],
        about: None,
    })
}

fn words<'v>(view: &FileView<'v, '_, '_, '_>, frame: OffsetMap, span: Span) -> &'v str {
    view.words(CurrentRange { file: view.file, start: frame.out(span.start), end: frame.out(span.end) })
}

/// Returns the end of the line in which an item ends.
fn behind(view: &FileView<'_, '_, '_, '_>, frame: OffsetMap, tree: &Declaration) -> CurrentRange {
    let end = frame.out(tree.span.end);
    let rest = view.text().get(index(end)..).unwrap_or_default();
    let line = rest.split('\n').next().unwrap_or_default().trim_end_matches('\r').len();
    let at = end.saturating_add(u32::try_from(line).unwrap_or(0));
    CurrentRange { file: view.file, start: at, end: at }
}
