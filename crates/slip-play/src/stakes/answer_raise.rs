//! Answers to a raise: one die reverses it, two block it, three or more take the blow.

use crate::choice::{Choice, Options, Verb};
use crate::effects::Act;
use crate::event::{Events, Phase, StakesEvent, StakesOp};
use crate::ids::ActorId;
use crate::stakes::effects::{beats, needed};
use crate::stakes::{StakesConflict, TO_SEE};
use slip_dice::pool::{Die, Pool, sum};

/// Smallest number of dice with which a party takes the blow (R-Q1).
pub const BLOW: usize = 3;
/// Value of `how` for [`Verb::Blow`]: the blow is taken with as few dice as possible.
pub const FEWEST: u8 = 0;
/// Value of `how` for [`Verb::Blow`]: the blow is taken with the lowest possible sum of dice.
pub const LEAST: u8 = 1;

impl StakesConflict {
    /// Asks the next party that has to see the raise. When all have answered, the first party that saw it makes the next raise.
    pub(super) fn resume_sees(&self, out: &mut Events) {
        let waiting = self.state.raise.as_ref().and_then(|raise| raise.waiting.iter().copied().find(|&who| self.state.is_active(who)));
        match waiting {
            Some(who) if self.opponents(who).next().is_some() => StakesConflict::go(out, Phase::Escalate, who, TO_SEE),
            _ => StakesConflict::on(out, Phase::Next),
        }
    }

    /// Returns the total of the current raise, which the opponents have to see.
    pub fn to_be_seen(&self) -> u32 {
        self.state.raise.as_ref().map_or(0, |raise| raise.total)
    }

    /// Returns the sum that a party's dice must reach so that it sees the current raise. Effects may add a bonus to the sum of the dice.
    pub fn needed_by(&self, who: ActorId) -> u32 {
        self.needed_against(who, self.to_be_seen())
    }

    /// Returns the sum that a party's dice must reach to see a raise of this total.
    pub fn needed_against(&self, who: ActorId, total: u32) -> u32 {
        needed(total, self.bonus(who, Act::See))
    }

    /// Lists the legal answers: reverse, block, take the blow, choose die by die, or give. A blow can be taken with the fewest dice or with
    /// the lowest sum. A party whose dice cannot reach the total has lost.
    pub(super) fn legal_see(&self, who: ActorId, out: &mut Options) {
        let Some(party) = self.state.party(who) else { return };
        if !self.state.by_hand.is_empty() || self.state.step.n > 0 {
            return self.legal_by_hand(who, out);
        }
        if self.is_kept_from(who, Act::See) {
            out.push(Choice::of(Verb::Lose));
            return;
        }
        let total = self.needed_by(who);
        for face in party.pool.alone(total) {
            out.push(Choice::of(Verb::Reverse).n(i16::from(face)));
        }
        for [high, low] in party.pool.blocks(total) {
            out.push(Choice::of(Verb::Block).with(u16::from(high)).n(i16::from(low)));
        }
        let [fewest, least] = self.blows(who);
        if fewest.is_some() {
            out.push(Choice::of(Verb::Blow).how(FEWEST));
        }
        if least.is_some() && least != fewest {
            out.push(Choice::of(Verb::Blow).how(LEAST));
        }
        if out.is_empty() {
            out.push(Choice::of(Verb::Lose));
            return;
        }
        out.push(Choice::of(Verb::ByHand));
        out.push(Choice::of(Verb::Give));
    }

    /// Returns two sets of dice with which a party can take the blow: the set with the fewest dice, and the set with the lowest sum. Both
    /// are `None` if the party may not take the blow. If all its tracks are full, the party must keep a die that resists the fallout
    /// (R-Q22).
    pub fn blows(&self, who: ActorId) -> [Option<Vec<u8>>; 2] {
        let Some(party) = self.state.party(who) else { return [None, None] };
        let total = self.needed_by(who);
        if self.has_open_track(who) {
            return [party.pool.fewest(total, BLOW), party.pool.least(total, BLOW)];
        }
        let amount = self.blow_on(who);
        let kept = self.resisting(who, amount).into_iter();
        let rests: Vec<Pool> = kept.filter_map(|face| Some(party.pool.without(&party.pool.showing(&[face])?))).collect();
        let cost = |set: &Vec<u8>| set.iter().map(|&face| u32::from(face)).sum::<u32>();
        let fewest = rests.iter().filter_map(|rest| rest.fewest(total, BLOW)).min_by_key(|set| (set.len(), cost(set)));
        let least = rests.iter().filter_map(|rest| rest.least(total, BLOW)).min_by_key(|set| (cost(set), set.len()));
        [fewest, least]
    }

    /// True if a party may see the raise with these dice. If it thereby takes a blow, the party must have an open track for the fallout, or
    /// keep a die that resists the fallout.
    fn can_bear(&self, who: ActorId, faces: &[u8]) -> bool {
        let Some(party) = self.state.party(who) else { return false };
        if faces.len() < BLOW || self.has_open_track(who) {
            return true;
        }
        let (amount, bonus) = (self.blow_on(who), self.bonus(who, Act::Resist));
        let rest = party.pool.showing(faces).map(|dice| party.pool.without(&dice));
        let resists = |rest: Pool| rest.dice().iter().any(|&die| beats(die, amount, bonus));
        rest.is_some_and(resists) && !self.is_kept_from(who, Act::Resist)
    }

    /// Adds the answers for a party that chooses its dice one at a time: every die that may be chosen next, none higher than the last one.
    /// Also adds the end of the choice, if the chosen dice reach the total.
    fn legal_by_hand(&self, who: ActorId, out: &mut Options) {
        let Some(party) = self.state.party(who) else { return };
        let chosen = &self.state.by_hand;
        let (so_far, total) = (chosen.iter().map(|&face| u32::from(face)).sum::<u32>(), self.needed_by(who));
        if so_far >= total && self.can_bear(who, chosen) && !chosen.is_empty() {
            out.push(Choice::of(Verb::Stay));
        }
        for face in party.pool.faces() {
            if chosen.last().is_none_or(|&last| face <= last) && self.leads_on(who, face) {
                out.push(Choice::of(Verb::Put).n(i16::from(face)));
            }
        }
    }

    /// True if a die with this face may be chosen next. The party must have such a die. With this die and further dice that are not higher,
    /// it must be able to reach the total and to see the raise.
    fn leads_on(&self, who: ActorId, face: u8) -> bool {
        let Some(party) = self.state.party(who) else { return false };
        let mut faces = self.state.by_hand.clone();
        faces.push(face);
        let Some(dice) = party.pool.showing(&faces) else { return false };
        let highest_first = party.pool.without(&dice);
        let mut able: Vec<Die> = highest_first.dice().iter().rev().copied().filter(|die| die.face <= face).collect();
        if self.reaches_total(who, &faces, &able) {
            return true;
        }
        // The party may have to keep the lowest die that resists the fallout (R-Q22). The raise must then be seen with the other dice.
        let (amount, bonus) = (self.blow_on(who), self.bonus(who, Act::Resist));
        able.iter().rposition(|&die| beats(die, amount, bonus)).is_some_and(|kept| {
            able.remove(kept);
            self.reaches_total(who, &faces, &able)
        })
    }

    /// Checks the chosen dice and the first few dice of `able` together. True if they reach the total and the party may see the raise with
    /// them.
    fn reaches_total(&self, who: ActorId, chosen: &[u8], able: &[Die]) -> bool {
        let mut faces = chosen.to_vec();
        let mut so_far: u32 = faces.iter().map(|&face| u32::from(face)).sum();
        let mut more = able.iter();
        loop {
            if so_far >= self.needed_by(who) && self.can_bear(who, &faces) {
                return true;
            }
            let Some(next) = more.next() else { return false };
            so_far += u32::from(next.face);
            faces.push(next.face);
        }
    }

    /// Applies a party's answer to the raise: it sees the raise with the chosen dice, or it leaves the conflict.
    pub(super) fn decide_see(&self, who: ActorId, choice: Choice, out: &mut Events) {
        let face = |number: i16| u8::try_from(number).unwrap_or(0);
        match choice.verb {
            Verb::Reverse => self.see_with(who, &[face(choice.n)], out),
            Verb::Block => self.see_with(who, &[u8::try_from(choice.with).unwrap_or(0), face(choice.n)], out),
            Verb::Blow => {
                let [fewest, least] = self.blows(who);
                let set = if choice.how == LEAST { least } else { fewest };
                self.see_with(who, &set.unwrap_or_default(), out);
            }
            Verb::ByHand => StakesConflict::go(out, Phase::See, who, 1),
            Verb::Put => StakesConflict::go(out, Phase::See, who, face(choice.n).saturating_add(1)),
            Verb::Stay => self.see_with(who, &self.state.by_hand, out),
            Verb::Lose => self.lose(who, out),
            _ => self.drop_out(who, StakesOp::Give, out),
        }
    }

    fn see_with(&self, who: ActorId, faces: &[u8], out: &mut Events) {
        let dice: Vec<Die> = self.state.party(who).and_then(|party| party.pool.showing(faces)).unwrap_or_default();
        let (count, total) = (dice.len(), self.comes_to(who, Act::See, sum(&dice)));
        let fallout = if count >= BLOW { self.blow_on(who) } else { 0 };
        StakesConflict::tell(out, StakesEvent { dice: dice.clone(), total, boxes: fallout, ..StakesEvent::of(StakesOp::See, who) });
        match count {
            0 | 1 => {
                StakesConflict::tell(out, StakesEvent { total: sum(&dice), dice, ..StakesEvent::of(StakesOp::Hold, who) });
                StakesConflict::on(out, Phase::Sees);
            }
            2 => StakesConflict::on(out, Phase::Sees),
            _ => StakesConflict::go(out, Phase::Resist, who, 0),
        }
    }
}
