//! Reads the card of a platoon: a small separate map for artillery and the units with it.
//!
//! Every platoon with artillery has a card. It has a single zone, unless the text declares more.

use super::unit_list::PlatoonUnit;
use crate::block_schema;
use crate::check::encounter::same_name_numbers::ActorCounts;
use crate::check::encounter::{Scene, same_name_numbers};
use crate::check::readable_names::readable;
use crate::check::simple_entries;
use crate::check::{map_errors, platoon_encounter_errors as errors};
use slip_pack::Name;
use slip_pack::encounter::{CardZone, Encounter, MapCard};
use slip_pack::map::Map;
use slip_pack::platoon::Platoon;
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Expr, ExprKind};

/// Name of the only zone of a card that declares no zones.
pub(super) const PLAIN: &str = "card";
/// Maximum number of zones of a card.
const MOST_ZONES: usize = 24;

/// Card of a platoon with its spans.
pub(super) struct WrittenCard {
    /// Card as it is stored in the pack.
    pub card: MapCard,
}

impl WrittenCard {
    /// Returns the index of a zone of the card.
    pub(super) fn zone(&self, word: &str) -> Option<usize> {
        self.card.zones.iter().position(|zone| zone.name == word)
    }
}

/// Reads a card: `card "Battery park" { zone pit; zone left; border pit -- left }`.
pub(super) fn read(
    scene: &Scene<'_, '_>,
    platoon: &Platoon,
    posts: &[PlatoonUnit],
    entry: Option<&Entry>,
    out: &mut Diagnostics,
) -> Option<WrittenCard> {
    let has_guns = posts.iter().any(|post| post.gun);
    let Some(entry) = entry else {
        let zone = CardZone { name: PLAIN.into(), title: title(platoon), aspects: Vec::new() };
        return has_guns.then(|| WrittenCard { card: MapCard { title: title(platoon), zones: vec![zone], borders: Vec::new() } });
    };
    if !has_guns && platoon.valid {
        out.push(errors::card_without_guns(entry.key.span(), &platoon.name));
        return None;
    }
    let named = match entry.values.as_slice() {
        [] => None,
        [name] if name.expr.text().is_some() => name.expr.text(),
        _ => {
            if !entry.broken {
                out.push(errors::card_form(entry.values_span()));
            }
            None
        }
    };
    let mut card = MapCard { title: named.map_or_else(|| title(platoon), |text| text.value.to_string()), ..MapCard::default() };
    let inner = entry.block().map_or(&[][..], |block| &block.entries);
    simple_entries::check(inner, &block_schema::battles::CARD, out);
    let mut spans: Vec<Span> = Vec::new();
    for zone in inner.iter().filter(|entry| entry.word() == "zone") {
        let Some((read, span)) = zone_of(zone, out) else { continue };
        if let Some(first) = card.zones.iter().position(|other| other.name == read.name) {
            out.push(map_errors::zone_twice(span, &read.name, spans.get(first).copied().unwrap_or(span)));
        } else if let Some(map) = scene.map.filter(|map| map.zone(&read.name).is_some()) {
            out.push(errors::zone_of_the_map(span, &read.name, &map.name));
        } else if card.zones.len() >= MOST_ZONES {
            out.push(errors::too_large_a_card(span, MOST_ZONES));
            break;
        } else {
            card.zones.push(read);
            spans.push(span);
            scene.note_own_part(span);
        }
    }
    for border in inner.iter().filter(|entry| entry.word() == "border") {
        read_border(scene, &mut card, border, out);
    }
    if card.zones.is_empty() {
        if !entry.broken && !inner.iter().any(|entry| entry.word() == "zone") {
            out.push(errors::card_form(entry.span));
        }
        card.zones.push(CardZone { name: PLAIN.into(), title: card.title.clone(), aspects: Vec::new() });
    }
    Some(WrittenCard { card })
}

fn title(platoon: &Platoon) -> String {
    format!("Card of {}", platoon.title)
}

/// Reads a zone of a card: `zone pit "The pit" { aspects "Dug deep" }`.
fn zone_of(entry: &Entry, out: &mut Diagnostics) -> Option<(CardZone, Span)> {
    let (name, title) = match entry.values.as_slice() {
        [name] => (&name.expr, None),
        [name, title] if title.expr.text().is_some() => (&name.expr, title.expr.text()),
        _ => {
            if !entry.broken {
                out.push(map_errors::zone_form(entry));
            }
            return None;
        }
    };
    let Some(word) = name.name() else {
        if !entry.broken {
            out.push(map_errors::zone_name(name.span));
        }
        return None;
    };
    let inner = entry.block().map_or(&[][..], |block| &block.entries);
    simple_entries::check(inner, &block_schema::battles::CARD_ZONE, out);
    let aspects = inner.iter().find(|entry| entry.word() == "aspects").map_or_else(Vec::new, |entry| simple_entries::texts(entry, out));
    let title = title.map_or_else(|| readable(word).to_string(), |title| title.value.to_string());
    Some((CardZone { name: word.clone(), title, aspects: aspects.into_iter().map(|text| text.value.to_string()).collect() }, name.span))
}

/// Reads a border of a card: `border pit -- left`.
fn read_border(scene: &Scene<'_, '_>, card: &mut MapCard, entry: &Entry, out: &mut Diagnostics) {
    let values: Vec<&Expr> = entry.values.iter().map(|value| &value.expr).collect();
    let [from, way, to] = values.as_slice() else {
        if !entry.broken {
            out.push(errors::card_border_form(entry.values_span()));
        }
        return;
    };
    let (Some(a), Some(b), ExprKind::BothWays) = (from.name(), to.name(), &way.kind) else {
        if !entry.broken {
            out.push(errors::card_border_form(entry.values_span()));
        }
        return;
    };
    let mut find = |word: &Name, span: Span| {
        let found = card.zones.iter().position(|zone| zone.name == *word);
        if found.is_some() {
            scene.note_own_part(span);
        } else {
            out.push(errors::zone_not_on_card(span, word, card.zones.iter().map(|zone| zone.name.as_str())));
        }
        found
    };
    let (Some(from_zone), Some(to_zone)) = (find(a, from.span), find(b, to.span)) else { return };
    if from_zone == to_zone {
        out.push(map_errors::border_to_itself(from.span.to(to.span), a));
    } else if card.borders.iter().any(|&(x, y)| (x, y) == (from_zone, to_zone) || (y, x) == (from_zone, to_zone)) {
        out.push(errors::card_border_twice(from.span.to(to.span)));
    } else {
        card.borders.push((from_zone, to_zone));
    }
}

/// Numbers zones with the same name on several cards: `pit#1`, `pit#2`.
pub(super) fn number(encounter: &mut Encounter, map: Option<&Map>) {
    // A zone of the map keeps its name without a number, so the first zone of a card with this name gets number 1.
    let on_the_map: ActorCounts = map.iter().flat_map(|map| &map.zones).map(|zone| (zone.name.clone(), 0)).collect();
    let cards = encounter.sides.iter_mut().flat_map(|side| &mut side.platoons).filter_map(|platoon| platoon.card.as_mut());
    same_name_numbers::number_on(&on_the_map, cards.flat_map(|card| &mut card.zones).map(|zone| &mut zone.name));
}
