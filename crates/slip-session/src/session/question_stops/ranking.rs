//! Orders the answers to a question for a person. The default comes first, then the answers that change the outcome, from the cheapest on.
//! If many uses of aspects have one price, two of them come first.

use super::outlook::{AnswerOutcome, is_own_compel, is_reroll, of_answer};
use slip_dice::fate::{Grade, Slots};
use slip_play::choice::{Choice, Options, Verb};
use slip_play::fight::Fight;
use slip_play::question::{Ask, Point};

/// Largest number of answers that a question about additions, consequences or compels shows at first. The player can ask for the others.
const SHOWN: usize = 6;

/// Number of additions with the same price and effect that are shown at first.
const ALIKE: usize = 2;

/// Answers in the order in which they are shown.
#[derive(Clone, Debug, Default)]
pub struct RankedAnswers {
    /// The answers, the default first.
    pub options: Options,
    /// Number of answers that are shown before the player asks for more; `None` if the list is shown as usual.
    pub shown: Option<usize>,
}

/// Orders the answers to a question. Only answers to questions about additions, consequences and compels are
/// reordered.
pub(in crate::session) fn ranked(fight: &Fight, ask: &Ask, options: Options) -> RankedAnswers {
    match ask.point {
        Point::Adjust => additions(fight, &options),
        Point::Mitigate => consequences(fight, &options),
        Point::Compel => compels(&options),
        _ => RankedAnswers { options, shown: None },
    }
}

/// Orders additions to a roll. Additions that change the outcome come first. Free ones precede paid ones, and less spin precedes more.
fn additions(fight: &Fight, options: &Options) -> RankedAnswers {
    let Some(pass) = options.default_choice() else { return RankedAnswers { options: options.clone(), shown: None } };
    let base = of_answer(fight, pass);
    let price = |choice: &Choice| match choice.verb {
        Verb::Free => (0, 0),
        Verb::Spin => (1, choice.n),
        Verb::Invoke | Verb::Tag => (2, 0),
        // Compels come after other additions, because the other side may refuse them.
        Verb::Compel => (3, choice.n),
        _ => (4, 0),
    };
    let key = |(place, choice): (usize, &Choice)| {
        let changes = of_answer(fight, *choice).differs(&base);
        let again = is_reroll(*choice);
        // Purchases that another actor would pay for come after those that the asked actor pays for.
        let by_other = choice.verb != Verb::Compel && choice.it.actor().is_some();
        ((is_dearer_compel(options, *choice), is_own_compel(*choice), !changes, again, by_other, price(choice)), place)
    };
    let mut rest: Vec<_> = options.as_slice().iter().enumerate().skip(1).map(key).collect();
    rest.sort_unstable();
    // Many aspects can often be used at the same price and with the same result. Only the first few of them are listed in front.
    let mut before = Vec::new();
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for (kind, place) in rest {
        let alike = before.iter().filter(|known| **known == kind).count();
        before.push(kind);
        if alike < ALIKE { first.push(place) } else { later.push(place) }
    }
    let shown = SHOWN.min(first.len() + 1);
    first.append(&mut later);
    reordered(options, first, shown)
}

/// True if the same compel is also offered at a lower price: same actor, aspect and demand.
fn is_dearer_compel(options: &Options, choice: Choice) -> bool {
    let rest = |choice: Choice| (choice.verb, choice.how & !Choice::BY_TAG, choice.it, choice.with);
    let price = |choice: Choice| if choice.how & Choice::BY_TAG != 0 { 0 } else { choice.n };
    choice.verb == Verb::Compel && options.as_slice().iter().any(|&other| rest(other) == rest(choice) && price(other) < price(choice))
}

/// Puts the cheapest compel by each aspect first, and compels of the player's own side last.
fn compels(options: &Options) -> RankedAnswers {
    let key = |(place, choice): (usize, &Choice)| ((is_dearer_compel(options, *choice), is_own_compel(*choice)), place);
    let mut rest: Vec<_> = options.as_slice().iter().enumerate().skip(1).map(key).collect();
    rest.sort_unstable();
    let first = rest.iter().filter(|((dearer, own), _)| !dearer && !own).count();
    reordered(options, rest.into_iter().map(|(_, place)| place).collect(), SHOWN.min(first + 1))
}

/// Ranks the answers to a hit: those that no other answer beats come first (see [`beats`]).
fn consequences(fight: &Fight, options: &Options) -> RankedAnswers {
    let results: Vec<(Choice, AnswerOutcome)> = options.as_slice().iter().map(|&choice| (choice, of_answer(fight, choice))).collect();
    let is_beaten = |one: &(Choice, AnswerOutcome)| {
        one.0.verb == Verb::Take && results.iter().any(|other| other.0.verb == Verb::Take && beats(other, one))
    };
    let (mut good, mut beaten): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    for (place, result) in results.iter().enumerate().skip(1) {
        if is_beaten(result) { beaten.push(place) } else { good.push(place) }
    }
    let shown = SHOWN.min(good.len() + 1);
    good.append(&mut beaten);
    reordered(options, good, shown)
}

/// True if the first of two answers to a hit is better than the second. Neither its consequences nor its damage may be worse, and at least
/// one of them must differ.
fn beats((one, this): &(Choice, AnswerOutcome), (other, that): &(Choice, AnswerOutcome)) -> bool {
    let [slots, others] = [one, other].map(|choice| Slots::from_number(choice.how));
    // One set of consequences is at most as costly as another if three numbers are not higher: the severe ones, the severe and moderate
    // ones together, and all together.
    let at_least = |slots: Slots| [slots.count_of(Grade::Severe), slots.count_of(Grade::Moderate), slots.count_of(Grade::Mild)];
    let mut sums = [0_u32; 2];
    let fewer = at_least(slots).into_iter().zip(at_least(others)).all(|(this, that)| {
        let [own, its] = sums;
        sums = [own + u32::from(this), its + u32::from(that)];
        sums.first() <= sums.last()
    });
    let damage =
        |outlook: &AnswerOutcome| (outlook.out.len(), outlook.marks.iter().map(|(.., box_number)| u32::from(*box_number)).sum::<u32>());
    fewer && damage(this) <= damage(that) && (slots != others || damage(this) < damage(that))
}

/// Returns the default and the answers at `places`, in the order of `places`.
fn reordered(options: &Options, places: Vec<usize>, shown: usize) -> RankedAnswers {
    let mut ordered = Options::new();
    options.default_choice().into_iter().for_each(|default| ordered.push(default));
    places.into_iter().filter_map(|place| options.get(place)).for_each(|choice| ordered.push(choice));
    let shown = shown.min(ordered.len());
    RankedAnswers { options: ordered, shown: Some(shown) }
}
