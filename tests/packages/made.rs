//! Tests of `slipyard new`: its package checks clean and can be played; existing files are left alone.

use crate::packages::package_folder::Shelf;

#[test]
fn a_new_package_checks_clean_and_can_be_played() {
    let shelf = Shelf::new("new-clean", &[]);
    let (code, text) = shelf.says(&["new", "salt_road"]);
    assert_eq!(code, 0, "{text}");
    let (code, text) = shelf.says(&["check", "salt_road", "--deny", "warnings", "--locked"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains(": 0 errors, 0 warnings, 0 notes"), "{text}");
    let ends: std::collections::BTreeSet<String> = (0..20)
        .map(|seed: u32| shelf.says(&["run", "first_shift", "--in", "salt_road", "--seed", &seed.to_string()]))
        .map(|(code, text)| {
            assert_eq!(code, 0, "{text}");
            text.lines()
                .find_map(|line| line.strip_prefix("Victory for "))
                .map_or("nobody", |rest| rest.split(' ').next().unwrap())
                .to_owned()
        })
        .collect();
    assert!(ends.contains("watch") && ends.contains("thieves"), "either side may win: {ends:?}");
    for item in ["dock_pistol", "night_watch", "loading_dock", "first_shift", "hold_the_line"] {
        assert_eq!(shelf.says(&["show", item, "--in", "salt_road"]).0, 0, "{item}");
    }
    assert_eq!(shelf.says(&["build", "salt_road"]).0, 0);
}

#[test]
fn every_licence_is_named_in_manifest_and_readme() {
    let shelf = Shelf::new("new-licence", &[]);
    for (choice, word) in
        [("cc-by", "CC-BY-4.0"), ("cc-by-sa", "CC-BY-SA-4.0"), ("cc0", "CC0-1.0"), ("ogl", "OGL-1.0a"), ("none", "all rights reserved")]
    {
        let folder = format!("with_{choice}");
        assert_eq!(shelf.says(&["new", "pell", "--path", &folder, "--licence", choice]).0, 0);
        assert!(shelf.read(&format!("{folder}/slipyard.toml")).contains(&format!("licence = \"{word}\"\n")));
        assert!(!shelf.read(&format!("{folder}/README.md")).contains('{'), "every blank is filled");
        assert_eq!(shelf.says(&["check", &folder]).0, 0);
    }
}

/// "no `vars` gate": a job that is skipped counts as passed, so no job waits for a variable or a secret that forks do not have.
#[test]
fn the_workflows_of_a_new_package_use_the_action_of_this_version_and_wait_for_no_variable() {
    let shelf = Shelf::new("new-workflow", &[]);
    shelf.says(&["new", "pell"]);
    let version = env!("CARGO_PKG_VERSION");
    let mut uses = Vec::new();
    for file in ["check.yml", "comment.yml", "odds.yml"] {
        let workflow = shelf.read(&format!("pell/.github/workflows/{file}"));
        for word in ["vars.", "secrets.", "cargo install", "{action}", "{slipyard_version}"] {
            assert!(!workflow.contains(word), "{file}: {word}");
        }
        uses.extend(
            workflow
                .lines()
                .filter_map(|line| Some(line.trim().split_once("uses: ")?.1.to_owned()))
                .filter(|used| used.contains("slipyard")),
        );
    }
    let places = ["slipyard", "slipyard/gate/comment", "slipyard/gate/setup", "slipyard/gate/setup"];
    assert_eq!(uses.len(), places.len(), "{uses:?}");
    for (used, place) in uses.iter().zip(places) {
        assert!(used.ends_with(&format!("/{place}@v{version}")), "{used}");
        let folder = place.strip_prefix("slipyard").unwrap().trim_start_matches('/');
        assert!(std::path::Path::new(folder).join("action.yml").is_file(), "{used}");
    }
    let workflow = shelf.read("pell/.github/workflows/comment.yml");
    assert!(
        workflow.contains("workflow_run:") && !workflow.contains("actions/checkout"),
        "nothing of a pull request is checked out: {workflow}"
    );
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_slipyard"))
        .args(["check", "--locked", "--deny", "warnings", "--require-packages"])
        .current_dir(shelf.path("pell"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_folder_that_holds_anything_is_left_as_it_is() {
    let shelf = Shelf::new("new-occupied", &[("pell/notes.txt", "mine"), ("carrow", "a file")]);
    assert_eq!(shelf.says(&["new", "pell"]), (2, "error: `pell` is not empty; nothing was written\n".to_owned()));
    assert_eq!(std::fs::read_dir(shelf.path("pell")).unwrap().count(), 1);
    assert_eq!(shelf.says(&["new", "carrow"]), (2, "error: `carrow` is a file; nothing was written\n".to_owned()));
    assert_eq!(shelf.read("carrow"), "a file");
    assert_eq!(std::fs::read_dir(shelf.path("")).unwrap().count(), 2, "nothing is left over");
}

#[test]
fn an_empty_folder_is_filled() {
    let shelf = Shelf::new("new-empty", &[]);
    std::fs::create_dir(shelf.path("pell")).unwrap();
    assert_eq!(shelf.says(&["new", "pell"]).0, 0);
    assert_eq!(shelf.says(&["check", "pell"]).0, 0);
}

#[test]
fn workflows_below_the_root_of_a_repository_are_mentioned() {
    let shelf = Shelf::new("new-below", &[(".git", "")]);
    let (status, said) = shelf.says(&["new", "pell", "--path", "packages/pell"]);
    assert!(status == 0 && said.contains("a code host reads the workflows at the root of a repository only"), "{said}");
}

#[test]
fn a_name_that_cannot_be_is_explained() {
    let shelf = Shelf::new("new-names", &[]);
    for (name, near) in [
        ("Salt-Road", Some("salt_road")),
        ("salt road", Some("salt_road")),
        ("_pell", Some("pell")),
        ("7_sisters", Some("sisters")),
        ("7", None),
        ("when", None),
        ("x3", None),
        ("", None),
        ("..", None),
        ("é", None),
        ("aux", None),
        ("com1", None),
    ] {
        let (code, text) = shelf.says(&["new", name]);
        assert_eq!(code, 2, "{name}");
        assert!(text.contains("cannot be the name of a package"), "{text}");
        assert_eq!(near.map(|near| text.contains(&format!("; `{near}` is possible"))), near.map(|_| true), "{text}");
    }
    assert_eq!(shelf.says(&["new", "std"]).0, 2);
    assert_eq!(std::fs::read_dir(shelf.path("")).unwrap().count(), 0, "nothing is made");
}
