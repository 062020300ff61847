//! Scenarios: encounters one after another, and what each leaves to the next.

use super::Name;
use super::encounter::Encounter;
use super::formula::Formula;
use super::item::{Gear, Place, Waiver};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scenario {
    /// Its name in its package.
    pub name: Name,
    /// The name shown to people.
    pub title: String,
    /// The package.
    pub package: Name,
    /// The doc comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// What is played, in the order of the text.
    pub steps: Vec<Step>,
    /// Exceptions the author allowed, with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// True if it is free of errors, its encounters included, and so can be run.
    pub valid: bool,
    /// Where it is declared.
    pub place: Place,
}

/// One encounter of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Key of the encounter in [`super::Pack::encounters`].
    pub encounter: Name,
    /// `otherwise`: only if no step before it was played, back to the last that asked for nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub otherwise: bool,
    /// True if it is played; none is always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Formula<Fact>>,
    /// The condition as the author wrote it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What those who were in earlier encounters bring along.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carry: Vec<Carry>,
    /// Aspects that cross over from what happened (core.md 15.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<Given>,
}

/// What is carried from one encounter into the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Carry {
    /// Moderate and severe consequences.
    Consequences,
    /// Marked boxes.
    Stress,
    /// Fate points.
    Fate,
    /// Everybody who was taken out stays away, and not only the dead, the captured and the destroyed.
    Out,
}

impl Carry {
    /// All, in order.
    pub const ALL: &[Carry] = &[Carry::Consequences, Carry::Stress, Carry::Fate, Carry::Out];

    /// The word authors write.
    pub const fn word(self) -> &'static str {
        match self {
            Carry::Consequences => "consequences",
            Carry::Stress => "stress",
            Carry::Fate => "fate",
            Carry::Out => "out",
        }
    }
}

/// An aspect that crosses over into an encounter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// The words.
    pub text: String,
    /// Whose it is: somebody or a ship of the encounter, by side and place in it; none is the scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<(usize, usize)>,
    /// True if it is there; none is always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Formula<Fact>>,
}

/// What a scenario can ask of the encounters before. Truth values are 0 and 1; of an encounter that was not played all is false.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// `played(raid)`: the step was played.
    Played(usize),
    /// `won(raid, crew)`: the side of that number won the step.
    Won(usize, usize),
    /// `drawn(raid)`: nobody won it.
    Drawn(usize),
    /// `out(raid, iveta)`, `captured(raid, iveta)` …: it ended so for all of them.
    Ended(usize, Ending, Vec<(usize, usize)>),
}

/// How an encounter ended for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Not in it any more, in whatever way.
    Out,
    /// Taken out.
    TakenOut,
    /// Taken prisoner; of ships: surrendered, tethered or boarded.
    Captured,
    /// Gone by an exit or over the edge of the map.
    LeftMap,
    /// Gave in.
    Conceded,
}

impl Ending {
    /// All, in order.
    pub const ALL: &[Ending] = &[Ending::Out, Ending::TakenOut, Ending::Captured, Ending::LeftMap, Ending::Conceded];

    /// The word authors write.
    pub const fn word(self) -> &'static str {
        match self {
            Ending::Out => "out",
            Ending::TakenOut => "taken_out",
            Ending::Captured => "captured",
            Ending::LeftMap => "left_map",
            Ending::Conceded => "conceded",
        }
    }
}

/// What somebody brings into an encounter from before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carried {
    /// Marked boxes by track; tracks that are not named begin clear.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub marked: BTreeMap<Name, Vec<u8>>,
    /// Consequences that are there already, without a free tag.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consequences: Vec<Wound>,
    /// Fate points; none: those of the item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<i32>,
    /// Aspects besides those of the item.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aspects: Vec<String>,
    /// Aspects of a ship besides those of the item that others may still tag for free, once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tagged: Vec<String>,
    /// The V-shift of a ship whose tanks are empty; none: that of the item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v_shift: Option<i32>,
    /// Why they take no part in it, in a word such as `dead`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<Name>,
    /// What the session has counted of them so far.
    #[serde(default, skip_serializing_if = "Counted::is_nothing")]
    pub session: Counted,
}

/// What is counted by the session, and so through all its encounters, whatever else is carried from one to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// Uses of lines with `per session`, in the order of their owner's lines (effects.md 2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<Used>,
    /// True if First Blood has struck them (R-P15).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first_blood: bool,
}

/// A line that was used, by what it is called and says; of several alike the first comes first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Used {
    /// What the line is called.
    pub title: String,
    /// The sentence.
    pub line: String,
    /// How often it was used.
    pub times: u32,
}

impl Counted {
    /// True if nothing was counted.
    pub fn is_nothing(&self) -> bool {
        *self == Counted::default()
    }

    /// Lays what a later encounter has counted over it: what that one did not have stays counted, and nothing is ever counted less.
    pub fn replace(&mut self, later: Counted) {
        for mut used in later.uses {
            let same = |there: &Used| (&there.title, &there.line) == (&used.title, &used.line);
            if let Some(at) = self.uses.iter().position(same) {
                used.times = used.times.max(self.uses.remove(at).times);
            }
            self.uses.push(used);
        }
        self.first_blood |= later.first_blood;
    }
}

impl Carried {
    /// True if nothing is brought along.
    pub fn is_nothing(&self) -> bool {
        *self == Carried::default()
    }

    /// Returns what a participant called `title` brings along, in words: at most one line.
    pub fn in_words(&self, title: &str) -> Vec<String> {
        if let Some(out) = &self.out {
            return vec![format!("{title} takes no part: {out}")];
        }
        let mut parts: Vec<String> = Vec::new();
        for (track, boxes) in &self.marked {
            let boxes: Vec<String> = boxes.iter().map(u8::to_string).collect();
            parts.push(format!("{track} {{{}}}", boxes.join(",")));
        }
        parts.extend(self.consequences.iter().map(|Wound { grade, text, .. }| format!("{grade} \"{text}\"")));
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

/// A consequence somebody has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wound {
    /// `mild`, `moderate` or `severe`; `condition` of a raise-and-see conflict.
    pub grade: Name,
    /// The aspect it is.
    pub text: String,
    /// The track it was taken on.
    pub track: Name,
}

/// Whom an encounter is about, people aboard and fighters among them, in the order of the text: where what is carried is found again.
/// The second is the how-manieth of their item they are.
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

/// The platoons of an encounter, in the order of the text: the key of each in [`crate::Pack::platoons`], and the
/// how-manieth of it. Their points and consequences are theirs, whatever becomes of their units.
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
