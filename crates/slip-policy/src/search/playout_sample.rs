//! Sample of a search: a copy of the fight that is played on for a few turns.

use super::look_ahead::{PositionScore, SupportsLookahead};
use super::{Room, SearchSeat};
use crate::doctrine::DoctrineSeat;
use crate::first;
use slip_dice::Dice;
use slip_pack::doctrine::UNIT;
use slip_play::choice::{Choice, Options};
use slip_play::conflict::Refusal;
use slip_play::event::Event;
use slip_play::ids::{ActorId, TableKey};
use slip_play::question::Ask;

/// Value of a won encounter, in hundredths of boxes.
const WON: i64 = 1_000_000;

/// Maximum number of answers in a sample, far more than any look-ahead needs. After that, the state that has been reached is valued.
const MOST_STEPS: u32 = 100_000;

/// Rest of a sample: the turns that are still to be played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Horizon {
    /// Actor whose turns are counted.
    pub me: ActorId,
    /// Number of turns that the actor still has to complete.
    pub turns: u32,
}

impl Horizon {
    /// Counts an event that is about to happen.
    fn note(&mut self, fight: &impl SupportsLookahead, event: &Event) {
        self.turns -= u32::from(self.turns > 0 && fight.ends_turn(self.me, event));
    }
}

/// Returns the answer of the doctrine of the seat that is asked.
pub(super) fn answer<F: SupportsLookahead>(fight: &F, ask: &Ask, models: &mut [DoctrineSeat], options: &Options) -> Choice {
    ask.forced.unwrap_or_else(|| {
        let model = models.get_mut(ask.seat.place());
        model.and_then(|model| model.decide(fight, ask, options)).map_or_else(|| first(options), |decided| decided.choice)
    })
}

/// Carries out one of the legal answers: decides it and applies its events. Returns `false` if the dice ran out.
pub(super) fn bring_about<F: SupportsLookahead>(
    fight: &mut F,
    ask: &Ask,
    choice: Choice,
    dice: &mut Dice,
    room: &mut Room,
    horizon: &mut Horizon,
) -> bool {
    match fight.decide_listed(&choice.into(), dice, &mut room.events) {
        Ok(()) => {
            for event in room.events.drain(..) {
                // Answers that the engine forces are not recorded, as in play.
                if ask.forced.is_some() && matches!(event, Event::Answer { .. }) {
                    continue;
                }
                horizon.note(fight, &event);
                fight.apply(&event);
            }
            true
        }
        // Seeded dice never run out, and doctrines answer with a listed option.
        Err(Refusal::DiceRanOut | Refusal::Over | Refusal::NotLegal { .. }) => false,
    }
}

impl SearchSeat {
    /// Returns the value of an option in one sample.
    pub(super) fn sample<F: SupportsLookahead>(&mut self, fight: &F, ask: &Ask, choice: Choice, number: u32) -> i64 {
        let Some(me) = ask.me.actor() else { return 0 };
        let stream = stream(ask, number);
        let mut dice = Dice::seeded(self.seed, stream);
        for (model, salt) in self.models.iter_mut().zip(1_u64..) {
            model.reseed(self.seed.wrapping_add(salt), stream);
        }
        let mut fight = fight.clone();
        let mut horizon = Horizon { me, turns: self.ahead.turns };
        let mut next = Some(choice);
        for _ in 0..MOST_STEPS {
            if horizon.turns == 0 {
                break;
            }
            let Some(ask) = fight.next_question(&mut self.room.options) else { break };
            let choice = next.take().unwrap_or_else(|| answer(&fight, &ask, &mut self.models, &self.room.options));
            if !bring_about(&mut fight, &ask, choice, &mut dice, &mut self.room, &mut horizon) {
                break;
            }
        }
        self.worth(&fight, me)
    }

    /// Returns the value of a fight to the actor's side, in hundredths of boxes.
    pub(super) fn worth<F: SupportsLookahead>(&self, fight: &F, me: ActorId) -> i64 {
        match fight.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if winner == fight.side_of(me) => WON,
            Some(_) => -WON,
            None => {
                let fate_value = self.models.get(self.own).map_or(0, DoctrineSeat::fate_value);
                let PositionScore { score, points, distance } = fight.standing_of(me);
                score + i64::from(points) * fate_value - distance * UNIT
            }
        }
    }
}

/// Returns the random stream of a sample: seat, question and sample number in separate bits, so that no two are equal. The highest bit
/// separates them from the streams of dice and seats.
fn stream(ask: &Ask, number: u32) -> u64 {
    1 << 63 | u64::from(ask.seat.0) << 55 | u64::from(ask.number) << 23 | u64::from(number & 0x7F_FFFF)
}

#[cfg(test)]
mod tests {
    use super::*;
    use slip_play::ids::{Id, Seat};
    use slip_play::question::Point;

    #[test]
    fn no_two_samples_share_a_stream_and_none_that_of_play() {
        let ask = |seat: u8, number: u32| Ask { seat: Seat(seat), point: Point::Act, me: Id::None, it: Id::None, number, forced: None };
        let mut seen = std::collections::BTreeSet::from([0, 1, 2]);
        for (seat, question, sample) in [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0), (31, u32::MAX, 99_999), (0, 0, 99_999)] {
            assert!(seen.insert(stream(&ask(seat, question), sample)), "{seat} {question} {sample}");
        }
    }
}
