//! `slipyard replay`: plays the answers and dice of a log again, compares the result with the log byte for byte, and prints the account.

use super::args::{Replay, TextOrJson};
use super::compile_projects;
use super::pack_items::{self, ListedItem, Thing};
use super::{CommandStatus, Console, Stop, scenarios};
use crate::project;
use slip_limits::LOG_BYTES;
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_play::conflict::Conflict;
use slip_play::fight::Playable;
use slip_play::names::Names;
use slip_session::session::replay::{self, ReplayOptions, Replayed};
use slip_session::session::{LogError, Session};
use slip_table::table::{self, ColourScheme};
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;

/// Replays the log.
pub(super) fn run(replay: &Replay, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let text = read(&replay.log, console)?;
    let shown = crate::cli::shown(&replay.log);
    if let Some(scenario) = scenarios::is_scenario(&text) {
        return scenarios::replay(replay, &scenario, &text, console);
    }
    let whole = text;
    let mut logs = scenarios::parts(&whole).into_iter();
    let text = logs.next().filter(|first| whole.starts_with(first)).unwrap_or(&whole);
    let header = match replay::header(text) {
        Ok(header) => header,
        Err(trouble) => return say(&shown, &trouble, console),
    };
    let package = header.package.split(' ').next().unwrap_or_default();
    let key = slip_pack::key(package, &header.encounter);
    let is_encounter = |entry: &ListedItem<'_>| matches!(entry.thing, Thing::Encounter(_));
    let worlds = compile_projects::worlds_of(&replay.folder, &[key.to_string()], "encounter", is_encounter)?;
    let found = pack_items::find(&worlds, &key, is_encounter);
    let Some((world, ListedItem { thing: Thing::Encounter(encounter), .. })) = found.first() else {
        return Err(Stop::because(format!("there is no encounter `{key}`")));
    };
    let (retraced, forced) = retrace(replay, &world.pack, encounter, text);
    let retraced = match retraced {
        Ok(retraced) => retraced,
        Err(trouble) => {
            let hint = matches!(trouble, LogError::OtherPack { .. });
            let status = say(&shown, &trouble, console)?;
            if hint {
                writeln!(console.err, "add --force to apply the events of the log as written, without checking them against the rules")?;
            }
            return Ok(status);
        }
    };
    if forced {
        writeln!(
            console.err,
            "warning: the log belongs to another pack, so its events are applied as written, without checking them against the rules"
        )?;
    }
    if let Some(cut) = retraced.cut {
        writeln!(console.err, "warning: {cut}")?;
    }
    // `slipyard run` may append the logs of boardings to the log of the ships; `slipyard play` does not.
    let has_logs = logs.len() > 0 && replay.until.is_none() && !forced;
    if has_logs && let Err(trouble) = boardings(&retraced.session, logs) {
        writeln!(console.err, "{shown}: {trouble}")?;
        return Ok(CommandStatus::Problems);
    }
    if !replay.verify {
        let text = if has_logs { whole.as_str() } else { text };
        tell(replay, (&world.pack, encounter), &retraced, (text, forced), console)?;
    }
    Ok(CommandStatus::Clean)
}

/// Replays a log. The second result is true if the events were only applied and not checked, because they belong to another pack.
fn retrace(replay: &Replay, pack: &Pack, encounter: &Encounter, text: &str) -> (Result<Replayed, LogError>, bool) {
    let how = ReplayOptions { until: replay.until, events_only: false };
    match Session::retrace(pack, encounter, text, how) {
        Err(LogError::OtherPack { .. }) if replay.force => {
            (Session::retrace(pack, encounter, text, ReplayOptions { events_only: true, ..how }), true)
        }
        other => (other, false),
    }
}

/// Compares the boardings that were played out with their logs. The file must end after these logs.
fn boardings<'t>(session: &Session, mut logs: impl Iterator<Item = &'t str>) -> Result<(), String> {
    scenarios::compare(session, &mut logs)?;
    match logs.next() {
        Some(_) => Err("the log continues after the end of the encounter".to_owned()),
        None => Ok(()),
    }
}

fn read(log: &Path, console: &mut Console<'_>) -> Result<String, Stop> {
    let mut bytes = Vec::new();
    let shown = crate::cli::shown(log);
    if log == Path::new("-") {
        let unread = |error: std::io::Error| Stop::because(format!("cannot read the standard input: {error}"));
        (&mut *console.input).take(LOG_BYTES + 1).read_to_end(&mut bytes).map_err(unread)?;
        if u64::try_from(bytes.len()).is_ok_and(|length| length > LOG_BYTES) {
            return Err(unread(project::beyond(LOG_BYTES)));
        }
    } else {
        bytes = project::stored_bytes(log, LOG_BYTES).map_err(|error| Stop::unread(log, &error))?;
    }
    // An incomplete character at the end of the file belongs to a line that was cut off.
    let whole = match std::str::from_utf8(&bytes) {
        Ok(_) => bytes.len(),
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        Err(error) => {
            return Err(Stop::because(format!("{shown} is not UTF-8 text: the first invalid byte has the offset {}", error.valid_up_to())));
        }
    };
    bytes.truncate(whole);
    String::from_utf8(bytes).map_err(Stop::because)
}

/// Prints the problem with a log, and returns the exit status.
fn say(log: &str, trouble: &LogError, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    writeln!(console.err, "{log}: {trouble}")?;
    Ok(if trouble.is_difference() { CommandStatus::Problems } else { CommandStatus::CouldNotRun })
}

/// Prints the account of a log. `forced` is true if its events were applied without being checked.
fn tell(
    replay: &Replay,
    of: (&Pack, &Encounter),
    retraced: &Replayed,
    (text, forced): (&str, bool),
    console: &mut Console<'_>,
) -> Result<(), Stop> {
    let session = &retraced.session;
    match replay.format {
        // Only the part of the log that was compared is printed.
        TextOrJson::Json => {
            let logs =
                if text.len() > retraced.stands && retraced.cut.is_none() && replay.until.is_none() { text.len() } else { retraced.stands };
            write!(console.out, "{}", text.get(..logs).unwrap_or_default())?;
        }
        TextOrJson::Text => {
            if let Some(brought) = &session.header().brought {
                scenarios::begun_with(brought, of, console.out)?;
            }
            let boarded = if replay.force { Vec::new() } else { session.boarded().map_err(Stop::because)? };
            write!(console.out, "{}{}", session.transcript(), scenarios::boardings(&boarded))?;
            if !session.is_comparable() {
                let verified = if forced { "Not" } else { "Correct, but not" };
                writeln!(
                    console.out,
                    "\n{verified} comparable with other games: the log contains rulings of the referee or redrawn dice."
                )?;
            }
            if session.outcome().is_none() {
                write!(console.out, "{}", standing(session))?;
            }
        }
    }
    Ok(())
}

/// Returns the state of a fight that has not ended, in words.
fn standing(session: &Session) -> String {
    let fight = session.fight();
    // Writing to a string cannot fail.
    let mut out = format!("\nLine {}: {} {}\n", session.last_line(), fight.round_word(), fight.round());
    out.push_str(&table::standings(fight));
    if let Some(ask) = fight.waiting_for().filter(|ask| ask.forced.is_none()) {
        let question = table::question(fight, &ask, &ColourScheme::PLAIN);
        let what = question.lines().last().unwrap_or_default();
        let _ = writeln!(out, "  Question for the {}: {what}", fight.side(ask.seat).replace('_', " "));
    }
    out
}
