//! What could not be read is not held against what could: no waiver is unused, nothing is missing, nothing is too much.

use super::written::{one, written};
use super::{GUN, KELPER, mended, with};
use slipyard::diagnostic::{Code, Severity};

/// A ship that is a point too dear, and allowed to be.
const TALL: &str = "ship tall \"Tall\" : spacecraft {\n  tech T2\n  v_shift 4; beam 3; torpedo 2; ew 1\n  tracks { frame 4; heat 4 }\n  \
                    stunts slipstream_t2, firewall\n  aspects \"A\", \"B\", \"C\", \"D\"\n  allow over-budget \"built when nobody counted\"\n}\n";

#[test]
fn a_waiver_is_not_unused_where_something_could_not_be_read() {
    assert!(written(TALL).said.is_empty());
    for (right, wrong) in [("ew 1", "ew O"), ("firewall", "Firewall"), ("frame 4;", "frame O;"), (" : spacecraft", " : Spacecraft")] {
        one(&TALL.replace(right, wrong));
    }
    // In what it is derived from.
    let base = TALL.replace("  allow over-budget \"built when nobody counted\"\n", "").replace("beam 3", "beam 2");
    let derived = "ship two \"Two\" : spacecraft from tall {\n  beam 3\n  allow over-budget \"a sister\"\n}\n";
    assert!(written(&format!("{base}{derived}")).findings().is_empty());
    assert_eq!(written(&format!("{}{derived}", base.replace("ew 1", "ew O"))).findings(), ["3:36 bad-name"]);
    // In its design, and in a patch of it.
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
    // What was read whole, and of a map that was not.
    assert!(unused(&TALL.replace("ew 1", "ew 0")));
    let map = |zone: &str| format!("map m {{\n  zone a\n  zone b {zone}\n  border a -- b\n  allow border-apart \"why not\"\n}}\n");
    assert!(unused(&map("")) && !unused(&map("{ altitude O }")));
}
