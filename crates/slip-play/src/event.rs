//! Events, in the classes of the log. Events alone are enough to replay a conflict.
//!
//! Events contain numeric ids; [`crate::log`] writes names instead.

mod compel_demand;
mod counter;
mod purchase_kind;
mod roll_addends;
mod rolled_dice;
mod sequence_steps;
mod social;
mod space_phase;
mod stakes;
mod triggered_effect;

use crate::choice::{Choice, Verb};
use crate::conflict::EndReason;
use crate::ids::{ActorId, AspectId, BorderId, Id, Seat, SkillId, ZoneId};
use crate::question::{Point, Points};
use crate::stored_seat::StoredSeat;
use crate::tracks::TrackSet;
pub use compel_demand::{CompelDemand, CompelReply};
pub use counter::Counter;
use ecow::EcoString;
pub use purchase_kind::Buy;
pub use roll_addends::{RollAddend, RollAddends};
pub use rolled_dice::RolledFace;
pub use sequence_steps::{Phase, Step};
use slip_dice::Faces;
use slip_dice::fate::{Grade, Holder, Slots};
use smallvec::SmallVec;
pub use social::{SocialEvent, SocialOp};
pub use space_phase::{Grouping, SpacePhase};
pub use stakes::{StakesEvent, StakesOp};
pub use triggered_effect::{Leave, TriggeredEffect};

/// Buffer to which the steps of a decision add their events.
pub type Events = Vec<Event>;

/// Number of a stress track of a conflict, see [`crate::tracks`]. In personal combat 0 is Health, 1 is Composure, and the tracks that
/// designs add have higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TrackId(pub u8);

/// Order of actors in a round; stored without heap memory for most fights.
pub type TurnOrder = SmallVec<[ActorId; 16]>;

/// Change of a border by an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BorderChange {
    /// Points are paid towards opening or closing a border. The number is the total paid so far.
    Progress(i16),
    /// The border is open.
    Opened,
    /// The border is closed.
    Closed,
    /// The border became harder to cross by this much. A border without a cost has this cost now.
    Harder(i16),
    /// The border became easier to cross by this much, because an obstruction ended.
    Easier(i16),
    /// The crossing actor has paid this much of the cost so far.
    Crossing(i16),
}

/// An event of a conflict.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A seat has answered a question. The event is recorded for readers, for scripts and for the hand-over of seats. In the state it
    /// changes only the count of questions. Log class: `answer`.
    Answer {
        /// Number of the question.
        ask: u32,
        /// Seat that answered the question.
        seat: Seat,
        /// Decision point of the question.
        point: Point,
        /// Actor that decided.
        me: Id,
        /// Subject of the question.
        it: Id,
        /// The answer given.
        pick: Choice,
        /// The player's words.
        say: Option<EcoString>,
        /// Reason that the seat gives for its answer: a rule of a doctrine, such as `flee:7`.
        why: Option<EcoString>,
    },
    /// The conflict has reached this step. Log class: `phase`.
    Phase(Step),
    /// A round begins. Log class: `phase` with an order.
    Round {
        /// Number of the round, from 1.
        round: u32,
        /// Order in which the actors take their turns.
        order: TurnOrder,
    },
    /// Parts of an action that are declared so far. Log class: `declare`.
    Declare {
        /// Actor that declares the action.
        me: ActorId,
        /// The action; `None` takes the declaration back.
        act: Option<Verb>,
        /// Target of the action.
        it: Id,
        /// Weapon, skill and manner of the action. The verb is [`Verb::Use`]; it is [`Verb::Value`] if beams fire with a lower value than
        /// their rating.
        using: Option<Choice>,
        /// Track that the action is aimed at.
        track: Option<TrackId>,
        /// Aspect that the action is to remove.
        aspect: Option<AspectId>,
        /// Number of a thing: of the weapon to pick up, or of the task to work at.
        thing: Option<u16>,
        /// Duration of the aspect or obstruction to be placed.
        term: Option<slip_dice::fate::AspectDuration>,
        /// True if the actor will pay the fate point for using gear without training.
        access: Option<bool>,
        /// The player's words about the action.
        say: Option<EcoString>,
    },
    /// An actor offers a compel. If `aspect` is `None`, the actor was asked and offers no compel. Log class: `offer`.
    Offer {
        /// Actor that offers the compel.
        by: ActorId,
        /// The actor that is compelled.
        on: ActorId,
        /// Aspect that is compelled.
        aspect: Option<AspectId>,
        /// Demand of the compel.
        demand: CompelDemand,
        /// Fate points offered.
        points: u16,
        /// True if the compel uses a free tag instead of a fate point.
        free: bool,
        /// Other actor of the bargain, if an actor offers a compel of one of its own aspects.
        with: Option<ActorId>,
        /// The story of the compel, in the player's words.
        say: Option<EcoString>,
    },
    /// An actor replies to a compel. Log class: `reply`.
    Reply {
        /// Actor that replies to the compel.
        who: ActorId,
        /// Reply to the compel.
        answer: CompelReply,
        /// Fate points that change hands, or that are asked for.
        points: u16,
    },
    /// Dice are rolled, or a recorded defence is used again. Log class: `roll`.
    Roll {
        /// Number of the roll.
        roll: u32,
        /// Actor that rolls.
        me: ActorId,
        /// Skill of the roll; `None` for mooks.
        skill: Option<SkillId>,
        /// Dice of the roll.
        faces: Faces,
        /// Addends of the roll.
        parts: RollAddends,
        /// Total of dice and addends.
        total: i32,
        /// Difficulty, for a roll against a fixed number.
        against: Option<i32>,
        /// True if an earlier defence roll, which was recorded, is used again.
        standing: bool,
    },
    /// A party pays for an addition after the dice, or passes. Log class: `adjust`.
    Adjust {
        /// Number of the roll that changes.
        roll: u32,
        /// Actor that pays.
        by: ActorId,
        /// Kind of the addition.
        buy: Buy,
        /// Aspect that is used.
        aspect: Option<AspectId>,
        /// Defender against which alone the addition counts; `None` if it counts against all defenders (R-P30).
        only: Option<ActorId>,
        /// Amount added to the roll.
        amount: i32,
        /// The new dice, of a re-roll.
        faces: Option<Faces>,
        /// Fate points paid.
        cost: u16,
        /// The new total of the roll.
        total: i32,
        /// The player's words about the addition.
        say: Option<EcoString>,
    },
    /// A roll is settled. Log class: `result`.
    Result {
        /// Number of the attacker's or actor's roll.
        roll: u32,
        /// Defender, if the roll is opposed.
        against: Option<ActorId>,
        /// The attacker's total.
        attack: i32,
        /// The defender's total, or the difficulty.
        defence: i32,
        /// Difference of the two totals.
        shifts: i32,
        /// True if the roll succeeds.
        ok: bool,
    },
    /// Fate points change hands. Log class: `fate`.
    Fate {
        /// Actor whose points change.
        who: ActorId,
        /// Change of the actor's points.
        change: i32,
        /// Points that the actor has afterwards.
        left: u16,
        /// Actor on the other side of the payment; `None` if it is the bank.
        from: Option<ActorId>,
    },
    /// Points are due to one of several actors. The payer chooses the actor (zero-sum fate). Log class: `fate` with `due`.
    Due {
        /// Actor that pays.
        who: ActorId,
        /// Number of points.
        points: u16,
        /// Actors from whom the payer chooses the receiver.
        to: Vec<ActorId>,
    },
    /// Spin is earned, spent or lapses. Log class: `spin`.
    Spin {
        /// Actor that earned, spent or lost the spin.
        who: ActorId,
        /// Change of the spin.
        change: i32,
        /// True if the spin lapsed.
        lapsed: bool,
    },
    /// An aspect is added. Log class: `aspect` with `add`.
    AspectAdd {
        /// Number of the aspect.
        id: AspectId,
        /// The aspect.
        aspect: slip_dice::fate::Aspect,
    },
    /// The free tag of an aspect is used up, or (with `free_for`) the aspect gets a new one. Log class: `aspect` with `tagged`.
    AspectFree {
        /// Number of the aspect.
        id: AspectId,
        /// The new free tag; `None` if the old one was used up.
        free: Option<slip_dice::fate::FreeTag>,
        /// Actor that used the free tag.
        by: Option<ActorId>,
    },
    /// An aspect is removed. Log class: `aspect` with `drop`.
    AspectDrop {
        /// Number of the aspect.
        id: AspectId,
    },
    /// Shifts hit one or more tracks. Log class: `hit`.
    Hit {
        /// Actor that is hit.
        who: ActorId,
        /// Main track of the hit.
        track: TrackId,
        /// Further tracks that are hit as well (R-P15).
        besides: TrackSet,
        /// Shifts before consequences are taken off.
        shifts: i32,
        /// Grades of the consequences taken to reduce the hit.
        less: Slots,
        /// Shifts left after consequences.
        left: i32,
    },
    /// A box and all boxes below it are marked. Log class: `mark`.
    Mark {
        /// Actor whose boxes are marked.
        who: ActorId,
        /// Track whose boxes are marked.
        track: TrackId,
        /// Number of the highest box that is marked. All boxes below it are marked, too.
        up_to: u8,
    },
    /// An actor takes a consequence. Log class: `consequence`.
    Consequence {
        /// Actor that takes the consequence.
        who: ActorId,
        /// Grade of the consequence.
        grade: Grade,
        /// The aspect of the consequence.
        aspect: AspectId,
    },
    /// The referee removes a consequence, and its slot is free again. Log class: `consequence` with `gone`.
    Recovered {
        /// Actor that had the consequence.
        who: ActorId,
        /// Grade of the consequence.
        grade: Grade,
        /// Aspect of the consequence.
        aspect: AspectId,
    },
    /// An actor is taken out. Log class: `out`.
    Out {
        /// Actor that is taken out.
        who: ActorId,
        /// Attacker that took the actor out; `None` if no actor did.
        by: Option<ActorId>,
        /// Track that ran out.
        track: TrackId,
        /// Number of the outcome tag; `None` until the outcome is chosen.
        fate: Option<u8>,
        /// True if nothing can save the actor (R-P14).
        beyond_saving: bool,
        /// True if the actor does not come back; set together with the outcome.
        for_good: bool,
        /// Outcome in the player's words.
        say: Option<EcoString>,
    },
    /// An actor enters another zone. Log class: `move`.
    Move {
        /// Actor that moves.
        who: ActorId,
        /// Zone that the actor leaves.
        from: ZoneId,
        /// Zone that the actor enters.
        to: ZoneId,
        /// Border that is crossed; `None` for a border that costs nothing and is not listed.
        border: Option<BorderId>,
        /// Points of movement paid.
        paid: u8,
        /// The actor whose compel forced the move.
        forced_by: Option<ActorId>,
    },
    /// A border is paid for, opened, closed or made harder. Log class: `border`.
    Border {
        /// Border that changes.
        border: BorderId,
        /// Points of movement paid.
        paid: u8,
        /// Actor that pays.
        by: Option<ActorId>,
        /// Change of the border.
        change: BorderChange,
    },
    /// A border becomes harder to cross in one direction, or returns to its normal value. Log class: `border` with `to`.
    PassValue {
        /// Border that becomes harder to cross.
        border: BorderId,
        /// Zone that is entered over the border.
        to: ZoneId,
        /// Unit that makes the border harder to cross.
        by: ActorId,
        /// Increase of the cost by this unit; 0 when its increase ends.
        value: i16,
        /// True if the change is permanent.
        lasting: bool,
    },
    /// Class `counter`: changes a number or switch for which there is no other event.
    Counter {
        /// Actor that the counter belongs to.
        who: ActorId,
        /// Counter that changes.
        what: Counter,
        /// Change of the counter.
        change: i32,
        /// New value of the counter.
        now: i32,
    },
    /// A side holds the zone of a `hold` condition of a victory. Log class: `counter`.
    Hold {
        /// Number of the condition, in the order of the text.
        hold: u16,
        /// Number of consecutive rounds in which the condition was true.
        now: u32,
    },
    /// Terms are offered, or (with `answer`) a seat replies to them. Log class: `concession`.
    Concession {
        /// Actor that offers the terms.
        by: ActorId,
        /// Seat that replies.
        to: Option<Seat>,
        /// The terms, in the player's words.
        terms: Option<EcoString>,
        /// True if the terms are accepted; `None` if the event is the offer itself.
        answer: Option<bool>,
    },
    /// An actor states a fact, or (with `accepted`) the referee replies. Log class: `fact`.
    Fact {
        /// Actor that states the fact.
        by: ActorId,
        /// Skill that covers the fact.
        skill: SkillId,
        /// Place of the aspect that the fact becomes: the scene or a zone; [`Id::None`] if it becomes no aspect.
        on: Id,
        /// Seat that judges the fact.
        to: Seat,
        /// True if the fact is accepted; false if it is altered and the fate point returned.
        accepted: Option<bool>,
        /// Words of the fact. If the fact is altered, these are the words of the referee.
        say: Option<EcoString>,
    },
    /// A declaration is called unreasonable, and is made again. Log class: `veto`.
    Veto {
        /// Actor whose declaration is called unreasonable.
        me: ActorId,
        /// Seat that objects to the declaration.
        by: Seat,
        /// Reason for the objection.
        say: Option<EcoString>,
    },
    /// Dice decide which of two sides acts first. With more sides, the winner so far rolls against the next side (R-L38, R-YA3). Log class:
    /// `coin`.
    Coin {
        /// Side that wins if the dice are above 0.
        seat: Seat,
        /// Side that wins if the dice are below 0.
        with: Seat,
        /// Dice that decide between the two sides.
        faces: Faces,
    },
    /// An event has triggered effects, which are executed in order. Afterwards the sequence returns to `back`. Log class: `effect` with
    /// `fires`.
    Fires {
        /// The triggered effects.
        queue: Vec<TriggeredEffect>,
        /// Step to return to.
        back: Step,
    },
    /// The queue of effects is finished. Log class: `effect` with `done`.
    Settled,
    /// An effect of the effect table acts, and causes the next events. Log class: `effect` with `acts`.
    Effect {
        /// Number of the effect.
        line: u16,
        /// Subject of the effect.
        who: Option<ActorId>,
        /// Amount of the effect, if it has one.
        amount: i32,
        /// The only defender against whom the amount applies; `None` if it applies against all.
        only: Option<ActorId>,
    },
    /// Class `effect` with `danger`: rolls of a hazard (4dF plus a number) against an actor (4dF plus a skill).
    Faces {
        /// Number of the effect.
        line: u16,
        /// Actor that resists the hazard.
        who: ActorId,
        /// Dice of the hazard; `None` if the hazard is a fixed difficulty (`hazard fixed`).
        danger: Option<Faces>,
        /// Number that is added to the hazard's dice, or its fixed difficulty.
        strength: i32,
        /// Skill that resists the hazard.
        skill: SkillId,
        /// Dice of the actor that resists.
        faces: Faces,
        /// Addends of the actor that resists.
        parts: RollAddends,
        /// Shifts of the hazard.
        shifts: i32,
    },
    /// An actor is hit by something other than the current roll, such as an effect or its own heat. Log class: `effect` with `blow`.
    Blow {
        /// Actor that is hit.
        who: ActorId,
        /// Track that is hit.
        track: TrackId,
        /// Other tracks that the attack hits. Consequences are chosen once for all tracks.
        besides: TrackSet,
        /// Shifts of the hit.
        shifts: i32,
    },
    /// Sets the marked boxes of a track, without a hit. The mask has one bit for each box that is marked afterwards; all other boxes are
    /// open. Log class: `mark`.
    Boxes {
        /// Actor whose boxes are marked.
        who: ActorId,
        /// Track whose boxes are marked.
        track: TrackId,
        /// Boxes that are marked now, one bit for each.
        boxes: u32,
    },
    /// An actor may act outside the order of turns. The current state is stored until the actor has acted. Log class: `effect` with
    /// `leave`.
    Aside {
        /// Actor that may act.
        who: ActorId,
        /// The permission to act.
        leave: Leave,
    },
    /// Class `effect` with `resume`: the act outside the order of turns is over, and the fight continues in the stored state.
    Resume,
    /// A phase of a turn in space begins. Log class: `phase` with `stage`.
    Stage(SpacePhase),
    /// A group of ships or units changes. Log class: `group`.
    Group {
        /// Change of the group.
        what: Grouping,
        /// Ships or units that the change concerns.
        who: Vec<ActorId>,
        /// The ship or unit that leads, carries or boards.
        lead: Option<ActorId>,
    },
    /// A person takes a post of a ship (R-S2, R-S39). Log class: `post`.
    Post {
        /// Ship of the post.
        ship: ActorId,
        /// Number of the post.
        post: u8,
        /// Person who takes the post; `None` for the person who is there by default.
        by: Option<ActorId>,
        /// True if taking the post is the person's act of the phase.
        acts: bool,
    },
    /// Dice of a raise-and-see conflict, and their effect. Log class: `pool`.
    Stakes(Box<StakesEvent>),
    /// Passing of time, removal of actors by friend zones, and the end of a social conflict. Log class: `social`.
    Social(Box<SocialEvent>),
    /// A side gets another player. Log class: `seat`.
    Seat {
        /// Seat that gets another player.
        seat: Seat,
        /// New player of the seat.
        player: StoredSeat,
        /// Decision points at which the player is asked.
        asks: Points,
    },
    /// A ruling of the referee. Its events happen without a decision of the players. Log class: `override`.
    Override {
        /// Name of the referee.
        by: EcoString,
        /// Reason for the ruling.
        why: Option<EcoString>,
        /// Events of the ruling.
        events: Vec<Event>,
    },
    /// The conflict is over. Log class: `end`.
    End {
        /// Side that wins; `None` for a draw.
        winner: Option<Seat>,
        /// Reason why the conflict is over.
        why: EndReason,
        /// Number of rounds played.
        turns: u32,
    },
}

impl Event {
    /// Returns the actor that an event changes. If the event records an act, returns the actor that performs the act.
    pub fn concerns(&self) -> Option<ActorId> {
        match self {
            Event::Answer { me, .. } => me.actor(),
            Event::Phase(step) => step.who.actor(),
            Event::Declare { me, .. } | Event::Roll { me, .. } | Event::Veto { me, .. } => Some(*me),
            Event::Offer { on, .. } => Some(*on),
            Event::Adjust { by, .. } | Event::PassValue { by, .. } | Event::Concession { by, .. } | Event::Fact { by, .. } => Some(*by),
            Event::Result { against, .. } => *against,
            Event::Effect { who, .. } => *who,
            Event::AspectAdd { aspect, .. } => match aspect.holder {
                Holder::Actor(who) => Some(ActorId(who)),
                _ => None,
            },
            Event::Reply { who, .. }
            | Event::Fate { who, .. }
            | Event::Due { who, .. }
            | Event::Spin { who, .. }
            | Event::Hit { who, .. }
            | Event::Mark { who, .. }
            | Event::Consequence { who, .. }
            | Event::Recovered { who, .. }
            | Event::Out { who, .. }
            | Event::Move { who, .. }
            | Event::Counter { who, .. }
            | Event::Faces { who, .. }
            | Event::Blow { who, .. }
            | Event::Boxes { who, .. }
            | Event::Aside { who, .. } => Some(*who),
            Event::Post { ship, .. } => Some(*ship),
            Event::Stakes(event) => Some(event.party),
            Event::AspectFree { by, .. } | Event::Border { by, .. } => *by,
            Event::Group { who, lead, .. } => lead.or_else(|| who.first().copied()),
            Event::Fires { queue, .. } => queue.first().and_then(|firing| firing.who),
            Event::Round { .. }
            | Event::AspectDrop { .. }
            | Event::Hold { .. }
            | Event::Coin { .. }
            | Event::Settled
            | Event::Resume
            | Event::Stage(_)
            | Event::Social(_)
            | Event::Seat { .. }
            | Event::Override { .. }
            | Event::End { .. } => None,
        }
    }
}
