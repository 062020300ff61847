//! What a unit's lines make of its numbers all along, reckoned once: never from a stunt's name.
//!
//! A number is settled if every line that could have a say in it is the unit's own and asks for nothing. All others are asked of
//! the lines each time ([`crate::platoon::Platoons::max_move`] and its neighbours).

use crate::effects::{Carrier, Does, Hook, Line, Lines, Live, RollOf, Sight, To, Whom, Witness};
use crate::ids::ActorId;
use crate::platoon::roster::Arm;
use slip_pack::formula::Formula;
use slip_pack::item::Item;

/// Numbers of a unit that need no looking up; none for those that depend on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// What they begin from.
    pub base: Bases,
    /// Zones it may enter in one action (platoon.md 5.1).
    pub max_move: Option<i32>,
    /// What its own lines add to the range of command (3.1).
    pub command_range: Option<i32>,
    /// Zones of range without penalty, besides the skill's own (5.2.3).
    pub free_range: Option<i32>,
    /// True if contact makes it seen.
    pub contact_spotted: Option<i32>,
    /// True if attacking does.
    pub attack_spotted: Option<i32>,
    /// Zones of its free move.
    pub free_move: Option<i32>,
    /// How many of its turns an interdiction of its lasts.
    pub interdiction: Option<i32>,
}

/// What the numbers of a unit are before lines say anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bases {
    /// Zones that its design says; of a battery, zones beyond its shifts (R-L42).
    pub max_move: i32,
    /// One zone on foot or wheels, none in the air (R-L13).
    pub free_move: i32,
}

/// The statistic of a unit's design.
const MAX_MOVE: &str = "max_move";

impl Traits {
    /// What is settled of a unit.
    pub(super) fn settle(lines: &Lines, who: ActorId, arm: Arm, item: &Item) -> Traits {
        let base = Bases { max_move: item.stat(MAX_MOVE), free_move: i32::from(arm != Arm::Airborne) };
        let sheet = Alone { lines, who };
        let number = |hook: Hook, base: i32| {
            let settled = lines.concerning(hook, who).all(|(_, line)| is_settled(line, who));
            settled.then(|| sheet.number(hook, &(), base))
        };
        Traits {
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

/// True if a line is always true of a unit, by a number that does not change.
fn is_settled(line: &Line, who: ActorId) -> bool {
    let number = match &line.does {
        Does::Change(_, by) => matches!(by, Formula::Int(_)),
        Does::Set(_, _, To::Number(to)) => matches!(to, Formula::Int(_)),
        Does::Set(..) => true,
        _ => false,
    };
    let own = line.carrier == Carrier::Person(who) && line.whom == Whom::Own;
    own && number && line.cue.is_none() && line.condition.is_none() && !line.choice && !line.as_action
}

/// A unit before there is a fight: its own lines, and nothing to see.
struct Alone<'a> {
    lines: &'a Lines,
    who: ActorId,
}

/// Nothing is seen.
struct Nothing {
    base: i32,
}

impl Sight for Nothing {
    fn look(&self, live: &Live) -> i64 {
        if *live == Live::Base { i64::from(self.base) } else { 0 }
    }

    fn with_base(self, base: i32) -> Self {
        Nothing { base }
    }
}

impl Witness for Alone<'_> {
    type At = ();
    type Eye<'a>
        = Nothing
    where
        Self: 'a;

    fn table(&self) -> &Lines {
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

    fn is_true_of(&self, _line: &Line, _at: &()) -> bool {
        true
    }

    fn fits_roll(&self, _roll: &RollOf, _carrier: Carrier, _at: &()) -> bool {
        true
    }

    fn wanted(&self, _number: u16, _line: &Line, _at: &()) -> usize {
        1
    }

    fn eye(&self, _carrier: Carrier, _at: &()) -> Nothing {
        Nothing { base: 0 }
    }
}
