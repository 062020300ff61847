//! The input `paths`: lists of lines, blanks and globs, and no list that checks less than it seems to.

use super::action::Action;
use super::can_play;
use super::repository::Repository;

#[test]
fn paths_are_lists_of_lines_blanks_and_globs() {
    if !can_play() {
        return;
    }
    let action = Action::new("paths");
    let repository = Repository::new("paths");
    for (paths, packages) in [
        (".", 4),
        ("packages/yards\npackages/crew\n", 2),
        ("  packages/yards   packages/crew", 2),
        ("packages/yards\r\npackages/crew\r\n", 2),
        ("# all of them\n\npackages/old fleet\npackages/yards packages/watch\n", 3),
        ("packages/*", 4),
        ("packages/[cw]*", 2),
        ("./packages/yards/", 1),
        ("packages/old fleet/*.slip\npackages/y*", 2),
        ("packages/*/slipyard.toml", 4),
    ] {
        let played = action.play(repository.folder(), &[("paths", paths)]);
        let count = format!("checked {packages} package");
        assert!(played.passed && played.log.contains(&count), "{paths:?}: {played:#?}");
    }
}

/// "an empty list of paths, a path without packages … are failures with one sentence"
#[test]
fn a_list_that_checks_less_than_it_seems_to_is_refused() {
    if !can_play() {
        return;
    }
    let action = Action::new("false-paths");
    let repository = Repository::new("false-paths");
    repository.write("docs/page.md", "Words.\n");
    repository.write("loose/gun.slip", "// No package.\n");
    for (paths, sentence) in [
        ("", "the input `paths` is empty"),
        (" \n\t\n", "the input `paths` is empty"),
        ("# packages", "the input `paths` is empty"),
        ("packages/nowhere", "`packages/nowhere`, which is no file or folder here"),
        ("packages/yards nowhere/*", "`nowhere/*` in the line `packages/yards nowhere/*`, which matches no folder"),
        ("packages/new fleet", "`packages/new` in the line `packages/new fleet`, which is no file or folder here"),
        ("docs", "there is no package in `docs`"),
        ("packages docs", "there is no package in `docs`"),
        ("loose", "there is no package in `loose`"),
        (".", "`loose/gun.slip` is not in a package"),
        ("loose/gun.slip", "there is no package in `loose/gun.slip`"),
        ("--fix", "`--fix`, which is no file or folder here"),
    ] {
        let played = action.play(repository.folder(), &[("paths", paths)]);
        let refused: Vec<&str> = played.log.lines().filter(|line| line.starts_with("::error title=slipyard::")).collect();
        assert!(!played.passed && refused.len() == 1 && refused[0].contains(sentence), "{paths:?}: {played:#?}");
        assert!(played.summary.contains("Slipyard did not run"), "{paths:?}");
    }
}

/// A pull request adds a folder whose name is the glob or the line of the input; the packages that were checked before are still checked.
#[test]
fn the_name_of_a_new_folder_does_not_choose_what_is_checked() {
    if !can_play() {
        return;
    }
    let action = Action::new("names-like-paths");
    let repository = Repository::new("names-like-paths");
    let decoy = "[package]\nname = \"decoy\"\nversion = \"0.1.0\"\nedition = 1\nlicence = \"CC0-1.0\"\n";
    repository.write("packages/*/slipyard.toml", decoy);
    repository.write("packages/*/a.slip", "");
    repository.replace("packages/yards/guns.slip", "harm 1", "harm 3");
    repository.commit("A decoy");
    let played = action.play(repository.folder(), &[("paths", "packages/*/")]);
    assert!(!played.passed && played.log.contains("over-budget"), "{played:#?}");
    let played = action.play(repository.folder(), &[("paths", "packages/*")]);
    assert!(!played.passed && played.log.contains("over-budget"), "{played:#?}");
    repository.write("packages/yards packages/crew/slipyard.toml", &decoy.replace("decoy", "second_decoy"));
    repository.write("packages/yards packages/crew/a.slip", "");
    let played = action.play(repository.folder(), &[("paths", "packages/yards packages/crew")]);
    let sentence = "`packages/yards packages/crew`, which is a path as a whole and a list with `packages/yards`";
    assert!(!played.passed && played.log.contains(sentence), "{played:#?}");
    let played = action.play(repository.folder(), &[("paths", "packages/y* packages/[c]rew")]);
    assert!(!played.passed && played.log.contains("which is a path as a whole and a list with `packages/y*`"), "{played:#?}");
}

/// "No gate that is skipped counts as passed": the folder of a submodule is empty until it is checked out.
#[test]
fn a_submodule_that_is_not_checked_out_is_refused() {
    if !can_play() {
        return;
    }
    let action = Action::new("submodule");
    let repository = Repository::new("submodule");
    let head = repository.git(&["rev-parse", "HEAD"]);
    repository.git(&["update-index", "--add", "--cacheinfo", &format!("160000,{head},packages/museum")]);
    std::fs::create_dir_all(repository.path("packages/museum")).unwrap();
    let played = action.play(repository.folder(), &[("paths", "packages")]);
    assert!(!played.passed && played.log.contains("`packages/museum` is a submodule that is not checked out"), "{played:#?}");
    let played = action.play(repository.folder(), &[("paths", "packages/yards packages/crew")]);
    assert!(played.passed, "{played:#?}");
}

#[test]
fn a_mistyped_switch_does_not_switch_a_check_off() {
    if !can_play() {
        return;
    }
    let action = Action::new("switches");
    let repository = Repository::new("switches");
    for input in ["deny-warnings", "locked", "format-check", "test", "from-source"] {
        let played = action.play(repository.folder(), &[("paths", "packages"), (input, "yes")]);
        assert!(!played.passed && played.log.contains(&format!("`{input}` must be 'true' or 'false'")), "{input}: {played:#?}");
    }
}
