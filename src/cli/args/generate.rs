//! Arguments of `slipyard generate`.

use clap::{Args, Subcommand, ValueEnum};
use slip_keyword::keyword_enum;
use std::path::PathBuf;

/// Arguments of `slipyard generate`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard generate cluster --players Nadia,Tom,Wen --seed 7
  slipyard generate npc --cap 3 --count 5 --out people.slip
  slipyard generate animal --size large
  slipyard generate encounter on_the_ridge --seed 12

The same seed gives the same bytes. Without --seed, a seed is chosen and printed in the first comment.")]
pub struct Generate {
    /// Kind of text that is generated.
    #[command(subcommand)]
    pub what: Generated,
}

/// Kinds of text that can be generated.
#[derive(Subcommand, Debug)]
pub enum Generated {
    /// A cluster of systems with its slipstreams, by the procedure of the rules
    #[command(after_help = "\
Examples:
  slipyard generate cluster                                    six to ten systems
  slipyard generate cluster --players Nadia,Tom,Wen            two systems each, in seat order
  slipyard generate cluster --systems 8 --seed 7 --out rim.slip

Names and aspects come from tables with the entries `for system names`, `aspects`, `ends`, `ways` and
`hubs`, and `for cluster names`; a package with its own tables uses those.")]
    Cluster(GenerateCluster),
    /// Random people that are legal for a design
    #[command(after_help = "\
Examples:
  slipyard generate npc --cap 3 --count 5
  slipyard generate npc --kind character                        of a kind, with its usual design
  slipyard generate npc --design my_design --in my_package      of a design of your own

Names and aspects come from tables with the entries `for npc names` and `for npc aspects` (or the name
of the design in place of `npc`); gear is taken from the package, if the person may use it.")]
    Npc(GenerateNpc),
    /// Random animals that are legal for a design
    #[command(after_help = "\
Examples:
  slipyard generate animal --size giant
  slipyard generate animal --count 6 --seed 7
  slipyard generate animal --source classic         hits, wounds and speed from the classic tables

Sizes come from tables with the entry `for animal boxes SIZE`; names and aspects as for people.")]
    Animal(GenerateAnimal),
    /// An encounter from a roll on a declared table
    #[command(after_help = "\
Examples:
  slipyard generate encounter on_the_ridge
  slipyard generate encounter on_the_ridge --seed 12 --out tonight.slip
  slipyard run on_the_ridge_12                                  then play it

The table's `scene` names the place and the other side. If the roll is not a meeting, the result is
printed instead.")]
    Encounter(GenerateEncounter),
}

/// Arguments that all kinds share.
#[derive(Args, Debug)]
pub struct Drawn {
    /// Seed of the dice; by default a random one
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Write to a file instead of the standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Package or folder whose tables, designs and gear are used
    #[arg(long = "in", visible_alias = "package", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// Arguments of `slipyard generate cluster`.
#[derive(Args, Debug)]
pub struct GenerateCluster {
    /// Number of systems
    #[arg(long, value_name = "N")]
    pub systems: Option<usize>,
    /// Players who create the systems, in seat order
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub players: Vec<String>,
    /// Leave out the slipstream guarantee, which raises the technology of two systems to T2 if no system can build ships with slip drives
    #[arg(long)]
    pub no_guarantee: bool,
    /// When to stop adding links between systems: at the `end` of the line of systems, or `early`, as soon as every system has a link
    /// [default: as the package sets it]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub link_stop: Option<WhenLinked>,
    /// Options for the seed and the output file.
    #[command(flatten)]
    pub drawn: Drawn,
}

keyword_enum! {
    /// When to stop adding links between systems.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
    pub enum WhenLinked {
        /// Stop at the end of the line of systems
        End = "end",
        /// Stop as soon as every system has a link
        Early = "early",
    }

    /// Returns the value as it is typed on the command line.
    pub const fn word(self) -> &'static str;
}

impl From<WhenLinked> for slip_pack::cluster::LinkStop {
    fn from(when: WhenLinked) -> Self {
        match when {
            WhenLinked::End => Self::End,
            WhenLinked::Early => Self::Early,
        }
    }
}

/// Arguments of `slipyard generate npc`.
#[derive(Args, Debug)]
pub struct GenerateNpc {
    /// Kind of people
    #[arg(long, default_value = "npc", value_name = "KIND")]
    pub kind: String,
    /// Design; by default the usual one of the kind
    #[arg(long, value_name = "NAME")]
    pub design: Option<String>,
    /// Rank of the best skill; by default random
    #[arg(long, value_name = "N")]
    pub cap: Option<i64>,
    /// Number of people
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub count: usize,
    /// Options for the seed and the output file.
    #[command(flatten)]
    pub drawn: Drawn,
}

/// Arguments of `slipyard generate animal`.
#[derive(Args, Debug)]
pub struct GenerateAnimal {
    /// Design; by default the usual one
    #[arg(long, value_name = "NAME")]
    pub design: Option<String>,
    /// Source of the numbers: `classic` uses the tables of the design `classic_animal`
    #[arg(long, value_name = "WORD", conflicts_with = "design")]
    pub source: Option<String>,
    /// Size: small, human, large, giant, or a size of your own tables; by default random
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// Rank of the best skill; by default random
    #[arg(long, value_name = "N")]
    pub cap: Option<i64>,
    /// Number of animals
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub count: usize,
    /// Options for the seed and the output file.
    #[command(flatten)]
    pub drawn: Drawn,
}

/// Arguments of `slipyard generate encounter`.
#[derive(Args, Debug)]
pub struct GenerateEncounter {
    /// Table, as NAME or PACKAGE.NAME
    #[arg(value_name = "TABLE")]
    pub table: String,
    /// Options for the seed and the output file.
    #[command(flatten)]
    pub drawn: Drawn,
}
