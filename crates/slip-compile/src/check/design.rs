//! A design that is ready for use: what can be bought, what it costs, and what is derived from it.
//!
//! `read` makes it from a `design` declaration; `build` uses it for items. A design consists of formulas and words. This code has no
//! special knowledge of ships or stunts.

mod aspects_skills_requirements;
mod campaign_or_wargame;
mod code_declaration;
mod condition;
mod declared_parts;
mod design_reader;
mod design_table;
mod duplicates;
mod evaluation_order;
mod formula_names;
mod invalid_designs;
mod never_read;
mod never_true;
mod plus_and_minus;
mod ranges;
mod rank_words;
mod stats_tracks_ranges;
mod stunt;
mod stunt_buyers;
mod word_checks;

pub use campaign_or_wargame::CampaignOrWargame;
pub use code_declaration::{CodePart, CodeRule};
pub use condition::{ConditionPart, DesignCondition, digit};
pub use declared_parts::{
    AspectRule, ChoiceRule, Clause, Fixed, HoldRule, NoteRule, OptionalRule, PhaseRule, RangeRule, ReferRule, RelatedStunt, Requirement,
    RowRule, SkillRank, SkillShapeRule, StatRule, StuntRule, TrackRule,
};
pub use design_reader::{look_at_stunt, read, sold};
pub use design_table::Designs;
pub use duplicates::check as check_twice;
pub use evaluation_order::Valued;
pub use formula_names::{DesignNames, ProgramNames};
pub use invalid_designs::mark as mark_faulty;
pub use never_read::check as check_use;
pub use never_true::check as check_conditions;
pub use stunt_buyers::{check as check_buyers, is_for, words as buyers};

use super::formula::{DesignFormula, FormulaVariable, Type};
use super::ledger::FormulaValues;
use crate::resolve::DeclId;
use ecow::EcoString;
use slip_pack::effect::Effect;
use slip_pack::item::SourcePosition;
use slip_pack::ruleset::Rules;
use slip_source::{PackageId, Span};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Meaning of a word that begins an entry of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKey {
    /// The technology: `tech`.
    Tech,
    /// A statistic, by its index in the design.
    Stat(usize),
    /// A flag, by its index in the design.
    Flag(usize),
    /// A range of two statistics, by the index of the range in the design.
    Range(usize),
    /// Several statistics in one entry, by the index of the entry in the design.
    Row(usize),
    /// A list of held items, by its index in the design.
    Hold(usize),
    /// A choice of one word, by its index in the design.
    Choice(usize),
    /// A reference to another item, by its index in the design.
    Refer(usize),
    /// The tracks: `tracks`.
    Tracks,
    /// The list of stunts: `stunts`.
    Stunts,
    /// The list of aspects: `aspects`.
    Aspects,
    /// Several statistics written as one text of characters, by the index of the code in the design.
    Code(usize),
    /// Stunts and aspects of the design that the item removes: `without`.
    Without,
    /// The skills: `skills`.
    Skills,
    /// The gear: `gear`.
    Gear,
    /// A mode: `mode`.
    Mode,
    /// A waiver: `allow`.
    Allow,
    /// An `effect` entry. In an item it is allowed only with a waiver.
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
    /// Name of the design that is shown to people.
    pub title: EcoString,
    /// Names of the design and of its bases. Items of the design may buy stunts that are sold to any of these.
    pub family: Vec<EcoString>,
    /// Kind of the items that the design builds.
    pub kind: EcoString,
    /// File and line of the declaration.
    pub place: SourcePosition,
    /// Span of the design's name.
    pub span: Span,
    /// Condition under which this design builds the items that name no design: never, always, or a test of the rules of the item's package.
    pub is_default: Fixed,
    /// Book that the design comes from.
    pub source: Option<EcoString>,
    /// Condition under which the design may be used; `None` if it may always be used.
    pub only: Option<DesignCondition>,
    /// Range of the allowed technologies, both ends included.
    pub tech: Option<(i64, i64, Span)>,
    /// Names of the technologies, the lowest first.
    pub tech_words: Vec<EcoString>,
    /// Number of build points allowed.
    pub budget: Option<Clause>,
    /// Number of aspect slots.
    pub slots: Option<Clause>,
    /// Minimum number of slots that must be filled; all slots if absent.
    pub slots_least: Option<DesignFormula>,
    /// Number of fate points of an item.
    pub fate: Option<Clause>,
    /// Formula of the Purchase Cost.
    pub price: Option<Clause>,
    /// Rating that decides the maintenance of the item.
    pub upkeep: Option<Clause>,
    /// Skill with which items of the design are used.
    pub skill: Option<EcoString>,
    /// Kinds of play that the items take part in; if empty, the kinds of play of the item's kind.
    pub plays: Vec<EcoString>,
    /// Statistics of the design.
    pub stats: Vec<StatRule>,
    /// Stress tracks of the design.
    pub tracks: Vec<TrackRule>,
    /// Statistics and tracks in the order in which they are computed. A value comes after all values that its base formula uses.
    pub order: Vec<Valued>,
    /// Flags of the design.
    pub flags: Vec<EcoString>,
    /// Ranges of the design.
    pub ranges: Vec<RangeRule>,
    /// Codes: texts of characters, each of which gives the value of one statistic.
    pub codes: Vec<CodeRule>,
    /// Entries that write several statistics.
    pub rows: Vec<RowRule>,
    /// Skill ranks that the rules give.
    pub skill_ranks: Vec<SkillRank>,
    /// Condition under which an item is for sale and has a Purchase Cost.
    pub price_when: Option<DesignCondition>,
    /// Lists of held items.
    pub holds: Vec<HoldRule>,
    /// Choices of one word from several.
    pub choices: Vec<ChoiceRule>,
    /// References to other items.
    pub refers: Vec<ReferRule>,
    /// Life phases that aspects are marked with.
    pub phases: Vec<PhaseRule>,
    /// Stunts that the design sells: first those declared in the design, then those declared outside designs.
    pub stunts: Vec<StuntRule>,
    /// Aspects that the rules derive.
    pub aspects: Vec<AspectRule>,
    /// Optional aspects, which the author may write under a condition.
    pub optionals: Vec<OptionalRule>,
    /// True if items may remove stunts and aspects of the design with `without`.
    pub without: bool,
    /// Notes that are printed with items.
    pub notes: Vec<NoteRule>,
    /// Requirements that items must meet.
    pub requirements: Vec<Requirement>,
    /// Required shape of the skills (pyramid or column), for people and units.
    pub shape: Option<SkillShapeRule>,
    /// Only class of skills that the items may have, as in `skills pyramid 3 of unit`; `None` means any class.
    pub skill_class: Option<EcoString>,
    /// Usual number of units of this design in a platoon.
    pub platoon: Option<(i64, i64)>,
    /// Extra skills that are not part of the skill shape: their number, lowest rank and highest rank.
    pub beside: Option<(DesignFormula, DesignFormula, DesignFormula)>,
    /// Skill list of the design; if absent, any skill may be chosen.
    pub skill_list: Option<EcoString>,
    /// Condition under which skills with `stands_for` are replaced by the skills that they stand for.
    pub map_skills: Fixed,
    /// Skills that the design suggests.
    pub usual: Vec<EcoString>,
    /// True if all items of this kind in one encounter must be built by this design and have the same number of stunts.
    pub uniform: bool,
    /// Game that the items are made for (campaign or wargame); `None` means any game.
    pub game: Option<CampaignOrWargame>,
    /// Minimum and maximum number of stunts.
    pub stunt_count: Option<(DesignFormula, DesignFormula)>,
    /// True if the items carry gear.
    pub gear: bool,
    /// Grades of consequence that the items may take, and the condition.
    pub consequences: Option<(Vec<EcoString>, Option<DesignCondition>)>,
    /// Effects on all items of the design.
    pub effects: Vec<Arc<Effect>>,
    /// True if the design has errors outside its stunts.
    pub faulty: bool,
    /// Meaning of each word in an item's block.
    pub keys: HashMap<EcoString, ItemKey>,
    /// Meaning of each name in a formula.
    pub names: HashMap<EcoString, (FormulaVariable, Type)>,
    /// Statistics whose values are written as letters.
    pub letters: HashMap<EcoString, Vec<char>>,
}

impl Design {
    /// True if the `only when` of the design allows its use under the rules `rules`.
    pub fn may_be_used(&self, rules: Option<&Rules>) -> bool {
        let holds = |only: &DesignCondition| FormulaValues::of_rules(rules, &BTreeMap::new()).holds(&only.formula);
        self.only.as_ref().is_none_or(holds)
    }

    /// Returns the name of a technology, if the design names its technologies.
    pub fn tech_called(&self, tech: i64) -> Option<&EcoString> {
        let (low, _, _) = self.tech?;
        self.tech_words.get(usize::try_from(tech.checked_sub(low)?).ok()?)
    }

    /// Returns the name of a rank, if the design gives names to the ranks of this statistic. `low` is the lowest rank.
    pub fn rank_called(&self, stat: usize, rank: i64, low: i64) -> Option<&EcoString> {
        self.stats.get(stat)?.words.get(usize::try_from(rank.checked_sub(low)?).ok()?)
    }

    /// Returns the word for a statistic in the text `entry`. If the text begins with the name of an entry with several statistics, it is
    /// that name. Otherwise it is the statistic's own name.
    pub fn called<'d>(&'d self, stat: usize, entry: &str) -> &'d str {
        let begins = |row: &&RowRule| entry.strip_prefix(row.name.as_str()).is_some_and(|rest| rest.starts_with([' ', '\t']));
        let row = self.rows.iter().filter(|row| row.stats.contains(&stat)).find(begins).map(|row| row.name.as_str());
        row.or_else(|| self.stats.get(stat).map(|stat| stat.name.as_str())).unwrap_or_default()
    }

    /// Returns the index of a stunt that is declared in the design itself.
    pub fn own_stunt(&self, name: &str) -> Option<usize> {
        self.stunts.iter().position(|stunt| stunt.loose.is_none() && stunt.name == name)
    }

    /// Returns the index of a stunt that is declared outside designs.
    pub fn loose_stunt(&self, id: DeclId) -> Option<usize> {
        self.stunts.iter().position(|stunt| stunt.loose == Some(id))
    }

    /// Returns the index of the track with this name. A track may have two names.
    pub fn track(&self, word: &str) -> Option<usize> {
        self.tracks.iter().position(|track| track.name == word || track.also.as_deref() == Some(word))
    }

    /// Returns every word that an item may write, sorted.
    pub fn words(&self) -> Vec<EcoString> {
        formula_names::sorted(self.keys.keys())
    }
}
