//! Aspects: their holder, their cost, and the limits on their use.

use super::consequence::Grade;
use ecow::EcoString;
use slip_keyword::keyword_enum;

/// Holder of an aspect. Numbers are those of the encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holder {
    /// The holder is a character.
    Actor(u8),
    /// A weapon or armour of a character: number of the character, and number of the thing among the character's things.
    Gear(u8, u8),
    /// The holder is a zone.
    Zone(u8),
    /// The holder is the scene.
    Scene,
    /// The holder of the aspect is the star system or world.
    System,
    /// The holder is the campaign.
    Campaign,
}

/// Scope of an aspect. For each roll, only one use of aspects may be paid for in each scope (R-P6). Each weapon or armour has a `Gear`
/// scope of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AspectScope {
    /// The actor's own aspects.
    Own,
    /// The opponent's aspects.
    Opponent,
    /// Aspects of allies: one use for all of them (R-C9).
    Ally,
    /// Aspects of the scene.
    Scene,
    /// Aspects of a zone.
    Zone,
    /// Aspects of the star system or world.
    System,
    /// Aspects of the campaign.
    Campaign,
    /// Aspects of one weapon or armour: owner and number.
    Gear(u8, u8),
}

impl AspectScope {
    /// Returns the scope in words, for messages.
    pub const fn word(self) -> &'static str {
        match self {
            AspectScope::Own => "that of the roller's own aspects",
            AspectScope::Opponent => "that of the opponent's",
            AspectScope::Ally => "that of allies'",
            AspectScope::Scene => "that of the scene",
            AspectScope::Zone => "that of the zone",
            AspectScope::System => "that of the system",
            AspectScope::Campaign => "that of the campaign",
            AspectScope::Gear(..) => "that of this thing",
        }
    }
}

keyword_enum! {
    /// Origin of an aspect: how it came into the fight.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum AspectOrigin {
        /// The aspect is written on a sheet, a map or an encounter.
        Printed = "printed",
        /// A maneuver placed the aspect.
        Maneuver = "maneuver",
        /// The aspect is that of a consequence.
        Consequence = "consequence",
        /// A rule placed the aspect, such as one about firing a gun.
        Automatic = "automatic",
        /// The aspect was created by a fact that was declared for a fate point.
        Declared = "declared",
    }

    /// Returns the word in logs.
    pub const fn word(self) -> &'static str;
}

keyword_enum! {
    /// Duration of an aspect.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum AspectDuration {
        /// The aspect lasts to the end of the conflict.
        Permanent = "permanent",
        /// The aspect lasts to the end of the next turn of the actor that placed it.
        Transient = "transient",
    }

    /// Returns the word in logs and scripts.
    pub const fn word(self) -> &'static str;
}

/// Free tag that has not been used yet (R-P8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FreeTag {
    /// Sides that may use the free tag, one bit for each.
    pub sides: u32,
    /// First declaration in which the free tag can be used: the one after the declaration that created it.
    pub from: u32,
}

/// An aspect in play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Aspect {
    /// Text of the aspect.
    pub text: EcoString,
    /// Holder of the aspect.
    pub holder: Holder,
    /// Origin of the aspect.
    pub origin: AspectOrigin,
    /// Duration of the aspect.
    pub term: AspectDuration,
    /// Actor who placed the aspect, if any.
    pub placer: Option<u8>,
    /// For a transient aspect, true if the actor that placed it has begun a turn since then. The aspect ends with this turn.
    pub last_turn: bool,
    /// Free tag on the aspect, if there is one.
    pub free: Option<FreeTag>,
    /// True if a compel of the aspect may force a move where the rules allow this only for some aspects (R-P20). Consequences of Composure
    /// have this flag.
    pub forces_move: bool,
    /// Consequence slot that the aspect occupies; `None` if it occupies none. The log does not contain the slot, because taking the
    /// consequence determines it.
    pub grade: Option<Grade>,
    /// True if the aspect is still in play. Aspects are never removed from their list, so that their numbers stay valid.
    pub present: bool,
}

impl Aspect {
    /// Returns an aspect that exists from the beginning.
    pub fn printed(text: impl Into<EcoString>, holder: Holder) -> Aspect {
        Aspect {
            text: text.into(),
            holder,
            origin: AspectOrigin::Printed,
            term: AspectDuration::Permanent,
            placer: None,
            last_turn: false,
            free: None,
            forces_move: false,
            grade: None,
            present: true,
        }
    }

    /// True if a side may use the free tag of the aspect in this declaration.
    pub fn is_free_for(&self, side: u8, declaration: u32) -> bool {
        let bit = 1_u32.checked_shl(u32::from(side)).unwrap_or(0);
        self.present && self.free.is_some_and(|free| free.sides & bit != 0 && free.from <= declaration)
    }

    /// True if the holder may remove the aspect with an action. Only aspects that a maneuver placed on a character can be removed (R-P28).
    pub fn is_removable(&self) -> bool {
        self.present && self.origin == AspectOrigin::Maneuver && matches!(self.holder, Holder::Actor(_))
    }
}

/// Rules: R-P8.
#[cfg(test)]
mod tests {
    use super::*;

    /// R-P8: the free tag is for the sides named, from the next declaration on.
    #[test]
    fn a_free_tag_waits_for_the_next_declaration_and_serves_its_sides_only() {
        let mut aspect = Aspect::printed("Off balance", Holder::Actor(1));
        aspect.free = Some(FreeTag { sides: 0b01, from: 5 });
        assert!(!aspect.is_free_for(0, 4));
        assert!(aspect.is_free_for(0, 5));
        assert!(!aspect.is_free_for(1, 5));
        aspect.present = false;
        assert!(!aspect.is_free_for(0, 5));
    }
}
