//! Temporary files and folders: created with a random name, and removed later if their program was killed.
//!
//! Every name begins with `.slipyard-` and ends in `.tmp`. A writer locks its file while it uses the file; the system releases the lock
//! when the program ends in any way. A file with such a name and without a lock therefore has no writer and is removed. Links, folders of
//! other users, and everything on systems without locks are left alone.

use super::read_files::{WithoutWaiting, is_at};
use super::{LoadFailure, discover_packages};
use std::ffi::OsStr;
use std::fs::{File, Metadata, OpenOptions, Permissions, TryLockError};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile, TempDir};

const BEGINS: &str = ".slipyard-";
const ENDS: &str = ".tmp";
/// Number of random letters between prefix and suffix.
const RANDOM: usize = 12;
/// Name of the file in a temporary folder that its owner keeps locked.
const LOCK: &str = "lock";
/// Name of the folder in a temporary folder that its owner fills.
const TREE: &str = "tree";
/// Largest number of attempts to create a file, since another program may remove a new file before it is locked.
const TRIES: usize = 5;

/// True if a name has the form of the names that this module creates.
pub(super) fn is_ours(name: &OsStr) -> bool {
    let random = name.to_str().and_then(|name| name.strip_prefix(BEGINS)).and_then(|name| name.strip_suffix(ENDS));
    random.is_some_and(|random| random.len() == RANDOM && random.bytes().all(|letter| letter.is_ascii_alphanumeric()))
}

/// Creates an empty file in a folder. The file is locked and has its final permissions.
///
/// # Errors
/// If no file can be created there.
pub(super) fn file_in(folder: &Path, permissions: Option<Permissions>) -> Result<NamedTempFile> {
    for _ in 0..TRIES {
        let file = make_file(folder, permissions.is_some())?;
        hold(file.as_file());
        if is_at(file.as_file(), file.path()) {
            if let Some(permissions) = &permissions {
                file.as_file().set_permissions(permissions.clone())?;
            }
            return Ok(file);
        }
    }
    Err(Error::other("its temporary file was removed several times"))
}

/// Creates a file that only its owner can read, or with the usual permissions of new files.
fn make_file(folder: &Path, private: bool) -> Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(BEGINS).suffix(ENDS).rand_bytes(RANDOM);
    #[cfg(unix)]
    if !private {
        use std::os::unix::fs::PermissionsExt;
        // The system applies the user's umask.
        builder.permissions(Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = private;
    builder.tempfile_in(folder)
}

/// Locks a new file. On a system without locks the file stays unlocked, and no program will remove the file.
fn hold(file: &File) {
    while file.lock().is_err_and(|error| error.kind() == ErrorKind::Interrupted) {}
}

/// Removes from a folder the temporary files and folders of writers that were killed.
pub(super) fn sweep(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(discover_packages::real(folder)) else { return };
    for entry in entries.flatten().filter(|entry| is_ours(&entry.file_name())) {
        let Ok(about) = entry.metadata() else { continue };
        if about.is_file() {
            remove_file(&entry.path());
        } else if about.is_dir() && is_private(&about) {
            remove_folder(&entry.path());
        }
    }
}

/// Removes a file if it has no writer.
fn remove_file(path: &Path) {
    // Another program may have removed the file already.
    let Ok(file) = OpenOptions::new().read(true).without_waiting().open(path) else { return };
    if is_free(&file) && is_at(&file, path) {
        let _ = std::fs::remove_file(path);
    }
}

/// Removes a folder if it has no owner.
fn remove_folder(path: &Path) {
    // The lock file is created if the owner was killed before creating it.
    let Ok(lock) = lock_in(path) else { return };
    if is_free(&lock) && is_at(&lock, &path.join(LOCK)) {
        let _ = std::fs::remove_dir_all(path);
    }
}

/// Opens or creates the lock file of a temporary folder. A link with the name of the lock is not followed, because it may have come with a
/// package.
fn lock_in(folder: &Path) -> Result<File> {
    let path = folder.join(LOCK);
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    match options.clone().create_new(true).open(&path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        made => return made,
    }
    if !path.symlink_metadata()?.is_file() {
        return Err(Error::other("the file `lock` in it is a link or a folder"));
    }
    options.without_waiting().open(path)
}

fn is_free(file: &File) -> bool {
    match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
    }
}

/// True if a folder belongs to this user and only this user can write to it.
#[cfg(unix)]
fn is_private(about: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    let own = tempfile::tempfile().and_then(|file| file.metadata()).map(|about| about.uid());
    about.mode() & 0o077 == 0 && own.is_ok_and(|own| own == about.uid())
}

#[cfg(not(unix))]
fn is_private(_: &Metadata) -> bool {
    true
}

/// A temporary folder, which is removed when this value is dropped.
#[derive(Debug)]
pub struct TemporaryFolder {
    /// Lock file. It is closed before the folder is removed, because some systems cannot remove a folder with an open file.
    _lock: File,
    folder: TempDir,
}

impl TemporaryFolder {
    /// Creates a temporary folder in the system's folder for temporary files.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn of_system() -> std::result::Result<TemporaryFolder, LoadFailure> {
        TemporaryFolder::in_folder(&std::env::temp_dir())
    }

    /// Creates a temporary folder in another folder.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn in_folder(folder: &Path) -> std::result::Result<TemporaryFolder, LoadFailure> {
        let folder = discover_packages::real(folder);
        sweep(&folder);
        make_folder(&folder).map_err(|error| LoadFailure::io("create a temporary folder in", &folder, &error))
    }

    /// Returns the path of the folder to write files into.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join(TREE)
    }

    /// Gives the filled folder its final name. The name must be free.
    ///
    /// # Errors
    /// If it cannot be renamed.
    pub fn rename(self, to: &Path) -> Result<()> {
        std::fs::rename(self.path(), to)
    }
}

fn make_folder(folder: &Path) -> Result<TemporaryFolder> {
    let mut builder = Builder::new();
    builder.prefix(BEGINS).suffix(ENDS).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Only the owner can use the folder: its files may be private, and no other user may add files.
        builder.permissions(Permissions::from_mode(0o700));
    }
    for _ in 0..TRIES {
        let made = builder.tempdir_in(folder)?;
        let Ok(lock) = lock_in(made.path()) else { continue };
        hold(&lock);
        if is_at(&lock, &made.path().join(LOCK)) && std::fs::create_dir(made.path().join(TREE)).is_ok() {
            return Ok(TemporaryFolder { _lock: lock, folder: made });
        }
    }
    Err(Error::other("it was removed several times"))
}
