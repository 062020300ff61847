//! How the table lies, as far as what attacks promise depends on it: where nothing else has a say, two tables that lie alike
//! promise alike. Floor 5.

use crate::fate::Holder;
use crate::play::effects::Hook;
use crate::play::ids::ActorId;
use crate::play::personal::Personal;
use crate::play::personal::roster::{Manner, Roster, Sheet};
use crate::play::personal::state::ActorState;

/// Hooks at which a line may have a say in a roll of somebody.
const OF_ROLLS: [Hook; 8] = [Hook::Roll, Hook::Harm, Hook::Range, Hook::OutOfRange, Hook::Blend, Hook::Needs, Hook::Permit, Hook::Mark];

/// Hooks at which a line may have a say in what an attack promises besides.
const OF_HITS: [Hook; 5] = [Hook::Defense, Hook::Penetration, Hook::RollUp, Hook::Tracks, Hook::Area];

/// Whether nothing but sheets and map, and of mooks their boxes, have a say in the rolls of somebody.
pub(super) fn is_settled(roster: &Roster, who: ActorId, sheet: &Sheet) -> bool {
    let plain = |manner: &Manner| manner.by.is_none() && manner.full_for.is_none();
    let armed = sheet.weapons.iter().flat_map(|weapon| &weapon.modes).flat_map(|mode| &mode.manners);
    roster.social.is_none()
        && sheet.uses.is_empty()
        && sheet.changes.iter().all(|change| change.condition.is_none())
        && armed.chain([&sheet.bare]).chain(&sheet.bare_more).all(plain)
        && OF_ROLLS.into_iter().all(|hook| roster.lines.concerning(hook, who).next().is_none())
}

/// Whether nothing but what [`see`] sees has a say in what attacks promise.
pub(super) fn is_quiet(roster: &Roster) -> bool {
    let hooks = OF_ROLLS.into_iter().chain(OF_HITS);
    roster.actors.iter().all(|(who, sheet)| is_settled(roster, who, sheet)) && !hooks.into_iter().any(|hook| roster.lines.any(hook))
}

/// How the table lies: of everybody where they stand, what they have left, what is ready and what has been rolled; free tags, sight, and
/// the track that is declared.
pub(super) fn see(fight: &Personal, out: &mut Vec<u64>) {
    out.clear();
    let state = &fight.state;
    for actor in state.actors.values() {
        see_actor(actor, out);
    }
    for aspect in state.aspects.values() {
        let Holder::Actor(who) = aspect.holder else { continue };
        if let Some(free) = aspect.free.filter(|free| aspect.present && free.from <= state.declared.number) {
            out.push(TAG | u64::from(who) << 32 | u64::from(free.sides));
        }
    }
    for &seen in state.board.sight() {
        split(seen, out);
    }
    let aim = state.actor.zip(state.declared.track).map_or(0, |(who, track)| 1 << 16 | u64::from(who.0) << 8 | u64::from(track.0));
    out.push(aim);
}

fn see_actor(actor: &ActorState, out: &mut Vec<u64>) {
    let [health, composure] = actor.tracks;
    let is = u64::from(actor.is_active()) | u64::from(actor.is_there()) << 1 | u64::from(actor.fate.can_pay(1)) << 2;
    out.push(u64::from(actor.zone.0) | u64::from(actor.slots.number()) << 8 | is << 16 | u64::from(actor.dropped) << 32);
    out.push(u64::from(health.bits()) | u64::from(health.length()) << 32);
    out.push(u64::from(composure.bits()) | u64::from(composure.length()) << 32);
    split(actor.used.bits(), out);
    out.extend(actor.modes.iter().map(|&mode| u64::from(mode)));
    for record in &actor.records {
        let total = record.faces.total() + record.parts.total();
        let skill = record.skill.map_or(0, |skill| u64::from(skill.0) + 1);
        out.push(RECORD | skill << 32 | u64::from(total.cast_unsigned()));
    }
}

fn split(bits: u128, out: &mut Vec<u64>) {
    out.extend([bits, bits >> 64].map(|half| u64::try_from(half & u128::from(u64::MAX)).unwrap_or(0)));
}

/// What tells records and tags, of which there may be any number, from what follows.
const RECORD: u64 = 1 << 63;
const TAG: u64 = 1 << 62;
