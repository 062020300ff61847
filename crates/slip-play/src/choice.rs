//! Answers: a choice of eight bytes, and the caller's buffer of legal choices.

mod verb;

pub use verb::Verb;

use crate::event::CompelDemand;
use crate::ids::{AspectId, BorderId, Id, SkillId};
use ecow::EcoString;
use std::cmp::Ordering;

/// Answer to a question. [`Verb`] gives the other fields their meaning. Unused fields have their default, so that equal choices are equal
/// values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// Verb of the answer, which gives the other fields their meaning.
    pub verb: Verb,
    /// Manner of the action, set of consequences, or flag; the verb decides which of them it is.
    pub how: u8,
    /// Target of the answer.
    pub it: Id,
    /// Number of a weapon, aspect or border; [`Choice::NOTHING`] if none.
    pub with: u16,
    /// Number of a skill or track, or an amount, depending on the verb.
    pub n: i16,
}

impl Choice {
    /// Value of `with` if no item is used: for bare hands, or for words (an attack on Composure without a weapon).
    pub const NOTHING: u16 = u16::MAX;
    /// Value of `how` for [`Verb::Use`]: attack a single target.
    pub const SINGLE: u8 = 0;
    /// Value of `how` for [`Verb::Use`]: attack everyone in a zone.
    pub const AREA: u8 = 1;
    /// Value of `n` for [`Verb::Take`]: divert the hit to another track, as an effect allows.
    pub const ELSEWHERE: i16 = 1;
    /// Value of `how` for [`Verb::Compel`]: the compelled actor loses its turn.
    pub const INACTION: u8 = 0;
    /// Value of `how` for [`Verb::Compel`]: the compelled actor moves at least one zone away.
    pub const FORCED_MOVE: u8 = 1;
    /// Value of `how` for [`Verb::Compel`]: the compel is offered after the dice and lowers the roll of the compelled actor.
    pub const LATE: u8 = 2;
    /// Bit of `how` for [`Verb::Compel`]: the compel uses the aspect's free tag instead of a fate point.
    pub const BY_TAG: u8 = 4;
    /// Bit of `how` for [`Verb::Compel`]: the aspect belongs to the compelling actor itself.
    pub const OWN: u8 = 8;
    /// Value of `how` for an invoke or tag: add 2 to the roll.
    pub const PLUS_TWO: u8 = 0;
    /// Value of `how` for an invoke or tag: re-roll the dice.
    pub const REROLL: u8 = 1;

    /// Value of `how` for [`Verb::Fact`]: the fact becomes no aspect.
    pub const FACT: u8 = 0;
    /// Value of `how` for [`Verb::Fact`]: the fact becomes an aspect of the scene.
    pub const FACT_SCENE: u8 = 1;
    /// Value of `how` for [`Verb::Fact`]: the fact becomes an aspect of the actor's zone.
    pub const FACT_ZONE: u8 = 2;
    /// Value of `n` for [`Verb::Outcome`]: the actor that was taken out never comes back.
    pub const FOR_GOOD: i16 = 1;
    /// Value of `n` for [`Verb::Outcome`] in space: the drives of the ship still work, as is usual.
    pub const DRIVES_WORK: i16 = 0;
    /// Value of `n` for [`Verb::Outcome`] in space: the drives of the ship no longer work.
    pub const DRIVES_DEAD: i16 = 1;

    /// Returns a choice with this verb and with the default in all other fields.
    pub const fn of(verb: Verb) -> Choice {
        Choice { verb, how: 0, it: Id::None, with: Choice::NOTHING, n: 0 }
    }

    /// Sets the target of the choice.
    #[must_use]
    pub const fn on(self, it: Id) -> Choice {
        Choice { it, ..self }
    }

    /// Sets the number of the item, aspect or border.
    #[must_use]
    pub const fn with(self, with: u16) -> Choice {
        Choice { with, ..self }
    }

    /// Sets the manner of the choice.
    #[must_use]
    pub const fn how(self, how: u8) -> Choice {
        Choice { how, ..self }
    }

    /// Sets the number of the choice: a skill, track or amount.
    #[must_use]
    pub const fn n(self, n: i16) -> Choice {
        Choice { n, ..self }
    }

    /// Returns the skill that a choice with [`Verb::Use`] or [`Verb::Defend`] names.
    pub fn skill(self) -> Option<SkillId> {
        u8::try_from(self.n).ok().map(SkillId)
    }

    /// Returns the aspect that a compel, an invoke, a tag or a [`Verb::Remove`] names.
    pub fn aspect(self) -> Option<AspectId> {
        (self.with != Choice::NOTHING).then_some(AspectId(self.with))
    }

    /// Returns the demand that a compel makes.
    pub const fn demand(self) -> CompelDemand {
        match self.how & 3 {
            Choice::FORCED_MOVE => CompelDemand::Leave,
            Choice::LATE => CompelDemand::Less,
            _ => CompelDemand::Stop,
        }
    }

    /// Returns the border that a move or an obstruction names.
    pub fn border(self) -> Option<BorderId> {
        (self.with != Choice::NOTHING).then_some(BorderId(self.with))
    }

    /// Returns the weapon that a choice with [`Verb::Use`] names; `None` for bare hands and words.
    pub fn weapon(self) -> Option<u8> {
        u8::try_from(self.with).ok()
    }
}

impl Choice {
    /// Returns all fields of the choice as one number, so that two choices are compared in a single step. Options are sorted at every
    /// question.
    const fn in_order(self) -> u64 {
        let it = match self.it {
            Id::None => 0,
            Id::Actor(who) => 1 << 8 | who.0 as u64,
            Id::Zone(zone) => 2 << 8 | zone.0 as u64,
            Id::Scene => 3 << 8,
        };
        let n = self.n.cast_unsigned() ^ 1 << 15;
        (self.verb as u64) << 56 | (self.how as u64) << 48 | it << 32 | (self.with as u64) << 16 | n as u64
    }
}

impl Ord for Choice {
    fn cmp(&self, other: &Choice) -> Ordering {
        self.in_order().cmp(&other.in_order())
    }
}

impl PartialOrd for Choice {
    fn partial_cmp(&self, other: &Choice) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A choice with the player's words, which have no effect on the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The choice that is made.
    pub choice: Choice,
    /// The player's words: text of an aspect, reason, or outcome.
    pub say: Option<EcoString>,
}

impl From<Choice> for Answer {
    fn from(choice: Choice) -> Answer {
        Answer { choice, say: None }
    }
}

/// Legal answers to a question: the default first, the rest in canonical order.
#[derive(Clone, Debug)]
pub struct Options {
    near: [Choice; Options::NEAR],
    count: usize,
    /// All answers, if they are too many for `near`; empty otherwise.
    far: Vec<Choice>,
}

impl Default for Options {
    fn default() -> Options {
        Options::new()
    }
}

impl Options {
    /// Number of answers that are stored without heap memory; few questions have more.
    pub const NEAR: usize = 256;

    /// Returns an empty buffer of answers.
    pub const fn new() -> Options {
        Options { near: [Choice::of(Verb::Pass); Options::NEAR], count: 0, far: Vec::new() }
    }

    /// Removes all answers.
    pub fn clear(&mut self) {
        self.count = 0;
        self.far.clear();
    }

    /// Adds an answer.
    pub fn push(&mut self, choice: Choice) {
        match self.near.get_mut(self.count) {
            Some(slot) => {
                *slot = choice;
                self.count += 1;
            }
            None => {
                if self.far.is_empty() {
                    self.far.extend_from_slice(&self.near);
                }
                self.far.push(choice);
            }
        }
    }

    /// Returns the answers.
    pub fn as_slice(&self) -> &[Choice] {
        if self.far.is_empty() { self.near.get(..self.count).unwrap_or(&[]) } else { &self.far }
    }

    fn as_mut_slice(&mut self) -> &mut [Choice] {
        if self.far.is_empty() { self.near.get_mut(..self.count).unwrap_or(&mut []) } else { &mut self.far }
    }

    /// Returns the number of answers.
    pub fn len(&self) -> usize {
        self.as_slice().len()
    }

    /// True if there are no answers.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the answer at an index.
    pub fn get(&self, place: usize) -> Option<Choice> {
        self.as_slice().get(place).copied()
    }

    /// Returns the default answer.
    pub fn default_choice(&self) -> Option<Choice> {
        self.get(0)
    }

    /// True if the answer is in the list.
    pub fn contains(&self, choice: Choice) -> bool {
        self.as_slice().contains(&choice)
    }

    /// Moves `first` to the front, if it is listed, and sorts all answers after the front one into canonical order.
    pub fn sort_with_default(&mut self, first: Option<Choice>) {
        let list = self.as_mut_slice();
        if let Some(place) = first.and_then(|first| list.iter().position(|&choice| choice == first)) {
            list.swap(0, place);
        }
        if let Some((_, rest)) = list.split_first_mut() {
            rest.sort_unstable_by_key(|choice| choice.in_order());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{ActorId, ZoneId};

    #[test]
    fn a_choice_is_eight_bytes() {
        assert_eq!(size_of::<Choice>(), 8);
    }

    #[test]
    fn choices_are_in_the_order_of_their_fields() {
        let things = [Id::None, Id::Actor(ActorId(0)), Id::Actor(ActorId(200)), Id::Zone(ZoneId(3)), Id::Scene];
        let mut all = Vec::new();
        for verb in [Verb::Pass, Verb::Attack, Verb::Move] {
            for how in [0, 1, 255] {
                for it in things {
                    for with in [0, 7, Choice::NOTHING] {
                        all.extend([i16::MIN, -1, 0, 1, i16::MAX].map(|n| Choice { verb, how, it, with, n }));
                    }
                }
            }
        }
        let fields = |choice: &Choice| (choice.verb, choice.how, choice.it, choice.with, choice.n);
        for one in &all {
            for other in &all {
                assert_eq!(one.cmp(other), fields(one).cmp(&fields(other)), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_question_of_a_thousand_answers_has_them_all() {
        let mut options = Options::new();
        (0..1000).rev().for_each(|n| options.push(Choice::of(Verb::Target).n(n)));
        options.sort_with_default(Some(Choice::of(Verb::Target).n(700)));
        let numbers: Vec<i16> = options.as_slice().iter().map(|choice| choice.n).collect();
        let rest = (0..1000).filter(|n| *n != 700);
        assert_eq!(numbers, std::iter::once(700).chain(rest).collect::<Vec<i16>>());
        assert!(options.contains(Choice::of(Verb::Target).n(999)) && options.len() == 1000);
        options.clear();
        options.push(Choice::of(Verb::Pass));
        assert_eq!(options.as_slice(), [Choice::of(Verb::Pass)]);
    }

    #[test]
    fn the_default_comes_first_and_the_rest_in_canonical_order() {
        let mut options = Options::new();
        for verb in [Verb::Move, Verb::Attack, Verb::Pass, Verb::Concede] {
            options.push(Choice::of(verb));
        }
        options.sort_with_default(Some(Choice::of(Verb::Move)));
        let verbs: Vec<Verb> = options.as_slice().iter().map(|choice| choice.verb).collect();
        assert_eq!(verbs, [Verb::Move, Verb::Pass, Verb::Attack, Verb::Concede]);
    }
}
