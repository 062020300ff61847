//! Maintenance checks of ships: the difficulty set by the yard, the earnings, and the payment of a shortfall.

mod cargo_against_hull;
mod outcome;

pub(crate) use outcome::kept;
pub use outcome::{PaidBox, ShortfallPayment};

use super::command_execution::{Attempt, CommandExecution, CommandRefusal, Invoked};
use super::hit_outside_encounter::Chosen;
use super::output::{SumPart, counted, total};
use super::purchase::{is_ship, maintenance_rating};
use super::state::{CampaignShip, CampaignStation};
use super::travel::{Craft, TravelTable};
use slip_dice::fate::check::amplified;
use slip_pack::effect::Action;
use slip_pack::{BuiltItem, Name};

/// Decisions about a maintenance check (D-T6 to D-T9).
#[derive(Clone, Debug, Default)]
pub struct MaintenanceDecisions<'a> {
    /// Name of the ship.
    pub ship: &'a str,
    /// Place of the check; by default the place where the ship is.
    pub place: Option<&'a str>,
    /// Reason for an extra check, made although no check is due.
    pub extra: Option<&'a str>,
    /// Broker: `None` for the best of the crew, `Some(None)` for no broker.
    pub broker: Option<Option<&'a str>>,
    /// True if the broker has no other post (only in the rules with cargo against hull, R-T15).
    pub dedicated: bool,
    /// Choices of the crew that make the roll harder, such as a long leave or a poor cargo.
    pub hindrances: &'a [String],
    /// Choice that makes the roll easier: a subsidised route or illegal cargo.
    pub favour: Option<&'a str>,
    /// True if the crew speculates.
    pub speculate: bool,
    /// Rating that the referee sets instead of Trade, for the profits of adventures.
    pub trade: Option<i32>,
    /// Hull rating that the referee sets, in the rules with cargo against hull.
    pub hull: Option<i32>,
    /// Number of jumps this month, in the rules with cargo against hull.
    pub jumps: Option<u32>,
    /// Consequences of the ship that are compelled.
    pub compelled: &'a [String],
    /// Aspects of the ship that are invoked.
    pub invoked: &'a [Invoked],
    /// Decision about who pays a shortfall; `None` if it has not been made yet.
    pub rescue: Option<ShortfallPayment<'a>>,
    /// Boxes of Wealth that surplus shifts paid off.
    pub spent: Option<&'a [PaidBox<'a>]>,
    /// Consequences to take if someone is hit.
    pub chosen: &'a [Chosen],
    /// Text of the ship's own consequence.
    pub wear: Option<&'a str>,
}

/// Makes a maintenance check.
///
/// # Errors
/// If no check is due, the ship cannot be maintained at the place, or a choice is missing.
pub fn maintain(command: &mut CommandExecution<'_>, upkeep: &MaintenanceDecisions<'_>) -> Result<(), CommandRefusal> {
    let sheet = command.ship(upkeep.ship)?;
    let item = sheet.item;
    let Some(ship) = command.state.ships.get(upkeep.ship).cloned() else { return Ok(()) };
    if !is_ship(item) {
        only_by_owner(upkeep)?;
    }
    let from = command.number("upkeep_from", 6);
    let rating = maintenance_rating(item);
    if rating.is_none_or(|rating| rating < from) {
        let rating = rating.map_or("no rating".to_owned(), |rating| format!("a rating of {rating}"));
        return Err(CommandRefusal::because(format!("{} needs no maintenance: she has {rating}, and checks begin at {from}", upkeep.ship)));
    }
    let by_cargo = command.rules().is("upkeep_by", "cargo");
    if !by_cargo {
        only_by_trade(upkeep)?;
    }
    let (place, station) = dock(command, upkeep, &ship)?;
    if !station.maintenance {
        return Err(CommandRefusal::because(format!("there is no maintenance at {place}")));
    }
    // The place is set first, because effects may depend on it.
    if let Some(ship) = command.state.ships.get_mut(upkeep.ship) {
        ship.at = Some(place.clone());
    }
    due(command, upkeep, &ship, &place)?;
    let shifts = if by_cargo {
        cargo_against_hull::check(command, upkeep, item, &ship)?
    } else {
        check(command, upkeep, item, &ship, (&place, &station))?
    };
    let session = command.state.session;
    if let Some(ship) = command.state.ships.get_mut(upkeep.ship) {
        ship.checked.insert(session);
        (ship.commercial_since_check, ship.elsewhere) = (false, 0);
        ship.served_this_session = true;
        ship.at = Some(place);
    }
    if shifts >= 0 { outcome::solvent(command, upkeep, shifts) } else { outcome::insolvent(command, upkeep, -shifts) }
}

/// Rejects options that only apply in the rules with cargo against hull, so that they are not silently ignored.
fn only_by_trade(upkeep: &MaintenanceDecisions<'_>) -> Result<(), CommandRefusal> {
    let said = [
        ("--hull", upkeep.hull.is_some()),
        ("--jumps", upkeep.jumps.is_some()),
        ("--dedicated", upkeep.dedicated),
        ("--compelled", !upkeep.compelled.is_empty()),
    ];
    match said.into_iter().find(|(_, said)| *said) {
        Some((option, _)) => Err(CommandRefusal::because(format!(
            "{option} has no effect here, since it is only for the rules with `upkeep_by cargo`: leave it out"
        ))),
        None => Ok(()),
    }
}

/// Rejects options that only apply to ships. Other things with a high Cost have no Trade, no broker and no aspects of a ship (R-T33).
fn only_by_owner(upkeep: &MaintenanceDecisions<'_>) -> Result<(), CommandRefusal> {
    let said =
        [("--broker", matches!(upkeep.broker, Some(Some(_)))), ("--aspect", !upkeep.invoked.is_empty()), ("--speculate", upkeep.speculate)];
    match said.into_iter().find(|(_, said)| *said) {
        Some((option, _)) => Err(CommandRefusal::because(format!(
            "{option} is for ships: {} is maintained with trade 0, or with what the referee sets (--trade)",
            upkeep.ship
        ))),
        None => Ok(()),
    }
}

/// Returns the place where the ship is maintained.
fn dock(
    command: &CommandExecution<'_>,
    upkeep: &MaintenanceDecisions<'_>,
    ship: &CampaignShip,
) -> Result<(Name, CampaignStation), CommandRefusal> {
    let Some(name) = upkeep.place.or(ship.at.as_deref()) else {
        let places = command.state.places.iter().map(|(name, station)| format!("--at {name}  (T{})", station.tech)).collect();
        return Err(CommandRefusal::choose(format!("{} is not at a place: choose where she is maintained", upkeep.ship), places));
    };
    Ok((name.into(), command.place(name)?.clone()))
}

/// Removes the first due check from the ship's list. If this is the first visit to a station in the session, the visit itself is a due
/// check too.
fn due(
    command: &mut CommandExecution<'_>,
    upkeep: &MaintenanceDecisions<'_>,
    ship: &CampaignShip,
    place: &str,
) -> Result<(), CommandRefusal> {
    let first = ship.due.first().cloned();
    let why = match (&first, upkeep.extra) {
        (Some(due), _) => due.clone(),
        (None, _) if !ship.served_this_session => format!("the first call at {place} this session"),
        (None, Some(extra)) => extra.to_owned(),
        (None, None) => {
            return Err(CommandRefusal::because(format!(
                "no check of {} is due: checks come with the first station of a session, every month of downtime and a severe repair; \
                 --extra \"WHY\" makes another one",
                upkeep.ship
            )));
        }
    };
    command.fact(format!("maintenance of {}: {why}", upkeep.ship));
    if first.is_some()
        && let Some(ship) = command.state.ships.get_mut(upkeep.ship)
    {
        ship.due.remove(0);
    }
    Ok(())
}

/// Returns the difficulty set by the yard, with every reason.
pub fn target(
    command: &CommandExecution<'_>,
    item: &BuiltItem,
    ship: &CampaignShip,
    (place, station): (&str, &CampaignStation),
) -> Vec<SumPart> {
    let mut parts = Vec::new();
    if let Some(tech) = item.tech.filter(|tech| *tech > station.tech) {
        let what = if is_ship(item) { "ship" } else { "thing" };
        parts.push(SumPart::new(tech - station.tech, format!("a T{tech} {what} at T{} ({place})", station.tech)));
    }
    let wear = i32::try_from(ship.standing.consequences.len()).unwrap_or(i32::MAX);
    if wear > 0 {
        let words: Vec<String> = ship.standing.consequences.iter().map(|one| format!("\"{}\"", one.text)).collect();
        parts.push(SumPart::new(wear, format!("paying for repairs: {}", words.join(", "))));
    }
    // A ship that joined in this session has no previous session (R-VE1).
    let last = command.state.session.saturating_sub(1);
    if ship.since < command.state.session && !ship.checked.contains(&last) {
        parts.push(SumPart::new(command.number("neglected", 2), format!("no check in session {last}")));
    }
    // Only ships do commercial work (R-T33).
    parts.extend(if is_ship(item) { other_business(command, item, ship) } else { None });
    if parts.is_empty() {
        parts.push(SumPart::new(0, "ordinary business"));
    }
    parts
}

/// Returns the modifier for a ship without commercial work, or for a ship that was long away on other things (R-T9).
fn other_business(command: &CommandExecution<'_>, item: &BuiltItem, ship: &CampaignShip) -> Option<SumPart> {
    let idle = command.number("idle", 2);
    if !ship.commercial_since_check {
        return Some(SumPart::new(idle, "no commercial work since the last check"));
    }
    let usual = to_the_knot_and_back(command, item).filter(|usual| ship.elsewhere > *usual)?;
    let days = counted(ship.elsewhere, "day", "days");
    let why = format!("{days} spent on other things since the last check, more than {usual} to a slipknot and back");
    Some(SumPart::new(idle, why))
}

/// Returns the number of whole days that a ship needs to reach a slipknot and return; `None` if the ship reaches no slipknot. A ship may
/// spend this number of days on other things before its checks become harder.
fn to_the_knot_and_back(command: &CommandExecution<'_>, item: &BuiltItem) -> Option<u32> {
    let chart = TravelTable::of(command.pack, command.rules()).ok()?;
    let way = chart.way(Craft::new(item, command.rules()).v_shift()?, &chart.slipknot()?)?;
    u32::try_from(way.time.0.saturating_mul(2) / DAY).ok()
}

/// Seconds of a day.
const DAY: u64 = 86_400;

/// Rolls Trade against the difficulty set by the yard.
fn check(
    command: &mut CommandExecution<'_>,
    upkeep: &MaintenanceDecisions<'_>,
    item: &BuiltItem,
    ship: &CampaignShip,
    at: (&str, &CampaignStation),
) -> Result<i32, CommandRefusal> {
    let rating = rating(command, upkeep, item, ship);
    let reckoned = total(&rating);
    let target = target(command, item, ship, at);
    let against = command.sum("difficulty", target);
    let mut parts = rating;
    parts.extend(broker(command, upkeep, ship, reckoned)?);
    parts.extend(modifiers(command, upkeep)?);
    attempt(command, upkeep, ship, parts, SumPart::new(against, "difficulty"))
}

/// Returns the rating used for the check: Trade minus 1 per fighter, but at least 0. Effects that replace, limit or amplify the rating are
/// included.
fn rating(command: &CommandExecution<'_>, upkeep: &MaintenanceDecisions<'_>, item: &BuiltItem, ship: &CampaignShip) -> Vec<SumPart> {
    if let Some(trade) = upkeep.trade {
        return vec![SumPart::new(trade, "set by the adventure")];
    }
    let stat = command.rules().word("trade_stat", "trade").to_owned();
    if !is_ship(item) {
        return vec![SumPart::new(0, format!("no {stat}"))];
    }
    let bought = item.stat(&stat);
    let own = match i32::try_from(ship.fighters).unwrap_or(i32::MAX) {
        0 => SumPart::new(bought, stat.clone()),
        fighters => SumPart::new(bought.saturating_sub(fighters).max(0), format!("{stat} {bought}, {fighters} taken by fighters")),
    };
    command.based_on(upkeep.ship, &stat, Action::Maintain, own)
}

/// Returns the best broker of the crew and the broker's rank. If several are equally good, the first by name is chosen. A default crew has
/// no broker (R-T11).
fn best_broker(
    command: &CommandExecution<'_>,
    upkeep: &MaintenanceDecisions<'_>,
    ship: &CampaignShip,
) -> Result<Option<(Name, i32)>, CommandRefusal> {
    let skill = command.rules().word("brokerage_skill", "brokerage");
    match upkeep.broker {
        Some(None) => Ok(None),
        Some(Some(who)) => {
            let rank = command.person(who)?.rank(skill);
            Ok(Some((who.into(), rank)))
        }
        None => {
            let ranked = ship.crew.iter().filter_map(|who| Some((who.clone(), command.person(who).ok()?.rank(skill))));
            Ok(ranked.filter(|(_, rank)| *rank > 0).max_by(|(one, a), (other, b)| a.cmp(b).then(other.cmp(one))))
        }
    }
}

/// Returns the bonus that a broker adds to Trade, if the ship carried freight or passengers.
fn broker(
    command: &mut CommandExecution<'_>,
    upkeep: &MaintenanceDecisions<'_>,
    ship: &CampaignShip,
    rating: i32,
) -> Result<Option<SumPart>, CommandRefusal> {
    let Some((who, rank)) = best_broker(command, upkeep, ship)? else { return Ok(None) };
    if !ship.commercial_since_check {
        command.fact(format!("{who} has nothing to broker: the ship carried no freight or passengers"));
        return Ok(None);
    }
    let more = amplified(rating, rank) - rating;
    if more == 0 {
        command.fact(format!("{who}'s rank of {rank} as a broker is not above {rating} and does not help"));
        return Ok(None);
    }
    Ok(Some(SumPart::new(more, format!("{who} brokers ({rank} is more than {rating})"))))
}

/// Returns the modifiers that the crew's choices give: one for each hindrance, one for a favour, and the result of speculation. The dice
/// for speculation are rolled here.
fn modifiers(command: &mut CommandExecution<'_>, upkeep: &MaintenanceDecisions<'_>) -> Result<Vec<SumPart>, CommandRefusal> {
    let less = command.number("hindrance", 2);
    let mut parts: Vec<SumPart> = upkeep.hindrances.iter().map(|why| SumPart::new(-less, why.clone())).collect();
    if let Some(favour) = upkeep.favour {
        parts.push(SumPart::new(command.number("favour", 2), favour));
    }
    if upkeep.speculate {
        let size = command.number("speculation", 2);
        let fell = command.roll_bare(upkeep.ship, "speculation")?;
        let by = match fell {
            0 if command.rules().is("speculation_zero", "loss") => -size,
            0 => 0,
            down if down < 0 => -size,
            _ => size,
        };
        parts.push(SumPart::new(by, format!("speculation, with dice {fell:+}")));
    }
    Ok(parts)
}

/// Makes the roll of a maintenance check. Only aspects of the ship can be invoked, and the ship pays the fate points.
fn attempt(
    command: &mut CommandExecution<'_>,
    upkeep: &MaintenanceDecisions<'_>,
    ship: &CampaignShip,
    parts: Vec<SumPart>,
    against: SumPart,
) -> Result<i32, CommandRefusal> {
    let item = command.ship(upkeep.ship)?.item;
    let own: Vec<&str> = ship.own_aspects(item).collect();
    for aspect in upkeep.invoked {
        if !own.contains(&aspect.text.as_str()) {
            let legal = own.iter().map(|text| format!("--aspect \"{text}\"")).collect();
            return Err(CommandRefusal::choose(
                format!("\"{}\" is not an aspect of {}, and only the ship's aspects help here", aspect.text, upkeep.ship),
                legal,
            ));
        }
    }
    if upkeep.invoked.len() > 1 && !command.rules().is("self_invokes", "any") {
        return Err(CommandRefusal::because("only one aspect of the ship can be invoked on a roll"));
    }
    let trade = command.rules().word("trade_stat", "trade");
    command.roll(Attempt { who: upkeep.ship, what: trade, action: Action::Maintain, parts, against, invoked: upkeep.invoked })
}
