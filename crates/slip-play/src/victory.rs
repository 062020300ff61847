//! Evaluates the `victory` conditions of all conflicts: the conditions that hold, and the side that wins if several hold.
//!
//! Also evaluates most of the atoms, the single facts that a condition combines. Each conflict supplies the rest through [`VictoryFacts`].

use crate::conflict::EndReason;
use crate::event::{Event, Events};
use crate::fight::{FightRef, Playable};
use crate::ids::{ActorId, AspectId, IdVec, Seat, TableKey, ZoneId};
use slip_dice::fate::{Aspect, Holder};
use slip_pack::encounter::{AspectHolder, Victory, VictorySubject, VictoryTerm};
use slip_pack::formula::Formula;

/// The `victory` conditions, and the numbers of the fight with which they are compared.
#[derive(Clone, Copy, Debug)]
pub struct VictoryConditions<'f> {
    /// The conditions, in file order.
    pub(crate) victories: &'f [Victory],
    /// Order of precedence if several sides would win at the same time; `None` is a draw.
    pub(crate) priority: &'f [Option<Seat>],
    /// Number of sides.
    pub(crate) sides: usize,
    /// Current round or turn, from 1.
    pub(crate) round: u32,
    /// Number of the last round or turn.
    pub(crate) limit: u32,
    /// Sides whose concession was accepted, one bit per side.
    pub(crate) conceded: u32,
    /// Number of consecutive rounds in which each `hold` condition was true.
    pub(crate) holds: &'f [u32],
    /// All aspects of the conflict.
    pub(crate) aspects: &'f IdVec<AspectId, Aspect>,
}

/// Access to the facts of a conflict on which `victory` conditions depend.
pub trait VictoryFacts {
    /// Returns the conditions, rounds and aspects of the conflict.
    fn conditions(&self) -> VictoryConditions<'_>;

    /// Returns the number of a side's actors that are in play.
    fn number_in_play(&self, side: Seat) -> usize;

    /// True if the actor is in play.
    fn is_in_play(&self, who: ActorId) -> bool;

    /// Returns the actors that a condition is about.
    fn meant(&self, who: &VictorySubject) -> Vec<ActorId>;

    /// True if a condition is checked only at the end of a round, or when a single side is left.
    fn waits(&self, victory: &Victory) -> bool {
        waits_by_atoms(victory)
    }

    /// True if this side wins when it is the last side in play.
    fn wins_by_standing(&self, _side: Seat) -> bool {
        true
    }

    /// True if an actor meets the condition `atom`, which is about individual actors.
    fn is_so_of(&self, who: ActorId, atom: &VictoryTerm) -> bool;

    /// Returns the zone that the actor is in, if this kind of conflict has zones.
    fn zone_of(&self, _who: ActorId) -> Option<ZoneId> {
        None
    }

    /// True if no other side has an actor in the zone, and this side has one.
    fn controls(&self, _side: Seat, _zone: ZoneId) -> bool {
        false
    }

    /// Returns the value of a term of a victory condition that exists only in this kind of conflict.
    fn own_value(&self, _atom: &VictoryTerm) -> i32 {
        0
    }
}

/// True if a victory term is checked only at the end of the round.
const fn waits(atom: &VictoryTerm) -> bool {
    matches!(
        atom,
        VictoryTerm::Hold { .. }
            | VictoryTerm::Control { .. }
            | VictoryTerm::AspectPresent(_)
            | VictoryTerm::AspectOn(..)
            | VictoryTerm::Open(..)
            | VictoryTerm::Closed(..)
            | VictoryTerm::Dismantled(..)
            | VictoryTerm::Active(_)
            | VictoryTerm::ActiveOf(_)
            | VictoryTerm::Survive { .. }
            | VictoryTerm::Majority { .. }
            | VictoryTerm::Pawns { .. }
            | VictoryTerm::TimeOut
            | VictoryTerm::Boxes
            | VictoryTerm::Fallen { .. }
            | VictoryTerm::LastSuitor { .. }
    )
}

/// True if a `victory` condition contains an atom that is checked only at the end of the round.
pub(crate) fn waits_by_atoms(victory: &Victory) -> bool {
    let mut late = false;
    victory.condition.names(&mut |atom| late |= waits(atom));
    late
}

/// Result of checking all `victory` conditions: the conditions that are true.
#[derive(Default)]
struct FulfilledVictories {
    /// The first condition that holds, and its winner.
    first: Option<(usize, Option<Seat>)>,
    /// True if the conditions that hold have different winners.
    several: bool,
    /// Number of the first condition that is true and gives a draw; `None` if there is none.
    draw: Option<usize>,
    /// Condition that decides if several hold: its winner comes first in the order of precedence. The fields are the place in that order,
    /// the number of the condition, and the winner.
    best: Option<(usize, usize, Option<Seat>)>,
}

impl FulfilledVictories {
    fn add(&mut self, number: usize, winner: Option<Seat>, priority: &[Option<Seat>]) {
        let (_, before) = *self.first.get_or_insert((number, winner));
        self.several |= before != winner;
        self.draw = self.draw.or(winner.is_none().then_some(number));
        if let Some(place) = priority.iter().position(|listed| *listed == winner)
            && self.best.is_none_or(|(least, ..)| place < least)
        {
            self.best = Some((place, number, winner));
        }
    }

    /// Returns the winner and the reason. If several sides win at the same time, the order of precedence decides. Without such an order
    /// there is no single winner.
    fn verdict(self) -> Option<(Option<Seat>, EndReason)> {
        let by_line = |number: usize| EndReason::Victory(u16::try_from(number).unwrap_or(u16::MAX));
        let (number, winner) = self.first?;
        Some(match (self.several, self.best) {
            (true, Some((_, number, winner))) => (winner, by_line(number)),
            (true, None) => (None, self.draw.map_or(EndReason::AtOnce, by_line)),
            (false, _) => (winner, by_line(number)),
        })
    }
}

/// Returns the end of the conflict, if a condition holds. Conditions that wait for the end of the round are checked only then, or when only
/// one side is left.
pub(crate) fn verdict<F: VictoryFacts>(fight: &F, is_over: bool) -> Option<Event> {
    let conditions = fight.conditions();
    let mut standing = (0..conditions.sides).map(Seat::of).filter(|&side| fight.number_in_play(side) > 0);
    let (one, another) = (standing.next(), standing.next());
    let lonely = another.is_none();
    let mut held = FulfilledVictories::default();
    for (number, victory) in conditions.victories.iter().enumerate() {
        if fight.waits(victory) && !is_over && !lonely {
            continue;
        }
        let value = victory.condition.eval(&mut |atom| Ok(i64::from(value(fight, &conditions, atom, is_over))));
        if value.is_ok_and(|value| value != 0) {
            held.add(number, victory.side.map(Seat::of), conditions.priority);
        }
    }
    let left = || match one {
        None => Some((None, EndReason::NobodyLeft)),
        Some(side) if lonely && fight.wins_by_standing(side) => Some((Some(side), EndReason::LastStanding)),
        Some(_) => (is_over && conditions.round >= conditions.limit).then_some((None, EndReason::Limit)),
    };
    let (winner, why) = held.verdict().or_else(left)?;
    Some(Event::End { winner, why, turns: conditions.round })
}

/// True if a condition holds, checked as at the end of the conflict.
pub(crate) fn is_so<F: VictoryFacts>(fight: &F, condition: &Formula<VictoryTerm>) -> bool {
    let conditions = fight.conditions();
    condition.eval(&mut |atom| Ok(i64::from(value(fight, &conditions, atom, true)))).is_ok_and(|value| value != 0)
}

/// Returns the number of victory conditions of other sides that hold now and need not wait for the end of the round.
pub fn others_that_win<F: Playable>(fight: &F, side: Seat) -> usize {
    fn number<F: VictoryFacts>(fight: &F, side: Seat) -> usize {
        let conditions = fight.conditions();
        let of_others = conditions.victories.iter().filter(|victory| victory.side.map(Seat::of) != Some(side) && !fight.waits(victory));
        of_others.filter(|victory| would_hold(fight, victory, |_| None)).count()
    }
    match fight.seen() {
        FightRef::Personal(fight) => number(fight, side),
        FightRef::Space(fight) => number(fight, side),
        FightRef::Platoon(fight) => number(fight, side),
        FightRef::Stakes(_) => 0,
    }
}

/// True if a `victory` condition would be true with the values that `given` returns for some of its atoms. An atom is a single fact in a
/// condition.
pub fn would_hold<F: VictoryFacts>(fight: &F, victory: &Victory, given: impl Fn(&VictoryTerm) -> Option<i64>) -> bool {
    let conditions = fight.conditions();
    let value = victory.condition.eval(&mut |atom| Ok(given(atom).unwrap_or_else(|| i64::from(value(fight, &conditions, atom, false)))));
    value.is_ok_and(|value| value != 0)
}

/// Returns the value of an atom (a single fact in a condition). The current round is counted as played only if `is_over` is true.
fn value<F: VictoryFacts>(fight: &F, conditions: &VictoryConditions<'_>, atom: &VictoryTerm, is_over: bool) -> i32 {
    let over = if is_over { conditions.round } else { conditions.round.saturating_sub(1) };
    let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    i32::from(match atom {
        VictoryTerm::Turn => return i32::try_from(over).unwrap_or(i32::MAX),
        VictoryTerm::Active(side) => return count(fight.number_in_play(Seat::of(*side))),
        VictoryTerm::ActiveOf(who) => return count(fight.meant(who).into_iter().filter(|&id| fight.is_in_play(id)).count()),
        VictoryTerm::Out(who)
        | VictoryTerm::TakenOut(who)
        | VictoryTerm::Captured(who)
        | VictoryTerm::LeftMap(who)
        | VictoryTerm::Escaped(who)
        | VictoryTerm::DrivenOff(who)
        | VictoryTerm::Tethered { who, .. }
        | VictoryTerm::Boarded(who) => is_so_of_all(fight, who, atom),
        VictoryTerm::Survive { who, rounds } => over >= *rounds && is_so_of_all(fight, who, atom),
        VictoryTerm::Reach { who, zones, at_least } => reach(fight, who, zones, *at_least),
        VictoryTerm::LastStanding(side) => {
            let mut others = (0..conditions.sides).filter(|other| other != side);
            fight.number_in_play(Seat::of(*side)) > 0 && others.all(|other| fight.number_in_play(Seat::of(other)) == 0)
        }
        VictoryTerm::Conceded(side) => *side < 32 && conditions.conceded >> side & 1 == 1,
        VictoryTerm::AspectPresent(text) => conditions.aspects.values().any(|aspect| aspect.present && aspect.text == *text),
        VictoryTerm::AspectOn(text, on) => has_aspect(fight, conditions, text, on),
        VictoryTerm::Hold { side, zone, rounds } => {
            let counter = hold_counters(conditions.victories).iter().position(|held| *held == (*side, *zone));
            counter.and_then(|number| conditions.holds.get(number)).copied().unwrap_or(0) >= *rounds
        }
        VictoryTerm::Control { side, zone } => fight.controls(Seat::of(*side), ZoneId::of(*zone)),
        VictoryTerm::Open(..)
        | VictoryTerm::Closed(..)
        | VictoryTerm::Dismantled(..)
        | VictoryTerm::Done(_)
        | VictoryTerm::Exited { .. }
        | VictoryTerm::Lost(_)
        | VictoryTerm::Worth(_)
        | VictoryTerm::Objectives(_)
        | VictoryTerm::Majority { .. }
        | VictoryTerm::Pawns { .. }
        | VictoryTerm::TimeOut
        | VictoryTerm::Boxes
        | VictoryTerm::Fallen { .. }
        | VictoryTerm::LastSuitor { .. } => return fight.own_value(atom),
    })
}

/// True if all actors of the subject meet the condition. For a subject `AtLeast`, true if at least that many of them meet it.
fn is_so_of_all<F: VictoryFacts>(fight: &F, who: &VictorySubject, atom: &VictoryTerm) -> bool {
    let meant = fight.meant(who);
    let so = meant.iter().filter(|&&id| fight.is_so_of(id, atom)).count();
    match who {
        VictorySubject::AtLeast(count, _) => so >= at_least(*count),
        VictorySubject::Side(_) | VictorySubject::Actors(_) | VictorySubject::Pawns(_) => so > 0 && so == meant.len(),
    }
}

fn reach<F: VictoryFacts>(fight: &F, who: &VictorySubject, zones: &[usize], wanted: Option<u32>) -> bool {
    let playing: Vec<ActorId> = fight.meant(who).into_iter().filter(|&id| fight.is_in_play(id)).collect();
    let there = |&&id: &&ActorId| fight.zone_of(id).is_some_and(|zone| zones.contains(&zone.place()));
    playing.iter().filter(there).count() >= wanted.map_or(playing.len().max(1), at_least)
}

fn has_aspect<F: VictoryFacts>(fight: &F, conditions: &VictoryConditions<'_>, text: &str, on: &AspectHolder) -> bool {
    let meant = if let AspectHolder::Who(who) = on { fight.meant(who) } else { Vec::new() };
    let there = |holder: Holder| match (on, holder) {
        (AspectHolder::Who(_), Holder::Actor(who) | Holder::Gear(who, _)) => meant.contains(&ActorId(who)),
        (AspectHolder::Zone(zone), Holder::Zone(there)) => ZoneId::of(*zone).0 == there,
        (AspectHolder::Scene, Holder::Scene | Holder::System | Holder::Campaign) => true,
        _ => false,
    };
    conditions.aspects.values().any(|aspect| aspect.present && aspect.text == text && there(aspect.holder))
}

/// Returns the actors that a condition is about. `side` returns the members of a side, `at` an actor by its place in the encounter.
pub(crate) fn members(
    who: &VictorySubject,
    side: impl Fn(Seat) -> Vec<ActorId>,
    at: impl Fn(Seat, usize) -> Option<ActorId>,
) -> Vec<ActorId> {
    let mut who = who;
    // The caller checks the number in `AtLeast`. This loop only unwraps it to get the actors that are counted.
    while let VictorySubject::AtLeast(_, among) = who {
        who = among;
    }
    match who {
        VictorySubject::Side(number) => side(Seat::of(*number)),
        VictorySubject::Actors(list) => list.iter().filter_map(|&(number, place)| at(Seat::of(number), place)).collect(),
        VictorySubject::AtLeast(..) | VictorySubject::Pawns(_) => Vec::new(),
    }
}

/// Returns the side and the zone of every `hold` condition, in the order of the text. Each condition has its own counter.
fn hold_counters(victories: &[Victory]) -> Vec<(usize, usize)> {
    let mut holds = Vec::new();
    for victory in victories {
        victory.condition.names(&mut |atom| {
            if let VictoryTerm::Hold { side, zone, .. } = atom {
                holds.push((*side, *zone));
            }
        });
    }
    holds
}

/// Counts the consecutive rounds in which each `hold` condition has been true.
pub(crate) fn count_holds<F: VictoryFacts>(fight: &F, out: &mut Events) {
    let conditions = fight.conditions();
    for (number, (side, zone)) in hold_counters(conditions.victories).into_iter().enumerate() {
        let before = conditions.holds.get(number).copied().unwrap_or(0);
        let now = if fight.controls(Seat::of(side), ZoneId::of(zone)) { before + 1 } else { 0 };
        if now != before {
            out.push(Event::Hold { hold: u16::try_from(number).unwrap_or(u16::MAX), now });
        }
    }
}

fn at_least(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
