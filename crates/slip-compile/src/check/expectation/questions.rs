//! Table of the questions that expectations can ask.

use slip_keyword::keyword_enum;

/// Kind of answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// A truth value: yes or no.
    Truth,
    /// A probability, from 0% to 100%.
    Share,
    /// A number.
    Number,
    /// A text.
    Text,
}

keyword_enum! {
    /// Source from which a question is answered.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Family {
        /// The answer is read from the built item.
        Built = "built items",
        /// The answer is computed exactly, without sampling.
        Exact = "exact odds",
        /// The answer is measured in sampled games.
        Sampled = "played games",
    }

    /// Returns the heading under which questions with this source are listed.
    pub const fn words(self) -> &'static str;
}

/// Question that an `expect` entry may ask about an item or encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectationQuestion {
    /// Word that begins the question.
    pub word: &'static str,
    /// Syntax of the question, with an example.
    pub form: &'static str,
    /// Description of the answer, for readers.
    pub answers: &'static str,
    /// Kind of the answer.
    pub sort: AnswerKind,
    /// Source of the answer.
    pub family: Family,
}

const fn question(family: Family, sort: AnswerKind, word: &'static str, form: &'static str, answers: &'static str) -> ExpectationQuestion {
    ExpectationQuestion { word, form, answers, sort, family }
}

use AnswerKind::{Number, Share, Text, Truth};
use Family::{Built, Exact, Sampled};

/// All questions.
pub const QUESTIONS: &[ExpectationQuestion] = &[
    question(Built, Number, "spent", "spent(long_margin)", "build points spent; `spent(gun, mode burst)` of one mode"),
    question(Built, Number, "budget", "budget(long_margin)", "build points allowed"),
    question(Built, Number, "points_left", "points_left(long_margin)", "build points allowed minus those spent"),
    question(Built, Number, "price", "price(dock_carbine)", "purchase Cost at its own technology; `price(dock_carbine, at T0)` at another"),
    question(Built, Number, "upkeep", "upkeep(long_margin)", "the rating that maintenance uses"),
    question(Built, Number, "tech", "tech(dock_carbine)", "technology"),
    question(Built, Number, "fate", "fate(iveta)", "fate points at a refresh"),
    question(Built, Number, "stat", "stat(ember, beam)", "a statistic; `stat(gun, harm, mode burst)` of one mode"),
    question(Built, Number, "rank", "rank(iveta, pilot)", "a rank in a skill; 0 if untrained"),
    question(Built, Number, "track", "track(ember, frame)", "boxes of a stress track"),
    question(Built, Number, "slots", "slots(iveta)", "slots for consequences"),
    question(Built, Number, "aspects", "aspects(ember)", "number of aspects, including those that rules add"),
    question(Built, Number, "stunts", "stunts(ember)", "number of stunts bought"),
    question(Built, Text, "word", "word(harrow, environment)", "a chosen word, a letter, a phrase or a code"),
    question(Built, Truth, "has_aspect", "has_aspect(ember, \"Huge\")", "true if it has an aspect with these words"),
    question(Built, Truth, "has_stunt", "has_stunt(ember, firewall)", "true if it has the stunt"),
    question(Built, Truth, "has_effect", "has_effect(dock_carbine, \"allows untrained\")", "true if it has an effect with these words"),
    question(Built, Truth, "carries", "carries(port_marshal, dock_carbine)", "true if it has the thing in its gear"),
    question(
        Exact,
        Share,
        "hit",
        "hit(dock_carbine, hauler_rig, at 2, skill 3 vs 2)",
        "the chance that an attack deals stress; with `for 3`, 3 or more",
    ),
    question(Exact, Share, "out", "out(port_marshal, deckhand, at 1)", "the chance that an attack takes the defender out"),
    question(Exact, Share, "spin", "spin(port_marshal, deckhand, at 1)", "the chance that an attack gives the defender spin"),
    question(Exact, Share, "hurts", "hurts(port_marshal, iveta, at 1)", "the chance that an attack costs a consequence"),
    question(Exact, Number, "stress", "stress(ember, long_margin, beam, at 2)", "average stress that an attack deals"),
    question(
        Exact,
        Share,
        "beats",
        "beats(port_marshal, deckhand, at 1)",
        "the chance that the first fighter wins a duel in which it begins",
    ),
    question(Exact, Share, "reaches", "reaches(3, 4)", "the chance that a roll of rank 3 is 4 or more"),
    question(
        Exact,
        Share,
        "overcomes",
        "overcomes(3, 2)",
        "the chance that a roll of rank 3 beats one of rank 2; `by 3`: by 3 shifts or more",
    ),
    question(Sampled, Share, "wins", "wins(customs_raid, crew)", "the share of games that a side wins"),
    question(Sampled, Share, "draws", "draws(customs_raid)", "the share of games that no side wins"),
    question(Sampled, Share, "over_by", "over_by(customs_raid, 6)", "the share of games that are over by the end of a round"),
    question(Sampled, Number, "rounds", "rounds(customs_raid)", "average number of rounds in a game"),
    question(
        Sampled,
        Truth,
        "acts",
        "acts(sensors) in customs_raid",
        "true if an effect of the stunt acts in one of the games; 100 games are played unless `over` gives another number",
    ),
    question(Sampled, Number, "casualties", "casualties(customs_raid, crew)", "average number of actors of a side who are taken out"),
];

/// Returns the question that begins with `word`; `None` if there is no such question.
pub(super) fn question_of(word: &str) -> Option<&'static ExpectationQuestion> {
    QUESTIONS.iter().find(|question| question.word == word)
}
