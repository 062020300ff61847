//! Whether personal combat runs a line, for those who must say so where it does not. Floor 0.
//!
//! It is as strict as what plays (`play::effects`): a line that it lets through acts there. What it holds back speaks of
//! people or things that nobody has in a fight (a crew, a tether), sets a number at a moment, or asks for something that has
//! no meaning on a map of zones.

use super::{
    Action, Base, Effect, Happening, HitKind, Measure, Number, Object, Op, Pace, Permit, Place, Play, Price, Quantity, Roll, State,
    TagVerb, Term, Use, Who,
};

impl Effect {
    /// Whether it is one of personal combat's lines and personal combat does not run it.
    pub fn is_idle_in_personal(&self) -> bool {
        let never = matches!(self.condition, Some(Number::Int(0)));
        self.acts_in(Play::Personal) && !never && !self.is_run()
    }

    /// Whether its stunt or itself makes it a choice of its subject.
    fn is_chosen(&self) -> bool {
        self.is_choice() || self.origin.as_ref().is_some_and(|origin| origin.limit.is_some())
    }

    /// Whether personal combat runs the line.
    pub(super) fn is_run(&self) -> bool {
        if matches!(self.op, Op::Table(_) | Op::Grants(_)) {
            return true;
        }
        if !self.who.as_ref().is_none_or(is_somebody) {
            return false;
        }
        match &self.moment {
            Some(moment) => {
                let made = match &moment.what {
                    Happening::Roll(roll) => is_made(roll),
                    Happening::Event(_) => true,
                };
                made && moment.who.as_ref().is_none_or(is_somebody) && self.price != Some(Price::Action) && is_deed_at(&self.op)
            }
            None => self.is_run_standing(),
        }
    }

    fn is_run_standing(&self) -> bool {
        let chosen = self.is_chosen();
        match &self.op {
            Op::Change(change) => is_number(&change.to, chosen, true),
            Op::Set(set) => is_number(&set.what, chosen, false),
            Op::Use(used) => is_use(used),
            Op::Blend(blend) => is_told_apart(&blend.roll) && !matches!(blend.roll.action, Action::SwitchMode),
            Op::Hits(hits) => is_attack(&hits.roll) && (hits.how != HitKind::May || !chosen),
            Op::Divert(_) | Op::Choose(_) | Op::Is(_) | Op::Needs(_) => true,
            Op::Area(area) => is_attack(&area.roll) && area.place != Place::Tether,
            Op::Permit(permit) => self.is_run_permit(permit),
            Op::Reroll(roll) => is_made(roll),
            Op::AllowsUntrained(_) => {
                matches!(self.who, None | Some(Who::Bearer)) && self.condition.as_ref().is_none_or(|condition| !is_live(condition))
            }
            Op::Tag(tag) => {
                tag.by.as_ref().is_none_or(is_somebody) && (tag.never || tag.verb != TagVerb::HasAspect || !chosen || self.is_done())
            }
            Op::Loses(_) => !chosen || self.is_done(),
            // Without a moment a deed is done in one's own turn, by whoever chooses to.
            Op::Suffers(_) | Op::Boxes(_) | Op::Faces(_) | Op::Pays(_) | Op::Drops(_) => chosen && self.is_done(),
            Op::Place(_) | Op::Strip(_) | Op::Carries(_) | Op::Charges(_) | Op::Table(_) | Op::Grants(_) => false,
        }
    }

    /// Whether it can be done in a turn of its carrier without more being said.
    fn is_done(&self) -> bool {
        !matches!(self.who, Some(Who::Target | Who::Actor))
    }

    fn is_run_permit(&self, permit: &Permit) -> bool {
        let every = |known: &[Action]| permit.actions.iter().all(|action| known.contains(action));
        let acts = [Action::Attack, Action::Move, Action::Maneuver, Action::Obstruct];
        match (permit.cannot, permit.object, permit.pace) {
            (true, None, None) => every(&[
                Action::Attack,
                Action::Defence,
                Action::Move,
                Action::Maneuver,
                Action::Obstruct,
                Action::SwitchMode,
                Action::Rolls,
            ]),
            (true, Some(_), None) => every(&acts),
            (false, object, pace) if permit.actions.as_slice() == [Action::SwitchMode] => {
                matches!(object, None | Some(Object::It)) && pace != Some(Pace::OutOfTurn)
            }
            (false, _, Some(Pace::AtOnce)) => every(&acts) && self.price != Some(Price::Action),
            _ => false,
        }
    }
}

/// Whether there can be such people where people fight.
fn is_somebody(who: &Who) -> bool {
    !matches!(who, Who::Crew | Who::Attached | Who::Carrier | Who::Tethered | Who::Platoon)
}

/// Whether something can be done when a moment comes.
fn is_deed_at(op: &Op) -> bool {
    match op {
        Op::Tag(tag) => {
            let who = tag.by.as_ref().is_none_or(is_somebody);
            who && matches!(tag.verb, TagVerb::HasAspect | TagVerb::FreeTag)
        }
        Op::Permit(permit) => {
            let acts = [Action::Attack, Action::Move, Action::Maneuver, Action::Obstruct];
            !permit.cannot && permit.actions.iter().all(|action| acts.contains(action))
        }
        Op::Strip(strip) => is_somebody(&strip.of),
        Op::Place(place) => place.free_tag_by.as_ref().is_none_or(is_somebody),
        Op::Loses(_) | Op::Suffers(_) | Op::Boxes(_) | Op::Faces(_) | Op::Pays(_) | Op::Drops(_) => true,
        _ => false,
    }
}

/// Whether a number is reckoned where people fight; one that is a choice only where there is a roll to choose it for.
fn is_number(quantity: &Quantity, chosen: bool, change: bool) -> bool {
    match quantity {
        Quantity::Roll(roll) => is_told_apart(roll) || (change && is_made(roll) && is_attack_or_any(roll)),
        Quantity::Stat(_) => false,
        Quantity::Measure(measured) => {
            let of = match &measured.of {
                Some(super::Of::Roll(roll)) => match measured.what {
                    Measure::Stress | Measure::Spin | Measure::Penetration => is_attack_or_any(roll),
                    _ => is_attack(roll),
                },
                _ => true,
            };
            let when = !chosen
                || !matches!(measured.what, Measure::ZonesPerTurn | Measure::Order | Measure::FreeMove | Measure::Attacks | Measure::Ammo);
            of && when
        }
    }
}

fn is_use(used: &Use) -> bool {
    let known = match &used.basis.base {
        Base::Stat(_) => true,
        Base::Number(number) => !is_live(number),
    };
    let plus = used.basis.plus.as_ref().is_none_or(|plus| !is_live(plus));
    let against = used.roll.against.is_none() || used.roll.action == Action::Defence;
    let something = used.roll.action != Action::Rolls || !used.roll.with.is_empty();
    known && plus && against && something && is_made(&used.roll)
}

fn is_attack(roll: &Roll) -> bool {
    is_attack_or_any(roll) && roll.against.is_none()
}

fn is_attack_or_any(roll: &Roll) -> bool {
    matches!(roll.action, Action::Attack | Action::Rolls)
}

/// Whether personal combat makes such rolls and can tell them apart before their dice.
fn is_told_apart(roll: &Roll) -> bool {
    is_made(roll) && (roll.against.is_none() || matches!(roll.action, Action::Defence | Action::Maneuver))
}

fn is_made(roll: &Roll) -> bool {
    matches!(roll.action, Action::Rolls | Action::Attack | Action::Defence | Action::Move | Action::Maneuver | Action::Obstruct)
}

/// Whether something depends on what happens in the fight.
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
