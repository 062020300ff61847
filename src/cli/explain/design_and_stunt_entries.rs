//! `slipyard explain design` and `explain stunt`: prints the entries of these blocks, from the tables of the language reference.

use super::examples;
use crate::cli::{CommandStatus, Console, Stop};

use anstyle::{AnsiColor, Style};
use slip_compile::rule_search::reference_page;
use std::io::{self, Write};

/// Row of a table in the reference: how an entry is written, its meaning, and the words that find it.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    form: String,
    meaning: String,
    words: Vec<String>,
    /// All keywords that occur in the entry, in the order of the text.
    inner: Vec<String>,
}

/// Prints all entries that a block can have, or those that start with a word.
pub(super) fn run(block: &str, words: &[String], console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let rows = rows(page(block));
    let wanted = words.join(" ");
    if wanted.is_empty() {
        for row in &rows {
            one(row, console.out, console.colour)?;
        }
        writeln!(console.out, "\n`slipyard explain {block} WORD` explains one of them with an example")?;
        return Ok(CommandStatus::Clean);
    }
    let mut found: Vec<&Row> = rows.iter().filter(|row| row.words.contains(&wanted)).collect();
    if found.is_empty() {
        // Some words, such as `ranks` and `per`, occur only inside entries and never begin one.
        found = rows.iter().filter(|row| row.inner.contains(&wanted)).collect();
    }
    if found.is_empty() {
        let near = slip_suggest::nearest(&wanted, rows.iter().flat_map(|row| row.words.iter().map(String::as_str)));
        let help = near.map_or_else(|| format!("`slipyard explain {block}` lists all entries"), |near| format!("did you mean `{near}`?"));
        return Err(Stop::because(format!("a {block} has no entry `{wanted}`; {help}")));
    }
    for row in found {
        one(row, console.out, console.colour)?;
    }
    if let Some(line) = examples::of(block, &wanted) {
        writeln!(console.out, "  example:\n    {line}")?;
    }
    Ok(CommandStatus::Clean)
}

fn one(row: &Row, out: &mut dyn Write, colour: bool) -> io::Result<()> {
    let cyan = if colour { AnsiColor::Cyan.on_default() } else { Style::new() };
    writeln!(out, "{cyan}{}{cyan:#}\n  {}", row.form, row.meaning)
}

/// Returns the page of the reference about a block: `design` or `stunt`.
fn page(block: &str) -> &'static str {
    reference_page(if block == "stunt" { "stunts.md" } else { "designs.md" }).unwrap_or_default()
}

/// Returns the words of a code fragment, without quoted texts and placeholders such as `FORMULA`.
fn words_of_code(code: &str) -> impl Iterator<Item = &str> {
    let bare = code.split('"').step_by(2).flat_map(|part| part.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_'));
    bare.filter(|word| word.starts_with(|first: char| first.is_ascii_lowercase()))
}

/// Returns the rows in the table of entries on a page.
fn rows(page: &str) -> Vec<Row> {
    let cells = page.lines().filter_map(|line| {
        let inside = line.strip_prefix("| ")?.strip_suffix(" |")?.replace("\\|", "\u{1}");
        let (form, meaning) = inside.split_once(" | ")?;
        Some((form.replace('\u{1}', "|"), meaning.replace('\u{1}', "|")))
    });
    let row = |(form, meaning): (String, String)| {
        let spans = form.split('`').skip(1).step_by(2);
        let words = spans.filter_map(|span| span.split(' ').next()).filter(|word| word.starts_with(char::is_alphabetic));
        let words = words.map(str::to_owned).collect();
        let inner = [&form, &meaning].into_iter().flat_map(|cell| cell.split('`').skip(1).step_by(2)).flat_map(words_of_code);
        let inner = inner.map(str::to_owned).collect();
        Row { form: form.replace('`', ""), meaning, words, inner }
    };
    cells.filter(|(form, _)| form.contains('`')).map(row).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use slip_compile::block_schema::designs;

    fn missing<'w>(block: &str, words: &[&'w str]) -> Vec<&'w str> {
        let rows = rows(page(block));
        words.iter().copied().filter(|word| !rows.iter().any(|row| row.words.iter().any(|own| own == word))).collect()
    }

    #[test]
    fn the_reference_has_every_entry_of_a_design() {
        let words: Vec<&str> = designs::DESIGN.words().collect();
        assert_eq!(missing("design", &words), Vec::<&str>::new());
    }

    #[test]
    fn every_word_of_the_tables_has_an_example() {
        for block in ["design", "stunt"] {
            let words: Vec<String> = rows(page(block)).into_iter().flat_map(|row| row.words).collect();
            let bare: Vec<&String> = words.iter().filter(|word| examples::of(block, word).is_none()).collect();
            assert_eq!(bare, Vec::<&String>::new(), "explain {block}");
        }
    }

    #[test]
    fn the_reference_has_every_entry_of_a_stunt() {
        let words: Vec<&str> = designs::STUNT.words().collect();
        assert_eq!(missing("stunt", &words), Vec::<&str>::new());
    }
}
