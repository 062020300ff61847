//! Reports effects that the engine uses but that change nothing. Examples are a limit above every rank, a bound that is always met, a mark
//! that no rule or effect tests on its bearer, and a number that the carrier does not have.

use super::{EffectScope, declared_marks};
use ecow::EcoString;
use slip_limits::TRACK_BOXES;
use slip_pack::effect::{
    Blend, Bound, Effect, EffectSubject, EngineWords, MarkBearer, MarkOperation, Measure, PackOperation, Play, Quantity, QuantitySetting,
    RollBase, SetValue,
};
use slip_pack::formula::Formula;
use slip_source::PackageId;
use std::collections::BTreeSet;

/// Reason why an effect changes nothing, and help for the author.
pub(super) struct NoDifference {
    /// Reason why the effect changes nothing.
    pub(super) why: String,
    /// Text that says what to write.
    pub(super) help: String,
}

impl NoDifference {
    fn new(why: impl Into<String>, help: impl Into<String>) -> Option<NoDifference> {
        Some(NoDifference { why: why.into(), help: help.into() })
    }
}

/// Kinds of items that have numbers for travel and crew.
const VESSELS: [&str; 2] = ["ship", "vehicle"];
/// Kinds of items in which other items can ride.
const CARRIERS: &[&str] = &["ship", "vehicle", "unit", "platoon"];

/// Returns the reason if an effect changes nothing.
pub(super) fn reason(effect: &Effect, scope: &EffectScope<'_, '_>) -> Option<NoDifference> {
    if scope.package == PackageId::STD {
        return None;
    }
    match &effect.op {
        PackOperation::Blend(blend) => blended(effect, blend, scope),
        PackOperation::Set(set) => bounded(set).or_else(|| not_of_carrier(effect, &set.what, scope)).or_else(|| usual(effect, set, scope)),
        PackOperation::Change(change) => not_of_carrier(effect, &change.to, scope),
        PackOperation::Carries(carries) if is_own(effect) && is_none_of(scope, CARRIERS) => NoDifference::new(
            format!("things of the kind `{}` carry nothing", scope.carrier.described()),
            format!("write `carries` for a ship or a unit, or `table \"carries {}\"` for the players", carries.what),
        ),
        PackOperation::Is(mark) if !mark.military => unasked(effect, mark, scope),
        _ => None,
    }
}

fn is_own(effect: &Effect) -> bool {
    matches!(effect.who, None | Some(EffectSubject::Bearer))
}

fn is_none_of(scope: &EffectScope<'_, '_>, wanted: &[&str]) -> bool {
    let kinds = scope.known.kinds_of(&scope.carrier.kinds());
    let is_known = |kind: &&str| super::is_played(kind);
    !kinds.is_empty() && kinds.iter().all(|kind| is_known(&kind.as_str()) && !wanted.contains(&kind.as_str()))
}

/// Returns the reason why a limit or an amplifier of a roll changes nothing. Either it names the skill that is rolled anyway, or it is a
/// number that no rank exceeds or falls below.
fn blended(effect: &Effect, blend: &Blend, scope: &EffectScope<'_, '_>) -> Option<NoDifference> {
    let by = &blend.by;
    if !by.my
        && by.of.is_none()
        && by.plus.is_none()
        && matches!(&by.base, RollBase::Stat(name) if blend.roll.with.as_slice() == std::slice::from_ref(name))
    {
        return NoDifference::new("the roll uses this skill anyway", "name another skill, or a number");
    }
    let RollBase::Number(Formula::Int(number)) = by.base else { return None };
    if by.plus.is_some() {
        return None;
    }
    if !blend.limited {
        let is_in_space_only = effect.plays.iter().filter(|play| EngineWords::of(**play).is_some()).all(|play| *play == Play::Space);
        // In space, acting several times in a turn can lower a rank below 0, so even `amplified by 0` may have an effect there.
        return if number <= 0 && !is_in_space_only {
            NoDifference::new(
                "a rank is never below 0, so this never adds 1",
                "write a number above the lower ranks, such as `amplified by 3`",
            )
        } else {
            None
        };
    }
    let highest = highest_rank(effect, blend, scope)?;
    // The rank that is compared with the limit may already include the 1 that an amplifier adds.
    if number <= highest.saturating_add(1) {
        return None;
    }
    NoDifference::new(
        format!("no rank here is above {highest}, so this limit never counts"),
        format!("write a lower number, such as `limited by {}`", highest.saturating_sub(1).max(0)),
    )
}

/// Returns the highest rank with which the rolls of an effect may be made; `None` if no bound is known.
fn highest_rank(effect: &Effect, blend: &Blend, scope: &EffectScope<'_, '_>) -> Option<i64> {
    let kinds = if is_own(effect) { scope.carrier.kinds() } else { Vec::new() };
    let rolled = rolled_skills(effect, blend, scope);
    let mut skilled = 0;
    for skill in scope.program.of_kind("skill") {
        match scope.known.highest_skill(scope.program, skill.name(), &kinds) {
            Some(rank) => skilled = rank.max(skilled),
            None if rolled.as_ref().is_none_or(|rolled| rolled.contains(skill.name())) => return None,
            None => {}
        }
    }
    if !effect.plays.contains(&Play::Space) {
        return Some(skilled);
    }
    let ships = scope.known.names_of_kinds(&VESSELS.map(EcoString::from));
    let rated = ships.ranks.iter().filter(|(name, _)| scope.known.rolls_with(scope.program, scope.package, name));
    let rated = rated.map(|(_, ranks)| ranks.high).try_fold(0, |highest, rank| Some(rank?.max(highest)))?;
    Some(skilled.max(rated))
}

/// Returns the skills of the rolls that an effect is about: those that it names, or those of the weapons that have the effect. `None` if
/// they are not known.
fn rolled_skills(effect: &Effect, blend: &Blend, scope: &EffectScope<'_, '_>) -> Option<BTreeSet<EcoString>> {
    let named = &blend.roll.with;
    let is_skill = |word: &EcoString| scope.program.of_kind("skill").any(|skill| skill.name() == word);
    if !named.is_empty() {
        return named.iter().all(is_skill).then(|| named.iter().cloned().collect());
    }
    let kinds = scope.carrier.kinds();
    if !is_own(effect) || kinds.is_empty() || scope.known.kinds_of(&kinds).iter().any(|kind| kind != "weapon") {
        return None;
    }
    let designs = scope.program.of_kind("design").filter(|declared| {
        let is_weapon = declared.tree.design.as_ref().is_some_and(|kind| kind.name.text == "weapon");
        is_weapon && kinds.iter().any(|word| word == "weapon" || word == declared.name())
    });
    designs.map(|declared| declared.entry("skill")?.only()?.name().cloned()).collect()
}

/// Returns the reason why a bound changes nothing; `None` if the bound may change the number.
fn bounded(set: &QuantitySetting) -> Option<NoDifference> {
    let SetValue::Number(Formula::Int(value)) = set.value else { return None };
    let Quantity::Measure(measured) = &set.what else { return None };
    let may_be_negative = matches!(measured.what, Measure::Price | Measure::Order | Measure::Upkeep);
    match set.how {
        Bound::AtLeast if value <= 0 && !may_be_negative => NoDifference::new(
            format!("`{}` is never below 0", set.what),
            format!("write a higher number, such as `{} at least 1`", set.what),
        ),
        Bound::AtMost if value >= TRACK_BOXES && measured.what == Measure::Boxes => NoDifference::new(
            format!("no track has more than {TRACK_BOXES} boxes"),
            format!("write a lower number, such as `{} at most 5`", set.what),
        ),
        _ => None,
    }
}

/// Quantities with a usual value: every actor has this value if no effect changes it.
const USUAL: [(Measure, i64); 4] =
    [(Measure::FreeMove, 1), (Measure::Attacks, 1), (Measure::ContactSpotted, 1), (Measure::AttackSpotted, 1)];

/// Returns the reason why setting a quantity changes nothing: the quantity has this value anyway, and no other effect changes it.
fn usual(effect: &Effect, set: &QuantitySetting, scope: &EffectScope<'_, '_>) -> Option<NoDifference> {
    let (SetValue::Number(Formula::Int(value)), Bound::Is, None) = (&set.value, set.how, &set.per) else { return None };
    let Quantity::Measure(measured) = &set.what else { return None };
    let is_usual = USUAL.iter().any(|(known, usual)| *known == measured.what && usual == value);
    // In a platoon battle, aircraft have no free move, so the usual number is not the same for all units.
    let varies = measured.what == Measure::FreeMove && effect.plays.contains(&Play::Platoon);
    if !is_usual || varies || scope.known.effects_on(scope.program, scope.package, measured.what) > 1 {
        return None;
    }
    let is_truth = matches!(measured.what, Measure::ContactSpotted | Measure::AttackSpotted);
    let other = if is_truth { 0 } else { value.saturating_add(1) };
    NoDifference::new(
        format!("`{}` is {value} anyway, and no other effect changes it", set.what),
        format!("write another number, such as `{} is {other}`", set.what),
    )
}

/// Returns the reason why an effect on a quantity changes nothing: items of the carrier's kind do not have the quantity.
fn not_of_carrier(effect: &Effect, what: &Quantity, scope: &EffectScope<'_, '_>) -> Option<NoDifference> {
    let Quantity::Measure(measured) = what else { return None };
    let is_of_vessels = matches!(
        measured.what,
        Measure::Endurance | Measure::LifeSupport | Measure::CruiseSpeed | Measure::DefaultCrew | Measure::CrewSize
    );
    if !is_of_vessels || !is_own(effect) || !is_none_of(scope, &VESSELS) {
        return None;
    }
    NoDifference::new(
        format!("things of the kind `{}` have no `{}`: it is a number of ships", scope.carrier.described(), measured.what.word()),
        "write the effect for a ship",
    )
}

/// Returns the reason why giving a mark changes nothing: no rule and no effect tests the mark on its bearer. `None` for marks of the
/// package itself, which `unread_names` reports at their declaration.
fn unasked(effect: &Effect, mark: &MarkOperation, scope: &EffectScope<'_, '_>) -> Option<NoDifference> {
    let name = mark.name.as_str();
    let declared = scope.program.peek(scope.package, "mark", name).and_then(|id| scope.program.get(id))?;
    if declared.package != PackageId::STD || scope.known.marks().is_asked(scope.program, scope.package, name, &effect.plays) {
        return None;
    }
    let kinds = scope.known.kinds_of(&scope.carrier.kinds());
    let given: Vec<MarkBearer> = if effect.who.is_some() { vec![MarkBearer::Actor] } else { declared_marks::own(&kinds) };
    let asked = || effect.plays.iter().filter_map(|play| EngineWords::of(*play)).flat_map(|table| table.asked_for(name));
    if asked().any(|bearer| given.contains(bearer)) {
        return None;
    }
    let all = || Play::ALL.iter().filter_map(|play| EngineWords::of(*play)).flat_map(|table| table.asked_for(name));
    let wanted = slip_suggest::alternatives(all().collect::<BTreeSet<_>>().into_iter().map(|bearer| bearer.described()));
    let meant = given.first()?.described();
    if all().any(|bearer| given.contains(bearer)) {
        let asks =
            |play: &&Play| EngineWords::of(**play).is_some_and(|table| table.asked_for(name).iter().any(|bearer| given.contains(bearer)));
        let plays: Vec<String> = Play::ALL.iter().filter(asks).map(ToString::to_string).collect();
        return NoDifference::new(
            format!("no rule or effect asks for the mark `{name}` here"),
            format!(
                "the rules ask for it in conflicts of the kind {}: give it to something that takes part in one",
                slip_suggest::alternatives(plays.iter().map(String::as_str))
            ),
        );
    }
    if wanted.is_empty() {
        return NoDifference::new(
            format!("no rule or effect asks if {meant} is `{name}`"),
            format!("ask for it in another effect, as in `+1 to attack when target is {name}`"),
        );
    }
    NoDifference::new(
        format!("no rule or effect asks if {meant} is `{name}`"),
        format!("give it to {wanted}, or ask for it in another effect, as in `+1 to attack when {} is {name}`", given.first()?.role()),
    )
}
