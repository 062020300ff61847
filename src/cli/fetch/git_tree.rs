//! Downloads one revision of a git repository. Only its commit is downloaded, into a separate repository in a temporary folder, and only
//! the files that a package can have are read from it. Nothing is checked out, and no hook, submodule or filter runs.

use super::mirrors::DownloadSource;
use crate::cli::packages_in_commit::{self, Objects};
use crate::git;
use crate::project::TemporaryFolder;
use slip_limits::{FETCH_SECONDS, FETCHED_BYTES, FETCHED_FILES};
use slip_pack::archive;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Files of a revision by their paths.
pub(super) type TreeFiles = BTreeMap<String, Vec<u8>>;

/// Interval at which the time limit and the size limit are checked while `git` runs.
const LOOK: Duration = Duration::from_millis(50);
/// Beginnings of the names of licence files, which are downloaded with a package.
const LICENCES: [&str; 5] = ["LICENCE", "LICENSE", "NOTICE", "COPYING", "OGL"];

/// Returns the files of a revision that can be part of a package.
///
/// # Errors
///
/// If the revision cannot be downloaded within the limits, or has names that cannot be written. The error is the reason, as the rest of a
/// sentence.
pub(super) fn download(source: &DownloadSource, revision: &str) -> Result<TreeFiles, String> {
    let folder = TemporaryFolder::of_system().map_err(|failure| failure.message)?;
    let repository = folder.path().join("repository");
    let (address, protocol) = match source {
        DownloadSource::Path(path) => (std::path::absolute(path).map_err(|error| error.to_string())?.into_os_string(), "file"),
        DownloadSource::Address(address) => (address.into(), if address.starts_with("http://") { "http" } else { "https" }),
    };
    let mut make = git::in_repository(&repository, None);
    make.args(["init", "--quiet", "--bare"]);
    run(make, &folder.path())?;
    let mut fetch = git::in_repository(&repository, Some(protocol));
    for setting in
        ["protocol.version=2", "fetch.fsckObjects=true", "transfer.fsckObjects=true", "http.lowSpeedLimit=1000", "http.lowSpeedTime=60"]
    {
        fetch.args(["-c", setting]);
    }
    fetch.args(["-c", "gc.auto=0", "-c", "maintenance.auto=false"]);
    fetch.args(["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--"]);
    fetch.arg(address).arg(revision);
    run(fetch, &folder.path())?;
    read(&repository, revision)
}

/// Reads the files of a revision from a repository.
fn read(repository: &Path, revision: &str) -> Result<TreeFiles, String> {
    let git = || git::in_repository(repository, None);
    let listed = packages_in_commit::list(git(), revision).map_err(|error| error.to_string())?;
    let Some(listed) = listed else { return Err("the repository does not have this revision".to_owned()) };
    let known = packages_in_commit::files_of(&listed);
    let wanted: BTreeMap<String, String> =
        known.into_iter().filter(|(name, listed)| !listed.is_link && is_wanted(name)).map(|(name, listed)| (name, listed.object)).collect();
    if wanted.len() > FETCHED_FILES {
        return Err(format!("the revision has more than {FETCHED_FILES} files"));
    }
    if let Some((name, why)) = wanted.keys().find_map(|name| Some((name, archive::name_fault(&format!("sources/fetched/{name}"))?))) {
        return Err(format!("the file `{name}` of the revision cannot be written on every system: {why}"));
    }
    let mut files = TreeFiles::new();
    let mut bytes = 0_u64;
    let mut objects = Objects::of(git()).map_err(|error| error.to_string())?;
    let take = |name: &str, content: Vec<u8>| {
        bytes = bytes.saturating_add(u64::try_from(content.len()).unwrap_or(u64::MAX));
        if bytes > FETCHED_BYTES {
            return Err(std::io::Error::other(format!("its files together are larger than {} MiB", FETCHED_BYTES >> 20)));
        }
        files.insert(name.to_owned(), content);
        Ok(())
    };
    objects.read_all(&wanted, take).and_then(|()| objects.close()).map_err(|error| error.to_string())?;
    Ok(files)
}

/// True if a file can be part of a package, and no part of its path is hidden.
fn is_wanted(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    let is_licence = || LICENCES.iter().any(|start| last.to_ascii_uppercase().starts_with(start));
    !name.split('/').any(|part| part.starts_with('.')) && (packages_in_commit::is_read(name) || is_licence())
}

/// Runs `git` within the limits of time and size. If `git` fails, the error is its last error message.
fn run(mut git: Command, folder: &Path) -> Result<(), String> {
    let said: PathBuf = folder.join("said");
    let file = File::create(&said).map_err(|error| error.to_string())?;
    let started = git.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file).spawn();
    let mut child = started.map_err(|error| match error.kind() {
        ErrorKind::NotFound => "`git` was not found: install it first".to_owned(),
        _ => error.to_string(),
    })?;
    let start = Instant::now();
    let most = Duration::from_secs(FETCH_SECONDS);
    let mut looked = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        let is_late = start.elapsed() > most;
        let is_large = looked.elapsed() > LOOK.saturating_mul(10) && size_of(folder) > FETCHED_BYTES;
        if looked.elapsed() > LOOK.saturating_mul(10) {
            looked = Instant::now();
        }
        if is_late || is_large {
            let _ = child.kill();
            let _ = child.wait();
            return Err(if is_late {
                format!("the download took longer than {FETCH_SECONDS} seconds")
            } else {
                format!("the download is larger than {} MiB", FETCHED_BYTES >> 20)
            });
        }
        std::thread::sleep(LOOK);
    };
    if status.success() && size_of(folder) <= FETCHED_BYTES {
        return Ok(());
    }
    let said = crate::project::stored_bytes(&said, 1 << 20).unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let line = said.lines().rev().find(|line| line.starts_with("fatal: ") || line.starts_with("error: "));
    Err(line.map_or_else(|| "`git` failed".to_owned(), |line| line.split_once(": ").map_or(line, |(_, reason)| reason).to_owned()))
}

/// Returns the total size in bytes of all files below a folder; links are not followed.
fn size_of(folder: &Path) -> u64 {
    let mut bytes = 0_u64;
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(about) if about.is_dir() => folders.push(entry.path()),
                Ok(about) => bytes = bytes.saturating_add(about.len()),
                Err(_) => {}
            }
        }
    }
    bytes
}
