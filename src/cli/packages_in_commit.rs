//! Extracts packages as they were in a commit, with `git`, into a temporary folder.
//!
//! Only objects of the repository are read; the index and the work tree stay untouched. Links are created last, so that no file is written
//! through a link. They are read under the same rules as the links of any package.

mod lent_dependencies;

use crate::cli::Stop;
use crate::git::git;
use crate::policy::POLICY;
use crate::project::{Boundary, MANIFEST, TemporaryFolder};
use slip_limits::{COMMIT_BYTES, COMMIT_LIST_BYTES, FILE_BYTES};
use slip_pack::archive;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Packages of a commit, extracted into a temporary folder.
pub(super) struct ExtractedCommit {
    /// Temporary folder, which is removed when this value is dropped.
    folder: TemporaryFolder,
    /// Path inside the folder that corresponds to the path that the user named.
    path: PathBuf,
    /// Top folder of the work tree.
    top: PathBuf,
    /// Path in the work tree that the user named.
    asked: PathBuf,
}

/// File or link in a commit. It is read by its object id, since its name may have bytes that are not text.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct CommitFile {
    pub(super) is_link: bool,
    pub(super) object: String,
}

/// Mode of a symbolic link in the output of `git ls-tree`.
const LINK: &str = "120000";
/// Longest chain of symbolic links that is followed to find the files that a package needs.
const MOST_LINKS: usize = 40;

impl ExtractedCommit {
    /// Extracts the files of the repository that contains a path, as they were in a commit.
    pub(super) fn of(commit: &str, path: &Path) -> Result<ExtractedCommit, Stop> {
        let tree = ExtractedCommit::or_nothing(commit, path)?;
        if tree.path.exists() {
            Ok(tree)
        } else {
            Err(Stop::because(format!("the commit `{commit}` has no package or Slip file at `{}`", crate::cli::shown(path))))
        }
    }

    /// Extracts the files of the repository that contains a path, as they were in a commit. The path need not exist in that commit.
    pub(super) fn or_nothing(commit: &str, path: &Path) -> Result<ExtractedCommit, Stop> {
        let folder = folder_of(path);
        let unknown = || {
            Stop::because(format!(
                "`{commit}` is neither a path nor a commit of the git repository that contains `{}`",
                crate::cli::shown(folder)
            ))
        };
        let top = top_of(folder)?.ok_or_else(unknown)?;
        let found = commit_of(folder, commit)?.ok_or_else(unknown)?;
        let real = |path: &Path| path.canonicalize().map_err(|error| Stop::unread(path, &error));
        let inside = real(path)?.strip_prefix(&top).map(Path::to_path_buf).map_err(|_| unknown())?;
        let folder = TemporaryFolder::of_system()?;
        let tree = ExtractedCommit { path: folder.path().join(inside), folder, asked: path.to_owned(), top };
        let has_addresses = tree.fill(&found).map_err(|error| Stop::because(format!("cannot read the commit `{commit}`: {error}")))?;
        if has_addresses {
            tree.lend_dependencies()?;
        }
        Ok(tree)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the folder that corresponds to the root of the repository.
    pub(super) fn root(&self) -> PathBuf {
        self.folder.path()
    }

    /// Extracts the files of a commit. Returns true if a manifest contains an address, because this may be the address of a dependency.
    fn fill(&self, commit: &str) -> std::io::Result<bool> {
        let known = list(git(&self.top), commit)?.map_or_else(BTreeMap::new, |listed| files_of(&listed));
        let mut objects = Objects::open(&self.top)?;
        let mut has_addresses = false;
        let mut links: BTreeMap<String, String> = BTreeMap::new();
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        for (name, listed) in known.iter().filter(|(name, _)| is_read(name)) {
            if listed.is_link {
                objects.follow(name, &known, &mut links, &mut files)?;
            } else {
                files.insert(name.clone(), listed.object.clone());
            }
        }
        let root = Root::of(self.folder.path())?;
        // Links are created last, so that no folder that was checked can be replaced by a link.
        let mut folders: BTreeSet<PathBuf> = BTreeSet::new();
        let mut written = 0_u64;
        objects.read_all(&files, |name, bytes| {
            written = written.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
            if written > COMMIT_BYTES {
                return Err(std::io::Error::other(format!(
                    "its manifests and Slip files together are larger than {} MiB",
                    COMMIT_BYTES >> 20
                )));
            }
            has_addresses |= name.ends_with(MANIFEST) && bytes.windows(3).any(|signs| signs == b"://");
            root.put(name, &mut folders, |path| make(path, &bytes))
        })?;
        for (name, target) in &links {
            let mut folders = BTreeSet::new();
            root.put(name, &mut folders, |path| link(target, path))?;
        }
        objects.close()?;
        Ok(has_addresses)
    }
}

/// Returns the output of `git ls-tree` for all files of a commit; `None` if there is no such commit.
///
/// # Errors
/// If `git` cannot be run, or the list is longer than the limit. Such a list is not read to its end, since a commit may contain the same
/// folder many times.
pub(super) fn list(mut git: Command, commit: &str) -> std::io::Result<Option<String>> {
    git.args(["ls-tree", "-r", "-z", commit]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = git.spawn()?;
    let mut listed = Vec::new();
    let read = child.stdout.take().map_or(Ok(0), |out| out.take(COMMIT_LIST_BYTES.saturating_add(1)).read_to_end(&mut listed));
    let is_too_long = u64::try_from(listed.len()).unwrap_or(u64::MAX) > COMMIT_LIST_BYTES;
    if is_too_long || read.is_err() {
        let _ = child.kill();
    }
    let status = child.wait()?;
    read?;
    if is_too_long {
        return Err(std::io::Error::other(format!("the list of its files is longer than {} MiB", COMMIT_LIST_BYTES >> 20)));
    }
    Ok(status.success().then(|| String::from_utf8_lossy(&listed).into_owned()))
}

/// Returns the files and links of a commit by name, from the output of `git ls-tree`. Submodules are left out.
pub(super) fn files_of(listed: &str) -> BTreeMap<String, CommitFile> {
    let entry = |line: &str| {
        let (about, name) = line.split_once('\t')?;
        let mut words = about.split(' ');
        let (mode, kind, object) = (words.next()?, words.next()?, words.next()?);
        let listed = CommitFile { is_link: mode == LINK, object: object.to_owned() };
        (kind == "blob" && is_inside(name)).then(|| (name.to_owned(), listed))
    };
    listed.split('\0').filter_map(entry).collect()
}

/// Reader for the objects of a commit, which a running `git` sends.
pub(super) struct Objects {
    git: Child,
    /// Standard input of `git`, to which object names are written; `None` after the last one.
    asks: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Objects {
    fn open(top: &Path) -> std::io::Result<Objects> {
        Objects::of(git(top))
    }

    /// Starts a `git` command, and returns the reader of the objects that it sends.
    pub(super) fn of(mut git: Command) -> std::io::Result<Objects> {
        let mut git = git.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        match (git.stdin.take(), git.stdout.take()) {
            (Some(asks), Some(answers)) => Ok(Objects { git, asks: Some(asks), answers: BufReader::new(answers) }),
            _ => Err(std::io::Error::other("cannot talk to `git`: it has no input or output")),
        }
    }

    /// Returns the bytes of a file. If the file is above the size limit, only slightly more than the limit is read.
    fn read(&mut self, name: &str, object: &str) -> std::io::Result<Vec<u8>> {
        // One object is requested and read at a time. Otherwise `git` and this program could wait for each other.
        let Some(asks) = &mut self.asks else { return Err(ended()) };
        writeln!(asks, "{object}")?;
        asks.flush()?;
        self.answer(name)
    }

    /// Reads the remaining files. The files are requested while the answers are read, so that `git` never waits.
    pub(super) fn read_all(
        &mut self,
        files: &BTreeMap<String, String>,
        mut take: impl FnMut(&str, Vec<u8>) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        let Some(asks) = self.asks.take() else { return Err(ended()) };
        std::thread::scope(|scope| {
            let asking = scope.spawn(move || {
                let mut asks = std::io::BufWriter::new(asks);
                files.values().try_for_each(|object| writeln!(asks, "{object}"))?;
                asks.flush()
            });
            let answered = files.keys().try_for_each(|name| {
                let bytes = self.answer(name)?;
                take(name, bytes)
            });
            if answered.is_err() {
                // The other objects are not read: `git` is stopped, which also ends the thread that asks for objects.
                let _ = self.git.kill();
            }
            let asked = asking.join().unwrap_or_else(|_| Err(std::io::Error::other("cannot send requests to `git`")));
            answered.and(asked)
        })
    }

    fn answer(&mut self, name: &str) -> std::io::Result<Vec<u8>> {
        let mut head = String::new();
        self.answers.read_line(&mut head)?;
        let size = head.split_whitespace().nth(2).and_then(|size| size.parse::<u64>().ok());
        let Some(size) = size else { return Err(std::io::Error::other(format!("`git` did not find `{name}`"))) };
        let most = u64::try_from(FILE_BYTES).unwrap_or(u64::MAX).saturating_add(1);
        let mut bytes = Vec::new();
        (&mut self.answers).take(size.min(most)).read_to_end(&mut bytes)?;
        std::io::copy(&mut (&mut self.answers).take(size.saturating_sub(most)), &mut std::io::sink())?;
        self.answers.read_exact(&mut [0])?;
        Ok(bytes)
    }

    /// Records a link, and the file of the commit that it leads to, as needed.
    fn follow(
        &mut self,
        name: &str,
        known: &BTreeMap<String, CommitFile>,
        links: &mut BTreeMap<String, String>,
        files: &mut BTreeMap<String, String>,
    ) -> std::io::Result<()> {
        let mut found = known.get_key_value(name);
        for _ in 0..MOST_LINKS {
            let Some((name, listed)) = found else { return Ok(()) };
            if !listed.is_link {
                files.insert(name.clone(), listed.object.clone());
                return Ok(());
            }
            if links.contains_key(name) {
                return Ok(());
            }
            let target = String::from_utf8_lossy(&self.read(name, &listed.object)?).into_owned();
            found = behind(name, &target).and_then(|next| known.get_key_value(&next));
            links.insert(name.clone(), target);
        }
        Ok(())
    }

    pub(super) fn close(mut self) -> std::io::Result<()> {
        drop(self.asks);
        self.git.wait().map(|_| ())
    }
}

/// Returns the error for asking `git` for an object after its input was closed.
fn ended() -> std::io::Error {
    std::io::Error::other("the connection to `git` was already closed")
}

/// Returns the path in the commit that a link refers to; `None` if the link leads out of the commit.
fn behind(name: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = name.split('/').collect();
    parts.pop();
    if target.starts_with('/') {
        return None;
    }
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// Folder into which the files of a commit are extracted.
struct Root {
    folder: PathBuf,
    boundary: Boundary,
}

impl Root {
    fn of(folder: PathBuf) -> std::io::Result<Root> {
        Ok(Root { boundary: Boundary::of_folder(&folder)?, folder })
    }

    /// Creates a file or link in the folder with `make`. A damaged commit may contain a link and a folder of the same name, so a link as
    /// parent folder is refused. `folders` are the parent folders that are already known to be no links.
    fn put(&self, name: &str, folders: &mut BTreeSet<PathBuf>, make: impl FnOnce(&Path) -> std::io::Result<()>) -> std::io::Result<()> {
        let path = self.folder.join(name);
        let parent = path.parent().unwrap_or(&self.folder);
        if !folders.contains(parent) {
            if self.boundary.real(parent).is_err() {
                return Err(std::io::Error::other(format!("`{name}` is in a linked folder")));
            }
            std::fs::create_dir_all(parent)?;
            folders.insert(parent.to_owned());
        }
        make(&path)
    }
}

/// Creates a file that does not exist yet.
fn make(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    std::fs::OpenOptions::new().write(true).create_new(true).open(path)?.write_all(bytes)
}

#[cfg(unix)]
fn link(target: &str, path: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(target, path)
}

/// Writes the target of a link as a text file, as `git` does on systems where creating links needs a permission.
#[cfg(not(unix))]
fn link(target: &str, path: &Path) -> std::io::Result<()> {
    make(path, target.as_bytes())
}

/// True if a path has no part that leads out of the repository, such as `..`.
fn is_inside(name: &str) -> bool {
    !name.contains('\n') && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}

/// True if a file of a repository matters when packages are read: a Slip file, archive, manifest, lock or policy.
pub(super) fn is_read(name: &str) -> bool {
    let path = Path::new(name);
    path.extension().is_some_and(|end| end == "slip" || end == archive::EXTENSION)
        || path.file_name().is_some_and(|name| name == "slipyard.toml" || name == "slipyard.lock" || name == POLICY)
}

/// Returns the folder in which `git` is run for a path. This is the path itself if it is a folder, otherwise its parent folder.
fn folder_of(path: &Path) -> &Path {
    let folder = if path.is_file() { path.parent().unwrap_or(path) } else { path };
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// True if a word names a commit of the repository that contains a folder; false if `git` is not installed.
///
/// # Errors
/// If `git` cannot be run for any other reason.
fn is_commit(word: &str, folder: &Path) -> Result<bool, Stop> {
    match git(folder_of(folder)).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status() {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        _ => Ok(commit_of(folder_of(folder), word)?.is_some()),
    }
}

/// Returns a word as a path if the path exists and the word is not ambiguous: it is written as a path, or it names no commit.
///
/// # Errors
/// If the word is the name of both a file or folder and a commit. Otherwise a folder with the name of a branch could silently replace the
/// branch.
pub(super) fn path_if_existing<'w>(word: &'w str, folder: &Path) -> Result<Option<&'w Path>, Stop> {
    let path = Path::new(word);
    if !path.exists() {
        return Ok(None);
    }
    let is_written_as_path =
        path.is_absolute() || word.starts_with("./") || word.starts_with("../") || word.starts_with(".\\") || word == ".";
    if !is_written_as_path && is_commit(word, folder)? {
        let word = slip_printable::text(word);
        return Err(Stop::because(format!(
            "`{word}` is both a path and a commit: write `./{word}` for the path, or rename the file or folder to compare with the commit"
        )));
    }
    Ok(Some(path))
}

/// Returns the bytes of a file as it was in a commit of the repository that contains a folder. As in `git show`, the name begins at the
/// root of the repository, or at the folder if it begins with `./` or `../`.
///
/// # Errors
/// If there is no such commit or file, or if it is a link.
pub(super) fn file_in(commit: &str, file: &str, folder: &Path) -> Result<Vec<u8>, Stop> {
    let asked = slip_printable::text(commit).into_owned();
    let no_commit =
        || Stop::because(format!("`{asked}` is not a commit of the git repository that contains `{}`", crate::cli::shown(folder)));
    if commit.is_empty() || commit.starts_with('-') {
        return Err(Stop::because("write a commit before the colon, such as `main:slipyard-policy.toml`"));
    }
    top_of(folder)?.ok_or_else(no_commit)?;
    let found = commit_of(folder, commit)?.ok_or_else(no_commit)?;
    let name = slip_printable::text(file).into_owned();
    let missing = || Stop::because(format!("the commit `{asked}` has no file `{name}`"));
    let object = output_of(folder, &["rev-parse", "--verify", "--quiet", &format!("{found}:{file}")])?.ok_or_else(missing)?;
    let from = if file.starts_with("./") || file.starts_with("../") { "" } else { "--full-tree" };
    let words: Vec<&str> = ["ls-tree", "-z", from, &found, "--", file].into_iter().filter(|word| !word.is_empty()).collect();
    let listed = output_of(folder, &words)?.ok_or_else(missing)?;
    let about = listed.split('\t').next().unwrap_or_default();
    if !about.starts_with("100") || !about.ends_with(&object) {
        return Err(Stop::because(format!("`{name}` of the commit `{asked}` is a folder or a link, not a file")));
    }
    let mut objects = Objects::open(folder).map_err(|error| Stop::because(format!("cannot read `{name}`: {error}")))?;
    let bytes = objects.read(&name, &object).map_err(|error| Stop::because(format!("cannot read `{name}`: {error}")))?;
    objects.close().map_err(|error| Stop::because(format!("cannot read `{name}`: {error}")))?;
    Ok(bytes)
}

/// Returns the top folder of the work tree around a folder; `None` if it is in no repository.
fn top_of(folder: &Path) -> Result<Option<PathBuf>, Stop> {
    let real = |path: &str| Path::new(path).canonicalize().map_err(|error| Stop::unread(Path::new(path), &error));
    let Some(top) = output_of(folder, &["rev-parse", "--show-toplevel"])? else { return Ok(None) };
    let Some(repository) = output_of(folder, &["rev-parse", "--absolute-git-dir"])? else { return Ok(None) };
    let (top, repository) = (real(&top)?, real(&repository)?);
    // Old versions of `git` do not know `safe.bareRepository`. With them, a repository among the files of the work tree is not trusted.
    let is_own = !repository.starts_with(&top) || repository.starts_with(top.join(".git"));
    Ok(is_own.then_some(top))
}

fn commit_of(folder: &Path, commit: &str) -> Result<Option<String>, Stop> {
    output_of(folder, &["rev-parse", "--verify", "--quiet", &format!("{commit}^{{commit}}")])
}

/// Returns the output of a `git` command; `None` if it fails.
///
/// # Errors
/// If `git` cannot be run.
fn output_of(folder: &Path, words: &[&str]) -> Result<Option<String>, Stop> {
    let asked = git(folder).args(words).stderr(Stdio::null()).output();
    let output = asked.map_err(|error| match error.kind() {
        ErrorKind::NotFound => Stop::because("commits are read with `git`, which was not found: install it first"),
        _ => Stop::because(format!("cannot run `git` to read the commit: {error}")),
    })?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success());
    Ok(text.map(|text| text.trim_end().to_owned()))
}
