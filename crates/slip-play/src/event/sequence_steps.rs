//! Steps: positions in the sequence of a conflict.

use crate::ids::Id;
use slip_keyword::keyword_enum;

/// Position of a conflict in its sequence, between two questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Phase that the step belongs to.
    pub phase: Phase,
    /// Subject of the step: the actor whose turn it is, the compeller or the defender.
    pub who: Id,
    /// First number of the step. Its meaning depends on the phase: an index in the order of turns, a party, and so on.
    pub n: u8,
    /// Second number of the step, such as the number of passes in a row, or a stage.
    pub m: u8,
}

impl Step {
    /// Returns a step with a phase and a subject, and with both numbers 0.
    pub const fn of(phase: Phase, who: Id) -> Step {
        Step { phase, who, n: 0, m: 0 }
    }

    /// Sets the first number of the step.
    #[must_use]
    pub const fn n(self, n: u8) -> Step {
        Step { n, ..self }
    }

    /// Sets the second number of the step.
    #[must_use]
    pub const fn m(self, m: u8) -> Step {
        Step { m, ..self }
    }
}

keyword_enum! {
    /// Phases of a sequence.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Phase {
        /// Before the first round: an actor chooses its starting zone or weapon mode.
        SetUp = "set_up",
        /// A round is about to begin.
        Round = "round",
        /// A turn is about to begin.
        Turn = "turn",
        /// The action is being declared.
        Declare = "declare",
        /// Others may compel the actor.
        Compel = "compel",
        /// The compelled actor replies.
        Answer = "answer",
        /// The actor that offered a compel replies to the price that was asked.
        Haggle = "haggle",
        /// The actor makes a forced move.
        Forced = "forced",
        /// The actor makes its free move.
        FreeMove = "free_move",
        /// The declared action is executed.
        Action = "action",
        /// A defender chooses a skill.
        Defence = "defence",
        /// After a roll, the parties may add to it.
        Adjust = "adjust",
        /// A roll is settled.
        Result = "result",
        /// Points of movement are spent.
        Steps = "steps",
        /// A border is chosen for an obstruction.
        Border = "border",
        /// An actor is hit and may take consequences.
        Hit = "hit",
        /// An actor is taken out; the attacker chooses its outcome.
        Beaten = "beaten",
        /// Step after an attack, in which aspects are placed and uses are counted.
        After = "after",
        /// Actors that saw a friend fall check their nerve.
        Morale = "morale",
        /// Triggered effects are executed.
        Fire = "effect",
        /// Terms of a concession have been offered and wait for replies.
        Concession = "concession",
        /// The referee replies to a stated fact.
        Fact = "fact",
        /// The turn is about to end.
        End = "end",
        /// The round is about to end.
        RoundEnd = "round_end",
        /// Space: a phase of the turn is about to begin.
        Stage = "stage",
        /// Space: a navigator places a ship.
        Place = "place",
        /// Space: the winner of detection chooses where the first turn begins.
        Begin = "begin",
        /// Space: ships may form up, or leave a formation.
        Formation = "formation",
        /// Space: tethers are offered, accepted and ended; boarders cross.
        Tether = "tether",
        /// Space: a ship chooses its use of the position phase.
        Drive = "drive",
        /// Space: burns are declared openly.
        Bid = "bid",
        /// Space: the next roll of a phase is made.
        Throw = "throw",
        /// Space: the winner of the position phase moves a ship.
        Shift = "shift",
        /// Space: any side may declare an attack.
        Poll = "poll",
        /// Space: other ships of the tether may shoot at a torpedo.
        Overwatch = "overwatch",
        /// Space: a boarding is fought out.
        Board = "board",
        /// Space: damage is repaired.
        Repair = "repair",
        /// Any side may offer to stop the fight.
        Stop = "stop",
        /// Space: a phase of the turn is about to end.
        StageEnd = "stage_end",
        /// Platoons: a player picks the next platoon.
        Order = "order",
        /// Platoons: units without a leader may be adopted.
        Adopt = "adopt",
        /// Platoons: the next unit is picked.
        Unit = "unit",
        /// Platoons: a leader may rally a unit in addition to its action.
        RallyToo = "rally_too",
        /// Platoons: the units that march along are chosen.
        Muster = "muster",
        /// Shares of a divided amount are chosen.
        Share = "share",
        /// Platoons: a maneuver may have another result, or be repeated.
        Engineer = "engineer",
        /// Platoons: interceptors may be launched.
        Intercept = "intercept",
        /// Platoons: a unit that has entered a zone may be compelled to stop there.
        Halt = "halt",
        /// Platoons: a platoon has acted.
        Activated = "activated",
        /// Stakes: a party chooses its approach.
        Approach = "approach",
        /// Stakes: a party brings things in.
        BringIn = "bring_in",
        /// Stakes: all parties roll their dice.
        OpeningRolls = "pools",
        /// Stakes: a party may take another approach.
        Escalate = "escalate",
        /// Stakes: a party raises.
        Raise = "raise",
        /// Stakes: the parties that a raise concerns are chosen.
        Affects = "affects",
        /// Stakes: the next party that must answer the raise is found.
        Sees = "sees",
        /// Stakes: a party answers a raise.
        See = "see",
        /// Stakes: a die may be used against fallout.
        Resist = "resist",
        /// Stakes: a track is chosen for fallout.
        Fallout = "fallout",
        /// Stakes: the next raiser is chosen.
        Next = "next",
        /// Social: the skill of an action is chosen.
        Skill = "skill",
        /// Social: before play each side marks the map once.
        Contour = "contour",
        /// Social: a box of time is checked.
        Timer = "timer",
        /// The conflict is over.
        Over = "over",
    }

    /// Returns the word for the phase in the log.
    pub const fn word(self) -> &'static str;
}
