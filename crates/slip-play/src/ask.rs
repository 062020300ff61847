//! Questions: the seat that must decide, and the decision point.

use crate::choice::Choice;
use crate::ids::{Id, Seat};

/// A decision point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Point {
    /// A step of the engine; always forced.
    Engine,
    /// Action of the turn.
    Act,
    /// Target of the action.
    Whom,
    /// Weapon, skill and manner.
    With,
    /// Track to aim at.
    Track,
    /// Payment for gear without training (R-P24), or use of an effect offered for a roll (R-XF1, R-YE5).
    PayAccess,
    /// Compel of the actor, or none.
    Compel,
    /// Reply to a compel.
    AnswerCompel,
    /// Reply to a counter-offer.
    Haggle,
    /// The free move.
    FreeMove,
    /// Next zone while points of movement are left.
    Steps,
    /// Border to obstruct.
    Border,
    /// Duration of a placed aspect or obstruction.
    Term,
    /// Skill to defend with.
    Defend,
    /// Additions after the dice.
    Adjust,
    /// Receiver of a fate point.
    Payee,
    /// Consequences to take.
    Mitigate,
    /// Outcome of an actor taken out.
    Beaten,
    /// Reply to an offered concession.
    AcceptConcession,
    /// Starting zone or weapon mode of an actor, one slot a question.
    SetUp,
    /// Order of the turns of a round.
    Order,
    /// Consequences of an animal that is hit for the first time: allowed or not.
    Animal,
    /// Reply to a stated fact.
    Fact,
    /// Space: ship to place, then its band (D-S5).
    Place,
    /// Space: the phase in which the first turn begins (D-S6).
    Begin,
    /// Space: forming up, or leaving a formation (D-S7, D-S8).
    Formation,
    /// Space: offering, accepting and ending tethers, and boarding (D-S16).
    Tether,
    /// Space: drives, coasting, or another use of the position phase (D-S8).
    Drive,
    /// Space: amount to burn (D-S8).
    Bid,
    /// Space: ship that the winner of the position phase moves, and its band (D-S9).
    Shift,
    /// Space: attackers, weapons and targets, declared openly (D-S10).
    Declare,
    /// Space: defence against the first torpedo of a phase (D-S11).
    TorpedoDefence,
    /// Space: shots of a tethered ship at a torpedo aimed at another.
    Overwatch,
    /// Space: defence against the first electronic attack of a phase (D-S12).
    EwDefence,
    /// Space: roll against a free tag (D-S18).
    Deny,
    /// Space: person that repairs (D-S17).
    Repair,
    /// Space: offer to stop the fight (D-S19).
    Stop,
    /// Platoons: adoption of an orphan unit (D-L3).
    Adopt,
    /// Platoons: next unit to act (D-L3).
    Unit,
    /// Platoons: launch of an interceptor (D-L12).
    Intercept,
    /// Platoons: unit that a leader rallies beside its action (D-L13).
    RallyToo,
    /// Platoons: alternative or additional result of a maneuver (D-L14).
    Engineer,
    /// Shares of something divided (D-L11), and the units to be unjammed.
    Share,
    /// Platoons: units that march along.
    Muster,
    /// Social: skill to act with.
    Skill,
    /// Stakes: approach of a party.
    Approach,
    /// Stakes: thing that a party brings in.
    BringIn,
    /// Stakes: change to another approach.
    Escalate,
    /// Stakes: dice to raise with.
    Raise,
    /// Stakes: parties that a raise concerns.
    Affected,
    /// Stakes: dice to see with.
    See,
    /// Stakes: die against fallout.
    Resist,
}

impl Point {
    /// All points, in order.
    pub const ALL: [Point; Point::Resist as usize + 1] = [
        Point::Engine,
        Point::Act,
        Point::Whom,
        Point::With,
        Point::Track,
        Point::PayAccess,
        Point::Compel,
        Point::AnswerCompel,
        Point::Haggle,
        Point::FreeMove,
        Point::Steps,
        Point::Border,
        Point::Term,
        Point::Defend,
        Point::Adjust,
        Point::Payee,
        Point::Mitigate,
        Point::Beaten,
        Point::AcceptConcession,
        Point::SetUp,
        Point::Order,
        Point::Animal,
        Point::Fact,
        Point::Place,
        Point::Begin,
        Point::Formation,
        Point::Tether,
        Point::Drive,
        Point::Bid,
        Point::Shift,
        Point::Declare,
        Point::TorpedoDefence,
        Point::Overwatch,
        Point::EwDefence,
        Point::Deny,
        Point::Repair,
        Point::Stop,
        Point::Adopt,
        Point::Unit,
        Point::Intercept,
        Point::RallyToo,
        Point::Engineer,
        Point::Share,
        Point::Muster,
        Point::Skill,
        Point::Approach,
        Point::BringIn,
        Point::Escalate,
        Point::Raise,
        Point::Affected,
        Point::See,
        Point::Resist,
    ];

    /// Returns the word used in logs and scripts.
    pub const fn word(self) -> &'static str {
        match self {
            Point::Engine => "engine",
            Point::Act => "act",
            Point::Whom => "whom",
            Point::With => "with",
            Point::Track => "track",
            Point::PayAccess => "pay_access",
            Point::Compel => "compel",
            Point::AnswerCompel => "answer_compel",
            Point::Haggle => "haggle",
            Point::FreeMove => "free_move",
            Point::Steps => "steps",
            Point::Border => "border",
            Point::Term => "term",
            Point::Defend => "defend",
            Point::Adjust => "adjust",
            Point::Payee => "payee",
            Point::Mitigate => "mitigate",
            Point::Beaten => "beaten",
            Point::AcceptConcession => "accept_concession",
            Point::SetUp => "set_up",
            Point::Order => "order",
            Point::Animal => "animal",
            Point::Fact => "fact",
            Point::Place => "place",
            Point::Begin => "begin",
            Point::Formation => "formation",
            Point::Tether => "tether",
            Point::Drive => "drive",
            Point::Bid => "bid",
            Point::Shift => "shift",
            Point::Declare => "declare",
            Point::TorpedoDefence => "torpedo_defence",
            Point::Overwatch => "overwatch",
            Point::EwDefence => "ew_defence",
            Point::Deny => "deny",
            Point::Repair => "repair",
            Point::Stop => "stop",
            Point::Adopt => "adopt",
            Point::Unit => "unit",
            Point::Intercept => "intercept",
            Point::RallyToo => "rally_too",
            Point::Engineer => "engineer",
            Point::Share => "share",
            Point::Muster => "muster",
            Point::Skill => "skill",
            Point::Approach => "approach",
            Point::BringIn => "bring_in",
            Point::Escalate => "escalate",
            Point::Raise => "raise",
            Point::Affected => "affected",
            Point::See => "see",
            Point::Resist => "resist",
        }
    }

    /// True if a seat that has not asked for it gets the default without a question.
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

    /// Returns its bit in a set of points.
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }
}

/// The set of points a seat has asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Points(pub u64);

impl Points {
    /// Every point.
    pub const ALL: Points = Points(u64::MAX);
    /// No point: the default wherever there is one.
    pub const NONE: Points = Points(0);

    /// True if a seat with this set is asked at a point.
    pub const fn asks(self, point: Point) -> bool {
        !point.is_optional() || self.0 & point.bit() != 0
    }

    /// Returns the set without points that are always asked, for the log; [`Points::ALL`] if all optional points are in it.
    #[must_use]
    pub fn heard(self) -> Points {
        let optional = || Point::ALL.into_iter().filter(|point| point.is_optional());
        if optional().all(|point| self.0 & point.bit() != 0) {
            return Points::ALL;
        }
        Points(optional().filter(|point| self.0 & point.bit() != 0).fold(0, |bits, point| bits | point.bit()))
    }

    /// Returns the words of the optional points in the set.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        Point::ALL.into_iter().filter(move |point| point.is_optional() && self.0 & point.bit() != 0).map(Point::word)
    }

    /// Returns the set with this point added.
    #[must_use]
    pub const fn with(self, point: Point) -> Points {
        Points(self.0 | point.bit())
    }
}

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The seat that answers.
    pub seat: Seat,
    /// The decision point.
    pub point: Point,
    /// The actor that decides.
    pub me: Id,
    /// Subject of the question: the actor to be compelled, the attacker, the actor taken out.
    pub it: Id,
    /// Number of the question, counted from the start.
    pub number: u32,
    /// The answer, if there is only one or the seat takes its default.
    pub forced: Option<Choice>,
}
