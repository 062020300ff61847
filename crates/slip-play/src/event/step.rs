//! Steps: the parts of a conflict's sequence.

use crate::ids::Id;
use slip_keyword::keyword_enum;

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
        /// The offering actor replies to a counter-offer.
        Haggle = "haggle",
        /// The actor makes a forced move.
        Forced = "forced",
        /// The free move.
        FreeMove = "free_move",
        /// The action itself.
        Action = "action",
        /// A defender chooses a skill.
        Defence = "defence",
        /// The window after the roll: both sides may add.
        Adjust = "adjust",
        /// A roll is settled.
        Result = "result",
        /// Points of movement are spent.
        Steps = "steps",
        /// A border is chosen for an obstruction.
        Border = "border",
        /// An actor is hit.
        Hit = "hit",
        /// An actor is taken out; the attacker chooses its outcome.
        Beaten = "beaten",
        /// Aspects and counts after an attack.
        After = "after",
        /// Actors that saw a friend fall check their nerve.
        Morale = "morale",
        /// Triggered effects are executed.
        Fire = "effect",
        /// Terms are on the table.
        Concession = "concession",
        /// The referee replies to a fact.
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
        /// Space: any side may declare.
        Poll = "poll",
        /// Space: others of the tether may shoot at a torpedo.
        Overwatch = "overwatch",
        /// Space: a boarding is fought out.
        Board = "board",
        /// Space: damage control.
        Repair = "repair",
        /// Any side may offer to stop.
        Stop = "stop",
        /// Space: a phase of the turn is about to end.
        StageEnd = "stage_end",
        /// Platoons: a player picks the next platoon.
        Order = "order",
        /// Platoons: orphans may be taken in.
        Adopt = "adopt",
        /// Platoons: the next unit is picked.
        Unit = "unit",
        /// Platoons: a leader may rally a unit beside its action.
        RallyToo = "rally_too",
        /// Platoons: the units that march along are chosen.
        Muster = "muster",
        /// Shares of something are chosen.
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
        /// Stakes: all roll.
        Pools = "pools",
        /// Stakes: a party may take another approach.
        Escalate = "escalate",
        /// Stakes: a party raises.
        Raise = "raise",
        /// Stakes: the parties that a raise concerns are chosen.
        Affects = "affects",
        /// Stakes: the next party sees the raise.
        Sees = "sees",
        /// Stakes: a party sees.
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

    /// Returns the word of the log.
    pub const fn word(self) -> &'static str;
}
