//! `upkeep undo`: takes back the last changes of a campaign.

use super::{CommandStatus, Console, Stop, UpkeepOutput, tell, unreadable, write};
use crate::cli::args::UpkeepArgs;
use crate::cli::args::upkeep::UndoArgs;
use slip_campaign::output::OutputLine;
use slip_campaign::state::Campaign;
use slip_export::cards::counted;

/// Takes back the last changes, and prints each.
pub(super) fn run(
    upkeep: &UpkeepArgs,
    undo: &UndoArgs,
    read: &str,
    campaign: Campaign,
    console: &mut Console<'_>,
) -> Result<CommandStatus, Stop> {
    let possible = campaign.earlier.len();
    let times = usize::try_from(undo.times).unwrap_or(usize::MAX);
    if times > possible {
        let file = crate::cli::shown(&upkeep.file);
        return Err(Stop::because(match possible {
            0 => format!("`{file}` has no earlier state to go back to; nothing was written"),
            _ => format!(
                "`{file}` keeps the last {} only; nothing was written",
                counted(u32::try_from(possible).unwrap_or(u32::MAX), "change")
            ),
        }));
    }
    let mut state = campaign;
    let mut lines = Vec::new();
    for _ in 0..times {
        let before = state.before_last_change().map_err(|broken| unreadable(&upkeep.file, &broken))?;
        let Some(before) = before else { break };
        for entry in state.history.iter().skip(before.history.len()) {
            let text = format!("undone: {} (session {}, day {})", entry.did, entry.session, entry.day);
            lines.push(OutputLine::Fact { text });
        }
        state = before;
    }
    let written = write(upkeep, Some(read.as_bytes()), &mut state)?;
    tell(upkeep, &UpkeepOutput { did: "undo", written, account: &lines, campaign: &state }, console)?;
    Ok(CommandStatus::Clean)
}
