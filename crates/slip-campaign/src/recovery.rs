//! Recovery of people: rules for clearing tracks and consequences at the end of a scene, at a refresh, at the end of a session, in
//! downtime and by treatment.
//!
//! Wealth recovers by its own rules (R-T21); ships are repaired in `repair`.

use super::command_execution::{Attempt, CommandExecution, CommandRefusal, Invoked};
use super::output::{SumPart, counted};
use super::purchase::maintenance_rating;
use super::repair::{fails, may_try, takes, tried, without_a_roll};
use super::state::{Allowance, Campaign, Consequence, OngoingRepair, SheetState};
use slip_dice::fate::consequence::Grade;
use slip_pack::Name;
use slip_pack::effect::Action;
use slip_pack::ruleset::Rules;
use slip_pack::scenario::SessionCounts;
use std::collections::BTreeSet;

/// Returns the Wealth track, whose consequences recover by their own rules (R-T21).
pub fn wealth_track(rules: &Rules) -> Name {
    rules.word("wealth_track", "wealth").into()
}

/// Ends a scene, or a break of a few minutes: removes mild consequences outside Wealth, even if their track is not clear (R-P43, R-C25).
/// With `mild_waits yes`, removes only those whose track is clear.
pub fn scene_ends(who: &str, standing: &mut SheetState, rules: &Rules) -> Vec<String> {
    let wealth = wealth_track(rules);
    let waits = rules.is("mild_waits", "yes");
    let mut told = Vec::new();
    let marked = standing.marked.clone();
    standing.consequences.retain(|consequence| {
        if consequence.grade() != Grade::Mild || consequence.track == wealth {
            return true;
        }
        if waits && marked.contains_key(&consequence.track) {
            told.push(format!("{who} keeps \"{}\" (mild) until {} is clear", consequence.text, consequence.track));
            return true;
        }
        told.push(format!("{who} is rid of \"{}\" (mild: it ends with the scene)", consequence.text));
        false
    });
    told
}

/// Gives everyone a break of a few minutes.
pub fn scene(command: &mut CommandExecution<'_>) {
    let rules = command.rules();
    let mut told = Vec::new();
    for (who, person) in &mut command.state.people {
        told.extend(scene_ends(who, &mut person.standing, rules));
    }
    command.facts(told);
    command.fact("a scene has ended");
}

/// Clears every track except those in `spared`.
pub(crate) fn clear(who: &str, standing: &mut SheetState, spared: &[&Name], why: &str, told: &mut Vec<String>) {
    standing.marked.retain(|track, _| {
        let stays = spared.contains(&track);
        if !stays {
            told.push(format!("{who}: {track} is clear again ({why})"));
        }
        stays
    });
}

/// Applies a refresh: restores fate points, lets people recover, and allows new advancement. Ships in dock may then make their maintenance
/// check immediately.
pub fn refresh(command: &mut CommandExecution<'_>) {
    let (pack, rules) = (command.pack, command.rules());
    let mut told = Vec::new();
    let state = &mut command.state;
    let month = state.month;
    for (who, person) in state.people.iter_mut().filter(|(_, person)| person.standing.out.is_none()) {
        refill(who, pack.item(&person.item).and_then(|item| item.fate), &mut person.standing, &mut told);
        heal_person(who, &mut person.standing, rules, month, &mut told);
        person.may = Allowance { swap: true, aspect: true, stunt: true };
    }
    for (who, ship) in state.ships.iter_mut().filter(|(_, ship)| ship.standing.out.is_none()) {
        refill(who, pack.item(&ship.item).and_then(|item| item.fate), &mut ship.standing, &mut told);
        let in_dock = ship.at.as_ref().and_then(|at| state.places.get(at)).is_some_and(|station| station.maintenance);
        if in_dock && !ship.served_this_session {
            told.push(format!("{who} is in dock: she may make the first maintenance check of the session now (`maintain {who}`)"));
        }
    }
    command.facts(told);
    command.fact("each person may swap two neighbouring skills, change an aspect and exchange a stunt, once each");
}

fn refill(who: &str, full: Option<i32>, standing: &mut SheetState, told: &mut Vec<String>) {
    let full = u32::try_from(full.unwrap_or(0)).unwrap_or(0);
    if standing.fate != full {
        told.push(format!("{who}: fate points {} -> {full}", standing.fate));
        standing.fate = full;
    }
}

/// Applies a refresh to a person's tracks and consequences, except Wealth. Tracks are cleared first, because a consequence recovers only
/// after its track is clear.
fn heal_person(who: &str, standing: &mut SheetState, rules: &Rules, month: u32, told: &mut Vec<String>) {
    let wealth = wealth_track(rules);
    clear(who, standing, &[&wealth], "a refresh", told);
    let under_medics = rules.is("medics", "required");
    let rest_required = rules.is("severe_rest", "required");
    standing.consequences.retain(|consequence| {
        if consequence.track == wealth {
            return true;
        }
        let goes = match consequence.grade() {
            Grade::Mild => true,
            Grade::Moderate => !under_medics,
            Grade::Severe => consequence.spared > 0 && (!rest_required || consequence.rested >= month),
        };
        if goes {
            told.push(format!("{who} is rid of \"{}\" ({}, at a refresh)", consequence.text, consequence.grade));
            if consequence.grade() == Grade::Severe && consequence.rested < month {
                let rested = counted(consequence.rested, "day", "days");
                told.push(format!("{who} should have rested a month for this, but has rested {rested}"));
            }
        } else if consequence.grade() == Grade::Moderate {
            told.push(format!("{who} keeps \"{}\": moderate consequences only heal with a medic", consequence.text));
        } else if consequence.spared > 0 {
            let rested = counted(consequence.rested, "day", "days");
            told.push(format!("{who} keeps \"{}\": {rested} of rest out of {month}", consequence.text));
        } else {
            told.push(format!(
                "{who} keeps \"{}\": a severe consequence needs a whole session without a hit on {}",
                consequence.text, consequence.track
            ));
        }
        !goes
    });
}

/// Ends the session: Wealth recovers unless it was hit in this session (R-T20), and work that waits for the end of a session is
/// completed.
pub fn session_ends(command: &mut CommandExecution<'_>) -> Result<(), CommandRefusal> {
    if !command.state.playing {
        return Err(CommandRefusal::because(format!(
            "session {} has already ended; `session begin` begins the next one",
            command.state.session
        )));
    }
    let rules = command.rules();
    let mut told = vec![format!("session {} ends", command.state.session)];
    let state = &mut command.state;
    let (session, day) = (state.session, state.day);
    let owners: BTreeSet<Name> = owners(state);
    for (who, person) in &mut state.people {
        spare(&mut person.standing, session);
        let needed = match () {
            () if rules.is("wealth_downtime", "none") => 0,
            () if owners.contains(who) => state.month,
            () => 1,
        };
        settle_purse(who, &mut person.standing, rules, (person.free_days, needed), &mut told);
        mend(who, &mut person.standing, Clock { day, ended: session }, &mut told);
        if person.stunts_owed > 0 {
            told.push(format!("{who} chooses a stunt to replace the sold one: `learn {who} --stunt …`"));
        }
        if rules.is("skill_swaps", "sessions") {
            person.may.swap = true;
        }
    }
    for (who, ship) in &mut state.ships {
        spare(&mut ship.standing, session);
        mend(who, &mut ship.standing, Clock { day, ended: session }, &mut told);
        told.extend(
            ship.due.iter().filter(|_| ship.standing.out.is_none()).map(|due| format!("{who}: a maintenance check was not made ({due})")),
        );
        ship.due.clear();
    }
    state.playing = false;
    command.facts(told);
    Ok(())
}

/// Begins the next session.
pub fn session_begins(command: &mut CommandExecution<'_>) -> Result<(), CommandRefusal> {
    if command.state.playing {
        return Err(CommandRefusal::because(format!("session {} is being played; `session end` ends it", command.state.session)));
    }
    let state = &mut command.state;
    let Some(next) = state.session.checked_add(1) else { return Err(CommandRefusal::because("the number of sessions is too large")) };
    state.session = next;
    state.playing = true;
    state.downtime = 0;
    state.people.values_mut().for_each(|person| person.free_days = 0);
    let people = state.people.values_mut().map(|person| &mut person.standing);
    let mut unserved = Vec::new();
    for ship in state.ships.values_mut() {
        ship.served_this_session = false;
        unserved.push(&mut ship.standing);
    }
    for standing in people.chain(unserved) {
        standing.hit_this_session = BTreeSet::new();
        standing.counted = SessionCounts::default();
        standing.marked_at_start = standing.marked.keys().cloned().collect();
    }
    let session = state.session;
    command.fact(format!("session {session} begins; use `refresh` now, unless the session continues the last one directly"));
    Ok(())
}

/// Counts this session as a session without a hit for each consequence that was taken in an earlier session and whose track was not hit in
/// this session.
fn spare(standing: &mut SheetState, session: u32) {
    let hit = &standing.hit_this_session;
    for consequence in standing.consequences.iter_mut().filter(|one| one.session < session && !hit.contains(&one.track)) {
        consequence.spared += 1;
    }
}

/// Returns the people who own a ship that has not been lost.
fn owners(state: &Campaign) -> BTreeSet<Name> {
    let ships = state.ships.values().filter(|ship| ship.standing.out.is_none());
    ships.flat_map(|ship| &ship.owners).map(|owner| owner.who.clone()).collect()
}

/// Applies the end of a session to Wealth. If Wealth took no new hit and enough days of downtime were spent on it, its marks and mild
/// consequences are removed (R-T28). Worse consequences are removed if Wealth was clear for the whole session.
fn settle_purse(who: &str, standing: &mut SheetState, rules: &Rules, (days, needed): (u32, u32), told: &mut Vec<String>) {
    let wealth = wealth_track(rules);
    let owes = !standing.is_clear(&wealth) || standing.consequences.iter().any(|one| one.track == wealth);
    if standing.hit_this_session.contains(&wealth) {
        if owes {
            told.push(format!("{who}: {wealth} was hit this session and does not recover"));
        }
        return;
    }
    let was_clear = !standing.marked_at_start.contains(&wealth) && standing.is_clear(&wealth);
    let is_spent = days >= needed;
    let mild = |one: &Consequence| one.track == wealth && one.grade() == Grade::Mild;
    if !is_spent && (!standing.is_clear(&wealth) || standing.consequences.iter().any(mild)) {
        let needed = counted(needed, "day", "days");
        told.push(format!("{who}: {wealth} does not recover without {needed} of downtime in the session, and there were {days}"));
    }
    if is_spent && standing.marked.remove(&wealth).is_some() {
        told.push(format!("{who}: {wealth} is clear again (a session without a new hit)"));
    }
    standing.consequences.retain(|one| {
        let goes = one.track == wealth && if one.grade() == Grade::Mild { is_spent } else { was_clear };
        if goes {
            let why = if one.grade() == Grade::Mild { "with the stress" } else { "a session with clear wealth" };
            told.push(format!("{who} is rid of \"{}\" ({}, {why})", one.text, one.grade));
        }
        !goes
    });
}

/// Current time: the day, and the last completed session.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    pub(crate) day: u32,
    pub(crate) ended: u32,
}

/// Removes the consequences whose treatment or repair is complete.
pub(crate) fn mend(who: &str, standing: &mut SheetState, clock: Clock, told: &mut Vec<String>) {
    standing.consequences.retain(|one| {
        let done =
            one.mending.as_ref().is_some_and(|work| work.until_day <= clock.day && work.until_end_of.is_none_or(|end| end <= clock.ended));
        if done {
            told.push(format!("{who} is rid of \"{}\" ({}: the treatment or repair is complete)", one.text, one.grade));
        }
        !done
    });
}

impl Campaign {
    /// Returns the current time: the day, and the last completed session.
    pub(crate) fn clock(&self) -> Clock {
        Clock { day: self.day, ended: if self.playing { self.session.saturating_sub(1) } else { self.session } }
    }
}

/// Treatment of a consequence.
#[derive(Clone, Debug)]
pub struct Treatment<'a> {
    /// Name of the patient or debtor.
    pub who: &'a str,
    /// Grade of the consequence; optional if there is only one.
    pub grade: Option<Grade>,
    /// Medic, or the person who pays.
    pub by: Option<&'a str>,
    /// Clinic or hospital, one of the campaign's places.
    pub place: Option<&'a str>,
    /// Increase of the difficulty set by the referee.
    pub harder: i32,
    /// Aspects invoked on the roll.
    pub invoked: &'a [Invoked],
}

/// Treats a wound, or pays off a debt.
///
/// # Errors
/// If the treatment or payment is not possible in this way, or not yet.
pub fn heal(command: &mut CommandExecution<'_>, treatment: &Treatment<'_>) -> Result<(), CommandRefusal> {
    command.person(treatment.who)?;
    let wealth = wealth_track(command.rules());
    let consequence = which(command, treatment.who, treatment.grade)?;
    if consequence.track == wealth { pay_off(command, treatment, &consequence) } else { treat(command, treatment, &consequence) }
}

/// Returns the consequence with this grade or, if no grade is given, the only consequence.
pub(crate) fn which(command: &CommandExecution<'_>, who: &str, grade: Option<Grade>) -> Result<Consequence, CommandRefusal> {
    let all = command.state.standing(who).map(|standing| standing.consequences.as_slice()).unwrap_or_default();
    let meant: Vec<&Consequence> = all.iter().filter(|one| grade.is_none_or(|grade| one.grade() == grade)).collect();
    match meant.as_slice() {
        [one] => Ok((*one).clone()),
        [] if all.is_empty() => Err(CommandRefusal::because(format!("{who} has no consequence"))),
        _ => {
            let legal = all.iter().map(|one| format!("--consequence {}  (\"{}\" on {})", one.grade, one.text, one.track)).collect();
            Err(CommandRefusal::choose(format!("choose one consequence of {who}"), legal))
        }
    }
}

/// Pays off a consequence on Wealth. Once the track is clear, any person may roll the means skill, once per session. The difficulty is 1
/// for a moderate consequence and 4 for a severe one, unless the rules set other values (R-VE3).
fn pay_off(command: &mut CommandExecution<'_>, treatment: &Treatment<'_>, consequence: &Consequence) -> Result<(), CommandRefusal> {
    let who = treatment.who;
    let difficulty = match consequence.grade() {
        Grade::Mild => {
            return Err(CommandRefusal::because(
                "a mild consequence of debt ends with its marks, at the end of a session without a new hit",
            ));
        }
        Grade::Moderate => command.number("debt_moderate", 1),
        Grade::Severe => command.number("debt_severe", 4),
    };
    if command.state.standing(who).is_some_and(|standing| !standing.is_clear(&consequence.track)) {
        return Err(CommandRefusal::because(format!(
            "{who} cannot pay off \"{}\" before {} is clear",
            consequence.text, consequence.track
        )));
    }
    if consequence.tried == Some(command.state.session) {
        return Err(CommandRefusal::because(format!("there was already an attempt to pay off \"{}\" this session", consequence.text)));
    }
    if treatment.place.is_some() {
        return Err(CommandRefusal::because("a debt is paid off anywhere, so --at has no effect: leave it out"));
    }
    let skill = command.rules().word("assets_skill", "assets").to_owned();
    let payer = treatment.by.unwrap_or(who);
    let rank = command.person(payer)?.rank(&skill);
    let parts = vec![SumPart::new(rank, if rank < 0 { format!("no {skill}") } else { skill.clone() })];
    let against = SumPart::new(difficulty.saturating_add(treatment.harder), format!("a {} debt", consequence.grade));
    let shifts = command.roll(Attempt { who: payer, what: &skill, action: Action::Rolls, parts, against, invoked: treatment.invoked })?;
    let session = command.state.session;
    if let Some(one) = own(command, who, consequence) {
        one.tried = Some(session);
    }
    if shifts < 0 {
        command.fact(format!("{who} keeps \"{}\" for now", consequence.text));
        return Ok(());
    }
    if let Some(standing) = command.state.standing_mut(who) {
        standing.consequences.retain(|one| one.grade != consequence.grade || one.text != consequence.text);
    }
    command.fact(format!("{who} is rid of \"{}\" ({}: paid off)", consequence.text, consequence.grade));
    Ok(())
}

/// Treats a wound. A mild wound is treated immediately with a first-aid kit, a worse wound at a clinic or hospital. The technology of the
/// place helps, and the roll decides how long the treatment takes.
fn treat(command: &mut CommandExecution<'_>, treatment: &Treatment<'_>, consequence: &Consequence) -> Result<(), CommandRefusal> {
    let who = treatment.who;
    let skill = command.rules().word("medical_skill", "medical").to_owned();
    let Some(medic) = treatment.by else {
        let able = command.state.people.keys().filter_map(|name| Some((name, command.person(name).ok()?.rank(&skill))));
        let legal = able.filter(|(_, rank)| *rank > 0).map(|(name, rank)| format!("--by {name}  ({skill} {rank})")).collect();
        return Err(CommandRefusal::choose(format!("choose a medic for \"{}\"", consequence.text), legal));
    };
    let rank = command.person(medic)?.rank(&skill);
    if consequence.grade() == Grade::Mild {
        if rank < 1 {
            return Err(CommandRefusal::because(format!("{medic} is not a medic: {skill} is untrained")));
        }
        without_a_roll(command, treatment.place, treatment.harder, treatment.invoked)?;
        if let Some(standing) = command.state.standing_mut(who) {
            standing.consequences.retain(|one| one.grade != consequence.grade || one.text != consequence.text);
        }
        command.fact(format!("{medic} treats \"{}\" with a first-aid kit: {who} is rid of it", consequence.text));
        return Ok(());
    }
    let Some(place) = treatment.place else {
        let places = command.state.places.iter().map(|(name, station)| format!("--at {name}  (T{})", station.tech)).collect();
        let house = if consequence.grade() == Grade::Moderate { "clinic" } else { "hospital" };
        return Err(CommandRefusal::choose(format!("a {} consequence needs a {house}: choose a place", consequence.grade), places));
    };
    if command.state.standing(who).is_some_and(|standing| !standing.is_clear(&consequence.track)) {
        return Err(CommandRefusal::because(format!("\"{}\" cannot heal before {} is clear", consequence.text, consequence.track)));
    }
    under_way(consequence)?;
    let tech = command.place(place)?.tech;
    may_try(command, consequence, place)?;
    let (difficulty, base) = match consequence.grade() {
        Grade::Severe => (command.number("treat_severe", 4), command.number("severe_takes", 15)),
        _ => (command.number("treat_moderate", 0), command.number("moderate_takes", 13)),
    };
    let parts = vec![SumPart::new(rank, skill.clone()), SumPart::new(tech, format!("T{tech} at {place}"))];
    let against = SumPart::new(difficulty.saturating_add(treatment.harder), format!("a {} consequence", consequence.grade));
    let shifts = command.roll(Attempt { who: medic, what: &skill, action: Action::Rolls, parts, against, invoked: treatment.invoked })?;
    let severe = consequence.grade() == Grade::Severe;
    if fails(command, severe, shifts) {
        tried(command, who, consequence, place);
        return Ok(());
    }
    // The treatment of a severe consequence lasts at least until the end of the session after the session in which it was taken.
    let until = severe.then(|| consequence.session.saturating_add(1));
    let work = takes(command, base, shifts, until);
    begin(command, who, consequence, work);
    Ok(())
}

/// Checks that work on a consequence has not begun yet.
pub(crate) fn under_way(consequence: &Consequence) -> Result<(), CommandRefusal> {
    match &consequence.mending {
        Some(work) => Err(CommandRefusal::because(format!(
            "\"{}\" is already being treated or repaired, until day {}",
            consequence.text, work.until_day
        ))),
        None => Ok(()),
    }
}

/// Records the work on a consequence, or removes the consequence if the work takes no time.
pub(crate) fn begin(command: &mut CommandExecution<'_>, who: &str, consequence: &Consequence, work: OngoingRepair) {
    let day = command.state.day;
    let wait = work.until_end_of.map_or(String::new(), |session| format!(", but not before the end of session {session}"));
    command.fact(format!("\"{}\" takes {}: until day {} (it is day {day}){wait}", consequence.text, work.takes, work.until_day));
    if let Some(one) = own(command, who, consequence) {
        one.mending = Some(work);
    }
    let clock = command.state.clock();
    let mut told = Vec::new();
    if let Some(standing) = command.state.standing_mut(who) {
        mend(who, standing, clock, &mut told);
    }
    command.facts(told);
}

/// Returns a mutable reference to a consequence of a person or ship.
pub(crate) fn own<'s>(command: &'s mut CommandExecution<'_>, who: &str, consequence: &Consequence) -> Option<&'s mut Consequence> {
    let all = &mut command.state.standing_mut(who)?.consequences;
    all.iter_mut().find(|one| one.grade == consequence.grade && one.text == consequence.text)
}

/// Reason for the single maintenance check of a ship that was laid up.
const LAID_UP: &str = "a long time laid up";
/// Largest number of days that may pass in one command; it is longer than the whole time track.
pub(crate) const MOST_DAYS: u32 = 36_500;

/// Days that pass without play.
#[derive(Clone, Debug, Default)]
pub struct Downtime<'a> {
    /// Number of days that pass.
    pub days: u32,
    /// People who do not rest.
    pub busy: &'a [Name],
    /// Ships that carry freight or passengers.
    pub working: &'a [Name],
    /// Ships that are laid up. They need a single check for the whole time, instead of one per month.
    pub laid_up: &'a [Name],
}

/// Lets time pass: rest, running treatments and repairs, and monthly maintenance checks (R-T1).
///
/// # Errors
/// If a named person or ship does not exist.
pub fn downtime(command: &mut CommandExecution<'_>, downtime: &Downtime<'_>) -> Result<(), CommandRefusal> {
    if !(1..=MOST_DAYS).contains(&downtime.days) {
        return Err(CommandRefusal::because(format!("downtime is at least 1 day and at most {MOST_DAYS} days (a hundred years)")));
    }
    for who in downtime.busy {
        command.person(who)?;
    }
    for ship in downtime.working.iter().chain(downtime.laid_up) {
        command.ship(ship)?;
    }
    if let Some(both) = downtime.working.iter().find(|ship| downtime.laid_up.contains(ship)) {
        return Err(CommandRefusal::because(format!("{both} cannot be working and laid up at the same time")));
    }
    let (rules, days) = (command.rules(), downtime.days);
    let restful = u32::try_from(rules.int("restful_days", 3)).unwrap_or(0);
    let wealth = wealth_track(rules);
    let state = &mut command.state;
    let before = state.downtime;
    let Some((day, passed)) = state.day.checked_add(days).zip(before.checked_add(days)) else {
        return Err(CommandRefusal::because("the number of days is too large"));
    };
    (state.day, state.downtime) = (day, passed);
    let months = passed / state.month.max(1) - before / state.month.max(1);
    let clock = state.clock();
    let (pass, downtime_so_far) = (counted(days, "day passes", "days pass"), counted(passed, "day", "days"));
    let mut told = vec![format!("{pass}: it is day {day}, {downtime_so_far} of downtime in session {}", state.session)];
    for (who, person) in state.people.iter_mut().filter(|(_, person)| person.standing.out.is_none()) {
        let standing = &mut person.standing;
        if !downtime.busy.contains(who) {
            person.free_days = person.free_days.saturating_add(days);
            standing.consequences.iter_mut().for_each(|one| one.rested = one.rested.saturating_add(days));
            if days >= restful {
                clear(who, standing, &[&wealth], "days of rest", &mut told);
            }
        }
        mend(who, standing, clock, &mut told);
    }
    for (who, ship) in state.ships.iter_mut().filter(|(_, ship)| ship.standing.out.is_none()) {
        clear(who, &mut ship.standing, &[], "downtime", &mut told);
        // A ship under repair is not idle: each month of the repair has its check (R-T30).
        let in_the_yard = ship.standing.consequences.iter().any(|one| one.mending.is_some());
        mend(who, &mut ship.standing, clock, &mut told);
        if downtime.working.contains(who) {
            ship.commercial_since_check = true;
        } else {
            ship.elsewhere = ship.elsewhere.saturating_add(days);
        }
        let needs = command
            .pack
            .item(&ship.item)
            .and_then(maintenance_rating)
            .is_some_and(|rating| i64::from(rating) >= rules.int("upkeep_from", 6));
        let laid_up = downtime.laid_up.contains(who) && !in_the_yard;
        if in_the_yard && downtime.laid_up.contains(who) {
            told.push(format!("{who} is under repair and not laid up: each month has its check"));
        }
        // A ship that is laid up has a single check for the whole time, even over several commands.
        let checks = match laid_up {
            true if ship.due.iter().any(|due| due == LAID_UP) => 0,
            true => months.min(1),
            false => months,
        };
        if !needs || checks == 0 {
            continue;
        }
        let why = if laid_up { LAID_UP } else { "a month of downtime" };
        ship.due.extend((0..checks).map(|_| why.to_owned()));
        let checks = if checks == 1 { "a maintenance check is".to_owned() } else { format!("{checks} maintenance checks are") };
        told.push(format!("{who}: {checks} due ({why})"));
    }
    command.facts(told);
    Ok(())
}
