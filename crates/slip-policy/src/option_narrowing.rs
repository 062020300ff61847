//! Narrows the legal options of a question by the rules of a doctrine. This is independent of the kind of conflict: options are evaluated
//! by an [`OptionScorer`].

use crate::option_set::{LargeOptionSet, OptionSet, WORD};
use slip_pack::doctrine::{DoctrineRule, OptionOrder, RuleMode, RuleOrigin, Topic, WeaponOrSkill};
use slip_play::choice::{Choice, Options};
use slip_play::ids::Id;

/// Evaluator of the options of one question: decides which options a rule fits, and ranks them.
pub(super) trait OptionScorer {
    /// Returns the yes-or-no topic to which an option belongs: the option can be taken only if a rule of this topic says yes. `None` for
    /// options that need no such rule.
    fn consent(&self, option: Choice) -> Option<Topic>;

    /// True if a rule concerns this option: the rule can choose it or exclude it. `consent` is the yes-or-no topic of the option.
    fn applies(&self, row: &DoctrineRule, consent: Option<Topic>) -> bool {
        speaks_of(row, consent)
    }

    /// Prepares to check options against a rule, which has this index at the decision point. Returns `false` if the rule cannot fit any
    /// option.
    fn read(&mut self, _line: usize, _row: &DoctrineRule) -> bool {
        true
    }

    /// True if a question can have options that this yes-or-no topic is about.
    fn may_come_up(&self, _topic: Topic) -> bool {
        true
    }

    /// True if a rule's words and condition fit an option. An option that is the first of several choices, such as an act before its
    /// target, fits if one of its continuations fits.
    fn fits(&mut self, row: &DoctrineRule, option: Choice) -> bool;

    /// Ranks an option that fits a rule by the rule's order word, such as `nearest`; greater is better. `None` if the rule has no order
    /// word, or if all options of this question rank equal.
    fn rank(&mut self, row: &DoctrineRule, option: Choice) -> Option<(i64, i64)>;
}

/// True if a rule chooses the option, the target or the weapon at random, with the word `random`.
pub(super) fn is_random(row: &DoctrineRule) -> bool {
    let order = row.choice.order.or(row.choice.pick.as_ref().and_then(|pick| pick.order));
    order == Some(OptionOrder::Random) || row.choice.with == Some(WeaponOrSkill::By(OptionOrder::Random))
}

/// Result of applying the rules of a doctrine to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decision<'r> {
    /// Option that was chosen.
    pub(super) choice: Choice,
    /// Last rule that narrowed the options; `None` if no rule applied and the default was taken.
    pub(super) why: Option<&'r RuleOrigin>,
}

/// Applies the rules of a decision point to the options of a question and returns the decision; `None` if there are no options. The first
/// option is the default. `rows` are the rules in the order of reading, those of yes-or-no topics first. `draw` returns a random number
/// below its argument, from the seat's own stream.
pub(super) fn decide<'r, S: OptionScorer>(
    rows: &'r [DoctrineRule],
    options: &[Choice],
    scales: &mut S,
    draw: &mut dyn FnMut(usize) -> usize,
) -> Option<Decision<'r>> {
    if options.len() <= WORD {
        narrow::<u64, S>(rows, options, scales, draw, |_| ())
    } else {
        narrow::<LargeOptionSet, S>(rows, options, scales, draw, |_| ())
    }
}

/// Returns the decision and a ranking of all options: the answer, then the other options that the rules left. The removed options follow,
/// the last removed first. Options of equal rank stay in the order of the list.
pub(super) fn ranked<'r, S: OptionScorer>(
    rows: &'r [DoctrineRule],
    options: &[Choice],
    scales: &mut S,
    draw: &mut dyn FnMut(usize) -> usize,
) -> (Option<Decision<'r>>, Vec<Choice>) {
    let mut sets = vec![LargeOptionSet::first(options.len())];
    let decision = narrow::<LargeOptionSet, S>(rows, options, scales, draw, |alive| sets.push(alive.clone()));
    let mut order: Vec<Choice> = decision.iter().map(|decision| decision.choice).collect();
    let mut told = LargeOptionSet::NONE;
    for set in sets.into_iter().rev() {
        let fresh = set.without(&told);
        let fresh = fresh.places().filter_map(|place| options.get(place).copied());
        order.extend(fresh.filter(|&option| decision.is_none_or(|decision| decision.choice != option)));
        told = set;
    }
    (decision, order)
}

/// Does the work of [`decide`] for one kind of option set. Each time a rule has removed options, `note` gets the options that are left.
fn narrow<'r, A: OptionSet, S: OptionScorer>(
    rows: &'r [DoctrineRule],
    options: &[Choice],
    scales: &mut S,
    draw: &mut dyn FnMut(usize) -> usize,
    mut note: impl FnMut(&A),
) -> Option<Decision<'r>> {
    let first = options.first().copied()?;
    let mut near = [None; Options::NEAR];
    let mut far = Vec::new();
    let consents = match near.get_mut(..options.len()) {
        Some(near) => near,
        None => {
            far.resize(options.len(), None);
            &mut far[..]
        }
    };
    for (consent, &option) in consents.iter_mut().zip(options) {
        *consent = scales.consent(option);
    }
    let consents = &*consents;
    let (mut alive, mut why): (A, _) = agreed(rows, options, consents, scales);
    note(&alive);
    for (line, row) in rows.iter().enumerate() {
        if !alive.are_several() {
            break;
        }
        let fitting = fitting(&alive, (line, row), options, consents, scales);
        if fitting.is_empty() {
            continue;
        }
        let mut chosen = best(row, fitting, options, scales);
        if is_random(row) && row.mode == RuleMode::Keep {
            chosen = drawn(&chosen, options, draw);
        }
        let left = match row.mode {
            RuleMode::Keep => chosen,
            RuleMode::Avoid => alive.without(&chosen),
        };
        if left.is_empty() {
            continue;
        }
        if left != alive {
            alive = left;
            why = Some(&row.from);
            note(&alive);
        }
    }
    let choice = alive.places().next().and_then(|place| options.get(place)).copied().unwrap_or(first);
    Some(Decision { choice, why })
}

/// Draws one of the options that a rule with `random` fits. If the options have different targets, only the target is drawn. All options
/// with this target are kept, and later rules choose among them.
fn drawn<A: OptionSet>(from: &A, options: &[Choice], draw: &mut dyn FnMut(usize) -> usize) -> A {
    let at = |place: usize| options.get(place).map(|option| option.it);
    let mut targets: Vec<Id> = Vec::new();
    for it in from.places().filter_map(at) {
        if !targets.contains(&it) {
            targets.push(it);
        }
    }
    let mut kept = A::NONE;
    match targets.len() {
        0 | 1 if !from.are_several() => from.places().for_each(|place| kept.add(place)),
        0 | 1 => {
            let place = draw(from.count());
            from.places().nth(place).into_iter().for_each(|place| kept.add(place));
        }
        several => {
            let target = targets.get(draw(several)).copied();
            from.places().filter(|&place| at(place) == target).for_each(|place| kept.add(place));
        }
    }
    kept
}

/// Returns the remaining options that fit a rule and that the rule may choose or exclude.
fn fitting<A: OptionSet, S: OptionScorer>(
    alive: &A,
    (line, row): (usize, &DoctrineRule),
    options: &[Choice],
    consents: &[Option<Topic>],
    scales: &mut S,
) -> A {
    let mut fitting = A::NONE;
    let mut read = false;
    for place in alive.places() {
        let Some((&option, &consent)) = options.get(place).zip(consents.get(place)) else { break };
        if !scales.applies(row, consent) {
            continue;
        }
        if !read && !scales.read(line, row) {
            break;
        }
        read = true;
        if scales.fits(row, option) {
            fitting.add(place);
        }
    }
    fitting
}

/// True if no rule can say yes to an option of a yes-or-no topic. False if a rule may say yes, depending on the option.
pub(super) fn agrees_to_nothing<S: OptionScorer>(rows: &[DoctrineRule], scales: &mut S) -> bool {
    let mut agreeing = rows.iter().enumerate().filter(|(_, row)| row.topic.whether() && row.mode == RuleMode::Keep);
    !agreeing.any(|(line, row)| scales.may_come_up(row.topic) && scales.read(line, row))
}

/// True if an option of a yes-or-no topic is taken without a rule that says yes. Such an option is a free offer that is the default of its
/// question; it is used unless a rule says no (R-XF1).
fn goes_by_itself(place: usize, topic: Topic) -> bool {
    place == 0 && topic == Topic::PayAccess
}

/// Returns the options without those of yes-or-no topics to which no rule says yes.
fn agreed<'r, A: OptionSet, S: OptionScorer>(
    rows: &'r [DoctrineRule],
    options: &[Choice],
    consents: &[Option<Topic>],
    scales: &mut S,
) -> (A, Option<&'r RuleOrigin>) {
    let mut kept = A::NONE;
    // Yes-or-no topics without a chance: no rule of the topic can hold for any option. One bit for each topic.
    let mut hopeless = 0_u128;
    for (place, (&option, &consent)) in options.iter().zip(consents).enumerate() {
        let agreed = match consent {
            None => true,
            Some(topic) if goes_by_itself(place, topic) => true,
            Some(topic) if hopeless >> (topic as u32) & 1 == 1 => false,
            Some(topic) => {
                let mut hope = false;
                let mut lines = rows.iter().enumerate().filter(|(_, row)| row.topic == topic && row.mode == RuleMode::Keep);
                let agreed = lines.any(|(line, row)| {
                    let read = scales.read(line, row);
                    hope |= read;
                    read && scales.fits(row, option)
                });
                hopeless |= u128::from(!hope) << (topic as u32);
                agreed
            }
        };
        if agreed {
            kept.add(place);
        }
    }
    // The rules may leave no option. An example is a compel that cannot be refused, if no rule allows it. Then all legal options stay.
    if kept.is_empty() { (A::first(options.len()), None) } else { (kept, None) }
}

/// True if a rule may choose an option or keep it out. A rule of a yes-or-no topic concerns only options of this topic; all other rules
/// concern only options without such a topic.
pub(super) fn speaks_of(row: &DoctrineRule, consent: Option<Topic>) -> bool {
    match consent {
        Some(topic) => row.topic == topic,
        None => !row.topic.whether(),
    }
}

/// Returns the best of the options that fit, by the order of the rule.
fn best<A: OptionSet, S: OptionScorer>(row: &DoctrineRule, fitting: A, options: &[Choice], scales: &mut S) -> A {
    let mut chosen = A::NONE;
    let mut most: Option<(i64, i64)> = None;
    for place in fitting.places() {
        let Some(rank) = options.get(place).and_then(|&option| scales.rank(row, option)) else { return fitting.clone() };
        if most.is_none_or(|most| rank > most) {
            most = Some(rank);
            chosen = A::NONE;
        }
        if most == Some(rank) {
            chosen.add(place);
        }
    }
    chosen
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use slip_pack::doctrine::OptionCriteria as Words;
    use slip_play::choice::Verb;

    /// Test evaluator whose options are numbers. The word of a rule lists the numbers that fit; an order word ranks the options by number.
    struct Numbers;

    impl OptionScorer for Numbers {
        fn consent(&self, option: Choice) -> Option<Topic> {
            (option.verb == Verb::Invoke).then_some(Topic::SpendFate)
        }

        fn fits(&mut self, row: &DoctrineRule, option: Choice) -> bool {
            let set = row.choice.word.clone().unwrap_or_default();
            set.is_empty() || set.split(' ').any(|number| number.parse() == Ok(option.n))
        }

        fn rank(&mut self, row: &DoctrineRule, option: Choice) -> Option<(i64, i64)> {
            row.choice.order.filter(|order| *order != OptionOrder::Random).map(|_| (i64::from(option.n), 0))
        }
    }

    fn row(topic: Topic, mode: RuleMode, word: &str, line: u32) -> DoctrineRule {
        let choice = Words { word: (!word.is_empty()).then(|| word.into()), ..Words::default() };
        DoctrineRule { topic, mode, choice, test: None, from: RuleOrigin { doctrine: "d".into(), line } }
    }

    fn plain(numbers: &[i16]) -> Vec<Choice> {
        numbers.iter().map(|&n| Choice::of(Verb::Target).n(n)).collect()
    }

    fn decided(rows: &[DoctrineRule], options: &[Choice]) -> (i16, Option<u32>) {
        let decision = decide(rows, options, &mut Numbers, &mut |_| 0).unwrap();
        (decision.choice.n, decision.why.map(|from| from.line))
    }

    #[test]
    fn lines_narrow_in_order_and_one_that_fits_nothing_is_skipped() {
        let options = plain(&[1, 2, 3, 4]);
        let rows = [
            row(Topic::Target, RuleMode::Keep, "2 3 4", 1),
            row(Topic::Target, RuleMode::Keep, "9", 2),
            row(Topic::Target, RuleMode::Keep, "1 3", 3),
            row(Topic::Target, RuleMode::Keep, "2", 4),
        ];
        assert_eq!(decided(&rows, &options), (3, Some(3)));
        assert_eq!(decided(&[], &options), (1, None), "without lines the default");
    }

    #[test]
    fn what_was_dropped_last_comes_next() {
        let options = plain(&[1, 2, 3, 4, 5]);
        let rows = [
            row(Topic::Target, RuleMode::Keep, "2 3 4", 1),
            row(Topic::Target, RuleMode::Keep, "3 4", 2),
            row(Topic::Target, RuleMode::Keep, "4", 3),
        ];
        let (decision, order) = ranked(&rows, &options, &mut Numbers, &mut |_| 0);
        assert_eq!(decision.unwrap().choice.n, 4);
        assert_eq!(order.iter().map(|choice| choice.n).collect::<Vec<_>>(), [4, 3, 2, 1, 5]);
    }

    #[test]
    fn avoid_removes_what_fits_unless_nothing_would_be_left() {
        let options = plain(&[1, 2, 3]);
        let rows = [row(Topic::Target, RuleMode::Avoid, "1 2", 1), row(Topic::Target, RuleMode::Avoid, "3", 2)];
        assert_eq!(decided(&rows, &options), (3, Some(1)), "the second would leave nothing");
        assert_eq!(decided(&[row(Topic::Target, RuleMode::Avoid, "1 2 3", 1)], &options), (1, None));
    }

    #[test]
    fn options_of_a_whether_topic_go_unless_one_of_its_lines_applies() {
        let mut options = plain(&[0]);
        options.extend([5, 6].map(|n| Choice::of(Verb::Invoke).n(n)));
        assert_eq!(decided(&[], &options), (0, None), "declined");
        let agree = row(Topic::SpendFate, RuleMode::Keep, "6", 7);
        assert_eq!(decided(std::slice::from_ref(&agree), &options), (6, Some(7)));
        let rows = [agree, row(Topic::SpendFate, RuleMode::Avoid, "6", 8)];
        assert_eq!(decided(&rows, &options), (6, Some(7)), "one option left ends the reading");
        let rows = [row(Topic::SpendFate, RuleMode::Avoid, "6", 3), row(Topic::SpendFate, RuleMode::Keep, "", 4)];
        assert_eq!(decided(&rows, &options), (5, Some(4)));
        let must: Vec<Choice> = options[1..].to_vec();
        assert_eq!(decided(&[], &must), (5, None), "what cannot be declined stays legal");
    }

    #[test]
    fn the_order_keeps_the_best_and_of_equals_the_first_counts() {
        let mut best = row(Topic::Target, RuleMode::Keep, "1 3", 1);
        best.choice.order = Some(slip_pack::doctrine::OptionOrder::Best);
        assert_eq!(decided(&[best], &plain(&[1, 2, 3])), (3, Some(1)));
    }

    #[test]
    fn a_line_that_ends_in_random_draws_from_the_seat_s_own_stream() {
        struct Drawn;
        impl OptionScorer for Drawn {
            fn consent(&self, _: Choice) -> Option<Topic> {
                None
            }
            fn fits(&mut self, _: &DoctrineRule, option: Choice) -> bool {
                option.n > 1
            }
            fn rank(&mut self, _: &DoctrineRule, _: Choice) -> Option<(i64, i64)> {
                None
            }
        }
        let mut drawn = row(Topic::Target, RuleMode::Keep, "", 1);
        drawn.choice.order = Some(OptionOrder::Random);
        let rows = [drawn];
        let options = plain(&[1, 2, 3, 4]);
        let mut asked = Vec::new();
        let decision = decide(&rows, &options, &mut Drawn, &mut |count| {
            asked.push(count);
            2
        });
        assert_eq!((decision.unwrap().choice.n, asked), (4, vec![3]));
    }

    #[test]
    fn a_random_line_draws_before_the_lines_behind_it_sort() {
        let mut drawn = row(Topic::Target, RuleMode::Keep, "1 2 3", 1);
        drawn.choice.order = Some(OptionOrder::Random);
        let rows = [drawn, row(Topic::Target, RuleMode::Keep, "1", 2)];
        let options = plain(&[1, 2, 3, 4]);
        for (place, wanted) in [(0, 1), (1, 2), (2, 3)] {
            let decision = decide(&rows, &options, &mut Numbers, &mut |count| {
                assert_eq!(count, 3);
                place
            });
            assert_eq!(decision.unwrap().choice.n, wanted);
        }
    }

    #[test]
    fn two_hundred_and_fifty_six_options_fit() {
        let options: Vec<Choice> = (0..256).map(|n| Choice::of(Verb::Target).n(n)).collect();
        let rows = [row(Topic::Target, RuleMode::Keep, "127 128 255", 1), row(Topic::Target, RuleMode::Avoid, "127 128", 2)];
        assert_eq!(decided(&rows, &options), (255, Some(2)));
    }

    #[test]
    fn of_a_thousand_options_none_is_out_of_reach() {
        let options: Vec<Choice> = (0..1000).map(|n| Choice::of(Verb::Target).n(n)).collect();
        let rows = [row(Topic::Target, RuleMode::Keep, "127 256 640 999", 1), row(Topic::Target, RuleMode::Avoid, "127 256 640", 2)];
        assert_eq!(decided(&rows, &options), (999, Some(2)));
        let (_, order) = ranked(&rows, &options, &mut Numbers, &mut |_| 0);
        assert_eq!((order.len(), order[0].n, order[1].n), (1000, 999, 127));
    }
}
