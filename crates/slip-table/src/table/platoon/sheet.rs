//! Formats the state of a unit: the stat line for the board, and the complete sheet.

use super::board::aspect;
use crate::table::actor_marks::Marks;
use crate::table::sheet::wrapped;
use crate::table::style::ColourScheme;
use crate::transcript::phrases::{counted, listed};
use crate::transcript::platoon::phrases::{boxes, name, skill_title, status, tracks, whereabouts};
use crate::transcript::platoon::stands;
use slip_dice::fate::{AspectOrigin, Grade, Holder};
use slip_play::effects::Carrier;
use slip_play::ids::{ActorId, SkillId};
use slip_play::names::Names;
use slip_play::platoon::PlatoonFight;
use slip_printable::{columns_of, padded};

/// Separator between several entries of one field of a sheet.
const NEXT: &str = "\n                ";

/// Formats the stat line of a unit.
pub(in crate::table) fn stat_line(fight: &PlatoonFight, who: ActorId, marks: &Marks, ink: &ColourScheme) -> String {
    stat_line_wide(fight, who, marks, ink, [0; 3])
}

/// Formats the stat line of a unit: mark, name, place, morale and handicaps, in columns of given widths.
pub(super) fn stat_line_wide(fight: &PlatoonFight, who: ActorId, marks: &Marks, ink: &ColourScheme, widths: [usize; 3]) -> String {
    let [mark, name_width, place] = widths;
    let pen = ink.side(fight.side(who));
    let title = pen.write(&padded(name(fight, who), name_width));
    let Some(unit) = fight.state.unit(who) else {
        let points = fight.state.platoon_of_id(who).and_then(|platoon| fight.state.platoons.row(platoon));
        return format!("{title}  fate {}", points.map_or(0, |platoon| platoon.fate.points()));
    };
    let mut words = vec![format!("{} {title}  {}", pen.write(&padded(marks.mark(who), mark)), padded(&place_now(fight, who), place))];
    if unit.is_active() {
        words.extend(tracks(fight, unit));
    }
    words.extend(now(fight, who));
    words.join("  ").trim_end().to_owned()
}

/// Returns the widths of the columns for mark, name and place, over all units.
pub(super) fn widths(fight: &PlatoonFight, marks: &Marks) -> [usize; 3] {
    let widest = |words: &dyn Fn(ActorId) -> usize| fight.state.units.keys().map(words).max().unwrap_or(0);
    [
        widest(&|who| columns_of(marks.mark(who))),
        widest(&|who| columns_of(name(fight, who))),
        widest(&|who| columns_of(&place_now(fight, who))),
    ]
}

/// Returns the place of a unit, or the outcome for a unit that is out.
fn place_now(fight: &PlatoonFight, who: ActorId) -> String {
    if fight.state.unit(who).is_some_and(|unit| unit.is_active()) { whereabouts(fight, who) } else { status(fight, who) }
}

/// Returns the conditions of a unit that its player must know, such as markers and orders.
fn now(fight: &PlatoonFight, who: ActorId) -> Vec<String> {
    let Some(unit) = fight.state.unit(who).filter(|unit| unit.is_active()) else { return Vec::new() };
    let leads = fight.roster.platoons.values().any(|platoon| platoon.leader == Some(who));
    let mut words = Vec::new();
    if leads {
        words.push("leader".to_owned());
    }
    if unit.spotted > 0 {
        words.push(format!("SPOTTED {}", unit.spotted));
    }
    if unit.ooc > 0 {
        words.push(format!("OOC {}", unit.ooc));
    }
    if !unit.member {
        words.push("without orders".to_owned());
    }
    if unit.has_fired {
        words.push("has fired".to_owned());
    }
    let aboard = fight.state.units.iter().filter(|(_, other)| other.carrier == Some(who) && other.is_active());
    let aboard: Vec<&str> = aboard.map(|(other, _)| name(fight, other)).collect();
    if !aboard.is_empty() {
        words.push(format!("carries {}", listed(&aboard)));
    }
    if unit.activated && fight.state.active != Some(who) {
        words.push("has acted".to_owned());
    }
    words
}

/// Returns the aspects of a unit or a platoon. With `all`, all of them; otherwise only those that were created in the fight or are free to
/// tag.
pub(super) fn own_aspects(fight: &PlatoonFight, who: ActorId, all: bool) -> Vec<String> {
    let mine = |holder: Holder| matches!(holder, Holder::Actor(on) | Holder::Gear(on, _) if on == who.0);
    let in_play = fight.state.unit(who).is_none_or(|unit| unit.is_active());
    let shown = fight.state.aspects.values().filter(|there| {
        let news = there.free.is_some() || there.origin != AspectOrigin::Printed;
        in_play && there.present && mine(there.holder) && (all || news)
    });
    shown.map(|there| aspect(fight, there)).collect()
}

/// Returns the complete sheet of a unit or a platoon.
pub(in crate::table) fn sheet(fight: &PlatoonFight, who: ActorId, marks: &Marks, ink: &ColourScheme) -> String {
    let Some((sheet, state)) = fight.roster.units.row(who).zip(fight.state.unit(who)) else { return platoon(fight, who, ink) };
    let side = fight.roster.sides.row(sheet.side).map_or("", |side| side.name.as_str());
    let pen = ink.side(sheet.side);
    let mut lines = vec![format!("{} ({}), of the {side}, mark {}", pen.write(&sheet.title), sheet.name, marks.mark(who))];
    let mut field = |word: &str, what: String| {
        if !what.is_empty() {
            lines.push(format!("  {word:13} {what}"));
        }
    };
    field("place", place_now(fight, who));
    field("platoon", fight.roster.platoons.row(state.platoon).map_or_else(String::new, |platoon| platoon.title.to_string()));
    field("design", format!("{}, T{}", sheet.design, sheet.tech));
    field("morale", boxes(state.morale));
    for (id, track) in state.own.owned() {
        field(fight.track(id), boxes(track));
    }
    field("skills", skills(fight, who));
    let raised =
        sheet.attached.iter().map(|person| format!("{} raises {} by {}", person.title, skill_title(fight, person.skill), person.raises));
    field("stunts", stunts(fight, who).join(NEXT));
    field("attached", raised.collect::<Vec<_>>().join(NEXT));
    field("now", now(fight, who).join(", "));
    let standing =
        state.defences.iter().map(|roll| format!("{} {}", roll.skill.map_or("", |skill| skill_title(fight, skill)), roll.total()));
    field("defence", standing.collect::<Vec<_>>().join(", "));
    let locked = (0..u8::try_from(fight.roster.skills.len()).unwrap_or(u8::MAX)).map(SkillId);
    let locked = locked.filter(|skill| state.defended >> skill.0.min(63) & 1 == 1).map(|skill| skill_title(fight, skill));
    field("used up", locked.collect::<Vec<_>>().join(", "));
    field("aspects", wrapped(&own_aspects(fight, who, true), 80).join(NEXT));
    field("became", state.ending.as_ref().map_or_else(String::new, |ending| format!("\"{ending}\"")));
    lines.join("\n") + "\n"
}

/// Returns the stunts of a unit with their descriptions.
fn stunts(fight: &PlatoonFight, who: ActorId) -> Vec<String> {
    let mut stunts: Vec<String> = Vec::new();
    for (_, line) in fight.roster.lines.iter().filter(|(_, line)| line.carrier == Carrier::Person(who)) {
        let stunt = format!("{}: {}", line.title, line.text);
        if !stunts.contains(&stunt) {
            stunts.push(stunt);
        }
    }
    stunts
}

/// Returns the trained skills of a unit, the best first.
fn skills(fight: &PlatoonFight, who: ActorId) -> String {
    let Some(sheet) = fight.roster.units.row(who) else { return String::new() };
    let mut ranks: Vec<(i32, &str)> = fight.roster.skills.keys().filter_map(|id| Some((sheet.rank(id)?, skill_title(fight, id)))).collect();
    ranks.sort_by_key(|&(rank, title)| (std::cmp::Reverse(rank), title));
    ranks.iter().map(|(rank, title)| format!("{title} {rank}")).collect::<Vec<_>>().join(", ")
}

fn platoon(fight: &PlatoonFight, who: ActorId, ink: &ColourScheme) -> String {
    let id = fight.state.platoon_of_id(who);
    let Some((sheet, state)) = id.and_then(|id| fight.roster.platoons.row(id).zip(fight.state.platoons.row(id))) else {
        return String::new();
    };
    let mut lines = vec![ink.strong.write(&sheet.title)];
    lines.push(format!("  {:13} {}", "fate", counted(i64::from(state.fate.points()), "point", "points")));
    let slots: Vec<&str> = Grade::ALL.into_iter().filter(|&grade| state.slots.count_of(grade) > 0).map(Grade::word).collect();
    let slots = if slots.is_empty() { "none left".to_owned() } else { format!("{} left", slots.join(", ")) };
    lines.push(format!("  {:13} {slots}", "consequences"));
    lines.push(format!("  {:13} {}", "command", counted(i64::from(sheet.command_range), "zone", "zones")));
    let aspects = own_aspects(fight, who, true);
    if !aspects.is_empty() {
        lines.push(format!("  {:13} {}", "aspects", wrapped(&aspects, 80).join(NEXT)));
    }
    lines.join("\n") + "\n"
}

/// Returns the stat line of every unit, one per line.
pub(in crate::table) fn standings(fight: &PlatoonFight) -> String {
    fight.state.units.keys().map(|who| format!("  {}.\n", stands(fight, who))).collect()
}
