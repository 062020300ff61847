//! Writes drawings as SVG without a library: a few shapes and no external resources.

use super::drawing::{Drawing, DrawingMark, Face, Fill, LineStyle};
use super::shown;
use std::fmt::Write;

/// Fonts for text; the first available one is used.
const FONTS: &str = "'DejaVu Sans Condensed',Arial,'Liberation Sans',Helvetica,sans-serif";

/// Returns a drawing as an SVG file.
#[must_use]
pub fn file(drawing: &Drawing) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}", element(drawing))
}

/// Returns a drawing as an SVG element for an HTML page.
#[must_use]
pub fn element(drawing: &Drawing) -> String {
    let Drawing { width, height, .. } = drawing;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}pt\" height=\"{}pt\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"{FONTS}\">\n<title>{}</title>\n",
        points(*width),
        points(*height),
        escaped(&drawing.title)
    );
    if !drawing.description.is_empty() {
        let _ = writeln!(out, "<desc>{}</desc>", escaped(&drawing.description));
    }
    let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>");
    for mark in &drawing.marks {
        self::mark(mark, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

fn mark(mark: &DrawingMark, out: &mut String) {
    let _ = match mark {
        DrawingMark::Words(words) => {
            let face = match words.face {
                Face::Plain => "",
                Face::Bold => " font-weight=\"bold\"",
                Face::Slanted => " font-style=\"italic\"",
            };
            let middle = if words.middle { " text-anchor=\"middle\"" } else { "" };
            let text = escaped(&words.text);
            writeln!(out, "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{face}{middle}>{text}</text>", words.x, words.y, words.size)
        }
        DrawingMark::Box(frame, round, pen, fill) => {
            let round = if *round > 0 { format!(" rx=\"{round}\"") } else { String::new() };
            writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{round}{}/>",
                frame.x,
                frame.y,
                frame.width,
                frame.height,
                look(*pen, *fill)
            )
        }
        DrawingMark::Circle((x, y), radius, pen, fill) => {
            writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{}/>", look(*pen, *fill))
        }
        DrawingMark::Line(points, closed, pen, fill) => {
            let name = if *closed { "polygon" } else { "polyline" };
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
            writeln!(out, "<{name} points=\"{}\"{}/>", points.join(" "), look(*pen, *fill))
        }
        DrawingMark::Thing(name, marks) => {
            let _ = writeln!(out, "<g>\n<title>{}</title>", escaped(name));
            for part in marks {
                self::mark(part, out);
            }
            writeln!(out, "</g>")
        }
    };
}

fn look(pen: LineStyle, fill: Fill) -> String {
    let fill = match fill {
        Fill::Empty => "none",
        Fill::Paper => "#fff",
        Fill::Tint => "#e4e4e4",
        Fill::Ink => "#000",
    };
    let mut look = format!(" fill=\"{fill}\"");
    if pen.width > 0 {
        let _ = write!(look, " stroke=\"#000\" stroke-width=\"{}\" stroke-linejoin=\"round\"", pen.width);
        if pen.dash > 0 {
            let _ = write!(look, " stroke-dasharray=\"{}\"", pen.dash);
        }
    }
    look
}

/// Formats a length in tenths of a point as a decimal number of points.
fn points(tenths: i32) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Escapes text for an SVG element.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in shown(text).chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            sign => out.push(sign),
        }
    }
    out
}
