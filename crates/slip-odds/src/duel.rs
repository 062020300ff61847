//! Odds of a duel: two people attack each other in turn until one is taken out. The duel is a Markov chain over the states of the engine.
//!
//! Each actor keeps to one attack and stays in place. No points are spent, and there are no compels or tags. A state contains everything
//! that the rules depend on from turn to turn: marked boxes, free consequence slots, First Blood, spin, dropped weapons and ammunition. The
//! round number is not part of it, so a duel has no round limit.

use crate::attack::{AttackOptions, arm, say, usual};
use crate::dice_tree::{self, Branch, BranchPolicy, OddsError};
use crate::markov::{self, Limits, OutcomeProbabilities, StepResults, Walk, WalkStep};
use slip_dice::DiceKind;
use slip_dice::fate::RollDistribution;
use slip_play::choice::{Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::event::TrackId;
use slip_play::ids::{ActorId, Id, Seat, TableKey};
use slip_play::personal::Personal;
use slip_play::question::{Ask, Point, Points};
use std::collections::BTreeMap;

/// Outcome of a duel: only the first actor is still in the fight.
pub const FIRST: usize = 0;
/// Outcome of a duel: only the second actor is still in the fight.
pub const SECOND: usize = 1;
/// Outcome of a duel: a draw, in which neither or both actors are still in the fight.
pub const DRAWN: usize = 2;

/// Conditions of a duel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DuelConditions {
    /// Attack that each actor uses in every turn.
    pub manners: [AttackOptions; 2],
    /// True if an actor spends all its spin on its next attack; if false, spin lapses.
    pub spends_spin: bool,
    /// True if the second actor has the first turn.
    pub second_begins: bool,
}

/// Part of an actor's state that the rules depend on from turn to turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    boxes: Vec<Vec<u8>>,
    slots: u8,
    flags: [bool; 4],
    fired: [u32; 2],
    dropped: u32,
    modes: Vec<u8>,
    ammunition: Vec<Option<i32>>,
    quarry: Option<bool>,
    zone: u16,
    fate: u16,
    used: u128,
    records: Vec<i32>,
}

/// State of a duel at the start of a turn: the states of both actors.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DuelState {
    turn: u8,
    people: Vec<State>,
    spin: Vec<(u8, u8, bool)>,
    uses: Vec<u32>,
}

fn standing(fight: &Personal, turn: ActorId) -> DuelState {
    let state = &fight.state;
    let people = state.actors.iter().map(|(who, actor)| State {
        boxes: actor.tracks.iter().map(|track| track.boxes().collect()).collect(),
        slots: actor.slots.number(),
        flags: [actor.shock_spent, actor.prone, actor.has_acted, actor.suit_breached],
        fired: [actor.fired, actor.fired_last_round],
        dropped: actor.dropped,
        modes: actor.modes.clone(),
        ammunition: (0_u8..).zip(&actor.shots).map(|(weapon, _)| fight.ammo_left(who, weapon)).collect(),
        quarry: actor.quarry,
        zone: actor.zone.place().try_into().unwrap_or(u16::MAX),
        fate: actor.fate.points(),
        used: actor.used.bits(),
        records: actor.records.iter().map(|record| record.faces.total()).collect(),
    });
    let spin = state.spin.iter().map(|token| (token.owner, token.left, token.last_turn));
    DuelState { turn: turn.0, people: people.collect(), spin: spin.collect(), uses: state.uses.clone() }
}

/// Duel as a [`Walk`]: a random walk over the states of the duel.
struct Duel {
    dice: DiceKind,
    ways: [(Choice, TrackId); 2],
    spends_spin: bool,
    /// For each state, a fight in this state: the one in which the state was first reached.
    met: BTreeMap<DuelState, Personal>,
}

/// Player for the search of all branches of one turn of the duel, or of the turns before the duel.
struct Turn {
    ways: [(Choice, TrackId); 2],
    spends_spin: bool,
    /// Number of the current turn. `None` before the duel, while all actors pass until the first turn of the actor who begins.
    number: Option<u32>,
    first: ActorId,
}

fn other(who: ActorId) -> ActorId {
    ActorId(1 - who.0.min(1))
}

/// Returns the target of an attack: the opponent, or the opponent's zone for an area attack.
fn aim(fight: &Personal, me: ActorId, using: Choice) -> Id {
    match fight.state.actors.row(other(me)) {
        Some(there) if using.how & Choice::AREA != 0 => Id::Zone(there.zone),
        _ => Id::Actor(other(me)),
    }
}

/// True if an attack is possible from the actor's current zone. Attacks that need a move are excluded, because the move would change the
/// duel (R-XOX3).
fn strikes(fight: &Personal, me: ActorId, using: Choice) -> bool {
    let here = fight.state.actors.row(me).map(|actor| actor.zone);
    here.is_some_and(|here| fight.can_aim_from(me, using, aim(fight, me, using), here))
}

fn is_armed(fight: &Personal, me: ActorId) -> bool {
    fight.ways_to_attack(me).iter().any(|&using| strikes(fight, me, using))
}

/// Returns another attack from the actor's current zone, for an actor that can no longer use its chosen weapon.
fn instead(fight: &Personal, me: ActorId, options: &Options) -> Result<Choice, OddsError> {
    let usual = options.default_choice().into_iter();
    let mut ways = usual.chain(options.as_slice().iter().copied());
    ways.find(|&using| strikes(fight, me, using)).ok_or(OddsError::TooMany)
}

impl BranchPolicy<Personal> for Turn {
    fn answer(&mut self, fight: &Personal, ask: &Ask, options: &Options) -> Result<Choice, OddsError> {
        let Some(me) = ask.me.actor() else { return usual(options, &[]) };
        match ask.point {
            Point::Act if self.number.is_none() => usual(options, &[Verb::Pass]),
            Point::Act if !is_armed(fight, me) => usual(options, &[Verb::Pass]),
            Point::Act | Point::Whom | Point::With | Point::Track => {
                let way = self.ways.get(usize::from(me.0)).copied().ok_or(OddsError::TooMany)?;
                if ask.point == Point::With && !options.contains(way.0) {
                    return instead(fight, me, options);
                }
                say((aim(fight, me, way.0), way.0, way.1), ask.point, options).unwrap_or(Err(OddsError::TooMany))
            }
            Point::PayAccess => usual(options, &[Verb::Yes]),
            Point::FreeMove => usual(options, &[Verb::Stay]),
            Point::Adjust if self.spends_spin && fight.state.actor == Some(me) => {
                let spin = options.as_slice().iter().filter(|choice| choice.verb == Verb::Spin).max_by_key(|choice| choice.n);
                spin.map_or_else(|| usual(options, &[]), |&spin| Ok(spin))
            }
            _ => usual(options, &[]),
        }
    }

    fn tells(&self) -> bool {
        false
    }

    fn is_over(&self, branch: &Branch<Personal>, ask: &Ask) -> bool {
        let now = branch.fight.state.declared.number;
        ask.point == Point::Act
            && match self.number {
                Some(number) => now != number,
                None => ask.me == Id::Actor(self.first),
            }
    }
}

impl Duel {
    fn meet(&mut self, mut fight: Personal, turn: ActorId) -> DuelState {
        fight.state.round = 1;
        fight.state.asked = 0;
        let standing = standing(&fight, turn);
        self.met.entry(standing.clone()).or_insert(fight);
        standing
    }
}

impl Walk for Duel {
    type Place = DuelState;
    type Trouble = OddsError;

    fn step(&mut self, from: &DuelState) -> Result<StepResults<DuelState>, OddsError> {
        let fight = self.met.get(from).cloned().ok_or(OddsError::TooMany)?;
        let number = Some(fight.state.declared.number);
        let mut turn = Turn { ways: self.ways, spends_spin: self.spends_spin, number, first: ActorId(from.turn) };
        let branches = dice_tree::ends(fight, self.dice, &mut turn)?;
        let rolls = branches.iter().map(|branch| branch.rolls).max().unwrap_or(0);
        let each = u64::from(RollDistribution::of(self.dice).all());
        let mut ways = Vec::with_capacity(branches.len());
        for branch in branches {
            let count = branch.ways.saturating_mul(each.saturating_pow(rolls - branch.rolls));
            let next = match (branch.fight.outcome(), branch.fight.state.actor) {
                (Some(outcome), _) => WalkStep::End(outcome.winner.map_or(DRAWN, Seat::place)),
                (None, Some(actor)) => WalkStep::To(self.meet(branch.fight, actor)),
                (None, None) => return Err(OddsError::TooMany),
            };
            ways.push((count, next));
        }
        Ok(StepResults { all: each.saturating_pow(rolls), ways })
    }
}

/// Computes the odds of a duel between the actors 0 and 1 of a fight that is about to begin.
///
/// # Errors
/// [`OddsError`].
pub fn fight_out(mut fight: Personal, terms: &DuelConditions, limits: Limits) -> Result<OutcomeProbabilities, OddsError> {
    let dice = fight.roster.settings.dice;
    let [a, b] = [ActorId(0), ActorId(1)];
    let [one, two] = &terms.manners;
    let ways = [arm(&mut fight, a, b, one)?, arm(&mut fight, b, a, two)?];
    let first = if terms.second_begins { b } else { a };
    // Only these questions are asked. All others would get the default answer anyway.
    let asked = Points::NONE.with(Point::PayAccess).with(Point::FreeMove);
    let asked = if terms.spends_spin { asked.with(Point::Adjust) } else { asked };
    fight.state.asks.values_mut().for_each(|points| *points = asked);
    let mut waiting = Turn { ways, spends_spin: terms.spends_spin, number: None, first };
    let begun = dice_tree::ends(fight, dice, &mut waiting)?.into_iter().next().ok_or(OddsError::TooMany)?;
    let mut duel = Duel { dice, ways, spends_spin: terms.spends_spin, met: BTreeMap::new() };
    let start = duel.meet(begun.fight, first);
    markov::solve(&mut duel, start, 3, limits)
}
