//! Tests of packages as they are in a commit.

use crate::files::{Ground, MANIFEST, SECRET, TIDY};
use std::io::Write;
use std::process::{Command, Stdio};

fn git(ground: &Ground, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.arg("-C").arg(&ground.0).args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]).args(arguments);
    assert!(git.output().unwrap().status.success(), "{arguments:?}");
}

fn committed(ground: &Ground) {
    git(ground, &["init", "-q"]);
    git(ground, &["add", "dock"]);
    git(ground, &["commit", "-q", "-m", "The dock"]);
}

#[test]
fn a_link_in_a_commit_is_not_followed_out_of_the_package() {
    let ground = Ground::new("commit-link");
    ground.link("../secret", "dock/relative.slip");
    ground.link(ground.path("secret"), "dock/absolute.slip");
    committed(&ground);
    let (_, text) = ground.says(&["diff", "HEAD", "dock"]);
    assert!(!text.contains(SECRET.trim()), "{text}");
    // The finding also exists in the commit, so it is not a new one.
    let (code, text) = ground.says(&["check", "dock", "--changed-since", "HEAD"]);
    assert!(code == 0 && text.contains("2 known before"), "{text}");
}

#[test]
fn a_link_in_a_commit_that_stays_in_the_package_is_read() {
    let ground = Ground::new("commit-inside");
    ground.write("dock/old/spark.text", &TIDY.replace("flint", "spark"));
    ground.link("old/spark.text", "dock/near.slip");
    ground.link("near.slip", "dock/spark.slip");
    std::fs::remove_file(ground.path("dock/near.slip")).unwrap();
    ground.link("old/spark.text", "dock/near.text");
    std::fs::remove_file(ground.path("dock/spark.slip")).unwrap();
    ground.link("near.text", "dock/spark.slip");
    committed(&ground);
    let (code, text) = ground.says(&["diff", "HEAD", "dock"]);
    assert!(code == 0 && !text.contains("spark"), "{text}");
    ground.write("dock/old/spark.text", &TIDY.replace("flint", "spark").replace("harm 1", "harm 2"));
    let (_, text) = ground.says(&["diff", "HEAD", "dock"]);
    assert!(text.contains("spark"), "{text}");
}

#[test]
fn nothing_above_the_folder_of_a_commit_is_read() {
    let ground = Ground::new("commit-above");
    std::fs::remove_file(ground.path("dock/slipyard.toml")).unwrap();
    committed(&ground);
    // Another user of the machine may write this into the folder for temporary files.
    ground.write("tmp/slipyard.toml", &MANIFEST.replace("dock", "planted"));
    ground.write("tmp/planted.slip", SECRET);
    let mut command = ground.command(&["check", "dock", "--changed-since", "HEAD"]);
    command.env("TMPDIR", ground.path("tmp"));
    let output = crate::files::ended(command);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(0) && !text.contains(SECRET.trim()), "{text}");
}

/// Adds the files of a git repository to the files of a package. The configuration of this repository starts a program when an object is
/// missing.
fn add_inner_repository(ground: &Ground) {
    let config = "[core]\n\trepositoryformatversion = 1\n\tbare = false\n\tworktree = ..\n[extensions]\n\tpartialClone = origin\n\
        [remote \"origin\"]\n\turl = .\n\tpromisor = true\n\tuploadpack = \"echo started > PLANTED; git-upload-pack\"\n";
    let head = Command::new("git").arg("-C").arg(&ground.0).args(["rev-parse", "HEAD"]).output().unwrap();
    ground.write("dock/config", config);
    ground.write("dock/HEAD", "ref: refs/heads/main\n");
    ground.write("dock/objects/keep", "");
    ground.write("dock/refs/heads/main", &String::from_utf8(head.stdout).unwrap());
}

#[test]
fn a_repository_among_the_files_of_a_package_starts_no_program() {
    let ground = Ground::new("commit-inner");
    committed(&ground);
    add_inner_repository(&ground);
    for arguments in
        [&["check", "dock", "--changed-since", "HEAD"][..], &["diff", "HEAD", "dock"], &["check", "dock", "--changed-since", "main"]]
    {
        let (_, text) = ground.says(arguments);
        let planted = ["PLANTED", "dock/PLANTED"].iter().any(|path| ground.path(path).exists());
        assert!(!planted, "{arguments:?}: {text}");
    }
}

#[test]
fn objects_that_a_repository_lacks_are_not_fetched() {
    let ground = Ground::new("commit-lacking");
    committed(&ground);
    // A repository in an archive may have any configuration of its own.
    add_inner_repository(&ground);
    std::fs::copy(ground.path("dock/config"), ground.path(".git/config")).unwrap();
    for part in std::fs::read_dir(ground.path(".git/objects")).unwrap().map(|part| part.unwrap().path()) {
        for object in std::fs::read_dir(&part).unwrap().map(|object| object.unwrap().path()) {
            let name = format!("{}{}", part.file_name().unwrap().display(), object.file_name().unwrap().display());
            let kind = Command::new("git").arg("-C").arg(&ground.0).args(["cat-file", "-t", &name]).env("GIT_NO_LAZY_FETCH", "1").output();
            if kind.unwrap().stdout == b"blob\n" {
                std::fs::remove_file(object).unwrap();
            }
        }
    }
    let (code, text) = ground.says(&["check", "dock", "--changed-since", "HEAD"]);
    let planted = ["PLANTED", ".git/PLANTED", "dock/PLANTED"].iter().any(|path| ground.path(path).exists());
    assert!(code == 2 && !planted, "{code}: {text}");
}

#[test]
fn a_folder_with_the_name_of_a_branch_does_not_replace_the_commit() {
    let ground = Ground::new("commit-name");
    committed(&ground);
    git(&ground, &["branch", "stable"]);
    ground.write("stable/slipyard.toml", MANIFEST);
    ground.write("stable/flint.slip", TIDY);
    let (code, text) = ground.says(&["diff", "stable", "dock"]);
    assert!(code == 2 && text.contains("`stable` is both a path and a commit: write `./stable` for the path"), "{code}: {text}");
    assert_eq!(ground.says(&["diff", "./stable", "dock"]).0, 0);
    assert_eq!(ground.says(&["diff", "stable~0", "dock"]).0, 0);
}

/// Writes an object of some lines for `git mktree`, and returns its id.
fn tree(ground: &Ground, entry: &str, id: &str) -> String {
    let entries: String = (0..10).map(|at| format!("{entry} {id}\td{at}.slip\n")).collect();
    made(ground, &["mktree"], &entries)
}

fn made(ground: &Ground, arguments: &[&str], input: &str) -> String {
    let mut git = Command::new("git");
    git.arg("-C").arg(&ground.0).args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]).args(arguments);
    let mut git = git.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    git.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8(git.wait_with_output().unwrap().stdout).unwrap().trim().to_owned()
}

/// A repository of some kilobytes whose folders are each in the next one ten times has a hundred million files.
#[test]
fn a_commit_with_more_files_than_its_limit_is_not_listed_to_its_end() {
    let ground = Ground::new("commit-many");
    committed(&ground);
    let mut id = tree(&ground, "100644 blob", &made(&ground, &["hash-object", "-w", "--stdin"], TIDY));
    for _ in 0..7 {
        id = tree(&ground, "040000 tree", &id);
    }
    let commit = made(&ground, &["commit-tree", &id, "-m", "Many"], "");
    for arguments in [["diff", &commit, "dock"].as_slice(), &["check", "dock", "--changed-since", &commit]] {
        let (code, text) = ground.says(arguments);
        assert!(code == 2 && text.contains("the list of its files is longer than 64 MiB"), "{code}: {text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_name_in_a_commit_that_is_not_utf8_is_found_and_does_not_stop_the_comparison() {
    use std::os::unix::ffi::OsStrExt;
    let ground = Ground::new("commit-bytes");
    let name = std::ffi::OsStr::from_bytes(b"dock/b\xff.slip");
    std::fs::write(ground.0.join(name), TIDY.replace("flint", "spark")).unwrap();
    committed(&ground);
    let (code, text) = ground.says(&["check", "dock"]);
    assert!(code == 1 && text.contains("hidden-characters"), "{code}: {text}");
    let (code, text) = ground.says(&["check", "dock", "--changed-since", "HEAD"]);
    assert!(code == 0 && text.contains("known before"), "{code}: {text}");
}
