//! Formats the arithmetic of the pending rolls of platoon combat, line by line, and their result.

use crate::transcript::phrases::counted;
use crate::transcript::platoon::phrases::{deed, label, name};
use slip_dice::fate::track::TrackHit;
use slip_play::choice::Verb;
use slip_play::ids::ActorId;
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::state::{MOST, PlatoonRollSubject};
use slip_play::roll::Roll;

/// Returns the dice, every addend, the total and the meaning of the pending rolls; `None` if no roll is pending.
pub(in crate::table) fn reckoning(fight: &PlatoonFight) -> Option<String> {
    let contest = fight.state.contest.as_ref()?;
    let mut out = String::new();
    for (number, roll) in contest.rolls.iter().enumerate() {
        let does = if number == 0 { deed(fight) } else { "resists".to_owned() };
        out.push_str(&format!("{} {does}\n", name(fight, roll.who)));
        rows(fight, roll, &mut out);
    }
    let (actor, others) = contest.rolls.split_first()?;
    if others.is_empty() {
        let against = contest.difficulty.unwrap_or(0);
        out.push_str(&format!("{} against {against}: {}\n", actor.total(), alone(fight, actor.total() - against)));
    }
    for other in others {
        let shifts = actor.total() - other.total();
        let means = opposed(fight, contest.matter, other.who, shifts);
        out.push_str(&format!("{} against {} of {}: {means}\n", actor.total(), other.total(), name(fight, other.who)));
    }
    Some(out)
}

fn rows(fight: &PlatoonFight, roll: &Roll, out: &mut String) {
    out.push_str(&format!("  {:>4}  dice {}\n", format!("{:+}", roll.faces.total()), roll.faces));
    for (part, amount) in roll.parts.iter() {
        out.push_str(&format!("  {:>4}  {}\n", format!("{amount:+}"), label(fight, part)));
    }
    out.push_str(&format!("  {:>4}  in all\n", roll.total()));
}

/// Describes the result of a roll against a fixed difficulty.
fn alone(fight: &PlatoonFight, shifts: i32) -> String {
    let count = counted(i64::from(shifts), "shift", "shifts");
    match (fight.state.declared.act, shifts) {
        (Some(Verb::Maneuver), _) if shifts >= 0 => "the aspect is placed".to_owned(),
        (_, ..1) => "it fails".to_owned(),
        (Some(Verb::Move | Verb::March | Verb::Relocate), _) => format!("{count} of movement"),
        (Some(Verb::Rearm), _) => format!("{} forward on the re-arm track", counted(i64::from(shifts), "box", "boxes")),
        (Some(Verb::Interdict), _) => format!("{count} to put on borders"),
        (Some(Verb::Rally), _) => format!("the boxes up to {shifts} are cleared"),
        (Some(Verb::Unjam), _) => format!("OOC falls by {shifts}"),
        (Some(Verb::Cover | Verb::Displace), _) => format!("SPOTTED falls by {shifts}"),
        _ => count,
    }
}

/// Describes the effect that a number of shifts would have on a unit now.
fn opposed(fight: &PlatoonFight, matter: PlatoonRollSubject, who: ActorId, shifts: i32) -> String {
    let them = name(fight, who);
    if shifts <= 0 {
        let settings = &fight.roster.settings;
        let spin = slip_dice::fate::check::spin(shifts, settings.spin_at, settings.spin_single);
        let holder = fight.platoon(who).map_or(them, |platoon| name(fight, fight.state.id_of_platoon(platoon)));
        let spin = if spin > 0 { format!(", and {holder} gains {spin} spin") } else { String::new() };
        let lost = if shifts == 0 { "one more shift is needed".to_owned() } else { format!("lost by {}", -shifts) };
        return format!("{lost}{spin}");
    }
    let Some(unit) = fight.state.unit(who) else { return String::new() };
    let up = |now: u8| i32::from(now).saturating_add(shifts).min(i32::from(MOST));
    match matter {
        PlatoonRollSubject::Jam => format!("OOC {} to {}", unit.ooc, up(unit.ooc)),
        PlatoonRollSubject::Spot => format!("SPOTTED {} to {}", unit.spotted, up(unit.spotted)),
        PlatoonRollSubject::Attack | PlatoonRollSubject::Fixed => {
            let count = counted(i64::from(shifts), "shift", "shifts");
            match unit.morale.landing(shifts) {
                TrackHit::Nothing => count,
                TrackHit::Box(number) => format!("{count}, a hit: morale is marked up to box {number} of {}", unit.morale.length()),
                TrackHit::Past => format!("{count}, a hit: past the end of the morale track, unless a consequence reduces it"),
            }
        }
    }
}
