//! A usable design: what may be bought, what it costs, what follows from it.
//!
//! `read` makes one of a `design` declaration; `build` uses it for items. A design knows formulas and words, never what a
//! ship or a stunt means.

mod buyers;
mod code;
mod condition;
mod faulty;
mod game;
mod judged;
mod names;
mod order;
mod ranges;
mod read;
mod rules;
mod signs;
mod slips;
mod stats;
mod stunt;
mod twice;
mod words;

pub use buyers::{check as check_buyers, is_for, words as buyers};
pub use code::{CodePart, CodeRule};
pub use condition::{Comparison, Condition, digit};
pub use faulty::mark as mark_faulty;
pub use game::Game;
pub use names::{DesignNames, Surroundings};
pub use order::Valued;
pub use read::read;
pub use rules::{
    AspectRule, ChoiceRule, Clause, Fixed, HoldRule, NoteRule, OptionalRule, Other, PhaseRule, RangeRule, ReferRule, Requirement, RowRule,
    Shape, SkillRank, StatRule, StuntRule, TrackRule,
};
pub use twice::check as check_twice;

use super::formula::{DesignFormula, Type, Variable};
use super::reckon::Values;
use crate::resolve::DeclId;
use ecow::EcoString;
use slip_pack::effect::Effect;
use slip_pack::item::Place;
use slip_pack::ruleset::Rules;
use slip_source::{PackageId, Span};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// What a word of an item's block means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKey {
    /// `tech`
    Tech,
    /// A statistic.
    Stat(usize),
    /// A flag.
    Flag(usize),
    /// Two statistics at once.
    Range(usize),
    /// Several statistics side by side.
    Row(usize),
    /// Things held.
    Hold(usize),
    /// One of several words.
    Choice(usize),
    /// The name of another item.
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
    /// `effect`, which an item may have only by a waiver.
    Effect,
}

/// A design, ready for use.
#[derive(Clone, Debug)]
pub struct Design {
    /// Its declaration.
    pub id: DeclId,
    /// Its package.
    pub package: PackageId,
    /// Its word.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// Its own word and those of the designs it is derived from: what is sold to one of these is sold to it.
    pub family: Vec<EcoString>,
    /// The kind of things it builds.
    pub kind: EcoString,
    /// Where it is declared.
    pub place: Place,
    /// Its name in the text.
    pub span: Span,
    /// Used where an item names none: never, always, or under the rules of the item's package.
    pub is_default: Fixed,
    /// The book it comes from.
    pub source: Option<EcoString>,
    /// May be used only when this holds.
    pub only: Option<Condition>,
    /// Workable technologies, both ends included.
    pub tech: Option<(i64, i64, Span)>,
    /// What its technologies are called, from the lowest on.
    pub tech_words: Vec<EcoString>,
    /// Build points allowed.
    pub budget: Option<Clause>,
    /// Aspect slots.
    pub slots: Option<Clause>,
    /// How many of them are filled at least; all, if it does not say.
    pub slots_least: Option<DesignFormula>,
    /// Fate points.
    pub fate: Option<Clause>,
    /// Purchase Cost.
    pub price: Option<Clause>,
    /// The rating that maintenance uses.
    pub upkeep: Option<Clause>,
    /// The skill that uses it.
    pub skill: Option<EcoString>,
    /// Kinds of play it takes part in; empty leaves it to its kind.
    pub plays: Vec<EcoString>,
    /// Statistics.
    pub stats: Vec<StatRule>,
    /// Tracks.
    pub tracks: Vec<TrackRule>,
    /// Statistics and tracks, each behind those that its base names.
    pub order: Vec<Valued>,
    /// Flags.
    pub flags: Vec<EcoString>,
    /// Ranges.
    pub ranges: Vec<RangeRule>,
    /// Codes that say several statistics at once.
    pub codes: Vec<CodeRule>,
    /// Statistics written side by side.
    pub rows: Vec<RowRule>,
    /// Ranks that the rules give.
    pub skill_ranks: Vec<SkillRank>,
    /// Purchase Cost only when this holds.
    pub price_when: Option<Condition>,
    /// Things held.
    pub holds: Vec<HoldRule>,
    /// Choices of one word.
    pub choices: Vec<ChoiceRule>,
    /// References to other items.
    pub refers: Vec<ReferRule>,
    /// Phases of a life, of which aspects tell.
    pub phases: Vec<PhaseRule>,
    /// Stunts, its own first, then those that belong to no design.
    pub stunts: Vec<StuntRule>,
    /// Derived aspects.
    pub aspects: Vec<AspectRule>,
    /// Aspects that may be claimed.
    pub optionals: Vec<OptionalRule>,
    /// True if items may go without what it gives.
    pub without: bool,
    /// What it notes about its items.
    pub notes: Vec<NoteRule>,
    /// Requirements.
    pub requirements: Vec<Requirement>,
    /// The shape of skills, for people and units.
    pub shape: Option<Shape>,
    /// The only class of skills it may have: `skills pyramid 3 of unit`.
    pub skill_class: Option<EcoString>,
    /// How many of them usually make a platoon.
    pub platoon: Option<(i64, i64)>,
    /// Skills beside the shape: how many, and at which ranks.
    pub beside: Option<(DesignFormula, DesignFormula, DesignFormula)>,
    /// The list its skills are from; none if they may be any.
    pub skill_list: Option<EcoString>,
    /// True if skills are compiled to those they stand for.
    pub map_skills: Fixed,
    /// Skills it suggests.
    pub usual: Vec<EcoString>,
    /// True if all of its kind in one encounter are built by it, with as many stunts each.
    pub uniform: bool,
    /// The game its things are made for; none if they are in any.
    pub game: Option<Game>,
    /// How many stunts, from and to.
    pub stunt_count: Option<(DesignFormula, DesignFormula)>,
    /// True if it carries gear.
    pub gear: bool,
    /// Grades of consequence it may take, and when.
    pub consequences: Option<(Vec<EcoString>, Option<Condition>)>,
    /// What is true in play of all it builds.
    pub effects: Vec<Arc<Effect>>,
    /// True if an error was found in it besides its stunts.
    pub faulty: bool,
    /// What the words of an item mean.
    pub keys: HashMap<EcoString, ItemKey>,
    /// What the names of a formula mean.
    pub names: HashMap<EcoString, (Variable, Type)>,
    /// Statistics whose values are letters.
    pub letters: HashMap<EcoString, Vec<char>>,
}

impl Design {
    /// True if its own `only when` lets it be used under rules.
    pub fn may_be_used(&self, rules: Option<&Rules>) -> bool {
        let holds = |only: &Condition| Values::of_rules(rules, &BTreeMap::new()).holds(&only.formula);
        self.only.as_ref().is_none_or(holds)
    }

    /// What a technology is called, if the design has words for it.
    pub fn tech_called(&self, tech: i64) -> Option<&EcoString> {
        let (low, _, _) = self.tech?;
        self.tech_words.get(usize::try_from(tech.checked_sub(low)?).ok()?)
    }

    /// What a rank of a statistic is called, if the design has words for it; `low` is its lowest rank.
    pub fn rank_called(&self, stat: usize, rank: i64, low: i64) -> Option<&EcoString> {
        self.stats.get(stat)?.words.get(usize::try_from(rank.checked_sub(low)?).ok()?)
    }

    /// What an author calls a statistic who writes this of it: the word of a row where several stand side by side, else its own.
    pub fn called<'d>(&'d self, stat: usize, entry: &str) -> &'d str {
        let begins = |row: &&RowRule| entry.strip_prefix(row.name.as_str()).is_some_and(|rest| rest.starts_with([' ', '\t']));
        let row = self.rows.iter().filter(|row| row.stats.contains(&stat)).find(begins).map(|row| row.name.as_str());
        row.or_else(|| self.stats.get(stat).map(|stat| stat.name.as_str())).unwrap_or_default()
    }

    /// The place of a stunt of the design's own.
    pub fn own_stunt(&self, name: &str) -> Option<usize> {
        self.stunts.iter().position(|stunt| stunt.loose.is_none() && stunt.name == name)
    }

    /// The place of a stunt that belongs to no design.
    pub fn loose_stunt(&self, id: DeclId) -> Option<usize> {
        self.stunts.iter().position(|stunt| stunt.loose == Some(id))
    }

    /// The place of a track by either of its words.
    pub fn track(&self, word: &str) -> Option<usize> {
        self.tracks.iter().position(|track| track.name == word || track.also.as_deref() == Some(word))
    }

    /// Every word an item may write, sorted.
    pub fn words(&self) -> Vec<EcoString> {
        names::sorted(self.keys.keys())
    }
}
