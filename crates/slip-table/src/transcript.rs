//! Transcript of a fight in words, with all the arithmetic.
//!
//! It is written from the same events as the log. Each event is described together with the fight in the state just before the event, so
//! the transcript cannot differ from the events.

mod facts_vetoes_outcomes;
mod personal;
pub mod phrases;
pub(crate) mod platoon;
mod roll_additions;
mod rulings_and_undos;
pub(crate) mod space;
pub(crate) mod stakes;

pub use phrases::reason;
pub use rulings_and_undos::gone_with;

use ecow::EcoString;
use slip_play::event::Event;
use slip_play::fight::{FightRef, Playable};
use slip_play::ids::{ActorId, BorderId};
use slip_play::log::first_record::SeatLine;

/// Transcript that is being written.
#[derive(Default)]
pub struct Transcript {
    text: String,
    /// Last line of the transcript, which later events may continue.
    open: String,
    /// Movement that the last line describes. If the next event continues this movement, the line is continued and no new line is begun.
    moving: Moving,
    /// Words that a player spoke with the current answer; the events of the answer do not contain them.
    said: Option<EcoString>,
    /// Shifts of the latest hit that remain after consequences.
    struck: i32,
    /// True if the arithmetic of rolls is left out, because a table shows it line by line.
    brief: bool,
    /// True if the transcript has the arithmetic of the last roll.
    tells_roll: bool,
    /// Notes that only the transcript of a space combat needs.
    ships: space::SpaceNotes,
    /// Notes that only the transcript of a platoon combat needs.
    units: platoon::PlatoonNotes,
}

/// Movement that the last line of a transcript describes.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Moving {
    /// The last line describes no movement.
    #[default]
    No,
    /// An actor moves from zone to zone.
    Walk(ActorId),
    /// Another actor moves the actor from zone to zone. A new sentence begins if the actor then moves by itself.
    Pushed(ActorId),
    /// An actor pays fate points to cross a border.
    Pay(ActorId, BorderId),
}

impl Transcript {
    /// Begins a transcript with the title, the sides and their positions.
    pub fn new<F: Playable>(fight: &F, seats: &[SeatLine]) -> Transcript {
        match fight.seen() {
            FightRef::Personal(fight) => Transcript::of_people(fight, seats),
            FightRef::Space(fight) => Transcript::of_ships(fight, seats),
            FightRef::Platoon(fight) => Transcript::of_platoons(fight, seats),
            FightRef::Stakes(fight) => Transcript::of_pools(fight, seats),
        }
    }

    /// Writes one event. `fight` is the fight in the state just before the event.
    pub fn tell<F: Playable>(&mut self, fight: &F, event: &Event) {
        match fight.seen() {
            FightRef::Personal(fight) => self.tell_of_people(fight, event),
            FightRef::Space(fight) => self.tell_of_ships(fight, event),
            FightRef::Platoon(fight) => self.tell_of_platoons(fight, event),
            FightRef::Stakes(fight) => self.tell_of_pools(fight, event),
        }
    }

    /// Returns and clears the text written so far. A list of detection ranks that later events may continue is not closed yet.
    pub fn take(&mut self) -> String {
        if !self.ships.is_ranking() {
            self.close();
        }
        std::mem::take(&mut self.text)
    }

    /// Leaves the arithmetic of rolls out of the transcript if `brief` is true. The table then shows the arithmetic line by line.
    pub fn leave_out_sums(&mut self, brief: bool) {
        self.brief = brief;
    }

    /// True if the transcript has the arithmetic of the last roll; false if the table must show it.
    pub const fn tells_roll(&self) -> bool {
        self.tells_roll
    }

    /// Returns the complete transcript.
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

    /// Begins a line. The result of the act is appended to it later.
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
