//! Builds the victories for the short forms of a social encounter. Their texts can follow the word `when`, like the conditions that authors
//! write.

use slip_pack::encounter::{Encounter, FALLS_FOR, PAWN_SCORE, SURVIVE_TIMER, SocialEncounter, Victory, VictorySubject, VictoryTerm};
use slip_pack::formula::{Formula, FormulaOperator};

type Condition = Formula<VictoryTerm>;

/// Returns the victories of `falls_for`: a side wins if one of its actors is alone with the objective in the zone. If a pawn is alone with
/// the objective, no side wins (R-SC14).
pub(super) fn fallen(encounter: &Encounter, (objective, name): (&VictorySubject, &str), (zone, place): (usize, &str)) -> Vec<Victory> {
    let by = |by| Formula::Value(VictoryTerm::Fallen { objective: objective.clone(), zone, by });
    let suits = |side: &usize| suitors(encounter, objective, *side);
    let mut victories: Vec<Victory> = (0..encounter.sides.len())
        .filter(suits)
        .map(|side| {
            let called = encounter.sides.get(side).map_or("", |side| side.name.as_str());
            victory(Some(side), by(Some(side)), format!("{name} falls for one of {called} at {place} ({FALLS_FOR})"))
        })
        .collect();
    if pawn_suitors(encounter, objective) {
        victories.push(victory(None, by(None), format!("{name} falls for a person without a side at {place} ({FALLS_FOR})")));
    }
    victories
}

/// True if a side has an actor, other than the objective, for whom the objective can fall.
pub(in crate::check::encounter) fn suitors(encounter: &Encounter, objective: &VictorySubject, side: usize) -> bool {
    let is_objective = |place: usize| matches!(objective, VictorySubject::Actors(actors) if actors.contains(&(side, place)));
    encounter.sides.get(side).is_some_and(|side| (0..side.actors.len()).any(|place| !is_objective(place)))
}

/// True if the encounter has a pawn for which the objective can fall, apart from the objective itself.
pub(in crate::check::encounter) fn pawn_suitors(encounter: &Encounter, objective: &VictorySubject) -> bool {
    let is_objective = |number: usize| matches!(objective, VictorySubject::Pawns(pawns) if pawns.contains(&number));
    let mut pawns = encounter.social.iter().flat_map(|social| &social.pawns).enumerate();
    pawns.any(|(number, pawn)| pawn.suitor && !is_objective(number))
}

/// Returns the victories of `pawn_score`: when time is up, the side with the most pawns of a group in its zones wins. Equal numbers are a
/// draw.
pub(super) fn score(
    encounter: &Encounter,
    social: &SocialEncounter,
    group: usize,
    camps: &[(usize, Vec<usize>)],
    places: &[String],
) -> Vec<Victory> {
    let name = social.groups.get(group).map_or("", |name| name.as_str());
    let there = |zones: &[usize]| Formula::Value(VictoryTerm::Pawns { group, zones: zones.to_vec() });
    let late = || Formula::Value(VictoryTerm::TimeOut);
    let ahead = |place: usize| {
        let own = camps.get(place).map_or(&[][..], |(_, zones)| zones);
        let others = camps.iter().enumerate().filter(|(other, _)| *other != place);
        others.map(|(_, (_, zones))| combine(FormulaOperator::More, there(own), there(zones))).reduce(both).unwrap_or(Formula::Int(0))
    };
    let mut victories: Vec<Victory> = camps
        .iter()
        .enumerate()
        .map(|(place, (side, _))| {
            let at = places.get(place).map_or("", String::as_str);
            victory(Some(*side), both(late(), ahead(place)), format!("most of {name} stand at {at} when time is up ({PAWN_SCORE})"))
        })
        .collect();
    let nobody = (0..camps.len()).map(ahead).reduce(|one, two| combine(FormulaOperator::Or, one, two)).unwrap_or(Formula::Int(0));
    let sides: Vec<&str> = camps.iter().filter_map(|(side, _)| encounter.sides.get(*side)).map(|side| side.name.as_str()).collect();
    let level = format!("{} have equally many of {name} when time is up ({PAWN_SCORE})", slip_suggest::enumerate(sides.into_iter()));
    victories.push(victory(None, both(late(), Formula::Not(Box::new(nobody))), level));
    victories
}

/// Returns the victory of `survive_timer`: the side wins if it still has an actor when time is up.
pub(super) fn survived(side: usize) -> Victory {
    let there = combine(FormulaOperator::More, Formula::Value(VictoryTerm::Active(side)), Formula::Int(0));
    victory(
        Some(side),
        both(Formula::Value(VictoryTerm::TimeOut), there),
        format!("the side still has an actor when time is up ({SURVIVE_TIMER})"),
    )
}

fn both(one: Condition, two: Condition) -> Condition {
    combine(FormulaOperator::And, one, two)
}

fn combine(op: FormulaOperator, one: Condition, two: Condition) -> Condition {
    Formula::Binary(op, Box::new((one, two)))
}

fn victory(side: Option<usize>, condition: Condition, text: String) -> Victory {
    Victory { side, condition, text }
}
