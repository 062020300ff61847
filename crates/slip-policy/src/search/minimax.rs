//! Exact search in a raise-and-see conflict: when all dice are rolled, tries every answer and every reply to it (R-ZA6).

use super::SearchSeat;
use super::look_ahead::SupportsLookahead;
use super::playout_sample::{Horizon, bring_about};
use crate::stakes::has_dice_to_roll;
use slip_dice::Dice;
use slip_pack::doctrine::UNIT;
use slip_play::choice::{Choice, Options, Verb};
use slip_play::conflict::Conflict;
use slip_play::ids::{ActorId, Seat};
use slip_play::question::Ask;
use slip_play::stakes::StakesConflict;

/// Greatest number of positions that are visited. If the tree is larger, samples are taken instead.
const MOST_PLACES: u32 = 200_000;

/// Greatest depth of the search tree.
const DEEPEST: u32 = 400;

/// Alpha-beta window: the range of values in which a position can still change the result.
#[derive(Clone, Copy)]
struct Window {
    /// Value that the searching side can reach with an answer that was tried before.
    least: i64,
    /// Upper limit of the value: the opponents have a reply, tried before, that keeps the searching side at or below it.
    most: i64,
}

/// State of the search of a game tree.
struct Tree {
    own: Seat,
    places: u32,
}

impl SearchSeat {
    /// Returns the best option and its value; options of equal value stay in the given order. `None` if an option rolls dice, or the tree
    /// is too large.
    pub(super) fn minimax(&mut self, fight: &StakesConflict, ask: &Ask, options: &[Choice]) -> Option<(Choice, i64)> {
        let me = ask.me.actor()?;
        let mut tree = Tree { own: ask.seat, places: 0 };
        let mut window = Window { least: i64::MIN, most: i64::MAX };
        let mut best: Option<(Choice, i64)> = None;
        for &choice in options.iter().filter(|choice| is_tried(**choice)) {
            let horizon = Horizon { me, turns: self.ahead.turns };
            let (then, horizon) = self.after(fight, ask, choice, horizon)?;
            let worth = self.worth_of(&then, horizon, &mut tree, window, DEEPEST)?;
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((choice, worth));
                window.least = worth;
            }
        }
        best
    }

    /// Returns the fight after an answer; `None` if the answer rolls dice.
    fn after(&mut self, fight: &StakesConflict, ask: &Ask, choice: Choice, mut horizon: Horizon) -> Option<(StakesConflict, Horizon)> {
        let mut then = fight.clone();
        bring_about(&mut then, ask, choice, &mut Dice::scripted([]), &mut self.room, &mut horizon).then_some((then, horizon))
    }

    /// Returns the value of a position to the searching side, if all sides answer as well as possible with the dice already rolled.
    fn worth_of(&mut self, fight: &StakesConflict, horizon: Horizon, tree: &mut Tree, mut window: Window, deeper: u32) -> Option<i64> {
        tree.places += 1;
        let deeper = deeper.checked_sub(1).filter(|_| tree.places <= MOST_PLACES)?;
        let mut options = Options::new();
        let asked = if horizon.turns == 0 { None } else { fight.next_question(&mut options) };
        let Some(ask) = asked else { return Some(self.worth(fight, horizon.me)) };
        if let Some(forced) = ask.forced {
            // A party that can still roll dice may still win. The search stops here and values the position as it is.
            if matches!(forced.verb, Verb::Give | Verb::Lose) && ask.me.actor().is_some_and(|who| has_dice_to_roll(fight, who)) {
                return Some(self.standing(fight, horizon.me));
            }
            let (then, horizon) = self.after(fight, &ask, forced, horizon)?;
            return self.worth_of(&then, horizon, tree, window, deeper);
        }
        let ours = ask.seat == tree.own;
        let mut best: Option<i64> = None;
        for &choice in options.as_slice().iter().filter(|choice| is_tried(**choice)) {
            // Answers that roll dice are skipped, because their result is not known.
            let Some((then, horizon)) = self.after(fight, &ask, choice, horizon) else { continue };
            let worth = self.worth_of(&then, horizon, tree, window, deeper)?;
            if ours {
                best = Some(best.map_or(worth, |most| most.max(worth)));
                window.least = window.least.max(worth);
            } else {
                best = Some(best.map_or(worth, |most| most.min(worth)));
                window.most = window.most.min(worth);
            }
            if window.least >= window.most {
                break;
            }
        }
        best
    }

    /// Returns the value of a position in which no side has won.
    fn standing(&self, fight: &StakesConflict, me: ActorId) -> i64 {
        let standing = fight.standing_of(me);
        standing.score - standing.distance * UNIT
    }
}

/// True if an option is tried. Only the option to choose dice one by one is left out: the other options already cover every number of dice.
fn is_tried(choice: Choice) -> bool {
    choice.verb != Verb::ByHand
}
