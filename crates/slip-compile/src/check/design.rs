//! Design that is ready for use: what can be bought, what it costs, and what is derived from it.
//!
//! `read` makes it from a `design` declaration; `build` uses it for items. A design has formulas and words, and knows nothing about
//! ships or stunts in particular.

mod buyers;
mod code;
mod condition;
mod duplicates;
mod faulty;
mod game;
mod judged;
mod names;
mod order;
mod ranges;
mod read;
mod rules;
mod signs;
mod stats;
mod stunt;
mod word_checks;
mod words;

pub use buyers::{check as check_buyers, is_for, words as buyers};
pub use code::{CodePart, CodeRule};
pub use condition::{Comparison, Condition, digit};
pub use duplicates::check as check_twice;
pub use faulty::mark as mark_faulty;
pub use game::Game;
pub use names::{DesignNames, Surroundings};
pub use order::Valued;
pub use read::read;
pub use rules::{
    AspectRule, ChoiceRule, Clause, Fixed, HoldRule, NoteRule, OptionalRule, Other, PhaseRule, RangeRule, ReferRule, Requirement, RowRule,
    Shape, SkillRank, StatRule, StuntRule, TrackRule,
};

use super::account::Values;
use super::formula::{DesignFormula, Type, Variable};
use crate::resolve::DeclId;
use ecow::EcoString;
use slip_pack::effect::Effect;
use slip_pack::item::Place;
use slip_pack::ruleset::Rules;
use slip_source::{PackageId, Span};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Meaning of a word in an item's block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKey {
    /// `tech`
    Tech,
    /// A statistic.
    Stat(usize),
    /// A flag.
    Flag(usize),
    /// A range of two statistics.
    Range(usize),
    /// Several statistics in one entry.
    Row(usize),
    /// A list of held items.
    Hold(usize),
    /// A choice of one word.
    Choice(usize),
    /// A reference to another item.
    Refer(usize),
    /// `tracks`
    Tracks,
    /// `stunts`
    Stunts,
    /// `aspects`
    Aspects,
    /// Several statistics in one text.
    Code(usize),
    /// `without`
    Without,
    /// `skills`
    Skills,
    /// `gear`
    Gear,
    /// `mode`
    Mode,
    /// `allow`
    Allow,
    /// `effect`, which an item may have only with a waiver.
    Effect,
}

/// Design that is ready for use.
#[derive(Clone, Debug)]
pub struct Design {
    /// Declaration of the design.
    pub id: DeclId,
    /// Package of the design.
    pub package: PackageId,
    /// Name of the design.
    pub name: EcoString,
    /// Name shown to people.
    pub title: EcoString,
    /// Names of the design and of its bases: a stunt sold to one of these is sold to it.
    pub family: Vec<EcoString>,
    /// Kind of the items it builds.
    pub kind: EcoString,
    /// File and line of its declaration.
    pub place: Place,
    /// Span of its name.
    pub span: Span,
    /// True if it is used for items that name no design: never, always, or under the rules of the item's package.
    pub is_default: Fixed,
    /// Book it comes from.
    pub source: Option<EcoString>,
    /// Condition under which it may be used.
    pub only: Option<Condition>,
    /// Allowed technologies, both ends included.
    pub tech: Option<(i64, i64, Span)>,
    /// Names of its technologies, from the lowest on.
    pub tech_words: Vec<EcoString>,
    /// Build points allowed.
    pub budget: Option<Clause>,
    /// Aspect slots.
    pub slots: Option<Clause>,
    /// Least number of slots to fill; all if absent.
    pub slots_least: Option<DesignFormula>,
    /// Fate points.
    pub fate: Option<Clause>,
    /// Purchase Cost.
    pub price: Option<Clause>,
    /// Rating that maintenance uses.
    pub upkeep: Option<Clause>,
    /// Skill that uses it.
    pub skill: Option<EcoString>,
    /// Kinds of play it takes part in; if empty, those of its kind.
    pub plays: Vec<EcoString>,
    /// Statistics.
    pub stats: Vec<StatRule>,
    /// Tracks.
    pub tracks: Vec<TrackRule>,
    /// Statistics and tracks, each after those that its base formula names.
    pub order: Vec<Valued>,
    /// Flags.
    pub flags: Vec<EcoString>,
    /// Ranges.
    pub ranges: Vec<RangeRule>,
    /// Codes that write several statistics as one text.
    pub codes: Vec<CodeRule>,
    /// Entries with several statistics.
    pub rows: Vec<RowRule>,
    /// Skill ranks given by the rules.
    pub skill_ranks: Vec<SkillRank>,
    /// Condition under which it has a Purchase Cost.
    pub price_when: Option<Condition>,
    /// Lists of held items.
    pub holds: Vec<HoldRule>,
    /// Choices of one word.
    pub choices: Vec<ChoiceRule>,
    /// References to other items.
    pub refers: Vec<ReferRule>,
    /// Life phases that aspects are marked with.
    pub phases: Vec<PhaseRule>,
    /// Stunts: its own first, then those declared outside designs.
    pub stunts: Vec<StuntRule>,
    /// Derived aspects.
    pub aspects: Vec<AspectRule>,
    /// Optional aspects.
    pub optionals: Vec<OptionalRule>,
    /// True if items may remove what the design gives with `without`.
    pub without: bool,
    /// Notes about its items.
    pub notes: Vec<NoteRule>,
    /// Requirements.
    pub requirements: Vec<Requirement>,
    /// Shape of the skills, for people and units.
    pub shape: Option<Shape>,
    /// Only class of skills allowed: `skills pyramid 3 of unit`.
    pub skill_class: Option<EcoString>,
    /// Usual number of them in a platoon.
    pub platoon: Option<(i64, i64)>,
    /// Extra skills outside the shape: number, lowest rank and highest rank.
    pub beside: Option<(DesignFormula, DesignFormula, DesignFormula)>,
    /// List its skills are chosen from; any skill if absent.
    pub skill_list: Option<EcoString>,
    /// True if skills are replaced by those they count as.
    pub map_skills: Fixed,
    /// Suggested skills.
    pub usual: Vec<EcoString>,
    /// True if all items of its kind in an encounter must be built by it, with the same number of stunts.
    pub uniform: bool,
    /// Game its items are made for; any game if absent.
    pub game: Option<Game>,
    /// Least and greatest number of stunts.
    pub stunt_count: Option<(DesignFormula, DesignFormula)>,
    /// True if it carries gear.
    pub gear: bool,
    /// Grades of consequence it may take, and the condition.
    pub consequences: Option<(Vec<EcoString>, Option<Condition>)>,
    /// Effects on all items it builds.
    pub effects: Vec<Arc<Effect>>,
    /// True if it has errors outside its stunts.
    pub faulty: bool,
    /// Meaning of each word in an item.
    pub keys: HashMap<EcoString, ItemKey>,
    /// Meaning of each name in a formula.
    pub names: HashMap<EcoString, (Variable, Type)>,
    /// Statistics whose values are written as letters.
    pub letters: HashMap<EcoString, Vec<char>>,
}

impl Design {
    /// True if its own `only when` allows it under these rules.
    pub fn may_be_used(&self, rules: Option<&Rules>) -> bool {
        let holds = |only: &Condition| Values::of_rules(rules, &BTreeMap::new()).holds(&only.formula);
        self.only.as_ref().is_none_or(holds)
    }

    /// Returns the name of a technology, if the design names them.
    pub fn tech_called(&self, tech: i64) -> Option<&EcoString> {
        let (low, _, _) = self.tech?;
        self.tech_words.get(usize::try_from(tech.checked_sub(low)?).ok()?)
    }

    /// Returns the name of a statistic's rank, if the design names them; `low` is the lowest rank.
    pub fn rank_called(&self, stat: usize, rank: i64, low: i64) -> Option<&EcoString> {
        self.stats.get(stat)?.words.get(usize::try_from(rank.checked_sub(low)?).ok()?)
    }

    /// Returns the name of a statistic in the entry where the author writes it: the name of a row with several statistics,
    /// otherwise its own.
    pub fn called<'d>(&'d self, stat: usize, entry: &str) -> &'d str {
        let begins = |row: &&RowRule| entry.strip_prefix(row.name.as_str()).is_some_and(|rest| rest.starts_with([' ', '\t']));
        let row = self.rows.iter().filter(|row| row.stats.contains(&stat)).find(begins).map(|row| row.name.as_str());
        row.or_else(|| self.stats.get(stat).map(|stat| stat.name.as_str())).unwrap_or_default()
    }

    /// Returns the index of a stunt declared in the design.
    pub fn own_stunt(&self, name: &str) -> Option<usize> {
        self.stunts.iter().position(|stunt| stunt.loose.is_none() && stunt.name == name)
    }

    /// Returns the index of a stunt declared outside designs.
    pub fn loose_stunt(&self, id: DeclId) -> Option<usize> {
        self.stunts.iter().position(|stunt| stunt.loose == Some(id))
    }

    /// Returns the index of a track by either of its names.
    pub fn track(&self, word: &str) -> Option<usize> {
        self.tracks.iter().position(|track| track.name == word || track.also.as_deref() == Some(word))
    }

    /// Returns every word an item may write, sorted.
    pub fn words(&self) -> Vec<EcoString> {
        names::sorted(self.keys.keys())
    }
}
