//! Checks `scenario` declarations: the sequence of encounters, and what is carried from one to the next.
//!
//! Refuses unknown encounters and sides, an encounter that is played twice, conditions on encounters not played before, and aspects for
//! actors who are not in the encounter. Warns of steps that are never reached, and of a `carry` into an encounter in which no earlier
//! participant takes part.

mod conditions;
mod unreachable_steps;

use super::scenario_errors as errors;
use super::simple_entries;
use super::simple_entry_errors;
use crate::block_schema::worlds::{SCENARIO, STEP};
use crate::resolve::{DeclId, DeclaredItem, Kinds, Program};
use slip_pack::encounter::Encounter;
use slip_pack::item::SourcePosition;
use slip_pack::scenario::{Carry, Given, Scenario, ScenarioStep, parties};
use slip_pack::{Name, Pack};
use slip_source::Span;
use slip_source::diagnostic::{Diagnostics, Severity};
use slip_syntax::on_one_line;
use slip_syntax::tree::{Entry, Expr, Key};

/// Maximum number of steps of a scenario.
const MOST_STEPS: usize = 64;
/// Word `scene` for the scene itself, which can have aspects like an actor.
const SCENE: &str = "scene";

/// Keys of a step.
const STEPS: [&str; 3] = ["play", "then", "otherwise"];
/// Step of a scenario, with its encounter.
struct ReadStep<'c> {
    encounter: Option<&'c Encounter>,
    /// Declaration of the encounter; `None` if it does not exist.
    id: Option<DeclId>,
    name: Name,
    span: Span,
}

/// Compiles a scenario whose encounters are in `pack`.
pub fn check(program: &Program<'_>, pack: &Pack, declared: &DeclaredItem<'_>, place: SourcePosition, out: &mut Diagnostics) -> Scenario {
    let before = out.count(Severity::Error);
    let mut scenario = Scenario {
        name: declared.name().clone(),
        title: declared.title().to_string(),
        package: program.package_name(declared.package).into(),
        doc: declared.tree.doc.as_ref().map(ToString::to_string),
        steps: Vec::new(),
        waivers: Vec::new(),
        valid: false,
        place,
    };
    check_keys(declared, out);
    let mut read: Vec<ReadStep<'_>> = Vec::new();
    for entry in declared.entries.iter().filter(|entry| STEPS.contains(&entry.word())) {
        if read.len() >= MOST_STEPS {
            out.push(errors::too_many_steps(entry.span, MOST_STEPS));
            break;
        }
        check_order(entry, read.is_empty(), out);
        let Some((key, id, path)) = find(program, declared, entry, out) else {
            // A step that cannot be read is kept as an unknown step. Conditions of later steps can then still refer to a step before them.
            let name = entry.values.first().and_then(|value| value.expr.path()).map_or(Name::default(), |path| path.name.text);
            read.push(ReadStep { encounter: None, id: None, name, span: entry.span });
            continue;
        };
        if let Some(first) = read.iter().find(|other| other.name == key) {
            out.push(errors::played_twice(path, &key, first.span));
            continue;
        }
        let encounter = pack.encounters.get(&key);
        let played = ReadStep { encounter, id: Some(id), name: key, span: path };
        let step = step(program, entry, &played, &read, out);
        scenario.steps.push(step);
        read.push(played);
    }
    if scenario.steps.is_empty() && !declared.tree.broken && out.count(Severity::Error) == before {
        out.push(simple_entry_errors::missing(
            declared.tree.name.span,
            &format!("the scenario `{}`", declared.name()),
            "play",
            "play customs_raid",
        ));
    }
    let whole = !declared.tree.flawed && declared.entries.iter().all(super::map::unbroken);
    if whole && out.count(Severity::Error) == before {
        for lost in unreachable_steps::unreachable(&scenario.steps, &read.iter().map(|step| step.encounter).collect::<Vec<_>>()) {
            if let Some(step) = read.get(lost) {
                out.push(errors::unreachable_step(step.span, &step.name));
            }
        }
    }
    let playable = read.iter().all(|step| step.encounter.is_some_and(|encounter| encounter.valid));
    scenario.valid = whole && playable && !scenario.steps.is_empty() && out.count(Severity::Error) == before;
    scenario
}

fn check_keys(declared: &DeclaredItem<'_>, out: &mut Diagnostics) {
    let others: Vec<Entry> = declared.entries.iter().filter(|entry| !STEPS.contains(&entry.word())).cloned().collect();
    for entry in others.iter().filter(|entry| entry.word() != "allow" && !entry.broken) {
        match &entry.key {
            Key::Word(key) => out.push(simple_entry_errors::unknown_key(key, SCENARIO.title, SCENARIO.words())),
            key => out.push(simple_entry_errors::rank_here(key.span(), SCENARIO.title)),
        }
    }
}

/// Checks that `play` is the key of the first step and of no other.
fn check_order(entry: &Entry, first: bool, out: &mut Diagnostics) {
    if first != (entry.word() == "play") && !entry.broken {
        out.push(errors::step_order(entry.key.span(), first));
    }
}

/// Returns the encounter of a step: its key, its declaration, and the span of its name.
fn find(program: &Program<'_>, declared: &DeclaredItem<'_>, entry: &Entry, out: &mut Diagnostics) -> Option<(Name, DeclId, Span)> {
    let path = simple_entries::path(entry, "the name of an encounter", out)?;
    match program.find(declared.package, &path, Kinds::One("encounter")) {
        Ok(id) => program.get(id).map(|found| (program.key(found), id, path.span())),
        Err(diagnostic) => {
            out.push(*diagnostic);
            None
        }
    }
}

fn step(program: &Program<'_>, entry: &Entry, played: &ReadStep<'_>, before: &[ReadStep<'_>], out: &mut Diagnostics) -> ScenarioStep {
    let inner = entry.block().map_or(&[][..], |block| &block.entries);
    simple_entries::check(inner, &STEP, out);
    let when = entry.condition();
    let carry = inner.iter().find(|entry| entry.word() == "carry");
    let carried = carry.map_or_else(Vec::new, |entry| read_carry(entry, out));
    if let (Some(carry), Some(encounter)) = (carry, played.encounter)
        && before.iter().all(|step| step.encounter.is_some())
        && !before.iter().filter_map(|step| step.encounter).any(|earlier| shares(earlier, encounter))
    {
        out.push(errors::nothing_to_carry(carry.span, &encounter.name));
    }
    ScenarioStep {
        encounter: played.name.clone(),
        otherwise: entry.word() == "otherwise",
        when: when.and_then(|condition| conditions::compile(program, condition, before, out)),
        text: when.map_or_else(String::new, |condition| on_one_line(program.sources.slice(condition.span), false)),
        carry: carried,
        aspects: inner
            .iter()
            .filter(|entry| entry.word() == "aspect")
            .filter_map(|entry| given(program, entry, played, before, out))
            .collect(),
    }
}

/// True if some actor takes part in both encounters.
fn shares(one: &Encounter, other: &Encounter) -> bool {
    let there = parties(other);
    parties(one).iter().any(|(item, _)| there.iter().any(|(same, _)| same == item))
}

/// Reads the kinds of state that are carried to the next step: `carry consequences, stress, fate`.
fn read_carry(entry: &Entry, out: &mut Diagnostics) -> Vec<Carry> {
    let words = || Carry::ALL.iter().map(|carry| carry.word());
    let mut carried: Vec<Carry> = Vec::new();
    if entry.values.is_empty() && !entry.broken {
        out.push(errors::carry_form(entry.key.span(), "", None, words()));
    }
    for member in entry.members() {
        let word = match member {
            [word] => word.expr.name(),
            _ => None,
        };
        let found = word.and_then(|word| Carry::from_word(word));
        match found {
            Some(carry) if carried.contains(&carry) => {
                out.push(errors::carried_twice(simple_entries::member_span(member, entry), carry.word()))
            }
            Some(carry) => carried.push(carry),
            None if entry.broken => {}
            None => {
                let word = word.map_or("", |word| word.as_str());
                out.push(errors::carry_form(
                    simple_entries::member_span(member, entry),
                    word,
                    slip_suggest::nearest(word, words()),
                    words(),
                ));
            }
        }
    }
    carried
}

/// Reads an aspect that a result gives: `aspect "Weakened hull" on long_margin when lost(raid, crew)`.
fn given(program: &Program<'_>, entry: &Entry, played: &ReadStep<'_>, before: &[ReadStep<'_>], out: &mut Diagnostics) -> Option<Given> {
    let when = entry.condition().map(|condition| conditions::compile(program, condition, before, out));
    let (text, who) = match entry.values.as_slice() {
        [text] if text.expr.text().is_some() => (text.expr.text()?, None),
        [text, on, who] if text.expr.text().is_some() && on.expr.name().is_some_and(|word| word == "on") => {
            (text.expr.text()?, Some(&who.expr))
        }
        _ => {
            if !entry.broken {
                out.push(errors::aspect_form(entry.values_span()));
            }
            return None;
        }
    };
    let encounter = played.encounter?;
    let on = match who.and_then(Expr::name) {
        None => Vec::new(),
        Some(word) if word == SCENE => Vec::new(),
        Some(word) => {
            let place = who.map_or(entry.span, |who| who.span);
            let found = conditions::meant(program, encounter, (word, place));
            if found.is_empty() {
                let nearest = slip_suggest::nearest(word, conditions::names(encounter));
                let known = conditions::names(encounter).chain([SCENE]);
                out.push(errors::nobody_there(place, word, &encounter.name, nearest).completed_by(known));
                return None;
            }
            conditions::note_side(program, played, (word, place));
            found
        }
    };
    Some(Given { text: text.value.to_string(), on, when: when.map_or(Some(None), |when| when.map(Some))? })
}
