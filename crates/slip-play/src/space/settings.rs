//! Numbers and options of space combat that a ruleset may change.

use crate::space::roster::Rating;
use crate::space::state::Band;
use ecow::EcoString;
use slip_dice::DiceKind;
use slip_dice::fate::Schedule;
use slip_pack::ruleset::Rules;

/// Default text of the aspect of a ship whose fuel an overburn has used up.
const LOW_FUEL: &str = "Low on r-mass";

/// Default text of the aspect of a tethered ship.
const TETHERED: &str = "Tethered";

/// Default text of the aspect of a ship with another ship coupled to its nose.
const SLOW: &str = "Slow to respond";

/// Settings of space combat that are in force.
#[derive(Clone, Debug, PartialEq)]
pub struct SpaceSettings {
    /// Kind of dice for all rolls.
    pub dice: DiceKind,
    /// Shifts that consequences absorb.
    pub schedule: Schedule,
    /// Bonus for using an aspect.
    pub invoke_bonus: i32,
    /// Margin by which a defence must win to give spin.
    pub spin_at: i32,
    /// True if a defence gives at most one point of spin, instead of one for every `spin_at` shifts.
    pub spin_single: bool,
    /// True if any number of own aspects may be invoked on one roll.
    pub self_invokes_any: bool,
    /// True if fate points only change hands.
    pub zero_sum: bool,
    /// False with `declarations no`: players may not declare facts in words (R-P44).
    pub facts_in_words: bool,
    /// Rank of default crews in every skill.
    pub default_rank: i32,
    /// `default_crew_military`: skill in which default crews have military training where the ship requires it (R-S5).
    pub default_military: EcoString,
    /// `default_fighter_rank`: rank in every skill of a default fighter pilot.
    pub default_fighter_rank: i32,
    /// `station_penalty`: penalty on a person's roll for each earlier phase of the turn in which the person has acted. With `crew_penalty
    /// stations`, it counts each other station instead.
    pub station_penalty: i32,
    /// `crew_penalty stations`: the penalty counts other stations instead of earlier phases (R-S2).
    pub penalty_by_stations: bool,
    /// `nav_pilot always`: a person who is both navigator and pilot flies at -1 in every turn (R-S48).
    pub nav_pilot_always: bool,
    /// `coasting_total`: total of a ship that coasts.
    pub coasting_total: i32,
    /// `idle_total`: total of a ship that fails to act.
    pub idle_total: i32,
    /// `no_navigator_total`: total of the detection roll of a ship without a navigator (R-S9).
    pub no_navigator_total: i32,
    /// `edge_cost`: shifts that a move to the next band costs.
    pub edge_cost: i32,
    /// `outer_edge_cost`: shifts that a move between the last two bands costs.
    pub outer_edge_cost: i32,
    /// `leave_cost`: shifts for leaving the map.
    pub leave_cost: i32,
    /// `placement_limit`: the outermost band on which a navigator may place a ship.
    pub placement_limit: i8,
    /// Range from which beams have a penalty.
    pub beam_far: i32,
    /// Penalty of beams from that range on.
    pub beam_penalty: i32,
    /// Range up to which torpedoes have a penalty.
    pub torpedo_near: i32,
    /// Penalty of torpedoes up to that range.
    pub torpedo_penalty: i32,
    /// True if a fixed defence in electronic warfare counts as the result, without dice (R-S19).
    pub firewall_flat: bool,
    /// True if a burn may be lowered before the bidding closes (R-S14).
    pub burn_negotiation: bool,
    /// `boarding personal`: boardings are fought out by people if the encounter names a fight for it.
    pub boarding_personal: bool,
    /// True if being driven off counts as leaving the map (R-S32).
    pub driven_off_counts: bool,
    /// True if sides that hold fire may use electronic warfare (R-S46).
    pub victim_ew: bool,
    /// `boarding_resists`: number of turns in which boarders must be thrown back to be thrown out for good.
    pub resist_turns: i32,
    /// `boarding_turns`: number of full turns that pass between a successful boarding and the surrender.
    pub boarding_turns: i32,
    /// Amount by which a coupled ship reduces the lead's V-shift.
    pub coupling: i32,
    /// `torpedo_defence each_system`: each system rolls once in a phase against torpedoes and keeps the roll for the phase (R-S49).
    pub defence_by_system: bool,
    /// Difficulty of the navigator's roll when fuel is used up. On a success, the resulting aspect cannot be tagged for free.
    pub deny_difficulty: i32,
    /// Text of the aspect of a ship that has spent its fuel.
    pub low_fuel: EcoString,
    /// Text of the aspect of tethered ships.
    pub tethered: EcoString,
    /// Text of the aspect of a ship with another ship coupled to its nose.
    pub slow: EcoString,
    /// Names of the usual tracks, Frame, Data and Heat. The tracks of a fight are in
    /// [`Roster::tracks`](crate::space::roster::SpaceRoster::tracks).
    pub tracks: [EcoString; 3],
    /// Names of the ratings V-shift, Beam, Torpedo and Electronic warfare, by [`Rating`].
    pub ratings: [EcoString; 4],
    /// Default number of turns after which a fight is a draw.
    pub round_cap: u32,
}

impl SpaceSettings {
    /// Reads the rules in force.
    pub fn read(rules: &Rules) -> SpaceSettings {
        let number = |name: &str, default: i32| i32::try_from(rules.int(name, i64::from(default))).unwrap_or(default);
        let small = |name: &str, default: u8| u8::try_from(rules.int(name, i64::from(default))).unwrap_or(default);
        let word = |name: &str, default: &str| EcoString::from(rules.word(name, default));
        SpaceSettings {
            dice: DiceKind::from_word(rules.word("dice", "")).unwrap_or_default(),
            schedule: Schedule { mild: small("mild", 1), moderate: small("moderate", 2), severe: small("severe", 4) },
            invoke_bonus: number("invoke_bonus", 2),
            spin_at: number("spin_at", 3),
            spin_single: rules.is("spin", "single"),
            self_invokes_any: rules.is("self_invokes", "any"),
            zero_sum: rules.is("fate", "zero_sum"),
            facts_in_words: !rules.is("declarations", "no"),
            default_rank: number("default_crew_rank", 2),
            default_military: word("default_crew_military", "pilot"),
            default_fighter_rank: number("default_fighter_rank", 2),
            station_penalty: number("station_penalty", 1),
            penalty_by_stations: rules.is("crew_penalty", "stations"),
            nav_pilot_always: rules.is("nav_pilot", "always"),
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
            defence_by_system: rules.is("torpedo_defence", "each_system"),
            deny_difficulty: number("denial_difficulty", 3),
            low_fuel: LOW_FUEL.into(),
            tethered: TETHERED.into(),
            slow: SLOW.into(),
            tracks: [word("frame_track", "frame"), word("data_track", "data"), word("heat_track", "heat")],
            ratings: [word("v_shift_stat", "v_shift"), word("beam_stat", "beam"), word("torpedo_stat", "torpedo"), word("ew_stat", "ew")],
            round_cap: u32::try_from(rules.int("turn_cap", 60)).unwrap_or(60).max(1),
        }
    }

    /// Returns the name of the heat track.
    pub fn heat_name(&self) -> &str {
        let [_, _, heat] = &self.tracks;
        heat.as_str()
    }

    /// Returns the name of a rating.
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
