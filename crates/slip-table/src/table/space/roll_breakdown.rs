//! Formats the arithmetic of the pending rolls of space combat, line by line, in the order of the rules.

use crate::transcript::phrases::counted;
use crate::transcript::space::phrases::{label, name, track_title};
use crate::transcript::space::rolls::attack;
use slip_dice::fate::track::TrackHit;
use slip_play::event::{SpacePhase, TrackId};
use slip_play::ids::ActorId;
use slip_play::roll::Roll;
use slip_play::space::Space;
use slip_play::space::roster::WeaponSystem;
use slip_play::space::state::{DATA, FRAME, SpaceContest, SpaceRollSubject};

/// Returns the dice, every addend, the total and the meaning of the pending rolls; `None` if no roll is pending.
pub(in crate::table) fn reckoning(fight: &Space) -> Option<String> {
    let contest = fight.state.contest.as_ref()?;
    let mut out = String::new();
    for (number, roll) in contest.rolls.iter().enumerate() {
        out.push_str(&format!("{} {}\n", name(fight, roll.who), does(fight, contest, number, roll)));
        rows(fight, roll, &mut out);
    }
    match (contest.matter, contest.difficulty, contest.rolls.as_slice()) {
        (SpaceRollSubject::Attack, _, [attacker, defenders @ ..]) => {
            let best = defenders.iter().max_by_key(|roll| roll.total());
            if let (Some(best), Some(first)) = (best, defenders.first()) {
                out.push_str(&format!(
                    "{} against {}: {}\n",
                    attacker.total(),
                    best.total(),
                    strike(fight, attacker.who, first.who, attacker.total() - best.total())
                ));
            }
        }
        (SpaceRollSubject::Repair(track), Some(difficulty), [roll]) => {
            let shifts = roll.total() - difficulty;
            let clears = match shifts {
                1.. => format!("{} is cleared up to box {shifts}", track_title(fight, track)),
                _ => "nothing is repaired".to_owned(),
            };
            out.push_str(&format!("{} against {difficulty}: {clears}\n", roll.total()));
        }
        (SpaceRollSubject::Boarding, _, [attacker, defender]) => {
            let shifts = attacker.total() - defender.total();
            let means = if shifts > 0 { "the boarders win" } else { "the boarders are thrown back" };
            out.push_str(&format!("{} against {}: {means}\n", attacker.total(), defender.total()));
        }
        (SpaceRollSubject::Maneuver, difficulty, [roll, ..]) => {
            let against = contest.rolls.get(1).map(|roll| roll.total()).or(difficulty).unwrap_or(0);
            let means = if roll.total() >= against { "the aspect is placed" } else { "it fails" };
            out.push_str(&format!("{} against {against}: {means}\n", roll.total()));
        }
        _ => {}
    }
    Some(out)
}

fn does(fight: &Space, contest: &SpaceContest, number: usize, roll: &Roll) -> String {
    match (contest.matter, number) {
        (SpaceRollSubject::Attack, 0) => attack(fight, roll.who),
        (SpaceRollSubject::Attack, 1) => if roll.standing { "defends, as rolled before" } else { "defends" }.to_owned(),
        (SpaceRollSubject::Attack, _) => "fires in defence of the target".to_owned(),
        (SpaceRollSubject::Repair(track), _) => format!("repairs {}", track_title(fight, track)),
        (SpaceRollSubject::Detection, _) => "finds its bearings".to_owned(),
        (SpaceRollSubject::Position, _) => "manoeuvres".to_owned(),
        (SpaceRollSubject::Boarding, 0) => "boards".to_owned(),
        (SpaceRollSubject::Boarding, _) => "holds the airlocks".to_owned(),
        (SpaceRollSubject::Maneuver, 0) => match fight.maneuvering().and_then(|(number, _)| fight.maneuver(number)) {
            Some(maneuver) => format!("tries {}", maneuver.title),
            None => "acts".to_owned(),
        },
        (SpaceRollSubject::Maneuver, _) => "resists".to_owned(),
        (SpaceRollSubject::Deny(_), _) => "tries to deny the free tag".to_owned(),
    }
}

fn rows(fight: &Space, roll: &Roll, out: &mut String) {
    if roll.rolled {
        out.push_str(&format!("  {:>4}  dice {}\n", format!("{:+}", roll.faces.total()), roll.faces));
    }
    for (part, amount) in roll.parts.iter() {
        out.push_str(&format!("  {:>4}  {}\n", format!("{amount:+}"), label(fight, roll.who, part, &roll.parts)));
    }
    out.push_str(&format!("  {:>4}  in all\n", roll.total()));
}

/// Describes the effect that a number of shifts would have on a defender now.
fn strike(fight: &Space, attacker: ActorId, who: ActorId, shifts: i32) -> String {
    let them = name(fight, who);
    let ew = fight.state.stage == SpacePhase::Ew;
    let fixed = fight.state.ship(who).is_some_and(|ship| ship.fixed.ew);
    match shifts {
        0 if ew => "nothing happens".to_owned(),
        0 => "a miss; one more shift would hit".to_owned(),
        ..0 if ew && fixed => format!("beaten by {}; a fixed defence does not strike back", -shifts),
        ..0 if ew => {
            let track = track_hit(fight, who, attacker).unwrap_or(DATA);
            format!("the target strikes back for {}: {}", -shifts, lands(fight, attacker, track, -shifts))
        }
        ..0 => {
            let settings = &fight.roster.settings;
            let spin = slip_dice::fate::check::spin(shifts, settings.spin_at, settings.spin_single);
            let spin = if spin > 0 { format!(", and {them} gains {spin} spin") } else { String::new() };
            format!("{shifts} shifts, a miss{spin}")
        }
        _ => {
            let track = track_hit(fight, attacker, who).unwrap_or(FRAME);
            format!("{}, a hit: {}", counted(i64::from(shifts), "shift", "shifts"), lands(fight, who, track, shifts))
        }
    }
}

/// Returns the track on which a ship's hit on another would land first in this phase.
fn track_hit(fight: &Space, by: ActorId, who: ActorId) -> Option<TrackId> {
    let weapon = WeaponSystem::of_stage(fight.state.stage)?;
    Some(fight.diverted(who, fight.tracks_hit(by, weapon, Some(who)).0))
}

/// Describes the boxes that a hit would mark now.
fn lands(fight: &Space, who: ActorId, track: TrackId, shifts: i32) -> String {
    let Some(ship) = fight.state.ship(who) else { return String::new() };
    let them = name(fight, who);
    let boxes = ship.track(track);
    let landing = fight.landing_on(who, track, shifts);
    let track = track_title(fight, track);
    let marks = match landing {
        TrackHit::Nothing => "nothing is marked".to_owned(),
        TrackHit::Box(number) => format!("{track} of {them} is marked up to box {number} of {}", boxes.length()),
        TrackHit::Past => format!("past the end of {track}, which takes {them} out"),
    };
    let unless = if fight.free_slots(who).count() > 0 { ", unless a consequence reduces it" } else { "" };
    format!("{marks}{unless}")
}
