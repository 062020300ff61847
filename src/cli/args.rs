//! What may be typed: clap's types only. Floor 8.

use crate::report::Style;
use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXIT_CODES: &str = "\
Exit codes:
  0  nothing is wrong (warnings and notes do not count)
  1  errors were found in the content
  2  could not run: bad arguments, a file that cannot be read, an unknown name";

/// A language, compiler and encounter interpreter for hard-SF FATE games.
#[derive(Parser, Debug)]
#[command(name = "slipyard", version, styles = STYLES, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Arguments {
    /// When to use colours; NO_COLOR and CLICOLOR are heeded
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub color: Colour,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Colour {
    /// On terminals that have them.
    Auto,
    /// Even into files and pipes.
    Always,
    /// Not at all.
    Never,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check packages, folders, single files or the standard input
    Check(Check),
    /// Print an item's stat block and every reason of every number, or what a design offers
    Show(Show),
    /// List what a package declares
    List(List),
    /// Explain a diagnostic's code, or a word of effect lines, designs or stunts
    Explain(Explain),
    /// Compile a package into one JSON file
    Build(Build),
    /// Play an encounter and print the account of it
    Run(Run),
    /// Draw a cluster, people, animals or an encounter as Slip text that checks clean
    Generate(Generate),
    /// Make a package that checks clean
    New(New),
    /// Pin what a package depends on in slipyard.lock
    Lock(Lock),
}

/// `slipyard check`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard check                        the package around or the packages below the current folder
  slipyard check content                every package in a folder
  slipyard check ships.slip             one file, in its package if it has one
  slipyard check - < ships.slip         the standard input
  slipyard check --format short         one line a finding, for editors and logs
  slipyard check --deny warnings        warnings fail the run too
  slipyard check --locked               nothing may differ from slipyard.lock, for CI

Nothing is ever written. Exit code 0 without errors, 1 with errors, 2 if the check could not run.")]
pub struct Check {
    /// Packages, folders, files, or `-` for the standard input
    #[arg(default_value = ".", value_name = "PATHS")]
    pub paths: Vec<PathBuf>,
    /// How findings are shown
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Treat these as errors
    #[arg(long, value_enum, value_name = "WHAT")]
    pub deny: Option<Deny>,
    /// Fail if a dependency is not what slipyard.lock pins, or the lock is missing or out of date
    #[arg(long)]
    pub locked: bool,
}

/// What can be denied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Deny {
    /// Every warning counts as an error.
    Warnings,
}

/// How findings are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Frames with the code and help
    Human,
    /// One compact picture of every line that takes part
    Ledger,
    /// Frames of plain signs, for logs
    Plain,
    /// One line a finding
    Short,
    /// Sentences, for screen readers
    Narrated,
    /// One JSON document
    Json,
}

impl From<Format> for Style {
    fn from(format: Format) -> Style {
        match format {
            Format::Human => Style::Human,
            Format::Ledger => Style::Ledger,
            Format::Plain => Style::Plain,
            Format::Short => Style::Short,
            Format::Narrated => Style::Narrated,
            Format::Json => Style::Json,
        }
    }
}

/// Text or data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TextOrJson {
    /// For people
    Text,
    /// For programs
    Json,
}

/// `slipyard show`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard show long_margin             an item of the package around or below the current folder
  slipyard show yards.long_margin       the same, with its package
  slipyard show dock_carbine hauler_rig --format json
  slipyard show slug_thrower            a design: what its things may say, and what that costs
  slipyard show civilian                a stunt, of every design that sells it

With --format json one item is an object, several are an array.")]
pub struct Show {
    /// Names of items, designs, stunts …, with or without their package
    #[arg(required = true, value_name = "ITEM")]
    pub items: Vec<String>,
    /// Text or data
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// The package or folder to look in
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// `slipyard list`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard list                         everything the package declares
  slipyard list --kind weapon           its weapons
  slipyard list --kind skill --all      skills, those of the standard library included
  slipyard list --format json")]
pub struct List {
    /// Only this kind: weapon, armour, ship, npc, map, encounter …
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// Also what comes from dependencies and the standard library
    #[arg(long)]
    pub all: bool,
    /// Text or data
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// The package or folder to look in
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// `slipyard explain`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard explain over-budget
  slipyard explain                      lists all codes
  slipyard explain effect               lists the words of effect lines
  slipyard explain effect penetration   what a word means, with an example
  slipyard explain effect operations    all words of a section
  slipyard explain design               the entries of a design; so `stunt`
  slipyard explain design track         one of them, with an example")]
pub struct Explain {
    /// A code, such as over-budget, or `effect`, `design` or `stunt` and a word; without one all codes are listed
    #[arg(value_name = "CODE")]
    pub what: Vec<String>,
}

/// `slipyard build`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard build                        writes target/NAME-VERSION.json inside the package
  slipyard build content/yards --out packs

The file is the same, byte for byte, on every run and machine. Nothing is written when
there are errors.")]
pub struct Build {
    /// A package, or a folder of packages
    #[arg(default_value = ".", value_name = "PATH")]
    pub path: PathBuf,
    /// Where to write; `target` inside the package if left out
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Fail if a dependency is not what slipyard.lock pins, or the lock is missing or out of date
    #[arg(long)]
    pub locked: bool,
}

/// `slipyard new`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard new salt_road                makes the folder salt_road
  slipyard new salt_road --path content/salt_road --licence cc0

A folder that holds anything is left as it is.")]
pub struct New {
    /// The package's name: lower-case letters, digits and `_`
    #[arg(value_name = "NAME")]
    pub name: String,
    /// The folder to make; named like the package if left out
    #[arg(long, value_name = "DIR")]
    pub path: Option<PathBuf>,
    /// What others may do with it
    #[arg(long, value_enum, default_value_t = Licence::CcBy)]
    pub licence: Licence,
}

/// What others may do with a package.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Licence {
    /// CC-BY-4.0: anything, if they name you
    CcBy,
    /// CC-BY-SA-4.0: the same, if they share alike
    CcBySa,
    /// CC0-1.0: anything
    Cc0,
    /// OGL-1.0a: Open Game Content
    Ogl,
    /// Nothing yet: all rights reserved
    None,
}

impl Licence {
    /// As the manifest names it.
    pub const fn word(self) -> &'static str {
        match self {
            Licence::CcBy => "CC-BY-4.0",
            Licence::CcBySa => "CC-BY-SA-4.0",
            Licence::Cc0 => "CC0-1.0",
            Licence::Ogl => "OGL-1.0a",
            Licence::None => "all rights reserved",
        }
    }

    /// A sentence for people.
    pub const fn says(self) -> &'static str {
        match self {
            Licence::CcBy => "CC-BY-4.0: use it, change it and pass it on, if you say whose it is.",
            Licence::CcBySa => "CC-BY-SA-4.0: use it, change it and pass it on under the same licence, if you say whose it is.",
            Licence::Cc0 => "CC0-1.0: do with it what you like.",
            Licence::Ogl => "Open Game Content under the Open Game License 1.0a; keep a copy of that licence with the package.",
            Licence::None => "All rights reserved.",
        }
    }
}

/// `slipyard lock`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard lock                         writes slipyard.lock, or adds what the manifest has gained
  slipyard lock --update                pins everything as it is now
  slipyard lock --update yards          the same for one package; `std` is the standard library

The lock names every package that is used, directly or through others, with its version and the
hash of its content. `check` compares and never writes; with --locked a difference is an error.
`build` writes a lock that is missing and adds what the manifest has gained.")]
pub struct Lock {
    /// A package, or a folder of packages
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub path: PathBuf,
    /// Pin anew what has changed: everything, or these packages
    #[arg(long, value_name = "PACKAGE", num_args = 0..)]
    pub update: Option<Vec<String>>,
}

/// `slipyard run`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard run customs_raid --seed 7
  slipyard run yards.night_shift --seed 7 --format json

The encounter is looked up in the package around the current folder, else in those below it. The
same seed gives the same fight, byte for byte. With --format json the log is printed, one event
a line.")]
pub struct Run {
    /// An encounter, with or without its package
    #[arg(value_name = "ENCOUNTER")]
    pub encounter: String,
    /// What the dice are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// An account in words, or the log
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
    /// The package or folder to look in
    #[arg(long = "in", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// `slipyard generate`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  slipyard generate cluster --players Nadia,Tom,Wen --seed 7
  slipyard generate npc --cap 3 --count 5 --out people.slip
  slipyard generate animal --size large
  slipyard generate encounter on_the_ridge --seed 12

The same seed gives the same bytes. Without --seed one is chosen and printed in the first comment.")]
pub struct Generate {
    /// What is drawn.
    #[command(subcommand)]
    pub what: Generated,
}

/// What can be drawn.
#[derive(Subcommand, Debug)]
pub enum Generated {
    /// A cluster of systems with its slipstreams, by the rules' own procedure
    #[command(after_help = "\
Examples:
  slipyard generate cluster                                    from six to ten systems
  slipyard generate cluster --players Nadia,Tom,Wen            two systems each, in seat order
  slipyard generate cluster --systems 8 --seed 7 --out rim.slip

Names and aspects come from tables that are `for system names`, `aspects`, `ends`, `ways` and
`hubs`, and `for cluster names`; a package with tables of its own gets those.")]
    Cluster(GenerateCluster),
    /// People: legal draws within the shape of their design
    #[command(after_help = "\
Examples:
  slipyard generate npc --cap 3 --count 5
  slipyard generate npc --kind character                        of a kind, by its usual design
  slipyard generate npc --design my_design --in my_package      of a design of your own

Names and aspects come from tables that are `for npc names` and `for npc aspects` (or for the
design); gear from what the package holds and the person may use.")]
    Npc(GenerateNpc),
    /// Animals: legal draws within the shape of their design
    #[command(after_help = "\
Examples:
  slipyard generate animal --size giant
  slipyard generate animal --count 6 --seed 7
  slipyard generate animal --source classic         hits, wounds and speed by the classic tables

Sizes come from tables that are `for animal boxes SIZE`; names and aspects as for people.")]
    Animal(GenerateAnimal),
    /// An encounter by a roll on a declared table
    #[command(after_help = "\
Examples:
  slipyard generate encounter on_the_ridge
  slipyard generate encounter on_the_ridge --seed 12 --out tonight.slip
  slipyard run on_the_ridge_12                                  then play it

The table's `scene` says where, and who meets them. A roll that meets nobody prints what
happened instead.")]
    Encounter(GenerateEncounter),
}

/// What all draws share.
#[derive(Args, Debug)]
pub struct Drawn {
    /// What the dice are drawn from; one is chosen if left out
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Write to a file, whole or not at all
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write over a file that is there
    #[arg(long, requires = "out")]
    pub force: bool,
    /// The package or folder to draw for
    #[arg(long = "in", visible_alias = "package", default_value = ".", value_name = "PATH")]
    pub folder: PathBuf,
}

/// `slipyard generate cluster`.
#[derive(Args, Debug)]
pub struct GenerateCluster {
    /// How many systems
    #[arg(long, value_name = "N")]
    pub systems: Option<usize>,
    /// Who makes them, in seat order
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub players: Vec<String>,
    /// Leave out the slipstream guarantee
    #[arg(long)]
    pub no_guarantee: bool,
    /// When linking ends; the package's setting if left out
    #[arg(long, value_enum, value_name = "WHEN")]
    pub link_stop: Option<WhenLinked>,
    /// Seed and file.
    #[command(flatten)]
    pub drawn: Drawn,
}

/// When linking ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum WhenLinked {
    /// At the end of the line
    End,
    /// As soon as no system is without a link
    Early,
}

impl WhenLinked {
    /// As it is typed.
    pub fn word(self) -> &'static str {
        match self {
            WhenLinked::End => "end",
            WhenLinked::Early => "early",
        }
    }
}

impl From<WhenLinked> for crate::pack::cluster::LinkStop {
    fn from(when: WhenLinked) -> Self {
        match when {
            WhenLinked::End => Self::End,
            WhenLinked::Early => Self::Early,
        }
    }
}

/// `slipyard generate npc`.
#[derive(Args, Debug)]
pub struct GenerateNpc {
    /// The kind of people
    #[arg(long, default_value = "npc", value_name = "KIND")]
    pub kind: String,
    /// Their design; the usual one of the kind if left out
    #[arg(long, value_name = "NAME")]
    pub design: Option<String>,
    /// The rank of their best skill; drawn if left out
    #[arg(long, value_name = "N")]
    pub cap: Option<i64>,
    /// How many
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub count: usize,
    /// Seed and file.
    #[command(flatten)]
    pub drawn: Drawn,
}

/// `slipyard generate animal`.
#[derive(Args, Debug)]
pub struct GenerateAnimal {
    /// Their design; the usual one if left out
    #[arg(long, value_name = "NAME")]
    pub design: Option<String>,
    /// The tables they come from: `classic` is the design `classic_animal`
    #[arg(long, value_name = "WORD", conflicts_with = "design")]
    pub source: Option<String>,
    /// How large: small, human, large, giant, or a size of a table of your own; drawn if left out
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// The rank of their best skill; drawn if left out
    #[arg(long, value_name = "N")]
    pub cap: Option<i64>,
    /// How many
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub count: usize,
    /// Seed and file.
    #[command(flatten)]
    pub drawn: Drawn,
}

/// `slipyard generate encounter`.
#[derive(Args, Debug)]
pub struct GenerateEncounter {
    /// A table, with or without its package
    #[arg(value_name = "TABLE")]
    pub table: String,
    /// Seed and file.
    #[command(flatten)]
    pub drawn: Drawn,
}
