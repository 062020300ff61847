//! Builds the tree from the pairs of the parser library `pest`: items, blocks and entries, one function per rule.
//!
//! Items are parsed one by one, so that pest's pairs never cover more than one item. For text that does not parse, the grammar has rules
//! called `bad_…`; their pairs are passed to `recover`.

mod expression_entries;
mod items;
mod plain_expressions;
mod plain_items;
mod plain_operands;

use super::entries_at_left_margin::FlatItem;
use super::foreign_imports::ForeignImport;
use super::grammar::{Grammar, Rule};
use super::literal::{self, Fractions};
use super::prescan::{self, Scan, TooDeepText, offset, skip_trivia};
use super::recover::{self, Doubled};
use super::tree::{Block, Comment, Entry, EntryExtras, Expr, ExprKind, Item, Key, Sign, SpannedName, Text, Value};
use super::{errors, recognise_mistake, size_limits, stat_block};
use slip_source::diagnostic::{Diagnostic, Diagnostics};

use ecow::EcoString;
use pest::Parser;
use pest::iterators::Pair;
use slip_source::{FileId, Span};

/// Result of parsing a stretch of a file.
pub(super) struct ParsedText {
    pub(super) items: Vec<Item>,
    pub(super) comments: Vec<Comment>,
    pub(super) diagnostics: Diagnostics,
    /// Start of the first item after the stretch of text.
    pub(super) end: usize,
    /// True if the items of the stretch may change once the text after it is known. Then the stretch ends with something that is not an
    /// item, or contains a long text that is not closed.
    pub(super) unsure: bool,
}

/// Parses the items that begin in `text[from..to]`. The last item may end after `to`, so the parser sees the text up to `seen`.
pub(super) fn stretch(text: &str, file: FileId, from: usize, to: usize, seen: usize) -> ParsedText {
    stretch_by(false, text, file, from, to, seen)
}

fn stretch_by(grammar_alone: bool, text: &str, file: FileId, from: usize, to: usize, seen: usize) -> ParsedText {
    let Scan { comments, deep, flat, is_open } = prescan::scan(text, file, from, to);
    let mut builder = Builder::new(text, file, &comments);
    builder.flat = &flat;
    builder.by_grammar = grammar_alone;
    let mut items = Vec::new();
    let mut deep = deep.iter().peekable();
    let mut at = from;
    loop {
        let start = skip_trivia(text.as_bytes(), at);
        if start >= to {
            at = start;
            break;
        }
        let hidden: Option<TooDeepText> = loop {
            match deep.peek() {
                Some(next) if next.at < start => drop(deep.next()),
                next => break next.map(|next| **next),
            }
        };
        if let Some(hidden) = hidden.filter(|hidden| hidden.start <= start) {
            let end = text.get(start..hidden.end).map_or(hidden.end, |item| start + item.trim_end().len());
            let span = Span::new(file, offset(start), offset(end));
            builder.report(errors::nested_too_deeply(span, Span::new(file, offset(hidden.at), offset(hidden.at + 1))));
            items.push(Item::Error(span));
            at = hidden.end;
            continue;
        }
        let until = hidden.map_or(seen, |hidden| hidden.start);
        at = builder.item(at, start, until, &mut items);
    }
    let (diagnostics, unsure) = (builder.diagnostics, builder.astray || is_open);
    items.shrink_to_fit();
    ParsedText { items, comments, diagnostics, end: at, unsure }
}

/// Builder of the tree, which parses one item after another.
pub(super) struct Builder<'t> {
    /// Text of the whole file.
    pub(super) text: &'t str,
    file: FileId,
    /// Offset of the slice that pest is parsing, in the whole text.
    base: u32,
    comments: &'t [Comment],
    next_comment: usize,
    /// Items whose blocks end only at their `}`, not at the next item at the left margin. The list begins with the current item and goes to
    /// the end of the file.
    flat: &'t [FlatItem],
    /// Number of operators in the current entry.
    pub(super) operators: usize,
    /// True if a part of the current entry has no value, although it was accepted by the grammar.
    pub(super) faulty: bool,
    /// True if the missing `}` of an inner block was reported. This also explains why the blocks around it lack their `}`.
    unclosed: bool,
    /// True if the previous entry was broken inside an open bracket, so that the next line may be the rest of that entry.
    pub(super) inside_bracket: bool,
    /// True if the last broken entry extends to the end of its block, because a long text in it is not closed.
    pub(super) swallowed: bool,
    /// True if another message already covers the next broken entry. The entry is then not reported again.
    pub(super) is_reported: bool,
    /// Offset up to which broken entries need no message of their own, because another message covers them.
    pub(super) reported_until: u32,
    /// True if the `{` of the next block is missing. The message about it then also reports a missing `}`.
    pub(super) unopened: bool,
    /// For each doubled bracket `{{` in the current item, its second `{`.
    pub(super) doubled: Vec<Doubled>,
    /// True if the text before the current item could not be parsed as an item.
    astray: bool,
    /// Meaning that a number with a decimal point may have in the current item.
    pub(super) fractions: Fractions,
    /// True if every item is read with the grammar; tests use this to compare both ways of reading.
    by_grammar: bool,
    /// Entries of the blocks that are being read without the grammar.
    entries: Vec<Entry>,
    /// Values of the entry that is being read without the grammar.
    values: Vec<Value>,
    diagnostics: Diagnostics,
}

impl<'t> Builder<'t> {
    fn new(text: &'t str, file: FileId, comments: &'t [Comment]) -> Self {
        Builder {
            text,
            file,
            base: 0,
            comments,
            next_comment: 0,
            flat: &[],
            operators: 0,
            faulty: false,
            unclosed: false,
            inside_bracket: false,
            swallowed: false,
            is_reported: false,
            reported_until: 0,
            unopened: false,
            doubled: Vec::new(),
            astray: false,
            fractions: Fractions::None,
            by_grammar: false,
            entries: Vec::new(),
            values: Vec::new(),
            diagnostics: Diagnostics::new(),
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports a comma that is missing at the end of a line. All missing commas of one list are one finding.
    pub(super) fn report_missing_comma(&mut self, key: &str, end: Span, next: Span) {
        match self.diagnostics.iter_mut().last() {
            Some(found) if found.secondary.last().is_some_and(|label| label.span.end == end.end) => errors::another_comma(found, end, next),
            _ => self.report(errors::missing_comma_at_end(key, end, next)),
        }
    }

    /// Reports a part of the current entry that has no value. Further errors in the entry are not reported.
    pub(super) fn fault(&mut self, diagnostic: Diagnostic) {
        self.faulty = true;
        self.report(diagnostic);
    }

    pub(super) fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        Span::new(self.file, self.base + offset(span.start()), self.base + offset(span.end()))
    }

    /// Returns the text in a span.
    pub(super) fn slice(&self, span: Span) -> &'t str {
        let start = usize::try_from(span.start).unwrap_or(usize::MAX);
        let end = usize::try_from(span.end).unwrap_or(usize::MAX);
        self.text.get(start..end).unwrap_or_default()
    }

    /// Parses a slice that begins at `base`, and runs `read` on the resulting pairs.
    pub(super) fn within<T>(&mut self, base: u32, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.base, base);
        let result = read(self);
        self.base = outer;
        result
    }

    /// Returns a placeholder for an operand that is missing. The mistake has been reported before.
    pub(super) fn nothing(&self) -> Expr {
        Expr { kind: ExprKind::Error, span: Span::new(self.file, self.base, self.base) }
    }

    pub(super) fn name(&self, pair: &Pair<'_, Rule>) -> SpannedName {
        SpannedName { text: EcoString::from(pair.as_str()), span: self.span(pair) }
    }

    pub(super) fn text(&self, pair: &Pair<'_, Rule>) -> Text {
        literal::text(pair.as_str(), self.span(pair))
    }

    /// Returns the doc comment between two offsets.
    fn doc(&mut self, from: u32, to: u32) -> Option<EcoString> {
        let rest = self.comments.get(self.next_comment..).unwrap_or_default();
        if rest.first().is_none_or(|comment| comment.span.start >= to) {
            return None;
        }
        let before = rest.partition_point(|comment| comment.span.start < from);
        let until = rest.partition_point(|comment| comment.span.start < to);
        self.next_comment += until;
        let lines = rest.get(before..until).unwrap_or_default().iter().filter(|comment| comment.doc);
        let mut doc: Option<EcoString> = None;
        for comment in lines {
            let words = self.slice(comment.span).trim_start_matches('/').trim_end();
            let words = slip_printable::line(words.strip_prefix(' ').unwrap_or(words));
            match &mut doc {
                Some(doc) => {
                    doc.push('\n');
                    doc.push_str(&words);
                }
                None => doc = Some(EcoString::from(words.as_ref())),
            }
        }
        doc
    }

    /// Parses the item at `start`, and its doc comment between `before` and `start`. Returns the end of the item.
    fn item(&mut self, before: usize, start: usize, until: usize, items: &mut Vec<Item>) -> usize {
        let slice = self.text.get(start..until).unwrap_or_default();
        self.base = offset(start);
        self.unclosed = false;
        self.inside_bracket = false;
        self.swallowed = false;
        self.fractions = Fractions::None;
        let doc = self.doc(offset(before), self.base);
        if let Some((end, entries)) = stat_block::block_at(self.text, start, until).filter(|_| recover::is_at_margin(self.text, self.base))
        {
            let span = Span::new(self.file, self.base, offset(end));
            let head = self.slice(span).lines().next().unwrap_or_default();
            self.report(stat_block::outside(head, Span { end: self.base.saturating_add(offset(head.trim_end().len())), ..span }, &entries));
            self.astray = true;
            items.push(Item::Error(span));
            return end;
        }
        if let Some(end) = stat_block::table_at(self.text, start, until).filter(|_| recover::is_at_margin(self.text, self.base)) {
            let span = Span::new(self.file, self.base, offset(end));
            let head = self.slice(span).lines().next().unwrap_or_default();
            self.report(stat_block::table(Span { end: self.base.saturating_add(offset(head.trim_end().len())), ..span }));
            self.astray = true;
            items.push(Item::Error(span));
            return end;
        }
        if let Some(import) = ForeignImport::at(slice) {
            let end = start + import.length();
            let span = Span::new(self.file, self.base, offset(end));
            self.report(import.report(span));
            items.push(Item::Error(span));
            return end;
        }
        let (mut item, mut end) = match self.plain_item(start, until, doc.as_ref()) {
            Some((item, end)) => (Some(item), end),
            None => match self.item_by_grammar(start, slice, doc) {
                Some(read) => read,
                None => {
                    // The grammar accepts every text. This is only reached if pest's stack limit is exceeded.
                    let end = prescan::next_item(self.text.as_bytes(), start).min(until).max(start + 1);
                    let span = Span::new(self.file, self.base, offset(end));
                    self.report(errors::nested_too_deeply(span, span.at_start()));
                    items.push(Item::Error(span));
                    return end;
                }
            },
        };
        if let Some(Item::Declaration(item)) = item.as_mut()
            && recover::lacks_opening(self.text, item, end)
        {
            end = recover::unopened_block(self, item, end, until);
        }
        if let Some(item) = item.as_mut() {
            end = recover::rest_of_item(self, item, end, until);
        }
        let span = Span::new(self.file, self.base, offset(end));
        self.astray = match &item {
            Some(Item::Declaration(item)) => item.broken && item.block.is_none(),
            item => item.is_none(),
        };
        if let Some(excess) = item.as_ref().and_then(size_limits::excess) {
            self.report(excess);
            items.push(Item::Error(span));
            return end;
        }
        items.push(item.unwrap_or(Item::Error(span)));
        end
    }

    /// Reads the item at the start of `slice` with the grammar; returns the item and its end. `None` if pest cannot parse it.
    fn item_by_grammar(&mut self, start: usize, slice: &str, doc: Option<EcoString>) -> Option<(Option<Item>, usize)> {
        let pair = self.pair(start, slice).filter(|pair| !pair.as_str().is_empty())?;
        let mut end = start + pair.as_span().end();
        let before = (self.diagnostics.len(), self.next_comment);
        let mut item = self.read(pair, doc.clone());
        if !self.doubled.is_empty() {
            let words = self.undoubled(before, start, end);
            if let Some(pair) = self.pair(start, &words) {
                end = start + pair.as_span().end();
                item = self.read(pair, doc);
            }
            if let Some(Item::Declaration(item)) = &mut item {
                item.flawed = true;
            }
            self.doubled.clear();
        }
        Some((item, end))
    }

    /// True if the blocks of the item at `start` end only at their `}`, whatever the indentation.
    fn is_flat(&mut self, start: usize) -> bool {
        let passed = self.flat.partition_point(|flat| flat.open < start);
        self.flat = self.flat.get(passed..).unwrap_or_default();
        self.flat.first().is_some_and(|flat| flat.start <= start)
    }

    /// Parses the text of the item at `start` with the grammar. If the brackets of the item match, its indentation is ignored.
    fn pair<'w>(&mut self, start: usize, words: &'w str) -> Option<Pair<'w, Rule>> {
        let parse = |rule| Grammar::parse(rule, words).ok().and_then(|mut pairs| pairs.next());
        if self.is_flat(start) {
            let close = self.flat.first().map(|flat| flat.close + 1);
            let whole = parse(Rule::flat_item).filter(|pair| Some(start + pair.as_span().end()) == close);
            if whole.is_some() {
                return whole;
            }
        }
        parse(Rule::item)
    }

    fn read(&mut self, pair: Pair<'_, Rule>, doc: Option<EcoString>) -> Option<Item> {
        match pair.as_rule() {
            Rule::declaration => return self.declaration(pair, doc),
            Rule::use_item => return self.use_item(pair),
            Rule::alias_item => return self.alias_item(pair),
            Rule::patch_item => return self.patch_item(pair, doc),
            Rule::test_item => return self.test_item(pair),
            Rule::stray_close => recover::stray_close(self, self.span(&pair), self.astray),
            _ => recover::bad_item(self, pair, self.astray),
        }
        None
    }

    /// Parses an item again with each `{{` replaced by one `{`. Removes all messages about the item first. Returns the new text.
    fn undoubled(&mut self, (said, comment): (usize, usize), start: usize, end: usize) -> String {
        let mut kept = 0..said;
        self.diagnostics.retain(|_| kept.next().is_some());
        self.next_comment = comment;
        let (doubled, unclosed) = (std::mem::take(&mut self.doubled), self.unclosed);
        (self.unclosed, self.inside_bracket, self.swallowed, self.fractions) = (false, false, false, Fractions::None);
        recover::single(self, doubled, self.text.get(start..end).unwrap_or_default(), offset(start), unclosed)
    }

    /// Parses a block `{ entries }`; `head` is the span of the item or entry that has the block.
    pub(super) fn block(&mut self, pair: Pair<'_, Rule>, head: Span) -> Block {
        let mut span = self.span(&pair);
        let unopened = std::mem::take(&mut self.unopened);
        let mut parts = pair.into_inner();
        let mut entries: Vec<Entry> = Vec::with_capacity(parts.len());
        let mut has_stat_block = false;
        let mut before = span.start;
        let mut reached = span.start.saturating_add(1);
        let mut unclosed = false;
        while let Some(part) = parts.next() {
            if part.as_rule() == Rule::missing_close {
                unclosed = true;
                continue;
            }
            let place = self.span(&part);
            let doc = self.doc(before, place.start);
            let between = self.slice(Span { start: before, end: place.start, ..place });
            let entry = match part.as_rule() {
                Rule::bad_entry if recover::rest_of_list(self, &part, between, entries.last_mut()) => None,
                Rule::bad_entry => {
                    has_stat_block = has_stat_block || recover::stat_block(self, &part, parts.clone());
                    self.is_reported = has_stat_block && stat_block::is_line(recover::bad_text(&part));
                    Some(recover::bad_entry(self, part))
                }
                _ => {
                    self.inside_bracket = false;
                    self.swallowed = false;
                    recover::crowded(self, between, place, entries.last());
                    self.entry(part)
                }
            };
            before = place.end;
            reached = entry.as_ref().map_or(place.end, |entry| entry.span.end);
            if let Some(mut entry) = entry {
                if doc.is_some() {
                    entry.rest.get_or_insert_default().doc = doc;
                }
                entry.follows = !entries.is_empty() && between.contains(';') && !between.contains('\n');
                entries.push(entry);
            }
        }
        if unclosed {
            span.end = reached;
        }
        let block = Block { span, entries, unclosed };
        if unclosed && !unopened && !self.unclosed && !self.swallowed {
            recover::unclosed_block(self, &block, head);
        }
        self.unclosed = unclosed;
        block
    }

    /// Parses `plain_entry`, `effect_entry`, `judged_entry`, `entry` and `partial_entry`.
    pub(super) fn entry(&mut self, pair: Pair<'_, Rule>) -> Option<Entry> {
        let span = self.span(&pair);
        let plain = pair.as_rule() == Rule::plain_entry;
        let judged = pair.as_rule() == Rule::judged_entry;
        let parts = pair.into_inner();
        self.operators = 0;
        self.faulty = false;
        let mut assign = None;
        let mut values: Vec<Value> = Vec::new();
        let mut left = parts.len();
        let mut key = None;
        let mut rest: Option<Box<EntryExtras>> = None;
        let mut comma = false;
        for part in parts {
            left -= 1;
            match part.as_rule() {
                Rule::key => {
                    key = Some(self.key(&part)?);
                    values.reserve_exact(left);
                }
                Rule::comma | Rule::plain_comma => comma = true,
                Rule::lead => rest.get_or_insert_default().lead = Some(self.span(&part)),
                Rule::sign => {
                    let sign = if part.as_str() == "-" { Sign::Minus } else { Sign::Plus };
                    rest.get_or_insert_default().sign = Some((sign, self.span(&part)));
                }
                Rule::cond if judged && values.is_empty() => values.push(Value { expr: self.expression(part), comma: false }),
                Rule::cond => rest.get_or_insert_default().condition = Some(self.expression(part)),
                Rule::text if !plain => rest.get_or_insert_default().otherwise = Some(self.text(&part)),
                Rule::assign => assign = Some(self.span(&part)),
                Rule::block => {
                    let head = key.as_ref().map_or(span, Key::span);
                    let faulty = self.faulty;
                    rest.get_or_insert_default().block = Some(self.block(part, head));
                    self.faulty = faulty;
                }
                Rule::when_word | Rule::else_word | Rule::end => {}
                _ => {
                    values.push(Value { expr: self.value(part), comma });
                    comma = false;
                }
            }
        }
        if values.capacity() > values.len() + 1 {
            values.shrink_to_fit();
        }
        if let Some(found) = recognise_mistake::slash_below(self, &values) {
            self.fault(found);
        }
        let span = ending(span, rest.as_ref().and_then(|rest| rest.block.as_ref()));
        let entry = Entry { span, key: key?, values, rest, broken: self.faulty, follows: false };
        if let Some(assign) = assign {
            recover::assigned(self, &entry, assign);
        }
        Some(entry)
    }

    /// Parses a key: a word, a rank, or a range of numbers.
    fn key(&mut self, pair: &Pair<'_, Rule>) -> Option<Key> {
        let span = self.span(pair);
        let word = pair.as_str();
        if word.starts_with(|first: char| first.is_ascii_lowercase()) {
            return Some(Key::Word(SpannedName { text: EcoString::from(word), span }));
        }
        let number = |word: &str| match word.strip_prefix('-') {
            Some(digits) => literal::int(digits).map(|value| -value),
            None => literal::int(word),
        };
        let key = match word.split_once("..") {
            Some((low, high)) => number(low).and_then(|low| Ok(Key::Range(low, number(high)?, span))),
            None => number(word).map(|rank| Key::Rank(rank, span)),
        };
        if key.is_err() {
            self.report(errors::number_too_large(word, span));
        }
        key.ok()
    }
}

/// Returns the span of a node. If the last block of the node lacks its `}`, the span ends with the last entry.
pub(super) fn ending(span: Span, block: Option<&Block>) -> Span {
    match block {
        Some(block) if block.unclosed => Span { end: block.span.end, ..span },
        _ => span,
    }
}
