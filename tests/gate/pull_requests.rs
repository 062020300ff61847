//! The table of pull requests and the answer that each must get from the action: passed or not, annotations, summary and JSON.

use super::action::Action;
use super::can_play;
use super::repository::Repository;
use serde_json::Value;

/// A pull request, and the answer that it must get.
struct PullRequest {
    /// Name in words.
    name: &'static str,
    /// Changes the checkout.
    change: fn(&Repository),
    /// Inputs besides those of every row.
    inputs: &'static [(&'static str, &'static str)],
    /// True if the gate must let it in.
    passes: bool,
    /// Parts of the annotations: lines of the log.
    annotations: &'static [&'static str],
    /// Parts of the summary of the job.
    summary: &'static [&'static str],
}

/// The row that others are made from: an honest change that passes.
const HONEST: PullRequest =
    PullRequest { name: "", change: |_| {}, inputs: &[], passes: true, annotations: &[], summary: &["## Slipyard: 0 errors, 0 warnings"] };

const GUNS: &str = "packages/yards/guns.slip";

/// Every row. A rule that is new in the gate gets one here.
fn rows() -> Vec<PullRequest> {
    let spark = |repository: &Repository| {
        let text = repository.read(GUNS);
        repository.write(
            GUNS,
            &format!("{text}\nweapon spark \"Spark\" : slug_thrower {{\n  tech T1\n  harm 1\n  penetration 1\n  range 0..2\n  stunts civilian\n}}\n"),
        );
        relock(repository);
    };
    vec![
        PullRequest { name: "a new gun", change: spark, summary: &["weapon spark", "requires a minor version"], ..HONEST },
        PullRequest {
            name: "a better description",
            change: |repository| {
                repository.replace(GUNS, "Legal nearly everywhere.", "Legal nearly everywhere; prints in six minutes.");
                relock(repository);
            },
            summary: &["## Slipyard: 0 errors", "patch"],
            ..HONEST
        },
        PullRequest {
            name: "a gun that costs too much",
            change: |repository| {
                repository.replace(GUNS, "harm 1", "harm 3");
                relock(repository);
            },
            passes: false,
            annotations: &["::error title=over-budget,file=packages/yards/guns.slip,line=2,"],
            summary: &["## Slipyard: 1 error", "`packages/yards/guns.slip:2:8`", "### Differences"],
            ..HONEST
        },
        PullRequest {
            name: "a waiver",
            change: |repository| {
                repository.replace(GUNS, "harm 1", "harm 3\n  allow over-budget \"a present for the boss\"");
                relock(repository);
            },
            summary: &["### Waivers", "| `over-budget` | `packages/yards/guns.slip:2:8` | a present for the boss |"],
            ..HONEST
        },
        PullRequest {
            name: "a folder that replaces the standard library",
            change: |repository| {
                repository.write(
                    "packages/std/slipyard.toml",
                    "[package]\nname = \"std\"\nversion = \"1.0.0\"\nedition = 1\nlicence = \"CC0-1.0\"\n",
                );
                repository.write("packages/std/all.slip", "// Everything is allowed.\n");
            },
            passes: false,
            annotations: &["::error title=foreign-std,file=packages/std/slipyard.toml"],
            summary: &["foreign-std"],
            ..HONEST
        },
        PullRequest {
            name: "another name for a gun that the watch carries",
            change: |repository| {
                repository.replace(GUNS, "weapon long_gun", "weapon very_long_gun");
                relock(repository);
            },
            passes: false,
            annotations: &["file=packages/watch/people.slip"],
            summary: &["### watch", "long_gun"],
            ..HONEST
        },
        PullRequest {
            name: "a gun that is gone and that the crew carries",
            change: |repository| {
                let text = repository.read(GUNS);
                let (_, rest) = text.split_once("}\n\n").unwrap();
                repository.write(GUNS, rest);
                relock(repository);
            },
            passes: false,
            annotations: &["file=packages/crew/people.slip"],
            summary: &["### crew", "dock_carbine"],
            ..HONEST
        },
        PullRequest {
            name: "only a lock, and a false one",
            change: |repository| {
                let lock = repository.read("packages/crew/slipyard.lock");
                let (start, hash) = lock.split_once("sha256:").unwrap_or_else(|| panic!("the lock has no hash: {lock}"));
                let first = if hash.starts_with('0') { "1" } else { "0" };
                repository.write("packages/crew/slipyard.lock", &format!("{start}sha256:{first}{}", &hash[1..]));
            },
            passes: false,
            annotations: &["::error title=lock-"],
            summary: &["lock-"],
            ..HONEST
        },
        PullRequest {
            name: "a file that moves",
            change: |repository| {
                repository.git(&["mv", GUNS, "packages/yards/small arms.slip"]);
                relock(repository);
            },
            ..HONEST
        },
        PullRequest {
            name: "a manifest that is gone, and its rules with it",
            change: |repository| drop(repository.git(&["rm", "-q", "packages/old fleet/slipyard.toml"])),
            passes: false,
            annotations: &["::error title=slipyard::`packages/old fleet/guns.slip` is in no package"],
            summary: &["### Slipyard did not run"],
            ..HONEST
        },
        PullRequest {
            name: "a version that is gone",
            change: |repository| {
                repository.replace("packages/old fleet/slipyard.toml", "version = \"0.1.0\"\n", "");
                repository.replace("packages/old fleet/guns.slip", "Legal nearly everywhere.", "Legal.");
            },
            inputs: &[("fail-on", "version")],
            passes: false,
            annotations: &["::error title=slipyard::the manifest of `old_fleet` has no version"],
            summary: &["but the manifest has no version"],
        },
        PullRequest {
            name: "a layout of its own",
            change: |repository| {
                repository.replace(GUNS, "  tech T1\n", "      tech   T1\n");
                relock(repository);
            },
            inputs: &[("format-check", "true")],
            passes: false,
            annotations: &["::error title=slipyard::Some files are not laid out"],
            summary: &["### Layout"],
        },
    ]
}

/// Writes the locks again, as an honest author does.
fn relock(repository: &Repository) {
    for package in ["crew", "watch"] {
        let mut lock = std::process::Command::new(env!("CARGO_BIN_EXE_slipyard"));
        let _ = lock.args(["lock", "--update", "--in", &format!("packages/{package}")]).current_dir(repository.folder()).output().unwrap();
    }
}

#[test]
fn every_pull_request_gets_its_answer() {
    if !can_play() {
        return;
    }
    let action = Action::new("trial");
    let repository = Repository::new("trial");
    for row in rows() {
        repository.branch("pull-request");
        (row.change)(&repository);
        repository.commit(row.name);
        let mut inputs = vec![
            ("paths", "packages"),
            ("locked", "true"),
            ("deny-warnings", "true"),
            ("compare", "main"),
            ("json", "report.json"),
            ("sarif", "report.sarif"),
        ];
        inputs.extend(row.inputs);
        let played = action.play(repository.folder(), &inputs);
        assert_eq!(played.passed, row.passes, "{}: {played:#?}", row.name);
        for part in row.annotations {
            assert!(
                played.log.lines().any(|line| line.starts_with("::") && line.contains(part)),
                "{}: no {part}: {}",
                row.name,
                played.log
            );
        }
        for part in row.summary {
            assert!(played.summary.contains(part), "{}: no {part}: {}", row.name, played.summary);
        }
        // A check that did not run leaves no report, and one that ran leaves both.
        let ran = played.summary.starts_with("## Slipyard: ");
        assert_eq!((repository.path("report.json").exists(), repository.path("report.sarif").exists()), (ran, ran), "{}", row.name);
        if ran {
            let report: Value = serde_json::from_str(&repository.read("report.json")).unwrap();
            let errors = report.to_string().contains("\"severity\":\"error\"");
            let check_failed = played.outcomes["Check"] == "failure";
            assert_eq!(errors, check_failed, "{}: {report:#}", row.name);
        }
    }
}

/// "a base that does not compile [is a failure] with one sentence": a comparison with it would say less than it seems to.
#[test]
fn a_base_that_does_not_compile_fails_with_one_sentence() {
    if !can_play() {
        return;
    }
    let action = Action::new("broken-base");
    let repository = Repository::new("broken-base");
    repository.replace(GUNS, "harm 1", "hram 1");
    repository.commit("A slip of the hand");
    repository.branch("pull-request");
    repository.replace(GUNS, "hram 1", "harm 1");
    repository.commit("Mended");
    let played = action.play(repository.folder(), &[("paths", "packages/yards"), ("compare", "main"), ("fail-on", "version")]);
    assert!(!played.passed, "{played:#?}");
    let sentences: Vec<&str> = played.log.lines().filter(|line| line.starts_with("::error title=slipyard::")).collect();
    assert_eq!(sentences.len(), 1, "{}", played.log);
    assert!(sentences[0].contains("main has ") && sentences[0].contains("cannot be compared"), "{sentences:?}");
}

/// "Fork pull requests work with read-only permissions": no step asks for a secret or a variable, which a fork does not have.
#[test]
fn a_pull_request_from_a_fork_is_checked_like_any_other() {
    for file in ["action.yml", "gate/setup/action.yml", "src/cli/new/check.yml", "src/cli/new/odds.yml"] {
        let text = std::fs::read_to_string(file).unwrap();
        for word in ["secrets.", "vars.", "github.token", "write"] {
            let code = text.lines().filter(|line| !line.trim_start().starts_with('#') && !line.trim_start().starts_with("description:"));
            assert_eq!(code.filter(|line| line.contains(word)).collect::<Vec<_>>(), [""; 0], "{file}: `{word}`");
        }
    }
}

#[test]
fn a_commit_that_is_not_here_is_refused() {
    if !can_play() {
        return;
    }
    let action = Action::new("no-commit");
    let repository = Repository::new("no-commit");
    for input in ["changed-since", "compare"] {
        let played = action.play(repository.folder(), &[("paths", "packages"), (input, "origin/nowhere")]);
        assert!(!played.passed && played.log.contains("is no commit here: check out with `fetch-depth: 0`"), "{input}: {played:#?}");
    }
}
