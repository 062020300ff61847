//! Questions: who must decide what (doctrines.md 1, 2, 6). Floor 4.

use crate::play::choice::Choice;
use crate::play::ids::{Id, Seat};

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
    /// Whether to pay for gear one is not trained for (R-P24).
    PayAccess,
    /// Whether to compel the actor.
    Compel,
    /// Whether to give in.
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
    /// Whether to accept a concession.
    AcceptConcession,
    /// Where and how somebody begins, one slot a question.
    SetUp,
    /// In which order the turns of a round go.
    Order,
    /// Whether a beast that is hit for the first time may take consequences.
    Animal,
    /// What to say to a fact that somebody states.
    Fact,
}

impl Point {
    /// All, in order.
    pub const ALL: [Point; 23] = [
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
        }
    }

    /// Whether a seat that has not asked for it gets the default unasked.
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
        )
    }

    /// Its bit in a set of points.
    pub const fn bit(self) -> u32 {
        1 << self as u8
    }
}

/// The set of points a seat has asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Points(pub u32);

impl Points {
    /// Every point.
    pub const ALL: Points = Points(u32::MAX);
    /// None: standing defaults wherever there are any.
    pub const NONE: Points = Points(0);

    /// Whether a seat with this set is asked at a point.
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
