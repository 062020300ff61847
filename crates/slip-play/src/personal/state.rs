//! What changes in a fight: plain data, compared and cloned at will.
//!
//! Everything is public for reading by seats; only [`crate::conflict::Conflict::apply`] writes.

use crate::ask::Points;
use crate::aspects::Aspects;
use crate::board::Board;
use crate::choice::{Choice, Verb};
use crate::conflict::Outcome;
use crate::event::{Demand, Firing, Leave, Step, TrackId};
use crate::ids::{ActorId, AspectId, BorderId, Id, Seat, SkillId, Table, ZoneId};
pub use crate::personal::record::Record;
pub use crate::personal::since::Since;
pub use crate::personal::skills::SkillSet;
use crate::refilled::{Spare, refilled};
use crate::roll::Roll;
use ecow::EcoString;
use slip_dice::fate::purse::{Purse, Token};
use slip_dice::fate::{Slots, Term, Track};

/// Health; in social combat Wealth.
pub const HEALTH: TrackId = TrackId(0);
/// Composure.
pub const COMPOSURE: TrackId = TrackId(1);

/// How somebody stands in the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// In it.
    Active,
    /// Taken out: by whom, on which track, and (by number of the outcome tag) what became of them.
    TakenOut {
        /// By whom; none if it was nobody.
        by: Option<ActorId>,
        /// On which track.
        track: TrackId,
        /// Number of the outcome tag in [`crate::personal::Roster::outcomes`].
        fate: Option<u8>,
        /// True if nothing can save them (R-P14).
        beyond_saving: bool,
        /// True if they do not come back (3.5).
        for_good: bool,
    },
    /// Left on terms.
    Conceded,
    /// Left by an exit of the map.
    Escaped,
    /// Social: a marker that others move.
    Pawn,
    /// Social: out of it for good, a mere friend (R-SC14).
    Removed,
}

refilled! {
    /// Somebody in the fight.
    #[derive(Debug, PartialEq)]
    pub struct ActorState {
        /// Where they stand.
        pub zone: ZoneId,
        /// How.
        pub status: Status,
        /// Fate points.
        pub fate: Purse,
        /// Health and Composure; mooks have the first only.
        pub tracks: [Track; 2],
        /// Consequence slots that are free.
        pub slots: Slots,
        /// Skills used since the own turn began (R-P9).
        pub used: SkillSet,
        /// Live defence records.
        pub records: Vec<Record>,
        /// First Blood has happened to them (R-P15).
        pub shock_spent: bool,
        /// Lying down (R-P47).
        pub prone: bool,
        /// Weapons used for an attack this round, one bit each.
        pub fired: u32,
        /// Those of the last round.
        pub fired_last_round: u32,
        /// The mode each weapon is in.
        pub modes: Vec<u8>,
        /// Weapons that lie on the ground, one bit each.
        pub dropped: u32,
        /// The turn of this round has been taken out of order.
        pub has_acted: bool,
        /// Attacks made since the own turn began.
        pub attacks: u8,
        /// Attacks made with each weapon.
        pub shots: Vec<u16>,
        /// Where weapons of theirs lie, in the order in which they came to lie there.
        pub lies: Vec<(u8, ZoneId)>,
        /// Their suit leaks (7.4).
        pub suit_breached: bool,
        /// The outcome tag of the terms they offered last, if these had one.
        pub terms: Option<u8>,
        /// True if its hunters let a beast take consequences; none until they have hit it (10.2).
        pub quarry: Option<bool>,
        /// What became of them, in the words of who took them out (3.5).
        pub ending: Option<EcoString>,
        /// Social: the skill of their last roll that counts for not using one twice running (R-SC6).
        pub last: Option<SkillId>,
    }
}

impl ActorState {
    /// True if they are in the fight.
    pub const fn is_active(&self) -> bool {
        matches!(self.status, Status::Active)
    }

    /// Whether they are on the map: in the fight, or a marker that others move.
    pub const fn is_there(&self) -> bool {
        matches!(self.status, Status::Active | Status::Pawn)
    }

    /// A track.
    pub fn track(&self, track: TrackId) -> Track {
        let [health, composure] = self.tracks;
        if track == HEALTH { health } else { composure }
    }

    /// The live record of a skill.
    pub fn record(&self, skill: Option<SkillId>) -> Option<&Record> {
        self.records.iter().find(|record| record.skill == skill)
    }
}

refilled! {
    /// What the acting character has said so far.
    #[derive(Debug, Default, PartialEq)]
    pub struct Declaration {
        /// Number of the turn from the start of the encounter: free tags count in it (R-P8).
        pub number: u32,
        /// The action.
        pub act: Option<Verb>,
        /// The target.
        pub it: Id,
        /// Weapon, skill and manner; the verb is [`Verb::Use`].
        pub using: Option<Choice>,
        /// The track aimed at.
        pub track: Option<TrackId>,
        /// The aspect to be rid of.
        pub aspect: Option<AspectId>,
        /// The weapon to be taken up, or the task to be worked at, by its number.
        pub thing: Option<u16>,
        /// How long what is placed shall stay.
        pub term: Option<Term>,
        /// True if the point for gear one is not trained for will be paid.
        pub access: Option<bool>,
        /// Weapons barred this turn because that point was refused, a bit for each.
        pub barred: u32,
        /// Aspects already compelled this turn.
        pub compelled: Vec<AspectId>,
        /// A compel on the table: who, by what, and whether to move.
        pub offer: Option<Offer>,
        /// Who offered a concession this turn, a bit for each actor.
        pub conceded: u128,
        /// Who stated a fact this turn, a bit for each actor.
        pub facts: u128,
        /// True if somebody has called it unreasonable this turn.
        pub vetoed: bool,
        /// Lay down or stood up this turn (R-P47).
        pub stanced: bool,
        /// Weapons of which the mode was changed for nothing this turn, a bit for each.
        pub switched: u32,
        /// Points of movement left.
        pub movement: i32,
        /// Where a forced move began.
        pub from: Option<ZoneId>,
        /// Zones entered this turn.
        pub entered: u8,
        /// Lines by which something was done at once this turn.
        pub leaves: Vec<u16>,
        /// The words.
        pub say: Option<EcoString>,
        /// Social: what is being shared out over borders.
        pub share: Option<Share>,
        /// Social: the skill that was called unfit for what is declared.
        pub unfit: Option<SkillId>,
    }
}

/// Points that are being shared out by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// How many places have been asked about, and one; 0 before it is said how they are shared.
    pub at: u8,
    /// What is left.
    pub rest: i32,
}

/// What shall become of somebody beaten, as one side would have it (R-SC10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The outcome tag's number.
    pub fate: u8,
    /// The words.
    pub say: Option<EcoString>,
}

refilled! {
    /// What whoever is about to roll has chosen for that roll.
    #[derive(Debug, Default, PartialEq)]
    pub struct Preparing {
        /// Who; none while nothing was chosen.
        pub who: Option<ActorId>,
        /// The cap of a skill that stands in is lifted.
        pub full: bool,
        /// The lines used, by number.
        pub lines: Vec<u16>,
        /// Nothing more is wanted.
        pub enough: bool,
        /// What a place or the rules need and is made good with a point, by the numbers of the lines.
        pub made_good: Vec<u16>,
    }
}

/// Lines that fire at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Fires {
    /// The lines, in order.
    pub queue: Vec<Firing>,
    /// The one that is at work.
    pub at: usize,
    /// Where the sequence goes on.
    pub back: Step,
}

/// A line that counts for somebody since a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roused {
    /// Its number.
    pub line: u16,
    /// For whom.
    pub who: ActorId,
    /// What its number came to at that moment.
    pub amount: i32,
}

/// A hit that no roll on the table dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Whom it strikes.
    pub who: ActorId,
    /// On which track.
    pub track: TrackId,
    /// And on this one.
    pub too: Option<TrackId>,
    /// Shifts.
    pub shifts: i32,
}

/// A fact somebody has stated (2.8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedFact {
    /// Who.
    pub by: ActorId,
    /// The skill that knows of it.
    pub skill: SkillId,
    /// What an aspect of it would be on, if one is wanted.
    pub on: Id,
    /// Who judges.
    pub to: Seat,
    /// The words.
    pub say: EcoString,
}

/// A check of nerve: somebody saw a friend fall (personal.md 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NerveCheck {
    /// Who checks.
    pub who: ActorId,
    /// Who fell.
    pub fallen: ActorId,
    /// What the roll must reach.
    pub against: i32,
}

refilled! {
    /// Checks of nerve.
    #[derive(Debug, Default, PartialEq)]
    pub struct Nerve {
        /// Those to come, each fall's own in turn (R-P37).
        pub queue: Vec<NerveCheck>,
        /// The one on the table.
        pub at: Option<NerveCheck>,
        /// Where the turn stood before them.
        pub back: Option<Step>,
    }
}

/// What was put aside for an act beside the order of turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Aside {
    /// What is done meanwhile.
    pub leave: Leave,
    /// Whose turn it was.
    pub actor: Option<ActorId>,
    /// Where the sequence stood.
    pub step: Step,
    /// What was declared.
    pub declared: Declaration,
    /// The dice on the table.
    pub contest: Option<Contest>,
    /// The lines at work.
    pub fires: Vec<Fires>,
    /// The checks of nerve.
    pub nerve: Nerve,
}

/// A compel on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Who offers.
    pub by: ActorId,
    /// Who shall obey.
    pub on: ActorId,
    /// By what.
    pub aspect: AspectId,
    /// What it demands.
    pub demand: Demand,
    /// What is offered now.
    pub points: u16,
    /// Of a compel of one's own aspect, with whom the deal is made: they pay, and are paid.
    pub with: Option<ActorId>,
    /// The counter-offer that waits for an answer (R-P35).
    pub asked: Option<u16>,
    /// Both have had their say about the price.
    pub settled: bool,
    /// Of a compel after the dice, whose turn it was to add, by number.
    pub party: u8,
}

/// Points to be paid to one of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// Who pays.
    pub who: ActorId,
    /// How much.
    pub points: u16,
    /// One of these gets it.
    pub to: Vec<ActorId>,
}

/// One defender's part of a contest.
#[derive(Clone, Debug, PartialEq)]
pub struct Defence {
    /// Who defends.
    pub who: ActorId,
    /// The roll, once there is one; armour is among its parts.
    pub roll: Option<Roll>,
    /// What counts for the attacker in this comparison only (R-P30).
    pub only: i32,
    /// The skill chosen (none for no skill left), while a point for armour is being asked for.
    pub chosen: Option<Option<SkillId>>,
    /// True if this comparison is settled, and the attacker's shifts.
    pub shifts: Option<i32>,
}

/// A roll, what it is rolled against, and who may still add to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// The actor's roll.
    pub roll: Roll,
    /// The difficulty, of a fixed roll.
    pub difficulty: Option<i32>,
    /// Defenders in turn order after the attacker; none for a fixed roll.
    pub defences: Vec<Defence>,
    /// Aspects by which a roller was compelled since the dice lie, and whom.
    pub compelled: Vec<(AspectId, ActorId)>,
}

/// A border made harder for a while (6.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obstruction {
    /// Who made it.
    pub placer: ActorId,
    /// Where.
    pub border: BorderId,
    /// By how much.
    pub by: i16,
    /// True if a turn of its maker has begun since: it goes when that turn ends.
    pub last_turn: bool,
}

refilled! {
    /// The state of a fight.
    #[derive(Debug, PartialEq)]
    pub struct State {
        /// The round, from 1; 0 before the first.
        pub round: u32,
        /// Who acts in which order this round.
        pub order: Vec<ActorId>,
        /// How many of them have had their turn or are having it.
        pub turn: u8,
        /// Whose turn it is.
        pub actor: Option<ActorId>,
        /// Where the sequence stands.
        pub step: Step,
        /// Where it stood before terms were offered.
        pub back: Option<Step>,
        /// Everybody.
        pub actors: Table<ActorId, ActorState>,
        /// The borders.
        pub board: Board,
        /// Aspects, printed and placed; those that are gone stay listed as not present.
        pub aspects: Aspects,
        /// Uses of lines in their present period, by [`Line::count`](crate::effects::Line::count).
        pub uses: Vec<u32>,
        /// Lines for which their carriers have taken an action, until it is used or their next turn begins.
        pub granted: Vec<u16>,
        /// Lines that a moment has set off or somebody has used, and that count until they lapse.
        pub roused: Vec<Roused>,
        /// Lines that fire, those of the latest moment last.
        pub fires: Vec<Fires>,
        /// A hit that no roll on the table dealt.
        pub blow: Option<Blow>,
        /// A fact that is before the referee.
        pub fact: Option<StatedFact>,
        /// Checks of nerve, to come and at hand.
        pub nerve: Nerve,
        /// What was put aside, the latest last.
        pub asides: Vec<Aside>,
        /// What is chosen for the next roll.
        pub preparing: Preparing,
        /// Points of which it is not yet said who gets them.
        pub due: Vec<Due>,
        /// Spin on the table.
        pub spin: Vec<Token>,
        /// Obstructions that last until their makers' next turn has ended.
        pub obstructions: Vec<Obstruction>,
        /// What has been declared.
        pub declared: Declaration,
        /// The dice on the table.
        pub contest: Option<Contest>,
        /// Room for the defences of the next dice on the table.
        pub spare: Spare<Defence>,
        /// Since when the table lies as it does, as far as attacks hang on that.
        pub since: Since,
        /// Rolls so far.
        pub rolls: u32,
        /// Questions so far.
        pub asked: u32,
        /// Rounds in a row in which each `hold` condition was true.
        pub holds: Vec<u32>,
        /// Social: boxes of time that are left.
        pub boxes: u32,
        /// Social: what is proposed for somebody beaten, and what they would have instead.
        pub parley: Vec<Terms>,
        /// Successes at each task of the encounter.
        pub tasks: Vec<u32>,
        /// Sides of which a concession was accepted, one bit each.
        pub conceded: u32,
        /// Skills each has rolled, where sheets are closed: nobody is listed otherwise.
        pub shown: Table<ActorId, SkillSet>,
        /// Which points each seat is asked at.
        pub asks: Table<Seat, Points>,
        /// How it ended.
        pub outcome: Option<Outcome>,
    }
}

impl State {
    /// Everybody in turn order from whoever comes after somebody, who is the last; from the first on after nobody.
    pub(super) fn round_after(&self, who: Option<ActorId>) -> impl Iterator<Item = ActorId> {
        let place = who.and_then(|who| self.order.iter().position(|&there| there == who));
        self.order.iter().cycle().skip(place.map_or(0, |place| place + 1)).take(self.order.len()).copied()
    }

    /// Nothing lies on the table any more.
    pub(super) fn clear_table(&mut self) {
        if let Some(contest) = self.contest.take() {
            self.spare.keep(contest.defences);
        }
    }

    /// The same for something new: no defences yet, and room for them.
    pub(super) fn no_defences(&mut self) -> Vec<Defence> {
        self.clear_table();
        self.spare.take()
    }
}
