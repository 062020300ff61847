//! How the lines of a doctrine narrow the legal options (doctrines.md 3, "Evaluation"). Floor 6.
//!
//! Knows no conflict: what an option means is asked of a [`Scales`]. The survivors are a set of bits: 256, and more for a question of
//! more options.

use crate::pack::doctrine::{Mode, Order, Origin, Row, Topic, Using};
use crate::play::choice::{Choice, Options};

/// What weighs the options of one question.
pub(super) trait Scales {
    /// The *whether* topic that must agree before this option stays; none if it is how one declines, or a *which*.
    fn consent(&self, option: Choice) -> Option<Topic>;

    /// Whether a line speaks of an option at all; `consent` is what must agree to it.
    fn applies(&self, row: &Row, consent: Option<Topic>) -> bool {
        speaks_of(row, consent)
    }

    /// The line with this number among those of the point is read next. `false` if it fits no option whatever.
    fn read(&mut self, _line: usize) -> bool {
        true
    }

    /// Whether a line's words fit an option and its condition holds: of some continuation that the words allow, where
    /// the option is an early one of a chain.
    fn fits(&mut self, row: &Row, option: Choice) -> bool;

    /// How good an option that fits is by the order words of a line, as a list to compare; `None` if the line has none
    /// that tells options of this question apart. Greater is better.
    fn rank(&mut self, row: &Row, option: Choice) -> Option<(i64, i64)>;
}

/// Whether a line leaves what it keeps to chance, in its own words or in its pick's.
pub(super) fn is_random(row: &Row) -> bool {
    let order = row.choice.order.or(row.choice.pick.as_ref().and_then(|pick| pick.order));
    order == Some(Order::Random) || row.choice.with == Some(Using::By(Order::Random))
}

/// Options in a word of a set.
const WORD: usize = 128;

/// A set of options by number.
#[derive(Clone, Debug)]
struct Survivors {
    near: [u128; 2],
    /// Those from 256 on.
    far: Vec<u128>,
}

impl Survivors {
    const NONE: Survivors = Survivors { near: [0; 2], far: Vec::new() };

    /// The first `count` of them.
    fn first(count: usize) -> Survivors {
        let word = |place: usize| match count.saturating_sub(place * WORD) {
            left if left >= WORD => u128::MAX,
            left => (1_u128 << left) - 1,
        };
        Survivors { near: [word(0), word(1)], far: (2..count.div_ceil(WORD)).map(word).collect() }
    }

    fn add(&mut self, place: usize) {
        let (word, bit) = (place / WORD, 1_u128 << (place % WORD));
        if let Some(near) = self.near.get_mut(word) {
            *near |= bit;
            return;
        }
        let word = word - self.near.len();
        if word >= self.far.len() {
            self.far.resize(word + 1, 0);
        }
        if let Some(far) = self.far.get_mut(word) {
            *far |= bit;
        }
    }

    fn without(&self, other: &Survivors) -> Survivors {
        let ([low, high], [less_low, less_high]) = (self.near, other.near);
        let less = other.far.iter().copied().chain(std::iter::repeat(0));
        let far = self.far.iter().zip(less).map(|(word, less)| word & !less).collect();
        Survivors { near: [low & !less_low, high & !less_high], far }
    }

    /// Whether both have the same options; those from 256 on need not be kept in as many words.
    fn is(&self, other: &Survivors) -> bool {
        let words = self.far.len().max(other.far.len());
        let far = |set: &Survivors, word: usize| set.far.get(word).copied().unwrap_or(0);
        self.near == other.near && (0..words).all(|word| far(self, word) == far(other, word))
    }

    fn words(&self) -> impl Iterator<Item = u128> + '_ {
        self.near.iter().chain(&self.far).copied()
    }

    fn count(&self) -> u32 {
        self.words().map(u128::count_ones).sum()
    }

    fn is_empty(&self) -> bool {
        self.words().all(|word| word == 0)
    }

    /// Those that are left, with their numbers.
    fn of<'s>(&'s self, options: &'s [Choice]) -> impl Iterator<Item = (usize, Choice)> + 's {
        let ([mut word, second], mut first) = (self.near, 0);
        let mut more = std::iter::once(second).chain(self.far.iter().copied());
        std::iter::from_fn(move || {
            while word == 0 {
                word = more.next()?;
                first += WORD;
            }
            let place = first + usize::try_from(word.trailing_zeros()).ok()?;
            word &= word - 1;
            Some((place, options.get(place).copied()?))
        })
    }
}

/// What the lines decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decision<'r> {
    /// The option.
    pub(super) choice: Choice,
    /// The last line that narrowed; none if the default was all there was to say.
    pub(super) why: Option<&'r Origin>,
}

/// Reads the rows of a point over its options, the default first; `rows` in reading order, *whether* lines first.
/// `draw` gives a number below its argument from the seat's own stream. `None` without options.
pub(super) fn decide<'r, S: Scales + ?Sized>(
    rows: impl Iterator<Item = &'r Row> + Clone,
    options: &[Choice],
    scales: &mut S,
    draw: &mut dyn FnMut(usize) -> usize,
) -> Option<Decision<'r>> {
    narrow(rows, options, scales, draw, &mut |_| ())
}

/// All options in the order in which the lines prefer them: the answer, what else is left with it, and then what the
/// lines dropped, the last dropped first; among equals in canonical order.
pub(super) fn ranked<'r, S: Scales + ?Sized>(
    rows: impl Iterator<Item = &'r Row> + Clone,
    options: &[Choice],
    scales: &mut S,
    draw: &mut dyn FnMut(usize) -> usize,
) -> (Option<Decision<'r>>, Vec<Choice>) {
    let mut sets = vec![Survivors::first(options.len())];
    let decision = narrow(rows, options, scales, draw, &mut |alive| sets.push(alive.clone()));
    let mut order: Vec<Choice> = decision.iter().map(|decision| decision.choice).collect();
    let mut told = Survivors::NONE;
    for set in sets.into_iter().rev() {
        let fresh = set.without(&told);
        let fresh = fresh.of(options).map(|(_, option)| option);
        order.extend(fresh.filter(|&option| decision.is_none_or(|decision| decision.choice != option)));
        told = set;
    }
    (decision, order)
}

/// As [`decide`]; `note` is told what is left after each narrowing.
fn narrow<'r, S: Scales + ?Sized>(
    rows: impl Iterator<Item = &'r Row> + Clone,
    options: &[Choice],
    scales: &mut S,
    draw: &mut dyn FnMut(usize) -> usize,
    note: &mut dyn FnMut(&Survivors),
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
    let (mut alive, mut why) = agreed(rows.clone(), options, consents, scales);
    note(&alive);
    let mut random = false;
    let mut left_over = alive.count();
    for (line, row) in rows.enumerate() {
        if left_over <= 1 {
            break;
        }
        let mut fitting = Survivors::NONE;
        let mut read = false;
        for (place, option) in alive.of(options) {
            if !scales.applies(row, consents.get(place).copied().flatten()) {
                continue;
            }
            if !read && !scales.read(line) {
                break;
            }
            read = true;
            if scales.fits(row, option) {
                fitting.add(place);
            }
        }
        if fitting.is_empty() {
            continue;
        }
        let chosen = best(row, fitting, options, scales);
        let left = match row.mode {
            Mode::Keep => chosen,
            Mode::Avoid => alive.without(&chosen),
        };
        if left.is_empty() {
            continue;
        }
        random |= is_random(row) && row.mode == Mode::Keep;
        if !left.is(&alive) {
            alive = left;
            left_over = alive.count();
            why = Some(&row.from);
            note(&alive);
        }
    }
    let place = if random && left_over > 1 { draw(usize::try_from(left_over).unwrap_or(1)) } else { 0 };
    let choice = alive.of(options).nth(place).map_or(first, |(_, option)| option);
    Some(Decision { choice, why })
}

/// Removes the options of *whether* topics none of whose lines applies.
fn agreed<'r, S: Scales + ?Sized>(
    rows: impl Iterator<Item = &'r Row> + Clone,
    options: &[Choice],
    consents: &[Option<Topic>],
    scales: &mut S,
) -> (Survivors, Option<&'r Origin>) {
    let all = Survivors::first(options.len());
    let mut kept = Survivors::NONE;
    // Topics none of whose lines holds whatever the option.
    let mut hopeless = 0_u128;
    for (place, option) in all.of(options) {
        let agreed = match consents.get(place).copied().flatten() {
            None => true,
            Some(topic) if hopeless >> (topic as u32) & 1 == 1 => false,
            Some(topic) => {
                let mut hope = false;
                let mut lines = rows.clone().enumerate().filter(|(_, row)| row.topic == topic && row.mode == Mode::Keep);
                let agreed = lines.any(|(line, row)| {
                    let read = scales.read(line);
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
    // Where everything must be agreed to (a compel that cannot be refused), what is legal stays.
    if kept.is_empty() { (all, None) } else { (kept, None) }
}

/// A line of a *whether* topic speaks of that topic's options only, and any other line of the rest.
pub(super) fn speaks_of(row: &Row, consent: Option<Topic>) -> bool {
    match consent {
        Some(topic) => row.topic == topic,
        None => !row.topic.whether(),
    }
}

/// Of those that fit, the best by the line's order.
fn best<S: Scales + ?Sized>(row: &Row, fitting: Survivors, options: &[Choice], scales: &mut S) -> Survivors {
    let mut chosen = Survivors::NONE;
    let mut most: Option<(i64, i64)> = None;
    for (place, option) in fitting.of(options) {
        let Some(rank) = scales.rank(row, option) else { return fitting.clone() };
        if most.is_none_or(|most| rank > most) {
            most = Some(rank);
            chosen = Survivors::NONE;
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
    use crate::pack::doctrine::Choice as Words;
    use crate::play::choice::Verb;

    /// Options are numbers; a line's word is the set of numbers it fits, `best` by number where its order says so.
    struct Numbers;

    impl Scales for Numbers {
        fn consent(&self, option: Choice) -> Option<Topic> {
            (option.verb == Verb::Invoke).then_some(Topic::SpendFate)
        }

        fn fits(&mut self, row: &Row, option: Choice) -> bool {
            let set = row.choice.word.clone().unwrap_or_default();
            set.is_empty() || set.split(' ').any(|number| number.parse() == Ok(option.n))
        }

        fn rank(&mut self, row: &Row, option: Choice) -> Option<(i64, i64)> {
            row.choice.order.map(|_| (i64::from(option.n), 0))
        }
    }

    fn row(topic: Topic, mode: Mode, word: &str, line: u32) -> Row {
        let choice = Words { word: (!word.is_empty()).then(|| word.into()), ..Words::default() };
        Row { topic, mode, choice, test: None, from: Origin { doctrine: "d".into(), line } }
    }

    fn plain(numbers: &[i16]) -> Vec<Choice> {
        numbers.iter().map(|&n| Choice::of(Verb::Target).n(n)).collect()
    }

    fn decided(rows: &[Row], options: &[Choice]) -> (i16, Option<u32>) {
        let decision = decide(rows.iter(), options, &mut Numbers, &mut |_| 0).unwrap();
        (decision.choice.n, decision.why.map(|from| from.line))
    }

    #[test]
    fn lines_narrow_in_order_and_one_that_fits_nothing_is_skipped() {
        let options = plain(&[1, 2, 3, 4]);
        let rows = [
            row(Topic::Target, Mode::Keep, "2 3 4", 1),
            row(Topic::Target, Mode::Keep, "9", 2),
            row(Topic::Target, Mode::Keep, "1 3", 3),
            row(Topic::Target, Mode::Keep, "2", 4),
        ];
        assert_eq!(decided(&rows, &options), (3, Some(3)));
        assert_eq!(decided(&[], &options), (1, None), "without lines the default");
    }

    #[test]
    fn what_was_dropped_last_comes_next() {
        let options = plain(&[1, 2, 3, 4, 5]);
        let rows =
            [row(Topic::Target, Mode::Keep, "2 3 4", 1), row(Topic::Target, Mode::Keep, "3 4", 2), row(Topic::Target, Mode::Keep, "4", 3)];
        let (decision, order) = ranked(rows.iter(), &options, &mut Numbers, &mut |_| 0);
        assert_eq!(decision.unwrap().choice.n, 4);
        assert_eq!(order.iter().map(|choice| choice.n).collect::<Vec<_>>(), [4, 3, 2, 1, 5]);
    }

    #[test]
    fn avoid_removes_what_fits_unless_nothing_would_be_left() {
        let options = plain(&[1, 2, 3]);
        let rows = [row(Topic::Target, Mode::Avoid, "1 2", 1), row(Topic::Target, Mode::Avoid, "3", 2)];
        assert_eq!(decided(&rows, &options), (3, Some(1)), "the second would leave nothing");
        assert_eq!(decided(&[row(Topic::Target, Mode::Avoid, "1 2 3", 1)], &options), (1, None));
    }

    #[test]
    fn options_of_a_whether_topic_go_unless_one_of_its_lines_applies() {
        let mut options = plain(&[0]);
        options.extend([5, 6].map(|n| Choice::of(Verb::Invoke).n(n)));
        assert_eq!(decided(&[], &options), (0, None), "declined");
        let agree = row(Topic::SpendFate, Mode::Keep, "6", 7);
        assert_eq!(decided(std::slice::from_ref(&agree), &options), (6, Some(7)));
        let rows = [agree, row(Topic::SpendFate, Mode::Avoid, "6", 8)];
        assert_eq!(decided(&rows, &options), (6, Some(7)), "one option left ends the reading");
        let rows = [row(Topic::SpendFate, Mode::Avoid, "6", 3), row(Topic::SpendFate, Mode::Keep, "", 4)];
        assert_eq!(decided(&rows, &options), (5, Some(4)));
        let must: Vec<Choice> = options[1..].to_vec();
        assert_eq!(decided(&[], &must), (5, None), "what cannot be declined stays legal");
    }

    #[test]
    fn the_order_keeps_the_best_and_of_equals_the_first_counts() {
        let mut best = row(Topic::Target, Mode::Keep, "1 3", 1);
        best.choice.order = Some(crate::pack::doctrine::Order::Best);
        assert_eq!(decided(&[best], &plain(&[1, 2, 3])), (3, Some(1)));
    }

    #[test]
    fn a_line_that_ends_in_random_draws_from_the_seat_s_own_stream() {
        struct Drawn;
        impl Scales for Drawn {
            fn consent(&self, _: Choice) -> Option<Topic> {
                None
            }
            fn fits(&mut self, _: &Row, option: Choice) -> bool {
                option.n > 1
            }
            fn rank(&mut self, _: &Row, _: Choice) -> Option<(i64, i64)> {
                None
            }
        }
        let mut drawn = row(Topic::Target, Mode::Keep, "", 1);
        drawn.choice.order = Some(Order::Random);
        let rows = [drawn];
        let options = plain(&[1, 2, 3, 4]);
        let mut asked = Vec::new();
        let decision = decide(rows.iter(), &options, &mut Drawn, &mut |count| {
            asked.push(count);
            2
        });
        assert_eq!((decision.unwrap().choice.n, asked), (4, vec![3]));
    }

    #[test]
    fn two_hundred_and_fifty_six_options_fit() {
        let options: Vec<Choice> = (0..256).map(|n| Choice::of(Verb::Target).n(n)).collect();
        let rows = [row(Topic::Target, Mode::Keep, "127 128 255", 1), row(Topic::Target, Mode::Avoid, "127 128", 2)];
        assert_eq!(decided(&rows, &options), (255, Some(2)));
    }

    #[test]
    fn of_a_thousand_options_none_is_out_of_reach() {
        let options: Vec<Choice> = (0..1000).map(|n| Choice::of(Verb::Target).n(n)).collect();
        let rows = [row(Topic::Target, Mode::Keep, "127 256 640 999", 1), row(Topic::Target, Mode::Avoid, "127 256 640", 2)];
        assert_eq!(decided(&rows, &options), (999, Some(2)));
        let (_, order) = ranked(rows.iter(), &options, &mut Numbers, &mut |_| 0);
        assert_eq!((order.len(), order[0].n, order[1].n), (1000, 999, 127));
    }
}
