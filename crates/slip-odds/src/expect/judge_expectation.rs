//! Judges an expectation of a test: finds out if it holds, and the value of each of its parts.

use super::answer_cache::{AnswerCache, WordedAnswer};
use super::confidence_sequence::next_look;
use super::interval_arithmetic::{ClaimValue, ValueInterval, both, either};
use super::simulated_odds::Watched;
use crate::Ratio;
use slip_compile::check::expectation::{ClaimPart, ClaimPartKind, Expectation, Sample, Sampling};
use slip_keyword::keyword_enum;
use slip_pack::Name;
use slip_source::Span;
use slip_syntax::tree::Operator;

keyword_enum! {
    /// Result of an expectation of a test.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum TestVerdict {
        /// The claim is true.
        Held = "held",
        /// The allowed number of games did not decide the claim.
        Undecided = "undecided",
        /// The claim is false.
        Failed = "failed",
        /// The claim contains a question that could not be answered.
        Unanswered = "unanswered",
    }

    /// Returns the word for the verdict.
    pub const fn word(self) -> &'static str;
}

/// Value of a part of a claim, to be shown at its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedValue {
    /// Span to label. For a binary expression it is the operator, otherwise the whole part.
    pub at: Span,
    /// Span of the whole expression.
    pub whole: Span,
    /// Short wording of the value.
    pub short: String,
    /// Full wording of the value.
    pub long: String,
}

/// Games of an encounter that were played for a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGames {
    /// Key of the encounter.
    pub encounter: Name,
    /// Number of games played.
    pub games: u64,
}

/// Question of a claim that could not be answered, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnansweredQuestion {
    /// Span of the question.
    pub span: Span,
    /// Reason why the question could not be answered.
    pub why: String,
}

/// Result of judging an expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedExpectation {
    /// Verdict on the expectation.
    pub verdict: TestVerdict,
    /// Values of the claim's parts, in source order.
    pub parts: Vec<JudgedValue>,
    /// Sources of the numbers in the claim.
    pub reasons: Vec<String>,
    /// Games that were played for the verdict.
    pub played: Vec<PlayedGames>,
    /// Question that could not be answered, if there is one.
    pub trouble: Option<UnansweredQuestion>,
}

/// Parts and reasons collected while evaluating a claim.
#[derive(Default)]
struct Notes {
    parts: Vec<JudgedValue>,
    reasons: Vec<String>,
}

impl Notes {
    fn note(&mut self, node: &ClaimPart, at: Span, short: String, long: String) {
        self.parts.push(JudgedValue { at, whole: node.span, short, long });
    }
}

impl AnswerCache<'_> {
    /// Decides if an expectation holds, and returns this verdict with the values of its parts.
    pub fn judge(&mut self, expectation: &Expectation) -> JudgedExpectation {
        self.runs = expectation.sampling.map_or(0, |sampling| sampling.runs);
        match expectation.sampling {
            None => self.look(&expectation.claim, &[]).0,
            Some(sampling) => self.play_on(expectation, sampling),
        }
    }

    /// Plays games until the verdict is certain enough or all allowed games are played.
    fn play_on(&mut self, expectation: &Expectation, sampling: Sampling) -> JudgedExpectation {
        let mut asked = Vec::new();
        samples(&expectation.claim, &mut asked);
        // Each bound of a statistic may use an equal share of the allowed error.
        let one_in = sampling.error.saturating_mul(u64::try_from(asked.len()).unwrap_or(u64::MAX).max(1));
        let mut watched = Vec::with_capacity(asked.len());
        for (sample, span) in &asked {
            match self.watched(sample, one_in) {
                Ok(seen) => watched.push(seen),
                Err(why) => return unanswered(*span, why),
            }
        }
        let mut encounters: Vec<(Name, Span)> = Vec::new();
        for (sample, span) in &asked {
            if encounters.iter().all(|(known, _)| *known != sample.encounter) {
                encounters.push((sample.encounter.clone(), *span));
            }
        }
        let mut games = 0;
        loop {
            let until = next_look(games, sampling.runs);
            for (encounter, span) in &encounters {
                match self.play(encounter, games, until) {
                    Ok(tally) => watched.iter_mut().filter(|seen| seen.sample.encounter == *encounter).for_each(|seen| seen.see(tally)),
                    Err(why) => return unanswered(*span, why),
                }
            }
            games = until;
            let (mut judged, known) = self.look(&expectation.claim, &watched);
            if known || games >= sampling.runs {
                judged.played = encounters.into_iter().map(|(encounter, _)| PlayedGames { encounter, games }).collect();
                self.note_acting(&expectation.claim, &mut judged.played);
                return judged;
            }
        }
    }

    /// Adds the games that were played to find acting stunts.
    fn note_acting(&self, claim: &ClaimPart, played: &mut Vec<PlayedGames>) {
        let mut asked = Vec::new();
        acting(claim, &mut asked);
        for encounter in asked {
            let games = self.acting.get(&encounter).map_or(0, |seen| seen.games);
            match played.iter_mut().find(|known| known.encounter == encounter) {
                Some(known) => known.games = known.games.max(games),
                None => played.push(PlayedGames { encounter, games }),
            }
        }
    }

    /// Evaluates a claim with the current statistics; the returned flag is true if the verdict is final.
    fn look(&mut self, claim: &ClaimPart, watched: &[Watched]) -> (JudgedExpectation, bool) {
        let mut notes = Notes::default();
        match self.value(claim, watched, &mut notes) {
            Err(trouble) => (unanswered(trouble.span, trouble.why), true),
            Ok(value) => {
                let verdict = match value {
                    ClaimValue::Truth(Some(true)) => TestVerdict::Held,
                    ClaimValue::Truth(Some(false)) => TestVerdict::Failed,
                    _ => TestVerdict::Undecided,
                };
                notes.parts.sort_by_key(|part| part.at);
                let mut reasons: Vec<String> = Vec::new();
                for reason in notes.reasons.into_iter().filter(|reason| !reason.is_empty()) {
                    if !reasons.contains(&reason) {
                        reasons.push(reason);
                    }
                }
                (
                    JudgedExpectation { verdict, parts: notes.parts, reasons, played: Vec::new(), trouble: None },
                    verdict != TestVerdict::Undecided,
                )
            }
        }
    }

    fn value(&mut self, node: &ClaimPart, watched: &[Watched], notes: &mut Notes) -> Result<ClaimValue, UnansweredQuestion> {
        let trouble = |why: String| UnansweredQuestion { span: node.span, why };
        let answer = match &node.what {
            ClaimPartKind::Number(number) => return Ok(ClaimValue::Number((*number).into())),
            ClaimPartKind::Percent(number) => return Ok(ClaimValue::Number(Ratio::of(*number, 100).into())),
            ClaimPartKind::Text(words) => return Ok(ClaimValue::Text(words.to_string())),
            ClaimPartKind::Not(inner) => {
                let value = self.value(inner, watched, notes)?;
                return Ok(ClaimValue::Truth(truth(&value).map(|known| !known)));
            }
            ClaimPartKind::Minus(inner) => {
                return self.value(inner, watched, notes).map(|value| ClaimValue::Number(number(&value).negative()));
            }
            ClaimPartKind::Within(at, parts) => return self.within(node, *at, parts, watched, notes),
            ClaimPartKind::Binary(operator, at, sides) => {
                let (left, right) = (self.value(&sides.0, watched, notes)?, self.value(&sides.1, watched, notes)?);
                let value = join(*operator, &left, &right).ok_or_else(|| trouble("the divisor may be 0".to_owned()))?;
                note_joined(node, *at, &value, notes);
                return Ok(value);
            }
            ClaimPartKind::Fact(fact) => self.fact(fact).ok_or_else(|| trouble("the item does not have this value".to_owned()))?,
            ClaimPartKind::Chance(chance) => self.chance(chance).map_err(trouble)?,
            ClaimPartKind::Acts(acts) => self.acts(acts).map_err(trouble)?,
            ClaimPartKind::Sample(sample) => {
                let seen = watched.iter().find(|seen| seen.sample == **sample);
                seen.map(Watched::answer).ok_or_else(|| trouble("no games were played".to_owned()))?
            }
        };
        let WordedAnswer { value, short, long, reasons } = answer;
        notes.note(node, node.span, short, long);
        notes.reasons.extend(reasons);
        Ok(value)
    }

    fn within(
        &mut self,
        node: &ClaimPart,
        at: Span,
        parts: &(ClaimPart, ClaimPart, ClaimPart),
        watched: &[Watched],
        notes: &mut Notes,
    ) -> Result<ClaimValue, UnansweredQuestion> {
        let (of, low, high) = parts;
        let of = self.value(of, watched, notes)?;
        let (low, high) = (self.value(low, watched, notes)?, self.value(high, watched, notes)?);
        let above = number(&of).compare(Operator::AtLeast, &number(&low));
        let below = number(&of).compare(Operator::AtMost, &number(&high));
        let value = ClaimValue::Truth(both(above, below));
        note_joined(node, at, &value, notes);
        Ok(value)
    }
}

/// Returns the result of a binary operator.
fn join(operator: Operator, left: &ClaimValue, right: &ClaimValue) -> Option<ClaimValue> {
    Some(match operator {
        Operator::And => ClaimValue::Truth(both(truth(left), truth(right))),
        Operator::Or => ClaimValue::Truth(either(truth(left), truth(right))),
        Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide => {
            ClaimValue::Number(number(left).reckon(operator, &number(right))?)
        }
        _ => ClaimValue::Truth(match (left, right) {
            (ClaimValue::Text(left), ClaimValue::Text(right)) => Some((left == right) == (operator == Operator::Equal)),
            _ => number(left).compare(operator, &number(right)),
        }),
    })
}

/// Adds a note with the value of a binary expression: "yes" or "no" for a comparison, the number for arithmetic.
fn note_joined(node: &ClaimPart, at: Span, value: &ClaimValue, notes: &mut Notes) {
    let words = match value {
        ClaimValue::Truth(Some(true)) => "yes".to_owned(),
        ClaimValue::Truth(Some(false)) => "no".to_owned(),
        ClaimValue::Truth(None) => "unknown".to_owned(),
        ClaimValue::Number(bounds) if bounds.is_exact() => shown(&bounds.low),
        ClaimValue::Number(bounds) => format!("{} to {}", shown(&bounds.low), shown(&bounds.high)),
        ClaimValue::Text(words) => words.clone(),
    };
    if !node.is_written() {
        notes.note(node, at, words.clone(), words);
    }
}

/// Formats a fraction as an integer or a decimal.
fn shown(number: &Ratio) -> String {
    if number.denominator() == "1" { number.numerator() } else { number.decimal(4) }
}

fn truth(value: &ClaimValue) -> Option<bool> {
    if let ClaimValue::Truth(truth) = value { *truth } else { None }
}

fn number(value: &ClaimValue) -> ValueInterval {
    match value {
        ClaimValue::Number(bounds) => bounds.clone(),
        _ => ValueInterval::from(0),
    }
}

fn unanswered(span: Span, why: String) -> JudgedExpectation {
    let trouble = Some(UnansweredQuestion { span, why });
    JudgedExpectation { verdict: TestVerdict::Unanswered, parts: Vec::new(), reasons: Vec::new(), played: Vec::new(), trouble }
}

/// Collects the encounters in which a claim tests if a stunt acts.
fn acting(node: &ClaimPart, found: &mut Vec<Name>) {
    match &node.what {
        ClaimPartKind::Acts(acts) if !found.contains(&acts.encounter) => found.push(acts.encounter.clone()),
        ClaimPartKind::Not(inner) | ClaimPartKind::Minus(inner) => acting(inner, found),
        ClaimPartKind::Binary(_, _, sides) => {
            acting(&sides.0, found);
            acting(&sides.1, found);
        }
        ClaimPartKind::Within(_, parts) => [&parts.0, &parts.1, &parts.2].into_iter().for_each(|part| acting(part, found)),
        _ => {}
    }
}

/// Collects the distinct questions of a claim that are answered by playing games, each with its first span.
fn samples(node: &ClaimPart, found: &mut Vec<(Sample, Span)>) {
    match &node.what {
        ClaimPartKind::Sample(sample) if found.iter().all(|(known, _)| known != &**sample) => found.push(((**sample).clone(), node.span)),
        ClaimPartKind::Not(inner) | ClaimPartKind::Minus(inner) => samples(inner, found),
        ClaimPartKind::Binary(_, _, sides) => {
            samples(&sides.0, found);
            samples(&sides.1, found);
        }
        ClaimPartKind::Within(_, parts) => [&parts.0, &parts.1, &parts.2].into_iter().for_each(|part| samples(part, found)),
        _ => {}
    }
}
