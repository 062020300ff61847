//! Checks the content of every fence, and the links, index and size of the pages.

use crate::book::pages::{Fence, INDEXED, fences, pages};
use slip_compile::compile;
use slip_compile::rule_search::{REFERENCE, RULINGS};
use slip_compile::stdlib;
use slip_report::{DrawOptions, Style, Summary, report};
use slip_source::{Package, Sources};

/// Returns the error in a fence, if there is one.
fn fault(page: &str, fence: &Fence) -> Option<String> {
    let in_codes = page.starts_with("docs/codes/");
    match fence.kind.as_str() {
        // `tests/errors` builds packages from these and checks that the wrong examples fail and the right ones pass.
        "slip" | "toml" | "text" | "latin1" | "link" if in_codes => None,
        "slip" if fence.file.is_some() => None,
        "slip" => match fence.mark("fragment") {
            Some("") => Some("a fragment says why it is one".into()),
            Some(_) => None,
            None => compiles(&fence.text),
        },
        "toml" => toml::from_str::<toml::Table>(&fence.text).err().map(|error| error.to_string()),
        "json" => serde_json::from_str::<serde_json::Value>(&fence.text).err().map(|error| error.to_string()),
        "yaml" => fence.text.lines().any(|line| line.contains('\t')).then(|| "a tab in YAML".into()),
        "lua" | "console" | "sh" => None,
        "text" => {
            let held = fence.file.is_some() || ["said in", "like", "held by"].iter().any(|mark| fence.mark(mark).is_some());
            (!held).then(|| {
                "a `text` fence says above it what it is held against: <!-- said in PAGE -->, <!-- held by test -->, <!-- like FILE -->"
                    .into()
            })
        }
        other => Some(format!("fences of the kind `{other}` are held against nothing")),
    }
}

fn compiles(text: &str) -> Option<String> {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "book".into(), ..Package::default() });
    sources.add_file(package, "ships.slip", text);
    let diagnostics = compile(&sources).diagnostics;
    diagnostics.has_errors().then(|| report(&diagnostics, &sources, Style::Plain, DrawOptions::default(), &Summary::default()))
}

#[test]
fn every_fence_of_every_page_is_true() {
    let mut wrong = String::new();
    let mut slip = 0;
    for (page, text) in pages() {
        for fence in fences(&text) {
            slip += usize::from(fence.kind == "slip");
            if let Some(fault) = fault(&page, &fence) {
                wrong.push_str(&format!("{page}:{}: {fault}\n", fence.line));
            }
        }
    }
    assert!(slip > 300, "only {slip} fences of Slip were found");
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn a_fence_of_no_known_kind_and_slip_that_is_wrong_are_found() {
    let judged = |page: &str| fences(page).iter().map(|fence| fault("docs/book/x.md", fence).is_some()).collect::<Vec<_>>();
    assert_eq!(judged("```rust\nx\n```\n```\nx\n```\n"), [true, true]);
    assert_eq!(
        judged("```slip\nweapon\n```\n<!-- fragment: only a head -->\n```slip\nweapon\n```\n<!-- fragment: -->\n```slip\nweapon\n```\n"),
        [true, false, true]
    );
    assert_eq!(
        judged("```text\nx\n```\n<!-- said in x -->\n\n```text\nx\n```\n<!-- said in x -->\nwords\n```text\nx\n```\n"),
        [true, false, true]
    );
    assert_eq!(judged("```toml\nx = 1\n```\n```toml\nx = \n```\n```json\n{]\n```\n"), [false, true, true]);
}

#[test]
fn every_page_of_the_book_and_of_the_coverage_is_in_its_index() {
    for folder in ["docs/book", "docs/dev/coverage"].iter().chain(&INDEXED) {
        let index = std::fs::read_to_string(format!("{folder}/README.md")).unwrap();
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let target = if entry.path().is_dir() { format!("{name}/README.md") } else { name.clone() };
            assert!(name == "README.md" || index.contains(&format!("({target})")), "{folder}/README.md does not name {target}");
        }
    }
}

/// Pages of the book must stay short enough to read and to search.
#[test]
fn no_page_of_the_book_is_longer_than_20_kb() {
    let pages = pages().into_iter().filter(|(path, _)| path.starts_with("docs/book/"));
    let long: Vec<String> = pages.filter(|(_, text)| text.len() > 20_000).map(|(path, text)| format!("{path}: {}", text.len())).collect();
    assert!(long.is_empty(), "{long:?}");
}

/// `slipyard rules` must search every page of the reference and of the rulings.
#[test]
fn the_program_has_every_page_of_the_reference_and_of_the_rulings() {
    for (folder, known) in [("docs/book/reference/", REFERENCE), ("docs/book/rulings/", RULINGS)] {
        let mut known: Vec<String> = known.iter().map(|(path, _)| (*path).to_owned()).chain([format!("{folder}README.md")]).collect();
        known.sort();
        let there: Vec<String> = pages().into_iter().map(|(path, _)| path).filter(|path| path.starts_with(folder)).collect();
        assert_eq!(known, there, "`rule_search/rule_pages.rs` has a list of the pages in {folder}");
    }
}

/// The file of a link and the heading in it must exist.
#[test]
fn every_link_between_pages_leads_somewhere() {
    let mut wrong = String::new();
    for (page, text) in pages() {
        let folder = std::path::Path::new(&page).parent().unwrap();
        let prose: String = text.split("```").step_by(2).collect();
        for target in prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (path, heading) = target.split_once('#').map_or((target, None), |(path, heading)| (path, Some(heading)));
            if path.contains(':') {
                continue;
            }
            let file = if path.is_empty() { std::path::PathBuf::from(&page) } else { folder.join(path) };
            if !file.exists() {
                wrong.push_str(&format!("{page}: there is no {target}\n"));
            } else if let Some(heading) = heading
                && !headings(&std::fs::read_to_string(&file).unwrap()).contains(&heading.to_owned())
            {
                wrong.push_str(&format!("{page}: {target} has no such heading\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Returns the anchors of a page's headings, as code hosts generate them.
fn headings(text: &str) -> Vec<String> {
    let anchor = |title: &str| -> String {
        let kept = title.to_lowercase();
        let kept = kept.chars().filter(|sign| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_'));
        kept.map(|sign| if sign == ' ' { '-' } else { sign }).collect()
    };
    text.lines().filter(|line| line.starts_with('#')).map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}
