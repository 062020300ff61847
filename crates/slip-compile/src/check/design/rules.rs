//! Parts of a design as declared: statistics, tracks, stunts, aspects, requirements.

use super::{Condition, Design, Game, digit};
use crate::check::account::Values;
use crate::check::formula::DesignFormula;
use crate::resolve::DeclId;
use ecow::EcoString;
use slip_pack::effect::Effect;
use slip_pack::ruleset::Rules;
use slip_source::Span;
use slip_syntax::tree::Param;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Formula with its text.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Compiled formula.
    pub formula: DesignFormula,
    /// Span of the text.
    pub span: Span,
    /// Text as written.
    pub text: EcoString,
    /// Addends, one ledger line each: sign, formula, text.
    pub terms: Vec<(i64, DesignFormula, EcoString)>,
}

/// Declared statistic: `stat NAME { … }`
#[derive(Clone, Debug)]
pub struct StatRule {
    /// Name of the statistic.
    pub name: EcoString,
    /// Name shown to people.
    pub title: EcoString,
    /// Second name.
    pub also: Option<EcoString>,
    /// Lowest rank.
    pub low: DesignFormula,
    /// Highest rank.
    pub high: DesignFormula,
    /// Rank if the author writes none.
    pub base: DesignFormula,
    /// True if the design declares the base.
    pub has_base: bool,
    /// Cost of a rank.
    pub cost: Option<DesignFormula>,
    /// Letters used instead of numbers, from 0 on.
    pub letters: Vec<char>,
    /// Names of its ranks, from the lowest on.
    pub words: Vec<EcoString>,
    /// True if an item must write it: it is part of a code and has no base.
    pub needed: bool,
    /// True if it always has its base and cannot be written.
    pub fixed: bool,
    /// Span of the declaration.
    pub span: Span,
}

/// Declared track: `track NAME { … }`
#[derive(Clone, Debug)]
pub struct TrackRule {
    /// Name of the track.
    pub name: EcoString,
    /// Second name.
    pub also: Option<EcoString>,
    /// Boxes if the author writes none.
    pub base: DesignFormula,
    /// Addends of the base if there are several, one ledger line each.
    pub sum: Option<Clause>,
    /// Cost of a number of boxes.
    pub cost: Option<DesignFormula>,
    /// Fixed if the number of boxes may not be changed.
    pub fixed: Fixed,
    /// Span of the declaration.
    pub span: Span,
}

/// Condition for something fixed: a track that may not be changed, or a stunt that is given for free.
#[derive(Clone, Debug)]
pub enum Fixed {
    /// Never.
    No,
    /// Always.
    Always,
    /// While this holds.
    When(Condition),
}

/// Declared range: `entry range as min_range..max_range`
#[derive(Clone, Debug)]
pub struct RangeRule {
    /// Name of the entry.
    pub name: EcoString,
    /// Index of the statistic for the lower end.
    pub low: usize,
    /// Index of the statistic for the upper end.
    pub high: usize,
    /// Text shown if the author writes neither end.
    pub unwritten: Option<EcoString>,
}

/// `choice size small, large`: one of several words; its value in formulas is its index in the list.
#[derive(Clone, Debug)]
pub struct ChoiceRule {
    /// Name of the entry.
    pub name: EcoString,
    /// Words to choose from.
    pub words: Vec<EcoString>,
    /// Span of the declaration.
    pub span: Span,
}

/// `refers home to system, world`: a reference to one other item.
#[derive(Clone, Debug)]
pub struct ReferRule {
    /// Name of the entry.
    pub name: EcoString,
    /// Kinds of items that may be named.
    pub kinds: Vec<EcoString>,
    /// True if the technology available by a stunt is limited to the best of this item, or of the places it lists.
    pub limits_tech: bool,
    /// Statistic that a number after the name is for: `armour plate +4`.
    pub plus: Option<EcoString>,
    /// True if a text in quotes is allowed instead of a name.
    pub worded: bool,
    /// True if a formula uses a number of the named item.
    pub looked: bool,
    /// Span of the declaration.
    pub span: Span,
}

/// `skill_rank natural_weapons wounds + bonus [when …]`: a skill rank given by the rules.
#[derive(Clone, Debug)]
pub struct SkillRank {
    /// Name of the skill.
    pub skill: EcoString,
    /// Formula of the rank; may be below 1.
    pub rank: DesignFormula,
    /// Condition under which it is given.
    pub condition: Option<Condition>,
    /// Span of the declaration.
    pub span: Span,
}

/// `entry hits as unconscious dead`: several statistics in one entry; the later ones are optional.
#[derive(Clone, Debug)]
pub struct RowRule {
    /// Name of the entry.
    pub name: EcoString,
    /// Indices of the statistics, in order.
    pub stats: Vec<usize>,
}

/// `phase growing_up "Growing up" 2`: number of aspects that are marked with this life phase, if any aspect is marked.
#[derive(Clone, Debug)]
pub struct PhaseRule {
    /// Mark of the phase.
    pub name: EcoString,
    /// Name shown to people.
    pub title: EcoString,
    /// Number of aspects.
    pub count: usize,
    /// Span of the declaration.
    pub span: Span,
}

/// Declared list of held items: `holds fighters : fighter`
#[derive(Clone, Debug)]
pub struct HoldRule {
    /// Name of the entry.
    pub name: EcoString,
    /// Kind or design of the held items.
    pub wanted: EcoString,
    /// Span of the declaration.
    pub span: Span,
}

/// Another stunt that is excluded or required by this one.
#[derive(Clone, Debug)]
pub struct Other {
    /// Name of the other stunt.
    pub stunt: EcoString,
    /// Parameter for which both must have the same argument.
    pub same: Option<EcoString>,
}

/// Declared stunt: `stunt NAME { … }`
#[derive(Clone, Debug)]
pub struct StuntRule {
    /// Name of the stunt.
    pub name: EcoString,
    /// Name shown to people.
    pub title: EcoString,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Cost of one purchase.
    pub cost: Option<Clause>,
    /// Lowest technology.
    pub tech: Option<(i64, Span)>,
    /// Stunts that it excludes.
    pub excludes: Vec<Other>,
    /// Marks of aspects that it excludes.
    pub excluded_marks: Vec<EcoString>,
    /// Words in an aspect that suggest such a mark.
    pub suspect: Vec<EcoString>,
    /// Stunts that it requires.
    pub requires: Vec<Other>,
    /// Number of allowed stunts it uses up; one if absent.
    pub takes: Option<DesignFormula>,
    /// True if it may be bought more than once.
    pub many: bool,
    /// Most purchases with the same arguments: `many 2`.
    pub most: Option<i64>,
    /// Group it is counted in; the group's name is a number in formulas.
    pub group: Option<EcoString>,
    /// Parameters whose values may each appear in only one purchase.
    pub once_per: Vec<EcoString>,
    /// Condition under which it is sold.
    pub only: Option<Condition>,
    /// Only game it is for, with the span; any game if absent.
    pub game: Option<(Game, Span)>,
    /// Condition under which it has no effect.
    pub idle: Option<Condition>,
    /// Given for free: never, always, or under a condition.
    pub inherent: Fixed,
    /// Requirements for its purchase.
    pub requirements: Vec<Requirement>,
    /// Makes the item modal: reduction of each mode's budget for every mode after the first.
    pub modes: Option<DesignFormula>,
    /// True if it is bought for the whole item, never for one mode.
    pub whole: bool,
    /// True if it deliberately has no effect (`sink`).
    pub sink: bool,
    /// Effects in play.
    pub effects: Vec<Arc<Effect>>,
    /// True if it has errors.
    pub faulty: bool,
    /// Span of the declaration.
    pub span: Span,
    /// Item that declares it, if it is declared outside designs.
    pub loose: Option<DeclId>,
}

/// `note "…" [when …]`: a note about an item.
#[derive(Clone, Debug)]
pub struct NoteRule {
    /// Text of the note.
    pub text: EcoString,
    /// Condition; always if absent.
    pub condition: Option<Condition>,
}

/// Declared aspect: `aspect "Text" [extra] [renamable] [when …]`
#[derive(Clone, Debug)]
pub struct AspectRule {
    /// Text, with `{name}` as placeholder of a value.
    pub text: EcoString,
    /// Values of the placeholders: name, formula, and the letters it is shown as.
    pub values: Vec<(EcoString, DesignFormula, Vec<char>)>,
    /// True if it takes no slot.
    pub extra: bool,
    /// True if the author may rename it.
    pub renamable: bool,
    /// Condition; always if absent.
    pub condition: Option<Condition>,
    /// Span of the declaration.
    pub span: Span,
}

/// `optional "A", "B" when …`: aspects of which the author may write one.
#[derive(Clone, Debug)]
pub struct OptionalRule {
    /// Texts to choose from.
    pub texts: Vec<EcoString>,
    /// Condition; always if absent.
    pub condition: Option<Condition>,
    /// Span of the declaration.
    pub span: Span,
}

/// Declared requirement or advice: `require … else "…"` or `advise … else "…"`
#[derive(Clone, Debug)]
pub struct Requirement {
    /// Required condition.
    pub condition: Condition,
    /// Condition under which it is checked.
    pub when: Option<Condition>,
    /// Message if it does not hold.
    pub message: EcoString,
    /// True if it is only advice.
    pub advice: bool,
    /// Span of the declaration.
    pub span: Span,
}

/// Shape of skills.
#[derive(Clone, Debug)]
pub enum Shape {
    /// Pyramid: rank r has cap + 1 - r skills.
    Pyramid(DesignFormula),
    /// Column: one skill at each rank.
    Column(DesignFormula),
    /// Ranks between two numbers, each skill once.
    Loose(DesignFormula, DesignFormula),
    /// Every skill of the kind at one rank; the item writes none.
    Every(DesignFormula),
}

impl AspectRule {
    /// Returns the reason why it is there, if it is.
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

    /// Returns the text, with the values filled in.
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
    /// True if it holds under these rules, without an item.
    pub fn holds_under(&self, rules: Option<&Rules>) -> bool {
        match self {
            Fixed::No => false,
            Fixed::Always => true,
            Fixed::When(condition) => Values::of_rules(rules, &BTreeMap::new()).holds(&condition.formula),
        }
    }
}

impl StuntRule {
    /// Returns the game it is for, with the span, if the design's items are made for another game.
    pub fn other_game(&self, design: &Design) -> Option<(Game, Span)> {
        self.game.filter(|(game, _)| design.game.is_some_and(|made_for| made_for != *game))
    }
}
