//! Colours as whoever prints them sets them: the text is the same without.

use slip_play::ids::Seat;

/// What is written before and after words to colour them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pen {
    /// Before.
    pub on: &'static str,
    /// After.
    pub off: &'static str,
}

impl Pen {
    /// Leaves words as they are.
    pub const NONE: Pen = Pen { on: "", off: "" };

    /// The words in this colour.
    pub fn write(self, words: &str) -> String {
        if words.is_empty() { String::new() } else { format!("{}{words}{}", self.on, self.off) }
    }
}

/// The pens of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ink {
    /// Headings, and whose turn it is.
    pub strong: Pen,
    /// What may be passed over.
    pub faint: Pen,
    /// Questions.
    pub ask: Pen,
    /// What went wrong.
    pub bad: Pen,
    /// The sides, in order; further sides begin again.
    pub sides: [Pen; 4],
}

impl Ink {
    /// No colours.
    pub const PLAIN: Ink = Ink { strong: Pen::NONE, faint: Pen::NONE, ask: Pen::NONE, bad: Pen::NONE, sides: [Pen::NONE; 4] };

    /// The pen of a side.
    pub fn side(&self, seat: Seat) -> Pen {
        self.sides.get(usize::from(seat.0) % self.sides.len()).copied().unwrap_or_default()
    }
}
