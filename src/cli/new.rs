//! `slipyard new`: creates the files of a package that passes all checks and can be played.
//!
//! Refuses a folder that is not empty, and leaves it as it is. The files are written to a temporary folder beside the target, which is then
//! renamed, so the package appears complete or not at all.

use super::args::{Licence, NewArgs};
use super::{CommandStatus, Console, Stop, shown};
use crate::project::{self, TemporaryFolder};
use slip_odds::simulate::typed;
use slip_pack::archive;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Files of a new package: path inside the package, and text. `{name}`, `{title}`, `{licence}`, `{action}` and `{slipyard_version}` are
/// replaced.
const FILES: &[(&str, &str)] = &[
    (project::MANIFEST, include_str!("new/slipyard.toml")),
    ("first.slip", include_str!("new/first.slip")),
    ("README.md", include_str!("new/README.md")),
    (".gitignore", include_str!("new/gitignore")),
    (".github/workflows/check.yml", include_str!("new/check.yml")),
    (".github/workflows/comment.yml", include_str!("new/comment.yml")),
    (".github/workflows/odds.yml", include_str!("new/odds.yml")),
];

/// Creates the package in its folder.
pub(super) fn run(new: &NewArgs, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let name = new.name.as_str();
    if let Some(reason) = unfit(name) {
        return Err(Stop::because(reason));
    }
    let folder = new.path.clone().unwrap_or_else(|| PathBuf::from(name));
    project::must_stay_inside(&folder)?;
    let shown = shown(&folder);
    let failed = |error: io::Error| Stop::because(format!("cannot create `{shown}`: {}", project::reason(&error)));
    match state(&folder).map_err(failed)? {
        State::Absent => {
            let parent = folder.parent().unwrap_or(Path::new(""));
            if !parent.as_os_str().is_empty() {
                fs::create_dir_all(parent).map_err(failed)?;
            }
            // The folder is written beside the target, and removed if the rename fails.
            let beside = TemporaryFolder::in_folder(parent)?;
            write(&beside.path(), name, new.licence).and_then(|()| beside.rename(&folder)).map_err(failed)?;
        }
        State::Empty => write(&folder, name, new.licence).map_err(failed)?,
        State::Occupied => return Err(Stop::because(format!("`{shown}` is not empty; nothing was written"))),
        State::File => return Err(Stop::because(format!("`{shown}` is a file; nothing was written"))),
    }
    writeln!(console.out, "created the package `{name}` in {shown}")?;
    for (path, _) in FILES {
        writeln!(console.out, "  {path}")?;
    }
    console.out.flush()?;
    if is_below_root(&folder) {
        writeln!(
            console.err,
            "note: a code host reads the workflows at the root of a repository only: move the files of `{shown}/.github` there"
        )?;
    }
    let typed = typed(&shown);
    writeln!(console.err, "next: slipyard check {typed}, and then slipyard run first_shift --in {typed}")?;
    Ok(CommandStatus::Clean)
}

/// True if a folder is in a repository and is not its root. A folder that the repository ignores does not belong to it.
fn is_below_root(folder: &Path) -> bool {
    let (Some(root), Ok(real)) = (project::repository_root(folder), fs::canonicalize(folder)) else { return false };
    real != root && !project::leaves_out_folder(&root, &real)
}

/// Returns the reason why a name is not a valid package name, with a suggestion.
fn unfit(name: &str) -> Option<String> {
    if name == "std" {
        return Some("`std` is the standard library; choose another name for your package".to_owned());
    }
    if archive::is_device(name) {
        return Some(format!("`{name}` cannot be the name of a package: it is the name of a device on Windows; choose another name"));
    }
    if project::is_name(name) {
        return None;
    }
    let letters = name.to_lowercase().chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect::<String>();
    let near = letters.trim_matches(|letter: char| letter == '_' || letter.is_ascii_digit());
    let rule = "a name consists of lower-case letters, digits and `_`, starts with a letter, and is not a word of the language";
    let help = if project::is_name(near) { format!("; `{near}` is possible") } else { String::new() };
    Some(format!("`{name}` cannot be the name of a package: {rule}{help}"))
}

enum State {
    Absent,
    Empty,
    Occupied,
    File,
}

fn state(folder: &Path) -> io::Result<State> {
    match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(State::Absent),
        Err(error) => Err(error),
        Ok(_) if !folder.is_dir() => Ok(State::File),
        Ok(_) => Ok(if fs::read_dir(folder)?.next().is_none() { State::Empty } else { State::Occupied }),
    }
}

fn write(folder: &Path, name: &str, licence: Licence) -> io::Result<()> {
    for (path, text) in FILES {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::OpenOptions::new().write(true).create_new(true).open(path)?.write_all(filled(text, name, licence).as_bytes())?;
    }
    Ok(())
}

fn filled(text: &str, name: &str, licence: Licence) -> String {
    text.replace("{name}", name)
        .replace("{title}", &title(name))
        .replace("{licence}", licence.word())
        .replace("{licence_says}", licence.says())
        .replace("{action}", action())
        .replace("{slipyard_version}", env!("CARGO_PKG_VERSION"))
}

/// Returns the repository of this program as workflows name it: `owner/slipyard`.
fn action() -> &'static str {
    let address = env!("CARGO_PKG_REPOSITORY");
    address.split_once("://").and_then(|(_, rest)| rest.split_once('/')).map_or(address, |(_, path)| path)
}

/// Returns a name as a title: `salt_road` becomes `Salt road`.
fn title(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
