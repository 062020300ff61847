//! What happens, in the classes of the log (doctrines.md 6). Events alone replay a conflict.
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
use crate::few::Few;
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
pub use social::{SocialEvent, SocialOp};
pub use stage::{Grouping, Stage};
pub use step::{Phase, Step};
pub use thrown::Fell;

/// A caller's buffer of events.
pub type Events = Vec<Event>;

/// A stress track of a conflict by number: in personal combat 0 is Health, 1 is Composure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TrackId(pub u8);

/// Who acts in which order: of most fights in place, so that a round asks for no memory.
pub type Order = Few<ActorId, 16>;

/// What a border is after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BorderChange {
    /// This many points of a stateful border are paid, towards opening or closing.
    Progress(i16),
    /// It is open.
    Opened,
    /// It is closed.
    Closed,
    /// It has been made harder by this much; a free one has become this.
    Harder(i16),
    /// What made it harder is gone again.
    Easier(i16),
    /// Its crosser has paid this much of the cost in all.
    Crossing(i16),
}

/// A thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// `answer`: for readers, scripts and hand-over; changes nothing but the count of questions.
    Answer {
        /// Number of the question.
        ask: u32,
        /// Who answered.
        seat: Seat,
        /// What was asked.
        point: Point,
        /// Who decided.
        me: Id,
        /// Whom it concerned.
        it: Id,
        /// The answer.
        pick: Choice,
        /// The words.
        say: Option<EcoString>,
        /// Why, as who answered gives it: a doctrine's line, `flee:7`.
        why: Option<EcoString>,
    },
    /// `phase`: the conflict stands here now.
    Phase(Step),
    /// `phase` with an order: a round begins.
    Round {
        /// From 1.
        round: u32,
        /// Who acts in which order.
        order: Order,
    },
    /// `declare`: what is said so far of an action.
    Declare {
        /// The actor.
        me: ActorId,
        /// The action; none takes the declaration back.
        act: Option<Verb>,
        /// The target.
        it: Id,
        /// What the rest of the chain has said; its verb is [`Verb::Use`], or [`Verb::Value`] where beams fire with less than they have.
        using: Option<Choice>,
        /// The track aimed at.
        track: Option<TrackId>,
        /// The aspect to be rid of.
        aspect: Option<AspectId>,
        /// The weapon to be taken up or the task to be worked at, by its number.
        thing: Option<u16>,
        /// How long what is placed shall stay.
        term: Option<slip_dice::fate::Term>,
        /// True if the point for gear one is not trained for will be paid.
        access: Option<bool>,
        /// The words.
        say: Option<EcoString>,
    },
    /// `offer`: a compel; without aspect, none is offered.
    Offer {
        /// Who offers.
        by: ActorId,
        /// To whom.
        on: ActorId,
        /// By which aspect.
        aspect: Option<AspectId>,
        /// What it demands.
        demand: Demand,
        /// What is offered.
        points: u16,
        /// True if an unused free tag stands behind it instead of a point.
        free: bool,
        /// Of a compel of one's own aspect, with whom the deal is made.
        with: Option<ActorId>,
        /// The story.
        say: Option<EcoString>,
    },
    /// `reply`: the answer to a compel.
    Reply {
        /// Who answers.
        who: ActorId,
        /// What.
        answer: Reply,
        /// What changes hands, or is asked for.
        points: u16,
    },
    /// `roll`: dice fell, or a standing defence is read again.
    Roll {
        /// Number of the roll.
        roll: u32,
        /// Whose.
        me: ActorId,
        /// With what; none for mooks.
        skill: Option<SkillId>,
        /// How the dice fell.
        faces: Faces,
        /// The addends.
        parts: Parts,
        /// Dice and addends.
        total: i32,
        /// The difficulty, of a fixed roll.
        against: Option<i32>,
        /// True if it is a record that is read again.
        standing: bool,
    },
    /// `adjust`: a purchase after the dice, or a pass.
    Adjust {
        /// Number of the roll that changes.
        roll: u32,
        /// Who pays.
        by: ActorId,
        /// How.
        buy: Buy,
        /// With which aspect.
        aspect: Option<AspectId>,
        /// The defender with whom alone the comparison changes (R-P30).
        only: Option<ActorId>,
        /// What is added.
        amount: i32,
        /// The new dice, of a re-roll.
        faces: Option<Faces>,
        /// Fate points paid.
        cost: u16,
        /// What the roll comes to now.
        total: i32,
        /// The words.
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
        /// Whose.
        who: ActorId,
        /// By how much.
        change: i32,
        /// What is left.
        left: u16,
        /// From or to whom, if not the bank.
        from: Option<ActorId>,
    },
    /// `fate` with `due`: points are to be paid to one of several; who pays says to whom (zero-sum fate).
    Due {
        /// Who pays.
        who: ActorId,
        /// How much.
        points: u16,
        /// One of these gets it.
        to: Vec<ActorId>,
    },
    /// `spin`: earned, spent or lapsed.
    Spin {
        /// Who generated it, or who spends it.
        who: ActorId,
        /// By how much.
        change: i32,
        /// True if it is gone because its time is up.
        lapsed: bool,
    },
    /// `aspect` `add`.
    AspectAdd {
        /// Its number.
        id: AspectId,
        /// All of it.
        aspect: slip_dice::fate::Aspect,
    },
    /// `aspect` `tagged`: its free tag is used up, or (with `free_for`) there is a new one.
    AspectFree {
        /// Its number.
        id: AspectId,
        /// The new free tag; none if it was used up.
        free: Option<slip_dice::fate::FreeTag>,
        /// Who used it.
        by: Option<ActorId>,
    },
    /// `aspect` `drop`.
    AspectDrop {
        /// Its number.
        id: AspectId,
    },
    /// `hit`: shifts strike tracks.
    Hit {
        /// Whom.
        who: ActorId,
        /// The track aimed at.
        track: TrackId,
        /// A second track that is struck as well (R-P15).
        also: Option<TrackId>,
        /// A third one.
        third: Option<TrackId>,
        /// Shifts before anything is taken off.
        shifts: i32,
        /// Grades taken against it.
        less: Slots,
        /// Shifts left.
        left: i32,
    },
    /// `mark`: a box and all below it are marked.
    Mark {
        /// Whose.
        who: ActorId,
        /// Which track.
        track: TrackId,
        /// This box and all below it are marked.
        up_to: u8,
    },
    /// `consequence`.
    Consequence {
        /// Whose.
        who: ActorId,
        /// Which.
        grade: Grade,
        /// The aspect it is.
        aspect: AspectId,
    },
    /// `consequence` `gone`: it is no more, by the referee's word, and another of its grade may be taken.
    Recovered {
        /// Whose.
        who: ActorId,
        /// Which.
        grade: Grade,
        /// The aspect it was.
        aspect: AspectId,
    },
    /// `out`: taken out.
    Out {
        /// Who.
        who: ActorId,
        /// By whom.
        by: Option<ActorId>,
        /// On which track.
        track: TrackId,
        /// Number of the outcome tag; none until it is said.
        fate: Option<u8>,
        /// True if nothing can save them (R-P14).
        beyond_saving: bool,
        /// True if they do not come back; only said with their fate.
        for_good: bool,
        /// The words.
        say: Option<EcoString>,
    },
    /// `move`.
    Move {
        /// Who.
        who: ActorId,
        /// From where.
        from: ZoneId,
        /// To where.
        to: ZoneId,
        /// Over which border; none for one that costs nothing and is not listed.
        border: Option<BorderId>,
        /// Points it took.
        paid: u8,
        /// By whose compel.
        forced_by: Option<ActorId>,
    },
    /// `border`: paid, opened, closed, made harder.
    Border {
        /// Which.
        border: BorderId,
        /// Points paid.
        paid: u8,
        /// By whom.
        by: Option<ActorId>,
        /// What it is now.
        change: BorderChange,
    },
    /// `border` with `to`: a border is made harder to cross in one direction, or is as it was again (platoon.md 2.2, 5.3).
    PassValue {
        /// Which.
        border: BorderId,
        /// Into which of its zones.
        to: ZoneId,
        /// Whose doing.
        by: ActorId,
        /// By how much; 0 for what that unit put there and is gone.
        value: i16,
        /// True if it stays for good.
        lasting: bool,
    },
    /// `counter`: something else that is counted or switched.
    Counter {
        /// Whose.
        who: ActorId,
        /// What.
        what: Counter,
        /// By how much.
        change: i32,
        /// What it is now.
        now: i32,
    },
    /// `counter` of a `hold` condition.
    Hold {
        /// Which, in the order of the conditions.
        hold: u16,
        /// Rounds in a row.
        now: u32,
    },
    /// `concession`: terms offered, or (with `answer`) answered.
    Concession {
        /// Who offers.
        by: ActorId,
        /// Who answers.
        to: Option<Seat>,
        /// The terms.
        terms: Option<EcoString>,
        /// True if they are accepted.
        answer: Option<bool>,
    },
    /// `fact`: somebody states one, or (with `accepted`) what the referee says to it.
    Fact {
        /// Who states it.
        by: ActorId,
        /// The skill that knows of it.
        skill: SkillId,
        /// What an aspect of it would be on, if one is wanted.
        on: Id,
        /// Who judges.
        to: Seat,
        /// Accepted, or handed back and altered.
        accepted: Option<bool>,
        /// The words; those of the referee where it is altered.
        say: Option<EcoString>,
    },
    /// `veto`: what was declared is called unreasonable, and declared anew.
    Veto {
        /// Whose declaration.
        me: ActorId,
        /// Who says so.
        by: Seat,
        /// Why.
        say: Option<EcoString>,
    },
    /// `coin`: dice fall for who goes first, the one who has won so far or the next (R-L38, R-YA3).
    Coin {
        /// For whom they fall above 0.
        seat: Seat,
        /// For whom below.
        with: Seat,
        /// The dice.
        faces: Faces,
    },
    /// `effect` `fires`: lines that a moment sets off, in order; the sequence goes on at `back` afterwards.
    Fires {
        /// The lines.
        queue: Vec<Firing>,
        /// Where it goes on.
        back: Step,
    },
    /// `effect` `done`: the lines of a moment are through.
    Settled,
    /// `effect` `acts`: a line of the table acts, and why what follows happens.
    Effect {
        /// The line, by number.
        line: u16,
        /// On whom.
        who: Option<ActorId>,
        /// With which number, if it has one.
        amount: i32,
        /// The attacker's comparison with this defender alone changes by that number.
        only: Option<ActorId>,
    },
    /// `effect` `danger`: 4dF and a number against 4dF and a skill.
    Faces {
        /// The line, by number.
        line: u16,
        /// Who withstands it.
        who: ActorId,
        /// The danger's dice; none where it is a fixed difficulty (`hazard fixed`).
        danger: Option<Faces>,
        /// Its number.
        strength: i32,
        /// With which skill.
        skill: SkillId,
        /// Their dice.
        faces: Faces,
        /// Their addends.
        parts: Parts,
        /// What the danger wins by.
        shifts: i32,
    },
    /// `effect` `blow`: a hit that no roll on the table dealt.
    Blow {
        /// Whom.
        who: ActorId,
        /// On which track.
        track: TrackId,
        /// And on this one, one mitigation for both.
        too: Option<TrackId>,
        /// And on this one: between ships lines may add two tracks.
        third: Option<TrackId>,
        /// Shifts.
        shifts: i32,
    },
    /// `mark` of single boxes: exactly these are marked now, a bit for each.
    Boxes {
        /// Whose.
        who: ActorId,
        /// Which track.
        track: TrackId,
        /// The marked boxes.
        boxes: u32,
    },
    /// `effect` `leave`: somebody may act beside the order of turns; what stands is put aside.
    Aside {
        /// Who.
        who: ActorId,
        /// What they may do.
        leave: Leave,
    },
    /// `effect` `resume`: what was put aside goes on.
    Resume,
    /// `phase` with `stage`: a phase of a turn in space begins.
    Stage(Stage),
    /// `group`: ships come together or part.
    Group {
        /// How.
        what: Grouping,
        /// Who.
        who: Vec<ActorId>,
        /// Who leads, carries, boards.
        lead: Option<ActorId>,
    },
    /// `post`: a post of a ship is worked (R-S2, R-S39).
    Post {
        /// The ship.
        ship: ActorId,
        /// The post, by number in the order of space.md 2.3.
        post: u8,
        /// The person; none for whoever is there by default.
        by: Option<ActorId>,
        /// True if that is their act of the phase.
        acts: bool,
    },
    /// `pool`: dice that lie on the table, and what they do (dice-pool.md).
    Pool(Box<PoolEvent>),
    /// `social`: time that passes, who is out of it, how it ended (social.md).
    Social(Box<SocialEvent>),
    /// `seat`: somebody else plays a side from now on.
    Seat {
        /// Which.
        seat: Seat,
        /// Player from now on.
        player: StoredSeat,
        /// The points they are asked at.
        asks: Points,
    },
    /// `override`: the referee's word; what it says happens without anybody's decision.
    Override {
        /// Who says so.
        by: EcoString,
        /// Why.
        why: Option<EcoString>,
        /// What happens.
        events: Vec<Event>,
    },
    /// `end`.
    End {
        /// The winner; none for a draw.
        winner: Option<Seat>,
        /// The reason.
        why: Why,
        /// Rounds played.
        turns: u32,
    },
}
