//! Formats the differences between two texts of a file as a unified diff for `patch` and `git apply`.

use super::{Console, Stop, shown};

use anstyle::{AnsiColor, Style};
use similar::TextDiff;
use slip_odds::simulate::{is_elsewhere, typed};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Number of unchanged lines that are shown around a change.
const AROUND: usize = 3;

/// Folder to which the file names in a patch are relative. It is the current folder or, if a file is outside of it, the innermost folder
/// that contains all files. Programs that apply a patch refuse paths that lead out of their folder.
pub(super) struct PatchFolder {
    /// Path of the folder; `None` for the current folder.
    elsewhere: Option<PathBuf>,
}

impl PatchFolder {
    pub(super) fn of<'p>(paths: impl IntoIterator<Item = &'p Path>) -> PatchFolder {
        let paths: Vec<&Path> = paths.into_iter().collect();
        if !paths.iter().any(|path| is_elsewhere(path)) {
            return PatchFolder { elsewhere: None };
        }
        let mut folders = paths.iter().filter_map(|path| real(path)?.parent().map(Path::to_path_buf));
        let Some(first) = folders.next() else { return PatchFolder { elsewhere: None } };
        let common = folders.fold(first, |common, folder| {
            let alike = common.components().zip(folder.components()).take_while(|(one, other)| one == other);
            alike.map(|(part, _)| part).collect()
        });
        let is_here = real(Path::new(".")).is_some_and(|here| common.starts_with(here));
        PatchFolder { elsewhere: Some(common).filter(|_| !is_here) }
    }

    /// Returns the name of a file in the patch, relative to the folder.
    fn name(&self, path: &Path) -> String {
        let here = || real(Path::new("."));
        let name = match &self.elsewhere {
            None if !is_elsewhere(path) => None,
            None => real(path).zip(here()).and_then(|(path, here)| path.strip_prefix(here).map(Path::to_path_buf).ok()),
            Some(folder) => real(path).and_then(|path| path.strip_prefix(folder).map(Path::to_path_buf).ok()),
        };
        let name = name.unwrap_or_else(|| path.to_path_buf()).to_string_lossy().into_owned();
        if cfg!(windows) { name.replace('\\', "/") } else { name }
    }

    /// Prints the folder in which to apply the patch, unless that is the current folder.
    pub(super) fn tell(&self, console: &mut Console<'_>) -> Result<(), Stop> {
        if let Some(folder) = &self.elsewhere {
            writeln!(console.err, "to apply the patch in {}: patch -p1 -d {}", shown(folder), typed(&shown(folder)))?;
        }
        Ok(())
    }
}

/// Returns an absolute path with links resolved.
fn real(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}

/// Returns the name of a file for a patch, with its side `a/` or `b/`. A name is quoted if it could end the line or hide a part of itself.
/// The bytes concerned are then octal numbers, which `patch` and `git apply` read.
fn header(side: char, name: &str) -> String {
    let is_odd = |letter: char| slip_printable::is_hidden(letter) || matches!(letter, '"' | '\\');
    if !name.contains(is_odd) {
        // A name that contains a blank is followed by a tab, which ends it.
        let end = if name.contains(char::is_whitespace) { "\t" } else { "" };
        return format!("{side}/{name}{end}");
    }
    let mut quoted = format!("\"{side}/");
    for letter in name.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if slip_printable::is_hidden(letter) => {
                for byte in letter.encode_utf8(&mut [0; 4]).bytes() {
                    let _ = write!(quoted, "\\{byte:03o}");
                }
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// Returns the unified diff of two texts of one file; empty if the texts are the same.
pub(super) fn unified(ground: &PatchFolder, path: &Path, before: &str, after: &str, colour: bool) -> String {
    // Lines end only at line feeds, as in patches. A single carriage return is an ordinary character.
    let lines = |text| str::split_inclusive(text, '\n').collect::<Vec<&str>>();
    let diff = TextDiff::from_slices(&lines(before), &lines(after));
    let name = ground.name(path);
    let names = (header('a', &name), header('b', &name));
    let mut plain = String::new();
    for hunk in diff.unified_diff().context_radius(AROUND).iter_hunks() {
        if plain.is_empty() {
            let _ = writeln!(plain, "--- {}\n+++ {}", names.0, names.1);
        }
        // Writing to a string cannot fail.
        let _ = writeln!(plain, "{}", hunk.header());
        for change in hunk.iter_changes() {
            let _ = write!(plain, "{}{}", change.tag(), change.value());
            if !change.value().ends_with('\n') {
                plain.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    if !colour {
        return plain;
    }
    let mut painted = String::with_capacity(plain.len());
    for line in plain.split_inclusive('\n') {
        let style = match line.as_bytes() {
            [b'+', b'+', b'+', ..] | [b'-', b'-', b'-', ..] => Style::new().bold(),
            [b'@', ..] => AnsiColor::Cyan.on_default(),
            [b'+', ..] => AnsiColor::Green.on_default(),
            [b'-', ..] => AnsiColor::Red.on_default(),
            _ => Style::new(),
        };
        let (words, end) = line.strip_suffix('\n').map_or((line, ""), |words| (words, "\n"));
        let _ = write!(painted, "{style}{words}{style:#}{end}");
    }
    painted
}
