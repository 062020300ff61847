//! Reads the skill ranks of an item. The author's ranks must form the required shape; other ranks are given by the design.

use crate::check::building_effects;
use crate::check::context::CheckContext;
use crate::check::design::{Design, SkillShapeRule};
use crate::check::errors;
use crate::check::formula::{DesignFormula, FormulaVariable};
use crate::check::ledger::reckon;
use crate::check::read_purchase::{self, ItemPurchase};
use crate::check::skill_and_gear_errors;
use crate::check::skills;
use crate::resolve::DeclaredItem;
use ecow::EcoString;
use slip_pack::formula::Formula;
use slip_source::diagnostic::{Code, Diagnostics, Severity};
use std::collections::BTreeMap;

/// Returns the skill ranks of an item without reporting anything.
pub(in crate::check) fn skill_ranks(
    context: &CheckContext<'_, '_>,
    design: &Design,
    declared: &DeclaredItem<'_>,
    purchase: &ItemPurchase<'_>,
) -> BTreeMap<EcoString, i64> {
    read_skills(context, design, declared, purchase, &mut Diagnostics::new()).ranks
}

/// Skills of an item.
#[derive(Default)]
pub(super) struct Skilled {
    /// Rank of each skill, by its name.
    pub(super) ranks: BTreeMap<EcoString, i64>,
    /// Skills with their ranks, as the author wrote them.
    pub(super) written: Vec<skills::RankedSkill>,
    /// True if a part of the skills could not be read.
    pub(super) lost: bool,
    /// Skills whose rank is given by the design, but cannot be computed.
    pub(super) unknown: Vec<EcoString>,
}

/// Returns the skill ranks that the author wrote, without reporting anything.
pub fn ranks_of(context: &CheckContext<'_, '_>, design: &Design, declared: &DeclaredItem<'_>) -> BTreeMap<EcoString, i64> {
    let mut quiet = Diagnostics::new();
    let purchase = read_purchase::read(context, design, declared, &mut quiet);
    read_skills(context, design, declared, &purchase, &mut quiet).ranks
}

/// Reads the skills of an item and reports errors in them.
pub(super) fn read_skills(
    context: &CheckContext<'_, '_>,
    design: &Design,
    declared: &DeclaredItem<'_>,
    purchase: &ItemPurchase<'_>,
    out: &mut Diagnostics,
) -> Skilled {
    let Some(entry) = purchase.skills else {
        if let Some(SkillShapeRule::Every(rank)) = &design.shape {
            let ranks = every_skill(context, design, declared, purchase, rank);
            return Skilled { lost: ranks.is_empty(), ranks, ..Skilled::default() };
        }
        let lost = design.shape.is_some() && design.skill_ranks.is_empty();
        if lost {
            let known = skills::of_class(context.program, declared, design.skill_class.as_ref());
            out.push(errors::missing_skills(&declared.tree.name, design, &known));
        }
        let mut table = BTreeMap::new();
        let unknown = given_ranks(context, design, declared, purchase, &mut table, out);
        return Skilled { ranks: table, written: Vec::new(), lost, unknown };
    };
    let others = context.other_lists(design);
    let before = out.len();
    let ranks = skills::read(
        context.program,
        declared.package,
        skills::SkillOwner::of(design, &others, context.rules_of(declared.package)),
        entry,
        out,
    );
    // The list member that could not be read may be a skill that the shape requires. The shape is therefore not checked.
    let lost = out.iter().skip(before).any(|found| matches!(found.code, Code::WrongValue | Code::SkillRank) && found.fixes.is_empty());
    let misread = out.iter().skip(before).any(|found| found.severity == Severity::Error && !found.code.waivable())
        || entry.block().is_some_and(|block| block.entries.iter().any(|line| line.broken));
    if let Some(class) = &design.skill_class {
        skills::check_class(context.program, declared.package, declared.kind(), class, &ranks, out);
    }
    let table = skills::by_name(context.program, declared.package, &ranks);
    let table: BTreeMap<EcoString, i64> = table.into_iter().map(|(skill, rank)| (skill, i64::from(rank))).collect();
    let rules = context.rules_of(declared.package);
    let reckoning = reckon(design, purchase, &purchase.bought, &table, rules);
    let value = |formula| reckoning.values.eval(formula, 0).ok().and_then(|value| i32::try_from(value).ok());
    let lifted =
        |cap: i32| super::small(building_effects::skill_cap(design, &purchase.bought, &reckoning.values, cap.into())).unwrap_or(cap);
    let shape = match &design.shape {
        Some(SkillShapeRule::Pyramid(cap)) => value(cap).map(lifted).map(skills::SkillShape::Pyramid),
        Some(SkillShapeRule::Column(cap)) => value(cap).map(lifted).map(skills::SkillShape::Column),
        Some(SkillShapeRule::Loose(low, high)) => value(low).zip(value(high)).map(|(low, high)| skills::SkillShape::Loose(low, high)),
        Some(SkillShapeRule::Every(_)) | None => None,
    };
    if let Some(shape) = shape.filter(|_| !lost) {
        let beside = design.beside.as_ref().and_then(|(count, low, high)| {
            Some(skills::ExtraSkills { count: usize::try_from(value(count)?).ok()?, low: value(low)?, high: value(high)? })
        });
        let wrong = skills::check_shape(&declared.tree.name.text, shape, beside, &ranks, entry.key.span());
        let highest = ranks.iter().map(|ranked| ranked.rank).max().unwrap_or(0);
        if let Some(wrong) = wrong {
            out.push(match unwritten_cap(design, purchase).filter(|_| highest > shape.top()) {
                Some(cap) => skill_and_gear_errors::cap_is_not_written(wrong, cap, shape.top(), highest),
                None => wrong,
            });
        }
    }
    let mut table = table;
    let unknown = given_ranks(context, design, declared, purchase, &mut table, out);
    Skilled { ranks: table, written: ranks, lost: misread, unknown }
}

/// Returns the name of the statistic that limits the skill ranks, if the item does not write it although it could.
fn unwritten_cap<'d>(design: &'d Design, purchase: &ItemPurchase<'_>) -> Option<&'d str> {
    let Some(
        SkillShapeRule::Pyramid(Formula::Value(FormulaVariable::Stat(at)))
        | SkillShapeRule::Column(Formula::Value(FormulaVariable::Stat(at))),
    ) = &design.shape
    else {
        return None;
    };
    let is_written = purchase.bought.stats.get(*at).is_some_and(Option::is_some);
    design.stats.get(*at).filter(|rule| !is_written && !rule.fixed).map(|rule| rule.name.as_str())
}

/// Adds the skill ranks that the rules set. Returns the skills whose rank could not be computed.
fn given_ranks(
    context: &CheckContext<'_, '_>,
    design: &Design,
    declared: &DeclaredItem<'_>,
    purchase: &ItemPurchase<'_>,
    table: &mut BTreeMap<EcoString, i64>,
    out: &mut Diagnostics,
) -> Vec<EcoString> {
    let mut unknown = Vec::new();
    for rule in &design.skill_ranks {
        let reckoning = reckon(design, purchase, &purchase.bought, table, context.rules_of(declared.package));
        if rule.condition.as_ref().is_some_and(|condition| reckoning.values.denies(&condition.formula)) {
            continue;
        }
        let unsure = rule.condition.as_ref().is_some_and(|condition| reckoning.values.is_unsure(&condition.formula));
        if unsure || reckoning.values.is_unsure(&rule.rank) {
            unknown.push(rule.skill.clone());
            continue;
        }
        let rank = reckoning.values.eval(&rule.rank, 0).unwrap_or(0);
        if table.contains_key(&rule.skill) {
            let span = purchase.skills.map_or(declared.tree.name.span, |entry| entry.key.span());
            out.push(errors::rank_given(span, &rule.skill, rank, rule.span));
        }
        table.insert(rule.skill.clone(), rank);
    }
    unknown
}

/// Returns one rank for every skill that items of this kind may have, except for skills that need a subject.
fn every_skill(
    context: &CheckContext<'_, '_>,
    design: &Design,
    declared: &DeclaredItem<'_>,
    purchase: &ItemPurchase<'_>,
    rank: &DesignFormula,
) -> BTreeMap<EcoString, i64> {
    let none = BTreeMap::new();
    let reckoning = reckon(design, purchase, &purchase.bought, &none, context.rules_of(declared.package));
    let Some(rank) = reckoning.values.eval(rank, 0).ok().filter(|rank| *rank >= 1) else { return none };
    skills::common(context.program, declared.package, declared.kind(), design.skill_list.as_deref(), context.rules_of(declared.package))
        .into_iter()
        .map(|skill| (skill, rank))
        .collect()
}
