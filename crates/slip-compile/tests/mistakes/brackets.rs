//! Tests of missing and superfluous brackets: one finding each, at the bracket, and the text after it is still read.

use super::compiled_text::{one, written};
use super::{GUN, KELPER, PIKE, ROW, advice, mended, with};
use slip_source::diagnostic::{Code, Severity};

/// A homebrew design, and a thing built by it.
const SKIFF: &str = "design skiff \"Skiff\" : vehicle {\n  tech T0..T3\n  budget 8\n  stat speed \"Speed\" { ranks 0..9; cost rank }\n  \
                     stat keel \"Keel\" { ranks 0..4; cost rank }\n  stat haul \"Haul\" { ranks 0..4; cost rank }\n  \
                     stunt lamp \"Lamp\" { cost 1; sink }\n  require speed + keel >= 1 else \"a skiff floats or moves\"\n  price 1\n}\n\
                     vehicle nephew \"Nephew\" : skiff { tech T1; speed 3; keel 2; haul 2; stunts lamp }\n";

#[test]
fn a_bracket_too_many_is_told_where_it_stands_and_what_follows_still_belongs_to_the_item() {
    let cases = [
        ("1 stamina, eva }", "1 stamina, eva }}"),
        ("\"Bridge\" { exit yes }", "\"Bridge\" { exit yes }}"),
        ("side reds { actors kelper x2 at engines }", "side reds { actors kelper x2 at engines } }"),
        ("  tech T1\n  harm 1", "  tech T1 }\n  harm 1"),
        ("tracks { frame 4 }\n", "tracks { frame 4 }\n  }\n"),
    ];
    for (right, wrong) in cases {
        let found = one(&with(right, wrong));
        assert_eq!(found.code, Code::UnexpectedBracket, "{wrong}: {found:#?}");
        assert!(found.message.ends_with("before its last entry"), "{found:#?}");
    }
    assert!(written(SKIFF).said.iter().all(|(.., found)| found.severity != Severity::Error));
    let wrong = SKIFF.replacen("{ ranks 0..4; cost rank }", "{ ranks 0..4; cost rank }}", 1);
    assert_eq!(mended(&wrong), SKIFF);
    // Two superfluous brackets give two findings.
    let twice = wrong.replace("sink }", "sink }}");
    assert_eq!(written(&twice).findings(), ["5:45 unexpected-bracket", "7:37 unexpected-bracket"]);
}

#[test]
fn a_bracket_that_is_missing_is_sought_where_its_other_half_stands() {
    let found = one(&with("\"Bridge\" { exit yes }", "\"Bridge\" }"));
    assert!(found.fixes.is_empty() && advice(&found).contains("write the missing `{`"), "{found:#?}");
    // If a quote swallowed the bracket, only the quote is reported.
    for (right, wrong) in
        [("zone b bridge \"Bridge\" {", "zone b bridge \"Bridge {"), ("zone b bridge \"Bridge\" {", "zone b bridge Bridge\" {")]
    {
        let found = one(&with(right, wrong));
        assert_ne!(found.code, Code::UnexpectedBracket, "{wrong}: {found:#?}");
    }
    one(&SKIFF.replace("\"Lamp\"", "\"Lamp"));
    // If the design is broken, an unknown entry of an item is still reported if the unbroken part of the design has a similar word.
    let lost = SKIFF.replace("keel 2", "rigging 2").replace("haul 2", "hauls 2");
    assert_eq!(written(&lost).findings(), ["11:53 unknown-key", "11:64 unknown-key"]);
    assert_eq!(written(&lost.replace("cost 1; sink", "cost 1; Sink")).findings(), ["7:31 bad-name", "11:64 unknown-key"]);
}

#[test]
fn items_that_are_indented_are_items_and_no_part_of_the_one_above() {
    let indented = format!("{GUN}{}", KELPER.replace('\n', "\n  ").replace("npc", "  npc"));
    assert!(written(&indented).said.is_empty());
    let text = format!("{GUN}  {}", GUN.replace("brine_gun", "salt_gun").replace("Brine", "Salt"));
    assert_eq!(one(&format!("{text}}}\n")).message, "this `}` closes nothing");
}

#[test]
fn a_doubled_bracket_is_read_as_one() {
    let wrong = SKIFF.replace("\"Keel\" {", "\"Keel\" {{");
    assert_eq!(one(&wrong).message, "this `{` is written twice");
    assert_eq!(mended(&wrong), SKIFF);
    let both = SKIFF.replace("sink }", "sink }}").replace("\"Lamp\" {", "\"Lamp\" { {");
    assert_eq!(mended(&both), SKIFF);
    let item = format!("{GUN}{KELPER}{ROW}{}", PIKE.replace(" : spacecraft {", " : spacecraft {{"));
    assert_eq!(mended(&item), with("tech T1", "tech T1"));
    assert_eq!(mended(&format!("{item}}}\n")).replace("\n\n}", "\n}"), with("tech T1", "tech T1"));
}
