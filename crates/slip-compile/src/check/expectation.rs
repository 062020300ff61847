//! Checks `test` blocks, which contain the author's expectations of the package, and compiles them to typed claims.
//!
//! No value is computed here: `check` reports malformed tests, and the test runner gets every part of a [`TestBlock`] with its span.
//! [`QUESTIONS`] is the list of supported questions.

mod compile_test_blocks;
mod fight_questions;
mod item_questions;
mod question_arguments;
mod questions;

pub use questions::{AnswerKind, ExpectationQuestion, Family, QUESTIONS};

use super::context::CheckContext;
use super::expectation_errors;
use ecow::EcoString;
use slip_pack::effect::Action;
use slip_pack::item::Gear;
use slip_pack::{Name, Pack};
use slip_source::diagnostic::Diagnostics;
use slip_source::{PackageId, Span};
use slip_syntax::tree::{self, Operator};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A `test` block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestBlock {
    /// Package in which the test is written.
    pub package: PackageId,
    /// Title of the test.
    pub title: EcoString,
    /// Span of the title.
    pub span: Span,
    /// Expectations in the order of the text; those with errors are left out.
    pub expectations: Vec<Expectation>,
    /// Number of expectations in the text, including those with errors.
    pub written: usize,
}

/// Expectation of a test: `expect CLAIM [over N runs] [error 1 in N] [else "words"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// Span of the whole entry.
    pub span: Span,
    /// Span of the word `expect`.
    pub key: Span,
    /// Claim that must be true.
    pub claim: ClaimPart,
    /// Number of games and accepted error rate of the verdict; `None` if the claim needs no sampled games.
    pub sampling: Option<Sampling>,
    /// Message of the author if the claim is false.
    pub words: Option<EcoString>,
}

/// Number of games played for a verdict, and its error rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// Maximum number of games played.
    pub runs: u64,
    /// Accepted error rate: one wrong verdict in this number of verdicts.
    pub error: u64,
}

impl Sampling {
    /// Default number of games.
    pub const RUNS: u64 = 10_000;
    /// Default number of games played for an expectation that a stunt acts.
    pub const ACTS_RUNS: u64 = 100;
    /// Maximum number of games.
    pub const MOST_RUNS: u64 = slip_limits::TEST_GAMES;
    /// Default error rate, as its reciprocal: one wrong verdict in 1,000 verdicts.
    pub const ERROR: u64 = 1_000;
    /// Smallest error rate that can be requested: `1 in` this number.
    pub const RAREST_ERROR: u64 = 1_000_000_000;
}

/// Part of a claim, with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimPart {
    /// Span of the part in the text.
    pub span: Span,
    /// Kind of the part.
    pub what: ClaimPartKind,
}

/// Kind of a part of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimPartKind {
    /// A whole number.
    Number(i64),
    /// A percentage: the number before `%`.
    Percent(i64),
    /// A text.
    Text(EcoString),
    /// A fact about a built item.
    Fact(Box<ItemFact>),
    /// A probability or an expected value of rolls, computed exactly.
    Chance(Box<ExactQuestion>),
    /// A count over sampled games.
    Sample(Box<Sample>),
    /// True if a stunt acts in a game of an encounter.
    Acts(Box<Acts>),
    /// Logical negation.
    Not(Box<ClaimPart>),
    /// Arithmetic negation.
    Minus(Box<ClaimPart>),
    /// Two operands with an operator and the span of the operator.
    Binary(Operator, Span, Box<(ClaimPart, ClaimPart)>),
    /// Range test `a in b..c`, with the span of `in`.
    Within(Span, Box<(ClaimPart, ClaimPart, ClaimPart)>),
}

/// Fact about a built item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemFact {
    /// Item that the fact is about.
    pub item: Gear,
    /// Property of the item.
    pub of: ItemProperty,
}

/// Property of a built item that a test can ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemProperty {
    /// Build points spent by the item, or by one of its modes if a mode is named.
    Spent(Option<Name>),
    /// Build points allowed.
    Budget,
    /// Build points that are not spent.
    Left,
    /// Purchase Cost; at a technology, if one is named.
    Price(Option<i32>),
    /// Rating on which the maintenance of the item depends.
    Upkeep,
    /// Technology of the item.
    Tech,
    /// Fate points at a refresh.
    Fate,
    /// A statistic of the item, or of one of its modes if a mode is named.
    Stat(Name, Option<Name>),
    /// A rank in a skill.
    Rank(Name),
    /// Boxes of a track.
    Track(Name),
    /// Text of the choice, letter, phrase or code with this name.
    Word(Name),
    /// True if the item has an aspect with this text.
    HasAspect(EcoString),
    /// Number of aspects.
    Aspects,
    /// True if the item has the stunt with this name.
    HasStunt(Name),
    /// Number of bought stunts.
    Stunts,
    /// True if the item carries this other item.
    Carries(Gear),
    /// True if the item has an effect with this text.
    HasEffect(EcoString),
    /// Number of slots for consequences.
    Slots,
}

/// Question about rolls that is answered exactly, without sampling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExactQuestion {
    /// Result of an attack.
    Attack(Attack, AttackResultQuestion),
    /// Probability of winning a duel.
    Duel(Duel),
    /// Probability that a roll reaches a number.
    Reaches {
        /// Rank of the roll.
        rank: i32,
        /// Number that the roll must reach.
        goal: i32,
    },
    /// Probability that a roll beats another.
    Overcomes {
        /// Rank of the roll.
        rank: i32,
        /// Rank of the opposing roll.
        other: i32,
        /// Minimum number of shifts by which the roll must be higher.
        by: i32,
    },
}

/// Result of an attack that a test can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackResultQuestion {
    /// At least this amount of stress is dealt.
    Hit(i32),
    /// The defender is taken out.
    Out,
    /// The defender gains spin.
    Spin,
    /// The hit costs a consequence.
    Consequence,
    /// Expected stress that is dealt.
    Stress,
}

/// Attack of one fighter on another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Fighter who attacks.
    pub by: FighterArgument,
    /// Fighter who is attacked.
    pub on: FighterArgument,
    /// Distance between the fighters, in zones or bands.
    pub range: u8,
    /// True if the attack takes place outdoors.
    pub outdoors: bool,
    /// True if the attack is aimed at the composure of the defender.
    pub composure: bool,
}

/// Fight of two fighters until one of them is taken out. The first fighter begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The two fighters.
    pub fighters: [FighterArgument; 2],
    /// Distance between the fighters, in zones or bands.
    pub range: u8,
    /// True if the duel takes place outdoors.
    pub outdoors: bool,
    /// True if a fighter spends all its spin on its next attack; otherwise spin is not used.
    pub spin: bool,
}

/// Fighter in an attack or duel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FighterArgument {
    /// A declared actor, possibly with an item.
    Somebody {
        /// The actor.
        who: Gear,
        /// Item that the actor uses.
        with: Option<Gear>,
        /// Mode of the item.
        mode: Option<Name>,
    },
    /// An unnamed actor, who has only a skill rank and a weapon or armour.
    Anybody {
        /// Rank of the skill.
        rank: i32,
        /// Weapon or armour.
        with: Gear,
        /// Mode of the weapon.
        mode: Option<Name>,
    },
    /// A ship.
    Ship {
        /// The ship.
        ship: Gear,
        /// Attack that is used: `beam`, `torpedo` or `ew`, as in effects.
        weapon: Action,
        /// Rank of the crew; `None` for the default rank.
        crew: Option<i32>,
    },
}

/// Question in a test: does a stunt act in a game of an encounter? Written `acts(STUNT) in ENCOUNTER`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acts {
    /// Key of the encounter in the pack.
    pub encounter: Name,
    /// Name of the stunt.
    pub stunt: Name,
}

/// Count over sampled games of an encounter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Key of the encounter in the pack.
    pub encounter: Name,
    /// Quantity that is read from each game.
    pub count: CountedQuantity,
}

/// Quantity that can be counted or averaged over games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedQuantity {
    /// Games that a side won, by the index of the side.
    Wins(usize),
    /// Games without a winner.
    Draws,
    /// Games that ended by this round.
    OverBy(u32),
    /// Average number of rounds.
    Rounds,
    /// Average number of actors of a side that are taken out, by the index of the side.
    Casualties(usize),
}

/// Reports errors in one test.
pub fn look(context: &CheckContext<'_, '_>, pack: &Pack, package: PackageId, test: &tree::Test, out: &mut Diagnostics) {
    compile_test_blocks::test(context, pack, package, test, out);
}

/// Reads all tests of a program.
pub fn check(context: &CheckContext<'_, '_>, pack: &Pack, diagnostics: &mut Diagnostics) -> Vec<TestBlock> {
    let mut known: BTreeMap<(PackageId, &str), Span> = BTreeMap::new();
    for (package, test) in &context.program.tests {
        match known.entry((*package, &test.title.value)) {
            // A title identifies its test, so it must be unique in a package.
            Entry::Occupied(first) => diagnostics.push(expectation_errors::test_twice(test.title.span, &test.title.value, *first.get())),
            Entry::Vacant(free) => {
                free.insert(test.title.span);
            }
        }
    }
    context.program.tests.iter().map(|(package, test)| compile_test_blocks::test(context, pack, *package, test, diagnostics)).collect()
}
