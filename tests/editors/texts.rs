//! Collects every Slip text of the repository: files, and the examples of the pages.

use std::path::{Path, PathBuf};

/// Pairs of place and text.
pub(crate) type Texts = Vec<(String, String)>;

/// Returns the `.slip` files.
pub(crate) fn files() -> Texts {
    let paths = found("slip").into_iter();
    paths.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap())).collect()
}

/// Returns the files and the ```` ```slip ```` blocks of pages.
pub(crate) fn all() -> Texts {
    let mut all = files();
    for path in found("md") {
        let page = std::fs::read_to_string(&path).unwrap();
        for (number, block) in page.split("```slip").skip(1).enumerate() {
            let Some((_, example)) = block.split_once('\n') else { continue };
            let example = example.split("```").next().unwrap();
            all.push((format!("{}, example {}", path.display(), number + 1), example.to_owned()));
        }
    }
    assert!(all.len() > 300, "only {} texts were found", all.len());
    all
}

fn found(ending: &str) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for folder in ["content", "docs", "stdlib", "src", "crates", "tests"] {
        walk(Path::new(folder), ending, &mut paths);
    }
    paths.sort();
    paths
}

fn walk(folder: &Path, ending: &str, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, ending, paths);
        } else if path.extension().is_some_and(|found| found == ending) {
            paths.push(path);
        }
    }
}
