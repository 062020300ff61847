//! Scenarios: encounters one after another, and the state carried from each to the next.

use super::Name;
use super::encounter::Encounter;
use super::formula::Formula;
use super::item::{Gear, SourcePosition, Waiver};
use serde::{Deserialize, Serialize};
use slip_keyword::keyword_enum;
use std::collections::BTreeMap;

/// Scenario: a series of encounters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scenario {
    /// Name of the scenario in its package.
    pub name: Name,
    /// Title of the scenario, the name shown to people.
    pub title: String,
    /// Package that declares the scenario.
    pub package: Name,
    /// Doc comment of the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Steps in the order of the text.
    pub steps: Vec<ScenarioStep>,
    /// Waivers of the scenario: findings that the author allows, with the reasons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// True if the scenario and its encounters are free of errors, so that it can be run.
    pub valid: bool,
    /// Source position of the declaration of the scenario.
    pub place: SourcePosition,
}

/// Step of a scenario: one encounter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScenarioStep {
    /// Key of the encounter in [`super::Pack::encounters`].
    pub encounter: Name,
    /// True for `otherwise`: the step is played only if the nearest earlier step without `otherwise` was not played, and no step since
    /// then was played either.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub otherwise: bool,
    /// Condition of the step; `None` means that the step is always played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Formula<ScenarioTerm>>,
    /// The condition as the author wrote it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Kinds of state that participants of earlier encounters carry into this step's encounter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carry: Vec<Carry>,
    /// Aspects in this encounter that follow from earlier encounters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<Given>,
}

keyword_enum! {
    /// Kind of state carried from one encounter into the next.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Carry {
        /// Moderate and severe consequences of participants.
        Consequences = "consequences",
        /// Marked boxes of participants.
        Stress = "stress",
        /// Fate points of participants.
        Fate = "fate",
        /// Absence: everyone who was taken out stays out, not only the dead, the captured and the destroyed.
        Out = "out",
    }

    /// Returns the word that authors write for this kind of state.
    pub const fn word(self) -> &'static str;

    /// Returns the kind of state for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

/// Aspect that an encounter has because of an earlier encounter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// Text of the aspect.
    pub text: String,
    /// Holders of the aspect: actors or ships of the encounter, as (side, index in the side); empty means the scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<(usize, usize)>,
    /// Condition under which the encounter has the aspect; `None` means always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Formula<ScenarioTerm>>,
}

/// Term of a condition on earlier encounters. Truth values are 0 and 1; for an encounter that was not played, all are
/// false.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScenarioTerm {
    /// `played(raid)`: the step was played.
    Played(usize),
    /// `won(raid, crew)`: the side with this number won the step.
    Won(usize, usize),
    /// `drawn(raid)`: no side won the step.
    Drawn(usize),
    /// `out(raid, iveta)`, `captured(raid, iveta)` …: the encounter ended this way for all the given actors.
    Ended(usize, Ending, Vec<(usize, usize)>),
}

keyword_enum! {
    /// Way in which an encounter ended for a participant.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Ending {
        /// The participant is no longer in the encounter, for any reason.
        Out = "out",
        /// The participant was taken out.
        TakenOut = "taken_out",
        /// The participant was taken prisoner; of ships: surrendered, tethered or boarded.
        Captured = "captured",
        /// The participant left by an exit or over the edge of the map.
        LeftMap = "left_map",
        /// The participant conceded.
        Conceded = "conceded",
    }

    /// Returns the word that authors write for this ending.
    pub const fn word(self) -> &'static str;

    /// Returns the ending for a word.
    pub fn from_word(word: &str) -> Option<Self>;
}

/// State that a participant carries into an encounter from before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarriedState {
    /// Marked boxes by track; tracks that are not listed begin clear.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub marked: BTreeMap<Name, Vec<u8>>,
    /// Consequences that the participant has already, without a free tag.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<CarriedConsequence>,
    /// Fate points of the participant; `None` means those of its item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<i32>,
    /// Aspects of the participant in addition to those of its item.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// Aspects of a ship, in addition to those of its item, on which opponents still have one free tag.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tagged: Vec<String>,
    /// V-shift of a ship instead of that of the item. Only logs written before R-T25 have it: empty tanks slow a ship on trips, not in
    /// a fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v_shift: Option<i32>,
    /// Reason why the participant takes no part in the encounter, in a word such as `dead`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<Name>,
    /// Uses and events of the session that are counted for the participant so far.
    #[serde(default, skip_serializing_if = "SessionCounts::is_nothing")]
    pub session: SessionCounts,
}

/// Counts that last for the whole session, through all its encounters, whatever else is carried from one to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionCounts {
    /// Uses of effects limited `per session`, in the order of the owner's effects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<UsedEffect>,
    /// True if the participant was hit by First Blood (R-P15).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first_blood: bool,
}

/// Effect that was used, identified by title and sentence. If several effects are equal, the first one is counted first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsedEffect {
    /// Title of the effect's source.
    pub title: String,
    /// Sentence of the effect that was used.
    pub line: String,
    /// Number of uses of the effect.
    pub times: u32,
}

impl SessionCounts {
    /// True if nothing was counted.
    pub fn is_nothing(&self) -> bool {
        *self == SessionCounts::default()
    }

    /// Merges the counts of a later encounter into the counts so far. Counts that the later encounter does not have are kept, and no count
    /// is ever lowered.
    pub fn replace(&mut self, later: SessionCounts) {
        for mut used in later.uses {
            let same = |there: &UsedEffect| (&there.title, &there.line) == (&used.title, &used.line);
            if let Some(at) = self.uses.iter().position(same) {
                used.times = used.times.max(self.uses.remove(at).times);
            }
            self.uses.push(used);
        }
        self.first_blood |= later.first_blood;
    }
}

impl CarriedState {
    /// True if the participant carries in no state.
    pub fn is_nothing(&self) -> bool {
        *self == CarriedState::default()
    }

    /// Describes the carried state of a participant called `title` in words, in at most one line.
    pub fn in_words(&self, title: &str) -> Vec<String> {
        if let Some(out) = &self.out {
            return vec![format!("{title} takes no part: {out}")];
        }
        let mut parts: Vec<String> = Vec::new();
        for (track, boxes) in &self.marked {
            let boxes: Vec<String> = boxes.iter().map(u8::to_string).collect();
            parts.push(format!("{track} {{{}}}", boxes.join(",")));
        }
        parts.extend(self.consequences.iter().map(|CarriedConsequence { grade, text, .. }| format!("{grade} \"{text}\"")));
        parts.extend(self.v_shift.map(|v_shift| format!("V-shift {v_shift}")));
        parts.extend(self.aspects.iter().map(|text| format!("\"{text}\"")));
        parts.extend(self.tagged.iter().map(|text| format!("\"{text}\" free to tag")));
        if let Some(fate) = self.fate {
            parts.push(format!("{fate} fate point{}", if fate == 1 { "" } else { "s" }));
        }
        parts.extend(self.session.uses.iter().map(|used| format!("{} used", used.title)));
        parts.extend((self.session.first_blood && self.marked.is_empty()).then(|| "past First Blood".to_owned()));
        if parts.is_empty() { Vec::new() } else { vec![format!("{title}: {}", parts.join(", "))] }
    }
}

/// Consequence that a participant has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarriedConsequence {
    /// Grade of the consequence: `mild`, `moderate` or `severe`; `condition` in a raise-and-see conflict.
    pub grade: Name,
    /// Text of the consequence's aspect.
    pub text: String,
    /// Track that the consequence was taken on.
    pub track: Name,
}

/// Returns the participants of an encounter, also people aboard and fighters, in the order of the text. Each is an item
/// with its number among the copies of that item; carried state is matched by both.
pub fn parties(encounter: &Encounter) -> Vec<(&Gear, usize)> {
    let mut counts: BTreeMap<(&Name, &Name, &Name), usize> = BTreeMap::new();
    let mut parties = Vec::new();
    let mut add = |item| parties.push(numbered(&mut counts, item));
    for actor in encounter.sides.iter().flat_map(|side| &side.actors) {
        add(&actor.item);
        for ship in actor.ship.iter() {
            ship.people.iter().for_each(|person| add(&person.item));
            ship.fighters.iter().for_each(|craft| add(&craft.item));
        }
    }
    parties
}

/// Returns the platoons of an encounter in the order of the text: the key of each in [`crate::Pack::platoons`], and its
/// number among the copies of that platoon. Fate points and consequences belong to the platoon, whatever happens to its
/// units.
pub fn platoons(encounter: &Encounter) -> Vec<(&Name, usize)> {
    let mut counts: BTreeMap<&Name, usize> = BTreeMap::new();
    let mut platoons = Vec::new();
    for deployed in encounter.sides.iter().flat_map(|side| &side.platoons) {
        let count = counts.entry(&deployed.platoon).or_default();
        *count += 1;
        platoons.push((&deployed.platoon, *count));
    }
    platoons
}

fn numbered<'e>(counts: &mut BTreeMap<(&'e Name, &'e Name, &'e Name), usize>, item: &'e Gear) -> (&'e Gear, usize) {
    let count = counts.entry((&item.kind, &item.package, &item.name)).or_default();
    *count += 1;
    (item, *count)
}
