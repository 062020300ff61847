//! Carries the state of people from earlier encounters into a fight.

use crate::ids::{ActorId, TableKey};
use crate::personal::roster::PersonalRoster;
use crate::personal::state::{ActorStatus, COMPOSURE, HEALTH, PersonalState};
use slip_dice::fate::aspect::AspectOrigin;
use slip_dice::fate::fate_points::Purse;
use slip_dice::fate::{Aspect, Grade, Holder, Slots, Track};
use slip_pack::encounter::Encounter;

/// Applies the state that people bring from earlier encounters to the first state of the fight: marked boxes, consequences without a free
/// tag, fate points and aspects. Some actors may be out from the start.
pub(super) fn bring(encounter: &Encounter, roster: &PersonalRoster, state: &mut PersonalState) {
    let actors = encounter.sides.iter().flat_map(|side| &side.actors);
    for (number, actor) in actors.enumerate() {
        let (who, Some(carried)) = (ActorId::of(number), &actor.carried) else { continue };
        let names = &roster.settings.names;
        let Some(there) = state.actors.row_mut(who) else { continue };
        for (track, name) in there.tracks.iter_mut().zip(roster.tracks.iter()) {
            if let Some(boxes) = carried.marked.get(name) {
                *track = Track::with_marked(i32::from(track.length()), boxes);
            }
        }
        // An actor that begins with marked boxes was hit before: its next hit is not First Blood (R-P15).
        there.shock_spent |= carried.session.first_blood || [HEALTH, COMPOSURE].into_iter().any(|track| there.track(track).marked() > 0);
        roster.lines.bring_uses(&mut state.uses, who, &carried.session.uses);
        if let Some(fate) = carried.fate {
            there.fate = Purse::new(fate);
        }
        if let Some(out) = &carried.out {
            let tag = roster.outcomes.iter().position(|word| word == out).or_else(|| roster.outcomes.len().checked_sub(1));
            let fate = tag.and_then(|tag| u8::try_from(tag).ok());
            there.status = ActorStatus::TakenOut { by: None, track: HEALTH, fate, beyond_saving: false, for_good: true };
        }
        for wound in &carried.consequences {
            let Some(grade) = Grade::from_word(&wound.grade) else { continue };
            let taken = Some(grade).filter(|_| there.slots.count_of(grade) > 0);
            there.slots = there.slots.without(Slots::NONE.with(grade));
            let shaken = wound.track == names.composure;
            let aspect = Aspect::printed(wound.text.as_str(), Holder::Actor(who.0));
            state.aspects.push(Aspect { origin: AspectOrigin::Consequence, forces_move: shaken, grade: taken, ..aspect });
        }
        for text in &carried.aspects {
            state.aspects.push(Aspect::printed(text.as_str(), Holder::Actor(who.0)));
        }
    }
}
