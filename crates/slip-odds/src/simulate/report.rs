//! What the counts say: shares with their intervals, means, quantiles, differences. Views draw this and nothing else.
#![allow(clippy::float_arithmetic, reason = "measured shares and their error bars; no rule of a game depends on them")]

mod comparison;
mod reflection;

pub use comparison::{Change, Comparison, ShareChange};
pub use reflection::{Edge, Reflection};

use super::batches::Done;
use super::cast::Head;
use super::record::records;
use super::seeds;
use super::statistics::{around, float, mean_and_deviation, quantile, rounded, share, wilson};
use super::tally::{ActorTally, Counts, Histogram, Tally};
use std::path::{Component, Path};

/// Version of the report's JSON.
pub const FORMAT: u64 = 1;

records! {
    /// How often a side wins, or nobody.
    pub struct Share {
        /// The side; none for a draw.
        pub side: Option<String>,
        /// Games.
        pub games: u64,
        /// Their share of all, 0 to 1.
        pub share: f64,
        /// Where the 95% interval of the chance begins (Wilson).
        pub low: f64,
        /// Where it ends.
        pub high: f64,
    }

    /// How often games end in one way.
    pub struct EndingShare {
        /// The side that wins by it; none for a draw.
        pub side: Option<String>,
        /// The reason, in the words of logs.
        pub why: String,
        /// Games.
        pub games: u64,
        /// Their share of all, 0 to 1.
        pub share: f64,
    }

    /// How a number that each game has one of is spread.
    pub struct Spread {
        /// The mean.
        pub mean: f64,
        /// Where the 95% interval of the mean begins.
        pub low: f64,
        /// Where it ends.
        pub high: f64,
        /// The standard deviation.
        pub deviation: f64,
        /// The least.
        pub least: u64,
        /// A quarter of all games have at most this.
        pub quarter: u64,
        /// Half of all games have at most this.
        pub median: u64,
        /// Three quarters of all games have at most this.
        pub three_quarters: u64,
        /// 95% of all games have at most this.
        pub most_games: u64,
        /// The most.
        pub most: u64,
        /// How many games have 0, 1, 2 …
        pub counts: Vec<u64>,
    }

    /// What a side has of it. Numbers are means of a game, of all of the side together.
    pub struct SideReport {
        /// Its name.
        pub side: String,
        /// How many fight on it.
        pub people: u64,
        /// How many of them are taken out.
        pub out: Spread,
        /// Consequences it takes.
        pub consequences: Spread,
        /// Mild ones.
        pub mild: f64,
        /// Moderate ones.
        pub moderate: f64,
        /// Severe ones.
        pub severe: f64,
        /// Fate points it spends.
        pub fate: Spread,
        /// How many leave the map.
        pub left: f64,
        /// How many concede, or give.
        pub conceded: f64,
    }

    /// What somebody has of it. Shares are of all games, numbers are means of a game.
    pub struct ActorReport {
        /// The name in logs.
        pub actor: String,
        /// The name shown to people.
        pub title: String,
        /// Their side.
        pub side: String,
        /// True if they are one of those who fight: people aboard ships and platoons as a whole are not.
        pub fights: bool,
        /// The share of games in which they are taken out.
        pub out: f64,
        /// Where its 95% interval begins (Wilson).
        pub out_low: f64,
        /// Where it ends.
        pub out_high: f64,
        /// The share of games after which they do not come back.
        pub lost: f64,
        /// The share of games in which they leave the map.
        pub left: f64,
        /// The share of games in which they concede, or give.
        pub conceded: f64,
        /// Mild consequences.
        pub mild: f64,
        /// Moderate consequences.
        pub moderate: f64,
        /// Severe consequences.
        pub severe: f64,
        /// Fate points spent.
        pub fate: f64,
        /// Checks rolled.
        pub rolls: f64,
        /// Dice that fall into their pool.
        pub dice: f64,
        /// Boxes of fallout marked.
        pub fallout: f64,
    }

    /// A game to look at: `slipyard run` plays it with its seed.
    pub struct Example {
        /// What it is an example of: `shortest`, `longest`, `won`.
        pub what: String,
        /// The side that wins it, of `won`.
        pub side: Option<String>,
        /// Its number, from 0.
        pub game: u64,
        /// Its own seed.
        pub seed: u64,
    }

    /// What a simulation came to.
    pub struct Report {
        /// Version of this.
        pub slipyard_simulation: u64,
        /// What was simulated.
        pub head: Head,
        /// How many games were played.
        pub games: u64,
        /// True if the precision that was asked for was reached; none if none was.
        pub reached: Option<bool>,
        /// Half of the widest interval of a share.
        pub widest: f64,
        /// How often each side wins, in order, and nobody.
        pub winners: Vec<Share>,
        /// How games end, the most frequent first.
        pub endings: Vec<EndingShare>,
        /// Their length in rounds.
        pub length: Spread,
        /// By side.
        pub sides: Vec<SideReport>,
        /// By actor.
        pub actors: Vec<ActorReport>,
        /// Games to look at.
        pub examples: Vec<Example>,
        /// What the places of the sides are worth, if it was asked for.
        pub mirror: Option<Reflection>,
        /// What a change did, if it was asked for.
        pub comparison: Option<Comparison>,
    }
}

impl Spread {
    fn of(histogram: &Histogram) -> Spread {
        let total = histogram.total();
        let (mean, deviation) = mean_and_deviation(float(histogram.sum), float(histogram.squares), total);
        let (low, high) = around(mean, deviation, total);
        let at = |percent| quantile(&histogram.counts, percent);
        Spread {
            mean: rounded(mean),
            // What is counted is never less than nothing.
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

/// The shares of each side's wins, and of draws.
fn winners(names: &[String], wins: impl Iterator<Item = u64>, draws: u64, games: u64) -> Vec<Share> {
    let sides = names.iter().cloned().map(Some).zip(wins).chain([(None, draws)]);
    sides
        .map(|(side, won)| {
            let (low, high) = wilson(won, games);
            Share { side, games: won, share: rounded(share(won, games)), low: rounded(low), high: rounded(high) }
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
    // Equals stay in the order of the sides.
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.games));
    endings
}

fn sides(head: &Head, tally: &Tally) -> Vec<SideReport> {
    let side = |(number, (side, counts)): (u64, (&super::cast::SideOf, &super::tally::SideTally))| {
        let of_side = || head.cast.actors.iter().zip(&tally.actors).filter(|(actor, _)| actor.side == number).map(|(_, counts)| counts);
        let mean = |count: fn(&ActorTally) -> u64| rounded(share(of_side().map(count).sum(), tally.games));
        SideReport {
            side: side.name.clone(),
            people: side.people,
            out: Spread::of(&counts.out),
            consequences: Spread::of(&counts.consequences),
            mild: mean(|actor| actor.mild),
            moderate: mean(|actor| actor.moderate),
            severe: mean(|actor| actor.severe),
            fate: Spread::of(&counts.fate),
            left: mean(|actor| actor.left),
            conceded: mean(|actor| actor.conceded),
        }
    };
    (0..).zip(head.cast.sides.iter().zip(&tally.sides)).map(side).collect()
}

fn actors(head: &Head, tally: &Tally, names: &[String]) -> Vec<ActorReport> {
    let mean = |count: u64| rounded(share(count, tally.games));
    let actor = |(actor, counts): (&super::cast::ActorOf, &ActorTally)| {
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

fn examples(head: &Head, tally: &Tally, names: &[String]) -> Vec<Example> {
    let example = |what: &str, side: Option<&String>, game: u64| Example {
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

impl Report {
    /// Of what was counted.
    pub fn of(done: &Done) -> Report {
        let Done { head, counts: Counts { tally, mirror, other } } = done;
        let names: Vec<String> = head.cast.sides.iter().map(|side| side.name.clone()).collect();
        let widest = super::batches::widest(tally);
        let within = head.within.as_ref().and_then(|within| within.parse::<super::Precision>().ok());
        Report {
            slipyard_simulation: FORMAT,
            games: tally.games,
            reached: within.map(|within| widest <= within.share()),
            widest: rounded(widest),
            winners: winners(&names, tally.sides.iter().map(|side| side.wins), tally.draws, tally.games),
            endings: endings(tally, &names),
            length: Spread::of(&tally.length),
            sides: sides(head, tally),
            actors: actors(head, tally, &names),
            examples: examples(head, tally, &names),
            mirror: mirror.as_ref().map(|mirror| Reflection::of(&names, mirror, tally.draws)),
            comparison: other
                .as_ref()
                .zip(head.other.as_ref())
                .map(|(counts, other)| Comparison::of(&head.cast.sides, tally, counts, other)),
            head: head.clone(),
        }
    }

    /// What plays an example again, as it is typed.
    pub fn command(&self, example: &Example) -> String {
        let seats = self.head.seats.iter().map(|seat| format!(" --seat {}", typed(seat)));
        format!("slipyard run {} --seed {}{}", typed(self.head.cast.called()), example.seed, seats.collect::<String>())
    }

    /// As JSON.
    pub fn json(&self) -> String {
        // Plain data of strings and finite numbers can always be written.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// A word as it is typed into a shell: in quotes where it has to be.
pub fn typed(word: &str) -> String {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "=_.:-/".contains(sign);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// True if a path leads out of the folder that everything is typed in; what is below that is found without saying where.
pub fn is_elsewhere(path: &Path) -> bool {
    path.has_root() || path.components().any(|part| matches!(part, Component::ParentDir | Component::Prefix(_)))
}
