//! The board of platoon combat: drawn map, zones, cards and re-arm track, borders, and the state of all units.

use super::sheet::{own_aspects, stat_line_wide, widths};
use crate::table::actor_marks::Marks;
use crate::table::aspect_words::{everywhere, written};
use crate::table::map_drawing::{CellEdge, Plotted, plan};
use crate::table::sheet::wrapped;
use crate::table::style::ColourScheme;
use crate::transcript::phrases::{counted, title};
use slip_dice::fate::{Aspect, AspectDuration, Holder};
use slip_pack::map;
use slip_play::ids::{ActorId, BorderId, Seat, ZoneId};
use slip_play::platoon::PlatoonFight;
use slip_play::platoon::zones::{GroundZone, Region};
use slip_printable::{columns_of, padded};

impl Plotted for PlatoonFight {
    /// Returns the edge between two zones in the cheaper of the two directions.
    fn between(&self, a: ZoneId, b: ZoneId) -> CellEdge {
        let ways = [(a, b), (b, a)];
        let costs = ways.into_iter().flat_map(|(from, to)| {
            let there = self.roster.ground.ways(from).iter().filter(move |way| way.to == to);
            there.filter_map(move |way| Some(way.value? + put_on(self, way.border, to)))
        });
        match costs.min() {
            None => CellEdge::Wall,
            Some(..1) => CellEdge::Free,
            Some(_) => CellEdge::Costs,
        }
    }

    fn standing_in(&self, zone: ZoneId) -> Vec<(ActorId, Seat)> {
        self.state.units.iter().filter(|(_, unit)| unit.zone() == Some(zone)).map(|(who, _)| (who, self.side(who))).collect()
    }
}

/// Returns the pass value that units have added to a border, for a move into one of the two zones beside it.
fn put_on(fight: &PlatoonFight, border: BorderId, to: ZoneId) -> i32 {
    let there = fight.state.pass_values.iter().filter(|there| (there.border, there.to) == (border, to));
    there.map(|there| i32::from(there.value)).sum()
}

/// Returns the complete board. If `aspects` is true, all aspects of units are listed; otherwise only those that were created in the fight.
pub(in crate::table) fn board(fight: &PlatoonFight, map: Option<&map::Map>, marks: &Marks, ink: &ColourScheme, aspects: bool) -> String {
    let mut out = String::new();
    if fight.state.turn > 0 {
        out.push_str(&format!("{}\n\n", ink.strong.write(&heading(fight))));
    }
    let drawn = drawn(fight, map, marks, ink, &mut out);
    zones(fight, marks, ink, &mut out);
    borders(fight, drawn, &mut out);
    scene(fight, &mut out);
    units(fight, marks, ink, aspects, &mut out);
    out
}

/// Returns the drawn map and the stat lines of all units, as shown at the start of a turn.
pub(in crate::table) fn short(fight: &PlatoonFight, map: Option<&map::Map>, marks: &Marks, ink: &ColourScheme) -> String {
    let mut out = String::new();
    if !drawn(fight, map, marks, ink, &mut out) {
        zones(fight, marks, ink, &mut out);
    }
    units(fight, marks, ink, false, &mut out);
    out
}

fn drawn(fight: &PlatoonFight, map: Option<&map::Map>, marks: &Marks, ink: &ColourScheme, out: &mut String) -> bool {
    let Some(lines) = map.and_then(|map| plan(fight, map, marks, ink)) else { return false };
    lines.iter().for_each(|line| out.push_str(&format!("  {line}\n")));
    out.push('\n');
    true
}

/// Formats the heading of the board: `Three towers, turn 2 of 8: Tide levy acts`.
fn heading(fight: &PlatoonFight) -> String {
    let acts = fight.state.acting.and_then(|platoon| fight.roster.platoons.row(platoon));
    let acts = acts.map(|platoon| format!(": {} acts", platoon.title)).unwrap_or_default();
    format!("{}, turn {} of {}{acts}", fight.roster.title, fight.state.turn, fight.roster.limit)
}

/// Lists the zones of the map and of cards, and the occupied boxes of the re-arm track.
fn zones(fight: &PlatoonFight, marks: &Marks, ink: &ColourScheme, out: &mut String) {
    let ground = &fight.roster.ground;
    let shown = |id: &ZoneId, zone: &GroundZone| match zone.region {
        Region::Map | Region::Card(_) => true,
        Region::Track(_) => !fight.standing_in(*id).is_empty(),
    };
    let list: Vec<(ZoneId, &GroundZone)> = ground.zones.iter().filter(|(id, zone)| shown(id, zone)).collect();
    let width = list.iter().map(|(_, zone)| columns_of(&zone.title)).max().unwrap_or(0);
    let names = list.iter().map(|(_, zone)| columns_of(&zone.name)).max().unwrap_or(0);
    let mut head = "";
    for (id, zone) in list {
        let section = match zone.region {
            Region::Map => "Zones",
            Region::Card(_) => "Cards beside the map",
            Region::Track(_) => "Re-arm track",
        };
        if section != head {
            out.push_str(&format!("{section}\n"));
            head = section;
        }
        let mut words = Vec::new();
        let here: Vec<String> = fight.standing_in(id).into_iter().map(|(who, side)| ink.side(side).write(marks.mark(who))).collect();
        if !here.is_empty() {
            words.push(here.join(" "));
        }
        words.extend(flags(fight, id, zone));
        let aspects = fight.state.aspects.values().filter(|there| there.present && there.holder == Holder::Zone(id.0));
        words.extend(aspects.map(|there| aspect(fight, there)));
        let line = format!("  {}  {}  {}", padded(&zone.name, names), ink.strong.write(&padded(&zone.title, width)), words.join(", "));
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

fn flags(fight: &PlatoonFight, id: ZoneId, zone: &GroundZone) -> Vec<String> {
    let mut words = Vec::new();
    if zone.altitude != 0 {
        words.push(format!("altitude {}", zone.altitude));
    }
    if zone.cover != 0 {
        words.push(format!("blocks sight up to altitude {}", zone.altitude + zone.cover));
    }
    if zone.exit {
        words.push("exit from the map".to_owned());
    }
    if fight.roster.objectives.contains(&id) {
        words.push("objective".to_owned());
    }
    words
}

/// Lists the borders that cost points or have a name.
fn borders(fight: &PlatoonFight, drawn: bool, out: &mut String) {
    let ground = &fight.roster.ground;
    let zone = |id: ZoneId| ground.zones.row(id).map_or("", |zone| zone.name.as_str());
    let mut lines = Vec::new();
    for (id, border) in ground.borders.iter() {
        let plain = format!("border {} -- {}", title_of(fight, border.a), title_of(fight, border.b));
        let named = border.title.as_str() != plain;
        let costs: Vec<(ZoneId, ZoneId, i32)> = [(border.a, border.b), (border.b, border.a)]
            .into_iter()
            .filter_map(|(from, to)| {
                let way = ground.ways(from).iter().find(|way| way.border == id && way.to == to)?;
                Some((from, to, way.value? + put_on(fight, id, to)))
            })
            .collect();
        let words = match costs.as_slice() {
            [(.., 0), (.., 0)] if named || !drawn => "free to cross".to_owned(),
            [(.., 0), (.., 0)] => continue,
            [(.., one), (.., other)] if one == other => format!("pass value {one}"),
            [] => "no way through".to_owned(),
            several => {
                let each = |&(_, to, value): &(ZoneId, ZoneId, i32)| format!("pass value {value} into {}", zone(to));
                let only = if several.len() == 1 { ", one way only" } else { "" };
                format!("{}{only}", several.iter().map(each).collect::<Vec<_>>().join(", "))
            }
        };
        let name = if named { format!("{}: ", border.title) } else { String::new() };
        lines.push((format!("{} -- {}", zone(border.a), zone(border.b)), format!("{name}{words}")));
    }
    if lines.is_empty() {
        return;
    }
    let width = lines.iter().map(|(ends, _)| columns_of(ends)).max().unwrap_or(0);
    out.push_str("Borders\n");
    lines.iter().for_each(|(ends, words)| out.push_str(&format!("  {}  {words}\n", padded(ends, width))));
}

fn title_of(fight: &PlatoonFight, id: ZoneId) -> &str {
    fight.roster.ground.zones.row(id).map_or("", |zone| &zone.title)
}

/// Lists the aspects that all sides may use.
fn scene(fight: &PlatoonFight, out: &mut String) {
    let is_everywhere = |holder: Holder| matches!(holder, Holder::Scene | Holder::System | Holder::Campaign);
    let shown = fight.state.aspects.values().filter(|there| there.present && is_everywhere(there.holder));
    let aspects: Vec<String> = shown.map(|there| aspect(fight, there)).collect();
    everywhere(&aspects, out);
}

/// Lists every platoon with its fate points, consequences and spin, followed by the stat lines of its units.
fn units(fight: &PlatoonFight, marks: &Marks, ink: &ColourScheme, all: bool, out: &mut String) {
    let widths = widths(fight, marks);
    for (_, side) in fight.roster.sides.iter() {
        out.push_str(&format!("{}\n", title(&side.name.as_str().replace('_', " "))));
        for &platoon in &side.platoons {
            let Some((sheet, state)) = fight.roster.platoons.row(platoon).zip(fight.state.platoons.row(platoon)) else { continue };
            let id = fight.state.id_of_platoon(platoon);
            let mut words = vec![counted(i64::from(state.fate.points()), "fate point", "fate points")];
            let spin: u32 = fight.state.spin.iter().filter(|token| token.owner == id.0).map(|token| u32::from(token.left)).sum();
            if spin > 0 {
                words.push(format!("spin {spin}"));
            }
            if state.acted {
                words.push("has acted".to_owned());
            }
            words.extend(own_aspects(fight, id, true));
            out.push_str(&format!("  {} ({})\n", ink.strong.write(&sheet.title), words.join(", ")));
            let members = fight.state.units.iter().filter(|(_, unit)| unit.platoon == platoon).map(|(who, _)| who);
            for who in members {
                let turn = if fight.state.active == Some(who) && fight.state.outcome.is_none() { ">" } else { " " };
                out.push_str(&format!("   {turn}{}\n", stat_line_wide(fight, who, marks, ink, widths)));
                let indent = widths.first().copied().unwrap_or(0) + 5;
                for line in wrapped(&own_aspects(fight, who, all), 94_usize.saturating_sub(indent)) {
                    out.push_str(&format!("{:indent$}{}\n", "", ink.faint.write(&line)));
                }
            }
        }
    }
}

/// Formats an aspect in quotes with the sides that may tag it for free.
pub(super) fn aspect(fight: &PlatoonFight, aspect: &Aspect) -> String {
    written(fight, aspect, (aspect.term == AspectDuration::Transient).then(|| "transient".to_owned()))
}

/// Returns the borders of a unit's zone that cost more than a single step to cross. Cheaper borders are among the options of the question.
pub(in crate::table) fn ways(fight: &PlatoonFight, who: ActorId) -> Vec<String> {
    let Some(zone) = fight.state.unit(who).and_then(|unit| unit.zone()) else { return Vec::new() };
    let ground = &fight.roster.ground;
    let dear = ground.ways(zone).iter().filter_map(|way| Some((way, way.value? + put_on(fight, way.border, way.to))));
    let dear = dear.filter(|&(_, value)| value > 0);
    dear.map(|(way, value)| format!("{}: pass value {value}", title_of(fight, way.to))).collect()
}
