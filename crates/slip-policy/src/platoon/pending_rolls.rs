//! Evaluates rolls that can still be changed in platoon combat, as one party sees them.

use super::option_evaluator::PlatoonEvaluator;
use crate::pending_roll_view::{NEVER, Purchases, RollWindow, parties};
use crate::shared_doctrine_parts::{self, HitEffects, LOOK, Participants, better};
use slip_dice::fate::{RollDistribution, Slots};
use slip_play::ids::ActorId;
use slip_play::platoon::state::{PlatoonContest, PlatoonRollSubject};
use slip_play::roll::Roll;

/// Returns the rolls on the table, as seen by the party that may add to its roll now.
pub(super) fn of(weigher: &PlatoonEvaluator<'_>) -> RollWindow {
    let fight = weigher.fight;
    let party = fight.state.step.n;
    let Some(contest) = &fight.state.contest else { return RollWindow::EMPTY };
    let place = usize::from(party);
    let Some(roll) = contest.rolls.get(place) else { return RollWindow::EMPTY };
    let next = weigher.next_better(contest, place);
    // All defenders are opponents of the attacker. The attacker is the only opponent of a defender.
    let others = contest.rolls.iter().zip(0_u8..).filter(|(other, _)| fight.are_enemies(roll.who, other.who));
    let purchases = Purchases {
        own: party,
        others: parties(others.map(|(_, number)| number)),
        bonus: fight.roster.settings.invoke_bonus,
        again: roll.can_fall_again().then(|| (roll.faces.total(), RollDistribution::of(fight.roster.settings.dice))),
    };
    let (wins_by, taken_out) = weigher.stands(contest, place);
    RollWindow { taken_out, ..RollWindow::of(next, wins_by, purchases) }
}

impl PlatoonEvaluator<'_> {
    /// Returns the attacker's shifts against one target after the total of one party is raised by `more`. The pair contains the numbers of
    /// target and party.
    fn shifts(contest: &PlatoonContest, (target, party): (usize, usize), more: i32) -> i32 {
        let total = |place: usize| contest.rolls.get(place).map_or(0, Roll::total) + if place == party { more } else { 0 };
        if target == 0 { total(0) - contest.difficulty.unwrap_or(0) } else { total(0) - total(target) }
    }

    /// Returns the numbers of the targets against which a party's roll counts. For the attacker, these are all targets; for a defender,
    /// only itself.
    fn duels(contest: &PlatoonContest, party: usize) -> std::ops::Range<usize> {
        match (party, contest.rolls.len()) {
            (0, 0 | 1) => 0..1,
            (0, count) => 1..count,
            (party, _) => party..party + 1,
        }
    }

    fn target(contest: &PlatoonContest, place: usize) -> ActorId {
        contest.rolls.get(place).map_or(ActorId(u8::MAX), |roll| roll.who)
    }

    /// Returns the number of shifts by which a party leads with the current rolls; negative if it is behind. The second value is true if
    /// the party is the target of an attack and these shifts would take it out.
    fn stands(&self, contest: &PlatoonContest, party: usize) -> (i32, bool) {
        let all = PlatoonEvaluator::duels(contest, party).map(|target| PlatoonEvaluator::shifts(contest, (target, party), 0));
        let best = all.max().unwrap_or(0);
        if party == 0 {
            return (best, false);
        }
        let struck = contest.matter == PlatoonRollSubject::Attack && best > 0;
        (-best, struck && !self.survives(PlatoonEvaluator::target(contest, party), best, Slots::NONE))
    }

    /// Returns the points that a party must add for the next better outcome, and the value of that outcome.
    fn next_better(&self, contest: &PlatoonContest, party: usize) -> (i32, i64) {
        let found = match contest.matter {
            PlatoonRollSubject::Attack => self.better_attack(contest, party),
            _ => better(|more| {
                let worth = |target: usize| self.worth_of(contest, target, PlatoonEvaluator::shifts(contest, (target, party), more));
                let sum: i64 = PlatoonEvaluator::duels(contest, party).map(worth).sum();
                if party == 0 { sum } else { -sum }
            }),
        };
        found.unwrap_or((NEVER, 0))
    }

    fn better_attack(&self, contest: &PlatoonContest, party: usize) -> Option<(i32, i64)> {
        let sum = |more: i32, of: &dyn Fn(ActorId, i32) -> i64| -> i64 {
            let duels = PlatoonEvaluator::duels(contest, party).filter(|&target| target > 0);
            let signed = duels.map(|target| {
                let who = PlatoonEvaluator::target(contest, target);
                // Hits on units of the own side, in a zone under fire, count negatively.
                let sign = if self.is_enemy(who) == (party == 0) { 1 } else { -1 };
                sign * of(who, PlatoonEvaluator::shifts(contest, (target, party), more))
            });
            signed.sum()
        };
        let level = |more: i32| sum(more, &|who, shifts| i64::from(shared_doctrine_parts::level(self, who, shifts)));
        let now = level(0);
        let is_better = |then: i64| if party == 0 { then > now } else { then < now };
        // The costs of consequences are much more expensive to compute than the levels, so only those of the level found are.
        let more = (1..=LOOK).find(|&more| is_better(level(more)))?;
        let cost = |more: i32| sum(more, &|who, shifts| shared_doctrine_parts::cost(self, who, shifts));
        let gain = cost(more) - cost(0);
        Some((more, if party == 0 { gain } else { -gain }))
    }
}
