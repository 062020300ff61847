//! Reads and checks gear lists: `gear dock_carbine, hauler_rig x2`. The entry `gear + rope` extends a list, and `gear - dock_carbine`
//! shortens it.
//!
//! Refuses unknown items, and people, ships and other items with tracks. Reports notes about three kinds of gear: gear that its owner can
//! use only for a fate point per roll, gear for which the owner lacks the skill, and weapons of unfamiliar technology.

use super::build;
use super::campaign_limits;
use super::context::CheckContext;
use super::design::StuntRule;
use super::effect;
use super::errors::{bracketed, clinging_sign, not_its_name, nothing_to_remove};
use super::familiarity;
use super::owned_ship_solvency;
use super::partly_parsed_items;
use super::read_purchase::{self, BoughtStunt, missing_comma};
use super::simple_entries;
use super::skill_and_gear_errors as errors;
use super::skills;
use super::stunt_arguments;
use crate::resolve::{DeclId, DeclaredItem, Kinds, Program};
use ecow::EcoString;
use slip_pack::effect::{Basis, Effect, PackOperation, RollBase, Substitution, Want};
use slip_pack::item::Gear;
use slip_pack::ruleset::Rules;
use slip_source::diagnostic::{Diagnostic, Diagnostics};
use slip_source::{PackageId, Span};
use slip_syntax::tree::{Entry, ExprKind, NamePath, Sign, SpannedName, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Item of a gear list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GearItem {
    /// Declaration of the item.
    pub id: DeclId,
    /// Reference to the item in the pack.
    pub gear: Gear,
    /// Number of copies of the item.
    pub count: u32,
    /// Span of the member in the list.
    pub span: Span,
}

/// Returns the items of a gear list that is written in `package`. Later entries may add items (`gear + rope`) or remove items (`gear -
/// dock_carbine`).
pub fn list(program: &Program<'_>, package: PackageId, entries: &[&Entry], out: &mut Diagnostics) -> Vec<GearItem> {
    let mut carried: Vec<GearItem> = Vec::new();
    for entry in entries {
        let named = read(program, package, entry, out);
        match entry.sign() {
            None => carried = named,
            Some((Sign::Plus, _)) => carried.extend(named),
            Some((Sign::Minus, _)) => {
                for gone in named {
                    let before = carried.len();
                    carried.retain(|there| there.id != gone.id);
                    if carried.len() == before {
                        out.push(nothing_to_remove(gone.span, &gone.gear.name, "gear"));
                    }
                }
            }
        }
    }
    carried
}

/// Reads one entry of a gear list.
fn read(program: &Program<'_>, package: PackageId, entry: &Entry, out: &mut Diagnostics) -> Vec<GearItem> {
    let mut carried = Vec::new();
    for member in entry.members() {
        let span = simple_entries::member_span(member, entry);
        let Some((first, count)) = split_member(member) else {
            let clings = match member {
                [only] => clinging_sign(entry, &only.expr, entry.values.len() == 1),
                _ => None,
            };
            match clings {
                Some(found) => out.push(found),
                None if entry.broken => {}
                None => carried.extend(misread(program, package, (member, span), out)),
            }
            continue;
        };
        if !(1..=99).contains(&count) {
            out.push(errors::gear_count(span, program.sources.slice(first.expr.span), count > 99));
        }
        match find(program, package, first, out) {
            Some((id, gear)) => carried.push(GearItem { id, gear, count: u32::try_from(count.clamp(1, 99)).unwrap_or(1), span }),
            None => continue,
        }
    }
    if entry.values.is_empty() && !entry.broken {
        out.push(errors::not_a_thing(entry.values_span()));
    }
    carried
}

/// Reports a malformed member. Returns the items that the author probably meant but wrote without commas.
fn misread(program: &Program<'_>, package: PackageId, (member, span): (&[Value], Span), out: &mut Diagnostics) -> Vec<GearItem> {
    let parts: Vec<&[Value]> = member.chunk_by(|_, next| matches!(next.expr.kind, ExprKind::Count(_))).collect();
    let read = |part: &&[Value]| {
        let (first, count) = split_member(part)?;
        let (id, gear) = find(program, package, first, &mut Diagnostics::new())?;
        Some(GearItem { id, gear, count: u32::try_from(count.clamp(1, 99)).unwrap_or(1), span: first.expr.span })
    };
    let things: Option<Vec<GearItem>> = parts.iter().map(read).collect();
    if let (Some(things), Some(found)) = (things.filter(|things| things.len() > 1), missing_comma(program, &parts)) {
        out.push(found);
        return things;
    }
    if let Some(found) = bracketed(member) {
        out.push(found);
        return Vec::new();
    }
    let written = program.sources.slice(span);
    // The name may belong to an item whose head did not parse. The syntax error was reported, so nothing is added here.
    if program.is_lost(package, written) {
        return Vec::new();
    }
    if let [count, name] = member
        && let (Some(count @ 1..=99), Some(path)) = (count.expr.int(), name.expr.path())
    {
        out.push(errors::count_before_thing(span, &format!("{} x{count}", program.sources.slice(path.span()))));
        return find(program, package, name, &mut Diagnostics::new())
            .map(|(id, gear)| GearItem { id, gear, count: u32::try_from(count).unwrap_or(1), span })
            .into_iter()
            .collect();
    }
    out.push(match program.titled(package, Kinds::Built, written) {
        Some(name) => not_its_name(span, written, &name),
        None => errors::not_a_thing(span),
    });
    Vec::new()
}

/// Returns the item to which a name refers, if an actor can carry the item.
pub(super) fn find(program: &Program<'_>, package: PackageId, value: &Value, out: &mut Diagnostics) -> Option<(DeclId, Gear)> {
    let path = value.expr.path()?;
    let id = match program.find_fitting(package, &path, |declared| is_carried(program, declared)) {
        Ok(id) => id,
        Err(diagnostic) => {
            out.push(*diagnostic);
            return None;
        }
    };
    let declared = program.get(id)?;
    if is_around(declared) {
        out.push(around_as_gear(value.expr.span, declared));
        return None;
    }
    if has_tracks(program, declared) {
        let lives = has_entry(program, declared, &["skills"]);
        out.push(errors::not_gear(value.expr.span, declared.name(), declared.kind(), lives));
        return None;
    }
    let package = program.package_name(declared.package).into();
    Some((id, Gear { kind: declared.kind().into(), package, name: declared.name().clone() }))
}

/// Returns references to all pieces of gear. An item with a count of `x3` occurs three times.
pub fn pieces(carried: &[GearItem]) -> Vec<Gear> {
    carried.iter().flat_map(|one| std::iter::repeat_n(one.gear.clone(), usize::try_from(one.count).unwrap_or(1))).collect()
}

fn split_member(member: &[Value]) -> Option<(&Value, i64)> {
    match member {
        [name] => name.expr.path().map(|_| (name, 1)),
        [name, count] => match count.expr.kind {
            ExprKind::Count(count) => name.expr.path().map(|_| (name, count)),
            _ => None,
        },
        _ => None,
    }
}

/// True if an item may be in a gear list.
pub fn is_carried(program: &Program<'_>, declared: &DeclaredItem<'_>) -> bool {
    !is_around(declared) && !has_tracks(program, declared)
}

/// Returns a reference that names the kind of an item as well, if one is needed: items of other kinds have the same name, in packages that
/// can affect the package `from`. Otherwise returns `None`.
pub(super) fn reference_if_shared(program: &Program<'_>, from: PackageId, id: DeclId) -> Option<Gear> {
    let declared = program.get(id)?;
    let is_other = |other: &&DeclaredItem<'_>| {
        other.id != id && program.is_built_kind(other.kind()) && program.bears_on(other.package, from) && other.kind() != declared.kind()
    };
    program.named(declared.name()).find(is_other)?;
    let package = program.package_name(declared.package).into();
    Some(Gear { kind: declared.kind().into(), package, name: declared.name().clone() })
}

/// True if an item may be an actor of an encounter, because it has tracks or skills.
pub(super) fn is_actor(program: &Program<'_>, declared: &DeclaredItem<'_>) -> bool {
    !is_around(declared) && has_tracks(program, declared)
}

/// True if an item is a person or an animal: its design has skills.
pub(super) fn is_alive(program: &Program<'_>, declared: &DeclaredItem<'_>) -> bool {
    !is_around(declared) && has_entry(program, declared, &["skills"])
}

/// True if an item surrounds people and cannot be carried, such as a system, a world or a campaign.
fn is_around(declared: &DeclaredItem<'_>) -> bool {
    !effect::has_self(declared.kind())
}

fn around_as_gear(span: Span, declared: &DeclaredItem<'_>) -> Diagnostic {
    match effect::is_place(declared.kind()) {
        true => errors::place_as_gear(span, declared.name(), declared.kind()),
        false => errors::around_as_gear(span, declared.name(), declared.kind()),
    }
}

/// True if the design of an item has stress tracks or skills. Such items (people, animals, ships) cannot be carried.
fn has_tracks(program: &Program<'_>, declared: &DeclaredItem<'_>) -> bool {
    has_entry(program, declared, &["track", "skills"])
}

/// True if the design of an item has an entry that begins with one of `words`.
fn has_entry(program: &Program<'_>, declared: &DeclaredItem<'_>, words: &[&str]) -> bool {
    let own = |design: &DeclaredItem<'_>| words.iter().any(|word| design.entry(word).is_some());
    let named = declared.tree.design.as_ref().and_then(|path| program.find(declared.package, path, Kinds::One("design")).ok());
    match named.and_then(|id| program.get(id)) {
        // A design that builds another kind of things is reported at the item.
        Some(design) => own(design) && design.tree.design.as_ref().is_none_or(|kind| kind.name.text == declared.kind()),
        None => program
            .of_kind("design")
            .filter(|design| design.tree.design.as_ref().is_some_and(|kind| kind.name.text == declared.kind()))
            .any(own),
    }
}

/// Owner of some gear, with everything that decides if the owner can use it.
#[derive(Clone, Copy, Debug)]
pub struct GearOwner<'o> {
    /// Name of the owner.
    pub name: &'o EcoString,
    /// Skill ranks of the owner; empty for mooks, who need no training.
    pub ranks: &'o BTreeMap<EcoString, i64>,
    /// Effects of the owner's design and stunts.
    pub effects: &'o [Arc<Effect>],
    /// Lowest and highest technology of the weapons that the owner is familiar with; `None` if they are unknown or if the rules do not
    /// require familiarity.
    pub familiar: Option<(i64, i64)>,
    /// True if some skills or stunts of the owner could not be read. One of them may give the required training.
    pub unsure: bool,
}

/// Reports errors in a gear list, and notes gear that the owner is not trained for (R-P24).
pub fn check(context: &CheckContext<'_, '_>, package: PackageId, owner: GearOwner<'_>, entries: &[&Entry], out: &mut Diagnostics) {
    for carried in list(context.program, package, entries, out) {
        campaign_limits::judge_use(context, package, carried.id, carried.span, out);
        if let Some(declared) = context.program.get(carried.id) {
            judge(context, package, owner, declared, carried.span, out);
        }
    }
}

/// Returns the items that a bought stunt grants: those named by its effects or its arguments.
pub fn granted<'p, 't>(program: &'p Program<'t>, package: PackageId, rule: &StuntRule, stunt: &BoughtStunt) -> Vec<&'p DeclaredItem<'t>> {
    let word = |text: &str| SpannedName { text: text.into(), span: Span::default() };
    let named = |name: &str| {
        // Names in an effect are looked up in the package that the effect is written in.
        let home = program.sources.file(rule.span.file).map_or(package, |file| file.package());
        let (of, name) = name.split_once('.').map_or((None, name), |(of, name)| (Some(word(of)), name));
        program.find(home, &NamePath { kind: None, package: of, name: word(name) }, Kinds::Built).ok()
    };
    let meant = |thing: &Gear| {
        let of = Some(word(&thing.package)).filter(|of| !of.text.is_empty());
        let kind = Some(Box::new(word(&thing.kind)));
        let home = program.sources.file(rule.span.file).map_or(package, |file| file.package());
        program.find(home, &NamePath { kind, package: of, name: word(&thing.name) }, Kinds::Built).ok()
    };
    let given = rule.effects.iter().filter_map(|line| match &line.op {
        PackOperation::Grants(grants) if stunt.filled.iter().any(|(param, _)| *param == grants.item) => {
            stunt.things.iter().find(|(param, _)| *param == grants.item).and_then(|(_, thing)| thing.id)
        }
        PackOperation::Grants(grants) => grants.thing.as_ref().map_or_else(|| named(&grants.item), meant),
        _ => None,
    });
    given.filter_map(|id| program.get(id)).collect()
}

/// Reports errors in an item that a stunt grants, as [`check`] does for gear.
pub fn check_granted(
    context: &CheckContext<'_, '_>,
    package: PackageId,
    owner: GearOwner<'_>,
    declared: &DeclaredItem<'_>,
    span: Span,
    out: &mut Diagnostics,
) {
    if is_around(declared) {
        out.push(around_as_gear(span, declared));
        return;
    }
    campaign_limits::judge_granted(context, package, declared.id, span, out);
    // The owner of a granted ship needs no training for it, because other people have posts aboard. The ship's crew is checked when it
    // fights.
    if has_tracks(context.program, declared) {
        owned_ship_solvency::check(context, package, owner.name, declared, span, out);
    } else {
        judge(context, package, owner, declared, span, out);
    }
}

fn judge(
    context: &CheckContext<'_, '_>,
    package: PackageId,
    owner: GearOwner<'_>,
    declared: &DeclaredItem<'_>,
    span: Span,
    out: &mut Diagnostics,
) {
    // Mooks have no skills and need no training.
    if owner.ranks.is_empty() || owner.unsure {
        return;
    }
    let thing = stunt_arguments::thing(context, declared);
    let effects = build::effects_of(context, declared);
    let skill = build::find_design(context, declared, &mut Diagnostics::new()).and_then(|design| design.skill.as_ref());
    let trained = |skill: &EcoString| has(context.program, package, owner, &Want::Trained(skill.clone()));
    if let Some(used) = skill.map(|skill| used_with(skill, &effects))
        && !serves(&trained, owner.effects, used, declared.name())
        && !stands_in(&trained, &effects)
    {
        if is_unsure(context, declared) {
            return;
        }
        let never = never_for(context.program, package, owner, &thing.words);
        out.push(errors::unskilled_gear(span, owner.name, declared.name(), used, never));
        return;
    }
    if let Some(need) = unmet(context.program, package, owner, &effects).filter(|_| !is_unsure(context, declared)) {
        let elsewhere = trained_elsewhere(context.program, package, owner, need);
        let need = by_own_name(context.program, package, owner, need);
        let forbidden = context.rules_of(package).is_some_and(is_access_forbidden);
        out.push(errors::untrained_gear(span, (owner.name, declared.name(), &in_words(&need)), elsewhere, forbidden));
    }
    if let (Some(familiar), Some(skill)) = (owner.familiar, skill) {
        let fits = (familiar.0..=familiar.1).contains(&thing.tech) || thing.tech < -4;
        if !fits && !familiarity::is_familiar(context, package, skill) {
            out.push(errors::unfamiliar_gear(span, owner.name, declared.name(), thing.tech, familiar));
        }
    }
}

/// True if the rules do not allow the owner to use gear without training for a fate point (R-P24).
pub(super) fn is_access_forbidden(rules: &Rules) -> bool {
    rules.is("access", "forbidden")
}

/// True if some effects of an item are unknown because a part of the item could not be read. The part is reported elsewhere.
fn is_unsure(context: &CheckContext<'_, '_>, declared: &DeclaredItem<'_>) -> bool {
    let mut found = Diagnostics::new();
    let Some(design) = build::find_design(context, declared, &mut found) else { return true };
    read_purchase::read(context, design, declared, &mut found);
    declared.entries.iter().any(|entry| entry.broken) || partly_parsed_items::is_unsure(&found)
}

/// Returns the skill with which an item is used: the skill of its design, or one that an effect always requires instead.
pub fn used_with<'s>(skill: &'s EcoString, effects: &'s [Arc<Effect>]) -> &'s EcoString {
    let always = effects.iter().filter(|effect| effect.condition.is_none()).find_map(|effect| match &effect.op {
        PackOperation::Use(instead) if instead.must => match &instead.basis.base {
            RollBase::Stat(basis) => Some(basis),
            RollBase::Number(_) => None,
        },
        _ => None,
    });
    always.unwrap_or(skill)
}

/// True if an effect of an item lets its bearer use another skill in place of the usual one, and the bearer is trained in it.
pub fn stands_in(trained: &dyn Fn(&EcoString) -> bool, effects: &[Arc<Effect>]) -> bool {
    effects.iter().any(|effect| match &effect.op {
        PackOperation::Use(Substitution { must, basis: Basis { base: RollBase::Stat(basis), .. }, .. }) => {
            (!must || effect.condition.is_some()) && trained(basis)
        }
        _ => false,
    })
}

/// True if an actor is trained to use an item, by the item's own skill or by a skill that an effect allows instead.
pub fn serves(trained: &dyn Fn(&EcoString) -> bool, effects: &[Arc<Effect>], skill: &EcoString, thing: &str) -> bool {
    trained(skill)
        || effects.iter().any(|effect| match &effect.op {
            PackOperation::Use(instead) => match &instead.basis.base {
                RollBase::Stat(basis) => trained(basis) && instead.roll.with.iter().any(|with| with == skill || with == thing),
                RollBase::Number(_) => false,
            },
            _ => false,
        })
}

/// Returns a skill of the owner that cannot be used for the item, because its entry `never` contains one of `words`. Also returns the text
/// of that entry.
fn never_for<'p>(
    program: &'p Program<'_>,
    package: PackageId,
    owner: GearOwner<'_>,
    words: &[EcoString],
) -> Option<(&'p EcoString, &'p EcoString)> {
    owner.ranks.keys().find_map(|name| {
        let skill = program.get(program.lookup(package, "skill", name)?)?;
        let said = skill
            .entries_of("never")
            .flat_map(Entry::members)
            .find(|member| member.iter().any(|value| value.expr.name().is_some_and(|name| words.contains(name))))?;
        Some((skill.name(), &said.first()?.expr.text()?.value))
    })
}

/// Returns a skill in which the owner is trained to military grade, if its entry `uses` names a skill in which the item requires such
/// training. Also returns the text of this entry.
fn trained_elsewhere<'p>(
    program: &'p Program<'_>,
    package: PackageId,
    owner: GearOwner<'_>,
    need: &[Want],
) -> Option<(&'p EcoString, &'p EcoString)> {
    let needed: Vec<&EcoString> = need
        .iter()
        .filter_map(|want| match want {
            Want::Military(name) => Some(name),
            _ => None,
        })
        .collect();
    owner.effects.iter().find_map(|effect| {
        let PackOperation::Is(mark) = &effect.op else { return None };
        let skill = program.get(program.lookup(package, "skill", &mark.name).filter(|_| mark.military)?)?;
        let said = skill.entries_of("uses").flat_map(Entry::members).find(|member| {
            let after = member.iter().skip_while(|value| value.expr.name().is_none_or(|word| word != "for"));
            after.filter_map(|value| value.expr.name()).any(|name| needed.contains(&name))
        })?;
        Some((skill.name(), &said.first()?.expr.text()?.value))
    })
}

/// Returns the training that an item always requires and that its owner lacks. Requirements with a condition are checked in play.
pub fn unmet<'e>(program: &Program<'_>, package: PackageId, owner: GearOwner<'_>, effects: &'e [Arc<Effect>]) -> Option<&'e [Want]> {
    let always = || effects.iter().filter(|effect| effect.condition.is_none());
    if always().any(|effect| matches!(effect.op, PackOperation::AllowsUntrained(None))) {
        return None;
    }
    let needs = always().filter_map(|effect| match &effect.op {
        PackOperation::Needs(needs) => Some(needs.wants.as_slice()),
        _ => None,
    });
    needs
        .filter(|wants| wants.iter().all(|want| !matches!(want, Want::Mark(_))))
        .find(|wants| !wants.iter().any(|want| has(program, package, owner, want)))
}

fn has(program: &Program<'_>, package: PackageId, owner: GearOwner<'_>, want: &Want) -> bool {
    // A requirement may name a class of skills. Then any skill of the class meets it.
    let means = |wanted: &EcoString, skill: &EcoString| {
        let declared = || program.lookup(package, "skill", skill).and_then(|id| program.get(id));
        wanted == skill || declared().is_some_and(|skill| of_class(skill, wanted) || skills::stands_for(skill) == Some(wanted))
    };
    match want {
        Want::Trained(wanted) => owner.ranks.iter().any(|(skill, rank)| *rank >= 1 && means(wanted, skill)),
        Want::Military(wanted) => owner.effects.iter().any(|effect| match &effect.op {
            PackOperation::Is(mark) => mark.military && means(wanted, &mark.name),
            _ => false,
        }),
        Want::Mark(_) => true,
    }
}

fn of_class(skill: &DeclaredItem<'_>, class: &EcoString) -> bool {
    skill.entries_of("class").any(|entry| entry.values.iter().any(|value| value.expr.name() == Some(class)))
}

/// Returns the requirements with each skill replaced by the owner's version of the skill. A skill of the owner may be declared to count as
/// the required one.
fn by_own_name(program: &Program<'_>, package: PackageId, owner: GearOwner<'_>, wants: &[Want]) -> Vec<Want> {
    let own = |wanted: &EcoString| {
        let counts = |skill: &&EcoString| {
            let declared = program.lookup(package, "skill", skill).and_then(|id| program.get(id));
            declared.is_some_and(|skill| skills::stands_for(skill) == Some(wanted))
        };
        owner.ranks.keys().find(counts).unwrap_or(wanted).clone()
    };
    let named = |want: &Want| match want {
        Want::Trained(name) => Want::Trained(own(name)),
        Want::Military(name) => Want::Military(own(name)),
        Want::Mark(name) => Want::Mark(name.clone()),
    };
    wants.iter().map(named).collect()
}

/// Formats the requirements for a message.
pub fn in_words(wants: &[Want]) -> String {
    let words: Vec<String> = wants
        .iter()
        .map(|want| match want {
            Want::Trained(name) => format!("`{name}`"),
            Want::Military(name) => format!("military-grade `{name}`"),
            Want::Mark(name) => format!("to be {name}"),
        })
        .collect();
    slip_suggest::alternatives(words.iter().map(String::as_str))
}
