//! The numbers and readings of platoon combat that a ruleset may change (platoon.md 12).

use slip_dice::Kind;
use slip_dice::fate::Schedule;
use slip_pack::ruleset::Rules;

/// The settings in force. A field that is `true` departs from the final text, unless it says otherwise.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a row of the rules page that can be set alone")]
pub struct Settings {
    /// The dice of every roll.
    pub dice: Kind,
    /// What consequences take off.
    pub schedule: Schedule,
    /// What an aspect adds.
    pub invoke_bonus: i32,
    /// A defence that wins by this much gives spin.
    pub spin_at: i32,
    /// One point of spin in all, instead of one for each `spin_at`.
    pub spin_single: bool,
    /// Any number of own aspects may be invoked on one roll.
    pub self_invokes_any: bool,
    /// Fate points only change hands.
    pub zero_sum: bool,
    /// Turns after which a fight without a limit of its own is a draw.
    pub turn_cap: u32,
    /// Range between a card and the map for acts other than artillery fire (R-L48).
    pub card_range: i32,
    /// Row 2: own fire is seen by what it is made with.
    pub fire_spotted_by_skill: bool,
    /// Row 3: and only after the attack.
    pub fire_spotted_after: bool,
    /// Row 4: consequences take 2 each, off hits past the end of the track only.
    pub consequences_past_the_end: bool,
    /// Row 7: aircraft start on the first box of the track.
    pub aircraft_rearm: bool,
    /// Row 8: artillery out of command does not fire.
    pub battery_silent: bool,
    /// Row 9: nobody walks about a card.
    pub no_relocation: bool,
    /// Row 10: everybody of an artillery platoon on a card is in its leader's zone.
    pub battery_gathers_all: bool,
    /// Row 11: orphans may not take cover.
    pub orphans_no_cover: bool,
    /// Row 12: nor join another platoon.
    pub no_adoption: bool,
    /// Row 13: being out of command does not fade.
    pub ooc_stays: bool,
    /// Row 15: one does not always see into the next zone.
    pub adjacent_traced: bool,
    /// Row 16: borders may block sight.
    pub border_blocking: bool,
    /// Row 18: nobody marches.
    pub no_march: bool,
    /// Row 21: fire on a zone finds only those who are spotted.
    pub zone_fire_spotted: bool,
    /// Row 24: maneuvers need a spotted target.
    pub maneuver_spotted: bool,
    /// Row 25: what maneuvers place stays.
    pub maneuver_always: bool,
    /// Row 26: a success is enough to spot.
    pub spotting_success: bool,
    /// Row 27: a coin says who is first, whoever defends.
    pub first_coin: bool,
    /// Row 30: attached people have points for their unit.
    pub character_fate: bool,
    /// Row 31: and place aspects themselves.
    pub character_turn: bool,
    /// Row 36: command is checked for each unit as its part comes.
    pub membership_by_unit: bool,
    /// Row 38: maneuvers and movement that go very well give spin.
    pub flat_spin: bool,
    /// R-L14: a leader may do anything as his second act.
    pub leader_extra_any: bool,
    /// R-L45: allies may spend a platoon's spin.
    pub spin_allies: bool,
    /// R-L49: what jams by fire has the reach of that fire.
    pub graphite_fire: bool,
}

impl Settings {
    /// Reads the rules in force.
    pub fn read(rules: &Rules) -> Settings {
        let number = |name: &str, default: i32| i32::try_from(rules.int(name, i64::from(default))).unwrap_or(default);
        let small = |name: &str, default: u8| u8::try_from(rules.int(name, i64::from(default))).unwrap_or(default);
        let past = rules.is("platoon_consequences", "past_the_end");
        let schedule = if past {
            Schedule { mild: 2, moderate: 2, severe: 2 }
        } else {
            Schedule { mild: small("mild", 1), moderate: small("moderate", 2), severe: small("severe", 4) }
        };
        Settings {
            dice: Kind::from_word(rules.word("dice", "")).unwrap_or_default(),
            schedule,
            invoke_bonus: number("invoke_bonus", 2),
            spin_at: number("spin_at", 3),
            spin_single: rules.is("spin", "single"),
            self_invokes_any: rules.is("self_invokes", "any"),
            zero_sum: rules.is("fate", "zero_sum"),
            turn_cap: u32::try_from(rules.int("battle_cap", 30)).unwrap_or(30).max(1),
            card_range: number("card_range", 10),
            fire_spotted_by_skill: rules.is("fire_spotted", "by_skill"),
            fire_spotted_after: rules.is("fire_spotted_from", "after"),
            consequences_past_the_end: past,
            aircraft_rearm: rules.is("aircraft_start", "rearm"),
            battery_silent: rules.is("battery_out_of_command", "silent"),
            no_relocation: rules.is("battery_relocation", "no"),
            battery_gathers_all: rules.is("battery_gathers", "everybody"),
            orphans_no_cover: rules.is("orphans_cover", "no"),
            no_adoption: rules.is("orphans_adopted", "no"),
            ooc_stays: rules.is("out_of_command_fades", "no"),
            adjacent_traced: rules.is("adjacent_sight", "traced"),
            border_blocking: rules.is("border_blocking", "yes"),
            no_march: rules.is("formation_march", "no"),
            zone_fire_spotted: rules.is("zone_fire", "spotted"),
            maneuver_spotted: rules.is("spotted_for", "attacks_and_maneuvers"),
            maneuver_always: rules.is("maneuver_lasts", "always"),
            spotting_success: rules.is("spotting", "success"),
            first_coin: rules.is("first_player", "coin"),
            character_fate: rules.is("character_fate", "own"),
            character_turn: rules.is("character_turn", "yes"),
            membership_by_unit: rules.is("membership", "unit"),
            flat_spin: rules.is("flat_spin", "yes"),
            leader_extra_any: rules.is("leader_extra", "any"),
            spin_allies: rules.is("platoon_spin", "allies"),
            graphite_fire: rules.is("graphite_reach", "fire"),
        }
    }
}
