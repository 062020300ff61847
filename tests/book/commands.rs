//! Checks that every command on a page is a valid command of the program.

use crate::book::pages::{fences, pages};
use clap::{CommandFactory, Parser};
use slipyard::cli::args::Arguments;

/// Splits a line into words as a shell does.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for sign in line.chars() {
        match quote {
            Some(open) if sign == open => quote = None,
            Some(_) => word.get_or_insert_default().push(sign),
            None if sign == '"' || sign == '\'' => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            None if sign.is_whitespace() => words.extend(word.take()),
            None if sign == '#' && word.is_none() => break,
            None => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    // The rest of the line is a redirection or another command.
    let end = words.iter().position(|word| [">", ">>", "|", "&&", "<"].contains(&word.as_str())).unwrap_or(words.len());
    words.truncate(end);
    words
}

/// Returns the lines that begin with `slipyard` in fences for shells and in lines that are indented by four spaces.
fn commands(page: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for fence in fences(page).iter().filter(|fence| ["console", "sh", "yaml"].contains(&fence.kind.as_str())) {
        for (line, number) in fence.text.lines().zip(fence.line + 1..) {
            let line = line.trim().trim_start_matches("$ ").trim_start_matches("- ").trim_start_matches("run: ");
            if line.starts_with("slipyard ") {
                found.push((number, line.to_owned()));
            }
        }
    }
    let mut fenced = false;
    for (line, number) in page.lines().zip(1..) {
        fenced ^= line.starts_with("```");
        if let Some(line) = line.strip_prefix("    ").filter(|line| !fenced && line.starts_with("slipyard ")) {
            // An explanation may follow after a wide gap.
            found.push((number, line.split("   ").next().unwrap().to_owned()));
        }
    }
    found
}

/// True if a command has placeholders: `slipyard show NAME …`.
fn has_gaps(words: &[String]) -> bool {
    words.iter().any(|word| word.contains('…') || word.starts_with('[') || word.contains("$"))
}

#[test]
fn every_command_that_a_page_shows_is_understood() {
    let mut wrong = String::new();
    let mut seen = 0;
    for (page, text) in pages() {
        for (line, command) in commands(&text) {
            let words = words(&command);
            if has_gaps(&words) {
                continue;
            }
            seen += 1;
            if let Err(error) = Arguments::try_parse_from(&words)
                && error.exit_code() != 0
            {
                // A session may show a command that fails.
                if !text.contains(&format!("$ {command}\n? 2")) {
                    wrong.push_str(&format!("{page}:{line}: {command}\n{error}\n"));
                }
            }
        }
    }
    assert!(seen > 60, "only {seen} commands were found");
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// A command in the middle of a sentence, such as `slipyard check`, must exist too.
#[test]
fn every_command_that_a_sentence_names_exists() {
    let root = Arguments::command();
    let mut wrong = String::new();
    for (page, text) in pages() {
        let prose: String = text.split("```").step_by(2).collect();
        for code in prose.split('`').skip(1).step_by(2) {
            let Some(rest) = code.strip_prefix("slipyard ") else { continue };
            let word: String = rest.split_whitespace().next().unwrap_or_default().to_owned();
            let is_word = !word.is_empty() && word.chars().all(|sign| sign.is_ascii_lowercase());
            if is_word && root.find_subcommand(&word).is_none() {
                wrong.push_str(&format!("{page}: `{code}`\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// `docs/book/commands.md` must list every command of the program.
#[test]
fn the_page_of_commands_lists_every_command() {
    let page = std::fs::read_to_string("docs/book/commands.md").unwrap();
    let missing: Vec<String> = Arguments::command()
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .filter(|name| !page.contains(&format!("`slipyard {name}")))
        .collect();
    assert!(missing.is_empty(), "docs/book/commands.md does not list {missing:?}");
}
