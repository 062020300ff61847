//! Whether personal combat runs a line, for those who must say so where it does not. Floor 0.
//!
//! It is as strict as what plays: a line that it lets through acts there (`play::effects`), apart from gear that has no part
//! in a fight.

use super::{
    Action, Basis, Effect, Event, Happening, Measure, Moment, Number, Op, Per, Permit, Place, Play, Price, Quantity, Role, Roll, State,
    TagVerb, Term, Want, When, Who,
};

impl Effect {
    /// Whether it is one of personal combat's lines and personal combat does not run it.
    pub fn is_idle_in_personal(&self) -> bool {
        let never = matches!(self.condition, Some(Number::Int(0)));
        self.acts_in(Play::Personal) && !never && !self.is_run() && !self.is_about_unmade_rolls()
    }

    /// Whether it is about rolls that nothing in personal combat calls for yet (`notice`, `first_aid`): nothing is missing in
    /// a fight without them.
    fn is_about_unmade_rolls(&self) -> bool {
        let roll = match (&self.moment, &self.op) {
            (Some(Moment { what: Happening::Roll(roll), .. }), _) => Some(roll),
            (None, Op::Change(change)) => match &change.to {
                Quantity::Roll(roll) => Some(roll),
                _ => None,
            },
            (None, Op::Use(used)) => Some(&used.roll),
            _ => None,
        };
        roll.is_some_and(|roll| !is_made(roll))
    }

    /// Whether personal combat runs the line.
    pub(super) fn is_run(&self) -> bool {
        if matches!(self.op, Op::Table(_) | Op::Grants(_)) {
            return true;
        }
        if self.condition.as_ref().is_some_and(|condition| !is_known(condition)) {
            return false;
        }
        let own = matches!(self.who, None | Some(Who::Bearer));
        let others = matches!(self.who, Some(Who::Allies | Who::Enemies | Who::Others | Who::Everyone));
        let live = self.condition.as_ref().is_some_and(is_live);
        match (&self.moment, &self.op) {
            (Some(moment), op) => own && !self.is_choice() && is_run_after(moment, op, live),
            (None, Op::Change(change)) => {
                let per = matches!(change.per, None | Some(Per::Stunt(_)));
                let paid = !matches!(self.price, Some(Price::Action));
                per && paid
                    && !is_live(&change.by)
                    && is_known(&change.by)
                    && match &change.to {
                        Quantity::Roll(roll) => (own || others) && is_rolled(roll),
                        Quantity::Measure(measured) => {
                            let acts = matches!(
                                measured.what,
                                Measure::Harm | Measure::Penetration | Measure::Defense | Measure::Order | Measure::ZonesPerTurn
                            );
                            acts && own && !live && !self.is_choice()
                        }
                        Quantity::Stat(_) => false,
                    }
            }
            (None, Op::Use(used)) => {
                let whose = if used.basis.my { others && !used.must } else { own };
                let plain = !used.harmless && !used.basis.roll && used.within_range_of.is_none();
                whose && plain && !self.is_choice() && is_skill(&used.basis) && is_rolled(&used.roll)
            }
            (None, op) => own && !self.is_choice() && is_run_standing(op, live),
        }
    }
}

fn is_run_standing(op: &Op, live: bool) -> bool {
    match op {
        Op::Permit(Permit { cannot: true, actions, object: None, pace: None }) => actions.as_slice() == [Action::Attack],
        _ if live => false,
        Op::Permit(permit) => !permit.cannot && permit.actions.as_slice() == [Action::SwitchMode],
        Op::Set(set) => match &set.what {
            Quantity::Measure(measured) => {
                let known = matches!(measured.what, Measure::Range | Measure::OutOfRange | Measure::ZonesPerTurn);
                known && set.how == super::Bound::Is
            }
            _ => false,
        },
        Op::Blend(blend) => is_skill(&blend.by) && !blend.by.my && is_attack(&blend.roll),
        Op::Hits(hits) => is_attack(&hits.roll),
        Op::Area(area) => is_attack(&area.roll) && area.place == Place::Zone,
        Op::Needs(needs) => !needs.wants.iter().any(|want| matches!(want, Want::Mark(_))),
        Op::Choose(_) | Op::AllowsUntrained(_) | Op::Is(_) => true,
        Op::Tag(tag) => match tag.verb {
            TagVerb::HasAspect => tag.by.is_none(),
            TagVerb::FreeTag => tag.never && tag.by.is_none(),
            _ => false,
        },
        _ => false,
    }
}

fn is_run_after(moment: &Moment, op: &Op, live: bool) -> bool {
    let own = matches!(moment.who, None | Some(Who::Bearer));
    let (attack, event) = match &moment.what {
        Happening::Roll(roll) => (is_attack(roll), false),
        Happening::Event(event) => (false, matches!(event, Event::AreaAttack | Event::Hit | Event::ComposureAttack)),
    };
    moment.when == When::After
        && own
        && (attack || event)
        && match op {
            Op::Tag(tag) => match (tag.never, tag.verb) {
                (true, TagVerb::HasAspect | TagVerb::FreeTag) => !live,
                (false, TagVerb::HasAspect) => true,
                (false, TagVerb::FreeTag) => matches!(tag.by, None | Some(Who::Enemies)),
                _ => false,
            },
            Op::Drops(Role::TargetZone) => attack && !live,
            _ => false,
        }
}

fn is_attack(roll: &Roll) -> bool {
    matches!(roll.action, Action::Attack | Action::Rolls) && roll.against.is_none()
}

/// Whether personal combat makes such rolls and can tell them apart.
fn is_rolled(roll: &Roll) -> bool {
    is_made(roll) && roll.against.is_none()
}

fn is_made(roll: &Roll) -> bool {
    matches!(roll.action, Action::Rolls | Action::Attack | Action::Defence | Action::Move | Action::Maneuver | Action::Obstruct)
}

fn is_skill(basis: &Basis) -> bool {
    matches!(basis.base, super::Base::Stat(_)) && matches!(basis.of, None | Some(Role::Own | Role::Bearer))
}

/// Whether something depends on what happens in the fight.
fn is_live(number: &Number) -> bool {
    let mut live = false;
    number.names(&mut |term| {
        live |= match term {
            Term::State(state) => *state != State::Tech,
            Term::Is(_, mark) => State::from_word(&mark.name).is_some(),
            Term::Boxes(..) => true,
            _ => false,
        };
    });
    live
}

/// Whether personal combat knows everything that something depends on.
fn is_known(number: &Number) -> bool {
    let own = |role: &Role| matches!(role, Role::Own | Role::Bearer);
    let seen = |state: State| {
        matches!(state, State::Moved | State::FiredLastRound | State::Prone | State::Shifts | State::Total | State::Range | State::Tech)
    };
    let mut known = true;
    number.names(&mut |term| {
        known &= match term {
            Term::Stat(_, role) | Term::Boxes(_, role) => own(role),
            Term::State(state) => seen(*state),
            Term::Is(role, mark) => own(role) && State::from_word(&mark.name).map_or(mark.military, seen),
            Term::Has(..) | Term::Role(_) => false,
            _ => true,
        };
    });
    known
}
