//! Results of a maintenance check: debts are paid off, one person rescues the ship, or ship and owners take consequences.

use super::MaintenanceDecisions;
use crate::command_execution::{Attempt, CommandExecution, CommandRefusal};
use crate::hit_outside_encounter;
use crate::output::{SumPart, counted};
use crate::recovery::wealth_track;
use crate::state::Consequence;
use slip_dice::fate::consequence::Grade;
use slip_pack::Name;
use slip_pack::effect::Action;
use std::collections::BTreeSet;

/// Payment of a shortfall (D-T7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortfallPayment<'a> {
    /// No person pays the shortfall.
    Nobody,
    /// One person pays the shortfall, with a roll of that person's means.
    By(&'a str),
}

/// Box of Wealth that one surplus shift pays off (D-T8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaidBox<'a> {
    /// Name of the person who has the box.
    pub who: &'a str,
    /// Number of the box on the track.
    pub number: u8,
}

/// Applies a successful check: each surplus shift may pay off a box of a person's Wealth, never a consequence.
pub(super) fn solvent(command: &mut CommandExecution<'_>, upkeep: &MaintenanceDecisions<'_>, shifts: i32) -> Result<(), CommandRefusal> {
    command.fact(format!("{} pays her way", upkeep.ship));
    // In the older rules surplus shifts have no use.
    if shifts == 0 || command.rules().is("upkeep_by", "cargo") {
        return Ok(());
    }
    let debts = debts(command, upkeep.ship);
    let Some(spent) = upkeep.spent else {
        if debts.is_empty() {
            return Ok(());
        }
        let boxes = debts.iter().flat_map(|(who, boxes)| boxes.iter().map(move |number| format!("--spend {who}:{number}")));
        let legal = boxes.chain(["--spend none".to_owned()]).collect();
        return Err(CommandRefusal::choose(format!("{shifts} left to pay off boxes of wealth, one each: choose the boxes"), legal));
    };
    if i32::try_from(spent.len()).unwrap_or(i32::MAX) > shifts {
        let (boxes, shifts) = (spent.len(), counted(shifts, "shift pays", "shifts pay"));
        return Err(CommandRefusal::because(format!("{boxes} boxes cannot be paid off: {shifts} for one box each")));
    }
    let wealth = wealth_track(command.rules());
    for PaidBox { who, number } in spent {
        let aboard = debts.iter().find(|(name, _)| name == who);
        let marked = command.state.standing_mut(who).and_then(|standing| standing.marked.get_mut(&wealth));
        let Some(boxes) = marked.filter(|_| aboard.is_some()) else {
            return Err(CommandRefusal::because(format!("{who} is not in her crew, or has no marked box of {wealth}")));
        };
        if !boxes.remove(number) {
            return Err(CommandRefusal::because(format!("box {number} of {who}'s {wealth} is not marked")));
        }
        let empty = boxes.is_empty();
        command.fact(format!("a shift pays off box {number} of {who}'s {wealth}"));
        if let Some(standing) = command.state.standing_mut(who).filter(|_| empty) {
            standing.marked.remove(&wealth);
        }
    }
    Ok(())
}

/// Returns the crew members and owners with marked boxes of Wealth, and those boxes.
fn debts(command: &CommandExecution<'_>, ship: &str) -> Vec<(Name, BTreeSet<u8>)> {
    let wealth = wealth_track(command.rules());
    let Some(ship) = command.state.ships.get(ship) else { return Vec::new() };
    let everybody: BTreeSet<&Name> = ship.crew.iter().chain(ship.owners.iter().map(|owner| &owner.who)).collect();
    let marked = |who: &Name| Some(command.state.people.get(who)?.standing.marked.get(&wealth)?.clone());
    everybody.into_iter().filter_map(|who| Some((who.clone(), marked(who)?))).collect()
}

/// Applies a failed check. Either one person pays, or the ship and every owner are hit (R-T12, R-T13, R-T16).
pub(super) fn insolvent(command: &mut CommandExecution<'_>, upkeep: &MaintenanceDecisions<'_>, short: i32) -> Result<(), CommandRefusal> {
    command.fact(format!("{} misses the difficulty of the maintenance check by {short}", upkeep.ship));
    let skill = command.rules().word("assets_skill", "assets").to_owned();
    let wealth = wealth_track(command.rules());
    match upkeep.rescue {
        None => {
            let able = command.state.people.keys().filter_map(|who| Some((who, command.person(who).ok()?)));
            let people = able.filter(|(_, sheet)| sheet.track(&wealth).is_some()).map(|(who, sheet)| (who, sheet.rank(&skill)));
            let offers = people.map(|(who, rank)| format!("--rescue {who}  ({skill} {rank} against {short})"));
            let legal = offers.chain(["--no-rescue  (the ship wears out, and every owner pays)".to_owned()]).collect();
            Err(CommandRefusal::choose("one person may pay from their own means: choose who", legal))
        }
        Some(ShortfallPayment::By(who)) => {
            let sheet = command.person(who)?;
            if sheet.track(&wealth).is_none() {
                return Err(CommandRefusal::because(format!("{who} has no track `{wealth}` and cannot pay")));
            }
            let rank = sheet.rank(&skill);
            let parts = vec![SumPart::new(rank, if rank < 0 { format!("no {skill}") } else { skill.clone() })];
            let against = SumPart::new(short, "missing amount");
            let shifts = command.roll(Attempt { who, what: &skill, action: Action::Rolls, parts, against, invoked: &[] })?;
            command.fact(format!("{} and her owners are saved", upkeep.ship));
            hit_outside_encounter::hit(command, who, -shifts, &format!("paying for {}", upkeep.ship), upkeep.chosen)
        }
        Some(ShortfallPayment::Nobody) => {
            wear(command, upkeep);
            // Each owner pays once (R-T16), even if the file lists the owner twice.
            let mut owners: Vec<Name> = Vec::new();
            for owner in command.state.ships.get(upkeep.ship).into_iter().flat_map(|ship| &ship.owners) {
                if !owners.contains(&owner.who) {
                    owners.push(owner.who.clone());
                }
            }
            if owners.is_empty() {
                command.fact("she has no owner in the campaign: no one pays");
            }
            for owner in owners {
                if let Some(why) = unhurt(command, &owner, &wealth) {
                    command.fact(format!("{owner} pays nothing: {why}"));
                    continue;
                }
                hit_outside_encounter::hit(command, &owner, short, &format!("the upkeep of {}", upkeep.ship), upkeep.chosen)?;
            }
            if command.state.ships.get(upkeep.ship).is_some_and(|ship| ship.standing.out.is_some()) {
                repossess(command, upkeep.ship);
            }
            Ok(())
        }
    }
}

/// Takes a ship from the owners who bought her. Owners who have her through a stunt keep the stunt. They also have a way to get her back or
/// to have her replaced (R-T31).
fn repossess(command: &mut CommandExecution<'_>, name: &str) {
    let Some(ship) = command.state.ships.get_mut(name) else { return };
    ship.owners.retain(|owner| owner.by_stunt);
    let facts: Vec<String> = ship.owners.iter().map(|owner| kept(&owner.who, name)).collect();
    command.facts(facts);
}

/// Returns a sentence about an owner whose lost ship was owned through a stunt: the owner keeps the stunt.
pub(crate) fn kept(owner: &str, ship: &str) -> String {
    format!("{owner} has {ship} through a stunt: the stunt stays, and a way to get her back or replaced (`back {ship}`)")
}

/// Returns the reason why a failed check does not hit an owner: the owner has no Wealth, or is out of the story. The check goes on without
/// this owner.
fn unhurt(command: &CommandExecution<'_>, owner: &str, wealth: &Name) -> Option<String> {
    let sheet = command.state.sheet(command.pack, owner)?;
    match &sheet.standing.out {
        Some(why) => Some(format!("out of the story ({why})")),
        None => sheet.track(wealth).is_none().then(|| format!("there is no track `{wealth}`")),
    }
}

/// Fills the lowest free consequence slot of the ship; if there is none, the ship is repossessed (R-T13).
fn wear(command: &mut CommandExecution<'_>, upkeep: &MaintenanceDecisions<'_>) {
    let session = command.state.session;
    let track: Name = command.rules().word("frame_track", "frame").into();
    let taken = command.state.standing(upkeep.ship).map(|standing| standing.taken()).unwrap_or_default();
    let free = Grade::ALL.into_iter().find(|grade| taken.count_of(*grade) == 0);
    let Some(standing) = command.state.standing_mut(upkeep.ship) else { return };
    let Some(grade) = free else {
        standing.out = Some("repossessed".to_owned());
        command.fact(format!("{} has no free slot for another consequence: she is repossessed", upkeep.ship));
        return;
    };
    let text = upkeep.wear.map_or_else(|| format!("Overdue at the yard ({})", grade.word()), str::to_owned);
    standing.hit_this_session.insert(track.clone());
    standing.consequences.push(Consequence {
        grade: grade.word().into(),
        text: text.clone(),
        track,
        session,
        spared: 0,
        rested: 0,
        tried: None,
        tried_at: None,
        mending: None,
    });
    command.fact(format!("{} has a {} consequence: \"{text}\"", upkeep.ship, grade.word()));
}
