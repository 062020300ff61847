//! Tests of inputs from strangers: garbage, brackets, long lines, hidden characters and huge numbers.

use super::{findings, imported};
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// Time in which an input is answered on a slow machine.
const LONG: Duration = Duration::from_secs(180);

/// Imports an input of some bytes that repeats a piece of text. It may be refused, but it is answered in time.
fn answered(piece: &str, bytes: usize) {
    let begun = Instant::now();
    drop(slip_import::import(super::sources(""), &piece.repeat(bytes / piece.len()), "imported.slip"));
    assert!(begun.elapsed() < LONG, "{piece:?} took {:?}", begun.elapsed());
}

#[test]
fn a_megabyte_of_signs_is_answered_in_time() {
    for piece in
        ["(", "[", "{", "\"", "|", "*", ",", ":", "a:", "\u{202e}", "O", "[ ]", "T2 ", "9", "x2 ", "\u{0}\u{1}\u{7f}", "word ", "\n", "/"]
    {
        answered(piece, 1 << 20);
    }
}

#[test]
fn thousands_of_lines_are_answered_in_time() {
    for piece in [
        "|a|b|\n",
        "#\n",
        "a: b\n",
        "Harm 1\n",
        "a,b\n",
        "Aspects:\n",
        "- a\n",
        "1/2/3\n",
        "Superb: Pilot\n",
        "Lamp (Ship)\n  a\n",
        "Beem 2\n",
    ] {
        answered(piece, 64 << 10);
    }
}

#[test]
fn hundreds_of_items_are_answered_in_time() {
    for piece in ["Hook: Harm 1, Range 0-1\n", "Hook\n\nHarm 1\n\n", "Lamp B867564-9 Ag\n", "| Hook | 1 |\n"] {
        answered(piece, 4 << 10);
    }
}

#[test]
fn hidden_characters_of_titles_and_aspects_are_written_as_escapes() {
    let import = imported("Lamp\u{202e} jack\u{0}\nT1 spacecraft\nBeam 1\nAspects: \"Old\u{202e}\"\nGold\u{200b}en\u{7}\n");
    assert!(
        !import.text.chars().any(|letter| slip_printable::hides(&letter.to_string(), 0, letter) && letter != '\n'),
        "{:?}",
        import.text
    );
    assert!(import.text.contains("\\\\u{202E}"), "{}", import.text);
}

#[test]
fn titles_that_are_words_of_the_language_get_legal_names() {
    for title in ["if", "x2", "when", "ship", "9", "\u{5149}\u{901f}", "-", "\"", "a\\", "tech T2"] {
        let import = imported(&format!("Name: {title}\nDesign: spacecraft\nTech: T1\nBeam: 1\n"));
        let syntax = findings(&import).into_iter().filter(|found| !found.starts_with("missing-aspects"));
        assert_eq!(syntax.collect::<Vec<_>>(), [""; 0], "{title}: {}", import.text);
    }
}

#[test]
fn huge_numbers_are_kept_as_comments() {
    let import = imported("Lamp\nT1 spacecraft\nBeam 99999999999999999999\nTorpedo 1\n");
    assert!(import.text.contains("// Beam 99999999999999999999\n"), "{}", import.text);
    let large = imported("Lamp\nT1 spacecraft\nBeam 2147483647\nHeat -2147483648\n");
    assert!(!findings(&large).is_empty());
}

#[test]
fn a_line_of_a_hundred_kilobytes_is_a_comment() {
    let import = imported(&format!("Lamp\nT1 spacecraft\nBeam 1\n{}\n", "very long ".repeat(10_000)));
    assert_eq!(import.items.len(), 1);
    assert_eq!(import.unknown.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Rules: R-XPK2.
    #[test]
    fn any_text_gives_text_that_parses(words in proptest::collection::vec(
        prop_oneof![
            Just("Rust Heron\n"), Just("T2 spacecraft"), Just("Harm 1"), Just("Range 0-2"), Just(", "), Just("\n"), Just("\n\n"), Just(": "),
            Just("Aspects: "), Just("Stunts:\n- "), Just("Civilian"), Just("Skills: Pilot 5"), Just("("), Just(")"), Just("\""), Just("\\"),
            Just("| a | b |\n"), Just("Superb: "), Just("OOO"), Just("//"), Just("{"), Just("}"), Just("\u{202e}"), Just("Military-grade (Pilot)"),
        ], 0..40))
    {
        // Only text that begins like JSON may be refused.
        let Ok(import) = slip_import::import(super::sources(""), &words.concat(), "imported.slip") else { return Ok(()) };
        let broken = findings(&import).into_iter().filter(|found| found.starts_with("syntax") || found.starts_with("unclosed"));
        prop_assert_eq!(broken.collect::<Vec<_>>(), Vec::<String>::new(), "{}", import.text);
    }
}
