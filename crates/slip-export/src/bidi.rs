//! Visual order of the characters of a line, for output that is written from left to right.
//!
//! Hebrew, Arabic and other scripts run from right to left, and numbers inside them do not. The order follows the Unicode bidirectional
//! algorithm (UAX #9) for a left-to-right line, as in a browser.

use unicode_bidi::{BidiInfo, Level};
use unicode_bidi_mirroring::get_mirrored;
use unicode_segmentation::UnicodeSegmentation;

/// Returns a line in visual order; `None` if all of it runs from left to right, so that the order does not change.
pub(super) fn on_paper(text: &str) -> Option<String> {
    let line = BidiInfo::new(text, Some(Level::ltr()));
    if !line.has_rtl() {
        return None;
    }
    let mut paper = String::with_capacity(text.len());
    for paragraph in &line.paragraphs {
        let (levels, runs) = line.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let turned = levels.get(run.start).is_some_and(Level::is_rtl);
            let letters = text.get(run).unwrap_or_default();
            if turned {
                // A combining mark stays after its letter in both directions.
                let signs = letters.graphemes(true).rev().flat_map(str::chars);
                paper.extend(signs.map(|sign| get_mirrored(sign).unwrap_or(sign)));
            } else {
                paper.push_str(letters);
            }
        }
    }
    Some(paper)
}

#[cfg(test)]
mod tests {
    use super::on_paper;

    #[test]
    fn a_line_without_letters_that_run_to_the_left_stays_as_it_is() {
        for text in ["", "A border of 12 (both ways)", "Ядро 7", "北 3", "“…” 4/0/4"] {
            assert_eq!(on_paper(text), None, "{text}");
        }
    }

    /// Tests the visual order of lines; the expected results are those of browsers in a left-to-right page.
    #[test]
    fn letters_are_turned_and_numbers_are_not() {
        for (text, paper) in [
            ("דוב Kessler", "בוד Kessler"),
            ("Owes 1250 to דוב", "Owes 1250 to בוד"),
            ("אב – גד, 12", "12 ,דג – בא"),
            ("אב 4/0/4", "4/0/4 בא"),
            ("אב (12)", "(12) בא"),
            ("Wall, אב", "Wall, בא"),
            ("Wall (אב), 3", "Wall (בא), 3"),
            ("אב: Wall", "בא: Wall"),
            ("אב 50% גד", "דג 50% בא"),
            ("“אב”", "“בא”"),
            ("شب 12", "12 بش"),
            // A vowel mark stays with its letter.
            ("א\u{5b8}ב", "בא\u{5b8}"),
        ] {
            assert_eq!(on_paper(text).as_deref(), Some(paper), "{text}");
        }
    }
}
