//! Writes files atomically.
//!
//! A file is written under a temporary name and then renamed. Links to a file are kept, and so is the mode of a replaced file. Devices,
//! pipes and open streams are written to directly. A writer with a boundary writes only regular files inside it. A package from someone
//! else may contain a link with the name of an output file. A file in a package therefore always stays inside it, even if the user named
//! the file.

use super::boundary::{Boundary, Denied};
use super::{LoadFailure, discover_packages, read_files, temporary};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::NamedTempFile;

/// Writes a file that the user named, atomically.
///
/// # Errors
/// When the folder of the file cannot be created, the file cannot be written, or a link leads out of the package or repository that
/// contains it.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), LoadFailure> {
    Writer::of_named(path).write(path, bytes)
}

/// Replaces a file that the user named, unless its bytes have changed since it was read: see [`Writer::write_if_unchanged`].
///
/// # Errors
/// As [`Writer::write_if_unchanged`].
pub fn write_if_unchanged(path: &Path, read: Option<&[u8]>, bytes: &[u8]) -> Result<bool, LoadFailure> {
    Writer::of_named(path).write_if_unchanged(path, read, bytes)
}

/// Refuses a file named by the user that is in a package or a repository, if a link leads out of the package or repository.
///
/// # Errors
/// When a link leads out.
pub fn must_stay_inside(path: &Path) -> Result<(), LoadFailure> {
    let inside = Boundary::of_output(path).map_or(Ok(()), |package| package.real(path).map(drop));
    inside.map_err(|denied| denied.failure("write", path))
}

/// True if a path is a device, a pipe or an open stream, which cannot be replaced.
pub fn is_stream(path: &Path) -> bool {
    matches!(Target::of(path), Target::Stream)
}

/// Writer of files. It also removes temporary files that earlier, interrupted writers left in the same folders.
#[derive(Debug)]
pub struct Writer {
    boundary: Option<Boundary>,
    /// Folders that are already free of old temporary files. Each folder is searched only once.
    swept: Mutex<BTreeSet<PathBuf>>,
}

/// Promise of a writer that a file survives a crash of the system.
#[derive(Clone, Copy)]
enum Durability {
    /// Wait until the file is on the disk.
    ForTheDisk,
    /// Do not wait: the file can be made again and is checked when it is read.
    ForNothing,
}

/// Target that a path leads to after all links have been followed.
enum Target {
    /// The target is a file, or a free name.
    File(PathBuf),
    /// The target is a device, a pipe or an open stream.
    Stream,
}

impl Target {
    fn of(path: &Path) -> Target {
        // Links that form a circle lead to no file; opening the path reports the error.
        let Ok(steps) = super::boundary::steps(path) else { return Target::Stream };
        for step in &steps {
            let is_open = OPEN_STREAMS.iter().any(|folder| step.starts_with(folder));
            if is_open || std::fs::metadata(step).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
                return Target::Stream;
            }
        }
        Target::File(steps.into_iter().next_back().unwrap_or_default())
    }
}

/// Folders in which systems name the open streams of a program. Output to such a name is appended, so that earlier output stays.
const OPEN_STREAMS: [&str; 2] = ["/dev/fd", "/proc"];

impl Writer {
    /// Returns a writer without a boundary. It may follow every link, so it is only for folders of the system that no package can contain.
    pub fn anywhere() -> Writer {
        Writer { boundary: None, swept: Mutex::default() }
    }

    /// Returns a writer of a file that the user named: inside a package or a repository if the file is in one, otherwise anywhere.
    fn of_named(path: &Path) -> Writer {
        Boundary::of_output(path).map_or_else(Writer::anywhere, Writer::within)
    }

    /// Returns a writer of files that a command chooses in a folder. The writer never writes outside of the folder.
    ///
    /// # Errors
    /// When no folder above it can be found, or a link leads from the folder out of the package that contains it.
    pub fn in_folder(folder: &Path) -> Result<Writer, LoadFailure> {
        must_stay_inside(folder)?;
        let boundary = Boundary::of_folder(folder).map_err(|error| LoadFailure::io("write", folder, &error))?;
        Ok(Writer::within(boundary))
    }

    /// Returns a writer of files in a package.
    ///
    /// # Errors
    /// When the folder of the package cannot be found.
    pub fn in_package(folder: &Path) -> Result<Writer, LoadFailure> {
        let boundary = Boundary::of_package(folder).map_err(|error| LoadFailure::io("write", folder, &error))?;
        Ok(Writer::within(boundary))
    }

    /// Returns a writer that writes only inside a boundary.
    pub fn within(boundary: Boundary) -> Writer {
        Writer { boundary: Some(boundary), swept: Mutex::default() }
    }

    /// Writes a file.
    ///
    /// # Errors
    /// When its folder cannot be made, the file cannot be written, or it is outside of the boundary.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), LoadFailure> {
        self.put(path, bytes, Durability::ForTheDisk).map_err(|denied| denied.failure("write", path))
    }

    /// Writes a file without waiting for the disk. For files that can be made again and whose content is checked when it is read.
    ///
    /// # Errors
    /// As [`Writer::write`].
    pub fn write_lightly(&self, path: &Path, bytes: &[u8]) -> Result<(), LoadFailure> {
        self.put(path, bytes, Durability::ForNothing).map_err(|denied| denied.failure("write", path))
    }

    /// Replaces a file if its bytes are still those that were read, so that no changes of others are lost. `read` is `None` if there was no
    /// file. Returns false if the file has changed; the file is then left as it is.
    ///
    /// The file itself is locked while it is compared and replaced.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, is read-only, or is outside of the boundary.
    pub fn write_if_unchanged(&self, path: &Path, read: Option<&[u8]>, bytes: &[u8]) -> Result<bool, LoadFailure> {
        let failed = |denied: Denied| denied.failure("write", path);
        // The target of a link is replaced, not the link.
        let real = match &self.boundary {
            Some(boundary) => boundary.real(path).map_err(failed)?,
            None => std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
        };
        let Some(read) = read else { return self.write_new(&real, bytes).map_err(failed) };
        let there = match self.locked(&real) {
            Ok(there) => there,
            Err(Denied::Failed(error)) if error.kind() == ErrorKind::NotFound => return Ok(false),
            Err(denied) => return Err(failed(denied)),
        };
        // The system would allow replacing a read-only file. Its owner made it read-only on purpose, so it is not replaced.
        if there.metadata().map_err(|error| failed(Denied::Failed(error)))?.permissions().readonly() {
            return Err(LoadFailure::new(format!("cannot write `{}`: it is read-only", super::shown(path))));
        }
        if !has(&there, read).map_err(|error| failed(Denied::Failed(error)))? {
            return Ok(false);
        }
        self.replace(&real, bytes, Durability::ForTheDisk).map_err(failed)?;
        // The file name must also survive a power cut, so the folder is synchronised. Systems that cannot do this return an error, which is
        // ignored.
        let _ = File::open(folder_of(&real)).and_then(|folder| folder.sync_all());
        Ok(true)
    }

    fn put(&self, path: &Path, bytes: &[u8], wait: Durability) -> Result<(), Denied> {
        if let Some(boundary) = &self.boundary {
            let real = boundary.real(path)?;
            if !(boundary.has_pipes_of_user && is_stream(&real)) {
                return self.replace(&real, bytes, wait);
            }
        }
        match Target::of(path) {
            Target::Stream => {
                let written = OpenOptions::new().append(true).open(path).and_then(|mut stream| stream.write_all(bytes));
                written.map_err(Denied::Failed)
            }
            Target::File(file) => self.replace(&file, bytes, wait),
        }
    }

    fn open(&self, path: &Path) -> Result<File, Denied> {
        match &self.boundary {
            Some(boundary) => read_files::open_within(boundary, path),
            None => read_files::open(path).map_err(Denied::Failed),
        }
    }

    /// Opens and locks a file. If another program replaced the file while this program waited for the lock, the file is opened again.
    fn locked(&self, path: &Path) -> Result<File, Denied> {
        loop {
            let file = self.open(path)?;
            file.lock().map_err(Denied::Failed)?;
            if read_files::is_at(&file, path) {
                return Ok(file);
            }
            if path.is_symlink() {
                return Err(Denied::Failed(Error::other("it was replaced by a link while it was written")));
            }
        }
    }

    fn replace(&self, path: &Path, bytes: &[u8], wait: Durability) -> Result<(), Denied> {
        let there = std::fs::symlink_metadata(path).ok();
        if self.boundary.is_some() && there.as_ref().is_some_and(|there| !there.is_file()) {
            return Err(Denied::Failed(Error::other("it is not a regular file")));
        }
        let permissions = std::fs::metadata(path).ok().map(|there| there.permissions());
        let file = self.temporary(path, bytes, wait, permissions)?;
        file.persist(path).map(drop).map_err(|failed| Denied::Failed(failed.error))
    }

    /// Writes a new file, first under a temporary name. Returns false if the file exists already.
    fn write_new(&self, path: &Path, bytes: &[u8]) -> Result<bool, Denied> {
        match self.temporary(path, bytes, Durability::ForTheDisk, None)?.persist_noclobber(path) {
            Ok(_) => Ok(true),
            Err(failed) if failed.error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(failed) => Err(Denied::Failed(failed.error)),
        }
    }

    /// Writes a temporary file next to a path. Permissions are set before the first byte, so a private file is never readable by
    /// others.
    fn temporary(
        &self,
        path: &Path,
        bytes: &[u8],
        wait: Durability,
        permissions: Option<std::fs::Permissions>,
    ) -> Result<NamedTempFile, Denied> {
        let folder = folder_of(path);
        std::fs::create_dir_all(&folder).map_err(Denied::Failed)?;
        self.sweep(&folder);
        let mut file = temporary::file_in(&folder, permissions).map_err(Denied::Failed)?;
        self.must_hold(&file)?;
        file.write_all(bytes).map_err(Denied::Failed)?;
        match wait {
            Durability::ForTheDisk => file.as_file().sync_all().map_err(Denied::Failed)?,
            Durability::ForNothing => {}
        }
        Ok(file)
    }

    /// Refuses a temporary file outside of the boundary, in case a folder was replaced by a link meanwhile. The check is enough, because
    /// the file is later renamed within its folder and only this writer knows its name until then.
    fn must_hold(&self, file: &NamedTempFile) -> Result<(), Denied> {
        let is_inside = |boundary: &Boundary| {
            let real = std::fs::canonicalize(file.path()).ok();
            real.is_some_and(|real| boundary.holds(&real) && read_files::is_at(file.as_file(), &real))
        };
        if self.boundary.as_ref().is_none_or(is_inside) {
            return Ok(());
        }
        Err(Denied::Failed(Error::other("its folder was replaced while it was written")))
    }

    /// Removes temporary files of killed writers in a folder, once per writer.
    pub fn sweep(&self, folder: &Path) {
        let is_new = self.swept.lock().unwrap_or_else(PoisonError::into_inner).insert(folder.to_path_buf());
        if is_new {
            temporary::sweep(folder);
        }
    }
}

/// True if the content of a file is `bytes`.
fn has(file: &File, bytes: &[u8]) -> std::io::Result<bool> {
    let mut there = Vec::new();
    let most = u64::try_from(bytes.len()).unwrap_or(u64::MAX).saturating_add(1);
    file.take(most).read_to_end(&mut there)?;
    Ok(there == bytes)
}

fn folder_of(path: &Path) -> PathBuf {
    discover_packages::real(path.parent().unwrap_or(Path::new("")))
}
