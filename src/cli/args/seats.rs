//! Arguments that seat players: `--seat SIDE=WHO` and `--script FILE`, for every command that plays.

use clap::Args;
use slip_play::stored_seat::{NoPlayer, StoredSeat};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Player of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatPlayer {
    /// Player that files may name, too: a person, a doctrine, a search, random.
    Stored(StoredSeat),
    /// Player that follows a script; allowed only on the command line.
    Script(PathBuf),
    /// External program that answers questions line by line; allowed only on the command line.
    Program(String),
}

/// Value of `--seat`: a side and its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatOf {
    /// Name of the side.
    pub side: String,
    /// Player of the side.
    pub who: SeatPlayer,
}

/// Values of WHO, as a list for messages.
pub(crate) const WHO: &str = "`doctrine`, the name of a doctrine, `random`, `script:FILE`, `search(DOCTRINE, 400 samples, 2 turns)`, \
                              `program:COMMAND` or, in `slipyard play`, `human`";

impl FromStr for SeatOf {
    type Err = String;

    fn from_str(text: &str) -> Result<SeatOf, String> {
        let Some((side, who)) = text.split_once('=').map(|(side, who)| (side.trim(), who.trim())) else {
            return Err(format!("write SIDE=WHO, where WHO is {WHO}"));
        };
        if side.is_empty() {
            return Err("the side is missing before `=`".to_owned());
        }
        let after = |word: &str| who.strip_prefix(word).map(str::trim);
        let given =
            |rest: &str, what: &str| if rest.is_empty() { Err(format!("{what} is missing after `:`")) } else { Ok(rest.to_owned()) };
        let who = match who {
            "" => return Err(format!("the player is missing after `=`: write {WHO}")),
            _ => match (after("script:"), after("program:")) {
                (Some(file), _) => SeatPlayer::Script(given(file, "the script's file")?.into()),
                (None, Some(command)) => SeatPlayer::Program(given(command, "the command")?),
                (None, None) => SeatPlayer::Stored(who.parse::<StoredSeat>().map_err(|wrong| match wrong {
                    NoPlayer::Search(wrong) => wrong.to_string(),
                    NoPlayer::Outside(_) | NoPlayer::Unknown(_) => format!("`{who}` is not a player: write {WHO}"),
                })?),
            },
        };
        Ok(SeatOf { side: side.to_owned(), who })
    }
}

impl fmt::Display for SeatPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatPlayer::Stored(seat) => seat.fmt(f),
            SeatPlayer::Script(file) => write!(f, "script:{}", file.display()),
            SeatPlayer::Program(command) => write!(f, "program:{command}"),
        }
    }
}

impl fmt::Display for SeatOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.side, self.who)
    }
}

/// Options `--seat` and `--script`.
#[derive(Args, Clone, Debug, Default)]
pub struct SeatArgs {
    /// Player of a side, once for each side: doctrine, NAME of a doctrine, random, script:FILE, search(DOCTRINE, 400 samples, 2 turns),
    /// program:COMMAND, human
    #[arg(long = "seat", value_name = "SIDE=WHO")]
    pub seats: Vec<SeatOf>,
    /// Script for every side without a --seat
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
}
