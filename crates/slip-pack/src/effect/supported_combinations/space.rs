//! Decides which effects space combat applies. The rules are exactly those of the engine, `slip_play::space`.

use super::{all, demands};
use crate::effect::{
    Action, ActionObject, Against, AttackArea, Effect, EffectMoment, EffectNumber, EffectSubject, Event, Measure, MeasureObject,
    Occurrence, PackOperation, Permit, Place, Price, Quantity, QuantitySetting, RollPattern, SetValue, State, Substitution, TagVerb, Want,
    When,
};

/// Actions that ships roll for.
const ROLLED: &[Action] = &[
    Action::Rolls,
    Action::Attack,
    Action::Defence,
    Action::Move,
    Action::Maneuver,
    Action::Notice,
    Action::Detection,
    Action::Position,
    Action::Ew,
    Action::Beam,
    Action::Torpedo,
    Action::Repair,
    Action::Board,
];

/// Actions without a roll that may trigger effects.
const UNROLLED: &[Action] = &[Action::Burn, Action::Coast, Action::Form, Action::Tether, Action::Couple, Action::Launch];

/// Actions that an effect may forbid in space combat.
const FORBIDDEN: &[Action] = &[
    Action::Rolls,
    Action::Attack,
    Action::Ew,
    Action::Beam,
    Action::Torpedo,
    Action::Maneuver,
    Action::Position,
    Action::Burn,
    Action::Coast,
    Action::Board,
    Action::Form,
    Action::Tether,
    Action::Couple,
    Action::Launch,
    Action::StaffUntrained,
];

/// Forbidden actions that have a target.
const DONE_TO: &[Action] = &[Action::Attack, Action::Ew, Action::Beam, Action::Torpedo, Action::Maneuver, Action::Board];

/// Actions that the posts of a ship roll for.
const OF_POSTS: &[Action] = &[
    Action::Rolls,
    Action::Attack,
    Action::Move,
    Action::Notice,
    Action::Detection,
    Action::Position,
    Action::Ew,
    Action::Beam,
    Action::Torpedo,
    Action::Repair,
];

/// Rolls that the target of an action may make.
const OF_TARGETS: &[Action] = &[Action::Rolls, Action::Defence, Action::Ew, Action::Board];

/// Rolls for which people at stations can be asked for training.
const ASKED_FOR_TRAINING: &[Action] = &[
    Action::Rolls,
    Action::Attack,
    Action::Defence,
    Action::Move,
    Action::Maneuver,
    Action::Notice,
    Action::Detection,
    Action::Position,
    Action::Ew,
    Action::Beam,
    Action::Torpedo,
    Action::Repair,
];

/// Word in `charges … to` for the ship that bears a craft's consequences and pays its fate points.
const CARRIER: &str = "carrier";

impl Effect {
    /// True if space combat applies the effect.
    pub(super) fn runs_in_space(&self) -> bool {
        match &self.moment {
            Some(moment) => self.price.is_none() && is_awaited(moment) && self.is_set_off_in_space(),
            None => self.stands_in_space(),
        }
    }

    /// Returns the reason why an effect never does anything in space combat, although space combat reads all its words. `None` if it may
    /// act.
    pub(in crate::effect) fn idle_in_space(&self) -> Option<&'static str> {
        let cue = self.moment.as_ref().and_then(|moment| match &moment.what {
            Occurrence::Roll(roll) => Some(roll),
            Occurrence::Event(_) => None,
        });
        let rolls = || [self.roll(), self.roll_of_measure(), cue].into_iter().flatten();
        if rolls().any(|roll| roll.action == Action::Board && !roll.with.is_empty()) {
            return Some("boarders roll without a skill: leave out the skill");
        }
        let is_own = |who: &Option<EffectSubject>| matches!(who, None | Some(EffectSubject::Bearer));
        let is_out = |moment: &EffectMoment| moment.what == Occurrence::Event(Event::TakenOut) && is_own(&moment.who);
        if self.moment.as_ref().is_some_and(is_out) && is_own(&self.who) && self.is_lasting_change() {
            return Some("a ship that is taken out does nothing more: write whose moment it is, such as `after enemies taken_out`");
        }
        let cue_is_own = self.moment.as_ref().is_none_or(|moment| is_own(&moment.who) && cue.is_some());
        if cue_is_own && is_own(&self.who) && self.condition.as_ref().is_some_and(is_aboard) && (cue.is_some() || self.is_about_own_act()) {
            return Some("a craft does nothing while it is aboard and ready for launch: write `not on_launch`, or another subject");
        }
        match &self.op {
            PackOperation::Blend(blend) if blend.limited && blend.roll.action == Action::Board => {
                Some("boarders roll without a skill, and without a skill there is nothing to limit")
            }
            PackOperation::Change(_) | PackOperation::Set(_) if self.is_of(Measure::Spin) && rolls().any(is_electronic) => {
                Some("a defence against electronic warfare gains no spin: write the weapon, such as `spin of beam`")
            }
            PackOperation::Permit(permit)
                if permit.cannot
                    && permit.actions.contains(&Action::StaffUntrained)
                    && !matches!(self.who, None | Some(EffectSubject::Bearer | EffectSubject::Crew)) =>
            {
                Some("a ship decides only about its own stations: leave out the subject, or write `crew`")
            }
            PackOperation::Needs(needs) if needs.wants.iter().any(|want| matches!(want, Want::Trained(_))) => {
                let asked = needs.roll.as_ref().is_none_or(|roll| ASKED_FOR_TRAINING.contains(&roll.action));
                (!asked).then_some("no station rolls for this, so no training is needed: name a roll of a station")
            }
            _ if self.moment.is_none()
                && self.who == Some(EffectSubject::Target)
                && self.roll().is_some_and(|roll| !OF_TARGETS.contains(&roll.action)) =>
            {
                Some("the target of an action only defends: write `defence`, or another subject")
            }
            _ => None,
        }
    }

    /// True if the operation is about a roll or an action of the effect's subject, so that the subject must be able to roll or act.
    fn is_about_own_act(&self) -> bool {
        match &self.op {
            PackOperation::Needs(needs) => needs.roll.is_some(),
            PackOperation::Use(_) | PackOperation::Area(_) | PackOperation::Reroll(_) => true,
            _ => self.is_lasting_change() && !self.is_of(Measure::Stress),
        }
    }

    /// True if the operation changes a number, a track or a permission as long as the effect applies, rather than once.
    const fn is_lasting_change(&self) -> bool {
        matches!(
            self.op,
            PackOperation::Change(_)
                | PackOperation::Set(_)
                | PackOperation::Blend(_)
                | PackOperation::Hits(_)
                | PackOperation::Divert(_)
                | PackOperation::Permit(_)
        )
    }

    fn is_set_off_in_space(&self) -> bool {
        match &self.op {
            PackOperation::Suffers(_) | PackOperation::Boxes(_) | PackOperation::Loses(_) | PackOperation::Pays(_) => true,
            PackOperation::Tag(tag) => !tag.never && matches!(tag.verb, TagVerb::HasAspect | TagVerb::FreeTag),
            // A trigger may begin a permanent change, which must then be legal without a trigger too.
            PackOperation::Permit(permit) => permit.cannot && self.stands_in_space(),
            PackOperation::Is(mark) => !mark.military,
            PackOperation::Change(_)
            | PackOperation::Set(_)
            | PackOperation::Blend(_)
            | PackOperation::Hits(_)
            | PackOperation::Divert(_) => self.stands_in_space(),
            _ => false,
        }
    }

    fn stands_in_space(&self) -> bool {
        let offered = self.moment.is_none() && self.is_chosen();
        match &self.op {
            PackOperation::Change(change) => in_number(&change.to, offered),
            PackOperation::Set(QuantitySetting { what: Quantity::Measure(measured), value, .. })
                if measured.what == Measure::DefaultCrew =>
            {
                // The crew is determined by the encounter before the fight, so the effect cannot depend on the state of the fight.
                self.is_settled_aboard() && matches!(value, SetValue::Special(_) | SetValue::Number(EffectNumber::Int(_)))
            }
            PackOperation::Set(QuantitySetting { what: Quantity::Measure(measured), value, .. }) if measured.what == Measure::CrewSize => {
                self.is_settled_aboard() && matches!(value, SetValue::Range(..))
            }
            PackOperation::Set(QuantitySetting { what: Quantity::Measure(measured), .. }) if measured.what == Measure::RollUp => true,
            PackOperation::Set(set) => in_number(&set.what, false),
            PackOperation::Use(used) => stands_in(used),
            PackOperation::Blend(blend) => is_rolled(&blend.roll),
            PackOperation::Hits(hits) => strikes(&hits.roll),
            PackOperation::Divert(divert) => !divert.may && !offered,
            PackOperation::Area(AttackArea { roll, place, .. }) => *place != Place::Zone && strikes(roll),
            PackOperation::Permit(Permit { cannot: true, actions, object, .. }) => match object {
                None => all(actions, FORBIDDEN),
                Some(ActionObject::This) => all(actions, DONE_TO),
                Some(ActionObject::It | ActionObject::Zone(_)) => false,
            },
            PackOperation::Choose(_) => true,
            PackOperation::Reroll(roll) => is_rolled(roll) && self.price != Some(Price::Action),
            PackOperation::Needs(needs) => self.who.is_none() && needs.wants.iter().any(|want| is_asked(want, needs.roll.as_ref())),
            PackOperation::AllowsUntrained(_) => true,
            PackOperation::Tag(tag) => {
                let brought = !tag.never && tag.verb == TagVerb::HasAspect && tag.by.is_none();
                brought && !offered && self.condition.is_none() && self.is_of_carrier_or_all()
            }
            PackOperation::Is(mark) => !mark.military || self.condition.is_none(),
            PackOperation::Carries(_) => true,
            PackOperation::Charges(charges) => self.who.is_none() && charges.to.iter().any(|to| to == CARRIER),
            _ => false,
        }
    }

    /// True if the subject is the carrier, everyone, or all of a design on one side (`allied artillery`).
    pub(super) const fn is_of_carrier_or_all(&self) -> bool {
        matches!(
            self.who,
            None | Some(EffectSubject::Bearer | EffectSubject::Everyone | EffectSubject::Allied(_) | EffectSubject::Enemy(_))
        )
    }

    /// True if the effect always applies to its carrier: it has no condition and no other subject.
    fn is_settled_aboard(&self) -> bool {
        self.condition.is_none() && matches!(self.who, None | Some(EffectSubject::Bearer))
    }
}

fn is_awaited(moment: &EffectMoment) -> bool {
    let known = match &moment.what {
        Occurrence::Roll(roll) => is_rolled(roll) || UNROLLED.contains(&roll.action),
        Occurrence::Event(event) => {
            matches!(event, Event::Setup | Event::Start | Event::Arrival | Event::Turn | Event::TakenOut | Event::Hit)
        }
    };
    known && moment.when != When::Before
}

fn is_rolled(roll: &RollPattern) -> bool {
    ROLLED.contains(&roll.action)
}

/// True if the condition holds only while the carrier of the effect is aboard another craft.
fn is_aboard(condition: &EffectNumber) -> bool {
    demands(condition, State::OnLaunch)
}

/// True if the roll is one of electronic warfare only.
fn is_electronic(roll: &RollPattern) -> bool {
    roll.action == Action::Ew || roll.with.iter().any(|with| with == Action::Ew.word())
}

fn strikes(roll: &RollPattern) -> bool {
    matches!(roll.action, Action::Rolls | Action::Attack | Action::Ew | Action::Beam | Action::Torpedo)
}

/// True if space combat uses the quantity. With `offered`, the effect is a choice: it is chosen at the start of a phase and counts for the
/// rolls of the phase.
fn in_number(quantity: &Quantity, offered: bool) -> bool {
    match quantity {
        Quantity::Roll(roll) => is_rolled(roll),
        Quantity::Stat(_) => false,
        Quantity::Measure(measured) => match (measured.what, &measured.of) {
            (Measure::Stress | Measure::Spin | Measure::Attacks, Some(MeasureObject::Roll(roll))) => strikes(roll),
            (Measure::Stress | Measure::Ammo, _) => true,
            (Measure::Invoke, _) => !offered,
            _ => false,
        },
    }
}

/// True if the effect replaces a skill at a post, or the skill of the defence against one system (R-S19, R-S38).
fn stands_in(used: &Substitution) -> bool {
    match (used.roll.action, &used.roll.against) {
        (Action::Defence, Some(Against::Name(_))) => true,
        (Action::Rolls, None) => !used.roll.with.is_empty(),
        (action, None) => !used.basis.roll && OF_POSTS.contains(&action),
        _ => false,
    }
}

/// True if a ship checks the requirement. Ships check training to fly the ship, to choose a target of electronic warfare, or to work at a
/// post at all (R-S3, R-S4).
fn is_asked(want: &Want, roll: Option<&RollPattern>) -> bool {
    match want {
        Want::Trained(_) => true,
        Want::Military(_) => roll.is_some_and(|roll| {
            matches!(roll.action, Action::Position | Action::Ew) || roll.with.iter().any(|with| with == Action::Ew.word())
        }),
        Want::Mark(_) => false,
    }
}
