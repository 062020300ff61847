//! Tests of the snippets of the VS Code extension, before any field is filled in.

use super::texts;
use slip_source::diagnostic::Severity;
use slip_source::{Package, Sources};
use std::collections::{BTreeMap, BTreeSet};

/// Warnings that an unfinished snippet may cause, because `use` and `cluster` need further declarations.
const MAY_BE_SAID: [&str; 2] = ["cluster-size", "unused-use"];

/// Snippets for the inside of a design or an item.
const INSIDE: [(&str, &str); 3] = [("Stat of a design", "design"), ("Stunt of a design", "design"), ("Waiver", "ship")];

fn snippets() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string("editors/vscode/snippets/slip.json").unwrap();
    let all: BTreeMap<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
    let lines = |snippet: &serde_json::Value| {
        let lines = snippet["body"].as_array().unwrap().iter().map(|line| line.as_str().unwrap());
        lines.collect::<Vec<_>>().join("\n")
    };
    all.iter().map(|(name, snippet)| (name.clone(), expanded(&lines(snippet)))).collect()
}

/// Expands `${3:words}` to its words, `${3|one,two|}` to the first choice, `$0` to the empty text.
fn expanded(body: &str) -> String {
    let mut text = String::new();
    let mut rest = body;
    while let Some((before, after)) = rest.split_once('$') {
        text.push_str(before);
        let Some(inside) = after.strip_prefix('{') else {
            rest = after.strip_prefix('0').unwrap_or_else(|| panic!("`$` stands alone in {body}"));
            continue;
        };
        let (place, behind) = inside.split_once('}').unwrap();
        let words = place.trim_start_matches(|letter: char| letter.is_ascii_digit());
        text.push_str(words.strip_prefix(':').or_else(|| words.strip_prefix('|')?.split([',', '|']).next()).unwrap());
        rest = behind;
    }
    text + rest
}

/// Compiles these texts as a package. Returns the warnings and errors, except those in `MAY_BE_SAID`.
fn told(texts: &[String]) -> Vec<String> {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let variants = vec!["our_rules".to_owned()];
    let package = sources.add_package(Package { name: "test".into(), variants, ..Package::default() });
    for (number, text) in texts.iter().enumerate() {
        sources.add_file(package, &format!("{number}.slip"), text.as_str());
    }
    let compiled = slip_compile::compile(&sources);
    let loud = compiled.diagnostics.iter().filter(|found| found.severity > Severity::Note);
    let loud = loud.filter(|found| !MAY_BE_SAID.contains(&found.code.slug()));
    loud.map(|found| format!("{}: {}", found.code.slug(), found.message)).collect()
}

#[test]
fn every_snippet_checks_clean_as_it_stands() {
    let snippets = snippets();
    let inside: BTreeSet<&str> = INSIDE.iter().map(|(name, _)| *name).collect();
    let whole = snippets.iter().filter(|(name, _)| !inside.contains(name.as_str()));
    let mut texts: Vec<String> = whole.map(|(_, text)| text.clone()).collect();
    texts.push(std::fs::read_to_string("tests/editors/beside_snippets.slip").unwrap());
    assert_eq!(told(&texts), Vec::<String>::new());
}

#[test]
fn a_snippet_for_the_inside_of_a_design_belongs_there() {
    let snippets = snippets();
    let indented = |name: &str| snippets[name].replace('\n', "\n  ");
    let (stat, stunt) = (indented("Stat of a design"), indented("Stunt of a design"));
    let design = format!("design cart : vehicle {{\n  budget 4\n  {stat}\n  {stunt}\n  price 1\n}}\n");
    let ship = format!("ship old : spacecraft from small_mercy {{\n  beam 4; torpedo 4; ew 4\n  {}\n}}\n", indented("Waiver"));
    let texts = [design, ship, snippets["Ship"].clone(), snippets["Ruleset"].clone()];
    assert_eq!(told(&texts), Vec::<String>::new());
}

#[test]
fn there_is_a_snippet_for_every_kind_of_item() {
    let snippets = snippets();
    let first: BTreeSet<&str> =
        snippets.values().filter_map(|text| text.lines().find(|line| !line.starts_with("//"))?.split(' ').next()).collect();
    let files: Vec<String> = texts::files().into_iter().filter(|(place, _)| place.starts_with("stdlib")).map(|(_, text)| text).collect();
    let designs = files.iter().flat_map(|text| text.lines()).filter(|line| line.starts_with("design "));
    let built = designs.filter_map(|line| line.split_once(" : ")?.1.split(' ').next());
    let mut kinds: BTreeSet<&str> = built.collect();
    assert!(kinds.len() > 10, "only {kinds:?} are built");
    kinds.extend(["design", "stunt", "skill", "mark", "ruleset", "station", "map", "cluster", "encounter", "scenario"]);
    kinds.extend(["doctrine", "platoon", "table", "background", "operative", "opposition", "test", "use", "alias", "patch"]);
    let missing: Vec<&&str> = kinds.difference(&first).collect();
    assert!(missing.is_empty(), "no snippet for {missing:?}");
}
