//! Gear lists: `gear dock_carbine, hauler_rig x2`. Floor 4.
//!
//! Refuses names that nothing carries, and people, ships and other things with tracks of their own. Notes what its owner
//! can use only for a fate point a roll.

use super::keys;
use super::people_errors as errors;
use crate::diagnostic::Diagnostics;
use crate::pack::item::Gear;
use crate::resolve::{DeclId, Declared, Kinds, Program};
use crate::source::{PackageId, Span};
use crate::syntax::tree::{Entry, ExprKind, Value};

/// One thing of a gear list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// What it is.
    pub id: DeclId,
    /// As the pack refers to it.
    pub gear: Gear,
    /// How many.
    pub count: u32,
    /// Where it is written.
    pub span: Span,
}

/// Reads a gear list of something declared in `package`.
pub fn read(program: &Program<'_>, package: PackageId, entry: &Entry, out: &mut Diagnostics) -> Vec<Carried> {
    let mut carried = Vec::new();
    for member in entry.members() {
        let span = keys::member_span(member, entry);
        let Some((first, count)) = split_member(member) else {
            if !entry.broken {
                out.push(errors::not_a_thing(span));
            }
            continue;
        };
        if !(1..=99).contains(&count) {
            out.push(errors::gear_count(span));
        }
        match find(program, package, first, out) {
            Some((id, gear)) => carried.push(Carried { id, gear, count: u32::try_from(count.clamp(1, 99)).unwrap_or(1), span }),
            None => continue,
        }
    }
    if entry.values.is_empty() && !entry.broken {
        out.push(errors::not_a_thing(entry.values_span()));
    }
    carried
}

/// The thing a path means, if it can be carried.
pub(super) fn find(program: &Program<'_>, package: PackageId, value: &Value, out: &mut Diagnostics) -> Option<(DeclId, Gear)> {
    let path = value.expr.path()?;
    let id = match program.find(package, &path, Kinds::Built) {
        Ok(id) => id,
        Err(diagnostic) => {
            out.push(*diagnostic);
            return None;
        }
    };
    let declared = program.get(id)?;
    if has_tracks(program, declared) {
        out.push(errors::not_gear(value.expr.span, declared.name(), declared.kind()));
        return None;
    }
    let package = program.package_name(declared.package).into();
    Some((id, Gear { kind: declared.kind().into(), package, name: declared.name().clone() }))
}

/// References to every piece, a counted thing as often as it is counted.
pub fn pieces(carried: &[Carried]) -> Vec<Gear> {
    carried.iter().flat_map(|one| std::iter::repeat_n(one.gear.clone(), usize::try_from(one.count).unwrap_or(1))).collect()
}

fn split_member(member: &[Value]) -> Option<(&Value, i64)> {
    match member {
        [name] => name.expr.path().map(|_| (name, 1)),
        [name, count] => match count.expr.kind {
            ExprKind::Count(count) => name.expr.path().map(|_| (name, count)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether things of this kind have stress tracks or skills: people, animals and ships are not carried in a hand.
fn has_tracks(program: &Program<'_>, declared: &Declared<'_>) -> bool {
    let own = |design: &Declared<'_>| design.entry("track").is_some() || design.entry("skills").is_some();
    let named = declared.tree.design.as_ref().and_then(|path| program.find(declared.package, path, Kinds::One("design")).ok());
    match named.and_then(|id| program.get(id)) {
        Some(design) => own(design),
        None => program
            .of_kind("design")
            .filter(|design| design.tree.design.as_ref().is_some_and(|kind| kind.name.text == declared.kind()))
            .any(own),
    }
}
