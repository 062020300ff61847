//! Formats the state of an actor: the stat line for the board, and the complete sheet.

use super::actor_marks::Marks;
use super::aspect_words::written;
use super::style::ColourScheme;
use crate::transcript::phrases::{boxes, fate, skill_title, title, zone};
use slip_dice::fate::{Aspect, AspectDuration, AspectOrigin, Holder, Track};
use slip_play::effects::Act;
use slip_play::ids::{ActorId, AspectId, SkillId};
use slip_play::names::Names;
use slip_play::personal::Personal;
use slip_play::personal::roster::{ActorSheet, Armour, AttackProfile};
use slip_play::personal::state::ActorStatus;
use slip_printable::{columns_of, padded};

/// Separator between several entries of one field of a sheet.
const NEXT: &str = "\n                ";

/// Formats an actor's boxes, fate points and handicaps as one line; `widths` are the column widths.
pub(super) fn stat_line(fight: &Personal, who: ActorId, marks: &Marks, ink: &ColourScheme, widths: [usize; 3]) -> String {
    let [mark, name, place] = widths;
    let sheet = &fight.roster.actors[who];
    let state = &fight.state.actors[who];
    let pen = ink.side(sheet.side);
    let title = pen.write(&padded(&sheet.title, name));
    let head = format!("{} {title}", pen.write(&padded(marks.mark(who), mark)));
    let place_now = match state.status {
        ActorStatus::Active | ActorStatus::Pawn => zone(fight, state.zone).to_owned(),
        ActorStatus::TakenOut { fate: end, .. } => end.map_or("taken out", |end| fate(fight, end)).to_owned(),
        ActorStatus::Conceded => "conceded".to_owned(),
        ActorStatus::Escaped => "escaped".to_owned(),
        ActorStatus::Removed => "out".to_owned(),
    };
    let mut words = vec![format!("{head}  {}", padded(&place_now, place))];
    words.extend(tracks(fight, who).into_iter().map(|(name, track)| format!("{name} {}", boxes(track))));
    if sheet.fate > 0 || state.fate.points() > 0 {
        words.push(format!("fate {}", state.fate.points()));
    }
    let spin: u32 = fight.state.spin.iter().filter(|token| token.owner == who.0).map(|token| u32::from(token.left)).sum();
    if spin > 0 {
        words.push(format!("spin {spin}"));
    }
    words.extend(state.prone.then(|| "prone".to_owned()));
    words.extend(super::social::last_skill(fight, who));
    words.extend(suffered(fight, who).map(|(_, aspect)| format!("\"{}\"", aspect.text)));
    words.join("  ").trim_end().to_owned()
}

/// Returns the column widths of [`stat_line`], over all actors.
pub(super) fn widths(fight: &Personal, marks: &Marks) -> [usize; 3] {
    let widest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
    let everybody = || fight.roster.actors.iter();
    [
        widest(&mut everybody().map(|(who, _)| columns_of(marks.mark(who)))),
        widest(&mut everybody().map(|(_, sheet)| columns_of(&sheet.title))),
        widest(&mut fight.roster.map.zones.values().map(|zone| columns_of(&zone.title))).clamp("unconscious".len(), 26),
    ]
}

/// Returns the tracks of an actor with their titles.
pub(super) fn tracks(fight: &Personal, who: ActorId) -> Vec<(String, Track)> {
    fight.tracks_shown(who).map(|(id, track)| (title(fight.track(id)), track)).collect()
}

/// Returns the consequences of an actor.
fn suffered(fight: &Personal, who: ActorId) -> impl Iterator<Item = (AspectId, &Aspect)> {
    let on = move |aspect: &&Aspect| aspect.present && aspect.origin == AspectOrigin::Consequence && aspect.holder == Holder::Actor(who.0);
    fight.state.aspects.iter().filter(move |(_, aspect)| on(aspect))
}

/// Formats an aspect in quotes with the sides that may tag it for free.
pub(super) fn aspect(fight: &Personal, aspect: &Aspect) -> String {
    let passing = (aspect.term == AspectDuration::Transient).then(|| {
        let placer = aspect.placer.and_then(|placer| fight.roster.actors.row(ActorId(placer)));
        placer.map_or("passing".to_owned(), |placer| format!("until the next turn of {} ends", placer.title))
    });
    written(fight, aspect, passing)
}

/// Returns the complete sheet of an actor.
pub(super) fn sheet(fight: &Personal, who: ActorId, marks: &Marks, ink: &ColourScheme) -> String {
    let roster = &fight.roster;
    let sheet = &roster.actors[who];
    let state = &fight.state.actors[who];
    if roster.pawns().any(|pawn| pawn == who) {
        return format!(
            "{} ({}), a pawn that others move, mark {}\n  state         {}\n",
            sheet.title,
            sheet.name,
            marks.mark(who),
            stands(fight, who)
        );
    }
    let side = roster.sides.row(sheet.side).map_or("", |side| side.name.as_str());
    let pen = ink.side(sheet.side);
    let mut lines = vec![format!("{} ({}), of the {side}, mark {}", pen.write(&sheet.title), sheet.name, marks.mark(who))];
    let mut field = |word: &str, what: String| {
        if !what.is_empty() {
            lines.push(format!("  {word:13} {what}"));
        }
    };
    field("state", stands(fight, who));
    if let Some(last) = super::social::last_skill(fight, who) {
        field("next", last);
    }
    for (name, track) in tracks(fight, who) {
        field(&name, boxes(track));
    }
    let free: Vec<&str> = state.slots.grades().map(slip_dice::fate::Grade::word).collect();
    if sheet.slots.count() > 0 {
        field("consequences", if free.is_empty() { "none left".to_owned() } else { format!("{} left", free.join(", ")) });
    }
    field("fate points", state.fate.points().to_string());
    let spin = slip_dice::fate::fate_points::spin_of(&fight.state.spin, sheet.side.0);
    if spin > 0 {
        field("spin", format!("{spin}, shared by the {side}"));
    }
    let mut ranks: Vec<(i8, &str)> = Vec::new();
    for (skill, rank) in sheet.ranks.iter() {
        if let Some(rank) = rank {
            ranks.push((*rank, skill_title(fight, skill)));
        }
    }
    ranks.sort_by_key(|&(rank, name)| (std::cmp::Reverse(rank), name));
    let ranks: Vec<String> = ranks.iter().map(|(rank, name)| format!("{name} {rank}")).collect();
    field("skills", wrapped(&ranks, 80).join(NEXT));
    for (number, weapon) in (0_u8..).zip(&sheet.weapons) {
        field("weapon", weapon_line(fight, who, number, weapon));
    }
    if let Some(armour) = &sheet.armour {
        field("armour", armour_line(fight, sheet, armour));
    }
    if sheet.mooks {
        field("mooks", "a group that rolls with the number of its unmarked boxes".to_owned());
    }
    let mut aspects = Vec::new();
    for there in fight.state.aspects.values().filter(|there| there.present) {
        let words = aspect(fight, there);
        match there.holder {
            Holder::Actor(on) if on == who.0 => aspects.push(words),
            Holder::Gear(on, thing) if on == who.0 => {
                let thing = sheet.weapons.get(usize::from(thing)).map(|weapon| weapon.title.as_str());
                aspects.push(format!("{words} [{}]", thing.unwrap_or("armour")));
            }
            _ => {}
        }
    }
    field("aspects", wrapped(&aspects, 80).join(NEXT));
    let used = roster.skills.iter().filter(|(skill, _)| state.used.has(*skill));
    field("used up", used.map(|(_, skill)| skill.title.as_str()).collect::<Vec<_>>().join(", "));
    let records = state.records.iter().map(|record| {
        let skill = record.skill.map_or("the defence", |skill| skill_title(fight, skill));
        format!("{skill} {}", record.faces.total() + record.parts.total())
    });
    field("defence", records.collect::<Vec<_>>().join(", "));
    lines.join("\n") + "\n"
}

fn stands(fight: &Personal, who: ActorId) -> String {
    let state = &fight.state.actors[who];
    let here = zone(fight, state.zone);
    match state.status {
        ActorStatus::Active => format!("at {here}{}", if state.prone { ", lying down" } else { "" }),
        ActorStatus::TakenOut { fate: end, .. } => format!("taken out at {here}: {}", end.map_or("", |end| fate(fight, end))),
        ActorStatus::Conceded => "out of the fight on agreed terms".to_owned(),
        ActorStatus::Escaped => "escaped, off the map".to_owned(),
        ActorStatus::Pawn => format!("at {here}"),
        ActorStatus::Removed => "out".to_owned(),
    }
}

fn weapon_line(fight: &Personal, who: ActorId, number: u8, weapon: &slip_play::personal::roster::PersonalWeapon) -> String {
    let state = &fight.state.actors[who];
    let now = state.modes.get(usize::from(number)).copied().unwrap_or(0);
    let mode = weapon.modes.get(usize::from(now));
    let manners: Vec<String> = mode.iter().flat_map(|mode| &mode.manners).map(|manner| manner_words(fight, manner)).collect();
    let of_mode = mode.filter(|_| weapon.modes.len() > 1).map(|mode| format!(" ({})", mode.name)).unwrap_or_default();
    let lies = 1_u32.checked_shl(u32::from(number)).is_some_and(|bit| state.dropped & bit != 0);
    let lies = if lies { ", on the ground" } else { "" };
    format!("{}{of_mode}: {}{lies}", weapon.title, manners.join("; or "))
}

/// Describes armour: its defence against hits and its effect on rolls, such as its Agility Mod.
fn armour_line(fight: &Personal, sheet: &ActorSheet, armour: &Armour) -> String {
    let mut sums: Vec<(Option<SkillId>, &'static str, i32)> = Vec::new();
    for change in armour.changes.iter().filter_map(|place| sheet.changes.get(*place)) {
        let occasion = if change.condition.is_some() { " at times" } else { occasion(change.act) };
        match sums.iter_mut().find(|(skill, when, _)| (*skill, *when) == (change.skill, occasion)) {
            Some((_, _, sum)) => *sum += change.by,
            None => sums.push((change.skill, occasion, change.by)),
        }
    }
    let mut words = vec![format!("{}: takes {} off a hit", armour.title, armour.defense)];
    words.extend(sums.into_iter().filter(|&(.., by)| by != 0).map(|(skill, occasion, by)| {
        let skill = skill.map_or("every roll", |skill| skill_title(fight, skill));
        format!("{skill} {by:+}{occasion}")
    }));
    words.extend(armour.untrained.then(|| "each defence costs a fate point: only soldiers are trained for it".to_owned()));
    words.join(", ")
}

/// Returns the words that describe the rolls to which a modifier applies.
const fn occasion(act: Option<Act>) -> &'static str {
    match act {
        None => "",
        Some(Act::Attack) => " in attack",
        Some(Act::Defence) => " in defence",
        Some(Act::Move) => " moving",
        Some(_) => " at times",
    }
}

fn manner_words(fight: &Personal, manner: &AttackProfile) -> String {
    let (low, high) = manner.range;
    let range = if low == high { format!("range {low}") } else { format!("range {low} to {high}") };
    let mut words = Vec::new();
    if !manner.word.is_empty() {
        words.push(manner.word.to_string());
    }
    words.push(skill_title(fight, manner.skill).to_owned());
    words.push(format!("harm {}", manner.harm));
    words.push(format!("penetration {}", manner.penetration));
    words.push(range);
    if manner.area.is_some() {
        words.push("can strike a whole zone".to_owned());
    }
    if manner.untrained {
        words.push("each use costs a fate point: only soldiers are trained for it".to_owned());
    }
    words.join(", ")
}

/// Wraps a list into lines of at most a maximum width, if its entries are short enough.
pub(super) fn wrapped(list: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (place, words) in list.iter().enumerate() {
        let words = if place + 1 < list.len() { format!("{words},") } else { words.clone() };
        match lines.last_mut() {
            Some(line) if columns_of(line) + columns_of(&words) < width => {
                line.push(' ');
                line.push_str(&words);
            }
            _ => lines.push(words),
        }
    }
    lines
}

/// Returns the stat line of every actor, one per line.
pub(super) fn standings(fight: &Personal) -> String {
    let state = &fight.state;
    let mut out = String::new();
    for (who, actor) in state.actors.iter() {
        let sheet = &fight.roster.actors[who];
        let now = if state.actor == Some(who) { " (has the turn)" } else { "" };
        let out_of_it = if actor.is_active() { "" } else { ", out of the fight" };
        let mut words = vec![format!("{}{out_of_it}", zone(fight, actor.zone))];
        for (id, track) in actor.tracks.owned() {
            words.push(format!("{} {} of {} marked", title(fight.track(id)), track.marked(), track.length()));
        }
        if sheet.fate > 0 || actor.fate.points() > 0 {
            words.push(format!("fate {}", actor.fate.points()));
        }
        out.push_str(&format!("  {}{now}: {}.\n", sheet.title, words.join("; ")));
    }
    out
}
