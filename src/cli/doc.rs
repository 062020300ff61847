//! `slipyard doc`: writes a website of packages to a folder.

mod editor_links;

use super::args::Doc;
use super::compile_projects::{self, CompiledProject};
use super::simulate::encounter_source::SeatedEncounter;
use super::simulate::threads;
use super::status_line::StatusLine;
use super::{CommandStatus, Console, Stop, shown};
use slip_export::cards::counted;
use slip_export::packed_package;

use crate::project::{self, Boundary, Denied, LoadFailure, Writer, read_files};
use rayon::prelude::*;
use slip_export::site::{self, Chapter, SiteFiles, SiteFinding, SiteOdds};
use slip_odds::simulate::{SimulationPlan, SimulationReport, simulate};
use slip_pack::Name;
use slip_pack::encounter::Encounter;
use slip_source::SourceFile;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Folder that the website is written to if the user names none.
const DEFAULT: &str = "target/site";

/// File that lists the paths that were written. A folder with this file belongs to `slipyard doc`.
const WRITTEN: &str = ".slipyard-site";

/// First line of the file that lists the paths.
const HEAD: &str = "Written by `slipyard doc`, which writes over these files and removes them when they are no longer needed.";

/// Writes the website of the packages.
pub(super) fn run(asked: &Doc, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    // The website is published, so file names in it must not contain folders of this machine.
    let worlds = compile_projects::worlds_anywhere(&asked.path)?;
    let folder = asked.out.as_deref().unwrap_or(Path::new(DEFAULT));
    let boundary = boundary(asked.out.is_some(), folder)?;
    let before = earlier(folder, &boundary)?;
    let mut chapters = Vec::new();
    for world in &worlds {
        let odds = match asked.simulate {
            Some(games) => played(world, games, asked, console),
            None => BTreeMap::new(),
        };
        let findings = findings(world, |file| packed_package::called(&world.project.sources, file));
        chapters.push(Chapter {
            pack: &world.pack,
            findings,
            odds,
            editor: asked.editor.as_deref().map(|address| editor_links::editor(world, address)),
        });
    }
    let files = site::site(&chapters);
    write(folder, &boundary, &files, &before)?;
    writeln!(console.out, "{}", shown(&folder.join("index.html")))?;
    writeln!(console.err, "{}, {}", counted(files.len(), "file"), counted(chapters.len(), "package"))?;
    compile_projects::warn_of_errors(worlds.iter(), console)?;
    Ok(CommandStatus::Clean)
}

/// Returns the findings about a package, with file names that are the same on every machine.
pub(super) fn findings(world: &CompiledProject, called: impl Fn(&SourceFile) -> String) -> Vec<SiteFinding> {
    let sources = &world.project.sources;
    let finding = |found: &slip_source::diagnostic::Diagnostic| {
        let file = sources.file(found.primary.span.file).map_or_else(String::new, &called);
        SiteFinding {
            severity: found.severity.word(),
            code: found.code.to_string(),
            message: found.message.clone(),
            help: found.help.clone(),
            file,
            line: sources.line_column(found.primary.span).map_or(0, |at| at.line),
        }
    };
    world.diagnostics.iter().map(finding).collect()
}

/// Plays every playable encounter of a package many times.
fn played(world: &CompiledProject, games: u64, asked: &Doc, console: &mut Console<'_>) -> BTreeMap<Name, SiteOdds> {
    let mut odds = BTreeMap::new();
    let own: Vec<_> = world.pack.encounters.iter().filter(|(_, scene)| world.is_root(&scene.package)).collect();
    let mut line = StatusLine::new();
    for (at, (key, scene)) in own.iter().enumerate() {
        let many = own.len();
        let told = |played: u64| format!("simulating {key}, {} of {many}: {played} of {games} games", at + 1);
        let result = if scene.valid {
            one(world, scene, games, asked, &mut |played| line.show(|| told(played), console.err))
        } else {
            Err("it has errors".to_owned())
        };
        odds.insert((*key).clone(), result);
    }
    line.clear(console.err);
    odds
}

/// Plays one encounter many times, with the players that the encounter names.
fn one(world: &CompiledProject, scene: &Encounter, games: u64, asked: &Doc, told: &mut dyn FnMut(u64)) -> SiteOdds {
    let seated = SeatedEncounter::of(&world.pack, scene);
    let seats = seated.seats();
    let plan = SimulationPlan {
        asked: &[],
        version: seated.version(&seats),
        mirror: None,
        other: None,
        seed: asked.seed,
        games,
        part: 0..games,
        within: None,
        threads: threads(asked.threads),
    };
    let done = simulate(&plan, &mut |progress| told(progress.played)).map_err(|trouble| trouble.to_string())?;
    Ok(SimulationReport::of(&done))
}

/// Returns the boundary for the files to write. It is the folder itself if the user named it. Otherwise it is the package around the
/// working folder, or the working folder if there is no package.
fn boundary(is_named: bool, folder: &Path) -> Result<Boundary, Stop> {
    let unread = |error: std::io::Error| Stop::unread(folder, &error);
    project::must_stay_inside(folder)?;
    match Boundary::around(folder) {
        _ if is_named => Boundary::of_folder(folder).map_err(unread),
        Some(package) => Ok(package),
        None => {
            let boundary = Boundary::of_folder(Path::new(".")).map_err(unread)?;
            boundary.real(folder).map_err(|denied| denied.failure("write", folder))?;
            Ok(boundary)
        }
    }
}

/// Returns the paths that an earlier run wrote to a folder.
///
/// # Errors
/// If the folder contains files but not the list of an earlier run: it belongs to someone else.
fn earlier(folder: &Path, boundary: &Boundary) -> Result<BTreeSet<String>, Stop> {
    let cannot = |error: std::io::Error| Stop::unread(folder, &error);
    if folder.is_file() {
        return Err(Stop::because(format!("the site needs a folder, but `{}` is a file", shown(folder))));
    }
    if !folder.exists() {
        return Ok(BTreeSet::new());
    }
    // An earlier run that was killed may have left temporary files.
    Writer::within(boundary.clone()).sweep(folder);
    let list = folder.join(WRITTEN);
    match read_files::within(boundary, &list, slip_limits::BASELINE_BYTES) {
        Ok(bytes) => {
            let text = String::from_utf8(bytes).map_err(|_| Stop::because(format!("`{}` is not UTF-8 text", shown(&list))))?;
            return Ok(text.lines().skip(1).filter(|path| is_below(path)).map(str::to_owned).collect());
        }
        Err(Denied::Failed(error)) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(denied) => return Err(denied.failure("read", &list).into()),
    }
    let mut names: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        names.push(shown(Path::new(&entry.map_err(cannot)?.file_name())));
    }
    names.sort();
    match names.first() {
        None => Ok(BTreeSet::new()),
        Some(first) => Err(Stop::because(format!(
            "`{}` contains files that `slipyard doc` has not written, such as `{first}`: choose another folder with `--out DIR`",
            shown(folder)
        ))),
    }
}

/// True if a path from the list is inside the folder. The list is not trusted, because it may have been edited.
fn is_below(path: &str) -> bool {
    !path.is_empty()
        && !path.contains('\\')
        && path.split('/').all(|part| !part.is_empty() && part != "." && part != ".." && !part.contains(':'))
}

/// Writes the new files, and removes those of an earlier run that are no longer needed.
fn write(folder: &Path, boundary: &Boundary, files: &SiteFiles, before: &BTreeSet<String>) -> Result<(), Stop> {
    let there = |path: &String| folder.join(path);
    let foreign = files.keys().find(|path| !before.contains(*path) && there(path).exists());
    if let Some(path) = foreign {
        let path = shown(&there(path));
        return Err(Stop::because(format!(
            "`{path}` exists, but `slipyard doc` has not written it: choose another folder with `--out DIR`"
        )));
    }
    let writer = Writer::within(boundary.clone());
    // The list of all files is written first. If this run is interrupted, the next run recognises the files by the list.
    let all: BTreeSet<&String> = before.iter().chain(files.keys()).collect();
    list(&writer, folder, all.into_iter())?;
    let put = |(path, bytes): (&String, &Vec<u8>)| {
        let path = there(path);
        if is_same(boundary, &path, bytes) { Ok(()) } else { writer.write_lightly(&path, bytes) }
    };
    // If several files cannot be written, the error of the first path is reported.
    let done: Vec<Result<(), LoadFailure>> = files.par_iter().map(put).collect();
    done.into_iter().collect::<Result<(), LoadFailure>>()?;
    for path in before.iter().filter(|path| !files.contains_key(*path)) {
        // Files that are already gone are skipped. A folder is removed once it is empty. Linked folders are not followed, since they
        // contain other files.
        let path = there(path);
        if path.parent().is_none_or(|above| boundary.real(above).is_err()) {
            continue;
        }
        let _ = std::fs::remove_file(&path);
        path.parent().into_iter().for_each(|above| writer.sweep(above));
        let above = path.ancestors().skip(1).take_while(|above| *above != folder);
        for above in above {
            if std::fs::remove_dir(above).is_err() {
                break;
            }
        }
    }
    list(&writer, folder, files.keys())
}

/// True if a file of the website already has exactly the given bytes.
fn is_same(boundary: &Boundary, path: &Path, bytes: &[u8]) -> bool {
    let most = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    read_files::within(boundary, path, most).is_ok_and(|old| old == bytes)
}

fn list<'f>(writer: &Writer, folder: &Path, paths: impl Iterator<Item = &'f String>) -> Result<(), Stop> {
    let mut text = format!("{HEAD}\n");
    for path in paths {
        text.push_str(path);
        text.push('\n');
    }
    Ok(writer.write_lightly(&folder.join(WRITTEN), text.as_bytes())?)
}

#[cfg(test)]
mod tests {
    use super::is_below;

    #[test]
    fn nothing_outside_of_the_folder_is_ever_removed() {
        assert!(is_below("yards/ship/long_margin.html"));
        for path in ["", "/etc/passwd", "../notes.txt", "yards/../../x", "yards//x", "c:/x", "a\\..\\b", "./x"] {
            assert!(!is_below(path), "{path}");
        }
    }
}
