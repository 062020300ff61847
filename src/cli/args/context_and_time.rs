//! Arguments of `slipyard context` and `slipyard time`.

use clap::Args;
use std::path::PathBuf;

/// Arguments of `slipyard context`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard context --players Nadia,Tom,Wen                         at the keyboard
  slipyard context --players Nadia,Tom --points 12 --script bids   from a file

Lines, at the keyboard or in a script; the name before the colon is the player:
  Nadia: propose \"The port is bankrupt\"    costs a point
  Tom: against 1          Wen: for 2         points on the proposal
  close                                      accepts the proposal if more points are for it
  Tom: pass                                  the game begins when all have passed in a row
  conflict                                   begins an extended conflict in this narration
  next                                       the next player narrates
  dispute \"The port is bankrupt\" \"The navy pays in kind\"
  Tom: draw               Tom: bid 2 on \"The navy pays in kind\"
  settle
  how                                        shows the points of all players
  end

Every accepted line is saved in the log before the next one is read, and an existing log is continued.
At the end the accepted facts (tenets) are printed as an entry for the encounters of the game.")]
pub struct ContextArgs {
    /// Players, in seat order
    #[arg(long, value_delimiter = ',', required = true, value_name = "NAME,NAME,…")]
    pub players: Vec<String>,
    /// Fate points that each player begins with
    #[arg(long, value_name = "N", default_value_t = slip_dice::fate::tenets::TenetsState::POINTS)]
    pub points: u32,
    /// Read the bids from a file instead of the keyboard
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// File that every line is saved to [default at the keyboard: context.log]
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

/// Arguments of `slipyard time`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard time \"a day\" -3
  slipyard time 11 2 --may-fail
  slipyard time

Each shift is one line faster on the time track. Without arguments the track is printed.")]
pub struct TimeArgs {
    /// Usual duration of the task: a line of the time track, by its words or its number
    #[arg(value_name = "BASE", requires = "shifts")]
    pub base: Option<String>,
    /// Shifts of the roll; each shift makes the task one line of the time track faster
    #[arg(value_name = "SHIFTS", allow_hyphen_values = true)]
    pub shifts: Option<i32>,
    /// Let the task fail if there are too few shifts, instead of taking longer
    #[arg(long, requires = "base")]
    pub may_fail: bool,
}
