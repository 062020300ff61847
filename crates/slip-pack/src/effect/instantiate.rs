//! Fills in the parameters of a stunt with the arguments it was bought with.
//!
//! Arguments were checked against their types before. If an argument does not fit where its parameter is used, the parameter is left
//! unchanged.

use super::fold_constants;
use super::term::{EffectNumber, Term};
use super::{
    Action, Against, AttackArea, Basis, Blend, BoxOperation, Carries, Charges, Divert, Effect, EffectMoment, EffectSubject, EffectText,
    Grants, HitTrackOperation, MarkOperation, MeasureObject, MeasureWithObject, Occurrence, PackOperation, Per, PlaceAspect, Quantity,
    QuantityChange, QuantitySetting, Requirements, ResistedDanger, RollBase, RollPattern, SetValue, Strip, Substitution, Suffers, Tag,
    Want,
};
use crate::Name;
use crate::formula::{Formula, FormulaOperator as Operator};
use serde::{Deserialize, Serialize};
use std::cell::Cell;

/// Argument that a stunt was bought with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Argument {
    /// A skill, statistic or thing, or a name from a list of names.
    Name(Name),
    /// A track; in a number, the track's name means the number of its boxes.
    Track(Name),
    /// A number, for a parameter of type `number`.
    Number(i64),
    /// A text, for a parameter of type `text`.
    Text(String),
    /// A roll, for a parameter of type `roll`.
    Roll(RollPattern),
    /// Shifts that the three consequences of a track take off a hit.
    Schedule(i64, i64, i64),
    /// An optional parameter that was left out.
    Absent,
}

impl Effect {
    /// Returns the effect with parameters filled in everywhere, also in conditions and texts; comparisons of words are decided.
    ///
    /// Returns `None` if the effect is empty with these arguments: it needs an optional parameter that was left out, or its
    /// condition is false (`when s == medical` for another skill).
    pub fn instantiate(&self, args: &[(Name, Argument)]) -> Option<Effect> {
        let fill = Fill { args, rolled: Cell::new(None) };
        let mut effect = Effect {
            text: String::new(),
            moment: fill.option(self.moment.as_ref(), Fill::moment)?,
            who: fill.option(self.who.as_ref(), Fill::who)?,
            op: fill.op(&self.op)?,
            price: self.price,
            limit: self.limit,
            within: self.within.clone(),
            plays: self.plays.clone(),
            condition: self.condition.as_ref().map(|condition| fold_constants::truth(&fill.number(condition))),
            origin: self.origin.clone(),
            place: self.place.clone(),
            muted: self.muted,
        };
        // The roll that an argument names exists only in some kinds of play. An effect that applies in none of them is empty.
        if let Some(action) = fill.rolled.get() {
            effect.plays.retain(|play| action.plays().contains(play));
            if effect.plays.is_empty() {
                return None;
            }
        }
        match effect.condition {
            Some(Formula::Int(0)) => return None,
            Some(Formula::Int(_)) => effect.condition = None,
            _ => {}
        }
        effect.text = effect.sentence();
        Some(effect)
    }
}

/// Arguments of a stunt, by the name of the parameter.
struct Fill<'a> {
    args: &'a [(Name, Argument)],
    /// Action of the roll that filled in a parameter of type `roll`.
    rolled: Cell<Option<Action>>,
}

impl Fill<'_> {
    fn get(&self, name: &str) -> Option<&Argument> {
        self.args.iter().find(|(parameter, _)| parameter == name).map(|(_, argument)| argument)
    }

    /// Fills in the parameters of an optional part of an effect. The outer `None` means that the whole effect is empty, the inner `None`
    /// that the part is absent.
    fn option<T, R>(&self, part: Option<&T>, fill: impl Fn(&Self, &T) -> Option<R>) -> Option<Option<R>> {
        match part {
            None => Some(None),
            Some(part) => fill(self, part).map(Some),
        }
    }

    fn all<T, R>(&self, parts: &[T], fill: impl Fn(&Self, &T) -> Option<R>) -> Option<Vec<R>> {
        parts.iter().map(|part| fill(self, part)).collect()
    }

    fn name(&self, name: &Name) -> Option<Name> {
        match self.get(name) {
            Some(Argument::Name(value) | Argument::Track(value)) => Some(value.clone()),
            Some(Argument::Absent) => None,
            _ => Some(name.clone()),
        }
    }

    fn text(&self, text: &EffectText) -> Option<EffectText> {
        let EffectText::Parameter { parameter } = text else { return Some(text.clone()) };
        match self.get(parameter) {
            Some(Argument::Text(words)) => Some(EffectText::Words(words.clone())),
            Some(Argument::Absent) => None,
            _ => Some(text.clone()),
        }
    }

    fn moment(&self, moment: &EffectMoment) -> Option<EffectMoment> {
        let what = match &moment.what {
            Occurrence::Roll(roll) => Occurrence::Roll(self.roll(roll)?),
            Occurrence::Event(event) => Occurrence::Event(*event),
        };
        Some(EffectMoment { when: moment.when, who: self.option(moment.who.as_ref(), Fill::who)?, what })
    }

    fn who(&self, who: &EffectSubject) -> Option<EffectSubject> {
        Some(match who {
            EffectSubject::Allied(design) => EffectSubject::Allied(self.name(design)?),
            EffectSubject::Enemy(design) => EffectSubject::Enemy(self.name(design)?),
            other => other.clone(),
        })
    }

    fn roll(&self, roll: &RollPattern) -> Option<RollPattern> {
        let against = self.option(roll.against.as_ref(), Fill::against)?;
        let given = roll.parameter.as_ref().and_then(|parameter| self.get(parameter));
        match given {
            Some(Argument::Roll(given)) => {
                self.rolled.set(Some(given.action));
                Some(RollPattern { against: against.or_else(|| given.against.clone()), ..given.clone() })
            }
            Some(Argument::Absent) => None,
            _ => Some(RollPattern { with: self.all(&roll.with, Fill::name)?, against, ..roll.clone() }),
        }
    }

    fn against(&self, against: &Against) -> Option<Against> {
        Some(match against {
            Against::This => Against::This,
            Against::Name(name) => Against::Name(self.name(name)?),
        })
    }

    fn quantity(&self, quantity: &Quantity) -> Option<Quantity> {
        Some(match quantity {
            Quantity::Roll(roll) => Quantity::Roll(self.roll(roll)?),
            Quantity::Stat(name) => Quantity::Stat(self.name(name)?),
            Quantity::Measure(measured) => {
                Quantity::Measure(MeasureWithObject { what: measured.what, of: self.option(measured.of.as_ref(), Fill::of)? })
            }
        })
    }

    fn of(&self, of: &MeasureObject) -> Option<MeasureObject> {
        Some(match of {
            MeasureObject::Roll(roll) => MeasureObject::Roll(self.roll(roll)?),
            MeasureObject::Name(name) => MeasureObject::Name(self.name(name)?),
            MeasureObject::Aspect(text) => MeasureObject::Aspect(self.text(text)?),
        })
    }

    fn per(&self, per: &Per) -> Option<Per> {
        Some(match per {
            Per::Stunt(name) => Per::Stunt(self.name(name)?),
            other => other.clone(),
        })
    }

    fn value(&self, value: &SetValue) -> Option<SetValue> {
        Some(match value {
            SetValue::Number(number) => SetValue::Number(self.folded(number)),
            SetValue::Parameter(name) => match self.get(name) {
                Some(Argument::Schedule(mild, moderate, severe)) => SetValue::Schedule(*mild, *moderate, *severe),
                Some(Argument::Number(value)) => SetValue::Number(Formula::Int(*value)),
                Some(Argument::Absent) => return None,
                _ => value.clone(),
            },
            other => other.clone(),
        })
    }

    fn basis(&self, basis: &Basis) -> Option<Basis> {
        let base = match &basis.base {
            RollBase::Stat(name) => RollBase::Stat(self.name(name)?),
            RollBase::Number(number) => RollBase::Number(self.folded(number)),
        };
        Some(Basis { base, plus: basis.plus.as_ref().map(|plus| self.folded(plus)), ..basis.clone() })
    }

    fn mark(&self, mark: &MarkOperation) -> Option<MarkOperation> {
        Some(MarkOperation { military: mark.military, name: self.name(&mark.name)? })
    }

    fn want(&self, want: &Want) -> Option<Want> {
        Some(match want {
            Want::Trained(name) => Want::Trained(self.name(name)?),
            Want::Military(name) => Want::Military(self.name(name)?),
            Want::Mark(name) => Want::Mark(self.name(name)?),
        })
    }

    fn op(&self, op: &PackOperation) -> Option<PackOperation> {
        Some(match op {
            PackOperation::Change(change) => PackOperation::Change(QuantityChange {
                by: self.folded(&change.by),
                to: self.quantity(&change.to)?,
                per: self.option(change.per.as_ref(), Fill::per)?,
                past_cap: change.past_cap,
            }),
            PackOperation::Set(set) => PackOperation::Set(QuantitySetting {
                what: self.quantity(&set.what)?,
                how: set.how,
                value: self.value(&set.value)?,
                per: self.option(set.per.as_ref(), Fill::per)?,
            }),
            PackOperation::Use(line) => PackOperation::Use(Substitution {
                basis: self.basis(&line.basis)?,
                roll: self.roll(&line.roll)?,
                within_range_of: self.option(line.within_range_of.as_ref(), Fill::name)?,
                ..line.clone()
            }),
            PackOperation::Blend(line) => {
                PackOperation::Blend(Blend { roll: self.roll(&line.roll)?, limited: line.limited, by: self.basis(&line.by)? })
            }
            PackOperation::Hits(line) => {
                PackOperation::Hits(HitTrackOperation { roll: self.roll(&line.roll)?, track: self.name(&line.track)?, how: line.how })
            }
            PackOperation::Divert(line) => {
                PackOperation::Divert(Divert { from: self.name(&line.from)?, to: self.name(&line.to)?, may: line.may })
            }
            PackOperation::Area(line) => PackOperation::Area(AttackArea { roll: self.roll(&line.roll)?, ..line.clone() }),
            PackOperation::Reroll(roll) => PackOperation::Reroll(self.roll(roll)?),
            PackOperation::Needs(line) => PackOperation::Needs(Requirements {
                wants: self.all(&line.wants, Fill::want)?,
                roll: self.option(line.roll.as_ref(), Fill::roll)?,
            }),
            PackOperation::AllowsUntrained(skill) => PackOperation::AllowsUntrained(self.option(skill.as_ref(), Fill::name)?),
            _ => return self.deed(op),
        })
    }

    fn deed(&self, op: &PackOperation) -> Option<PackOperation> {
        Some(match op {
            PackOperation::Tag(line) => {
                PackOperation::Tag(Tag { aspect: self.text(&line.aspect)?, by: self.option(line.by.as_ref(), Fill::who)?, ..line.clone() })
            }
            PackOperation::Loses(text) => PackOperation::Loses(self.text(text)?),
            PackOperation::Place(line) => PackOperation::Place(PlaceAspect {
                aspect: self.text(&line.aspect)?,
                zones: line.zones,
                free_tag_by: self.option(line.free_tag_by.as_ref(), Fill::who)?,
            }),
            PackOperation::Strip(line) => PackOperation::Strip(Strip { of: self.who(&line.of)?, instead: line.instead }),
            PackOperation::Suffers(line) => {
                PackOperation::Suffers(Suffers { amount: self.folded(&line.amount), track: self.name(&line.track)? })
            }
            PackOperation::Boxes(line) => PackOperation::Boxes(BoxOperation { track: self.name(&line.track)?, ..line.clone() }),
            PackOperation::Faces(line) => PackOperation::Faces(ResistedDanger {
                strength: self.folded(&line.strength),
                skill: self.name(&line.skill)?,
                track: self.name(&line.track)?,
            }),
            PackOperation::Grants(line) => {
                PackOperation::Grants(Grants { item: self.name(&line.item)?, integral: line.integral, thing: line.thing.clone() })
            }
            PackOperation::Carries(line) => {
                PackOperation::Carries(Carries { count: self.folded(&line.count), what: self.name(&line.what)? })
            }
            PackOperation::Charges(line) => PackOperation::Charges(Charges { what: line.what, to: self.all(&line.to, Fill::name)? }),
            PackOperation::Is(mark) => PackOperation::Is(self.mark(mark)?),
            PackOperation::Table(text) => PackOperation::Table(self.text(text)?),
            other => other.clone(),
        })
    }

    fn folded(&self, number: &EffectNumber) -> EffectNumber {
        fold_constants::number(&self.number(number))
    }

    /// Fills in the names in a number first, then decides every comparison of two words in it.
    fn number(&self, number: &EffectNumber) -> EffectNumber {
        match number {
            Formula::Binary(op @ (Operator::Equal | Operator::NotEqual), sides) => match (self.word(&sides.0), self.word(&sides.1)) {
                (Some(left), Some(right)) => Formula::Int(i64::from((left == right) == (*op == Operator::Equal))),
                _ => Formula::Binary(*op, Box::new((self.number(&sides.0), self.number(&sides.1)))),
            },
            Formula::Value(term) => self.term(term),
            Formula::Int(value) => Formula::Int(*value),
            Formula::Negate(inner) => Formula::Negate(Box::new(self.number(inner))),
            Formula::Not(inner) => Formula::Not(Box::new(self.number(inner))),
            Formula::Binary(op, sides) => Formula::Binary(*op, Box::new((self.number(&sides.0), self.number(&sides.1)))),
            Formula::If(parts) => Formula::If(Box::new((self.number(&parts.0), self.number(&parts.1), self.number(&parts.2)))),
            Formula::Call(function, args) => Formula::Call(*function, args.iter().map(|arg| self.number(arg)).collect()),
            Formula::Table(members, index) => {
                let members = members.iter().map(|member| self.number(member)).collect();
                Formula::Table(members, Box::new(self.number(index)))
            }
        }
    }

    /// Returns the word on one side of a comparison; `None` if the side is a number. The inner `None` means that an optional parameter was
    /// left out.
    fn word(&self, side: &EffectNumber) -> Option<Option<Name>> {
        match side {
            Formula::Value(Term::Word(word)) => Some(Some(word.clone())),
            Formula::Value(Term::Parameter(name)) => match self.get(name)? {
                Argument::Name(value) | Argument::Track(value) => Some(Some(value.clone())),
                Argument::Absent => Some(None),
                _ => None,
            },
            _ => None,
        }
    }

    fn term(&self, term: &Term) -> EffectNumber {
        // A name whose parameter was left out counts as 0 (false).
        let named = |name: &Name, term: &dyn Fn(Name) -> Term| self.name(name).map_or(Formula::Int(0), |name| Formula::Value(term(name)));
        match term {
            Term::Parameter(name) => match self.get(name) {
                Some(Argument::Number(value)) => Formula::Int(*value),
                Some(Argument::Name(value)) => Formula::Value(Term::Stat(value.clone(), super::Role::Own)),
                Some(Argument::Track(value)) => Formula::Value(Term::Boxes(value.clone(), super::Role::Own)),
                Some(Argument::Text(_) | Argument::Roll(_) | Argument::Schedule(..)) => Formula::Int(1),
                Some(Argument::Absent) => Formula::Int(0),
                None => Formula::Value(term.clone()),
            },
            Term::Stat(name, role) => named(name, &|name| Term::Stat(name, *role)),
            Term::Boxes(name, role) => named(name, &|name| Term::Boxes(name, *role)),
            Term::Trained(name) => named(name, &Term::Trained),
            Term::Military(name) => named(name, &Term::Military),
            Term::Is(role, mark) => named(&mark.name, &|name| Term::Is(*role, MarkOperation { military: mark.military, name })),
            Term::Has(role, text) => self.text(text).map_or(Formula::Int(0), |text| Formula::Value(Term::Has(*role, text))),
            // A `table` question whose text was left out counts as true.
            Term::Table(text) => self.text(text).map_or(Formula::Int(1), |text| Formula::Value(Term::Table(text))),
            other => Formula::Value(other.clone()),
        }
    }
}
