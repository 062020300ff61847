//! Arguments of `slipyard travel`.

use super::TextOrJson;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `slipyard travel`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard travel small_mercy                           every legal speed to every place
  slipyard travel small_mercy --to slipknot             the time it takes, and if she can come back
  slipyard travel small_mercy --to \"1.5 AU\" --return    there and back on one load of reaction mass
  slipyard travel borrowed_time --to slipknot --overburn
  slipyard travel iron_lullaby --to pluto --conserve
  slipyard travel last_word --slip --uncontrolled --navigation 3 --seed 7
  slipyard travel small_mercy --route aubade,pell       to the knot, along the slipstreams, and in
  slipyard travel small_mercy --land first_light
  slipyard travel small_mercy --variant travel_gdrive --to far_giant
  slipyard travel --variant travel_gdrive --jump 5 --drive 2

Places are the columns of the travel table; a distance is written `1 AU` or `400_000 km`. Times that
are not in the table are computed from those in it. Without --seed or --dice the odds are shown and
nothing is rolled.

Exit code 0 if the trip is legal, 1 if a rule forbids it (the rule and the legal choices are printed),
2 if the question is not valid.")]
pub struct Travel {
    /// Ship; without one the table of distances is shown
    #[arg(value_name = "SHIP")]
    pub ship: Option<String>,
    /// Place in the table of distances, or a distance
    #[arg(long, value_name = "PLACE", group = "goal", conflicts_with_all = ["slip", "route"])]
    pub to: Option<String>,
    /// Speed; by default the fastest legal one
    #[arg(long, value_name = "N", allow_hyphen_values = true, requires = "goal")]
    pub speed: Option<i32>,
    /// Go one V-shift faster than the ship is built for
    #[arg(long, conflicts_with = "conserve", requires = "goal")]
    pub overburn: bool,
    /// Fly slower than the ship can, to save reaction mass; the rules set by how many V-shifts
    #[arg(long, requires = "goal")]
    pub conserve: bool,
    /// Return trip without resupply
    #[arg(long = "return", requires = "goal")]
    pub there_and_back: bool,
    /// Time for each way, if the referee sets it: `3 d`
    #[arg(long, value_name = "TIME", requires = "goal")]
    pub time: Option<String>,
    /// Reaction mass in the tanks at departure
    #[arg(long, value_enum, default_value_t = Tanks::Full, value_name = "HOW")]
    pub r_mass: Tanks,
    /// Pass through a slipknot
    #[arg(long, group = "knot", conflicts_with = "route")]
    pub slip: bool,
    /// Travel through systems of a cluster, on the shortest route through the given systems
    #[arg(long, value_delimiter = ',', groups = ["goal", "knot"], value_name = "SYSTEM,SYSTEM,…")]
    pub route: Vec<String>,
    /// Enter the slipknot without decelerating
    #[arg(long, requires = "knot")]
    pub uncontrolled: bool,
    /// Let automated navigation determine the ship's position
    #[arg(long, requires = "knot", conflicts_with_all = ["navigation", "navigator"])]
    pub automated: bool,
    /// Navigator's rank [default: that of the nameless crew, if the ship has one]
    #[arg(long, value_name = "N", allow_hyphen_values = true, requires = "knot", conflicts_with = "navigator")]
    pub navigation: Option<i32>,
    /// Name of the navigator
    #[arg(long, requires = "knot", value_name = "PERSON")]
    pub navigator: Option<String>,
    /// Land on a world: its name, or a gravity such as `1.5 g` or `1 g air`
    #[arg(long, value_name = "WORLD")]
    pub land: Option<String>,
    /// Jump this many parsecs (if the rules have jumps)
    #[arg(long, value_name = "PARSECS", conflicts_with_all = ["slip", "route"])]
    pub jump: Option<u32>,
    /// Range of the jump drive in parsecs [default: the longest of any drive]
    #[arg(long, value_name = "N", requires = "jump")]
    pub drive: Option<u32>,
    /// Roll the dice with this seed
    #[arg(long, requires = "knot", value_name = "N")]
    pub seed: Option<u64>,
    /// Dice as rolled, such as `+0-+`; once for each slip
    #[arg(long, value_name = "FACES", allow_hyphen_values = true, requires = "knot", conflicts_with = "seed")]
    pub dice: Vec<String>,
    /// Ruleset that overrides the rulesets of the package
    #[arg(long, value_name = "RULESET")]
    pub variant: Vec<String>,
    /// Package or folder to look in; a file means the package that contains it
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
    /// Output format: text or data
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
}

/// Amount of reaction mass in the tanks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Tanks {
    /// Enough reaction mass for the trip
    #[default]
    Full,
    /// Little reaction mass
    Low,
    /// No reaction mass
    Empty,
}
