//! Invariants of a raise-and-see conflict, and the rulings a referee may make in it.

use crate::choice::Options;
use crate::conflict::Conflict;
use crate::event::{Event, Phase, StakesEvent, StakesOp, Step, TrackId};
use crate::ids::{ActorId, Id};
use crate::names::Names;
use crate::stakes::StakesConflict;
use crate::stakes::state::PartyState;

/// Checks the events of a ruling one after the other, each in the state that the previous ones leave. Skips a pending question that no
/// longer has a legal answer.
///
/// # Errors
///
/// A message about the first event that the rules do not allow.
pub fn judged(fight: &StakesConflict, events: Vec<Event>) -> Result<Vec<Event>, String> {
    if events.is_empty() {
        return Err("the ruling is empty".to_owned());
    }
    let mut then = fight.clone();
    for event in &events {
        if then.state.outcome.is_some() {
            return Err("the conflict is over".to_owned());
        }
        then.lawful(event)?;
        then.apply(event);
        if let Some(broken) = then.broken_law() {
            return Err(broken);
        }
    }
    let mut ruled = events;
    let asked = then.state.step.who.actor();
    let mut options = Options::new();
    then.legal(&mut options);
    let is_gone = asked.is_some_and(|who| !then.state.is_active(who) && then.state.blow.is_none());
    if then.state.outcome.is_none() && then.waiting_for().is_some() && (options.is_empty() || is_gone) {
        ruled.push(Event::Phase(Step::of(Phase::Sees, Id::None)));
    }
    Ok(ruled)
}

impl StakesConflict {
    /// Returns the first invariant that this state breaks, if any.
    pub fn broken_law(&self) -> Option<String> {
        self.state.parties.iter().find_map(|(who, party)| self.broken_of(who, party))
    }

    fn broken_of(&self, who: ActorId, party: &PartyState) -> Option<String> {
        let sheet = self.roster.parties.row(who)?;
        let name = &sheet.name;
        let room = self.roster.boxes(who);
        let dice = || party.pool.dice().iter().chain(&party.held);
        let unknown = party.used >> sheet.things.len().min(63) != 0 && sheet.things.len() < 64;
        Some(match () {
            () if dice().any(|die| die.face == 0 || die.face > die.sides) => format!("{name} has a die with an impossible face"),
            () if party.boxes.iter().any(|&boxes| boxes > room) => format!("{name} has more boxes marked than its track has"),
            () if unknown => format!("{name} has brought in something that it does not have"),
            () if party.is_active() && !sheet.is_operative() && self.full_tracks(who) > 0 && self.state.blow.is_none() => {
                format!("the track of {name} is full, but it is still in the conflict")
            }
            () => return None,
        })
    }

    fn lawful(&self, event: &Event) -> Result<(), String> {
        match event {
            Event::Boxes { who, track: TrackId(track), boxes } => self.boxes_there(*who, *track, *boxes),
            Event::Stakes(event) => self.lawful_of_dice(event),
            Event::Seat { seat, .. } => {
                if self.roster.sides.row(*seat).is_some() {
                    Ok(())
                } else {
                    Err("the side does not exist".to_owned())
                }
            }
            Event::End { winner, .. } => match winner {
                Some(side) if self.roster.sides.row(*side).is_none() => Err("the side does not exist".to_owned()),
                _ => Ok(()),
            },
            _ => Err("a ruling cannot do this in a raise-and-see conflict".to_owned()),
        }
    }

    fn boxes_there(&self, who: ActorId, track: u8, boxes: u32) -> Result<(), String> {
        let sheet = self.roster.parties.row(who).ok_or("the party does not exist")?;
        let name = &sheet.name;
        let room = self.roster.boxes(who);
        let highest = u32::BITS - boxes.leading_zeros();
        let word = self.track(TrackId(track));
        match () {
            () if !sheet.tracks().contains(&track) => Err(format!("{name} has no track {word}")),
            () if highest > u32::from(room) => Err(format!("{name} has only boxes 1 to {room} of {word}, not box {highest}")),
            () if boxes.count_ones() != highest => Err(format!("boxes of {word} must be marked from the first on, without a gap")),
            () => Ok(()),
        }
    }

    fn lawful_of_dice(&self, event: &StakesEvent) -> Result<(), String> {
        let sheet = self.roster.parties.row(event.party).ok_or("the party does not exist")?;
        let name = &sheet.name;
        let thing = || event.thing.filter(|&thing| sheet.thing(thing).is_some()).ok_or_else(|| format!("{name} does not have this thing"));
        match event.op {
            StakesOp::Dangerous => thing().map(drop),
            StakesOp::BringIn => {
                let thing = thing()?;
                let used = self.state.party(event.party).is_some_and(|party| party.has_used(thing));
                if used { Err(format!("{name} has already brought that in")) } else { Ok(()) }
            }
            StakesOp::Condition => Ok(()),
            StakesOp::Roll if event.dice.iter().all(|die| (1..=die.sides).contains(&die.face)) => Ok(()),
            StakesOp::Roll => Err("a die cannot show more than its number of sides".to_owned()),
            StakesOp::Give if self.state.is_active(event.party) => Ok(()),
            StakesOp::Give => Err(format!("{name} is already out")),
            _ => Err("a ruling cannot put dice forward: only their player can".to_owned()),
        }
    }
}
