//! Caches of the results that policies compute about attacks.
//!
//! Each key contains all that its value depends on, so a cached value always equals a computed one. Totals that depend only on sheets and
//! zones are kept as long as the roster is the same. Free tags, best defences and odds of attacks are kept as long as the actors involved
//! are unchanged. Values about the whole fight are kept as long as the state key is the same.

use crate::choice::Choice;
use crate::effects::{Act, Hook};
use crate::ids::{ActorId, Seat, SkillId, ZoneId};
use crate::personal::Personal;
use crate::personal::cache::{CacheKey, DirectMappedCache};
use crate::personal::defence::IncomingAttack;
use crate::personal::odds::ExpectedDefence;
use crate::personal::roster::PersonalRoster;
use crate::personal::state_key::{self, StateKey};
use slip_dice::fate::{Prospect, Track};
use std::sync::Arc;

/// Cache key of an attack by one actor on another: attacker, target, their zones, and a bonus on the roll.
pub(super) type AttackMeeting = (ActorId, ActorId, ZoneId, ZoneId, i32);

/// State on which the total of an attack depends in addition to the sheets: the state of the weapon in hand, and the attacker's presence in
/// the fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AttackerHand {
    /// Mode of the weapon.
    pub(super) mode: u8,
    /// True if the weapon has been dropped; then its marks do not count.
    pub(super) dropped: bool,
    /// True if the attacker is in the fight. Skill substitutions apply only then.
    pub(super) active: bool,
}

/// Key of a value that policies compare: the actor, and a side, another actor or a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparedValueKey {
    /// Expected number of boxes that an actor's attacks deal to one member of a side.
    Menace(ActorId, Seat),
    /// The best odds of an actor's attacks.
    Turn(ActorId),
    /// Value that a maneuver of the first actor against the second adds to an ally's next attack.
    Setup(ActorId, ActorId),
    /// Expected number of boxes that an actor loses in a zone.
    Risk(ActorId, ZoneId),
    /// Chance of an actor's maneuvers.
    Maneuver(ActorId),
}

/// The caches of one policy.
#[derive(Debug, Default)]
pub struct AttackCaches {
    /// True if values are kept between questions.
    keeps: bool,
    /// Number of times that all caches have been cleared.
    age: u64,
    /// Roster of the fight that the caches are for.
    roster: Option<Arc<PersonalRoster>>,
    /// For each actor, true if its rolls depend only on its sheet.
    settled: Vec<bool>,
    /// True if attack odds depend only on the state key.
    quiet: bool,
    /// True if the attacks that are open to an actor depend only on two things: the state key, and the weapons for which it refused to pay.
    plain_ways: bool,
    /// True if `quiet` and `plain_ways` also hold for the current question. False if an actor has chosen an optional effect for its next
    /// roll.
    still: bool,
    /// Actor that has chosen an optional effect for its next roll.
    prepared: Option<ActorId>,
    /// True in a social conflict, where attacks are made with words. Their odds depend on the whole state of the speaker.
    of_words: bool,
    /// True if effects change the boxes on which hits land.
    rolls_down: bool,
    /// State key of the fight.
    lie: StateKey,
    /// Generation since which the state is unchanged; 0 before the first update.
    since: u64,
    /// Number of questions so far whose odds depend on more than the state key.
    asked: u64,
    /// Number in cache keys that changes with the state; never 0 after the first update. If the state key is enough, it is the number of
    /// the whole state. Otherwise every question gets a new number.
    epoch: u64,
    rolls: DirectMappedCache<i32, 9>,
    words: DirectMappedCache<i32, 11>,
    outlooks: DirectMappedCache<Prospect, 11>,
    guards: DirectMappedCache<ExpectedDefence, 10>,
    tags: DirectMappedCache<i32, 9>,
    bests: DirectMappedCache<Prospect, 11>,
    promises: DirectMappedCache<CachedOdds, 11>,
    worths: DirectMappedCache<i64, 10>,
    steps: DirectMappedCache<Option<(i32, i64)>, 10>,
}

/// The part of the state that decides which attacks an actor can make. As long as it stays equal, the same attacks are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AttackSituation {
    who: ActorId,
    /// Number of times that the caches were cleared, and the generation since which the state is unchanged.
    table: (u64, u64),
    /// Weapons that cannot be used this turn, one bit for each. The actor refused to pay for missing training with these weapons.
    barred: u32,
    /// True if the actor may still make the free move.
    walks: bool,
}

/// Odds of an attack; `None` if the actor cannot make the attack.
pub(super) type CachedOdds = Option<Prospect>;

/// A clone starts with empty caches, because their values can be computed again.
impl Clone for AttackCaches {
    fn clone(&self) -> AttackCaches {
        AttackCaches { keeps: self.keeps, ..AttackCaches::default() }
    }
}

impl AttackCaches {
    /// Returns empty caches that keep values from one question to the next while they stay valid. Caches from `default` store nothing.
    pub fn kept() -> AttackCaches {
        AttackCaches { keeps: true, ..AttackCaches::default() }
    }

    /// Clears all values that may have changed since the last question. The question may even be about another fight.
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

    /// Prepares for questions about this roster; clears the caches if the roster is a different one.
    pub fn turn_to(&mut self, roster: &Arc<PersonalRoster>) {
        if !self.keeps || self.roster.as_ref().is_some_and(|known| Arc::ptr_eq(known, roster)) {
            return;
        }
        self.forget();
        self.roster = Some(Arc::clone(roster));
        self.settled.extend(roster.actors.iter().map(|(who, sheet)| !sheet.mooks && state_key::is_settled(roster, who, sheet)));
        self.quiet = state_key::is_quiet(roster);
        self.plain_ways = self.quiet && state_key::has_plain_ways(roster);
        self.of_words = roster.social.is_some();
        self.rolls_down = roster.lines.any(Hook::RollUp);
    }

    fn forget(&mut self) {
        *self = AttackCaches { age: self.age.saturating_add(1), ..AttackCaches::kept() };
    }

    /// True if the rolls of an actor depend on its sheet alone: no effects, conditions, lent skills or choices count.
    pub(super) fn is_settled(&self, who: ActorId) -> bool {
        self.prepared != Some(who) && self.settled.get(usize::from(who.0)).copied().unwrap_or(false)
    }

    /// Returns the total of an attack before the dice. `hand` is the current state of the weapon and the attacker.
    pub(super) fn roll(
        &mut self,
        (who, using, hand): (ActorId, Choice, AttackerHand),
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

    /// Returns the total of a defence with a skill before the dice, for an actor without substitute skills.
    pub(super) fn defence(&mut self, who: ActorId, skill: u8, reckon: impl FnOnce() -> i32) -> i32 {
        self.plain(who, skill, DEFENCE, reckon)
    }

    /// Returns the total of a maneuver with a skill before the dice. `active` is explained in [`AttackerHand`].
    pub(super) fn maneuver(&mut self, who: ActorId, skill: u8, active: bool, reckon: impl FnOnce() -> i32) -> i32 {
        self.plain(who, skill, MANEUVER | u8::from(active) << 7, reckon)
    }

    fn plain(&mut self, who: ActorId, skill: u8, act: u8, reckon: impl FnOnce() -> i32) -> i32 {
        if self.is_settled(who) { self.rolls.get(plain([who.0, skill, 0, 0, 0, 0, 0, act]), reckon) } else { reckon() }
    }

    /// Returns the odds of a roll against a track. The roll leads by `margin` before the dice, and consequences of the track's owner can
    /// take off `absorbed` shifts.
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

    /// Returns the cached best defence of an actor against an attack.
    pub(super) fn guard(&self, who: ActorId, attack: &IncomingAttack) -> Option<ExpectedDefence> {
        self.guards.find(self.guard_key(who, attack)?)
    }

    pub(super) fn keep_guard(&mut self, who: ActorId, attack: &IncomingAttack, guard: ExpectedDefence) {
        if let Some(key) = self.guard_key(who, attack) {
            self.guards.put(key, guard);
        }
    }

    /// Returns the cache key of a defence. It contains the attacker, the zones and the lines of sight, because the usable weapons depend on
    /// them.
    fn guard_key(&self, who: ActorId, attack: &IncomingAttack) -> Option<CacheKey> {
        let ground = u8::try_from(self.lie.ground()).ok()?;
        let by = attack.by.map_or(u8::MAX, |by| by.0);
        let [what, _] = plain([GUARD, who.0, attack.track.0, by, attack.from.0, attack.at.0, ground, 0]);
        Some([what, if self.still { u64::from(self.lie.face(who)?) } else { Some(self.epoch).filter(|&epoch| epoch > 0)? }])
    }

    /// Returns the number of free tags on an actor that a side holds.
    pub(super) fn tags(&mut self, side: Seat, target: ActorId, reckon: impl FnOnce() -> i32) -> i32 {
        match self.by_face(target, [TAGS, side.0, target.0, 0]) {
            Some(key) => self.tags.get(key, reckon),
            None => reckon(),
        }
    }

    /// Returns the cache key for the total of an act with words, before the dice are rolled. With `None` as skill, the best open skill is
    /// used. `active` has the same meaning as in [`AttackerHand`].
    pub(super) fn words_key(&self, who: ActorId, skill: Option<SkillId>, act: Act, active: bool) -> Option<CacheKey> {
        let skill = skill.map_or(Some(0), |skill| skill.0.checked_add(1))?;
        if skill > 0 && self.is_settled(who) {
            return Some(plain([WORDS, who.0, skill, act as u8, u8::from(active), 0, 0, 0]));
        }
        self.by_face(who, [WORDS, who.0, skill, act as u8])
    }

    /// Returns the cached total of an act with words.
    pub(super) fn words(&self, key: Option<CacheKey>) -> Option<i32> {
        self.words.find(key?)
    }

    pub(super) fn keep_words(&mut self, key: Option<CacheKey>, total: i32) {
        if let Some(key) = key {
            self.words.put(key, total);
        }
    }

    /// Returns the cached best odds of an attack between two actors.
    pub(super) fn best(&self, meeting: AttackMeeting) -> Option<Prospect> {
        self.bests.find(self.meeting(meeting)?)
    }

    pub(super) fn keep_best(&mut self, meeting: AttackMeeting, best: Prospect) {
        if let Some(key) = self.meeting(meeting) {
            self.bests.put(key, best);
        }
    }

    fn meeting(&self, (who, target, from, to, plus): AttackMeeting) -> Option<CacheKey> {
        let [plus] = i8::try_from(plus).ok()?.to_le_bytes();
        self.between(who, target, [who.0, target.0, from.0, to.0, plus, 0, 0])
    }

    /// Returns the cached odds of an attack on an actor in its zone, or the cached fact that the attack is not open.
    pub(super) fn promise(&self, key: Option<CacheKey>) -> Option<CachedOdds> {
        self.promises.find(key?)
    }

    pub(super) fn keep_promise(&mut self, key: Option<CacheKey>, promise: CachedOdds) {
        if let Some(key) = key {
            self.promises.put(key, promise);
        }
    }

    /// Returns the cache key for the odds of an attack: attacker, way of attacking and target, and their zones. The same attack has two
    /// keys. The odds under the `aimed` key are `None` while the attack is not allowed; the odds under the other key are computed in any
    /// case.
    pub(super) fn promise_key(
        &self,
        (who, using, target): (ActorId, Choice, ActorId),
        zones: (ZoneId, ZoneId),
        aimed: bool,
    ) -> Option<CacheKey> {
        let [weapon, how, skill] = way(using)?;
        let (from, to) = (zones.0.0, zones.1.0);
        if from > HALF || to > HALF {
            return None;
        }
        self.between(who, target, [who.0, target.0, from | u8::from(aimed) << 7, to, weapon, how, skill])
    }

    /// Returns the cached change of a hit that gives another outcome: the number of shifts, and the value of the change. The inner `None`
    /// means that no change gives another outcome.
    pub fn step(&self, key: Option<CacheKey>) -> Option<Option<(i32, i64)>> {
        self.steps.find(key?)
    }

    /// Caches the number of shifts by which a hit must grow or shrink to have another outcome.
    pub fn keep_step(&mut self, key: Option<CacheKey>, step: Option<(i32, i64)>) {
        if let Some(key) = key.filter(|_| self.roster.is_some()) {
            self.steps.put(key, step);
        }
    }

    /// Returns the cached value that a key names, such as the risk of an actor in a zone.
    pub fn worth(&self, worth: ComparedValueKey) -> Option<i64> {
        self.worths.find(self.of_worth(worth)?)
    }

    /// Caches the value that a key names.
    pub fn keep_worth(&mut self, worth: ComparedValueKey, value: i64) {
        if let Some(key) = self.of_worth(worth) {
            self.worths.put(key, value);
        }
    }

    fn of_worth(&self, worth: ComparedValueKey) -> Option<CacheKey> {
        self.now(match worth {
            ComparedValueKey::Menace(who, side) => [1, who.0, side.0, 0],
            ComparedValueKey::Turn(who) => [2, who.0, 0, 0],
            ComparedValueKey::Setup(who, target) => [3, who.0, target.0, 0],
            ComparedValueKey::Risk(who, zone) => [4, who.0, zone.0, 0],
            ComparedValueKey::Maneuver(who) => [5, who.0, 0, 0],
        })
    }

    /// Returns the key of the state: two questions with the same key are about the same state. `None` if the state is unknown.
    pub fn table(&self) -> Option<(u64, u64)> {
        Some((self.age, self.epoch)).filter(|&(_, epoch)| self.still && epoch > 0)
    }

    /// Returns the key of the state on which the actor's open attacks depend. `None` if they depend on more than the key contains.
    pub(super) fn opening(&self, fight: &Personal, who: ActorId) -> Option<AttackSituation> {
        let known = self.plain_ways && self.still && self.since != 0;
        let table = (self.age, self.since);
        known.then(|| AttackSituation { who, table, barred: fight.state.declared.barred, walks: fight.may_walk_first() })
    }

    /// Returns a key that is valid as long as the state is unchanged; `None` if values are not kept.
    fn now(&self, [a, b, c, d]: [u8; 4]) -> Option<CacheKey> {
        let [what, _] = plain([a, b, c, d, 0, 0, 0, 0]);
        (self.epoch > 0).then_some([what, self.epoch])
    }

    /// Returns a key that is valid as long as an actor is unchanged. Returns `None` if no number identifies the state of the actor.
    fn by_face(&self, who: ActorId, [a, b, c, d]: [u8; 4]) -> Option<CacheKey> {
        if !self.still {
            return self.now([a, b, c, d]);
        }
        let [what, _] = plain([a, b, c, d, 0, 0, 0, 0]);
        Some([what, u64::from(self.lie.face(who)?)])
    }

    /// Returns a cache key for the attack of one actor on another. The key is valid as long as the attack options of the first actor, the
    /// state of the second, and the lines of sight are unchanged. `None` if the interner has no number for one of these states.
    fn between(&self, who: ActorId, target: ActorId, [a, b, c, d, e, f, g]: [u8; 7]) -> Option<CacheKey> {
        if !self.still {
            return (self.epoch > 0).then_some([plain([a, b, c, d, e, f, g, 0])[0], self.epoch]);
        }
        let ground = u8::try_from(self.lie.ground()).ok()?;
        let [what, _] = plain([a, b, c, d, e, f, g, ground]);
        let by = if self.of_words { self.lie.face(who)? } else { self.lie.hand(who)? };
        Some([what, u64::from(by) | u64::from(self.lie.face(target)?) << 32])
    }
}

/// Bit of an epoch. It is set if the epoch is the number of a question, and clear if it is the number of a state.
const ASKED: u64 = 1 << 32;

/// Returns eight bytes as a cache key.
const fn plain(bytes: [u8; 8]) -> CacheKey {
    [u64::from_le_bytes(bytes), 0]
}

/// Largest zone number that leaves the highest bit of its byte free for a flag.
const HALF: u8 = 127;

/// Returns a way of attacking in three bytes: weapon, manner, skill; `None` if a number does not fit.
fn way(using: Choice) -> Option<[u8; 3]> {
    let weapon = if using.with == Choice::NOTHING { u8::MAX } else { u8::try_from(using.with).ok().filter(|&weapon| weapon < u8::MAX)? };
    Some([weapon, using.how, u8::try_from(using.n.checked_add(1)?).ok()?])
}

/// First byte of cache keys: the kind of the value.
const ATTACK: u8 = 1;
const DEFENCE: u8 = 2;
const MANEUVER: u8 = 3;
const GUARD: u8 = 4;
const TAGS: u8 = 5;
const WORDS: u8 = 6;
