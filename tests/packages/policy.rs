//! Tests of the policy of a repository: limits that no package loosens, and where the policy is read from.
//!
//! "`slipyard-policy.toml` at the repository's root, read from the base branch in CI (`check --policy FILE|REF:FILE`) … What a package's
//! manifest loosens beyond it is an error."

use crate::packages::package_folder::Shelf;
use std::process::Command;

const GUNS: &str = "weapon flint \"Flint\" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\n";
const DOCK: &str = "[package]\nname = \"dock\"\nversion = \"0.1.0\"\nlicence = \"CC0-1.0\"\n";
/// Spends 10 of 7 points.
const HEAVY: &str = "weapon heavy \"Heavy\" : slug_thrower { tech T1; harm 3; penetration 2; range 1..4 }\n";

/// Makes a repository with one package.
fn repository(name: &str, files: &[(&str, &str)]) -> Shelf {
    let shelf = Shelf::new(name, &[("dock/slipyard.toml", DOCK), ("dock/guns.slip", GUNS)]);
    files.iter().for_each(|(path, text)| shelf.write(path, text));
    git(&shelf, &["init", "-q", "-b", "main"]);
    commit(&shelf);
    shelf
}

fn git(shelf: &Shelf, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.arg("-C").arg(shelf.path("")).args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]).args(arguments);
    assert!(git.output().unwrap().status.success(), "{arguments:?}");
}

fn commit(shelf: &Shelf) {
    git(shelf, &["add", "-f", "."]);
    git(shelf, &["commit", "-q", "--allow-empty", "-m", "A change"]);
}

fn check(shelf: &Shelf, more: &[&str]) -> (i32, String) {
    shelf.says(&[&["check", "--no-cache", "--format", "short", "dock"], more].concat())
}

fn waived(code: &str) -> String {
    HEAVY.replace(" }", &format!("; allow {code} \"why not\" }}"))
}

#[test]
fn what_a_package_loosens_is_an_error_that_nothing_hides() {
    let wild = "sha256:0000000000000000000000000000000000000000000000000000000000000000";
    let cases: [(&str, String, String, &str); 9] = [
        ("[rules]\nmax_tech = \"T1\"\n", format!("{DOCK}[rules]\nmax_tech = \"T2\"\n"), GUNS.into(), "looser-than-policy"),
        ("[rules]\nmax_tech = \"T0\"\n", DOCK.into(), GUNS.into(), "tech-above-campaign"),
        ("[rules]\nban = [\"flint\"]\n", format!("{DOCK}[rules]\nban = []\n"), GUNS.into(), "banned"),
        ("[lints]\nunspent-points = \"deny\"\n", format!("{DOCK}[lints]\nunspent-points = \"allow\"\n"), GUNS.into(), "looser-than-policy"),
        ("[waivers]\ncodes = []\n", DOCK.into(), waived("over-budget"), "forbidden-waiver"),
        ("[waivers]\nmost = 0\n", DOCK.into(), waived("over-budget"), "forbidden-waiver"),
        ("[waivers]\ncodes = { over-budget = 0 }\n", DOCK.into(), waived("over-budget"), "forbidden-waiver"),
        ("[patches]\n", DOCK.into(), format!("{GUNS}patch std.slug_thrower {{ stunt civilian {{ cost 1 }} }}\n"), "forbidden-patch"),
        ("[licences]\nallowed = [\"CC-BY-4.0\"]\n", DOCK.into(), GUNS.into(), "forbidden-licence"),
    ];
    for (number, (policy, manifest, text, code)) in cases.iter().enumerate() {
        let files = [("slipyard-policy.toml", *policy), ("dock/slipyard.toml", manifest), ("dock/guns.slip", text)];
        let shelf = repository(&format!("policy-{number}"), &files);
        let (status, said) = check(&shelf, &[]);
        assert_eq!(status, 1, "{policy}: {said}");
        assert!(said.contains(&format!("error[{code}]")), "{policy}: {said}");
        assert!(said.contains("applied the policy `slipyard-policy.toml` to 1 package"), "{said}");
        shelf.says(&["check", "dock", "--write-baseline", "known.json"]);
        for hides in [&["--baseline", "known.json"][..], &["--changed-since", "HEAD"]] {
            let (status, said) = check(&shelf, hides);
            assert_eq!(status, 1, "{policy} {hides:?}: {said}");
            assert!(said.contains(&format!("error[{code}]")), "{policy} {hides:?}: {said}");
        }
        std::fs::remove_file(shelf.path("slipyard-policy.toml")).unwrap();
        assert!(!check(&shelf, &[]).1.contains("policy"), "without a policy nothing is said of one");
    }
    let rules = format!("{DOCK}[rules]\nstd = {{ path = \"../rules\", hash = \"{wild}\" }}\n");
    let shelf = repository("policy-std", &[("slipyard-policy.toml", ""), ("dock/slipyard.toml", &rules)]);
    assert_eq!(check(&shelf, &[]).0, 1);
}

#[test]
fn a_waiver_of_a_limit_of_the_policy_counts_only_if_the_policy_lists_its_code() {
    let files = [("slipyard-policy.toml", "[rules]\nmax_tech = \"T1\"\n"), ("dock/guns.slip", &GUNS.replace("T1", "T2"))];
    let shelf = repository("policy-help", &files);
    let (_, said) = shelf.says(&["check", "dock", "--no-cache"]);
    assert!(said.contains("if the policy lists this code under `[waivers] codes`") && !said.contains(", or allow it with"), "{said}");
    let text = GUNS.replace(" }", "; allow tech-above-campaign \"an heirloom\" }");
    let shelf = repository("policy-waived", &[("slipyard-policy.toml", "[rules]\nmax_tech = \"T0\"\n"), ("dock/guns.slip", &text)]);
    assert!(check(&shelf, &[]).1.contains("error[forbidden-waiver]"));
    shelf.write("slipyard-policy.toml", "[rules]\nmax_tech = \"T0\"\n\n[waivers]\ncodes = [\"tech-above-campaign\"]\n");
    assert_eq!(check(&shelf, &[]).0, 0);
}

#[test]
fn a_stricter_package_and_an_allowed_one_pass() {
    let policy = "[rules]\nmax_tech = \"T2\"\nban = [\"std.no_such_thing\"]\n[waivers]\ncodes = { over-budget = 1 }\nmost = 1\n\
                  [patches]\ndock = [\"std\"]\n[licences]\nallowed = [\"CC0-1.0\"]\n";
    let text = format!("{}patch std.slug_thrower {{ stunt civilian {{ cost 1 }} }}\n", waived("over-budget"));
    let manifest = format!("{DOCK}[rules]\nmax_tech = \"T1\"\n");
    let files = [("slipyard-policy.toml", policy), ("dock/slipyard.toml", manifest.as_str()), ("dock/guns.slip", text.as_str())];
    let shelf = repository("policy-allowed", &files);
    let (status, said) = check(&shelf, &[]);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("applied the policy `slipyard-policy.toml` to 1 package, with 1 waiver"), "{said}");
    assert!(said.contains("`std.no_such_thing` in `ban` of the policy `slipyard-policy.toml` matches nothing"), "{said}");
}

#[test]
fn a_policy_that_cannot_be_read_is_never_no_policy() {
    let shelf = repository("policy-unread", &[]);
    for (asked, said) in [
        ("main:nothing.toml", "the commit `main` has no file `nothing.toml`"),
        ("nowhere:slipyard-policy.toml", "`nowhere` is not a commit of the git repository that contains `.`"),
        (":slipyard-policy.toml", "write a commit before the colon"),
        ("--output=x:slipyard-policy.toml", "write a commit before the colon"),
        ("main:dock", "is a folder or a link, not a file"),
        ("nothing.toml", "there is no such file or folder"),
        ("dock", "a folder; only regular files are read"),
    ] {
        let (status, found) = check(&shelf, &[&format!("--policy={asked}")]);
        assert_eq!(status, 2, "{asked}: {found}");
        assert!(found.contains(said), "{asked}: {found}");
    }
    for text in ["[rules]\nmax_teck = \"T0\"\n", "[rules\n", "[waivers]\ncodes = [\"over-budge\"]\n", "max_tech = \"T0\"\n"] {
        shelf.write("slipyard-policy.toml", text);
        let (status, found) = check(&shelf, &[]);
        assert_eq!(status, 2, "{text}: {found}");
        assert!(found.contains("the policy `slipyard-policy.toml` cannot be used: line "), "{found}");
    }
    std::fs::remove_file(shelf.path("slipyard-policy.toml")).unwrap();
    shelf.write("Slipyard-Policy.toml", "");
    assert_eq!(check(&shelf, &[]).0, 2, "another spelling is not silently left out");
    std::fs::remove_file(shelf.path("Slipyard-Policy.toml")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/etc/hostname", shelf.path("slipyard-policy.toml")).unwrap();
        assert_eq!(check(&shelf, &[]).0, 2, "a link out of the repository");
    }
}

#[test]
fn the_policy_of_a_commit_is_read_from_the_commit() {
    let shelf = repository("policy-commit", &[("slipyard-policy.toml", "[rules]\nmax_tech = \"T0\"\n")]);
    git(&shelf, &["checkout", "-q", "-b", "change"]);
    shelf.write("slipyard-policy.toml", "");
    // A file whose name equals the word on the command line does not replace the policy either.
    shelf.write("main:slipyard-policy.toml", "");
    commit(&shelf);
    assert_eq!(check(&shelf, &[]).0, 0, "the work tree has loosened its policy");
    let (status, said) = check(&shelf, &["--policy", "main:slipyard-policy.toml"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("applied the policy `main:slipyard-policy.toml`"), "{said}");
    assert_eq!(check(&shelf, &["--policy", "./main:slipyard-policy.toml"]).0, 0);
    let json = shelf.says(&["check", "dock", "--format", "json", "--policy", "main:slipyard-policy.toml"]).1;
    assert!(json.contains("\"policies\": [\n      \"main:slipyard-policy.toml\"\n    ]"), "{json}");
}

#[test]
fn a_run_without_waivers_reports_each_of_them() {
    let text = format!("{}{}", waived("over-budget"), waived("over-budget").replace("heavy", "other"));
    let shelf = repository("policy-deny", &[("dock/guns.slip", &text)]);
    let (status, said) = check(&shelf, &[]);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("; 2 waivers"), "{said}");
    let (status, said) = check(&shelf, &["--deny", "waivers"]);
    assert_eq!((status, said.matches("error[forbidden-waiver]").count()), (1, 2), "{said}");
    assert_eq!(check(&shelf, &["--deny", "warnings,waivers"]).0, 1);
}

#[test]
fn a_comparison_lists_caps_bans_waivers_and_patches() {
    let strict = format!("{DOCK}[rules]\nmax_tech = \"T1\"\nban = [\"full_auto\"]\n");
    let shelf = repository("policy-diff", &[("dock/slipyard.toml", &strict), ("slipyard-policy.toml", "[waivers]\nmost = 1\n")]);
    shelf.write("dock/slipyard.toml", format!("{DOCK}[rules]\nmax_tech = \"T3\"\nban = []\n"));
    shelf.write("dock/heavy.slip", waived("over-budget"));
    shelf.write("dock/house.slip", "patch std.slug_thrower { stunt civilian { cost 1 } }\n");
    shelf.write("slipyard-policy.toml", "");
    for format in ["text", "markdown", "json"] {
        let (status, said) = shelf.says(&["diff", "main", "dock", "--format", format, "--fail-on", "policy"]);
        assert_eq!(status, 1, "{said}");
        let plain = said.replace('\\', "");
        for what in [
            "max_tech T1 → T3 (looser)",
            "ban: full_auto removed (looser)",
            "waivers: with over-budget",
            "now has house rules",
            "most waivers 1 is gone (looser)",
        ] {
            assert!(plain.contains(what), "{format}: {what}: {said}");
        }
    }
    for on in ["policy", "waivers", "patches", "policy,waivers,patches"] {
        assert_eq!(shelf.says(&["diff", "main", "dock", "--fail-on", on]).0, 1, "{on}");
        assert_eq!(shelf.says(&["diff", "main", "main", "--in", "dock", "--fail-on", on]).0, 0, "{on}");
    }
}

/// The limits of a package that was renamed are reported as removed. Otherwise a rename could remove limits without notice.
#[test]
fn the_limits_of_a_package_that_is_gone_are_listed() {
    let strict = format!("{DOCK}[rules]\nmax_tech = \"T1\"\nban = [\"full_auto\"]\n");
    let shelf = repository("policy-gone", &[("dock/slipyard.toml", &strict), ("yard/slipyard.toml", &DOCK.replace("dock", "yard"))]);
    shelf.write("dock/slipyard.toml", DOCK.replace("dock", "quay"));
    let (status, said) = shelf.says(&["diff", "main", ".", "--fail-on", "policy"]);
    assert_eq!(status, 1, "{said}");
    for what in ["max_tech T1 is gone with the package (looser)", "ban: full_auto removed with the package (looser)"] {
        assert!(said.contains(what), "{what}: {said}");
    }
}

/// If a manifest has a cap besides the cap of the policy, `diff` compares the two. It never calls a cap stricter that `check` refuses as
/// looser.
#[test]
fn a_cap_above_that_of_the_policy_is_looser() {
    for (cap, direction) in [("T3", "looser"), ("T2", "as in the policy"), ("T1", "stricter")] {
        let shelf = repository("policy-cap", &[("slipyard-policy.toml", "[rules]\nmax_tech = \"T2\"\n")]);
        shelf.write("dock/slipyard.toml", format!("{DOCK}[rules]\nmax_tech = \"{cap}\"\n"));
        let (_, said) = shelf.says(&["diff", "main", "dock"]);
        assert!(said.contains(&format!("max_tech is now {cap} ({direction})")), "{said}");
    }
}

/// `diff --fail-on` must see an exception that comes in through a dependency, be it a folder that is not compared or a pack.
#[test]
fn waivers_and_patches_of_a_new_dependency_are_listed() {
    let house = format!("patch std.slug_thrower {{ stunt civilian {{ cost 1 }} }}\n{}", waived("over-budget"));
    let shelf = repository("policy-through", &[("house/slipyard.toml", &DOCK.replace("dock", "house")), ("house/house.slip", &house)]);
    shelf.says(&["build", "house", "--out", "dock"]);
    let hash = slip_pack::archive::hash(&std::fs::read(shelf.path("dock/house-0.1.0.slippack")).unwrap());
    for of in ["path = \"../house\"".to_owned(), format!("pack = \"house-0.1.0.slippack\", hash = \"{hash}\"")] {
        shelf.write("dock/slipyard.toml", format!("{DOCK}\n[dependencies]\nhouse = {{ {of} }}\n"));
        for format in ["text", "markdown", "json"] {
            let (status, said) = shelf.says(&["diff", "main", "dock", "--format", format]);
            assert_eq!(status, 0, "{said}");
            for words in ["depends on `house` 0.1.0, which is new", "a new waiver from its dependency `house`", "a new patch of `std."] {
                assert!(said.contains(words), "{of} {format} {words}: {said}");
            }
        }
        for on in ["patches", "waivers", "identity"] {
            assert_eq!(shelf.says(&["diff", "main", "dock", "--fail-on", on]).0, 1, "{of} {on}");
        }
    }
}

#[test]
fn a_comparison_with_a_version_that_does_not_compile_fails() {
    let shelf = repository("policy-broken", &[]);
    shelf.write("dock/guns.slip", GUNS.replace("harm 1", "hram 1"));
    assert_eq!(shelf.says(&["diff", "main", "dock"]).0, 0);
    for on in ["odds", "version", "patches"] {
        let (status, said) = shelf.says(&["diff", "main", "dock", "--fail-on", on]);
        assert_eq!(status, 1, "{said}");
        assert!(said.contains("dock does not compile, so --fail-on fails"), "{said}");
    }
}

#[test]
fn a_known_finding_that_gets_worse_is_new() {
    let shelf = repository("policy-worse", &[("dock/guns.slip", HEAVY)]);
    shelf.says(&["check", "dock", "--write-baseline", "known.json"]);
    assert_eq!(check(&shelf, &["--baseline", "known.json"]).0, 0);
    shelf.write("dock/guns.slip", format!("// A comment.\n{}", HEAVY.replace("range 1..4", "range 1..3")));
    assert_eq!(check(&shelf, &["--baseline", "known.json"]).0, 0, "a finding that gets better is known");
    shelf.write("dock/guns.slip", HEAVY.replace("harm 3", "harm 4"));
    for known in [["--baseline", "known.json"], ["--changed-since", "HEAD"]] {
        let (status, said) = check(&shelf, &known);
        assert_eq!(status, 1, "{said}");
        assert!(said.contains("error[over-budget]"), "{said}");
    }
    // A baseline of an earlier slipyard has no sizes.
    let old: String = shelf.read("known.json").lines().filter(|line| !line.contains("\"size\"")).map(|line| format!("{line}\n")).collect();
    shelf.write("known.json", old.replace("T1\",\n", "T1\"\n"));
    assert_eq!(check(&shelf, &["--baseline", "known.json"]).0, 0);
}

#[test]
fn a_tracked_file_is_checked_whatever_gitignore_says() {
    let shelf = repository("policy-ignored", &[("evil/slipyard.toml", "[package]\nname = \"evil\"\n"), ("evil/guns.slip", HEAVY)]);
    shelf.write(".gitignore", "evil/\ndock/draft.slip\n");
    let (status, said) = shelf.says(&["check", "--format", "short"]);
    assert_eq!(status, 1, "{said}");
    shelf.write("evil/guns.slip", GUNS);
    shelf.write("dock/draft.slip", HEAVY);
    let (status, said) = shelf.says(&["check", "--format", "short"]);
    assert_eq!(status, 0, "a file that is not tracked is left out: {said}");
    assert!(said.contains("checked 2 packages, 2 files"), "{said}");
    git(&shelf, &["add", "-f", "dock/draft.slip"]);
    assert_eq!(shelf.says(&["check"]).0, 1);
}

#[test]
#[cfg(unix)]
fn where_git_does_not_answer_gitignore_leaves_nothing_out() {
    let shelf = repository("policy-unanswered", &[("evil/slipyard.toml", "[package]\nname = \"evil\"\n"), ("evil/guns.slip", HEAVY)]);
    shelf.write(".gitignore", "evil/\n");
    // First with a damaged index, then on a machine without `git`.
    let index = shelf.path(".git/index");
    let good = std::fs::read(&index).unwrap();
    std::fs::write(&index, "no index").unwrap();
    let (status, said) = shelf.says(&["check", "--format", "short"]);
    assert_eq!(status, 1, "{said}");
    std::fs::write(&index, good).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_slipyard"));
    let said = command.args(["check", "--format", "short"]).current_dir(shelf.path("")).env("PATH", shelf.path("")).output().unwrap();
    assert_eq!(said.status.code(), Some(1), "{}", String::from_utf8_lossy(&said.stderr));
}

#[test]
fn a_dependency_in_a_folder_that_no_search_enters_is_judged_by_the_policy_too() {
    for (place, folder) in [".hidden", "target", "dock/.more"].into_iter().enumerate() {
        let up = if folder.starts_with("dock") { ".more".to_owned() } else { format!("../{folder}") };
        let dock = format!("{DOCK}[dependencies]\nback = {{ path = \"{up}/back\" }}\n");
        let manifest = DOCK.replace("dock", "back");
        let files = [
            ("slipyard-policy.toml", "[waivers]\nmost = 0\n"),
            ("dock/slipyard.toml", &dock),
            ("dock/guns.slip", "use back.heavy\nnpc guard \"Guard\" { gear heavy }\n"),
            (&format!("{folder}/back/slipyard.toml"), &manifest),
            (&format!("{folder}/back/guns.slip"), &waived("over-budget")),
        ];
        let shelf = repository(&format!("policy-hidden-{place}"), &files);
        let (_, said) = check(&shelf, &[]);
        assert!(said.contains("back/guns.slip:1:") && said.contains("error[forbidden-waiver]"), "{folder}: {said}");
        assert!(said.contains("applied the policy `slipyard-policy.toml` to 2 packages, with 1 waiver"), "{folder}: {said}");
        git(&shelf, &["rm", "-q", "slipyard-policy.toml"]);
        let (_, said) = check(&shelf, &[]);
        assert!(!said.contains("forbidden-waiver"), "{folder}: {said}");
        let (status, said) = check(&shelf, &["--deny", "waivers"]);
        assert!(status == 1 && said.contains("error[forbidden-waiver]"), "{folder}: {said}");
    }
}

#[test]
fn a_package_in_a_submodule_is_under_the_policy_of_the_repository_around_it() {
    let shelf = repository("policy-submodule", &[("slipyard-policy.toml", "[waivers]\nmost = 0\n")]);
    shelf.write("more/slipyard.toml", DOCK.replace("dock", "more"));
    shelf.write("more/guns.slip", waived("over-budget"));
    // A submodule has a file `.git`.
    shelf.write("more/.git", "gitdir: ../.git/modules/more\n");
    let (status, said) = shelf.says(&["check", "--no-cache", "--format", "short", "."]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("more/guns.slip:1:") && said.contains("to 2 packages, with 1 waiver"), "{said}");
    // The policy of a submodule does not replace the policy of the repository around it. It applies only if there is no other policy.
    shelf.write("more/slipyard-policy.toml", "[waivers]\nmost = 9\n");
    assert_eq!(shelf.says(&["check", "--no-cache", "more"]).0, 1);
    std::fs::remove_file(shelf.path("slipyard-policy.toml")).unwrap();
    let (status, said) = shelf.says(&["check", "--no-cache", "more"]);
    assert!(status == 0 && said.contains("applied the policy"), "{status}: {said}");
}
