//! Checks the coverage pages: every test, file and error page that they name must exist.
//!
//! A test is written `module::name` in backquotes, where `module` is its file, optionally after its folders
//! (`content_rules::people::…`). `name…` means all tests whose names begin with `name`, `module::*` all tests of a module, and
//! `module` alone, in a column of proofs, a file of tests. Paths start at the root; `{a,b}` means several paths, and `.rs` may be
//! omitted. `NAME` is a placeholder for the subject of a page.
//!
//! The pages in `docs/dev/coverage/rulings` are generated from the rulings that tests cite (`by_ruling`).

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

mod by_ruling;
mod sources;

use slip_compile::rule_search::RULINGS;
use sources::{files, identifier, place, sources, test_files};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Path of a test, from its folders, file and module to its name: `content_rules`, `people`, `rn1_…`.
type Test = Vec<String>;

/// Returns every test, including those that the macro `files!` of `crates/slip-compile/tests/srd.rs` generates.
fn tests() -> Vec<Test> {
    let mut paths = sources();
    paths.extend(test_files());
    let mut found = Vec::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
        let text = std::fs::read_to_string(path).unwrap();
        let place = place(path);
        let mut add = |name: String| found.push(place.iter().cloned().chain([name]).collect());
        for after in text.split("#[test]").skip(1) {
            if let Some((_, rest)) = after.split_once("fn ") {
                add(identifier(rest))
            }
        }
        if let Some((_, names)) = text.split_once("\nfiles! {") {
            names.split('}').next().unwrap().split_whitespace().for_each(|name| add(name.to_owned()));
        }
    }
    found
}

/// True if a name such as `people::rn1_…` refers to a test, that is, if the path of the test ends with these modules and this name.
fn names_a_test(name: &str, tests: &[Test]) -> bool {
    let mut parts: Vec<&str> = name.split("::").filter(|part| *part != "tests").collect();
    let Some(last) = parts.pop() else { return false };
    let fits = |own: &str| match last.strip_suffix('…').or(last.strip_suffix('*')) {
        Some(start) => own.starts_with(start),
        None => own == last,
    };
    tests.iter().any(|test| {
        let (own, place) = test.split_last().unwrap();
        fits(own) && place.ends_with(&parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>())
    })
}

/// True if a name such as `dice` or `aspect::tests` refers to a file of tests.
fn names_a_module(name: &str, tests: &[Test]) -> bool {
    let parts: Vec<String> = name.split("::").filter(|part| *part != "tests").map(str::to_owned).collect();
    tests.iter().any(|test| test[..test.len() - 1].windows(parts.len()).any(|place| place == parts))
}

/// Expands the braces in a path: `{a,b}.rs` gives `a.rs` and `b.rs`.
fn spread(path: &str) -> Vec<String> {
    match path.split_once('{').and_then(|(start, rest)| Some((start, rest.split_once('}')?))) {
        Some((start, (middle, end))) => middle.split(',').flat_map(|part| spread(&format!("{start}{}{end}", part.trim()))).collect(),
        None => vec![path.to_owned()],
    }
}

fn is_there(path: &str) -> bool {
    let forms = [path.to_owned(), format!("{path}.rs")];
    forms.iter().any(|form| match form.split_once('*') {
        None => Path::new(form).exists(),
        Some((start, end)) => {
            let (folder, start) = start.rsplit_once('/').unwrap_or((".", start));
            let names = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            names.into_iter().any(|name| name.starts_with(start) && name.ends_with(end))
        }
    })
}

/// Returns the texts in backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// True if the last column of a table lists proofs, according to the heading of the table.
fn is_of_proofs(heading: &str) -> bool {
    let last = heading.trim().trim_matches('|').rsplit('|').next().unwrap().trim().to_lowercase();
    ["proved by", "test", "proved by, or when"].contains(&last.as_str())
}

fn pages() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    files(Path::new("docs"), &mut paths);
    let name = |path: &Path| path.to_str().unwrap().to_owned();
    let pages = paths.iter().filter(|path| name(path).starts_with("docs/dev/coverage"));
    pages.map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

/// Checks the lines of all pages. `judge` returns the errors in a line; its second argument is the cell in the column of proofs, if
/// there is one.
fn judged(judge: impl Fn(&str, Option<&str>) -> Vec<String>) {
    let mut wrong = String::new();
    for (page, text) in pages() {
        let mut proofs = false;
        for (at, line) in text.lines().enumerate() {
            if !line.starts_with('|') {
                proofs = false;
            } else if !proofs && text.lines().nth(at + 1).is_some_and(|next| next.starts_with("|---")) {
                proofs = is_of_proofs(line);
            }
            let cell = line.trim().trim_end_matches('|').rsplit(" | ").next().filter(|_| proofs);
            for what in judge(line, cell) {
                writeln!(wrong, "{page}:{}: {what}", at + 1).unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn every_test_that_the_coverage_names_exists() {
    let tests = tests();
    judged(|line, _| {
        let names = quoted(line).filter(|name| name.contains("::") && !name.contains(' '));
        let missing = names.filter(|name| !name.ends_with("::NAME") && !names_a_test(name, &tests) && !names_a_module(name, &tests));
        let missing = missing.filter(|name| !is_code(name));
        missing.map(|name| format!("no test is `{name}`")).collect()
    });
}

/// True if a name refers to a function, type or constant in a module or type of the libraries.
fn is_code(name: &str) -> bool {
    static CODE: LazyLock<Vec<(PathBuf, String)>> =
        LazyLock::new(|| sources().into_iter().filter_map(|path| std::fs::read_to_string(&path).ok().map(|text| (path, text))).collect());
    let Some((owner, what)) = name.rsplit_once("::") else { return false };
    let parts: Vec<String> = owner.split("::").map(str::to_owned).collect();
    let declares = |text: &str, name: &str| ["fn", "struct", "enum", "const"].iter().any(|kind| text.contains(&format!("{kind} {name}")));
    CODE.iter().any(|(path, text)| {
        let is_type = owner.starts_with(char::is_uppercase) && declares(text, owner);
        (is_type || place(path).ends_with(&parts)) && declares(text, what)
    })
}

#[test]
fn nothing_but_tests_files_and_codes_is_named_as_a_proof() {
    let tests = tests();
    judged(|_, cell| {
        let names = cell.into_iter().flat_map(quoted).filter(|name| !name.contains("::") && !name.contains('/'));
        let wrong = names.filter(|name| !names_a_module(name, &tests) && !is_there(&format!("docs/codes/{name}.md")));
        wrong.map(|name| format!("`{name}` is no proof: say `module::test`")).collect()
    });
}

#[test]
fn every_file_that_the_coverage_names_exists() {
    judged(|line, _| {
        let paths = quoted(line).filter(|path| path.contains('/') && !path.contains(' ') && !path.contains("::"));
        let missing = paths.filter(|path| !path.contains("NAME")).flat_map(spread).filter(|path| !is_there(path));
        missing.map(|path| format!("there is no file `{path}`")).collect()
    });
}

#[test]
fn every_page_of_a_code_that_the_coverage_names_exists() {
    judged(|line, _| {
        let pages = line.split("page ").skip(1).map(|rest| rest.chars().take_while(|c| c.is_lowercase() || *c == '-').collect::<String>());
        let codes = pages.filter(|code| code.contains('-') && !is_there(&format!("docs/codes/{code}.md")));
        codes.map(|code| format!("there is no code {code}")).collect()
    });
}

/// Returns one text per test, with its doc comment and its name.
fn statements() -> Vec<String> {
    let mut found = Vec::new();
    for path in test_files().iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
        let text = std::fs::read_to_string(path).unwrap();
        let mut said = String::new();
        let mut named = false;
        for line in text.lines().map(str::trim) {
            if let Some(comment) = line.strip_prefix("///") {
                said.push_str(comment);
            } else if line == "#[test]" {
                named = true;
            } else if let Some(rest) = line.strip_prefix("fn ").filter(|_| named) {
                found.push(format!("{said} {}", identifier(rest)));
                named = false;
                said.clear();
            } else if !line.starts_with("#[") {
                said.clear();
            }
        }
    }
    found
}

/// True if a text names a ruling. `R-N10` does not count as `R-N1`.
fn says(text: &str, ruling: &str) -> bool {
    text.split(ruling).skip(1).any(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[test]
fn every_ruling_of_content_clusters_and_personal_combat_is_named_by_a_test() {
    let statements = statements();
    let rulings = numbered("R-N", 30).chain(numbered("R-K", 7)).chain(numbered("R-P", 55));
    // A comment cites `R-P39`, a test name `rp39`.
    let in_name = |ruling: &str| ruling.replace('-', "").to_lowercase();
    let named = |said: &str, ruling: &str| says(said, ruling) || says(&said.replace('_', " "), &in_name(ruling));
    let missing: Vec<String> = rulings.filter(|ruling| !statements.iter().any(|said| named(said, ruling))).collect();
    assert!(missing.is_empty(), "no test names {missing:?}");
}

/// Returns the numbers of a page of rules, such as `R-N1` to `R-N30`.
fn numbered(prefix: &str, last: u32) -> impl Iterator<Item = String> {
    (1..=last).map(move |number| format!("{prefix}{number}"))
}

#[test]
fn every_ruling_and_trace_of_the_rules_has_a_row() {
    let pages: String = pages().into_iter().map(|(_, text)| text).collect();
    let rows: Vec<&str> = pages.lines().filter(|line| line.starts_with('|')).collect();
    let proved = |name: &str| rows.iter().any(|row| says(row, name) && row.contains("::"));
    let rulings = numbered("R-N", 30).chain(numbered("R-K", 7)).chain(numbered("T-K", 5));
    let missing: Vec<String> = rulings.filter(|ruling| !proved(ruling)).collect();
    assert!(missing.is_empty(), "no row proves {missing:?}");
    // Rules that are implemented in later steps need only a row in a table, not the name of a test that proves them.
    let known = |name: &str| rows.iter().any(|row| says(row, name));
    let later = numbered("R-L", 51).chain(numbered("D-L", 15)).chain(numbered("T-L", 10)).chain(numbered("R-C", 26));
    let missing: Vec<String> = later.filter(|name| !known(name)).collect();
    assert!(missing.is_empty(), "no row has {missing:?}");
}

/// The list contains the rulings, decision points and traces of all rules pages, which are not in this repository.
#[test]
fn every_ruling_of_every_rules_page_has_a_row_and_a_line_in_the_book() {
    let list = include_str!("stored_rulings.txt");
    let rulings: Vec<&str> = list.lines().filter(|line| !line.is_empty()).collect();
    assert!(rulings.len() > 400, "only {} rulings are listed", rulings.len());
    let pages: String = pages().into_iter().map(|(_, text)| text).collect();
    let rows: Vec<&str> = pages.lines().filter(|line| line.starts_with('|')).collect();
    let book: Vec<&str> = RULINGS.iter().flat_map(|(_, page)| page.lines()).collect();
    // Rulings of the rules pages have a column for the question; rulings of the project have none.
    let answers: Vec<&str> = book.iter().copied().filter(|line| line.matches(" | ").count() == 2).collect();
    let answered = |ruling: &str| answers.iter().any(|line| line.starts_with(&format!("| {ruling} |")));
    let missing: Vec<&&str> = rulings.iter().filter(|ruling| !rows.iter().any(|row| in_row(row, ruling))).collect();
    assert!(missing.is_empty(), "no row of docs/dev/coverage has {missing:?}");
    // Decision points and traces are not rulings.
    let decided = rulings.iter().filter(|number| number.starts_with("R-"));
    let unsaid: Vec<&&str> = decided.filter(|ruling| !answered(ruling)).collect();
    assert!(unsaid.is_empty(), "docs/book/rulings does not have {unsaid:?}");
    let invented: Vec<&str> = answers.iter().filter_map(|line| line.strip_prefix("| R-")?.split(' ').next()).collect();
    let invented: Vec<&&str> = invented.iter().filter(|number| !rulings.contains(&format!("R-{number}").as_str())).collect();
    assert!(invented.is_empty(), "no rules page has R-{invented:?}");
}

/// True if a row names a ruling, alone or in a range: `R-VF9 to R-VF13`.
fn in_row(row: &str, ruling: &str) -> bool {
    let letters = ruling.trim_end_matches(|c: char| c.is_ascii_digit());
    let number =
        |text: &str| text.strip_prefix(letters).and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u32>().ok());
    let between = row.split(" to ").zip(row.split(" to ").skip(1)).any(|(before, after)| {
        let first = before.rsplit([' ', '|']).next().and_then(number);
        let last = number(after);
        matches!((first, last, number(ruling)), (Some(first), Some(last), Some(own)) if (first..=last).contains(&own))
    });
    says(row, ruling) || between
}

#[test]
fn every_sentence_of_the_page_of_security_names_a_test_that_exists() {
    let tests = tests();
    let page = std::fs::read_to_string("docs/book/security.md").unwrap();
    let mut wrong = String::new();
    let (proven, _) = page.split_once("## What remains with you").unwrap();
    for sentence in proven.split("\n- ").skip(1) {
        let sentence = sentence.split("\n\n").next().unwrap();
        let names: Vec<&str> = quoted(sentence).filter(|name| name.contains("::") && !name.contains(' ')).collect();
        if names.is_empty() {
            writeln!(wrong, "no test: {sentence}").unwrap();
        }
        for name in names.iter().filter(|name| !names_a_test(name, &tests)) {
            writeln!(wrong, "no test is `{name}`").unwrap();
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
