//! Hits on ships, consequences, and ships taken out (R-S15, R-S23, R-S27, R-S31).

use crate::choice::{Answer, Choice, Options, Verb};
use crate::effects::EffectHost;
use crate::event::{Counter, Event, Events, TrackId};
use crate::ids::{ActorId, AspectId, Id, Seat, TableKey};
use crate::space::Space;
use crate::space::apply::next_judge;
use crate::space::effects::ShipEffectQuery;
use crate::space::state::{DATA, FRAME, ShipHit, ShipStatus};
use crate::tracks::TrackSet;
use ecow::EcoString;
use slip_dice::fate::track::TrackHit;
use slip_dice::fate::{Aspect, AspectOrigin, FreeTag, Grade, Holder, Slots};

/// Outcome tag of a ship that has neither working drives nor a hulk that can be towed.
pub(super) const DESTROYED: &str = "destroyed";
/// Default outcome tag after a boarding.
pub(super) const SURRENDERED: &str = "surrendered";
/// Outcome tag of a ship that the captor takes in tow, as the lead of a tether (R-S43).
pub(super) const TETHERED: &str = "tethered";

impl Space {
    /// Deals a hit to a ship on `track` and on the tracks `besides`. Consequences are chosen once for all tracks (R-S27). Tracks that the
    /// ship does not have are skipped; a hit on heat is lost if the ship has no heat track.
    pub(super) fn strike(&self, who: ActorId, track: TrackId, besides: TrackSet, shifts: i32, out: &mut Events) {
        let has = |track: &TrackId| self.state.ship(who).is_some_and(|ship| ship.track(*track).length() > 0);
        let mut tracks = std::iter::once(track).chain(besides.without(track).iter()).filter(has);
        if let Some(track) = tracks.next().filter(|_| shifts > 0) {
            out.push(Event::Blow { who, track, besides: tracks.collect(), shifts });
        }
    }

    /// Returns the ship that takes the consequences of a hit: the ship itself, or its parent if an effect moves them there. `None` if that
    /// parent is out of the fight.
    pub(super) fn sufferer(&self, who: ActorId) -> Option<ActorId> {
        let sheet = self.roster.ships.row(who)?;
        if !sheet.traits.consequences_to_parent {
            return Some(who);
        }
        sheet.parent.filter(|&parent| self.state.ship(parent).is_some_and(|ship| ship.is_active()))
    }

    /// Returns the consequence slots that are still free for a ship.
    pub fn free_slots(&self, who: ActorId) -> Slots {
        self.sufferer(who).and_then(|bearer| self.state.ship(bearer)).map_or(Slots::NONE, |ship| ship.slots)
    }

    /// Returns the shifts that consequences take off a hit on a ship.
    pub fn absorbs(&self, who: ActorId, track: TrackId, set: Slots) -> i32 {
        let bearer = self.sufferer(who).unwrap_or(who);
        let sheet = self.roster.ships.row(bearer);
        sheet.and_then(|sheet| sheet.schedules.get(usize::from(track.0))).map_or(0, |schedule| schedule.worth(set))
    }

    /// Returns the result of a hit on each track that it strikes, if these consequences are taken.
    pub fn landings(&self, blow: &ShipHit, set: Slots) -> impl Iterator<Item = (TrackId, TrackHit)> {
        let left = blow.shifts - self.absorbs(blow.who, blow.track, set);
        let who = blow.who;
        let tracks = std::iter::once(blow.track).chain(blow.besides.iter());
        tracks.map(move |track| (track, self.landing_on(who, track, left)))
    }

    /// Returns the box that a hit marks on a track of a ship. If the box is already marked, the hit moves up the track, or down if an
    /// effect says so.
    pub fn landing_on(&self, who: ActorId, track: TrackId, shifts: i32) -> TrackHit {
        let Some(there) = self.state.ship(who).map(|ship| ship.track(track)) else { return TrackHit::Nothing };
        let down = self.hits_go_down(&ShipEffectQuery { track: Some(track.0), ..Space::about(who) });
        if down { there.landing_below(shifts) } else { there.landing(shifts) }
    }

    /// True if a ship stays in the fight after a hit with these consequences taken.
    pub fn survives(&self, blow: &ShipHit, set: Slots) -> bool {
        self.landings(blow, set).all(|(_, landing)| landing != TrackHit::Past)
    }

    pub(super) fn legal_mitigate(&self, out: &mut Options) {
        let Some(blow) = self.state.blows.first() else { return };
        // Prefer the set that absorbs the fewest shifts; among equal sets, the set with the fewest consequences.
        let mut best: Option<((i32, usize), Slots)> = None;
        for set in self.free_slots(blow.who).subsets() {
            let price = (self.absorbs(blow.who, blow.track, set), set.grades().count());
            if best.is_none_or(|(least, _)| price < least) && self.survives(blow, set) {
                best = Some((price, set));
            }
            out.push(Choice::of(Verb::Take).how(set.number()));
        }
        // Before damage is marked, terms may be offered for any ship of this side that is in the fight.
        let side = self.side(blow.who);
        for ship in self.state.ships.keys().filter(|&ship| self.side(ship) == side) {
            if ship == blow.who {
                self.legal_giving_up(ship, Id::None, out);
            } else if self.is_on_line(ship) {
                self.legal_giving_up(ship, Id::Actor(ship), out);
            }
        }
        let default = best.map_or(Slots::NONE, |(_, set)| set);
        out.sort_with_default(Some(Choice::of(Verb::Take).how(default.number())));
    }

    /// Takes the consequences, then marks boxes. The shifts that consequences absorb are subtracted first. Only the rest can move up the
    /// track past a marked box.
    pub(super) fn decide_mitigate(&self, answer: &Answer, out: &mut Events) {
        let Some(blow) = self.state.blows.first() else { return };
        let ShipHit { who, track, besides, shifts, by } = *blow;
        let set = Slots::from_number(answer.choice.how);
        let left = (shifts - self.absorbs(who, track, set)).max(0);
        out.push(Event::Hit { who, track, besides, shifts, less: set, left });
        if let Some(bearer) = self.sufferer(who) {
            for (place, grade) in set.grades().enumerate() {
                let id = AspectId::of(self.state.aspects.len() + place);
                let said = answer.say.clone().filter(|_| place == 0);
                let aspect = Aspect {
                    origin: AspectOrigin::Consequence,
                    free: Some(self.free_for_enemies(who)),
                    ..Aspect::printed(said.unwrap_or_else(|| self.consequence_text(grade, track)), Holder::Actor(bearer.0))
                };
                out.push(Event::AspectAdd { id, aspect });
                out.push(Event::Consequence { who: bearer, grade, aspect: id });
            }
        }
        let mut past = None;
        for (track, landing) in self.landings(blow, set) {
            match landing {
                TrackHit::Nothing => {}
                TrackHit::Box(up_to) => out.push(Event::Mark { who, track, up_to }),
                TrackHit::Past => past = past.or(Some(track)),
            }
        }
        if let Some(track) = past {
            self.cast_off(who, out);
            out.push(Event::Out { who, by, track, fate: None, beyond_saving: false, for_good: false, say: None });
        }
    }

    /// Returns a free tag for all sides except the ship's own.
    pub(super) fn free_for_enemies(&self, who: ActorId) -> FreeTag {
        self.roster.free_for_enemies(self.side(who))
    }

    /// Returns the seat that chooses the outcome of a ship taken out: the attacker's seat, otherwise the first seat of its opponents
    /// (R-S15).
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

    /// Returns the ship that took `beaten` out.
    fn scorer(&self, beaten: ActorId) -> Option<ActorId> {
        match self.state.ship(beaten)?.status {
            ShipStatus::TakenOut { by, .. } => by,
            _ => None,
        }
    }

    fn outcome_is(&self, number: u8, tag: &str) -> bool {
        self.roster.outcomes.get(usize::from(number)).is_some_and(|known| known == tag)
    }

    /// True if the attacker can take the defeated ship in tow immediately: both are on the same band, and the attacker is not in tow itself
    /// (R-S43).
    fn can_lead_away(&self, beaten: ActorId) -> bool {
        let Some(by) = self.scorer(beaten) else { return false };
        self.is_on_line(by) && !self.is_towed(by) && self.range(by, beaten) == Some(0)
    }

    /// True if a ship with this outcome may have working drives.
    pub fn leaves_drives(&self, outcome: u8) -> bool {
        !self.outcome_is(outcome, DESTROYED)
    }

    /// Lists the legal answers: the outcomes of a ship taken out, with and without working drives.
    pub(super) fn legal_beaten(&self, out: &mut Options) {
        let Some(&beaten) = self.state.untold.first() else { return };
        // A ship held by a stunt is destroyed only by the word of its own side, or by a ruling (R-S47).
        let (seat, _) = self.teller(beaten);
        let stays = self.roster.ships.row(beaten).is_some_and(|ship| ship.held) && seat != self.side(beaten);
        for number in (0_u8..).take(self.roster.outcomes.len()) {
            if stays && self.outcome_is(number, DESTROYED) {
                continue;
            }
            if self.outcome_is(number, TETHERED) && !self.can_lead_away(beaten) {
                continue;
            }
            if self.leaves_drives(number) {
                out.push(Choice::of(Verb::Outcome).how(number).n(Choice::DRIVES_WORK));
            }
            out.push(Choice::of(Verb::Outcome).how(number).n(Choice::DRIVES_DEAD));
        }
        // After a successful boarding the default is that the ship surrenders (R-S44).
        if self.state.ship(beaten).and_then(|ship| ship.boarding).is_some_and(|boarding| boarding.succeeds.is_some()) {
            let surrendered = (0_u8..).take(self.roster.outcomes.len()).find(|&number| self.outcome_is(number, SURRENDERED));
            out.sort_with_default(surrendered.map(|number| Choice::of(Verb::Outcome).how(number)));
        }
    }

    /// Applies the outcome that the attacker chooses. Fighters in the hangar of the ship get the same outcome.
    pub(super) fn decide_beaten(&self, answer: &Answer, out: &mut Events) {
        let Some(&who) = self.state.untold.first() else { return };
        let Some(ship) = self.state.ship(who) else { return };
        let ShipStatus::TakenOut { by, track, .. } = ship.status else { return };
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

    /// Returns the default text of a consequence. On a track that a design adds, the text contains the name of the track.
    fn consequence_text(&self, grade: Grade, track: TrackId) -> EcoString {
        match self.roster.tracks.own_consequence(grade, track) {
            Some(text) => text,
            None => consequence_text(grade, track).into(),
        }
    }

    /// Returns the fighters in the hangar of a ship.
    pub(super) fn in_hangar(&self, parent: ActorId) -> Vec<ActorId> {
        let inside = self.state.ships.iter().filter(|(_, ship)| ship.is_active() && ship.is_aboard(parent));
        inside.map(|(id, _)| id).collect()
    }
}

/// Returns the default text of a consequence taken on a usual track of ships.
const fn consequence_text(grade: Grade, track: TrackId) -> &'static str {
    match (grade, track) {
        (Grade::Mild, FRAME) => "Scarred plating",
        (Grade::Moderate, FRAME) => "Buckled frames",
        (Grade::Severe, FRAME) => "Hull laid open",
        (Grade::Mild, DATA) => "Ghosts on every screen",
        (Grade::Moderate, DATA) => "Half the network down",
        (Grade::Severe, DATA) => "Flying blind",
        (Grade::Mild, _) => "Scorched radiators",
        (Grade::Moderate, _) => "Leaking coolant",
        (Grade::Severe, _) => "Radiators gone",
    }
}
