//! Mistakes in manifests, in plain words and with what to write.

use crate::shelf::Shelf;
use slipyard::project;

/// What loading says of a manifest: each message, with its help.
fn loaded(name: &str, manifest: &str) -> Vec<(String, String)> {
    let shelf = Shelf::new(name, &[("dock/slipyard.toml", manifest), ("dock/main.slip", "")]);
    shelf.loaded("dock").into_iter().map(|found| (found.message, found.help.unwrap_or_default())).collect()
}

fn pair(message: &str, help: &str) -> Vec<(String, String)> {
    vec![(message.to_owned(), help.to_owned())]
}

#[test]
fn folders_are_written_with_slashes() {
    let wanted = pair(
        "the manifest cannot be read: `\\` stands in a text in quotes",
        "write `/` between folders, on every system: `\"../yards/x\"`",
    );
    let manifest = "[package]\nname = \"dock\"\n[dependencies]\nyards = { path = \"..\\yards\\x\" }\n";
    assert_eq!(loaded("manifest-slashes", manifest), wanted);
}

#[test]
fn a_version_is_a_text() {
    let wanted = pair("the manifest cannot be read: `0.1.0` is no number", "put it in quotes: `\"0.1.0\"`");
    assert_eq!(loaded("manifest-version", "[package]\nname = \"dock\"\nversion = 0.1.0\n"), wanted);
}

#[test]
fn a_version_has_no_zero_in_front() {
    let wanted = pair(
        "the value of `version` is not three numbers without a 0 in front, such as `\"0.1.0\"`",
        "write three numbers without a 0 in front, such as `\"0.1.0\"`",
    );
    for version in ["01.0.0", "0.01.0", "1.0.00"] {
        assert_eq!(loaded("manifest-zeros", &format!("[package]\nname = \"dock\"\nversion = \"{version}\"\n")), wanted, "{version}");
    }
    assert_eq!(loaded("manifest-zeros", "[package]\nname = \"dock\"\nversion = \"0.10.0\"\n"), []);
}

#[test]
fn an_edition_that_is_not_known_is_named() {
    let wanted =
        pair("edition 2 of the language is not known: this slipyard reads edition 1", "write `edition = 1`, or use a later slipyard");
    assert_eq!(loaded("manifest-edition", "[package]\nname = \"dock\"\nedition = 2\n"), wanted);
}

#[test]
fn a_manifest_in_large_letters_is_not_passed_over() {
    let shelf = Shelf::new("manifest-letters", &[("dock/Slipyard.toml", "[package]\nname = \"dock\"\n"), ("dock/main.slip", "")]);
    let refused = project::load(&[shelf.path("dock")], &mut std::io::empty()).map(|_| ()).unwrap_err();
    assert!(refused.to_string().ends_with("is not read: a manifest is called `slipyard.toml`, in small letters"), "{refused}");
}

#[test]
fn a_word_of_another_section_says_where_it_belongs() {
    let wanted = |place: &str| pair(&format!("`variants` is not a word of {place}"), "it belongs below `[rules]`");
    assert_eq!(loaded("manifest-section", "[package]\nname = \"dock\"\nvariants = []\n"), wanted("[package]"));
    assert_eq!(loaded("manifest-top", "variants = []\n[package]\nname = \"dock\"\n"), wanted("the manifest"));
}
