//! Answers about odds as data: figures and distributions, which the command prints and the browser edition draws.

use crate::attack::{Addend, AttackOdds, AttackResult};
use crate::{Chances, Ratio};
use serde::Serialize;
use slip_dice::DiceKind;
use slip_dice::fate::RollDistribution;

/// Length in characters of the longest fraction that is shown in full.
const MOST_DIGITS: usize = 27;

/// Figure in the output: a chance, or a number such as a mean.
#[derive(Clone, Debug)]
pub struct OddsFigure {
    /// Name of the figure.
    pub what: String,
    /// Exact value.
    pub value: Ratio,
    /// Total number of outcomes, if the chance is shown as a number of outcomes.
    pub all: Option<u64>,
    /// True if the value is a chance.
    pub chance: bool,
}

impl OddsFigure {
    /// Returns a chance that is shown as a number of outcomes.
    pub fn chance(what: impl Into<String>, value: Ratio, all: u64) -> OddsFigure {
        OddsFigure { what: what.into(), value, all: Some(all), chance: true }
    }

    /// Returns a mean.
    pub fn mean(what: impl Into<String>, value: Ratio) -> OddsFigure {
        OddsFigure { what: what.into(), value, all: None, chance: false }
    }

    /// Returns the value as `1711 of 6561` or `3/5`; empty if the fraction is too long to read.
    pub fn fraction(&self) -> String {
        if let Some((ways, all)) = self.all.and_then(|all| Some((self.value.ways_of(all)?, all))) {
            return format!("{ways} of {all}");
        }
        let text = self.value.to_string();
        if text.len() <= MOST_DIGITS { text } else { String::new() }
    }

    /// Returns the value as `26.08%`, or as a decimal if it is not a chance.
    pub fn decimal(&self) -> String {
        if self.chance && self.all.is_none() {
            return format!("{} = {}", self.value.decimal(12), self.value.percent());
        }
        if self.chance { self.value.percent() } else { self.value.decimal(6) }
    }
}

/// A distribution: outcomes with their chances, and a bar for each.
#[derive(Clone, Debug)]
pub struct OutcomeTable {
    /// Name of the distribution.
    pub name: String,
    /// Outcomes in order.
    pub rows: Vec<OddsFigure>,
}

impl OutcomeTable {
    /// Returns a distribution as a table; `word` gives the name of an outcome.
    pub fn of<T: Ord>(name: &str, chances: &Chances<T>, all: u64, word: impl Fn(&T) -> String) -> OutcomeTable {
        let rows = chances.iter().map(|(outcome, chance)| OddsFigure::chance(word(outcome), chance.clone(), all));
        OutcomeTable { name: name.to_owned(), rows: rows.collect() }
    }
}

/// Complete answer to a question.
#[derive(Clone, Debug, Default)]
pub struct OddsAnswer {
    /// Title of the answer.
    pub title: String,
    /// Numbers that are added to the dice, each with its ledger.
    pub ledgers: Vec<(String, Vec<Addend>)>,
    /// Results that are single numbers.
    pub figures: Vec<OddsFigure>,
    /// Distributions.
    pub tables: Vec<OutcomeTable>,
    /// Best choice for each case, with the reason.
    pub advice: Vec<(String, String)>,
    /// Further notes for readers.
    pub notes: Vec<String>,
}

#[derive(Serialize)]
struct JsonFigure<'s> {
    what: &'s str,
    numerator: String,
    denominator: String,
    decimal: String,
}

#[derive(Serialize)]
struct JsonAddend<'s> {
    what: &'s str,
    amount: i32,
}

#[derive(Serialize)]
struct JsonLedger<'s> {
    of: &'s str,
    addends: Vec<JsonAddend<'s>>,
}

#[derive(Serialize)]
struct JsonTable<'s> {
    name: &'s str,
    outcomes: Vec<JsonFigure<'s>>,
}

#[derive(Serialize)]
struct JsonAdvice<'s> {
    when: &'s str,
    best: &'s str,
}

#[derive(Serialize)]
struct JsonSheet<'s> {
    title: &'s str,
    ledgers: Vec<JsonLedger<'s>>,
    figures: Vec<JsonFigure<'s>>,
    tables: Vec<JsonTable<'s>>,
    #[serde(skip_serializing_if = "<[JsonAdvice<'_>]>::is_empty")]
    advice: Vec<JsonAdvice<'s>>,
    notes: &'s [String],
}

fn json(figure: &OddsFigure) -> JsonFigure<'_> {
    JsonFigure {
        what: &figure.what,
        numerator: figure.value.numerator(),
        denominator: figure.value.denominator(),
        decimal: figure.value.decimal(12),
    }
}

fn plain(addend: &Addend) -> JsonAddend<'_> {
    JsonAddend { what: &addend.what, amount: addend.amount }
}

impl OddsAnswer {
    /// Returns an answer with a title only.
    pub fn titled(title: impl Into<String>) -> OddsAnswer {
        OddsAnswer { title: title.into(), ..OddsAnswer::default() }
    }

    /// Returns the answer as JSON for programs; each fraction is two strings.
    ///
    /// # Errors
    /// Never, since an answer consists of strings and numbers only.
    pub fn json(&self) -> serde_json::Result<String> {
        let tables = self.tables.iter().map(|table| JsonTable { name: &table.name, outcomes: table.rows.iter().map(json).collect() });
        serde_json::to_string_pretty(&JsonSheet {
            title: &self.title,
            ledgers: self.ledgers.iter().map(|(of, list)| JsonLedger { of, addends: list.iter().map(plain).collect() }).collect(),
            figures: self.figures.iter().map(json).collect(),
            tables: tables.collect(),
            advice: self.advice.iter().map(|(when, best)| JsonAdvice { when, best }).collect(),
            notes: &self.notes,
        })
    }

    /// Adds the figures and tables of an attack to the answer.
    pub fn add_attack(&mut self, struck: &AttackOdds) {
        let all = struck.all;
        self.ledgers = vec![("attack".to_owned(), struck.attack.clone()), ("defence".to_owned(), struck.defence.clone())];
        let chances = &struck.chances;
        self.figures.push(OddsFigure::chance("hits", struck.hit(), all));
        self.figures.push(OddsFigure::chance("takes out", struck.out(), all));
        self.figures.push(OddsFigure::chance("costs a consequence", chances.when(|strike| strike.taken != [0; 3]), all));
        self.figures.push(OddsFigure::chance("gives spin", chances.when(|strike| strike.spin > 0), all));
        let back = chances.when(|strike| strike.back > 0);
        if !back.is_zero() {
            self.figures.push(OddsFigure::chance("strikes back", back, all));
        }
        self.figures.push(OddsFigure::mean("average stress", struck.mean_stress()));
        self.tables.push(OutcomeTable::of("stress", &struck.stress(), all, |stress| {
            if *stress == 0 { "none".to_owned() } else { stress.to_string() }
        }));
        let what = |strike: &AttackResult| match (strike.out, strike.taken == [0; 3], strike.hits()) {
            (true, ..) => (3, "taken out".to_owned()),
            (_, false, _) => (2, strike.taken_in_words()),
            (.., true) => (1, "boxes only".to_owned()),
            _ => (0, "nothing".to_owned()),
        };
        self.tables.push(OutcomeTable::of("effect on the target", &chances.seen(what), all, |(_, word)| word.clone()));
        let others = |name: &str, so: fn(&AttackResult) -> bool| {
            let rows = struck.others.iter().map(|(who, chances)| OddsFigure::chance(who.clone(), chances.when(so), all));
            OutcomeTable { name: name.to_owned(), rows: rows.collect() }
        };
        if !struck.others.is_empty() {
            self.tables.push(others("others hit", AttackResult::hits));
            self.tables.push(others("others taken out", |strike| strike.out));
        }
        for (paid, side) in struck.paid.into_iter().zip(["attacker", "defender"]) {
            if paid {
                self.notes.push(format!("the {side} pays a fate point for gear they are not trained for"));
            }
        }
    }
}

/// Answers a question about one roll: by itself, against a fixed value, or against another roll. `versus` is the rank of the other roll.
pub fn roll(dice: DiceKind, rank: i32, (against, versus): (Option<i32>, Option<i32>), spin_at: i32) -> OddsAnswer {
    let one = u64::from(RollDistribution::of(dice).all());
    if (against, versus) == (None, None) {
        let totals = Chances::roll(dice, rank);
        let mut answer = OddsAnswer::titled(format!("Rank {rank}"));
        answer.figures.push(OddsFigure::mean("mean", totals.mean(|&total| i64::from(total))));
        let least = totals.steps().map(|(total, _)| OddsFigure::chance(format!("{total} or more"), totals.at_least(total), one)).collect();
        answer.tables.push(OutcomeTable::of("total", &totals, one, i32::to_string));
        answer.tables.push(OutcomeTable { name: "at least".to_owned(), rows: least });
        return answer;
    }
    let (shifts, all, title) = match (against, versus) {
        (_, Some(versus)) => {
            let all = u64::from(RollDistribution::opposed(dice).all());
            (Chances::opposed(dice, rank - versus), all, format!("Rank {rank} against a roll of rank {versus}"))
        }
        (against, None) => {
            let against = against.unwrap_or(0);
            (Chances::roll(dice, rank - against), one, format!("Rank {rank} against {against}"))
        }
    };
    let mut answer = OddsAnswer::titled(title);
    answer.figures.push(OddsFigure::chance("succeeds (0 shifts or more)", shifts.at_least(0), all));
    if versus.is_some() {
        answer.figures.push(OddsFigure::chance("hits (1 shift or more)", shifts.at_least(1), all));
        answer.figures.push(OddsFigure::chance("gives spin", shifts.spin(spin_at).at_least(1), all));
        answer.figures.push(OddsFigure::mean("average stress", shifts.mean(|&shifts| i64::from(shifts.max(0)))));
    }
    answer.tables.push(OutcomeTable::of("shifts", &shifts, all, i32::to_string));
    answer
}
