//! What may be typed after `slipyard odds`.

use clap::builder::RangedI64ValueParser;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// `slipyard odds`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard odds roll --rank 2 --against 3
  slipyard odds roll --rank 3 --versus 2
  slipyard odds point --rank 2 --against 3 --shown -1
  slipyard odds pool 3d6 2d8 --see 11
  slipyard odds attack dock_carbine --by port_marshal --on iveta --at 2
  slipyard odds attack dock_carbine --skill 3 --on hauler_rig --dodge 2 --at 2
  slipyard odds attack beam --by long_margin --on ember --at 2
  slipyard odds attack words --by ilke_maro --on broker_haan --at 1
  slipyard odds attack --by port_marshal --on iveta --scene customs_raid --to office
  slipyard odds duel port_marshal deckhand --at 1
  slipyard odds matrix --skill 3 --dodge 2 --format csv
  slipyard odds nerves --edges 0,0 --range 1
  slipyard odds race --zones 5 --ranks 2,1

Every chance is exact: a fraction of the ways in which the dice can fall. Decimals are for
reading. A duel that is too large to be exact says so and gives its bounds; anything else that is
too large is refused.")]
pub struct Odds {
    /// What is asked
    #[command(subcommand)]
    pub question: Question,
}

/// What is asked.
#[derive(Subcommand, Debug)]
pub enum Question {
    /// One roll, against a number or against another roll
    Roll(OddsRoll),
    /// What a fate point is worth on a roll: +2 or the dice again
    Point(OddsPoint),
    /// Dice that stay on the table: raises, sees, small conflicts
    Pool(OddsPool),
    /// One attack between people or between ships
    Attack(Box<OddsAttack>),
    /// Two people, or two ships, that attack each other until one is out
    Duel(Box<OddsDuel>),
    /// Every weapon of a package against every armour
    Matrix(Box<OddsMatrix>),
    /// Two who wear down each other's nerve with words, by turns
    Nerves(OddsNerves),
    /// A race over zones: a free one and the points of a roll each round
    Race(OddsRace),
}

impl Question {
    /// True if the answer holds texts of a package and is written as JSON.
    pub(in crate::cli) fn gives_json(&self) -> bool {
        let format = match self {
            Question::Attack(asked) => asked.ground.format,
            Question::Duel(asked) => asked.ground.format,
            Question::Matrix(asked) => asked.ground.format,
            _ => return false,
        };
        format == OddsFormat::Json
    }
}

/// Ranks, and numbers beside them, that are reckoned with: nobody's are farther from 0.
pub(super) fn ranks() -> RangedI64ValueParser<i32> {
    clap::value_parser!(i32).range(-1_000..=1_000)
}

/// How odds are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum OddsFormat {
    /// Tables and charts for people
    #[default]
    Text,
    /// For programs; fractions as two strings
    Json,
    /// For spreadsheets: a line for each outcome
    Csv,
}

/// Which dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum OddsDice {
    /// Four dice of -1, 0, +1
    #[default]
    #[value(name = "4dF", alias = "fudge")]
    Fudge,
    /// One six-sided die less another
    #[value(name = "d6-d6")]
    Difference,
    /// The same, where 5 and -5 count as 0
    #[value(name = "d6-d6-capped")]
    Capped,
}

impl OddsDice {
    /// The dice.
    pub fn kind(self) -> slip_dice::Kind {
        match self {
            OddsDice::Fudge => slip_dice::Kind::Fudge,
            OddsDice::Difference => slip_dice::Kind::Difference,
            OddsDice::Capped => slip_dice::Kind::DifferenceCapped,
        }
    }
}

/// `slipyard odds roll`.
#[derive(Args, Debug)]
pub struct OddsRoll {
    /// What is added to the dice
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub rank: i32,
    /// A number that must be reached
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "versus", value_parser = ranks())]
    pub against: Option<i32>,
    /// What somebody else adds to dice of their own
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub versus: Option<i32>,
    /// By which rules.
    #[command(flatten)]
    pub rules: OddsRules,
    /// Text or data
    #[arg(long, value_enum, default_value_t = OddsFormat::Text)]
    pub format: OddsFormat,
}

/// By which rules something is reckoned.
#[derive(Args, Debug, Default)]
pub struct OddsRules {
    /// Which dice; those of the rules if left out
    #[arg(long, value_enum)]
    pub dice: Option<OddsDice>,
    /// The package whose rules count: its dice, its spin, what an aspect adds; the printed ones if left out
    #[arg(long = "in", value_name = "PATH")]
    pub folder: Option<PathBuf>,
    /// The encounter whose rules count
    #[arg(long, value_name = "ENCOUNTER")]
    pub scene: Option<String>,
}

/// `slipyard odds point`.
#[derive(Args, Debug)]
pub struct OddsPoint {
    /// What is added to the dice
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub rank: i32,
    /// What must be reached, or what the other has rolled
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub against: i32,
    /// What the dice show; without it, what is best for everything they can show
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub shown: Option<i32>,
    /// Points that may be spent, each through an aspect of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub points: u32,
    /// Shifts that are wanted: 0 to succeed, 1 to hit
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, conflicts_with = "stress", value_parser = ranks())]
    pub needs: i32,
    /// As much stress as can be, on the average, rather than to reach something
    #[arg(long)]
    pub stress: bool,
    /// By which rules.
    #[command(flatten)]
    pub rules: OddsRules,
    /// Text or data
    #[arg(long, value_enum, default_value_t = OddsFormat::Text)]
    pub format: OddsFormat,
}

/// `slipyard odds pool`.
#[derive(Args, Debug)]
pub struct OddsPool {
    /// Dice: 3d6, 2d8 …
    #[arg(required = true, value_name = "DICE")]
    pub dice: Vec<String>,
    /// A raise that is to be seen
    #[arg(long, value_name = "N")]
    pub see: Option<u32>,
    /// Dice of an opponent, as 2d6,d8: who wins if these raise first, nobody escalates and whoever can do nothing gives
    #[arg(long, value_name = "DICE", value_delimiter = ',')]
    pub versus: Vec<String>,
    /// Text or data
    #[arg(long, value_enum, default_value_t = OddsFormat::Text)]
    pub format: OddsFormat,
}

/// Where two are put, and in which package.
#[derive(Args, Debug)]
pub struct OddsGround {
    /// Zones between them, or bands between ships; 1 if left out
    #[arg(long, value_name = "N")]
    pub at: Option<u8>,
    /// Out of doors, where what is held in the hand reaches no farther than the zone
    #[arg(long)]
    pub outdoors: bool,
    /// Text or data
    #[arg(long, value_enum, default_value_t = OddsFormat::Text)]
    pub format: OddsFormat,
    /// The package or folder to look in; a file means the one it is in
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// Somebody who is known by a few numbers.
#[derive(Args, Debug)]
pub struct OddsBare {
    /// Boxes of the first track of somebody known by a number; 3 if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=30))]
    pub health: Option<i32>,
    /// Boxes of their second track; 3 if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=30))]
    pub composure: Option<i32>,
    /// They take consequences: one of each grade
    #[arg(long)]
    pub consequences: bool,
}

/// `slipyard odds attack`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard odds attack dock_carbine --by port_marshal --on iveta --at 2
  slipyard odds attack --by port_marshal --on deckhand          with whatever promises most
  slipyard odds attack dock_carbine --skill 3 --on hauler_rig --dodge 2 --at 2
  slipyard odds attack torpedo --by ember --on long_margin --at 4 --beams 1
  slipyard odds attack words --by ilke_maro --on broker_haan --at 1
  slipyard odds attack --by pale_section --on grey_coats --at 1 --using direct_fire
  slipyard odds attack --by port_marshal --on iveta --scene customs_raid --to office
  slipyard odds attack --by port_marshal --on iveta --points 1,1    both may spend a fate point

The engine itself plays the attack through every way in which the dice can fall, so effect lines
of people and gear count. A rank given as a number is what the skill comes to with everything
that changes it. Nobody spends points or spin; whoever is hit takes the least consequences that
keep them in the fight.")]
pub struct OddsAttack {
    /// A weapon; of ships: beam, torpedo or ew; words. Without it, what promises most
    #[arg(value_name = "WEAPON")]
    pub weapon: Option<String>,
    /// Who attacks: a person, a ship or a unit
    #[arg(long, value_name = "WHO", required_unless_present = "skill")]
    pub by: Option<String>,
    /// The attacker's rank, of somebody who is nobody in particular
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "by", value_parser = ranks())]
    pub skill: Option<i32>,
    /// Who is attacked: a person, a ship, a unit or an armour
    #[arg(long, value_name = "WHO", required_unless_present = "dodge")]
    pub on: Option<String>,
    /// The defender's rank, of somebody who is nobody in particular
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub dodge: Option<i32>,
    /// The weapon's mode
    #[arg(long, value_name = "MODE")]
    pub mode: Option<String>,
    /// Aim at the second track
    #[arg(long = "at-composure")]
    pub at_composure: bool,
    /// At everybody in the target's zone: says who else is hit
    #[arg(long)]
    pub area: bool,
    /// The skill that words or a unit are to use; the best if left out
    #[arg(long, value_name = "SKILL")]
    pub using: Option<String>,
    /// Markers of SPOTTED on the unit that is attacked
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=4))]
    pub spotted: Option<u8>,
    /// The declared encounter in which they meet, with its places, aspects, rules and everybody else in it
    #[arg(long, value_name = "ENCOUNTER", requires = "by", requires = "on", conflicts_with_all = ["skill", "dodge"])]
    pub scene: Option<String>,
    /// The zone of the scene that the attacker is put into
    #[arg(long, value_name = "ZONE", requires = "scene")]
    pub from: Option<String>,
    /// The zone of the scene that the other is put into
    #[arg(long, value_name = "ZONE", requires = "scene")]
    pub to: Option<String>,
    /// Fate points that the attacker and the defender may spend: what each does best with every way the dice can lie
    #[arg(long, value_name = "N,N", value_delimiter = ',', num_args = 1)]
    pub points: Vec<u32>,
    /// Of beams, how much of the rating is fired; all of it if left out
    #[arg(long, value_name = "N")]
    pub value: Option<i16>,
    /// Beams that are fired at the torpedoes; 0 for nothing, and if left out point defence where there is one
    #[arg(long, value_name = "N")]
    pub beams: Option<i16>,
    /// Rank of the attacking ship's nameless crew; the usual one if left out
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub crew: Option<i32>,
    /// Rank of the other ship's
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub other_crew: Option<i32>,
    /// Of those known by numbers.
    #[command(flatten)]
    pub bare: OddsBare,
    /// Where.
    #[command(flatten)]
    pub ground: OddsGround,
}

/// `slipyard odds duel`.
#[derive(Args, Debug)]
pub struct OddsDuel {
    /// Who begins
    #[arg(value_name = "WHO")]
    pub first: String,
    /// Whom they fight
    #[arg(value_name = "WHOM")]
    pub second: String,
    /// What the first attacks with; without it, what promises most, and beams of ships
    #[arg(long, value_name = "WEAPON")]
    pub with: Option<String>,
    /// What the second attacks with
    #[arg(long, value_name = "WEAPON")]
    pub other_with: Option<String>,
    /// Spin goes on one's own next attack; else it lapses
    #[arg(long)]
    pub spin: bool,
    /// The most states that are looked at; past them the result is bounded
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub limit: usize,
    /// Where.
    #[command(flatten)]
    pub ground: OddsGround,
}

/// What a cell of a matrix says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum OddsCell {
    /// The chance to deal anything
    #[default]
    Hit,
    /// Stress on the average
    Stress,
    /// The chance to take the target out
    Out,
}

/// `slipyard odds matrix`.
#[derive(Args, Debug)]
pub struct OddsMatrix {
    /// The attackers' rank
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true, value_parser = ranks())]
    pub skill: i32,
    /// The defenders' rank
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true, value_parser = ranks())]
    pub dodge: i32,
    /// What each cell says, as text; data has all of it
    #[arg(long, value_enum, default_value_t = OddsCell::Hit)]
    pub show: OddsCell,
    /// Also what comes from dependencies
    #[arg(long)]
    pub all: bool,
    /// Of the defenders.
    #[command(flatten)]
    pub bare: OddsBare,
    /// Where.
    #[command(flatten)]
    pub ground: OddsGround,
}

/// `slipyard odds nerves`.
#[derive(Args, Debug)]
pub struct OddsNerves {
    /// What each has more in the attack than the other in the defence, whoever begins first
    #[arg(long, value_name = "N,N", default_value = "0,0", value_delimiter = ',', num_args = 1, allow_hyphen_values = true, value_parser = ranks())]
    pub edges: Vec<i32>,
    /// Zones between them
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(i32).range(0..=30))]
    pub range: i32,
    /// Boxes of each
    #[arg(long, value_name = "N,N", default_value = "3,3", value_delimiter = ',', num_args = 1, value_parser = clap::value_parser!(i32).range(1..=30))]
    pub boxes: Vec<i32>,
    /// Rounds there are
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub rounds: u32,
    /// Which dice
    #[arg(long, value_enum, default_value_t = OddsDice::Fudge)]
    pub dice: OddsDice,
    /// Text or data
    #[arg(long, value_enum, default_value_t = OddsFormat::Text)]
    pub format: OddsFormat,
}

/// `slipyard odds race`.
#[derive(Args, Debug)]
pub struct OddsRace {
    /// Zones to go
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=60))]
    pub zones: i32,
    /// Ranks in turn: no skill is used twice in a row
    #[arg(long, value_name = "N,N", required = true, value_delimiter = ',', num_args = 1, allow_hyphen_values = true, value_parser = ranks())]
    pub ranks: Vec<i32>,
    /// Rounds that are looked at
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=60))]
    pub rounds: u8,
    /// Which dice
    #[arg(long, value_enum, default_value_t = OddsDice::Fudge)]
    pub dice: OddsDice,
    /// Text or data
    #[arg(long, value_enum, default_value_t = OddsFormat::Text)]
    pub format: OddsFormat,
}
