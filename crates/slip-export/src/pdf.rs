//! Writes drawings as pages of a PDF. Only this module uses `krilla`.
//!
//! Only the glyphs that are used are embedded. No date or random number is written, so the same drawings and fonts give the same bytes. A
//! letter that all fonts lack is printed as an empty box; [`missing_letters`] lists such letters.
#![allow(clippy::float_arithmetic, reason = "a PDF counts in points, with fractions")]
#![allow(clippy::cast_precision_loss, reason = "tenths of a point up to the size of a page are exact")]

mod fonts;

use super::bidi;
use super::drawing::{Drawing, DrawingMark, DrawnText, Fill, LineStyle};
pub use fonts::PdfFonts;
use krilla::Document;
use krilla::color::luma;
use krilla::geom::{Path, PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill as Paint, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::TextDirection;
use std::collections::BTreeMap;

/// Distance of the control points of a quarter circle from its ends, as a fraction of the radius.
const QUARTER: f32 = 0.552_284_8;

/// Letter that all fonts of a PDF lack, so that a PDF shows an empty box in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingLetter {
    /// Letter that the fonts lack.
    pub letter: char,
    /// First line of text that contains the letter.
    pub line: String,
}

/// Returns the letters that the fonts lack, in the order of their code points.
#[must_use]
pub fn missing_letters(pages: &[Drawing], fonts: &PdfFonts<'_>) -> Vec<MissingLetter> {
    let mut found = BTreeMap::new();
    for mark in pages.iter().flat_map(|page| &page.marks) {
        collect_missing(mark, fonts, &mut found);
    }
    found.into_iter().map(|(letter, line)| MissingLetter { letter, line }).collect()
}

fn collect_missing(mark: &DrawingMark, fonts: &PdfFonts<'_>, found: &mut BTreeMap<char, String>) {
    match mark {
        DrawingMark::Words(words) => {
            for (font, part) in fonts.parts(words.face, &words.text) {
                for letter in part.chars().filter(|letter| !font.has(*letter)) {
                    found.entry(letter).or_insert_with(|| words.text.clone());
                }
            }
        }
        DrawingMark::Thing(_, marks) => marks.iter().for_each(|mark| collect_missing(mark, fonts, found)),
        DrawingMark::Box(..) | DrawingMark::Circle(..) | DrawingMark::Line(..) => {}
    }
}

/// Returns drawings as the pages of a PDF file.
///
/// # Errors
/// A sentence, if the library rejects a page.
pub fn file(title: &str, pages: &[Drawing], fonts: &PdfFonts<'_>) -> Result<Vec<u8>, String> {
    let mut document = Document::new();
    for drawing in pages {
        let settings = PageSettings::from_wh(points(drawing.width), points(drawing.height));
        let mut page = document.start_page_with(settings.ok_or_else(|| "a page without width or height".to_owned())?);
        let mut surface = page.surface();
        for mark in &drawing.marks {
            self::mark(mark, fonts, &mut surface);
        }
        surface.finish();
        page.finish();
    }
    let metadata = Metadata::new().title(title.to_owned()).creator("Slipyard".to_owned()).language("en".to_owned());
    document.set_metadata(metadata);
    document.finish().map_err(|error| format!("the PDF cannot be made: {error:?}"))
}

fn points(tenths: i32) -> f32 {
    tenths as f32 / 10.0
}

fn grey(level: u8) -> Paint {
    Paint { paint: luma::Color::new(level).into(), opacity: NormalizedF32::ONE, rule: krilla::paint::FillRule::default() }
}

fn mark(mark: &DrawingMark, fonts: &PdfFonts<'_>, surface: &mut Surface<'_>) {
    match mark {
        DrawingMark::Words(words) => self::words(words, fonts, surface),
        DrawingMark::Box(frame, round, pen, fill) => {
            let (left, top) = (points(frame.x), points(frame.y));
            let (right, bottom) = (left + points(frame.width), top + points(frame.height));
            let path = if *round > 0 { rounded(left, top, right, bottom, points(*round)) } else { rectangle(left, top, right, bottom) };
            draw(path, *pen, *fill, surface);
        }
        DrawingMark::Circle((x, y), radius, pen, fill) => {
            let (x, y, radius) = (points(*x), points(*y), points(*radius));
            draw(rounded(x - radius, y - radius, x + radius, y + radius, radius), *pen, *fill, surface);
        }
        DrawingMark::Line(corners, closed, pen, fill) => {
            let mut path = PathBuilder::new();
            for (place, (x, y)) in corners.iter().enumerate() {
                if place == 0 { path.move_to(points(*x), points(*y)) } else { path.line_to(points(*x), points(*y)) }
            }
            if *closed {
                path.close();
            }
            draw(path.finish(), *pen, *fill, surface);
        }
        DrawingMark::Thing(_, marks) => {
            for part in marks {
                self::mark(part, fonts, surface);
            }
        }
    }
}

fn rectangle(left: f32, top: f32, right: f32, bottom: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.push_rect(Rect::from_ltrb(left, top, right, bottom)?);
    path.finish()
}

fn rounded(left: f32, top: f32, right: f32, bottom: f32, radius: f32) -> Option<Path> {
    let near = radius * (1.0 - QUARTER);
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.cubic_to(right - near, top, right, top + near, right, top + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - near, right - near, bottom, right - radius, bottom);
    path.line_to(left + radius, bottom);
    path.cubic_to(left + near, bottom, left, bottom - near, left, bottom - radius);
    path.line_to(left, top + radius);
    path.cubic_to(left, top + near, left + near, top, left + radius, top);
    path.close();
    path.finish()
}

fn draw(path: Option<Path>, pen: LineStyle, fill: Fill, surface: &mut Surface<'_>) {
    // A path of length 0 has nothing to draw.
    let Some(path) = path else { return };
    surface.set_fill(match fill {
        Fill::Empty => None,
        Fill::Paper => Some(grey(255)),
        Fill::Tint => Some(grey(228)),
        Fill::Ink => Some(grey(0)),
    });
    let dash = (pen.dash > 0).then(|| StrokeDash { array: vec![points(pen.dash); 2], offset: 0.0 });
    let stroke = Stroke { paint: luma::Color::new(0).into(), width: points(pen.width), dash, ..Stroke::default() };
    surface.set_stroke((pen.width > 0).then_some(stroke));
    surface.draw_path(&path);
}

fn words(words: &DrawnText, fonts: &PdfFonts<'_>, surface: &mut Surface<'_>) {
    // The library supports one direction per line. It would also reverse the parts that run in the other direction, such as numbers in
    // Hebrew text.
    let turned = bidi::on_paper(&words.text);
    let text = turned.as_deref().unwrap_or(&words.text);
    surface.set_stroke(None);
    surface.set_fill(Some(grey(0)));
    let (mut x, size) = (points(words.frame().x), points(words.size));
    let parts = fonts.parts(words.face, text);
    for (place, (font, part)) in parts.iter().enumerate() {
        surface.draw_text(Point::from_xy(x, points(words.y)), font.font.clone(), size, part, false, TextDirection::LeftToRight);
        if place + 1 < parts.len() {
            x += font.width(part) * size;
        }
    }
}
