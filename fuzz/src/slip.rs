//! Generates valid and nearly valid Slip text by recombining items, entries and words of real files.
//!
//! A byte fuzzer seldom writes a whole item. This mutator knows where items, entries and words begin; its material is the rules and the
//! packages of this repository.

use libfuzzer_sys::fuzzer_mutate;
use std::sync::LazyLock;

/// Items, entries and words of real files.
struct Stock {
    items: Vec<String>,
    lines: Vec<String>,
    words: Vec<String>,
}

/// Words that no real file contains.
const ODD: &[&str] = &[
    "-9223372036854775808", "9223372036854775807", "99999999999999999999", "4/0/x", "9/0", "T9", "T-9", "x0", "x999", "..", "--", "->", "\"\"\"",
    "///", "//", "=", "(((((((", "[[[[[[[", "{{{{{{{", ")", "]", "}", "\u{a0}", "\u{feff}", "\u{202e}", "é", "\r\n", "\t", "\0", "min(", "not not",
    "if 1 then 2 else", "from self", "* 9223372036854775807", "- -1", "0..0", "9..0", "\"", "“", "’", "\u{10ffff}",
];

static STOCK: LazyLock<Stock> = LazyLock::new(|| {
    let texts: Vec<String> = ["stdlib", "content"].into_iter().flat_map(crate::texts).collect();
    let mut stock = Stock { items: Vec::new(), lines: Vec::new(), words: ODD.iter().map(|word| (*word).to_owned()).collect() };
    for text in &texts {
        stock.items.extend(items(text).into_iter().filter(|item| item.len() < 1200).map(str::to_owned));
        stock.lines.extend(text.lines().map(str::trim).filter(|line| !line.is_empty() && line.len() < 200).map(str::to_owned));
        stock.words.extend(words(text).into_iter().filter(|word| word.len() < 40).map(str::to_owned));
    }
    for list in [&mut stock.items, &mut stock.lines, &mut stock.words] {
        list.sort();
        list.dedup();
    }
    stock
});

/// Small pseudo-random numbers from a seed.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, many: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(many.max(1)).unwrap_or(1)).unwrap_or(0)
    }

    fn of<'a>(&mut self, list: &'a [String]) -> &'a str {
        list.get(self.below(list.len())).map_or("", String::as_str)
    }
}

/// Returns the items of a text: from a line without indentation to the line before the next one.
fn items(text: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.chars().next().is_some_and(char::is_alphabetic) {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).filter_map(|(start, end)| text.get(*start..end)).collect()
}

/// Returns words, numbers, texts and punctuation.
fn words(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let length = if first == '"' {
            rest.get(1..).and_then(|inner| inner.find('"')).map_or(1, |end| end + 2)
        } else if part(first) {
            rest.find(|c: char| !part(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(length);
        if !first.is_whitespace() {
            found.push(word);
        }
        rest = after;
    }
    found
}

/// Returns the byte range of a random word in a text.
fn place_of_word(text: &str, chance: &mut Chance) -> Option<(usize, usize)> {
    let all = words(text);
    let word = all.get(chance.below(all.len()))?;
    let start = word.as_ptr() as usize - text.as_ptr() as usize;
    Some((start, start + word.len()))
}

fn place_of_line(text: &str, chance: &mut Chance) -> Option<(usize, usize)> {
    let all: Vec<&str> = text.split_inclusive('\n').collect();
    let line = all.get(chance.below(all.len()))?;
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    Some((start, start + line.len()))
}

fn mutated(mut text: String, chance: &mut Chance) -> String {
    let stock = &*STOCK;
    for _ in 0..=chance.below(3) {
        match chance.below(11) {
            0 | 1 => {
                if let Some((start, end)) = place_of_word(&text, chance) {
                    text.replace_range(start..end, chance.of(&stock.words));
                }
            }
            2 => {
                if let Some((start, _)) = place_of_word(&text, chance) {
                    text.insert_str(start, &format!("{} ", chance.of(&stock.words)));
                }
            }
            3 => {
                if let Some((start, end)) = place_of_word(&text, chance) {
                    text.replace_range(start..end, "");
                }
            }
            4 | 5 => {
                if let Some((_, end)) = place_of_line(&text, chance) {
                    text.insert_str(end, &format!("  {}\n", chance.of(&stock.lines)));
                }
            }
            6 => {
                if let Some((start, end)) = place_of_line(&text, chance) {
                    text.replace_range(start..end, "");
                }
            }
            7 => {
                if let Some((start, end)) = place_of_line(&text, chance) {
                    let line = text[start..end].to_owned();
                    text.insert_str(end, &line);
                }
            }
            8 => text = format!("{text}\n{}", chance.of(&stock.items)),
            9 => text = chance.of(&stock.items).to_owned(),
            _ => {
                let number = chance.below(40).to_string();
                let found: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
                if let Some(at) = found.get(chance.below(found.len())) {
                    text.replace_range(*at..*at + 1, &number);
                }
            }
        }
    }
    text
}

/// Mutates the input: in half of the cases with the fuzzer's own mutator, otherwise with one that knows items, lines and words.
pub fn mutate(data: &mut [u8], size: usize, most: usize, seed: u32) -> usize {
    let mut chance = Chance(u64::from(seed));
    let Some(Ok(text)) = data.get(..size).map(str::from_utf8) else { return fuzzer_mutate(data, size, most) };
    if chance.below(3) == 0 {
        return fuzzer_mutate(data, size, most);
    }
    let mut new = mutated(text.to_owned(), &mut chance);
    let mut end = most.min(data.len()).min(new.len());
    while !new.is_char_boundary(end) {
        end -= 1;
    }
    new.truncate(end);
    data[..end].copy_from_slice(new.as_bytes());
    end
}
