//! Reads ordinary items without the grammar, which is many times faster: the head, the brackets of blocks, and entries that are rows of
//! words, numbers, texts and calls. `expression_entries` reads entries with formulas, conditions and effects.
//!
//! The grammar gives the same tree and the same messages. Other entries are read with the grammar. An item with another head, or with a
//! mistake in its text, is read with the grammar as a whole.

use super::Builder;
use super::plain_expressions::PlainExpressions;
use crate::RESERVED;
use crate::grammar::{Grammar, Rule};
use crate::literal::{self, Fractions};
use crate::prescan::{is_blank, is_word, line_end, offset, skip, skip_trivia};
use crate::tree::{Block, Call, Declaration, Entry, EntryExtras, Expr, ExprKind, Item, Key, NamePath, SpannedName, Text, Value};
use ecow::EcoString;
use pest::Parser;
use slip_source::Span;
use slip_source::diagnostic::Severity;

/// Words that begin an item other than a declaration.
const OTHER_ITEMS: [&str; 4] = ["use", "alias", "patch", "test"];
/// Words at the start of a line that continue the entry before it.
const CONTINUING: [&str; 4] = ["and", "or", "when", "else"];
/// Keys of entries whose values have grammar rules of their own. Such a value may still be a plain row.
const SENTENCES: [&str; 3] = ["effect", "require", "advise"];

/// Entry without its block.
pub(super) struct PlainRow {
    pub(super) key: Key,
    pub(super) values: Vec<Value>,
    pub(super) rest: Option<Box<EntryExtras>>,
    /// End of the last value, or of the key.
    pub(super) end: usize,
    /// Offset of the `{` after the row; `None` if there is no block.
    pub(super) opens: Option<usize>,
}

impl Builder<'_> {
    /// Reads the declaration at `start`; returns it and its end. `None` if the grammar must read the item; then nothing has changed.
    pub(super) fn plain_item(&mut self, start: usize, until: usize, doc: Option<&EcoString>) -> Option<(Item, usize)> {
        if self.by_grammar || !self.doubled.is_empty() || self.is_flat(start) {
            return None;
        }
        let (outer, comment, reported_until) = (std::mem::take(&mut self.diagnostics), self.next_comment, self.reported_until);
        // If a bracket is doubled, the superfluous one is removed from the text, and the item is read again.
        let read = self.plain_declaration(start, until, doc).filter(|_| self.doubled.is_empty());
        let own = std::mem::replace(&mut self.diagnostics, outer);
        if read.is_some() {
            self.diagnostics.append(own);
            return read;
        }
        (self.next_comment, self.reported_until) = (comment, reported_until);
        (self.unclosed, self.inside_bracket, self.swallowed, self.is_reported) = (false, false, false, false);
        self.fractions = Fractions::None;
        self.doubled.clear();
        self.entries.clear();
        None
    }

    fn plain_declaration(&mut self, start: usize, until: usize, doc: Option<&EcoString>) -> Option<(Item, usize)> {
        let (mut item, open) = self.plain_head(start, until)?;
        item.doc = doc.cloned();
        if item.kind.text == "doctrine" {
            self.fractions = Fractions::Any;
        }
        let (block, end) = self.plain_block(open, until)?;
        item.block = Some(block);
        item.span.end = offset(end);
        item.flawed = self.diagnostics.iter().any(|found| found.severity == Severity::Error);
        Some((Item::Declaration(item), end))
    }

    /// Reads `KIND name[(PARAMETERS)] ["Title"] [: DESIGN] [from BASE] {` in one line; returns the item without its block, and the offset of the `{`.
    fn plain_head(&self, start: usize, until: usize) -> Option<(Declaration, usize)> {
        let bytes = self.text.as_bytes().get(..until)?;
        let kind = self.plain_name(bytes, start).filter(|kind| !OTHER_ITEMS.contains(&kind.text.as_str()))?;
        let mut at = skip_blanks(bytes, self.end_of(kind.span));
        let name = self.plain_name(bytes, at).filter(|name| at > self.end_of(kind.span) && is_good_name(&name.text))?;
        let mut item = Declaration {
            span: Span::new(self.file, offset(start), offset(start)),
            doc: None,
            kind,
            name,
            params: Vec::new(),
            title: None,
            design: None,
            base: None,
            block: None,
            broken: false,
            flawed: false,
        };
        let behind = self.end_of(item.name.span);
        at = skip_blanks(bytes, behind);
        if at == behind && bytes.get(at) == Some(&b'(') {
            let (params, end) = PlainExpressions::new(self, until)?.params(at)?;
            item.params = params;
            at = skip_blanks(bytes, end);
        }
        if bytes.get(at) == Some(&b'"') {
            let title = self.plain_text(bytes, at).filter(|title| !title.value.trim().is_empty())?;
            at = skip_blanks(bytes, self.end_of(title.span));
            item.title = Some(title);
        }
        if bytes.get(at) == Some(&b':') {
            (item.design, at) = self.plain_path(bytes, skip_blanks(bytes, at + 1))?;
        }
        if bytes.get(at..)?.starts_with(b"from") && bytes.get(at + 4).is_some_and(|byte| is_blank(*byte)) {
            (item.base, at) = self.plain_path(bytes, skip_blanks(bytes, at + 4))?;
        }
        (bytes.get(at) == Some(&b'{')).then_some((item, at))
    }

    /// Reads `name` or `package.name` in a head; returns the name and the offset of the text after it.
    fn plain_path(&self, bytes: &[u8], at: usize) -> Option<(Option<NamePath>, usize)> {
        let end = word_end(bytes, at, true)?;
        let ends = bytes.get(end).is_some_and(|byte| is_blank(*byte) || *byte == b'{');
        let span = Span::new(self.file, offset(at), offset(end));
        ends.then(|| (Some(Self::path_of(self.slice(span), span)), skip_blanks(bytes, end)))
    }

    pub(super) fn plain_name(&self, bytes: &[u8], at: usize) -> Option<SpannedName> {
        let span = Span::new(self.file, offset(at), offset(word_end(bytes, at, false)?));
        Some(SpannedName { text: EcoString::from(self.slice(span)), span })
    }

    /// Reads the block whose `{` is at `open`; returns it and its end. `None` if its text has a mistake.
    fn plain_block(&mut self, open: usize, until: usize) -> Option<(Block, usize)> {
        let bytes = self.text.as_bytes().get(..until)?;
        let first = self.entries.len();
        let mut before = open;
        loop {
            let at = gap_end(bytes, if before == open { open + 1 } else { before });
            if *bytes.get(at)? == b'}' {
                let entries = self.entries.drain(first..).collect();
                let span = Span::new(self.file, offset(open), offset(at + 1));
                return Some((Block { span, entries, unclosed: false }, at + 1));
            }
            let between = self.text.get(before..at)?;
            let (has_semicolon, has_feed) = (between.contains(';'), between.contains('\n'));
            let is_first = self.entries.len() == first;
            // A line at the left margin may begin the next item, and two entries on one line need a `;` between them.
            if between.ends_with('\n') || !is_first && !has_semicolon && !has_feed {
                return None;
            }
            let doc = self.doc(offset(before), offset(at));
            (self.inside_bracket, self.swallowed) = (false, false);
            let row = match self.plain_row(bytes, at) {
                Some(row) => Some(row),
                None => self.expression_entry(at, until),
            };
            let (entry, end) = match row {
                Some(row) => self.plain_entry(row, at, until).map(|(entry, end)| (Some(entry), end))?,
                None => self.entry_by_grammar(at, until)?,
            };
            before = end;
            if let Some(mut entry) = entry {
                if doc.is_some() {
                    entry.rest.get_or_insert_default().doc = doc;
                }
                entry.follows = !is_first && has_semicolon && !has_feed;
                self.entries.push(entry);
            }
        }
    }

    fn plain_entry(&mut self, row: PlainRow, start: usize, until: usize) -> Option<(Entry, usize)> {
        let PlainRow { key, values, mut rest, mut end, opens } = row;
        (self.operators, self.faulty) = (0, false);
        if let Some(open) = opens {
            let (block, closed) = self.plain_block(open, until)?;
            rest.get_or_insert_default().block = Some(block);
            end = closed;
        }
        let span = Span::new(self.file, offset(start), offset(end));
        Some((Entry { span, key, values, rest, broken: false, follows: false }, end))
    }

    /// Reads one entry with the grammar; returns it and its end. `None` if its text has a mistake.
    fn entry_by_grammar(&mut self, at: usize, until: usize) -> Option<(Option<Entry>, usize)> {
        let pair = Grammar::parse(Rule::any_entry, self.text.get(at..until)?).ok()?.next()?;
        let length = pair.as_span().end();
        if length == 0 || pair.as_rule() == Rule::bad_entry {
            return None;
        }
        let entry = self.within(offset(at), |builder| builder.entry(pair));
        Some((entry, at + length))
    }

    /// Reads an entry up to its end or its block. `None` if it contains any value other than words, numbers, texts and calls in a row.
    fn plain_row(&mut self, bytes: &[u8], at: usize) -> Option<PlainRow> {
        self.values.clear();
        let key = self.plain_key(bytes, at)?;
        let is_sentence = key.word().is_some_and(|word| SENTENCES.contains(&word));
        let is_effect = key.word() == Some("effect");
        let mut end = self.end_of(key.span());
        // `is_plain` stays true while the entry matches the rule `plain_entry` of the grammar.
        let (mut is_plain, mut has_range, mut comma) = (true, false, false);
        let mut next = end;
        let opens = loop {
            let here = skip_blanks(bytes, next);
            match *bytes.get(here)? {
                b',' if !comma && !self.values.is_empty() => {
                    next = skip_trivia(bytes, here + 1);
                    comma = true;
                    if bytes.get(next.checked_sub(1)?) == Some(&b'\n') {
                        return None;
                    }
                }
                _ if comma && here != next => return None,
                b';' | b'}' | b'\n' | b'/' | b'{' | b',' if comma => return None,
                b';' | b'}' => break None,
                b'\n' | b'/' if ends_line(bytes, here) => break None,
                b'{' if !is_sentence => break Some(here),
                _ if here == next && !comma => return None,
                _ => {
                    let expr = self.plain_value(bytes, here)?;
                    is_plain &= !matches!(expr.kind, ExprKind::Path(_) | ExprKind::Call(_));
                    has_range |= matches!(expr.kind, ExprKind::Range(_));
                    end = self.end_of(expr.span);
                    next = end;
                    self.values.push(Value { expr, comma });
                    comma = false;
                }
            }
        };
        // The grammar has special rules for these rows: they count operators, or read the whole row as a condition.
        if (has_range || is_sentence && !is_effect) && !(is_plain && opens.is_none()) {
            return None;
        }
        Some(PlainRow { key, values: self.values.drain(..).collect(), rest: None, end, opens })
    }

    fn plain_key(&self, bytes: &[u8], at: usize) -> Option<Key> {
        if let Some(name) = self.plain_name(bytes, at) {
            return Some(Key::Word(name));
        }
        let end = skip(bytes, at, |byte| byte.is_ascii_digit());
        let span = Span::new(self.file, offset(at), offset(end));
        let is_rank = end > at && bytes.get(end).is_some_and(|byte| is_blank(*byte));
        literal::int(self.slice(span)).ok().filter(|_| is_rank).map(|rank| Key::Rank(rank, span))
    }

    /// Reads one value, after which a blank, a comma, a bracket or the end of the entry must follow.
    fn plain_value(&mut self, bytes: &[u8], at: usize) -> Option<Expr> {
        let value = self.plain_operand(bytes, at)?;
        let end = self.end_of(value.span);
        let value = if bytes.get(end) == Some(&b'(') { self.plain_call(bytes, value, end)? } else { value };
        let behind = bytes.get(self.end_of(value.span))?;
        (is_blank(*behind) || b",;{}\n".contains(behind)).then_some(value)
    }

    fn plain_operand(&self, bytes: &[u8], at: usize) -> Option<Expr> {
        match bytes.get(at)? {
            b'"' => {
                let text = self.plain_text(bytes, at)?;
                Some(Expr { span: text.span, kind: ExprKind::Text(Box::new(text)) })
            }
            b'T' => {
                let digits = at + 1 + usize::from(bytes.get(at + 1) == Some(&b'-'));
                let end = skip(bytes, digits, |byte| byte.is_ascii_digit());
                let span = Span::new(self.file, offset(at), offset(end));
                let kind = literal::tech(self.slice(span)).ok().filter(|_| end > digits)?;
                Some(Expr { kind, span })
            }
            b'0'..=b'9' => self.plain_number(bytes, at),
            _ => {
                let end = word_end(bytes, at, true)?;
                let span = Span::new(self.file, offset(at), offset(end));
                let word = self.slice(span);
                let kind = if word.contains('.') {
                    ExprKind::Path(Box::new(Self::path_of(word, span)))
                } else if word == "in" {
                    return None;
                } else if let Some(count) = literal::count(word) {
                    ExprKind::Count(count.ok()?)
                } else {
                    ExprKind::Name(EcoString::from(word))
                };
                Some(Expr { kind, span })
            }
        }
    }

    /// Reads `3` or `1..3`.
    fn plain_number(&self, bytes: &[u8], at: usize) -> Option<Expr> {
        let number = |from: usize| {
            let end = skip(bytes, from, |byte| byte.is_ascii_digit() || byte == b'_');
            let span = Span::new(self.file, offset(from), offset(end));
            Some(Expr { kind: ExprKind::Int(literal::int(self.slice(span)).ok()?), span })
        };
        let low = number(at)?;
        let end = self.end_of(low.span);
        let is_range = bytes.get(end..).is_some_and(|rest| rest.starts_with(b"..")) && bytes.get(end + 2).is_some_and(u8::is_ascii_digit);
        if !is_range {
            return Some(low);
        }
        let high = number(end + 2)?;
        Some(Expr { span: low.span.to(high.span), kind: ExprKind::Range(Box::new((low, high))) })
    }

    /// Reads a text in one line, without escapes.
    fn plain_text(&self, bytes: &[u8], at: usize) -> Option<Text> {
        let inside = bytes.get(at + 1..)?;
        let length = inside.iter().position(|byte| matches!(byte, b'"' | b'\\' | b'\n'))?;
        let end = at + length + 2;
        // Three quotes begin a long text.
        if inside.get(length) != Some(&b'"') || length == 0 && bytes.get(end) == Some(&b'"') {
            return None;
        }
        let span = Span::new(self.file, offset(at), offset(end));
        Some(literal::text(self.slice(span), span))
    }

    /// Reads the arguments of a call whose `(` is at `open`: words, numbers and texts in one line.
    fn plain_call(&self, bytes: &[u8], callee: Expr, open: usize) -> Option<Expr> {
        let mut args: Vec<Vec<Expr>> = Vec::with_capacity(1);
        let mut arg: Vec<Expr> = Vec::with_capacity(1);
        let mut at = open + 1;
        loop {
            let here = skip_blanks(bytes, at);
            match *bytes.get(here)? {
                b',' | b')' if arg.is_empty() => return None,
                b',' => {
                    args.push(std::mem::take(&mut arg));
                    at = here + 1;
                }
                b')' => {
                    args.push(arg);
                    let span = Span { end: offset(here + 1), ..callee.span };
                    let name = callee.path()?;
                    return Some(Expr { kind: ExprKind::Call(Box::new(Call { name, args, params: Vec::new() })), span });
                }
                _ if !arg.is_empty() && here == at => return None,
                _ => {
                    let value = self.plain_operand(bytes, here).filter(|value| !matches!(value.kind, ExprKind::Range(_)))?;
                    at = self.end_of(value.span);
                    arg.push(value);
                }
            }
        }
    }

    pub(super) fn end_of(&self, span: Span) -> usize {
        usize::try_from(span.end).unwrap_or(self.text.len())
    }
}

fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    skip(bytes, at, is_blank)
}

/// Returns the end of the word at `at`; `None` if there is no word, or if the word is reserved. With `dotted`, the word may also be a path
/// `word.word`.
fn word_end(bytes: &[u8], at: usize, dotted: bool) -> Option<usize> {
    let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
    let end = skip(bytes, at, is_word);
    if !is_letter(at) || RESERVED.iter().any(|word| bytes.get(at..end) == Some(word.as_bytes())) {
        return None;
    }
    let is_path = dotted && bytes.get(end) == Some(&b'.') && is_letter(end + 1);
    Some(if is_path { skip(bytes, end + 1, is_word) } else { end })
}

/// True if a word can be the name of an item.
pub(super) fn is_good_name(word: &str) -> bool {
    !word.contains(|letter: char| letter.is_ascii_uppercase()) && literal::count(word).is_none()
}

/// Returns the offset of the next entry or bracket in a block; skips blanks, comments and `;`.
fn gap_end(bytes: &[u8], mut at: usize) -> usize {
    loop {
        at = skip_trivia(bytes, at);
        if bytes.get(at) != Some(&b';') {
            return at;
        }
        at += 1;
    }
}

/// True if an entry ends at `at`, before a line end or a comment, and the next line does not continue the entry.
pub(super) fn ends_line(bytes: &[u8], at: usize) -> bool {
    if bytes.get(at) == Some(&b'/') && bytes.get(at + 1) != Some(&b'/') {
        return false;
    }
    let next = skip_trivia(bytes, line_end(bytes, at));
    match bytes.get(next) {
        Some(b'a' | b'e' | b'o' | b'w') => {
            let word = bytes.get(next..skip(bytes, next, is_word)).unwrap_or_default();
            !CONTINUING.iter().any(|other| word == other.as_bytes())
        }
        Some(byte) => !b"{,=!<>.*/".contains(byte),
        None => false,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::super::stretch_by;
    use proptest::prelude::*;
    use slip_source::FileId;
    use std::path::Path;

    /// Parses a text once with the grammar alone and once with the fast parser for plain items. Compares the trees, comments and messages.
    fn is_same(text: &str) -> Result<(), String> {
        let [plain, grammar] = [false, true].map(|by_grammar| stretch_by(by_grammar, text, FileId(0), 0, text.len(), text.len()));
        for (one, other) in plain.items.iter().zip(&grammar.items) {
            if one != other {
                return Err(format!("{one:#?}\n\nis by the grammar\n\n{other:#?}\n\nin\n\n{text}"));
            }
        }
        let told = |parsed: &super::super::ParsedText| (parsed.items.len(), parsed.diagnostics.clone(), parsed.end, parsed.unsure);
        if told(&plain) == told(&grammar) { Ok(()) } else { Err(format!("{:#?}\n\n{:#?}\n\nin\n\n{text}", told(&plain), told(&grammar))) }
    }

    fn compare_files(folder: &Path, count: &mut usize) {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                compare_files(&entry, count);
            } else if entry.extension().is_some_and(|end| end == "slip" || end == "md") {
                let text = std::fs::read_to_string(&entry).unwrap();
                // In a page of the book, only the code blocks are Slip.
                let parts =
                    if entry.extension().is_some_and(|end| end == "md") { text.split("```").collect() } else { vec![text.as_str()] };
                for part in parts {
                    let part = part.strip_prefix("slip").unwrap_or(part);
                    is_same(part).unwrap_or_else(|why| panic!("{}: {why}", entry.display()));
                    *count += 1;
                }
            }
        }
    }

    #[test]
    fn every_text_of_the_project_reads_the_same_with_the_grammar_alone() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut count = 0;
        for folder in ["stdlib", "content", "docs", "tests", "crates"] {
            compare_files(&root.join(folder), &mut count);
        }
        assert!(count > 500, "{count} texts");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        /// Combines parts of lines, right and wrong, in any order.
        #[test]
        fn items_of_any_parts_read_the_same_with_the_grammar_alone(
            parts in proptest::collection::vec(proptest::sample::select(vec![
                "weapon a : b {\n", "weapon c \"C\" : std.b from d {\n", "npc e {\n", "doctrine f {", "}\n", "}\n", "}", " {", " { ", "{", "\n", "\n",
                "\n  ", "\n  ", "\n  ", "  ", " ", "; ", ";", ",", ", ", ",\n  ", "harm", "harm 3", "range 0..4", " 1_000", " T2", " T-1", "tech T1", " \"text\"",
                " \"a\\nb\"", " \"\"", " \"\"\"\n  long\n  \"\"\"", "\"open", " 4dF", " 45%", " 4/0/4", "3 gunnery", "-4", "1..3 cat", " x3", " x3(a)", " a.b",
                " a.b(c, 2 d)", " call(a)", "call()", " f(1..2)", " f(a b, T1)", " f((1))", " [1, 2]", " 2 * rank", " - 1", " -1", " + low", "effect", "effect a b",
                "require a > 1", "require a(b)", "advise a", " when b", " when b == 1", " else \"why\"", "when c", "else \"d\"", "or e", "and", " in ", " not g",
                " if a then b else c", " a -- b", "= 3", ": 3", "// note\n", "  // note\n", "/// doc\n", "  /// doc\n", "/* x */", "é", "tracks { frame 4; data 3 }",
                "skills {\n    3 a; 2 b, c\n  }", "aspects \"A\",\n    \"B\"", "Harm 3", "use std.a\n", "mark m \"text\"\n", "}\n}\n", "{{", "(", ")", "&amp;", "\r\n", "\r",
                "stat s \"S\" { ranks 0..6; cost 2 * rank }", "99999999999999999999", "from x", " a-b", "a,", "\t",
                " rules a yes", " rules a", " trained b", " table \"q\"", " military", "+ c when d is e", "stunts + f", "stunts - f", " g[rank]", " g[1][2]",
                " (a or b)", "(", " and b has \"X\"", " of c", "\n    or d", "\n    and e", "\n    when f", "\n    else \"g\"", "\n    == 3", " in [1, 2]",
                " in 1..3", " in\n    2", "1..3 \"a\"", "-4 \"b\"", "2 cat", " 2d6", " -2..3", "..", " a+b", " a -b", " a - b", "a*b", " <= 2", " != c", " < d",
                "effect h +2 (a * 2)", "effect -(x + 1)..3", " \"a\\\"b\"", "require not a == b", "advise trained c", " if x", " >=", " * (rank - 1)", " -> c",
                " -- d", " f()", " f(a -- b)", " f(a: b)", " f(\n    a)", " [\n    1,\n  ]", " is e", " x3", " T1", "(a: b | c, d: e?)", "weapon f(a: text) \"F\" : g {\n", " then b", " else c",
                " rules a b and c", " rules a 3", "\n    {", "\n    , b",
            ]), 0..40),
        ) {
            let text = parts.concat();
            prop_assert!(is_same(&text).is_ok(), "{}", is_same(&text).unwrap_err());
        }
    }
}
