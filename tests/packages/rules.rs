//! Tests of the choice of the standard library for a package: that of slipyard, or another one pinned by its manifest (R-XC3).

use crate::packages::package_folder::Shelf;
use slip_compile::stdlib;
use slipyard::project;
use std::path::Path;

/// A pistol that costs one build point more than the rules of slipyard allow.
const ILLEGAL: (&str, &str) =
    ("dock/guns.slip", "weapon flint \"Flint\" : slug_thrower { tech T1; harm 6; penetration 6; range 0..2; stunts civilian }\n");
const DOCK: &str = "[package]\nname = \"dock\"\nversion = \"0.1.0\"\n";

/// Writes a standard library under which every slug thrower is legal.
fn write_lenient(shelf: &Shelf, folder: &str) {
    write_library(shelf, folder, |path, text| if path.ends_with("slug_thrower.slip") { lenient(text) } else { text.to_owned() });
}

/// The design of slug throwers without the line that limits the budget.
fn lenient(text: &str) -> String {
    let changed = text.replace("budget 6 + tech", "budget 600 + tech");
    assert_ne!(changed, text, "the design has a budget that can be raised");
    changed
}

fn write_library(shelf: &Shelf, folder: &str, change: impl Fn(&str, &str) -> String) {
    let manifest = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib/slipyard.toml")).unwrap();
    shelf.write(&format!("{folder}/slipyard.toml"), manifest);
    for (path, text) in stdlib::FILES {
        shelf.write(&format!("{folder}/{path}"), change(path, text));
    }
}

/// Content hash of the library in a folder.
fn hash(shelf: &Shelf, folder: &str) -> String {
    let project = project::load(&[shelf.path(folder)], &mut std::io::empty()).unwrap();
    project.hash_of(project.roots[0])
}

fn pinned(path: &str, hash: &str) -> String {
    format!("{DOCK}\n[rules]\nstd = {{ path = \"{path}\", hash = \"{hash}\" }}\n")
}

/// The illegal package, with the lenient rules in a folder deep inside it.
fn planted(name: &str) -> Shelf {
    let shelf = Shelf::new(name, &[("dock/slipyard.toml", DOCK), ILLEGAL]);
    write_lenient(&shelf, "dock/art/old/std");
    shelf
}

/// The same package, which pins the lenient rules in a folder beside it.
fn pinning(name: &str) -> Shelf {
    let shelf = Shelf::new(name, &[ILLEGAL]);
    write_lenient(&shelf, "rules");
    let hash = hash(&shelf, "rules");
    shelf.write("dock/slipyard.toml", pinned("../rules", &hash));
    shelf
}

#[test]
fn a_folder_that_is_called_std_makes_no_illegal_package_legal() {
    let shelf = planted("rules-planted");
    for arguments in [&["check", "dock"][..], &["check", "."], &["check", "dock", "--locked"], &["check", "--locked", "."]] {
        let (code, text) = shelf.says(&[arguments, &["--format", "short"]].concat());
        assert_eq!(code, 1, "{text}");
        assert!(text.contains("error[over-budget]") && text.contains("error[foreign-std]"), "{arguments:?}: {text}");
    }
    assert!(shelf.says(&["build", "dock"]).1.contains("over-budget"));
    assert!(
        shelf.says(&["show", "flint", "--in", "dock"]).1.to_lowercase().contains("not legal"),
        "{}",
        shelf.says(&["show", "flint", "--in", "dock"]).1
    );
    assert!(shelf.says(&["sheet", "flint", "--in", "dock"]).1.contains("NOT LEGAL"));
    let (_, text) = shelf.says(&["sheet", "plain_pistol", "--in", "dock/art/old/std"]);
    assert!(text.contains("NOT LEGAL"), "nothing is legal by rules that no package names: {text}");
}

#[test]
fn the_help_for_a_folder_called_std_prints_the_line_that_pins_it() {
    let shelf = planted("rules-help");
    let (_, text) = shelf.says(&["check", "dock", "--format", "json"]);
    let hash = hash(&shelf, "dock/art/old/std");
    assert!(text.contains(&format!("std = {{ path = \\\"FOLDER\\\", hash = \\\"{hash}\\\" }}")), "{text}");
}

#[test]
fn a_copy_of_the_library_of_slipyard_is_that_library() {
    let shelf = Shelf::new("rules-copy", &[("dock/slipyard.toml", DOCK), ILLEGAL]);
    write_library(&shelf, "library", |_, text| text.replace('\n', "\r\n"));
    let (code, text) = shelf.says(&["check", "library", "--format", "short"]);
    assert_eq!(code, 0, "{text}");
    let (_, text) = shelf.says(&["check", ".", "--format", "short"]);
    assert!(text.contains("over-budget") && !text.contains("foreign-std"), "{text}");
    shelf.write("dock/slipyard.toml", pinned("../library", stdlib::hash()));
    let (code, text) = shelf.says(&["check", ".", "--format", "short"]);
    assert!(code == 1 && !text.contains("other-rules") && !text.contains("foreign-std"), "{text}");
}

#[test]
fn every_report_of_a_package_with_other_rules_says_so() {
    let shelf = pinning("rules-reports");
    for format in ["human", "ledger", "plain", "short", "narrated", "json", "sarif", "github", "gitlab", "junit", "markdown"] {
        let output = shelf.run(&["check", "dock", "--format", format]);
        let text = String::from_utf8_lossy(&output.stdout).replace('\n', " ");
        assert_eq!(output.status.code(), Some(0), "{text}");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("with the rules of `std`"), "{format}: {text}");
    }
}

#[test]
fn no_lint_level_and_no_baseline_hides_that_the_rules_are_others() {
    let shelf = pinning("rules-hidden");
    assert_eq!(shelf.says(&["check", "dock", "--write-baseline", "known.json"]).0, 0);
    assert!(!shelf.read("known.json").contains("other-rules"));
    assert!(shelf.says(&["check", "dock", "--baseline", "known.json"]).1.contains("other-rules"));
    let manifest = shelf.read("dock/slipyard.toml");
    shelf.write("dock/slipyard.toml", format!("{manifest}\n[lints]\nother-rules = \"allow\"\n"));
    let (code, text) = shelf.says(&["check", "dock", "--format", "short"]);
    assert!(code == 1 && text.contains("the level of `other-rules` cannot be set") && text.contains("note[other-rules]"), "{text}");
}

#[test]
fn every_card_of_a_package_with_other_rules_says_so() {
    let shelf = pinning("rules-cards");
    for format in ["text", "markdown", "html", "svg"] {
        let (code, text) = shelf.says(&["sheet", "flint", "--in", "dock", "--format", format]);
        assert_eq!(code, 0, "{text}");
        assert!(text.split_whitespace().collect::<Vec<_>>().join(" ").contains("other rules: std 0.1.0 #"), "{format}: {text}");
    }
    let (code, text) = shelf.says(&["show", "flint", "--in", "dock"]);
    assert!(code == 0 && text.contains("using the rules of `std"), "{text}");
}

#[test]
fn a_wrong_hash_is_an_error_that_prints_the_right_one_and_nothing_is_played_by_other_rules() {
    let shelf = pinning("rules-wrong-hash");
    let right = hash(&shelf, "rules");
    shelf.write("dock/slipyard.toml", pinned("../rules", &format!("sha256:{}", "0".repeat(64))));
    let (code, text) = shelf.says(&["check", ".", "--format", "plain"]);
    assert!(code == 1 && text.contains("rules-mismatch") && text.contains(&right), "{text}");
    assert!(!text.contains("over-budget"), "the package is not checked with rules it was not written for: {text}");
    assert!(!text.contains("foreign-std"), "one mistake is one finding: {text}");
    assert!(shelf.says(&["sheet", "flint", "--in", "dock"]).1.to_lowercase().contains("not legal"));
    assert_eq!(shelf.says(&["build", "dock"]).0, 1);
    let (code, text) = shelf.says(&["check", "dock", "--write-baseline", "known.json"]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(shelf.says(&["check", "dock", "--baseline", "known.json"]).0, 1, "no baseline hides that a package is not checked");
}

#[test]
fn rules_without_a_hash_without_a_folder_or_of_another_name_are_not_used() {
    let shelf = pinning("rules-mistakes");
    let right = hash(&shelf, "rules");
    shelf.write("yards/slipyard.toml", "[package]\nname = \"yards\"\nversion = \"1.0.0\"\n");
    for (entry, says) in [
        ("{ path = \"../rules\" }".to_owned(), format!("hash = \"{right}\"")),
        (format!("{{ path = \"../nowhere\", hash = \"{right}\" }}"), "there is no standard library at `../nowhere`".to_owned()),
        (format!("{{ path = \"../yards\", hash = \"{right}\" }}"), "contains the package `yards`".to_owned()),
        (format!("{{ hash = \"{right}\" }}"), "a folder with its hash".to_owned()),
        ("{ path = \"../rules\", hash = \"sha256:12\" }".to_owned(), "64 hexadecimal digits".to_owned()),
        ("{ path = \"../rules\", sha256 = \"12\" }".to_owned(), "`std` has no entry `sha256`".to_owned()),
        ("\"../rules\"".to_owned(), "a folder with its hash".to_owned()),
    ] {
        shelf.write("dock/slipyard.toml", format!("{DOCK}\n[rules]\nstd = {entry}\n"));
        let (code, text) = shelf.says(&["check", "dock", "--format", "plain"]);
        assert!(code == 1 && text.contains(&says), "{entry}: {text}");
        assert!(shelf.says(&["sheet", "flint", "--in", "dock"]).1.to_lowercase().contains("not legal"), "{entry}");
    }
}

#[test]
fn packages_with_different_rules_in_one_scan_have_the_verdict_that_each_has_alone() {
    let shelf = pinning("rules-two");
    let strict = ILLEGAL.1.replace("flint", "steel");
    shelf.write("strict/slipyard.toml", "[package]\nname = \"strict\"\n");
    shelf.write("strict/guns.slip", strict);
    write_library(
        &shelf,
        "strange",
        |path, text| if path.ends_with("slug_thrower.slip") { lenient(text) + "// Another.\n" } else { text.to_owned() },
    );
    let other = hash(&shelf, "strange");
    shelf.write("third/slipyard.toml", pinned("../strange", &other).replace("dock", "third"));
    shelf.write("third/guns.slip", ILLEGAL.1);
    let finding = |text: &str, path: &str| text.lines().filter(|line| line.starts_with(path)).map(str::to_owned).collect::<Vec<_>>();
    let (code, all) = shelf.says(&["check", ".", "--format", "short", "--no-cache"]);
    assert_eq!(code, 1, "{all}");
    for package in ["dock", "strict", "third"] {
        let alone = shelf.says(&["check", package, "--format", "short", "--no-cache"]).1;
        assert_eq!(finding(&all, package), finding(&alone, package), "{package}");
    }
    assert_eq!(all.matches("over-budget").count(), 1, "{all}");
    assert_eq!(all.matches("note[other-rules]").count(), 2, "{all}");
    assert!(!all.contains("foreign-std"), "{all}");
    // The result is the same from the cache, in whatever order the cache was filled.
    for _ in 0..3 {
        let again = shelf.says(&["check", ".", "--format", "short"]).1;
        assert_eq!(
            finding(&again, ""),
            finding(&all, "")
                .iter()
                .filter(|line| !line.starts_with("checked"))
                .cloned()
                .chain(again.lines().filter(|line| line.starts_with("checked")).map(str::to_owned))
                .collect::<Vec<_>>()
        );
    }
}

#[test]
fn a_dependency_with_other_rules_than_the_package_that_uses_it_is_an_error_that_names_both() {
    let shelf = pinning("rules-dependency");
    shelf.write("quay/slipyard.toml", "[package]\nname = \"quay\"\n\n[dependencies]\ndock = { path = \"../dock\" }\n");
    shelf.write("quay/guns.slip", "weapon flint_two : slug_thrower from dock.flint { }\n");
    let (code, text) = shelf.says(&["check", "quay", "--format", "plain"]);
    assert!(code == 1 && text.contains("`quay` depends on `dock`, which has other rules"), "{text}");
    assert!(!text.contains("over-budget"), "neither is judged by rules that are not its own: {text}");
    let (_, text) = shelf.says(&["check", ".", "--format", "short"]);
    assert!(text.contains("error[rules-mismatch]") && !text.contains("over-budget"), "`dock` is legal by its own rules: {text}");
    let right = hash(&shelf, "rules");
    let rules = format!("\n[rules]\nstd = {{ path = \"../rules\", hash = \"{right}\" }}\n");
    shelf.write("quay/slipyard.toml", shelf.read("quay/slipyard.toml") + &rules);
    let (code, text) = shelf.says(&["check", "quay", "--format", "plain"]);
    assert!(code == 0 && text.contains("`quay` is checked with the rules of `std`"), "{text}");
    // A dependency that names no standard library is checked with that of the package that uses it.
    shelf.write("dock/slipyard.toml", DOCK);
    assert_eq!(shelf.says(&["check", "quay"]).0, 0);
}

#[test]
fn a_dependency_that_is_called_std_is_no_standard_library() {
    let shelf = Shelf::new("rules-as-dependency", &[ILLEGAL]);
    write_lenient(&shelf, "rules");
    for name in ["std", "rules"] {
        shelf.write("dock/slipyard.toml", format!("{DOCK}\n[dependencies]\n{name} = {{ path = \"../rules\" }}\n"));
        let (code, text) = shelf.says(&["check", "dock", "--format", "short"]);
        assert!(code == 1 && text.contains("over-budget"), "{name}: {text}");
        assert!(shelf.says(&["show", "flint", "--in", "dock"]).1.to_lowercase().contains("not legal"), "{name}");
    }
}

#[test]
fn a_pack_contains_its_other_rules_and_says_so() {
    let shelf = pinning("rules-packed");
    let (code, text) = shelf.says(&["build", "dock", "--out", "out"]);
    assert_eq!(code, 0, "{text}");
    let pack = "out/dock-0.1.0.slippack";
    std::fs::remove_dir_all(shelf.path("rules")).unwrap();
    let (code, text) = shelf.says(&["inspect", pack]);
    assert!(code == 0 && text.contains("other rules") && text.contains("sources/std/slipyard.toml"), "{text}");
    assert!(shelf.says(&["inspect", pack, "--format", "json"]).1.contains("\"other_rules\""));
    let (code, text) = shelf.says(&["verify", pack]);
    assert!(code == 0 && text.contains("built with rules other than those of slipyard: std 0.1.0 sha256:"), "{text}");
    let (code, text) = shelf.says(&["check", pack, "--format", "short"]);
    assert!(code == 0 && text.contains("note[other-rules]"), "{text}");
    assert!(shelf.says(&["sheet", "flint", "--in", pack]).1.contains("other rules: std 0.1.0"));
    // A package that depends on this pack must have the same rules.
    let file = std::fs::read(shelf.path(pack)).unwrap();
    let hash = slip_pack::archive::hash(&file);
    shelf.write(
        "quay/slipyard.toml",
        format!("[package]\nname = \"quay\"\n\n[dependencies]\ndock = {{ pack = \"../{pack}\", hash = \"{hash}\" }}\n"),
    );
    shelf.write("quay/guns.slip", "weapon flint_two : slug_thrower from dock.flint { }\n");
    let (code, text) = shelf.says(&["check", "quay", "--format", "short"]);
    assert!(code == 1 && text.contains("rules-mismatch"), "{text}");
}

#[test]
fn a_lock_pins_the_hash_of_the_rules_and_an_older_lock_gains_it() {
    let shelf = Shelf::new("rules-lock", &[("dock/slipyard.toml", DOCK), ("dock/dock.slip", "")]);
    assert_eq!(shelf.says(&["lock", "--in", "dock"]).0, 0);
    let lock = shelf.read("dock/slipyard.lock");
    assert!(lock.contains(&format!("version = 2\nstd = {{ version = \"0.1.0\", hash = \"{}\" }}\n", stdlib::hash())), "{lock}");
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 0);
    // Rules of the same version with another content, as an earlier or changed slipyard has them.
    shelf.write("dock/slipyard.lock", lock.replace(stdlib::hash(), &format!("sha256:{}", "1".repeat(64))));
    assert!(shelf.says(&["check", "dock"]).1.contains("other rules than `slipyard.lock`, with the same version"));
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 1);
    assert_eq!(shelf.says(&["build", "dock", "--locked"]).0, 1);
    assert_eq!(shelf.says(&["lock", "--in", "dock"]).0, 1, "what is pinned stays until it is asked for");
    assert_eq!(shelf.says(&["lock", "--update", "std", "--in", "dock"]).0, 0);
    assert_eq!(shelf.read("dock/slipyard.lock"), lock);
    // A lock of the first format contains only the version of the standard library.
    shelf.write("dock/slipyard.lock", "version = 1\nstd = \"0.1.0\"\n");
    let (code, text) = shelf.says(&["check", "dock", "--format", "short"]);
    assert!(code == 0 && text.contains("note[lock-outdated]"), "{text}");
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 1);
    assert_eq!(shelf.says(&["lock", "--in", "dock"]).0, 0);
    assert!(shelf.read("dock/slipyard.lock").contains(stdlib::hash()));
}

#[test]
fn a_package_with_other_rules_needs_a_lock_and_the_lock_pins_them() {
    let shelf = pinning("rules-lock-other");
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 1, "no lock pins the rules");
    assert_eq!(shelf.says(&["lock", "--in", "dock"]).0, 0);
    assert!(shelf.read("dock/slipyard.lock").contains(&hash(&shelf, "rules")));
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 0);
    shelf.write("dock/slipyard.toml", DOCK);
    let (code, text) = shelf.says(&["check", "dock", "--locked", "--format", "short"]);
    assert!(code == 1 && text.contains("lock-mismatch"), "{text}");
}

#[test]
fn a_comparison_of_two_versions_says_when_the_rules_differ() {
    let shelf = pinning("rules-diff");
    shelf.write("before/slipyard.toml", DOCK);
    shelf.write("before/guns.slip", ILLEGAL.1);
    let (_, text) = shelf.says(&["diff", "before", "dock"]);
    assert!(text.contains("rules"), "{text}");
    assert!(text.contains("std 0.1.0 sha256:"), "{text}");
}

#[test]
fn a_pack_whose_inner_manifest_says_std_changes_no_rules() {
    let shelf = Shelf::new(
        "rules-inner",
        &[("dock/slipyard.toml", DOCK), ("dock/guns.slip", &ILLEGAL.1.replace("harm 6; penetration 6", "harm 1; penetration 1"))],
    );
    assert_eq!(shelf.says(&["build", "dock", "--out", "out"]).0, 0);
    let pack = "out/dock-0.1.0.slippack";
    let archive = slip_pack::archive::Archive::read(&std::fs::read(shelf.path(pack)).unwrap()).unwrap();
    let mut members: std::collections::BTreeMap<String, Vec<u8>> =
        archive.members().map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).collect();
    members.insert("sources/dock/slipyard.toml".to_owned(), DOCK.replace("\"dock\"", "\"std\"").into_bytes());
    members.insert("sources/dock/guns.slip".to_owned(), ILLEGAL.1.as_bytes().to_vec());
    for (path, text) in stdlib::FILES {
        let text = if path.ends_with("slug_thrower.slip") { lenient(text) } else { (*text).to_owned() };
        members.insert(format!("sources/std/{path}"), text.into_bytes());
    }
    shelf.write(pack, slip_pack::archive::write(archive.about, &members).unwrap());
    let (code, text) = shelf.says(&["check", pack, "--format", "short"]);
    assert!(code == 1 && text.contains("foreign-std") && text.contains("over-budget"), "{text}");
    assert_ne!(shelf.says(&["verify", pack]).0, 0);
}
