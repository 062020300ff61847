//! Fills in the ranks, tracks, stunts and effects of a built item.

use super::small;
use crate::check::building_effects::bought_effects;
use crate::check::design::{Design, SkillShapeRule};
use crate::check::formula::FormulaVariable;
use crate::check::ledger::{FormulaValues, PointsSum, clamped};
use crate::check::legality::Case;
use crate::check::read_purchase::{Bought, BoughtStunt, ItemPurchase, WrittenMode};
use crate::check::{effect, gear, skills};
use crate::resolve::{DeclId, Program};
use ecow::EcoString;
use slip_pack::Name;
use slip_pack::effect::{Argument, Effect};
use slip_pack::item::{BuiltItem, Gear, HeldItem, ItemStunt, Ledger, Mode};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Returns the built item without budget, points and costs, which `assemble` adds.
pub(super) fn fill(
    case: &Case<'_, '_, '_>,
    ranks: &BTreeMap<EcoString, i64>,
    parts: &[(Option<&WrittenMode>, &Bought)],
    reckonings: &[PointsSum<'_>],
) -> BuiltItem {
    let Case { context, design, declared, purchase, .. } = case;
    let rules = context.rules_of(declared.package);
    let maps = design.map_skills.holds_under(rules);
    let as_mapped = maps.then(|| mapped(case, parts.first().map_or(&purchase.bought, |(_, bought)| *bought)));
    let first = as_mapped.as_ref().unwrap_or(parts.first().map_or(&purchase.bought, |(_, bought)| *bought));
    let values = reckonings.first().map(|reckoning| &reckoning.values);
    let table = maps.then(|| skills::mapped(context.program, declared.package, ranks));
    let (written, ranks) = (ranks, table.as_ref().unwrap_or(ranks));
    let effects = effects(design, purchase, first);
    let skills: BTreeMap<Name, i32> = ranks.iter().filter_map(|(skill, rank)| Some((skill.clone(), small(*rank)?))).collect();
    let mut item = BuiltItem {
        name: declared.name().clone(),
        title: declared.title().to_string(),
        package: context.program.package_name(declared.package).into(),
        kind: declared.kind().into(),
        design: design.name.clone(),
        doc: declared.tree.doc.as_ref().map(ToString::to_string),
        tech: purchase.tech.and_then(|tech| small(tech.value)),
        budget: None,
        spent: 0,
        price: None,
        price_per_tech: 0,
        upkeep: None,
        fate: None,
        skill: design.skill.clone(),
        stats: values.map(|values| stats(design, values)).unwrap_or_default(),
        letters: BTreeMap::new(),
        phrases: BTreeMap::new(),
        codes: BTreeMap::new(),
        notes: Vec::new(),
        skills,
        every_skill: match &design.shape {
            Some(SkillShapeRule::Every(rank)) => values.and_then(|values| small(values.eval(rank, 0).ok()?)),
            _ => None,
        },
        brings: skills::brings(context.program, declared.package, design.skill_list.as_deref(), written),
        words: words(design, purchase),
        refers: refers(context.program, design, purchase),
        holds: holds(context.program, design, purchase),
        familiar: None,
        counts: skills::counts(context.program, declared.package, design.skill_list.as_deref(), ranks),
        tracks: values.map(|values| tracks(design, values)).unwrap_or_default(),
        schedules: BTreeMap::new(),
        subjects: BTreeMap::new(),
        consequences: values.map(|values| consequences(design, values)).unwrap_or_default(),
        stunts: bought_stunts(design, first),
        aspects: Vec::new(),
        effects,
        modes: Vec::new(),
        gear: Vec::new(),
        waivers: Vec::new(),
        patches: Vec::new(),
        valid: true,
        ledger: Ledger::default(),
        place: context.place(declared.tree.name.span),
    };
    if let Some(values) = values {
        let modes: Vec<&FormulaValues<'_>> = reckonings.iter().map(|reckoning| &reckoning.values).collect();
        super::inherent_stunts::describe(design, values, &modes, &mut item);
    }
    for ((mode, bought), reckoning) in parts.iter().zip(reckonings) {
        if let Some(mode) = mode {
            item.modes.push(Mode {
                name: mode.name.text.clone(),
                spent: clamped(reckoning.spent),
                stats: stats(design, &reckoning.values),
                stunts: bought_stunts(design, bought),
                effects: self::effects(design, purchase, bought),
            });
        }
    }
    // Errors in gear are dropped here, because the check of the gear reports them.
    item.gear = gear::pieces(&gear::list(context.program, declared.package, &purchase.gear, &mut Diagnostics::new()));
    item
}

/// Replaces the skills in the arguments of stunts: a skill with `stands_for` is replaced by the skill that it names (R-N2).
fn mapped(case: &Case<'_, '_, '_>, bought: &Bought) -> Bought {
    let program = case.context.program;
    let other = |name: &mut EcoString| {
        let skill = program.lookup(case.declared.package, "skill", name).and_then(|id| program.get(id));
        if let Some(there) = skill.and_then(skills::stands_for) {
            *name = there.clone();
        }
    };
    let mut bought = bought.clone();
    for stunt in &mut bought.stunts {
        let params = case.design.stunts.get(stunt.rule).map_or(&[][..], |rule| &rule.params);
        for (name, argument) in &mut stunt.filled {
            let of_skill = params.iter().any(|param| param.name.text == *name && param.types.iter().any(|word| word.text == "skill"));
            match argument {
                Argument::Name(skill) if of_skill => other(skill),
                Argument::Roll(roll) => roll.with.iter_mut().for_each(other),
                _ => {}
            }
        }
    }
    bought
}

fn stats(design: &Design, values: &FormulaValues<'_>) -> BTreeMap<Name, i32> {
    let is_known = |at: usize| !values.unknown.has(&FormulaVariable::Stat(at));
    let stats = design.stats.iter().zip(&values.stats).enumerate().filter(|(at, _)| is_known(*at)).map(|(_, stat)| stat);
    let flags = design.flags.iter().zip(values.flags).map(|(flag, on)| (flag.clone(), i32::from(*on)));
    let choices = design.choices.iter().zip(values.choices).filter(|(_, place)| **place > 0);
    let choices = choices.filter_map(|(rule, place)| Some((rule.name.clone(), small(*place)?)));
    stats.filter_map(|(rule, rank)| Some((rule.name.clone(), small(*rank)?))).chain(flags).chain(choices).collect()
}

/// Returns the chosen words of an item, by the name of the choice.
fn words(design: &Design, purchase: &ItemPurchase<'_>) -> BTreeMap<Name, Name> {
    let worded = purchase.refer_words.iter().cloned();
    let chosen = design.choices.iter().zip(&purchase.choices).filter_map(|(rule, place)| {
        let place = usize::try_from(*place).ok()?.checked_sub(1)?;
        Some((rule.name.clone(), rule.words.get(place)?.clone()))
    });
    chosen.chain(worded).collect()
}

/// Returns the held items of an item, such as the fighters of a ship, by the name of the list that contains them.
fn holds(program: &Program<'_>, design: &Design, purchase: &ItemPurchase<'_>) -> BTreeMap<Name, Vec<HeldItem>> {
    let lists = design.holds.iter().zip(&purchase.held).filter(|(_, held)| !held.is_empty());
    let thing = |(id, count): &(DeclId, i64)| {
        let declared = program.get(*id)?;
        let package = program.package_name(declared.package).into();
        let thing = Gear { kind: declared.kind().into(), package, name: declared.name().clone() };
        Some(HeldItem { thing, count: i32::try_from(*count).unwrap_or(i32::MAX) })
    };
    lists.map(|(rule, held)| (rule.name.clone(), held.iter().filter_map(thing).collect())).collect()
}

/// Returns the other items that the item refers to.
fn refers(program: &Program<'_>, design: &Design, purchase: &ItemPurchase<'_>) -> BTreeMap<Name, Gear> {
    let named = design.refers.iter().zip(&purchase.refers).filter_map(|(rule, refer)| {
        let other = program.get(refer.as_ref()?.0)?;
        let package = program.package_name(other.package).into();
        Some((rule.name.clone(), Gear { kind: other.kind().into(), package, name: other.name().clone() }))
    });
    named.collect()
}

pub(super) fn consequences(design: &Design, values: &FormulaValues<'_>) -> Vec<Name> {
    match &design.consequences {
        Some((grades, None)) => grades.clone(),
        Some((grades, Some(condition))) if values.holds(&condition.formula) => grades.clone(),
        _ => Vec::new(),
    }
}

fn bought_stunts(design: &Design, bought: &Bought) -> Vec<ItemStunt> {
    let stunt = |stunt: &BoughtStunt| {
        let rule = design.stunts.get(stunt.rule)?;
        let args = stunt.args.iter().map(ToString::to_string).collect();
        Some(ItemStunt {
            name: rule.name.clone(),
            title: rule.title.to_string(),
            args,
            count: small(stunt.count)?,
            given: stunt.given.is_some(),
        })
    };
    bought.stunts.iter().filter_map(stunt).collect()
}

/// Returns the effects of an item: those of the design first, then those of each stunt with its arguments filled in, and last those that
/// the item itself declares.
pub(super) fn effects(design: &Design, purchase: &ItemPurchase<'_>, bought: &Bought) -> Vec<Arc<Effect>> {
    let mut effects: Vec<Arc<Effect>> = design.effects.clone();
    for stunt in &bought.stunts {
        let Some(rule) = design.stunts.get(stunt.rule) else { continue };
        if rule.params.is_empty() && stunt.count == 1 {
            effects.extend(rule.effects.iter().cloned());
        } else {
            effects.extend_from_slice(&bought_effects(rule, stunt));
        }
    }
    effects.extend(purchase.effects.iter().cloned());
    effects
}

/// Reports effects of two stunts, or of a stunt and the design, that contradict each other.
pub fn contradictions(design: &Design, purchase: &ItemPurchase<'_>, name: Span, out: &mut Diagnostics) {
    for bought in purchase.parts() {
        let mut lines: Vec<(Arc<Effect>, Span)> = Vec::new();
        for stunt in &bought.stunts {
            let rule = design.stunts.get(stunt.rule).filter(|rule| rule.effects.iter().any(|effect| effect::may_contradict(effect)));
            let Some(filled) = rule.map(|rule| bought_effects(rule, stunt)) else { continue };
            let may_contradict = filled.iter().filter(|effect| effect::may_contradict(effect));
            lines.extend(may_contradict.map(|effect| (Arc::clone(effect), stunt.span)));
        }
        if lines.is_empty() {
            continue;
        }
        let own = design.effects.iter().map(|effect| (&**effect, name));
        let lines: Vec<(&Effect, Span)> = own.chain(lines.iter().map(|(effect, span)| (&**effect, *span))).collect();
        effect::contradictions_across(&lines, out);
    }
}

/// Returns the boxes of each track as bought.
fn tracks(design: &Design, values: &FormulaValues<'_>) -> BTreeMap<Name, i32> {
    design.tracks.iter().zip(&values.tracks).map(|(rule, bought)| (rule.name.clone(), clamped((*bought).max(0)))).collect()
}
