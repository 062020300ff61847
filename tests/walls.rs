//! The tables of ARCHITECTURE.md, compared with the manifests and the sources.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Returns the rows of the table under a heading: each name in the first cell, with the names in the last cell.
fn table(heading: &str) -> BTreeMap<String, BTreeSet<String>> {
    let text = std::fs::read_to_string("ARCHITECTURE.md").unwrap().replace("\r\n", "\n");
    let (_, section) = text.split_once(heading).unwrap_or_else(|| panic!("ARCHITECTURE.md has no `{heading}`"));
    let section = section.split("\n## ").next().unwrap();
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|line| line.trim_matches('|').split('|').collect::<Vec<_>>());
    cells.flat_map(|cells| names(cells[0]).into_iter().map(move |name| (name, names(cells.last().unwrap())))).collect()
}

fn manifest(path: impl AsRef<Path>) -> toml::Table {
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

/// Names of the folders in `crates`.
fn libraries() -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir("crates").unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { rust_files(&path, found) } else { found.push(path) }
    }
}

/// Returns the code of a file without its comments and unit tests.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]").next().unwrap();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Returns every source file: the library or module of the command that it belongs to, its path and its code.
fn sources() -> Vec<(String, PathBuf, String)> {
    let mut found = Vec::new();
    let mut add = |folder: &Path, owner: &dyn Fn(&Path) -> String| {
        let mut files = Vec::new();
        rust_files(folder, &mut files);
        files.sort();
        found.extend(
            files
                .into_iter()
                .filter(|path| path.extension().is_some_and(|end| end == "rs"))
                .map(|path| (owner(&path), path.clone(), code(&path))),
        );
    };
    for name in libraries() {
        add(&Path::new("crates").join(&name).join("src"), &|_| name.clone());
    }
    add(Path::new("src"), &|path| path.components().nth(1).unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned());
    found
}

#[test]
fn every_library_depends_on_the_libraries_that_the_architecture_names() {
    let mut described = table("## Workspace");
    for library in libraries() {
        let manifest = manifest(Path::new("crates").join(&library).join("Cargo.toml"));
        let own: BTreeSet<String> = manifest["dependencies"]
            .as_table()
            .into_iter()
            .flatten()
            .map(|(name, _)| name.clone())
            .filter(|name| name.starts_with("slip-"))
            .collect();
        let row = described.remove(&library).unwrap_or_else(|| panic!("the table has no row for `{library}`"));
        assert_eq!(own, row, "{library}");
    }
    assert_eq!(described.into_keys().collect::<Vec<_>>(), [""; 0], "rows without a library");
}

#[test]
fn every_library_of_others_is_named_in_its_own_places_only() {
    let owners = table("## Libraries of others");
    for (place, path, code) in sources() {
        for (name, owners) in &owners {
            let is_named =
                code.contains(&format!("use {name}::")) || code.contains(&format!("{name}::")) && !code.contains(&format!("mod {name}"));
            assert!(!is_named || owners.contains(&place), "{}: `{name}` belongs to {owners:?}", path.display());
        }
    }
}

#[test]
fn no_library_touches_a_disk_a_clock_the_environment_a_terminal_or_a_process() {
    let outside = [
        "std::fs",
        "std::env",
        "std::process",
        "std::net",
        "std::os",
        "Instant",
        "SystemTime",
        "stdin()",
        "stdout()",
        "stderr()",
        "print!(",
        "println!(",
        "eprintln!(",
        "dbg!(",
    ];
    let inside = |path: &Path| path.starts_with("crates");
    for (_, path, code) in sources().into_iter().filter(|(_, path, _)| inside(path)) {
        // `env!` and `include_str!` are read when the library is built.
        let found = outside.iter().find(|word| code.contains(**word));
        assert_eq!(found, None, "{}: only the command reaches outside", path.display());
    }
}

/// The lock file of the fuzz targets lists all crates of the command and the libraries. If one is missing, the targets cannot be built with
/// `--locked`.
#[test]
fn the_fuzz_targets_know_every_crate_of_the_command_and_of_the_libraries() {
    let lock = manifest("fuzz/Cargo.lock");
    let locked = |name: &str| -> BTreeSet<String> {
        let packages = lock["package"].as_array().unwrap();
        let own = packages
            .iter()
            .find(|package| package["name"].as_str() == Some(name))
            .unwrap_or_else(|| panic!("fuzz/Cargo.lock has no `{name}`"));
        let names = own.get("dependencies").and_then(toml::Value::as_array).into_iter().flatten().filter_map(toml::Value::as_str);
        names.map(|name| name.split(' ').next().unwrap_or_default().to_owned()).collect()
    };
    // Optional crates are not fuzzed.
    let is_needed = |of: &toml::Value| of.get("optional").and_then(toml::Value::as_bool) != Some(true);
    let named = |section: &toml::Value| -> BTreeSet<String> {
        section.as_table().unwrap().iter().filter(|(_, of)| is_needed(of)).map(|(name, _)| name.clone()).collect()
    };
    let command = manifest("Cargo.toml");
    let targets = command["target"].as_table().unwrap().values().map(|target| &target["dependencies"]);
    let wanted: BTreeSet<String> = targets.chain([&command["dependencies"]]).flat_map(named).collect();
    assert_eq!(wanted.difference(&locked("slipyard")).collect::<Vec<_>>(), [""; 0]);
    for library in libraries() {
        let manifest = manifest(Path::new("crates").join(&library).join("Cargo.toml"));
        let wanted = manifest.get("dependencies").map(named).unwrap_or_default();
        assert_eq!(wanted.difference(&locked(&library)).collect::<Vec<_>>(), [""; 0], "{library}");
    }
}

/// A library without examples or unit tests says so in its manifest, because looking for them takes time even if there are none.
#[test]
fn a_library_whose_examples_or_unit_tests_are_not_run_has_none() {
    for library in libraries() {
        let folder = Path::new("crates").join(&library);
        let manifest = manifest(folder.join("Cargo.toml"));
        let runs = |key: &str| manifest.get("lib").and_then(|lib| lib.get(key)).and_then(toml::Value::as_bool) != Some(false);
        let mut files = Vec::new();
        rust_files(&folder.join("src"), &mut files);
        let texts: Vec<String> = files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
        let has = |word: &str| texts.iter().any(|text| text.lines().any(|line| line.trim() == word));
        assert_eq!(runs("test"), has("#[test]"), "{library}: `test` in [lib]");
        assert_eq!(runs("doctest"), has("/// ```") || has("//! ```"), "{library}: `doctest` in [lib]");
    }
}

/// The libraries are optimised for the tests, each package as a whole. The tests of a library are a package of their own: optimising them
/// too would take longer than it saves.
#[test]
fn the_tests_of_a_library_are_not_optimised_with_it() {
    let profile = manifest("Cargo.toml");
    let optimised = profile["profile"]["test"]["package"].as_table().unwrap();
    for library in libraries() {
        let folder = Path::new("crates").join(&library);
        let own = manifest(folder.join("Cargo.toml"));
        assert!(own.get("test").is_none(), "{library}: its tests are a package in its folder `tests`");
        assert!(!folder.join("tests").exists() || folder.join("tests/Cargo.toml").exists(), "{library}");
        assert!(!optimised.contains_key(&format!("{library}-tests")), "{library}");
    }
}

#[test]
fn no_code_connects_to_another_machine() {
    let outgoing = ["TcpStream::connect", "UdpSocket", "ToSocketAddrs", "UnixStream", "connect_timeout", "ureq::", "\"fetch\""];
    // `slipyard fetch` downloads what manifests name by address.
    let downloads = ["src/cli/fetch/https.rs", "src/cli/fetch/git_tree.rs"];
    // `local_address.rs` is an exception: it looks up the address of this machine, and connecting a datagram socket sends nothing.
    let looks_up_route = Path::new("src/cli/serve/share/local_address.rs");
    for (_, path, code) in sources().into_iter().filter(|(_, path, _)| !downloads.iter().any(|file| path == Path::new(file))) {
        let is_allowed = |word: &&&str| path == looks_up_route && **word == "UdpSocket" && !code.contains(".send");
        let found = outgoing.iter().find(|word| code.contains(**word) && !is_allowed(word));
        assert_eq!(found, None, "{}: slipyard only listens", path.display());
    }
}
