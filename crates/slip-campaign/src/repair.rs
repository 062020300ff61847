//! Ship repairs, and the duration of work on the time track.

use super::command_execution::{Attempt, CommandExecution, CommandRefusal, Invoked};
use super::output::{SumPart, counted};
use super::recovery::{begin, own, under_way, which};
use super::state::{CampaignStation, Consequence, OngoingRepair};
use slip_dice::fate::consequence::Grade;
use slip_dice::fate::time_track::{TaskTime, taken};
use slip_pack::effect::Action;
use slip_pack::table::RowResult;
use slip_pack::{BuiltItem, Name, Pack};

/// Name of the table with the number of days for each line of the time track (R-VE2).
const DAYS: &str = "time_track_days";

/// Repair of a ship.
#[derive(Clone, Debug)]
pub struct Repair<'a> {
    /// Name of the ship.
    pub ship: &'a str,
    /// Grade of the consequence; optional if there is only one.
    pub grade: Option<Grade>,
    /// Mechanic; by default the best of the crew, or the nameless crew if there is no such person.
    pub by: Option<&'a str>,
    /// Yard, one of the campaign's places; by default the place where the ship is.
    pub place: Option<&'a str>,
    /// Increase of the difficulty set by the referee.
    pub harder: i32,
    /// Aspects invoked on the roll.
    pub invoked: &'a [Invoked],
}

/// Expert who repairs a ship, with the skill and its rank.
#[derive(Clone, Debug)]
struct Expert {
    /// Person who rolls; `None` for the ship's nameless crew.
    person: Option<Name>,
    skill: String,
    rank: i32,
}

/// Repairs a consequence of a ship. The kind of damage decides the skill (R-T27).
///
/// # Errors
/// If no one can make the repair, no yard is suitable, or a choice is missing.
pub fn repair(command: &mut CommandExecution<'_>, repair: &Repair<'_>) -> Result<(), CommandRefusal> {
    let item = command.ship(repair.ship)?.item;
    let consequence = which(command, repair.ship, repair.grade)?;
    under_way(&consequence)?;
    let expert = expert(command, repair, item, &consequence)?;
    let Expert { skill, rank, .. } = &expert;
    if consequence.grade() == Grade::Mild {
        without_a_roll(command, repair.place, repair.harder, repair.invoked)?;
        if let Some(standing) = command.state.standing_mut(repair.ship) {
            standing.consequences.retain(|one| one.grade != consequence.grade || one.text != consequence.text);
        }
        let who = expert.person.as_ref().map_or_else(|| format!("the crew of {}", repair.ship), ToString::to_string);
        command.fact(format!("{who} ({skill} {rank}) repairs \"{}\" without a roll: {} is rid of it", consequence.text, repair.ship));
        return Ok(());
    }
    let (place, station) = yard(command, repair)?;
    may_try(command, &consequence, &place)?;
    let severe = is_severe(command, item, &consequence, (&place, &station))?;
    let (difficulty, base) = if severe {
        (command.number("repair_severe", 4), command.number("severe_takes", 15))
    } else {
        (command.number("repair_moderate", 0), command.number("moderate_takes", 13))
    };
    let against =
        SumPart::new(difficulty.saturating_add(repair.harder), format!("a {} repair", if severe { "severe" } else { "moderate" }));
    let parts = vec![SumPart::new(*rank, if expert.person.is_some() { skill.clone() } else { "the nameless crew".to_owned() })];
    let who = expert.person.as_deref().unwrap_or(repair.ship);
    let shifts = command.roll(Attempt { who, what: skill, action: Action::Repair, parts, against, invoked: repair.invoked })?;
    if let Some(ship) = command.state.ships.get_mut(repair.ship).filter(|ship| ship.at.as_ref() != Some(&place)) {
        ship.at = Some(place.clone());
        command.fact(format!("{} is at {place}", repair.ship));
    }
    if fails(command, severe, shifts) {
        tried(command, repair.ship, &consequence, &place);
        return Ok(());
    }
    let until = severe.then(|| consequence.session.saturating_add(1));
    let work = takes(command, base, shifts, until);
    if severe && let Some(ship) = command.state.ships.get_mut(repair.ship) {
        ship.due.push("a severe repair".to_owned());
        command.fact(format!("{}: an extra maintenance check is due (a severe repair)", repair.ship));
    }
    begin(command, repair.ship, &consequence, work);
    Ok(())
}

/// Returns the expert for this kind of damage: the named person. Without a named person, it is the best member of the crew, or else the
/// ship's nameless crew (R-T29).
fn expert(
    command: &CommandExecution<'_>,
    repair: &Repair<'_>,
    item: &BuiltItem,
    consequence: &Consequence,
) -> Result<Expert, CommandRefusal> {
    let skill = command.pack.repair_skill(command.rules(), item, &consequence.track);
    let trained = |who: &Name| {
        let rank = command.person(who).ok()?.rank(skill);
        (rank > 0).then(|| Expert { person: Some(who.clone()), skill: skill.to_owned(), rank })
    };
    let damage = format!("\"{}\" is damage to {}", consequence.text, consequence.track);
    let able = || command.state.people.keys().filter_map(trained).filter_map(|expert| Some((expert.person?, expert.rank)));
    let choices = |own: Option<&Expert>| {
        let people = able().map(|(who, rank)| format!("--by {who}  ({skill} {rank})"));
        people.chain(own.map(|own| format!("no --by: the ship's own crew  ({skill} {})", own.rank))).collect()
    };
    let crew = command.state.ships.get(repair.ship).map(|ship| ship.crew.as_slice()).unwrap_or_default();
    let best = crew.iter().filter_map(trained).reduce(|one, next| if next.rank > one.rank { next } else { one });
    let nameless = || {
        let rank = item.nameless_crew(command.rules()).filter(|rank| *rank > 0)?;
        Some(Expert { person: None, skill: skill.to_owned(), rank })
    };
    let own = best.or_else(nameless);
    let Some(who) = repair.by else {
        return own.ok_or_else(|| {
            let alone = format!("no one in {}'s crew is trained in {skill}, and she has no nameless crew ({damage})", repair.ship);
            CommandRefusal::choose(format!("{alone}: choose a mechanic"), choices(None))
        });
    };
    command.person(who)?;
    trained(&who.into())
        .ok_or_else(|| CommandRefusal::choose(format!("{who} is not trained in {skill}, and {damage}"), choices(own.as_ref())))
}

/// Checks the options for a mild consequence, which is removed without a roll.
///
/// # Errors
/// If the place does not exist, or if an option would have no effect.
pub(crate) fn without_a_roll(
    command: &CommandExecution<'_>,
    place: Option<&str>,
    harder: i32,
    invoked: &[Invoked],
) -> Result<(), CommandRefusal> {
    const WHY: &str = "a mild consequence is removed without a roll";
    place.map_or(Ok(()), |place| command.place(place).map(|_| ()))?;
    if harder != 0 {
        return Err(CommandRefusal::because(format!("{WHY}, so --harder has no effect: leave it out")));
    }
    command.no_roll(invoked, WHY)
}

/// Checks that a treatment or repair was not already tried at this place in this session (R-T26).
///
/// # Errors
/// If it was tried.
pub(crate) fn may_try(command: &CommandExecution<'_>, consequence: &Consequence, place: &str) -> Result<(), CommandRefusal> {
    let again = consequence.tried == Some(command.state.session) && consequence.tried_at.as_deref() == Some(place);
    if !again {
        return Ok(());
    }
    let why = format!("there was already an attempt on \"{}\" at {place} this session: try in the next session, or at", consequence.text);
    let others = command.state.places.iter().filter(|(name, _)| **name != place);
    Err(CommandRefusal::choose(why, others.map(|(name, station)| format!("--at {name}  (T{})", station.tech)).collect()))
}

/// True if a treatment or repair fails when its roll is below the difficulty. That is always so for a severe consequence. For a moderate
/// one it is so only with `repair_moderate_fails yes` (R-T26).
pub(crate) fn fails(command: &CommandExecution<'_>, severe: bool, shifts: i32) -> bool {
    shifts < 0 && (severe || command.rules().is("repair_moderate_fails", "yes"))
}

/// Records an attempt that failed.
pub(crate) fn tried(command: &mut CommandExecution<'_>, who: &str, consequence: &Consequence, place: &str) {
    let session = command.state.session;
    if let Some(one) = own(command, who, consequence) {
        (one.tried, one.tried_at) = (Some(session), Some(place.into()));
    }
    command.fact(format!("{who} keeps \"{}\": it may be tried again in the next session or at another place", consequence.text));
}

fn yard(command: &CommandExecution<'_>, repair: &Repair<'_>) -> Result<(Name, CampaignStation), CommandRefusal> {
    let at = command.state.ships.get(repair.ship).and_then(|ship| ship.at.as_deref());
    let Some(name) = repair.place.or(at) else {
        let yards = command.state.places.iter().filter(|(_, station)| station.repair);
        let yards = yards.map(|(name, station)| format!("--at {name}  (T{})", station.tech)).collect();
        return Err(CommandRefusal::choose(format!("{} is not at a place: choose a yard", repair.ship), yards));
    };
    let station = command.place(name)?.clone();
    if station.repair { Ok((name.into(), station)) } else { Err(CommandRefusal::because(format!("there is no repair yard at {name}"))) }
}

/// True if the repair counts as that of a severe consequence. If the technology of the yard is too far from that of the ship, a moderate
/// consequence counts as severe, and the yard does not repair severe consequences at all.
fn is_severe(
    command: &mut CommandExecution<'_>,
    item: &BuiltItem,
    consequence: &Consequence,
    (place, station): (&str, &CampaignStation),
) -> Result<bool, CommandRefusal> {
    let reach = command.number("yard_reach", 1);
    let apart = item.tech.map_or(0, |tech| (tech - station.tech).abs());
    if apart <= reach {
        return Ok(consequence.grade() == Grade::Severe);
    }
    let tech = item.tech.unwrap_or(0);
    if consequence.grade() == Grade::Severe {
        let why = format!("{place} is T{} and the ship is T{tech}: a severe repair needs a yard at most {reach} apart", station.tech);
        return Err(CommandRefusal::because(why));
    }
    command.fact(format!("{place} is T{} and the ship is T{tech}: \"{}\" counts as severe there", station.tech, consequence.text));
    Ok(true)
}

/// Returns the duration of work. Each shift above the difficulty shortens the work by one line of the time track; each shift below
/// lengthens it by one line (R-VE2).
pub(crate) fn takes(command: &mut CommandExecution<'_>, base: i32, shifts: i32, until_end_of: Option<u32>) -> OngoingRepair {
    let lines = command.pack.time_track(command.rules());
    let base = usize::try_from(base).unwrap_or(1);
    let line = match taken(base, shifts, lines.len().max(1), false) {
        TaskTime::Line(line) => line,
        TaskTime::Failed => base,
    };
    let word = |number: usize| lines.get(number.saturating_sub(1)).map_or_else(|| format!("line {number}"), ToString::to_string);
    if line != base {
        let way = if line < base { "faster" } else { "slower" };
        let lines = counted(i64::try_from(line.abs_diff(base)).unwrap_or(i64::MAX), "line", "lines");
        command.fact(format!("{} instead of {}: {lines} of the time track {way}", word(line), word(base)));
    }
    let days = days(command.pack, line);
    OngoingRepair { takes: word(line), until_day: command.state.day.saturating_add(days), until_end_of }
}

/// Returns the approximate number of days that a line of the time track takes; 0 if it is less than a day.
pub fn days(pack: &Pack, line: usize) -> u32 {
    let table = pack.table_called(DAYS);
    let row = table.and_then(|table| table.rows.get(line.checked_sub(1)?)).and_then(|row| row.found.first());
    match row {
        Some(RowResult::Text(days)) => days.parse().unwrap_or(0),
        Some(RowResult::Number(days)) => u32::try_from(*days).unwrap_or(0),
        _ => 0,
    }
}
