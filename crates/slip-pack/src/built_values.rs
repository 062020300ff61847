//! Values of built items as play uses them: ranks with the item's own lasting effects, and the things that effects grant.
//!
//! Some effects, such as `+1 to max_move`, change ranks during play and not at building, because their conditions are evaluated in play.
//! Views print these ranks with every effect of the item itself that always applies. Effects with conditions are printed as lines.

use super::effect::operations::{Grants, MeasureWithObject, QuantityChange, QuantitySetting};
use super::effect::{Bound, Effect, EffectNumber, Measure, PackOperation, Quantity, Role, SetValue, Term};
use super::formula::FormulaError;
use super::item::{BuiltItem, ItemStunt, Mode};
use super::{Name, Pack, key};
use std::borrow::{Borrow, Cow};
use std::collections::BTreeMap;

/// Returns the ranks of an item's statistics at the beginning of play.
pub fn ranks(item: &BuiltItem) -> Cow<'_, BTreeMap<Name, i32>> {
    Carried { item, stunts: &item.stunts }.ranks(&item.stats, &item.effects)
}

/// Returns the ranks of a mode's statistics at the beginning of play.
pub fn ranks_in_mode<'i>(item: &'i BuiltItem, mode: &'i Mode) -> Cow<'i, BTreeMap<Name, i32>> {
    Carried { item, stunts: &mode.stunts }.ranks(&mode.stats, &mode.effects)
}

/// Evaluates a number of an effect, which may depend on the item's own ranks and stunts.
pub(crate) fn value(number: &EffectNumber, item: &BuiltItem) -> i64 {
    Carried { item, stunts: &item.stunts }.value(number)
}

/// Item with the stunts that are in use.
struct Carried<'i> {
    item: &'i BuiltItem,
    stunts: &'i [ItemStunt],
}

impl Carried<'_> {
    fn ranks<'s>(&self, stats: &'s BTreeMap<Name, i32>, effects: &[impl Borrow<Effect>]) -> Cow<'s, BTreeMap<Name, i32>> {
        let mut ranks = Cow::Borrowed(stats);
        for (name, base) in stats {
            let Some(measure) = Measure::from_word(name) else { continue };
            let counts = |effect: &&Effect| is_about(effect, measure) && self.holds(effect);
            let own: Vec<&Effect> = effects.iter().map(Borrow::borrow).filter(counts).collect();
            let rank = self.changed(*base, &own);
            if rank != *base {
                ranks.to_mut().insert(name.clone(), rank);
            }
        }
        ranks
    }

    /// Returns a number after effects on it: effects that set the number, then effects that add to it, then effects that bound it; never
    /// below 0.
    fn changed(&self, base: i32, effects: &[&Effect]) -> i32 {
        let set = |how: Bound| {
            effects.iter().filter_map(move |effect| match &effect.op {
                PackOperation::Set(QuantitySetting { how: bound, value: SetValue::Number(number), .. }) if *bound == how => {
                    Some(self.value(number))
                }
                _ => None,
            })
        };
        let mut rank = set(Bound::Is).min().unwrap_or_else(|| i64::from(base));
        for effect in effects {
            if let PackOperation::Change(QuantityChange { by, .. }) = &effect.op {
                rank = rank.saturating_add(self.value(by).saturating_mul(effect.count()));
            }
        }
        rank = set(Bound::AtLeast).fold(rank, i64::max);
        rank = set(Bound::AtMost).fold(rank, i64::min);
        if effects.is_empty() { base } else { i32::try_from(rank.max(0)).unwrap_or(i32::MAX) }
    }

    /// True if an effect has no condition, or a condition that depends on the item alone and is true.
    fn holds(&self, effect: &Effect) -> bool {
        let look = |term: &Term| self.term(term).ok_or(FormulaError::Arguments);
        effect.condition.as_ref().is_none_or(|when| when.eval(&mut |term| look(term)).is_ok_and(|value| value != 0))
    }

    fn value(&self, number: &EffectNumber) -> i64 {
        number.eval(&mut |term| Ok(self.term(term).unwrap_or(0))).unwrap_or(0)
    }

    /// Returns the value of a name that the item itself has; `None` for anything that depends on play.
    fn term(&self, term: &Term) -> Option<i64> {
        match term {
            Term::Stat(name, Role::Own | Role::Bearer) => Some(i64::from(self.item.rank(name).unwrap_or_else(|| self.item.stat(name)))),
            Term::Stunt(name) => {
                let bought = self.stunts.iter().filter(|stunt| stunt.name == *name);
                Some(bought.map(|stunt| i64::from(stunt.count)).sum())
            }
            _ => None,
        }
    }
}

/// True if an effect changes this quantity for its own carrier at all times during play. It has no trigger, no choice and no limit of uses,
/// and does not act at building.
fn is_about(effect: &Effect, measure: Measure) -> bool {
    let quantity = match &effect.op {
        PackOperation::Change(QuantityChange { to, per: None, .. }) => to,
        PackOperation::Set(QuantitySetting { what, per: None, .. }) => what,
        _ => return false,
    };
    let always = effect.who.is_none() && effect.moment.is_none() && !effect.is_choice();
    let limited = effect.origin.as_ref().is_some_and(|origin| origin.limit.is_some()) && matches!(effect.op, PackOperation::Change(_));
    let own = matches!(quantity, Quantity::Measure(MeasureWithObject { what, of: None }) if *what == measure);
    own && always && !limited && effect.built().is_none()
}

impl Pack {
    /// Returns the item that an effect grants to its owner, among the items that satisfy `fits`. If several items have the granted name,
    /// items of the owner's package take precedence.
    pub fn granted<'p>(&'p self, owner: &BuiltItem, grants: &Grants, fits: impl Fn(&BuiltItem) -> bool) -> Option<&'p BuiltItem> {
        if let Some(thing) = &grants.thing {
            return self.item(thing).filter(|thing| fits(thing));
        }
        let name = &grants.item;
        let known = |thing: &&BuiltItem| thing.name == *name || key(&thing.package, &thing.name) == *name;
        let all = self.items.values().flat_map(|kind| kind.values());
        all.filter(known).filter(|thing| fits(thing)).max_by_key(|thing| thing.package == owner.package)
    }

    /// Returns the things that an item carries: its gear as written, then the things that its effects grant, without those that are gear
    /// already.
    pub fn things_of<'p>(&'p self, owner: &BuiltItem) -> Vec<&'p BuiltItem> {
        let mut things: Vec<&BuiltItem> = owner.gear.iter().filter_map(|gear| self.item(gear)).collect();
        let grants = owner.effects.iter().filter_map(|effect| match &effect.op {
            PackOperation::Grants(grants) => self.granted(owner, grants, |_| true),
            _ => None,
        });
        for thing in grants {
            if !things.iter().any(|there| std::ptr::eq(*there, thing)) {
                things.push(thing);
            }
        }
        things
    }
}
