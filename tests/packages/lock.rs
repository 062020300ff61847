//! Tests of `slipyard.lock`: when it is written, which versions it pins, and the messages if it does not match.

use crate::packages::package_folder::{Shelf, lines};
use slip_source::diagnostic::Code;

const DOCK: (&str, &str) =
    ("dock/slipyard.toml", "[package]\nname = \"dock\"\nversion = \"0.1.0\"\n\n[dependencies]\nyards = { path = \"../yards\" }\n");
const DOCK_TEXT: (&str, &str) = ("dock/dock.slip", "use yards.{flint}\n\nweapon flint_two : slug_thrower from flint { }\n");
const YARDS: (&str, &str) =
    ("yards/slipyard.toml", "[package]\nname = \"yards\"\nversion = \"1.2.0\"\n\n[dependencies]\nanvils = { path = \"../anvils\" }\n");
const YARDS_TEXT: (&str, &str) = ("yards/guns.slip", "use anvils.{steel}\n\nweapon flint \"Flint\" : slug_thrower from steel { }\n");
const ANVILS: (&str, &str) = ("anvils/slipyard.toml", "[package]\nname = \"anvils\"\nversion = \"2.0.0\"\n");
const ANVILS_TEXT: (&str, &str) =
    ("anvils/guns.slip", "weapon steel \"Steel\" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\n");

/// Packages of three repositories: a package of the same repository would not be pinned.
fn shelf(name: &str) -> Shelf {
    let shelf = Shelf::new(name, &[DOCK, DOCK_TEXT, YARDS, YARDS_TEXT, ANVILS, ANVILS_TEXT]);
    ["yards/.git", "anvils/.git"].iter().for_each(|path| shelf.write(path, ""));
    shelf
}

/// "Path dependencies of the same repository need no hash; two pull requests that touch a base package merge without a conflict."
#[test]
fn a_change_of_a_package_of_the_same_repository_rewrites_no_lock() {
    let shelf = Shelf::new("lock-beside", &[DOCK, DOCK_TEXT, YARDS, YARDS_TEXT, ANVILS, ANVILS_TEXT]);
    shelf.write(".git", "");
    assert_eq!(shelf.says(&["lock", "dock"]), (0, "wrote dock/slipyard.lock\n".to_owned()));
    let lock = shelf.read("dock/slipyard.lock");
    assert!(lock.contains("version = 3\nrepository = true\nstd = ") && !lock.contains("[[package]]"), "{lock}");
    shelf.write("anvils/more.slip", "// One comment in a base package.\n");
    shelf.write("yards/slipyard.toml", YARDS.1.replace("1.2.0", "1.3.0"));
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 0);
    assert_eq!(shelf.says(&["lock", "--update", "--in", "dock"]).1, "no changes in dock/slipyard.lock\n");
    assert_eq!(shelf.read("dock/slipyard.lock"), lock);
}

/// A lock with hashes of packages of the same repository, from before, is read and changes no verdict.
#[test]
fn hashes_of_packages_of_the_same_repository_no_longer_count() {
    let shelf = shelf("lock-before");
    shelf.says(&["lock", "dock"]);
    assert!(shelf.read("dock/slipyard.lock").contains("[[package]]"));
    ["yards/.git", "anvils/.git"].iter().for_each(|path| std::fs::remove_file(shelf.path(path)).unwrap());
    shelf.write(".git", "");
    shelf.write("anvils/more.slip", "// A comment.\n");
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 0);
    assert_eq!(shelf.says(&["lock", "dock"]).1, "wrote dock/slipyard.lock\n");
    assert!(!shelf.read("dock/slipyard.lock").contains("[[package]]"));
}

#[test]
fn a_lock_pins_everything_below_sorted_and_says_the_same_from_every_folder() {
    let shelf = shelf("lock-whole");
    assert_eq!(shelf.says(&["lock", "--in", "dock"]), (0, "wrote dock/slipyard.lock\n".to_owned()));
    let text = shelf.read("dock/slipyard.lock");
    let names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("name = ")).collect();
    assert_eq!(names, ["\"anvils\"", "\"yards\""]);
    assert!(text.contains("version = 2\nstd = { version = \"") && text.contains("needs = [\"anvils\"]\n"), "{text}");
    std::fs::remove_file(shelf.path("dock/slipyard.lock")).unwrap();
    let inside = std::process::Command::new(env!("CARGO_BIN_EXE_slipyard")).arg("lock").current_dir(shelf.path("dock")).output().unwrap();
    assert_eq!(inside.status.code(), Some(0));
    assert_eq!(shelf.read("dock/slipyard.lock"), text);
}

#[test]
fn a_lock_that_holds_is_not_written_again() {
    let shelf = shelf("lock-quiet");
    shelf.says(&["lock", "--in", "dock"]);
    let before = std::fs::metadata(shelf.path("dock/slipyard.lock")).unwrap().modified().unwrap();
    assert_eq!(shelf.says(&["lock", "--in", "dock"]), (0, "no changes in dock/slipyard.lock\n".to_owned()));
    assert_eq!(shelf.says(&["lock", "--update", "--in", "dock"]).0, 0);
    assert_eq!(shelf.says(&["build", "dock"]).0, 0);
    assert_eq!(std::fs::metadata(shelf.path("dock/slipyard.lock")).unwrap().modified().unwrap(), before);
    assert_eq!(std::fs::read_dir(shelf.path("dock")).unwrap().count(), 4, "manifest, text, lock and target; nothing is left over");
}

#[test]
fn line_ends_and_byte_order_marks_change_no_hash() {
    let shelf = shelf("lock-line-ends");
    shelf.says(&["lock", "--in", "dock"]);
    for (path, text) in [YARDS, YARDS_TEXT, ANVILS, ANVILS_TEXT] {
        shelf.write(path, format!("\u{feff}{}", text.replace('\n', "\r\n")));
    }
    let lock = shelf.read("dock/slipyard.lock").replace('\n', "\r\n");
    shelf.write("dock/slipyard.lock", lock);
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 0);
    assert_eq!(shelf.says(&["lock", "--in", "dock"]).1, "no changes in dock/slipyard.lock\n");
}

#[test]
fn a_dependency_that_has_changed_is_named_and_pinned_anew_only_when_asked() {
    let shelf = shelf("lock-changed");
    shelf.says(&["lock", "--in", "dock"]);
    let before = shelf.read("dock/slipyard.lock");
    shelf.write("anvils/more.slip", "// A line that was not there.\n");
    let found = shelf.loaded("dock");
    assert_eq!(lines(&found), ["lock-mismatch: the package `anvils` has changed since `slipyard.lock` was written"]);
    assert_eq!(found[0].help.as_deref(), Some("if the change is intended, run `slipyard lock --update anvils`"));
    assert_eq!(shelf.says(&["check", "dock"]).0, 0, "without --locked a check judges what is there");
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 1);
    assert_eq!(shelf.says(&["build", "dock", "--locked"]).0, 1);
    assert_eq!(shelf.says(&["lock", "--in", "dock"]).0, 1);
    assert_eq!(shelf.says(&["lock", "--update", "yards", "--in", "dock"]).0, 1, "anvils was not named");
    assert_eq!(shelf.read("dock/slipyard.lock"), before);
    assert_eq!(shelf.says(&["lock", "--update", "anvils", "--in", "dock"]).0, 0);
    assert_ne!(shelf.read("dock/slipyard.lock"), before);
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 0);
    assert_eq!(
        shelf.says(&["lock", "--update", "anvil", "--in", "dock"]),
        (2, "error: no package here depends on `anvil`; did you mean `anvils`?\n".to_owned())
    );
}

#[test]
fn another_version_says_both() {
    let shelf = shelf("lock-version");
    shelf.says(&["lock", "--in", "dock"]);
    shelf.write("yards/slipyard.toml", YARDS.1.replace("1.2.0", "1.3.0"));
    let found = shelf.loaded("dock");
    assert_eq!(lines(&found), ["lock-mismatch: `slipyard.lock` has version 1.2.0 of the package `yards`, but version 1.3.0 is there now"]);
    assert_eq!(found[0].secondary[0].text, "the dependency", "the manifest's line takes part");
}

#[test]
fn a_check_writes_nothing_and_a_build_writes_what_the_manifest_gained() {
    let shelf = shelf("lock-gained");
    assert_eq!(shelf.says(&["check", "dock"]).0, 0);
    assert!(!shelf.path("dock/slipyard.lock").exists(), "a check never writes");
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 1, "nothing pins yards");
    assert_eq!(shelf.says(&["build", "dock", "--locked"]).0, 1);
    assert_eq!(shelf.says(&["build", "dock"]).0, 0);
    assert!(shelf.path("dock/slipyard.lock").exists());
    // If a dependency is removed, the packages it brought in are named, and the next build drops them.
    shelf.write("yards/slipyard.toml", YARDS.1.split("\n[dep").next().unwrap());
    shelf.write("yards/guns.slip", ANVILS_TEXT.1.replace("steel", "flint"));
    let found = lines(&shelf.loaded("dock"));
    assert!(
        found.contains(&"lock-outdated: `slipyard.lock` contains the package `anvils`, which no package here uses".to_owned()),
        "{found:?}"
    );
    assert_eq!(shelf.says(&["lock", "--update", "--in", "dock"]).0, 0);
    assert!(!shelf.read("dock/slipyard.lock").contains("anvils"));
    // If a dependency is added, there is a note, and `lock` adds the dependency without changing the rest.
    let pinned = shelf.read("dock/slipyard.lock");
    shelf.write("dock/slipyard.toml", format!("{}anvils = {{ path = \"../anvils\" }}\n", DOCK.1));
    assert_eq!(lines(&shelf.loaded("dock")), ["lock-outdated: `slipyard.lock` does not contain the package `anvils`"]);
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 1);
    assert_eq!(shelf.says(&["lock", "--in", "dock"]).0, 0);
    assert!(shelf.read("dock/slipyard.lock").contains(pinned.split("[[package]]").nth(1).unwrap().trim_end()));
}

#[test]
fn what_needs_nothing_needs_no_lock() {
    let shelf = shelf("lock-none");
    assert_eq!(shelf.says(&["check", "anvils", "--locked"]).0, 0);
    assert_eq!(shelf.says(&["build", "anvils"]).0, 0);
    assert!(!shelf.path("anvils/slipyard.lock").exists());
}

#[test]
fn the_locks_of_dependencies_do_not_matter() {
    let shelf = shelf("lock-inner");
    shelf.write("yards/slipyard.lock", "<<<<<<< ours\n");
    assert_eq!(lines(&shelf.loaded("dock")), [""; 0]);
    assert_eq!(lines(&shelf.loaded("yards")), ["lock-file: `slipyard.lock` contains a merge conflict"]);
}

#[test]
fn a_lock_that_cannot_be_read_says_why_and_is_written_anew_when_asked() {
    let shelf = shelf("lock-broken");
    for (text, message) in [
        ("version = 1\n<<<<<<< ours\nstd = \"0.1.0\"\n", "`slipyard.lock` contains a merge conflict"),
        ("version = 1\nstd = 3\n", "`slipyard.lock` cannot be read: `std` has a value of the wrong type"),
        ("version = 1\n", "`slipyard.lock` cannot be read: the key `std` is missing"),
        ("std = \"0.1.0\"\n", "`slipyard.lock` cannot be read: `version = 2` is missing"),
        ("", "`slipyard.lock` cannot be read: `version = 2` is missing"),
        (
            "version = 1\nstd = \"0.1.0\"\n[[package]]\nname = \"yards\"\n",
            "`slipyard.lock` cannot be read: a package has no name or no hash",
        ),
        ("version = 1\nstd = \"0.1.0\"\npackages = 3\n", "`slipyard.lock` cannot be read: there is no key `packages`"),
        ("version = 1\nstd = \"0.", "`slipyard.lock` cannot be read: invalid basic string, expected `\"`"),
    ] {
        shelf.write("dock/slipyard.lock", text);
        assert_eq!(lines(&shelf.loaded("dock")), [format!("lock-file: {message}")], "{text:?}");
        assert_eq!(shelf.says(&["check", "dock"]).0, 1);
        assert_eq!(shelf.says(&["lock", "--in", "dock"]).0, 1);
        assert_eq!(shelf.read("dock/slipyard.lock"), text, "left as it is");
        assert_eq!(shelf.says(&["lock", "--update", "--in", "dock"]).0, 0);
        assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 0);
    }
}

#[test]
fn the_lock_of_a_later_slipyard_is_never_overwritten() {
    let shelf = shelf("lock-later");
    let text = "version = 4\nshape = \"unheard of\"\n";
    shelf.write("dock/slipyard.lock", text);
    assert_eq!(lines(&shelf.loaded("dock")), ["lock-file: this slipyard cannot read version 4 of `slipyard.lock`"]);
    assert_eq!(shelf.says(&["lock", "--update", "--in", "dock"]).0, 1);
    assert_eq!(shelf.says(&["build", "dock"]).0, 1);
    assert_eq!(shelf.read("dock/slipyard.lock"), text);
}

#[test]
fn other_rules_are_a_change_too() {
    let shelf = shelf("lock-std");
    shelf.says(&["lock", "--in", "dock"]);
    let old = shelf.read("dock/slipyard.lock").replace(env!("CARGO_PKG_VERSION"), "0.0.7");
    shelf.write("dock/slipyard.lock", old);
    let now = env!("CARGO_PKG_VERSION");
    assert_eq!(
        lines(&shelf.loaded("dock")),
        [format!("lock-mismatch: `slipyard.lock` has the rules `std` 0.0.7, but this slipyard has version {now}")]
    );
    assert_eq!(shelf.says(&["lock", "--update", "std", "--in", "dock"]).0, 0);
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 0);
}

#[test]
fn a_package_whose_dependencies_are_not_whole_is_not_locked() {
    let shelf = shelf("lock-halved");
    shelf.write("yards/slipyard.toml", YARDS.1.replace("../anvils", "../anvil"));
    let (code, text) = shelf.says(&["lock", "--in", "dock"]);
    assert_eq!(code, 1);
    assert!(text.contains("there is no package `anvils` at `../anvil`") && text.contains("did you mean `../anvils`?"), "{text}");
    assert!(!shelf.path("dock/slipyard.lock").exists());
}

#[test]
fn what_cannot_be_read_takes_nothing_out_of_the_lock() {
    let shelf = shelf("lock-away");
    assert_eq!(shelf.says(&["lock", "--in", "dock"]).0, 0);
    // A missing package also hides its own dependencies.
    for gone in ["anvils", "yards"] {
        let manifest = format!("{gone}/slipyard.toml");
        let text = shelf.read(&manifest);
        std::fs::remove_file(shelf.path(&manifest)).unwrap();
        let codes: Vec<_> = shelf.loaded("dock").into_iter().map(|found| found.code).collect();
        assert_eq!(codes, [Code::MissingDependency], "{gone}");
        shelf.write(&manifest, text);
    }
    assert_eq!(shelf.loaded("dock"), []);
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_to_can_be_checked_and_built_elsewhere() {
    use std::os::unix::fs::PermissionsExt;
    let shelf = shelf("lock-read-only");
    let mode = |mode| std::fs::set_permissions(shelf.path("dock"), std::fs::Permissions::from_mode(mode)).unwrap();
    mode(0o555);
    let checked = shelf.says(&["check", "dock"]);
    let built = shelf.says(&["build", "dock", "--out", "out"]);
    mode(0o755);
    assert_eq!(checked.0, 0);
    assert_eq!(built.0, 0, "{}", built.1);
    assert!(shelf.path("out/dock-0.1.0.slippack").exists());
}

/// "It has the same verdict alone and together with others": a pack of one package holds a copy of another package of the repository.
#[test]
fn a_pack_with_a_copy_of_a_package_does_not_stand_for_its_folder() {
    let manifest = |name: &str, of: &str| format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\n\n[dependencies]\n{of}\n");
    let yards = "[package]\nname = \"yards\"\nversion = \"1.2.0\"\n";
    let by_path = "yards = { path = \"../yards\" }";
    let shelf = Shelf::new(
        "lock-copy",
        &[
            (".git", ""),
            ("yards/slipyard.toml", yards),
            ("yards/guns.slip", "weapon flint \"Flint\" : slug_thrower { tech T1; harm 1; penetration 1; range 0..1 }\n"),
            ("house/slipyard.toml", &manifest("house", by_path)),
            ("house/guns.slip", "use yards.{flint}\n\nweapon flint_two : slug_thrower from flint { }\n"),
            ("watch/slipyard.toml", &manifest("watch", by_path)),
            ("watch/guns.slip", "use yards.{flint}\n\nweapon flint_three : slug_thrower from flint { }\n"),
        ],
    );
    shelf.says(&["build", "house", "--out", "crew"]);
    let hash = slip_pack::archive::hash(&std::fs::read(shelf.path("crew/house-0.1.0.slippack")).unwrap());
    let by_pack = format!("house = {{ pack = \"house-0.1.0.slippack\", hash = \"{hash}\" }}");
    shelf.write("crew/slipyard.toml", manifest("crew", &by_pack));
    shelf.write("crew/guns.slip", "use house.{flint_two}\n\nweapon flint_four : slug_thrower from flint_two { }\n");
    std::fs::remove_dir_all(shelf.path("house")).unwrap();
    ["crew", "watch"].iter().for_each(|package| assert_eq!(shelf.says(&["lock", package]).0, 0));
    assert!(shelf.read("crew/slipyard.lock").contains("name = \"yards\""), "what is in a pack is pinned");
    for path in ["crew", "watch", "."] {
        let (status, said) = shelf.says(&["check", path, "--locked", "--no-cache", "--format", "short"]);
        assert_eq!(status, 0, "{path}: {said}");
    }
    assert_eq!(shelf.says(&["lock", "."]).0, 0);
    assert!(shelf.read("crew/slipyard.lock").contains("name = \"yards\""), "the lock is the same, whatever is locked with it");
    let (_, said) = shelf.says(&["check", ".", "--no-cache", "--format", "short"]);
    assert!(said.contains("yards/guns.slip:") && !said.contains("slippack"), "findings are in the folder: {said}");
}
