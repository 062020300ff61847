//! Converts the paths of source files to paths from the root of a repository, as code hosts need them.
//!
//! Only the text of paths is used: the caller names the folders, and no link is followed.

use super::uri;
use slip_source::{PackageId, SourceFile, Sources};

/// Path that means the standard input.
const STANDARD_INPUT: &str = "<stdin>";

/// Folder to which the paths in reports for code hosts are relative. The default keeps every path as it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReportBase {
    /// Absolute path of the root with forward slashes; empty to keep every path as it is.
    root: String,
    /// Absolute path of the working folder, which relative paths begin at.
    working_folder: String,
}

/// Path of a file, as seen from the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Located {
    /// Path from the root.
    Inside(String),
    /// Absolute path of a file that is not below the root.
    Outside(String),
    /// Name of a text without a file in the reader's folders: the standard input, or a file of the embedded library.
    NoFile(String),
}

impl Located {
    /// Returns the path or name.
    pub fn path(&self) -> &str {
        match self {
            Located::Inside(path) | Located::Outside(path) | Located::NoFile(path) => path,
        }
    }
}

impl ReportBase {
    /// Returns the base for a root and a working folder, both absolute and with forward slashes.
    ///
    /// ```
    /// use slip_report::ReportBase;
    ///
    /// let base = ReportBase::new("/srv/guild", "/srv/guild/yards");
    /// assert_eq!(base.path("guns.slip"), "yards/guns.slip");
    /// assert_eq!(base.path("../ships/./ember.slip"), "ships/ember.slip");
    /// assert_eq!(base.path("/srv/guild/ships/ember.slip"), "ships/ember.slip");
    /// assert_eq!(base.path("../../guilds/ember.slip"), "/srv/guilds/ember.slip");
    /// assert_eq!(ReportBase::default().path("../guns.slip"), "../guns.slip");
    /// ```
    pub fn new(root: &str, working_folder: &str) -> ReportBase {
        let root = normalised(root);
        let root = if root.len() > 1 { root.trim_end_matches('/').to_owned() } else { root };
        ReportBase { root, working_folder: working_folder.to_owned() }
    }

    /// Returns the path relative to the root. If the file is not below the root, returns the absolute path.
    pub fn path(&self, path: &str) -> String {
        self.locate(path).path().to_owned()
    }

    /// Returns the place of a source file in the report.
    pub(super) fn of(&self, file: &SourceFile, sources: &Sources) -> Located {
        let path = file.path();
        let is_embedded = file.package() == PackageId::STD && sources.package(PackageId::STD).is_none_or(|std| std.manifest.is_none());
        if is_embedded || path == STANDARD_INPUT { Located::NoFile(path.to_owned()) } else { self.locate(path) }
    }

    fn locate(&self, path: &str) -> Located {
        if self.root.is_empty() {
            let path = path.to_owned();
            return if uri::is_absolute(&path) { Located::Outside(path) } else { Located::Inside(path) };
        }
        let whole = if uri::is_absolute(path) { normalised(path) } else { normalised(&format!("{}/{path}", self.working_folder)) };
        let below =
            if self.root == "/" { whole.strip_prefix('/') } else { whole.strip_prefix(&self.root).and_then(|rest| rest.strip_prefix('/')) };
        match below {
            Some(rest) => Located::Inside(rest.to_owned()),
            None => Located::Outside(whole),
        }
    }
}

/// Returns an absolute path without `.`, `..` and empty parts.
fn normalised(path: &str) -> String {
    let start = if path.starts_with('/') { "/" } else { "" };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("{start}{}", parts.join("/"))
}
