//! Raises: two dice put forward, which opponents have to see.

use crate::choice::{Choice, Options, Verb};
use crate::effects::Act;
use crate::event::{Events, Phase, StakesEvent, StakesOp};
use crate::ids::ActorId;
use crate::stakes::StakesConflict;
use slip_dice::pool::{Die, sum};

impl StakesConflict {
    /// Lists the legal answers: every pair of dice with different faces, the two highest first, and giving up. Held dice must be used
    /// first. A single held die is paired with a die of the pool (R-Q4); two held dice are paired with each other (R-Q21). A party without
    /// two dice can only give up (R-Q5).
    pub(super) fn legal_raise(&self, who: ActorId, out: &mut Options) {
        let raises = if self.is_kept_from(who, Act::Raise) { Vec::new() } else { self.raises(who) };
        for [high, low] in raises {
            out.push(Choice::of(Verb::Raise).with(u16::from(high)).n(i16::from(low)));
        }
        out.push(Choice::of(Verb::Give));
    }

    /// Returns the pairs of faces that a party may raise with, highest first.
    pub fn raises(&self, who: ActorId) -> Vec<[u8; 2]> {
        let Some(party) = self.state.party(who) else { return Vec::new() };
        match party.held.as_slice() {
            [] => party.pool.pairs(),
            [held] => party.pool.faces().into_iter().map(|face| [held.face, face]).collect(),
            [first, second, ..] => vec![[first.face, second.face]],
        }
    }

    /// Bids the dice of a raise. If there are several opponents, the party is then asked against which of them it raises.
    pub(super) fn decide_raise(&self, who: ActorId, choice: Choice, out: &mut Events) {
        let dice = if choice.verb == Verb::Raise { self.raising_dice(who, choice) } else { None };
        let Some(dice) = dice else {
            return self.drop_out(who, StakesOp::Give, out);
        };
        let others: Vec<ActorId> = self.opponents(who).collect();
        let [_] = others.as_slice() else {
            StakesConflict::tell(
                out,
                StakesEvent { total: self.comes_to(who, Act::Raise, sum(&dice)), dice, ..StakesEvent::of(StakesOp::Raise, who) },
            );
            return StakesConflict::go(out, Phase::Affects, who, 0);
        };
        StakesConflict::tell(
            out,
            StakesEvent { total: self.comes_to(who, Act::Raise, sum(&dice)), dice, to: others, ..StakesEvent::of(StakesOp::Raise, who) },
        );
        StakesConflict::on(out, Phase::Sees);
    }

    /// Returns the dice that show the chosen faces; held dice are taken before dice of the pool.
    fn raising_dice(&self, who: ActorId, choice: Choice) -> Option<Vec<Die>> {
        let party = self.state.party(who)?;
        let (high, low) = (u8::try_from(choice.with).ok()?, u8::try_from(choice.n).ok()?);
        match party.held.as_slice() {
            [] => party.pool.showing(&[high, low]),
            [held] => Some(vec![*held, *party.pool.showing(&[low])?.first()?]),
            [first, second, ..] => Some(vec![*first, *second]),
        }
    }
}
