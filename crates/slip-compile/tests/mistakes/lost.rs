//! Checks that unparsed text causes no follow-up findings: no waiver is called unused, no entry missing, no budget exceeded.

use super::compiled_text::{one, written};
use super::{GUN, KELPER, mended, with};
use slip_source::diagnostic::{Code, Severity};

/// A ship that costs one point too many and has a waiver for it.
const TALL: &str = "ship tall \"Tall\" : spacecraft {\n  tech T2\n  v_shift 4; beam 3; torpedo 2; ew 1\n  tracks { frame 4; heat 4 }\n  \
                    stunts slipstream_t2, firewall\n  aspects \"A\", \"B\", \"C\", \"D\"\n  allow over-budget \"built when nobody counted\"\n}\n";

#[test]
fn a_waiver_is_not_unused_where_something_could_not_be_read() {
    assert!(written(TALL).said.is_empty());
    for (right, wrong) in [("ew 1", "ew O"), ("firewall", "Firewall"), ("frame 4;", "frame O;"), (" : spacecraft", " : Spacecraft")] {
        one(&TALL.replace(right, wrong));
    }
    // Here, the unparsed text is in the base of the item that has the waiver.
    let base = TALL.replace("  allow over-budget \"built when nobody counted\"\n", "").replace("beam 3", "beam 2");
    let derived = "ship two \"Two\" : spacecraft from tall {\n  beam 3\n  allow over-budget \"a sister\"\n}\n";
    assert!(written(&format!("{base}{derived}")).findings().is_empty());
    assert_eq!(written(&format!("{}{derived}", base.replace("ew 1", "ew O"))).findings(), ["3:36 bad-name"]);
    // The unparsed text is in the design, or in a patch of the design.
    let design = |lamp: &str| {
        format!(
            "design skiff \"Skiff\" : vehicle {{\n  tech T0..T3\n  budget 4\n  stat speed \"Speed\" {{ ranks 0..9; cost rank }}\n  \
             stunt lamp \"Lamp\" {{ cost {lamp}; sink }}\n  price 1\n}}\n\
             vehicle nephew \"Nephew\" : skiff {{\n  tech T1\n  speed 3\n  stunts lamp\n  allow over-budget \"a gift\"\n}}\n"
        )
    };
    assert!(written(&design("2")).said.is_empty());
    let unused = |text: &str| written(text).said.iter().any(|(.., found)| found.code == Code::UnusedWaiver);
    assert!(!unused(&design("O")) && !unused(&design("two 2")));
    let patched = |cost: &str| {
        let gun = GUN.replace("  stunts civilian\n", "  stunts civilian\n  allow over-budget \"everybody has one\"\n");
        format!("patch std.slug_thrower {{\n  stunt civilian {{ cost {cost} }}\n}}\n{gun}")
    };
    assert!(!unused(&patched("5")) && !unused(&patched("S")));
    // An unused waiver is reported in an item that was read completely, but not in a map that was not.
    assert!(unused(&TALL.replace("ew 1", "ew 0")));
    let map = |zone: &str| format!("map m {{\n  zone a\n  zone b {zone}\n  border a -- b\n  allow border-apart \"why not\"\n}}\n");
    assert!(unused(&map("")) && !unused(&map("{ altitude O }")));
}

#[test]
fn what_a_waiver_without_words_would_allow_is_not_told_besides() {
    for wrong in ["allow over-budget \"built when", "allow over-budget built when nobody counted", "allow over-budget"] {
        let found = one(&TALL.replace("allow over-budget \"built when nobody counted\"", wrong));
        assert_ne!(found.code, Code::OverBudget, "{wrong}");
    }
}

#[test]
fn stunts_that_could_not_be_read_are_not_missing() {
    let person = |stunts: &str| {
        format!(
            "character iveta \"Iveta\" {{\n  skills {{\n    5 pilot\n    4 gunnery, resolve\n    3 navigation, slug_throwers, agility\n    \
             2 engineering, computer, stamina, tactics\n    1 eva, charm, brokerage, alertness, microg\n  }}\n  stunts {stunts}\n  \
             aspects \"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\", \"i\", \"j\"\n}}\n"
        )
    };
    let right = "military_grade(pilot), military_grade(slug_throwers), swap_skill(navigation, computer)";
    assert!(written(&person(right)).said.is_empty());
    one(&person(&right.replace("(pilot)", "(pilot")));
    one(&person(&right.replace("(pilot)", "pilot)")));
    one(&person(right).replace("  stunts", "  stunt"));
    let few = one(&person("military_grade(pilot)"));
    assert_eq!(few.code, Code::TooFewStunts);
    // Gear that requires one of these stunts is not reported either.
    let armed = |stunts: &str| {
        let gear = KELPER.replace("  gear", &format!("{stunts}  gear"));
        written(&format!("{}{gear}", GUN.replace("civilian", "low_recoil").replace("tech T1", "tech T2")))
    };
    let untrained = |stunts: &str| armed(stunts).said.iter().any(|(.., found)| found.code == Code::UntrainedGear);
    assert!(untrained("") && !untrained("  stunts military_grade(slug_throwers)\n"));
    assert!(!untrained("  stunts military_grade(slug_throwers\n"));
}

#[test]
fn dice_that_a_background_does_not_say_in_numbers_are_not_overspent() {
    let party = |dice: &str| {
        format!(
            "background courier \"Courier\" {{ {dice} }}\noperative ro \"Ro\" {{\n  background courier\n  \
             stats {{ body 3; mind 4; soft 3; hard 4 }}\n  trait fast \"Fast\" 5d6\n}}\n"
        )
    };
    assert!(written(&party("stat_dice 14; trait_dice 5")).said.is_empty());
    for wrong in ["stat_dice 14; trait_dice O", "stat_dice 14; trait_dice 999", "stat_dice O; trait_dice 5"] {
        one(&party(wrong));
    }
    assert_eq!(one(&party("stat_dice 14; trait_dice 4")).code, Code::DiceOverspent);
}

#[test]
fn a_design_in_capitals_is_the_one_that_is_called_so() {
    for wrong in [": Slug_thrower", ": SLUG_THROWER"] {
        let found = one(&with(": slug_thrower", wrong));
        assert_eq!(found.code, Code::BadName, "{wrong}: {found:#?}");
    }
    one(&with(": spacecraft", ": \"space craft\""));
}

#[test]
fn a_list_that_is_written_twice_in_the_same_words_is_one_finding() {
    let wrong = with("aspects \"A\", \"B\", \"C\", \"D\"\n", "aspects \"A\", \"B\", \"C\", \"D\"\n  aspects \"A\", \"B\", \"C\", \"D\"\n");
    assert_eq!(mended(&wrong), with("aspects", "aspects"));
    let more = with("aspects \"A\", \"B\", \"C\", \"D\"\n", "aspects \"A\", \"B\", \"C\", \"D\"\n  aspects \"A\", \"B\"\n");
    assert!(written(&more).said.len() > 1);
}

#[test]
fn a_comma_is_missed_in_every_list() {
    let cases = [
        ("{ exit yes }", "{ aspects \"Wet\", \"Dark\" }", "{ aspects \"Wet\" \"Dark\" }"),
        ("  victory reds when out(blues)\n", "  victory reds when reach(reds, bridge)\n", "  victory reds when reach(reds bridge)\n"),
        ("  map hall\n", "  map hall\n  priority reds, blues\n", "  map hall\n  priority reds blues\n"),
    ];
    for (from, right, wrong) in cases {
        assert!(written(&with(from, right)).said.iter().all(|(.., found)| found.severity < Severity::Error), "{right}");
        let found = one(&with(from, wrong));
        assert!(found.message.starts_with("a comma is missing between"), "{found:#?}");
        assert_eq!(mended(&with(from, wrong)), with(from, right));
    }
    assert_eq!(mended(&with("2 slug_throwers; 1 stamina, eva", "2 slug_throwers, 1 stamina, eva")), with("2 slug", "2 slug"));
}
