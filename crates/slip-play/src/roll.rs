//! A roll on the table, and how what is bought after the dice changes it.

use crate::event::{Buy, Event, Part, Parts};
use crate::few::Few;
use crate::ids::{ActorId, AspectId, SkillId};
use slip_dice::Faces;
use slip_dice::fate::Scope;

/// A roll on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// Its number.
    pub id: u32,
    /// Whose.
    pub who: ActorId,
    /// The person whose skill is in what a craft rolls, who may pay for it too (R-S36); none for whoever rolls for themselves,
    /// default crews and automatic results.
    pub by: Option<ActorId>,
    /// With what; none for mooks.
    pub skill: Option<SkillId>,
    /// The dice.
    pub faces: Faces,
    /// True if there were dice.
    pub rolled: bool,
    /// True if it fell before and is read again: its dice lie.
    pub standing: bool,
    /// The addends.
    pub parts: Parts,
    /// Scopes in which a use was paid for (R-P6).
    pub paid: Few<Scope, 4>,
    /// Aspects used on it (R-C10).
    pub used: Few<AspectId, 4>,
    /// Lines of effects chosen for it, by number.
    pub lines: Vec<u16>,
}

impl Roll {
    /// A roll as it falls: nothing is bought yet.
    pub const fn fallen(id: u32, who: ActorId, skill: Option<SkillId>, faces: Faces, parts: Parts) -> Roll {
        Roll {
            id,
            who,
            by: None,
            skill,
            faces,
            rolled: true,
            standing: false,
            parts,
            paid: Few::new(Scope::Own),
            used: Few::new(AspectId(0)),
            lines: Vec::new(),
        }
    }

    /// What it comes to.
    pub fn total(&self) -> i32 {
        if self.rolled { self.faces.total() + self.parts.total() } else { self.parts.total() }
    }

    /// True if its dice may fall again: those that have counted already stay as they fell (R-P9, R-S14).
    pub const fn can_fall_again(&self) -> bool {
        self.rolled && !self.standing
    }

    /// Takes in what an event says is bought for it, paid for in a scope. What counts in one comparison only is not its own.
    pub fn amend(&mut self, event: &Event, scope: Option<Scope>) {
        let Event::Adjust { buy, aspect, only, amount, faces, cost, .. } = event else { return };
        if let Some(aspect) = aspect {
            self.used.push(*aspect);
        }
        if let Some(scope) = scope.filter(|_| aspect.is_some() && *cost > 0 && *buy != Buy::Late) {
            self.paid.push(scope);
        }
        let part = match buy {
            Buy::Spin => Part::Spin,
            Buy::Late => Part::Late,
            _ => Part::Aspect,
        };
        match faces {
            Some(faces) => self.faces = *faces,
            None if only.is_none() => self.parts.add(part, *amount),
            None => {}
        }
    }
}
