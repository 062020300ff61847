//! Reads the sources and splits their paths into the parts of test names.

use std::path::{Path, PathBuf};

/// Collects every file in a folder and its folders, in order of their names.
pub(super) fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// Returns the identifier at the start of a text.
pub(super) fn identifier(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// Returns every source file of the command and of the libraries.
pub(super) fn sources() -> Vec<PathBuf> {
    let mut paths = Vec::new();
    files(Path::new("src"), &mut paths);
    files(Path::new("crates"), &mut paths);
    paths.retain(|path| !is_of_tests(path));
    paths
}

/// Returns every file of the test programs: of the command in `tests`, of a library in its own folder.
pub(super) fn test_files() -> Vec<PathBuf> {
    let mut paths = Vec::new();
    files(Path::new("tests"), &mut paths);
    files(Path::new("crates"), &mut paths);
    paths.retain(|path| is_of_tests(path));
    paths
}

/// True if a file belongs to a test program.
pub(super) fn is_of_tests(path: &Path) -> bool {
    let mut parts = path.components().map(|part| part.as_os_str());
    parts.next().is_some_and(|first| first == "tests") || parts.nth(1).is_some_and(|third| third == "tests")
}

/// Splits a path into the parts used in test names. `crates`, `src`, `tests` and `slip-` are omitted. For a test of a library, the name of
/// the library is omitted too.
pub(super) fn place(path: &Path) -> Vec<String> {
    let path = path.with_extension("");
    let parts: Vec<&str> = path.components().map(|part| part.as_os_str().to_str().unwrap()).collect();
    let own: Vec<&str> = match parts.as_slice() {
        ["crates", library, "src", inside @ ..] => {
            [library.trim_start_matches("slip-")].into_iter().chain(inside.iter().copied()).collect()
        }
        ["crates", _, "tests", inside @ ..] | [_, inside @ ..] => inside.to_vec(),
        [] => Vec::new(),
    };
    own.into_iter().filter(|part| !["mod", "lib"].contains(part)).map(str::to_owned).collect()
}
