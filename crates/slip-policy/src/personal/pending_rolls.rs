//! Evaluates a roll that can still be changed in personal combat, from the point of view of one party.

use super::condition_terms::PersonalEvaluator;
use crate::pending_roll_view::{NEVER, Purchases, RollWindow, parties};
use crate::shared_doctrine_parts::{self, HitEffects};
use slip_dice::fate::{RollDistribution, Slots};
use slip_pack::doctrine::UNIT;
use slip_play::choice::Verb;
use slip_play::ids::ActorId;
use slip_play::personal::Personal;
use slip_play::personal::state::PersonalContest;

/// Next better outcome of a roll for a party: the points that must be added for it, its value, and the party that can react.
#[derive(Clone, Copy)]
struct Step {
    by: i32,
    gain: i64,
    party: Option<u8>,
}

/// Returns the window of the current roll for the party that may add to the roll now.
pub(super) fn of(weigher: &PersonalEvaluator<'_>) -> RollWindow {
    let (fight, me) = (weigher.fight, weigher.me);
    let party = fight.state.step.n;
    let Some(contest) = &fight.state.contest else { return RollWindow::EMPTY };
    let Some(roll) = contest.roll_of(party) else { return looking_on(fight, contest) };
    let number = party.checked_sub(1).map(usize::from);
    let shifts = shifts_of(weigher, contest, number.or((contest.difficulty.is_none()).then_some(0)));
    let nerve = fight.nerve_check().is_some();
    let next = match number {
        Some(_) if weigher.walked().is_some() => stand(weigher, shifts),
        Some(_) => defend(weigher, shifts),
        None if nerve => defend(weigher, -shifts),
        None if weigher.walked().is_some() => walk(weigher, shifts),
        None if contest.difficulty.is_some() => fixed(weigher, shifts),
        None => attack(weigher, contest),
    };
    let hurts = weigher.walked().is_none();
    let out = |shifts: i32| hurts && shifts > 0 && !weigher.survives(me, shifts, Slots::NONE);
    let purchases = Purchases {
        own: party,
        others: parties(next.party.into_iter()),
        bonus: fight.roster.settings.bonus,
        again: (!roll.standing).then(|| (roll.faces.total(), RollDistribution::of(fight.roster.settings.dice))),
    };
    let wins_by = if number.is_some() { -shifts } else { shifts };
    let taken_out = (number.is_some() && out(shifts)) || (nerve && out(-shifts));
    RollWindow { taken_out, ..RollWindow::of((next.by, next.gain), wins_by, purchases) }
}

/// Returns the shifts of a roll. `place` is the index of the defender; `None` means a fixed difficulty. In social combat the reduction for
/// range is subtracted.
fn shifts_of(weigher: &PersonalEvaluator<'_>, contest: &PersonalContest, place: Option<usize>) -> i32 {
    match place {
        Some(place) => weigher.counted_shifts(contest, place),
        None => contest.shifts_against(None) - weigher.walked().map_or(0, |who| weigher.fight.range_off(who)),
    }
}

/// Returns the next better outcome of a move or push.
fn walk(weigher: &PersonalEvaluator<'_>, points: i32) -> Step {
    let bonus = weigher.fight.roster.settings.bonus;
    let defended = weigher.fight.state.contest.as_ref().is_some_and(|contest| contest.difficulty.is_none());
    let party = defended.then_some(1);
    let next = weigher.walked().and_then(|who| weigher.next_step(who, points, bonus));
    next.map_or(nothing(party), |(by, gain)| Step { by, gain, party })
}

/// Returns the next better outcome for an actor whom an enemy tries to move. In this outcome the actor stays where it is.
fn stand(weigher: &PersonalEvaluator<'_>, points: i32) -> Step {
    let enemy = weigher.fight.state.actor.is_some_and(|actor| weigher.fight.roster.are_enemies(weigher.me, actor));
    let gain = weigher.walked().filter(|_| enemy && points > 0).map_or(0, |who| weigher.step_value(who, points));
    if gain > 0 { Step { by: points, gain, party: Some(0) } } else { nothing(Some(0)) }
}

fn nothing(party: Option<u8>) -> Step {
    Step { by: NEVER, gain: 0, party }
}

/// Returns the next better outcome of an attack: the outcome that needs the fewest added points, on any enemy target. Of several such
/// outcomes, the most valuable is returned.
fn attack(weigher: &PersonalEvaluator<'_>, contest: &PersonalContest) -> Step {
    let mut best = nothing(None);
    for (defence, party) in contest.defences.iter().zip(1_u8..) {
        if !weigher.fight.roster.are_enemies(contest.roll.who, defence.who) {
            continue;
        }
        let shifts = shifts_of(weigher, contest, Some(usize::from(party - 1)));
        let Some((by, gain)) = weigher.next_worse(defence.who, shifts) else { continue };
        if (by, -gain) < (best.by, -best.gain) {
            best = Step { by, gain, party: Some(party) };
        }
    }
    best
}

/// Returns the next better outcome of a defence.
fn defend(weigher: &PersonalEvaluator<'_>, shifts: i32) -> Step {
    weigher.next_better(weigher.me, shifts).map_or(nothing(Some(0)), |(by, gain)| Step { by, gain, party: Some(0) })
}

/// Returns the cost to an actor if its roll becomes lower by `by`, in hundredths of boxes.
pub(super) fn cost_of_less(weigher: &PersonalEvaluator<'_>, who: ActorId, by: i32) -> i64 {
    let fight = weigher.fight;
    let Some(contest) = &fight.state.contest else { return 0 };
    if let Some(walked) = weigher.walked() {
        let place = contest.difficulty.is_none().then_some(0);
        let points = shifts_of(weigher, contest, place);
        let less = if contest.roll.who == who { points - by } else { points + by };
        return (weigher.step_value(walked, points) - weigher.step_value(walked, less)).abs();
    }
    if contest.roll.who != who {
        let Some(place) = contest.defences.iter().position(|defence| defence.who == who) else { return 0 };
        let shifts = shifts_of(weigher, contest, Some(place));
        return shared_doctrine_parts::cost(weigher, who, shifts + by) - shared_doctrine_parts::cost(weigher, who, shifts);
    }
    if contest.difficulty.is_some() {
        let (shifts, needed) = (contest.shifts_against(None), needed(fight));
        return if needed.is_some_and(|needed| shifts >= needed && shifts - by < needed) { UNIT } else { 0 };
    }
    let against = contest.defences.iter().enumerate().filter(|(_, defence)| fight.roster.are_enemies(who, defence.who));
    let less = |(place, defence): (usize, &slip_play::personal::state::Defence)| {
        let shifts = shifts_of(weigher, contest, Some(place));
        shared_doctrine_parts::cost(weigher, defence.who, shifts) - shared_doctrine_parts::cost(weigher, defence.who, shifts - by)
    };
    against.map(less).sum()
}

/// Returns the roll window of a party without a roll. Another party's roll harms it if that roll reaches a fixed difficulty.
fn looking_on(fight: &Personal, contest: &PersonalContest) -> RollWindow {
    let shifts = contest.shifts_against(None);
    let Some(over) = needed(fight).map(|needed| shifts - needed).filter(|over| *over >= 0) else { return RollWindow::EMPTY };
    let spare = (fight.roster.settings.late_compel - over - 1).max(0);
    RollWindow { misses_by: over + 1, wins_by: -shifts, gain: UNIT, others: parties(std::iter::once(0)), spare, ..RollWindow::EMPTY }
}

/// Returns the shifts that the roll of the declared act needs to succeed. `None` if every shift improves the result, so that no number is
/// enough.
fn needed(fight: &Personal) -> Option<i32> {
    match fight.state.declared.act {
        // In social combat every roll needs at least one shift (R-SC2).
        Some(Verb::Maneuver | Verb::Remove) => Some(if fight.roster.social.is_some() { 1 } else { 0 }),
        Some(Verb::Obstruct) => Some(1),
        _ => None,
    }
}

/// Returns the next better outcome of a roll against a fixed difficulty, which is its success. Gaining only more points of movement is not
/// a better outcome.
fn fixed(weigher: &PersonalEvaluator<'_>, shifts: i32) -> Step {
    let declared = &weigher.fight.state.declared;
    let Some(needed) = needed(weigher.fight) else { return nothing(None) };
    let gain = match declared.act {
        Some(Verb::Maneuver) => declared.it.actor().map_or(0, |who| weigher.setup_on(who)),
        Some(Verb::Obstruct) => UNIT / 2,
        _ => UNIT,
    };
    if shifts >= needed { nothing(None) } else { Step { by: needed - shifts, gain, party: None } }
}
