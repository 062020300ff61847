//! Writes a simulation as text for a terminal: tables and histograms.
#![allow(clippy::float_arithmetic, reason = "shares in percent")]

use super::bars::{bar, rows};
use super::report::{ActorReport, ComparisonReport, NumberChange, Reflection, SideLead, SimulationReport, ValueDistribution, WinShare};
use std::fmt::Write;

/// Largest number of rows of a histogram.
const ROWS: usize = 16;
const WIDTH: u64 = 40;

/// Returns the whole report as text.
pub fn text(report: &SimulationReport) -> String {
    let mut out = head(report);
    winners(&mut out, report);
    endings(&mut out, report);
    length(&mut out, report);
    sides(&mut out, report);
    actors(&mut out, report);
    if let Some(mirror) = &report.mirror {
        reflection(&mut out, report, mirror);
    }
    if let Some(comparison) = &report.comparison {
        compared(&mut out, report, comparison);
    }
    examples(&mut out, report);
    out
}

/// Formats a share in percent: `61.25%`.
pub fn percent(share: f64) -> String {
    format!("{:.2}%", share * 100.0)
}

/// Formats the difference between two shares, in percentage points: `+1.25`.
fn points(share: f64) -> String {
    format!("{:+.2}", share * 100.0)
}

/// Formats a p-value; a very small one is never printed as 0.
pub fn chance(chance: f64) -> String {
    if chance < 0.0001 { "p < 0.0001".to_owned() } else { format!("p = {chance:.4}") }
}

/// Returns the name of a side, or `no side`.
pub fn who(side: Option<&str>) -> &str {
    side.unwrap_or("no side")
}

/// Formats a number in groups of digits: `1,234,567`.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn head(report: &SimulationReport) -> String {
    let cast = &report.head.cast;
    let mut out = format!("{}\n{} games of {}, seed {}\n", cast.title, grouped(report.games), cast.called(), report.head.seed);
    for side in &cast.sides {
        let doctrine = side.doctrine.as_ref().map(|doctrine| format!(" {doctrine}")).unwrap_or_default();
        let _ = writeln!(out, "  {}: {}, by {}{doctrine}", side.name, side.people, side.by);
    }
    match (&report.head.within, report.reached) {
        (Some(within), Some(true)) => {
            let _ = writeln!(out, "The precision of {within} was reached for every share (±{} at the widest).", percent(report.widest));
        }
        (Some(within), _) => {
            let _ = writeln!(
                out,
                "The precision of {within} was not reached: ±{} at the widest. Play more games (-n).",
                percent(report.widest)
            );
        }
        (None, _) => {}
    }
    out
}

/// Writes aligned columns: the first aligned to the left, the others to the right.
fn table(out: &mut String, lines: &[Vec<String>]) {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for line in lines {
        let mut row = String::from(" ");
        for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
            let gap = " ".repeat(width - cell.chars().count());
            let _ = if column == 0 { write!(row, " {cell}{gap}") } else { write!(row, "  {gap}{cell}") };
        }
        out.push_str(row.trim_end());
        out.push('\n');
    }
}

fn cells(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn winners(out: &mut String, report: &SimulationReport) {
    out.push_str("\nWho wins, with 95% intervals\n");
    table(out, &shares(&report.winners, report.games));
}

fn shares(shares: &[WinShare], games: u64) -> Vec<Vec<String>> {
    let row = |share: &WinShare| {
        let between = format!("{} to {}", percent(share.low), percent(share.high));
        vec![who(share.side.as_deref()).to_owned(), percent(share.share), between, pad(&bar(share.games, games, WIDTH))]
    };
    shares.iter().map(row).collect()
}

/// Pads a bar, left-aligned in its column.
fn pad(bar: &str) -> String {
    let width = usize::try_from(WIDTH).unwrap_or(0);
    format!("{bar:<width$}")
}

fn endings(out: &mut String, report: &SimulationReport) {
    out.push_str("\nHow it ends\n");
    for ending in &report.endings {
        let _ = writeln!(out, "  {:>7}  {}: {}", percent(ending.share), who(ending.side.as_deref()), ending.why);
    }
}

fn spread(what: &str, spread: &ValueDistribution) -> String {
    format!(
        "{what}: {:.2} on average ({:.2} to {:.2}), half of all games {} to {}, 95% at most {}, {} to {} in all\n",
        spread.mean, spread.low, spread.high, spread.quarter, spread.three_quarters, spread.most_games, spread.least, spread.most
    )
}

fn histogram(out: &mut String, counts: &[u64], games: u64) {
    let rows = rows(counts, ROWS);
    let most = rows.iter().map(|(.., count)| *count).max().unwrap_or(0);
    for (from, to, count) in rows {
        let name = if from == to { from.to_string() } else { format!("{from}-{to}") };
        let share = if games == 0 { 0 } else { (u128::from(count) * 2000 + u128::from(games)) / (u128::from(games) * 2) };
        let row = format!("  {name:>7}  {:>3}.{}%  {}", share / 10, share % 10, bar(count, most, WIDTH));
        let _ = writeln!(out, "{}", row.trim_end());
    }
}

fn length(out: &mut String, report: &SimulationReport) {
    out.push('\n');
    out.push_str(&spread(&format!("Length in {}s", report.head.cast.round), &report.length));
    histogram(out, &report.length.counts, report.games);
}

fn sides(out: &mut String, report: &SimulationReport) {
    for side in &report.sides {
        let _ = writeln!(out, "\n{}, in total", side.side);
        out.push_str(&spread(&format!("  Taken out, of {}", side.people), &side.out));
        histogram(out, &side.out.counts, report.games);
        if side.consequences.most > 0 {
            out.push_str(&spread("  Consequences", &side.consequences));
            let _ = writeln!(out, "    mild {:.3}, moderate {:.3}, severe {:.3} per game", side.mild, side.moderate, side.severe);
        }
        if side.fate.most > 0 {
            out.push_str(&spread("  Fate points spent", &side.fate));
        }
        let rest = [("leave the map", side.left), ("concede or give in", side.conceded)];
        for (what, mean) in rest.into_iter().filter(|(_, mean)| *mean > 0.0) {
            let _ = writeln!(out, "  {mean:.3} {what} per game");
        }
    }
}

/// Column in the table of actors: its heading, the function that returns its value, and true if the value is a share.
type Column = (&'static str, fn(&ActorReport) -> f64, bool);

/// Columns of the table of actors; those without any value are left out. Shares are in percent.
const COLUMNS: [Column; 11] = [
    ("out", |actor| actor.out, true),
    ("lost for good", |actor| actor.lost, true),
    ("leaves", |actor| actor.left, true),
    ("concedes", |actor| actor.conceded, true),
    ("mild", |actor| actor.mild, false),
    ("moderate", |actor| actor.moderate, false),
    ("severe", |actor| actor.severe, false),
    ("fate spent", |actor| actor.fate, false),
    ("rolls", |actor| actor.rolls, false),
    ("dice", |actor| actor.dice, false),
    ("fallout", |actor| actor.fallout, false),
];

fn actors(out: &mut String, report: &SimulationReport) {
    let used: Vec<Column> = COLUMNS.into_iter().filter(|(_, of, _)| report.actors.iter().any(|actor| of(actor) > 0.0)).collect();
    let mut lines = vec![["", "side"].into_iter().chain(used.iter().map(|(head, ..)| *head)).map(str::to_owned).collect::<Vec<_>>()];
    for actor in report.actors.iter().filter(|actor| actor.fights || used.iter().any(|(_, of, _)| of(actor) > 0.0)) {
        let mut line = cells(&[&actor.actor, &actor.side]);
        line.extend(
            used.iter().map(|(_, of, share)| if *share { format!("{:.1}%", of(actor) * 100.0) } else { format!("{:.2}", of(actor)) }),
        );
        lines.push(line);
    }
    out.push_str("\nEach actor: shares of all games, or number per game\n");
    table(out, &lines);
}

fn reflection(out: &mut String, report: &SimulationReport, mirror: &Reflection) {
    out.push_str("\nWith the sides' positions exchanged\n");
    table(out, &shares(&mirror.exchanged, report.games));
    let [first, second, ..] = report.head.cast.sides.as_slice() else { return };
    let lead = |what: &str, edge: &SideLead| {
        let words = if edge.clear { "significant" } else { "may be chance" };
        format!(
            "  {what}: {} percentage points more wins ({} to {}), {}, {words}\n",
            points(edge.lead),
            points(edge.low),
            points(edge.high),
            chance(edge.chance)
        )
    };
    out.push_str(&lead(&format!("The position of {} compared with {}", first.name, second.name), &mirror.place));
    out.push_str(&lead(&format!("The forces of {} compared with {}", first.name, second.name), &mirror.forces));
}

fn compared(out: &mut String, report: &SimulationReport, comparison: &ComparisonReport) {
    let _ = writeln!(out, "\nCompared with {}", comparison.asked);
    let verdict =
        |change: &NumberChange| format!("{}, {}", chance(change.chance), if change.clear { "significant" } else { "may be chance" });
    let mut lines = vec![cells(&["", "there", "here", "difference", "95% interval", ""])];
    for row in &comparison.winners {
        let change = &row.change;
        lines.push(vec![
            format!("won by {}", who(row.side.as_deref())),
            percent(change.there),
            percent(change.here),
            points(change.difference),
            format!("{} to {}", points(change.low), points(change.high)),
            verdict(change),
        ]);
    }
    let number = |what: String, change: &NumberChange| {
        let (low, high) = (change.low, change.high);
        vec![
            what,
            format!("{:.2}", change.there),
            format!("{:.2}", change.here),
            format!("{:+.2}", change.difference),
            format!("{low:+.2} to {high:+.2}"),
            verdict(change),
        ]
    };
    lines.push(number(format!("{}s", report.head.cast.round), &comparison.length));
    for (side, change) in report.head.cast.sides.iter().zip(&comparison.out) {
        lines.push(number(format!("{} taken out", side.name), change));
    }
    table(out, &lines);
    if !comparison.winners.iter().any(|row| row.change.clear) {
        let _ = writeln!(
            out,
            "  {} games show no clear difference in wins; a difference smaller than the intervals is possible.",
            grouped(report.games)
        );
    }
}

fn examples(out: &mut String, report: &SimulationReport) {
    out.push_str("\nExamples: games that you can replay\n");
    for example in &report.examples {
        let what = match &example.side {
            Some(side) => format!("won by {side}"),
            None => format!("the {}", example.what),
        };
        let _ = writeln!(out, "  {}  # {what}, game {}", report.command(example), example.game);
    }
}
