//! Numbers and options of platoon combat that a ruleset may change.

use slip_dice::DiceKind;
use slip_dice::fate::Schedule;
use slip_pack::ruleset::Rules;

/// Settings of platoon combat that are in force. The value `true` departs from the standard rules, unless the comment of the field says
/// otherwise.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a separate setting of the rules")]
pub struct PlatoonSettings {
    /// Kind of dice for all rolls.
    pub dice: DiceKind,
    /// Shifts that consequences absorb.
    pub schedule: Schedule,
    /// Bonus for using an aspect.
    pub invoke_bonus: i32,
    /// Margin by which a defence must win to give spin.
    pub spin_at: i32,
    /// True if a defence gives at most one point of spin. False if it gives one point for every `spin_at` shifts.
    pub spin_single: bool,
    /// True if any number of own aspects may be invoked on one roll.
    pub self_invokes_any: bool,
    /// True if fate points are never paid to the bank, but only pass between platoons (`fate zero_sum`).
    pub zero_sum: bool,
    /// False with `declarations no`: players may not declare facts in words (R-P44).
    pub facts_in_words: bool,
    /// Default number of turns after which a fight is a draw.
    pub turn_cap: u32,
    /// Range between a card and the map for acts other than artillery fire (R-L48).
    pub card_range: i32,
    /// True if the SPOTTED gained by firing depends on the skill.
    pub fire_spotted_by_skill: bool,
    /// True if the SPOTTED level gained by firing is added after the attack.
    pub fire_spotted_after: bool,
    /// True if consequences absorb only hits past the end of the track.
    pub consequences_past_the_end: bool,
    /// True if the limit on the number of zones ignores zones behind a border with a pass value (R-L53).
    pub pass_steps_uncounted: bool,
    /// True if a defence roll counts only for later attacks, not against jamming and spotting (R-L54).
    pub standing_attacks_only: bool,
    /// True if aircraft start on the first box of the track.
    pub aircraft_rearm: bool,
    /// True if artillery out of command does not fire.
    pub battery_silent: bool,
    /// True if units do not move on their cards.
    pub no_relocation: bool,
    /// True if all units of an artillery platoon on a card count as being in the leader's zone.
    pub battery_gathers_all: bool,
    /// True if orphans may not take cover.
    pub orphans_no_cover: bool,
    /// True if orphans may not join another platoon.
    pub no_adoption: bool,
    /// True if the out-of-command level of a unit does not fall by itself.
    pub ooc_stays: bool,
    /// True if sight into an adjacent zone can be blocked.
    pub adjacent_traced: bool,
    /// True if borders may block sight.
    pub border_blocking: bool,
    /// True if there are no marches.
    pub no_march: bool,
    /// True if fire on a zone strikes only spotted units.
    pub zone_fire_spotted: bool,
    /// True if maneuvers need a spotted target.
    pub maneuver_spotted: bool,
    /// True if aspects placed by maneuvers are permanent.
    pub maneuver_always: bool,
    /// True if any success is enough to spot.
    pub spotting_success: bool,
    /// True if a coin decides the first side even if there is a defender.
    pub first_coin: bool,
    /// True if the fate points of attached people may be spent for their unit.
    pub character_fate: bool,
    /// True if attached people place aspects themselves.
    pub character_turn: bool,
    /// True if the members of a platoon are determined for each unit at the start of its part of the turn, not once for the whole platoon.
    pub membership_by_unit: bool,
    /// True if very good maneuvers and movement rolls give spin.
    pub flat_spin: bool,
    /// True if a leader's second act may be any action (R-L14).
    pub leader_extra_any: bool,
    /// True if allies may spend a platoon's spin (R-L45).
    pub spin_allies: bool,
    /// True if jamming by fire reaches as far as the fire itself, in range and sight (R-L49).
    pub graphite_fire: bool,
}

impl PlatoonSettings {
    /// Reads the rules in force.
    pub fn read(rules: &Rules) -> PlatoonSettings {
        let number = |name: &str, default: i32| i32::try_from(rules.int(name, i64::from(default))).unwrap_or(default);
        let small = |name: &str, default: u8| u8::try_from(rules.int(name, i64::from(default))).unwrap_or(default);
        let past = rules.is("platoon_consequences", "past_the_end");
        let schedule = if rules.is("platoon_consequence_worth", "two") {
            Schedule { mild: 2, moderate: 2, severe: 2 }
        } else {
            Schedule { mild: small("mild", 1), moderate: small("moderate", 2), severe: small("severe", 4) }
        };
        PlatoonSettings {
            dice: DiceKind::from_word(rules.word("dice", "")).unwrap_or_default(),
            schedule,
            invoke_bonus: number("invoke_bonus", 2),
            spin_at: number("spin_at", 3),
            spin_single: rules.is("spin", "single"),
            self_invokes_any: rules.is("self_invokes", "any"),
            zero_sum: rules.is("fate", "zero_sum"),
            facts_in_words: !rules.is("declarations", "no"),
            turn_cap: u32::try_from(rules.int("battle_cap", 30)).unwrap_or(30).max(1),
            card_range: number("card_range", 10),
            fire_spotted_by_skill: rules.is("fire_spotted", "by_skill"),
            fire_spotted_after: rules.is("fire_spotted_from", "after"),
            consequences_past_the_end: past,
            pass_steps_uncounted: rules.is("pass_steps", "uncounted"),
            standing_attacks_only: rules.is("standing", "attacks"),
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
