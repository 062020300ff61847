//! Parts of a design as declared: statistics, tracks, stunts, aspects, requirements.

use super::{CampaignOrWargame, Design, DesignCondition, campaign_or_wargame, digit};
use crate::check::formula::DesignFormula;
use crate::check::ledger::FormulaValues;
use crate::resolve::DeclId;
use ecow::EcoString;
use slip_pack::effect::Effect;
use slip_pack::ruleset::Rules;
use slip_source::Span;
use slip_syntax::tree::Param;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// Formula of a design with its text.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Compiled formula.
    pub formula: DesignFormula,
    /// Span of the formula.
    pub span: Span,
    /// Formula as the author wrote it.
    pub text: EcoString,
    /// Addends of the formula, one for each ledger line: sign, formula, text.
    pub terms: Vec<(i64, DesignFormula, EcoString)>,
}

/// Declared statistic: `stat NAME { … }`.
#[derive(Clone, Debug)]
pub struct StatRule {
    /// Name of the statistic.
    pub name: EcoString,
    /// Name that is shown to people.
    pub title: EcoString,
    /// Second name, under which the statistic may be written too.
    pub also: Option<EcoString>,
    /// Lowest rank of the statistic.
    pub low: DesignFormula,
    /// Highest rank of the statistic.
    pub high: DesignFormula,
    /// Rank if the author writes none.
    pub base: DesignFormula,
    /// True if the design declares the base rank itself.
    pub has_base: bool,
    /// Cost of a rank; `None` if ranks have no cost.
    pub cost: Option<DesignFormula>,
    /// Letters that are used instead of numbers, starting at 0.
    pub letters: Vec<char>,
    /// Names of the ranks, the lowest first.
    pub words: Vec<EcoString>,
    /// True if an item must write the statistic: it is part of a code and has no base rank.
    pub needed: bool,
    /// True if the statistic always has its base rank and cannot be written.
    pub fixed: bool,
    /// Span of the declaration.
    pub span: Span,
}

/// Declared track: `track NAME { … }`.
#[derive(Clone, Debug)]
pub struct TrackRule {
    /// Name of the track.
    pub name: EcoString,
    /// Second name, under which the track may be written too.
    pub also: Option<EcoString>,
    /// Number of boxes if the author writes none.
    pub base: DesignFormula,
    /// The base number of boxes as a sum, with a ledger line for each addend; `None` if it has only one addend.
    pub sum: Option<Clause>,
    /// Cost of a number of boxes.
    pub cost: Option<DesignFormula>,
    /// Condition under which the number of boxes may not be changed.
    pub fixed: Fixed,
    /// Span of the declaration.
    pub span: Span,
}

/// Condition under which the author cannot change a part of an item, such as the number of boxes of a track, or a stunt that is given for
/// free.
#[derive(Clone, Debug)]
pub enum Fixed {
    /// The part is never fixed.
    No,
    /// The part is always fixed.
    Always,
    /// The part is fixed while this condition is true.
    When(DesignCondition),
}

/// Declared entry that writes two statistics as the ends of a range: `entry range as min_range..max_range`.
#[derive(Clone, Debug)]
pub struct RangeRule {
    /// Name of the entry in items.
    pub name: EcoString,
    /// Index of the statistic for the lower end.
    pub low: usize,
    /// Index of the statistic for the upper end.
    pub high: usize,
    /// Text shown if the author writes neither end.
    pub unwritten: Option<EcoString>,
}

/// Declared choice of one word: `choice size small, large`. The value of a choice in formulas is the index of the word in the list.
#[derive(Clone, Debug)]
pub struct ChoiceRule {
    /// Name of the entry in items.
    pub name: EcoString,
    /// Words to choose from.
    pub words: Vec<EcoString>,
    /// Span of the declaration.
    pub span: Span,
}

/// Declared reference to one other item: `refers home to system, world`.
#[derive(Clone, Debug)]
pub struct ReferRule {
    /// Name of the entry in items.
    pub name: EcoString,
    /// Kinds of items that the reference may name.
    pub kinds: Vec<EcoString>,
    /// True if this place limits the technology of items that a stunt grants. The limit is the technology of the place, or the highest of
    /// the places that it lists.
    pub limits_tech: bool,
    /// Statistic that gets the number after the name, as the 4 in `armour plate +4`; `None` if no number may follow.
    pub plus: Option<EcoString>,
    /// True if a text in quotes is allowed instead of a name.
    pub worded: bool,
    /// True if a formula of the design uses a number of the item to which the entry refers.
    pub looked: bool,
    /// Span of the declaration.
    pub span: Span,
}

/// Rank of a skill that the rules set: `skill_rank natural_weapons wounds + bonus [when …]`.
#[derive(Clone, Debug)]
pub struct SkillRank {
    /// Name of the skill.
    pub skill: EcoString,
    /// Formula of the rank. Its value may be below 1.
    pub rank: DesignFormula,
    /// Condition under which the rule sets the rank.
    pub condition: Option<DesignCondition>,
    /// Span of the declaration.
    pub span: Span,
}

/// Declared entry for several statistics, of which the later ones may be left out: `entry hits as unconscious dead`.
#[derive(Clone, Debug)]
pub struct RowRule {
    /// Name of the entry in items.
    pub name: EcoString,
    /// Indices of the statistics, in order.
    pub stats: Vec<usize>,
}

/// Declared life phase: `phase growing_up "Growing up" 2`. If the author assigns any aspect to a phase, each phase must have as many
/// aspects as the number says.
#[derive(Clone, Debug)]
pub struct PhaseRule {
    /// Mark that aspects of this phase have.
    pub name: EcoString,
    /// Name that is shown to people.
    pub title: EcoString,
    /// Number of aspects that must be assigned to this phase.
    pub count: usize,
    /// Span of the declaration.
    pub span: Span,
}

/// Declared list of held items: `holds fighters : fighter`.
#[derive(Clone, Debug)]
pub struct HoldRule {
    /// Name of the entry in items.
    pub name: EcoString,
    /// Kind or design of the held items.
    pub wanted: EcoString,
    /// Span of the declaration.
    pub span: Span,
}

/// Another stunt that a stunt excludes or requires.
#[derive(Clone, Debug)]
pub struct RelatedStunt {
    /// Name of the excluded or required stunt.
    pub stunt: EcoString,
    /// Parameter for which both stunts must have equal arguments. With `None`, the arguments do not matter.
    pub same: Option<EcoString>,
}

/// Declared stunt: `stunt NAME { … }`.
#[derive(Clone, Debug)]
pub struct StuntRule {
    /// Name of the stunt.
    pub name: EcoString,
    /// Name that is shown to people.
    pub title: EcoString,
    /// Parameters of the stunt.
    pub params: Vec<Param>,
    /// Cost of one purchase.
    pub cost: Option<Clause>,
    /// Lowest technology at which the stunt is sold.
    pub tech: Option<(i64, Span)>,
    /// Stunts that this stunt excludes.
    pub excludes: Vec<RelatedStunt>,
    /// Marks that no aspect of an item with the stunt may have.
    pub excluded_marks: Vec<EcoString>,
    /// Words in the text of an aspect that suggest that it should have an excluded mark.
    pub suspect: Vec<EcoString>,
    /// Stunts that this stunt requires.
    pub requires: Vec<RelatedStunt>,
    /// Number of stunts that one purchase counts as, for the allowed number of stunts; 1 if absent.
    pub takes: Option<DesignFormula>,
    /// True if the stunt may be bought more than once.
    pub many: bool,
    /// Maximum number of purchases with the same arguments: `many 2`.
    pub most: Option<i64>,
    /// Group of stunts that the stunt belongs to. In formulas, the name of the group is the number of its bought stunts.
    pub group: Option<EcoString>,
    /// Parameters for which every purchase must have another argument.
    pub once_per: Vec<EcoString>,
    /// Condition under which the stunt is sold; `None` if it is always sold.
    pub only: Option<DesignCondition>,
    /// Game for which the stunt is reserved (campaign or wargame), with the span; absent if it is for any game.
    pub game: Option<(CampaignOrWargame, Span)>,
    /// Condition under which the stunt, although bought, has no effect.
    pub idle: Option<DesignCondition>,
    /// Condition under which every item of the design has the stunt for free.
    pub inherent: Fixed,
    /// Requirements that an item must meet to buy the stunt.
    pub requirements: Vec<Requirement>,
    /// Number of points by which the budget of each mode is reduced, for every mode after the first. `None` if the stunt does not make the
    /// item modal.
    pub modes: Option<DesignFormula>,
    /// True if the stunt is bought for the whole item, never for one mode.
    pub whole: bool,
    /// True if the stunt deliberately has no effect (`sink`).
    pub sink: bool,
    /// Effects of the stunt in play.
    pub effects: Vec<Arc<Effect>>,
    /// Effects of one purchase without arguments, shared by all items that buy the stunt once; computed on first use.
    pub bought_once: OnceLock<Vec<Arc<Effect>>>,
    /// True if the stunt has errors.
    pub faulty: bool,
    /// Span of the declaration.
    pub span: Span,
    /// Item that declares the stunt, if it is declared outside designs.
    pub loose: Option<DeclId>,
}

/// Note that is printed with an item: `note "…" [when …]`.
#[derive(Clone, Debug)]
pub struct NoteRule {
    /// Text of the note.
    pub text: EcoString,
    /// Condition of the note; `None` means always.
    pub condition: Option<DesignCondition>,
}

/// Declared aspect: `aspect "Text" [extra] [renamable] [when …]`.
#[derive(Clone, Debug)]
pub struct AspectRule {
    /// Text of the aspect. `{name}` stands for a value.
    pub text: EcoString,
    /// Values in the text: for each name, the formula and the letters in which the value is shown.
    pub values: Vec<(EcoString, DesignFormula, Vec<char>)>,
    /// True if the aspect does not take up one of the aspect slots.
    pub extra: bool,
    /// True if the author may rename the aspect.
    pub renamable: bool,
    /// Condition under which items have the aspect; `None` if they always have it.
    pub condition: Option<DesignCondition>,
    /// Span of the declaration.
    pub span: Span,
}

/// Texts of which the author may choose one as an aspect: `optional "A", "B" when …`.
#[derive(Clone, Debug)]
pub struct OptionalRule {
    /// Texts to choose from.
    pub texts: Vec<EcoString>,
    /// Condition under which the author may write one of the texts; `None` means always.
    pub condition: Option<DesignCondition>,
    /// Span of the declaration.
    pub span: Span,
}

/// Declared requirement or advice: `require … else "…"` or `advise … else "…"`.
#[derive(Clone, Debug)]
pub struct Requirement {
    /// Condition that must be true.
    pub condition: DesignCondition,
    /// Condition under which the requirement applies.
    pub when: Option<DesignCondition>,
    /// Message if the required condition is false.
    pub message: EcoString,
    /// True if the requirement is only advice.
    pub advice: bool,
    /// Span of the declaration.
    pub span: Span,
}

/// Shape of the skills of an item.
#[derive(Clone, Debug)]
pub enum SkillShapeRule {
    /// Pyramid: rank r has cap + 1 - r skills.
    Pyramid(DesignFormula),
    /// Column: one skill at each rank from 1 to the cap.
    Column(DesignFormula),
    /// Any number of skills at ranks between two numbers.
    Loose(DesignFormula, DesignFormula),
    /// Every skill of the kind has the same rank, and the author of an item writes no skills.
    Every(DesignFormula),
}

impl AspectRule {
    /// Returns the reason why a part is fixed; `None` if it is not fixed, or if a value in the text of the reason is not known.
    pub fn reason(&self, values: &FormulaValues<'_>) -> Option<EcoString> {
        let shown = self.values.iter().map(|(name, formula, letters)| {
            Some(format!("{} {}", name.trim_matches(['{', '}']), digit(values.eval(formula, 0).ok()?, letters)))
        });
        let shown = shown.collect::<Option<Vec<_>>>()?;
        match &self.condition {
            None if shown.is_empty() => Some("always".into()),
            None => Some(shown.join(", ").into()),
            Some(condition) => values.holds(&condition.formula).then(|| condition.why_true(values)),
        }
    }

    /// Returns the text of the aspect, with the values filled in.
    pub fn words(&self, values: &FormulaValues<'_>) -> EcoString {
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
    /// True if the condition, which does not depend on an item, is true under the rules `rules`.
    pub fn holds_under(&self, rules: Option<&Rules>) -> bool {
        match self {
            Fixed::No => false,
            Fixed::Always => true,
            Fixed::When(condition) => FormulaValues::of_rules(rules, &BTreeMap::new()).holds(&condition.formula),
        }
    }
}

impl StuntRule {
    /// Returns the game for which the stunt is meant, with its span. Returns `None` if this is the game for which items of the design are
    /// made under the rules in force (R-XY13).
    pub fn other_game(&self, design: &Design, rules: Option<&Rules>) -> Option<(CampaignOrWargame, Span)> {
        let made_for = design.game.or_else(|| campaign_or_wargame::under(rules?));
        self.game.filter(|(game, _)| made_for.is_some_and(|made_for| made_for != *game))
    }
}
