//! Aspects: whose they are, what they cost, how often (core.md 7, personal.md 2.1-2.4).

use super::consequence::Grade;
use ecow::EcoString;

/// Who or what an aspect sits on. Numbers are those of the encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holder {
    /// A character.
    Actor(u8),
    /// A weapon or armour in a character's hands: the character, and the thing's number among its own.
    Gear(u8, u8),
    /// A zone.
    Zone(u8),
    /// The scene.
    Scene,
    /// The star system or world.
    System,
    /// The campaign.
    Campaign,
}

/// The scopes of the limit of one paid use a roll and scope (R-P6). `Gear` scopes are one for each thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// One's own.
    Own,
    /// The opponent's.
    Opponent,
    /// An ally's: one in all (R-C9).
    Ally,
    /// The scene's.
    Scene,
    /// The zone's.
    Zone,
    /// The system's.
    System,
    /// The campaign's.
    Campaign,
    /// Of one weapon or armour: owner and number.
    Gear(u8, u8),
}

impl Scope {
    /// Whose aspects these are, for messages.
    pub const fn word(self) -> &'static str {
        match self {
            Scope::Own => "that of one's own aspects",
            Scope::Opponent => "that of the opponent's",
            Scope::Ally => "that of allies'",
            Scope::Scene => "that of the scene",
            Scope::Zone => "that of the zone",
            Scope::System => "that of the system",
            Scope::Campaign => "that of the campaign",
            Scope::Gear(..) => "that of this thing",
        }
    }
}

/// Where an aspect came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// On a sheet, a map or an encounter.
    Printed,
    /// A maneuver.
    Maneuver,
    /// A consequence.
    Consequence,
    /// A rule, such as firing a gun.
    Automatic,
    /// A fact that somebody stated for a point.
    Declared,
}

impl Origin {
    /// All, in order.
    pub const ALL: [Origin; Origin::Declared as usize + 1] =
        [Origin::Printed, Origin::Maneuver, Origin::Consequence, Origin::Automatic, Origin::Declared];

    /// The word of the log.
    pub const fn word(self) -> &'static str {
        match self {
            Origin::Printed => "printed",
            Origin::Maneuver => "maneuver",
            Origin::Consequence => "consequence",
            Origin::Automatic => "automatic",
            Origin::Declared => "declared",
        }
    }
}

/// How long it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// For the conflict.
    Permanent,
    /// Until the end of its placer's next turn.
    Transient,
}

impl Term {
    /// All, in order.
    pub const ALL: [Term; Term::Transient as usize + 1] = [Term::Permanent, Term::Transient];

    /// The word of logs and scripts.
    pub const fn word(self) -> &'static str {
        match self {
            Term::Permanent => "permanent",
            Term::Transient => "transient",
        }
    }
}

/// A tag without price that is still unused (R-P8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FreeTag {
    /// The sides that may use it, a bit for each.
    pub sides: u32,
    /// Usable from this declaration on; one born in a declaration is not usable in it.
    pub from: u32,
}

/// An aspect in play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Aspect {
    /// The words.
    pub text: EcoString,
    /// Whose it is.
    pub holder: Holder,
    /// Where it came from.
    pub origin: Origin,
    /// How long it stays.
    pub term: Term,
    /// Who placed it, if somebody did.
    pub placer: Option<u8>,
    /// For a transient one, whether a turn of the placer has begun since: it goes when that turn ends.
    pub last_turn: bool,
    /// The tag without price.
    pub free: Option<FreeTag>,
    /// True if a compel of it may force a move where only flagged aspects may (R-P20): consequences of Composure.
    pub forces_move: bool,
    /// The slot that it takes, if it is a consequence that takes one. The log does not say it: it is said by taking the consequence.
    pub grade: Option<Grade>,
    /// True if it is still in play. Aspects are never taken off their list, so that their numbers stay true.
    pub present: bool,
}

impl Aspect {
    /// An aspect that was there before the fight.
    pub fn printed(text: impl Into<EcoString>, holder: Holder) -> Aspect {
        Aspect {
            text: text.into(),
            holder,
            origin: Origin::Printed,
            term: Term::Permanent,
            placer: None,
            last_turn: false,
            free: None,
            forces_move: false,
            grade: None,
            present: true,
        }
    }

    /// True if a side may tag it without price in this declaration.
    pub fn is_free_for(&self, side: u8, declaration: u32) -> bool {
        let bit = 1_u32.checked_shl(u32::from(side)).unwrap_or(0);
        self.present && self.free.is_some_and(|free| free.sides & bit != 0 && free.from <= declaration)
    }

    /// True if its holder may rid itself of it as an action: only what a maneuver placed on a character (R-P28).
    pub fn is_removable(&self) -> bool {
        self.present && self.origin == Origin::Maneuver && matches!(self.holder, Holder::Actor(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R-P8: for the sides named, from the next declaration on.
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
