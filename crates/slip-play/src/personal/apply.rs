//! Applies events: the only place where the state of a fight changes.

mod borders;
mod rolls;

use crate::choice::Verb;
use crate::conflict::Outcome;
use crate::effects::{EffectDuration, TableEffect};
use crate::event::{CompelDemand, CompelReply, Counter, Event, Phase, Step};
use crate::ids::{ActorId, Id};
use crate::personal::roster::PersonalRoster;
use crate::personal::settings::{Gravity, SkillWindow};
use crate::personal::state::{
    ARMOUR_HELP, ActorStatus, Aside, CountedTrigger, DuePayment, FreeMove, NerveChecks, OutsideHit, PersonalCompel, PersonalDeclaration,
    PersonalState, PointShares, RollChoices, SkillSet, StatedFact, TriggeredEffectQueue,
};
use crate::personal::{morale_check, social};
use slip_pack::effect::Period;

/// Applies one event to the state.
///
/// `struck` is the list of defenders of the attack that is being rolled.
pub(super) fn apply(state: &mut PersonalState, roster: &PersonalRoster, struck: &[ActorId], event: &Event) {
    match event {
        Event::Answer { .. } => state.asked += 1,
        Event::Phase(step) => enter(state, roster, *step),
        Event::Round { round, order } => begin_round(state, roster, *round, order),
        Event::Declare { act, it, using, track, aspect, thing, term, access, say, .. } => {
            if let (None, Some(using)) = (act, using) {
                let helped = |who| super::attack::manner(state, roster, who, *using).is_some_and(|manner| manner.armour_paid);
                let weapon = using.weapon().filter(|_| !state.actor.is_some_and(helped));
                state.declared.barred |= weapon.map_or(ARMOUR_HELP, |weapon| 1_u32.checked_shl(u32::from(weapon)).unwrap_or(0));
            }
            let declared = &mut state.declared;
            (declared.act, declared.it, declared.track) = (*act, *it, *track);
            (declared.aspect, declared.term) = (*aspect, *term);
            declared.thing = *thing;
            declared.using = using.filter(|_| act.is_some());
            declared.access = access.filter(|_| act.is_some());
            declared.say = say.clone().or(declared.say.take());
        }
        Event::Offer { .. } => offer(state, event),
        Event::Reply { answer, points, .. } => reply(state, *answer, *points),
        Event::Roll { .. } => rolls::roll(state, roster, struck, event),
        Event::Adjust { .. } => rolls::adjust(state, roster, event),
        Event::Result { against, shifts, .. } => {
            if let (Some(contest), Some(defender)) = (&mut state.contest, *against)
                && let Some(defence) = contest.defences.iter_mut().find(|defence| defence.who == defender)
            {
                defence.shifts = Some(*shifts);
            }
        }
        Event::Fate { who, change, .. } => {
            state.actors[*who].fate.change(*change);
            if *change < 0
                && let Some(place) = state.due.iter().position(|due| due.who == *who)
            {
                state.due.remove(place);
            }
        }
        Event::Due { who, points, to } => state.due.push(DuePayment { who: *who, points: *points, to: to.clone() }),
        Event::Spin { who, change, lapsed } => rolls::spin(state, roster, *who, *change, *lapsed),
        Event::AspectAdd { aspect, .. } => {
            state.aspects.push(aspect.clone());
        }
        Event::AspectFree { id, free, .. } => state.aspects.set_free(*id, *free),
        Event::AspectDrop { id } => state.aspects.strike(*id),
        Event::Hit { who, shifts, .. } => {
            // First Blood is the first hit of an attack that gets through. A hit that a consequence absorbs counts as much as a marked box
            // (R-P15).
            let attacked = state.blow.is_none() && state.nerve.at.is_none();
            state.actors[*who].shock_spent |= attacked && *shifts > 0;
            // The hit is resolved. Effects that the hit triggers must not find it pending.
            state.blow = None;
        }
        Event::Mark { who, track, up_to } => {
            let actor = &mut state.actors[*who];
            actor.tracks.change(*track, |boxes| boxes.mark(*up_to));
            actor.shock_spent = true;
        }
        Event::Consequence { who, grade, aspect } => {
            let actor = &mut state.actors[*who];
            actor.slots = actor.slots.without(slip_dice::fate::Slots::NONE.with(*grade));
            state.aspects.set_grade(*aspect, Some(*grade));
        }
        Event::Recovered { who, grade, aspect } => {
            let actor = &mut state.actors[*who];
            actor.slots = actor.slots.with(*grade);
            state.aspects.set_grade(*aspect, None);
        }
        Event::Out { who, by, track, fate, beyond_saving, for_good, say } => {
            let (by, track, fate, beyond_saving, for_good) = (*by, *track, *fate, *beyond_saving, *for_good);
            let actor = &mut state.actors[*who];
            actor.status = ActorStatus::TakenOut { by, track, fate, beyond_saving, for_good };
            actor.ending.clone_from(say);
            state.parley.clear();
            if fate.is_none() {
                let checks = morale_check::shaken(state, roster, *who);
                state.nerve.queue.extend(checks);
            }
        }
        Event::Move { who, to, border, paid, .. } => {
            state.actors[*who].zone = *to;
            roster.carried_by(*who).for_each(|pawn| state.actors[pawn].zone = *to);
            state.board.arrive(&roster.map, *who, *to, *border);
            state.declared.movement -= i32::from(*paid);
            // Only steps that cost a point count as zones entered. Moves that the referee makes are free and do not count (R-XTT1).
            state.declared.entered = state.declared.entered.saturating_add(u8::from(*paid > 0));
        }
        Event::Border { border, paid, by, change } => {
            borders::change(state, roster, *border, *by, *change);
            state.declared.movement -= i32::from(*paid);
        }
        Event::Counter { who, what, now, .. } => count(state, roster, *who, *what, *now),
        Event::Hold { hold, now } => {
            if let Some(held) = state.holds.get_mut(usize::from(*hold)) {
                *held = *now;
            }
        }
        Event::Fires { queue, back } => {
            state.fires.push(TriggeredEffectQueue { queue: queue.clone(), at: 0, back: *back });
            state.step = Step::of(Phase::Fire, queue.first().and_then(|firing| firing.who).map_or(Id::None, Id::Actor));
        }
        Event::Settled => {
            if let Some(fires) = state.fires.pop() {
                state.step = fires.back;
            }
        }
        Event::Effect { who, amount, only, .. } => {
            if let (Some(_), Some(only), Some(contest)) = (who, only, &mut state.contest) {
                for defence in contest.defences.iter_mut().filter(|defence| defence.who == *only) {
                    defence.only += amount;
                }
            }
        }
        Event::Faces { .. } | Event::Coin { .. } => {}
        Event::Blow { who, track, besides, shifts } => {
            state.blow = Some(OutsideHit { who: *who, track: *track, besides: *besides, shifts: *shifts });
        }
        Event::Boxes { who, track, boxes } => {
            state.actors[*who].tracks.change(*track, |there| *there = there.with_bits(*boxes));
        }
        Event::Aside { who, leave } => {
            let number = state.declared.number + 1;
            // Zones that the actor entered earlier in its turn still count during a later act of the same turn.
            let entered = if state.actor == Some(*who) { state.declared.entered } else { 0 };
            begin_declaration(state, roster, *who, number);
            let aside = Aside {
                leave: *leave,
                actor: state.actor.replace(*who),
                step: state.step,
                declared: std::mem::replace(&mut state.declared, PersonalDeclaration { number, entered, ..PersonalDeclaration::default() }),
                contest: state.contest.take(),
                fires: std::mem::take(&mut state.fires),
                nerve: std::mem::take(&mut state.nerve),
            };
            state.preparing = RollChoices::default();
            state.asides.push(aside);
            state.step = Step::of(Phase::Declare, Id::Actor(*who)).n(state.turn);
        }
        Event::Resume => {
            if let Some(aside) = state.asides.pop() {
                let number = state.declared.number;
                let entered = if state.actor == aside.actor { state.declared.entered } else { aside.declared.entered };
                (state.actor, state.step, state.contest, state.fires) = (aside.actor, aside.step, aside.contest, aside.fires);
                state.declared = PersonalDeclaration { number, entered, ..aside.declared };
                state.preparing = RollChoices::default();
                let seen = std::mem::replace(&mut state.nerve, aside.nerve);
                state.nerve.queue.extend(seen.queue);
            }
        }
        Event::Concession { by, to, answer, .. } => match (to, answer) {
            (None, None) => {
                state.back = Some(state.step);
                state.declared.conceded |= 1_u128.checked_shl(u32::from(by.0)).unwrap_or(0);
            }
            (None, Some(true)) => {
                state.blow = None;
                state.actors[*by].status = ActorStatus::Conceded;
                state.conceded |= 1_u32.checked_shl(u32::from(roster.side(*by).0)).unwrap_or(0);
            }
            _ => {}
        },
        Event::Seat { seat, asks, .. } => {
            if let Some(points) = state.asks.row_mut(*seat) {
                *points = *asks;
            }
        }
        Event::Social(event) => social::apply::social(state, event),
        Event::Override { events, .. } => events.iter().for_each(|event| apply(state, roster, struck, event)),
        // A stated fact interrupts the turn. After the referee's reply, the turn continues at the interrupted step without entering it
        // again.
        Event::Fact { by, skill, on, to, accepted, say } => match accepted {
            None => {
                state.declared.facts |= 1_u128.checked_shl(u32::from(by.0)).unwrap_or(0);
                state.fact = Some(StatedFact { by: *by, skill: *skill, on: *on, to: *to, say: say.clone().unwrap_or_default() });
                state.back = Some(state.step);
                state.step = Step::of(Phase::Fact, Id::Actor(*by)).n(to.0);
            }
            Some(_) => {
                state.fact = None;
                state.step = state.back.take().unwrap_or(state.step);
            }
        },
        Event::Veto { .. } => {
            let declared = &mut state.declared;
            declared.vetoed = true;
            if state.step.phase == Phase::Skill {
                // The veto in this phase is about the skill, so only the skill is chosen again.
                declared.unfit = declared.using.take().and_then(crate::choice::Choice::skill);
                return;
            }
            (declared.act, declared.it, declared.using, declared.track) = (None, Id::None, None, None);
            (declared.aspect, declared.term, declared.access, declared.say) = (None, None, None, None);
        }
        // Events of other conflicts.
        Event::Stage(_) | Event::PassValue { .. } | Event::Group { .. } | Event::Post { .. } | Event::Stakes(_) => {}
        Event::End { winner, why, turns } => {
            state.outcome = Some(Outcome { winner: *winner, why: *why, rounds: *turns });
            state.step = Step::of(Phase::Over, Id::None);
        }
    }
}

/// Stores a compel that is offered. Its aspect cannot be used for another compel in this declaration or on this roll.
fn offer(state: &mut PersonalState, event: &Event) {
    let Event::Offer { by, on, aspect: Some(aspect), demand, points, with, .. } = event else { return };
    let (by, on, aspect, demand, points, with) = (*by, *on, *aspect, *demand, *points, *with);
    let party = if demand == CompelDemand::Less { state.step.n } else { 0 };
    state.declared.offer = Some(PersonalCompel { by, on, aspect, demand, points, with, asked: None, settled: false, party });
    match &mut state.contest {
        Some(contest) if demand == CompelDemand::Less => contest.compelled.push((aspect, on)),
        _ => state.declared.compelled.push(aspect),
    }
}

/// Applies the reply to a compel, or to the price that was asked for the compel.
fn reply(state: &mut PersonalState, answer: CompelReply, points: u16) {
    let declared = &mut state.declared;
    let Some(offer) = &mut declared.offer else { return };
    let late = offer.demand == CompelDemand::Less;
    match (state.step.phase, answer) {
        (Phase::Haggle, CompelReply::Refuse) => (offer.asked, offer.settled) = (None, true),
        (Phase::Haggle, CompelReply::Counter) => (offer.asked, offer.settled, offer.points) = (None, true, points),
        (_, CompelReply::Counter) => offer.asked = Some(points),
        (_, CompelReply::Accept) if !late => {
            // An accepted compel costs the declared action.
            declared.act = Some(Verb::Pass);
        }
        (_, CompelReply::Accept | CompelReply::Refuse) => declared.offer = None,
    }
}

/// Enters a step. For some steps, this also changes other parts of the state.
fn enter(state: &mut PersonalState, roster: &PersonalRoster, step: Step) {
    let before = std::mem::replace(&mut state.step, step);
    if step.phase != Phase::Concession {
        state.back = None;
    }
    if before.phase == Phase::Morale && step.phase != Phase::Adjust {
        state.nerve.clone_from(&NerveChecks::default());
    }
    match (step.phase, step.who.actor()) {
        (Phase::Turn, Some(who)) => begin_turn(state, roster, who, step.n),
        (Phase::End, _) if step.m == 0 => {
            state.clear_table();
            lapse(state, roster, |line| line.lasts() == EffectDuration::Act);
        }
        (Phase::Turn, None) => state.turn = step.n.saturating_sub(1),
        (Phase::Forced, Some(who)) => {
            state.declared.from = Some(state.actors[who].zone);
            state.declared.movement = roster.settings.zones_per_turn;
        }
        (Phase::FreeMove, Some(_)) => {
            state.declared.movement = 1;
            state.declared.free_move = FreeMove::Used;
        }
        (Phase::Action, Some(_)) if before.phase == Phase::FreeMove && before.n == 0 => {
            let acts = !matches!(state.declared.act, None | Some(Verb::Pass));
            if roster.settings.free_move_after && acts && state.declared.movement > 0 {
                state.declared.free_move = FreeMove::Kept;
            }
        }
        (Phase::Morale, _) => {
            state.nerve.back.get_or_insert(before);
            (state.nerve.at, state.blow) = (None, None);
            state.clear_table();
        }
        (Phase::Fire, _) => {
            if let Some(fires) = state.fires.last_mut() {
                fires.at = usize::from(step.n);
            }
        }
        _ => {}
    }
}

fn begin_round(state: &mut PersonalState, roster: &PersonalRoster, round: u32, order: &[ActorId]) {
    state.round = round;
    state.order.clear();
    state.order.extend_from_slice(order);
    state.turn = 0;
    state.actor = None;
    reset_uses(state, roster, Period::Round);
    // Effects without a carrier have no turn of their own; for them a turn is a round.
    lapse(state, roster, |line| line.lasts() == EffectDuration::Turn && line.carrier.person().is_none());
    for actor in state.actors.values_mut() {
        actor.has_acted = false;
        actor.fired_last_round = std::mem::take(&mut actor.fired);
        if roster.settings.window == SkillWindow::Global {
            actor.used = SkillSet::default();
            actor.records.clear();
        }
    }
}

/// Ends the triggered effects for which `over` returns true (R-XTE2).
fn lapse(state: &mut PersonalState, roster: &PersonalRoster, over: impl Fn(&TableEffect) -> bool) {
    state.roused.retain(|there| roster.lines.get(there.line).is_some_and(|line| !over(line)));
}

/// Begins a period, such as a round: the uses that a limit allows in this period are counted from 0 again.
fn reset_uses(state: &mut PersonalState, roster: &PersonalRoster, period: Period) {
    roster.lines.renew(&mut state.uses, &[period]);
}

/// Records `number`, the number of the current declaration, as the last one of the actor's side.
fn begin_declaration(state: &mut PersonalState, roster: &PersonalRoster, who: ActorId, number: u32) {
    if let Some(latest) = state.declared_by.row_mut(roster.side(who)) {
        *latest = number;
    }
}

/// Begins a turn: clears the actor's defence rolls of the last round and its used skills. Spin and aspects from earlier turns last until
/// the end of this turn.
fn begin_turn(state: &mut PersonalState, roster: &PersonalRoster, who: ActorId, place: u8) {
    let number = state.declared.number + 1;
    begin_declaration(state, roster, who, number);
    state.declared.clone_from(&PersonalDeclaration { number, ..PersonalDeclaration::default() });
    state.preparing.clone_from(&RollChoices::default());
    reset_uses(state, roster, Period::Turn);
    let old = |number: &u16| roster.lines.get(*number).is_none_or(|line| line.carrier.person() == Some(who));
    state.granted.retain(|number| !old(number));
    lapse(state, roster, |line| line.lasts() == EffectDuration::Turn && line.carrier.person() == Some(who));
    state.actor = Some(who);
    state.turn = place;
    state.clear_table();
    let actor = &mut state.actors[who];
    actor.attacks = 0;
    if roster.settings.window == SkillWindow::Personal {
        actor.records.clear();
        actor.used = SkillSet::default();
    }
    for token in state.spin.iter_mut().filter(|token| token.owner == who.0) {
        token.last_turn = true;
    }
    for made in state.obstructions.iter_mut().filter(|made| made.placer == who) {
        made.last_turn = true;
    }
    state.aspects.begin_last_turn(who);
    state.step = Step::of(Phase::Declare, Id::Actor(who)).n(place);
}

fn count(state: &mut PersonalState, roster: &PersonalRoster, who: ActorId, what: Counter, now: i32) {
    let bit = |number: u8| 1_u32.checked_shl(u32::from(number)).unwrap_or(0);
    if matches!(what, Counter::Line(_) | Counter::Full | Counter::Enough | Counter::MadeGood(_)) && state.preparing.who != Some(who) {
        state.preparing = RollChoices { who: Some(who), ..RollChoices::default() };
    }
    let actor = &mut state.actors[who];
    match what {
        Counter::Line(number) => {
            // A choice made after the dice belongs to the current roll; a choice made before the dice belongs to the next roll.
            match (state.step.phase, &mut state.contest) {
                (Phase::Adjust, Some(contest)) => {
                    let rolls = contest.defences.iter_mut().filter_map(|defence| defence.roll.as_mut()).chain([&mut contest.roll]);
                    rolls.filter(|roll| roll.who == who).for_each(|roll| roll.lines.push(number));
                }
                (Phase::Declare, _) => state.declared.leaves.push(number),
                (Phase::Fire | Phase::Steps, _) => {}
                _ => state.preparing.lines.push(number),
            }
            state.granted.retain(|&granted| granted != number);
            let count = roster.lines.get(number).map(|line| usize::from(line.count));
            if let Some(uses) = count.and_then(|count| state.uses.get_mut(count)) {
                *uses = u32::try_from(now).unwrap_or(0);
            }
        }
        Counter::Unrolled => {}
        Counter::Full => state.preparing.full = true,
        Counter::Enough => state.preparing.enough = true,
        Counter::Defends(skill) => {
            let number = usize::from(state.step.n);
            if let Some(defence) = state.contest.as_mut().and_then(|contest| contest.defences.get_mut(number)) {
                defence.chosen = Some(skill);
            }
        }
        Counter::Movement => state.declared.movement = now,
        Counter::Rest => {
            let at = state.declared.share.map_or(0, |share| share.at.saturating_add(1));
            state.declared.share = Some(PointShares { at, rest: now });
        }
        Counter::Prone => {
            actor.prone = now != 0;
            state.declared.stanced = true;
        }
        Counter::Mode(weapon) => {
            if let Some(mode) = actor.modes.get_mut(usize::from(weapon)) {
                *mode = u8::try_from(now).unwrap_or(0);
            }
            state.declared.switched |= bit(weapon);
        }
        Counter::Escaped => actor.status = ActorStatus::Escaped,
        Counter::Back => actor.status = ActorStatus::Active,
        Counter::ShotBack(weapon) => actor.fired |= bit(weapon),
        // The weapon that was fired is that of the declared act.
        Counter::Fired => actor.fired |= state.declared.using.and_then(crate::choice::Choice::weapon).map_or(0, bit),
        Counter::Attacks => actor.attacks = u8::try_from(now).unwrap_or(u8::MAX),
        Counter::Shots(weapon) => {
            if let Some(shots) = actor.shots.get_mut(usize::from(weapon)) {
                *shots = u16::try_from(now).unwrap_or(u16::MAX);
            }
        }
        Counter::Acted => actor.has_acted = true,
        Counter::Gravity => state.gravity = Gravity::from_number(now).unwrap_or(state.gravity),
        Counter::Forfeits => actor.forfeits = now != 0,
        Counter::Used(skill) => actor.used.add(skill),
        Counter::Granted(number) => state.granted.push(number),
        Counter::Roused(line) => {
            state.roused.retain(|old| (old.line, old.who) != (line, who));
            state.roused.push(CountedTrigger { line, who, amount: now });
        }
        Counter::MadeGood(number) => state.preparing.made_good.push(number),
        Counter::Dropped(weapon, zone) => {
            actor.lies.retain(|&(there, _)| there != weapon);
            if now == 0 {
                actor.dropped &= !bit(weapon);
            } else {
                actor.dropped |= bit(weapon);
                actor.lies.push((weapon, zone));
            }
        }
        Counter::Breached => actor.suit_breached = now != 0,
        Counter::Starts(zone) => actor.zone = zone,
        Counter::Terms => actor.terms = u8::try_from(now - 1).ok(),
        Counter::Quarry => {
            actor.quarry = Some(now > 1);
            if now > 1 {
                actor.slots = super::animal::ALL_GRADES;
            }
        }
        Counter::Task(number) => {
            if let Some(successes) = state.tasks.get_mut(usize::from(number)) {
                *successes = u32::try_from(now).unwrap_or(0);
            }
        }
        // The other counters belong to other kinds of conflict.
        _ => {}
    }
}
