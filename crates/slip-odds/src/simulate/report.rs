//! Computes the statistics of a simulation from its counts: shares with intervals, means, quantiles and differences. Views only display
//! this data.
#![allow(clippy::float_arithmetic, reason = "measured shares and their error bars; no rule of a game depends on them")]

mod comparison;
mod side_swap;

pub use comparison::{ComparisonReport, NumberChange, ShareChange};
pub use side_swap::{Reflection, SideLead};

use super::batches::SimulationResult;
use super::participants::SimulationDescription;
use super::schema_struct_macro::records;
use super::seeds;
use super::statistics::{around, float, mean_and_deviation, quantile, rounded, share, wilson};
use super::total_counts::{ActorTally, Histogram, SimulationCounts, Tally};
use std::path::{Component, Path};

/// Version of the JSON format of the report.
pub const FORMAT: u64 = 1;

records! {
    /// Share of the games that one side wins, or that are draws.
    pub struct WinShare {
        /// Side that wins; null for draws.
        pub side: Option<String>,
        /// Number of games with this result.
        pub games: u64,
        /// Share of all games, 0 to 1.
        pub share: f64,
        /// Lower end of the 95% interval of the chance (Wilson).
        pub low: f64,
        /// Upper end of the 95% interval of the chance.
        pub high: f64,
    }

    /// Share of games with one kind of ending.
    pub struct EndingShare {
        /// Winning side of this ending; null for a draw.
        pub side: Option<String>,
        /// Reason of the ending, as in logs.
        pub why: String,
        /// Number of games with this ending.
        pub games: u64,
        /// Share of all games, 0 to 1.
        pub share: f64,
    }

    /// Distribution of a number with one value per game.
    pub struct ValueDistribution {
        /// Mean of the number.
        pub mean: f64,
        /// Lower end of the 95% interval of the mean.
        pub low: f64,
        /// Upper end of the 95% interval of the mean.
        pub high: f64,
        /// Standard deviation of the number.
        pub deviation: f64,
        /// Lowest value of the number.
        pub least: u64,
        /// Lower quartile: a quarter of all games have at most this value.
        pub quarter: u64,
        /// Median: half of all games have at most this value.
        pub median: u64,
        /// Upper quartile: three quarters of all games have at most this value.
        pub three_quarters: u64,
        /// 95th percentile: 95% of all games have at most this value.
        pub most_games: u64,
        /// Highest value of the number.
        pub most: u64,
        /// Number of games with the values 0, 1, 2 …
        pub counts: Vec<u64>,
    }

    /// Results of one side. Numbers are means per game over the whole side.
    pub struct SideReport {
        /// Name of the side.
        pub side: String,
        /// Number of fighters on the side.
        pub people: u64,
        /// Number of fighters of the side that are taken out.
        pub out: ValueDistribution,
        /// Number of consequences taken.
        pub consequences: ValueDistribution,
        /// Number of mild consequences.
        pub mild: f64,
        /// Number of moderate consequences.
        pub moderate: f64,
        /// Number of severe consequences.
        pub severe: f64,
        /// Number of fate points spent.
        pub fate: ValueDistribution,
        /// Number of actors of the side that leave the map.
        pub left: f64,
        /// Number of actors of the side that concede or give.
        pub conceded: f64,
    }

    /// Results of one actor. Shares are of all games; numbers are means per game.
    pub struct ActorReport {
        /// Name of the actor in logs.
        pub actor: String,
        /// Title of the actor, the name shown to people.
        pub title: String,
        /// Side of the actor.
        pub side: String,
        /// True for fighters; false for people aboard ships and for platoons as a whole.
        pub fights: bool,
        /// Share of games in which the actor is taken out.
        pub out: f64,
        /// Lower end of the 95% interval (Wilson) of the chance that the actor is taken out.
        pub out_low: f64,
        /// Upper end of the 95% interval (Wilson) of the chance that the actor is taken out.
        pub out_high: f64,
        /// Share of games after which the actor does not come back.
        pub lost: f64,
        /// Share of games in which the actor leaves the map.
        pub left: f64,
        /// Share of games in which the actor concedes or gives.
        pub conceded: f64,
        /// Number of mild consequences.
        pub mild: f64,
        /// Number of moderate consequences.
        pub moderate: f64,
        /// Number of severe consequences.
        pub severe: f64,
        /// Number of fate points spent.
        pub fate: f64,
        /// Number of checks rolled.
        pub rolls: f64,
        /// Number of dice added to the pool.
        pub dice: f64,
        /// Number of boxes of fallout marked.
        pub fallout: f64,
    }

    /// Example game of a simulation; `slipyard run` with its seed plays it again.
    pub struct ExampleGame {
        /// Kind of example: `shortest`, `longest` or `won`.
        pub what: String,
        /// Winning side, if the example is of the kind `won`.
        pub side: Option<String>,
        /// Number of the game in the simulation, from 0.
        pub game: u64,
        /// Seed of the game.
        pub seed: u64,
    }

    /// Report of a simulation.
    pub struct SimulationReport {
        /// Version of the format of the report.
        pub slipyard_simulation: u64,
        /// Description of the simulation.
        pub head: SimulationDescription,
        /// Number of games played.
        pub games: u64,
        /// True if the requested precision was reached; null if none was requested.
        pub reached: Option<bool>,
        /// Half the width of the widest 95% interval of a share.
        pub widest: f64,
        /// Shares of the games that each side wins, in order, and of draws.
        pub winners: Vec<WinShare>,
        /// Endings, the most frequent first.
        pub endings: Vec<EndingShare>,
        /// Length of the games in rounds.
        pub length: ValueDistribution,
        /// Results of each side.
        pub sides: Vec<SideReport>,
        /// Results of each actor.
        pub actors: Vec<ActorReport>,
        /// Example games.
        pub examples: Vec<ExampleGame>,
        /// Results with exchanged sides, if they were requested.
        pub mirror: Option<Reflection>,
        /// Effect of a change of the encounter, if it was requested.
        pub comparison: Option<ComparisonReport>,
    }
}

impl ValueDistribution {
    fn of(histogram: &Histogram) -> ValueDistribution {
        let total = histogram.total();
        let (mean, deviation) = mean_and_deviation(float(histogram.sum), float(histogram.squares), total);
        let (low, high) = around(mean, deviation, total);
        let at = |percent| quantile(&histogram.counts, percent);
        ValueDistribution {
            mean: rounded(mean),
            // Counts are never negative.
            low: rounded(low.max(0.0)),
            high: rounded(high),
            deviation: rounded(deviation),
            least: at(0),
            quarter: at(25),
            median: at(50),
            three_quarters: at(75),
            most_games: at(95),
            most: at(100),
            counts: histogram.counts.clone(),
        }
    }
}

/// Returns the share of wins for each side, and the share of draws.
fn winners(names: &[String], wins: impl Iterator<Item = u64>, draws: u64, games: u64) -> Vec<WinShare> {
    let sides = names.iter().cloned().map(Some).zip(wins).chain([(None, draws)]);
    sides
        .map(|(side, won)| {
            let (low, high) = wilson(won, games);
            WinShare { side, games: won, share: rounded(share(won, games)), low: rounded(low), high: rounded(high) }
        })
        .collect()
}

fn endings(tally: &Tally, names: &[String]) -> Vec<EndingShare> {
    let mut endings: Vec<EndingShare> = tally
        .endings
        .iter()
        .map(|ending| EndingShare {
            side: ending.winner.and_then(|winner| names.get(usize::try_from(winner).ok()?)).cloned(),
            why: ending.why.clone(),
            games: ending.games,
            share: rounded(share(ending.games, tally.games)),
        })
        .collect();
    // Endings of equal frequency stay in the order of the sides.
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.games));
    endings
}

fn sides(head: &SimulationDescription, tally: &Tally) -> Vec<SideReport> {
    let side = |(number, (side, counts)): (u64, (&super::participants::SideOf, &super::total_counts::SideTally))| {
        let of_side = || head.cast.actors.iter().zip(&tally.actors).filter(|(actor, _)| actor.side == number).map(|(_, counts)| counts);
        let mean = |count: fn(&ActorTally) -> u64| rounded(share(of_side().map(count).sum(), tally.games));
        SideReport {
            side: side.name.clone(),
            people: side.people,
            out: ValueDistribution::of(&counts.out),
            consequences: ValueDistribution::of(&counts.consequences),
            mild: mean(|actor| actor.mild),
            moderate: mean(|actor| actor.moderate),
            severe: mean(|actor| actor.severe),
            fate: ValueDistribution::of(&counts.fate),
            left: mean(|actor| actor.left),
            conceded: mean(|actor| actor.conceded),
        }
    };
    (0..).zip(head.cast.sides.iter().zip(&tally.sides)).map(side).collect()
}

fn actors(head: &SimulationDescription, tally: &Tally, names: &[String]) -> Vec<ActorReport> {
    let mean = |count: u64| rounded(share(count, tally.games));
    let actor = |(actor, counts): (&super::participants::ActorOf, &ActorTally)| {
        let (low, high) = wilson(counts.out, tally.games);
        ActorReport {
            actor: actor.name.clone(),
            title: actor.title.clone(),
            side: usize::try_from(actor.side).ok().and_then(|side| names.get(side)).cloned().unwrap_or_default(),
            fights: actor.fights,
            out: mean(counts.out),
            out_low: rounded(low),
            out_high: rounded(high),
            lost: mean(counts.lost),
            left: mean(counts.left),
            conceded: mean(counts.conceded),
            mild: mean(counts.mild),
            moderate: mean(counts.moderate),
            severe: mean(counts.severe),
            fate: mean(counts.fate),
            rolls: mean(counts.rolls),
            dice: mean(counts.dice),
            fallout: mean(counts.fallout),
        }
    };
    head.cast.actors.iter().zip(&tally.actors).map(actor).collect()
}

fn examples(head: &SimulationDescription, tally: &Tally, names: &[String]) -> Vec<ExampleGame> {
    let example = |what: &str, side: Option<&String>, game: u64| ExampleGame {
        what: what.to_owned(),
        side: side.cloned(),
        game,
        seed: seeds::of_game(head.seed, game),
    };
    let won = names.iter().zip(&tally.sides).filter_map(|(name, side)| Some(example("won", Some(name), side.first_win?)));
    let shortest = tally.shortest.iter().map(|game| example("shortest", None, game.game));
    let longest = tally.longest.iter().map(|game| example("longest", None, game.game));
    won.chain(shortest).chain(longest).collect()
}

impl SimulationReport {
    /// Computes the report of a simulation from its counts.
    pub fn of(done: &SimulationResult) -> SimulationReport {
        let SimulationResult { head, counts: SimulationCounts { tally, mirror, other } } = done;
        let names: Vec<String> = head.cast.sides.iter().map(|side| side.name.clone()).collect();
        let widest = super::batches::widest(tally);
        let within = head.within.as_ref().and_then(|within| within.parse::<super::Precision>().ok());
        SimulationReport {
            slipyard_simulation: FORMAT,
            games: tally.games,
            reached: within.map(|within| widest <= within.share()),
            widest: rounded(widest),
            winners: winners(&names, tally.sides.iter().map(|side| side.wins), tally.draws, tally.games),
            endings: endings(tally, &names),
            length: ValueDistribution::of(&tally.length),
            sides: sides(head, tally),
            actors: actors(head, tally, &names),
            examples: examples(head, tally, &names),
            mirror: mirror.as_ref().map(|mirror| Reflection::of(&names, mirror, tally.draws)),
            comparison: other
                .as_ref()
                .zip(head.other.as_ref())
                .map(|(counts, other)| ComparisonReport::of(&head.cast.sides, tally, counts, other)),
            head: head.clone(),
        }
    }

    /// Returns the shell command that plays an example game again.
    pub fn command(&self, example: &ExampleGame) -> String {
        let seats = self.head.seats.iter().map(|seat| format!(" --seat {}", typed(seat)));
        format!("slipyard run {} --seed {}{}", typed(self.head.cast.called()), example.seed, seats.collect::<String>())
    }

    /// Returns the report as JSON.
    pub fn json(&self) -> String {
        // Data that consists only of strings and finite numbers can always be serialised.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// Quotes a word for the shell if necessary.
pub fn typed(word: &str) -> String {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "=_.:-/".contains(sign);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// True if a path leads outside the current folder; paths inside it need no `--in` option.
pub fn is_elsewhere(path: &Path) -> bool {
    path.has_root() || path.components().any(|part| matches!(part, Component::ParentDir | Component::Prefix(_)))
}
