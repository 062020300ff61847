//! What a seat has reckoned of attacks, kept so that nothing is reckoned twice.
//!
//! What a roll comes to before the dice is kept as long as sheets and map are the same, where only they have a say in it; how
//! hits go down on a track is kept likewise; guards, tags and what attacks promise as long as those they are about are as they
//! are, and what is told of all as long as the table lies as it does: where nothing else has a say, for all games. Everything
//! is looked up by all it depends on, so that what is kept is never anything else than what would be reckoned.

use crate::choice::Choice;
use crate::effects::{Act, Hook};
use crate::event::TrackId;
use crate::ids::{ActorId, Seat, SkillId, ZoneId};
use crate::personal::Personal;
use crate::personal::lying::{self, Lie};
use crate::personal::prospect::Guard;
use crate::personal::roster::Roster;
use crate::personal::shelf::{Key, Shelf};
use slip_dice::fate::{Prospect, Track};
use std::sync::Arc;

/// Who, whom, from where, into where, with how much added.
pub(super) type Meeting = (ActorId, ActorId, ZoneId, ZoneId, i32);

/// What counts at the moment for an attack of somebody whose sheet alone has a say in it otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hand {
    /// The mode the weapon is in.
    pub(super) mode: u8,
    /// It lies on the ground: what marks it is gone with it.
    pub(super) dropped: bool,
    /// Who has it is in the fight: skills stand in for nobody else.
    pub(super) active: bool,
}

/// What something comes to that seats weigh: of whom, and by whose eyes or in which zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// What somebody promises to do to one of a side.
    Menace(ActorId, Seat),
    /// The best somebody's attacks promise.
    Turn(ActorId),
    /// What a maneuver of somebody on somebody adds to the next attack of an ally.
    Setup(ActorId, ActorId),
    /// What somebody is to expect in a zone.
    Risk(ActorId, ZoneId),
    /// The chance of somebody's maneuvers.
    Maneuver(ActorId),
}

/// What has been reckoned of attacks.
#[derive(Debug, Default)]
pub struct Reckoned {
    /// True if anything is kept.
    keeps: bool,
    /// How often all was forgotten.
    age: u64,
    /// Of which fight.
    roster: Option<Arc<Roster>>,
    /// Whose rolls nothing but the sheet has a say in.
    settled: Vec<bool>,
    /// True if nothing but what [`Lie`] tells apart has a say in what attacks promise.
    quiet: bool,
    /// True if nothing but that, and which weapons stay where they are, has a say in which attacks are open.
    plain_ways: bool,
    /// True if that is so of the question at hand, where somebody may have chosen something for the roll they are about to make.
    still: bool,
    /// Who has.
    prepared: Option<ActorId>,
    /// True if words are weighed, which hang on how the speaker is.
    of_words: bool,
    /// True if lines have a say in where hits land.
    rolls_down: bool,
    /// How the table lies.
    lie: Lie,
    /// Since when it lies so, by the number of the moment; 0 before anything was seen.
    since: u64,
    /// How often it was asked where that does not tell all.
    asked: u64,
    /// What stands for that in keys: the number of the table where that tells all, else one for each time of asking; from 1 on.
    epoch: u64,
    rolls: Shelf<i32, 9>,
    words: Shelf<i32, 11>,
    outlooks: Shelf<Prospect, 11>,
    guards: Shelf<Guard, 10>,
    tags: Shelf<i32, 9>,
    bests: Shelf<Prospect, 11>,
    promises: Shelf<Promise, 11>,
    worths: Shelf<i64, 10>,
    steps: Shelf<Option<(i32, i64)>, 10>,
}

/// When somebody was about to act: attacks that were open then are open as long as it is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    who: ActorId,
    /// Of which people, and since when the table lies so.
    table: (u64, u64),
    /// Weapons that stay in their holsters.
    barred: u32,
    /// True if the free move may still be made.
    walks: bool,
}

/// What an attack promises that may be open; none if it is not.
pub(super) type Promise = Option<Prospect>;

/// What has been reckoned is no part of a seat that is copied: it would be reckoned again.
impl Clone for Reckoned {
    fn clone(&self) -> Reckoned {
        Reckoned { keeps: self.keeps, ..Reckoned::default() }
    }
}

impl Reckoned {
    /// For somebody who asks again and again.
    pub fn kept() -> Reckoned {
        Reckoned { keeps: true, ..Reckoned::default() }
    }

    /// Something may have happened in a fight, perhaps another one than before: forgets what may be otherwise now.
    pub fn anew(&mut self, fight: &Personal) {
        if !self.keeps {
            return;
        }
        self.turn_to(&fight.roster);
        self.prepared = fight.prepared();
        self.still = self.quiet && self.prepared.is_none();
        if !self.still {
            self.asked = self.asked.saturating_add(1);
            self.epoch = ASKED | self.asked;
            return;
        }
        let since = fight.state.since.number();
        if self.since != since {
            if self.lie.see(fight).is_none() {
                self.forget();
                return self.anew(fight);
            }
            self.since = since;
        }
        self.epoch = u64::from(self.lie.table());
    }

    /// What is asked next is about these people, perhaps others than before.
    pub fn turn_to(&mut self, roster: &Arc<Roster>) {
        if !self.keeps || self.roster.as_ref().is_some_and(|known| Arc::ptr_eq(known, roster)) {
            return;
        }
        self.forget();
        self.roster = Some(Arc::clone(roster));
        self.settled.extend(roster.actors.iter().map(|(who, sheet)| !sheet.mooks && lying::is_settled(roster, who, sheet)));
        self.quiet = lying::is_quiet(roster);
        self.plain_ways = self.quiet && lying::has_plain_ways(roster);
        self.of_words = roster.social.is_some();
        self.rolls_down = roster.lines.any(Hook::RollUp);
    }

    fn forget(&mut self) {
        *self = Reckoned { age: self.age.saturating_add(1), ..Reckoned::kept() };
    }

    /// True if nothing but the sheet has a say in somebody's rolls: no line, no condition, nobody else, nothing chosen.
    pub(super) fn is_settled(&self, who: ActorId) -> bool {
        self.prepared != Some(who) && self.settled.get(usize::from(who.0)).copied().unwrap_or(false)
    }

    /// What an attack comes to before the dice, with the hand the attacker has.
    pub(super) fn roll(
        &mut self,
        (who, using, hand): (ActorId, Choice, Hand),
        (from, to): (ZoneId, ZoneId),
        reckon: impl FnOnce() -> i32,
    ) -> i32 {
        match way(using) {
            Some([weapon, how, skill]) if self.is_settled(who) => {
                let act = ATTACK | u8::from(hand.dropped) << 6 | u8::from(hand.active) << 7;
                self.rolls.get(plain([who.0, weapon, how, skill, hand.mode, from.0, to.0, act]), reckon)
            }
            _ => reckon(),
        }
    }

    /// What a defence with a skill comes to before the dice, of somebody for whom nothing stands in.
    pub(super) fn defence(&mut self, who: ActorId, skill: u8, reckon: impl FnOnce() -> i32) -> i32 {
        self.plain(who, skill, DEFENCE, reckon)
    }

    /// What a maneuver with a skill comes to before the dice; `active` as of a [`Hand`].
    pub(super) fn maneuver(&mut self, who: ActorId, skill: u8, active: bool, reckon: impl FnOnce() -> i32) -> i32 {
        self.plain(who, skill, MANEUVER | u8::from(active) << 7, reckon)
    }

    fn plain(&mut self, who: ActorId, skill: u8, act: u8, reckon: impl FnOnce() -> i32) -> i32 {
        if self.is_settled(who) { self.rolls.get(plain([who.0, skill, 0, 0, 0, 0, 0, act]), reckon) } else { reckon() }
    }

    /// What a roll that leads by `margin` promises against a track from which consequences take off so much.
    pub(super) fn outlook(
        &mut self,
        track: Track,
        (absorbed, trackless): (i32, bool),
        (margin, opposed): (i32, bool),
        reckon: impl FnOnce() -> Prospect,
    ) -> Prospect {
        let known = self.roster.is_some() && !self.rolls_down;
        let (Ok(margin), Ok(absorbed), true) = (i8::try_from(margin), u8::try_from(absorbed), known) else { return reckon() };
        let [margin] = margin.to_le_bytes();
        let [a, b, c, d] = track.bits().to_le_bytes();
        let how = 1 | u8::from(opposed) << 1 | u8::from(trackless) << 2;
        self.outlooks.get(plain([a, b, c, d, track.length(), absorbed, margin, how]), reckon)
    }

    /// What somebody sets against an attack at a track, if that is known.
    pub(super) fn guard(&self, who: ActorId, track: TrackId) -> Option<Guard> {
        self.guards.find(self.by_face(who, [GUARD, who.0, track.0, 0])?)
    }

    pub(super) fn keep_guard(&mut self, who: ActorId, track: TrackId, guard: Guard) {
        if let Some(key) = self.by_face(who, [GUARD, who.0, track.0, 0]) {
            self.guards.put(key, guard);
        }
    }

    /// How many free tags on somebody a side holds.
    pub(super) fn tags(&mut self, side: Seat, target: ActorId, reckon: impl FnOnce() -> i32) -> i32 {
        match self.by_face(target, [TAGS, side.0, target.0, 0]) {
            Some(key) => self.tags.get(key, reckon),
            None => reckon(),
        }
    }

    /// By what it is kept what an act by words of somebody comes to before the dice, with a skill or with the best that is
    /// open; `active` as of a [`Hand`].
    pub(super) fn words_key(&self, who: ActorId, skill: Option<SkillId>, act: Act, active: bool) -> Option<Key> {
        let skill = skill.map_or(Some(0), |skill| skill.0.checked_add(1))?;
        if skill > 0 && self.is_settled(who) {
            return Some(plain([WORDS, who.0, skill, act as u8, u8::from(active), 0, 0, 0]));
        }
        self.by_face(who, [WORDS, who.0, skill, act as u8])
    }

    /// What it comes to, if that is known.
    pub(super) fn words(&self, key: Option<Key>) -> Option<i32> {
        self.words.find(key?)
    }

    pub(super) fn keep_words(&mut self, key: Option<Key>, total: i32) {
        if let Some(key) = key {
            self.words.put(key, total);
        }
    }

    /// The best of the attacks of a meeting, if that is known.
    pub(super) fn best(&self, meeting: Meeting) -> Option<Prospect> {
        self.bests.find(self.meeting(meeting)?)
    }

    pub(super) fn keep_best(&mut self, meeting: Meeting, best: Prospect) {
        if let Some(key) = self.meeting(meeting) {
            self.bests.put(key, best);
        }
    }

    fn meeting(&self, (who, target, from, to, plus): Meeting) -> Option<Key> {
        let [plus] = i8::try_from(plus).ok()?.to_le_bytes();
        self.between(who, target, [who.0, target.0, from.0, to.0, plus, 0, 0])
    }

    /// What an attack on somebody where they stand promises from a zone, or that it is not open, if that is known.
    pub(super) fn promise(&self, key: Option<Key>) -> Option<Promise> {
        self.promises.find(key?)
    }

    pub(super) fn keep_promise(&mut self, key: Option<Key>, promise: Promise) {
        if let Some(key) = key {
            self.promises.put(key, promise);
        }
    }

    /// By what a promise is kept: of whom, how, against whom; from which zone at which. `aimed` says whether it may turn out
    /// not to be open.
    pub(super) fn promise_key(
        &self,
        (who, using, target): (ActorId, Choice, ActorId),
        zones: (ZoneId, ZoneId),
        aimed: bool,
    ) -> Option<Key> {
        let [weapon, how, skill] = way(using)?;
        let (from, to) = (zones.0.0, zones.1.0);
        if from > HALF || to > HALF {
            return None;
        }
        self.between(who, target, [who.0, target.0, from | u8::from(aimed) << 7, to, weapon, how, skill])
    }

    /// What changes the outcome of a roll, and what that is worth, as it was found or as it is reckoned now.
    pub fn step(&self, key: Option<Key>) -> Option<Option<(i32, i64)>> {
        self.steps.find(key?)
    }

    /// Keeps it.
    pub fn keep_step(&mut self, key: Option<Key>, step: Option<(i32, i64)>) {
        if let Some(key) = key.filter(|_| self.roster.is_some()) {
            self.steps.put(key, step);
        }
    }

    /// What something is worth, if that is known.
    pub fn worth(&self, worth: Worth) -> Option<i64> {
        self.worths.find(self.of_worth(worth)?)
    }

    /// Keeps what something is worth.
    pub fn keep_worth(&mut self, worth: Worth, value: i64) {
        if let Some(key) = self.of_worth(worth) {
            self.worths.put(key, value);
        }
    }

    fn of_worth(&self, worth: Worth) -> Option<Key> {
        self.now(match worth {
            Worth::Menace(who, side) => [1, who.0, side.0, 0],
            Worth::Turn(who) => [2, who.0, 0, 0],
            Worth::Setup(who, target) => [3, who.0, target.0, 0],
            Worth::Risk(who, zone) => [4, who.0, zone.0, 0],
            Worth::Maneuver(who) => [5, who.0, 0, 0],
        })
    }

    /// How the table lies: two questions with the same answer are asked of the same table. None if that is not known.
    pub fn table(&self) -> Option<(u64, u64)> {
        Some((self.age, self.epoch)).filter(|&(_, epoch)| self.still && epoch > 0)
    }

    /// What the attacks open to somebody hang on. None if that is not known.
    pub(super) fn opening(&self, fight: &Personal, who: ActorId) -> Option<Opening> {
        let known = self.plain_ways && self.still && self.since != 0;
        let table = (self.age, self.since);
        known.then(|| Opening { who, table, barred: fight.state.declared.barred, walks: fight.may_walk_first() })
    }

    /// A key of something that is so as long as the table lies as it does.
    fn now(&self, [a, b, c, d]: [u8; 4]) -> Option<Key> {
        let [what, _] = plain([a, b, c, d, 0, 0, 0, 0]);
        (self.epoch > 0).then_some([what, self.epoch])
    }

    /// A key of something that is so as long as somebody is as they are.
    fn by_face(&self, who: ActorId, [a, b, c, d]: [u8; 4]) -> Option<Key> {
        if !self.still {
            return self.now([a, b, c, d]);
        }
        let [what, _] = plain([a, b, c, d, 0, 0, 0, 0]);
        Some([what, u64::from(self.lie.face(who)?)])
    }

    /// A key of something that is so as long as one attacks with what they do, another is as they are, and all see whom they see.
    fn between(&self, who: ActorId, target: ActorId, [a, b, c, d, e, f, g]: [u8; 7]) -> Option<Key> {
        if !self.still {
            return (self.epoch > 0).then_some([plain([a, b, c, d, e, f, g, 0])[0], self.epoch]);
        }
        let ground = u8::try_from(self.lie.ground()).ok()?;
        let [what, _] = plain([a, b, c, d, e, f, g, ground]);
        let by = if self.of_words { self.lie.face(who)? } else { self.lie.hand(who)? };
        Some([what, u64::from(by) | u64::from(self.lie.face(target)?) << 32])
    }
}

/// What tells a number of asking from the number of a table.
const ASKED: u64 = 1 << 32;

/// A key of eight bytes.
const fn plain(bytes: [u8; 8]) -> Key {
    [u64::from_le_bytes(bytes), 0]
}

/// The highest number of a zone that leaves room for a bit.
const HALF: u8 = 127;

/// A way of attacking in three bytes: weapon, manner, skill.
fn way(using: Choice) -> Option<[u8; 3]> {
    let weapon = if using.with == Choice::NOTHING { u8::MAX } else { u8::try_from(using.with).ok().filter(|&weapon| weapon < u8::MAX)? };
    Some([weapon, using.how, u8::try_from(using.n.checked_add(1)?).ok()?])
}

/// What a key is of.
const ATTACK: u8 = 1;
const DEFENCE: u8 = 2;
const MANEUVER: u8 = 3;
const GUARD: u8 = 4;
const TAGS: u8 = 5;
const WORDS: u8 = 6;
