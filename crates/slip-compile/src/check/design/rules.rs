//! What a design consists of: statistics, tracks, stunts, aspects, requirements, each as its declaration says.

use super::{Condition, Design, Game, digit};
use crate::check::formula::DesignFormula;
use crate::check::reckon::Values;
use crate::resolve::DeclId;
use ecow::EcoString;
use slip_pack::effect::Effect;
use slip_pack::ruleset::Rules;
use slip_source::Span;
use slip_syntax::tree::Param;
use std::collections::BTreeMap;
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
    /// True if the design says its base.
    pub has_base: bool,
    /// What a rank costs.
    pub cost: Option<DesignFormula>,
    /// Letters in place of numbers, from 0 on.
    pub letters: Vec<char>,
    /// What its ranks are called, from the lowest on.
    pub words: Vec<EcoString>,
    /// True if an item must say it: part of a code, and without a base.
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

/// True if something is fixed: a track that may not be changed, a stunt that is there already.
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
    /// True if words in quotes may stand in place of a name: what is only called something.
    pub worded: bool,
    /// True if a formula asks for a number of what is named.
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
    /// True if it may be bought again.
    pub many: bool,
    /// How often at most with the same arguments: `many 2`.
    pub most: Option<i64>,
    /// The group it is counted in; the group's name is a number in formulas.
    pub group: Option<EcoString>,
    /// Parameters of which each value may appear in one purchase only.
    pub once_per: Vec<EcoString>,
    /// Sold only when this holds.
    pub only: Option<Condition>,
    /// The one game it is for, and where it says so; none: any.
    pub game: Option<(Game, Span)>,
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
    /// It does nothing, and says so.
    pub sink: bool,
    /// What it does in play.
    pub effects: Vec<Arc<Effect>>,
    /// True if an error was found in it.
    pub faulty: bool,
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
    /// True if it is only advice.
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
    /// True if it holds under rules, where no item is looked at.
    pub fn holds_under(&self, rules: Option<&Rules>) -> bool {
        match self {
            Fixed::No => false,
            Fixed::Always => true,
            Fixed::When(condition) => Values::of_rules(rules, &BTreeMap::new()).holds(&condition.formula),
        }
    }
}

impl StuntRule {
    /// The game it is for and where it says so, where things of a design are made for another.
    pub fn other_game(&self, design: &Design) -> Option<(Game, Span)> {
        self.game.filter(|(game, _)| design.game.is_some_and(|made_for| made_for != *game))
    }
}
