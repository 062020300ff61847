//! Colours of printed text. Without colours the text is the same.

use slip_play::ids::Seat;

/// Pen: the escape sequences before and after coloured words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pen {
    /// Escape sequence before the words.
    pub on: &'static str,
    /// Escape sequence after the words.
    pub off: &'static str,
}

impl Pen {
    /// Pen that adds no colour.
    pub const NONE: Pen = Pen { on: "", off: "" };

    /// Returns the words with the escape sequences of this pen.
    pub fn write(self, words: &str) -> String {
        if words.is_empty() { String::new() } else { format!("{}{words}{}", self.on, self.off) }
    }
}

/// Colour scheme of a table: a pen for each kind of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColourScheme {
    /// Pen for headings, and for the acting actor.
    pub strong: Pen,
    /// Pen for less important text.
    pub faint: Pen,
    /// Pen for questions.
    pub ask: Pen,
    /// Pen for errors.
    pub bad: Pen,
    /// Pens of the sides, in order; if there are more than four sides the colours repeat.
    pub sides: [Pen; 4],
}

impl ColourScheme {
    /// Scheme without colours.
    pub const PLAIN: ColourScheme =
        ColourScheme { strong: Pen::NONE, faint: Pen::NONE, ask: Pen::NONE, bad: Pen::NONE, sides: [Pen::NONE; 4] };

    /// Returns the pen of a side.
    pub fn side(&self, seat: Seat) -> Pen {
        self.sides.get(usize::from(seat.0) % self.sides.len()).copied().unwrap_or_default()
    }
}
