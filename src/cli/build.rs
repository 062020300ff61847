//! `slipyard build`: compiles a package into one file, for other packages, other tables and other programs.

use super::args::{Build, BuildFormat};
use super::compile_projects::CompiledProject;
use super::{CommandStatus, Console, Stop, compile_projects, lock, shown};
use crate::project::{self, Project, Writer};
use slip_export::packed_package;
use slip_pack::archive;
use slip_report::{DrawOptions, Style};
use slip_source::PackageId;
use std::path::{Path, PathBuf};

/// Builds every package in the path.
pub(super) fn run(build: &Build, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let mut written: Vec<(PathBuf, Vec<u8>, Writer)> = Vec::new();
    let mut locks = Vec::new();
    let mut failed = false;
    for folder in project::packages(&build.path)? {
        if folder.is_file() {
            return Err(Stop::because(format!("`{}` is already a built package; `slipyard verify` checks it", shown(&folder))));
        }
        let mut project = project::load_package(&folder)?;
        if build.locked {
            project.require_locks();
        }
        let world = compile_projects::compile(project);
        let project = &world.project;
        if world.diagnostics.has_errors() {
            let picture = DrawOptions { colour: console.colour, ..DrawOptions::default() };
            slip_report::write(console.err, &world.diagnostics, &project.sources, Style::Human, picture, &world.summary())?;
            writeln!(console.err, "`{}` was not built: {}", name(project), compile_projects::counts(&world.diagnostics))?;
            failed = true;
            continue;
        }
        let bytes = match build.format {
            BuildFormat::Slippack => packed(&world, &folder)?,
            BuildFormat::Json => packed_package::canonical(&world.pack, &project.sources).map_err(Stop::because)?,
        };
        if !build.locked {
            locks.extend(project.locks.iter().map(|locked| (locked.clone(), locked.text(&project.sources, false))));
        }
        let path = build.out.clone().unwrap_or_else(|| folder.join("target")).join(file_name(project, build.format));
        if written.iter().any(|(other, ..)| *other == path) {
            return Err(Stop::because(format!("two packages would be written to `{}`: build them one by one", shown(&path))));
        }
        // A folder named by the user may be anywhere. The default folder must be inside the package.
        let writer = match &build.out {
            Some(out) => Writer::in_folder(out)?,
            None => Writer::in_package(&folder)?,
        };
        written.push((path, bytes, writer));
    }
    if failed {
        return Ok(CommandStatus::Problems);
    }
    for (locked, text) in &locks {
        lock::keep(locked, text, console)?;
    }
    for (path, bytes, writer) in written {
        writer.write(&path, &bytes)?;
        writeln!(console.out, "wrote {}", shown(&path))?;
        if build.format == BuildFormat::Slippack {
            writeln!(console.out, "      {}", archive::hash(&bytes))?;
        }
    }
    Ok(CommandStatus::Clean)
}

fn packed(world: &CompiledProject, folder: &Path) -> Result<Vec<u8>, Stop> {
    let project = &world.project;
    if name(project).is_empty() {
        let why = format!(
            "`{}` has no `{}`, and a packed package needs a name; `--format json` works without one",
            shown(folder),
            project::MANIFEST
        );
        return Err(Stop::because(why));
    }
    if project.roots.contains(&PackageId::STD) {
        return Err(Stop::because("the standard library is part of slipyard and cannot be packed; `--format json` writes it as data"));
    }
    let contents = world.to_be_packed()?;
    let refused = |refusal: archive::ArchiveRefusal| Stop::because(format!("`{}` cannot be packed: {refusal}", name(project)));
    archive::write(contents.about, &contents.members).map_err(refused)
}

fn name(project: &Project) -> &str {
    project.roots.first().and_then(|id| project.sources.package(*id)).map_or("", |package| package.name.as_str())
}

fn file_name(project: &Project, format: BuildFormat) -> PathBuf {
    let version = project.roots.first().and_then(|id| project.sources.package(*id)).map_or("", |package| package.version.as_str());
    let end = match format {
        BuildFormat::Slippack => archive::EXTENSION,
        BuildFormat::Json => "json",
    };
    PathBuf::from(match (name(project), version) {
        ("", _) => format!("pack.{end}"),
        (name, "") => format!("{name}.{end}"),
        (name, version) => format!("{name}-{version}.{end}"),
    })
}
