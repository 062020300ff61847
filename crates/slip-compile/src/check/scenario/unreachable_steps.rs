//! Finds the steps of a scenario that can never be played.
//!
//! All courses of the scenario are tried. In a course, each played step is won by one of its sides or is a draw, and every other fact in a
//! condition is either true or false. Reports nothing if there are more courses than a limit.

use slip_pack::encounter::Encounter;
use slip_pack::formula::Formula;
use slip_pack::scenario::{ScenarioStep, ScenarioTerm};
use std::collections::BTreeMap;

/// Maximum number of possible courses of a scenario that are tried.
const MOST_COURSES: u64 = 50_000;

/// Returns the indices of the steps that are not played in any possible course of the scenario.
pub(super) fn unreachable(steps: &[ScenarioStep], encounters: &[Option<&Encounter>]) -> Vec<usize> {
    let conditions = steps.iter().flat_map(|step| &step.when);
    let mut free: Vec<ScenarioTerm> = Vec::new();
    let mut asked = vec![false; steps.len()];
    for condition in conditions {
        condition.names(&mut |fact| match fact {
            ScenarioTerm::Won(step, _) | ScenarioTerm::Drawn(step) => asked.iter_mut().skip(*step).take(1).for_each(|asked| *asked = true),
            ScenarioTerm::Ended(..) if !free.contains(fact) => free.push(fact.clone()),
            ScenarioTerm::Ended(..) | ScenarioTerm::Played(_) => {}
        });
    }
    // If no condition asks for the result of a step, one result is enough here, because the result makes no difference.
    let ways: Vec<u64> = asked
        .iter()
        .zip(encounters)
        .map(|(asked, encounter)| if *asked { encounter.map_or(1, |encounter| len(encounter.sides.len()) + 1) } else { 1 })
        .chain(free.iter().map(|_| 2))
        .collect();
    let courses = ways.iter().try_fold(1_u64, |all, ways| all.checked_mul(*ways).filter(|all| *all <= MOST_COURSES));
    let Some(courses) = courses else { return Vec::new() };
    let sides: Vec<u64> = encounters.iter().map(|encounter| encounter.map_or(0, |encounter| len(encounter.sides.len()))).collect();
    let mut reached = vec![false; steps.len()];
    for course in 0..courses {
        let mut rest = course;
        let ends: Vec<u64> = ways
            .iter()
            .map(|ways| {
                let end = rest % ways;
                rest /= ways;
                end
            })
            .collect();
        let (of_steps, of_facts) = ends.split_at(steps.len().min(ends.len()));
        let facts: BTreeMap<&ScenarioTerm, i64> = free.iter().zip(of_facts).map(|(fact, end)| (fact, i64::from(*end == 1))).collect();
        for (step, played) in walk(steps, of_steps, &sides, &facts).into_iter().enumerate() {
            reached.iter_mut().skip(step).take(1).for_each(|reached| *reached |= played);
        }
    }
    reached.iter().enumerate().filter(|(_, reached)| !**reached).map(|(step, _)| step).collect()
}

fn len(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// Returns one flag for each step: true if the step is played. `ends` contains the outcome of each step: the index of the winning side, or
/// the number of sides for a draw.
fn walk(steps: &[ScenarioStep], ends: &[u64], sides: &[u64], facts: &BTreeMap<&ScenarioTerm, i64>) -> Vec<bool> {
    let mut played: Vec<bool> = Vec::new();
    let mut chosen = false;
    for step in steps {
        let was = |number: &usize| played.get(*number).copied().unwrap_or(false);
        let holds = step.when.as_ref().is_none_or(|condition: &Formula<ScenarioTerm>| {
            let value = condition.eval(&mut |fact| {
                Ok(match fact {
                    ScenarioTerm::Played(number) => i64::from(was(number)),
                    ScenarioTerm::Won(number, side) => i64::from(was(number) && ends.get(*number) == Some(&len(*side))),
                    // `ends` has the index of the side that won the step. A draw is stored as the number of sides, which is not the index
                    // of any side.
                    ScenarioTerm::Drawn(number) => i64::from(was(number) && ends.get(*number) == sides.get(*number)),
                    ScenarioTerm::Ended(number, ..) => i64::from(was(number)) * facts.get(fact).copied().unwrap_or(0),
                })
            });
            value.is_ok_and(|value| value != 0)
        });
        let plays = holds && !(step.otherwise && chosen);
        if !step.otherwise {
            chosen = false;
        }
        chosen |= plays;
        played.push(plays);
    }
    played
}
