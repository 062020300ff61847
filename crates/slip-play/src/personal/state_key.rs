//! Hash of the part of the state that attack odds depend on, so that odds can be cached: two states with the same key have the same odds.

use crate::effects::{Act, Carrier, CarrierSubject, EffectOperation, Hook, ModifiedQuantity, StandIn, TableEffect};
use crate::event::{Event, Phase, TrackId};
use crate::ids::ActorId;
use crate::personal::Personal;
use crate::personal::interner::{Interner, LatestValue};
use crate::personal::roster::{ActorSheet, AttackProfile, PersonalRoster};
use crate::personal::settings::Gravity;
use crate::personal::state::{ActorState, COMPOSURE, HEALTH, PersonalState, RecordedDefence};
use slip_dice::fate::Holder;

/// Hooks at which an effect may change an actor's roll.
const OF_ROLLS: [Hook; 9] =
    [Hook::Roll, Hook::Harm, Hook::Range, Hook::OutOfRange, Hook::Blend, Hook::Needs, Hook::Permit, Hook::Mark, Hook::Ammo];

/// Hooks at which an effect may change the odds of an attack in other ways than by its roll.
const OF_HITS: [Hook; 5] = [Hook::Defense, Hook::Penetration, Hook::RollUp, Hook::Tracks, Hook::Area];

/// Acts whose odds are computed: attacks, defences and maneuvers.
const PROMISED: [Act; 3] = [Act::Attack, Act::Defence, Act::Maneuver];

/// True if nothing else affects the rolls of an actor than its sheet, the map, the items in hand, the actors in the fight, choices for the
/// next roll, and the boxes of mooks.
pub(super) fn is_settled(roster: &PersonalRoster, who: ActorId, sheet: &ActorSheet) -> bool {
    let plain = |manner: &AttackProfile| {
        // If a weapon cannot always be used, it cannot always defend. The rolls then depend on more than the sheet.
        manner.barred_when.is_empty() && manner.by.as_deref().is_none_or(|there| stands_always(roster, who, there))
    };
    sheet.uses.iter().all(|there| stands_always(roster, who, there))
        && sheet.changes.iter().all(|change| change.condition.is_none())
        && manners(sheet).all(plain)
        && OF_ROLLS.into_iter().all(|hook| roster.lines.concerning(hook, who).all(|(_, line)| leaves_promises(roster, line)))
}

/// Returns all attack profiles of an actor, in all modes of its items.
fn manners(sheet: &ActorSheet) -> impl Iterator<Item = &AttackProfile> {
    let armed = sheet.weapons.iter().flat_map(|weapon| &weapon.modes).flat_map(|mode| &mode.manners);
    armed.chain([&sheet.bare]).chain(&sheet.bare_more)
}

/// True if attack odds depend only on the part of the state that [`StateKey`] distinguishes, as long as no choice is made for a roll.
pub(super) fn is_quiet(roster: &PersonalRoster) -> bool {
    if roster.tracks.own().next().is_some() {
        return false;
    }
    let lines = |hook: Hook| roster.lines.at(hook).map(|(_, line)| line);
    let mut of_all = OF_ROLLS.into_iter().chain(OF_HITS).flat_map(lines);
    roster.actors.iter().all(|(who, sheet)| is_settled(roster, who, sheet)) && of_all.all(|line| leaves_promises(roster, line))
}

/// Hooks whose effects can change which attacks an actor can make, or from which zones.
const OF_WAYS: [Hook; 5] = [Hook::Attacks, Hook::Ammo, Hook::FreeMove, Hook::Permit, Hook::Needs];

/// True if the open attacks of an actor about to act depend only on the state key and on the weapons for which the actor refused to pay.
/// The zones from which the attacks are open must depend on the same data.
pub(super) fn has_plain_ways(roster: &PersonalRoster) -> bool {
    let mut sheets = roster.actors.values();
    let free = sheets.all(|sheet| manners(sheet).all(|manner| manner.barred_when.is_empty()));
    free && !OF_WAYS.into_iter().any(|hook| roster.lines.any(hook))
}

/// True if a substitute skill always applies to an actor. Such a substitute is not lent by another actor, and has no condition.
fn stands_always(roster: &PersonalRoster, who: ActorId, there: &StandIn) -> bool {
    let StandIn { lender, condition, of, against, line, .. } = there;
    let lasts = |line: &TableEffect| {
        let free = !line.choice || (line.limit.is_none() && line.price == 0 && !line.as_action);
        let own = matches!(line.carrier, Carrier::Worn(by) | Carrier::Gear(by) | Carrier::Person(by) if by == who);
        own && free && line.whom == CarrierSubject::Own && line.cue.is_none() && line.condition.is_none()
    };
    let stands = line.is_none_or(|line| roster.lines.get(line).is_some_and(lasts));
    stands && lender.is_none() && condition.is_none() && of.is_none() && against.is_none()
}

/// True if an effect does not change the odds of attacks. It marks its carrier permanently, or it is about rolls whose odds are not
/// computed.
fn leaves_promises(roster: &PersonalRoster, line: &TableEffect) -> bool {
    match &line.does {
        EffectOperation::Mark(_) => line.cue.is_none() && line.condition.is_none() && line.whom == CarrierSubject::Own,
        EffectOperation::Change(ModifiedQuantity::Roll(of), _) | EffectOperation::Set(ModifiedQuantity::Roll(of), ..) => {
            roster.social.is_none() && of.act.is_some_and(|act| !PROMISED.contains(&act))
        }
        _ => false,
    }
}

/// True if an event may change the state key. Questions, answers and declarations do not change it, except for the track aimed at.
pub(super) fn may_change(state: &PersonalState, event: &Event) -> bool {
    match event {
        Event::Answer { .. } | Event::Result { .. } => false,
        Event::Phase(step) => step.phase == Phase::Turn,
        Event::Declare { track, .. } => *track != state.declared.track,
        _ => true,
    }
}

/// State key of a fight. Each part of the state is represented by a number. Equal numbers mean equal parts, also in another game with the
/// same people.
#[derive(Debug, Default)]
pub(super) struct StateKey {
    /// Gives numbers to the states of single actors: their open boxes, ready weapons and recorded rolls, and the free tags on them.
    faces: Interner<10>,
    /// Numbers of the attack options of single actors: equal lists of options get the same number.
    hands: Interner<6>,
    /// Interner that numbers the states of the lines of sight.
    grounds: Interner<4>,
    /// Interner that numbers the states of the whole fight, including the zones of all actors.
    tables: Interner<9>,
    /// Latest state of each actor.
    people: Vec<Person>,
    /// The latest lines of sight.
    sight: Vec<u128>,
    ground: LatestValue,
    table: LatestValue,
    /// Buffer for building a key.
    words: Vec<u64>,
    tags: Vec<(u8, u64)>,
}

/// The latest state of an actor.
#[derive(Debug, Default)]
struct Person {
    /// Part of the state that every actor has.
    plain: PackedActorState,
    /// Part of the state that few actors have: recorded rolls, free tags, and modes of more weapons than [`MODES`].
    more: Vec<u64>,
    face: u32,
    hand: u32,
}

/// The part of the state that all actors have, packed into six words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PackedActorState {
    state: u64,
    tracks: u64,
    used: [u64; 2],
    modes: u64,
    aim: u64,
}

impl StateKey {
    /// Updates the key to the current state. Returns `None` if the interners have no more numbers. All keys are then invalid and caches
    /// must be cleared.
    pub(super) fn see(&mut self, fight: &Personal) -> Option<()> {
        let seen = self.take_in(fight);
        if seen.is_none() {
            *self = StateKey::default();
        }
        seen
    }

    fn take_in(&mut self, fight: &Personal) -> Option<()> {
        if fight.roster.tracks.own().next().is_some() {
            // The key has no room for the boxes of tracks that designs add.
            return None;
        }
        let StateKey { faces, hands, grounds, tables, people, sight, ground, table, words, tags } = self;
        let state = &fight.state;
        tags.clear();
        for (_, aspect) in state.aspects.among(state.aspects.tagged(), |aspect| aspect.free.is_some()) {
            let (Some(free), Holder::Actor(who)) = (aspect.free, aspect.holder) else { continue };
            if free.from <= fight.declaration_for(aspect) {
                tags.push((who, TAG | u64::from(free.sides)));
            }
        }
        if people.len() != state.actors.len() {
            people.resize_with(state.actors.len(), Person::default);
        }
        for ((who, actor), person) in state.actors.iter().zip(people.iter_mut()) {
            let sheet = fight.roster.actors.row(who)?;
            // A substitute skill for a defence can depend on the track at which the attack is aimed.
            let aim = state.declared.track.filter(|_| state.actor == Some(who) || !sheet.uses.is_empty());
            let plain = PackedActorState::of(actor, aim, state.gravity);
            let on = tags.iter().filter(|(on, _)| *on == who.0).map(|&(_, tag)| tag);
            if !person.is_as(&plain, actor, on.clone()) {
                words.clear();
                words.extend(more_modes(actor));
                let modes = words.len();
                words.extend(actor.records.iter().map(record).chain(on));
                person.tell(plain, sheet.mooks, (words, modes), faces, hands)?;
            }
        }
        if ground.number() == 0 || *sight != state.board.sight() {
            sight.clear();
            sight.extend_from_slice(state.board.sight());
            words.clear();
            sight.iter().for_each(|&seen| words.extend(halves(seen)));
            ground.tell(words, grounds)?;
        }
        // A cache key has only one byte for the interner's number of the lines of sight.
        u8::try_from(ground.number()).ok()?;
        words.clear();
        words.push(u64::from(ground.number()));
        for (actor, person) in state.actors.values().zip(people.iter()) {
            words.push(u64::from(actor.zone.0) << 32 | u64::from(person.face));
        }
        table.tell(words, tables)
    }

    fn person(&self, who: ActorId) -> Option<&Person> {
        self.people.get(usize::from(who.0)).filter(|person| person.face > 0)
    }

    /// Returns a number that identifies an actor's state apart from its zone.
    pub(super) fn face(&self, who: ActorId) -> Option<u32> {
        self.person(who).map(|person| person.face)
    }

    /// Returns the number of an actor's attack options. The options are the part of its state, apart from its sheet, on which the odds of
    /// its attacks depend.
    pub(super) fn hand(&self, who: ActorId) -> Option<u32> {
        self.person(who).map(|person| person.hand)
    }

    /// Returns the interner's number for the lines of sight.
    pub(super) const fn ground(&self) -> u32 {
        self.ground.number()
    }

    /// Returns the interner's number for the state of the whole fight; 0 before the first update.
    pub(super) const fn table(&self) -> u32 {
        self.table.number()
    }
}

/// Returns the modes of the weapons from number [`MODES`] on, packed into words.
fn more_modes(actor: &ActorState) -> impl Iterator<Item = u64> + '_ {
    actor.modes.get(MODES..).unwrap_or(&[]).chunks(MODES).map(packed)
}

impl Person {
    /// True if an actor is unchanged since the last update. This is checked for every actor at every question.
    fn is_as(&self, plain: &PackedActorState, actor: &ActorState, tags: impl Iterator<Item = u64>) -> bool {
        if self.face == 0 || self.plain != *plain {
            return false;
        }
        let mut left = self.more.as_slice();
        let mut is_next = |word: u64| match left.split_first() {
            Some((&first, rest)) if first == word => {
                left = rest;
                true
            }
            _ => false,
        };
        for modes in more_modes(actor) {
            if !is_next(modes) {
                return false;
            }
        }
        for one in &actor.records {
            if !is_next(record(one)) {
                return false;
            }
        }
        for tag in tags {
            if !is_next(tag) {
                return false;
            }
        }
        left.is_empty()
    }

    /// Updates the state of an actor. The first `modes` words of `more` are weapon modes. The boxes of mooks are part of their attack
    /// options, because mooks roll their open boxes. Returns `None` if the interner has no more numbers.
    fn tell(
        &mut self,
        plain: PackedActorState,
        mooks: bool,
        (more, modes): (&[u64], usize),
        faces: &mut Interner<10>,
        hands: &mut Interner<6>,
    ) -> Option<()> {
        let PackedActorState { state, tracks, used: [low, high], modes: first, aim } = plain;
        self.more.clear();
        self.more.extend([state >> u32::BITS, first, aim & AIM, if mooks { tracks } else { 0 }]);
        self.more.extend(more.iter().take(modes));
        self.hand = hands.number_of(&self.more)?;
        self.more.clear();
        self.more.extend([state, tracks, low, high, first, aim]);
        self.more.extend(more);
        self.face = faces.number_of(&self.more)?;
        self.plain = plain;
        self.more.clear();
        self.more.extend(more);
        Some(())
    }
}

impl PackedActorState {
    /// Packs the state of an actor: boxes left, ready weapons and attack options. Dropped weapons are the upper half of the first word; the
    /// track aimed at and the gravity are the lower half of the last word, and the skill used last its upper half.
    fn of(actor: &ActorState, aim: Option<TrackId>, gravity: Gravity) -> PackedActorState {
        let [health, composure] = [HEALTH, COMPOSURE].map(|track| actor.track(track));
        let is = u64::from(actor.is_active()) | u64::from(actor.is_there()) << 1 | u64::from(actor.fate.can_pay(1)) << 2;
        let last = actor.last.map_or(0, |skill| u64::from(skill.0) + 1);
        let lengths = u64::from(health.length()) << 16 | u64::from(composure.length()) << 24;
        PackedActorState {
            state: u64::from(actor.slots.bits()) | is << 24 | u64::from(actor.dropped) << u32::BITS,
            tracks: u64::from(health.bits()) | u64::from(composure.bits()) << u32::BITS,
            used: halves(actor.used.bits()),
            modes: packed(actor.modes.get(..MODES).unwrap_or(&actor.modes)),
            aim: aim.map_or(0, |track| 1 << 8 | u64::from(track.0)) | u64::from(gravity.number()) << 9 | lengths | last << u32::BITS,
        }
    }
}

/// Mask that keeps the targeted track and the gravity. It removes the lengths of tracks and the skill used last.
const AIM: u64 = 0xffff;

/// Number of weapon modes whose states fit into one word of the key.
const MODES: usize = 7;

fn packed(modes: &[u8]) -> u64 {
    modes.iter().fold(1, |all, &mode| all << 8 | u64::from(mode))
}

fn record(record: &RecordedDefence) -> u64 {
    let total = record.faces.total() + record.parts.total();
    let skill = record.skill.map_or(0, |skill| u64::from(skill.0) + 1);
    RECORD | skill << u32::BITS | u64::from(total.cast_unsigned())
}

fn halves(bits: u128) -> [u64; 2] {
    let half = |bits: u128| u64::try_from(bits & u128::from(u64::MAX)).unwrap_or(0);
    [half(bits), half(bits >> u64::BITS)]
}

/// Bit that marks a recorded roll in a sequence. Recorded rolls and free tags need different bits, because there may be any number of both.
const RECORD: u64 = 1 << 63;
const TAG: u64 = 1 << 62;
