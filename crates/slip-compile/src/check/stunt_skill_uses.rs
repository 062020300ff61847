//! Checks stunts against the uses of skills. Reports rolls of a skill that is never rolled, a skill substituted for itself, and
//! military-grade training in a skill for which the rules define no benefit.
//!
//! The properties are declared by the skills (`passive`, `military`); no skill or stunt is named in this code. All findings are warnings
//! and notes.

use super::building_effects::bought_effects;
use super::design::{Design, StuntRule};
use super::read_purchase::{BoughtStunt, ItemPurchase};
use super::skill_and_gear_errors as errors;
use super::skills;
use crate::resolve::{DeclaredItem, Program};
use ecow::EcoString;
use slip_pack::effect::{Action, Effect, PackOperation, Quantity, RollBase, Substitution};
use slip_source::PackageId;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::Param;
use std::sync::Arc;

/// Checks every stunt of an item.
pub fn check(program: &Program<'_>, package: PackageId, design: &Design, purchase: &ItemPurchase<'_>, out: &mut Diagnostics) {
    let case = Case { program, package };
    for stunt in purchase.bought.stunts.iter().chain(purchase.modes.iter().flat_map(|mode| &mode.own_stunts)) {
        let Some(rule) = design.stunts.get(stunt.rule) else { continue };
        let effects = bought_effects(rule, stunt);
        case.passive(rule, stunt, &effects, out);
        case.training(rule, stunt, &effects, out);
        for effect in effects.iter() {
            if let PackOperation::Use(instead) = &effect.op
                && let Some(skill) = own_place(instead)
            {
                out.push(errors::own_place(stunt.span, &rule.name, skill));
            }
        }
    }
}

struct Case<'c, 't> {
    program: &'c Program<'t>,
    package: PackageId,
}

impl Case<'_, '_> {
    fn skill(&self, name: &str) -> Option<&DeclaredItem<'_>> {
        self.program.lookup(self.package, "skill", name).and_then(|id| self.program.get(id))
    }

    /// Reports a stunt with effects on rolls of a skill that is never rolled. Only the first such skill of a stunt is reported.
    fn passive(&self, rule: &StuntRule, stunt: &BoughtStunt, effects: &[Arc<Effect>], out: &mut Diagnostics) {
        let never_rolled =
            |name: &&EcoString| self.skill(name).is_some_and(|skill| skill.entry("passive").or(skill.entry("sink")).is_some());
        let rolled = effects.iter().flat_map(|effect| rolled(effect));
        if let Some(name) = rolled.into_iter().find(never_rolled) {
            out.push(errors::passive_skill(stunt.span, &rule.name, name));
        }
    }

    /// Reports military-grade training in a skill if neither the rules nor the author say what this training does.
    fn training(&self, rule: &StuntRule, stunt: &BoughtStunt, effects: &[Arc<Effect>], out: &mut Diagnostics) {
        let explained = effects.iter().any(|effect| matches!(&effect.op, PackOperation::Table(text) if !text.words().is_empty()));
        for effect in effects.iter().filter(|_| !explained) {
            let PackOperation::Is(mark) = &effect.op else { continue };
            let said = |skill: &DeclaredItem<'_>| skill.entry("military").is_some();
            let unsaid = |skill: &DeclaredItem<'_>| {
                let counterpart = skills::stands_for(skill).and_then(|other| self.skill(other));
                !said(skill) && !counterpart.is_some_and(said)
            };
            if mark.military && self.skill(&mark.name).is_some_and(unsaid) {
                let is_of = |param: &Param, kind: &str| param.types.iter().any(|name| name.text == kind);
                let takes_text = matches!(rule.params.as_slice(), [skill, text] if is_of(skill, "skill") && is_of(text, "text"));
                out.push(errors::training_without_meaning(stunt.span, &rule.name, &mark.name, takes_text));
            }
        }
    }
}

/// Returns the skills on whose rolls an effect acts.
fn rolled(effect: &Effect) -> Vec<&EcoString> {
    match &effect.op {
        PackOperation::Use(instead) => {
            let mut skills: Vec<&EcoString> = instead.roll.with.iter().collect();
            if let RollBase::Stat(basis) = &instead.basis.base {
                skills.push(basis);
            }
            skills
        }
        PackOperation::Change(change) => match &change.to {
            Quantity::Roll(roll) => roll.with.iter().collect(),
            _ => Vec::new(),
        },
        PackOperation::Blend(blend) => match &blend.by.base {
            RollBase::Stat(by) => vec![by],
            RollBase::Number(_) => Vec::new(),
        },
        PackOperation::Reroll(roll) => roll.with.iter().collect(),
        _ => Vec::new(),
    }
}

/// Returns the skill that an effect allows to replace by the same skill, without a bonus. Such an effect changes nothing.
fn own_place(instead: &Substitution) -> Option<&EcoString> {
    match &instead.basis.base {
        RollBase::Stat(basis) if !instead.basis.my && instead.basis.plus.is_none() && instead.roll.action == Action::Rolls => {
            instead.roll.with.iter().find(|with| *with == basis && instead.roll.with.len() == 1)
        }
        _ => None,
    }
}
