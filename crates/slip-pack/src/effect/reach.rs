//! What personal and social combat make of a line, for those who must say so where they make nothing of it.
//!
//! Both are played alike; words that only one of them has never act in the other.
//!
//! It is as strict as what plays (`play::effects`): a line that it lets through acts there. What waits is about rolls and acts
//! that no fight makes yet; what is nothing would be read and never do anything, and is refused with its reason.

use super::{
    Action, Base, Effect, Happening, HitKind, Measure, Number, Object, Op, Pace, Permit, Play, Price, Quantity, Roll, State, TagVerb, Term,
    Use, When, Who,
};

/// What personal combat makes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It runs it.
    Runs,
    /// It has the words and makes no such rolls yet.
    Waits,
    /// The words mean nothing together; why.
    Nothing(&'static str),
}

use Reach::{Nothing, Runs, Waits};

/// Acts for which somebody rolls, or that somebody does, in every fight.
const DONE: &[Action] = &[
    Action::Attack,
    Action::Move,
    Action::Maneuver,
    Action::Obstruct,
    Action::MoveAnother,
    Action::Seal,
    Action::FirstAid,
    Action::Task,
    Action::PickUp,
];

/// Those that a line may let somebody do at once or out of turn.
const AT_ONCE: &[Action] =
    &[Action::Attack, Action::Move, Action::Maneuver, Action::Obstruct, Action::Seal, Action::FirstAid, Action::Task, Action::PickUp];

impl Effect {
    /// True if it is one of personal combat's lines and personal combat does not run it.
    pub fn is_idle_in_personal(&self) -> bool {
        let never = matches!(self.condition, Some(Number::Int(0)));
        self.acts_in(Play::Personal) && !never && self.reach() == Waits
    }

    /// Whether its stunt or itself makes it a choice of its subject.
    pub(super) fn is_chosen(&self) -> bool {
        self.is_choice() || self.origin.as_ref().is_some_and(|origin| origin.limit.is_some())
    }

    /// What personal combat makes of the line; social combat makes the same of its own.
    pub fn reach(&self) -> Reach {
        if matches!(self.op, Op::Table(_) | Op::Grants(_)) {
            return Runs;
        }
        match &self.moment {
            Some(moment) => {
                let made = match &moment.what {
                    Happening::Roll(roll) => made(roll),
                    Happening::Event(_) => Runs,
                };
                made.and(|| self.reach_behind(moment.when, matches!(moment.what, Happening::Roll(_))))
            }
            None => self.reach_standing(),
        }
    }

    /// Behind a moment deeds are done, and what stands begins to count (R-XTE2).
    fn reach_behind(&self, when: When, rolled: bool) -> Reach {
        if self.price == Some(Price::Action) {
            return Nothing("a moment is no turn, and has no action to take: leave `as action` out");
        }
        // What is declared is declared: the roll is coming, or lies on the table.
        let (declared, diced) = (rolled && when != When::After, rolled && matches!(when, When::At | When::Each));
        match &self.op {
            Op::Change(_) | Op::Set(_) if diced && self.is_before_dice() => Nothing("the dice lie on the table by then: write `before`"),
            Op::Change(_) | Op::Set(_) if declared && self.is_before_declaring() => {
                Nothing("this is settled before anybody says what they do: write it behind `after`, or without a moment")
            }
            Op::Change(change) => number(&change.to, false, true),
            Op::Set(set) => number(&set.what, false, false),
            Op::Blend(_) if diced => Nothing("the dice lie on the table by then: write `before`"),
            Op::Hits(hits) if declared && hits.how != HitKind::Too => {
                Nothing("the track was chosen before this moment comes: write it behind `after`, or without a moment")
            }
            Op::Permit(permit) if permit.cannot && declared => {
                Nothing("what is done was chosen before this moment comes: write it behind `after`, or without a moment")
            }
            Op::Blend(_) | Op::Hits(_) | Op::Divert(_) => self.reach_standing(),
            Op::Permit(permit) if permit.cannot => self.reach_standing(),
            Op::Is(mark) if mark.military => Nothing("training is nothing that comes and goes in a fight"),
            Op::Is(_) => Runs,
            Op::Permit(permit) => every(&permit.actions, AT_ONCE),
            Op::Tag(tag) if !tag.never && !matches!(tag.verb, TagVerb::HasAspect | TagVerb::FreeTag) => {
                Nothing("who may use an aspect stands all the time: leave the moment out, and write what it asks for behind `when`")
            }
            Op::Use(_) | Op::Area(_) | Op::Needs(_) | Op::AllowsUntrained(_) | Op::Choose(_) | Op::Reroll(_) => {
                Nothing("this stands all the time: leave the moment out, and write what it asks for behind `when`")
            }
            _ => Runs,
        }
    }

    /// True if a number is part of what is rolled, and so known before the dice.
    fn is_before_dice(&self) -> bool {
        match self.quantity() {
            Some(Quantity::Roll(_)) => true,
            Some(Quantity::Measure(measured)) => {
                matches!(measured.what, Measure::Harm | Measure::Range | Measure::OutOfRange | Measure::Defense)
            }
            _ => false,
        }
    }

    /// True if a number counts only while somebody chooses what to do.
    fn is_before_declaring(&self) -> bool {
        let counted = |measure: Measure| matches!(measure, Measure::Attacks | Measure::Ammo | Measure::FreeMove | Measure::Order);
        matches!(self.quantity(), Some(Quantity::Measure(measured)) if counted(measured.what))
    }

    /// True if a parameter stands for the roll it changes.
    pub fn takes_a_roll(&self) -> bool {
        matches!(self.quantity(), Some(Quantity::Roll(roll)) if roll.parameter.is_some())
    }

    fn quantity(&self) -> Option<&Quantity> {
        match &self.op {
            Op::Change(change) => Some(&change.to),
            Op::Set(set) => Some(&set.what),
            _ => None,
        }
    }

    fn reach_standing(&self) -> Reach {
        let chosen = self.is_chosen();
        match &self.op {
            Op::Change(change) => number(&change.to, chosen, true),
            Op::Set(set) => number(&set.what, chosen, false),
            Op::Use(used) => standing_in(used),
            Op::Blend(blend) => made(&blend.roll).and(|| told_apart(&blend.roll)),
            Op::Hits(hits) => strikes(&hits.roll).and(|| unaimed(&hits.roll)),
            Op::Area(area) => strikes(&area.roll).and(|| unaimed(&area.roll)),
            Op::Permit(permit) => self.permits(permit),
            Op::Reroll(roll) => made(roll),
            Op::AllowsUntrained(_) => {
                let live = self.condition.as_ref().is_some_and(is_live);
                match (&self.who, live) {
                    (None | Some(Who::Bearer), false) => Runs,
                    (None | Some(Who::Bearer), true) => Nothing("who is trained enough is settled when the fight begins"),
                    _ => Nothing("only whoever carries the thing uses it: leave out for whom"),
                }
            }
            Op::Tag(tag) if !tag.never && tag.verb == TagVerb::HasAspect && chosen => self.done_in_turn(),
            Op::Loses(_) if chosen => self.done_in_turn(),
            // Without a moment a deed is done in one's own turn, by whoever chooses to.
            Op::Suffers(_) | Op::Boxes(_) | Op::Faces(_) | Op::Pays(_) | Op::Drops(_) | Op::Place(_) | Op::Strip(_) => self.done_in_turn(),
            Op::Needs(needs) => needs.roll.as_ref().map_or(Runs, made),
            Op::Divert(_) | Op::Choose(_) | Op::Is(_) | Op::Tag(_) | Op::Loses(_) | Op::Table(_) | Op::Grants(_) => Runs,
            Op::Carries(_) | Op::Charges(_) => Nothing("nobody rides in anybody where people fight"),
        }
    }

    /// True if a deed can be done in a turn of its carrier without more being said.
    fn done_in_turn(&self) -> Reach {
        if matches!(self.who, Some(Who::Target | Who::Actor)) {
            return Nothing("nothing is aimed at anybody when this is done: put a moment in front, such as `after hit`");
        }
        Runs
    }

    fn permits(&self, permit: &Permit) -> Reach {
        let acts = permit.actions.as_slice();
        match (permit.cannot, permit.object, permit.pace) {
            (true, None, _) => every(acts, &[DONE, &[Action::Defence, Action::SwitchMode, Action::Rolls]].concat()),
            (true, Some(_), _) => every(acts, DONE),
            (false, None | Some(Object::It), None | Some(Pace::AtOnce)) if acts == [Action::SwitchMode] => Runs,
            (false, _, None) => Nothing("nobody is kept from that: write `at once`, or what it may be done with"),
            (false, _, Some(_)) if self.price == Some(Price::Action) => Nothing("what takes an action is not done at once"),
            (false, _, Some(_)) => every(acts, AT_ONCE),
        }
    }
}

impl Reach {
    /// As the first of two says, unless that runs.
    fn and(self, then: impl FnOnce() -> Reach) -> Reach {
        if self == Runs { then() } else { self }
    }
}

/// Acts that are all of some that fights know.
fn every(acts: &[Action], known: &[Action]) -> Reach {
    if acts.iter().all(|action| known.contains(action)) {
        Runs
    } else if acts.iter().any(|action| matches!(action, Action::Defence | Action::SwitchMode | Action::Rolls)) {
        Nothing("that is nothing one does by itself")
    } else {
        Waits
    }
}

/// A number that fights reckon.
fn number(quantity: &Quantity, chosen: bool, change: bool) -> Reach {
    let measured = match quantity {
        Quantity::Roll(roll) => {
            let apart = change && matches!(roll.action, Action::Attack | Action::Rolls);
            return made(roll).and(|| if apart { Runs } else { told_apart(roll) });
        }
        Quantity::Stat(_) => return Nothing("that is settled when a thing is built"),
        Quantity::Measure(measured) => measured,
    };
    let Some(super::Of::Roll(roll)) = &measured.of else {
        let bound =
            chosen && !change && matches!(measured.what, Measure::ZonesPerTurn | Measure::Order | Measure::FreeMove | Measure::Ammo);
        return if bound { Nothing("a number that is set stands all the time") } else { Runs };
    };
    match measured.what {
        Measure::Stress | Measure::Spin | Measure::Penetration => strikes(roll),
        Measure::Harm if change => strikes(roll),
        _ => strikes(roll).and(|| unaimed(roll)),
    }
}

fn standing_in(used: &Use) -> Reach {
    let fixed = match &used.basis.base {
        Base::Stat(_) => true,
        Base::Number(number) => !is_live(number),
    };
    if !fixed || used.basis.plus.as_ref().is_some_and(is_live) {
        return Nothing("a number that stands in for a skill is reckoned when the fight begins");
    }
    if used.roll.action == Action::Rolls && used.roll.with.is_empty() && used.roll.parameter.is_none() {
        return Nothing("it does not say for which skills or acts");
    }
    made(&used.roll).and(|| if used.roll.action == Action::Defence { Runs } else { unaimed(&used.roll) })
}

/// Rolls that strike somebody.
fn strikes(roll: &Roll) -> Reach {
    match roll.action {
        Action::Attack | Action::Rolls => Runs,
        _ => Nothing("only attacks strike anybody"),
    }
}

/// Rolls that are not told apart by what they are made against, where that is not known yet.
fn unaimed(roll: &Roll) -> Reach {
    if roll.against.is_none() { Runs } else { Nothing("this is settled before anybody defends: leave `against` out") }
}

/// Rolls that can be told apart before their dice.
fn told_apart(roll: &Roll) -> Reach {
    match roll.action {
        Action::Defence | Action::Maneuver => Runs,
        _ => unaimed(roll),
    }
}

/// Rolls that fights make.
fn made(roll: &Roll) -> Reach {
    match roll.action {
        Action::Rolls | Action::Defence => Runs,
        Action::SwitchMode => Nothing("nothing is rolled to switch modes"),
        Action::PickUp => Nothing("nothing is rolled to pick something up"),
        action if DONE.contains(&action) => Runs,
        _ => Waits,
    }
}

/// True if something depends on what happens in the fight.
fn is_live(number: &Number) -> bool {
    let mut live = false;
    number.names(&mut |term| {
        live |= match term {
            Term::State(state) => *state != State::Tech,
            Term::Is(_, mark) => !mark.military,
            Term::Boxes(..) | Term::Has(..) | Term::Role(_) | Term::Choice(_) => true,
            Term::Stat(_, role) => !matches!(role, super::Role::Own | super::Role::Bearer),
            _ => false,
        };
    });
    live
}
