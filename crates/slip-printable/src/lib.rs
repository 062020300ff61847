//! Decides which characters are shown as escapes, such as `\u{202E}`, wherever people read a text.
//!
//! A terminal obeys control characters, a code host's log obeys line ends, and every page obeys controls of writing direction. Other
//! characters are invisible. Authors choose file names, titles and texts, so each of these characters could make one text look like
//! another.
//!
//! Texts of Slip and of manifests are escaped when they are read ([`text`], [`line()`]), so packs contain no hidden character. File names
//! are escaped when they are shown. Every printer escapes again for texts from other sources.
//!
//! Source texts, patches and generated Slip are data and keep every byte. JSON documents keep every character, written as a JSON escape
//! ([`json`]). Joiners, fillers and variation selectors are kept if a script or an emoji needs them.

mod display_width;

pub use display_width::{columns_of, padded};

use std::borrow::Cow;
use unicode_properties::{GeneralCategoryGroup, UnicodeEmoji, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

/// True if the character has no visible form of its own: controls, controls of writing direction, characters of zero width, line ends of
/// Unicode, fillers and tags. Also true for characters that XML cannot contain.
///
/// The set is that of the controls and the property `Default_Ignorable_Code_Point` of Unicode 16, with a few more invisible characters.
pub const fn is_hidden(letter: char) -> bool {
    matches!(
        letter,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{fffe}'..='\u{ffff}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// True if a hidden character never has a purpose, whatever characters are next to it. Text that is written piece by piece has unknown
/// neighbours, so only these characters are escaped in it.
pub const fn is_always_hidden(letter: char) -> bool {
    is_hidden(letter)
        && !matches!(
            letter,
            '\u{115f}'..='\u{1160}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200c}'..='\u{200d}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{e0020}'..='\u{e007f}'
                | '\u{e0100}'..='\u{e01ef}'
        )
}

/// Returns every hidden character of a text, with its byte offset. Line ends, tabs, and characters that a script or an emoji needs are left
/// out.
pub fn hidden(text: &str) -> impl Iterator<Item = (usize, char)> {
    let plain = is_plain(text);
    let letters = if plain { "" } else { text }.char_indices();
    letters.filter(|&(at, letter)| is_hidden(letter) && !matches!(letter, '\n' | '\t') && !is_needed(text, at, letter))
}

/// True if the character at a byte offset is shown as an escape by [`line()`]; this includes line ends and tabs.
pub fn hides(text: &str, at: usize, letter: char) -> bool {
    is_hidden(letter) && !is_needed(text, at, letter)
}

/// True if every byte is a printable ASCII character, a line end or a tab: a fast check that nearly all texts pass.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
}

/// Returns the text with escapes for its hidden characters. Line ends and tabs are kept.
///
/// ```
/// assert_eq!(slip_printable::text("Ana\u{202e}\nBo"), "Ana\\u{202E}\nBo");
/// assert_eq!(slip_printable::line("Ana\u{202e}\nBo"), "Ana\\u{202E}\\nBo");
/// ```
pub fn text(text: &str) -> Cow<'_, str> {
    escaped(text, |_| false)
}

/// Returns a text for printing on one line, such as a title or an aspect: line ends become blanks and hidden characters become escapes.
///
/// ```
/// assert_eq!(slip_printable::in_line("Ana\u{202e}\nBo"), "Ana\\u{202E} Bo");
/// ```
pub fn in_line(words: &str) -> Cow<'_, str> {
    if words.contains('\n') { Cow::Owned(text(&words.replace('\n', " ")).into_owned()) } else { text(words) }
}

/// Returns the text with escapes for its hidden characters, for line ends and for tabs.
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| matches!(letter, '\n' | '\t'))
}

fn escaped(text: &str, ends: impl Fn(char) -> bool) -> Cow<'_, str> {
    if is_plain(text) && !text.contains(&ends) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        let shown = !is_hidden(letter) || matches!(letter, '\n' | '\t') || is_needed(text, at, letter);
        if ends(letter) || !shown {
            push_escape(letter, &mut out);
        } else {
            out.push(letter);
        }
    }
    Cow::Owned(out)
}

/// Writes the escape of a character: `\n`, `\r`, `\t`, or its code point as in `\u{202E}`.
pub fn push_escape(letter: char, out: &mut String) {
    match letter {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        letter => out.push_str(&format!("\\u{{{:X}}}", u32::from(letter))),
    }
}

/// True if `{number}` after `before` is the number of an escape: `\\u{202E}`. Braces have another meaning in some texts, such as those of
/// tables.
pub fn is_escape(before: &str, number: &str) -> bool {
    before.ends_with("\\u") && (1..=6).contains(&number.len()) && number.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'A'..=b'F'))
}

/// Returns a JSON document in which hidden characters of strings are written as JSON escapes. The data is the same, and is safe in a
/// terminal and a log.
pub fn json(document: String) -> String {
    if is_plain(&document) {
        return document;
    }
    let mut out = String::with_capacity(document.len());
    for (at, letter) in document.char_indices() {
        if is_hidden(letter) && !matches!(letter, '\n' | '\t' | '\r') && !is_needed(&document, at, letter) {
            push_json_escape(letter, &mut out);
        } else {
            out.push(letter);
        }
    }
    out
}

/// Returns a JSON document with the hidden characters of its strings replaced by visible escapes, for a page that shows the strings to
/// people.
pub fn json_text(document: String) -> String {
    if is_plain(&document) {
        return document;
    }
    let mut out = String::with_capacity(document.len());
    for (at, letter) in document.char_indices() {
        if is_hidden(letter) && !matches!(letter, '\n' | '\t' | '\r') && !is_needed(&document, at, letter) {
            // The backslash of the escape becomes part of the string, so the backslash is escaped too.
            out.push('\\');
            push_escape(letter, &mut out);
        } else {
            out.push(letter);
        }
    }
    out
}

/// Writes the JSON escape of a character: `\u202e`, or a pair of escapes.
pub fn push_json_escape(letter: char, out: &mut String) {
    for unit in letter.encode_utf16(&mut [0; 2]) {
        out.push_str(&format!("\\u{unit:04x}"));
    }
}

/// True if a hidden character has a purpose because of its neighbours, so that it is kept.
fn is_needed(text: &str, at: usize, letter: char) -> bool {
    if is_always_hidden(letter) {
        return false;
    }
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    let after = || text.get(at.saturating_add(letter.len_utf8())..).and_then(|after| after.chars().next());
    let Some(before) = before else { return false };
    match letter {
        // A joiner between two emoji combines them. A joiner after a letter of a joining script selects the form of the letter.
        '\u{200d}' => joins(before) || ends_emoji(before) && after().is_some_and(is_emoji),
        '\u{200c}' => joins(before),
        '\u{fe0e}'..='\u{fe0f}' => {
            is_emoji(before) || matches!(before, '0'..='9' | '#' | '*') && after() == Some('\u{20e3}') || varies(before)
        }
        '\u{fe00}'..='\u{fe0d}' | '\u{e0100}'..='\u{e01ef}' => varies(before),
        '\u{180b}'..='\u{180f}' => before.script() == Script::Mongolian,
        '\u{115f}'..='\u{1160}' => before.script() == Script::Hangul || after().is_some_and(|after| after.script() == Script::Hangul),
        '\u{e0020}'..='\u{e007f}' => is_flag_tag(text, at, letter),
        _ => false,
    }
}

/// True if letters of the script of this character are joined to each other, so that a joiner after them has a meaning.
fn joins(letter: char) -> bool {
    let is_part = matches!(letter.general_category_group(), GeneralCategoryGroup::Letter | GeneralCategoryGroup::Mark);
    is_part
        && matches!(
            letter.script(),
            Script::Arabic
                | Script::Syriac
                | Script::Mandaic
                | Script::Nko
                | Script::Mongolian
                | Script::Phags_Pa
                | Script::Adlam
                | Script::Hanifi_Rohingya
                | Script::Devanagari
                | Script::Bengali
                | Script::Gurmukhi
                | Script::Gujarati
                | Script::Oriya
                | Script::Tamil
                | Script::Telugu
                | Script::Kannada
                | Script::Malayalam
                | Script::Sinhala
                | Script::Khmer
                | Script::Myanmar
                | Script::Tibetan
                | Script::Balinese
                | Script::Javanese
        )
}

fn is_emoji(letter: char) -> bool {
    !letter.is_ascii() && letter.is_emoji_char()
}

/// True if an emoji may end with the character: the emoji itself, a variation selector, or a tag of a flag.
fn ends_emoji(letter: char) -> bool {
    is_emoji(letter) || matches!(letter, '\u{fe0f}' | '\u{e007f}')
}

/// True if the character has variants in Unicode, between which a variation selector chooses.
fn varies(letter: char) -> bool {
    let is_symbol = !letter.is_ascii() && letter.general_category_group() == GeneralCategoryGroup::Symbol;
    is_symbol
        || matches!(
            letter.script(),
            Script::Han | Script::Myanmar | Script::Phags_Pa | Script::Mongolian | Script::Hiragana | Script::Katakana
        )
}

/// First character of the flag of a region; tags after it name the region.
const FLAG: char = '\u{1f3f4}';
/// Tag character that ends the sequence of tags after the flag.
const LAST_TAG: char = '\u{e007f}';
/// Maximum number of tag characters in the flag of a region, including the last one.
const MOST_TAGS: usize = 7;

/// True if the tag is part of the flag of a region: up to six small letters or digits as tags, then the closing tag.
fn is_flag_tag(text: &str, at: usize, letter: char) -> bool {
    let is_tag = |letter: char| matches!(letter, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}');
    let (Some(before), Some(behind)) = (text.get(..at), text.get(at..)) else { return false };
    let mut earlier = before.chars().rev().take(MOST_TAGS);
    let mut tags = 0_usize;
    let begins = loop {
        match earlier.next() {
            Some(FLAG) => break true,
            Some(tag) if is_tag(tag) => tags = tags.saturating_add(1),
            _ => break false,
        }
    };
    let rest = behind.chars().take(MOST_TAGS.saturating_sub(tags)).find(|letter| !is_tag(*letter));
    begins && rest == Some(LAST_TAG) && (is_tag(letter) || letter == LAST_TAG && tags > 0)
}

/// Returns the Unicode name of a hidden character, or the name of its range.
pub const fn name(letter: char) -> &'static str {
    match letter {
        '\0' => "NULL",
        '\u{8}' => "BACKSPACE",
        '\t' => "TAB",
        '\n' => "LINE FEED",
        '\r' => "CARRIAGE RETURN",
        '\u{1b}' => "ESCAPE",
        '\u{7f}' => "DELETE",
        '\u{85}' => "NEXT LINE",
        '\u{9b}' => "CONTROL SEQUENCE INTRODUCER",
        '\u{ad}' => "SOFT HYPHEN",
        '\u{34f}' => "COMBINING GRAPHEME JOINER",
        '\u{61c}' => "ARABIC LETTER MARK",
        '\u{115f}' => "HANGUL CHOSEONG FILLER",
        '\u{1160}' => "HANGUL JUNGSEONG FILLER",
        '\u{17b4}' => "KHMER VOWEL INHERENT AQ",
        '\u{17b5}' => "KHMER VOWEL INHERENT AA",
        '\u{180e}' => "MONGOLIAN VOWEL SEPARATOR",
        '\u{180b}'..='\u{180f}' => "MONGOLIAN FREE VARIATION SELECTOR",
        '\u{200b}' => "ZERO WIDTH SPACE",
        '\u{200c}' => "ZERO WIDTH NON-JOINER",
        '\u{200d}' => "ZERO WIDTH JOINER",
        '\u{200e}' => "LEFT-TO-RIGHT MARK",
        '\u{200f}' => "RIGHT-TO-LEFT MARK",
        '\u{2028}' => "LINE SEPARATOR",
        '\u{2029}' => "PARAGRAPH SEPARATOR",
        '\u{202a}' => "LEFT-TO-RIGHT EMBEDDING",
        '\u{202b}' => "RIGHT-TO-LEFT EMBEDDING",
        '\u{202c}' => "POP DIRECTIONAL FORMATTING",
        '\u{202d}' => "LEFT-TO-RIGHT OVERRIDE",
        '\u{202e}' => "RIGHT-TO-LEFT OVERRIDE",
        '\u{2060}' => "WORD JOINER",
        '\u{2061}' => "FUNCTION APPLICATION",
        '\u{2062}' => "INVISIBLE TIMES",
        '\u{2063}' => "INVISIBLE SEPARATOR",
        '\u{2064}' => "INVISIBLE PLUS",
        '\u{2066}' => "LEFT-TO-RIGHT ISOLATE",
        '\u{2067}' => "RIGHT-TO-LEFT ISOLATE",
        '\u{2068}' => "FIRST STRONG ISOLATE",
        '\u{2069}' => "POP DIRECTIONAL ISOLATE",
        '\u{206a}'..='\u{206f}' => "DEPRECATED FORMAT CHARACTER",
        '\u{3164}' => "HANGUL FILLER",
        '\u{ffa0}' => "HALFWIDTH HANGUL FILLER",
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => "VARIATION SELECTOR",
        '\u{feff}' => "ZERO WIDTH NO-BREAK SPACE",
        '\u{fff9}' => "INTERLINEAR ANNOTATION ANCHOR",
        '\u{fffa}' => "INTERLINEAR ANNOTATION SEPARATOR",
        '\u{fffb}' => "INTERLINEAR ANNOTATION TERMINATOR",
        '\u{fffe}'..='\u{ffff}' => "NONCHARACTER",
        '\u{1bca0}'..='\u{1bca3}' => "SHORTHAND FORMAT CHARACTER",
        '\u{1d173}'..='\u{1d17a}' => "MUSICAL SYMBOL FORMAT CHARACTER",
        '\u{e0001}' => "LANGUAGE TAG",
        '\u{e0020}'..='\u{e007f}' => "TAG CHARACTER",
        '\0'..='\u{1f}' | '\u{80}'..='\u{9f}' => "CONTROL CHARACTER",
        '\u{fffd}' => "REPLACEMENT CHARACTER, shown for a byte that is not UTF-8",
        _ => "INVISIBLE CHARACTER",
    }
}

/// True if the character changes the direction or the order of the text around it: the property `Bidi_Control`.
pub const fn turns(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_or_nobody_sees_is_an_escape() {
        assert_eq!(
            line("a\u{1b}[2J\r\n\u{202e}\u{2066}\u{200b}\u{85}\u{2028}\u{7f}b"),
            "a\\u{1B}[2J\\r\\n\\u{202E}\\u{2066}\\u{200B}\\u{85}\\u{2028}\\u{7F}b"
        );
        assert_eq!(text("two\nlines\tand\u{feff}"), "two\nlines\tand\\u{FEFF}");
    }

    #[test]
    fn texts_of_any_script_stay_as_they_are() {
        for words in ["Größe", "שלום עולם", "السفينة", "می‌خواهم", "क्‍ष", "ශ්‍රී", "宇宙", "葛󠄀", "ᠠ᠋", "Ленинград", "ﷺ", "e\u{301}"]
        {
            assert_eq!(line(words), words);
            assert_eq!(hidden(words).count(), 0, "{words:?}");
        }
    }

    #[test]
    fn emoji_keep_their_joiners_and_selectors() {
        for words in ["👩‍🚀", "❤️‍🔥", "👩🏽‍🚀", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "☠️", "©️", "🏳️‍🌈"]
        {
            assert_eq!(line(words), words);
        }
        assert_eq!(line("a\u{200d}b\u{200c}c\u{fe0f}"), "a\\u{200D}b\\u{200C}c\\u{FE0F}");
        assert_eq!(line("\u{1f3f4}\u{e0061}b"), "\u{1f3f4}\\u{E0061}b");
        assert_eq!(line("\u{200d}🚀"), "\\u{200D}🚀");
    }

    #[test]
    fn json_keeps_the_data() {
        let document = "{\"a\": \"x\u{202e}\u{e0001}\u{7f}\"}\n".to_owned();
        assert_eq!(json(document), "{\"a\": \"x\\u202e\\udb40\\udc01\\u007f\"}\n");
    }
}
