//! Assigns people to the stations of a ship: named characters, a wargame crew, or nameless crew.
//!
//! Refuses unknown people, a character in two places, untrained people at stations that require training, invalid skeleton crews, and
//! wargame crews that are built for another ship. Warns of people without work, and of pilots who may not fly.

use super::same_name_numbers::ActorCounts;
use super::ships::named;
use super::{Scene, same_name_numbers};
use crate::check::build;
use crate::check::gear;
use crate::check::simple_entries;
use crate::check::space_errors as errors;
use crate::resolve::{DeclaredItem, Kinds};
use slip_pack::Name;
use slip_pack::effect::{Action, Measure, PackOperation, Quantity, Requirements, SetValue, Want};
use slip_pack::encounter::{Duty, Encounter, PersonAboard, ShipSetup, Station, StationStaffing, StationWorker};
use slip_pack::item::{BuiltItem, Gear};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::Entry;
use std::collections::BTreeMap;

/// Kind of the items that are single persons: each can be in only one place.
pub(super) const CHARACTER: &str = "character";
/// Kind of wargame crews.
const CREW: &str = "crew";
/// Rank of a skill in which a person is untrained.
const UNTRAINED: i32 = -1;

/// Ship of each character in an encounter, to report a character aboard two ships.
#[derive(Debug, Default)]
pub(super) struct CrewShips {
    places: BTreeMap<(Name, Name), (Name, Span)>,
}

/// Crew of one `ship` entry.
pub(super) struct Crew<'a, 'c, 't> {
    pub(super) scene: &'a Scene<'c, 't>,
    pub(super) encounter: &'a Encounter,
    /// Ship whose stations are assigned.
    pub(super) item: &'c BuiltItem,
    /// Name of the ship in the entry, with its span.
    pub(super) name: (&'a Name, Span),
    /// Number of ships in the entry.
    pub(super) count: usize,
    /// Entries in the block of the ship.
    pub(super) entries: &'a [Entry],
}

/// Adds a person to the list of people aboard a ship; returns the index of the person.
pub(super) fn board(people: &mut Vec<PersonAboard>, person: &BuiltItem) -> usize {
    people.iter().position(|other| other.item.name == person.name && other.item.package == person.package).unwrap_or_else(|| {
        let item = Gear { kind: person.kind.clone(), package: person.package.clone(), name: person.name.clone() };
        people.push(PersonAboard { name: person.name.clone(), item, carried: None });
        people.len() - 1
    })
}

impl<'c> Crew<'_, 'c, '_> {
    /// Assigns the crew to the ship. Returns true if all people aboard can fight.
    pub(super) fn read(&mut self, ship: &mut ShipSetup, aboard: &mut CrewShips, out: &mut Diagnostics) -> bool {
        let mut sound = true;
        let hired = self.entry("crew").and_then(|entry| self.hired(entry, out));
        sound &= hired.is_none_or(|crew| crew.valid);
        ship.crew = hired.map(|crew| Gear { kind: crew.kind.clone(), package: crew.package.clone(), name: crew.name.clone() });
        let military = self.entry("military").map_or_else(Vec::new, |entry| self.skills(entry, out));
        let mut people: Vec<Option<(usize, &BuiltItem, Span)>> = Vec::new();
        for station in &self.encounter.stations {
            let entry = self.entries.iter().find(|entry| entry.word() == station.name);
            let found = entry.and_then(|entry| self.person(entry, aboard, out));
            sound &= found.is_none_or(|(_, _, fits)| fits);
            if let Some((person, span, _)) = found {
                self.has_work(station, person, span, out);
            }
            people.push(found.map(|(person, span, _)| (board(&mut ship.people, person), person, span)));
        }
        let nameless = self.nameless(self.item);
        let mut refused = false;
        for (station, person) in self.encounter.stations.iter().zip(&people) {
            let post = match person {
                Some((number, person, _)) => self.worked(station, *number, person),
                None => self.unnamed(station, nameless, hired, &military),
            };
            if let (Some((_, person, span)), true) = (person, post.by == StationWorker::Nobody) {
                out.push(errors::untrained_hands(*span, &person.name, station, self.name.0));
                refused = true;
            }
            ship.posts.push(post);
        }
        if !refused && self.item.valid {
            self.enough(ship, out);
        }
        let pilot = self.station_of(&Duty::Position).and_then(|at| people.get(at).copied().flatten());
        let flown_by = pilot.map(|(_, person, span)| (person, span));
        let is_grounded = self.item.valid && self.flies(self.item, &ship.posts, flown_by, out);
        if let Some((person, span)) = flown_by.filter(|_| !is_grounded) {
            self.can_fly(person, span, out);
        }
        sound
    }

    fn entry(&self, word: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.word() == word)
    }

    /// Returns the index of the station that has a duty.
    fn station_of(&self, duty: &Duty) -> Option<usize> {
        self.encounter.stations.iter().position(|station| station.duties.contains(duty))
    }

    /// Returns the person that an entry such as `pilot iveta` names, the span of the name, and a flag that is true if the person has no
    /// errors.
    pub(super) fn person(&self, entry: &Entry, aboard: &mut CrewShips, out: &mut Diagnostics) -> Option<(&'c BuiltItem, Span, bool)> {
        let (path, expr) = named(entry, "the name of a person aboard", out)?;
        let scene = self.scene;
        let program = scene.context.program;
        let is_skilled = |item: &BuiltItem| !item.skills.is_empty() || item.every_skill.is_some();
        let fits = |declared: &DeclaredItem<'_>| scene.built(declared).is_some_and(is_skilled);
        let declared = match program.find_fitting(scene.declared.package, &path, fits) {
            Ok(id) => program.get(id)?,
            Err(diagnostic) => {
                out.push(*diagnostic);
                return None;
            }
        };
        let person = scene.built(declared)?;
        if person.valid && !is_skilled(person) {
            out.push(errors::not_a_person(expr.span, declared.name(), declared.kind()));
            return None;
        }
        if person.kind == CHARACTER {
            let place = (person.package.clone(), person.name.clone());
            let (ship, at) = aboard.places.entry(place).or_insert_with(|| (self.name.0.clone(), self.name.1)).clone();
            if at != self.name.1 {
                out.push(errors::in_two_places(expr.span, &person.name, &ship, self.name.0, at));
            } else if self.count > 1 {
                out.push(errors::on_several_ships(expr.span, &person.name, self.count));
            }
        }
        Some((person, expr.span, person.valid))
    }

    /// Returns the wargame crew that an entry names.
    fn hired(&self, entry: &Entry, out: &mut Diagnostics) -> Option<&'c BuiltItem> {
        let (path, expr) = named(entry, "the name of a crew", out)?;
        let scene = self.scene;
        let program = scene.context.program;
        let declared = match program.find(scene.declared.package, &path, Kinds::One(CREW)) {
            Ok(id) => program.get(id)?,
            Err(diagnostic) => {
                out.push(*diagnostic);
                return None;
            }
        };
        let key = slip_pack::key(program.package_name(declared.package), declared.name());
        let crew = scene.context.pack.items.get(CREW)?.get(&key)?;
        if !self.item.valid || !crew.valid {
            return Some(crew);
        }
        if self.nameless(self.item).is_none() {
            out.push(errors::no_room_for_crew(expr.span, &crew.name, self.name.0));
        } else if crew.tech != self.item.tech {
            out.push(errors::crew_of_other_tech(expr.span, (&crew.name, crew.tech), (self.name.0, self.item.tech)));
        }
        // The points of the crew depend on each flag of the crew's design. The ship must therefore have the stunt of that name exactly if
        // the crew has the flag.
        let design = build::design_of(program, declared, &crew.design);
        for flag in design.into_iter().flat_map(|design| design.entries_of("flag")) {
            let Some(flag) = flag.values.first().and_then(|value| value.expr.name()) else { continue };
            let ship = self.item.stunts.iter().any(|stunt| stunt.name == *flag);
            if (crew.stat(flag) != 0) != ship {
                out.push(errors::crew_of_other_ship(expr.span, &crew.name, self.name.0, flag, ship));
            }
        }
        Some(crew)
    }

    /// Reads the skills in which the nameless crew is military-grade.
    fn skills(&self, entry: &Entry, out: &mut Diagnostics) -> Vec<Name> {
        let program = self.scene.context.program;
        let mut skills = Vec::new();
        for path in simple_entries::paths(entry, "the name of a skill", out) {
            match program.find(self.scene.declared.package, &path, Kinds::One("skill")) {
                Ok(id) => {
                    let Some(found) = program.get(id) else { continue };
                    let stations = &self.encounter.stations;
                    if !stations.is_empty() && !stations.iter().any(|station| station.skill == *found.name()) {
                        out.push(errors::training_of_no_post(path.span(), found.name(), stations));
                        continue;
                    }
                    skills.push(found.name().clone());
                }
                Err(diagnostic) => out.push(*diagnostic),
            }
        }
        if self.nameless(self.item).is_none() && self.item.valid && !skills.is_empty() {
            out.push(errors::nobody_nameless(entry.key.span(), self.name.0));
        }
        skills
    }

    /// Returns the skill rank of the ship's nameless crew; `None` if it has no such crew.
    fn nameless(&self, ship: &BuiltItem) -> Option<i32> {
        ship.nameless_crew(&self.encounter.rules)
    }

    /// Returns the staffing of a station by a named person, with the person's rank and training.
    fn worked(&self, station: &Station, number: usize, person: &BuiltItem) -> StationStaffing {
        let rank = person.rank(&station.skill).or(person.every_skill);
        if rank.is_none() && self.refuses_untrained(self.item) {
            return StationStaffing { by: StationWorker::Nobody, rank: None, trained: false, military: false };
        }
        let military = has_military(person, &station.skill);
        StationStaffing { by: StationWorker::Person(number), rank: Some(rank.unwrap_or(UNTRAINED)), trained: rank.is_some(), military }
    }

    /// Returns the worker at a station if the ship's nameless crew works there, with its rank and training. The result is
    /// [`StationWorker::Nobody`] if the ship has no such crew or does not need the station.
    fn unnamed(&self, station: &Station, nameless: Option<i32>, hired: Option<&BuiltItem>, military: &[Name]) -> StationStaffing {
        let nobody = StationStaffing { by: StationWorker::Nobody, rank: None, trained: false, military: false };
        let Some(usual) = nameless else { return nobody };
        if !self.is_manned(station) {
            return nobody;
        }
        match hired {
            Some(crew) => {
                let rank = crew.stats.get(&station.rated).copied().unwrap_or(usual);
                StationStaffing { by: StationWorker::Crew, rank: Some(rank), trained: true, military: has_military(crew, &station.skill) }
            }
            None => {
                let granted = self.encounter.rules.word("default_crew_military", "pilot") == station.skill
                    && wants(self.item).any(|(_, want)| matches!(want, Want::Military(skill) if *skill == station.skill));
                StationStaffing {
                    by: StationWorker::Crew,
                    rank: Some(usual),
                    trained: true,
                    military: granted || military.contains(&station.skill),
                }
            }
        }
    }

    /// Returns the rating with which a ship fulfils a duty: a statistic, or the length of a track; `None` if the ship cannot fulfil it.
    fn rating(&self, ship: &BuiltItem, duty: &Duty) -> Option<i32> {
        let stat = |setting: &str, usual: &str| ship.stats.get(self.encounter.rules.word(setting, usual)).copied();
        match duty {
            // A craft that rides in a hangar has no part in detection.
            Duty::Detection => Some(1).filter(|_| !super::hangar_pilots::rides(ship)),
            Duty::Position => stat("v_shift_stat", "v_shift"),
            Duty::Ew => stat("ew_stat", "ew"),
            Duty::Beam => stat("beam_stat", "beam"),
            Duty::Torpedo => stat("torpedo_stat", "torpedo"),
            Duty::Repair(track) => ship.tracks.get(track).copied().filter(|_| !super::hangar_pilots::rides(ship)),
        }
    }

    /// True if nameless crew works at a station: the ship can do one of the duties of the station. For signals (EW), the rating of the ship
    /// must also be above 0.
    fn is_manned(&self, station: &Station) -> bool {
        station.duties.iter().any(|duty| match (duty, self.rating(self.item, duty)) {
            (Duty::Ew, rating) => rating.is_some_and(|rating| rating > 0),
            (_, rating) => rating.is_some(),
        })
    }

    /// Warns of a person at a station that has no work on this ship. A signals officer also helps in defence, so at that station an EW
    /// rating of 0 is enough.
    fn has_work(&self, station: &Station, person: &BuiltItem, span: Span, out: &mut Diagnostics) {
        let work = |duty: &Duty| match (duty, self.rating(self.item, duty)) {
            (Duty::Ew, rating) => rating.is_some(),
            (_, rating) => rating.is_some_and(|rating| rating > 0),
        };
        if self.item.valid && !station.duties.iter().any(work) {
            out.push(errors::idle_station(span, &person.name, station, self.name.0));
        }
    }

    /// Warns of a fighter pilot who lacks skills of other stations. The pilot works at all stations alone: without Gunnery, the guns of the
    /// fighter are fired at -1.
    pub(super) fn can_fight(&self, craft: &BuiltItem, pilot: &BuiltItem, span: Span, out: &mut Diagnostics) {
        let mut told: Vec<&Name> = Vec::new();
        for station in &self.encounter.stations {
            let has_work = station.duties.iter().any(|duty| self.rating(craft, duty).is_some_and(|rating| rating > 0));
            let flies = station.duties.contains(&Duty::Position);
            if flies || !has_work || told.contains(&&station.skill) || self.refuses_untrained(craft) {
                continue;
            }
            told.push(&station.skill);
            self.knows(station, pilot, span, out);
        }
    }

    /// Warns of a pilot who lacks the skill of the pilot's station. Ships that untrained people may not fly are checked elsewhere.
    pub(super) fn can_fly(&self, pilot: &BuiltItem, span: Span, out: &mut Diagnostics) {
        let Some(station) = self.station_of(&Duty::Position).and_then(|at| self.encounter.stations.get(at)) else { return };
        if !self.refuses_untrained(self.item) {
            self.knows(station, pilot, span, out);
        }
    }

    fn knows(&self, station: &Station, pilot: &BuiltItem, span: Span, out: &mut Diagnostics) {
        let is_known = |skill: &Name| pilot.rank(skill).or(pilot.every_skill).is_some();
        let serves = gear::serves(&is_known, &pilot.effects, &station.skill, "");
        if pilot.valid && !serves {
            out.push(errors::lacks_skill(span, &pilot.name, station, UNTRAINED));
        }
    }

    fn refuses_untrained(&self, ship: &BuiltItem) -> bool {
        always(ship)
            .any(|op| matches!(op, PackOperation::Permit(permit) if permit.cannot && permit.actions.contains(&Action::StaffUntrained)))
    }

    /// Reports a ship whose crew is too small or too large, or lacks a required person.
    fn enough(&self, ship: &ShipSetup, out: &mut Diagnostics) {
        for op in always(self.item) {
            let PackOperation::Set(set) = op else { continue };
            let (Quantity::Measure(measured), SetValue::Range(low, high)) = (&set.what, &set.value) else { continue };
            let count = i64::try_from(ship.people.len()).unwrap_or(i64::MAX);
            if measured.what == Measure::CrewSize && !(*low..=*high).contains(&count) {
                out.push(errors::crew_size(self.name.1, self.name.0, count, (*low, *high)));
                return;
            }
        }
        let posts = || self.encounter.stations.iter().zip(&ship.posts);
        for (needs, want) in wants(self.item).filter(|(needs, _)| needs.roll.is_none()) {
            let has = |(station, post): (&Station, &StationStaffing)| match want {
                Want::Trained(skill) => station.skill == *skill && post.trained && post.by != StationWorker::Nobody,
                Want::Military(skill) => station.skill == *skill && post.military,
                Want::Mark(_) => true,
            };
            if needs.wants.len() == 1 && !posts().any(has) {
                let skill = match want {
                    Want::Trained(skill) | Want::Military(skill) | Want::Mark(skill) => skill,
                };
                let station = self.encounter.stations.iter().find(|station| station.skill == *skill);
                out.push(errors::nobody_trained(self.name.1, self.name.0, skill, station.map(|station| station.name.as_str())));
            }
        }
    }

    /// Warns if no person aboard may fly the ship, so that it fails in every Position phase (R-S4). Returns true if it warned.
    pub(super) fn flies(
        &self,
        ship: &BuiltItem,
        posts: &[StationStaffing],
        pilot: Option<(&BuiltItem, Span)>,
        out: &mut Diagnostics,
    ) -> bool {
        let Some(at) = self.station_of(&Duty::Position) else { return false };
        let (Some(station), Some(post)) = (self.encounter.stations.get(at), posts.get(at)) else { return false };
        let unmet = wants(ship).any(|(needs, want)| {
            let flying = needs.roll.as_ref().is_some_and(|roll| roll.action == Action::Position);
            flying && matches!(want, Want::Military(skill) if *skill == station.skill) && !post.military && needs.wants.len() == 1
        });
        if !unmet {
            return false;
        }
        let before = out.len();
        match pilot {
            Some((person, span)) => {
                out.push(errors::cannot_fly(span, &person.name, &ship.name, &station.skill, self.nameless(ship).is_some()))
            }
            None if post.by == StationWorker::Crew => out.push(errors::crew_cannot_fly(self.name.1, &ship.name, &station.skill)),
            None => {}
        }
        out.len() > before
    }

    /// Returns the staffing of a fighter's stations. The pilot alone works at all of them.
    pub(super) fn cockpit(&self, craft: &BuiltItem, pilot: Option<(usize, &BuiltItem)>) -> Vec<StationStaffing> {
        let nobody = StationStaffing { by: StationWorker::Nobody, rank: None, trained: false, military: false };
        let rank = i32::try_from(self.encounter.rules.int("default_fighter_rank", 2)).unwrap_or(2);
        let post = |station: &Station| {
            if station.duties.iter().all(|duty| self.rating(craft, duty).is_none()) {
                return nobody.clone();
            }
            match pilot {
                Some((number, person)) => {
                    let rank = person.rank(&station.skill).or(person.every_skill);
                    let military = has_military(person, &station.skill);
                    StationStaffing {
                        by: StationWorker::Person(number),
                        rank: Some(rank.unwrap_or(UNTRAINED)),
                        trained: rank.is_some(),
                        military,
                    }
                }
                None => {
                    let military = wants(craft).any(|(_, want)| matches!(want, Want::Military(skill) if *skill == station.skill));
                    StationStaffing { by: StationWorker::Crew, rank: Some(rank), trained: true, military }
                }
            }
        };
        self.encounter.stations.iter().map(post).collect()
    }
}

/// Returns the operations of the effects of an item that have no condition. Effects with a condition are evaluated in play.
fn always(item: &BuiltItem) -> impl Iterator<Item = &PackOperation> {
    item.effects.iter().filter(|effect| effect.condition.is_none()).map(|effect| &effect.op)
}

/// Returns the training that a ship requires of its crew. Requirements that an effect of the ship waives (`AllowsUntrained`) are left out.
fn wants(ship: &BuiltItem) -> impl Iterator<Item = (&Requirements, &Want)> {
    let allowed = |want: &Want| {
        always(ship).any(|op| match (op, want) {
            (PackOperation::AllowsUntrained(None), _) => true,
            (PackOperation::AllowsUntrained(Some(skill)), Want::Military(wanted)) => skill == wanted,
            _ => false,
        })
    };
    let needs = always(ship).filter_map(|op| match op {
        PackOperation::Needs(needs) => Some(needs),
        _ => None,
    });
    needs.flat_map(|needs| needs.wants.iter().map(move |want| (needs, want))).filter(move |(_, want)| !allowed(want))
}

/// True if a person or crew is military-grade in a skill.
fn has_military(item: &BuiltItem, skill: &Name) -> bool {
    always(item)
        .any(|op| matches!(op, PackOperation::Is(mark) if mark.military && (mark.name == *skill || item.known_as(&mark.name) == skill)))
}

/// Numbers people and fighters that have the same name anywhere in the encounter. If a ship has the name too, the numbers continue after
/// the ship's.
pub(super) fn number(encounter: &mut Encounter, ships: &ActorCounts) {
    let aboard = encounter.sides.iter_mut().flat_map(|side| &mut side.actors).filter_map(|actor| actor.ship.as_deref_mut());
    same_name_numbers::number_on(
        ships,
        aboard.flat_map(|ship| {
            let people = ship.people.iter_mut().map(|person| &mut person.name);
            people.chain(ship.fighters.iter_mut().map(|fighter| &mut fighter.name))
        }),
    );
}
