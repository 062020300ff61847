//! Where content's effects meet rolls, tracks, ranges and targets: compiled when an encounter begins. Floor 4.
//!
//! A line becomes rows. Whatever cannot change during the fight (stunts bought, skills, training, settings, choices) is
//! reckoned then; what can is a [`Condition`] that is looked up. A line about others, or that is a choice with a price or a
//! limit, is a [`Line`] of the table. One that asks for something personal combat does not have gives nothing.

mod lines;
mod rows;

pub use lines::Line;
pub use rows::{Act, After, Area, Condition, Live, Occasion, RollChange, Row, StandIn};

use crate::pack::Name;
use crate::pack::effect::{
    Action, Against, Base, Basis, Bound, Effect, Event, Happening, Measure, Moment, Needs, Number, Object, Of, Op, Pace, Per, Permit,
    Place, Play, Quantity, Role, Roll, Spared, Special, State, TagVerb, Term, Value, Want, When, Who, fold,
};
use crate::pack::formula::Formula;
use crate::pack::item::Item;
use crate::pack::ruleset::{Rules, Setting};
use crate::play::ids::{SkillId, ZoneId};
use ecow::EcoString;
use std::borrow::Borrow;
use std::collections::BTreeSet;
/// What a line is read for: who carries what, and what is known of both.
pub struct Reader<'a> {
    /// Whoever carries the thing.
    pub bearer: &'a Item,
    /// The thing, which is the bearer itself for lines of its own.
    pub thing: &'a Item,
    /// Stunts of the mode in use, for a modal thing.
    pub stunts: &'a [crate::pack::item::Stunt],
    /// Skills the bearer is military-grade in.
    pub military: &'a BTreeSet<Name>,
    /// The rules in force.
    pub rules: &'a Rules,
    /// The choice made at declaration; empty for none.
    pub choice: &'a str,
    /// The number of a skill.
    pub skill: &'a dyn Fn(&str) -> Option<SkillId>,
    /// The skills of a class.
    pub class: &'a dyn Fn(&str) -> Vec<Name>,
    /// The number of a track.
    pub track: &'a dyn Fn(&str) -> Option<u8>,
}

/// A condition that is known to hold, known not to, or to be looked up.
enum Verdict {
    Always,
    Never,
    When(Condition),
}

/// Skills that lines name: as a basis, as what is rolled.
pub fn skills_named<E: Borrow<Effect>>(effects: &[E]) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    for effect in effects.iter().map(Borrow::borrow).filter(|effect: &&Effect| effect.acts_in(Play::Personal)) {
        match &effect.op {
            Op::Use(used) => names.extend(base_name(&used.basis.base)),
            Op::Blend(blend) => names.extend(base_name(&blend.by.base)),
            _ => {}
        }
    }
    names
}

fn base_name(base: &Base) -> Option<Name> {
    match base {
        Base::Stat(name) => Some(name.clone()),
        Base::Number(_) => None,
    }
}

/// Words of aspects that lines bring only after something: they are not there at the start.
pub fn brought_later<E: Borrow<Effect>>(effects: &[E]) -> BTreeSet<&str> {
    let later = effects.iter().map(Borrow::borrow).filter_map(|effect: &Effect| match (&effect.moment, &effect.op) {
        (Some(_), Op::Tag(tag)) if !tag.never && tag.verb == TagVerb::HasAspect => Some(tag.aspect.words()),
        _ => None,
    });
    later.collect()
}

/// Skills somebody is military-grade in.
pub fn military<E: Borrow<Effect>>(effects: &[E]) -> BTreeSet<Name> {
    let marks = effects.iter().map(Borrow::borrow).filter_map(|effect: &Effect| match &effect.op {
        Op::Is(mark) if mark.military && effect.condition.is_none() => Some(mark.name.clone()),
        _ => None,
    });
    marks.collect()
}

/// Things that lines grant.
pub fn granted<E: Borrow<Effect>>(effects: &[E]) -> impl Iterator<Item = &Name> {
    effects.iter().map(Borrow::borrow).filter_map(|effect: &Effect| match &effect.op {
        Op::Grants(grants) => Some(&grants.item),
        _ => None,
    })
}

/// What consequences take off hits on a track, where a line says so: of several the smallest, then the first.
pub fn schedule<E: Borrow<Effect>>(effects: &[E], track: &Name) -> Option<[i64; 3]> {
    let set = effects.iter().map(Borrow::borrow).filter_map(|effect: &Effect| {
        let (None, None, None, Op::Set(set)) = (&effect.moment, &effect.who, &effect.condition, &effect.op) else { return None };
        let Quantity::Measure(measured) = &set.what else { return None };
        match (measured.what, set.how, &measured.of, set.value.clone()) {
            (Measure::Consequences, Bound::Is, Some(Of::Name(name)), Value::Schedule(mild, moderate, severe)) if name == track => {
                Some([mild, moderate, severe])
            }
            _ => None,
        }
    });
    set.min_by_key(|grades| grades.iter().sum::<i64>())
}

/// The rows of the lines a carrier has in personal combat.
pub fn rows<E: Borrow<Effect>>(effects: &[E], reader: &Reader<'_>) -> Vec<Row> {
    acting(effects).flat_map(|effect| reader.row(effect)).collect()
}

/// Lines that always apply in personal combat.
fn acting<E: Borrow<Effect>>(effects: &[E]) -> impl Iterator<Item = &Effect> {
    let acts = |effect: &&Effect| effect.acts_in(Play::Personal) && !is_choice(effect);
    effects.iter().map(Borrow::borrow).filter(acts)
}

/// Whether a line's subject chooses to use it: it has a price or a limit, or its stunt's limit bounds how often.
fn is_choice(effect: &Effect) -> bool {
    let bounded = effect.origin.as_ref().is_some_and(|origin| origin.limit.is_some());
    effect.is_choice() || (bounded && matches!(effect.op, Op::Change(_)))
}

impl Reader<'_> {
    fn row(&self, effect: &Effect) -> Vec<Row> {
        let condition = match self.verdict(effect.condition.as_ref()) {
            Verdict::Never => return Vec::new(),
            Verdict::Always => None,
            Verdict::When(condition) => Some(condition),
        };
        // Lines about others than self and bearer are read where those others are (see `everyone`).
        if !matches!(effect.who, None | Some(Who::Bearer)) {
            return Vec::new();
        }
        match &effect.moment {
            Some(moment) => self.after(effect, moment, condition).into_iter().collect(),
            None => self.standing(effect, condition),
        }
    }

    /// Changes that a ruleset, scene or zone makes to everybody's rolls; `zone` is where they hold.
    pub fn everyone<E: Borrow<Effect>>(&self, effects: &[E], zone: Option<ZoneId>) -> Vec<RollChange> {
        let mut changes = Vec::new();
        for effect in acting(effects) {
            let (Some(Who::Everyone), None, Op::Change(change)) = (&effect.who, &effect.moment, &effect.op) else { continue };
            let here = zone.map(|zone| Formula::Value(Live::In(zone)));
            let condition = match (self.verdict(effect.condition.as_ref()), here) {
                (Verdict::Never, _) => continue,
                (Verdict::Always, here) => here,
                (Verdict::When(condition), None) => Some(condition),
                (Verdict::When(condition), Some(here)) => Some(Formula::Binary(crate::pack::formula::Op::And, Box::new((here, condition)))),
            };
            let times = self.times(change.per.as_ref());
            let by = times.and_then(|times| self.amount(&change.by, effect.count().saturating_mul(times)));
            if let (Quantity::Roll(roll), Some(by)) = (&change.to, by) {
                changes.extend(self.roll_changes(roll, by, condition.as_ref()));
            }
        }
        changes
    }

    fn standing(&self, effect: &Effect, condition: Option<Condition>) -> Vec<Row> {
        let one = |row: Row| vec![row];
        match &effect.op {
            Op::Change(change) => {
                let Some(times) = self.times(change.per.as_ref()) else { return Vec::new() };
                let Some(by) = self.amount(&change.by, effect.count().saturating_mul(times)) else { return Vec::new() };
                self.change(&change.to, by, condition)
            }
            Op::Set(set) if condition.is_none() => self.set(&set.what, set.how, &set.value, set.per.as_ref()),
            Op::Use(used) if is_own(&used.basis) => self.uses(used, condition.as_ref()).into_iter().map(Row::Uses).collect(),
            Op::Blend(blend) if condition.is_none() && self.is_own_attack(&blend.roll) && is_own(&blend.by) => {
                let by = base_name(&blend.by.base).and_then(|name| (self.skill)(&name));
                let row = if blend.limited { Row::Limited } else { Row::Amplified };
                by.map(row).into_iter().collect()
            }
            Op::Hits(hits) if condition.is_none() && is_attack(&hits.roll) => {
                let Some(track) = (self.track)(&hits.track) else { return Vec::new() };
                let tracks = |skill| Row::Tracks(skill, 1 << track, hits.how);
                self.with(&hits.roll).into_iter().map(tracks).collect()
            }
            Op::Area(area) if condition.is_none() && self.is_own_attack(&area.roll) && area.place == Place::Zone => {
                let spares = |who: Spared| area.except.contains(&who);
                one(Row::Area(Area {
                    not_here: spares(Spared::OwnZone),
                    spares_self: spares(Spared::Own),
                    spares_allies: spares(Spared::Allies),
                    always: area.always,
                }))
            }
            Op::Permit(permit) => self.permit(permit, condition).into_iter().collect(),
            Op::Choose(word) if condition.is_none() => one(Row::Choice(word.clone())),
            Op::Needs(needs) if condition.is_none() && !self.has_what(needs) => {
                one(Row::Lacks(needs.roll.as_ref().and_then(|roll| act(roll.action))))
            }
            Op::AllowsUntrained(skill) if condition.is_none() && self.is_about(skill.as_ref()) => one(Row::AllowsUntrained),
            Op::Tag(tag) if condition.is_none() => {
                let words = EcoString::from(tag.aspect.words());
                match (tag.never, tag.verb) {
                    (true, TagVerb::FreeTag) => one(Row::NeverFree(words)),
                    (true, TagVerb::HasAspect) => one(Row::NeverHas(words)),
                    (false, TagVerb::HasAspect) => one(Row::Aspect(words)),
                    _ => Vec::new(),
                }
            }
            Op::Is(mark) if !mark.military && condition.is_none() && mark.name == RECOILLESS => one(Row::Recoilless),
            _ => Vec::new(),
        }
    }

    fn after(&self, effect: &Effect, moment: &Moment, condition: Option<Condition>) -> Option<Row> {
        let own = matches!(moment.who, None | Some(Who::Bearer));
        if moment.when != When::After || !own {
            return None;
        }
        let when = match &moment.what {
            Happening::Roll(roll) if self.is_own_attack(roll) => Occasion::Attack,
            Happening::Event(Event::AreaAttack) => Occasion::AreaAttack,
            Happening::Event(Event::Hit) => Occasion::Hit,
            Happening::Event(Event::ComposureAttack) => Occasion::Words,
            _ => return None,
        };
        match &effect.op {
            Op::Tag(tag) => {
                let aspect = EcoString::from(tag.aspect.words());
                match (tag.never, tag.verb) {
                    (true, TagVerb::HasAspect) if condition.is_none() => Some(Row::NeverHas(aspect)),
                    (true, TagVerb::FreeTag) if condition.is_none() => Some(Row::NeverFree(aspect)),
                    (false, TagVerb::HasAspect) => Some(Row::After(After { when, aspect, free: false, condition })),
                    (false, TagVerb::FreeTag) if matches!(tag.by, None | Some(Who::Enemies)) => {
                        Some(Row::After(After { when, aspect, free: true, condition }))
                    }
                    _ => None,
                }
            }
            Op::Drops(Role::TargetZone) if when == Occasion::Attack && condition.is_none() => Some(Row::Drops),
            _ => None,
        }
    }

    fn change(&self, to: &Quantity, by: i32, condition: Option<Condition>) -> Vec<Row> {
        let own = self.thing.skill.is_some();
        match to {
            Quantity::Roll(roll) if own && roll.with.is_empty() && roll.action == Action::Attack => {
                if condition.is_none() {
                    vec![Row::Attack(by)]
                } else {
                    Vec::new()
                }
            }
            Quantity::Roll(roll) => self.roll_changes(roll, by, condition.as_ref()).into_iter().map(Row::Roll).collect(),
            Quantity::Measure(measured) if condition.is_none() => {
                let skills = match &measured.of {
                    Some(Of::Roll(roll)) => self.with(roll),
                    _ => vec![None],
                };
                match measured.what {
                    Measure::Harm => skills.into_iter().map(|skill| Row::Harm(skill, by)).collect(),
                    Measure::Penetration => skills.into_iter().map(|skill| Row::Penetration(skill, by)).collect(),
                    Measure::Defense => vec![Row::Defense(by)],
                    Measure::Order => vec![Row::Order(by)],
                    Measure::ZonesPerTurn => vec![Row::MoreZones(by)],
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    fn roll_changes(&self, roll: &Roll, by: i32, condition: Option<&Condition>) -> Vec<RollChange> {
        // Changes against something in particular need that something; personal combat tells no attacks apart by it.
        if matches!(roll.against, Some(Against::This | Against::Name(_))) {
            return Vec::new();
        }
        let act = match roll.action {
            Action::Rolls => None,
            action => match act(action) {
                Some(act) => Some(act),
                None => return Vec::new(),
            },
        };
        let of = |skill| RollChange { skill, act, by, condition: condition.cloned() };
        self.with(roll).into_iter().map(of).collect()
    }

    fn set(&self, what: &Quantity, how: Bound, value: &Value, per: Option<&Per>) -> Vec<Row> {
        let Quantity::Measure(measured) = what else { return Vec::new() };
        let small = |value: i64| u8::try_from(value.max(0)).unwrap_or(u8::MAX);
        match (measured.what, how, value) {
            (Measure::Range, Bound::Is, Value::Range(from, to)) => vec![Row::Range(small(*from), small(*to))],
            (Measure::OutOfRange, Bound::Is, Value::Number(number)) => {
                let by = self.amount(number, 1);
                by.map(|by| Row::OutOfRange(by, matches!(per, Some(Per::Zone)))).into_iter().collect()
            }
            (Measure::ZonesPerTurn, Bound::Is, Value::Special(Special::Unlimited)) => vec![Row::Zones(None)],
            (Measure::ZonesPerTurn, Bound::Is, Value::Number(number)) => {
                self.amount(number, 1).map(|zones| Row::Zones(Some(zones))).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn uses(&self, used: &crate::pack::effect::Use, condition: Option<&Condition>) -> Vec<StandIn> {
        if used.roll.against.is_some() {
            return Vec::new();
        }
        let Some(basis) = base_name(&used.basis.base).and_then(|name| (self.skill)(&name)) else { return Vec::new() };
        let plus = used.basis.plus.as_ref().map_or(Some(0), |plus| self.amount(plus, 1));
        let (Some(plus), false) = (plus, used.harmless || used.basis.roll) else { return Vec::new() };
        let act = match used.roll.action {
            Action::Rolls => None,
            action => match act(action) {
                Some(act) => Some(act),
                None => return Vec::new(),
            },
        };
        let up_to = used.up_to.map(|up_to| i32::try_from(up_to).unwrap_or(i32::MAX));
        let full_for = used.full_for.map(|points| u16::try_from(points.max(0)).unwrap_or(u16::MAX));
        let stand_in = |skill: Option<SkillId>, thing: Option<Name>| {
            let condition = condition.cloned();
            StandIn { basis, skill, act, thing, up_to, full_for, lender: None, plus, must: used.must, condition }
        };
        if used.roll.with.is_empty() {
            return vec![stand_in(None, None)];
        }
        let of = |name: &Name| match (self.skill)(name) {
            Some(skill) => stand_in(Some(skill), None),
            None => stand_in(None, Some(name.clone())),
        };
        used.roll.with.iter().map(of).collect()
    }

    fn permit(&self, permit: &Permit, condition: Option<Condition>) -> Option<Row> {
        let attacks = permit.actions.contains(&Action::Attack);
        match (permit.cannot, permit.object, permit.pace) {
            (true, None, None) if attacks => Some(Row::Barred(condition.unwrap_or(Formula::Int(1)))),
            (false, None | Some(Object::It), pace) if permit.actions.contains(&Action::SwitchMode) && condition.is_none() => {
                Some(Row::Switching(pace == Some(Pace::AtOnce)))
            }
            _ => None,
        }
    }

    /// Whether the bearer has any of what is needed.
    fn has_what(&self, needs: &Needs) -> bool {
        needs.wants.iter().any(|want| match want {
            Want::Trained(name) => self.any_skill(name, &|skill| self.bearer.rank(skill).is_some()),
            Want::Military(name) => self.any_skill(name, &|skill| self.military.contains(skill)),
            Want::Mark(_) => false,
        })
    }

    /// Whether something is so of a skill, or of any skill of a class.
    fn any_skill(&self, name: &Name, test: &dyn Fn(&Name) -> bool) -> bool {
        test(name) || (self.class)(name).iter().any(test)
    }

    /// How often a number counts; none for what only the table can count.
    fn times(&self, per: Option<&Per>) -> Option<i64> {
        match per {
            None => Some(1),
            Some(Per::Stunt(name)) => {
                let bought = self.stunts.iter().filter(|stunt| stunt.name == *name);
                Some(bought.map(|stunt| i64::from(stunt.count)).sum())
            }
            Some(Per::Carried | Per::Shift | Per::Zone | Per::Consequence) => None,
        }
    }

    /// Whether a roll is the attack made with the thing itself.
    fn is_own_attack(&self, roll: &Roll) -> bool {
        is_attack(roll) && (roll.with.is_empty() || roll.with.iter().any(|name| self.is_about(Some(name))))
    }

    /// Whether a skill is the one the thing is used with; no skill is any.
    fn is_about(&self, skill: Option<&Name>) -> bool {
        skill.is_none_or(|skill| self.thing.skill.as_ref() == Some(skill) || self.thing.name == *skill)
    }

    /// The skills a roll is made with; one `None` for whatever. Words that are no skill here give nothing.
    fn with(&self, roll: &Roll) -> Vec<Option<SkillId>> {
        if roll.with.is_empty() {
            return vec![None];
        }
        roll.with.iter().filter_map(|name| (self.skill)(name)).map(Some).collect()
    }

    fn verdict(&self, condition: Option<&Number>) -> Verdict {
        let Some(condition) = condition else { return Verdict::Always };
        match fold::truth(&condition.map(&mut |term| self.term(term))) {
            Formula::Int(0) => Verdict::Never,
            Formula::Int(_) => Verdict::Always,
            live => Verdict::When(live),
        }
    }

    /// A number that does not change in the fight, times the purchases of a stunt.
    fn amount(&self, number: &Number, count: i64) -> Option<i32> {
        let known = fold::number(&number.map(&mut |term| self.term(term)));
        match known {
            Formula::Int(value) => i32::try_from(value.checked_mul(count)?).ok(),
            _ => None,
        }
    }

    /// What a name in a condition is: a number that is known, or something to look up. What only the table knows is 0.
    fn term(&self, term: &Term) -> Formula<Live> {
        let truth = |value: bool| Formula::Int(i64::from(value));
        match term {
            Term::Stat(name, role) => Formula::Int(self.stat(name, *role)),
            Term::Boxes(name, Role::Own | Role::Bearer) => match (self.track)(name) {
                Some(track) => Formula::Value(Live::Boxes(track)),
                None => Formula::Int(0),
            },
            Term::Stunt(name) => {
                let bought = self.stunts.iter().filter(|stunt| stunt.name == *name);
                Formula::Int(bought.map(|stunt| i64::from(stunt.count)).sum())
            }
            Term::Choice(word) => truth(*word == self.choice),
            // Nobody is asked: what a table would answer is a setting.
            Term::Table(_) => truth(self.rules.is(TABLE_ANSWERS, "yes")),
            Term::State(state) => self.state(*state),
            Term::Kind(name) => truth(self.bearer.kind == *name || self.bearer.design == *name),
            Term::Is(Role::Own | Role::Bearer, mark) => match State::from_word(&mark.name) {
                Some(state) => self.state(state),
                None => truth(mark.military && self.military.contains(&mark.name)),
            },
            Term::Rules(name, wanted) => truth(match (self.rules.settings.get(name), wanted) {
                (Some(set), Some(wanted)) => set == wanted,
                (Some(Setting::Int(value)), None) => *value != 0,
                (Some(Setting::Word(word)), None) => word != "no",
                (None, _) => self.rules.rulesets.iter().any(|ruleset| ruleset_is(ruleset, name)) && wanted.is_none(),
            }),
            Term::Trained(name) => truth(self.any_skill(name, &|skill| self.bearer.rank(skill).is_some())),
            Term::Military(name) => truth(self.any_skill(name, &|skill| self.military.contains(skill))),
            _ => Formula::Int(0),
        }
    }

    fn state(&self, state: State) -> Formula<Live> {
        Formula::Value(match state {
            State::FiredLastRound => Live::FiredLastRound,
            State::Prone => Live::Prone,
            State::Moved => Live::Moved,
            State::Range => Live::Range,
            State::Shifts => Live::Shifts,
            State::Total => Live::Total,
            State::Tech => return Formula::Int(i64::from(self.thing.tech.unwrap_or(0))),
            _ => return Formula::Int(0),
        })
    }

    fn stat(&self, name: &Name, role: Role) -> i64 {
        let rank = |item: &Item| item.rank(name).or_else(|| item.stats.get(name).copied());
        i64::from(match role {
            Role::Own => rank(self.thing).or_else(|| rank(self.bearer)).unwrap_or(0),
            Role::Bearer => rank(self.bearer).unwrap_or(0),
            _ => 0,
        })
    }
}

/// The setting that answers `table "…"` where nobody is asked.
const TABLE_ANSWERS: &str = "table_answers";

/// The mark of what can be fired without weight (effects.md 5: a procedure reads it).
const RECOILLESS: &str = "recoilless";

fn ruleset_is(ruleset: &str, name: &str) -> bool {
    ruleset == name || ruleset.rsplit_once('.').is_some_and(|(_, own)| own == name)
}

/// Whether a basis is the carrier's or bearer's own, and not that of somebody else at the table.
fn is_own(basis: &Basis) -> bool {
    !basis.my && matches!(basis.of, None | Some(Role::Own | Role::Bearer))
}

fn is_attack(roll: &Roll) -> bool {
    matches!(roll.action, Action::Attack | Action::Rolls) && roll.against.is_none()
}

/// The act of an action word; none for words that stand for any roll or for none of personal combat's.
fn act(action: Action) -> Option<Act> {
    Some(match action {
        Action::Attack => Act::Attack,
        Action::Defence => Act::Defence,
        Action::Move => Act::Move,
        Action::Maneuver => Act::Maneuver,
        Action::Obstruct => Act::Obstruct,
        Action::Notice => Act::Notice,
        _ => return None,
    })
}
