//! Nameless crew of a ship, and the skill that repairs each of its tracks.
//!
//! A fully crewed ship has a nameless person at every post of combat. These people also navigate and repair outside of combat.

use super::Pack;
use super::effect::{EffectNumber, Measure, PackOperation, Quantity, SetValue, Special};
use super::item::BuiltItem;
use super::ruleset::Rules;

impl BuiltItem {
    /// Returns the rank of a ship's nameless crew; `None` if it has none, as with a skeleton crew. This rank is set before the encounter
    /// begins, so only effects without a condition count.
    pub fn nameless_crew(&self, rules: &Rules) -> Option<i32> {
        let unconditional = self.effects.iter().filter(|effect| effect.condition.is_none() && !effect.muted);
        let set = unconditional.into_iter().find_map(|effect| match &effect.op {
            PackOperation::Set(set) if matches!(&set.what, Quantity::Measure(measured) if measured.what == Measure::DefaultCrew) => {
                Some(&set.value)
            }
            _ => None,
        });
        let rank = match set {
            Some(SetValue::Special(Special::None)) => return None,
            Some(SetValue::Number(EffectNumber::Int(rank))) => *rank,
            _ => rules.int("default_crew_rank", 2),
        };
        i32::try_from(rank).ok()
    }
}

impl Pack {
    /// Returns the skill that repairs damage to a track of a ship (R-T27). If the ship's design gives a skill for the track (`repair
    /// computer`), it is this skill. Otherwise it is the skill that repairs data for the data track, and the skill that repairs the hull
    /// for all other tracks.
    pub fn repair_skill<'p>(&'p self, rules: &'p Rules, ship: &BuiltItem, track: &str) -> &'p str {
        let entries = self.design_of(ship).map(|design| design.lines.as_slice()).unwrap_or_default();
        let declared = entries.iter().find(|entry| entry.word == "track" && entry.name.as_ref().is_some_and(|name| name == track));
        let own = declared.and_then(|entry| entry.lines.iter().find(|line| line.word == "repair"));
        if let Some(skill) = own {
            return skill.text.rsplit('.').next().unwrap_or(&skill.text);
        }
        let setting = if track == rules.word("data_track", "data") { DATA } else { HULL };
        rules.word(setting.0, setting.1)
    }
}

/// Name and default of the setting for the skill that repairs the hull, heat, and damage caused by lack of money.
const HULL: (&str, &str) = ("ship_repair_skill", "engineering");
/// Setting of the skill that repairs data, with its default.
const DATA: (&str, &str) = ("ship_repair_other_skill", "computer");
