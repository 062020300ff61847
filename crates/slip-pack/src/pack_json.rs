//! Reads the JSON of a pack: first its format version, then the rest.

use super::{FORMAT, Pack};
use serde::Deserialize;

/// Greatest length of the reason in an error, in characters. A reason may quote a value of any length.
const MOST_SHOWN: usize = 400;

/// Fields that every version of a pack's JSON has.
#[derive(Deserialize)]
struct Head {
    format: u32,
}

impl Pack {
    /// Reads the JSON of a pack.
    ///
    /// # Errors
    /// Returns a sentence in lower case without a full stop, if the text is not a pack, or was written by a later version of Slipyard.
    pub fn read(json: &[u8]) -> Result<Pack, String> {
        let head: Head = serde_json::from_slice(json).map_err(|error| format!("it is not a Slipyard pack ({})", shown(&error)))?;
        if head.format > FORMAT {
            return Err(format!("it was written by a later version of Slipyard (pack format {}; this one reads {FORMAT})", head.format));
        }
        if head.format < FORMAT {
            return Err(format!("it has pack format {}, which no release has used; this version reads {FORMAT}", head.format));
        }
        serde_json::from_slice(json).map_err(|error| format!("it is damaged ({})", shown(&error)))
    }
}

/// Returns the reason of a serde error, shortened in the middle because the position of the error is at its end.
fn shown(error: &serde_json::Error) -> String {
    let letters: Vec<char> = error.to_string().chars().collect();
    let Some(cut) = letters.len().checked_sub(MOST_SHOWN).filter(|cut| *cut > 0) else { return letters.into_iter().collect() };
    let half = MOST_SHOWN / 2;
    let (head, tail) = (letters.iter().take(half), letters.iter().skip(half + cut));
    head.chain(['…'].iter()).chain(tail).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn what_a_later_version_wrote_is_told_from_what_is_damaged() {
        let refused = |json: &str| Pack::read(json.as_bytes()).unwrap_err();
        assert_eq!(
            refused(r#"{"format":7,"items":"other things"}"#),
            "it was written by a later version of Slipyard (pack format 7; this one reads 1)"
        );
        assert!(refused(r#"{"format":1,"items":"other things"}"#).starts_with("it is damaged"));
        assert!(refused("{}").starts_with("it is not a Slipyard pack"));
        assert!(refused(r#"{"format":0}"#).starts_with("it has pack format 0"));
    }
}
