//! Jumps of the older variant: some parsecs in about a week, using a tenth of the ship's volume in fuel per parsec.

use serde::Serialize;
use slip_pack::length_and_time::Time;
use slip_pack::ruleset::Rules;

/// Time and fuel for jumps over a distance in parsecs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Jump {
    /// Distance in parsecs.
    pub parsecs: u32,
    /// Range of the drive per jump, in parsecs.
    pub drive: u32,
    /// Number of jumps.
    pub jumps: u32,
    /// Shortest total time in seconds, with the pauses between jumps.
    pub shortest: Time,
    /// Usual total time in seconds.
    pub usual: Time,
    /// Longest total time in seconds.
    pub longest: Time,
    /// Fuel for the longest of the jumps, in hundredths of the ship's volume.
    pub tank: u32,
    /// Fuel for all jumps without refuelling.
    pub fuel: u32,
    /// True if fuel for all jumps fits into a ship.
    pub without_fuelling: bool,
    /// Distances from a world, in diameters of the world, that a ship must keep for a jump and for an emergency jump.
    pub diameters: (u32, u32),
    /// Months that a ship needs if it trades on the way, rounded up.
    pub months_in_trade: u32,
}

/// Fares for passengers and messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fares {
    /// Cost of a cabin with a steward (high passage), per passenger and jump.
    pub high: i64,
    /// Cost of a bunk (middle passage), per passenger and jump.
    pub middle: i64,
    /// Cost of a cold berth (low passage), per passenger and jump.
    pub low: i64,
    /// Cost of a message to another system.
    pub message: i64,
}

/// Computes the jumps over a distance with a drive of this range.
///
/// # Errors
/// Returns a sentence if the rules have no jumps or the drive is not possible.
pub fn jump(rules: &Rules, parsecs: u32, drive: u32) -> Result<Jump, String> {
    let number = |setting: &str, default: i64| u32::try_from(rules.int(setting, default)).unwrap_or(0);
    if !rules.is("jumps", "yes") {
        return Err("in these rules ships cannot jump: add `--variant travel_gdrive` for jumps".to_owned());
    }
    let most = number("jump_most", 6);
    if parsecs == 0 || drive == 0 {
        return Err("a jump is at least one parsec".to_owned());
    }
    if drive > most {
        return Err(format!("a drive jumps at most {most} parsecs, not {drive}"));
    }
    let jumps = parsecs.div_ceil(drive);
    let pauses = Time::hours(u64::from(number("jump_pause", 1))).times(u64::from(jumps - 1));
    let spread = u64::from(number("jump_spread", 10)).min(100);
    let one = Time::hours(u64::from(number("jump_hours", 170))).0;
    let of = |hundredths: u64| Time(one.saturating_mul(hundredths) / 100).times(u64::from(jumps));
    let with_pauses = |time: Time| Time(time.0.saturating_add(pauses.0));
    let each = number("jump_fuel", 10);
    let fuel = parsecs.saturating_mul(each);
    Ok(Jump {
        parsecs,
        drive,
        jumps,
        shortest: with_pauses(of(100 - spread)),
        usual: with_pauses(of(100)),
        longest: with_pauses(of(100 + spread)),
        tank: drive.min(parsecs).saturating_mul(each),
        fuel,
        without_fuelling: fuel < 100,
        diameters: (number("jump_diameters", 100), number("jump_diameters_emergency", 10)),
        months_in_trade: jumps.div_ceil(number("jumps_per_month", 2).max(1)),
    })
}

/// Returns the fares for passengers and messages.
pub fn fares(rules: &Rules) -> Fares {
    Fares {
        high: rules.int("passage_high", 4),
        middle: rules.int("passage_middle", 3),
        low: rules.int("passage_low", 2),
        message: rules.int("message_cost", 1),
    }
}

/// Fuel available to a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fuel {
    /// Refined fuel at a port.
    Refined,
    /// Unrefined fuel from a gas giant or from water.
    Unrefined,
    /// No fuel is available.
    Nowhere,
}

/// Returns the fuel that is available at a world, with or without a port, or at a gas giant. `water` is the number of tenths of the world
/// covered by water.
pub fn fuel(rules: &Rules, port: bool, water: i32, giant: bool) -> Fuel {
    match (port, giant || i64::from(water) >= rules.int("fuel_water_from", 3)) {
        (true, _) => Fuel::Refined,
        (false, true) => Fuel::Unrefined,
        (false, false) => Fuel::Nowhere,
    }
}

/// True if a drive of this size is strong enough to lift a ship off most worlds.
pub fn lifts_off(rules: &Rules, drive: i32) -> bool {
    rules.is("jumps", "yes") && i64::from(drive) >= rules.int("lift_off_drive", 1)
}
