//! The numbers and readings of space combat that a ruleset may change.

use crate::space::roster::Rating;
use crate::space::state::Band;
use ecow::EcoString;
use slip_dice::Kind;
use slip_dice::fate::Schedule;
use slip_pack::ruleset::Rules;

/// What is left of the fuel after an overburn (travel-economy.md; space.md 4.8).
const LOW_FUEL: &str = "Low on r-mass";

/// What hangs on a tether (space.md 8.2).
const TETHERED: &str = "Tethered";

/// What has another ship on its nose (8.4).
const SLOW: &str = "Slow to respond";

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
    /// `default_crew_military`: the skill that the nameless have military-grade where the ship asks for it (R-S5).
    pub default_military: EcoString,
    /// `default_fighter_rank`: the rank of a nameless pilot of a fighter, in everything.
    pub default_fighter_rank: i32,
    /// `station_penalty`: what each other station that somebody has worked in a turn takes off their skill.
    pub station_penalty: i32,
    /// `coasting_total`: the total of a ship whose drives rest.
    pub coasting_total: i32,
    /// `idle_total`: the total of a ship that fails to act.
    pub idle_total: i32,
    /// `no_navigator_total`: the Navigation of a ship without a navigator (R-S9).
    pub no_navigator_total: i32,
    /// `edge_cost`: what moving from band to band costs, in shifts.
    pub edge_cost: i32,
    /// `outer_edge_cost`: what the edge between the last two bands costs.
    pub outer_edge_cost: i32,
    /// `leave_cost`: what leaving the map costs.
    pub leave_cost: i32,
    /// `placement_limit`: the outermost band on which a navigator may place a ship.
    pub placement_limit: i8,
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
    /// True if a burn may be lowered before the bidding closes (R-S14).
    pub burn_negotiation: bool,
    /// `boarding personal`: boardings are fought out by people where the encounter names a fight for it.
    pub boarding_personal: bool,
    /// True if being driven off counts as leaving the map (R-S32).
    pub driven_off_counts: bool,
    /// True if those who hold fire may use electronic warfare (R-S46).
    pub victim_ew: bool,
    /// `boarding_resists`: turns in which boarders must be thrown back.
    pub resist_turns: i32,
    /// `boarding_turns`: full turns between a boarding that succeeds and the surrender.
    pub boarding_turns: i32,
    /// What a coupled ship takes off the lead's V-shift.
    pub coupling: i32,
    /// What denies a free tag on the ship's fuel.
    pub deny_difficulty: i32,
    /// The aspect of a ship that has spent its fuel.
    pub low_fuel: EcoString,
    /// The aspect of ships that are tethered.
    pub tethered: EcoString,
    /// The aspect of a ship that has another on its nose.
    pub slow: EcoString,
    /// The names of Frame, Data and Heat.
    pub tracks: [EcoString; 3],
    /// The names of V-shift, Beam, Torpedo and Electronic warfare, by [`Rating`].
    pub ratings: [EcoString; 4],
    /// Turns after which a fight without a limit of its own is a draw.
    pub round_cap: u32,
}

impl Settings {
    /// Reads the rules in force.
    pub fn read(rules: &Rules) -> Settings {
        let number = |name: &str, default: i32| i32::try_from(rules.int(name, i64::from(default))).unwrap_or(default);
        let small = |name: &str, default: u8| u8::try_from(rules.int(name, i64::from(default))).unwrap_or(default);
        let word = |name: &str, default: &str| EcoString::from(rules.word(name, default));
        Settings {
            dice: Kind::from_word(rules.word("dice", "")).unwrap_or_default(),
            schedule: Schedule { mild: small("mild", 1), moderate: small("moderate", 2), severe: small("severe", 4) },
            invoke_bonus: number("invoke_bonus", 2),
            spin_at: number("spin_at", 3),
            spin_single: rules.is("spin", "single"),
            self_invokes_any: rules.is("self_invokes", "any"),
            zero_sum: rules.is("fate", "zero_sum"),
            default_rank: number("default_crew_rank", 2),
            default_military: word("default_crew_military", "pilot"),
            default_fighter_rank: number("default_fighter_rank", 2),
            station_penalty: number("station_penalty", 1),
            coasting_total: number("coasting_total", -4),
            idle_total: number("idle_total", -4),
            no_navigator_total: number("no_navigator_total", -4),
            edge_cost: number("edge_cost", 1),
            outer_edge_cost: number("outer_edge_cost", 2),
            leave_cost: number("leave_cost", 3),
            placement_limit: i8::try_from(number("placement_limit", 3)).unwrap_or(3).clamp(0, Band::EDGE),
            beam_far: number("beam_far", 3),
            beam_penalty: number("beam_far_penalty", 2),
            torpedo_near: number("torpedo_near", 1),
            torpedo_penalty: number("torpedo_near_penalty", 2),
            firewall_flat: rules.is("firewall", "flat"),
            burn_negotiation: rules.is("burn_negotiation", "yes"),
            boarding_personal: rules.is("boarding", "personal"),
            driven_off_counts: !rules.is("driven_off_counts", "no"),
            victim_ew: rules.is("victim_ew", "allowed"),
            resist_turns: number("boarding_resists", 3),
            boarding_turns: number("boarding_turns", 1),
            coupling: number("coupling_penalty", 2),
            deny_difficulty: number("denial_difficulty", 3),
            low_fuel: LOW_FUEL.into(),
            tethered: TETHERED.into(),
            slow: SLOW.into(),
            tracks: [word("frame_track", "frame"), word("data_track", "data"), word("heat_track", "heat")],
            ratings: [word("v_shift_stat", "v_shift"), word("beam_stat", "beam"), word("torpedo_stat", "torpedo"), word("ew_stat", "ew")],
            round_cap: u32::try_from(rules.int("turn_cap", 60)).unwrap_or(60).max(1),
        }
    }

    /// The name of a rating.
    pub const fn rating(&self, rating: Rating) -> &EcoString {
        let [v_shift, beam, torpedo, ew] = &self.ratings;
        match rating {
            Rating::VShift => v_shift,
            Rating::Beam => beam,
            Rating::Torpedo => torpedo,
            Rating::Ew => ew,
        }
    }
}
