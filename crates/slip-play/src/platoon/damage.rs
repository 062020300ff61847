//! Hits on units, consequences, and units taken out (R-L23).

use crate::choice::{Answer, Choice, Options, Verb};
use crate::event::{Event, Events, TrackId};
use crate::ids::{ActorId, AspectId, Id, Seat, TableKey};
use crate::platoon::PlatoonFight;
use crate::platoon::apply::next_judge;
use crate::platoon::state::{MORALE, UnitHit, UnitStatus};
use crate::tracks::TrackSet;
use ecow::EcoString;
use slip_dice::fate::track::TrackHit;
use slip_dice::fate::{Aspect, AspectOrigin, FreeTag, Grade, Holder, Slots};

impl PlatoonFight {
    /// Returns the consequences that can be taken for a unit against a hit of this many shifts: those of its platoon, unless the unit is
    /// cut off. With the draft rules they can be taken only if the hit goes past the end of the track.
    pub fn free_slots(&self, who: ActorId, track: TrackId, shifts: i32) -> Slots {
        let spares = !self.roster.settings.consequences_past_the_end || self.landing_on(who, track, shifts) == TrackHit::Past;
        let platoon = self.platoon(who).filter(|_| spares && !self.is_orphan(who));
        platoon.and_then(|platoon| self.state.platoons.row(platoon)).map_or(Slots::NONE, |platoon| platoon.slots)
    }

    /// Returns the box on which a hit lands if the consequences of a set are taken. Consequences reduce the shifts, not the box.
    pub fn lands(&self, who: ActorId, track: TrackId, shifts: i32, set: Slots) -> TrackHit {
        self.landing_on(who, track, shifts - self.roster.schedule.worth(set))
    }

    /// Returns the cheapest consequences that keep a unit in the fight. The set is empty if none are needed; `None` if no set is enough.
    pub fn saving(&self, who: ActorId, track: TrackId, shifts: i32) -> Option<Slots> {
        let mut best: Option<(i32, Slots)> = None;
        for set in self.free_slots(who, track, shifts).subsets() {
            let worth = self.roster.schedule.worth(set);
            if best.is_none_or(|(least, _)| worth < least) && self.lands(who, track, shifts, set) != TrackHit::Past {
                best = Some((worth, set));
            }
        }
        best.map(|(_, set)| set)
    }

    /// Lists the legal answers: the sets of the platoon's consequences that would help the unit against the hit.
    pub(super) fn legal_mitigate(&self, out: &mut Options) {
        let Some(&UnitHit { who, track, shifts, .. }) = self.state.blows.first() else { return };
        for set in self.free_slots(who, track, shifts).subsets() {
            out.push(Choice::of(Verb::Take).how(set.number()));
        }
        if self.may_concede(who) {
            out.push(Choice::of(Verb::Concede));
        }
        let default = self.saving(who, track, shifts).unwrap_or(Slots::NONE);
        out.sort_with_default(Some(Choice::of(Verb::Take).how(default.number())));
    }

    /// Takes the consequences, then marks boxes or takes the unit out.
    pub(super) fn decide_mitigate(&self, answer: &Answer, out: &mut Events) {
        let Some(&UnitHit { who, track, shifts, by }) = self.state.blows.first() else { return };
        let set = Slots::from_number(answer.choice.how);
        let left = (shifts - self.roster.schedule.worth(set)).max(0);
        out.push(Event::Hit { who, track, besides: TrackSet::NONE, shifts, less: set, left });
        self.take_consequences((who, track), set, answer, out);
        match self.landing_on(who, track, left) {
            TrackHit::Nothing => {}
            TrackHit::Box(up_to) => out.push(Event::Mark { who, track, up_to }),
            TrackHit::Past => {
                out.push(Event::Out { who, by, track, fate: None, beyond_saving: false, for_good: false, say: None });
            }
        }
    }

    /// Places each consequence as an aspect of the whole platoon, with one free tag for the platoon's enemies.
    fn take_consequences(&self, (who, track): (ActorId, TrackId), set: Slots, answer: &Answer, out: &mut Events) {
        let Some(bearer) = self.platoon(who).map(|platoon| self.state.id_of_platoon(platoon)) else { return };
        for (place, grade) in set.grades().enumerate() {
            let id = AspectId::of(self.state.aspects.len() + place);
            let said = answer.say.clone().filter(|_| place == 0);
            let aspect = Aspect {
                origin: AspectOrigin::Consequence,
                free: Some(self.free_for_enemies(who)),
                ..Aspect::printed(
                    said.unwrap_or_else(|| self.roster.tracks.own_consequence(grade, track).unwrap_or_else(|| consequence_text(grade))),
                    Holder::Actor(bearer.0),
                )
            };
            out.push(Event::AspectAdd { id, aspect });
            out.push(Event::Consequence { who: bearer, grade, aspect: id });
        }
    }

    /// Returns a free tag for every side except the unit's own. The tag can be used from the next declaration on.
    pub(super) fn free_for_enemies(&self, who: ActorId) -> FreeTag {
        let own = self.side(who);
        let others = self.roster.sides.keys().filter(|&side| side != own);
        let sides = others.fold(0, |bits, side| bits | 1_u32.checked_shl(u32::from(side.0)).unwrap_or(0));
        FreeTag { sides, from: self.state.declared.number.saturating_add(1) }
    }

    /// Lists the legal answers: the outcomes of a unit taken out. The choice is narration only.
    pub(super) fn legal_beaten(&self, out: &mut Options) {
        for number in (0_u8..).take(self.roster.outcomes.len()) {
            out.push(Choice::of(Verb::Outcome).how(number));
        }
    }

    /// Applies the choice of what happens to a unit that was taken out.
    pub(super) fn decide_beaten(&self, answer: &Answer, out: &mut Events) {
        let Some(&who) = self.state.untold.first() else { return };
        let by = self.scorer(who);
        let fate = Some(answer.choice.how);
        let track = self.state.unit(who).map_or(MORALE, |unit| unit.ended_on);
        out.push(Event::Out { who, by, track, fate, beyond_saving: false, for_good: false, say: answer.say.clone() });
    }

    /// Returns the unit that took another unit out.
    fn scorer(&self, beaten: ActorId) -> Option<ActorId> {
        match self.state.unit(beaten)?.status {
            UnitStatus::Eliminated { by, .. } => by,
            _ => None,
        }
    }

    /// Returns the seat that chooses the outcome of a unit taken out: the seat of the attacker or, without an attacker, of the first
    /// opponent.
    pub(super) fn teller(&self, beaten: ActorId) -> (Seat, Id) {
        if let Some(by) = self.scorer(beaten) {
            return (self.side(by), Id::Actor(by));
        }
        let first = next_judge(&self.state, &self.roster, beaten, None);
        match first.and_then(|seat| Some((seat, self.speaker(seat)?))) {
            Some((seat, speaker)) => (seat, Id::Actor(speaker)),
            None => (self.side(beaten), Id::Actor(beaten)),
        }
    }
}

/// Returns the default text of a consequence.
fn consequence_text(grade: Grade) -> EcoString {
    match grade {
        Grade::Mild => "Rattled".into(),
        Grade::Moderate => "Bloodied".into(),
        Grade::Severe => "Shot to pieces".into(),
    }
}
