//! `slipyard context`: the bidding for scene facts (tenets) before a game without a referee, line by line (R-C26).
//!
//! Every valid line is written to the log before the next line is read. An existing log is read first, so an interrupted session continues
//! where it stopped.

mod bidding_lines;

use super::args::ContextArgs as Wanted;
use super::{CommandStatus, Console, Stop};
use crate::project::{self, read_files};
use bidding_lines::BiddingLine;
use ecow::EcoString;
use slip_dice::fate::tenets::{TenetsStage, TenetsState};
use slip_export::cards::counted;
pub(super) use slip_generate::quoted;
use slip_limits::SCRIPT_BYTES;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Default log file for lines that are typed at the keyboard.
const LOG: &str = "context.log";

/// Runs the bidding to its end, and prints the result.
pub(super) fn run(wanted: &Wanted, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let players: Vec<EcoString> = wanted.players.iter().map(|name| EcoString::from(name.trim())).collect();
    let mut context = TenetsState::new(players, wanted.points).map_err(Stop::because)?;
    let path: Option<PathBuf> = wanted.log.clone().or_else(|| wanted.script.is_none().then(|| LOG.into()));
    if wanted.log.is_none() && Path::new(LOG).is_symlink() {
        return Err(Stop::because(format!("`{LOG}` is a symbolic link: to write to the file behind the link, add `--log {LOG}`")));
    }
    let mut log = match &path {
        Some(path) => Some(go_on(path, wanted, &mut context, console)?),
        None => None,
    };
    match &wanted.script {
        Some(script) => {
            let text = read_files::text_of_any_package(script, SCRIPT_BYTES).map_err(|denied| denied.failure("read", script))?;
            for (number, line) in (1_u32..).zip(text.lines()) {
                let said = take(line, &mut context, log.as_mut(), console.out)?;
                match said {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(problem) => return Err(Stop::because(format!("{}:{number}: {problem}", crate::cli::shown(script)))),
                }
            }
        }
        None => at_the_keyboard(&mut context, log.as_mut(), console)?,
    }
    finish(&context, wanted.points, console)?;
    Ok(CommandStatus::Clean)
}

fn at_the_keyboard(context: &mut TenetsState, mut log: Option<&mut File>, console: &mut Console<'_>) -> Result<(), Stop> {
    let mut lines = BufReader::new(&mut *console.input).lines();
    loop {
        write!(console.out, "{} > ", prompt(context))?;
        console.out.flush()?;
        let Some(line) = lines.next() else { break };
        let line = line.map_err(|error| Stop::because(format!("cannot read the standard input: {error}")))?;
        match take(&line, context, log.as_deref_mut(), console.out)? {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(problem) => writeln!(console.out, "{problem}")?,
        }
    }
    writeln!(console.out)?;
    Ok(())
}

/// Executes one line. `Ok(false)` ends the bidding. An inner error is the reason why the line is not valid.
fn take(line: &str, context: &mut TenetsState, log: Option<&mut File>, out: &mut dyn Write) -> Result<Result<bool, String>, Stop> {
    Ok(match bidding_lines::read(line, context) {
        Err(problem) => Err(problem),
        Ok(BiddingLine::Nothing) => Ok(true),
        Ok(BiddingLine::End) => Ok(false),
        Ok(BiddingLine::How) => {
            how(context, out)?;
            Ok(true)
        }
        Ok(BiddingLine::Move(made)) => match context.check(&made) {
            Err(closed) => Err(closed.to_string()),
            Ok(()) => {
                if let Some(log) = log {
                    writeln!(log, "{}", line.trim()).and_then(|()| log.sync_data())?;
                }
                let before = context.tenets().len();
                let open = matches!(context.stage(), TenetsStage::Open(_));
                context.apply(&made);
                if open && !matches!(context.stage(), TenetsStage::Open(_)) {
                    let stands = context.tenets().len() > before;
                    writeln!(out, "{}", if stands { "The tenet is accepted." } else { "The tenet is rejected." })?;
                }
                Ok(true)
            }
        },
    })
}

/// Opens the log and replays the lines in it.
fn go_on(path: &Path, wanted: &Wanted, context: &mut TenetsState, console: &mut Console<'_>) -> Result<File, Stop> {
    project::must_stay_inside(path)?;
    let wrong = |error: std::io::Error| Stop::because(format!("cannot use {}: {error}", crate::cli::shown(path)));
    let head =
        format!("players {}; points {}", wanted.players.iter().map(|name| name.trim()).collect::<Vec<_>>().join(", "), wanted.points);
    let read = || match project::stored_text(path, SCRIPT_BYTES) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(wrong),
    };
    // The file is first opened only for reading, because that refuses devices and pipes.
    read()?;
    let mut log = OpenOptions::new().create(true).read(true).append(true).open(path).map_err(wrong)?;
    if let Err(TryLockError::WouldBlock) = log.try_lock() {
        let name = crate::cli::shown(path);
        return Err(Stop::because(format!("`{name}` is open in another `slipyard context`: end that one first, or choose another --log")));
    }
    // The file is read again after it is locked, since another program may have written to it in between.
    let text = read()?;
    let other =
        |first: &str| Stop::because(format!("{} is the log of a game with other players or points: {first}", crate::cli::shown(path)));
    // A last line that was cut off while it was written is ignored. The file must still begin like a log.
    let whole = text.rfind('\n').map_or("", |end| text.get(..=end).unwrap_or_default());
    if whole.is_empty() && !head.starts_with(&text) {
        return Err(other(&text));
    }
    let mut lines = whole.lines();
    if let Some(first) = lines.clone().next().filter(|first| *first != head) {
        return Err(other(first));
    }
    if whole.len() < text.len() {
        log.set_len(u64::try_from(whole.len()).unwrap_or(0)).map_err(wrong)?;
    }
    if lines.next().is_none() {
        writeln!(log, "{head}").and_then(|()| log.sync_data()).map_err(wrong)?;
        return Ok(log);
    }
    for (number, line) in (2_u32..).zip(lines) {
        let broken = |problem: String| Stop::because(format!("{}:{number}: {problem}", crate::cli::shown(path)));
        if let BiddingLine::Move(made) = bidding_lines::read(line, context).map_err(broken)? {
            context.check(&made).map_err(|closed| broken(closed.to_string()))?;
            context.apply(&made);
        }
    }
    writeln!(console.err, "continuing {}", crate::cli::shown(path))?;
    Ok(log)
}

/// Returns the prompt: the player whose turn it is, and the moves that the player may make.
fn prompt(context: &TenetsState) -> String {
    let name = |player: usize| context.players().get(player).map_or("", |name| name.as_str());
    match context.stage() {
        TenetsStage::Proposing { turn, .. } => format!("{} proposes", name(*turn)),
        TenetsStage::Open(tenet) => format!("\"{}\" {} for, {} against", tenet.text, tenet.pro, tenet.contra),
        TenetsStage::Playing { narrator, .. } => format!("{} narrates", name(*narrator)),
        TenetsStage::Disputing { dispute, .. } => {
            let [one, other] = dispute.tenets.map(|tenet| context.tenets().get(tenet).map_or("", |tenet| tenet.text.as_str()));
            let [first, second] = dispute.bids;
            format!("\"{one}\" {first}, \"{other}\" {second}")
        }
    }
}

fn how(context: &TenetsState, out: &mut dyn Write) -> Result<(), Stop> {
    let purses = context.players().iter().enumerate().map(|(number, name)| format!("{name} {}", context.purse(number)));
    writeln!(out, "{}; {} in the context pool", purses.collect::<Vec<_>>().join(", "), context.pool())?;
    Ok(())
}

/// Prints the result as Slip text: comments for readers, and the entry that adds the tenets to encounters.
fn finish(context: &TenetsState, points: u32, console: &mut Console<'_>) -> Result<(), Stop> {
    let out = &mut console.out;
    let are = if context.pool() == 1 { "is" } else { "are" };
    writeln!(out, "// {} each, {} in all; {} {are} in the context pool.", counted(points, "point"), context.total(), context.pool())?;
    for (number, name) in context.players().iter().enumerate() {
        let owned = context.tenets().iter().filter(|tenet| tenet.owner == number);
        let owned: Vec<String> = owned.map(|tenet| format!("\"{}\" ({} to {})", tenet.text, tenet.pro, tenet.contra)).collect();
        let owns = if owned.is_empty() { String::new() } else { format!(", owns {}", owned.join(", ")) };
        writeln!(out, "// {name} begins with {}{owns}", context.purse(number))?;
    }
    for (holds, other) in context.readings() {
        let text = |tenet: &usize| context.tenets().get(*tenet).map_or("", |tenet| tenet.text.as_str());
        writeln!(out, "// where \"{}\" and \"{}\" disagree, the owner of the first decides", text(holds), text(other))?;
    }
    let tenets: Vec<String> = context.tenets().iter().map(|tenet| quoted(&tenet.text)).collect();
    if !tenets.is_empty() {
        writeln!(out, "campaign {}", tenets.join(", "))?;
    }
    Ok(())
}
