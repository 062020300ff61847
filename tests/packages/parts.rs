//! Tests of checks of files and folders inside a package: the parts that are checked, and the parts that are left out.

use crate::packages::package_folder::Shelf;
use std::process::Command;

const GUNS: &[(&str, &str)] = &[
    ("dock/slipyard.toml", "[package]\nname = \"dock\"\n"),
    ("dock/right.slip", "weapon gaff \"Gaff\" : close_combat { tech T0; harm 1; range 0..1 }\n"),
    ("dock/guns/wrong.slip", "weapon flint \"Flint\" : slug_thrower { tech T1; harm 6; range 0..2 }\n"),
    ("dock/guns/deep/fails.slip", "test \"one is two\" {\n  expect 1 == 2\n}\n"),
];

/// Returns exit code and output of a command run in a folder of the shelf.
fn says_from(shelf: &Shelf, folder: &str, words: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_slipyard"))
        .args(words)
        .current_dir(shelf.path(folder))
        .env("NO_COLOR", "1")
        .env("SLIPYARD_CACHE", "")
        .output()
        .unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code().unwrap(), text)
}

#[test]
fn a_file_is_judged_from_every_folder_of_its_package() {
    let shelf = Shelf::new("parts-from", GUNS);
    let whole = shelf.path("dock/guns/wrong.slip").canonicalize().unwrap();
    for (folder, path) in [
        ("", "dock/guns/wrong.slip"),
        ("dock", "guns"),
        ("dock/guns", "wrong.slip"),
        ("dock/guns", "./wrong.slip"),
        ("dock/guns", "../guns/wrong.slip"),
        ("dock/guns", "."),
        ("dock/guns/deep", ".."),
        ("dock/guns", whole.to_str().unwrap()),
    ] {
        let (code, text) = says_from(&shelf, folder, &["check", path, "--format", "short"]);
        assert_eq!((code, text.matches("error[over-budget]").count()), (1, 1), "{path} from {folder}: {text}");
    }
    for (folder, path) in [("dock/guns", "../right.slip"), ("dock/guns/deep", "fails.slip"), ("dock/guns", "deep")] {
        let (code, text) = says_from(&shelf, folder, &["check", path, "--format", "short"]);
        assert!(code == 0 && text.contains("checked 1 package, 1 file"), "{path} from {folder}: {text}");
    }
    shelf.write("dock/guns/wrong.slip", "");
    let (code, text) = says_from(&shelf, "dock/guns/deep", &["test", "fails.slip"]);
    assert!(code == 1 && text.contains("one is two"), "{text}");
}

#[test]
fn a_part_of_which_its_package_reads_nothing_cannot_be_judged() {
    let shelf = Shelf::new("parts-unread", GUNS);
    let wrong = shelf.read("dock/guns/wrong.slip");
    for path in ["dock/.old/wrong.slip", "dock/target/wrong.slip", "shared/wrong.slip"] {
        shelf.write(path, &wrong);
    }
    std::fs::create_dir(shelf.path("dock/empty")).unwrap();
    let mut unread = vec!["dock/.old/wrong.slip", "dock/.old", "dock/target/wrong.slip", "dock/empty"];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../shared", shelf.path("dock/lib")).unwrap();
        unread.extend(["dock/lib", "dock/lib/wrong.slip"]);
    }
    for path in unread {
        let (code, text) = shelf.says(&["check", path]);
        assert_eq!(code, 2, "{path}: {text}");
        assert!(text.starts_with(&format!("error: `{path}` is not part of the package in `dock`: ")), "{text}");
        assert_eq!(shelf.says(&["test", path]).0, 2, "{path}");
    }
}

#[test]
fn what_a_baseline_knows_of_packages_that_are_not_checked_stays_in_it() {
    let wrong = |name: &str| format!("weapon {name} \"Wrong\" : slug_thrower {{ tech T1; harm 6; range 0..2 }}\n");
    let shelf =
        Shelf::new("parts-known", &[("a/slipyard.toml", "[package]\nname = \"a\"\n"), ("b/slipyard.toml", "[package]\nname = \"b\"\n")]);
    shelf.write("a/main.slip", wrong("flint"));
    shelf.write("b/main.slip", wrong("spark"));
    assert_eq!(
        shelf.says(&["check", "--write-baseline", "known.json"]).1,
        "wrote known.json with 2 findings, which later checks do not report\n"
    );
    let whole = shelf.read("known.json");
    // The package is found by name from any folder.
    for (folder, path, file) in [("", "a", "known.json"), ("a", ".", "../known.json")] {
        let (code, text) = says_from(&shelf, folder, &["check", path, "--baseline", file]);
        assert!(code == 0 && text.contains("1 known before") && !text.contains("gone"), "{text}");
    }
    let (_, text) = shelf.says(&["check", "a", "--write-baseline", "known.json"]);
    assert_eq!(
        text,
        "wrote known.json with 1 finding, which later checks do not report; 1 known finding of packages that were not checked stay in it\n"
    );
    assert_eq!(shelf.read("known.json"), whole);
    assert_eq!(shelf.says(&["check", "--baseline", "known.json"]).0, 0);
    // For files from before package names were stored, the folder decides.
    let old = whole.lines().filter(|line| !line.contains("\"package\"")).collect::<Vec<_>>().join("\n");
    assert_ne!(old.lines().count(), whole.lines().count());
    shelf.write("a/main.slip", "");
    for known in [&old, &whole] {
        shelf.write("known.json", known);
        let (code, text) = shelf.says(&["check", "a", "--baseline", "known.json"]);
        assert!(code == 0 && text.contains("1 finding in known.json no longer exists"), "{text}");
        let (_, text) = shelf.says(&["check", "a", "--write-baseline", "known.json"]);
        assert_eq!(
            text,
            "wrote known.json with 0 findings, which later checks do not report; 1 known finding of packages that were not checked stay in it\n"
        );
    }
    assert_eq!(shelf.says(&["check", "--baseline", "known.json"]).0, 0);
}
