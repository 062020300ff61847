//! Compares the worth of the sides, and warns if it does not suit the form of battle. A unit is worth 1 and a leader 2; each level of
//! technology above the lowest in the encounter adds a quarter of that.

use super::{Scene, Written};
use crate::check::battle_form_errors as errors;
use slip_pack::Pack;
use slip_pack::encounter::{Encounter, Form, Role, in_units};
use slip_source::diagnostic::Diagnostics;
use std::fmt::Write;

/// Highest ratio of the worth of two forces that are still roughly equal: 4 to 3.
const ROUGHLY: (i64, i64) = (4, 3);

/// Reports the worth of the sides as a note. Warns if the form of battle requires another relation of the two: roughly equal worth, or a
/// weaker side.
pub(super) fn compare(scene: &Scene<'_, '_>, encounter: &Encounter, written: &[Written], out: &mut Diagnostics) {
    let pack = scene.context.pack;
    let worth: Vec<(&str, i64)> =
        encounter.sides.iter().enumerate().map(|(number, side)| (side.name.as_str(), pack.worth(encounter, number))).collect();
    if worth.len() < 2 || worth.iter().any(|(_, worth)| *worth == 0) {
        return;
    }
    let lowest = pack.lowest_tech(encounter);
    let sides = encounter.sides.iter().enumerate();
    let platoons = sides.flat_map(|(number, side)| (0..side.platoons.len()).map(move |at| reasons(pack, encounter, number, at)));
    out.push(errors::order_of_battle(scene.declared.tree.name.span, &sentence(&worth), platoons.collect(), lowest));
    for (form, span, roles) in written {
        let of = |side: usize| worth.get(side).copied();
        match (form, roles) {
            (Form::Meeting | Form::Objectives, _) => {
                let most = worth.iter().max_by_key(|(_, worth)| *worth);
                let least = worth.iter().min_by_key(|(_, worth)| *worth);
                if let (Some(most), Some(least)) = (most, least)
                    && let (strong, weak) = (most.1.saturating_mul(ROUGHLY.1), least.1.saturating_mul(ROUGHLY.0))
                    && strong > weak
                {
                    out.push(errors::unequal_forces(*span, *form, *most, *least, strong.abs_diff(weak)));
                }
            }
            (Form::Ambush, Some((one, other))) => {
                if let (Some(ambushers), Some(patrol)) = (of(*one), of(*other))
                    && ambushers.1 >= patrol.1
                {
                    out.push(errors::strong_ambush(*span, ambushers, patrol));
                }
            }
            _ => {}
        }
    }
}

/// Formats the worth of a platoon: `trust, collection 8 1/2: leader of T0 2, 4 units of T0 4, 2 units of T1 2 1/2`.
fn reasons(pack: &Pack, encounter: &Encounter, number: usize, platoon: usize) -> String {
    let Some(side) = encounter.sides.get(number) else { return String::new() };
    let lowest = pack.lowest_tech(encounter);
    let mut parts: Vec<(bool, i32, i64, i64)> = Vec::new();
    for (actor, unit) in side.actors.iter().filter_map(|actor| Some((actor, actor.unit.as_ref()?))) {
        if unit.platoon != platoon || !unit.is_unit() {
            continue;
        }
        let tech = pack.fielded(side, actor).and_then(|item| item.tech).unwrap_or(lowest);
        let worth = unit.worth(tech.saturating_sub(lowest));
        let leads = unit.role == Role::Leader;
        match parts.iter_mut().find(|(led, level, ..)| (*led, *level) == (leads, tech)) {
            Some((.., count, sum)) => {
                *count += 1;
                *sum += worth;
            }
            None => parts.push((leads, tech, 1, worth)),
        }
    }
    parts.sort_by_key(|(leads, tech, ..)| (!leads, *tech));
    let whole = parts.iter().map(|(.., worth)| worth).sum();
    let each = parts.iter().map(|(leads, tech, count, worth)| {
        let who = match (leads, count) {
            (true, _) => "leader".to_owned(),
            (false, 1) => "1 unit".to_owned(),
            (false, count) => format!("{count} units"),
        };
        format!("{who} of T{tech} {}", in_units(*worth))
    });
    let name = side.platoons.get(platoon).map_or("", |platoon| platoon.name.as_str());
    format!("{}, {name} {}: {}", side.name, in_units(whole), each.collect::<Vec<_>>().join(", "))
}

/// Formats the worth of the sides and, for two sides, their ratio: `trust is worth 8 1/4, folk 7: 33 to 28`.
fn sentence(worth: &[(&str, i64)]) -> String {
    let mut text = String::new();
    for (place, (side, worth)) in worth.iter().enumerate() {
        let verb = if place == 0 { " is worth" } else { "" };
        let comma = if place == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}{side}{verb} {}", in_units(*worth));
    }
    if let [(_, one), (_, other)] = worth {
        match ratio(*one, *other) {
            (1, 1) => text.push_str(": even"),
            (one, other) => {
                let _ = write!(text, ": {one} to {other}");
            }
        }
    }
    text
}

/// Reduces a ratio to the smallest whole numbers with the same ratio.
fn ratio(one: i64, other: i64) -> (i64, i64) {
    let (mut most, mut rest) = (one.max(1), other.max(1));
    while rest != 0 {
        (most, rest) = (rest, most % rest);
    }
    (one.max(1) / most, other.max(1) / most)
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn who_is_worth_how_much_is_told_without_rounding() {
        assert_eq!(sentence(&[("levy", 20), ("gate", 18)]), "levy is worth 5, gate 4 1/2: 10 to 9");
        assert_eq!(sentence(&[("levy", 20), ("gate", 40)]), "levy is worth 5, gate 10: 1 to 2");
        assert_eq!(sentence(&[("levy", 12), ("gate", 12)]), "levy is worth 3, gate 3: even");
    }
}
