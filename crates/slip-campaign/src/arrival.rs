//! Ends a trip in a campaign: the days that pass, the stress that clears under way, the effects on the ship, and its new place.

use super::command_execution::{CommandExecution, CommandRefusal};
use super::output::counted;
use super::recovery::{MOST_DAYS, clear, mend, wealth_track};
use super::travel::plan::may_overburn;
use super::travel::{Craft, TravelTable};
use slip_pack::Name;
use slip_pack::trip_effects::{Arrival, ReactionMass, TripPart};

/// Trip that a ship has completed.
#[derive(Clone, Debug, Default)]
pub struct Voyage<'a> {
    /// Name of the ship.
    pub ship: &'a str,
    /// Passages of the trip that have an effect on the ship, in order.
    pub passages: &'a [TripPart],
    /// Number of days. The days clear stress (R-T25), but they are neither downtime of the session nor part of a month for maintenance.
    pub days: u32,
    /// True if the ship carries no freight and no passengers on the trip.
    pub idle: bool,
    /// Place of the ship on arrival, one of the campaign's places.
    pub place: Option<&'a str>,
}

/// Applies the arrival of a ship.
///
/// # Errors
/// If there is no such ship or place, or the trip includes an overburn that this ship cannot make.
pub fn arrive(command: &mut CommandExecution<'_>, voyage: &Voyage<'_>) -> Result<(), CommandRefusal> {
    let item = command.ship(voyage.ship)?.item;
    if let Some(place) = voyage.place {
        command.place(place)?;
    }
    let rules = command.rules();
    if voyage.passages.contains(&TripPart::Overburn) {
        let r_mass = command.state.ships.get(voyage.ship).map_or(ReactionMass::Ok, |ship| ship.r_mass);
        let craft = Craft { r_mass, ..Craft::new(item, rules) };
        let chart = TravelTable::of(command.pack, rules).map_err(CommandRefusal::because)?;
        let speed = craft.effective_v_shift().unwrap_or(0).saturating_add(1);
        may_overburn(&craft, &chart, speed).map_err(|refused| CommandRefusal::because(refused.because))?;
    }
    let after = voyage.passages.iter().fold(Arrival::default(), |before, passage| before.then(Arrival::after(*passage, item, rules)));
    let Some(day) = command.state.day.checked_add(voyage.days).filter(|_| voyage.days <= MOST_DAYS) else {
        return Err(CommandRefusal::because("the number of days is too large"));
    };
    command.state.day = day;
    if voyage.days > 0 {
        command.fact(format!("{} is under way for {}: it is day {day}", voyage.ship, counted(voyage.days, "day", "days")));
    }
    let clock = command.state.clock();
    let mut told = Vec::new();
    if voyage.days > 0 {
        relax(command, voyage, &mut told);
    }
    for (who, person) in &mut command.state.people {
        mend(who, &mut person.standing, clock, &mut told);
    }
    for (who, ship) in &mut command.state.ships {
        mend(who, &mut ship.standing, clock, &mut told);
    }
    told.extend(command.state.arrive(command.pack, voyage.ship, &after));
    if let Some(place) = voyage.place {
        told.push(format!("{} is at {place}", voyage.ship));
        if let Some(ship) = command.state.ships.get_mut(voyage.ship) {
            ship.at = Some(Name::from(place));
        }
    }
    if told.is_empty() {
        told.push(format!("{} has arrived without any damage", voyage.ship));
    }
    command.facts(told);
    Ok(())
}

/// Clears the stress of the ship and, on a long trip, the stress of her crew (R-T25). This happens during the trip, before the arrival adds
/// heat.
fn relax(command: &mut CommandExecution<'_>, voyage: &Voyage<'_>, told: &mut Vec<String>) {
    let wealth = wealth_track(command.rules());
    let is_long = i64::from(voyage.days) >= command.rules().int("restful_days", 3);
    let Some(ship) = command.state.ships.get_mut(voyage.ship) else { return };
    clear(voyage.ship, &mut ship.standing, &[], "the time under way", told);
    if voyage.idle {
        ship.elsewhere = ship.elsewhere.saturating_add(voyage.days);
    }
    for who in if is_long { ship.crew.clone() } else { Vec::new() } {
        if let Some(person) = command.state.people.get_mut(&who).filter(|person| person.standing.out.is_none()) {
            clear(&who, &mut person.standing, &[&wealth], "the days under way", told);
        }
    }
}
