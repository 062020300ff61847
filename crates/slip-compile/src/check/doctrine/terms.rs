//! Table of the terms in conditions of doctrines, such as `turn`: the kinds of play, type, bounds and subject of each.

use super::topics::{ALL, FATE};
use slip_limits::TRACK_BOXES;
use slip_pack::doctrine::{DoctrineKind, DoctrineWord, Topic, UNIT};

const PERSONAL: &[DoctrineKind] = &[DoctrineKind::Personal];
const SPACE: &[DoctrineKind] = &[DoctrineKind::Space];
const SOCIAL: &[DoctrineKind] = &[DoctrineKind::Social];
const PLATOON: &[DoctrineKind] = &[DoctrineKind::Platoon];
const STAKES: &[DoctrineKind] = &[DoctrineKind::Stakes];

/// Bound for values without a known bound, in hundredths. The sum and the product of two of them fit into 64 bits.
pub(super) const FAR: i64 = 1_000_000_000;

/// Type of a term: number or truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TermType {
    /// A number, in hundredths.
    Number,
    /// A truth value.
    Truth,
}

/// Subject of a term. It decides if `it.` is written before the term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TermSubject {
    /// The actor, the roll or the option itself: the term is written without `it.`.
    Own,
    /// The target of the option: the term is written after `it.`.
    It,
    /// The actor or the target: the term is written with or without `it.`.
    Both,
}

/// Part of play in which a term has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TermTime {
    /// At any time.
    Always,
    /// After the dice. Rules on `free_tag`, `spend_spin`, `spend_fate`, `reroll` and `late_compel` are evaluated then.
    Roll,
    /// While a hit is being reduced. Rules on `consequence` are evaluated then.
    Hit,
    /// After the dice, and also while a hit is being reduced.
    RollOrHit,
}

/// Description of a term.
#[derive(Clone, Copy)]
pub(super) struct TermSpec {
    /// Word of the term.
    pub word: DoctrineWord,
    /// Kinds of play that have the term.
    pub kinds: &'static [DoctrineKind],
    /// Type of the term: number or truth value.
    pub sort: TermType,
    /// Minimum value, in hundredths.
    pub low: i64,
    /// Maximum value, in hundredths.
    pub high: i64,
    /// Subject that the term is about.
    pub about: TermSubject,
    /// Time at which the term has a value.
    pub when: TermTime,
}

/// Highest number of boxes of a track, in hundredths.
pub(super) const MOST_BOXES: i64 = TRACK_BOXES * UNIT;

/// Highest value of the out-of-command term of a unit, in hundredths.
const MOST_OOC: i64 = 4 * UNIT;

const fn number(word: DoctrineWord, kinds: &'static [DoctrineKind], low: i64, high: i64, about: TermSubject) -> TermSpec {
    TermSpec { word, kinds, sort: TermType::Number, low, high, about, when: TermTime::Always }
}

/// Describes a term that is a count, 0 or more.
const fn count(word: DoctrineWord, kinds: &'static [DoctrineKind], about: TermSubject) -> TermSpec {
    number(word, kinds, 0, FAR, about)
}

/// Describes a term whose value is a number of boxes of one track.
const fn boxes(word: DoctrineWord, kinds: &'static [DoctrineKind], about: TermSubject) -> TermSpec {
    number(word, kinds, 0, MOST_BOXES, about)
}

/// Describes a term that is a probability.
const fn chance(word: DoctrineWord, kinds: &'static [DoctrineKind]) -> TermSpec {
    number(word, kinds, 0, UNIT, TermSubject::Own)
}

/// Describes a term that is a number, which may be negative.
const fn signed(word: DoctrineWord, kinds: &'static [DoctrineKind], about: TermSubject) -> TermSpec {
    number(word, kinds, -FAR, FAR, about)
}

const fn truth(word: DoctrineWord, kinds: &'static [DoctrineKind], about: TermSubject) -> TermSpec {
    TermSpec { word, kinds, sort: TermType::Truth, low: 0, high: 1, about, when: TermTime::Always }
}

const fn at(when: TermTime, spec: TermSpec) -> TermSpec {
    TermSpec { when, ..spec }
}

/// All terms, in the order of the language reference.
pub(super) const SPECS: &[TermSpec] = &[
    number(DoctrineWord::Turn, ALL, UNIT, FAR, TermSubject::Own),
    count(DoctrineWord::TurnsLeft, ALL, TermSubject::Own),
    count(DoctrineWord::Allies, ALL, TermSubject::Own),
    count(DoctrineWord::Enemies, ALL, TermSubject::Own),
    truth(DoctrineWord::Outnumbered, ALL, TermSubject::Own),
    count(DoctrineWord::Range, ALL, TermSubject::Own),
    count(DoctrineWord::GoalDistance, ALL, TermSubject::Both),
    signed(DoctrineWord::Score, ALL, TermSubject::Own),
    count(DoctrineWord::Fate, FATE, TermSubject::Both),
    count(DoctrineWord::Spin, FATE, TermSubject::Both),
    count(DoctrineWord::Consequences, FATE, TermSubject::Both),
    count(DoctrineWord::SlotsLeft, FATE, TermSubject::Both),
    count(DoctrineWord::BoxesLeft, FATE, TermSubject::Both),
    chance(DoctrineWord::HitChance, FATE),
    chance(DoctrineWord::KillChance, FATE),
    count(DoctrineWord::Expected, FATE, TermSubject::Both),
    count(DoctrineWord::Risk, FATE, TermSubject::Own),
    count(DoctrineWord::Setup, FATE, TermSubject::Own),
    count(DoctrineWord::TurnValue, FATE, TermSubject::Both),
    count(DoctrineWord::Refused, FATE, TermSubject::Own),
    count(DoctrineWord::Points, FATE, TermSubject::Own),
    count(DoctrineWord::AtStake, FATE, TermSubject::Own),
    count(DoctrineWord::FateValue, FATE, TermSubject::Own),
    at(TermTime::Roll, number(DoctrineWord::MissesBy, FATE, UNIT, 99 * UNIT, TermSubject::Own)),
    at(TermTime::Roll, signed(DoctrineWord::WinsBy, FATE, TermSubject::Own)),
    at(TermTime::Roll, count(DoctrineWord::Gain, FATE, TermSubject::Own)),
    at(TermTime::Roll, count(DoctrineWord::FreeReach, FATE, TermSubject::Own)),
    at(TermTime::Roll, count(DoctrineWord::Reach, FATE, TermSubject::Own)),
    at(TermTime::Roll, chance(DoctrineWord::Odds, FATE)),
    at(TermTime::Roll, truth(DoctrineWord::Answerable, FATE, TermSubject::Own)),
    at(TermTime::RollOrHit, truth(DoctrineWord::TakenOut, FATE, TermSubject::Own)),
    at(TermTime::Hit, count(DoctrineWord::Hit, FATE, TermSubject::Own)),
    at(TermTime::Hit, count(DoctrineWord::Box, FATE, TermSubject::Own)),
    boxes(DoctrineWord::HealthLeft, PERSONAL, TermSubject::Both),
    boxes(DoctrineWord::ComposureLeft, PERSONAL, TermSubject::Both),
    count(DoctrineWord::EnemiesInZone, PERSONAL, TermSubject::Own),
    count(DoctrineWord::AlliesInZone, PERSONAL, TermSubject::Own),
    truth(DoctrineWord::OutOfRange, PERSONAL, TermSubject::Own),
    truth(DoctrineWord::InCover, &[DoctrineKind::Personal, DoctrineKind::Platoon], TermSubject::Both),
    truth(DoctrineWord::Reloading, PERSONAL, TermSubject::Both),
    truth(DoctrineWord::SuitBreached, PERSONAL, TermSubject::Both),
    number(DoctrineWord::Band, SPACE, -4 * UNIT, 4 * UNIT, TermSubject::Both),
    count(DoctrineWord::Vshift, SPACE, TermSubject::Both),
    count(DoctrineWord::Beam, SPACE, TermSubject::Both),
    count(DoctrineWord::Torpedo, SPACE, TermSubject::Both),
    count(DoctrineWord::Ew, SPACE, TermSubject::Both),
    boxes(DoctrineWord::FrameLeft, SPACE, TermSubject::Both),
    boxes(DoctrineWord::DataLeft, SPACE, TermSubject::Both),
    count(DoctrineWord::HeatLeft, SPACE, TermSubject::Both),
    number(DoctrineWord::HeatAfter, SPACE, -UNIT, FAR, TermSubject::Own),
    chance(DoctrineWord::WinChance, SPACE),
    chance(DoctrineWord::LeaveChance, SPACE),
    chance(DoctrineWord::LostChance, SPACE),
    truth(DoctrineWord::CanLeave, SPACE, TermSubject::Both),
    truth(DoctrineWord::PushesOut, SPACE, TermSubject::Own),
    count(DoctrineWord::Threat, SPACE, TermSubject::Both),
    count(DoctrineWord::TimeLeft, SOCIAL, TermSubject::Own),
    signed(DoctrineWord::GainSteps, SOCIAL, TermSubject::Own),
    count(DoctrineWord::RivalSteps, SOCIAL, TermSubject::Own),
    signed(DoctrineWord::Lead, SOCIAL, TermSubject::Own),
    count(DoctrineWord::BorderCost, SOCIAL, TermSubject::Own),
    truth(DoctrineWord::Spotted, PLATOON, TermSubject::Both),
    number(DoctrineWord::Ooc, PLATOON, 0, MOST_OOC, TermSubject::Both),
    truth(DoctrineWord::InCommand, PLATOON, TermSubject::Both),
    boxes(DoctrineWord::MoraleLeft, PLATOON, TermSubject::Both),
    truth(DoctrineWord::InSight, PLATOON, TermSubject::Both),
    count(DoctrineWord::Observers, PLATOON, TermSubject::Both),
    count(DoctrineWord::RearmBox, PLATOON, TermSubject::Both),
    truth(DoctrineWord::HasFired, PLATOON, TermSubject::Both),
    count(DoctrineWord::Total, STAKES, TermSubject::Own),
    number(DoctrineWord::Need, STAKES, 0, 99 * UNIT, TermSubject::Own),
    number(DoctrineWord::TheyNeed, STAKES, 0, 99 * UNIT, TermSubject::Own),
    count(DoctrineWord::DiceLeft, STAKES, TermSubject::Own),
    signed(DoctrineWord::DiceAhead, STAKES, TermSubject::Own),
    count(DoctrineWord::NewDice, STAKES, TermSubject::Own),
    count(DoctrineWord::Blow, STAKES, TermSubject::Own),
    count(DoctrineWord::Room, STAKES, TermSubject::Own),
    truth(DoctrineWord::Visible, FATE, TermSubject::It),
    truth(DoctrineWord::InRange, FATE, TermSubject::It),
    truth(DoctrineWord::InZone, FATE, TermSubject::It),
    truth(DoctrineWord::Adjacent, FATE, TermSubject::It),
    truth(DoctrineWord::Hurt, FATE, TermSubject::Both),
    truth(DoctrineWord::Leader, FATE, TermSubject::Both),
    truth(DoctrineWord::Tagged, FATE, TermSubject::Both),
    truth(DoctrineWord::Targeted, FATE, TermSubject::Both),
    truth(DoctrineWord::Able, FATE, TermSubject::Both),
    truth(DoctrineWord::Armed, FATE, TermSubject::Both),
    truth(DoctrineWord::Alone, FATE, TermSubject::Both),
    truth(DoctrineWord::Goal, FATE, TermSubject::Both),
    truth(DoctrineWord::Unspotted, PLATOON, TermSubject::Both),
    truth(DoctrineWord::Jammed, PLATOON, TermSubject::Both),
    truth(DoctrineWord::Member, PLATOON, TermSubject::Both),
    truth(DoctrineWord::Orphan, PLATOON, TermSubject::Both),
    truth(DoctrineWord::Infantry, PLATOON, TermSubject::Both),
    truth(DoctrineWord::Armour, PLATOON, TermSubject::Both),
    truth(DoctrineWord::Artillery, PLATOON, TermSubject::Both),
    truth(DoctrineWord::Aircraft, PLATOON, TermSubject::Both),
];

/// Returns the description of the term with this word; `None` if there is no such term.
pub(super) fn spec(word: DoctrineWord) -> Option<&'static TermSpec> {
    SPECS.iter().find(|spec| spec.word == word)
}

impl TermSpec {
    /// True if the term has a value when rules on this topic are evaluated.
    pub(super) fn known_at(&self, topic: Topic) -> bool {
        let roll = matches!(topic, Topic::FreeTag | Topic::SpendSpin | Topic::SpendFate | Topic::Reroll | Topic::LateCompel);
        let hit = topic == Topic::Consequence;
        match self.when {
            TermTime::Always => true,
            TermTime::Roll => roll,
            TermTime::Hit => hit,
            TermTime::RollOrHit => roll || hit,
        }
    }

    /// True if a selection of actors can use the term as a filter: it is a truth value about another actor.
    pub(super) fn filters(&self) -> bool {
        self.sort == TermType::Truth && self.about != TermSubject::Own
    }
}

/// Returns the words of all terms that can be written for a kind of play and a topic. `it` selects the terms after `it.`.
pub(super) fn terms_of(kind: DoctrineKind, topic: Topic, it: bool) -> impl Iterator<Item = &'static str> {
    SPECS
        .iter()
        .filter(move |spec| spec.kinds.contains(&kind) && spec.known_at(topic))
        .filter(move |spec| spec.about == TermSubject::Both || (spec.about == TermSubject::It) == it)
        .map(|spec| spec.word.word())
}

/// Returns the words of all filters that a kind of play has.
pub(super) fn filters_of(kind: DoctrineKind) -> impl Iterator<Item = &'static str> {
    SPECS.iter().filter(move |spec| spec.kinds.contains(&kind) && spec.filters()).map(|spec| spec.word.word())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_of_the_vocabulary_has_one_row() {
        for word in DoctrineWord::ALL {
            assert_eq!(SPECS.iter().filter(|spec| spec.word == word).count(), 1, "`{}`", word.word());
        }
    }
}
