//! Command line: one subcommand per file, one exit code per run.
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | done, nothing wrong (warnings and notes may have been shown) |
//! | 1 | errors were found in the content, or a test does not hold |
//! | 2 | could not run: bad arguments, a file that cannot be read, an unknown name |
//!
//! Results go to the standard output and are the same on every run; messages about the run (counts, time, failures) go to the standard
//! error. A closed output stream changes neither the work nor the exit code, except for commands that only display something (`watch`,
//! `play`, `serve`): they end, without an error.

pub mod args;
mod build;
mod check;
mod clusters;
mod compile_projects;
mod completions;
mod context;
mod doc;
mod effect_report;
mod explain;
mod explore;
mod export;
mod fetch;
mod fmt;
mod format_by_extension;
mod generate;
mod import;
mod inspect;
mod list;
mod lock;
mod lsp;
mod man;
mod map;
mod new;
mod odds;
mod output_cleaning;
mod pack_items;
mod packages_in_commit;
#[cfg(feature = "pdf")]
mod pdf_fonts;
mod play;
mod play_lock;
mod random_table;
mod replay;
mod rules_search;
mod run;
mod scenarios;
pub mod seats;
mod serve;
mod sheet;
mod show;
mod show_designs;
mod show_encounters;
mod show_json;
mod show_parties;
mod show_people;
mod show_platoon;
mod simulate;
mod stat_block_lines;
mod status_line;
mod test;
mod time;
mod travel;
mod unified_diff;
mod upkeep;
mod verdict_cache;
mod verify;
mod version_diff;
mod watch;

pub use play_lock::is_play_lock;

use anstream::{AutoStream, ColorChoice};
use args::{Arguments, Colour, Command};
use output_cleaning::{CleaningStream, ClosedStreamReaction, OutputCleaning};
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;

/// Outcome of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommandStatus {
    /// The command found no errors.
    Clean,
    /// Errors were found in the content.
    Problems,
    /// The command could not run.
    CouldNotRun,
}

impl From<CommandStatus> for ExitCode {
    fn from(status: CommandStatus) -> ExitCode {
        ExitCode::from(match status {
            CommandStatus::Clean => 0,
            CommandStatus::Problems => 1,
            CommandStatus::CouldNotRun => 2,
        })
    }
}

/// Reason why a command stopped early.
#[derive(Debug)]
enum Stop {
    /// The output stream was closed, and the command had only to show output. This is not an error.
    NobodyReads,
    /// An error message.
    Because(String),
}

impl Stop {
    fn because(reason: impl Display) -> Self {
        Stop::Because(reason.to_string())
    }

    /// Returns the error for a file that cannot be read, worded as for all other files.
    fn unread(path: &Path, error: &io::Error) -> Self {
        crate::project::LoadFailure::io("read", path, error).into()
    }

    /// Returns the error for a file that cannot be written.
    fn unwritten(path: &Path, error: &io::Error) -> Self {
        crate::project::LoadFailure::io("write", path, error).into()
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Stop::NobodyReads } else { Stop::Because(format!("cannot write: {error}")) }
    }
}

impl From<crate::project::LoadFailure> for Stop {
    fn from(failure: crate::project::LoadFailure) -> Self {
        Stop::Because(failure.message)
    }
}

/// Streams of a run.
struct Console<'a> {
    input: &'a mut dyn Read,
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
    /// True if `out` takes colours.
    colour: bool,
}

/// Formats a path for messages: with forward slashes, and `.` for the current folder.
fn shown(path: &Path) -> String {
    crate::project::shown(path)
}

/// Runs the command that the arguments ask for.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> CommandStatus {
    let typed: Vec<OsString> = arguments.into_iter().collect();
    let arguments = match Arguments::read(typed.iter().cloned()) {
        Ok(arguments) => arguments,
        Err(message) => return tell(&message, args::colour_said(&typed)),
    };
    if let Command::Lsp(_) = arguments.command {
        // The language server uses the standard streams in threads of its own.
        return lsp::run();
    }
    let out_choice = choice(arguments.color, AutoStream::choice(&io::stdout()));
    let err_choice = choice(arguments.color, AutoStream::choice(&io::stderr()));
    let (manner, unread) =
        (OutputCleaning::of(&arguments.command, io::stdout().is_terminal()), ClosedStreamReaction::of(&arguments.command));
    // The filter that removes colours also changes other characters. Output that must stay exact bypasses the filter.
    let to_out = AutoStream::new(
        io::stdout().lock(),
        if matches!(manner, OutputCleaning::Exact | OutputCleaning::Json) { ColorChoice::AlwaysAnsi } else { out_choice },
    );
    let mut out = BufWriter::new(CleaningStream::new(to_out, manner, unread));
    let mut err = CleaningStream::new(AutoStream::new(io::stderr().lock(), err_choice), OutputCleaning::Status, unread);
    let mut console = Console { input: &mut io::stdin().lock(), out: &mut out, err: &mut err, colour: out_choice != ColorChoice::Never };
    let ended = dispatch(arguments.command, &mut console).and_then(|status| {
        console.out.flush()?;
        Ok(status)
    });
    match ended {
        Ok(status) => status,
        Err(Stop::NobodyReads) => CommandStatus::Clean,
        Err(Stop::Because(reason)) => {
            // Output that was printed before the failure may explain the failure, so it is flushed first. Errors of closed streams are
            // ignored.
            let _ = console.out.flush();
            let _ = writeln!(console.err, "error: {reason}");
            CommandStatus::CouldNotRun
        }
    }
}

/// Returns the colour setting of the arguments. If they leave it open, returns that of the stream.
const fn choice(colour: Colour, stream: ColorChoice) -> ColorChoice {
    match colour {
        Colour::Auto => stream,
        Colour::Always => ColorChoice::Always,
        Colour::Never => ColorChoice::Never,
    }
}

/// Prints an argument error, or the help or version that was asked for.
fn tell(message: &clap::Error, colour: Colour) -> CommandStatus {
    let text = message.render();
    if message.exit_code() != 0 {
        let mut err = AutoStream::new(io::stderr().lock(), choice(colour, AutoStream::choice(&io::stderr())));
        // Errors of a closed stream are ignored.
        let _ = write!(err, "{}", text.ansi());
        return CommandStatus::CouldNotRun;
    }
    let mut out = AutoStream::new(io::stdout().lock(), choice(colour, AutoStream::choice(&io::stdout())));
    match write!(out, "{}", text.ansi()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "error: cannot write: {error}");
            CommandStatus::CouldNotRun
        }
        _ => CommandStatus::Clean,
    }
}

fn dispatch(command: Command, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    match command {
        Command::Check(check) => check::run(&check, console),
        Command::Watch(watch) => watch::run(&watch, console),
        Command::Lsp(_) => Ok(lsp::run()),
        Command::Show(show) => show::run(&show, console),
        Command::Sheet(sheet) => sheet::run(&sheet, console),
        Command::Export(export) => export::run(&export, console),
        Command::Map(map) => map::run(&map, console),
        Command::Doc(doc) => doc::run(&doc, console),
        Command::List(list) => list::run(&list, console),
        Command::Rules(rules) => rules_search::run(&rules, console),
        Command::Explain(explain) => explain::run(&explain, console),
        Command::Fmt(asked) => fmt::run(&asked, console),
        Command::Build(build) => build::run(&build, console),
        Command::Inspect(inspect) => inspect::run(&inspect, console),
        Command::Verify(verify) => verify::run(&verify, console),
        Command::Diff(diff) => version_diff::run(&diff, console),
        Command::Run(run) => run::run(&run, console),
        Command::Test(test) => test::run(&test, console),
        Command::Simulate(simulate) => simulate::run(&simulate, console),
        Command::Replay(replay) => replay::run(&replay, console),
        Command::Play(play) => play::run(&play, console),
        Command::Serve(serve) => serve::run(&serve, console),
        Command::Generate(generate) => generate::run(&generate, console),
        Command::Import(import) => import::run(&import, console),
        Command::Odds(odds) => odds::run(&odds, console),
        Command::Explore(explore) => explore::run(&explore, console),
        Command::New(new) => new::run(&new, console),
        Command::Lock(lock) => lock::run(&lock, console),
        Command::Fetch(fetch) => fetch::run(&fetch, console),
        Command::Context(context) => context::run(&context, console),
        Command::Completions(asked) => completions::run(&asked, console),
        Command::Man(asked) => man::run(&asked, console),
        Command::Time(time) => time::run(&time, console),
        Command::Upkeep(upkeep) => upkeep::run(&upkeep, console),
        Command::Travel(travel) => travel::run(&travel, console),
    }
}
