//! Checks the map of a social encounter together with its actors.
//!
//! Refuses borders that open and close. Warns of unreachable zones, of too little time for the goals, and of victories that are true from
//! the start.

mod enough_rounds;
mod won_at_start;

use crate::check::encounter::Scene;
use crate::check::encounter::victory::{members, pawns};
use crate::check::map::ZoneReach;
use crate::check::social_errors as errors;
use slip_pack::encounter::{Encounter, SocialEncounter, Victory, VictorySubject, VictoryTerm};
use slip_pack::formula::{Formula, FormulaOperator};
use slip_pack::map::{BorderValue, Map};
use slip_source::Span;
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_syntax::tree::Expr;

/// Data for the checks of the map of a social encounter.
struct SocialMapContext<'a, 'c, 't> {
    scene: &'a Scene<'c, 't>,
    encounter: &'a Encounter,
    social: &'a SocialEncounter,
    map: &'c Map,
    reach: &'a ZoneReach,
}

/// Refuses maps that social encounters cannot use.
pub(in crate::check::encounter) fn borders(scene: &Scene<'_, '_>, out: &mut Diagnostics) {
    let Some(map) = scene.map.filter(|map| map.valid) else { return };
    let at = scene.declared.entry("map").and_then(|entry| entry.only()).map(|name: &Expr| name.span);
    let opens = map.borders.iter().find(|border| matches!(border.value, BorderValue::Stateful { .. }));
    if let (Some(border), Some(at)) = (opens, at) {
        let name = |zone: usize| map.zones.get(zone).map_or("", |zone| zone.name.as_str());
        out.push(errors::border_with_state(at, name(border.from), name(border.to)));
    }
}

/// Reports weaknesses of the map as warnings. `lines` has the spans of the victories, in order.
pub(in crate::check::encounter) fn lint(scene: &Scene<'_, '_>, encounter: &Encounter, lines: &[Span], out: &mut Diagnostics) {
    let (Some(map), Some(reach), Some(social)) = (scene.map.filter(|map| map.valid), &scene.reach, encounter.social.as_deref()) else {
        return;
    };
    let ground = SocialMapContext { scene, encounter, social, map, reach };
    for (victory, span) in encounter.victories.iter().zip(lines) {
        if ground.out_of_reach(victory, *span, out) {
            continue;
        }
        if ground.holds_at_the_start(&victory.condition) {
            out.push(errors::won_at_the_start(*span));
        } else {
            ground.in_time(victory, *span, out);
        }
    }
}

impl SocialMapContext<'_, '_, '_> {
    /// Returns the zones where the actors or pawns of a victory can start.
    fn starts(&self, who: &VictorySubject) -> Vec<usize> {
        let actors = members(who, self.encounter).into_iter();
        let actors = actors.filter_map(|(side, place)| self.encounter.sides.get(side).map(|side| side.starts(place))).flatten();
        actors.chain(pawns(who, self.encounter).into_iter().map(|pawn| pawn.zone)).collect()
    }

    fn zone(&self, zone: usize) -> &str {
        self.map.zones.get(zone).map_or("", |zone| zone.name.as_str())
    }

    fn name_of(&self, who: &VictorySubject) -> String {
        let actor = members(who, self.encounter).first().and_then(|(side, place)| self.encounter.sides.get(*side)?.actors.get(*place));
        let pawn = pawns(who, self.encounter).first().map(|pawn| pawn.name.to_string());
        actor.map(|actor| actor.name.to_string()).or(pawn).unwrap_or_default()
    }

    /// Reports a victory that needs a zone which its actors cannot reach. A condition with `or` may become true in another way and is not
    /// reported. Returns true if it reported one.
    fn out_of_reach(&self, victory: &Victory, span: Span, out: &mut Diagnostics) -> bool {
        for atom in needed(&victory.condition) {
            let missing = match atom {
                VictoryTerm::Fallen { objective, zone, by } => self.nobody_falls(objective, *zone, *by, span),
                VictoryTerm::Majority { group, zones } => {
                    let (all, able) = self.able(*group, zones);
                    (2 * able <= all).then(|| errors::no_majority(span, self.group(*group), able, all))
                }
                _ => None,
            };
            if let Some(missing) = missing {
                out.push(missing);
                return true;
            }
        }
        false
    }

    /// Returns the message for an event that cannot happen. The objective (the actor who falls for another) cannot get to the zone, or no
    /// actor of the side `by` can.
    fn nobody_falls(&self, objective: &VictorySubject, zone: usize, by: Option<usize>, span: Span) -> Option<Diagnostic> {
        let gets = |starts: &[usize]| starts.iter().any(|start| self.reach.joins(*start, zone));
        if !gets(&self.starts(objective)) {
            return Some(errors::objective_elsewhere(span, &self.name_of(objective), self.zone(zone)));
        }
        let side = self.encounter.sides.get(by?)?;
        let suitors: Vec<usize> = (0..side.actors.len())
            .filter(|place| !members(objective, self.encounter).contains(&(by.unwrap_or_default(), *place)))
            .flat_map(|place| side.starts(place))
            .collect();
        (!gets(&suitors)).then(|| errors::suitors_elsewhere(span, &side.name, self.zone(zone)))
    }

    fn group(&self, group: usize) -> &str {
        self.social.groups.get(group).map_or("", |group| group.as_str())
    }

    /// Returns two numbers: the pawns in a group, and those of them that can get to one of the zones.
    fn able(&self, group: usize, zones: &[usize]) -> (usize, usize) {
        let of = || self.social.pawns.iter().filter(|pawn| pawn.group == Some(group));
        let able = of().filter(|pawn| zones.iter().any(|zone| self.reach.joins(pawn.zone, *zone))).count();
        (of().count(), able)
    }
}

/// Returns the atoms that must all be true for a condition to be true: those joined by `and`.
fn needed(condition: &Formula<VictoryTerm>) -> Vec<&VictoryTerm> {
    match condition {
        Formula::Value(atom) => vec![atom],
        Formula::Binary(FormulaOperator::And, sides) => {
            let mut all = needed(&sides.0);
            all.extend(needed(&sides.1));
            all
        }
        _ => Vec::new(),
    }
}
