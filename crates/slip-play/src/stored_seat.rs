//! Player of a seat, as files and pages name it. The type is closed, so that stored text never starts a program or opens a file.
//!
//! A program or a script is only recorded ([`CommandLinePlayer`]): the command that starts it is typed on the command line for one run and
//! is never read from a file. Logs name a player by two fields, `by` and `doctrine`; the locks of running games and the pages of the board
//! name a player by a single word.

use slip_keyword::keyword_enum;

mod search_text;

pub use search_text::{NoSearch, SearchRequest};

use crate::log::{RecordError, record_error::shortened};
use ecow::EcoString;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use slip_limits::NAME_BYTES;
use slip_pack::Name;
use std::fmt;
use std::str::FromStr;

/// Player of a seat, in the form that is written in files and pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredSeat {
    /// A person at the table.
    Human,
    /// A player that chooses a legal answer at random.
    Random,
    /// The player that the encounter gives to the side: its doctrine, or the standard one.
    Encounter,
    /// A doctrine of the pack, as `name` or `package.name`.
    Doctrine(Name),
    /// Look-ahead search from a doctrine of the pack. `None` searches from the encounter's doctrine with the usual depth.
    Search(Option<Box<SearchRequest>>),
    /// A player that was started on the command line. A log records it, but it cannot be started from the log.
    Outside(CommandLinePlayer),
}

keyword_enum! {
    /// Player that only the command line can start.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CommandLinePlayer {
        /// The player is a program.
        Program = "program",
        /// The player is a script.
        Script = "script",
    }

    /// Returns the word for this player in a log.
    pub const fn word(self) -> &'static str;
}

/// Forms in which a file may name a player, for messages.
pub const FORMS: &str = "`doctrine`, the name of a doctrine, `search(DOCTRINE, 400 samples, 2 turns)`, `random` or `human`";

/// Maximum length in bytes of a doctrine's name with its package.
const MOST_NAME: usize = 2 * NAME_BYTES + 1;

/// True if a text can be the name of a doctrine, as `name` or `package.name`.
pub fn is_doctrine_name(text: &str) -> bool {
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-'));
    text.len() <= MOST_NAME
        && match text.split_once('.') {
            Some((package, name)) => is_name(package) && is_name(name),
            None => is_name(text),
        }
}

/// Error: the text does not name a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPlayer {
    /// The text begins like a search but is not one.
    Search(NoSearch),
    /// The text names a player that only the command line can start.
    Outside(String),
    /// The text is neither one of the words nor a name.
    Unknown(String),
}

impl fmt::Display for NoPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPlayer::Search(wrong) => wrong.fmt(f),
            NoPlayer::Outside(text) => {
                write!(f, "{text} cannot be used here: programs and scripts are allowed only on the command line; write {FORMS}")
            }
            NoPlayer::Unknown(text) => write!(f, "{text} is not a player: write {FORMS}"),
        }
    }
}

impl std::error::Error for NoPlayer {}

impl FromStr for StoredSeat {
    type Err = NoPlayer;

    fn from_str(text: &str) -> Result<StoredSeat, NoPlayer> {
        let found = || shortened(&format!("{text:?}"));
        match text {
            "doctrine" => Ok(StoredSeat::Encounter),
            "random" => Ok(StoredSeat::Random),
            "human" => Ok(StoredSeat::Human),
            "search" => Ok(StoredSeat::Search(None)),
            _ if text.starts_with("search(") => text.parse().map(searching).map_err(NoPlayer::Search),
            _ if ["program", "script"].into_iter().any(|word| text == word || text.starts_with(&format!("{word}:"))) => {
                Err(NoPlayer::Outside(found()))
            }
            _ if is_doctrine_name(text) => Ok(StoredSeat::Doctrine(text.into())),
            _ => Err(NoPlayer::Unknown(found())),
        }
    }
}

impl Serialize for StoredSeat {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StoredSeat {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<StoredSeat, D::Error> {
        from.deserialize_str(Word)
    }
}

/// Deserializes a player from a single word. A visitor is used so that an error has the position of the word.
struct Word;

impl Visitor<'_> for Word {
    type Value = StoredSeat;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(FORMS)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<StoredSeat, E> {
        text.parse().map_err(E::custom)
    }
}

impl fmt::Display for StoredSeat {
    /// Writes the single word that is used in locks, in pages and on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoredSeat::Human => f.write_str("human"),
            StoredSeat::Random => f.write_str("random"),
            StoredSeat::Encounter => f.write_str("doctrine"),
            StoredSeat::Doctrine(name) => f.write_str(name),
            StoredSeat::Search(None) => f.write_str("search"),
            StoredSeat::Search(Some(wanted)) => wanted.fmt(f),
            StoredSeat::Outside(outside) => f.write_str(outside.word()),
        }
    }
}

fn searching(wanted: SearchRequest) -> StoredSeat {
    StoredSeat::Search(Some(Box::new(wanted)))
}

impl StoredSeat {
    /// Returns the player of a running game, from the word for its kind and its doctrine. A player of an unknown kind is recorded as a
    /// program.
    pub fn of_player(word: &str, doctrine: Option<&str>) -> StoredSeat {
        StoredSeat::from_log(word, doctrine.map(EcoString::from)).unwrap_or(StoredSeat::Outside(CommandLinePlayer::Program))
    }

    /// Parses the fields `by` and `doctrine` of a log.
    ///
    /// # Errors
    /// A [`RecordError`] of the field `by` or `doctrine`.
    pub fn from_log(by: &str, doctrine: Option<EcoString>) -> Result<StoredSeat, RecordError> {
        let text = |text: &str| Value::String(text.to_owned());
        let seat = match (by, &doctrine) {
            ("doctrine", Some(name)) if is_doctrine_name(name) => return Ok(StoredSeat::Doctrine(name.clone())),
            ("doctrine", Some(name)) => return Err(RecordError::wrong("doctrine", "the name of a doctrine", &text(name))),
            ("doctrine", None) => return Err(RecordError::missing("doctrine", "the name of a doctrine")),
            ("search", Some(search)) => {
                return search.parse().map(searching).map_err(|_| RecordError::wrong("doctrine", SEARCH_FORM, &text(search)));
            }
            ("search", None) => return Err(RecordError::missing("doctrine", SEARCH_FORM)),
            ("human", _) => StoredSeat::Human,
            ("random", _) => StoredSeat::Random,
            ("default", _) => StoredSeat::Encounter,
            ("program", _) => StoredSeat::Outside(CommandLinePlayer::Program),
            ("script", _) => StoredSeat::Outside(CommandLinePlayer::Script),
            _ => {
                let words = "`human`, `random`, `default`, `doctrine`, `search`, `script` or `program`";
                return Err(RecordError::wrong("by", words, &text(by)));
            }
        };
        match doctrine {
            Some(stray) => Err(RecordError::wrong("doctrine", format!("no doctrine together with `{by}`"), &text(&stray))),
            None => Ok(seat),
        }
    }

    /// Returns the value of the log field `by`.
    pub const fn log_word(&self) -> &'static str {
        match self {
            StoredSeat::Human => "human",
            StoredSeat::Random => "random",
            StoredSeat::Encounter => "default",
            StoredSeat::Doctrine(_) => "doctrine",
            StoredSeat::Search(_) => "search",
            StoredSeat::Outside(outside) => outside.word(),
        }
    }

    /// Returns the value of the log field `doctrine`, if there is one.
    pub fn log_doctrine(&self) -> Option<EcoString> {
        match self {
            StoredSeat::Doctrine(name) => Some(name.clone()),
            StoredSeat::Search(Some(wanted)) => Some(ecow::eco_format!("{wanted}")),
            _ => None,
        }
    }

    /// Returns the name of the doctrine that the pack must declare.
    pub fn doctrine_name(&self) -> Option<&str> {
        match self {
            StoredSeat::Doctrine(name) => Some(name),
            StoredSeat::Search(Some(wanted)) => Some(&wanted.doctrine),
            _ => None,
        }
    }
}

/// Form of a search, for messages.
const SEARCH_FORM: &str = "`search(DOCTRINE, 400 samples, 2 turns)`";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_read_as_it_is_written() {
        for word in [
            "human",
            "random",
            "doctrine",
            "search",
            "flee",
            "std.flee",
            "search(flee, 400 samples, 2 turns)",
            "search(flee, exact, 1 turn)",
        ] {
            assert_eq!(word.parse::<StoredSeat>().map(|seat| seat.to_string()), Ok(word.to_owned()));
        }
    }

    #[test]
    fn stored_text_names_no_program_and_no_file() {
        let hostile =
            ["program:touch x", "program", "script:/dev/zero", "script", "/etc/passwd", "../x", "a b", "", "http://127.0.0.1/", "a.b.c"];
        for text in hostile {
            assert!(text.parse::<StoredSeat>().is_err(), "{text}");
            assert!(StoredSeat::from_log("doctrine", Some(text.into())).is_err() || !text.contains([':', '/', ' ']), "{text}");
            assert!(StoredSeat::from_log("search", Some(text.into())).is_err(), "{text}");
        }
        assert_eq!("x".repeat(1 << 20).parse::<StoredSeat>().map_err(|why| why.to_string().len() < 500), Err(true));
    }

    #[test]
    fn a_log_records_a_program_without_its_command() {
        assert_eq!(StoredSeat::from_log("program", None), Ok(StoredSeat::Outside(CommandLinePlayer::Program)));
        let fault = StoredSeat::from_log("program", Some("touch x".into())).map_err(|fault| fault.field);
        assert_eq!(fault, Err("doctrine".to_owned()));
    }
}
