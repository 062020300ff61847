//! Tests of the checker on parties of raise-and-see conflicts: one mistake, one message.

use slip_test_support::compiled_text;

use compiled_text::written;

const SHEET: &str = r#"
background any "Anybody" { stat_dice 8; trait_dice 3 }
operative b "B" { background any; stats { body 2; mind 2; soft 2; hard 2 }; trait rope "Rope trick" 1d6; TRAIT }
"#;

#[test]
fn a_trait_that_cannot_be_read_leaves_no_dice_over() {
    for (line, expected) in [
        ("trait calm \"Calm\" 2d6", &[][..]),
        ("trait calm \"Calm\" 1d6", &["dice-left"]),
        ("trait calm \"Calm\" 3d6", &["dice-overspent"]),
        ("trait calm \"Calm\"", &["wrong-value"]),
        ("trait \"Calm\" 2d6", &["wrong-value"]),
        ("trait calm \"Calm\" 2d6 dangerous", &["wrong-value"]),
        ("trait rope \"Calm\" 2d6", &["duplicate-entry"]),
    ] {
        let found = written(&SHEET.replace("TRAIT", line));
        let codes: Vec<String> =
            found.said.iter().filter(|(.., found)| found.code.slug() != "never-used").map(|(.., found)| found.code.to_string()).collect();
        assert_eq!(codes, expected, "{line}");
    }
}

/// `verdicts` counts parties and backgrounds of a package among the checked things.
#[test]
fn parties_and_backgrounds_are_counted() {
    use slip_source::{Package, Sources};
    let mut sources = Sources::new();
    slip_compile::stdlib::add(&mut sources);
    let own = sources.add_package(Package { name: "own".to_owned(), version: "0.1.0".to_owned(), edition: 1, ..Package::default() });
    sources.add_file(own, "own.slip", SHEET.replace("TRAIT", "trait calm \"Calm\" 2d6").as_str());
    assert_eq!(slip_compile::verdicts(&sources, &[own]).items.get(&own), Some(&2));
}
