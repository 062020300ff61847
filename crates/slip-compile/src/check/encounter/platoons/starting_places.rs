//! Reads the starting places of a platoon's units: `place shelf_gun at pit`, `place leader at road or depot`.
//!
//! Artillery is on the card and cannot enter the map. Aircraft and passengers cannot be placed.

use super::PlatoonContext;
use super::unit_list::{PlatoonUnit, StartingPlace};
use crate::check::encounter::actor_names::is_of;
use crate::check::encounter::sides::alternatives;
use crate::check::encounter_errors;
use crate::check::platoon_encounter_errors as errors;
use crate::check::simple_entries::{is_word, member_span};
use crate::resolve::DeclaredItem;
use slip_pack::Name;
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Expr, Value};

/// Word for the leader of the platoon.
const LEADER: &str = "leader";

pub(super) fn is_at(value: &Value) -> bool {
    is_word(value, "at")
}

/// True if the value is a zone, or several zones joined by `or`.
pub(super) fn is_zones(expr: &Expr) -> bool {
    let mut zones = Vec::new();
    alternatives(expr, &mut zones);
    zones.iter().all(|zone| zone.name().is_some())
}

/// Parts of a `place` entry: the units, and the zones in which they start.
struct Line<'e> {
    who: Name,
    at: Span,
    zones: Vec<&'e Expr>,
}

/// Parses a `place` entry: `place thaw_crawler at road, depot`.
fn line(entry: &Entry) -> Option<Line<'_>> {
    let mut members = entry.members();
    let [who, at, first] = members.next()? else { return None };
    let name = who.expr.name().filter(|_| is_at(at) && is_zones(&first.expr))?;
    let mut zones = vec![&first.expr];
    for member in members {
        let [zone] = member else { return None };
        zones.push(is_zones(&zone.expr).then_some(&zone.expr)?);
    }
    Some(Line { who: name.clone(), at: who.expr.span, zones })
}

impl PlatoonContext<'_, '_, '_> {
    /// Places every unit, and reports units without a starting zone.
    pub(super) fn place(&self, posts: &mut [PlatoonUnit], inner: &[Entry], out: &mut Diagnostics) {
        let mut placed: Vec<(Name, Span)> = Vec::new();
        for entry in inner.iter().filter(|entry| entry.word() == "place") {
            let Some(mut line) = line(entry) else {
                if !entry.broken {
                    let units = posts.iter().filter(|post| !post.leads()).map(|post| post.gear.name.as_str()).chain([LEADER]);
                    let known: Vec<&str> = units.filter(|_| entry.values.len() == 1).collect();
                    out.push(errors::place_form(entry.values_span()).could_be(known));
                }
                continue;
            };
            if posts.iter().all(|post| !self.is_called(post, &line.who)) {
                self.call_as_now(posts, &mut line);
            }
            if let Some((_, first)) = placed.iter().find(|(who, _)| *who == line.who) {
                out.push(errors::placed_twice(line.at, &line.who, *first));
                continue;
            }
            placed.push((line.who.clone(), line.at));
            self.place_some(posts, &line, entry, out);
        }
        self.place_the_rest(posts, &placed, out);
    }

    /// Replaces an old name of a unit by its current one.
    fn call_as_now(&self, posts: &[PlatoonUnit], line: &mut Line<'_>) {
        let program = self.scene.context.program;
        let is_here = |declared: &DeclaredItem<'_>| posts.iter().any(|post| !post.leads() && is_of(program, &post.gear, declared));
        let found = program.find_old_word((&line.who, line.at), is_here);
        if let Some(declared) = found.first().and_then(|id| program.get(*id)) {
            line.who = declared.name().clone();
        }
    }

    /// Places the units of one entry, in the order of the platoon. The last zone of the entry holds all remaining units.
    fn place_some(&self, posts: &mut [PlatoonUnit], line: &Line<'_>, entry: &Entry, out: &mut Diagnostics) {
        let meant: Vec<usize> = (0..posts.len()).filter(|at| posts.get(*at).is_some_and(|post| self.is_called(post, &line.who))).collect();
        let on_the_ground = |at: &usize| posts.get(*at).is_some_and(PlatoonUnit::is_placed);
        let Some(first) = meant.first().and_then(|at| posts.get(*at)) else {
            // If the platoon has errors, the unit may be one of those that could not be read.
            if self.platoon.valid {
                let names = posts.iter().filter(|post| !post.leads()).map(|post| post.gear.name.as_str()).chain([LEADER]);
                let nearest = slip_suggest::nearest(&line.who, names.clone());
                out.push(errors::not_of_the_platoon(line.at, &line.who, &self.platoon.name, nearest).completed_by(names));
            }
            return;
        };
        if !first.leads() {
            self.scene.note_actor(line.at, &first.gear);
        }
        let meant: Vec<usize> = meant.iter().copied().filter(on_the_ground).collect();
        if meant.is_empty() {
            out.push(match &first.spot {
                StartingPlace::Track => errors::aircraft_on_the_map(line.at, &line.who),
                StartingPlace::Aboard(carrier) => {
                    errors::rides_along(line.at, &line.who, posts.get(*carrier).map_or("", |carrier| carrier.gear.name.as_str()))
                }
                _ => errors::directs_from_elsewhere(line.at, &self.platoon.name),
            });
            return;
        }
        if line.zones.len() > meant.len() {
            let spare: Vec<Span> = entry.members().skip(meant.len()).map(|member| member_span(member, entry)).collect();
            let span = spare.iter().copied().reduce(|first, last| first.to(last)).unwrap_or(line.at);
            out.push(errors::more_zones_than_units(span, &line.who, meant.len(), line.zones.len()));
        }
        // A zone is resolved only once, even if several units are placed in it.
        let gun = first.gun;
        let spots: Vec<StartingPlace> = line.zones.iter().map(|zones| self.spot(zones, gun, &line.who, out)).collect();
        for (place, at) in meant.iter().enumerate() {
            let spot = spots.get(place).or(spots.last());
            if let (Some(post), Some(spot)) = (posts.get_mut(*at), spot) {
                post.spot = spot.clone();
            }
        }
    }

    fn is_called(&self, post: &PlatoonUnit, who: &str) -> bool {
        if post.leads() { who == LEADER } else { post.gear.name == who }
    }

    /// Resolves the names of zones on the card or on the map.
    fn spot(&self, place: &Expr, gun: bool, who: &str, out: &mut Diagnostics) -> StartingPlace {
        let mut words = Vec::new();
        alternatives(place, &mut words);
        let on_card = |word: &&Expr| word.name().and_then(|name| Some((word.span, self.card.as_ref()?.zone(name)?)));
        if let Some((at, zone)) = words.iter().find_map(on_card) {
            self.scene.note_own_part(at);
            if words.len() > 1 {
                out.push(errors::choice_on_a_card(place.span));
            }
            return StartingPlace::Card(zone);
        }
        let starts = self.zones(&words, gun, out);
        if gun && !starts.is_empty() {
            let zone = self.card.as_ref().and_then(|written| written.card.zones.first()).map(|zone| zone.name.as_str());
            out.push(errors::gun_on_the_map(place.span, who, zone));
        }
        if starts.is_empty() { StartingPlace::Map(Vec::new()) } else { StartingPlace::Map(starts) }
    }

    /// Resolves the names of zones of the map.
    fn zones(&self, words: &[&Expr], gun: bool, out: &mut Diagnostics) -> Vec<usize> {
        let Some(map) = self.scene.map else { return Vec::new() };
        let mut starts = Vec::new();
        for (word, name) in words.iter().filter_map(|word| Some((word, word.name()?))) {
            self.scene.note_zone(word.span, name);
            match map.zone(name) {
                Some(zone) if !starts.contains(&zone) => starts.push(zone),
                Some(_) => {}
                // If the map has errors, this zone may be one of the zones that could not be read.
                None if !map.valid => {}
                None => {
                    let cards = self.card.iter().flat_map(|written| &written.card.zones).map(|zone| zone.name.as_str());
                    let zones = map.zones.iter().map(|zone| zone.name.as_str()).filter(|_| !gun);
                    out.push(encounter_errors::zone_not_among(word.span, name, &map.name, zones.chain(cards)));
                }
            }
        }
        starts
    }

    /// Places the units that no `place` entry names. Artillery begins on the card. The other units begin in the zone after `at` or, if the
    /// platoon has no `at`, with the artillery.
    fn place_the_rest(&self, posts: &mut [PlatoonUnit], placed: &[(Name, Span)], out: &mut Diagnostics) {
        let place = self.head.at.map(|at| {
            let mut words = Vec::new();
            alternatives(at, &mut words);
            (self.zones(&words, false, out), at.span)
        });
        let mut used = false;
        let mut lost: Vec<&PlatoonUnit> = Vec::new();
        for post in posts.iter_mut() {
            if !post.is_placed() || placed.iter().any(|(who, _)| self.is_called(post, who)) {
                continue;
            }
            post.spot = match &place {
                _ if post.gun => StartingPlace::Card(0),
                Some((zones, _)) => {
                    used = true;
                    StartingPlace::Map(zones.clone())
                }
                None if self.card.is_some() => StartingPlace::Card(0),
                None => {
                    lost.push(post);
                    continue;
                }
            };
        }
        // If the platoon has errors, some of its units could not be read, and these may be the units for this zone.
        if let (Some((_, span)), false, true) = (&place, used, self.platoon.valid) {
            out.push(errors::nobody_to_place(*span, &self.platoon.name));
        }
        // If the platoon has errors, its artillery may be among the units that could not be read. The units could then begin on the card of
        // this artillery.
        if lost.is_empty() || self.entry.broken || self.scene.map.is_none() || !self.platoon.valid {
            return;
        }
        let zone = self.scene.map.and_then(|map| map.zones.first()).map(|zone| zone.name.as_str());
        let mut names: Vec<&str> = Vec::new();
        for post in &lost {
            let name = if post.leads() { LEADER } else { post.gear.name.as_str() };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        out.push(errors::no_start(self.entry.values_span(), &self.platoon.name, &names, zone));
    }

    /// Reads the zones that the artillery of a platoon has locked in at set-up: `locked_in ridge, ford or bridge`.
    pub(super) fn locked_in(&self, entry: &Entry, posts: &[PlatoonUnit], out: &mut Diagnostics) -> Vec<Vec<usize>> {
        let may = posts.iter().map(|post| post.known).fold(0, i64::saturating_add);
        if may == 0 && self.platoon.valid {
            out.push(errors::nothing_locked_in(entry.key.span(), &self.platoon.name));
            return Vec::new();
        }
        let mut known = Vec::new();
        for member in entry.members() {
            let [zones] = member else {
                if !entry.broken {
                    out.push(errors::locked_in_form(member_span(member, entry)));
                }
                continue;
            };
            if !is_zones(&zones.expr) {
                out.push(errors::locked_in_form(zones.expr.span));
                continue;
            }
            let mut words = Vec::new();
            alternatives(&zones.expr, &mut words);
            let found = self.zones(&words, false, out);
            if !found.is_empty() {
                known.push(found);
            }
        }
        if entry.values.is_empty() && !entry.broken {
            out.push(errors::locked_in_form(entry.values_span()));
        }
        let room = usize::try_from(may).unwrap_or(usize::MAX);
        if known.len() > room && self.platoon.valid {
            out.push(errors::too_many_locked_in(entry.values_span(), known.len(), may));
        }
        known
    }
}
