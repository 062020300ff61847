//! Arguments of `slipyard odds`.

use clap::builder::RangedI64ValueParser;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Arguments of `slipyard odds`.
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

Every chance is exact: a fraction of all possible dice results. The decimals are for reading. For a
duel that is too large for an exact answer, bounds are printed; other questions that are too large
are refused.")]
pub struct OddsArgs {
    /// Question to answer
    #[command(subcommand)]
    pub question: OddsQuestion,
}

/// Question about odds, with its options.
#[derive(Subcommand, Debug)]
pub enum OddsQuestion {
    /// One roll, against a number or against another roll
    Roll(OddsRoll),
    /// Value of a fate point on a roll: +2 or a reroll
    Point(OddsPoint),
    /// Dice pools of a raise-and-see conflict: the best raise, the chances to see a raise, who wins
    Pool(OddsPool),
    /// One attack between people or between ships
    Attack(Box<OddsAttack>),
    /// A duel: two people, or two ships, attack each other until one is taken out
    Duel(Box<OddsDuel>),
    /// Every weapon of a package against every armour
    Matrix(Box<OddsMatrix>),
    /// A duel of words: two speakers wear down each other's composure, in turns
    Nerves(OddsNerves),
    /// A race across zones: each round the runner moves one zone for free and one for each shift of a roll
    Race(OddsRace),
}

impl OddsQuestion {
    /// True if the answer contains texts of a package and is written as JSON.
    pub(in crate::cli) fn gives_json(&self) -> bool {
        let format = match self {
            OddsQuestion::Attack(asked) => asked.ground.format,
            OddsQuestion::Duel(asked) => asked.ground.format,
            OddsQuestion::Matrix(asked) => asked.ground.format,
            _ => return false,
        };
        format == OddsFormat::Json
    }
}

/// Returns the parser for ranks and modifiers. The range that it accepts is far wider than any real rank.
pub(super) fn ranks() -> RangedI64ValueParser<i32> {
    clap::value_parser!(i32).range(-1_000..=1_000)
}

/// Output format of `slipyard odds`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum OddsFormat {
    /// Tables and charts to read
    #[default]
    Text,
    /// Data for programs; each fraction is two strings
    Json,
    /// For spreadsheets: one line per outcome
    Csv,
}

/// Kind of dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum OddsDice {
    /// Four dice of -1, 0, +1
    #[default]
    #[value(name = "4dF", alias = "fudge")]
    Fudge,
    /// One six-sided die minus another
    #[value(name = "d6-d6")]
    Difference,
    /// Like difference, but 5 and -5 count as 0
    #[value(name = "d6-d6-capped")]
    Capped,
}

impl OddsDice {
    /// Returns the kind of dice in the form that the engine uses.
    pub fn kind(self) -> slip_dice::DiceKind {
        match self {
            OddsDice::Fudge => slip_dice::DiceKind::Fudge,
            OddsDice::Difference => slip_dice::DiceKind::Difference,
            OddsDice::Capped => slip_dice::DiceKind::DifferenceCapped,
        }
    }
}

/// Arguments of `slipyard odds roll`.
#[derive(Args, Debug)]
pub struct OddsRoll {
    /// Bonus added to the dice
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub rank: i32,
    /// Number to reach
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "versus", value_parser = ranks())]
    pub against: Option<i32>,
    /// Bonus of an opponent who rolls, too; without this option the number to reach is fixed
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub versus: Option<i32>,
    /// Options that choose the rules.
    #[command(flatten)]
    pub rules: OddsRules,
    /// Output format: text or data
    #[arg(long, value_enum, default_value_t = OddsFormat::Text)]
    pub format: OddsFormat,
}

/// Options that choose the rules.
#[derive(Args, Debug, Default)]
pub struct OddsRules {
    /// Kind of dice; by default that of the rules
    #[arg(long, value_enum)]
    pub dice: Option<OddsDice>,
    /// Package whose rules apply: kind of dice, spin, bonus of an aspect; by default the standard rules
    #[arg(long = "in", value_name = "PATH")]
    pub folder: Option<PathBuf>,
    /// Encounter whose rules apply
    #[arg(long, value_name = "ENCOUNTER")]
    pub scene: Option<String>,
}

/// Arguments of `slipyard odds point`.
#[derive(Args, Debug)]
pub struct OddsPoint {
    /// Bonus added to the dice
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub rank: i32,
    /// Number to reach, or the opponent's roll
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub against: i32,
    /// Result that the dice show; without it, the best choice is shown for every result
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub shown: Option<i32>,
    /// Fate points that may be spent, each on a different aspect
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4))]
    pub points: u32,
    /// Shifts needed: 0 to succeed, 1 to hit
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, conflicts_with = "stress", value_parser = ranks())]
    pub needs: i32,
    /// Maximise the average stress instead of the chance to reach the number
    #[arg(long)]
    pub stress: bool,
    /// Options that choose the rules.
    #[command(flatten)]
    pub rules: OddsRules,
    /// Output format: text or data
    #[arg(long, value_enum, default_value_t = OddsFormat::Text)]
    pub format: OddsFormat,
}

/// Arguments of `slipyard odds pool`.
#[derive(Args, Debug)]
pub struct OddsPool {
    /// Dice: 3d6, 2d8 …
    #[arg(required = true, value_name = "DICE")]
    pub dice: Vec<String>,
    /// Opponent's raise, a number that these dice must see
    #[arg(long, value_name = "N")]
    pub see: Option<u32>,
    /// Dice of an opponent, such as 2d6,d8: shows who wins if the side with the first dice raises first, no side escalates, and a side
    /// without a move gives
    #[arg(long, value_name = "DICE", value_delimiter = ',')]
    pub versus: Vec<String>,
    /// Output format: text or data
    #[arg(long, value_enum, default_value_t = OddsFormat::Text)]
    pub format: OddsFormat,
}

/// Options for the distance of an attack, indoors or outdoors, the output format, and the package to look in.
#[derive(Args, Debug)]
pub struct OddsGround {
    /// Zones between attacker and target, or bands between ships; by default 1
    #[arg(long, value_name = "N")]
    pub at: Option<u8>,
    /// The attack is outdoors, where a melee weapon reaches no farther than its own zone
    #[arg(long)]
    pub outdoors: bool,
    /// Output format: text or data
    #[arg(long, value_enum, default_value_t = OddsFormat::Text)]
    pub format: OddsFormat,
    /// Package or folder to look in; a file means the package that contains it
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// Options for the tracks of a person who is described by numbers only.
#[derive(Args, Debug)]
pub struct OddsBare {
    /// Boxes of the first track of a person described by numbers; by default 3
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=30))]
    pub health: Option<i32>,
    /// Boxes of the second track of a person described by numbers; by default 3
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=30))]
    pub composure: Option<i32>,
    /// Persons described by numbers may take consequences, one of each grade
    #[arg(long)]
    pub consequences: bool,
}

/// Arguments of `slipyard odds attack`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard odds attack dock_carbine --by port_marshal --on iveta --at 2
  slipyard odds attack --by port_marshal --on deckhand          with the best weapon
  slipyard odds attack dock_carbine --skill 3 --on hauler_rig --dodge 2 --at 2
  slipyard odds attack torpedo --by ember --on long_margin --at 4 --beams 1
  slipyard odds attack words --by ilke_maro --on broker_haan --at 1
  slipyard odds attack --by pale_section --on grey_coats --at 1 --using direct_fire
  slipyard odds attack --by port_marshal --on iveta --scene customs_raid --to office
  slipyard odds attack --by port_marshal --on iveta --points 1,1    both may spend a fate point

The engine itself plays the attack with every possible dice result, so the effects of people and gear
count. A rank given as a number is the final value, with all modifiers. No side uses spin, and
without --points no side spends fate points. A target that is hit takes the least consequences that
keep it in the fight.")]
pub struct OddsAttack {
    /// Name of a weapon, or `words`; for ships beam, torpedo or ew. By default the one with the best result
    #[arg(value_name = "WEAPON")]
    pub weapon: Option<String>,
    /// Attacker: a person, a ship or a unit
    #[arg(long, value_name = "WHO", required_unless_present = "skill")]
    pub by: Option<String>,
    /// Rank of an attacker who is not a declared person
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "by", value_parser = ranks())]
    pub skill: Option<i32>,
    /// Target: a person, a ship, a unit or an armour
    #[arg(long, value_name = "WHO", required_unless_present = "dodge")]
    pub on: Option<String>,
    /// Rank of a defender who is not a declared person
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub dodge: Option<i32>,
    /// Mode of the weapon
    #[arg(long, value_name = "MODE")]
    pub mode: Option<String>,
    /// Aim at the target's second track
    #[arg(long = "at-composure")]
    pub at_composure: bool,
    /// Aim at this track of the target, such as one that its design adds
    #[arg(long, value_name = "TRACK", conflicts_with = "at_composure")]
    pub track: Option<String>,
    /// Attack everyone in the target's zone, and show who else is hit
    #[arg(long)]
    pub area: bool,
    /// Skill for an attack with words or by a unit; by default the best one
    #[arg(long, value_name = "SKILL")]
    pub using: Option<String>,
    /// SPOTTED markers on the target unit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=4))]
    pub spotted: Option<u8>,
    /// Declared encounter in which attacker and target meet, with its zones, aspects, rules and everyone else in it
    #[arg(long, value_name = "ENCOUNTER", requires = "by", requires = "on", conflicts_with_all = ["skill", "dodge"])]
    pub scene: Option<String>,
    /// Zone of the scene that the attacker is placed in
    #[arg(long, value_name = "ZONE", requires = "scene")]
    pub from: Option<String>,
    /// Zone of the scene that the target is placed in
    #[arg(long, value_name = "ZONE", requires = "scene")]
    pub to: Option<String>,
    /// Fate points that the attacker and the defender may spend: shows the best use for every result of the dice
    #[arg(long, value_name = "N,N", value_delimiter = ',', num_args = 1)]
    pub points: Vec<u32>,
    /// Part of the beam rating that is fired; by default all of it
    #[arg(long, value_name = "N")]
    pub value: Option<i16>,
    /// Beams that the target fires at the torpedoes; 0 for none; by default point defence if the ship has it
    #[arg(long, value_name = "N")]
    pub beams: Option<i16>,
    /// Rank of the attacking ship's nameless crew; by default the usual rank
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub crew: Option<i32>,
    /// Rank of the target ship's nameless crew
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = ranks())]
    pub other_crew: Option<i32>,
    /// Options for the tracks of persons described by numbers.
    #[command(flatten)]
    pub bare: OddsBare,
    /// Options for the distance and the package.
    #[command(flatten)]
    pub ground: OddsGround,
}

/// Arguments of `slipyard odds duel`.
#[derive(Args, Debug)]
pub struct OddsDuel {
    /// Fighter who acts first
    #[arg(value_name = "WHO")]
    pub first: String,
    /// Opponent of that fighter
    #[arg(value_name = "WHOM")]
    pub second: String,
    /// Weapon of the fighter; by default the one with the best result, and beams for ships
    #[arg(long, value_name = "WEAPON")]
    pub with: Option<String>,
    /// Weapon of the opponent
    #[arg(long, value_name = "WEAPON")]
    pub other_with: Option<String>,
    /// Let each fighter use spin on its own next attack; without this option spin is lost
    #[arg(long)]
    pub spin: bool,
    /// Largest number of states examined; if there are more, the result is given as bounds
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub limit: usize,
    /// Options for the distance and the package.
    #[command(flatten)]
    pub ground: OddsGround,
}

/// Value that the cells of a matrix show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum OddsCell {
    /// Chance to deal any stress
    #[default]
    Hit,
    /// Average stress
    Stress,
    /// Chance to take the target out
    Out,
}

/// Arguments of `slipyard odds matrix`.
#[derive(Args, Debug)]
pub struct OddsMatrix {
    /// Rank of the attackers
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true, value_parser = ranks())]
    pub skill: i32,
    /// Rank of the defenders
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true, value_parser = ranks())]
    pub dodge: i32,
    /// Value to show in each cell of the text output; JSON and CSV contain all values
    #[arg(long, value_enum, default_value_t = OddsCell::Hit)]
    pub show: OddsCell,
    /// Include weapons and armour of dependencies
    #[arg(long)]
    pub all: bool,
    /// Options for the tracks of the defenders.
    #[command(flatten)]
    pub bare: OddsBare,
    /// Options for the distance and the package.
    #[command(flatten)]
    pub ground: OddsGround,
}

/// Arguments of `slipyard odds nerves`.
#[derive(Args, Debug)]
pub struct OddsNerves {
    /// Attack of each speaker minus the defence of the other; first the speaker who begins
    #[arg(long, value_name = "N,N", default_value = "0,0", value_delimiter = ',', num_args = 1, allow_hyphen_values = true, value_parser = ranks())]
    pub edges: Vec<i32>,
    /// Number of zones between the speakers
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(i32).range(0..=30))]
    pub range: i32,
    /// Stress boxes of each speaker
    #[arg(long, value_name = "N,N", default_value = "3,3", value_delimiter = ',', num_args = 1, value_parser = clap::value_parser!(i32).range(1..=30))]
    pub boxes: Vec<i32>,
    /// Number of rounds
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub rounds: u32,
    /// Kind of dice
    #[arg(long, value_enum, default_value_t = OddsDice::Fudge)]
    pub dice: OddsDice,
    /// Output format: text or data
    #[arg(long, value_enum, default_value_t = OddsFormat::Text)]
    pub format: OddsFormat,
}

/// Arguments of `slipyard odds race`.
#[derive(Args, Debug)]
pub struct OddsRace {
    /// Number of zones to cross
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=60))]
    pub zones: i32,
    /// Ranks that the runner uses in turn, since no skill may be used twice in a row
    #[arg(long, value_name = "N,N", required = true, value_delimiter = ',', num_args = 1, allow_hyphen_values = true, value_parser = ranks())]
    pub ranks: Vec<i32>,
    /// Number of rounds shown
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=60))]
    pub rounds: u8,
    /// Kind of dice
    #[arg(long, value_enum, default_value_t = OddsDice::Fudge)]
    pub dice: OddsDice,
    /// Output format: text or data
    #[arg(long, value_enum, default_value_t = OddsFormat::Text)]
    pub format: OddsFormat,
}
