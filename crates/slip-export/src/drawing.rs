//! A drawing as marks on paper, whoever prints it. Lengths are tenths of a point, whole numbers: the same bytes everywhere.

use super::measure;

/// A drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// What it shows, for those who cannot see it.
    pub title: String,
    /// The same at length.
    pub description: String,
    /// How wide it is.
    pub width: i32,
    /// How high it is.
    pub height: i32,
    /// What is drawn, the first below the others.
    pub marks: Vec<Mark>,
}

/// How letters look.
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

/// What a shape is filled with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fill {
    /// Nothing.
    #[default]
    Empty,
    /// The colour of the paper, so that it covers.
    Paper,
    /// A light grey.
    Tint,
    /// Black.
    Ink,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pen {
    /// How thick it is; 0 draws no line.
    pub width: i32,
    /// Length of its dashes and of the gaps between them; 0 for an unbroken line.
    pub dash: i32,
}

/// A rectangle.
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

/// Letters in a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// Where they begin, or their middle.
    pub x: i32,
    /// The line they stand on.
    pub y: i32,
    /// The size of the letters.
    pub size: i32,
    /// How they look.
    pub face: Face,
    /// True if `x` is their middle.
    pub middle: bool,
    /// The letters.
    pub text: String,
}

/// Something on the paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Letters.
    Words(Words),
    /// A rectangle with corners rounded by so much.
    Box(Frame, i32, Pen, Fill),
    /// A circle: its middle and radius.
    Circle((i32, i32), i32, Pen, Fill),
    /// A line over some points, closed or not.
    Line(Vec<(i32, i32)>, bool, Pen, Fill),
    /// Marks that are one thing, with the name that is shown to whoever points at it.
    Thing(String, Vec<Mark>),
}

impl Pen {
    /// An unbroken line.
    pub const fn of(width: i32) -> Pen {
        Pen { width, dash: 0 }
    }
}

impl Frame {
    /// True if some of it lies in another one; edges may touch.
    #[must_use]
    pub fn overlaps(&self, other: &Frame) -> bool {
        self.x < other.x + other.width && other.x < self.x + self.width && self.y < other.y + other.height && other.y < self.y + self.height
    }

    /// The frame with so much around it.
    #[must_use]
    pub fn grown(&self, by: i32) -> Frame {
        Frame { x: self.x - by, y: self.y - by, width: self.width + 2 * by, height: self.height + 2 * by }
    }

    /// The least frame around both.
    fn around(&self, other: &Frame) -> Frame {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Frame { x, y, width: right - x, height: bottom - y }
    }

    /// Its middle.
    #[must_use]
    pub fn middle(&self) -> (i32, i32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }
}

impl Words {
    /// The room that they take.
    #[must_use]
    pub fn frame(&self) -> Frame {
        let width = measure::width(&self.text, self.face, self.size);
        let x = if self.middle { self.x - width / 2 } else { self.x };
        Frame { x, y: self.y - self.size * 4 / 5, width, height: self.size }
    }
}

impl Mark {
    /// The room that it takes.
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

    /// The mark somewhere else.
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
    /// Draws something.
    pub fn put(&mut self, mark: Mark) {
        self.marks.push(mark);
    }

    /// Draws something of another drawing somewhere.
    pub fn place(&mut self, marks: impl IntoIterator<Item = Mark>, at: (i32, i32)) {
        self.marks.extend(marks.into_iter().map(|mark| mark.moved(at)));
    }
}
