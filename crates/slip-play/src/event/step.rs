//! Where a conflict stands: the parts of its sequence (personal.md 5).

use crate::ids::Id;

/// Where a conflict stands between two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Which part of the sequence.
    pub phase: Phase,
    /// Whom it is about: the turn's actor, the compeller, the defender.
    pub who: Id,
    /// A number of the phase's own: a place in the order, a party.
    pub n: u8,
    /// A second one: passes in a row, or a stage.
    pub m: u8,
}

impl Step {
    /// A step about somebody.
    pub const fn of(phase: Phase, who: Id) -> Step {
        Step { phase, who, n: 0, m: 0 }
    }

    /// With a number.
    #[must_use]
    pub const fn n(self, n: u8) -> Step {
        Step { n, ..self }
    }

    /// With a second number.
    #[must_use]
    pub const fn m(self, m: u8) -> Step {
        Step { m, ..self }
    }
}

/// Parts of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Before the first round: somebody chooses where and how to begin.
    SetUp,
    /// A round is about to begin.
    Round,
    /// A turn is about to begin.
    Turn,
    /// The action is being declared.
    Declare,
    /// Others may compel the actor.
    Compel,
    /// Somebody answers a compel.
    Answer,
    /// Whoever offered answers a counter-offer.
    Haggle,
    /// The actor makes a forced move.
    Forced,
    /// The free point of movement.
    FreeMove,
    /// The action itself.
    Action,
    /// Somebody defends.
    Defence,
    /// The dice lie; both sides may add.
    Adjust,
    /// A roll is settled.
    Result,
    /// Points of movement are spent.
    Steps,
    /// A border is chosen for an obstruction.
    Border,
    /// Somebody is hit.
    Hit,
    /// Somebody is taken out; the scorer says what becomes of them.
    Beaten,
    /// What an attack leaves behind.
    After,
    /// Those who saw somebody fall check their nerve.
    Morale,
    /// Lines of effects fire.
    Fire,
    /// Terms are on the table.
    Concession,
    /// A fact is before the referee.
    Fact,
    /// The turn is about to end.
    End,
    /// The round is about to end.
    RoundEnd,
    /// Space: a phase of the turn is about to begin.
    Stage,
    /// Space: a navigator places a ship.
    Place,
    /// Space: the first in detection says where the first turn begins.
    Begin,
    /// Space: ships may form up, or leave a formation.
    Formation,
    /// Space: tethers are offered, accepted and let go; boarders cross.
    Tether,
    /// Space: what a ship does with the position phase.
    Drive,
    /// Space: burns are said in the open.
    Bid,
    /// Space: the next roll of a phase falls.
    Throw,
    /// Space: the winner of the position phase moves somebody.
    Shift,
    /// Space: whoever wants to declares.
    Poll,
    /// Space: others of the tether may shoot at a torpedo.
    Overwatch,
    /// Space: a boarding is fought out.
    Board,
    /// Space: damage control.
    Repair,
    /// Everybody may offer to stop.
    Stop,
    /// Space: a phase of the turn is about to end.
    StageEnd,
    /// Platoons: a player picks the next platoon.
    Order,
    /// Platoons: orphans may be taken in.
    Adopt,
    /// Platoons: the next unit is picked.
    Unit,
    /// Platoons: a leader may rally besides his action.
    RallyToo,
    /// Platoons: who marches along is said.
    Muster,
    /// Something is shared out.
    Share,
    /// Platoons: a maneuver may do something else, or be made once more.
    Engineer,
    /// Platoons: interceptors may go up.
    Intercept,
    /// Platoons: whoever has entered a zone may be compelled to stop there.
    Halt,
    /// Platoons: a platoon has acted.
    Activated,
    /// Stakes: a party says how it goes about it.
    Approach,
    /// Stakes: a party brings things in.
    BringIn,
    /// Stakes: all roll.
    Pools,
    /// Stakes: a party may take another approach.
    Escalate,
    /// Stakes: a party raises.
    Raise,
    /// Stakes: whom a raise concerns is said.
    Affects,
    /// Stakes: the next who has to see does.
    Sees,
    /// Stakes: a party sees.
    See,
    /// Stakes: a die may go against fallout.
    Resist,
    /// Stakes: a track is chosen for fallout.
    Fallout,
    /// Stakes: who raises next.
    Next,
    /// Social: the skill of an action is named.
    Skill,
    /// Social: before play each side marks the map once.
    Contour,
    /// Social: a box of time is checked.
    Timer,
    /// It is over.
    Over,
}

impl Phase {
    /// All, in order.
    pub const ALL: [Phase; Phase::Over as usize + 1] = [
        Phase::SetUp,
        Phase::Round,
        Phase::Turn,
        Phase::Declare,
        Phase::Compel,
        Phase::Answer,
        Phase::Haggle,
        Phase::Forced,
        Phase::FreeMove,
        Phase::Action,
        Phase::Defence,
        Phase::Adjust,
        Phase::Result,
        Phase::Steps,
        Phase::Border,
        Phase::Hit,
        Phase::Beaten,
        Phase::After,
        Phase::Morale,
        Phase::Fire,
        Phase::Concession,
        Phase::Fact,
        Phase::End,
        Phase::RoundEnd,
        Phase::Stage,
        Phase::Place,
        Phase::Begin,
        Phase::Formation,
        Phase::Tether,
        Phase::Drive,
        Phase::Bid,
        Phase::Throw,
        Phase::Shift,
        Phase::Poll,
        Phase::Overwatch,
        Phase::Board,
        Phase::Repair,
        Phase::Stop,
        Phase::StageEnd,
        Phase::Order,
        Phase::Adopt,
        Phase::Unit,
        Phase::RallyToo,
        Phase::Muster,
        Phase::Share,
        Phase::Engineer,
        Phase::Intercept,
        Phase::Halt,
        Phase::Activated,
        Phase::Approach,
        Phase::BringIn,
        Phase::Pools,
        Phase::Escalate,
        Phase::Raise,
        Phase::Affects,
        Phase::Sees,
        Phase::See,
        Phase::Resist,
        Phase::Fallout,
        Phase::Next,
        Phase::Skill,
        Phase::Contour,
        Phase::Timer,
        Phase::Over,
    ];

    /// The word of the log.
    pub const fn word(self) -> &'static str {
        match self {
            Phase::SetUp => "set_up",
            Phase::Round => "round",
            Phase::Turn => "turn",
            Phase::Declare => "declare",
            Phase::Compel => "compel",
            Phase::Answer => "answer",
            Phase::Haggle => "haggle",
            Phase::Forced => "forced",
            Phase::FreeMove => "free_move",
            Phase::Action => "action",
            Phase::Defence => "defence",
            Phase::Adjust => "adjust",
            Phase::Result => "result",
            Phase::Steps => "steps",
            Phase::Border => "border",
            Phase::Hit => "hit",
            Phase::Beaten => "beaten",
            Phase::After => "after",
            Phase::Morale => "morale",
            Phase::Fire => "effect",
            Phase::Concession => "concession",
            Phase::Fact => "fact",
            Phase::End => "end",
            Phase::RoundEnd => "round_end",
            Phase::Stage => "stage",
            Phase::Place => "place",
            Phase::Begin => "begin",
            Phase::Formation => "formation",
            Phase::Tether => "tether",
            Phase::Drive => "drive",
            Phase::Bid => "bid",
            Phase::Throw => "throw",
            Phase::Shift => "shift",
            Phase::Poll => "poll",
            Phase::Overwatch => "overwatch",
            Phase::Board => "board",
            Phase::Repair => "repair",
            Phase::Stop => "stop",
            Phase::StageEnd => "stage_end",
            Phase::Order => "order",
            Phase::Adopt => "adopt",
            Phase::Unit => "unit",
            Phase::RallyToo => "rally_too",
            Phase::Muster => "muster",
            Phase::Share => "share",
            Phase::Engineer => "engineer",
            Phase::Intercept => "intercept",
            Phase::Halt => "halt",
            Phase::Activated => "activated",
            Phase::Approach => "approach",
            Phase::BringIn => "bring_in",
            Phase::Pools => "pools",
            Phase::Escalate => "escalate",
            Phase::Raise => "raise",
            Phase::Affects => "affects",
            Phase::Sees => "sees",
            Phase::See => "see",
            Phase::Resist => "resist",
            Phase::Fallout => "fallout",
            Phase::Next => "next",
            Phase::Skill => "skill",
            Phase::Contour => "contour",
            Phase::Timer => "timer",
            Phase::Over => "over",
        }
    }
}
