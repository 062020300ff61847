//! Reads the sides of an encounter: their actors, starting zones and doctrines.

use super::assign_crew::CHARACTER;
use super::same_name_numbers::ActorCounts;
use super::social::{self, Composite};
use super::{MOST_ACTORS, Scene, actor_names, malformed_actors, same_name_numbers, side_doctrine, usable_skills_and_gear};
use crate::block_schema;
use crate::check::effect_errors;
use crate::check::encounter_errors as errors;
use crate::check::gear;
use crate::check::simple_entries::{self, is_word, member_span};
use crate::check::simple_entry_errors;
use crate::check::social_errors;
use crate::resolve::DeclaredItem;
use slip_pack::effect::Effect;
use slip_pack::effect::build_numbers::BuildNumber;
use slip_pack::encounter::{Actor, Encounter, Play, Side};
use slip_pack::item::Gear;
use slip_pack::{BuiltItem, Name};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Expr, ExprKind, NamePath, Operator, SpannedName, Value};
use std::collections::BTreeMap;

/// Kind under which a composite party (several people who act as one) is listed among the actors that are present.
const COMPOSITE: &str = "composite";
/// Reads the sides. Returns true if every combatant can fight; false if a combatant has errors, which its declaration reports. Returns
/// `None` if there are more actors than an encounter supports.
pub(super) fn read(scene: &Scene<'_, '_>, encounter: &mut Encounter, out: &mut Diagnostics) -> Option<bool> {
    let mut sound = true;
    let mut names: Vec<(Name, Span)> = Vec::new();
    let mut present: Vec<(Gear, Span)> = Vec::new();
    for entry in scene.declared.entries_of("side") {
        let Some((name, span)) = side_name(scene, entry, out) else { continue };
        if let Some((_, first)) = names.iter().find(|(other, _)| *other == name) {
            out.push(errors::side_twice(span, &name, *first));
            continue;
        }
        let inner = entry.block().map_or(&[][..], |block| &block.entries);
        let unknown = |key: &SpannedName| {
            let program = scene.context.program;
            let path = NamePath { kind: None, package: None, name: key.clone() };
            match program.all_fitting(scene.declared.package, &path, |_| true).is_empty() {
                true => simple_entry_errors::unknown_key(key, block_schema::sides::SIDE.title, block_schema::sides::SIDE.words()),
                false => errors::actor_as_key(key),
            }
        };
        simple_entries::check_with(inner, &block_schema::sides::SIDE, &unknown, out);
        let mut side = Side { name: name.clone(), ..Side::default() };
        if let Some(actors) = inner.iter().find(|entry| entry.word() == "actors") {
            sound &= read_actors(scene, encounter, actors, (&mut side, &mut present), out);
        } else if !entry.broken && simple_entries::knows_all(inner, &block_schema::sides::SIDE) {
            out.push(errors::side_without_actors(span, &name));
        }
        if let Some(doctrine) = inner.iter().find(|entry| entry.word() == "doctrine") {
            (side.doctrine, side.search) = side_doctrine::read_doctrine(scene, encounter, doctrine, out);
        }
        names.push((name, span));
        encounter.sides.push(side);
    }
    let count: usize = encounter.sides.iter().map(|side| side.actors.len()).sum();
    if count > MOST_ACTORS {
        out.push(errors::too_many_actors(scene.declared.tree.name.span, MOST_ACTORS));
        encounter.sides.clear();
        return None;
    }
    uniform(scene, encounter, out);
    number(encounter);
    read_leaders(scene, encounter, out);
    read_players(scene, encounter, out);
    if encounter.play == Play::Social {
        social::twice(scene, encounter, out);
    }
    let written = scene.declared.entries_of("side").count();
    if written < 2 && !scene.declared.tree.broken && scene.declared.tree.block.is_some() {
        out.push(errors::too_few_sides(scene.declared.tree.name.span, scene.declared.name(), written));
    }
    Some(sound)
}

/// Returns the name of a side, with its span.
pub(super) fn side_name(scene: &Scene<'_, '_>, entry: &Entry, out: &mut Diagnostics) -> Option<(Name, Span)> {
    let named = entry.only().and_then(|value| Some((value.name()?.clone(), value.span)));
    match named {
        Some((name, span)) if name == super::victory::DRAW => {
            out.push(errors::reserved_side(span, &name));
            None
        }
        Some(named) => Some(named),
        None if titled(entry).is_some() => {
            let (named, title) = titled(entry)?;
            out.push(errors::side_title(title, &named.0));
            Some(named)
        }
        None if names_of(entry).len() > 1 => {
            let words = names_of(entry);
            let (first, last) = (words.first()?, words.last()?);
            let span = first.1.to(last.1);
            let without_article: Vec<&str> = match words.as_slice() {
                [(article, _), rest @ ..] if matches!(article.as_str(), "the" | "a" | "an") => {
                    rest.iter().map(|(word, _)| word.as_str()).collect()
                }
                words => words.iter().map(|(word, _)| word.as_str()).collect(),
            };
            let right = without_article.join("_");
            out.push(errors::side_of_words(span, &right));
            Some((right.into(), span))
        }
        None => {
            let meant = misspelt_name(scene, entry);
            if !entry.broken {
                let found = simple_entry_errors::wrong_value(entry.values_span(), "side", "the name of a side");
                out.push(match &meant {
                    Some((name, _)) => found.with_help(format!("write `side {name}`")),
                    None => found,
                });
            }
            meant
        }
    }
}

/// Returns the name of a side and the span of the title behind it, as in `side reds "The Reds" { … }`.
fn titled(entry: &Entry) -> Option<((Name, Span), Span)> {
    let [name, title] = entry.values.as_slice() else { return None };
    title.expr.text()?;
    Some(((name.expr.name()?.clone(), name.expr.span), title.expr.span))
}

/// Returns the name that an author probably means by `Reds` or `"The Reds"`, so that other entries may use it. The parser reports the
/// capital letter and drops the entry. Therefore the name is read from the source text.
fn misspelt_name(scene: &Scene<'_, '_>, entry: &Entry) -> Option<(Name, Span)> {
    let written = scene.context.program.sources.slice(entry.span);
    let head = written.split(['{', '\n', ';']).next()?.trim().strip_prefix("side")?.trim();
    // Quotes after the name contain the title.
    let name = match head.split_once('"') {
        Some(("", rest)) => rest.split('"').next()?,
        Some((word, _)) => word,
        None => head,
    };
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    let is_plain = |word: &String| word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_');
    let at = entry.values.first().map_or(entry.key.span(), |value| value.expr.span);
    (!words.is_empty() && words.iter().all(is_plain)).then(|| (words.join("_").into(), at))
}

/// Returns the names at the beginning of an entry, with their spans.
fn names_of(entry: &Entry) -> Vec<(Name, Span)> {
    let names = entry.values.iter().map_while(|value| Some((value.expr.name().filter(|_| !value.comma)?.clone(), value.expr.span)));
    names.collect()
}

/// Returns the names of the sides.
pub(super) fn names(encounter: &Encounter) -> impl Iterator<Item = &str> {
    encounter.sides.iter().map(|side| side.name.as_str())
}

/// Member of `actors`: `deckhand x2 at dock with crowbar`.
struct Member<'e> {
    who: &'e Value,
    path: NamePath,
    count: usize,
    zones: Vec<&'e Expr>,
    gear: &'e [Value],
}

fn split_member(member: &[Value]) -> Option<Member<'_>> {
    let (who, mut rest) = member.split_first()?;
    let path = who.expr.path()?;
    let mut count = 1;
    if let [first, others @ ..] = rest
        && let ExprKind::Count(number) = first.expr.kind
    {
        count = usize::try_from(number).ok().filter(|count| (1..=MOST_ACTORS).contains(count))?;
        rest = others;
    }
    let mut zones = Vec::new();
    if let [at, place, others @ ..] = rest
        && is_word(at, "at")
    {
        alternatives(&place.expr, &mut zones);
        if zones.iter().any(|zone| zone.name().is_none()) {
            return None;
        }
        rest = others;
    }
    let gear = match rest {
        [] => rest,
        [with, things @ ..] if is_word(with, "with") && !things.is_empty() => things,
        _ => return None,
    };
    Some(Member { who, path, count, zones, gear })
}

/// Collects the zones of a place with several alternatives, such as `dock or office`.
pub(super) fn alternatives<'e>(place: &'e Expr, zones: &mut Vec<&'e Expr>) {
    match &place.kind {
        ExprKind::Binary(Operator::Or, sides) => {
            alternatives(&sides.0, zones);
            alternatives(&sides.1, zones);
        }
        _ => zones.push(place),
    }
}

/// Reports a character who takes part twice: a character is one person.
fn one_place(person: &Gear, (count, span): (usize, Span), present: &mut Vec<(Gear, Span)>, out: &mut Diagnostics) {
    if person.kind != CHARACTER {
        return;
    }
    match present.iter().find(|(other, _)| other == person) {
        Some((_, first)) => out.push(errors::acts_twice(span, &person.name, *first)),
        None => {
            if count > 1 {
                out.push(errors::several_of_one(span, &person.name, count));
            }
            present.push((person.clone(), span));
        }
    }
}

/// Reads the actors of a side. `present` contains the characters of all sides read so far, with their spans.
fn read_actors(
    scene: &Scene<'_, '_>,
    encounter: &Encounter,
    entry: &Entry,
    (side, present): (&mut Side, &mut Vec<(Gear, Span)>),
    out: &mut Diagnostics,
) -> bool {
    let mut sound = true;
    let mut carried_before: &[Value] = &[];
    if entry.values.is_empty() && !entry.broken {
        out.push(errors::side_without_actors(entry.key.span(), &side.name));
    }
    for member in entry.members() {
        let span = member_span(member, entry);
        let written = member;
        let Some(member) = split_member(written) else {
            if !entry.broken {
                out.push(malformed_actors::misread(scene, written, span));
            }
            continue;
        };
        if let [.., last] = carried_before
            && let Some(thing) = malformed_actors::thing_alone(scene, written)
        {
            out.push(errors::thing_among_actors(span, &thing.name, &thing.kind, scene.context.program.sources.slice(last.expr.span)));
            continue;
        }
        carried_before = member.gear;
        let mut starts = start_zones(scene, &member, span, out).into_iter();
        let (zone, or_zones) = (starts.next(), starts.collect());
        let composite = composite(scene, &member.path);
        let found = match composite {
            Some(composite) => together(scene, encounter, composite, out),
            None => combatant(scene, encounter, &member, out),
        };
        let Some((item, fits)) = found else { continue };
        sound &= fits;
        match composite {
            // A person who acts both alone and in a composite party is reported when the parties are checked.
            Some(composite) => match present.iter().find(|(other, _)| other.kind == COMPOSITE && other.name == composite.name) {
                Some((_, first)) => out.push(errors::acts_twice(span, &composite.name, *first)),
                None => {
                    let party = Gear { kind: COMPOSITE.into(), package: Name::default(), name: composite.name.clone() };
                    present.push((party, span));
                }
            },
            None => one_place(&item, (member.count, member.who.expr.span), present, out),
        }
        let parts: Vec<Gear> = composite.iter().flat_map(|all| all.parts.iter().skip(1)).map(|(part, _)| part.clone()).collect();
        if let Some(composite) = composite.filter(|_| member.count > 1) {
            out.push(social_errors::composite_counted(span, &composite.name));
        }
        let mut handed: Vec<(Gear, Span)> = Vec::new();
        for thing in member.gear {
            let found = gear::find(scene.context.program, scene.declared.package, thing, out);
            handed.extend(found.map(|(_, gear)| (gear, thing.expr.span)));
            if let Some(line) = handed.last().and_then(|(gear, _)| built_late(scene, gear)) {
                let help = format!("write the thing under `gear` of `{}`; its other effects apply here too", member.path.name.text);
                out.push(effect_errors::built_too_late(thing.expr.span, &line.text, &help));
            }
        }
        // In a social encounter gear needs no training, so it is not checked.
        if let Some(person) = scene.context.pack.item(&item).filter(|_| encounter.play != Play::Social) {
            usable_skills_and_gear::check((scene, &encounter.rules), person, member.who.expr.span, &handed, out);
        }
        let carried: Vec<Gear> = handed.into_iter().map(|(thing, _)| thing).collect();
        let actor = Actor {
            name: composite.map_or_else(|| item.name.clone(), |all| all.name.clone()),
            item,
            zone,
            or_zones,
            gear: carried,
            carried: None,
            ship: None,
            unit: None,
            party: None,
            parts,
            title: composite.and_then(|all| all.title.clone()),
        };
        // One actor above the limit is enough to report too many actors.
        let room = (MOST_ACTORS + 1).saturating_sub(side.actors.len());
        side.actors.extend(std::iter::repeat_n(actor, member.count.min(room)));
    }
    sound
}

/// Returns an effect of an item that changes its bearer's numbers, if the item has one. For an item that an encounter hands out such an
/// effect does nothing, because the bearer was built before.
fn built_late<'c>(scene: &Scene<'c, '_>, gear: &Gear) -> Option<&'c Effect> {
    let item = scene.context.pack.items.get(&gear.kind)?.get(&slip_pack::key(&gear.package, &gear.name))?;
    let lent = |line: &&Effect| match line.built() {
        Some(BuildNumber::Boxes(_) | BuildNumber::Consequences(_) | BuildNumber::Slots(_) | BuildNumber::TechLimit(_)) => {
            line.is_about_self() || line.is_about_bearer()
        }
        Some(_) => line.is_about_bearer(),
        None => false,
    };
    item.effects.iter().map(|line| &**line).find(lent)
}

/// Returns the zones where an actor may start; the first one is the default.
fn start_zones(scene: &Scene<'_, '_>, member: &Member<'_>, span: Span, out: &mut Diagnostics) -> Vec<usize> {
    let Some(map) = scene.map else { return Vec::new() };
    if member.zones.is_empty() {
        let first = map.zones.first().map(|zone| zone.name.as_str());
        out.push(errors::no_start(span, &member.path.name.text, first));
    }
    let mut starts = Vec::new();
    for zone in &member.zones {
        let Some(word) = zone.name() else { continue };
        let found = map.zone(word);
        scene.note_zone(zone.span, word);
        // If the map has errors, the zone may be one of those that could not be read.
        if found.is_none() && map.valid {
            out.push(errors::zone_not_on_map(zone.span, word, map));
        }
        if let Some(first) = member.zones.iter().take_while(|other| other.span != zone.span).find(|other| other.name() == Some(word)) {
            out.push(simple_entry_errors::name_twice(zone.span, word, "at", first.span));
        }
        starts.extend(found.filter(|zone| !starts.contains(zone)));
    }
    starts
}

/// Returns the item of an actor, and true if the item has no errors. Reports an actor without any track that attacks can hit.
fn combatant(scene: &Scene<'_, '_>, encounter: &Encounter, member: &Member<'_>, out: &mut Diagnostics) -> Option<(Gear, bool)> {
    let program = scene.context.program;
    let tracks = match encounter.play {
        Play::Social => social::tracks(scene, encounter),
        _ => vec![encounter.rules.word("health_track", "health")],
    };
    let fits =
        |declared: &DeclaredItem<'_>| scene.built(declared).is_some_and(|item| tracks.iter().any(|track| item.tracks.contains_key(*track)));
    let found = match program.find_fitting(scene.declared.package, &member.path, fits) {
        Ok(id) => program.get(id)?,
        Err(diagnostic) => {
            out.push(*diagnostic);
            return None;
        }
    };
    let package: Name = program.package_name(found.package).into();
    let reference = Gear { kind: found.kind().into(), package: package.clone(), name: found.name().clone() };
    let item: Option<&BuiltItem> =
        scene.context.pack.items.get(found.kind()).and_then(|items| items.get(&slip_pack::key(&package, found.name())));
    let Some(item) = item else { return Some((reference, false)) };
    actor_names::plays_here(scene, encounter.play, (item, member.who.expr.span), out);
    if encounter.play == Play::Social {
        social::can_be_struck(scene, encounter, (item, member.who.expr.span), out);
        return Some((reference, item.valid));
    }
    let track = encounter.rules.word("health_track", "health");
    if item.valid && !item.tracks.contains_key(track) {
        let taken = item.effects.iter().find(|line| line.takes_away(track)).map(|line| line.text.as_str());
        let span = member.who.expr.span;
        let design = actor_names::design_for_play(scene, encounter.play, item).filter(|_| taken.is_none());
        out.push(match design {
            Some(design) => errors::no_stress_track(span, found.name(), design, track),
            None => errors::not_a_combatant(span, found.name(), found.kind(), track, taken),
        });
    }
    // Mooks have neither skills nor Composure. A missing Composure track is therefore reported only for actors with skills.
    let composure = encounter.rules.word("composure_track", "composure");
    let lacks_composure = item.valid && encounter.play == Play::Personal && !item.skills.is_empty() && item.tracks.contains_key(track);
    if lacks_composure && !item.tracks.contains_key(composure) && !item.effects.iter().any(|line| line.takes_away(composure)) {
        out.push(errors::no_stress_track(member.who.expr.span, found.name(), &item.design, composure));
    }
    Some((reference, item.valid))
}

/// Returns the composite party with a name.
fn composite<'s>(scene: &'s Scene<'_, '_>, path: &NamePath) -> Option<&'s Composite> {
    scene.composites.iter().find(|composite| path.package.is_none() && composite.name == path.name.text)
}

/// Returns the first member of a composite party, with a flag that is true if no member has errors. Reports members without a track that
/// attacks can hit.
fn together(scene: &Scene<'_, '_>, encounter: &Encounter, composite: &Composite, out: &mut Diagnostics) -> Option<(Gear, bool)> {
    let mut fits = true;
    for (part, span) in &composite.parts {
        match scene.context.pack.item(part) {
            Some(item) => {
                actor_names::plays_here(scene, encounter.play, (item, *span), out);
                social::can_be_struck(scene, encounter, (item, *span), out);
                fits &= item.valid;
            }
            None => fits = false,
        }
    }
    composite.parts.first().map(|(first, _)| (first.clone(), fits))
}

/// Checks designs marked `uniform`. If an item is built by such a design, all items of its kind in the encounter must have this design and
/// the same number of stunts.
fn uniform(scene: &Scene<'_, '_>, encounter: &Encounter, out: &mut Diagnostics) {
    let items = &scene.context.pack.items;
    let mut first: BTreeMap<&Name, (&BuiltItem, Option<&DeclaredItem<'_>>)> = BTreeMap::new();
    let mut told: Vec<&Name> = Vec::new();
    for actor in encounter.sides.iter().flat_map(|side| &side.actors) {
        let item = items.get(&actor.item.kind).and_then(|items| items.get(&slip_pack::key(&actor.item.package, &actor.item.name)));
        let Some(item) = item else { continue };
        let design = actor_names::design(scene, item);
        let Some((other, by)) = first.get(&item.kind).copied() else {
            first.insert(&item.kind, (item, design));
            continue;
        };
        let asks = |design: Option<&DeclaredItem<'_>>| design.is_some_and(|design| design.entry("uniform").is_some());
        let count = |item: &BuiltItem| item.stunts.iter().map(|stunt| stunt.count).sum::<i32>();
        let same_design = item.design == other.design && design.map(|design| design.id) == by.map(|by| by.id);
        if (asks(design) || asks(by)) && !(same_design && count(item) == count(other)) && !told.contains(&&item.kind) {
            told.push(&item.kind);
            // Two designs with the same name are distinguished by their packages.
            let of_one_name = !same_design && item.design == other.design;
            let called = |item: &BuiltItem, design: Option<&DeclaredItem<'_>>| match design.filter(|_| of_one_name) {
                Some(design) => scene.context.program.key(design),
                None => item.design.clone(),
            };
            let of = |item: &BuiltItem, design: Option<&DeclaredItem<'_>>| (item.name.clone(), called(item, design), count(item));
            let name = scene.declared.tree.name.span;
            out.push(errors::mixed_characters(name, scene.declared.name(), &item.kind, of(other, by), of(item, design)));
        }
    }
}

/// Numbers actors with the same name: `deckhand#1`, `deckhand#2`.
pub(super) fn number(encounter: &mut Encounter) -> ActorCounts {
    same_name_numbers::number(encounter.sides.iter_mut().flat_map(|side| &mut side.actors).map(|actor| &mut actor.name))
}

/// Reads `leader ann, bob`: the tactical leaders of a side.
fn read_leaders(scene: &Scene<'_, '_>, encounter: &mut Encounter, out: &mut Diagnostics) {
    for entry in scene.declared.entries_of("side") {
        let Some(name) = entry.only().and_then(Expr::name) else { continue };
        let inner = entry.block().map_or(&[][..], |block| &block.entries);
        let Some(leader) = inner.iter().find(|entry| entry.word() == "leader") else { continue };
        let Some(side) = encounter.sides.iter_mut().find(|side| side.name == *name) else { continue };
        for path in simple_entries::paths(leader, "the names of actors on this side", out) {
            let wanted = match actor_names::meant(scene, &path, side.actors.iter().map(|actor| &actor.item)) {
                Ok(wanted) => wanted,
                Err(diagnostic) => {
                    out.push(*diagnostic);
                    continue;
                }
            };
            // If several actors share the name, the first leads.
            match side.actors.iter().find(|actor| wanted == Some(&actor.item)).map(|actor| actor.name.clone()) {
                Some(leads) if side.is_led_by(&leads) => out.push(errors::leads_twice(path.span(), &path.name.text)),
                Some(leads) if side.leader.is_none() => side.leader = Some(leads),
                Some(leads) => side.more_leaders.push(leads),
                None if is_told_among_actors(inner, side, &path) => {}
                None => {
                    let names = || side.actors.iter().map(|actor| &actor.item);
                    let other =
                        names().find(|item| item.name == path.name.text).map(|item| slip_pack::key(&item.package, &item.name).to_string());
                    let nearest = other.or_else(|| slip_suggest::nearest(&path.name.text, names().map(|item| item.name.as_str())));
                    let unknown = errors::leader_elsewhere(path.span(), &path.name.text, name, nearest);
                    out.push(unknown.completed_by(names().map(|item| item.name.as_str())));
                }
            }
        }
    }
}

/// Reads `player bob joss, marl`: the named actors are played by `bob` and not by the player of the side.
fn read_players(scene: &Scene<'_, '_>, encounter: &mut Encounter, out: &mut Diagnostics) {
    for entry in scene.declared.entries_of("side") {
        let Some(name) = entry.only().and_then(Expr::name) else { continue };
        let inner = entry.block().map_or(&[][..], |block| &block.entries);
        let Some(side) = encounter.sides.iter_mut().find(|side| side.name == *name) else { continue };
        for entry in inner.iter().filter(|entry| entry.word() == "player") {
            let Some((player, actors)) = entry.values.split_first().and_then(|(player, rest)| Some((player.expr.name()?, rest))) else {
                if !entry.broken {
                    out.push(errors::player_form(entry.values_span()));
                }
                continue;
            };
            if actors.is_empty() {
                out.push(errors::player_form(entry.values_span()));
            }
            for value in actors {
                let Some(path) = value.expr.path() else {
                    out.push(errors::player_form(value.expr.span));
                    continue;
                };
                let wanted = match actor_names::meant(scene, &path, side.actors.iter().map(|actor| &actor.item)) {
                    Ok(wanted) => wanted,
                    Err(diagnostic) => {
                        out.push(*diagnostic);
                        continue;
                    }
                };
                let played: Vec<Name> =
                    side.actors.iter().filter(|actor| wanted == Some(&actor.item)).map(|actor| actor.name.clone()).collect();
                let twice = side.other_players.values().any(|others| others.iter().any(|other| played.contains(other)));
                match (played.is_empty(), twice) {
                    (true, _) if is_told_among_actors(inner, side, &path) => {}
                    (true, _) => {
                        let known = side.actors.iter().map(|actor| actor.item.name.as_str());
                        let nearest = slip_suggest::nearest(&path.name.text, known.clone());
                        out.push(errors::played_elsewhere(path.span(), &path.name.text, name, nearest).completed_by(known));
                    }
                    (false, true) => out.push(errors::played_twice(path.span(), &path.name.text)),
                    (false, false) => side.other_players.entry(player.clone()).or_default().extend(played),
                }
            }
        }
    }
}

/// True if the leader is written in `actors` but that actor could not be read; an error there reports it. A composite party is found only
/// by its own name, not by the names of its members.
fn is_told_among_actors(inner: &[Entry], side: &Side, path: &NamePath) -> bool {
    let mut members = inner.iter().filter(|entry| entry.word() == "actors").flat_map(Entry::members);
    let package = path.package.as_ref().map(|package| &package.text);
    let is_it = |actor: NamePath| actor.name.text == path.name.text && actor.package.as_ref().map(|package| &package.text) == package;
    let is_there = package.is_none() && side.actors.iter().any(|actor| actor.name == path.name.text);
    !is_there && members.any(|member| member.first().and_then(|who| who.expr.path()).is_some_and(is_it))
}
