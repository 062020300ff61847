//! Formats the arithmetic of the pending roll, line by line, in the order of the rules.

use crate::transcript::phrases::{armour_sum, counted, deed, name, skill_title, title};
use slip_dice::fate::track::TrackHit;
use slip_play::choice::Verb;
use slip_play::event::RollAddend;
use slip_play::ids::ActorId;
use slip_play::names::Names;
use slip_play::personal::Personal;
use slip_play::personal::state::{Defence, HEALTH, PersonalContest};
use slip_play::roll::Roll;

/// Returns the dice, every addend, the total and the meaning of the pending roll; `None` if no roll is pending.
pub(super) fn reckoning(fight: &Personal) -> Option<String> {
    let contest = fight.state.contest.as_ref()?;
    let who = contest.roll.who;
    let mut out = format!("{} {}\n", name(fight, who), deed(fight, who));
    rows(fight, &contest.roll, None, &mut out);
    match contest.difficulty {
        Some(difficulty) => out.push_str(&fixed(fight, contest, difficulty)),
        None => {
            for defence in &contest.defences {
                opposed(fight, contest, defence, &mut out);
            }
        }
    }
    Some(out)
}

fn rows(fight: &Personal, roll: &Roll, attacker: Option<ActorId>, out: &mut String) {
    out.push_str(&format!("  {:>4}  dice {}\n", format!("{:+}", roll.faces.total()), roll.faces));
    for (part, amount) in roll.parts.iter() {
        out.push_str(&format!("  {:>4}  {}\n", format!("{amount:+}"), label(fight, roll.who, attacker, part)));
    }
    out.push_str(&format!("  {:>4}  in all\n", roll.total()));
}

pub(super) fn label(fight: &Personal, who: ActorId, attacker: Option<ActorId>, part: RollAddend) -> String {
    match part {
        RollAddend::Skill(skill) => skill_title(fight, skill).to_owned(),
        RollAddend::Mooks => "unmarked boxes".to_owned(),
        RollAddend::Amplified => "backed by a better skill".to_owned(),
        RollAddend::Harm => "harm of the weapon".to_owned(),
        RollAddend::Fists => "armoured fists".to_owned(),
        RollAddend::Gear => "gear".to_owned(),
        RollAddend::Environment => "surroundings".to_owned(),
        RollAddend::Range if fight.roster.social.is_some() => "range".to_owned(),
        RollAddend::Range => "out of range".to_owned(),
        RollAddend::Fixed => "untrained".to_owned(),
        RollAddend::Armour => armour(fight, who, attacker),
        RollAddend::Aspect => "aspects".to_owned(),
        RollAddend::Spin => "spin".to_owned(),
        RollAddend::Late => "compelled".to_owned(),
        RollAddend::Limited => "limited".to_owned(),
        RollAddend::Posts => "works at other posts".to_owned(),
        RollAddend::Burn => "burn".to_owned(),
        RollAddend::Automatic => "no roll".to_owned(),
        RollAddend::Line(number) => fight.line(number).to_owned(),
    }
}

/// Formats the armour worn, with its addends: `Body armour: armour 4 - penetration 1 = 3`.
fn armour(fight: &Personal, who: ActorId, attacker: Option<ActorId>) -> String {
    let worn = fight.roster.actors[who].armour.as_ref().map(|worn| worn.title.as_str());
    let addends = attacker.zip(fight.state.declared.using).map(|attack| fight.armour_addends(who, attack, worn.is_some()));
    match (worn, addends) {
        (worn, Some(addends)) if addends.iter().filter(|(_, amount)| *amount != 0).count() > 1 => {
            let sum: i32 = addends.iter().map(|(_, amount)| amount).sum();
            let sum = armour_sum(fight, &addends, sum.max(0));
            worn.map_or(sum.clone(), |worn| format!("{worn}: {sum}"))
        }
        (Some(worn), _) => worn.to_owned(),
        _ => "armour".to_owned(),
    }
}

fn opposed(fight: &Personal, contest: &PersonalContest, defence: &Defence, out: &mut String) {
    let Some(roll) = &defence.roll else { return };
    let skill = roll.skill.map_or(String::new(), |skill| format!(" with {}", skill_title(fight, skill)));
    let live = if roll.standing { ", as rolled before" } else { "" };
    out.push_str(&format!("{} defends{skill}{live}\n", name(fight, defence.who)));
    rows(fight, roll, Some(contest.roll.who), out);
    let number = contest.defences.iter().position(|there| there.who == defence.who);
    let shifts = contest.shifts_against(number);
    let only = if defence.only == 0 { String::new() } else { format!(" {:+} only against this target", defence.only) };
    let sum = format!("{}{only} against {}", contest.roll.total(), roll.total());
    out.push_str(&format!("{sum}: {}\n", strike(fight, defence.who, shifts)));
}

/// Describes the result that a number of shifts would have on a defender in the current state.
fn strike(fight: &Personal, who: ActorId, shifts: i32) -> String {
    if fight.roster.social.is_some() {
        return super::social::opposed(fight, who, shifts);
    }
    let them = name(fight, who);
    if shifts <= 0 {
        let spin = slip_dice::fate::check::spin(shifts, fight.roster.settings.spin_at, fight.roster.settings.spin_single);
        let spin = if spin > 0 { format!(", and {them} gains {spin} spin") } else { String::new() };
        return match shifts {
            0 => format!("0 shifts, a miss{spin}; one more shift would hit"),
            shifts => format!("{shifts} shifts, a miss{spin}"),
        };
    }
    let track = fight.state.declared.track.filter(|_| !fight.roster.actors[who].mooks).unwrap_or(HEALTH);
    let boxes = fight.state.actors[who].track(track);
    let track = title(fight.track(track));
    let lands = match boxes.landing(shifts) {
        TrackHit::Nothing => "nothing is marked".to_owned(),
        TrackHit::Box(number) => format!("{track} is marked up to box {number} of {}", boxes.length()),
        TrackHit::Past => format!("past the end of {track}, which takes {them} out"),
    };
    let slots = fight.state.actors[who].slots.count();
    let unless = if slots > 0 { ", unless a consequence reduces it" } else { "" };
    format!("{}, a hit: {lands}{unless}", counted(i64::from(shifts), "shift", "shifts"))
}

fn fixed(fight: &Personal, contest: &PersonalContest, difficulty: i32) -> String {
    let shifts = contest.shifts_against(None);
    if fight.roster.social.is_some() {
        return super::social::fixed(fight, shifts);
    }
    let means = match fight.state.declared.act {
        Some(Verb::Move) => format!("{} of movement", counted(i64::from(1 + shifts.max(0)), "point", "points")),
        Some(Verb::Obstruct) if shifts > 0 => "it works".to_owned(),
        Some(Verb::Obstruct) => format!("it fails: {} would be enough", difficulty + 1),
        _ if shifts >= 0 => "it works".to_owned(),
        _ => format!("it fails by {}", -shifts),
    };
    format!("{} against {difficulty}: {means}\n", contest.roll.total())
}
