//! The table of pull requests and the answer that each must get from the action: passed or not, annotations, summary and JSON.

use super::action::{Action, Played};
use super::can_play;
use super::repository::Repository;
use serde_json::Value;
use std::collections::BTreeSet;

/// A pull request, and the answer that it must get.
struct PullRequest {
    /// Name of the case, in words.
    name: &'static str,
    /// Changes the checkout.
    change: fn(&Repository),
    /// True if the change is made in a fork, and its merge is checked out without a branch.
    from_fork: bool,
    /// Inputs besides those of every row.
    inputs: &'static [(&'static str, &'static str)],
    /// True if the gate must accept the pull request.
    passes: bool,
    /// Code and file of every error in the JSON report, in any order; not read if the check does not run.
    errors: &'static [(&'static str, &'static str)],
    /// Texts that must occur in the annotations, which are lines of the log.
    annotations: &'static [&'static str],
    /// Texts that the summary of the job must contain.
    summary: &'static [&'static str],
}

/// The row that others are made from: an honest change that passes.
const HONEST: PullRequest = PullRequest {
    name: "",
    change: |_| {},
    from_fork: false,
    inputs: &[],
    passes: true,
    errors: &[],
    annotations: &[],
    summary: &["## Slipyard: 0 errors, 0 warnings"],
};

const GUNS: &str = "packages/yards/guns.slip";
const OLD_GUNS: &str = "packages/old fleet/guns.slip";
const YARDS: &str = "packages/yards/slipyard.toml";
const POLICY: &str = "slipyard-policy.toml";
/// Manifest of a package that claims to be the standard library.
const STD: &str = "[package]\nname = \"std\"\nversion = \"1.0.0\"\nedition = 1\nlicence = \"CC0-1.0\"\n";
const HEAVY: &[(&str, &str)] = &[("over-budget", GUNS)];

/// Adds a package with a copy of the guns.
fn new_package(repository: &Repository) {
    repository.write("packages/other/slipyard.toml", &repository.read("packages/old fleet/slipyard.toml").replace("old_fleet", "other"));
    repository.write("packages/other/guns.slip", &repository.read(OLD_GUNS));
}

/// All test cases. For a new rule of the gate, a case is added here.
fn rows() -> Vec<PullRequest> {
    let spark = |repository: &Repository| {
        let text = repository.read(GUNS);
        repository.write(
            GUNS,
            &format!("{text}\nweapon spark \"Spark\" : slug_thrower {{\n  tech T1\n  harm 1\n  penetration 1\n  range 0..2\n  stunts civilian\n}}\n"),
        );
    };
    vec![
        PullRequest { name: "a new gun", change: spark, summary: &["weapon spark", "requires a minor version"], ..HONEST },
        PullRequest {
            name: "a better description",
            change: |repository| {
                repository.replace(GUNS, "Legal nearly everywhere.", "Legal nearly everywhere; prints in six minutes.");
            },
            summary: &["## Slipyard: 0 errors", "patch"],
            ..HONEST
        },
        PullRequest {
            name: "a gun that costs too much",
            change: |repository| {
                repository.replace(GUNS, "harm 1", "harm 3");
            },
            passes: false,
            errors: HEAVY,
            annotations: &["::error title=over-budget,file=packages/yards/guns.slip,line=2,"],
            summary: &["## Slipyard: 1 error", "`packages/yards/guns.slip:2:8`", "### Differences"],
            ..HONEST
        },
        PullRequest {
            name: "a waiver that the policy allows",
            change: |repository| repository.replace(GUNS, "harm 1", "harm 3\n  allow over-budget \"a present for the boss\""),
            summary: &[
                "### Waivers",
                "| `over-budget` | `packages/yards/guns.slip:2:8` | a present for the boss |",
                "- 1 waiver now, 0 before",
            ],
            ..HONEST
        },
        PullRequest {
            name: "a hundred new guns, which hide no waiver",
            change: |repository| {
                let gun = |name: String| {
                    format!(
                        "weapon gun_{name} \"Gun\" : slug_thrower {{\n  tech T1\n  harm 1\n  penetration 1\n  range 0..2\n  stunts civilian\n}}\n"
                    )
                };
                let letters = || 'a'..='j';
                let names = letters().flat_map(|first| letters().map(move |second| format!("{first}{second}")));
                repository.write("packages/yards/many.slip", &names.map(gun).collect::<String>());
                repository.replace(GUNS, "harm 1", "harm 3\n  allow over-budget \"a present for the boss\"");
            },
            inputs: &[("deny-warnings", "false")],
            summary: &["- and 50 more: `slipyard diff main` lists all of them", "- 1 waiver now, 0 before"],
            ..HONEST
        },
        PullRequest {
            name: "a waiver, where a maintainer wants to look at each",
            change: |repository| repository.replace(GUNS, "harm 1", "harm 3\n  allow over-budget \"a present for the boss\""),
            inputs: &[("fail-on", "waivers, patches")],
            passes: false,
            annotations: &["::error title=slipyard::The differences from main need more than this change has"],
            summary: &["- 1 waiver now, 0 before"],
            ..HONEST
        },
        PullRequest {
            name: "a waiver of a limit that only the policy sets",
            change: |repository| repository.replace(OLD_GUNS, "tech T2", "tech T3\n  allow tech-above-campaign \"a gift\""),
            inputs: &[("fail-on", "waivers")],
            passes: false,
            errors: &[("forbidden-waiver", OLD_GUNS)],
            annotations: &[
                "::error title=forbidden-waiver,file=packages/old fleet/guns.slip",
                "::error title=slipyard::The differences from main need more than this change has",
            ],
            summary: &["### Waivers", "has a new waiver: allow tech-above-campaign"],
            ..HONEST
        },
        PullRequest {
            name: "one waiver more than the policy allows",
            change: |repository| {
                for file in [GUNS, OLD_GUNS] {
                    repository.replace(file, "harm 1", "harm 3\n  allow over-budget \"a present for the boss\"");
                }
            },
            passes: false,
            errors: &[("forbidden-waiver", OLD_GUNS)],
            annotations: &["::error title=forbidden-waiver,file=packages/old fleet/guns.slip"],
            summary: &["## Slipyard: 1 error", "### Waivers"],
            ..HONEST
        },
        PullRequest {
            name: "a cap that is raised in the manifest",
            change: |repository| repository.write(YARDS, &format!("{}\n[rules]\nmax_tech = \"T4\"\n", repository.read(YARDS))),
            passes: false,
            errors: &[("looser-than-policy", YARDS)],
            annotations: &["::error title=looser-than-policy,file=packages/yards/slipyard.toml"],
            summary: &["## Slipyard: 1 error", "`max_tech` is T4, but the policy"],
            ..HONEST
        },
        PullRequest {
            name: "a cap that is raised in the policy, for a gun that needs it",
            change: |repository| {
                repository.replace(POLICY, "T2", "T4");
                repository.replace(OLD_GUNS, "tech T2", "tech T3");
            },
            passes: false,
            errors: &[("tech-above-campaign", OLD_GUNS)],
            annotations: &["::error title=tech-above-campaign,file=packages/old fleet/guns.slip"],
            summary: &["## Slipyard: 1 error", "### Policy", "T2 → T4 (looser)"],
            ..HONEST
        },
        PullRequest {
            name: "a policy that is gone",
            change: |repository| {
                repository.git(&["rm", "-q", POLICY]);
                repository.replace(OLD_GUNS, "tech T2", "tech T3");
            },
            passes: false,
            errors: &[("tech-above-campaign", OLD_GUNS)],
            annotations: &["::error title=tech-above-campaign,file=packages/old fleet/guns.slip"],
            summary: &["### Policy", "is gone"],
            ..HONEST
        },
        PullRequest {
            name: "a patch of the library",
            change: |repository| repository.write("packages/crew/house.slip", "patch std.slug_thrower { stunt civilian { cost 1 } }\n"),
            passes: false,
            errors: &[("forbidden-patch", "packages/crew/house.slip")],
            annotations: &["::error title=forbidden-patch,file=packages/crew/house.slip"],
            summary: &["### Patches", "std.slug\\_thrower"],
            ..HONEST
        },
        PullRequest {
            name: "a patch of another package",
            change: |repository| repository.write("packages/crew/house.slip", "patch yards.dock_carbine { range 1..2 }\n"),
            passes: false,
            errors: &[("forbidden-patch", "packages/crew/house.slip")],
            annotations: &["::error title=forbidden-patch,file=packages/crew/house.slip"],
            summary: &["### Patches", "yards.dock\\_carbine"],
            ..HONEST
        },
        PullRequest {
            name: "another name for a gun, with the old one as an alias",
            change: |repository| {
                let text = repository.read(GUNS).replace("weapon long_gun", "weapon lance");
                repository.write(GUNS, &format!("{text}\nalias weapon long_gun for lance\n"));
            },
            summary: &["## Slipyard: 0 errors, 0 warnings", "lance", "requires a minor version"],
            ..HONEST
        },
        PullRequest {
            name: "a new gun from a fork",
            change: spark,
            from_fork: true,
            summary: &["## Slipyard: 0 errors, 0 warnings", "weapon spark"],
            ..HONEST
        },
        PullRequest {
            name: "a gun that costs too much, from a fork",
            change: |repository| repository.replace(GUNS, "harm 1", "harm 3"),
            from_fork: true,
            passes: false,
            errors: HEAVY,
            annotations: &["::error title=over-budget,file=packages/yards/guns.slip,line=2,"],
            summary: &["## Slipyard: 1 error"],
            ..HONEST
        },
        PullRequest {
            name: "a policy that a fork loosens for itself",
            change: |repository| {
                repository.write(POLICY, "");
                repository.replace(OLD_GUNS, "tech T2", "tech T3");
            },
            from_fork: true,
            passes: false,
            errors: &[("tech-above-campaign", OLD_GUNS)],
            annotations: &["::error title=tech-above-campaign,file=packages/old fleet/guns.slip"],
            summary: &["### Policy", "(looser)"],
            ..HONEST
        },
        PullRequest {
            name: "a folder that replaces the standard library",
            change: |repository| {
                repository.write("packages/std/slipyard.toml", STD);
                repository.write("packages/std/all.slip", "// Everything is allowed.\n");
            },
            passes: false,
            errors: &[("foreign-std", "packages/std/slipyard.toml")],
            annotations: &["::error title=foreign-std,file=packages/std/slipyard.toml"],
            summary: &["foreign-std"],
            ..HONEST
        },
        PullRequest {
            name: "another name for a gun that the watch carries",
            change: |repository| {
                repository.replace(GUNS, "weapon long_gun", "weapon very_long_gun");
            },
            passes: false,
            errors: &[("unknown-name", "packages/watch/people.slip")],
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
            },
            passes: false,
            errors: &[("unknown-name", "packages/crew/people.slip")],
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
            errors: &[("lock-mismatch", "packages/crew/slipyard.lock")],
            annotations: &["::error title=lock-"],
            summary: &["lock-"],
            ..HONEST
        },
        PullRequest {
            name: "a file that moves",
            change: |repository| {
                repository.git(&["mv", GUNS, "packages/yards/small arms.slip"]);
            },
            ..HONEST
        },
        PullRequest {
            name: "a manifest that is gone, and its rules with it",
            change: |repository| drop(repository.git(&["rm", "-q", "packages/old fleet/slipyard.toml"])),
            passes: false,
            annotations: &["::error title=slipyard::`packages/old fleet/guns.slip` is not in a package"],
            summary: &["### Slipyard did not run"],
            ..HONEST
        },
        PullRequest {
            name: "a package that is gone",
            change: |repository| drop(repository.git(&["rm", "-q", "-r", "packages/old fleet"])),
            inputs: &[("fail-on", "version")],
            passes: false,
            annotations: &[
                "::error title=slipyard::the package `old_fleet` no longer exists and has no new version number, so --fail-on version fails",
            ],
            summary: &["## old\\_fleet 0.1.0", "**package** is gone"],
            ..HONEST
        },
        PullRequest {
            name: "a package that is gone, where a glob names the packages",
            change: |repository| drop(repository.git(&["rm", "-q", "-r", "packages/old fleet"])),
            inputs: &[("paths", "packages/*"), ("fail-on", "version")],
            passes: false,
            annotations: &["::error title=slipyard::the package `old_fleet` no longer exists"],
            summary: &["**package** is gone"],
            ..HONEST
        },
        PullRequest {
            name: "a package that is new, where a glob names the packages",
            change: new_package,
            inputs: &[("paths", "packages/*"), ("fail-on", "version")],
            summary: &["## Slipyard: 0 errors, 0 warnings", "## other 0.1.0", "**package** is new"],
            ..HONEST
        },
        PullRequest {
            name: "a package that is new, and is added to the list of paths",
            change: new_package,
            inputs: &[("paths", "packages/yards\npackages/other"), ("fail-on", "version")],
            summary: &["## Slipyard: 0 errors, 0 warnings", "## other 0.1.0", "**package** is new"],
            ..HONEST
        },
        PullRequest {
            name: "a package that moves",
            change: |repository| drop(repository.git(&["mv", "packages/old fleet", "packages/museum"])),
            inputs: &[("paths", "packages/*"), ("fail-on", "version")],
            summary: &["## Slipyard: 0 errors, 0 warnings", "no differences in crew 0.1.0, old\\_fleet 0.1.0"],
            ..HONEST
        },
        PullRequest {
            name: "a folder whose name has two lines",
            change: |repository| drop(repository.git(&["mv", "packages/old fleet", "packages/old\nfleet"])),
            summary: &["## Slipyard: 0 errors, 0 warnings", "no differences in crew 0.1.0, old\\_fleet 0.1.0"],
            ..HONEST
        },
        PullRequest {
            name: "rules with a false hash: the error is that of the pull request, not of the base",
            change: |repository| {
                repository.write("rules/slipyard.toml", STD);
                repository.write("rules/all.slip", "// Everything is allowed.\n");
                let rules = format!("\n[rules]\nstd = {{ path = \"../../rules\", hash = \"sha256:{}\" }}\n", "0".repeat(64));
                repository
                    .write("packages/old fleet/slipyard.toml", &format!("{}{rules}", repository.read("packages/old fleet/slipyard.toml")));
            },
            inputs: &[("locked", "false")],
            passes: false,
            errors: &[("rules-mismatch", "packages/old fleet/slipyard.toml")],
            annotations: &["::error title=slipyard::packages has 1 error, so it was not compared with main"],
            summary: &["## Slipyard: 1 error", "### Differences"],
            ..HONEST
        },
        PullRequest {
            name: "a version that is gone",
            change: |repository| {
                repository.replace("packages/old fleet/slipyard.toml", "version = \"0.1.0\"\n", "");
                repository.replace(OLD_GUNS, "Legal nearly everywhere.", "Legal.");
            },
            inputs: &[("fail-on", "version")],
            passes: false,
            annotations: &["::error title=slipyard::the manifest of `old_fleet` has no version"],
            summary: &["but the manifest has no version"],
            ..HONEST
        },
        PullRequest {
            name: "a layout of its own",
            change: |repository| {
                repository.replace(GUNS, "  tech T1\n", "      tech   T1\n");
            },
            inputs: &[("format-check", "true")],
            passes: false,
            annotations: &["::error title=slipyard::Some files are not laid out"],
            summary: &["### Layout"],
            ..HONEST
        },
    ]
}

#[test]
fn every_pull_request_gets_its_answer() {
    if !can_play() {
        return;
    }
    let action = Action::new("trial");
    let repository = Repository::new("trial");
    let mut faults = Vec::new();
    for row in rows() {
        if row.from_fork {
            let fork = repository.fork();
            (row.change)(&fork);
            fork.commit(row.name);
            repository.check_out_merge(&fork);
        } else {
            repository.branch("pull-request");
            (row.change)(&repository);
            repository.commit(row.name);
        }
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
        let wrong = judged(&row, &played, &repository);
        if !wrong.is_empty() {
            faults.push(format!("{}: {}\n{}\n{}", row.name, wrong.join("; "), played.log, played.summary));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// Compares the answers to a pull request with those that it must get: verdict, annotations, summary and JSON. Returns every difference.
fn judged(row: &PullRequest, played: &Played, repository: &Repository) -> Vec<String> {
    let mut wrong = Vec::new();
    if played.passed != row.passes {
        wrong.push(format!("passed: {}", played.passed));
    }
    let mut annotations = played.log.lines().filter(|line| line.starts_with("::"));
    let missing = row.annotations.iter().filter(|part| !annotations.clone().any(|line| line.contains(**part)));
    wrong.extend(missing.map(|part| format!("no annotation with {part}")));
    if row.passes && annotations.any(|line| line.starts_with("::error")) {
        wrong.push("an error is annotated".to_owned());
    }
    wrong.extend(row.summary.iter().filter(|part| !played.summary.contains(**part)).map(|part| format!("no {part} in the summary")));
    // A check that did not run leaves no report, and one that ran leaves both.
    let ran = played.summary.starts_with("## Slipyard: ");
    if (repository.path("report.json").exists(), repository.path("report.sarif").exists()) != (ran, ran) {
        wrong.push("a report is missing, or there is one of a check that did not run".to_owned());
    }
    if ran {
        let report: Value = serde_json::from_str(&repository.read("report.json")).unwrap();
        let errors = report["diagnostics"].as_array().unwrap().iter().filter(|one| one["severity"] == "error");
        let errors: BTreeSet<(&str, &str)> = errors.map(|one| (one["code"].as_str().unwrap(), one["file"].as_str().unwrap())).collect();
        if errors != row.errors.iter().copied().collect() {
            wrong.push(format!("the JSON has the errors {errors:?}"));
        }
        if (played.outcomes["Check"] == "failure") == row.errors.is_empty() {
            wrong.push(format!("the check ended with {}", played.outcomes["Check"]));
        }
    }
    wrong
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

/// Policy is "out of the contributor's reach", and so is a baseline: a pull request cannot add its own findings to it. Its findings are
/// errors in both versions, so the comparison is shown with a warning, and decides nothing.
#[test]
fn a_baseline_is_that_of_the_branch_that_a_pull_request_goes_to() {
    if !can_play() {
        return;
    }
    let action = Action::new("baseline");
    let repository = Repository::new("baseline");
    let write_baseline = || {
        let mut check = std::process::Command::new(env!("CARGO_BIN_EXE_slipyard"));
        let written =
            check.args(["check", "packages", "--write-baseline", "known.json"]).current_dir(repository.folder()).output().unwrap();
        assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    };
    repository.replace(OLD_GUNS, "harm 1", "harm 3");
    write_baseline();
    repository.commit("The old stock");
    let play = |more: &[(&str, &str)]| {
        let inputs = [("paths", "packages"), ("compare", "main"), ("baseline", "known.json")];
        action.play(repository.folder(), &inputs.iter().chain(more).copied().collect::<Vec<_>>())
    };
    repository.branch("pull-request");
    repository.replace(GUNS, "Legal nearly", "Legal almost");
    repository.commit("Words");
    let played = play(&[]);
    assert!(played.passed && played.summary.contains("main has 1 error, so the comparison may be incomplete"), "{played:#?}");
    let played = play(&[("fail-on", "waivers")]);
    assert!(!played.passed && played.log.contains("so `packages` cannot be compared with it"), "{played:#?}");
    repository.replace(GUNS, "harm 1", "harm 3");
    write_baseline();
    repository.commit("A gun that costs too much, and a baseline that knows it");
    let played = play(&[]);
    assert_eq!(played.outcomes["Check"], "failure", "{played:#?}");
    assert!(played.log.contains("::error title=over-budget,file=packages/yards/guns.slip"), "{played:#?}");
}

/// A pull request brings neither the policy nor the baseline that it is judged by, with or without the input `compare`.
#[test]
fn a_policy_or_baseline_of_the_pull_request_itself_is_not_used() {
    if !can_play() {
        return;
    }
    let action = Action::new("own-policy");
    let repository = Repository::new("own-policy");
    repository.branch("pull-request");
    repository.replace(POLICY, "T2", "T4");
    repository.replace(GUNS, "tech T1", "tech T3");
    repository.write("known.json", "{ \"baseline\": 1, \"findings\": {} }\n");
    repository.commit("A gun above the cap, and a higher cap");
    let play = |more: &[(&str, &str)]| {
        let inputs = [("paths", "packages")];
        action.play_for(repository.folder(), &inputs.iter().chain(more).copied().collect::<Vec<_>>(), "main")
    };
    let played = play(&[]);
    assert!(!played.passed && played.log.contains("are read from `main`, which is not here"), "{played:#?}");
    repository.git(&["update-ref", "refs/remotes/origin/main", "main"]);
    let (policy, known) = (repository.path(POLICY).display().to_string(), repository.path("known.json").display().to_string());
    for policy in ["", POLICY, "./slipyard-policy.toml", "packages/../slipyard-policy.toml", &policy] {
        for compare in ["", "main"] {
            let played = play(&[("policy", policy), ("compare", compare)]);
            assert!(!played.passed && played.log.contains("::error title=tech-above-campaign"), "{policy} {compare}: {played:#?}");
        }
    }
    for (input, value, sentence) in [
        ("policy", "HEAD:slipyard-policy.toml", "which the pull request can change"),
        ("policy", "other.toml", "a change cannot bring the policy that judges it"),
        ("baseline", "known.json", "a pull request cannot bring the baseline that hides its findings"),
        ("baseline", &known, "a pull request cannot bring the baseline that hides its findings"),
    ] {
        let played = play(&[(input, value)]);
        assert!(!played.passed && played.log.contains(sentence), "{input} {value}: {played:#?}");
    }
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
