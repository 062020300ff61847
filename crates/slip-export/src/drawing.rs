//! Drawings as lists of marks (shapes and text), independent of the output format. Lengths are integers in tenths of a point. The output is
//! therefore the same on every machine.

use super::text_widths;

/// Drawing: a list of marks with a size and a description.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Short description of the drawing, for screen readers.
    pub title: String,
    /// Long description of the drawing.
    pub description: String,
    /// Width of the drawing.
    pub width: i32,
    /// Height of the drawing.
    pub height: i32,
    /// Marks of the drawing; the first is at the bottom.
    pub marks: Vec<DrawingMark>,
}

/// Style of a font.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Face {
    /// Upright font.
    #[default]
    Plain,
    /// Heavy font.
    Bold,
    /// Slanted font.
    Slanted,
}

/// Fill of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fill {
    /// No fill: the shapes below show through.
    #[default]
    Empty,
    /// Colour of the paper, which covers the marks below.
    Paper,
    /// Light grey fill.
    Tint,
    /// Black fill.
    Ink,
}

/// Style of a line: width and dashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineStyle {
    /// Width of the line; 0 draws no line.
    pub width: i32,
    /// Length of the dashes and of the gaps; 0 for a solid line.
    pub dash: i32,
}

/// Rectangle with position and size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rectangle {
    /// Position of the left edge.
    pub x: i32,
    /// Position of the upper edge.
    pub y: i32,
    /// Width of the rectangle.
    pub width: i32,
    /// Height of the rectangle.
    pub height: i32,
}

/// Line of text with position and font.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnText {
    /// Horizontal position of the start of the text, or of its centre.
    pub x: i32,
    /// Vertical position of the text's baseline.
    pub y: i32,
    /// Font size of the text.
    pub size: i32,
    /// Font style of the text.
    pub face: Face,
    /// True if `x` is the centre of the text, false if it is the start.
    pub middle: bool,
    /// Text of the line.
    pub text: String,
}

/// Mark on a drawing: a shape, a text, or a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawingMark {
    /// Line of text.
    Words(DrawnText),
    /// Rectangle with a corner radius.
    Box(Rectangle, i32, LineStyle, Fill),
    /// Circle with centre and radius.
    Circle((i32, i32), i32, LineStyle, Fill),
    /// Polyline, closed or open.
    Line(Vec<(i32, i32)>, bool, LineStyle, Fill),
    /// Group of marks with a tooltip.
    Thing(String, Vec<DrawingMark>),
}

impl LineStyle {
    /// Returns a solid line style of a width.
    pub const fn of(width: i32) -> LineStyle {
        LineStyle { width, dash: 0 }
    }
}

impl Rectangle {
    /// True if two frames overlap; touching edges do not count.
    #[must_use]
    pub fn overlaps(&self, other: &Rectangle) -> bool {
        self.x < other.x + other.width && other.x < self.x + self.width && self.y < other.y + other.height && other.y < self.y + self.height
    }

    /// Returns the frame enlarged by a length on every side.
    #[must_use]
    pub fn grown(&self, by: i32) -> Rectangle {
        Rectangle { x: self.x - by, y: self.y - by, width: self.width + 2 * by, height: self.height + 2 * by }
    }

    /// Returns the smallest frame around two frames.
    fn around(&self, other: &Rectangle) -> Rectangle {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Rectangle { x, y, width: right - x, height: bottom - y }
    }

    /// Returns the centre of the frame.
    #[must_use]
    pub fn middle(&self) -> (i32, i32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }
}

impl DrawnText {
    /// Returns the bounding box of the text.
    #[must_use]
    pub fn frame(&self) -> Rectangle {
        let width = text_widths::width(&self.text, self.face, self.size);
        let x = if self.middle { self.x - width / 2 } else { self.x };
        Rectangle { x, y: self.y - self.size * 4 / 5, width, height: self.size }
    }
}

impl DrawingMark {
    /// Returns the bounding box of the mark.
    #[must_use]
    pub fn frame(&self) -> Rectangle {
        match self {
            DrawingMark::Words(words) => words.frame(),
            DrawingMark::Box(frame, ..) => *frame,
            DrawingMark::Circle((x, y), radius, ..) => Rectangle { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius },
            DrawingMark::Line(points, ..) => {
                let low = |get: fn(&(i32, i32)) -> i32| points.iter().map(get).min().unwrap_or(0);
                let high = |get: fn(&(i32, i32)) -> i32| points.iter().map(get).max().unwrap_or(0);
                let (x, y) = (low(|point| point.0), low(|point| point.1));
                Rectangle { x, y, width: high(|point| point.0) - x, height: high(|point| point.1) - y }
            }
            DrawingMark::Thing(_, marks) => {
                marks.iter().map(DrawingMark::frame).reduce(|one, other| one.around(&other)).unwrap_or_default()
            }
        }
    }

    /// Returns the mark moved by an offset.
    #[must_use]
    pub fn moved(mut self, by: (i32, i32)) -> DrawingMark {
        let (right, down) = by;
        match &mut self {
            DrawingMark::Words(words) => {
                words.x += right;
                words.y += down;
            }
            DrawingMark::Box(frame, ..) => {
                frame.x += right;
                frame.y += down;
            }
            DrawingMark::Circle((x, y), ..) => {
                *x += right;
                *y += down;
            }
            DrawingMark::Line(points, ..) => {
                for (x, y) in points {
                    *x += right;
                    *y += down;
                }
            }
            DrawingMark::Thing(_, marks) => *marks = std::mem::take(marks).into_iter().map(|mark| mark.moved(by)).collect(),
        }
        self
    }
}

impl Drawing {
    /// Adds a mark to the drawing.
    pub fn put(&mut self, mark: DrawingMark) {
        self.marks.push(mark);
    }

    /// Adds the marks of another drawing at an offset.
    pub fn place(&mut self, marks: impl IntoIterator<Item = DrawingMark>, at: (i32, i32)) {
        self.marks.extend(marks.into_iter().map(|mark| mark.moved(at)));
    }
}
