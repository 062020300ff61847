//! Gives numbers to effects when the effect table is built. Finds the effects that share a count of uses, and the effects that substitute
//! skills.

use super::{Carrier, CarrierSubject, EffectOperation, EffectTable, StandIn, TableEffect, UnnumberedEffect, fixed_name};
use crate::ids::ActorId;
use slip_dice::fate::{Aspect, Holder};
use slip_pack::Name;
use slip_pack::effect::{Effect, PackOperation, Play, RollBase, TagVerb};
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

/// Compiled effects, each with the number it was given.
#[derive(Debug, Default)]
pub(crate) struct EffectNumbering {
    lines: Vec<TableEffect>,
    /// For each effect, the index of its use count. The key is the item and the text or stunt of the effect. Effects of one item with the
    /// same text or the same stunt share a count.
    counts: BTreeMap<(u32, Name), u16>,
}

impl EffectNumbering {
    /// Assigns a number to an effect of an item. Returns the number and the skill substitutions of the effect; `None` if all numbers are
    /// used.
    pub(crate) fn lay(&mut self, thing: u32, told: UnnumberedEffect) -> Option<(u16, Vec<StandIn>)> {
        let number = u16::try_from(self.lines.len()).ok()?;
        let key = told.shared.unwrap_or_else(|| told.line.text.clone());
        let count = *self.counts.entry((thing, key)).or_insert(number);
        self.lines.push(TableEffect { count, ..told.line });
        Some((number, told.uses))
    }

    /// Returns all effects.
    pub(crate) fn into_lines(self) -> Vec<TableEffect> {
        self.lines
    }
}

/// Returns the skills that effects of a kind of play name for rolls, and the numbers that are rolled like skills.
pub(crate) fn named<E: Borrow<Effect>>(effects: &[E], play: Play) -> BTreeSet<Name> {
    let bases = effects.iter().map(Borrow::borrow).filter(|effect: &&Effect| effect.acts_in(play)).filter_map(|effect| match &effect.op {
        PackOperation::Use(used) => Some(&used.basis.base),
        PackOperation::Blend(blend) => Some(&blend.by.base),
        _ => None,
    });
    let names = bases.filter_map(|base| match base {
        RollBase::Stat(name) => Some(name.clone()),
        RollBase::Number(_) => fixed_name(base),
    });
    names.collect()
}

/// Builds the effect table from compiled effects, each given with the number of its item. Returns the table, and the skill substitutions
/// with the numbers of their effects. Adds the aspects that are there from the start to `aspects`. `everybody` returns the actors that a
/// word means if no actor carries the effect.
pub(crate) fn table(
    told: Vec<(u32, UnnumberedEffect)>,
    everybody: &dyn Fn(&CarrierSubject) -> Vec<ActorId>,
    aspects: &mut Vec<Aspect>,
) -> (EffectTable, Vec<(u16, StandIn)>) {
    let mut laying = EffectNumbering::default();
    let mut uses = Vec::new();
    for (thing, told) in told {
        bring(&told.line, everybody, aspects);
        let lender = told.line.carrier.person().filter(|_| told.my);
        let Some((number, stand_ins)) = laying.lay(thing, told) else { break };
        uses.extend(stand_ins.into_iter().map(|used| (number, StandIn { lender, line: Some(number), ..used })));
    }
    (EffectTable::new(laying.into_lines()), uses)
}

/// Adds an aspect that an effect gives from the start, unless the aspect is there already. It is added to the carrier, to all subjects in
/// the fight, or to the carrier's zone.
fn bring(line: &TableEffect, everybody: &dyn Fn(&CarrierSubject) -> Vec<ActorId>, aspects: &mut Vec<Aspect>) {
    let EffectOperation::Tag { never: false, verb: TagVerb::HasAspect, aspect, by: None } = &line.does else { return };
    if line.cue.is_some() || line.condition.is_some() || line.choice {
        return;
    }
    let holders = match (line.carrier, &line.whom) {
        (Carrier::Person(who), CarrierSubject::Own) => vec![Holder::Actor(who.0)],
        (Carrier::Zone(zone), _) => vec![Holder::Zone(zone.0)],
        (Carrier::Scene | Carrier::Rules, CarrierSubject::Own) => vec![Holder::Scene],
        (Carrier::Scene | Carrier::Rules, whom) => everybody(whom).into_iter().map(|who| Holder::Actor(who.0)).collect(),
        _ => return,
    };
    for holder in holders {
        if !aspects.iter().any(|there| there.holder == holder && there.text == *aspect) {
            aspects.push(Aspect::printed(aspect.clone(), holder));
        }
    }
}
