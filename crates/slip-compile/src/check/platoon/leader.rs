//! Builds the leader of a platoon. The unit is built again as if it was declared `unit … from ridge_rifles { leader yes; stunts + …;
//! aspects + … }`, so that all checks of units, and their ledger, apply.

use super::unit_lists::{self, CARRYING, Passenger};
use super::{Case, LEADER};
use crate::check::aliases::true_name;
use crate::check::build;
use crate::check::campaign_limits;
use crate::check::platoon_errors as errors;
use crate::check::simple_entries;
use crate::resolve::{self, DeclId, DeclaredItem};
use slip_pack::Name;
use slip_pack::item::BuiltItem;
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{self, Declaration, Entry, EntryExtras, Expr, ExprKind, Key, NamePath, Sign, Value};
use std::borrow::Cow;

/// Entry of the leader: `leader UNIT [with STUNT …] ["Aspect"] [carrying …] [{ entries of a unit }]`.
pub(super) struct LeaderEntry {
    /// Declaration of the leader's unit.
    pub id: DeclId,
    /// Passengers of the leader's unit.
    pub load: Vec<Passenger>,
    path: NamePath,
    span: Span,
    own: Vec<Entry>,
}

impl LeaderEntry {
    /// Returns the name of the unit and its span.
    pub(super) fn name(&self) -> (&Name, Span) {
        (&self.path.name.text, self.path.span())
    }
}

/// Reports a second `leader` entry.
pub(super) fn only_one(case: &Case<'_, '_, '_>, out: &mut Diagnostics) {
    let mut written = case.declared.entries_of(LEADER);
    let Some(first) = written.next() else { return };
    for more in written {
        let unit = more.values.first().and_then(|value| value.expr.name()).map_or("", |name| name.as_str());
        out.push(errors::leader_again(more.values_span(), unit, &case.declared.tree.name.text, first.values_span()));
    }
}

/// Reads the `leader` entry.
pub(super) fn read(case: &Case<'_, '_, '_>, out: &mut Diagnostics) -> Option<LeaderEntry> {
    let entry = case.declared.entry(LEADER).filter(|entry| !entry.broken)?;
    let Some((mut path, rest)) = entry.values.split_first().and_then(|(first, rest)| Some((first.expr.path()?, rest))) else {
        out.push(simple_entries::hyphened(
            entry.values.first().map(|unit| &unit.expr).into_iter(),
            errors::leader_form(entry.values_span(), None),
        ));
        return None;
    };
    let id = unit_lists::find(case, &path, out)?;
    path.name.text = true_name(case.context.program, &path, id);
    let parts = Parts::of(rest, out)?;
    let load = unit_lists::aboard(case, &parts.load, 1, out);
    let mut own = Vec::new();
    own.extend(added("stunts", parts.stunts));
    own.extend(added("aspects", parts.aspects));
    own.extend(entry.block().into_iter().flat_map(|block| block.entries.iter().cloned()));
    Some(LeaderEntry { id, load, path, span: entry.span, own })
}

/// Parts of a `leader` entry after the name of the unit.
#[derive(Default)]
struct Parts {
    stunts: Vec<Value>,
    aspects: Vec<Value>,
    load: Vec<Value>,
}

impl Parts {
    fn of(rest: &[Value], out: &mut Diagnostics) -> Option<Parts> {
        let mut parts = Parts::default();
        let mut behind = "";
        for value in rest {
            let word = value.expr.name().map_or("", |word| word.as_str());
            match &value.expr.kind {
                _ if matches!(word, "with" | CARRYING) => behind = word,
                ExprKind::Text(_) => parts.aspects.push(member(value, !parts.aspects.is_empty())),
                ExprKind::Count(_) if behind == "with" && !parts.stunts.is_empty() => parts.stunts.push(member(value, false)),
                ExprKind::Name(_) | ExprKind::Path(_) | ExprKind::Call(_) if behind == "with" => {
                    parts.stunts.push(member(value, !parts.stunts.is_empty()));
                }
                ExprKind::Name(_) | ExprKind::Path(_) | ExprKind::Count(_) if behind == CARRYING => parts.load.push(value.clone()),
                ExprKind::Error => return None,
                _ => {
                    let found = errors::leader_form(value.expr.span, value.expr.name().map(|word| word.as_str()));
                    out.push(simple_entries::hyphened(std::iter::once(&value.expr), found));
                    return None;
                }
            }
        }
        Some(parts)
    }
}

fn member(value: &Value, comma: bool) -> Value {
    Value { comma, ..value.clone() }
}

/// Creates an entry such as `stunts + a, b` from the values in the leader entry.
fn added(key: &str, values: Vec<Value>) -> Option<Entry> {
    let span = values.first()?.expr.span.to(values.last()?.expr.span);
    let rest = EntryExtras { sign: Some((Sign::Plus, span)), ..EntryExtras::default() };
    Some(Entry {
        span,
        key: Key::Word(tree::SpannedName { text: key.into(), span }),
        values,
        rest: Some(Box::new(rest)),
        broken: false,
        follows: false,
    })
}

/// Builds the leader. Reports only errors that come from the platoon's additions; errors of the unit are reported at its own declaration.
pub(super) fn build(case: &Case<'_, '_, '_>, written: &LeaderEntry, out: &mut Diagnostics) -> Option<BuiltItem> {
    let context = case.context;
    let unit = context.program.get(written.id)?;
    let design = case.design(written.id)?;
    let (name, span) = written.name();
    let pattern = case.item(written.id)?;
    if !design.flags.iter().any(|flag| flag == LEADER) {
        out.push(errors::cannot_lead(span, name, design, super::is_airborne(pattern)));
        return None;
    }
    campaign_limits::judge_use(case.context, case.declared.package, written.id, span, out);
    let head = Declaration {
        span: written.span,
        doc: unit.tree.doc.clone(),
        kind: unit.tree.kind.clone(),
        name: tree::SpannedName { text: name.clone(), span },
        params: Vec::new(),
        title: unit.tree.title.clone(),
        design: None,
        base: None,
        block: None,
        broken: false,
        flawed: false,
    };
    let entries = Cow::Owned(entries(unit, pattern, written, span));
    let leader = DeclaredItem {
        id: case.declared.id,
        package: case.declared.package,
        file: case.declared.file,
        tree: &head,
        entries,
        base: Some(unit.id),
    };
    let mut found = Diagnostics::new();
    let item = build::build(context, &leader, &mut found);
    if pattern.valid {
        let own = written.span;
        found.retain(|said| said.primary.span.file == own.file && said.primary.span.start >= own.start && said.primary.span.end <= own.end);
        found.iter_mut().for_each(|said| errors::of_the_leader(said, name));
        out.append(found);
    }
    item.map(|item| BuiltItem { valid: pattern.valid && item.valid, ..item })
}

/// Returns the entries of the unit, changed by those of the leader entry. The waivers of the unit also apply to the leader.
fn entries(unit: &DeclaredItem<'_>, pattern: &BuiltItem, written: &LeaderEntry, span: Span) -> Vec<Entry> {
    let mut own = written.own.clone();
    if pattern.stat(LEADER) == 0 {
        let name = |text: &str| Expr { kind: ExprKind::Name(text.into()), span };
        let key = Key::Word(tree::SpannedName { text: LEADER.into(), span });
        own.push(Entry { span, key, values: vec![Value { expr: name("yes"), comma: false }], rest: None, broken: false, follows: false });
    }
    let mut entries = resolve::laid_over(&unit.entries, &own);
    entries.extend(unit.entries_of("allow").cloned());
    entries
}
