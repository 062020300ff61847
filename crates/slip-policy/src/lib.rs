//! Who answers for a side: a policy.
//!
//! A policy sees the whole fight, which all lies on the table, and never the dice to come. Its own chance, if it has
//! any, comes from a stream of its own, so that a seat never changes how the game's dice fall.

pub mod script;

pub mod doctrine;
pub mod outside;
mod personal;
mod platoon;
mod pool;
mod rows;
pub mod scripted;
pub mod search;
mod shared;
mod space;
mod survivors;
mod window;

use ecow::EcoString;
use slip_dice::Dice;
use slip_play::ask::{Ask, Points};
use slip_play::choice::{Answer, Choice, Options, Verb};

/// Answers questions for a seat.
pub trait Policy<C> {
    /// The answer to a question, one of its options. There is always at least one.
    fn choose(&mut self, conflict: &C, ask: &Ask, options: &Options) -> Answer;

    /// True if it is sure, before the answers to a question are listed, to give the default. What it says has no part in its
    /// answers: whoever never is sure plays the same game, only slower.
    fn declines(&mut self, _conflict: &C, _ask: &Ask) -> bool {
        false
    }

    /// The optional points this seat is asked at; at others it has its standing default.
    fn asks(&self) -> Points {
        Points::ALL
    }

    /// Why it answered the last question as it did, for the log: a doctrine's line, `flee:7`.
    fn why(&self) -> Option<EcoString> {
        None
    }

    /// What is wrong with the answers so far, for a policy that follows a script.
    fn problem(&self) -> Option<String> {
        None
    }

    /// True if its next answer depends on the questions it has had: then it is made anew and shown them again after
    /// steps were taken back.
    fn remembers(&self) -> bool {
        true
    }

    /// Makes it what it was before its first question, for another game of the same encounter with a seed and a stream
    /// of its own. `false` if it cannot be: then it is made anew.
    fn anew(&mut self, _seed: u64, _stream: u64) -> bool {
        false
    }

    /// The conflict is over. A policy that still had something to say has a problem from now on.
    fn over(&mut self, _conflict: &C) {}

    /// The word of the log: `default`, `random`, `doctrine`, `script`.
    fn word(&self) -> &'static str;

    /// The doctrine it follows, if it does.
    fn doctrine(&self) -> Option<&str> {
        None
    }
}

/// Takes the default everywhere and is asked at no optional point.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standing;

impl<C> Policy<C> for Standing {
    fn choose(&mut self, _: &C, _: &Ask, options: &Options) -> Answer {
        first(options).into()
    }

    fn asks(&self) -> Points {
        Points::NONE
    }

    fn remembers(&self) -> bool {
        false
    }

    fn anew(&mut self, _: u64, _: u64) -> bool {
        true
    }

    fn word(&self) -> &'static str {
        "default"
    }
}

/// Takes any legal option, each as likely as the others, from a stream of its own.
#[derive(Clone, Debug)]
pub struct Random {
    dice: Dice,
}

impl Random {
    /// A random player of a seed; the stream should be the seat's own.
    pub fn new(seed: u64, stream: u64) -> Random {
        Random { dice: Dice::seeded(seed, stream) }
    }
}

impl<C> Policy<C> for Random {
    fn choose(&mut self, _: &C, _: &Ask, options: &Options) -> Answer {
        // Seeded dice never run out.
        let place = self.dice.pick(options.len()).unwrap_or(0);
        options.get(place).unwrap_or_else(|| first(options)).into()
    }

    fn anew(&mut self, seed: u64, stream: u64) -> bool {
        self.dice.reseed(seed, stream);
        true
    }

    fn word(&self) -> &'static str {
        "random"
    }
}

/// The default of a question; there always is one.
pub fn first(options: &Options) -> Choice {
    options.default_choice().unwrap_or(Choice::of(Verb::Pass))
}
