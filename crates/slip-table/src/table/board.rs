//! The complete board: plan or list of zones, borders, aspects, order of turns, and the state of all actors.

use super::actor_marks::Marks;
use super::aspect_words::everywhere;
use super::map_drawing::{plan, standing};
use super::sheet::{aspect, stat_line, widths, wrapped};
use super::style::ColourScheme;
use crate::transcript::phrases::counted;
use slip_dice::fate::{Aspect, AspectOrigin, Holder};
use slip_pack::map::{self, BorderValue};
use slip_play::ids::{BorderId, Id, ZoneId};
use slip_play::personal::Personal;
use slip_play::zone_map::ZoneExit;
use slip_printable::{columns_of, padded};

/// Returns the complete board. If `aspects` is true, all aspects of people are listed; otherwise only those that were created in the fight.
pub fn board(fight: &Personal, map: Option<&map::Map>, marks: &Marks, ink: &ColourScheme, aspects: bool) -> String {
    let mut out = String::new();
    if fight.state.round > 0 {
        out.push_str(&format!("{}\n\n", ink.strong.write(&heading(fight))));
    }
    if fight.roster.social.is_some() {
        out.push_str(&super::social::stakes(fight));
        out.push_str(&super::social::head(fight));
        out.push_str(&super::social::board(fight, marks, ink));
        scene(fight, &mut out);
        out.push_str(&people(fight, marks, ink, aspects));
        out.push_str(&super::social::pawns(fight, marks));
        return out;
    }
    let drawn = map.and_then(|map| plan(fight, map, marks, ink));
    if let Some(lines) = &drawn {
        lines.iter().for_each(|line| out.push_str(&format!("  {line}\n")));
        out.push('\n');
    }
    zones(fight, map, marks, ink, &mut out);
    borders(fight, drawn.is_some(), &mut out);
    scene(fight, &mut out);
    out.push_str(&people(fight, marks, ink, aspects));
    out
}

/// Returns the plan and the stat lines of all actors, as shown at the start of a round.
pub fn short(fight: &Personal, map: Option<&map::Map>, marks: &Marks, ink: &ColourScheme) -> String {
    let mut out = String::new();
    if fight.roster.social.is_some() {
        out.push_str(&super::social::head(fight));
        out.push_str(&super::social::board(fight, marks, ink));
        out.push_str(&people(fight, marks, ink, false));
        return out;
    }
    match map.and_then(|map| plan(fight, map, marks, ink)) {
        Some(lines) => {
            lines.iter().for_each(|line| out.push_str(&format!("  {line}\n")));
            out.push('\n');
        }
        None => zones(fight, map, marks, ink, &mut out),
    }
    out.push_str(&people(fight, marks, ink, false));
    out
}

/// Formats the heading of the board: `Arrears, round 2: [Sefa Orrin], Davit Kole`.
fn heading(fight: &Personal) -> String {
    format!("{}, round {}: {}", fight.roster.title, fight.state.round, order(fight))
}

/// Returns the order of turns in this round, with the name of the acting actor in square brackets.
pub fn order(fight: &Personal) -> String {
    let state = &fight.state;
    let active = state.order.iter().copied().filter(|&who| state.actors[who].is_active());
    let name = |who| {
        let name = &fight.roster.actors[who].title;
        if state.actor == Some(who) { format!("[{name}]") } else { name.to_string() }
    };
    active.map(name).collect::<Vec<_>>().join(", ")
}

fn zones(fight: &Personal, map: Option<&map::Map>, marks: &Marks, ink: &ColourScheme, out: &mut String) {
    let roster = &fight.roster;
    let width = roster.map.zones.values().map(|zone| columns_of(&zone.title)).max().unwrap_or(0);
    let names = roster.map.zones.values().map(|zone| columns_of(&zone.name)).max().unwrap_or(0);
    out.push_str("Zones\n");
    for (id, zone) in roster.map.zones.iter() {
        let mut words = Vec::new();
        let here = standing(fight, id).into_iter().map(|who| ink.side(roster.side(who)).write(marks.mark(who)));
        let here: Vec<String> = here.collect();
        if !here.is_empty() {
            words.push(here.join(" "));
        }
        words.extend(flags(map, id, zone));
        words.extend(on(fight, |holder| holder == Holder::Zone(id.0)));
        let line = format!("  {}  {}  {}", padded(&zone.name, names), ink.strong.write(&padded(&zone.title, width)), words.join(", "));
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

fn flags(map: Option<&map::Map>, id: ZoneId, zone: &slip_play::zone_map::MapZone) -> Vec<String> {
    let mut words = Vec::new();
    if zone.outdoor {
        words.push("outdoors".to_owned());
    }
    if zone.exit {
        words.push("exit from the map".to_owned());
    }
    match zone.cap {
        Some(0) => words.push("cluttered: no shots out of it".to_owned()),
        Some(cap) => words.push(format!("range at most {cap}")),
        None => {}
    }
    let cover = map.and_then(|map| map.zones.get(usize::from(id.0))).map_or(0, |zone| zone.cover);
    if cover != 0 {
        words.push(format!("cover {cover}"));
    }
    words
}

fn borders(fight: &Personal, drawn: bool, out: &mut String) {
    let roster = &fight.roster;
    let shown = |id: BorderId| {
        let border = &roster.map.borders[id];
        let plain = fight.state.board.borders.row(id).is_some_and(|state| state.value == BorderValue::Stateless(0));
        !drawn || border.titled || !plain
    };
    let list: Vec<BorderId> = roster.map.borders.keys().filter(|&id| shown(id)).collect();
    if list.is_empty() {
        return;
    }
    let zone = |id: ZoneId| roster.map.zones[id].name.as_str();
    let ends = |id: BorderId| format!("{} -- {}", zone(roster.map.borders[id].a), zone(roster.map.borders[id].b));
    let width = list.iter().map(|&id| columns_of(&ends(id))).max().unwrap_or(0);
    out.push_str("Borders\n");
    for id in list {
        let border = &roster.map.borders[id];
        let name = if border.titled { format!("{}: ", border.title) } else { String::new() };
        out.push_str(&format!("  {}  {name}{}\n", padded(&ends(id), width), border_words(fight, id)));
    }
}

/// Describes the current cost to cross a border.
pub fn border_words(fight: &Personal, id: BorderId) -> String {
    let one_way = |from: ZoneId| fight.roster.map.zones[from].ways.iter().any(|way: &ZoneExit| way.border == id && !way.out);
    let only = fight.roster.map.borders.row(id).is_some_and(|border| one_way(border.b));
    seen_from(fight, id, if only { Side::Front } else { Side::Either })
}

/// Describes the cost to cross a border for actors in the zone beside it.
pub(super) fn way_words(fight: &Personal, way: &ZoneExit) -> String {
    if way.out { border_words(fight, way.border) } else { seen_from(fight, way.border, Side::Back) }
}

/// Direction from which a border is seen, since a one-way border can be crossed from one side only.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// The border can be crossed at the same cost from both sides.
    Either,
    /// The one-way border is seen from the side from which it can be crossed.
    Front,
    /// The one-way border is seen from the side from which it cannot be crossed.
    Back,
}

fn seen_from(fight: &Personal, id: BorderId, side: Side) -> String {
    let Some(state) = fight.state.board.borders.row(id) else { return String::new() };
    let cross = |cost: i32| match (side, cost) {
        (Side::Back, _) => "no way from here".to_owned(),
        (_, 0) => "free to cross".to_owned(),
        (_, cost) => format!("{} to cross", points(cost)),
    };
    let mut words = vec![match state.value {
        BorderValue::Wall => "no way through".to_owned(),
        BorderValue::Stateless(cost) => cross(cost),
        BorderValue::Stateful { pass, close, .. } if state.open => {
            let close = close.map_or("cannot be closed".to_owned(), |close| format!("{} to close", points(close)));
            format!("open, {}, {close}", cross(pass))
        }
        BorderValue::Stateful { open, .. } => {
            let way = if side == Side::Back { format!(", {}", cross(0)) } else { String::new() };
            format!("closed, {} to open{way}", points(open))
        }
    }];
    if state.progress > 0 {
        words.push(format!("{} paid so far", state.progress));
    }
    for &(who, there, paid) in &fight.state.board.crossings {
        if there == id {
            words.push(format!("{} has paid {paid} towards crossing", fight.roster.actors[who].title));
        }
    }
    if state.value != BorderValue::Wall && side == Side::Front {
        words.push("one way only".to_owned());
    }
    let closed = matches!(state.value, BorderValue::Stateful { .. }) && !state.open;
    match (fight.state.board.blocks_sight(&fight.roster.map, id), closed) {
        (true, false) => words.push("blocks sight".to_owned()),
        (false, true) => words.push("can be seen through".to_owned()),
        _ => {}
    }
    words.join(", ")
}

fn points(number: i32) -> String {
    counted(i64::from(number), "point", "points")
}

fn scene(fight: &Personal, out: &mut String) {
    let borders: Vec<&str> = fight.roster.map.borders.values().filter(|border| border.titled).map(|border| border.title.as_str()).collect();
    let holds = |holder: Holder| matches!(holder, Holder::Scene | Holder::System | Holder::Campaign);
    let shown = |there: &&Aspect| there.present && holds(there.holder) && !borders.contains(&there.text.as_str());
    let aspects: Vec<String> = fight.state.aspects.values().filter(shown).map(|there| aspect(fight, there)).collect();
    everywhere(&aspects, out);
}

/// Lists the stat lines of all actors. If `all` is true, the lines contain all aspects of the actors; otherwise they contain only aspects
/// that were created in the fight.
fn people(fight: &Personal, marks: &Marks, ink: &ColourScheme, all: bool) -> String {
    let widths = widths(fight, marks);
    let mut out = String::new();
    for (_, side) in fight.roster.sides.iter() {
        out.push_str(&format!("{}\n", title_of(&side.name)));
        for &who in &side.members {
            let turn = if fight.state.actor == Some(who) && fight.state.outcome.is_none() { ">" } else { " " };
            out.push_str(&format!(" {turn}{}\n", stat_line(fight, who, marks, ink, widths)));
            let own = fight.state.aspects.values().filter(|there| {
                let mine = matches!(there.holder, Holder::Actor(on) | Holder::Gear(on, _) if on == who.0);
                let news = there.free.is_some() || matches!(there.origin, AspectOrigin::Maneuver);
                there.present && mine && fight.state.actors[who].is_active() && (all || news)
            });
            let own: Vec<String> = own.map(|there| aspect(fight, there)).collect();
            if !own.is_empty() {
                let indent = widths.first().copied().unwrap_or(0) + 3;
                for line in wrapped(&own, 96_usize.saturating_sub(indent)) {
                    out.push_str(&format!("{:indent$}{}\n", "", ink.faint.write(&line)));
                }
            }
        }
    }
    out
}

fn title_of(word: &str) -> String {
    crate::transcript::phrases::title(&word.replace('_', " "))
}

/// Formats the aspects of the scene, a zone or an actor.
fn on(fight: &Personal, holds: impl Fn(Holder) -> bool) -> Vec<String> {
    fight.state.aspects.values().filter(|there| there.present && holds(there.holder)).map(|there| aspect(fight, there)).collect()
}

/// Returns the title of the actor or thing with an id.
pub fn thing(fight: &Personal, id: Id) -> &str {
    crate::transcript::phrases::thing(fight, id)
}
