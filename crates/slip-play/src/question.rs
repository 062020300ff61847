//! Questions: the seat that must decide, and the decision point.

use crate::choice::Choice;
use crate::ids::{Id, Seat};
use slip_keyword::keyword_enum;

keyword_enum! {
    /// A decision point: the kind of a question that a seat is asked.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Point {
        /// Not a question: the engine takes a step by itself.
        Engine = "engine",
        /// Act that the actor declares for its turn.
        Act = "act",
        /// Target of the declared act.
        Whom = "whom",
        /// Weapon, skill and manner of the declared act.
        With = "with",
        /// Track that an attack is aimed at.
        Track = "track",
        /// Payment for gear without training (R-P24), or use of an effect offered for a roll (R-XF1, R-YE5).
        PayAccess = "pay_access",
        /// Compel to offer against the acting actor, or none.
        Compel = "compel",
        /// Reply to a compel.
        AnswerCompel = "answer_compel",
        /// Reply of the compelling actor to the price that the compelled actor asked.
        Haggle = "haggle",
        /// Zone to go to in the free move.
        FreeMove = "free_move",
        /// Next zone of a move, while points of movement are left.
        Steps = "steps",
        /// Border to obstruct.
        Border = "border",
        /// Duration of a placed aspect or obstruction.
        Term = "term",
        /// Skill to defend with.
        Defend = "defend",
        /// Additions to a roll after the dice.
        Adjust = "adjust",
        /// Actor that receives a spent fate point.
        Payee = "payee",
        /// Consequences to take against a hit.
        Mitigate = "mitigate",
        /// Outcome of an actor taken out.
        Beaten = "beaten",
        /// Reply to an offered concession.
        AcceptConcession = "accept_concession",
        /// Starting zone or weapon mode of an actor, before the first round.
        SetUp = "set_up",
        /// Order of the turns of a round.
        Order = "order",
        /// Permission for an animal to take consequences, when it is hit for the first time.
        Animal = "animal",
        /// Reply to a fact that an actor has stated.
        Fact = "fact",
        /// In space combat: ship to place, then its band (D-S5).
        Place = "place",
        /// In space combat: the phase in which the first turn begins (D-S6).
        Begin = "begin",
        /// In space combat: forming up, or leaving a formation (D-S7, D-S8).
        Formation = "formation",
        /// In space combat: offering, accepting and ending tethers, and boarding (D-S16).
        Tether = "tether",
        /// In space combat: drives, coasting, or another use of the position phase (D-S8).
        Drive = "drive",
        /// In space combat: burn of the drives in the position phase (D-S8).
        Bid = "bid",
        /// In space combat: ship that the winner of the position phase moves, and its band (D-S9).
        Shift = "shift",
        /// In space combat: attackers, weapons and targets, declared openly (D-S10).
        Declare = "declare",
        /// In space combat: defence against the first torpedo of a phase (D-S11).
        TorpedoDefence = "torpedo_defence",
        /// In space combat: shots of a ship at a torpedo that is aimed at another ship of its tether.
        Overwatch = "overwatch",
        /// In space combat: defence against the first electronic attack of a phase (D-S12).
        EwDefence = "ew_defence",
        /// In space combat: a navigator's roll against the use of a free tag (D-S18).
        Deny = "deny",
        /// In space combat: person that repairs (D-S17).
        Repair = "repair",
        /// In space combat: offer to stop the fight (D-S19).
        Stop = "stop",
        /// In platoon combat: adoption of a unit that has no leader (D-L3).
        Adopt = "adopt",
        /// In platoon combat: next unit to act (D-L3).
        Unit = "unit",
        /// In platoon combat: launch of an interceptor (D-L12).
        Intercept = "intercept",
        /// In platoon combat: unit that a leader rallies in addition to its action (D-L13).
        RallyToo = "rally_too",
        /// In platoon combat: alternative or additional result of a maneuver (D-L14).
        Engineer = "engineer",
        /// Shares of an amount that is divided over borders (D-L11), or units whose jamming ends.
        Share = "share",
        /// In platoon combat: units that march with their leader.
        Muster = "muster",
        /// In social combat: the skill of the action.
        Skill = "skill",
        /// In the stakes conflict: the approach of a party.
        Approach = "approach",
        /// In the stakes conflict: the trait, object or relationship that a party brings in.
        BringIn = "bring_in",
        /// In the stakes conflict: the change to another approach.
        Escalate = "escalate",
        /// In the stakes conflict: the two dice with which a player raises.
        Raise = "raise",
        /// In the stakes conflict: the parties that a raise concerns.
        Affected = "affected",
        /// In the stakes conflict: the dice with which a player answers a raise.
        See = "see",
        /// In the stakes conflict: the die with which a player cancels fallout.
        Resist = "resist",
    }

    /// Returns the word used in logs and scripts.
    pub const fn word(self) -> &'static str;
}

impl Point {
    /// True if a question at this decision point is optional. It is put only to seats that asked for such questions; all other seats get
    /// the default answer.
    pub const fn is_optional(self) -> bool {
        matches!(
            self,
            Point::PayAccess
                | Point::Compel
                | Point::Haggle
                | Point::FreeMove
                | Point::Term
                | Point::Adjust
                | Point::Beaten
                | Point::AcceptConcession
                | Point::Animal
                | Point::Fact
                | Point::Begin
                | Point::Formation
                | Point::Tether
                | Point::Bid
                | Point::Declare
                | Point::Overwatch
                | Point::EwDefence
                | Point::Deny
                | Point::Stop
                | Point::Adopt
                | Point::Intercept
                | Point::RallyToo
                | Point::Engineer
                | Point::Muster
                | Point::BringIn
                | Point::Escalate
                | Point::Resist
        )
    }

    /// Returns the bit of this decision point in a set of points.
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }
}

/// Set of the optional decision points at which a seat is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Points(pub u64);

impl Points {
    /// All decision points.
    pub const ALL: Points = Points(u64::MAX);
    /// The empty set: every question at an optional decision point gets its default answer.
    pub const NONE: Points = Points(0);

    /// True if a seat with this set is asked at a decision point. Points that are not optional are always asked.
    pub const fn asks(self, point: Point) -> bool {
        !point.is_optional() || self.0 & point.bit() != 0
    }

    /// Returns the optional decision points of the set, for the log. Returns [`Points::ALL`] if the set contains all optional points.
    #[must_use]
    pub fn heard(self) -> Points {
        let optional = || Point::ALL.into_iter().filter(|point| point.is_optional());
        if optional().all(|point| self.0 & point.bit() != 0) {
            return Points::ALL;
        }
        Points(optional().filter(|point| self.0 & point.bit() != 0).fold(0, |bits, point| bits | point.bit()))
    }

    /// Returns the words of the optional decision points in the set.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        Point::ALL.into_iter().filter(move |point| point.is_optional() && self.0 & point.bit() != 0).map(Point::word)
    }

    /// Returns the set with a decision point added.
    #[must_use]
    pub const fn with(self, point: Point) -> Points {
        Points(self.0 | point.bit())
    }
}

/// A question to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Seat that answers the question.
    pub seat: Seat,
    /// Decision point of the question.
    pub point: Point,
    /// Actor that decides.
    pub me: Id,
    /// Subject of the question: the actor to be compelled, the attacker, the actor taken out.
    pub it: Id,
    /// Number of the question, counted from the start.
    pub number: u32,
    /// Answer that is given without asking: it is the only one, or the default of a seat that is not asked.
    pub forced: Option<Choice>,
}
