//! Reads raise-and-see conflicts: the stakes, the parties, and the traits, objects and relationships that the parties bring.

use super::sides::{number, side_name};
use super::{Scene, side_doctrine};
use crate::block_schema;
use crate::check::encounter_errors;
use crate::check::simple_entries;
use crate::check::simple_entry_errors;
use crate::check::stakes_party::{KINDS, approaches};
use crate::check::stakes_party_errors as errors;
use crate::resolve::{DeclaredItem, Kinds};
use slip_pack::encounter::{Actor, Encounter, Entered, Side, Wager};
use slip_pack::item::Gear;
use slip_pack::stakes_party::{Party, PartyThingKind};
use slip_pack::{Name, key};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::Entry;

/// Maximum number of parties of a conflict.
const MOST_PARTIES: usize = 16;

/// Party of a conflict, as written.
struct WrittenParty<'c> {
    party: &'c Party,
    /// Index of the side, and of the party in the side.
    at: (usize, usize),
    /// Traits, objects and relationships that the party brings, each with its span.
    brings: Vec<(Name, Span)>,
}

/// Reads the sides and the stakes. Returns true if every party can take part, or `None` if there are more parties than a conflict supports.
pub(super) fn read(scene: &Scene<'_, '_>, encounter: &mut Encounter, out: &mut Diagnostics) -> Option<bool> {
    let mut sound = true;
    let mut names: Vec<(Name, Span)> = Vec::new();
    let mut written: Vec<WrittenParty<'_>> = Vec::new();
    for entry in scene.declared.entries_of("side") {
        let Some((name, span)) = side_name(scene, entry, out) else { continue };
        if let Some((_, first)) = names.iter().find(|(other, _)| *other == name) {
            out.push(encounter_errors::side_twice(span, &name, *first));
            continue;
        }
        let inner = entry.block().map_or(&[][..], |block| &block.entries);
        simple_entries::check(inner, &block_schema::raise_and_see::SIDE, out);
        let mut side = Side { name: name.clone(), ..Side::default() };
        for party in inner.iter().filter(|entry| entry.word() == "party") {
            sound &= read_party(scene, (party, encounter.sides.len()), &mut side, &mut written, out);
        }
        if !inner.iter().any(|entry| entry.word() == "party")
            && !entry.broken
            && simple_entries::knows_all(inner, &block_schema::raise_and_see::SIDE)
        {
            out.push(errors::side_without_parties(span, &name));
        }
        if let Some(doctrine) = inner.iter().find(|entry| entry.word() == "doctrine") {
            (side.doctrine, side.search) = side_doctrine::read_doctrine(scene, encounter, doctrine, out);
        }
        names.push((name, span));
        encounter.sides.push(side);
    }
    if written.len() > MOST_PARTIES {
        out.push(errors::too_many_parties(scene.declared.tree.name.span, MOST_PARTIES));
        encounter.sides.clear();
        return None;
    }
    number(encounter);
    if names.len() < 2 && !scene.declared.tree.broken && scene.declared.tree.block.is_some() {
        out.push(encounter_errors::too_few_sides(scene.declared.tree.name.span, scene.declared.name(), names.len()));
    }
    let wager = wager(scene, &written, out);
    in_play(&wager, &written, out);
    encounter.wager = Some(Box::new(wager));
    Some(sound)
}

/// Reads a party: `party sava { approach opposed_neutral; brings tolliver }`.
fn read_party<'c>(
    scene: &Scene<'c, '_>,
    (entry, number): (&Entry, usize),
    side: &mut Side,
    written: &mut Vec<WrittenParty<'c>>,
    out: &mut Diagnostics,
) -> bool {
    let Some(path) = entry.only().and_then(|name| name.path()) else {
        if !entry.broken {
            out.push(errors::party_form(entry.values_span()));
        }
        return false;
    };
    let program = scene.context.program;
    let found = match program.find(scene.declared.package, &path, Kinds::Any(&KINDS)) {
        Ok(id) => program.get(id),
        Err(diagnostic) => {
            out.push(*diagnostic);
            None
        }
    };
    let Some(found) = found else { return false };
    let package: Name = program.package_name(found.package).into();
    let Some(party) = scene.context.pack.parties.get(&key(&package, found.name())) else { return false };
    if written.iter().any(|other| std::ptr::eq(other.party, party)) {
        out.push(errors::party_twice(path.span(), found.name()));
        return false;
    }
    let inner = entry.block().map_or(&[][..], |block| &block.entries);
    simple_entries::check(inner, &block_schema::raise_and_see::PARTY, out);
    let find = |word: &str| inner.iter().find(|entry| entry.word() == word);
    let mut entered =
        Entered { approach: find("approach").and_then(|entry| approaches(entry, out).first().copied()), ..Entered::default() };
    let mut brings = Vec::new();
    for thing in
        find("brings").map_or_else(Vec::new, |entry| simple_entries::paths(entry, "names of its traits, objects and relationships", out))
    {
        let knows = |name: &Name| party.family.contains(name) || party.things.iter().any(|thing| thing.name == *name);
        let written = &thing.name.text;
        let word = &if knows(written) { written.clone() } else { program.name_now(&KINDS, (written, thing.name.span)) };
        let family = party.family.contains(word);
        let known = party.things.iter().map(|thing| thing.name.as_str()).chain(party.family.iter().map(|name| name.as_str()));
        match party.things.iter().find(|thing| thing.name == *word) {
            None if !family => {
                out.push(errors::no_such_thing(thing.span(), &party.name, word, slip_suggest::nearest(word, known.clone()), known))
            }
            Some(thing_of) if entered.approach.is_some_and(|approach| !thing_of.is_fit_for(approach)) => {
                out.push(errors::unfit(thing.span(), word, entered.approach.unwrap_or_default()));
            }
            found => {
                // Only the name of a relationship refers to a declaration, because it is the name of a person. Names of traits and objects
                // do not.
                if found.is_none_or(|found| found.sort == PartyThingKind::Relationship) {
                    program.note_seen(thing.name.span, &KINDS, word);
                }
                brings.push((word.clone(), thing.span()));
            }
        }
    }
    entered.brings = brings.iter().map(|(name, _)| name.clone()).collect();
    written.push(WrittenParty { party, at: (number, side.actors.len()), brings });
    side.actors.push(Actor {
        name: party.name.clone(),
        item: Gear { kind: party.kind.clone(), package, name: party.name.clone() },
        zone: None,
        or_zones: Vec::new(),
        gear: Vec::new(),
        carried: None,
        ship: None,
        unit: None,
        party: Some(Box::new(entered)),
        parts: Vec::new(),
        title: None,
    });
    party.valid
}

/// Reads the results of winning and losing: `stakes { win "…"; lose "…" }`. Missing texts are reported and left empty.
pub(super) fn texts(scene: &Scene<'_, '_>, out: &mut Diagnostics) -> (String, String) {
    let declared = scene.declared;
    let Some(entry) = declared.entry("stakes") else {
        if !declared.tree.broken {
            out.push(errors::no_stakes(declared.tree.name.span, declared.name()));
        }
        return Default::default();
    };
    let inner = entry.block().map_or(&[][..], |block| &block.entries);
    simple_entries::check(inner, &block_schema::raise_and_see::STAKES, out);
    let mut text = |word: &str, example: &str| match inner.iter().find(|entry| entry.word() == word) {
        Some(entry) => simple_entries::texts(entry, out).first().map(|text| text.value.to_string()).unwrap_or_default(),
        None => {
            if !entry.broken {
                out.push(simple_entry_errors::missing(entry.key.span(), "`stakes`", word, example));
            }
            String::new()
        }
    };
    (text("win", "win \"The egg goes home\""), text("lose", "lose \"The egg is sold\""))
}

/// Reads the entries of a conflict outside its sides: `stakes { win "…"; lose "…" }`, `initiator sava`, `about tolliver`.
fn wager(scene: &Scene<'_, '_>, written: &[WrittenParty<'_>], out: &mut Diagnostics) -> Wager {
    let declared = scene.declared;
    let (win, lose) = texts(scene, out);
    let mut wager = Wager { win, lose, ..Wager::default() };
    if let Some(path) = declared.entry("initiator").and_then(|entry| simple_entries::path(entry, "the name of a party", out)) {
        let word = &path.name.text;
        let known = written.iter().map(|party| party.party.name.as_str());
        let program = scene.context.program;
        let by_old_name = || {
            let is_it = |party: &&WrittenParty<'_>, declared: &DeclaredItem<'_>| {
                let package = program.package_name(declared.package);
                party.party.name == *declared.name() && party.party.kind == declared.kind() && party.party.package == package
            };
            let found = program.find_old(&path, |declared| written.iter().any(|party| is_it(&party, declared)));
            let declared = found.first().and_then(|id| program.get(*id))?;
            written.iter().find(|party| is_it(party, declared))
        };
        match written.iter().find(|party| party.party.name == *word).or_else(by_old_name) {
            Some(party) => {
                let found = party.party;
                program.note_item(path.name.span, &found.package, &found.kind, &found.name);
                wager.initiator = Some(party.at);
            }
            None => out.push(errors::not_in_it(path.span(), word, slip_suggest::nearest(word, known.clone()), known)),
        }
    }
    for path in declared.entry("about").map_or_else(Vec::new, |entry| simple_entries::paths(entry, "names of people", out)) {
        let word = scene.context.program.name_now(&KINDS, (&path.name.text, path.name.span));
        scene.context.program.note_seen(path.name.span, &KINDS, &path.name.text);
        let knows = |party: &Party| {
            party.family.contains(&word)
                || party.things.iter().any(|thing| thing.sort == PartyThingKind::Relationship && thing.name == word)
        };
        if !written.iter().any(|there| knows(there.party)) && !written.is_empty() {
            out.push(errors::nobody_knows(path.span(), &word));
        }
        wager.about.push(word);
    }
    wager
}

/// Checks the relationships that parties bring. A relationship counts only if the person that it is with is an opponent or is named after
/// `about`.
fn in_play(wager: &Wager, written: &[WrittenParty<'_>], out: &mut Diagnostics) {
    for there in written {
        let here =
            |name: &Name| wager.about.contains(name) || written.iter().any(|other| other.at.0 != there.at.0 && other.party.name == *name);
        let is_relation = |name: &Name| {
            there.party.family.contains(name)
                || there.party.things.iter().any(|thing| thing.sort == PartyThingKind::Relationship && thing.name == *name)
        };
        for (name, span) in there.brings.iter().filter(|(name, _)| is_relation(name) && !here(name)) {
            out.push(errors::nobody_here(*span, name));
        }
    }
}
