//! Reads the sides of a platoon encounter: their platoons, and the starting zone of each unit (D-L1).
//!
//! Artillery begins on its platoon's card, aircraft on the re-arm track, and passengers in their carriers. All other units begin where the
//! text places them. Refuses units without a possible starting zone, and more units than the engine supports.

mod command_range;
mod platoon_card;
mod starting_places;
mod unit_list;

use self::platoon_card::WrittenCard;
use self::unit_list::{PlatoonUnit, StartingPlace};
use super::same_name_numbers::ActorCounts;
use super::{MOST_ACTORS, MOST_ZONES, Scene, actor_names, same_name_numbers, side_doctrine, sides};
use crate::block_schema;
use crate::check::simple_entries;
use crate::check::{encounter_errors, platoon_encounter_errors as errors};
use crate::resolve::Kinds;
use slip_limits::ENCOUNTER_UNITS;
use slip_pack::Name;
use slip_pack::encounter::{Actor, Deployed, Encounter, Play, Side, UnitPlacement, UnitStart};
use slip_pack::platoon::Platoon;
use slip_source::Span;
use slip_source::diagnostic::{Diagnostics, Severity};
use slip_syntax::tree::{Entry, Expr, ExprKind, NamePath, Value};

/// Maximum number of platoons in one entry.
const MOST_COPIES: i64 = 99;
/// Latest turn in which a platoon may arrive.
const LATEST_ARRIVAL: i64 = 1000;

/// Reads the sides. Returns true if every platoon can fight, or `None` if there are more units than an encounter supports.
pub(super) fn read(scene: &Scene<'_, '_>, encounter: &mut Encounter, out: &mut Diagnostics) -> Option<bool> {
    let mut sound = true;
    let mut names: Vec<(Name, Span)> = Vec::new();
    for entry in scene.declared.entries_of("side") {
        let Some((name, span)) = sides::side_name(scene, entry, out) else { continue };
        if let Some((_, first)) = names.iter().find(|(other, _)| *other == name) {
            out.push(errors::side_twice(span, &name, *first));
            continue;
        }
        let inner = entry.block().map_or(&[][..], |block| &block.entries);
        simple_entries::check(inner, &block_schema::battles::SIDE, out);
        let mut side = Side { name: name.clone(), ..Side::default() };
        for platoon in inner.iter().filter(|entry| entry.word() == "platoon") {
            sound &= deploy(scene, platoon, &mut side, out);
        }
        if !inner.iter().any(|entry| entry.word() == "platoon")
            && !entry.broken
            && simple_entries::knows_all(inner, &block_schema::battles::SIDE)
        {
            out.push(errors::side_without_platoons(span, &name));
        }
        if let Some(doctrine) = inner.iter().find(|entry| entry.word() == "doctrine") {
            (side.doctrine, side.search) = side_doctrine::read_doctrine(scene, encounter, doctrine, out);
        }
        names.push((name, span));
        encounter.sides.push(side);
    }
    let name = &scene.declared.tree.name;
    if encounter.sides.iter().map(|side| side.actors.len()).sum::<usize>() > ENCOUNTER_UNITS {
        out.push(errors::too_many_units(name.span, ENCOUNTER_UNITS));
        encounter.sides.clear();
        return None;
    }
    let units = sides::number(encounter);
    number(encounter, &units);
    platoon_card::number(encounter, scene.map);
    let on_cards = encounter.sides.iter().flat_map(|side| &side.platoons).filter_map(|platoon| platoon.card.as_ref());
    let zones = scene.map.map_or(0, |map| map.zones.len());
    let all = zones + on_cards.map(|card| card.zones.len()).sum::<usize>();
    if zones <= MOST_ZONES && all > MOST_ZONES {
        out.push(errors::too_many_zones(name.span, all, MOST_ZONES));
    }
    let written = scene.declared.entries_of("side").count();
    if written < 2 && !scene.declared.tree.broken && scene.declared.tree.block.is_some() {
        out.push(encounter_errors::too_few_sides(name.span, scene.declared.name(), written));
    }
    Some(sound)
}

/// Numbers platoons with the same name (`ridge#1`, `ridge#2`). If units also have this name, the numbers of the platoons come after those
/// of the units. The numbers in titles count only platoons.
fn number(encounter: &mut Encounter, units: &ActorCounts) {
    let patterns: Vec<Name> = encounter.sides.iter().flat_map(|side| &side.platoons).map(|platoon| platoon.name.clone()).collect();
    let platoons = encounter.sides.iter_mut().flat_map(|side| &mut side.platoons);
    let counts = same_name_numbers::number_on(units, platoons.map(|platoon| &mut platoon.name));
    let mut next = ActorCounts::new();
    for (platoon, pattern) in encounter.sides.iter_mut().flat_map(|side| &mut side.platoons).zip(&patterns) {
        if counts.get(pattern).is_some_and(|count| *count > 1) {
            let number = next.entry(pattern.clone()).or_default();
            *number += 1;
            platoon.title = format!("{} {number}", platoon.title);
        }
    }
}

/// Beginning of a `platoon` entry: `ridge x2 at road or depot`.
struct Head<'e> {
    path: NamePath,
    count: usize,
    at: Option<&'e Expr>,
}

fn head(values: &[Value]) -> Option<Head<'_>> {
    let (who, mut rest) = values.split_first()?;
    let path = who.expr.path()?;
    let mut count = 1;
    if let [first, others @ ..] = rest
        && let ExprKind::Count(number) = first.expr.kind
    {
        count = usize::try_from(number).ok().filter(|_| (1..=MOST_COPIES).contains(&number))?;
        rest = others;
    }
    let at = match rest {
        [] => None,
        [at, zone] if starting_places::is_at(at) && starting_places::is_zones(&zone.expr) => Some(&zone.expr),
        _ => return None,
    };
    Some(Head { path, count, at })
}

/// Context of the entries of one platoon.
struct PlatoonContext<'a, 'c, 't> {
    scene: &'a Scene<'c, 't>,
    platoon: &'c Platoon,
    entry: &'a Entry,
    head: &'a Head<'a>,
    card: Option<WrittenCard>,
}

/// Adds a platoon as many times as the entry requires. Returns true if the platoon can fight. Errors of the platoon itself are reported at
/// its declaration, not here.
fn deploy(scene: &Scene<'_, '_>, entry: &Entry, side: &mut Side, out: &mut Diagnostics) -> bool {
    let Some(head) = head(&entry.values) else {
        if !entry.broken {
            out.push(errors::platoon_form(entry.values_span(), MOST_COPIES));
        }
        return true;
    };
    let inner = entry.block().map_or(&[][..], |block| &block.entries);
    simple_entries::check(inner, &block_schema::battles::PLATOON, out);
    let program = scene.context.program;
    let key = match program.find(scene.declared.package, &head.path, Kinds::One("platoon")) {
        Ok(id) => program.get(id).map(|found| program.key(found)),
        Err(diagnostic) => {
            out.push(*diagnostic);
            None
        }
    };
    let Some((key, platoon)) = key.and_then(|key| Some((key.clone(), scene.context.pack.platoons.get(&key)?))) else { return false };
    let mut posts = unit_list::posts(scene.context.pack, platoon);
    for (place, post) in posts.iter().enumerate() {
        let first = !posts.iter().take(place).any(|before| before.gear == post.gear);
        if let Some(unit) = scene.context.pack.item(&post.gear).filter(|_| first) {
            actor_names::plays_here(scene, Play::Platoon, (unit, head.path.span()), out);
        }
    }
    let find = |word: &str| inner.iter().find(|entry| entry.word() == word);
    let card = platoon_card::read(scene, platoon, &posts, find("card"), out);
    let field = PlatoonContext { scene, platoon, entry, head: &head, card };
    let errors_before = out.count(Severity::Error);
    field.place(&mut posts, inner, out);
    if out.count(Severity::Error) == errors_before {
        field.command(&posts, out);
    }
    let deployed = Deployed {
        name: platoon.name.clone(),
        title: platoon.title.clone(),
        platoon: key,
        locked_in: find("locked_in").map_or_else(Vec::new, |entry| field.locked_in(entry, &posts, out)),
        arrives: find("arrives")
            .and_then(|entry| simple_entries::int(entry, 2..=LATEST_ARRIVAL, out))
            .and_then(|turn| u32::try_from(turn).ok()),
        player: find("player").and_then(|entry| simple_entries::path(entry, "the name of a player", out)).map(|path| path.name.text),
        carried: None,
        card: field.card.map(|written| written.card),
    };
    for _ in 0..head.count {
        // For the report of too many units, one above the limit is enough.
        if side.actors.len() > MOST_ACTORS {
            break;
        }
        enlist(side, &deployed, &posts);
    }
    platoon.valid
}

/// Adds one copy of a platoon, with its units, to a side.
fn enlist(side: &mut Side, deployed: &Deployed, posts: &[PlatoonUnit]) {
    let (number, first) = (side.platoons.len(), side.actors.len());
    side.platoons.push(deployed.clone());
    for post in posts {
        let mut zones = Vec::new();
        let start = match &post.spot {
            StartingPlace::Map(starts) => {
                zones.clone_from(starts);
                UnitStart::Map
            }
            StartingPlace::Card(zone) => UnitStart::Card(*zone),
            StartingPlace::Track => UnitStart::Track,
            StartingPlace::Aboard(carrier) => UnitStart::Aboard(first + carrier),
            StartingPlace::Elsewhere => UnitStart::Elsewhere,
            // The missing starting zone was reported; any value will do here.
            StartingPlace::Unknown => UnitStart::Map,
        };
        let mut zones = zones.into_iter();
        side.actors.push(Actor {
            name: post.gear.name.clone(),
            item: post.gear.clone(),
            zone: zones.next(),
            or_zones: zones.collect(),
            gear: Vec::new(),
            carried: None,
            ship: None,
            party: None,
            parts: Vec::new(),
            title: None,
            unit: Some(Box::new(UnitPlacement { platoon: number, role: post.role, start, characters: post.characters.clone() })),
        });
    }
}
