//! Checks that a side can reach, or leave by, the zones that its victory requires.
//!
//! Zones without any connection were already refused where the victory is read. This check is about borders that no roll of the battle can
//! cross, and about objective zones.

use super::{BattleMapContext, movers};
use crate::check::battle_map_errors as errors;
use crate::check::encounter::battle_forms::Origins;
use crate::check::encounter::victory::members;
use slip_pack::encounter::{VictorySubject, VictoryTerm};
use slip_pack::formula::Formula;
use slip_source::diagnostic::Diagnostics;

/// Goal of a side: its actors, and zones. The actors must reach at least one of the zones.
type Goal = (Vec<(usize, usize)>, Vec<usize>);

impl BattleMapContext<'_, '_, '_> {
    /// Warns of zones that a side must get to but cannot.
    pub(super) fn goals(&self, origins: &Origins, out: &mut Diagnostics) {
        self.objectives(origins, out);
        let mut said: Vec<Goal> = Vec::new();
        for (victory, span) in self.encounter.victories.iter().zip(&origins.victories) {
            let mut wanted = Vec::new();
            atoms(&victory.condition, &mut |atom| wanted.extend(self.wanted(atom)));
            for (who, zones, leaves) in wanted {
                let goal = (members(&who, self.encounter), zones);
                if goal.1.is_empty() || said.contains(&goal) || self.somebody_gets(&goal.0, &goal.1, leaves) {
                    continue;
                }
                out.push(errors::out_of_reach(*span, &self.called(&who), &self.names(&goal.1), leaves));
                said.push(goal);
            }
        }
    }

    /// Warns of objective zones that a side without aircraft cannot reach.
    fn objectives(&self, origins: &Origins, out: &mut Diagnostics) {
        let sides = 0..self.encounter.sides.len();
        for &(zone, span) in &origins.objectives {
            let comes = |side: &usize| self.flies(*side) || self.starts_of(*side).iter().any(|start| self.ways.joins(*start, zone));
            let kept: Vec<&str> = sides
                .clone()
                .filter(|side| !comes(side))
                .filter_map(|side| self.encounter.sides.get(side))
                .map(|side| side.name.as_str())
                .collect();
            if !kept.is_empty() {
                out.push(errors::objective(span, self.zone(zone), &kept, kept.len() == sides.len(), self.line_of_zone(zone)));
            }
        }
    }

    /// Returns the actors and zones of a predicate. The flag is true if the actors must leave the map by the zones.
    fn wanted(&self, atom: &VictoryTerm) -> Option<(VictorySubject, Vec<usize>, bool)> {
        let exits = || (0..self.map.zones.len()).filter(|zone| self.map.zones.get(*zone).is_some_and(|zone| zone.exit)).collect();
        match atom {
            VictoryTerm::Reach { who, zones, .. } => Some((who.clone(), zones.clone(), false)),
            VictoryTerm::Hold { side, zone, .. } | VictoryTerm::Control { side, zone } => {
                Some((VictorySubject::Side(*side), vec![*zone], false))
            }
            VictoryTerm::Exited { who, zones } if zones.is_empty() => Some((who.clone(), exits(), true)),
            VictoryTerm::Exited { who, zones } => Some((who.clone(), zones.clone(), true)),
            VictoryTerm::LeftMap(who) => Some((who.clone(), exits(), true)),
            _ => None,
        }
    }

    /// True if one of the actors `who` can get to one of the zones. Aircraft can get to any zone, but cannot leave by an exit.
    fn somebody_gets(&self, who: &[(usize, usize)], zones: &[usize], leaves: bool) -> bool {
        let mut sides: Vec<usize> = who.iter().map(|(side, _)| *side).collect();
        sides.dedup();
        if !leaves && sides.iter().any(|side| self.flies(*side)) {
            return true;
        }
        who.iter().any(|(side, at)| {
            let Some(of) = self.encounter.sides.get(*side) else { return true };
            let walks = of.actors.get(*at).is_some_and(movers::walks);
            walks && of.starts(*at).iter().any(|start| zones.iter().any(|zone| self.ways.joins(*start, *zone)))
        })
    }

    fn called(&self, who: &VictorySubject) -> String {
        let name = |side: usize| self.encounter.sides.get(side).map_or_else(String::new, |side| side.name.to_string());
        match who {
            VictorySubject::Side(side) => name(*side),
            VictorySubject::AtLeast(_, who) => self.called(who),
            VictorySubject::Actors(actors) => match actors.as_slice() {
                [(side, at)] => {
                    let of = self.encounter.sides.get(*side);
                    of.and_then(|of| of.actors.get(*at)).map_or_else(String::new, |actor| actor.name.to_string())
                }
                [(side, _), ..] => name(*side),
                [] => String::new(),
            },
            VictorySubject::Pawns(_) => String::new(),
        }
    }

    fn names(&self, zones: &[usize]) -> Vec<&str> {
        zones.iter().map(|zone| self.zone(*zone)).collect()
    }
}

/// Calls `see` for every atom (number or predicate) of a condition.
fn atoms(formula: &Formula<VictoryTerm>, see: &mut impl FnMut(&VictoryTerm)) {
    match formula {
        Formula::Value(atom) => see(atom),
        Formula::Negate(inner) | Formula::Not(inner) => atoms(inner, see),
        Formula::Binary(_, sides) => {
            atoms(&sides.0, see);
            atoms(&sides.1, see);
        }
        Formula::Int(_) | Formula::If(_) | Formula::Call(..) | Formula::Table(..) => {}
    }
}
