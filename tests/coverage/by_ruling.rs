//! Generates the pages of `docs/dev/coverage/rulings` from the rulings that tests cite, and checks that the pages are up to date.
//! `TRYCMD=overwrite cargo test -p slipyard --test main coverage::by_ruling` updates them.
//!
//! A test cites a ruling in its doc comment (`R-P8`) or in its name (`rp8_…`). A citation in the header of a file of tests, or in the
//! doc comment of a module of tests, stands for all tests in it. Decision points (`D-L3`) and traces (`T-K1`) are cited like rulings.

use super::sources::{files, identifier, is_of_tests, place, sources, test_files};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const FOLDER: &str = "docs/dev/coverage/rulings";
const BOOK: &str = "docs/book/rulings";

/// Greatest number of tests, and of files, that a row lists.
const MOST: usize = 5;
const MOST_FILES: usize = 3;

/// Tests by the rulings that they cite, written `module::name` or `module::*`.
type Citations = BTreeMap<String, BTreeSet<String>>;

/// All numbers, such as `R-P8`, by their form in the names of tests, such as `rp8`.
type Numbers = BTreeMap<String, String>;

/// Section of a page of rulings.
struct Section {
    heading: String,
    rulings: Vec<String>,
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap().replace("\r\n", "\n")
}

/// Returns the number at the start of a text such as `R-P8`, `D-L3` or `T-K1`.
fn number(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(['R', 'D', 'T'])?.strip_prefix('-')?;
    let letters = rest.chars().take_while(char::is_ascii_uppercase).count();
    let digits = rest.chars().skip(letters).take_while(char::is_ascii_digit).count();
    (letters > 0 && digits > 0).then(|| &text[..2 + letters + digits])
}

/// Returns the numbers that a comment cites. A range such as `R-P1 to R-P3` cites all its numbers.
fn cited(comment: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut before: Option<(usize, &str)> = None;
    let starts = comment.match_indices('-').filter_map(|(at, _)| at.checked_sub(1)).filter(|at| comment.is_char_boundary(*at));
    for at in starts.filter(|at| !comment[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '-')) {
        let Some(own) = number(&comment[at..]) else { continue };
        let range = before.filter(|(end, _)| &comment[*end..at] == " to ").map(|(_, first)| split(first));
        match range {
            Some((letters, first)) if letters == split(own).0 => {
                found.extend((first + 1..=split(own).1).map(|number| format!("{letters}{number}")));
            }
            _ => found.push(own.to_owned()),
        }
        before = Some((at + own.len(), own));
    }
    found
}

/// Splits `R-P8` into `R-P` and 8.
fn split(number: &str) -> (&str, u32) {
    let letters = number.trim_end_matches(|c: char| c.is_ascii_digit());
    (letters, number[letters.len()..].parse().unwrap())
}

/// Returns a number as the names of tests write it.
fn in_name(number: &str) -> String {
    number.replace('-', "").to_lowercase()
}

/// Returns the numbers that the name of a test cites: `rp8_…` and `r_p8_…` cite `R-P8`.
fn cited_by_name<'n>(name: &str, numbers: &'n Numbers) -> Vec<&'n String> {
    let words: Vec<&str> = name.split('_').collect();
    let pairs = words.windows(2).map(|pair| pair.concat());
    words.iter().map(|word| (*word).to_owned()).chain(pairs).filter_map(|word| numbers.get(&word)).collect()
}

/// Collects the citations of one file.
fn citations_of(path: &Path, numbers: &Numbers, found: &mut Citations) {
    let module = place(path);
    let full = |name: &str| module.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join("::");
    let mut add = |number: &str, test: String| {
        if numbers.contains_key(&in_name(number)) {
            found.entry(number.to_owned()).or_default().insert(test);
        }
    };
    let mut comment = String::new();
    let mut is_test = false;
    for line in read(path).lines().map(str::trim) {
        if let Some(header) = line.strip_prefix("//!") {
            if is_of_tests(path) {
                cited(header).iter().for_each(|number| add(number, full("*")));
            }
        } else if let Some(more) = line.strip_prefix("///") {
            comment.push_str(more);
        } else if line == "#[test]" {
            is_test = true;
        } else if !line.starts_with("#[") {
            if let Some(rest) = line.strip_prefix("fn ").filter(|_| is_test) {
                let name = identifier(rest);
                cited(&comment).iter().for_each(|number| add(number, full(&name)));
                cited_by_name(&name, numbers).into_iter().for_each(|number| add(number, full(&name)));
                is_test = false;
            } else if line.starts_with("mod tests") {
                cited(&comment).iter().for_each(|number| add(number, full("*")));
            }
            comment.clear();
        }
    }
}

/// Returns the sections of the pages of rulings by the names of their files, and the decision points and traces.
fn sections() -> Vec<(String, String, Vec<Section>)> {
    let mut paths = Vec::new();
    files(Path::new(BOOK), &mut paths);
    let mut pages: Vec<(String, String, Vec<Section>)> = Vec::new();
    for path in paths.iter().filter(|path| !path.ends_with("README.md")) {
        let mut title = String::new();
        let mut sections: Vec<Section> = Vec::new();
        for line in read(path).lines() {
            if let Some(heading) = line.strip_prefix("# ") {
                title = heading.to_owned();
                sections.push(Section { heading: String::new(), rulings: Vec::new() });
            } else if let Some(heading) = line.strip_prefix("## ") {
                sections.push(Section { heading: heading.to_owned(), rulings: Vec::new() });
            } else if let Some(own) = line.strip_prefix("| ").and_then(number) {
                sections.last_mut().unwrap().rulings.push(own.to_owned());
            }
        }
        pages.push((path.file_name().unwrap().to_str().unwrap().to_owned(), title, sections));
    }
    let list = read(Path::new("tests/stored_rulings.txt"));
    let of = |heading: &str, start: &str| Section {
        heading: heading.to_owned(),
        rulings: list.lines().filter(|number| number.starts_with(start)).map(str::to_owned).collect(),
    };
    let others = vec![of("Decision points", "D-"), of("Traces", "T-")];
    pages.push(("decisions-and-traces.md".to_owned(), "Decision points and traces of the rules pages".to_owned(), others));
    pages
}

/// Returns the files of the program and of the standard library that cite each number.
fn places(numbers: &Numbers) -> Citations {
    let mut paths: Vec<PathBuf> = sources();
    files(Path::new("stdlib"), &mut paths);
    let mut found = Citations::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "rs" || end == "slip")) {
        let text = read(path);
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for number in cited(code).into_iter().filter(|number| numbers.contains_key(&in_name(number))) {
            found.entry(number).or_default().insert(path.to_str().unwrap().replace('\\', "/"));
        }
    }
    found
}

fn citations(numbers: &Numbers) -> Citations {
    let mut paths: Vec<PathBuf> = sources();
    paths.extend(test_files());
    // The comments of these tests have numbers as examples.
    paths.retain(|path| !path.starts_with("tests/coverage") && path != Path::new("tests/coverage.rs"));
    let mut found = Citations::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
        citations_of(path, numbers, &mut found);
    }
    found
}

/// Returns names as a cell, with at most so many of them.
fn cell(names: &[&String], most: usize) -> String {
    let mut text = names.iter().take(most).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    if names.len() > most {
        write!(text, " and {} more", names.len() - most).unwrap();
    }
    text
}

/// Returns a table cell with the tests of a row. If all tests of a module count, the cell names the module instead of its tests.
fn tests_of(tests: &BTreeSet<String>) -> String {
    let whole: Vec<&str> = tests.iter().filter_map(|test| test.strip_suffix('*')).collect();
    let own: Vec<&String> =
        tests.iter().filter(|test| test.ends_with('*') || !whole.iter().any(|module| test.starts_with(module))).collect();
    cell(&own, MOST)
}

/// Returns every file of the folder with its text.
fn made() -> Vec<(String, String)> {
    let pages = sections();
    let all = pages.iter().flat_map(|(_, _, sections)| sections).flat_map(|section| &section.rulings);
    let numbers: Numbers = all.map(|number| (in_name(number), number.clone())).collect();
    let (citations, places) = (citations(&numbers), places(&numbers));
    let mut index =
        "# Coverage by ruling\n\nThe tests generate these pages from the rulings that tests cite in their doc comments, names and \
        headers, and check that they are up to date.\nAfter adding a test, run `TRYCMD=overwrite cargo test -p slipyard --test main \
        coverage::by_ruling`.\n\n| page | numbers | with a test |\n|---|---|---|\n"
            .to_owned();
    let mut made = Vec::new();
    for (file, title, sections) in &pages {
        let mut page = format!("# Coverage: {}{}\n", title[..1].to_lowercase(), &title[1..]);
        let book = Path::new(BOOK).join(file).exists();
        if book {
            write!(page, "\nThe rulings are in [the book](../../../book/rulings/{file}).\n").unwrap();
        }
        for section in sections {
            let rows: Vec<(&String, &BTreeSet<String>)> =
                section.rulings.iter().filter_map(|own| Some((own, citations.get(own)?))).collect();
            if !section.heading.is_empty() && !section.rulings.is_empty() {
                write!(page, "\n## {}\n", section.heading).unwrap();
            }
            if !rows.is_empty() {
                page.push_str("\n| number | cited in | proved by |\n|---|---|---|\n");
            }
            for (own, tests) in rows {
                let places: Vec<&String> = places.get(own).into_iter().flatten().collect();
                writeln!(page, "{}", format!("| {own} | {} | {} |", cell(&places, MOST_FILES), tests_of(tests)).replace("|  |", "| |"))
                    .unwrap();
            }
            let none: Vec<&str> = section.rulings.iter().filter(|own| !citations.contains_key(*own)).map(String::as_str).collect();
            if !none.is_empty() {
                write!(page, "\nNo test cites {}.\n", none.join(", ")).unwrap();
            }
        }
        let all: Vec<&String> = sections.iter().flat_map(|section| &section.rulings).collect();
        let tested = all.iter().filter(|own| citations.contains_key(**own)).count();
        writeln!(index, "| [{title}]({file}) | {} | {tested} |", all.len()).unwrap();
        made.push((file.clone(), page));
    }
    made.push(("README.md".to_owned(), index));
    made
}

#[test]
fn the_pages_of_rulings_are_those_of_the_citations_in_tests() {
    let overwrite = std::env::var("TRYCMD").is_ok_and(|value| value == "overwrite");
    let mut wrong = String::new();
    let mut names = BTreeSet::new();
    for (file, made) in made() {
        let path = format!("{FOLDER}/{file}");
        if overwrite {
            std::fs::create_dir_all(FOLDER).unwrap();
            std::fs::write(&path, &made).unwrap();
        }
        let page = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        if made != page {
            let differs = made.lines().zip(page.lines()).zip(1..).find(|((made, page), _)| made != page);
            writeln!(wrong, "{path} is not as it is generated: {differs:?}").unwrap();
        }
        names.insert(file);
    }
    assert!(wrong.is_empty(), "\n{wrong}`TRYCMD=overwrite cargo test -p slipyard --test main coverage::by_ruling` writes them");
    let there: BTreeSet<String> =
        std::fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(there, names, "{FOLDER} has other files than those that are generated");
}

#[test]
fn citations_are_found_in_comments_and_names() {
    assert_eq!(cited("Rules: R-P8, R-YA1 to R-YA3, not BAR-XX1, R-P or X-R-P9."), ["R-P8", "R-YA1", "R-YA2", "R-YA3"]);
    let numbers = ["R-P1", "R-P12"].map(|number| (in_name(number), number.to_owned())).into();
    assert_eq!(cited_by_name("rp12_a_hit_rolls_up", &numbers), ["R-P12"]);
    assert_eq!(cited_by_name("r_p1_zero_is_a_miss", &numbers), ["R-P1"]);
}
