//! Tests of packages as they are in a commit.

use crate::files::{Ground, MANIFEST, SECRET, TIDY};
use std::process::Command;

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
