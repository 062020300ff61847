//! The first step: the archive of the version, compared with the checksum in the action, and never a compiler.

use super::action::Action;
use super::can_play;
use super::repository::Repository;

#[test]
fn an_archive_that_is_not_the_one_of_the_action_is_refused() {
    if !can_play() {
        return;
    }
    let action = Action::new("checksum");
    let repository = Repository::new("checksum");
    let known = action.path("gate/checksums");
    let sums = std::fs::read_to_string(&known).unwrap();
    let refused = |sentence: &str, given: &[(&str, &str)]| {
        let inputs: Vec<(&str, &str)> = [("paths", "packages")].iter().chain(given).copied().collect();
        let played = action.play(repository.folder(), &inputs);
        assert!(!played.passed && played.log.contains(sentence), "{sentence}: {played:#?}");
        assert_eq!((played.outcomes["Check"], played.outcomes["Compare"]), ("skipped", "skipped"), "nothing is checked by another program");
    };
    refused("is not a version of Slipyard", &[("version", "latest/../x")]);
    refused("this action knows no archive of Slipyard 99.0.0", &[("version", "99.0.0")]);
    refused("cannot download http://127.0.0.1:1/", &[("releases", "http://127.0.0.1:1")]);
    let line = sums.lines().last().unwrap();
    let first = if line.starts_with('0') { "1" } else { "0" };
    std::fs::write(&known, sums.replace(line, &format!("{first}{}", &line[1..]))).unwrap();
    refused("is not the archive that this action was made for", &[]);
    std::fs::write(&known, "# nothing yet\n").unwrap();
    refused("this action knows no archive of Slipyard", &[]);
    std::fs::write(&known, sums).unwrap();
    let played = action.play(repository.folder(), &[("paths", "packages")]);
    assert!(played.passed, "{played:#?}");
}

/// The version, the targets and the address are written in several languages; they are the same.
#[test]
fn the_version_is_written_once() {
    let version = env!("CARGO_PKG_VERSION");
    let read = |file: &str| std::fs::read_to_string(file).unwrap();
    for file in [
        "action.yml",
        "gate/install",
        "gate/setup/action.yml",
        "gate/comment/action.yml",
        "pyproject.toml",
        ".ci/release",
        ".ci/Containerfile",
    ] {
        let lines = read(file);
        let code: Vec<&str> = lines.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
        assert!(!code.iter().any(|line| line.contains(version)), "{file} names the version, and would be forgotten");
    }
    let workflow = read(".github/workflows/release.yml");
    for target in workflow.lines().filter_map(|line| line.trim().strip_prefix("- { target: ")).filter_map(|rest| rest.split(',').next()) {
        assert!(read(".ci/packages.py").contains(&format!("\"{target}\"")), "no package is made for {target}");
    }
}
