//! Compiles forms of battle (meeting, ambush, getaway …) to ordinary victory conditions, as authors can write them. The engine therefore
//! needs no code for the forms.
//!
//! Refuses forms that cannot be won: no exit to leave by, more units required than there are, no objectives.

mod side_strength;
mod starting_zones;
mod units_to_leave;
mod victories;

use self::units_to_leave::ExitGoal;
use super::{Scene, sides};
use crate::block_schema::{BlockSchema, battles};
use crate::check::battle_form_errors as errors;
use crate::check::simple_entries;
use crate::check::{encounter_errors, simple_entry_errors};
use slip_pack::encounter::{Battle, Encounter, Form, Victory};
use slip_source::diagnostic::Diagnostics;

use slip_source::Span;
use slip_syntax::tree::Entry;

/// Form of a battle, with the span of its entry and the two sides. The checks of the starting positions use it.
type Written = (Form, Span, Option<(usize, usize)>);

/// Spans of the entries that determine the victories of a battle.
#[derive(Default)]
pub(super) struct Origins {
    /// Span of the condition of each victory.
    pub victories: Vec<Span>,
    /// Objective zones, each with the span of its name.
    pub objectives: Vec<(usize, Span)>,
    /// Ambush, if the battle is one.
    pub ambush: Option<Ambush>,
}

/// Sides of an ambush.
pub(super) struct Ambush {
    /// Index of the ambushing side.
    pub ambushers: usize,
    /// Index of the ambushed side.
    pub patrol: usize,
    /// Span of the ambush entry.
    pub at: Span,
}

/// Sides of a form of battle.
pub(super) struct Roles {
    /// Index of the side that must reach the goal.
    pub one: usize,
    /// Index of the side that must prevent the goal.
    pub other: usize,
}

/// Reads the form of battle, and adds its goals to the victories. The starting positions are checked only if all platoons can fight
/// (`sound`). Returns the spans of the entries that set the victories.
pub(super) fn read(scene: &Scene<'_, '_>, encounter: &mut Encounter, sound: bool, out: &mut Diagnostics) -> Origins {
    let mut battle = Battle { defender: defender(scene, encounter, out), ..Battle::default() };
    let mut written: Vec<Written> = Vec::new();
    let mut origins = Origins::default();
    for entry in scene.declared.entries_of("battle") {
        let Some(form) = form(entry, out) else { continue };
        if let Some((_, first, _)) = written.iter().find(|(other, ..)| *other == form) {
            out.push(errors::form_twice(entry.values_span(), form, *first));
            continue;
        }
        battle.forms.push(form);
        let case = Case { scene, encounter, entry, sound };
        let inner = entry.block().map_or(&[][..], |block| &block.entries);
        simple_entries::check(inner, block_of(form), out);
        let mut roles = None;
        let asked = match form {
            Form::Meeting => victories::meeting(encounter),
            Form::Pursuit => case.pursuit("pursued", "pursuers", form, out),
            Form::Breakthrough => case.pursuit("runners", "blockers", form, out),
            Form::Ambush => {
                roles = case.roles("ambushers", "patrol", out);
                roles.as_ref().map_or_else(Vec::new, |roles| case.ambush(roles, out))
            }
            Form::Objectives => {
                origins.objectives = case.objectives(out);
                battle.objectives = origins.objectives.iter().map(|(zone, _)| *zone).collect();
                victories::objectives(encounter)
            }
        };
        if matches!(form, Form::Meeting | Form::Objectives) && sound {
            starting_zones::apart(scene, encounter, form, entry.values_span(), out);
        }
        origins.victories.extend(asked.iter().map(|_| entry.values_span()));
        encounter.victories.extend(asked);
        if let Some(roles) = &roles {
            origins.ambush = Some(Ambush { ambushers: roles.one, patrol: roles.other, at: entry.values_span() });
        }
        written.push((form, entry.values_span(), roles.map(|roles| (roles.one, roles.other))));
    }
    encounter.battle = Some(Box::new(battle));
    if sound && !out.has_errors() {
        side_strength::compare(scene, encounter, &written, out);
    }
    origins
}

/// Returns the block of a form of battle.
const fn block_of(form: Form) -> &'static BlockSchema {
    match form {
        Form::Meeting => &battles::MEETING,
        Form::Pursuit => &battles::PURSUIT,
        Form::Breakthrough => &battles::BREAKTHROUGH,
        Form::Ambush => &battles::AMBUSH,
        Form::Objectives => &battles::OBJECTIVES,
    }
}

/// Reads the form of a battle: `battle meeting`.
fn form(entry: &Entry, out: &mut Diagnostics) -> Option<Form> {
    let known = || Form::ALL.iter().map(|form| form.word());
    let word = entry.only().and_then(|value| value.name());
    let found = word.and_then(|word| Form::from_word(word));
    if found.is_none() && !entry.broken {
        let word = word.map_or("", |word| word.as_str());
        out.push(errors::unknown_form(entry.values_span(), word, slip_suggest::nearest(word, known()), known()));
    }
    found
}

/// Reads the side that acts first: `defender folk`.
fn defender(scene: &Scene<'_, '_>, encounter: &Encounter, out: &mut Diagnostics) -> Option<usize> {
    let entry = scene.declared.entry("defender")?;
    let path = simple_entries::path(entry, "the name of a side", out)?;
    side(scene, encounter, &path.name.text, path.name.span, out)
}

fn side(scene: &Scene<'_, '_>, encounter: &Encounter, word: &str, span: Span, out: &mut Diagnostics) -> Option<usize> {
    let found = encounter.sides.iter().position(|side| side.name == *word);
    if found.is_some() {
        scene.note_own_part(span);
    } else {
        let unknown = encounter_errors::unknown_side(span, word, slip_suggest::nearest(word, sides::names(encounter)));
        out.push(unknown.completed_by(sides::names(encounter)));
    }
    found
}

/// A `battle` entry, with the encounter that contains it.
struct Case<'a, 'c, 't> {
    scene: &'a Scene<'c, 't>,
    encounter: &'a Encounter,
    entry: &'a Entry,
    sound: bool,
}

impl<'a> Case<'a, '_, '_> {
    fn find(&self, key: &str) -> Option<&'a Entry> {
        self.entry.block()?.entries.iter().find(|entry| entry.word() == key)
    }

    /// Returns the two sides of a form of battle. The second side need not be written if there is only one other side.
    fn roles(&self, one: &str, other: &str, out: &mut Diagnostics) -> Option<Roles> {
        let mut named = |key: &str| {
            let entry = self.find(key)?;
            let path = simple_entries::path(entry, "the name of a side", out)?;
            side(self.scene, self.encounter, &path.name.text, path.name.span, out)
        };
        let (first, second) = (named(one), named(other));
        let sides = self.encounter.sides.len();
        if self.find(one).is_none() && !self.entry.broken {
            let side = self.encounter.sides.first().map_or("runners", |side| side.name.as_str());
            out.push(simple_entry_errors::missing(self.entry.values_span(), "the form", one, &format!("{one} {side}")));
        }
        let first = first?;
        let second = match second {
            None if self.find(other).is_none() && sides == 2 => 1 - first.min(1),
            None => {
                if self.find(other).is_none() && sides > 2 {
                    out.push(errors::several_others(self.entry.values_span(), other));
                }
                return None;
            }
            Some(second) => second,
        };
        if first == second {
            out.push(errors::against_itself(self.entry.span, one, other));
            return None;
        }
        Some(Roles { one: first, other: second })
    }

    /// Returns the victories of a pursuit: one side must get units off the map, the other must prevent it.
    fn pursuit(&self, one: &str, other: &str, form: Form, out: &mut Diagnostics) -> Vec<Victory> {
        let Some(roles) = self.roles(one, other, out) else { return Vec::new() };
        let Some(goal) = ExitGoal::read(self, roles.one, |movers| movers / 2 + 1, out) else { return Vec::new() };
        if self.sound {
            starting_zones::at_the_exit(self.scene, self.encounter, (roles.one, &goal), self.entry.values_span(), out);
        }
        victories::getaway(self.encounter, &roles, &goal, form)
    }

    /// Returns the victories of an ambush: one side must inflict losses and leave, the other must survive.
    fn ambush(&self, roles: &Roles, out: &mut Diagnostics) -> Vec<Victory> {
        let goal = ExitGoal::read(self, roles.one, |movers| movers.div_ceil(2), out);
        let units = units_to_leave::units(self.encounter, roles.other);
        let losses = match self.find("losses") {
            None => Some(units.div_ceil(2).max(1)),
            Some(entry) => {
                let asked = simple_entries::int(entry, 1..=1000, out).and_then(|losses| u32::try_from(losses).ok());
                if let Some(asked) = asked.filter(|asked| self.sound && *asked > units) {
                    let side = self.encounter.sides.get(roles.other).map_or("", |side| side.name.as_str());
                    out.push(errors::too_many_losses(entry.values_span(), asked, units, side));
                    return Vec::new();
                }
                asked
            }
        };
        if self.sound {
            starting_zones::entrenched(self.scene, self.encounter, roles.one, self.entry.values_span(), out);
        }
        match (goal, losses) {
            (Some(goal), Some(losses)) => victories::ambush(self.encounter, roles, &goal, losses),
            _ => Vec::new(),
        }
    }

    /// Returns the objective zones. They are counted at the end, so the battle must have a time limit.
    fn objectives(&self, out: &mut Diagnostics) -> Vec<(usize, Span)> {
        let Some(entry) = self.find("zones") else {
            if !self.entry.broken {
                out.push(simple_entry_errors::missing(self.entry.values_span(), "the form", "zones", "zones pump, mast"));
            }
            return Vec::new();
        };
        if self.encounter.limit.is_none() && self.scene.declared.entry("limit").is_none() {
            out.push(errors::no_end(self.entry.values_span()));
        }
        units_to_leave::zones(self, entry, out)
    }
}
