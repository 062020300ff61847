//! Numbers of a unit that cannot change during the fight, because its effects give them without a condition. They are computed once.
//!
//! A number is fixed if every effect that could change it belongs to the unit itself and has no condition. All other numbers are computed
//! from the effects each time ([`crate::platoon::PlatoonFight::max_move`] and similar functions).

use crate::effects::{
    Carrier, CarrierSubject, ConditionVariable, EffectHost, EffectOperation, EffectTable, EvalContext, Hook, RollFilter, TableEffect, To,
};
use crate::ids::ActorId;
use crate::platoon::roster::Arm;
use slip_pack::formula::Formula;
use slip_pack::item::BuiltItem;

/// Numbers of a unit that cannot change during the fight. `None` means that the number depends on the state and is computed each time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitNumbers {
    /// Base values before effects.
    pub base: Bases,
    /// Maximum number of zones that the unit may enter in one action; for artillery, in addition to the zones that shifts pay for. `None`
    /// if it depends on the state of the fight.
    pub max_move: Option<i32>,
    /// Command range that the unit's own effects give; `None` if it depends on the state of the fight.
    pub command_range: Option<i32>,
    /// Additional range without penalty in zones, on top of the range that the skill has without penalty.
    pub free_range: Option<i32>,
    /// Above 0 if the unit becomes spotted by contact with an enemy.
    pub contact_spotted: Option<i32>,
    /// Above 0 if the unit becomes spotted by attacking; `None` if this depends on the state of the fight.
    pub attack_spotted: Option<i32>,
    /// Maximum number of zones that the unit may enter in its free move; `None` if it depends on the state of the fight.
    pub free_move: Option<i32>,
    /// Number of the unit's turns that an interdiction lasts; `None` if it depends on the state of the fight.
    pub interdiction: Option<i32>,
}

/// Values of a unit's numbers before effects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bases {
    /// Number of zones that the design gives; for artillery, the number in addition to the zones that shifts pay for (R-L42).
    pub max_move: i32,
    /// Zones of the free move: 1 on the ground, 0 in the air (R-L13).
    pub free_move: i32,
}

/// Name of the statistic of a unit's design that gives its movement.
const MAX_MOVE: &str = "max_move";

impl UnitNumbers {
    /// Computes the fixed numbers of a unit.
    pub(super) fn settle(lines: &EffectTable, who: ActorId, arm: Arm, item: &BuiltItem) -> UnitNumbers {
        let base = Bases { max_move: item.stat(MAX_MOVE), free_move: i32::from(arm != Arm::Airborne) };
        let sheet = EffectsBeforeFight { lines, who };
        let number = |hook: Hook, base: i32| {
            let settled = lines.concerning(hook, who).all(|(_, line)| is_settled(line, who));
            settled.then(|| sheet.number(hook, &(), base))
        };
        UnitNumbers {
            base,
            max_move: number(Hook::MaxMove, base.max_move),
            command_range: number(Hook::CommandRange, 0),
            free_range: number(Hook::FreeRange, 0),
            contact_spotted: number(Hook::ContactSpotted, 1),
            attack_spotted: number(Hook::AttackSpotted, 1),
            free_move: number(Hook::FreeMove, base.free_move),
            interdiction: number(Hook::Interdiction, 1),
        }
    }
}

/// True if an effect always applies to a unit, with a constant number.
fn is_settled(line: &TableEffect, who: ActorId) -> bool {
    let number = match &line.does {
        EffectOperation::Change(_, by) => matches!(by, Formula::Int(_)),
        EffectOperation::Set(_, _, To::Number(to)) => matches!(to, Formula::Int(_)),
        EffectOperation::Set(..) => true,
        _ => false,
    };
    let own = line.carrier == Carrier::Person(who) && line.whom == CarrierSubject::Own;
    own && number && line.cue.is_none() && line.condition.is_none() && !line.choice && !line.as_action
}

/// Source of effects for a unit before the fight exists. It contains only the unit's own effects, all of which count as active.
struct EffectsBeforeFight<'a> {
    lines: &'a EffectTable,
    who: ActorId,
}

/// Evaluation context before the fight exists. Conditions and numbers read 0 for every value except the base value.
struct ZeroContext {
    base: i32,
}

impl EvalContext for ZeroContext {
    fn look(&self, live: &ConditionVariable) -> i64 {
        if *live == ConditionVariable::Base { i64::from(self.base) } else { 0 }
    }

    fn with_base(self, base: i32) -> Self {
        ZeroContext { base }
    }
}

impl EffectHost for EffectsBeforeFight<'_> {
    type At = ();
    type Eye<'a>
        = ZeroContext
    where
        Self: 'a;

    fn table(&self) -> &EffectTable {
        self.lines
    }

    fn whose(&self, _at: &()) -> ActorId {
        self.who
    }

    fn track_asked(&self, _at: &()) -> Option<u8> {
        None
    }

    fn words_asked(&self, _at: &()) -> Option<&str> {
        None
    }

    fn is_carried_now(&self, _carrier: Carrier) -> bool {
        true
    }

    fn is_true_of(&self, _line: &TableEffect, _at: &()) -> bool {
        true
    }

    fn fits_roll(&self, _roll: &RollFilter, _carrier: Carrier, _at: &()) -> bool {
        true
    }

    fn wanted(&self, _number: u16, _line: &TableEffect, _at: &()) -> usize {
        1
    }

    fn eye(&self, _carrier: Carrier, _at: &()) -> ZeroContext {
        ZeroContext { base: 0 }
    }
}
