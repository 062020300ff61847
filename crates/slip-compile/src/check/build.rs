//! Builds one item by its design: reads its entries, computes its numbers, checks them, and puts the item into the pack with its ledger.
//!
//! The steps are budget, statistics, prices, stunts, derived aspects, Cost. An item with errors is in the pack too, marked invalid, so that
//! `show` can explain it.

mod apply_waivers;
mod cost;
mod find_design;
pub(in crate::check) mod inherent_stunts;
mod item_queries;
mod modal_items;
mod skill_ranks;
mod stunt_offers;
mod tracks_stunts_effects;

use self::apply_waivers::waive;
use self::cost::{Cost, CostliestModes, cost};
pub use self::find_design::{design_of, find_design};
pub use self::inherent_stunts::give;
pub use self::item_queries::{ItemNumbers, QueryChain, UncomputableNumbers, effects_of, stats_of};
pub(in crate::check) use self::item_queries::{alone, own_terms};
pub(in crate::check) use self::modal_items::reduction;
pub use self::skill_ranks::ranks_of;
use self::skill_ranks::read_skills;
pub(in crate::check) use self::skill_ranks::skill_ranks;
pub use self::stunt_offers::{StuntOffer, stunt_offers};
pub use self::tracks_stunts_effects::contradictions;
use self::tracks_stunts_effects::{consequences, effects, fill};
use super::aspects;
use super::building_effects;
pub use super::building_effects::bought_effect;
use super::context::{CheckContext, CompilePurpose};
use super::design::Design;
use super::dominated_items::{self, ComparisonKey, ItemComparison};
use super::errors;
use super::formula::FormulaVariable;
use super::ledger::{FormulaValues, LedgerAddend, PointsSum, clamped, reckon};
use super::legality::Case;
use super::partly_parsed_items;
use super::read_purchase::{self, Bought, ItemPurchase, WrittenMode};
use super::skill_and_gear_errors;
use super::{division_by_zero, effect_errors, familiarity, gear, granted_items, house_rules, skills, stunt_skill_uses};
use crate::resolve::DeclaredItem;
use ecow::EcoString;
use slip_pack::Name;
use slip_pack::effect::{PersonalSupport, Play};
use slip_pack::item::{Account, BuiltItem, Ledger, LedgerLine};
use slip_source::diagnostic::{Code, Diagnostics, Severity};
use std::collections::BTreeMap;

/// Builds an item and puts it into the pack. Returns `None` if its design is unknown or unusable.
pub fn build(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Option<BuiltItem> {
    build_to_compare(context, declared, out).0
}

/// Builds an item. Also returns its numbers, which are compared with those of other items to find items that are worse in every respect.
pub fn build_to_compare(
    context: &CheckContext<'_, '_>,
    declared: &DeclaredItem<'_>,
    out: &mut Diagnostics,
) -> (Option<BuiltItem>, Option<ItemComparison>) {
    let mut compared = ItemComparison { id: declared.id, standing: None, waiver: None };
    let item = build_noting(context, declared, &mut compared, out);
    (item, Some(compared).filter(|compared| compared.standing.is_some() || compared.waiver.is_some()))
}

fn build_noting(
    context: &CheckContext<'_, '_>,
    declared: &DeclaredItem<'_>,
    compared: &mut ItemComparison,
    out: &mut Diagnostics,
) -> Option<BuiltItem> {
    let design = find_design(context, declared, out)?;
    let mut found = Diagnostics::new();
    let purchase = read_purchase::read(context, design, declared, &mut found);
    let lost = partly_parsed_items::has_lost(&found);
    let item = judge_purchase(context, (design, declared), purchase, context.purpose(declared.package), compared, &mut found);
    partly_parsed_items::silence_lost(lost, &mut found);
    partly_parsed_items::silence_unsold(context.program, design.id, &mut found);
    out.append(found);
    item
}

/// Computes and checks a purchase. `found` already has the diagnostics of reading the purchase.
pub(super) fn judge_purchase<'t>(
    context: &CheckContext<'_, '_>,
    (design, declared): (&Design, &'t DeclaredItem<'_>),
    mut purchase: ItemPurchase<'t>,
    keep: CompilePurpose,
    compared: &mut ItemComparison,
    found: &mut Diagnostics,
) -> Option<BuiltItem> {
    familiarity::tech_limit(context, design, declared, &mut purchase);
    contradictions(design, &purchase, declared.tree.name.span, found);
    let skilled = read_skills(context, design, declared, &purchase, found);
    purchase.unknown.skills |= skilled.lost;
    skilled.unknown.iter().for_each(|skill| purchase.unknown.lose(FormulaVariable::Skill(skill.clone())));
    familiarity::check_subjects(context.program, declared.package, &purchase, &skilled.written, found);
    stunt_skill_uses::check(context.program, declared.package, design, &purchase, found);
    let ranks = skilled.ranks;
    let familiar = familiarity::familiar(context.program, declared.package, &purchase, &skilled.written);
    inherent_stunts::give(design, &mut purchase, &ranks, context.rules_of(declared.package));
    let case = Case { context, design, declared, purchase: &purchase, keep };
    let item = assemble(&case, &ranks, &mut compared.standing, found);
    carries(&case, &ranks, familiar, found);
    unarmed_beast(&case, &ranks, found);
    idle_lines(design, &purchase, found);
    let waivers = waive(context, (design, declared), &purchase, found);
    house_rules::grandfather(context, design, declared, found);
    let valid = is_soundly_sold(design, &purchase) && !found.has_errors() && !declared.tree.flawed && !has_broken(declared);
    // Items with waivers or errors are not compared with others.
    compared.standing = compared.standing.take().filter(|_| valid && waivers.is_empty());
    let later = |waiver: &&read_purchase::WaiverEntry| waiver.code == Code::DominatedDesign.slug();
    compared.waiver = purchase.waivers.iter().find(later).filter(|_| valid).cloned();
    let subjects = skills::subjects(&skilled.written);
    let familiar = familiar.and_then(|(low, high)| Some((small(low)?, small(high)?)));
    item.map(|item| BuiltItem { waivers, valid, subjects, familiar, ..item })
}

/// True if the design and all bought stunts have no errors. Play leaves out designs and stunts with errors (R-XE9).
fn is_soundly_sold(design: &Design, purchase: &ItemPurchase<'_>) -> bool {
    let bought = purchase.modes.iter().map(|mode| &mode.bought).chain([&purchase.bought]);
    let mut rules = bought.flat_map(|bought| &bought.stunts).filter_map(|stunt| design.stunts.get(stunt.rule));
    !design.faulty && !rules.any(|rule| rule.faulty)
}

/// Notes an animal with a skill for the weapons of its body and no such weapon: it attacks as if it had none.
fn unarmed_beast(case: &Case<'_, '_, '_>, ranks: &BTreeMap<EcoString, i64>, out: &mut Diagnostics) {
    let (program, package, kind) = (case.context.program, case.declared.package, case.declared.kind());
    let words = |skill: &DeclaredItem<'_>, key: &'static str| {
        let values = skill.entries_of(key).flat_map(|entry| entry.values.iter().filter_map(|value| value.expr.name().cloned()));
        values.collect::<Vec<_>>()
    };
    let is_of_body = |name: &&EcoString| {
        let skill = program.lookup(package, "skill", name).and_then(|id| program.get(id));
        skill.is_some_and(|skill| words(skill, "for") == [kind] && words(skill, "class").iter().any(|class| class == "combat"))
    };
    let Some(skill) = ranks.keys().find(is_of_body) else { return };
    let is_armed = case.design.skill.is_some() || !case.purchase.gear.is_empty();
    if is_armed || out.has_errors() || has_broken(case.declared) {
        return;
    }
    if granted_items::given(case.context, package, case.design, &case.purchase.bought).is_empty() {
        out.push(skill_and_gear_errors::unarmed_beast(case.declared.tree.name.span, case.declared.name(), skill));
    }
}

/// Reports errors in the gear of an item, and gear that its owner is not trained for.
fn carries(case: &Case<'_, '_, '_>, ranks: &BTreeMap<EcoString, i64>, familiar: Option<(i64, i64)>, out: &mut Diagnostics) {
    let package = case.declared.package;
    if case.purchase.gear.is_empty() && case.purchase.bought.stunts.is_empty() {
        return;
    }
    let asked = case.context.rules_of(package).is_some_and(|rules| rules.is("weapon_familiarity", "yes"));
    let effects = effects(case.design, case.purchase, &case.purchase.bought);
    let familiar = familiar.filter(|_| asked);
    let unsure = partly_parsed_items::is_unsure(out) || has_broken(case.declared);
    let owner = gear::GearOwner { name: case.declared.name(), ranks, effects: &effects, familiar, unsure };
    gear::check(case.context, package, owner, &case.purchase.gear, out);
    let given = granted_items::given(case.context, package, case.design, &case.purchase.bought);
    let mut seen = Vec::new();
    for (thing, span) in &given {
        // Several stunts may grant the same thing, whose faults are reported once.
        if seen.contains(&thing.id) {
            continue;
        }
        seen.push(thing.id);
        gear::check_granted(case.context, package, owner, thing, *span, out);
    }
    granted_items::check(case.context, case.declared, given, out);
}

/// Reports bought stunts whose effects change nothing with the arguments of this purchase. Effects of stunts without arguments were already
/// checked where they are declared.
fn idle_lines(design: &Design, purchase: &ItemPurchase<'_>, out: &mut Diagnostics) {
    let in_modes = purchase.modes.iter().flat_map(|mode| &mode.own_stunts);
    for stunt in purchase.bought.stunts.iter().chain(in_modes).filter(|stunt| stunt.given.is_none() && !stunt.args.is_empty()) {
        let Some(rule) = design.stunts.get(stunt.rule) else { continue };
        for effect in &rule.effects {
            // With these arguments, a condition of the effect may always be false. The arguments may also name a roll to which the effect
            // does not apply.
            let Some(line) = bought_effect(effect, stunt) else { continue };
            if line.is_read_nowhere() {
                out.push(effect_errors::read_nowhere(stunt.span, &line));
            } else if let (true, true, PersonalSupport::Nothing(why)) = (effect.takes_a_roll(), line.acts_in(Play::Personal), line.reach())
            {
                out.push(effect_errors::nothing_in_personal(stunt.span, &line, why));
            }
        }
    }
}

fn has_broken(declared: &DeclaredItem<'_>) -> bool {
    declared.entries.iter().any(|entry| entry.broken)
}

/// Computes and checks all parts of an item, in the order of the rules.
fn assemble(
    case: &Case<'_, '_, '_>,
    ranks: &BTreeMap<EcoString, i64>,
    standing: &mut Option<ComparisonKey>,
    out: &mut Diagnostics,
) -> Option<BuiltItem> {
    let Case { context, design, declared, purchase, keep } = case;
    let rules = context.rules_of(declared.package);
    case.technology(out);
    case.banned(out);
    let parts: Vec<(Option<&WrittenMode>, &Bought)> = if purchase.modes.is_empty() {
        vec![(None, &purchase.bought)]
    } else {
        purchase.modes.iter().map(|mode| (Some(mode), &mode.bought)).collect()
    };
    let mut reckonings: Vec<PointsSum<'_>> = parts.iter().map(|(_, bought)| reckon(design, purchase, bought, ranks, rules)).collect();
    modal_items::price(case, &reckonings, out);
    modal_items::judge(case, &parts, &reckonings, out);
    let mut lines: Vec<LedgerLine> = Vec::with_capacity(16);
    let mut budget = None;
    for ((mode, bought), reckoning) in parts.iter().zip(reckonings.iter_mut()) {
        let allowed = judge(case, *mode, bought, reckoning, out);
        // Each mode has a budget of its own. The budget of the item is the lowest of these.
        budget = allowed.into_iter().chain(budget).min();
        let name = mode.map(|mode| mode.name.text.clone());
        let added = reckoning.lines.drain(..);
        if *keep == CompilePurpose::Pack {
            lines.extend(added.map(|line| ledger_line(case, name.clone(), Some(bought), line)));
        }
    }
    let values: Vec<&FormulaValues<'_>> = reckonings.iter().map(|reckoning| &reckoning.values).collect();
    let mut aspect_lines = Vec::new();
    let aspects = aspects::derive(case, &values, &mut aspect_lines, out);
    aspect_lines.extend(inherent_stunts::account(case, &values, out));
    let spent = reckonings.iter().map(|reckoning| reckoning.spent).max().unwrap_or(0);
    let costs: Vec<Cost> = reckonings.iter_mut().map(|reckoning| cost(case, reckoning)).collect();
    if let (Some(first), Some(cost)) = (reckonings.first(), costs.first()) {
        let sums = dominated_items::ComparedCosts { price: cost.sums.price, upkeep: cost.sums.upkeep, fate: cost.sums.fate, spent };
        *standing = dominated_items::standing(case, &first.values, sums);
    }
    // Effects are applied last, because points, aspects and prices are computed from the values before effects.
    let mut results = Vec::new();
    let mut said = Vec::new();
    for (((_, bought), reckoning), cost) in parts.iter().zip(&reckonings).zip(&costs) {
        let grades = consequences(design, &reckoning.values);
        let mut found = Diagnostics::new();
        let result = building_effects::act(case, bought, &reckoning.values, cost.sums, &grades, &mut found);
        division_by_zero::check(case, bought, &reckoning.values, &result, &mut found);
        result.has_room(case, &reckoning.values, &mut found);
        results.push(result);
        said.push(found);
    }
    let mut said = modal_items::together(case, said.into_iter());
    // If the purchase of a stunt is an error, the stunt is not also reported as useless.
    said.retain(|new| new.code != Code::UselessStunt || !out.iter().any(|old| old.primary.span == new.primary.span));
    out.append(said);
    let dearest = CostliestModes::of(&costs, &results);
    if let Some(price) = dearest.price(&costs).filter(|price| *price <= 0) {
        out.push(errors::free_of_charge(&declared.tree.name, price.into()));
    }
    for reckoning in &reckonings {
        for (what, span, fault) in &reckoning.faults {
            out.push(errors::formula_fault(&declared.tree.name, what, *span, *fault));
        }
    }
    if *keep == CompilePurpose::Verdict {
        return None;
    }
    let mut late = Vec::new();
    for (at, ((mode, _), (reckoning, result))) in parts.iter().zip(reckonings.iter_mut().zip(&mut results)).enumerate() {
        aspect_lines.extend(reckoning.lines.drain(..).filter(|line| dearest.pays(line.account, at)));
        let name = mode.map(|mode| mode.name.text.clone());
        let acting = result.lines.drain(..).filter(|line| dearest.pays(line.account, at));
        late.extend(acting.map(|line| ledger_line(case, name.clone(), None, line)));
    }
    lines.extend(aspect_lines.into_iter().map(|line| ledger_line(case, None, None, line)));
    let mut built = fill(case, ranks, &parts, &reckonings);
    built.aspects = aspects;
    built.budget = budget.and_then(small);
    built.spent = clamped(spent);
    for (result, mode) in results.iter().zip(&mut built.modes) {
        result.apply_to_mode(mode);
    }
    if let Some(first) = results.first() {
        first.apply(&mut built);
    }
    dearest.apply(&costs, &results, &mut built);
    lines.extend(late);
    built.ledger = Ledger { lines };
    built.patches = house_rules::of_item(context, design, declared, purchase, &built.ledger);
    Some(built)
}

fn small(value: i64) -> Option<i32> {
    i32::try_from(value).ok()
}

fn ledger_line(case: &Case<'_, '_, '_>, mode: Option<Name>, bought: Option<&Bought>, line: LedgerAddend) -> LedgerLine {
    LedgerLine {
        patch: house_rules::of_line(case.context, case.design, bought, &line),
        account: line.account,
        what: line.what,
        points: clamped(line.points),
        mode,
        place: case.context.place(line.span),
    }
}

/// Checks one mode, or the whole item, against the design. Returns its budget.
fn judge(
    case: &Case<'_, '_, '_>,
    mode: Option<&WrittenMode>,
    bought: &Bought,
    reckoning: &mut PointsSum<'_>,
    out: &mut Diagnostics,
) -> Option<i64> {
    let Case { design, declared, purchase, .. } = case;
    let mode_name = mode.map(|mode| mode.name.text.as_str());
    case.requirements(bought, &reckoning.values, mode_name, out);
    let clause = design.budget.as_ref()?;
    if design.tech.is_some() && purchase.tech.is_none() {
        return None;
    }
    let mut spending = std::mem::take(&mut reckoning.lines);
    let Some(total) = reckoning.clause(clause, Account::Budget) else {
        reckoning.lines.append(&mut spending);
        return None;
    };
    let reduction = reduction(design, purchase, &reckoning.values);
    if reduction != 0 {
        let what = ecow::eco_format!("{} modes", purchase.modes.len());
        let span = mode.map_or(declared.tree.name.span, |mode| mode.name.span);
        let points = reduction.saturating_neg();
        reckoning.lines.push(LedgerAddend {
            account: Account::Budget,
            what,
            points,
            span,
            written: true,
            part: super::ledger::LedgerPurchase::Other,
        });
    }
    let budget = total.saturating_sub(reduction);
    if reckoning.unsure {
        // If the budget is unknown, neither overspending nor unspent points are reported.
    } else if reckoning.spent > budget {
        let name = &declared.tree.name;
        let over = errors::over_budget(name, mode_name, purchase.tech, reckoning.spent, budget, &spending);
        out.push(house_rules::with_notes(over, case, bought, reckoning.lines.iter().chain(&spending)));
    } else if reckoning.spent < budget && !lost_points(out) {
        let left = errors::unspent_points(&declared.tree.name, mode_name, reckoning.spent, budget);
        out.push(house_rules::with_notes(left, case, bought, reckoning.lines.iter().chain(&spending)));
    }
    reckoning.lines.append(&mut spending);
    Some(budget)
}

/// True if an error makes the sum of points too low. This happens if a purchase could not be read, or if the design does not sell it.
fn lost_points(found: &Diagnostics) -> bool {
    let lost = |code: Code| !code.waivable() || matches!(code, Code::StuntNotSold | Code::TechOutOfRange);
    found.iter().any(|diagnostic| diagnostic.severity == Severity::Error && lost(diagnostic.code))
}
