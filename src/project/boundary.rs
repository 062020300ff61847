//! Boundary of a package: the folder that its files may not leave.
//!
//! Links in paths are resolved before paths are compared. A link is allowed if its target is inside the folder. A hard link cannot be
//! distinguished from the file itself.

use super::{LoadFailure, discover_packages, repository_root};
use slip_source::Span;
use slip_source::diagnostic::{Code, Diagnostic};
use std::io::{Error, ErrorKind, Result};
use std::path::{Component, Path, PathBuf};

/// Largest number of links that are followed one after another, as in most systems.
const MOST_LINKS: usize = 40;

/// Boundary of file access: a folder outside of which no file is read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boundary {
    /// Folder of the boundary, with links resolved.
    root: PathBuf,
    /// Name of the folder in messages.
    called: String,
    /// True if output may go to a pipe inside the boundary: a repository cannot contain pipes, so the user made the pipe.
    pub(super) has_pipes_of_user: bool,
}

/// Reason why a file is not opened: a boundary, or the system.
#[derive(Debug)]
pub enum Denied {
    /// The path goes through a link that leads out of the boundary.
    Outside(OutsideBoundary),
    /// The system reported an error, or the file is not a regular file.
    Failed(Error),
}

/// Error: a path leads out of a boundary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideBoundary {
    /// Target of the link that leads out; `None` if the path goes through a linked folder.
    target: Option<PathBuf>,
    /// Name of the boundary in messages.
    called: String,
}

impl Boundary {
    /// Returns the boundary of the package in a folder.
    ///
    /// # Errors
    /// If the folder cannot be found.
    pub fn of_package(folder: &Path) -> Result<Boundary> {
        Ok(Boundary { root: resolve(folder)?, called: "the package".to_owned(), has_pipes_of_user: false })
    }

    /// Returns the boundary of a folder that is not a package; the folder need not exist yet.
    ///
    /// # Errors
    /// If no folder above it can be found.
    pub fn of_folder(folder: &Path) -> Result<Boundary> {
        Ok(Boundary { root: resolve(folder)?, called: format!("`{}`", discover_packages::shown(folder)), has_pipes_of_user: false })
    }

    /// Returns the boundary of the package that contains a path as written; `None` if the path is in no package.
    pub fn around(path: &Path) -> Option<Boundary> {
        let path = discover_packages::tidy(&std::path::absolute(path).ok()?);
        let package = discover_packages::package_around(path.parent()?)?;
        Boundary::of_package(&package).ok()
    }

    /// Returns the boundary of an output file that the user names: the package or repository that contains the path as written. `None` if
    /// it is in neither. Links are not followed for this search, because a link may come from a stranger.
    pub fn of_output(path: &Path) -> Option<Boundary> {
        let written = discover_packages::tidy(&std::path::absolute(path).ok()?);
        let is_folder = |folder: &Path| folder.symlink_metadata().is_ok_and(|about| about.is_dir());
        let root = written.ancestors().skip(1).find(|folder| is_folder(folder) && repository_root::is_repository(folder));
        let repository = root.and_then(|root| std::fs::canonicalize(root).ok()).map(|root| Boundary {
            root,
            called: "the repository".to_owned(),
            has_pipes_of_user: true,
        });
        match (Boundary::around(path), repository) {
            (Some(package), Some(repository)) if !package.root.starts_with(&repository.root) => Some(repository),
            (package, repository) => package.or(repository),
        }
    }

    /// Returns the folder of the boundary, with links resolved.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns a path with links resolved if it is inside the boundary. The file need not exist.
    ///
    /// # Errors
    /// If the path is outside, or its links form a circle.
    pub fn real(&self, path: &Path) -> std::result::Result<PathBuf, Denied> {
        let real = resolve(path).map_err(Denied::Failed)?;
        if real.starts_with(&self.root) { Ok(real) } else { Err(self.outside(path)) }
    }

    /// True if an existing path is still inside the boundary and still contains no links. All links in the path were resolved before.
    pub(super) fn holds(&self, real: &Path) -> bool {
        real.starts_with(&self.root) && std::fs::canonicalize(real).is_ok_and(|now| now == real)
    }

    fn outside(&self, path: &Path) -> Denied {
        // If one symbolic link points to another, the error names the last, since only this link certainly leads out of the boundary.
        let links = steps(path).unwrap_or_default();
        let target = links.iter().rev().find_map(|link| std::fs::read_link(link).ok());
        Denied::Outside(OutsideBoundary { target, called: self.called.clone() })
    }
}

impl Denied {
    /// Returns the message for a failed action, such as `read`, on a path.
    pub fn failure(self, verb: &str, path: &Path) -> LoadFailure {
        match self {
            Denied::Outside(outside) => {
                let (path, reason) = (discover_packages::shown(path), outside.reason());
                LoadFailure::new(format!("cannot {verb} `{path}`: it {reason} (see `slipyard explain outside-package`)"))
            }
            Denied::Failed(error) => LoadFailure::io(verb, path, &error),
        }
    }
}

impl OutsideBoundary {
    /// Returns the rest of a sentence that begins with the path, such as "is a link out of the package".
    pub fn reason(&self) -> String {
        match &self.target {
            Some(target) => format!("is a link to `{}`, outside {}", discover_packages::shown(target), self.called),
            None => format!("is in a linked folder, outside {}", self.called),
        }
    }
}

/// Returns a path with links resolved. Neither the file nor the folders above it need exist.
///
/// # Errors
/// If links form a circle or lead to a folder that does not exist.
pub(super) fn resolve(path: &Path) -> Result<PathBuf> {
    let last = steps(path)?.pop().unwrap_or_default();
    if let Ok(real) = std::fs::canonicalize(&last) {
        return Ok(real);
    }
    for above in last.ancestors().skip(1) {
        let above = discover_packages::real(above);
        match std::fs::canonicalize(&above) {
            Ok(folder) => return below(&folder, last.strip_prefix(&above).unwrap_or(&last)),
            // A link without a target is refused: no file may be created through a link.
            Err(error) if std::fs::symlink_metadata(&above).is_ok() => return Err(error),
            Err(_) => {}
        }
    }
    Err(ErrorKind::NotFound.into())
}

/// Appends the rest of a path to an existing folder. The rest may contain only names, since `..` after a missing folder has no meaning.
fn below(folder: &Path, rest: &Path) -> Result<PathBuf> {
    let mut path = folder.to_path_buf();
    for part in rest.components() {
        match part {
            Component::Normal(name) => path.push(name),
            Component::CurDir => {}
            _ => return Err(ErrorKind::NotFound.into()),
        }
    }
    Ok(path)
}

/// Returns the path and, if its last name is a link, the target of each link in the chain.
pub(super) fn steps(path: &Path) -> Result<Vec<PathBuf>> {
    let mut path = discover_packages::real(path);
    let mut steps = vec![path.clone()];
    while let Ok(target) = std::fs::read_link(&path) {
        if steps.len() > MOST_LINKS {
            return Err(Error::other("its links form a circle"));
        }
        path = discover_packages::real(path.parent().unwrap_or(Path::new(""))).join(target);
        steps.push(path.clone());
    }
    Ok(steps)
}

/// Reports a link that leads out of the package. `name` is the file or the path in the manifest.
pub(super) fn finding(span: Span, name: &str, outside: &OutsideBoundary) -> Diagnostic {
    Diagnostic::new(Code::OutsidePackage, span, format!("`{name}` {}", outside.reason()))
        .because("this path was not read")
        .with_help("replace the link with a copy of the file")
}
