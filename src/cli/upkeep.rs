//! `slipyard upkeep`: runs a campaign between encounters. Each run reads the file, makes one decision, reports it and writes the file.

mod arguments_to_decisions;
pub(super) mod campaign_package;
mod parse_choices;
mod setup;
mod show;
mod undo;

use super::args::upkeep::UpkeepAction;
use super::args::{TextOrJson, UpkeepArgs};
use super::play::drawn_seed;
use super::{CommandStatus, Console, Stop};
use crate::project;
use campaign_package::CampaignPackage;
use serde::Serialize;
use slip_campaign::command_execution::{CommandExecution, CommandRefusal};
use slip_campaign::output::OutputLine;
use slip_campaign::state::{Campaign, CampaignFileError, CampaignPerson, PlayedPackage};
use slip_dice::Dice;
use slip_limits::CAMPAIGN_BYTES;
use slip_pack::Name;
use slip_table::table::dice_input;
use std::path::Path;

/// Output of `upkeep` with `--format json`.
#[derive(Serialize)]
struct UpkeepOutput<'a> {
    /// Description of the action.
    did: &'a str,
    /// True if the campaign file was written.
    written: bool,
    /// Account of the action.
    account: &'a [OutputLine],
    /// State of the campaign after the action.
    campaign: &'a Campaign,
}

/// JSON output if the action was refused.
#[derive(Serialize)]
struct RefusedOutput<'a> {
    /// Reason for the refusal.
    refused: &'a str,
    /// Possible choices, if the action needs one.
    legal: &'a [String],
    /// Account of the action up to the refusal.
    account: &'a [OutputLine],
    /// Seed that gives the same dice again.
    seed: Option<u64>,
}

/// Dice of this run of the command, and their seed if they were drawn.
struct Drawn {
    dice: Dice,
    seed: Option<u64>,
    chosen: bool,
}

/// Reads the state, executes the action, and writes the state.
pub(super) fn run(upkeep: &UpkeepArgs, console: &mut Console<'_>) -> Result<CommandStatus, Stop> {
    let dice = [("--seed", upkeep.seed.is_some()), ("--dice", !upkeep.dice.is_empty())];
    if let Some((option, _)) = dice.into_iter().find(|(_, said)| *said && !upkeep.what.may_roll()) {
        return Err(Stop::because(format!("{option} has no effect here, since nothing is rolled: leave it out")));
    }
    if let UpkeepAction::New(new) = &upkeep.what {
        return setup::begin(upkeep, new, console);
    }
    let read = read(&upkeep.file)?;
    let campaign = Campaign::read(&read).map_err(|broken| unreadable(&upkeep.file, &broken))?;
    match &upkeep.what {
        UpkeepAction::Undo(undo) => return undo::run(upkeep, undo, &read, campaign, console),
        UpkeepAction::History(wanted) => return show::history_of(wanted, upkeep.format, &campaign, console),
        _ => {}
    }
    let ground = campaign_package::ground(&upkeep.folder, &campaign, console)?;
    let Some(ground) = ground else { return Ok(CommandStatus::Problems) };
    campaign.fits(&ground.pack).map_err(|broken| unreadable(&upkeep.file, &broken))?;
    if campaign.is_changed(&ground.pack) {
        writeln!(console.err, "note: the package has changed since this campaign was last saved; its people and ships are still valid")?;
    }
    if let UpkeepAction::Show(wanted) = &upkeep.what {
        return show::run(wanted, upkeep.format, &campaign, &ground, console);
    }
    let drawn = drawn(upkeep, &campaign, &ground)?;
    let seed = drawn.seed;
    let mut command = CommandExecution::new(&ground.pack, &campaign, drawn.dice);
    let did = match arguments_to_decisions::carry_out(&upkeep.what, &mut command) {
        Ok(did) => did,
        Err(refusal) => return refuse(upkeep, &command, &refusal, drawn.chosen.then_some(seed).flatten(), console),
    };
    if command.faces_left() > 0 {
        let rolls = command.faces_left().div_ceil(command.kind().count());
        return Err(Stop::because(format!("too many dice were given: they are enough for {rolls} more rolls; nothing was written")));
    }
    let rolled = command.rolled();
    if drawn.chosen
        && rolled
        && let Some(seed) = seed
    {
        writeln!(console.err, "the dice were drawn with --seed {seed}")?;
    }
    let (mut after, lines) = (command.state, command.lines);
    // A changed sheet must compile, because the next command reads it again.
    let changed =
        |(name, person): (&Name, &CampaignPerson)| campaign.people.get(name).is_some_and(|before| before.changes != person.changes);
    if after.people.iter().any(changed) {
        let Some(learned) = campaign_package::ground(&upkeep.folder, &after, console)? else { return Ok(CommandStatus::Problems) };
        if let Err(CampaignFileError::Unsound(reasons)) = after.fits(&learned.pack) {
            return Err(Stop::because(format!("this change does not fit the present state: {}; nothing was written", reasons.join("; "))));
        }
    }
    after.package = PlayedPackage::of(&ground.pack);
    let did = match seed.filter(|_| rolled) {
        Some(seed) => format!("{did} --seed {seed}"),
        None => did,
    };
    after.note(did.clone(), lines.iter().map(OutputLine::to_string).collect());
    after.keep(&campaign);
    let written = write(upkeep, Some(read.as_bytes()), &mut after)?;
    tell(upkeep, &UpkeepOutput { did: &did, written, account: &lines, campaign: &after }, console)?;
    Ok(CommandStatus::Clean)
}

/// Returns the dice: typed dice, or dice drawn from a seed. The state of the campaign is mixed into the seed; otherwise one seed would give
/// the same roll every time.
fn drawn(upkeep: &UpkeepArgs, campaign: &Campaign, ground: &CampaignPackage) -> Result<Drawn, Stop> {
    if upkeep.dice.is_empty() {
        let seed = upkeep.seed.unwrap_or_else(drawn_seed);
        let dice = Dice::seeded(seed, campaign.revision);
        return Ok(Drawn { dice, seed: Some(seed), chosen: upkeep.seed.is_none() });
    }
    let kind = ground.kind();
    let mut fallen = Vec::new();
    for text in &upkeep.dice {
        let faces = dice_input::read(kind, text)
            .map_err(|problem| Stop::because(format!("--dice '{text}': {problem}; type {}", dice_input::example(kind))))?;
        fallen.extend_from_slice(faces.faces());
    }
    Ok(Drawn { dice: Dice::scripted(fallen), seed: None, chosen: false })
}

/// Prints the account up to a refusal, since a choice may depend on it. Nothing is written to the campaign file.
fn refuse(
    upkeep: &UpkeepArgs,
    command: &CommandExecution<'_>,
    refusal: &CommandRefusal,
    chosen: Option<u64>,
    console: &mut Console<'_>,
) -> Result<CommandStatus, Stop> {
    let seed = chosen.filter(|_| command.rolled());
    if upkeep.format == TextOrJson::Json {
        let refused = RefusedOutput { refused: &refusal.why, legal: &refusal.legal, account: &command.lines, seed };
        writeln!(console.out, "{}", serde_json::to_string_pretty(&refused).map_err(Stop::because)?)?;
        return Ok(CommandStatus::CouldNotRun);
    }
    for line in &command.lines {
        writeln!(console.out, "{line}")?;
    }
    let again = match seed {
        Some(seed) => format!("\nnothing was written; --seed {seed} gives the same dice again"),
        None => String::new(),
    };
    Err(Stop::because(format!("{refusal}{again}")))
}

fn tell(upkeep: &UpkeepArgs, told: &UpkeepOutput<'_>, console: &mut Console<'_>) -> Result<(), Stop> {
    match upkeep.format {
        TextOrJson::Json => writeln!(console.out, "{}", serde_json::to_string_pretty(told).map_err(Stop::because)?)?,
        TextOrJson::Text => {
            for line in told.account {
                writeln!(console.out, "{line}")?;
            }
            if !told.written {
                writeln!(console.out, "(a dry run: nothing was written)")?;
            }
        }
    }
    Ok(())
}

fn read(file: &Path) -> Result<String, Stop> {
    match project::stored_text(file, CAMPAIGN_BYTES) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(Stop::because(format!("there is no `{0}`; `slipyard upkeep {0} new` begins a campaign", crate::cli::shown(file))))
        }
        Err(error) => Err(Stop::unread(file, &error)),
    }
}

fn unreadable(file: &Path, broken: &CampaignFileError) -> Stop {
    Stop::because(format!("`{}`: {broken}", crate::cli::shown(file)))
}

/// Writes the state, unless this is a dry run or the file was changed since it was read.
fn write(upkeep: &UpkeepArgs, read: Option<&[u8]>, campaign: &mut Campaign) -> Result<bool, Stop> {
    campaign.revision += 1;
    if upkeep.dry_run {
        return Ok(false);
    }
    if project::write_if_unchanged(&upkeep.file, read, campaign.text().as_bytes())? {
        return Ok(true);
    }
    let file = crate::cli::shown(&upkeep.file);
    Err(Stop::because(match read {
        None => format!("`{file}` already exists: choose a new file for the campaign"),
        Some(_) => format!("`{file}` was changed by another program in the meantime, so nothing was written: run the command again"),
    }))
}
