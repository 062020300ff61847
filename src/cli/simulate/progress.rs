//! Shows the progress of a simulation on a terminal: a bar, the rate and the time left.
#![allow(clippy::float_arithmetic, reason = "rates and times for people")]

use crate::cli::status_line::StatusLine;
use slip_odds::simulate::statistics::float;
use slip_odds::simulate::{Precision, SimulationProgress};
use std::io::Write;
use std::time::{Duration, Instant};

/// Width of the bar in characters.
const WIDTH: u32 = 24;

/// Progress bar on a status line.
pub(super) struct Bar {
    started: Instant,
    within: Option<Precision>,
    line: StatusLine,
}

impl Bar {
    pub(super) fn new(within: Option<Precision>) -> Bar {
        Bar { started: Instant::now(), within, line: StatusLine::new() }
    }

    pub(super) fn show(&mut self, progress: &SimulationProgress, err: &mut dyn Write) {
        let (within, started) = (self.within, self.started);
        self.line.show(|| line(progress, within, started.elapsed()), err);
    }

    pub(super) fn clear(&mut self, err: &mut dyn Write) {
        self.line.clear(err);
    }
}

/// Returns the text of the progress line; `since` is the time since the start.
fn line(progress: &SimulationProgress, within: Option<Precision>, since: Duration) -> String {
    let seconds = since.as_secs_f64();
    let rate = if seconds > 0.0 { float(progress.played) / seconds } else { 0.0 };
    // The width of the interval is inversely proportional to the square root of the number of games.
    let wanted = within.filter(|_| progress.played > 0).map(|within| float(progress.played) * (progress.widest / within.share()).powi(2));
    let goal = wanted.unwrap_or(f64::MAX).min(float(progress.of)).max(1.0);
    let part = (float(progress.played) / goal).clamp(0.0, 1.0);
    let is_full = |place: u32| (f64::from(place) + 0.5) / f64::from(WIDTH) < part;
    let bar: String = (0..WIDTH).map(|place| if is_full(place) { '█' } else { '░' }).collect();
    let left = if rate > 0.0 { clock((goal - float(progress.played)).max(0.0) / rate) } else { "?".to_owned() };
    let sure = within.map(|within| format!(", ±{:.2}% of {within}", progress.widest * 100.0)).unwrap_or_default();
    format!("{bar} {:3.0}%  {} games, {rate:.0} a second, {left} left{sure}", part * 100.0, progress.played)
}

/// Formats a duration: `0:07`, `1:02:03`.
fn clock(seconds: f64) -> String {
    let all = Duration::try_from_secs_f64(seconds).map_or(u64::MAX, |time| time.as_secs());
    let (hours, minutes, seconds) = (all / 3600, all / 60 % 60, all % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_says_how_far_how_fast_and_how_long_still() {
        let progress = SimulationProgress { played: 2_500, of: 10_000, widest: 0.02 };
        let told = line(&progress, None, Duration::from_secs(5));
        assert_eq!(told, "██████░░░░░░░░░░░░░░░░░░  25%  2500 games, 500 a second, 0:15 left");
        // Half the interval needs four times as many games, so 25% are done.
        let sure = line(&progress, "1%".parse().ok(), Duration::from_secs(5));
        assert_eq!(sure, "██████░░░░░░░░░░░░░░░░░░  25%  2500 games, 500 a second, 0:15 left, ±2.00% of 1%");
        assert_eq!(
            line(&SimulationProgress { played: 0, of: 10, widest: 0.5 }, None, Duration::ZERO),
            "░░░░░░░░░░░░░░░░░░░░░░░░   0%  0 games, 0 a second, ? left"
        );
        assert_eq!(clock(3_723.0), "1:02:03");
    }
}
