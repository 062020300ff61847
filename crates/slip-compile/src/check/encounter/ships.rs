//! Reads the sides of a space encounter: their ships, the players of each, and the starting bands.
//!
//! Refuses items that are no ships or cannot fight on their own. Also refuses bands off the map, arrivals for which the ship is not built,
//! and more ships than the engine supports.

use super::assign_crew::{self, Crew};
use super::{Scene, actor_names, hangar_pilots, side_doctrine, sides};
use crate::block_schema;
use crate::check::encounter_errors;
use crate::check::simple_entries;
use crate::check::{simple_entry_errors, space_errors as errors};
use crate::resolve::DeclaredItem;
use slip_limits::ENCOUNTER_SHIPS;
use slip_pack::effect::{Action, PackOperation, Permit};
use slip_pack::encounter::{Actor, Encounter, HoldsFire, ShipSetup, Side};
use slip_pack::item::Gear;
use slip_pack::{BuiltItem, Name};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Expr, ExprKind, Key, NamePath, Value};

/// Bands of the map of a space encounter.
const BANDS: std::ops::RangeInclusive<i64> = -4..=4;
/// Maximum number of fate points of a ship.
const MOST_FATE: i64 = 99;

/// Reads the sides. Returns true if every ship and everyone aboard can fight. `None` if there are more ships than an encounter supports.
pub(super) fn read(scene: &Scene<'_, '_>, encounter: &mut Encounter, out: &mut Diagnostics) -> Option<bool> {
    let mut sound = true;
    let mut names: Vec<(Name, Span)> = Vec::new();
    let mut aboard = assign_crew::CrewShips::default();
    for entry in scene.declared.entries_of("side") {
        let Some((name, span)) = sides::side_name(scene, entry, out) else { continue };
        if let Some((_, first)) = names.iter().find(|(other, _)| *other == name) {
            out.push(errors::side_twice(span, &name, *first));
            continue;
        }
        let inner = entry.block().map_or(&[][..], |block| &block.entries);
        simple_entries::check(inner, &block_schema::space::SIDE, out);
        let find = |word: &str| inner.iter().find(|entry| entry.word() == word);
        let mut side = Side { name: name.clone(), ..Side::default() };
        let player = find("player").and_then(|entry| simple_entries::path(entry, "the name of a player", out)).map(|path| path.name.text);
        let player = player.unwrap_or_else(|| name.clone());
        for ship in inner.iter().filter(|entry| entry.word() == "ship") {
            sound &= read_ships(scene, encounter, ship, &mut side, &player, &mut aboard, out);
        }
        if !inner.iter().any(|entry| entry.word() == "ship")
            && !entry.broken
            && simple_entries::knows_all(inner, &block_schema::space::SIDE)
        {
            out.push(errors::side_without_ships(span, &name));
        }
        if let Some(doctrine) = find("doctrine") {
            (side.doctrine, side.search) = side_doctrine::read_doctrine(scene, encounter, doctrine, out);
        }
        side.holds_fire = find("holds_fire").and_then(|entry| holds_fire(entry, out));
        names.push((name, span));
        encounter.sides.push(side);
    }
    let ships = encounter.sides.iter().flat_map(|side| &side.actors);
    let count: usize = ships.map(|actor| 1 + actor.ship.as_ref().map_or(0, |ship| ship.fighters.len())).sum();
    if count > ENCOUNTER_SHIPS {
        out.push(errors::too_many_ships(scene.declared.tree.name.span, ENCOUNTER_SHIPS));
        encounter.sides.clear();
        return None;
    }
    let ships = sides::number(encounter);
    assign_crew::number(encounter, &ships);
    let written = scene.declared.entries_of("side").count();
    if written < 2 && !scene.declared.tree.broken && scene.declared.tree.block.is_some() {
        out.push(errors::too_few_sides(scene.declared.tree.name.span, scene.declared.name(), written));
    }
    Some(sound)
}

/// Reads an order to hold fire: `holds_fire` or `holds_fire until attacked`.
fn holds_fire(entry: &Entry, out: &mut Diagnostics) -> Option<HoldsFire> {
    let words: Vec<&str> = entry.values.iter().filter_map(|value| value.expr.name()).map(|name| name.as_str()).collect();
    match words.as_slice() {
        [] if entry.values.is_empty() => Some(HoldsFire::Always),
        ["until", "attacked"] => Some(HoldsFire::UntilAttacked),
        _ => {
            if !entry.broken {
                out.push(simple_entry_errors::wrong_value(entry.values_span(), "holds_fire", "nothing, or `until attacked`"));
            }
            None
        }
    }
}

/// Beginning of a `ship` entry, before its block: `ember x2 at -3`.
struct Head<'e> {
    who: &'e Value,
    path: NamePath,
    count: usize,
    band: Option<(i64, Span)>,
}

fn head(values: &[Value]) -> Option<Head<'_>> {
    let (who, mut rest) = values.split_first()?;
    let path = who.expr.path()?;
    let mut count = 1;
    if let [first, others @ ..] = rest
        && let ExprKind::Count(number) = first.expr.kind
    {
        count = usize::try_from(number).ok().filter(|count| (1..=ENCOUNTER_SHIPS + 1).contains(count))?;
        rest = others;
    }
    let band = match rest {
        [] => None,
        [at, band] if at.expr.name().is_some_and(|word| word == "at") => Some((band.expr.int()?, band.expr.span)),
        _ => return None,
    };
    Some(Head { who, path, count, band })
}

/// Reads a `ship` entry and adds its ships to the side. Returns true if the ships can fight.
fn read_ships(
    scene: &Scene<'_, '_>,
    encounter: &Encounter,
    entry: &Entry,
    side: &mut Side,
    player: &Name,
    aboard: &mut assign_crew::CrewShips,
    out: &mut Diagnostics,
) -> bool {
    let Some(head) = head(&entry.values) else {
        if !entry.broken {
            out.push(errors::ship_form(entry.values_span(), ENCOUNTER_SHIPS));
        }
        return true;
    };
    let band = head.band.filter(|(band, span)| {
        let there = BANDS.contains(band);
        if !there {
            out.push(errors::off_the_map(*span, *band));
        }
        there
    });
    let inner = entry.block().map_or(&[][..], |block| &block.entries);
    check_keys(encounter, inner, out);
    let find = |word: &str| inner.iter().find(|entry| entry.word() == word);
    let owner = find("player").and_then(|entry| simple_entries::path(entry, "the name of a player", out)).map(|path| path.name.text);
    let Some((declared, item)) = fighting(scene, encounter, &head, out) else { return false };
    let reference = Gear { kind: item.kind.clone(), package: item.package.clone(), name: item.name.clone() };
    let mut ship = ShipSetup {
        player: seat(side, owner.as_ref().unwrap_or(player)),
        band: band.and_then(|(band, _)| i32::try_from(band).ok()),
        fate: find("fate").and_then(|entry| simple_entries::int(entry, 0..=MOST_FATE, out)).and_then(|fate| i32::try_from(fate).ok()),
        aspects: find("aspects")
            .map_or_else(Vec::new, |entry| simple_entries::texts(entry, out))
            .iter()
            .map(|text| text.value.to_string())
            .collect(),
        ..ShipSetup::default()
    };
    if let Some(arrives) = find("arrives") {
        read_arrival(arrives, item, &mut ship, out);
    }
    let mut posted = Crew { scene, encounter, item, name: (&head.path.name.text, head.who.expr.span), count: head.count, entries: inner };
    let crewed = posted.read(&mut ship, aboard, out);
    let flown = hangar_pilots::read(&mut posted, declared, &mut ship, aboard, out);
    let actor = Actor {
        name: item.name.clone(),
        item: reference,
        zone: None,
        or_zones: Vec::new(),
        gear: Vec::new(),
        carried: None,
        ship: Some(Box::new(ship)),
        unit: None,
        party: None,
        parts: Vec::new(),
        title: None,
    };
    // Too many ships are an error. One ship above the limit is enough to report it, so no more are added.
    let room = (ENCOUNTER_SHIPS + 1).saturating_sub(side.actors.len());
    side.actors.extend(std::iter::repeat_n(actor, head.count.min(room)));
    item.valid && crewed && flown
}

/// Returns the index of a player of a side. Adds the player if the side does not have one of this name.
fn seat(side: &mut Side, player: &Name) -> usize {
    side.players.iter().position(|other| other == player).unwrap_or_else(|| {
        side.players.push(player.clone());
        side.players.len() - 1
    })
}

/// Reports entries that are neither a station nor another known key, and entries that are written twice.
fn check_keys(encounter: &Encounter, inner: &[Entry], out: &mut Diagnostics) {
    let stations = || encounter.stations.iter().map(|station| station.name.as_str());
    let known = |word: &str| block_schema::space::SHIP.entry(word).is_some();
    let mut others: Vec<Entry> = Vec::new();
    for (place, entry) in inner.iter().enumerate() {
        let Key::Word(key) = &entry.key else {
            others.push(entry.clone());
            continue;
        };
        if stations().any(|station| station == key.text) {
            simple_entries::check_parts_none(entry, out);
            if let Some(first) = inner.iter().take(place).find(|other| other.word() == key.text) {
                out.push(simple_entry_errors::written_twice(key, first.key.span()));
            }
        } else if known(&key.text) {
            others.push(entry.clone());
        } else if !entry.broken {
            let words = stations().chain(block_schema::space::SHIP.words());
            let nearest = slip_suggest::nearest(&key.text, words);
            let others = block_schema::space::SHIP.words();
            out.push(errors::unknown_station(key, nearest, stations()).completed_by(others));
        }
    }
    simple_entries::check(&others, &block_schema::space::SHIP, out);
}

/// Returns the item of a `ship` entry, if it can fight on its own.
fn fighting<'c, 't>(
    scene: &Scene<'c, 't>,
    encounter: &Encounter,
    head: &Head<'_>,
    out: &mut Diagnostics,
) -> Option<(&'c DeclaredItem<'t>, &'c BuiltItem)> {
    let program = scene.context.program;
    let track = encounter.rules.word("frame_track", "frame");
    let fits = |declared: &DeclaredItem<'_>| {
        scene.built(declared).is_some_and(|item| item.tracks.contains_key(track) && !hangar_pilots::rides(item))
    };
    let declared = match program.find_fitting(scene.declared.package, &head.path, fits) {
        Ok(id) => program.get(id)?,
        Err(diagnostic) => {
            out.push(*diagnostic);
            return None;
        }
    };
    let item = scene.built(declared)?;
    actor_names::plays_here(scene, encounter.play, (item, head.who.expr.span), out);
    if item.valid && !item.tracks.contains_key(track) {
        out.push(encounter_errors::not_a_ship(head.who.expr.span, declared.name(), declared.kind(), track));
    } else if item.valid && hangar_pilots::rides(item) {
        out.push(errors::no_carrier(head.who.expr.span, declared.name()));
    }
    Some((declared, item))
}

/// Reads the ways in which a ship may arrive: `arrives by slip, overburn`.
fn read_arrival(entry: &Entry, item: &BuiltItem, ship: &mut ShipSetup, out: &mut Diagnostics) {
    let may = |action: Action| {
        item.effects.iter().any(|effect| matches!(&effect.op, PackOperation::Permit(permit) if !permit.cannot && names(permit, action)))
    };
    let cannot = |action: Action| {
        item.effects.iter().any(|effect| matches!(&effect.op, PackOperation::Permit(permit) if permit.cannot && names(permit, action)))
    };
    let mut wrong = entry.values.is_empty();
    for (place, member) in entry.members().enumerate() {
        let words: Vec<&str> = member.iter().filter_map(|value| value.expr.name()).map(|name| name.as_str()).collect();
        let by = match (place, words.as_slice()) {
            (0, ["by", by]) => *by,
            (1, [by]) => *by,
            _ => "",
        };
        match by {
            "slip" if !may(Action::Slip) => out.push(errors::cannot_slip(simple_entries::member_span(member, entry), &item.name)),
            "slip" => ship.slipped = true,
            "overburn" if cannot(Action::Overburn) => {
                out.push(errors::cannot_overburn(simple_entries::member_span(member, entry), &item.name))
            }
            "overburn" => ship.overburnt = true,
            _ => wrong = true,
        }
    }
    if wrong && !entry.broken {
        out.push(simple_entry_errors::wrong_value(entry.values_span(), "arrives", "`by slip`, `by overburn` or `by slip, overburn`"));
    }
}

fn names(permit: &Permit, action: Action) -> bool {
    permit.actions.contains(&action)
}

/// Returns the name that is the only value of an entry, with its span.
pub(super) fn named<'e>(entry: &'e Entry, wanted: &str, out: &mut Diagnostics) -> Option<(NamePath, &'e Expr)> {
    let path = simple_entries::path(entry, wanted, out)?;
    Some((path, entry.only()?))
}
