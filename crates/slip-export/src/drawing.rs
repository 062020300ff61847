//! Drawing as a list of marks, independent of the output format. Lengths are integers in tenths of a point, so the output is the same on
//! every machine.

use super::measure;

/// Drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Short description, for screen readers.
    pub title: String,
    /// Long description.
    pub description: String,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
    /// Marks; the first is at the bottom.
    pub marks: Vec<Mark>,
}

/// Font style.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Face {
    /// Upright.
    #[default]
    Plain,
    /// Heavy.
    Bold,
    /// Slanted.
    Slanted,
}

/// Fill of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fill {
    /// No fill.
    #[default]
    Empty,
    /// Colour of the paper, which covers what is below.
    Paper,
    /// Light grey.
    Tint,
    /// Black.
    Ink,
}

/// Line style.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pen {
    /// Width; 0 draws no line.
    pub width: i32,
    /// Length of dashes and gaps; 0 for a solid line.
    pub dash: i32,
}

/// Rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The left edge.
    pub x: i32,
    /// The upper edge.
    pub y: i32,
    /// Its width.
    pub width: i32,
    /// Its height.
    pub height: i32,
}

/// Line of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// Horizontal start or centre.
    pub x: i32,
    /// Baseline.
    pub y: i32,
    /// Font size.
    pub size: i32,
    /// Font style.
    pub face: Face,
    /// True if `x` is the centre.
    pub middle: bool,
    /// The text.
    pub text: String,
}

/// Mark on the drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Text.
    Words(Words),
    /// Rectangle with this corner radius.
    Box(Frame, i32, Pen, Fill),
    /// Circle with its centre and radius.
    Circle((i32, i32), i32, Pen, Fill),
    /// Polyline, closed or open.
    Line(Vec<(i32, i32)>, bool, Pen, Fill),
    /// Group of marks with a tooltip.
    Thing(String, Vec<Mark>),
}

impl Pen {
    /// Returns a solid line style.
    pub const fn of(width: i32) -> Pen {
        Pen { width, dash: 0 }
    }
}

impl Frame {
    /// True if two frames overlap; touching edges do not count.
    #[must_use]
    pub fn overlaps(&self, other: &Frame) -> bool {
        self.x < other.x + other.width && other.x < self.x + self.width && self.y < other.y + other.height && other.y < self.y + self.height
    }

    /// Returns the frame enlarged by this much on every side.
    #[must_use]
    pub fn grown(&self, by: i32) -> Frame {
        Frame { x: self.x - by, y: self.y - by, width: self.width + 2 * by, height: self.height + 2 * by }
    }

    /// Returns the smallest frame around both.
    fn around(&self, other: &Frame) -> Frame {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Frame { x, y, width: right - x, height: bottom - y }
    }

    /// Returns the centre.
    #[must_use]
    pub fn middle(&self) -> (i32, i32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }
}

impl Words {
    /// Returns the bounding box.
    #[must_use]
    pub fn frame(&self) -> Frame {
        let width = measure::width(&self.text, self.face, self.size);
        let x = if self.middle { self.x - width / 2 } else { self.x };
        Frame { x, y: self.y - self.size * 4 / 5, width, height: self.size }
    }
}

impl Mark {
    /// Returns the bounding box.
    #[must_use]
    pub fn frame(&self) -> Frame {
        match self {
            Mark::Words(words) => words.frame(),
            Mark::Box(frame, ..) => *frame,
            Mark::Circle((x, y), radius, ..) => Frame { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius },
            Mark::Line(points, ..) => {
                let low = |get: fn(&(i32, i32)) -> i32| points.iter().map(get).min().unwrap_or(0);
                let high = |get: fn(&(i32, i32)) -> i32| points.iter().map(get).max().unwrap_or(0);
                let (x, y) = (low(|point| point.0), low(|point| point.1));
                Frame { x, y, width: high(|point| point.0) - x, height: high(|point| point.1) - y }
            }
            Mark::Thing(_, marks) => marks.iter().map(Mark::frame).reduce(|one, other| one.around(&other)).unwrap_or_default(),
        }
    }

    /// Moves the mark.
    #[must_use]
    pub fn moved(mut self, by: (i32, i32)) -> Mark {
        let (right, down) = by;
        match &mut self {
            Mark::Words(words) => {
                words.x += right;
                words.y += down;
            }
            Mark::Box(frame, ..) => {
                frame.x += right;
                frame.y += down;
            }
            Mark::Circle((x, y), ..) => {
                *x += right;
                *y += down;
            }
            Mark::Line(points, ..) => {
                for (x, y) in points {
                    *x += right;
                    *y += down;
                }
            }
            Mark::Thing(_, marks) => *marks = std::mem::take(marks).into_iter().map(|mark| mark.moved(by)).collect(),
        }
        self
    }
}

impl Drawing {
    /// Adds a mark.
    pub fn put(&mut self, mark: Mark) {
        self.marks.push(mark);
    }

    /// Adds marks of another drawing at an offset.
    pub fn place(&mut self, marks: impl IntoIterator<Item = Mark>, at: (i32, i32)) {
        self.marks.extend(marks.into_iter().map(|mark| mark.moved(at)));
    }
}
