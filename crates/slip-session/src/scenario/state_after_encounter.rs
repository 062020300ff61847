//! Reads the state of every party after an encounter, to carry it into the next.

use super::{PartyKey, party, party_of_platoon};
use ecow::EcoString;
use slip_dice::fate::{Grade, Holder, Track};
use slip_pack::Name;
use slip_pack::encounter::Encounter;
use slip_pack::ruleset::Rules;
use slip_pack::scenario::{CarriedConsequence, Ending, SessionCounts, parties, platoons};
use slip_play::event::{Event, TrackId};
use slip_play::fight::Fight;
use slip_play::ids::{ActorId, AspectId, TableKey};
use slip_play::names::Names;
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::{MORALE, PlatoonId};
use slip_play::stakes::StakesConflict;
use slip_play::tracks::{TrackNames, Tracks};
use slip_play::{personal, space};
use std::collections::{BTreeMap, BTreeSet};

/// State of a party after an encounter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartyAfterEncounter {
    /// Marked boxes of each stress track that any encounter used.
    pub marked: BTreeMap<Name, Vec<u8>>,
    /// Consequences of the party, including those from before the encounter.
    pub consequences: Vec<CarriedConsequence>,
    /// Fate points of the party.
    pub fate: Option<i32>,
    /// Reason and effects of the party's loss; `None` if the party was not lost.
    pub lost: Option<PartyLoss>,
    /// Consequences from before the encounter that the referee has removed.
    pub recovered: Vec<CarriedConsequence>,
    /// True if mild consequences stay until they are treated or repaired, like those of the ships in a campaign.
    pub unmended: bool,
    /// Aspects that the person or ship carries but that are not written in its item, such as a ship's reputation.
    pub aspects: Vec<String>,
    /// Aspects among `aspects` that opponents may still tag for free: `Low on r-mass`.
    pub tagged: Vec<String>,
    /// Aspects among `tagged` whose free tag was used up.
    pub used: Vec<String>,
    /// V-shift of a ship that replaces the V-shift of its item, in logs written before R-T25.
    pub v_shift: Option<i32>,
    /// Uses and events that are counted for the whole session.
    pub session: SessionCounts,
}

impl PartyAfterEncounter {
    /// Merges the state after a later encounter into this one. A track that the later encounter does not use stays as it is. Mild
    /// consequences of this encounter end.
    pub(super) fn replace(&mut self, later: PartyAfterEncounter, rules: &Rules) {
        let (marked, unmended) = (&self.marked, self.unmended);
        self.consequences.retain(|wound| unmended || stays(wound, marked, rules));
        self.marked.extend(later.marked);
        for gone in &later.recovered {
            let at = self.consequences.iter().position(|wound| (&wound.grade, &wound.text) == (&gone.grade, &gone.text));
            if let Some(at) = at {
                self.consequences.remove(at);
            }
        }
        self.consequences.extend(later.consequences);
        self.session.replace(later.session);
        for used in later.used {
            if let Some(at) = self.tagged.iter().position(|text| *text == used) {
                self.aspects.push(self.tagged.remove(at));
            }
        }
        self.fate = later.fate.or(self.fate);
        self.lost = later.lost.or_else(|| self.lost.take());
    }
}

/// True if a consequence lasts into the next scene. Mild consequences end with their scene, with two exceptions. Those of the wealth track
/// stay. Under `mild_waits yes`, a mild consequence stays if its track has a box in `marked` (R-C25).
pub(super) fn stays(wound: &CarriedConsequence, marked: &BTreeMap<Name, Vec<u8>>, rules: &Rules) -> bool {
    let waits = || rules.is("mild_waits", "yes") && marked.get(&wound.track).is_some_and(|boxes| !boxes.is_empty());
    wound.grade != "mild" || wound.track == rules.word("wealth_track", "wealth") || waits()
}

/// Loss of a party in an encounter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartyLoss {
    /// Reason for the loss in one word: `dead`, `captured`, `surrendered` …
    pub how: Name,
    /// Side that captured the party, if any.
    pub taken_by: Option<Name>,
    /// True if the party returns by itself in the next encounter.
    pub returns: bool,
}

impl PartyLoss {
    /// True if the party cannot take part in an encounter on this side. A captured ship fights only for the side that captured it (R-VC8).
    pub(super) fn keeps_away(&self, side: &Name, out: bool) -> bool {
        match &self.taken_by {
            Some(taker) => taker != side,
            None => out || !self.returns,
        }
    }
}

/// State of all parties, as read from a finished fight.
#[derive(Debug, Default)]
pub(super) struct CarryOut {
    pub(super) conditions: BTreeMap<PartyKey, PartyAfterEncounter>,
    pub(super) endings: BTreeMap<(usize, usize), BTreeSet<Ending>>,
}

/// Reasons for a loss after which a party does not return by itself.
const FOR_GOOD: [&str; 4] = ["dead", "destroyed", "derelict", "captured"];
/// Grade of a lasting condition that a full row of fallout boxes causes.
const CONDITION: &str = "condition";
/// Outcomes of a ship that is lost because another side now has it.
const IN_HANDS: [&str; 2] = ["surrendered", "tethered"];

/// Reads the state of all parties from a finished fight and its events.
pub(super) fn read<'e>(encounter: &Encounter, fight: &Fight, events: impl Iterator<Item = &'e Event>) -> CarryOut {
    let wounds = wounds(fight, events);
    let mut left = CarryOut::default();
    let mut names = parties(encounter).into_iter().map(|(item, count)| party(item, count));
    let (mut ship_number, mut person_number) = (0_usize, 0_usize);
    for (side, of) in encounter.sides.iter().enumerate() {
        for (at, actor) in of.actors.iter().enumerate() {
            let id = ActorId::of(ship_number);
            ship_number += 1;
            let own = names.next();
            let before = actor.carried.as_ref();
            let (mut condition, endings) = of_actor(fight, id, before.and_then(|carried| carried.out.as_ref()));
            // An actor who was already out before the fight keeps the state from before the fight.
            let was_out = before.is_some_and(|carried| carried.out.is_some());
            let FightConsequences { taken, recovered } = wounds.get(&id).cloned().unwrap_or_default();
            condition.consequences.extend(taken);
            condition.recovered = recovered;
            condition.session = counted(fight, id);
            condition.used = before.map_or_else(Vec::new, |carried| used(fight, id, &carried.tagged));
            left.endings.insert((side, at), endings);
            if let Some(own) = own.filter(|_| !was_out) {
                left.conditions.insert(own, condition);
            }
            let Some(ship) = &actor.ship else { continue };
            for person in &ship.people {
                let own = names.next();
                let fate = match fight {
                    Fight::Space(space) => space.state.people.get(person_number).map(|person| i32::from(person.fate.points())),
                    Fight::Personal(_) | Fight::Platoon(_) | Fight::Stakes(_) => None,
                };
                let session = match fight {
                    Fight::Space(space) => counted_aboard(space, person_number),
                    Fight::Personal(_) | Fight::Platoon(_) | Fight::Stakes(_) => SessionCounts::default(),
                };
                person_number += 1;
                let stays = person.carried.as_ref().is_none_or(|carried| carried.out.is_none());
                if let Some(own) = own.filter(|_| stays) {
                    left.conditions.insert(own, PartyAfterEncounter { fate, session, ..PartyAfterEncounter::default() });
                }
            }
            for craft in &ship.fighters {
                let id = ActorId::of(ship_number);
                ship_number += 1;
                if let Some(own) = names.next() {
                    let (mut condition, _) = of_actor(fight, id, None);
                    condition.session = counted(fight, id);
                    condition.used = craft.carried.as_ref().map_or_else(Vec::new, |carried| used(fight, id, &carried.tagged));
                    left.conditions.insert(own, condition);
                }
            }
        }
    }
    if let Fight::Platoon(fight) = fight {
        for (number, (platoon, count)) in platoons(encounter).into_iter().enumerate() {
            left.conditions.insert(party_of_platoon(platoon, count), of_platoon(fight, PlatoonId::of(number), &wounds));
        }
    }
    left
}

/// Returns the counts of an actor for the session, such as uses of effects. Raise-and-see conflicts count no uses.
fn counted(fight: &Fight, who: ActorId) -> SessionCounts {
    match fight {
        Fight::Personal(fight) => SessionCounts {
            uses: fight.roster.lines.used_in_session(&fight.state.uses, who),
            first_blood: fight.roster.social.is_none() && fight.state.actors.row(who).is_some_and(|actor| actor.shock_spent),
        },
        Fight::Space(fight) => {
            SessionCounts { uses: fight.roster.lines.used_in_session(&fight.state.uses, who), ..SessionCounts::default() }
        }
        Fight::Platoon(fight) => {
            SessionCounts { uses: fight.roster.lines.used_in_session(&fight.state.uses, who), ..SessionCounts::default() }
        }
        Fight::Stakes(_) => SessionCounts::default(),
    }
}

/// Returns the session counts of a person aboard a ship, by their number among the people aboard.
pub(super) fn counted_aboard(space: &space::Space, person: usize) -> SessionCounts {
    let who = ActorId::of(space.state.ships.len() + person);
    SessionCounts { uses: space.roster.lines.used_in_session(&space.state.uses, who), ..SessionCounts::default() }
}

/// Returns the aspects in `tagged` whose free tag has been used. The ship brought all aspects in `tagged` with a free tag.
fn used(fight: &Fight, ship: ActorId, tagged: &[String]) -> Vec<String> {
    let Fight::Space(fight) = fight else { return Vec::new() };
    let free = |text: &String| {
        let mut there = fight.state.aspects.values().filter(|aspect| aspect.holder == Holder::Actor(ship.0) && aspect.text == *text);
        there.any(|aspect| aspect.present && aspect.free.is_some())
    };
    tagged.iter().filter(|text| !free(text)).cloned().collect()
}

/// Returns the state of a platoon: its fate points and the consequences of its units. The platoon itself is never lost.
fn of_platoon(fight: &PlatoonFight, platoon: PlatoonId, wounds: &BTreeMap<ActorId, FightConsequences>) -> PartyAfterEncounter {
    let fate = fight.state.platoons.row(platoon).map(|platoon| i32::from(platoon.fate.points()));
    let FightConsequences { taken, recovered } = wounds.get(&fight.state.id_of_platoon(platoon)).cloned().unwrap_or_default();
    PartyAfterEncounter { fate, consequences: taken, recovered, ..PartyAfterEncounter::default() }
}

/// Consequences that were taken in a fight, and earlier consequences that were removed in it.
#[derive(Clone, Debug, Default)]
struct FightConsequences {
    taken: Vec<CarriedConsequence>,
    recovered: Vec<CarriedConsequence>,
}

/// Returns the consequences that were taken and removed, for each actor. For a consequence that was taken, the track is that of the hit
/// that it reduced.
fn wounds<'e>(fight: &Fight, events: impl Iterator<Item = &'e Event>) -> BTreeMap<ActorId, FightConsequences> {
    let mut wounds: BTreeMap<ActorId, FightConsequences> = BTreeMap::new();
    let mut struck = TrackId(0);
    let wound = |grade: &Grade, aspect: &AspectId, struck: TrackId| {
        let text = fight.aspect(*aspect).to_owned();
        CarriedConsequence { grade: grade.word().into(), text, track: track_name(fight, struck) }
    };
    let mut each = |event: &Event| match event {
        Event::Hit { track, .. } => struck = *track,
        Event::Consequence { who, grade, aspect } => wounds.entry(*who).or_default().taken.push(wound(grade, aspect, struck)),
        Event::Recovered { who, grade, aspect } => {
            let (gone, there) = (wound(grade, aspect, struck), wounds.entry(*who).or_default());
            match there.taken.iter().position(|wound| (&wound.grade, &wound.text) == (&gone.grade, &gone.text)) {
                Some(at) => drop(there.taken.remove(at)),
                None => there.recovered.push(gone),
            }
        }
        _ => {}
    };
    for event in events {
        match event {
            Event::Override { events, .. } => events.iter().for_each(&mut each),
            event => each(event),
        }
    }
    wounds
}

fn track_name(fight: &Fight, track: TrackId) -> Name {
    fight.track(track).into()
}

/// Returns the marked boxes by the names of their tracks: the usual tracks, and tracks that the actor's design adds.
fn marked(names: &TrackNames, tracks: &Tracks) -> BTreeMap<Name, Vec<u8>> {
    let known = names.ids().map(|id| (id, tracks.of(id))).filter(|(id, track)| !names.is_own(*id) || track.length() > 0);
    known.map(|(id, track)| (names.name(id).into(), boxes(track))).collect()
}

fn boxes(track: Track) -> Vec<u8> {
    track.boxes().collect()
}

fn of_actor(fight: &Fight, id: ActorId, was: Option<&Name>) -> (PartyAfterEncounter, BTreeSet<Ending>) {
    match fight {
        Fight::Personal(fight) => of_person(fight, id, was),
        Fight::Space(fight) => of_ship(fight, id, was),
        Fight::Platoon(fight) => of_unit(fight, id, was),
        Fight::Stakes(fight) => of_party(fight, id),
    }
}

fn of_person(fight: &personal::Personal, id: ActorId, was: Option<&Name>) -> (PartyAfterEncounter, BTreeSet<Ending>) {
    use personal::state::ActorStatus;
    let Some(actor) = fight.state.actors.row(id) else { return Default::default() };
    let mut condition = PartyAfterEncounter {
        marked: marked(&fight.roster.tracks, &actor.tracks),
        fate: Some(i32::from(actor.fate.points())),
        ..PartyAfterEncounter::default()
    };
    let word = |number: Option<u8>| number.and_then(|number| fight.roster.outcomes.get(usize::from(number)).cloned());
    let mut endings = BTreeSet::new();
    let lost = |how: Name, returns: bool| PartyLoss { how, taken_by: None, returns };
    match &actor.status {
        ActorStatus::Active | ActorStatus::Pawn => {}
        // Actors that became "just friends" left the fight unharmed (R-SC14).
        ActorStatus::Removed => endings.extend([Ending::Out]),
        ActorStatus::Escaped => endings.extend([Ending::Out, Ending::LeftMap]),
        ActorStatus::Conceded => {
            let how = word(actor.terms).unwrap_or_else(|| "conceded".into());
            endings.extend([Ending::Out, Ending::Conceded]);
            if how == "captured" {
                endings.insert(Ending::Captured);
            }
            let returns = !FOR_GOOD.contains(&how.as_str());
            condition.lost = Some(lost(how, returns));
        }
        ActorStatus::TakenOut { fate, for_good, beyond_saving, .. } => {
            let how = was.cloned().or_else(|| word(*fate)).unwrap_or_else(|| "taken_out".into());
            endings.extend([Ending::Out, Ending::TakenOut]);
            if how == "captured" {
                endings.insert(Ending::Captured);
            }
            let returns = !FOR_GOOD.contains(&how.as_str()) && !for_good && !beyond_saving;
            condition.lost = Some(lost(how, returns));
        }
    }
    (condition, endings)
}

fn of_unit(fight: &PlatoonFight, id: ActorId, was: Option<&Name>) -> (PartyAfterEncounter, BTreeSet<Ending>) {
    use slip_play::platoon::state::UnitStatus;
    let Some(unit) = fight.state.unit(id) else { return Default::default() };
    let known = fight.roster.tracks.ids().map(|id| (id, unit.track(id))).filter(|(id, track)| *id == MORALE || track.length() > 0);
    let marked = known.map(|(id, track)| (fight.track(id).into(), boxes(track))).collect();
    let mut condition = PartyAfterEncounter { marked, ..PartyAfterEncounter::default() };
    let mut endings = BTreeSet::new();
    let lost =
        |how: Name| PartyLoss { returns: !FOR_GOOD.contains(&how.as_str()) && !IN_HANDS.contains(&how.as_str()), taken_by: None, how };
    match &unit.status {
        // A reserve that has not arrived did not take part.
        UnitStatus::Active | UnitStatus::Elsewhere => {}
        UnitStatus::Exited(_) => endings.extend([Ending::Out, Ending::LeftMap]),
        UnitStatus::Conceded => {
            endings.extend([Ending::Out, Ending::Conceded]);
            condition.lost = Some(lost("conceded".into()));
        }
        UnitStatus::Eliminated { fate, .. } => {
            let word = fate.and_then(|number| fight.roster.outcomes.get(usize::from(number)).cloned());
            let how = was.cloned().or(word).unwrap_or_else(|| "destroyed".into());
            endings.extend([Ending::Out, Ending::TakenOut]);
            if IN_HANDS.contains(&how.as_str()) {
                endings.insert(Ending::Captured);
            }
            condition.lost = Some(lost(how));
        }
    }
    (condition, endings)
}

/// Returns the state of a party after a raise-and-see conflict: its fallout. A party that died does not return; a party that gave up the
/// stakes has conceded.
fn of_party(fight: &StakesConflict, id: ActorId) -> (PartyAfterEncounter, BTreeSet<Ending>) {
    use slip_play::stakes::state::PartyStatus;
    let (Some(party), Some(sheet)) = (fight.state.party(id), fight.roster.parties.row(id)) else { return Default::default() };
    let marked = |track: u8| (1..=fight.roster.boxes(id) - fight.open_boxes(id, track)).collect();
    let marked = sheet.tracks().map(|track| (fight.track(TrackId(track)).into(), marked(track))).collect();
    let wound = |text: &EcoString| CarriedConsequence { grade: CONDITION.into(), text: text.to_string(), track: Name::default() };
    let brought = party.conditions.iter().skip(party.conditions_before);
    let mut condition = PartyAfterEncounter { marked, consequences: brought.map(wound).collect(), ..PartyAfterEncounter::default() };
    let mut endings = BTreeSet::new();
    match party.status {
        PartyStatus::Active => {}
        PartyStatus::Away => drop(endings.insert(Ending::Out)),
        PartyStatus::Gave | PartyStatus::Lost => endings.extend([Ending::Out, Ending::Conceded]),
        PartyStatus::Full => {
            endings.extend([Ending::Out, Ending::TakenOut]);
            let how = sheet.stages.last().cloned().filter(|stage| !stage.is_empty()).unwrap_or_else(|| "out".into());
            condition.lost = Some(PartyLoss { how, taken_by: None, returns: false });
        }
    }
    if party.dead {
        endings.extend([Ending::Out, Ending::TakenOut]);
        condition.lost = Some(PartyLoss { how: "dead".into(), taken_by: None, returns: false });
    }
    (condition, endings)
}

fn of_ship(fight: &space::Space, id: ActorId, was: Option<&Name>) -> (PartyAfterEncounter, BTreeSet<Ending>) {
    use space::state::ShipStatus;
    let (Some(ship), Some(sheet)) = (fight.state.ships.row(id), fight.roster.ships.row(id)) else { return Default::default() };
    let marked = marked(&fight.roster.tracks, &ship.tracks);
    let mut condition = PartyAfterEncounter { marked, fate: Some(i32::from(ship.fate.points())), ..PartyAfterEncounter::default() };
    let mut endings = BTreeSet::new();
    let side = |seat: slip_play::ids::Seat| fight.roster.sides.row(seat).map(|side| side.name.clone());
    match &ship.status {
        ShipStatus::Active => {}
        ShipStatus::Escaped | ShipStatus::DrivenOff => endings.extend([Ending::Out, Ending::LeftMap]),
        ShipStatus::Conceded => {
            endings.extend([Ending::Out, Ending::Conceded]);
            condition.lost = Some(PartyLoss { how: "conceded".into(), taken_by: None, returns: true });
        }
        ShipStatus::TakenOut { by, fate, .. } => {
            let word = fate.and_then(|number| fight.roster.outcomes.get(usize::from(number)).cloned());
            let how = was.cloned().or(word).unwrap_or_else(|| "destroyed".into());
            endings.extend([Ending::Out, Ending::TakenOut]);
            let held = IN_HANDS.contains(&how.as_str()) || ship.side != sheet.side;
            let taker = if ship.side != sheet.side { side(ship.side) } else { by.and_then(|by| side(fight.side(by))) };
            if held {
                endings.insert(Ending::Captured);
            }
            condition.lost = Some(PartyLoss { taken_by: taker.filter(|_| held), returns: false, how });
        }
    }
    (condition, endings)
}
