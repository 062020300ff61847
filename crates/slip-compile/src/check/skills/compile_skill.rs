//! Compiles `skill` declarations: classes, the gear that a skill gives for free, and its uses.
//!
//! Refuses unknown entries, actions for which skills cannot be used, kinds without a design, and unknown skills and items. A package
//! extends the lists of another package's skill by a patch: `patch std.survival { gear + "hemp rope" }`.

use super::errors;
use crate::block_schema;
use crate::check::readable_names::readable;
use crate::check::simple_entries;
use crate::check::simple_entry_errors;
use crate::resolve::{DeclaredItem, Kinds, Program};
use ecow::EcoString;
use slip_pack::skill::{Age, Amplifier, Skill, SkillUse};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use slip_syntax::tree::{Entry, ExprKind, Sign, Text, Value};

/// Actions for which the rules name no skill. Instead, each skill declares for which of them it can be used.
const SERVES: &[&str] = &["composure_attack", "maneuver", "obstruct"];

/// Compiles a skill: `skill slug_throwers "Slug throwers" { class combat; gear "a slug thrower" }`.
pub fn declare(program: &Program<'_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Skill {
    simple_entries::check(&declared.entries, &block_schema::people::SKILL, out);
    let mut skill = Skill {
        name: declared.name().clone(),
        title: declared.tree.title.as_ref().map_or_else(|| readable(declared.name()), |title| title.value.clone()).to_string(),
        package: program.package_name(declared.package).into(),
        doc: declared.tree.doc.as_ref().map(ToString::to_string),
        ..Skill::default()
    };
    if let Some(entry) = declared.entry("class") {
        skill.classes.extend(simple_entries::paths(entry, "a class, such as `combat`", out).into_iter().map(|path| path.name.text));
    }
    if let Some(entry) = declared.entry("serves") {
        for path in simple_entries::paths(entry, "an action, such as `maneuver`", out) {
            if SERVES.contains(&path.name.text.as_str()) {
                skill.serves.push(path.name.text);
            } else {
                out.push(errors::unknown_service(&path.name, SERVES));
            }
        }
    }
    for key in ["gear", "phrases"] {
        for entry in declared.entries_of(key) {
            simple_entries::texts(entry, out);
        }
    }
    skill.phrases = texts_of(declared, "phrases").into_iter().map(|text| text.to_string()).collect();
    skill.gear = texts_of(declared, "gear").into_iter().map(|text| text.to_string()).collect();
    for key in ["for", "usual"] {
        let Some(entry) = declared.entry(key) else { continue };
        for path in simple_entries::paths(entry, "a kind, such as `animal`", out) {
            program.note_seen(path.name.span, &["design"], &path.name.text);
            if !program.is_built_kind(&path.name.text) && program.lookup(declared.package, "design", &path.name.text).is_none() {
                out.push(errors::unknown_kind(&path.name, &program.kinds()));
            }
        }
    }
    let [_, passive, sink, familiar] =
        ["many", "passive", "sink", "familiar"].map(|key| declared.entry(key).is_some_and(|entry| simple_entries::flag(entry, out)));
    (skill.passive, skill.sink, skill.familiar) = (passive || sink, sink, familiar);
    if let Some(entry) = declared.entry("subjects")
        && entry.only().and_then(|value| value.name()).is_none_or(|word| word != "rank")
    {
        simple_entries::int(entry, 1..=20, out);
    }
    skill.uses = uses(program, declared, "uses", out);
    skill.never = uses(program, declared, "never", out);
    skill.within = declared.entry("within").and_then(|entry| within(program, declared, entry, out));
    (skill.lists, skill.kits) = super::lists::declare(program, declared, out);
    let stands_for = declared.entry("stands_for").and_then(|entry| simple_entries::path(entry, "the name of a skill", out));
    skill.stands_for = stands_for.and_then(|path| known_skill(program, declared, &path.name.text, path.name.span, out));
    skill.only = super::optional_skills::declare(program, declared, out);
    skill.covers = covers(program, declared, out);
    skill.ages = ages(declared, out);
    skill.amplified = amplified(program, declared, out);
    if let Some(entry) = declared.entry("military") {
        skill.military = simple_entries::texts(entry, out).first().map(|text| text.value.to_string());
    }
    skill
}

/// Returns the texts of a list after all additions and removals.
pub fn texts_of<'d>(declared: &'d DeclaredItem<'_>, key: &str) -> Vec<&'d EcoString> {
    let mut texts: Vec<&EcoString> = Vec::new();
    for entry in declared.entries.iter().filter(|entry| entry.word() == key) {
        let written = entry.values.iter().filter_map(|value| value.expr.text()).map(|text: &Text| &text.value);
        match entry.sign() {
            Some((Sign::Minus, _)) => {
                let gone: Vec<&EcoString> = written.collect();
                texts.retain(|text| !gone.contains(text));
            }
            Some((Sign::Plus, _)) => texts.extend(written),
            None => texts = written.collect(),
        }
    }
    texts
}

/// Reads the skills of attached people that can raise a skill of units: `amplified military slug_throwers, gunnery`.
fn amplified(program: &Program<'_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Vec<Amplifier> {
    let mut amplified: Vec<Amplifier> = Vec::new();
    for entry in declared.entries_of("amplified") {
        let minus = matches!(entry.sign(), Some((Sign::Minus, _)));
        for member in entry.members() {
            let (military, named) = match member {
                [word, skill] if word.expr.name().is_some_and(|word| word == "military") => (true, Some(skill)),
                [skill] => (false, Some(skill)),
                _ => (false, None),
            };
            let Some((name, span)) = named.and_then(|value| Some((value.expr.name()?, value.expr.span))) else {
                if !entry.broken {
                    let wanted = "skills of people, such as `tactics` or `military slug_throwers`";
                    out.push(simple_entry_errors::wrong_value(simple_entries::member_span(member, entry), "amplified", wanted));
                }
                continue;
            };
            let Some(skill) = known_skill(program, declared, name, span, out) else { continue };
            amplified.retain(|other| other.skill != skill);
            if !minus {
                amplified.push(Amplifier { skill, military });
            }
        }
    }
    amplified
}

/// Reads the uses of a skill: `uses "an aimed throw" opposed, "threats" opposed by resolve, "attacks without weight" for brawling
/// close_combat`.
fn uses(program: &Program<'_>, declared: &DeclaredItem<'_>, key: &str, out: &mut Diagnostics) -> Vec<SkillUse> {
    let mut uses: Vec<SkillUse> = Vec::new();
    for entry in declared.entries_of(key) {
        let minus = matches!(entry.sign(), Some((Sign::Minus, _)));
        for member in entry.members() {
            match one_use(program, declared, member, out) {
                Some(gone) if minus => uses.retain(|there| there.what != gone.what),
                Some(new) => uses.push(new),
                None if entry.broken => {}
                None => {
                    let wanted = "a use in quotes, then `opposed`, `fixed`, `by SKILL`, `for SKILL` or `of THING`";
                    let found = simple_entry_errors::wrong_value(simple_entries::member_span(member, entry), key, wanted);
                    out.push(found.could_be(["TEXT opposed", "TEXT opposed by", "TEXT fixed", "TEXT fixed by", "TEXT for", "TEXT of"]));
                }
            }
        }
    }
    uses
}

fn one_use(program: &Program<'_>, declared: &DeclaredItem<'_>, member: &[Value], out: &mut Diagnostics) -> Option<SkillUse> {
    let (first, rest) = member.split_first()?;
    let mut found = SkillUse { what: first.expr.text()?.value.to_string(), ..SkillUse::default() };
    let mut list: Option<&str> = None;
    for value in rest {
        let (word, span) = (value.expr.name()?, value.expr.span);
        match (word.as_str(), list) {
            ("opposed" | "fixed", _) => (found.check, list) = (Some(word.clone()), None),
            ("by", _) => list = Some("by"),
            ("for", _) => list = Some("for"),
            ("of", _) => list = Some("of"),
            (_, Some("by")) => found.by = known_skill(program, declared, word, span, out),
            (_, Some("for")) => found.instead_of.extend(known_skill(program, declared, word, span, out)),
            (_, Some("of")) => {
                if program.is_built_kind(word) || program.lookup(declared.package, "design", word).is_some() {
                    program.note_seen(span, &["design"], word);
                    found.of.push(word.clone());
                } else {
                    let name = slip_syntax::tree::SpannedName { text: word.clone(), span };
                    out.push(errors::unknown_kind(&name, &program.kinds()));
                }
            }
            _ => return None,
        }
    }
    Some(found)
}

fn known_skill(
    program: &Program<'_>,
    declared: &DeclaredItem<'_>,
    word: &EcoString,
    span: Span,
    out: &mut Diagnostics,
) -> Option<EcoString> {
    let path = slip_syntax::tree::NamePath { kind: None, package: None, name: slip_syntax::tree::SpannedName { text: word.clone(), span } };
    match program.find(declared.package, &path, Kinds::One("skill")) {
        Ok(id) => Some(crate::check::aliases::true_name(program, &path, id)),
        Err(diagnostic) => {
            out.push(*diagnostic);
            None
        }
    }
}

/// Reads an entry that limits a skill to the places that another skill covers, and returns the other skill: `within culture_tech`.
fn within(program: &Program<'_>, declared: &DeclaredItem<'_>, entry: &Entry, out: &mut Diagnostics) -> Option<EcoString> {
    let path = simple_entries::path(entry, "the name of a skill", out)?;
    known_skill(program, declared, &path.name.text, path.name.span, out)
}

/// Reads the kinds of places that may be subjects of the skill: `covers system, world`.
fn covers(program: &Program<'_>, declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Vec<EcoString> {
    let Some(entry) = declared.entry("covers") else { return Vec::new() };
    let mut kinds = Vec::new();
    for path in simple_entries::paths(entry, "a kind of place, such as `system`", out) {
        if program.is_built_kind(&path.name.text) {
            kinds.push(path.name.text);
        } else {
            out.push(errors::unknown_kind(&path.name, &program.kinds()));
        }
    }
    kinds
}

/// Reads subjects that are not places, with their technology: `ages "archaic" T-4, "precollapse" T4`.
fn ages(declared: &DeclaredItem<'_>, out: &mut Diagnostics) -> Vec<Age> {
    let Some(entry) = declared.entry("ages") else { return Vec::new() };
    let mut ages = Vec::new();
    for member in entry.members() {
        let age = match member {
            [name, tech] => match (name.expr.text(), &tech.expr.kind) {
                (Some(name), ExprKind::Tech(tech)) => i32::try_from(*tech).ok().map(|tech| Age { name: name.value.to_string(), tech }),
                _ => None,
            },
            _ => None,
        };
        match age {
            Some(age) => ages.push(age),
            None if entry.broken => {}
            None => out.push(simple_entry_errors::wrong_value(
                simple_entries::member_span(member, entry),
                "ages",
                "a text and a technology, such as `\"archaic\" T-4`",
            )),
        }
    }
    ages
}
