//! The architecture police: the floors table of ARCHITECTURE.md is true of every `crate::floors::` path in `src/`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The rows of the table under a heading: first cell and the back-quoted words of the last.
fn table(heading: &str) -> BTreeMap<String, BTreeSet<String>> {
    let text = std::fs::read_to_string("ARCHITECTURE.md").unwrap();
    let (_, section) = text.split_once(heading).unwrap_or_else(|| panic!("ARCHITECTURE.md has no `{heading}`"));
    let section = section.split("\n## ").next().unwrap();
    let words = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|line| line.trim_matches('|').split('|').collect::<Vec<_>>());
    cells.flat_map(|cells| words(cells[0]).into_iter().map(move |name| (name, words(cells.last().unwrap())))).collect()
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { rust_files(&path, found) } else { found.push(path) }
    }
}

/// Module of the top level, path, and code without comments and unit tests.
fn modules() -> Vec<(String, PathBuf, String)> {
    let mut files = Vec::new();
    rust_files(Path::new("src"), &mut files);
    files.sort();
    let code = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
    };
    let module = |path: &Path| path.components().nth(1).unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned();
    files.into_iter().map(|path| (module(&path), path.clone(), code(&path))).collect()
}

/// The modules behind each `crate::floors::`, groups in braces included.
fn imports(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for rest in code.split("crate::floors::").skip(1) {
        let names: Vec<&str> = match rest.strip_prefix('{') {
            Some(group) => group.split('}').next().unwrap().split(',').map(str::trim).collect(),
            None => vec![rest],
        };
        for name in names {
            found.insert(name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    found
}

#[test]
fn every_module_imports_only_from_the_floors_below_it() {
    let floors = table("## Floors");
    for (module, path, code) in modules() {
        if ["lib", "main"].contains(&module.as_str()) {
            continue;
        }
        let allowed = floors.get(&module).unwrap_or_else(|| panic!("ARCHITECTURE.md does not say what `{module}` may import"));
        for import in imports(&code) {
            let is_module = floors.contains_key(&import);
            assert!(
                !is_module || import == module || allowed.contains(&import),
                "{}: `{module}` may not import `{import}`",
                path.display()
            );
        }
        assert!(!code.contains("super::super"), "{}: say `crate::floors::`", path.display());
    }
}

#[test]
fn every_heavy_crate_is_named_in_its_own_modules_only() {
    let crates = table("## Crates");
    for (module, path, code) in modules() {
        for (name, owners) in &crates {
            let named =
                code.contains(&format!("use {name}::")) || code.contains(&format!("{name}::")) && !code.contains(&format!("mod {name}"));
            assert!(!named || owners.contains(&module), "{}: `{name}` belongs to {owners:?}", path.display());
        }
    }
}

/// The fuzzers lock what they are built of, the library's own crates among it: a crate that is new there keeps them from being built.
#[test]
fn the_fuzzers_know_every_crate_that_the_library_is_built_of() {
    let read = |path: &str| std::fs::read_to_string(path).unwrap().parse::<toml::Table>().unwrap();
    let (manifest, lock) = (read("Cargo.toml"), read("fuzz/Cargo.lock"));
    // What only some builds have is not fuzzed.
    let is_needed = |of: &toml::Value| of.get("optional").and_then(toml::Value::as_bool) != Some(true);
    let named = |section: &toml::Value| -> BTreeSet<String> {
        section.as_table().unwrap().iter().filter(|(_, of)| is_needed(of)).map(|(name, _)| name.clone()).collect()
    };
    let targets = manifest["target"].as_table().unwrap().values().map(|target| &target["dependencies"]);
    let wanted: BTreeSet<String> = targets.chain([&manifest["dependencies"]]).flat_map(named).collect();
    let packages = lock["package"].as_array().unwrap();
    let own = packages.iter().find(|package| package["name"].as_str() == Some("slipyard")).unwrap();
    let names = own["dependencies"].as_array().unwrap().iter().filter_map(toml::Value::as_str);
    let locked: BTreeSet<String> = names.map(|name| name.split(' ').next().unwrap_or_default().to_owned()).collect();
    assert_eq!(wanted.difference(&locked).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn no_code_connects_to_another_machine() {
    let outgoing = ["TcpStream::connect", "UdpSocket", "ToSocketAddrs", "UnixStream", "connect_timeout"];
    for (_, path, code) in modules() {
        let found = outgoing.iter().find(|word| code.contains(**word));
        assert_eq!(found, None, "{}: slipyard only listens, and only on the loopback address", path.display());
    }
}
