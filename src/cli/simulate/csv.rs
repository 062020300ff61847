//! Writes a simulation as one table of comma-separated values (RFC 4180), one measure per line.

use slip_export::csv::plain_cell as cell;
use slip_odds::simulate::report::{NumberChange, SimulationReport, ValueDistribution};
use std::fmt::Write;

/// Line of the table: subject, side, actor, measure, value and interval.
struct Line<'r> {
    about: &'r str,
    side: &'r str,
    actor: &'r str,
    measure: String,
    value: f64,
    interval: Option<(f64, f64)>,
}

/// Returns the whole table as text.
pub(super) fn csv(report: &SimulationReport) -> String {
    let mut out = String::from("about,side,actor,measure,value,low,high\n");
    let mut put = |line: Line<'_>| {
        let (low, high) = line.interval.map_or((String::new(), String::new()), |(low, high)| (low.to_string(), high.to_string()));
        let cells = [line.about, line.side, line.actor, &line.measure].map(cell);
        let _ = writeln!(out, "{},{},{low},{high}", cells.join(","), line.value);
    };
    let plain = |about, side, actor, measure: &str, value| Line { about, side, actor, measure: measure.to_owned(), value, interval: None };
    for share in &report.winners {
        let line = plain("winner", share.side.as_deref().unwrap_or(""), "", "share", share.share);
        put(Line { interval: Some((share.low, share.high)), ..line });
    }
    for ending in &report.endings {
        put(plain("ending", ending.side.as_deref().unwrap_or(""), "", &ending.why, ending.share));
    }
    spread(&mut put, "length", "", "rounds", &report.length);
    for side in &report.sides {
        for (measure, of) in [("out", &side.out), ("consequences", &side.consequences), ("fate", &side.fate)] {
            spread(&mut put, "side", &side.side, measure, of);
        }
        let means =
            [("mild", side.mild), ("moderate", side.moderate), ("severe", side.severe), ("left", side.left), ("conceded", side.conceded)];
        means.into_iter().for_each(|(measure, value)| put(plain("side", &side.side, "", measure, value)));
    }
    for actor in &report.actors {
        let out = plain("actor", &actor.side, &actor.actor, "out", actor.out);
        put(Line { interval: Some((actor.out_low, actor.out_high)), ..out });
        let means = [
            ("lost", actor.lost),
            ("left", actor.left),
            ("conceded", actor.conceded),
            ("mild", actor.mild),
            ("moderate", actor.moderate),
            ("severe", actor.severe),
            ("fate", actor.fate),
            ("rolls", actor.rolls),
            ("dice", actor.dice),
            ("fallout", actor.fallout),
        ];
        means.into_iter().for_each(|(measure, value)| put(plain("actor", &actor.side, &actor.actor, measure, value)));
    }
    if let Some(mirror) = &report.mirror {
        for share in &mirror.exchanged {
            let line = plain("mirror", share.side.as_deref().unwrap_or(""), "", "share", share.share);
            put(Line { interval: Some((share.low, share.high)), ..line });
        }
        for (measure, edge) in [("place lead", &mirror.place), ("forces lead", &mirror.forces)] {
            put(Line { interval: Some((edge.low, edge.high)), ..plain("mirror", "", "", measure, edge.lead) });
            put(plain("mirror", "", "", &format!("{measure} chance"), edge.chance));
        }
    }
    if let Some(comparison) = &report.comparison {
        for row in &comparison.winners {
            change(&mut put, row.side.as_deref().unwrap_or(""), "share", &row.change);
        }
        change(&mut put, "", "rounds", &comparison.length);
        for (side, of) in report.sides.iter().zip(&comparison.out) {
            change(&mut put, &side.side, "out", of);
        }
    }
    out
}

fn spread<'r>(put: &mut impl FnMut(Line<'r>), about: &'r str, side: &'r str, measure: &str, of: &ValueDistribution) {
    let line = |end: &str, value| Line { about, side, actor: "", measure: format!("{measure}{end}"), value, interval: None };
    put(Line { interval: Some((of.low, of.high)), ..line("", of.mean) });
    put(line(" deviation", of.deviation));
    for (value, count) in of.counts.iter().enumerate() {
        put(line(&format!(" = {value}"), slip_odds::simulate::statistics::float(*count)));
    }
}

fn change<'r>(put: &mut impl FnMut(Line<'r>), side: &'r str, measure: &str, of: &NumberChange) {
    let line = |end: &str, value| Line { about: "compared", side, actor: "", measure: format!("{measure}{end}"), value, interval: None };
    put(line(" there", of.there));
    put(line(" here", of.here));
    put(Line { interval: Some((of.low, of.high)), ..line(" difference", of.difference) });
    put(line(" chance", of.chance));
}
