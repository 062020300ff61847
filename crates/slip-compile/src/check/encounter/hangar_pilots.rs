//! Assigns pilots to the fighters that a carrier holds.
//!
//! A carrier brings the craft that its item holds. The entry `fighter sparrow { pilot ana }` assigns a pilot to the next craft with this
//! name.

use super::actor_names::meant;
use super::assign_crew::{self, Crew};
use super::ships::named;
use crate::block_schema::space::FIGHTER;
use crate::check::build;
use crate::check::read_purchase::{self, HeldItemCounts};
use crate::check::simple_entries;
use crate::check::{simple_entry_errors, space_errors as errors};
use crate::resolve::DeclaredItem;
use slip_pack::Name;
use slip_pack::effect::{Charge, PackOperation};
use slip_pack::encounter::{Duty, HangarCraft, ShipSetup};
use slip_pack::item::{BuiltItem, Gear};
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, Key};

/// True if the carrier of a craft takes consequences in the craft's place. Such a craft cannot fight without its carrier.
pub(super) fn rides(item: &BuiltItem) -> bool {
    let carrier = |op: &PackOperation| matches!(op, PackOperation::Charges(charges) if charges.what == Charge::Consequences && charges.to.iter().any(|to| to == "carrier"));
    item.effects.iter().any(|effect| carrier(&effect.op))
}

/// Adds the craft that a ship carries, with their pilots. Returns true if all craft and pilots can fight.
pub(super) fn read(
    crew: &mut Crew<'_, '_, '_>,
    declared: &DeclaredItem<'_>,
    ship: &mut ShipSetup,
    aboard: &mut assign_crew::CrewShips,
    out: &mut Diagnostics,
) -> bool {
    let mut sound = true;
    for craft in held(crew, declared) {
        let Some(item) = crew.scene.context.pack.item(&craft) else {
            sound = false;
            continue;
        };
        sound &= item.valid;
        if rides(item) {
            let posts = crew.cockpit(item, None);
            ship.fighters.push(HangarCraft { name: item.name.clone(), item: craft, posts, carried: None });
        }
    }
    let mut manned = vec![false; ship.fighters.len()];
    for entry in crew.entries.iter().filter(|entry| entry.word() == "fighter") {
        let Some((path, at)) = named(entry, "the name of a fighter aboard", out) else { continue };
        let inner = entry.block().map_or(&[][..], |block| &block.entries);
        let position = crew.encounter.stations.iter().find(|station| station.duties.contains(&Duty::Position));
        let word = position.map_or("pilot", |station| station.name.as_str());
        cockpit_keys(inner, word, out);
        let craft = match meant(crew.scene, &path, ship.fighters.iter().map(|fighter| &fighter.item)) {
            Ok(craft) => craft,
            Err(diagnostic) => {
                out.push(*diagnostic);
                continue;
            }
        };
        let free = ship.fighters.iter().zip(&manned).position(|(fighter, manned)| craft == Some(&fighter.item) && !manned);
        let Some(free) = free else {
            let known = ship.fighters.iter().map(|fighter| fighter.item.name.as_str());
            let nearest = slip_suggest::nearest(&path.name.text, known.clone());
            out.push(errors::no_such_fighter(at.span, &path.name.text, crew.name.0, nearest).completed_by(known));
            continue;
        };
        manned.iter_mut().skip(free).take(1).for_each(|manned| *manned = true);
        let Some(pilot) = inner.iter().find(|entry| entry.word() == word) else { continue };
        let Some((person, span, fits)) = crew.person(pilot, aboard, out) else { continue };
        sound &= fits;
        let Some(fighter) = ship.fighters.get_mut(free) else { continue };
        let Some(item) = crew.scene.context.pack.item(&fighter.item) else { continue };
        let who = assign_crew::board(&mut ship.people, person);
        fighter.posts = crew.cockpit(item, Some((who, person)));
        let is_grounded = crew.flies(item, &fighter.posts, Some((person, span)), out);
        if !is_grounded {
            crew.can_fly(person, span, out);
            crew.can_fight(item, person, span, out);
        }
    }
    sound
}

/// Checks the entries of a `fighter` block, which may name only a pilot.
fn cockpit_keys(inner: &[Entry], pilot: &str, out: &mut Diagnostics) {
    for entry in inner.iter().filter(|entry| !entry.broken) {
        match &entry.key {
            Key::Word(key) if key.text == pilot => simple_entries::check_parts_none(entry, out),
            Key::Word(key) => out.push(simple_entry_errors::unknown_key(key, FIGHTER.title, std::iter::once(pilot))),
            key => out.push(simple_entry_errors::rank_here(key.span(), FIGHTER.title)),
        }
    }
}

/// Returns the craft that a ship holds, each as often as its count; errors in the list were reported at the ship.
fn held(crew: &Crew<'_, '_, '_>, declared: &DeclaredItem<'_>) -> Vec<Gear> {
    let program = crew.scene.context.program;
    let mut craft = Vec::new();
    let design = build::design_of(program, declared, &crew.item.design);
    for hold in design.into_iter().flat_map(|design| design.entries_of("holds")) {
        let names: Vec<&Name> = hold.values.iter().filter_map(|value| value.expr.name()).collect();
        let [word, wanted] = names.as_slice() else { continue };
        let mut held = HeldItemCounts::new();
        for entry in declared.entries_of(word).filter(|entry| !entry.broken) {
            read_purchase::hold(program, declared.package, entry, wanted, &mut held, &mut Diagnostics::new());
        }
        for (id, count) in held {
            let Some(found) = program.get(id) else { continue };
            let count = usize::try_from(count).unwrap_or(0);
            let gear = Gear { kind: found.kind().into(), package: program.package_name(found.package).into(), name: found.name().clone() };
            craft.extend(std::iter::repeat_n(gear, count.min(slip_limits::ENCOUNTER_SHIPS + 1)));
        }
    }
    craft
}
