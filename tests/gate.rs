//! Tests of the gate: the action's own steps, played on a small repository of packages through pull requests, with plain bash and git.
//!
//! `action` reads `action.yml` and plays its steps as a runner does, with a release host on the loopback. `repository` is the repository of
//! four packages. `pull_requests` is the table of changes and the answer that each must get; a new rule of the gate gets a row there.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]
#![allow(clippy::print_stderr, reason = "a test that cannot be played says so")]

mod action;
mod comment;
mod host;
mod install;
mod paths;
mod pull_requests;
mod repository;

/// True if git and the shell of CI runners are on this machine. Without them the steps of the action cannot be run, and the test says so.
fn can_play() -> bool {
    let missing: Vec<&str> = ["bash", "git", "curl", "tar", "gzip"]
        .into_iter()
        .filter(|program| !std::process::Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success()))
        .collect();
    if !missing.is_empty() {
        eprintln!("skipped: the action needs {}, which is not installed here", missing.join(", "));
    }
    cfg!(unix) && missing.is_empty()
}
