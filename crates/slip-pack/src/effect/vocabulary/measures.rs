//! Quantities that are neither rolls nor statistics of a design.

use super::Play::{Build, Economy, Personal, Platoon, Social, Space, Stakes, Travel};
use super::{FATE, Play, Special};

/// Kinds of play in which people take turns one after another. In space combat all ships act in every phase, and each crew member once per
/// phase (R-S20); in platoon combat a unit has one action a turn, when its player picks its platoon.
const PEOPLE: &[Play] = &[Personal, Social];

/// Kind of object that a measure has after `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OfWhat {
    /// The measure has no object: `range`.
    Nothing,
    /// The object is a roll: `harm of brawling attack`.
    Roll,
    /// The object is a roll or missing: `stress` is the stress suffered, `stress of ROLL` the stress dealt.
    RollOrNothing,
    /// The object is a track: `boxes of heat`.
    Track,
    /// The object is a grade of consequence: `slots of mild`.
    Grade,
    /// The object is a statistic or skill: `cap of beam`.
    Stat,
    /// The object is a thing: `tech_limit of sidearm`.
    Item,
    /// The object is an aspect's text: `invoke of "Out of ammo"`.
    Aspect,
}

/// Values that a measure can be set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureValues {
    /// A number, or a word of this list.
    Number(&'static [Special]),
    /// A number, a range, or a word of this list.
    Range(&'static [Special]),
    /// A schedule such as `1/2/4`, or a word of this list.
    Schedule(&'static [Special]),
    /// A word of this list, and never a number.
    Word(&'static [Special]),
}

impl MeasureValues {
    /// Returns the words that the measure can be set to; `base` is always allowed.
    pub const fn words(self) -> &'static [Special] {
        match self {
            MeasureValues::Number(words) | MeasureValues::Range(words) | MeasureValues::Schedule(words) | MeasureValues::Word(words) => {
                words
            }
        }
    }

    /// True if the measure is a number that can be added to or bounded.
    pub const fn counts(self) -> bool {
        matches!(self, MeasureValues::Number(_) | MeasureValues::Range(_))
    }
}

played! {
    /// Measure: a quantity that is neither a roll nor a statistic of a design.
    Measure {
        Boxes "boxes" &[Build], "Boxes of a track.", "+1 to boxes of health";
        Consequences "consequences" &[Build], "How much the three consequences of a track reduce a hit.", "consequences of health is 2/4/6";
        Slots "slots" &[Build], "Free slots of a grade of consequence.", "+1 to slots of mild";
        Cap "cap" &[Build], "The highest rank that may be bought.", "ship | +1 to cap of beam";
        Fate "fate" &[Build], "Fate points at a refresh.", "+1 to fate";
        TechLimit "tech_limit" &[Build], "The highest technology allowed for a thing.", "+1 to tech_limit of harpoon";
        Price "price" &[Build, Economy], "Purchase Cost.", "weapon | -1 to price";
        Stress "stress" FATE, "Shifts of stress: of a roll, those it deals if it hits; alone, those suffered.", "weapon | +1 to stress of attack";
        Spin "spin" FATE, "Spin gained by defending against a roll.", "spin of attack is 0";
        RollUp "roll_up" FATE, "The direction in which a hit on a marked box of a track moves.", "unit | roll_up of morale is down";
        Invoke "invoke" FATE, "The bonus for invoking or tagging an aspect.", "weapon | +1 to invoke of \"Out of ammo\"";
        Attacks "attacks" &[Personal, Space, Social], "Attacks per turn; of a ship, attacks per phase.", "+1 to attacks of brawling attack";
        Ammo "ammo" FATE, "Attacks per encounter.", "weapon | ammo is 6";
        FreeMove "free_move" &[Personal, Social, Platoon], "Zones of the free move.", "free_move at least 1 when not moved";
        Order "order" PEOPLE, "The order in which people act.", "+2 to order";
        Harm "harm" &[Personal], "Harm: a number that is added to the attack roll.", "+1 to harm of brawling attack";
        Penetration "penetration" &[Personal], "Subtracted from the armour of the defender.", "+1 to penetration of brawling attack";
        Defense "defense" &[Personal], "Armour: added to the defence.", "armour | +1 to defense when not moved";
        Range "range" &[Personal], "The shortest and the longest range.", "weapon | range is 1..2";
        OutOfRange "out_of_range" &[Personal], "The penalty for each step outside the range; 2 by default.", "weapon | out_of_range is 1 per zone";
        ZonesPerTurn "zones_per_turn" &[Personal], "Zones that may be entered in a turn.", "zones_per_turn is unlimited";
        DefaultCrew "default_crew" &[Space], "The skill of the nameless crew.", "ship | default_crew is none";
        CrewSize "crew_size" &[Space], "Number of people who run the ship.", "ship | crew_size is 2..4";
        MaxMove "max_move" &[Platoon], "Zones a unit may move.", "unit | +1 to max_move";
        CommandRange "command_range" &[Platoon], "How far orders reach; the leader's and the unit's add up.", "unit | +1 to command_range";
        FreeRange "free_range" &[Platoon], "Range without a penalty.", "unit | platoon +1 to free_range";
        ContactSpotted "contact_spotted" &[Platoon], "1 if contact makes the unit spotted, otherwise 0.", "unit | contact_spotted is 0";
        AttackSpotted "attack_spotted" &[Platoon], "1 if attacking makes the unit spotted, otherwise 0.", "unit | attack_spotted is 0";
        Interdiction "interdiction" &[Platoon], "How long an interdiction lasts.", "unit | interdiction is permanent";
        Pool "pool" &[Stakes], "Dice of statistics in the first roll; after a moment, d6 that are rolled then.", "ruleset | everyone +1 to pool";
        Fallout "fallout" &[Stakes], "Boxes that a blow marks.", "ruleset | everyone +1 to fallout";
        Rows "rows" &[Stakes], "Rows of each track of fallout, counted from the first.", "ruleset | everyone rows at most 3";
        Endurance "endurance" &[Travel], "How long the fuel lasts.", "ship | endurance is (4 * base)";
        LifeSupport "life_support" &[Travel], "Years of air and food.", "ship | life_support is 2";
        CruiseSpeed "cruise_speed" &[Travel], "Speed on trips over a day.", "ship | cruise_speed at most 3";
        Upkeep "upkeep" &[Build, Economy], "The rating that maintenance uses.", "ship | -1 to upkeep";
    }
}

impl Measure {
    /// True if the measure belongs to a roll or a hit, so that the roles `target` and `actor` have a meaning.
    pub const fn is_of_a_roll(self) -> bool {
        matches!(
            self,
            Measure::Stress
                | Measure::Spin
                | Measure::RollUp
                | Measure::Invoke
                | Measure::Harm
                | Measure::Penetration
                | Measure::Defense
                | Measure::OutOfRange
                | Measure::FreeRange
        )
    }

    /// Returns the object that must follow `of` after the measure.
    pub const fn of(self) -> OfWhat {
        match self {
            Measure::Boxes | Measure::Consequences | Measure::RollUp => OfWhat::Track,
            Measure::Slots => OfWhat::Grade,
            Measure::Cap => OfWhat::Stat,
            Measure::TechLimit => OfWhat::Item,
            Measure::Invoke => OfWhat::Aspect,
            Measure::Stress => OfWhat::RollOrNothing,
            Measure::Spin | Measure::Attacks | Measure::Harm | Measure::Penetration => OfWhat::Roll,
            _ => OfWhat::Nothing,
        }
    }

    /// Returns the values that the measure can be set to.
    pub const fn takes(self) -> MeasureValues {
        use Special::{Down, None, Permanent, Unlimited};
        match self {
            Measure::Consequences => MeasureValues::Schedule(&[None]),
            Measure::RollUp => MeasureValues::Word(&[Down]),
            Measure::Interdiction => MeasureValues::Word(&[Permanent]),
            Measure::Range => MeasureValues::Range(&[Unlimited]),
            Measure::CrewSize => MeasureValues::Range(&[]),
            Measure::Boxes | Measure::Slots | Measure::Stress | Measure::Spin | Measure::DefaultCrew | Measure::FreeMove => {
                MeasureValues::Number(&[None])
            }
            Measure::Price | Measure::Upkeep | Measure::OutOfRange => MeasureValues::Number(&[None]),
            Measure::Cap
            | Measure::TechLimit
            | Measure::Attacks
            | Measure::Ammo
            | Measure::ZonesPerTurn
            | Measure::MaxMove
            | Measure::CommandRange
            | Measure::FreeRange
            | Measure::Endurance
            | Measure::LifeSupport
            | Measure::CruiseSpeed => MeasureValues::Number(&[Unlimited]),
            _ => MeasureValues::Number(&[]),
        }
    }
}
