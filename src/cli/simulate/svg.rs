//! Draws charts as inline SVG: bars with intervals, and histograms.
//!
//! Colours are variables of the page, for dark and light modes; every chart has a title and a description, and its numbers are also in a
//! table beside the chart.
#![allow(clippy::float_arithmetic, reason = "places on a page")]

use slip_odds::simulate::bars::rows;
use slip_odds::simulate::report::{ValueDistribution, WinShare};
use slip_odds::simulate::statistics::share;
use slip_odds::simulate::text::percent;
use slip_report::xml::escaped;
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const LABEL: f64 = 120.0;
const VALUE: f64 = 70.0;
const ROW: f64 = 26.0;
const TALL: f64 = 200.0;
const FOOT: f64 = 24.0;
/// Largest width in pixels of a digit below a bar.
const DIGIT: f64 = 7.0;
/// Largest number of bars in a histogram.
const BARS: usize = 40;

/// Returns a chart with the given content; `id` is unique on the page.
fn chart(id: &str, title: &str, about: &str, height: f64, body: &str) -> String {
    let (title, about) = (escaped(title), escaped(about));
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">\
         <title id=\"{id}-title\">{title}</title><desc id=\"{id}-desc\">{about}</desc>\n{body}</svg>\n"
    )
}

/// Returns shares as bars, with their intervals as whiskers.
pub(super) fn shares(id: &str, title: &str, shares: &[WinShare]) -> String {
    let wide = WIDTH - LABEL - VALUE;
    let mut body = String::new();
    let mut about = Vec::new();
    for (number, of) in (0_u32..).zip(shares) {
        let name = of.side.as_deref().unwrap_or("no side");
        about.push(format!("{name} {} ({} to {})", percent(of.share), percent(of.low), percent(of.high)));
        let top = f64::from(number) * ROW + 4.0;
        let middle = top + (ROW - 8.0) / 2.0;
        let (low, high) = (LABEL + of.low * wide, LABEL + of.high * wide);
        let _ = writeln!(
            body,
            "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{}</text>\
             <rect class=\"bar side{number}\" x=\"{LABEL:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>\
             <path class=\"whisker\" d=\"M{low:.1} {middle:.1}H{high:.1}M{low:.1} {:.1}v8M{high:.1} {:.1}v8\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            LABEL - 8.0,
            middle + 4.0,
            escaped(name),
            of.share * wide,
            ROW - 8.0,
            middle - 4.0,
            middle - 4.0,
            WIDTH - VALUE + 8.0,
            middle + 4.0,
            percent(of.share),
        );
    }
    let height = f64::from(u32::try_from(shares.len()).unwrap_or(0)) * ROW + 4.0;
    chart(id, title, &about.join("; "), height, &body)
}

/// Returns the position of a label below the middle of its bar; a label wider than its bar is aligned with the edge of the chart.
fn tick(name: &str, middle: f64) -> (&'static str, f64) {
    let half = f64::from(u32::try_from(name.len()).unwrap_or(0)) * DIGIT / 2.0;
    if middle - half < 0.0 {
        ("tick first", 0.0)
    } else if middle + half > WIDTH {
        ("tick last", WIDTH)
    } else {
        ("tick", middle)
    }
}

/// Returns a histogram of how often each number occurred.
pub(super) fn histogram(id: &str, title: &str, of: &ValueDistribution, games: u64) -> String {
    let rows = rows(&of.counts, BARS);
    let most = rows.iter().map(|(.., count)| *count).max().unwrap_or(0);
    let count = f64::from(u32::try_from(rows.len().max(8)).unwrap_or(8));
    let wide = WIDTH / count;
    // Labels under the bars must not overlap.
    let each = rows.len().div_ceil(16).max(1);
    let mut body = String::new();
    for (number, (from, to, times)) in rows.iter().enumerate() {
        let left = f64::from(u32::try_from(number).unwrap_or(0)) * wide;
        let tall = share(*times, most) * (TALL - FOOT);
        let name = if from == to { from.to_string() } else { format!("{from}-{to}") };
        let _ = write!(
            body,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\"><title>{name}: {} of all games</title></rect>",
            left + 1.0,
            TALL - FOOT - tall,
            wide - 2.0,
            percent(share(*times, games)),
        );
        if number % each == 0 {
            let (class, x) = tick(&name, left + wide / 2.0);
            let _ = write!(body, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\">{name}</text>", TALL - 6.0);
        }
        body.push('\n');
    }
    let _ = writeln!(body, "<path class=\"axis\" d=\"M0 {:.1}H{WIDTH:.1}\"/>", TALL - FOOT);
    let about = format!(
        "Mean {:.2}, standard deviation {:.2}; half of all games have {} to {}, all {} to {}.",
        of.mean, of.deviation, of.quarter, of.three_quarters, of.least, of.most
    );
    chart(id, title, &about, TALL, &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_below_a_bar_leaves_the_chart() {
        let spread = ValueDistribution { counts: vec![1; 80], ..ValueDistribution::default() };
        let chart = histogram("points", "fate points", &spread, 80);
        assert!(chart.contains("<text class=\"tick last\" x=\"640.0\""), "{chart}");
        assert_eq!(tick("0-1", 8.0), ("tick first", 0.0));
        assert_eq!(tick("57-58", 320.0), ("tick", 320.0));
    }
}
