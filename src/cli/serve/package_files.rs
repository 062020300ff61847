//! Texts of the served packages for the browser edition: what is on the disk, and changes of it.
//!
//! A change names the text that the page has seen. If the file has another one by now, it is left alone, and the page asks its user.

use super::http::Request;
use super::reply::HttpReply;
use crate::cli::shown;
use crate::project::{self, Boundary, Denied, MANIFEST, Project, Writer, read_files};
use serde::Deserialize;
use serde_json::json;
use slip_limits::TEXT_TO_SERVER;
use slip_source::{PackageId, SourceFile};
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Largest size of a text that the page gets, in bytes; the page has the same limit for folders of its own.
const MOST_BYTES: usize = 4 << 20;

/// Folders that tools fill.
const SKIPPED: [&str; 2] = ["target", "node_modules"];

/// Files of the served packages.
pub(super) struct PackageFiles {
    /// Path as it was given on the command line.
    path: PathBuf,
    /// Folder that the page may write in.
    own: PathBuf,
    /// Folder that paths begin at: that of the packages, or one above it if they depend on packages beside it.
    base: PathBuf,
}

/// Change of a file that the page asks for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileChange {
    path: String,
    /// New text of the file; `None` means that the file is to be removed.
    text: Option<String>,
    /// Text that the page has seen; `None` if there was no file.
    before: Option<String>,
}

/// Texts by path, and the number of texts that were left out because of their size.
struct Texts {
    files: BTreeMap<String, String>,
    too_large: usize,
}

impl PackageFiles {
    /// Returns the files of the packages of a path.
    ///
    /// # Errors
    /// A sentence if the path cannot be read.
    pub(super) fn open(path: &Path) -> Result<PackageFiles, String> {
        let folders = project::packages(path).map_err(|failure| failure.message)?;
        let only = match folders.as_slice() {
            [one] => one,
            _ => path,
        };
        let real = std::fs::canonicalize(only).map_err(|error| format!("cannot read `{}`: {error}", shown(only)))?;
        let own = if real.is_dir() { real } else { real.parent().map(Path::to_path_buf).unwrap_or_default() };
        let mut files = PackageFiles { path: path.to_path_buf(), base: own.clone(), own };
        for project in files.projects()? {
            for (_, package) in read_packages(&project) {
                let Ok(folder) = std::fs::canonicalize(if package.root.is_empty() { "." } else { &package.root }) else { continue };
                while !folder.starts_with(&files.base) {
                    let Some(above) = files.base.parent() else { break };
                    files.base = above.to_path_buf();
                }
            }
        }
        Ok(files)
    }

    /// Returns the folder that paths begin at.
    pub(super) fn folder(&self) -> String {
        shown(&self.base)
    }

    /// Answers a request about files.
    pub(super) fn answer(&self, request: &mut Request<'_>) -> HttpReply {
        if request.head().method != "POST" {
            return self.list(request.query("known"));
        }
        let body = match request.body_within(TEXT_TO_SERVER) {
            Ok(body) => body,
            Err(fault) => return fault.into(),
        };
        let change: FileChange = match serde_json::from_slice(&body) {
            Ok(change) => change,
            Err(error) => return HttpReply::error(400, &format!("the change is not valid: {error}")),
        };
        match self.change(&change) {
            Ok(is_done) => HttpReply::json(if is_done { 200 } else { 409 }, &json!({ "written": is_done })),
            Err(why) => HttpReply::error(422, &why),
        }
    }

    /// Returns all texts, or only their stamp if the page has seen them.
    fn list(&self, known: Option<&str>) -> HttpReply {
        let texts = match self.texts() {
            Ok(texts) => texts,
            Err(why) => return HttpReply::error(422, &why),
        };
        let mut hasher = DefaultHasher::new();
        (&texts.files, texts.too_large).hash(&mut hasher);
        let stamp = format!("{:016x}", hasher.finish());
        if known == Some(stamp.as_str()) {
            return HttpReply::json(200, &json!({ "stamp": stamp }));
        }
        let left_out = match texts.too_large {
            0 => String::new(),
            1 => "Left out: 1 text larger than 4 MiB.".to_owned(),
            several => format!("Left out: {several} texts larger than 4 MiB."),
        };
        let own = self.own.strip_prefix(&self.base).ok().filter(|own| !own.as_os_str().is_empty());
        let name = self.base.file_name().map_or_else(|| "files".into(), |name| name.to_string_lossy());
        HttpReply::json(
            200,
            &json!({ "stamp": stamp, "name": name, "own": own.map_or_else(String::new, shown), "files": texts.files, "leftOut": left_out }),
        )
    }

    fn projects(&self) -> Result<Vec<Project>, String> {
        let folders = project::packages(&self.path).map_err(|failure| failure.message)?;
        project::load_packages(&folders).map_err(|failure| failure.message)
    }

    fn texts(&self) -> Result<Texts, String> {
        let mut texts = Texts { files: BTreeMap::new(), too_large: 0 };
        for project in self.projects()? {
            for (id, _) in read_packages(&project) {
                for (_, file) in project.sources.files_of(id) {
                    let Some(path) = self.name_of(file) else { continue };
                    if file.text().len() > MOST_BYTES {
                        texts.too_large = texts.too_large.saturating_add(1);
                    } else {
                        texts.files.insert(path, file.text().replace("\r\n", "\n"));
                    }
                }
            }
        }
        Ok(texts)
    }

    /// Returns the path of a file below the base, with forward slashes; `None` for a file that the page cannot have.
    fn name_of(&self, file: &SourceFile) -> Option<String> {
        let real = std::fs::canonicalize(file.path()).ok()?;
        let parts: Option<Vec<&str>> = real.strip_prefix(&self.base).ok()?.iter().map(|part| part.to_str()).collect();
        parts.map(|parts| parts.join("/")).filter(|path| is_name(path))
    }

    /// Makes a change if the file still has the text that the page has seen. Returns false if it has another one.
    fn change(&self, change: &FileChange) -> Result<bool, String> {
        if !is_name(&change.path) {
            return Err(format!("`{}` is not the path of a Slip file or of a manifest", slip_printable::line(&change.path)));
        }
        if change.text.as_ref().is_some_and(|text| text.len() > MOST_BYTES || text.contains('\0')) {
            return Err("the text is larger than 4 MiB, or is not a text".to_owned());
        }
        let path = self.base.join(&change.path);
        if !path.starts_with(&self.own) {
            return Err(format!("`{}` is outside of the folder that is served: start `slipyard serve` there to change it", change.path));
        }
        let boundary = Boundary::of_folder(&self.own).map_err(|error| format!("cannot read `{}`: {error}", shown(&self.own)))?;
        let denied = |denied: Denied| denied.failure("write", &path).message;
        let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX);
        let raw = match read_files::within(&boundary, &path, most) {
            Ok(bytes) => Some(bytes),
            Err(Denied::Failed(error)) if error.kind() == ErrorKind::NotFound => None,
            Err(failure) => return Err(denied(failure)),
        };
        let now = raw.as_deref().map(StoredText::read);
        if now.as_ref().map(|now| now.text.as_str()) != change.before.as_deref() {
            return Ok(false);
        }
        match &change.text {
            Some(text) => {
                let bytes = now.map_or_else(|| text.clone().into_bytes(), |now| now.with(text));
                let writer = Writer::within(boundary);
                writer.write_if_unchanged(&path, raw.as_deref(), &bytes).map_err(|failure| failure.message)
            }
            None => {
                boundary.real(&path).map_err(denied)?;
                std::fs::remove_file(&path).map(|()| true).map_err(|error| format!("cannot remove `{}`: {error}", change.path))
            }
        }
    }
}

/// Text of a file, and the way in which it is stored.
struct StoredText {
    text: String,
    has_mark: bool,
    is_windows: bool,
}

impl StoredText {
    fn read(bytes: &[u8]) -> StoredText {
        let raw = String::from_utf8_lossy(bytes);
        let text = slip_source::unmarked(&raw);
        StoredText { has_mark: text.len() < raw.len(), is_windows: text.contains("\r\n"), text: text.replace("\r\n", "\n") }
    }

    /// Returns another text, stored in the same way.
    fn with(&self, text: &str) -> Vec<u8> {
        let lines = if self.is_windows { text.replace('\n', "\r\n") } else { text.to_owned() };
        if self.has_mark { format!("\u{FEFF}{lines}").into_bytes() } else { lines.into_bytes() }
    }
}

/// Returns the packages of a project whose files can be edited: the standard library and packed packages cannot.
fn read_packages(project: &Project) -> impl Iterator<Item = (PackageId, &slip_source::Package)> {
    project.sources.packages().filter(|(id, package)| *id != PackageId::STD && !package.sealed && package.foreign.is_none())
}

/// True for a path that the page may have: a Slip file or a manifest, below the folder, in no hidden folder and in none that tools fill.
fn is_name(path: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && !part.starts_with('.') && !SKIPPED.contains(&part);
    let is_file = path.ends_with(".slip") || path == MANIFEST || path.ends_with(&format!("/{MANIFEST}"));
    is_file && path.split('/').all(is_part) && !path.contains(['\\', ':', '\0']) && !path.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::{StoredText, is_name};

    #[test]
    fn only_slip_files_and_manifests_inside_of_the_folder_have_a_name() {
        assert!(is_name("yard/ship.slip") && is_name("slipyard.toml") && is_name("a/slipyard.toml"));
        for path in [
            "",
            "/etc/a.slip",
            "../a.slip",
            "a/../b.slip",
            ".git/a.slip",
            "a\\b.slip",
            "c:a.slip",
            "a.txt",
            "a//b.slip",
            "target/a.slip",
            "a.slip/",
            "a\n.slip",
        ] {
            assert!(!is_name(path), "{path:?}");
        }
    }

    #[test]
    fn line_ends_and_byte_order_marks_stay_as_they_are() {
        let before = StoredText::read("\u{FEFF}a\r\nb\r\n".as_bytes());
        assert_eq!(before.text, "a\nb\n");
        assert_eq!(before.with("c\nd\n"), "\u{FEFF}c\r\nd\r\n".as_bytes());
        assert_eq!(StoredText::read(b"a\n").with("b\n"), b"b\n");
    }
}
