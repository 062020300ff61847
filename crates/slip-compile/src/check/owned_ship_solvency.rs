//! Checks ships that a stunt gives to a person. Such a ship must earn enough for its maintenance, because the person is liable for its
//! debts.

use super::build;
use super::context::CheckContext;
use super::skill_and_gear_errors as errors;
use crate::resolve::DeclaredItem;
use slip_source::diagnostic::Diagnostics;
use slip_source::{PackageId, Span};

/// Warns of a ship which a stunt gives to a person, if the trade rating of the ship is too low to stay solvent (R-VE5).
pub(super) fn check(
    context: &CheckContext<'_, '_>,
    package: PackageId,
    holder: &str,
    declared: &DeclaredItem<'_>,
    span: Span,
    out: &mut Diagnostics,
) {
    let Some(rules) = context.rules_of(package) else { return };
    let Some(ship) = build::alone(context, declared) else { return };
    let Some(rating) = ship.upkeep.filter(|rating| i64::from(*rating) >= rules.int("upkeep_from", 6)) else { return };
    let stat = rules.word("trade_stat", "trade");
    let Some(trade) = ship.stats.get(stat).copied() else { return };
    let solvent = rules.int("solvent_trade", 2);
    if i64::from(trade) < solvent {
        out.push(errors::low_trade(span, holder, &ship.name, (stat, trade), rating, solvent));
    }
}
