//! What the fuzz targets share: texts of this repository to begin with, a mutator that knows what Slip text is made of, and
//! worlds that stand, so that an execution costs a check of what is new and not of all rules.

pub mod bytes;
pub mod leaves;
pub mod slip;
pub mod tables;
pub mod world;

/// The folder of the repository.
pub fn root() -> &'static std::path::Path {
    std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Every Slip text under a folder of the repository, in the order of names.
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
