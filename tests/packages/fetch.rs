//! Tests of dependencies by address: `slipyard fetch` downloads them, and every command compares their hashes.
//!
//! A mirror on this machine stands in for the addresses, so that nothing is asked of another machine.

use crate::packages::package_folder::Shelf;
use std::process::Command;

const FLINT: &str = "weapon flint \"Flint\" : slug_thrower { tech T1; harm 1; penetration 1; range 0..2; stunts civilian }\n";
const YARDS: &str = "[package]\nname = \"yards\"\nversion = \"1.2.0\"\n";
const USES: &str = "weapon flint_two : slug_thrower from yards.flint { }\n";

/// Makes a package that depends on a repository with the package `yards`. Also returns the revision of the repository.
fn dock(name: &str) -> (Shelf, String) {
    let shelf = Shelf::new(name, &[("origin/yards.git/packages/yards/slipyard.toml", YARDS), ("dock/guns.slip", USES)]);
    shelf.write("origin/yards.git/packages/yards/guns.slip", FLINT);
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.arg("-C").arg(shelf.path("origin/yards.git"));
        let output = git.args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]).args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "The yards"]);
    let revision = git(&["rev-parse", "HEAD"]);
    depend(&shelf, &revision, "");
    (shelf, revision)
}

fn depend(shelf: &Shelf, revision: &str, hash: &str) {
    let hash = if hash.is_empty() { String::new() } else { format!(", hash = \"{hash}\"") };
    let yards = format!("yards = {{ git = \"https://example.org/yards.git\", rev = \"{revision}\", folder = \"packages/yards\"{hash} }}\n");
    shelf.write("dock/slipyard.toml", format!("[package]\nname = \"dock\"\nversion = \"0.1.0\"\n\n[dependencies]\n{yards}"));
}

fn fetch(shelf: &Shelf) -> (i32, String) {
    let mirror = format!("https://example.org/={}/", shelf.path("origin").display());
    shelf.says(&["fetch", "dock", "--mirror", &mirror])
}

/// Fetches a dependency once to learn its missing hash, and writes the hash into the manifest.
fn pinned(shelf: &Shelf, revision: &str) -> String {
    let (status, said) = fetch(shelf);
    assert_eq!(status, 1, "{said}");
    let hash = said.split("hash = \"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    depend(shelf, revision, &hash);
    hash
}

#[test]
fn a_repository_is_fetched_by_revision_and_hash_and_never_by_a_check() {
    let (shelf, revision) = dock("fetch-git");
    pinned(&shelf, &revision);
    assert!(!shelf.path("dock/.slipyard").exists(), "nothing is written without a hash");
    let (status, said) = shelf.says(&["check", "dock", "--format", "short"]);
    assert_eq!(status, 1);
    assert!(said.contains("error[missing-dependency]: the package `yards` has not been fetched"), "{said}");
    assert_eq!(fetch(&shelf).0, 0);
    let (status, said) = shelf.says(&["check", "dock"]);
    assert_eq!(status, 0, "{said}");
    assert_eq!(fetch(&shelf), (0, "nothing to fetch\n".to_owned()));
    assert_eq!(shelf.read("dock/.slipyard/.gitignore"), "*\n");
    assert_eq!(shelf.says(&["lock", "dock"]).0, 0);
    assert!(shelf.read("dock/slipyard.lock").contains("name = \"yards\""), "what is fetched is pinned");
    assert_eq!(shelf.says(&["check", "dock", "--locked"]).0, 0);
}

#[test]
fn a_pack_is_fetched_by_its_hash() {
    let (shelf, _) = dock("fetch-pack");
    assert_eq!(shelf.says(&["build", "origin/yards.git/packages/yards", "--out", "origin"]).0, 0);
    let hash = slip_pack::archive::hash(&std::fs::read(shelf.path("origin/yards-1.2.0.slippack")).unwrap());
    let pack = format!("yards = {{ pack = \"https://example.org/yards-1.2.0.slippack\", hash = \"{hash}\" }}\n");
    shelf.write("dock/slipyard.toml", format!("[package]\nname = \"dock\"\n\n[dependencies]\n{pack}"));
    assert!(shelf.says(&["check", "dock"]).1.contains("run `slipyard fetch`"));
    assert_eq!(fetch(&shelf).0, 0);
    assert_eq!(shelf.says(&["check", "dock"]).0, 0);
}

#[test]
fn a_download_with_another_hash_is_not_written() {
    let (shelf, revision) = dock("fetch-other");
    depend(&shelf, &revision, &format!("sha256:{}", "0".repeat(64)));
    let (status, said) = fetch(&shelf);
    assert_eq!(status, 1);
    assert!(said.contains("`yards` was not saved: the download has hash = \"sha256:"), "{said}");
    assert!(!shelf.path("dock/.slipyard").exists());
}

#[test]
fn fetched_files_that_were_changed_are_not_used() {
    let (shelf, revision) = dock("fetch-changed");
    let hash = pinned(&shelf, &revision);
    fetch(&shelf);
    let tree = format!("dock/.slipyard/git/{}", hash.trim_start_matches("sha256:"));
    let guns = format!("{tree}/packages/yards/guns.slip");
    shelf.write(&guns, FLINT.replace("harm 1", "harm 4"));
    let (status, said) = shelf.says(&["check", "dock", "--format", "short"]);
    assert_eq!(status, 1);
    assert!(said.contains("error[fetch-mismatch]"), "{said}");
    assert_eq!(fetch(&shelf).0, 0, "they are replaced");
    assert_eq!(shelf.read(&guns), FLINT);
    shelf.write(&format!("{tree}/more.slip"), "");
    assert!(shelf.says(&["check", "dock"]).1.contains("fetch-mismatch"), "a file more counts too");
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link_out_of_the_package() {
    let (shelf, revision) = dock("fetch-link");
    pinned(&shelf, &revision);
    std::fs::create_dir_all(shelf.path("outside")).unwrap();
    std::os::unix::fs::symlink(shelf.path("outside"), shelf.path("dock/.slipyard")).unwrap();
    let (status, said) = fetch(&shelf);
    assert_eq!(status, 2, "{said}");
    assert_eq!(std::fs::read_dir(shelf.path("outside")).unwrap().count(), 0);
}

#[test]
fn a_fetched_package_reaches_nothing_outside_of_its_tree() {
    let (shelf, _) = dock("fetch-reach");
    let manifest = format!("{YARDS}\n[dependencies]\nsecret = {{ path = \"../../../../../../secret\" }}\n");
    shelf.write("origin/yards.git/packages/yards/slipyard.toml", manifest);
    shelf.write("secret/slipyard.toml", "[package]\nname = \"secret\"\n");
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.arg("-C").arg(shelf.path("origin/yards.git")).args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]);
        String::from_utf8(git.args(arguments).output().unwrap().stdout).unwrap().trim().to_owned()
    };
    git(&["commit", "-q", "-a", "-m", "Reach out"]);
    let revision = git(&["rev-parse", "HEAD"]);
    depend(&shelf, &revision, "");
    pinned(&shelf, &revision);
    fetch(&shelf);
    let (status, said) = shelf.says(&["check", "dock", "--format", "short"]);
    assert_eq!(status, 1);
    assert!(said.contains("error[outside-package]"), "{said}");
}

#[test]
fn addresses_that_cannot_be_meant_are_refused_without_a_look_up() {
    let shelf = Shelf::new("fetch-refused", &[("dock/guns.slip", FLINT)]);
    let revision = "0a".repeat(20);
    for entry in [
        format!("yards = {{ git = \"ssh://git@example.org/x\", rev = \"{revision}\" }}"),
        format!("yards = {{ git = \"ext::sh -c touch% x\", rev = \"{revision}\" }}"),
        format!("yards = {{ git = \"file:///etc\", rev = \"{revision}\" }}"),
        format!("yards = {{ git = \"--upload-pack=x\", rev = \"{revision}\" }}"),
        format!("yards = {{ git = \"https://example.org/x\", rev = \"{revision}\", folder = \"../x\" }}"),
        "yards = { git = \"https://example.org/x\", rev = \"main\" }".to_owned(),
        "yards = { git = \"https://example.org/x\" }".to_owned(),
        "yards = { pack = \"http://example.org/x.slippack\" }".to_owned(),
        "yards = { path = \"https://example.org/x\" }".to_owned(),
        "yards = { path = \"../yards\", rev = \"0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a\" }".to_owned(),
    ] {
        shelf.write("dock/slipyard.toml", format!("[package]\nname = \"dock\"\n\n[dependencies]\n{entry}\n"));
        let (status, said) = shelf.says(&["check", "dock", "--format", "short"]);
        assert_eq!(status, 1, "{entry}: {said}");
        assert!(said.contains("error[manifest]"), "{entry}: {said}");
        // A command that only downloads must not end as if everything was there.
        let said = "nothing to fetch\na manifest has errors, so a dependency may be missing; see `slipyard check`\n".to_owned();
        assert_eq!(shelf.says(&["fetch", "dock"]), (1, said), "{entry}");
    }
}

/// Fetched files are in no commit, so the packages of a commit use those of the work tree with the same hash.
#[test]
fn a_commit_is_compared_with_the_dependencies_that_the_work_tree_has_fetched() {
    let (shelf, revision) = dock("fetch-commit");
    pinned(&shelf, &revision);
    assert_eq!(fetch(&shelf).0, 0);
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.arg("-C").arg(shelf.path("")).args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]).args(arguments);
        assert!(git.output().unwrap().status.success(), "{arguments:?}");
    };
    git(&["init", "-q", "-b", "main"]);
    git(&["add", "dock"]);
    git(&["commit", "-q", "-m", "The dock"]);
    for arguments in [&["diff", "main", "dock", "--fail-on", "version"][..], &["check", "dock", "--changed-since", "main"]] {
        let (status, said) = shelf.says(arguments);
        assert_eq!(status, 0, "{arguments:?}: {said}");
    }
    shelf.write("dock/guns.slip", format!("// A comment.\n{USES}"));
    let (status, said) = shelf.says(&["diff", "main", "dock", "--fail-on", "version"]);
    assert!(status == 0 && said.contains("no differences"), "{said}");
    // Changes a fetched file, so that the files in the work tree no longer have the hash that the manifest of the commit states.
    let stored = std::fs::read_dir(shelf.path("dock/.slipyard/git")).unwrap().next().unwrap().unwrap().path();
    std::fs::write(stored.join("packages/yards/guns.slip"), FLINT.replace("harm 1", "harm 2")).unwrap();
    assert!(shelf.says(&["diff", "main", "dock"]).1.contains("main has "));
    // The work tree no longer needs the dependency, so only `--commit` fetches it.
    std::fs::remove_dir_all(shelf.path("dock/.slipyard")).unwrap();
    shelf.write("dock/slipyard.toml", "[package]\nname = \"dock\"\nversion = \"0.2.0\"\n");
    shelf.write("dock/guns.slip", FLINT);
    assert!(shelf.says(&["diff", "main", "dock"]).1.contains("main has "));
    let mirror = format!("https://example.org/={}/", shelf.path("origin").display());
    let (status, said) = shelf.says(&["fetch", "dock", "--commit", "main", "--mirror", &mirror]);
    assert!(status == 0 && said.contains("fetched 1 package"), "{said}");
    assert!(!shelf.says(&["diff", "main", "dock"]).1.contains("main has "));
}
