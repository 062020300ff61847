//! Folder of packages for one test, and the output of checking them.

use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slipyard::project::{self, Project};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Packages on disk.
pub(crate) struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    /// Writes files: path and text. A path without a file name of its own is `main.slip`.
    pub(crate) fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let shelf = Shelf { folder };
        for (path, text) in files {
            shelf.write(path, text);
        }
        shelf
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Copies a folder of the repository, without its build output.
    pub(crate) fn copy(&self, folder: &str) {
        let mut open = vec![PathBuf::from(folder)];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder)).unwrap() {
                let path = folder.join(entry.unwrap().file_name());
                let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(&path);
                if from.is_file() {
                    self.write(path.to_str().unwrap(), std::fs::read(from).unwrap());
                } else if !path.ends_with("target") {
                    open.push(path);
                }
            }
        }
    }

    pub(crate) fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap()
    }

    pub(crate) fn load(&self, package: &str) -> Project {
        project::load(&[self.path(package)], &mut std::io::empty()).unwrap()
    }

    /// Returns the findings of loading a package, before anything is compiled.
    pub(crate) fn loaded(&self, package: &str) -> Vec<Diagnostic> {
        self.load(package).diagnostics.into_iter().collect()
    }

    /// Returns all findings of `check` on a package.
    pub(crate) fn said(&self, package: &str) -> Diagnostics {
        let project = self.load(package);
        let mut found = project.diagnostics.clone();
        found.append(slip_compile::compile(&project.sources).diagnostics);
        found.retain(|diagnostic| project.concerns(diagnostic));
        found.sort();
        found
    }

    /// Runs the command in the folder.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_slipyard")).args(arguments).current_dir(&self.folder).env("NO_COLOR", "1").output().unwrap()
    }

    /// Runs the command; returns its exit code and output.
    pub(crate) fn says(&self, arguments: &[&str]) -> (i32, String) {
        let output = self.run(arguments);
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        (output.status.code().unwrap(), text)
    }
}

/// Returns `code: message` of each finding.
pub(crate) fn lines<'d>(found: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<String> {
    found.into_iter().map(|diagnostic| format!("{}: {}", diagnostic.code, diagnostic.message)).collect()
}
