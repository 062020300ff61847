//! Prepares the rules of a decision point: splits each condition into parts, separates the parts that are equal for all options, and sorts
//! the parts so that cheap ones are checked first.
//!
//! The parts of a condition joined by `and` can be checked in any order. The exception is an order word that uses attack odds: its result
//! depends on the attacks that have been computed before (`Weigher::against`), so the parts that compute attacks keep their place.

use slip_pack::doctrine::{Order, Row, Term, Topic, Word};
use slip_pack::formula::{Formula, Op};
use slip_play::ask::Point;
use slip_play::choice::Verb;

/// Condition of a rule, prepared for checking.
#[derive(Clone, Debug, Default)]
pub(crate) struct Laid {
    /// Parts of the condition that are equal for all options of a question.
    pub(super) standing: Vec<Part>,
    /// Parts of the condition that depend on the option.
    pub(super) of_option: Vec<Part>,
    /// True if any part of the condition may compute attack odds.
    pub(super) aims: bool,
    /// Act that the rule names.
    pub(super) verb: Option<Verb>,
}

/// Part of a condition. Most parts compare a term with a number, which is checked without evaluating a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// `term OP number`: compares a term with a number.
    Compared(Term, Op, i64),
    /// `misses_by <= reach` (true), or `misses_by > reach` (false): checked without adding up all bonuses.
    Reached(bool),
    /// Any other formula, evaluated as a whole.
    Whole(Formula<Term>),
}

impl Part {
    /// Creates a part from a condition; `fate_value` is the value of a fate point.
    fn of(condition: &Formula<Term>, fate_value: i64) -> Part {
        match reckoned(condition, fate_value) {
            Formula::Value(term) => Part::Compared(term, Op::NotEqual, 0),
            Formula::Not(inner) => match *inner {
                Formula::Value(term) => Part::Compared(term, Op::Equal, 0),
                inner => Part::Whole(Formula::Not(Box::new(inner))),
            },
            Formula::Binary(op, sides) if op.compares() => match *sides {
                (Formula::Value(term), Formula::Int(number)) => Part::Compared(term, op, number),
                (Formula::Value(Term::Own(Word::MissesBy)), Formula::Value(Term::Own(Word::Reach))) if op == Op::AtMost => {
                    Part::Reached(true)
                }
                (Formula::Value(Term::Own(Word::MissesBy)), Formula::Value(Term::Own(Word::Reach))) if op == Op::More => {
                    Part::Reached(false)
                }
                sides => Part::Whole(Formula::Binary(op, Box::new(sides))),
            },
            whole => Part::Whole(whole),
        }
    }
}

/// Replaces `fate_value` by its number in a condition and adds up constants.
fn reckoned(condition: &Formula<Term>, fate_value: i64) -> Formula<Term> {
    condition
        .map(&mut |term| match term {
            Term::Own(Word::FateValue) => Formula::Int(fate_value),
            term => Formula::Value(term.clone()),
        })
        .settled()
}

/// Prepares the rules of a decision point, one entry per rule; `fate_value` is the value of a fate point.
pub(crate) fn laid(point: Point, rows: &[Row], fate_value: i64) -> Vec<Laid> {
    // At the decision point `act`, an option stands for all its continuations, and order words are not used.
    let by_aim = |row: &Row| matches!(row.choice.pick.as_ref().and_then(|pick| pick.order), Some(Order::Best | Order::Easiest));
    let as_written = point != Point::Act && rows.iter().any(by_aim);
    rows.iter().map(|row| lay(row, as_written, fate_value)).collect()
}

fn lay(row: &Row, as_written: bool, fate_value: i64) -> Laid {
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
    let parts = |parts: Vec<&Formula<Term>>| parts.into_iter().map(|part| Part::of(part, fate_value)).collect();
    Laid { standing: parts(standing), of_option: parts(of_option), aims, verb }
}

/// Collects the parts of a condition that are joined by `and`.
fn part<'f>(test: &'f Formula<Term>, out: &mut Vec<&'f Formula<Term>>) {
    match test {
        Formula::Binary(Op::And, sides) => {
            part(&sides.0, out);
            part(&sides.1, out);
        }
        _ => out.push(test),
    }
}

/// True if a predicate is true of any term of a formula.
fn names(formula: &Formula<Term>, is_so: &mut dyn FnMut(&Term) -> bool) -> bool {
    let mut any = false;
    formula.names(&mut |term| any |= is_so(term));
    any
}

fn cost(part: &Formula<Term>) -> u8 {
    let mut most = 0;
    part.names(&mut |term| most = most.max(cost_of(term)));
    most
}

/// Returns the cost class of a term; each class is about ten times as expensive as the one before.
const fn cost_of(term: &Term) -> u8 {
    use Word as W;
    match term {
        Term::Own(
            W::FateValue | W::Fate | W::Spin | W::Turn | W::Refused | W::SlotsLeft | W::HealthLeft | W::ComposureLeft | W::Points,
        ) => 0,
        Term::Own(W::MissesBy | W::WinsBy | W::Gain | W::Odds | W::TakenOut | W::Hit | W::Box) => 2,
        Term::Own(W::FreeReach | W::Reach | W::Answerable) => 4,
        Term::Own(W::TurnValue | W::Risk | W::Setup | W::HitChance | W::KillChance | W::Expected | W::AtStake) => 5,
        Term::It(W::TurnValue | W::Expected) => 5,
        Term::Own(_) | Term::It(_) | Term::OwnLeft(_) | Term::ItLeft(_) => 1,
        Term::Trained(_) | Term::Any(_) | Term::Count(_) => 3,
    }
}

/// True if evaluating a term may compute attack odds.
const fn aims(term: &Term) -> bool {
    // An actor's range depends on the weapon or skill used.
    matches!(term, Term::Own(Word::HitChance | Word::KillChance | Word::Expected | Word::OutOfRange))
}

/// True if a term is equal for all options that match rules of a topic. Compels of other actors are all on one actor, the one that the
/// question is about.
const fn is_standing(topic: Topic, term: &Term) -> bool {
    match term {
        Term::It(_) | Term::ItLeft(_) => matches!(topic, Topic::OfferCompel),
        Term::Own(word) => !is_of_option(*word),
        Term::OwnLeft(_) | Term::Trained(_) | Term::Any(_) | Term::Count(_) => true,
    }
}

/// True if a word depends on the option.
const fn is_of_option(word: Word) -> bool {
    use Word as W;
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
    use slip_pack::doctrine::{Choice as Words, Mode, Origin, Pick, UNIT, Who};

    fn own(word: Word) -> Formula<Term> {
        Formula::Value(Term::Own(word))
    }

    fn more(term: Formula<Term>) -> Formula<Term> {
        Formula::Binary(Op::AtLeast, Box::new((term, Formula::Int(UNIT))))
    }

    fn all(parts: Vec<Formula<Term>>) -> Option<Formula<Term>> {
        parts.into_iter().reduce(|before, part| Formula::Binary(Op::And, Box::new((before, part))))
    }

    fn row(topic: Topic, order: Option<Order>, test: Option<Formula<Term>>) -> Row {
        let pick = Pick { who: Who::Enemy, name: None, filters: Vec::new(), order };
        let choice = Words { pick: Some(pick), ..Words::default() };
        Row { topic, mode: Mode::Keep, choice, test, from: Origin { doctrine: "d".into(), line: 1 } }
    }

    #[test]
    fn what_is_soonest_told_is_asked_first_and_what_is_the_same_for_all_once() {
        let turn = more(Formula::Value(Term::It(Word::TurnValue)));
        let test = all(vec![turn.clone(), more(own(Word::TurnValue)), more(own(Word::Fate)), more(own(Word::Points))]);
        let lines = laid(Point::Compel, &[row(Topic::OfferCompel, Some(Order::Dangerous), test)], UNIT);
        let [line] = &lines[..] else { panic!("one line, {lines:?}") };
        let standing = [more(own(Word::Fate)), turn.clone(), more(own(Word::TurnValue))];
        assert_eq!(line.standing, standing.map(|part| Part::of(&part, UNIT)), "whoever is compelled is the same in all");
        assert_eq!(line.of_option, [Part::of(&more(own(Word::Points)), UNIT)]);
        assert!(!line.aims);
        let lines = laid(Point::Compel, &[row(Topic::CompelSelf, None, Some(turn.clone()))], UNIT);
        assert_eq!(lines.first().map(|line| line.of_option.as_slice()), Some(&[Part::of(&turn, UNIT)][..]), "with whom one deals is not");
    }

    #[test]
    fn a_condition_with_or_is_one_part() {
        let either = Formula::Binary(Op::Or, Box::new((more(own(Word::Range)), more(own(Word::Fate)))));
        let lines = laid(Point::Act, &[row(Topic::Act, None, all(vec![either.clone(), more(own(Word::Spin))]))], UNIT);
        assert_eq!(lines.first().map(|line| (line.standing.len(), line.of_option.as_slice())), Some((1, &[Part::Whole(either)][..])));
    }

    #[test]
    fn what_is_compared_with_a_number_is_told_at_a_glance() {
        let compare = |op, left, right| Formula::Binary(op, Box::new((left, right)));
        let twice = compare(Op::Multiply, Formula::Int(2), own(Word::FateValue));
        let gain = compare(Op::AtLeast, own(Word::Gain), twice);
        assert_eq!(Part::of(&gain, 150), Part::Compared(Term::Own(Word::Gain), Op::AtLeast, 300));
        let not = Formula::Not(Box::new(own(Word::Answerable)));
        assert_eq!(Part::of(&not, UNIT), Part::Compared(Term::Own(Word::Answerable), Op::Equal, 0));
        let short = |op| Part::of(&compare(op, own(Word::MissesBy), own(Word::Reach)), UNIT);
        assert_eq!([Op::AtMost, Op::More].map(short), [Part::Reached(true), Part::Reached(false)]);
        let spin = compare(Op::AtMost, own(Word::MissesBy), own(Word::Spin));
        assert_eq!(Part::of(&spin, UNIT), Part::Whole(spin));
        for value in [0, 299, 300, 301] {
            for condition in [&gain, &not, &own(Word::Armed)] {
                let Part::Compared(_, op, number) = Part::of(condition, 150) else { panic!("{condition:?} is no comparison") };
                let look = |term: &Term| if *term == Term::Own(Word::FateValue) { 150 } else { value };
                let truth = condition.eval(&mut |term| Ok(look(term))).is_ok_and(|value| value != 0);
                assert_eq!(op.holds(value, number), truth, "{condition:?} at {value}");
            }
        }
    }

    #[test]
    fn where_an_order_asks_what_attacks_promise_what_aims_stays_where_it_is_written() {
        let parts = vec![more(own(Word::Turn)), more(own(Word::Expected)), more(own(Word::Fate)), more(own(Word::Range))];
        let written = row(Topic::Act, None, all(parts.clone()));
        let lines = laid(Point::Whom, &[written.clone(), row(Topic::Target, Some(Order::Best), None)], UNIT);
        let parts: Vec<Part> = parts.iter().map(|part| Part::of(part, UNIT)).collect();
        assert_eq!(lines.first().map(|line| (line.standing.as_slice(), line.of_option.as_slice())), Some((&parts[..1], &parts[1..])));
        // Without an order word that uses attack odds, the position of the parts does not matter.
        let lines = laid(Point::Whom, &[written], UNIT);
        assert_eq!(lines.first().map(|line| (line.standing.len(), line.of_option.len())), Some((2, 2)));
    }
}
