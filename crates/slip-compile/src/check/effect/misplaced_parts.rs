//! Advises about parts of an effect that are right in themselves but stand in the wrong place: price, limit, kinds of play and subject.

use super::unparsed_effect_hints::ParseStop;
use slip_pack::effect::{Action, Period, Play, Role};

impl ParseStop<'_> {
    /// Returns advice about a part in the wrong place, with the whole effect as it should be written.
    pub(super) fn misplaced(&self) -> Option<String> {
        self.play_first().or_else(|| self.late_price()).or_else(|| self.late_limit()).or_else(|| self.role_as_subject())
    }

    /// Advises about an effect that begins with its kinds of play: `in personal +2 to attack`.
    fn play_first(&self) -> Option<String> {
        if self.at != 0 || self.here() != "in" {
            return None;
        }
        let plays = self.words.iter().skip(1).take_while(|word| Play::from_word(word).is_some()).count();
        let rest = self.joined(plays.saturating_add(1), self.words.len());
        let is_whole = plays > 0 && !rest.is_empty() && !self.words.iter().any(|word| word == "when");
        is_whole.then(|| format!("write the kinds of play at the end: `{rest} {}`", self.joined(0, plays.saturating_add(1))))
    }

    /// Advises about a price after the limit or after the kinds of play: `once per scene as action`.
    fn late_price(&self) -> Option<String> {
        let length = match (self.here(), self.after()) {
            ("as", "action") => 2,
            ("for", points) if points.parse::<i64>().is_ok() => 3,
            _ => return None,
        };
        let before = self.limit_start().or_else(|| self.play_start())?;
        Some(format!("write the price before the {}: `{}`", self.part_at(before), self.moved(before, length)))
    }

    /// Advises about a limit after the kinds of play: `in personal once per scene`.
    fn late_limit(&self) -> Option<String> {
        let length = match (self.here(), self.after(), self.word(self.at.saturating_add(2))) {
            ("once", "per", _) => 3,
            ("any", "times", _) => 2,
            (times, "times", "per") if times.parse::<i64>().is_ok() => 4,
            _ => return None,
        };
        let before = self.play_start()?;
        Some(format!("write the limit before the {}: `{}`", self.part_at(before), self.moved(before, length)))
    }

    /// Advises about a role, which belongs in a condition, in place of a subject: `defender -1 to defence`.
    fn role_as_subject(&self) -> Option<String> {
        let is_subject = self.at == 0 || self.before_is_moment();
        let rest = self.joined(self.at.saturating_add(1), self.words.len());
        if !is_subject || rest.is_empty() {
            return None;
        }
        let front = self.joined(0, self.at);
        let line =
            |who: &str| [front.as_str(), who, rest.as_str()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        let here = self.here();
        match here {
            "it" if front.is_empty() => Some(format!("an effect without a subject is about its owner: `{rest}`")),
            "it" | "they" | "he" | "she" => Some(format!("`actor` means the one who made the roll: `{}`", line("actor"))),
            "defender" | "attacker" => {
                Some(format!("`{here}` is a word of conditions; a subject is `target`, `enemies` or `allies`: `{}`", line("target")))
            }
            _ if self.at == 0 && self.after().starts_with(['+', '-']) && Role::from_word(here).is_some() => {
                Some(format!("`{here}` is a word of conditions, not a subject: `{rest} when {here} has \"…\"`"))
            }
            _ => None,
        }
    }

    /// True if the words before the error are a moment with its roll, as in `after enemies attack`.
    fn before_is_moment(&self) -> bool {
        matches!(self.word(0), "after" | "before" | "at" | "each") && self.at > 1 && Action::from_word(self.before()).is_some()
    }

    /// Returns the position of the limit that ends directly before the error.
    fn limit_start(&self) -> Option<usize> {
        Period::from_word(self.before())?;
        let at = self.at.checked_sub(3)?;
        match (self.word(at), self.word(at.saturating_add(1))) {
            ("once", "per") => Some(at),
            ("times", "per") => at.checked_sub(1),
            _ => None,
        }
    }

    /// Returns the position of the word `in` of the kinds of play that end directly before the error.
    fn play_start(&self) -> Option<usize> {
        let front = self.words.get(..self.at)?;
        let at = front.iter().rposition(|word| word == "in")?;
        let plays = front.get(at.saturating_add(1)..)?;
        (!plays.is_empty() && plays.iter().all(|word| Play::from_word(word).is_some())).then_some(at)
    }

    fn part_at(&self, at: usize) -> &'static str {
        if self.word(at) == "in" { "kinds of play" } else { "limit" }
    }

    /// Returns the effect with the `length` words at the error moved to the position `to`.
    fn moved(&self, to: usize, length: usize) -> String {
        let end = self.at.saturating_add(length);
        let parts = [self.joined(0, to), self.joined(self.at, end), self.joined(to, self.at), self.joined(end, self.words.len())];
        parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}
