//! What a seat has reckoned of attacks, kept so that nothing is reckoned twice. Floor 5.
//!
//! What a roll comes to before the dice is kept as long as sheets and map are the same, where only they have a say in it; how
//! hits go down on a track is kept likewise; guards, tags and what attacks promise until the table lies otherwise. Everything
//! is looked up by all it depends on, so that what is kept is never anything else than what would be reckoned.

use super::lying;
use crate::fate::{Prospect, Track};
use crate::play::choice::Choice;
use crate::play::effects::Hook;
use crate::play::event::TrackId;
use crate::play::ids::{ActorId, Id, Seat, SkillId, ZoneId};
use crate::play::personal::Personal;
use crate::play::personal::prospect::Guard;
use crate::play::personal::roster::Roster;
use std::sync::Arc;

/// Who, whom, from where, into where, with how much added.
pub(super) type Meeting = (ActorId, ActorId, ZoneId, ZoneId, i32);

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
    /// Whether anything is kept.
    keeps: bool,
    /// Of which fight.
    roster: Option<Arc<Roster>>,
    /// Whose rolls nothing but the sheet has a say in.
    settled: Vec<bool>,
    /// Whether nothing but what [`lying`] sees has a say in what attacks promise.
    quiet: bool,
    /// Whether lines have a say in where hits land.
    rolls_down: bool,
    /// How the table lay when things were last forgotten, and room to see how it lies now.
    lay: Vec<u64>,
    lies: Vec<u64>,
    /// How often it has come to lie otherwise; from 1 on.
    epoch: u16,
    rolls: Shelf<i32, 9>,
    outlooks: Shelf<Prospect, 10>,
    guards: Shelf<Guard, 6>,
    tags: Shelf<i32, 6>,
    bests: Shelf<Prospect, 9>,
    promises: Shelf<Prospect, 9>,
    worths: Shelf<i64, 7>,
}

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
        let roster = &fight.roster;
        let another = self.roster.as_ref().is_none_or(|known| !Arc::ptr_eq(known, roster));
        if another {
            self.roster = Some(Arc::clone(roster));
            self.settled.clear();
            self.settled.extend(roster.actors.iter().map(|(who, sheet)| !sheet.mooks && lying::is_settled(roster, who, sheet)));
            self.quiet = lying::is_quiet(roster);
            self.rolls_down = roster.lines.any(Hook::RollUp);
            self.rolls.clear();
            self.outlooks.clear();
        }
        if self.quiet {
            lying::see(fight, &mut self.lies);
            std::mem::swap(&mut self.lies, &mut self.lay);
        }
        if another || !self.quiet || self.lies != self.lay {
            self.next_epoch();
        }
    }

    fn next_epoch(&mut self) {
        self.epoch = self.epoch.checked_add(1).unwrap_or_else(|| {
            self.guards.clear();
            self.tags.clear();
            self.bests.clear();
            self.promises.clear();
            self.worths.clear();
            1
        });
    }

    /// Whether nothing but the sheet has a say in somebody's rolls: no line, no condition, nobody else.
    pub(super) fn is_settled(&self, who: ActorId) -> bool {
        self.settled.get(usize::from(who.0)).copied().unwrap_or(false)
    }

    /// What an attack comes to before the dice; `mode` is that of the weapon.
    pub(super) fn roll(
        &mut self,
        (who, using, mode): (ActorId, Choice, u8),
        (from, to): (ZoneId, ZoneId),
        reckon: impl FnOnce() -> i32,
    ) -> i32 {
        match way(using) {
            Some([weapon, how, skill]) if self.is_settled(who) => {
                self.rolls.get([who.0, weapon, how, skill, mode, from.0, to.0, ATTACK], reckon)
            }
            _ => reckon(),
        }
    }

    /// What a defence with a skill comes to before the dice.
    pub(super) fn defence(&mut self, who: ActorId, skill: u8, reckon: impl FnOnce() -> i32) -> i32 {
        self.plain(who, skill, DEFENCE, reckon)
    }

    /// What a maneuver with a skill comes to before the dice.
    pub(super) fn maneuver(&mut self, who: ActorId, skill: u8, reckon: impl FnOnce() -> i32) -> i32 {
        self.plain(who, skill, MANEUVER, reckon)
    }

    fn plain(&mut self, who: ActorId, skill: u8, act: u8, reckon: impl FnOnce() -> i32) -> i32 {
        if self.is_settled(who) { self.rolls.get([who.0, skill, 0, 0, 0, 0, 0, act], reckon) } else { reckon() }
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
        self.outlooks.get([a, b, c, d, track.length(), absorbed, margin, how], reckon)
    }

    /// What somebody sets against an attack at a track, if that is known.
    pub(super) fn guard(&self, who: ActorId, track: TrackId) -> Option<Guard> {
        self.guards.find(self.now([GUARD, who.0, track.0, 0, 0, 0])?)
    }

    pub(super) fn keep_guard(&mut self, who: ActorId, track: TrackId, guard: Guard) {
        if let Some(key) = self.now([GUARD, who.0, track.0, 0, 0, 0]) {
            self.guards.put(key, guard);
        }
    }

    /// How many free tags on somebody a side holds.
    pub(super) fn tags(&mut self, side: Seat, target: ActorId, reckon: impl FnOnce() -> i32) -> i32 {
        match self.now([TAGS, side.0, target.0, 0, 0, 0]) {
            Some(key) => self.tags.get(key, reckon),
            None => reckon(),
        }
    }

    /// What words of somebody come to before the dice, with a skill or with the best.
    pub(super) fn words(&mut self, who: ActorId, skill: Option<SkillId>, reckon: impl FnOnce() -> i32) -> i32 {
        let skill = skill.map_or(Some(0), |skill| skill.0.checked_add(1));
        match skill.and_then(|skill| self.now([WORDS, who.0, skill, 0, 0, 0])) {
            Some(key) => self.tags.get(key, reckon),
            None => reckon(),
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

    fn meeting(&self, (who, target, from, to, plus): Meeting) -> Option<[u8; 8]> {
        let [plus] = i8::try_from(plus).ok()?.to_le_bytes();
        self.now([who.0, target.0, from.0, to.0, plus, 0])
    }

    /// What an attack on somebody where they stand promises from a zone, if that is known.
    pub(super) fn promise(&self, key: Option<[u8; 8]>) -> Option<Prospect> {
        self.promises.find(key?)
    }

    pub(super) fn keep_promise(&mut self, key: Option<[u8; 8]>, promise: Prospect) {
        if let Some(key) = key {
            self.promises.put(key, promise);
        }
    }

    /// By what a promise is kept.
    pub(super) fn promise_key(&self, who: ActorId, using: Choice, it: Id, from: ZoneId) -> Option<[u8; 8]> {
        let [weapon, how, skill] = way(using)?;
        self.now([who.0, weapon, how, skill, it.actor()?.0, from.0])
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

    fn of_worth(&self, worth: Worth) -> Option<[u8; 8]> {
        self.now(match worth {
            Worth::Menace(who, side) => [1, who.0, side.0, 0, 0, 0],
            Worth::Turn(who) => [2, who.0, 0, 0, 0, 0],
            Worth::Setup(who, target) => [3, who.0, target.0, 0, 0, 0],
            Worth::Risk(who, zone) => [4, who.0, zone.0, 0, 0, 0],
            Worth::Maneuver(who) => [5, who.0, 0, 0, 0, 0],
        })
    }

    /// A key of something that is so as long as the table lies as it does.
    fn now(&self, [a, b, c, d, e, f]: [u8; 6]) -> Option<[u8; 8]> {
        let [low, high] = self.epoch.to_le_bytes();
        (self.epoch > 0).then_some([a, b, c, d, e, f, low, high])
    }
}

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

/// Values by keys, in a room of two to the power of `BITS` that does not grow: what falls on a place that is taken takes it.
/// No key is all zeros.
#[derive(Debug)]
struct Shelf<V, const BITS: u32> {
    rows: Vec<(u64, V)>,
}

impl<V, const BITS: u32> Default for Shelf<V, BITS> {
    fn default() -> Shelf<V, BITS> {
        Shelf { rows: Vec::new() }
    }
}

impl<V: Copy + Default, const BITS: u32> Shelf<V, BITS> {
    fn clear(&mut self) {
        self.rows.clear();
    }

    fn place(key: u64) -> usize {
        usize::try_from(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - BITS)).unwrap_or(0)
    }

    fn find(&self, key: [u8; 8]) -> Option<V> {
        let key = u64::from_le_bytes(key);
        self.rows.get(Self::place(key)).filter(|row| row.0 == key).map(|row| row.1)
    }

    fn put(&mut self, key: [u8; 8], value: V) {
        if self.rows.is_empty() {
            self.rows.resize(1 << BITS, (0, V::default()));
        }
        let key = u64::from_le_bytes(key);
        if let Some(row) = self.rows.get_mut(Self::place(key)) {
            *row = (key, value);
        }
    }

    /// The value of a key, as it was found or as it is reckoned now.
    fn get(&mut self, key: [u8; 8], reckon: impl FnOnce() -> V) -> V {
        self.find(key).unwrap_or_else(|| {
            let value = reckon();
            self.put(key, value);
            value
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shelf_gives_what_was_put_under_a_key_however_many_there_are() {
        let mut shelf: Shelf<u64, 7> = Shelf::default();
        for round in 0..3 {
            for key in 1..5_000_u64 {
                let value = shelf.get(key.to_le_bytes(), || key * 7);
                assert_eq!(value, key * 7, "round {round}");
            }
        }
        let mut reckoned = 0;
        for _ in 0..2 {
            shelf.get([9; 8], || {
                reckoned += 1;
                35
            });
        }
        assert_eq!(reckoned, 1, "what is on the shelf is not reckoned again");
        assert_eq!(shelf.rows.len(), 128, "and it does not grow");
    }
}
