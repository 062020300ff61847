//! Tests of file names: `check` and `build` give the same verdict on names that some systems cannot have, and a file that the user names
//! means exactly this file.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]
#![cfg(unix)]

use crate::harness::package_folder::{Shelf, lines};

const MANIFEST: &str = "[package]\nname = \"dock\"\nversion = \"1.0.0\"\n";

fn gun(name: &str) -> String {
    format!("weapon {name} : slug_thrower {{ tech T1; harm 1; penetration 1; range 0..2; stunts civilian }}\n")
}

/// Returns the messages of `check` about names, and the exit codes of `check` and `build`.
fn verdict(name: &str, files: &[&str]) -> (Vec<String>, i32, i32) {
    let shelf = Shelf::new(name, &[("dock/slipyard.toml", MANIFEST)]);
    for (number, file) in files.iter().enumerate() {
        shelf.write(&format!("dock/{file}"), gun(&format!("gun_{number}")));
    }
    let found = lines(shelf.said("dock").iter()).into_iter().filter(|line| line.starts_with("unportable-name")).collect();
    (found, shelf.says(&["check", "dock"]).0, shelf.says(&["build", "dock"]).0)
}

#[test]
fn names_that_windows_cannot_write_are_errors_of_check_and_build() {
    for (number, file) in
        ["con.slip", "AUX.slip", "Com1.old.slip", "nul/guns.slip", "a?.slip", "a:b.slip", "dot./guns.slip", "blank /guns.slip"]
            .iter()
            .enumerate()
    {
        let (found, check, build) = verdict(&format!("unportable-{number}"), &[file]);
        assert_eq!(found, [format!("unportable-name: `{file}` is not allowed as a file name on some systems")], "{file}");
        assert_eq!((check, build), (1, 1), "{file}");
    }
    for file in ["console.slip", "com10.slip", "Größe 2.slip"] {
        assert_eq!(verdict("portable", &[file]), (Vec::new(), 0, 0), "{file}");
    }
}

#[test]
fn names_that_differ_only_in_capitals_are_errors_of_check_and_build() {
    let (found, check, build) = verdict("capitals", &["Guns.slip", "guns.slip"]);
    assert_eq!(found, ["unportable-name: `guns.slip` and `Guns.slip` differ only in capitals"]);
    assert_eq!((check, build), (1, 1));
}

#[test]
fn names_of_licences_are_errors_of_check_and_build_too() {
    for (number, files) in [&["COPYING "][..], &["LICENSE."], &["LICENSE:x"], &["LICENSE", "License"]].iter().enumerate() {
        let shelf = Shelf::new(&format!("licence-names-{number}"), &[("dock/slipyard.toml", MANIFEST), ("dock/guns.slip", &gun("flint"))]);
        files.iter().for_each(|file| shelf.write(&format!("dock/{file}"), "All may copy this.\n"));
        let (status, said) = shelf.says(&["check", "dock", "--format", "short"]);
        assert!(status == 1 && said.contains("slipyard.toml:1:1: error[unportable-name]"), "{files:?}: {said}");
        assert_ne!(shelf.says(&["build", "dock"]).0, 0, "{files:?}");
    }
}

#[test]
fn a_map_called_like_a_device_is_packed_under_another_name() {
    let shelf =
        Shelf::new("map-con", &[("dock/slipyard.toml", MANIFEST), ("dock/main.slip", "map con { zone x; zone y; border x -- y }\n")]);
    let (code, text) = shelf.says(&["build", "dock", "--out", "built"]);
    assert_eq!(code, 0, "{text}");
    let bytes = std::fs::read(shelf.path("built/dock-1.0.0.slippack")).unwrap();
    let names: Vec<String> = slip_pack::archive::Archive::read(&bytes).unwrap().members().map(|(name, _)| name.to_owned()).collect();
    assert!(names.contains(&"maps/map-con.svg".to_owned()) && names.contains(&"maps/map-con.txt".to_owned()), "{names:?}");
}

#[test]
fn a_file_that_is_named_is_read_without_the_others_of_its_folder() {
    let text = |title: &str| {
        format!(
            "npc g \"{title}\" {{ cap 2; skills {{ 2 brawling; 1 alertness, stamina }}; aspects \"a\", \"b\" }}\n\
             map m {{ zone x; zone y; border x -- y }}\n\
             encounter e \"Fight of {title}\" : personal {{\n  map m\n  side s {{ actors g at x }}\n  side t {{ actors g at y }}\n  victory s when out(t)\n  limit 1 turns\n}}\n"
        )
    };
    let shelf = Shelf::new("named-file", &[("a.slip", &text("Alpha")), ("b.slip", &text("Beta"))]);
    for (file, title) in [("a.slip", "Alpha"), ("b.slip", "Beta")] {
        for arguments in [&["run", "e", "--in", file][..], &["show", "g", "--in", file], &["list", "--in", file]] {
            let (code, text) = shelf.says(arguments);
            assert_eq!(code, 0, "{arguments:?}: {text}");
            let other = if title == "Alpha" { "Beta" } else { "Alpha" };
            assert!(text.contains(title) && !text.contains(other), "{arguments:?}: {text}");
        }
    }
}

#[test]
fn folders_inside_one_another_are_searched_up_to_the_limit() {
    let shelf = Shelf::new("deep-folders", &[("dock/slipyard.toml", MANIFEST)]);
    let folders = |number: usize| "a/".repeat(number);
    shelf.write(&format!("dock/{}guns.slip", folders(slip_limits::FOLDERS_DEEP - 1)), gun("first"));
    // The path is too long for some systems, but the folders are searched.
    assert!(shelf.says(&["check", "dock"]).1.contains("1 file"));
    shelf.write(&format!("dock/{}guns.slip", folders(slip_limits::FOLDERS_DEEP)), gun("second"));
    let (status, said) = shelf.says(&["check", "dock"]);
    assert_eq!(status, 2, "{said}");
    assert!(said.contains("`dock` contains more than 200 folders inside one another"), "{said}");
}
