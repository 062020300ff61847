//! A usable design: what may be bought, what it costs, what follows from it. Floor 4.
//!
//! `read` makes one of a `design` declaration; `build` uses it for items. A design knows formulas and words, never what a
//! ship or a stunt means.

mod buyers;
mod code;
mod condition;
mod judged;
mod read;
mod stunt;
mod words;

pub use buyers::{check as check_buyers, words as buyers};
pub use code::{CodePart, CodeRule};
pub use condition::{Comparison, Condition, digit};
pub use read::read;

use super::formula::{DesignFormula, Names, Type, Variable};
use super::reckon::Values;
use crate::pack::effect::Effect;
use crate::pack::formula::{Formula, Op};
use crate::pack::item::Place;
use crate::pack::ruleset::Rules;
use crate::resolve::{DeclId, Program};
use crate::source::{PackageId, Span};
use crate::syntax::tree::Param;
use ecow::EcoString;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// A formula with the words it was written in.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The formula.
    pub formula: DesignFormula,
    /// Where it is written.
    pub span: Span,
    /// As it is written.
    pub text: EcoString,
    /// Its addends, so that the ledger can give each its line: sign, formula, words.
    pub terms: Vec<(i64, DesignFormula, EcoString)>,
}

/// `stat NAME { … }`
#[derive(Clone, Debug)]
pub struct StatRule {
    /// Its word.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// A second word for it.
    pub also: Option<EcoString>,
    /// Lowest rank.
    pub low: DesignFormula,
    /// Highest rank.
    pub high: DesignFormula,
    /// Rank when the author writes none.
    pub base: DesignFormula,
    /// Whether the design says its base.
    pub has_base: bool,
    /// What a rank costs.
    pub cost: Option<DesignFormula>,
    /// Letters in place of numbers, from 0 on.
    pub letters: Vec<char>,
    /// What its ranks are called, from the lowest on.
    pub words: Vec<EcoString>,
    /// Whether an item must say it: part of a code, and without a base.
    pub needed: bool,
    /// Always its base: nobody writes it.
    pub fixed: bool,
    /// Where it is declared.
    pub span: Span,
}

/// `track NAME { … }`
#[derive(Clone, Debug)]
pub struct TrackRule {
    /// Its word.
    pub name: EcoString,
    /// A second word for it.
    pub also: Option<EcoString>,
    /// Boxes when the author writes none.
    pub base: DesignFormula,
    /// The addends of that, where there are several: the ledger gives each its line.
    pub sum: Option<Clause>,
    /// What a number of boxes costs.
    pub cost: Option<DesignFormula>,
    /// Whether it may not be changed: always, or under a condition.
    pub fixed: Fixed,
    /// Where it is declared.
    pub span: Span,
}

/// Whether something is fixed: a track that may not be changed, a stunt that is there already.
#[derive(Clone, Debug)]
pub enum Fixed {
    /// It is not.
    No,
    /// Always.
    Always,
    /// While this holds.
    When(Condition),
}

/// `entry range as min_range..max_range`
#[derive(Clone, Debug)]
pub struct RangeRule {
    /// The word the author writes.
    pub name: EcoString,
    /// The stat of the lower end.
    pub low: usize,
    /// The stat of the upper end.
    pub high: usize,
    /// What to say if the author writes neither.
    pub unwritten: Option<EcoString>,
}

/// `choice size small, large`: one of several words, which formulas see as its place in the list.
#[derive(Clone, Debug)]
pub struct ChoiceRule {
    /// The word the author writes.
    pub name: EcoString,
    /// What may stand behind it.
    pub words: Vec<EcoString>,
    /// Where it is declared.
    pub span: Span,
}

/// `refers home to system, world`: the name of one other item.
#[derive(Clone, Debug)]
pub struct ReferRule {
    /// The word the author writes.
    pub name: EcoString,
    /// The kinds of what may be named.
    pub kinds: Vec<EcoString>,
    /// Whether its best technology, or that of the places it lists, bounds what may be had by a stunt.
    pub limits_tech: bool,
    /// The statistic that a number behind the name goes to: `armour plate +4`.
    pub plus: Option<EcoString>,
    /// Whether words in quotes may stand in place of a name: what is only called something.
    pub worded: bool,
    /// Whether a formula asks for a number of what is named.
    pub looked: bool,
    /// Where it is declared.
    pub span: Span,
}

/// `skill_rank natural_weapons wounds + bonus [when …]`: a rank the rules give.
#[derive(Clone, Debug)]
pub struct SkillRank {
    /// The skill.
    pub skill: EcoString,
    /// The rank; may be below 1.
    pub rank: DesignFormula,
    /// Only when this holds.
    pub condition: Option<Condition>,
    /// Where it is declared.
    pub span: Span,
}

/// `entry hits as unconscious dead`: several statistics written side by side, the later ones perhaps not.
#[derive(Clone, Debug)]
pub struct RowRule {
    /// The word the author writes.
    pub name: EcoString,
    /// The statistics, in order.
    pub stats: Vec<usize>,
}

/// `phase growing_up "Growing up" 2`: so many of the aspects are marked with it, if any are marked at all.
#[derive(Clone, Debug)]
pub struct PhaseRule {
    /// The mark.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// How many aspects.
    pub count: usize,
    /// Where it is declared.
    pub span: Span,
}

/// `holds fighters : fighter`
#[derive(Clone, Debug)]
pub struct HoldRule {
    /// The word the author writes.
    pub name: EcoString,
    /// The kind or design of what is held.
    pub wanted: EcoString,
    /// Where it is declared.
    pub span: Span,
}

/// Another stunt that may not be bought together with this one, or must be.
#[derive(Clone, Debug)]
pub struct Other {
    /// The other stunt.
    pub stunt: EcoString,
    /// Only if both carry the same argument for this parameter.
    pub same: Option<EcoString>,
}

/// `stunt NAME { … }`
#[derive(Clone, Debug)]
pub struct StuntRule {
    /// Its word.
    pub name: EcoString,
    /// The name shown to people.
    pub title: EcoString,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What one purchase costs.
    pub cost: Option<Clause>,
    /// Lowest technology.
    pub tech: Option<(i64, Span)>,
    /// What it may not be bought with.
    pub excludes: Vec<Other>,
    /// Author's marks of aspects it may not be bought with.
    pub excluded_marks: Vec<EcoString>,
    /// Words that make an aspect suspect of such a mark.
    pub suspect: Vec<EcoString>,
    /// Stunts that must be bought too.
    pub requires: Vec<Other>,
    /// How many of the stunts one is allowed it takes up; one if it does not say.
    pub takes: Option<DesignFormula>,
    /// Whether it may be bought again.
    pub many: bool,
    /// How often at most with the same arguments: `many 2`.
    pub most: Option<i64>,
    /// The group it is counted in; the group's name is a number in formulas.
    pub group: Option<EcoString>,
    /// Parameters of which each value may appear in one purchase only.
    pub once_per: Vec<EcoString>,
    /// Sold only when this holds.
    pub only: Option<Condition>,
    /// Nothing to act on when this holds.
    pub idle: Option<Condition>,
    /// Already given for free: never, always, or under a condition.
    pub inherent: Fixed,
    /// What must hold for its purchase.
    pub requirements: Vec<Requirement>,
    /// Makes the item modal: lowers the budget of each mode by this for every mode after the first.
    pub modes: Option<DesignFormula>,
    /// True of the whole object, never of one mode.
    pub whole: bool,
    /// What it does in play.
    pub effects: Vec<Arc<Effect>>,
    /// Where it is declared.
    pub span: Span,
    /// The item that declares it, if it belongs to no design.
    pub loose: Option<DeclId>,
}

/// `note "…" [when …]`: something to know about an item.
#[derive(Clone, Debug)]
pub struct NoteRule {
    /// The words.
    pub text: EcoString,
    /// When it is true; always if absent.
    pub condition: Option<Condition>,
}

/// `aspect "Text" [extra] [renamable] [when …]`
#[derive(Clone, Debug)]
pub struct AspectRule {
    /// The words, with `{name}` where a value goes.
    pub text: EcoString,
    /// The values of its names: `{tech_level}`, the formula, and the letters it is shown as.
    pub values: Vec<(EcoString, DesignFormula, Vec<char>)>,
    /// Outside the slots.
    pub extra: bool,
    /// The author may rename it.
    pub renamable: bool,
    /// When it is there; always if absent.
    pub condition: Option<Condition>,
    /// Where it is declared.
    pub span: Span,
}

/// `optional "A", "B" when …`: words the author may claim, one of them.
#[derive(Clone, Debug)]
pub struct OptionalRule {
    /// The words.
    pub texts: Vec<EcoString>,
    /// When they may be claimed.
    pub condition: Option<Condition>,
    /// Where it is declared.
    pub span: Span,
}

/// `require … else "…"` or `advise … else "…"`
#[derive(Clone, Debug)]
pub struct Requirement {
    /// What must hold.
    pub condition: Condition,
    /// Asked only when this holds.
    pub when: Option<Condition>,
    /// What to say if it does not.
    pub message: EcoString,
    /// Whether it is only advice.
    pub advice: bool,
    /// Where it is declared.
    pub span: Span,
}

/// The shape of skills.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Rank r holds cap + 1 - r skills.
    Pyramid(DesignFormula),
    /// One skill at each rank.
    Column(DesignFormula),
    /// Ranks between two numbers, each skill once.
    Loose(DesignFormula, DesignFormula),
    /// Every skill of the kind at one rank; the item writes none.
    Every(DesignFormula),
}

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
    /// Whether items may go without what it gives.
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
    /// Whether skills are compiled to those they stand for.
    pub map_skills: Fixed,
    /// Skills it suggests.
    pub usual: Vec<EcoString>,
    /// Whether all of its kind in one encounter are built by it, with as many stunts each.
    pub uniform: bool,
    /// How many stunts, from and to.
    pub stunt_count: Option<(DesignFormula, DesignFormula)>,
    /// Whether it carries gear.
    pub gear: bool,
    /// Grades of consequence it may take, and when.
    pub consequences: Option<(Vec<EcoString>, Option<Condition>)>,
    /// What is true in play of all it builds.
    pub effects: Vec<Arc<Effect>>,
    /// What the words of an item mean.
    pub keys: HashMap<EcoString, ItemKey>,
    /// What the names of a formula mean.
    pub names: HashMap<EcoString, (Variable, Type)>,
    /// Statistics whose values are letters.
    pub letters: HashMap<EcoString, Vec<char>>,
}

impl AspectRule {
    /// Why it is there, if it is.
    pub fn reason(&self, values: &Values<'_>) -> Option<EcoString> {
        match &self.condition {
            None if self.values.is_empty() => Some("always".into()),
            None => {
                let shown = self.values.iter().filter_map(|(name, formula, letters)| {
                    Some(format!("{} {}", name.trim_matches(['{', '}']), digit(values.eval(formula, 0).ok()?, letters)))
                });
                Some(shown.collect::<Vec<_>>().join(", ").into())
            }
            Some(condition) => values.holds(&condition.formula).then(|| condition.why_true(values)),
        }
    }

    /// The words, with the values filled in.
    pub fn words(&self, values: &Values<'_>) -> EcoString {
        let mut text = self.text.clone();
        for (name, formula, letters) in &self.values {
            if let Ok(value) = values.eval(formula, 0) {
                text = text.replace(name.as_str(), &digit(value, letters));
            }
        }
        text
    }
}

impl Fixed {
    /// Whether it holds under rules, where no item is looked at.
    pub fn holds_under(&self, rules: Option<&Rules>) -> bool {
        match self {
            Fixed::No => false,
            Fixed::Always => true,
            Fixed::When(condition) => Values::of_rules(rules, &BTreeMap::new()).holds(&condition.formula),
        }
    }
}

impl Design {
    /// What a technology is called, if the design has words for it.
    pub fn tech_called(&self, tech: i64) -> Option<&EcoString> {
        let (low, _, _) = self.tech?;
        self.tech_words.get(usize::try_from(tech.checked_sub(low)?).ok()?)
    }

    /// What a rank of a statistic is called, if the design has words for it; `low` is its lowest rank.
    pub fn rank_called(&self, stat: usize, rank: i64, low: i64) -> Option<&EcoString> {
        self.stats.get(stat)?.words.get(usize::try_from(rank.checked_sub(low)?).ok()?)
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
        sorted(self.keys.keys())
    }
}

/// The names of a design for its formulas, with `skills` where the design has skills.
pub struct DesignNames<'a> {
    /// The design's own names.
    pub names: &'a HashMap<EcoString, (Variable, Type)>,
    /// Skills that formulas may name.
    pub skills: &'a [EcoString],
    /// Statistics whose values are letters.
    pub letters: &'a HashMap<EcoString, Vec<char>>,
    /// The design's choices.
    pub choices: &'a [ChoiceRule],
    /// What there is besides.
    pub surroundings: &'a Surroundings,
}

/// Words of the whole program that a design's formulas may ask for.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// Kinds and designs of things.
    pub things: Vec<EcoString>,
    /// Skills by class; every skill by its own name too.
    pub skills: BTreeMap<EcoString, Arc<[EcoString]>>,
    /// Statistics and tracks of all designs.
    pub stats: BTreeSet<EcoString>,
}

impl Surroundings {
    /// Collects them.
    pub fn of(program: &Program<'_>) -> Surroundings {
        let designs = program.of_kind("design").map(|design| design.name().clone());
        let things: BTreeSet<EcoString> = program.kinds().into_iter().chain(designs).collect();
        let mut skills: BTreeMap<EcoString, Vec<EcoString>> = BTreeMap::new();
        for skill in program.of_kind("skill") {
            let classes = skill.entries_of("class").flat_map(|entry| &entry.values).filter_map(|value| value.expr.name());
            for class in classes.chain([skill.name()]) {
                skills.entry(class.clone()).or_default().push(skill.name().clone());
            }
        }
        let skills = skills.into_iter().map(|(class, skills)| (class, skills.into())).collect();
        let entries = program.of_kind("design").flat_map(|design| design.entries_of("stat").chain(design.entries_of("track")));
        let stats = entries.filter_map(|entry| entry.values.first()?.expr.name().cloned()).collect();
        Surroundings { things: things.into_iter().collect(), skills, stats }
    }
}

impl Names for DesignNames<'_> {
    fn look(&self, name: &str) -> Option<(Variable, Type)> {
        if let Some((variable, kind)) = self.names.get(name) {
            return Some((variable.clone(), *kind));
        }
        self.skills.iter().find(|skill| *skill == name).map(|skill| (Variable::Skill(skill.clone()), Type::Number))
    }

    fn letters(&self, name: &str) -> &[char] {
        self.letters.get(name).map_or(&[], Vec::as_slice)
    }

    fn all(&self) -> Vec<EcoString> {
        let mut all = sorted(self.names.keys());
        all.extend(self.skills.iter().cloned());
        all
    }

    fn is_a(&self, name: &str, word: &str) -> Option<Result<DesignFormula, Vec<EcoString>>> {
        match self.names.get(name)? {
            (Variable::Choice(at), _) => {
                let words = &self.choices.get(*at)?.words;
                let place = words.iter().position(|known| known == word).and_then(|place| i64::try_from(place).ok());
                let Some(place) = place else { return Some(Err(words.clone())) };
                let sides = (Formula::Value(Variable::Choice(*at)), Formula::Int(place.saturating_add(1)));
                Some(Ok(Formula::Binary(Op::Equal, Box::new(sides))))
            }
            (Variable::Parameter(param), kind) => {
                let known = match kind {
                    Type::Thing => self.surroundings.things.iter().any(|thing| thing == word),
                    _ => self.surroundings.skills.contains_key(word),
                };
                if known {
                    return Some(Ok(Formula::Value(Variable::IsA(param.clone(), word.into()))));
                }
                let words: Vec<EcoString> = match kind {
                    Type::Thing => self.surroundings.things.clone(),
                    _ => self.surroundings.skills.keys().cloned().collect(),
                };
                Some(Err(words))
            }
            _ => None,
        }
    }

    fn stats_elsewhere(&self) -> BTreeSet<EcoString> {
        self.surroundings.stats.clone()
    }

    fn skills_of(&self, class: &str) -> Result<Arc<[EcoString]>, Vec<EcoString>> {
        self.surroundings.skills.get(class).cloned().ok_or_else(|| self.surroundings.skills.keys().cloned().collect())
    }
}

fn sorted<'a>(words: impl Iterator<Item = &'a EcoString>) -> Vec<EcoString> {
    let mut words: Vec<EcoString> = words.cloned().collect();
    words.sort();
    words
}
