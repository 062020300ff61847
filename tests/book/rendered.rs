//! Checks the rendered book beside the browser edition: its summary has every page, and every link of the page to the book leads to a page and a
//! place that are there.

use crate::book::pages::{pages, text};
use slip_compile::stdlib;
use slip_source::diagnostic::Code;
use std::collections::BTreeSet;

/// Returns the targets of the links in a text.
fn targets(text: &str) -> Vec<&str> {
    text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)).collect()
}

/// Returns the anchors of a page: its headings as mdBook names them, the names of designs in headings, and the first word of each row of a table.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix('#') {
            let heading = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = |sign: &char| sign.is_alphanumeric() || "_- ".contains(*sign);
            found.insert(heading.chars().filter(kept).collect::<String>().replace(' ', "-"));
            found.extend(heading.strip_suffix("`)").and_then(|start| Some(start.rsplit_once("(`")?.1.to_owned())));
        } else if let Some(cell) = line.strip_prefix("| ").and_then(|row| row.split(" |").next()) {
            let code = cell.split('`').nth(1).and_then(|code| code.split([' ', '(', '{']).next());
            found.extend(code.or(cell.starts_with("R-").then_some(cell)).map(str::to_owned));
        }
    }
    found
}

/// Returns the pages that `web/src/book.ts` names, with their anchors: `reference/people.md#wargames`.
fn linked() -> Vec<String> {
    let source = text("web/src/book.ts");
    source
        .split('"')
        .skip(1)
        .step_by(2)
        .filter(|word| word.contains(".md") && word.contains('/') && !word.contains(['$', '\\']))
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_summary_has_every_page_of_the_book_once() {
    let summary = text("web/book/SUMMARY.md");
    let mut listed: Vec<String> = targets(&summary).into_iter().map(|target| format!("docs/book/{target}")).collect();
    listed.sort();
    let there: Vec<String> = pages().into_iter().map(|(path, _)| path).filter(|path| path.starts_with("docs/book/")).collect();
    let mut sorted = there.clone();
    sorted.sort();
    assert_eq!(listed, sorted, "web/book/SUMMARY.md lists the pages of docs/book");
}

/// The summary of the rendered book gets the page of each finding from these tables.
#[test]
fn every_page_of_a_finding_is_in_exactly_one_table() {
    let tables: Vec<(String, String)> = pages().into_iter().filter(|(path, _)| path.starts_with("docs/book/tables/")).collect();
    for code in Code::ALL {
        let link = format!("../../codes/{}.md", code.slug());
        let listing = tables.iter().filter(|(_, table)| targets(table).contains(&link.as_str())).count();
        assert_eq!(listing, 1, "{} is listed by {listing} tables", code.slug());
    }
}

#[test]
fn every_link_from_the_page_to_the_book_leads_to_a_place_in_it() {
    let linked = linked();
    assert!(linked.len() > 20, "{linked:?}");
    let wrong: Vec<&String> = linked
        .iter()
        .filter(|link| {
            let (page, anchor) = link.split_once('#').unwrap_or((link, ""));
            let page = std::fs::read_to_string(format!("docs/book/{page}")).unwrap_or_default();
            page.is_empty() || (!anchor.is_empty() && !anchors(&page).contains(anchor))
        })
        .collect();
    assert!(wrong.is_empty(), "web/src/book.ts has links to places that docs/book does not have: {wrong:?}");
}

/// The form of a thing leads to the numbers of its design, by the name of the design.
#[test]
fn every_design_of_the_standard_library_has_a_place_in_the_book() {
    let anchors = anchors(&text("docs/book/tables/designs.md"));
    let library: String = stdlib::FILES.iter().map(|(_, text)| format!("{text}\n")).collect();
    let designs: Vec<&str> = library.lines().filter_map(|line| line.strip_prefix("design ")?.split(' ').next()).collect();
    let missing: Vec<&&str> = designs.iter().filter(|name| !anchors.contains(**name)).collect();
    assert!(designs.contains(&"spacecraft") && missing.is_empty(), "{missing:?}");
}

/// Every kind that the designs of the standard library build has a page of its own in the links of the page.
#[test]
fn the_page_has_a_link_for_every_kind_of_the_standard_library() {
    let kinds = text("docs/book/tables/kinds.md");
    let line = kinds.lines().find(|line| line.starts_with("Kinds that designs")).unwrap();
    let source = text("web/src/book.ts");
    let missing: Vec<&str> = line.split('`').skip(1).step_by(2).filter(|kind| !source.contains(&format!("\n  {kind}: \""))).collect();
    assert!(missing.is_empty(), "web/src/book.ts has no page about {missing:?}");
}

#[test]
fn anchors_of_headings_and_rows_are_found() {
    let page = "# The far future\n\n## Fighter (`fighter`)\n\n| `mode burst { … }` | one |\n| R-P4 | two |\n| words | three |\n";
    let found = anchors(page);
    for anchor in ["the-far-future", "fighter", "mode", "R-P4"] {
        assert!(found.contains(anchor), "{anchor}: {found:?}");
    }
    assert!(!found.contains("words"));
}
