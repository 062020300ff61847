//! The browser edition, served from its folder: the page that edits the packages, with everything that it loads, and the book.

use super::reply::{HttpReply, JSON};
use crate::cli::{Stop, shown};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Page of the edition.
const PAGE: &str = "index.html";

/// Compiler of the edition. A folder without it is another website.
const COMPILER: &str = "slipyard.wasm.zst";

/// Folder in the zip file of a release.
const UNPACKED: &str = concat!("slipyard-web-", env!("CARGO_PKG_VERSION"));

/// Worker that keeps the page in the browser. It is not served: without the server, the page would show old files as if they were current.
const OFFLINE: &str = "service-worker.js";

/// Largest size of the edition.
const MOST_BYTES: usize = 128 << 20;

/// Content security policy of the edition: only content of this server. Browsers write style attributes into a text that is edited.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; \
                      img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'none'; frame-ancestors 'none'; \
                      base-uri 'none'";

/// Files of the browser edition by path, in memory.
pub(super) struct WebEdition {
    files: BTreeMap<String, (&'static str, Vec<u8>)>,
}

impl WebEdition {
    /// Reads the edition in a folder, or the one beside the program.
    ///
    /// # Errors
    /// If the folder has no browser edition.
    pub(super) fn open(folder: Option<&Path>) -> Result<WebEdition, Stop> {
        let folder = match folder {
            Some(folder) => folder.to_path_buf(),
            None => beside_program()?,
        };
        if !folder.join(PAGE).is_file() || !folder.join(COMPILER).is_file() {
            return Err(Stop::because(format!(
                "`{}` is not the browser edition: it has no `{PAGE}` with a `{COMPILER}`; unpack {UNPACKED}.zip of the release beside the \
                 program, or name its folder with `--web FOLDER`",
                shown(&folder)
            )));
        }
        let mut files = BTreeMap::new();
        let mut size = 0;
        read(&folder, "", &mut files, &mut size).map_err(|error| Stop::unread(&folder, &error))?;
        if size > MOST_BYTES {
            return Err(Stop::because(format!("`{}` is not the browser edition: it has more than 128 MiB", shown(&folder))));
        }
        Ok(WebEdition { files })
    }

    /// Tells the page that this server has its files, and the folder that they are in.
    pub(super) fn tell_folder(&mut self, folder: &str) {
        let folder = folder.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
        if let Some((_, page)) = self.files.get_mut(PAGE) {
            let told = format!("<head>\n    <meta name=\"slipyard-folder\" content=\"{folder}\">");
            *page = String::from_utf8_lossy(page).replacen("<head>", &told, 1).into_bytes();
        }
    }

    /// Returns the file of a path; `None` if the edition does not have it.
    pub(super) fn file(&self, path: &str) -> Option<HttpReply> {
        let name = path.strip_prefix('/')?;
        let (kind, body) = self.files.get(if name.is_empty() { PAGE } else { name })?;
        Some(HttpReply::new(200, kind, body.clone()).under(POLICY))
    }
}

/// Returns the folder beside the program that the zip file of a release unpacks to.
fn beside_program() -> Result<PathBuf, Stop> {
    let program = std::env::current_exe().and_then(std::fs::canonicalize);
    let folder = program.ok().and_then(|program| program.parent().map(|folder| folder.join(UNPACKED)));
    folder.ok_or_else(|| Stop::because("the folder of the program is not known: name the browser edition with `--web FOLDER`".to_owned()))
}

/// Reads the files below a folder. Links are left out, so that nothing outside of the folder is served.
fn read(folder: &Path, before: &str, files: &mut BTreeMap<String, (&'static str, Vec<u8>)>, size: &mut usize) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = format!("{before}{name}");
        if *size > MOST_BYTES || name.starts_with('.') || path == OFFLINE {
            continue;
        }
        if kind.is_dir() {
            read(&entry.path(), &format!("{path}/"), files, size)?;
        } else if kind.is_file() {
            let bytes = std::fs::read(entry.path())?;
            *size = size.saturating_add(bytes.len());
            files.insert(path, (media_type(&name), bytes));
        }
    }
    Ok(())
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => JSON,
        Some("txt") => "text/plain; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
