//! Log of a scenario: its first line, and the replay of the log.

use crate::cli::args::{Replay, TextOrJson};
use crate::cli::compile_projects::{self, CompiledProject};
use crate::cli::pack_items::{self, ListedItem, Thing};
use crate::cli::{CommandStatus, Console, Stop};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use slip_pack::json_reader as typed;
use slip_pack::scenario::{CarriedState, Scenario, parties};
use slip_pack::{Name, Pack, key};
use slip_play::conflict::Conflict;
use slip_session::scenario::boarding::Boarded;
use slip_session::scenario::{PartyAfterEncounter, PartyKey, PartyLoss, ScenarioProgress, party};
use slip_session::session::Session;
use slip_session::session::replay::{ReplayOptions, kept};
use std::collections::{BTreeMap, BTreeSet};

/// Class of the first line of a scenario log.
const KIND: &str = "scenario";
/// Version of the log format.
const FORMAT: u32 = 1;

/// First line of a scenario log.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    #[serde(rename = "e")]
    _class: Class,
    format: u32,
    #[serde(rename = "pack")]
    _pack: String,
    #[serde(rename = "scenario")]
    _scenario: String,
    seed: u64,
    #[serde(default)]
    brought: Vec<Before>,
}

/// Class of the first line.
#[derive(Deserialize)]
enum Class {
    #[serde(rename = "scenario")]
    Scenario,
}

/// State of a participant before the scenario.
#[derive(Serialize, Deserialize)]
struct Before {
    kind: Name,
    package: Name,
    name: Name,
    /// Number of the participant among the participants of the same item.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    count: usize,
    /// True if mild consequences must be repaired and do not heal, as on ships.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    unmended: bool,
    #[serde(flatten)]
    carried: CarriedState,
}

const fn first() -> usize {
    1
}

const fn is_first(count: &usize) -> bool {
    *count == 1
}

/// Returns the first line of the log. `before` contains the state of the participants that took part in earlier games.
pub(super) fn head(pack: &Pack, scenario: &Scenario, seed: u64, before: &BTreeMap<PartyKey, PartyAfterEncounter>) -> String {
    let package = pack.signature();
    let mut line =
        json!({ "e": KIND, "format": FORMAT, "pack": package, "scenario": key(&scenario.package, &scenario.name).as_str(), "seed": seed });
    let encounters = scenario.steps.iter().filter_map(|step| pack.encounters.get(&step.encounter));
    let here: BTreeSet<PartyKey> =
        encounters.flat_map(|encounter| parties(encounter).into_iter().map(|(item, count)| party(item, count))).collect();
    let before = before.iter().filter(|(who, _)| here.contains(*who)).map(|((kind, package, name, count), condition)| Before {
        kind: kind.clone(),
        package: package.clone(),
        name: name.clone(),
        count: *count,
        unmended: condition.unmended,
        carried: CarriedState {
            marked: condition.marked.clone(),
            consequences: condition.consequences.clone(),
            fate: condition.fate,
            aspects: condition.aspects.clone(),
            tagged: condition.tagged.clone(),
            v_shift: condition.v_shift,
            out: condition.lost.as_ref().map(|lost| lost.how.clone()),
            session: condition.session.clone(),
        },
    });
    let before: Vec<Before> = before.collect();
    if let (false, Some(fields), Ok(before)) = (before.is_empty(), line.as_object_mut(), serde_json::to_value(before)) {
        fields.insert("brought".to_owned(), before);
    }
    format!("{line}\n")
}

/// Returns the initial states of the participants, as the first line of the log contains them.
fn before(all: Vec<Before>) -> BTreeMap<PartyKey, PartyAfterEncounter> {
    let condition = |carried: CarriedState, unmended: bool| PartyAfterEncounter {
        marked: carried.marked,
        consequences: carried.consequences,
        fate: carried.fate,
        lost: carried.out.map(|how| PartyLoss { how, taken_by: None, returns: false }),
        unmended,
        aspects: carried.aspects,
        tagged: carried.tagged,
        v_shift: carried.v_shift,
        session: carried.session,
        ..PartyAfterEncounter::default()
    };
    all.into_iter().map(|one| ((one.kind, one.package, one.name, one.count), condition(one.carried, one.unmended))).collect()
}

/// Returns the scenario that a log belongs to; `None` if it is the log of a single encounter.
pub(in crate::cli) fn is_scenario(text: &str) -> Option<String> {
    let first: Value = serde_json::from_str(text.lines().next()?).ok()?;
    (first.get("e")?.as_str()? == KIND).then(|| first.get("scenario")?.as_str().map(str::to_owned)).flatten()
}

/// Replays the log of a scenario and compares the log with the replay, byte for byte. Each encounter begins with the state that the earlier
/// encounters left.
pub(in crate::cli) fn replay(replay: &Replay, name: &str, text: &str, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    if replay.until.is_some() || replay.force {
        return Err(Stop::because("--until and --force work only with the log of one encounter, and this is the log of a scenario"));
    }
    let is_scenario = |entry: &ListedItem<'_>| matches!(entry.thing, Thing::Scenario(_));
    let worlds = compile_projects::worlds_of(&replay.folder, &[name.to_owned()], KIND, is_scenario)?;
    let found = pack_items::find(&worlds, name, is_scenario);
    let Some((world, ListedItem { thing: Thing::Scenario(scenario), .. })) = found.first() else {
        return Err(Stop::because(format!("there is no scenario `{name}`")));
    };
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let log = crate::cli::shown(&replay.log);
    let later = serde_json::from_str::<Value>(first).ok().and_then(|line| line.get("format")?.as_u64());
    if let Some(format) = later.filter(|format| *format > u64::from(FORMAT)) {
        return Err(Stop::because(format!("`{log}` was written by a later release (format {format}; this one reads {FORMAT})")));
    }
    let line: Head = typed::read(first).map_err(|unread| Stop::because(format!("{log}: line 0: {}", unread.in_one_line())))?;
    if line.format != FORMAT {
        return Err(Stop::because(format!("{log}: line 0: `format`: there is no format {}", line.format)));
    }
    let (seed, before) = (line.seed, before(line.brought));
    if head(&world.pack, scenario, seed, &before).trim_end() != first {
        writeln!(console.err, "{}: the log belongs to another pack", crate::cli::shown(&replay.log))?;
        return Ok(CommandStatus::Problems);
    }
    walk(replay, world, ScenarioProgress::resuming(scenario, before), (text, rest), console)
}

fn walk(
    replay: &Replay,
    world: &CompiledProject,
    mut progress: ScenarioProgress<'_>,
    (text, rest): (&str, &str),
    console: &mut Console<'_>,
) -> Result<CommandStatus, Stop> {
    let shown = crate::cli::shown(&replay.log);
    let mut parts = parts(rest).into_iter();
    while let Some(next) = progress.next(&world.pack) {
        let told = replay.format == TextOrJson::Text && !replay.verify;
        if progress.is_walkover(&next) {
            if told {
                super::announce(&next, console.out)?;
                super::conclude(&progress, &next, console.out)?;
            }
            continue;
        }
        let Some(part) = parts.next() else {
            writeln!(console.err, "{shown}: the log ends before `{}`", next.encounter.name)?;
            return Ok(CommandStatus::Problems);
        };
        let retraced = match Session::retrace(&world.pack, &next.encounter, part, ReplayOptions::default()) {
            Ok(retraced) => retraced,
            Err(trouble) => {
                writeln!(console.err, "{shown}, {}. {}: {trouble}", next.number + 1, next.encounter.name)?;
                return Ok(if trouble.is_difference() { CommandStatus::Problems } else { CommandStatus::CouldNotRun });
            }
        };
        let session = &retraced.session;
        if session.fight().outcome().is_none() || retraced.cut.is_some() {
            writeln!(console.err, "{shown}: the log ends in the middle of `{}`", next.encounter.name)?;
            return Ok(CommandStatus::Problems);
        }
        progress.record(&next, session.fight(), kept(session.journal()));
        let boarded = match compare(session, &mut parts) {
            Ok(boarded) => boarded,
            Err(trouble) => {
                writeln!(console.err, "{shown}, {}. {}: {trouble}", next.number + 1, next.encounter.name)?;
                return Ok(CommandStatus::Problems);
            }
        };
        progress.record_boardings(&boarded);
        if told {
            super::announce(&next, console.out)?;
            write!(console.out, "{}{}", session.transcript(), super::boardings(&boarded))?;
            super::conclude(&progress, &next, console.out)?;
        }
    }
    if parts.next().is_some() {
        writeln!(console.err, "{shown}: the log continues after the end of the scenario")?;
        return Ok(CommandStatus::Problems);
    }
    if replay.format == TextOrJson::Json && !replay.verify {
        write!(console.out, "{text}")?;
    }
    Ok(CommandStatus::Clean)
}

/// Compares the boardings of a session with their logs, byte for byte. The logs of the boardings follow the log of the ships.
pub(in crate::cli) fn compare<'t>(session: &Session, logs: &mut impl Iterator<Item = &'t str>) -> Result<Vec<Boarded>, String> {
    let boarded = session.boarded().map_err(|error| error.to_string())?;
    for one in &boarded {
        let Some(expected) = one.json_lines() else { continue };
        let of = format!("the log of the boarding of turn {}", one.turn);
        let found = logs.next().ok_or_else(|| format!("{of} is missing"))?;
        let mut lines = found.lines();
        let differs = expected.lines().zip(0..).find(|(line, _)| lines.next() != Some(line));
        if let Some((expected, line)) = differs {
            return Err(format!("{of} differs at line {line}; it should be\n{expected}"));
        }
        if expected.len() != found.len() {
            return Err(format!("{of} continues after the end of the boarding"));
        }
    }
    Ok(boarded)
}

/// Splits a log into the logs of the encounters: each begins with a line of the class `begin`.
pub(in crate::cli) fn parts(text: &str) -> Vec<&str> {
    let begins = |line: &str| serde_json::from_str::<Value>(line).is_ok_and(|line| line.get("e").is_some_and(|class| class == "begin"));
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.contains("\"begin\"") && begins(line) {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).filter_map(|(start, end)| text.get(*start..end)).collect()
}
