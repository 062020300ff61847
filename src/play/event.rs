//! What happens, in the classes of the log (doctrines.md 6). Events alone replay a conflict. Floor 4.
//!
//! Things are ids here; [`crate::play::log`] writes names.

mod bargain;
mod firing;
mod parts;
mod stage;
mod step;
mod thrown;

use crate::dice::Faces;
use crate::fate::{Grade, Slots};
use crate::play::ask::{Point, Points};
use crate::play::choice::{Choice, Verb};
use crate::play::conflict::Why;
use crate::play::ids::{ActorId, AspectId, BorderId, Id, Seat, SkillId, ZoneId};
pub use bargain::{Demand, Reply};
use ecow::EcoString;
pub use firing::{Firing, Leave};
pub use parts::{Part, Parts};
pub use stage::{Grouping, Stage};
pub use step::{Phase, Step};

/// A caller's buffer of events.
pub type Events = Vec<Event>;

/// A stress track of a conflict by number: in personal combat 0 is Health, 1 is Composure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TrackId(pub u8);

/// How something is bought after the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Buy {
    /// An own aspect, paid.
    Invoke,
    /// Another's, paid.
    Tag,
    /// A free tag.
    Free,
    /// Spin.
    Spin,
    /// A line of effects.
    Line,
    /// A compel after the dice, on somebody's roll.
    Late,
    /// Nothing.
    Pass,
}

impl Buy {
    /// All, in order.
    pub const ALL: [Buy; Buy::Pass as usize + 1] = [Buy::Invoke, Buy::Tag, Buy::Free, Buy::Spin, Buy::Line, Buy::Late, Buy::Pass];

    /// The word of the log.
    pub const fn word(self) -> &'static str {
        match self {
            Buy::Invoke => "invoke",
            Buy::Tag => "tag",
            Buy::Free => "free",
            Buy::Spin => "spin",
            Buy::Line => "line",
            Buy::Late => "late",
            Buy::Pass => "pass",
        }
    }
}

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
        order: Vec<ActorId>,
    },
    /// `declare`: what is said so far of an action.
    Declare {
        /// The actor.
        me: ActorId,
        /// The action; none takes the declaration back.
        act: Option<Verb>,
        /// The target.
        it: Id,
        /// What the rest of the chain has said; its verb is [`Verb::Use`].
        using: Option<Choice>,
        /// The track aimed at.
        track: Option<TrackId>,
        /// The aspect to be rid of.
        aspect: Option<AspectId>,
        /// The weapon to be taken up or the task to be worked at, by its number.
        thing: Option<u16>,
        /// How long what is placed shall stay.
        term: Option<crate::fate::Term>,
        /// Whether the point for gear one is not trained for will be paid.
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
        /// Whether an unused free tag stands behind it instead of a point.
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
        /// Whether it is a record that is read again.
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
        /// Whether it succeeds.
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
        /// Whether it is gone because its time is up.
        lapsed: bool,
    },
    /// `aspect` `add`.
    AspectAdd {
        /// Its number.
        id: AspectId,
        /// All of it.
        aspect: crate::fate::Aspect,
    },
    /// `aspect` `tagged`: its free tag is used up, or (with `free_for`) there is a new one.
    AspectFree {
        /// Its number.
        id: AspectId,
        /// The new free tag; none if it was used up.
        free: Option<crate::fate::FreeTag>,
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
        /// Shifts before anything is taken off.
        shifts: i32,
        /// Grades taken against it.
        less: Slots,
        /// Shifts left.
        left: i32,
    },
    /// `mark`: boxes are marked or erased.
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
        /// Whether nothing can save them (R-P14).
        beyond_saving: bool,
        /// Whether they do not come back; only said with their fate.
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
        hold: u8,
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
        /// Whether they are accepted.
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
        /// The danger's dice.
        danger: Faces,
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
        /// Whether that is their act of the phase.
        acts: bool,
    },
    /// `seat`: somebody else plays a side from now on.
    Seat {
        /// Which.
        seat: Seat,
        /// What kind of player: `human`, `doctrine`, `random` …
        by: EcoString,
        /// The doctrine they follow.
        doctrine: Option<EcoString>,
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

/// What a [`Event::Counter`] counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counter {
    /// The skill a defender will roll, while a point for armour is asked for; none for no skill left.
    Defends(Option<SkillId>),
    /// Points of movement left this turn.
    Movement,
    /// Prone or not (R-P47).
    Prone,
    /// A weapon's mode.
    Mode(u8),
    /// Out by an exit of the map.
    Escaped,
    /// In the fight again, by the referee's word.
    Back,
    /// Fired this round.
    Fired,
    /// A weapon lies on the ground in a zone, or is taken up from there.
    Dropped(u8, ZoneId),
    /// A suit leaks, or holds again.
    Breached,
    /// Successes at a task of the encounter, by its number.
    Task(u8),
    /// Somebody begins in this zone.
    Starts(ZoneId),
    /// What a concession that is offered makes of who offers it: the outcome tag's number and one, 0 for nothing.
    Terms,
    /// Whether a beast may take consequences: 1 for no, 2 for yes.
    Quarry,
    /// A line used for the roll to come, by number; `now` counts its uses in the period.
    Line(u16),
    /// The cap of a skill that stands in for another is lifted for the roll to come.
    Full,
    /// Nothing more is wanted for the roll to come.
    Enough,
    /// Attacks made this turn.
    Attacks,
    /// Attacks made with a weapon in the encounter.
    Shots(u8),
    /// The turn of this round has been taken out of order.
    Acted,
    /// An action was taken for a line, by number: one roll may use it.
    Granted(u16),
    /// A line that a moment sets off counts for somebody from now on, by number; `now` is what it comes to.
    Roused(u16),
    /// A skill is used up by lending it.
    Used(SkillId),
    /// Something that a place or the rules need is made good with a point, by the line's number.
    MadeGood(u16),
    /// What was declared is to nobody's harm and succeeds without a roll (R-P34).
    Unrolled,
    /// Space: fails to act in this phase: 1 for an accepted compel, 2 for a pilot who may not fly her (R-S4).
    Fails,
    /// Space: placed in detection; `now` is the place in the ranking of whoever did, from 1.
    Placed,
    /// Space: the place in the ranking of detection, from 1.
    Ranked,
    /// Space: what a ship does with the position phase: 1 drive, 2 coast, 3 couple or decouple, 4 dock, 5 launch.
    Drives,
    /// Space: the burn that is bid.
    Burn,
    /// Space: has been moved to the middle band this phase.
    Moved,
    /// Space: beam value used to attack this turn.
    BeamFired,
    /// Space: beam values used to defend this turn.
    BeamDefence,
    /// Space: beam value applied against torpedoes in this phase; `now` is one more than it, 0 for not said.
    BeamUse,
    /// Space: a fixed defence is chosen for the roll of this phase: 1 in electronic warfare, 2 against torpedoes.
    FixedUse,
    /// Space: has committed the first hostile act: those who held fire on its account need not any more.
    Hostile,
    /// Space: whether the drives of a ship taken out still work.
    DriveOk,
    /// Space: turns in which boarders were thrown back.
    Resisted,
    /// Space: a boarding succeeds at the end of this turn.
    Boarded,
    /// Space: the side offers to stop.
    Stops,
    /// Space: the first turn begins with electronic warfare.
    SkipsPosition,
    /// Space: beams of another of the tether at this value, for whoever has this place among those struck.
    Overwatch(u8),
    /// Space: a free tag that can be denied is used on the roll whose number `now` is; `change` is 1 for a re-roll.
    Deniable(AspectId),
    /// Space: a navigator has rolled against a free tag: 1 denied, 2 in vain.
    Denied,
    /// Space: off the map: 1 by the own side's mover, 2 driven off.
    Left,
    /// Space: in the hands of another side from now on, by its number.
    Owner,
    /// Space: the track of that number has had its repair this turn.
    Repaired,
    /// Space: has been asked in this window, by its number.
    Asked,
    /// Space: somebody stands at a post from now on (before detection), by its number; of a ship, one of the nameless does.
    Posted,
}
