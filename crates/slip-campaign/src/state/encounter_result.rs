//! Writes the results of an encounter for people and ships into the campaign.

use super::{Campaign, Consequence, SheetState, ShipOwner};
use crate::maintenance::kept;
use crate::recovery;
use slip_dice::fate::consequence::Grade;
use slip_pack::Name;
use slip_pack::ruleset::Rules;
use slip_pack::scenario::SessionCounts;
use std::collections::{BTreeMap, BTreeSet};

/// Result of an encounter for a person or a ship.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParticipantResult {
    /// Marked boxes of every track used in the encounter; other tracks keep their marks.
    pub marked: BTreeMap<Name, BTreeSet<u8>>,
    /// Tracks that took stress or a consequence in the encounter.
    pub hit: BTreeSet<Name>,
    /// All consequences at the end, including earlier ones.
    pub consequences: Vec<RecordedConsequence>,
    /// Fate points at the end; `None` leaves them unchanged.
    pub fate: Option<u32>,
    /// Fate of the person or ship at the end of the encounter.
    pub ended: EncounterFate,
    /// Aspects that stay with a ship: an empty magazine, a reputation.
    pub aspects: Vec<String>,
    /// Aspects from the last trip whose free tag was used up.
    pub tags_used: Vec<String>,
    /// Counters of the session after the encounter.
    pub counted: SessionCounts,
    /// New owners of the ship, if it was captured.
    pub taken_by: Option<Vec<Name>>,
}

/// Consequence as recorded by an encounter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedConsequence {
    /// Grade of the consequence.
    pub grade: Grade,
    /// Text of the aspect.
    pub text: String,
    /// Track on which the consequence was taken.
    pub track: Name,
}

/// Fate of a person or a ship at the end of an encounter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EncounterFate {
    /// The person or ship was still in the fight at its end, or left it voluntarily.
    #[default]
    Standing,
    /// The person or ship conceded, and can take part in later encounters.
    Conceded,
    /// The person or ship was taken out, and comes back; the text is the outcome.
    Returns(String),
    /// The person or ship is out of the story; the text is the outcome.
    Gone(String),
}

impl Campaign {
    /// Writes the result of an encounter into the campaign and ends the scene. The end of a scene removes mild consequences of people,
    /// except those to Wealth (R-P43, R-C25). Returns one line per change; none if the campaign has no person or ship with this name.
    pub fn settle(&mut self, rules: &Rules, who: &str, left: &ParticipantResult) -> Vec<String> {
        let session = self.session;
        let is_person = self.people.contains_key(who);
        let mut told = Vec::new();
        let Some(standing) = self.standing_mut(who) else { return told };
        settle_marks(who, standing, left, &mut told);
        settle_consequences(who, standing, left, session, &mut told);
        if let Some(fate) = left.fate.filter(|fate| *fate != standing.fate) {
            told.push(format!("{who}: fate points {} -> {fate}", standing.fate));
            standing.fate = fate;
        }
        standing.counted.replace(left.counted.clone());
        match &left.ended {
            EncounterFate::Gone(words) => {
                told.push(format!("{who} is out of the story: {words}"));
                standing.out = Some(words.clone());
            }
            EncounterFate::Returns(words) => told.push(format!("{who} was taken out: {words}")),
            EncounterFate::Conceded => told.push(format!("{who} conceded")),
            EncounterFate::Standing => {}
        }
        if is_person {
            told.extend(recovery::scene_ends(who, standing, rules));
        }
        self.settle_ship(who, left, &mut told);
        told
    }

    fn settle_ship(&mut self, who: &str, left: &ParticipantResult, told: &mut Vec<String>) {
        let known: BTreeSet<Name> = self.people.keys().cloned().collect();
        let Some(ship) = self.ships.get_mut(who) else { return };
        for aspect in left.aspects.iter().filter(|aspect| !ship.aspects.contains(aspect)).collect::<Vec<_>>() {
            told.push(format!("{who} is now \"{aspect}\""));
            ship.aspects.push(aspect.clone());
        }
        for aspect in ship.brought.iter_mut().filter(|aspect| left.tags_used.contains(&aspect.text)) {
            told.push(format!("{who}: the free tag on \"{}\" is used up", aspect.text));
            aspect.free_tags = 0;
        }
        if matches!(left.ended, EncounterFate::Gone(_)) {
            told.extend(ship.owners.iter().filter(|owner| owner.by_stunt).map(|owner| kept(&owner.who, who)));
        }
        if let Some(takers) = &left.taken_by {
            let owners: Vec<ShipOwner> = takers
                .iter()
                .filter(|taker| known.contains(*taker))
                .map(|taker| ShipOwner { who: taker.clone(), by_stunt: false })
                .collect();
            let names: Vec<&str> = owners.iter().map(|owner| owner.who.as_str()).collect();
            let by = if names.is_empty() { "people outside the campaign".to_owned() } else { names.join(", ") };
            told.push(format!("{who} was captured and belongs to {by}"));
            ship.crew.retain(|one| takers.contains(one));
            ship.owners = owners;
        }
    }
}

fn settle_marks(who: &str, standing: &mut SheetState, left: &ParticipantResult, told: &mut Vec<String>) {
    for (track, boxes) in &left.marked {
        let before = standing.marked.get(track).cloned().unwrap_or_default();
        if before != *boxes {
            told.push(format!("{who}: {track} {} -> {}", boxes_in_words(&before), boxes_in_words(boxes)));
        }
        if boxes.is_empty() {
            standing.marked.remove(track);
        } else {
            standing.marked.insert(track.clone(), boxes.clone());
        }
    }
    standing.hit_this_session.extend(left.hit.iter().cloned());
}

/// Replaces the consequences in the campaign with those after the encounter. A consequence that the campaign already had keeps its session;
/// consequences that are no longer present are removed.
fn settle_consequences(who: &str, standing: &mut SheetState, left: &ParticipantResult, session: u32, told: &mut Vec<String>) {
    let mut before = std::mem::take(&mut standing.consequences);
    for wound in &left.consequences {
        let same = |old: &Consequence| old.grade() == wound.grade && old.text == wound.text && old.track == wound.track;
        match before.iter().position(same) {
            Some(at) => standing.consequences.push(before.remove(at)),
            None => {
                told.push(format!("{who} has a {} consequence on {}: \"{}\"", wound.grade.word(), wound.track, wound.text));
                standing.hit_this_session.insert(wound.track.clone());
                standing.consequences.push(Consequence {
                    grade: wound.grade.word().into(),
                    text: wound.text.clone(),
                    track: wound.track.clone(),
                    session,
                    spared: 0,
                    rested: 0,
                    tried: None,
                    tried_at: None,
                    mending: None,
                });
            }
        }
    }
    told.extend(before.iter().map(|gone| format!("{who} is rid of \"{}\" ({})", gone.text, gone.grade)));
}

/// Formats the marked boxes of a track as `{1,2,3}` or `clear`.
pub(crate) fn boxes_in_words(boxes: &BTreeSet<u8>) -> String {
    if boxes.is_empty() {
        return "clear".to_owned();
    }
    let numbers: Vec<String> = boxes.iter().map(u8::to_string).collect();
    format!("{{{}}}", numbers.join(","))
}
