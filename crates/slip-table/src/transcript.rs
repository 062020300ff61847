//! The referee's account of a fight in words, with all the arithmetic.
//!
//! It is told from the same events as the log, each with the fight as it stood just before, so that nothing is said
//! that did not happen.

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

/// An account being told.
#[derive(Default)]
pub struct Transcript {
    text: String,
    /// A line that may still be added to.
    open: String,
    /// What the open line tells of movement, which the next step may go on with.
    moving: Moving,
    /// Words of an answer that what it brings about does not repeat.
    said: Option<EcoString>,
    /// Shifts of the latest hit that are left after consequences.
    struck: i32,
    /// True if rolls are told elsewhere.
    brief: bool,
    /// What a fight between ships has left open.
    ships: space::Memory,
    /// What a fight between platoons has left open.
    units: platoon::Memory,
}

/// What an open line says of somebody's movement.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Moving {
    /// Nothing.
    #[default]
    No,
    /// Somebody goes from zone to zone.
    Walk(ActorId),
    /// Somebody is moved from zone to zone by another: steps of their own are a sentence of their own.
    Pushed(ActorId),
    /// Somebody pays for a border.
    Pay(ActorId, BorderId),
}

impl Transcript {
    /// Begins with the title, the sides and where they stand.
    pub fn new<F: Playable>(fight: &F, seats: &[SeatLine]) -> Transcript {
        match fight.seen() {
            Seen::Personal(fight) => Transcript::of_people(fight, seats),
            Seen::Space(fight) => Transcript::of_ships(fight, seats),
            Seen::Platoon(fight) => Transcript::of_platoons(fight, seats),
            Seen::Pool(fight) => Transcript::of_pools(fight, seats),
        }
    }

    /// Tells one event; `fight` is as it stood before.
    pub fn tell<F: Playable>(&mut self, fight: &F, event: &Event) {
        match fight.seen() {
            Seen::Personal(fight) => self.tell_of_people(fight, event),
            Seen::Space(fight) => self.tell_of_ships(fight, event),
            Seen::Platoon(fight) => self.tell_of_platoons(fight, event),
            Seen::Pool(fight) => self.tell_of_pools(fight, event),
        }
    }

    /// What has been told so far; what comes later goes on from there. A list that is still being added to is a line of its own
    /// when it is whole.
    pub fn take(&mut self) -> String {
        if !self.ships.is_ranking() {
            self.close();
        }
        std::mem::take(&mut self.text)
    }

    /// Leaves out rolls, or tells them again: a table shows them line by line.
    pub fn leave_out_sums(&mut self, brief: bool) {
        self.brief = brief;
    }

    /// The whole account.
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

    /// A line that the result will be added to.
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
