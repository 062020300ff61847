//! Numbers and options of the raise-and-see conflict that a ruleset may change.

use slip_pack::ruleset::Rules;
use slip_pack::stakes_party::{FalloutTrack, MOST_SIDES, Stat};

/// Settings of raise-and-see conflicts that are in force.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a separate setting of the rules")]
pub struct StakesSettings {
    /// Number of boxes in a row of a track (R-Q11).
    pub row_size: u8,
    /// For each track, the statistic that loses dice by full rows of the track (R-Q15).
    pub reduces: [Stat; FalloutTrack::ALL.len()],
    /// True if a party that cannot see a raise also takes the fallout of a blow (R-Q9).
    pub loss_fallout: bool,
    /// True if a blow becomes worse only by the dangerous things of the party itself, not by those of other parties (R-Q10).
    pub dangerous_own: bool,
    /// True if a party that leaves takes its dangerous things along (R-Q24).
    pub dangerous_leaves: bool,
    /// Number of sides of the family die. A party gets this die for its family if it lists no relationship with a family member (R-Q14).
    pub family_die: u8,
    /// Statistic that loses dice by full rows of an opposition's track; `None` if no statistic does (R-Q17).
    pub opposition_reduces: Option<Stat>,
}

impl StakesSettings {
    /// Reads the rules in force.
    pub fn read(rules: &Rules) -> StakesSettings {
        let stat = |name: &str, usual: Stat| Stat::from_word(rules.word(name, usual.word())).unwrap_or(usual);
        let small = |name: &str, usual: u8| u8::try_from(rules.int(name, i64::from(usual))).unwrap_or(usual);
        StakesSettings {
            row_size: small("row_size", 3).clamp(1, MOST_ROW),
            reduces: [
                stat("physical_fallout", Stat::Body),
                stat("mental_fallout", Stat::Mind),
                stat("social_fallout", Stat::Soft),
                stat("societal_fallout", Stat::Hard),
            ],
            loss_fallout: rules.is("loss_fallout", "yes"),
            dangerous_own: rules.is("dangerous", "own"),
            dangerous_leaves: rules.is("dangerous_leaves", "yes"),
            family_die: small("family_die", 6).clamp(2, MOST_SIDES),
            opposition_reduces: Stat::from_word(rules.word("opposition_fallout", "")),
        }
    }
}

/// Maximum number of boxes in a row, so that all rows of a track fit into 32 bits.
pub const MOST_ROW: u8 = 6;
/// Number of rows of an operative's track.
pub const ROWS: u8 = 3;
