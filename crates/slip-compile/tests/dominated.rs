//! Tests of `dominated-design`: which things of a catalogue are dominated, and which are not reported.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use slip_compile::{compile, verdict};
use slip_pack::BuiltItem;
use slip_source::diagnostic::{Code, Diagnostic, Severity};
use slip_source::{Package, Sources};
use std::collections::BTreeSet;
use std::fmt::Write as _;

fn sources(package: Package, text: &str) -> Sources {
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let package = sources.add_package(Package { name: "home".into(), ..package });
    sources.add_file(package, "main.slip", text);
    sources
}

fn all_said(text: &str) -> Vec<Diagnostic> {
    verdict(&sources(Package::default(), text)).diagnostics.into_iter().collect()
}

fn messages(text: &str) -> Vec<String> {
    let said = all_said(text);
    let of = |said: &&Diagnostic| matches!(said.code, Code::DominatedDesign | Code::UnusedWaiver);
    said.iter().filter(of).map(|said| format!("{}: {}", said.code, said.message)).collect()
}

fn gun(name: &str, entries: &str) -> String {
    format!("weapon {name} : slug_thrower {{ {entries} }}\n")
}

const BETTER: &str = "tech T1; harm 2; penetration 3; range 2..4";
const WORSE: &str = "tech T2; harm 2; penetration 3; range 2..4";

/// Rules: R-XEX3.
#[test]
fn the_other_one_is_named_with_what_it_has_more() {
    let said = all_said(&(gun("late", WORSE) + &gun("early", BETTER)));
    let said: Vec<&Diagnostic> = said.iter().filter(|said| said.code == Code::DominatedDesign).collect();
    assert_eq!(said.len(), 1);
    assert_eq!(
        (said[0].severity, said[0].message.as_str()),
        (Severity::Warning, "`late` is not better than `early` in any respect, and does not cost less")
    );
    assert_eq!(said[0].secondary[0].text, "this item has T1 instead of T2, and is not worse in any respect");
    assert_ne!(said[0].primary.span, said[0].secondary[0].span);
}

/// Ranks 3 and 4 of `glow` cost the same points, so the lower rank is dominated. Rules: R-XEX3.
#[test]
fn points_that_buy_nothing_are_found() {
    let text = "design lamp : vehicle { tech T0..T2; budget 4; stat glow { ranks 0..4; cost (rank + 1) / 2 }; price 3 }
vehicle dim : lamp { tech T1; glow 3 }
vehicle bright : lamp { tech T1; glow 4 }
";
    assert_eq!(messages(text), ["dominated-design: `dim` is not better than `bright` in any respect, and does not cost less"]);
}

/// Rules: R-XEX3.
#[test]
fn nothing_is_said_of_what_may_be_a_matter_of_taste() {
    let quiet = [
        ("twins are both as good", gun("one", BETTER) + &gun("two", BETTER)),
        ("a copy is meant to differ", gun("early", BETTER) + "weapon worn from early { tech T2 }\n"),
        (
            "fewer points alone are no gain",
            gun("one", "tech T1; harm 1; range 2..4") + &gun("two", "tech T1; harm 1; range 2..4; stunts mostly_plastic"),
        ),
        (
            "what does nothing is theirs to like",
            gun("early", "tech T1; harm 2; penetration 3; range 2..4") + &gun("late", "tech T2; harm 2; range 2..4; stunts mostly_plastic"),
        ),
        (
            "derived aspects differ",
            gun("one", "tech T1; harm 2; range 2..4; stunts civilian") + &gun("two", "tech T1; harm 2; penetration 2; range 2..4"),
        ),
        (
            "what a stunt is about differs",
            gun("early", "tech T1; harm 1; range 2..4; stunts transfer_aspect(\"Loud\")")
                + &gun("late", "tech T2; harm 1; range 2..4; stunts transfer_aspect(\"Ugly\")"),
        ),
        (
            "an exception is no fair alternative",
            gun("late", WORSE) + &gun("early", "tech T1; harm 4; penetration 3; range 2..4; allow over-budget \"a prize\""),
        ),
        ("what is wrong is no alternative either", gun("late", WORSE) + &gun("early", "tech T1; harm 4; penetration 3; range 2..4")),
        (
            "a drawback buys something",
            gun("one", "tech T1; harm 3; penetration 1; range 2..4")
                + &gun("two", "tech T1; harm 4; penetration 1; range 2..4; stunts awkward_reload"),
        ),
    ];
    for (why, text) in quiet {
        assert_eq!(messages(&text), Vec::<String>::new(), "{why}");
    }
}

#[test]
fn a_reason_silences_it_and_is_itself_needed() {
    let allowed = gun("late", &format!("{WORSE}; allow dominated-design \"the watch carries it, and nobody asks why\""));
    let text = gun("early", BETTER) + &allowed;
    assert_eq!(messages(&text), Vec::<String>::new());
    let compiled = compile(&sources(Package::default(), &text));
    let late = &compiled.pack.items["weapon"]["home.late"];
    assert_eq!(late.waivers.iter().map(|waiver| waiver.code.as_str()).collect::<Vec<_>>(), ["dominated-design"]);
    assert_eq!(messages(&allowed).len(), 1, "{:?}", messages(&allowed));
    assert!(messages(&allowed)[0].starts_with("unused-waiver"));
}

/// Two guns with an allowance are still compared with others.
#[test]
fn what_is_allowed_to_be_worse_is_still_measured_by() {
    let allowed = gun("late", &format!("{WORSE}; allow dominated-design \"because\""));
    let later = gun("latest", "tech T3; harm 2; penetration 3; range 2..4");
    assert_eq!(
        messages(&(allowed + &later)),
        [
            "unused-waiver: `late` does not need `allow dominated-design`",
            "dominated-design: `latest` is not better than `late` in any respect, and does not cost less"
        ]
    );
}

#[test]
fn packages_say_how_much_they_mind() {
    let text = gun("late", WORSE) + &gun("early", BETTER);
    let at = |level: &str| {
        let package = Package { lints: vec![("dominated-design".into(), level.into())], ..Package::default() };
        let said = verdict(&sources(package, &text)).diagnostics;
        said.iter().find(|said| said.code == Code::DominatedDesign).map(|said| said.severity)
    };
    assert_eq!(
        [at("allow"), at("note"), at("warn"), at("deny")],
        [None, Some(Severity::Note), Some(Severity::Warning), Some(Severity::Error)]
    );
}

/// Pseudo-random numbers, the same on every run.
struct Draws(u64);

impl Draws {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

const STUNTS: [&str; 10] = [
    "awkward_reload",
    "civilian",
    "cheap",
    "explosive",
    "full_auto",
    "high_capacity",
    "high_recoil",
    "low_recoil",
    "mostly_plastic",
    "non_lethal",
];

/// Returns the measures that the page of the diagnostic code names: numbers that make a thing better, numbers that must only not be worse,
/// and entries that must be equal.
fn measured(item: &BuiltItem) -> (Vec<i32>, Vec<i32>, Vec<String>) {
    let has = |name: &str| i32::from(item.stunts.iter().any(|stunt| stunt.name == name));
    let mut better = vec![item.stat("harm"), item.stat("penetration"), -item.stat("min_range"), item.stat("max_range")];
    better.extend([-item.tech.unwrap(), -item.price.unwrap(), -item.upkeep.unwrap()]);
    for stunt in STUNTS.iter().filter(|stunt| **stunt != "mostly_plastic") {
        better.push(if ["awkward_reload", "high_recoil", "non_lethal"].contains(stunt) { -has(stunt) } else { has(stunt) });
    }
    (better, vec![-item.spent, has("mostly_plastic")], item.aspects.iter().map(|aspect| aspect.text.clone()).collect())
}

/// The k-d tree, which compares few pairs, finds the same as comparing all pairs.
#[test]
fn a_whole_catalogue_is_compared_as_if_pair_by_pair() {
    let mut draws = Draws(3);
    let mut text = String::new();
    for number in 0..3000 {
        let (tech, low) = (draws.below(4), draws.below(4));
        let bought: Vec<&str> = STUNTS.iter().copied().filter(|_| draws.below(6) == 0).collect();
        let stunts = if bought.is_empty() { String::new() } else { format!("; stunts {}", bought.join(", ")) };
        let (harm, penetration, high) = (draws.below(4), draws.below(4), low + draws.below(4));
        writeln!(
            text,
            "{}",
            gun(
                &format!("g{number}"),
                &format!("tech T{tech}; harm {harm}; penetration {penetration}; range {low}..{}{stunts}", high.min(6))
            )
            .trim()
        )
        .unwrap();
    }
    let compiled = compile(&sources(Package::default(), &text));
    let items: Vec<&BuiltItem> = compiled.pack.items["weapon"].values().filter(|item| item.valid && item.package == "home").collect();
    let worth: Vec<_> = items.iter().map(|item| measured(item)).collect();
    let passes = |other: &(Vec<i32>, Vec<i32>, Vec<String>), one: &(Vec<i32>, Vec<i32>, Vec<String>)| {
        let least = |a: &[i32], b: &[i32]| a.iter().zip(b).all(|(a, b)| a >= b);
        other.2 == one.2 && least(&other.0, &one.0) && least(&other.1, &one.1) && other.0 != one.0
    };
    let dominated = |one: &usize| worth.iter().any(|other| passes(other, &worth[*one]));
    let expected: BTreeSet<String> = (0..items.len()).filter(dominated).map(|at| items[at].name.to_string()).collect();
    let said = compiled.diagnostics.iter().filter(|said| said.code == Code::DominatedDesign);
    let found: BTreeSet<String> = said.map(|said| said.message.split('`').nth(1).unwrap().to_owned()).collect();
    assert!(items.len() > 1000 && expected.len() > 100, "{} legal, {} dominated", items.len(), expected.len());
    assert_eq!(found, expected);
}
