//! `slipyard build`: a package as one canonical JSON file. Floor 9.
//!
//! Canonical: keys sorted, two spaces of indentation, one line break at the end. The same content gives the same bytes on
//! every run and machine.

use super::args::Build;
use super::{Console, Status, Stop, compiled, lock};
use crate::pack::Pack;
use crate::project::{self, Project};
use crate::report::{self, Picture, Style};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Builds every package of the path.
pub(super) fn run(build: &Build, console: &mut Console<'_>) -> Result<Status, Stop> {
    let mut written = Vec::new();
    let mut locks = Vec::new();
    let mut failed = false;
    for folder in project::packages(&build.path)? {
        let mut project = project::load_package(&folder)?;
        if build.locked {
            project.require_locks();
        }
        let world = compiled::compile(project);
        let project = &world.project;
        if world.diagnostics.has_errors() {
            let picture = Picture { colour: console.colour, ..Picture::default() };
            report::write(console.err, &world.diagnostics, &project.sources, Style::Human, picture, &world.summary())?;
            writeln!(console.err, "`{}` is not built: {}", name(project), compiled::counts(&world.diagnostics))?;
            failed = true;
            continue;
        }
        let bytes = canonical(&world.pack, project).map_err(Stop::because)?;
        if !build.locked {
            locks.extend(project.locks.iter().cloned());
        }
        let out = build.out.clone().unwrap_or_else(|| folder.join("target"));
        written.push((out.join(file_name(project)), bytes));
    }
    if failed {
        return Ok(Status::Problems);
    }
    for locked in &locks {
        lock::keep(locked, console)?;
    }
    for (path, bytes) in written {
        project::write_atomically(&path, &bytes)?;
        writeln!(console.out, "wrote {}", shown(&path))?;
    }
    Ok(Status::Clean)
}

fn canonical(pack: &Pack, project: &Project) -> serde_json::Result<Vec<u8>> {
    // A JSON value keeps its keys sorted, whatever order the structs have.
    let mut value = serde_json::to_value(pack)?;
    let names = project.sources.files().map(|(_, file)| {
        let package = project.sources.package(file.package());
        let (root, name) = package.map_or(("", ""), |package| (package.root.as_str(), package.name.as_str()));
        let inside = file.path().strip_prefix(root).unwrap_or(file.path()).trim_start_matches('/');
        (file.path().to_owned(), if name.is_empty() { inside.to_owned() } else { format!("{name}/{inside}") })
    });
    places(&mut value, &names.collect());
    let mut bytes = serde_json::to_vec_pretty(&value)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Names files by package and path inside it, so that the bytes do not depend on the folder the command ran in.
fn places(value: &mut Value, names: &BTreeMap<String, String>) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("line")
                && let Some(Value::String(file)) = fields.get_mut("file")
                && let Some(name) = names.get(file)
            {
                file.clone_from(name);
            }
            fields.values_mut().for_each(|field| places(field, names));
        }
        Value::Array(members) => members.iter_mut().for_each(|member| places(member, names)),
        _ => {}
    }
}

fn name(project: &Project) -> &str {
    project.roots.first().and_then(|id| project.sources.package(*id)).map_or("", |package| package.name.as_str())
}

fn file_name(project: &Project) -> String {
    let version = project.roots.first().and_then(|id| project.sources.package(*id)).map_or("", |package| package.version.as_str());
    match (name(project), version) {
        ("", _) => "pack.json".to_owned(),
        (name, "") => format!("{name}.json"),
        (name, version) => format!("{name}-{version}.json"),
    }
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
