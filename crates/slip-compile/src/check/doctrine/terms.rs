//! Table of the terms in conditions of doctrines: the kinds of play, type, bounds and subject of each.

use super::topics::{ALL, FATE};
use slip_pack::doctrine::{Kind, Topic, UNIT, Word};

const PERSONAL: &[Kind] = &[Kind::Personal];
const SPACE: &[Kind] = &[Kind::Space];
const SOCIAL: &[Kind] = &[Kind::Social];
const PLATOON: &[Kind] = &[Kind::Platoon];
const STAKES: &[Kind] = &[Kind::Stakes];

/// Bound that no value reaches, in hundredths. It is so small that the sum and the product of two of them fit into 64 bits.
pub(super) const FAR: i64 = 1_000_000_000;

/// Type of a term: number or truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A number, in hundredths.
    Number,
    /// A truth value.
    Truth,
}

/// Subject of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// Only the actor, the roll or the option; the term is written without `it.`.
    Own,
    /// Only the target of the option; the term is written after `it.`.
    It,
    /// The actor or the target.
    Both,
}

/// Time at which a term has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// At any time.
    Always,
    /// After the roll: `free_tag`, `spend_spin`, `spend_fate`, `reroll`, `late_compel`.
    Roll,
    /// When a hit is absorbed by a `consequence`.
    Hit,
    /// When a hit is absorbed after a roll.
    RollOrHit,
}

/// Description of a term.
#[derive(Clone, Copy)]
pub(super) struct Spec {
    /// Word of the term.
    pub word: Word,
    /// Kinds of play that have the term.
    pub kinds: &'static [Kind],
    /// Type of the term: number or truth value.
    pub sort: Sort,
    /// Minimum value, in hundredths.
    pub low: i64,
    /// Maximum value, in hundredths.
    pub high: i64,
    /// Subject that the term can have.
    pub about: About,
    /// Time at which the term has a value.
    pub when: When,
}

const fn number(word: Word, kinds: &'static [Kind], low: i64, high: i64, about: About) -> Spec {
    Spec { word, kinds, sort: Sort::Number, low, high, about, when: When::Always }
}

/// Describes a term that is a count, 0 or more.
const fn count(word: Word, kinds: &'static [Kind], about: About) -> Spec {
    number(word, kinds, 0, FAR, about)
}

/// Describes a term that is a probability.
const fn chance(word: Word, kinds: &'static [Kind]) -> Spec {
    number(word, kinds, 0, UNIT, About::Own)
}

/// Describes a term that is a number, which may be negative.
const fn signed(word: Word, kinds: &'static [Kind], about: About) -> Spec {
    number(word, kinds, -FAR, FAR, about)
}

const fn truth(word: Word, kinds: &'static [Kind], about: About) -> Spec {
    Spec { word, kinds, sort: Sort::Truth, low: 0, high: 1, about, when: When::Always }
}

const fn at(when: When, spec: Spec) -> Spec {
    Spec { when, ..spec }
}

/// All terms, in the order of the language reference.
pub(super) const SPECS: &[Spec] = &[
    number(Word::Turn, ALL, UNIT, FAR, About::Own),
    count(Word::TurnsLeft, ALL, About::Own),
    count(Word::Allies, ALL, About::Own),
    count(Word::Enemies, ALL, About::Own),
    truth(Word::Outnumbered, ALL, About::Own),
    count(Word::Range, ALL, About::Own),
    count(Word::GoalDistance, ALL, About::Both),
    signed(Word::Score, ALL, About::Own),
    count(Word::Fate, FATE, About::Both),
    count(Word::Spin, FATE, About::Both),
    count(Word::Consequences, FATE, About::Both),
    count(Word::SlotsLeft, FATE, About::Both),
    count(Word::BoxesLeft, FATE, About::Both),
    chance(Word::HitChance, FATE),
    chance(Word::KillChance, FATE),
    count(Word::Expected, FATE, About::Both),
    count(Word::Risk, FATE, About::Own),
    count(Word::Setup, FATE, About::Own),
    count(Word::TurnValue, FATE, About::Both),
    count(Word::Refused, FATE, About::Own),
    count(Word::Points, FATE, About::Own),
    count(Word::AtStake, FATE, About::Own),
    count(Word::FateValue, FATE, About::Own),
    at(When::Roll, number(Word::MissesBy, FATE, UNIT, 99 * UNIT, About::Own)),
    at(When::Roll, signed(Word::WinsBy, FATE, About::Own)),
    at(When::Roll, count(Word::Gain, FATE, About::Own)),
    at(When::Roll, count(Word::FreeReach, FATE, About::Own)),
    at(When::Roll, count(Word::Reach, FATE, About::Own)),
    at(When::Roll, chance(Word::Odds, FATE)),
    at(When::Roll, truth(Word::Answerable, FATE, About::Own)),
    at(When::RollOrHit, truth(Word::TakenOut, FATE, About::Own)),
    at(When::Hit, count(Word::Hit, FATE, About::Own)),
    at(When::Hit, count(Word::Box, FATE, About::Own)),
    count(Word::HealthLeft, PERSONAL, About::Both),
    count(Word::ComposureLeft, PERSONAL, About::Both),
    count(Word::EnemiesInZone, PERSONAL, About::Own),
    count(Word::AlliesInZone, PERSONAL, About::Own),
    truth(Word::OutOfRange, PERSONAL, About::Own),
    truth(Word::InCover, &[Kind::Personal, Kind::Platoon], About::Both),
    truth(Word::Reloading, PERSONAL, About::Both),
    truth(Word::SuitBreached, PERSONAL, About::Both),
    number(Word::Band, SPACE, -4 * UNIT, 4 * UNIT, About::Both),
    count(Word::Vshift, SPACE, About::Both),
    count(Word::Beam, SPACE, About::Both),
    count(Word::Torpedo, SPACE, About::Both),
    count(Word::Ew, SPACE, About::Both),
    count(Word::FrameLeft, SPACE, About::Both),
    count(Word::DataLeft, SPACE, About::Both),
    count(Word::HeatLeft, SPACE, About::Both),
    number(Word::HeatAfter, SPACE, -UNIT, FAR, About::Own),
    chance(Word::WinChance, SPACE),
    chance(Word::LeaveChance, SPACE),
    chance(Word::LostChance, SPACE),
    truth(Word::CanLeave, SPACE, About::Both),
    truth(Word::PushesOut, SPACE, About::Own),
    count(Word::Threat, SPACE, About::Both),
    count(Word::TimeLeft, SOCIAL, About::Own),
    signed(Word::GainSteps, SOCIAL, About::Own),
    count(Word::RivalSteps, SOCIAL, About::Own),
    signed(Word::Lead, SOCIAL, About::Own),
    count(Word::BorderCost, SOCIAL, About::Own),
    truth(Word::Spotted, PLATOON, About::Both),
    count(Word::Ooc, PLATOON, About::Both),
    truth(Word::InCommand, PLATOON, About::Both),
    count(Word::MoraleLeft, PLATOON, About::Both),
    truth(Word::InSight, PLATOON, About::Both),
    count(Word::Observers, PLATOON, About::Both),
    count(Word::RearmBox, PLATOON, About::Both),
    truth(Word::HasFired, PLATOON, About::Both),
    count(Word::Total, STAKES, About::Own),
    number(Word::Need, STAKES, 0, 99 * UNIT, About::Own),
    number(Word::TheyNeed, STAKES, 0, 99 * UNIT, About::Own),
    count(Word::DiceLeft, STAKES, About::Own),
    signed(Word::DiceAhead, STAKES, About::Own),
    count(Word::NewDice, STAKES, About::Own),
    count(Word::Blow, STAKES, About::Own),
    count(Word::Room, STAKES, About::Own),
    truth(Word::Visible, FATE, About::It),
    truth(Word::InRange, FATE, About::It),
    truth(Word::InZone, FATE, About::It),
    truth(Word::Adjacent, FATE, About::It),
    truth(Word::Hurt, FATE, About::Both),
    truth(Word::Leader, FATE, About::Both),
    truth(Word::Tagged, FATE, About::Both),
    truth(Word::Targeted, FATE, About::Both),
    truth(Word::Able, FATE, About::Both),
    truth(Word::Armed, FATE, About::Both),
    truth(Word::Alone, FATE, About::Both),
    truth(Word::Goal, FATE, About::Both),
    truth(Word::Unspotted, PLATOON, About::Both),
    truth(Word::Jammed, PLATOON, About::Both),
    truth(Word::Member, PLATOON, About::Both),
    truth(Word::Orphan, PLATOON, About::Both),
    truth(Word::Infantry, PLATOON, About::Both),
    truth(Word::Armour, PLATOON, About::Both),
    truth(Word::Artillery, PLATOON, About::Both),
    truth(Word::Aircraft, PLATOON, About::Both),
];

/// Returns the term with a word.
pub(super) fn spec(word: Word) -> Option<&'static Spec> {
    SPECS.iter().find(|spec| spec.word == word)
}

impl Spec {
    /// True if the term has a value when rules on this topic are evaluated.
    pub(super) fn known_at(&self, topic: Topic) -> bool {
        let roll = matches!(topic, Topic::FreeTag | Topic::SpendSpin | Topic::SpendFate | Topic::Reroll | Topic::LateCompel);
        let hit = topic == Topic::Consequence;
        match self.when {
            When::Always => true,
            When::Roll => roll,
            When::Hit => hit,
            When::RollOrHit => roll || hit,
        }
    }

    /// True if the term can be a filter in a selection of actors.
    pub(super) fn filters(&self) -> bool {
        self.sort == Sort::Truth && self.about != About::Own
    }
}

/// Returns the words of all terms that a kind of play has for a topic.
pub(super) fn terms_of(kind: Kind, topic: Topic, it: bool) -> impl Iterator<Item = &'static str> {
    SPECS
        .iter()
        .filter(move |spec| spec.kinds.contains(&kind) && spec.known_at(topic))
        .filter(move |spec| spec.about == About::Both || (spec.about == About::It) == it)
        .map(|spec| spec.word.word())
}

/// Returns the words of all filters that a kind of play has.
pub(super) fn filters_of(kind: Kind) -> impl Iterator<Item = &'static str> {
    SPECS.iter().filter(move |spec| spec.kinds.contains(&kind) && spec.filters()).map(|spec| spec.word.word())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_of_the_vocabulary_has_one_row() {
        for word in Word::ALL {
            assert_eq!(SPECS.iter().filter(|spec| spec.word == word).count(), 1, "`{}`", word.word());
        }
    }
}
