//! What the dice on the table mean to one party: how far the next better outcome is, and what it is worth. Floor 6.

use crate::fate::Spread;
use crate::pack::doctrine::{UNIT, Word};
use crate::play::choice::Verb;
use crate::play::ids::ActorId;
use crate::play::personal::Personal;
use crate::play::personal::state::Contest;

/// Farther than any purchase reaches.
const NEVER: i32 = 99;
/// The greatest change worth looking for.
const LOOK: i32 = 24;

/// The roll on the table as one party sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    misses_by: i32,
    wins_by: i32,
    gain: i64,
    free_reach: i32,
    reach: i32,
    odds: i64,
    answerable: bool,
    taken_out: bool,
}

/// How far, how much, and against whom.
#[derive(Clone, Copy)]
struct Step {
    by: i32,
    gain: i64,
    party: Option<u8>,
}

impl Window {
    /// For the party that is to add now. `setup` is what the declared maneuver would be worth.
    pub(super) fn of(fight: &Personal, me: ActorId, setup: i64) -> Window {
        let empty = Window { misses_by: NEVER, wins_by: 0, gain: 0, free_reach: 0, reach: 0, odds: 0, answerable: false, taken_out: false };
        let party = fight.state.step.n;
        let Some(contest) = &fight.state.contest else { return empty };
        let Some(roll) = contest.roll_of(party) else { return looking_on(fight, contest, empty) };
        let number = party.checked_sub(1).map(usize::from);
        let shifts = contest.shifts_against(number.or((contest.difficulty.is_none()).then_some(0)));
        let nerve = fight.nerve_check().is_some();
        let next = match number {
            Some(_) => defend(fight, me, shifts),
            None if nerve => defend(fight, me, -shifts),
            None if contest.difficulty.is_some() => fixed(fight, shifts, setup),
            None => attack(fight, contest),
        };
        let (free_reach, reach) = fight.still_to_add(party);
        let answer = next.party.map_or(0, |other| fight.still_to_add(other).1);
        let bonus = fight.roster.settings.bonus.max(1);
        // Purchases come in steps: what goes past the mark must be bought back as well.
        let spare = (bonus - next.by % bonus) % bonus;
        let spread = Spread::of(fight.roster.settings.dice);
        let ways = if roll.standing { 0 } else { spread.at_least(roll.faces.total() + next.by) };
        let odds = i64::from(ways) * UNIT / i64::from(spread.all());
        Window {
            misses_by: next.by,
            wins_by: if number.is_some() { -shifts } else { shifts },
            gain: next.gain,
            free_reach,
            reach,
            odds,
            answerable: answer > spare,
            taken_out: (number.is_some() && shifts > 0 && !fight.survives(me, shifts))
                || (nerve && shifts < 0 && !fight.survives(me, -shifts)),
        }
    }

    /// The value of one of its terms, in hundredths.
    pub(super) fn term(&self, word: Word) -> i64 {
        match word {
            Word::MissesBy => i64::from(self.misses_by) * UNIT,
            Word::WinsBy => i64::from(self.wins_by) * UNIT,
            Word::Gain => self.gain,
            Word::FreeReach => i64::from(self.free_reach) * UNIT,
            Word::Reach => i64::from(self.reach) * UNIT,
            Word::Odds => self.odds,
            Word::Answerable => i64::from(self.answerable),
            Word::TakenOut => i64::from(self.taken_out),
            _ => 0,
        }
    }
}

/// How bad a hit is: none, one the tracks bear, one that needs consequences, one that nothing averts.
fn level(fight: &Personal, who: ActorId, shifts: i32) -> u8 {
    if shifts <= 0 {
        return 0;
    }
    if fight.survives(who, shifts) {
        return 1;
    }
    if fight.survives_with(who, shifts, fight.state.actors[who].slots) { 2 } else { 3 }
}

/// What a hit costs its victim, in hundredths of boxes: the boxes it marks; what the cheapest consequences that avert the
/// end take besides; or all that is left, boxes and slots, and one for the end itself.
fn cost(fight: &Personal, who: ActorId, shifts: i32) -> i64 {
    let track = fight.declared_track();
    let actor = &fight.state.actors[who];
    let boxes = match level(fight, who, shifts) {
        0 => 0,
        1 => fight.boxes(who, track, shifts),
        2 => {
            let worth = |set| fight.absorbs(who, track, set);
            let averting = actor.slots.subsets().filter(|&set| fight.survives_with(who, shifts, set));
            averting.map(|set| i64::from(worth(set)) + fight.boxes(who, track, shifts - worth(set))).min().unwrap_or(0)
        }
        _ => actor.tracks.iter().map(|track| i64::from(track.open())).sum::<i64>() + i64::from(actor.slots.count()) + 1,
    };
    boxes * UNIT
}

fn nothing(party: Option<u8>) -> Step {
    Step { by: NEVER, gain: 0, party }
}

/// The nearest better outcome of an attack, over all whom it strikes.
fn attack(fight: &Personal, contest: &Contest) -> Step {
    let mut best = nothing(None);
    for (defence, party) in contest.defences.iter().zip(1_u8..) {
        if !fight.roster.are_enemies(contest.roll.who, defence.who) {
            continue;
        }
        let shifts = contest.shifts_against(Some(usize::from(party - 1)));
        let now = level(fight, defence.who, shifts);
        let Some(by) = (1..=LOOK).find(|more| level(fight, defence.who, shifts + more) > now) else { continue };
        let gain = cost(fight, defence.who, shifts + by) - cost(fight, defence.who, shifts);
        if (by, -gain) < (best.by, -best.gain) {
            best = Step { by, gain, party: Some(party) };
        }
    }
    best
}

/// The nearest better outcome of a defence.
fn defend(fight: &Personal, me: ActorId, shifts: i32) -> Step {
    let now = level(fight, me, shifts);
    match (1..=LOOK).find(|less| level(fight, me, shifts - less) < now) {
        Some(by) => Step { by, gain: cost(fight, me, shifts) - cost(fight, me, shifts - by), party: Some(0) },
        None => nothing(Some(0)),
    }
}

/// What two or three off somebody's roll on the table cost them, in hundredths of boxes.
pub(super) fn cost_of_less(fight: &Personal, who: ActorId, by: i32) -> i64 {
    let Some(contest) = &fight.state.contest else { return 0 };
    if contest.roll.who != who {
        let Some(place) = contest.defences.iter().position(|defence| defence.who == who) else { return 0 };
        let shifts = contest.shifts_against(Some(place));
        return cost(fight, who, shifts + by) - cost(fight, who, shifts);
    }
    if contest.difficulty.is_some() {
        let (shifts, needed) = (contest.shifts_against(None), needed(fight));
        return if needed.is_some_and(|needed| shifts >= needed && shifts - by < needed) { UNIT } else { 0 };
    }
    let against = contest.defences.iter().enumerate().filter(|(_, defence)| fight.roster.are_enemies(who, defence.who));
    let less = |(place, defence): (usize, &crate::play::personal::state::Defence)| {
        let shifts = contest.shifts_against(Some(place));
        cost(fight, defence.who, shifts) - cost(fight, defence.who, shifts - by)
    };
    against.map(less).sum()
}

/// A fixed roll as whoever its success would hurt sees it.
fn looking_on(fight: &Personal, contest: &Contest, nothing: Window) -> Window {
    let shifts = contest.shifts_against(None);
    let Some(over) = needed(fight).map(|needed| shifts - needed).filter(|over| *over >= 0) else { return nothing };
    let spare = (fight.roster.settings.late_compel - over - 1).max(0);
    Window { misses_by: over + 1, wins_by: -shifts, gain: UNIT, answerable: fight.still_to_add(0).1 > spare, ..nothing }
}

/// The shifts that a fixed roll needs to succeed; none if more of them are better without end.
const fn needed(fight: &Personal) -> Option<i32> {
    match fight.state.declared.act {
        Some(Verb::Maneuver | Verb::Remove) => Some(0),
        Some(Verb::Obstruct) => Some(1),
        _ => None,
    }
}

/// The success of a roll against a number. More movement is no better outcome by itself.
fn fixed(fight: &Personal, shifts: i32, setup: i64) -> Step {
    let (needed, gain) = match fight.state.declared.act {
        Some(Verb::Maneuver) => (0, setup),
        Some(Verb::Obstruct) => (1, UNIT / 2),
        Some(Verb::Remove) => (0, UNIT),
        _ => return nothing(None),
    };
    if shifts >= needed { nothing(None) } else { Step { by: needed - shifts, gain, party: None } }
}
