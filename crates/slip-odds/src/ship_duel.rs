//! Odds of two ships that fire at each other in turn until one is taken out: a Markov chain as in [`crate::duel`].
//!
//! Each ship always uses the same weapon from the same position. It fires once per turn, the first ship first. Ships do not burn, repair,
//! cool down or spend points. Only marked boxes and consequences carry over from turn to turn.

use crate::dice_tree::{Branch, OddsError};
use crate::markov::{self, Limits, OutcomeProbabilities, StepResults, Walk, WalkStep};
use crate::ship_attack::{self, Salvo};
use slip_dice::DiceKind;
use slip_dice::fate::{RollDistribution, Slots};
use slip_play::ids::ActorId;
use slip_play::space::Space;
use slip_play::space::state::ShipState;

/// Damage of a ship that lasts from turn to turn: marked boxes of each track as bits, and the number of free consequence slots.
type Hull = (Vec<u32>, u8);

/// State of a duel between ships: the damage of both, and the number of the ship that fires next.
type Standing = ([Hull; 2], usize);

struct Exchange {
    dice: DiceKind,
    salvos: [Salvo; 2],
    /// Fight before the first shot.
    fresh: Space,
}

fn hull(ship: &ShipState) -> Hull {
    (ship.tracks.iter().map(|track| track.bits()).collect(), ship.slots.number())
}

impl Exchange {
    /// Returns a copy of the fight in which both ships have the given damage. Everything else is unchanged.
    fn at(&self, hulls: &[Hull; 2]) -> Space {
        let mut fight = self.fresh.clone();
        for (number, (boxes, slots)) in (0_u8..).zip(hulls) {
            if let Some(ship) = fight.state.ships.row_mut(ActorId(number)) {
                ship.tracks.iter_mut().zip(boxes).for_each(|(track, &bits)| *track = track.with_bits(bits));
                ship.slots = Slots::from_number(*slots);
            }
        }
        fight
    }
}

impl Walk for Exchange {
    type Place = Standing;
    type Trouble = OddsError;

    fn step(&mut self, (hulls, turn): &Standing) -> Result<StepResults<Standing>, OddsError> {
        let ids = [ActorId(0), ActorId(1)];
        let ([first, second], [one, other]) = (ids, self.salvos);
        let (by, on, salvo) = if *turn == 0 { (first, second, one) } else { (second, first, other) };
        let branches = ship_attack::branches(self.at(hulls), by, on, salvo)?;
        let rolls = branches.iter().map(|branch| branch.rolls).max().unwrap_or(0);
        let each = u64::from(RollDistribution::of(self.dice).all());
        let way = |branch: Branch<Space>| {
            let count = branch.ways.saturating_mul(each.saturating_pow(rolls - branch.rolls));
            let ship = |id: ActorId| branch.fight.state.ship(id);
            let active = ids.map(|id| ship(id).is_some_and(ShipState::is_active));
            let next = match active {
                [true, true] => {
                    let now = |id: ActorId| ship(id).map_or_else(Hull::default, hull);
                    WalkStep::To((ids.map(now), 1 - *turn))
                }
                [true, false] => WalkStep::End(crate::duel::FIRST),
                [false, true] => WalkStep::End(crate::duel::SECOND),
                [false, false] => WalkStep::End(crate::duel::DRAWN),
            };
            (count, next)
        };
        Ok(StepResults { all: each.saturating_pow(rolls), ways: branches.into_iter().map(way).collect() })
    }
}

/// Computes the odds of a duel between the ships 0 and 1 of a fight that is about to begin; ship 0 fires first.
///
/// # Errors
/// [`OddsError`].
pub fn fight_out(fight: Space, salvos: [Salvo; 2], limits: Limits) -> Result<OutcomeProbabilities, OddsError> {
    let dice = fight.roster.settings.dice;
    let start = [ActorId(0), ActorId(1)].map(|id| fight.state.ship(id).map_or_else(Hull::default, hull));
    markov::solve(&mut Exchange { dice, salvos, fresh: fight }, (start, 0), 3, limits)
}
