//! What a commit holds of packages, taken out with `git` into a folder that is gone afterwards. Floor 9.
//!
//! Neither the index nor the work tree is touched: only objects are read.

use crate::archive;
use crate::cli::Stop;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

/// The packages of a commit, in a folder of our own.
pub(super) struct Tree {
    root: PathBuf,
    /// What was asked about, in it.
    path: PathBuf,
}

impl Drop for Tree {
    fn drop(&mut self) {
        // What cannot be removed lies where such things are removed in time.
        let _ = std::fs::remove_dir_all(&self.root);
    }
}

impl Tree {
    /// The files of the repository around a path as they were in a commit.
    pub(super) fn of(commit: &str, path: &Path) -> Result<Tree, Stop> {
        let tree = Tree::or_nothing(commit, path)?;
        if tree.path.exists() {
            Ok(tree)
        } else {
            Err(Stop::because(format!("the commit `{commit}` has nothing that is read at `{}`", path.display())))
        }
    }

    /// The same; there may have been nothing at the path yet.
    pub(super) fn or_nothing(commit: &str, path: &Path) -> Result<Tree, Stop> {
        let folder = if path.is_file() { path.parent().unwrap_or(path) } else { path };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let unknown =
            || Stop::because(format!("`{commit}` is neither a path nor a commit of the repository around `{}`", folder.display()));
        let top = said(folder, &["rev-parse", "--show-toplevel"])?.ok_or_else(unknown)?;
        let wanted = format!("{commit}^{{commit}}");
        let found = said(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted])?.ok_or_else(unknown)?;
        let real = |path: &Path| path.canonicalize().map_err(|error| Stop::unread(path, &error));
        let top = real(Path::new(&top))?;
        let inside = real(path)?.strip_prefix(&top).map(Path::to_path_buf).map_err(|_| unknown())?;
        let root = std::env::temp_dir().join(format!("slipyard-{}-{found}", std::process::id()));
        let tree = Tree { path: root.join(inside), root };
        tree.fill(&top, &found).map_err(|error| Stop::because(format!("cannot read the commit `{commit}`: {error}")))?;
        Ok(tree)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn fill(&self, top: &Path, commit: &str) -> std::io::Result<()> {
        let listed = Command::new("git").arg("-C").arg(top).args(["ls-tree", "-r", "-z", "--name-only", commit]).output()?;
        let names = String::from_utf8_lossy(&listed.stdout).into_owned();
        let names: Vec<&str> = names.split('\0').filter(|name| is_read(name)).collect();
        let mut git =
            Command::new("git").arg("-C").arg(top).args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(mut asks), Some(answers)) = (git.stdin.take(), git.stdout.take()) else { return Ok(()) };
        let mut answers = BufReader::new(answers);
        for name in names {
            // One at a time: neither side ever waits for the other to read.
            writeln!(asks, "{commit}:{name}")?;
            asks.flush()?;
            let mut head = String::new();
            answers.read_line(&mut head)?;
            let size = head.split_whitespace().nth(2).and_then(|size| size.parse().ok());
            let Some(size) = size else { return Err(std::io::Error::other(format!("git does not know `{name}`"))) };
            let mut bytes = vec![0; size];
            answers.read_exact(&mut bytes)?;
            answers.read_exact(&mut [0])?;
            let path = self.root.join(name);
            std::fs::create_dir_all(path.parent().unwrap_or(&self.root))?;
            std::fs::write(path, bytes)?;
        }
        drop(asks);
        git.wait().map(|_| ())
    }
}

/// Whether a file of a repository is one that packages are made of, at a path that stays inside.
fn is_read(name: &str) -> bool {
    let path = Path::new(name);
    let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    let known = path.extension().is_some_and(|end| end == "slip" || end == archive::EXTENSION)
        || path.file_name().is_some_and(|name| name == "slipyard.toml" || name == "slipyard.lock");
    inside && known && !name.contains('\n')
}

/// What git says, if it says so without an error.
///
/// # Errors
/// When there is no git to ask.
fn said(folder: &Path, words: &[&str]) -> Result<Option<String>, Stop> {
    let asked = Command::new("git").arg("-C").arg(folder).args(words).stderr(Stdio::null()).output();
    let output = asked.map_err(|error| match error.kind() {
        ErrorKind::NotFound => Stop::because("commits are read with `git`, and there is no such program here"),
        _ => Stop::because(format!("cannot run `git`, which reads commits: {error}")),
    })?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success());
    Ok(text.map(|text| text.trim_end().to_owned()))
}
