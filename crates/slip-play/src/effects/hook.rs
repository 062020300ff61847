//! Hooks. A hook is a step of a roll, of a turn or of the fight; only the effects that have this hook are evaluated at the step.

use super::{EffectOperation, ModifiedQuantity, TableEffect};
use slip_pack::effect::TagVerb;

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
    /// Uses of aspects: tags, invokes, compels and free tags.
    Tag,
    /// Aspects that actors and places have or never have.
    HasAspect,
    Loses,
    Mark,
    Carries,
    /// Evaluated when a trigger occurs.
    Moment,
    /// Permission to act, used as the action of the turn or immediately during the turn.
    Act,
    /// Hook for all effects that are not evaluated at one of these steps.
    Other,
}

impl TableEffect {
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
            EffectOperation::Tag { verb: TagVerb::HasAspect, .. } => Hook::HasAspect,
            EffectOperation::Tag { .. } => Hook::Tag,
            EffectOperation::Loses(_) => Hook::Loses,
            EffectOperation::Mark(_) => Hook::Mark,
            EffectOperation::Carries(..) => Hook::Carries,
            _ if as_action => Hook::Act,
            _ => Hook::Other,
        }
    }
}

impl ModifiedQuantity {
    /// Returns the hook of an effect that changes this quantity.
    pub const fn hook(&self) -> Hook {
        match self {
            ModifiedQuantity::Roll(_) => Hook::Roll,
            ModifiedQuantity::StressOf(_) => Hook::StressOf,
            ModifiedQuantity::Stress => Hook::Stress,
            ModifiedQuantity::Spin(_) => Hook::Spin,
            ModifiedQuantity::RollUp(_) => Hook::RollUp,
            ModifiedQuantity::Invoke(_) => Hook::Invoke,
            ModifiedQuantity::Attacks(_) => Hook::Attacks,
            ModifiedQuantity::Ammo => Hook::Ammo,
            ModifiedQuantity::FreeMove => Hook::FreeMove,
            ModifiedQuantity::Order => Hook::Order,
            ModifiedQuantity::Harm(_) => Hook::Harm,
            ModifiedQuantity::Penetration(_) => Hook::Penetration,
            ModifiedQuantity::Defense => Hook::Defense,
            ModifiedQuantity::Range => Hook::Range,
            ModifiedQuantity::OutOfRange => Hook::OutOfRange,
            ModifiedQuantity::Zones => Hook::Zones,
            ModifiedQuantity::MaxMove => Hook::MaxMove,
            ModifiedQuantity::CommandRange => Hook::CommandRange,
            ModifiedQuantity::FreeRange => Hook::FreeRange,
            ModifiedQuantity::ContactSpotted => Hook::ContactSpotted,
            ModifiedQuantity::AttackSpotted => Hook::AttackSpotted,
            ModifiedQuantity::Interdiction => Hook::Interdiction,
            ModifiedQuantity::Pool => Hook::Pool,
            ModifiedQuantity::Fallout => Hook::Fallout,
            ModifiedQuantity::Rows => Hook::Rows,
        }
    }
}
