//! Reports conditions of doctrines that never become true because the encounters are too short: `turn > 50`, if every encounter ends after
//! 12 turns.
//!
//! Only encounters of the doctrine's own package count, so that its findings do not depend on other packages. A doctrine that a test
//! names is skipped, because a test may give it to a side of any encounter.

use super::errors;
use crate::check::effect::declared_names::Ranks;
use crate::check::effect::{DeclaredDesignNames, design_bounds};
use crate::resolve::{DeclaredItem, Program};
use ecow::EcoString;
use slip_limits::BASES;
use slip_pack::Pack;
use slip_source::PackageId;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Expr};
use slip_syntax::visit::operands;
use std::collections::BTreeMap;

/// Name of the number of the turn in conditions.
const TURN: &str = "turn";

/// Checks the doctrines of all packages. Those of the standard library are left out, because they are used in encounters of other packages.
pub fn check(program: &Program<'_>, pack: &Pack, out: &mut Diagnostics) {
    let doctrines: Vec<&DeclaredItem<'_>> = program.of_kind("doctrine").filter(|found| found.package != PackageId::STD).collect();
    if doctrines.is_empty() {
        return;
    }
    let limits = limits(program, pack);
    for declared in doctrines {
        let Some(Some(limit)) = limits.get(&program.key(declared)) else { continue };
        if is_tested(program, declared) {
            continue;
        }
        let own = declared.tree.block.as_ref().map_or(&[][..], |block| &block.entries);
        conditions(own, &mut |condition| {
            if reads_turn(condition) && is_never_true(condition, *limit) {
                out.push(errors::after_the_last_turn(condition.span, *limit));
            }
        });
    }
}

/// Returns the last turn for each doctrine that a side follows: that of the longest encounter in which it is used. `None` if one of these
/// encounters has no limit. Using a doctrine also uses its bases.
fn limits(program: &Program<'_>, pack: &Pack) -> BTreeMap<EcoString, Option<u32>> {
    let mut limits: BTreeMap<EcoString, Option<u32>> = BTreeMap::new();
    let keys: BTreeMap<EcoString, &DeclaredItem<'_>> = program.of_kind("doctrine").map(|found| (program.key(found), found)).collect();
    for declared in program.of_kind("encounter") {
        let Some(encounter) = pack.encounters.get(&program.key(declared)) else { continue };
        for key in encounter.sides.iter().filter_map(|side| side.doctrine.as_ref()) {
            let first = keys.get(key).copied();
            let chain = std::iter::successors(first, |found| found.base.and_then(|base| program.get(base)));
            for doctrine in chain.take(BASES).filter(|doctrine| doctrine.package == declared.package) {
                let known = limits.entry(program.key(doctrine)).or_insert(Some(0));
                *known = known.zip(encounter.limit).map(|(known, limit)| known.max(limit));
            }
        }
    }
    limits
}

/// True if a test of the package names the doctrine.
fn is_tested(program: &Program<'_>, declared: &DeclaredItem<'_>) -> bool {
    let mut tests = program.tests.iter().filter(|(package, _)| *package == declared.package);
    tests.any(|(_, test)| is_named(&test.block.entries, declared.name()))
}

fn is_named(entries: &[Entry], name: &EcoString) -> bool {
    entries.iter().any(|entry| {
        let inside = || entry.block().is_some_and(|block| is_named(&block.entries, name));
        entry.values.iter().map(|value| &value.expr).chain(entry.condition()).any(|expr| has_name(expr, name)) || inside()
    })
}

fn has_name(expr: &Expr, name: &str) -> bool {
    expr.name().is_some_and(|word| word == name) || operands(expr).into_iter().any(|part| has_name(part, name))
}

/// Calls `each` with every condition of some entries.
fn conditions(entries: &[Entry], each: &mut impl FnMut(&Expr)) {
    for entry in entries.iter().filter(|entry| !entry.broken) {
        entry.condition().into_iter().for_each(&mut *each);
        if let Some(block) = entry.block() {
            conditions(&block.entries, each);
        }
    }
}

fn reads_turn(condition: &Expr) -> bool {
    has_name(condition, TURN)
}

/// True if a condition is false in every turn up to the limit but could be true in a later turn, for any values of its other names.
fn is_never_true(condition: &Expr, limit: u32) -> bool {
    let truth = |high: Option<i64>| {
        let mut names = DeclaredDesignNames::default();
        names.ranks.insert(TURN.into(), Ranks { low: Some(1), high });
        design_bounds::formula(condition, &names).truth()
    };
    truth(Some(i64::from(limit))) == Some(false) && truth(None) != Some(false)
}
