//! Tests of mistakes in manifests, with plain messages that show what to write.

use crate::packages::package_folder::{Shelf, lines};
use slipyard::project;

/// Returns the messages about a manifest, each with its help.
fn loaded(name: &str, manifest: &str) -> Vec<(String, String)> {
    let shelf = Shelf::new(name, &[("dock/slipyard.toml", manifest), ("dock/main.slip", "")]);
    shelf.loaded("dock").into_iter().map(|found| (found.message, found.help.unwrap_or_default())).collect()
}

fn pair(message: &str, help: &str) -> Vec<(String, String)> {
    vec![(message.to_owned(), help.to_owned())]
}

#[test]
fn folders_are_written_with_slashes() {
    let wanted = pair("`slipyard.toml` cannot be read: a path contains `\\`", "write `\"../yards/x\"`");
    let manifest = "[package]\nname = \"dock\"\n[dependencies]\nyards = { path = \"..\\yards\\x\" }\n";
    assert_eq!(loaded("manifest-slashes", manifest), wanted);
}

#[test]
fn a_version_is_a_text() {
    let wanted = pair("`slipyard.toml` cannot be read: the version `0.1.0` is not in quotes", "write `\"0.1.0\"`");
    assert_eq!(loaded("manifest-version", "[package]\nname = \"dock\"\nversion = 0.1.0\n"), wanted);
}

#[test]
fn a_version_has_no_zero_in_front() {
    let wanted = pair(
        "the value of `version` is not three numbers without leading zeros, such as `\"0.1.0\"`",
        "write three numbers without leading zeros, such as `\"0.1.0\"`",
    );
    for version in ["01.0.0", "0.01.0", "1.0.00"] {
        assert_eq!(loaded("manifest-zeros", &format!("[package]\nname = \"dock\"\nversion = \"{version}\"\n")), wanted, "{version}");
    }
    assert_eq!(loaded("manifest-zeros", "[package]\nname = \"dock\"\nversion = \"0.10.0\"\n"), []);
}

#[test]
fn an_edition_that_is_not_known_is_named() {
    let wanted = pair("this slipyard cannot read edition 2 of the language", "write `edition = 1`, or use a later slipyard");
    assert_eq!(loaded("manifest-edition", "[package]\nname = \"dock\"\nedition = 2\n"), wanted);
}

#[test]
fn a_manifest_in_large_letters_is_not_passed_over() {
    let shelf = Shelf::new("manifest-letters", &[("dock/Slipyard.toml", "[package]\nname = \"dock\"\n"), ("dock/main.slip", "")]);
    let refused = project::load(&[shelf.path("dock")], &mut std::io::empty()).map(|_| ()).unwrap_err();
    assert!(refused.to_string().ends_with("is not a manifest: rename it to `slipyard.toml`, in lower-case letters"), "{refused}");
}

#[test]
fn a_manifest_in_large_letters_is_named_where_packages_are_required() {
    let files = [("all/dock/Slipyard.toml", "[package]\nname = \"dock\"\n"), ("all/yard/slipyard.toml", "[package]\nname = \"yard\"\n")];
    let shelf = Shelf::new("manifest-required", &files);
    let (status, said) = shelf.says(&["check", "all", "--require-packages"]);
    assert!(status == 2 && said.contains("rename it to `slipyard.toml`, in lower-case letters"), "{said}");
}

#[test]
fn a_word_of_another_section_says_where_it_belongs() {
    let wanted = |place: &str| pair(&format!("{place} has no entry `variants`"), "write this line below `[rules]`");
    assert_eq!(loaded("manifest-section", "[package]\nname = \"dock\"\nvariants = []\n"), wanted("[package]"));
    assert_eq!(loaded("manifest-top", "variants = []\n[package]\nname = \"dock\"\n"), wanted("the manifest"));
}

/// Creates a package with a gun, and one that depends on it and has locked it; both allow unspent points.
fn locked(name: &str) -> Shelf {
    let lints = "\n[lints]\nunspent-points = \"allow\"\n";
    let yards = format!("[package]\nname = \"yards\"\nversion = \"1.3.0\"\n{lints}");
    let on_yards = "[dependencies]\nyards = { path = \"../yards\", version = \"1.3\" }\n";
    let dock = format!("[package]\nname = \"dock\"\n\n{on_yards}{lints}");
    let gaff = "weapon gaff \"Gaff\" : close_combat { tech T0; harm 1; range 0..1 }\n";
    let files = [
        ("yards/slipyard.toml", yards.as_str()),
        ("yards/main.slip", gaff),
        ("dock/slipyard.toml", dock.as_str()),
        ("dock/main.slip", "weapon hook \"Hook\" : close_combat from yards.gaff { }\n"),
    ];
    let shelf = Shelf::new(name, &files);
    // A package of the same repository would not be pinned.
    shelf.write("yards/.git", "");
    assert_eq!(shelf.says(&["lock", "--in", "dock"]).0, 0);
    assert_eq!(lines(shelf.said("dock").iter()), [""; 0]);
    assert_eq!(lines(shelf.said("yards").iter()), [""; 0]);
    shelf
}

#[test]
fn a_conflict_in_a_manifest_is_one_mistake_and_nothing_follows_from_it() {
    let shelf = locked("manifest-conflict");
    let whole = shelf.read("yards/slipyard.toml");
    let wanted = ["manifest-syntax: `slipyard.toml` contains a merge conflict"];
    let base = "||||||| 1234567\nversion = \"1.2.0\"\n";
    for (first, base, second) in [
        ("version = \"1.3.0\"\n", "", "version = \"1.4.0\"\n"),
        ("version = \"2.0.0\"\n", base, "version = \"1.4.0\"\n"),
        ("", base, "version = \"1.4.0\"\nedition = 7\n"),
    ] {
        let conflict = format!("<<<<<<< HEAD\n{first}{base}=======\n{second}>>>>>>> spring\n");
        for end in ["\n", "\r\n"] {
            shelf.write("yards/slipyard.toml", whole.replace("version = \"1.3.0\"\n", &conflict).replace('\n', end));
            for package in ["yards", "dock"] {
                let found = shelf.said(package);
                assert_eq!(lines(found.iter()), wanted, "{package}: {conflict}");
                let project = shelf.load(package);
                assert!(found.iter().all(|one| project.sources.slice(one.primary.span) == "<<<<<<< HEAD"));
            }
        }
    }
    // Inside a multi-line string such a line is not a conflict marker.
    shelf.write("yards/slipyard.toml", whole.replace("[lints]", "description = \"\"\"\n=======\n\"\"\"\n[lints]"));
    assert_eq!(lines(shelf.said("yards").iter()), [""; 0]);
}

#[test]
fn of_a_manifest_that_cannot_be_read_no_version_is_compared() {
    let shelf = locked("manifest-compared");
    let whole = shelf.read("yards/slipyard.toml");
    for (version, wanted) in [
        ("1.3.0", "manifest-syntax: `slipyard.toml` cannot be read: the version `1.3.0` is not in quotes"),
        ("1.3", "manifest: the value of `version` is not text in quotes"),
        ("\"1.3\"", "manifest: the value of `version` is not three numbers, such as `\"0.1.0\"`"),
    ] {
        shelf.write("yards/slipyard.toml", whole.replace("\"1.3.0\"", version));
        let found = shelf.said("dock");
        let errors = found.iter().filter(|one| one.severity == slip_source::diagnostic::Severity::Error);
        assert_eq!(lines(errors), [wanted], "{version}");
    }
    // A missing version is another case: none has been chosen yet.
    shelf.write("yards/slipyard.toml", whole.replace("version = \"1.3.0\"\n", ""));
    let found = lines(shelf.said("dock").iter());
    assert!(found.contains(&"version-mismatch: `yards` has no version, but 1.3 is required".to_owned()), "{found:?}");
    let changed = "lock-mismatch: `slipyard.lock` has version 1.3.0 of the package `yards`, but no version is there now";
    assert!(found.contains(&changed.to_owned()), "{found:?}");
}

#[test]
fn a_version_that_is_asked_for_is_a_text_and_asks_for_nothing_else() {
    let shelf = locked("manifest-asked");
    shelf.write("dock/slipyard.toml", shelf.read("dock/slipyard.toml").replace("\"1.3\"", "1.3"));
    let found = lines(&shelf.loaded("dock"));
    assert_eq!(found, ["manifest: the value of `version` is not text in quotes"]);
}

#[test]
fn a_package_that_holds_nothing_yet_is_laid_out() {
    let shelf = Shelf::new("manifest-alone", &[("all/dock/slipyard.toml", "[package]\nname = \"dock\"\n"), ("none/notes.txt", "")]);
    for path in ["all/dock", "all"] {
        assert_eq!(shelf.says(&["fmt", "--check", path]), (0, "would format 0 of 0 files\n".to_owned()));
    }
    assert_eq!(shelf.says(&["fmt", "--check", "none"]), (2, "error: there is no Slip file in `none`\n".to_owned()));
}
