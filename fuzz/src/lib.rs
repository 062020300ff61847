//! Shared parts of the fuzz targets: initial texts from this repository, a mutator for Slip text, and compiled worlds that are reused, so
//! that an execution checks only the new text and not all rules.

pub mod bytes;
pub mod json_mutator;
pub mod slip;
pub mod encounters;
pub mod checker;

/// Returns the folder of the repository.
pub fn root() -> &'static std::path::Path {
    std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Returns every Slip text below a folder of the repository, sorted by name.
pub fn texts(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(next) = open.pop() {
        let Ok(entries) = std::fs::read_dir(next) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "slip") {
                found.push(path);
            }
        }
    }
    found.sort();
    found.iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}
