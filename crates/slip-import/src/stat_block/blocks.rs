//! Splits an input into blocks: where each item begins, and the facts of the lines below.

use super::StatBlock;
use super::decoration::PlainLine;
use super::facts::{Fact, FactKind};
use super::lines::{BlockSection, is_recognised, is_similar, kind_at_end, labelled, members, noted, row_rank, segment, skills};
use crate::arguments::{closed, split};
use crate::vocabulary::Vocabulary;

/// Longest title, in bytes.
const LONGEST_TITLE: usize = 120;
/// Smallest number of words of a sentence.
const SENTENCE: usize = 4;
/// Longest line in which facts are searched, in bytes; a longer line is prose.
const LONGEST_LINE: usize = 4_000;

/// Splits an input into blocks. Lines before the first title are in a block without a title.
pub(crate) fn blocks<'t>(lines: impl Iterator<Item = (usize, &'t str)>, words: &Vocabulary) -> Vec<StatBlock> {
    let mut splitter = Splitter { words, blocks: Vec::new(), section: None, is_listing: false, is_start: true };
    let mut lines = lines.peekable();
    while let Some((number, line)) = lines.next() {
        let next = lines.peek().map_or("", |(_, next)| next.trim());
        let is_underlined =
            !line.trim().is_empty() && next.len() > 2 && (next.bytes().all(|sign| sign == b'=') || next.bytes().all(|sign| sign == b'-'));
        splitter.line(number, line, is_underlined);
        if is_underlined {
            lines.next();
        }
    }
    splitter.blocks
}

struct Splitter<'v> {
    words: &'v Vocabulary,
    blocks: Vec<StatBlock>,
    /// List of the stat block to which the last lines belong.
    section: Option<BlockSection>,
    /// True if the next line belongs to the list even without a bullet: the heading of the list was alone on its line, or the last line
    /// ended with a comma.
    is_listing: bool,
    /// True if the line begins a paragraph.
    is_start: bool,
}

impl Splitter<'_> {
    fn line(&mut self, number: usize, line: &str, is_underlined: bool) {
        let mut plain = PlainLine::of(line);
        plain.is_heading |= is_underlined;
        let is_rule = plain.text.len() > 2 && plain.text.chars().all(|sign| matches!(sign, '-' | '_' | '*' | '=' | '~'));
        if plain.text.is_empty() || is_rule {
            self.is_start = true;
            // An empty line may follow the heading of a list; after the first member, an empty line ends the list.
            if self.is_listing && self.has_members() {
                self.close();
            }
            return;
        }
        let whole = [plain.text.as_str()];
        let split = if plain.text.len() > LONGEST_LINE { whole.to_vec() } else { parts(&plain.text) };
        for part in split {
            self.read(number, &PlainLine { text: part.to_owned(), ..plain.clone() });
            self.is_start = false;
        }
    }

    fn has_members(&self) -> bool {
        self.blocks.last().and_then(|block| block.facts.last()).is_some_and(|fact| {
            let is_member = |section: BlockSection| match section {
                BlockSection::Aspects => matches!(fact.what, FactKind::Aspect(_)),
                BlockSection::Stunts => matches!(fact.what, FactKind::Stunt(_)),
                BlockSection::Skills => matches!(fact.what, FactKind::Skill { .. }),
                BlockSection::Gear => matches!(fact.what, FactKind::Gear(_)),
                BlockSection::Numbers => true,
                BlockSection::Consequences | BlockSection::Prose => false,
            };
            self.section.is_some_and(is_member)
        })
    }

    fn close(&mut self) {
        self.section = None;
        self.is_listing = false;
    }

    fn read(&mut self, number: usize, plain: &PlainLine) {
        let text = plain.text.as_str();
        if text.len() > LONGEST_LINE {
            return self.unknown(number, text);
        }
        if let Some((section, rest)) = section(text) {
            self.section = Some(section);
            self.is_listing = rest.is_empty() || rest.ends_with(',');
            return if rest.is_empty() { self.heading_alone(number, section) } else { self.section_line(number, section, rest) };
        }
        if plain.is_heading {
            self.close();
            return self.begin(number, text);
        }
        if let Some((_, name)) = labelled(text).filter(|(label, _)| matches!(crate::spelling::key(label).as_str(), "name" | "title")) {
            self.close();
            return self.begin(number, name);
        }
        if self.inside_list(number, plain) {
            return;
        }
        if self.row_of_skills(number, text) {
            return;
        }
        if self.one_line_item(number, text) {
            return;
        }
        let facts = self.facts(number, text);
        let mut is_known = facts.iter().any(|fact| is_recognised(&fact.what, self.words));
        // A line with a misspelt label must not be taken for the title of the next item.
        is_known |= (!self.is_start || plain.is_bullet) && facts.iter().any(|fact| is_similar(&fact.what, self.words));
        if !is_known && self.is_start && !plain.is_bullet && is_title(text) {
            return self.begin(number, text);
        }
        self.close();
        if is_known {
            self.extend(number, facts);
        } else if is_sentence(text) {
            self.prose(number, text);
        } else if let Some((_, kind)) =
            kind_at_end(&text.split_whitespace().collect::<Vec<_>>(), self.words).filter(|_| text.len() <= LONGEST_TITLE)
        {
            // `Powered armour` below a title: the kind counts, and the whole line is kept.
            self.add(number, text, FactKind::Kind(kind));
            self.unknown(number, text);
        } else {
            self.unknown(number, text);
        }
    }

    /// Records that the heading of a list is alone on its line.
    fn heading_alone(&mut self, number: usize, section: BlockSection) {
        if section == BlockSection::Consequences {
            self.add(number, "Consequences", FactKind::Consequences);
        }
    }

    /// Reads a line as a part of the open list. Returns false if it does not belong to the list.
    fn inside_list(&mut self, number: usize, plain: &PlainLine) -> bool {
        let Some(section) = self.section else { return false };
        let belongs = self.is_listing || plain.is_bullet || plain.is_indented;
        if !belongs || self.is_start && !plain.is_bullet && !plain.is_indented && self.has_members() {
            return false;
        }
        // A line with a label of the design ends a list of texts.
        if matches!(section, BlockSection::Aspects | BlockSection::Stunts | BlockSection::Gear) && !plain.is_bullet {
            let ends = labelled(&plain.text).is_some_and(|(label, _)| self.words.any_label.exact(label).is_some());
            if ends {
                return false;
            }
        }
        // A list item such as `- Cost 3` is read as a number, not as a stunt, even in a list of stunts, aspects or gear.
        let is_number = |fact: &Fact| {
            matches!(fact.what, FactKind::Number { .. } | FactKind::Pair { .. } | FactKind::Range { .. } | FactKind::Boxes { .. })
        };
        let is_other = matches!(section, BlockSection::Aspects | BlockSection::Stunts | BlockSection::Gear)
            && self.facts(number, &plain.text).iter().all(|fact| is_number(fact) && is_recognised(&fact.what, self.words));
        if is_other && !plain.text.is_empty() {
            return false;
        }
        self.section_line(number, section, &plain.text);
        true
    }

    fn section_line(&mut self, number: usize, section: BlockSection, text: &str) {
        let facts = match section {
            BlockSection::Numbers => return self.numbers(number, text),
            BlockSection::Prose => return self.prose(number, text),
            BlockSection::Skills if labelled(text).is_some_and(|(label, _)| row_rank(label).is_some()) => skills(text),
            // On a line with only one aspect, commas belong to the aspect.
            BlockSection::Aspects if self.is_listing && !text.contains(['"', '\u{201c}', ';']) && !text.ends_with(',') => {
                vec![FactKind::Aspect(text.trim_end_matches('.').to_owned())]
            }
            section => members(section, text),
        };
        for fact in facts {
            self.add(number, text, fact);
        }
    }

    fn numbers(&mut self, number: usize, text: &str) {
        let facts = self.facts(number, text);
        self.extend(number, facts);
    }

    /// Reads a row of skills outside of a list: a word of the ladder and the skills of this rank, as in `Superb: Pilot, Gunnery`.
    fn row_of_skills(&mut self, number: usize, text: &str) -> bool {
        let Some((label, rest)) = labelled(text) else { return false };
        if row_rank(label).is_none() || rest.is_empty() {
            return false;
        }
        for fact in skills(text) {
            self.add(number, text, fact);
        }
        true
    }

    /// Begins a block at a line with a title and facts: `Dock pistol: Harm 1, Range 0-2`.
    fn one_line_item(&mut self, number: usize, text: &str) -> bool {
        if let Some((title, facts)) = self.world(number, text) {
            self.blocks.push(StatBlock { line: number, title, facts, ..StatBlock::default() });
            self.close();
            return true;
        }
        let Some((title, rest)) = title_and_rest(text) else { return false };
        let word = crate::spelling::key(title);
        let is_label = matches!(word.as_str(), "kind" | "type" | "design") || BlockSection::of(title).is_some();
        let is_open =
            is_label || title.len() > LONGEST_TITLE || self.facts(number, title).iter().any(|fact| is_recognised(&fact.what, self.words));
        if is_open {
            return false;
        }
        let facts = self.facts(number, &rest);
        let weight = |fact: &Fact| if matches!(fact.what, FactKind::Triple(_)) { 2 } else { 1 };
        let known: usize = facts.iter().filter(|fact| is_recognised(&fact.what, self.words)).map(weight).sum();
        if known < 2 || known * 2 < facts.len() {
            return false;
        }
        self.close();
        let block = StatBlock { line: number, title: title.to_owned(), facts, ..StatBlock::default() };
        self.blocks.push(block);
        true
    }

    /// Returns the title and the facts of a line with the code of a world: a line of columns, or words before and after the code.
    fn world(&self, number: usize, text: &str) -> Option<(String, Vec<Fact>)> {
        super::super::world_line::world(number, text, self.words)
    }

    /// Returns the facts of a line, one or more for each segment.
    fn facts(&self, line: usize, text: &str) -> Vec<Fact> {
        let is_separator = |sign: char| matches!(sign, ',' | ';' | '|' | '\t' | '\u{2022}' | '\u{b7}' | '[' | ']');
        let mut facts = Vec::new();
        let mut add = |part: &str| {
            for what in segment(part, self.words) {
                facts.push(Fact { line, text: part.to_owned(), what });
            }
        };
        for part in split_outside_round(text, is_separator) {
            let slashes: Vec<&str> = part.split('/').map(str::trim).collect();
            let is_slashed = slashes.len() > 1
                && slashes.iter().all(|part| {
                    segment(part, self.words).iter().any(|fact| is_recognised(fact, self.words) && !matches!(fact, FactKind::Phrase(_)))
                });
            if is_slashed { slashes.into_iter().for_each(&mut add) } else { add(part) }
        }
        facts
    }

    /// Begins a block with a title. Facts may follow the title in brackets, or after a comma or a dash.
    fn begin(&mut self, line: usize, text: &str) {
        let mut block = StatBlock { line, title: text.trim_end_matches(':').trim().to_owned(), ..StatBlock::default() };
        let (bare, note) = noted(text);
        let at_end = (!note.is_empty()).then(|| (bare, note.to_owned()));
        for (title, rest) in at_end.into_iter().chain(title_and_rest(text)) {
            let facts = self.facts(line, &rest);
            let is_fact = |fact: &Fact| is_recognised(&fact.what, self.words);
            if !title.is_empty() && facts.iter().any(is_fact) {
                block.title = title.to_owned();
                block.facts = facts;
                break;
            }
        }
        self.blocks.push(block);
    }

    /// Returns the open block; a block without a title if there is none.
    fn block(&mut self, line: usize) -> Option<&mut StatBlock> {
        if self.blocks.is_empty() {
            self.blocks.push(StatBlock { line, ..StatBlock::default() });
        }
        self.blocks.last_mut()
    }

    fn extend(&mut self, line: usize, facts: Vec<Fact>) {
        if let Some(block) = self.block(line) {
            block.facts.extend(facts);
        }
    }

    fn add(&mut self, line: usize, text: &str, what: FactKind) {
        let text = match &what {
            FactKind::Aspect(text) | FactKind::Stunt(text) | FactKind::Gear(text) | FactKind::Phrase(text) => text.clone(),
            FactKind::Skill { title, rank, note } if note.is_empty() => format!("{title} {rank}"),
            FactKind::Skill { title, rank, note } => format!("{title} {rank} ({note})"),
            _ => text.to_owned(),
        };
        self.extend(line, vec![Fact { line, text, what }]);
    }

    fn prose(&mut self, line: usize, text: &str) {
        let is_start = self.is_start;
        let Some(block) = self.block(line) else { return };
        match block.doc.last_mut() {
            Some((_, last)) if !is_start => {
                last.push(' ');
                last.push_str(text);
            }
            _ => block.doc.push((line, text.to_owned())),
        }
    }

    fn unknown(&mut self, line: usize, text: &str) {
        if let Some(block) = self.block(line) {
            block.unknown.push((line, text.to_owned()));
        }
    }
}

/// Recognises a line that begins a list. Returns the kind of the list, and the text after its heading.
fn section(text: &str) -> Option<(BlockSection, &str)> {
    if let Some(section) = BlockSection::of(text.trim_end_matches(':')) {
        return Some((section, ""));
    }
    let (label, rest) = labelled(text)?;
    let (bare, note) = noted(label);
    // `Aspects (5)` has a count behind the heading.
    let section = BlockSection::of(label).or_else(|| BlockSection::of(bare).filter(|_| note.bytes().all(|byte| byte.is_ascii_digit())))?;
    Some((section, rest))
}

/// Returns the title at the beginning of a line and the text after it: `Rust Heron (T2 ship)`, `Rust Heron: Beam 2`, `Rust Heron - T2`.
fn title_and_rest(text: &str) -> Option<(&str, String)> {
    let places = [" (", " [", ": ", " \u{2014} ", " \u{2013} ", " - ", ", ", "\t", " | ", "  "];
    let (place, length) = places.into_iter().filter_map(|sign| text.find(sign).map(|place| (place, sign.len()))).min()?;
    let rest = text.get(place + length..)?.trim();
    let title = text.get(..place)?.trim();
    let sign = text.get(place..)?.trim_start();
    let rest = match sign.chars().next() {
        // The item continues after the closing bracket.
        Some('(') => closed(rest).map_or_else(|| rest.to_owned(), |(inside, after)| joined(inside, after)),
        _ => rest.to_owned(),
    };
    (!title.is_empty() && !rest.is_empty()).then_some((title, rest))
}

fn joined(inside: &str, after: &str) -> String {
    let after = after.trim().trim_start_matches([':', ',', '-', '\u{2013}', '\u{2014}']).trim();
    if after.is_empty() { inside.to_owned() } else { format!("{inside}, {after}") }
}

/// Splits a line before the headings of lists in its middle: `Beam 2. Stunts: Firewall`.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    for (colon, _) in text.match_indices(':') {
        let before = text.get(start..colon).unwrap_or_default();
        let Some(space) = before.rfind(' ') else { continue };
        let (head, word) = before.split_at(space);
        if BlockSection::of(word.trim()).is_some() && head.trim_end().ends_with(['.', ';', ']', ')', '|']) {
            parts.push(head.trim_end().trim_end_matches(['.', ';', '|']));
            start += space + 1;
        }
    }
    parts.extend(text.get(start..));
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// Splits a text at signs outside of quotes and round brackets. Square brackets are separators themselves.
fn split_outside_round(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<&str> {
    let has_boxes = text.contains("[ ]") || text.contains("[]");
    let is_separator = |sign: char| is_separator(sign) && !(has_boxes && matches!(sign, '[' | ']'));
    if has_boxes || !text.contains(['[', ']']) {
        return split(text, is_separator);
    }
    text.split(['[', ']']).flat_map(|part| split(part, is_separator)).collect()
}

/// True if a text may be a title, because it is short and not a sentence.
fn is_title(text: &str) -> bool {
    let begins = text.trim_start_matches(['"', '\u{201c}', '\'', '(']);
    text.len() <= LONGEST_TITLE
        && !text.ends_with(['.', ',', ';', '!'])
        && begins.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit() || !first.is_ascii() && first.is_alphabetic())
}

/// True if a text is a sentence rather than a list of words.
fn is_sentence(text: &str) -> bool {
    let end = text.trim_end_matches(['"', '\u{201d}', ')', '*']);
    text.split_whitespace().take(SENTENCE).count() == SENTENCE
        && (end.ends_with(['.', '!', '?']) || text.split_whitespace().count() > 2 * SENTENCE)
}
