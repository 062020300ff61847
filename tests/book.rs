//! What the book and the README show is true: every block marked `slip` compiles without errors as a package of its own.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slipyard::compile::compile;
use slipyard::diagnostic::Diagnostics;
use slipyard::play::{self, Seats};
use slipyard::project;
use slipyard::report::{Picture, Style, Summary, report};
use slipyard::source::{Package, Sources};
use slipyard::stdlib;

fn blocks<'t>(page: &'t str, kind: &str) -> Vec<&'t str> {
    page.split(&format!("\n```{kind}\n")).skip(1).map(|rest| rest.split("\n```").next().unwrap()).collect()
}

fn compiled(text: &str) -> (Sources, Diagnostics) {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "book".into(), ..Package::default() });
    sources.add_file(package, "ships.slip", text);
    let diagnostics = compile(&sources).diagnostics;
    (sources, diagnostics)
}

#[test]
fn every_example_of_the_book_compiles() {
    let mut wrong = String::new();
    for page in ["README.md", "docs/book/reference.md"] {
        let text = std::fs::read_to_string(page).unwrap();
        let examples = blocks(&text, "slip");
        assert!(!examples.is_empty(), "{page} shows nothing");
        for example in examples {
            let (sources, diagnostics) = compiled(example);
            if diagnostics.has_errors() {
                wrong.push_str(&format!(
                    "{page}:\n{example}\n{}\n",
                    report(&diagnostics, &sources, Style::Plain, Picture::default(), &Summary::default())
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_error_that_the_readme_shows_is_the_one_it_gives() {
    let page = std::fs::read_to_string("README.md").unwrap();
    let ship = blocks(&page, "slip")[0];
    let dearer = ship.replace("torpedo 1", "torpedo 3");
    assert_ne!(ship, dearer);
    let (sources, diagnostics) = compiled(&dearer);
    let seen = report(&diagnostics, &sources, Style::Human, Picture::default(), &Summary::default());
    assert_eq!(blocks(&page, "text")[0].trim(), seen.trim(), "README.md should show:\n{seen}");
}

#[test]
fn the_fights_that_the_readme_shows_are_those_it_runs() {
    let page = std::fs::read_to_string("README.md").unwrap();
    let shown: Vec<(&str, &str)> = blocks(&page, "text").into_iter().filter_map(|block| block.split_once('\n')).collect();
    for (package, name, seed) in [("harrow_reach", "arrears", 7), ("thin_lanes", "smuggling", 2)] {
        let command = format!("$ slipyard run {name} --seed {seed}");
        let (_, shown) = shown.iter().find(|(first, _)| *first == command).unwrap();
        let project = project::load_package(format!("content/{package}").as_ref()).unwrap();
        let run = play::run(&compile(&project.sources).pack, &format!("{package}.{name}"), seed, Seats::standard()).unwrap();
        let account = run.transcript();
        let seen: Vec<&str> = account.lines().take(shown.lines().count()).collect();
        assert_eq!(*shown, seen.join("\n"), "README.md should show:\n{}", seen.join("\n"));
    }
}

#[test]
fn every_page_of_the_coverage_is_in_its_index() {
    let index = std::fs::read_to_string("docs/coverage.md").unwrap();
    for entry in std::fs::read_dir("docs").unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(!name.starts_with("coverage-") || index.contains(&format!("({name})")), "docs/coverage.md does not name {name}");
    }
}
