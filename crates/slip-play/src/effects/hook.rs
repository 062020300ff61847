//! Hooks. A hook is a step of a roll, of a turn or of the fight; only the effects that have this hook are evaluated at the step.

use super::{EffectOperation, Line, What};

/// Step of the roll, of the turn or of the fight at which an effect is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs, reason = "each variant has the name of an operation or quantity of effects")]
pub enum Hook {
    Roll,
    StressOf,
    Stress,
    Spin,
    RollUp,
    Invoke,
    Attacks,
    Ammo,
    FreeMove,
    Order,
    Harm,
    Penetration,
    Defense,
    Range,
    OutOfRange,
    Zones,
    MaxMove,
    CommandRange,
    FreeRange,
    ContactSpotted,
    AttackSpotted,
    Interdiction,
    Pool,
    Fallout,
    Rows,
    Blend,
    Tracks,
    Divert,
    Area,
    Permit,
    Choose,
    Reroll,
    Needs,
    Tag,
    Loses,
    Mark,
    Carries,
    /// Evaluated when a trigger occurs.
    Moment,
    /// Used as the action of a turn, or at once during the turn.
    Act,
    /// Evaluated at no step.
    Other,
}

impl Line {
    /// Returns the hook of the effect.
    pub fn hook(&self) -> Hook {
        if self.cue.is_some() { Hook::Moment } else { self.does.hook(self.as_action) }
    }
}

impl EffectOperation {
    /// Returns the hook of an effect with this operation and without a trigger.
    pub(super) fn hook(&self, as_action: bool) -> Hook {
        match self {
            EffectOperation::Change(what, _) | EffectOperation::Set(what, ..) => what.hook(),
            EffectOperation::Blend { .. } => Hook::Blend,
            EffectOperation::Tracks { .. } => Hook::Tracks,
            EffectOperation::Divert { .. } => Hook::Divert,
            EffectOperation::Area { .. } => Hook::Area,
            EffectOperation::Permit { pace: Some(_), .. } => Hook::Act,
            EffectOperation::Permit { .. } => Hook::Permit,
            EffectOperation::Choose(_) => Hook::Choose,
            EffectOperation::Reroll(_) => Hook::Reroll,
            EffectOperation::Needs { .. } => Hook::Needs,
            EffectOperation::Tag { .. } => Hook::Tag,
            EffectOperation::Loses(_) => Hook::Loses,
            EffectOperation::Mark(_) => Hook::Mark,
            EffectOperation::Carries(..) => Hook::Carries,
            _ if as_action => Hook::Act,
            _ => Hook::Other,
        }
    }
}

impl What {
    /// Returns the hook of an effect that changes this quantity.
    pub const fn hook(&self) -> Hook {
        match self {
            What::Roll(_) => Hook::Roll,
            What::StressOf(_) => Hook::StressOf,
            What::Stress => Hook::Stress,
            What::Spin(_) => Hook::Spin,
            What::RollUp(_) => Hook::RollUp,
            What::Invoke(_) => Hook::Invoke,
            What::Attacks(_) => Hook::Attacks,
            What::Ammo => Hook::Ammo,
            What::FreeMove => Hook::FreeMove,
            What::Order => Hook::Order,
            What::Harm(_) => Hook::Harm,
            What::Penetration(_) => Hook::Penetration,
            What::Defense => Hook::Defense,
            What::Range => Hook::Range,
            What::OutOfRange => Hook::OutOfRange,
            What::Zones => Hook::Zones,
            What::MaxMove => Hook::MaxMove,
            What::CommandRange => Hook::CommandRange,
            What::FreeRange => Hook::FreeRange,
            What::ContactSpotted => Hook::ContactSpotted,
            What::AttackSpotted => Hook::AttackSpotted,
            What::Interdiction => Hook::Interdiction,
            What::Pool => Hook::Pool,
            What::Fallout => Hook::Fallout,
            What::Rows => Hook::Rows,
        }
    }
}
