//! Applies the damage and aspects that units and platoons carry into a fight from earlier encounters.

use crate::ids::{ActorId, TableKey};
use crate::platoon::roster::{Arm, PlatoonRoster};
use crate::platoon::spared_aspects;
use crate::platoon::state::{BattleState, PlatoonId, UnitStatus};
use crate::platoon::zones::{Region, UnitLocation};
use slip_dice::fate::aspect::AspectOrigin;
use slip_dice::fate::{Aspect, Grade, Holder, Slots, Track};
use slip_pack::encounter::Encounter;
use slip_pack::scenario::{CarriedConsequence, CarriedState};

/// Applies the carried-in state to the first state of the fight: marked boxes, consequences without a free tag, aspects, and units that
/// take no part. Fate points of platoons are already in the roster.
pub(super) fn bring(encounter: &Encounter, roster: &PlatoonRoster, state: &mut BattleState) {
    let actors = encounter.sides.iter().flat_map(|side| &side.actors);
    let before = spared_aspects::kept_off(state, roster);
    for (number, carried) in actors.enumerate().filter_map(|(number, actor)| Some((number, actor.carried.as_ref()?))) {
        of_unit(carried, ActorId::of(number), roster, state);
    }
    let platoons = encounter.sides.iter().flat_map(|side| &side.platoons);
    for (number, carried) in platoons.enumerate().filter_map(|(number, platoon)| Some((number, platoon.carried.as_ref()?))) {
        of_platoon(carried, PlatoonId::of(number), state);
    }
    leave_riders(roster, state);
    spared_aspects::settle(state, roster, &before);
}

fn of_unit(carried: &CarriedState, who: ActorId, roster: &PlatoonRoster, state: &mut BattleState) {
    roster.lines.bring_uses(&mut state.uses, who, &carried.session.uses);
    let Some(unit) = state.units.row_mut(who) else { return };
    for (track, name) in roster.tracks.ids().zip(roster.tracks.iter()) {
        if let Some(boxes) = carried.marked.get(name) {
            unit.change_track(track, |there| *there = Track::with_marked(i32::from(there.length()), boxes));
        }
    }
    if let Some(out) = &carried.out {
        let tag = roster.outcomes.iter().position(|word| word == out).unwrap_or(0);
        unit.status = UnitStatus::Eliminated { by: None, fate: u8::try_from(tag).ok() };
        unit.carrier = None;
    }
    let words = carried.consequences.iter().map(|wound| &wound.text).chain(&carried.aspects);
    for text in words {
        state.aspects.push(Aspect::printed(text.as_str(), Holder::Actor(who.0)));
    }
    // Without its leader a platoon is out of command from the start (R-L9).
    let led = roster.platoons.iter().find(|(_, platoon)| platoon.leader == Some(who)).map(|(id, _)| id);
    let leaderless = led.filter(|_| carried.out.is_some());
    let cut_off = state.units.iter_mut().filter(|(id, unit)| Some(unit.platoon) == leaderless && roster.arm(*id) != Arm::Airborne);
    cut_off.for_each(|(_, unit)| unit.member = false);
}

fn of_platoon(carried: &CarriedState, platoon: PlatoonId, state: &mut BattleState) {
    let holder = Holder::Actor(state.id_of_platoon(platoon).0);
    for CarriedConsequence { grade, text, .. } in &carried.consequences {
        let Some(grade) = Grade::from_word(grade) else { continue };
        let mut taken = None;
        if let Some(there) = state.platoons.row_mut(platoon) {
            taken = Some(grade).filter(|_| there.slots.count_of(grade) > 0);
            there.slots = there.slots.without(Slots::NONE.with(grade));
        }
        state.aspects.push(Aspect { origin: AspectOrigin::Consequence, grade: taken, ..Aspect::printed(text.as_str(), holder) });
    }
    for text in &carried.aspects {
        state.aspects.push(Aspect::printed(text.as_str(), holder));
    }
}

/// Handles passengers whose carrier takes no part in the fight: they begin in the carrier's zone. If only aircraft can be in that zone, the
/// passengers take no part either (R-YC13).
fn leave_riders(roster: &PlatoonRoster, state: &mut BattleState) {
    let out = |unit: ActorId| state.units.row(unit).is_some_and(|unit| matches!(unit.status, UnitStatus::Eliminated { .. }));
    let riders: Vec<ActorId> =
        state.units.iter().filter(|(_, unit)| unit.is_active() && unit.carrier.is_some_and(out)).map(|(id, _)| id).collect();
    for id in riders {
        let Some(unit) = state.units.row_mut(id) else { continue };
        unit.carrier = None;
        if let UnitLocation::Zone(zone) = unit.place
            && matches!(roster.ground.region(zone), Region::Track(_))
        {
            unit.status = UnitStatus::Elsewhere;
        }
    }
}
