//! Arguments of `slipyard explore`.

use super::odds::ranks;
use clap::{Args, ValueEnum};
use slip_odds::Ratio;
use slip_odds::explore::{DesignRequirement, Objective};
use std::path::PathBuf;

/// Arguments of `slipyard explore`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard explore slug_thrower --tech T1
  slipyard explore slug_thrower --tech T1 --require civilian --maximise harm --minimise price
  slipyard explore spacecraft --tech T2 --require 'v_shift>=3,trade>=2' --maximise beam \\
    --minimise points
  slipyard explore spacecraft --tech T2 --maximise beam,frame,data --outrun long_margin
  slipyard explore slug_thrower --tech T1 --against dock_carbine --chance 60% --at 2
  slipyard explore spacecraft --tech T2 --against long_margin --at 2 --fights 3
  slipyard explore body_armour --tech T1 --maximise defense --forbid power_suit --format slip
  slipyard explore infantry --tech T2 --maximise morale \\
    --with 'skills { 3 veteran; 2 signals, movement; 1 direct_fire, observation, hand_to_hand }'

Without --maximise and --minimise the prices of the design decide what is better: a high value if more
of it costs more, a low value if more of it costs less, fewer stunts that give points back, and a low
price. Designs with different derived aspects are then not compared. With these options, only the
values that they list count, and of designs with equal values the one with the fewest points is shown.
Every design that is shown has been compiled and checked.")]
pub struct Explore {
    /// Design, as NAME or PACKAGE.NAME
    #[arg(value_name = "DESIGN")]
    pub design: String,
    /// Technology: T1, or 1
    #[arg(long, value_name = "TECH", allow_hyphen_values = true, value_parser = technology)]
    pub tech: Option<i64>,
    /// Properties that every design must have: stunts, flags, and bounds as in 'harm>=2' or 'price<=3'
    #[arg(long, value_name = "THIS,…", value_parser = demands)]
    pub require: Vec<RequirementList>,
    /// Stunts that no design may have
    #[arg(long, value_name = "STUNT,…", value_delimiter = ',')]
    pub forbid: Vec<String>,
    /// Statistics, tracks and stunts to maximise, the most important first
    #[arg(long, visible_alias = "maximize", value_name = "THIS,…", value_delimiter = ',')]
    pub maximise: Vec<String>,
    /// Values to minimise: statistics, tracks and stunts; also price, upkeep and points
    #[arg(long, visible_alias = "minimize", value_name = "THIS,…", value_delimiter = ',')]
    pub minimise: Vec<String>,
    /// Use at most N build points, even if the design gives more
    #[arg(long, value_name = "N")]
    pub budget: Option<i64>,
    /// Entry that every design must have, written as in an item
    #[arg(long, value_name = "ENTRY")]
    pub with: Vec<String>,
    /// Only designs that outrun this ship: their V-shift (or the statistic that the rules use in its place) is higher
    #[arg(long, value_name = "SHIP")]
    pub outrun: Option<String>,
    /// Find the cheapest design that beats this opponent: a ship, a weapon or an armour
    #[arg(long, value_name = "ITEM", conflicts_with = "budget")]
    pub against: Option<String>,
    /// Chance of winning that the design must exceed against the opponent
    #[arg(long, value_name = "SHARE", default_value = "50%", requires = "against", value_parser = share)]
    pub chance: Ratio,
    /// Distance between the design and the opponent, in zones or bands
    #[arg(long, value_name = "RANGE", default_value_t = 2, requires = "against")]
    pub at: u8,
    /// Rank of the people who carry the weapons and armour
    #[arg(long, value_name = "N", default_value_t = 3, requires = "against", allow_negative_numbers = true, value_parser = ranks())]
    pub rank: i32,
    /// Largest number of designs tried for each number of build points
    #[arg(long, value_name = "N", default_value_t = 40, requires = "against", value_parser = clap::value_parser!(u16).range(1..))]
    pub fights: u16,
    /// Largest number of designs shown
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub limit: usize,
    /// Output format: text, data, or items to paste
    #[arg(long, value_enum, default_value_t = ExploreFormat::Text)]
    pub format: ExploreFormat,
    /// Package, folder or Slip file to look in
    #[arg(long = "in", value_name = "PACKAGE", default_value = ".")]
    pub folder: PathBuf,
}

/// Output format of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ExploreFormat {
    /// Text to read
    #[default]
    Text,
    /// Data for programs
    Json,
    /// Table for spreadsheets
    Csv,
    /// Items, ready to paste
    Slip,
}

/// Requirements that one `--require` contains.
#[derive(Clone, Debug)]
pub struct RequirementList(pub Vec<DesignRequirement>);

/// Parses a percentage: `60%`.
fn share(text: &str) -> Result<Ratio, String> {
    let number = text.strip_suffix('%').and_then(|number| number.trim().parse::<u8>().ok()).filter(|number| *number < 100);
    number.map(|number| Ratio::of(number, 100)).ok_or_else(|| format!("`{text}` is not a percentage: write a whole number, such as 60%"))
}

fn technology(text: &str) -> Result<i64, String> {
    let number = text.strip_prefix(['T', 't']).unwrap_or(text);
    number.parse().map_err(|_| format!("`{text}` is not a technology level: write for example T1 or T-2"))
}

fn demands(text: &str) -> Result<RequirementList, String> {
    DesignRequirement::parse_list(text).map(RequirementList)
}

impl Explore {
    /// Returns the values to compare: those to maximise, then those to minimise.
    pub fn aims(&self) -> Vec<Objective> {
        let aim = |more: bool| move |what: &String| Objective { what: what.trim().to_owned(), more };
        self.maximise.iter().map(aim(true)).chain(self.minimise.iter().map(aim(false))).collect()
    }
}
