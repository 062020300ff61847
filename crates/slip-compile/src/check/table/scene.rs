//! Checks the `scene` of a table: an encounter that a roll completes (`scene personal { … side met at wood }`).
//!
//! The entries of a scene are those of an encounter. One side is open: it lists no actors. For the check, the actors of each row are put on
//! this side, to make sure that every result of the table is playable.

use super::Draft;
use super::circular_references::edges;
use super::rows::SceneActor;
use crate::check::encounter;
use crate::check::simple_entry_errors;
use crate::check::table_errors as errors;
use crate::resolve::{DeclaredItem, Kinds, Program};
use slip_limits::SCENE_ROWS;
use slip_pack::Name;
use slip_pack::encounter::Play;
use slip_pack::table::SceneTemplate;
use slip_source::diagnostic::Diagnostics;
use slip_source::{PackageId, Span};
use slip_syntax::tree::{Block, Declaration, Entry, EntryExtras, Expr, ExprKind, Key, NamePath, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Reads a scene as data for the generator.
pub(super) fn read(program: &Program<'_>, entry: &Entry, out: &mut Diagnostics) -> Option<SceneTemplate> {
    let word = entry.only().and_then(Expr::name);
    let Some(play) = word.and_then(|word| Play::from_word(word)) else {
        if !entry.broken {
            out.push(errors::scene_form(entry.values_span()));
        }
        return None;
    };
    if play != Play::Personal {
        out.push(simple_entry_errors::not_played(entry.values_span(), "a generated scene", play.word(), "`personal`"));
        return None;
    }
    let block = entry.block()?;
    let open: Vec<(usize, &Entry)> = block.entries.iter().enumerate().filter(|(_, entry)| is_open(entry)).collect();
    let [(place, side)] = open.as_slice() else {
        match open.get(1) {
            Some((_, second)) => out.push(errors::two_open_sides(second.key.span())),
            None => out.push(errors::no_open_side(entry.key.span())),
        }
        return None;
    };
    let text = |entry: &Entry| shifted(program.sources.slice(entry.span));
    let inside = side.block().map_or(&[][..], |block| &block.entries);
    if let Some(actors) = inside.iter().find(|entry| entry.word() == "actors") {
        out.push(errors::actors_in_open_side(actors.key.span()));
    }
    let (before, after) = (block.entries.get(..*place)?, block.entries.get(place + 1..)?);
    Some(SceneTemplate {
        play,
        side: side.values.first()?.expr.name()?.clone(),
        zones: zones(side).iter().filter_map(|zone| zone.name().cloned()).collect(),
        side_entries: inside.iter().map(text).collect(),
        before: before.iter().map(text).collect(),
        after: after.iter().map(text).collect(),
    })
}

/// True for the open side, which has no actors of its own and gets those of the roll: `side met at wood, valley`.
fn is_open(entry: &Entry) -> bool {
    let at = entry.values.get(1).and_then(|value| value.expr.name());
    entry.word() == "side" && at.is_some_and(|at| at == "at") && !zones(entry).is_empty()
}

fn zones(side: &Entry) -> Vec<&Expr> {
    side.values.iter().skip(2).map(|value| &value.expr).collect()
}

/// Removes two columns of indentation from all lines except the first, because a scene is indented more than an encounter.
fn shifted(text: &str) -> String {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default().trim_end().to_owned();
    lines.fold(first, |text, line| text + "\n" + line.strip_prefix("  ").unwrap_or(line).trim_end())
}

/// Builds the encounter of every row with the scene, and reports its errors.
pub(super) fn check(
    context: encounter::EncounterContext<'_, '_>,
    drafts: &BTreeMap<Name, Draft<'_, '_>>,
    draft: &Draft<'_, '_>,
    out: &mut Diagnostics,
) {
    let Some(entry) = draft.declared.entry("scene").filter(|_| draft.table.scene.is_some()) else { return };
    let Some(block) = entry.block() else { return };
    let Some(side) = block.entries.iter().find(|entry| is_open(entry)) else { return };
    let package = draft.declared.package;
    let mut rows: Vec<Vec<SceneActor>> = Vec::new();
    let Some(reached) = reached(drafts, draft) else {
        out.push(errors::too_many_rows_for_scene(entry.key.span(), draft.declared.name()));
        return;
    };
    for (of, members) in reached {
        let met = members.iter().filter_map(|member| member.met.clone()).map(|met| seen_from(context.program, package, of, met)).collect();
        rows.push(met);
    }
    rows.retain(|row| !row.is_empty());
    if rows.is_empty() {
        out.push(errors::nobody_to_meet(entry.key.span(), draft.declared.name()));
        return;
    }
    let zones = zones(side);
    note_zones(context, package, block, &zones);
    // All rows are tried only at the first starting zone. At each other zone, only one row is tried, to save time.
    let first = rows.iter().filter_map(|row| Some((row, *zones.first()?)));
    let others = zones.iter().skip(1).filter_map(|zone| Some((rows.first()?, *zone)));
    for (row, zone) in first.chain(others) {
        let tree = head(draft.declared, entry, block);
        let entries = block.entries.iter().map(|entry| if is_open(entry) { filled(side, row, zone) } else { entry.clone() });
        let declared = DeclaredItem {
            id: draft.declared.id,
            package,
            file: draft.declared.file,
            tree: &tree,
            entries: Cow::Owned(entries.collect()),
            base: None,
        };
        encounter::check(context, &declared, draft.table.place.clone(), out);
    }
}

/// Records for editors which zones of the map the starting zones of the open side mean. The checks of encounters record only zones in which
/// a row of the table is tried.
fn note_zones(context: encounter::EncounterContext<'_, '_>, package: PackageId, block: &Block, zones: &[&Expr]) {
    let program = context.program;
    let map = block.entries.iter().find(|entry| entry.word() == "map").and_then(|entry| entry.only()?.path());
    let Some(map) = map.and_then(|path| program.find(package, &path, Kinds::One("map")).ok()) else { return };
    zones.iter().for_each(|zone| program.note_part(zone.span, map));
}

/// Returns the rows that a roll on a table can give, each with the package that contains it. Includes the rows of tables on which the roll
/// continues. Returns `None` if there are more than [`SCENE_ROWS`].
fn reached<'d>(drafts: &'d BTreeMap<Name, Draft<'_, '_>>, draft: &'d Draft<'_, '_>) -> Option<Vec<(PackageId, &'d [super::RowMember])>> {
    let mut seen: BTreeSet<Name> = BTreeSet::new();
    let mut waiting = vec![draft];
    let mut rows = Vec::new();
    while let Some(at) = waiting.pop() {
        rows.extend(at.members.iter().map(|members| (at.declared.package, members.as_slice())));
        if rows.len() > SCENE_ROWS {
            return None;
        }
        for (next, _, in_text) in edges(at) {
            if !in_text && seen.insert(next.clone()) {
                waiting.extend(drafts.get(&next));
            }
        }
    }
    Some(rows)
}

/// Adds the package `of` to the name of an actor, so that the name can be used in the package `here`.
fn seen_from(program: &Program<'_>, here: PackageId, of: PackageId, met: SceneActor) -> SceneActor {
    if here == of || of == PackageId::STD || met.path.package.is_some() {
        return met;
    }
    let package = slip_syntax::tree::SpannedName { text: program.package_name(of).into(), span: met.path.name.span };
    SceneActor { path: NamePath { package: Some(package), ..met.path }, ..met }
}

/// Returns the head of an encounter that stands for the scene, with spans in the scene.
fn head(declared: &DeclaredItem<'_>, scene: &Entry, block: &Block) -> Declaration {
    let word = |text: &str, span: Span| slip_syntax::tree::SpannedName { text: text.into(), span };
    Declaration {
        span: declared.tree.span,
        doc: None,
        kind: word("encounter", declared.tree.kind.span),
        name: declared.tree.name.clone(),
        params: Vec::new(),
        title: None,
        design: Some(NamePath { kind: None, package: None, name: word(Play::Personal.word(), scene.values_span()) }),
        base: None,
        block: Some(Block { span: block.span, entries: Vec::new(), unclosed: false }),
        broken: declared.tree.broken,
        flawed: declared.tree.flawed,
    }
}

/// Returns the entry of the side with the actors of a row filled in.
fn filled(side: &Entry, row: &[SceneActor], zone: &Expr) -> Entry {
    let mut entry = side.clone();
    entry.values.truncate(1);
    let span = row.first().map_or(side.span, |met| met.path.span());
    let mut values: Vec<Value> = Vec::new();
    for met in row {
        let at = met.path.span();
        let kind = match (&met.path.kind, &met.path.package) {
            (None, None) => ExprKind::Name(met.path.name.text.clone()),
            _ => ExprKind::Path(Box::new(met.path.clone())),
        };
        let mut push = |expr: Expr, comma: bool| values.push(Value { expr, comma });
        push(Expr { kind, span: at }, true);
        push(Expr { kind: ExprKind::Count(met.most), span: at }, false);
        push(Expr { kind: ExprKind::Name("at".into()), span: at }, false);
        push(met.zone.clone().unwrap_or_else(|| zone.clone()), false);
        if !met.with.is_empty() {
            push(Expr { kind: ExprKind::Name("with".into()), span: at }, false);
            met.with.iter().for_each(|thing| push(thing.clone(), false));
        }
    }
    if let Some(first) = values.first_mut() {
        first.comma = false;
    }
    let key = Key::Word(slip_syntax::tree::SpannedName { text: "actors".into(), span });
    let actors = Entry { span, key, values, rest: None, broken: false, follows: false };
    let rest = entry.rest.get_or_insert_with(|| Box::new(EntryExtras::default()));
    let block = rest.block.get_or_insert_with(|| Block { span: side.span, entries: Vec::new(), unclosed: false });
    block.entries.push(actors);
    entry
}
