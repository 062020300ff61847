//! A game in a campaign: the state in which everyone begins, and the state that is recorded at the end.
//!
//! The campaign is read when the game begins or continues, and written once, when the game is over. A game that is continued begins with
//! the carried-in state with which it began before.

use super::{Played, messages};
use crate::cli::args::Play;
use crate::cli::compile_projects::CompiledProject;
use crate::cli::scenarios::{self, campaign::CampaignInUse};
use crate::cli::{CommandStatus, Console, Stop};
use slip_pack::Pack;
use slip_pack::encounter::Encounter;
use slip_pack::scenario::{Carry, Scenario, ScenarioStep};
use slip_session::scenario::ScenarioProgress;
use slip_session::session::replay::kept;
use std::path::Path;

/// Plays an encounter in which everyone begins with their state in the campaign, and records the result. Without a campaign, everyone
/// begins as declared.
pub(super) fn within(
    play: &Play,
    world: &CompiledProject,
    encounter: &Encounter,
    console: &mut Console<'_>,
    game: impl FnOnce(&Pack, &Encounter, &mut Console<'_>) -> Result<Played, Stop>,
) -> Result<CommandStatus, Stop> {
    let Some(file) = &play.state else { return Ok(game(&world.pack, encounter, console)?.status) };
    let mut open = CampaignInUse::read(file, &world.pack)?;
    if let Some(log) = &play.resume {
        is_new(&open, file, &label(&encounter.name, log))?;
    }
    let learned = open.learned(&play.folder, console)?;
    let pack = learned.as_ref().unwrap_or(&world.pack);
    let scenario = alone(encounter);
    let mut progress = ScenarioProgress::resuming(&scenario, open.conditions(pack));
    let next = progress.next(pack).filter(|next| !progress.is_walkover(next));
    let nobody = || {
        Stop::because(format!("in the campaign `{}`, a side of `{}` has no people or ships left", crate::cli::shown(file), encounter.name))
    };
    let next = next.ok_or_else(nobody)?;
    scenarios::brought(&next, console.out)?;
    let Played { status, session, log } = game(pack, &next.encounter, console)?;
    if session.outcome().is_none() {
        return Ok(status);
    }
    progress.record(&next, session.fight(), kept(session.journal()));
    progress.record_boardings(&session.boarded().map_err(Stop::because)?);
    open.settle(&next, &progress);
    close(open, file, &label(&encounter.name, &log), &world.pack, console)?;
    Ok(status)
}

/// Returns the label by which a campaign knows a game: the encounter, and the name of the game's file.
fn label(what: &str, log: &Path) -> String {
    let stem = log.file_stem().map(|stem| crate::cli::shown(Path::new(stem))).unwrap_or_default();
    format!("{what} ({stem})")
}

/// Checks that a game has not been recorded already, so that its wounds do not count twice.
pub(super) fn is_new(open: &CampaignInUse, file: &Path, label: &str) -> Result<(), Stop> {
    if open.has(label) {
        return Err(Stop::because(format!(
            "`{}` already contains the result of {label}: begin another game with another --seed",
            crate::cli::shown(file)
        )));
    }
    Ok(())
}

/// Writes the campaign and prints a message.
pub(super) fn close(open: CampaignInUse, file: &Path, label: &str, pack: &Pack, console: &mut Console<'_>) -> Result<(), Stop> {
    let met = open.met_anybody();
    open.write(label, pack, console)?;
    let file = crate::cli::shown(file);
    if met {
        writeln!(console.out, "The result is saved in {file}.")?;
    } else {
        writeln!(console.out, "No person or ship of the campaign took part: {file} only records that the game was played.")?;
    }
    Ok(())
}

/// Returns the campaign option for the command line that continues a game.
pub(super) fn again(play: &Play) -> String {
    play.state.as_ref().map(|file| format!(" --state {}", messages::quoted(&crate::cli::shown(file)))).unwrap_or_default()
}

/// Returns a scenario whose only step is this encounter.
fn alone(encounter: &Encounter) -> Scenario {
    let step = ScenarioStep {
        encounter: slip_pack::key(&encounter.package, &encounter.name),
        otherwise: false,
        when: None,
        text: String::new(),
        carry: Carry::ALL.to_vec(),
        aspects: Vec::new(),
    };
    Scenario {
        name: encounter.name.clone(),
        title: encounter.title.clone(),
        package: encounter.package.clone(),
        doc: None,
        steps: vec![step],
        valid: encounter.valid,
        waivers: Vec::new(),
        place: encounter.place.clone(),
    }
}
