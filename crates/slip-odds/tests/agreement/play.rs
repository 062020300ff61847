//! Cases that are both solved and played, and how they are played.

use crate::agreement::statistics::{Counts, Exact};
use slip_dice::Dice;
use slip_odds::{Chances, Ratio};
use slip_play::choice::{Choice, Options};
use slip_play::conflict::{Conflict, Refusal};
use slip_play::event::{Event, Events};
use slip_play::question::Ask;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Plays a case once and returns the name of the outcome.
pub type Sample = Box<dyn Fn(&mut Dice) -> String + Send + Sync>;

/// Case that is both solved and played.
pub struct Case {
    pub name: String,
    pub exact: Exact,
    pub games: u32,
    pub sample: Sample,
}

/// Converts chances to numbers, keyed by the name of the outcome.
pub fn named<T: Ord>(chances: &Chances<T>, name: impl Fn(&T) -> String) -> Exact {
    chances.seen(name).iter().map(|(outcome, chance)| (outcome.clone(), float(chance))).collect()
}

pub fn float(ratio: &Ratio) -> f64 {
    ratio.decimal(15).parse().unwrap()
}

/// Plays every case the stated number of times, each with its own dice, on two threads.
pub fn all(cases: &[Case]) -> Vec<Counts> {
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(vec![Counts::new(); cases.len()]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(number) else { return };
                    let mut dice = Dice::seeded(2_071, number as u64);
                    let mut counted = Counts::new();
                    for _ in 0..case.games {
                        *counted.entry((case.sample)(&mut dice)).or_default() += 1;
                    }
                    counts.lock().unwrap()[number] = counted;
                }
            });
        }
    });
    counts.into_inner().unwrap()
}

/// Answers for a player; `None` for a question that may take its default.
pub type Says<C> = Box<dyn Fn(&C, &Ask, &Options) -> Option<Choice> + Send + Sync>;
/// True if the game is played far enough.
pub type Over<C> = Box<dyn Fn(&C, &Events) -> bool + Send + Sync>;

/// Fight that is played up to some point.
pub struct Game<C> {
    pub fight: C,
    pub says: Says<C>,
    pub over: Over<C>,
}

impl<C: Conflict> Game<C> {
    /// Plays the part without dice, which all games have in common, once.
    pub fn up_to_the_dice(self) -> Game<C> {
        let mut events = Events::new();
        let mut fight = self.fight.clone();
        self.go(&mut fight, &mut Dice::scripted([]), &mut events);
        // No event so far may depend on dice.
        assert!(!events.iter().any(|event| matches!(event, Event::Roll { .. } | Event::Result { .. })));
        Game { fight, ..self }
    }

    /// Plays the game once to its end.
    pub fn play(&self, dice: &mut Dice) -> (C, Events) {
        let mut events = Events::new();
        let mut fight = self.fight.clone();
        self.go(&mut fight, dice, &mut events);
        (fight, events)
    }

    fn go(&self, fight: &mut C, dice: &mut Dice, events: &mut Events) {
        let mut options = Options::new();
        let mut buffer = Events::new();
        loop {
            options.clear();
            let Some(ask) = fight.next_question(&mut options) else { return };
            if (self.over)(fight, events) {
                return;
            }
            let said = || (self.says)(fight, &ask, &options).filter(|&choice| options.contains(choice));
            let choice = ask.forced.or_else(said).or_else(|| options.default_choice()).unwrap();
            match fight.decide_listed(&choice.into(), dice, &mut buffer) {
                Ok(()) => {}
                Err(Refusal::DiceRanOut) => return,
                Err(refusal) => panic!("{refusal}"),
            }
            for event in buffer.drain(..) {
                fight.apply(&event);
                events.push(event);
            }
        }
    }
}
