//! Tables of Markdown, wikis and column files, and the blocks of their rows.

use crate::spelling::key;
use crate::stat_block::{BlockSection, Fact, FactKind, StatBlock, members, plain_cell, segment};
use crate::vocabulary::Vocabulary;

/// Table that was found in the input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct InputTable {
    /// Line of the input in which the table begins, from 1.
    pub line: usize,
    /// Headings of the columns.
    pub heads: Vec<String>,
    /// Rows: line of the input, and cells.
    pub rows: Vec<(usize, Vec<String>)>,
}

/// Part of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InputRegion<'t> {
    /// Lines of text with their numbers.
    Text(Vec<(usize, &'t str)>),
    /// A table.
    Table(InputTable),
}

/// Splits an input into tables and the text between them.
pub(crate) fn regions(text: &str) -> Vec<InputRegion<'_>> {
    let mut regions = Vec::new();
    let mut open: Vec<(usize, &str)> = Vec::new();
    let mut lines = (1..).zip(text.lines()).peekable();
    while let Some((number, line)) = lines.next() {
        let begun = line.trim_start();
        let is_wiki = begun.starts_with("{|");
        let is_markdown = begun.starts_with('|') && begun.matches('|').count() > 1;
        if !is_wiki && !is_markdown {
            open.push((number, line));
            continue;
        }
        let mut rows = vec![(number, line)];
        let goes_on = |line: &str| {
            let line = line.trim_start();
            line.starts_with(['|', '!'])
        };
        while let Some(row) = lines.next_if(|(_, next)| goes_on(next)) {
            rows.push(row);
        }
        let table = if is_wiki { wiki(&rows) } else { markdown(&rows) };
        if !open.is_empty() {
            regions.push(InputRegion::Text(std::mem::take(&mut open)));
        }
        regions.push(InputRegion::Table(table));
    }
    if !open.is_empty() {
        regions.push(InputRegion::Text(open));
    }
    regions
}

fn markdown(rows: &[(usize, &str)]) -> InputTable {
    let cells = |line: &str| -> Vec<String> {
        let line = line.trim().trim_start_matches('|');
        let line = line.strip_suffix('|').unwrap_or(line);
        line.split('|').map(plain_cell).collect()
    };
    let is_rule = |line: &str| line.chars().all(|sign| matches!(sign, '|' | '-' | ':' | ' ' | '+' | '=')) && line.contains('-');
    let mut rows = rows.iter().filter(|(_, line)| !is_rule(line.trim())).map(|(number, line)| (*number, cells(line)));
    let (line, heads) = rows.next().unwrap_or_default();
    InputTable { line, heads, rows: rows.collect() }
}

fn wiki(lines: &[(usize, &str)]) -> InputTable {
    let mut rows: Vec<(usize, Vec<String>)> = Vec::new();
    for (number, line) in lines {
        let line = line.trim();
        if line.starts_with("{|") || line.starts_with("|}") || line.starts_with("|+") {
            continue;
        }
        if line.starts_with("|-") {
            rows.push((*number, Vec::new()));
            continue;
        }
        let sign = if line.starts_with('!') { "!!" } else { "||" };
        let cells = line.trim_start_matches(['|', '!']).split(sign).flat_map(|cell| cell.split("||")).map(plain_cell);
        if rows.is_empty() {
            rows.push((*number, Vec::new()));
        }
        if let Some((_, row)) = rows.last_mut() {
            row.extend(cells);
        }
    }
    let mut rows = rows.into_iter().filter(|(_, cells)| !cells.is_empty());
    let (line, heads) = rows.next().unwrap_or_default();
    InputTable { line, heads, rows: rows.collect() }
}

/// Column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TableColumn {
    Title,
    List(BlockSection),
    Value(String),
}

impl InputTable {
    /// True if the head of at least one column is known. The rows of the table are then read as items.
    pub(crate) fn is_known(&self, words: &Vocabulary) -> bool {
        self.heads.iter().filter(|head| is_known(head, words)).count() > 0 && self.heads.len() > 1
    }

    /// Returns the rows as lines of a stat block, if the first column has the labels: `Harm | 2`.
    pub(crate) fn as_lines(&self, words: &Vocabulary) -> Option<Vec<(usize, String)>> {
        let all = || std::iter::once((self.line, &self.heads)).chain(self.rows.iter().map(|(line, cells)| (*line, cells)));
        if !all().all(|(_, cells)| cells.len() == 2) {
            return None;
        }
        let known = all().filter(|(_, cells)| cells.first().is_some_and(|label| is_known(label, words))).count();
        let has_title = self.heads.first().is_some_and(|head| !is_known(head, words));
        if known < self.rows.len().max(2) {
            return None;
        }
        let line = |(at, (line, cells)): (usize, (usize, &Vec<String>))| {
            let (label, value) = (cells.first()?, cells.get(1)?);
            let text = if at == 0 && has_title { format!("{label} {value}").trim().to_owned() } else { format!("{label}: {value}") };
            Some((line, text))
        };
        Some(all().enumerate().filter_map(line).collect())
    }

    /// Returns a stat block for each row of the table.
    pub(crate) fn blocks(&self, words: &Vocabulary) -> Vec<StatBlock> {
        let columns = self.columns(words);
        let kind = self.heads.iter().find(|head| words.designs_called(head).is_some());
        self.rows.iter().filter_map(|(line, cells)| row(*line, cells, &columns, kind, words)).collect()
    }

    fn columns(&self, words: &Vocabulary) -> Vec<TableColumn> {
        let is_title = |head: &String| matches!(key(head).as_str(), "name" | "title" | "item") || words.designs_called(head).is_some();
        let title = self.heads.iter().position(is_title).unwrap_or(0);
        let column = |(at, head): (usize, &String)| match BlockSection::of(head) {
            _ if at == title => TableColumn::Title,
            Some(section) => TableColumn::List(section),
            None => TableColumn::Value(head.clone()),
        };
        self.heads.iter().enumerate().map(column).collect()
    }
}

/// True if the head of a column is the label of a design, a list, or a word that every stat block has.
fn is_known(head: &str, words: &Vocabulary) -> bool {
    let word = key(head);
    let is_word = matches!(word.as_str(), "name" | "title" | "kind" | "type" | "design" | "cost" | "price" | "bp" | "t" | "tl" | "tech");
    is_word || BlockSection::of(head).is_some() || words.any_label.find(head).is_some() || words.designs_called(head).is_some()
}

fn row(line: usize, cells: &[String], columns: &[TableColumn], kind: Option<&String>, words: &Vocabulary) -> Option<StatBlock> {
    let mut block = StatBlock { line, ..StatBlock::default() };
    let fact = |text: &str, what: FactKind| Fact { line, text: text.to_owned(), what };
    block.facts.extend(kind.map(|kind| fact(kind, FactKind::Kind(kind.clone()))));
    for (at, cell) in cells.iter().enumerate() {
        let is_empty = cell.chars().all(|sign| matches!(sign, '-' | '\u{2013}' | '\u{2014}' | ' '));
        if is_empty {
            continue;
        }
        match columns.get(at) {
            Some(TableColumn::Title) => block.title.clone_from(cell),
            Some(TableColumn::List(BlockSection::Prose)) => block.doc.push((line, cell.clone())),
            Some(TableColumn::List(BlockSection::Numbers)) | None => block.unknown.push((line, cell.clone())),
            Some(TableColumn::List(section)) => block.facts.extend(members(*section, cell).into_iter().map(|what| fact(cell, what))),
            Some(TableColumn::Value(head)) => {
                let text = format!("{head}: {cell}");
                let found = segment(&text, words);
                block.facts.extend(found.into_iter().map(|what| fact(&text, what)));
            }
        }
    }
    (!block.title.is_empty() || !block.facts.is_empty()).then_some(block)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_markdown_and_wikis_are_read_alike() {
        let of = |text: &str| match regions(text).as_slice() {
            [InputRegion::Table(table)] => (table.heads.clone(), table.rows.iter().map(|(_, cells)| cells.clone()).collect::<Vec<_>>()),
            other => unreachable!("one table, not {other:?}"),
        };
        let markdown = of("| Name | Harm |\n|---|---|\n| Hook | 2 |\n| Saw | 3 |\n");
        let wiki = of("{| class=\"x\"\n! Name !! Harm\n|-\n| Hook || 2\n|-\n| Saw\n| 3\n|}\n");
        assert_eq!(markdown, wiki);
        assert_eq!(markdown.1, [["Hook", "2"], ["Saw", "3"]]);
    }
}
