//! Root of the paths in reports for code hosts, so that they name files as the host does.
//!
//! Only the names of folders are looked at: `git` is not started, and links are kept as the user wrote them.

use super::repository_root::is_repository;
use super::{LoadFailure, discover_packages};
use slip_report::ReportBase;
use std::path::{Component, Path, PathBuf};

/// Returns the base of the paths in reports. It is the folder that the user named, else the repository of the first path, else the
/// repository of the working folder. Without a repository, paths stay as they are.
///
/// # Errors
/// When the user named a folder that does not exist.
pub fn report_base(root: Option<&Path>, paths: &[PathBuf]) -> Result<ReportBase, LoadFailure> {
    if let Some(root) = root
        && !root.is_dir()
    {
        let reason = if root.exists() { "it is not a folder" } else { "there is no such folder" };
        return Err(LoadFailure::new(format!("cannot use `{}` as the root of paths: {reason}", discover_packages::shown(root))));
    }
    let Ok(working_folder) = std::env::current_dir() else { return Ok(ReportBase::default()) };
    let whole = |path: &Path| normalised(&working_folder.join(path));
    let around = |path: &Path| path.ancestors().find(|folder| is_repository(folder)).map(Path::to_path_buf);
    let first = paths.iter().find(|path| path.as_os_str() != "-");
    let found = match root {
        Some(root) => Some(whole(root)),
        None => first.and_then(|path| around(&whole(path))).or_else(|| around(&working_folder)),
    };
    Ok(found.map_or_else(ReportBase::default, |root| ReportBase::new(&slashed(&root), &slashed(&working_folder))))
}

/// Returns an absolute path without `.` and `..`.
fn normalised(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(out.pop()),
            part => out.push(part),
        }
    }
    out
}

fn slashed(path: &Path) -> String {
    let path = path.to_string_lossy();
    if cfg!(windows) { path.replace('\\', "/") } else { path.into_owned() }
}
