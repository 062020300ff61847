//! Applies events about rolls: a roll is made, is changed, or gives spin.

use crate::effects::TableEffect;
use crate::event::{Buy, Event, Phase, RollAddend, RollAddends};
use crate::ids::ActorId;
use crate::personal::roster::PersonalRoster;
use crate::personal::state::{Defence, PersonalContest, PersonalState, RecordedDefence, RollChoices};
use crate::post_roll::scope_of;
use crate::roll::Roll;
use slip_dice::fate::fate_points::{SpinToken, spend_spin};

pub(super) fn roll(state: &mut PersonalState, roster: &PersonalRoster, struck: &[ActorId], event: &Event) {
    let Event::Roll { roll: id, me, skill, faces, parts, against, standing, .. } = event else { return };
    state.rolls = id + 1;
    if let (Some(shown), Some(skill)) = (state.shown.row_mut(*me), *skill) {
        shown.add(skill);
    }
    let prepared = &mut state.preparing;
    let lines = if prepared.who == Some(*me) { std::mem::take(&mut prepared.lines) } else { Vec::new() };
    prepared.clone_from(&RollChoices::default());
    let mut made = Roll { standing: *standing, lines, ..Roll::fallen(*id, *me, *skill, *faces, *parts) };
    if let Some(record) = state.actors[*me].record(*skill).filter(|_| *standing) {
        (made.paid, made.used) = (record.paid.clone(), record.used.clone());
    }
    let nerve = state.step.phase == Phase::Morale;
    if let Some(skill) = skill.filter(|skill| !nerve && roster.skills.row(*skill).is_none_or(|skill| !skill.fixed)).as_ref() {
        match &roster.social {
            None => state.actors[*me].used.add(*skill),
            Some(social) if state.step.phase == Phase::Action || social.counts_all_rolls => state.actors[*me].last = Some(*skill),
            Some(_) => {}
        }
    }
    if nerve {
        let place = state.nerve.queue.iter().position(|check| check.who == *me && Some(check.against) == *against);
        state.nerve.at = place.and_then(|place| state.nerve.queue.drain(..=place).next_back());
        let defences = state.no_defences();
        state.contest = Some(PersonalContest { roll: made, difficulty: *against, defences, compelled: Vec::new() });
        return;
    }
    if state.step.phase == Phase::Action {
        let mut defences = state.no_defences();
        if against.is_none() {
            defences.extend(struck.iter().map(|&who| Defence { who, roll: None, only: 0, chosen: None, shifts: None }));
        }
        state.contest = Some(PersonalContest { roll: made, difficulty: *against, defences, compelled: Vec::new() });
        return;
    }
    // In social conflicts each defence is a new roll (R-SC13).
    if !standing && roster.social.is_none() {
        let record = RecordedDefence::fallen(*skill, *faces, kept(roster, parts), keeps_armour(roster, *me, parts));
        state.actors[*me].records.push(record);
    }
    let number = usize::from(state.step.n);
    if let Some(defence) = state.contest.as_mut().and_then(|contest| contest.defences.get_mut(number)) {
        (defence.roll, defence.chosen) = (Some(made), None);
    }
}

/// Returns the addends of a defence roll that are kept for the rest of the round. Armour, spin (R-P11), the number of mooks' boxes, and
/// effects that are evaluated anew for each use are not kept.
fn kept(roster: &PersonalRoster, parts: &RollAddends) -> RollAddends {
    let stays = |part: RollAddend| match part {
        RollAddend::Armour | RollAddend::Spin | RollAddend::Late | RollAddend::Mooks => false,
        RollAddend::Line(number) => roster.lines.get(number).is_some_and(TableEffect::stays_in_records),
        _ => true,
    };
    let mut kept = RollAddends::new();
    for (part, amount) in parts.iter().filter(|(part, _)| stays(*part)) {
        kept.add(part, amount);
    }
    kept
}

fn keeps_armour(roster: &PersonalRoster, who: ActorId, parts: &RollAddends) -> bool {
    roster.actors[who].armour.is_some() && parts.iter().any(|(part, _)| part == RollAddend::Armour)
}

pub(super) fn adjust(state: &mut PersonalState, roster: &PersonalRoster, event: &Event) {
    let Event::Adjust { roll, by, buy, aspect, only, amount, cost, .. } = event else { return };
    let Some(contest) = &mut state.contest else { return };
    if *buy == Buy::Pass {
        return;
    }
    let attacking = contest.roll.id == *roll;
    let made = if attacking {
        Some(&mut contest.roll)
    } else {
        contest.defences.iter_mut().filter_map(|defence| defence.roll.as_mut()).find(|made| made.id == *roll)
    };
    let Some(made) = made else { return };
    // The scope of a paid use depends on whether the payer and the holder of the aspect are on one side (R-P6).
    let is_ally = |who: ActorId| roster.actors.row(who).is_some_and(|sheet| sheet.side == roster.side(*by));
    let scope = aspect.and_then(|id| state.aspects.row(id)).map(|aspect| scope_of(aspect.holder, *by, is_ally));
    made.amend(event, scope);
    if !attacking && !matches!(buy, Buy::Spin | Buy::Late) {
        // An improvement of a recorded defence changes the record, too.
        for record in state.actors[made.who].records.iter_mut().filter(|record| record.skill == made.skill) {
            (record.faces, record.parts) = (made.faces, kept(roster, &made.parts));
            aspect.iter().for_each(|&aspect| record.used.push(aspect));
            scope.iter().filter(|_| *cost > 0).for_each(|&scope| record.paid.push(scope));
        }
    }
    if let Some(defender) = *only {
        for defence in contest.defences.iter_mut().filter(|defence| defence.who == defender) {
            defence.only += amount;
        }
    }
}

pub(super) fn spin(state: &mut PersonalState, roster: &PersonalRoster, who: ActorId, change: i32, lapsed: bool) {
    let side = roster.side(who).0;
    if change > 0 {
        let left = u8::try_from(change).unwrap_or(u8::MAX);
        state.spin.push(SpinToken { owner: who.0, side, left, last_turn: false });
    } else if lapsed {
        let all = !state.actors[who].is_active();
        state.spin.retain(|token| token.owner != who.0 || !(all || token.last_turn));
    } else {
        spend_spin(&mut state.spin, |token| token.side == side, -change);
    }
}
