//! Arguments of all commands: only clap's types, one file per group of commands.

mod check;
mod completions_and_man;
mod context_and_time;
mod diff;
mod doc;
mod effect_lines;
mod explore;
mod export;
mod fmt;
mod generate;
mod import;
mod lsp;
mod odds;
mod package;
mod play;
mod replay;
mod run;
mod seats;
mod serve;
mod sheet_and_map;
mod show_list_explain_rules;
mod simulate;
mod test;
mod travel;
pub mod upkeep;
mod watch;

pub use check::{CheckArgs, Deny, Format};
pub use completions_and_man::{Completions, Man};
pub use context_and_time::{ContextArgs, TimeArgs};
pub use diff::{Diff, DiffFormat, FailOn};
pub use doc::Doc;
pub use effect_lines::LinesOf;
pub use explore::{Explore, ExploreFormat, RequirementList};
pub use export::{ExportArgs, ExportFormat};
pub use fmt::Fmt;
pub use generate::{Drawn, Generate, GenerateAnimal, GenerateCluster, GenerateEncounter, GenerateNpc, Generated, WhenLinked};
pub use import::ImportArgs;
pub use lsp::Lsp;
pub use odds::{
    OddsArgs, OddsAttack, OddsBare, OddsCell, OddsDice, OddsDuel, OddsFormat, OddsGround, OddsMatrix, OddsNerves, OddsPoint, OddsPool,
    OddsQuestion, OddsRace, OddsRoll, OddsRules,
};
pub use package::{Build, BuildFormat, Fetch, Inspect, Licence, Lock, NewArgs, Verify};
pub use play::{Asking, Play};
pub use replay::Replay;
pub use run::{RunArgs, RunFormat};
pub use seats::{SeatArgs, SeatOf, SeatPlayer};
pub use serve::Serve;
pub use sheet_and_map::{MapArgs, MapFormat, PaperSize, SheetArgs, SheetFormat};
pub use show_list_explain_rules::{Explain, List, RulesArgs, Show};
pub(in crate::cli) use simulate::MOST_GAMES;
pub use simulate::{Merge, Simulate, SimulateCommand, SimulateFormat, SimulateOutputArgs};
pub use test::{DenyInTests, TestArgs, TestFormat};
pub use travel::{Tanks, Travel};
pub use upkeep::UpkeepArgs;
pub use watch::{WatchArgs, WatchFormat};

use clap::builder::styling::{AnsiColor, Styles};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use std::error::Error;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXIT_CODES: &str = "\
Exit codes:
  0  nothing is wrong (warnings and notes do not count)
  1  errors were found in the content, or one of its tests failed
  2  could not run: bad arguments, a file that cannot be read, an unknown name";

/// A language, compiler and encounter interpreter for hard-SF FATE games.
#[derive(Parser, Debug)]
#[command(name = "slipyard", version, styles = STYLES, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Arguments {
    /// When to use colours; the environment variables NO_COLOR and CLICOLOR are respected too
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub color: Colour,
    /// Subcommand that is run.
    #[command(subcommand)]
    pub command: Command,
}

/// Returns the value of the last `--color` option, for a command line that could not be parsed as a whole.
pub fn colour_said(typed: &[OsString]) -> Colour {
    let mut said = Colour::Auto;
    let mut words = typed.iter().filter_map(|word| word.to_str());
    while let Some(word) = words.next().filter(|word| *word != "--") {
        let value = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        };
        said = value.and_then(|value| Colour::from_str(value, false).ok()).unwrap_or(said);
    }
    said
}

impl Arguments {
    /// Parses the command line.
    ///
    /// # Errors
    /// If the command line is wrong, or if it asks for help or the version.
    pub fn read(typed: impl IntoIterator<Item = OsString>) -> Result<Arguments, clap::Error> {
        let read = Arguments::try_parse_from(typed).map(|mut arguments| {
            arguments.command.heed_the_standard_output();
            arguments
        });
        read.map_err(|error| {
            if let Some(plain) = no_number(&error) {
                return plain;
            }
            // If a command has both arguments and subcommands, clap takes every further word for a subcommand.
            let word = match error.get(ContextKind::InvalidSubcommand) {
                Some(ContextValue::String(word)) if error.kind() == ErrorKind::ArgumentConflict => word,
                _ => return error,
            };
            if SimulateCommand::has_subcommand(word) {
                return error;
            }
            let mut plain = clap::Error::new(ErrorKind::UnknownArgument).with_cmd(&Arguments::command());
            plain.insert(ContextKind::InvalidArg, ContextValue::String(word.clone()));
            if let Some(usage) = error.get(ContextKind::Usage) {
                plain.insert(ContextKind::Usage, usage.clone());
            }
            plain
        })
    }
}

/// Returns an error in plain English for a value that is not a number; the error of clap's number parser is worded for programmers.
fn no_number(error: &clap::Error) -> Option<clap::Error> {
    if error.kind() != ErrorKind::ValueValidation {
        return None;
    }
    let (Some(ContextValue::String(argument)), Some(ContextValue::String(value))) =
        (error.get(ContextKind::InvalidArg), error.get(ContextKind::InvalidValue))
    else {
        return None;
    };
    let source = error.source()?;
    let why = match source.downcast_ref::<ParseIntError>().map(ParseIntError::kind) {
        Some(IntErrorKind::PosOverflow) => "the number is too large",
        Some(IntErrorKind::NegOverflow) => "the number is too small",
        Some(IntErrorKind::Zero) => "0 is not allowed",
        Some(_) if value.strip_prefix('-').is_some_and(|rest| rest.parse::<u64>().is_ok()) => "negative numbers are not allowed",
        Some(_) => "expected a whole number",
        None if source.is::<ParseFloatError>() => "expected a number",
        None => return None,
    };
    let said = format!("invalid value '{value}' for '{argument}': {why}\n\nFor more information, try '--help'.\n");
    Some(clap::Error::raw(ErrorKind::ValueValidation, said).with_cmd(&Arguments::command()))
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Colour {
    /// Use colours only on terminals that support them.
    Auto,
    /// Use colours also in files and pipes.
    Always,
    /// Never use colours.
    Never,
}

/// Subcommands of `slipyard`.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check packages, folders, single files or the standard input
    Check(CheckArgs),
    /// Check again whenever a file is saved
    Watch(WatchArgs),
    /// Format Slip files: one layout, no options
    Fmt(Fmt),
    /// Serve an editor: findings as you type, completion, hovers, renames
    Lsp(Lsp),
    /// Print an item's stat block with the reasons for every number, or the contents of a design
    Show(Show),
    /// Print cards for the table: ships, weapons, people, units, places; or blank forms
    Sheet(SheetArgs),
    /// Draw maps, clusters, and encounters with their starting positions
    Map(MapArgs),
    /// Build a website of packages: catalogues, cards, maps, encounters, rules; no server needed
    Doc(Doc),
    /// Export items for other programs: JSON with a schema, tables for spreadsheets
    Export(ExportArgs),
    /// List the declarations of a package: items, designs, encounters …
    List(List),
    /// Find a rule: designs, stats, stunts, skills, settings, rulings, the reference
    Rules(RulesArgs),
    /// Explain a diagnostic code, a keyword of effects, or the entries of a block
    Explain(Explain),
    /// Compile a package into one file that other packages can depend on
    Build(Build),
    /// Show the contents of a packed package
    Inspect(Inspect),
    /// Check that a packed package is intact and that its texts compile to its content
    Verify(Verify),
    /// Show the differences between two versions of packages, and the version number they need
    Diff(Diff),
    /// Play an encounter and print an account of it
    Run(RunArgs),
    /// Play an encounter at the keyboard, alone or with others, against doctrines or each other
    Play(Play),
    /// Show packages in a local browser while you write them, and play their encounters there
    Serve(Serve),
    /// Run the tests in packages: budgets, exact odds, fair fights
    Test(TestArgs),
    /// Play an encounter many times and report who wins, how long it takes and what it costs
    Simulate(Box<Simulate>),
    /// Play a log again with the same dice, check that the result is the same byte for byte, and print the account
    Replay(Replay),
    /// Compute exact chances: rolls, fate points, pools, attacks, duels, whole catalogues
    Odds(OddsArgs),
    /// List the legal designs that no other design beats, or the cheapest that beats an opponent
    Explore(Box<Explore>),
    /// Generate a cluster, people, animals or an encounter at random, as valid Slip text
    Generate(Generate),
    /// Write Slip text from what you have: stat blocks, tables, cards, lists of worlds, exports
    Import(ImportArgs),
    /// Run the bidding for scene facts in a game without a referee
    Context(ContextArgs),
    /// Show how long a task takes, according to the time track
    Time(TimeArgs),
    /// Run a campaign between encounters: buy, sell, maintain, learn, heal, repair, rest
    Upkeep(Box<UpkeepArgs>),
    /// Show how long a trip takes, whether it is legal and the state of the ship afterwards
    Travel(Box<Travel>),
    /// Create a package that passes all checks
    New(NewArgs),
    /// Pin the dependencies of a package in slipyard.lock
    Lock(Lock),
    /// Download the dependencies that manifests declare with an address
    Fetch(Fetch),
    /// Print a script that lets a shell complete commands and options
    Completions(Completions),
    /// Print manual pages, or write one for every command
    Man(Man),
}

impl Command {
    /// Removes the output path `-`: without a path the output goes to the standard output, not to a file with this name.
    fn heed_the_standard_output(&mut self) {
        let out = match self {
            Command::Sheet(asked) => &mut asked.out,
            Command::Map(asked) => &mut asked.out,
            Command::Export(asked) => &mut asked.out,
            Command::Test(asked) => &mut asked.out,
            Command::Simulate(asked) => match &mut asked.command {
                Some(SimulateCommand::Merge(merge)) => &mut merge.shown.out,
                None => &mut asked.shown.out,
            },
            _ => return,
        };
        out.take_if(|path| path.as_os_str() == "-");
    }
}

/// Output format: text or data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum TextOrJson {
    /// Text to read
    #[default]
    Text,
    /// Data for programs
    Json,
}
