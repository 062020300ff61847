//! Decides if personal and social combat apply an effect, so that diagnostics can report effects that are not applied.
//!
//! Both kinds of combat have the same rules, except for words that only one of them has.
//!
//! The answer is [`PersonalSupport::Runs`] exactly for the effects that `slip_play::effects` applies. It is [`PersonalSupport::Nothing`],
//! with the reason, for effects that never change anything.

use super::{
    Action, ActionObject, Effect, EffectMoment, EffectNumber, EffectSubject, Event, ExtraActionTime, HitKind, Measure, Occurrence,
    PackOperation, Permit, Price, Quantity, Role, RollBase, RollPattern, State, Substitution, TagVerb, Term, When,
};

/// Answer to the question if personal combat applies an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonalSupport {
    /// The effect is applied.
    Runs,
    /// The effect would never do anything; contains the reason.
    Nothing(&'static str),
}

use PersonalSupport::{Nothing, Runs};

/// Actions that people can take in personal combat, with or without a roll.
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

/// Actions that an effect with `at once` or `out of turn` may allow.
const AT_ONCE: &[Action] =
    &[Action::Attack, Action::Move, Action::Maneuver, Action::Obstruct, Action::Seal, Action::FirstAid, Action::Task, Action::PickUp];

/// Rolls that nobody opposes: they are aimed at a zone, or at nothing.
const UNOPPOSED: &[Action] = &[Action::Move, Action::Obstruct, Action::Seal, Action::Task];

/// Actions that are never part of an attack.
const WITHOUT_ATTACK: &[Action] =
    &[Action::Move, Action::Maneuver, Action::Obstruct, Action::MoveAnother, Action::Seal, Action::FirstAid, Action::Task];

impl Effect {
    /// True if the subject chooses to use the effect, because the effect or its stunt has a price or a limit.
    pub(super) fn is_chosen(&self) -> bool {
        self.is_choice() || self.origin.as_ref().is_some_and(|origin| origin.limit.is_some())
    }

    /// Checks if personal combat applies the effect. Social combat gives the same answer, also for the words that only social combat has.
    pub fn reach(&self) -> PersonalSupport {
        if matches!(self.op, PackOperation::Table(_) | PackOperation::Grants(_)) {
            return Runs;
        }
        match &self.moment {
            Some(moment) => {
                let made = match &moment.what {
                    Occurrence::Roll(roll) => made(roll),
                    Occurrence::Event(_) => self.reach_after_event(moment),
                };
                made.and(|| self.reach_behind(moment.when, matches!(moment.what, Occurrence::Roll(_))))
            }
            None => self.reach_standing(),
        }
    }

    /// Checks that an effect on its own carrier does not come too late. A carrier that is taken out gets no more effects, and a free move
    /// can be used only at the beginning of a turn.
    fn reach_after_event(&self, moment: &EffectMoment) -> PersonalSupport {
        let is_own = |who: &Option<EffectSubject>| matches!(who, None | Some(EffectSubject::Bearer));
        if !is_own(&self.who) {
            return Runs;
        }
        let is_own_event = is_own(&moment.who);
        let Occurrence::Event(event) = moment.what else { return Runs };
        let does_to_self = match &self.op {
            PackOperation::Permit(permit) => permit.cannot,
            PackOperation::Tag(_) | PackOperation::Place(_) | PackOperation::Strip(_) | PackOperation::Table(_) => false,
            _ => true,
        };
        if event == Event::TakenOut && is_own_event && does_to_self {
            return Nothing(
                "nothing more happens to the one who is taken out: write whose moment it is, such as `after enemies taken_out`",
            );
        }
        let lasts = matches!(event, Event::Setup | Event::Start) || (event == Event::Turn && is_own_event && moment.when != When::After);
        let is_step = matches!(self.quantity(), Some(Quantity::Measure(measured)) if measured.what == Measure::FreeMove);
        if is_step && !lasts {
            return Nothing("this ends when the next turn begins, and the free move comes only then: write `at turn`");
        }
        Runs
    }

    /// Checks that the condition mentions an attacker or a weapon only if the effect is about an attack.
    pub(super) fn looks_at_an_attack(&self) -> PersonalSupport {
        let cue = self.moment.as_ref().and_then(|moment| match &moment.what {
            Occurrence::Roll(roll) => Some(roll),
            Occurrence::Event(_) => None,
        });
        let is_apart = [self.roll(), cue].into_iter().flatten().any(|roll| WITHOUT_ATTACK.contains(&roll.action));
        let mut found = false;
        self.condition.iter().filter(|_| is_apart).for_each(|condition| {
            condition.names(&mut |term| {
                found |= matches!(term.role(), Some(Role::Attacker | Role::Weapon));
            });
        });
        if found { Nothing("this roll is no attack and has neither an attacker nor a weapon: name `self` or `target`") } else { Runs }
    }

    /// Checks if an effect with a trigger is applied. `when` is the time relative to the trigger. An operation such as a hit is done at
    /// that time; a permanent change begins then (R-XTE2).
    fn reach_behind(&self, when: When, rolled: bool) -> PersonalSupport {
        if self.price == Some(Price::Action) {
            return Nothing("there is no action to spend at a moment: leave out `as action`");
        }
        // `declared`: the action is already declared, so the roll is coming or has been made.
        let (declared, diced) = (rolled && when != When::After, rolled && matches!(when, When::At | When::Each));
        match &self.op {
            PackOperation::Change(_) | PackOperation::Set(_) if diced && self.is_before_dice() => {
                Nothing("the dice are already rolled by then: write `before`")
            }
            PackOperation::Change(_) | PackOperation::Set(_) if declared && self.is_before_declaring() => {
                Nothing("this is decided before the action is declared: use `after`, or no moment")
            }
            PackOperation::Change(change) => number(&change.to, false, true),
            PackOperation::Set(set) => number(&set.what, false, false),
            PackOperation::Blend(_) if diced => Nothing("the dice are already rolled by then: write `before`"),
            PackOperation::Hits(hits) if declared && hits.how != HitKind::Too => {
                Nothing("the track is already chosen at this moment: use `after`, or no moment")
            }
            PackOperation::Permit(permit) if permit.cannot && declared => {
                Nothing("the action is already chosen at this moment: use `after`, or no moment")
            }
            PackOperation::Blend(_) | PackOperation::Hits(_) | PackOperation::Divert(_) => self.reach_standing(),
            PackOperation::Permit(permit) if permit.cannot => self.reach_standing(),
            PackOperation::Is(mark) if mark.military => Nothing("training does not change during a fight"),
            PackOperation::Is(_) => Runs,
            PackOperation::Permit(permit) => every(&permit.actions, AT_ONCE),
            PackOperation::Tag(tag) if !tag.never && !matches!(tag.verb, TagVerb::HasAspect | TagVerb::FreeTag) => {
                Nothing("permission to use an aspect lasts all the time: leave out the moment, and write a condition after `when`")
            }
            PackOperation::Use(_)
            | PackOperation::Area(_)
            | PackOperation::Needs(_)
            | PackOperation::AllowsUntrained(_)
            | PackOperation::Choose(_)
            | PackOperation::Reroll(_) => Nothing("this applies all the time: leave out the moment, and write a condition after `when`"),
            _ => Runs,
        }
    }

    /// True if the effect changes a number that is part of a roll, so that it must be known before the dice are rolled.
    fn is_before_dice(&self) -> bool {
        match self.quantity() {
            Some(Quantity::Roll(_)) => true,
            Some(Quantity::Measure(measured)) => {
                matches!(measured.what, Measure::Harm | Measure::Range | Measure::OutOfRange | Measure::Defense)
            }
            _ => false,
        }
    }

    /// True if the effect changes a number that counts only while the actor chooses an action, such as the number of attacks.
    fn is_before_declaring(&self) -> bool {
        let counted = |measure: Measure| matches!(measure, Measure::Attacks | Measure::Ammo | Measure::FreeMove | Measure::Order);
        matches!(self.quantity(), Some(Quantity::Measure(measured)) if counted(measured.what))
    }

    /// True if the roll that the effect changes is a parameter.
    pub fn takes_a_roll(&self) -> bool {
        matches!(self.quantity(), Some(Quantity::Roll(roll)) if roll.parameter.is_some())
    }

    fn quantity(&self) -> Option<&Quantity> {
        match &self.op {
            PackOperation::Change(change) => Some(&change.to),
            PackOperation::Set(set) => Some(&set.what),
            _ => None,
        }
    }

    fn reach_standing(&self) -> PersonalSupport {
        let chosen = self.is_chosen();
        match &self.op {
            PackOperation::Change(change) => number(&change.to, chosen, true),
            PackOperation::Set(set) => number(&set.what, chosen, false),
            PackOperation::Use(used) => standing_in(used),
            PackOperation::Blend(blend) => made(&blend.roll).and(|| told_apart(&blend.roll)),
            PackOperation::Hits(hits) => strikes(&hits.roll).and(|| unaimed(&hits.roll)),
            PackOperation::Area(area) => strikes(&area.roll).and(|| unaimed(&area.roll)),
            PackOperation::Permit(permit) => self.permits(permit),
            PackOperation::Reroll(roll) if self.who == Some(EffectSubject::Target) && roll.action == Action::Attack => {
                Nothing("the target of an attack rolls a defence: write `target may reroll defence`, or another subject")
            }
            PackOperation::Reroll(roll) => made(roll),
            PackOperation::AllowsUntrained(_) => {
                let live = self.condition.as_ref().is_some_and(is_live);
                match (&self.who, live) {
                    (None | Some(EffectSubject::Bearer), false) => Runs,
                    (None | Some(EffectSubject::Bearer), true) => Nothing("training is only checked when the fight begins"),
                    _ => Nothing("only the bearer uses the thing: leave out the subject"),
                }
            }
            PackOperation::Tag(tag) if tag.verb == TagVerb::HasAspect && tag.by.is_some() => {
                Nothing("an aspect sits on the subject for everyone: leave out `by`, or write `free_tag … by …`")
            }
            PackOperation::Tag(tag) if !tag.never && tag.verb == TagVerb::HasAspect && chosen => self.done_in_turn(),
            PackOperation::Loses(_) if chosen => self.done_in_turn(),
            // These operations without a trigger are acts: the carrier may do them in its own turn, if its player chooses.
            PackOperation::Suffers(_)
            | PackOperation::Boxes(_)
            | PackOperation::Faces(_)
            | PackOperation::Pays(_)
            | PackOperation::Drops(_)
            | PackOperation::Place(_)
            | PackOperation::Strip(_) => self.done_in_turn(),
            PackOperation::Needs(needs) => needs.roll.as_ref().map_or(Runs, |roll| {
                // Before the dice, only a defence, or a maneuver on a person, has a known opponent.
                made(roll).and(|| if roll.action == Action::Rolls { Runs } else { told_apart(roll) })
            }),
            PackOperation::Divert(_)
            | PackOperation::Choose(_)
            | PackOperation::Is(_)
            | PackOperation::Tag(_)
            | PackOperation::Loses(_)
            | PackOperation::Table(_)
            | PackOperation::Grants(_) => Runs,
            PackOperation::Carries(_) | PackOperation::Charges(_) => Nothing("personal combat has no carriers and no posts"),
        }
    }

    /// Checks if the effect's action can be done in a turn of its carrier without a trigger.
    fn done_in_turn(&self) -> PersonalSupport {
        if matches!(self.who, Some(EffectSubject::Target | EffectSubject::Actor)) {
            return Nothing("this has no target without a moment: start with one, such as `after hit`");
        }
        Runs
    }

    fn permits(&self, permit: &Permit) -> PersonalSupport {
        let acts = permit.actions.as_slice();
        match (permit.cannot, permit.object, permit.pace) {
            (true, None, _) => every(acts, &[DONE, &[Action::Defence, Action::SwitchMode, Action::Rolls]].concat()),
            (true, Some(_), _) => every(acts, DONE),
            (false, None | Some(ActionObject::It), None | Some(ExtraActionTime::AtOnce)) if acts == [Action::SwitchMode] => Runs,
            (false, _, None) => Nothing("this is allowed anyway: write `at once`, or `may use … for …`"),
            (false, _, Some(_)) if self.price == Some(Price::Action) => Nothing("`as action` and `at once` contradict each other"),
            (false, _, Some(_)) => every(acts, AT_ONCE),
        }
    }
}

impl PersonalSupport {
    /// Returns the first answer unless it is [`Runs`], else the second.
    pub(super) fn and(self, then: impl FnOnce() -> PersonalSupport) -> PersonalSupport {
        if self == Runs { then() } else { self }
    }
}

/// Checks that an effect may forbid or allow all these actions, which must be in `known`.
fn every(acts: &[Action], known: &[Action]) -> PersonalSupport {
    if acts.iter().all(|action| known.contains(action)) {
        Runs
    } else if acts.iter().any(|action| matches!(action, Action::Defence | Action::SwitchMode | Action::Rolls)) {
        Nothing("this is not an action of its own")
    } else {
        Nothing("this is no action that an effect can forbid or allow here")
    }
}

/// Checks if personal combat can change or set a quantity.
fn number(quantity: &Quantity, chosen: bool, change: bool) -> PersonalSupport {
    let measured = match quantity {
        Quantity::Roll(roll) => {
            let apart = change && matches!(roll.action, Action::Attack | Action::Rolls);
            return made(roll).and(|| if apart { Runs } else { told_apart(roll) });
        }
        Quantity::Stat(_) => return Nothing("this number is fixed when a thing is built"),
        Quantity::Measure(measured) => measured,
    };
    if chosen && measured.what == Measure::Invoke {
        return Nothing("the bonus of an aspect is no choice of its own: leave out the price and the limit");
    }
    let Some(super::MeasureObject::Roll(roll)) = &measured.of else {
        if chosen && measured.what == Measure::Invoke {
            return Nothing("the worth of an aspect is not chosen for a roll: leave out the price and the limit");
        }
        let bound =
            chosen && !change && matches!(measured.what, Measure::ZonesPerTurn | Measure::Order | Measure::FreeMove | Measure::Ammo);
        return if bound { Nothing("a number set with `is` applies all the time: leave out the price and the limit") } else { Runs };
    };
    match measured.what {
        Measure::Stress | Measure::Spin | Measure::Penetration => strikes(roll),
        Measure::Harm if change => strikes(roll),
        _ => strikes(roll).and(|| unaimed(roll)),
    }
}

fn standing_in(used: &Substitution) -> PersonalSupport {
    let fixed = match &used.basis.base {
        RollBase::Stat(_) => true,
        RollBase::Number(number) => !is_live(number),
    };
    if !fixed || used.basis.plus.as_ref().is_some_and(is_live) {
        return Nothing("a number in place of a skill is computed when the fight begins, so it cannot depend on the fight");
    }
    if used.roll.action == Action::Rolls && used.roll.with.is_empty() && used.roll.parameter.is_none() {
        return Nothing("the skills or actions it is used for are missing");
    }
    made(&used.roll).and(|| if used.roll.action == Action::Defence { Runs } else { unaimed(&used.roll) })
}

/// Checks that the roll of an effect can be an attack, since only attacks can hit.
fn strikes(roll: &RollPattern) -> PersonalSupport {
    match roll.action {
        Action::Attack | Action::Rolls => Runs,
        _ => Nothing("only attacks can hit"),
    }
}

/// Checks that a roll has no `against`. The effect is applied before the defence is known.
fn unaimed(roll: &RollPattern) -> PersonalSupport {
    if roll.against.is_none() { Runs } else { Nothing("this is decided before the defence: leave out `against`") }
}

/// Checks that an effect on the roll can be decided before the dice: only a defence or a maneuver may have `against`.
fn told_apart(roll: &RollPattern) -> PersonalSupport {
    match roll.action {
        Action::Defence | Action::Maneuver => Runs,
        _ => unaimed(roll),
    }
}

/// Checks that personal combat has rolls of this kind.
fn made(roll: &RollPattern) -> PersonalSupport {
    match roll.action {
        Action::Rolls | Action::Defence => Runs,
        action if roll.against.is_some() && UNOPPOSED.contains(&action) => Nothing("this roll has no opponent: leave out `against`"),
        Action::SwitchMode => Nothing("switching modes takes no roll"),
        Action::PickUp => Nothing("picking something up takes no roll"),
        action if DONE.contains(&action) => Runs,
        _ => Nothing("no fight or talk between people makes this roll"),
    }
}

/// True if a number depends on events in the fight.
fn is_live(number: &EffectNumber) -> bool {
    let mut live = false;
    number.names(&mut |term| {
        live |= match term {
            Term::State(state) => *state != State::Tech,
            Term::Is(_, mark) => !mark.military,
            Term::Boxes(..) | Term::Has(..) | Term::Role(_) | Term::Choice(_) => true,
            Term::Stat(_, role) | Term::IsA(role, _) => !matches!(role, Role::Own | Role::Bearer),
            _ => false,
        };
    });
    live
}
