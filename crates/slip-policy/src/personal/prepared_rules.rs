//! Prepares the rules of a decision point for checking. Each condition is split into parts; the parts that are equal for all options are
//! separated, and cheap parts are sorted before expensive ones.
//!
//! The parts of a condition that are joined by `and` can be checked in any order, with one exception: the order words `best` and `easiest`
//! rank targets by the attacks that have been computed before (`PersonalEvaluator::against`), so in rules with these words the parts that
//! compute attacks keep their place.

use slip_pack::doctrine::{DoctrineRule, DoctrineWord, OptionOrder, RuleTerm, Topic};
use slip_pack::formula::{Formula, FormulaOperator};
use slip_play::choice::Verb;
use slip_play::question::Point;

/// Condition of a rule, prepared for checking.
#[derive(Clone, Debug, Default)]
pub(crate) struct PreparedRule {
    /// Parts of the condition that have the same result for all options of a question.
    pub(super) standing: Vec<PreparedCondition>,
    /// Parts of the condition whose result differs from option to option.
    pub(super) of_option: Vec<PreparedCondition>,
    /// True if checking the condition may compute attack odds.
    pub(super) aims: bool,
    /// Act that the rule names.
    pub(super) verb: Option<Verb>,
}

/// Part of a condition. Most parts compare a term with a number; this needs no evaluation of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PreparedCondition {
    /// `term OP number`: compares a term with a number.
    Compared(RuleTerm, FormulaOperator, i64),
    /// `misses_by <= reach` if true, `misses_by > reach` if false. The check need not add up all bonuses that the party can still add.
    Reached(bool),
    /// Any other formula, evaluated as a whole.
    Whole(Formula<RuleTerm>),
}

impl PreparedCondition {
    /// Creates a part from a condition; `fate_value` is the value of a fate point.
    fn of(condition: &Formula<RuleTerm>, fate_value: i64) -> PreparedCondition {
        match reckoned(condition, fate_value) {
            Formula::Value(term) => PreparedCondition::Compared(term, FormulaOperator::NotEqual, 0),
            Formula::Not(inner) => match *inner {
                Formula::Value(term) => PreparedCondition::Compared(term, FormulaOperator::Equal, 0),
                inner => PreparedCondition::Whole(Formula::Not(Box::new(inner))),
            },
            Formula::Binary(op, sides) if op.compares() => match *sides {
                (Formula::Value(term), Formula::Int(number)) => PreparedCondition::Compared(term, op, number),
                (Formula::Value(RuleTerm::Own(DoctrineWord::MissesBy)), Formula::Value(RuleTerm::Own(DoctrineWord::Reach)))
                    if op == FormulaOperator::AtMost =>
                {
                    PreparedCondition::Reached(true)
                }
                (Formula::Value(RuleTerm::Own(DoctrineWord::MissesBy)), Formula::Value(RuleTerm::Own(DoctrineWord::Reach)))
                    if op == FormulaOperator::More =>
                {
                    PreparedCondition::Reached(false)
                }
                sides => PreparedCondition::Whole(Formula::Binary(op, Box::new(sides))),
            },
            whole => PreparedCondition::Whole(whole),
        }
    }
}

/// Replaces the word `fate_value` in a condition by its number, and computes parts that are now constant.
fn reckoned(condition: &Formula<RuleTerm>, fate_value: i64) -> Formula<RuleTerm> {
    condition
        .map(&mut |term| match term {
            RuleTerm::Own(DoctrineWord::FateValue) => Formula::Int(fate_value),
            term => Formula::Value(term.clone()),
        })
        .settled()
}

/// Prepares the rules of a decision point, one entry per rule; `fate_value` is the value of a fate point.
pub(crate) fn laid(point: Point, rows: &[DoctrineRule], fate_value: i64) -> Vec<PreparedRule> {
    // At the decision point `act` the target is still to be chosen, so order words are not used.
    let by_aim =
        |row: &DoctrineRule| matches!(row.choice.pick.as_ref().and_then(|pick| pick.order), Some(OptionOrder::Best | OptionOrder::Easiest));
    let as_written = point != Point::Act && rows.iter().any(by_aim);
    rows.iter().map(|row| lay(row, as_written, fate_value)).collect()
}

fn lay(row: &DoctrineRule, as_written: bool, fate_value: i64) -> PreparedRule {
    let mut parts = Vec::new();
    if let Some(test) = &row.test {
        part(test, &mut parts);
    }
    let (mut standing, mut of_option) = (Vec::new(), Vec::new());
    let mut aimed = false;
    for part in parts {
        aimed |= as_written && names(part, &mut |term| aims(term));
        let apart = !aimed && !names(part, &mut |term| !is_standing(row.topic, term));
        if apart { &mut standing } else { &mut of_option }.push(part);
    }
    standing.sort_by_key(|part| cost(part));
    if !as_written {
        of_option.sort_by_key(|part| cost(part));
    }
    let aims = as_written || of_option.iter().any(|part| names(part, &mut |term| aims(term)));
    let verb = row.choice.word.as_deref().and_then(Verb::from_word);
    let parts = |parts: Vec<&Formula<RuleTerm>>| parts.into_iter().map(|part| PreparedCondition::of(part, fate_value)).collect();
    PreparedRule { standing: parts(standing), of_option: parts(of_option), aims, verb }
}

/// Splits a condition into the parts that are joined by `and`.
fn part<'f>(test: &'f Formula<RuleTerm>, out: &mut Vec<&'f Formula<RuleTerm>>) {
    match test {
        Formula::Binary(FormulaOperator::And, sides) => {
            part(&sides.0, out);
            part(&sides.1, out);
        }
        _ => out.push(test),
    }
}

/// True if `is_so` is true of any term in a formula.
fn names(formula: &Formula<RuleTerm>, is_so: &mut dyn FnMut(&RuleTerm) -> bool) -> bool {
    let mut any = false;
    formula.names(&mut |term| any |= is_so(term));
    any
}

fn cost(part: &Formula<RuleTerm>) -> u8 {
    let mut most = 0;
    part.names(&mut |term| most = most.max(cost_of(term)));
    most
}

/// Returns the cost class of computing a term. Each class is about ten times as expensive as the one before.
const fn cost_of(term: &RuleTerm) -> u8 {
    use DoctrineWord as W;
    match term {
        RuleTerm::Own(
            W::FateValue | W::Fate | W::Spin | W::Turn | W::Refused | W::SlotsLeft | W::HealthLeft | W::ComposureLeft | W::Points,
        ) => 0,
        RuleTerm::Own(W::MissesBy | W::WinsBy | W::Gain | W::Odds | W::TakenOut | W::Hit | W::Box) => 2,
        RuleTerm::Own(W::FreeReach | W::Reach | W::Answerable) => 4,
        RuleTerm::Own(W::TurnValue | W::Risk | W::Setup | W::HitChance | W::KillChance | W::Expected | W::AtStake) => 5,
        RuleTerm::It(W::TurnValue | W::Expected) => 5,
        RuleTerm::Own(_) | RuleTerm::It(_) | RuleTerm::OwnLeft(_) | RuleTerm::ItLeft(_) => 1,
        RuleTerm::Trained(_) | RuleTerm::Any(_) | RuleTerm::Count(_) => 3,
    }
}

/// True if evaluating a term may compute attack odds.
const fn aims(term: &RuleTerm) -> bool {
    // `out_of_range` depends on the range of the actor's weapons or skills.
    matches!(term, RuleTerm::Own(DoctrineWord::HitChance | DoctrineWord::KillChance | DoctrineWord::Expected | DoctrineWord::OutOfRange))
}

/// True if a term has the same value for all options to which rules of a topic apply. All compels that a question offers are on one actor,
/// so for compels a term about that actor has one value.
const fn is_standing(topic: Topic, term: &RuleTerm) -> bool {
    match term {
        RuleTerm::It(_) | RuleTerm::ItLeft(_) => matches!(topic, Topic::OfferCompel),
        RuleTerm::Own(word) => !is_of_option(*word),
        RuleTerm::OwnLeft(_) | RuleTerm::Trained(_) | RuleTerm::Any(_) | RuleTerm::Count(_) => true,
    }
}

/// True if a word depends on the option.
const fn is_of_option(word: DoctrineWord) -> bool {
    use DoctrineWord as W;
    matches!(
        word,
        W::Range
            | W::GoalDistance
            | W::HitChance
            | W::KillChance
            | W::Expected
            | W::Risk
            | W::Setup
            | W::EnemiesInZone
            | W::AlliesInZone
            | W::OutOfRange
            | W::InCover
            | W::Points
            | W::AtStake
            | W::GainSteps
            | W::BorderCost
    )
}

#[cfg(test)]
#[allow(clippy::panic, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use slip_pack::doctrine::{ActorGroup, ActorSelection, OptionCriteria as Words, RuleMode, RuleOrigin, UNIT};

    fn own(word: DoctrineWord) -> Formula<RuleTerm> {
        Formula::Value(RuleTerm::Own(word))
    }

    fn more(term: Formula<RuleTerm>) -> Formula<RuleTerm> {
        Formula::Binary(FormulaOperator::AtLeast, Box::new((term, Formula::Int(UNIT))))
    }

    fn all(parts: Vec<Formula<RuleTerm>>) -> Option<Formula<RuleTerm>> {
        parts.into_iter().reduce(|before, part| Formula::Binary(FormulaOperator::And, Box::new((before, part))))
    }

    fn row(topic: Topic, order: Option<OptionOrder>, test: Option<Formula<RuleTerm>>) -> DoctrineRule {
        let pick = ActorSelection { who: ActorGroup::Enemy, name: None, filters: Vec::new(), order };
        let choice = Words { pick: Some(pick), ..Words::default() };
        DoctrineRule { topic, mode: RuleMode::Keep, choice, test, from: RuleOrigin { doctrine: "d".into(), line: 1 } }
    }

    #[test]
    fn what_is_soonest_told_is_asked_first_and_what_is_the_same_for_all_once() {
        let turn = more(Formula::Value(RuleTerm::It(DoctrineWord::TurnValue)));
        let test =
            all(vec![turn.clone(), more(own(DoctrineWord::TurnValue)), more(own(DoctrineWord::Fate)), more(own(DoctrineWord::Points))]);
        let lines = laid(Point::Compel, &[row(Topic::OfferCompel, Some(OptionOrder::Dangerous), test)], UNIT);
        let [line] = &lines[..] else { panic!("one line, {lines:?}") };
        let standing = [more(own(DoctrineWord::Fate)), turn.clone(), more(own(DoctrineWord::TurnValue))];
        assert_eq!(line.standing, standing.map(|part| PreparedCondition::of(&part, UNIT)), "the compelled actor is the same in all");
        assert_eq!(line.of_option, [PreparedCondition::of(&more(own(DoctrineWord::Points)), UNIT)]);
        assert!(!line.aims);
        let lines = laid(Point::Compel, &[row(Topic::CompelSelf, None, Some(turn.clone()))], UNIT);
        assert_eq!(
            lines.first().map(|line| line.of_option.as_slice()),
            Some(&[PreparedCondition::of(&turn, UNIT)][..]),
            "with whom one deals is not"
        );
    }

    #[test]
    fn a_condition_with_or_is_one_part() {
        let either = Formula::Binary(FormulaOperator::Or, Box::new((more(own(DoctrineWord::Range)), more(own(DoctrineWord::Fate)))));
        let lines = laid(Point::Act, &[row(Topic::Act, None, all(vec![either.clone(), more(own(DoctrineWord::Spin))]))], UNIT);
        assert_eq!(
            lines.first().map(|line| (line.standing.len(), line.of_option.as_slice())),
            Some((1, &[PreparedCondition::Whole(either)][..]))
        );
    }

    #[test]
    fn what_is_compared_with_a_number_is_told_at_a_glance() {
        let compare = |op, left, right| Formula::Binary(op, Box::new((left, right)));
        let twice = compare(FormulaOperator::Multiply, Formula::Int(2), own(DoctrineWord::FateValue));
        let gain = compare(FormulaOperator::AtLeast, own(DoctrineWord::Gain), twice);
        assert_eq!(
            PreparedCondition::of(&gain, 150),
            PreparedCondition::Compared(RuleTerm::Own(DoctrineWord::Gain), FormulaOperator::AtLeast, 300)
        );
        let not = Formula::Not(Box::new(own(DoctrineWord::Answerable)));
        assert_eq!(
            PreparedCondition::of(&not, UNIT),
            PreparedCondition::Compared(RuleTerm::Own(DoctrineWord::Answerable), FormulaOperator::Equal, 0)
        );
        let short = |op| PreparedCondition::of(&compare(op, own(DoctrineWord::MissesBy), own(DoctrineWord::Reach)), UNIT);
        assert_eq!(
            [FormulaOperator::AtMost, FormulaOperator::More].map(short),
            [PreparedCondition::Reached(true), PreparedCondition::Reached(false)]
        );
        let spin = compare(FormulaOperator::AtMost, own(DoctrineWord::MissesBy), own(DoctrineWord::Spin));
        assert_eq!(PreparedCondition::of(&spin, UNIT), PreparedCondition::Whole(spin));
        for value in [0, 299, 300, 301] {
            for condition in [&gain, &not, &own(DoctrineWord::Armed)] {
                let PreparedCondition::Compared(_, op, number) = PreparedCondition::of(condition, 150) else {
                    panic!("{condition:?} is no comparison")
                };
                let look = |term: &RuleTerm| if *term == RuleTerm::Own(DoctrineWord::FateValue) { 150 } else { value };
                let truth = condition.eval(&mut |term| Ok(look(term))).is_ok_and(|value| value != 0);
                assert_eq!(op.holds(value, number), truth, "{condition:?} at {value}");
            }
        }
    }

    #[test]
    fn where_an_order_asks_what_attacks_promise_what_aims_stays_where_it_is_written() {
        let parts = vec![
            more(own(DoctrineWord::Turn)),
            more(own(DoctrineWord::Expected)),
            more(own(DoctrineWord::Fate)),
            more(own(DoctrineWord::Range)),
        ];
        let written = row(Topic::Act, None, all(parts.clone()));
        let lines = laid(Point::Whom, &[written.clone(), row(Topic::Target, Some(OptionOrder::Best), None)], UNIT);
        let parts: Vec<PreparedCondition> = parts.iter().map(|part| PreparedCondition::of(part, UNIT)).collect();
        assert_eq!(lines.first().map(|line| (line.standing.as_slice(), line.of_option.as_slice())), Some((&parts[..1], &parts[1..])));
        // Without an order word that needs attack odds, it does not matter in which order the parts are checked.
        let lines = laid(Point::Whom, &[written], UNIT);
        assert_eq!(lines.first().map(|line| (line.standing.len(), line.of_option.len())), Some((2, 2)));
    }
}
