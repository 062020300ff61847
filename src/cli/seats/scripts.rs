//! Script files. Each is read only once, however many sides follow it, and its mistakes are reported at their positions.

use crate::cli::{Stop, shown};
use crate::project::read_files;
use slip_limits::SCRIPT_BYTES;
use slip_pack::encounter::Side;
use slip_play::fight::Fight;
use slip_play::ids::Seat;
use slip_policy::script::{Script, ScriptError, ScriptErrorKind};
use slip_policy::script_player::SharedScript;
use slip_session::session::SeatAssignment;
use slip_source::diagnostic::{Code, Confidence, Diagnostic};
use slip_source::{FileId, Package, Sources, Span, unmarked};
use std::path::{Path, PathBuf};

/// A script, and the sides that follow it.
pub(in crate::cli) struct ScriptFile {
    file: PathBuf,
    text: String,
    read: Result<Script, Box<ScriptError>>,
    shared: SharedScript,
    plays: Vec<Seat>,
}

/// Scripts that are used in a run.
#[derive(Default)]
pub(in crate::cli) struct Scripts {
    files: Vec<ScriptFile>,
}

/// Script with a mistake that is to be reported.
pub(in crate::cli) struct FaultyScript {
    /// Source that contains only the script.
    pub(in crate::cli) sources: Sources,
    /// Mistake in the script.
    pub(in crate::cli) diagnostic: Diagnostic,
}

impl ScriptFile {
    /// Returns the results of the dice that the script contains; empty if it contains no results.
    pub(in crate::cli) fn faces(&self) -> &[i8] {
        self.read.as_ref().map_or(&[], |script| &script.faces)
    }

    /// Returns a mistake of the script as an error that can be reported with its position.
    pub(in crate::cli) fn faulty(&self, error: &ScriptError) -> FaultyScript {
        let mut sources = Sources::new();
        let package = sources.add_package(Package::default());
        let file = sources.add_file(package, &shown(&self.file), self.text.as_str());
        let diagnostic = diagnostic(error, file, &self.text);
        FaultyScript { sources, diagnostic }
    }

    /// Returns the error for a script with a wrong number of dice: too few or, if `fell` is given, too many. In that case the game used
    /// only `fell` of them.
    pub(in crate::cli) fn dice_error(&self, fell: Option<usize>) -> Option<FaultyScript> {
        self.read.as_ref().ok().map(|script| self.faulty(&script.dice_error(fell)))
    }
}

impl Scripts {
    /// Reads a script file, unless it was read before.
    pub(super) fn read(&mut self, file: &Path) -> Result<(), Stop> {
        if self.files.iter().any(|known| known.file == file) {
            return Ok(());
        }
        let bytes = read_files::of_any_package(file, SCRIPT_BYTES).map_err(|denied| denied.failure("read", file))?;
        let text = String::from_utf8(bytes).map_err(|_| Stop::because(format!("the script `{}` is not UTF-8 text", shown(file))))?;
        let text = unmarked(&text).to_owned();
        let read = Script::read(&text);
        let shared = SharedScript::new(read.clone().unwrap_or_default());
        self.files.push(ScriptFile { file: file.to_owned(), text, read, shared, plays: Vec::new() });
        Ok(())
    }

    /// Returns the seat assignment of a side that follows a script.
    pub(super) fn play(&mut self, file: &Path, seat: Seat, side: &Side) -> Option<SeatAssignment> {
        let script = self.files.iter_mut().find(|known| known.file == file)?;
        script.plays.push(seat);
        Some(SeatAssignment::played(script.shared.seat(&side.name)))
    }

    /// Returns the seed that the scripts name; `None` if they name no seed.
    pub(super) fn seed(&self) -> Result<Option<u64>, Stop> {
        let mut seeds = self.files.iter().filter_map(|script| script.read.as_ref().ok()?.seed);
        let first = seeds.next();
        match seeds.find(|&other| Some(other) != first) {
            Some(other) => Err(Stop::because(format!(
                "the scripts have two different seeds, {} and {other}: choose one with --seed",
                first.unwrap_or(1)
            ))),
            None => Ok(first),
        }
    }

    /// Returns the script that contains the results of the dice.
    pub(super) fn dice(&self) -> Option<&ScriptFile> {
        self.files.iter().find(|script| !script.faces().is_empty())
    }

    /// Returns a mistake found before the fight begins: an unreadable line, or an unknown name.
    pub(in crate::cli) fn faults(&self, fight: &Fight) -> Option<FaultyScript> {
        self.files.iter().find_map(|script| {
            let plays = |seat: Seat| script.plays.contains(&seat);
            let error = match &script.read {
                Err(error) => Some(error.clone()),
                Ok(read) => read.check(fight, &plays).err(),
            };
            error.map(|error| script.faulty(&error))
        })
    }

    /// Returns an error that occurred during the fight.
    pub(in crate::cli) fn trouble(&self) -> Option<FaultyScript> {
        self.files.iter().find_map(|script| script.shared.trouble().map(|error| script.faulty(&error)))
    }
}

/// Converts an error in a script to a diagnostic that points into the script's file.
pub fn diagnostic(error: &ScriptError, file: FileId, text: &str) -> Diagnostic {
    let code = match error.wrong {
        ScriptErrorKind::Unreadable => Code::ScriptSyntax,
        ScriptErrorKind::Nobody => Code::ScriptName,
        ScriptErrorKind::Misfit => Code::ScriptMisfit,
        ScriptErrorKind::Unasked => Code::ScriptUnasked,
        ScriptErrorKind::Dice => Code::ScriptDice,
    };
    let byte = |at: usize| u32::try_from(at.min(text.len())).unwrap_or(u32::MAX);
    let span = Span::new(file, byte(error.at.start), byte(error.at.end));
    let mut diagnostic = Diagnostic::new(code, span, error.message.clone());
    for note in &error.notes {
        diagnostic = diagnostic.with_note(note.clone());
    }
    if !error.legal.is_empty() {
        diagnostic = diagnostic.with_note(format!("possible answers: {}", legal(&error.legal)));
    }
    match (&error.near, &error.help) {
        (Some(near), _) => diagnostic.with_help(format!("did you mean `{near}`?")).with_fix(
            format!("write `{near}`"),
            Confidence::Unsafe,
            span,
            near.clone(),
        ),
        (None, Some(help)) => diagnostic.with_help(help.clone()),
        (None, None) if error.wrong == ScriptErrorKind::Unasked => {
            diagnostic.with_help("remove this line, or move it to the place where this actor is asked")
        }
        (None, None) => diagnostic,
    }
}

/// Largest number of answers that are listed in full.
const LISTED: usize = 24;

fn legal(words: &[String]) -> String {
    let shown: Vec<String> = words.iter().take(LISTED).map(|words| format!("`{words}`")).collect();
    let more = words.len().saturating_sub(LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", shown.join(", "))
}
