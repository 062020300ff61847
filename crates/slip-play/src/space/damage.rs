//! Hits, consequences, taken out (space.md 6, R-S15, R-S23, R-S27, R-S31).

use crate::choice::{Answer, Choice, Options, Verb};
use crate::effects::Witness;
use crate::event::{Counter, Event, Events, TrackId};
use crate::ids::{ActorId, AspectId, Id, Key, Seat};
use crate::space::Space;
use crate::space::apply::next_judge;
use crate::space::lines::At;
use crate::space::state::{Blow, DATA, FRAME, Status};
use ecow::EcoString;
use slip_dice::fate::track::Landing;
use slip_dice::fate::{Aspect, FreeTag, Grade, Holder, Origin, Slots};

/// The outcome after which there are no drives left to speak of, and nothing to be taken in tow.
pub(super) const DESTROYED: &str = "destroyed";
/// The outcome of a boarding, unless the boarder says otherwise.
pub(super) const SURRENDERED: &str = "surrendered";
/// The outcome that makes the captor the lead of a tether (R-S43).
pub(super) const TETHERED: &str = "tethered";

impl Space {
    /// Strikes a ship on a track, and on others besides, each once and with one mitigation for all (R-S27). What is meant for a
    /// track the ship does not have is nothing: heat dumped elsewhere cannot hurt (6.2).
    pub(super) fn strike(&self, who: ActorId, track: TrackId, besides: [Option<TrackId>; 2], shifts: i32, out: &mut Events) {
        let has = |track: &TrackId| self.state.ship(who).is_some_and(|ship| ship.track(*track).length() > 0);
        let [one, two] = besides;
        let one = one.filter(|one| *one != track);
        let two = two.filter(|two| *two != track && Some(*two) != one);
        let mut tracks = [Some(track), one, two].into_iter().flatten().filter(has);
        if let Some(track) = tracks.next().filter(|_| shifts > 0) {
            out.push(Event::Blow { who, track, too: tracks.next(), third: tracks.next(), shifts });
        }
    }

    /// Who bears the consequences of a ship: itself, or the parent of a fighter as long as it is in the fight (6.5).
    pub(super) fn sufferer(&self, who: ActorId) -> Option<ActorId> {
        let sheet = self.roster.ships.row(who)?;
        if !sheet.traits.consequences_to_parent {
            return Some(who);
        }
        sheet.parent.filter(|&parent| self.state.ship(parent).is_some_and(|ship| ship.is_active()))
    }

    /// Consequences that can still be taken for a ship.
    pub fn free_slots(&self, who: ActorId) -> Slots {
        self.sufferer(who).and_then(|bearer| self.state.ship(bearer)).map_or(Slots::NONE, |ship| ship.slots)
    }

    /// What consequences take off a hit on a ship.
    pub fn absorbs(&self, who: ActorId, track: TrackId, set: Slots) -> i32 {
        let bearer = self.sufferer(who).unwrap_or(who);
        let sheet = self.roster.ships.row(bearer);
        sheet.and_then(|sheet| sheet.schedules.get(usize::from(track.0))).map_or(0, |schedule| schedule.worth(set))
    }

    /// Where a hit lands on each track it strikes, with these consequences taken.
    pub fn landings(&self, blow: &Blow, set: Slots) -> impl Iterator<Item = (TrackId, Landing)> {
        let left = blow.shifts - self.absorbs(blow.who, blow.track, set);
        let who = blow.who;
        let tracks = [Some(blow.track), blow.also, blow.third].into_iter().flatten();
        tracks.map(move |track| (track, self.landing_on(who, track, left)))
    }

    /// Where a hit lands on a track of a ship: up, or down where a line says so.
    pub fn landing_on(&self, who: ActorId, track: TrackId, shifts: i32) -> Landing {
        let Some(there) = self.state.ship(who).map(|ship| ship.track(track)) else { return Landing::Nothing };
        let down = self.hits_go_down(&At { track: Some(track.0), ..Space::about(who) });
        if down { there.landing_below(shifts) } else { there.landing(shifts) }
    }

    /// True if a ship stays in the fight after a hit with these consequences taken.
    pub fn survives(&self, blow: &Blow, set: Slots) -> bool {
        self.landings(blow, set).all(|(_, landing)| landing != Landing::Past)
    }

    pub(super) fn legal_mitigate(&self, out: &mut Options) {
        let Some(blow) = self.state.blows.first() else { return };
        // The least, and of as much the fewest.
        let mut best: Option<((i32, usize), Slots)> = None;
        for set in self.free_slots(blow.who).subsets() {
            let price = (self.absorbs(blow.who, blow.track, set), set.grades().count());
            if best.is_none_or(|(least, _)| price < least) && self.survives(blow, set) {
                best = Some((price, set));
            }
            out.push(Choice::of(Verb::Take).how(set.number()));
        }
        if self.may_concede(blow.who) {
            out.push(Choice::of(Verb::Concede));
        }
        let default = best.map_or(Slots::NONE, |(_, set)| set);
        out.sort_with_default(Some(Choice::of(Verb::Take).how(default.number())));
    }

    /// Takes consequences first, so that they act on shifts and not on the rolled-up box; then marks (6.1 to 6.3).
    pub(super) fn decide_mitigate(&self, answer: &Answer, out: &mut Events) {
        let Some(blow) = self.state.blows.first() else { return };
        let Blow { who, track, also, third, shifts, by } = *blow;
        let set = Slots::from_number(answer.choice.how);
        let left = (shifts - self.absorbs(who, track, set)).max(0);
        out.push(Event::Hit { who, track, also, third, shifts, less: set, left });
        if let Some(bearer) = self.sufferer(who) {
            for (place, grade) in set.grades().enumerate() {
                let id = AspectId::of(self.state.aspects.len() + place);
                let said = answer.say.clone().filter(|_| place == 0);
                let aspect = Aspect {
                    origin: Origin::Consequence,
                    free: Some(self.free_for_enemies(who)),
                    ..Aspect::printed(said.unwrap_or_else(|| consequence_text(grade, track)), Holder::Actor(bearer.0))
                };
                out.push(Event::AspectAdd { id, aspect });
                out.push(Event::Consequence { who: bearer, grade, aspect: id });
            }
        }
        let mut past = None;
        for (track, landing) in self.landings(blow, set) {
            match landing {
                Landing::Nothing => {}
                Landing::Box(up_to) => out.push(Event::Mark { who, track, up_to }),
                Landing::Past => past = past.or(Some(track)),
            }
        }
        if let Some(track) = past {
            self.cast_off(who, out);
            out.push(Event::Out { who, by, track, fate: None, beyond_saving: false, for_good: false, say: None });
        }
    }

    /// A free tag for all sides but that of a ship.
    pub(super) fn free_for_enemies(&self, who: ActorId) -> FreeTag {
        self.roster.free_for_enemies(self.side(who))
    }

    /// Who says what becomes of a ship taken out: whoever scored, else the first seat of its opponents (R-S15).
    pub(super) fn teller(&self, beaten: ActorId) -> (Seat, Id) {
        if let Some(by) = self.scorer(beaten) {
            return (self.side(by), Id::Actor(by));
        }
        let first = next_judge(&self.state, beaten, None);
        match first.and_then(|seat| Some((seat, self.speaker(seat)?))) {
            Some((seat, speaker)) => (seat, Id::Actor(speaker)),
            None => (self.side(beaten), Id::Actor(beaten)),
        }
    }

    /// Who took a ship out.
    fn scorer(&self, beaten: ActorId) -> Option<ActorId> {
        match self.state.ship(beaten)?.status {
            Status::TakenOut { by, .. } => by,
            _ => None,
        }
    }

    fn outcome_is(&self, number: u8, tag: &str) -> bool {
        self.roster.outcomes.get(usize::from(number)).is_some_and(|known| known == tag)
    }

    /// Whether whoever scored can take the beaten in tow at once: in one band, and not following somebody itself (R-S43).
    fn can_lead_away(&self, beaten: ActorId) -> bool {
        let Some(by) = self.scorer(beaten) else { return false };
        self.is_on_line(by) && !self.is_towed(by) && self.range(by, beaten) == Some(0)
    }

    /// True if a ship that is left so may have drives that work.
    pub fn leaves_drives(&self, outcome: u8) -> bool {
        !self.outcome_is(outcome, DESTROYED)
    }

    /// What may become of a ship taken out, and whether its drives still work (D-S15).
    pub(super) fn legal_beaten(&self, out: &mut Options) {
        let Some(&beaten) = self.state.untold.first() else { return };
        for number in (0_u8..).take(self.roster.outcomes.len()) {
            if self.outcome_is(number, TETHERED) && !self.can_lead_away(beaten) {
                continue;
            }
            if self.leaves_drives(number) {
                out.push(Choice::of(Verb::Outcome).how(number).n(Choice::DRIVES_WORK));
            }
            out.push(Choice::of(Verb::Outcome).how(number).n(Choice::DRIVES_DEAD));
        }
        // Boarders keep what they have come for (R-S44).
        if self.state.ship(beaten).and_then(|ship| ship.boarding).is_some_and(|boarding| boarding.succeeds.is_some()) {
            let surrendered = (0_u8..).take(self.roster.outcomes.len()).find(|&number| self.outcome_is(number, SURRENDERED));
            out.sort_with_default(surrendered.map(|number| Choice::of(Verb::Outcome).how(number)));
        }
    }

    /// The scorer says what becomes of a ship taken out; what lies in its hangar shares it.
    pub(super) fn decide_beaten(&self, answer: &Answer, out: &mut Events) {
        let Some(&who) = self.state.untold.first() else { return };
        let Some(ship) = self.state.ship(who) else { return };
        let Status::TakenOut { by, track, .. } = ship.status else { return };
        let fate = Some(answer.choice.how);
        out.push(Event::Out { who, by, track, fate, beyond_saving: false, for_good: false, say: answer.say.clone() });
        let works = answer.choice.n == Choice::DRIVES_WORK;
        if works != ship.drive_ok {
            out.push(Event::Counter { who, what: Counter::DriveOk, change: if works { 1 } else { -1 }, now: i32::from(works) });
        }
        for rider in self.in_hangar(who) {
            out.push(Event::Out { who: rider, by, track, fate, beyond_saving: false, for_good: false, say: None });
        }
        if let Some(lead) = by.filter(|_| self.outcome_is(answer.choice.how, TETHERED))
            && self.lead_of(who) != Some(lead)
        {
            self.tie(lead, vec![who], out);
        }
    }

    /// Fighters that lie in the hangar of a ship.
    pub(super) fn in_hangar(&self, parent: ActorId) -> Vec<ActorId> {
        let inside = self.state.ships.iter().filter(|(_, ship)| ship.is_active() && ship.is_aboard(parent));
        inside.map(|(id, _)| id).collect()
    }
}

/// The words of a consequence when nobody says any.
fn consequence_text(grade: Grade, track: TrackId) -> EcoString {
    let text = match (grade, track) {
        (Grade::Mild, FRAME) => "Scarred plating",
        (Grade::Moderate, FRAME) => "Buckled frames",
        (Grade::Severe, FRAME) => "Hull laid open",
        (Grade::Mild, DATA) => "Ghosts on every screen",
        (Grade::Moderate, DATA) => "Half the network down",
        (Grade::Severe, DATA) => "Flying blind",
        (Grade::Mild, _) => "Scorched radiators",
        (Grade::Moderate, _) => "Leaking coolant",
        (Grade::Severe, _) => "Radiators gone",
    };
    text.into()
}
