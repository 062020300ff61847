//! Policies: the players of the engine, which answer questions for a side.
//!
//! A policy sees the complete state of the fight but never future dice. Random choices come from the policy's own stream, so that a seat
//! never changes the dice of the game.

pub mod script;

pub mod doctrine;
pub mod external_player_protocol;
mod option_narrowing;
mod option_set;
mod pending_roll_view;
mod personal;
mod platoon;
pub mod script_player;
pub mod search;
mod shared_doctrine_parts;
mod space;
mod stakes;
mod victory_gap;

pub use victory_gap::victory_gap;

use ecow::EcoString;
use slip_dice::Dice;
use slip_play::choice::{Answer, Choice, Options, Verb};
use slip_play::question::{Ask, Points};

/// Player that answers the questions of a seat.
pub trait Policy<C> {
    /// Returns the answer to a question: one of its options. There is always at least one option.
    fn choose(&mut self, conflict: &C, ask: &Ask, options: &Options) -> Answer;

    /// Returns true if the policy is certain to take the default, which is known before the options are listed. This is only an
    /// optimisation: a policy that always returns `false` gives the same answers.
    fn declines(&mut self, _conflict: &C, _ask: &Ask) -> bool {
        false
    }

    /// Returns the optional decision points at which this seat is asked; elsewhere it takes the default.
    fn asks(&self) -> Points {
        Points::ALL
    }

    /// Returns the reason of the last answer for the log: a doctrine's rule, such as `flee:7`.
    fn why(&self) -> Option<EcoString> {
        None
    }

    /// Returns the error that a policy has found in its script so far; `None` for policies without a script.
    fn problem(&self) -> Option<String> {
        None
    }

    /// True if the next answer depends on earlier questions. Such a policy is created again after an undo, and the kept questions are
    /// replayed to it.
    fn remembers(&self) -> bool {
        true
    }

    /// Resets the policy to its state before the first question, with this seed and stream, for another game of the same encounter. Returns
    /// `false` if the policy cannot be reset; the caller must then create it again.
    fn anew(&mut self, _seed: u64, _stream: u64) -> bool {
        false
    }

    /// Tells the policy that the conflict is over. A policy with unused answers, such as a script, reports an error from now on.
    fn over(&mut self, _conflict: &C) {}

    /// Returns the keyword for the policy in the log: `default`, `random`, `doctrine`, `script`.
    fn word(&self) -> &'static str;

    /// Returns the name of the doctrine that the policy follows, if any.
    fn doctrine(&self) -> Option<&str> {
        None
    }
}

/// Policy that always takes the default option and is asked at no optional decision point.
#[derive(Clone, Copy, Debug, Default)]
pub struct DefaultPolicy;

impl<C> Policy<C> for DefaultPolicy {
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

/// Policy that takes a random legal option with equal probability, from its own random stream. It gives up only if no other option is
/// legal, because a game that ends at the first surrender shows little.
#[derive(Clone, Debug)]
pub struct Random {
    dice: Dice,
}

impl Random {
    /// Creates a random player from a seed; `stream` should be the random stream of the seat.
    pub fn new(seed: u64, stream: u64) -> Random {
        Random { dice: Dice::seeded(seed, stream) }
    }
}

impl<C> Policy<C> for Random {
    fn choose(&mut self, _: &C, _: &Ask, options: &Options) -> Answer {
        let fights_on = |choice: &&Choice| choice.verb != Verb::Concede;
        let count = options.as_slice().iter().filter(fights_on).count();
        // Seeded dice never run out, so the defaults of `unwrap_or` are never used. If all options are surrenders, one option is drawn.
        if count == 0 {
            return options.get(self.dice.pick(options.len()).unwrap_or(0)).unwrap_or_else(|| first(options)).into();
        }
        let place = self.dice.pick(count).unwrap_or(0);
        options.as_slice().iter().filter(fights_on).nth(place).copied().unwrap_or_else(|| first(options)).into()
    }

    fn anew(&mut self, seed: u64, stream: u64) -> bool {
        self.dice.reseed(seed, stream);
        true
    }

    fn word(&self) -> &'static str {
        "random"
    }
}

/// Returns the default option of a question.
pub fn first(options: &Options) -> Choice {
    options.default_choice().unwrap_or(Choice::of(Verb::Pass))
}
