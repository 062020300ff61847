//! Text form of a look-ahead search: `search(by_the_book, 400 samples, 2 turns)`.

use super::is_doctrine_name;
use slip_pack::encounter::Lookahead;
use std::str::FromStr;

/// A requested search, with its doctrine by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// Doctrine from which the search starts, as written: `by_the_book` or `std.by_the_book`.
    pub doctrine: String,
    /// Depth of the search and number of samples.
    pub ahead: Lookahead,
}

impl std::fmt::Display for SearchRequest {
    /// Writes the search in the form `search(flee, 400 samples, 2 turns)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "search({}, {})", self.doctrine, self.ahead)
    }
}

/// Error: the text is not a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSearch;

impl std::fmt::Display for NoSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (samples, turns) = (Lookahead::MOST_SAMPLES, Lookahead::MOST_TURNS);
        write!(
            f,
            "write a search as `search(DOCTRINE, 400 samples, 2 turns)`, with 1 to {samples} samples or `exact`, and 1 to {turns} turns"
        )
    }
}

impl std::error::Error for NoSearch {}

impl FromStr for SearchRequest {
    type Err = NoSearch;

    fn from_str(text: &str) -> Result<SearchRequest, NoSearch> {
        let inner = text.trim().strip_prefix("search(").and_then(|rest| rest.strip_suffix(')')).ok_or(NoSearch)?;
        let parts: Vec<&str> = inner.split(',').map(str::trim).collect();
        let [doctrine, budget, turns] = parts.as_slice() else { return Err(NoSearch) };
        let named = is_doctrine_name(doctrine);
        let samples = match *budget {
            "exact" => None,
            _ => Some(counted(budget, "sample", Lookahead::MOST_SAMPLES).ok_or(NoSearch)?),
        };
        let turns = counted(turns, "turn", Lookahead::MOST_TURNS).filter(|_| named).ok_or(NoSearch)?;
        Ok(SearchRequest { doctrine: (*doctrine).to_owned(), ahead: Lookahead { samples, turns } })
    }
}

/// Parses a number from 1 to a limit, followed by its unit.
fn counted(text: &str, unit: &str, most: u32) -> Option<u32> {
    let (number, word) = text.split_once(char::is_whitespace)?;
    let word = word.trim();
    let right = word.strip_prefix(unit).is_some_and(|rest| rest.is_empty() || rest == "s");
    number.parse().ok().filter(|number| right && (1..=most).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_read_as_it_is_written() {
        let read = |text: &str| text.parse::<SearchRequest>();
        let wanted = |doctrine: &str, samples: Option<u32>, turns: u32| {
            Ok(SearchRequest { doctrine: doctrine.to_owned(), ahead: Lookahead { samples, turns } })
        };
        assert_eq!(read("search(by_the_book, 400 samples, 2 turns)"), wanted("by_the_book", Some(400), 2));
        assert_eq!(read(" search(std.flee,exact,1 turn) "), wanted("std.flee", None, 1));
        for wrong in [
            "search()",
            "search(flee)",
            "search(flee, 400, 2 turns)",
            "search(flee, 0 samples, 2 turns)",
            "search(flee, 400 samples, 0 turns)",
            "search(flee, 400 samples, 99 turns)",
            "search(flee, 1000000 samples, 2 turns)",
            "search(a doctrine, 400 samples, 2 turns)",
            "flee",
        ] {
            assert_eq!(read(wrong), Err(NoSearch), "{wrong}");
        }
    }
}
