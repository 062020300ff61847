//! Plays the steps of `action.yml` as a runner does: inputs with their defaults, conditions, environment, and the files by which steps talk
//! to the runner. Only what the action uses is understood; anything else in it fails the test.

use super::host;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Step of the action that `action.yml` defines.
#[derive(Debug, Default)]
struct Step {
    name: String,
    id: String,
    condition: String,
    env: Vec<(String, String)>,
    run: String,
}

/// The action in a folder of its own, with a release that it may download.
pub(super) struct Action {
    folder: PathBuf,
    /// Base address of the release host.
    pub(super) releases: String,
    inputs: BTreeMap<String, String>,
    steps: Vec<Step>,
}

/// The result of playing the action.
#[derive(Debug)]
pub(super) struct Played {
    /// True if no step failed.
    pub(super) passed: bool,
    /// Output of all steps.
    pub(super) log: String,
    /// Summary of the job.
    pub(super) summary: String,
    /// Outcome of every step by its name: `success`, `failure` or `skipped`.
    pub(super) outcomes: BTreeMap<String, &'static str>,
}

/// Returns the name of the archive for this machine, and its checksum. The program in the archive is a script that starts the program under
/// test, which is too large to be packed for every test.
fn pack(releases: &Path) -> (String, String) {
    let version = env!("CARGO_PKG_VERSION");
    let system = if cfg!(target_os = "macos") { "apple-darwin" } else { "unknown-linux-musl" };
    let machine = if cfg!(target_arch = "aarch64") { "aarch64" } else { "x86_64" };
    let name = format!("slipyard-{version}-{machine}-{system}");
    let folder = releases.join(format!("v{version}"));
    std::fs::create_dir_all(folder.join(&name)).unwrap();
    let script = format!("#!/bin/sh\nexec '{}' \"$@\"\n", env!("CARGO_BIN_EXE_slipyard"));
    std::fs::write(folder.join(&name).join("slipyard"), script).unwrap();
    let made = Command::new("bash")
        .args([
            "-c",
            "chmod 755 \"$1/slipyard\" && tar -czf \"$1.tar.gz\" \"$1\" && (sha256sum \"$1.tar.gz\" || shasum -a 256 \"$1.tar.gz\")",
            "pack",
            &name,
        ])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let sum = String::from_utf8(made.stdout).unwrap().split_whitespace().next().unwrap().to_owned();
    (format!("{name}.tar.gz"), sum)
}

impl Action {
    /// Makes a copy of the action, with a list of checksums that names only the release of the tests. A host of its own serves that
    /// release.
    pub(super) fn new(name: &str) -> Action {
        let ground = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gate").join(name);
        let _ = std::fs::remove_dir_all(&ground);
        let folder = ground.join("action");
        std::fs::create_dir_all(folder.join("gate")).unwrap();
        for file in ["Cargo.toml", "action.yml", "gate/common", "gate/install", "gate/check", "gate/diff", "gate/format", "gate/test"] {
            std::fs::copy(file, folder.join(file)).unwrap();
        }
        let releases = ground.join("releases");
        let (archive, sum) = pack(&releases);
        let known = std::fs::read_to_string("gate/checksums").unwrap();
        let remarks: String = known.lines().filter(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
        std::fs::write(folder.join("gate/checksums"), format!("{remarks}{sum}  {archive}\n")).unwrap();
        let (inputs, steps) = read(&std::fs::read_to_string("action.yml").unwrap());
        Action { folder, releases: host::serve(releases), inputs, steps }
    }

    /// Returns the path of a file of the action.
    pub(super) fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Plays all steps in a checkout.
    pub(super) fn play(&self, checkout: &Path, given: &[(&str, &str)]) -> Played {
        self.play_for(checkout, given, "")
    }

    /// Plays all steps in a checkout, for a pull request to the branch `target`; for a push if that is empty.
    pub(super) fn play_for(&self, checkout: &Path, given: &[(&str, &str)], target: &str) -> Played {
        let mut inputs = self.inputs.clone();
        inputs.insert("releases".to_owned(), self.releases.clone());
        for (name, value) in given {
            assert!(inputs.insert((*name).to_owned(), (*value).to_owned()).is_some(), "the action has no input `{name}`");
        }
        let runner = self.folder.parent().unwrap().join("runner");
        let _ = std::fs::remove_dir_all(&runner);
        std::fs::create_dir_all(&runner).unwrap();
        let file = |name: &str| runner.join(name);
        for name in ["path", "summary", "output"] {
            std::fs::write(file(name), "").unwrap();
        }
        let mut played = Played { passed: true, log: String::new(), summary: String::new(), outcomes: BTreeMap::new() };
        let mut by_id: BTreeMap<String, &'static str> = BTreeMap::new();
        for step in &self.steps {
            let outcome = if holds(&step.condition, &inputs, &by_id, played.passed) {
                let found: String = std::fs::read_to_string(file("path")).unwrap().lines().rev().map(|line| format!("{line}:")).collect();
                let mut bash = Command::new("bash");
                bash.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", &format!("{} 2>&1", step.run)]).current_dir(checkout);
                bash.env_clear();
                bash.env("PATH", format!("{found}{}", std::env::var("PATH").unwrap())).env("HOME", &runner).env("LANG", "C.UTF-8");
                bash.env("GITHUB_ACTION_PATH", &self.folder).env("GITHUB_ACTIONS", "true").env("CI", "true").env("SLIPYARD_CACHE", "");
                bash.env("GITHUB_PATH", file("path")).env("GITHUB_STEP_SUMMARY", file("summary")).env("GITHUB_OUTPUT", file("output"));
                bash.env("RUNNER_TEMP", &runner).env("GITHUB_WORKSPACE", checkout).env("GIT_CONFIG_NOSYSTEM", "1");
                bash.env("GITHUB_BASE_REF", target);
                for (name, value) in &step.env {
                    bash.env(name, filled(value, &inputs));
                }
                let output = bash.output().unwrap();
                played.log.push_str(&String::from_utf8(output.stdout).unwrap());
                played.log.push_str(&String::from_utf8_lossy(&output.stderr));
                if output.status.success() { "success" } else { "failure" }
            } else {
                "skipped"
            };
            played.passed &= outcome != "failure";
            by_id.insert(step.id.clone(), outcome);
            played.outcomes.insert(step.name.clone(), outcome);
        }
        played.summary = std::fs::read_to_string(file("summary")).unwrap();
        played
    }
}

/// Reads inputs with their defaults, and the steps.
fn read(text: &str) -> (BTreeMap<String, String>, Vec<Step>) {
    let (head, steps) = text.split_once("\n  steps:\n").unwrap();
    let (_, inputs) = head.split_once("\ninputs:\n").unwrap();
    let inputs = inputs.split("\noutputs:\n").next().unwrap();
    let mut found = BTreeMap::new();
    let mut name = "";
    for line in inputs.lines() {
        if let Some(word) = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')).and_then(|rest| rest.strip_suffix(':')) {
            name = word;
        } else if let Some(value) = line.trim().strip_prefix("default: ") {
            found.insert(name.to_owned(), value.trim_matches('"').to_owned());
        }
    }
    let mut all: Vec<Step> = Vec::new();
    for line in steps.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#')) {
        let (key, value) = line.trim().trim_start_matches("- ").split_once(':').unwrap_or_else(|| panic!("{line}"));
        let value = value.trim().to_owned();
        if line.starts_with("    - name:") {
            all.push(Step { name: value, ..Step::default() });
            continue;
        }
        let step = all.last_mut().unwrap();
        match (line.len() - line.trim_start().len(), key) {
            (6, "id") => step.id = value,
            (6, "if") => step.condition = value,
            (6, "run") => step.run = value,
            (6, "shell") => assert_eq!(value, "bash"),
            (6, "env") => {}
            (8, key) => step.env.push((key.to_owned(), value)),
            _ => panic!("not understood: {line}"),
        }
    }
    assert!(all.iter().all(|step| !step.run.is_empty() && step.run != "|"), "{all:?}");
    (found, all)
}

/// Returns a text with the inputs in place of their expressions.
fn filled(text: &str, inputs: &BTreeMap<String, String>) -> String {
    match text.strip_prefix("${{ inputs.").and_then(|rest| rest.strip_suffix(" }}")) {
        Some(name) => inputs.get(name).unwrap_or_else(|| panic!("no input {name}")).clone(),
        None => {
            assert!(!text.contains("${{"), "{text}");
            text.to_owned()
        }
    }
}

/// True if a condition holds. A step without a condition, or with one that has no status function, runs only while no step has failed.
fn holds(condition: &str, inputs: &BTreeMap<String, String>, outcomes: &BTreeMap<String, &'static str>, passed: bool) -> bool {
    let condition = condition.trim_start_matches("${{").trim_end_matches("}}").trim();
    let terms: Vec<&str> = condition.split("&&").map(str::trim).filter(|term| !term.is_empty()).collect();
    let always = terms.contains(&"!cancelled()");
    let term = |term: &str| {
        if term == "!cancelled()" {
            return true;
        }
        let (name, equal, value) = match (term.split_once(" == "), term.split_once(" != ")) {
            (Some((name, value)), _) => (name, true, value),
            (None, Some((name, value))) => (name, false, value),
            _ => panic!("not understood: {term}"),
        };
        let own = match (name.strip_prefix("inputs."), name.strip_prefix("steps.").and_then(|rest| rest.strip_suffix(".outcome"))) {
            (Some(input), _) => inputs[input].as_str(),
            (None, Some(id)) => outcomes[id],
            _ => panic!("not understood: {name}"),
        };
        (own == value.trim_matches('\'')) == equal
    };
    (passed || always) && terms.into_iter().all(term)
}
