//! Checks that the errors and fights shown in the README and the tour are those that the program prints.

use crate::book::pages::{fences, text};
use slip_compile::compile;
use slip_compile::stdlib;
use slip_report::{DrawOptions, Style, Summary, report};
use slip_session::Seats;
use slip_source::{Package, Sources};
use slipyard::project;

fn blocks(page: &str, kind: &str) -> Vec<String> {
    fences(&text(page)).into_iter().filter(|fence| fence.kind == kind).map(|fence| fence.text).collect()
}

#[test]
fn the_error_that_the_readme_shows_is_the_one_it_gives() {
    let ship = &blocks("README.md", "slip")[0];
    let dearer = ship.replace("torpedo 1", "torpedo 3");
    assert_ne!(*ship, dearer);
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "book".into(), ..Package::default() });
    sources.add_file(package, "ships.slip", dearer.as_str());
    let seen = report(&compile(&sources).diagnostics, &sources, Style::Human, DrawOptions::default(), &Summary::default());
    assert_eq!(blocks("README.md", "text")[0].trim(), seen.trim(), "README.md should show:\n{seen}");
}

#[test]
fn the_fights_that_the_readme_and_the_tour_show_are_those_that_are_run() {
    let tour = "docs/book/tour.md";
    for (page, package, name, seed) in
        [("README.md", "harrow_reach", "arrears", 7), (tour, "harrow_reach", "arrears", 7), (tour, "thin_lanes", "smuggling", 2)]
    {
        let command = format!("$ slipyard run {name} --seed {seed}");
        let blocks = blocks(page, "text");
        let shown = blocks.iter().filter_map(|block| block.split_once('\n')).find(|(first, _)| *first == command).unwrap().1;
        // The dots at the end stand for the omitted lines.
        let shown = shown.trim_end().strip_suffix("\n...").unwrap();
        let project = project::load_package(format!("content/{package}").as_ref()).unwrap();
        let run = slip_session::run(&compile(&project.sources).pack, &format!("{package}.{name}"), seed, Seats::standard()).unwrap();
        let account = run.transcript();
        let seen: Vec<&str> = account.lines().take(shown.lines().count()).collect();
        assert_eq!(shown, seen.join("\n"), "{page} should show:\n{}", seen.join("\n"));
    }
}
