//! Transcript of a fight in words, with all the arithmetic.
//!
//! It is written from the same events as the log, each with the fight in the state just before it, so it cannot differ from what happened.

mod added;
mod people;
pub mod phrases;
pub(crate) mod platoon;
pub(crate) mod pool;
mod referee;
pub(crate) mod space;
mod table;

pub use phrases::reason;
pub use table::gone_with;

use ecow::EcoString;
use slip_play::event::Event;
use slip_play::fight::{Playable, Seen};
use slip_play::ids::{ActorId, BorderId};
use slip_play::log::head::SeatLine;

/// Transcript that is being written.
#[derive(Default)]
pub struct Transcript {
    text: String,
    /// Line that may still be continued.
    open: String,
    /// Movement in the open line, which the next step may continue.
    moving: Moving,
    /// Words of an answer that its events do not repeat.
    said: Option<EcoString>,
    /// Shifts of the latest hit that remain after consequences.
    struck: i32,
    /// True if rolls are shown elsewhere.
    brief: bool,
    /// State of the transcript of a space combat.
    ships: space::Memory,
    /// State of the transcript of a platoon combat.
    units: platoon::Memory,
}

/// Movement that an open line describes.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Moving {
    /// None.
    #[default]
    No,
    /// An actor moves from zone to zone.
    Walk(ActorId),
    /// An actor is moved from zone to zone by another; its own steps are in a separate sentence.
    Pushed(ActorId),
    /// An actor pays for a border.
    Pay(ActorId, BorderId),
}

impl Transcript {
    /// Begins a transcript with the title, the sides and their positions.
    pub fn new<F: Playable>(fight: &F, seats: &[SeatLine]) -> Transcript {
        match fight.seen() {
            Seen::Personal(fight) => Transcript::of_people(fight, seats),
            Seen::Space(fight) => Transcript::of_ships(fight, seats),
            Seen::Platoon(fight) => Transcript::of_platoons(fight, seats),
            Seen::Pool(fight) => Transcript::of_pools(fight, seats),
        }
    }

    /// Writes one event; `fight` is in the state before it.
    pub fn tell<F: Playable>(&mut self, fight: &F, event: &Event) {
        match fight.seen() {
            Seen::Personal(fight) => self.tell_of_people(fight, event),
            Seen::Space(fight) => self.tell_of_ships(fight, event),
            Seen::Platoon(fight) => self.tell_of_platoons(fight, event),
            Seen::Pool(fight) => self.tell_of_pools(fight, event),
        }
    }

    /// Returns the text so far; later text continues after it. An unfinished list is kept until it is complete.
    pub fn take(&mut self) -> String {
        if !self.ships.is_ranking() {
            self.close();
        }
        std::mem::take(&mut self.text)
    }

    /// Switches rolls off or on; a table shows them line by line instead.
    pub fn leave_out_sums(&mut self, brief: bool) {
        self.brief = brief;
    }

    /// Returns the complete text.
    pub fn finish(mut self) -> String {
        self.close();
        self.text
    }

    fn close(&mut self) {
        self.moving = Moving::No;
        if !self.open.is_empty() {
            let line = std::mem::take(&mut self.open);
            self.text.push_str(&line);
            self.text.push('\n');
        }
    }

    fn line(&mut self, line: &str) {
        self.close();
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Begins a line that the result will be appended to.
    fn begin(&mut self, line: String) {
        self.close();
        self.open = line;
    }

    fn add(&mut self, words: &str) {
        if self.open.is_empty() {
            self.open = format!("  {words}");
        } else {
            self.open.push(' ');
            self.open.push_str(words);
        }
    }
}
