//! Who sits where, as it is typed: `--seat SIDE=WHO` and `--script FILE`, for every command that plays. Floor 9.

use clap::Args;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// The doctrine the encounter gives it, or the standard one.
    Doctrine,
    /// A doctrine by name.
    Named(String),
    /// Any legal answer.
    Random,
    /// A script.
    Script(PathBuf),
    /// Look-ahead, as written.
    Search(String),
    /// Somebody at the keyboard.
    Human,
    /// A program that is asked and answers line by line.
    Program(String),
}

/// `SIDE=WHO`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatOf {
    /// The side.
    pub side: String,
    /// Who plays it.
    pub who: Who,
}

/// What WHO may be, in a sentence.
pub(crate) const WHO: &str = "`doctrine`, the name of a doctrine, `random`, `script:FILE`, `search(DOCTRINE, 400 samples, 2 turns)`, \
                              `program:COMMAND` or, in `slipyard play`, `human`";

impl FromStr for SeatOf {
    type Err = String;

    fn from_str(text: &str) -> Result<SeatOf, String> {
        let Some((side, who)) = text.split_once('=').map(|(side, who)| (side.trim(), who.trim())) else {
            return Err(format!("write a side, `=` and who plays it: {WHO}"));
        };
        if side.is_empty() {
            return Err("the side is missing in front of `=`".to_owned());
        }
        let after = |word: &str| who.strip_prefix(word).map(str::trim);
        let given =
            |rest: &str, what: &str| if rest.is_empty() { Err(format!("{what} is missing behind `:`")) } else { Ok(rest.to_owned()) };
        let who = match who {
            "" => return Err(format!("nobody is named behind `=`: write {WHO}")),
            "doctrine" => Who::Doctrine,
            "random" => Who::Random,
            "human" => Who::Human,
            _ if who == "search" || who.starts_with("search(") => Who::Search(who.to_owned()),
            _ => match (after("script:"), after("program:")) {
                (Some(file), _) => Who::Script(given(file, "the script's file")?.into()),
                (None, Some(command)) => Who::Program(given(command, "the command")?),
                (None, None) => Who::Named(who.to_owned()),
            },
        };
        Ok(SeatOf { side: side.to_owned(), who })
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Doctrine => f.write_str("doctrine"),
            Who::Named(name) => f.write_str(name),
            Who::Random => f.write_str("random"),
            Who::Script(file) => write!(f, "script:{}", file.display()),
            Who::Search(text) => f.write_str(text),
            Who::Human => f.write_str("human"),
            Who::Program(command) => write!(f, "program:{command}"),
        }
    }
}

impl fmt::Display for SeatOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.side, self.who)
    }
}

/// `--seat` and `--script`.
#[derive(Args, Clone, Debug, Default)]
pub struct SeatArgs {
    /// Who plays a side, for each side you like: doctrine, NAME of one, random, script:FILE,
    /// search(DOCTRINE, 400 samples, 2 turns), program:COMMAND, human
    #[arg(long = "seat", value_name = "SIDE=WHO")]
    pub seats: Vec<SeatOf>,
    /// A script for every side that --seat leaves open
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
}
