//! Player with look-ahead: tries the options that a doctrine prefers in copies of the fight before it answers.
//!
//! The budget of a search is a number of samples, not a time. The dice of a sample depend only on the encounter's seed, the seat, the
//! number of the question and the number of the sample. The answer is therefore the same on every machine, and no seat sees dice that will
//! be rolled later.

mod exact;
mod look_ahead;
mod minimax;
mod playout_sample;

use crate::doctrine::DoctrineSeat;
use crate::search::look_ahead::SupportsLookahead;
use crate::{Policy, first};
use ecow::EcoString;
use slip_pack::Pack;
use slip_pack::doctrine::Doctrine;
use slip_pack::encounter::{Encounter, Lookahead};
use slip_play::choice::{Answer, Choice, Options};
use slip_play::event::Events;
use slip_play::fight::{FightRef, Playable};
use slip_play::personal::Personal;
use slip_play::personal::closed_sheets::KnownSheets;
use slip_play::question::{Ask, Point, Points};
use slip_play::stakes::StakesConflict;

/// Maximum number of options that are tried.
const MOST_CANDIDATES: usize = 16;

/// Number of samples that is used if an exact search is requested but the dice have too many results (R-XTS1).
const INSTEAD_OF_EXACT: u32 = 400;

/// Player that looks ahead: it tries options in copies of the fight.
#[derive(Clone, Debug)]
pub struct SearchSeat {
    /// Name of the player in the log: `search(flee, 400 samples, 2 turns)`.
    title: String,
    ahead: Lookahead,
    /// Number of the side that the player plays.
    own: usize,
    /// Seed of the encounter.
    seed: u64,
    /// Doctrines by which the sides play in copies of the fight. The player's own doctrine is always present; doctrines of the other sides
    /// are present if they are known.
    models: Vec<DoctrineSeat>,
    /// Reason of the last answer, for the log.
    told: Option<EcoString>,
    /// Buffers for copies of the fight that are played on.
    room: Room,
    /// Facts that this seat knows about the sheets of other sides. These sheets may be closed.
    known: KnownSheets,
}

/// Reusable buffers of a search.
#[derive(Clone, Debug, Default)]
struct Room {
    options: Options,
    events: Events,
}

/// Option that is tried, with the values of its samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Candidate {
    choice: Choice,
    /// Sum of the values of the option's samples.
    sum: i64,
    /// Number of the option's samples.
    count: i64,
}

impl SearchSeat {
    /// Creates the seat of a side that looks ahead with a doctrine; `None` uses the standard one. The other sides are assumed to play by
    /// the doctrines of the encounter, unless sheets are closed (R-XTS3). Returns `None` if the doctrine cannot play here or there is no
    /// such side.
    pub fn new(
        pack: &Pack,
        encounter: &Encounter,
        side: usize,
        doctrine: Option<&Doctrine>,
        ahead: Lookahead,
        seed: u64,
    ) -> Option<SearchSeat> {
        let closed = encounter.rules.is("closed_sheets", "yes");
        let mut models = Vec::with_capacity(encounter.sides.len());
        for (number, stream) in (0..encounter.sides.len()).zip(1_u64..) {
            let other = || encounter.sides.get(number)?.doctrine.as_ref().and_then(|key| pack.doctrines.get(key));
            let known = if number == side { doctrine } else { other().filter(|_| !closed) };
            models.push(DoctrineSeat::of_doctrine(pack, encounter.play, known, seed, stream)?);
        }
        let name = Policy::<Personal>::doctrine(models.get(side)?)?;
        let title = format!("search({name}, {ahead})");
        Some(SearchSeat { title, ahead, own: side, seed, models, told: None, room: Room::default(), known: KnownSheets::default() })
    }

    /// Creates the seat of a side that has look-ahead in the encounter; `None` if the side has none.
    pub fn of_side(pack: &Pack, encounter: &Encounter, side: usize, seed: u64) -> Option<SearchSeat> {
        let there = encounter.sides.get(side)?;
        let doctrine = there.doctrine.as_ref().and_then(|key| pack.doctrines.get(key));
        SearchSeat::new(pack, encounter, side, doctrine, there.search?, seed)
    }

    /// True if the seat looks ahead at this decision point. At any other point the doctrine of the seat answers.
    const fn searches_at(point: Point) -> bool {
        matches!(
            point,
            Point::Act
                | Point::Whom
                | Point::Declare
                | Point::Bid
                | Point::Shift
                | Point::Adjust
                | Point::Mitigate
                | Point::Raise
                | Point::See
                | Point::Escalate
        )
    }

    /// Returns the answer of the seat's own doctrine.
    fn by_doctrine<F: Playable>(&mut self, fight: &F, ask: &Ask, options: &Options) -> Answer {
        let Some(doctrine) = self.models.get_mut(self.own) else { return first(options).into() };
        let answer = doctrine.choose(fight, ask, options);
        self.told = Policy::<F>::why(doctrine);
        answer
    }

    /// Returns the best option, as found by samples, and the number of samples used. Each round uses an equal share of the budget for the
    /// options that are left, and then drops the worse half of the options (R-XTS2).
    fn halve<F: SupportsLookahead>(&mut self, fight: &F, ask: &Ask, mut left: Vec<Candidate>, budget: u32) -> Option<(Candidate, u32)> {
        let rounds = left.len().next_power_of_two().trailing_zeros().max(1);
        let mut taken = 0;
        for _ in 0..rounds {
            let each = budget / rounds / u32::try_from(left.len()).unwrap_or(u32::MAX).max(1);
            for candidate in &mut left {
                let from = u32::try_from(candidate.count).unwrap_or(0);
                for number in from..from + each {
                    candidate.sum += self.sample(fight, ask, candidate.choice, number);
                    candidate.count += 1;
                    taken += 1;
                }
            }
            // All options that are left have the same number of samples. Options of equal value stay in the doctrine's order.
            left.sort_by_key(|candidate| std::cmp::Reverse(candidate.sum));
            left.truncate(left.len().div_ceil(2));
        }
        left.first().map(|&best| (best, taken))
    }
}

/// Minimum number of samples for each option in a round. With fewer samples the choice would depend more on the dice than on the options.
const FEWEST: usize = 4;

/// Returns the maximum number of options that can get enough samples in every round. `budget` is the number of samples for the whole
/// search.
fn affordable(budget: u32) -> usize {
    let needed = |count: usize| FEWEST * count * usize::try_from(count.next_power_of_two().trailing_zeros()).unwrap_or(0);
    (2..=MOST_CANDIDATES).rev().find(|&count| needed(count) <= usize::try_from(budget).unwrap_or(usize::MAX)).unwrap_or(1)
}

/// Formats a value in hundredths of boxes as boxes: `-1.25`.
fn boxes(hundredths: i64) -> EcoString {
    let sign = if hundredths < 0 { "-" } else { "" };
    ecow::eco_format!("{sign}{}.{:02}", hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100)
}

impl SearchSeat {
    /// Returns the best option by look-ahead.
    fn search<F: SupportsLookahead>(&mut self, fight: &F, ask: &Ask, options: &Options) -> Answer {
        if !SearchSeat::searches_at(ask.point) || options.len() < 2 || ask.me.actor().is_none() {
            return self.by_doctrine(fight, ask, options);
        }
        let Some(doctrine) = self.models.get_mut(self.own) else { return first(options).into() };
        let (decided, mut order) = doctrine.ranked(fight, ask, options);
        order.truncate(MOST_CANDIDATES);
        if self.ahead.samples.is_none()
            && !matches!(fight.seen(), FightRef::Stakes(_))
            && let Some(best) = self.exactly(fight, ask, &order)
        {
            self.told = Some(ecow::eco_format!("exact, worth {}", boxes(best.sum)));
            return best.choice.into();
        }
        let budget = self.ahead.samples.unwrap_or(INSTEAD_OF_EXACT);
        order.truncate(affordable(budget));
        let candidates = order.into_iter().map(|choice| Candidate { choice, sum: 0, count: 0 }).collect::<Vec<_>>();
        if candidates.len() < 2 {
            self.told =
                decided.as_ref().and_then(|decided| decided.why.as_ref()).map(|from| ecow::eco_format!("{}:{}", from.doctrine, from.line));
            return candidates.first().map_or_else(|| first(options), |only| only.choice).into();
        }
        let Some((best, taken)) = self.halve(fight, ask, candidates, budget) else { return first(options).into() };
        self.told = Some(ecow::eco_format!("{taken} samples, worth {}", boxes(best.sum / best.count.max(1))));
        best.choice.into()
    }
}

impl SearchSeat {
    /// Returns the best answer in a raise-and-see conflict. The answer is exact once all dice are rolled; while dice are still to be
    /// rolled, it is found by samples (R-ZA6).
    fn search_dice(&mut self, fight: &StakesConflict, ask: &Ask, options: &Options) -> Answer {
        let exact = self.ahead.samples.is_none() && options.len() > 1 && SearchSeat::searches_at(ask.point);
        if let Some(doctrine) = self.models.get_mut(self.own).filter(|_| exact) {
            let (_, order) = doctrine.ranked(fight, ask, options);
            if let Some((choice, worth)) = self.minimax(fight, ask, &order) {
                self.told = Some(ecow::eco_format!("exact, worth {}", boxes(worth)));
                return choice.into();
            }
        }
        self.search(fight, ask, options)
    }
}

impl<F: Playable> Policy<F> for SearchSeat {
    fn choose(&mut self, fight: &F, ask: &Ask, options: &Options) -> Answer {
        match fight.seen() {
            FightRef::Personal(fight) => {
                // If sheets are closed, the search uses a copy of the fight that contains the ranks assumed for these sheets.
                let searches = SearchSeat::searches_at(ask.point);
                let seen = searches.then(|| self.known.seen_by(fight, ask.seat)).flatten();
                self.search(seen.as_ref().unwrap_or(fight), ask, options)
            }
            FightRef::Space(fight) => self.search(fight, ask, options),
            FightRef::Platoon(fight) => self.search(fight, ask, options),
            FightRef::Stakes(fight) => self.search_dice(fight, ask, options),
        }
    }

    fn asks(&self) -> Points {
        let own = self.models.get(self.own).map_or(Points::NONE, DoctrineSeat::points_with_lines);
        [Point::Adjust, Point::Mitigate].into_iter().fold(own, Points::with)
    }

    fn why(&self) -> Option<EcoString> {
        self.told.clone()
    }

    fn anew(&mut self, seed: u64, _: u64) -> bool {
        self.seed = seed;
        self.told = None;
        self.models.iter_mut().zip(1_u64..).for_each(|(model, stream)| model.reseed(seed, stream));
        true
    }

    fn word(&self) -> &'static str {
        "search"
    }

    fn doctrine(&self) -> Option<&str> {
        Some(&self.title)
    }
}
