//! Compiles the effects of content when an encounter begins, for use by rolls, tracks, ranges and targets.
//!
//! An effect that always applies to one item or actor becomes static modifiers of a sheet (the constant part of an actor). Any other effect
//! becomes a [`TableEffect`] of the effect table; `EffectInput::is_plain` decides.
//!
//! Values that cannot change during the fight (stunts bought, skills, training, settings) are computed at once. Other values become a
//! [`Condition`] that is evaluated in play.

mod compile_fight_effects;
mod compile_static_modifiers;
mod duration;
mod effect_numbering;
mod effect_table;
mod evaluation;
mod fight_effect;
mod hook;
mod marked_boxes;
mod static_modifiers;
mod trigger_match;

pub use compile_fight_effects::UnnumberedEffect;
pub use duration::{EffectDuration, is_reckoned_late};
pub(crate) use effect_numbering::{EffectNumbering, named, table as laid};
pub use effect_table::EffectTable;
pub(crate) use evaluation::{EffectHost, EvalContext, UNLIMITED};
pub use fight_effect::{
    Carrier, CarrierSubject, EffectOperation, EffectTrigger, LookCount, ModifiedQuantity, OpponentFilter, RollFilter, TableEffect, To,
    TriggerEvent,
};
pub use hook::Hook;
pub(crate) use marked_boxes::marked;
pub use static_modifiers::{
    Act, After, AreaLimits, AspectOccasion, Condition, ConditionVariable, RoleFact, RollChange, StandIn, StaticModifier,
};
pub(crate) use trigger_match::{TriggerCandidate, TriggerMoment};

use crate::ids::SkillId;
use slip_pack::Name;
use slip_pack::effect::{
    Action, Basis, Effect, EffectNumber, Grants, Measure, MeasureObject, PackOperation, Per, Play, Quantity, Requirements, Role, RollBase,
    RollPattern, SetValue, Special, State, TagVerb, Term, Want, fold_constants,
};
use slip_pack::formula::Formula;
use slip_pack::item::BuiltItem;
use slip_pack::ruleset::{Rules, Setting};
use std::borrow::Borrow;
use std::collections::BTreeSet;

/// Input for compiling an effect: the carrier, the item and the rules.
pub struct EffectInput<'a> {
    /// Kind of play. It decides which words have a meaning. In personal combat, effects without a condition become static modifiers; in
    /// other kinds of play they become table effects.
    pub play: Play,
    /// True if the effect is carried by the rules, the scene or a zone, which have no stats.
    pub placeless: bool,
    /// Actor that carries the item.
    pub bearer: &'a BuiltItem,
    /// Item that has the effect. For an effect of an actor, this is the actor.
    pub thing: &'a BuiltItem,
    /// Stunts of the mode in use, for an item with modes.
    pub stunts: &'a [slip_pack::item::ItemStunt],
    /// Skills in which the bearer has military training.
    pub military: &'a BTreeSet<Name>,
    /// The rules in force.
    pub rules: &'a Rules,
    /// Choice made at declaration, such as `throw`; empty for none.
    pub choice: &'a str,
    /// Words for the ways in which the item can be used (`may choose throw`).
    pub manners: &'a [Name],
    /// Function that returns the number of a skill.
    pub skill: &'a dyn Fn(&str) -> Option<SkillId>,
    /// Function that returns the skills of a class.
    pub class: &'a dyn Fn(&str) -> Vec<Name>,
    /// Function that returns the number of a track.
    pub track: &'a dyn Fn(&str) -> Option<u8>,
}

/// Result of a condition when the encounter begins: known to be true, known to be false, or to be evaluated later.
enum Verdict {
    Always,
    Never,
    When(Condition),
}

/// Returns the skills that effects name, as the basis of a substitution or as the skill of a roll.
pub fn skills_named<E: Borrow<Effect>>(effects: &[E], known: &dyn Fn(&Name) -> bool, play: Play) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    for effect in effects.iter().map(Borrow::borrow).filter(|effect: &&Effect| effect.acts_in(play)) {
        match &effect.op {
            PackOperation::Use(used) => {
                names.extend(base_name(&used.basis.base));
                names.extend(fixed_name(&used.basis.base));
                names.extend(used.roll.with.iter().filter(|name| known(name)).cloned());
            }
            PackOperation::Blend(blend) => names.extend(base_name(&blend.by.base)),
            PackOperation::Faces(faces) => {
                names.insert(faces.skill.clone());
            }
            _ => {}
        }
    }
    names
}

/// Returns the tracks that the effects of a kind of play name: to strike, mark, erase or divert, or to count boxes.
pub(crate) fn tracks_named<E: Borrow<Effect>>(effects: &[E], play: Play) -> BTreeSet<Name> {
    let mut names = BTreeSet::new();
    for effect in effects.iter().map(Borrow::borrow).filter(|effect: &&Effect| effect.acts_in(play)) {
        let amount = match &effect.op {
            PackOperation::Hits(hits) => {
                names.insert(hits.track.clone());
                None
            }
            PackOperation::Divert(divert) => {
                names.extend([divert.from.clone(), divert.to.clone()]);
                None
            }
            PackOperation::Boxes(boxes) => {
                names.insert(boxes.track.clone());
                None
            }
            PackOperation::Suffers(suffers) => {
                names.insert(suffers.track.clone());
                Some(&suffers.amount)
            }
            PackOperation::Faces(faces) => {
                names.insert(faces.track.clone());
                Some(&faces.strength)
            }
            PackOperation::Change(change) => Some(&change.by),
            _ => None,
        };
        for number in effect.condition.iter().chain(amount) {
            number.names(&mut |term| {
                if let Term::Boxes(name, _) = term {
                    names.insert(name.clone());
                }
            });
        }
    }
    names
}

/// Returns the name of a plain number that is rolled like a skill (`may use 2 for defence`).
pub fn fixed_name(base: &RollBase) -> Option<Name> {
    match base {
        RollBase::Number(_) => Some(base.word().into()),
        RollBase::Stat(_) => None,
    }
}

fn base_name(base: &RollBase) -> Option<Name> {
    match base {
        RollBase::Stat(name) => Some(name.clone()),
        RollBase::Number(_) => None,
    }
}

/// Returns the texts of the aspects that effects place only after an event, not at the start.
pub fn brought_later<E: Borrow<Effect>>(effects: &[E]) -> BTreeSet<&str> {
    let later = effects.iter().map(Borrow::borrow).filter_map(|effect: &Effect| match (&effect.moment, &effect.op) {
        (Some(_), PackOperation::Tag(tag)) if !tag.never && tag.verb == TagVerb::HasAspect => Some(tag.aspect.words()),
        _ => None,
    });
    later.collect()
}

/// Returns the skills in which an actor has military training.
pub fn military<E: Borrow<Effect>>(effects: &[E]) -> BTreeSet<Name> {
    let marks = effects.iter().map(Borrow::borrow).filter_map(|effect: &Effect| match &effect.op {
        PackOperation::Is(mark) if mark.military && effect.condition.is_none() => Some(mark.name.clone()),
        _ => None,
    });
    marks.collect()
}

/// Returns the things that effects give to their subjects (`grants THING`).
pub fn granted<E: Borrow<Effect>>(effects: &[E]) -> impl Iterator<Item = &Grants> {
    effects.iter().map(Borrow::borrow).filter_map(|effect: &Effect| match &effect.op {
        PackOperation::Grants(grants) => Some(grants),
        _ => None,
    })
}

/// Returns the words for the ways in which an item can be used: choices (`may choose throw`) without a trigger, condition, price or limit.
pub fn manners<E: Borrow<Effect>>(effects: &[E]) -> Vec<Name> {
    let words = effects.iter().map(Borrow::borrow).filter_map(|effect: &Effect| match &effect.op {
        PackOperation::Choose(word)
            if effect.moment.is_none() && effect.who.is_none() && effect.condition.is_none() && !is_choice(effect) =>
        {
            Some(word.clone())
        }
        _ => None,
    });
    words.collect()
}

/// True if an effect removes a track (`boxes of composure is none`), so that hits on the track do nothing.
pub fn is_trackless<E: Borrow<Effect>>(effects: &[E], track: &Name) -> bool {
    effects.iter().map(Borrow::borrow).any(|effect: &Effect| match &effect.op {
        PackOperation::Set(set) if set.value == SetValue::Special(Special::None) => {
            matches!(&set.what, Quantity::Measure(of) if of.what == Measure::Boxes && matches!(&of.of, Some(MeasureObject::Name(name)) if name == track))
        }
        _ => false,
    })
}

/// Returns the static modifiers of a carrier's effects in personal combat.
pub fn rows<E: Borrow<Effect>>(effects: &[E], reader: &EffectInput<'_>) -> Vec<StaticModifier> {
    let here = effects.iter().map(Borrow::borrow).filter(|effect: &&Effect| effect.acts_in(Play::Personal));
    let recoilless = |effect: &Effect| matches!(&effect.op, PackOperation::Is(mark) if mark.name == RECOILLESS);
    let acts = |effect: &&Effect| !effect.muted && (reader.is_plain(effect) || recoilless(effect));
    here.filter(acts).flat_map(|effect| reader.row(effect)).collect()
}

/// True if an effect is used only when its subject chooses so: the effect has a price or a limit, or its stunt has a limit.
fn is_choice(effect: &Effect) -> bool {
    let standing = match &effect.op {
        PackOperation::Set(_)
        | PackOperation::Needs(_)
        | PackOperation::AllowsUntrained(_)
        | PackOperation::Is(_)
        | PackOperation::Table(_) => true,
        PackOperation::Permit(permit) => permit.cannot,
        PackOperation::Tag(tag) => tag.never,
        _ => false,
    };
    effect.is_choice() || (!standing && effect.origin.as_ref().is_some_and(|origin| origin.limit.is_some()))
}

impl EffectInput<'_> {
    /// True if an effect has no condition, or a condition that is always true in this encounter.
    pub fn is_settled(&self, effect: &Effect) -> bool {
        matches!(self.verdict(effect.condition.as_ref()), Verdict::Always)
    }

    /// True if the bearer is trained, or has military training, in a skill that a requirement names. Marks that the requirement names are
    /// not checked here.
    fn has_what(&self, needs: &Requirements) -> bool {
        needs.wants.iter().any(|want| match want {
            Want::Trained(name) => self.any_skill(name, &|skill| self.bearer.rank(skill).is_some()),
            Want::Military(name) => self.any_skill(name, &|skill| self.military.contains(skill)),
            Want::Mark(_) => false,
        })
    }

    /// True if `test` accepts the name of a skill. The name of a skill class is accepted if `test` accepts any skill of the class.
    fn any_skill(&self, name: &Name, test: &dyn Fn(&Name) -> bool) -> bool {
        test(name) || (self.class)(name).iter().any(test)
    }

    /// Returns the factor of a number that is multiplied (`per stunt`); `None` if the factor depends on the state of the fight.
    fn times(&self, per: Option<&Per>) -> Option<i64> {
        match per {
            None => Some(1),
            Some(Per::Stunt(name)) => {
                let bought = self.stunts.iter().filter(|stunt| stunt.name == *name);
                Some(bought.map(|stunt| i64::from(stunt.count)).sum())
            }
            // In personal combat no actor carries another.
            Some(Per::Carried) if self.play == Play::Personal => Some(0),
            Some(Per::Carried | Per::Shift | Per::Zone | Per::Consequence) => None,
        }
    }

    /// True if a roll is the attack made with the item itself.
    fn is_own_attack(&self, roll: &RollPattern) -> bool {
        is_attack(roll) && (roll.with.is_empty() || roll.with.iter().any(|name| self.is_about(Some(name))))
    }

    /// True if `skill` is the skill with which the item is used, or the name of the item itself. Also true for `None`.
    fn is_about(&self, skill: Option<&Name>) -> bool {
        skill.is_none_or(|skill| self.thing.skill.as_ref() == Some(skill) || self.thing.name == *skill)
    }

    /// Returns the skills that a roll names; a single `None` means any skill. Names that are not a skill of this encounter are ignored.
    fn with(&self, roll: &RollPattern) -> Vec<Option<SkillId>> {
        if roll.with.is_empty() {
            return vec![None];
        }
        roll.with.iter().filter_map(|name| (self.skill)(name)).map(Some).collect()
    }

    /// True if a word is one of the ways in which this weapon can be used (`throw`). The weapon's effects are compiled once for each way.
    fn is_manner(&self, word: &Name) -> bool {
        self.thing.skill.is_some() && !std::ptr::eq(self.thing, self.bearer) && (*word == self.choice || self.manners.contains(word))
    }

    fn verdict(&self, condition: Option<&EffectNumber>) -> Verdict {
        let Some(condition) = condition else { return Verdict::Always };
        match fold_constants::truth(&condition.map(&mut |term| self.term(term))) {
            Formula::Int(0) => Verdict::Never,
            Formula::Int(_) => Verdict::Always,
            live => Verdict::When(live),
        }
    }

    /// Returns a constant number, multiplied by the number of purchases of its stunt; `None` if the number depends on the fight.
    fn amount(&self, number: &EffectNumber, count: i64) -> Option<i32> {
        let known = fold_constants::number(&number.map(&mut |term| self.term(term)));
        match known {
            Formula::Int(value) => i32::try_from(value.checked_mul(count)?).ok(),
            _ => None,
        }
    }

    /// Returns the value of a name in a condition, or the variable to evaluate during the fight. The setting for a question to the players
    /// (`table "…"`) gives its answer.
    fn term(&self, term: &Term) -> Formula<ConditionVariable> {
        let truth = |value: bool| Formula::Int(i64::from(value));
        let of = |role: Role, fact: RoleFact| Formula::Value(ConditionVariable::Of(role, fact));
        match term {
            // A ship without the stat may have crew with the skill, and other units may raise a unit's skill. The rank is therefore read
            // during the fight.
            Term::Stat(name, Role::Own | Role::Bearer) if self.has_people() && !self.thing.stats.contains_key(name) => {
                (self.skill)(name).map_or(Formula::Int(0), |skill| of(Role::Own, RoleFact::Rank(skill)))
            }
            Term::Stat(name, role @ (Role::Own | Role::Bearer)) if !self.placeless => Formula::Int(self.stat(name, *role)),
            Term::Stat(name, role) => of(*role, (self.skill)(name).map_or_else(|| RoleFact::Stat(name.clone()), RoleFact::Rank)),
            Term::Boxes(name, role) => match ((self.track)(name), role) {
                (Some(track), Role::Own | Role::Bearer) => Formula::Value(ConditionVariable::Boxes(track)),
                (Some(track), role) => of(*role, RoleFact::Boxes(track)),
                (None, _) => Formula::Int(0),
            },
            Term::Stunt(name) => {
                let bought = self.stunts.iter().filter(|stunt| stunt.name == *name);
                Formula::Int(bought.map(|stunt| i64::from(stunt.count)).sum())
            }
            Term::Choice(word) if self.is_manner(word) => truth(*word == self.choice),
            Term::Choice(word) => Formula::Value(ConditionVariable::Chosen(word.clone())),
            // If the setting `table_answers` is `yes`, every such question to the players has the answer yes.
            Term::Table(_) => truth(self.rules.is(TABLE_ANSWERS, "yes")),
            Term::State(state) => self.state(*state),
            Term::Kind(name) if self.placeless => of(Role::Own, RoleFact::Kind(name.clone())),
            Term::Kind(name) => truth(self.bearer.kind == *name || self.bearer.design == *name),
            Term::IsA(Role::Own | Role::Bearer, name) if !self.placeless => truth(self.bearer.kind == *name || self.bearer.design == *name),
            Term::IsA(role, name) => of(*role, RoleFact::Kind(name.clone())),
            Term::Is(role @ (Role::Own | Role::Bearer), mark) if !self.placeless => match State::from_word(&mark.name) {
                Some(state) => self.state(state),
                None if mark.military => truth(self.any_skill(&mark.name, &|skill| self.military.contains(skill))),
                None => of(*role, RoleFact::Mark(mark.name.clone())),
            },
            Term::Is(role, mark) => match State::from_word(&mark.name) {
                Some(state) => of(*role, RoleFact::State(state)),
                None if mark.military => of(*role, RoleFact::Military(mark.name.clone())),
                None => of(*role, RoleFact::Mark(mark.name.clone())),
            },
            Term::Has(role, text) => of(*role, RoleFact::Aspect(text.words().into())),
            Term::Role(role) => Formula::Value(ConditionVariable::Who(*role)),
            Term::Trained(name) if self.placeless => {
                let rank = |skill: SkillId| of(Role::Own, RoleFact::Trained(skill));
                (self.skill)(name).map_or(Formula::Int(0), rank)
            }
            Term::Military(name) if self.placeless => of(Role::Own, RoleFact::Military(name.clone())),
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

    fn state(&self, state: State) -> Formula<ConditionVariable> {
        Formula::Value(match state {
            State::FiredLastRound => ConditionVariable::FiredLastRound,
            State::Prone => ConditionVariable::Prone,
            State::Moved => ConditionVariable::Moved,
            State::Range => ConditionVariable::Range,
            State::Shifts => ConditionVariable::Shifts,
            State::Total => ConditionVariable::Total,
            State::Tech => return Formula::Int(i64::from(self.thing.tech.or(self.bearer.tech).unwrap_or(0))),
            State::Gravity => ConditionVariable::Gravity,
            State::Atmosphere => ConditionVariable::Atmosphere,
            State::Spotted => ConditionVariable::Spotted,
            State::Base => ConditionVariable::Base,
            // In personal combat nothing is carried or launched, because there are no vehicles or hangars.
            State::Carried | State::OnLaunch if self.play == Play::Personal => return Formula::Int(0),
            State::Carried => ConditionVariable::Carried,
            State::OnLaunch => ConditionVariable::OnLaunch,
        })
    }

    /// True if skills may come from others than the item itself: from the crew of a ship without skills of its own, or from people attached
    /// to a unit.
    fn has_people(&self) -> bool {
        let crewed = self.play == Play::Space && self.thing.skills.is_empty() && self.thing.every_skill.is_none();
        !self.placeless && (crewed || self.play == Play::Platoon)
    }

    fn stat(&self, name: &Name, role: Role) -> i64 {
        let rank = |item: &BuiltItem| item.rank(name).or_else(|| item.stats.get(name).copied());
        i64::from(match role {
            Role::Own => rank(self.thing).or_else(|| rank(self.bearer)).unwrap_or(0),
            Role::Bearer => rank(self.bearer).unwrap_or(0),
            _ => 0,
        })
    }
}

/// Setting that answers conditions of the form `table "…"` if the players are not asked.
const TABLE_ANSWERS: &str = "table_answers";

/// Mark of a weapon that can be fired in zero gravity. The rules of the fight read this mark.
const RECOILLESS: &str = "recoilless";

fn ruleset_is(ruleset: &str, name: &str) -> bool {
    ruleset == name || ruleset.rsplit_once('.').is_some_and(|(_, own)| own == name)
}

/// True if the basis of a substitution belongs to the carrier or bearer, not to another actor.
fn is_own(basis: &Basis) -> bool {
    !basis.my && matches!(basis.of, None | Some(Role::Own | Role::Bearer))
}

fn is_attack(roll: &RollPattern) -> bool {
    matches!(roll.action, Action::Attack | Action::Rolls) && roll.against.is_none()
}

/// Returns the act that an action word means; `None` for words that mean any roll, or that mean nothing in a fight.
fn act(action: Action) -> Option<Act> {
    Some(match action {
        Action::Attack => Act::Attack,
        Action::Defence => Act::Defence,
        Action::Move => Act::Move,
        Action::Maneuver => Act::Maneuver,
        Action::Obstruct => Act::Obstruct,
        Action::Notice => Act::Notice,
        Action::SwitchMode => Act::SwitchMode,
        Action::Seal => Act::Seal,
        Action::FirstAid => Act::FirstAid,
        Action::Task => Act::Task,
        Action::PickUp => Act::PickUp,
        Action::Detection => Act::Detection,
        Action::Position => Act::Position,
        Action::Burn => Act::Burn,
        Action::Coast => Act::Coast,
        Action::MoveAnother => Act::MoveAnother,
        Action::Ew => Act::Ew,
        Action::Beam => Act::Beam,
        Action::Torpedo => Act::Torpedo,
        Action::Repair => Act::Repair,
        Action::Board => Act::Board,
        Action::Form => Act::Form,
        Action::Tether => Act::Tether,
        Action::Couple => Act::Couple,
        Action::Launch => Act::Launch,
        Action::StaffUntrained => Act::StaffUntrained,
        Action::March => Act::March,
        Action::Interdict => Act::Interdict,
        Action::Rally => Act::Rally,
        Action::Jam => Act::Jam,
        Action::Unjam => Act::Unjam,
        Action::Spot => Act::Spot,
        Action::Cover => Act::Cover,
        Action::PassEnemies => Act::PassEnemies,
        Action::AttackUnspotted => Act::AttackUnspotted,
        Action::Stay => Act::Stay,
        Action::Reuse => Act::Reuse,
        Action::Raise => Act::Raise,
        Action::See => Act::See,
        Action::Escalate => Act::Escalate,
        Action::BringIn => Act::BringIn,
        Action::Resist => Act::Resist,
        _ => return None,
    })
}
