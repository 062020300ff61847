//! Fonts of a PDF: the embedded font, and fonts that the user adds for letters that the embedded font lacks.
//!
//! The embedded font is DejaVu Sans Condensed: its licence allows embedding and redistribution, and it covers most alphabets. A line is set
//! in the font of its style; only letters that this font lacks are set in another font. A PDF without such letters is therefore the same
//! with and without added fonts.

use super::super::drawing::Face;
use krilla::text::Font;
use rustybuzz::UnicodeBuffer;
use unicode_segmentation::UnicodeSegmentation;

/// Font, with the set of letters that it contains.
pub(super) struct FontFile<'f> {
    /// The font, as the library for PDF takes it.
    pub font: Font,
    letters: rustybuzz::Face<'f>,
}

impl<'f> FontFile<'f> {
    fn parse(data: &'f [u8]) -> Option<FontFile<'f>> {
        let letters = rustybuzz::Face::from_slice(data, 0)?;
        Some(FontFile { font: Font::new(data.to_vec().into(), 0)?, letters })
    }

    /// True if the font has a letter, or if the letter is invisible.
    pub(super) fn has(&self, letter: char) -> bool {
        is_invisible(letter) || self.letters.glyph_index(letter).is_some()
    }

    fn has_all(&self, text: &str) -> bool {
        text.chars().all(|letter| self.has(letter))
    }

    /// Returns the width of a text that is set from left to right, as a fraction of the font size.
    pub(super) fn width(&self, text: &str) -> f32 {
        let mut line = UnicodeBuffer::new();
        line.push_str(text);
        line.guess_segment_properties();
        line.set_direction(rustybuzz::Direction::LeftToRight);
        let advance: i64 =
            rustybuzz::shape(&self.letters, &[], line).glyph_positions().iter().map(|glyph| i64::from(glyph.x_advance)).sum();
        advance as f32 / self.font.units_per_em()
    }
}

/// True if a letter only changes how its neighbours are drawn: joiners, variation selectors, tags.
const fn is_invisible(letter: char) -> bool {
    matches!(letter, '\0'..='\u{1f}' | '\u{ad}' | '\u{34f}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

/// Fonts of a PDF.
pub struct PdfFonts<'f> {
    plain: FontFile<'f>,
    bold: FontFile<'f>,
    slanted: FontFile<'f>,
    added: Vec<FontFile<'f>>,
}

impl<'f> PdfFonts<'f> {
    /// Returns the embedded font, in its three styles.
    ///
    /// # Errors
    /// A sentence, if the embedded font cannot be read.
    pub fn embedded() -> Result<PdfFonts<'f>, String> {
        let parse = |data| FontFile::parse(data).ok_or_else(|| "the embedded font cannot be read".to_owned());
        Ok(PdfFonts {
            plain: parse(dejavu::sans_condensed::regular())?,
            bold: parse(dejavu::sans_condensed::bold())?,
            slanted: parse(dejavu::sans_condensed::oblique())?,
            added: Vec::new(),
        })
    }

    /// Adds a font for letters that the fonts before it lack. `data` is a TrueType or OpenType file; of a collection, the first font is
    /// used.
    ///
    /// # Errors
    /// A sentence, if the data is not such a file.
    pub fn add(&mut self, data: &'f [u8]) -> Result<(), String> {
        let font = FontFile::parse(data).ok_or_else(|| "it is not a TrueType or OpenType font".to_owned())?;
        self.added.push(font);
        Ok(())
    }

    /// Returns the font for a text. This is the font of its style, unless the upright font lacks fewer of the letters. The slanted font has
    /// no Arabic letters, and the heavy font lacks some signs.
    fn of(&self, face: Face, text: &str) -> &FontFile<'f> {
        let own = match face {
            Face::Bold => &self.bold,
            Face::Plain => &self.plain,
            Face::Slanted => &self.slanted,
        };
        let lacks = |font: &FontFile<'f>| text.chars().filter(|letter| !font.has(*letter)).count();
        let lacking = lacks(own);
        if lacking > 0 && lacks(&self.plain) < lacking { &self.plain } else { own }
    }

    /// Splits a line into parts of one font each, in order. A letter with its combining marks stays in one part.
    pub(super) fn parts<'t>(&self, face: Face, text: &'t str) -> Vec<(&FontFile<'f>, &'t str)> {
        let line = self.of(face, text);
        let mut parts: Vec<(&FontFile<'f>, &'t str)> = Vec::new();
        let mut start = 0;
        for (place, sign) in text.grapheme_indices(true) {
            let font = if line.has_all(sign) { line } else { self.added.iter().find(|font| font.has_all(sign)).unwrap_or(line) };
            let end = place + sign.len();
            match parts.last_mut() {
                Some((last, part)) if std::ptr::eq(*last, font) => *part = text.get(start..end).unwrap_or_default(),
                _ => {
                    start = place;
                    parts.push((font, sign));
                }
            }
        }
        parts
    }
}
