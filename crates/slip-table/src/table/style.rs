//! Colours of printed text. The text itself is the same without them.

use slip_play::ids::Seat;

/// Escape sequences before and after coloured words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pen {
    /// Sequence before the words.
    pub on: &'static str,
    /// Sequence after the words.
    pub off: &'static str,
}

impl Pen {
    /// Pen without colour.
    pub const NONE: Pen = Pen { on: "", off: "" };

    /// Returns the words in this colour.
    pub fn write(self, words: &str) -> String {
        if words.is_empty() { String::new() } else { format!("{}{words}{}", self.on, self.off) }
    }
}

/// Colour scheme of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ink {
    /// Headings, and the acting actor.
    pub strong: Pen,
    /// Less important text.
    pub faint: Pen,
    /// Questions.
    pub ask: Pen,
    /// Errors.
    pub bad: Pen,
    /// Sides, in order; with more than four sides the colours repeat.
    pub sides: [Pen; 4],
}

impl Ink {
    /// Scheme without colours.
    pub const PLAIN: Ink = Ink { strong: Pen::NONE, faint: Pen::NONE, ask: Pen::NONE, bad: Pen::NONE, sides: [Pen::NONE; 4] };

    /// Returns the pen of a side.
    pub fn side(&self, seat: Seat) -> Pen {
        self.sides.get(usize::from(seat.0) % self.sides.len()).copied().unwrap_or_default()
    }
}
