//! What heals, when: core.md 14, personal.md 3.7, travel-economy.md 5 and 6. Floor 6.

use super::state::Standing;
use crate::fate::consequence::Grade;
use crate::pack::Name;
use crate::pack::ruleset::Rules;

/// The track of the purse, whose consequences heal by rules of their own (R-T21).
pub fn wealth_track(rules: &Rules) -> Name {
    rules.word("wealth_track", "wealth").into()
}

/// A scene is over, or there were a few minutes to breathe: mild consequences outside Wealth go, whether their track is clear
/// or not (R-P43, R-C25); with `mild_waits yes` only those whose track is.
pub fn scene_ends(who: &str, standing: &mut Standing, rules: &Rules) -> Vec<String> {
    let wealth = wealth_track(rules);
    let waits = rules.is("mild_waits", "yes");
    let mut told = Vec::new();
    let marked = standing.marked.clone();
    standing.consequences.retain(|consequence| {
        if consequence.grade() != Grade::Mild || consequence.track == wealth {
            return true;
        }
        if waits && marked.contains_key(&consequence.track) {
            told.push(format!("{who} keeps \"{}\" (mild) until {} is clear", consequence.text, consequence.track));
            return true;
        }
        told.push(format!("{who} is rid of \"{}\" (mild: it goes with the scene)", consequence.text));
        false
    });
    told
}
