//! Applies effects that change an item when it is built: its own effects, effects of its gear and effects of rulesets.
//!
//! Points, derived aspects and prices use the values as bought; play uses the values after effects. Refuses a result above the cap without
//! `past cap`, and a result below the lowest rank.

mod evaluate_conditions;

use evaluate_conditions::cap_of_skill;
pub use evaluate_conditions::{ItemEvaluator, filled, lifts, skill_cap};

use super::build;
use super::context::CheckContext;
use super::design::{Design, SkillShapeRule, StuntRule};
use super::effect_errors as errors;
use super::errors::{emptied_track, too_long_track};
use super::gear;
use super::ledger::{FormulaValues, LedgerAddend, LedgerPurchase, clamped};
use super::legality::Case;
use super::read_purchase::{Bought, BoughtStunt};
use crate::resolve::DeclaredItem;
use ecow::{EcoString, eco_format};
use slip_limits::TRACK_BOXES;
use slip_pack::effect::build_numbers::{BuildNumber, BuildNumberChange, BuildNumberResult, CarrierDistance, outcome};
use slip_pack::effect::{Effect, EffectOrigin, EffectSubject, PackOperation, SetValue, Special};
use slip_pack::item::{Account, BuiltItem, Mode};
use slip_pack::{Name, effect};
use slip_source::Span;
use slip_source::diagnostic::Diagnostics;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Effect that changes a number of the built item.
struct NumberEffect {
    effect: Arc<Effect>,
    near: CarrierDistance,
    /// Span of the place where the stunt or item with the effect was bought or carried, or where its ruleset was put in force.
    span: Span,
    /// Source of the effect, for messages: `stunt tough`, `armour lead_suit`, `ruleset gritty`.
    by: EcoString,
}

/// Numbers of an item that effects have changed. All other numbers keep the values that were bought.
#[derive(Debug, Default)]
pub struct Built {
    ranks: BTreeMap<Name, i64>,
    skills: BTreeMap<Name, i64>,
    /// Number of boxes of each changed track; `None` if an effect removed the track.
    boxes: BTreeMap<Name, Option<i64>>,
    schedules: BTreeMap<Name, [i64; 3]>,
    slots: BTreeMap<Name, i64>,
    fate: Option<i64>,
    price: Option<Option<i64>>,
    upkeep: Option<Option<i64>>,
    /// Lines of the ledger: one for the change that each effect makes.
    pub lines: Vec<LedgerAddend>,
}

/// Costs of an item before effects.
#[derive(Clone, Copy, Debug, Default)]
pub struct BaseCosts {
    /// Purchase Cost of the item.
    pub price: Option<i32>,
    /// Rating that decides the maintenance of the item.
    pub upkeep: Option<i32>,
    /// Fate points of the item.
    pub fate: Option<i32>,
}

/// Returns an effect of a stunt with the arguments of a purchase filled in. If the stunt was bought several times, the effect counts once
/// for each purchase.
pub fn bought_effect(effect: &Effect, stunt: &BoughtStunt) -> Option<Arc<Effect>> {
    let mut filled = effect.instantiate(&stunt.filled)?;
    if let (PackOperation::Grants(written), PackOperation::Grants(grants)) = (&effect.op, &mut filled.op)
        && let Some((_, thing)) = stunt.things.iter().find(|(param, _)| *param == written.item)
    {
        grants.thing.clone_from(&thing.shared);
        filled.text = filled.sentence();
    }
    let count = i32::try_from(stunt.count).unwrap_or(1);
    let args: Vec<String> = stunt.args.iter().map(ToString::to_string).collect();
    filled.origin = filled.origin.map(|origin| EffectOrigin { args, count, ..origin });
    Some(Arc::new(filled))
}

/// Returns the effects of a stunt with the arguments of a purchase filled in. If the stunt was bought several times, each effect counts
/// once for each purchase.
pub fn bought_effects<'r>(rule: &'r StuntRule, stunt: &BoughtStunt) -> Cow<'r, [Arc<Effect>]> {
    let effects = || rule.effects.iter().filter_map(|effect| bought_effect(effect, stunt)).collect();
    if rule.params.is_empty() && stunt.args.is_empty() && stunt.filled.is_empty() && stunt.count == 1 {
        return Cow::Borrowed(rule.bought_once.get_or_init(effects));
    }
    Cow::Owned(effects())
}

/// Applies the effects in force to the numbers of an item. `grades` are the free consequence slots of the item before effects, one entry
/// for each slot.
pub fn act(
    case: &Case<'_, '_, '_>,
    bought: &Bought,
    values: &FormulaValues<'_>,
    sums: BaseCosts,
    grades: &[Name],
    out: &mut Diagnostics,
) -> Built {
    let lines = acting(case, bought, values);
    let is_short = sums.fate.is_some_and(i32::is_negative);
    if lines.is_empty() && !is_short && case.design.tracks.iter().all(|rule| rule.sum.is_none()) {
        return Built::default();
    }
    let mut work = Work { case, values, reader: ItemEvaluator { design: case.design, values }, lines, built: Built::default() };
    work.ranks(out);
    work.tracks(out);
    work.slots(grades);
    work.rest(sums);
    // If some purchase could not be read, the item may have other numbers that its effects change. No effect is then reported as useless.
    if values.unknown.is_certain() {
        work.idle(sums, out);
    }
    work.built
}

/// Collects the building effects on an item: its own, those of its gear on the bearer, and those of rulesets.
fn acting(case: &Case<'_, '_, '_>, bought: &Bought, values: &FormulaValues<'_>) -> Vec<NumberEffect> {
    let Case { context, design, declared, purchase, .. } = case;
    let name = declared.tree.name.span;
    let mut lines = Vec::new();
    let own = |effect: &&Arc<Effect>| effect.who.is_none() && effect.built().is_some();
    for effect in design.effects.iter().filter(own) {
        lines.push(NumberEffect {
            effect: Arc::clone(effect),
            near: CarrierDistance::Own,
            span: name,
            by: eco_format!("design {}", design.name),
        });
    }
    for stunt in &bought.stunts {
        let Some(rule) = design.stunts.get(stunt.rule) else { continue };
        for effect in bought_effects(rule, stunt).iter().filter(own) {
            lines.push(NumberEffect {
                effect: Arc::clone(effect),
                near: CarrierDistance::Own,
                span: stunt.span,
                by: super::ledger::stunt_words(&rule.name, stunt),
            });
        }
        let granted = gear::granted(context.program, declared.package, rule, stunt).into_iter();
        lines.extend(granted.flat_map(|thing| carried(context, thing, stunt.span)));
    }
    for effect in purchase.effects.iter().filter(own) {
        lines.push(NumberEffect { effect: Arc::clone(effect), near: CarrierDistance::Own, span: name, by: declared.name().clone() });
    }
    for piece in gear::list(context.program, declared.package, &purchase.gear, &mut Diagnostics::new()) {
        let thing = context.program.get(piece.id).into_iter();
        lines.extend(thing.flat_map(|thing| carried(context, thing, piece.span)));
    }
    let everyone = |effect: &&Effect| matches!(effect.who, Some(EffectSubject::Everyone)) && effect.built().is_some();
    for effect in values.rules.into_iter().flat_map(|rules| &rules.effects).filter(everyone) {
        let by = effect.origin.as_ref().map_or_else(|| EcoString::from("a ruleset"), |origin| eco_format!("ruleset {}", origin.name));
        lines.push(NumberEffect { effect: Arc::new(effect.clone()), near: CarrierDistance::Rules, span: name, by });
    }
    lines
}

/// Returns the effects of a carried item that change numbers of the item's bearer.
fn carried(context: &CheckContext<'_, '_>, thing: &DeclaredItem<'_>, span: Span) -> Vec<NumberEffect> {
    let by = eco_format!("{} {}", thing.kind(), thing.name());
    lent(context, thing).into_iter().map(|effect| NumberEffect { effect, near: CarrierDistance::Gear, span, by: by.clone() }).collect()
}

/// Returns the effects of an item that change numbers of its bearer. Numbers of the item in these effects are replaced by their values.
fn lent(context: &CheckContext<'_, '_>, thing: &DeclaredItem<'_>) -> Vec<Arc<Effect>> {
    // This quick test avoids reading the item: most items have no effect on their bearer, as their design shows.
    let design = build::find_design(context, thing, &mut Diagnostics::new());
    let lends = |effect: &Arc<Effect>| matches!(effect.who, None | Some(EffectSubject::Bearer)) && effect.built().is_some();
    let of_design = |design: &Design| design.effects.iter().chain(design.stunts.iter().flat_map(|rule| &rule.effects)).any(lends);
    if !design.is_some_and(of_design) && thing.entries_of("effect").next().is_none() {
        return Vec::new();
    }
    let effects = build::effects_of(context, thing);
    let lent = |effect: &&Arc<Effect>| matches!(effect.who, None | Some(EffectSubject::Bearer)) && effect.built().is_some();
    if !effects.iter().any(|effect| lent(&effect)) {
        return Vec::new();
    }
    let Some(design) = design.filter(|design| design.tracks.is_empty()) else {
        // The effects of an item with tracks, such as a ship that an actor owns, change the item itself and not the actor.
        return Vec::new();
    };
    let about_bearer = |effect: &&Arc<Effect>| effect.is_about_bearer() || effect.built().is_some_and(|number| !is_own(design, number));
    let known = build::own_terms(context, design, thing);
    effects.iter().filter(lent).filter(about_bearer).map(|effect| Arc::new(evaluate_conditions::filled(effect, &known))).collect()
}

/// True if the number belongs to the carried item itself. False for a number of its bearer.
fn is_own(design: &Design, number: BuildNumber<'_>) -> bool {
    match number {
        BuildNumber::Rank(name) | BuildNumber::Cap(name) => design.stats.iter().any(|stat| is_called(&stat.name, stat.also.as_ref(), name)),
        BuildNumber::Price | BuildNumber::Upkeep => true,
        BuildNumber::Fate => design.fate.is_some(),
        BuildNumber::Boxes(_) | BuildNumber::Consequences(_) | BuildNumber::Slots(_) | BuildNumber::TechLimit(_) => false,
    }
}

fn is_called(name: &EcoString, also: Option<&EcoString>, word: &str) -> bool {
    name == word || also.is_some_and(|also| also == word)
}

struct Work<'a, 'c, 'p, 't> {
    case: &'a Case<'c, 'p, 't>,
    values: &'a FormulaValues<'a>,
    reader: ItemEvaluator<'a>,
    lines: Vec<NumberEffect>,
    built: Built,
}

impl Work<'_, '_, '_, '_> {
    /// Returns the effects on one number whose conditions are true. Each effect is given by its index, with the change that it makes.
    fn about(&self, base: i64, is_it: impl Fn(BuildNumber<'_>) -> bool) -> Vec<(usize, CarrierDistance, BuildNumberChange)> {
        let mut found = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            if line.effect.built().is_some_and(&is_it) && self.reader.holds(&line.effect, base) {
                found.extend(self.reader.act(&line.effect, base).map(|act| (at, line.near, act)));
            }
        }
        found
    }

    /// Applies the effects to a number and adds their ledger lines. Returns `None` if no effect changes the number.
    fn number(
        &mut self,
        account: Account,
        what: &str,
        base: i64,
        least: i64,
        is_it: impl Fn(BuildNumber<'_>) -> bool,
    ) -> Option<BuildNumberResult> {
        // Prices and fate points already have ledger lines. For a rank or a track, a first line with the value before effects is added.
        let whole = !matches!(account, Account::Price | Account::Upkeep | Account::Fate);
        self.laid(account, what, (base, whole), least, is_it)
    }

    /// Like [`number`](Self::number). If `whole` is true, the value before effects is the first ledger line; otherwise this line is left
    /// out.
    fn laid(
        &mut self,
        account: Account,
        what: &str,
        (base, whole): (i64, bool),
        least: i64,
        is_it: impl Fn(BuildNumber<'_>) -> bool,
    ) -> Option<BuildNumberResult> {
        let about = self.about(base, is_it);
        if about.is_empty() {
            return None;
        }
        let acts: Vec<(CarrierDistance, BuildNumberChange)> = about.iter().map(|(_, near, act)| (*near, *act)).collect();
        let outcome = outcome(base, least, &acts);
        let bought = self.case.declared.tree.name.span;
        if whole {
            self.line(account, eco_format!("{what} without effects"), base, bought);
        }
        for ((at, ..), points) in about.iter().zip(&outcome.added) {
            if let Some(line) = self.lines.get(*at) {
                let (text, span) = (eco_format!("`{}` by {}", line.effect.text, line.by), line.span);
                self.line(account, text, *points, span);
            }
        }
        // Effects may subtract more than the value. A further ledger line then makes up the difference, so that the sum of the ledger still
        // equals the result.
        let missing = outcome.value.map_or(0, |value| value.saturating_sub(outcome.raw));
        if missing > 0 {
            self.line(account, eco_format!("{what}: never below {least}"), missing, bought);
        }
        Some(outcome)
    }

    fn line(&mut self, account: Account, what: EcoString, points: i64, span: Span) {
        self.built.lines.push(LedgerAddend { account, what, points, span, written: true, part: LedgerPurchase::Other });
    }

    /// Applies the effects on statistics and skills to their ranks.
    fn ranks(&mut self, out: &mut Diagnostics) {
        let design = self.case.design;
        for (at, rule) in design.stats.iter().enumerate() {
            let base = self.values.stats.get(at).copied().unwrap_or(0);
            let least = self.values.eval(&rule.low, 0).unwrap_or(0).min(0);
            let is_it =
                |number: BuildNumber<'_>| matches!(number, BuildNumber::Rank(name) if is_called(&rule.name, rule.also.as_ref(), name));
            let Some(outcome) = self.number(Account::Stat, &rule.name, base, least, is_it) else { continue };
            self.built.ranks.extend(outcome.value.map(|value| (rule.name.clone(), value)));
            if !self.values.unknown.is_certain() {
                continue;
            }
            let place = self.place(is_it);
            if let Ok(cap) = self.values.high(rule, at) {
                // If the rank exceeds the cap even without effects, this was reported at its purchase.
                if outcome.within_cap > cap && base <= cap {
                    out.push(errors::built_above_cap(place, &rule.name, outcome.within_cap, cap, rule.span));
                }
            }
            if outcome.raw < least {
                out.push(errors::built_below(place, &rule.name, outcome.raw, least, rule.span));
            }
        }
        for (skill, base) in self.values.skills {
            let is_it = |number: BuildNumber<'_>| matches!(number, BuildNumber::Rank(name) if name == skill);
            let Some(outcome) = self.number(Account::Skill, skill, *base, 0, is_it) else { continue };
            if outcome.raw < 0 && self.values.unknown.is_certain() {
                let place = self.place(is_it);
                out.push(errors::built_below(place, skill, outcome.raw, 0, place));
            }
            // A skill above the height of its pyramid even without effects was reported with the skills.
            let cap = self.height().map(|cap| cap_of_skill(design, &self.case.purchase.bought, self.values, skill, cap));
            if let Some(cap) = cap.filter(|cap| outcome.within_cap > *cap && base <= cap && self.values.unknown.is_certain()) {
                out.push(errors::skill_above_cap(self.place(is_it), skill, outcome.within_cap, cap));
            }
            self.built.skills.extend(outcome.value.map(|value| (skill.clone(), value)));
        }
    }

    /// Returns the height of the pyramid of the item's skills.
    fn height(&self) -> Option<i64> {
        // The skills of units may be raised: `technology_enhancement` has no `past cap`.
        if !super::effect::is_person(&self.case.design.kind) {
            return None;
        }
        match self.case.design.shape.as_ref()? {
            SkillShapeRule::Pyramid(cap) => self.values.eval(cap, 0).ok(),
            SkillShapeRule::Column(_) | SkillShapeRule::Loose(..) | SkillShapeRule::Every(_) => None,
        }
    }

    /// Reports effects that change nothing: the item's own effects on numbers that it does not have, and effects of its gear on tracks that
    /// it does not have.
    fn idle(&self, sums: BaseCosts, out: &mut Diagnostics) {
        let design = self.case.design;
        let stat = |name: &str| design.stats.iter().any(|rule| is_called(&rule.name, rule.also.as_ref(), name));
        let track = |name: &str| design.tracks.iter().any(|rule| is_called(&rule.name, rule.also.as_ref(), name));
        for line in self.lines.iter().filter(|line| line.near == CarrierDistance::Own) {
            let Some(number) = line.effect.built() else { continue };
            let has = match number {
                BuildNumber::Rank(name) | BuildNumber::Cap(name) => stat(name) || self.values.skills.contains_key(name),
                // An item without tracks, such as a suit, may change the tracks of the person who wears it.
                BuildNumber::Boxes(name) | BuildNumber::Consequences(name) => track(name) || design.tracks.is_empty(),
                BuildNumber::Fate => sums.fate.is_some() || design.tracks.is_empty(),
                BuildNumber::Price => sums.price.is_some(),
                BuildNumber::Upkeep => sums.upkeep.is_some(),
                BuildNumber::Slots(_) | BuildNumber::TechLimit(_) => true,
            };
            if !has {
                out.push(errors::nothing_to_change(line.span, &line.effect.text, self.case.declared.name(), number));
            }
        }
        for line in self.lines.iter().filter(|line| line.near == CarrierDistance::Gear) {
            if let Some(BuildNumber::Boxes(name) | BuildNumber::Consequences(name)) = line.effect.built()
                && !track(name)
            {
                out.push(errors::no_such_track(line.span, (&line.effect.text, &line.by), self.case.declared.name(), name));
            }
        }
    }

    /// Returns the span of the first effect that changes the number.
    fn place(&self, is_it: impl Fn(BuildNumber<'_>) -> bool) -> Span {
        let first = self.lines.iter().find(|line| line.effect.built().is_some_and(&is_it));
        first.map_or(self.case.declared.tree.name.span, |line| line.span)
    }

    /// Applies the effects to track boxes, and to the values by which consequences reduce hits.
    fn tracks(&mut self, out: &mut Diagnostics) {
        let design = self.case.design;
        let mut skills = self.values.skills.clone();
        skills.extend(self.built.skills.clone());
        // A track may depend on a skill. Its boxes are computed from the skill after effects, as in play.
        let raised = FormulaValues { skills: &skills, ..self.values.clone() };
        for (rule, bought) in design.tracks.iter().zip(&self.values.tracks) {
            let called = |name: &str| is_called(&rule.name, rule.also.as_ref(), name);
            let what = eco_format!("boxes of {}", rule.name);
            let given = self.values.eval(&rule.base, 0) == Ok(*bought);
            let base = if given { raised.eval(&rule.base, 0).unwrap_or(*bought) } else { *bought };
            if base != *bought {
                self.built.boxes.insert(rule.name.clone(), Some(base.max(0)));
            }
            let sum = rule.sum.as_ref().filter(|_| given);
            for (sign, formula, text) in sum.into_iter().flat_map(|sum| &sum.terms) {
                let points = raised.eval(formula, 0).unwrap_or(0).saturating_mul(*sign);
                if points != 0 {
                    let span = sum.map_or(rule.span, |sum| sum.span);
                    self.line(Account::Track, eco_format!("{what}: {text}"), points, span);
                }
            }
            let is_it = |number: BuildNumber<'_>| matches!(number, BuildNumber::Boxes(name) if called(name));
            if let Some(outcome) = self.laid(Account::Track, &what, (base, sum.is_none()), 0, is_it) {
                // A track that has no boxes even before effects was reported at its purchase.
                if outcome.value == Some(0) && base > 0 && self.values.unknown.is_certain() {
                    out.push(emptied_track(self.place(is_it), &rule.name));
                }
                self.built.boxes.insert(rule.name.clone(), outcome.value);
            }
            self.schedule(&rule.name, |number| matches!(number, BuildNumber::Consequences(name) if called(name)));
        }
    }

    /// Chooses among the effects that set the schedule of a track, that is, how many shifts each grade of consequence absorbs. The nearest
    /// effect wins, then the schedule that absorbs less, then the first effect.
    fn schedule(&mut self, track: &Name, is_it: impl Fn(BuildNumber<'_>) -> bool) {
        let said = self.lines.iter().filter(|line| line.effect.built().is_some_and(&is_it) && self.reader.holds(&line.effect, 0));
        let said = said.filter_map(|line| {
            let PackOperation::Set(set) = &line.effect.op else { return None };
            match set.value {
                SetValue::Schedule(mild, moderate, severe) => Some((line.near, [mild, moderate, severe], line)),
                SetValue::Special(Special::None) => Some((line.near, [0, 0, 0], line)),
                _ => None,
            }
        });
        let nearest = said.min_by_key(|(near, grades, _)| (*near, grades.iter().sum::<i64>()));
        let Some((grades, text, span)) =
            nearest.map(|(_, grades, line)| (grades, eco_format!("`{}` by {}", line.effect.text, line.by), line.span))
        else {
            return;
        };
        self.line(Account::Track, text, 0, span);
        self.built.schedules.insert(track.clone(), grades);
    }

    fn slots(&mut self, grades: &[Name]) {
        for grade in effect::Grade::ALL.iter().map(|grade| grade.word()) {
            let base = i64::try_from(grades.iter().filter(|own| *own == grade).count()).unwrap_or(0);
            let what = eco_format!("slots of {grade}");
            let outcome = self.number(Account::Track, &what, base, 0, |number| matches!(number, BuildNumber::Slots(name) if name == grade));
            if let Some(outcome) = outcome {
                self.built.slots.insert(grade.into(), outcome.value.unwrap_or(0).min(99));
            }
        }
    }

    /// Applies the effects to fate points, prices, and the technology limit of gear.
    fn rest(&mut self, sums: BaseCosts) {
        if let Some(base) = sums.fate {
            let outcome = self.number(Account::Fate, "fate", base.into(), 0, |number| number == BuildNumber::Fate);
            // Fate points are never below 0. If their sum is negative, the ledger has a line for the adjustment.
            self.built.fate = match outcome {
                Some(outcome) => outcome.value,
                None if base < 0 => {
                    let missing = i64::from(base).saturating_neg();
                    self.line(Account::Fate, "fate: never below 0".into(), missing, self.case.declared.tree.name.span);
                    Some(0)
                }
                None => None,
            };
        }
        if let Some(base) = sums.price {
            let outcome = self.number(Account::Price, "price", base.into(), i64::MIN, |number| number == BuildNumber::Price);
            self.built.price = outcome.map(|outcome| outcome.value);
        }
        if let Some(base) = sums.upkeep {
            let outcome = self.number(Account::Upkeep, "upkeep", base.into(), i64::MIN, |number| number == BuildNumber::Upkeep);
            self.built.upkeep = outcome.map(|outcome| outcome.value);
        }
        let limited = self.lines.iter().filter_map(|line| match line.effect.built() {
            Some(BuildNumber::TechLimit(item)) => Some(EcoString::from(item)),
            _ => None,
        });
        for item in limited.collect::<BTreeSet<EcoString>>() {
            // The technology limit of gear is checked in `familiarity`. Here the ledger only gets a line for each effect on the limit.
            let what = eco_format!("tech_limit of {item}");
            let base = self.case.purchase.tech_limit;
            self.number(Account::Stat, &what, base, i64::MIN, |number| number == BuildNumber::TechLimit(&item));
        }
    }
}

impl Built {
    /// Returns the rank of a statistic or skill if an effect changed it.
    pub fn rank(&self, name: &str) -> Option<i64> {
        self.ranks.get(name).or_else(|| self.skills.get(name)).copied()
    }

    /// Reports tracks with more boxes than the engine supports. It does not matter if the boxes were bought, computed or added by effects.
    pub fn has_room(&self, case: &Case<'_, '_, '_>, values: &FormulaValues<'_>, out: &mut Diagnostics) {
        for ((rule, written), bought) in case.design.tracks.iter().zip(&case.purchase.tracks).zip(&values.tracks) {
            let boxes = self.boxes.get(&rule.name).map_or(*bought, |laid| laid.unwrap_or(0));
            if boxes > TRACK_BOXES {
                let at = case.own(written.map(|written| written.span));
                out.push(too_long_track(at, &rule.name, boxes, TRACK_BOXES));
            }
        }
    }

    /// Writes the numbers after effects into the item. Prices are not included.
    pub fn apply(&self, item: &mut BuiltItem) {
        self.ranks_of(&mut item.stats);
        for (skill, rank) in &self.skills {
            item.skills.insert(skill.clone(), clamped(*rank));
        }
        for (track, boxes) in &self.boxes {
            match boxes {
                Some(boxes) => item.tracks.insert(track.clone(), clamped(*boxes)),
                None => item.tracks.remove(track),
            };
        }
        for (track, grades) in &self.schedules {
            item.schedules.insert(track.clone(), grades.map(clamped));
        }
        for (grade, count) in &self.slots {
            let place = item.consequences.iter().position(|own| own == grade);
            item.consequences.retain(|own| own != grade);
            let place = place.unwrap_or_else(|| item.consequences.iter().filter(|own| rank_of(own) < rank_of(grade)).count());
            for _ in 0..*count {
                item.consequences.insert(place.min(item.consequences.len()), grade.clone());
            }
        }
    }

    /// Returns the Cost after effects.
    pub fn price(&self, sums: BaseCosts) -> Option<i64> {
        self.price.unwrap_or(sums.price.map(i64::from))
    }

    /// Returns the upkeep after effects.
    pub fn upkeep(&self, sums: BaseCosts) -> Option<i64> {
        self.upkeep.unwrap_or(sums.upkeep.map(i64::from))
    }

    /// Returns the fate points after effects.
    pub fn fate(&self, sums: BaseCosts) -> Option<i64> {
        self.fate.or(sums.fate.map(i64::from))
    }

    /// Writes the ranks after effects into one mode of a modal item.
    pub fn apply_to_mode(&self, mode: &mut Mode) {
        self.ranks_of(&mut mode.stats);
    }

    fn ranks_of(&self, stats: &mut BTreeMap<Name, i32>) {
        for (stat, rank) in &self.ranks {
            stats.insert(stat.clone(), clamped(*rank));
        }
    }
}

fn rank_of(grade: &str) -> usize {
    effect::Grade::WORDS.iter().position(|word| *word == grade).unwrap_or(usize::MAX)
}
