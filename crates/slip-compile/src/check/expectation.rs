//! `test` blocks: what an author expects of the package, understood and typed.
//!
//! Nothing is reckoned here: `check` says whether a test is well formed, and who runs it finds in a [`Test`] everything that
//! is asked, with the place of every part. [`QUESTIONS`] is the list of what can be asked.

mod arguments;
mod facts;
mod fights;
mod questions;
mod read;

pub use questions::{Family, QUESTIONS, Question, Sort};

use super::context::Context;
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
pub struct Test {
    /// The package it stands in.
    pub package: PackageId,
    /// What it says.
    pub title: EcoString,
    /// The title's place.
    pub span: Span,
    /// What it expects, in the order of the text; those with mistakes are left out.
    pub expectations: Vec<Expectation>,
    /// How many are written, those with mistakes among them.
    pub written: usize,
}

/// `expect CLAIM [over N runs] [error 1 in N] [else "words"]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The whole line.
    pub span: Span,
    /// The word `expect`.
    pub key: Span,
    /// What is to be so.
    pub claim: Node,
    /// How many games are played, and how sure the verdict is; none if nothing is sampled.
    pub sampling: Option<Sampling>,
    /// What the author says if it is not so.
    pub words: Option<EcoString>,
}

/// How much is played for a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// Games at most.
    pub runs: u64,
    /// A wrong verdict is accepted once in so many.
    pub error: u64,
}

impl Sampling {
    /// Games if nobody says how many.
    pub const RUNS: u64 = 10_000;
    /// The most games.
    pub const MOST_RUNS: u64 = slip_limits::TEST_GAMES;
    /// A wrong verdict in so many, if nobody says.
    pub const ERROR: u64 = 1_000;
    /// The rarest error that can be asked for.
    pub const RAREST_ERROR: u64 = 1_000_000_000;
}

/// A part of a claim, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub what: What,
}

/// What a part of a claim is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A whole number.
    Number(i64),
    /// Hundredths.
    Percent(i64),
    /// Words.
    Text(EcoString),
    /// Something that is known once a thing is built.
    Fact(Box<Fact>),
    /// An exact chance, or what comes of dice on the average.
    Chance(Box<Chance>),
    /// What is counted in games.
    Sample(Box<Sample>),
    /// The contrary.
    Not(Box<Node>),
    /// Less than nothing by as much.
    Minus(Box<Node>),
    /// Two with an operator between them, and its place.
    Binary(Operator, Span, Box<(Node, Node)>),
    /// `a in b..c`, and the place of `in`.
    Within(Span, Box<(Node, Node, Node)>),
}

/// A fact about a built thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The thing.
    pub item: Gear,
    /// What of it.
    pub of: Of,
}

/// What can be asked about a built thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Of {
    /// Build points spent, of a mode if one is named.
    Spent(Option<Name>),
    /// Build points allowed.
    Budget,
    /// Build points that are left.
    Left,
    /// Purchase Cost, at a technology if one is named.
    Price(Option<i32>),
    /// The rating that maintenance uses.
    Upkeep,
    /// Technology.
    Tech,
    /// Fate points at a refresh.
    Fate,
    /// A statistic, of a mode if one is named.
    Stat(Name, Option<Name>),
    /// A rank in a skill.
    Rank(Name),
    /// Boxes of a track.
    Track(Name),
    /// A word that was chosen, a letter, a phrase or a code.
    Word(Name),
    /// True if it has an aspect.
    HasAspect(EcoString),
    /// How many aspects it has.
    Aspects,
    /// True if it has a stunt.
    HasStunt(Name),
    /// How many stunts were bought.
    Stunts,
    /// True if it carries a thing.
    Carries(Gear),
    /// True if it has an effect line.
    HasEffect(EcoString),
    /// Slots for consequences.
    Slots,
}

/// A question that dice decide, answered without throwing them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chance {
    /// What comes of an attack.
    Attack(Attack, Struck),
    /// Who wins a duel.
    Duel(Duel),
    /// True if a roll comes to so much.
    Reaches {
        /// The rank.
        rank: i32,
        /// What it must come to.
        goal: i32,
    },
    /// True if a roll beats another.
    Overcomes {
        /// The rank.
        rank: i32,
        /// The other's rank.
        other: i32,
        /// By how many shifts at least.
        by: i32,
    },
}

/// What of an attack is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Struck {
    /// So much stress or more is dealt.
    Hit(i32),
    /// The defender is taken out.
    Out,
    /// The defender gains spin.
    Spin,
    /// It costs a consequence.
    Consequence,
    /// Stress, on the average.
    Stress,
}

/// Two opposite one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Who attacks.
    pub by: Fighter,
    /// Who is attacked.
    pub on: Fighter,
    /// Zones or bands between them.
    pub range: u8,
    /// Out of doors.
    pub outdoors: bool,
    /// Aimed at the second track.
    pub composure: bool,
}

/// Two who fight until one of them is out; the first of them begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// Both.
    pub fighters: [Fighter; 2],
    /// Zones or bands between them.
    pub range: u8,
    /// Out of doors.
    pub outdoors: bool,
    /// True if spin goes on one's own next attack.
    pub spin: bool,
}

/// One of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fighter {
    /// Somebody who is declared, perhaps with a thing of which they make use.
    Somebody {
        /// Who.
        who: Gear,
        /// With what.
        with: Option<Gear>,
        /// In which mode.
        mode: Option<Name>,
    },
    /// Anybody of a rank, with a weapon or an armour.
    Anybody {
        /// The rank.
        rank: i32,
        /// With what.
        with: Gear,
        /// In which mode.
        mode: Option<Name>,
    },
    /// A ship.
    Ship {
        /// Which.
        ship: Gear,
        /// With what: `beam`, `torpedo` or `ew`, as effect lines call the attack.
        weapon: Action,
        /// The rank of its crew, if it is not the usual one.
        crew: Option<i32>,
    },
}

/// What is counted in games of an encounter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The encounter's key in the pack.
    pub encounter: Name,
    /// What is counted.
    pub count: Count,
}

/// What can be counted in games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Games that a side won.
    Wins(usize),
    /// Games that nobody won.
    Draws,
    /// Games that were over by a round.
    OverBy(u32),
    /// Rounds, on the average.
    Rounds,
    /// How many of a side were taken out, on the average.
    Casualties(usize),
}

/// What there is to say about one test by itself.
pub fn look(context: &Context<'_, '_>, pack: &Pack, package: PackageId, test: &tree::Test, out: &mut Diagnostics) {
    read::test(context, pack, package, test, out);
}

/// Reads all tests of a program.
pub fn check(context: &Context<'_, '_>, pack: &Pack, diagnostics: &mut Diagnostics) -> Vec<Test> {
    let mut known: BTreeMap<(PackageId, &str), Span> = BTreeMap::new();
    for (package, test) in &context.program.tests {
        match known.entry((*package, &test.title.value)) {
            // By its title a test is found again.
            Entry::Occupied(first) => diagnostics.push(expectation_errors::test_twice(test.title.span, &test.title.value, *first.get())),
            Entry::Vacant(free) => {
                free.insert(test.title.span);
            }
        }
    }
    context.program.tests.iter().map(|(package, test)| read::test(context, pack, *package, test, diagnostics)).collect()
}
