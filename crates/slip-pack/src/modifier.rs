//! What a thing adds to the rolls of whoever wears or carries it: the Agility Mod of an armour is one of its numbers, and comes of its
//! lines (personal.md 7.10).

use super::Name;
use super::effect::{Action, Change, Op, Play, Quantity, Term};
use super::formula::Fault;
use super::item::Item;

/// What a thing adds to all rolls of a skill, as far as the thing itself decides it, in the order of its lines. What hangs on anything
/// else, or is for some rolls only, is left out, and so is what comes to nothing.
pub fn modifiers(item: &Item) -> Vec<(Name, i64)> {
    // What the table decides is no number of the thing.
    let look = |term: &Term| match term {
        Term::Stunt(name) => Ok(item.stunts.iter().filter(|stunt| stunt.name == *name).map(|stunt| i64::from(stunt.count)).sum()),
        _ => Err(Fault::Arguments),
    };
    let mut sums: Vec<(Name, i64)> = Vec::new();
    for effect in item.effects.iter().filter(|effect| effect.acts_in(Play::Personal) && !effect.is_choice()) {
        let Op::Change(Change { by, to: Quantity::Roll(roll), per: None, .. }) = &effect.op else { continue };
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
