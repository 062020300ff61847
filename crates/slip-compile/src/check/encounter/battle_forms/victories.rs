//! Builds the victories of each form of battle.
//!
//! A condition on the last turn is true when that turn is over. The texts are phrased to follow the word `when`, as those of authors are.

use super::Roles;
use super::units_to_leave::{ExitGoal, LeavingGroup};
use slip_pack::encounter::{Encounter, Form, Victory, VictorySubject, VictoryTerm};
use slip_pack::formula::{Formula, FormulaOperator};

type Condition = Formula<VictoryTerm>;

/// Returns the victories of a meeting: the last side with units wins; at the end, the side whose units are worth more wins.
pub(super) fn meeting(encounter: &Encounter) -> Vec<Victory> {
    let form = Form::Meeting;
    let sides = || 0..encounter.sides.len();
    let alone = sides().map(|side| victory(side, Formula::Value(VictoryTerm::LastStanding(side)), "nobody else is left", form));
    let ahead = encounter.limit.into_iter().flat_map(|last| {
        sides().map(move |side| {
            let text = format!("its units are worth the most at the end of turn {last}");
            victory(side, both(over(last), most(encounter, side, VictoryTerm::Worth)), &text, form)
        })
    });
    alone.chain(ahead).collect()
}

/// Returns the victories of a battle for objectives: at the end, the side with units on the most objective zones wins.
pub(super) fn objectives(encounter: &Encounter) -> Vec<Victory> {
    let Some(last) = encounter.limit else { return Vec::new() };
    let text = format!("it has units on the most objectives at the end of turn {last}");
    (0..encounter.sides.len())
        .map(|side| victory(side, both(over(last), most(encounter, side, VictoryTerm::Objectives)), &text, Form::Objectives))
        .collect()
}

/// Returns the victories of a getaway: one side must leave the map, the other must prevent it.
pub(super) fn getaway(encounter: &Encounter, roles: &Roles, goal: &ExitGoal, form: Form) -> Vec<Victory> {
    let done = left(goal);
    let mut victories = vec![victory(roles.one, done.clone(), &told(goal), form)];
    victories.extend(prevented(encounter, roles, goal, done, form));
    victories
}

/// Returns the victories of an ambush: one side must inflict losses and leave, the other must survive.
pub(super) fn ambush(encounter: &Encounter, roles: &Roles, goal: &ExitGoal, losses: u32) -> Vec<Victory> {
    let hurt = compare(FormulaOperator::AtLeast, Formula::Value(VictoryTerm::Lost(VictorySubject::Side(roles.other))), number(losses));
    let done = both(hurt, left(goal));
    let patrol = encounter.sides.get(roles.other).map_or("", |side| side.name.as_str());
    let are = if losses == 1 { "is" } else { "are" };
    let text = format!("{losses} of {patrol} {are} lost and {}", told(goal));
    let mut victories = vec![victory(roles.one, done.clone(), &text, Form::Ambush)];
    victories.extend(prevented(encounter, roles, goal, done, Form::Ambush));
    victories
}

/// Returns the victories of the side that must prevent the other side's goal. It wins when the other side has too few units left, or if the
/// goal has not been reached after the last turn.
fn prevented(encounter: &Encounter, roles: &Roles, goal: &ExitGoal, done: Condition, form: Form) -> Vec<Victory> {
    let lost = goal.groups.iter().map(|group| cannot(group, &goal.exits)).reduce(|one, two| combine(FormulaOperator::Or, one, two));
    let names: Vec<&str> = goal.groups.iter().map(|group| group.title.as_str()).collect();
    let who = slip_suggest::alternatives(names.into_iter());
    let mut victories = Vec::new();
    victories.extend(lost.map(|lost| victory(roles.other, lost, &format!("too few of {who} can still leave"), form)));
    victories.extend(encounter.limit.map(|last| {
        let late = both(over(last), Formula::Not(Box::new(done)));
        let what = match form {
            Form::Ambush => "the ambush has not succeeded".to_owned(),
            _ => format!("too few of {who} have left"),
        };
        victory(roles.other, late, &format!("{what} by the end of turn {last}"), form)
    }));
    victories
}

/// Returns the condition that all groups have left the map, or that enough members of each group have left.
fn left(goal: &ExitGoal) -> Condition {
    let of = |group: &LeavingGroup| compare(FormulaOperator::AtLeast, exited(&group.who, &goal.exits), number(group.wanted));
    goal.groups.iter().map(of).reduce(both).unwrap_or(Formula::Int(0))
}

/// Returns the condition that a group can no longer reach its goal. Its lost members, and those that left by an exit that does not count,
/// leave too few others.
fn cannot(group: &LeavingGroup, exits: &[usize]) -> Condition {
    let lost = Formula::Value(VictoryTerm::Lost(group.who.clone()));
    let gone = if exits.is_empty() {
        lost
    } else {
        let elsewhere = combine(FormulaOperator::Subtract, exited(&group.who, &[]), exited(&group.who, exits));
        combine(FormulaOperator::Add, lost, elsewhere)
    };
    compare(FormulaOperator::More, gone, number(group.total.saturating_sub(group.wanted)))
}

fn exited(who: &VictorySubject, zones: &[usize]) -> Condition {
    Formula::Value(VictoryTerm::Exited { who: who.clone(), zones: zones.to_vec() })
}

/// Describes the goal for people: `3 of runners have left by north`.
fn told(goal: &ExitGoal) -> String {
    let groups: Vec<String> = goal
        .groups
        .iter()
        .map(|group| match (group.wanted, group.total) {
            (1, 1) => group.title.clone(),
            (wanted, total) if wanted == total => format!("all {total} of {}", group.title),
            (wanted, _) => format!("{wanted} of {}", group.title),
        })
        .collect();
    let has = if goal.groups.len() == 1 && goal.groups.iter().all(|group| group.wanted == 1) { "has" } else { "have" };
    let way = if goal.by.is_empty() {
        "the map".to_owned()
    } else {
        format!("by {}", slip_suggest::alternatives(goal.by.iter().map(String::as_str)))
    };
    format!("{} {has} left {way}", slip_suggest::enumerate(groups.iter().map(String::as_str)))
}

/// Returns the condition that a side has more of a certain amount than every other side. `what` is the term for the amount, such as the
/// number of units.
fn most(encounter: &Encounter, side: usize, what: fn(usize) -> VictoryTerm) -> Condition {
    let others = (0..encounter.sides.len()).filter(|other| *other != side);
    let ahead = others.map(|other| compare(FormulaOperator::More, Formula::Value(what(side)), Formula::Value(what(other))));
    ahead.reduce(both).unwrap_or(Formula::Int(0))
}

/// Returns the condition that a turn is over.
fn over(turn: u32) -> Condition {
    compare(FormulaOperator::AtLeast, Formula::Value(VictoryTerm::Turn), number(turn))
}

fn number(value: u32) -> Condition {
    Formula::Int(i64::from(value))
}

fn both(one: Condition, two: Condition) -> Condition {
    combine(FormulaOperator::And, one, two)
}

fn compare(op: FormulaOperator, one: Condition, two: Condition) -> Condition {
    combine(op, one, two)
}

fn combine(op: FormulaOperator, one: Condition, two: Condition) -> Condition {
    Formula::Binary(op, Box::new((one, two)))
}

fn victory(side: usize, condition: Condition, text: &str, form: Form) -> Victory {
    Victory { side: Some(side), condition, text: format!("{text} ({})", form.word()) }
}
