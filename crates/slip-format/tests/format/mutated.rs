//! Tests of the laws of formatting with broken texts: real items in which brackets, quotes, semicolons and lines are removed, added or
//! moved.
//!
//! The number of texts is bounded. `SLIPYARD_MUTATIONS=100000` tries more of them, `SLIPYARD_MUTATIONS_FROM=7` begins at another seed.

use super::compiled_text::written;
use super::laws::FILES;
use super::{findings, laid_out, meaning, parsed, said};
use std::sync::LazyLock;

/// Neighbouring items of real files: at most four, at most 2,000 bytes.
static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut texts = Vec::new();
    for (_, text) in FILES.iter() {
        let (tree, found) = parsed(text);
        if found.has_errors() {
            continue;
        }
        let ends: Vec<usize> = tree.items.iter().map(|item| item.span().end as usize).collect();
        for first in (0..ends.len()).step_by(3) {
            let start = first.checked_sub(1).map_or(0, |before| ends[before]);
            let end = ends[(first + 3).min(ends.len() - 1)];
            if end - start < 2000 && parsed(&text[start..end]).0.items.len() > 1 {
                texts.push(format!("{}\n", text[start..end].trim()));
            }
        }
    }
    texts
});

/// Random small numbers from a seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, many: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % u64::try_from(many.max(1)).unwrap()).unwrap()
    }
}

fn seeds(many: usize) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let from = number("SLIPYARD_MUTATIONS_FROM").unwrap_or(0);
    from..from + number("SLIPYARD_MUTATIONS").unwrap_or(many as u64)
}

/// Offsets of the brackets, quotes and semicolons of a text.
fn marks(text: &str) -> Vec<usize> {
    text.char_indices().filter(|(_, letter)| matches!(letter, '{' | '}' | '"' | ';')).map(|(at, _)| at).collect()
}

/// Returns a random offset at a character boundary.
fn place(text: &str, chance: &mut Chance) -> usize {
    let mut at = chance.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Returns the text after one random change of any kind.
fn mutated(text: &str, chance: &mut Chance) -> String {
    let mut text = text.to_owned();
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let marks = marks(&text);
    let mark = ["{", "}", "\"", ";", "\"\"\"", "}}", "\r\n", "// ", "(", "]", ","][chance.below(11)];
    match chance.below(10) {
        0 if !marks.is_empty() => drop(text.remove(marks[chance.below(marks.len())])),
        1 => {
            let at = place(&text, chance);
            text.insert_str(at, mark);
        }
        2 if !marks.is_empty() => {
            let taken = text.remove(marks[chance.below(marks.len())]);
            let at = place(&text, chance);
            text.insert(at, taken);
        }
        3 => text.truncate(place(&text, chance)),
        4 => {
            let (one, other) = (chance.below(lines.len()), chance.below(lines.len()));
            lines.swap(one, other);
            text = lines.join("\n");
        }
        5 => {
            lines.remove(chance.below(lines.len()));
            text = lines.join("\n");
        }
        6 => {
            let at = chance.below(lines.len());
            let indent = " ".repeat(chance.below(5));
            lines[at] = format!("{indent}{}", lines[at].trim_start());
            text = lines.join("\n");
        }
        7 => {
            let (from, to) = (chance.below(lines.len()), chance.below(lines.len()));
            let line = lines.remove(from);
            lines.insert(to, line);
            text = lines.join("\n");
        }
        8 => {
            let at = chance.below(lines.len());
            lines.insert(
                at,
                ["}", "  }", "{", "", "  \"", "\"\"\"", "mark x \"X\"", "  harm 3", "zone b \"B\""][chance.below(9)].to_owned(),
            );
            text = lines.join("\n");
        }
        _ => {
            let at = lines.len().min(1 + chance.below(lines.len()));
            lines.drain(..at.saturating_sub(1));
            text = lines.join("\n");
        }
    }
    text
}

#[test]
fn the_parser_finds_the_same_before_and_after_and_a_second_pass_changes_nothing() {
    for seed in seeds(1500) {
        let mut chance = Chance(seed);
        let mut text = TEXTS[chance.below(TEXTS.len())].clone();
        for _ in 0..=chance.below(3) {
            text = mutated(&text, &mut chance);
        }
        if chance.below(5) == 0 {
            text = text.replace('\n', "\r\n");
        }
        let once = laid_out(&text).text;
        assert_eq!(findings(&text), findings(&once), "seed {seed}\n{text}\nbecame\n{once}");
        let twice = laid_out(&once).text;
        assert!(once == twice, "seed {seed}: a second pass changes\n{once}\nto\n{twice}");
    }
}

#[test]
fn a_check_finds_the_same_before_and_after() {
    for seed in seeds(15) {
        let mut chance = Chance(seed);
        let mut text = TEXTS[chance.below(TEXTS.len())].clone();
        for _ in 0..=chance.below(2) {
            text = mutated(&text, &mut chance);
        }
        let once = laid_out(&text).text;
        let verdict = |text: &str| said(text, written(text).said.iter().map(|(.., found)| found));
        let (mut before, mut after) = (verdict(&text), verdict(&once));
        before.sort();
        after.sort();
        assert_eq!(before, after, "seed {seed}\n{text}\nbecame\n{once}");
    }
}

/// Number of characters before `at`, without those that formatting may change.
fn letters(text: &str, at: usize) -> usize {
    text[..at].chars().filter(|letter| is_letter(*letter)).count()
}

fn is_letter(letter: char) -> bool {
    !letter.is_ascii_whitespace() && letter != ';'
}

/// Returns the gap in front of a character, by the character's number.
fn gap(text: &str, number: usize) -> std::ops::Range<usize> {
    let mut start = 0;
    for (seen, (at, letter)) in text.char_indices().filter(|(_, letter)| is_letter(*letter)).enumerate() {
        if seen == number {
            return start..at;
        }
        start = at + letter.len_utf8();
    }
    start..text.len()
}

/// Text with one mark removed or added, and a function that undoes this change in the formatted text.
struct Slip {
    text: String,
    back: Box<dyn Fn(&str) -> String>,
}

fn slip(text: &str, chance: &mut Chance) -> Option<Slip> {
    let marks = marks(text);
    let mut wrong = text.to_owned();
    if chance.below(2) == 0 {
        let at = *marks.get(chance.below(marks.len()))?;
        let number = letters(text, at);
        let mark = wrong.remove(at);
        let hole = gap(&wrong, number);
        let (before, after) = (wrong[hole.start..at].to_owned(), wrong[at..hole.end].to_owned());
        let back = move |text: &str| {
            let hole = gap(text, number);
            let now = &text[hole.clone()];
            // If the gap was formatted, the mark goes back next to the word where it was written.
            let at = match now == format!("{before}{after}") {
                true => hole.start + before.len(),
                false if before.is_empty() => hole.start,
                false if after.is_empty() => hole.end,
                false => hole.start + now.len() - now.trim_start().len().min(now.len()),
            };
            let mut text = text.to_owned();
            text.insert(at, mark);
            text
        };
        return Some(Slip { text: wrong, back: Box::new(back) });
    }
    let at = place(text, chance);
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let within = text[..at].ends_with(is_word) && text[at..].starts_with(is_word);
    let mark = ['{', '}', '"', ';'][chance.below(4)];
    // A `;` inside a word splits the word, and formatting adds a blank after it.
    if mark == ';' && within {
        return None;
    }
    let number = letters(text, at);
    let semicolons = gap(text, number);
    let semicolons = text[semicolons].matches(';').count();
    wrong.insert(at, mark);
    let back = move |text: &str| {
        let hole = gap(text, number);
        let mut text = text.to_owned();
        if mark != ';' {
            text.remove(hole.end);
        } else if text[hole.clone()].matches(';').count() > semicolons {
            text.remove(hole.start + text[hole].find(';').unwrap());
        }
        text
    };
    Some(Slip { text: wrong, back: Box::new(back) })
}

#[test]
fn the_right_mend_still_mends_a_text_that_was_laid_out() {
    for seed in seeds(1500) {
        let mut chance = Chance(seed);
        let right = &TEXTS[chance.below(TEXTS.len())];
        let Some(Slip { text, back }) = slip(right, &mut chance) else { continue };
        let once = laid_out(&text).text;
        // Undoing the change must restore the meaning; otherwise the two texts differ in blanks only.
        if meaning(&back(&text)) != meaning(right) {
            continue;
        }
        let mended = back(&once);
        assert!(meaning(&mended) == meaning(right), "seed {seed}\n{right}\nwas broken:\n{text}\nlaid out:\n{once}\nmended:\n{mended}");
    }
}
