//! Context of a cursor. It is found from the text alone, so it is known even if the text has syntax errors.

use super::changed_part::index;

/// Context of a cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cursor {
    /// Offset at which the item around the cursor starts, at the start of a line.
    pub(super) item: usize,
    /// Start of the next item, or the end of the text.
    pub(super) item_end: usize,
    /// First words of the blocks around the cursor, outermost first; the first one is the kind of the item.
    pub(super) blocks: Vec<String>,
    /// Words of the entry before the cursor, the key first.
    pub(super) entry: Vec<String>,
    /// Name of the call around the cursor, and the number of commas before the cursor.
    pub(super) call: Option<(String, usize)>,
    /// Closing brackets for the brackets that are open in the entry.
    pub(super) open: String,
    /// Start and end of the word at the cursor.
    pub(super) word: (usize, usize),
    /// True if the cursor is inside quotation marks.
    pub(super) in_text: bool,
    /// True if the cursor is in a comment.
    pub(super) in_comment: bool,
}

/// Returns the context of an offset.
pub(super) fn cursor(text: &str, offset: u32) -> Cursor {
    let offset = index(offset).min(text.len());
    let word = code_at(text, offset).unwrap_or_else(|| word_at(text, offset));
    let item = item_start(text, word.0);
    let mut cursor = Cursor { item, item_end: item_end(text, offset.max(item)), word, ..Cursor::default() };
    Reader { cursor: &mut cursor, calls: Vec::new(), last: ' ' }.read(text.get(item..word.0).unwrap_or_default());
    cursor
}

/// Returns the start and end of the word around an offset.
pub(super) fn word_at(text: &str, offset: usize) -> (usize, usize) {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let before = text.get(..offset).unwrap_or_default();
    let start = before.trim_end_matches(is_word).len();
    let behind = text.get(offset..).unwrap_or_default();
    let end = offset + (behind.len() - behind.trim_start_matches(is_word).len());
    (start, end)
}

/// Returns the range of the diagnostic code after `allow` that contains the offset. Codes may contain hyphens.
fn code_at(text: &str, offset: usize) -> Option<(usize, usize)> {
    let is_code = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let start = text.get(..offset)?.trim_end_matches(is_code).len();
    let before = text.get(..start)?;
    let key = before.trim_end_matches([' ', '\t']);
    let is_key =
        key.len() < before.len() && key.strip_suffix("allow")?.chars().next_back().is_none_or(|letter| !is_code(letter) && letter != '_');
    let behind = text.get(offset..)?;
    let end = offset + (behind.len() - behind.trim_start_matches(is_code).len());
    is_key.then_some((start, end))
}

fn begins_item(line: &str) -> bool {
    line.starts_with(|letter: char| letter.is_ascii_lowercase())
}

/// Returns the start of the last line at or before the offset that begins an item.
fn item_start(text: &str, offset: usize) -> usize {
    let mut end = text.get(offset..).and_then(|rest| rest.find('\n')).map_or(text.len(), |length| offset + length);
    loop {
        let start = text.get(..end).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        if start <= offset && text.get(start..end).is_some_and(begins_item) {
            return start;
        }
        if start == 0 {
            return offset;
        }
        end = start - 1;
    }
}

/// Returns the start of the next line, after the offset, that begins an item. Without one, returns the end of the text.
fn item_end(text: &str, offset: usize) -> usize {
    let mut at = offset;
    while let Some(length) = text.get(at..).and_then(|rest| rest.find('\n')) {
        at += length + 1;
        if text.get(at..).is_some_and(begins_item) {
            return at;
        }
    }
    text.len()
}

/// Scanner that reads the text of an item up to the cursor.
struct Reader<'c> {
    cursor: &'c mut Cursor,
    /// Open calls with the number of commas in each.
    calls: Vec<(String, usize)>,
    /// Last scanned character that is not whitespace; `a` for any word, and `;` for the end of an entry.
    last: char,
}

impl Reader<'_> {
    fn read(&mut self, text: &str) {
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let length = match letter {
                '"' => self.text(rest),
                '/' if rest.starts_with("//") => self.comment(rest),
                _ if letter.is_alphanumeric() || letter == '_' => self.word(rest),
                _ => {
                    self.mark(letter);
                    letter.len_utf8()
                }
            };
            rest = rest.get(length..).unwrap_or_default();
        }
        self.cursor.call = self.calls.last().cloned();
    }

    fn text(&mut self, rest: &str) -> usize {
        self.last = '"';
        self.cursor.entry.push("\"".to_owned());
        let mark = if rest.starts_with("\"\"\"") { "\"\"\"" } else { "\"" };
        let inside = rest.get(mark.len()..).unwrap_or_default();
        let mut at = 0;
        while let Some(found) = inside.get(at..).and_then(|rest| rest.find(['"', '\\', '\n'])) {
            let here = at + found;
            match inside.as_bytes().get(here) {
                Some(b'\\') if mark.len() == 1 => {
                    let behind = inside.get(here + 1..).and_then(|rest| rest.chars().next());
                    at = here + 1 + behind.map_or(0, char::len_utf8);
                }
                Some(b'"') if inside.get(here..).is_some_and(|rest| rest.starts_with(mark)) => return mark.len() + here + mark.len(),
                Some(b'\n') if mark.len() == 1 => return mark.len() + here,
                _ => at = here + 1,
            }
        }
        self.cursor.in_text = true;
        rest.len()
    }

    fn comment(&mut self, rest: &str) -> usize {
        match rest.find('\n') {
            Some(length) => length,
            None => {
                self.cursor.in_comment = true;
                rest.len()
            }
        }
    }

    fn word(&mut self, rest: &str) -> usize {
        let length = rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '_')).unwrap_or(rest.len());
        self.cursor.entry.push(rest.get(..length).unwrap_or_default().to_owned());
        self.last = 'a';
        length
    }

    fn mark(&mut self, letter: char) {
        match letter {
            '{' => {
                let key = self.cursor.entry.first().cloned().unwrap_or_default();
                self.cursor.blocks.push(key);
                self.end();
            }
            '}' => {
                self.cursor.blocks.pop();
                self.end();
            }
            '(' | '[' => {
                let name =
                    if letter == '(' && self.last == 'a' { self.cursor.entry.last().cloned().unwrap_or_default() } else { String::new() };
                self.calls.push((name, 0));
                self.cursor.open.push(if letter == '(' { ')' } else { ']' });
            }
            ')' | ']' => {
                self.calls.pop();
                self.cursor.open.pop();
            }
            ',' => match self.calls.last_mut() {
                Some((_, commas)) => *commas += 1,
                None => self.cursor.entry.push(",".to_owned()),
            },
            ';' => self.end(),
            // The head of an item may continue on the next line before its `{`.
            '\n' if self.cursor.blocks.is_empty() => {}
            '\n' if !matches!(self.last, ',' | '(' | '[' | '+' | '-' | '*' | '/' | '<' | '>' | '=') => self.end(),
            _ => {}
        }
        if !letter.is_whitespace() {
            self.last = letter;
        }
    }

    fn end(&mut self) {
        self.cursor.entry.clear();
        self.calls.clear();
        self.cursor.open.clear();
        self.last = ';';
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn at(text: &str) -> Cursor {
        let offset = text.find('|').unwrap();
        cursor(&text.replace('|', ""), offset as u32)
    }

    #[test]
    fn a_value_knows_its_key_and_its_blocks() {
        let found = at("// head\nweapon a : b {\n  tech T1\n  stunts civilian, lo|w\n}\n\nweapon c : b { }\n");
        assert_eq!(found.blocks, ["weapon"]);
        assert_eq!(found.entry, ["stunts", "civilian", ","]);
        assert_eq!((found.item, found.word), (8, (52, 55)));
        assert_eq!(found.item_end, 59);
    }

    #[test]
    fn a_code_is_one_word_behind_allow_only() {
        assert_eq!(at("npc a {\n  allow over-b|").word, (16, 22));
        assert_eq!(at("npc a {\n  allow o|ver-budget \"why\"").word, (16, 27));
        assert_eq!(at("npc a {\n  swallow over-b|").word, (23, 24));
        assert_eq!(at("npc a {\n  harm over-b|").word, (20, 21));
    }

    #[test]
    fn a_new_entry_has_no_key_yet() {
        assert!(at("map m {\n  zone a { cover 2; | }\n}").entry.is_empty());
        assert_eq!(at("map m {\n  zone a { cover 2; | }\n}").blocks, ["map", "zone"]);
        assert_eq!(at("map m {\n  zone a { cover 2 }\n  |").blocks, ["map"]);
    }

    #[test]
    fn calls_count_their_commas() {
        let found = at("character a {\n  stunts swap_skill(navigation, |");
        assert_eq!(found.call, Some(("swap_skill".to_owned(), 1)));
        assert_eq!(found.open, ")");
    }

    #[test]
    fn texts_and_comments_are_no_place_for_words() {
        assert!(at("mook a {\n  aspects \"Hunts from | above\"").in_text);
        assert!(at("mook a {\n  // here | too").in_comment);
        assert!(!at("mook a {\n  aspects \"Hunts\", |").in_text);
        assert!(!at("mook a {\n  aspects \"Hunts \\é\", |").in_text);
    }

    #[test]
    fn a_list_goes_on_behind_its_comma() {
        assert_eq!(at("npc a {\n  stunts one,\n    |\n}").entry, ["stunts", "one", ","]);
    }
}
