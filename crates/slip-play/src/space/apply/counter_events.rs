//! Applies counter events of a space fight.

use super::{change, out};
use crate::event::{Counter, TrackId};
use crate::ids::{ActorId, Seat};
use crate::space::crew::posted;
use crate::space::roster::{Post, SpaceRoster};
use crate::space::state::{Drives, Fails, PendingDenial, ShipLocation, ShipStatus, SpaceState, TetherShot};
use crate::tracks::TrackSet;
use slip_dice::fate::Holder;

pub(super) fn count(state: &mut SpaceState, roster: &SpaceRoster, who: ActorId, what: Counter, (change_by, now): (i32, i32)) {
    let small = u8::try_from(now).unwrap_or(0);
    let side = state.ships.row(who).map(|ship| ship.side);
    match what {
        Counter::Fails => {
            let fails = if now == 2 { Fails::Unqualified } else { Fails::Compelled };
            change(state, who, |ship| ship.fails = (now > 0).then_some(fails));
        }
        Counter::Ranked => change(state, who, |ship| ship.rank = small),
        Counter::Drives => {
            let drives = match now {
                1 => Drives::Drive,
                2 => Drives::Coast,
                0 => Drives::Unsaid,
                _ => Drives::Busy,
            };
            change(state, who, |ship| ship.drives = drives);
        }
        Counter::Burn => change(state, who, |ship| {
            ship.lowered |= small < ship.burn;
            ship.burn = small;
        }),
        Counter::Moved => change(state, who, |ship| ship.entered = true),
        Counter::Fired => {
            change(state, who, |ship| {
                ship.attacked = ship.attacked.saturating_add(1);
                ship.fired = true;
                ship.attacks = ship.attacks.saturating_add(1);
            });
        }
        Counter::BeamFired => change(state, who, |ship| ship.beam_used = small),
        Counter::BeamDefence => change(state, who, |ship| ship.beam_defended = small),
        Counter::BeamUse => change(state, who, |ship| ship.beams_against = small.checked_sub(1)),
        Counter::FixedUse => change(state, who, |ship| match now {
            1 => ship.fixed.ew = true,
            _ => ship.fixed.torpedo = true,
        }),
        Counter::Hostile => state.hostile |= side.map_or(0, |side| 1 << side.0),
        Counter::DriveOk => change(state, who, |ship| ship.drive_ok = now > 0),
        Counter::Resisted => {
            change(state, who, |ship| {
                if let Some(boarding) = &mut ship.boarding {
                    boarding.resisted = small;
                }
            });
        }
        Counter::Boarded => {
            let turn = u32::try_from(now).ok();
            change(state, who, |ship| {
                if let Some(boarding) = &mut ship.boarding {
                    boarding.succeeds = turn;
                }
            });
        }
        Counter::Stops => state.stops |= side.map_or(0, |side| 1 << side.0),
        Counter::SkipsPosition => state.skips_position = now > 0,
        Counter::Overwatch(place) => state.overwatch.push(TetherShot { by: who, value: small, place }),
        Counter::Deniable(aspect) => {
            let on = state.aspects.row(aspect).and_then(|aspect| match aspect.holder {
                Holder::Actor(on) => Some(ActorId(on)),
                _ => None,
            });
            let roll = u32::try_from(now).unwrap_or(0);
            state.deny = on.map(|on| PendingDenial { aspect, on, by: who, roll, reroll: change_by != 0 });
        }
        Counter::Denied => state.deny = None,
        Counter::Left => {
            let status = if now == 1 { ShipStatus::Escaped } else { ShipStatus::DrivenOff };
            out(state, who, status);
            change(state, who, |ship| ship.berth = ShipLocation::Away);
        }
        Counter::Owner => change(state, who, |ship| ship.side = Seat(small)),
        Counter::Repaired => change(state, who, |ship| ship.repaired |= TrackSet::of(TrackId(small))),
        Counter::Asked => state.asked_in |= u32::try_from(now).ok().and_then(|bit| 1_u128.checked_shl(bit)).unwrap_or(0),
        Counter::Terms => {
            if let Some(terms) = &mut state.terms {
                terms.tag = small.checked_sub(1);
            }
        }
        Counter::Back => change(state, who, |ship| ship.status = ShipStatus::Active),
        Counter::Line(number) => {
            let place = roster.lines.get(number).map_or(usize::from(number), |line| usize::from(line.count));
            if let Some(uses) = state.uses.get_mut(place) {
                *uses = u32::try_from(now).unwrap_or(0);
            }
            state.chosen.push((number, who));
        }
        Counter::Granted(_) => {
            // A person who helps has used the act of this phase, and counts as working at one more station.
            let stage = state.stage;
            let place = state.person_place(who);
            if let Some(person) = place.and_then(|place| state.people.get_mut(place)) {
                person.acted = true;
                person.helped = person.helped.saturating_add(1);
                person.phases.act(stage, None);
            }
        }
        Counter::Roused(number) => {
            let until = u32::try_from(now).unwrap_or(u32::MAX);
            state.roused.retain(|(line, there, _)| (*line, *there) != (number, who));
            state.roused.push((number, who, until));
        }
        Counter::Posted => {
            if let Some(post) = u8::try_from(now).ok().and_then(Post::of) {
                let (ship, hand) = posted(roster, who, post);
                change(state, ship, |ship| {
                    if let Some(there) = ship.hands.get_mut(usize::from(post.number())) {
                        *there = hand;
                    }
                });
            }
        }
        // The remaining counters are only shown to readers of the log, or belong to other kinds of conflict.
        _ => {}
    }
}
