//! Maintenance in the older rules: a monthly check of cargo rating against hull rating (R-T14, R-T15, R-T18).

use super::{MaintenanceDecisions, attempt, best_broker, modifiers, rating};
use crate::command_execution::{CommandExecution, CommandRefusal};
use crate::output::{SumPart, total};
use crate::state::CampaignShip;
use slip_dice::fate::check::amplified;
use slip_pack::BuiltItem;

/// Usual number of jumps per month.
const USUAL_JUMPS: u32 = 2;

/// Rolls cargo against the fixed hull rating (R-T14). Modifiers apply before the broker, whose rank is compared with the result (R-T15).
pub(super) fn check(
    command: &mut CommandExecution<'_>,
    upkeep: &MaintenanceDecisions<'_>,
    item: &BuiltItem,
    ship: &CampaignShip,
) -> Result<i32, CommandRefusal> {
    let stat = command.rules().word("hull_stat", "hull").to_owned();
    let hull = match (upkeep.hull, item.stats.get(stat.as_str())) {
        (Some(said), _) => SumPart::new(said, "the hull, set by the referee"),
        (None, Some(rating)) => SumPart::new(*rating, stat),
        (None, None) => {
            let why = format!("{} has no rating `{stat}`: give one", upkeep.ship);
            return Err(CommandRefusal::choose(why, vec!["--hull N".to_owned()]));
        }
    };
    let mut parts = rating(command, upkeep, item, ship);
    parts.extend(modifiers(command, upkeep)?);
    parts.extend(jumps(command, upkeep));
    parts.extend(compelled(command, upkeep, ship)?);
    parts.extend(broker(command, upkeep, ship, total(&parts))?);
    attempt(command, upkeep, ship, parts, hull)
}

/// Returns the modifier for a month with only one jump or no jump.
fn jumps(command: &CommandExecution<'_>, upkeep: &MaintenanceDecisions<'_>) -> Option<SumPart> {
    let missing = USUAL_JUMPS.saturating_sub(upkeep.jumps?);
    let less = command.number("hindrance", 2).saturating_mul(i32::try_from(missing).unwrap_or(0));
    let why = if missing == 1 { "only one jump" } else { "no jumps" };
    (missing > 0).then(|| SumPart::new(-less, why))
}

/// Returns the modifiers for consequences that are compelled in the check. The ship gets a fate point for each, as for any compel (R-VE4).
fn compelled(
    command: &mut CommandExecution<'_>,
    upkeep: &MaintenanceDecisions<'_>,
    ship: &CampaignShip,
) -> Result<Vec<SumPart>, CommandRefusal> {
    let less = command.number("hindrance", 2);
    let mut parts = Vec::new();
    for text in upkeep.compelled {
        if !ship.standing.consequences.iter().any(|one| one.text == *text) {
            let legal = ship.standing.consequences.iter().map(|one| format!("--compelled \"{}\"", one.text)).collect();
            return Err(CommandRefusal::choose(format!("{} has no consequence \"{text}\"; the consequences are", upkeep.ship), legal));
        }
        parts.push(SumPart::new(-less, format!("\"{text}\" is compelled")));
        if let Some(standing) = command.state.standing_mut(upkeep.ship) {
            standing.fate += 1;
        }
        command.fact(format!("{} gets a fate point for the compel", upkeep.ship));
    }
    Ok(parts)
}

/// Returns the broker's bonus: 1 if the broker's rank exceeds the rating so far, or the whole rank if the broker has no other post
/// (R-T15). A lower rank gives no penalty.
fn broker(
    command: &mut CommandExecution<'_>,
    upkeep: &MaintenanceDecisions<'_>,
    ship: &CampaignShip,
    left: i32,
) -> Result<Option<SumPart>, CommandRefusal> {
    let Some((who, rank)) = best_broker(command, upkeep, ship)? else { return Ok(None) };
    if upkeep.dedicated {
        return Ok((rank > 0).then(|| SumPart::new(rank, format!("{who} only brokers"))));
    }
    let more = amplified(left, rank) - left;
    if more == 0 {
        command.fact(format!("{who}'s rank of {rank} as a broker is not above {left} and does not help"));
    }
    Ok((more > 0).then(|| SumPart::new(more, format!("{who} brokers ({rank} is more than {left})"))))
}
