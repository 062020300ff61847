//! What may be typed: clap's types only, a file for each group of commands.

mod before;
mod check;
mod diff;
mod doc;
mod explore;
mod export;
mod fmt;
mod generate;
mod install;
mod look;
mod lsp;
mod odds;
mod package;
mod play;
mod replay;
mod run;
mod seats;
mod serve;
mod sheet;
mod simulate;
mod test;
mod travel;
pub mod upkeep;
mod watch;

pub use before::{Context, Time};
pub use check::{Check, Deny, Format};
pub use diff::{Diff, DiffFormat, FailOn};
pub use doc::Doc;
pub use explore::{Demands, Explore, ExploreFormat};
pub use export::{Export, ExportFormat};
pub use fmt::Fmt;
pub use generate::{Drawn, Generate, GenerateAnimal, GenerateCluster, GenerateEncounter, GenerateNpc, Generated, WhenLinked};
pub use install::{Completions, Man};
pub use look::{Explain, List, Rules, Show};
pub use lsp::Lsp;
pub use odds::{
    Odds, OddsAttack, OddsBare, OddsCell, OddsDice, OddsDuel, OddsFormat, OddsGround, OddsMatrix, OddsNerves, OddsPoint, OddsPool,
    OddsRace, OddsRoll, OddsRules, Question,
};
pub use package::{Build, BuildFormat, Inspect, Licence, Lock, New, Verify};
pub use play::Play;
pub use replay::Replay;
pub use run::{Run, RunFormat};
pub use seats::{SeatArgs, SeatOf, Who};
pub use serve::Serve;
pub use sheet::{Map, MapFormat, PaperSize, Sheet, SheetFormat};
pub(in crate::cli) use simulate::MOST_GAMES;
pub use simulate::{Merge, Shown, Simulate, SimulateCommand, SimulateFormat};
pub use test::{Test, TestFormat};
pub use travel::{Tanks, Travel};
pub use upkeep::Upkeep;
pub use watch::{Watch, WatchFormat};

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
  1  errors were found in the content, or a test of it does not hold
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

/// The colours that a line asks for that cannot be read as a whole: the last word on them that stands there.
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
    /// What was typed.
    ///
    /// # Errors
    /// If it is not understood, or if help or the version is asked for.
    pub fn read(typed: impl IntoIterator<Item = OsString>) -> Result<Arguments, clap::Error> {
        let read = Arguments::try_parse_from(typed).map(|mut arguments| {
            arguments.command.heed_the_standard_output();
            arguments
        });
        read.map_err(|error| {
            // Of a command that has both arguments and subcommands, clap takes every further word for a subcommand.
            if let Some(plain) = no_number(&error) {
                return plain;
            }
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

/// What is no number, in plain English: the words of whoever reads digits are a programmer's.
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
        Some(IntErrorKind::PosOverflow) => "that is too large",
        Some(IntErrorKind::NegOverflow) => "that is too small",
        Some(IntErrorKind::Zero) => "it cannot be 0",
        Some(_) if value.strip_prefix('-').is_some_and(|rest| rest.parse::<u64>().is_ok()) => "it cannot be below 0",
        Some(_) => "a whole number is wanted",
        None if source.is::<ParseFloatError>() => "a number is wanted",
        None => return None,
    };
    let said = format!("invalid value '{value}' for '{argument}': {why}\n\nFor more information, try '--help'.\n");
    Some(clap::Error::raw(ErrorKind::ValueValidation, said).with_cmd(&Arguments::command()))
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
    /// Check again whenever a file is saved
    Watch(Watch),
    /// Lay out Slip files: one layout, no options
    Fmt(Fmt),
    /// Serve an editor: findings as you type, completion, hovers, renames
    Lsp(Lsp),
    /// Print an item's stat block and every reason of every number, or what a design offers
    Show(Show),
    /// Print cards for the table: ships, weapons, people, units, places; blank forms
    Sheet(Sheet),
    /// Draw maps, clusters and the places of encounters
    Map(Map),
    /// Make a site of packages: catalogues, cards, maps, encounters, rules; no server needed
    Doc(Doc),
    /// Write things for other programs: JSON with a schema, tables for spreadsheets
    Export(Export),
    /// List what a package declares
    List(List),
    /// Find a rule: designs, stats, stunts, skills, settings, rulings, the reference
    Rules(Rules),
    /// Explain a diagnostic's code, or a word of effect lines, designs or stunts
    Explain(Explain),
    /// Compile a package into one file for others
    Build(Build),
    /// Show what is in a packed package
    Inspect(Inspect),
    /// Say whether a packed package is what it says
    Verify(Verify),
    /// Say what is different between two versions of packages, and which version that asks for
    Diff(Diff),
    /// Play an encounter and print the account of it
    Run(Run),
    /// Play an encounter at the keyboard, alone or with others, against doctrines or each other
    Play(Play),
    /// Show packages while you write them, and a board for their encounters, in a browser of this machine
    Serve(Serve),
    /// Run the tests that content has of itself: budgets, exact odds, fair fights
    Test(Test),
    /// Play an encounter many times and say who wins, how long it takes and what it costs
    Simulate(Box<Simulate>),
    /// Read a log again, compare it byte for byte with what follows from it, and tell it
    Replay(Replay),
    /// Reckon exact chances: rolls, fate points, pools, attacks, duels, whole catalogues
    Odds(Odds),
    /// List the legal designs that no other one beats, or the cheapest that beats an opponent
    Explore(Box<Explore>),
    /// Draw a cluster, people, animals or an encounter as Slip text that checks clean
    Generate(Generate),
    /// Bid fate points for what is true of a game without a referee, before it begins
    Context(Context),
    /// Say how long a task takes, by the time track
    Time(Time),
    /// Keep a campaign between encounters: buy, sell, maintain, learn, heal, repair, rest
    Upkeep(Box<Upkeep>),
    /// Say how long a trip takes, whether it is legal and what a ship brings out of it
    Travel(Box<Travel>),
    /// Make a package that checks clean
    New(New),
    /// Pin what a package depends on in slipyard.lock
    Lock(Lock),
    /// Print what a shell needs to complete commands and options
    Completions(Completions),
    /// Print manual pages, or write one for every command
    Man(Man),
}

impl Command {
    /// `--out -` is the standard output, as `-` is the standard input elsewhere, and no file of that name.
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

/// Text or data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum TextOrJson {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}
