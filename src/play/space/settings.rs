//! The numbers and readings of space combat that a ruleset may change. Floor 5.

use crate::dice::Kind;
use crate::fate::Schedule;
use crate::pack::ruleset::Rules;
use ecow::EcoString;

/// The settings in force.
#[derive(Clone, Debug, PartialEq)]
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
    /// The rank of default crews.
    pub default_rank: i32,
    /// A result without drives, without a navigator, or of a failure to act.
    pub automatic: i32,
    /// From this range on beams are far.
    pub beam_far: i32,
    /// What is taken off them there.
    pub beam_penalty: i32,
    /// Up to this range torpedoes are near.
    pub torpedo_near: i32,
    /// What is taken off them there.
    pub torpedo_penalty: i32,
    /// A fixed defence in electronic warfare is no roll but the number itself (R-S19).
    pub firewall_flat: bool,
    /// Whether a burn may be lowered before the bidding closes (R-S14).
    pub burn_negotiation: bool,
    /// Whether being driven off counts as leaving the map (R-S32).
    pub driven_off_counts: bool,
    /// Whether those who hold fire may use electronic warfare (R-S46).
    pub victim_ew: bool,
    /// Turns in which boarders may be thrown back.
    pub resist_turns: i32,
    /// What a coupled ship takes off the lead's V-shift.
    pub coupling: i32,
    /// What denies a free tag on the ship's fuel.
    pub deny_difficulty: i32,
    /// The aspect of a ship that has spent its fuel.
    pub low_fuel: EcoString,
    /// The names of Frame, Data and Heat.
    pub tracks: [EcoString; 3],
    /// Turns after which a fight without a limit of its own is a draw.
    pub round_cap: u32,
}

impl Settings {
    /// Reads them.
    pub fn read(_rules: &Rules) -> Settings {
        Settings {
            dice: Kind::Fudge,
            schedule: Schedule::default(),
            invoke_bonus: 2,
            spin_at: 3,
            spin_single: false,
            self_invokes_any: false,
            zero_sum: false,
            default_rank: 2,
            automatic: -4,
            beam_far: 3,
            beam_penalty: 2,
            torpedo_near: 1,
            torpedo_penalty: 2,
            firewall_flat: false,
            burn_negotiation: false,
            driven_off_counts: true,
            victim_ew: false,
            resist_turns: 3,
            coupling: 2,
            deny_difficulty: 3,
            low_fuel: "Low on r-mass".into(),
            tracks: ["frame".into(), "data".into(), "heat".into()],
            round_cap: 100,
        }
    }
}
