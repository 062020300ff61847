//! Text widths, at least as wide as in the fonts of pages and PDFs, so that no text overflows.
//!
//! Two fonts are measured, and the larger width counts: DejaVu Sans Condensed, which the PDF embeds, and Arial, which a browser may use in
//! its place.

use super::drawing::Face;
use super::shown;

/// Widths of the characters from space to `~` in the upright font, in thousandths of the font size.
#[rustfmt::skip]
const PLAIN: [u16; 95] = [
    286, 361, 414, 754, 573, 889, 702, 248, 352, 352, 450, 754, 286, 333, 286, 304,
    573, 573, 573, 573, 573, 573, 573, 573, 573, 573, 304, 304, 754, 754, 754, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 617, 352, 304, 352, 754, 556,
    450, 556, 572, 500, 572, 556, 317, 572, 571, 251, 251, 521, 251, 877, 571, 556,
    572, 572, 370, 500, 353, 571, 533, 736, 533, 533, 500, 573, 304, 573, 754,
];
/// Widths of the characters from space to `~` in the heavy font, in thousandths of the font size.
#[rustfmt::skip]
const BOLD: [u16; 95] = [
    313, 411, 474, 754, 626, 902, 785, 276, 412, 412, 471, 754, 342, 374, 342, 329,
    626, 626, 626, 626, 626, 626, 626, 626, 626, 626, 360, 360, 754, 754, 754, 611,
    975, 722, 722, 722, 748, 667, 615, 778, 753, 335, 556, 722, 611, 896, 753, 778,
    667, 778, 722, 667, 614, 731, 697, 993, 694, 667, 653, 412, 329, 412, 754, 556,
    450, 607, 645, 556, 645, 611, 392, 645, 641, 309, 309, 599, 309, 938, 641, 619,
    645, 645, 444, 556, 431, 641, 587, 832, 581, 587, 524, 641, 329, 641, 754,
];

/// Returns the width of a text in a font style and size.
pub(super) fn width(text: &str, face: Face, size: i32) -> i32 {
    let units: i64 = text.chars().map(|sign| i64::from(of_sign(sign, face))).sum();
    i32::try_from((units * i64::from(size) + 999) / 1000).unwrap_or(i32::MAX / 4)
}

fn of_sign(sign: char, face: Face) -> u16 {
    let table = if face == Face::Bold { &BOLD } else { &PLAIN };
    let place = u32::from(sign).checked_sub(u32::from(' ')).and_then(|place| usize::try_from(place).ok());
    match place.and_then(|place| table.get(place)) {
        Some(width) => *width,
        None => match sign {
            '–' | '°' | '‘' | '’' | '“' | '”' => 600,
            '·' => 350,
            // Other alphabetic characters have about the same width; characters that are not Latin, Greek or Cyrillic may be square.
            '\u{a0}'..='\u{5ff}' => 760,
            '\u{2000}'..='\u{2bff}' => 920,
            _ => 1050,
        },
    }
}

/// Text in one font style and size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StyledText {
    pub(super) face: Face,
    pub(super) size: i32,
    pub(super) text: String,
}

impl StyledText {
    pub(super) fn of(face: Face, size: i32, text: &str) -> StyledText {
        StyledText { face, size, text: shown(text).into_owned() }
    }
}

/// Text in one style, with its horizontal position in the line.
pub(super) type Placed = (i32, StyledText);

/// Breaks text into lines of at most the given width. A longer word is split.
pub(super) fn flow(spans: &[StyledText], width: i32) -> Vec<Vec<Placed>> {
    let mut lines: Vec<Vec<Placed>> = vec![Vec::new()];
    let mut x = 0;
    for span in spans {
        let space = self::width(" ", span.face, span.size);
        for word in span.text.split(' ').filter(|word| !word.is_empty()) {
            for piece in pieces(word, span, width) {
                let wide = self::width(&piece, span.face, span.size);
                let gap = if x == 0 { 0 } else { space };
                if x > 0 && x + gap + wide > width {
                    lines.push(Vec::new());
                    x = 0;
                }
                let at = if x == 0 { 0 } else { x + gap };
                put(&mut lines, at, span, &piece);
                x = at + wide;
            }
        }
    }
    lines
}

/// Adds a word to the last line. Neighbouring words in the same style become one text, so that the spaces between them are as wide as in
/// the font.
fn put(lines: &mut [Vec<Placed>], at: i32, span: &StyledText, word: &str) {
    let Some(line) = lines.last_mut() else { return };
    match line.last_mut() {
        Some((_, last)) if last.face == span.face && last.size == span.size => {
            last.text.push(' ');
            last.text.push_str(word);
        }
        _ => line.push((at, StyledText { face: span.face, size: span.size, text: word.to_owned() })),
    }
}

/// Splits a word into pieces that fit into a width.
fn pieces(word: &str, span: &StyledText, width: i32) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut so_far = 0;
    for sign in word.chars() {
        let wide = self::width(sign.encode_utf8(&mut [0; 4]), span.face, span.size);
        if so_far > 0 && so_far + wide > width {
            pieces.push(String::new());
            so_far = 0;
        }
        so_far += wide;
        if let Some(last) = pieces.last_mut() {
            last.push(sign);
        }
    }
    pieces
}

/// Breaks a text in one style into lines of a width.
pub(super) fn lines(text: &str, face: Face, size: i32, width: i32) -> Vec<String> {
    let flowed = flow(&[StyledText::of(face, size, text)], width);
    flowed.into_iter().map(|line| line.into_iter().map(|(_, span)| span.text).collect::<Vec<_>>().join(" ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_it_may_be() {
        let text = "Everything bolted down, and a wordthatdoesnotendbeforethemarginisreachedwhateverthemarginis";
        for width in [200, 500, 900] {
            for line in lines(text, Face::Bold, 90, width) {
                assert!(super::width(&line, Face::Bold, 90) <= width, "{line}");
            }
        }
    }
}
