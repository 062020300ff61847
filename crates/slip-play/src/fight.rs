//! A fight of any kind, as the session runner, tables, logs and players use it.
//!
//! [`Playable`] is the interface that all kinds share; [`FightRef`] is a reference to a fight by its kind, for code that depends on the
//! kind. A new conflict is a variant of both [`Fight`] and [`FightRef`] and an `impl` of [`Playable`].

use crate::begin::BeginError;
use crate::choice::{Answer, Choice, Options, Verb};
use crate::conflict::{Conflict, EndReason, Outcome, Refusal};
use crate::effects::EffectTable;
use crate::event::{Event, Events, Phase, Step, TrackId};
use crate::ids::{ActorId, AspectId, BorderId, Id, IdVec, Seat, SkillId, ZoneId};
use crate::names::{NamedThingKind, Names};
use crate::personal::Personal;
use crate::platoon::PlatoonFight;
use crate::post_roll;
use crate::question::{Ask, Point, Points};
use crate::space::Space;
use crate::stakes::StakesConflict;
use slip_dice::{Dice, DiceKind};
use slip_pack::Pack;
use slip_pack::encounter::{Encounter, Play};
use std::sync::Arc;

/// A fight of any kind that can be played.
#[derive(Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "a run has only one, and samples of a search copy it without a box")]
pub enum Fight {
    /// A fight between people, or a social conflict.
    Personal(Personal),
    /// A fight between ships.
    Space(Space),
    /// A fight between platoons.
    Platoon(PlatoonFight),
    /// A raise-and-see conflict with dice pools.
    Stakes(StakesConflict),
}

/// A reference to a fight of one kind.
#[derive(Clone, Copy, Debug)]
pub enum FightRef<'f> {
    /// A fight between people, or a social conflict.
    Personal(&'f Personal),
    /// A fight between ships.
    Space(&'f Space),
    /// A fight between platoons.
    Platoon(&'f PlatoonFight),
    /// A raise-and-see conflict with dice pools.
    Stakes(&'f StakesConflict),
}

/// Interface that a conflict has for tables, logs and players.
pub trait Playable: Conflict + Names {
    /// Returns a reference to the fight, by its kind.
    fn seen(&self) -> FightRef<'_>;

    /// Returns the decision points at which each seat is asked.
    fn asks(&self) -> &IdVec<Seat, Points> {
        match self.seen() {
            FightRef::Personal(fight) => &fight.state.asks,
            FightRef::Space(fight) => &fight.state.asks,
            FightRef::Platoon(fight) => &fight.state.asks,
            FightRef::Stakes(fight) => &fight.state.asks,
        }
    }

    /// Returns the decision points at which each seat is asked, so that they can be changed.
    fn asks_mut(&mut self) -> &mut IdVec<Seat, Points>;

    /// Returns the number of the round or turn, from 1; 0 before the first.
    fn round(&self) -> u32 {
        match self.seen() {
            FightRef::Personal(fight) => fight.state.round,
            FightRef::Space(fight) => fight.state.turn,
            FightRef::Platoon(fight) => fight.state.turn,
            FightRef::Stakes(fight) => fight.state.round,
        }
    }

    /// True if players may declare facts in words, for a fate point (R-P44).
    fn allows_facts(&self) -> bool {
        match self.seen() {
            FightRef::Personal(fight) => fight.roster.settings.facts_in_words,
            FightRef::Space(fight) => fight.roster.settings.facts_in_words,
            FightRef::Platoon(fight) => fight.roster.settings.facts_in_words,
            FightRef::Stakes(_) => false,
        }
    }

    /// True if fate points only change hands (`fate zero_sum`).
    fn points_only_change_hands(&self) -> bool {
        match self.seen() {
            FightRef::Personal(fight) => fight.roster.settings.zero_sum,
            FightRef::Space(fight) => fight.roster.settings.zero_sum,
            FightRef::Platoon(fight) => fight.roster.settings.zero_sum,
            FightRef::Stakes(_) => false,
        }
    }

    /// Returns the word that this kind of conflict uses for a round.
    fn round_word(&self) -> &'static str {
        match self.seen() {
            FightRef::Personal(_) => "round",
            FightRef::Space(_) | FightRef::Platoon(_) => "turn",
            FightRef::Stakes(_) => "raise",
        }
    }

    /// Returns the phase of the current step as a word of the log.
    fn phase_word(&self) -> &'static str {
        match self.seen() {
            FightRef::Personal(fight) => fight.state.step.phase.word(),
            FightRef::Space(fight) => fight.state.stage.word(),
            FightRef::Platoon(fight) => fight.state.step.phase.word(),
            FightRef::Stakes(fight) => fight.state.step.phase.word(),
        }
    }

    /// Returns the encounter's title.
    fn title(&self) -> &str {
        match self.seen() {
            FightRef::Personal(fight) => &fight.roster.title,
            FightRef::Space(fight) => &fight.roster.title,
            FightRef::Platoon(fight) => &fight.roster.title,
            FightRef::Stakes(fight) => &fight.roster.title,
        }
    }

    /// Returns the side that an actor is on.
    fn side_of(&self, who: ActorId) -> Seat {
        match self.seen() {
            FightRef::Personal(fight) => fight.roster.side(who),
            FightRef::Space(fight) => fight.side(who),
            FightRef::Platoon(fight) => fight.side(who),
            FightRef::Stakes(fight) => fight.side(who),
        }
    }

    /// Returns the number of the current declaration. With it, an answer that was meant for one declaration is not used for the next.
    fn declaration(&self) -> u32 {
        match self.seen() {
            FightRef::Personal(fight) => fight.state.declared.number,
            FightRef::Space(fight) => fight.state.turn * 8 + fight.state.stage as u32,
            FightRef::Platoon(fight) => {
                // The number increases only when the act is chosen. The question about the act already belongs to the new declaration.
                let asked = fight.state.step.phase == Phase::Declare && fight.state.declared.act.is_none();
                fight.state.declared.number + u32::from(asked)
            }
            FightRef::Stakes(fight) => fight.state.round,
        }
    }

    /// Returns the number of the first roll in the current contest, and all actors that take part in the contest. Players may still add to
    /// this roll. `None` if there is no contest.
    fn on_the_table(&self) -> Option<(u32, Vec<ActorId>)> {
        match self.seen() {
            FightRef::Personal(fight) => {
                let contest = fight.state.contest.as_ref()?;
                let parties = std::iter::once(contest.roll.who).chain(contest.defences.iter().map(|defence| defence.who));
                Some((contest.roll.id, parties.collect()))
            }
            FightRef::Space(fight) => {
                let contest = fight.state.contest.as_ref()?;
                Some((contest.rolls.first()?.id, contest.rolls.iter().map(|roll| roll.who).collect()))
            }
            FightRef::Platoon(fight) => {
                let contest = fight.state.contest.as_ref()?;
                Some((contest.rolls.first()?.id, contest.rolls.iter().map(|roll| roll.who).collect()))
            }
            FightRef::Stakes(_) => None,
        }
    }

    /// Returns the actors that the next roll concerns in addition to its roller: the actor whose turn it is, and the targets.
    fn concerned(&self) -> Vec<ActorId> {
        match self.seen() {
            FightRef::Personal(fight) => {
                let state = &fight.state;
                let struck = |who: ActorId| match state.declared.it {
                    Id::Actor(aimed) => aimed == who,
                    Id::Zone(zone) => state.actors[who].is_active() && state.actors[who].zone == zone,
                    Id::Scene | Id::None => false,
                };
                state.actors.keys().filter(|&who| struck(who) || state.actor == Some(who)).collect()
            }
            FightRef::Space(fight) => fight.state.declared.it.actor().into_iter().chain(fight.state.declared.me).collect(),
            FightRef::Platoon(fight) => {
                let state = &fight.state;
                let struck = |who: ActorId| match state.declared.it {
                    Id::Actor(aimed) => aimed == who,
                    Id::Zone(zone) => fight.zone_of(who) == Some(zone),
                    Id::Scene | Id::None => false,
                };
                let aimed = state.units.keys().filter(|&who| struck(who));
                aimed.chain(state.targets.iter().map(|target| target.who)).chain(state.declared.me).collect()
            }
            FightRef::Stakes(fight) => fight.state.step.who.actor().into_iter().collect(),
        }
    }

    /// Returns the current step.
    fn step(&self) -> Step {
        match self.seen() {
            FightRef::Personal(fight) => fight.state.step,
            FightRef::Space(fight) => fight.state.step,
            FightRef::Platoon(fight) => fight.state.step,
            FightRef::Stakes(fight) => fight.state.step,
        }
    }

    /// Returns all choices that mean the same as a listed option, including the option itself.
    fn members_of_class(&self, point: Point, option: Choice, options: &Options) -> Vec<Choice> {
        match self.seen() {
            FightRef::Personal(fight) => fight.class_members(point, option, options),
            FightRef::Space(fight) => fight.class_members(point, option, options),
            FightRef::Platoon(fight) => fight.class_members(point, option, options),
            FightRef::Stakes(_) => vec![option],
        }
    }

    /// Returns the reason why an aspect with this text cannot be used on the current roll, although it is within reach.
    fn why_unused(&self, words: &str) -> Option<String> {
        match self.seen() {
            FightRef::Personal(fight) => post_roll::why_unused(fight, fight.state.step.n, words),
            FightRef::Space(fight) => post_roll::why_unused(fight, fight.state.step.n, words),
            FightRef::Platoon(fight) => post_roll::why_unused(fight, fight.state.step.n, words),
            FightRef::Stakes(_) => None,
        }
    }

    /// Returns all names that can be given as the speaker of an answer, with their sides.
    fn speakers(&self) -> Vec<(&str, Seat)> {
        match self.seen() {
            FightRef::Personal(fight) => {
                fight.roster.people().map(|who| (fight.roster.actors[who].name.as_str(), fight.roster.side(who))).collect()
            }
            FightRef::Space(fight) => {
                let roster = &fight.roster;
                let ships = roster.ships.values().map(|sheet| (sheet.name.as_str(), sheet.side));
                // People aboard answer for their own acts.
                let side = |ship: ActorId| roster.ships.row(ship).map(|sheet| sheet.side);
                ships.chain(roster.people.iter().filter_map(|person| Some((person.name.as_str(), side(person.ship)?)))).collect()
            }
            FightRef::Platoon(fight) => {
                let units = fight.roster.units.values().map(|sheet| (sheet.name.as_str(), sheet.side));
                units.chain(fight.roster.platoons.values().map(|platoon| (platoon.name.as_str(), platoon.side))).collect()
            }
            FightRef::Stakes(fight) => fight.roster.parties.values().map(|sheet| (sheet.name.as_str(), sheet.side)).collect(),
        }
    }

    /// Returns the title of an actor.
    fn title_of(&self, who: ActorId) -> &str {
        match self.seen() {
            FightRef::Personal(fight) => fight.roster.actors.row(who).map_or("", |sheet| &sheet.title),
            FightRef::Space(fight) => fight.roster.title_of(who),
            FightRef::Platoon(fight) => fight.roster.title_of(who),
            FightRef::Stakes(fight) => fight.roster.parties.row(who).map_or("", |sheet| &sheet.title),
        }
    }
}

impl Playable for Personal {
    fn seen(&self) -> FightRef<'_> {
        FightRef::Personal(self)
    }

    fn asks_mut(&mut self) -> &mut IdVec<Seat, Points> {
        &mut self.state.asks
    }
}

impl Playable for Space {
    fn seen(&self) -> FightRef<'_> {
        FightRef::Space(self)
    }

    fn asks_mut(&mut self) -> &mut IdVec<Seat, Points> {
        &mut self.state.asks
    }
}

impl Playable for PlatoonFight {
    fn seen(&self) -> FightRef<'_> {
        FightRef::Platoon(self)
    }

    fn asks_mut(&mut self) -> &mut IdVec<Seat, Points> {
        &mut self.state.asks
    }
}

impl Playable for StakesConflict {
    fn seen(&self) -> FightRef<'_> {
        FightRef::Stakes(self)
    }

    fn asks_mut(&mut self) -> &mut IdVec<Seat, Points> {
        &mut self.state.asks
    }
}

impl Playable for Fight {
    fn seen(&self) -> FightRef<'_> {
        match self {
            Fight::Personal(fight) => FightRef::Personal(fight),
            Fight::Space(fight) => FightRef::Space(fight),
            Fight::Platoon(fight) => FightRef::Platoon(fight),
            Fight::Stakes(fight) => FightRef::Stakes(fight),
        }
    }

    fn asks_mut(&mut self) -> &mut IdVec<Seat, Points> {
        match self {
            Fight::Personal(fight) => &mut fight.state.asks,
            Fight::Space(fight) => &mut fight.state.asks,
            Fight::Platoon(fight) => &mut fight.state.asks,
            Fight::Stakes(fight) => &mut fight.state.asks,
        }
    }
}

impl Fight {
    /// Returns the fight before its first event.
    ///
    /// # Errors
    /// [`BeginError`] if the encounter has errors, is too large, or is of a kind that is not interpreted.
    pub fn begin(pack: &Pack, encounter: &Encounter) -> Result<Fight, BeginError> {
        match encounter.play {
            Play::Personal | Play::Social => Personal::begin(pack, encounter).map(Fight::Personal),
            Play::Space => Space::begin(pack, encounter).map(Fight::Space),
            Play::Platoon => PlatoonFight::begin(pack, encounter).map(Fight::Platoon),
            Play::Stakes => StakesConflict::begin(pack, encounter).map(Fight::Stakes),
            other => Err(BeginError::NotPlayed(other)),
        }
    }

    /// Copies the state of another fight of the same encounter. The roster is not copied: people, things and effects stay as they are.
    ///
    /// If the other fight is of another kind of conflict, it is copied as a whole.
    pub fn take_state(&mut self, from: &Fight) {
        match (self, from) {
            (Fight::Personal(fight), Fight::Personal(from)) => fight.state.clone_from(&from.state),
            (Fight::Space(fight), Fight::Space(from)) => fight.state.clone_from(&from.state),
            (Fight::Platoon(fight), Fight::Platoon(from)) => fight.state.clone_from(&from.state),
            (Fight::Stakes(fight), Fight::Stakes(from)) => fight.state.clone_from(&from.state),
            (fight, from) => *fight = from.clone(),
        }
    }

    /// True if both fights are in the same state, whatever their effects are.
    pub fn is_in_state_of(&self, other: &Fight) -> bool {
        match (self, other) {
            (Fight::Personal(fight), Fight::Personal(other)) => fight.state == other.state,
            (Fight::Space(fight), Fight::Space(other)) => fight.state == other.state,
            (Fight::Platoon(fight), Fight::Platoon(other)) => fight.state == other.state,
            (Fight::Stakes(fight), Fight::Stakes(other)) => fight.state == other.state,
            _ => false,
        }
    }

    /// Returns the effects of the fight.
    pub fn effects(&self) -> &EffectTable {
        match self {
            Fight::Personal(fight) => &fight.roster.lines,
            Fight::Space(fight) => &fight.roster.lines,
            Fight::Platoon(fight) => &fight.roster.lines,
            Fight::Stakes(fight) => &fight.roster.lines,
        }
    }

    /// Starts to count how often the rules look at each effect. Has no effect if other fights share the roster of this fight.
    pub fn count_looks(&mut self) {
        let lines = match self {
            Fight::Personal(fight) => Arc::get_mut(&mut fight.roster).map(|roster| &mut roster.lines),
            Fight::Space(fight) => Arc::get_mut(&mut fight.roster).map(|roster| &mut roster.lines),
            Fight::Platoon(fight) => Arc::get_mut(&mut fight.roster).map(|roster| &mut roster.lines),
            Fight::Stakes(fight) => Arc::get_mut(&mut fight.roster).map(|roster| &mut roster.lines),
        };
        if let Some(lines) = lines {
            lines.count_looks();
        }
    }

    /// Checks the events of a ruling one after the other, each in the state after the events before it.
    ///
    /// # Errors
    /// A message for the first event that the rules do not allow.
    pub fn judged(&self, events: Vec<Event>) -> Result<Vec<Event>, String> {
        match self {
            Fight::Personal(fight) => crate::personal::referee_overrides::judged(fight, events),
            Fight::Space(fight) => crate::space::referee_overrides::judged(fight, events),
            Fight::Platoon(fight) => crate::platoon::referee_overrides::judged(fight, events),
            Fight::Stakes(fight) => crate::stakes::referee_overrides::judged(fight, events),
        }
    }

    /// Returns the fight, if it is one between people.
    pub const fn personal(&self) -> Option<&Personal> {
        match self {
            Fight::Personal(fight) => Some(fight),
            Fight::Space(_) | Fight::Platoon(_) | Fight::Stakes(_) => None,
        }
    }

    /// Returns the fight, if it is one between ships.
    pub const fn space(&self) -> Option<&Space> {
        match self {
            Fight::Space(fight) => Some(fight),
            Fight::Personal(_) | Fight::Platoon(_) | Fight::Stakes(_) => None,
        }
    }

    /// Returns the fight, if it is one between platoons.
    pub const fn platoon(&self) -> Option<&PlatoonFight> {
        match self {
            Fight::Platoon(fight) => Some(fight),
            Fight::Personal(_) | Fight::Space(_) | Fight::Stakes(_) => None,
        }
    }

    /// Returns the fight, if it is a raise-and-see conflict.
    pub const fn stakes(&self) -> Option<&StakesConflict> {
        match self {
            Fight::Stakes(fight) => Some(fight),
            Fight::Personal(_) | Fight::Space(_) | Fight::Platoon(_) => None,
        }
    }
}

/// Makes the same call on the fight, whatever its kind.
macro_rules! either {
    ($fight:expr, $one:ident => $call:expr) => {
        match $fight {
            Fight::Personal($one) => $call,
            Fight::Space($one) => $call,
            Fight::Platoon($one) => $call,
            Fight::Stakes($one) => $call,
        }
    };
}

impl Clone for Fight {
    fn clone(&self) -> Fight {
        match self {
            Fight::Personal(fight) => Fight::Personal(fight.clone()),
            Fight::Space(fight) => Fight::Space(fight.clone()),
            Fight::Platoon(fight) => Fight::Platoon(fight.clone()),
            Fight::Stakes(fight) => Fight::Stakes(fight.clone()),
        }
    }

    fn clone_from(&mut self, from: &Fight) {
        match (self, from) {
            (Fight::Personal(fight), Fight::Personal(from)) => fight.clone_from(from),
            (Fight::Space(fight), Fight::Space(from)) => fight.clone_from(from),
            (Fight::Platoon(fight), Fight::Platoon(from)) => fight.clone_from(from),
            (Fight::Stakes(fight), Fight::Stakes(from)) => fight.clone_from(from),
            (fight, from) => *fight = from.clone(),
        }
    }
}

impl Conflict for Fight {
    fn waiting_for(&self) -> Option<Ask> {
        either!(self, fight => fight.waiting_for())
    }

    fn legal(&self, out: &mut Options) {
        either!(self, fight => fight.legal(out));
    }

    fn next_question(&self, out: &mut Options) -> Option<Ask> {
        either!(self, fight => fight.next_question(out))
    }

    fn next_question_unless(&self, out: &mut Options, declines: &mut dyn FnMut(&Ask) -> bool) -> Option<Ask> {
        either!(self, fight => fight.next_question_unless(out, declines))
    }

    fn decide(&self, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        either!(self, fight => fight.decide(answer, dice, out))
    }

    fn decide_listed(&self, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        either!(self, fight => fight.decide_listed(answer, dice, out))
    }

    fn decide_asked(&self, ask: &Ask, answer: &Answer, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        either!(self, fight => fight.decide_asked(ask, answer, dice, out))
    }

    fn apply(&mut self, event: &Event) {
        either!(self, fight => fight.apply(event));
    }

    fn outcome(&self) -> Option<Outcome> {
        either!(self, fight => fight.outcome())
    }
}

impl Names for Fight {
    fn actor(&self, id: ActorId) -> &str {
        either!(self, fight => fight.actor(id))
    }

    fn side(&self, id: Seat) -> &str {
        either!(self, fight => Names::side(fight, id))
    }

    fn skill(&self, id: SkillId) -> &str {
        either!(self, fight => fight.skill(id))
    }

    fn zone(&self, id: ZoneId) -> &str {
        either!(self, fight => fight.zone(id))
    }

    fn border(&self, id: BorderId) -> &str {
        either!(self, fight => fight.border(id))
    }

    fn aspect(&self, id: AspectId) -> &str {
        either!(self, fight => fight.aspect(id))
    }

    fn track(&self, id: TrackId) -> &str {
        either!(self, fight => fight.track(id))
    }

    fn outcome_tag(&self, number: u8) -> &str {
        either!(self, fight => fight.outcome_tag(number))
    }

    fn thing_of(&self, who: ActorId, act: Verb, number: u16) -> Option<&str> {
        either!(self, fight => fight.thing_of(who, act, number))
    }

    fn weapon(&self, who: ActorId, using: Choice) -> Option<(&str, &str)> {
        either!(self, fight => fight.weapon(who, using))
    }

    fn line(&self, number: u16) -> &str {
        either!(self, fight => fight.line(number))
    }

    fn sentence(&self, number: u16) -> &str {
        either!(self, fight => fight.sentence(number))
    }

    fn outcome_note(&self) -> &'static str {
        either!(self, fight => fight.outcome_note())
    }

    fn reason(&self, why: EndReason) -> String {
        either!(self, fight => fight.reason(why))
    }

    fn all(&self, sort: NamedThingKind) -> Vec<&str> {
        either!(self, fight => fight.all(sort))
    }

    fn weapons(&self, who: ActorId) -> Vec<String> {
        either!(self, fight => fight.weapons(who))
    }

    fn manners(&self, who: ActorId, weapon: Option<u8>) -> Vec<String> {
        either!(self, fight => fight.manners(who, weapon))
    }

    fn dice(&self) -> DiceKind {
        either!(self, fight => fight.dice())
    }
}
