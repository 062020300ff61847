//! Ship repairs, and the duration of work on the time track.

use super::command::{Attempt, Invoked, Refusal, Turn};
use super::output::{Part, counted};
use super::recovery::{begin, under_way, which};
use super::state::{Consequence, Mending, Station};
use slip_dice::fate::consequence::Grade;
use slip_dice::fate::time_track::{Taken, taken};
use slip_pack::effect::Action;
use slip_pack::table::Found;
use slip_pack::{Item, Name, Pack};

/// Name of the table with the number of days for each line of the time track (R-VE2).
const DAYS: &str = "time_track_days";

/// Repair of a ship.
#[derive(Clone, Debug)]
pub struct Repair<'a> {
    /// Name of the ship.
    pub ship: &'a str,
    /// Grade of the consequence; optional if there is only one.
    pub grade: Option<Grade>,
    /// Mechanic; by default the best of the crew.
    pub by: Option<&'a str>,
    /// Yard, one of the campaign's places; by default the place where the ship is.
    pub place: Option<&'a str>,
    /// Increase of the difficulty set by the referee.
    pub harder: i32,
    /// Aspects invoked on the roll.
    pub invoked: &'a [Invoked],
}

/// Repairs a consequence of a ship.
///
/// # Errors
/// If no one is able to, no yard is suitable, or a choice is missing.
pub fn repair(turn: &mut Turn<'_>, repair: &Repair<'_>) -> Result<(), Refusal> {
    let item = turn.ship(repair.ship)?.item;
    let consequence = which(turn, repair.ship, repair.grade)?;
    under_way(&consequence)?;
    let (who, skill, rank) = mechanic(turn, repair)?;
    if consequence.grade() == Grade::Mild {
        if let Some(standing) = turn.state.standing_mut(repair.ship) {
            standing.consequences.retain(|one| one.grade != consequence.grade || one.text != consequence.text);
        }
        turn.fact(format!("{who} ({skill} {rank}) repairs \"{}\" without a roll: {} is rid of it", consequence.text, repair.ship));
        return Ok(());
    }
    let (place, station) = yard(turn, repair)?;
    let severe = is_severe(turn, item, &consequence, (&place, &station))?;
    let (difficulty, base) = if severe {
        (turn.number("repair_severe", 4), turn.number("severe_takes", 15))
    } else {
        (turn.number("repair_moderate", 0), turn.number("moderate_takes", 13))
    };
    let against = Part::new(difficulty.saturating_add(repair.harder), format!("a {} repair", if severe { "severe" } else { "moderate" }));
    let parts = vec![Part::new(rank, skill.clone())];
    let shifts = turn.roll(Attempt { who: &who, what: &skill, action: Action::Repair, parts, against, invoked: repair.invoked })?;
    let until = severe.then(|| consequence.session.saturating_add(1));
    let work = takes(turn, base, shifts, until);
    if severe && let Some(ship) = turn.state.ships.get_mut(repair.ship) {
        ship.due.push("a severe repair".to_owned());
        turn.fact(format!("{}: an extra maintenance check is due (a severe repair)", repair.ship));
    }
    begin(turn, repair.ship, &consequence, work);
    Ok(())
}

/// Returns the mechanic with the skill used and its rank: the better of engineering and computer.
fn mechanic(turn: &Turn<'_>, repair: &Repair<'_>) -> Result<(Name, String, i32), Refusal> {
    let rules = turn.rules();
    let skills = [rules.word("ship_repair_skill", "engineering"), rules.word("ship_repair_other_skill", "computer")];
    let best = |who: &Name| {
        let sheet = turn.person(who).ok()?;
        let ranked = skills.map(|skill| (sheet.rank(skill), skill));
        let (rank, skill) = ranked.into_iter().rev().max_by_key(|(rank, _)| *rank)?;
        (rank > 0).then(|| (who.clone(), skill.to_owned(), rank))
    };
    let experts = || format!("{} or {}", skills[0], skills[1]);
    if let Some(who) = repair.by {
        turn.person(who)?;
        return best(&who.into())
            .ok_or_else(|| Refusal::because(format!("{who} is trained in neither {}", experts().replace(" or ", " nor "))));
    }
    let crew = turn.state.ships.get(repair.ship).map(|ship| ship.crew.as_slice()).unwrap_or_default();
    let found = crew.iter().filter_map(best).reduce(|one, next| if next.2 > one.2 { next } else { one });
    found.ok_or_else(|| {
        let able = turn.state.people.keys().filter_map(best).map(|(who, skill, rank)| format!("--by {who}  ({skill} {rank})"));
        Refusal::choose(format!("no one in {}'s crew is trained in {}: choose a mechanic", repair.ship, experts()), able.collect())
    })
}

fn yard(turn: &Turn<'_>, repair: &Repair<'_>) -> Result<(Name, Station), Refusal> {
    let at = turn.state.ships.get(repair.ship).and_then(|ship| ship.at.as_deref());
    let Some(name) = repair.place.or(at) else {
        let yards = turn.state.places.iter().filter(|(_, station)| station.repair);
        let yards = yards.map(|(name, station)| format!("--at {name}  (T{})", station.tech)).collect();
        return Err(Refusal::choose(format!("{} is not at a place: choose a yard", repair.ship), yards));
    };
    let station = turn.place(name)?.clone();
    if station.repair { Ok((name.into(), station)) } else { Err(Refusal::because(format!("there is no repair yard at {name}"))) }
}

/// True if the repair counts as that of a severe consequence: a moderate consequence does if the yard's technology is too far from the
/// ship's. Such a yard refuses a severe one.
fn is_severe(turn: &mut Turn<'_>, item: &Item, consequence: &Consequence, (place, station): (&str, &Station)) -> Result<bool, Refusal> {
    let reach = turn.number("yard_reach", 1);
    let apart = item.tech.map_or(0, |tech| (tech - station.tech).abs());
    if apart <= reach {
        return Ok(consequence.grade() == Grade::Severe);
    }
    let tech = item.tech.unwrap_or(0);
    if consequence.grade() == Grade::Severe {
        let why = format!("{place} is T{} and the ship is T{tech}: a severe repair needs a yard at most {reach} apart", station.tech);
        return Err(Refusal::because(why));
    }
    turn.fact(format!("{place} is T{} and the ship is T{tech}: \"{}\" counts as severe there", station.tech, consequence.text));
    Ok(true)
}

/// Returns the duration of work: each shift shortens the work by one line of the time track. The roll never fails; a bad roll only makes
/// the work take longer (R-VE2).
pub(crate) fn takes(turn: &mut Turn<'_>, base: i32, shifts: i32, until_end_of: Option<u32>) -> Mending {
    let lines = turn.pack.time_track(turn.rules());
    let base = usize::try_from(base).unwrap_or(1);
    let line = match taken(base, shifts, lines.len().max(1), false) {
        Taken::Line(line) => line,
        Taken::Failed => base,
    };
    let word = |number: usize| lines.get(number.saturating_sub(1)).map_or_else(|| format!("line {number}"), ToString::to_string);
    if line != base {
        let way = if line < base { "faster" } else { "slower" };
        let lines = counted(i64::try_from(line.abs_diff(base)).unwrap_or(i64::MAX), "line", "lines");
        turn.fact(format!("{} instead of {}: {lines} of the time track {way}", word(line), word(base)));
    }
    let days = days(turn.pack, line);
    Mending { takes: word(line), until_day: turn.state.day.saturating_add(days), until_end_of }
}

/// Returns the approximate number of days of a line of the time track; 0 if it takes less than a day.
pub fn days(pack: &Pack, line: usize) -> u32 {
    let table = pack.table_called(DAYS);
    let row = table.and_then(|table| table.rows.get(line.checked_sub(1)?)).and_then(|row| row.found.first());
    match row {
        Some(Found::Text(days)) => days.parse().unwrap_or(0),
        Some(Found::Number(days)) => u32::try_from(*days).unwrap_or(0),
        _ => 0,
    }
}
