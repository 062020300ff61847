//! Computes the minimum and maximum value of a victory condition.
//!
//! All values of one atom (a number or predicate in the condition) are tried, so `turn > 3 and turn < 2` is recognised as impossible. A
//! contradiction between two different atoms is not recognised. A condition is called impossible only if no value makes it true.

use super::Scene;
use super::social::{pawn_suitors, suitors};
use super::victory::{members, pawns};
use slip_pack::encounter::{Encounter, Play, VictorySubject, VictoryTerm};
use slip_pack::formula::{Formula, FormulaOperator};

type Bounds = (i64, i64);

/// Returns the bounds of a condition as truth values: `(0, 0)` is never true, `(1, 1)` always.
pub(super) fn of(formula: &Formula<VictoryTerm>, scene: &Scene<'_, '_>, encounter: &Encounter) -> Bounds {
    let look = |atom: &VictoryTerm| self::atom(atom, scene, encounter);
    let mut uses = Uses::default();
    uses.read(formula);
    let widest = truth(bounds(formula, &look, None));
    let tried = uses.0.iter().map(|(atom, numbers)| tried(formula, &look, (atom, numbers)));
    tried.fold(widest, |(low, high), found| (low.max(found.0), high.min(found.1)))
}

/// Returns the bounds of a condition over all values of one atom. The result of a comparison changes only near the number with which the
/// atom is compared. Only these values, and the smallest and largest possible value, are therefore tried.
fn tried(formula: &Formula<VictoryTerm>, look: &impl Fn(&VictoryTerm) -> Bounds, (atom, numbers): (&VictoryTerm, &[i64])) -> Bounds {
    let (low, high) = look(atom);
    let around = numbers.iter().flat_map(|number| [number.saturating_sub(1), *number, number.saturating_add(1)]);
    let values = around.filter(|value| (low..=high).contains(value)).chain([low, high]);
    let found = values.map(|value| truth(bounds(formula, look, Some((atom, value)))));
    found.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).unwrap_or((0, 1))
}

/// Atoms of a condition, each with the numbers with which it is compared.
#[derive(Default)]
struct Uses<'f>(Vec<(&'f VictoryTerm, Vec<i64>)>);

impl<'f> Uses<'f> {
    fn read(&mut self, formula: &'f Formula<VictoryTerm>) {
        match formula {
            Formula::Value(atom) => self.of(atom, None),
            Formula::Negate(inner) | Formula::Not(inner) => self.read(inner),
            Formula::Binary(op, sides) => match compared(*op, sides) {
                Some((_, atom, number)) => self.of(atom, Some(number)),
                None => {
                    self.read(&sides.0);
                    self.read(&sides.1);
                }
            },
            Formula::Int(_) | Formula::If(_) | Formula::Call(..) | Formula::Table(..) => {}
        }
    }

    fn of(&mut self, atom: &'f VictoryTerm, number: Option<i64>) {
        match self.0.iter_mut().find(|(known, _)| *known == atom) {
            Some((_, numbers)) => numbers.extend(number),
            None => self.0.push((atom, number.into_iter().collect())),
        }
    }
}

/// Splits a comparison of an atom with a number: returns the atom, the operator and the number. If the number is on the left, the operator
/// is reversed. Returns `None` for any other comparison.
fn compared(op: FormulaOperator, sides: &(Formula<VictoryTerm>, Formula<VictoryTerm>)) -> Option<(FormulaOperator, &VictoryTerm, i64)> {
    match sides {
        (Formula::Value(atom), Formula::Int(number)) if op.compares() => Some((op, atom, *number)),
        (Formula::Int(number), Formula::Value(atom)) if op.compares() => Some((op.turned(), atom, *number)),
        _ => None,
    }
}

fn atom(atom: &VictoryTerm, scene: &Scene<'_, '_>, encounter: &Encounter) -> Bounds {
    match atom {
        VictoryTerm::Turn => (1, last_turn(encounter)),
        VictoryTerm::Active(side) => (0, count(encounter.sides.get(*side).map_or(0, |side| side.actors.len()))),
        VictoryTerm::Pawns { group, .. } => (0, count(pawns_of(*group, encounter))),
        VictoryTerm::Boxes => (0, encounter.social.as_ref().map_or(0, |social| i64::from(social.time_boxes))),
        VictoryTerm::ActiveOf(who) => (0, count(members(who, encounter).len())),
        VictoryTerm::Fallen { objective, by: Some(side), .. } => (0, i64::from(suitors(encounter, objective, *side))),
        VictoryTerm::Fallen { objective, by: None, .. } => (0, i64::from(pawn_suitors(encounter, objective))),
        VictoryTerm::LastSuitor { side, objective } => (0, i64::from(suitors(encounter, objective, *side))),
        // A map without an exit cannot be left.
        VictoryTerm::Exited { .. } if scene.map.is_some_and(|map| !map.zones.iter().any(|zone| zone.exit)) => (0, 0),
        VictoryTerm::Exited { who, .. } | VictoryTerm::Lost(who) => (0, count(members(who, encounter).len())),
        VictoryTerm::Worth(side) => (0, scene.context.pack.worth(encounter, *side)),
        VictoryTerm::Objectives(_) => (0, count(encounter.battle.as_ref().map_or(0, |battle| battle.objectives.len()))),
        // A zone cannot be held for more rounds than the encounter has.
        VictoryTerm::Hold { rounds, .. } if i64::from(*rounds) > last_turn(encounter) => (0, 0),
        VictoryTerm::Survive { rounds, .. } if encounter.limit.is_some_and(|limit| limit < *rounds) => (0, 0),
        VictoryTerm::Out(who) | VictoryTerm::TakenOut(who) | VictoryTerm::Captured(who) | VictoryTerm::Survive { who, .. }
            if !is_enough(who, encounter) =>
        {
            (0, 0)
        }
        VictoryTerm::LeftMap(who) | VictoryTerm::Escaped(who) | VictoryTerm::DrivenOff(who) if !is_enough(who, encounter) => (0, 0),
        VictoryTerm::Tethered { who, .. } | VictoryTerm::Boarded(who) if !is_enough(who, encounter) => (0, 0),
        // The leading ship of a tether does not count as tethered, so a side can never have all its own ships tethered.
        VictoryTerm::Tethered { who, by: Some(by) } if is_whole_side(who, *by, encounter) => (0, 0),
        // If no ship has thrust, no ship moves.
        VictoryTerm::LeftMap(_) | VictoryTerm::DrivenOff(_) if encounter.play == Play::Space && !scene.somebody_moves(encounter) => (0, 0),
        // A map without an exit cannot be left.
        VictoryTerm::LeftMap(_) if scene.map.is_some_and(|map| !map.zones.iter().any(|zone| zone.exit)) => (0, 0),
        VictoryTerm::Reach { who, at_least: Some(count), .. } => {
            (0, i64::from(there_are(who, encounter) >= usize::try_from(*count).unwrap_or(usize::MAX)))
        }
        _ => (0, 1),
    }
}

/// Returns the number of the last turn of the encounter.
pub(super) fn last_turn(encounter: &Encounter) -> i64 {
    // In a social encounter, one time box is checked off after each round.
    if let Some(social) = &encounter.social {
        return i64::from(social.time_boxes).max(1);
    }
    let cap = match encounter.play {
        Play::Personal => "round_cap",
        Play::Platoon => "battle_cap",
        _ => "turn_cap",
    };
    encounter.limit.map_or_else(|| encounter.rules.int(cap, i64::MAX), i64::from).max(1)
}

/// True if a side can win by this condition only after its own defeat: the side is out, captured or has conceded.
pub(super) fn is_own_defeat(formula: &Formula<VictoryTerm>, scene: &Scene<'_, '_>, encounter: &Encounter, side: usize) -> bool {
    let is_own = |who: &VictorySubject| matches!(who, VictorySubject::Side(own) if *own == side);
    let look = |atom: &VictoryTerm| match atom {
        VictoryTerm::Out(who) | VictoryTerm::TakenOut(who) | VictoryTerm::Captured(who) if is_own(who) => (0, 0),
        VictoryTerm::Conceded(own) if *own == side => (0, 0),
        other => self::atom(other, scene, encounter),
    };
    truth(bounds(formula, &look, None)).1 == 0
}

/// True if `who` means all ships of a side.
fn is_whole_side(who: &VictorySubject, side: usize, encounter: &Encounter) -> bool {
    let members = members(who, encounter);
    let own = encounter.sides.get(side).map_or(0, |side| side.actors.len());
    members.len() >= own && members.iter().all(|(of, _)| *of == side)
}

/// Returns the number of pawns in a group.
fn pawns_of(group: usize, encounter: &Encounter) -> usize {
    encounter.social.iter().flat_map(|social| &social.pawns).filter(|pawn| pawn.group == Some(group)).count()
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Returns the number of members of a side or group. Pawns count too.
fn there_are(who: &VictorySubject, encounter: &Encounter) -> usize {
    members(who, encounter).len() + pawns(who, encounter).len()
}

/// True if a side or group has enough members for a predicate that requires a number of them.
fn is_enough(who: &VictorySubject, encounter: &Encounter) -> bool {
    match who {
        VictorySubject::AtLeast(count, who) => there_are(who, encounter) >= usize::try_from(*count).unwrap_or(usize::MAX),
        VictorySubject::Side(_) | VictorySubject::Actors(_) | VictorySubject::Pawns(_) => true,
    }
}

/// Returns the bounds of a formula. `known` is an assumed value of one atom. It is used where the atom is alone or is compared with a
/// number. In a sum the atom keeps its full bounds, because a sum may change between two compared numbers.
fn bounds(formula: &Formula<VictoryTerm>, look: &impl Fn(&VictoryTerm) -> Bounds, known: Option<(&VictoryTerm, i64)>) -> Bounds {
    match formula {
        Formula::Int(value) => (*value, *value),
        Formula::Value(atom) => {
            let (low, high) = look(atom);
            match known.filter(|(known, _)| *known == atom && low >= 0 && high <= 1) {
                Some((_, value)) => (value, value),
                None => (low, high),
            }
        }
        Formula::Negate(inner) => {
            let (low, high) = bounds(inner, look, known);
            (high.saturating_neg(), low.saturating_neg())
        }
        Formula::Not(inner) => {
            let (low, high) = truth(bounds(inner, look, known));
            (1 - high, 1 - low)
        }
        Formula::Binary(op, sides) => {
            let of_known = compared(*op, sides).zip(known).filter(|((_, atom, _), (known, _))| atom == known);
            match of_known {
                Some(((op, _, number), (_, value))) => (i64::from(op.holds(value, number)), i64::from(op.holds(value, number))),
                None => binary(*op, bounds(&sides.0, look, known), bounds(&sides.1, look, known)),
            }
        }
        Formula::If(_) | Formula::Call(..) | Formula::Table(..) => (i64::MIN, i64::MAX),
    }
}

/// Converts bounds of a number to truth values: 0 is false.
fn truth((low, high): Bounds) -> Bounds {
    let always = low > 0 || high < 0;
    let never = low == 0 && high == 0;
    (i64::from(always), i64::from(!never))
}

fn binary(op: FormulaOperator, left: Bounds, right: Bounds) -> Bounds {
    let certain = |always: bool, possible: bool| (i64::from(always), i64::from(possible));
    match op {
        FormulaOperator::Or => (truth(left).0.max(truth(right).0), truth(left).1.max(truth(right).1)),
        FormulaOperator::And => (truth(left).0.min(truth(right).0), truth(left).1.min(truth(right).1)),
        FormulaOperator::Less => certain(left.1 < right.0, left.0 < right.1),
        FormulaOperator::AtMost => certain(left.1 <= right.0, left.0 <= right.1),
        FormulaOperator::More => certain(left.0 > right.1, left.1 > right.0),
        FormulaOperator::AtLeast => certain(left.0 >= right.1, left.1 >= right.0),
        FormulaOperator::Equal => {
            let one = left.0 == left.1 && left == right;
            certain(one, left.0 <= right.1 && right.0 <= left.1)
        }
        FormulaOperator::NotEqual => {
            let one = left.0 == left.1 && left == right;
            certain(left.1 < right.0 || right.1 < left.0, !one)
        }
        FormulaOperator::Add => (left.0.saturating_add(right.0), left.1.saturating_add(right.1)),
        FormulaOperator::Subtract => (left.0.saturating_sub(right.1), left.1.saturating_sub(right.0)),
        FormulaOperator::Multiply | FormulaOperator::Divide => (i64::MIN, i64::MAX),
    }
}
