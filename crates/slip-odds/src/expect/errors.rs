//! Diagnostics for test results.

use super::judge_expectation::{JudgedExpectation, JudgedValue, TestVerdict};
use crate::simulate::typed;
use slip_compile::check::expectation::{ClaimPart, ClaimPartKind, Expectation, Sampling, TestBlock};
use slip_source::diagnostic::{Code, Diagnostic};
use slip_source::{Sources, Span};
use slip_syntax::tree::Operator;

/// Data that a user needs to play the games of a test again.
#[derive(Clone, Copy, Debug)]
pub struct RerunFacts<'a> {
    /// Seed of the test run.
    pub seed: u64,
    /// Path of the package, if it is not found from the current folder.
    pub elsewhere: Option<&'a str>,
}

/// Returns the diagnostic for the result of an expectation; `None` if the expectation holds.
pub fn diagnostic(
    test: &TestBlock,
    expectation: &Expectation,
    judged: &JudgedExpectation,
    again: RerunFacts<'_>,
    sources: &Sources,
) -> Option<Diagnostic> {
    let told = FailedTest { expectation, judged, again, sources };
    let found = match judged.verdict {
        TestVerdict::Held => return None,
        TestVerdict::Failed => told.failed(),
        TestVerdict::Undecided => told.undecided(),
        TestVerdict::Unanswered => told.unanswered(),
    };
    Some(found.with_label(test.span, "in this test"))
}

struct FailedTest<'a> {
    expectation: &'a Expectation,
    judged: &'a JudgedExpectation,
    again: RerunFacts<'a>,
    sources: &'a Sources,
}

impl FailedTest<'_> {
    fn text(&self, span: Span) -> String {
        self.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn part(&self, node: &ClaimPart) -> Option<&JudgedValue> {
        self.judged.parts.iter().find(|part| part.whole == node.span)
    }

    fn failed(&self) -> Diagnostic {
        let message = match &self.expectation.words {
            Some(words) => words.to_string(),
            None => self.claimed(),
        };
        let found = Diagnostic::new(Code::TestFailed, self.expectation.key, message).because("not true");
        let found = match &self.expectation.words {
            Some(_) => found.with_note(self.claimed()),
            None => found,
        };
        self.with_parts(found)
    }

    /// Returns the claim and its value in one line.
    fn claimed(&self) -> String {
        let claim = &self.expectation.claim;
        let is_comparison = |operator: &Operator| !matches!(operator, Operator::And | Operator::Or);
        let (of, wanted) = match &claim.what {
            ClaimPartKind::Binary(operator, at, sides) if is_comparison(operator) => {
                let (of, bound) = &**sides;
                // `==` is omitted; other operators are printed with the expected value.
                let sign = if *operator == Operator::Equal { Span { end: at.start, ..*at } } else { *at };
                (of, [self.text(sign), self.text(bound.span)].join(" ").trim().to_owned())
            }
            ClaimPartKind::Within(_, parts) => (&parts.0, format!("{}..{}", self.text(parts.1.span), self.text(parts.2.span))),
            ClaimPartKind::Not(inner) if matches!(inner.what, ClaimPartKind::Fact(_)) => (&**inner, "no".to_owned()),
            ClaimPartKind::Fact(_) => (claim, "yes".to_owned()),
            _ => return format!("`{}` does not hold", self.text(claim.span)),
        };
        match self.part(of) {
            Some(part) => format!("`{}` is {}, expected {wanted}", self.text(of.span), part.short),
            None => format!("`{}` does not hold", self.text(claim.span)),
        }
    }

    fn undecided(&self) -> Diagnostic {
        let claim = self.text(self.expectation.claim.span);
        let Some(sampling) = self.expectation.sampling else {
            let found = Diagnostic::new(
                Code::TestUndecided,
                self.expectation.key,
                format!("`{claim}` is undecided, because the chance is only known roughly"),
            )
            .because("neither true nor false");
            return self.with_parts(found).with_help("write a wider range after `in`, or a bound that is farther away");
        };
        let runs = sampling.runs;
        let games = if runs == 1 { "1 run".to_owned() } else { format!("{runs} runs") };
        let found = Diagnostic::new(Code::TestUndecided, self.expectation.key, format!("`{claim}` is undecided after {games}"))
            .because("neither true nor false yet");
        let more = runs.saturating_mul(4).min(Sampling::MOST_RUNS);
        let help = "write a wider range if the true value is near its end";
        let help = if more > runs { format!("write `over {more} runs`, or {help}") } else { help.to_owned() };
        self.with_parts(found).with_help(help)
    }

    fn unanswered(&self) -> Diagnostic {
        let (span, why) = match &self.judged.trouble {
            Some(trouble) => (trouble.span, trouble.why.as_str()),
            None => (self.expectation.claim.span, "the reason is not known"),
        };
        Diagnostic::new(Code::TestUnanswered, span, format!("`{}` cannot be answered: {}", self.text(span), why.replace('\n', "; ")))
            .because("no answer")
            .with_help("change the words in the brackets, such as the distance; `slipyard explain test-unanswered` lists all questions")
    }

    /// Adds to a diagnostic a label for the value of every part, then the sources, then the command that repeats the games.
    fn with_parts(&self, mut found: Diagnostic) -> Diagnostic {
        for part in &self.judged.parts {
            found = found.with_label(part.at, part.long.clone());
        }
        for reason in &self.judged.reasons {
            found = found.with_note(reason.clone());
        }
        if let Some(sampling) = self.expectation.sampling.filter(|_| self.judged.verdict == TestVerdict::Failed) {
            found = found.with_note(format!("such a verdict is wrong at most 1 time in {}", sampling.error));
        }
        for played in &self.judged.played {
            let encounter = slip_pack::spoken_key(&played.encounter);
            let (games, seed) = (played.games, self.again.seed);
            let place = self.again.elsewhere.map_or_else(String::new, |place| format!(" --in {}", typed(place)));
            found = found.with_note(format!("to play the same games: slipyard simulate {encounter} -n {games} --seed {seed}{place}"));
        }
        found
    }
}
