//! Evaluates rolls that can still be changed in space combat, as one party sees them.

use super::option_evaluator::SpaceEvaluator;
use crate::pending_roll_view::{NEVER, Purchases, RollWindow, parties};
use crate::shared_doctrine_parts::{self, HitEffects, LOOK, Participants, better};
use slip_dice::fate::{RollDistribution, Slots};
use slip_pack::doctrine::UNIT;
use slip_play::event::TrackId;
use slip_play::ids::ActorId;
use slip_play::roll::Roll;
use slip_play::space::state::{SpaceContest, SpaceRollSubject};

/// Returns the rolls that can still change, from the point of view of the party that may add to its roll now.
pub(super) fn of(weigher: &SpaceEvaluator<'_>) -> RollWindow {
    let fight = weigher.fight;
    let party = fight.state.step.n;
    let Some(contest) = &fight.state.contest else { return RollWindow::EMPTY };
    let Some(roll) = contest.rolls.get(usize::from(party)) else { return RollWindow::EMPTY };
    let next = weigher.next_better(contest, usize::from(party));
    let others = contest.rolls.iter().zip(0_u8..).filter(|(other, _)| weigher.fight.are_enemies(roll.who, other.who));
    let purchases = Purchases {
        own: party,
        others: parties(others.map(|(_, number)| number)),
        bonus: fight.roster.settings.invoke_bonus,
        again: roll.rolled.then(|| (roll.faces.total(), RollDistribution::of(fight.roster.settings.dice))),
    };
    let (wins_by, taken_out) = weigher.stands(contest, usize::from(party));
    RollWindow { taken_out, ..RollWindow::of(next, wins_by, purchases) }
}

/// An attack roll and one defence against it.
#[derive(Clone, Copy)]
struct Duel {
    attacker: ActorId,
    defender: ActorId,
    /// True if a failed attack hits the attacker.
    strikes_back: bool,
}

impl SpaceEvaluator<'_> {
    /// Returns the attacker's shifts against the best defence (R-S38) if the total of one party becomes higher by `more`.
    fn shifts(contest: &SpaceContest, party: usize, more: i32) -> i32 {
        let total = |(place, roll): (usize, &Roll)| roll.total() + if place == party { more } else { 0 };
        let mut totals = contest.rolls.iter().enumerate().map(total);
        let attack = totals.next().unwrap_or(0);
        attack - totals.max().unwrap_or(0)
    }

    fn duel(&self, contest: &SpaceContest) -> Option<Duel> {
        let [attack, defence, ..] = contest.rolls.as_slice() else { return None };
        let harmless = self.fight.state.ship(defence.who).is_some_and(|ship| ship.fixed.ew);
        let ew = self.fight.state.stage == slip_play::event::SpacePhase::Ew;
        Some(Duel { attacker: attack.who, defender: defence.who, strikes_back: ew && !harmless })
    }

    /// Returns the kinds of outcome of an attack for defender and attacker; greater is better for the attacker.
    fn kinds_of(&self, duel: Duel, shifts: i32) -> (u8, i8) {
        let hit = shared_doctrine_parts::level(self, duel.defender, shifts);
        let back = if duel.strikes_back { shared_doctrine_parts::level(self, duel.attacker, -shifts) } else { 0 };
        (hit, -i8::try_from(back).unwrap_or(0))
    }

    /// Returns the value of an attack to its attacker, in hundredths of boxes.
    fn worth_of(&self, duel: Duel, shifts: i32) -> i64 {
        let own = if duel.strikes_back { shared_doctrine_parts::cost(self, duel.attacker, -shifts) } else { 0 };
        shared_doctrine_parts::cost(self, duel.defender, shifts) - own
    }

    /// Returns the number of shifts by which a party wins the roll at present. The second value is true if these shifts take the party out.
    fn stands(&self, contest: &SpaceContest, party: usize) -> (i32, bool) {
        let Some(roll) = contest.rolls.get(party) else { return (0, false) };
        if contest.matter != SpaceRollSubject::Attack {
            let best = contest.rolls.iter().enumerate().filter(|(place, _)| *place != party).map(|(_, roll)| roll.total()).max();
            return (roll.total() - contest.difficulty.or(best).unwrap_or(0), false);
        }
        let shifts = SpaceEvaluator::shifts(contest, party, 0);
        let against = match party {
            0 if self.duel(contest).is_some_and(|duel| duel.strikes_back) => -shifts,
            0 => 0,
            _ => shifts,
        };
        let out = against > 0 && !self.survives(self.me(), against, Slots::NONE);
        (if party == 0 { shifts } else { -shifts }, out)
    }

    /// Returns the points that a party must add for the next better outcome, and the value of that outcome.
    fn next_better(&self, contest: &SpaceContest, party: usize) -> (i32, i64) {
        let found = match contest.matter {
            SpaceRollSubject::Attack => self.better_attack(contest, party),
            SpaceRollSubject::Detection => self.better_rank(contest, party),
            SpaceRollSubject::Position => better(|more| self.position_worth(more)),
            SpaceRollSubject::Repair(track) => better(|more| self.repaired(contest, track, more)),
            SpaceRollSubject::Boarding => better(|more| {
                let won = SpaceEvaluator::shifts(contest, party, more) > 0;
                if won == (party == 0) { UNIT } else { 0 }
            }),
            SpaceRollSubject::Maneuver => better(|more| {
                let total = |place: usize| contest.rolls.get(place).map(Roll::total);
                let own = total(party).unwrap_or(0) + more;
                let other = if party == 0 { total(1).or(contest.difficulty) } else { total(0) }.unwrap_or(0);
                // The maneuver succeeds on a tie too.
                if own > other || (own == other && party == 0) { UNIT } else { 0 }
            }),
            SpaceRollSubject::Deny(_) => None,
        };
        found.unwrap_or((NEVER, 0))
    }

    fn better_attack(&self, contest: &SpaceContest, party: usize) -> Option<(i32, i64)> {
        let duel = self.duel(contest)?;
        let shifts = |more: i32| SpaceEvaluator::shifts(contest, party, more);
        let now = self.kinds_of(duel, shifts(0));
        let is_better = |then: (u8, i8)| if party == 0 { then > now } else { then < now };
        // The costs of consequences are much more expensive to compute than the kinds of outcome, so only those of the one found are.
        let more = (1..=LOOK).find(|&more| is_better(self.kinds_of(duel, shifts(more))))?;
        let gain = self.worth_of(duel, shifts(more)) - self.worth_of(duel, shifts(0));
        Some((more, if party == 0 { gain } else { -gain }))
    }

    /// Returns the points that a detection roll needs to beat all enemies, and the value of beating them, which is half a box (the right to
    /// place ships).
    fn better_rank(&self, contest: &SpaceContest, party: usize) -> Option<(i32, i64)> {
        let own = contest.rolls.get(party)?;
        let best = contest.rolls.iter().filter(|roll| self.fight.are_enemies(own.who, roll.who)).map(Roll::total).max()?;
        let by = best - own.total() + 1;
        (by > 0).then_some((by, UNIT / 2))
    }

    /// Returns the value of the position phase if the deciding ship's roll becomes higher by `more`. Moving ships off the map is worth all
    /// their open boxes. Any other win is worth half a box.
    fn position_worth(&self, more: i32) -> i64 {
        let fight = self.fight;
        let total = |who: ActorId| {
            let total = fight.state.ship(who)?.standing.as_ref()?.total();
            Some(total + if who == self.me() { more } else { 0 })
        };
        let entities: Vec<(Vec<ActorId>, i32)> = fight
            .entities()
            .into_iter()
            .map(|entity| {
                let lowest = entity.members.iter().filter(|&&member| !fight.is_towed(member)).filter_map(|&member| total(member)).min();
                (entity.members, lowest.unwrap_or(entity.total))
            })
            .collect();
        let alone = |(_, total): &&(Vec<ActorId>, i32)| entities.iter().filter(|(_, other)| other == total).count() == 1;
        let Some((winner, won)) = entities.iter().filter(alone).max_by_key(|(_, total)| *total) else { return 0 };
        let Some(&mover) = winner.first() else { return 0 };
        let ours = !self.is_enemy(mover);
        let (bands, push) = (fight.band_cap(winner), fight.push_cap(mover));
        let lowest = entities.iter().map(|(_, total)| *total).min().unwrap_or(0);
        let way = |who: ActorId| fight.band_of(who).map(|band| fight.way_out(band));
        let off = |who: ActorId, margin: i32, most: i32| way(who).is_some_and(|(shifts, far)| shifts <= margin && far <= most);
        let all = |members: &[ActorId]| members.iter().map(|&member| (fight.all_left(member) + 1) * UNIT).sum::<i64>();
        let driven = entities.iter().filter(|(members, total)| {
            members.first().is_some_and(|&first| fight.are_enemies(mover, first) && off(first, won - total, push))
        });
        let driven = driven.map(|(members, _)| all(members)).max().unwrap_or(0);
        let wants_off = fight.band_of(mover).is_some_and(|band| fight.goal_distance(mover, band) > 0);
        let leaves = if wants_off && off(mover, won - lowest, bands) { all(winner) } else { 0 };
        let worth = driven.max(leaves).max(UNIT / 2);
        if ours { worth } else { -worth }
    }

    /// Returns the number of boxes that a repair clears if its roll is increased by `more`.
    fn repaired(&self, contest: &SpaceContest, track: TrackId, more: i32) -> i64 {
        let shifts = SpaceEvaluator::shifts(contest, 0, more) - contest.difficulty.unwrap_or(0);
        let Some(mut boxes) = self.fight.state.ship(self.me()).map(|ship| ship.track(track)) else { return 0 };
        u8::try_from(shifts).map_or(0, |number| i64::from(boxes.erase(number)) * UNIT)
    }
}
