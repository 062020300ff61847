//! Questions: who must decide what (doctrines.md 1, 2, 6).

use crate::choice::Choice;
use crate::ids::{Id, Seat};

/// A decision point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Point {
    /// A step of the engine's own; always forced.
    Engine,
    /// What to do with the turn.
    Act,
    /// To whom or what.
    Whom,
    /// With which weapon, skill and manner.
    With,
    /// At which track.
    Track,
    /// Whether to pay for gear one is not trained for (R-P24), or to use what a stunt offers for a roll (R-XF1, R-YE5).
    PayAccess,
    /// True if to compel the actor.
    Compel,
    /// True if to give in.
    AnswerCompel,
    /// What to say to a counter-offer.
    Haggle,
    /// The free point of movement.
    FreeMove,
    /// Where to go with points of movement left.
    Steps,
    /// Which border to obstruct.
    Border,
    /// How long what was placed stays.
    Term,
    /// Which skill to defend with.
    Defend,
    /// What to add after the dice.
    Adjust,
    /// To whom a fate point goes.
    Payee,
    /// Which consequences to take.
    Mitigate,
    /// What becomes of somebody taken out.
    Beaten,
    /// True if to accept a concession.
    AcceptConcession,
    /// Where and how somebody begins, one slot a question.
    SetUp,
    /// In which order the turns of a round go.
    Order,
    /// True if a beast that is hit for the first time may take consequences.
    Animal,
    /// What to say to a fact that somebody states.
    Fact,
    /// Space: which ship to place, then on which band (D-S5).
    Place,
    /// Space: the phase in which the first turn begins (D-S6).
    Begin,
    /// Space: whether to form up, or to leave a formation (D-S7, D-S8).
    Formation,
    /// Space: tethers offered, accepted and let go, and boarding (D-S16).
    Tether,
    /// Space: whether to use drives, coast, or do something else with the position phase (D-S8).
    Drive,
    /// Space: how much to burn (D-S8).
    Bid,
    /// Space: whom the winner of the position phase moves, and where to (D-S9).
    Shift,
    /// Space: who attacks whom with what, in the open (D-S10).
    Declare,
    /// Space: the defence against the first torpedo of a phase (D-S11).
    TorpedoDefence,
    /// Space: whether a ship of the tether shoots at a torpedo meant for another (5.5).
    Overwatch,
    /// Space: the defence against the first electronic attack of a phase (D-S12).
    EwDefence,
    /// Space: whether to roll against a free tag (D-S18).
    Deny,
    /// Space: who repairs (D-S17).
    Repair,
    /// True if to offer to stop (D-S19).
    Stop,
    /// Platoons: whether to take in an orphan (D-L3).
    Adopt,
    /// Platoons: which unit acts next (D-L3).
    Unit,
    /// Platoons: whether an interceptor goes up (D-L12).
    Intercept,
    /// Platoons: whom a leader rallies besides his action (D-L13).
    RallyToo,
    /// Platoons: what a maneuver does instead or besides (D-L14).
    Engineer,
    /// How something is shared out (D-L11, and who is unjammed).
    Share,
    /// Platoons: who marches along.
    Muster,
    /// Social: with which skill to act (SC9).
    Skill,
    /// Stakes: how a party goes about it (D2).
    Approach,
    /// Stakes: what it brings in (D3).
    BringIn,
    /// Stakes: whether it takes another approach (D4).
    Escalate,
    /// Stakes: with which dice to raise (D5).
    Raise,
    /// Stakes: whom a raise concerns (D5).
    Affected,
    /// Stakes: with which dice to see (D6).
    See,
    /// Stakes: whether a die goes against fallout (D7).
    Resist,
}

impl Point {
    /// All, in order.
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

    /// The word of logs and scripts.
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

    /// True if a seat that has not asked for it gets the default unasked.
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

    /// Its bit in a set of points.
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
    /// None: standing defaults wherever there are any.
    pub const NONE: Points = Points(0);

    /// True if a seat with this set is asked at a point.
    pub const fn asks(self, point: Point) -> bool {
        !point.is_optional() || self.0 & point.bit() != 0
    }

    /// The same set without points that are asked anyway: what logs know of it. [`Points::ALL`] for all that remain.
    #[must_use]
    pub fn heard(self) -> Points {
        let optional = || Point::ALL.into_iter().filter(|point| point.is_optional());
        if optional().all(|point| self.0 & point.bit() != 0) {
            return Points::ALL;
        }
        Points(optional().filter(|point| self.0 & point.bit() != 0).fold(0, |bits, point| bits | point.bit()))
    }

    /// The words of the optional points in it.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        Point::ALL.into_iter().filter(move |point| point.is_optional() && self.0 & point.bit() != 0).map(Point::word)
    }

    /// With this point.
    #[must_use]
    pub const fn with(self, point: Point) -> Points {
        Points(self.0 | point.bit())
    }
}

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Who answers.
    pub seat: Seat,
    /// What it is about.
    pub point: Point,
    /// Who decides, in the fight.
    pub me: Id,
    /// Whom it concerns: the actor to be compelled, the attacker, the beaten.
    pub it: Id,
    /// Questions so far.
    pub number: u32,
    /// The answer, if there is only one or the seat takes its default.
    pub forced: Option<Choice>,
}
