//! Tests of `slipyard rules`: it finds rules in every source they are written in.

use slip_compile::rule_search::{Rulebook, RulesAnswer};
use slip_compile::stdlib;
use slip_source::Sources;
use std::collections::BTreeSet;
use std::sync::OnceLock;

fn book() -> &'static Rulebook {
    static BOOK: OnceLock<Rulebook> = OnceLock::new();
    BOOK.get_or_init(|| {
        let mut sources = Sources::new();
        stdlib::add(&mut sources);
        Rulebook::of(&sources, &BTreeSet::new())
    })
}

/// Returns kind and name of the results, best first.
fn found(asked: &str) -> Vec<(String, String)> {
    match book().ask(asked, None) {
        RulesAnswer::Found(found) => found.iter().map(|finding| (finding.rule.kind.clone(), finding.rule.name.clone())).collect(),
        RulesAnswer::Whole(rule, _) => vec![(rule.kind.clone(), rule.name.clone())],
        RulesAnswer::Nothing(help) => panic!("nothing for `{asked}`; {help}"),
    }
}

fn first(asked: &str) -> (String, String) {
    found(asked).remove(0)
}

fn help(asked: &str) -> String {
    match book().ask(asked, None) {
        RulesAnswer::Nothing(help) => help,
        other => panic!("`{asked}` found {other:?}"),
    }
}

fn pair(kind: &str, name: &str) -> (String, String) {
    (kind.to_owned(), name.to_owned())
}

#[test]
fn what_is_called_so_comes_first() {
    assert_eq!(first("heat"), pair("track", "heat"));
    assert_eq!(first("vector randomizer"), pair("stunt", "vector_randomizer"));
    assert_eq!(first("gunnery"), pair("skill", "gunnery"));
    assert_eq!(first("spacecraft"), pair("design", "spacecraft"));
    assert_eq!(first("border cost"), pair("setting", "border_cost"));
    assert_eq!(first("over-budget"), pair("code", "over-budget"));
    assert_eq!(first("penetration"), pair("stat", "penetration"));
}

#[test]
fn both_spellings_and_plurals_find_the_same() {
    assert_eq!(found("armor"), found("armour"));
    assert_eq!(found("defenses"), found("defence"));
    assert_eq!(found("COMPELS"), found("compel"));
}

#[test]
fn a_ruling_is_shown_whole_by_its_number_however_it_is_written() {
    for asked in ["R-S14", "r-s14", " R-S14 "] {
        let RulesAnswer::Whole(rule, naming) = book().ask(asked, None) else { panic!("{asked} is no ruling") };
        assert_eq!(rule.name, "R-S14");
        assert!(rule.text.contains("burn_negotiation"), "{}", rule.text);
        assert!(naming.iter().all(|other| other.name != "R-S1"), "{naming:?}");
    }
    // A search for R-S14 does not match R-S1.
    let RulesAnswer::Whole(_, naming) = book().ask("R-C12", None) else { panic!() };
    assert!(naming.iter().any(|other| other.name == "R-S8"), "{naming:?}");
    let RulesAnswer::Whole(own, _) = book().ask("R-XS1", None) else { panic!("a ruling on the language is a ruling, too") };
    assert_eq!((own.of.as_str(), own.file.as_str()), ("Reading the text", "docs/book/rulings/language.md"));
}

#[test]
fn a_section_of_the_reference_is_shown_whole_by_its_heading() {
    let RulesAnswer::Whole(rule, _) = book().ask("section trips", None) else { panic!() };
    assert_eq!((rule.kind.as_str(), rule.name.as_str(), rule.place().as_str()), ("section", "Trips", "docs/book/reference/trips.md:1"));
    assert!(rule.body.contains("slipyard travel"), "{}", rule.body);
    assert_eq!(help("section tirps"), "did you mean `section trips`?");
    assert!(help("section Nowhere").starts_with("the sections of the reference are Packages, Dependencies"));
}

#[test]
fn all_words_are_asked_for_and_where_they_do_not_meet_each_is_counted() {
    let both = found("torpedo magazine");
    assert!(both.contains(&pair("stunt", "high_capacity_magazine")), "{both:?}");
    let help = help("torpedo psionics zeppelin");
    assert!(help.contains("`torpedo` (") && help.contains("`psionics` (") && !help.contains("zeppelin"), "{help}");
}

#[test]
fn a_word_that_nobody_says_gives_the_nearest_one() {
    assert_eq!(help("torpeedo"), "did you mean `torpedo`?");
    assert_eq!(help("R-S99"), "these rulings are numbered from R-S1 to R-S51");
    assert!(help("R-ABC").starts_with("rulings begin with R-C, R-D"), "{}", help("R-ABC"));
    assert!(help("xqzzy").starts_with("try one word"), "{}", help("xqzzy"));
}

#[test]
fn every_kind_of_rule_is_there_with_a_place_that_exists() {
    let kinds = book().kinds();
    for kind in [
        "design",
        "stat",
        "track",
        "stunt",
        "skill",
        "setting",
        "ruleset",
        "mark",
        "ruling",
        "section",
        "row",
        "effect word",
        "code",
        "table",
    ] {
        assert!(kinds.contains(kind), "no {kind} among {kinds:?}");
    }
    for rule in book().rules() {
        let path = rule.file.strip_prefix("std/").map_or(rule.file.clone(), |inside| format!("stdlib/{inside}"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} stands in no file", rule.name));
        let line = text.lines().nth(rule.line as usize - 1).unwrap_or_else(|| panic!("{path} has no line {}", rule.line));
        let said = rule.kind == "code"
            || rule.kind == "effect word"
            || rule.kind == "require"
            || line.contains(rule.name.split(' ').next().unwrap());
        assert!(said, "{path}:{} does not say `{}`", rule.line, rule.name);
    }
}

/// A setting named in a ruling exists, so that a table can choose another reading.
#[test]
fn every_setting_that_a_ruling_names_exists() {
    let settings: BTreeSet<&str> = book().rules().iter().filter(|rule| rule.kind == "setting").map(|rule| rule.name.as_str()).collect();
    assert!(settings.len() > 150);
    for rule in book().rules().iter().filter(|rule| rule.kind == "ruling") {
        for after in rule.text.split("etting `").skip(1) {
            let name = after.split(['`', ' ']).next().unwrap();
            assert!(settings.contains(name), "{} names the setting `{name}`, which there is not", rule.name);
        }
    }
}

#[test]
fn house_rules_are_found_in_the_package_that_makes_them_and_nowhere_else() {
    let mut sources = Sources::new();
    stdlib::add(&mut sources);
    let package = sources.add_package(slip_source::Package { name: "house".into(), ..Default::default() });
    sources.add_file(
        package,
        "house.slip",
        "/// Nobody runs out of ammunition here.\npatch std.slug_thrower { consequences mild }\nweapon broken {{{\n",
    );
    let of = |packages: BTreeSet<_>| {
        let book = Rulebook::of(&sources, &packages);
        book.rules().iter().filter(|rule| rule.kind == "house rule").map(|rule| (rule.name.clone(), rule.place())).collect::<Vec<_>>()
    };
    assert_eq!(of([package].into()), [("slug_thrower".to_owned(), "house.slip:2".to_owned())]);
    assert_eq!(of(BTreeSet::new()), []);
}
