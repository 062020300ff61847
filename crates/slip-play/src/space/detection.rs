//! Detection: rolls, ranks and ties (R-S9, R-S10).

use crate::conflict::Refusal;
use crate::event::{Counter, Event, Events, Phase, RollAddend, Step};
use crate::ids::{ActorId, Id};
use crate::space::Space;
use crate::space::effects::SpaceRoll;
use crate::space::roster::Post;
use crate::space::state::{Fails, ShipLocation};
use slip_dice::Dice;

impl Space {
    /// Returns the ships that roll in detection: all ships in the fight except those in a hangar.
    pub(super) fn seekers(&self) -> Vec<ActorId> {
        let seeks = |id: &ActorId| {
            self.state
                .ship(*id)
                .is_some_and(|ship| ship.is_active() && matches!(ship.berth, ShipLocation::Unplaced | ShipLocation::Line(_)))
        };
        self.state.ships.keys().filter(seeks).collect()
    }

    /// Opens detection after its compels.
    pub(super) fn open_detection(&self, out: &mut Events) {
        self.throw_next(self.seekers().first().copied(), out);
    }

    /// Goes to the roll of the ship `next`. `None` means that all ships have rolled; then the purchases begin.
    pub(super) fn throw_next(&self, next: Option<ActorId>, out: &mut Events) {
        match next {
            Some(ship) => Space::go(out, Step::of(Phase::Throw, Id::Actor(ship))),
            None => self.open_window(out),
        }
    }

    /// Rolls the navigation of the ship named by the step, then goes to the next ship.
    pub(super) fn throw_detection(&self, dice: &mut Dice, out: &mut Events) -> Result<(), Refusal> {
        let Some(ship) = self.state.step.who.actor() else {
            self.open_window(out);
            return Ok(());
        };
        let settings = &self.roster.settings;
        let number = self.state.rolls;
        if self.state.ship(ship).is_some_and(|ship| ship.fails.is_some()) {
            self.count_as(number, ship, None, RollAddend::Automatic, settings.idle_total, out);
        } else if self.has_training(ship, Post::Navigation, SpaceRoll::Navigation, None)
            && let Some((skill, mut parts)) = self.worked_parts(ship, Post::Navigation, true, out)
        {
            self.roll_lines(ship, SpaceRoll::Navigation, None, &mut parts);
            self.cast(number, ship, Some(skill), parts, None, dice, out)?;
        } else {
            self.count_as(number, ship, None, RollAddend::Automatic, settings.no_navigator_total, out);
        }
        self.throw_next(self.seekers().into_iter().find(|&next| next > ship), out);
        Ok(())
    }

    /// Returns the total of a ship's navigation roll.
    pub(super) fn standing_total(&self, ship: ActorId) -> Option<i32> {
        Some(self.state.ship(ship)?.standing.as_ref()?.total())
    }

    /// Gives each ship a rank in the order of the totals. If totals are equal, the navigator's skill decides. If the skills are equal too,
    /// the ships share a rank (R-S10).
    pub(super) fn settle_detection(&self, out: &mut Events) {
        // The second value is the navigator's skill without penalties. A ship without a navigator has none and comes last among equals.
        let standing = |ship: ActorId| (self.standing_total(ship), self.raw(ship, Post::Navigation));
        let mut order = self.seekers();
        order.sort_by_key(|&ship| (std::cmp::Reverse(standing(ship)), ship));
        let mut place = 0_u8;
        let mut last = None;
        for ship in order {
            if last != Some(standing(ship)) {
                place = place.saturating_add(1);
                last = Some(standing(ship));
            }
            out.push(Event::Counter { who: ship, what: Counter::Ranked, change: i32::from(place), now: i32::from(place) });
        }
        Space::go(out, Step::of(Phase::Place, Id::None).m(1));
    }

    /// True if the ship has accepted a compel in this phase and therefore does not act.
    pub(super) fn is_compelled(&self, ship: ActorId) -> bool {
        self.state.ship(ship).is_some_and(|ship| ship.fails == Some(Fails::Compelled))
    }
}
