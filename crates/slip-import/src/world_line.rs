//! Lines of lists of worlds: a name, a code such as a profile, and abbreviations of the aspects that the rules give.

use crate::stat_block::{Fact, FactKind};
use crate::vocabulary::Vocabulary;

/// Shortest code that is recognised outside of a label.
const SHORTEST_CODE: usize = 7;

/// Returns the title and the facts of a line with the code of a world; `None` if the line has none.
pub(crate) fn world(line: usize, text: &str, words: &Vocabulary) -> Option<(String, Vec<Fact>)> {
    let columns = columns(text);
    let code = columns.iter().position(|column| is_code(column, words))?;
    let title_at = title(&columns, code)?;
    let mut facts = Vec::new();
    for (at, column) in columns.iter().enumerate() {
        let what = match at {
            at if at == title_at => continue,
            at if at == code => FactKind::Code((*column).to_owned()),
            _ => {
                facts.extend(others(line, column));
                continue;
            }
        };
        facts.push(Fact { line, text: (*column).to_owned(), what });
    }
    let title = columns.get(title_at)?.trim_matches(['"', ':', ',']).trim();
    Some((title.to_owned(), facts))
}

/// True if a word is a code of a design of the vocabulary.
fn is_code(word: &str, words: &Vocabulary) -> bool {
    word.len() >= SHORTEST_CODE
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && words.designs.iter().any(|design| design.code_of(word).is_some())
}

/// Returns the columns of a line: between tabs, bars or several spaces, else the words around the code.
fn columns(text: &str) -> Vec<&str> {
    let by = |sign: &str| -> Vec<&str> { text.split(sign).map(str::trim).filter(|column| !column.is_empty()).collect() };
    let wide = ["\t", "|", "  ", ";", ","].into_iter().map(by).find(|columns| columns.len() > 1);
    // A line without separators is one column for now. `around_code` splits it at the code.
    let columns = wide.unwrap_or_else(|| vec![text.trim()]);
    columns.into_iter().flat_map(around_code).collect()
}

/// Splits a column at the word in it that looks like a code.
fn around_code(column: &str) -> Vec<&str> {
    let looks = |word: &str| {
        let word = word.trim_matches(['"', '(', ')', ',', ';']);
        word.len() >= SHORTEST_CODE
            && word.contains('-')
            && word.chars().all(|sign| sign.is_ascii_digit() || sign.is_ascii_uppercase() || sign == '-' || sign == '?')
    };
    let Some(word) = column.split_whitespace().find(|word| looks(word)) else { return vec![column] };
    let Some((before, after)) = column.split_once(word) else { return vec![column] };
    let bare = word.trim_matches(['"', '(', ')', ',', ';']);
    [before.trim().trim_end_matches([':', ',', '-', '(']).trim(), bare, after.trim().trim_start_matches(')').trim()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect()
}

/// Returns the column that contains the name. It is the nearest column before the code with at least three letters; without such a column,
/// the first column after the code.
fn title(columns: &[&str], code: usize) -> Option<usize> {
    let is_name = |at: &usize| columns.get(*at).is_some_and(|column| column.chars().filter(|sign| sign.is_alphabetic()).count() >= 2);
    (0..code).rev().find(is_name).or_else(|| (code + 1..columns.len()).find(is_name))
}

/// Returns the facts of the other columns. Trade codes are separated into words; everything else stays as it is.
fn others(line: usize, column: &str) -> Vec<Fact> {
    let parts: Vec<&str> = column.split([' ', ',']).filter(|part| !part.is_empty()).collect();
    let is_trade = |part: &&str| {
        part.len() == 2
            && part.starts_with(|first: char| first.is_ascii_uppercase())
            && part.ends_with(|last: char| last.is_ascii_lowercase())
    };
    let fact = |text: &str, what: FactKind| Fact { line, text: text.to_owned(), what };
    if parts.iter().any(is_trade) {
        return parts
            .iter()
            .map(|part| {
                if is_trade(part) {
                    fact(part, FactKind::TradeCode((*part).to_owned()))
                } else {
                    fact(part, FactKind::Phrase((*part).to_owned()))
                }
            })
            .collect();
    }
    vec![fact(column, FactKind::Phrase(column.to_owned()))]
}
