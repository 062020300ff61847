//! Files of scripts: read once however many sides they play, and their mistakes shown where they stand.

use crate::cli::{Stop, shown};
use crate::project::input;
use slip_limits::SCRIPT_BYTES;
use slip_pack::encounter::Side;
use slip_play::fight::Fight;
use slip_play::ids::Seat;
use slip_policy::script::{Script, ScriptError, Wrong};
use slip_policy::scripted::Shared;
use slip_session::session::Chair;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};
use slip_source::{FileId, Package, Sources, Span, unmarked};
use std::path::{Path, PathBuf};

/// A script, and who follows it.
pub(in crate::cli) struct ScriptFile {
    file: PathBuf,
    text: String,
    read: Result<Script, Box<ScriptError>>,
    shared: Shared,
    plays: Vec<Seat>,
}

/// The scripts of a run.
#[derive(Default)]
pub(in crate::cli) struct Scripts {
    files: Vec<ScriptFile>,
}

/// A script with a mistake in it, to be shown.
pub(in crate::cli) struct Faulty {
    /// The script alone.
    pub(in crate::cli) sources: Sources,
    /// What is wrong with it.
    pub(in crate::cli) diagnostic: Diagnostic,
}

impl ScriptFile {
    /// The faces it scripts.
    pub(in crate::cli) fn faces(&self) -> &[i8] {
        self.read.as_ref().map_or(&[], |script| &script.faces)
    }

    /// A mistake in it, where it stands.
    pub(in crate::cli) fn faulty(&self, error: &ScriptError) -> Faulty {
        let mut sources = Sources::new();
        let package = sources.add_package(Package::default());
        let file = sources.add_file(package, &shown(&self.file), self.text.as_str());
        let diagnostic = diagnostic(error, file, &self.text);
        Faulty { sources, diagnostic }
    }

    /// The dice of the script have run out, or `fell` of its faces fell and no more.
    pub(in crate::cli) fn dice_error(&self, fell: Option<usize>) -> Option<Faulty> {
        self.read.as_ref().ok().map(|script| self.faulty(&script.dice_error(fell)))
    }
}

impl Scripts {
    /// Reads a file, if it is not read already.
    pub(super) fn read(&mut self, file: &Path) -> Result<(), Stop> {
        if self.files.iter().any(|known| known.file == file) {
            return Ok(());
        }
        let bytes = input::of_any_package(file, SCRIPT_BYTES).map_err(|denied| denied.failure("read", file))?;
        let text = String::from_utf8(bytes).map_err(|_| Stop::because(format!("the script `{}` is not UTF-8 text", shown(file))))?;
        let text = unmarked(&text).to_owned();
        let read = Script::read(&text);
        let shared = Shared::new(read.clone().unwrap_or_default());
        self.files.push(ScriptFile { file: file.to_owned(), text, read, shared, plays: Vec::new() });
        Ok(())
    }

    /// A chair for a side that follows a script which has been read.
    pub(super) fn play(&mut self, file: &Path, seat: Seat, side: &Side) -> Option<Chair> {
        let script = self.files.iter_mut().find(|known| known.file == file)?;
        script.plays.push(seat);
        Some(Chair::played(script.shared.seat(&side.name)))
    }

    /// The seed they ask for.
    pub(super) fn seed(&self) -> Result<Option<u64>, Stop> {
        let mut seeds = self.files.iter().filter_map(|script| script.read.as_ref().ok()?.seed);
        let first = seeds.next();
        match seeds.find(|&other| Some(other) != first) {
            Some(other) => {
                Err(Stop::because(format!("the scripts ask for two seeds, {} and {other}: say one with --seed", first.unwrap_or(1))))
            }
            None => Ok(first),
        }
    }

    /// The script that scripts the dice.
    pub(super) fn dice(&self) -> Option<&ScriptFile> {
        self.files.iter().find(|script| !script.faces().is_empty())
    }

    /// What is wrong with them before the fight begins: a line that cannot be read, a name that nobody has.
    pub(in crate::cli) fn faults(&self, fight: &Fight) -> Option<Faulty> {
        self.files.iter().find_map(|script| {
            let plays = |seat: Seat| script.plays.contains(&seat);
            let error = match &script.read {
                Err(error) => Some(error.clone()),
                Ok(read) => read.check(fight, &plays).err(),
            };
            error.map(|error| script.faulty(&error))
        })
    }

    /// What went wrong with one of them during the fight.
    pub(in crate::cli) fn trouble(&self) -> Option<Faulty> {
        self.files.iter().find_map(|script| script.shared.trouble().map(|error| script.faulty(&error)))
    }
}

/// A mistake in a script as a diagnostic of a file.
pub fn diagnostic(error: &ScriptError, file: FileId, text: &str) -> Diagnostic {
    let code = match error.wrong {
        Wrong::Unreadable => Code::ScriptSyntax,
        Wrong::Nobody => Code::ScriptName,
        Wrong::Misfit => Code::ScriptMisfit,
        Wrong::Unasked => Code::ScriptUnasked,
        Wrong::Dice => Code::ScriptDice,
    };
    let byte = |at: usize| u32::try_from(at.min(text.len())).unwrap_or(u32::MAX);
    let span = Span::new(file, byte(error.at.start), byte(error.at.end));
    let mut diagnostic = Diagnostic::new(code, span, error.message.clone());
    for note in &error.notes {
        diagnostic = diagnostic.with_note(note.clone());
    }
    if !error.legal.is_empty() {
        diagnostic = diagnostic.with_note(format!("legal: {}", legal(&error.legal)));
    }
    match (&error.near, &error.help) {
        (Some(near), _) => diagnostic.with_help(format!("did you mean `{near}`?")).with_fix(
            format!("write `{near}`"),
            Confidence::Unsafe,
            span,
            near.clone(),
        ),
        (None, Some(help)) => diagnostic.with_help(help.clone()),
        (None, None) => diagnostic,
    }
}

/// As many answers are listed in full.
const LISTED: usize = 24;

fn legal(words: &[String]) -> String {
    let shown: Vec<String> = words.iter().take(LISTED).map(|words| format!("`{words}`")).collect();
    let more = words.len().saturating_sub(LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", shown.join(", "))
}
