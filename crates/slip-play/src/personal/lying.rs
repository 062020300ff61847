//! How the table lies, as far as what attacks promise depends on it: where nothing else has a say, two tables that lie alike
//! promise alike.

use crate::effects::{Act, Carrier, Does, Hook, Line, StandIn, What, Whom};
use crate::event::{Event, Phase, TrackId};
use crate::ids::ActorId;
use crate::personal::Personal;
use crate::personal::alike::{Alike, Told};
use crate::personal::roster::{Manner, Roster, Sheet};
use crate::personal::state::{ActorState, Record, State};
use slip_dice::fate::Holder;

/// Hooks at which a line may have a say in a roll of somebody.
const OF_ROLLS: [Hook; 8] = [Hook::Roll, Hook::Harm, Hook::Range, Hook::OutOfRange, Hook::Blend, Hook::Needs, Hook::Permit, Hook::Mark];

/// Hooks at which a line may have a say in what an attack promises besides.
const OF_HITS: [Hook; 5] = [Hook::Defense, Hook::Penetration, Hook::RollUp, Hook::Tracks, Hook::Area];

/// Acts of which rolls are promised in a fight.
const PROMISED: [Act; 3] = [Act::Attack, Act::Defence, Act::Maneuver];

/// True if nothing but sheets and map, what is held, who is in it, what is chosen for the roll to come, and of mooks their
/// boxes, have a say in the rolls of somebody.
pub(super) fn is_settled(roster: &Roster, who: ActorId, sheet: &Sheet) -> bool {
    let plain = |manner: &Manner| manner.by.as_deref().is_none_or(|there| stands_always(roster, who, there));
    sheet.uses.iter().all(|there| stands_always(roster, who, there))
        && sheet.changes.iter().all(|change| change.condition.is_none())
        && manners(sheet).all(plain)
        && OF_ROLLS.into_iter().all(|hook| roster.lines.concerning(hook, who).all(|(_, line)| leaves_promises(roster, line)))
}

/// Every manner of attacking somebody has, whatever mode things are in.
fn manners(sheet: &Sheet) -> impl Iterator<Item = &Manner> {
    let armed = sheet.weapons.iter().flat_map(|weapon| &weapon.modes).flat_map(|mode| &mode.manners);
    armed.chain([&sheet.bare]).chain(&sheet.bare_more)
}

/// True if nothing but what [`Lie`] tells apart has a say in what attacks promise, as long as nothing is chosen for a roll.
pub(super) fn is_quiet(roster: &Roster) -> bool {
    let lines = |hook: Hook| roster.lines.at(hook).map(|(_, line)| line);
    let mut of_all = OF_ROLLS.into_iter().chain(OF_HITS).flat_map(lines);
    roster.actors.iter().all(|(who, sheet)| is_settled(roster, who, sheet)) && of_all.all(|line| leaves_promises(roster, line))
}

/// Hooks at which a line may have a say in which attacks are open, or from where.
const OF_WAYS: [Hook; 5] = [Hook::Attacks, Hook::Ammo, Hook::FreeMove, Hook::Permit, Hook::Needs];

/// True if nothing but how the table lies, and which weapons stay in their holsters, has a say in which attacks are open to
/// somebody about to act, and from where.
pub(super) fn has_plain_ways(roster: &Roster) -> bool {
    let mut sheets = roster.actors.values();
    let free = sheets.all(|sheet| manners(sheet).all(|manner| manner.barred_when.is_empty()));
    free && !OF_WAYS.into_iter().any(|hook| roster.lines.any(hook))
}

/// True if a skill stands in for somebody in the fight whatever happens: nobody lends it, and no line asks for anything.
fn stands_always(roster: &Roster, who: ActorId, there: &StandIn) -> bool {
    let StandIn { lender, condition, of, against, line, .. } = there;
    let lasts = |line: &Line| {
        let free = !line.choice || (line.limit.is_none() && line.price == 0 && !line.as_action);
        let own = matches!(line.carrier, Carrier::Worn(by) | Carrier::Gear(by) | Carrier::Person(by) if by == who);
        own && free && line.whom == Whom::Own && line.cue.is_none() && line.condition.is_none()
    };
    let stands = line.is_none_or(|line| roster.lines.get(line).is_some_and(lasts));
    stands && lender.is_none() && condition.is_none() && of.is_none() && against.is_none()
}

/// Whether what a line does leaves what attacks promise as it is: it marks its carrier as long as they have it, which
/// [`Lie`] tells, or it is about rolls that are never promised.
fn leaves_promises(roster: &Roster, line: &Line) -> bool {
    match &line.does {
        Does::Mark(_) => line.cue.is_none() && line.condition.is_none() && line.whom == Whom::Own,
        Does::Change(What::Roll(of), _) | Does::Set(What::Roll(of), ..) => {
            roster.social.is_none() && of.act.is_some_and(|act| !PROMISED.contains(&act))
        }
        _ => false,
    }
}

/// True if an event may change how the table lies: what is asked, answered and declared does not, but for what is aimed at.
pub(super) fn may_change(state: &State, event: &Event) -> bool {
    match event {
        Event::Answer { .. } | Event::Result { .. } => false,
        Event::Phase(step) => step.phase == Phase::Turn,
        Event::Declare { track, .. } => *track != state.declared.track,
        _ => true,
    }
}

/// How the table lies, in numbers: the same number is the same again, in this game or in another of the same people.
#[derive(Debug, Default)]
pub(super) struct Lie {
    /// Of everybody what they have left, what is ready, what has been rolled, the free tags on them.
    faces: Alike<10>,
    /// Of everybody with what they attack.
    hands: Alike<6>,
    /// Who sees where.
    grounds: Alike<4>,
    /// All of it, and where everybody stands.
    tables: Alike<9>,
    /// How each of these was last.
    people: Vec<Person>,
    /// Who saw where last.
    sight: Vec<u128>,
    ground: Told,
    table: Told,
    /// Room to put it together.
    words: Vec<u64>,
    tags: Vec<(u8, u64)>,
}

/// Somebody as they were last.
#[derive(Debug, Default)]
struct Person {
    /// What everybody has.
    plain: Plain,
    /// What some have besides: records, free tags on them, many modes.
    more: Vec<u64>,
    face: u32,
    hand: u32,
}

/// What everybody has, in six words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Plain {
    state: u64,
    tracks: u64,
    used: [u64; 2],
    modes: u64,
    aim: u64,
}

impl Lie {
    /// Takes in how the table lies now. `None` if numbers have run out: then nothing is known any more, and everything told
    /// by them is to be forgotten.
    pub(super) fn see(&mut self, fight: &Personal) -> Option<()> {
        let seen = self.take_in(fight);
        if seen.is_none() {
            *self = Lie::default();
        }
        seen
    }

    fn take_in(&mut self, fight: &Personal) -> Option<()> {
        let Lie { faces, hands, grounds, tables, people, sight, ground, table, words, tags } = self;
        let state = &fight.state;
        tags.clear();
        for (_, aspect) in state.aspects.among(state.aspects.tagged(), |aspect| aspect.free.is_some()) {
            let (Some(free), Holder::Actor(who)) = (aspect.free, aspect.holder) else { continue };
            if free.from <= state.declared.number {
                tags.push((who, TAG | u64::from(free.sides)));
            }
        }
        if people.len() != state.actors.len() {
            people.resize_with(state.actors.len(), Person::default);
        }
        for ((who, actor), person) in state.actors.iter().zip(people.iter_mut()) {
            let sheet = fight.roster.actors.row(who)?;
            // Whether a skill stands in for a defence hangs on the track that is aimed at.
            let aim = state.declared.track.filter(|_| state.actor == Some(who) || !sheet.uses.is_empty());
            let plain = Plain::of(actor, aim);
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
        // A key has a byte for it.
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

    /// The number of how somebody is, but for where they stand.
    pub(super) fn face(&self, who: ActorId) -> Option<u32> {
        self.person(who).map(|person| person.face)
    }

    /// The number of with what somebody attacks: all that an attack's promise owes to the attacker besides their sheet.
    pub(super) fn hand(&self, who: ActorId) -> Option<u32> {
        self.person(who).map(|person| person.hand)
    }

    /// The number of who sees where.
    pub(super) const fn ground(&self) -> u32 {
        self.ground.number()
    }

    /// The number of how all of it lies; 0 before anything was seen.
    pub(super) const fn table(&self) -> u32 {
        self.table.number()
    }
}

/// The modes of weapons that do not go into the first word.
fn more_modes(actor: &ActorState) -> impl Iterator<Item = u64> + '_ {
    actor.modes.get(MODES..).unwrap_or(&[]).chunks(MODES).map(packed)
}

impl Person {
    /// True if they are as they were when they were last told: asked of everybody at every question.
    fn is_as(&self, plain: &Plain, actor: &ActorState, tags: impl Iterator<Item = u64>) -> bool {
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

    /// Takes in how they are now; of what is more the first words are modes. Mooks attack with their open boxes (10.1).
    /// `None` if there are no more numbers.
    fn tell(
        &mut self,
        plain: Plain,
        mooks: bool,
        (more, modes): (&[u64], usize),
        faces: &mut Alike<10>,
        hands: &mut Alike<6>,
    ) -> Option<()> {
        let Plain { state, tracks, used: [low, high], modes: first, aim } = plain;
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

impl Plain {
    /// What is left, what is ready, with what they attack; the weapons dropped are the upper half of the first word, what is
    /// aimed at the lower half of the last, and the skill used last its upper half.
    fn of(actor: &ActorState, aim: Option<TrackId>) -> Plain {
        let [health, composure] = actor.tracks;
        let is = u64::from(actor.is_active()) | u64::from(actor.is_there()) << 1 | u64::from(actor.fate.can_pay(1)) << 2;
        let last = actor.last.map_or(0, |skill| u64::from(skill.0) + 1);
        let lengths = u64::from(health.length()) << 16 | u64::from(composure.length()) << 24;
        Plain {
            state: u64::from(actor.slots.bits()) | is << 24 | u64::from(actor.dropped) << u32::BITS,
            tracks: u64::from(health.bits()) | u64::from(composure.bits()) << u32::BITS,
            used: halves(actor.used.bits()),
            modes: packed(actor.modes.get(..MODES).unwrap_or(&actor.modes)),
            aim: aim.map_or(0, |track| 1 << 8 | u64::from(track.0)) | lengths | last << u32::BITS,
        }
    }
}

/// What is aimed at, without how long tracks are and what was used last.
const AIM: u64 = 0xffff;

/// Modes of weapons that go into a word.
const MODES: usize = 7;

fn packed(modes: &[u8]) -> u64 {
    modes.iter().fold(1, |all, &mode| all << 8 | u64::from(mode))
}

fn record(record: &Record) -> u64 {
    let total = record.faces.total() + record.parts.total();
    let skill = record.skill.map_or(0, |skill| u64::from(skill.0) + 1);
    RECORD | skill << u32::BITS | u64::from(total.cast_unsigned())
}

fn halves(bits: u128) -> [u64; 2] {
    let half = |bits: u128| u64::try_from(bits & u128::from(u64::MAX)).unwrap_or(0);
    [half(bits), half(bits >> u64::BITS)]
}

/// What tells records and tags, of which there may be any number, from one another.
const RECORD: u64 = 1 << 63;
const TAG: u64 = 1 << 62;
