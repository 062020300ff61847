//! Events, in the classes of the log. Events alone are enough to replay a conflict.
//!
//! Things are ids here; [`crate::log`] writes names.

mod bargain;
mod buy;
mod counter;
mod firing;
mod parts;
mod pool;
mod social;
mod stage;
mod step;
mod thrown;

use crate::ask::{Point, Points};
use crate::choice::{Choice, Verb};
use crate::conflict::Why;
use crate::ids::{ActorId, AspectId, BorderId, Id, Seat, SkillId, ZoneId};
use crate::stored_seat::StoredSeat;
pub use bargain::{Demand, Reply};
pub use buy::Buy;
pub use counter::Counter;
use ecow::EcoString;
pub use firing::{Firing, Leave};
pub use parts::{Part, Parts};
pub use pool::{PoolEvent, PoolOp};
use slip_dice::Faces;
use slip_dice::fate::{Grade, Slots};
use smallvec::SmallVec;
pub use social::{SocialEvent, SocialOp};
pub use stage::{Grouping, Stage};
pub use step::{Phase, Step};
pub use thrown::RolledFace;

/// A caller's buffer of events.
pub type Events = Vec<Event>;

/// A stress track of a conflict by number: in personal combat 0 is Health, 1 is Composure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TrackId(pub u8);

/// Order of actors in a round; stored without heap memory for most fights.
pub type Order = SmallVec<[ActorId; 16]>;

/// Change of a border by an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BorderChange {
    /// This many points of a border with states are paid, towards opening or closing.
    Progress(i16),
    /// The border is open.
    Opened,
    /// The border is closed.
    Closed,
    /// The border became harder by this much; a free one has this value now.
    Harder(i16),
    /// The border became easier by this much: an obstruction ended.
    Easier(i16),
    /// The crossing actor has paid this much of the cost in total.
    Crossing(i16),
}

/// An event of a conflict.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// `answer`: for readers, scripts and hand-over; changes only the count of questions.
    Answer {
        /// Number of the question.
        ask: u32,
        /// The seat that answered.
        seat: Seat,
        /// The decision point.
        point: Point,
        /// The actor that decided.
        me: Id,
        /// Subject of the question.
        it: Id,
        /// The answer.
        pick: Choice,
        /// The player's words.
        say: Option<EcoString>,
        /// Reason, as the seat gives it: a doctrine's rule, `flee:7`.
        why: Option<EcoString>,
    },
    /// `phase`: the conflict has reached this step.
    Phase(Step),
    /// `phase` with an order: a round begins.
    Round {
        /// Number of the round, from 1.
        round: u32,
        /// Order of the actors.
        order: Order,
    },
    /// `declare`: the parts of an action declared so far.
    Declare {
        /// The actor.
        me: ActorId,
        /// The action; none takes the declaration back.
        act: Option<Verb>,
        /// The target.
        it: Id,
        /// Weapon, skill and manner; its verb is [`Verb::Use`], or [`Verb::Value`] if beams fire with less than their rating.
        using: Option<Choice>,
        /// The track aimed at.
        track: Option<TrackId>,
        /// The aspect to be removed.
        aspect: Option<AspectId>,
        /// The weapon to pick up or the task to work at, by its number.
        thing: Option<u16>,
        /// Duration of the aspect or obstruction to be placed.
        term: Option<slip_dice::fate::Term>,
        /// True if the point for gear without training will be paid.
        access: Option<bool>,
        /// The player's words.
        say: Option<EcoString>,
    },
    /// `offer`: a compel; without aspect, no compel is offered.
    Offer {
        /// The actor that offers.
        by: ActorId,
        /// The actor that is compelled.
        on: ActorId,
        /// The aspect.
        aspect: Option<AspectId>,
        /// Its demand.
        demand: Demand,
        /// Points offered.
        points: u16,
        /// True if it uses a free tag instead of a point.
        free: bool,
        /// For a compel of the offering actor's own aspect, the partner of the deal.
        with: Option<ActorId>,
        /// The story of the compel, in the player's words.
        say: Option<EcoString>,
    },
    /// `reply`: the reply to a compel.
    Reply {
        /// The actor that replies.
        who: ActorId,
        /// The reply.
        answer: Reply,
        /// Points that change hands, or that are asked for.
        points: u16,
    },
    /// `roll`: dice are rolled, or a recorded defence is used again.
    Roll {
        /// Number of the roll.
        roll: u32,
        /// The roller.
        me: ActorId,
        /// The skill; none for mooks.
        skill: Option<SkillId>,
        /// The dice.
        faces: Faces,
        /// The addends.
        parts: Parts,
        /// Dice and addends.
        total: i32,
        /// The difficulty, of a fixed roll.
        against: Option<i32>,
        /// True if it is a recorded defence used again.
        standing: bool,
    },
    /// `adjust`: a purchase after the dice, or a pass.
    Adjust {
        /// Number of the roll that changes.
        roll: u32,
        /// The payer.
        by: ActorId,
        /// Kind of addition.
        buy: Buy,
        /// The aspect.
        aspect: Option<AspectId>,
        /// The defender whose comparison alone changes (R-P30).
        only: Option<ActorId>,
        /// The amount added.
        amount: i32,
        /// The new dice, of a re-roll.
        faces: Option<Faces>,
        /// Fate points paid.
        cost: u16,
        /// The new total of the roll.
        total: i32,
        /// The player's words.
        say: Option<EcoString>,
    },
    /// `result`: a roll is settled.
    Result {
        /// Number of the attacker's or actor's roll.
        roll: u32,
        /// The defender, of an opposed roll.
        against: Option<ActorId>,
        /// The attacker's total.
        attack: i32,
        /// The defender's total, or the difficulty.
        defence: i32,
        /// The difference.
        shifts: i32,
        /// True if it succeeds.
        ok: bool,
    },
    /// `fate`: points change hands.
    Fate {
        /// The actor.
        who: ActorId,
        /// The change.
        change: i32,
        /// Points left.
        left: u16,
        /// The other actor, if it is not the bank.
        from: Option<ActorId>,
    },
    /// `fate` with `due`: points are due to one of several actors; the payer chooses one (zero-sum fate).
    Due {
        /// The payer.
        who: ActorId,
        /// Number of points.
        points: u16,
        /// Actors of which one gets them.
        to: Vec<ActorId>,
    },
    /// `spin`: earned, spent or lapsed.
    Spin {
        /// The actor that earned it, or that spends it.
        who: ActorId,
        /// The change.
        change: i32,
        /// True if it lapsed.
        lapsed: bool,
    },
    /// `aspect` `add`.
    AspectAdd {
        /// Its number.
        id: AspectId,
        /// The aspect.
        aspect: slip_dice::fate::Aspect,
    },
    /// `aspect` `tagged`: its free tag is used up, or (with `free_for`) it gets a new one.
    AspectFree {
        /// Its number.
        id: AspectId,
        /// The new free tag; none if it was used up.
        free: Option<slip_dice::fate::FreeTag>,
        /// The actor that used it.
        by: Option<ActorId>,
    },
    /// `aspect` `drop`.
    AspectDrop {
        /// Its number.
        id: AspectId,
    },
    /// `hit`: shifts hit tracks.
    Hit {
        /// The actor.
        who: ActorId,
        /// The track aimed at.
        track: TrackId,
        /// A second track that is hit as well (R-P15).
        also: Option<TrackId>,
        /// A third one.
        third: Option<TrackId>,
        /// Shifts before consequences.
        shifts: i32,
        /// Grades of consequences taken against it.
        less: Slots,
        /// Shifts left.
        left: i32,
    },
    /// `mark`: a box and all below it are marked.
    Mark {
        /// The actor.
        who: ActorId,
        /// The track.
        track: TrackId,
        /// This box and all below it are marked.
        up_to: u8,
    },
    /// `consequence`.
    Consequence {
        /// The actor.
        who: ActorId,
        /// Its grade.
        grade: Grade,
        /// The aspect of the consequence.
        aspect: AspectId,
    },
    /// `consequence` `gone`: removed by the referee; its slot is free again.
    Recovered {
        /// The actor.
        who: ActorId,
        /// Its grade.
        grade: Grade,
        /// The aspect it had.
        aspect: AspectId,
    },
    /// `out`: taken out.
    Out {
        /// The actor.
        who: ActorId,
        /// The attacker.
        by: Option<ActorId>,
        /// The track.
        track: TrackId,
        /// Number of the outcome tag; none until it is chosen.
        fate: Option<u8>,
        /// True if nothing can save the actor (R-P14).
        beyond_saving: bool,
        /// True if the actor does not come back; set together with the outcome.
        for_good: bool,
        /// The player's words.
        say: Option<EcoString>,
    },
    /// `move`.
    Move {
        /// The actor.
        who: ActorId,
        /// The zone it leaves.
        from: ZoneId,
        /// The zone it enters.
        to: ZoneId,
        /// The border crossed; none for one that costs nothing and is not listed.
        border: Option<BorderId>,
        /// Points paid.
        paid: u8,
        /// The actor whose compel forced the move.
        forced_by: Option<ActorId>,
    },
    /// `border`: paid, opened, closed, made harder.
    Border {
        /// The border.
        border: BorderId,
        /// Points paid.
        paid: u8,
        /// The payer.
        by: Option<ActorId>,
        /// The change.
        change: BorderChange,
    },
    /// `border` with `to`: a border becomes harder to cross in one direction, or returns to its value.
    PassValue {
        /// The border.
        border: BorderId,
        /// The zone it is crossed into.
        to: ZoneId,
        /// The unit that causes it.
        by: ActorId,
        /// The increase; 0 when that unit's increase ends.
        value: i16,
        /// True if it is permanent.
        lasting: bool,
    },
    /// `counter`: another count or switch.
    Counter {
        /// The actor.
        who: ActorId,
        /// The counter.
        what: Counter,
        /// The change.
        change: i32,
        /// The new value.
        now: i32,
    },
    /// `counter` of a `hold` condition.
    Hold {
        /// Number of the condition, in order.
        hold: u16,
        /// Number of rounds in a row.
        now: u32,
    },
    /// `concession`: terms are offered, or (with `answer`) replied to.
    Concession {
        /// The actor that offers.
        by: ActorId,
        /// The seat that replies.
        to: Option<Seat>,
        /// The terms.
        terms: Option<EcoString>,
        /// True if they are accepted.
        answer: Option<bool>,
    },
    /// `fact`: an actor states one, or (with `accepted`) the referee replies.
    Fact {
        /// The actor that states it.
        by: ActorId,
        /// The skill that covers it.
        skill: SkillId,
        /// Holder of an aspect for it, if one is wanted.
        on: Id,
        /// Seat of the judge.
        to: Seat,
        /// True if accepted; false if altered, with the point returned.
        accepted: Option<bool>,
        /// The words; those of the referee if the fact is altered.
        say: Option<EcoString>,
    },
    /// `veto`: a declaration is called unreasonable, and made again.
    Veto {
        /// The actor whose declaration it is.
        me: ActorId,
        /// The seat that objects.
        by: Seat,
        /// The reason.
        say: Option<EcoString>,
    },
    /// `coin`: dice decide between two sides: the first, or the winner so far and the next (R-L38, R-YA3).
    Coin {
        /// The side that wins above 0.
        seat: Seat,
        /// The side that wins below 0.
        with: Seat,
        /// The dice.
        faces: Faces,
    },
    /// `effect` `fires`: effects that an event triggers, in order; afterwards the sequence returns to `back`.
    Fires {
        /// The effects.
        queue: Vec<Firing>,
        /// The step to return to.
        back: Step,
    },
    /// `effect` `done`: the queue of effects is finished.
    Settled,
    /// `effect` `acts`: an effect of the table acts, and is the reason for the next events.
    Effect {
        /// The effect, by number.
        line: u16,
        /// Its subject.
        who: Option<ActorId>,
        /// Its amount, if it has one.
        amount: i32,
        /// The defender whose comparison alone changes by that amount.
        only: Option<ActorId>,
    },
    /// `effect` `danger`: a hazard, 4dF and a number against 4dF and a skill.
    Faces {
        /// The effect, by number.
        line: u16,
        /// The actor that resists.
        who: ActorId,
        /// The hazard's dice; none if it is a fixed difficulty (`hazard fixed`).
        danger: Option<Faces>,
        /// The hazard's number.
        strength: i32,
        /// The skill to resist it.
        skill: SkillId,
        /// The actor's dice.
        faces: Faces,
        /// The actor's addends.
        parts: Parts,
        /// Shifts of the hazard.
        shifts: i32,
    },
    /// `effect` `blow`: a hit that was not dealt by the current roll.
    Blow {
        /// The actor.
        who: ActorId,
        /// The track.
        track: TrackId,
        /// A second track; one choice of consequences for both.
        too: Option<TrackId>,
        /// A third track: between ships effects may add two.
        third: Option<TrackId>,
        /// Shifts.
        shifts: i32,
    },
    /// `mark` of single boxes: exactly these boxes are marked now, a bit for each.
    Boxes {
        /// The actor.
        who: ActorId,
        /// The track.
        track: TrackId,
        /// The marked boxes.
        boxes: u32,
    },
    /// `effect` `leave`: an actor may act outside the order of turns; the current state is put aside.
    Aside {
        /// The actor.
        who: ActorId,
        /// The permission.
        leave: Leave,
    },
    /// `effect` `resume`: the state that was put aside continues.
    Resume,
    /// `phase` with `stage`: a phase of a turn in space begins.
    Stage(Stage),
    /// `group`: ships join or part.
    Group {
        /// The change.
        what: Grouping,
        /// The ships or units.
        who: Vec<ActorId>,
        /// The ship or unit that leads, carries or boards.
        lead: Option<ActorId>,
    },
    /// `post`: a post of a ship is manned (R-S2, R-S39).
    Post {
        /// The ship.
        ship: ActorId,
        /// The post, by number.
        post: u8,
        /// The person; none for the one there by default.
        by: Option<ActorId>,
        /// True if that is the person's act of the phase.
        acts: bool,
    },
    /// `pool`: dice of a raise-and-see conflict, and their effect.
    Pool(Box<PoolEvent>),
    /// `social`: passing of time, actors sent home, and the end of a social conflict.
    Social(Box<SocialEvent>),
    /// `seat`: a side gets another player.
    Seat {
        /// The seat.
        seat: Seat,
        /// The new player.
        player: StoredSeat,
        /// The points the player is asked at.
        asks: Points,
    },
    /// `override`: a ruling of the referee; its events happen without a decision of the players.
    Override {
        /// The referee.
        by: EcoString,
        /// The reason.
        why: Option<EcoString>,
        /// The events.
        events: Vec<Event>,
    },
    /// `end`.
    End {
        /// The winner; none for a draw.
        winner: Option<Seat>,
        /// The reason.
        why: Why,
        /// Number of rounds played.
        turns: u32,
    },
}
