//! Modifiers of worn or carried things to the rolls of their bearer, as they follow from the effects of the things. The Agility Mod of
//! armour is such a modifier.

use super::Name;
use super::effect::{Action, PackOperation, Play, Quantity, QuantityChange, Term};
use super::formula::FormulaError;
use super::item::BuiltItem;

/// Returns the modifiers of a thing to all rolls of a skill, in the order of its effects. Effects that depend on anything outside the
/// thing, or that apply only to some rolls of the skill, are left out, and so are sums of 0.
pub fn modifiers(item: &BuiltItem) -> Vec<(Name, i64)> {
    // Terms that depend on play have no value in this place.
    let look = |term: &Term| match term {
        Term::Stunt(name) => Ok(item.stunts.iter().filter(|stunt| stunt.name == *name).map(|stunt| i64::from(stunt.count)).sum()),
        _ => Err(FormulaError::Arguments),
    };
    let mut sums: Vec<(Name, i64)> = Vec::new();
    for effect in item.effects.iter().filter(|effect| effect.acts_in(Play::Personal) && !effect.is_choice()) {
        let PackOperation::Change(QuantityChange { by, to: Quantity::Roll(roll), per: None, .. }) = &effect.op else { continue };
        let holds = effect.condition.as_ref().is_none_or(|when| when.eval(&mut |term| look(term)).is_ok_and(|value| value != 0));
        let always = effect.who.is_none() && effect.moment.is_none() && roll.action == Action::Rolls && roll.against.is_none();
        let Some(points) = by.eval(&mut |term| look(term)).ok().filter(|_| holds && always) else { continue };
        let points = points.saturating_mul(effect.count());
        for skill in &roll.with {
            match sums.iter_mut().find(|(known, _)| known == skill) {
                Some((_, sum)) => *sum = sum.saturating_add(points),
                None => sums.push((skill.clone(), points)),
            }
        }
    }
    sums.retain(|(_, sum)| *sum != 0);
    sums
}
