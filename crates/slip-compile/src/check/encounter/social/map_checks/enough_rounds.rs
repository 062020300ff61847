//! Checks that there are enough rounds for a goal (R-ZC5).
//!
//! The distance that a side can move one actor in a round has an upper bound. Each person of the side moves it with the best skill, the
//! best dice and two aspects; one free step is added. One action moves one pawn.

use super::{SocialMapContext, needed};
use crate::check::social_errors as errors;
use slip_pack::encounter::{Victory, VictorySubject, VictoryTerm};
use slip_pack::formula::{Formula, FormulaOperator};
use slip_pack::map::BorderValue;
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use std::collections::BTreeSet;

/// Best result of four dice.
const DICE: i64 = 4;
/// Number of aspects that one roll can use here: one of the actor's own, and one other.
const ASPECTS: i64 = 2;

impl SocialMapContext<'_, '_, '_> {
    /// Warns of a victory for which the encounter has too few rounds.
    pub(super) fn in_time(&self, victory: &Victory, span: Span, out: &mut Diagnostics) {
        let Some(side) = victory.side else { return };
        let people = self.encounter.sides.get(side).map_or(0, |side| side.actors.len());
        let boxes = usize::try_from(self.social.time_boxes).unwrap_or(usize::MAX);
        for (group, zones, wanted) in self.wanted_pawns(&victory.condition) {
            let (there, _) = self.standing(group, &zones);
            let (missing, actions) = (wanted.saturating_sub(there), people.saturating_mul(boxes));
            if missing > actions {
                out.push(errors::too_few_actions(span, missing, self.group(group), actions, boxes));
                return;
            }
        }
        for atom in needed(&victory.condition) {
            let Some((who, zones)) = goal(atom) else { continue };
            let Some(away) = self.starts(who).iter().filter_map(|start| self.distance(*start, &zones)).min() else { continue };
            let most = self.most_in_a_round(side).saturating_mul(i64::from(self.social.time_boxes));
            if away > most {
                out.push(errors::too_far(span, &self.name_of(who), away, most, boxes));
                return;
            }
        }
    }

    /// Returns the pawns that a condition requires: group, zones and number of pawns.
    fn wanted_pawns(&self, condition: &Formula<VictoryTerm>) -> Vec<(usize, Vec<usize>, usize)> {
        match condition {
            Formula::Value(VictoryTerm::Majority { group, zones }) => {
                let (_, all) = self.standing(*group, &[]);
                vec![(*group, zones.clone(), all / 2 + 1)]
            }
            Formula::Binary(FormulaOperator::And, sides) => {
                let mut all = self.wanted_pawns(&sides.0);
                all.extend(self.wanted_pawns(&sides.1));
                all
            }
            Formula::Binary(op @ (FormulaOperator::AtLeast | FormulaOperator::More), sides) => match (&sides.0, &sides.1) {
                (Formula::Value(VictoryTerm::Pawns { group, zones }), Formula::Int(number)) => {
                    let wanted = number.saturating_add(i64::from(*op == FormulaOperator::More));
                    vec![(*group, zones.clone(), usize::try_from(wanted).unwrap_or(0))]
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Returns an upper bound of the movement points by which a side can move one actor in a round.
    fn most_in_a_round(&self, side: usize) -> i64 {
        let bonus = self.encounter.rules.int("invoke_bonus", 2).max(0);
        let people = self.encounter.sides.get(side).map_or(0, |side| side.actors.len());
        let best = |place: usize| {
            let actor = self.encounter.sides.get(side).and_then(|side| side.actors.get(place));
            let items = actor.into_iter().flat_map(|actor| std::iter::once(&actor.item).chain(&actor.parts));
            let ranks = items.filter_map(|item| self.scene.context.pack.item(item)).flat_map(|item| item.skills.values());
            i64::from(ranks.copied().max().unwrap_or(0)).max(0)
        };
        (0..people).map(|place| best(place) + DICE + ASPECTS * bonus).sum::<i64>() + 1
    }

    /// Returns the lowest cost of moving from a zone to one of several zones: one point for each zone, plus the cost of the borders.
    fn distance(&self, from: usize, to: &[usize]) -> Option<i64> {
        let mut open: BTreeSet<(i64, usize)> = BTreeSet::from([(0, from)]);
        let mut done: BTreeSet<usize> = BTreeSet::new();
        while let Some((away, zone)) = open.pop_first() {
            if to.contains(&zone) {
                return Some(away);
            }
            if !done.insert(zone) {
                continue;
            }
            for border in &self.map.borders {
                let next = match (border.from == zone, border.to == zone && !border.one_way) {
                    (true, _) => border.to,
                    (_, true) => border.from,
                    _ => continue,
                };
                if let BorderValue::Stateless(cost) = border.value {
                    open.insert((away + 1 + i64::from(cost), next));
                }
            }
        }
        None
    }
}

/// Returns the actors that a predicate requires in certain zones, and these zones.
fn goal(atom: &VictoryTerm) -> Option<(&VictorySubject, Vec<usize>)> {
    match atom {
        VictoryTerm::Reach { who, zones, .. } => Some((who, zones.clone())),
        VictoryTerm::Fallen { objective, zone, .. } => Some((objective, vec![*zone])),
        _ => None,
    }
}
