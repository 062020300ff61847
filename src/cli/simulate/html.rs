//! Writes a simulation as a self-contained web page: charts and tables, no scripts.
#![allow(clippy::float_arithmetic, reason = "shares in percent")]

use super::svg;
use slip_odds::simulate::report::{ComparisonReport, NumberChange, Reflection, SideLead, SimulationReport, ValueDistribution, WinShare};
use slip_odds::simulate::text::{chance, grouped, percent, who};
use slip_report::xml::escaped;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

/// Returns the whole page as text.
pub(super) fn page(report: &SimulationReport) -> String {
    let cast = &report.head.cast;
    let title = escaped(&cast.title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{title}: simulation</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n<p>{} games of <code>{}</code>, seed {}.</p>\n",
        grouped(report.games),
        escaped(cast.called()),
        report.head.seed
    );
    if let Some(within) = &report.head.within {
        let reached = if report.reached == Some(true) { "was reached" } else { "was not reached" };
        let _ = writeln!(out, "<p>The precision of {} {reached}: ±{} at the widest.</p>", escaped(within), percent(report.widest));
    }
    winners(&mut out, report);
    endings(&mut out, report);
    section(&mut out, &format!("Length in {}s", cast.round), |out| numbers(out, "length", "Length", &report.length, report.games));
    sides(&mut out, report);
    actors(&mut out, report);
    if let Some(mirror) = &report.mirror {
        reflection(&mut out, report, mirror);
    }
    if let Some(comparison) = &report.comparison {
        compared(&mut out, report, comparison);
    }
    examples(&mut out, report);
    let _ = writeln!(
        out,
        "<footer><p>Slipyard {}, package <code>{}</code>. Intervals contain the true value 19 times in 20.</p></footer>\n</main>\n</body>\n</html>",
        escaped(&report.head.slipyard),
        escaped(&cast.package)
    );
    out
}

fn section(out: &mut String, title: &str, body: impl FnOnce(&mut String)) {
    let _ = writeln!(out, "<section>\n<h2>{}</h2>", escaped(title));
    body(out);
    out.push_str("</section>\n");
}

/// Writes a table whose first cell in each line is its heading. Words are left-aligned, numbers right-aligned.
fn table(out: &mut String, caption: &str, heads: &[&str], lines: impl Iterator<Item = Vec<String>>) {
    let _ = write!(out, "<table>\n<caption>{}</caption>\n<thead><tr>", escaped(caption));
    let lines: Vec<Vec<String>> = lines.collect();
    let is_word = |line: &Vec<String>, place: usize| line.get(place).is_some_and(|cell| cell.starts_with(char::is_alphabetic));
    let class = |place: usize| if lines.iter().any(|line| is_word(line, place)) { " class=\"words\"" } else { "" };
    let classes: Vec<&str> = (0..heads.len()).map(class).collect();
    for (head, class) in heads.iter().zip(&classes) {
        let _ = write!(out, "<th scope=\"col\"{class}>{}</th>", escaped(head));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for line in &lines {
        out.push_str("<tr>");
        for (place, (cell, class)) in line.iter().zip(&classes).enumerate() {
            let cell = escaped(cell);
            let _ = if place == 0 { write!(out, "<th scope=\"row\">{cell}</th>") } else { write!(out, "<td{class}>{cell}</td>") };
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n");
}

fn share_lines(shares: &[WinShare]) -> impl Iterator<Item = Vec<String>> {
    shares.iter().map(|share| {
        vec![who(share.side.as_deref()).to_owned(), grouped(share.games), percent(share.share), percent(share.low), percent(share.high)]
    })
}

const SHARES: [&str; 5] = ["winner", "games", "share", "from", "to"];

fn winners(out: &mut String, report: &SimulationReport) {
    section(out, "Who wins", |out| {
        out.push_str(&svg::shares("winners", "Who wins", &report.winners));
        table(out, "Shares of all games, with 95% intervals", &SHARES, share_lines(&report.winners));
        let seats = report.head.cast.sides.iter().map(|side| {
            let doctrine = side.doctrine.clone().unwrap_or_default();
            vec![side.name.clone(), side.people.to_string(), side.by.clone(), doctrine]
        });
        table(out, "Who plays", &["side", "strength", "by", "doctrine"], seats);
    });
}

fn endings(out: &mut String, report: &SimulationReport) {
    section(out, "How it ends", |out| {
        let lines = report
            .endings
            .iter()
            .map(|ending| vec![who(ending.side.as_deref()).to_owned(), ending.why.clone(), grouped(ending.games), percent(ending.share)]);
        table(out, "Reasons for the end", &["winner", "reason", "games", "share"], lines);
    });
}

/// Writes a histogram and its summary.
fn numbers(out: &mut String, id: &str, title: &str, of: &ValueDistribution, games: u64) {
    out.push_str(&svg::histogram(id, title, of, games));
    let line = vec![
        title.to_owned(),
        format!("{:.3}", of.mean),
        format!("{:.3} to {:.3}", of.low, of.high),
        format!("{:.3}", of.deviation),
        format!("{} to {}", of.quarter, of.three_quarters),
        of.most_games.to_string(),
        format!("{} to {}", of.least, of.most),
    ];
    let heads = ["", "mean", "95% interval", "deviation", "half of all", "95% at most", "all"];
    table(out, "Per game", &heads, std::iter::once(line));
}

fn sides(out: &mut String, report: &SimulationReport) {
    for (number, side) in report.sides.iter().enumerate() {
        section(out, &side.side, |out| {
            let parts = [("taken out", &side.out), ("consequences", &side.consequences), ("fate points spent", &side.fate)];
            for (place, (what, spread)) in parts.into_iter().enumerate().filter(|(place, (_, spread))| *place == 0 || spread.most > 0) {
                let _ = writeln!(out, "<h3>{}</h3>", escaped(what));
                numbers(out, &format!("side{number}-{place}"), &format!("{}: {what}", side.side), spread, report.games);
            }
        });
    }
}

fn actors(out: &mut String, report: &SimulationReport) {
    section(out, "Each actor", |out| {
        let heads = [
            "",
            "side",
            "out",
            "95% interval",
            "lost for good",
            "leaves",
            "concedes",
            "mild",
            "moderate",
            "severe",
            "fate",
            "rolls",
            "dice",
            "fallout",
        ];
        let lines = report.actors.iter().map(|actor| {
            let number = |value: f64| format!("{value:.3}");
            vec![
                actor.title.clone(),
                actor.side.clone(),
                percent(actor.out),
                format!("{} to {}", percent(actor.out_low), percent(actor.out_high)),
                percent(actor.lost),
                percent(actor.left),
                percent(actor.conceded),
                number(actor.mild),
                number(actor.moderate),
                number(actor.severe),
                number(actor.fate),
                number(actor.rolls),
                number(actor.dice),
                number(actor.fallout),
            ]
        });
        table(out, "Shares of all games, or number per game", &heads, lines);
    });
}

fn reflection(out: &mut String, report: &SimulationReport, mirror: &Reflection) {
    section(out, "With the sides' positions exchanged", |out| {
        out.push_str(&svg::shares("mirror", "Who wins with exchanged positions", &mirror.exchanged));
        table(out, "Shares of all games, with 95% intervals", &SHARES, share_lines(&mirror.exchanged));
        if let [first, second, ..] = report.head.cast.sides.as_slice() {
            let line = |what: &str, edge: &SideLead| {
                let what = format!("{what} of {} compared with {}", first.name, second.name);
                vec![what, percent(edge.lead), format!("{} to {}", percent(edge.low), percent(edge.high)), chance(edge.chance)]
            };
            let lines = [line("position", &mirror.place), line("forces", &mirror.forces)];
            table(out, "More wins, as a share of all games", &["", "lead", "95% interval", "by chance"], lines.into_iter());
        }
    });
}

fn compared(out: &mut String, report: &SimulationReport, comparison: &ComparisonReport) {
    section(out, &format!("Compared with {}", comparison.asked), |out| {
        let line = |what: String, change: &NumberChange, form: fn(f64) -> String| {
            let between = format!("{} to {}", form(change.low), form(change.high));
            let verdict = if change.clear { "significant" } else { "may be chance" };
            vec![what, form(change.there), form(change.here), form(change.difference), between, chance(change.chance), verdict.to_owned()]
        };
        let mut lines: Vec<Vec<String>> =
            comparison.winners.iter().map(|row| line(format!("won by {}", who(row.side.as_deref())), &row.change, percent)).collect();
        let number = |value: f64| format!("{value:.3}");
        lines.push(line(format!("{}s", report.head.cast.round), &comparison.length, number));
        let out_of = report.sides.iter().zip(&comparison.out);
        lines.extend(out_of.map(|(side, change)| line(format!("{} taken out", side.side), change, number)));
        table(
            out,
            "The same games in both versions",
            &["", "there", "here", "difference", "95% interval", "by chance", ""],
            lines.into_iter(),
        );
    });
}

fn examples(out: &mut String, report: &SimulationReport) {
    section(out, "Examples: games that you can replay", |out| {
        let lines = report.examples.iter().map(|example| {
            let what = example.side.as_ref().map_or_else(|| format!("the {}", example.what), |side| format!("won by {side}"));
            vec![what, example.game.to_string(), report.command(example)]
        });
        table(out, "Commands to play these games again", &["", "game", "command"], lines);
    });
}
