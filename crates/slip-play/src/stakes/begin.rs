//! Builds the first state of a raise-and-see conflict from a pack and an encounter. Refuses encounters that cannot be played.

use crate::begin::BeginError;
use crate::effects::{EffectHost, EffectTable, Hook};
use crate::event::{Phase, Step};
use crate::ids::{ActorId, Id, IdVec, Seat, TableKey};
use crate::question::Points;
use crate::stakes::StakesConflict;
use crate::stakes::effects;
use crate::stakes::fallout::track_word;
use crate::stakes::roster::{PartySheet, StakesRoster, StakesSide};
use crate::stakes::settings::{ROWS, StakesSettings};
use crate::stakes::state::{PartyState, PartyStatus, StakesState};
use slip_pack::encounter::{Actor, Encounter, Play};
use slip_pack::stakes_party::{Party, PartyDice, PartyThing, PartyThingKind};
use slip_pack::{Pack, key};
use std::sync::Arc;

/// Maximum number of parties in a conflict.
pub(super) const MOST_PARTIES: usize = 16;
/// Maximum number of things of a party.
pub(super) const MOST_THINGS: usize = 48;
/// Name of the thing that represents a party's family.
const FAMILY: &str = "family";

impl StakesConflict {
    /// Builds the conflict before the first question.
    ///
    /// # Errors
    ///
    /// [`BeginError`] if the encounter is not a raise-and-see conflict, has errors, or is too large.
    pub fn begin(pack: &Pack, encounter: &Encounter) -> Result<StakesConflict, BeginError> {
        if encounter.play != Play::Stakes {
            return Err(BeginError::NotPlayed(encounter.play));
        }
        if !encounter.valid {
            return Err(BeginError::Invalid(encounter.name.clone()));
        }
        let seated = seated(pack, encounter)?;
        if seated.len() > MOST_PARTIES {
            return Err(BeginError::TooMany { what: "parties", most: MOST_PARTIES });
        }
        let settings = StakesSettings::read(&encounter.rules);
        let wager = encounter.wager.as_deref().cloned().unwrap_or_default();
        let mut roster = StakesRoster {
            name: encounter.name.clone(),
            title: encounter.title.as_str().into(),
            sides: encounter.sides.iter().map(|side| StakesSide { name: side.name.clone(), members: Vec::new() }).collect(),
            parties: IdVec::new(),
            initiator: wager.initiator.and_then(|at| seated.iter().position(|there| there.at == at)).map(ActorId::of),
            wager,
            settings,
            lines: EffectTable::default(),
        };
        for there in &seated {
            let who = roster.parties.push(sheet(there, &seated, encounter, &roster.settings)?);
            if let Some(side) = roster.sides.row_mut(Seat::of(there.at.0)) {
                side.members.push(who);
            }
        }
        roster.lines = effects::of(&roster, encounter, &seated.iter().map(|there| there.party).collect::<Vec<_>>());
        let state = StakesState {
            round: 0,
            step: Step::of(Phase::SetUp, Id::None),
            parties: seated.iter().map(|_| PartyState::default()).collect(),
            raise: None,
            by_hand: Vec::new(),
            blow: None,
            owed: Vec::new(),
            asked: 0,
            asks: roster.sides.keys().map(|_| Points::ALL).collect(),
            outcome: None,
        };
        let mut fight = StakesConflict { roster: Arc::new(roster), state };
        fight.settle_rows();
        fight.state.parties = fight.roster.parties.keys().zip(&seated).map(|(who, there)| party(there, fight.roster.boxes(who))).collect();
        Ok(fight)
    }

    /// Sets the number of rows of each track, including effects that are active from the start.
    fn settle_rows(&mut self) {
        let rows =
            |(who, sheet): (ActorId, &PartySheet)| self.number(Hook::Rows, &self.at(who, None), i32::from(sheet.rows)).clamp(1, MOST_ROWS);
        let rows: Vec<u8> = self.roster.parties.iter().map(rows).map(|rows| u8::try_from(rows).unwrap_or(1)).collect();
        let roster = Arc::make_mut(&mut self.roster);
        for (who, rows) in (0..).map(ActorId::of).zip(rows) {
            if let Some(sheet) = roster.parties.row_mut(who) {
                sheet.rows = rows;
            }
        }
    }
}

/// Maximum number of rows of a track, so that all its boxes fit into 32 bits.
const MOST_ROWS: i32 = 5;

/// A party of the encounter, with the index of its side and its index on that side.
struct SeatedParty<'a> {
    at: (usize, usize),
    actor: &'a Actor,
    party: &'a Party,
}

fn seated<'a>(pack: &'a Pack, encounter: &'a Encounter) -> Result<Vec<SeatedParty<'a>>, BeginError> {
    let mut seated = Vec::new();
    for (side, members) in encounter.sides.iter().enumerate() {
        for (place, actor) in members.actors.iter().enumerate() {
            let party = pack.parties.get(&key(&actor.item.package, &actor.item.name)).filter(|party| party.valid);
            let party = party.ok_or_else(|| BeginError::NoItem(actor.name.clone()))?;
            seated.push(SeatedParty { at: (side, place), actor, party });
        }
    }
    Ok(seated)
}

fn sheet(
    there: &SeatedParty<'_>,
    seated: &[SeatedParty<'_>],
    encounter: &Encounter,
    settings: &StakesSettings,
) -> Result<PartySheet, BeginError> {
    let party = there.party;
    let opponents = || seated.iter().filter(|other| other.at.0 != there.at.0);
    let mut things = party.things.clone();
    let listed = |name: &str| party.things.iter().any(|thing| thing.sort == PartyThingKind::Relationship && thing.name == name);
    let about = encounter.wager.iter().flat_map(|wager| &wager.about);
    let here: Vec<&str> = opponents().map(|other| other.party.name.as_str()).chain(about.map(|name| name.as_str())).collect();
    for relative in party.family.iter().filter(|name| here.contains(&name.as_str()) && !listed(name)) {
        let title = opponents().find(|other| other.party.name == *relative).map_or(FAMILY, |other| &other.party.title);
        let dice = vec![PartyDice { count: 1, sides: settings.family_die }];
        let title = format!("{FAMILY}: {title}");
        things.push(PartyThing {
            name: relative.clone(),
            title,
            sort: PartyThingKind::Relationship,
            dice,
            dangerous: false,
            fits: Vec::new(),
            effects: Vec::new(),
        });
    }
    if things.len() > MOST_THINGS {
        return Err(BeginError::TooMany { what: "things of a party", most: MOST_THINGS });
    }
    let is_absent = |thing: &PartyThing| thing.sort == PartyThingKind::Relationship && !here.contains(&thing.name.as_str());
    let absent = things.iter().enumerate().filter(|(_, thing)| is_absent(thing)).fold(0, |bits, (place, _)| bits | 1_u64 << place);
    let entered = there.actor.party.as_deref().cloned().unwrap_or_default();
    let number = |name: &slip_pack::Name| things.iter().position(|thing| thing.name == *name).and_then(|place| u8::try_from(place).ok());
    Ok(PartySheet {
        name: there.actor.name.clone(),
        title: party.title.as_str().into(),
        side: Seat::of(there.at.0),
        stats: party.stats,
        brings: entered.brings.iter().filter_map(number).collect(),
        approach: entered.approach,
        absent,
        rows: if party.is_operative() { ROWS } else { u8::try_from(party.stages.len()).unwrap_or(u8::MAX) },
        stages: party.stages.iter().map(|stage| stage.as_str().into()).collect(),
        things,
    })
}

/// Returns the state of a party at the start, with the fallout that it carries in. A party does not take part if it was already out, or if
/// its only track is full.
fn party(there: &SeatedParty<'_>, room: u8) -> PartyState {
    let mut state = PartyState::default();
    let Some(carried) = there.actor.carried.as_deref() else { return state };
    for (track, boxes) in (0..).zip(&mut state.boxes) {
        let marked = carried.marked.get(track_word(track)).map_or(0, |marked| marked.len());
        *boxes = u8::try_from(marked).unwrap_or(u8::MAX).min(room);
    }
    state.conditions = carried.consequences.iter().map(|wound| wound.text.as_str().into()).collect();
    state.conditions_before = state.conditions.len();
    if carried.out.is_some() {
        state.status = PartyStatus::Away;
    } else if !there.party.is_operative() && state.boxes.last() == Some(&room) {
        state.status = PartyStatus::Full;
    }
    state
}
