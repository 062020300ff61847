//! Jumps of the older variant: so many parsecs in about a week, for a tenth of the ship in fuel each (travel-economy.md 9).

use serde::Serialize;
use slip_pack::quantity::Time;
use slip_pack::ruleset::Rules;

/// What it takes to get so many parsecs away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Jump {
    /// How far, in parsecs.
    pub parsecs: u32,
    /// What the drive does at once, in parsecs.
    pub drive: u32,
    /// How many jumps.
    pub jumps: u32,
    /// How long they take at least, pauses between them included, in seconds.
    pub shortest: Time,
    /// As a rule.
    pub usual: Time,
    /// At most.
    pub longest: Time,
    /// Hundredths of the ship's volume that the fuel of the longest of them takes.
    pub tank: u32,
    /// The same for all of them without fuelling between.
    pub fuel: u32,
    /// True if so much fuel fits into a ship at all.
    pub without_fuelling: bool,
    /// Diameters from a world at which one jumps, and in an emergency.
    pub diameters: (u32, u32),
    /// Months that a ship takes that earns her keep on the way, rounded up.
    pub months_in_trade: u32,
}

/// What jumps cost those who do not own the ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fares {
    /// Cost of a cabin and a steward, for each jump.
    pub high: i64,
    /// Of a bunk.
    pub middle: i64,
    /// Of a cold berth.
    pub low: i64,
    /// Of sending word to another system.
    pub message: i64,
}

/// What a jump of so many parsecs takes, with a drive that does so many at once.
///
/// # Errors
/// A sentence, if there are no jumps by these rules or the drive is none.
pub fn jump(rules: &Rules, parsecs: u32, drive: u32) -> Result<Jump, String> {
    let number = |setting: &str, default: i64| u32::try_from(rules.int(setting, default)).unwrap_or(0);
    if !rules.is("jumps", "yes") {
        return Err("by these rules ships do not jump; `--variant travel_gdrive` has jumps".to_owned());
    }
    let most = number("jump_most", 6);
    if parsecs == 0 || drive == 0 {
        return Err("a jump goes at least one parsec".to_owned());
    }
    if drive > most {
        return Err(format!("no drive jumps more than {most} parsecs, not {drive}"));
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

/// What passengers and messages cost.
pub fn fares(rules: &Rules) -> Fares {
    Fares {
        high: rules.int("passage_high", 4),
        middle: rules.int("passage_middle", 3),
        low: rules.int("passage_low", 2),
        message: rules.int("message_cost", 1),
    }
}

/// Where a ship finds fuel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fuel {
    /// Refined, at a port.
    Refined,
    /// Unrefined: from a gas giant, or from water.
    Unrefined,
    /// None.
    Nowhere,
}

/// The fuel of a world with or without a port, so many tenths of which are under water, or of a gas giant.
pub fn fuel(rules: &Rules, port: bool, water: i32, giant: bool) -> Fuel {
    match (port, giant || i64::from(water) >= rules.int("fuel_water_from", 3)) {
        (true, _) => Fuel::Refined,
        (false, true) => Fuel::Unrefined,
        (false, false) => Fuel::Nowhere,
    }
}

/// True if a drive lifts off from most worlds.
pub fn lifts_off(rules: &Rules, drive: i32) -> bool {
    rules.is("jumps", "yes") && i64::from(drive) >= rules.int("lift_off_drive", 1)
}
