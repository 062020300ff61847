//! Reads the doctrine of a side: the name of a doctrine, or a search that looks ahead and uses a doctrine.

use super::Scene;
use crate::check::encounter_errors as errors;
use crate::check::simple_entry_errors;
use crate::resolve::Kinds;
use crate::resolve::errors::with_names;
use ecow::EcoString;
use slip_pack::Name;
use slip_pack::encounter::{Encounter, Lookahead};
use slip_source::diagnostic::{Code, Diagnostics};
use slip_syntax::tree::{Call, Entry, Expr, ExprKind, NamePath};
use std::collections::BTreeSet;

/// Reads `doctrine cover_and_talk` or `doctrine search(by_the_book, 200 samples, 2 turns)`.
pub(super) fn read_doctrine(
    scene: &Scene<'_, '_>,
    encounter: &Encounter,
    entry: &Entry,
    out: &mut Diagnostics,
) -> (Option<Name>, Option<Lookahead>) {
    let expr = entry.only();
    let (path, ahead) = match expr.map(|expr| &expr.kind) {
        Some(ExprKind::Call(call)) if call.name.package.is_none() && call.name.name.text == "search" => {
            let base = match call.args.first().map(Vec::as_slice) {
                Some([base]) => base.path(),
                _ => None,
            };
            let ahead = read_search(call, out);
            (base, ahead)
        }
        _ => (expr.and_then(Expr::path), None),
    };
    let Some(path) = path else {
        if !entry.broken {
            out.push(simple_entry_errors::wrong_value(entry.values_span(), "doctrine", "the name of a doctrine"));
        }
        return (None, None);
    };
    (find_doctrine(scene, encounter, &path, out), ahead)
}

fn find_doctrine(scene: &Scene<'_, '_>, encounter: &Encounter, path: &NamePath, out: &mut Diagnostics) -> Option<Name> {
    let program = scene.context.program;
    let found = match program.find(scene.declared.package, path, Kinds::One("doctrine")) {
        Ok(id) => program.get(id)?,
        Err(diagnostic) => {
            let is_unlike = diagnostic.code == Code::UnknownName && diagnostic.fixes.is_empty();
            let names = fitting(scene, encounter);
            let names: BTreeSet<&str> = names.iter().map(EcoString::as_str).collect();
            out.push(if is_unlike && path.package.is_none() { with_names(*diagnostic, "doctrine", &names) } else { *diagnostic });
            return None;
        }
    };
    // A doctrine of the kind `fate` is allowed in every FATE conflict.
    let kind = program.behind_colon(found).map(|kind| kind.name.text.as_str());
    if let Some(kind) = kind.filter(|kind| *kind != encounter.play.word() && *kind != "fate") {
        out.push(errors::doctrine_of_other_play(path.span(), found.name(), kind, encounter.play.word()));
    }
    Some(program.key(found))
}

/// Returns the doctrines that can play in an encounter.
fn fitting(scene: &Scene<'_, '_>, encounter: &Encounter) -> Vec<EcoString> {
    let program = scene.context.program;
    let package = scene.declared.package;
    let mut names = program.visible(package, Kinds::One("doctrine"));
    names.retain(|name| {
        let found = program.lookup(package, "doctrine", name).and_then(|id| program.get(id));
        let kind = found.and_then(|found| program.behind_colon(found)).map(|kind| kind.name.text.clone());
        kind.is_none_or(|kind| kind == encounter.play.word() || kind == "fate")
    });
    names
}

/// Reads the arguments after the doctrine in `search(…)`: the number of samples, and the number of turns to look ahead.
fn read_search(call: &Call, out: &mut Diagnostics) -> Option<Lookahead> {
    let [_, budget, turns] = call.args.as_slice() else {
        out.push(errors::search_form(call.name.span()));
        return None;
    };
    let samples = match budget.as_slice() {
        [word] if word.name().is_some_and(|word| word == "exact") => Some(None),
        [count, unit] if is_unit(unit, "sample", "samples") => bounded(count, Lookahead::MOST_SAMPLES).map(Some),
        _ => None,
    };
    let turns = match turns.as_slice() {
        [count, unit] if is_unit(unit, "turn", "turns") => bounded(count, Lookahead::MOST_TURNS),
        _ => None,
    };
    let (Some(samples), Some(turns)) = (samples, turns) else {
        out.push(errors::search_form(call.name.span()));
        return None;
    };
    Some(Lookahead { samples, turns })
}

fn is_unit(expr: &Expr, one: &str, many: &str) -> bool {
    expr.name().is_some_and(|word| word == one || word == many)
}

/// Returns the number of an expression, if it is from 1 to `most`.
fn bounded(expr: &Expr, most: u32) -> Option<u32> {
    expr.int().and_then(|number| u32::try_from(number).ok()).filter(|number| (1..=most).contains(number))
}
