//! The packages in `content/`, read from the disk and compiled.
//!
//! Of a manifest, only the parts that a fight depends on are read: the names, the house rules and the dependencies by path.

use slip_compile::{compile, stdlib};
use slip_pack::Pack;
use slip_source::{Package, PackageId, Sources};
use std::path::{Path, PathBuf};

/// Root folder of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// Names of all shipped packages, sorted.
pub fn names() -> Vec<String> {
    let folders = std::fs::read_dir(repository().join("content")).unwrap();
    let mut names: Vec<String> = folders.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Compiles a shipped package.
pub fn pack(name: &str) -> Pack {
    let mut sources = Sources::new();
    let library = stdlib::add(&mut sources);
    add(&mut sources, library, &repository().join("content").join(name));
    compile(&sources).pack
}

/// Adds the package in a folder, after the packages that it depends on.
fn add(sources: &mut Sources, library: PackageId, folder: &Path) -> PackageId {
    let manifest: toml::Table = std::fs::read_to_string(folder.join("slipyard.toml")).unwrap().parse().unwrap();
    let text = |key: &str| manifest["package"][key].as_str().unwrap().to_owned();
    let variants = manifest.get("rules").and_then(|rules| rules.get("variants")).and_then(toml::Value::as_array);
    let mut dependencies = vec![("std".to_owned(), library)];
    for (name, source) in manifest.get("dependencies").and_then(toml::Value::as_table).into_iter().flatten() {
        let path = folder.join(source["path"].as_str().unwrap());
        dependencies.push((name.clone(), add(sources, library, &path)));
    }
    let id = sources.add_package(Package {
        name: text("name"),
        version: text("version"),
        edition: 1,
        variants: variants.into_iter().flatten().map(|variant| variant.as_str().unwrap().to_owned()).collect(),
        dependencies,
        ..Package::default()
    });
    let mut files = Vec::new();
    slip_files(folder, &mut files);
    files.sort();
    for file in files {
        let name = file.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
        sources.add_file(id, &name, std::fs::read_to_string(&file).unwrap());
    }
    id
}

/// Collects the texts of a folder and its subfolders.
fn slip_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            slip_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "slip") {
            files.push(path);
        }
    }
}
