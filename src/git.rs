//! Runs `git` on repositories that may come from a stranger. No program named by a repository is started, no connection is opened unless
//! the caller asks for one, and the user is not asked for input.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// Settings of `git`. A folder that only looks like a repository is not used as a repository, and the configuration of a repository starts
/// no program.
const SETTINGS: [&str; 3] = ["safe.bareRepository=explicit", "core.fsmonitor=false", "core.hooksPath=/dev/null"];

/// Environment of `git`: it fetches no missing object, replaces no object, opens no connection and asks the user nothing.
const ENVIRONMENT: [(&str, &str); 5] = [
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    ("GIT_ALLOW_PROTOCOL", "none"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_OPTIONAL_LOCKS", "0"),
];

/// Returns a command that runs `git` in a folder.
pub(crate) fn git(folder: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).envs(ENVIRONMENT);
    SETTINGS.iter().for_each(|setting| _ = git.args(["-c", setting]));
    git
}

/// Returns the names of the files of a repository that are tracked below a folder, relative to the folder; `None` if `git` cannot tell.
pub(crate) fn tracked(folder: &Path) -> Option<Vec<String>> {
    let output = git(folder).args(["ls-files", "-z", "--cached", "--", "."].map(OsString::from)).output().ok()?;
    if !output.status.success() {
        return None;
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(text.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect())
}

/// Returns a command that runs `git` on one of slipyard's own repositories, which need not exist yet. `protocol` is the only protocol that
/// `git` may connect with.
pub(crate) fn in_repository(repository: &Path, protocol: Option<&str>) -> Command {
    let mut git = Command::new("git");
    git.envs(ENVIRONMENT);
    if let Some(protocol) = protocol {
        git.env("GIT_ALLOW_PROTOCOL", protocol);
    }
    // No program asks the user for a password.
    git.env("GIT_ASKPASS", "").env("SSH_ASKPASS", "");
    // With one of these variables set, git would use a repository other than the one that is named.
    ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"]
        .iter()
        .for_each(|name| _ = git.env_remove(name));
    SETTINGS.iter().for_each(|setting| _ = git.args(["-c", setting]));
    git.arg("--git-dir").arg(repository);
    git
}
