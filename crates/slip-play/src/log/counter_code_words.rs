//! Adds a word to counters whose number is a code and not a count, for readers of the log.

use super::RecordWriter;
use super::ship_posts::post_name;
use crate::event::{Counter, Event, TrackId};
use crate::ids::Seat;

/// Key of a field that explains a counter's number in words. It is only for human readers; the program ignores it.
pub(super) const MEANS: &str = "means";

/// Writes a word that explains a counter's number. This is done only if the number is a code and not a count.
pub(super) fn write_meaning(line: &mut RecordWriter<'_>, event: &Event) {
    let Event::Counter { what, now, .. } = event else { return };
    let names = line.names;
    let small = u8::try_from(*now).ok();
    let word = match (what, now) {
        (Counter::Fails, 1) => Some("compelled"),
        (Counter::Fails, 2) => Some("no_pilot"),
        (Counter::Drives, 1) => Some("drive"),
        (Counter::Drives, 2) => Some("coast"),
        (Counter::Drives, 3) => Some("couple"),
        (Counter::Drives, 4) => Some("dock"),
        (Counter::Drives, 5) => Some("launch"),
        (Counter::FixedUse, 1) => Some("ew"),
        (Counter::FixedUse, 2) => Some("torpedoes"),
        (Counter::Left, 1) => Some("escaped"),
        (Counter::Left, 2) => Some("driven_off"),
        (Counter::Denied, 1) => Some("denied"),
        (Counter::Denied, 2) => Some("in_vain"),
        (Counter::Repaired, _) => small.map(|track| names.track(TrackId(track))),
        (Counter::Posted, _) => small.and_then(|post| post_name(names, post)),
        (Counter::Owner, _) => small.map(|seat| names.side(Seat(seat))),
        (Counter::PlatoonActs, 1) | (Counter::Activated, 1) => Some("begins"),
        (Counter::PlatoonActs, 2) => Some("done"),
        (Counter::Activated, 2) => Some("has_acted"),
        (Counter::Marches, 0) => Some("stays"),
        (Counter::Marches, 1) => Some("goes_along"),
        (Counter::Heads(_), 0) => Some("is_there"),
        (Counter::Heads(_), 1) => Some("on_its_way"),
        _ => None,
    };
    line.maybe(MEANS, word.filter(|word| !word.is_empty()));
}
