//! Steps: the parts of a conflict's sequence.

use crate::ids::Id;

/// Position of a conflict in its sequence, between two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Part of the sequence.
    pub phase: Phase,
    /// Subject of the step: the turn's actor, the compeller, the defender.
    pub who: Id,
    /// A number of the phase: an index in the order, a party.
    pub n: u8,
    /// A second one: passes in a row, or a stage.
    pub m: u8,
}

impl Step {
    /// Returns a step with a subject.
    pub const fn of(phase: Phase, who: Id) -> Step {
        Step { phase, who, n: 0, m: 0 }
    }

    /// Sets the number.
    #[must_use]
    pub const fn n(self, n: u8) -> Step {
        Step { n, ..self }
    }

    /// Sets the second number.
    #[must_use]
    pub const fn m(self, m: u8) -> Step {
        Step { m, ..self }
    }
}

/// Phases of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Before the first round: an actor chooses its starting zone or weapon mode.
    SetUp,
    /// A round is about to begin.
    Round,
    /// A turn is about to begin.
    Turn,
    /// The action is being declared.
    Declare,
    /// Others may compel the actor.
    Compel,
    /// The compelled actor replies.
    Answer,
    /// The offering actor replies to a counter-offer.
    Haggle,
    /// The actor makes a forced move.
    Forced,
    /// The free move.
    FreeMove,
    /// The action itself.
    Action,
    /// A defender chooses a skill.
    Defence,
    /// The window after the roll: both sides may add.
    Adjust,
    /// A roll is settled.
    Result,
    /// Points of movement are spent.
    Steps,
    /// A border is chosen for an obstruction.
    Border,
    /// An actor is hit.
    Hit,
    /// An actor is taken out; the attacker chooses its outcome.
    Beaten,
    /// Aspects and counts after an attack.
    After,
    /// Actors that saw a friend fall check their nerve.
    Morale,
    /// Triggered effects are executed.
    Fire,
    /// Terms are on the table.
    Concession,
    /// The referee replies to a fact.
    Fact,
    /// The turn is about to end.
    End,
    /// The round is about to end.
    RoundEnd,
    /// Space: a phase of the turn is about to begin.
    Stage,
    /// Space: a navigator places a ship.
    Place,
    /// Space: the winner of detection chooses where the first turn begins.
    Begin,
    /// Space: ships may form up, or leave a formation.
    Formation,
    /// Space: tethers are offered, accepted and ended; boarders cross.
    Tether,
    /// Space: a ship chooses its use of the position phase.
    Drive,
    /// Space: burns are declared openly.
    Bid,
    /// Space: the next roll of a phase is made.
    Throw,
    /// Space: the winner of the position phase moves a ship.
    Shift,
    /// Space: any side may declare.
    Poll,
    /// Space: others of the tether may shoot at a torpedo.
    Overwatch,
    /// Space: a boarding is fought out.
    Board,
    /// Space: damage control.
    Repair,
    /// Any side may offer to stop.
    Stop,
    /// Space: a phase of the turn is about to end.
    StageEnd,
    /// Platoons: a player picks the next platoon.
    Order,
    /// Platoons: orphans may be taken in.
    Adopt,
    /// Platoons: the next unit is picked.
    Unit,
    /// Platoons: a leader may rally a unit beside its action.
    RallyToo,
    /// Platoons: the units that march along are chosen.
    Muster,
    /// Shares of something are chosen.
    Share,
    /// Platoons: a maneuver may have another result, or be repeated.
    Engineer,
    /// Platoons: interceptors may be launched.
    Intercept,
    /// Platoons: a unit that has entered a zone may be compelled to stop there.
    Halt,
    /// Platoons: a platoon has acted.
    Activated,
    /// Stakes: a party chooses its approach.
    Approach,
    /// Stakes: a party brings things in.
    BringIn,
    /// Stakes: all roll.
    Pools,
    /// Stakes: a party may take another approach.
    Escalate,
    /// Stakes: a party raises.
    Raise,
    /// Stakes: the parties that a raise concerns are chosen.
    Affects,
    /// Stakes: the next party sees the raise.
    Sees,
    /// Stakes: a party sees.
    See,
    /// Stakes: a die may be used against fallout.
    Resist,
    /// Stakes: a track is chosen for fallout.
    Fallout,
    /// Stakes: the next raiser is chosen.
    Next,
    /// Social: the skill of an action is chosen.
    Skill,
    /// Social: before play each side marks the map once.
    Contour,
    /// Social: a box of time is checked.
    Timer,
    /// The conflict is over.
    Over,
}

impl Phase {
    /// All phases, in order.
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

    /// Returns the word of the log.
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
