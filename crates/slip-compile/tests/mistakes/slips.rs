//! Tests of typing errors around texts, commas and punctuation: the message, the fix, and the fixes that are never applied automatically.

use super::{GUN, KELPER, mended, one, with, written};
use slip_source::diagnostic::{Code, Confidence, Diagnostic};

const LINE: &str = "system brack \"Brack\" { tech T2; environment -2; resources 2; aspects \"A\", \"B\", \"C\" }\n\
                    system osk \"Osk\" { tech T1; environment -3; resources 3; aspects \"A\", \"B\", \"C\" }\n\
                    cluster line \"The line\" { systems brack, osk; slipstream brack -- osk; allow cluster-size \"short\" }\n";

const MAP: &str = "map yard \"Yard\" {\n  zone gate \"The gate\"\n  zone shed \"Shed\"\n  border gate -- shed\n}\n";

const SKIFF: &str =
    "design skiff \"Skiff\" : vehicle {\n  tech T-2..T3\n  budget 6\n  stat speed \"Speed\" { ranks 0..3; cost rank }\n  price 1\n}\n";

fn other(whole: &str, right: &str, wrong: &str) -> String {
    assert!(whole.contains(right), "{right}");
    whole.replacen(right, wrong, 1)
}

/// True if the finding has a fix that is applied without asking.
fn is_safe(found: &Diagnostic) -> bool {
    found.fixes.iter().any(|fix| fix.confidence == Confidence::Safe)
}

#[track_caller]
fn unsafely(right: &str, wrong: &str) {
    let text = with(right, wrong);
    assert_eq!(mended(&text), with(right, right), "{wrong}");
    assert!(!is_safe(&one(&text)), "{wrong}");
}

#[test]
fn no_comma_behind_a_name_is_taken_away() {
    let found = one(&with("out(reds) or", "outreds, blues) or"));
    assert_eq!((found.code, found.fixes.len()), (Code::UnexpectedBracket, 0), "{found:#?}");
    assert_eq!(one(&with("out(reds) or", "out(reds), out(blues) or")).message, "a condition cannot contain a comma");
    let early = with("\"Hungry\"\n  gear brine_gun", "\"Hungry\" }\n  gear brine_gun, brine_gun");
    let whole = with("skills { 2", "skills 2");
    for text in [early, whole] {
        let said = written(&text).said;
        assert!(
            !said.is_empty() && said.iter().all(|(.., found)| found.fixes.iter().all(|fix| fix.title != "remove the comma")),
            "{said:#?}"
        );
    }
    // A doubled mark is fixed automatically; the meaning of a missing one between two brackets is not known.
    assert!(is_safe(&one(&with("\"Green\", \"Hungry\"", "\"Green\",, \"Hungry\""))));
    assert!(!is_safe(&one(&with("out(blues)", "out(, blues)"))));
    assert!(!is_safe(&one(&with("1 stamina, eva", "stamina , eva"))));
}

#[test]
fn an_exclamation_mark_negates_in_conditions_only() {
    unsafely("\"Hungry\"", "Hungry");
    let aspects = |wrong: &str| with("\"Hungry\"", wrong);
    for (wrong, right) in [
        ("no more!", "\"no more!\""),
        ("what now?", "\"what now?\""),
        ("don't ask", "\"don't ask\""),
        ("don’t ask", "\"don’t ask\""),
        ("salt — and sand", "\"salt — and sand\""),
        ("no more…", "\"no more…\""),
        ("salt && sons", "\"salt && sons\""),
        ("Not again", "\"Not again\""),
        ("late at Brack", "\"late at Brack\""),
        ("needs 2x the rest", "\"needs 2x the rest\""),
    ] {
        assert_eq!(mended(&aspects(wrong)), aspects(right), "{wrong}");
        assert!(!is_safe(&one(&aspects(wrong))), "{wrong}");
    }
    let found = one(&with("when out(blues)", "when !out(blues)"));
    assert!(is_safe(&found) && found.fixes[0].edits[0].replacement == "not ", "{found:#?}");
    assert!(!is_safe(&one(&with("gear brine_gun", "gear brine_gun!"))));
    for wrong in ["gear brine_gun…", "gear brine_gun — late"] {
        let said = written(&with("gear brine_gun", wrong)).said;
        assert!(!said.is_empty() && said.iter().all(|(.., found)| !is_safe(found)), "{wrong}: {said:#?}");
    }
    // After `when` there are only conditions, whatever the entry is.
    assert_eq!(one(&with("\"Hungry\"", "\"Hungry\" when prone && tired")).message, "`&&` has no meaning in Slip");
}

#[test]
fn an_apostrophe_ends_no_text() {
    let title = |wrong: &str| with("\"Kelper\"", wrong);
    for (wrong, right) in
        [("'Rusk's boy'", "\"Rusk's boy\""), ("“Rusk’s boy”", "\"Rusk’s boy\""), ("‘Rusk’s boy’", "\"Rusk’s boy\""), ("'Rusk'", "\"Rusk\"")]
    {
        assert_eq!(mended(&title(wrong)), title(right), "{wrong}");
        assert!(is_safe(&one(&title(wrong))), "{wrong}");
    }
    for wrong in ["'The dogs' yard'", "‘The dogs’ yard’", "'Says \"hi\"'", "“Says \"hi\" a lot”", "''"] {
        let said = written(&title(wrong)).said;
        assert!(!said.is_empty() && said.iter().all(|(.., found)| !is_safe(found)), "{wrong}: {said:#?}");
    }
    assert_eq!(mended(&title("'Says \"hi\"'")), title("\"Says \\\"hi\\\"\""));
    let aspects = |wrong: &str| with("\"Green\", \"Hungry\"", wrong);
    assert!(is_safe(&one(&aspects("'Green', 'Can't swim'"))));
    assert_eq!(mended(&aspects("“Green”, “Can’t swim”")), aspects("\"Green\", \"Can’t swim\""));
}

#[test]
fn a_dash_between_two_systems_joins_them_and_one_between_two_zones_that_see_each_other_is_none() {
    for wrong in ["—", "–"] {
        assert_eq!(mended(&other(LINE, "brack -- osk", &format!("brack {wrong} osk"))), LINE, "{wrong}");
    }
    let sight = |line: &str| other(MAP, "border gate -- shed\n", &format!("border gate -- shed\n  sight {line}\n"));
    assert_eq!(mended(&sight("gate — shed")), sight("gate shed"));
}

#[test]
fn a_text_that_lacks_its_first_quote_is_given_it() {
    unsafely("\"Kelper\" {", "Kelper\" {");
    unsafely("\"Pike\" :", "Pike\" :");
    for right in ["counts the bales", "counts the Bales", "Counts, and counts"] {
        unsafely_text("\"Hungry\"", right);
    }
    for line in
        ["zone gate \"The gate\"\n", "zone gate \"the gate\"\n", "border gate -- shed 2 \"Old hatch\"\n", "border gate -- shed \"Hatch\"\n"]
    {
        let old = if line.starts_with("zone") { "zone gate \"The gate\"\n" } else { "border gate -- shed\n" };
        let whole = other(MAP, old, line);
        let text = other(&whole, line, &line.replacen('"', "", 1));
        let found = written(&text).said.remove(0).2;
        let at = found.fixes[0].edits[0].span.start as usize;
        assert_eq!(format!("{}\"{}", &text[..at], &text[at..]), whole, "{found:#?}");
        assert!(!is_safe(&found), "{line}");
    }
    // If a text begins without a space before it, the text before it ended too early.
    assert_eq!(one(&with("\"Green\", \"Hungry\"", "\"Green, \"Hungry\"")).message, "a `\"` is missing in this entry");
}

#[track_caller]
fn unsafely_text(right: &str, text: &str) {
    let whole = with(right, &format!("\"{text}\""));
    let wrong = with(right, &format!("{text}\""));
    assert_eq!(mended(&wrong), whole, "{text}");
    assert!(!is_safe(&one(&wrong)), "{text}");
}

#[test]
fn a_letter_for_a_digit_and_a_technology_without_its_number_are_no_texts() {
    unsafely("0..2", "O..2");
    assert_eq!(mended(&with("v_shift 2", "v_shift O")), with("v_shift 2", "v_shift 0"));
    assert_eq!(mended(&with("beam 3", "beam I")), with("beam 3", "beam 1"));
    let found = one(&with("ship pike \"Pike\" : spacecraft {\n  tech T1", "ship pike \"Pike\" : spacecraft {\n  tech T"));
    assert_eq!((found.primary.text.as_ref(), found.fixes.len()), ("technologies go from `T-4` to `T4`", 0), "{found:#?}");
}

#[test]
fn a_name_in_capitals_is_still_a_name_where_one_is_declared() {
    let said = written(&other(SKIFF, "stat speed", "stat SPEED")).said;
    assert!(said.iter().any(|(.., found)| found.fixes.iter().any(|fix| fix.title == "write `speed`")), "{said:#?}");
    let said = written(&other(MAP, "zone gate", "zone GATE")).said;
    assert!(said.iter().any(|(.., found)| found.fixes.iter().any(|fix| fix.title == "write `gate`")), "{said:#?}");
}

#[test]
fn a_test_is_known_by_the_text_behind_its_kind() {
    let test = |head: &str| format!("{GUN}{KELPER}{head} {{\n  expect not has_aspect(kelper, \"Tall\")\n}}\n");
    let right = test("test \"short\"");
    assert!(written(&right).said.is_empty());
    for kind in ["teat", "tests", "tset", "tst"] {
        assert_eq!(mended(&test(&format!("{kind} \"short\""))), right, "{kind}");
    }
    assert_eq!(mended(&test("test: \"short\"")), right);
    assert_eq!(one(&format!("{GUN}weapon \"Brine gun\" {{ tech T1 }}\n")).message, "a name is missing after `weapon`");
    assert!(one(&format!("{GUN}test \"short\"\n")).message.contains("has no block"));
}

#[test]
fn a_mark_between_a_key_and_a_sign_is_what_is_wrong_with_them() {
    let heir = |line: &str| format!("{GUN}weapon heir \"Heir\" : slug_thrower from brine_gun {{\n  stunts{line} - civilian\n}}\n");
    for mark in [":", " =", " :"] {
        assert_eq!(written(&heir(mark)).messages().len(), 1, "{mark}");
        let found = written(&heir(mark)).said.remove(0).2;
        assert!(found.code == Code::EqualsSign && is_safe(&found), "{mark}: {found:#?}");
    }
}

#[test]
fn a_comment_that_lacks_a_slash_is_told_of() {
    let slash = |found: &Diagnostic| (found.message.clone(), found.fixes.first().map(|fix| fix.edits[0].replacement.clone()));
    let told = ("`/` does not begin a comment".to_owned(), Some("//".to_owned()));
    for (right, wrong) in [
        ("  harm 1\n", "  harm 1\n  / a note\n"),
        ("  harm 1\n", "  harm 1\n  / 2 in the rain\n"),
        ("eva }\n", "eva }\n  / a note\n"),
        ("bridge 2 \"Ladder\"", "bridge\n  / a note"),
        ("npc kelper", "/ a note\nnpc kelper"),
    ] {
        assert_eq!(slash(&one(&with(right, wrong))), told, "{wrong}");
    }
    for (mark, wrong) in [("--", "-- a note"), ("<!--", "<!-- a note -->")] {
        let found = one(&with("eva }\n", &format!("eva }}\n  {wrong}\n")));
        assert_eq!(found.message, format!("`{mark}` does not begin a comment"));
        assert!(!is_safe(&found), "{found:#?}");
    }
    assert!(written(&other(SKIFF, "cost rank", "cost rank\n    / 2")).said.iter().all(|(.., found)| found.code != Code::StrayCharacter));
}

#[test]
fn an_invisible_blank_between_two_words_is_not_taken_out_unasked() {
    let map = other(MAP, "zone shed \"Shed\"", "zone shed");
    let text = other(&map, "zone shed", "zone\u{200b}shed");
    let found = written(&text).said.remove(0).2;
    assert!(found.code == Code::TypographicMark && !is_safe(&found) && found.fixes[0].edits[0].replacement == " ", "{found:#?}");
    // A key before its number is a single word, so removing the hidden character is a safe fix.
    assert!(is_safe(&one(&with("harm 1\n", "ha\u{200b}rm 1\n"))));
}

/// "Each listed mistake gets a message that names the fault, its place and the right text."
#[test]
fn the_notation_of_other_languages_is_recognised() {
    let said = |text: &str| written(text).said.into_iter().map(|(.., found)| found).collect::<Vec<_>>();
    let helps =
        |text: &str| said(text).iter().map(|found| found.help.clone().unwrap_or_default().to_string()).collect::<Vec<_>>().join("\n");
    let listed = helps("npc p \"P\" {\n  aspects\n    - \"One\"\n    - \"Two\"\n}\n");
    assert!(listed.contains("and commas between the values: `aspects \"One\", \"Two\"`"), "{listed}");
    assert_eq!(
        mended("\"Long rifle\" weapon : slug_thrower { tech T1 }\n"),
        "weapon long_rifle \"Long rifle\" : slug_thrower { tech T1 }\n"
    );
    assert_eq!(mended("new weapon flint : slug_thrower { tech T1 }\n"), "weapon flint : slug_thrower { tech T1 }\n");
    assert_eq!(
        mended("weapon flint : slug_thrower {\n  \"tech\": \"T1\", \"harm\": 1\n}\n"),
        "weapon flint : slug_thrower {\n  tech T1; harm 1\n}\n"
    );
    let compared = helps(&with("out(blues)", "turn 3"));
    assert!(compared.contains("write `turn == 3`"), "{compared}");
}
