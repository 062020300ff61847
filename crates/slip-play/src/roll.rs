//! A roll that players may still change by additions, and the changes that the additions make.

use crate::event::{Buy, Event, RollAddend, RollAddends};
use crate::ids::{ActorId, AspectId, SkillId};
use slip_dice::Faces;
use slip_dice::fate::AspectScope;
use smallvec::SmallVec;

/// A roll to which players may still add after the dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// Number of the roll.
    pub id: u32,
    /// Actor who rolls.
    pub who: ActorId,
    /// Person whose skill a craft rolls with. This person may also pay for the roll (R-S36). `None` for actors who roll for themselves,
    /// default crews and automatic results.
    pub by: Option<ActorId>,
    /// Skill of the roll; `None` for mooks.
    pub skill: Option<SkillId>,
    /// Faces of the dice.
    pub faces: Faces,
    /// True if dice were rolled.
    pub rolled: bool,
    /// True if this roll was made earlier and is used again. Its dice cannot be re-rolled.
    pub standing: bool,
    /// Addends of the total.
    pub parts: RollAddends,
    /// Scopes in which an aspect use was paid for (R-P6).
    pub paid: SmallVec<[AspectScope; 4]>,
    /// Aspects used on the roll (R-C10).
    pub used: SmallVec<[AspectId; 4]>,
    /// Effects chosen for the roll, by number.
    pub lines: Vec<u16>,
}

impl Roll {
    /// Creates a roll with fallen dice and without additions.
    pub fn fallen(id: u32, who: ActorId, skill: Option<SkillId>, faces: Faces, parts: RollAddends) -> Roll {
        Roll {
            id,
            who,
            by: None,
            skill,
            faces,
            rolled: true,
            standing: false,
            parts,
            paid: SmallVec::new(),
            used: SmallVec::new(),
            lines: Vec::new(),
        }
    }

    /// Returns the total of the roll.
    pub fn total(&self) -> i32 {
        if self.rolled { self.faces.total() + self.parts.total() } else { self.parts.total() }
    }

    /// True if the dice may be re-rolled. The dice of a roll that was already used may not (R-P9, R-S14).
    pub const fn can_fall_again(&self) -> bool {
        self.rolled && !self.standing
    }

    /// Adds a bonus or a re-roll that a player has bought to the roll. `scope` is the scope of the used aspect, such as the actor's own
    /// aspects or those of the scene. Only one paid use per roll is allowed in each scope. A bonus that applies against a single defender
    /// does not change the roll.
    pub fn amend(&mut self, event: &Event, scope: Option<AspectScope>) {
        let Event::Adjust { buy, aspect, only, amount, faces, cost, .. } = event else { return };
        if let Some(aspect) = aspect {
            self.used.push(*aspect);
        }
        if let Some(scope) = scope.filter(|_| aspect.is_some() && *cost > 0 && *buy != Buy::Late) {
            self.paid.push(scope);
        }
        let part = match buy {
            Buy::Spin => RollAddend::Spin,
            Buy::Late => RollAddend::Late,
            _ => RollAddend::Aspect,
        };
        match faces {
            Some(faces) => self.faces = *faces,
            None if only.is_none() => self.parts.add(part, *amount),
            None => {}
        }
    }
}
